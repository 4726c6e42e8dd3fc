"""The exercise norms_behind, of the chapter a_real_model."""

from .._engine import Case, Exercise, Wrong, floats
from . import _pieces as made

TOKENS = floats([3, 1], [-1, 2], [0, 4])
WIDER = floats([1, -2, 4], [0.5, 3, -1], [2, 2, 0], [-3, 1, 5])

EXERCISE = Exercise(
    task="Write f(x, norm_1, attend, norm_2, think): one block of OLMo 2. The four "
    "pieces are functions. attend reads x as it is; norm_1 norms what attend found, "
    "and that is added to x. think and norm_2 go on with the sum in the same way. No "
    "norm stands in the stream itself. x is still needed after the call, so don't "
    "write into it.",
    hints=(
        "Draw the stream as a line, with two branches that leave it and come back. "
        "Where on a branch does its norm stand?",
        "What comes back from a branch is normed; what goes in is not. Keep the stream "
        "after the first branch under a name of its own.",
        "The second branch knows nothing but that sum: think reads it, norm_2 norms "
        "what comes out of it, and the sum gets that.",
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
            "this is the pre-norm of SmolLM2: what goes into each function is normed. "
            "Here what comes out of it is.",
            "what stands inside the norms.",
            (made.connected(made.pre, made.pre),),
        ),
        Wrong(
            "one of the two norms stands in front of its function, as in SmolLM2.",
            "what stands inside each norm.",
            (
                made.connected(first=made.pre),
                made.connected(second=made.pre),
            ),
        ),
        Wrong(
            "this is the post-norm of 2017: the norm comes after the sum, so it stands"
            " in the stream.",
            "which comes last in a sublayer, the sum or the norm.",
            (
                made.connected(made.post, made.post),
                made.connected(first=made.post),
                made.connected(second=made.post),
            ),
        ),
        Wrong(
            "there is a norm on both sides of a function. Some models have that, but "
            "this one has it behind the function alone.",
            "what the functions read.",
            (
                made.connected(made.both, made.both),
                made.connected(first=made.both),
                made.connected(second=made.both),
            ),
        ),
        Wrong(
            "the block ends in a norm. That one comes once in a model, after the last "
            "block.",
            "what you return.",
            (
                lambda x, *pieces: pieces[0](made.block(x, *pieces)),
                lambda x, *pieces: pieces[2](made.block(x, *pieces)),
            ),
        ),
        Wrong(
            "the normed x is what the function reads and what its result is added to, "
            "so x itself is lost.",
            "what each function's result is added to.",
            (
                made.connected(made.path_too, made.path_too),
                made.connected(first=made.path_too),
                made.connected(second=made.path_too),
            ),
        ),
        Wrong(
            "the first norm is used twice; what think returns has one of its own.",
            "which norm is around think.",
            (made.with_pieces(lambda n1, attend, n2, think: (n1, attend, n1, think)),),
        ),
        Wrong(
            "the second norm is used twice; what attend finds has one of its own.",
            "which norm is around attend.",
            (made.with_pieces(lambda n1, attend, n2, think: (n2, attend, n2, think)),),
        ),
        Wrong(
            "the two norms are exchanged.",
            "which norm is around which function.",
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
            "Here think reads what attend has added to.",
            "what think is given.",
            (made.finished(lambda x, found, h, norm_2, think: h + norm_2(think(x))),),
        ),
        Wrong(
            "think reads what attention found, without the x that it is added to.",
            "what think is given.",
            (
                made.finished(
                    lambda x, found, h, norm_2, think: h + norm_2(think(found))
                ),
            ),
        ),
        Wrong(
            "the second sum takes x as it came in, so what attention found is not in "
            "the result.",
            "what think's result is added to.",
            (made.finished(lambda x, found, h, norm_2, think: x + norm_2(think(h))),),
        ),
        Wrong(
            "x is added once too often: the result of the first sublayer has it "
            "already.",
            "your second sum.",
            (
                made.finished(
                    lambda x, found, h, norm_2, think: x + h + norm_2(think(h))
                ),
            ),
        ),
        Wrong(
            "a skip path is missing.",
            "what each function's result is added to.",
            (
                made.connected(made.no_skip_post, made.no_skip_post),
                made.connected(first=made.no_skip_post),
                made.connected(second=made.no_skip_post),
            ),
        ),
        Wrong(
            "there is no skip path, and the norms stand in front of the functions.",
            "what each function's result is added to, and where its norm stands.",
            (made.connected(made.no_skip, made.no_skip),),
        ),
        Wrong(
            "a norm is missing: what each function returns has one of its own.",
            "what is added to the stream.",
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
