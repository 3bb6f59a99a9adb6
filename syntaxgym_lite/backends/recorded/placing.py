"""Where recorded tokens stand in the sentence that they make up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...casing import lower_case
from ...surprisal import IntArray

__all__ = ["END_MARKS", "MARKERS", "START_MARKS", "UNKNOWN_MARKS", "place_tokens", "squeeze"]

UNKNOWN_MARKS = frozenset({"<unk>", "<UNK>", "[UNK]", "UNK", "<unk/>"})
END_MARKS = frozenset({"<eos>", "</s>", "<EOS>", "<|endoftext|>", "[SEP]"})
START_MARKS = END_MARKS | {"<s>", "<bos>", "<BOS>", "[CLS]"}

# What tokenizers write for a character that is spelled otherwise in the sentence
_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "``": ('"', "“"),
    "''": ('"', "”"),
    "`": ("'", "‘"),
    "-LRB-": ("(",),
    "-RRB-": (")",),
    "-LSB-": ("[",),
    "-RSB-": ("]",),
}
MARKERS = ("Ġ", "▁", "##")  # "here begins a word", or "no word begins here", in front of a piece
_END_MARKERS = ("</w>", "@@")


def squeeze(text: str) -> str:
    """Take all white space out of a text, and the difference between upper and lower case.

    Examples
    --------
    >>> squeeze("The dog barks .")
    'thedogbarks.'
    """
    return "".join(text.split()).lower()


def place_tokens(text: str, tokens: Sequence[str]) -> IntArray | None:
    """Find where the tokens of a sentence stand in its text.

    Every non-blank character must be in a token. A token may differ in case from the text (models without capitals), be
    marked as a piece (``Ġ``, ``▁``, ``##``, ``@@``, ``</w>``), or be ``<unk>``, which stands for any run of
    non-blank characters: the reading of the whole sentence decides which, and whole words are preferred.

    Parameters
    ----------
    text : str
        The sentence.
    tokens : sequence of str, length n
        Its tokens, in order.

    Returns
    -------
    ndarray of int32, shape (n, 2), or None
        Half-open code-point ranges; None if the tokens cannot be read as this text.

    Examples
    --------
    >>> place_tokens("the band and.", ["the", "<unk>", "and", "."]).tolist()
    [[0, 3], [4, 8], [9, 12], [12, 13]]
    >>> place_tokens("the cat", ["the", "dog"]) is None
    True
    """
    length = len(text)
    stops = _run_ends(text)
    # reachable[i]: where tokens[:i] may end
    reachable: list[set[int]] = [{0}]
    for token in tokens:
        after: set[int] = set()
        filled = -1
        for start in sorted({_skip_blanks(text, begin) for begin in reachable[-1]}):
            if not _is_unknown(text, start, token):
                after.update(_ends(text, start, token))
            elif stops[start] != filled:  # else an earlier start in the same run has given all that this one would
                filled = stops[start]
                after.update(range(start + 1, filled + 1))
        if not after:
            return None
        reachable.append(after)
    ends = [end for end in reachable[-1] if _skip_blanks(text, end) == length]
    if not ends:
        return None
    spans = np.empty((len(tokens), 2), np.int32)
    end = max(ends)
    for index in range(len(tokens) - 1, -1, -1):
        token, begins = tokens[index], []
        for begin in reachable[index]:
            start = _skip_blanks(text, begin)
            if start < end <= stops[start] if _is_unknown(text, start, token) else end in _ends(text, start, token):
                begins.append(begin)
        # a border between words rather than within one; of those the last, so that an unknown word is not cut in two
        begin = max(begins, key=lambda begin: (_is_word_border(text, _skip_blanks(text, begin)), begin))
        spans[index] = _skip_blanks(text, begin), end
        end = begin
    return spans


def _run_ends(text: str) -> list[int]:
    """Give where the run of non-blank characters at each place ends, the end of the text included."""
    ends = [len(text)] * (len(text) + 1)
    for place in range(len(text) - 1, -1, -1):
        ends[place] = place if text[place].isspace() else ends[place + 1]
    return ends


def _is_unknown(text: str, start: int, token: str) -> bool:
    """Whether a token stands for any run of characters, and not for itself."""
    return token in UNKNOWN_MARKS and not text.startswith(token, start)


def _ends(text: str, start: int, token: str) -> set[int]:
    """Return where a known `token` may end if it begins at `start`."""
    lengths = {len(form) for form in _forms(token) if _are_one_in_lower_case(text[start : start + len(form)], form)}
    return {start + length for length in lengths}


def _are_one_in_lower_case(one: str, other: str) -> bool:
    """Whether two strings differ in case at most, by the rules of Turkish at least."""
    return one.lower() == other.lower() or lower_case(one, "tr") == lower_case(other, "tr")


def _forms(token: str) -> list[str]:
    """Return the strings that a token may stand for in a text."""
    bare = token.strip()
    forms = [bare, *_SPELLINGS.get(bare, ())]
    forms.extend(bare[len(marker) :].strip(marker) for marker in MARKERS if bare.startswith(marker))
    forms.extend(bare[: -len(marker)] for marker in _END_MARKERS if bare.endswith(marker))
    return [form for form in forms if form or token in MARKERS or not bare]


def _skip_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _is_word_border(text: str, position: int) -> bool:
    return not (0 < position < len(text) and text[position - 1].isalnum() and text[position].isalnum())
