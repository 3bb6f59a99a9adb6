"""The network of a stack-only RNNG: modules, and how their weights lie in a file.

The state of a derivation is a stack. Each element is a vector (of a word, of a constituent that is open, of one that is
closed) and the state of an LSTM that has read the elements below it and then this one. Every action pushes an element;
closing a constituent first takes its children and its opening off, and pushes one vector composed of them. What to do
next, and which word to read, is predicted from the LSTM's state at the top (Kuncoro et al. 2017; Noji and Oseki 2021).

With ``u = ReLU(W h + b)`` of that state, action logits are linear in u, and word logits are the products of u with the
words' vectors, plus a bias. Composition is one of:

``lstm``
    One LSTM reads the opening's vector and the children, another the opening's vector and the children from the last
    to the first; both last states, through a linear map and ReLU (Dyer et al. 2016).
``attention``
    A bi-LSTM reads the children; their weights are the softmax of ``(V h_i) . [o; u]`` with a vector o for the label;
    with m their weighted sum and another vector t for the label, ``g = sigmoid(G [t; m] + b)``, and the result is
    ``ReLU(W (g t + (1 - g) m) + b)`` (Kuncoro et al. 2017). `Shape.attends_from` says where u is taken.

Weights carry the names of the public code of Noji and Oseki (the class with the fixed stack).

References
----------
C. Dyer, A. Kuncoro, M. Ballesteros and N. A. Smith, Recurrent neural network grammars, NAACL 2016. A. Kuncoro,
M. Ballesteros, L. Kong, C. Dyer, G. Neubig and N. A. Smith, What do recurrent neural network grammars learn about
syntax?, EACL 2017. H. Noji and Y. Oseki, Effective batching for recurrent neural network grammars, Findings of
ACL-IJCNLP 2021.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from ...errors import ModelError

__all__ = ["Composition", "Dropout", "Numbers", "Shape", "StackNetwork", "weights_of_shape"]

Numbers = npt.NDArray[np.int64]
Composition = Literal["lstm", "attention"]


@dataclass(frozen=True, slots=True)
class Shape:
    """Everything that decides which weights a network has, and how it uses them.

    Parameters
    ----------
    n_words : int
        Length of the vocabulary.
    n_labels : int
        Kinds of constituents.
    emb, hidden, layers : int
        Width of vectors; width and number of layers of the stack's LSTM.
    composition : {"lstm", "attention"}
    attends_from : {"top", "below"}
        With attention: whether u is that of the top of the stack when the constituent is closed, or that of what is
        left once its children and its opening are taken off. Two public classes differ in this for the same weights.
    padded : bool
        Whether the first word and the first action are fillers without meaning, as in the public code. They take part
        in the softmax that is trained, but not in the search.
    """

    n_words: int
    n_labels: int
    emb: int = 256
    hidden: int = 256
    layers: int = 2
    composition: Composition = "lstm"
    attends_from: Literal["top", "below"] = "top"
    padded: bool = False

    @property
    def n_actions(self) -> int:
        """Outputs for actions, fillers counted."""
        return self.first_action + 2 + self.n_labels

    @property
    def first_action(self) -> int:
        """Number of SHIFT among the outputs; REDUCE comes next, then the constituents that can be opened."""
        return int(self.padded)


@dataclass(frozen=True, slots=True)
class Dropout:
    """How values are left out at random while training.

    Parameters
    ----------
    rate : float
    generator : torch.Generator
        Where the random numbers come from; on the device of the network.
    """

    rate: float
    generator: torch.Generator

    def __call__(self, values: Tensor) -> Tensor:
        """Set a share of the values to 0, and scale up the others so that the mean stays."""
        keep = torch.rand(values.shape, generator=self.generator, device=values.device) >= self.rate
        return values * keep.to(values.dtype) / (1 - self.rate)


def _through(dropout: Dropout | None, values: Tensor) -> Tensor:
    return values if dropout is None or dropout.rate == 0 else dropout(values)


class _StackLstm(nn.Module):
    """One step of an LSTM of several layers; states lie in rows of ``layers * 2 * hidden`` numbers."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        widths = [shape.emb] + [shape.hidden] * (shape.layers - 1)
        self.lstm = nn.ModuleList(nn.LSTMCell(width, shape.hidden) for width in widths)
        self.hidden = shape.hidden

    def forward(self, vectors: Tensor, states: Tensor | None, dropout: Dropout | None) -> Tensor:
        after = []
        for number, layer in enumerate(self.lstm):
            before = None
            if states is not None:
                start = 2 * number * self.hidden
                middle, end = start + self.hidden, start + 2 * self.hidden
                before = (states[:, start:middle], states[:, middle:end])
            output, cell = layer(vectors, before)
            after += [output, cell]
            vectors = _through(dropout, output)
        return torch.cat(after, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Closing:
    """Constituents that are closed side by side.

    Parameters
    ----------
    labels : ndarray of int64, shape (n,)
    opened : Tensor, shape (n, emb)
        The vectors pushed when they were opened.
    children : Tensor, shape (m, emb)
        The children of all, one constituent after another.
    lengths : ndarray of int64, shape (n,)
        How many each has.
    tops : Tensor or None, shape (n, hidden)
        Output of the stack's LSTM, where `Shape.attends_from` says; needed by attention.
    """

    labels: Numbers
    opened: Tensor
    children: Tensor
    lengths: Numbers
    tops: Tensor | None


class _LstmComposition(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.rnn = nn.LSTM(shape.emb, shape.emb, bidirectional=True)
        self.output = nn.Sequential(nn.Identity(), nn.Linear(2 * shape.emb, shape.emb))

    def forward(self, closing: Closing, top: Tensor | None, dropout: Dropout | None) -> Tensor:
        n = len(closing.labels)
        vectors = torch.cat([closing.opened, closing.children])
        order, steps, rows, sizes = _packed(closing.lengths + 1)
        firsts = n + np.cumsum(closing.lengths) - closing.lengths
        lasts = []
        for direction in ("", "_reverse"):
            nth_child = closing.lengths[rows] - steps if direction else steps - 1
            places = np.where(steps == 0, rows, firsts[rows] + nth_child)
            _, last = self._read(vectors[_to(places, vectors)], sizes, direction)
            lasts.append(last)
        both = torch.cat(lasts, 1)[_to(np.argsort(order), vectors)]
        return functional.relu(cast("Tensor", self.output[1](_through(dropout, both))))

    def _read(self, vectors: Tensor, sizes: Tensor, direction: str) -> tuple[Tensor, Tensor]:
        names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        weights = [cast("Tensor", getattr(self.rnn, f"{name}_l0{direction}")) for name in names]
        zero = vectors.new_zeros(1, int(sizes[0]), vectors.shape[1])
        read, last, _ = torch.lstm(vectors, sizes, (zero, zero), weights, True, 1, 0.0, False, False)
        return read, last[0]


class _AttentionComposition(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        emb = shape.emb
        self.rnn = nn.LSTM(emb, emb, bidirectional=True)
        self.V = nn.Linear(2 * emb, 2 * emb, bias=False)
        self.nt_emb = nn.Embedding(shape.n_labels, emb)
        self.nt_emb2 = nn.Sequential(nn.Embedding(shape.n_labels, 2 * emb))
        self.gate = nn.Sequential(nn.Linear(4 * emb, 2 * emb))
        self.output = nn.Sequential(nn.Linear(2 * emb, emb))

    def forward(self, closing: Closing, top: Tensor | None, dropout: Dropout | None) -> Tensor:
        assert top is not None
        n, longest = len(closing.labels), int(closing.lengths.max())
        _, steps, rows, sizes = _packed(closing.lengths)
        firsts = np.cumsum(closing.lengths) - closing.lengths
        names = [
            f"{name}_l0{end}" for end in ("", "_reverse") for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        ]
        weights = [cast("Tensor", getattr(self.rnn, name)) for name in names]
        zero = closing.children.new_zeros(2, n, closing.children.shape[1])
        packed = closing.children[_to(firsts[rows] + steps, top)]
        read, _, _ = torch.lstm(packed, sizes, (zero, zero), weights, True, 1, 0.0, False, True)
        places = np.zeros((n, longest), np.int64)
        places[rows, steps] = np.arange(len(rows))
        is_child = np.arange(longest) < closing.lengths[:, None]
        children = read[_to(places, top)]
        labels = _to(closing.labels, top)
        asked = torch.cat([self.nt_emb(labels), top], 1)
        scores = (
            (self.V(children) * asked[:, None])
            .sum(-1)
            .masked_fill(~torch.from_numpy(is_child).to(top.device), -torch.inf)
        )
        mean = _through(dropout, (children * torch.softmax(scores, 1)[..., None]).sum(1))
        label = _through(dropout, self.nt_emb2[0](labels))
        share = torch.sigmoid(self.gate[0](torch.cat([label, mean], 1)))
        return functional.relu(cast("Tensor", self.output[0](share * label + (1 - share) * mean)))


class _Stack(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.nt_emb = nn.Sequential(nn.Embedding(shape.n_labels, shape.emb))
        self.initial_emb = nn.Sequential(nn.Embedding(1, shape.emb))
        self.stack_rnn = _StackLstm(shape)
        self.output = nn.Sequential(nn.Identity(), nn.Linear(shape.hidden, shape.emb))
        self.composition = _LstmComposition(shape) if shape.composition == "lstm" else _AttentionComposition(shape)


class StackNetwork(nn.Module):
    """A stack-only RNNG.

    Examples
    --------
    >>> network = StackNetwork(Shape(n_words=10, n_labels=3, emb=4, hidden=4, layers=1))
    >>> network.start(None).shape, network.n_parameters
    (torch.Size([1, 8]), 627)
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.emb = nn.Sequential(nn.Embedding(shape.n_words, shape.emb))
        self.rnng = _Stack(shape)
        self.vocab_mlp = nn.Linear(shape.emb, shape.n_words)
        self.vocab_mlp.weight = cast("nn.Embedding", self.emb[0]).weight
        self.action_mlp = nn.Linear(shape.emb, shape.n_actions)

    @property
    def n_parameters(self) -> int:
        """Number of weights, shared ones counted once."""
        return sum(parameter.numel() for parameter in self.parameters())

    @torch.no_grad()
    def initialise(self, generator: torch.Generator, counts: Numbers | None = None) -> None:
        """Draw the first weights.

        Uniform in +-0.1 for the vectors of words and labels, in +-1/sqrt(width) for the rest; forget gates start open
        (bias 1), the words' bias at the logarithm of their frequencies, so that learning starts from the unigram model.

        Parameters
        ----------
        generator : torch.Generator
        counts : ndarray of int, shape (n_words,), optional
            How often each word occurs.
        """
        for name, parameter in self.named_parameters():
            bound = 0.1 if "emb" in name else parameter.shape[-1] ** -0.5
            parameter.uniform_(-bound, bound, generator=generator)
            if "bias" in name:
                parameter.zero_()
            if "bias_ih" in name:
                quarter = len(parameter) // 4
                parameter[quarter : 2 * quarter] = 1.0
        if counts is not None:
            smoothed = torch.as_tensor(counts).double() + 0.5
            self.vocab_mlp.bias.copy_(torch.log(smoothed / smoothed.sum()))

    def start(self, dropout: Dropout | None) -> Tensor:
        """Give the state of an empty stack, a row: that after the initial vector."""
        first = _through(dropout, cast("nn.Embedding", self.rnng.initial_emb[0]).weight)
        return self.pushed(first, None, dropout)

    def words(self, numbers: Numbers, dropout: Dropout | None = None) -> Tensor:
        """Give the vectors of words."""
        return _through(dropout, self.emb[0](_to(numbers, self.vocab_mlp.bias)))

    def openings(self, labels: Numbers, dropout: Dropout | None = None) -> Tensor:
        """Give the vectors of constituents that are opened."""
        return _through(dropout, self.rnng.nt_emb[0](_to(labels, self.vocab_mlp.bias)))

    def pushed(self, vectors: Tensor, states: Tensor | None, dropout: Dropout | None = None) -> Tensor:
        """Give the states after vectors are pushed upon stacks, in rows, from the states there."""
        return cast("Tensor", self.rnng.stack_rnn(vectors, states, dropout))

    def outputs(self, states: Tensor) -> Tensor:
        """Give the part of states that others see: what the last layer puts out."""
        return states[:, -2 * self.shape.hidden : -self.shape.hidden]

    def contexts(self, outputs: Tensor, dropout: Dropout | None = None) -> Tensor:
        """Give what is predicted from, the u of the head of this module."""
        return functional.relu(cast("Tensor", self.rnng.output[1](_through(dropout, outputs))))

    def closed(self, closing: Closing, dropout: Dropout | None = None) -> Tensor:
        """Give the vectors of constituents that are closed, shape (n, emb)."""
        top = None if closing.tops is None else self.contexts(closing.tops, dropout)
        return cast("Tensor", self.rnng.composition(closing, top, dropout))

    def weights(self) -> dict[str, Tensor]:
        """Give all weights by name, each once."""
        return {name: value for name, value in self.state_dict().items() if name != "vocab_mlp.weight"}

    def load(self, weights: Mapping[str, Tensor], source: str) -> None:
        """Take over weights.

        Raises
        ------
        ModelError
            If some are missing, too many or of another shape, or are no numbers; the message names them.
        """
        own = self.weights()
        given = dict(weights)
        tied = given.pop("vocab_mlp.weight", None)
        if missing := sorted(own.keys() - given.keys()):
            raise ModelError(f"{source}: the weights {', '.join(missing)} are missing.")
        if extra := sorted(given.keys() - own.keys()):
            raise ModelError(f"{source}: this model has no weights {', '.join(extra)}.")
        for name, value in own.items():
            if given[name].shape != value.shape:
                raise ModelError(
                    f"{source}: {name} has the shape {tuple(given[name].shape)}; {tuple(value.shape)} is due."
                )
            if not torch.isfinite(given[name]).all():
                raise ModelError(f"{source}: {name} holds values that are no numbers; the model is damaged.")
        if tied is not None and not torch.equal(tied, given["emb.0.weight"]):
            raise ModelError(
                f"{source}: vocab_mlp.weight and emb.0.weight differ; the words' vectors are shared in this model."
            )
        self.load_state_dict({**given, "vocab_mlp.weight": given["emb.0.weight"]})


def weights_of_shape(weights: Mapping[str, Tensor], source: str) -> Shape:
    """Say what shape a network of these weights has; fillers are taken to be among its words and actions.

    Raises
    ------
    ModelError
        If they are not those of a stack-only RNNG.
    """
    try:
        n_words, emb = weights["emb.0.weight"].shape
        n_labels = len(weights["rnng.nt_emb.0.weight"])
        n_actions = len(weights["action_mlp.bias"])
        hidden = weights["rnng.stack_rnn.lstm.0.weight_hh"].shape[1]
    except (KeyError, ValueError, IndexError) as error:
        raise ModelError(
            f"{source}: these are not the weights of a stack-only RNNG (emb.0.weight, rnng.stack_rnn.lstm.0.weight_hh, "
            "... are expected)."
        ) from error
    if n_actions not in (n_labels + 2, n_labels + 3):
        raise ModelError(
            f"{source}: {n_actions} actions and {n_labels} kinds of constituents do not make a top-down RNNG: SHIFT, "
            "REDUCE and one action for each kind are expected. Models that build trees in another order cannot be read."
        )
    layers = sum(1 for name in weights if name.startswith("rnng.stack_rnn.lstm.") and name.endswith(".weight_hh"))
    return Shape(
        n_words,
        n_labels,
        emb,
        hidden,
        layers,
        "attention" if "rnng.composition.V.weight" in weights else "lstm",
        padded=n_actions == n_labels + 3,
    )


def _packed(lengths: Numbers) -> tuple[Numbers, Numbers, Numbers, Tensor]:
    """Lay sequences out as PyTorch packs them: by falling length, all first elements, then all second ones, ...

    Gives the order of the sequences; the step and the sequence of each element; and how many elements each step has.
    """
    order = np.argsort(-lengths, kind="stable")
    steps, places = np.nonzero(np.arange(lengths.max())[:, None] < lengths[order])
    return order, steps, order[places], torch.from_numpy(np.bincount(steps))


def _to(numbers: Numbers, like: Tensor) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(numbers)).to(like.device)
