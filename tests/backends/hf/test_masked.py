"""Masked transformers: values, what is masked, special tokens, batching, limits, refusals.

Expected values: `tiny_masked`, one mask at a time, one copy at a time, log-softmax in double precision.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from support import tiny_masked, tiny_models
from support.running import run_items, sglite
from support.slow_tokenizer import UNICODE_TEXT
from support.spy import Spy
from support.tiny_masked import bits_at, masked_model, naive_bits, naive_left_bits
from support.tiny_models import TEXTS, save
from support.toys import suite_document, write_suite

import syntaxgym_lite as sgl
from syntaxgym_lite.backends import Backend, Completer, load_backend
from syntaxgym_lite.backends.hf import blanks as blanks_module
from syntaxgym_lite.backends.hf.causal import from_model as causal_from_model
from syntaxgym_lite.backends.hf.masked import from_model, load
from syntaxgym_lite.backends.hf.masking import MaskedCopy, word_numbers
from syntaxgym_lite.backends.kinds import kind_named
from syntaxgym_lite.errors import InputError, ModelError, ScoringError
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend

FAMILIES = ("Bert", "Roberta", "ModernBert", "DistilBert", "Albert", "Electra")
ORDINARY = [  # sentences that all tokenizers divide into the same words
    "the foxes sleep near the river , while nobody barks .",
    "my trout swims under the rainbow bridge !",
    "a",
]
PLAIN = ScoringOptions()


def opened(family: str, **how: Any) -> tuple[Any, Any, Any]:
    model, tokenizer = masked_model(family)
    return from_model(model, tokenizer, name=family, **how), model, tokenizer


BERT, BERT_MODEL, BERT_TOKENIZER = opened("Bert", pll="original")
ROBERTA, ROBERTA_MODEL, ROBERTA_TOKENIZER = opened("Roberta")
LEFT = from_model(BERT_MODEL, BERT_TOKENIZER, name="left", sides="left")


# ---------------------------------------------------------------------------------------------------------------------
# Values


@pytest.mark.parametrize("family", FAMILIES)
def test_original_bits_are_those_of_one_mask_at_a_time(family):
    backend, model, tokenizer = opened(family, pll="original")
    for text, result in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, naive_bits(model, tokenizer, text), atol=1e-4)


@pytest.mark.parametrize("family", ["Bert", "Roberta", "ModernBert"])
def test_within_word_bits_are_those_of_the_tokenizers_own_words(family):
    backend, model, tokenizer = opened(family)
    assert backend.info.options["pll"] == "within-word-l2r"
    for text, result in zip(ORDINARY, backend.score(ORDINARY), strict=True):
        words = tokenizer(text, add_special_tokens=False).word_ids()
        np.testing.assert_allclose(result.bits, naive_bits(model, tokenizer, text, words=words), atol=1e-4)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("final", [".", ""])
def test_left_bits_are_those_of_a_sentence_that_breaks_off_behind_the_mask(family, final):
    backend, model, tokenizer = opened(family, sides="left", final=final)
    for text, result in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, naive_left_bits(model, tokenizer, text, final=final), atol=1e-4)


@settings(max_examples=30, deadline=None)
@given(text=UNICODE_TEXT)
def test_bits_of_any_text_are_those_of_one_mask_at_a_time(text):
    roberta = from_model(ROBERTA_MODEL, ROBERTA_TOKENIZER, name="roberta", pll="original")
    if len(ROBERTA_TOKENIZER(text)["input_ids"]) > 64:
        with pytest.raises(ScoringError, match="sees at most"):
            roberta.score([text])
        return
    [result] = roberta.score([text])
    np.testing.assert_allclose(result.bits, naive_bits(ROBERTA_MODEL, ROBERTA_TOKENIZER, text), atol=1e-3)


@pytest.mark.parametrize("backend", [BERT, ROBERTA, LEFT], ids=["bert", "roberta", "left"])
def test_the_contract_of_backends_is_kept(backend):
    check_backend(backend)


@pytest.mark.parametrize("size", [1, 2, 6])
def test_batch_size_and_order_change_nothing(size):
    alone = {text: ROBERTA.score([text])[0].bits for text in TEXTS}
    for texts in (TEXTS, TEXTS[::-1]):
        for i in range(0, len(texts), size):
            for text, result in zip(texts[i : i + size], ROBERTA.score(texts[i : i + size]), strict=True):
                np.testing.assert_allclose(result.bits, alone[text], atol=1e-4)


def test_memory_bounds_change_nothing(monkeypatch):
    expected = [result.bits for result in BERT.score(TEXTS)]
    for name, value in (("MAX_POSITIONS", 40), ("MAX_LOGITS", 300)):
        with monkeypatch.context() as changed, Spy(BERT_MODEL) as spy:
            changed.setattr(blanks_module, name, value)
            for result, bits in zip(BERT.score(TEXTS, ScoringOptions(ranks=True)), expected, strict=True):
                np.testing.assert_allclose(result.bits, bits, atol=1e-4)
        assert len(spy.widths) > 5


def test_memory_that_runs_out_halves_the_batch(monkeypatch):
    expected = BERT.score(TEXTS[:2])
    forward = blanks_module.BlankScorer._forward

    def tight(self: Any, blanks: Sequence[MaskedCopy]) -> torch.Tensor:
        if len(blanks) > 2:
            raise torch.OutOfMemoryError("out of memory")
        return forward(self, blanks)

    monkeypatch.setattr(blanks_module.BlankScorer, "_forward", tight)
    for result, other in zip(BERT.score(TEXTS[:2]), expected, strict=True):
        np.testing.assert_allclose(result.bits, other.bits, atol=1e-4)


def test_a_head_that_cannot_be_split_off_gives_the_same_bits(monkeypatch):
    monkeypatch.setattr(blanks_module.BlankScorer, "_is_separable", lambda *_: False)
    whole = from_model(BERT_MODEL, BERT_TOKENIZER, name="whole", pll="original")
    for result, other in zip(whole.score(TEXTS), BERT.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, other.bits, atol=1e-4)


def test_a_model_that_padding_changes_is_never_padded():
    """ConvBERT's convolutions reach over the end of a sentence, whatever the attention mask says."""
    model, tokenizer = masked_model("ConvBert", initializer_range=0.2)
    backend = from_model(model, tokenizer, name="convbert", pll="original")
    with Spy(model) as spy:
        results = backend.score(TEXTS)
    assert {len(row) for row in spy.rows} == set(spy.widths)
    for text, result in zip(TEXTS, results, strict=True):
        np.testing.assert_allclose(result.bits, naive_bits(model, tokenizer, text), atol=1e-3)


def test_half_precision_has_no_false_ties_and_is_near_float32():
    model, tokenizer = masked_model("Bert", initializer_range=0.1)
    full = np.concatenate([r.bits for r in from_model(model, tokenizer, name="full").score(TEXTS)])
    half_model, _ = masked_model("Bert", initializer_range=0.1)
    half_model.to(torch.bfloat16)
    backend = from_model(half_model, tokenizer, name="half")
    half = np.concatenate([r.bits for r in backend.score(TEXTS)])
    assert backend.info.options["dtype"] == "bfloat16"
    assert [warning.partition(":")[0] for warning in backend.info.warnings] == ["Computed in bfloat16"]
    assert half_model.get_output_embeddings().weight.dtype is torch.bfloat16  # the user's model stays as it is
    np.testing.assert_allclose(half, full, atol=0.3)
    assert len(set(half)) == len(set(np.round(full, 9)))


def test_ranks_count_the_more_probable_pieces():
    [result] = BERT.score(["the fox sleeps"], ScoringOptions(ranks=True))
    ids = BERT_TOKENIZER("the fox sleeps")["input_ids"]
    for place in range(1, len(ids) - 1):
        copy = [*ids[:place], BERT_TOKENIZER.mask_token_id, *ids[place + 1 :]]
        all_bits = [bits_at(BERT_MODEL, copy, place, token) for token in range(len(BERT_TOKENIZER))]
        assert result.ranks[place - 1] == 1 + sum(bits < all_bits[ids[place]] - 1e-6 for bits in all_bits)


# ---------------------------------------------------------------------------------------------------------------------
# What goes in


def test_identical_copies_are_scored_once():
    """Two sentences that differ in one word have one copy in common: the one in which that word is masked."""
    pair = ["the fox a near the river .", "the fox s near the river ."]  # letters are pieces in every vocabulary
    n = [len(BERT_TOKENIZER(text, add_special_tokens=False)["input_ids"]) for text in pair]
    assert n[0] == n[1]
    with Spy(BERT_MODEL) as spy:
        BERT.score([*pair, pair[0]])
    assert len(spy.rows) == len(set(spy.rows)) == sum(n) - 1


def test_from_the_left_a_shared_beginning_is_scored_once():
    assert LEFT.info.capabilities.prefixes
    with Spy(BERT_MODEL) as spy:
        LEFT.score(["the fox", "the fox sleeps", "the fox naps"])
    assert len(spy.rows) == len(set(spy.rows)) <= 4


def test_special_tokens_are_those_of_the_tokenizer():
    before, after = BERT_TOKENIZER.cls_token_id, BERT_TOKENIZER.sep_token_id
    with Spy(BERT_MODEL) as spy:
        BERT.score(TEXTS)
    for row in spy.rows:
        assert (row[0], row[-1]) == (before, after)
        assert before not in row[1:-1]
        assert after not in row[1:-1]


def test_a_tokenizer_without_special_tokens_is_warned_about():
    tokenizer = tiny_masked.word_piece()
    tokenizer.backend_tokenizer.post_processor = None
    tokenizer = type(tokenizer)(tokenizer_object=tokenizer.backend_tokenizer, mask_token="[MASK]", unk_token="[UNK]")
    backend = from_model(BERT_MODEL, tokenizer, name="bare")
    assert "no special tokens" in backend.info.warnings[0]
    assert BERT.info.warnings == ()


def test_the_context_is_seen_and_never_masked():
    context = "my fox naps . "
    [result] = BERT.score(["the dogs bark"], ScoringOptions(context=context))
    expected = naive_bits(BERT_MODEL, BERT_TOKENIZER, "the dogs bark", context=context)
    np.testing.assert_allclose(result.bits, expected, atol=1e-4)
    assert not np.allclose(result.bits, BERT.score(["the dogs bark"])[0].bits, atol=0.1)


def test_a_word_that_begins_in_the_context_is_not_masked_there():
    within = from_model(BERT_MODEL, BERT_TOKENIZER, name="within")
    mask = BERT_TOKENIZER.mask_token_id
    with Spy(BERT_MODEL) as spy:
        [result] = within.score(["xes sleep"], ScoringOptions(context="the fo"))
    n_context = len(BERT_TOKENIZER("the foxes sleep", add_special_tokens=False)["input_ids"]) - len(result.tokens)
    for row in spy.rows:
        assert mask not in row[1 : 1 + n_context]


@pytest.mark.parametrize(
    ("text", "spans", "numbers"),
    [
        ("the foxes sleep", [(0, 3), (4, 7), (7, 9), (10, 15)], [0, 1, 1, 2]),
        ("the foxes", [(0, 3), (3, 7), (7, 9)], [0, 1, 1]),  # blanks inside spans
        ("barked.", [(0, 4), (4, 6), (6, 7)], [0, 0, 1]),
        ("isn't", [(0, 3), (3, 4), (4, 5)], [0, 1, 2]),
        ("3.50", [(0, 1), (1, 2), (2, 3), (3, 4)], [0, 1, 2, 2]),
        ("🦊x", [(0, 1), (0, 1), (0, 1), (1, 2)], [0, 0, 0, 1]),  # bytes of one character
        ("cafe\u0301s", [(0, 4), (4, 5), (5, 6)], [0, 0, 0]),
        ("猫昨天", [(0, 1), (1, 3)], [0, 1]),
        ("猫", [(0, 1), (0, 1)], [0, 0]),
        ("แมวนอน", [(0, 3), (3, 6)], [0, 1]),
        ("a fox", [(0, 1), (1, 2), (2, 5)], [0, 1, 1]),  # a piece of blanks begins a word
        ("дом книга", [(0, 2), (2, 3), (4, 9)], [0, 0, 1]),
        ("", [], []),
    ],
)
def test_words_are_cut_by_one_rule(text, spans, numbers):
    assert word_numbers(text, spans) == numbers


@pytest.mark.parametrize("text", [*ORDINARY, "isn't it ? yes - no ,", "the foxes' den, the dogs!"])
def test_words_are_those_of_word_piece(text):
    encoded = BERT_TOKENIZER(text, add_special_tokens=False, return_offsets_mapping=True)
    assert word_numbers(text, encoded["offset_mapping"]) == encoded.word_ids()


# ---------------------------------------------------------------------------------------------------------------------
# What it expects


@pytest.mark.parametrize(("backend", "model", "tokenizer"), [(BERT, BERT_MODEL, BERT_TOKENIZER)])
def test_predictions_are_the_most_probable_fillers_of_a_mask_before_the_final_mark(backend, model, tokenizer):
    assert isinstance(backend, Completer)
    assert backend.info.capabilities.completions
    ids = tokenizer("the fox", add_special_tokens=False)["input_ids"]
    frame = [tokenizer.cls_token_id, *ids, tokenizer.mask_token_id, tokenizer.get_vocab()["."], tokenizer.sep_token_id]
    bits = np.array([bits_at(model, frame, len(ids) + 1, token) for token in range(len(tokenizer))])
    [found] = backend.completions(["the fox "], 5)
    np.testing.assert_allclose([one.bits for one in found], np.sort(bits)[:5], atol=1e-4)
    assert found[0].piece == tokenizer.decode([int(bits.argmin())])
    assert len(backend.completions(["", "my"], 10_000)[0]) == len(tokenizer)


def test_predictions_of_a_causal_model_are_its_next_pieces():
    model, tokenizer = tiny_models.tiny_gpt()
    backend = causal_from_model(model, tokenizer, name="gpt")
    [found] = backend.completions(["the fox"], 400)
    for prediction in found[:3]:
        if prediction.piece.strip().isalpha():
            [scored] = backend.score(["the fox" + prediction.piece])
            if len(scored.tokens) == len(backend.score(["the fox"])[0].tokens) + 1:
                assert scored.bits[-1] == pytest.approx(prediction.bits, abs=1e-3)
    bits = np.array([one.bits for one in found])
    assert (np.diff(bits) >= 0).all()
    assert np.exp2(-bits).sum() == pytest.approx(1, abs=1e-5)


def test_a_causal_model_with_nothing_to_predict_from_says_so():
    model, tokenizer = tiny_models.tiny_gpt()
    with pytest.raises(ScoringError, match="empty, and there is no BOS"):
        causal_from_model(model, tokenizer, name="gpt", bos="none").completions([" "])


# ---------------------------------------------------------------------------------------------------------------------
# Who it is


def test_values_are_labelled_as_pseudo_surprisals_from_either_side():
    for backend, context in ((BERT, "both"), (LEFT, "left")):
        assert backend.info.backend == "mlm"
        assert backend.info.capabilities.context == context
        assert backend.info.capabilities.pseudo
        assert not backend.info.capabilities.eos
    assert (LEFT.info.options["pll"], LEFT.info.options["sides"], LEFT.info.options["final"]) == (None, "left", ".")


def test_the_fingerprint_follows_what_changes_numbers(tmp_path):
    folder = tiny_models.save(tmp_path / "bert", BERT_MODEL, BERT_TOKENIZER)
    hows: list[dict[str, Any]] = [{}, {"pll": "original"}, {"sides": "left"}, {"sides": "left", "final": ""}]
    in_memory = {from_model(BERT_MODEL, BERT_TOKENIZER, **how).info.fingerprint for how in hows}
    from_files = {load(str(folder), **how).info.fingerprint for how in hows}
    assert len(in_memory) == len(from_files) == len(hows)
    assert load(str(folder)).info.fingerprint in from_files


@pytest.mark.parametrize("family", FAMILIES)
def test_a_saved_model_opens_offline_with_the_same_values(tmp_path, monkeypatch, family):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    backend, model, tokenizer = opened(family)
    folder = tiny_models.save(tmp_path / "model", model, tokenizer)
    again = load_backend(f"mlm:{folder}")
    assert isinstance(again, Backend)
    for one, other in zip(again.score(TEXTS), backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(one.bits, other.bits, atol=1e-4)


def test_a_loaded_masked_model_is_evaluated_as_one():
    document = suite_document([{"a": ["the fox", "sleeps"], "b": ["the fox", "bark"]}], ["(2;%a%) > (2;%b%)"])
    suite = sgl.loads_suite(json.dumps(document))
    run = sgl.evaluate(suite, (BERT_MODEL, BERT_TOKENIZER), pll="original")
    assert run.models[0].options["pll"] == "original"
    assert run.models[0].pseudo
    assert sgl.summarize(run)["models"][0]["pseudo"] is True
    assert run.to_frame("regions")["pseudo"].all()
    assert run.to_frame("tokens")["pseudo"].all()
    with pytest.raises(InputError, match="has an option 'bos'"):
        sgl.evaluate(suite, (BERT_MODEL, BERT_TOKENIZER), bos="none")


def test_options_are_those_of_the_loader():
    assert kind_named("mlm").options >= {"pll", "sides", "final", "device", "dtype", "revision", "trust_remote_code"}


# ---------------------------------------------------------------------------------------------------------------------
# Refusals


def test_bad_options_name_the_good_ones():
    for how, message in (
        ({"pll": "orginal"}, "Did you mean 'original'"),
        ({"sides": "right"}, "known are both, left"),
        ({"sides": "left", "pll": "original"}, "leave one"),
    ):
        with pytest.raises(InputError, match=message):
            from_model(BERT_MODEL, BERT_TOKENIZER, **how)


def test_a_causal_model_is_refused_with_the_way_to_it(tmp_path):
    model, tokenizer = tiny_models.tiny_gpt(extra=("<mask>",), mask_token="<mask>")
    with pytest.raises(ModelError, match=r"causal language model.*Write hf:gpt"):
        from_model(model, tokenizer, name="gpt")
    folder = tiny_models.save(tmp_path / "gpt", model, tokenizer)
    with pytest.raises(ModelError, match=rf"causal language model.*Write hf:{folder}"):
        load(str(folder))


def test_a_masked_model_given_as_causal_names_mlm(tmp_path):
    folder = tiny_models.save(tmp_path / "bert", BERT_MODEL, BERT_TOKENIZER)
    with pytest.raises(ModelError, match=rf"Write mlm:{folder}"):
        load_backend(str(folder))


def test_a_tokenizer_without_a_mask_is_refused():
    tokenizer = tiny_models.lowercasing_tokenizer()
    model = tiny_masked.network("Bert", len(tokenizer))
    with pytest.raises(ModelError, match="no mask token"):
        from_model(model, tokenizer, name="bert")


def test_a_model_without_its_head_is_refused_not_made_up(tmp_path):
    folder = tiny_models.save(tmp_path / "bert", BERT_MODEL.bert, BERT_TOKENIZER)
    with pytest.raises(ModelError, match="lack weights of a masked language model"):
        load(str(folder))


def test_a_gguf_file_is_refused(tmp_path):
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    with pytest.raises(ModelError, match="without mlm:"):
        load(str(tmp_path / "model.gguf"))


@pytest.mark.parametrize(("backend", "word", "room"), [(BERT, "a ", 64), (ROBERTA, "x", 62), (LEFT, "a ", 64)])
def test_a_sentence_longer_than_the_model_is_refused_by_name(backend, word, room):
    """66 positions: two go to special tokens, and RoBERTa counts from after its padding id 1.

    From the left, the last piece has a mask in its place and a period behind it.
    """
    room -= backend is LEFT
    [result] = backend.score([(word * room).strip()])
    assert len(result.bits) == room
    with pytest.raises(ScoringError, match=rf"'{word * 3}.* sees at most {66 if word == 'a ' else 64}"):
        backend.score(["the fox", (word * (room + 1)).strip()])
    assert list(backend.refusals(["the fox", (word * room).strip(), (word * (room + 1)).strip()])) == [
        (word * (room + 1)).strip()
    ]


def test_nothing_to_score_and_an_empty_sentence():
    assert BERT.score([]) == []
    [empty, full] = BERT.score(["", "the fox"])
    assert len(empty.tokens) == len(empty.bits) == 0
    assert len(full.bits) > 0
    assert BERT.completions([]) == []


def test_a_mask_in_the_text_is_reported():
    [result] = BERT.score(["the [MASK] sleeps"])
    assert any("special token" in warning for warning in result.warnings)


def test_nan_from_the_model_is_an_error_not_an_undefined_value():
    model, tokenizer = masked_model("Bert")
    backend = from_model(model, tokenizer, name="bert")
    with torch.no_grad():
        model.get_output_embeddings().bias.fill_(float("nan"))
    for ask in (backend.score, backend.completions):
        with pytest.raises(ScoringError, match=r"NaN.*'the fox'"):
            ask(["the fox"])


def test_a_model_that_fails_names_the_sentence_and_spares_the_others(monkeypatch):
    forward = blanks_module.BlankScorer._forward
    bad = BERT_TOKENIZER("river", add_special_tokens=False)["input_ids"][0]

    def failing(self: Any, blanks: Sequence[MaskedCopy]) -> torch.Tensor:
        if any(bad in blank.ids for blank in blanks):
            raise RuntimeError("kernel trouble")
        return forward(self, blanks)

    monkeypatch.setattr(blanks_module.BlankScorer, "_forward", failing)
    with pytest.raises(ScoringError, match=r"'the river'.*kernel trouble"):
        BERT.score(["the fox", "the river"])
    assert len(BERT.score(["the fox"])) == 1


def test_dropout_is_off_while_scoring_and_every_module_keeps_its_mode():
    model, tokenizer = masked_model("Bert", hidden_dropout_prob=0.5)
    expected = from_model(model, tokenizer, name="bert").score(["the fox"])[0].bits
    model.train()
    backend = from_model(model, tokenizer, name="bert")
    np.testing.assert_allclose(backend.score(["the fox"])[0].bits, expected, atol=1e-4)
    assert all(module.training for module in model.modules())


def test_an_unknown_piece_is_listed_with_its_text():
    model, tokenizer = masked_model("Bert")
    [sentence] = run_items([{"only": ["my", "🦊🦊", "naps"]}], (model, tokenizer)).sentences
    region = sentence.regions[1]
    assert region.oov == ("🦊🦊",)
    assert region.n_tokens == 1
    assert region.surprisal_bits is not None
    assert np.isfinite(region.surprisal_bits)
    assert "[UNK]" in sentence.tokens
    assert sentence.regions[0].oov == sentence.regions[2].oov == ()


def test_pseudo_surprisals_are_labelled_in_every_output(tmp_path):
    model = f"mlm:{save(tmp_path / 'bert', *masked_model('Bert'))}"
    suite = write_suite(
        tmp_path / "fx.json",
        suite_document([{"a": ["the fox", "sleeps"], "b": ["the fox", "bark"]}], ["(2;%a%) > (2;%b%)"], name="fx"),
    )
    table = sglite("eval", suite, "-m", model, "-m", "ngram", "--pll", "original", "--out", tmp_path / "out")
    assert table.code == 0, table.err
    assert "pseudo-surprisal in bits" in " ".join(table.out.split())
    assert "(pseudo-surprisal, PLL original)" in " ".join(table.out.split())
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["models"][0]["pseudo"] is True
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["models"][0]["options"]["pll"] == "original"
    assert [entry["suites"][0]["pseudo"] for entry in run["models"]] == [True, False]
    for name in ("regions", "tokens"):
        rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / f"{name}.csv").read_text())))
        assert {(row["model"] == "mlm:bert", row["pseudo"]) for row in rows} == {(True, "True"), (False, "False")}

    (tmp_path / "fox.txt").write_text("the fox sleeps\n")
    plain = sglite("surprisal", tmp_path / "fox.txt", "-m", model)
    assert "pseudo-bits" in plain.out
    assert "pseudo-surprisal under" in plain.out
    assert "pseudo_surprisal_bits" in sglite("surprisal", tmp_path / "fox.txt", "-m", model, "--format", "csv").out
    document = sglite("surprisal", tmp_path / "fox.txt", "-m", model, "--format", "json").json
    assert document["pseudo"] is True
    assert document["sentences"][0]["tokens"][0]["pseudo_surprisal_bits"] > 0
    refused = sglite("perplexity", tmp_path / "fox.txt", "-m", model)
    assert refused.code == 2
    assert "--no-eos" in refused.err
    perplexity = sglite("perplexity", tmp_path / "fox.txt", "-m", model, "--no-eos", "--format", "json").json
    assert perplexity["results"][0]["pseudo"] is True
    assert "(pseudo)" in sglite("perplexity", tmp_path / "fox.txt", "-m", model, "--no-eos").out
    assert sglite("eval", suite, "-m", model, "--eos").code == 2
