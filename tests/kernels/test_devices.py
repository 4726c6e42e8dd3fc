"""Kernels build what they need on the device of their input, whatever it is.

Torch's meta device has shapes and no numbers, is there on every machine, and refuses
to be mixed with the CPU as a GPU does. Kernels that look at values are left out.
"""

import glassbox as g
import pytest
import torch

META = {"device": "meta", "dtype": torch.float32}
X, WIDE = torch.empty(2, 3, 8, **META), torch.empty(8, 8, **META)
VECTOR = torch.empty(8, **META)
ATTENTION = g.AttentionParameters(4, WIDE, WIDE, WIDE, WIDE, VECTOR)
FEED_FORWARD = g.FeedForwardParameters(WIDE, VECTOR, WIDE, VECTOR, "gelu")
NORM = g.NormParameters(VECTOR, VECTOR)
ENCODER = g.EncoderLayerParameters(ATTENTION, NORM, FEED_FORWARD, NORM)
DECODER = g.DecoderLayerParameters(ATTENTION, NORM, ATTENTION, NORM, FEED_FORWARD, NORM)
CALLS = {
    "softmax": lambda: g.softmax(X, temperature=0.5),
    "softmax at 0": lambda: g.softmax(X, temperature=0),
    "log_softmax": lambda: g.log_softmax(X),
    "entropy": lambda: g.entropy(X),
    "softmax_jacobian": lambda: g.softmax_jacobian(X),
    "residual_connection": lambda: g.residual_connection(X, X),
    "layer_norm": lambda: g.layer_norm(X, VECTOR, VECTOR),
    "rms_norm": lambda: g.rms_norm(X, VECTOR),
    "batch_norm": lambda: g.batch_norm(X, VECTOR, VECTOR),
    "causal_mask": lambda: g.causal_mask(3, like=X),
    "padding_mask": lambda: g.padding_mask([1, 3], 3, like=X),
    "sinusoidal_positions": lambda: g.sinusoidal_positions(3, 8, like=X),
    "multi_head_attention": lambda: (
        g.multi_head_attention(X, X, X, ATTENTION, g.causal_mask(3, like=X)).output
    ),
    "relu": lambda: g.relu(X),
    "feed_forward": lambda: g.feed_forward(X, FEED_FORWARD),
    "vocabulary_logits": lambda: g.vocabulary_logits(X, WIDE, VECTOR),
    "keep_top_k": lambda: g.keep_top_k(X, 2),
    "keep_top_p": lambda: g.keep_top_p(X, 0.5),
    "next_token_probabilities": lambda: g.next_token_probabilities(
        X, temperature=2, top_k=3, top_p=0.5
    ),
    "encode": lambda: g.encode(X, g.StackParameters((ENCODER, ENCODER))).output,
    "decode": lambda: g.decode(X, X, g.StackParameters((DECODER,), True, NORM)).output,
}


@pytest.mark.parametrize("name", CALLS)
def test_the_result_is_on_the_device_of_the_input(name):
    assert CALLS[name]().device.type == "meta"


@pytest.mark.filterwarnings("ignore:enable_nested_tensor is True:UserWarning")
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
@pytest.mark.parametrize("norm_first", [False, True])
def test_a_model_on_the_gpu_equals_the_same_on_the_cpu(norm_first):
    model = torch.nn.Transformer(8, 2, 2, 2, 16, norm_first=norm_first).double()
    stacks = g.from_torch(model.eval())
    table = torch.randn(9, 8, dtype=torch.float64).numpy()
    parameters = g.TokenModelParameters(table, table, stacks)
    moved = g.map_arrays(parameters, lambda w: torch.tensor(w, device="cuda"))
    logits = []
    for p in (parameters, moved):
        mask = g.padding_mask([4, 2], 4, like=p.source_table)
        memory = g.encode_tokens([[1, 2, 3, 4], [5, 6, 0, 0]], p, mask).output
        found = g.decode_tokens([[1, 2], [3, 4]], memory, p, memory_mask=mask)
        logits.append(torch.as_tensor(found.output).cpu())
    torch.testing.assert_close(*logits, rtol=0, atol=1e-10)
