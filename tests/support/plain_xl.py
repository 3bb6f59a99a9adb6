"""Transformer-XL in loops over queries, keys and heads, NumPy float64: the second road, and the wrong ways beside it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np


def log_softmax(x):
    x = x - x.max()
    return x - np.log(np.exp(x).sum())


class PlainXl:
    """Read a text in segments; `empty`, `backwards`: without zeros in memory, with the head's last columns reversed."""

    def __init__(self, config, weights, *, empty=False, backwards=False):
        self.c, self.empty, self.backwards = config, empty, backwards
        self.w = {name: np.asarray(value, np.float64) for name, value in weights.items()}
        n = 0 if empty else config.mem_len
        self.memory = [np.zeros((n, config.d_model)) for _ in range(config.n_layer)]
        frequencies = 10000.0 ** (-np.arange(0, config.d_model, 2) / config.d_model)
        self.frequencies = self.w.get("transformer.pos_emb.inv_freq", frequencies)

    def norm(self, x, name):
        x = (x - x.mean()) / np.sqrt(x.var() + self.c.epsilon)
        return x * self.w[f"{name}.weight"] + self.w[f"{name}.bias"]

    def band(self, word):
        band = max(i for i, start in enumerate(self.c.edges[:-1]) if word >= start)
        return band, word - self.c.edges[band]

    def embedded(self, word):
        band, inside = (0, word) if self.c.div_val == 1 else self.band(word)
        x = self.w[f"transformer.word_emb.emb_layers.{band}.weight"][inside]
        if self.c.div_val != 1 or self.c.d_embed != self.c.d_model:
            x = self.w[f"transformer.word_emb.emb_projs.{band}"] @ x
        return x * np.sqrt(self.c.d_model)

    def layer(self, number, memory, xs):
        c, at = self.c, f"transformer.layers.{number}"
        seen = [*memory, *xs]
        read = [self.norm(x, f"{at}.dec_attn.layer_norm") for x in seen] if c.pre_lnorm else seen
        size = c.n_head * c.d_head
        qkv = [self.w[f"{at}.dec_attn.qkv_net.weight"] @ x for x in read]
        biases = f"{at}.dec_attn" if c.untie_r else "transformer"
        u, v = self.w[f"{biases}.r_w_bias"], self.w[f"{biases}.r_r_bias"]
        results = []
        for i, x in enumerate(xs):
            place = len(memory) + i
            out = []
            for head in range(c.n_head):
                own = slice(head * c.d_head, (head + 1) * c.d_head)
                q = qkv[place][:size][own]
                scores, values = [], []
                for j in range(place + 1):
                    if c.same_length and place - j >= c.mem_len:
                        continue
                    far = place - j if c.clamp_len <= 0 else min(place - j, c.clamp_len)
                    code = np.concatenate([np.sin(far * self.frequencies), np.cos(far * self.frequencies)])
                    r = (self.w[f"{at}.dec_attn.r_net.weight"] @ code)[own]
                    k = qkv[j][size : 2 * size][own]
                    scores.append(((q + u[head]) @ k + (q + v[head]) @ r) / np.sqrt(c.d_head))
                    values.append(qkv[j][2 * size :][own])
                shares = np.exp(log_softmax(np.array(scores)))
                out.append(sum(share * value for share, value in zip(shares, values, strict=True)))
            y = x + self.w[f"{at}.dec_attn.o_net.weight"] @ np.concatenate(out)
            if not c.pre_lnorm:
                y = self.norm(y, f"{at}.dec_attn.layer_norm")
            z = self.norm(y, f"{at}.pos_ff.layer_norm") if c.pre_lnorm else y
            core = f"{at}.pos_ff.CoreNet"
            z = np.maximum(self.w[f"{core}.0.weight"] @ z + self.w[f"{core}.0.bias"], 0)
            z = y + self.w[f"{core}.3.weight"] @ z + self.w[f"{core}.3.bias"]
            results.append(z if c.pre_lnorm else self.norm(z, f"{at}.pos_ff.layer_norm"))
        return results

    def segment(self, words):
        """Natural logarithms of the probability of every word after each of these; memory goes on."""
        xs = [self.embedded(word) for word in words]
        after = []
        for number in range(self.c.n_layer):
            seen = [*self.memory[number], *xs]
            after.append(np.array(seen[max(len(seen) - self.c.mem_len, 0) :]).reshape(-1, self.c.d_model))
            xs = self.layer(number, self.memory[number], xs)
        self.memory = after
        return np.array([self.decoded(x) for x in xs])

    def logits(self, x, band):
        c = self.c
        whole, rows = (0, slice(*c.edges[band : band + 2])) if c.div_val == 1 else (band, slice(None))
        part = "transformer.word_emb.emb_layers" if c.tied else "crit.out_layers"
        matrix, bias = self.w[f"{part}.{whole}.weight"][rows], self.w[f"crit.out_layers.{whole}.bias"][rows]
        if band == 0 and c.cutoffs:
            matrix = np.concatenate([matrix, self.w["crit.cluster_weight"]])
            bias = np.concatenate([bias, self.w["crit.cluster_bias"]])
        if c.div_val != 1 or c.d_embed != c.d_model:
            tied = band < len(c.tie_projs) and c.tie_projs[band]
            x = x @ self.w[f"transformer.word_emb.emb_projs.{whole}" if tied else f"crit.out_projs.{band}"]
        return matrix @ x + bias

    def decoded(self, x):
        head = log_softmax(self.logits(x, 0))
        n, bands = self.c.edges[1], len(self.c.cutoffs)
        parts = [head[:n]]
        for band in range(1, bands + 1):
            column = head[-band] if self.backwards else head[n + band - 1]
            parts.append(column + log_softmax(self.logits(x, band)))
        return np.concatenate(parts)

    def log_probs(self, words, *, segments=()):
        """ln P of each word but the first; `segments`: after how many words a new one begins."""
        edges = [0, *segments, len(words)]
        rows = np.concatenate([self.segment(words[a:b]) for a, b in pairwise(edges)])
        return np.array([row[word] for row, word in zip(rows[:-1], words[1:], strict=True)])
