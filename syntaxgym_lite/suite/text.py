"""From the contents of regions to the text of a sentence, with each region's place in it, built together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, get_args

import numpy as np

from ..surprisal import IntArray
from ..words import is_unspaced

__all__ = [
    "JOINS",
    "NORMALIZATIONS",
    "Join",
    "Normalization",
    "join_for",
    "normalize_text",
    "sentence_text",
    "sentence_texts",
    "separated",
]

Join = Literal["space", "natural", "none"]
JOINS: tuple[str, ...] = get_args(Join)
"""How region contents become a sentence; see `sentence_text`."""

Normalization = Literal["quotes", "nfc"]
NORMALIZATIONS: tuple[str, ...] = get_args(Normalization)
"""Changes to the text that a user may ask for; nothing is changed unasked."""

_STRAIGHT_QUOTES = str.maketrans({"‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "‟": '"'})
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))(?!\w)", re.IGNORECASE)
_ELIDED = re.compile(
    r"(?:^|[\s(\[«“\"])(?:[cçdjlmnstv]|(?:jus|lors|puis|quoi)?qu|(?:a|co|da|de|ne|que|su)ll|gl|quest|un)['’]\Z",
    re.IGNORECASE,
)
"""An article, preposition, pronoun or conjunction of French or Italian that lost its vowel to the next word."""
_CLOSING = frozenset(",.;:?!)]}%…”»،؛؟۔٪।॥\u037e։՝።፣፤፥፦፧、。，．；：？！」』）】》〉")
_OPENING = frozenset("([{“‘„‚«¿¡「『（【《〈")


def join_for(contents: Iterable[str]) -> Join:
    """Tell from the regions of a suite whether its language is written without blanks between words.

    Parameters
    ----------
    contents : iterable of str
        The contents of some regions, or of all.

    Returns
    -------
    {"none", "space"}
        ``"none"`` where they are unspaced, see `syntaxgym_lite.words.is_unspaced`.

    Examples
    --------
    >>> join_for(["猫が", "魚を", "食べた。"]), join_for(["The cat", "ate", "the fish ."])
    ('none', 'space')
    >>> join_for(["我 的 猫", "睡觉 。"]), join_for(["고양이가", "잔다."])
    ('space', 'space')
    """
    return "none" if is_unspaced(contents) else "space"


def sentence_text(contents: Sequence[str], join: Join = "space") -> tuple[str, IntArray]:
    """Put region contents together to a sentence.

    Parameters
    ----------
    contents : sequence of str, length r
        Texts of the regions, in order; may be empty.
    join : {"space", "natural", "none"}
        ``"space"``: contents that are not empty, stripped, joined by one space, as SyntaxGym does.
        ``"natural"``: the same, but no space before a region that begins with closing punctuation or an English clitic
        (``'s``, ``n't``), and none after one that ends with an opening bracket or quote, or with an elided word of
        French or Italian (``l'``, ``qu'``, ``dell'``).
        ``"none"``: as written, one after the other, for languages written without spaces.

    Returns
    -------
    text : str
    spans : ndarray of int32, shape (r, 2)
        Half-open code-point ranges of the regions in `text`.

    Examples
    --------
    >>> sentence_text(["The dog", "", "barks", "."])[0]
    'The dog barks .'
    >>> text, spans = sentence_text(["The dog", "", "is", "n't", "here", "."], "natural")
    >>> text
    "The dog isn't here."
    >>> spans.tolist()
    [[0, 7], [7, 7], [8, 10], [10, 13], [14, 18], [18, 19]]
    """
    spans: list[int] = []
    return _put_together(contents, join, spans), _spans(spans)


def sentence_texts(contents: Iterable[Sequence[str]], join: Join = "space") -> tuple[list[str], IntArray]:
    """Put the regions of many sentences together; see `sentence_text`.

    Parameters
    ----------
    contents : iterable of sequence of str
        Texts of the regions of each sentence.
    join : {"space", "natural", "none"}

    Returns
    -------
    texts : list of str
    spans : ndarray of int32, shape (m, 2)
        Half-open code-point ranges of all regions, of one sentence after the other.

    Examples
    --------
    >>> texts, spans = sentence_texts([["the fox", "naps"], ["owls"]])
    >>> texts, spans.tolist()
    (['the fox naps', 'owls'], [[0, 7], [8, 12], [0, 4]])
    """
    spans: list[int] = []
    return [_put_together(one, join, spans) for one in contents], _spans(spans)


def _spans(places: Sequence[int]) -> IntArray:
    """Make spans of where they start and end by turns."""
    array = np.array(places, np.int32).reshape(-1, 2)
    array.flags.writeable = False
    return array


def _put_together(contents: Sequence[str], join: Join, spans: list[int]) -> str:
    """Give the text of a sentence, and put where its regions start and end at the end of `spans`."""
    if len(contents) == 1:
        text = contents[0] if join == "none" else contents[0].strip()
        spans += (0, len(text))
        return text
    parts: list[str] = []
    position = 0
    previous = ""
    inside_quotes = False  # a straight double quote opens or closes by turns
    for content in contents:
        piece = content if join == "none" else content.strip()
        if (
            piece
            and previous
            and join != "none"
            and not (join == "natural" and _attach(previous, piece, inside_quotes))
        ):
            parts.append(" ")
            position += 1
        end = position + len(piece)
        spans += (position, end)
        if piece:
            parts.append(piece)
            position = end
            previous = piece
            if '"' in piece:
                inside_quotes ^= piece.count('"') % 2 == 1
    return "".join(parts)


def _attach(left: str, right: str, inside_quotes: bool) -> bool:
    """Whether natural spelling puts no space between two regions."""
    if left[-1] in _OPENING or unicodedata.category(left[-1]) == "Ps" or (left[-1] == '"' and inside_quotes):
        return True
    first, rest = right[0], right[1:2]
    if left[-1] in "'’" and (first.isalnum() or first in _OPENING) and _ELIDED.search(left[-8:]):
        return True
    if first in _CLOSING or unicodedata.category(first) == "Pe":
        return not (first in ".," and rest.isdigit())  # ".5" is a number
    if first in "'’":
        # "'tis" and "'90s" open with an apostrophe of their own
        return not rest.isalnum() or bool(_CLITIC.match(right))
    if first == '"' and inside_quotes:
        return True
    return first in "nN" and bool(_CLITIC.match(right))


def separated(context: str, join: Join = "space") -> str:
    """Put the blank after a context that separates it from the sentence, as the sentence's own regions are separated.

    Examples
    --------
    >>> separated("It was late.")
    'It was late. '
    """
    return context if not context or context[-1].isspace() or join == "none" else context + " "


def normalize_text(text: str, normalizations: Collection[Normalization]) -> str:
    """Make the asked-for changes to a text.

    Parameters
    ----------
    text : str
    normalizations : collection of {"quotes", "nfc"}
        ``"quotes"``: typographic quotes and apostrophes become straight ones. ``"nfc"``: Unicode normal form C, so that
        an accented letter is one code point where there is one.

    Examples
    --------
    >>> normalize_text("isn’t", ["quotes"])
    "isn't"
    """
    if "quotes" in normalizations:
        text = text.translate(_STRAIGHT_QUOTES)
    if "nfc" in normalizations:
        text = unicodedata.normalize("NFC", text)
    return text
