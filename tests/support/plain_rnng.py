"""An RNNG written down a second time: one derivation at a time, in float64, without PyTorch or anything shared.

Follows the formulas of Dyer et al. (2016), Kuncoro et al. (2017), and Noji and Oseki (2021) in loops, so that what the
package computes in batches has another road to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Vector = np.ndarray[Any, Any]

SHIFT, REDUCE = 0, 1  # 2 + n opens a constituent of label n


def _sigmoid(x: Vector) -> Vector:
    return 1 / (1 + np.exp(-x))


def _lstm(wi: Vector, wh: Vector, bi: Vector, bh: Vector, x: Vector, h: Vector, c: Vector) -> tuple[Vector, Vector]:
    gates = wi @ x + bi + wh @ h + bh
    i, f, g, o = np.split(gates, 4)
    c = _sigmoid(f) * c + _sigmoid(i) * np.tanh(g)
    return _sigmoid(o) * np.tanh(c), c


@dataclass(frozen=True)
class Element:
    vector: Vector
    states: tuple[tuple[Vector, Vector], ...]
    label: int = -1  # of a constituent that is open


@dataclass(frozen=True)
class State:
    stack: tuple[Element, ...]
    n_open: int = 0
    run: int = 0
    n_read: int = 0


class PlainRnng:
    """The model of a dict of weights with the public names."""

    def __init__(self, weights: Mapping[str, Any], *, padded: bool, attends_from: str = "top") -> None:
        self.w = {name: np.asarray(value, dtype=np.float64) for name, value in weights.items()}
        self.padded = int(padded)
        self.attends_from = attends_from
        self.n_layers = sum(1 for name in self.w if name.startswith("rnng.stack_rnn") and name.endswith("weight_hh"))
        self.hidden = self.w["rnng.stack_rnn.lstm.0.weight_hh"].shape[1]
        self.n_labels = len(self.w["rnng.nt_emb.0.weight"])

    def start(self) -> State:
        zero = np.zeros(self.hidden)
        return State((self._element(self.w["rnng.initial_emb.0.weight"][0], ((zero, zero),) * self.n_layers),))

    def _element(self, vector: Vector, before: tuple[tuple[Vector, Vector], ...], label: int = -1) -> Element:
        states, x = [], vector
        for layer, (h, c) in enumerate(before):
            p = f"rnng.stack_rnn.lstm.{layer}."
            h, c = _lstm(*(self.w[p + n] for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")), x, h, c)
            states.append((h, c))
            x = h
        return Element(vector, tuple(states), label)

    def _context(self, element: Element) -> Vector:
        return np.maximum(self.w["rnng.output.1.weight"] @ element.states[-1][0] + self.w["rnng.output.1.bias"], 0)

    def after(self, state: State, action: int, word: int = -1) -> State:
        stack = state.stack
        if action == SHIFT:
            new = self._element(self.w["emb.0.weight"][word], stack[-1].states)
            return State((*stack, new), state.n_open, 0, state.n_read + 1)
        if action != REDUCE:
            new = self._element(self.w["rnng.nt_emb.0.weight"][action - 2], stack[-1].states, action - 2)
            return State((*stack, new), state.n_open + 1, state.run + 1, state.n_read)
        opening = max(place for place, element in enumerate(stack) if element.label >= 0)
        below, children = stack[:opening], [element.vector for element in stack[opening + 1 :]]
        top = stack[-1] if self.attends_from == "top" else below[-1]
        vector = self._composed(stack[opening], children, self._context(top))
        return State((*below, self._element(vector, below[-1].states)), state.n_open - 1, 0, state.n_read)

    def _read(self, vectors: list[Vector], end: str) -> list[Vector]:
        p = "rnng.composition.rnn."
        weights = [self.w[f"{p}{n}_l0{end}"] for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
        h = c = np.zeros(weights[1].shape[1])
        outputs = []
        for x in vectors:
            h, c = _lstm(*weights, x, h, c)
            outputs.append(h)
        return outputs

    def _composed(self, opening: Element, children: list[Vector], u: Vector) -> Vector:
        w, p = self.w, "rnng.composition."
        if p + "V.weight" not in w:
            forward = self._read([opening.vector, *children], "")[-1]
            backward = self._read([opening.vector, *children[::-1]], "_reverse")[-1]
            return np.maximum(
                w[p + "output.1.weight"] @ np.concatenate([forward, backward]) + w[p + "output.1.bias"], 0
            )
        hs = [
            np.concatenate(both)
            for both in zip(self._read(children, ""), self._read(children[::-1], "_reverse")[::-1], strict=True)
        ]
        asked = np.concatenate([w[p + "nt_emb.weight"][opening.label], u])
        scores = np.array([(w[p + "V.weight"] @ h) @ asked for h in hs])
        shares = np.exp(scores - scores.max())
        mean = sum((share * h for share, h in zip(shares / shares.sum(), hs, strict=True)), np.zeros_like(hs[0]))
        label = w[p + "nt_emb2.0.weight"][opening.label]
        gate = _sigmoid(w[p + "gate.0.weight"] @ np.concatenate([label, mean]) + w[p + "gate.0.bias"])
        return np.maximum(w[p + "output.0.weight"] @ (gate * label + (1 - gate) * mean) + w[p + "output.0.bias"], 0)

    def allowed(self, state: State, is_left: bool, consecutive: int, opened: int = 100) -> list[int]:
        actions = []
        if is_left and state.n_open:
            actions.append(SHIFT)
        if state.run == 0 and state.n_open > (1 if is_left else 0):
            actions.append(REDUCE)
        if is_left and state.run < consecutive and state.n_open < opened:
            actions += range(2, 2 + self.n_labels)
        return actions

    def action_nats(self, state: State, allowed: list[int] | None) -> Vector:
        """Log probabilities of all actions; over all outputs there are, or over those allowed."""
        logits = self.w["action_mlp.weight"] @ self._context(state.stack[-1]) + self.w["action_mlp.bias"]
        kept = logits if allowed is None else logits[[action + self.padded for action in allowed]]
        result: Vector = logits[self.padded :] - _logsumexp(kept)
        return result

    def word_nats(self, state: State, word: int, *, with_filler: bool) -> float:
        logits = self.w["emb.0.weight"] @ self._context(state.stack[-1]) + self.w["vocab_mlp.bias"]
        return float(logits[word]) - _logsumexp(logits if with_filler else logits[self.padded :])

    def log_joint(self, words: list[int], actions: list[int], consecutive: int | None = None) -> float:
        """Log probability of a tree: of the training objective, or with what is not allowed taken out."""
        state, total = self.start(), 0.0
        for action in actions:
            is_left = state.n_read < len(words)
            allowed = None if consecutive is None else self.allowed(state, is_left, consecutive)
            if allowed is not None and action not in allowed:
                return -math.inf
            total += float(self.action_nats(state, allowed)[action])
            word = words[state.n_read] if action == SHIFT else -1
            if action == SHIFT:
                total += self.word_nats(state, word, with_filler=consecutive is None)
            state = self.after(state, action, word)
        return total

    def enumerated(self, words: list[int], consecutive: int) -> list[list[float]]:
        """Log probabilities of every derivation up to each word."""
        found: list[list[float]] = []
        now = [(self.start(), 0.0)]
        for word in words:
            now = [one for state, total in now for one in self._to_word(state, total, word, consecutive)]
            found.append([total for _, total in now])
        return found

    def _to_word(self, state: State, total: float, word: int, consecutive: int) -> Iterator[tuple[State, float]]:
        allowed = self.allowed(state, True, consecutive)
        nats = self.action_nats(state, allowed)
        for action in allowed:
            if action == SHIFT:
                yield (
                    self.after(state, SHIFT, word),
                    total + nats[SHIFT] + self.word_nats(state, word, with_filler=False),
                )
            else:
                yield from self._to_word(self.after(state, action), total + float(nats[action]), word, consecutive)


def _logsumexp(values: Vector) -> float:
    highest = values.max()
    return float(highest + np.log(np.exp(values - highest).sum()))


__all__ = ["PlainRnng", "State"]
