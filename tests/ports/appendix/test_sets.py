"""Numbered examples become the variants of items, their lines joined."""

from __future__ import annotations

import pytest
from support.appendices import regions, sentences

from syntaxgym_lite.errors import InputError, SuiteError


def test_a_hyphen_at_the_end_of_a_line_is_a_doubt(propose):
    text = "1. a. The dog some-\ntimes bites well-\nknown men. b. The dog bites well-known men.\n"
    proposal = propose(text)
    assert sentences(proposal)[1, "a"] == "The dog sometimes bites well-known men."
    assert proposal.doubts == (
        "Lines 2 and 3: a hyphen parted a word at the end of the line before; it is written 'sometimes' and "
        "'well-known'.",
    )
    assert proposal.confirm == "--hyphens joined"
    assert not propose(text, hyphens="joined").doubts
    assert sentences(propose(text, hyphens="kept"))[1, "a"] == "The dog some-times bites well-known men."


@pytest.mark.parametrize(
    "text",
    [
        "1. Dogs bark.\n   Dogs run.\n2. Cats sit.\n   Cats jump.\n",
        "(1)\nDogs bark.\nDogs run.\n(2)\nCats sit.\nCats jump.\n",
        "1.\n- Dogs bark.\n- Dogs run.\n2.\n- Cats sit.\n- Cats jump.\n",
        "1.\n• Dogs bark.\n• Dogs run.\n2.\n• Cats sit.\n• Cats jump.\n",
    ],
)
def test_sentences_on_lines_of_their_own_are_variants_if_every_item_has_them(propose, text):
    proposal = propose(text)
    assert sentences(proposal) == {
        (1, "1"): "Dogs bark.",
        (1, "2"): "Dogs run.",
        (2, "1"): "Cats sit.",
        (2, "2"): "Cats jump.",
    }
    assert proposal.doubts == ("Each item has its sentences on lines of their own: they are taken for its variants.",)
    assert not propose(text, lines="variants").doubts
    with pytest.raises(SuiteError, match="each item has one version only"):
        propose(text, lines="joined")


def test_a_second_sentence_of_an_example_is_joined_and_a_doubt(propose):
    text = "1. a. It rained.\nThe dog got wet.\n b. The dogs got wet.\n"
    proposal = propose(text)
    assert sentences(proposal)[1, "a"] == "It rained. The dog got wet."
    assert proposal.doubts == (
        "Line 2: a sentence begins here without a label; it is taken for a part of the example before.",
    )
    assert not propose(text, lines="joined").doubts
    with pytest.raises(SuiteError, match="`lines=variants`: not every item has the same number of sentences"):
        propose(text, lines="variants")


def test_words_that_lost_their_vowel_are_put_to_the_next_line_and_it_is_said(propose):
    proposal = propose("1. a. L'amica dell'\nuomo dorme. b. L'amica dell'uomo dormono.\n")
    assert regions(proposal, 1, "a") == ["L'amica dell'uomo", "dorme.", ""]
    assert proposal.doubts == ("Line 2: no blank is put behind the apostrophe at the end of the line before.",)


def test_two_levels_of_letters_without_numbers_are_a_doubt(propose):
    proposal = propose("a. (i) Dogs bark. (ii) Dogs run.\nb. (i) Cats sit. (ii) Cats jump.\n")
    assert proposal.doubts == (
        "There are no numbers of items, and two levels of letters: they are taken for variants.",
    )


def test_lines_of_a_script_without_blanks_are_joined_without_one(propose):
    proposal = propose("1. a. 猫が魚を\n食べた。\n b. 猫が魚に食べた。\n2. a. 犬が水を飲んだ。\n b. 犬が水に飲んだ。\n")
    assert sentences(proposal)[1, "a"] == "猫が魚を食べた。"
    assert proposal.suites[0].join == "none"


def test_footnote_marks_and_what_stands_before_the_variants_are_left_out_and_said(propose):
    proposal = propose("(1) In the garden\na. The key was rusty.1\nb. The key were rusty.²\n\n1 Changed for print.\n")
    assert sentences(proposal) == {(1, "a"): "The key was rusty.", (1, "b"): "The key were rusty."}
    assert [(row.part, row.why, row.example) for row in proposal.understood if row.role == "not read"] == [
        ("line 1", "before the first variant", "In the garden"),
        ("line 2", "footnote mark", "'1'"),
        ("line 3", "footnote mark", "'²'"),
        ("line 5", "without a label", "1 Changed for print."),
    ]
    assert proposal.doubts == (
        "Line 5: '1 Changed for print.' has no label that is known, and is not read.",
        "Line 1: what stands before the variants of an item is not read. If it belongs to them, write it in each.",
        "Lines 2 and 3: what looks like a footnote mark was taken off the sentence.",
    )
    assert proposal.confirm == ""  # only whoever looks at it can say so


SECTIONS = "Experiment 1\n(1) a. Dogs bark.\n b. Dogs run.\nExperiment 2\n(1) a. Cats sit.\n b. Cats jump.\n"


def test_numbers_that_begin_again_are_sections_of_which_one_is_asked_for(propose):
    with pytest.raises(SuiteError, match=r"line 5: the numbers begin again at 1\. `section=2` reads this part"):
        propose(SECTIONS)
    with pytest.raises(SuiteError, match=r"`section=2` reads this part, `section=1` the one before"):
        propose("(1) a. Dogs bark. b. Dogs run.\n(2) a. It bit. b. They bit.\n(1) a. Cats sit. b. Cats jump.\n")
    text = "(1) a. Dogs bark. b. Dogs run.\n(2) a. It bit. b. They bit.\n(1) a. Cats sit. b. Cats jump.\n"
    assert sentences(propose(text, section=2)) == {(1, "a"): "Cats sit.", (1, "b"): "Cats jump."}
    assert [row.why for row in propose(text, section=2).understood if row.role == "not read"] == ["section 1"] * 4
    with pytest.raises(InputError, match=r"`section=3`: .* has 2 sections, from 1\."):
        propose(text, section=3)


def test_a_number_that_cannot_be_read_is_a_doubt_if_letters_follow(propose):
    proposal = propose("l. a. Dogs bark.\n b. Dogs run.\n2. a. Cats sit. b. Cats jump.\n")
    assert list(sentences(proposal)) == [(2, "a"), (2, "b")]
    assert proposal.doubts == (
        "Line 1: 'l. a. Dogs bark.' has no label that is known, and is not read.",
        "Line 2: 'b. Dogs run.' has no label that is known, and is not read.",
        "Line 3: the first number is 2, so that an item may be missing.",
    )


def test_numbers_that_jump_are_a_doubt(propose):
    proposal = propose("1. a. Dogs bark. b. Dogs run.\n3. a. Cats sit. b. Cats jump.\n")
    assert proposal.doubts == ("Line 2: the numbers jump, so that an item may be missing.",)


def test_a_line_that_makes_a_variant_longer_than_its_sisters_is_a_doubt(propose):
    text = (
        "1a. The nurse whom they liked was late\nAgreement in comprehension\nagain.\n"
        "1b. The nurse whom they liked were late again.\n2a. The guest was\nill.\n2b. The guest were ill.\n"
    )
    assert propose(text).doubts == (
        "Line 2: may be no part of item 1, whose variants differ by 3 words, those of most items by 0.",
    )
    assert not propose(text.replace("\nAgreement in comprehension", "")).doubts


def test_digits_behind_words_are_a_doubt(propose):
    text = "1a. The boy1 is2 here.\n1b. The boy1 are2 here.\n2a. The B2 and the MP3 is late.\n2b. The B2 are late.\n"
    assert propose(text).doubts == (
        "Lines 1 and 2: digits behind a word, as in 'boy1', stay in the sentence. Are they footnote marks or indices?",
    )


def test_whole_sentences_between_slashes_are_variants(propose):
    text = "1. The dog barked. / The dog barks.\n2. The cat sat. / *The cat sits.\n"
    proposal = propose(text)
    assert sentences(proposal) == {
        (1, "1"): "The dog barked.",
        (1, "2"): "The dog barks.",
        (2, "1"): "The cat sat.",
        (2, "2"): "The cat sits.",
    }
    assert proposal.doubts == ("Every item has whole sentences between slashes: they are taken for its variants.",)
    with pytest.raises(SuiteError, match="alternatives at other places"):
        propose(text.replace("sits.\n", "sits. / A cat.\n"), slashes="parallel")


def test_codes_before_the_sentences_name_the_conditions(propose):
    text = (
        "1. SG-SG The key is here.\n   SG-PL The keys is here.\n2. SG-SG The cat is fat.\n   SG-PL The cats is fat.\n"
    )
    proposal = propose(text)
    assert sentences(proposal) == {
        (1, "SG-SG"): "The key is here.",
        (1, "SG-PL"): "The keys is here.",
        (2, "SG-SG"): "The cat is fat.",
        (2, "SG-PL"): "The cats is fat.",
    }
    assert "What stands before the sentences, as 'SG-SG', is taken for the names of the conditions." in proposal.doubts
    lettered = propose("1a. DNA helps.\n1b. RNA helps.\n2a. DNA heals.\n2b. The RNA heals.\n")
    assert sentences(lettered)[1, "a"] == "DNA helps."


def test_a_variant_with_more_sentences_than_its_sisters_is_a_doubt(propose):
    text = "1. a. Dr. Bell ran. b. Dr. Bell run. Did he run?\n2. a. The cat sat. b. The cat sit. Did it sit?\n"
    assert propose(text).doubts == (
        "Lines 1 and 2: this variant has more sentences than others of its item. Are all part of it?",
    )
    assert not propose(text.replace(" Did he run?", "").replace(" Did it sit?", "")).doubts


def test_what_stands_before_the_first_number_is_a_doubt(propose):
    proposal = propose("Items: (1)\na. Dogs bark.\nb. Dogs run.\n(2)\na. Cats sit.\nb. Cats jump.\n")
    assert proposal.doubts == ("Line 2: what stands before the first number that could be read is item 0.",)


@pytest.mark.parametrize("number", ["6.42", "6,4", "92%", "-1"])
def test_a_number_behind_the_sentence_is_a_doubt(propose, number):
    proposal = propose(f"1a. The dog barks. {number}\n1b. The dog bark. {number}\n2a. A cat runs.\n2b. A cat run.\n")
    assert proposal.doubts == (
        f"Lines 1 and 2: a number behind the sentence, as '{number}', stays a part of it. Is it a rating?",
    )


def test_a_bracket_that_begins_the_sentences_of_one_item_is_no_name(propose):
    text = "1a. [The nurse] left.\n1b. [The nurse] leave.\n2a. [The clerk] ran.\n2b. [The clerk] run.\n"
    proposal = propose(text)
    assert sentences(proposal)[1, "a"] == "[The nurse] left."
    assert proposal.doubts == ("Lines 1, 2, 3 and 4: '[' and ']' stay in the text.",)
