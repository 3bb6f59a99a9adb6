"""Sentences of an item cut into regions where its conditions differ: what is alike, and what differs, by turns."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

__all__ = ["cut_at_differences"]


def cut_at_differences(items: Sequence[Sequence[str]]) -> tuple[list[list[list[str]]], tuple[str, ...]]:
    """Cut the sentences of items so that regions are alike in all conditions, or differ, by turns.

    Parameters
    ----------
    items : sequence of sequences of str
        Of each item, its sentence in each condition; words are parted by blanks.

    Returns
    -------
    parts : list of list of list of str
        Of each item and condition, the texts of the regions; one that a condition lacks is empty. Where items do not
        differ in equally many places, there are three regions: what sentences begin with, where they differ first and
        last and what is between, and what they end with.
    names : tuple of str
        Of the regions.

    Examples
    --------
    >>> parts, names = cut_at_differences([["The key to it is old.", "The keys to it are old."]])
    >>> names
    ('beginning', 'difference 1', 'between', 'difference 2', 'ending')
    >>> parts[0][1]
    ['The', 'keys', 'to it', 'are', 'old.']
    """
    fine = [_by_turns([sentence.split() for sentence in sentences]) for sentences in items]
    sizes = {len(parts[0]) for parts in fine if parts}
    if len(sizes) != 1:
        fine = [_in_three([sentence.split() for sentence in sentences]) for sentences in items]
    n = len(fine[0][0]) if fine and fine[0] else 1
    used = [any(parts[place] for item in fine for parts in item) for place in range(n)]
    names = [name for name, is_used in zip(_names(n), used, strict=True) if is_used]
    cut = [
        [[" ".join(words) for words, is_used in zip(parts, used, strict=True) if is_used] for parts in item]
        for item in fine
    ]
    return cut, tuple(names)


def _names(n: int) -> list[str]:
    """Name regions that are alike and differ by turns; the first and the last are alike."""
    n_differences, n_between = n // 2, max(n // 2 - 1, 0)
    names = []
    for place in range(n):
        number = place // 2 + 1
        if place % 2:
            names.append("difference" if n_differences == 1 else f"difference {number}")
        elif place in (0, n - 1):
            names.append("beginning" if place == 0 else "ending")
        else:
            names.append("between" if n_between == 1 else f"between {number - 1}")
    return names


def _by_turns(sentences: Sequence[list[str]]) -> list[list[list[str]]]:
    """Cut at every place where sentences differ: alike, different, ..., alike; the first and last may be empty."""
    first, *others = sentences
    anchors: list[tuple[int, ...]] = [(place,) for place in range(len(first))]  # words that all share, by their places
    for other in others:
        matcher = SequenceMatcher(None, [first[places[0]] for places in anchors], other, autojunk=False)
        anchors = [
            (*anchors[block.a + step], block.b + step)
            for block in matcher.get_matching_blocks()
            for step in range(block.size)
        ]
    parts: list[list[list[str]]] = [[[]] for _ in sentences]
    done = [0] * len(sentences)
    for places in (*anchors, tuple(map(len, sentences))):
        if any(place > before for place, before in zip(places, done, strict=True)):
            for own, words, before, place in zip(parts, sentences, done, places, strict=True):
                own += [words[before:place], []]
        if places != tuple(map(len, sentences)):
            for own, words, place in zip(parts, sentences, places, strict=True):
                own[-1].append(words[place])
        done = [place + 1 for place in places]
    return parts


def _in_three(sentences: Sequence[list[str]]) -> list[list[list[str]]]:
    """Cut into what sentences begin with, what is between, and what they end with."""
    shortest = min(map(len, sentences))
    begin = next((n for n in range(shortest) if len({words[n] for words in sentences}) > 1), shortest)
    end = next(
        (n for n in range(shortest - begin) if len({words[-1 - n] for words in sentences}) > 1), shortest - begin
    )
    return [[words[:begin], words[begin : len(words) - end], words[len(words) - end :]] for words in sentences]
