"""The exercise equal_weights, of the chapter why_attention."""

from .._engine import ByHand, Wrong, floats

EXERCISE = ByHand(
    task="Four numbers: the length of the query at which all 20 weights are equal, "
    "the weight of each, how many different contexts the 20 places then get, and "
    "how many tokens come back, as the cell prints it.",
    parts=(
        "length of the query",
        "each weight",
        "different contexts",
        "tokens that come back",
    ),
    hints=(
        "Lower the length in the cell above, and watch the largest weight. Where does "
        "it stop falling?",
        "The wanted place has a score of length / √20, the other 19 have a score of 0. "
        "When are all 20 the same?",
        "Equal scores make equal weights, and all 20 together make 1. Each place then "
        "mixes the same states in the same way. The last number is printed.",
    ),
    answer=floats(0, 0.05, 1, 6.6),  # the last one is measured; a test runs its cell
    tolerance=0.0005,
    wrongs=(
        Wrong(
            "a length of 1 is not short enough: the wanted place still gets 0.0618, "
            "the others 0.0494.",
            "the scores: they are equal where all of them are 0.",
            (
                floats(1, 0.05, 1, 7.4),
                floats(1, 0.0618, 20, 7.4),
                floats(1, 0.0618, 1, 7.4),
            ),
        ),
        Wrong(
            "a negative length turns the wanted place down, so it still has a weight "
            "of its own.",
            "the length where its score equals the others'.",
            (
                floats(-40, 0.0526, 20, 12.8),
                floats(-40, 0, 20, 12.8),
                floats(-40, 0.05, 1, 12.8),
            ),
        ),
        Wrong(
            "scores of 0 do not make weights of 0: e to the power of 0 is 1.",
            "your second number, after the softmax.",
            (floats(0, 0, 1, 6.6), floats(0, 0, 0, 6.6), floats(0, 0, 20, 6.6)),
        ),
        Wrong(
            "these are exponentials, not yet divided by their sum.",
            "your second number: 20 weights make 1 together.",
            (floats(0, 1, 1, 6.6), floats(0, 1, 20, 6.6)),
        ),
        Wrong(
            "the weights are divided among 16, the numbers of a state; there are 20 "
            "states to share them.",
            "your second number.",
            (floats(0, 0.0625, 1, 6.6), floats(0, 0.0625, 20, 6.6)),
        ),
        Wrong(
            "20 places ask, but equal weights give all of them the same mixture.",
            "your third number.",
            (floats(0, 0.05, 20, 6.6),),
        ),
        Wrong(
            "equal weights do mix something: the plain mean of all states.",
            "your third number.",
            (floats(0, 0.05, 0, 6.6),),
        ),
        Wrong(
            "that is what blind guessing brings; the plain mean still tells something "
            "of which tokens there were.",
            "what the cell prints at length 0.",
            (floats(0, 0.05, 1, 2.5), floats(0, 0.05, 1, 0)),
        ),
        Wrong(
            "so many come back at another length, where one weight stands out.",
            "what the cell prints at length 0.",
            (floats(0, 0.05, 1, 20), floats(0, 0.05, 1, 18.2)),
        ),
    ),
)
