"""The numbers of the figures: those of the published results, and by hand on small ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.hu_files import expected, published, small_publication

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.published.hu_results import read_hu_perplexities, read_hu_results
from syntaxgym_lite.stats.hu2020.study import study_of_publication
from syntaxgym_lite.stats.hu2020.values import FIGURES_OF_HU, study_values
from syntaxgym_lite.stats.two_level import two_level_interval


@pytest.fixture(scope="module")
def theirs():
    return study_of_publication(read_hu_results(published()), read_hu_perplexities(published()))


def close(found, known):
    assert set(found) == set(known)
    assert found == pytest.approx(known, abs=1e-6)


def by_circuit(table):
    return {(circuit, name): value for circuit, row in table.items() for name, value in row.items()}


def test_figure_1_is_the_published_one(theirs):
    known = expected()["figure1_sg_score_by_model"]
    values = study_values(theirs, 1)
    assert [value.name for value in values] == list(known)
    close({value.name: value.value for value in values}, known)


def test_figure_2_is_the_published_one(theirs):
    known = {name: own for name, own in expected()["figure2_points"].items() if own["test_ppl"] is not None}
    values = study_values(theirs, 2)
    close({value.name: value.value for value in values}, {name: own["sg_score"] for name, own in known.items()})
    close({value.name: value.perplexity for value in values}, {name: own["test_ppl"] for name, own in known.items()})
    sizes = {value.name: value.corpus[-2:].lower() for value in values}
    assert sizes == {name: own["corpus_size"] for name, own in known.items()}


def test_figure_3_is_the_published_one(theirs):
    known = expected()
    values = study_values(theirs, 3)
    close({value.name: value.value for value in values if value.panel == "model"}, known["figure3_delta_by_model"])
    by_corpus = [value for value in values if value.panel == "corpus"]
    assert [value.name for value in by_corpus] == ["BLLIP-LG", "BLLIP-MD", "BLLIP-SM", "BLLIP-XS"]
    close(
        {value.name[-2:].lower(): value.value for value in by_corpus},
        known["figure3_delta_by_corpus_without_gpt-2"],
    )


def test_figure_4_is_the_published_one(theirs):
    known = expected()
    values = study_values(theirs, 4)
    close(
        {(value.circuit, value.name): value.value for value in values if value.panel == "model"},
        by_circuit(known["figure4_delta_by_circuit_and_model"]),
    )
    close(
        {(value.circuit, value.name[-2:].lower()): value.value for value in values if value.panel == "corpus"},
        by_circuit(known["figure4_delta_by_circuit_and_corpus_without_gpt-2"]),
    )


def test_figure_5_is_the_published_one(theirs):
    values = study_values(theirs, 5)
    close(
        {(value.circuit, value.name): value.value for value in values},
        by_circuit(expected()["figure5_score_by_circuit_and_model"]),
    )


def test_figure_6_is_the_published_one(theirs):
    known = expected()
    assert sorted(theirs.modifier_pairs) == sorted(map(tuple, known["figure6_pairs"]))
    values = study_values(theirs, 6)
    close({(value.name, value.series.replace(" ", "_")): value.value for value in values}, by_circuit(known["figure6"]))


@pytest.fixture
def small(tmp_path):
    return study_of_publication(read_hu_results(small_publication(tmp_path)), read_hu_perplexities(tmp_path))


def test_a_score_counts_instances_and_suites_alike(small):
    lstm = next(value for value in study_values(small, 1) if value.name == "LSTM")
    # shares right in npz_obj, npz_obj_mod, number_orc: xs 111 1/4 1/4 1/3; xs 120 2/4 2/4 2/3; lg 3/4 3/4 2/3
    assert lstm.value == pytest.approx(np.mean([1 / 4, 1 / 4, 1 / 3, 2 / 4, 2 / 4, 2 / 3, 3 / 4, 3 / 4, 2 / 3]))
    assert (lstm.n_instances, lstm.n_suites, lstm.n_items) == (3, 3, 11)
    assert lstm.low < lstm.value < lstm.high


def test_a_delta_is_the_score_minus_the_controlled_mean(small):
    values = {value.name: value.value for value in study_values(small, 3)}
    mean = np.mean([items.mean() for items in small.controlled_means.values()])
    assert values["RNNG"] == pytest.approx((np.mean([1, 1, 0]) + 1) / 2 - mean)
    # BLLIP-XS: two LSTMs, RNNG, the n-gram; each instance counts
    scores = [
        np.mean([items.mean() for items in one.credits.values()]) for one in small.instances if one.corpus == "bllip-xs"
    ]
    assert len(scores) == 4
    assert values["BLLIP-XS"] == pytest.approx(np.mean(scores) - mean)


def test_intervals_are_those_of_the_house_and_the_same_each_time(small):
    [agreement] = [value for value in study_values(small, 5) if value.circuit == "Agreement" and value.name == "LSTM"]
    items = np.mean([one.credits["number_orc"] for one in small.instances if one.model == "LSTM"], axis=0)
    low, high = two_level_interval([(items, None)], n_replicates=2000, seed=1)
    assert (agreement.low, agreement.high) == (max(low, 0), min(high, 1))
    assert study_values(small, 1) == study_values(small, 1)
    assert study_values(small, 1) != study_values(small, 1, seed=2)


def test_items_of_one_cluster_are_resampled_together(small):
    together = replace(small, clusters={"number_orc": np.zeros(3, np.int32)})
    values = {value.name: value for value in study_values(together, 5) if value.circuit == "Agreement"}
    assert (values["LSTM"].low, values["LSTM"].high) == (None, None)  # one observation


def test_figures_say_what_they_lack(small):
    without = replace(small, instances=tuple(replace(one, perplexity=None, corpus="") for one in small.instances))
    with pytest.raises(InputError, match="Figure 2 needs perplexities"):
        study_values(without, 2)
    for figure in (3, 4):
        with pytest.raises(InputError, match=f"Figure {figure} compares models whose training corpora are known"):
            study_values(without, figure)
    with pytest.raises(InputError, match="Figure 5 is by circuit, and no suite"):
        study_values(replace(small, circuits=dict.fromkeys(small.circuits, "")), 5)
    with pytest.raises(InputError, match="end in _mod or _modifier"):
        study_values(replace(small, circuits={"npz_obj": "x"}), 6)
    assert list(FIGURES_OF_HU) == [1, 2, 3, 4, 5, 6]
