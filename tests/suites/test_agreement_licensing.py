"""The shipped suites of number agreement, reflexives and negative polarity are clean designs of their own."""

from __future__ import annotations

import pytest
from support.suite_designs import contents, suite_of

KINDS = ("prep", "src", "orc")
NUMBER = [f"number_{kind}" for kind in KINDS]
REFLEXIVE = [f"reflexive_{kind}_{gender}" for kind in KINDS for gender in ("fem", "masc")]
POLARITY = [f"npi_{kind}_{word}" for kind in ("src", "orc") for word in ("any", "ever")]
AGREEMENT_CONDITIONS = ("match_sing", "mismatch_sing", "match_plural", "mismatch_plural")


@pytest.mark.parametrize("name", NUMBER + REFLEXIVE)
def test_match_and_mismatch_differ_in_the_critical_word_alone(name):
    critical = 2 if name.startswith("number") else 3
    suite = suite_of(name)
    assert set(suite.condition_names) == set(AGREEMENT_CONDITIONS)
    for item in suite.items:
        sing, sing_not, plural, plural_not = (contents(item, condition) for condition in AGREEMENT_CONDITIONS)
        for match, mismatch in ((sing, sing_not), (plural, plural_not)):
            assert [i for i, pair in enumerate(zip(match, mismatch, strict=True)) if pair[0] != pair[1]] == [critical]
        # Both forms occur once as match and once as mismatch, so word frequency cannot decide both comparisons.
        assert (sing[critical], sing_not[critical]) == (plural_not[critical], plural[critical])
        assert sing[0] != plural[0]
        assert sing[1] != plural[1]
        assert sing[critical + 1 :] == plural[critical + 1 :]


@pytest.mark.parametrize("name", REFLEXIVE)
def test_reflexive_suites_compare_one_pronoun_with_themselves(name):
    pronoun = "herself" if name.endswith("fem") else "himself"
    for item in suite_of(name).items:
        assert [contents(item, condition)[3] for condition in AGREEMENT_CONDITIONS] == [
            pronoun,
            "themselves",
            "themselves",
            pronoun,
        ]


@pytest.mark.parametrize("name", POLARITY)
def test_polarity_conditions_differ_in_the_two_determiners_alone(name):
    _, kind, word = name.split("_")
    embedded = 4 if kind == "src" else 3
    head, inner = {"neg": "No", "pos": "The"}, {"neg": "no", "pos": "the"}
    suite = suite_of(name)
    assert set(suite.condition_names) == {"neg_pos", "neg_neg", "pos_pos", "pos_neg"}
    for item in suite.items:
        rests = set()
        for condition in suite.condition_names:
            regions = contents(item, condition)
            outer, lower = condition.split("_")
            assert (regions[0], regions[embedded], regions[7]) == (head[outer], inner[lower], word)
            rests.add(tuple(region for i, region in enumerate(regions) if i not in (0, embedded)))
        assert len(rests) == 1
