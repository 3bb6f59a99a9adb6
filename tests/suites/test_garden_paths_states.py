"""The shipped suites of garden paths, subordination and center embedding are clean designs of their own."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from itertools import combinations

import pytest
from support.shipped_designs import content_words, contents, differing, item_words, published_texts, suite_of

NPZ_OBJECT = ["npz_obj", "npz_obj_mod"]
NPZ = ["npz_mod", *NPZ_OBJECT]
REDUCED = ["mvrr", "mvrr_mod"]
SUBORDINATION = ["subordination", "subordination_pp", "subordination_src", "subordination_orc"]
EMBEDDING = ["center_embed", "center_embed_mod"]
ALL = NPZ + REDUCED + SUBORDINATION + EMBEDDING
# The index of the region that the prediction reads (two regions from here on in center embedding).
CRITICAL = {
    "npz_mod": 5,
    "npz_obj": 4,
    "npz_obj_mod": 5,
    "mvrr": 4,
    "mvrr_mod": 5,
    "subordination": 2,
    "subordination_pp": 4,
    "subordination_src": 4,
    "subordination_orc": 4,
    "center_embed": 5,
    "center_embed_mod": 6,
}
# Participles that differ from the past tense are few, so the reduced-relative suites must use them again.
PARTICIPLES = frozenset(
    ["given", "shown", "thrown", "taken", "driven", "drawn", "blown", "torn", "ridden", "flown", "chosen", "forbidden"]
)
FUNCTION_WORDS = PARTICIPLES | frozenset(
    re.findall(
        r"\w+",
        """a about above across after again against all almost along although an and around as at aside away be because
        been before began begun behind beneath beside beyond by could down during even every everyone everything
        everywhere few for from had has have he her him his if in inside into it its like long my near nearly next no
        nobody not of off on once onto or our out over own same several she since some someone soon than that the their
        them then they though through to toward two under until up us was we were when whenever where while who with
        within without would""",
    )
)


words = partial(item_words, without=FUNCTION_WORDS)


@pytest.mark.parametrize("name", NPZ)
def test_np_z_conditions_cross_subordinate_verb_and_comma(root_dir, name):
    ambiguous, unambiguous, with_, without = (
        ("no-obj", "obj", "comma", "no-comma") if name in NPZ_OBJECT else ("ambig", "unambig", "comma", "nocomma")
    )
    suite = suite_of(root_dir, name)
    assert set(suite.condition_names) == {f"{v}_{c}" for v in (ambiguous, unambiguous) for c in (with_, without)}
    for item in suite.items:
        for verb in (ambiguous, unambiguous):
            comma, no_comma = contents(item, f"{verb}_{with_}"), contents(item, f"{verb}_{without}")
            assert differing(comma, no_comma) == [2]
            assert (comma[2], no_comma[2]) == (",", "")
        first, second = contents(item, f"{ambiguous}_{with_}"), contents(item, f"{unambiguous}_{with_}")
        assert differing(first, second) == [1]
        if name in NPZ_OBJECT:
            assert second[1].startswith(f"{first[1]} ")


@pytest.mark.parametrize("name", REDUCED)
def test_reduced_relative_conditions_cross_reduction_and_participle(root_dir, name):
    suite = suite_of(root_dir, name)
    assert set(suite.condition_names) == {f"{r}_{v}" for r in ("reduced", "unreduced") for v in ("ambig", "unambig")}
    for item in suite.items:
        reduced = {verb: contents(item, f"reduced_{verb}") for verb in ("ambig", "unambig")}
        assert differing(reduced["ambig"], reduced["unambig"]) == [2]
        assert reduced["unambig"][2] in PARTICIPLES
        assert reduced["ambig"][2] not in PARTICIPLES
        for verb, regions in reduced.items():
            unreduced = contents(item, f"unreduced_{verb}")
            assert differing(regions, unreduced) == [2]
            assert re.fullmatch(rf"(who|that) (was|were) {regions[2]}", unreduced[2])


@pytest.mark.parametrize("name", SUBORDINATION)
def test_subordination_conditions_cross_conjunction_and_second_clause(root_dir, name):
    suite = suite_of(root_dir, name)
    assert set(suite.condition_names) == {f"{s}_{m}" for s in ("sub", "no-sub") for m in ("matrix", "no-matrix")}
    for item in suite.items:
        for end in ("matrix", "no-matrix"):
            with_, without = contents(item, f"sub_{end}"), contents(item, f"no-sub_{end}")
            assert differing(with_, without) == [0]
            conjunction, noun = with_[0].split(" the ")
            assert conjunction
            assert without[0] == f"The {noun}"
        assert differing(contents(item, "sub_matrix"), contents(item, "sub_no-matrix")) == [CRITICAL[name]]
        assert contents(item, "sub_no-matrix")[-1] == "."
        assert contents(item, "sub_matrix")[-1].startswith(", ")


@pytest.mark.parametrize("name", EMBEDDING)
def test_center_embedding_conditions_swap_the_two_verbs(root_dir, name):
    suite = suite_of(root_dir, name)
    assert set(suite.condition_names) == {"plaus", "implaus"}
    inner, outer = CRITICAL[name], CRITICAL[name] + 1
    for item in suite.items:
        plausible, implausible = contents(item, "plaus"), contents(item, "implaus")
        assert differing(plausible, implausible) == [inner, outer]
        assert (plausible[inner], plausible[outer]) == (implausible[outer], implausible[inner])


@pytest.mark.parametrize("name", NPZ + REDUCED)
def test_the_disambiguating_verb_is_one_word_and_the_same_in_all_conditions(root_dir, name):
    for item in suite_of(root_dir, name).items:
        (verb,) = {contents(item, condition.name)[CRITICAL[name]] for condition in item.conditions}
        assert re.fullmatch(r"[a-z]+", verb)


@pytest.mark.parametrize("name", ALL)
def test_sentences_are_spelled_plainly(root_dir, name):
    for sentence in suite_of(root_dir, name).sentences():
        assert re.fullmatch(r"[A-Z][a-z]+(,? [A-Za-z]+)+\.", sentence.text), sentence.text
        assert sentence.text.count(",") <= 1


@pytest.mark.parametrize("name", ALL)
def test_no_content_word_stands_in_two_items(root_dir, name):
    suite = suite_of(root_dir, name)
    count = Counter(word for item in suite.items for word in words(item))
    assert len(suite.items) >= 24
    assert [word for word, n in count.items() if n > 1] == []


@pytest.mark.parametrize(
    "family",
    [["npz", *NPZ], REDUCED, SUBORDINATION, EMBEDDING],
    ids=["np-z", "reduced relatives", "subordination", "center embedding"],
)
def test_sister_suites_share_at_most_a_third_of_their_words(root_dir, family):
    vocabulary = {name: set().union(*map(words, suite_of(root_dir, name).items)) for name in family}
    for first, second in combinations(family, 2):
        shared = vocabulary[first] & vocabulary[second]
        assert len(shared) <= min(len(vocabulary[first]), len(vocabulary[second])) / 3, (first, second)


@pytest.mark.parametrize("name", ALL)
def test_no_item_has_three_content_words_of_a_published_item(root_dir, shared_dir, name):
    published = [(text, content_words(text, without=FUNCTION_WORDS)) for text in published_texts(shared_dir)]
    for item in suite_of(root_dir, name).items:
        near = [(text, words(item) & theirs) for text, theirs in published if len(words(item) & theirs) > 2]
        assert near == [], item.number
