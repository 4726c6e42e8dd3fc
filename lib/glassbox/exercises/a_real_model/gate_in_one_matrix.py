"""The exercise gate_in_one_matrix, of the chapter a_real_model."""

import numpy as np

from ...kernels.gated import silu
from ...kernels.position_wise import gelu, relu
from ...kernels.probability import softmax
from .._engine import Case, Exercise, Wrong, floats
from . import _gates as made

WIDER = {
    "w_wide": floats([1, -2, 0.5, -1, 1, 2], [2, 1, -1, 0.5, 3, -2]),
    "w_down": floats([1, 2], [-3, 1], [0.5, -4]),
}
SQUARE = {
    "w_wide": floats([1, -2, 0, 2], [3, 0.5, -1, 1]),
    "w_down": floats([2, -1], [1, -3]),
}
NARROWER = {
    "w_wide": floats([1, 0.5], [-1, 2], [2, -1]),
    "w_down": floats([3, -1, 2]),
}
BATCH = floats([[1, 2], [0, 1]], [[-1, 0], [2, 2]], [[0.5, -3], [1, -1]])
ONE = {"w_wide": floats([1, -1, 2, 3]), "w_down": floats([1], [2])}

EXERCISE = Exercise(
    task="Write f(x, w_wide, w_down): SwiGLU as many files of models store it. W_wide "
    "is W_gate with W_up to its right, one matrix of the shape (d_model, 2 d_ff), so "
    "one product gives x W_gate with x W_up to its right. x has shape (..., d_model); "
    "so has the result.",
    hints=(
        "w_down has d_ff rows. What do the first d_ff columns of x @ w_wide hold, and "
        "what do the others?",
        "Cut along the last axis, whatever stands before it.",
        "silu bends the first half alone: a / (1 + exp(-a)). Multiply the halves entry "
        "by entry; w_down brings the product back to d_model.",
    ),
    reference=made.in_one,
    closed=("swiglu",),
    cases=(
        Case("one token with one feature", {"x": floats([2]), **ONE}),
        Case("two tokens, d_ff = 3", {"x": floats([1, -1], [-2, 0.5]), **WIDER}),
        Case("a single vector", {"x": floats(-1, 2), **WIDER}),
        Case("a batch of three texts", {"x": BATCH, **WIDER}),
        Case("d_ff = d_model", {"x": floats([2, 1], [-1, 1], [0, 0]), **SQUARE}),
        Case("narrower inside", {"x": floats([1, 2, 0], [-1, 0, 3]), **NARROWER}),
    ),
    wrongs=(
        Wrong(
            "the wrong axis is cut. Split the columns, which are the last axis: "
            "np.split cuts the first one, unless it is given axis=-1.",
            "the axis along which you cut.",
            (
                made.cut_along(0),
                made.cut_along(1),
                made.rows_cut,
            ),
        ),
        Wrong(
            "every other column is taken: the gate's columns all stand on the left.",
            "how you cut x @ w_wide in two.",
            (made.every_other,),
        ),
        Wrong(
            "silu bends the second half, which is what goes through the gate, not the "
            "gate itself.",
            "which of the two halves stands inside silu( ).",
            (made.joined(lambda gate, up: gate * silu(up)),),
        ),
        Wrong(
            "this is the sigmoid alone. silu(a) is a times the sigmoid of a, so x "
            "W_gate comes in once more.",
            "the numerator of silu.",
            (made.opened_by(made.sigmoid),),
        ),
        Wrong(
            "this is ReLU. With it the layer is called ReGLU.",
            "what becomes of a small negative number: silu(-1) is -0.27.",
            (made.opened_by(relu),),
        ),
        Wrong(
            "this is GELU. With it the layer is called GEGLU.",
            "what bends the gate: a / (1 + exp(-a)).",
            (
                made.opened_by(gelu),
                made.opened_by(lambda a: gelu(a, approximate="tanh")),
            ),
        ),
        Wrong(
            "the gate is not bent at all.",
            "where silu comes in.",
            (made.opened_by(lambda a: a),),
        ),
        Wrong(
            "this is the tanh, or a times the tanh of a; silu takes the sigmoid.",
            "what bends the gate: a / (1 + exp(-a)).",
            (made.opened_by(np.tanh), made.opened_by(lambda a: a * np.tanh(a))),
        ),
        Wrong(
            "this is a softmax over the gate, which makes all its entries share one "
            "sum. Each entry opens for itself.",
            "what bends the gate: a / (1 + exp(-a)).",
            (made.opened_by(softmax), made.opened_by(lambda a: a * softmax(a))),
        ),
        Wrong(
            "the sign in the exponent is lost: this is a / (1 + exp(a)).",
            "silu of a large number: it must stay close to that number.",
            (made.opened_by(lambda a: a / (1 + np.exp(a))),),
        ),
        Wrong(
            "a and its sigmoid are added; silu multiplies them.",
            "your silu.",
            (made.opened_by(lambda a: a + made.sigmoid(a)),),
        ),
        Wrong(
            "the two halves are added. A gate multiplies.",
            "what stands between silu(x W_gate) and x W_up.",
            (made.joined(lambda gate, up: silu(gate) + up),),
        ),
        Wrong(
            "the two halves are multiplied as matrices; a gate multiplies entry by "
            "entry.",
            "the sign between the two: * or @.",
            (
                made.joined(lambda gate, up: silu(gate) @ up),
                made.joined(lambda gate, up: silu(gate) @ up.T),
            ),
        ),
        Wrong(
            "silu comes after the product; it bends the gate before.",
            "the brackets: what does silu enclose?",
            (made.joined(lambda gate, up: silu(gate * up)),),
        ),
        Wrong(
            "both halves are bent; the up value stays as it is.",
            "how often silu stands in the equation.",
            (made.joined(lambda gate, up: silu(gate) * silu(up)),),
        ),
        Wrong(
            "silu comes last, after W_down.",
            "the brackets: what does silu enclose?",
            (made.bent_at_the_end,),
        ),
        Wrong(
            "silu is taken of x; it belongs to what W_gate makes of x.",
            "the brackets: what does silu enclose?",
            (made.bent_before,),
        ),
        Wrong(
            "the second half is not used: this is an ordinary feed-forward layer with "
            "silu.",
            "what the gate is multiplied by.",
            (
                made.joined(lambda gate, up: silu(gate)),
                made.cut(
                    lambda x, w_gate, w_up, w_down: (silu(x @ w_gate) * x) @ w_down
                ),
            ),
        ),
        Wrong(
            "the first half, the gate, is not used: this is an ordinary feed-forward "
            "layer with silu.",
            "which matrix makes the gate.",
            (made.joined(lambda gate, up: silu(up)),),
        ),
        Wrong(
            "the same half is taken twice.",
            "which columns make the gate, and which what goes through it.",
            (
                made.joined(lambda gate, up: silu(gate) * gate),
                made.joined(lambda gate, up: silu(up) * up),
            ),
        ),
        Wrong(
            "each half is narrowed by itself, and then they are multiplied. The "
            "product comes first.",
            "the brackets: what does W_down multiply?",
            (made.narrowed_apart,),
        ),
        Wrong(
            "W_down is missing: the result is as wide as d_ff.",
            "the shape of the result.",
            (made.cut(lambda x, w_gate, w_up, w_down: silu(x @ w_gate) * (x @ w_up)),),
        ),
        Wrong(
            "the matrices are transposed. Ours are (d_in, d_out), unlike those of "
            "torch.nn.Linear.",
            "the shapes of x and w_wide.",
            (made.transposed,),
        ),
        Wrong(
            "x is added: that is the residual connection around the layer.",
            "what the layer alone returns.",
            (lambda x, *matrices: x + made.in_one(x, *matrices),),
        ),
    ),
)
