"""Accuracies by phenomenon, on the published pairs at hand."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.stats.phenomena import phenomenon_table


@pytest.fixture(scope="module")
def run(shared_dir):
    names = ("adjunct_island", "causative", "npi_present_1", "animate_subject_trans", "only_npi_licensor_present")
    paths = [shared_dir / "published" / "blimp" / f"{name}.jsonl" for name in names]
    return sgl.evaluate([path for path in paths if path.exists()], models=["ngram", "random:1", "random:2"])


def test_each_paradigm_counts_the_same(run):
    table = phenomenon_table(run)
    by_model = {model.model: {suite.suite: suite for suite in model.suites} for model in run.models}
    assert table.n_paradigms == len(run.models[0].suites)
    for model, suites in by_model.items():
        shares = {
            name: np.mean([outcome.holds is True for outcome in suite.outcomes]) for name, suite in suites.items()
        }
        assert table.overall[model] == pytest.approx(np.mean(list(shares.values())))
        transitive = [shares[name] for name in ("causative", "animate_subject_trans")]
        assert table.accuracy[model, "argument_structure"] == pytest.approx(np.mean(transitive))


def test_correlations_are_over_paradigms(run):
    table = phenomenon_table(run)
    assert [(one.first, one.second) for one in table.correlations] == [
        ("ngram", "random:1"),
        ("ngram", "random:2"),
        ("random:1", "random:2"),
    ]
    scores = {
        model.model: [np.mean([outcome.holds is True for outcome in suite.outcomes]) for suite in model.suites]
        for model in run.models
    }
    first = table.correlations[0].pearson
    assert first.r == pytest.approx(np.corrcoef(scores["ngram"], scores["random:1"])[0, 1])


def test_only_paradigms_that_all_models_have_are_counted(run):
    first, second, third = run.models
    fewer = replace(run, models=(first, replace(second, suites=second.suites[:2]), third))
    assert phenomenon_table(fewer).n_paradigms == 2
    apart = replace(run, models=(replace(first, suites=first.suites[2:]), replace(second, suites=second.suites[:2])))
    with pytest.raises(InputError, match="no paradigm in common"):
        phenomenon_table(apart)
    with pytest.raises(InputError, match="no paradigm of minimal pairs"):
        phenomenon_table(run, method="two-prefix")


def test_paradigms_of_which_a_model_knows_no_word_count_0_and_are_said(tmp_path):
    pairs = {"known": ("The dog is here.", "The dog are here."), "unknown": ("The zorpit sees.", "The blarfit sees.")}
    lines = [
        json.dumps({"sentence_good": good, "sentence_bad": bad, "UID": name, "linguistics_term": name})
        for name, (good, bad) in pairs.items()
    ]
    (tmp_path / "x.jsonl").write_text("\n".join(lines), "utf-8")
    run = sgl.evaluate(tmp_path / "x.jsonl", models=["ngram"])
    table = phenomenon_table(run)
    assert table.accuracy["ngram", "unknown"] == 0
    [note] = table.notes
    assert note.startswith("ngram is silent on 1 of 2 suites: it knows no word that differs.")
    assert phenomenon_table(run, ties="half").notes == ()
