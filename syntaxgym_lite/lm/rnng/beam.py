"""Word-synchronous beam search: what the beginnings of sentences are worth to a model of trees.

Such a model, an RNNG or a model of the strings of bracketed trees, gives a probability to a tree with its words. A
beginning of a sentence has as many trees as there are ways to go on, so that its probability is a sum nobody can take
whole. The search keeps the best derivations that have just read a word, finds for each ways to the next word, and keeps
the best of those (Stern et al. 2017). The sum over what is kept is a lower bound of the probability of the words so
far; the surprisal of a word is the difference of the logarithms of two such sums, and no bound of anything.

For each word:

1. Every derivation is tried with every action that is allowed; SHIFT includes the word.
2. Of the best `beam` of these, those that end in SHIFT are completed; the others are the next derivations. The best
   `fast_track` that end in SHIFT are completed in any case.
3. This goes on until no derivation is left, or `beam` were completed (those beyond the best `beam` not counted), or the
   room for completed ones is full: ``min(2 beam, beam + 5 fast_track)``. What does not fit is dropped. The room is a
   habit of the public code of Noji and Oseki, on which numbers depend.
4. The best `word_beam` of what was completed are kept.

What is allowed: with nothing open, only to open a constituent; nothing is closed right after it was opened, nor the
outermost while words remain; `Limits` say how many may be open, and opened in a row. An RNNG takes what is not allowed
out before the softmax. That words remain is all that is known of them, so that a prefix is worth the same whatever
follows. With no word left, what is open is closed. For an RNNG that costs nothing: it gives no probability to the end
of a sentence.

What a derivation is worth, and where it stands, is a matter of the model (`Grammar`, `States`); the search is the same.

References
----------
M. Stern, D. Fried and D. Klein, Effective inference for generative neural parsing, EMNLP 2017. H. Noji and Y. Oseki,
Effective batching for recurrent neural network grammars, Findings of ACL-IJCNLP 2021.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch

from ...errors import InputError
from ...surprisal import FloatArray
from ..recurrent.prefixes import PrefixTree
from .actions import REDUCE, SHIFT, Limits, nt
from .network import Numbers

__all__ = ["BeamFound", "BeamSearch", "BeamSizes", "Grammar", "Parse", "States"]

_SHIFT, _REDUCE, _OPEN = 0, 1, 2  # numbers of actions here: 2 + label opens a constituent

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BeamSizes:
    """How much a search keeps.

    Parameters
    ----------
    beam : int
        Derivations kept between two words.
    word_beam : int
        Derivations kept at each word.
    fast_track : int
        Derivations that reach the next word in each round however low they stand.
    """

    beam: int = 100
    word_beam: int = 10
    fast_track: int = 1

    def __post_init__(self) -> None:
        for name in ("beam", "word_beam"):
            if getattr(self, name) < 1:
                raise InputError(f"`{name}` must be at least 1, not {getattr(self, name)}.")
        if self.fast_track < 0:
            raise InputError(f"fast_track must be at least 0, not {self.fast_track}.")

    @property
    def room(self) -> int:
        """How many derivations can be completed for one word.

        Examples
        --------
        >>> BeamSizes(100, 10, 1).room, BeamSizes(10, 5, 5).room
        (105, 20)
        """
        return min(2 * self.beam, self.beam + 5 * self.fast_track)


@dataclass(frozen=True, slots=True, eq=False)
class Parse:
    """The best derivation that is left of a sentence.

    Parameters
    ----------
    actions : tuple of str
    log_joint : float
        Natural logarithm of the probability of the tree and the words, what is not allowed taken out of each softmax.
    """

    actions: tuple[str, ...]
    log_joint: float


@dataclass(frozen=True, slots=True, eq=False)
class BeamFound:
    """What was found of k sentences.

    Parameters
    ----------
    log_prefix : tuple of ndarray of float64
        For each sentence, the natural logarithm of the summed probability of what is kept after each word.
    n_kept : tuple of ndarray of int64
        How many derivations are kept after each word.
    log_end : tuple of float
        The same as `log_prefix` once everything is closed; NaN unless parses were asked for.
    n_closed : tuple of int
        How many derivations `log_end` adds up: those that were closed and kept; 0 unless parses were asked for.
    parses : tuple of Parse or None
        The best tree of each sentence; None unless parses were asked for, and for a sentence without words.
    """

    log_prefix: tuple[FloatArray, ...]
    n_kept: tuple[Numbers, ...]
    log_end: tuple[float, ...]
    n_closed: tuple[int, ...]
    parses: tuple[Parse | None, ...]

    def surprisals(self) -> tuple[FloatArray, ...]:
        """Give the surprisal of each word, in nats."""
        return tuple(-np.diff(prefixes, prepend=0.0) for prefixes in self.log_prefix)


class States(Protocol):
    """Where the derivations of one search stand, by number: they are only added to, and never changed.

    Actions have numbers: 0 reads the next word, 1 closes a constituent, 2 + n opens one with the n-th label.
    """

    def start(self) -> int:
        """Give the state in which nothing has been done."""

    def scores(self, states: Numbers, allowed: Flags, words: Numbers) -> FloatArray:
        """Give the log probability of each action in each state.

        Parameters
        ----------
        states : ndarray of int64, shape (n,)
        allowed : ndarray of bool, shape (n, 2 + n_labels)
            Minus infinity is due where an action is not.
        words : ndarray of int64, shape (n,)
            Number of the next word, whose log probability is part of that of reading it.
        """

    def built(self, states: Numbers, actions: Numbers) -> Numbers:
        """Give the states after constituents are opened or closed."""

    def read(self, states: Numbers, words: Numbers) -> Numbers:
        """Give the states after words are read."""

    def end_scores(self, states: Numbers) -> FloatArray:
        """Give the log probability of closing a constituent when no word is left, when there is nothing else to do."""

    def end_closed(self, states: Numbers) -> Numbers:
        """Give the states after that; the same where it costs nothing, since no other question follows."""

    def tidy(self, states: Numbers) -> Numbers:
        """Forget all that leads to none of these states; give their new numbers."""


class Grammar(Protocol):
    """A model of words and brackets that can be searched."""

    @property
    def labels(self) -> Sequence[str]:
        """What its constituents are called."""

    @property
    def device(self) -> torch.device:
        """Where it is computed."""

    @property
    def at_once(self) -> int:
        """How many derivations are best looked at together."""

    def states(self) -> States:
        """Begin a search."""


class BeamSearch:
    """A model with everything that decides what a search finds.

    Parameters
    ----------
    grammar : Grammar
        In float64 for results that do not depend on rounding.
    sizes : BeamSizes, optional
    limits : Limits, optional
    """

    def __init__(
        self,
        grammar: Grammar,
        sizes: BeamSizes = BeamSizes(),  # frozen
        limits: Limits = Limits(),  # noqa: B008  # frozen
    ) -> None:
        self._grammar = grammar
        self._actions = (SHIFT, REDUCE, *map(nt, grammar.labels))
        self._sizes = sizes
        self._limits = limits

    @property
    def n_at_once(self) -> int:
        """How many sentences are searched together."""
        return max(self._grammar.at_once // self._sizes.beam, 1)

    @property
    def device(self) -> torch.device:
        """Where the model is."""
        return self._grammar.device

    def __call__(self, sentences: Sequence[Numbers], *, parses: bool = False) -> BeamFound:
        """Search for the derivations of some sentences; beginnings that they share are searched once.

        Parameters
        ----------
        sentences : sequence of ndarray of int, each of shape (n_words,)
            Numbers of their words.
        parses : bool, optional
            Whether trees are asked for.
        """
        at_once = self.n_at_once
        parts = [self._search(sentences[i : i + at_once], parses) for i in range(0, len(sentences), at_once)]
        return BeamFound(
            tuple(one for part in parts for one in part.log_prefix),
            tuple(one for part in parts for one in part.n_kept),
            tuple(one for part in parts for one in part.log_end),
            tuple(one for part in parts for one in part.n_closed),
            tuple(one for part in parts for one in part.parses),
        )

    @torch.inference_mode()
    def _search(self, sentences: Sequence[Numbers], parses: bool) -> BeamFound:
        tree = PrefixTree.of(sentences)
        states = self._grammar.states()
        histories = _Histories()
        beams = _Derivations.start(states.start())
        log_prefix, n_kept = np.zeros(len(tree.words)), np.ones(len(tree.words), np.int64)
        paths = [nodes[: len(words) + 1] for nodes, words in zip(tree.nodes, sentences, strict=True)]
        ends = {int(path[-1]) for path in paths} if parses else set()
        finished: dict[int, tuple[float, int, Parse]] = {}
        for level in tree.levels():
            if level.start > 0:
                nodes = np.arange(level.start, level.stop)
                beams = self._next_word(states, histories, beams.copied(tree.parents[nodes], nodes), tree.words)
                for node, kept in beams.by_node(nodes):
                    log_prefix[node] = np.logaddexp.reduce(beams.scores[kept])
                    n_kept[node] = len(kept)
            for node, kept in beams.by_node(np.array(sorted(ends & set(range(level.start, level.stop))), np.int64)):
                if node > 0 and (closed := self._closed(states, histories, beams.taken(kept))) is not None:
                    finished[node] = closed
        found = [finished.get(int(path[-1])) for path in paths]
        return BeamFound(
            tuple(log_prefix[path[1:]] for path in paths),
            tuple(n_kept[path[1:]] for path in paths),
            tuple(float("nan") if one is None else one[0] for one in found),
            tuple(0 if one is None else one[1] for one in found),
            tuple(None if one is None else one[2] for one in found),
        )

    def _next_word(self, states: States, histories: _Histories, beams: _Derivations, words: Numbers) -> _Derivations:
        """Read the word of each node; give what is kept after it."""
        if not len(beams.nodes):
            return beams
        sizes = self._sizes
        nodes = np.unique(beams.nodes)
        n_completed, n_forced = np.zeros(len(nodes), np.int64), np.zeros(len(nodes), np.int64)
        completed: list[_Derivations] = []
        while len(beams.nodes):
            here = np.searchsorted(nodes, beams.nodes)
            scores = self._tried(states, beams, words)
            n_actions = scores.shape[1]
            chosen = _ranked(here, scores, np.arange(n_actions) == _SHIFT, len(nodes), sizes)
            room = sizes.room - n_completed[here[chosen.rows]]
            done = chosen.is_completing & (chosen.nth_completing < room)
            after = beams.after(histories, chosen.rows[done], np.full(done.sum(), _SHIFT), chosen.scores[done])
            completed.append(after)
            n_completed += np.bincount(here[chosen.rows[done]], minlength=len(nodes))
            n_forced += np.bincount(here[chosen.rows[done & chosen.is_forced]], minlength=len(nodes))
            is_full = (n_completed - n_forced >= sizes.beam) | (n_completed >= sizes.room)
            going = ~chosen.is_completing & ~is_full[here[chosen.rows]]
            rows, actions = chosen.rows[going], chosen.columns[going]
            after_them = states.built(beams.states[rows], actions)
            beams = beams.after(histories, rows, actions, chosen.scores[going], after_them)
        kept = _Derivations.together(completed).best(sizes.word_beam)
        kept.states = states.tidy(states.read(kept.states, words[kept.nodes]))
        return kept

    def _tried(self, states: States, beams: _Derivations, words: Numbers) -> FloatArray:
        """Give the score of each derivation after each action; minus infinity where it is not allowed."""
        limits = self._limits
        allowed = np.zeros((len(beams.nodes), len(self._actions)), np.bool_)
        allowed[:, _SHIFT] = beams.n_open > 0
        allowed[:, _REDUCE] = (beams.n_open > 1) & (beams.run == 0)
        allowed[:, _OPEN:] = ((beams.n_open < limits.opened) & (beams.run < limits.consecutive))[:, None]
        return states.scores(beams.states, allowed, words[beams.nodes]) + beams.scores[:, None]

    def _closed(self, states: States, histories: _Histories, beams: _Derivations) -> tuple[float, int, Parse] | None:
        """Close what is open in the derivations of one sentence.

        Give the summed score of those that are kept, how many they are, and the best of them; None if none is.
        """
        if not len(beams.nodes):
            return None
        sizes = self._sizes
        completed: list[_Derivations] = []
        n_completed = n_forced = 0
        while len(beams.nodes):
            here = np.zeros(len(beams.nodes), np.int64)
            # a derivation is completed when its last constituent is closed
            completing = (beams.n_open == 1)[:, None]
            scores = beams.scores + states.end_scores(beams.states)
            chosen = _ranked(here, scores[:, None], completing, 1, sizes)
            done = chosen.is_completing & (chosen.nth_completing < sizes.room - n_completed)
            closing = np.full(len(chosen.rows), _REDUCE)
            completed.append(beams.after(histories, chosen.rows[done], closing[done], chosen.scores[done]))
            n_completed += int(done.sum())
            n_forced += int((done & chosen.is_forced).sum())
            going = ~chosen.is_completing
            if n_completed - n_forced >= sizes.beam or n_completed >= sizes.room:
                going[:] = False
            after_them = states.end_closed(beams.states[chosen.rows[going]])
            beams = beams.after(histories, chosen.rows[going], closing[going], chosen.scores[going], after_them)
        kept = _Derivations.together(completed).best(sizes.word_beam)
        if not len(kept.nodes):
            return None
        actions = tuple(self._actions[action] for action in histories.actions(int(kept.histories[0])))
        return float(np.logaddexp.reduce(kept.scores)), len(kept.nodes), Parse(actions, float(kept.scores[0]))


@dataclass(slots=True, eq=False)
class _Derivations:
    """Derivations side by side: of each, the node of the beginning it belongs to, its score, and where it stands.

    They stand node by node, and within a node from the first found to the last; equal scores keep this order.
    """

    nodes: Numbers
    scores: FloatArray
    states: Numbers
    n_open: Numbers
    run: Numbers
    """Constituents opened since the last word or closing."""
    histories: Numbers

    @classmethod
    def start(cls, state: int) -> _Derivations:
        zero = np.zeros(1, np.int64)
        return cls(zero, np.zeros(1), np.array([state]), zero, zero, zero - 1)

    @classmethod
    def together(cls, parts: Sequence[_Derivations]) -> _Derivations:
        """Put parts together, node by node."""
        columns = [
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("nodes", "scores", "states", "n_open", "run", "histories")
        ]
        return cls(*columns).taken(np.argsort(columns[0], kind="stable"))

    def taken(self, rows: Numbers) -> _Derivations:
        return _Derivations(
            self.nodes[rows],
            self.scores[rows],
            self.states[rows],
            self.n_open[rows],
            self.run[rows],
            self.histories[rows],
        )

    def copied(self, parents: Numbers, nodes: Numbers) -> _Derivations:
        """Give each node the derivations of its parent."""
        starts = np.searchsorted(self.nodes, parents)
        counts = np.searchsorted(self.nodes, parents, side="right") - starts
        offsets = np.cumsum(counts) - counts
        copy = self.taken(np.arange(counts.sum()) + np.repeat(starts - offsets, counts))
        copy.nodes = np.repeat(nodes, counts)
        return copy

    def by_node(self, nodes: Numbers) -> list[tuple[int, Numbers]]:
        starts, ends = (np.searchsorted(self.nodes, nodes, side=side).tolist() for side in ("left", "right"))
        return [(node, np.arange(a, b)) for node, a, b in zip(nodes.tolist(), starts, ends, strict=True)]

    def after(
        self, histories: _Histories, rows: Numbers, actions: Numbers, scores: FloatArray, states: Numbers | None = None
    ) -> _Derivations:
        """Give some of them after an action each; their states are as they were, unless given."""
        opens = actions >= _OPEN
        return _Derivations(
            self.nodes[rows],
            scores,
            self.states[rows] if states is None else states,
            self.n_open[rows] + opens - (actions == _REDUCE),
            np.where(opens, self.run[rows] + 1, 0),
            histories.remember(self.histories[rows], actions),
        )

    def best(self, most: int) -> _Derivations:
        """Give the best of each node, the best first."""
        order = np.lexsort((-self.scores, self.nodes))
        firsts = np.searchsorted(self.nodes, self.nodes)  # they stand node by node
        return self.taken(order[np.arange(len(order)) - firsts < most])


@dataclass(frozen=True, slots=True, eq=False)
class _Ranked:
    """What is looked at after a round, node by node, the best first.

    `rows` and `columns` say which derivation with which action; `nth_completing` counts those that are completed within
    a node, from 0; `is_forced` marks those that are not among the best.
    """

    rows: Numbers
    columns: Numbers
    scores: FloatArray
    is_completing: Flags
    nth_completing: Numbers
    is_forced: Flags


def _ranked(here: Numbers, scores: FloatArray, completing: Flags, n_nodes: int, sizes: BeamSizes) -> _Ranked:
    """Take the best of each node, and those that are completed however low they stand.

    Parameters
    ----------
    here : ndarray of int64, shape (n,)
        Node of each derivation, rising.
    scores : ndarray of float64, shape (n, n_actions)
    completing : ndarray of bool, broadcast to the same shape
        Whether the action completes the derivation.
    """
    n_actions = scores.shape[1]
    flat = scores.ravel()
    flags = np.broadcast_to(completing, scores.shape).ravel()
    possible = np.flatnonzero(flat > -np.inf)
    node = here[possible // n_actions]
    order = np.lexsort((-flat[possible], node))  # the sort is stable: equal ones keep their order
    possible, node = possible[order], node[order]
    starts = np.searchsorted(node, np.arange(n_nodes))
    place = np.arange(len(possible)) - starts[node]
    is_completing = flags[possible]
    before: Numbers = np.cumsum(is_completing) - is_completing
    nth = before - np.append(before, 0)[starts][node]
    is_best = place < sizes.beam
    taken = is_best | (is_completing & (nth < sizes.fast_track))
    chosen = possible[taken]
    return _Ranked(
        chosen // n_actions, chosen % n_actions, flat[chosen], is_completing[taken], nth[taken], ~is_best[taken]
    )


class _Histories:
    """What was done in derivations, which share their beginnings."""

    def __init__(self) -> None:
        self._pasts: list[Numbers] = []
        self._acts: list[Numbers] = []
        self._n_acts = 0

    def remember(self, histories: Numbers, actions: Numbers) -> Numbers:
        """Add an action to each of some histories."""
        self._pasts.append(histories)
        self._acts.append(actions)
        new = np.arange(self._n_acts, self._n_acts + len(actions))
        self._n_acts += len(actions)
        return new

    def actions(self, number: int) -> list[int]:
        """Give all actions of a history."""
        self._pasts, self._acts = [np.concatenate(self._pasts)], [np.concatenate(self._acts)]
        actions = []
        while number >= 0:
            actions.append(int(self._acts[0][number]))
            number = int(self._pasts[0][number])
        return actions[::-1]
