"""Which suites a mean counts."""

from __future__ import annotations

import json

import pytest
from support.toys import WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import summarize
from syntaxgym_lite.stats.suite_sets import N_IN_FIGURES, is_counted, read_suites_as
from syntaxgym_lite.suite import PUBLISHED_CIRCUITS
from syntaxgym_lite.suite.json import loads_suite


def results(names, **meta):
    documents = [
        suite_document([{"a": ["x"], "b": ["yy" if number else "x"]}], ["(1;%a%) < (1;%b%)"], name=name, **meta)
        for number, name in enumerate(names)
    ]
    return run([loads_suite(json.dumps(document)) for document in documents], WordBackend(len))


def test_of_the_34_published_suites_the_figures_count_31():
    """`suites_used` of shared/published/sg_results/expected.json: all but these three."""
    names = [*PUBLISHED_CIRCUITS, "nn-nv-rpl"]
    suites = results(names).models[0].suites
    assert len(suites) == 34
    counted = {suite.suite for suite in suites if is_counted(suite, "paper")}
    assert set(names) - counted == {"fgd-embed3", "fgd-embed4", "nn-nv-rpl"}
    assert len(counted) == N_IN_FIGURES
    assert all(is_counted(suite, "all") for suite in suites)


def test_the_suites_are_those_of_the_published_notebook(shared_dir):
    expected = json.loads((shared_dir / "published" / "sg_results" / "expected.json").read_text(encoding="utf-8"))
    suites = results(list(expected["suites_34_items"])).models[0].suites
    assert sorted(suite.suite for suite in suites if is_counted(suite, "paper")) == sorted(expected["suites_used"])


def test_suites_of_ones_own_are_counted_whatever_they_are_called():
    [suite] = results(["fgd-embed3"], circuit="long_distance_dependencies").models[0].suites
    assert is_counted(suite, "paper")


def test_means_leave_out_what_the_figures_do_not_count_and_say_so():
    result = results(["fgd-embed3", "fgd_object", "nn-nv-rpl", "mine"])  # the first fails its item, the others pass
    [every], [paper] = (summarize(result, suites_as=how)["models"] for how in ("all", "paper"))
    assert (every["sg_score"], every["n_suites"], every["left_out"]) == (0.75, 4, [])
    assert (paper["sg_score"], paper["item_score"], paper["n_suites"]) == (1.0, 1.0, 2)
    assert paper["left_out"] == ["fgd-embed3", "nn-nv-rpl"]
    assert (every["circuits"], paper["circuits"]) == (
        {"long_distance_dependencies": 0.5},
        {"long_distance_dependencies": 1.0},
    )
    assert [part["n_suites"] for part in paper["collections"]] == [1, 1]
    assert len(paper["suites"]) == 4  # their own scores stay


def test_another_set_is_refused():
    assert read_suites_as("paper") == "paper"
    with pytest.raises(sgl.InputError, match=r"`suites_as=papers`: unknown.*Did you mean 'paper'\?"):
        summarize(results(["a"]), suites_as="papers")
