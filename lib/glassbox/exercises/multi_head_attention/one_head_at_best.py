"""The exercise one_head_at_best, of the chapter multi_head_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="One head, and any query you like. The values are 3 1 3 0 for Mia, 0 0 0 0 "
    "for “calls” and 5 0 5 1 for Ben. Numbers 1 and 3 of the answer should be 3 and 5. "
    "How far off they are is measured by (number 1 − 3)² + (number 3 − 5)². Fill in "
    "the four fields.",
    parts=(
        "number 1 minus number 3, whatever the query",
        "the common value that makes the sum smallest",
        "the smallest value of the sum",
        "Ben’s weight then, if “calls” has the weight 0",
    ),
    hints=(
        "Every number of the answer is blended with the same weights. What are "
        "numbers 1 and 3 of the values?",
        "Write y for both numbers. Where is (y − 3)² + (y − 5)² least?",
        "Mia’s weight and Ben’s add up to 1. Their blend, weight · 3 + weight · 5, is "
        "the number that you found.",
    ),
    answer=floats(0, 4, 2, 0.5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is the difference that is wanted, 3 − 5; one head can't make it.",
            "numbers 1 and 3 of the values: the same name twice.",
            (floats(-2, 4, 2, 0.5), floats(2, 4, 2, 0.5)),
        ),
        Wrong(
            "this is what the query 6 0 0 6 finds; another query comes closer.",
            "the y where (y − 3)² + (y − 5)² is least.",
            (floats(0, 3.9, 2.02, 0.49), floats(0, 3.9, 2.02, 0.5)),
        ),
        Wrong(
            "one number is right then, but the other is off by 2, and 2² is 4.",
            "the y where (y − 3)² + (y − 5)² is least, which lies between 3 and 5.",
            (floats(0, 3, 4, 0), floats(0, 5, 4, 1)),
        ),
        Wrong(
            "only one of the two squares is counted; both numbers are off by 1.",
            "the sum of both squares.",
            (floats(0, 4, 1, 0.5),),
        ),
        Wrong(
            "the squares are right at 3 and 5, where one of them is 4; at y they are "
            "smaller.",
            "(y − 3)² + (y − 5)² with your y in it.",
            (floats(0, 4, 4, 0.5), floats(0, 4, 0, 0.5)),
        ),
        Wrong(
            "with this weight the blend is not the number that you found.",
            "Mia’s weight · 3 + Ben’s weight · 5, where the two weights add up to 1.",
            (
                floats(0, 4, 2, 1),
                floats(0, 4, 2, 0.8),
                floats(0, 4, 2, 0.49),
                floats(0, 4, 2, 1 / 3),
            ),
        ),
    ),
)
