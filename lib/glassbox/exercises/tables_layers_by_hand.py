"""The exercises of the_transformer that are worked out with a pencil."""

from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_softmax import floats

HOW_MANY = "a decoder layer's sublayers: two attentions and a feed-forward layer."
NORMS_COUNTED = ByHand(
    name="norms_counted",
    task="A machine has 4 encoder layers and 3 decoder layers. Give the number of "
    "layer norms in the paper's post-norm; in PyTorch's nn.Transformer; and the number "
    "of attentions. Three numbers.",
    hints=(
        "Every sublayer has one norm. How many sublayers has each kind of layer?",
        "Encoder layers: 4 times 2. Decoder layers: 3 times 3.",
        "nn.Transformer puts one more norm behind each of its two stacks.",
    ),
    answer=floats(17, 19, 10),
    tolerance=0.0055,
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

MACHINE_SHAPES = ByHand(
    name="machine_shapes",
    task="The source has 7 tokens, the target 4; d_model is 24, there are 3 heads, and "
    "the target's vocabulary has 50 words. Give the shape of the memory, then of one "
    "layer's weights in cross-attention, then of the logits: seven numbers.",
    hints=(
        "The memory holds one vector for each source token.",
        "Weights have the axes head, query, key. Who asks in cross-attention, and who "
        "is asked?",
        "Each target position has one logit for every word of the vocabulary.",
    ),
    answer=floats(7, 24, 3, 4, 7, 4, 50),
    tolerance=0.0055,
    wrongs=(
        Wrong(
            "queries and keys have changed places: the target asks the source.",
            "the two last axes of the weights.",
            (floats(7, 24, 3, 7, 4, 4, 50),),
        ),
        Wrong(
            "these are self-attention's weights: cross-attention reads the memory.",
            "how many keys the memory offers.",
            (floats(7, 24, 3, 4, 4, 4, 50), floats(7, 24, 3, 7, 7, 4, 50)),
        ),
        Wrong(
            "the logits belong to the target's positions, not to the source's.",
            "the last but one number.",
            (floats(7, 24, 3, 4, 7, 7, 50),),
        ),
        Wrong(
            "the logits are as wide as the vocabulary; d_model was before the head.",
            "the last number.",
            (floats(7, 24, 3, 4, 7, 4, 24),),
        ),
        Wrong(
            "the memory is as wide as d_model: the heads are merged before it.",
            "the second number.",
            (floats(7, 8, 3, 4, 7, 4, 50),),
        ),
        Wrong(
            "the memory comes from the source, with one vector for each of its tokens.",
            "the first number.",
            (floats(4, 24, 3, 4, 7, 4, 50),),
        ),
        Wrong(
            "the head axis counts the heads: 3. Each is 24 / 3 = 8 wide inside.",
            "the third number.",
            (floats(7, 24, 8, 4, 7, 4, 50),),
        ),
    ),
)
