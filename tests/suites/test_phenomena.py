"""The shipped suites of BLiMP's twelve phenomena are controlled designs that word frequency cannot solve."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from support.suite_designs import contents, suite_of

# Pairs of conditions whose critical region is compared, and that region: (suite, region counted from 0, pairs).
COMPARED = [
    ("anaphor_agreement", 2, "masc_himself fem_himself, fem_herself masc_herself"),
    ("anaphor_agreement", 2, "masc_himself plur_himself, plur_themselves masc_themselves"),
    ("argument_structure", 2, "trans_obj intrans_obj"),
    ("argument_structure", 3, "intrans_none trans_none"),
    ("binding", 3, "poss_masc_himself poss_fem_himself, poss_fem_herself poss_masc_herself"),
    ("binding", 3, "clause_masc_himself clause_fem_himself, clause_fem_herself clause_masc_herself"),
    ("control_raising", 1, "there_control np_control, there_raising np_raising"),
    ("control_raising", 2, "object_raising object_control"),
    ("determiner_noun_agreement", 3, "sg_sg pl_sg, pl_pl sg_pl"),
    ("determiner_noun_agreement", 3, "adj_sg_sg adj_pl_sg, adj_pl_pl adj_sg_pl"),
    ("ellipsis", 3, "noun_licit noun_illicit"),
    ("ellipsis", 3, "too_aux too_verb, object_verb object_aux"),
    ("filler_gap", 4, "that_nogap what_nogap"),
    ("filler_gap", 5, "what_gap that_gap"),
    ("irregular_forms", 2, "simple_past perfect_past, perfect_participle simple_participle"),
    ("islands", 4, "long_island short_island, long_free short_free"),
    ("npi_licensing", 6, "negated affirmative, negated embedded, question affirmative"),
    ("quantifiers", 2, "there_strong plain_strong, there_weak plain_weak"),
    ("quantifiers", 2, "no_at_least every_at_least, no_more_than every_more_than"),
    ("subject_verb_agreement", 2, "sg_sg pl_sg, pl_pl sg_pl"),
    ("subject_verb_agreement", 2, "far_sg_sg far_pl_sg, far_pl_pl far_sg_pl"),
]
SUITES = sorted({name for name, _, _ in COMPARED})

# Regions, counted from 0, in which two compared conditions may differ up to the critical one.
VARIED = {
    "anaphor_agreement": {0},
    "argument_structure": {1},
    "binding": {0, 1},
    "control_raising": {0, 1},
    "determiner_noun_agreement": {1},
    "ellipsis": {2},
    "filler_gap": {1},
    "irregular_forms": {1},
    "islands": {0, 1, 3},
    "npi_licensing": {0, 1, 2, 4},
    "quantifiers": {0, 1},
    "subject_verb_agreement": {0, 1},
}

# Words that carry the content of the first and only item they stand in. Verbs of control_raising come from a short list.
NOUNS = {
    "anaphor_agreement": ("masc_himself", 0),
    "argument_structure": ("trans_obj", 2),
    "control_raising": ("np_raising", 0),
    "determiner_noun_agreement": ("adj_pl_pl", 3),
    "filler_gap": ("that_nogap", 4),
    "irregular_forms": ("perfect_participle", 2),
    "npi_licensing": ("negated", 0),
    "quantifiers": ("no_at_least", 0),
    "subject_verb_agreement": ("sg_sg", 0),
}


def pairs_of(text):
    return [pair.split() for pair in text.split(", ")]


@pytest.mark.parametrize("name", SUITES)
def test_each_phenomenon_names_its_paper(name):
    suite = suite_of(name)
    assert suite.meta["circuit"] == "blimp"
    assert "Warstadt" in suite.meta["reference"]


def test_all_twelve_phenomena_are_there():
    assert len(SUITES) == len(VARIED) == 12


@pytest.mark.parametrize(("name", "region", "pairs"), COMPARED)
def test_the_same_words_are_compared_after_two_contexts(name, region, pairs):
    for item in suite_of(name).items:
        for pair in pairs_of(pairs):
            first, second = (contents(item, condition) for condition in pair)
            assert first[region] == second[region] != ""
            differing = {i for i in range(region) if first[i] != second[i]}
            assert differing, (item.number, pair)
            assert differing <= VARIED[name], (item.number, pair)


@pytest.mark.parametrize("name", SUITES)
def test_every_comparison_of_the_criteria_is_listed_here(name):
    suite = suite_of(name)
    listed = {condition for suite_name, _, pairs in COMPARED if suite_name == name for condition in pairs.split()}
    named = set()
    for prediction in suite.predictions:
        named |= set(re.findall(r"\(\d+;%(\w+)%\)", prediction.formula.source))
    assert {condition.strip(",") for condition in listed} == named == set(suite.condition_names)


@pytest.mark.parametrize(
    ("name", "region", "pairs"),
    [(name, region, pairs) for name, region, pairs in COMPARED if "agreement" in name or name == "irregular_forms"],
)
def test_forms_are_crossed_with_contexts(name, region, pairs):
    """Both forms occur in both contexts, each once where it fits, so a preference for a form fulfils half at most."""
    for item in suite_of(name).items:
        (fit, unfit), (other_fit, other_unfit) = (
            [contents(item, condition) for condition in pair] for pair in pairs_of(pairs)
        )
        assert fit[region] != other_fit[region]
        assert fit[:region] == other_unfit[:region]
        assert unfit[:region] == other_fit[:region]


def test_binding_only_exchanges_the_two_names():
    for item in suite_of("binding").items:
        masculine, feminine = (contents(item, f"clause_{gender}_himself") for gender in ("masc", "fem"))
        assert masculine != feminine
        assert Counter(" ".join(masculine).split()) == Counter(" ".join(feminine).split())


def test_islands_cross_length_and_structure():
    suite = suite_of("islands")
    assert set(suite.condition_names) == {
        f"{length}_{kind}" for length in ("short", "long") for kind in ("free", "island")
    }
    for item in suite.items:
        regions = {condition: contents(item, condition) for condition in suite.condition_names}
        assert len({tuple(row[4:]) for row in regions.values()}) == 1
        assert len({row[2] for row in regions.values()}) == 1
        for condition, row in regions.items():
            long = condition.startswith("long")
            assert (row[0], row[3] == "") == (("What", True) if long else ("Who", False))
        [prediction] = suite.predictions
        assert re.sub(r"\s", "", prediction.formula.source) == (
            "[(5;%long_island%)-(5;%short_island%)]>[(5;%long_free%)-(5;%short_free%)]"
        )


def test_islands_are_of_three_kinds_in_equal_parts():
    """No island ends in ``that``: after a noun it could begin a relative clause, and the noun would fill the gap."""
    kinds = Counter()
    for item in suite_of("islands").items:
        *before, last = contents(item, "short_island")[1].split()
        assert last != "that"
        kinds["whether" if last == "whether" else "relative" if "the" in before else "adverbial"] += 1
        if "the" in before:
            assert last in {"why", "where"} or (last == "which" and before[-1] in {"at", "by", "in", "under"})
    assert kinds == {"whether": 8, "relative": 8, "adverbial": 8}


@pytest.mark.parametrize("name", sorted(NOUNS))
def test_no_central_word_stands_in_two_items(name):
    condition, region = NOUNS[name]
    count = Counter(contents(item, condition)[region].casefold() for item in suite_of(name).items)
    assert [words for words, n in count.items() if n > 1] == []


def test_no_sentence_is_one_of_blimp(shared_dir):
    published = set()
    for path in (shared_dir / "published" / "blimp").glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            published |= {pair["sentence_good"].casefold(), pair["sentence_bad"].casefold()}
    assert published
    for name in SUITES:
        for sentence in suite_of(name).sentences():
            assert sentence.text.casefold() not in published


def test_no_plural_verb_is_a_past_tense_too():
    """``The loaf cost`` is a sentence of the past, so such a verb would test no agreement."""
    same_in_the_past = {
        "bet",
        "burst",
        "cast",
        "cost",
        "cut",
        "hit",
        "hurt",
        "let",
        "put",
        "set",
        "shut",
        "split",
        "spread",
    }
    for item in suite_of("subject_verb_agreement").items:
        assert contents(item, "pl_pl")[2] not in same_in_the_past
