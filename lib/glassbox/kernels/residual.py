"""Keep what you had: a layer's output is added to its input."""

from ._arrays import Array, as_float_arrays


def residual_connection(x: Array, sublayer_output: Array) -> Array:
    """Add what a sublayer found to what it was given.

    Equation: y = x + f(x)

    Parameters
    ----------
    x : real array, shape (...)
        What went into the sublayer.
    sublayer_output : real array, shape (...)
        What came out, f(x): the very shape of x.

    Returns
    -------
    array, shape (...)
        The sum, in the dtype of x.

    Raises
    ------
    ValueError
        If the shapes differ: broadcasting would hide a missing projection.

    Source
    ------
    He et al. 2016, eq. 1; Vaswani et al. 2017, section 3.1.
    Chapter: residual_connection.

    >>> import numpy as np
    >>> residual_connection(np.array([1.0, 2.0]), np.array([0.5, -2.0]))
    array([1.5, 0. ])
    """
    _, (x, f_x), back = as_float_arrays(x=x, sublayer_output=sublayer_output)
    if x.shape != f_x.shape:
        raise ValueError(
            "x and sublayer_output must have the same shape; "
            f"got {tuple(x.shape)} and {tuple(f_x.shape)}"
        )
    return back(x + f_x)
