"""Items that belong together, from the suite to the summary."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.toys import WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import clustered_by, share_interval, summarize
from syntaxgym_lite.stats.chance_tests import chance_test
from syntaxgym_lite.stats.clusters import cluster_ids
from syntaxgym_lite.suite.json import dumps_suite, loads_suite, suite_sha256

PASSED = [True] * 8 + [False] * 4 + [True, True, False, False] * 3


def document(**meta):
    """24 items in 6 frames of 4, of which two pass always, one never, three by half."""
    items = [{"a": ["x"], "b": ["yy" if passed else "x"]} for passed in PASSED]
    made = suite_document(items, ["(1;%a%) < (1;%b%)"], **meta)
    for number, item in enumerate(made["items"]):
        item["factors"] = {"frame": number // 4, "half": "first" if number < 12 else "second"}
    return made


def result(made):
    return run([loads_suite(json.dumps(made))], WordBackend(len))


def with_clusters():
    made = document()
    for number, item in enumerate(made["items"]):
        item["cluster"] = f"frame {number // 4}"
    return made


FRAMES = [number // 4 for number in range(24)]


@pytest.mark.parametrize("how", ["items", "meta", "option", "results"])
def test_clusters_come_from_items_a_factor_an_option_or_the_results(how):
    if how == "results":
        found = clustered_by(result(document()), "frame")
    elif how == "option":
        suite = loads_suite(json.dumps(document()))
        found = sgl.evaluate(suite, WordBackend(len), cluster="frame")
    else:
        found = result(with_clusters() if how == "items" else document(cluster="frame"))
    [suite] = summarize(found)["models"][0]["suites"]
    expected = share_interval([float(passed) for passed in PASSED], FRAMES)
    for row in (suite, suite["predictions"][0]):
        assert (row["ci_low"], row["ci_high"], row["ci_method"], row["n_clusters"]) == expected
        assert row["p_chance"] == chance_test([float(passed) for passed in PASSED], 0.5, FRAMES)
    first, second = suite["factors"]["half"]
    assert (first["n_clusters"], second["n_clusters"]) == (3, 3)
    assert first["ci_low"] == share_interval([float(passed) for passed in PASSED[:12]], FRAMES[:12]).low
    assert [row["ci_low"] for row in suite["factors"].get("frame", [])] == [None] * 6  # a cluster each


def test_without_clusters_nothing_is_said_of_them():
    [suite] = summarize(result(document()))["models"][0]["suites"]
    assert (suite["ci_method"], suite["n_clusters"]) == ("wilson", None)


def test_an_item_of_no_cluster_is_one_by_itself():
    made = document()
    for item in made["items"][:8]:
        item["cluster"] = "one"
    [suite] = result(made).models[0].suites
    assert len(set(cluster_ids(suite).values())) == 17
    [summary] = summarize(result(made))["models"][0]["suites"]
    assert summary["n_clusters"] == 17


def test_items_of_one_cluster_alone_have_no_interval_and_no_test():
    made = document()
    for item in made["items"]:
        item["cluster"] = "the only one"
    [suite] = summarize(result(made))["models"][0]["suites"]
    assert [suite[key] for key in ("ci_low", "ci_high", "p_chance", "above_chance")] == [None] * 4
    assert (suite["chance"], suite["n_clusters"]) == (0.5, 1)


def test_a_group_has_the_clusters_of_all_its_suites():
    suites = [with_clusters(), with_clusters()]
    for number, made in enumerate(suites):
        made["meta"].update(name=f"s{number}", groups={"phenomenon": "p"})
    loaded = [loads_suite(json.dumps(made)) for made in suites]
    [model] = summarize(run(loaded, WordBackend(len)))["models"]
    [row] = model["groups"]["phenomenon"]
    assert (row["n_clusters"], row["ci_method"]) == (12, "clusters")
    assert row["macro_low"] == model["sg_interval"]["ci_low"]


def test_a_factor_that_no_item_has_is_told_with_those_there_are():
    with pytest.raises(sgl.InputError, match=r"no item of suite 'toy_suite'.*frame, half. Did you mean 'frame'\?"):
        clustered_by(result(document()), "frames")
    with pytest.raises(sgl.InputError, match=r"Did you mean 'frame'\?"):
        sgl.evaluate(loads_suite(json.dumps(document())), WordBackend(len), cluster="frames")


def test_clusters_are_saved_loaded_written_and_tabulated(tmp_path):
    found = result(with_clusters())
    assert sgl.RunResult.load(found.save(tmp_path / "run.json")) == found
    frame = found.to_frame("items")
    assert frame["cluster"].tolist() == [f"frame {number}" for number in FRAMES]
    assert list(frame.columns).index("cluster") == list(frame.columns).index("item_number") + 1
    for kind in ("regions", "tokens"):
        assert set(found.to_frame(kind)["cluster"]) == {f"frame {number}" for number in range(6)}
    assert "cluster" not in result(document()).to_frame("items").columns
    suite = loads_suite(json.dumps(with_clusters()))
    assert loads_suite(dumps_suite(suite)).clusters == suite.clusters
    assert suite_sha256(suite) == suite_sha256(loads_suite(json.dumps(document())))  # a model is asked the same


def test_results_with_a_cluster_of_an_item_that_is_not_there_are_damaged(tmp_path):
    path = result(with_clusters()).save(tmp_path / "run.json")
    saved = json.loads(path.read_text(encoding="utf-8"))
    saved["models"][0]["suites"][0]["clusters"]["99"] = "frame 1"
    path.write_text(json.dumps(saved), encoding="utf-8")
    with pytest.raises(sgl.InputError, match=r"clusters.99: there is no item 99"):
        sgl.RunResult.load(path)


def test_a_score_by_cluster_of_frames_is_wider_than_by_item():
    frames = summarize(result(with_clusters()))["models"][0]["suites"][0]
    items = summarize(result(document()))["models"][0]["suites"][0]
    widths = np.array([row["ci_high"] - row["ci_low"] for row in (frames, items)])
    assert widths[0] > 1.4 * widths[1]
