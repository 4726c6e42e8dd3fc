"""The front page's map of the machine, small: you are here.

Boxes stand where assets/figures/transformer_map.svg has them, in its units.
"""

from ..words import fill
from ..words import translated as _
from ._room import lines
from ._svg import SIZE, Sheet

ACROSS, DOWN = 0.28, 0.105  # from the map's units to ours
WIDTH, LETTERS = 146, 11
LEFT, RIGHT, WIDE = 45, 305, 170  # the encoder's boxes, the decoder's, and how wide
STACKS = ((16, 282, 212, 274), (292, 158, 212, 398))  # left, top, width, height
# From the encoder to the attention that reads it.
WAY = ((130, 300), (130, 250), (260, 250), (260, 361), (RIGHT, 361))
BOXES = {  # kind: its color, and each box: name, left, top, height
    "embedding": ("4", (("source", LEFT, 596, 56), ("target", RIGHT, 596, 56))),
    "attention": ("2", (
        ("self", LEFT, 460, 50), ("masked", RIGHT, 460, 50), ("cross", RIGHT, 336, 50),
    )),
    "feed": ("1", (("encoder", LEFT, 336, 50), ("decoder", RIGHT, 212, 50))),
    "norm": ("5", (
        ("1", LEFT, 424, 32), ("2", LEFT, 300, 32), ("3", RIGHT, 424, 32),
        ("4", RIGHT, 300, 32), ("5", RIGHT, 176, 32),
    )),
    "head": ("3", (("linear", RIGHT, 86, 36), ("softmax", RIGHT, 32, 36))),
}  # fmt: skip
HERE = {  # a chapter's boxes: all of a kind, or one
    "why_attention": ("attention",),
    "tokens": ("embedding",),
    "embeddings_and_positions": ("embedding",),
    "softmax_and_temperature": ("attention", "head softmax"),
    "scaled_dot_product_attention": ("attention",),
    "multi_head_attention": ("attention",),
    "decoder_masking": ("attention masked",),
    "cross_attention": ("attention cross",),
    "feed_forward": ("feed",),
    "residual_connection": ("norm",),
    "layer_norm_vs_batch_norm": ("norm",),
    "output_head": ("head",),
    "choosing_the_next_token": ("head",),
    "the_transformer": tuple(BOXES),
    "train_a_translator": tuple(BOXES),
    "rotary_positions": ("attention self", "attention masked"),
    "writing_costs": ("attention masked",),
    "a_real_model": (
        "attention masked",
        "feed decoder",
        "norm",
        "embedding target",
        "head",
    ),
    "inside_a_model": ("attention masked", "head"),
}


def small_map(part: str) -> str:
    """Return the machine's map as SVG, with the boxes of a chapter filled.

    >>> small_map("feed_forward").startswith("<svg")
    True
    """
    if part not in HERE:
        raise ValueError(f"part must be one of {', '.join(HERE)}; got {part!r}")
    sheet = Sheet()
    for box in STACKS:
        draw_box(sheet, *box, "grid", 0.6)
    for (x1, y1), (x2, y2) in zip(WAY, WAY[1:], strict=False):
        sheet.line(x1 * ACROSS, y1 * DOWN, x2 * ACROSS, y2 * DOWN)
    for kind, (color, boxes) in BOXES.items():
        for name, left, top, height in boxes:
            here = {kind, f"{kind} {name}"} & set(HERE[part])
            look = (color, 1) if here else ("edge", 0.4)
            draw_box(sheet, left, top, WIDE, height, *look)
    said = label(part)
    y = 652 * DOWN + 15
    for line in lines(said, (WIDTH - 4) * SIZE / LETTERS):
        sheet.text(WIDTH / 2, y, line, anchor="middle")
        y += LETTERS + 2
    described = fill(_("The Transformer’s map. Here: {label}."), label=said)
    return sheet.svg(y - 7, described, width=WIDTH, kind="map", size=LETTERS)


def draw_box(
    sheet: Sheet, left: float, top: float, width: float, height: float,
    color: str, opacity: float,
) -> None:  # fmt: skip
    """Fill a box that is given in the map's units."""
    x, y = left * ACROSS, top * DOWN
    right, below = x + width * ACROSS, y + height * DOWN
    corners = [(x, y), (right, y), (right, below), (x, below)]
    sheet.shape(corners, color, opacity=opacity)


def label(part: str) -> str:
    """Say which part of the machine a chapter is about."""
    return {
        "why_attention": _("attention: it lets tokens read each other"),
        "tokens": _("tokens: what the machine reads"),
        "embeddings_and_positions": _("embeddings: where tokens enter"),
        "softmax_and_temperature": _("softmax: inside attention, and at the end"),
        "scaled_dot_product_attention": _("attention: how one lookup works"),
        "multi_head_attention": _("attention: several heads in each"),
        "decoder_masking": _("the decoder’s masked attention"),
        "cross_attention": _("cross-attention: from encoder to decoder"),
        "feed_forward": _("feed-forward: in every layer"),
        "residual_connection": _("add: a path around each part"),
        "layer_norm_vs_batch_norm": _("norm: after each part"),
        "output_head": _("the output head: at the end"),
        "choosing_the_next_token": _("after the head: one token is chosen"),
        "the_transformer": _("the whole machine"),
        "train_a_translator": _("the whole machine, trained"),
        "rotary_positions": _("inside self-attention: queries and keys turn"),
        "writing_costs": _("inside masked attention: keys are kept"),
        "a_real_model": _("the right half, as it is today"),
        "inside_a_model": _("masked attention, taken apart"),
    }[part]
