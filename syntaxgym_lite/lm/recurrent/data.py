"""From a corpus to batches of word numbers: what recurrent networks are trained on, and measured on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from ...surprisal import IntArray
from ..corpus import Corpus, WordCounts, encode, read_words
from ..runs import held_out
from ..vocabulary import EOS, UnkPolicy, Vocabulary

__all__ = [
    "Batch",
    "EncodedText",
    "encode_corpus",
    "hold_out",
    "sentence_batch",
    "sentence_batches",
    "stream_batches",
]


@dataclass(frozen=True, slots=True, eq=False)
class EncodedText:
    """A text as word numbers, each sentence followed by ``<eos>``.

    Parameters
    ----------
    ids : ndarray of int32, shape (n,)
    ends : ndarray of int64, shape (n_sentences,)
        Where each sentence stops in `ids`, its ``<eos>`` included.
    """

    ids: IntArray
    ends: np.ndarray

    @property
    def starts(self) -> np.ndarray:
        """Where each sentence starts in `ids`."""
        return np.concatenate([[0], self.ends[:-1]])


def encode_corpus(
    corpus: Corpus,
    vocabulary: Vocabulary | None = None,
    *,
    size: int | None = 50_000,
    min_count: int = 1,
    unk: UnkPolicy = "single",
) -> tuple[EncodedText, Vocabulary, WordCounts]:
    """Read a corpus once: count its words, choose a vocabulary, number the words.

    Without a vocabulary, it has the most frequent words, see `Vocabulary.from_counts`.
    """
    text = read_words(corpus)
    counts = text.counts()
    if vocabulary is None:
        vocabulary = Vocabulary.from_counts(
            counts.words, size=size, min_count=min_count, unk=unk, initial_counts=counts.initial
        )
    encoded = encode(text, vocabulary)
    ends = np.cumsum(np.diff(encoded.offsets) + 1)
    ids = np.full(len(encoded.ids) + len(ends), vocabulary.number(EOS), np.int32)
    is_word = np.ones(len(ids), dtype=bool)
    is_word[ends - 1] = False
    ids[is_word] = encoded.ids
    return EncodedText(ids, ends), vocabulary, counts


@dataclass(frozen=True, slots=True)
class Batch:
    """What is learnt from at once.

    Parameters
    ----------
    inputs, targets : Tensor of int64, shape (n_steps, n_rows)
        Words, and the words to predict after each; -1 where a column is only filled up.
    fresh : bool
        Whether every row starts from the zero state.
    """

    inputs: Tensor
    targets: Tensor
    fresh: bool

    def to(self, device: torch.device) -> Batch:
        """Give the same on a device."""
        return Batch(self.inputs.to(device), self.targets.to(device), self.fresh)

    def part(self, number: int, of: int) -> Batch:
        """Give the rows of one of several replicas."""
        n_rows = self.inputs.shape[1]
        rows = slice(n_rows * number // of, n_rows * (number + 1) // of)
        return Batch(self.inputs[:, rows], self.targets[:, rows], self.fresh)


def sentence_batches(text: EncodedText, n_words: int, rng: np.random.Generator | None) -> list[np.ndarray]:
    """Group sentences of like length into batches of about `n_words` words; shuffled if `rng` is given."""
    lengths = text.ends - text.starts
    n = len(lengths)
    order = np.arange(n) if rng is None else rng.permutation(n)
    pool = n if rng is None else max(int(64 * n_words / lengths.mean()), 1)  # pools, so that a batch mixes sources
    batches: list[np.ndarray] = []
    for start in range(0, n, pool):
        chosen = order[start : start + pool]
        chosen = chosen[np.argsort(lengths[chosen], kind="stable")]
        cut = 0
        while cut < len(chosen):
            rows = 1
            # sorted by length: the last sentence of a batch is its longest
            while cut + rows < len(chosen) and lengths[chosen[cut + rows]] * (rows + 1) <= n_words:
                rows += 1
            batches.append(chosen[cut : cut + rows])
            cut += rows
    if rng is not None:
        batches = [batches[i] for i in rng.permutation(len(batches))]
    return batches


def sentence_batch(text: EncodedText, sentences: np.ndarray, eos: int) -> Batch:
    """Put sentences side by side, each after ``<eos>``."""
    starts = text.starts[sentences]
    ends = text.ends[sentences]
    longest = int((ends - starts).max())
    places = starts[None, :] + np.arange(longest)[:, None]
    valid = places < ends[None, :]
    targets = text.ids[np.minimum(places, len(text.ids) - 1)].astype(np.int64)
    inputs = np.concatenate([np.full((1, len(sentences)), eos, np.int64), targets[:-1]])
    inputs[~valid] = eos
    targets[~valid] = -1
    return Batch(torch.from_numpy(inputs), torch.from_numpy(targets), fresh=True)


def stream_batches(text: EncodedText, n_rows: int, bptt: int, eos: int) -> Iterator[Batch]:
    """Cut running text into rows, and these into stretches of `bptt` words."""
    n_rows = min(n_rows, len(text.ids))
    length = len(text.ids) // n_rows
    targets = torch.from_numpy(text.ids[: n_rows * length].astype(np.int64)).view(n_rows, length).t()
    inputs = torch.cat([torch.full((1, n_rows), eos), targets[:-1]])
    for start in range(0, length, bptt):
        yield Batch(inputs[start : start + bptt], targets[start : start + bptt], fresh=start == 0)


def hold_out(text: EncodedText) -> tuple[EncodedText, EncodedText]:
    """Split off every twentieth sentence; see `syntaxgym_lite.lm.runs.held_out`."""
    held = held_out(len(text.ends), "sentence")

    def take(chosen: np.ndarray) -> EncodedText:
        lengths = (text.ends - text.starts)[chosen]
        return EncodedText(text.ids[np.repeat(chosen, text.ends - text.starts)], np.cumsum(lengths))

    return take(~held), take(held)
