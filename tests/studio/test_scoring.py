"""Scoring in the background: values of the library, only what is new, and nothing that fails costs more than itself."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.counting_runs import Counting
from support.studio import Served, served
from support.toys import suite_document, write_suite

import syntaxgym_lite as sgl
from syntaxgym_lite.backends import kinds
from syntaxgym_lite.errors import ScoringError
from syntaxgym_lite.reports.html.suites import suites_of
from syntaxgym_lite.resources import shipped_models
from syntaxgym_lite.studio import jobs
from syntaxgym_lite.studio.models import chosen_model
from syntaxgym_lite.studio.scoring import current_run
from syntaxgym_lite.suite.json import suite_document as document_of


class Scripted(Counting):
    """Notes every batch, fails on a word, and waits for a signal before each batch if there is one."""

    gate: threading.Event | None = None

    def score(self, texts: Any, options: Any = None) -> Any:
        bad = [text for text in texts if "unspeakable" in text]
        if bad:
            raise ScoringError(f"'{bad[0]}' cannot be said.", bad[:1])
        if self.gate is not None:
            assert self.gate.wait(20)
        return super().score(texts)

    @property
    def scored(self) -> list[str]:
        if not self.log.exists():
            return []
        return [text for line in self.log.read_text(encoding="utf-8").splitlines() for text in json.loads(line)]


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scripted]:
    """A model that a plug-in brings, as ``toy:x``."""
    own = Scripted(tmp_path / "batches.jsonl", 0.0, 0)
    kind = kinds.Kind("toy", load=lambda rest: own, files=lambda rest, options: [Path(__file__)])
    monkeypatch.setattr(kinds, "_BUILT_IN", {**kinds._BUILT_IN, "toy": kind})
    yield own
    if own.gate is not None:
        own.gate.set()


@pytest.fixture
def studio(tmp_path: Path, model: Scripted) -> Iterator[Served]:
    folder = tmp_path / "work"
    folder.mkdir()
    with served(folder, models=["toy:x"]) as running:
        yield running


def scored(studio: Served, suite_id: str, *models: str, until: Any = None) -> Any:
    """Ask for a score, and wait until the job is over."""
    revision = studio.get(f"/suites/{suite_id}")["revision"]
    state = studio.post(f"/suites/{suite_id}/score", {"base": revision, "models": list(models)})
    return over(studio, suite_id, until) if state["job"] else state


def over(studio: Served, suite_id: str, until: Any = None) -> Any:
    for _ in range(3000):
        state = studio.get(f"/suites/{suite_id}/job")
        if until(state) if until else state["state"] in ("done", "stopped"):
            return state
        threading.Event().wait(0.01)
    raise AssertionError(state)


def changed(studio: Served, suite_id: str, place: int, text: str) -> None:
    """Write something into the first region of an item's first condition."""
    suite = studio.get(f"/suites/{suite_id}")
    item = suite["document"]["items"][place]
    item["conditions"][0]["regions"][0]["content"] = text
    body = {"base": suite["revision"], "client": "test", "items": {str(place): item}}
    studio.post(f"/suites/{suite_id}/changes", body)


FOUR = [{"short": [f"the {animal}", "sprinted"], "long": [f"the {animal}", "sprinted away"]} for animal in "abcd"]


def four(**more: Any) -> dict[str, Any]:
    return suite_document(FOUR, ["(2;%short%) < (2;%long%)"], **more)


@pytest.mark.parametrize("name", ["ngram", "lstm"])
def test_results_are_those_of_evaluate_on_the_saved_suite(tmp_path, name):
    [suite] = sgl.load_suites("npz")
    path = write_suite(tmp_path / "npz.json", document_of(suite))
    run = sgl.evaluate(path, name, cache=False)
    with served(tmp_path) as studio:
        suite_id = studio.studio.add(document_of(suite)).id
        assert scored(studio, suite_id, name)["models"][0]["state"] == "scored"
        found = studio.get(f"/suites/{suite_id}/results")
        own = current_run(studio.studio, suite_id)
    assert own.models[0].suites[0].outcomes == run.models[0].suites[0].outcomes
    assert own.models[0].suites[0].sentences == run.models[0].suites[0].sentences
    [expected] = [one.document() for one in suites_of(run, sgl.summarize(run))]
    [document] = found["suites"]
    assert document["models"] == json.loads(json.dumps(expected["models"]))
    assert found["models"][0]["places"] == list(range(28))


def test_only_what_is_new_is_scored(studio, model):
    suite_id = studio.studio.add(four()).id
    state = scored(studio, suite_id, "toy:x")
    assert (state["models"][0]["done"], state["models"][0]["total"]) == (8, 8)
    assert sorted(model.scored) == sorted(f"the {a} {v}" for a in "abcd" for v in ("sprinted", "sprinted away"))
    changed(studio, suite_id, 2, "the new one")
    scored(studio, suite_id, "toy:x")
    assert model.scored[8:] == ["the new one sprinted"]
    number = studio.get(f"/suites/{suite_id}/job")["job"]
    assert scored(studio, suite_id, "toy:x")["job"] == number  # nothing is new: no job


def test_a_job_is_stopped_after_a_batch_and_goes_on_where_it_was(studio, model, monkeypatch):
    monkeypatch.setattr(jobs, "_AT_ONCE", {"words": 1})
    model.gate = threading.Event()
    suite_id = studio.studio.add(four()).id
    studio.post(f"/suites/{suite_id}/score", {"base": 0, "models": ["toy:x"]})
    over(studio, suite_id, lambda state: state["models"][0]["state"] == "opening")
    assert studio.get("/state")["suites"][suite_id]["revision"] == 0  # others are answered meanwhile
    studio.post(f"/suites/{suite_id}/job/stop")
    model.gate.set()
    state = over(studio, suite_id)
    assert (state["state"], state["models"][0]["state"], state["models"][0]["done"]) == ("stopped", "stopped", 1)
    assert studio.get(f"/suites/{suite_id}/results") == {"job": None}
    assert scored(studio, suite_id, "toy:x")["state"] == "done"
    assert len(model.scored) == len(set(model.scored)) == 8


def test_the_newest_document_wins(studio, model, monkeypatch):
    monkeypatch.setattr(jobs, "_AT_ONCE", {"words": 1})
    model.gate = threading.Event()
    suite_id = studio.studio.add(four()).id
    studio.post(f"/suites/{suite_id}/score", {"base": 0, "models": ["toy:x"]})
    over(studio, suite_id, lambda state: state["models"][0]["state"] == "opening")
    changed(studio, suite_id, 0, "the newest")
    assert studio.ask("POST", f"/suites/{suite_id}/score", {"base": 0, "models": ["toy:x"]})[0] == 409
    studio.post(f"/suites/{suite_id}/score", {"base": 1, "models": ["toy:x"]})
    model.gate.set()
    assert over(studio, suite_id)["revision"] == 1
    assert "the newest" in studio.get(f"/suites/{suite_id}/results")["suites"][0]["texts"][0][0][0]


def test_a_model_that_is_missing_costs_itself_alone(studio):
    suite_id = studio.studio.add(four()).id
    state = scored(studio, suite_id, "toy:x", "./no-such-model")
    assert [one["state"] for one in state["models"]] == ["scored", "failed"]
    assert "no such file" in state["models"][1]["message"]
    assert studio.get(f"/suites/{suite_id}/results")["names"] == ["toy:x"]
    run = current_run(studio.studio, suite_id)
    assert len(run.models) == 1
    assert run.failures[0].message == state["models"][1]["message"]


def test_a_sentence_on_which_a_model_fails_costs_its_item_alone(studio):
    suite_id = studio.studio.add(four()).id
    changed(studio, suite_id, 1, "the unspeakable")
    state = scored(studio, suite_id, "toy:x", "ngram")
    [own, other] = state["models"]
    assert own["state"] == "scored"
    [[places, why]] = own["left_out"]
    assert places == [1]
    assert "item 2, condition 'short'" in why
    found = studio.get(f"/suites/{suite_id}/results")
    assert [one["places"] for one in found["models"]] == [[0, 2, 3], [0, 1, 2, 3]]
    assert [found["suites"][one["suite"]]["models"][0]["summary"]["n_items"] for one in found["models"]] == [3, 4]
    assert other["left_out"] == []


def test_what_is_readable_of_an_unfinished_suite_is_scored_and_the_rest_is_named(studio):
    document = four()
    document["items"][1]["conditions"][0]["regions"][1]["content"] = ""
    document["items"][1]["conditions"][0]["regions"][0]["content"] = ""
    document["predictions"].append({"type": "formula", "formula": "(2;%short%) <"})
    suite_id = studio.studio.add(document).id
    state = scored(studio, suite_id, "toy:x")
    assert [(kind, place) for kind, place, _ in state["left_out"]] == [("item", 1), ("prediction", 1)]
    found = studio.get(f"/suites/{suite_id}/results")
    assert (found["models"][0]["places"], found["predictions"]) == ([0, 2, 3], [0])
    excluded = current_run(studio.studio, suite_id).models[0].suites[0].excluded
    assert [(one.where, one.reason) for one in excluded] == [("item 2", state["left_out"][0][2])]


def test_of_a_suite_without_a_whole_item_the_reason_is_given(studio):
    suite_id = studio.studio.add({"meta": {"name": "new"}, "region_meta": {}, "predictions": [], "items": []}).id
    state = scored(studio, suite_id, "toy:x")
    assert state["unreadable"]
    assert state["why"]
    assert current_run(studio.studio, suite_id) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/etc", "outside the folders"),
        ("ngram:../elsewhere.arpa", "outside the folders"),
        ("kenlm:/etc/passwd", "outside the folders"),
        ("gpt2?trust_remote_code=true", "when the studio is started"),
        ("nothing:x", "no kind of model"),
        ("", "empty"),
    ],
)
def test_a_model_outside_the_folders_is_refused_with_the_reason(studio, text, said):
    suite_id = studio.studio.add(four()).id
    status, answer = studio.ask("POST", f"/suites/{suite_id}/score", {"base": 0, "models": [text]})
    assert status == 400
    assert said in answer["message"]


def test_the_hub_is_asked_for_nothing_until_somebody_says_so(studio, monkeypatch, tmp_path):
    from huggingface_hub import constants

    from syntaxgym_lite.backends.hf import find

    asked = []
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(find, "_is_hub_reachable", lambda: bool(asked.append(1)))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    suite_id = studio.studio.add(four()).id
    [state] = scored(studio, suite_id, "some-one/no-model")["models"]
    assert (state["state"], asked) == ("absent", [])
    body = {"base": 0, "models": ["some-one/no-model"], "fetched": ["some-one/no-model"]}
    studio.post(f"/suites/{suite_id}/score", body)
    [state] = over(studio, suite_id)["models"]
    assert (state["state"], asked) == ("failed", [1])
    assert "cannot be reached" in state["message"]


def test_models_are_offered(studio):
    found = studio.get("/models")
    assert found["given"] == [{"model": "toy:x"}]
    assert [one["model"] for one in found["shipped"] if one["default"]] == ["lstm"]


def test_models_in_the_folders_are_offered_and_opened_but_not_by_links_that_lead_out(studio):
    shutil.copytree(shipped_models()["ngram"].folder, studio.folder / "models" / "mine")
    (studio.folder / "link").symlink_to(shipped_models()["ngram"].folder)
    assert studio.get("/models")["found"] == [{"model": "ngram:models/mine"}]
    suite_id = studio.studio.add(four()).id
    assert scored(studio, suite_id, "ngram:models/mine")["models"][0]["name"] == "ngram:mine"
    assert studio.ask("POST", f"/suites/{suite_id}/score", {"base": 0, "models": ["ngram:link"]})[0] == 400


def test_figures_are_of_the_suite_as_it_is(studio):
    suite_id = studio.studio.add(four()).id
    assert studio.ask("GET", f"/suites/{suite_id}/figure")[0] == 400
    scored(studio, suite_id, "toy:x")
    status, svg = studio.ask("GET", f"/suites/{suite_id}/figure?kind=regions")
    assert (status, svg[:5]) == (200, b"<?xml")
    assert studio.ask("GET", f"/suites/{suite_id}/figure?kind=margins&format=png&save=1")[1].startswith(b"\x89PNG")
    changed(studio, suite_id, 0, "the newest")
    assert studio.ask("GET", f"/suites/{suite_id}/figure")[0] == 400


def test_name_that_no_file_can_have_is_one_of_the_hub(studio):
    assert chosen_model(studio.studio, "a" * 5000) == "a" * 5000
