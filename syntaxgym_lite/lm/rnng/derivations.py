"""Probabilities of given trees, many trees side by side, in a form that can be learnt from.

Of a given tree all actions are known beforehand, and so is what depends on what. Each action pushes one element upon
the stack; elements are therefore numbered as actions are, from 1, after the empty stack, 0. A batch is computed in
waves: everything, in any of its trees, whose parts are there. With the bi-LSTM composition a vector depends on the
vectors below it in the tree alone, and a state on the states below it in the stack, so that a batch takes as many waves
as its trees are deep, not as they are long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from .actions import REDUCE, SHIFT, Derivation, Limits
from .network import Closing, Dropout, Numbers, Shape, StackNetwork

__all__ = ["Encoded", "Joint", "joint", "log_probabilities"]

_LOGITS_AT_ONCE = 1 << 23  # 32 MiB

_SHIFT, _REDUCE, _OPEN = 0, 1, 2  # numbers of actions here: 2 + label opens a constituent


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A derivation as numbers, and what depends on what in it.

    Parameters
    ----------
    words : ndarray of int64, shape (n_words,)
    actions : ndarray of int64, shape (t,)
        0 for SHIFT, 1 for REDUCE, 2 + n for the opening of a constituent with label n.
    below : ndarray of int64, shape (t + 1,)
        The element of the stack upon which each is pushed; 0 for the empty stack itself.
    opened : ndarray of int64, shape (t + 1,)
        For each constituent that is closed, the element of its opening; 0 elsewhere.
    children : ndarray of int64, shape (m,)
        The elements that are children of the first constituent that is closed, then of the second, ...
    n_children : ndarray of int64, shape (t + 1,)
        How many each constituent that is closed has; 0 elsewhere.
    height : ndarray of int64, shape (t + 1,)
        Height of each element: 0 for words and openings, one more than the highest child for what is closed.
    """

    words: Numbers
    actions: Numbers
    below: Numbers
    opened: Numbers
    children: Numbers
    n_children: Numbers
    height: Numbers

    @classmethod
    def of(cls, derivation: Derivation, words: Numbers, labels: Sequence[str]) -> Encoded:
        """Encode a derivation that builds a tree.

        Parameters
        ----------
        derivation : Derivation
        words : ndarray of int64
            Numbers of its words.
        labels : sequence of str
            The labels, in the order of their numbers; all of those that occur.
        """
        number = {SHIFT: _SHIFT, REDUCE: _REDUCE, **{f"NT({label})": _OPEN + n for n, label in enumerate(labels)}}
        actions = np.array([number[action] for action in derivation.actions], dtype=np.int64)
        n = len(actions) + 1
        below, opened, n_children, height = (np.zeros(n, np.int64) for _ in range(4))
        children: list[int] = []
        stack = [0]
        for element, action in enumerate(actions.tolist(), start=1):
            if action == _REDUCE:
                start = len(stack) - 1
                while actions[stack[start] - 1] < _OPEN or opened[stack[start]]:
                    start -= 1
                own = stack[start + 1 :]
                opened[element], n_children[element] = stack[start], len(own)
                height[element] = 1 + max(height[own])
                children += own
                del stack[start:]
            below[element] = stack[-1]
            stack.append(element)
        return cls(words.astype(np.int64), actions, below, opened, np.array(children, np.int64), n_children, height)


@dataclass(frozen=True, slots=True)
class Joint:
    """Log probabilities of trees with their words, natural logarithms.

    Parameters
    ----------
    actions, words : Tensor, shape (n_trees,)
        Of all actions of each tree, and of all its words.
    """

    actions: Tensor
    words: Tensor

    @property
    def total(self) -> Tensor:
        """Of tree and words."""
        return self.actions + self.words


def log_probabilities(network: StackNetwork, derivations: Sequence[Encoded], *, limits: Limits | None = None) -> Joint:
    """Give the log probabilities of given trees.

    Parameters
    ----------
    network : StackNetwork
    derivations : sequence of Encoded
    limits : Limits, optional
        With them, what the search takes for the probability: actions that are not allowed, and fillers, are taken out
        before the softmax; a tree beyond the limits has probability 0. Without them, what is trained: the softmax over
        all actions and words there are. The first is the higher one as a rule, by several nats a tree.
    """
    with torch.inference_mode():
        return joint(network, derivations, limits=limits)


def joint(
    network: StackNetwork,
    derivations: Sequence[Encoded],
    *,
    limits: Limits | None = None,
    dropout: Dropout | None = None,
) -> Joint:
    """Give the log probabilities of given trees; gradients flow. See `log_probabilities`."""
    batch = _Batch(derivations)
    outputs = _outputs(network, batch, dropout)
    contexts = network.contexts(outputs, dropout)
    shape = network.shape
    logits = network.action_mlp(contexts)
    if limits is not None:
        allowed = np.concatenate([_allowed(one.actions, len(one.words), shape, limits) for one in derivations])
        logits = logits.masked_fill(~torch.from_numpy(allowed).to(logits.device), -torch.inf)
    targets = torch.from_numpy(batch.actions + shape.first_action).to(logits.device)
    # where the tree is beyond the limits, its action is out of the softmax: -inf - logsumexp
    action_nats = logits.gather(1, targets[:, None])[:, 0] - torch.logsumexp(logits, 1)
    n_trees = len(derivations)
    tree = torch.from_numpy(batch.tree_of_action).to(logits.device)
    shifts = np.flatnonzero(batch.actions == _SHIFT)
    word_nats = _word_nats(
        network, contexts[torch.from_numpy(shifts).to(logits.device)], batch.words, limits is not None
    )
    zero = logits.new_zeros(n_trees)
    return Joint(
        zero.index_add(0, tree, action_nats),
        zero.index_add(0, tree[torch.from_numpy(shifts).to(logits.device)], word_nats),
    )


def _word_nats(network: StackNetwork, contexts: Tensor, words: Numbers, without_filler: bool) -> Tensor:
    """Give the log probability of each word, a bounded number of logits at a time."""
    step = max(_LOGITS_AT_ONCE // network.shape.n_words, 1)
    parts = []
    for start in range(0, len(words), step):
        logits = network.vocab_mlp(contexts[start : start + step])
        if without_filler and network.shape.padded:
            logits = logits[:, 1:]
        targets = torch.from_numpy(words[start : start + step]).to(logits.device)
        targets = targets - int(without_filler and network.shape.padded)
        parts.append(logits.gather(1, targets[:, None])[:, 0] - torch.logsumexp(logits, 1))
    return torch.cat(parts)


def _allowed(actions: Numbers, n_words: int, shape: Shape, limits: Limits) -> npt.NDArray[np.bool_]:
    """Say which actions may be done at each step, fillers counted among them but never allowed."""
    allowed = np.zeros((len(actions), shape.n_actions), np.bool_)
    first = shape.first_action
    n_open = n_read = run = 0
    for row, action in zip(allowed, actions.tolist(), strict=True):
        is_left = n_read < n_words
        row[first + _OPEN :] = is_left and n_open < limits.opened and run < limits.consecutive
        row[first + _SHIFT] = is_left and n_open > 0
        row[first + _REDUCE] = n_open > (1 if is_left else 0) and run == 0
        if action >= _OPEN:
            n_open, run = n_open + 1, run + 1
        else:
            run = 0
            n_read += action == _SHIFT
            n_open -= action == _REDUCE
    return allowed


class _Batch:
    """Several derivations in one numbering: the elements of the first, then of the second, ..."""

    def __init__(self, derivations: Sequence[Encoded]) -> None:
        sizes = np.array([len(one.below) for one in derivations])
        starts = np.cumsum(sizes) - sizes
        self.n_elements = int(sizes.sum())
        self.actions = np.concatenate([one.actions for one in derivations])
        self.words = np.concatenate([one.words for one in derivations])
        self.tree_of_action = np.repeat(np.arange(len(derivations)), sizes - 1)
        is_first = np.zeros(self.n_elements, np.bool_)
        is_first[starts] = True
        self.first = starts
        self.pushed = np.flatnonzero(~is_first)  # the element of each action
        shift = np.repeat(starts, sizes)
        self.below = np.concatenate([one.below for one in derivations]) + shift
        self.opened = np.concatenate([one.opened for one in derivations]) + shift
        self.n_children = np.concatenate([one.n_children for one in derivations])
        self.height = np.concatenate([one.height for one in derivations])
        self.children = np.concatenate(
            [one.children + start for one, start in zip(derivations, starts.tolist(), strict=True)]
        )
        self.first_child = np.cumsum(self.n_children) - self.n_children
        self.action_of = np.full(self.n_elements, -1)  # which action pushed an element
        self.action_of[self.pushed] = self.actions

    def children_of(self, elements: Numbers) -> Numbers:
        """Give the children of some closed constituents, one constituent after another."""
        counts = self.n_children[elements]
        offsets = np.cumsum(counts) - counts
        places = np.arange(counts.sum()) + np.repeat(self.first_child[elements] - offsets, counts)
        children: Numbers = self.children[places]
        return children

    def waves(self, shape: Shape) -> list[tuple[Numbers, Numbers]]:
        """Say in which order to compute: of each wave, the constituents to compose, then the states to compute."""
        vector_level, state_level = np.zeros(self.n_elements, np.int64), np.zeros(self.n_elements, np.int64)
        if shape.composition == "lstm":
            vector_level = self.height
        # an element is pushed after all that it depends on, so that one pass in order settles the levels
        levels, below, vectors = state_level.tolist(), self.below.tolist(), vector_level.tolist()
        if shape.composition == "attention":
            heights, first_child, n_children = self.height.tolist(), self.first_child.tolist(), self.n_children.tolist()
            children = self.children.tolist()
        for element in self.pushed.tolist():
            if shape.composition == "attention" and heights[element]:
                own = children[first_child[element] : first_child[element] + n_children[element]]
                source = element - 1 if shape.attends_from == "top" else below[element]
                vectors[element] = 1 + max(levels[source], *(vectors[child] for child in own))
            levels[element] = 1 + max(levels[below[element]], vectors[element])
        vector_level, state_level = np.array(vectors), np.array(levels)
        last = int(state_level.max())
        closed = np.flatnonzero(self.height)
        by_vector = _groups(closed, vector_level[closed], last)
        by_state = _groups(self.pushed, state_level[self.pushed], last)
        return list(zip(by_vector, by_state, strict=True))


def _groups(elements: Numbers, levels: Numbers, last: int) -> list[Numbers]:
    """Sort elements into levels from 0 to the last one."""
    order = np.argsort(levels, kind="stable")
    edges = np.searchsorted(levels[order], np.arange(last + 2))
    return [elements[order[start:end]] for start, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)]


def _outputs(network: StackNetwork, batch: _Batch, dropout: Dropout | None) -> Tensor:
    """Give what the stack's LSTM puts out before each action, shape (n_actions, hidden)."""
    shape = network.shape
    start = network.start(dropout)
    n = batch.n_elements
    vectors, states = _Pool(start.new_zeros(n, shape.emb)), _Pool(start.new_zeros(n, start.shape[1]))
    states.write(batch.first, start.expand(len(batch.first), -1))
    shifted = batch.pushed[batch.actions == _SHIFT]
    vectors.write(shifted, network.words(batch.words, dropout))
    opening = batch.pushed[batch.actions >= _OPEN]
    vectors.write(opening, network.openings(batch.action_of[opening] - _OPEN, dropout))
    for closed, pushed in batch.waves(shape):
        if len(closed):
            opened = batch.opened[closed]
            tops = None
            if shape.composition == "attention":
                source = closed - 1 if shape.attends_from == "top" else batch.below[closed]
                tops = network.outputs(states.read(source))
            closing = Closing(
                batch.action_of[opened] - _OPEN,
                vectors.read(opened),
                vectors.read(batch.children_of(closed)),
                batch.n_children[closed],
                tops,
            )
            vectors.write(closed, network.closed(closing, dropout))
        if len(pushed):
            below = states.read(batch.below[pushed])
            states.write(pushed, network.pushed(vectors.read(pushed), below, dropout))
    # what is at the top before an action was pushed by the action before it
    return network.outputs(states.read(batch.pushed - 1))


class _Pool:
    """Rows that are written once each, some at a time, and read as often as one likes; gradients flow.

    Plain indexing would copy the whole pool, or walk over its gradient, for each wave. Here gradients are added up in
    one place. The token goes from each writing to the next, and into each reading, so that PyTorch takes the gradients
    of all readings before those of the writing.

    What PyTorch keeps for the way back holds the rows and never the token: the token holds all of that, and such a
    circle, which goes through PyTorch's own objects, Python would never free.
    """

    def __init__(self, rows: Tensor) -> None:
        self._rows = _Rows(rows)
        self._token = rows.new_zeros((), requires_grad=torch.is_grad_enabled())

    def write(self, places: Numbers, values: Tensor) -> None:
        index = torch.from_numpy(places).to(values.device)
        self._token = _Write.apply(self._token, values, self._rows, index)  # type: ignore[no-untyped-call]  # PyTorch's

    def read(self, places: Numbers) -> Tensor:
        index = torch.from_numpy(places).to(self._token.device)
        read: Tensor = _Read.apply(self._token, self._rows, index)  # type: ignore[no-untyped-call]  # PyTorch's own
        return read


class _Rows:
    """The values of a pool and, on the way back, their gradients."""

    def __init__(self, values: Tensor) -> None:
        self.values = values
        self._gradients: Tensor | None = None

    @property
    def gradients(self) -> Tensor:
        if self._gradients is None:
            self._gradients = torch.zeros_like(self.values)
        return self._gradients


class _Write(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, token: Tensor, values: Tensor, rows: _Rows, index: Tensor) -> Tensor:
        ctx.rows, ctx.index = rows, index
        rows.values.index_copy_(0, index, values.contiguous())
        return token.clone()

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None, None]:
        return gradients[0], ctx.rows.gradients.index_select(0, ctx.index), None, None


class _Read(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, token: Tensor, rows: _Rows, index: Tensor) -> Tensor:
        ctx.rows, ctx.index = rows, index
        return rows.values.index_select(0, index)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        ctx.rows.gradients.index_add_(0, ctx.index, gradients[0])
        return gradients[0].new_zeros(()), None, None
