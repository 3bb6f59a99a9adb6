"""Models that are not what was saved: never a number from them, and a sentence that names the file at fault."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from support import tiny_masked
from support.model_folders import edit, edit_weights, refusal
from support.tiny_models import TEXTS, tiny_gpt

from syntaxgym_lite import evaluate
from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.hf import causal, masked
from syntaxgym_lite.backends.hf.as_saved import layers_among
from syntaxgym_lite.errors import ModelError

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
