"""The exercise tokens_by_hand, of the chapter tokens."""

from .._engine import ByHand, Wrong, floats

EXERCISE = ByHand(
    task="The words: “the” 5 times, “then” 2 times, “hen” once, all cut into letters. "
    "How often does the first pair you merge occur, how often the second, and how "
    "many tokens do all 8 words make after three merges?",
    parts=("count of merge 1", "count of merge 2", "tokens after merge 3"),
    hints=(
        "A pair counts as often as its word occurs: t + h in “the” counts 5 times.",
        "The three pairs are t + h, h + e and e + n. Which has the highest count? Join "
        "it in all three words, and count again: “he” is one token now.",
        "Write down what tokens each word is left with, count them, and multiply by "
        "how often the word occurs.",
    ),
    answer=floats(8, 7, 9),
    tolerance=0.001,
    wrongs=(
        Wrong(
            "each word is counted once, however often it occurs.",
            "the numbers 5, 2 and 1: a pair counts once for each time its word occurs.",
            (floats(3, 2, 4), floats(3, 2, 9), floats(3, 2, 5)),
        ),
        Wrong(
            "t + h is merged first, with 7; another pair occurs more often.",
            "the pair that also occurs in “hen”.",
            (floats(7, 7, 9), floats(7, 7, 10), floats(7, 8, 9)),
        ),
        Wrong(
            "the second count is of h + e again, which is gone: it is one token now.",
            "the pairs that the new token “he” stands in.",
            (floats(8, 8, 9),),
        ),
        Wrong(
            "the second count is that of “the” alone; “then” has t + he as well.",
            "both words that begin with t.",
            (floats(8, 5, 9),),
        ),
        Wrong(
            "the last number counts the different tokens, not all tokens of the words.",
            "8 words: 5 times “the”, 2 times “then”, once “hen”.",
            (floats(8, 7, 4), floats(8, 7, 3)),
        ),
        Wrong(
            "“hen” is not one token: he + n was never merged.",
            "the third merge: which pair is left in “then”, and which in “hen”?",
            (floats(8, 7, 8),),
        ),
        Wrong(
            "these are the tokens after two merges.",
            "the third merge, which joins the + n.",
            (floats(8, 7, 11),),
        ),
        Wrong(
            "these are the letters, before any merge.",
            "the three merges: each makes fewer tokens.",
            (floats(8, 7, 26),),
        ),
    ),
)
