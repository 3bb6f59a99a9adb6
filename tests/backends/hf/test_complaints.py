"""Folders whose files do not belong together: never a number from them, and a sentence that names the file at fault."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from support import tiny_masked, tiny_models
from support.tiny_models import TEXTS, tiny_gpt

from syntaxgym_lite import evaluate
from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.hf import causal, masked
from syntaxgym_lite.backends.hf.complaints import layers_among
from syntaxgym_lite.backends.hf.open import quiet
from syntaxgym_lite.errors import ModelError


@pytest.fixture(scope="module")
def good_gpt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with quiet():
        return tiny_models.save(tmp_path_factory.mktemp("models") / "tiny-gpt", *tiny_gpt())


@pytest.fixture(scope="module")
def good_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with quiet():
        return tiny_models.save(tmp_path_factory.mktemp("models") / "tiny-bert", *tiny_masked.masked_model("Bert"))


@pytest.fixture
def gpt(good_gpt: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(good_gpt, tmp_path / "gpt"))


@pytest.fixture
def bert(good_bert: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(good_bert, tmp_path / "bert"))


def edit(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def edit_weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], Any]) -> None:
    weights = load_file(folder / "model.safetensors")
    change(weights)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def refusal(name: str) -> str:
    with pytest.raises(ModelError) as caught:
        load_backend(name)
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)
    return str(caught.value)


# ---------------------------------------------------------------------------------------------------------------------
# Weights that the model does not take


def test_a_configuration_with_fewer_layers_than_the_weights_is_refused(gpt):
    """transformers would leave the layers out, and give other numbers without a word."""
    edit(gpt / "config.json", n_layer=1)
    text = refusal(str(gpt))
    assert "hold weights of layers that the model does not have" in text
    assert "transformer.h.1.attn.c_attn.weight" in text


def test_so_is_a_configuration_without_a_single_layer(gpt):
    edit(gpt / "config.json", n_layer=0)
    assert "transformer.h.0." in refusal(str(gpt))


def test_so_is_one_of_a_masked_model(bert):
    layers = json.loads((bert / "config.json").read_text())["num_hidden_layers"]
    edit(bert / "config.json", num_hidden_layers=layers - 1)
    assert f"encoder.layer.{layers - 1}." in refusal(f"mlm:{bert}")


def test_layers_are_known_though_the_files_leave_out_the_prefix(gpt):
    """As files of the bare body do, which are read all the same."""
    edit(gpt / "config.json", n_layer=1)
    edit_weights(gpt, lambda w: [w.update({key.removeprefix("transformer."): w.pop(key)}) for key in list(w)])
    assert "h.1.attn.c_attn.weight" in refusal(str(gpt))


def test_biases_that_the_configuration_leaves_out_are_refused():
    own = ["model.layers.0.q_proj.weight", "model.norm.weight"]
    assert layers_among(["model.layers.0.q_proj.bias", "model.other.bias"], own, "model") == [
        "model.layers.0.q_proj.bias"
    ]


def test_other_weights_are_left_out_with_a_warning(gpt):
    plain = load_backend(str(gpt))
    edit_weights(gpt, lambda w: w.update({"mtp.weight": torch.ones(2)}))
    backend = load_backend(str(gpt))
    assert [w for w in backend.info.warnings if "mtp.weight" in w and "does not use" in w]
    np.testing.assert_array_equal(backend.score(TEXTS[:1])[0].bits, plain.score(TEXTS[:1])[0].bits)


def test_buffers_and_heads_of_other_tasks_are_left_out_without_a_word(gpt, bert):
    """What hub checkpoints carry: gpt2's causal masks, BERT's pooler and next-sentence head, copies of tied weights."""
    gpt_head = load_file(gpt / "model.safetensors")["transformer.wte.weight"].clone()
    extra = {"transformer.h.0.attn.bias": torch.ones(1, 1, 4, 4), "transformer.h.0.attn.masked_bias": torch.ones(1)}
    edit_weights(gpt, lambda w: w.update({**extra, "lm_head.weight": gpt_head}))
    assert load_backend(str(gpt)).info.warnings == ()
    heads = ("cls.seq_relationship.weight", "cls.seq_relationship.bias", "bert.pooler.dense.weight")
    edit_weights(bert, lambda w: w.update({name: torch.ones(2) for name in heads}))
    edit_weights(bert, lambda w: w.update({"bert.embeddings.position_ids": torch.arange(4)[None]}))
    assert load_backend(f"mlm:{bert}").info.warnings == ()


# ---------------------------------------------------------------------------------------------------------------------
# Models without a head


def test_the_bare_body_of_a_model_gives_no_numbers():
    model, tokenizer = tiny_gpt()
    with pytest.raises(ModelError, match=r"GPT2Model.*has no output head over the vocabulary.*AutoModelForCausalLM"):
        evaluate("npz", models=(model.transformer, tokenizer))


def test_nor_does_a_classifier_or_a_bare_masked_body():
    from transformers import GPT2ForSequenceClassification, GPT2ForTokenClassification

    model, tokenizer = tiny_gpt()
    for kind in (GPT2ForSequenceClassification, GPT2ForTokenClassification):
        model.config.pad_token_id = 0
        with pytest.raises(ModelError, match="no output head"):
            causal.from_model(kind(model.config), tokenizer)
    bert, bert_tokenizer = tiny_masked.masked_model("Bert")
    with pytest.raises(ModelError, match="no output head"):
        masked.from_model(bert.base_model, bert_tokenizer)


# ---------------------------------------------------------------------------------------------------------------------
# Which file is damaged


def test_sizes_that_differ_are_named(gpt):
    edit(gpt / "config.json", n_embd=16)
    text = refusal(str(gpt))
    assert "have other sizes than its config.json says" in text
    # the first by name of those with a width in them; weights of 4 times 32 hidden values
    assert "transformer.h.0.attn.c_attn.bias (96 in the files, 48 by the configuration)" in text


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("config.json", b"null", "config.json is damaged (it holds null where an object belongs)"),
        ("config.json", b"[]", "config.json is damaged (it holds a list where an object belongs)"),
        ("config.json", b"", "config.json is damaged (it is empty)"),
        ("config.json", b'{"model_type":', "config.json is damaged (it is not JSON)"),
        ("tokenizer.json", b"{}", "tokenizer.json is damaged (it has no 'model')"),
        ("tokenizer.json", b"[]", "tokenizer.json is damaged (it holds a list where an object belongs)"),
        ("tokenizer.json", b"", "tokenizer.json is damaged (it is empty)"),
        ("tokenizer_config.json", b"[]", "tokenizer_config.json is damaged (it holds a list where an object belongs)"),
        ("tokenizer_config.json", b'{"bos_token":5}', "its tokenizer may be damaged"),
        ("model.safetensors", b"", "its weights may be damaged"),
        ("model.safetensors", b"junk" * 999, "its weights may be damaged"),
    ],
)
def test_the_damaged_file_is_named(gpt, file, content, message):
    (gpt / file).write_bytes(content)
    assert message in refusal(str(gpt))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_embd": "32"}, "its config.json may be damaged: Validation error for field 'n_embd': "),
        ({"n_head": 0}, "its config.json or its weights may be damaged"),
        ({"model_type": 5}, "its config.json may be damaged"),
    ],
)
def test_wrong_values_of_the_configuration_are_traced_to_it(gpt, change, message):
    edit(gpt / "config.json", **change)
    assert message in refusal(str(gpt))


def test_a_longest_input_that_is_no_number_is_said_when_the_model_is_opened(gpt):
    edit(gpt / "tokenizer_config.json", model_max_length="x")
    assert "model_max_length in its tokenizer_config.json is 'x', not a number" in refusal(str(gpt))


def test_a_window_of_any_length_is_an_option_on_the_command_line(gpt):
    """As docs/how-to/run-many-models.md says."""
    from syntaxgym_lite.backends.specs import parse_option

    backend = load_backend(str(gpt), dict([parse_option("window=16")]))
    assert backend.info.options["window"] == 16
    [result] = backend.score([tiny_models.LONG_TEXT])
    assert "scored in" in result.warnings[0]
