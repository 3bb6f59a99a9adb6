"""Run a recurrent network over a prefix tree: each beginning of sentences is read once, however many share it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from ..training.networks import State, WordNetwork
from .prefixes import Numbers, PrefixTree

__all__ = ["TreeReader"]


class TreeReader:
    """A network whose weights lie ready for reading many beginnings side by side.

    Parameters
    ----------
    network : WordNetwork
        Its weights are copied where another layout is faster: make a new reader when they change.
    first : int
        The word before every sentence, ``<eos>``.
    """

    def __init__(self, network: WordNetwork, first: int) -> None:
        self._network = network
        self._first = first
        self._device = network.encoder.weight.device
        self._step: Callable[[Tensor, State | None], tuple[Tensor, State]] = (
            _LstmSteps(network) if network.shape.cell == "lstm" else network.step
        )

    def __call__(self, tree: PrefixTree, wanted: npt.NDArray[np.bool_]) -> Tensor:
        """Give what the decoder needs to predict the next word after some beginnings.

        Parameters
        ----------
        tree : PrefixTree
        wanted : ndarray of bool, shape (n_nodes,)
            Beginnings that are asked for; each one's own beginnings must be, too.

        Returns
        -------
        Tensor of float32, shape (n_wanted, width)
            In the order of the tree's nodes.
        """
        words = tree.words.copy()
        words[0] = self._first
        if self._network.shape.window is not None:
            return self._by_windows(tree, words, np.flatnonzero(wanted))
        row = np.cumsum(wanted) - 1  # of each wanted node among the wanted ones
        outputs, state, above = [], None, 0
        for level in tree.levels():
            nodes = np.flatnonzero(wanted[level]) + level.start
            if not len(nodes):
                break  # nothing longer can be wanted
            if state is not None:
                parents = torch.from_numpy(row[tree.parents[nodes]] - above).to(self._device)
                state = [tuple(part[parents] for part in layer) for layer in state]
            output, state = self._step(torch.from_numpy(words[nodes]).to(self._device), state)
            outputs.append(output)
            above = int(row[nodes[0]])
        return torch.cat(outputs)

    def _by_windows(self, tree: PrefixTree, words: Numbers, nodes: Numbers) -> Tensor:
        """The same for a network that sees a window of words only: each beginning's last words, from the zero state."""
        # the path to each node, as far back as the window reaches: a column each, filled up in front by the empty one
        reach = (self._network.shape.window or 1) - 1
        path = np.zeros((reach, len(nodes)), dtype=np.int64)
        path[-1] = nodes
        for row in range(reach - 2, -1, -1):
            path[row] = tree.parents[path[row + 1]]
        depth = np.searchsorted(tree.edges, nodes, side="right") - 1
        length = np.minimum(depth + 1, reach)
        columns = np.arange(len(nodes))
        inputs = words[path[np.minimum(reach - length + np.arange(reach)[:, None], reach - 1), columns]]
        valid = np.arange(reach)[:, None] == length - 1
        outputs, _ = self._network(torch.from_numpy(inputs).to(self._device), torch.from_numpy(valid).to(self._device))
        # outputs come row by row; put them back in the order of the columns
        ordered = torch.empty_like(outputs)
        ordered[torch.from_numpy(np.nonzero(valid)[1]).to(self._device)] = outputs
        return ordered


class _LstmSteps:
    """One word for many rows: one matrix product a layer, gates in the order that needs the fewest passes over them."""

    def __init__(self, network: WordNetwork) -> None:
        self._network = network
        hidden = network.shape.hidden
        # PyTorch has input, forget, cell, output; here the three sigmoids stand together
        order = torch.cat([torch.arange(2 * hidden), torch.arange(3 * hidden, 4 * hidden)])
        order = torch.cat([order, torch.arange(2 * hidden, 3 * hidden)])
        self._layers = []
        for layer in network.layers:
            inside, across, bias, more = (
                getattr(layer, f"{name}_l0")[order] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            )
            self._layers.append((torch.cat([inside, across], 1).t().contiguous(), bias + more))

    def __call__(self, words: Tensor, state: State | None) -> tuple[Tensor, State]:
        """See `WordNetwork.step`, which this equals but for rounding."""
        network, hidden = self._network, self._network.shape.hidden
        values = network.encoder(words)
        zero = values.new_zeros(len(words), hidden)
        after: State = []
        for number, (weight, bias) in enumerate(self._layers):
            output, cell = (zero, zero) if state is None else state[number]
            gates = torch.addmm(bias, torch.cat([values, output], 1), weight)
            opened = gates[:, : 3 * hidden].sigmoid_()
            new = gates[:, 3 * hidden :].tanh_()
            cell = (opened[:, hidden : 2 * hidden] * cell).addcmul_(opened[:, :hidden], new)
            values = opened[:, 2 * hidden :] * torch.tanh(cell)
            after.append((values, cell))
        return values if network.projection is None else network.projection(values), after
