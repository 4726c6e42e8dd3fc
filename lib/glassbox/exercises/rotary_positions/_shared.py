"""What the exercises of rotary_positions share: a pair as the hand of a dial."""

import numpy as np

RIGHT_TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


def turned(pair: np.ndarray, degrees: float) -> np.ndarray:
    """Turn a pair counterclockwise; by quarters of a turn, to the last digit."""
    quarters = degrees / 90
    if quarters == round(quarters):
        return np.linalg.matrix_power(RIGHT_TURN, round(quarters) % 4) @ pair
    angle = np.radians(degrees)
    return np.cos(angle) * pair + np.sin(angle) * (RIGHT_TURN @ pair)
