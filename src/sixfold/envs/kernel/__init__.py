"""What environments compute for thousands of games at once: kernels on top of the engine's and the bots'."""
