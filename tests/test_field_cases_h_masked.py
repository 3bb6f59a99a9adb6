"""Field cases of kind H: masked models."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np
import pytest
from support import tiny_masked
from support.field_fixtures import run_regions, sglite, write_json
from support.tiny_masked import masked_model, naive_bits
from support.tiny_models import save
from support.toys import suite_document

from syntaxgym_lite.backends.hf.masked import from_model


class Spy:
    """The rows of ids that enter a model."""

    def __init__(self, model: Any) -> None:
        self.rows: set[tuple[int, ...]] = set()
        model.base_model.register_forward_pre_hook(self._see, with_kwargs=True)

    def _see(self, module: Any, args: Any, kwargs: Any) -> None:
        ids, mask = (args[0] if args else kwargs["input_ids"]), kwargs.get("attention_mask")
        lengths = [ids.shape[1]] * len(ids) if mask is None else mask.sum(1).tolist()
        self.rows.update(tuple(row[:length].tolist()) for row, length in zip(ids, lengths, strict=True))


def _three_pieces() -> tuple[str, list[int]]:
    """A word that FX-BERT cuts in three, and its pieces."""
    tokenizer = tiny_masked.word_piece()
    words = [
        a + b for a in ("swims", "plays", "xx", "fox", "sun") for b in ("", "ing", "es", "xy", "qq", "keys", "ful")
    ]
    for word in words:
        ids = tokenizer(word, add_special_tokens=False)["input_ids"]
        if len(ids) == 3 and tokenizer.unk_token_id not in ids:
            return word, ids
    raise AssertionError("no word has three pieces")


@pytest.mark.parametrize(
    ("pll", "masks"),
    [("original", [{0}, {1}, {2}]), ("within-word-l2r", [{0, 1, 2}, {1, 2}, {2}])],
)
def test_case_73_what_is_masked_with_a_piece_of_a_word(pll, masks):
    """Case 73: multi-piece words overestimated."""
    word, pieces = _three_pieces()
    model, tokenizer = masked_model("Bert")
    backend = from_model(model, tokenizer, name="fx-bert", pll=pll)
    spy = Spy(model)
    spy.rows.clear()
    backend.score([f"the {word} sleeps"])
    ids = tokenizer(f"the {word} sleeps")["input_ids"]
    start = next(i for i in range(len(ids)) if ids[i : i + 3] == pieces)
    expected = [
        tuple(tokenizer.mask_token_id if i - start in mask else token for i, token in enumerate(ids)) for mask in masks
    ]
    assert spy.rows.issuperset(expected)
    touching = {row for row in spy.rows if row[start : start + 3] != tuple(pieces)}
    assert touching == set(expected)


def test_case_73_the_choice_is_in_the_record_and_changes_no_word_of_one_piece():
    """Case 73: both selectable, by name; single-piece words are equal under both."""
    word, _ = _three_pieces()
    model, tokenizer = masked_model("Bert")
    results = {}
    for pll in ("original", "within-word-l2r"):
        backend = from_model(model, tokenizer, name="fx-bert", pll=pll)
        assert backend.info.options["pll"] == pll
        [results[pll]] = backend.score([f"the {word} the"])
    one, other = (result.bits for result in results.values())
    np.testing.assert_allclose(one[[0, 3, 4]], other[[0, 3, 4]], atol=1e-4)  # the last piece of the word, too
    assert (np.abs(one[1:3] - other[1:3]) > 1e-2).all()


def test_case_75_masking_is_done_on_ids():
    """Case 75: unmasked positions are those of the original sentence, for a tokenizer whose mask takes the blank."""
    model, tokenizer = masked_model("Roberta")
    text = "the fox sleeps near the river ."
    mask = tokenizer.mask_token_id
    in_text = tokenizer(text.replace("fox", tokenizer.mask_token))["input_ids"]
    ids = tokenizer(text)["input_ids"]
    backend = from_model(model, tokenizer, name="fx-roberta", pll="original")
    spy = Spy(model)
    spy.rows.clear()
    [result] = backend.score([text])
    assert len(spy.rows) == len(ids) - 2
    for row in spy.rows:
        assert len(row) == len(ids)
        assert [i for i in range(len(ids)) if row[i] != ids[i]] == [row.index(mask)]
    assert tuple(in_text) not in spy.rows or len(in_text) == len(ids)
    np.testing.assert_allclose(result.bits, naive_bits(model, tokenizer, text), atol=1e-4)


def test_case_77_an_unknown_piece_is_listed_with_its_text():
    """Case 77: two foxes become one unknown piece."""
    model, tokenizer = masked_model("Bert")
    sentence = run_regions(["my", "🦊🦊", "naps"], (model, tokenizer))
    region = sentence.regions[1]
    assert region.oov == ("🦊🦊",)
    assert region.n_tokens == 1
    assert region.surprisal_bits is not None
    assert np.isfinite(region.surprisal_bits)
    assert "[UNK]" in sentence.tokens
    assert sentence.regions[0].oov == sentence.regions[2].oov == ()


def test_pseudo_surprisals_are_labelled_in_every_output(tmp_path, capsys):
    model = f"mlm:{save(tmp_path / 'bert', *masked_model('Bert'))}"
    suite = write_json(
        tmp_path / "fx.json",
        suite_document([{"a": ["the fox", "sleeps"], "b": ["the fox", "bark"]}], ["(2;%a%) > (2;%b%)"], name="fx"),
    )
    table = sglite(capsys, "eval", suite, "-m", model, "-m", "ngram", "--pll", "original", "--out", tmp_path / "out")
    assert table.code == 0, table.err
    assert "pseudo-surprisal in bits" in table.out
    assert "(pseudo-surprisal)" in table.out
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["models"][0]["pseudo"] is True
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["models"][0]["options"]["pll"] == "original"
    assert [entry["suites"][0]["pseudo"] for entry in run["models"]] == [True, False]
    for name in ("regions", "tokens"):
        rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / f"{name}.csv").read_text())))
        assert {(row["model"] == model, row["pseudo"]) for row in rows} == {(True, "True"), (False, "False")}

    (tmp_path / "fox.txt").write_text("the fox sleeps\n")
    plain = sglite(capsys, "surprisal", tmp_path / "fox.txt", "-m", model)
    assert "pseudo-bits" in plain.out
    assert "pseudo-surprisal under" in plain.out
    assert (
        "pseudo_surprisal_bits" in sglite(capsys, "surprisal", tmp_path / "fox.txt", "-m", model, "--format", "csv").out
    )
    document = sglite(capsys, "surprisal", tmp_path / "fox.txt", "-m", model, "--format", "json").json
    assert document["pseudo"] is True
    assert document["sentences"][0]["tokens"][0]["pseudo_surprisal_bits"] > 0
    refused = sglite(capsys, "perplexity", tmp_path / "fox.txt", "-m", model)
    assert refused.code == 2
    assert "--no-eos" in refused.err
    perplexity = sglite(capsys, "perplexity", tmp_path / "fox.txt", "-m", model, "--no-eos", "--format", "json").json
    assert perplexity["results"][0]["pseudo"] is True
    assert "(pseudo)" in sglite(capsys, "perplexity", tmp_path / "fox.txt", "-m", model, "--no-eos").out
    assert sglite(capsys, "eval", suite, "-m", model, "--eos").code == 2
