"""Sentences are cut where the conditions of their item differ, and no word is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.ports.tables.differences import cut_at_differences
from syntaxgym_lite.ports.tables.table import propose_table


@pytest.mark.parametrize(
    ("items", "names", "first"),
    [
        (
            [
                ["While he dug the bed sank.", "While he napped the bed sank."],
                ["As it ran a cup fell.", "As it sat a cup fell."],
            ],
            ("beginning", "difference", "ending"),
            [["While he", "dug", "the bed sank."], ["While he", "napped", "the bed sank."]],
        ),
        (  # what one condition lacks is empty
            [["When she left, the dog barked.", "When she left the dog barked."]],
            ("beginning", "difference", "ending"),
            [["When she", "left,", "the dog barked."], ["When she", "left", "the dog barked."]],
        ),
        (
            [["No man has ever come.", "The man has ever come."]],
            ("difference", "ending"),
            [["No", "man has ever come."], ["The", "man has ever come."]],
        ),
        (  # two places in one item, one in the other: three regions
            [["a b c d", "x b y d"], ["a b c d", "a y c d"]],
            ("beginning", "difference", "ending"),
            [["", "a b c", "d"], ["", "x b y", "d"]],
        ),
        ([["The same.", "The same."]], ("beginning",), [["The same."], ["The same."]]),
    ],
)
def test_regions_are_alike_and_differ_by_turns(items, names, first):
    parts, own = cut_at_differences(items)
    assert own == names
    assert parts[0] == first


WORDS = st.lists(st.sampled_from(["the", "dog", "cat", "saw", "a", "bird", "."]), min_size=1, max_size=8)


@given(st.lists(st.lists(WORDS, min_size=2, max_size=2), min_size=1, max_size=4))
def test_no_word_is_lost_and_alike_is_alike(items):
    sentences = [[" ".join(words) for words in item] for item in items]
    parts, names = cut_at_differences(sentences)
    for item, cut in zip(sentences, parts, strict=True):
        assert [" ".join(filter(None, own)) for own in cut] == item
        assert all(len(own) == len(names) for own in cut)
        for place, name in enumerate(names):
            if not name.startswith("difference"):
                assert len({own[place] for own in cut}) == 1


def test_a_table_with_a_column_for_each_condition_is_cut(tmp_path):
    path = tmp_path / "stimuli.csv"
    path.write_text(
        "item,sg,pl\n1,The key to the door is old.,The keys to the door are old.\n"
        "2,A lamp near the bed was red.,Some lamps near the bed were red.\n",
        encoding="utf-8",
    )
    [suite] = propose_table(path, conditions="sg,pl", split="differences").suites
    assert list(suite.region_names.values()) == ["beginning", "difference 1", "between", "difference 2", "ending"]
    texts = {(one.item_number, one.condition_name): one.text for one in suite.sentences()}
    assert texts[2, "pl"] == "Some lamps near the bed were red."
