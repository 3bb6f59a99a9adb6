"""Slashes and parentheses of numbered examples stand for several sentences; what was guessed is said."""

from __future__ import annotations

import pytest
from support.appendices import regions, sentences

from syntaxgym_lite.errors import SuiteError


def test_alternatives_between_slashes_become_conditions_called_by_their_words(propose):
    proposal = propose("1. The key to the cabinets was/were rusty.\n2. The path to the hills was/were wet.\n")
    assert sentences(proposal) == {
        (1, "was"): "The key to the cabinets was rusty.",
        (1, "were"): "The key to the cabinets were rusty.",
        (2, "was"): "The path to the hills was wet.",
        (2, "were"): "The path to the hills were wet.",
    }
    assert regions(proposal, 1, "were") == ["The key to the cabinets", "were", "rusty."]
    assert proposal.doubts == (
        "A slash without braces is taken to stand between two words, as in 'was/were'. Longer alternatives need braces: "
        "{was/had been}.",
    )
    assert proposal.confirm == "--slashes parallel"


KEYS = "1. The key/keys to the cabinet was/were rusty.\n2. The path/paths to the hill was/were wet.\n"


def test_several_alternatives_go_together_or_are_crossed_as_one_says(propose):
    proposal = propose(KEYS)
    assert sentences(proposal)[1, "1"] == "The key to the cabinet was rusty."
    assert sentences(proposal)[1, "2"] == "The keys to the cabinet were rusty."
    assert proposal.doubts[1] == (
        "Lines 1 and 2: alternatives at several places of a sentence go together first with first."
    )
    assert not propose(KEYS, slashes="parallel").doubts
    crossed = propose(KEYS, slashes="crossed")
    assert not crossed.doubts
    assert {name: text for (item, name), text in sentences(crossed).items() if item == 1} == {
        "1_was": "The key to the cabinet was rusty.",
        "1_were": "The key to the cabinet were rusty.",
        "2_was": "The keys to the cabinet was rusty.",
        "2_were": "The keys to the cabinet were rusty.",
    }
    assert crossed.suites[0].condition_factors["2_was"] == {"choice1": "2", "choice2": "was"}
    assert dict(crossed.suites[0].region_names) == {1: "start", 2: "critical1", 3: "middle1", 4: "critical2", 5: "rest"}


def test_alternatives_of_different_number_can_only_be_crossed(propose):
    text = "1. The key/keys {is/was/were} here.\n2. The dog/dogs {is/was/were} here.\n"
    assert len(propose(text).suites[0].condition_names) == 6
    assert "go together each with each" in " ".join(propose(text).doubts)
    with pytest.raises(
        SuiteError, match=r"line 1: has 2 and 3 alternatives, which cannot go together first with first"
    ):
        propose(text, slashes="parallel")


def test_letters_and_slashes_are_crossed(propose):
    proposal = propose(
        "Beispiel 1\na) Der Weg zu den Bergen war/waren lang.\nb) Der Weg zu dem Berg war/waren lang.\n"
        "Beispiel 2\na) Das Tor zu den Ställen war/waren offen.\nb) Das Tor zu dem Stall war/waren offen.\n"
    )
    [suite] = proposal.suites
    assert suite.condition_names == ("a_war", "a_waren", "b_war", "b_waren")
    assert suite.condition_factors["b_waren"] == {"variant": "b", "choice": "waren"}
    assert sentences(proposal)[2, "b_waren"] == "Das Tor zu dem Stall waren offen."


def test_a_slash_of_plain_sentences_stays_and_is_a_doubt(propose):
    proposal = propose("1. The cat and/or dog was/were wet.\n2. The cow was/were wet in 1/2 the barn.\n")
    assert sentences(proposal)[1, "was"] == "The cat and/or dog was wet."
    assert sentences(proposal)[2, "were"] == "The cow were wet in 1/2 the barn."
    assert proposal.doubts[1] == "Lines 1 and 2: a slash as in 'and/or' stays in the sentence."
    proposal = propose("1. a. The black/white dog barks. b. The dogs bark.\n2. a. The cat sits. b. The cats sit.\n")
    assert sentences(proposal)[1, "a"] == "The black/white dog barks."
    assert proposal.doubts == ("Line 1: a slash stays in the sentence, since most sentences have none.",)
    assert proposal.confirm == "--slashes kept"


def test_he_or_she_is_a_choice_where_every_item_has_it_and_nothing_else(propose):
    proposal = propose("1. The surgeon said that he/she slept.\n2. The nurse said that he/she left.\n")
    assert sentences(proposal)[2, "she"] == "The nurse said that she left."


def test_alternatives_that_may_be_longer_than_a_word_are_asked_about(propose):
    proposal = propose("1. The man that met/had met her left.\n2. The boy that saw/had seen her left.\n")
    assert "Is 'met/had' more? Longer alternatives need braces" in proposal.doubts[0]


def test_what_can_be_left_out_makes_two_conditions(propose):
    proposal = propose("1. The man said (that) the boy left.\n2. The girl knew (that) it rained.\n")
    assert sentences(proposal)[1, "with"] == "The man said that the boy left."
    assert sentences(proposal)[1, "without"] == "The man said the boy left."
    assert proposal.doubts == (
        "What stands in parentheses, as '(that)', is taken for what one condition has and another lacks.",
    )
    assert proposal.confirm == "--parentheses optional"


def test_parentheses_of_some_sentences_stay(propose):
    proposal = propose("1. a. The dog (or so) barks. b. The dogs bark.\n2. a. The cat sits. b. The cats sit.\n")
    assert sentences(proposal)[1, "a"] == "The dog (or so) barks."
    assert proposal.doubts == ("Line 1: parentheses, as '(or so)', stay in the sentence.",)
    assert not propose("1. a. The dog (or so) barks. b. Dogs bark.\n", parentheses="kept").doubts


def test_signs_that_stay_in_a_sentence_are_a_doubt(propose):
    assert propose("1. a. The [RC that] dog. b. The *dogs bark.\n").doubts == (
        "Line 1: '[', ']' and '*' stay in the text.",
    )


@pytest.mark.parametrize(
    ("text", "sign"), [("Who did he see __ there?", "__"), ("Who_i left?", "_"), ("∅ Dogs run.", "∅")]
)
def test_signs_of_linguists_that_stay_are_a_doubt(propose, text, sign):
    proposal = propose(f"1a. {text}\n1b. Dogs ran.\n2a. Cats sit.\n2b. Cats sat.\n")
    assert proposal.doubts == (f"Line 1: '{sign}' stays in the text.",)
