"""Run a causal transformer over token ids and give -log p of each id that is asked for.

What logits mean is in `head`. The unit here is the `TokenRow`: ids that go through the model together,
from some position on to be scored. Rows are sentences, or windows of long ones; nothing here knows about text. Rows
that begin alike go through the model as prefix trees (see `trees`) where it takes them, else as padded batches.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from ...surprisal import FloatArray, IntArray
from ..side_by_side import can_run_side_by_side, side_by_side
from .head import MAX_LOGITS, Asked, in_float32, token_nats
from .placement import device_of, is_offloaded
from .trees import Grid, TokenRow, even_passes, group_by_length, make_grid, n_nodes, passes

__all__ = ["Batching", "NotCausalError", "RowScorer", "RowValues", "TokenRow", "TreesRefusedError"]

Batching = Literal["trees", "padded"]

CPU_POSITIONS = 256
GPU_POSITIONS = 16_384
"""Most positions, padding included, that go through the model in one forward pass if the user does not say.

On a processor, larger passes are no faster for a position, and trees of unlike width need more padding; a GPU is kept
busy by large ones only.
"""
LANES = 2
"""For how many processors passes are made even. The same everywhere: other passes would round otherwise."""
MAX_WIDTH = 1024
"""Most nodes of one tree; a mask has the square of it. A single row may be longer, up to `MAX_ROW`."""
MAX_ROW = 4096
"""Rows longer than this are never put into trees: their masks would be larger than what is saved."""
ATTENTION_SLOWNESS = 2.0
"""How much longer an operation of masked attention takes than one of a matrix product (measured: 2 on AVX2 cores)."""
AGREEMENT_BITS = 1e-4
AGREEMENT_BITS_LOW = 0.1
"""How far the self-test may differ in float32 (largest difference), and in half precision (mean difference)."""


class NotCausalError(Exception):
    """The model's prediction for a token changes with the tokens after it."""


class TreesRefusedError(Exception):
    """The model does not give the same values for prefix trees; the message says what happened."""


@dataclass(frozen=True, slots=True, eq=False)
class RowValues:
    """Values of the scored ids of one row: -log p in nats; the rank of the id (1 = the top choice) if asked for.

    `set_nats` is -log of the probability that any id of a given set stands there, if asked for.
    """

    nats: FloatArray
    ranks: IntArray | None = None
    set_nats: FloatArray | None = None


class RowScorer:
    """Score rows in grids of bounded size: prefix trees, or one row a line with padding to the right.

    Right padding cannot reach a causal model's earlier positions, so it needs neither position ids nor a pad token of
    the model's own: any id will do, and the vocabulary stays as it is. Trees need a model that takes an attention mask
    for each pair of positions, and position ids; whether it does is found by a self-test. The last id of a row is never
    put in: nothing is predicted from it. The output head runs only on positions whose next id is asked for, once each,
    in chunks.

    Parameters
    ----------
    model : PreTrainedModel
        A causal language model, in eval mode whenever this object is called.
    batching : {"auto", "trees", "padded"}, optional
        Auto: trees if the model passes the self-test.
    max_positions : int, optional
        Most positions of a forward pass, padding included; chosen for the device by default.
    width_limit : int, optional
        Positions that the model has.

    Raises
    ------
    NotCausalError
        If the model looks ahead.
    TreesRefusedError
        If trees are forced on a model that does not take them.
    """

    def __init__(
        self,
        model: Any,
        *,
        batching: Literal["auto", "trees", "padded"] = "auto",
        max_positions: int | None = None,
        width_limit: int | None = None,
    ) -> None:
        self.model = model
        parameters = _parameters(model)
        self._takes_mask = "attention_mask" in parameters
        self._fixed = {"use_cache": False} if "use_cache" in parameters else {}
        self._positions = max_positions
        self._brings_weights = is_offloaded(model)
        self.n_vocabulary = int(model.get_input_embeddings().weight.shape[0])
        self._head: nn.Linear | None = None
        self.batching: Batching = "padded"
        with torch.inference_mode():
            self._head = self._separable_head()
            self._check_causal()
            self._pair_cost = _pair_cost(model)
            self._max_width = min(MAX_WIDTH, width_limit or MAX_WIDTH, local_window(model.config) or MAX_WIDTH)
            self._max_row = min(MAX_ROW, width_limit or MAX_ROW, local_window(model.config) or MAX_ROW)
            if batching != "padded":
                try:
                    self._check_trees()
                    self.batching = "trees"
                except TreesRefusedError:
                    if batching == "trees":
                        raise

    @property
    def device(self) -> torch.device:
        """Where ids must be put."""
        return device_of(self.model.get_input_embeddings())

    @property
    def head(self) -> nn.Linear | None:
        """What makes logits of the states of the model's body; None: the model is more than body and head."""
        return self._head

    def __call__(
        self,
        rows: Sequence[TokenRow],
        *,
        sets: Sequence[int] | None = None,
        ranks: bool = False,
        id_set: npt.NDArray[np.int64] | None = None,
    ) -> list[RowValues]:
        """Score rows; the values of a row do not depend on its company beyond rounding, and not at all on other sets.

        Parameters
        ----------
        rows : sequence of TokenRow
            In any order; they are grouped by what they share, or by length.
        sets : sequence of int, optional
            How many rows, one after the other, are a set; by default all. No two sets share a pass, unless each pass
            brings all weights from elsewhere, which takes longer than to compute it.
        ranks : bool, optional
            Also count how many ids are more probable than each scored one.
        id_set : ndarray of int64, optional
            Also give the probability of all these ids together, in the place of each scored one.

        Returns
        -------
        list of RowValues
            One for each row, in the order given.
        """
        has_set = id_set is not None
        nothing = RowValues(np.empty(0), np.empty(0, np.int32) if ranks else None, np.empty(0) if has_set else None)
        values = [nothing] * len(rows)
        wanted_set = None if id_set is None else torch.from_numpy(id_set)

        @torch.inference_mode()
        def score(groups: list[list[int]]) -> list[_Scored]:
            return self._score([[(i, rows[i]) for i in group] for group in groups], ranks, wanted_set)

        # a model that does not take trees may have other ways of its own
        can_share = self.batching == "trees" and can_run_side_by_side(self.model)
        n_lanes = LANES if can_share and not self._on_gpu else 1
        bounds = np.cumsum([0, *([len(rows)] if sets is None or self._brings_weights else sets)]).tolist()
        plan = [one for start, end in pairwise(bounds) for one in self._groups(rows, range(start, end), n_lanes)]
        by_pass = side_by_side(score, plan, self.device) if can_share else map(score, plan)
        done = [scored for one in by_pass for scored in one]
        if not done:
            return values
        # values leave the device once, when all is computed
        all_nats = torch.cat([scored.nats for scored in done]).cpu().numpy().astype(np.float64)
        all_ranks = torch.cat([scored.above for scored in done]).cpu().numpy().astype(np.int32) + 1 if ranks else None
        all_set_nats = torch.cat([scored.set_nats for scored in done]).cpu().numpy().astype(np.float64)
        start = 0
        for scored in done:
            for i, places in zip(scored.rows, scored.places, strict=True):
                own = start + places
                values[i] = RowValues(
                    all_nats[own],
                    None if all_ranks is None else all_ranks[own],
                    all_set_nats[own] if has_set else None,
                )
            start += len(scored.nats)
        return values

    def _groups(self, rows: Sequence[TokenRow], places: range, n_lanes: int) -> Iterator[list[list[int]]]:
        """Indices of the rows of each tree of each pass, of those at `places`; one with nothing to score is in none."""
        asked = [i for i in places if rows[i].first < len(rows[i].ids)]
        in_trees = [i for i in asked if self.batching == "trees" and len(rows[i].ids) <= self._max_row]
        chosen = set(in_trees)
        alone = [i for i in asked if i not in chosen]
        for members, plan in (
            (in_trees, self._plan([rows[i] for i in in_trees], n_lanes)),
            (alone, self._plan_alone([rows[i] for i in alone])),
        ):
            yield from ([[members[i] for i in group] for group in groups] for groups in plan)

    def _plan(self, rows: Sequence[TokenRow], n_lanes: int) -> list[list[list[int]]]:
        """Trees, in passes. They do not depend on the number of threads, so that no number does."""
        return even_passes(
            rows,
            pair_cost=self._pair_cost,
            max_width=self._max_width,
            max_positions=self._max_positions,
            n_lanes=n_lanes,
        )

    def _plan_alone(self, rows: Sequence[TokenRow]) -> list[list[list[int]]]:
        groups = group_by_length(rows)
        widths = [n_nodes([rows[i] for i in group]) for group in groups]
        return [[groups[i] for i in chosen] for chosen in passes(widths, max_positions=self._max_positions)]

    def _score(self, groups: _Groups, ranks: bool, id_set: torch.Tensor | None) -> list[_Scored]:
        """One forward pass; halved and tried again when memory runs out."""
        try:
            return [self._forward(groups, ranks, id_set)]
        except (torch.OutOfMemoryError, MemoryError):
            if sum(map(len, groups)) == 1:
                raise
        torch.cuda.empty_cache()  # does nothing where CUDA was not used
        if len(groups) == 1:
            half = len(groups[0]) // 2
            parts: tuple[_Groups, _Groups] = ([groups[0][:half]], [groups[0][half:]])
        else:
            parts = groups[: len(groups) // 2], groups[len(groups) // 2 :]
        return [scored for part in parts for scored in self._score(part, ranks, id_set)]

    def _forward(self, groups: _Groups, ranks: bool, id_set: torch.Tensor | None = None) -> _Scored:
        grid = make_grid([[row for _, row in group] for group in groups], multiple=8 if self._on_gpu else 1)
        body = self.model if self._head is None else self.model.base_model
        if grid.is_plain:
            outputs = self._run(body, *self._padded(grid.ids, grid.lengths))
        else:
            outputs = self._run_trees(body, grid)
        # of a model on several devices, the head is on another one than the embeddings
        here = outputs.device if self._head is None else device_of(self._head)
        nodes, wanted_node, wanted_id = _moved(here, grid.nodes, grid.wanted_node, grid.wanted_id)
        firsts = np.searchsorted(grid.wanted_node, np.arange(len(grid.nodes) + 1))
        asked = Asked(nodes, wanted_node, wanted_id, firsts)
        states = outputs.flatten(0, 1).to(here)
        id_set = None if id_set is None else id_set.to(here)
        nats, above, set_nats = token_nats(self._head, states, asked, ranks=ranks, id_set=id_set)
        return _Scored([i for group in groups for i, _ in group], grid.places, nats, above, set_nats)

    @property
    def _on_gpu(self) -> bool:
        return self.device.type != "cpu"

    @property
    def _max_positions(self) -> int:
        # where each pass brings all weights from elsewhere, that is what takes the time
        most = self._positions or (GPU_POSITIONS if self._on_gpu or self._brings_weights else CPU_POSITIONS)
        return most if self._head is not None else min(most, max(1, MAX_LOGITS // self.n_vocabulary))

    def _padded(
        self, ids: np.ndarray[Any, Any], lengths: np.ndarray[Any, Any]
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        if lengths.min() == ids.shape[1]:
            [moved] = _moved(self.device, ids)
            return moved, None  # a plain causal mask has the faster kernels
        mask = (np.arange(ids.shape[1]) < lengths[:, None]).astype(np.int64)
        moved, moved_mask = _moved(self.device, ids, mask)
        return moved, moved_mask

    def _run(self, module: Any, ids: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """First output of the model or its body: hidden states or logits."""
        extra = {"attention_mask": mask} if self._takes_mask and mask is not None else {}
        output: torch.Tensor = module(input_ids=ids, return_dict=True, **extra, **self._fixed)[0]
        return output

    def _run_trees(self, module: Any, grid: Grid) -> torch.Tensor:
        ids, depths, ends = _moved(self.device, grid.ids, grid.depths, grid.ends)
        place = torch.arange(ids.shape[1], device=ids.device)
        sees = (place <= place[:, None]) & (place[:, None] < ends[:, None])
        dtype = self.model.get_input_embeddings().weight.dtype
        # added to attention weights; not -inf, which some models make NaN of
        mask = torch.zeros(sees.shape, dtype=dtype, device=ids.device).masked_fill_(~sees, torch.finfo(dtype).min)
        output: torch.Tensor = module(
            input_ids=ids, attention_mask=mask[:, None], position_ids=depths, return_dict=True, **self._fixed
        )[0]
        return output

    def _separable_head(self) -> nn.Linear | None:
        """The output head, if the model is nothing but body and head.

        Some models scale or bend their logits after the head (Cohere, Granite, Gemma 2); trying it shows. In half
        precision the head then runs in float32: its rounding would tie tokens that are not equally probable.
        """
        body, head = self.model.base_model, self.model.get_output_embeddings()
        if body is self.model or not isinstance(head, nn.Linear):
            return None
        try:
            ids, _ = self._padded(np.array([self._probe()]), np.array([6]))
            whole = self._run(self.model, ids, None).float()
            split = head(self._run(body, ids, None).to(device_of(head))).float().to(whole.device)
        except Exception:  # a body with another interface: the whole model is always right
            return None
        if whole.shape != split.shape or not torch.allclose(whole, split, rtol=1e-5, atol=1e-5, equal_nan=True):
            return None
        return in_float32(head)

    def _probe(self) -> tuple[int, ...]:
        return tuple((7 * i + 3) % self.n_vocabulary for i in range(6))

    def _check_causal(self) -> None:
        """Another last token must leave the predictions before it as they are."""
        first = self._probe()
        second = (*first[:-1], (first[-1] + 1) % self.n_vocabulary)
        pair = [self._padded(np.array([ids]), np.array([len(ids)]))[0] for ids in (first, second)]
        logits = [self._run(self.model, ids, None)[0] for ids in pair]
        is_exact = logits[0].dtype is torch.float32
        one, other = (values.float() for values in logits)
        tolerance = 1e-4 if is_exact else 3e-2
        if not torch.allclose(one[:-1], other[:-1], rtol=tolerance, atol=tolerance, equal_nan=True):
            raise NotCausalError
        # with small weights all differences are small: then what counts is their size beside that at the token itself
        before, at_it = ((one - other)[where].abs().nan_to_num().max() for where in (slice(-1), slice(-1, None)))
        rounding = 1e-6 * one.abs().nan_to_num(posinf=0, neginf=0).max()
        if is_exact and before > max(float(rounding), 1e-3 * float(at_it)):
            raise NotCausalError

    def _check_trees(self) -> None:
        """Sentences that share beginnings must get the values that they get one by one.

        Two trees of unlike size, so that padding is tried, too; branches that would show if they saw each other, or if
        positions were counted along the line.
        """
        body = self.model if self._head is None else self.model.base_model
        if not {"attention_mask", "position_ids"} <= _parameters(body):
            raise TreesRefusedError("its code takes no position ids or no attention mask")
        groups = self._probe_groups()
        rows = [row for group in groups for _, row in group]
        if max(len(row.ids) for row in rows) > self._max_row or n_nodes([r for _, r in groups[0]]) > self._max_width:
            raise TreesRefusedError("it sees too few tokens at a time")
        try:
            scored = self._forward(groups, ranks=False)
        except Exception as error:
            raise TreesRefusedError(f"it fails on them: {type(error).__name__}: {error}") from error
        alone = [self._forward([[(0, row)]], ranks=False).nats for row in rows]
        together = [scored.nats[torch.from_numpy(places).to(scored.nats.device)] for places in scored.places]
        differences = (torch.cat(together) - torch.cat(alone)).abs() / math.log(2)
        low = self.model.get_input_embeddings().weight.dtype is not torch.float32
        found = float(differences.mean() if low else differences.max())
        if not found <= (AGREEMENT_BITS_LOW if low else AGREEMENT_BITS):  # NaN must not pass
            raise TreesRefusedError(f"its values then differ by {found:.2g} bits")

    def _probe_groups(self) -> _Groups:
        one, two, three = ([(k * i + k) % self.n_vocabulary for i in range(9)] for k in (7, 11, 13))
        bodies = [
            [[*one[:7]], [*one[:3], *two[:4]], [*one[:3], *two[:2], *three[:3]], [*one[:1], *three[:4]]],
            [[*one[:2], *three[:3]], [*one[:2], *two[:3]]],
        ]
        return [[(0, TokenRow(tuple(ids), 1)) for ids in group] for group in bodies]


_Groups = Sequence[Sequence[tuple[int, TokenRow]]]
"""The rows of each tree, each with its number."""


@dataclass(frozen=True, slots=True, eq=False)
class _Scored:
    """Values of one pass, still on the device: of distinct ids, and where each row finds its own among them."""

    rows: Sequence[int]
    places: Sequence[np.ndarray[Any, Any]]
    nats: torch.Tensor
    above: torch.Tensor
    set_nats: torch.Tensor


def _moved(device: torch.device, *arrays: np.ndarray[Any, Any]) -> Iterator[torch.Tensor]:
    """On a device; the copy does not hold the program up."""
    for array in arrays:
        tensor = torch.from_numpy(array)
        if device.type == "cuda":
            tensor = tensor.pin_memory()
        yield tensor.to(device, non_blocking=True)


def _parameters(module: Any) -> frozenset[str]:
    return frozenset(inspect.signature(module.forward).parameters)


def _pair_cost(model: Any) -> float:
    """Time that a model spends on attention between two positions, as a share of its other time for one position."""
    config = model.config.get_text_config() if hasattr(model.config, "get_text_config") else model.config
    heads, layers = getattr(config, "num_attention_heads", None), getattr(config, "num_hidden_layers", None)
    size = getattr(config, "head_dim", None) or getattr(config, "hidden_size", 0) // (heads or 1)
    if not (isinstance(heads, int) and isinstance(layers, int) and isinstance(size, int) and size):
        return 5e-4
    # a multiplication and an addition for each weight; twice that for each number of a head: scores, weighted sum.
    # The embedding is looked up, not multiplied, but its size is that of the head
    weights = sum(int(parameter.numel()) for parameter in model.base_model.parameters())
    return ATTENTION_SLOWNESS * 4 * layers * heads * size / (2 * weights)


def local_window(config: Any) -> int | None:
    """How far back the layers of a model see that do not see everything; None if all do.

    Returns
    -------
    int or None
        The smallest of the windows and chunks that the configuration names. A layer may count them along the line, so a
        tree must be no wider; within the window all layers see everything.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> local_window(SimpleNamespace(sliding_window=4096, attention_chunk_size=None))
    4096
    """
    text_config = config.get_text_config() if hasattr(config, "get_text_config") else config
    named = {name: getattr(text_config, name, None) for name in _WINDOWS}
    found = [n for n in named.values() if isinstance(n, int) and not isinstance(n, bool) and n > 0]
    # ModernBERT counts both sides
    local = getattr(text_config, "local_attention", None)
    return min([*found, *([local // 2] if isinstance(local, int) else [])], default=None)


_WINDOWS = ("sliding_window", "sliding_window_size", "attention_window", "window_size", "attention_chunk_size")
