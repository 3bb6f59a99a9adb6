"""Saved models to damage."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support import tiny_masked, tiny_models
from support.tiny_models import tiny_gpt

from syntaxgym_lite.backends.hf.open import quiet


@pytest.fixture(scope="session")
def good_gpt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with quiet():
        return tiny_models.save(tmp_path_factory.mktemp("models") / "tiny-gpt", *tiny_gpt())


@pytest.fixture(scope="session")
def good_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with quiet():
        return tiny_models.save(tmp_path_factory.mktemp("models") / "tiny-bert", *tiny_masked.masked_model("Bert"))


@pytest.fixture
def gpt(good_gpt: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(good_gpt, tmp_path / "gpt"))


@pytest.fixture
def bert(good_bert: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(good_bert, tmp_path / "bert"))
