"""A model that can be asked: what it refuses, and when it is opened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.toys import WordBackend

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.scoring.cache import SurprisalCache
from syntaxgym_lite.scoring.scorer import ModelChangedError, Scorer
from syntaxgym_lite.surprisal import Capabilities, ScoringOptions


@pytest.mark.parametrize(
    ("capabilities", "why"),
    [
        (Capabilities(context="both"), "both sides"),
        (Capabilities(units="words"), "whole words"),
        (Capabilities(any_text=False), "recorded"),
    ],
)
def test_models_whose_word_ends_cannot_be_moved_are_refused_with_the_reason(capabilities, why):
    with pytest.raises(InputError, match=f"toy cannot be corrected: .*{why}"):
        Scorer("toy", WordBackend(capabilities=capabilities)).require(ScoringOptions(boundaries=True))


@pytest.fixture
def cache(tmp_path):
    with SurprisalCache(tmp_path) as cache:
        yield cache


def model(fingerprint: str = "a" * 64, bits: float = 2.0) -> WordBackend:
    """Every word costs as many bits."""
    backend = WordBackend(lambda word: bits)
    backend.info = replace(backend.info, fingerprint=fingerprint)
    return backend


def test_a_model_is_opened_only_for_a_sentence_that_is_not_known(cache):
    Scorer("toy", model(), cache=cache).score(["the fox"])
    opened = []

    def open_it():
        opened.append(True)
        return model()

    later = Scorer("toy", open_it, cache=cache, info=model().info)
    assert later.score(["the fox", "the fox"])[1].bits.tolist() == [2.0, 2.0]
    assert not opened
    assert [one.bits.tolist() for one in later.score(["the fox", "a dog"])] == [[2.0, 2.0], [2.0, 2.0]]
    assert len(opened) == 1


def test_a_model_that_turns_out_to_be_another_one_is_asked_for_everything_again(cache):
    """What was looked up under the old fingerprint is not mixed with what the new model says."""
    Scorer("toy", model(), cache=cache).score(["the fox"])
    changed = Scorer("toy", lambda: model("b" * 64, 5.0), cache=cache, info=model().info)
    asked = []

    def task(scorer):
        asked.append(scorer.info.fingerprint[0])
        return [scorer.score([text])[0].bits.tolist() for text in ("the fox", "a dog")]

    assert changed.do(task) == [[5.0, 5.0], [5.0, 5.0]]
    assert asked == ["a", "b"]


def test_without_a_task_to_repeat_the_change_is_an_error_and_the_next_answer_right(cache):
    Scorer("toy", model(), cache=cache).score(["the fox"])
    changed = Scorer("toy", lambda: model("b" * 64, 5.0), cache=cache, info=model().info)
    with pytest.raises(ModelChangedError, match="toy is not the model that it was"):
        changed.score(["a dog"])
    assert changed.score(["the fox"])[0].bits.tolist() == [5.0, 5.0]


@pytest.mark.parametrize(
    ("lowercase", "text", "said"),
    [
        (True, "İstanbul", True),
        (True, "Istanbul", False),
        ("tr", "İstanbul", False),
        (False, "İstanbul", False),
    ],
)
def test_a_letter_that_lower_casing_makes_two_is_warned_of(lowercase, text, said):
    """Field case A16: such words are unknown to every model of Turkish."""
    backend = WordBackend()
    backend.info = replace(backend.info, options={"lowercase": lowercase})
    [scored] = Scorer("toy", backend).score([text])
    assert any("`lowercase=tr`" in warning for warning in scored.warnings) == said
