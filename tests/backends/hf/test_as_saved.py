"""Models that are not what was saved: never a number from them, and a sentence that names the file at fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from support import tiny_masked, tiny_models
from support.model_folders import edit, edit_weights, refusal
from support.tiny_models import TEXTS, tiny_gpt

from syntaxgym_lite import evaluate
from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.hf import causal, masked
from syntaxgym_lite.backends.hf.as_saved import layers_among
from syntaxgym_lite.errors import InputError, ModelError

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
    plain = load_backend(str(gpt)).score(TEXTS[:1])[0].bits  # before its file, which is mapped, is written anew
    edit_weights(gpt, lambda w: w.update({"mtp.weight": torch.ones(2)}))
    backend = load_backend(str(gpt))
    assert [w for w in backend.info.warnings if "mtp.weight" in w and "does not use" in w]
    np.testing.assert_array_equal(backend.score(TEXTS[:1])[0].bits, plain)


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


def test_a_bare_body_whose_head_would_be_its_embeddings_is_said(tmp_path):
    """Nothing is missing in its files: transformers opens it as a language model without a word."""
    model, tokenizer = tiny_gpt()
    folder = tiny_models.save(tmp_path / "body", model.transformer, tokenizer)
    [said] = [said for said in load_backend(str(folder)).info.warnings if "output head" in said]
    assert "was saved without an output head (GPT2Model)" in said
    whole = tiny_models.save(tmp_path / "whole", model, tokenizer)
    assert not any("output head" in said for said in load_backend(str(whole)).info.warnings)


@pytest.mark.parametrize("scale", [0.02, 0.2])
def test_a_model_that_sees_the_future_is_refused_however_small_its_weights(scale):
    from transformers import BertConfig, BertLMHeadModel

    _, tokenizer = tiny_gpt()
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        initializer_range=scale, max_position_embeddings=64,
    )  # fmt: skip
    with pytest.raises(ModelError, match="sees both sides"):
        causal.from_model(BertLMHeadModel(config).eval(), tokenizer)
    config.is_decoder = True
    causal.from_model(BertLMHeadModel(config).eval(), tokenizer)


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
# Of another task


def test_a_classifier_with_a_head_that_is_tied_is_refused(tmp_path):
    """Field case B5: nothing is missing in its files, since GPT-2's head is its embeddings."""
    from transformers import GPT2ForSequenceClassification

    model, tokenizer = tiny_gpt()
    model.config.pad_token_id = 0
    folder = tiny_models.save(tmp_path / "classifier", GPT2ForSequenceClassification(model.config), tokenizer)
    assert "was saved for another task (GPT2ForSequenceClassification)" in refusal(str(folder))
    edit(folder / "config.json", architectures=None)  # the head in its files tells as well
    assert "weights of a head for another task (score.weight)" in refusal(str(folder))


def test_heads_beside_that_of_a_language_model_are_said(gpt):
    edit_weights(gpt, lambda w: w.update({"score.weight": torch.ones(2)}))
    [warning] = load_backend(str(gpt)).info.warnings
    assert "score.weight" in warning
    assert "does not use" in warning


def test_an_adapter_beside_a_whole_model_is_refused(gpt):
    """Field case B3: the numbers would depend on whether PEFT is installed."""
    (gpt / "adapter_config.json").write_text('{"peft_type": "LORA", "base_model_name_or_path": "x"}')
    (gpt / "adapter_model.safetensors").write_bytes(b"")
    text = refusal(str(gpt))
    assert "holds a whole model and an adapter beside it (adapter_config.json)" in text
    (gpt / "adapter_config.json").unlink()  # its weights alone tell as well
    assert "an adapter beside it (adapter_model.safetensors)" in refusal(str(gpt))
    assert "merge_and_unload" in text


def test_a_head_that_differs_from_the_embeddings_it_is_said_to_be_is_not_left_out(gpt):
    """Some versions of transformers tie the two and leave the file's head out, others do not."""
    head = torch.randn(365, 32, generator=torch.Generator().manual_seed(0))
    edit_weights(gpt, lambda w: w.update({"lm_head.weight": head}))
    backend = load_backend(str(gpt))
    torch.testing.assert_close(backend._model.get_output_embeddings().weight.data, head)
    assert any("tie_word_embeddings" in warning for warning in backend.info.warnings)


# ---------------------------------------------------------------------------------------------------------------------
# Tokenizers


@pytest.mark.parametrize("rebuilt", [False, True])
def test_lower_casing_that_the_tokenizer_leaves_out_is_said_and_offered(gpt, rebuilt):
    """Field case B4; also where transformers would build another tokenizer, and the file's own is used."""
    name = "GPT2TokenizerFast" if rebuilt else "PreTrainedTokenizerFast"
    edit(gpt / "tokenizer_config.json", do_lower_case=True, tokenizer_class=name)
    if rebuilt:
        own = json.loads((gpt / "tokenizer.json").read_text(encoding="utf-8"))
        digits = {"type": "Digits", "individual_digits": True}
        edit(
            gpt / "tokenizer.json", pre_tokenizer={"type": "Sequence", "pretokenizers": [digits, own["pre_tokenizer"]]}
        )
    text = "The Dogs SLEPT near my fox ."
    backend = load_backend(str(gpt))
    assert any("do_lower_case" in warning and "`lowercase`" in warning for warning in backend.info.warnings)
    lowered = load_backend(str(gpt), {"lowercase": True})
    assert not any("do_lower_case" in warning for warning in lowered.info.warnings)
    assert lowered.info.options["lowercase"] is True
    assert lowered.info.fingerprint != backend.info.fingerprint
    [result], [plain] = lowered.score([text]), backend.score([text.lower()])
    np.testing.assert_array_equal(result.bits, plain.bits)
    np.testing.assert_array_equal(result.spans, plain.spans)
    assert result.text == text  # what a reader sees stays as it was
    assert result.tokens[0] == "The"
    assert len(backend.score([text])[0].tokens) > len(result.tokens)
    turkish = load_backend(str(gpt), {"lowercase": "tr"})  # field case A16
    [by_rule], [as_written] = turkish.score(["İSTANBUL IŞIK"]), backend.score(["istanbul ışık"])
    np.testing.assert_array_equal(by_rule.bits, as_written.bits)
    assert turkish.info.fingerprint not in (lowered.info.fingerprint, backend.info.fingerprint)
    with pytest.raises(InputError, match="`lowercase=de`"):
        load_backend(str(gpt), {"lowercase": "de"})


def test_masked_models_lower_case_as_well(bert):
    edit(bert / "tokenizer_config.json", do_lower_case=True)
    assert load_backend(f"mlm:{bert}").info.warnings == ()  # its own tokenizer does it
    lowered = load_backend(f"mlm:{bert}", {"lowercase": True})
    turkish = load_backend(f"mlm:{bert}", {"lowercase": "tr"})
    assert turkish.info.options["lowercase"] == "tr"
    assert len({backend.info.fingerprint for backend in (load_backend(f"mlm:{bert}"), lowered, turkish)}) == 3
    np.testing.assert_array_equal(lowered.score(["The Fox"])[0].bits, lowered.score(["the fox"])[0].bits)


def test_a_model_with_many_more_rows_than_its_tokenizer_has_pieces_is_said():
    tokenizer = tiny_models.byte_level_tokenizer()
    backend = causal.from_model(tiny_models.gpt2(5000), tokenizer, name="wide")
    assert any("knows 5000 pieces, but its tokenizer has 365" in warning for warning in backend.info.warnings)
    assert causal.from_model(tiny_models.gpt2(512), tokenizer).info.warnings == ()


# ---------------------------------------------------------------------------------------------------------------------
# Files


@pytest.mark.parametrize("file", ["model.safetensors", "config.json", "tokenizer.json"])
def test_files_of_another_user_are_told_by_their_permission(gpt, monkeypatch, file):
    """Field case E12. As root, every file can be read, so what the system would say is put in its place."""
    real = Path.open

    def refuse(path: Path, *args: Any, **options: Any) -> Any:
        if path.name == file:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *args, **options)

    monkeypatch.setattr(Path, "open", refuse)
    assert f"no permission to read its {file}" in refusal(str(gpt))


def test_so_are_folders(gpt, monkeypatch):
    def refuse(path: Path) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert "cannot be read (Permission denied)" in refusal(str(gpt))
    monkeypatch.setattr(Path, "exists", refuse)
    assert "no permission to look into" in refusal(str(gpt))


# ---------------------------------------------------------------------------------------------------------------------
# What transformers says


def test_what_transformers_says_of_numbers_is_passed_on_in_every_opening(gpt):
    """As of a rotary embedding that its configuration names and that is not known."""
    import logging

    from transformers import AutoConfig

    real = AutoConfig.from_pretrained

    def loud(*args: Any, **options: Any) -> Any:
        logging.getLogger("transformers.configuration_utils").warning("Unrecognized keys in `rope_parameters`: {'x'}")
        return real(*args, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AutoConfig, "from_pretrained", loud)
        for _ in range(2):
            [warning] = load_backend(str(gpt)).info.warnings
            assert warning == "transformers: Unrecognized keys in `rope_parameters`: {'x'}"
    assert load_backend(str(gpt)).info.warnings == ()


def test_another_family_than_the_saved_one_is_refused_before_it_fills_the_memory(gpt):
    edit(gpt / "config.json", model_type="gpt_neox")  # which would have 20,000,000,000 weights
    assert (
        "contradicts itself: it says gpt_neox (model_type), but the model was saved as GPT2LMHeadModel, which is of "
        "type gpt2"
    ) in refusal(str(gpt))


def test_another_bos_by_the_configuration_than_by_the_tokenizer_is_said(gpt):
    assert load_backend(str(gpt)).info.warnings == ()
    edit(gpt / "config.json", bos_token_id=7)
    token = tiny_gpt()[1].convert_ids_to_tokens(7)
    opened = load_backend(str(gpt))
    [warning] = opened.info.warnings
    assert f"is {token} by the configuration of {gpt} (bos_token_id), but <|endoftext|> by its tokenizer" in warning
    assert opened.info.options["bos"] == "<|endoftext|>"
    assert causal.load(str(gpt), bos=token).info.warnings == ()
