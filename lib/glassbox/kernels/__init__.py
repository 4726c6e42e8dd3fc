"""The kernels: pure functions, NumPy arrays or torch tensors in, the same out."""
