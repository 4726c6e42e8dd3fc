"""The exercise norms_counted, of the chapter the_transformer."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

HOW_MANY = "a decoder layer's sublayers: two attentions and a feed-forward layer."

EXERCISE = ByHand(
    task="A machine has 4 encoder layers and 3 decoder layers. Give the number of "
    "layer norms in the paper's post-norm; in PyTorch's nn.Transformer; and the number "
    "of attentions. Three numbers.",
    parts=(
        "layer norms in post-norm",
        "layer norms in nn.Transformer",
        "attentions",
    ),
    hints=(
        "Every sublayer has one norm. How many sublayers has each kind of layer?",
        "Encoder layers: 4 times 2. Decoder layers: 3 times 3.",
        "nn.Transformer puts one more norm behind each of its two stacks.",
    ),
    answer=floats(17, 19, 10),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the final norms are missing: nn.Transformer has one behind each stack, "
            "post-norm or pre-norm.",
            "the second number.",
            (floats(17, 17, 10),),
        ),
        Wrong(
            "one final norm is counted; there are two stacks.",
            "the second number.",
            (floats(17, 18, 10),),
        ),
        Wrong(
            "the paper's post-norm has no final norms: its last step is a norm anyway.",
            "the first number.",
            (floats(19, 19, 10), floats(19, 21, 10)),
        ),
        Wrong(
            "the decoder layers are counted as if they had two sublayers.",
            HOW_MANY,
            (floats(14, 16, 7), floats(14, 16, 10)),
        ),
        Wrong(
            "the norms are right; a decoder layer has two attentions.",
            HOW_MANY,
            (floats(17, 19, 7),),
        ),
        Wrong(
            "the norms are right; a feed-forward layer is no attention.",
            "the third number.",
            (floats(17, 19, 17),),
        ),
        Wrong(
            "encoder and decoder have changed places: 4 and 3 layers.",
            "which stack has 4 layers.",
            (floats(18, 20, 11),),
        ),
    ),
)
