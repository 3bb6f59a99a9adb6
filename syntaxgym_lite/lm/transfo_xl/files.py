"""Read a Transformer-XL in the Hugging Face form: weights and words, without running what a pickle names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from ...errors import InputError, ModelError, ModelNotFoundError
from ..pickles import Parameter, View, read_pickled
from ..recurrent.checkpoints import read_safetensors
from ..vocabulary import EOS, Vocabulary
from .config import XlConfig

__all__ = ["TOKENIZER_CONFIG", "XL_CONFIG", "XL_WEIGHTS", "XL_WORDS", "XlFolder", "read_xl_words"]

XL_CONFIG = "config.json"
XL_WEIGHTS = ("model.safetensors", "pytorch_model.bin")
"""Which files weights may lie in; the first that is there is read."""
XL_WORDS = ("vocab.pkl", "vocab.bin", "vocab.txt")
"""Which files words may lie in; the first that is there is read, as its tokenizer does."""
TOKENIZER_CONFIG = "tokenizer_config.json"


@dataclass(frozen=True, slots=True)
class XlFolder:
    """The files of a model.

    Parameters
    ----------
    config, weights, words : Path
    tokenizer : Path or None
        What its tokenizer was saved with, if there is such a file.
    """

    config: Path
    weights: Path
    words: Path
    tokenizer: Path | None

    @classmethod
    def find(cls, folder: Path) -> XlFolder:
        """Find them.

        Raises
        ------
        ModelNotFoundError
            If one of them is not there.
        """
        if not (folder / XL_CONFIG).is_file():
            raise ModelNotFoundError(f"{folder}: no Transformer-XL lies here: it has no {XL_CONFIG}.")

        def first(names: tuple[str, ...], what: str) -> Path:
            for name in names:
                if (folder / name).is_file():
                    return folder / name
            raise ModelNotFoundError(f"{folder}: the model's {what} are missing; they lie in {' or '.join(names)}.")

        tokenizer = folder / TOKENIZER_CONFIG
        weights, words = first(XL_WEIGHTS, "weights"), first(XL_WORDS, "words")
        return cls(folder / XL_CONFIG, weights, words, tokenizer if tokenizer.is_file() else None)

    @property
    def all(self) -> list[Path]:
        """All that a number can depend on."""
        return [self.config, self.weights, self.words, *([self.tokenizer] if self.tokenizer else [])]

    def read_weights(
        self, config: XlConfig, dtype: torch.dtype, device: str
    ) -> tuple[dict[str, Tensor], tuple[str, ...]]:
        """Read the weights, in one type and on one device; and what a user should know of them.

        Raises
        ------
        ModelError
            If the file is damaged, or of another class.
        """
        found = read_safetensors(self.weights)[0] if self.weights.suffix == ".safetensors" else _pickled(self.weights)
        if not any(name.startswith(("transformer.word_emb.", "crit.")) for name in found):
            some = ", ".join(sorted(found)[:3])
            raise ModelError(f"{self.weights}: these are no weights of a Transformer-XL; it has {some or 'none'}.")
        for name, tensor in found.items():
            if not tensor.is_floating_point() or not bool(torch.isfinite(tensor).all()):
                raise ModelError(f"{self.weights}: {name} holds values that are no numbers; the model is damaged.")
        notes = []
        for band in range(len(config.cutoffs) + 1):
            inner, outer = (
                found.get(f"{part}.{band}.weight") for part in ("transformer.word_emb.emb_layers", "crit.out_layers")
            )
            if config.tied and inner is not None and outer is not None and not torch.equal(inner, outer):
                notes.append(
                    f"{self.weights.name} has output layers of its own (crit.out_layers.{band}), but {XL_CONFIG} says "
                    "that they are the word vectors; these are taken."
                )
        return {name: tensor.to(device, dtype) for name, tensor in found.items()}, tuple(notes)

    def lowercase(self) -> bool:
        """Whether its tokenizer was saved with ``lower_case``; not if nothing says so.

        Raises
        ------
        ModelError
            If the file is damaged.
        """
        if self.tokenizer is None:
            return False
        try:
            said = json.loads(self.tokenizer.read_text(encoding="utf-8")).get("lower_case", False)
        except (OSError, ValueError, AttributeError, RecursionError) as error:
            raise ModelError(f"{self.tokenizer}: this is no configuration of a tokenizer ({error}).") from error
        if not isinstance(said, bool):
            raise ModelError(f"{self.tokenizer}: 'lower_case' must be true or false, not {json.dumps(said)}.")
        return said


def _pickled(path: Path) -> dict[str, Tensor]:
    content = read_pickled(path, knows=lambda *_: False, part_of="a Transformer-XL")
    found: dict[str, Tensor] = {}
    for name, value in content.items() if isinstance(content, Mapping) else ():
        data = value.data if isinstance(value, Parameter) else value
        if isinstance(name, str) and isinstance(data, View):
            try:
                found[name] = data.tensor()
            except (ValueError, TypeError) as error:
                raise ModelError(f"{path}: the checkpoint is damaged: {name}: {error}.") from error
    return found


def read_xl_words(path: Path, length: int) -> Vocabulary:
    """Read the words of a model: a list, one a line, or what its tokenizer pickled.

    Parameters
    ----------
    path : Path
        ``vocab.txt``; ``vocab.pkl`` or ``vocab.bin``, a pickled dictionary with ``idx2sym`` or ``sym2idx``.
    length : int
        How many words the model has weights for.

    Raises
    ------
    ModelError
        If the file is damaged, names anything to be run, or has no ``<eos>``.
    InputError
        If the words are none of a vocabulary, or not as many.
    """
    if path.suffix == ".txt":
        vocabulary = Vocabulary.read(path, unk="single", length=length)
    else:
        vocabulary = Vocabulary(_pickled_words(path), source=str(path))
        if len(vocabulary) != length:
            raise InputError(f"{path}: there are {len(vocabulary)} words, but the model has weights for {length}.")
    if EOS not in vocabulary.words:
        raise ModelError(f"{path}: the words have no {EOS}, after which every sentence begins.")
    return vocabulary


def _pickled_words(path: Path) -> tuple[str, ...]:
    content = read_pickled(path, knows=lambda *_: False, part_of="a list of words", plain=True, tensors=False)
    said = content if isinstance(content, Mapping) else {}
    words, numbers = said.get("idx2sym"), said.get("sym2idx")
    if not isinstance(words, list) and isinstance(numbers, Mapping):
        by_number = {number: word for word, number in numbers.items() if isinstance(number, int)}
        words = [by_number.get(number) for number in range(len(numbers))]
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ModelError(f"{path}: there are no words in this file (idx2sym, or sym2idx with numbers from 0 on).")
    return tuple(words)
