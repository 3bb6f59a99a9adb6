"""Recurrent language models in plain NumPy, float64, one word at a time: the second road to every number."""

from __future__ import annotations

import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def log_softmax(x):
    x = x - x.max()
    return x - np.log(np.exp(x).sum())


class PlainRnn:
    """Weights by the names of a file: encoder.weight, rnn.weight_ih_l0, ..., decoder..."""

    def __init__(self, weights, cell="lstm", cutoffs=(), window=None):
        self.w = {name: np.asarray(value, np.float64) for name, value in weights.items()}
        self.cell, self.cutoffs, self.window = cell, cutoffs, window
        self.layers = sum(name.startswith("rnn.weight_hh_l") for name in self.w)
        self.hidden = self.w["rnn.weight_hh_l0"].shape[1]
        self.n_words = len(self.w["encoder.weight"])

    def step(self, layer, x, state):
        h, c = state
        a = self.w[f"rnn.weight_ih_l{layer}"] @ x + self.w[f"rnn.bias_ih_l{layer}"]
        b = self.w[f"rnn.weight_hh_l{layer}"] @ h + self.w[f"rnn.bias_hh_l{layer}"]
        if self.cell == "lstm":
            i, f, g, o = np.split(a + b, 4)
            c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
            return sigmoid(o) * np.tanh(c), c
        if self.cell == "gru":
            (ar, az, an), (br, bz, bn) = np.split(a, 3), np.split(b, 3)
            r, z = sigmoid(ar + br), sigmoid(az + bz)
            return (1 - z) * np.tanh(an + r * bn) + z * h, c
        return (np.maximum(a + b, 0) if self.cell == "rnn_relu" else np.tanh(a + b)), c

    def output(self, words):
        states = [(np.zeros(self.hidden), np.zeros(self.hidden)) for _ in range(self.layers)]
        for word in words if self.window is None else words[-(self.window - 1) :]:
            x = self.w["encoder.weight"][word]
            for layer in range(self.layers):
                states[layer] = self.step(layer, x, states[layer])
                x = states[layer][0]
        return self.w["projection.weight"] @ x if "projection.weight" in self.w else x

    def log_probs(self, words):
        """Natural logarithms of the probability of every word after `words`."""
        x = self.output(words)
        if "decoder.head.weight" not in self.w:
            return log_softmax(self.w.get("decoder.weight", self.w["encoder.weight"]) @ x + self.w["decoder.bias"])
        head = log_softmax(self.w["decoder.head.weight"] @ x + self.w["decoder.head.bias"])
        parts = [head[: self.cutoffs[0]]]
        for group in range(len(self.cutoffs)):
            low = self.w[f"decoder.tail.{group}.down.weight"] @ x
            tail = self.w[f"decoder.tail.{group}.up.weight"] @ low + self.w[f"decoder.tail.{group}.up.bias"]
            parts.append(head[self.cutoffs[0] + group] + log_softmax(tail))
        return np.concatenate(parts)

    def bits(self, words, eos):
        """Surprisal of each word and of the end, in bits."""
        sequence = [eos, *words, eos]
        return np.array(
            [-self.log_probs(sequence[: i + 1])[sequence[i + 1]] / np.log(2) for i in range(len(words) + 1)]
        )
