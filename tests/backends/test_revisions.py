"""One model at several moments of its training: which models that names, and in which order."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.model_folders import edit_weights
from support.tiny_models import gpt_folder

import syntaxgym_lite as sgl
from syntaxgym_lite.backends.hf import find
from syntaxgym_lite.backends.revisions import with_revisions
from syntaxgym_lite.backends.specs import names_of, split_spec
from syntaxgym_lite.errors import InputError, ModelNotFoundError
from syntaxgym_lite.stats.model_table import described_by_names


@pytest.fixture
def checkpoints(tmp_path: Path) -> Path:
    """A folder of three checkpoints, as `sglite train transformer` writes them; no model itself."""
    for name in ("10M", "900k", "2M"):
        (tmp_path / "mine" / "checkpoints" / name).mkdir(parents=True)
        (tmp_path / "mine" / "checkpoints" / name / "config.json").write_text("{}")
    (tmp_path / "mine" / "checkpoints" / "notes").mkdir()
    return tmp_path / "mine"


class _Hub:
    """A hub whose models have these branches and tags."""

    branches = ("main", "step1000", "step143000")
    tags = ("step2000", "v1")

    def list_repo_refs(self, name: str) -> SimpleNamespace:
        named = [[SimpleNamespace(name=one) for one in names] for names in (self.branches, self.tags)]
        return SimpleNamespace(branches=named[0], tags=named[1])


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.HfApi", _Hub)
    monkeypatch.setattr("syntaxgym_lite.backends.revisions.require_hub", lambda source, there: None)


def test_without_revisions_models_stay_as_they_are() -> None:
    assert with_revisions(["gpt2", "ngram"], []) == ["gpt2", "ngram"]


def test_a_hub_model_is_named_with_each_revision_and_the_hub_is_not_asked(monkeypatch) -> None:
    monkeypatch.setattr("syntaxgym_lite.backends.revisions.require_hub", lambda *_: pytest.fail("asked"))
    found = with_revisions(["org/a?bos=none", "b=mlm:bert"], ["step1", "step20"])
    assert found == [
        "org/a?bos=none&revision=step1",
        "org/a?bos=none&revision=step20",
        "b-step1=mlm:bert?revision=step1",
        "b-step20=mlm:bert?revision=step20",
    ]
    assert split_spec(found[0]) == ("hf", "org/a", {"bos": "none", "revision": "step1"})
    assert names_of(found) == [*found[:2], "b-step1", "b-step20"]


def test_patterns_take_what_the_hub_has_by_number(hub: None) -> None:
    assert with_revisions(["org/a"], ["step*"]) == [f"org/a?revision=step{n}" for n in (1000, 2000, 143000)]
    assert with_revisions(["org/a"], ["main", "step1*", "main"]) == [
        f"org/a?revision={name}" for name in ("main", "step1000", "step143000")
    ]
    with pytest.raises(InputError, match=r"`revisions=ckpt\*`: org/a has none that fits; it has main, step1000, "):
        with_revisions(["org/a"], ["ckpt*"])


def test_checkpoints_of_a_folder_by_their_words(checkpoints: Path) -> None:
    found = with_revisions([str(checkpoints)], ["*"])
    assert found == [f"mine-{name}={checkpoints / 'checkpoints' / name}" for name in ("900k", "2M", "10M")]
    table = described_by_names(names_of(found))
    assert table is not None
    assert [(row.model_class, row.words) for row in table.rows] == [("mine", 9e5), ("mine", 2e6), ("mine", 1e7)]
    named = with_revisions([f"our=mlm:{checkpoints}?bos=none"], ["2M"])
    assert named == [f"our-2M=mlm:{checkpoints / 'checkpoints' / '2M'}?bos=none"]


def test_checkpoints_of_another_trainer(tmp_path: Path) -> None:
    for step in (1000, 500):
        (tmp_path / f"checkpoint-{step}").mkdir()
        (tmp_path / f"checkpoint-{step}" / "config.json").write_text("{}")
    found = with_revisions([f"a={tmp_path}"], ["checkpoint-*"])
    assert names_of(found) == ["a-checkpoint-500", "a-checkpoint-1000"]


@pytest.mark.parametrize(
    ("model", "revision", "message"),
    [
        ("ngram", "step1", r"`revisions`: ngram is a model of the kind ngram, which has no revisions"),
        ("gpt2?revision=v1", "step1", r"names a revision already"),
        ("{folder}", "5M", r"`revisions=5M`: .*mine has no such checkpoint; it has 900k, 2M, 10M"),
        ("{folder}", "step*", r"has none that fits; it has 900k, 2M, 10M"),
        ("{folder}/checkpoints/notes", "*", r"notes has no checkpoints: no model in "),
    ],
)
def test_what_has_no_such_revision_is_refused(checkpoints: Path, model: str, revision: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        with_revisions([model.format(folder=checkpoints)], [revision])


def test_one_file_has_no_revisions(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"GGUF")
    with pytest.raises(InputError, match="is one file, which has no revisions"):
        with_revisions([str(tmp_path / "a.gguf")], ["v1"])


def test_a_pattern_needs_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelNotFoundError, match="offline mode"):
        with_revisions(["no-one/no-model"], ["step*"])
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setattr(find, "_is_hub_reachable", lambda: True)

    class Broken:
        def list_repo_refs(self, name: str) -> None:
            raise ConnectionError("gone away\nmore")

    monkeypatch.setattr("huggingface_hub.HfApi", Broken)
    with pytest.raises(ModelNotFoundError, match=r"does not say which revisions there are: gone away$"):
        with_revisions(["no-one/no-model"], ["step*"])


def test_each_checkpoint_is_scored_by_its_own_weights(tmp_path: Path) -> None:
    for name in ("1k", "2k"):
        shutil.copytree(gpt_folder(), tmp_path / "mine" / "checkpoints" / name)
    edit_weights(tmp_path / "mine" / "checkpoints" / "2k", lambda weights: weights["transformer.wte.weight"].mul_(0.5))
    run = sgl.evaluate("number_prep", with_revisions([str(tmp_path / "mine")], ["*"]), cache=False)
    assert [model.model for model in run.models] == ["mine-1k", "mine-2k"]
    one, other = (model.suites[0].sentences[0].token_bits for model in run.models)
    assert one != other
