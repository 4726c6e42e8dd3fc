"""The exercise stream_by_hand, of the chapter residual_connection."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="Fill in four numbers: h without skip paths, h with them, and then plant and "
    "cozy at the end, with skip paths.",
    parts=(
        "h without",
        "h with",
        "plant at the end",
        "cozy at the end",
    ),
    hints=(
        "Without a skip path the feed-forward layer gets 0 0 3 0: drink is 0 there.",
        "With one it gets 2 1 0 0 plus 0 0 3 0, so drink is 2 and hot is 3.",
        "The layer computes h times 0 -1 0 2. Add this to what came in, number by "
        "number.",
    ),
    answer=floats(0, 1, 0, 2),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the max is missing: 0 + 3 - 4 is negative, and max(0, ...) makes it 0.",
            "the first h.",
            (floats(-1, 1, 0, 2),),
        ),
        Wrong(
            "the two h have changed places: the first is the one without skip paths.",
            "which of the two stacks still has drink = 2.",
            (floats(1, 0, 0, 2),),
        ),
        Wrong(
            "without a skip path drink is gone: attention passes on 0 0 3 0 alone.",
            "the first h: drink is 0, and hot is 3.",
            (floats(1, 1, 0, 2),),
        ),
        Wrong(
            "attention's 3 never reached the unit: it is added before the unit reads.",
            "the second h: what came in is 2 1 0 0 plus 0 0 3 0.",
            (floats(0, 0, 1, 0),),
        ),
        Wrong(
            "the 4 is not subtracted: the unit's bias is -4.",
            "both h: drink + hot - 4.",
            (floats(3, 5, -4, 10),),
        ),
        Wrong(
            "this is what the layer computes; it is added to what came in.",
            "plant: 1 came in, and the layer adds -1.",
            (floats(0, 1, -1, 2),),
        ),
        Wrong(
            "the -1 is not added: a layer can also take away.",
            "plant: 1 came in, and the layer adds -1.",
            (floats(0, 1, 1, 2),),
        ),
        Wrong(
            "this is h itself; the layer adds h times 2 to cozy.",
            "the last number.",
            (floats(0, 1, 0, 1),),
        ),
    ),
)
