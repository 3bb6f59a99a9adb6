"""Lists are a Latin square, and orders look random within the bounds that were asked for."""

from __future__ import annotations

import json
from collections import Counter
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples
from support.toys import suite_document

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.studies.latin_squares import FILLER, ITEM, chunks_of, deal, order, uneven
from syntaxgym_lite.suite.json import loads_suite


def toy(n_items, conditions, **meta):
    items = [{name: [f"{name} {number}", "ends."] for name in conditions} for number in range(1, n_items + 1)]
    return loads_suite(json.dumps(suite_document(items, **meta)))


CONDITIONS = st.integers(1, 6).map(lambda n: [f"c{place}" for place in range(n)])


def test_a_latin_square_of_three_items_and_three_conditions():
    lists = deal(toy(3, ["a", "b", "c"]))
    assert [[(trial.label, trial.condition) for trial in trials] for trials in lists] == [
        [(1, "a"), (2, "b"), (3, "c")],
        [(1, "b"), (2, "c"), (3, "a")],
        [(1, "c"), (2, "a"), (3, "b")],
    ]
    assert [trials[0].list for trials in lists] == ["A", "B", "C"]


@examples(60)
@given(st.integers(1, 20), CONDITIONS, st.integers(0, 12), st.integers(1, 3))
def test_every_list_has_every_item_once_and_all_lists_have_every_sentence_once(n_items, conditions, n_fillers, n_kinds):
    fillers = toy(n_fillers, [f"f{place}" for place in range(n_kinds)]) if n_fillers else None
    suite = toy(n_items, conditions)
    lists = deal(suite, fillers)
    assert len(lists) == len(conditions)
    seen = Counter()
    for trials in lists:
        items = [trial for trial in trials if trial.type == ITEM]
        assert [trial.item.number for trial in items] == list(range(1, n_items + 1))
        assert [trial.item.number for trial in trials if trial.type == FILLER] == list(range(1, n_fillers + 1))
        counts = [sum(trial.condition == name for trial in items) for name in conditions]
        assert max(counts) - min(counts) <= 1
        assert (max(counts) == min(counts)) == (uneven(suite) == "")
        seen.update((trial.item.number, trial.condition) for trial in items)
    assert seen == Counter({(number, name): 1 for number in range(1, n_items + 1) for name in conditions})


@examples(100)
@given(st.integers(1, 24), CONDITIONS, st.integers(0, 30), st.integers(), st.integers(1, 3))
def test_an_order_keeps_everything_and_has_no_long_runs(n_items, conditions, n_fillers, seed, most_alike):
    fillers = toy(n_fillers, ["f"]) if n_fillers else None
    for trials in deal(toy(n_items, conditions), fillers):
        ordered = order(trials, seed=seed, most_alike=most_alike)
        assert sorted(ordered, key=trials.index) == trials
        assert ordered == order(trials, seed=seed, most_alike=most_alike)
        items = [trial.condition for trial in ordered if trial.type == ITEM]
        if len(conditions) > 1:
            assert max(len(list(run)) for _, run in groupby(items)) <= most_alike
        places = [place for place, trial in enumerate(ordered) if trial.type == ITEM]
        between = [after - before - 1 for before, after in pairwise([-1, *places, len(ordered)])]
        assert max(between) - min(between) <= 1


def test_seeds_and_lists_have_orders_of_their_own():
    lists = deal(toy(12, ["a", "b"]))
    orders = {tuple(trial.item.number for trial in order(trials, seed=seed)) for trials in lists for seed in (1, 2)}
    assert len(orders) == 4


def test_an_order_is_the_same_on_every_computer():
    # worked out once; it may change with no version of Python or of this package, for a study that goes on
    ordered = order(deal(toy(6, ["a", "b"]))[0], seed=1)
    assert [(trial.item.number, trial.condition) for trial in ordered] == [
        (6, "b"),
        (1, "a"),
        (5, "a"),
        (2, "b"),
        (4, "b"),
        (3, "a"),
    ]


def test_no_item_of_a_condition_may_follow_none():
    with pytest.raises(InputError, match="`most_alike=0`: is how many items of a condition may follow each other"):
        order(deal(toy(2, ["a", "b"]))[0], seed=1, most_alike=0)


@pytest.mark.parametrize(
    ("n_items", "said"), [(4, ""), (5, "5 items cannot be dealt evenly to 2 conditions: .* 1 more, or 1 fewer")]
)
def test_items_that_cannot_be_dealt_evenly_are_said(n_items, said):
    import re

    assert re.match(said, uneven(toy(n_items, ["a", "b"])))
    assert bool(uneven(toy(n_items, ["a", "b"]))) == bool(said)


@pytest.mark.parametrize(
    ("contents", "join", "chunks"),
    [
        (["The dog", "barked", "."], "natural", ("The dog", "barked.")),
        (["The dog", "barked", "."], "space", ("The dog", "barked", ".")),
        (["犬が", "", "吠えた。"], "none", ("犬が", "吠えた。")),
        (["  The  dog ", "", " barked."], "space", ("The dog", "barked.")),
    ],
)
def test_chunks_are_regions_as_they_are_seen(contents, join, chunks):
    suite = loads_suite(json.dumps(suite_document([{"a": contents}], join=join)))
    [sentence] = suite.sentences()
    assert chunks_of(sentence, glued=join == "none") == chunks
