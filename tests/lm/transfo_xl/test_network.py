"""Transformer-XL: against loops of our own, and against what transformers 4.35.2 says; each trap is shown to matter."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file
from support.plain_xl import PlainXl

import syntaxgym_lite.lm.transfo_xl.network as network_module
from syntaxgym_lite.errors import ModelError
from syntaxgym_lite.lm.transfo_xl.config import XlConfig
from syntaxgym_lite.lm.transfo_xl.network import TransfoXl, _shapes

GOLDENS = ("a-divval4-tied", "b-divval1-tied", "c-untied-prenorm")


def golden(shared_dir, name):
    folder = shared_dir / "goldens" / "architectures" / "transformer-xl" / name
    weights = load_file(folder / "model.safetensors")
    return XlConfig.read(folder / "config.json"), weights, json.loads((folder / "expected.json").read_text("utf-8"))


def network_of(config, weights, dtype=torch.float64):
    return TransfoXl(config, {name: tensor.to(dtype) for name, tensor in weights.items()}, "here")


def log_probs(network, words, segments=(), **how):
    edges = [0, *segments, len(words)]
    memory, outputs = None, []
    for start, stop in pairwise(edges):
        output, memory = network(torch.tensor([words[start:stop]]), memory, **how)
        outputs.append(output[0])
    rows = torch.arange(len(words) - 1)
    nats, _ = network.decoder.surprisals(torch.cat(outputs)[:-1], torch.tensor(words[1:]), rows)
    return -nats.double().numpy()


def values(numbers):
    return np.array(numbers[1:], float)  # the first has none


@pytest.mark.parametrize("name", GOLDENS)
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float32, 2e-5), (torch.float64, 1e-8)])
def test_goldens_of_transformers_are_equal(shared_dir, name, dtype, tolerance):
    config, weights, expected = golden(shared_dir, name)
    network = network_of(config, weights, dtype)
    for one in expected["sentences"]:
        for words, segments, key in (
            (one["ids"], (), "logprob"),
            (one["ids"], (one["cut"],), "logprob_two_segments"),
            (one["ids"][1:-1], (), "logprob_bare"),
        ):
            # sentences are within 1e-5 in float32, too
            closest = min(tolerance, 1e-5)
            np.testing.assert_allclose(log_probs(network, words, segments), values(one[key]), atol=closest, rtol=0)
    stream = expected["stream"]
    segments = range(stream["segment_length"], len(stream["ids"]), stream["segment_length"])
    np.testing.assert_allclose(
        log_probs(network, stream["ids"], segments), values(stream["logprob"]), atol=tolerance, rtol=0
    )


@pytest.mark.parametrize("name", GOLDENS)
def test_the_loops_agree_with_the_goldens_too(shared_dir, name):
    config, weights, expected = golden(shared_dir, name)
    for one in expected["sentences"][-3:-1]:
        plain = PlainXl(config, weights).log_probs(one["ids"], segments=(one["cut"],))
        np.testing.assert_allclose(plain, values(one["logprob_two_segments"]), atol=1e-8, rtol=0)


def worst(shared_dir, name, change, **how):
    """How far a wrong way is from the goldens: ours, and that of the loops, which agree."""
    config, weights, expected = golden(shared_dir, name)
    found = []
    for one in (expected["sentences"][0], expected["sentences"][-1]):
        plain = PlainXl(replace(config, **change), weights, **how).log_probs(one["ids"])
        found.append(np.abs(plain - values(one["logprob"])).max())
        if not how:
            ours = log_probs(network_of(replace(config, **change), weights), one["ids"])
            np.testing.assert_allclose(ours, plain, atol=1e-10)
    return max(found)


@pytest.mark.parametrize("name", GOLDENS)
def test_an_empty_memory_gives_other_numbers_than_one_of_zeros(shared_dir, name):
    config, weights, expected = golden(shared_dir, name)
    assert worst(shared_dir, name, {}, empty=True) > 0.8
    ids = expected["sentences"][0]["ids"]
    ours = log_probs(network_of(config, weights), ids, n_zeros=0)
    np.testing.assert_allclose(ours, PlainXl(config, weights, empty=True).log_probs(ids), atol=1e-10)


@pytest.mark.parametrize("name", GOLDENS)
def test_columns_of_the_bands_in_reverse_give_other_numbers(shared_dir, name):
    assert worst(shared_dir, name, {}, backwards=True) > 0.8


@pytest.mark.parametrize("name", GOLDENS)
def test_the_other_same_length_gives_other_numbers(shared_dir, name):
    config, *_ = golden(shared_dir, name)
    assert worst(shared_dir, name, {"same_length": not config.same_length}) > 0.8


def test_a_clamp_that_is_ignored_gives_other_numbers(shared_dir):
    assert worst(shared_dir, "a-divval4-tied", {"clamp_len": -1}) > 0.5


@st.composite
def models(draw):
    """A small model of any kind with random weights."""
    n_bands = draw(st.integers(1, 4))
    cutoffs = tuple(sorted(draw(st.sets(st.integers(1, 19), min_size=n_bands - 1, max_size=n_bands - 1))))
    div_val = draw(st.sampled_from([1, 2]))
    d_embed, d_model = draw(st.sampled_from([(8, 8), (8, 6), (16, 4)]))
    same_length = draw(st.booleans())
    config = XlConfig(
        vocab_size=20, cutoffs=cutoffs, d_model=d_model, d_embed=d_embed, n_head=draw(st.integers(1, 2)), d_head=3,
        d_inner=5, n_layer=draw(st.integers(1, 2)), div_val=div_val, mem_len=draw(st.integers(int(same_length), 6)),
        clamp_len=draw(st.sampled_from([-1, 0, 1, 4, 50])), same_length=same_length, pre_lnorm=draw(st.booleans()),
        untie_r=draw(st.booleans()), tied=draw(st.booleans()),
        tie_projs=tuple(draw(st.lists(st.booleans(), max_size=n_bands))),
    )  # fmt: skip
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    return config, {name: torch.from_numpy(rng.normal(size=shape)) for name, shape in _shapes(config).items()}


@settings(max_examples=40)
@given(
    models(),
    st.lists(st.integers(0, 19), min_size=2, max_size=9),
    st.sets(st.integers(1, 8), max_size=3),
    st.sampled_from([1, 40, network_module.SCORES_AT_ONCE]),
)
def test_any_model_is_what_the_loops_say_in_any_segments(model, words, cuts, scores_at_once):
    config, weights = model
    segments = sorted(cut for cut in cuts if cut < len(words))
    network = TransfoXl(config, weights, "here")
    expected = PlainXl(config, weights).log_probs(words, segments=segments)
    with pytest.MonkeyPatch.context() as patch:  # long texts are read some queries at a time
        patch.setattr(network_module, "SCORES_AT_ONCE", scores_at_once)
        found = log_probs(network, words, segments)
    np.testing.assert_allclose(found, expected, atol=1e-9, rtol=0)
    # all words after the text together have probability 1, and ranks count those that are as likely
    outputs, _ = network(torch.tensor([words]))
    nats, ranks = network.decoder.surprisals(
        outputs[0, -1:], torch.arange(20), torch.zeros(20, dtype=torch.int64), ranks=True
    )
    assert float(torch.exp(-nats).sum()) == pytest.approx(1, abs=1e-12)
    assert sorted(ranks.tolist()) == list(range(1, 21))


@given(models())
@settings(max_examples=10)
def test_a_longer_text_before_another_changes_nothing_in_it(model):
    network = TransfoXl(*model, "here")
    together, _ = network(torch.tensor([[1, 2, 3, 4, 5], [1, 7, 0, 0, 0]]))
    alone, _ = network(torch.tensor([[1, 7]]))
    torch.testing.assert_close(together[1, :2], alone[0], atol=1e-12, rtol=0)
    after_longer, _ = network(torch.tensor([[1, 2, 3, 4, 5]]))
    torch.testing.assert_close(together[0], after_longer[0], atol=1e-12, rtol=0)


def test_a_missing_weight_and_one_of_another_shape_are_named(shared_dir):
    config, weights, _ = golden(shared_dir, "a-divval4-tied")
    for name in ("crit.cluster_bias", "transformer.layers.2.dec_attn.r_r_bias", "crit.out_projs.0"):
        with pytest.raises(ModelError, match=rf"^here: the model file lacks {name}\.$"):
            network_of(config, {other: tensor for other, tensor in weights.items() if other != name})
    with pytest.raises(ModelError, match=r"emb_layers\.1\.weight has the shape \(18, 16\); \(18, 32\) is due"):
        network_of(replace(config, div_val=2), weights)
