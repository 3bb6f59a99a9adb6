"""Served models: the numbers of `hf`, the contract, and runs that are disturbed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest
from support.served import FakeServer, serving
from support.tiny_models import TEXTS, gpt2, save, tiny_gpt

import syntaxgym_lite as sgl
from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.errors import InputError, ModelError, ScoringError
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend

KEY = "sk-none-of-your-business"


@pytest.mark.parametrize("kind", ["openai", "vllm"])
@pytest.mark.parametrize("bos", ["auto", "none"])
def test_served_models_keep_the_promises_of_backends(server, url, kind, bos):
    check_backend(load_backend(f"{kind}:{server.name}@{url}", {"bos": bos}))


@pytest.mark.parametrize("kind", ["openai", "vllm"])
@pytest.mark.parametrize("bos", ["auto", "none"])
@pytest.mark.parametrize("context", ["", "it rained . "])
def test_tokens_and_bits_are_those_of_hf(server, url, kind, bos, context):
    served, own = load_backend(f"{kind}:{server.name}@{url}", {"bos": bos}), load_backend(server.name, {"bos": bos})
    options = ScoringOptions(context=context, eos=True, ranks=kind == "vllm")
    for theirs, ours in zip(served.score(TEXTS, options), own.score(TEXTS, options), strict=True):
        assert theirs.tokens == ours.tokens
        assert np.array_equal(theirs.spans, ours.spans)
        np.testing.assert_allclose(theirs.bits, ours.bits, atol=1e-3)
        assert theirs.eos_bits == pytest.approx(ours.eos_bits, abs=1e-3)
        assert theirs.ranks is None or theirs.ranks.tolist() == ours.ranks.tolist()


@pytest.mark.parametrize("kind", ["openai", "vllm"])
def test_a_shipped_suite_has_the_bits_of_hf(tmp_path, kind):
    tokenizer = tiny_gpt()[1]
    folder = save(tmp_path / "tiny", gpt2(len(tokenizer), n_positions=256), tokenizer)
    with serving(FakeServer(folder)) as address:
        run = sgl.evaluate("npz", models=[f"{kind}:{folder}@{address}", f"hf:{folder}"], cache=False)
    names = [model.model for model in run.models]
    theirs, ours = (run.to_frame("tokens").query("model == @name") for name in names)
    assert len(ours) == len(theirs) > 500
    np.testing.assert_allclose(
        theirs["surprisal_bits"].to_numpy(float), ours["surprisal_bits"].to_numpy(float), atol=1e-3
    )
    assert theirs["token"].tolist() == ours["token"].tolist()


def test_the_tokenizer_may_be_another_folder_than_the_name(server, url):
    server.listed = [{"id": "big"}]
    assert load_backend(f"vllm:big@{url}", {"tokenizer": server.name}).info.options["tokenizer"] == server.name
    with pytest.raises(ModelError, match=r"The tokenizer of vllm:big is not to be had: .*-O tokenizer="):
        load_backend(f"vllm:big@{url}")


def test_a_model_that_the_server_does_not_know_is_refused_with_those_that_it_does(server, url):
    server.listed = [{"id": "one"}, {"id": "two"}]
    with pytest.raises(InputError, match="serves no model 'big'; it serves one, two"):
        load_backend(f"openai:big@{url}")


def test_a_server_that_lists_no_models_is_believed(server, url):
    server.listed = None
    assert load_backend(f"openai:{server.name}@{url}").info.options["context_length"] is None


def test_precision_is_what_the_server_or_the_user_says(server, url):
    spec = f"openai:{server.name}@{url}"
    assert load_backend(spec).info.options["dtype"] == "unknown precision"
    info = load_backend(spec, {"dtype": "bfloat16"}).info
    assert info.options["dtype"] == "bfloat16"
    assert "bfloat16" in info.warnings[0]
    server.listed = [{"id": server.name, "dtype": "float32"}]
    assert load_backend(spec).info.options["dtype"] == "float32"


@pytest.mark.parametrize(
    ("option", "value"), [("requests", 0), ("prompts", "x"), ("retries", -1), ("timeout", 0), ("dtype", "auto")]
)
def test_a_bad_option_is_named(server, url, option, value):
    with pytest.raises(InputError, match=f"`{option}={value}`"):
        load_backend(f"openai:{server.name}@{url}", {option: value})


def test_no_more_requests_are_made_at_once_than_asked_for(server, url):
    load_backend(f"openai:{server.name}@{url}", {"requests": 2, "prompts": 1}).score(TEXTS * 5)
    assert server.most_at_once <= 2


def test_a_sentence_that_is_too_long_is_named_beforehand_or_by_the_server(server, url):
    long = "the fox sleeps " * 40
    backend = load_backend(f"openai:{server.name}@{url}")
    assert "takes at most 64" in backend.refusals([long, "the fox"])[long]
    server.listed = None
    backend = load_backend(f"openai:{server.name}@{url}")
    with pytest.raises(ScoringError, match="maximum context length") as caught:
        backend.score(["the fox sleeps", long])
    assert caught.value.texts == (long,)


def test_one_sentence_that_fails_does_not_cost_the_others(server, url):
    server.listed = None
    with pytest.raises(ScoringError) as caught:
        sgl.open_model(f"openai:{server.name}@{url}", cache=False).score(["the fox", "the fox sleeps " * 40, "my dog"])
    assert set(caught.value.scored) == {"the fox", "my dog"}


# ---------------------------------------------------------------------------------------------------------------------
# Runs that are disturbed


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    from support.toys import suite_document

    items = [{"a": [f"the old dog {n}", "sleeps"], "b": [f"the old dog {n}", "sleep"]} for n in range(40)]
    path = tmp_path / "many.json"
    path.write_text(json.dumps(suite_document(items, ["(2;%a%) < (2;%b%)"])), encoding="utf-8")
    return path


def results(folder: Path) -> dict[str, bytes]:
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    run = json.loads(files.pop("run.json"))
    del run["created"]  # the time of the run
    return {**files, "run.json": json.dumps(run).encode()}


def sglite(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "syntaxgym_lite", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment},
    )


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_a_disturbed_run_gives_the_bytes_of_an_undisturbed_one_and_nobody_learns_the_key(
    server, url, tmp_path, suite, monkeypatch
):
    """One request in five fails; and one run is killed in the middle, and resumed."""
    server.key = KEY
    spec = f"openai:{server.name}@{url}"
    options = ("--model", spec, "--batch-size", 8, "-O", "prompts=2")

    def run(name: str, cache: str) -> subprocess.CompletedProcess[str]:
        where = ("--out", tmp_path / name, "--cache", tmp_path / cache)
        return sglite("eval", suite, *options, *where, SGLITE_API_KEY=KEY, SGLITE_TRACEBACK="1")

    undisturbed = run("undisturbed", "cache-1")
    assert undisturbed.returncode == 0, undisturbed.stderr
    wanted = results(tmp_path / "undisturbed")
    n_whole = server.n_asked  # probe, then 80 sentences by twos

    server.reset(key=KEY)
    server.fail = lambda n: 0 if n % 5 else (503 if n % 10 else None)
    failing = run("failing", "cache-2")
    assert failing.returncode == 0, failing.stderr
    assert results(tmp_path / "failing") == wanted

    server.reset(key=KEY)

    def kill(n: int) -> None:
        if n == n_whole - 15:
            os.kill(process.pid, signal.SIGKILL)

    arguments = ["eval", suite, *options, "--out", tmp_path / "killed", "--cache", tmp_path / "cache-3"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "SGLITE_API_KEY": KEY}
    server.seen = kill
    process = subprocess.Popen(
        [sys.executable, "-m", "syntaxgym_lite", *map(str, arguments)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.wait(300) == -signal.SIGKILL
    assert not (tmp_path / "killed" / "run.json").exists()
    n_before = server.n_asked
    server.seen = lambda n: None
    resumed = run("killed", "cache-3")
    assert resumed.returncode == 0, resumed.stderr
    assert results(tmp_path / "killed") == wanted
    assert server.n_asked - n_before < n_whole - 15  # what was kept was not asked for again

    server.reset(key="sk-another")
    refused = run("refused", "cache-4")
    assert refused.returncode == 3
    server.reset(key=KEY)
    server.fail = lambda n: 400
    rejected = run("rejected", "cache-5")
    assert rejected.returncode == 3

    for done in (undisturbed, failing, resumed, refused, rejected):
        assert KEY not in done.stdout + done.stderr
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path


def test_a_server_that_is_gone_ends_a_run_with_its_reason_not_a_sentence(server, url, naps):
    model = sgl.open_model(f"openai:{server.name}@{url}", cache=False, retries=2)
    n = server.n_asked
    server.fail = lambda n: 503
    with pytest.raises(ModelError, match="the same command goes on from there") as caught:
        model.score(TEXTS)
    assert not isinstance(caught.value, ScoringError)
    assert server.n_asked - n <= 3 * 8
    assert "Bearer" not in "".join(traceback.format_exception(caught.value))
