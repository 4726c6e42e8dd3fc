"""The exercise cut_by_hand, of the chapter choosing_the_next_token."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="hot 0.40, ready 0.24, cold 0.16, strong 0.12, green 0.08. Cut with top-p = "
    "0.75, and let the random number be 0.70. Give the five new probabilities, 0 for "
    "a word that is cut, then the number of the word that is drawn: 1 for hot to 5 for "
    "green. Six numbers.",
    parts=(
        "new probability of hot",
        "new probability of ready",
        "new probability of cold",
        "new probability of strong",
        "new probability of green",
        "0.70 draws word number",
    ),
    hints=(
        "Add from the largest down: 0.40, 0.64, and so on. The token that crosses 0.75 "
        "stays too.",
        "Three tokens stay: 0.40 + 0.24 + 0.16. Divide each by this sum.",
        "Lay the three end to end from 0 to 1: the first piece ends at 0.50, the "
        "second at 0.80.",
    ),
    answer=floats(0.5, 0.3, 0.2, 0, 0, 2),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the token that crosses 0.75 is lost: hot and ready hold 0.64, which is "
            "not enough.",
            "where the sum first reaches 0.75.",
            (floats(0.625, 0.375, 0, 0, 0, 2), floats(0.63, 0.38, 0, 0, 0, 2)),
        ),
        Wrong(
            "what stays is not divided by its sum, so it adds up to 0.80.",
            "the three new probabilities: do they sum to 1?",
            (floats(0.4, 0.24, 0.16, 0, 0, 3), floats(0.4, 0.24, 0.16, 0, 0, 2)),
        ),
        Wrong(
            "you divided by 0.75, but the tokens that stay hold more than that.",
            "the number that you divide by.",
            (floats(0.4 / 0.75, 0.24 / 0.75, 0.16 / 0.75, 0, 0, 2),),
        ),
        Wrong(
            "the probabilities are right, but 0.70 lies in another piece.",
            "where the pieces end: 0.50, 0.80, 1.",
            (floats(0.5, 0.3, 0.2, 0, 0, 3), floats(0.5, 0.3, 0.2, 0, 0, 1)),
        ),
        Wrong(
            "four tokens stay, but three already hold 0.75.",
            "the sum of the first three.",
            (floats(0.4 / 0.92, 0.24 / 0.92, 0.16 / 0.92, 0.12 / 0.92, 0, 2),),
        ),
    ),
)
