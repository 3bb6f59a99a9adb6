"""Where a word of a tree stands in the sentence as it is written, and what its neighbours ask of its spelling."""

from __future__ import annotations

import unicodedata

from .conllu import Tree

__all__ = ["depends_on_vowel", "has_vowel", "is_first", "is_joined", "is_letter", "joined", "span"]

_VOWELS = frozenset("aeiouàèéìòùáíóúâêîôûäëïöüœæаеёиоуыэюя")
_HYPHENS = frozenset("-‐‑")
_APOSTROPHES = frozenset("'’")
_BEFORE_CONSONANTS_OR_VOWELS = frozenset({"a", "an"})  # English; where other languages elide, no blank follows


def joined(tree: Tree) -> str:
    """Sentence that tokens and the blanks between them give."""
    return "".join(word.form + " " * word.space_after for word in tree.words).rstrip()


def span(tree: Tree, place: int) -> tuple[int, int]:
    """Where the token of a syntactic word stands in that sentence.

    Parameters
    ----------
    tree : Tree
    place : int
        Of the word among ``tree.parts``.

    Returns
    -------
    tuple of int
        Start and end, in code points.
    """
    token = tree.token_of[place]
    start = sum(len(word.form) + word.space_after for word in tree.words[:token])
    return start, start + len(tree.words[token].form)


def is_joined(tree: Tree, place: int) -> bool:
    """Whether a token is part of what a reader takes for one word: *it's*, *do*n't, *l'*amica, *well-known*."""
    before, form, after = _around(tree, place)
    if is_letter(before[-1:]) or is_letter(after[:1]):
        return True
    if before[-1:] in _HYPHENS and is_letter(before[-2:-1]):
        return True
    if after[:1] in {*_HYPHENS, *_APOSTROPHES} and is_letter(after[1:2]):
        return True
    is_clitic = form[0] in _APOSTROPHES and before.rstrip() == before
    return is_clitic or (form[-1] in _APOSTROPHES and after[:1].strip() != "")


def is_first(tree: Tree, place: int) -> bool:
    """Whether only punctuation stands before a word."""
    return all(word.upos == "PUNCT" for word in tree.parts[:place])


def depends_on_vowel(tree: Tree, place: int) -> bool:
    """Whether the word before is spelled by what follows: an elided one (*l'*), or *a*, *an*."""
    before, _, _ = _around(tree, place)
    return before[-1:] in _APOSTROPHES or before.rstrip().rpartition(" ")[2].lower() in _BEFORE_CONSONANTS_OR_VOWELS


def has_vowel(form: str) -> bool:
    """Whether a form begins with the letter of a vowel, Latin or Cyrillic."""
    return form[0].lower() in _VOWELS


def _around(tree: Tree, place: int) -> tuple[str, str, str]:
    """Text before a token, the token, and text after it."""
    text = joined(tree)
    start, end = span(tree, place)
    return text[:start], text[start:end], text[end:]


def is_letter(char: str) -> bool:
    """Whether a character belongs to a word: a letter, a mark on one, a digit."""
    return char != "" and unicodedata.category(char)[0] in "LMN"
