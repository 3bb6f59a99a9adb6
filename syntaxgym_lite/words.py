"""Split sentences into words without losing where each word stands.

Word-level models (n-grams, LSTMs) have no tokenizer of their own: how a sentence is cut into words is part of the
model, and a model card names the scheme it was trained with.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Literal, get_args

from .errors import InputError, did_you_mean

__all__ = ["SCHEMES", "WordScheme", "split_words", "word_splitter"]

WordScheme = Literal["treebank", "clitics", "punct", "whitespace"]
SCHEMES: tuple[str, ...] = get_args(WordScheme)
"""Names of the word-splitting schemes.

``treebank``
    NLTK's Penn Treebank rules: ``isn't`` is ``is`` + ``n't``, ``cannot`` is ``can`` + ``not``, punctuation apart.
``clitics``
    Runs of letters and digits with inner hyphens and apostrophes, numbers such as ``3.5``, English clitics apart
    (``is`` + ``n't``, ``dog`` + ``'s``), every other mark alone. What the shipped models use: one pass, any script.
``punct``
    Runs of letters and digits with inner hyphens and apostrophes; ``...``; every other mark alone.
``whitespace``
    Whatever stands between blanks.
"""

Splitter = Callable[[str], list[tuple[int, int]]]

_LETTER = r"[^\W_]"
# Combining marks are not \w in Python's re: Latin, Cyrillic, Hebrew, Arabic and Devanagari ones belong to their word.
_MARK = (
    r"[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    r"\u0900-\u0903\u093a-\u094f]"
)
_CHAR = rf"(?:{_LETTER}|{_MARK})"
_CLITIC = r"['\u2019](?:s|re|ve|ll|d|m)\b"
_PATTERNS = {
    "whitespace": re.compile(r"\S+"),
    "punct": re.compile(rf"{_LETTER}+(?:[-']{_LETTER}+)*|\.\.\.|[^\w\s]|_"),
    "clitics": re.compile(
        r"\d+(?:[.,]\d+)+"  # 3.5 and 1,000
        # letters, but not into a following n't; inner hyphens and apostrophes go on, unless a clitic begins there
        rf"|(?:(?!n['\u2019]t\b){_CHAR})+(?:(?!{_CLITIC})[-'\u2019]{_CHAR}+)*"
        rf"|n['\u2019]t\b|{_CLITIC}|\.\.\.|--|[^\w\s]|_",
        re.IGNORECASE,
    ),
}


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
    pattern = _PATTERNS[scheme]
    return lambda text: [match.span() for match in pattern.finditer(text)]


def _treebank_splitter() -> Splitter:
    from nltk.tokenize import NLTKWordTokenizer  # imported here: it takes half a second

    tokenizer = NLTKWordTokenizer()

    def split(text: str) -> list[tuple[int, int]]:
        try:
            return list(tokenizer.span_tokenize(text))
        except ValueError:  # NLTK loses its place when quotes of different kinds meet; marks are always found
            return [match.span() for match in _PATTERNS["punct"].finditer(text)]

    return split
