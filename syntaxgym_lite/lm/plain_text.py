"""Texts that models of words or pieces learn from: what is no such text is refused before it is learnt from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from ..errors import InputError, short
from ..lines import TextLines
from ..words import is_unspaced

__all__ = [
    "LONGEST_WORD",
    "TREES_ARE_FOR",
    "looks_like_trees",
    "refuse_long_words",
    "said_of_long_word",
    "text_lines",
    "without_blanks",
]

LONGEST_WORD = 1000
"""Characters. What is longer is no word of a language, but text whose blanks were lost, or no text."""

TREES_ARE_FOR = (
    "sglite train rnng and, with `trees`, sglite train transformer learn from trees; sglite rear gives the words of "
    "trees to other models"
)

_LINES_THAT_TELL = 100
_FIRST_BRACKETS = re.compile(r"\(\s*(?:\(|([^\s()]+)(?:\s*(?:\(|$)|\s+[^()]+\)))")


def text_lines(path: str | Path, *, trees: str = TREES_ARE_FOR) -> Iterator[tuple[int, str]]:
    """Give the lines of a text with their numbers, from 1, without blanks around them.

    Parameters
    ----------
    path : str or Path
        See `syntaxgym_lite.lines.TextLines`.
    trees : str, optional
        What to do with a file of trees: a sentence without its point.

    Raises
    ------
    InputError
        While iterating: if the file cannot be read, or holds bracketed trees.
    """
    lines = iter(TextLines(path))
    first: list[tuple[int, str]] = []
    damage: InputError | None = None
    try:
        first.extend(islice(lines, _LINES_THAT_TELL))  # what was read before the damage stays
    except InputError as error:
        damage = error
    if looks_like_trees(line for _, line in first):
        raise InputError(f"{path}: looks like bracketed trees, whose brackets would be learnt as words. {trees}.")
    yield from first
    if damage is not None:
        raise damage
    yield from lines


def looks_like_trees(lines: Iterable[str]) -> bool:
    r"""Whether the first lines of a text are bracketed trees, on one line each or on several.

    Strings in which labels stand at both brackets are none: whoever wrote them wants brackets learnt as words.

    Examples
    --------
    >>> looks_like_trees(["(S (NP The dog) (VP barked))"]), looks_like_trees(["( (S", "    (NP (DT The) (NN dog))"])
    (True, True)
    >>> looks_like_trees(["(Applause.)", "The dog barked."]), looks_like_trees(["(S (NP The dog NP) (VP barked VP) S)"])
    (False, False)
    """
    some = [line.strip() for line in lines if line.strip()]
    found = _FIRST_BRACKETS.match(some[0]) if some else None
    if found is None or (found[1] and some[0].endswith(f" {found[1]})")):
        return False
    return 2 * sum(line.startswith("(") for line in some) > len(some)


def refuse_long_words(text: str, spans: Iterable[tuple[int, int]], where: str, *, before: int = 0) -> None:
    """Refuse a line in which a word is longer than `LONGEST_WORD`.

    Parameters
    ----------
    text : str
    spans : iterable of (int, int)
        Its words.
    where : str
        File and line.
    before : int, optional
        How many characters of the line stand before `text`.

    Raises
    ------
    InputError
        Says where, and how long the word is.
    """
    if len(text) <= LONGEST_WORD:
        return
    for start, end in spans:
        if end - start > LONGEST_WORD:
            raise InputError(f"{where}, column {before + start + 1}: {said_of_long_word(text[start:end])}")


def said_of_long_word(word: str) -> str:
    """Say that a word is too long, and what to do."""
    return (
        f"the word {short(word)} has {len(word):,} characters, and the longest that is learnt {LONGEST_WORD:,}. Put "
        "the blanks back that were lost, or take the line out."
    )


def without_blanks(paths: Sequence[str | Path]) -> bool:
    """Whether texts are written without blanks between words, judged by the first lines of those that are there."""
    files = [path for path in map(Path, paths) if path.is_file()]  # what can be read twice
    return is_unspaced(line for path in files for _, line in islice(TextLines(path), _LINES_THAT_TELL) if line)
