"""Models of the strings of bracketed trees: parsing as language modelling (Choe and Charniak 2016).

A tree is written ``(S (NP The dog NP) (VP barked VP) . S)``: opening and closing brackets carry the label, and are
units of the vocabulary; tags are left out; round brackets among the words are ``-LRB-`` and ``-RRB-``, so that nothing
but a bracket of the tree has one in it. Any causal model that was trained on such strings gives a probability to each,
and so to a tree with its words.

What a model says is taken as it is: probability that it gives to strings that are no trees is lost, and counts as
surprisal. A word of several pieces has the product of theirs. That it ends there is part of what the next unit costs,
bracket or word, as with any model whose pieces carry the blank before a word: the probability that a word ends falls
on the word after it.

References
----------
D. K. Choe and E. Charniak, Parsing as language modeling, EMNLP 2016. P. Qian, T. Naseem, R. Levy and R. Fernandez
Astudillo, Structural guidance for transformer language models, ACL 2021.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch

from ...surprisal import FloatArray
from .network import Numbers
from .trees import Constituent, TaggedWord

__all__ = [
    "StringGrammar",
    "TokenStates",
    "closing",
    "leaf_text",
    "opening",
    "string_of_tree",
    "tree_labels",
    "without_brackets",
]

_SHIFT, _REDUCE, _OPEN = 0, 1, 2  # numbers of actions, see `syntaxgym_lite.lm.rnng.beam.States`

Flags = npt.NDArray[np.bool_]


def opening(label: str) -> str:
    """Write the bracket that opens a constituent."""
    return f"({label}"


def closing(label: str) -> str:
    """Write the bracket that closes a constituent."""
    return f"{label})"


def leaf_text(word: str) -> str:
    """Write a word in a string of a tree: without round brackets.

    Examples
    --------
    >>> leaf_text("dog"), leaf_text("(")
    ('dog', '-LRB-')
    """
    return word.replace("(", "-LRB-").replace(")", "-RRB-")


def string_of_tree(tree: Constituent) -> str:
    """Write a tree as a string for a model of strings.

    Examples
    --------
    >>> from syntaxgym_lite.lm.rnng.trees import parse_trees
    >>> string_of_tree(parse_trees("(S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .))")[0])
    '(S (NP The dog NP) (VP barked VP) . S)'
    """
    inside = [leaf_text(one.form) if isinstance(one, TaggedWord) else string_of_tree(one) for one in tree.children]
    return " ".join((opening(tree.label), *inside, closing(tree.label)))


def without_brackets(string: str) -> str:
    """Give the words of a string of a tree, with a blank before each.

    Examples
    --------
    >>> without_brackets("(S (NP The dog NP) (VP barked VP) . S)")
    ' The dog barked .'
    """
    return "".join(f" {unit}" for unit in string.split() if "(" not in unit and ")" not in unit)


def tree_labels(units: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Find the labels whose opening and closing brackets are both units of a vocabulary, with their numbers.

    Examples
    --------
    >>> tree_labels({"dog": 0, "(NP": 1, "NP)": 2, "(VP": 3, "(": 4, ")": 5})
    {'NP': (1, 2)}
    """
    labels = sorted(unit[1:] for unit in units if len(unit) > 1 and unit[0] == "(" and closing(unit[1:]) in units)
    return {label: (units[opening(label)], units[closing(label)]) for label in labels}


class TokenStates(Protocol):
    """Where a causal model stands after strings of tokens, by number: states are only added, and never changed."""

    def start(self) -> int:
        """Give the state before the first token."""

    def push(self, tokens: Numbers, states: Numbers) -> Numbers:
        """Read a token in each state; give the new states, whose numbers follow all others, in order."""

    def log_probabilities(self, states: Numbers, tokens: Numbers) -> FloatArray:
        """Give the log probability of some tokens after each state, shape (n, k)."""

    def forget(self, n: int) -> None:
        """Forget all states but the first n."""

    def tidy(self, states: Numbers) -> Numbers:
        """Forget what leads to none of these states; give which are left, rising, which are then numbered from 0."""


@dataclass(frozen=True, slots=True, eq=False)
class StringGrammar:
    """A model of strings of trees as what can be searched; see `syntaxgym_lite.lm.rnng.beam.Grammar`.

    Parameters
    ----------
    begin : callable
        Gives the states of a search that begins.
    brackets : mapping of str to (int, int)
        The tokens that open and close a constituent of each label.
    pieces : sequence of tuple of int
        The tokens of each word, by its number.
    context : int or None
        How many tokens the model takes, that before the first one counted. Longer derivations are dropped.
    device : torch.device
    at_once : int
    """

    begin: Callable[[], TokenStates]
    brackets: Mapping[str, tuple[int, int]]
    pieces: Sequence[tuple[int, ...]]
    context: int | None
    device: torch.device
    at_once: int = 1 << 9

    @property
    def labels(self) -> tuple[str, ...]:
        """What its constituents are called."""
        return tuple(self.brackets)

    def states(self) -> _Strings:
        """Begin a search."""
        return _Strings(self)


class _Strings:
    """The strings of a search: of each, the state of the model, how long it is, and what is open in it."""

    def __init__(self, grammar: StringGrammar) -> None:
        self._tokens = grammar.begin()
        self._pieces = grammar.pieces
        brackets = np.array(list(grammar.brackets.values()), np.int64).reshape(-1, 2)
        self._openings, self._closings = brackets[:, 0], brackets[:, 1]
        self._context = np.iinfo(np.int64).max if grammar.context is None else grammar.context
        self._tops = np.array([0])  # of each string, the innermost constituent that is open: a place in the next two
        self._depths = np.array([1])
        self._labels, self._outer = [0], [0]  # the first stands for none

    def start(self) -> int:
        return self._tokens.start()

    def scores(self, states: Numbers, allowed: Flags, words: Numbers) -> FloatArray:
        pieces = [self._pieces[word] for word in words.tolist()]
        lengths = np.array([len(own) for own in pieces], np.int64)
        firsts = np.array([own[0] for own in pieces], np.int64)
        wanted = np.column_stack([firsts, self._closers(states), np.tile(self._openings, (len(states), 1))])
        scores = self._tokens.log_probabilities(states, wanted)
        room = self._context - self._depths[states]
        scores[~allowed | (room < 1)[:, None]] = -np.inf
        scores[lengths > room, _SHIFT] = -np.inf
        self._add_pieces(scores, states, pieces, lengths)
        return scores

    def _add_pieces(
        self, scores: FloatArray, states: Numbers, pieces: Sequence[tuple[int, ...]], lengths: Numbers
    ) -> None:
        """Add what the pieces of words cost after the first; the model forgets that it read them."""
        rows = np.flatnonzero((lengths > 1) & (scores[:, _SHIFT] > -np.inf))
        here, place, n = states[rows], 1, len(self._tops)
        while len(rows):
            here = self._tokens.push(np.array([pieces[row][place - 1] for row in rows.tolist()]), here)
            following = np.array([pieces[row][place] for row in rows.tolist()])
            scores[rows, _SHIFT] += self._tokens.log_probabilities(here, following[:, None])[:, 0]
            place += 1
            going = lengths[rows] > place
            rows, here = rows[going], here[going]
        self._tokens.forget(n)

    def built(self, states: Numbers, actions: Numbers) -> Numbers:
        if not len(states):
            return states
        opens = actions >= _OPEN
        tokens = self._closers(states)
        tops = np.array([self._outer[top] for top in self._tops[states].tolist()], np.int64)
        tokens[opens] = self._openings[actions[opens] - _OPEN]
        tops[opens] = np.arange(len(self._labels), len(self._labels) + opens.sum())
        self._labels += (actions[opens] - _OPEN).tolist()
        self._outer += self._tops[states[opens]].tolist()
        return self._pushed(tokens, states, tops)

    def read(self, states: Numbers, words: Numbers) -> Numbers:
        pieces = [self._pieces[word] for word in words.tolist()]
        lengths = np.array([len(own) for own in pieces], np.int64)
        now: Numbers = states.copy()
        for place in range(int(lengths.max(initial=0))):
            rows = np.flatnonzero(lengths > place)
            tokens = np.array([pieces[row][place] for row in rows.tolist()])
            now[rows] = self._pushed(tokens, now[rows], self._tops[now[rows]])
        return now

    def end_scores(self, states: Numbers) -> FloatArray:
        if not len(states):
            return np.zeros(0)
        scores: FloatArray = self._tokens.log_probabilities(states, self._closers(states)[:, None])[:, 0]
        scores[self._depths[states] >= self._context] = -np.inf
        return scores

    def end_closed(self, states: Numbers) -> Numbers:
        return self.built(states, np.full(len(states), _REDUCE))

    def tidy(self, states: Numbers) -> Numbers:
        kept = self._tokens.tidy(states)
        self._tops, self._depths = self._tops[kept], self._depths[kept]
        numbers: Numbers = np.searchsorted(kept, states)
        return numbers

    def _closers(self, states: Numbers) -> Numbers:
        """Give the token that closes the innermost constituent of each string."""
        labels = np.array([self._labels[top] for top in self._tops[states].tolist()], np.int64)
        return self._closings[labels]

    def _pushed(self, tokens: Numbers, states: Numbers, tops: Numbers) -> Numbers:
        depths = self._depths[states] + 1
        new = self._tokens.push(tokens, states)
        self._tops, self._depths = np.append(self._tops, tops), np.append(self._depths, depths)
        return new
