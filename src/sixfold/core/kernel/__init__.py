"""The rules themselves, in plain Python that Numba can compile: see `compiling`."""
