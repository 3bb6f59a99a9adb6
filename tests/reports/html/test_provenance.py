"""How results were made."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import syntaxgym_lite as sgl
from syntaxgym_lite.reports.html.provenance import Provenance, provenance_of
from syntaxgym_lite.reports.html.suites import suites_of
from syntaxgym_lite.results import RunResult
from syntaxgym_lite.stats import summarize
from syntaxgym_lite.suite import Excluded


def provenance(run: RunResult, **how) -> Provenance:
    summary = summarize(run, **how)
    return provenance_of(run, summary, suites_of(run, summary))


def test_models_have_fingerprint_kind_and_options_side_by_side(run):
    found = provenance(run)
    rows = dict(found.of_models)
    assert rows["fingerprint (SHA-256)"] == tuple(model.fingerprint for model in run.models)
    assert rows["kind"] == ("ngram", "random")
    assert rows["words"][0] == run.models[0].options["words"]


def test_settings_and_versions_of_the_run_are_there(run):
    rows = dict(provenance(run).of_runs)
    assert rows["version of syntaxgym_lite"] == (sgl.__version__,)
    assert rows["word boundary"] == ("as-is",)
    assert rows["eos"] == ("no",)


def test_joined_runs_stand_beside_each_other():
    runs = [sgl.evaluate("npz", "ngram"), replace(sgl.evaluate("npz", "random:1"), created="2020-01-01T00:00:00+00:00")]
    found = provenance(sgl.merge(runs))
    assert found.runs == (runs[0].created, runs[1].created)
    assert dict(found.of_runs)["models"] == ("ngram", "random:1")


def test_ties_sets_and_seeds_are_said(run):
    rows = dict(provenance(run, ties="half").counting)
    assert rows["ties"].startswith("half: ")
    assert rows["means over suites"] == "all suites"
    assert "seed 0" in rows["intervals of means"]


def test_unknown_words_are_counted_and_listed_the_most_frequent_first(run):
    [found] = [one for one in provenance(run).unknown if one.model == "ngram"]
    expected = Counter(
        word
        for suite in run.models[0].suites
        for sentence in suite.sentences
        for region in sentence.regions
        for word in region.oov
    )
    assert found.n_words == len(expected)
    assert found.n_more == max(0, len(expected) - 300)
    assert dict(found.words).items() <= expected.items()
    counts = [n for _, n in found.words]
    assert counts == sorted(counts, reverse=True)
    tokens = sum(len(sentence.tokens) for suite in run.models[0].suites for sentence in suite.sentences)
    assert found.n_tokens == tokens


def test_excluded_items_are_counted_by_reason(run):
    first = run.models[0]
    suite = replace(
        first.suites[0], excluded=(Excluded("a:1", "too long"), Excluded("a:2", "too long"), Excluded("a:3", "odd"))
    )
    found = provenance(replace(run, models=(replace(first, suites=(suite,)),)))
    assert (found.suites[0].n_excluded, found.suites[0].reasons) == (3, "2 x too long; 1 x odd")
    assert found.suites[0].sha256 == suite.suite_sha256
