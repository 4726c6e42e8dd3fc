"""The exercise equal_weights, of the chapter why_attention."""

from .._engine import ByHand, Wrong, floats

EXERCISE = ByHand(
    task="Three numbers: the length of the query at which all 20 weights are equal, "
    "one of these weights, and how many different contexts the 20 places then get.",
    parts=(
        "length of the query",
        "each weight",
        "different contexts",
    ),
    hints=(
        "Lower the length in the cell above, and watch the largest weight. Where does "
        "it stop falling?",
        "The wanted place has a score of length / √20, the other 19 have a score of 0. "
        "When are all 20 the same?",
        "Equal scores make equal weights, and all 20 together make 1. Each place then "
        "mixes the same states in the same way.",
    ),
    answer=floats(0, 0.05, 1),
    tolerance=0.0005,
    wrongs=(
        Wrong(
            "a length of 1 is not short enough: the wanted place still gets 0.0618, "
            "the others 0.0494.",
            "the scores: they are equal where all of them are 0.",
            (floats(1, 0.05, 1), floats(1, 0.0618, 20), floats(1, 0.0618, 1)),
        ),
        Wrong(
            "a negative length turns the wanted place down, so it still has a weight "
            "of its own.",
            "the length where its score equals the others'.",
            (floats(-40, 0.0526, 20), floats(-40, 0, 20), floats(-40, 0.05, 1)),
        ),
        Wrong(
            "scores of 0 do not make weights of 0: e to the power of 0 is 1.",
            "your second number, after the softmax.",
            (floats(0, 0, 1), floats(0, 0, 0), floats(0, 0, 20)),
        ),
        Wrong(
            "these are exponentials, not yet divided by their sum.",
            "your second number: 20 weights make 1 together.",
            (floats(0, 1, 1), floats(0, 1, 20)),
        ),
        Wrong(
            "the weights are divided among 16, the numbers of a state; there are 20 "
            "states to share them.",
            "your second number.",
            (floats(0, 0.0625, 1), floats(0, 0.0625, 20)),
        ),
        Wrong(
            "20 places ask, but equal weights give all of them the same mixture.",
            "your third number.",
            (floats(0, 0.05, 20),),
        ),
        Wrong(
            "equal weights do mix something: the plain mean of all states.",
            "your third number.",
            (floats(0, 0.05, 0),),
        ),
    ),
)
