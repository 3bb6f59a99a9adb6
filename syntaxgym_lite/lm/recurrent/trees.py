"""Run a recurrent network over a prefix tree: each beginning of sentences is read once, however many share it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from .network import State, WordNetwork
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
        self._lstm = _LstmLayers(network) if network.shape.cell == "lstm" else None

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
        step = self._stepper(torch.from_numpy(words[wanted]).to(self._device))
        outputs, state, above = [], None, 0
        for level in tree.levels():
            nodes = np.flatnonzero(wanted[level]) + level.start
            if not len(nodes):
                break  # nothing longer can be wanted
            if state is not None:
                parents = torch.from_numpy(row[tree.parents[nodes]] - above).to(self._device)
                state = [tuple(part[parents] for part in layer) for layer in state]
            above = int(row[nodes[0]])
            output, state = step(slice(above, above + len(nodes)), state)
            outputs.append(output)
        return torch.cat(outputs)

    def _stepper(self, words: Tensor) -> Callable[[slice, State | None], tuple[Tensor, State]]:
        """Give a function that reads some of these words, one in each row."""
        if self._lstm is not None:
            return self._lstm.stepper(words)
        return lambda some, state: self._network.step(words[some], state)

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


class _LstmLayers:
    """Weights of an LSTM, laid out for one word in many rows at a time.

    What the first layer makes of a word alone is computed once for all places where the word stands; each further layer
    takes one matrix product. PyTorch's order of gates is input, forget, cell, output; here the three sigmoids stand
    together.
    """

    def __init__(self, network: WordNetwork) -> None:
        self._network = network
        size = self._size = network.shape.hidden
        order = torch.cat([torch.arange(2 * size), torch.arange(3 * size, 4 * size), torch.arange(2 * size, 3 * size)])
        self._layers = []
        for layer in network.layers:
            inside, across, bias, more = (
                getattr(layer, f"{name}_l0")[order] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            )
            self._layers.append((inside.t().contiguous(), across.t().contiguous(), bias + more))
        self._deeper = [(torch.cat([inside, across]), bias) for inside, across, bias in self._layers[1:]]

    def stepper(self, words: Tensor) -> Callable[[slice, State | None], tuple[Tensor, State]]:
        """Give a function that does what `WordNetwork.step` does for some of `words`, but for rounding."""
        distinct, place = torch.unique(words, return_inverse=True)
        inside, across, bias = self._layers[0]
        table = torch.addmm(bias, self._network.encoder(distinct), inside)

        def step(some: slice, state: State | None) -> tuple[Tensor, State]:
            gates = table[place[some]]
            zero = gates.new_zeros(len(gates), self._size)
            before = state or [(zero, zero)] * (1 + len(self._deeper))
            after: State = [self._cell(gates.addmm_(before[0][0], across), before[0][1])]
            for (weight, shift), (output, cell) in zip(self._deeper, before[1:], strict=True):
                gates = torch.addmm(shift, torch.cat([after[-1][0], output], 1), weight)
                after.append(self._cell(gates, cell))
            values = after[-1][0]
            return values if self._network.projection is None else self._network.projection(values), after

        return step

    def _cell(self, gates: Tensor, cell: Tensor) -> tuple[Tensor, Tensor]:
        """Turn gates into the new output and cell; the gates' memory is used up."""
        size = self._size
        opened = gates[:, : 3 * size].sigmoid_()
        new = gates[:, 3 * size :].tanh_()
        cell = (opened[:, size : 2 * size] * cell).addcmul_(opened[:, :size], new)
        return torch.tanh(cell).mul_(opened[:, 2 * size :]), cell
