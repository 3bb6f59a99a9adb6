"""``sglite rerun``: says whether a run was repeated, and its exit code is for scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.running import refused, sglite

from syntaxgym_lite.cli.rerun import command
from syntaxgym_lite.differences import TOLERANCE_BITS
from syntaxgym_lite.results import RunResult


@pytest.fixture
def finished(replayed, tmp_path):
    """A run's folder, and the recording it was made of."""
    suite, model = replayed
    assert sglite("eval", suite, "--model", model, "--out", tmp_path / "out").code == 0
    return tmp_path / "out", Path(model.removeprefix("replay:"))


def change(recording: Path, old: str, new: str) -> None:
    text = recording.read_text(encoding="utf-8")
    assert text.count(old) == 1
    recording.write_text(text.replace(old, new), encoding="utf-8")


def test_what_is_the_same_is_said_in_a_line(finished, tmp_path):
    folder, _ = finished
    repeated = sglite("rerun", folder, "--out", tmp_path / "again")
    assert repeated.code == 0
    assert repeated.out.splitlines()[-1] == "The same: every outcome, and every surprisal within 0.001 bits."
    for name in ("items.csv", "regions.csv", "tokens.csv", "summary.json"):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()
    first, second = (RunResult.load(path) for path in (folder, tmp_path / "again"))
    assert (first.models, first.settings) == (second.models, second.settings)


def test_an_outcome_that_flipped_is_named_and_the_code_is_1(finished):
    folder, recording = finished
    change(recording, ",2.5,1,", ",7.5,1,")  # item 1: a 5.0 > b 2.5 held
    repeated = sglite("rerun", folder)
    assert repeated.code == 1
    assert "item 1, prediction 0: true then, false now." in " ".join(repeated.out.split())
    document = sglite("rerun", folder, "--format", "json").json
    [suite] = document["suites"]
    assert (document["same"], suite["same"], suite["max_bits"]) == (False, False, 5.0)
    assert suite["outcomes"] == [{"item_number": 1, "prediction": 0, "was": True, "now": False}]


def test_numbers_may_be_off_by_the_tolerance(finished):
    folder, recording = finished
    change(recording, ",2.5,1,", ",2.75,1,")
    repeated = sglite("rerun", folder)
    assert repeated.code == 1
    assert "other fingerprint" in " ".join(repeated.out.split())
    [suite] = sglite("rerun", folder, "--tolerance", 0.25, "--format", "json").json["suites"]
    assert (suite["same"], suite["max_bits"], suite["outcomes"]) == (True, 0.25, [])


def test_the_tolerance_in_the_help_is_that_of_the_library():
    [option] = [option for option in command.params if option.name == "tolerance"]
    assert float(option.default) == TOLERANCE_BITS


def test_a_file_that_is_no_run_is_refused(tmp_path, replayed):
    assert "no such" in refused("rerun", tmp_path / "run.json").lower()
    assert "schema_version" in refused("rerun", replayed[0])


def test_a_model_that_is_gone_is_3(finished):
    folder, recording = finished
    recording.unlink()
    assert str(recording) in refused("rerun", folder, code=3)


def test_text_from_a_document_is_data_not_a_path_option(finished):
    folder, _ = finished
    path = folder / "run.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["settings"]["model_options"] = {"trust_remote_code": True}
    path.write_text(json.dumps(document), encoding="utf-8")
    assert "No model here has an option 'trust_remote_code'" in refused("rerun", folder)


def test_predictions_that_were_added_are_added_again(replayed, tmp_path):
    suite, model = replayed
    folder = tmp_path / "out"
    assert sglite("eval", suite, "--model", model, "--out", folder, "--predict", "b > a at 2").code == 0
    document = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert document["settings"]["reading"]["options"] == {"predict": ["b > a at 2"]}
    again = sglite("rerun", folder, "--out", tmp_path / "again")
    assert again.code == 0, again.err
    first, second = (RunResult.load(path) for path in (folder, tmp_path / "again"))
    assert (first.models, first.settings) == (second.models, second.settings)
    assert [one.name for one in first.models[0].suites[0].predictions] == [None, "b > a at 2"]
