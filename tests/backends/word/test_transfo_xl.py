from __future__ import annotations

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest
from safetensors.torch import load_file
from support.plain_xl import PlainXl

from syntaxgym_lite.backends.identity import identify
from syntaxgym_lite.backends.specs import load_backend, split_spec
from syntaxgym_lite.backends.word.transfo_xl import load
from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError
from syntaxgym_lite.lm.transfo_xl.config import XlConfig
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend

GOLDENS = ("a-divval4-tied", "b-divval1-tied", "c-untied-prenorm")
LN2 = np.log(2)


@pytest.fixture
def folders(shared_dir):
    return shared_dir / "goldens" / "architectures" / "transformer-xl"


@pytest.fixture
def model(folders, tmp_path):
    """A copy of one, to be changed."""
    for file in ("config.json", "vocab.txt", "model.safetensors"):
        shutil.copy(folders / "a-divval4-tied" / file, tmp_path)
    return tmp_path


def changed(folder, **settings):
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **settings}), "utf-8")


def goldens_of(folder):
    return json.loads((folder / "expected.json").read_text("utf-8"))["sentences"]


@pytest.mark.parametrize("name", GOLDENS)
@pytest.mark.parametrize(("dtype", "tolerance"), [("auto", 1e-5), ("float64", 1e-8)])
def test_a_folder_is_recognised_and_gives_the_goldens_in_any_batch(folders, name, dtype, tolerance):
    backend = load_backend(str(folders / name), {"words": "whitespace", "dtype": dtype})
    assert backend.info.backend == "transfo-xl"
    expected = goldens_of(folders / name)
    for batch in (expected, expected[::-1], expected[3:4]):
        scored = backend.score([one["sentence"] for one in batch], ScoringOptions(eos=True))
        for one, result in zip(batch, scored, strict=True):
            nats = np.array([*result.bits, result.eos_bits]) * LN2
            np.testing.assert_allclose(-nats, one["logprob"][1:], atol=tolerance, rtol=0)


@pytest.mark.parametrize("name", GOLDENS)
def test_without_a_start_the_first_word_has_no_value(folders, name):
    backend = load(str(folders / name), words="whitespace", bos="none")
    assert not backend.info.capabilities.first_token
    for one, result in zip(
        goldens_of(folders / name), backend.score([s["sentence"] for s in goldens_of(folders / name)]), strict=True
    ):
        assert np.isnan(result.bits[0])
        np.testing.assert_allclose(-result.bits[1:] * LN2, one["logprob_bare"][1:], atol=1e-5, rtol=0)
    [empty] = backend.score([""], ScoringOptions(eos=True, ranks=True))
    assert np.isnan(empty.eos_bits)


@pytest.mark.parametrize("name", GOLDENS)
@pytest.mark.parametrize("options", [{}, {"bos": "none", "segment": 3}], ids=str)
def test_the_backend_keeps_its_promises(folders, name, options):
    check_backend(load(str(folders / name), **options))


def test_segments_are_those_of_the_goldens(folders):
    for name in GOLDENS:
        for one in goldens_of(folders / name)[:4]:
            # two segments, the first `cut` long, which is more than half
            backend = load(str(folders / name), words="whitespace", segment=one["cut"], dtype="float64")
            [result] = backend.score([one["sentence"]], ScoringOptions(eos=True))
            if 2 * one["cut"] >= len(one["ids"]):
                nats = np.array([*result.bits, result.eos_bits]) * LN2
                np.testing.assert_allclose(-nats, one["logprob_two_segments"][1:], atol=1e-8, rtol=0)


def test_settings_of_memory_can_be_changed_and_count_for_the_fingerprint(folders):
    folder = folders / "a-divval4-tied"
    [one] = goldens_of(folder)[-1:]
    fingerprints = [load(str(folder)).info.fingerprint]
    for change in ({"mem_len": 4}, {"clamp_len": 3}, {"same_length": False}, {"segment": 5}, {"bos": "none"},
                   {"lowercase": True}, {"words": "whitespace"}, {"dtype": "float64"}):  # fmt: skip
        backend = load(str(folder), **change)
        fingerprints.append(backend.info.fingerprint)
        assert all(backend.info.options[name] == value for name, value in change.items())
        if set(change) <= {"mem_len", "clamp_len", "same_length"}:
            config = replace(XlConfig.read(folder / "config.json"), **change)
            plain = PlainXl(config, load_file(folder / "model.safetensors")).log_probs(one["ids"][:12])
            [result] = load(str(folder), words="whitespace", dtype="float64", **change).score([one["sentence"]])
            np.testing.assert_allclose(-result.bits[:11] * LN2, plain, atol=1e-9)
    assert len(set(fingerprints)) == len(fingerprints)


def test_words_are_cut_as_its_tokenizer_cuts_them_and_shown_as_written(model):
    words = (model / "vocab.txt").read_text("utf-8").split("\n")
    words[10:13] = ["@-@", '"', "@,@"]
    (model / "vocab.txt").write_text("\n".join(words), "utf-8")
    [scored] = load(str(model)).score(["the sun-rose “fox” 1,000."])
    assert scored.tokens == ("the", "sun", "@-@", "rose", '"', "<unk>", '"', "<unk>", "@,@", "<unk>", ".")
    assert scored.spans.tolist()[:4] == [[0, 3], [4, 7], [7, 8], [8, 12]]
    assert scored.oov.tolist() == [w == "<unk>" for w in scored.tokens]
    lowered = load(str(model), lowercase=True).score(["THE Sun"])[0]
    assert (lowered.tokens, lowered.oov.tolist()) == (("THE", "Sun"), [False, False])


def test_a_context_is_read_but_not_scored(folders):
    backend = load(str(folders / "c-untied-prenorm"))
    [whole] = backend.score(["the old gardener watered"], ScoringOptions(ranks=True))
    [part] = backend.score(["gardener watered"], ScoringOptions(context="the old ", ranks=True))
    assert part.spans.tolist() == [[0, 8], [9, 16]]
    np.testing.assert_allclose(part.bits, whole.bits[2:], atol=1e-5)
    assert part.ranks.tolist() == whole.ranks[2:].tolist()
    bare = load(str(folders / "c-untied-prenorm"), bos="none")
    [part] = bare.score(["gardener watered"], ScoringOptions(context="the old "))
    assert not np.isnan(part.bits).any()


def test_options_that_cannot_be_are_refused(model):
    for options, message in (
        ({"bos": "<s>"}, "bos=<s>"),
        ({"words": "moses "}, "no word-splitting scheme 'moses '; known are moses, treebank"),
        ({"segment": 0}, "segment must be at least 1"),
        ({"mem_len": -1}, "mem_len.? must be a whole number of at least 0"),
        ({"clamp_len": 1.5}, "clamp_len.? must be a whole number of at least -1"),
        ({"same_length": "yes"}, "same_length.? is true or false"),
        ({"mem_len": 0}, "leaves a word nothing to see with same_length"),
        ({"dtype": "float16"}, "dtype=float16"),
        ({"revision": "main"}, "local models have no revisions"),
    ):
        with pytest.raises(InputError, match=message):
            load(str(model), **options)
    load(str(model), mem_len=0, same_length=False).score(["the sun"])


def test_other_models_are_refused_and_other_folders_are_not_taken(model):
    assert split_spec(str(model))[0] == "transfo-xl"
    with pytest.raises(ModelError, match="which transformers no longer reads; write transfo-xl:"):
        load_backend(f"hf:{model}")
    with pytest.raises(ModelError, match=r"is a Transformer-XL, which learnt text, .*; write transfo-xl:"):
        load_backend(f"treelm:{model}")
    changed(model, model_type="gpt2")
    assert split_spec(str(model))[0] == "hf"
    with pytest.raises(ModelError, match=r'this is a model of type "gpt2", not a Transformer-XL'):
        load(str(model))
    changed(model, model_type="transfo-xl", n_layer=4)
    with pytest.raises(ModelError, match=r"model\.safetensors: the model file lacks transformer\.layers\.3\."):
        load(str(model))
    with pytest.raises(ModelNotFoundError, match="is a file; give the folder"):
        load(str(model / "config.json"))
    with pytest.raises(ModelNotFoundError, match="nowhere"):
        load("./nowhere")


def test_a_change_of_any_file_is_seen_without_opening_the_model(model):
    before = identify(f"transfo-xl:{model}").key
    (model / "tokenizer_config.json").write_text('{"lower_case": true}', "utf-8")
    after = identify(f"transfo-xl:{model}").key
    assert before != after
    assert load(str(model)).info.options["lowercase"] is True


def test_a_name_on_the_hub_is_looked_up_there(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert split_spec("transfo-xl/transfo-xl-wt103") == ("transfo-xl", "transfo-xl/transfo-xl-wt103", {})
    with pytest.raises(ModelNotFoundError, match="not in the local cache"):
        load("transfo-xl/no-such-model")
