"""Split sentences into words without losing where each word stands.

Word-level models (n-grams, LSTMs) have no tokenizer of their own: how a sentence is cut into words is part of the
model, and a model card names the scheme it was trained with.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Literal, get_args

from .errors import InputError, did_you_mean

__all__ = ["MARKER", "SCHEMES", "WordScheme", "markers_in", "split_words", "word_splitter"]

WordScheme = Literal["treebank", "clitics", "punct", "whitespace"]
SCHEMES: tuple[str, ...] = get_args(WordScheme)
"""Names of the word-splitting schemes.

``treebank``
    NLTK's Penn Treebank rules: ``isn't`` is ``is`` + ``n't``, ``cannot`` is ``can`` + ``not``, punctuation apart.
``clitics``
    Runs of letters (with their marks) and digits with inner hyphens and apostrophes, numbers such as ``3.5``, English
    clitics apart (``is`` + ``n't``, ``dog`` + ``'s``), every other sign alone. What the shipped models use: one pass,
    any script.
``punct``
    Runs of letters (with their marks) and digits with inner hyphens and apostrophes; ``...``; every other sign alone.
``whitespace``
    Whatever stands between blanks.
"""

Splitter = Callable[[str], list[tuple[int, int]]]

MARKER = re.compile(
    r"</?(?i:s|unk|eos|bos|sos|pad|mask|cls|sep|unk/)>|\[(?:UNK|MASK|CLS|SEP|PAD|BOS|EOS)\]|<\|\w+\|>|<｜\w+｜>"
)
"""How models and their tools write the marks of sentences, unknown words and blanks."""

_LETTER = r"[^\W_]"
_PATTERNS = {
    "whitespace": r"\S+",
    "punct": r"{char}+(?:[-']{char}+)*|\.\.\.|(?:[^\w\s]|_){mark}*",
    "clitics": (
        r"\d+(?:[.,]\d+)+{mark}*"  # 3.5 and 1,000
        # letters, but not into a following n't; inner hyphens and apostrophes go on, unless a clitic begins there
        r"|(?:(?!{negation}){char})+(?:(?!{clitic})[-'\u2019]{char}+)*"
        r"|{negation}|{clitic}|\.\.\.|--|(?:[^\w\s]|_){mark}*"
    ),
}
"""What a word is. A combining mark belongs to what it stands on, a letter as a rule, in any script: Python's ``\\w``
leaves out marks, and with them the vowels of half of India."""


_MAY_BE_MARKED = re.compile("[\u0300-\u1fff\u200c\u200d\u20d0-\U0010ffff]")
"""In a text without any of these, English for one, no letter has a mark, and none need be looked for."""


@cache
def _pattern(scheme: str, *, marked: bool) -> re.Pattern[str]:
    mark = _marks() if marked else "(?!)"
    end = rf"(?!\w|{mark})"
    parts = {
        "mark": mark,
        "char": rf"(?:{_LETTER}|{mark})",
        "negation": rf"n['\u2019]t{end}",
        "clitic": rf"['\u2019](?:s|re|ve|ll|d|m){end}",
    }
    return re.compile(re.sub(r"\{([a-z]+)\}", lambda name: parts[name[1]], _PATTERNS[scheme]), re.IGNORECASE)


def _marks() -> str:
    """A class of all marks (Unicode's category M), and of the two characters that join or part letters of a word."""
    points = [*range(0x20000), *range(0xE0100, 0xE01F0)]  # where Unicode has marks
    marks = "".join(char for char in map(chr, points) if unicodedata.category(char)[0] == "M")
    return f"[{_ZERO_WIDTH_JOINERS}{_as_ranges(marks)}]"


_ZERO_WIDTH_JOINERS = "\u200c\u200d"


def _as_ranges(chars: str) -> str:
    """Write ascending characters as ranges of a class."""
    starts = [place for place, char in enumerate(chars) if place == 0 or ord(char) != ord(chars[place - 1]) + 1]
    ends = [*(place - 1 for place in starts[1:]), len(chars) - 1]
    return "".join(f"{chars[first]}-{chars[last]}" for first, last in zip(starts, ends, strict=True))


def split_words(text: str, scheme: WordScheme) -> list[tuple[int, int]]:
    """Cut `text` into words.

    Parameters
    ----------
    text : str
        One sentence.
    scheme : {"treebank", "clitics", "punct", "whitespace"}
        How; see `SCHEMES`.

    Returns
    -------
    list of (int, int)
        Half-open code-point range of every word, in order, without overlap. Every non-blank character is in one.

    Examples
    --------
    >>> text = "The dog's bone isn't here."
    >>> [text[start:end] for start, end in split_words(text, "clitics")]
    ['The', 'dog', "'s", 'bone', 'is', "n't", 'here', '.']
    """
    return word_splitter(scheme)(text)


def markers_in(text: str) -> list[str]:
    """List the markers of language models that stand in a text as if they were words of it, each once.

    Examples
    --------
    >>> markers_in("<s> The fox [MASK] . </s>"), markers_in("a < b > c [sic]")
    (['<s>', '[MASK]', '</s>'], [])
    """
    if "<" not in text and "[" not in text:
        return []
    return list(dict.fromkeys(MARKER.findall(text)))


@cache
def word_splitter(scheme: str) -> Splitter:
    """Return the function behind `split_words` for one scheme.

    Raises
    ------
    InputError
        If there is no such scheme.
    """
    if scheme == "treebank":
        return _treebank_splitter()
    if scheme not in _PATTERNS:
        raise InputError(
            f"There is no word-splitting scheme '{scheme}'; known are {', '.join(SCHEMES)}."
            + did_you_mean(scheme, SCHEMES)
        )

    def split(text: str) -> list[tuple[int, int]]:
        pattern = _pattern(scheme, marked=_MAY_BE_MARKED.search(text) is not None)
        return [match.span() for match in pattern.finditer(text)]

    return split


def _treebank_splitter() -> Splitter:
    from nltk.tokenize import NLTKWordTokenizer  # imported here: it takes half a second

    tokenizer = NLTKWordTokenizer()

    def split(text: str) -> list[tuple[int, int]]:
        try:
            return list(tokenizer.span_tokenize(text))
        except ValueError:  # NLTK loses its place when quotes of different kinds meet; marks are always found
            return word_splitter("punct")(text)

    return split
