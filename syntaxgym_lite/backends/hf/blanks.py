"""Run a masked transformer over masked copies and give -log p of what belongs at a mask.

Like `rows`, this knows ids and logits, and nothing about text. Equal copies go through the model once, whatever
they are asked for; the output head runs on the asked-for places only.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch

from ...surprisal import FloatArray, IntArray
from .masking import MaskedCopy
from .placement import device_of

__all__ = ["BlankScorer", "NotMaskedError"]

MAX_POSITIONS = 8_192
"""Most positions, padding included, that go through the model in one forward pass."""
MAX_LOGITS = 2**25
"""Most logits that are held at once (128 MiB in float32)."""
_LEAST_POSITIONS = 512  # a pass with fewer takes in copies that are much shorter
_LIKE_LENGTH = 0.9  # one with more only those that are not
_HALF = (torch.float16, torch.bfloat16)


class NotMaskedError(Exception):
    """The model's prediction at a mask does not depend on what follows."""


class BlankScorer:
    """Score masked copies in batches of like length and bounded size.

    Parameters
    ----------
    model : PreTrainedModel
        A masked language model, in eval mode whenever this object is called.
    mask : int
        Id of the mask.
    pad : int
        Id to pad with. RoBERTa and its kin count positions by it, so it has to be the model's own.

    Raises
    ------
    NotMaskedError
        If the model does not look ahead.
    """

    def __init__(self, model: Any, *, mask: int, pad: int) -> None:
        self.model = model
        self._pad = pad
        parameters = frozenset(inspect.signature(model.forward).parameters)
        self._takes_mask = "attention_mask" in parameters
        self.n_vocabulary = int(model.get_input_embeddings().weight.shape[0])
        self._pads = False  # whether copies of unlike length can stand side by side
        self._picks = False  # whether the head can run on some positions only
        self._wide = False  # whether it runs in float32 on what a body in half precision gives
        with torch.inference_mode():
            probes = self._probes(mask)
            self._check_masked(probes)
            self._pads = self._takes_padding(probes)
            self._picks = self._is_separable(probes)
            if self._picks and model.get_input_embeddings().weight.dtype in _HALF:
                self.model = self._with_wide_head(probes)

    @property
    def device(self) -> torch.device:
        """Where ids must be put."""
        return device_of(self.model.get_input_embeddings())

    def __call__(
        self, blanks: Sequence[MaskedCopy], wanted: Sequence[int], *, ranks: bool = False
    ) -> tuple[FloatArray, IntArray | None]:
        """Give the surprisal of an id at the mask of each copy.

        Parameters
        ----------
        blanks : sequence of MaskedCopy, length n
            In any order; equal ones are computed once.
        wanted : sequence of int, length n
            The ids.
        ranks : bool, optional
            Also give how the id ranks at that place, 1 = the top choice.

        Returns
        -------
        nats : ndarray of float64, shape (n,)
            -log p, natural logarithm.
        ranks : ndarray of int32, shape (n,), or None
        """
        nats = np.empty(len(blanks))
        all_ranks = np.zeros(len(blanks), np.int32)
        askers: dict[MaskedCopy, list[int]] = {}
        for i, blank in enumerate(blanks):
            askers.setdefault(blank, []).append(i)
        with torch.inference_mode():
            for batch in self._batches(list(askers)):
                asked = [askers[blank] for blank in batch]
                where = [i for own in asked for i in own]
                rows = torch.tensor([row for row, own in enumerate(asked) for _ in own])
                ids = torch.tensor([wanted[i] for i in where])
                nats[where], some_ranks = self._surprisals(self._logits(batch), rows, ids, ranks)
                if some_ranks is not None:
                    all_ranks[where] = some_ranks
        return nats, all_ranks if ranks else None

    def distributions(self, copies: Sequence[MaskedCopy]) -> list[torch.Tensor]:
        """Give the logits at the mask of each copy, shape (vocabulary,), in the order given."""
        with torch.inference_mode():
            return list(self._logits(copies))

    def _batches(self, blanks: list[MaskedCopy]) -> Iterator[list[MaskedCopy]]:
        """Longest first, so that what does not fit into memory fails at once."""
        blanks.sort(key=lambda blank: -len(blank.ids))
        # a head that cannot be split off gives logits at every position
        most = max(1, MAX_LOGITS // self.n_vocabulary)
        start = 0
        while start < len(blanks):
            width = len(blanks[start].ids)
            size = max(1, min(MAX_POSITIONS // width, most if self._picks else most // width))
            full = max(1, _LEAST_POSITIONS // width)
            end = start + 1
            while end < min(start + size, len(blanks)):
                length = len(blanks[end].ids)
                if length < width and not (self._pads and (end - start < full or length >= _LIKE_LENGTH * width)):
                    break
                end += 1
            yield blanks[start:end]
            start = end

    def _surprisals(
        self, logits: torch.Tensor, rows: torch.Tensor, wanted: torch.Tensor, ranks: bool
    ) -> tuple[FloatArray, IntArray | None]:
        """-log p of ids at rows of logits, and their ranks: one more than how many ids stand strictly above.

        As logsumexp(logits) - logit, summed in float64 where the device has it: see `head`.
        """
        wide = torch.float32 if logits.device.type == "mps" else torch.float64
        rows, wanted = rows.to(logits.device), wanted.to(logits.device)
        top = logits.amax(-1, keepdim=True)
        total = (logits - top).exp_().sum(-1, dtype=wide).log()
        own = logits[rows, wanted]
        nats = total[rows] - (own - top[rows, 0]).to(wide)
        if not ranks:
            return nats.cpu().numpy().astype(np.float64), None
        step = max(1, MAX_LOGITS // logits.shape[-1])
        parts = [(logits[rows[i : i + step]] > own[i : i + step, None]).sum(-1) for i in range(0, len(rows), step)]
        return nats.cpu().numpy().astype(np.float64), torch.cat(parts).cpu().numpy().astype(np.int32) + 1

    def _logits(self, blanks: Sequence[MaskedCopy]) -> torch.Tensor:
        """Logits at the masks, float32, shape (n, vocabulary); halved and tried again when memory runs out."""
        try:
            return self._forward(blanks).float()
        except (torch.OutOfMemoryError, MemoryError):
            if len(blanks) == 1:
                raise
        torch.cuda.empty_cache()  # does nothing where CUDA was not used
        half = len(blanks) // 2
        return torch.cat([self._logits(blanks[:half]), self._logits(blanks[half:])])

    def _forward(self, blanks: Sequence[MaskedCopy]) -> torch.Tensor:
        lengths = torch.tensor([len(blank.ids) for blank in blanks])
        width = int(lengths.max())
        ids = torch.tensor([(*blank.ids, *(self._pad,) * (width - len(blank.ids))) for blank in blanks])
        at = torch.tensor([blank.at for blank in blanks], device=self.device)
        extra: dict[str, Any] = {}
        if self._takes_mask and int(lengths.min()) < width:  # without a mask, attention has faster kernels
            extra["attention_mask"] = (torch.arange(width) < lengths[:, None]).long().to(self.device)
        with _only_at(self.model.base_model, at, wide=self._wide) if self._picks else contextlib.nullcontext():
            output = self.model(input_ids=ids.to(self.device), return_dict=True, **extra).logits
        logits: torch.Tensor = output[:, 0] if self._picks else output[torch.arange(len(blanks)), at]
        return logits

    # -----------------------------------------------------------------------------------------------------------------
    # What kind of model it is

    def _probes(self, mask: int) -> list[MaskedCopy]:
        """Two copies that differ in the id behind the mask, and a shorter one, so that padding is tried too."""
        free = [i for i in range(self.n_vocabulary) if i not in (self._pad, mask)] or [0]
        ids = [free[(7 * i + 3) % len(free)] for i in range(7)]
        ids[3] = mask
        other = [*ids[:4], free[(7 * 4 + 4) % len(free)], *ids[5:]]
        return [MaskedCopy(tuple(ids), 3), MaskedCopy(tuple(other), 3), MaskedCopy(tuple(ids[:5]), 3)]

    def _check_masked(self, probes: list[MaskedCopy]) -> None:
        first, second = self._logits(probes[:2])
        if _are_close(first, second, 1e-6):
            raise NotMaskedError

    def _takes_padding(self, probes: list[MaskedCopy]) -> bool:
        """Whether padding leaves values as they are; ConvBERT's convolutions, for one, reach into it."""
        try:
            return _are_close(self._logits(probes)[2:], self._logits(probes[2:]), self._tolerance)
        except Exception:  # a model that cannot be padded at all
            return False

    def _is_separable(self, probes: list[MaskedCopy]) -> bool:
        """Whether the model is a body and a head that treats every position alike; trying it shows."""
        if self.model.base_model is self.model:
            return False
        whole = self._logits(probes[:2])
        self._picks = True
        try:
            picked = self._logits(probes[:2])
        except Exception:  # a head that wants more than hidden states: the whole model is always right
            return False
        finally:
            self._picks = False
        return _are_close(whole, picked, self._tolerance)

    @property
    def _tolerance(self) -> float:
        return 3e-2 if self.model.get_input_embeddings().weight.dtype in _HALF else 1e-5

    def _with_wide_head(self, probes: list[MaskedCopy]) -> Any:
        """Give the same model with a copy of its head in float32.

        The rounding of half precision would tie ids that are not equally probable. The model itself stays as it is.
        """
        narrow, plain = self.model, self._logits(probes[:2])
        wide = copy.copy(narrow)
        wide._modules = {
            name: module if module is narrow.base_model else copy.deepcopy(module).float()
            for name, module in narrow._modules.items()
        }
        try:
            self.model, self._wide = wide, True
            if _are_close(plain, self._logits(probes[:2]), self._tolerance):
                return wide
        except Exception:  # a head that shares weights with the body, as DeBERTa's does
            pass
        self._wide = False
        return narrow


def _are_close(one: torch.Tensor, other: torch.Tensor, tolerance: float) -> bool:
    """Within a tolerance that is relative to how large logits are."""
    if one.shape != other.shape:
        return False
    size = max(1.0, float(one.abs().nan_to_num().max()))
    return torch.allclose(one, other, rtol=tolerance, atol=tolerance * size, equal_nan=True)


@contextlib.contextmanager
def _only_at(body: Any, at: torch.Tensor, *, wide: bool) -> Iterator[None]:
    """Let only one position of each row through from a model's body to its head: hidden states (n, 1, size)."""
    from transformers.modeling_outputs import BaseModelOutput

    def pick(module: Any, inputs: Any, output: Any) -> Any:
        hidden = output[0]
        picked = hidden[torch.arange(len(at), device=hidden.device), at.to(hidden.device)][:, None]
        return BaseModelOutput(last_hidden_state=picked.float() if wide else picked)

    handle = body.register_forward_hook(pick)
    try:
        yield
    finally:
        handle.remove()
