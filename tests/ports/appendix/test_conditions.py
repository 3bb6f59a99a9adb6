"""Conditions of numbered examples are called as the text, or whoever reads it, calls them."""

from __future__ import annotations

import pytest
from support.appendices import HORSES, sentences

from syntaxgym_lite.errors import InputError


@pytest.mark.parametrize(
    "text",
    [
        "a = short, b = long\n\n1. a. Dogs bark. b. Dogs bark now.\n2. a. Cats sit. b. Cats sit now.\n",
        "Experiment 1 (a = short; b = long)\n\n1. a. Dogs bark. b. Dogs bark now.\n2. a. Cats sit. b. Cats sit now.\n",
        "The two conditions were (a) short and (b) long.\n1. a. Dogs bark. b. Dogs bark now.\n2. a. Cats sit. "
        "b. Cats sit now.\n",
        "Conditions:\na. short\nb. long\n\n1. a. Dogs bark. b. Dogs bark now.\n2. a. Cats sit. b. Cats sit now.\n",
        "1. a. Dogs bark. (short)\n b. Dogs bark now. (long)\n2. a. Cats sit. (short)\n b. Cats sit now. (long)\n",
        "1. a. Short: Dogs bark. b. Long: Dogs bark now.\n2. a. Short: Cats sit. b. Long: Cats sit now.\n",
        "1. a. (short) Dogs bark. b. (long) Dogs bark now.\n2. a. (short) Cats sit. b. (long) Cats sit now.\n",
        "1. a. [short] Dogs bark. b. [long] Dogs bark now.\n2. a. [short] Cats sit. b. [long] Cats sit now.\n",
        "1. Short: Dogs bark.\n Long: Dogs bark now.\n2. Short: Cats sit.\n Long: Cats sit now.\n",
    ],
)
def test_conditions_are_called_as_the_text_calls_them(propose, text):
    proposal = propose(text)
    assert {(item, name.lower()): text for (item, name), text in sentences(proposal).items()} == {
        (1, "short"): "Dogs bark.",
        (1, "long"): "Dogs bark now.",
        (2, "short"): "Cats sit.",
        (2, "long"): "Cats sit now.",
    }
    assert not proposal.doubts
    assert [row for row in proposal.understood if row.role == "names of conditions"]


def test_conditions_can_be_named_in_order(propose):
    assert propose(HORSES, conditions="reduced, full").suites[0].condition_names == ("reduced", "full")
    assert propose(HORSES, conditions=["reduced", "full"]).suites[0].condition_names == ("reduced", "full")
    with pytest.raises(InputError, match=r"`conditions=one`: 1 name, but each item has 2 versions: a, b\."):
        propose(HORSES, conditions="one")


def test_names_that_do_not_fit_the_letters_are_a_doubt(propose):
    proposal = propose(f"a = reduced, b = full, c = short\n{HORSES}")
    assert proposal.suites[0].condition_names == ("a", "b")
    assert proposal.doubts == (
        "Names of conditions are given for a, b and c, but the variants are a and b: the names are not used.",
    )
    assert proposal.confirm == "--conditions a,b"
    assert not propose(f"a = reduced, b = full, c = short\n{HORSES}", conditions="a,b").doubts


def test_alternatives_that_differ_between_items_are_called_by_their_places(propose):
    proposal = propose("1. The key {was/had been} rusty.\n2. The dog {barks/has barked} loudly.\n")
    assert sentences(proposal)[2, "2"] == "The dog has barked loudly."
    assert proposal.suites[0].condition_names == ("1", "2")
    assert not proposal.doubts  # braces say it all
