"""Suites of several files of minimal pairs that have one name: told apart by their files, since results go by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import cited, counted
from ..suite import Suite

__all__ = ["alike", "named_by_file"]

_MOST = 5  # names that are told


def named_by_file(suites: Sequence[Suite], sources: Collection[str]) -> tuple[list[Suite], list[str]]:
    """Give suites of pairs that share a name the names of their files as well.

    They are not joined: nothing says that a file goes on where another ends, and a sample of a set beside the whole
    would count twice in one suite. What they have in common is said.

    Parameters
    ----------
    suites : sequence of Suite
    sources : collection of str
        Files of pairs, whose suites may be renamed.

    Returns
    -------
    suites : list of Suite
        In their order. Those whose files are one set in two forms, or hold the same sentences, keep their names, and
        are for the caller to refuse.
    notes : list of str
        What was done.
    """
    taken = Counter(suite.name for suite in suites)
    names = {suite.name for suite in suites}
    renamed = list(suites)
    said: list[str] = []
    n_shared = n_pairs = 0
    for name in [name for name, n in taken.items() if n > 1]:
        places = [place for place, suite in enumerate(suites) if suite.name == name]
        own = [suites[place] for place in places]
        if not all(one.source in sources for one in own) or _alike(own) is not None:
            continue
        new = _names(own)
        if len(set(new)) < len(new) or any(one in names and one != name for one in new):
            continue
        for place, one in zip(places, new, strict=True):
            renamed[place] = replace(suites[place], name=one)
        said.append(f"{cited(name)} as {' and '.join(map(cited, new))}")
        texts = [_texts(one) for one in own]
        n_shared += sum(n - 1 for n in Counter(text for of_one in texts for text in of_one).values() if n > 1)
        n_pairs += sum(map(len, texts))
    if not said:
        return renamed, []
    shared = f" {n_shared} of their {counted(n_pairs, 'pair')} stand in several of them" if n_shared else ""
    advice = f";{shared}, and count in each: name one of the files only if they are one set." if shared else "."
    more = f" and {len(said) - _MOST} more" if said[_MOST:] else ""
    what = counted(len(said), "name of a suite stands", "names of suites stand")
    return renamed, [f"{what} in several files, and the suites are told apart: {'; '.join(said[:_MOST])}{more}{advice}"]


def _names(suites: Sequence[Suite]) -> list[str]:
    """Put the name of its file before each, or of its folder where files are called the same, where that says more."""
    paths = [Path(suite.source) for suite in suites]
    by_file = [path.stem for path in paths]
    if len(set(by_file)) == len(by_file):
        return [
            suite.name if stem == suite.name else f"{stem}-{suite.name}"
            for suite, stem in zip(suites, by_file, strict=True)
        ]
    return [f"{path.parent.name}-{suite.name}" for suite, path in zip(suites, paths, strict=True)]


def _texts(suite: Suite) -> set[tuple[str, ...]]:
    by_item: dict[int, list[str]] = {}
    for sentence in suite.sentences():
        by_item.setdefault(sentence.item_number, []).append(sentence.text)
    return set(map(tuple, by_item.values()))


def alike(suites: Sequence[Suite]) -> tuple[Suite, Suite]:
    """Give the first two that are one file in two forms, or hold the same sentences; the first two, if none are.

    Parameters
    ----------
    suites : sequence of Suite, at least 2
    """
    return _alike(suites) or (suites[0], suites[1])


def _alike(suites: Sequence[Suite]) -> tuple[Suite, Suite] | None:
    files = [Path(suite.source).with_suffix("") for suite in suites]
    texts = [frozenset(_texts(suite)) for suite in suites]
    for place, suite in enumerate(suites):
        for before in range(place):
            if files[before] == files[place] or texts[before] == texts[place]:
                return suites[before], suite
    return None
