"""Numbered examples become a suite; what was guessed is said, and what cannot be read refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.appendix import looks_like_appendix, propose_appendix
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.ports.formats import format_of, read_suites
from syntaxgym_lite.suite.json import dumps_suite, loads_suite


@pytest.fixture
def propose(tmp_path):
    def proposed(text, **options):
        path = tmp_path / "appendix.txt"
        path.write_text(text, encoding="utf-8")
        proposal = propose_appendix(path, **options)
        [suite] = proposal.suites
        assert loads_suite(dumps_suite(suite)) == suite
        return proposal

    return proposed


def sentences(proposal):
    """Texts by item and condition."""
    [suite] = proposal.suites
    return {(one.item_number, one.condition_name): one.text for one in suite.sentences()}


def regions(proposal, item, condition):
    [suite] = proposal.suites
    [found] = [one for one in suite.items if one.number == item]
    return [region.content for region in found.condition(condition).regions]


HORSES = """\
(1) a. The horse raced past the barn fell.
    b. The horse that was raced past the barn fell.

(2) a. The boat floated down the river sank.
    b. The boat that was floated down the river sank.
"""


def test_variants_become_conditions_and_what_differs_between_them_a_region(propose):
    proposal = propose(HORSES)
    assert sentences(proposal) == {
        (1, "a"): "The horse raced past the barn fell.",
        (1, "b"): "The horse that was raced past the barn fell.",
        (2, "a"): "The boat floated down the river sank.",
        (2, "b"): "The boat that was floated down the river sank.",
    }
    assert regions(proposal, 1, "a") == ["The horse", "", "raced past the barn fell."]
    assert regions(proposal, 1, "b") == ["The horse", "that was", "raced past the barn fell."]
    assert dict(proposal.suites[0].region_names) == {1: "start", 2: "critical", 3: "rest"}
    assert proposal.suites[0].name == "appendix"
    assert proposal.doubts == ()
    assert [(row.part, row.role, row.why) for row in proposal.understood] == [
        ("lines 1 to 5", "items 1 and 2", "numbers and letters"),
        ("all sentences", "regions start, critical, rest", "what differs between the versions of an item"),
    ]


def test_a_text_in_which_nothing_is_guessed_is_read_by_every_command(tmp_path):
    path = tmp_path / "appendix.txt"
    path.write_text(HORSES)
    assert looks_like_appendix(path)
    [suite], port = read_suites(path)
    assert (port.name, len(suite.items)) == ("appendix", 2)
    path.write_text("1. The key was/*were rusty.\n2. The path was/*were wet.\n")
    with pytest.raises(
        InputError,
        match=r"'sglite import .*' shows what was understood and asks, or takes it without a "
        r"question with --slashes parallel\.",
    ):
        read_suites(path)


# ---------------------------------------------------------------- names of conditions


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


# ---------------------------------------------------------------- slashes


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


def test_alternatives_that_differ_between_items_are_called_by_their_places(propose):
    proposal = propose("1. The key {was/had been} rusty.\n2. The dog {barks/has barked} loudly.\n")
    assert sentences(proposal)[2, "2"] == "The dog has barked loudly."
    assert proposal.suites[0].condition_names == ("1", "2")
    assert not proposal.doubts  # braces say it all


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


# ---------------------------------------------------------------- parentheses


def test_what_can_be_left_out_makes_two_conditions(propose):
    proposal = propose("1. The man said (that) the boy left.\n2. The girl knew (that) it rained.\n")
    assert sentences(proposal)[1, "with"] == "The man said that the boy left."
    assert sentences(proposal)[1, "without"] == "The man said the boy left."
    assert proposal.doubts == (
        "What stands in parentheses, as '(that)', is taken for what one condition has and another lacks.",
    )
    assert proposal.confirm == "--parentheses optional"


@pytest.mark.parametrize(("written", "starred"), [("(*that)", "with"), ("*(that)", "without")])
def test_a_star_says_which_of_the_two_is_bad(propose, written, starred):
    proposal = propose(f"1. Who did he say {written} left?\n2. Who do you think {written} sang?\n")
    factors = proposal.suites[0].condition_factors
    assert factors[starred] == {"judgment": "*"}
    assert {name for name in factors if factors[name] == {"judgment": "ok"}} == {"with", "without"} - {starred}


def test_parentheses_of_some_sentences_stay(propose):
    proposal = propose("1. a. The dog (or so) barks. b. The dogs bark.\n2. a. The cat sits. b. The cats sit.\n")
    assert sentences(proposal)[1, "a"] == "The dog (or so) barks."
    assert proposal.doubts == ("Line 1: parentheses, as '(or so)', stay in the sentence.",)
    assert not propose("1. a. The dog (or so) barks. b. Dogs bark.\n", parentheses="kept").doubts


# ---------------------------------------------------------------- judgments


def test_judgments_leave_the_sentence_and_become_a_factor_of_the_conditions(propose):
    proposal = propose("(12) a. Who left?\n     b. *Who did left?\n(13) a. Who sang?\n     *b. Who did sang?\n")
    [suite] = proposal.suites
    assert sentences(proposal)[13, "b"] == "Who did sang?"
    assert dict(suite.condition_factors) == {"a": {"judgment": "ok"}, "b": {"judgment": "*"}}
    assert suite.predictions == ()
    assert proposal.notes == (
        'Judgments are kept as a factor and predict nothing by themselves; `predict="b > a in the sentence"` predicts '
        "that 'b', which is starred, is more surprising than 'a'.",
    )
    [suite] = find_suites(suite.source, options={"predict": ["b > a in the sentence"]})
    assert [one.formula.source for one in suite.predictions] == ["(*;%b%) > (*;%a%)"]


def test_judgments_that_differ_between_items_are_factors_of_each_sentence(propose):
    [suite] = propose("1. a. ✓Who left? b. ??Who did left?\n2. a. Who sang? b. ?Who did sang?\n").suites
    assert suite.condition_factors == {}
    assert [[dict(c.factors) for c in item.conditions] for item in suite.items] == [
        [{"judgment": "ok"}, {"judgment": "??"}],
        [{"judgment": "ok"}, {"judgment": "?"}],
    ]


def test_ok_before_a_sentence_may_be_a_word(propose):
    assert propose("1. a. OK Who left? b. *Who did left?\n").doubts == (
        "Line 1: 'OK' before the sentence is taken for a judgment.",
    )


# ---------------------------------------------------------------- lines


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
    proposal = propose("(i) a. Dogs bark. b. Dogs run.\n(ii) a. Cats sit. b. Cats jump.\n")
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


# ---------------------------------------------------------------- regions


@pytest.mark.parametrize("separator", [" / ", "/ ", " /", "/"])
def test_slashes_of_the_same_number_in_all_sentences_part_regions(propose, separator):
    text = (
        "1. a. The horse / raced past / the barn / fell.\n b. The horse / that was raced past / the barn / fell.\n"
        "2. a. The boat / floated down / the river / sank.\n b. The boat / that was floated down / the river / sank.\n"
    ).replace(" / ", separator)
    proposal = propose(text)
    assert regions(proposal, 2, "b") == ["The boat", "that was floated down", "the river", "sank."]
    assert proposal.doubts == ("Every sentence has the same number of slashes: they are taken for borders of regions.",)
    assert proposal.confirm == "--slashes regions"
    named = propose(text, slashes="regions", regions="noun,verb,phrase,critical")
    assert not named.doubts
    assert list(named.suites[0].region_names.values()) == ["noun", "verb", "phrase", "critical"]


def test_bars_part_regions_and_say_so_themselves(propose):
    proposal = propose("1. a. The horse | raced | fell.\n b. The horse | that was raced | fell.\n")
    assert regions(proposal, 1, "b") == ["The horse", "that was raced", "fell."]
    assert not proposal.doubts
    with pytest.raises(SuiteError, match=r"line 2: has 2 regions between '\|', 2 others have 3\."):
        propose("1. a. The dog | sat | down.\n b. The dog sat | down.\n c. The dog | sat | up.\n")


def test_regions_can_be_named_and_one_name_makes_the_sentence_one_region(propose):
    assert list(propose(HORSES, regions="a,b,c").suites[0].region_names.values()) == ["a", "b", "c"]
    assert regions(propose(HORSES, regions="all"), 1, "b") == ["The horse that was raced past the barn fell."]
    with pytest.raises(InputError, match=r"`regions=a,b`: 2 names, but the sentences have 3 regions: start, critical"):
        propose(HORSES, regions="a,b")


def test_versions_without_common_words_are_one_region(propose):
    proposal = propose("1. a. Dogs bark. b. Cats sit.\n2. a. Cows moo. b. Hens cluck.\n")
    assert regions(proposal, 1, "a") == ["Dogs bark."]
    assert proposal.understood[-1].why == "the versions of an item have no words in common at their edges"


# ---------------------------------------------------------------- what is no suite


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Dogs bark.\n", r"holds no numbered examples\. Write each item as '1\. a\. First version"),
        ("1. Dogs bark.\n2. Cats sit.\n", r"line 1: each item has one version only, and a suite compares versions"),
        ("1. a. Dogs bark. b. Dogs run. c. Dogs.\n2. a. Cats sit. b. Cats jump.\n",
         r"line 2: item 2 has 2 versions \(a and b\), item 1 has 3 \(a, b and c\)\. Write what is missing, or take"),
        ("1. The man was/were at the in/out door.\n2. The dog was/were here.\n3. The cat was/were here.\n",
         r"line 1: item 1 has its alternatives at other places than item 2, or in other variants\. Write a slash"),
        ("1. a. Dogs bark.\n c. Dogs run.\n", r"line 1: item 1 has variants a and c, but no b\."),
        ("1. b. Dogs bark.\n c. Dogs run.\n2. a. Cats sit.\n", r"item 1 has variants b and c, but no a\."),
        ("2. a. Dogs bark. b. Dogs run.\n2. a. Cats sit. b. Cats jump.\n",
         r"line 2: variant a of item 2 is also in line 1\. Number each once\."),
        ("1. The key was/were here.\n1. The dog was/were here.\n", r"line 2: item 1 is also in line 1\. Number each once"),
        (f"1. a. {'The cat and/or dog ' * 1000} b. Dogs.", r"line 1: has 18,999 characters, which are no sentence"),
        ("1. a. Dogs bark. b.\n", r"line 1: item 1 has no sentence here\."),
        ("1. The {a/b/c/d} {a/b/c/d} {a/b/c/d} {a/b/c/d} {a/b/c/d} {a/b} dog.\n",
         r"line 1: stands for 2,048 sentences; part it into items\."),
    ],
)  # fmt: skip
def test_examples_that_make_no_suite_are_refused_with_their_lines(propose, text, message):
    with pytest.raises(SuiteError, match=message):
        propose(text)


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


def test_an_option_without_such_a_value_is_refused(propose):
    with pytest.raises(InputError, match=r"`slashes=cross`: unknown; known are parallel, crossed, regions, kept"):
        propose(HORSES, slashes="cross")


def test_a_number_that_cannot_be_read_is_a_doubt_if_letters_follow(propose):
    proposal = propose("l. a. Dogs bark.\n b. Dogs run.\n2. a. Cats sit. b. Cats jump.\n")
    assert list(sentences(proposal)) == [(2, "a"), (2, "b")]
    assert proposal.doubts == (
        "Line 1: 'l. a. Dogs bark.' has no label that is known, and is not read.",
        "Line 2: 'b. Dogs run.' has no label that is known, and is not read.",
    )


def test_numbers_that_jump_are_a_doubt(propose):
    proposal = propose("1. a. Dogs bark. b. Dogs run.\n3. a. Cats sit. b. Cats jump.\n")
    assert proposal.doubts == ("Line 2: the numbers jump, so that an item may be missing.",)


def test_signs_that_stay_in_a_sentence_are_a_doubt(propose):
    assert propose("1. a. The [RC that] dog. b. The *dogs bark.\n").doubts == (
        "Line 1: '[', ']' and '*' stay in the text.",
    )


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.txt", "Dogs bark.\nCats sit.\n", "suite"),
        ("a.json", HORSES, "suite"),
        ("a.txt", HORSES, "appendix"),
    ],
)
def test_other_files_are_not_taken_for_an_appendix(tmp_path, name, text, form):
    path = tmp_path / name
    path.write_text(text)
    assert format_of(path).name == form


@pytest.mark.parametrize("data", [b"", b"\xff\xfe1\x00.\x00", b"\x00", b"\xe9" * 9, b"{", b"  \n"])
def test_what_is_no_text_is_no_appendix(tmp_path, data):
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    assert not looks_like_appendix(path)


# ---------------------------------------------------------------- laws

_WORDS = st.lists(st.sampled_from(["dog", "sleeps", "the", "often", "saw", "Ann", "über"]), min_size=1, max_size=6)
_STYLES = [
    ("({n}) {l}. {s}\n", "    {l}. {s}\n"),
    ("{n}. {l}. {s} ", "{l}. {s} "),
    ("({n}{l}) {s}\n", "({n}{l}) {s}\n"),
    ("{n}{l}. {s}\n", "{n}{l}. {s}\n"),
    ("Item {n}\n({l}) {s}\n", "({l}) {s}\n"),
    ("{n}) {l}) {s}\n\n", "{l}) {s}\n\n"),
]


@examples(150)
@given(
    st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(_WORDS, min_size=n, max_size=n), min_size=1, max_size=4)),
    st.sampled_from(_STYLES),
    st.booleans(),
)
def test_suites_written_as_an_appendix_in_any_style_come_back(tmp_path_factory, items, style, broken):
    first, others = style
    text, expected = "", {}
    for number, variants in enumerate(items, 1):
        for letter, words in zip("abcd", variants, strict=False):
            sentence = f"{' '.join(['The', *words])}."
            expected[number, letter] = sentence
            shown = sentence.replace(" ", "\n   ", 1) if broken else sentence
            text += (first if letter == "a" else others).format(n=number, l=letter, s=shown)
        text += "\n"
    path = tmp_path_factory.mktemp("appendix") / "a.txt"
    path.write_text(text, encoding="utf-8")
    proposal = propose_appendix(path)
    assert sentences(proposal) == expected
    assert not proposal.doubts
    assert looks_like_appendix(path)


@examples(200)
@given(st.text(alphabet="ab 12i.()[]{}\n*/|Zé-", max_size=80))
def test_whatever_is_read_stands_in_a_sentence_or_in_what_was_understood(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("appendix") / "a.txt"
    path.write_text(text, encoding="utf-8")
    try:
        proposal = propose_appendix(path)
    except InputError:
        return
    assert proposal.layout
    lines = {number for row in proposal.understood for number in _lines_of(row.part)}
    assert {number for number, line in enumerate(text.split("\n"), 1) if line.strip()} <= lines


def _lines_of(part):
    found = re.fullmatch(r"lines? (\d+)(?: to (\d+))?", part)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else ()
