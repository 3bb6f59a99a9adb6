"""Run a causal transformer over token ids and give -log p of each id that is asked for.

This is the only module that does arithmetic on logits. Its unit is the `Row`: ids that go through the model together,
from some position on to be scored. Rows are sentences, or windows of long ones; nothing here knows about text.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from ..surprisal import FloatArray, IntArray

__all__ = ["NotCausalError", "Row", "RowScorer", "RowValues"]

MAX_POSITIONS = 16_384
"""Most positions, padding included, that go through the model in one forward pass."""
MAX_LOGITS = 2**25
"""Most logits that are held at once (128 MiB in float32, and once more for a model whose head cannot be split off)."""


class NotCausalError(Exception):
    """The model's prediction for a token changes with the tokens after it."""


@dataclass(frozen=True, slots=True)
class Row:
    """Ids for one pass: those from `first` on are scored, each given all ids before it. ``first >= 1``."""

    ids: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True, eq=False)
class RowValues:
    """Values of the scored ids of one row: -log p in nats, and the rank of the id (1 = the top choice) if asked for."""

    nats: FloatArray
    ranks: IntArray | None


class RowScorer:
    """Score rows in right-padded batches of bounded size.

    Right padding cannot reach a causal model's earlier positions, so it needs neither position ids nor a pad token of
    the model's own: any id will do, and the vocabulary stays as it is. The last id of a row is never put in: nothing
    is predicted from it. The output head runs only on positions whose next id is asked for, in chunks.

    Parameters
    ----------
    model : PreTrainedModel
        A causal language model, in eval mode whenever this object is called.

    Raises
    ------
    NotCausalError
        If the model looks ahead.
    """

    def __init__(self, model: Any) -> None:
        self.model = model
        parameters = frozenset(inspect.signature(model.forward).parameters)
        self._takes_mask = "attention_mask" in parameters
        self._fixed = {"use_cache": False} if "use_cache" in parameters else {}
        self.n_vocabulary = int(model.get_input_embeddings().weight.shape[0])
        self._head: Callable[[torch.Tensor], torch.Tensor] | None = None
        with torch.inference_mode():
            self._head = self._separable_head()
            self._check_causal()

    @property
    def device(self) -> torch.device:
        """Where ids must be put."""
        device: torch.device = self.model.get_input_embeddings().weight.device
        return device

    def __call__(self, rows: Sequence[Row], *, ranks: bool = False) -> list[RowValues]:
        """Score rows; the values of a row do not depend on its company beyond rounding.

        Parameters
        ----------
        rows : sequence of Row
            In any order; they are batched by length.
        ranks : bool, optional
            Also count how many ids are more probable than each scored one.

        Returns
        -------
        list of RowValues
            One for each row, in the order given.
        """
        values: dict[int, RowValues] = {
            i: RowValues(np.empty(0), np.empty(0, np.int32) if ranks else None)
            for i, row in enumerate(rows)
            if row.first >= len(row.ids)
        }
        order = sorted((i for i in range(len(rows)) if i not in values), key=lambda i: -len(rows[i].ids))
        with torch.inference_mode():
            while order:
                width = len(rows[order[0]].ids) - 1
                size = max(1, self._max_positions // width)
                batch, order = order[:size], order[size:]
                values.update(zip(batch, self._score([rows[i] for i in batch], ranks), strict=True))
        return [values[i] for i in range(len(rows))]

    def _score(self, rows: list[Row], ranks: bool) -> list[RowValues]:
        """One forward pass; halved and tried again when memory runs out."""
        try:
            return self._forward(rows, ranks)
        except (torch.OutOfMemoryError, MemoryError):
            if len(rows) == 1:
                raise
        torch.cuda.empty_cache()  # does nothing where CUDA was not used
        half = len(rows) // 2
        return self._score(rows[:half], ranks) + self._score(rows[half:], ranks)

    def _forward(self, rows: list[Row], ranks: bool) -> list[RowValues]:
        ids, mask = self._padded([row.ids[:-1] for row in rows])
        counts = [len(row.ids) - row.first for row in rows]
        at = torch.tensor([(i, j - 1) for i, row in enumerate(rows) for j in range(row.first, len(row.ids))])
        wanted = torch.tensor([token for row in rows for token in row.ids[row.first :]])
        body = self.model if self._head is None else self.model.base_model
        outputs = self._run(body, ids, mask)
        at, nats, above = at.to(outputs.device), [], []
        for i in range(0, len(wanted), self._chunk):
            where = at[i : i + self._chunk]
            picked = outputs[where[:, 0], where[:, 1]]
            logits = picked if self._head is None else self._head(picked)
            some_nats, some_above = _surprisal(logits, wanted[i : i + self._chunk], ranks)
            nats.append(some_nats)
            above.append(some_above)
        ends = np.cumsum(counts)[:-1]
        all_nats = np.split(torch.cat(nats).cpu().numpy().astype(np.float64), ends)
        if not ranks:
            return [RowValues(row_nats, None) for row_nats in all_nats]
        all_ranks = np.split(torch.cat(above).cpu().numpy().astype(np.int32) + 1, ends)
        return [RowValues(*both) for both in zip(all_nats, all_ranks, strict=True)]

    @property
    def _max_positions(self) -> int:
        return MAX_POSITIONS if self._head is not None else min(MAX_POSITIONS, self._chunk)

    @property
    def _chunk(self) -> int:
        return max(1, MAX_LOGITS // self.n_vocabulary)

    def _padded(self, sequences: list[tuple[int, ...]]) -> tuple[torch.Tensor, torch.Tensor | None]:
        lengths = [len(sequence) for sequence in sequences]
        ids = torch.zeros((len(sequences), max(lengths)), dtype=torch.long)
        for i, sequence in enumerate(sequences):
            ids[i, : len(sequence)] = torch.tensor(sequence)
        if min(lengths) == max(lengths):
            return ids.to(self.device), None  # a plain causal mask has the faster kernels
        mask = (torch.arange(max(lengths)) < torch.tensor(lengths)[:, None]).long()
        return ids.to(self.device), mask.to(self.device)

    def _run(self, module: Any, ids: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """First output of the model or its body: hidden states or logits."""
        extra = {"attention_mask": mask} if self._takes_mask and mask is not None else {}
        output: torch.Tensor = module(input_ids=ids, return_dict=True, **extra, **self._fixed)[0]
        return output

    def _separable_head(self) -> Callable[[torch.Tensor], torch.Tensor] | None:
        """The output head, if the model is nothing but body and head.

        Some models scale or bend their logits after the head (Cohere, Granite, Gemma 2); trying it shows. In half
        precision the head then runs in float32: its rounding would tie tokens that are not equally probable.
        """
        body, head = self.model.base_model, self.model.get_output_embeddings()
        if body is self.model or not isinstance(head, nn.Linear):
            return None
        try:
            ids, _ = self._padded([self._probe()])
            whole = self._run(self.model, ids, None).float()
            split = head(self._run(body, ids, None)).float()
        except Exception:  # a body with another interface: the whole model is always right
            return None
        if whole.shape != split.shape or not torch.allclose(whole, split, rtol=1e-5, atol=1e-5, equal_nan=True):
            return None
        if head.weight.dtype not in (torch.float16, torch.bfloat16):
            return head
        wide = copy.deepcopy(head).float().eval()
        return lambda hidden: wide(hidden.float())

    def _probe(self) -> tuple[int, ...]:
        return tuple((7 * i + 3) % self.n_vocabulary for i in range(6))

    def _check_causal(self) -> None:
        """Another last token must leave the predictions before it as they are."""
        first = self._probe()
        second = (*first[:-1], (first[-1] + 1) % self.n_vocabulary)
        logits = [self._run(self.model, self._padded([ids])[0], None)[0, :-1] for ids in (first, second)]
        tolerance = 1e-4 if logits[0].dtype is torch.float32 else 3e-2
        if not torch.allclose(logits[0].float(), logits[1].float(), rtol=tolerance, atol=tolerance, equal_nan=True):
            raise NotCausalError


def _surprisal(logits: torch.Tensor, wanted: torch.Tensor, ranks: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """-log p of one wanted id in every row of logits, and how many ids stand strictly above it.

    As logsumexp(logits) - logit: a float32 log_softmax over a large vocabulary is off by about 1e-5 nats. The sum of
    exponentials and what follows are taken in float64 where the device has it.
    """
    logits = logits.float()
    wide = torch.float32 if logits.device.type == "mps" else torch.float64
    own = logits.gather(-1, wanted.to(logits.device)[:, None])
    above = (logits > own).sum(-1) if ranks else own.new_empty(0)
    top = logits.amax(-1, keepdim=True)
    total = (logits - top).exp_().sum(-1, dtype=wide)
    return total.log() - (own - top).to(wide).squeeze(-1), above
