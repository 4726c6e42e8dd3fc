"""The exercise score_spread, of the chapter scaled_dot_product_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="Independent components of mean 0: the queries' have variance 4, the keys' "
    "variance 9, and d_k = 16. The standard deviation of the dot products, then of the "
    "scores: two numbers.",
    parts=(
        "standard deviation of the dot products",
        "standard deviation of the scores",
    ),
    hints=(
        "A product of two independent numbers of mean 0 has the product of their "
        "variances.",
        "16 such products are added, and the variances of independent numbers add up.",
        "The standard deviation is the root of the variance. Dividing numbers by 4 "
        "divides their standard deviation by 4.",
    ),
    answer=floats(24, 6),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are variances; the standard deviation is their root.",
            "your last step.",
            (floats(576, 36),),
        ),
        Wrong(
            "the scores are divided by d_k; its root is asked for.",
            "your second number.",
            (floats(24, 1.5),),
        ),
        Wrong(
            "that is what variance 1 would give: these components are larger.",
            "the variance of one product of a query's and a key's component.",
            (floats(4, 1),),
        ),
        Wrong(
            "the standard deviations of the 16 products are added; it is the variances "
            "that add up.",
            "which of the two adds up for independent numbers.",
            (floats(96, 24),),
        ),
        Wrong(
            "the two variances are added; the components are multiplied.",
            "the variance of one product.",
            (floats(208**0.5, 13**0.5), floats(14.42, 3.61)),
        ),
        Wrong("the two are exchanged.", "the order asked for.", (floats(6, 24),)),
    ),
)
