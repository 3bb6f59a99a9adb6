"""The shipped suites after Ettinger (2020) are controlled designs that a preference for words cannot solve."""

from __future__ import annotations

import csv
import re
from collections import Counter
from itertools import product

import pytest
from support.suite_designs import content_words, contents, differing, item_words, suite_of

# Critical region, counted from 0, and the words that are no content.
CRITICAL = {"negation_category": 3, "role_reversal": 4, "commonsense_inference": 2}
SUITES = sorted(CRITICAL)
FUNCTION_WORDS = {"a", "an", "had", "in", "not", "of", "on", "so", "the", "to", "which"}


@pytest.mark.parametrize("name", SUITES)
def test_each_diagnostic_names_its_paper(name):
    suite = suite_of(name)
    assert suite.meta["circuit"] == "cloze_diagnostics"
    assert "Ettinger (2020)" in suite.meta["reference"]


@pytest.mark.parametrize("name", SUITES)
def test_predictions_compare_probabilities_hold_them_to_a_threshold_and_look_at_ranks(name):
    sources = [prediction.formula.source for prediction in suite_of(name).predictions]
    probability = [source for source in sources if ";prob)" in source]
    assert [source for source in probability if "0.01" in source]
    assert [source for source in probability if "0.01" not in source]
    assert [source for source in sources if re.fullmatch(r"\(\d;%\w+%;rank\) <= 5", source)]


@pytest.mark.parametrize("name", SUITES)
def test_predictions_are_about_the_critical_region_of_every_condition(name):
    suite = suite_of(name)
    named = {
        pair for prediction in suite.predictions for pair in re.findall(r"\((\d);%(\w+)%", prediction.formula.source)
    }
    assert named == {(str(CRITICAL[name] + 1), condition) for condition in suite.condition_names}


@pytest.mark.parametrize("name", SUITES)
def test_the_critical_region_is_one_plain_word(name):
    """A rank is defined for one token, so there must be neither a second word nor a full stop."""
    suite = suite_of(name)
    for item, condition in product(suite.items, suite.condition_names):
        regions = contents(item, condition)
        assert re.fullmatch(r"[a-z]+", regions[CRITICAL[name]])
        assert regions[CRITICAL[name] + 1].endswith(".")


def test_negation_crosses_not_and_category():
    for item in suite_of("negation_category").items:
        rows = {
            (verb, truth): contents(item, f"{verb}_{truth}")
            for verb, truth in product(("aff", "neg"), ("true", "false"))
        }
        for truth in ("true", "false"):
            assert differing(rows["aff", truth], rows["neg", truth]) == [1]
            assert (rows["aff", truth][1], rows["neg", truth][1]) == ("is", "is not")
        for verb in ("aff", "neg"):
            assert differing(rows[verb, "true"], rows[verb, "false"]) == [3]


def test_each_category_is_as_often_the_false_one_as_the_true_one():
    """Pairs of items exchange their categories, so a preference for one wins an item and loses the other."""
    pairs = [
        (contents(item, "aff_true")[3], contents(item, "aff_false")[3]) for item in suite_of("negation_category").items
    ]
    assert {true for true, _ in pairs} == {false for _, false in pairs}
    assert len({true for true, _ in pairs}) == len(pairs)
    assert set(pairs) == {(false, true) for true, false in pairs}


def test_role_reversal_exchanges_two_nouns_and_nothing_else():
    for item in suite_of("role_reversal").items:
        fit, reverse = contents(item, "fit"), contents(item, "reversed")
        assert differing(fit, reverse) == [1, 2]
        assert (f"the {fit[1]}", fit[2]) == (reverse[2], f"the {reverse[1]}")
        assert Counter(" ".join(fit).split()) == Counter(" ".join(reverse).split())


def test_no_participant_of_role_reversal_occurs_twice():
    count = Counter()
    for item in suite_of("role_reversal").items:
        count.update({contents(item, "fit")[1], contents(item, "reversed")[1]})
    assert [noun for noun, n in count.items() if n > 1] == []


def test_completions_are_compared_after_the_same_text():
    for item in suite_of("commonsense_inference").items:
        rows = [contents(item, condition) for condition in ("expected", "within", "between")]
        assert len({row[2] for row in rows}) == 3
        assert len({(*row[:2], row[3]) for row in rows}) == 1


def test_each_completion_stands_once_in_each_role():
    """Four items share four completions, so a preference for a word wins one item and loses two."""
    items = suite_of("commonsense_inference").items
    for start in range(0, len(items), 4):
        group = items[start : start + 4]
        words = [{contents(item, role)[2] for item in group} for role in ("expected", "within", "between")]
        assert len(words[0]) == 4
        assert words[0] == words[1] == words[2]
        partner = {contents(item, "expected")[2]: contents(item, "within")[2] for item in group}
        assert all(partner[partner[word]] == word for word in partner)
    expected = [contents(item, "expected")[2] for item in items]
    assert len(set(expected)) == len(expected)


def test_no_event_names_a_completion():
    for item in suite_of("commonsense_inference").items:
        words = content_words(" ".join(contents(item, "expected")[:2]), without=())
        assert words.isdisjoint(contents(item, role)[2] for role in ("expected", "within", "between"))


def test_no_sentence_is_one_of_ettinger(shared_dir):
    published = set()
    for path in (shared_dir / "published" / "ettinger").glob("*.tsv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                published |= {
                    value.removesuffix("(a|an)").strip().casefold()
                    for key, value in row.items()
                    if key.startswith("context")
                }
    assert len(published) > 100
    for name in SUITES:
        suite = suite_of(name)
        for item, condition in product(suite.items, suite.condition_names):
            regions = contents(item, condition)
            runs = {
                " ".join(regions[first:last]).casefold()
                for first in range(2)
                for last in range(first + 1, len(regions))
            }
            assert runs.isdisjoint(published)


def test_no_item_combines_the_participants_of_a_published_one(shared_dir):
    path = shared_dir / "published" / "ettinger" / "ROLE-88.head.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    published = [content_words(row["context"], without=FUNCTION_WORDS) for row in rows]
    assert len(published) == 24
    for item in suite_of("role_reversal").items:
        words = item_words(item, without=FUNCTION_WORDS)
        assert max(len(words & other) for other in published) <= 1
