"""Which lines of a text begin an example, go on with one, or are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.ports.appendix.alternatives import judged
from syntaxgym_lite.ports.appendix.examples import Examples, ends_a_sentence


def read(text):
    """Number, letters and text of each example."""
    return [(one.number, ".".join(one.variant), one.written) for one in Examples(text).examples]


DOGS = [(1, "a", "The dog barks."), (1, "b", "The dogs bark."), (2, "a", "The cat meows."), (2, "b", "The cats meow.")]


@pytest.mark.parametrize(
    "text",
    [
        "(1) a. The dog barks.\n    b. The dogs bark.\n(2) a. The cat meows.\n    b. The cats meow.\n",
        "1. a. The dog barks. b. The dogs bark.\n2. a. The cat meows. b. The cats meow.\n",
        "1. a. The dog barks. b. The dogs bark. 2. a. The cat meows. b. The cats meow.",
        "1) a) The dog barks.\nb) The dogs bark.\n2) a) The cat meows.\nb) The cats meow.\n",
        "[1] A. The dog barks.\n B. The dogs bark.\n[2] A. The cat meows.\n B. The cats meow.\n",
        "1: a: The dog barks.\n b: The dogs bark.\n2: a: The cat meows.\n b: The cats meow.\n",
        "(1a) The dog barks.\n(1b) The dogs bark.\n(2a) The cat meows.\n(2b) The cats meow.\n",
        "(1a) The dog barks. (1b) The dogs bark.\n(2a) The cat meows. (2b) The cats meow.\n",
        "1a. The dog barks.\n1b. The dogs bark.\n2a. The cat meows.\n2b. The cats meow.\n",
        "1a The dog barks.\n1b The dogs bark.\n2a The cat meows.\n2b The cats meow.\n",
        "1.a The dog barks.\n1.b The dogs bark.\n2.a The cat meows.\n2.b The cats meow.\n",
        "(1)a.The dog barks.\nb.The dogs bark.\n(2)a.The cat meows.\nb.The cats meow.\n",
        "Item 1\na. The dog barks.\nb. The dogs bark.\n\nItem 2\na. The cat meows.\nb. The cats meow.\n",
        "Item 1: (a) The dog barks. (b) The dogs bark.\nItem 2: (a) The cat meows. (b) The cats meow.\n",
        "Beispiel 1\na) The dog barks.\nb) The dogs bark.\nBeispiel 2\na) The cat meows.\nb) The cats meow.\n",
        "1.\ta.\tThe dog barks.\n\tb.\tThe dogs bark.\n2.\ta.\tThe cat meows.\n\tb.\tThe cats meow.\n",
        "1\ta. The dog barks.\n\tb. The dogs bark.\n2\ta. The cat meows.\n\tb. The cats meow.\n",
        "1 a. The dog barks.\n  b. The dogs bark.\n2 a. The cat meows.\n  b. The cats meow.\n",
        "(1)\ta.\t\tThe dog barks.\n\tb.\t*\tThe dogs bark.\n(2)\ta.\t\tThe cat meows.\n\tb.\t*\tThe cats meow.\n",
        "A. Dogs\n\n1. a. The dog barks. b. The dogs bark.\n2. a. The cat meows. b. The cats meow.\n",
        "(1)\n(a) The dog barks.\n(b) The dogs bark.\n(2)\n(a) The cat meows.\n(b) The cats meow.\n",
        "1. a. The dog\n      barks.\n   b. The\n      dogs\n      bark.\n2. a. The cat meows.\n   b. The cats\nmeow.",
        "1. a. The dog barks.\r\n   b. The dogs bark.\r\n2. a. The cat meows.\r\n   b. The cats meow.\r\n",
        "\ufeff1. a. The dog barks.\n\n\n   b. The dogs bark.\n2. a. The cat meows. b. The\u00a0cats\u2009meow.\n",
        "1. a. The dog barks. b. The dogs bark.\n\n27\n\n2. a. The cat meows. b. The cats meow.\n- 28 -\n",
        "Appendix A\n\nThese items were used.\n\n1. a. The dog barks. b. The dogs bark.\n2. a. The cat meows. b. The cats "
        "meow.\n",
    ],
)
def test_labels_of_many_shapes_are_the_same_items_and_variants(text):
    found = Examples(text.removeprefix("\ufeff"))
    assert [(one.number, one.variant[0], judged(one.written)[1]) for one in found.examples if one.written] == DOGS
    assert not found.doubts
    assert found.is_appendix()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(1) i. Dogs bark.\n ii. Dogs run.\n", [(1, "i", "Dogs bark."), (1, "ii", "Dogs run.")]),
        ("(1) (i) Dogs bark. (ii) Dogs run.\n", [(1, "i", "Dogs bark."), (1, "ii", "Dogs run.")]),
        ("1.1 Dogs bark.\n1.2 Dogs run.\n", [(1, "1", "Dogs bark."), (1, "2", "Dogs run.")]),
        ("(1) a. Dogs bark.\n a′. Dogs run.\n", [(1, "a", "Dogs bark."), (1, "a'", "Dogs run.")]),
        (
            "(1) a. (i) Dogs bark.\n (ii) Dogs run.\n b. (i) Cats sit. (ii) Cats jump.\n",
            [(1, "a.i", "Dogs bark."), (1, "a.ii", "Dogs run."), (1, "b.i", "Cats sit."), (1, "b.ii", "Cats jump.")],
        ),
        (
            "a. Dogs bark.\nb. Dogs run.\na. Cats sit.\nb. Cats jump.\n",
            [(0, "a", "Dogs bark."), (0, "b", "Dogs run."), (1, "a", "Cats sit."), (1, "b", "Cats jump.")],
        ),
        ("1 Dogs bark/run.\n2 Cats sit/jump.\n", [(1, "", "Dogs bark/run."), (2, "", "Cats sit/jump.")]),
        ("Dogs bark/run.\nCats sit/jump.\n", [(0, "", "Dogs bark/run."), (0, "", "Cats sit/jump.")]),
        (
            "1. Short: Dogs bark.\n Long: Dogs bark now.\n2. Short: Cats sit.\n Long: Cats sit now.\n",
            [
                (1, "Short", "Dogs bark."),
                (1, "Long", "Dogs bark now."),
                (2, "Short", "Cats sit."),
                (2, "Long", "Cats sit now."),
            ],
        ),
        # a name, a room number and a price are no labels
        (
            "1. a. The dog bit\nA. Smith.\n b. The dogs bit A. Smith.\n",
            [(1, "a", "The dog bit A. Smith."), (1, "b", "The dogs bit A. Smith.")],
        ),
        (
            "1. a. He slept in room\n12. It was late. b. They slept.\n",
            [(1, "a", "He slept in room 12. It was late."), (1, "b", "They slept.")],
        ),
        ("1. a. It cost\n3.50 euros. b. It was free.\n", [(1, "a", "It cost 3.50 euros."), (1, "b", "It was free.")]),
    ],
)
def test_labels_of_other_shapes(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("27", "page number"),
        ("- 27 -", "page number"),
        ("Page 27 of 30", "page number"),
        ("Experiment 2", "heading"),
        ("Conditions:", "heading"),
        ("FILLERS", "heading"),
        ("a = short, b = long", "names of conditions"),
        ("Conditions: (a) short, (b) long", "names of conditions"),
        ("Garden paths", "without a label"),
        ("1 Left out of the analysis.", "footnote"),
    ],
)
def test_lines_between_examples_are_kept_apart_with_what_they_are_taken_for(line, what):
    text = f"(1) a. Dogs bark.\n    b. Dogs run.\n{line}\n(2) a. Cats sit.\n    b. Cats jump.\n"
    found = Examples(text)
    assert [(stray.line, stray.text, stray.what) for stray in found.strays] == [(3, line, what)]
    assert [one.written for one in found.examples] == ["Dogs bark.", "Dogs run.", "Cats sit.", "Cats jump."]
    assert bool(found.doubts) == (what in ("without a label", "footnote"))


@pytest.mark.parametrize("heading", ["B. Late closure", "Experiment 2", "LATE CLOSURE"])
def test_headings_with_a_letter_are_no_variants(heading):
    text = f"1. The dog was/were here.\n2. The cat was/were here.\n\n{heading}\n\n3. The cow was/were here.\n"
    assert [one.number for one in Examples(text).examples] == [1, 2, 3]
    assert [stray.what for stray in Examples(text).strays] == ["heading"]


def test_a_semicolon_before_a_label_is_no_part_of_the_sentence():
    found = Examples("1. a. Dogs bark; b. Dogs run.\n2. a. Cats sit. b. Cats jump.\n")
    assert [one.written for one in found.examples][:2] == ["Dogs bark", "Dogs run."]
    assert found.doubts == {
        "'b.' is taken for a label, though no sentence ends before it": [1],
        "a semicolon before a label is left out": [1],
    }


def test_a_running_head_is_known_by_coming_again_beside_page_numbers():
    text = "1. a. Dogs bark. b. Dogs run.\n\n12\nDogs and Cats\n\n2. a. Cats sit. b. Cats jump.\n\n13\nDogs and Cats\n"
    assert [stray.what for stray in Examples(text).strays] == ["page number", "running head"] * 2


def test_the_same_end_of_several_examples_is_no_running_head():
    text = "1. a. Dogs are louder\nthan the others.\n b. Dogs sit.\n2. a. Cats are louder\nthan the others.\n b. Cats sit.\n"
    assert [one.written for one in Examples(text).examples][::2] == [
        "Dogs are louder than the others.",
        "Cats are louder than the others.",
    ]
    assert not Examples(text).strays


def test_what_stands_in_the_midst_of_an_example_is_a_doubt_with_its_line():
    text = "1. a. The dog barks at\n\n27\n\nthe cat. b. Dogs bark.\n"
    found = Examples(text)
    assert found.examples[0].written == "The dog barks at the cat."
    assert found.doubts == {"a page number in the midst of an example is taken for no part of it": [5]}


def test_lines_are_counted_as_an_editor_does_and_pages_part_them():
    found = Examples("1. a. Dogs bark.\x0cHead\r\n b. Dogs run.\n")
    assert [one.line for one in found.examples] == [1, 2]
    assert [stray.line for stray in found.strays] == [1]


def test_characters_of_typesetters_become_those_that_people_type_and_it_is_said():
    found = Examples("1. a. The ﬁne dog\u00a0some\u00adtimes  barks. b. “Dogs” bark.\n")
    assert [one.written for one in found.examples] == ["The fine dog sometimes barks.", "“Dogs” bark."]
    assert sum(n for n in found.notes.values()) == 5


@pytest.mark.parametrize(
    "text",
    [
        "The dog barks.\nThe cat meows and/or sleeps.\n",
        "1. The dog barks.\n2. The cat meows.\n",
        "1\tThe dog barks.\n2\tThe cat meows.\n",
        "item\tcondition\tsentence\n1\ta\tThe dog barks.\n1\tb\tThe dogs bark.\n",
        "1\ta\tThe dog barks.\n1\tb\tThe dogs bark.\n",
        "1,a,The dog barks.\n1,b,The dogs bark.\n",
        f"1. a. You may copy this{', and change it' * 40}. b. You may not sell it.\n2. a. No dogs. b. No cats.\n",
        "The/DT dog/NN barks/VBZ ./.\nA/DT cat/NN ran/VBD ./.\n",
        "1. Introduction\n\nHere we show that dogs bark.\nThere is more of it.\nAnd more.\n\n2. Methods\nWe counted. a. Dogs.\n",
        "",
    ],
)
def test_corpora_lists_of_sentences_and_tables_are_no_appendix(text):
    assert not Examples(text).is_appendix()


def test_ends_of_sentences_in_other_scripts():
    assert ends_a_sentence("猫が魚を食べた。")
    assert ends_a_sentence("هل نام الكلب؟")
    assert not ends_a_sentence("猫が魚を")


@given(st.text(alphabet="ab 1i.()\n\x0c*/Z", max_size=60))
def test_every_line_is_part_of_an_example_or_stray(text):
    found = Examples(text)
    in_examples = {line for one in found.examples for line in (one.line, *(line for line, _ in one.pieces))}
    strays = {stray.line for stray in found.strays}
    assert {number for number, line, _ in found.lines if line} <= in_examples | strays


@pytest.mark.parametrize(
    ("text", "doubts"),
    [
        (
            "1a. The dog barks      5a. The bird sings\nat night.     at dawn.\n1b. The dog bark       5b. The bird sing\n"
            "at night.     at dawn.\n",
            {
                "a wide gap within the line became one blank, as if two columns had run together": [1, 2, 3, 4],
                "what looks like a label, as '5a.', stays within the sentence": [1, 3],
            },
        ),
        (
            "(1) a. The dog barks (5) a. The bird\nhere. b. The dog bark (5) b. The bird\nhere.\n",
            {"what looks like a label, as '(5)', stays within the sentence": [1, 2]},
        ),
        (
            "1. a. The dog barks 5. a. The bird\nhere.\nb. The dog bark 5. b. The bird\nhere.\n",
            {"what looks like a label, as '5.', stays within the sentence": [1]},
        ),
        (
            "1. a. Room 3. They left. b. Room 3. They\tleft.\n",
            {"a wide gap within the line became one blank, as if two columns had run together": [1]},
        ),
        ("1. a. They left.      (past)\n   b. They leave.      (present)\n", {}),
        ("(1) a.     *     They left on May 3.\n    b.     ?     They leave on May 3.\n", {}),
    ],
)
def test_two_columns_that_became_one_are_doubts(text, doubts):
    assert Examples(text).doubts == doubts


@pytest.mark.parametrize("label", ["la.", "(la)", "Ia.", "|a.", "l.", "l. a."])
def test_a_one_that_was_read_as_a_letter_loses_no_item_in_silence(label):
    doubts = Examples(f"{label} The dog barks.\n2a. The cat meows.\n2b. The cats meow.\n").doubts
    assert list(doubts.values()) == [[1], [2]]
    assert "the first number is 2, so that an item may be missing" in doubts


@pytest.mark.parametrize(
    "text",
    [
        "１．　ａ．太郎が来た。\n　　　ｂ．太郎を来た。\n２．　ａ．次郎が来た。\n　　　ｂ．次郎を来た。\n",
        "（１）a. 太郎が来た。\n   b. 太郎を来た。\n（２）a. 次郎が来た。\n   b. 次郎を来た。\n",
        "(1) ａ）太郎が来た。\n   ｂ）太郎を来た。\n（2）ａ）次郎が来た。\n   ｂ）次郎を来た。\n",
        "１ａ．太郎が来た。\n１ｂ．太郎を来た。\n２ａ．次郎が来た。\n２ｂ．次郎を来た。\n",
    ],
)
def test_labels_in_full_width_signs_are_labels(text):
    assert read(text) == [
        (1, "a", "太郎が来た。"),
        (1, "b", "太郎を来た。"),
        (2, "a", "次郎が来た。"),
        (2, "b", "次郎を来た。"),
    ]


def test_full_width_signs_of_a_sentence_stay():
    assert read("１．a. １２人が来た。b. ３．５人が来た。") == [(1, "a", "１２人が来た。b. ３．５人が来た。")]
    assert read("１．a. １２人が来た。\n b. ３．５人が来た。")[1] == (1, "b", "３．５人が来た。")


def test_roman_numbers_above_letters_are_items():
    found = Examples("(i)\ta. Dogs bark.\n\tb. Dogs run.\n(ii)\ta. Cats sit.\n\tb. Cats jump.\n")
    assert [(one.number, one.variant, one.written) for one in found.examples] == [
        (1, ("a",), "Dogs bark."),
        (1, ("b",), "Dogs run."),
        (2, ("a",), "Cats sit."),
        (2, ("b",), "Cats jump."),
    ]
    assert found.numbered
    assert found.doubts == {"roman numbers are taken for items, and letters for their variants": [1]}
