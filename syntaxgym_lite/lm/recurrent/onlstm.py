"""Layers of ordered neurons (ON-LSTM): an LSTM whose cells are ranked, so that higher ones are kept for longer.

References
----------
Y. Shen, S. Tan, A. Sordoni and A. Courville, Ordered Neurons: Integrating tree structures into recurrent neural
networks, ICLR 2019. L. Wan, M. Zeiler, S. Zhang, Y. LeCun and R. Fergus, Regularization of neural networks using
DropConnect, ICML 2013 (weights that are dropped).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

__all__ = ["OrderedLayer", "n_gates"]


def n_gates(hidden: int, chunk: int) -> int:
    """Give how many rows the weights of a layer have: four gates of each unit, and two master gates of each chunk."""
    return 4 * hidden + 2 * (hidden // chunk)


class OrderedLayer(nn.Module):
    """A layer of ordered neurons.

    With master gates over the chunks of units, ``f = cumax(...)`` (forget) and ``i = 1 - cumax(...)`` (input), where
    ``cumax`` is the cumulated softmax, and their overlap ``w = f * i`` (Shen et al. 2019, equations 9 to 14)::

        forget' = sigmoid(forget) * w + (f - w)
        input' = sigmoid(input) * w + (i - w)
        cell = forget' * cell before + input' * tanh(new)
        output = sigmoid(gate) * tanh(cell)

    Rows of the weights: master input, master forget, then output, new, input, forget.

    Parameters
    ----------
    inside, outside : int
        Width of what it reads, and of what it gives.
    chunk : int
        How many neighbouring units share a master gate; divides `outside`.
    weight_drop : float
        Share of the weights from the output before that are set to 0 in a batch of training, without rescaling the
        others; so they are multiplied by ``1 - weight_drop`` at any other time.
    """

    def __init__(self, inside: int, outside: int, chunk: int, weight_drop: float) -> None:
        super().__init__()
        self.outside, self.chunk, self.weight_drop = outside, chunk, weight_drop
        self.ih = nn.Linear(inside, n_gates(outside, chunk))
        self.hh = nn.Linear(outside, n_gates(outside, chunk))

    def forward(
        self, values: Tensor, state: tuple[Tensor, ...] | None = None, *, generator: torch.Generator | None = None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Read a text.

        Parameters
        ----------
        values : Tensor, shape (n_steps, n_rows, inside)
        state : tuple of two Tensor of shape (1, n_rows, outside), optional
            Output and cell before. None: zero.
        generator : torch.Generator, optional
            Draws which weights are dropped, for all steps alike. None: not in training.

        Returns
        -------
        outputs : Tensor, shape (n_steps, n_rows, outside)
        state : tuple of two Tensor of shape (1, n_rows, outside)
        """
        across, share = self.hh.weight, 1.0 - self.weight_drop
        if generator is not None and self.weight_drop:
            across, share = across * torch.empty_like(across).bernoulli_(share, generator=generator), 1.0
        zero = values.new_zeros(values.shape[1], self.outside)
        output, cell = (zero, zero) if state is None else (part[0] for part in state)
        outputs = []
        for inside in self.ih(values):
            output, cell = self._cell(inside + torch.addmm(self.hh.bias, output, across.t(), alpha=share), cell)
            outputs.append(output)
        return torch.stack(outputs), (output[None], cell[None])

    def step(self, values: Tensor, state: tuple[Tensor, ...] | None = None) -> tuple[Tensor, Tensor]:
        """Read one word in each row, not in training: give the new output and cell, each of (n_rows, outside)."""
        zero = values.new_zeros(len(values), self.outside)
        output, cell = (zero, zero) if state is None else state
        share = 1.0 - self.weight_drop
        return self._cell(self.ih(values) + torch.addmm(self.hh.bias, output, self.hh.weight.t(), alpha=share), cell)

    def _cell(self, gates: Tensor, cell: Tensor) -> tuple[Tensor, Tensor]:
        n_rows, n_chunks = len(gates), self.outside // self.chunk
        master_in = 1 - torch.cumsum(torch.softmax(gates[:, :n_chunks], 1), 1)
        master_forget = torch.cumsum(torch.softmax(gates[:, n_chunks : 2 * n_chunks], 1), 1)
        output, new, inside, forget = gates[:, 2 * n_chunks :].view(n_rows, 4, n_chunks, self.chunk).unbind(1)
        overlap = (master_in * master_forget)[..., None]
        forget = torch.sigmoid(forget) * overlap + (master_forget[..., None] - overlap)
        inside = torch.sigmoid(inside) * overlap + (master_in[..., None] - overlap)
        after = forget * cell.view(n_rows, n_chunks, self.chunk) + inside * torch.tanh(new)
        return (torch.sigmoid(output) * torch.tanh(after)).flatten(1), after.flatten(1)
