"""The states of derivations of an RNNG: all stacks of a search, side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from ...surprisal import FloatArray
from .network import Closing, Numbers, StackNetwork

__all__ = ["StackGrammar"]

_LOGITS_AT_ONCE = 1 << 23  # 32 MiB
_SHIFT, _OPEN = 0, 2  # numbers of actions: 1 closes, 2 + label opens a constituent

Flags = npt.NDArray[np.bool_]


class StackGrammar:
    """An RNNG as what can be searched; see `syntaxgym_lite.lm.rnng.beam.Grammar`.

    What is not allowed is taken out before the softmax.

    Parameters
    ----------
    network : StackNetwork
        In evaluation mode, on any device.
    labels : sequence of str
        What its constituents are called.
    """

    at_once = 1 << 12  # more make no product faster

    def __init__(self, network: StackNetwork, labels: Sequence[str]) -> None:
        self._network = network
        self.labels = tuple(labels)

    @property
    def device(self) -> torch.device:
        """Where the network is."""
        return self._network.action_mlp.bias.device

    def states(self) -> _Stacks:
        """Begin a search: with the empty stack."""
        return _Stacks(self._network)


class _Stacks:
    """All stacks of a search. Elements are shared: each knows the one below it, and is never changed.

    A state, as `syntaxgym_lite.lm.rnng.beam.States` has it, is the top of a stack.
    """

    def __init__(self, network: StackNetwork) -> None:
        self._network = network
        start = network.start(None)
        self._vectors = start.new_zeros(1, network.shape.emb)
        self._states = start
        self._below = np.array([-1])
        self._labels = np.array([-1])  # of a constituent that is open
        self._n = 1

    def start(self) -> int:
        return 0

    def scores(self, states: Numbers, allowed: Flags, words: Numbers) -> FloatArray:
        network = self._network
        first = network.shape.first_action
        contexts = network.contexts(self.outputs(states))
        logits = network.action_mlp(contexts)[:, first:].double().cpu().numpy()
        logits[~allowed] = -np.inf
        scores: FloatArray = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
        can_read = np.flatnonzero(allowed[:, _SHIFT])
        scores[can_read, _SHIFT] += self._word_scores(contexts, can_read, words[can_read])
        return scores

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

    def built(self, states: Numbers, actions: Numbers) -> Numbers:
        new = np.empty(len(states), np.int64)
        opens = actions >= _OPEN
        labels = actions[opens] - _OPEN
        new[opens] = self.push(self._network.openings(labels), states[opens], labels)
        new[~opens] = self.close(states[~opens])
        return new

    def read(self, states: Numbers, words: Numbers) -> Numbers:
        return self.push(self._network.words(words), states)

    def end_scores(self, states: Numbers) -> FloatArray:
        return np.zeros(len(states))  # it is all there is to do, so it is sure

    def end_closed(self, states: Numbers) -> Numbers:
        return states

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

    def tidy(self, states: Numbers) -> Numbers:
        needed = np.zeros(self._n, np.bool_)
        needed[0] = True
        reached = np.unique(states)
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
        result: Numbers = number[states]
        return result

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
