"""The tokenizer that a GGUF file describes: its pieces and merges, and by the name of a rule, how text is split first.

The file gives only the name (`tokenizer.ggml.pre`). transformers knows some of them, more from version to version, and
takes GPT-2's rule for all others without a word. The rules here are those of the models' own tokenizer.json files.
"""

from __future__ import annotations

import collections
import mmap
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import ModelError
from .own_tokenizer import cuts_as, wrapped

__all__ = ["SPLITS", "gguf_tokenizer", "read_gguf_head"]

_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_LETTERS = r"[^\r\n\p{L}\p{N}]?\p{L}+"
_REST = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_CAPITALS = (  # a word in capitals, then one in small letters
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*",
)
_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_LLAMA3 = rf"{_CONTRACTIONS}|{_LETTERS}|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{_REST}"
_QWEN2 = rf"{_CONTRACTIONS}|{_LETTERS}|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{_REST}"
_TEKKEN = rf"{'|'.join(_CAPITALS)}|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_REST}"
_GPT4O = (
    rf"{_CAPITALS[0]}{_CONTRACTIONS}?|{_CAPITALS[1]}{_CONTRACTIONS}?|\p{{N}}{{1,3}}"
    rf"| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_REST}"
)
_BLOOM = r" ?[^(\s|[.,!?…。，、।۔،])]+"
_HAN = "[一-龥ࠀ-一가-퟿]+"
_DEEPSEEK3 = (
    r"\p{N}{1,3}",
    "[一-龥぀-ゟ゠-ヿ]+",
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
    rf"| ?[\p{{P}}\p{{S}}]+[\r\n]*|{_REST}",
)

_FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("gpt-2 phi-2 jina-es jina-de jina-v2-es jina-v2-de gigachat mpt olmo jais trillion granite-docling", (_GPT2,)),
    ("smollm starcoder refact command-r codeshell exaone minerva-7b", (r"\p{N}", _GPT2)),
    ("bloom poro-chat gpt3-finnish", (_BLOOM,)),
    ("viking", (_BLOOM, r"\p{N}")),
    ("llama3 llama-v3 llama-bpe falcon3 falcon-h1 pixtral midm-2.0 lfm2 dbrx smaug-bpe glm4 chatglm-bpe", (_LLAMA3,)),
    ("qwen2 deepseek-r1-qwen kormo megrez stablelm2", (_QWEN2,)),
    ("tekken", (_TEKKEN,)),
    ("gpt-4o llama4 kanana2", (_GPT4O,)),
    ("deepseek-coder", (r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", _HAN, r"\p{N}")),
    ("deepseek-v3", _DEEPSEEK3),
)
SPLITS: Mapping[str, tuple[str, ...]] = {name: split for names, split in _FAMILIES for name in names.split()}
"""How text is split before it is cut into pieces: regular expressions, one after the other, by the name of the rule."""

# In these, a word that is a piece is one, whatever the merges make of it.
_WHOLE_WORDS = frozenset({_LLAMA3, _TEKKEN})
_CONTROL, _USER_DEFINED = 3, 4
_SPECIAL = {"bos": "bos", "eos": "eos", "unk": "unknown", "pad": "padding"}


def gguf_tokenizer(tokenizer: Any, path: Path, name: str) -> tuple[Any, tuple[str, ...]]:
    """Give the tokenizer that a GGUF file describes: the one that opened if it is that, else one of the file's own.

    Returns
    -------
    tokenizer : transformers tokenizer
    warnings : tuple of str
        What the file leaves open.

    Raises
    ------
    ModelError
        If the file is damaged, or names a rule that is not known here.
    """
    try:
        found = read_gguf_head(path, "tokenizer.ggml.")
    except (struct.error, ValueError, KeyError, OSError) as error:
        raise ModelError(f"The model {name} could not be opened; its file may be damaged: {error}") from error
    tokens = found.get("tokens", [])
    named = {
        f"{kind}_token": tokens[token_id]
        for kind, key in _SPECIAL.items()
        if isinstance(token_id := found.get(f"{key}_token_id"), int) and 0 <= token_id < len(tokens)
    }
    if found.get("model") != "gpt2":  # SentencePiece has one rule only
        _rename(tokenizer, named)
        return tokenizer, ()
    rule = found.get("pre", "default")
    warnings: tuple[str, ...] = ()
    if rule == "default":
        warnings = (
            f"The GGUF file {name} does not say how text is split before it is cut into pieces (tokenizer.ggml.pre); "
            "GPT-2's rule is taken. Compare with the model's original files.",
        )
    elif rule not in SPLITS:
        raise ModelError(
            f"The GGUF file {name} says that text is split by the rule {rule!r} (tokenizer.ggml.pre), which is not "
            "known here, so its pieces could be others than the model's own; use the model's original files, by their "
            "folder or hub name."
        )
    try:
        own = _byte_level(found, SPLITS.get(rule, (_GPT2,)))
    except Exception as error:
        raise ModelError(f"The model {name} could not be opened; its tokenizer may be damaged: {error}") from error
    if not cuts_as(tokenizer, own):
        tokenizer = wrapped(own, tokenizer, named)
    _rename(tokenizer, named)
    return tokenizer, warnings


def _rename(tokenizer: Any, named: Mapping[str, str]) -> None:
    """Give special tokens the names that the file says; some versions of transformers exchange them."""
    for kind, token in named.items():
        if getattr(tokenizer, kind, None) != token:
            setattr(tokenizer, kind, token)


def _byte_level(found: Mapping[str, Any], split: tuple[str, ...]) -> Any:
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers

    vocabulary = {token: number for number, token in enumerate(found["tokens"])}
    merges = [tuple(merge.split(" ")) for merge in found["merges"]]
    own = Tokenizer(models.BPE(vocabulary, merges, ignore_merges=_WHOLE_WORDS.issuperset(split)))
    prefix = bool(found.get("add_space_prefix", False))
    parts = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in split]
    own.pre_tokenizer = pre_tokenizers.Sequence(
        [*parts, pre_tokenizers.ByteLevel(add_prefix_space=prefix, use_regex=False)]
    )
    if split == (_GPT2,):  # as it is usually written
        own.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    own.decoder = decoders.ByteLevel()
    kinds = found.get("token_type", [])
    special = [token for token, kind in zip(found["tokens"], kinds, strict=False) if kind == _CONTROL]
    own.add_special_tokens([AddedToken(token, normalized=False, special=True) for token in special])
    others = [token for token, kind in zip(found["tokens"], kinds, strict=False) if kind == _USER_DEFINED]
    own.add_tokens([AddedToken(token, normalized=False) for token in others])
    return own


# ---------------------------------------------------------------------------------------------------------------------
# The head of a GGUF file

_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _LIST = 8, 9


def read_gguf_head(path: Path, prefix: str) -> dict[str, Any]:
    """Read the entries of a GGUF file's head whose names begin with a prefix; names are given without it.

    The library for these files takes seconds for large vocabularies.

    Raises
    ------
    ValueError, struct.error
        If the file is not as it should be.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        magic, version, _, n_entries = struct.unpack_from("<4sIQQ", data, 0)
        if magic != b"GGUF" or not 2 <= version <= 3:
            raise ValueError("it is no GGUF file of version 2 or 3")
        head = _Head(data, struct.calcsize("<4sIQQ"))
        found = {}
        for _ in range(n_entries):
            key = head.text()
            kind = int(head.number("I"))
            value = head.value(kind, keep=key.startswith(prefix))
            if key.startswith(prefix):
                found[key.removeprefix(prefix)] = value
        return found


class _Head:
    """Read one value after the other."""

    def __init__(self, data: Any, at: int) -> None:
        self._data, self._at = data, at

    def number(self, kind: str) -> int | float | bool:
        [value] = struct.unpack_from(f"<{kind}", self._data, self._at)
        self._at += struct.calcsize(f"<{kind}")
        number: int | float | bool = value
        return number

    def text(self) -> str:
        length = int(self.number("Q"))
        return self._take(length).decode("utf-8", "replace")

    def value(self, kind: int, *, keep: bool) -> Any:
        if kind == _TEXT:
            return self.text()
        if kind != _LIST:
            return self.number(_NUMBERS[kind])
        kind, n = int(self.number("I")), int(self.number("Q"))
        if kind == _TEXT:
            texts = (self.text() for _ in range(n))
            return list(texts) if keep else collections.deque(texts, maxlen=0)
        if kind == _LIST:
            raise ValueError("it holds lists of lists")
        packed = self._take(n * struct.calcsize(f"<{_NUMBERS[kind]}"))
        return list(struct.unpack(f"<{n}{_NUMBERS[kind]}", packed)) if keep else []

    def _take(self, length: int) -> bytes:
        taken = bytes(self._data[self._at : self._at + length])
        if len(taken) < length:
            raise ValueError("it ends too early")
        self._at += length
        return taken
