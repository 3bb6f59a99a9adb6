"""Which pieces of a Hugging Face tokenizer say that the word before them is over.

Tokenizers of most causal models put the blank between two words at the beginning of a piece (GPT-2's ``Ġ``,
SentencePiece's ``▁``). Whether a word goes on is then decided by the piece after it: a piece that begins with a blank,
or the end of the text, ends it. See `syntaxgym_lite.align.move_word_ends` for what is done with that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .hf_offsets import byte_of_symbol, sentencepiece_bytes

__all__ = ["pieces_after_words"]

_LONGEST_BLANK = 3  # bytes of any blank in UTF-8
_N_TRIALS = 8


def pieces_after_words(tokenizer: Any, n_vocabulary: int) -> npt.NDArray[np.int64]:
    """Find the ids before which a word is over.

    These are the pieces that begin with white space (blank, line break, no-break space, ...), whatever follows in them,
    and the special tokens, the end of the text above all; not the unknown piece, which may be a part of a word.

    Parameters
    ----------
    tokenizer : transformers tokenizer
        Fast or slow.
    n_vocabulary : int
        Rows of the model's head; ids beyond them are left out.

    Returns
    -------
    ndarray of int64, shape (k,)
        Ascending. Empty for a tokenizer that does not leave the blank between two words to the second one's first
        piece: one that drops blanks and marks pieces inside words (WordPiece), or marks the ends of words.
    """
    texts = _beginnings(tokenizer)
    blank = {token_id for token_id, text in texts.items() if text[:1].isspace()}
    if not blank or not _keeps_blanks(tokenizer, blank, texts):
        return np.empty(0, np.int64)
    return np.array(sorted(i for i in blank | _special_ids(tokenizer) if i < n_vocabulary), np.int64)


def _special_ids(tokenizer: Any) -> set[int]:
    """Ids that stand for no text; GPT-2's end of text doubles as its unknown token, which never comes out of text."""
    ends = {tokenizer.eos_token_id, tokenizer.bos_token_id}
    added: Mapping[int, Any] = getattr(tokenizer, "added_tokens_decoder", {})
    special = {*tokenizer.all_special_ids, *(i for i, token in added.items() if getattr(token, "special", False))}
    return special - ({tokenizer.unk_token_id} - ends)


def _beginnings(tokenizer: Any) -> dict[int, str]:
    """How the text of each piece begins, by id; of special tokens nothing."""
    vocabulary: dict[Any, int] = tokenizer.get_vocab()
    added = set(getattr(tokenizer, "get_added_vocab", dict)().values())
    special = _special_ids(tokenizer)
    marks = Counter(str(name)[:1] for name in vocabulary)
    symbols = byte_of_symbol() if marks["Ġ"] > marks["▁"] else None
    found = {}
    for name, token_id in vocabulary.items():
        if token_id in special:
            found[token_id] = ""
        elif isinstance(name, bytes):  # slow tokenizers of the tiktoken kind
            found[token_id] = name.decode("utf-8", "replace")
        elif token_id in added:
            found[token_id] = name
        elif symbols is not None:
            # enough to see a blank, and a letter after a plain one
            begin = bytes(symbols.get(char, ord("?")) for char in name[: _LONGEST_BLANK + 1])
            found[token_id] = begin.decode("utf-8", "replace")
        else:
            found[token_id] = sentencepiece_bytes(name).decode("utf-8", "replace")
    return found


def _keeps_blanks(tokenizer: Any, blank: set[int], texts: Mapping[int, str]) -> bool:
    """Whether a blank between two words comes out as a piece of its own or at the beginning of one; tried out."""
    n_tried = 0
    for word in _short_words(blank, texts):
        ids = list(tokenizer(f"{word} {word}", add_special_tokens=False)["input_ids"])
        if tokenizer.unk_token_id in ids:
            continue
        if blank.isdisjoint(ids[1:]):
            return False
        n_tried += 1
        if n_tried == _N_TRIALS:
            break
    return n_tried > 0


def _short_words(blank: Iterable[int], texts: Mapping[int, str]) -> Iterable[str]:
    """Letters that the tokenizer knows, those after a blank first."""
    after_blank = (texts[i].strip() for i in sorted(blank))
    return dict.fromkeys(word for word in (*after_blank, *(texts[i] for i in sorted(texts))) if word.isalnum())
