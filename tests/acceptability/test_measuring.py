"""Measures of sentences, computed by a second road: transformers and a loop, pandas and SciPy."""

from __future__ import annotations

import csv
import math
from collections import Counter

import numpy as np
import pandas as pd
import pytest
import torch
from scipy import stats
from support.tiny_models import CORPUS, gpt_folder
from transformers import AutoModelForCausalLM, AutoTokenizer

from syntaxgym_lite.acceptability.measures import MEASURES, AcceptabilitySettings, z_scored
from syntaxgym_lite.acceptability.measuring import measure_acceptability
from syntaxgym_lite.acceptability.summary import acceptability_summary
from syntaxgym_lite.delimited import parse_table
from syntaxgym_lite.errors import InputError, SgliteWarning
from syntaxgym_lite.ports.published.turblimp_ratings import read_turblimp_ratings
from syntaxgym_lite.ports.tables.rated import RatedColumns, rated_table, read_rated

# what is said of few counts and unknown words is looked for where it is tested
pytestmark = pytest.mark.filterwarnings("ignore::syntaxgym_lite.errors.SgliteWarning")

SENTENCES = [
    "the fox sleeps",
    "the foxes sleeps near the river .",
    "nobody heard the rain on the roof .",
    "nobody heard the quagga on the roof of the cabinet .",
    "my fox naps",
    "my fox nap in the sun .",
    "a rainbow trout swims .",
    "a rainbow trout swim under the bridge .",
    "the dogs bark",
    "the dogs barks while the children dance .",
    "she saw the keys",
    "she saw the key to the cabinet and the band plays .",
]
RATINGS = [6, 2, 7, 4, 6.5, 1, 6, 2, 7, 1.5, 5, 4]


@pytest.fixture
def rated():
    rows = [
        f"{text},{rating},{place // 2}" for place, (text, rating) in enumerate(zip(SENTENCES, RATINGS, strict=True))
    ]
    return rated_table(parse_table("sentence,rating,pair\n" + "\n".join(rows)), RatedColumns(pair="pair"))


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(CORPUS), encoding="utf-8")
    return path


def plain(folder, text):
    """Every measure but MORCELA, a sentence at a time, by transformers alone."""
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    counts = Counter()
    for line in text.read_text(encoding="utf-8").splitlines():
        counts.update(tokenizer(line, add_special_tokens=False)["input_ids"])
    total = sum(counts.values()) + len(tokenizer)
    rows = []
    for sentence in SENTENCES:
        ids = tokenizer(sentence, add_special_tokens=False)["input_ids"]
        with torch.no_grad():
            logits = model(torch.tensor([[tokenizer.bos_token_id or tokenizer.eos_token_id, *ids]])).logits[0].double()
        log_p = float(logits.log_softmax(-1)[range(len(ids)), ids].sum()) / math.log(2)
        log_u = sum(math.log2((counts[id_] + 1) / total) for id_ in ids)
        n = len(ids)
        rows.append(
            {
                "logp": log_p,
                "logp_per_token": log_p / n,
                "logp_per_word": log_p / len(sentence.split()),
                "logp_per_character": log_p / len(sentence),
                "logp_per_byte": log_p / len(sentence.encode()),
                "penlp": log_p / ((5 + n) ** 0.8 / 6**0.8),
                "normlp": -log_p / log_u,
                "slor": (log_p - log_u) / n,
                "n": n,
                "log_u": log_u,
            }
        )
    return pd.DataFrame(rows)


def test_all_measures_and_their_correlations_are_those_of_a_plain_computation(rated, text):
    folder = gpt_folder()
    expected = plain(folder, text)
    found = measure_acceptability(rated, str(folder), unigrams=text, cache=False)
    [model] = found.models
    for name in MEASURES:
        if name != "morcela":
            assert model.values[name] == pytest.approx(expected[name].to_numpy(), abs=1e-3, rel=1e-5), name
    summary = acceptability_summary(found)
    by_measure = {one.measure: one.correlation for one in summary.sentences}
    for name in expected.columns.intersection(list(MEASURES)):
        assert by_measure[name].pearson == pytest.approx(stats.pearsonr(expected[name], RATINGS)[0], abs=1e-4)
        assert by_measure[name].spearman == pytest.approx(stats.spearmanr(expected[name], RATINGS)[0], abs=1e-9)
    # MORCELA: six items, each predicted by a regression on the five others
    design = np.stack([expected["logp"], expected["log_u"], np.ones(12)], 1) / expected["n"].to_numpy()[:, None]
    design = np.concatenate([design, np.ones((12, 1))], 1)
    for item in range(6):
        here = np.arange(12) // 2 == item
        ratings = np.array(RATINGS)
        coefficients = np.linalg.lstsq(design[~here], ratings[~here], rcond=None)[0]
        own = design[here] @ coefficients - ratings[~here].mean()
        assert model.values["morcela"][here] == pytest.approx(own, abs=5e-3)


def test_pairs_are_counted_by_the_sign_of_the_margin(rated, text):
    folder = gpt_folder()
    expected = plain(folder, text)["logp"].to_numpy()
    summary = acceptability_summary(measure_acceptability(rated, str(folder), unigrams=text, cache=False))
    one = next(one for one in summary.pairs if one.measure == "logp")
    passed = expected[::2] > expected[1::2]  # the first of each pair is rated higher
    assert (one.n_pairs, one.n_ties, one.accuracy) == (6, 0, pytest.approx(passed.mean()))
    gaps, differences = expected[::2] - expected[1::2], np.subtract(RATINGS[::2], RATINGS[1::2])
    assert one.correlation.pearson == pytest.approx(stats.pearsonr(gaps, differences)[0], abs=1e-4)


def test_a_model_that_knows_no_word_is_silent_and_not_wrong():
    table = parse_table("good,bad,choice\nxyxx yzzy,yzzy xyxx,1\nqwq qxq,qwq qqq,1\n")
    rated = rated_table(table, RatedColumns(good="good", bad="bad", choice=("choice",)))
    with pytest.warns(SgliteWarning, match="4 of 4 sentences have words"):
        found = measure_acceptability(rated, "unigram:models/lstm", cache=False)
    [one] = [one for one in acceptability_summary(found).pairs if one.measure == "logp"]
    assert one.is_silent
    assert (one.n_ties, one.accuracy, one.ci_low, one.accuracy_agreed) == (2, None, None, None)


@pytest.mark.parametrize(
    ("rows", "ties", "accuracy"),
    [
        ("dogs see cats,cats see dogs,1\nthe dog is here .,is the dog here .,1\n", 2, 0.0),  # known words
        ("xyxx yzzy,yzzy xyxx,1\nThe dog is here.,The dog are here.,1\n", 1, 0.5),  # one item known
    ],
)
def test_ties_of_known_words_are_wrong_and_no_silence(rows, ties, accuracy):
    """Counts of words know no order, and the same words in another add up to a sum that is rounded otherwise."""
    rated = rated_table(
        parse_table(f"good,bad,choice\n{rows}"), RatedColumns(good="good", bad="bad", choice=("choice",))
    )
    found = measure_acceptability(rated, "unigram:models/lstm", cache=False)
    [one] = [one for one in acceptability_summary(found).pairs if one.measure == "logp"]
    assert (one.is_silent, one.n_ties, one.accuracy) == (False, ties, accuracy)


def test_models_without_counts_have_the_other_measures_and_one_that_fails_costs_none(rated):
    with pytest.warns(SgliteWarning) as said:
        found = measure_acceptability(rated, ["ngram", "random:1"], cache=False)
    assert [one.model for one in found.models] == ["ngram"]
    assert "slor" not in found.models[0].values
    assert found.failures[0][0] == "random:1"
    assert any("unigrams=TEXT" in str(one.message) for one in said)


def test_a_sentence_that_is_too_long_is_left_out_and_named(rated, text):
    folder = gpt_folder()
    long = rated_table(
        parse_table(
            "sentence,rating\n"
            + f"{'the fox ' * 900}sleeps,3\n"
            + "".join(f"{s},{r}\n" for s, r in zip(SENTENCES, RATINGS, strict=True))
        )
    )
    with pytest.warns(SgliteWarning, match="row 2.*left out"):
        found = measure_acceptability(long, str(folder), unigrams=text, cache=False)
    assert np.isnan(found.models[0].values["slor"]).tolist() == [True] + [False] * 12


def test_z_scores_are_pandas(rated):
    random = np.random.default_rng(0).integers(1, 8, (6, 3)).astype(float)
    random[2, 1] = np.nan
    frame = pd.DataFrame(random)
    np.testing.assert_allclose(z_scored(random), ((frame - frame.mean()) / frame.std()).to_numpy())


def test_settings_that_make_no_sense_are_refused():
    with pytest.raises(InputError, match=r"above 0\.5"):
        AcceptabilitySettings(agree=0.5)
    with pytest.raises(InputError, match="alpha"):
        AcceptabilitySettings(alpha=-1)


def test_turblimps_ratings_beside_a_model_are_what_pandas_and_scipy_find(shared_dir):
    folder = shared_dir / "published" / "human" / "turblimp"
    found = measure_acceptability(read_turblimp_ratings(folder), "ngram", cache=False)
    [model] = found.models
    # the second road: the files as they lie, means by pandas
    ratings = pd.read_csv(folder / "base_judgments.csv", skiprows=[1]).mean().to_numpy()
    surveys = [pd.read_csv(folder / f"survey_material_v{n}.csv") for n in (1, 2)]
    sides = pd.concat([one["type"] for one in surveys]).to_numpy()
    log_p = model.values["logp"]
    summary = acceptability_summary(found)
    overall = next(one for one in summary.sentences if one.measure == "logp" and one.phenomenon is None)
    assert overall.correlation.pearson == pytest.approx(stats.pearsonr(log_p, ratings)[0])
    assert overall.correlation.spearman == pytest.approx(stats.spearmanr(log_p, ratings)[0])
    good = np.where(sides[:96] == "good", np.arange(96), np.arange(96) + 96)
    bad = np.where(sides[:96] == "good", np.arange(96) + 96, np.arange(96))
    pairs = {one.phenomenon: one for one in summary.pairs if one.measure == "logp"}
    gaps, differences = log_p[good] - log_p[bad], ratings[good] - ratings[bad]
    assert pairs[None].accuracy == pytest.approx(np.mean(gaps > 0))
    assert pairs[None].n_ties == np.sum(gaps == 0)
    assert pairs[None].correlation.pearson == pytest.approx(stats.pearsonr(gaps, differences)[0])
    phenomena = surveys[0]["phenomenon"].to_numpy()
    frame = pd.DataFrame({"passed": gaps > 0, "tie": gaps == 0, "gap": gaps, "difference": differences})
    by = frame.groupby(phenomena).mean()
    for name, row in by.iterrows():
        expected = None if row["tie"] == 1 else pytest.approx(row["passed"])
        assert pairs[name].accuracy == expected, name
    heard = by[by["tie"] < 1]
    assert (pairs[None].macro, pairs[None].n_macro) == (pytest.approx(heard["passed"].mean()), len(heard))
    assert pairs[None].over_phenomena.pearson == pytest.approx(stats.pearsonr(by["gap"], by["difference"])[0])


def test_qfrblimps_choices_beside_a_model_are_what_the_csv_module_and_scipy_find(shared_dir):
    path = shared_dir / "published" / "pairs" / "qfrblimp" / "human_annotations.tsv"
    columns = RatedColumns(good="sentence_good", bad="sentence_bad", choice=("annotator_*",), phenomenon="category")
    found = measure_acceptability(read_rated(path, columns), "ngram", cache=False)
    summary = acceptability_summary(found)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    shares = np.array([np.mean([float(v) for k, v in row.items() if k.startswith("annotator_")]) for row in rows])
    log_p = dict(zip((one.text for one in found.table.sentences), found.models[0].values["logp"], strict=True))
    gaps = np.array([log_p[row["sentence_good"]] - log_p[row["sentence_bad"]] for row in rows])
    one = next(one for one in summary.pairs if one.measure == "logp" and one.phenomenon is None)
    assert summary.people.share == pytest.approx(shares)
    assert (one.n_pairs, one.accuracy) == (len(rows), pytest.approx(np.mean(gaps > 0)))
    assert one.correlation.pearson == pytest.approx(stats.pearsonr(gaps, shares)[0])
    clear = (shares >= 0.75) | (shares <= 0.25)
    right = np.where(shares >= 0.75, gaps > 0, gaps < 0)[clear]
    assert (one.n_agreed, one.accuracy_agreed) == (clear.sum(), pytest.approx(right.mean()))
