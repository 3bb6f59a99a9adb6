"""Strings of tokens that share their beginnings, read by a transformer one token at a time.

All strings lie in one row of keys and values; a mask says which of them each token sees: those on the way to it.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import torch

from ...lm.rnng.network import Numbers
from ...surprisal import FloatArray
from .head import MAX_LOGITS
from .rows import RowScorer

__all__ = ["TransformerStates"]

_TOKENS_AT_ONCE = 512


class TransformerStates:
    """States of a transformer; see `syntaxgym_lite.lm.rnng.strings.TokenStates`.

    Parameters
    ----------
    scorer : RowScorer
        Of a model that takes prefix trees.
    first : int
        The token that stands before each string.
    """

    def __init__(self, scorer: RowScorer, first: int) -> None:
        self._head = scorer.head
        self._body: Any = scorer.model if self._head is None else scorer.model.base_model
        # transformers renames it
        named = inspect.signature(self._body.forward).parameters
        self._cache_name = "cache" if "cache" in named else "past_key_values"
        self._device = scorer.device
        self._n_vocabulary = scorer.n_vocabulary
        self._dtype = scorer.model.get_input_embeddings().weight.dtype
        self._layers: list[tuple[torch.Tensor, torch.Tensor]] = []
        self._sees = torch.zeros(0, 0, dtype=torch.bool, device=self._device)
        self._outputs: torch.Tensor | None = None
        self._depths = np.zeros(0, np.int64)
        self._read(np.array([first]), np.array([-1]))

    def start(self) -> int:
        """Give the state after the token before all strings."""
        return 0

    def push(self, tokens: Numbers, states: Numbers) -> Numbers:
        """Read a token in each state."""
        n = len(self._depths)
        for start in range(0, len(tokens), _TOKENS_AT_ONCE):
            part = slice(start, start + _TOKENS_AT_ONCE)
            self._read(tokens[part], states[part])
        return np.arange(n, len(self._depths))

    def _read(self, tokens: Numbers, states: Numbers) -> None:
        from transformers import DynamicCache

        n_before, n = len(self._depths), len(tokens)
        depths = np.where(states < 0, 0, self._depths[states] + 1) if n_before else np.zeros(n, np.int64)
        sees = torch.zeros(n, n_before + n, dtype=torch.bool, device=self._device)
        if n_before:
            sees[:, :n_before] = self._sees[self._to(states)]
        sees[:, n_before:].fill_diagonal_(True)
        mask = torch.zeros(sees.shape, dtype=self._dtype, device=self._device)
        mask.masked_fill_(~sees, torch.finfo(self._dtype).min)
        cache = DynamicCache()
        for number, (keys, values) in enumerate(self._layers):
            cache.update(keys, values, number)
        found = self._body(
            input_ids=self._to(tokens)[None],
            position_ids=self._to(depths)[None],
            attention_mask=mask[None, None],
            use_cache=True,
            return_dict=True,
            **{self._cache_name: cache},
        )
        self._layers = _layers(cache)
        outputs = found[0][0]
        self._outputs = outputs if self._outputs is None else torch.cat([self._outputs, outputs])
        whole = torch.zeros(n_before + n, n_before + n, dtype=torch.bool, device=self._device)
        whole[:n_before, :n_before] = self._sees
        whole[n_before:] = sees
        self._sees = whole
        self._depths = np.append(self._depths, depths)

    def log_probabilities(self, states: Numbers, tokens: Numbers) -> FloatArray:
        """Give the log probability of some tokens after each state, a bounded number of logits at a time."""
        assert self._outputs is not None
        step = max(MAX_LOGITS // self._n_vocabulary, 1)
        found = np.empty(tokens.shape)
        for start in range(0, len(states), step):
            part = slice(start, start + step)
            outputs = self._outputs[self._to(states[part])]
            logits = (outputs if self._head is None else self._head(outputs.to(self._head.weight.dtype))).double()
            nats = logits.gather(1, self._to(tokens[part])) - torch.logsumexp(logits, 1, keepdim=True)
            found[part] = nats.cpu().numpy()
        return found

    def forget(self, n: int) -> None:
        """Forget all states but the first n."""
        if n < len(self._depths):
            self._keep(np.arange(n))

    def tidy(self, states: Numbers) -> Numbers:
        """Forget all tokens that none of these states sees."""
        seen = self._sees[self._to(np.unique(states))].any(0).cpu().numpy()
        seen[0] = True
        kept = np.flatnonzero(seen)
        self._keep(kept)
        return kept

    def _keep(self, kept: Numbers) -> None:
        assert self._outputs is not None
        index = self._to(kept)
        self._layers = [(keys[:, :, index], values[:, :, index]) for keys, values in self._layers]
        self._outputs = self._outputs[index]
        self._sees = self._sees[index][:, index]
        self._depths = self._depths[kept]

    def _to(self, numbers: Numbers) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(numbers)).to(self._device)


def _layers(cache: Any) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Give the keys and values of each layer; transformers keeps them in other places since 4.54."""
    if hasattr(cache, "layers"):
        return [(layer.keys, layer.values) for layer in cache.layers]
    return list(zip(cache.key_cache, cache.value_cache, strict=True))
