"""Results of several runs are one where they belong together; what does not is refused, with what differs."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples
from support.toys import TWO_PAIRS, WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.results import PARTS, Failure, RunResult, SuiteResult, parts_of

SUITES = ("one", "two", "three")
MODELS = ("random:1", "random:2", "random:3")


def suite_named(name: str, items=TWO_PAIRS, formulas=("(2;%a%) > (2;%b%)",), **meta) -> sgl.Suite:
    return sgl.loads_suite(json.dumps(suite_document(items, formulas, name=name, **meta)))


@cache
def whole() -> RunResult:
    """Three suites on three models."""
    return sgl.evaluate([suite_named(name) for name in SUITES], list(MODELS))


def ran(model="toy", fingerprint: str | None = "f1", *, suite="one", bits=len, **changes) -> RunResult:
    """A run of a toy on a suite, with other facts about the model."""
    how = {name: changes.pop(name) for name in ("eos", "join", "context") if name in changes}
    run = sgl.evaluate(suite if isinstance(suite, sgl.Suite) else suite_named(suite), WordBackend(bits), **how)
    [found] = run.models
    return replace(run, models=(replace(found, model=model, fingerprint=fingerprint, **changes),))


def cells(run: RunResult) -> dict[tuple[str, str], SuiteResult]:
    return {(name, suite.suite): suite for name, suite in run.named_suites()}


def refusal(*runs: RunResult) -> str:
    with pytest.raises(InputError) as caught:
        sgl.merge(runs)
    return str(caught.value)


# ---------------------------------------------------------------- parts and the whole

parts_of_whole = st.lists(
    st.sets(st.sampled_from([(model, suite) for model in MODELS for suite in SUITES]), min_size=1),
    min_size=1,
    max_size=6,
)


def taken(wanted: set[tuple[str, str]]) -> RunResult:
    models = [
        replace(model, suites=tuple(suite for suite in model.suites if (model.model, suite.suite) in wanted))
        for model in whole().models
    ]
    return replace(whole(), models=tuple(model for model in models if model.suites))


@given(parts_of_whole)
@examples(60)
def test_parts_that_overlap_or_not_make_what_they_are_parts_of(parts):
    merged = sgl.merge([taken(part) for part in parts])
    assert cells(merged) == {cell: suite for cell, suite in cells(whole()).items() if cell in set().union(*parts)}


@given(parts_of_whole)
@examples(60)
def test_it_is_the_same_whether_all_are_merged_at_once_or_one_after_the_other(parts):
    runs = [replace(taken(part), created=f"2026-01-0{place}T00:00:00+00:00") for place, part in enumerate(parts, 1)]
    one_after_the_other = runs[0]
    for run in runs[1:]:
        one_after_the_other = sgl.merge([one_after_the_other, run])
    assert one_after_the_other == sgl.merge(runs)


@given(parts_of_whole)
@examples(60)
def test_every_result_is_of_one_of_the_runs(parts):
    merged = sgl.merge([taken(part) for part in parts])
    said = [(name, suite) for part in parts_of(merged) for name, own in part["results"].items() for suite in own]
    assert sorted(said) == sorted(cells(merged))


def test_models_one_by_one_make_the_run_of_all():
    merged = sgl.merge([whole().select(models=model) for model in MODELS])
    assert replace(merged, settings=whole().settings) == whole()
    assert {name: value for name, value in merged.settings.items() if name != PARTS} == whole().settings


def test_suites_one_by_one_make_the_run_of_all():
    merged = sgl.merge([whole().select(suites=suite) for suite in SUITES])
    assert replace(merged, settings=whole().settings) == whole()


def test_a_run_alone_or_twice_is_itself():
    assert sgl.merge([whole()]) is whole()
    assert sgl.merge([whole(), whole()]) == whole()


def test_merged_results_survive_saving_and_loading(tmp_path):
    merged = sgl.merge([ran(suite="one"), ran("other", "f2", suite="one")])
    assert RunResult.load(merged.save(tmp_path / "run.json")) == merged


def test_folders_and_documents_are_read(tmp_path):
    for model in MODELS:
        (tmp_path / model[-1]).mkdir()
        whole().select(models=model).save(tmp_path / model[-1])
    assert cells(sgl.merge([tmp_path / "1", str(tmp_path / "2"), tmp_path / "3" / "run.json"])) == cells(whole())


def test_a_part_of_merged_results_says_only_of_which_runs_that_is():
    merged = sgl.merge([whole().select(suites=suite) for suite in SUITES]).select(suites=["one", "three"])
    assert [part["results"] for part in parts_of(merged)] == [
        {model: [suite] for model in MODELS} for suite in ("one", "three")
    ]


# ---------------------------------------------------------------- what is said of the runs


def test_the_latest_date_stands_and_versions_that_differ_stand_together():
    one, other = ran("a", "f1"), ran("b", "f2")
    one = replace(one, created="2026-05-01T23:00:00-05:00", versions={"python": "3.11.7", "torch": "2.6.0"})
    other = replace(other, created="2026-05-02T03:00:00+00:00", versions={"python": "3.11.7", "torch": "2.9.1"})
    merged = sgl.merge([one, other])
    assert merged.created == one.created  # an hour later, though its text is less
    assert merged.versions == {"python": "3.11.7", "torch": "2.6.0, 2.9.1"}
    assert [part["versions"]["torch"] for part in merged.settings[PARTS]] == ["2.6.0", "2.9.1"]


def test_settings_are_those_that_all_have():
    one, other = ran("a", "f1"), ran("b", "f2")
    other = replace(other, settings={**other.settings, "batch_size": 8, "model_options": {"bos": "none"}})
    merged = sgl.merge([one, other])
    assert merged.settings["eos"] is False
    assert {"batch_size", "model_options"}.isdisjoint(merged.settings)
    assert [part["settings"]["batch_size"] for part in merged.settings[PARTS]] == [None, 8]


def test_what_suites_were_read_from_is_joined_where_it_was_read_alike():
    one, other = whole().select(models="random:1"), whole().select(models="random:2")
    reading = {"suites": ["/a/one.json"], "form": "auto", "options": {}}
    one = replace(one, settings={**one.settings, "reading": reading})
    other = replace(other, settings={**other.settings, "reading": {**reading, "suites": ["/a/one.json", "npz"]}})
    assert sgl.merge([one, other]).settings["reading"]["suites"] == ["/a/one.json", "npz"]
    other = replace(other, settings={**other.settings, "reading": {**reading, "options": {"method": "all"}}})
    assert "reading" not in sgl.merge([one, other]).settings


def test_a_failure_that_another_run_made_good_is_forgotten():
    good = ran("a", "f1")
    texts = ("the fox sleeps",)
    bad = replace(
        ran("b", "f2"),
        failures=(Failure("a", "is not there"), Failure("c", "is not there"), Failure("a", "too long", texts)),
    )
    assert sgl.merge([good, bad, bad]).failures == (Failure("c", "is not there"),)
    still = replace(bad, failures=(Failure("a", "too long", ("another sentence",)),))
    assert sgl.merge([good, still]).failures == still.failures


# ---------------------------------------------------------------- names


def test_one_model_with_two_settings_is_named_by_them():
    merged = sgl.merge([ran("gpt2", "f1", options={"bos": "<s>"}), ran("gpt2", "f2", options={"bos": "none"})])
    assert [(model.model, model.spec) for model in merged.models] == [("gpt2", ""), ("gpt2 (no BOS)", "gpt2")]
    assert [part["results"] for part in merged.settings[PARTS]] == [{"gpt2": ["one"]}, {"gpt2 (no BOS)": ["one"]}]


def test_where_both_settings_have_to_be_said_both_are():
    runs = [ran("gpt2", f"f{bos}", options={"bos": bos, "device": bos}) for bos in ("<s>", "</s>")]
    assert [model.model for model in sgl.merge(runs).models] == ["gpt2 (BOS <s>)", "gpt2 (BOS </s>)"]
    runs = [ran("gpt2", f"f{value}", options={"lowercase": value}) for value in (True, False)]
    assert [model.model for model in sgl.merge(runs).models] == ["gpt2 (lowercase=True)", "gpt2 (lowercase=False)"]


def test_checkpoints_of_one_model_are_named_by_their_revision():
    runs = [ran("pythia", f"f{step}", revision=f"{step}abcdefgh") for step in ("1", "2")]
    assert [model.model for model in sgl.merge(runs).models] == [
        "pythia (revision 1abcdef)",
        "pythia (revision 2abcdef)",
    ]
    runs = [
        replace(run, settings={**run.settings, "model_options": {"revision": step}})
        for run, step in zip(runs, ("step1", "step1000"), strict=True)
    ]
    assert [model.model for model in sgl.merge(runs).models] == [
        "pythia (revision step1)",
        "pythia (revision step1000)",
    ]


def test_local_models_of_one_name_are_named_by_where_they_are():
    runs = [ran("kenlm:lm.arpa", f"f{place}", spec=f"kenlm:/{place}/lm.arpa") for place in ("web", "news")]
    assert [model.model for model in sgl.merge(runs).models] == ["kenlm:web/lm.arpa", "kenlm:news/lm.arpa"]


def test_names_that_are_given_keep_results_apart_and_stand_for_the_model():
    merged = sgl.merge(
        {
            "fp32": ran("gpt2", "f1", options={"dtype": "float32"}),
            "bf16": ran("gpt2", "f2", options={"dtype": "bfloat16"}),
        }
    )
    assert [(model.model, model.spec) for model in merged.models] == [("fp32", "gpt2"), ("bf16", "gpt2")]


def test_of_several_models_each_has_the_name_in_brackets():
    both = sgl.merge([ran("a", "f1"), ran("b", "f2")])
    merged = sgl.merge({"x": both, "y": ran("a", "f3")})
    assert [model.model for model in merged.models] == ["a (x)", "b (x)", "y"]


def test_a_model_without_a_fingerprint_is_known_by_its_results():
    merged = sgl.merge([ran(fingerprint=None), ran(fingerprint=None)])
    assert [model.model for model in merged.models] == ["toy"]
    said = refusal(ran(fingerprint=None, suite="one"), ran(fingerprint=None, suite="two"))
    assert "without a fingerprint, nothing says that they are the same" in said


def test_a_commit_is_one_model_with_any_version_of_transformers():
    runs = [
        ran("gpt2", fingerprint, revision="abc", suite=suite) for fingerprint, suite in (("f1", "one"), ("f2", "two"))
    ]
    merged = sgl.merge(runs)
    assert list(cells(merged)) == [("gpt2", "one"), ("gpt2", "two")]


def test_rounding_makes_no_other_result():
    def nearly(word: str) -> float:
        return len(word) + 1e-5

    merged = sgl.merge([ran(bits=len), ran(bits=nearly)])
    assert cells(merged) == cells(ran(bits=len))


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (suite_named("one", [*TWO_PAIRS, TWO_PAIRS[0]]), "2 items and 3"),
        (suite_named("one", formulas=["(2;%a%) < (2;%b%)"]), "other predictions"),
        (suite_named("one", [TWO_PAIRS[0], TWO_PAIRS[0]]), "other content, by its sha256"),
        (suite_named("one", metric="mean"), "metric sum and mean"),
    ],
    ids=["items", "predictions", "texts", "metric"],
)
def test_another_version_of_a_suite_is_refused(other, what):
    said = refusal(ran("a", "f1"), ran("b", "f2", suite=other))
    assert said == (
        f"'one' in run 1 and in run 2: not the same suite ({what}). Evaluate both models on one version of it."
    )


def test_names_do_not_make_two_suites_one():
    with pytest.raises(InputError, match="not the same suite"):
        sgl.merge({"a": ran(), "b": ran(suite=suite_named("one", [TWO_PAIRS[0]]))})


@pytest.mark.parametrize(
    ("how", "what"),
    [
        ({"context": "Once."}, "its context was '' in one and 'Once. ' in the other"),
        ({"join": "none"}, "its join was 'space' in one and 'none' in the other"),
    ],
)
def test_other_texts_are_refused_but_for_those_with_names(how, what):
    one, other = ran("a", "f1"), ran("b", "f2", **how)
    said = refusal(one, other)
    assert said.startswith(f"'one' in run 1 and in run 2: {what}, so that other texts were scored.")
    assert f"the same `{next(iter(how))}`" in said
    assert [model.model for model in sgl.merge({"plain": one, "other": other}).models] == ["plain", "other"]


def test_ends_of_sentences_and_changes_of_texts_are_refused():
    said = refusal(ran("a", "f1"), ran("b", "f2", eos=True))
    assert said == (
        "run 1 has eos=false, run 2 has eos=true: whether runs score the end of the sentence moves their numbers, so "
        "that they do not belong together. Evaluate one of them again with the other's `eos`."
    )
    changed = ran("b", "f2")
    changed = replace(changed, settings={**changed.settings, "normalize_text": ["quotes", "nfc"]})
    assert "run 1 has normalize_text=none, run 2 has normalize_text=nfc,quotes" in refusal(ran("a", "f1"), changed)


def corrected(run: RunResult) -> RunResult:
    models = tuple(
        replace(model, suites=tuple(replace(suite, word_boundary="corrected") for suite in model.suites))
        for model in run.models
    )
    return replace(run, models=models)


def test_other_word_boundaries_are_refused_where_tokens_are_pieces():
    one, other = ran("a", "f1", units="pieces"), corrected(ran("b", "f2", units="pieces"))
    assert "Word boundaries: a in run 1 is as-is, b in run 2 is corrected." in refusal(one, other)
    assert len(sgl.merge({"as-is": one, "corrected": other}).models) == 2
    words = ran("ngram", "f3", units="words")
    assert len(sgl.merge([words, other]).models) == 2  # the end of a word is no matter of n-grams


def test_one_model_in_two_precisions_is_refused():
    runs = [ran("gpt2", f"f{dtype}", options={"dtype": dtype}) for dtype in ("float32", "bfloat16")]
    assert refusal(*runs) == (
        "'gpt2' ran in float32 in run 1 and in bfloat16 in run 2; precision alone moves scores. "
        "Leave one of them out, or name them to keep both: NAME=RESULTS."
    )


def test_different_models_may_have_different_precisions():
    runs = [ran(dtype, f"f{dtype}", options={"dtype": dtype}) for dtype in ("float32", "bfloat16")]
    assert len(sgl.merge(runs).models) == 2


def test_surprisals_and_pseudo_surprisals_of_one_name_are_refused():
    masked = ran("bert", "f1")
    masked = replace(masked, models=tuple(replace(model, context="both") for model in masked.models))
    assert "'bert' gave pseudo-surprisals in run 1 and surprisals in run 2, which do not" in refusal(
        masked, ran("bert", "f2")
    )


def test_two_models_of_one_name_are_refused():
    assert "their files or settings differ (other fingerprint)" in refusal(ran("a", "f1"), ran("a", "f2"))
    old = replace(ran("a", "f2"), versions={"syntaxgym_lite": "0.0.1"})
    said = refusal(ran("a", "f1"), old)
    assert f"versions {sgl.__version__} and 0.0.1 of this package made them" in said
    assert "of the kinds toy and hf" in refusal(ran("a", "f1"), ran("a", "f2", backend="hf"))
    assert "gpt2 and gpt2-medium" in refusal(ran("a", "f1", spec="gpt2"), ran("a", "f2", spec="gpt2-medium"))


def test_other_results_of_one_model_are_refused_with_how_far_they_are_apart():
    said = refusal(ran(bits=len), ran(bits=lambda word: -len(word) + 20.0))
    assert said == (
        "'toy' on 'one': run 1 and run 2 have different results (2 outcomes, surprisals by up to 18 bits). Leave one of "
        "them out, or name them to keep both: NAME=RESULTS."
    )


def test_a_name_that_two_models_would_have_is_refused():
    with pytest.raises(InputError, match=r"^'b' would stand for two models, of b and of run 2\. Name each otherwise"):
        sgl.merge({"b": ran("a", "f1"), "": ran("b", "f2")})
    runs = [ran("gpt2", "f1", options={"bos": "<s>"}), ran("gpt2", "f2", options={"bos": "none"})]
    with pytest.raises(InputError, match=r"^'gpt2 \(no BOS\)' would stand for two models, of run 2 and of run 3\."):
        sgl.merge([*runs, ran("gpt2 (no BOS)", "f3")])


def test_of_nothing_there_are_no_results():
    with pytest.raises(InputError, match="No results were named"):
        sgl.merge([])
