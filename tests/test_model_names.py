"""Settings of models in words, and what tells two settings of one model apart."""

from __future__ import annotations

import pytest

from syntaxgym_lite.model_names import settings_apart, settings_shown


@pytest.mark.parametrize(
    ("options", "shown", "of_note"),
    [
        ({}, [], []),
        ({"bos": "auto", "dtype": "float32", "words": "clitics"}, [], []),
        ({"bos": "<s>", "dtype": "float16"}, ["float16", "BOS <s>"], ["float16"]),
        ({"bos": "none"}, ["no BOS"], ["no BOS"]),
        ({"pll": "within-word-l2r", "sides": "both"}, ["PLL within-word-l2r"], []),
        ({"pll": "original"}, ["PLL original"], ["PLL original"]),
        ({"pll": "original", "sides": "left"}, ["left context only"], ["left context only"]),
    ],
)
def test_what_moves_scores_far_is_said(options, shown, of_note):
    assert settings_shown(options) == shown
    assert settings_shown(options, all_=False) == of_note


def test_options_that_change_no_number_tell_nothing_apart():
    assert settings_apart([{"device": "cpu", "batching": "trees"}, {"device": "cuda", "batching": "padded"}]) is None


def test_a_difference_beside_those_that_are_shown_is_not_hidden():
    assert settings_apart([{"bos": "<s>", "window": None}, {"bos": "none", "window": 128}]) == [
        "bos=<s>, window=None",
        "bos=none, window=128",
    ]
