"""Models that stay open from one run to the next."""

from __future__ import annotations

import shutil

from syntaxgym_lite.resources import shipped_models
from syntaxgym_lite.scoring.kept import KeptModels
from syntaxgym_lite.scoring.opener import Opener


def test_models_stay_open_and_the_one_asked_for_longest_ago_goes_first():
    with Opener(cache=False) as opener:
        models = KeptModels(opener, most=2)
        one, two = models.get("ngram", {"lowercase": True}), models.get("ngram")
        assert models.get("ngram", {"lowercase": True}) is one
        assert models.get("ngram", {"bos": "none"}) is not one  # a third one: the plain one goes
        assert models.get("ngram", {"lowercase": True}) is one
        assert models.get("ngram") is not two


def test_a_model_whose_files_changed_is_opened_anew(tmp_path):
    folder = shutil.copytree(shipped_models()["ngram"].folder, tmp_path / "ngram")
    with Opener(cache=False) as opener:
        models = KeptModels(opener)
        first = models.get(f"ngram:{folder}")
        assert models.get(f"ngram:{folder}") is first
        card = folder / "card.json"
        card.write_text(card.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        assert models.get(f"ngram:{folder}") is not first


def test_a_model_is_called_as_one_asks():
    with Opener(cache=False) as opener:
        models = KeptModels(opener)
        assert models.get("random:1", name="chance").name == "chance"
        assert models.get("random:1", name="coin").name == "coin"
