"""Comparisons of models: who passes more, on which items, and what does not belong together."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.multitest import multipletests
from support.strategies import NAN, examples
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.results import RunResult, SuiteResult
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats.comparison import compare
from syntaxgym_lite.stats.paired import difference_interval, mean_of_intervals, tango_interval
from syntaxgym_lite.suite.json import loads_suite
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals
from syntaxgym_lite.words import split_words


class Passing:
    """A model that passes the items whose letter it knows: an item compares the word 'a3' with 'b3', say."""

    def __init__(self, name, passes, *, bits=2.0, ties=(), undefined=(), pseudo=False):
        self.passes, self.bits, self.ties, self.undefined = passes, bits, ties, undefined
        context = "both" if pseudo else "left"
        self.info = BackendInfo("toy", name, Capabilities(units="words", unknown_words=True, context=context), None)

    def score(self, texts, options=ScoringOptions()):
        return [self._one(text) for text in texts]

    def _one(self, text):
        spans = split_words(text, "whitespace")
        words = [text[start:end] for start, end in spans]
        bits = [self._bits(word) for word in words]
        return TokenSurprisals(
            text, tuple(words), np.array(spans, np.int32).reshape(-1, 2), np.array(bits), np.zeros(len(words), np.bool_),
            eos_bits=NAN, ranks=None,
        )  # fmt: skip

    def _bits(self, word):
        side, item = word[0], word[1:]
        if item in self.undefined:
            return NAN
        if item in self.ties:
            return 5.0
        return 5.0 + (self.bits if (side == "b") == (item in self.passes) else 0.0)


def document(name, n, formula="(1;%a%) < (1;%b%)", first=0, **meta):
    """Items 1 to n, whose words carry a letter of the suite, so that models know suites apart."""
    items = [{"a": [f"a{name}{number}"], "b": [f"b{name}{number}"]} for number in range(1, n + 1)]
    return suite_document(items, [formula], name=name, **meta)


def loaded(*documents):
    return [loads_suite(json.dumps(one)) for one in documents]


def passed(name, *numbers):
    return {f"{name}{number}" for number in numbers}


SUITE = document("s", 10, circuit="licensing")
FIRST = passed("s", 1, 2, 3, 4, 5, 6, 7)
SECOND = passed("s", 1, 2, 8)


def two(first=FIRST, second=SECOND, documents=(SUITE,), **settings):
    return run(loaded(*documents), [Passing("base", second), Passing("new", first, **settings)])


# ---------------------------------------------------------------- a suite


def test_a_suite_is_compared_item_by_item():
    [pair] = compare(two()).pairs
    assert (pair.model, pair.baseline, pair.overall) == ("new", "base", None)
    [suite] = pair.suites
    assert (suite.suite, suite.circuit, suite.n_items) == ("s", "licensing", 10)
    assert (suite.score, suite.baseline_score) == (0.7, 0.3)
    assert suite.difference == pytest.approx(0.4)
    assert suite.items_only_model == (3, 4, 5, 6, 7)
    assert suite.items_only_baseline == (8,)
    assert (suite.n_only_model, suite.n_only_baseline) == (5, 1)
    assert (suite.ci_low, suite.ci_high) == pytest.approx(tango_interval(5, 1, 10))
    assert (suite.test, suite.ci_method, suite.n_clusters) == ("mcnemar", "tango", None)
    assert suite.p == suite.p_holm == pytest.approx(scipy_stats.binomtest(1, 6, 0.5).pvalue)


def test_bits_are_compared_in_the_predicted_direction():
    """The margin of a passed item is 2 bits as predicted, or 3; of a failed one as much against the prediction."""
    [pair] = compare(two(bits=3.0)).pairs
    [effect] = pair.suites[0].effects
    assert (effect.direction, effect.unit, effect.n) == (-1, "bits", 10)
    assert effect.effect == pytest.approx(3 * (7 - 3) / 10)
    assert effect.baseline_effect == pytest.approx(2 * (3 - 7) / 10)
    mine = np.array([3.0] * 7 + [-3.0] * 3)
    theirs = np.array([2.0, 2.0, -2.0, -2.0, -2.0, -2.0, -2.0, 2.0, -2.0, -2.0])
    test = scipy_stats.ttest_rel(mine, theirs)
    assert effect.p == pytest.approx(test.pvalue)
    interval = test.confidence_interval(0.95)
    assert (effect.ci_low, effect.ci_high) == pytest.approx((interval.low, interval.high))


def test_undefined_items_fail_and_have_no_effect():
    found = compare(two(undefined=passed("s", 1, 9)))
    [suite] = found.pairs[0].suites
    assert (suite.n_undefined, suite.baseline_n_undefined) == (2, 0)
    assert suite.score == 0.6
    assert suite.items_only_baseline == (1, 8)
    assert suite.effects[0].n == 8


def test_a_model_against_itself_differs_in_nothing():
    again = run(loaded(SUITE), [Passing("base", SECOND), Passing("again", SECOND)])
    [pair] = compare(again).pairs
    [suite] = pair.suites
    assert (suite.difference, suite.p, suite.p_holm) == (0.0, 1.0, 1.0)
    assert suite.ci_low == -suite.ci_high < 0
    [effect] = suite.effects
    assert (effect.difference, effect.ci_low, effect.ci_high, effect.p) == (0.0, 0.0, 0.0, 1.0)


def test_the_bootstrap_is_taken_if_asked_for():
    [suite] = compare(two(), interval="bootstrap").pairs[0].suites
    assert suite.ci_method == "bootstrap"
    assert suite.ci_low <= 0.4 <= suite.ci_high
    with pytest.raises(sgl.InputError, match="`interval=wald`: unknown; known are score, bootstrap"):
        compare(two(), interval="wald")


def test_ties_that_count_a_half_have_a_permutation_test():
    results = two(ties=passed("s", 1, 9))
    [suite] = compare(results).pairs[0].suites
    assert (suite.score, suite.test) == (0.6, "mcnemar")
    [suite] = compare(results, ties="half").pairs[0].suites
    assert (suite.score, suite.test) == (0.7, "sign-flip")
    assert suite.difference == pytest.approx(0.4)  # item 1 counts a half less than under the baseline, 9 a half more
    assert suite.items_only_baseline == (1, 8)


# ---------------------------------------------------------------- clusters


def clustered(results, name="s"):
    """Items 1 and 2 are one cluster, 3 and 4 another one, and so on."""

    def of(suite: SuiteResult) -> SuiteResult:
        numbers = suite.item_numbers
        return replace(suite, clusters={number: str((number + 1) // 2) for number in numbers})

    models = tuple(replace(model, suites=tuple(map(of, model.suites))) for model in results.models)
    return replace(results, models=models)


def test_items_of_one_cluster_turn_together():
    """Clusters gain 0, 2, 2, 1 - 1, 0: two that agree of two, 2 / 4; McNemar's test would say 0.22."""
    [suite] = compare(clustered(two())).pairs[0].suites
    assert (suite.test, suite.ci_method, suite.n_clusters) == ("sign-flip over clusters", "tango, clusters", 5)
    assert suite.p == 0.5
    values = [0, 0, 1, 1, 1, 1, 1, -1, 0, 0]
    assert (suite.ci_low, suite.ci_high) == difference_interval(values, [(place) // 2 for place in range(10)])[:2]


def test_suites_of_one_cluster_that_differ_alike_have_no_interval():
    documents = [document("s", 2), document("t", 2)]
    results = two(passed("s", 1, 2) | passed("t", 1, 2), set(), documents)
    pair = compare(clustered(results)).pairs[0]
    assert pair.overall.difference == 1
    assert {(one.ci_low, one.ci_high) for one in pair.suites} == {(None, None)}
    assert (pair.overall.ci_low, pair.overall.ci_high, pair.overall.items_ci_low) == (None, None, None)


def test_clusters_of_a_factor_are_taken_if_asked_for():
    items = [replace(item, factors={"frame": item.number % 3}) for item in loaded(SUITE)[0].items]
    suite = replace(loaded(SUITE)[0], items=tuple(items))
    results = run([suite], [Passing("base", SECOND), Passing("new", FIRST)])
    assert compare(results).pairs[0].suites[0].test == "mcnemar"
    assert compare(results, cluster="frame").pairs[0].suites[0].n_clusters == 3
    with pytest.raises(sgl.InputError, match="frames"):
        compare(results, cluster="frames")


# ---------------------------------------------------------------- several suites

SEVERAL = (
    document("p", 10, circuit="licensing", language="en"),
    document("q", 20, circuit="licensing", language="en"),
    document("r", 8, circuit="agreement", language="de"),
)
BETTER = passed("p", *range(1, 9)) | passed("q", *range(1, 13)) | passed("r", 1, 2)
WORSE = passed("p", 1, 2) | passed("q", *range(1, 11)) | passed("r", 3)


def test_means_over_suites_and_shares_of_items_are_both_given():
    [pair] = compare(two(BETTER, WORSE, SEVERAL)).pairs
    all_ = pair.overall
    assert all_ is not None
    assert (all_.n_suites, all_.n_items) == (3, 38)
    assert all_.score == pytest.approx((0.8 + 0.6 + 0.25) / 3)
    assert all_.difference == pytest.approx((0.6 + 0.1 + 0.125) / 3)
    assert all_.item_difference == pytest.approx((6 + 2 + 1) / 38)
    assert (all_.n_only_model, all_.n_only_baseline, all_.test) == (10, 1, "mcnemar")
    assert all_.p == pytest.approx(scipy_stats.binomtest(1, 11, 0.5).pvalue)
    assert all_.p_suites == 2 / 8  # all three above 0: one of eight flips, and its mirror image
    intervals = [(suite.difference, suite.ci_low, suite.ci_high) for suite in pair.suites]
    assert (all_.items_ci_low, all_.items_ci_high) == pytest.approx(mean_of_intervals(intervals))
    assert all_.ci_low <= all_.items_ci_low <= all_.difference <= all_.items_ci_high <= all_.ci_high
    assert [(one.name, one.n_suites) for one in pair.circuits] == [("agreement", 1), ("licensing", 2)]
    assert [(one.name, one.n_suites) for one in pair.languages] == [("de", 1), ("en", 2)]
    assert "2 languages" in " ".join(pair.cautions)
    of_one = pair.circuits[0]
    assert (of_one.ci_low, of_one.p_suites) == (None, None)
    assert of_one.items_ci_low == pytest.approx(pair.suites[2].ci_low)


def test_p_values_are_corrected_within_their_table_as_statsmodels_does():
    results = run(loaded(*SEVERAL), [Passing("base", WORSE), Passing("new", BETTER), Passing("none", set())])
    first, second = compare(results).pairs
    for pair in (first, second):
        for rows in (pair.suites, pair.circuits, pair.languages):
            theirs = multipletests([row.p for row in rows], method="holm")[1]
            assert [row.p_holm for row in rows] == pytest.approx(theirs)
    theirs = multipletests([first.overall.p, second.overall.p], method="holm")[1]
    assert [first.overall.p_holm, second.overall.p_holm] == pytest.approx(theirs)


def test_the_paper_averages_other_suites_than_all():
    """fgd-embed3 is of Hu et al., in none of their figures."""
    documents = (document("p", 6), document("q", 6), document("fgd-embed3", 6))
    results = two(passed("p", 1), set(), documents)
    models = tuple(
        replace(model, suites=tuple(replace(suite, collection="Hu et al. 2020") for suite in model.suites))
        for model in results.models
    )
    results = replace(results, models=models)
    assert compare(results).pairs[0].overall.n_suites == 3
    found = compare(results, suites_as="paper")
    assert found.pairs[0].overall.n_suites == found.n_shared_suites == 2
    assert len(found.pairs[0].suites) == 3
    assert found.suites_as == "paper"


def test_methods_of_scoring_are_not_averaged():
    documents = (
        document("p", 6, groups={"method": "full"}),
        document("q", 6, groups={"method": "one_prefix"}),
    )
    found = compare(two(passed("p", 1), set(), documents))
    [pair] = found.pairs
    assert (pair.overall, pair.circuits, found.sg_scores) == (None, (), {})
    assert "methods of scoring" in pair.cautions[0]


@given(st.sets(st.integers(1, 8)), st.sets(st.integers(1, 8)), st.sets(st.integers(1, 6)), st.booleans())
@examples(8)
def test_swapping_models_turns_all_signs(mine, theirs, both, in_clusters):
    first = passed("p", *mine) | passed("q", *both)
    second = passed("p", *theirs) | passed("q", *range(1, 4))
    results = two(first, second, (document("p", 8, circuit="c"), document("q", 6, circuit="c")))
    results = clustered(results) if in_clusters else results
    [pair] = compare(results).pairs
    [other] = compare(results, baseline="new").pairs
    assert (pair.model, pair.baseline) == (other.baseline, other.model)
    for one, turned in zip((pair.overall, *pair.circuits), (other.overall, *other.circuits), strict=True):
        assert (turned.difference, turned.ci_low, turned.ci_high) == pytest.approx(
            (-one.difference, -one.ci_high, -one.ci_low)
        )
        assert (turned.p, turned.p_suites, turned.n_only_model) == (one.p, one.p_suites, one.n_only_baseline)
    for one, turned in zip(pair.suites, other.suites, strict=True):
        assert (turned.difference, turned.ci_low, turned.ci_high) == pytest.approx(
            (-one.difference, -one.ci_high, -one.ci_low)
        )
        assert (turned.p, turned.p_holm) == (one.p, one.p_holm)
        assert turned.effects[0].difference == pytest.approx(-one.effects[0].difference)


def test_the_order_of_suites_and_items_changes_nothing():
    results = two(BETTER, WORSE, SEVERAL)

    def turned(suite):
        return replace(suite, outcomes=suite.outcomes[::-1], sentences=suite.sentences[::-1])

    models = tuple(replace(model, suites=tuple(map(turned, model.suites[::-1]))) for model in results.models)
    [pair], [other] = compare(results).pairs, compare(replace(results, models=models)).pairs
    assert other.overall == replace(
        pair.overall,
        score=pytest.approx(pair.overall.score),
        baseline_score=pytest.approx(pair.overall.baseline_score),
        difference=pytest.approx(pair.overall.difference),
        ci_low=pytest.approx(pair.overall.ci_low),
        ci_high=pytest.approx(pair.overall.ci_high),
        items_ci_low=pytest.approx(pair.overall.items_ci_low),
        items_ci_high=pytest.approx(pair.overall.items_ci_high),
        item_difference=pytest.approx(pair.overall.item_difference),
    )
    for one in pair.suites:
        same = next(suite for suite in other.suites if suite.suite == one.suite)
        assert (same.ci_low, same.p_holm) == (one.ci_low, one.p_holm)
        assert sorted(same.items_only_model) == sorted(one.items_only_model)


# ---------------------------------------------------------------- which models, which suites


def test_each_model_is_held_against_the_first_or_the_one_named_or_each_other():
    results = run(loaded(SUITE), [Passing(name, FIRST) for name in ("a", "b", "c")])

    def sides(**asked):
        return [(pair.model, pair.baseline) for pair in compare(results, **asked).pairs]

    assert sides() == [("b", "a"), ("c", "a")]
    assert sides(baseline="B") == [("a", "b"), ("c", "b")]
    assert sides(all_pairs=True) == [("b", "a"), ("c", "a"), ("c", "b")]
    assert sides(models=["c"], baseline="b") == [("c", "b")]
    assert sides(models=["a", "c"]) == [("c", "a")]
    with pytest.raises(sgl.InputError, match=r"`baseline=d`: there is no such model; there are a, b, c"):
        sides(baseline="d")
    with pytest.raises(sgl.InputError, match=r"Only 'a' was chosen"):
        sides(models=["a"])


def test_one_model_is_no_comparison():
    results = run(loaded(SUITE), [Passing("alone", FIRST)])
    with pytest.raises(sgl.InputError, match=r"hold one model, 'alone'.*NAME=RESULTS"):
        compare(results)
    with pytest.raises(sgl.InputError, match="hold one model"):
        compare([results, results])
    with pytest.raises(sgl.InputError, match="hold no model"):
        compare(replace(results, models=()))
    named = compare({"first": results, "second": results})
    assert named.models == ("first", "second")
    assert named.pairs[0].suites[0].p == 1.0


def test_suites_that_one_model_lacks_are_named_and_the_others_compared():
    """A model that failed on a suite, and one that was run on others."""
    first = run(loaded(SUITE, document("only", 4)), [Passing("base", SECOND)])
    second = run(
        loaded(SUITE, document("mine", 4), document("silent", 4, formula="(1;%a%) < 9")), [Passing("new", FIRST)]
    )
    [pair] = compare([first, second]).pairs
    assert [suite.suite for suite in pair.suites] == ["s"]
    assert [(one.suite, one.reason) for one in pair.not_compared] == [
        ("mine", "base does not have it"), ("silent", "base does not have it"), ("only", "new does not have it"),
    ]  # fmt: skip


def test_results_without_a_common_suite_are_refused():
    first = run(loaded(SUITE), [Passing("base", SECOND)])
    second = run(loaded(document("other", 4)), [Passing("new", FIRST)])
    with pytest.raises(sgl.InputError, match=r"new and base have no suite in common.*other \(base does not have it\)"):
        compare([first, second])
    with pytest.raises(sgl.InputError, match="not the same suite"):
        compare([first, run(loaded(document("s", 9)), [Passing("new", FIRST)])])


def test_a_suite_without_predictions_or_of_another_file_is_left_out():
    results = two(documents=(SUITE, suite_document([{"a": ["x"]}], name="mute")))
    [pair] = compare(results).pairs
    assert [(one.suite, one.reason) for one in pair.not_compared] == [("mute", "it predicts nothing")]
    base, new = results.models
    other = replace(new, suites=tuple(replace(suite, suite_sha256="0" * 64) for suite in new.suites))
    with pytest.raises(sgl.InputError, match="another file under this name was given to base"):
        compare(replace(results, models=(base, other)))


def test_values_of_two_kinds_are_compared_and_said_to_be_so():
    results = run(loaded(SUITE), [Passing("base", SECOND), Passing("masked", FIRST, pseudo=True)])
    [pair] = compare(results).pairs
    assert any("masked gives pseudo-surprisals and base surprisals" in caution for caution in pair.cautions)
    base, new = two().models
    corrected = tuple(replace(suite, word_boundary="corrected", join="none", context="x") for suite in new.suites)
    half = replace(new, suites=corrected, options={**new.options, "dtype": "float16"})
    [pair] = compare(replace(two(), models=(base, half))).pairs
    said = " ".join(pair.cautions)
    assert "Word boundaries are corrected of new and as-is of base" in said
    assert "by another join, of s" in said
    assert "by another context, of s" in said
    assert "float16" in said
    same = replace(base, model="same", fingerprint="f")
    [pair] = compare(replace(two(), models=(replace(base, fingerprint="f"), same))).pairs
    assert pair.cautions == ("Both are the same model with the same settings, by their fingerprint.",)


# ---------------------------------------------------------------- all models


def test_models_are_correlated_over_suites_and_people_with_them():
    documents = [document(name, 10, circuit="c") for name in "pqrt"]
    for share, one in zip((0.9, 0.5, 0.7, 0.8), documents, strict=True):
        for item in one["items"]:
            item["factors"] = {"human": share}
    shares = {"new": (9, 4, 6, 8), "base": (3, 2, 5, 1)}
    models = [
        Passing(name, set().union(*(passed(suite, *range(1, n + 1)) for suite, n in zip("pqrt", own, strict=True))))
        for name, own in shares.items()
    ]
    found = compare(run(loaded(*documents), models))
    by_pair = {(one.first, one.second): one for one in found.correlations}
    assert by_pair["new", "base"].pearson.r == pytest.approx(np.corrcoef([9, 4, 6, 8], [3, 2, 5, 1])[0, 1])
    assert by_pair["new", "people"].pearson.r == pytest.approx(np.corrcoef([9, 4, 6, 8], [0.9, 0.5, 0.7, 0.8])[0, 1])
    assert by_pair["new", "people"].spearman.r == 1.0
    assert by_pair["new", "base"].pearson.n == 4
    assert compare(two()).correlations == ()


SIZES = {"a": 2, "b": 4, "c": 7}


def sized():
    models = [Passing(name, passed("p", *range(1, n + 1)) | passed("q", *range(1, n))) for name, n in SIZES.items()]
    return run(loaded(document("p", 10), document("q", 10)), models)


def test_scores_are_held_against_perplexity(tmp_path):
    found = compare(sized(), perplexity={"a": 300, "b": 90, "c": 30})
    [one] = found.perplexity
    assert found.sg_scores == pytest.approx({"a": 0.15, "b": 0.35, "c": 0.65})
    assert one.pearson.r == pytest.approx(np.corrcoef(np.log([300, 90, 30]), [0.15, 0.35, 0.65])[0, 1])
    assert one.spearman.r == -1.0
    path = tmp_path / "ppl.csv"
    path.write_text("model,perplexity\na,300\nb,90\nc,30\nd,2\n", encoding="utf-8")
    read = compare(sized(), perplexity=path)
    assert read.perplexity == found.perplexity
    assert any("'d'" in note for note in read.notes)
    with pytest.raises(sgl.InputError, match="takes 3 models or more; with a perplexity there are 2 models: a, b"):
        compare(sized(), perplexity={"a": 300, "b": 90})
    with pytest.raises(sgl.InputError, match="there is no model 'x' among the results"):
        compare(sized(), perplexity={"x": 300})
    with pytest.raises(sgl.InputError, match="-1 of 'a' is no perplexity"):
        compare(sized(), perplexity={"a": -1})


def test_a_table_of_models_gives_classes_and_perplexities(tmp_path):
    path = tmp_path / "models.csv"
    path.write_text("model,class,perplexity\na,x,300\nb,y,90\nc,y,30\n", encoding="utf-8")
    with pytest.raises(sgl.InputError, match="has no column 'words'"):
        compare(sized(), models_table=path)
    found = compare(sized(), models_table=path, perplexity={"a": 300, "b": 90, "c": 30})
    assert (found.training, len(found.perplexity)) == (None, 1)


def test_a_document_and_tables_hold_all_of_it():
    found = compare(two(BETTER, WORSE, SEVERAL))
    text = json.dumps(found.as_document(), allow_nan=False)
    assert json.loads(text)["pairs"][0]["suites"][1]["n_items"] == 20
    assert "training" not in json.loads(text)
    assert found.to_frame("suites")["difference"].tolist() == pytest.approx([0.6, 0.1, 0.125])
    assert found.to_frame("groups")["kind"].tolist() == ["all", "language", "language", "circuit", "circuit"]
    items = found.to_frame("items")
    assert len(items) == 11
    assert items[items["passes"] == "base"]["item_number"].tolist() == [3]
    assert found.to_frame("effects")["prediction"].tolist() == [0, 0, 0]
    assert found.to_frame("correlations")["n_suites"].tolist() == [3]
    assert len(compare(two()).to_frame("correlations")) == 0
    with pytest.raises(sgl.InputError, match=r"There is no table 'suite'.*Did you mean 'suites'"):
        found.to_frame("suite")
    assert repr(found) == "<ModelComparison of new against base; see .pairs, .to_frame('suites')>"


def test_a_comparison_survives_saving(tmp_path):
    results = two(BETTER, WORSE, SEVERAL)
    path = results.save(tmp_path / "run.json")
    assert compare(RunResult.load(path)) == compare(results) == compare([path, path]) == compare(str(path))
