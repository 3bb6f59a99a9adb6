"""TurBLiMP's ratings, against the means that stand beside them, computed by another program."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.published.turblimp_ratings import read_turblimp_ratings


def test_the_means_by_label_are_those_of_the_readme(shared_dir):
    folder = shared_dir / "published" / "human" / "turblimp"
    found = read_turblimp_ratings(folder)
    assert found.ratings.shape == (192, 30)
    assert len(found.pairs) == 96
    with (folder / "base_judgments.means.csv").open(encoding="utf-8") as file:
        expected = {row["label"]: float(row["mean"]) for row in csv.DictReader(file)}
    assert len(expected) == 32
    for label, mean in expected.items():
        phenomenon, _, side = label.rpartition("_")
        own = [getattr(pair, side) for pair in found.pairs if found.sentences[pair.good].phenomenon == phenomenon]
        ratings = found.ratings[own]
        assert np.count_nonzero(~np.isnan(ratings)) == 90
        assert np.nanmean(ratings) == pytest.approx(mean, abs=1e-6)


def test_each_person_rated_one_sentence_of_each_pair_and_the_two_are_alike(shared_dir):
    found = read_turblimp_ratings(shared_dir / "published" / "human" / "turblimp")
    for pair in found.pairs:
        good, bad = found.ratings[pair.good], found.ratings[pair.bad]
        assert (np.isnan(good) != np.isnan(bad)).all()
        one, two = (set(found.sentences[place].text.split()) for place in (pair.good, pair.bad))
        assert len(one & two) >= len(one) / 3


def test_a_workbook_holds_the_same(shared_dir, tmp_path):
    folder = shared_dir / "published" / "human" / "turblimp"
    for name in ("base_judgments.xlsx", "survey_material_v1.csv", "survey_material_v2.csv"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    np.testing.assert_equal(read_turblimp_ratings(tmp_path).ratings, read_turblimp_ratings(folder).ratings)


def test_a_folder_without_its_tables_and_labels_of_others_are_refused(tmp_path):
    with pytest.raises(InputError, match="needs base_judgments"):
        read_turblimp_ratings(tmp_path)
    (tmp_path / "survey_material_v1.csv").write_text("v1,phenomenon,type\nBir.,A,good\n", encoding="utf-8")
    (tmp_path / "survey_material_v2.csv").write_text("v2,phenomenon,type\nİki.,A,bad\n", encoding="utf-8")
    (tmp_path / "base_judgments.csv").write_text("Q1,Q2\nA_good,A_good\n7,\n,1\n", encoding="utf-8")
    with pytest.raises(InputError, match="not those of the sentences"):
        read_turblimp_ratings(tmp_path)
