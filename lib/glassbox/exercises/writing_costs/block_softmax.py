"""The exercise block_softmax, of the chapter writing_costs."""

import numpy as np

from .._engine import Case, Exercise, Wrong, floats
from . import _block_variants as made
from ._one_block import one_block_at_a_time

SCORES = [1, 3, 2, 5, 4, 2]
VALUES = floats([10, 0], [20, 10], [0, 30], [40, 20], [10, 10], [30, 40])
WIDE = floats([8, 0, 4], [0, 6, 2], [2, -4, 0], [6, 2, -2])


def _case(note: str, scores: list, values: np.ndarray, block_size: int) -> Case:
    given = {"scores": floats(*scores), "values": values, "block_size": block_size}
    return Case(note, given)


EXERCISE = Exercise(
    task="Write f(scores, values, block_size): the output of one query, "
    "softmax(scores) @ values, in one walk over the blocks. scores has shape (n,), "
    "values (n, d_v), the result (d_v,). Never compute with more than block_size "
    "scores at once: the check stops a function that does. The last block may be "
    "shorter.",
    hints=(
        "Three things go along from block to block: the maximum m so far, the sum s so "
        "far, and the output o so far, not yet divided. Begin with −∞, 0 and zeros.",
        "A block may bring a larger maximum. Then what was added up before must "
        "shrink, the sum and the output alike, by e to the power of (old m − new m).",
        "After that, the block adds e to the power of (score − new m) to the sum, and "
        "these numbers times its values to the output. Divide at the very end.",
    ),
    reference=made.block_softmax,
    adapt=one_block_at_a_time,
    closed=("blockwise_attention",),
    cases=(
        _case("six scores in blocks of two", SCORES, VALUES, 2),
        _case("the largest score comes first", [5, 1, 3, 2], WIDE, 2),
        _case("a short block at the end", [0, 2, 1, -1, 3], VALUES[:5], 3),
        _case("one score at a time", [1, 2, 4], WIDE[:3], 1),
        _case("a block longer than the row", [2, 1, 0], VALUES[:3], 8),
        _case("scores around 1000", [1000, 1001, 999, 1002], WIDE, 2),
        _case("scores around −1000", [-1001, -1000, -1002], VALUES[3:], 2),
        _case("from 1000 down to −1000", [1000, 999, -1000, -999], WIDE, 2),
        _case("from −1000 up to 1000", [-1000, -999, 999, 1000], WIDE, 2),
    ),
    wrongs=(
        Wrong(
            "nothing is rescaled. What was added up with the old maximum can’t be "
            "added to what is made with the new one.",
            "what the old sum and the old output must be multiplied by.",
            (made.rescaled_by(made.never),),
        ),
        Wrong(
            "the output is rescaled, but the sum is not.",
            "the line of the sum.",
            (made.walk(rescaled_sum=made.never),),
        ),
        Wrong(
            "the sum is rescaled, but the output is not.",
            "the line of the output.",
            (made.walk(rescaled_output=made.never),),
        ),
        Wrong(
            "the rescaling goes the wrong way: a larger maximum makes old parts "
            "smaller.",
            "the sign of the exponent: old maximum minus new maximum.",
            (made.rescaled_by(made.not_at_first(made.grow)),),
        ),
        Wrong(
            "it is nan from the first block on. The old maximum is −∞ there, so e to "
            "the power of (new − old), or of (score − old), is infinite.",
            "your exponents: old − new, and score − new.",
            (
                made.rescaled_by(made.grow),
                made.walk(shift=lambda old, new, block: old),
            ),
        ),
        Wrong(
            "the exponent of the factor is one maximum alone; it is the old one minus "
            "the new one.",
            "the exponent of your factor.",
            (
                made.rescaled_by(lambda old, new, block: np.exp(-new)),
                made.rescaled_by(lambda old, new, block: np.exp(old)),
            ),
        ),
        Wrong(
            "the factor compares the old maximum with that of the block. Where the "
            "block's is smaller, nothing may change.",
            "the exponent of your factor: the new maximum is the larger of the two.",
            (made.rescaled_by(lambda old, new, block: np.exp(old - block.max())),),
        ),
        Wrong(
            "each block is compared with its own maximum; it needs the running one.",
            "what you subtract from the scores of a block.",
            (made.walk(shift=lambda old, new, block: block.max()),),
        ),
        Wrong(
            "the new block is compared with the old maximum; it needs the new one.",
            "the order of your lines: first the maximum, then the exponentials.",
            (made.walk(shift=made.old_maximum),),
        ),
        Wrong(
            "no maximum is subtracted, so large scores overflow and small ones vanish.",
            "the exponentials of scores around 1000.",
            (made.walk(maximum=lambda old, block: 0.0, start=0.0),),
        ),
        Wrong(
            "the maximum stays that of the first block, which is no help where later "
            "scores are far larger.",
            "where the maximum is renewed.",
            (made.walk(maximum=made.first_maximum_kept),),
        ),
        Wrong(
            "the running maximum falls when a block has smaller scores. Then the old "
            "parts grow, here beyond all bounds.",
            "the larger of the old maximum and that of the block.",
            (made.walk(maximum=lambda old, block: block.max()),),
        ),
        Wrong(
            "the running maximum begins at 0, so that scores far below 0 vanish.",
            "the number that every score is larger than.",
            (made.walk(start=0.0),),
        ),
        Wrong(
            "the whole new sum is rescaled; only its old part was made with the old "
            "maximum.",
            "what you multiply by the factor.",
            (
                made.rescaled_late(made.shrink),
                made.rescaled_late(made.not_at_first(made.shrink)),
            ),
        ),
        Wrong(
            "each block has a softmax of its own, and these are averaged, added up, or "
            "weighted by their length. But a block counts by the size of its "
            "exponentials.",
            "how a block with small scores comes to count less.",
            (
                made.by_block(lambda outputs, lengths: outputs.mean(axis=0)),
                made.by_block(lambda outputs, lengths: outputs.sum(axis=0)),
                made.by_block(made.mean_by_length),
            ),
        ),
        Wrong(
            "the scores behind the last whole block are left out.",
            "how many blocks there are if n is not divisible by block_size.",
            (made.walk(cut=made.only_whole_blocks),),
        ),
        Wrong(
            "the blocks overlap, so most scores are counted more than once.",
            "the step of your loop: block_size.",
            (made.walk(cut=made.overlapping),),
        ),
        Wrong(
            "every block is given the values of the first.",
            "the rows of the values that belong to a block.",
            (made.walk(cut=made.values_of_the_first),),
        ),
        Wrong(
            "only one block counts; the others are gone.",
            "what goes along from block to block.",
            (
                made.by_block(lambda outputs, lengths: outputs[-1]),
                made.by_block(lambda outputs, lengths: outputs[0]),
            ),
        ),
        Wrong(
            "the output is not divided by the sum.",
            "your last step.",
            (made.walk(finish=lambda output, total: output),),
        ),
        Wrong(
            "the output is divided by the sum after every block; once, at the end, is "
            "right.",
            "the place of your division: after the loop.",
            (made.divided_in_each,),
        ),
        Wrong(
            "this is the last sum, s; the output is asked for.",
            "what you return: o / s.",
            (made.walk(finish=lambda output, total: total),),
        ),
        Wrong(
            "all scores are taken at once, where only one block fits. Even their "
            "maximum is known block by block.",
            "the line in the message, and what it computes with.",
            (
                one_block_at_a_time(made.all_at_once),
                one_block_at_a_time(made.all_shifted_at_once),
                one_block_at_a_time(made.looked_ahead),
            ),
        ),
    ),
)
