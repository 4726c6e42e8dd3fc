"""The exercise score_spread, of the chapter scaled_dot_product_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="Queries and keys have 16 independent components of mean 0. Those of the "
    "queries have variance 4, those of the keys variance 9. Give the standard "
    "deviation of the dot products, then that of the scores.",
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
            "the scale makes the spread 1 only where the components have variance 1, "
            "and these are larger. The scores spread as the dot products do, divided "
            "by the root of d_k.",
            "your second number: 24, divided by the root of 16.",
            (floats(24, 1),),
        ),
        Wrong(
            "both are the spread of the dot products: a score is a dot product divided "
            "by the root of d_k.",
            "your second number: by what must 24 be divided?",
            (floats(24, 24),),
        ),
        Wrong(
            "both are the spread of the scores: the dot products come first, and are "
            "not divided yet.",
            "your first number.",
            (floats(6, 6),),
        ),
        Wrong(
            "576 is the variance of the dot products; its root is asked for.",
            "how a standard deviation follows from a variance.",
            (floats(576, 6), floats(576, 24)),
        ),
        Wrong(
            "these are the spreads of one product, 2 times 3; 16 products are added.",
            "the variance of the sum of 16 such products.",
            (floats(6, 1.5),),
        ),
        Wrong(
            "these are variances; the standard deviation is their root.",
            "your last step.",
            (floats(576, 36),),
        ),
        Wrong(
            "the roots are missing: 576 is the variance of the dot products.",
            "how a standard deviation follows from a variance.",
            (floats(576, 144),),
        ),
        Wrong(
            "the scale comes too early, and the roots are missing: the dot products "
            "have variance 576, and nothing is divided yet.",
            "your first number: the root of 576.",
            (floats(144, 9),),
        ),
        Wrong(
            "36 is the variance of one product. The dot product adds up 16 of them, "
            "and its standard deviation is the root of that variance.",
            "the variance of 16 such products together, and then its root.",
            (floats(36, 9), floats(36, 36), floats(36, 6)),
        ),
        Wrong(
            "you divided by d_k = 16; divide by its root.",
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
        Wrong("the two are swapped.", "the order asked for.", (floats(6, 24),)),
    ),
)
