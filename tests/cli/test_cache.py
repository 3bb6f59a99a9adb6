"""Whole runs with a cache: killed and started again, two at once, and a second one that opens no model."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from support.running import refused, sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.backends.identity import Identity, identify
from syntaxgym_lite.errors import ModelError
from syntaxgym_lite.scoring import cache, opener
from syntaxgym_lite.scoring.cache import FILE_NAME, SurprisalCache

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")

SUPPORT = Path(__file__).parents[1] / "support"
BATCH = 8


def command(log: Path, cache: Path, *options: str) -> list[str]:
    return [
        *(sys.executable, str(SUPPORT / "counting_runs.py"), "eval", "npz", "--model", f"counting:{log}"),
        *("--cache", str(cache), "--batch-size", str(BATCH), "--format", "csv", *options),
    ]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT.parent), os.environ.get("PYTHONPATH", "")])}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        arguments, capture_output=True, text=True, encoding="utf-8", env=environment(), check=False, timeout=300
    )


def batches(log: Path) -> list[list[str]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []


def counts(log: Path) -> Counter[str]:
    return Counter(text for batch in batches(log) for text in batch)


def complaints(stderr: str) -> list[str]:
    """All but what is said about regions without tokens, since words here are what stands between blanks."""
    return [line for line in stderr.splitlines() if not re.search(r"regions? (begin|have|has)", line)]


@pytest.fixture(scope="module")
def serial(tmp_path_factory):
    """Output and batches of a run without a cache."""
    folder = tmp_path_factory.mktemp("serial")
    done = run(*command(folder / "log", folder / "cache"))
    assert (done.returncode, complaints(done.stderr)) == (0, [])
    return done.stdout, batches(folder / "log")


def without_model(text: str) -> list[str]:
    return [line.partition(",")[2] for line in text.splitlines()]


def test_a_second_run_scores_nothing_and_says_the_same(serial, tmp_path):
    first, second = (run(*command(tmp_path / "log", tmp_path / "cache")) for _ in range(2))
    assert batches(tmp_path / "log") == serial[1]
    assert first.stdout == second.stdout
    assert without_model(first.stdout) == without_model(serial[0])


@pytest.mark.parametrize("batch", [1, 2, 7])
def test_a_run_killed_within_a_batch_repeats_that_batch_only(serial, tmp_path, batch):
    log, cache = tmp_path / "log", tmp_path / "cache"
    assert run(*command(log, cache, "-O", f"killed_in={batch}")).returncode == -signal.SIGKILL
    done = run(*command(log, cache))
    assert (done.returncode, complaints(done.stderr)) == (0, [])
    assert without_model(done.stdout) == without_model(serial[0])
    assert batches(log) == [*serial[1][:batch], *serial[1][batch - 1 :]]


def test_a_run_killed_at_any_moment_repeats_at_most_one_batch_each_time(serial, tmp_path):
    log, cache = tmp_path / "log", tmp_path / "cache"
    chance = random.Random(1)
    n_killed = 0
    for _ in range(5):
        n_before = len(batches(log))
        process = subprocess.Popen(
            command(log, cache, "-O", "seconds=0.02"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        while process.poll() is None and len(batches(log)) == n_before:
            time.sleep(0.005)  # until it has begun to score
        time.sleep(chance.uniform(0, 0.08))
        process.kill()
        n_killed += process.wait() == -signal.SIGKILL
    done = run(*command(log, cache))
    assert (done.returncode, complaints(done.stderr)) == (0, [])
    assert without_model(done.stdout) == without_model(serial[0])
    repeated = sum(counts(log).values()) - len(counts(log))
    assert repeated <= n_killed * BATCH
    assert set(counts(log)) == {text for batch in serial[1] for text in batch}


def test_two_runs_at_once_share_a_store(serial, tmp_path):
    cache = tmp_path / "cache"
    processes = [
        subprocess.Popen(
            command(tmp_path / name, cache, "-O", "seconds=0.01"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            encoding="utf-8",
        )
        for name in ("one", "two")
    ]
    for process in processes:
        out, err = process.communicate(timeout=300)
        assert (process.returncode, complaints(err)) == (0, [])
        assert without_model(out) == without_model(serial[0])
    connection = sqlite3.connect(cache / FILE_NAME)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    third = run(*command(tmp_path / "three", cache))
    assert batches(tmp_path / "three") == []
    assert without_model(third.stdout) == without_model(serial[0])
    assert sorted(path.name for path in cache.iterdir()) == [FILE_NAME, f"{FILE_NAME}.lock"]


def test_a_damaged_store_does_not_stop_a_run(serial, tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / FILE_NAME).write_text("not a store")
    done = run(*command(tmp_path / "log", cache))
    assert done.returncode == 0
    assert without_model(done.stdout) == without_model(serial[0])
    (message,) = complaints(done.stderr)
    (moved,) = cache.glob("*set-aside*")
    assert moved.name in message


# ---------------------------------------------------------------- surprisal, perplexity, cache


def test_surprisal_and_perplexity_share_the_store_with_eval(tmp_path):
    sentences = tmp_path / "sentences.txt"
    sentences.write_text("the fox sleeps\n\nan owl hunts\nthe fox sleeps\n", encoding="utf-8")
    log, cache = tmp_path / "log", tmp_path / "cache"
    options = ("--model", f"counting:{log}", "--cache", str(cache))
    script = (sys.executable, str(SUPPORT / "counting_runs.py"))
    first = run(*script, "surprisal", str(sentences), *options, "--format", "csv")
    assert first.returncode == 0, first.stderr
    assert len(counts(log)) == 2
    again = run(*script, "surprisal", str(sentences), *options, "--format", "csv")
    measured = run(*script, "perplexity", str(sentences), *options, "--no-eos", "--format", "json")
    assert measured.returncode == 0, measured.stderr
    assert again.stdout == first.stdout
    assert len(batches(log)) == 1
    plain = run(*script, "surprisal", str(sentences), *options[:2], "--no-cache", "--format", "csv")
    assert plain.stdout == first.stdout
    assert len(batches(log)) == 2
    shown = json.loads(run(*script, "cache", "info", "--cache", str(cache), "--format", "json").stdout)
    assert shown["path"] == str(cache / FILE_NAME)
    assert [(model["model"], model["n_sentences"]) for model in shown["models"]] == [("counting", 2)]
    assert "counting" in run(*script, "cache", "info", "--cache", str(cache)).stdout
    wrong = run(*script, "cache", "clear", "--cache", str(cache), "--model", "countin")
    assert wrong.returncode == 2
    assert "counting" in wrong.stderr
    cleared = run(*script, "cache", "clear", "--cache", str(cache))
    assert "forgot 2 sentences" in cleared.stderr
    run(*script, "surprisal", str(sentences), *options)
    assert len(batches(log)) == 3


def test_looking_at_no_cache_makes_none(tmp_path):
    assert "nothing is kept there yet" in sglite("cache", "info", "--cache", tmp_path / "none").out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("action", [["info"], ["info", "--format", "json"], ["clear"], ["clear", "--model", "ngram"]])
def test_a_store_that_cannot_be_opened_is_not_said_to_be_empty(tmp_path, action):
    os.mkfifo(tmp_path / FILE_NAME)
    warning, error = refused("cache", *action, "--cache", tmp_path).splitlines()
    assert "cannot be used" in warning
    assert error.startswith("Error: ")
    assert "cannot be read" in error
    assert ("nothing was forgotten" in error) == (action[0] == "clear")


def test_what_could_not_be_cleared_is_not_said_to_be_forgotten(tmp_path, monkeypatch):
    sgl.evaluate("npz", models="ngram", cache=tmp_path)

    class ReadOnly(SurprisalCache):
        def _connect(self):
            super()._connect()
            self._connection.execute("PRAGMA query_only = on")

    monkeypatch.setattr(cache, "SurprisalCache", ReadOnly)
    said = refused("cache", "clear", "--cache", tmp_path)
    assert said.endswith("nothing was forgotten.\n")
    assert "forgot" not in said.replace("forgotten", "")
    told = sglite("cache", "info", "--cache", tmp_path, "--format", "json").json
    assert told["models"][0]["n_sentences"] > 0  # reading is not in the way


def test_a_model_is_cleared_by_the_name_that_was_typed_for_it(tmp_path):
    sgl.evaluate("npz", models=["ngram", "unigram:lstm", "random:7"], cache=tmp_path)
    told = sglite("cache", "info", "--cache", tmp_path, "--format", "json").json
    assert {row["model"] for row in told["models"]} == {"ngram", "lstm", "random:7"}  # not the folders of this package
    n_sentences = {row["model"]: row["n_sentences"] for row in told["models"]}
    for typed, name in (("ngram", "ngram"), ("unigram:lstm", "lstm"), ("random:7", "random:7")):
        done = sglite("cache", "clear", "--cache", tmp_path, "--model", typed)
        assert done.code == 0
        assert f"forgot {n_sentences[name]} sentences" in done.err
        assert f"holds nothing of '{typed}'" in refused("cache", "clear", "--cache", tmp_path, "--model", typed)


def test_cache_and_no_cache_exclude_each_other(tmp_path):
    assert "--no-cache" in refused("eval", "npz", "--cache", tmp_path, "--no-cache")


def test_fast_models_are_kept_only_if_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("SGLITE_CACHE", str(tmp_path / "default"))
    sgl.evaluate("npz", models="ngram")
    assert not (tmp_path / "default").exists()
    one = sgl.evaluate("npz", models="ngram", cache=tmp_path / "asked")
    assert (tmp_path / "asked" / FILE_NAME).exists()
    two = sgl.evaluate("npz", models="ngram", cache=tmp_path / "asked")
    assert one.to_frame("tokens").equals(two.to_frame("tokens"))


# ---------------------------------------------------------------- models that are not opened


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A very small GPT-2 in a folder, as it was an hour ago."""
    from support import tiny_models

    folder = tiny_models.save(tmp_path_factory.mktemp("models") / "tiny", *tiny_models.tiny_gpt())
    an_hour_ago(folder)
    return folder


def an_hour_ago(folder: Path) -> None:
    for path in folder.iterdir():
        os.utime(path, (time.time() - 3600,) * 2)


@pytest.fixture
def settled(monkeypatch):
    """Take files that were written a moment ago for old ones."""
    monkeypatch.setattr("syntaxgym_lite.backends.identity._COARSEST_CLOCK", -3600.0)


def refuse(*arguments):
    raise ModelError("the model was opened")


def test_the_second_run_does_not_open_the_model(tiny, tmp_path, settled, monkeypatch):
    first = sgl.evaluate("npz", models=str(tiny), cache=tmp_path)
    monkeypatch.setattr(opener, "load_backend", refuse)
    second = sgl.evaluate("npz", models=str(tiny), cache=tmp_path)
    for kind in ("items", "regions", "tokens"):
        assert second.to_frame(kind).equals(first.to_frame(kind))
    assert second.models[0].fingerprint == first.models[0].fingerprint
    assert second.models[0].options == first.models[0].options
    with pytest.raises(ModelError, match="was opened"):
        sgl.evaluate("npz", models=str(tiny), cache=tmp_path, eos=True)
    with pytest.raises(ModelError, match="was opened"):
        sgl.evaluate("npz", models=str(tiny), cache=tmp_path, bos="none")


def test_the_second_run_does_not_import_torch(tiny, tmp_path, settled):
    sgl.evaluate("npz", models=str(tiny), cache=tmp_path)
    code = (
        "import sys\nfrom syntaxgym_lite.cli import main\n"
        f"try:\n    main(['eval', 'npz', '--model', {str(tiny)!r}, '--cache', {str(tmp_path)!r}])\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "assert 'torch' not in sys.modules and 'transformers' not in sys.modules\n"
    )
    done = run(sys.executable, "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    assert "SG score" in done.stdout


def test_a_word_model_is_not_opened_either(tmp_path, monkeypatch, settled):
    first = sgl.evaluate("npz", models="lstm", cache=tmp_path)
    monkeypatch.setattr(opener, "load_backend", refuse)
    assert sgl.evaluate("npz", models="lstm", cache=tmp_path).to_frame("tokens").equals(first.to_frame("tokens"))


def changed(folder: Path) -> None:
    """Change one weight in place: same size, same times of writing."""
    path = folder / "model.safetensors"
    before = path.stat()
    data = bytearray(path.read_bytes())
    data[-3] ^= 0x3F
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def values(folder: Path, cache: Path | bool) -> list[float]:
    return sgl.evaluate("npz", models=str(folder), cache=cache).to_frame("regions")["surprisal_bits"].tolist()


def test_a_model_changed_in_place_gives_its_new_values(tiny, tmp_path, settled):
    folder = shutil.copytree(tiny, tmp_path / "model")
    old = values(folder, tmp_path / "cache")
    changed(folder)
    new = values(folder, tmp_path / "cache")
    assert new != old
    assert new == values(folder, False)


def test_values_under_a_wrong_identity_are_given_up_once_the_model_is_opened(tiny, tmp_path, settled, monkeypatch):
    """Even if no look at the files could tell: what was looked up before is not mixed with what is scored after."""
    folder = shutil.copytree(tiny, tmp_path / "model")
    monkeypatch.setattr(opener, "identify", lambda *_: Identity("same", 0.0))
    values(folder, tmp_path / "cache")
    changed(folder)
    run_ = sgl.evaluate(["npz", "number_prep"], models=str(folder), cache=tmp_path / "cache")
    plain = sgl.evaluate(["npz", "number_prep"], models=str(folder), cache=False)
    assert run_.models[0].fingerprint == plain.models[0].fingerprint
    bits, plain_bits = (result.to_frame("tokens")["surprisal_bits"].to_numpy() for result in (run_, plain))
    np.testing.assert_allclose(bits, plain_bits, atol=1e-3)  # the batches are not the same


def test_a_model_written_a_moment_ago_is_not_remembered(tiny, tmp_path):
    folder = shutil.copytree(tiny, tmp_path / "model", copy_function=shutil.copy)
    values(folder, tmp_path / "cache")
    with SurprisalCache(tmp_path / "cache") as cache:
        identity = identify(str(folder))
        known = cache.recall(identity.key)
    assert known is None or identity.is_settled  # opening may have taken longer than the clock is coarse
