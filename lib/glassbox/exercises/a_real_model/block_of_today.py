"""The exercise block_of_today, of the chapter a_real_model."""

from .._engine import Case, Exercise, Wrong, floats
from . import _pieces as made

TOKENS = floats([3, 1], [-1, 2], [0, 4])
WIDER = floats([1, -2, 4], [0.5, 3, -1], [2, 2, 0], [-3, 1, 5])

EXERCISE = Exercise(
    task="Write f(x, norm_1, attend, norm_2, think): one block of today's models. The "
    "four pieces are functions. x first gets what attend finds in the normed x, and "
    "then what think makes of the normed result. No norm stands in the stream itself. "
    "x is still needed after the call, so don't write into it.",
    hints=(
        "Two sublayers, one after the other. Each is a path around a norm and a "
        "function: x + function(norm(x)).",
        "Keep the first sublayer's result under a name of its own, such as h.",
        "The second sublayer knows nothing but h: it norms h, and it adds to h.",
    ),
    reference=made.block,
    cases=(
        Case("one token", {"x": floats([3, 1]), **made.NARROW}),
        Case("three tokens", {"x": TOKENS, **made.NARROW}),
        Case("four tokens with three features", {"x": WIDER, **made.WIDE}),
        Case("large numbers", {"x": 100 * TOKENS, **made.NARROW}),
        Case("two texts", {"x": floats(WIDER, 1 - WIDER), **made.WIDE}),
    ),
    wrongs=(
        Wrong(
            "this is the post-norm of 2017: each sublayer ends in a norm, which stands "
            "in the stream.",
            "which comes last in a sublayer, the sum or the norm.",
            (made.connected(made.post, made.post),),
        ),
        Wrong(
            "one sublayer is post-norm, and the other is pre-norm.",
            "which comes last in each of the two, the sum or the norm.",
            (
                made.connected(first=made.post),
                made.connected(second=made.post),
            ),
        ),
        Wrong(
            "the sum is normed too. A sublayer has one norm, in front of its function.",
            "how many norms each line has.",
            (
                made.connected(made.both, made.both),
                made.connected(first=made.both),
            ),
        ),
        Wrong(
            "the block ends in a norm. That one comes once in a model, after the last "
            "block.",
            "what you return.",
            (
                made.connected(second=made.both),
                lambda x, *pieces: pieces[0](made.block(x, *pieces)),
            ),
        ),
        Wrong(
            "what a function returns is normed, not what goes into it.",
            "what stands inside the norm.",
            (
                made.connected(made.branch, made.branch),
                made.connected(first=made.branch),
                made.connected(second=made.branch),
            ),
        ),
        Wrong(
            "the skip path begins behind the norm: the normed x is added, and x itself "
            "is lost.",
            "what each function's result is added to.",
            (
                made.connected(made.path_too, made.path_too),
                made.connected(first=made.path_too),
                made.connected(second=made.path_too),
            ),
        ),
        Wrong(
            "the skip path leads around the norm only. It must lead around the "
            "function too.",
            "where the sum stands: behind attend, and behind think.",
            (
                made.connected(made.around_the_norm, made.around_the_norm),
                made.connected(first=made.around_the_norm),
                made.connected(second=made.around_the_norm),
            ),
        ),
        Wrong(
            "the first norm is used twice; think has one of its own.",
            "which norm stands in front of think.",
            (made.with_pieces(lambda n1, attend, n2, think: (n1, attend, n1, think)),),
        ),
        Wrong(
            "the second norm is used twice; attend has one of its own.",
            "which norm stands in front of attend.",
            (made.with_pieces(lambda n1, attend, n2, think: (n2, attend, n2, think)),),
        ),
        Wrong(
            "the two norms are exchanged.",
            "which norm stands in front of which function.",
            (made.with_pieces(lambda n1, attend, n2, think: (n2, attend, n1, think)),),
        ),
        Wrong(
            "think comes before attend.",
            "the order of the two sublayers.",
            (
                made.with_pieces(lambda n1, attend, n2, think: (n2, think, n1, attend)),
                made.with_pieces(lambda n1, attend, n2, think: (n1, think, n2, attend)),
            ),
        ),
        Wrong(
            "think reads the block's x, as attend did, so the two work side by side. "
            "Some models do that. Here think reads what attend has added to.",
            "what the second norm is given.",
            (
                made.finished(
                    lambda x, found, h, norm_1, norm_2, think: h + think(norm_2(x))
                ),
                made.finished(
                    lambda x, found, h, norm_1, norm_2, think: h + think(norm_1(x))
                ),
                made.finished(
                    lambda x, found, h, norm_1, norm_2, think: (
                        h + think(norm_2(norm_1(x)))
                    )
                ),
            ),
        ),
        Wrong(
            "think reads what attention found, without the x that it is added to.",
            "what the second norm is given.",
            (
                made.finished(
                    lambda x, found, h, norm_1, norm_2, think: h + think(norm_2(found))
                ),
            ),
        ),
        Wrong(
            "the second sum takes x as it came in, so what attention found is not in "
            "the result.",
            "what think's result is added to.",
            (
                made.finished(
                    lambda x, found, h, norm_1, norm_2, think: x + think(norm_2(h))
                ),
            ),
        ),
        Wrong(
            "x is added once too often: the result of the first sublayer has it "
            "already.",
            "your second sum.",
            (
                made.finished(
                    lambda x, found, h, norm_1, norm_2, think: x + h + think(norm_2(h))
                ),
            ),
        ),
        Wrong(
            "a skip path is missing.",
            "what each function's result is added to.",
            (
                made.connected(made.no_skip, made.no_skip),
                made.connected(first=made.no_skip),
                made.connected(second=made.no_skip),
            ),
        ),
        Wrong(
            "there is no skip path, and the norms come last.",
            "what each function's result is added to, and where the norm stands.",
            (made.connected(made.no_skip_post, made.no_skip_post),),
        ),
        Wrong(
            "a norm is missing: each function has one in front of it.",
            "what attend and think are given.",
            (
                made.connected(made.no_norm, made.no_norm),
                made.connected(first=made.no_norm),
                made.connected(second=made.no_norm),
            ),
        ),
        Wrong(
            "there is one sublayer only: a block has attend and think.",
            "what you return.",
            (
                made.connected(second=made.nothing),
                made.connected(first=made.nothing),
            ),
        ),
    ),
)
