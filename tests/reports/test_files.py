"""A run written while it goes on is the run written at its end, and nothing is left of one that failed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from support.toys import WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.reports import files
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
    return [sgl.loads_suite(json.dumps(document)) for document in (first, second, third)]


def bits(word):
    return float(word) if word in ("nan", "inf") else len(word) / 3


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


def test_files_written_suite_by_suite_are_those_of_the_whole_run(tmp_path):
    whole = run(suites(), models())
    write_run(whole, sgl.summarize(whole), tmp_path / "whole")
    with RunWriter(tmp_path / "streamed") as writer:
        streamed = run(suites(), models(), keeper=writer)
        writer.finish(streamed, sgl.summarize(streamed))
    assert names(tmp_path / "whole") == names(tmp_path / "streamed") == FILES
    for name in set(FILES) - {"run.json"}:  # which has the time
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "streamed" / name).read_bytes(), name
    loaded = RunResult.load(tmp_path / "streamed")
    assert loaded.models == whole.models
    assert not any(suite.sentences for model in streamed.models for suite in model.suites)


def test_a_document_written_in_pieces_is_the_one_that_pydantic_writes(tmp_path):
    from pydantic import TypeAdapter

    result = run(suites(), models())
    expected = TypeAdapter(RunResult).dump_json(result, indent=1).decode("utf-8") + "\n"
    assert result.save(tmp_path / "run.json").read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("kind", ["items", "regions", "tokens"])
def test_csv_lines_are_what_pandas_writes(kind):
    result = run(suites(), models())
    expected = result.to_frame(kind).to_csv(index=False, lineterminator="\n")
    assert "".join(csv_lines(result, kind)) == expected


def test_scores_can_be_made_without_the_sentences(tmp_path):
    whole, bare = run(suites(), models()), run(suites(), models(), keeper=OutcomesOnly())
    assert sgl.summarize(bare) == sgl.summarize(whole)
    assert "".join(csv_lines(bare, "items")) == "".join(csv_lines(whole, "items"))
    assert RunResult.load(bare.save(tmp_path)) == bare
    assert [suite.item_numbers for suite in bare.models[0].suites] == [(1, 2), (1,), (1,)]


def test_nothing_is_written_of_a_model_that_failed(tmp_path, monkeypatch):
    monkeypatch.setattr("syntaxgym_lite.runner._PORTION", 1)  # suite by suite
    good = WordBackend(bits, name="good")
    with RunWriter(tmp_path / "some") as writer:
        result = run(suites(), [Failing(bits, name="bad"), good], keeper=writer)
        writer.finish(result, sgl.summarize(result))
    assert [failure.model for failure in result.failures] == ["bad"]
    assert [model.model for model in RunResult.load(tmp_path / "some").models] == ["good"]
    alone = run(suites(), [good])
    for kind in ("regions", "tokens"):
        expected = "".join(csv_lines(alone, kind))
        assert (tmp_path / "some" / f"{kind}.csv").read_text(encoding="utf-8") == expected


def test_an_interrupted_run_leaves_the_files_of_an_earlier_one(tmp_path):
    whole = run(suites(), models())
    write_run(whole, sgl.summarize(whole), tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in FILES}

    class Stop:
        needs_sentences = True

        def add(self, model, suite):
            writer.add(model, suite)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), RunWriter(tmp_path) as writer:
        run(suites(), models(), keeper=Stop())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.skipif(os.name != "posix", reason="asks for processes by signal")
def test_what_a_killed_run_of_this_computer_left_goes_when_the_next_begins(tmp_path):
    killed = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid(), flush=True); os.kill(os.getpid(), 9)"],
        capture_output=True,
        text=True,
        check=False,
    )
    gone, host = killed.stdout.strip(), files._host()
    left = [
        f".regions.csv.{host}.{gone}.part",
        f".tokens.csv.{host}.{gone}.part",
        f".run.json.suites.{host}.{gone}.part",
    ]
    others = [
        f".regions.csv.{host}.{os.getppid()}.part",  # of a process that runs
        f".regions.csv.{host}-2.{gone}.part",  # of another computer, whose processes are not known here
        f".notes.txt.{host}.{gone}.part",
        f"regions.csv.{host}.{gone}.part",
    ]
    for name in left + others:
        (tmp_path / name).touch()
    with RunWriter(tmp_path):
        assert {path.name for path in tmp_path.iterdir()} == {
            *others,
            *(f".{name}.{host}.{os.getpid()}.part" for name in ("regions.csv", "tokens.csv", "run.json.suites")),
        }
    assert names(tmp_path) == sorted(others)


@pytest.mark.parametrize("node", ["a.b/c\\d", "", "höst", "x" * 60])
def test_a_computer_of_any_name_can_write(tmp_path, monkeypatch, node):
    monkeypatch.setattr("platform.node", lambda: node)
    whole = run(suites(), models())
    write_run(whole, sgl.summarize(whole), tmp_path)
    assert names(tmp_path) == FILES


def test_results_do_not_depend_on_how_many_suites_are_scored_together(monkeypatch):
    together = run(suites(), models())
    monkeypatch.setattr("syntaxgym_lite.runner._PORTION", 1)
    ticks = []
    apart = run(suites(), models(), progress=lambda name: lambda done, total: ticks.append((done, total)))
    assert apart.models == together.models
    n_texts = 4 + 1 + 1 + 0  # of the second suite, one; "x y" and "x yy"
    assert ticks[-1][0] == ticks[-1][1]
    assert ticks[-1][1] >= n_texts
