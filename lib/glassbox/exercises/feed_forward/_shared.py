"""What feed_forward and merge_layers share: the layers of their cases."""

from .._engine import floats

MOOD = {
    "w_1": floats([1, -1, 1, -1], [-1, -1, 1, 1], [0, 0, 0, 0]),
    "b_1": floats(0, 1, -1, 0),
    "w_2": floats([0, 0, 1], [0, 0, -1], [0, 0, -1], [0, 0, 1]),
    "b_2": floats(0, 0, 0),
}
WIDER = {
    "w_1": floats([1, -2, 0.5], [2, 1, -1]),
    "b_1": floats(1, -1, 0.5),
    "w_2": floats([1, 2], [-3, 1], [0, -4]),
    "b_2": floats(-1, 0.5),
}
SQUARE = {
    "w_1": floats([1, -2], [3, 1]),
    "b_1": floats(0.5, -1),
    "w_2": floats([2, -1], [1, -3]),
    "b_2": floats(-0.5, 1),
}
