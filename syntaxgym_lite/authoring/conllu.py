"""Treebanks in CoNLL-U, the format of Universal Dependencies.

A sentence is read as the words that a reader sees: the syntactic words of a multiword token (Italian *della*, of *di*
and *la*) are put together again, as Gulordava et al. (2018) did. The one that is highest in the tree, the first of
several, lends the token its lemma, part of speech, features and head. Empty nodes (``5.1``) are left out, and so are
enhanced dependencies. The syntactic words themselves, and the sentence as text, are kept beside that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import InputError, Problems
from ..files import decode_utf8
from ..lines import DAMAGED, LineTooLongError, bounded_lines, open_by_content

__all__ = ["Tree", "TreeWord", "parse_conllu", "read_bank", "read_conllu"]

_ID = re.compile(r"[1-9]\d{0,5}", re.ASCII)
_RANGE = re.compile(r"([1-9]\d{0,5})-([1-9]\d{0,5})")
_EMPTY_NODE = re.compile(r"\d+\.\d+")


@dataclass(frozen=True, slots=True)
class TreeWord:
    """A word of a tree.

    Parameters
    ----------
    form, lemma, upos : str
        As written.
    feats : tuple of (str, str)
        Morphological features in alphabetical order of their names, e.g. ``(("Number", "Sing"),)``.
    head : int
        Place of its head in the tree, from 0; -1 for the root.
    deprel : str
        Relation to the head.
    space_after : bool
        Whether a blank follows in the text.
    """

    form: str
    lemma: str
    upos: str
    feats: tuple[tuple[str, str], ...]
    head: int
    deprel: str
    space_after: bool = True

    def feat(self, name: str) -> str | None:
        """Value of a feature, or None.

        Examples
        --------
        >>> TreeWord("dogs", "dog", "NOUN", (("Number", "Plur"),), -1, "root").feat("Number")
        'Plur'
        """
        return next((value for key, value in self.feats if key == name), None)


@dataclass(frozen=True, slots=True)
class Tree:
    """A sentence and its dependencies.

    Parameters
    ----------
    words : tuple of TreeWord
    where : str
        File and line of its first word, ``"en_pud-ud-test.conllu:12"``.
    sent_id : str
        As the file calls it; may be empty.
    text : str
        The sentence as the file has it (``# text``); may be empty.
    parts : tuple of TreeWord
        The syntactic words, with heads that point to places among them. The same as `words` where no token is of
        several words; empty in trees that were not read from a file.
    token_of : tuple of int
        For each of `parts`, the place of its token among `words`.
    """

    words: tuple[TreeWord, ...]
    where: str
    sent_id: str = ""
    text: str = ""
    parts: tuple[TreeWord, ...] = ()
    token_of: tuple[int, ...] = ()

    def is_projective_arc(self, head: int, child: int) -> bool:
        """Whether all words between a head and its child hang on the head, directly or not."""
        return all(self._is_below(place, head) for place in range(min(head, child) + 1, max(head, child)))

    def _is_below(self, place: int, ancestor: int) -> bool:
        while place != -1:
            if place == ancestor:
                return True
            place = self.words[place].head
        return False


def read_conllu(path: str | Path) -> list[Tree]:
    """Read a treebank.

    Parameters
    ----------
    path : str or Path
        CoNLL-U in UTF-8, plain or packed by gzip or xz.

    Returns
    -------
    list of Tree

    Raises
    ------
    InputError
        If the file cannot be read.
    SuiteError
        If it is not CoNLL-U; lists every problem with its line.
    """
    return parse_conllu(read_bank(path), source=str(path))


def read_bank(path: str | Path) -> str:
    """Read the text of a treebank or a table of word forms, plain or packed.

    Raises
    ------
    InputError
        If it cannot be read, or is not UTF-8.
    """
    path = Path(path)
    try:
        with open_by_content(path) as stream:
            data = b"".join(bounded_lines(stream))
    except FileNotFoundError:
        raise InputError(f"{path}: no such file.") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; name the treebank files in it, e.g. {path}/*.conllu.") from None
    except LineTooLongError as error:
        raise InputError(f"{path}: a line {error}.") from None
    except DAMAGED as error:
        raise InputError(f"{path}: is packed, and damaged: {error}.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}.") from None
    return decode_utf8(data, path)


def parse_conllu(text: str, *, source: str = "<treebank>") -> list[Tree]:
    """Read a treebank from text; see `read_conllu`."""
    problems = Problems()
    trees = []
    for number, lines in _sentences(text):
        tree = _tree(number, lines, Path(source).name, problems)
        if tree is not None:
            trees.append(tree)
    if not problems and not trees:
        problems.note("", "holds no sentences; a treebank in CoNLL-U is expected.")
    problems.raise_all(source)
    return trees


def _sentences(text: str) -> Iterator[tuple[int, list[str]]]:
    """Blocks of lines between empty ones, each with the number of its first line."""
    block: list[str] = []
    start = 1
    for number, line in enumerate([*text.split("\n"), ""], 1):
        line = line.rstrip("\r")
        if line.strip():
            if not block:
                start = number
            block.append(line)
        elif block:
            yield start, block
            block = []


def _tree(start: int, lines: Sequence[str], source: str, problems: Problems) -> Tree | None:
    rows: list[TreeWord] = []
    lines_of: list[int] = []
    merged: list[tuple[int, int, str, bool]] = []  # first and last word from 0, form, blank after
    comments: dict[str, str] = {}
    n_before = len(problems)
    for line, text in enumerate(lines, start):
        if text.startswith("#"):
            name, _, value = text[1:].partition("=")
            comments[name.strip()] = value.strip()
            continue
        cells = text.split("\t")
        if len(cells) != 10:
            problems.note(f"line {line}", f"has {len(cells)} columns separated by tabs, not 10.")
        elif _EMPTY_NODE.fullmatch(cells[0]):
            continue
        elif span := _RANGE.fullmatch(cells[0]):
            first, last = int(span[1]) - 1, int(span[2]) - 1
            if first != len(rows) or last <= first or (merged and merged[-1][1] >= first):
                problems.note(f"line {line}", f"the token {cells[0]} does not stand before its words.")
            merged.append((first, last, cells[1], _space_after(cells[9])))
        elif not _ID.fullmatch(cells[0]) or int(cells[0]) != len(rows) + 1:
            problems.note(f"line {line}", f"the word should have the number {len(rows) + 1}, not {cells[0]!r}.")
        elif not (cells[6].isascii() and cells[6].isdigit() and len(cells[6]) < 7):
            problems.note(f"line {line}", f"the head must be a number, not {cells[6]!r}.")
        else:
            _, form, lemma, upos, _, feats, head, deprel, _, misc = cells
            rows.append(TreeWord(form, lemma, upos, _feats(feats), int(head) - 1, deprel, _space_after(misc)))
            lines_of.append(line)
    if len(problems) > n_before:
        return None
    for line, row in zip(lines_of, rows, strict=True):
        if row.head >= len(rows):
            problems.note(f"line {line}", f"the head {row.head + 1} is not a word of the sentence.")
    if merged and merged[-1][1] >= len(rows):
        problems.note(f"line {start}", "a token has more words than the sentence.")
    if len(problems) == n_before and (looping := _in_a_circle(rows)) is not None:
        problems.note(f"line {lines_of[looping]}", "the word hangs on itself, by way of its heads.")
    if len(problems) > n_before or not rows:
        return None
    words, token_of = _words(rows, merged)
    return Tree(
        words,
        f"{source}:{lines_of[0]}",
        comments.get("sent_id", ""),
        comments.get("text", ""),
        parts=words if len(words) == len(rows) else tuple(rows),
        token_of=token_of,
    )


def _space_after(misc: str) -> bool:
    return "SpaceAfter=No" not in misc.split("|")


def _feats(text: str) -> tuple[tuple[str, str], ...]:
    if text == "_":
        return ()
    return tuple(sorted((name, value) for name, _, value in (each.partition("=") for each in text.split("|"))))


def _in_a_circle(rows: Sequence[TreeWord]) -> int | None:
    """Give a word from which following the heads never ends."""
    reaches_root: set[int] = {-1}
    for place in range(len(rows)):
        path: dict[int, None] = {}
        while place not in reaches_root:
            if place in path:
                return place
            path[place] = None
            place = rows[place].head
        reaches_root.update(path)
    return None


def _depths(rows: Sequence[TreeWord]) -> list[int]:
    """Number of heads above each word; the words hang in no circle."""
    known = {-1: -1}
    for place in range(len(rows)):
        path = []
        while place not in known:
            path.append(place)
            place = rows[place].head
        for below in reversed(path):
            known[below] = known[rows[below].head] + 1
    return [known[place] for place in range(len(rows))]


def _words(
    rows: Sequence[TreeWord], merged: Iterable[tuple[int, int, str, bool]]
) -> tuple[tuple[TreeWord, ...], tuple[int, ...]]:
    """Put multiword tokens together, and let heads point to places in the new sequence; also where each word went."""
    token_of = {first: (last, form, space) for first, last, form, space in merged}
    groups: list[range] = []
    place = 0
    while place < len(rows):
        last = token_of[place][0] if place in token_of else place
        groups.append(range(place, last + 1))
        place = last + 1
    new_place = {old: new for new, group in enumerate(groups) for old in group}
    new_place[-1] = -1
    depths = _depths(rows)
    words = []
    for group in groups:
        # the highest one: heads of tokens are then higher than the tokens, so that no circle comes of it
        row = rows[min(group, key=depths.__getitem__)]
        _, form, space = token_of.get(group[0], (0, row.form, row.space_after))
        words.append(replace(row, form=form, head=new_place[row.head], space_after=space))
    return tuple(words), tuple(new_place[place] for place in range(len(rows)))
