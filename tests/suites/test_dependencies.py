"""The shipped suites of filler-gap dependencies and pseudo-clefts are clean designs of their own."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from itertools import combinations

import pytest
from support.shipped_designs import content_words, contents, differing, item_words, published_texts, suite_of

FILLER_GAP = ["fgd_subject", "fgd_object", "fgd_pp", "fgd_embed3", "fgd_embed4", "fgd_hierarchy"]
CLEFT = ["cleft", "cleft_mod"]
ALL = FILLER_GAP + CLEFT
# Index of the wh-word, of the gap, of the region read without a gap and of the one read with a gap.
PLACES = {
    "fgd_subject": (1, 2, 2, 3),
    "fgd_object": (1, 4, 4, 5),
    "fgd_pp": (1, 6, 6, 7),
    "fgd_embed3": (1, 5, 5, 6),
    "fgd_embed4": (1, 5, 5, 6),
    "fgd_hierarchy": (2, 4, 5, 5),
}
# Verbs that take both that-clauses and wh-clauses, or that let a filler pass, are few, so all items draw on the same.
FRAME_VERBS = frozenset(
    re.findall(
        r"\w+",
        """admitted announced assumed believed claimed confirmed discovered explain explains explained figured forgot
        found guess guessed heard knew know known knows learned mentioned noticed proved realized recalled remember
        remembered remembers reported revealed reveals said saw see show showed shows suspected thought told
        understood""",
    )
)
FUNCTION_WORDS = FRAME_VERBS | frozenset(
    re.findall(
        r"\w+",
        """a about above across after against ago all along an and around as at because before behind beneath beside by
        can could did during everybody everyone fact few for from had has he her him his i in inside into its just
        last me my near never nobody not of off on once our out over past she should soon that the their them they
        this through throughout to under up us was we were what when while who will with within without you""",
    )
)


words = partial(item_words, without=FUNCTION_WORDS)


def read_regions(suite):
    """Pairs of region number and condition name that the predictions of a suite read."""
    formulas = " ".join(prediction.formula.source for prediction in suite.predictions)
    return {(int(region), condition) for region, condition in re.findall(r"\((\d+);%(.+?)%\)", formulas)}


@pytest.mark.parametrize("name", FILLER_GAP)
def test_filler_gap_conditions_cross_wh_word_and_gap(root_dir, name):
    wh, gap, _, _ = PLACES[name]
    gapped = "subjgap" if name == "fgd_hierarchy" else "gap"
    suite = suite_of(root_dir, name)
    assert set(suite.condition_names) == {f"{c}_{g}" for c in ("what", "that") for g in ("nogap", gapped)}
    for item in suite.items:
        for kind in ("nogap", gapped):
            with_wh, with_that = contents(item, f"what_{kind}"), contents(item, f"that_{kind}")
            assert differing(with_wh, with_that) == [wh]
            assert with_wh[wh] in ("who", "what")
            assert with_that[wh] == "that"
        for word in ("what", "that"):
            filled, empty = contents(item, f"{word}_nogap"), contents(item, f"{word}_{gapped}")
            assert differing(filled, empty) == [gap]
            assert empty[gap] == ""
            assert filled[gap] != ""


@pytest.mark.parametrize("name", FILLER_GAP)
def test_filler_gap_criteria_read_the_filled_gap_and_what_follows_it(root_dir, name):
    _, _, filled, after = PLACES[name]
    gapped = "subjgap" if name == "fgd_hierarchy" else "gap"
    suite = suite_of(root_dir, name)
    assert read_regions(suite) == {
        (filled + 1, "what_nogap"),
        (filled + 1, "that_nogap"),
        (after + 1, f"what_{gapped}"),
        (after + 1, f"that_{gapped}"),
    }


@pytest.mark.parametrize("name", FILLER_GAP)
def test_the_word_before_that_is_no_noun_that_it_could_refer_to(root_dir, name):
    """After *the man that*, a gap would be that of a relative clause, and no error."""
    wh = PLACES[name][0]
    for item in suite_of(root_dir, name).items:
        before = contents(item, "that_nogap")[wh - 1].split()
        assert before[-1] in FRAME_VERBS | {"out", "us", "me", "them"}, item.number


@pytest.mark.parametrize(("name", "levels"), [("fgd_embed3", 3), ("fgd_embed4", 4)])
def test_embedding_is_as_deep_as_the_name_says(root_dir, name, levels):
    for item in suite_of(root_dir, name).items:
        verbs = [word for word in contents(item, "what_gap")[2].split() if word in FRAME_VERBS - {"told"}]
        told = contents(item, "what_gap")[2].split().count("told")
        assert len(verbs) + told == levels, item.number


@pytest.mark.parametrize("name", CLEFT)
def test_cleft_conditions_cross_verb_and_focus(root_dir, name):
    later = 1 if name == "cleft_mod" else 0
    action, noun_phrase = 4 + later, 5 + later
    suite = suite_of(root_dir, name)
    assert set(suite.condition_names) == {f"{p}_{m}" for p in ("np", "vp") for m in ("match", "mismatch")}
    for item in suite.items:
        np, np_not, vp, vp_not = (contents(item, c) for c in ("np_match", "np_mismatch", "vp_match", "vp_mismatch"))
        assert differing(np, np_not) == differing(vp, vp_not) == [2]
        assert differing(np, vp_not) == differing(np_not, vp) == [action]
        assert (np_not[2], vp[2]) == ("did", "did")
        assert np[action] == ""
        assert re.fullmatch(r"[a-z]+", vp[action])
        # No phrase repeats the verb of the free relative.
        assert np[2][:3] != vp[action][:3]
        assert np[noun_phrase + 1] == "."
    assert read_regions(suite) == {
        (noun_phrase + 1, "np_match"),
        (noun_phrase + 1, "np_mismatch"),
        *((region + 1, c) for region in (action, noun_phrase) for c in ("vp_match", "vp_mismatch")),
    }


@pytest.mark.parametrize("name", ALL)
def test_sentences_are_spelled_plainly(root_dir, name):
    for sentence in suite_of(root_dir, name).sentences():
        assert re.fullmatch(r"(I|[A-Z][a-z]+)( [A-Za-z]+)+\.", sentence.text), sentence.text


@pytest.mark.parametrize("name", ALL)
def test_no_content_word_stands_in_two_items(root_dir, name):
    suite = suite_of(root_dir, name)
    count = Counter(word for item in suite.items for word in words(item))
    assert len(suite.items) >= 24
    assert [word for word, n in count.items() if n > 1] == []


@pytest.mark.parametrize("family", [FILLER_GAP, CLEFT], ids=["filler-gap", "pseudo-cleft"])
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
