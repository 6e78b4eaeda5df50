"""What the server keeps, behind one small interface, and the SQLite store."""
