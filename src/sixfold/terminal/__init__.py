"""The terminal client: positions as text, playing, and stepping through records."""
