"""Trees as sequences of actions, top down (Dyer et al. 2016), and what may be done when.

``NT(X)`` opens a constituent, ``SHIFT`` reads the next word, ``REDUCE`` closes the constituent opened last. Words' tags
are no part of it.

References
----------
C. Dyer, A. Kuncoro, M. Ballesteros and N. A. Smith, Recurrent neural network grammars, NAACL 2016.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import InputError, did_you_mean
from .trees import Constituent, TaggedWord

__all__ = ["REDUCE", "SHIFT", "Derivation", "Limits", "derivation_of", "nt", "tree_of"]

SHIFT = "SHIFT"
REDUCE = "REDUCE"


def nt(label: str) -> str:
    """Give the action that opens a constituent.

    Examples
    --------
    >>> nt("NP")
    'NT(NP)'
    """
    return f"NT({label})"


def label_of(action: str) -> str:
    """Give the label of the constituent that an action opens; empty for the other two."""
    return action[3:-1] if action.startswith("NT(") and action.endswith(")") else ""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A tree as what is done to build it.

    Parameters
    ----------
    words : tuple of str
    actions : tuple of str
    """

    words: tuple[str, ...]
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a tree may grow while it is searched for; both change what a prefix of a sentence is worth.

    Parameters
    ----------
    consecutive : int
        Constituents that may be opened one right after another.
    opened : int
        Constituents that may be open at once.
    """

    consecutive: int = 8
    opened: int = 100

    def __post_init__(self) -> None:
        for name, value in (("max_consecutive_nts", self.consecutive), ("max_open_nts", self.opened)):
            if value < 1:
                raise InputError(f"`{name}` must be at least 1, not {value}.")


def derivation_of(tree: Constituent) -> Derivation:
    """Give the actions that build a tree.

    Examples
    --------
    >>> from syntaxgym_lite.lm.rnng.trees import parse_trees
    >>> derivation_of(parse_trees("(S (NN Time) (VP (VBZ flies)))")[0])
    Derivation(words=('Time', 'flies'), actions=('NT(S)', 'SHIFT', 'NT(VP)', 'SHIFT', 'REDUCE', 'REDUCE'))
    """
    return Derivation(tuple(word.form for word in tree.words()), tuple(_actions(tree)))


def _actions(tree: Constituent) -> Iterator[str]:
    yield nt(tree.label)
    for child in tree.children:
        if isinstance(child, TaggedWord):
            yield SHIFT
        else:
            yield from _actions(child)
    yield REDUCE


def tree_of(words: Sequence[str], actions: Sequence[str], tags: Sequence[str] | None = None) -> Constituent:
    """Build a tree.

    Parameters
    ----------
    words : sequence of str
    actions : sequence of str
    tags : sequence of str, optional
        Part of speech of each word; ``X`` for all by default, since the model knows none.

    Raises
    ------
    InputError
        If the actions build no tree over these words; the message names the first that cannot be done.

    Examples
    --------
    >>> print(tree_of(["Time", "flies"], ["NT(S)", "SHIFT", "NT(VP)", "SHIFT", "REDUCE", "REDUCE"]))
    (S (X Time) (VP (X flies)))
    """
    opened: list[tuple[str, list[Constituent | TaggedWord]]] = []
    whole: Constituent | None = None
    n_read = 0
    for place, action in enumerate(actions, start=1):
        label = label_of(action)
        if not label and action not in (SHIFT, REDUCE):
            raise InputError(
                f"Action {place}, '{action}', is none; there are SHIFT, REDUCE and NT(LABEL)."
                + did_you_mean(action, (SHIFT, REDUCE))
            )
        if whole is not None:
            raise InputError(f"Action {place}, {action}, comes after the end of the tree.")
        if label:
            opened.append((label, []))
        elif not opened:
            raise InputError(f"Action {place}, {action}, needs a constituent that is open.")
        elif action == SHIFT:
            if n_read == len(words):
                raise InputError(f"Action {place}, SHIFT, has no word left to read.")
            opened[-1][1].append(TaggedWord(words[n_read], "X" if tags is None else tags[n_read]))
            n_read += 1
        else:
            label, children = opened.pop()
            if not children:
                raise InputError(f"Action {place}, REDUCE, closes a constituent in which nothing stands.")
            node = Constituent(label, tuple(children))
            if opened:
                opened[-1][1].append(node)
            else:
                whole = node
    if whole is None:
        raise InputError("The actions end before the tree does.")
    if n_read < len(words):
        raise InputError(f"The tree ends before the word '{words[n_read]}'.")
    return whole
