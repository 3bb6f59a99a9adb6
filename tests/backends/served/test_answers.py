"""How answers are read; what is refused is tried in test_probe.py, on a server."""

from __future__ import annotations

import math

import numpy as np
import pytest

from syntaxgym_lite.backends.served.answers import OpenAi, Vllm, next_bits, next_token, read_answer
from syntaxgym_lite.errors import ModelError

URL = "http://h"


def of_openai(values, index=0, tokens=None):
    return {"index": index, "logprobs": {"token_logprobs": values, "tokens": tokens or ["x"] * len(values)}}


def test_answers_come_in_the_order_of_prompts_whatever_theirs_is():
    answer = {"choices": [of_openai([None, -2.0], 1), of_openai([None, -1.0], 0)], "usage": {"prompt_tokens": 4}}
    one, two = read_answer(OpenAi("m", URL, 0), answer, [(0, 1), (0, 2)])
    assert (one.nats[1], two.nats[1]) == (1.0, 2.0)
    assert np.isnan(one.nats[0])


def test_what_is_generated_is_left_out():
    [one] = read_answer(OpenAi("m", URL, 1), {"choices": [of_openai([None, -2.0, -9.0])]}, [(0, 1)])
    assert one.nats[1:].tolist() == [2.0]


@pytest.mark.parametrize(("written", "nats"), [(-9999.0, math.inf), (-math.inf, math.inf), (0.0, 0.0), (1e-6, 0.0)])
def test_minus_infinity_is_read_as_vllm_writes_it(written, nats):
    [one] = read_answer(OpenAi("m", URL, 0), {"choices": [of_openai([None, written])]}, [(0, 1)])
    assert one.nats[1] == pytest.approx(nats, abs=1e-5)


def test_ids_that_are_spelt_out_are_held_against_those_sent():
    answer = {"choices": [of_openai([None, -2.0], tokens=["token_id:0", "token_id:7"])]}
    assert read_answer(OpenAi("m", URL, 0), answer, [(0, 7)])[0].strings == ()
    with pytest.raises(ModelError, match="other token ids"):
        read_answer(OpenAi("m", URL, 0), answer, [(0, 8)])


def test_vllm_gives_the_value_and_rank_of_the_id_that_was_sent_among_others():
    entry = {"5": {"logprob": -0.1, "rank": 1}, "7": {"logprob": -3.0, "rank": 12, "decoded_token": " fox"}}
    [one] = read_answer(Vllm("m", URL, 1), {"choices": [{"index": 0, "prompt_logprobs": [None, entry]}]}, [(0, 7)])
    assert (one.nats[1], one.ranks.tolist(), one.strings) == (3.0, [0, 12], ("", " fox"))


def test_without_ranks_there_are_none():
    entry = {"7": {"logprob": -3.0}}
    [one] = read_answer(Vllm("m", URL, 1), {"choices": [{"index": 0, "prompt_logprobs": [None, entry]}]}, [(0, 7)])
    assert one.ranks is None


@pytest.mark.parametrize(
    "answer", [{}, {"choices": 3}, {"choices": [3]}, {"choices": []}, {"choices": [{"index": []}]}]
)
def test_what_is_no_answer_is_refused(answer):
    with pytest.raises(ModelError, match=URL):
        read_answer(OpenAi("m", URL, 0), answer, [(0, 1)])


@pytest.mark.parametrize(
    ("choice", "token"),
    [
        ({"text": " the", "logprobs": {"tokens": ["token_id:12"]}}, (12, None)),
        ({"text": " the", "logprobs": {"tokens": [" the"]}}, (None, " the")),
        ({"text": " the"}, (None, " the")),
        ({}, (None, None)),
    ],
)
def test_a_generated_token_is_known_by_its_id_or_its_spelling(choice, token):
    assert next_token({"choices": [choice]}) == token


@pytest.mark.parametrize(
    ("logprobs", "bits"),
    [
        ({"token_logprobs": [None, -1.0, -2 * math.log(2)]}, 2.0),
        ({"token_logprobs": [0.0]}, None),  # of the choice, not of the model
        ({"token_logprobs": [-9999.0]}, None),
        ({"token_logprobs": ["x"]}, None),
        ({"token_logprobs": []}, None),
        (None, None),
    ],
)
def test_a_generated_token_has_the_value_that_it_was_generated_with(logprobs, bits):
    assert next_bits({"choices": [{"text": " the", "logprobs": logprobs}]}) == (bits and pytest.approx(bits))
