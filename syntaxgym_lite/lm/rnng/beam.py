"""Word-synchronous beam search: what the beginnings of sentences are worth to an RNNG.

An RNNG gives a probability to a tree with its words. A beginning of a sentence has as many trees as there are ways to
go on, so that its probability is a sum nobody can take whole. The search keeps the best derivations that have just read
a word, finds for each ways to the next word, and keeps the best of those (Stern et al. 2017). The sum over what is kept
is a lower bound of the probability of the words so far; the surprisal of a word is the difference of the logarithms of
two such sums, and no bound of anything.

For each word:

1. Every derivation is tried with every action that is allowed; SHIFT includes the word.
2. Of the best `beam` of these, those that end in SHIFT are completed; the others are the next derivations. The best
   `fast_track` that end in SHIFT are completed in any case.
3. This goes on until no derivation is left, or `beam` were completed (those beyond the best `beam` not counted), or the
   room for completed ones is full: ``min(2 beam, beam + 5 fast_track)``. What does not fit is dropped. The room is a
   habit of the public code of Noji and Oseki, on which numbers depend.
4. The best `word_beam` of what was completed are kept.

What is allowed: with nothing open, only to open a constituent; nothing is closed right after it was opened, nor the
outermost while words remain; `Limits` say how many may be open, and opened in a row. What is not allowed is taken out
before the softmax. That words remain is all that is known of them, so that a prefix is worth the same whatever follows.
With no word left, what is open is closed, which costs nothing: the model gives no probability to the end of a sentence.

References
----------
M. Stern, D. Fried and D. Klein, Effective inference for generative neural parsing, EMNLP 2017. H. Noji and Y. Oseki,
Effective batching for recurrent neural network grammars, Findings of ACL-IJCNLP 2021.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from ...errors import InputError
from ...surprisal import FloatArray
from ..recurrent.prefixes import PrefixTree
from .actions import REDUCE, SHIFT, Limits, nt
from .network import Closing, Numbers, StackNetwork

__all__ = ["BeamFound", "BeamSearch", "BeamSizes", "Parse"]

_LOGITS_AT_ONCE = 1 << 23  # 32 MiB
_DERIVATIONS_AT_ONCE = 1 << 12  # more make no product faster

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


class BeamSearch:
    """A network with everything that decides what a search finds.

    Parameters
    ----------
    network : StackNetwork
        In evaluation mode, on any device; in float64 for results that do not depend on rounding.
    labels : sequence of str
        What its constituents are called.
    sizes : BeamSizes, optional
    limits : Limits, optional
    """

    def __init__(
        self,
        network: StackNetwork,
        labels: Sequence[str],
        sizes: BeamSizes = BeamSizes(),  # frozen
        limits: Limits = Limits(),  # noqa: B008  # frozen
    ) -> None:
        self._network = network
        self._actions = (SHIFT, REDUCE, *map(nt, labels))
        self._sizes = sizes
        self._limits = limits

    @property
    def n_at_once(self) -> int:
        """How many sentences are searched together."""
        return max(_DERIVATIONS_AT_ONCE // self._sizes.beam, 1)

    @property
    def device(self) -> torch.device:
        """Where the network is."""
        return self._network.action_mlp.bias.device

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
        stacks = _Stacks(self._network)
        beams = _Derivations.start(stacks.start())
        log_prefix, n_kept = np.zeros(len(tree.words)), np.ones(len(tree.words), np.int64)
        paths = [nodes[: len(words) + 1] for nodes, words in zip(tree.nodes, sentences, strict=True)]
        ends = {int(path[-1]) for path in paths} if parses else set()
        finished: dict[int, tuple[float, int, Parse]] = {}
        for level in tree.levels():
            if level.start > 0:
                nodes = np.arange(level.start, level.stop)
                beams = self._next_word(stacks, beams.copied(tree.parents[nodes], nodes), tree.words)
                for node, kept in beams.by_node(nodes):
                    log_prefix[node] = np.logaddexp.reduce(beams.scores[kept])
                    n_kept[node] = len(kept)
            for node, kept in beams.by_node(np.array(sorted(ends & set(range(level.start, level.stop))), np.int64)):
                if node > 0:
                    finished[node] = self._closed(stacks, beams.taken(kept))
        found = [finished.get(int(path[-1])) for path in paths]
        return BeamFound(
            tuple(log_prefix[path[1:]] for path in paths),
            tuple(n_kept[path[1:]] for path in paths),
            tuple(float("nan") if one is None else one[0] for one in found),
            tuple(0 if one is None else one[1] for one in found),
            tuple(None if one is None else one[2] for one in found),
        )

    def _next_word(self, stacks: _Stacks, beams: _Derivations, words: Numbers) -> _Derivations:
        """Read the word of each node; give what is kept after it."""
        sizes = self._sizes
        nodes = np.unique(beams.nodes)
        n_completed, n_forced = np.zeros(len(nodes), np.int64), np.zeros(len(nodes), np.int64)
        completed: list[_Derivations] = []
        while len(beams.nodes):
            here = np.searchsorted(nodes, beams.nodes)
            scores = self._tried(stacks, beams, words)
            n_actions = scores.shape[1]
            chosen = _ranked(here, scores, np.arange(n_actions) == _SHIFT, len(nodes), sizes)
            room = sizes.room - n_completed[here[chosen.rows]]
            done = chosen.is_completing & (chosen.nth_completing < room)
            after = beams.after(stacks, chosen.rows[done], np.full(done.sum(), _SHIFT), chosen.scores[done])
            completed.append(after)
            n_completed += np.bincount(here[chosen.rows[done]], minlength=len(nodes))
            n_forced += np.bincount(here[chosen.rows[done & chosen.is_forced]], minlength=len(nodes))
            is_full = (n_completed - n_forced >= sizes.beam) | (n_completed >= sizes.room)
            going = ~chosen.is_completing & ~is_full[here[chosen.rows]]
            rows, actions = chosen.rows[going], chosen.columns[going]
            cells = self._pushed(stacks, beams.cells[rows], actions)
            beams = beams.after(stacks, rows, actions, chosen.scores[going], cells)
        kept = _Derivations.together(completed).best(sizes.word_beam)
        kept.cells = stacks.push(self._network.words(words[kept.nodes]), kept.cells)
        kept.cells = stacks.tidy(kept.cells)
        return kept

    def _tried(self, stacks: _Stacks, beams: _Derivations, words: Numbers) -> FloatArray:
        """Give the score of each derivation after each action; minus infinity where it is not allowed."""
        network, limits = self._network, self._limits
        first = network.shape.first_action
        contexts = network.contexts(stacks.outputs(beams.cells))
        logits = network.action_mlp(contexts)[:, first:].double().cpu().numpy()
        allowed = np.zeros(logits.shape, np.bool_)
        allowed[:, _SHIFT] = beams.n_open > 0
        allowed[:, _REDUCE] = (beams.n_open > 1) & (beams.run == 0)
        allowed[:, _OPEN:] = ((beams.n_open < limits.opened) & (beams.run < limits.consecutive))[:, None]
        logits[~allowed] = -np.inf
        scores = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
        scores += beams.scores[:, None]
        can_read = np.flatnonzero(allowed[:, _SHIFT])
        scores[can_read, _SHIFT] += self._word_scores(contexts, can_read, words[beams.nodes[can_read]])
        result: FloatArray = scores
        return result

    def _word_scores(self, contexts: Tensor, rows: Numbers, words: Numbers) -> FloatArray:
        """Give the log probability of a word in each row, a bounded number of logits at a time."""
        network = self._network
        step = max(_LOGITS_AT_ONCE // network.shape.n_words, 1)
        scores = np.empty(len(rows))
        for start in range(0, len(rows), step):
            some = torch.from_numpy(rows[start : start + step]).to(contexts.device)
            logits = network.vocab_mlp(contexts[some])[:, int(network.shape.padded) :]
            wanted = torch.from_numpy(words[start : start + step] - int(network.shape.padded)).to(contexts.device)
            nats = logits.gather(1, wanted[:, None])[:, 0] - torch.logsumexp(logits, 1)
            scores[start : start + step] = nats.double().cpu().numpy()
        return scores

    def _pushed(self, stacks: _Stacks, cells: Numbers, actions: Numbers) -> Numbers:
        """Open and close constituents; give the new tops of the stacks."""
        new = np.empty(len(cells), np.int64)
        opens = actions >= _OPEN
        labels = actions[opens] - _OPEN
        new[opens] = stacks.push(self._network.openings(labels), cells[opens], labels)
        new[~opens] = stacks.close(cells[~opens])
        return new

    def _closed(self, stacks: _Stacks, beams: _Derivations) -> tuple[float, int, Parse]:
        """Close what is open in the derivations of one sentence.

        Give the summed score of those that are kept, how many they are, and the best of them.
        """
        sizes = self._sizes
        completed: list[_Derivations] = []
        n_completed = n_forced = 0
        while len(beams.nodes):
            here = np.zeros(len(beams.nodes), np.int64)
            # a derivation is completed when its last constituent is closed; that is all there is to do, so it is sure
            completing = (beams.n_open == 1)[:, None]
            chosen = _ranked(here, beams.scores[:, None], completing, 1, sizes)
            done = chosen.is_completing & (chosen.nth_completing < sizes.room - n_completed)
            closing = np.full(len(chosen.rows), _REDUCE)
            completed.append(beams.after(stacks, chosen.rows[done], closing[done], chosen.scores[done]))
            n_completed += int(done.sum())
            n_forced += int((done & chosen.is_forced).sum())
            going = ~chosen.is_completing
            if n_completed - n_forced >= sizes.beam or n_completed >= sizes.room:
                going[:] = False
            beams = beams.after(stacks, chosen.rows[going], closing[going], chosen.scores[going])
        kept = _Derivations.together(completed).best(sizes.word_beam)
        actions = tuple(self._actions[action] for action in stacks.history(int(kept.histories[0])))
        return float(np.logaddexp.reduce(kept.scores)), len(kept.nodes), Parse(actions, float(kept.scores[0]))


@dataclass(slots=True, eq=False)
class _Derivations:
    """Derivations side by side: of each, the node of the beginning it belongs to, its score, and where it stands.

    They stand node by node, and within a node from the first found to the last; equal scores keep this order.
    """

    nodes: Numbers
    scores: FloatArray
    cells: Numbers
    """Tops of their stacks."""
    n_open: Numbers
    run: Numbers
    """Constituents opened since the last word or closing."""
    histories: Numbers

    @classmethod
    def start(cls, cell: int) -> _Derivations:
        zero = np.zeros(1, np.int64)
        return cls(zero, np.zeros(1), np.array([cell]), zero, zero, zero - 1)

    @classmethod
    def together(cls, parts: Sequence[_Derivations]) -> _Derivations:
        """Put parts together, node by node."""
        columns = [
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("nodes", "scores", "cells", "n_open", "run", "histories")
        ]
        return cls(*columns).taken(np.argsort(columns[0], kind="stable"))

    def taken(self, rows: Numbers) -> _Derivations:
        return _Derivations(
            self.nodes[rows],
            self.scores[rows],
            self.cells[rows],
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
        self, stacks: _Stacks, rows: Numbers, actions: Numbers, scores: FloatArray, cells: Numbers | None = None
    ) -> _Derivations:
        """Give some of them after an action each; the tops of their stacks are as they were, unless given."""
        opens = actions >= _OPEN
        return _Derivations(
            self.nodes[rows],
            scores,
            self.cells[rows] if cells is None else cells,
            self.n_open[rows] + opens - (actions == _REDUCE),
            np.where(opens, self.run[rows] + 1, 0),
            stacks.remember(self.histories[rows], actions),
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


class _Stacks:
    """All stacks of a search. Elements are shared: each knows the one below it, and is never changed.

    Also the histories of derivations, which share their beginnings in the same way.
    """

    def __init__(self, network: StackNetwork) -> None:
        self._network = network
        start = network.start(None)
        self._vectors = start.new_zeros(1, network.shape.emb)
        self._states = start
        self._below = np.array([-1])
        self._labels = np.array([-1])  # of a constituent that is open
        self._n = 1
        self._pasts: list[Numbers] = []
        self._acts: list[Numbers] = []
        self._n_acts = 0

    def start(self) -> int:
        """Give the empty stack."""
        return 0

    def outputs(self, cells: Numbers) -> Tensor:
        """Give what the LSTM puts out at the tops of stacks."""
        return self._network.outputs(self._states[self._index(cells)])

    def push(self, vectors: Tensor, cells: Numbers, labels: Numbers | None = None) -> Numbers:
        """Push a vector upon each of some stacks; give the new tops."""
        n = len(cells)
        self._make_room(n)
        new = np.arange(self._n, self._n + n)
        place = slice(self._n, self._n + n)
        if n:
            self._vectors[place] = vectors
            self._states[place] = self._network.pushed(vectors, self._states[self._index(cells)])
        self._below[place] = cells
        self._labels[place] = -1 if labels is None else labels
        self._n += n
        return new

    def close(self, cells: Numbers) -> Numbers:
        """Close the last constituent that is open in each of some stacks; give the new tops."""
        if not len(cells):
            return cells
        children, opened = self._children(cells)
        lengths = np.array([len(own) for own in children])
        below = self._below[opened]
        tops = None
        if self._network.shape.composition == "attention":
            tops = self.outputs(cells if self._network.shape.attends_from == "top" else below)
        vectors = self._network.closed(
            Closing(
                self._labels[opened],
                self._vectors[self._index(opened)],
                self._vectors[self._index(np.concatenate(children))],
                lengths,
                tops,
            )
        )
        return self.push(vectors, below)

    def _children(self, cells: Numbers) -> tuple[list[Numbers], Numbers]:
        """Give the children of the last constituents that are open, first to last, and the openings."""
        path = []
        now = cells.copy()
        going = self._labels[now] < 0
        while going.any():
            path.append(np.where(going, now, -1))
            now = np.where(going, self._below[now], now)
            going &= self._labels[now] < 0
        columns = np.array(path)[::-1].T
        return [own[own >= 0] for own in columns], now

    def tidy(self, cells: Numbers) -> Numbers:
        """Forget all elements but those of some stacks; give the new numbers of their tops."""
        needed = np.zeros(self._n, np.bool_)
        needed[0] = True
        reached = np.unique(cells)
        while len(reached):
            needed[reached] = True
            reached = np.unique(self._below[reached])
            reached = reached[(reached >= 0) & ~needed[reached]]
        kept = np.flatnonzero(needed)
        number = np.cumsum(needed) - 1
        index = self._index(kept)
        self._vectors, self._states = self._vectors[index], self._states[index]
        below = self._below[kept]
        self._below, self._labels = np.where(below < 0, -1, number[below]), self._labels[kept]
        self._n = len(kept)
        return number[cells]

    def remember(self, histories: Numbers, actions: Numbers) -> Numbers:
        """Add an action to each of some histories."""
        self._pasts.append(histories)
        self._acts.append(actions)
        new = np.arange(self._n_acts, self._n_acts + len(actions))
        self._n_acts += len(actions)
        return new

    def history(self, number: int) -> list[int]:
        """Give all actions of a history."""
        self._pasts, self._acts = [np.concatenate(self._pasts)], [np.concatenate(self._acts)]
        actions = []
        while number >= 0:
            actions.append(int(self._acts[0][number]))
            number = int(self._pasts[0][number])
        return actions[::-1]

    def _make_room(self, n: int) -> None:
        lacking = self._n + n - len(self._below)
        if lacking > 0:
            more = max(lacking, len(self._below))
            self._vectors = torch.cat([self._vectors, self._vectors.new_empty(more, self._vectors.shape[1])])
            self._states = torch.cat([self._states, self._states.new_empty(more, self._states.shape[1])])
            self._below = np.concatenate([self._below, np.zeros(more, np.int64)])
            self._labels = np.concatenate([self._labels, np.zeros(more, np.int64)])

    def _index(self, cells: Numbers) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(cells)).to(self._states.device)
