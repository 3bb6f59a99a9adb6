"""A run written while it goes on is the run written at its end, and nothing is left of one that failed."""

from __future__ import annotations

import json
import os
import re

import pytest
from support.toys import WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.reports.files import OutcomesOnly, RunWriter, csv_lines, write_run
from syntaxgym_lite.results import RunResult
from syntaxgym_lite.runner import run

FILES = ["items.csv", "regions.csv", "run.json", "summary.json", "tokens.csv"]
FORMULA = "(2;%a%) < (2;%b%)"


def suites():
    """Two with unlike numbers of comparisons and factors, text that CSV must quote, and one without predictions."""
    first = suite_document(
        [{"a": ['say "x", he', "é"], "b": ["the\nfox", "🦊🦊"]}, {"a": ["x", "nan"], "b": ["x", "inf"]}],
        [FORMULA, f"{FORMULA} & (1;%a%) > 1"],
        name="first",
    )
    first["items"][1]["factors"] = {"n": 2, "kind": '"suites": []'}
    second = suite_document([{"a": ["x", "y"], "b": ["x", "yy"]}], [FORMULA], name="second")
    third = suite_document([{"c": ["only"]}], name='"suites": []')
    third["items"][0]["label"] = "1,a"
    third["items"][0]["conditions"][0]["factors"] = {"kind": "cell", "log_freq": 0.25}
    second["condition_factors"] = {"a": {"n": 1, "first": True}, "b": {"n": 2, "first": False}}
    return [sgl.loads_suite(json.dumps(document)) for document in (first, second, third)]


def bits(word):
    return float("nan") if word == "nan" else len(word) / 3


def models():
    return [WordBackend(bits, name="one"), WordBackend(len, name='"suites": []')]


class Failing(WordBackend):
    """Scores the first two batches only."""

    def score(self, texts, *rest):
        if len(self.batches) == 2:
            raise RuntimeError("no more")
        return super().score(texts, *rest)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def written_run(folder):
    """Run the suites, and write the files while they run."""
    with RunWriter(folder) as writer:
        result = run(suites(), models(), keeper=writer)
        writer.finish(result, sgl.summarize(result))
    return result


def test_files_written_suite_by_suite_are_those_of_the_whole_run(tmp_path):
    whole = run(suites(), models())
    streamed = written_run(tmp_path)
    assert names(tmp_path) == FILES
    for kind in ("items", "regions", "tokens"):
        expected = whole.to_frame(kind).to_csv(index=False, lineterminator="\n")
        assert (tmp_path / f"{kind}.csv").read_bytes() == expected.encode(), kind
    assert json.loads((tmp_path / "summary.json").read_bytes()) == sgl.summarize(streamed)
    assert RunResult.load(tmp_path).models == whole.models
    assert not any(suite.sentences for model in streamed.models for suite in model.suites)


def test_a_run_that_is_done_is_written_as_one_that_is_being_made(tmp_path):
    result = sgl.evaluate("npz", "ngram")
    summary = write_run(result, tmp_path)
    assert RunResult.load(tmp_path).to_frame("tokens").equals(result.to_frame("tokens"))
    assert json.loads((tmp_path / "summary.json").read_text("utf-8")) == json.loads(json.dumps(summary))
    assert {path.name for path in tmp_path.iterdir()} == {
        *("run.json", "summary.json", "items.csv", "regions.csv", "tokens.csv")
    }


def test_a_document_written_in_pieces_is_the_one_that_pydantic_writes(tmp_path):
    from pydantic import TypeAdapter

    result = run(suites(), models())
    text = TypeAdapter(RunResult).dump_json(result, indent=1).decode("utf-8") + "\n"
    empty = r'(\{\}|""|false|\[\])'  # these are there only where suites have them
    names = "condition_factors|cell_factors|labels|language|collection|crossed|crossed_predictions|clusters|cells"
    expected = re.sub(rf',\n +"({names}|reference)": {empty}', "", text)
    assert text.count('factors": {}') > expected.count('factors": {}') > 0
    assert result.save(tmp_path / "run.json").read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("kind", ["items", "regions", "tokens"])
def test_csv_lines_are_what_pandas_writes(kind):
    result = run(suites(), models())
    expected = result.to_frame(kind).to_csv(index=False, lineterminator="\n")
    assert "".join(csv_lines(result.named_suites(), kind)) == expected


def test_scores_can_be_made_without_the_sentences(tmp_path):
    whole, bare = run(suites(), models()), run(suites(), models(), keeper=OutcomesOnly())
    assert sgl.summarize(bare) == sgl.summarize(whole)
    assert "".join(csv_lines(bare.named_suites(), "items")) == "".join(csv_lines(whole.named_suites(), "items"))
    assert RunResult.load(bare.save(tmp_path)) == bare
    assert [suite.item_numbers for suite in bare.models[0].suites] == [(1, 2), (1,), (1,)]


def test_nothing_is_written_of_a_model_that_failed(tmp_path, monkeypatch):
    monkeypatch.setattr("syntaxgym_lite.plan._PORTION", 1)  # suite by suite
    good = WordBackend(bits, name="good")
    with RunWriter(tmp_path / "some") as writer:
        result = run(suites(), [Failing(bits, name="bad"), good], keeper=writer)
        writer.finish(result, sgl.summarize(result))
    assert [failure.model for failure in result.failures] == ["bad"]
    assert [model.model for model in RunResult.load(tmp_path / "some").models] == ["good"]
    alone = run(suites(), [good])
    for kind in ("regions", "tokens"):
        expected = "".join(csv_lines(alone.named_suites(), kind))
        assert (tmp_path / "some" / f"{kind}.csv").read_text(encoding="utf-8") == expected


def test_an_interrupted_run_leaves_the_files_of_an_earlier_one(tmp_path):
    written_run(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in FILES}

    class Stop:
        needs_sentences = True

        def expect(self, extras):
            writer.expect(extras)

        def add(self, model, suite):
            writer.add(model, suite)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), RunWriter(tmp_path, overwrite=True) as writer:
        run(suites(), models(), keeper=Stop())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_while_a_run_goes_on_two_files_grow_and_an_abandoned_one_leaves_none(tmp_path):
    with RunWriter(tmp_path):
        if os.name == "posix":  # elsewhere the spool has a name as well
            assert [name.split(".sglite.")[0] for name in names(tmp_path)] == [".regions.csv", "", ".tokens.csv"]
    assert names(tmp_path) == []


def test_results_do_not_depend_on_how_many_suites_are_scored_together(monkeypatch):
    together = run(suites(), models())
    monkeypatch.setattr("syntaxgym_lite.plan._PORTION", 1)
    ticks = []
    apart = run(suites(), models(), progress=lambda name: lambda done, total: ticks.append((done, total)))
    assert apart.models == together.models
    n_texts = 4 + 1 + 1 + 0  # of the second suite, one; "x y" and "x yy"
    assert ticks[-1][0] == ticks[-1][1]
    assert ticks[-1][1] >= n_texts
