"""Decoders for large vocabularies, in which rarer words stand in groups: from outputs to logits.

Frequent words and one entry a group compete first, then the words of the group: ln P = head entry + ln P in the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

__all__ = ["AdaptiveDecoder", "GroupedDecoder", "SplitDecoder"]


class GroupedDecoder(nn.Module):
    """What such decoders share.

    Parameters
    ----------
    n_words : int
    cutoffs : sequence of int
        Where each group begins; before the first are the frequent words, which are group 0. A group that begins at or
        beyond the last word holds none.
    """

    def __init__(self, n_words: int, cutoffs: Sequence[int]) -> None:
        super().__init__()
        self.edges = [0, *(min(cut, n_words) for cut in cutoffs), n_words]

    def entry(self, group: int) -> int:
        """Give the place of a group, counted from 1, among the logits of the head."""
        raise NotImplementedError

    def head_logits(self, outputs: Tensor) -> Tensor:
        """Give the logits of the frequent words and of the groups."""
        raise NotImplementedError

    def tail_logits(self, group: int, outputs: Tensor) -> Tensor:
        """Give the logits of the words of a group, counted from 1."""
        raise NotImplementedError

    def start(self, log: Tensor) -> None:
        """Set the biases so that words are as probable as `log`, the logarithms of their frequencies, says."""
        raise NotImplementedError

    def groups(self, targets: Tensor) -> list[tuple[Tensor, Tensor, Tensor]]:
        """Split by group: of each, the places in `targets`, the words' numbers in the group, and their head entries."""
        found = []
        for group, (start, stop) in enumerate(pairwise(self.edges)):
            places = torch.nonzero((targets >= start) & (targets < stop)).squeeze(1)
            inside = targets[places] - start
            entries = inside if group == 0 else torch.full_like(inside, self.entry(group))
            found.append((places, inside, entries))
        return found

    def group_sums(self, log: Tensor) -> list[Tensor]:
        """Give the logarithm of the summed frequency of each group, counted from 1."""
        return [torch.logsumexp(log[start:stop], 0) for start, stop in pairwise(self.edges[1:])]

    def surprisals(
        self, outputs: Tensor, targets: Tensor, rows: Tensor, *, ranks: bool = False
    ) -> tuple[Tensor, Tensor | None]:
        """Give the surprisal of words in nats, and their ranks.

        Parameters
        ----------
        outputs : Tensor, shape (m, width)
        targets : Tensor of int64, shape (n,)
        rows : Tensor of int64, shape (n,)
            The row of `outputs` that predicts each target.
        ranks : bool, optional
            Also give how many words are at least as likely (1 = the top choice; ties take the better rank).

        Returns
        -------
        nats : Tensor, shape (n,)
        ranks : Tensor of int64, shape (n,), or None
        """
        head = self.head_logits(outputs)
        head_sum = torch.logsumexp(head, 1)
        groups = self.groups(targets)
        nats = torch.empty(len(targets), dtype=head.dtype, device=head.device)
        for group, (places, inside, entries) in enumerate(groups):
            if not len(places):
                continue
            part = head_sum[rows[places]] - head[rows[places], entries]
            if group:
                after, place = torch.unique(rows[places], return_inverse=True)
                logits = self.tail_logits(group, outputs[after])
                part = part + torch.logsumexp(logits, 1)[place] - logits[place, inside]
            nats[places] = part
        if not ranks:
            return nats, None
        n_head = self.edges[1]
        above = ((head[:, :n_head] - head_sum[:, None])[rows] > -nats[:, None]).sum(1)
        for group in range(1, len(groups)):
            if self.edges[group] == self.edges[group + 1]:
                continue
            logits = self.tail_logits(group, outputs)
            log = (logits - (torch.logsumexp(logits, 1) + head_sum - head[:, self.entry(group)])[:, None])[rows]
            above += (log > -nats[:, None]).sum(1)
            # the word itself, recomputed in another order of sums, may come out a rounding error above itself
            places, inside, _ = groups[group]
            above[places] -= (log[places].gather(1, inside[:, None]).squeeze(1) > -nats[places]).long()
        return nats, above + 1


class AdaptiveDecoder(GroupedDecoder):
    """Adaptive softmax: the vectors of rarer words are narrower.

    References
    ----------
    E. Grave, A. Joulin, M. Cissé, D. Grangier and H. Jégou, Efficient softmax approximation for GPUs, ICML 2017.
    """

    def __init__(self, width: int, n_words: int, cutoffs: Sequence[int], div_value: float) -> None:
        super().__init__(n_words, cutoffs)
        self.head = nn.Linear(width, self.edges[1] + len(cutoffs))
        self.tail = nn.ModuleList()
        for group, (start, stop) in enumerate(pairwise(self.edges[1:])):
            narrow = max(int(width / div_value ** (group + 1)), 1)
            down_up = nn.ModuleDict(
                {"down": nn.Linear(width, narrow, bias=False), "up": nn.Linear(narrow, stop - start)}
            )
            self.tail.append(down_up)

    def entry(self, group: int) -> int:  # noqa: D102  # as the base class says
        return self.edges[1] + group - 1

    def head_logits(self, outputs: Tensor) -> Tensor:  # noqa: D102
        logits: Tensor = self.head(outputs)
        return logits

    def tail_logits(self, group: int, outputs: Tensor) -> Tensor:  # noqa: D102
        pair = self.tail[group - 1]
        assert isinstance(pair, nn.ModuleDict)
        logits: Tensor = pair["up"](pair["down"](outputs))
        return logits

    def start(self, log: Tensor) -> None:  # noqa: D102
        sums = self.group_sums(log)
        self.head.bias.copy_(torch.cat([log[: self.edges[1]], torch.stack(sums)]))
        for group, pair in enumerate(self.tail, start=1):
            assert isinstance(pair, nn.ModuleDict)
            up = pair["up"]
            assert isinstance(up, nn.Linear)
            up.bias.copy_(log[self.edges[group] : self.edges[group + 1]] - sums[group - 1])


class SplitDecoder(GroupedDecoder):
    """Split softmax: vectors of all words are equally wide, so that the encoder's will do; each group has one, too.

    As in the public code of Merity et al. (2018) and Shen et al. (2019), the entry of group i is the i-th from the end,
    and a group without words has one, too: what probability it gets is lost to all words.

    References
    ----------
    S. Merity, N. S. Keskar and R. Socher, An analysis of neural language modeling at multiple scales, 2018.
    """

    def __init__(self, width: int, n_words: int, cutoffs: Sequence[int]) -> None:
        super().__init__(n_words, cutoffs)
        self.weight = nn.Parameter(torch.empty(n_words, width))
        self.bias = nn.Parameter(torch.empty(n_words))
        self.tail_vectors = nn.Parameter(torch.empty(len(cutoffs), width))
        self.tail_bias = nn.Parameter(torch.empty(len(cutoffs)))

    def entry(self, group: int) -> int:  # noqa: D102  # as the base class says
        return self.edges[1] + len(self.tail_bias) - group

    def head_logits(self, outputs: Tensor) -> Tensor:  # noqa: D102
        n_head = self.edges[1]
        weight = torch.cat([self.weight[:n_head], self.tail_vectors])
        return functional.linear(outputs, weight, torch.cat([self.bias[:n_head], self.tail_bias]))

    def tail_logits(self, group: int, outputs: Tensor) -> Tensor:  # noqa: D102
        words = slice(self.edges[group], self.edges[group + 1])
        return functional.linear(outputs, self.weight[words], self.bias[words])

    def start(self, log: Tensor) -> None:  # noqa: D102
        self.bias.copy_(log)
        self.tail_bias.copy_(torch.stack(self.group_sums(log)[::-1]))
