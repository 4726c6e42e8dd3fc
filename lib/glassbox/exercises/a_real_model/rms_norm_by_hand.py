"""The exercise rms_norm_by_hand, of the chapter a_real_model."""

import math

import numpy as np

from ...kernels.normalization import layer_norm, rms_norm
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

X = floats(9, -3, 5, 1, 3)
ROOT = math.sqrt((X * X).mean())
TWO = [0, 3]  # the two features that are asked for: 9 and 1
RMS, LAYER = rms_norm(X, eps=0)[TWO], layer_norm(X, eps=0)[TWO]


def _divided(root: float) -> np.ndarray:
    """Return the answers for another root; the layer norm is right."""
    return floats(root, *X[TWO] / root, *LAYER)


def _rms(*pairs: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the right answers, but for the RMSNorm of the two."""
    return tuple(floats(ROOT, *pair, *LAYER) for pair in pairs)


def _layer(*pairs: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the right answers, but for the LayerNorm of the two."""
    return tuple(floats(ROOT, *RMS, *pair) for pair in pairs)


CENTERED = (X - X.mean())[TWO]
STD, N = X.std(), X.size
EXERCISE = ByHand(
    task="One token's vector is (9, -3, 5, 1, 3). Gamma is 1, beta is 0, and epsilon "
    "is too small to matter.\n"
    "What is the root of the mean of its squares? What does RMSNorm make of the 9, and "
    "of the 1? And what does LayerNorm make of these two? Five numbers.",
    parts=(
        "root mean square",
        "RMSNorm of the 9",
        "RMSNorm of the 1",
        "LayerNorm of the 9",
        "LayerNorm of the 1",
    ),
    hints=(
        "The five squares are 81, 9, 25, 1 and 9. Take their mean, then its root.",
        "RMSNorm divides each number by that root. It does nothing else, so no sign "
        "changes.",
        "LayerNorm subtracts the mean first, which is 3. Then it divides by the root "
        "of the mean of the squares of what is left.",
    ),
    answer=floats(ROOT, *RMS, *LAYER),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the root is missing: this is the mean of the squares.",
            "the last step before you divide.",
            (
                _divided(ROOT**2),
                floats(ROOT**2, *X[TWO] / ROOT**2, *CENTERED / STD**2),
                floats(ROOT**2, *RMS, *LAYER),
                *_rms(X[TWO] / ROOT**2),
            ),
        ),
        Wrong(
            "the squares are added up, but their sum is not divided by 5. So this is "
            "the length of the vector.",
            "the mean: a sum, and then a division.",
            (
                _divided(ROOT * math.sqrt(N)),
                floats(
                    ROOT * math.sqrt(N),
                    *X[TWO] / ROOT / math.sqrt(N),
                    *CENTERED / STD / math.sqrt(N),
                ),
            ),
        ),
        Wrong(
            "the sum of the squares is divided by 4. Both norms divide it by the "
            "number of features, 5.",
            "the number that you divide the sum of squares by.",
            (
                _divided(ROOT * math.sqrt(N / (N - 1))),
                floats(
                    ROOT * math.sqrt(N / (N - 1)),
                    *X[TWO] / ROOT * math.sqrt(1 - 1 / N),
                    *CENTERED / X.std(ddof=1),
                ),
                *_layer(CENTERED / X.std(ddof=1)),
            ),
        ),
        Wrong(
            "this is the mean, 3. RMSNorm divides by the root of the mean of the "
            "squares.",
            "what you squared before you took the mean.",
            (_divided(X.mean()),),
        ),
        Wrong(
            "this is the mean of the numbers without their signs. The squares would "
            "let large numbers count for more.",
            "what you did to the five numbers before you took the mean.",
            (_divided(np.abs(X).mean()),),
        ),
        Wrong(
            "the square of -3 is taken to be -9; it is 9.",
            "the second of the five squares.",
            (_divided(math.sqrt((X * np.abs(X)).mean())),),
        ),
        Wrong(
            "this root is that of LayerNorm, after the mean is subtracted. RMSNorm "
            "leaves the mean where it is.",
            "the five numbers that you squared.",
            (floats(STD, *LAYER, *LAYER), _divided(STD)),
        ),
        Wrong(
            "RMSNorm and LayerNorm are exchanged.",
            "which of the two subtracts the mean.",
            (floats(ROOT, *LAYER, *RMS),),
        ),
        Wrong(
            "the mean is subtracted in RMSNorm too; it only divides.",
            "your second and your third number.",
            (
                *_rms(LAYER, CENTERED / ROOT),
                floats(ROOT, *CENTERED / ROOT, *CENTERED / ROOT),
            ),
        ),
        Wrong(
            "LayerNorm is given without its first step: it subtracts the mean, 3.",
            "your last two numbers.",
            _layer(RMS, X[TWO] / STD),
        ),
        Wrong(
            "LayerNorm divides by the root of 25 here. It must be that of the numbers "
            "from which the mean was subtracted.",
            "what you divided by in your last two numbers.",
            _layer(CENTERED / ROOT),
        ),
        Wrong(
            "LayerNorm is not divided by anything yet, or by the variance, 16, in "
            "place of its root.",
            "your last two numbers.",
            _layer(CENTERED, CENTERED / STD**2),
        ),
        Wrong(
            "a sign is lost: 1 is less than the mean, so it ends below 0.",
            "your last number.",
            _layer(np.abs(LAYER)),
        ),
        Wrong(
            "LayerNorm's two signs are turned round.",
            "the order: the number minus the mean.",
            _layer(-LAYER),
        ),
        Wrong(
            "the numbers are multiplied by the root; they are divided by it.",
            "your second and your third number.",
            _rms(X[TWO] * ROOT),
        ),
        Wrong(
            "these are the squares, divided. A norm divides the numbers themselves.",
            "what you divided by the root.",
            _rms(X[TWO] ** 2 / ROOT, X[TWO] ** 2 / ROOT**2),
        ),
        Wrong(
            "your fractions are upside down.",
            "which number is divided by which.",
            _rms(ROOT / X[TWO]),
        ),
    ),
)
