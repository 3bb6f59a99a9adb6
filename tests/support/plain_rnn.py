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
        return self.decoded(self.output(words))

    def decoded(self, x):
        if "decoder.head.weight" not in self.w:
            return self.decoded_alike(x)
        head = log_softmax(self.w["decoder.head.weight"] @ x + self.w["decoder.head.bias"])
        parts = [head[: self.cutoffs[0]]]
        for group in range(len(self.cutoffs)):
            low = self.w[f"decoder.tail.{group}.down.weight"] @ x
            tail = self.w[f"decoder.tail.{group}.up.weight"] @ low + self.w[f"decoder.tail.{group}.up.bias"]
            parts.append(head[self.cutoffs[0] + group] + log_softmax(tail))
        return np.concatenate(parts)

    def decoded_alike(self, x):
        """Words with vectors of one width: the ordinary softmax, or the split one."""
        logits = self.w.get("decoder.weight", self.w["encoder.weight"]) @ x + self.w["decoder.bias"]
        if not self.cutoffs:
            return log_softmax(logits)
        tails = self.w["decoder.tail_vectors"] @ x + self.w["decoder.tail_bias"]
        head = log_softmax(np.concatenate([logits[: self.cutoffs[0]], tails]))
        parts = [head[: min(self.cutoffs[0], len(logits))]]
        for number, (start, stop) in enumerate(zip(self.cutoffs, [*self.cutoffs[1:], len(logits)], strict=True), 1):
            if start < len(logits):  # else nobody is in the group, and its entry of the head is lost
                parts.append(head[-number] + log_softmax(logits[start:stop]))
        return np.concatenate(parts)

    def bits(self, words, eos):
        """Surprisal of each word and of the end, in bits."""
        sequence = [eos, *words, eos]
        return np.array(
            [-self.log_probs(sequence[: i + 1])[sequence[i + 1]] / np.log(2) for i in range(len(words) + 1)]
        )


class PlainOnlstm(PlainRnn):
    """Ordered neurons, unit by unit, after equations 9 to 14 of Shen et al. (2019)."""

    def __init__(self, weights, chunk, weight_drop=0.0, cutoffs=()):
        self.w = {name: np.asarray(value, np.float64) for name, value in weights.items()}
        self.chunk, self.share, self.cutoffs, self.window = chunk, 1 - weight_drop, cutoffs, None
        self.layers = sum(name.endswith(".hh.weight") for name in self.w)

    def cell(self, layer, x, state):
        h, c = state
        w_in, b_in = self.w[f"rnn.cells.{layer}.ih.0.weight"], self.w[f"rnn.cells.{layer}.ih.0.bias"]
        w_across, b_across = self.w[f"rnn.cells.{layer}.hh.weight"], self.w[f"rnn.cells.{layer}.hh.bias"]
        size = len(h)
        n = size // self.chunk
        gates = [
            sum(w_in[row][i] * x[i] for i in range(len(x)))
            + b_in[row]
            + self.share * sum(w_across[row][i] * h[i] for i in range(size))
            + b_across[row]
            for row in range(len(w_in))
        ]

        def cumax(values):
            powers = [np.exp(value - max(values)) for value in values]
            return [sum(powers[: k + 1]) / sum(powers) for k in range(len(powers))]

        master_in = [1 - value for value in cumax(gates[:n])]
        master_forget = cumax(gates[n : 2 * n])
        out, c_new = np.zeros(size), np.zeros(size)
        for unit in range(size):
            i_master, f_master = master_in[unit // self.chunk], master_forget[unit // self.chunk]
            overlap = i_master * f_master
            output, new, inside, forget = (gates[2 * n + block * size + unit] for block in range(4))
            f = sigmoid(forget) * overlap + (f_master - overlap)
            i = sigmoid(inside) * overlap + (i_master - overlap)
            c_new[unit] = f * c[unit] + i * np.tanh(new)
            out[unit] = sigmoid(output) * np.tanh(c_new[unit])
        return out, c_new

    def outputs(self, words):
        """What the last layer gives after each word of one text."""
        widths = [self.w[f"rnn.cells.{layer}.hh.weight"].shape[1] for layer in range(self.layers)]
        states = [(np.zeros(width), np.zeros(width)) for width in widths]
        for word in words:
            x = self.w["encoder.weight"][word]
            for layer in range(self.layers):
                states[layer] = self.cell(layer, x, states[layer])
                x = states[layer][0]
            yield x

    def output(self, words):
        return list(self.outputs(words))[-1]


def plain_of(network):
    """The second road to the numbers of a network."""
    shape, weights = network.shape, {n: t.detach().numpy() for n, t in network.weights().items()}
    if shape.cell == "onlstm":
        return PlainOnlstm(weights, shape.chunk, shape.weight_drop, shape.cutoffs)
    return PlainRnn(weights, shape.cell, shape.cutoffs, shape.window)
