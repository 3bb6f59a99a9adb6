"""The beam over strings of trees: enumeration, and what always holds."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from syntaxgym_lite.lm.rnng.actions import REDUCE, SHIFT, Limits, tree_of
from syntaxgym_lite.lm.rnng.beam import BeamSearch, BeamSizes
from syntaxgym_lite.lm.rnng.strings import (
    StringGrammar,
    leaf_text,
    string_of_tree,
    tree_labels,
    without_brackets,
)
from syntaxgym_lite.lm.rnng.trees import parse_trees

UNLIMITED = BeamSizes(10**9, 10**9, 10**9)
BRACKETS = {"A": (1, 2), "B": (3, 4)}
PIECES = [(5,), (6, 7), (5, 7, 6)]  # a word of one piece, and two of several
N_TOKENS = 8


class Table:
    """A model whose next token depends on the two before it, by a random table."""

    def __init__(self, seed: int) -> None:
        logits = np.random.default_rng(seed).normal(0, 1.5, (N_TOKENS, N_TOKENS, N_TOKENS))
        self.logs = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
        self.strings: list[tuple[int, ...]] = [(0, 0)]

    def start(self) -> int:
        return 0

    def push(self, tokens, states):
        n = len(self.strings)
        self.strings += [
            (*self.strings[state], token) for state, token in zip(states.tolist(), tokens.tolist(), strict=True)
        ]
        return np.arange(n, len(self.strings))

    def log_probabilities(self, states, tokens):
        return np.array(
            [self.logs[self.strings[s][-2:]][own] for s, own in zip(states.tolist(), tokens, strict=True)]
        ).reshape(tokens.shape)

    def forget(self, n):
        del self.strings[n:]

    def tidy(self, states):
        kept = np.unique(np.append(states, 0))
        self.strings = [self.strings[state] for state in kept.tolist()]
        return kept

    def log_joint(self, string: tuple[int, ...]) -> float:
        before = (0, 0, *string)
        return sum(float(self.logs[a, b, c]) for a, b, c in zip(before, before[1:], before[2:], strict=False))


def beginnings(n_words: int, limits: Limits) -> Iterator[tuple[str, ...]]:
    """Give all actions up to the last of so many words, one by one."""

    def go_on(done: tuple[str, ...], n_open: int, run: int, left: int) -> Iterator[tuple[str, ...]]:
        if not left:
            yield done
            return
        if n_open and done:
            yield from go_on((*done, SHIFT), n_open, 0, left - 1)
        if n_open > 1 and not run:
            yield from go_on((*done, REDUCE), n_open - 1, 0, left)
        if n_open < limits.opened and run < limits.consecutive:
            for label in BRACKETS:
                yield from go_on((*done, label), n_open + 1, run + 1, left)

    return go_on((), 0, 0, n_words)


def string_of(actions: tuple[str, ...], words: list[int]) -> tuple[int, ...]:
    string: list[int] = []
    opened: list[str] = []
    rest = iter(words)
    for action in actions:
        if action == SHIFT:
            string += PIECES[next(rest)]
        elif action == REDUCE:
            string.append(BRACKETS[opened.pop()][1])
        else:
            opened.append(action)
            string.append(BRACKETS[action][0])
    return tuple(string)


def search_of(table: Table, sizes: BeamSizes, limits: Limits, context: int | None = None) -> BeamSearch:
    def begin() -> Table:
        table.strings = [(0, 0)]
        return table

    return BeamSearch(StringGrammar(begin, BRACKETS, PIECES, context, torch.device("cpu")), sizes, limits)


@pytest.mark.parametrize("words", [[0], [1, 0], [2, 1], [0, 1, 2]])
def test_an_unlimited_beam_is_the_sum_over_all_strings(words: list[int]) -> None:
    limits = Limits(2, 3)
    table = Table(1)
    found = search_of(table, UNLIMITED, limits)([np.array(words)], parses=True)
    for n in range(1, len(words) + 1):
        logs = [table.log_joint(string_of(actions, words)) for actions in beginnings(n, limits)]
        assert found.log_prefix[0][n - 1] == pytest.approx(np.logaddexp.reduce(logs), abs=1e-9)
        assert found.n_kept[0][n - 1] == len(logs)
    # whole trees: everything that is open is closed, at the price of the brackets
    whole = {}
    for actions in beginnings(len(words), limits):
        n_open = sum(1 if action in BRACKETS else -1 for action in actions if action != SHIFT)
        closed = (*actions, *[REDUCE] * n_open)
        whole[closed] = table.log_joint(string_of(closed, words))
    assert found.log_end[0] == pytest.approx(np.logaddexp.reduce(list(whole.values())), abs=1e-9)
    parse = found.parses[0]
    assert parse is not None
    best = max(whole, key=lambda actions: whole[actions])
    assert parse.log_joint == pytest.approx(whole[best], abs=1e-9)
    assert tuple(action.removeprefix("NT(").removesuffix(")") for action in parse.actions) == best
    tree_of([str(word) for word in words], parse.actions)


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=4), min_size=1, max_size=3),
    st.integers(1, 12),
    st.integers(1, 6),
    st.integers(0, 2),
    st.integers(0, 5),
)
@settings(max_examples=25, deadline=None)
def test_a_beam_never_exceeds_the_whole_and_company_changes_nothing(
    sentences, beam, word_beam, fast_track, seed
) -> None:
    limits = Limits(2, 3)
    texts = [np.array(words) for words in sentences]
    sizes = BeamSizes(beam, word_beam, fast_track)
    whole = search_of(Table(seed), UNLIMITED, limits)(texts).log_prefix
    found = search_of(Table(seed), sizes, limits)(texts).log_prefix
    for text, all_of_it, some in zip(texts, whole, found, strict=True):
        assert (some <= all_of_it + 1e-12).all()
        alone = search_of(Table(seed), sizes, limits)([text]).log_prefix[0]
        np.testing.assert_allclose(alone, some, atol=1e-12)
        assert (np.diff(all_of_it, prepend=0.0) <= 1e-12).all()  # a longer beginning is no more probable


def test_strings_longer_than_the_context_are_dropped() -> None:
    limits = Limits(2, 3)
    words = [0, 1]
    table = Table(3)
    for context in (4, 5, 6):
        found = search_of(table, UNLIMITED, limits, context)([np.array(words)])
        strings = [string_of(actions, words) for actions in beginnings(2, limits)]
        logs = [table.log_joint(one) for one in strings if len(one) + 1 <= context]
        expected = np.logaddexp.reduce(logs) if logs else -math.inf
        assert found.log_prefix[0][1] == pytest.approx(expected, abs=1e-9)
        assert found.n_kept[0][1] == len(logs)


def test_words_are_no_brackets() -> None:
    [tree] = parse_trees("(S (NP (-LRB- -LRB-) (NN x)) (. .))")
    assert string_of_tree(tree) == "(S (NP -LRB- x NP) . S)"
    assert without_brackets(string_of_tree(tree)) == " -LRB- x ."
    for word, label in itertools.product(("(", ")", ":(", "(NP"), ("NP",)):
        assert leaf_text(word) not in (f"({label}", f"{label})")
    assert tree_labels({"(": 1, ")": 2, "(NP": 3}) == {}
