"""Constituency trees in brackets, as the Penn Treebank writes them.

A tree is ``(S (NP (DT The) (NN dog)) (VP (VBZ barks)))``. What is read and what is left out:

- A node whose only child is a word is a word with its tag; a node that holds nodes is a constituent. Trees without tags
  (``(S (NP The dog) (VP barks))``) have to be said to be such: in ``(NP dog)`` alone the two cannot be told apart.
- An outer bracket without a label, or labelled ``TOP``, ``ROOT`` or ``S1``, with one constituent in it, is taken off.
- Empty elements (``(-NONE- *T*-1)``) are left out, and so are constituents in which nothing else stands.
- Functions and indices are cut off labels: ``NP-SBJ-1`` and ``NP=2`` are ``NP``.
- The words ``-LRB-``, ``-RRB-``, ``-LSB-``, ``-RSB-``, ``-LCB-`` and ``-RCB-`` are the brackets they stand for, and two
  backquotes or two apostrophes are a straight quotation mark, as they are written in any other text.
- A mark of a sentence's end or beginning (``</s>``, ``<eos>``, ``<|endoftext|>``) is refused: it would be learnt as a
  word. ``<unk>`` is an unknown word.
- Trees may run over several lines; but an opening bracket at the very beginning of a line begins a new tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import InputError, short
from ...files import decode_utf8
from ...lines import DAMAGED, LineTooLongError, bounded_lines, open_by_content
from ...words import MARKER
from ..plain_text import LONGEST_WORD, said_of_long_word
from ..vocabulary import UNK

__all__ = ["Constituent", "TaggedWord", "parse_trees", "read_trees"]

_TOKEN = re.compile(r"[()]|[^\s()]+")
_EMPTY = "-NONE-"
_OUTER = frozenset({"TOP", "ROOT", "S1"})
_DEEPEST = 200
"""Constituents in constituents. Deeper trees are mistakes as a rule; and whatever walks over one may call itself."""

_SIGNS = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"',
}  # fmt: skip
"""What the Penn Treebank writes for them."""


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """A word of a tree.

    Parameters
    ----------
    form : str
        As it stands in a text.
    tag : str
        Its part of speech; empty in trees without tags.
    """

    form: str
    tag: str = ""

    def __str__(self) -> str:
        form = self.form.replace("(", "-LRB-").replace(")", "-RRB-")
        return f"({self.tag} {form})" if self.tag else form


@dataclass(frozen=True, slots=True)
class Constituent:
    """A constituent: a label, and what stands in it.

    Parameters
    ----------
    label : str
    children : tuple of Constituent or TaggedWord
        At least one.

    Examples
    --------
    >>> tree = Constituent("NP", (TaggedWord("the", "DT"), TaggedWord("dog", "NN")))
    >>> print(tree)
    (NP (DT the) (NN dog))
    >>> [word.form for word in tree.words()]
    ['the', 'dog']
    """

    label: str
    children: tuple[Constituent | TaggedWord, ...]

    def __str__(self) -> str:
        return f"({self.label} {' '.join(map(str, self.children))})"

    def words(self) -> Iterator[TaggedWord]:
        """Give the words in the tree, from left to right."""
        for child in self.children:
            if isinstance(child, TaggedWord):
                yield child
            else:
                yield from child.words()

    def labels(self) -> Iterator[str]:
        """Give the labels of the tree, from the top down."""
        yield self.label
        for child in self.children:
            if isinstance(child, Constituent):
                yield from child.labels()


@dataclass(slots=True)
class _Open:
    """A bracket that is open."""

    start: int
    label: str | None = None
    children: list[Constituent | TaggedWord | _Bare] = field(default_factory=list)
    is_emptied: bool = False  # whether something in it was left out


@dataclass(frozen=True, slots=True)
class _Bare:
    """A word without a bracket of its own, and where it stands."""

    form: str
    start: int


def read_trees(path: str | Path, *, tagged: bool = True) -> list[Constituent]:
    """Read the trees of a file.

    Parameters
    ----------
    path : str or Path
        UTF-8, plain or packed by gzip, bzip2 or xz; what is in it is described at the head of this module.
    tagged : bool, optional
        Whether each word has its part of speech around it.

    Raises
    ------
    InputError
        If the file cannot be read, or is no such file; the message names line and column.
    """
    path = Path(path)
    try:
        with open_by_content(path) as stream:
            data = b"".join(bounded_lines(stream))
    except LineTooLongError as error:
        raise InputError(f"{path}: a line {error}.") from None
    except DAMAGED as error:
        raise InputError(f"{path}: is packed, and damaged: {error}.") from None
    except OSError as error:
        raise InputError(f"{path}: the trees cannot be read: {error.strerror or error}.") from error
    trees = parse_trees(decode_utf8(data, path), source=str(path), tagged=tagged)
    if not tagged and (example := _tag(trees)):
        raise InputError(
            f"{path}: each word stands alone in a bracket, such as {example}, as tagged words do; their tags would be "
            'learnt as constituents. Leave out `untagged`; in a plan write trees = "tagged".'
        )
    return trees


def _tag(trees: Sequence[Constituent]) -> str:
    """Give a word in what looks like its tag, of trees that are said to have none; empty if any word has a neighbour.

    Examples
    --------
    >>> _tag(parse_trees("(S (NP (DT The) (NN dog)) (VP (VBD barked)))", tagged=False))
    '(DT The)'
    >>> _tag(parse_trees("(S (NP The dog) (VP barked))", tagged=False))
    ''
    """
    example, tags, others = "", set[str](), set[str]()
    left: list[Constituent] = list(reversed(trees))
    while left:
        node = left.pop()
        inside = [child for child in node.children if isinstance(child, Constituent)]
        if len(inside) == len(node.children):
            others.add(node.label)
            left += reversed(inside)
        elif len(node.children) == 1:
            example = example or str(node)
            tags.add(node.label)
        else:
            return ""
    return "" if tags & others else example


def parse_trees(text: str, *, source: str = "<trees>", tagged: bool = True) -> list[Constituent]:
    r"""Read trees from text; see `read_trees`.

    Examples
    --------
    >>> for tree in parse_trees("( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ barks) (NP (-NONE- *)))) )"):
    ...     print(tree)
    (S (NP (DT The) (NN dog)) (VP (VBZ barks)))
    >>> parse_trees("(S (NP (DT The) (NN dog))\n(S (NP (PRP It)))")
    Traceback (most recent call last):
    syntaxgym_lite.errors.InputError: <trees>: line 1, column 1: the bracket is not closed before the next tree...
    """
    trees = list(_Reader(text.removeprefix("\ufeff"), source, tagged).trees())
    if not trees:
        raise InputError(f"{source}: there are no trees; they are written (S (NP (DT The) (NN dog)) (VP (VBZ barks))).")
    return trees


class _Reader:
    """One text, read from its beginning to its end."""

    def __init__(self, text: str, source: str, tagged: bool) -> None:
        self._text = text
        self._source = source
        self._tagged = tagged

    def trees(self) -> Iterator[Constituent]:
        opened: list[_Open] = []
        text = self._text
        for found in _TOKEN.finditer(text):
            token, start = found[0], found.start()
            if token == "(":
                if opened and (start == 0 or text[start - 1] in "\r\n"):
                    raise self._error(opened[0].start, "the bracket is not closed before the next tree begins")
                if len(opened) == _DEEPEST:
                    raise self._error(start, f"more than {_DEEPEST} brackets are open; that is no sentence")
                if opened and opened[-1].label is None:
                    opened[-1].label = ""
                opened.append(_Open(start))
            elif not opened:
                what = (
                    "the bracket closes nothing"
                    if token == ")"
                    else f"{short(token)} stands outside of any tree; write (S (NP (DT The) (NN dog)) ...)"
                )
                raise self._error(start, what)
            elif token == ")":
                node = self._closed(opened.pop())
                if opened:
                    if node is None:
                        opened[-1].is_emptied = True
                    else:
                        opened[-1].children.append(node)
                elif node is not None:
                    yield self._whole(node, start)
                else:
                    raise self._error(start, "the tree that ends here holds no words")
            elif opened[-1].label is None:
                opened[-1].label = token
            elif token != UNK and MARKER.fullmatch(token):
                raise self._error(start, f"'{token}' stands among the words, and would be learnt as one; take it out")
            elif len(token) > LONGEST_WORD:
                raise self._error(start, said_of_long_word(token).removesuffix("."))
            else:
                opened[-1].children.append(_Bare(token, start))
        if opened:
            raise self._error(opened[-1].start, "the bracket is never closed")

    def _closed(self, node: _Open) -> Constituent | TaggedWord | None:
        """Give what stands in a bracket; None where only empty elements do."""
        label = node.label
        words = [child for child in node.children if isinstance(child, _Bare)]
        if not node.children:
            if node.is_emptied:
                return None
            what = (
                f"{short(label)} stands alone in its bracket; write (LABEL word)" if label else "nothing stands in it"
            )
            raise self._error(node.start, what)
        if self._tagged and words:
            if len(node.children) > 1 or node.is_emptied:
                raise self._error(
                    words[0].start,
                    f"the word {short(words[0].form)} has no tag; write (TAG word), or say that trees have none: "
                    "`untagged`",
                )
            if not label:
                raise self._error(node.start, "the bracket has no label")
            if label == _EMPTY:
                return None
            return TaggedWord(_SIGNS.get(words[0].form, words[0].form), label)
        children = [TaggedWord(_SIGNS.get(c.form, c.form)) if isinstance(c, _Bare) else c for c in node.children]
        if label:
            return Constituent(_plain(label), tuple(children))
        if len(children) > 1 or not isinstance(children[0], Constituent):
            raise self._error(node.start, "the bracket has no label")
        return children[0]

    def _whole(self, node: Constituent | TaggedWord, end: int) -> Constituent:
        if isinstance(node, TaggedWord):
            raise self._error(end, f"the tree that ends here is a word alone, {short(node.form)}, in no constituent")
        only = node.children[0]
        if node.label in _OUTER and len(node.children) == 1 and isinstance(only, Constituent):
            return only
        return node

    def _error(self, start: int, what: str) -> InputError:
        before = self._text[:start]
        line = before.count("\n") + 1
        column = start - (before.rfind("\n") + 1) + 1
        return InputError(f"{self._source}: line {line}, column {column}: {what}.")


def _plain(label: str) -> str:
    """Cut functions and indices off a label; ``-LRB-`` and the like begin with a hyphen, and stay."""
    end = min((place for place in (label.find("-", 1), label.find("=", 1)) if place > 0), default=len(label))
    return label if label.startswith("-") else label[:end]
