"""Which pieces of a Hugging Face tokenizer say that the word before them is over.

Tokenizers of most causal models put the blank between two words at the beginning of a piece (GPT-2's ``Ġ``,
SentencePiece's ``▁``). Whether a word goes on is then decided by the piece after it: a piece that begins with a blank,
or the end of the text, ends it. See `syntaxgym_lite.scoring.word_ends.move_word_ends` for what is done with that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .loaded import has_unknown_piece
from .tokens import BLANK, byte_of_symbol, sentencepiece_bytes, spells_bytes

__all__ = ["pieces_after_words"]

_N_TRIALS = 8
_BLANKS = "".join(chr(i) for i in range(0x3001) if chr(i).isspace())  # all that there are


def pieces_after_words(tokenizer: Any, n_vocabulary: int) -> npt.NDArray[np.int64]:
    """Find the ids before which a word is over.

    These are the pieces that begin with white space (blank, line break, no-break space, ...), whatever follows in them,
    and the special tokens, the end of the text above all; not the unknown piece, which may be a part of a word.

    Ids beyond the rows of the model's head, `n_vocabulary`, are left out.

    Returns
    -------
    ndarray of int64, shape (k,)
        Ascending. Empty for a tokenizer that does not leave the blank between two words to the second one's first
        piece: one that drops blanks and marks pieces inside words (WordPiece), or marks the ends of words.
    """
    vocabulary: dict[Any, int] = tokenizer.get_vocab()
    special = _special_ids(tokenizer)
    read, usual = _reader(tokenizer, vocabulary)
    blank = {
        token_id: name
        for name, token_id in vocabulary.items()
        # nearly all begin with the usual sign; reading a large vocabulary takes a second
        if name and (name[0] == usual or (name[0] in _FIRSTS and read(name, token_id)[:1].isspace()))
    }
    blank = {token_id: name for token_id, name in blank.items() if token_id not in special}
    after_blanks = (read(blank[token_id], token_id).strip() for token_id in sorted(blank))
    if not _keeps_blanks(tokenizer, blank, _words(after_blanks, vocabulary)):
        return np.empty(0, np.int64)
    return np.array(sorted(i for i in special.union(blank) if i < n_vocabulary), np.int64)


def _special_ids(tokenizer: Any) -> set[int]:
    """Ids that stand for no text."""
    added: Mapping[int, Any] = getattr(tokenizer, "added_tokens_decoder", {})
    special = {*tokenizer.all_special_ids, *(i for i, token in added.items() if getattr(token, "special", False))}
    # a tokenizer that spells everything names some control token its unknown one
    return special - {tokenizer.unk_token_id} if has_unknown_piece(tokenizer) else special


def _reader(tokenizer: Any, vocabulary: Mapping[Any, int]) -> tuple[Callable[[Any, int], str], str]:
    """What tells a piece's text by its name and id, with broken characters replaced; and the sign for a blank."""
    added = set(getattr(tokenizer, "get_added_vocab", dict)().values())
    symbols = byte_of_symbol()
    firsts = [name[0] for name in vocabulary if name]
    is_byte_level = firsts.count("Ġ") > firsts.count(BLANK)  # a letter of Maltese in other vocabularies
    is_bytes = spells_bytes(tokenizer)

    def read(name: Any, token_id: int) -> str:
        if isinstance(name, bytes):  # slow tokenizers of the tiktoken kind
            return name.decode("utf-8", "replace")
        if token_id in added:
            return str(name)
        if is_bytes and len(name) == 1 and ord(name) < 256:  # not the letter é, but one of the two bytes of some letter
            return bytes([ord(name)]).decode("utf-8", "replace")
        if is_byte_level:
            return bytes(symbols.get(char, ord("?")) for char in name).decode("utf-8", "replace")
        return sentencepiece_bytes(name).decode("utf-8", "replace")

    return read, "Ġ" if is_byte_level else BLANK


_FIRSTS = frozenset(
    {
        *_BLANKS,
        *(char for char, byte in byte_of_symbol().items() if byte in {blank.encode()[0] for blank in _BLANKS}),
        *(blank.encode()[0] for blank in _BLANKS),  # of names that are bytes
        BLANK,
        "<",  # <0x20>
    }
)


def _words(after_blanks: Iterable[str], vocabulary: Mapping[Any, int]) -> Iterator[str]:
    """Words that the tokenizer knows; letters, where every blank is a piece of its own."""
    yield from filter(str.isalnum, after_blanks)
    # other letters may stand for bytes
    yield from (
        name for name in vocabulary if isinstance(name, str) and len(name) == 1 and name.isascii() and name.isalnum()
    )


def _keeps_blanks(tokenizer: Any, blank: Mapping[int, Any], words: Iterator[str]) -> bool:
    """Whether a blank between two words comes out as a piece of its own or at the beginning of one; tried out."""
    n_tried = 0
    for word in words:
        ids = list(tokenizer(f"{word} {word}", add_special_tokens=False)["input_ids"])
        if has_unknown_piece(tokenizer) and tokenizer.unk_token_id in ids:
            continue
        if blank.keys().isdisjoint(ids[1:]):
            return False
        n_tried += 1
        if n_tried == _N_TRIALS:
            break
    return n_tried > 0
