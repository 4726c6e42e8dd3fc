"""The Glass-Box Transformer's library: every kernel, readable, NumPy and torch alike.

>>> from glassbox import softmax
"""

from .exercises import check
from .kernels.attention import scaled_dot_product_attention
from .kernels.cheaper_attention import blockwise_attention, grouped_query_attention
from .kernels.embedding import embed, one_hot, sinusoidal_positions
from .kernels.gated import silu, swiglu
from .kernels.masks import causal_mask, padding_mask
from .kernels.multi_head import merge_heads, multi_head_attention, split_heads
from .kernels.normalization import batch_norm, batch_statistics, layer_norm, rms_norm
from .kernels.output_head import cross_entropy, smooth_labels, vocabulary_logits
from .kernels.position_wise import feed_forward, gelu, relu
from .kernels.probability import entropy, log_softmax, softmax, softmax_jacobian
from .kernels.relative_positions import alibi_bias, rotary_embedding
from .kernels.residual import residual_connection
from .kernels.sampling import (
    greedy,
    keep_top_k,
    keep_top_p,
    next_token_probabilities,
    sample,
)
from .kernels.tokenization import (
    apply_merges,
    merge_pair,
    most_frequent_pair,
    train_bpe,
)
from .machine.decoder_only import (
    DecoderOnlyLayerParameters,
    DecoderOnlyParameters,
    decoder_only,
)
from .machine.encoder_decoder import DecoderCache, decode, encode
from .machine.files import load_parameters, save_parameters
from .machine.layers import decoder_layer, encoder_layer
from .machine.parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    LanguageModelParameters,
    NormParameters,
    StackParameters,
    TokenModelParameters,
    TransformerParameters,
    map_arrays,
)
from .machine.token_model import (
    decode_tokens,
    embed_tokens,
    encode_tokens,
    predict_tokens,
)
from .machine.torch_conversion import from_torch, to_torch

__version__ = "0.1.0"

__all__ = [
    "AttentionParameters",
    "DecoderCache",
    "DecoderLayerParameters",
    "DecoderOnlyLayerParameters",
    "DecoderOnlyParameters",
    "EncoderLayerParameters",
    "FeedForwardParameters",
    "LanguageModelParameters",
    "NormParameters",
    "StackParameters",
    "TokenModelParameters",
    "TransformerParameters",
    "alibi_bias",
    "apply_merges",
    "batch_norm",
    "batch_statistics",
    "blockwise_attention",
    "causal_mask",
    "check",
    "cross_entropy",
    "decode",
    "decode_tokens",
    "decoder_layer",
    "decoder_only",
    "embed",
    "embed_tokens",
    "encode",
    "encode_tokens",
    "encoder_layer",
    "entropy",
    "feed_forward",
    "from_torch",
    "gelu",
    "greedy",
    "grouped_query_attention",
    "keep_top_k",
    "keep_top_p",
    "layer_norm",
    "load_parameters",
    "log_softmax",
    "map_arrays",
    "merge_heads",
    "merge_pair",
    "most_frequent_pair",
    "multi_head_attention",
    "next_token_probabilities",
    "one_hot",
    "padding_mask",
    "predict_tokens",
    "relu",
    "residual_connection",
    "rms_norm",
    "rotary_embedding",
    "sample",
    "save_parameters",
    "scaled_dot_product_attention",
    "silu",
    "sinusoidal_positions",
    "smooth_labels",
    "softmax",
    "softmax_jacobian",
    "split_heads",
    "swiglu",
    "to_torch",
    "train_bpe",
    "vocabulary_logits",
]
