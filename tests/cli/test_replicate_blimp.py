"""``sglite replicate blimp``."""

from __future__ import annotations

import csv
import io
import json

import pytest
from support.running import refused, sglite

PARADIGMS = {
    "verbs": (
        "subject_verb_agreement",
        [("The cats sleep.", "The cats sleeps."), ("The dog sleeps.", "The dog sleep.")],
    ),
    "nouns": (
        "determiner_noun_agreement",
        [("This dog slept.", "This dogs slept."), ("These cats ran.", "These cat ran.")],
    ),
    "more_nouns": ("determiner_noun_agreement", [("That house fell.", "That houses fell.")]),
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("blimp")
    for name, (term, pairs) in PARADIGMS.items():
        lines = [
            {"sentence_good": good, "sentence_bad": bad, "UID": name, "linguistics_term": term, "field": "morphology"}
            for good, bad in pairs
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
    out = folder / "results"
    done = sglite("eval", *sorted(folder.glob("*.jsonl")), "-m", "ngram", "-m", "random:1", "-o", out, "-q")
    assert done.code == 0, done.err
    return out


def test_phenomena_are_means_over_paradigms(results):
    done = sglite("replicate", "blimp", results, "--format", "json")
    document = done.json
    summary = json.loads((results / "summary.json").read_text())
    for model in summary["models"]:
        scores = {suite["suite"]: suite["score"] for suite in model["suites"]}
        found = {row["phenomenon"]: row for row in document["accuracy"] if row["model"] == model["model"]}
        nouns = found["determiner_noun_agreement"]
        assert nouns["accuracy"] == pytest.approx((scores["nouns"] + scores["more_nouns"]) / 2)
        assert nouns["n_paradigms"] == 2
        assert found[None]["accuracy"] == pytest.approx(sum(scores.values()) / 3)
    [one] = document["correlations"]
    assert (one["model"], one["other"], one["n_paradigms"]) == ("ngram", "random:1", 3)


def test_people_read_per_cent_under_the_headings_of_the_paper(results):
    done = sglite("replicate", "blimp", results)
    assert done.code == 0, done.err
    assert "d-n agr." in done.out
    assert "s-v agr." in done.out
    assert "Pearson's r over 3 paradigms" in done.out
    assert "5 pairs, method 'full'" in done.out
    rows = list(csv.DictReader(io.StringIO(sglite("replicate", "blimp", results, "--format", "csv").out)))
    assert len(rows) == 2 * 3


def test_results_of_something_else_are_refused(results, tmp_path):
    assert sglite("eval", "npz", "-m", "ngram", "-o", tmp_path, "-q").code == 0
    assert "no paradigm of minimal pairs" in refused("replicate", "blimp", tmp_path)
    assert "the method 'one-prefix'" in refused("replicate", "blimp", results, "--method", "one-prefix")
