from __future__ import annotations

from syntaxgym_lite.formula.phrases.names import Names, SuiteNames


def test_the_longest_name_is_found_unless_it_is_part_of_a_longer_word():
    names = Names(["no", "no comma", "comma", "plural", "NP/Z"])
    assert names.at("no comma > no", 0) == "no comma"
    assert names.at("no comma > no", 11) == "no"
    assert names.at("No  comma", 0) == "No"  # a phrase has single blanks
    assert names.at("np/z", 0) == "np/z"  # as it is written
    assert [names.at(text, 0) for text in ("plurals", "plural_", "plural2", "plural's", "plural-form")] == [""] * 5
    assert [names.at(text, 0) for text in ("plural.", "plural>", "plural-comma")] == ["plural"] * 3


def test_names_that_differ_in_case_are_told_apart_where_they_are_spelt_out():
    names = Names(["Old", "old", "  new\nname", ""])
    assert names.called("old") == ["old"]
    assert names.called("OLD") == ["Old", "old"]
    assert names.called("NEW name") == ["  new\nname"]
    assert names.called("") == names.called("young") == []


def test_conditions_are_found_by_their_levels():
    factors = {"a": {"tense": "past", "person": 1}, "b": {"tense": "past", "person": 2.0}}
    names = SuiteNames(["a", "b", "c"], {2: "verb", 1: ""}, factors)
    assert names.levels == {"tense": ["past"], "person": ["1", "2"]}
    assert names.with_levels({"tense": "past"}) == ("a", "b")
    assert names.with_levels({"tense": "past", "person": "2"}) == ("b",)
    assert names.with_levels({"person": "3"}) == ()
    assert names.levels_called("PAST") == [("tense", "past")]
    assert names.all_regions() == "1, 2 (verb)"
