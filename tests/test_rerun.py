"""A run is repeated from its document: same suites, models and settings; what a stranger wrote there is not trusted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.toys import TWO_PAIRS, WordBackend, crossed_document, suite_document, write_suite

import syntaxgym_lite as sgl
from syntaxgym_lite.differences import differences
from syntaxgym_lite.errors import InputError, ModelError
from syntaxgym_lite.rerun import rerun
from syntaxgym_lite.results import RunResult
from syntaxgym_lite.scoring.opener import Opener

FORMULA = "(2;%a%) < (2;%b%)"


@pytest.fixture
def suite_file(tmp_path):
    return write_suite(tmp_path / "pairs.json", suite_document(TWO_PAIRS, [FORMULA], name="pairs"))


def saved(run, folder) -> RunResult:
    """The run as it comes back from its file."""
    return RunResult.load(run.save(folder / "run.json"))


def test_a_run_is_repeated_to_the_last_bit_with_its_settings(suite_file, tmp_path):
    before = saved(sgl.evaluate([suite_file, "npz"], ["ngram", "random:7"], eos=True, words="whitespace"), tmp_path)
    after = rerun(before)
    assert differences(before, after).same(0)
    assert after.settings == before.settings
    assert after.models == before.models


def test_a_run_with_levels_and_labels_is_repeated_with_them(tmp_path):
    path = write_suite(tmp_path / "crossed.json", crossed_document())
    before = saved(sgl.evaluate(path, "ngram"), tmp_path)
    after = rerun(before)
    assert differences(before, after).same(0)
    assert after.models == before.models
    assert after.models[0].suites[0].labels == {1: "1a", 2: "1b"}
    assert after.to_frame("items").equals(before.to_frame("items"))
    document = crossed_document()
    document["condition_factors"]["pl_pl"]["n"] = 3
    write_suite(path, document)
    assert "the suite is not what it was (other sha256)" in differences(before, rerun(before)).suites[0].said


def test_a_folder_and_a_published_format_are_read_as_they_were(tmp_path, monkeypatch):
    pairs = tmp_path / "data" / "pairs.jsonl"
    pairs.parent.mkdir()
    pairs.write_text('{"sentence_good": "The dogs sleep.", "sentence_bad": "The dogs sleeps."}\n')
    monkeypatch.chdir(tmp_path)
    before = saved(sgl.evaluate("data/pairs.jsonl", "ngram"), tmp_path)
    monkeypatch.chdir(tmp_path.parent)
    assert before.settings["reading"] == {"suites": [str(pairs)], "form": "auto", "options": {}}
    assert differences(before, rerun(before)).same(0)


def test_a_suite_that_moved_is_named(suite_file, tmp_path):
    before = saved(sgl.evaluate(suite_file, "ngram"), tmp_path)
    moved = suite_file.rename(tmp_path / "moved.json")
    with pytest.raises(InputError, match=r"pairs\.json"):
        rerun(before)
    assert differences(before, rerun(before, moved)).same(0)
    with pytest.raises(InputError, match=r"suites that are not there: pairs. Say where"):
        rerun(before, "npz")


def test_a_suite_that_was_never_in_a_file_is_asked_for(suite_file, tmp_path):
    suite = replace(sgl.load_suite(suite_file), source="")
    before = saved(sgl.evaluate(suite, "ngram"), tmp_path)
    with pytest.raises(InputError, match="in memory"):
        rerun(before)
    assert differences(before, rerun(before, suite)).same(0)


def test_a_run_of_an_earlier_version_says_by_its_suites_where_they_were(suite_file, tmp_path):
    before = sgl.evaluate(suite_file, "ngram")
    del before.settings["reading"]
    assert differences(before, rerun(saved(before, tmp_path))).same(0)


def test_one_model_that_is_gone_does_not_cost_the_others(suite_file, tmp_path):
    before = sgl.evaluate(suite_file, ["ngram", "unigram:ngram"])
    gone = replace(before.models[1], model="kenlm:gone.arpa")
    after = rerun(saved(replace(before, models=(before.models[0], gone)), tmp_path))
    assert [model.model for model in after.models] == ["ngram"]
    assert [failure.model for failure in after.failures] == ["kenlm:gone.arpa"]
    with pytest.raises(ModelError):
        rerun(replace(before, models=(gone,)))


class Asked(Opener):
    """Notes with which options models are opened; a toy stands for each."""

    def open(self, model, options=None, *, name=""):
        if isinstance(model, str):
            self.options = {**getattr(self, "options", {}), model: options}
            model = WordBackend(name=model)
        return super().open(model, {})


@pytest.mark.parametrize(
    ("name", "revision", "expected"),
    [
        ("org/model", "a1b2c3", {"dtype": "float32", "revision": "a1b2c3"}),
        ("org/model?revision=main", "a1b2c3", {"dtype": "float32"}),  # its own option stands
        ("org/model", None, {"dtype": "float32"}),
    ],
)
def test_a_model_of_the_hub_is_asked_for_at_its_commit(suite_file, name, revision, expected):
    before = sgl.evaluate(suite_file, WordBackend(name=name))
    before = replace(before, models=(replace(before.models[0], revision=revision),))
    before.settings["model_options"] = {"dtype": "float32"}
    opener = Asked(cache=False)
    rerun(before, opener=opener)
    assert opener.options == {name: expected}


@pytest.mark.parametrize("in_name", [True, False])
def test_code_that_a_model_brings_runs_only_if_it_is_asked_for_here(suite_file, in_name):
    name = "org/model?trust_remote_code=true" if in_name else "org/model"
    before = sgl.evaluate(suite_file, WordBackend(name=name))
    before.settings["model_options"] = {} if in_name else {"trust_remote_code": True}
    opener = Asked(cache=False)
    with pytest.raises(InputError, match="code that it brings"):
        rerun(before, opener=opener)
    assert not hasattr(opener, "options")  # nothing was opened
    rerun(before, opener=opener, trust_remote_code=True)
    assert name in opener.options


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"reading": {"suites": "npz", "form": "auto", "options": {}}}, "reading does not say"),
        ({"reading": {"suites": [1], "form": "auto", "options": {}}}, "reading does not say"),
        ({"reading": 3}, "reading does not say"),
        ({"model_options": [1]}, "model_options is no mapping"),
        ({"join": "sideways"}, "join"),
        ({"normalize_text": 3}, "damaged"),
        ({"speed": "high"}, "does not know: speed"),
    ],
)
def test_settings_that_are_damaged_are_refused(suite_file, change, says):
    before = sgl.evaluate(suite_file, "ngram")
    before.settings.update(change)
    with pytest.raises(InputError, match=says):
        rerun(before)


def test_a_run_without_results_has_nothing_to_repeat(suite_file):
    before = replace(sgl.evaluate(suite_file, "ngram"), models=())
    with pytest.raises(InputError, match="nothing to repeat"):
        rerun(before)


def test_of_merged_results_each_run_is_repeated_with_its_own_settings(suite_file, tmp_path):
    runs = [
        sgl.evaluate(suite_file, "ngram", words="whitespace"),
        sgl.evaluate([suite_file, "npz"], "ngram", bos="none"),
    ]
    before = saved(sgl.merge(runs), tmp_path)
    after = rerun(before)
    assert [model.model for model in after.models] == [
        "ngram (bos=auto, words=whitespace)",
        "ngram (bos=none, words=clitics)",
    ]
    assert differences(before, after).same(0)
    assert (after.models, after.settings) == (before.models, before.settings)


def test_of_merged_results_a_run_that_cannot_be_repeated_costs_no_other(suite_file, tmp_path):
    names = ("one", "two")
    for name in names:
        sgl.evaluate("npz", "ngram").to_frame("regions").to_csv(tmp_path / f"{name}.csv", index=False)
    runs = [sgl.evaluate("npz", f"{name}=replay:{tmp_path / name}.csv") for name in names]
    before = saved(sgl.merge(runs), tmp_path)
    (tmp_path / "two.csv").unlink()
    after = rerun(before)
    assert [model.model for model in after.models] == ["one"]
    assert [failure.model for failure in after.failures] == ["two"]
    (tmp_path / "one.csv").unlink()
    with pytest.raises(ModelError, match=r"one\.csv.*\n.*two\.csv"):
        rerun(before)
