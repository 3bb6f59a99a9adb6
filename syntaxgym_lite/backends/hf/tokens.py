"""Cut sentences into a Hugging Face tokenizer's pieces and say which characters each piece stands for.

A tokenizer's own offsets are used where they are sound. They are not always: some trim the blank before a word, some
fast tokenizers give empty ranges, slow ones give none, and a tokenizer without a byte alphabet drops characters and
shifts the rest. Whatever is offered is checked against the text; what does not cover it is worked out again from the
bytes the pieces stand for, and what cannot be worked out is refused.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ...casing import Lowercase, lower_cased
from ...errors import ScoringError
from ...surprisal import BoolArray, IntArray

__all__ = [
    "BLANK",
    "Cut",
    "align_bytes",
    "byte_of_symbol",
    "count_context",
    "cut_sentences",
    "readable_piece",
    "sentencepiece_bytes",
    "spells_bytes",
]

Offsets = list[tuple[int, int]]
BLANK = "\u2581"
"""SentencePiece's sign for a blank."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """One sentence in pieces: m pieces of context, then n pieces of the sentence.

    Parameters
    ----------
    ids : tuple of int, length m + n
        Vocabulary ids, without any special token that is not in the text.
    n_context : int
        m, how many of them belong to the context.
    tokens : tuple of str, length n
        What a reader should see of each piece of the sentence.
    spans : ndarray of int32, shape (n, 2)
        Half-open code-point ranges in the sentence.
    oov : ndarray of bool, shape (n,)
        Whether the piece is the unknown one.
    warnings : tuple of str
        What went unusual.
    """

    ids: tuple[int, ...]
    n_context: int
    tokens: tuple[str, ...]
    spans: IntArray
    oov: BoolArray
    warnings: tuple[str, ...] = ()


def cut_sentences(
    tokenizer: Any, texts: Sequence[str], *, context: str = "", lowercase: Lowercase = False
) -> list[Cut]:
    """Cut every sentence into pieces, with the context before it but without special tokens.

    Parameters
    ----------
    tokenizer : transformers tokenizer
        Fast or slow.
    texts : sequence of str
        Sentences.
    context : str, optional
        Text before every sentence; both are cut as one string. A piece whose first non-space character lies in the
        context belongs to the context.
    lowercase : bool or {"az", "lt", "tr"}, optional
        Lower-case the text before it is cut, by the rules of a language if one is named; spans and what a reader sees
        stay those of the text as it was given.

    Returns
    -------
    list of Cut
        One for each sentence, in the order given.

    Raises
    ------
    ScoringError
        If the pieces cannot be matched with the text, or a character has no piece.
    """
    unknown_id = tokenizer.unk_token_id
    special_ids = _special_ids(tokenizer)
    cuts = []
    read = [lower_cased(context + text, lowercase) for text in texts]
    encoded = _encode(tokenizer, [as_read for as_read, _ in read])
    for text, (as_read, places), (ids, offsets) in zip(texts, read, encoded, strict=True):
        whole = context + text
        spans, warnings = _sound_spans(tokenizer, as_read, ids, offsets)
        if len(as_read) != len(whole):  # a letter became two, or two became one
            spans = [(places[a], max(places[b - 1] + 1, places[b]) if b > a else places[a]) for a, b in spans]
        n_context = count_context(whole, spans, len(context))
        warnings += _special_text_warnings(tokenizer, whole, ids, spans, special_ids)
        if n_context and spans[n_context - 1][1] > len(context):
            shared = whole[slice(*spans[n_context - 1])]
            warnings.append(f"The token {shared!r} reaches from the context into the sentence; it is not scored.")
        own = slice(n_context, None)
        # a literal "<unk>" in the text and GPT-2's <|endoftext|>, which doubles as its unknown token, are not unknown
        oov = [
            token_id == unknown_id and whole[start:end].strip() != tokenizer.unk_token
            for token_id, (start, end) in zip(ids[own], spans[own], strict=True)
        ]
        tokens = [
            str(tokenizer.unk_token) if unknown else readable_piece(whole[start:end])
            for unknown, (start, end) in zip(oov, spans[own], strict=True)
        ]
        shifted = np.array(spans[own], dtype=np.int32).reshape(-1, 2) - len(context)
        cuts.append(
            Cut(
                ids=tuple(ids),
                n_context=n_context,
                tokens=tuple(tokens),
                spans=np.maximum(shifted, 0).astype(np.int32),
                oov=np.array(oov, dtype=np.bool_),
                warnings=tuple(warnings),
            )
        )
    return cuts


def ids_of(tokenizer: Any, texts: Sequence[str], *, lowercase: Lowercase = False) -> list[list[int]]:
    """Give the ids alone of every sentence, those of `cut_sentences`, which are not looked for in the text.

    Raises
    ------
    ScoringError
        If the tokenizer fails.
    """
    return [ids for ids, _ in _encode(tokenizer, [lower_cased(text, lowercase)[0] for text in texts])]


def _encode(tokenizer: Any, texts: list[str]) -> list[tuple[list[int], Offsets | None]]:
    """Ids and the tokenizer's own offsets (None from a slow tokenizer)."""
    for text in texts:
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise ScoringError(
                f"The sentence {text!r} holds half of a surrogate pair at character {error.start}, "
                "which is no character; mend the encoding of its source."
            ) from error
    is_fast = bool(getattr(tokenizer, "is_fast", False))
    try:
        encoded = tokenizer(
            texts,
            add_special_tokens=False,  # one BOS is put in front by the backend, never by the tokenizer
            padding=False,
            truncation=False,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
            **({"return_offsets_mapping": True} if is_fast else {}),
        )
    except Exception as error:
        raise ScoringError(f"The tokenizer failed on {_some(texts)}: {error}") from error
    offsets = encoded["offset_mapping"] if is_fast else [None] * len(texts)
    return [
        (list(ids), None if pairs is None else [(int(start), int(end)) for start, end in pairs])
        for ids, pairs in zip(encoded["input_ids"], offsets, strict=True)
    ]


def _some(texts: list[str]) -> str:
    return repr(texts[0]) + (f" or one of the {len(texts) - 1} sentences after it" if len(texts) > 1 else "")


def readable_piece(piece: str) -> str:
    """Give a piece without the blanks around it, unless it is blank: a tokenizer's trimming must not show."""
    return piece.strip() or piece


def _first_letter(text: str, start: int, end: int) -> int:
    """Position of the first non-space character of a span, or its start where it holds none."""
    return next((i for i in range(start, end) if not text[i].isspace()), start)


def count_context(text: str, spans: Offsets, context_length: int) -> int:
    """Count the pieces that belong to a context in front of a sentence: those whose first letter stands in it."""
    if not context_length:
        return 0
    for i, (start, end) in enumerate(spans):
        if _first_letter(text, start, end) >= context_length:
            return i
    return len(spans)


def _special_text_warnings(
    tokenizer: Any, text: str, ids: list[int], spans: Offsets, special_ids: frozenset[int]
) -> list[str]:
    found = {
        (token_id, text[slice(*span)].strip())
        for token_id, span in zip(ids, spans, strict=True)
        if token_id in special_ids
    }
    # an unknown word comes out as a special token, too, but is not spelt as one
    spelt = {written for token_id, written in found if written == tokenizer.convert_ids_to_tokens(token_id)}
    return [
        f"The text {token!r} in the sentence is read as the model's special token of that name."
        for token in sorted(spelt)
    ]


def _special_ids(tokenizer: Any) -> frozenset[int]:
    """Ids of special tokens: those with a name of their own (BOS, ...), and any other that was added as one."""
    added: Mapping[int, Any] = getattr(tokenizer, "added_tokens_decoder", {})
    return frozenset(
        {*tokenizer.all_special_ids, *(i for i, token in added.items() if getattr(token, "special", False))}
    )


# ---------------------------------------------------------------------------------------------------------------------
# Spans


def _sound_spans(tokenizer: Any, text: str, ids: list[int], offsets: Offsets | None) -> tuple[Offsets, list[str]]:
    """Spans that cover every visible character of `text`, in order."""
    if offsets is not None:
        spans = _untrimmed(text, offsets)
        if _in_order(text, spans) and not _uncovered(text, spans):
            return spans, []
    for written, pieces in _piece_bytes(tokenizer, text, ids):
        aligned = align_bytes(written, pieces)
        if aligned is not None:
            return aligned, []
    if offsets is not None:
        spans = _untrimmed(text, offsets)
        missing = _uncovered(text, spans)
        # A normaliser may compose accents, or strip them and invisible characters: that is the model's reading.
        if (
            _in_order(text, spans)
            and all(start < end for start, end in spans)
            and all(unicodedata.category(text[i])[0] in "CM" for i in missing)
        ):
            names = ", ".join(sorted({f"U+{ord(text[i]):04X}" for i in missing}))
            return _with_marks(spans, missing), [f"The model's tokenizer merges or drops {names} in the sentence."]
    found = _align_decoded(tokenizer, text, ids)
    if found is not None:
        return found, []
    raise ScoringError(_mismatch(text, offsets))


def _mismatch(text: str, offsets: Offsets | None) -> str:
    if offsets is not None and all(start < end for start, end in offsets):
        missing = sorted({text[i] for i in _uncovered(text, offsets)})
        if missing:
            return (
                f"The model's tokenizer has no piece for {', '.join(map(repr, missing[:5]))} and would leave it out of "
                f"the sentence {text!r}; take the character out, or use a model that knows it."
            )
    return (
        f"The pieces that the model's tokenizer makes of {text!r} cannot be matched with its characters, "
        "so its values cannot be given to words; use a model with a sound fast tokenizer (tokenizer.json)."
    )


def _untrimmed(text: str, offsets: Offsets) -> Offsets:
    """Give pieces that are only blanks their blanks back: trimming leaves them an empty span."""
    spans = []
    before = 0
    for start, end in offsets:
        if start == end:
            while start > before and text[start - 1].isspace():
                start -= 1
        spans.append((start, end))
        before = max(before, end)
    return spans


def _in_order(text: str, spans: Offsets) -> bool:
    last = 0
    for start, end in spans:
        if start < last or end < start or end > len(text):
            return False
        last = start
    return True


def _uncovered(text: str, spans: Offsets) -> list[int]:
    """Positions of the non-space characters that no span covers."""
    covered = bytearray(len(text))
    for start, end in spans:
        covered[start:end] = b"\1" * (min(end, len(text)) - min(start, len(text)))
    return [i for i, is_covered in enumerate(covered) if not is_covered and not text[i].isspace()]


def _with_marks(spans: Offsets, missing: list[int]) -> Offsets:
    """Let each uncovered mark join the pieces that end where it stands, or else the first piece."""
    for i in missing:
        spans = [(start, i + 1) if end == i else (start, end) for start, end in spans]
        if spans and i < spans[0][0]:
            spans = [(i, spans[0][1]), *spans[1:]]
    return spans


@lru_cache(maxsize=1)
def byte_of_symbol() -> dict[str, int]:
    """The printable symbol that byte-level BPE writes for each byte, reversed (Radford et al. 2019, GPT-2).

    Printable Latin-1 bytes stand for themselves; the others take the code points from 256 on, in order.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in set(printable)]
    symbols = {chr(byte): byte for byte in printable}
    symbols.update({chr(256 + i): byte for i, byte in enumerate(others)})
    return symbols


def _piece_bytes(tokenizer: Any, text: str, ids: list[int]) -> list[tuple[str, list[bytes]]]:
    """What the pieces may stand for, in UTF-8: read as byte-level BPE, then as SentencePiece, then as bytes.

    Each reading comes with the text as it can write it: to SentencePiece its own sign for a blank is a blank.
    """
    try:
        names = [str(name) for name in tokenizer.convert_ids_to_tokens(ids)]
    except Exception:
        return []
    special = set(getattr(tokenizer, "all_special_tokens", ()))
    readings = []
    symbols = byte_of_symbol()
    if all(name in special or all(char in symbols for char in name) for name in names):
        pieces = [name.encode() if name in special else bytes(symbols[char] for char in name) for name in names]
        readings.append((text, pieces))
    readings.append((text.replace(BLANK, " "), [sentencepiece_bytes(name) for name in names]))
    if all(name in special or _names_byte(name) for name in names):
        readings.append((text, [name.encode("utf-8" if name in special else "latin-1") for name in names]))
    return readings


def _names_byte(name: str) -> bool:
    """Whether a piece may be a byte, named by the letter of that number, as ByT5 does."""
    return len(name) == 1 and ord(name) < 256


def spells_bytes(tokenizer: Any) -> bool:
    """Whether a tokenizer's pieces are the bytes of the text, each named by the letter of that number, as ByT5's are.

    Examples
    --------
    >>> from transformers import ByT5Tokenizer
    >>> spells_bytes(ByT5Tokenizer())
    True
    """
    if getattr(tokenizer, "is_fast", False):
        return False
    text = "é é"
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    return "".join(map(str, tokenizer.convert_ids_to_tokens(ids))) == text.encode().decode("latin-1")


def sentencepiece_bytes(name: str) -> bytes:
    """What a piece of SentencePiece stands for, in UTF-8: ``<0x0A>`` is a byte, ``▁`` a blank."""
    if len(name) == 6 and name.startswith("<0x") and name.endswith(">"):
        try:
            return bytes([int(name[3:5], 16)])
        except ValueError:
            pass
    return name.replace(BLANK, " ").encode()


def align_bytes(text: str, pieces: list[bytes]) -> Offsets | None:
    """Give the spans of pieces whose bytes, joined, are the text's; None where they are not.

    A blank that the tokenizer puts before the sentence belongs to no character.
    """
    joined, wanted = b"".join(pieces), text.encode()
    if joined == wanted:
        shift = 0
    elif joined == b" " + wanted:
        shift = 1
    else:
        return None
    char_of_byte = [i for i, char in enumerate(text) for _ in range(len(char.encode()))]
    spans = []
    at = -shift
    for piece in pieces:
        first, last = max(at, 0), at + len(piece) - 1
        at += len(piece)
        if last < first:
            here = char_of_byte[first] if first < len(char_of_byte) else len(text)
            spans.append((here, here))
        else:
            spans.append((char_of_byte[first], char_of_byte[last] + 1))
    return spans


def _align_decoded(tokenizer: Any, text: str, ids: list[int]) -> Offsets | None:
    """Spans found by looking for each decoded piece after the one before it; None where one is missing."""
    folded = text.lower()
    if len(folded) != len(text):
        folded = text
    spans = []
    at = 0
    for token_id in ids:
        try:
            piece = str(tokenizer.decode([token_id])).strip()
        except Exception:
            return None
        piece = piece.removeprefix("##") if len(piece) > 2 else piece
        while at < len(text) and text[at].isspace() and piece:
            at += 1
        if text.startswith(piece, at) or folded.startswith(piece.lower(), at):
            spans.append((at, at + len(piece)))
            at += len(piece)
        else:
            return None
    return spans if not _uncovered(text, spans) else None
