"""The machine that the kernels make: its parameters, layers, stacks and files."""
