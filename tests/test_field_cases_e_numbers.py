"""Field cases of kind E: unit, precision, batching."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from support.field_fixtures import (
    BOS,
    fresh_gpt,
    fx_gpt,
    fx_suite,
    model_spec,
    new_network,
    only_suite,
    reference,
    run_regions,
    sglite,
    total_bits,
    truths,
    walk_json,
    wrap_tokenizer,
    write_arpa,
    write_json,
)
from support.toys import suite_document

import syntaxgym_lite as sgl


@pytest.mark.parametrize(
    ("unit", "value"), [("bits", 1.0), ("nats", 0.6931), ("log10", 0.3010)], ids=["bits", "nats", "log10"]
)
def test_case_51_a_value_is_in_the_unit_that_its_output_names(tmp_path, capsys, unit, value):
    """Case 51: unit."""
    (tmp_path / "s.txt").write_text("foxes\n")
    model = model_spec("ngram", write_arpa(tmp_path))
    command = ["surprisal", tmp_path / "s.txt", "--model", model, *(["--unit", unit] if unit != "bits" else [])]
    document = sglite(capsys, *command, "--format", "json").json
    assert document["unit"] == unit
    [token] = document["sentences"][0]["tokens"]
    assert token[f"surprisal_{unit}"] == pytest.approx(value, abs=1e-4)
    [row] = csv.DictReader(sglite(capsys, *command, "--format", "csv").out.splitlines())
    assert float(row[f"surprisal_{unit}"]) == pytest.approx(value, abs=1e-4)
    table = sglite(capsys, *command, "--format", "table").out
    assert f"{value:.4f}" in table
    assert unit in table


def test_case_51_results_of_suites_name_their_unit(tmp_path, capsys):
    """Case 51: the unit in every output header or field."""
    path = write_json(tmp_path / "fx.json", fx_suite())
    model = model_spec("ngram", write_arpa(tmp_path))
    finished = sglite(capsys, "eval", path, "--model", model, "--out", tmp_path / "out")
    assert "in bits" in finished.out
    for table in ("regions", "tokens"):
        header, *_ = (tmp_path / "out" / f"{table}.csv").read_text().splitlines()
        assert "surprisal_bits" in header.split(",")
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    keys = {key for value in walk_json(run) if isinstance(value, dict) for key in value}
    assert {"surprisal_bits", "token_bits", "eos_bits"} <= keys
    assert not {"surprisal", "surprisals", "metric_value"} & keys


UNEQUAL = [
    {"a": ["the", "fox"], "b": ["the", "dogs"]},
    {"a": ["the foxes sleep near the river, and the", "dogs"], "b": ["the foxes sleep near the river, and the", "fox"]},
    {"a": ["rainbow trout swim where the bow of", "the boat"], "b": ["rain fell on", "the boat"]},
]
"""Six sentences of unequal length, 2 to about 20 tokens."""


def test_case_53_batch_size_and_order_change_no_value():
    """Case 53: batch size changed the value."""
    documents = [suite_document(items, ["(2;%a%) < (2;%b%)"]) for items in (UNEQUAL, UNEQUAL[::-1])]
    runs = [
        only_suite(sgl.evaluate(sgl.loads_suite(json.dumps(document)), str(fx_gpt()), batch_size=size))
        for document in documents
        for size in (1, 2, 6)
    ]
    assert len({sentence.text for sentence in runs[0].sentences}) == 6
    by_text = [{sentence.text: sentence.token_bits for sentence in run.sentences} for run in runs]
    for text, bits in by_text[0].items():
        assert bits == pytest.approx(reference(text)[2], abs=1e-4)
        for other in by_text[1:]:
            assert np.max(np.abs(np.subtract(other[text], bits))) <= 1e-4
    assert all(truths(run) == truths(runs[0]) for run in runs[1:3])
    assert all(truths(run) == truths(runs[0])[::-1] for run in runs[3:])


def test_case_55_a_model_without_a_pad_token_is_batched_and_left_as_it_is():
    """Case 55: no pad token."""
    model, tokenizer = fresh_gpt()
    n_vocabulary = len(tokenizer)
    assert tokenizer.pad_token is None
    sizes = []
    model.get_output_embeddings().register_forward_hook(lambda _, given, output: sizes.append(output.shape[-1]))
    suite = sgl.loads_suite(json.dumps(suite_document(UNEQUAL)))
    together, alone = (
        only_suite(sgl.evaluate(suite, (model, tokenizer), batch_size=size)).sentences for size in (2, 1)
    )
    for one, other in zip(together, alone, strict=True):
        assert one.token_bits == pytest.approx(other.token_bits, abs=1e-4)
    assert set(sizes) == {n_vocabulary}
    assert model.get_input_embeddings().weight.shape[0] == n_vocabulary
    assert tokenizer.pad_token is None
    assert len(tokenizer) == n_vocabulary


def test_case_57_dropout_is_off_while_scoring_and_the_model_keeps_its_mode():
    """Case 57: dropout left on."""
    model, tokenizer = fresh_gpt(dropout=0.1)
    model.train()
    first, second = (run_regions(["the fox", "sleeps"], (model, tokenizer)).token_bits for _ in range(2))
    assert first == second
    assert first == pytest.approx(reference("the fox sleeps")[2], abs=1e-4)
    assert all(module.training for module in model.modules())


def test_case_59_each_value_is_what_its_token_adds_to_the_prefix():
    """Case 59: values taken from the wrong row of logits."""
    words = ["the", "fox", "sleeps", "near", "the", "river"]
    whole = run_regions(words, str(fx_gpt()))
    for n in range(1, len(words)):
        shorter = run_regions(words[:n], str(fx_gpt()))
        longer = run_regions(words[: n + 1], str(fx_gpt()))
        assert total_bits(longer) - total_bits(shorter) == pytest.approx(whole.regions[n].surprisal_bits, abs=1e-4)


def test_case_59_the_probabilities_of_all_continuations_sum_to_one():
    """Case 59: exp-sum of all next-token probabilities."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import WhitespaceSplit

    words = ["the", "a", "fox", "foxes", "sleep", "sleeps", "near", "river", "den", "quietly"]
    vocabulary = {word: i for i, word in enumerate([BOS, *words])}
    tokenizer = Tokenizer(WordLevel(vocabulary))
    tokenizer.pre_tokenizer = WhitespaceSplit()
    model = new_network(len(vocabulary)), wrap_tokenizer(tokenizer)
    for prefix in ("the", "the foxes sleep near"):
        items = [{"only": [prefix, word]} for word in words]
        suite = only_suite(sgl.evaluate(sgl.loads_suite(json.dumps(suite_document(items))), model))
        end = only_suite(
            sgl.evaluate(sgl.loads_suite(json.dumps(suite_document([{"only": [prefix, ""]}]))), model, eos=True)
        )
        bits = [sentence.regions[1].surprisal_bits for sentence in suite.sentences] + [end.sentences[0].eos_bits]
        assert len(bits) == len(vocabulary)
        assert sum(2.0**-value for value in bits) == pytest.approx(1.0, abs=1e-5)
