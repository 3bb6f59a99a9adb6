"""Stimuli of PCIbex and Ibex."""

from __future__ import annotations

import json

from support.toys import suite_document

from syntaxgym_lite.ports.writing import write
from syntaxgym_lite.suite.json import loads_suite

TWO = [
    {"sg": ["The dog", "barks", "."], "pl": ["The dogs", "bark", "."]},
    {"sg": ["The fox, too,", "sleeps", "."], "pl": ["The foxes, too,", "sleep", "."]},
]
FILLERS = [{"only": ["Nobody", "laughed."]}]


def toy(items, **meta):
    document = suite_document(items, **meta)
    if "sg" in items[0]:
        document["condition_factors"] = {"sg": {"number": "sg"}, "pl": {"number": "pl"}}
    return loads_suite(json.dumps(document))


SUITE = toy(TWO, join="natural")


def test_a_table_for_pcibex_has_chunks_and_the_lists():
    written = write(SUITE, "pcibex", fillers=toy(FILLERS))
    assert written.files[""] == (
        "Type,Item,Condition,Group,Sentence,number,r1_r1,r2_r2,r3_r3\n"
        "item,1,sg,A,The_dog barks.,sg,The dog,barks,.\n"
        'item,2,pl,A,"The_foxes,_too, sleep.",pl,"The foxes, too,",sleep,.\n'
        "filler,1,only,A,Nobody laughed.,,,,\n"
        "item,1,pl,B,The_dogs bark.,pl,The dogs,bark,.\n"
        'item,2,sg,B,"The_fox,_too, sleeps.",sg,"The fox, too,",sleeps,.\n'
        "filler,1,only,B,Nobody laughed.,,,,\n"
    )
    assert written.notes == ()


def test_word_by_word_is_the_sentence():
    rows = write(SUITE, "pcibex", chunks="words").files[""].splitlines()
    assert rows[1] == "item,1,sg,A,The dog barks.,sg,The dog,barks,."


def test_items_of_ibex_have_chunks_as_arrays():
    written = write(SUITE, "ibex", fillers=toy(FILLERS))
    assert written.files[""] == (
        "var items = [\n"
        '  [["sg", 1], "DashedSentence", {s: ["The dog", "barks."]}],\n'
        '  [["pl", 1], "DashedSentence", {s: ["The dogs", "bark."]}],\n'
        '  [["sg", 2], "DashedSentence", {s: ["The fox, too,", "sleeps."]}],\n'
        '  [["pl", 2], "DashedSentence", {s: ["The foxes, too,", "sleep."]}],\n'
        '  [["filler_only", 3], "DashedSentence", {s: ["Nobody", "laughed."]}]\n'
        "];\n"
    )


def test_what_dashed_sentence_takes_for_something_else_is_said():
    suite = toy([{"a": ["snake_case", "@home"], "b": ["this", "one"]}, {"a": ["x_y", "z"], "b": ["this", "one"]}])
    assert write(suite, "pcibex").notes == (
        "2 sentences with '_', which DashedSentence shows as a blank.",
        "1 sentence with '@', which DashedSentence takes at the beginning of a word for the end of what is shown.",
    )
