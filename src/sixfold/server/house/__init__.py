"""All tables: the one way in for every action, and what happens by itself."""
