"""Recurrent networks over words: the modules, and how their weights lie in a file.

Weights carry the names of the public word-level code of Gulordava et al. (2018): ``encoder.weight``,
``rnn.weight_ih_l0``, ..., ``decoder.weight``, ``decoder.bias``. With an adaptive softmax (Grave et al. 2017) the
decoder is ``decoder.head`` and ``decoder.tail.0.down``, ``decoder.tail.0.up``, ...; a projection before a tied decoder
of another width is ``projection.weight``. Ordered neurons have the names of the public code of Shen et al. (2019):
``rnn.cells.0.ih.0.weight``, ``rnn.cells.0.hh.weight``, ...; their split softmax ``decoder.tail_vectors`` and
``decoder.tail_bias``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ...errors import InputError, ModelError
from ..decoders import AdaptiveDecoder, GroupedDecoder, SplitDecoder
from .onlstm import OrderedLayer, n_gates

__all__ = ["CELLS", "Cell", "NetworkShape", "State", "WordNetwork", "shape_of"]

Cell = Literal["lstm", "gru", "rnn_tanh", "rnn_relu", "onlstm"]
State = list[tuple[Tensor, ...]]

CELLS: Mapping[str, int] = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}
"""Kinds of recurrent layer of PyTorch, and how many blocks of `hidden` rows their weights have."""

_STEPS = {"gru": torch.gru_cell, "rnn_tanh": torch.rnn_tanh_cell, "rnn_relu": torch.rnn_relu_cell}


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """Everything that decides which weights a network has, and how it uses them.

    Parameters
    ----------
    n_words : int
        Length of the vocabulary.
    cell : {"lstm", "gru", "rnn_tanh", "rnn_relu", "onlstm"}
    emb, hidden, layers : int
        Width of the word vectors, width and number of the recurrent layers. The last layer of ``onlstm`` is as wide as
        the word vectors.
    window : int or None
        How many words the network sees at once, the predicted one included (5: the 5-gram LSTM); None: all.
    tied : bool
        Whether the decoder uses the encoder's word vectors.
    cutoffs : tuple of int
        Adaptive or split softmax: where the rarer groups of words begin. Empty: an ordinary softmax. Groups of a split
        softmax may begin beyond the last word, and hold none.
    div_value : float
        Adaptive softmax: by how much each group's vectors are narrower than those of the group before.
    split : bool
        Whether it is the split softmax, whose vectors are all of one width.
    chunk : int
        Ordered neurons: how many units share a master gate.
    weight_drop : float
        Ordered neurons: share of the recurrent weights dropped in training; see `OrderedLayer`.

    Raises
    ------
    ValueError
        If the widths of ordered neurons are no multiples of `chunk`.
    """

    n_words: int
    cell: Cell = "lstm"
    emb: int = 650
    hidden: int = 650
    layers: int = 2
    window: int | None = None
    tied: bool = False
    cutoffs: tuple[int, ...] = ()
    div_value: float = 4.0
    split: bool = False
    chunk: int = 0
    weight_drop: float = 0.0

    def __post_init__(self) -> None:
        if self.cell != "onlstm":
            return
        if self.chunk < 1 or self.emb % self.chunk or (self.layers > 1 and self.hidden % self.chunk):
            raise ValueError(
                f"chunks of {self.chunk} do not divide layers of {self.hidden} and a last one as wide as word vectors, "
                f"{self.emb}"
            )
        if not 0 <= self.weight_drop < 1:
            raise ValueError(f"a share of {self.weight_drop} of the recurrent weights cannot be dropped")

    @property
    def for_card(self) -> dict[str, Any]:
        """The same as a card has it; what ordered neurons and the split softmax alone have is left out elsewhere."""
        values = asdict(self)
        return {name: values[name] for name in values if name not in ("split", "chunk", "weight_drop") or values[name]}


class WordNetwork(nn.Module):
    """A recurrent language model over words."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.shape = shape
        self.encoder = nn.Embedding(shape.n_words, shape.emb)
        widths = [shape.emb] + [shape.hidden] * shape.layers
        if shape.cell == "onlstm":
            widths[-1] = shape.emb
        # one module a layer: dropout between layers then draws from a generator of ours, which a seed can fix
        self.layers = nn.ModuleList(_layer(shape, a, b) for a, b in pairwise(widths))
        self.projection: nn.Linear | None = None
        width = widths[-1]
        if shape.tied and shape.emb != width:
            self.projection = nn.Linear(width, shape.emb, bias=False)
            width = shape.emb
        self.decoder: nn.Linear | GroupedDecoder
        if shape.cutoffs and not shape.split:
            self.decoder = AdaptiveDecoder(width, shape.n_words, shape.cutoffs, shape.div_value)
            return
        if shape.cutoffs:
            self.decoder = SplitDecoder(width, shape.n_words, shape.cutoffs)
        else:
            self.decoder = nn.Linear(width, shape.n_words)
        if shape.tied:
            self.decoder.weight = self.encoder.weight

    @torch.no_grad()
    def initialise(self, generator: torch.Generator, counts: np.ndarray | None = None) -> None:
        """Draw the first weights.

        Uniform in +-0.1 for word vectors and decoder (Gulordava et al. 2018), in +-1/sqrt(hidden) for the rest; forget
        gates start open (bias 1), the decoder's bias at the logarithm of the words' frequencies, so that learning
        starts from the unigram model.

        Parameters
        ----------
        generator : torch.Generator
        counts : ndarray of int, shape (n_words,), optional
            How often each word occurs.
        """
        hidden = self.shape.hidden
        for name, parameter in self.named_parameters():
            bound = 0.1 if name.startswith(("encoder", "decoder")) else hidden**-0.5
            parameter.uniform_(-bound, bound, generator=generator)
            if name.startswith("layers") and "bias" in name:
                parameter.zero_()
                if self.shape.cell == "lstm" and "bias_ih" in name:
                    parameter[hidden : 2 * hidden] = 1.0
        frequencies = torch.ones(self.shape.n_words) if counts is None else torch.as_tensor(counts).float() + 0.5
        log = torch.log(frequencies / frequencies.sum())
        if isinstance(self.decoder, nn.Linear):
            self.decoder.bias.copy_(log)
        else:
            self.decoder.start(log)

    def forward(
        self,
        words: Tensor,
        valid: Tensor | None = None,
        state: State | None = None,
        *,
        dropout: float = 0.0,
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, State]:
        """Read words, and give what the decoder needs to predict the next one after each.

        Parameters
        ----------
        words : Tensor of int64, shape (n_steps, n_rows)
            A column is one sentence or one stretch of running text.
        valid : Tensor of bool, shape (n_steps, n_rows), optional
            False where a column is only filled up. None: valid throughout.
        state : list of tuples of Tensor, optional
            State of each layer after the text before. None: zero. Networks with a window keep none.
        dropout : float, optional
            Share of units switched off, on word vectors and after each layer.
        generator : torch.Generator, optional
            Where dropout takes its random numbers from. None: not in training; ordered neurons drop no weights then.

        Returns
        -------
        outputs : Tensor of float32, shape (n_valid, width)
            For each valid place, row by row of `words`.
        state : list of tuples of Tensor
        """
        if self.shape.window is not None:
            words, last = _windows(words, valid, self.shape.window - 1)
            state = None
        values = _drop(self.encoder(words), dropout, generator)
        after: State = []
        for number, layer in enumerate(self.layers):
            start = None if state is None else state[number]
            if isinstance(layer, OrderedLayer):
                values, end = layer(values, start, generator=generator)
            else:
                values, end = layer(values, start if start is None or len(start) == 2 else start[0])
            after.append(end if isinstance(end, tuple) else (end,))
            values = _drop(values, dropout, generator)
        if self.shape.window is not None:
            outputs = values[last, torch.arange(values.shape[1])]
            after = []
        else:
            outputs = values.flatten(0, 1) if valid is None else values[valid]
        return outputs if self.projection is None else self.projection(outputs), after

    def step(self, words: Tensor, state: State | None = None) -> tuple[Tensor, State]:
        """Read one word in each row; several steps give what `forward` gives at once. Not for networks with a window.

        Parameters
        ----------
        words : Tensor of int64, shape (n_rows,)
        state : list of tuples of Tensor of shape (n_rows, hidden), optional
            State of each layer before. None: zero.

        Returns
        -------
        outputs : Tensor of float32, shape (n_rows, width)
        state : list of tuples of Tensor
        """
        values = self.encoder(words)
        after: State = []
        for number, layer in enumerate(self.layers):
            if isinstance(layer, OrderedLayer):
                after.append(layer.step(values, None if state is None else state[number]))
                values = after[-1][0]
                continue
            weights = [getattr(layer, f"{name}_l0") for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
            n_parts = 2 if self.shape.cell == "lstm" else 1
            before = (values.new_zeros(len(words), self.shape.hidden),) * n_parts if state is None else state[number]
            if self.shape.cell == "lstm":
                after.append(torch.lstm_cell(values, before, *weights))
            else:
                after.append((_STEPS[self.shape.cell](values, before[0], *weights),))
            values = after[-1][0]
        return values if self.projection is None else self.projection(values), after

    def nats(self, outputs: Tensor, targets: Tensor) -> Tensor:
        """Give the surprisal of words in nats, for training.

        Parameters
        ----------
        outputs : Tensor of float32, shape (n, width)
        targets : Tensor of int64, shape (n,)

        Returns
        -------
        Tensor of float32, shape (n,)
        """
        if isinstance(self.decoder, nn.Linear):
            return functional.cross_entropy(self.decoder(outputs), targets, reduction="none")
        groups = self.decoder.groups(targets)
        entries = torch.empty_like(targets)
        for places, _, entry in groups:
            entries[places] = entry
        nats = functional.cross_entropy(self.decoder.head_logits(outputs), entries, reduction="none")
        for group, (places, inside, _) in enumerate(groups):
            if group and len(places):
                logits = self.decoder.tail_logits(group, outputs[places])
                nats = nats.index_add(0, places, functional.cross_entropy(logits, inside, reduction="none"))
        return nats

    @torch.no_grad()
    def surprisals(
        self, outputs: Tensor, targets: Tensor, rows: Tensor | None = None, *, ranks: bool = False
    ) -> tuple[Tensor, Tensor | None]:
        """Give the surprisal of words in nats, logit - logsumexp, and their ranks.

        Parameters
        ----------
        outputs : Tensor of float32, shape (m, width)
        targets : Tensor of int64, shape (n,)
        rows : Tensor of int64, shape (n,), optional
            The row of `outputs` that predicts each target; several may be predicted from one. None: each from its own.
        ranks : bool, optional
            Also give how many words are at least as likely (1 = the top choice; ties take the better rank).

        Returns
        -------
        nats : Tensor of float32, shape (n,)
        ranks : Tensor of int64, shape (n,), or None
        """
        if rows is None:
            rows = torch.arange(len(targets), device=outputs.device)
        if isinstance(self.decoder, nn.Linear):
            logits = self.decoder(outputs)
            chosen = logits[rows, targets]
            place = (logits[rows] > chosen[:, None]).sum(1) + 1 if ranks else None
            return torch.logsumexp(logits, 1)[rows] - chosen, place
        return self.decoder.surprisals(outputs, targets, rows, ranks=ranks)

    def weights(self) -> dict[str, Tensor]:
        """Give all weights by their names in a file; a tied decoder's weight is given once, as ``encoder.weight``."""
        found: dict[str, Tensor] = {}
        for name, parameter in self.named_parameters():  # gives shared parameters once
            name = re.sub(r"^layers\.(\d+)\.(\w+)_l0$", r"rnn.\2_l\1", name)
            name = re.sub(r"^layers\.(\d+)\.ih\.", r"rnn.cells.\1.ih.0.", name)
            found[re.sub(r"^layers\.(\d+)\.hh\.", r"rnn.cells.\1.hh.", name)] = parameter
        return found

    @torch.no_grad()
    def load(self, weights: Mapping[str, Tensor], source: str) -> None:
        """Fill in weights of any floating type.

        Parameters
        ----------
        weights : mapping of str to Tensor
            As `weights` names them; a tied decoder's weight may stand there again.
        source : str
            Where they come from, for messages.

        Raises
        ------
        ModelError
            If one is missing, too much, or of another shape.
        """
        mine = self.weights()
        extra = set(weights) - set(mine)
        if self.shape.tied:
            extra.discard("decoder.weight")
        missing = set(mine) - set(weights)
        if extra or missing:
            what = (
                f"lacks {', '.join(sorted(missing))}" if missing else f"has unknown weights {', '.join(sorted(extra))}"
            )
            raise ModelError(f"{source}: the model file {what}.")
        for name, parameter in mine.items():
            if weights[name].shape != parameter.shape:
                if name.startswith("rnn.cells.0.") and weights[name].shape[1:] == parameter.shape[1:]:
                    self._refuse_chunk(len(weights[name]), source)
                raise ModelError(
                    f"{source}: {name} has the shape {tuple(weights[name].shape)}; {tuple(parameter.shape)} is due."
                )
            parameter.copy_(weights[name])

    def _refuse_chunk(self, n_rows: int, source: str) -> None:
        """Refuse weights of ordered neurons in chunks of another size."""
        width, chunk = self.shape.hidden if self.shape.layers > 1 else self.shape.emb, self.shape.chunk
        sizes = [size for size in range(1, width + 1) if width % size == 0 and n_gates(width, size) == n_rows]
        if sizes:
            raise ModelError(f"{source}: the weights are of chunks of {sizes[0]} units, not of {chunk}.")


def shape_of(
    weights: Mapping[str, Tensor],
    source: str,
    *,
    cell: Cell | None = None,
    weight_drop: float | None = None,
    cutoffs: tuple[int, ...] = (),
) -> NetworkShape:
    """Read the shape of a network off its weights.

    Parameters
    ----------
    weights : mapping of str to Tensor
        Under the names of the module's docstring.
    source : str
        Where they come from, for messages.
    cell : str, optional
        Kind of recurrent layer; needed only to tell ``rnn_relu`` from ``rnn_tanh``, which is assumed.
    weight_drop : float, optional
        Share of the recurrent weights that was dropped in training; no weights of ordered neurons tell.
    cutoffs : tuple of int, optional
        Where the groups of words of a split softmax begin; no weights tell.

    Returns
    -------
    NetworkShape
        Without a window, which no weight shows. Adaptive decoders are not read this way.

    Raises
    ------
    ModelError
        If these are not the weights of such a network.
    InputError
        If `weight_drop` or `cutoffs` are needed.
    """
    if any(name.startswith("rnn.cells.") for name in weights):
        return _ordered_shape_of(weights, source, weight_drop, cutoffs)
    for name in ("encoder.weight", "rnn.weight_ih_l0", "rnn.weight_hh_l0", "decoder.weight"):
        if name not in weights and not (name == "decoder.weight" and "decoder.bias" in weights):
            raise ModelError(
                f"{source}: this is no word-level recurrent model: {name} is missing. "
                "Such a model has encoder.weight, rnn.weight_ih_l0, ..., decoder.weight."
            )
        if name in weights and weights[name].ndim != 2:
            raise ModelError(f"{source}: {name} has {weights[name].ndim} dimensions where 2 are due.")
    n_words, emb = weights["encoder.weight"].shape
    rows, hidden = weights["rnn.weight_hh_l0"].shape
    by_rows: dict[int, Cell] = {4 * hidden: "lstm", 3 * hidden: "gru", hidden: "rnn_tanh"}
    if rows not in by_rows or (cell is not None and CELLS[cell] * hidden != rows):
        raise ModelError(f"{source}: rnn.weight_hh_l0 has the shape {(rows, hidden)}: no known recurrent layer.")
    layers = sum(name.startswith("rnn.weight_hh_l") for name in weights)
    decoder = weights.get("decoder.weight")
    tied = decoder is None or (decoder.shape == (n_words, emb) and torch.equal(decoder, weights["encoder.weight"]))
    return NetworkShape(n_words, cell or by_rows[rows], emb, hidden, layers, tied=tied)


def _ordered_shape_of(
    weights: Mapping[str, Tensor], source: str, weight_drop: float | None, cutoffs: tuple[int, ...]
) -> NetworkShape:
    """Read the shape of a network of ordered neurons off its weights."""
    across = "rnn.cells.0.hh.weight"
    for name in ("encoder.weight", across):
        if name not in weights or weights[name].ndim != 2:
            raise ModelError(f"{source}: this is no network of ordered neurons (ON-LSTM): it has no matrix {name}.")
    n_words, emb = weights["encoder.weight"].shape
    rows, hidden = weights[across].shape
    n_chunks, odd = divmod(rows - 4 * hidden, 2)
    if n_chunks < 1 or odd or hidden % n_chunks:
        raise ModelError(f"{source}: {across} has the shape {(rows, hidden)}: no layer of ordered neurons.")
    layers = sum(name.startswith("rnn.cells.") and name.endswith(".hh.weight") for name in weights)
    decoder = weights.get("decoder.weight")
    tied = decoder is None or (decoder.shape == (n_words, emb) and torch.equal(decoder, weights["encoder.weight"]))
    n_tails = len(weights.get("decoder.tail_bias", ()))
    if len(cutoffs) != n_tails or any(cut <= 0 for cut in cutoffs) or sorted(set(cutoffs)) != [*cutoffs]:
        raise InputError(
            f"{source}: its softmax has {n_tails} groups of rarer words; where they begin is given as {[*cutoffs]}. "
            f"Give {n_tails} rising numbers above 0 as splits, e.g. 2800,20000,76000."
        )
    if weight_drop is None:
        raise InputError(
            f"{source}: it does not say which share of its recurrent weights was dropped in training, and all its "
            "numbers depend on it. Give it as an option of the model: -O weight_drop=N (published runs: 0.45)."
        )
    try:
        return NetworkShape(
            n_words, "onlstm", emb, hidden, layers, tied=tied, cutoffs=cutoffs, split=bool(cutoffs),
            chunk=hidden // n_chunks, weight_drop=weight_drop,
        )  # fmt: skip
    except ValueError as error:
        raise ModelError(f"{source}: these are no weights of ordered neurons: {error}.") from error


def _layer(shape: NetworkShape, inside: int, outside: int) -> nn.Module:
    cell = shape.cell
    if cell == "onlstm":
        return OrderedLayer(inside, outside, shape.chunk, shape.weight_drop)
    if cell == "lstm":
        return nn.LSTM(inside, outside)
    if cell == "gru":
        return nn.GRU(inside, outside)
    return nn.RNN(inside, outside, nonlinearity="relu" if cell == "rnn_relu" else "tanh")


def _drop(values: Tensor, share: float, generator: torch.Generator | None) -> Tensor:
    if not share:
        return values
    mask = torch.empty_like(values).bernoulli_(1.0 - share, generator=generator)
    return values * mask.div_(1.0 - share)


def _windows(words: Tensor, valid: Tensor | None, length: int) -> tuple[Tensor, Tensor]:
    """Cut columns into overlapping windows, one for each valid place, that end there; and say where it stands in each.

    A window, a column of `length` words, is filled up at the end where a column has fewer words so far.
    """
    n_steps = words.shape[0]
    if valid is None:
        valid = torch.ones_like(words, dtype=torch.bool)
    steps, rows = torch.nonzero(valid, as_tuple=True)
    first = (steps - (length - 1)).clamp(min=0)
    last = steps - first
    reach = (first + torch.arange(length)[:, None]).clamp(max=n_steps - 1)
    windows = words[reach, rows]
    windows[torch.arange(length)[:, None] > last] = 0
    return windows, last
