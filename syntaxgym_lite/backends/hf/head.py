"""From the hidden states of a transformer to -log p of the ids that are asked for: output head, softmax, ranks.

Nothing else does arithmetic on the logits of causal models. A vocabulary is large: logits of all positions
would need more memory than the model, and writing and reading them would cost more time than the exponentials. So they
are made for a few positions at a time; on a processor, where caches are small, for a piece of the vocabulary at a time.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from .placement import present

__all__ = ["MAX_LOGITS", "Asked", "in_float32", "token_nats"]

MAX_LOGITS = 2**25
"""Most logits that are held at once (128 MiB in float32, and once more for a model whose head cannot be split off)."""
CPU_LOGITS = 2**24
"""The same on a processor, where all of the vocabulary is needed at once."""
PIECE = 1024
"""Ids in a piece of the vocabulary on a processor: logits of a pass of 256 positions then fit into a core's cache."""
PIECE_POSITIONS = 512
"""Most positions for which a piece is computed at once."""

Values = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """What is asked for after the positions of one pass.

    Parameters
    ----------
    nodes : Tensor of int64, shape (n_nodes,)
        Positions after which something is asked for.
    node : Tensor of int64, shape (n_asked,)
        For each id that is asked for, an index into `nodes`; ascending.
    ids : Tensor of int64, shape (n_asked,)
        The ids.
    firsts : ndarray of int64, shape (n_nodes + 1,)
        Where the ids of each node begin and where the last ones end, known without waiting for the device.
    """

    nodes: torch.Tensor
    node: torch.Tensor
    ids: torch.Tensor
    firsts: npt.NDArray[np.int64]

    def between(self, start: int, stop: int) -> Asked:
        """Give what is asked for after some of the nodes."""
        firsts = self.firsts[start : stop + 1]
        ids = slice(int(firsts[0]), int(firsts[-1]))
        return Asked(self.nodes[start:stop], self.node[ids] - start, self.ids[ids], firsts - firsts[0])

    def in_steps(self, step: int) -> Iterator[Asked]:
        """Yield what is asked for after so many nodes at a time."""
        for start in range(0, len(self.nodes), step):
            yield self.between(start, min(start + step, len(self.nodes)))


def in_float32(head: nn.Linear) -> nn.Linear:
    """Give the head with weights in float32: rounding in half precision ties ids that are not equally probable."""
    if head.weight.dtype not in (torch.float16, torch.bfloat16):
        return head
    if not hasattr(head, "_hf_hook"):
        return copy.deepcopy(head).float().eval()
    # a copy of a part that accelerate moves would go on computing with the part itself
    with present(head):
        weight, bias = head.weight.detach().float(), None if head.bias is None else head.bias.detach().float()
    plain = nn.Linear(head.in_features, head.out_features, bias is not None, device="meta")
    plain.load_state_dict({"weight": weight} if bias is None else {"weight": weight, "bias": bias}, assign=True)
    return plain.requires_grad_(False).eval()


def token_nats(
    head: nn.Linear | None,
    outputs: torch.Tensor,
    asked: Asked,
    *,
    ranks: bool = False,
    id_set: torch.Tensor | None = None,
) -> Values:
    """Give -log p of each id that is asked for, in nats.

    Parameters
    ----------
    head : Linear or None
        Makes logits of hidden states; None: `outputs` are logits.
    outputs : Tensor, shape (n_positions, size)
        Hidden states or logits of all positions of a pass.
    asked : Asked
    ranks : bool, optional
        Also count the ids that are more probable than each one that is asked for.
    id_set : Tensor of int64, optional
        Also give -log of the probability of all these ids together, in the place of each one that is asked for.

    Returns
    -------
    nats : Tensor of float64, shape (n_asked,)
        As log Σ exp(logits) - logit; a float32 log-softmax over a large vocabulary is off by about 1e-5 nats.
    above : Tensor of int64, shape (n_asked,) or (0,)
    set_nats : Tensor of float64, shape (n_asked,) or (0,)
    """
    way: _Pieces | _Rows
    if head is not None and _is_bare(head) and outputs.device.type == "cpu" and not ranks and id_set is None:
        way = _Pieces(head)
    else:
        way = _Rows(head, outputs, asked, ranks, id_set)
    parts = [way.values(outputs[some.nodes], some) for some in asked.in_steps(way.step)]
    nats, above, set_nats = map(torch.cat, zip(*parts, strict=True))
    return nats, above, set_nats


def _is_bare(head: nn.Linear) -> bool:
    """Whether a head is nothing but its weights; quantised and adapted ones are of other classes, or have hooks."""
    hooks = head._forward_hooks or head._forward_pre_hooks
    return type(head) is nn.Linear and "forward" not in vars(head) and not hooks


class _Rows:
    """Values from the logits of the whole vocabulary, for a few positions at a time."""

    def __init__(
        self, head: nn.Linear | None, outputs: torch.Tensor, asked: Asked, ranks: bool, id_set: torch.Tensor | None
    ) -> None:
        self._head, self._ranks, self._id_set = head, ranks, id_set
        n_ids = outputs.shape[-1] if head is None else head.out_features
        self.step = max(1, (CPU_LOGITS if outputs.device.type == "cpu" else MAX_LOGITS) // n_ids)
        # fresh memory of this size costs as much as the product; outputs that are logits, and other heads, bring theirs
        if head is not None and _is_bare(head):
            self._buffer = head.weight.new_empty((min(self.step, len(asked.nodes)), n_ids))

    def values(self, states: torch.Tensor, asked: Asked) -> Values:
        return _values(self._logits(states), asked.node, asked.ids, ranks=self._ranks, id_set=self._id_set)

    def _logits(self, states: torch.Tensor) -> torch.Tensor:
        """Logits in float32 or wider."""
        head = self._head
        if head is None:
            return states.float()
        states = states.to(head.weight.dtype)
        if not _is_bare(head):
            return head(states).float()  # type: ignore[no-any-return]
        logits = torch.mm(states, head.weight.t(), out=self._buffer[: len(states)])
        return logits if head.bias is None else logits.add_(head.bias)


class _Pieces:
    """The same without ranks and sets, from the logits of one piece of the vocabulary after another."""

    def __init__(self, head: nn.Linear) -> None:
        self._head = head
        self.step = PIECE_POSITIONS

    def values(self, states: torch.Tensor, asked: Asked) -> Values:
        head = self._head
        states = states.to(head.weight.dtype)
        n_ids = head.out_features
        starts = range(0, n_ids, PIECE)
        order = asked.ids.argsort()
        bounds = torch.searchsorted(asked.ids[order], torch.tensor([*starts, n_ids])).tolist()
        own = states.new_empty(len(order))
        tops, totals = states.new_empty((2, len(starts), len(states)))
        buffer = states.new_empty(len(states) * min(PIECE, n_ids))
        for index, start in enumerate(starts):
            piece = slice(start, min(start + PIECE, n_ids))
            logits = buffer[: len(states) * (piece.stop - start)].view(len(states), -1)
            torch.mm(states, head.weight[piece].t(), out=logits)
            if head.bias is not None:
                logits.add_(head.bias[piece])
            here = order[bounds[index] : bounds[index + 1]]
            if len(here):
                own[here] = logits[asked.node[here], asked.ids[here] - start]
            tops[index], totals[index] = _top_and_total(logits)
        top = tops.amax(0)
        # sums over pieces have different largest logits; with the largest of all, none of them overflows
        log_total = ((tops - top).double().exp_() * totals.double()).sum(0).log()
        nats = log_total[asked.node] - (own - top[asked.node]).double()
        return nats, own.new_empty(0, dtype=torch.long), nats.new_empty(0)


def _values(
    logits: torch.Tensor, rows: torch.Tensor, wanted: torch.Tensor, *, ranks: bool, id_set: torch.Tensor | None
) -> Values:
    """-log p of some wanted ids, each in one row of logits; how many ids stand strictly above each; -log p of a set.

    The sum of exponentials is taken in float32, which PyTorch adds up pairwise, and what follows in float64 where the
    device has it. `logits` is overwritten: a second array of that size would cost more time than all that is done here.
    """
    wide = torch.float32 if logits.device.type == "mps" else torch.float64
    own = logits[rows, wanted]
    above = own.new_empty(0, dtype=torch.long)
    if ranks:
        # one id a row is the common case, and a few at a time where there are more
        blocks = (slice(start, start + len(logits)) for start in range(0, len(rows), len(logits)))
        above = torch.cat([(logits[rows[some]] > own[some, None]).sum(-1) for some in blocks])
    in_set = None
    if id_set is not None:  # a sum of its own: taken from the whole row's it would be lost where the set is improbable
        top_of_set, total_of_set = _top_and_total(logits[:, id_set[id_set < logits.shape[-1]]])
        in_set = top_of_set, total_of_set.to(wide).log()
    top, total = _top_and_total(logits)
    log_total = total.to(wide).log()
    set_nats = log_total.new_empty(0)
    if in_set is not None:
        set_nats = (log_total - in_set[1] - (in_set[0] - top).to(wide)).clamp_(min=0)[rows]
    return log_total[rows] - (own - top[rows]).to(wide), above, set_nats


def _top_and_total(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Largest logit of each row, and the sum of all exponentials over that of the largest; `logits` is overwritten."""
    # clamped, since a set may be impossible, and nothing can be taken from -inf
    top = logits.amax(-1, keepdim=True).clamp_(min=torch.finfo(logits.dtype).min)
    return top[:, 0], logits.sub_(top).exp_().sum(-1)
