"""What the bots compute: kernels on top of the engine's, plain functions that compile like those."""
