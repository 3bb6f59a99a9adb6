"""The shipped suites of number agreement, reflexives and negative polarity are clean designs of their own."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from itertools import combinations

import pytest
from support.shipped_designs import content_words, contents, item_words, published_texts, suite_of

KINDS = ("prep", "src", "orc")
NUMBER = [f"number_{kind}" for kind in KINDS]
REFLEXIVE = [f"reflexive_{kind}_{gender}" for kind in KINDS for gender in ("fem", "masc")]
POLARITY = [f"npi_{kind}_{word}" for kind in ("src", "orc") for word in ("any", "ever")]
AGREEMENT_CONDITIONS = ("match_sing", "mismatch_sing", "match_plural", "mismatch_plural")
FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        """a above across after against all alongside an and any are as at badly be been before behind below
        beside by can could do does down during early every ever for from front had has have herself himself
        in into is it last like me much my near next no not of on opposite or out over re since so such that
        the themselves this through to too twice under up us was were when will with would""",
    )
)


words = partial(item_words, without=FUNCTION_WORDS)


@pytest.mark.parametrize("name", NUMBER + REFLEXIVE)
def test_match_and_mismatch_differ_in_the_critical_word_alone(root_dir, name):
    critical = 2 if name.startswith("number") else 3
    suite = suite_of(root_dir, name)
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
def test_reflexive_suites_compare_one_pronoun_with_themselves(root_dir, name):
    pronoun = "herself" if name.endswith("fem") else "himself"
    for item in suite_of(root_dir, name).items:
        assert [contents(item, condition)[3] for condition in AGREEMENT_CONDITIONS] == [
            pronoun,
            "themselves",
            "themselves",
            pronoun,
        ]


@pytest.mark.parametrize("name", POLARITY)
def test_polarity_conditions_differ_in_the_two_determiners_alone(root_dir, name):
    _, kind, word = name.split("_")
    embedded = 4 if kind == "src" else 3
    head, inner = {"neg": "No", "pos": "The"}, {"neg": "no", "pos": "the"}
    suite = suite_of(root_dir, name)
    assert set(suite.condition_names) == {"neg_pos", "neg_neg", "pos_pos", "pos_neg"}
    for item in suite.items:
        rests = set()
        for condition in suite.condition_names:
            regions = contents(item, condition)
            outer, lower = condition.split("_")
            assert (regions[0], regions[embedded], regions[7]) == (head[outer], inner[lower], word)
            rests.add(tuple(region for i, region in enumerate(regions) if i not in (0, embedded)))
        assert len(rests) == 1


@pytest.mark.parametrize("name", NUMBER + REFLEXIVE + POLARITY)
def test_sentences_are_spelled_plainly(root_dir, name):
    for sentence in suite_of(root_dir, name).sentences():
        assert re.fullmatch(r"(The|No)( [A-Za-z]+)+\.", sentence.text), sentence.text


@pytest.mark.parametrize("name", NUMBER + REFLEXIVE + POLARITY)
def test_no_content_word_stands_in_two_items(root_dir, name):
    suite = suite_of(root_dir, name)
    count = Counter(word for item in suite.items for word in words(item))
    assert len(suite.items) >= 24
    assert [word for word, n in count.items() if n > 1] == []


@pytest.mark.parametrize("family", [NUMBER, REFLEXIVE, POLARITY], ids=["number", "reflexive", "npi"])
def test_sister_suites_share_at_most_half_of_their_words(root_dir, family):
    vocabulary = {name: set().union(*map(words, suite_of(root_dir, name).items)) for name in family}
    for first, second in combinations(family, 2):
        shared = vocabulary[first] & vocabulary[second]
        assert len(shared) <= min(len(vocabulary[first]), len(vocabulary[second])) / 2, (first, second)


@pytest.mark.parametrize("name", NUMBER + REFLEXIVE + POLARITY)
def test_no_item_has_three_content_words_of_a_published_item(root_dir, shared_dir, name):
    published = [content_words(text, without=FUNCTION_WORDS) for text in published_texts(shared_dir)]
    for item in suite_of(root_dir, name).items:
        assert max(len(words(item) & theirs) for theirs in published) < 3, item.number
