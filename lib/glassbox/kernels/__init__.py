"""The kernels: pure functions, NumPy arrays or torch tensors in, the same out.

Each raises TypeError for what is not an array of real numbers (a mask: of booleans,
token ids: of integers) and for arrays of two libraries. A kernel's own docstring says
what else it raises.
"""
