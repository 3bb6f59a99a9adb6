"""Field cases of kind D: what stands before the first token and after the last."""

from __future__ import annotations

import json

import pytest
from support.field_fixtures import (
    BOS,
    NGRAM_KINDS,
    fresh_gpt,
    fx_gpt,
    fx_suite,
    model_spec,
    new_network,
    only_suite,
    reference,
    run_items,
    run_regions,
    sglite,
    total_bits,
    train_byte_level,
    wrap_tokenizer,
    write_arpa,
    write_json,
)
from support.toys import suite_document

import syntaxgym_lite as sgl


def test_case_43_without_a_start_the_first_token_is_not_scored_rather_than_zero(tmp_path, capsys):
    """Case 43: the first token reported as 0."""
    path = write_json(tmp_path / "fox.json", suite_document([{"only": ["the", "fox sleeps"]}], name="fox"))
    folder = tmp_path / "out"
    finished = sglite(capsys, "eval", path, "--model", fx_gpt(), "--bos", "none", "--out", folder)
    assert finished.code == 0
    assert "no surprisal" in finished.err
    assert "item 1, condition 'only'" in finished.err
    [sentence] = json.loads((folder / "run.json").read_text())["models"][0]["suites"][0]["sentences"]
    assert sentence["token_bits"][0] is None
    assert sentence["regions"][0]["surprisal_bits"] is None
    assert sentence["regions"][1]["surprisal_bits"] > 0
    assert None not in sentence["token_bits"][1:]


def test_case_43_a_prediction_about_a_token_that_is_not_scored_is_undefined():
    """Case 43: region 1 is flagged, and counted apart."""
    items = [{"a": ["the", "fox"], "b": ["my", "fox"]}]
    run = sgl.evaluate(
        sgl.loads_suite(json.dumps(suite_document(items, ["(1;%a%) > (1;%b%)"]))), str(fx_gpt()), bos="none"
    )
    assert only_suite(run).outcomes[0].holds is None
    assert sgl.summarize(run)["models"][0]["suites"][0]["n_undefined"] == 1
    assert run.models[0].options["bos"] == "none"


def test_case_43_surprisals_of_plain_text_show_null_not_zero(tmp_path, capsys):
    """Case 43: JSON null, an empty CSV cell."""
    (tmp_path / "fox.txt").write_text("the fox sleeps\n")
    command = ("surprisal", tmp_path / "fox.txt", "--model", fx_gpt(), "--bos", "none")
    values = [
        token["surprisal_bits"] for token in sglite(capsys, *command, "--format", "json").json["sentences"][0]["tokens"]
    ]
    assert values[0] is None
    assert all(value > 0 for value in values[1:])
    first = sglite(capsys, *command, "--format", "csv").out.splitlines()[1]
    assert first.split(",")[5] == ""


def test_case_43_with_a_start_the_first_token_has_the_reference_value():
    """Case 43: BOS on."""
    sentence = run_regions(["the", "fox sleeps"], str(fx_gpt()))
    assert sentence.token_bits == pytest.approx(reference("the fox sleeps")[2], abs=1e-4)


def test_case_45_a_tokenizer_that_adds_its_own_start_gets_exactly_one():
    """Case 45: two BOS tokens."""
    from tokenizers.processors import TemplateProcessing

    tokenizer = train_byte_level()
    tokenizer.post_processor = TemplateProcessing(single=f"{BOS} $A", special_tokens=[(BOS, 0)])
    model, adding = new_network(tokenizer.get_vocab_size()), wrap_tokenizer(tokenizer)
    ids = adding("the fox sleeps")["input_ids"]
    assert ids[0] == 0  # the trap is there
    seen = []
    model.get_input_embeddings().register_forward_pre_hook(lambda _, given: seen.extend(given[0].tolist()))
    sentence = run_regions(["the", "fox sleeps"], (model, adding))
    assert ids[:-1] in seen  # the last id predicts nothing
    assert all(row.count(0) <= 1 for row in seen)
    assert sentence.token_bits == pytest.approx(run_regions(["the", "fox sleeps"], fresh_gpt()).token_bits, abs=1e-4)


def test_case_47_no_number_is_taken_for_a_start_token():
    """Case 47: a hard-coded BOS id."""
    tokenizer = train_byte_level()
    bare = wrap_tokenizer(tokenizer, bos=None)
    model = new_network(tokenizer.get_vocab_size())
    with pytest.raises(sgl.ModelError, match="no BOS, EOS or CLS token") as refused:
        run_regions(["the fox", "sleeps"], (model, bare))
    assert "--bos none" in str(refused.value)
    with pytest.raises(sgl.InputError, match="<bos>"):  # the option is wrong, not the model: exit code 2
        run_regions(["the fox", "sleeps"], (model, bare), bos="<bos>")
    assert run_regions(["the fox", "sleeps"], (model, bare), bos="none").token_bits[0] is None


@pytest.mark.parametrize("kind", NGRAM_KINDS)
def test_case_49_the_end_of_the_sentence_counts_only_when_asked_for(tmp_path, kind):
    """Case 49: the end token counted in the last region."""
    model = model_spec(kind, write_arpa(tmp_path))
    formulas = ["(*;%good%) < (*;%bad%)", "(2;%good%) < (2;%bad%)"]
    suite = sgl.loads_suite(json.dumps(fx_suite(formulas)))
    for eos, stars in ((False, (2.0, 4.0)), (True, (2.5146, 6.0))):
        result = only_suite(sgl.evaluate(suite, model, eos=eos))
        star, second = (outcome.comparisons[0] for outcome in result.outcomes)
        assert (star.left, star.right) == pytest.approx(stars, abs=1e-4)
        assert (second.left, second.right) == pytest.approx((1.0, 3.0), abs=1e-4)  # never in the last region
        ends = [sentence.eos_bits for sentence in result.sentences]
        assert ends == ([pytest.approx(0.5146, abs=1e-4), pytest.approx(2.0, abs=1e-4)] if eos else [None, None])


def test_case_49_the_end_has_a_row_of_its_own(tmp_path, capsys):
    """Case 49: a separate <eos> slot in the surprisals of plain text."""
    (tmp_path / "s.txt").write_text("foxes sleep\nfoxes sleeps\n")
    command = (
        "surprisal",
        tmp_path / "s.txt",
        "--model",
        model_spec("ngram", write_arpa(tmp_path)),
        "--format",
        "json",
    )
    with_end = sglite(capsys, *command, "--eos").json["sentences"]
    assert [[token["token"] for token in sentence["tokens"]] for sentence in with_end] == [
        ["foxes", "sleep", "<eos>"],
        ["foxes", "sleeps", "<eos>"],
    ]
    assert [sentence["tokens"][2]["surprisal_bits"] for sentence in with_end] == pytest.approx([0.5146, 2.0], abs=1e-4)
    assert all(len(sentence["tokens"]) == 2 for sentence in sglite(capsys, *command).json["sentences"])


def test_case_49_a_transformer_scores_the_end_only_when_asked_for():
    """Case 49: the same for a transformer."""
    regions = ["the fox", "sleeps"]
    without, with_end = (run_items([{"only": regions}], str(fx_gpt()), eos=eos).sentences[0] for eos in (False, True))
    assert without.eos_bits is None
    assert with_end.eos_bits > 0
    assert with_end.regions == without.regions
    assert total_bits(without) == pytest.approx(sum(reference("the fox sleeps")[2]), abs=1e-4)
