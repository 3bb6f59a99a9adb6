"""The shipped suites of filler-gap dependencies and pseudo-clefts are clean designs of their own."""

from __future__ import annotations

import re

import pytest
from support.suite_designs import FRAME_VERBS, contents, differing, suite_of

FILLER_GAP = ["fgd_subject", "fgd_object", "fgd_pp", "fgd_embed3", "fgd_embed4", "fgd_hierarchy"]
CLEFT = ["cleft", "cleft_mod"]
# Index of the wh-word, of the gap, of the region read without a gap and of the one read with a gap.
PLACES = {
    "fgd_subject": (1, 2, 2, 3),
    "fgd_object": (1, 4, 4, 5),
    "fgd_pp": (1, 6, 6, 7),
    "fgd_embed3": (1, 5, 5, 6),
    "fgd_embed4": (1, 5, 5, 6),
    "fgd_hierarchy": (2, 4, 5, 5),
}


def read_regions(suite):
    """Pairs of region number and condition name that the predictions of a suite read."""
    formulas = " ".join(prediction.formula.source for prediction in suite.predictions)
    return {(int(region), condition) for region, condition in re.findall(r"\((\d+);%(.+?)%\)", formulas)}


@pytest.mark.parametrize("name", FILLER_GAP)
def test_filler_gap_conditions_cross_wh_word_and_gap(name):
    wh, gap, _, _ = PLACES[name]
    gapped = "subjgap" if name == "fgd_hierarchy" else "gap"
    suite = suite_of(name)
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
def test_filler_gap_criteria_read_the_filled_gap_and_what_follows_it(name):
    _, _, filled, after = PLACES[name]
    gapped = "subjgap" if name == "fgd_hierarchy" else "gap"
    suite = suite_of(name)
    assert read_regions(suite) == {
        (filled + 1, "what_nogap"),
        (filled + 1, "that_nogap"),
        (after + 1, f"what_{gapped}"),
        (after + 1, f"that_{gapped}"),
    }


@pytest.mark.parametrize("name", FILLER_GAP)
def test_the_word_before_that_is_no_noun_that_it_could_refer_to(name):
    """After *the man that*, a gap would be that of a relative clause, and no error."""
    wh = PLACES[name][0]
    for item in suite_of(name).items:
        before = contents(item, "that_nogap")[wh - 1].split()
        assert before[-1] in FRAME_VERBS | {"out", "us", "me", "them"}, item.number


@pytest.mark.parametrize(("name", "levels"), [("fgd_embed3", 3), ("fgd_embed4", 4)])
def test_embedding_is_as_deep_as_the_name_says(name, levels):
    for item in suite_of(name).items:
        verbs = [word for word in contents(item, "what_gap")[2].split() if word in FRAME_VERBS - {"told"}]
        told = contents(item, "what_gap")[2].split().count("told")
        assert len(verbs) + told == levels, item.number


@pytest.mark.parametrize("name", CLEFT)
def test_cleft_conditions_cross_verb_and_focus(name):
    later = 1 if name == "cleft_mod" else 0
    action, noun_phrase = 4 + later, 5 + later
    suite = suite_of(name)
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
