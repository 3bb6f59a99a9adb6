"""Word-synchronous beam search: the public implementation's numbers, enumeration, and what always holds."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from support.plain_rnng import PlainRnng
from support.rnng_goldens import NAMES, Golden, numbers, tiny_network

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.rnng.actions import Derivation, Limits, tree_of
from syntaxgym_lite.lm.rnng.beam import BeamSearch, BeamSizes
from syntaxgym_lite.lm.rnng.derivations import Encoded, log_probabilities
from syntaxgym_lite.lm.rnng.network import Shape
from syntaxgym_lite.lm.rnng.stacks import StackGrammar

UNLIMITED = BeamSizes(10**9, 10**9, 10**9)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-8), (torch.float32, 1e-4)])
@pytest.mark.parametrize("setting", range(5))
def test_beams_are_the_public_implementations(
    shared_dir: Path, name: str, dtype: torch.dtype, tolerance: float, setting: int
) -> None:
    golden = Golden.of(shared_dir, name)
    sentences = golden.expected["sentences"]
    expected = [sentence["beams"][setting] for sentence in sentences]
    sizes = BeamSizes(*(expected[0][key] for key in ("beam", "word_beam", "shift")))
    grammar = StackGrammar(golden.network(dtype), golden.config["nonterminals"])
    search = BeamSearch(grammar, sizes, Limits(expected[0]["max_consecutive_nts"]))
    found = search([numbers(sentence["ids"]) for sentence in sentences], parses=True)
    for place, one in enumerate(expected):
        np.testing.assert_allclose(found.log_prefix[place], one["log_prefix"], atol=tolerance, rtol=0)
        np.testing.assert_allclose(found.surprisals()[place], one["surprisal"], atol=2 * tolerance, rtol=0)
        assert found.log_end[place] == pytest.approx(one["log_end"], abs=tolerance)
        parse = found.parses[place]
        assert parse is not None
        assert parse.log_joint == pytest.approx(one["best_log_joint"], abs=tolerance)
        assert str(tree_of(sentences[place]["sentence"].split(), parse.actions)) == one["best_tree"]
        assert found.n_closed[place] == one["parses"]


@pytest.mark.parametrize("name", NAMES)
def test_an_unlimited_beam_is_the_exhaustive_sum_of_the_public_implementation(shared_dir: Path, name: str) -> None:
    golden = Golden.of(shared_dir, name)
    ids = {sentence["sentence"]: sentence["ids"] for sentence in golden.expected["sentences"]}
    some = golden.expected["exhaustive"][:1]  # 50,148 derivations each
    search = BeamSearch(StackGrammar(golden.network(), golden.config["nonterminals"]), UNLIMITED, Limits(2))
    found = search([numbers(ids[one["sentence"]])[:2] for one in some])
    for place, one in enumerate(some):
        np.testing.assert_allclose(found.log_prefix[place], one["log_prefix"][:2], atol=1e-8, rtol=0)
        assert found.n_kept[place].tolist() == one["derivations_after_word"][:2]


def tiny(seed: int, composition: Literal["lstm", "attention"], padded: bool, scale: float = 1.0) -> Shape:
    return Shape(4, 2, 3, 3, 1 + seed % 2, composition, ("top", "below")[seed // 2 % 2], padded)  # type: ignore[arg-type]


models = st.tuples(st.integers(0, 10**6), st.sampled_from(("lstm", "attention")), st.booleans())
sentence = st.lists(st.integers(1, 3), min_size=1, max_size=3)


@settings(max_examples=20)
@given(models, sentence, st.integers(1, 2))
def test_an_unlimited_beam_equals_plain_enumeration(
    model: tuple[int, Literal["lstm", "attention"], bool], words: list[int], consecutive: int
) -> None:
    words = words[: 3 if consecutive == 1 else 2]
    shape = tiny(*model)
    network = tiny_network(shape, model[0])
    plain = PlainRnng(network.weights(), padded=shape.padded, attends_from=shape.attends_from)
    every = plain.enumerated(words, consecutive)
    found = BeamSearch(StackGrammar(network, "ab"), UNLIMITED, Limits(consecutive))([numbers(words)])
    np.testing.assert_allclose(found.log_prefix[0], [np.logaddexp.reduce(one) for one in every], atol=1e-9, rtol=0)
    assert found.n_kept[0].tolist() == [len(one) for one in every]


@settings(max_examples=40)
@given(models, sentence, st.integers(1, 3), st.integers(1, 12), st.integers(1, 12), st.integers(0, 4))
def test_a_finite_beam_never_exceeds_it(
    model: tuple[int, Literal["lstm", "attention"], bool],
    words: list[int],
    consecutive: int,
    beam: int,
    word_beam: int,
    fast_track: int,
) -> None:
    words = words[: 3 if consecutive == 1 else 2]
    network = tiny_network(tiny(*model), model[0])
    limits = Limits(consecutive)
    whole = BeamSearch(StackGrammar(network, "ab"), UNLIMITED, limits)([numbers(words)])
    sizes = BeamSizes(beam, word_beam, fast_track)
    found = BeamSearch(StackGrammar(network, "ab"), sizes, limits)([numbers(words)], parses=True)
    assert (found.log_prefix[0] <= whole.log_prefix[0] + 1e-12).all()
    assert (found.surprisals()[0] >= -1e-12).all()
    assert (found.n_kept[0] <= min(word_beam, sizes.room)).all()
    parse = found.parses[0]
    assert parse is not None
    assert parse.log_joint <= found.log_end[0] + 1e-12 <= found.log_prefix[0][-1] + 2e-12
    # fewer may be closed than were kept at the last word, where the room is small
    assert 1 <= found.n_closed[0] <= found.n_kept[0][-1]
    assert (found.n_closed[0] == 1) == (found.log_end[0] - parse.log_joint < 1e-12)
    # the parse is a tree over the words, worth what it is said to be worth
    tree_of([str(word) for word in words], parse.actions)
    given_tree = Encoded.of(Derivation(("w",) * len(words), parse.actions), numbers(words), "ab")
    again = float(log_probabilities(network, [given_tree], limits=limits).total[0])
    assert parse.log_joint == pytest.approx(again, abs=1e-9)


@settings(max_examples=20)
@given(models, st.lists(st.lists(st.integers(1, 3), max_size=5), min_size=1, max_size=6), st.randoms())
def test_a_sentence_is_worth_the_same_in_any_company(
    model: tuple[int, Literal["lstm", "attention"], bool], some: list[list[int]], random: object
) -> None:
    network = tiny_network(tiny(*model), model[0])
    search = BeamSearch(StackGrammar(network, "ab"), BeamSizes(8, 4, 1), Limits(3))
    together = search([numbers(words) for words in some], parses=True)
    for place, words in enumerate(some):
        alone = search([numbers(words)], parses=True)
        np.testing.assert_allclose(together.log_prefix[place], alone.log_prefix[0], atol=1e-10, rtol=0)
        ours, theirs = together.parses[place], alone.parses[0]
        assert (ours is None) == (theirs is None) == (not words)
        assert ours is None or theirs is None or ours.actions == theirs.actions


def test_a_beginning_is_worth_the_same_whatever_follows() -> None:
    search = BeamSearch(StackGrammar(tiny_network(Shape(5, 2, 4, 4, 1), 3), "ab"), BeamSizes(20, 5, 1))
    long, short = (search([numbers(words)]).log_prefix[0] for words in ([1, 2, 3, 4], [1, 2]))
    np.testing.assert_allclose(long[:2], short, atol=1e-12)


def test_many_sentences_are_searched_in_parts() -> None:
    search = BeamSearch(StackGrammar(tiny_network(Shape(5, 2, 4, 4, 1), 3), "ab"), BeamSizes(3000, 5, 1), Limits(1))
    found = search([numbers([1 + i % 4, 1 + i // 4]) for i in range(9)])
    assert len(found.log_prefix) == 9
    assert all(math.isfinite(one[-1]) for one in found.log_prefix)


def test_the_room_moves_the_numbers(shared_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = Golden.of(shared_dir, NAMES[0])
    words = [numbers(one["ids"]) for one in golden.expected["sentences"]]
    search = BeamSearch(StackGrammar(golden.network(), golden.config["nonterminals"]), BeamSizes(10, 30, 5))
    with_room = np.concatenate(search(words).log_prefix)
    monkeypatch.setattr(BeamSizes, "room", 10**9)
    without = np.concatenate(search(words).log_prefix)
    assert np.abs(with_room - without).max() > 1e-3


@pytest.mark.parametrize("values", [(0, 1, 1), (1, 0, 1), (1, 1, -1)])
def test_sizes_that_are_none_are_refused(values: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="must be at least"):
        BeamSizes(*values)
