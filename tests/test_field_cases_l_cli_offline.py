"""Field cases of kind L: a machine without KenLM, a machine without a network."""

from __future__ import annotations

import os
import socket

import pytest
from support.field_fixtures import fx_gpt, fx_suite, python, reference, run_regions, sglite, write_arpa, write_json
from support.toys import suite_document

import syntaxgym_lite as sgl

NO_KENLM = "import sys; sys.modules['kenlm'] = None\nfrom syntaxgym_lite.cli import main; main()"

NO_NETWORK = """
import socket
def refuse(*args, **kwargs):
    print("NETWORK USED", args, flush=True)
    raise OSError("no network here")
for name in ("connect", "connect_ex", "sendto"):
    setattr(socket.socket, name, refuse)
socket.getaddrinfo = socket.create_connection = socket.gethostbyname = refuse
from syntaxgym_lite.cli import main; main()
"""


@pytest.mark.parametrize(
    "command",
    [["--help"], ["eval", "--help"], ["check", "{suite}"], ["eval", "{suite}", "--model", "{gpt}", "--format", "json"]],
    ids=["help", "eval-help", "check", "hf-run"],
)
def test_case_97_all_but_kenlm_models_works_without_kenlm(tmp_path, command):
    """Case 97: KenLM cannot be built."""
    suite = write_json(tmp_path / "fx.json", fx_suite())
    args = [part.format(suite=suite, gpt=fx_gpt()) for part in command]
    finished = python(NO_KENLM, *args)
    assert finished.code == 0, finished.err
    assert finished.out


def test_case_97_the_own_reader_reads_arpa_files_without_kenlm(tmp_path):
    """Case 97: n-grams do not need the library."""
    suite = write_json(tmp_path / "fx.json", fx_suite())
    finished = python(NO_KENLM, "eval", suite, "--model", f"ngram:{write_arpa(tmp_path)}", "--format", "json")
    assert finished.code == 0, finished.err
    assert finished.json["models"][0]["sg_score"] == 1.0


def test_case_97_a_kenlm_model_names_the_extra_to_install(tmp_path):
    """Case 97: message with the extra's name, no traceback."""
    suite = write_json(tmp_path / "fx.json", fx_suite())
    finished = python(NO_KENLM, "eval", suite, "--model", f"kenlm:{write_arpa(tmp_path)}")
    assert finished.code == 3
    assert finished.out == ""
    assert "syntaxgym_lite[kenlm]" in finished.err
    assert "Traceback" not in finished.err


def test_case_99_a_local_folder_is_opened_without_any_network(tmp_path):
    """Case 99: a local model folder, by relative path, with HF_HUB_OFFLINE=1."""
    folder = fx_gpt()
    suite = write_json(tmp_path / "fox.json", suite_document([{"only": ["the fox", "sleeps"]}], name="fox"))
    out = tmp_path / "out"
    finished = python(
        NO_NETWORK, "eval", suite, "--model", folder.name, "--out", out, cwd=folder.parent, HF_HUB_OFFLINE="1"
    )
    assert finished.code == 0, finished.err
    assert "NETWORK USED" not in finished.out
    [(_, _, sentence)] = sgl.RunResult.load(out).sentences()
    assert sentence.token_bits == pytest.approx(reference("the fox sleeps")[2], abs=1e-4)


@pytest.fixture
def attempts(monkeypatch):
    """What tried to use the network, which is blocked in this process."""
    tried = []

    def refuse(*args, **kwargs):
        tried.append(args)
        raise OSError("no network here")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "create_connection", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)
    return tried


def test_case_99_a_local_folder_needs_no_network_when_there_may_be_one(attempts, monkeypatch):
    """Case 99: the network is not tried even where offline mode is off."""
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.chdir(fx_gpt().parent)
    sentence = run_regions(["the fox", "sleeps"], fx_gpt().name)
    assert sentence.token_bits == pytest.approx(reference("the fox sleeps")[2], abs=1e-4)
    assert attempts == []


@pytest.mark.parametrize("name", ["./no-such-model", "models/deep/no-such-model", "no-such/model", "no-such-model"])
def test_case_99_a_wrong_path_is_first_of_all_a_folder_that_is_not_there(tmp_path, attempts, monkeypatch, capsys, name):
    """Case 99: a wrong path says "no such folder" first, not "repo id"."""
    suite = write_json(tmp_path / "fx.json", fx_suite())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    finished = sglite(capsys, "eval", suite, "--model", name)
    assert finished.code == 3
    assert finished.out == ""
    assert attempts == []
    first = finished.err.strip().splitlines()[0]
    assert name in first
    assert "repo id" not in finished.err
    assert "no such" in first
    assert "folder" in first
    assert "hub" not in first[: first.index("folder")]


def test_case_99_a_slip_in_the_name_of_a_folder_is_corrected(tmp_path, monkeypatch, capsys):
    """Case 99: a wrong path with a neighbour of nearly that name."""
    folder = fx_gpt()
    suite = write_json(tmp_path / "fx.json", fx_suite())
    monkeypatch.chdir(folder.parent)
    finished = sglite(capsys, "eval", suite, "--model", f".{os.sep}{folder.name}s")
    assert finished.code == 3
    assert f"Did you mean '{folder.name}'?" in finished.err
