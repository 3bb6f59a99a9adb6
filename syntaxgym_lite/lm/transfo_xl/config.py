"""What a Transformer-XL is built like, as its ``config.json`` in the Hugging Face form says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import ModelError

__all__ = ["MODEL_TYPE", "XlConfig", "is_transfo_xl"]

MODEL_TYPE = "transfo-xl"
"""What ``config.json`` calls such a model."""


@dataclass(frozen=True, slots=True)
class XlConfig:
    """Sizes and settings of a Transformer-XL; the names are those of its ``config.json``.

    Parameters
    ----------
    vocab_size : int
    cutoffs : tuple of int
        Where the bands of rarer words begin.
    d_model, d_embed, n_head, d_head, d_inner, n_layer : int
    div_val : int
        By how much the vectors of each band are narrower than those of the band before; 1: all are of `d_embed`.
    mem_len : int
        How many vectors of each layer are remembered.
    clamp_len : int
        Positions further back than this count as this far; 0 or less: no limit.
    same_length : bool
        Whether every word sees `mem_len` places, itself included; else all of memory and what was read before it.
    pre_lnorm : bool
        Whether layers are normalised before attention and feed-forward network, not after.
    untie_r : bool
        Whether each layer has relative biases of its own.
    tied : bool
        Whether output layers are the word vectors.
    tie_projs : tuple of bool
        Of each band, whether the projection of outputs is that of word vectors.
    epsilon : float
        Of layer normalisation.
    """

    vocab_size: int
    cutoffs: tuple[int, ...]
    d_model: int
    d_embed: int
    n_head: int
    d_head: int
    d_inner: int
    n_layer: int
    div_val: int = 4
    mem_len: int = 1600
    clamp_len: int = 1000
    same_length: bool = True
    pre_lnorm: bool = False
    untie_r: bool = True
    tied: bool = True
    tie_projs: tuple[bool, ...] = ()
    epsilon: float = 1e-5

    @property
    def edges(self) -> list[int]:
        """Where the bands begin, and where the last one ends."""
        return [0, *self.cutoffs, self.vocab_size]

    def width(self, band: int) -> int:
        """Width of the vectors of a band."""
        return int(self.d_embed // self.div_val**band)

    @classmethod
    def read(cls, path: Path) -> XlConfig:
        """Read ``config.json``.

        Raises
        ------
        ModelError
            If it is missing, damaged, of another kind of model, or has what is not known here.
        """
        said = _read(path)
        kind = _kind(said)
        if kind != MODEL_TYPE:
            raise ModelError(
                f"{path}: this is a model of type {json.dumps(kind)}, not a Transformer-XL ({MODEL_TYPE})."
            )

        def number(name: str, default: int | None = None, least: int = 1) -> int:
            value: object = said.get(name, default)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ModelError(
                    f"{path}: '{name}' must be a whole number of at least {least}, not {json.dumps(value)}."
                )
            return value

        def truth(name: str, default: bool) -> bool:
            value = said.get(name, default)
            if not isinstance(value, bool):
                raise ModelError(f"{path}: '{name}' must be true or false, not {json.dumps(value)}.")
            return value

        if said.get("attn_type", 0) != 0:
            raise ModelError(f"{path}: 'attn_type' is {json.dumps(said['attn_type'])}; only 0 is known, and published.")
        n_words = number("vocab_size" if "vocab_size" in said else "n_token")  # as the first files had it
        cutoffs = said.get("cutoffs", [20000, 40000, 200000])
        if not _rises(cutoffs, n_words):
            raise ModelError(f"{path}: 'cutoffs' must be rising numbers below vocab_size, not {json.dumps(cutoffs)}.")
        projections = said.get("tie_projs", [False, *(True for _ in cutoffs)]) or [False] * (len(cutoffs) + 1)
        if not isinstance(projections, list) or not all(isinstance(one, bool) for one in projections):
            raise ModelError(f"{path}: 'tie_projs' must be a list of true and false, not {json.dumps(projections)}.")
        older = "tie_word_embeddings" if "tie_word_embeddings" in said else "tie_weight"
        epsilon = said.get("layer_norm_epsilon", 1e-5)
        if not isinstance(epsilon, float) or not 0 < epsilon < 1:
            raise ModelError(f"{path}: 'layer_norm_epsilon' must be a small number, not {json.dumps(epsilon)}.")
        if said.get("mem_len", 1600) == 0 and said.get("same_length", True):
            raise ModelError(f"{path}: with 'same_length' a word sees 'mem_len' places; 0 of them is none at all.")
        config = cls(
            vocab_size=n_words,
            cutoffs=tuple(cutoffs),
            **{name: number(name) for name in ("d_model", "d_embed", "n_head", "d_head", "d_inner", "n_layer")},
            div_val=number("div_val", 4),
            mem_len=number("mem_len", 1600, least=0),
            clamp_len=number("clamp_len", 1000, least=-1),
            same_length=truth("same_length", True),
            pre_lnorm=truth("pre_lnorm", False),
            untie_r=truth("untie_r", True),
            tied=truth(older, True),
            tie_projs=tuple(projections),
            epsilon=epsilon,
        )
        if config.width(len(cutoffs)) < 1 or config.d_model % 2:
            raise ModelError(
                f"{path}: vectors of {config.d_embed} cannot be divided by {config.div_val} for each of "
                f"{len(cutoffs) + 1} bands, or 'd_model' ({config.d_model}) is odd."
            )
        return config


def _rises(cutoffs: object, n_words: int) -> bool:
    if not isinstance(cutoffs, list) or not all(type(cut) is int and 0 < cut < n_words for cut in cutoffs):
        return False
    return sorted(set(cutoffs)) == cutoffs


def _read(path: Path) -> Mapping[str, Any]:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise ModelError(f"{path}: this is no configuration of a model (its brackets are too deep).") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"{path}: this is no configuration of a model ({error}).") from error
    if not isinstance(said, dict):
        raise ModelError(f"{path}: this is no configuration of a model (no JSON object).")
    return said


def _kind(said: Mapping[str, Any]) -> object:
    """Give the type of a model; the first files do not say it, but name the class."""
    if "model_type" not in said and said.get("architectures") == ["TransfoXLLMHeadModel"]:
        return MODEL_TYPE
    return said.get("model_type")


def is_transfo_xl(name: str) -> bool:
    """Whether a bare name is that of a Transformer-XL: a folder whose configuration says so, or one on the hub.

    Examples
    --------
    >>> is_transfo_xl("transfo-xl/transfo-xl-wt103"), is_transfo_xl("gpt2")
    (True, False)
    """
    folder = Path(name).expanduser()
    try:
        if not folder.is_dir():
            return MODEL_TYPE in name and not folder.exists()
        return _kind(_read(folder / "config.json")) == MODEL_TYPE
    except (OSError, ValueError, ModelError):  # whoever opens it says what is wrong
        return False
