"""Means of regions with intervals within items, held against plain loops, SciPy and hand counts."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from statistics import mean, stdev, variance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import NAN, examples
from support.toys import WITH_IMPOSSIBLE, WordBackend, suite_document

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats.means import mean_interval
from syntaxgym_lite.stats.region_means import _alternatives, region_contrast, region_difference, region_means
from syntaxgym_lite.suite.json import loads_suite


def result(items, formulas=(), *, clusters=None, bits=float, **settings):
    """Result of a suite on a model that takes each word for its surprisal."""
    document = suite_document(items, formulas, **settings)
    for item, cluster in zip(document["items"], clusters or [], strict=False):
        item["cluster"] = cluster
    backend = WordBackend(bits, capabilities=WITH_IMPOSSIBLE)
    [model] = run([loads_suite(json.dumps(document))], [backend]).models
    return model.suites[0]


def items_of(table):
    """Items of one region, with the surprisals of a table: items x conditions; None where the region is empty."""
    names = "abcdefgh"
    return [
        {names[place]: ["" if value is None else str(value), "1"] for place, value in enumerate(row)} for row in table
    ]


T_3, T_9 = 3.182446305284263, 2.2621571627409915  # quantiles of t at 0.975; scipy.stats.t.ppf


def test_within_item_intervals_equal_a_plain_computation():
    """A second road: Morey's (2008) formula, one condition at a time, by Python's own statistics."""
    table = [[10, 13, 13], [6, 8, 8], [11, 14, 14], [22, 23, 25]]
    found = region_means(result(items_of(table)))
    grand = mean(value for row in table for value in row)
    for column in range(3):
        normed = [row[column] - mean(row) + grand for row in table]
        half = T_3 * math.sqrt(variance(normed) / 4 * 3 / 2)
        centre = mean(row[column] for row in table)
        assert found.mean[column, 0] == pytest.approx(centre)
        assert (found.low[column, 0], found.high[column, 0]) == pytest.approx((centre - half, centre + half))
        assert found.n[column, 0] == 4


PUBLISHED = [
    [10, 13, 13], [6, 8, 8], [11, 14, 14], [22, 23, 25], [16, 18, 20],
    [15, 17, 17], [1, 1, 4], [12, 15, 17], [9, 12, 12], [8, 9, 12],
]  # fmt: skip
"""Loftus and Masson (1994), Psychonomic Bulletin & Review 1, 476-490, table 2: words recalled by 10 subjects at three
exposures; means 11.0, 13.0 and 14.2, mean square of the interaction 0.61."""


def test_a_published_example_has_its_means_and_its_error():
    """Pooled over conditions, Morey's variances are the mean square of the interaction of subject and condition, 0.61;
    Loftus and Masson's interval of it is 2.1 * sqrt(0.61 / 10) = 0.52."""
    found = region_means(result(items_of(PUBLISHED)))
    assert found.mean[:, 0] == pytest.approx([11.0, 13.0, 14.2])
    errors = (found.high[:, 0] - found.low[:, 0]) / 2 / T_9
    assert float((errors**2).mean()) * 10 == pytest.approx(0.61, abs=0.006)


def test_the_interval_of_two_conditions_is_that_of_their_difference():
    """For two conditions both intervals are one, and the paired interval is sqrt(2) times as wide."""
    from scipy.stats import ttest_rel

    table = [[3.5, 2.0], [4.0, 4.5], [7.25, 1.0], [2.0, 1.5], [9.0, 3.0]]
    suite = result(items_of(table))
    means, difference = region_means(suite), region_difference(suite, "a", "b")
    theirs = ttest_rel(*np.array(table).T).confidence_interval(0.95)
    assert (difference.low[0], difference.high[0]) == pytest.approx((theirs.low, theirs.high))
    assert difference.contrast == "a - b"
    widths = means.high[:, 0] - means.low[:, 0]
    assert widths == pytest.approx([(theirs.high - theirs.low) / math.sqrt(2)] * 2)


def test_what_is_empty_or_undefined_leaves_a_gap_and_no_zero():
    table = [[None, 4.0, 2.0], [None, 5.0, 2.5], [None, 7.0, "nan"], [None, "inf", 3.0], [None, None, 4.0]]
    found = region_means(result(items_of(table), bits=lambda word: NAN if word == "nan" else float(word)))
    assert np.isnan(found.mean[0, 0])
    assert found.mean[1:, 0] == pytest.approx([4.5, 2.25])  # of the two items that have both
    assert found.n[:, 0].tolist() == [0, 2, 2]
    assert found.n_incomplete[0] == 3


def test_where_fewer_than_two_items_are_complete_means_have_no_interval():
    found = region_means(result(items_of([[1.0, None], [3.0, None], [None, 5.0], [4.0, 6.0]])))
    assert found.mean[:, 0] == pytest.approx([8 / 3, 5.5])
    assert found.n[:, 0].tolist() == [3, 2]
    assert np.isnan(found.low[:, 0]).all()
    difference = region_difference(result(items_of([[1.0, None], [4.0, 6.0]])), "a", "b")
    assert (difference.mean[0], difference.n[0]) == (-2.0, 1)
    assert np.isnan(difference.low[0])


def test_one_condition_has_the_ordinary_interval_over_items():
    values = [3.0, 5.0, 4.0, 8.0]
    found = region_means(result(items_of([[value, 1.0] for value in values])), conditions=["a"])
    half = T_3 * stdev(values) / 2
    assert (found.low[0, 0], found.high[0, 0]) == pytest.approx((5 - half, 5 + half))
    assert found.interval == "95 % intervals over items"


def test_a_difference_of_differences_is_the_interaction():
    from scipy.stats import ttest_1samp

    table = np.array([[5.0, 1.0, 2.0, 3.0], [6.0, 2.5, 2.0, 1.0], [9.0, 1.0, 4.0, 2.0], [4.0, 4.0, 3.0, 3.5]])
    suite = result(items_of(table.tolist()))
    found = region_difference(suite, ("a", "b"), ("c", "d"), confidence=0.9)
    values = (table[:, 0] - table[:, 1]) - (table[:, 2] - table[:, 3])
    theirs = ttest_1samp(values, 0).confidence_interval(0.9)
    assert (found.mean[0], found.low[0], found.high[0]) == pytest.approx((values.mean(), theirs.low, theirs.high))
    assert found.contrast == "(a - b) - (c - d)"
    assert found.interval == "90 % intervals of the difference within items"


def test_a_contrast_weighs_conditions():
    table = [[5.0, 1.0, 2.0], [6.0, 2.5, 2.0], [9.0, 1.0, 4.0]]
    suite = result(items_of(table))
    found = region_contrast(suite, {"a": 1, "b": -0.5, "c": -0.5})
    of_means = mean_interval(np.array([a - (b + c) / 2 for a, b, c in table]))
    assert (found.mean[0], found.low[0], found.high[0]) == pytest.approx((of_means.mean, of_means.low, of_means.high))
    assert found.contrast == "a - 0.5 b - 0.5 c"
    shared = region_difference(suite, ("a", "b"), ("a", "c"))  # what stands on both sides goes
    assert shared.mean[0] == pytest.approx(region_difference(suite, "c", "b").mean[0])
    assert shared.contrast == "(a - b) - (a - c)"


def test_items_of_a_cluster_count_as_one_where_they_say_the_same():
    """Ten copies of each item in a cluster have the intervals of the items alone; without clusters narrower ones."""
    table = [[3.5, 2.0], [4.0, 4.5], [7.25, 1.0], [2.0, 1.5], [9.0, 3.0]]
    copies = [row for row in table for _ in range(10)]
    clusters = [f"frame{place}" for place in range(5) for _ in range(10)]
    alone = result(items_of(table))
    clustered, careless = result(items_of(copies), clusters=clusters), result(items_of(copies))
    for of in (region_means, lambda suite: region_difference(suite, "a", "b")):
        expected, found, narrow = of(alone), of(clustered), of(careless)
        assert found.high[..., 0] == pytest.approx(expected.high[..., 0])
        assert (narrow.high[..., 0] < expected.high[..., 0]).all()
    assert region_means(clustered).interval.endswith(", robust for 5 clusters")


@examples(50)
@given(
    st.lists(st.tuples(*[st.integers(1, 40)] * 3), min_size=2, max_size=8),
    st.lists(st.integers(0, 100), min_size=8, max_size=8),
)
def test_what_items_differ_in_as_a_whole_does_not_widen_intervals(table, shifts):
    shifted = [[value + shift for value in row] for row, shift in zip(table, shifts, strict=False)]
    found, moved = region_means(result(items_of(table))), region_means(result(items_of(shifted)))
    assert moved.high - moved.low == pytest.approx(found.high - found.low, abs=1e-6)


def test_other_values_of_regions_are_made_of_the_tokens():
    suite = result([{"a": ["1 2 6", "1"], "b": ["4 4", "1"]}, {"a": ["1 8", "1"], "b": ["2", "1"]}])
    assert region_means(suite).mean[:, 0].tolist() == [9.0, 5.0]
    assert region_means(suite, metric="mean").mean[:, 0].tolist() == [3.75, 3.0]
    assert region_means(suite, metric="count").mean[:, 0].tolist() == [2.5, 1.5]
    assert region_difference(suite, "a", "b", metric="max").mean[0] == 4.0


def test_regions_that_predictions_name_are_critical_and_the_whole_sentence_is_not():
    items = [{"a": ["1", "1", "1", "1", "1"], "b": ["2", "2", "2", "2", "2"]}] * 2
    formulas = ["(r2;%a%) < (r2;%b%)", "(4:5;%a%) < (*;%b%)"]
    assert region_means(result(items, formulas)).critical.tolist() == [False, True, False, True, True]
    assert region_means(result(items)).critical.tolist() == [False] * 5


def test_the_example_is_the_first_item_that_lacks_least():
    words = {"": 0.0}
    table = [
        {"a": ["the dogs", ""], "b": ["the dogs", "bark"]},
        {"a": ["the dog", "barks"], "b": ["the dogs", "bark"]},
        {"a": ["a cat", "sleeps"], "b": ["cats", "sleep"]},
    ]
    suite = result(table, bits=lambda word: words.get(word, 1.0))
    found = region_means(suite)
    assert (found.example_item, found.example_words) == (2, ("the dog/dogs", "barks/bark"))
    assert region_means(suite, conditions=["b"]).example_words == ("the dogs", "bark")


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (["the dog", "the dog"], "the dog"),
        (["", "who"], "who"),
        (["", ""], ""),
        (["the dog barks", "the dogs bark"], "the dog barks/dogs bark"),
        (["the big dog", "the old dog"], "the big/old dog"),
        (["a dog", "dog"], "a dog/dog"),
        (["dog", "dog there"], "dog/dog there"),
        (["a", "b", "c", "d", "e"], "a/b/c/d/…"),
        (["one two three four five six seven eight nine"], "one two three four five six seven…"),
    ],
)
def test_words_that_conditions_share_are_written_once(texts, shown):
    assert _alternatives(texts) == shown


def test_what_cannot_be_shown_is_said():
    suite = result(items_of([[1.0, 2.0], [2.0, 3.0]]))
    with pytest.raises(InputError, match=r"without its sentences.*`sglite eval \.\.\. --out DIR`"):
        region_means(suite.without_sentences())
    with pytest.raises(InputError, match=r"has no condition 'aa'\. Did you mean 'a'"):
        region_means(suite, conditions=["aa"])
    with pytest.raises(InputError, match="There is no metric 'summ'"):
        region_means(suite, metric="summ")
    with pytest.raises(InputError, match="Both sides"):
        region_difference(suite, ("a", "b"), "a")
    with pytest.raises(InputError, match="pair of names"):
        region_difference(suite, ("a", "b", "a"), ("a", "b", "a"))  # type: ignore[arg-type]
    assert region_means(replace(suite, predictions=(), outcomes=())).n[0, 0] == 2
