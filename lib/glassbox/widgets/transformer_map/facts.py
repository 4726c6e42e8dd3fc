"""What the map knows of the machine: parts, shapes, parameters, equations, kernels.

In equations, _{...} lowers and ^{...} raises. A norm has a second equation, for
pre-norm. A section is the paper's, Vaswani et al. 2017; a chapter is named by its slug.
"""

from collections.abc import Mapping
from math import prod
from typing import Any

# A kind's parameters: products of a factor and sizes, to be added up.
TERMS = {
    "source_table": [[1, "source_vocabulary_size", "d_model"]],
    "table": [[1, "vocabulary_size", "d_model"]],
    "attention": [[4, "d_model", "d_model"]],  # W_Q, W_K, W_V, W_O
    "feed_forward": [[2, "d_model", "d_ff"], [1, "d_ff"], [1, "d_model"]],
    "norm": [[2, "d_model"]],  # gamma and beta
    "biases": [[4, "d_model"]],  # of PyTorch's attention; the paper's has none
}
PRESETS = {  # base and big: Table 3 of the paper. small: the date translator
    "small": {"d_model": 32, "n_heads": 4, "d_ff": 64, "n_layers": 2,
              "source_vocabulary_size": 55, "vocabulary_size": 13,
              "n_source": 17, "n_target": 3, "norm": "pre", "form": "pytorch"},
    "base": {"d_model": 512, "n_heads": 8, "d_ff": 2048, "n_layers": 6,
             "source_vocabulary_size": 37_000, "vocabulary_size": 37_000,
             "n_source": 5, "n_target": 4, "norm": "post", "form": "paper"},
    "big": {"d_model": 1024, "n_heads": 16, "d_ff": 4096, "n_layers": 6,
            "source_vocabulary_size": 37_000, "vocabulary_size": 37_000,
            "n_source": 5, "n_target": 4, "norm": "post", "form": "paper"},
}  # fmt: skip
FOLLOWED = {  # a date, the same without its comma, and that with rows of the first
    "comma": PRESETS["small"],
    "no_comma": PRESETS["small"] | {"n_source": 16},
    "exchanged": PRESETS["small"] | {"n_source": 16},
}
LARGEST = {
    "d_model": 16384, "n_heads": 256, "d_ff": 65536, "n_layers": 128,
    "source_vocabulary_size": 1_000_000, "vocabulary_size": 1_000_000,
    "n_source": 4096, "n_target": 4096,
}  # fmt: skip


def tokens(n: str, chapters: str) -> dict:
    return {
        "kind": "tokens",
        "shapes": {"ids": [n]},
        "equation": "0 ≤ t_{i} < V",
        "chapters": chapters.split(),
    }


def embedding(n: str, terms: str, vocabulary: str) -> dict:
    x = [n, "d_model"]
    table = [vocabulary, "d_model"]
    return {
        "kind": "table",
        "terms": terms,
        "shapes": {"ids": [n], "table": table, "positions": x, "output": x},
        "equation": "x_{i} = √d_{model} E[t_{i}] + PE(i)",
        "section": "3.4, 3.5",
        "kernels": ["embed_tokens"],
        "chapters": ["embeddings_and_positions"],
    }


def attention(n_queries: str, n_keys: str, kernels: str, chapters: str) -> dict:
    scores = "Q_{i}K_{i}^{T}/√d_{head}"
    scores = f"mask({scores})" if "mask" in kernels else scores
    x = {"x": [n_queries, "d_model"]}
    if n_queries != n_keys:
        x["memory"] = [n_keys, "d_model"]
    return {
        "kind": "attention",
        "shapes": x
        | {
            "query": ["n_heads", n_queries, "d_head"],
            "key_value": ["n_heads", n_keys, "d_head"],
            "weights": ["n_heads", n_queries, n_keys],
            "output": [n_queries, "d_model"],
        },
        "equation": f"head_{{i}} = softmax({scores}) V_{{i}}\n"
        "Concat(head_{1}, …, head_{h}) W^{O}",
        "section": "3.2",
        "kernels": kernels.split(),
        "chapters": [*chapters.split(), "residual_connection"],
    }


def norm(n: str) -> dict:
    return {
        "kind": "norm",
        "shapes": {"x": [n, "d_model"], "gamma_beta": ["d_model"],
                   "output": [n, "d_model"]},
        "equation": "LayerNorm(x + f(x))",
        "pre_equation": "x + f(LayerNorm(x))",
        "section": "3.1",
        "kernels": ["layer_norm", "residual_connection"],
        "chapters": ["layer_norm_vs_batch_norm"],
    }  # fmt: skip


def final_norm(n: str) -> dict:
    return {
        "kind": "norm",
        "shapes": norm(n)["shapes"],
        "equation": "γ (x − μ) / √(σ^{2} + ε) + β",
        "kernels": ["layer_norm"],
        "chapters": ["layer_norm_vs_batch_norm"],
    }


def feed_forward(n: str) -> dict:
    x = [n, "d_model"]
    return {
        "kind": "feed_forward",
        "shapes": {"x": x, "inner": [n, "d_ff"], "output": x},
        "equation": "max(0, xW_{1} + b_{1}) W_{2} + b_{2}",
        "section": "3.3",
        "kernels": ["feed_forward"],
        "chapters": ["feed_forward", "residual_connection"],
    }


LOGITS = ["n_target", "vocabulary_size"]
# In the order in which data passes them; in pre-norm, a norm before its sub-layer.
PARTS = {
    "source_tokens": tokens("n_source", "tokens embeddings_and_positions"),
    "source_embedding": embedding(
        "n_source", "source_table", "source_vocabulary_size"
    ),
    "encoder_self_attention": attention(
        "n_source", "n_source", "multi_head_attention",
        "scaled_dot_product_attention multi_head_attention",
    ),
    "encoder_norm_1": norm("n_source"),
    "encoder_feed_forward": feed_forward("n_source"),
    "encoder_norm_2": norm("n_source"),
    "encoder_final_norm": final_norm("n_source"),
    "memory": {
        "kind": "memory",
        "shapes": {"memory": ["n_source", "d_model"]},
        "equation": "memory = encode(x)",
        "section": "3.1",
        "kernels": ["encode"],
        "chapters": ["cross_attention", "the_transformer"],
    },
    "target_tokens": tokens("n_target", "decoder_masking"),
    "target_embedding": embedding("n_target", "table", "vocabulary_size"),
    "masked_self_attention": attention(
        "n_target", "n_target", "causal_mask multi_head_attention", "decoder_masking"
    ),
    "decoder_norm_1": norm("n_target"),
    "cross_attention": attention(
        "n_target", "n_source", "multi_head_attention", "cross_attention"
    ),
    "decoder_norm_2": norm("n_target"),
    "decoder_feed_forward": feed_forward("n_target"),
    "decoder_norm_3": norm("n_target"),
    "decoder_final_norm": final_norm("n_target"),
    "linear": {
        "kind": "table",
        "shapes": {"hidden": ["n_target", "d_model"],
                   "table": ["vocabulary_size", "d_model"], "logits": LOGITS},
        "equation": "logits = y E^{T}",
        "section": "3.4",
        "kernels": ["vocabulary_logits"],
        "chapters": ["output_head"],
    },
    "softmax": {
        "kind": "softmax",
        "shapes": {"logits": LOGITS, "probabilities": LOGITS},
        "equation": "p_{i} = e^{z_{i}} / Σ_{j} e^{z_{j}}",
        "section": "3.4",
        "kernels": ["softmax"],
        "chapters": [
            "softmax_and_temperature", "output_head", "choosing_the_next_token",
        ],
    },
}  # fmt: skip


def parts_of(state: Mapping[str, Any]) -> list[str]:
    """Return a model's parts in the data's order; some models have final norms.

    Pre-norm ones have them, and PyTorch's in any case.
    """
    final = state["norm"] == "pre" or state["form"] == "pytorch"
    parts = [part for part in PARTS if final or "final" not in part]
    if state["norm"] == "pre":
        for i, part in enumerate(parts):
            if "_norm_" in part:
                parts[i - 1 : i + 1] = part, parts[i - 1]
    return parts


def copies(part: str, state: Mapping[str, Any]) -> int:
    """Return how often a part stands in the model."""
    in_layers = PARTS[part]["kind"] in ("attention", "feed_forward", "norm")
    return state["n_layers"] if in_layers and "final" not in part else 1


def count(part: str, state: Mapping[str, Any]) -> int:
    """Return the parameters of one copy of a part, shared ones included."""
    kind = PARTS[part]["kind"]
    terms = TERMS.get(PARTS[part].get("terms", kind), [])
    if kind == "attention" and state["form"] == "pytorch":
        terms = terms + TERMS["biases"]
    return sum(factor * prod(state[name] for name in names) for factor, *names in terms)


def is_shared(part: str, state: Mapping[str, Any]) -> bool:
    """Return whether, with tied tables, a part has the table of one before it."""
    one = state["source_vocabulary_size"] == state["vocabulary_size"]
    return part == "linear" or (part == "target_embedding" and one)


def count_all(state: Mapping[str, Any], tied: bool) -> int:
    """Return the whole model's parameters; tied: tables of one vocabulary are one."""
    return sum(
        count(part, state) * copies(part, state)
        for part in parts_of(state)
        if not (tied and is_shared(part, state))
    )
