"""Transformer-XL, as its published numbers have it: a memory that starts as zeros, which are attended to.

The score of a key that stands d places before a query is ``((q + u) . k + (q + v) . R(d)) / sqrt(d_head)``, where
``R(d)`` is a projection of ``[sin(d f), cos(d f)]``, and u and v are biases (Dai et al. 2019, section 3.3). Words have
vectors of a width that falls from band to band of the vocabulary (Baevski and Auli 2019), and so does the softmax
(Grave et al. 2017).

A remembered vector of zeros has the same key and value wherever it stands, so these are computed once for all places,
of which the published model has 1600.

References
----------
Z. Dai, Z. Yang, Y. Yang, J. Carbonell, Q. V. Le and R. Salakhutdinov, Transformer-XL: Attentive language models beyond
a fixed-length context, ACL 2019. A. Baevski and M. Auli, Adaptive input representations for neural language modeling,
ICLR 2019. E. Grave, A. Joulin, M. Cissé, D. Grangier and H. Jégou, Efficient softmax approximation for GPUs, ICML 2017.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import torch
from torch import Tensor
from torch.nn import functional

from ...errors import ModelError
from ..decoders import GroupedDecoder
from .config import XlConfig

__all__ = ["SCORES_AT_ONCE", "Memory", "TransfoXl", "XlDecoder"]

SCORES_AT_ONCE = 1 << 24
"""Of attention in one layer: 64 MiB."""

_EMBEDDING = "transformer.word_emb.emb_layers.{}.weight"
_PROJECTION = "transformer.word_emb.emb_projs.{}"
_FREQUENCIES = "transformer.pos_emb.inv_freq"

Memory = list[Tensor]
"""Of each layer, what it read before: (n_rows, n_places, d_model); places that lack are zeros."""


class XlDecoder(GroupedDecoder):
    """Adaptive softmax with the band's projection: column ``cutoffs[0] + i - 1`` of the head is that of band i.

    Parameters
    ----------
    config : XlConfig
    weights : mapping of str to Tensor
        See `TransfoXl`.
    """

    def __init__(self, config: XlConfig, weights: Mapping[str, Tensor]) -> None:
        super().__init__(config.vocab_size, config.cutoffs)
        self._bands: list[tuple[Tensor, Tensor, Tensor | None]] = []
        for band, (start, stop) in enumerate(pairwise(config.edges)):
            whole, words = (0, slice(start, stop)) if config.div_val == 1 else (band, slice(None))
            matrix = weights[_EMBEDDING.format(whole) if config.tied else f"crit.out_layers.{whole}.weight"]
            self._bands.append(
                (
                    matrix[words],
                    weights[f"crit.out_layers.{whole}.bias"][words],
                    self._projection(config, weights, band),
                )
            )
        if config.cutoffs:
            matrix, bias, projection = self._bands[0]
            matrix = torch.cat([matrix, weights["crit.cluster_weight"]])
            self._bands[0] = matrix, torch.cat([bias, weights["crit.cluster_bias"]]), projection

    @staticmethod
    def _projection(config: XlConfig, weights: Mapping[str, Tensor], band: int) -> Tensor | None:
        if config.div_val == 1 and config.d_model == config.d_embed:
            return None
        is_tied = band < len(config.tie_projs) and config.tie_projs[band]
        return weights[_PROJECTION.format(0 if config.div_val == 1 else band) if is_tied else f"crit.out_projs.{band}"]

    def entry(self, group: int) -> int:  # noqa: D102  # as the base class says
        return self.edges[1] + group - 1

    def head_logits(self, outputs: Tensor) -> Tensor:  # noqa: D102
        return self.tail_logits(0, outputs)

    def tail_logits(self, group: int, outputs: Tensor) -> Tensor:  # noqa: D102
        matrix, bias, projection = self._bands[group]
        return functional.linear(outputs if projection is None else outputs @ projection, matrix, bias)


class TransfoXl:
    """A Transformer-XL that gives what the decoder needs.

    Parameters
    ----------
    config : XlConfig
    weights : mapping of str to Tensor
        By the names of the published form, all of one type and on one device.
    source : str
        Where they come from, for messages.

    Raises
    ------
    ModelError
        If a weight is missing, or of another shape than the configuration says.
    """

    def __init__(self, config: XlConfig, weights: Mapping[str, Tensor], source: str) -> None:
        self.config = config
        shapes = _shapes(config)
        missing = sorted(set(shapes) - set(weights))
        if missing:
            raise ModelError(f"{source}: the model file lacks {', '.join(missing[:8])}.")
        for name, shape in shapes.items():
            if tuple(weights[name].shape) != shape:
                raise ModelError(f"{source}: {name} has the shape {tuple(weights[name].shape)}; {shape} is due.")
        self._weights = weights
        like = weights[_EMBEDDING.format(0)]
        self.device, self.dtype = like.device, like.dtype
        if _FREQUENCIES in weights:
            self._frequencies = weights[_FREQUENCIES]
        else:
            places = torch.arange(0, config.d_model, 2, dtype=self.dtype, device=self.device)
            self._frequencies = torch.pow(10000.0, -places / config.d_model)
        self._codes: list[Tensor] = [like.new_empty(0, config.n_head, config.d_head)] * config.n_layer
        self.decoder = XlDecoder(config, weights)

    @torch.inference_mode()
    def __call__(
        self, words: Tensor, memory: Memory | None = None, *, n_zeros: int | None = None
    ) -> tuple[Tensor, Memory]:
        """Read words.

        Parameters
        ----------
        words : Tensor of int64, shape (n_rows, n_words)
        memory : list of Tensor, optional
            What was read before. None: nothing.
        n_zeros : int, optional
            How many zero vectors stand in memory before that. None: as many as fill it, as the published model has.

        Returns
        -------
        outputs : Tensor, shape (n_rows, n_words, d_model)
            What predicts the word after each.
        memory : list of Tensor
        """
        config = self.config
        values = self._embedded(words)
        memory = [values[:, :0]] * config.n_layer if memory is None else memory
        n_zeros = config.mem_len - memory[0].shape[1] if n_zeros is None else n_zeros
        after: Memory = []
        for layer in range(config.n_layer):
            seen = torch.cat([memory[layer], values], 1)
            after.append(seen[:, max(seen.shape[1] - config.mem_len, 0) :])
            values = self._attended(layer, seen, values, n_zeros)
            values = self._fed_forward(layer, values)
        return values, after

    def _distances(self, queries: range, first_key: int) -> tuple[Tensor, Tensor]:
        """Give how far each key is behind each query, as far as it counts, and which keys are hidden."""
        config = self.config
        places = torch.arange(queries.start, queries.stop, device=self.device)
        distances = places[:, None] - torch.arange(first_key, queries.stop, device=self.device)
        hidden = distances < 0
        if config.same_length:
            hidden |= distances >= config.mem_len
        reach = config.clamp_len if config.clamp_len > 0 else queries.stop
        return distances.clamp(0, reach), hidden

    def _codes_of(self, n: int) -> list[Tensor]:
        """Give the codes of the first n distances, and some more, so that they are seldom computed anew."""
        codes = self._codes  # another thread may put longer ones there
        if n <= len(codes[0]):
            return codes
        config = self.config
        n = n + 64 if config.clamp_len <= 0 else min(n + 64, config.clamp_len + 1)
        angles = torch.arange(n, device=self.device, dtype=self.dtype)[:, None] * self._frequencies
        places = torch.cat([angles.sin(), angles.cos()], 1)
        codes = [
            functional.linear(places, self._of(layer, "dec_attn.r_net.weight")).view(n, config.n_head, config.d_head)
            for layer in range(config.n_layer)
        ]
        self._codes = codes
        return codes

    def _of(self, layer: int, name: str) -> Tensor:
        return self._weights[f"transformer.layers.{layer}.{name}"]

    def _normalised(self, layer: int, part: str, values: Tensor) -> Tensor:
        weight, bias = (self._of(layer, f"{part}.layer_norm.{name}") for name in ("weight", "bias"))
        return functional.layer_norm(values, (self.config.d_model,), weight, bias, self.config.epsilon)

    def _bias(self, layer: int, name: str) -> Tensor:
        if self.config.untie_r:
            return self._of(layer, f"dec_attn.{name}")
        return self._weights[f"transformer.{name}"]

    def _embedded(self, words: Tensor) -> Tensor:
        config, flat = self.config, words.reshape(-1)
        if config.div_val == 1:
            values = self._weights[_EMBEDDING.format(0)][flat]
            if config.d_embed != config.d_model:
                values = functional.linear(values, self._weights[_PROJECTION.format(0)])
        else:
            values = self._frequencies.new_empty(len(flat), config.d_model)
            for band, (start, stop) in enumerate(pairwise(config.edges)):
                places = torch.nonzero((flat >= start) & (flat < stop)).squeeze(1)
                vectors = self._weights[_EMBEDDING.format(band)][flat[places] - start]
                values[places] = functional.linear(vectors, self._weights[_PROJECTION.format(band)])
        return values.mul(math.sqrt(config.d_model)).view(*words.shape, config.d_model)

    def _attended(self, layer: int, seen: Tensor, values: Tensor, n_zeros: int) -> Tensor:
        config = self.config
        n_rows, n_words = values.shape[:2]
        zeros = values.new_zeros(1, 1, config.d_model)
        if config.pre_lnorm:
            seen, zeros = (self._normalised(layer, "dec_attn", read) for read in (seen, zeros))
        matrix = self._of(layer, "dec_attn.qkv_net.weight")
        heads = (config.n_head, config.d_head)
        queries, keys, meanings = functional.linear(seen, matrix).view(n_rows, seen.shape[1], 3, *heads).unbind(2)
        _, zero_key, zero_meaning = functional.linear(zeros, matrix).view(3, *heads)
        # places are counted over zeros, memory and words; a long text is read some queries at a time
        n_places = n_zeros + seen.shape[1]
        n_at_once = max(SCORES_AT_ONCE // (n_rows * config.n_head * n_places), 1)
        parts = []
        for start in range(n_places - n_words, n_places, n_at_once):
            places = range(start, min(start + n_at_once, n_places))
            first = max(start - config.mem_len + 1, 0) if config.same_length else 0
            own = slice(max(first - n_zeros, 0), places.stop - n_zeros)
            asking = queries[:, start - n_zeros : places.stop - n_zeros]
            n_empty = max(n_zeros - first, 0)
            shares = self._shares(layer, asking, keys[:, own], zero_key, n_empty, self._distances(places, first))
            read = torch.einsum("bhij,bjhd->bihd", shares[..., n_empty:], meanings[:, own])
            if n_empty:
                read = read + torch.einsum("bhi,hd->bihd", shares[..., :n_empty].sum(-1), zero_meaning)
            parts.append(read.flatten(2))
        values = values + functional.linear(torch.cat(parts, 1), self._of(layer, "dec_attn.o_net.weight"))
        return values if config.pre_lnorm else self._normalised(layer, "dec_attn", values)

    def _shares(
        self, layer: int, queries: Tensor, keys: Tensor, zero_key: Tensor, n_zeros: int, seen: tuple[Tensor, Tensor]
    ) -> Tensor:
        """Give how much each query attends to zeros and keys."""
        config, (distances, hidden) = self.config, seen
        codes = self._codes_of(int(distances.max()) + 1)[layer]
        by_content = queries + self._bias(layer, "r_w_bias")
        scores = torch.einsum("bihd,bjhd->bhij", by_content, keys)
        if n_zeros:
            scores = torch.cat(
                [torch.einsum("bihd,hd->bhi", by_content, zero_key)[..., None].expand(-1, -1, -1, n_zeros), scores], -1
            )
        by_place = torch.einsum("bihd,khd->bhik", queries + self._bias(layer, "r_r_bias"), codes)
        scores = scores + by_place.gather(-1, distances.expand(*scores.shape[:2], -1, -1))
        return torch.softmax((scores * config.d_head**-0.5).masked_fill(hidden, float("-inf")), -1)

    def _fed_forward(self, layer: int, values: Tensor) -> Tensor:
        config = self.config
        read = self._normalised(layer, "pos_ff", values) if config.pre_lnorm else values
        for number in (0, 3):
            weight, bias = (self._of(layer, f"pos_ff.CoreNet.{number}.{name}") for name in ("weight", "bias"))
            read = functional.linear(functional.relu(read) if number else read, weight, bias)
        return values + read if config.pre_lnorm else self._normalised(layer, "pos_ff", values + read)


def _shapes(config: XlConfig) -> dict[str, tuple[int, ...]]:
    """Give which weights a model must have, and their shapes; what is tied is not needed."""
    found: dict[str, tuple[int, ...]] = {}
    sizes = [stop - start for start, stop in pairwise(config.edges)]
    if config.div_val == 1:
        sizes = [config.vocab_size]
    for band, size in enumerate(sizes):
        width = config.width(band)
        found[_EMBEDDING.format(band)] = (size, width)
        found[f"crit.out_layers.{band}.bias"] = (size,)
        if not config.tied:
            found[f"crit.out_layers.{band}.weight"] = (size, width)
        if config.div_val != 1 or config.d_embed != config.d_model:
            found[_PROJECTION.format(band)] = (config.d_model, width)
    if config.div_val != 1 or config.d_embed != config.d_model:
        for band in range(len(config.cutoffs) + 1):
            if not (band < len(config.tie_projs) and config.tie_projs[band]):
                found[f"crit.out_projs.{band}"] = (config.d_model, config.width(0 if config.div_val == 1 else band))
    if config.cutoffs:
        found["crit.cluster_weight"] = (len(config.cutoffs), config.d_embed)
        found["crit.cluster_bias"] = (len(config.cutoffs),)
    width = config.n_head * config.d_head
    for layer in range(config.n_layer):
        own = {
            "dec_attn.qkv_net.weight": (3 * width, config.d_model),
            "dec_attn.r_net.weight": (width, config.d_model),
            "dec_attn.o_net.weight": (config.d_model, width),
            "pos_ff.CoreNet.0.weight": (config.d_inner, config.d_model),
            "pos_ff.CoreNet.0.bias": (config.d_inner,),
            "pos_ff.CoreNet.3.weight": (config.d_model, config.d_inner),
            "pos_ff.CoreNet.3.bias": (config.d_model,),
        }
        for name in ("weight", "bias"):
            own |= {f"{part}.layer_norm.{name}": (config.d_model,) for part in ("dec_attn", "pos_ff")}
        if config.untie_r:
            own |= {f"dec_attn.{name}": (config.n_head, config.d_head) for name in ("r_w_bias", "r_r_bias")}
        found |= {f"transformer.layers.{layer}.{name}": shape for name, shape in own.items()}
    if not config.untie_r:
        found |= {f"transformer.{name}": (config.n_head, config.d_head) for name in ("r_w_bias", "r_r_bias")}
    return found
