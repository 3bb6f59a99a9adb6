"""A model on disk is told from what it was, without reading it."""

from __future__ import annotations

import os
import time

import pytest

from syntaxgym_lite.backends.identity import identify


@pytest.fixture
def folder(tmp_path):
    """What looks like a model's folder."""
    path = tmp_path / "model"
    path.mkdir()
    for name in ("config.json", "tokenizer.json", "model.safetensors"):
        (path / name).write_text("{}", encoding="utf-8")
    return path


def key(folder, **options):
    return identify(str(folder), options).key


def test_it_is_the_same_as_long_as_nothing_is_changed(folder):
    assert key(folder) == key(folder)
    assert key(folder, bos="none") == key(folder, bos="none")


def test_options_and_spelling_count(folder):
    assert key(folder) != key(folder, bos="none")
    assert key(folder) != identify(f"hf:{folder}/", {}).key
    assert identify(f"{folder}?bos=none").key == key(folder, bos="none")


def test_a_file_changed_in_place_shows_though_its_size_and_times_are_put_back(folder):
    path = folder / "model.safetensors"
    before, status = key(folder), path.stat()
    time.sleep(0.05)  # the clock of a file system ticks every few milliseconds
    path.write_text("[]", encoding="utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    assert key(folder) != before


@pytest.mark.parametrize("name", ["added_tokens.json", "model-2.safetensors", "chat_template.jinja"])
def test_a_new_file_shows(folder, name):
    before = key(folder)
    (folder / name).touch()
    assert key(folder) != before


def test_a_replaced_folder_shows(folder, tmp_path):
    before = key(folder)
    folder.rename(tmp_path / "old")
    folder.mkdir()
    for path in (tmp_path / "old").iterdir():
        os.link(path, folder / path.name)
    assert key(folder) != before


def test_a_model_is_settled_once_its_last_change_is_older_than_the_coarsest_clock(folder):
    assert not identify(str(folder)).is_settled
    assert identify("lstm").is_settled  # shipped; not written by this test run


def test_a_word_list_beside_a_checkpoint_counts(tmp_path):
    weights = tmp_path / "model.pt"
    weights.touch()
    before = identify(f"wordlm:{weights}").key
    (tmp_path / "vocab.txt").touch()
    assert identify(f"wordlm:{weights}").key != before


@pytest.mark.parametrize("spec", ["/nowhere/at/all", "no/such-hub-model", "wordlm:nowhere", "random:1", "kind:x", ""])
def test_what_cannot_be_looked_at_has_none(spec):
    assert identify(spec) is None


def test_a_model_with_its_own_code_has_none(folder):
    assert identify(str(folder), {"trust_remote_code": True}) is None
    assert identify(str(folder), {"trust_remote_code": False}) is not None
