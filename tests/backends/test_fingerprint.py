"""Fingerprints change with everything that can change a number, and with nothing else."""

import re

import pytest

from syntaxgym_lite.backends import fingerprint as module
from syntaxgym_lite.backends.fingerprint import fingerprint


def test_fingerprint_is_a_sha256_in_hexadecimal(tmp_path):
    (tmp_path / "a").write_bytes(b"weights")
    assert re.fullmatch("[0-9a-f]{64}", fingerprint(files=[tmp_path / "a"], options={}))


def test_contents_options_and_order_count_but_names_do_not(tmp_path):
    for name, content in {"a": b"1", "b": b"2", "copy": b"1"}.items():
        (tmp_path / name).write_bytes(content)
    one = fingerprint(files=[tmp_path / "a", tmp_path / "b"], options={"bos": "auto", "words": "punct"})
    assert one == fingerprint(files=[tmp_path / "copy", tmp_path / "b"], options={"words": "punct", "bos": "auto"})
    assert one != fingerprint(files=[tmp_path / "b", tmp_path / "a"], options={"bos": "auto", "words": "punct"})
    assert one != fingerprint(files=[tmp_path / "a", tmp_path / "b"], options={"bos": "none", "words": "punct"})


def test_bytes_cannot_move_from_one_file_to_the_next(tmp_path):
    for name, content in {"a": b"12", "b": b"3", "c": b"1", "d": b"23"}.items():
        (tmp_path / name).write_bytes(content)
    assert fingerprint(files=[tmp_path / "a", tmp_path / "b"], options={}) != fingerprint(
        files=[tmp_path / "c", tmp_path / "d"], options={}
    )


def test_a_folder_stands_for_all_the_files_in_it(tmp_path):
    folder = tmp_path / "model"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "b").write_bytes(b"2")
    before = fingerprint(files=[folder], options={})
    (folder / "sub" / "b").write_bytes(b"3")
    assert fingerprint(files=[folder], options={}) != before


@pytest.mark.parametrize(("version", "same"), [("0.1.9", True), ("0.2.0", False), ("1.1.0", False)])
def test_minor_version_counts_and_patch_level_does_not(monkeypatch, version, same):
    monkeypatch.setattr(module, "__version__", "0.1.0")
    before = fingerprint(files=[], options={})
    monkeypatch.setattr(module, "__version__", version)
    assert (fingerprint(files=[], options={}) == before) is same
