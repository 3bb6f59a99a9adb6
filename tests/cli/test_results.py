"""What commands take as results: folders and documents of runs, and what is said of anything else."""

from __future__ import annotations

import json

import pytest
from support.running import sglite
from support.toys import TWO_PAIRS, suite_document, write_suite

from syntaxgym_lite.cli._results import load_results
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.results import RunResult


@pytest.fixture
def folder(replayed, tmp_path):
    suite, model = replayed
    assert sglite("eval", suite, "--model", f"toy={model}", "--out", tmp_path / "out").code == 0
    return tmp_path / "out"


def said_of(*paths: object, **how: object) -> str:
    with pytest.raises(InputError) as caught:
        load_results([str(path) for path in paths], **how)  # type: ignore[arg-type]
    return str(caught.value)


def test_a_folder_and_its_document_are_the_same_results(folder):
    assert load_results([str(folder)]) == load_results([str(folder / "run.json")]) == RunResult.load(folder)


def test_a_folder_of_folders_names_those_that_have_results(folder):
    said = said_of(folder.parent)
    assert f"folders in it have: {folder}." in said


def test_a_report_is_told_as_what_it_is_and_no_folder_is_made_in_it(folder):
    report = folder / "report.html"
    assert sglite("report", folder).code == 0
    assert said_of(report).endswith(
        ": is a report, made of results; give the folder or the run.json that it was made of."
    )
    done = sglite("report", folder, "-o", report / "x.html")
    assert (done.code, f"{report} is a file, not a folder." in done.err) == (2, True)


def test_a_folder_without_results_says_what_writes_them(tmp_path):
    assert "which 'sglite eval' writes to the folder after `out`" in said_of(tmp_path)


def test_a_folder_of_suites_is_to_be_evaluated(tmp_path):
    write_suite(tmp_path / "toy.json", suite_document(TWO_PAIRS))
    assert f"sglite eval {tmp_path}" in said_of(tmp_path)


def test_a_run_that_goes_on_is_told(tmp_path):
    (tmp_path / ".regions.csv.sglite.host.1-0.part").touch()
    assert "a run writes there, or was ended" in said_of(tmp_path)


def test_a_suite_is_to_be_evaluated(replayed):
    suite, _ = replayed
    assert f"{suite}: is a suite, not results. Evaluate it first: 'sglite eval {suite}'" in said_of(suite)
    assert "npz: is a suite, not results" in said_of("npz")


@pytest.mark.parametrize("name", ["items.csv", "regions.csv", "summary.json"])
def test_a_part_of_the_results_leads_to_the_document(folder, name):
    assert f"give {folder / 'run.json'}, which holds all of them" in said_of(folder / name)
    (folder / "run.json").unlink()
    assert "the run.json that was written beside it" in said_of(folder / name)


def test_what_is_not_there_is_told(tmp_path):
    assert "no such file or folder" in said_of(tmp_path / "nothing")
    assert said_of("") == "No folder or file of results was named."


def test_other_json_is_refused_as_no_result(tmp_path):
    (tmp_path / "other.json").write_text(json.dumps({"a": 1}))
    assert "schema_version None" in said_of(tmp_path / "other.json")


def test_a_name_that_is_not_there_is_told_with_those_that_are(folder):
    assert said_of(folder, suites=["toy_siute"]) == (
        "`suite=toy_siute`: these results have toy_suite. Did you mean 'toy_suite'?"
    )
    assert said_of(folder, circuits=["npi"]) == "`circuit=npi`: these results have agreement."
    assert said_of(folder, languages=["en"]) == "`language=en`: these results name no language."
    assert said_of(folder, models=["toi"]) == "`model=toi`: these results have toy. Did you mean 'toy'?"


def test_names_go_by_any_case_and_by_patterns(folder):
    everything = load_results([str(folder)])
    assert load_results([str(folder)], suites=["TOY_*"], models=["t?y"], circuits=["Agreement"]) == everything
