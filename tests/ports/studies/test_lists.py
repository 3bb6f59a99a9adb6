"""Latin-square lists as tables."""

from __future__ import annotations

import json

from support.toys import suite_document

from syntaxgym_lite.delimited import CsvStyle
from syntaxgym_lite.ports.writing import write
from syntaxgym_lite.suite.json import loads_suite

TWO = [
    {"sg": ["The dog", "barks", "."], "pl": ["The dogs", "bark", "."]},
    {"sg": ["The fox, too,", "sleeps", "."], "pl": ["The foxes, too,", "sleep", "."]},
]
FILLERS = [{"filler": ["=Nobody", "=laughed."]}]


def toy(items, **meta):
    document = suite_document(items, **meta)
    if items == TWO:
        document["condition_factors"] = {"sg": {"number": "sg"}, "pl": {"number": "pl"}}
        document["items"][1]["factors"] = {"length": 1.5}
    return loads_suite(json.dumps(document))


def test_the_lists_of_two_items_and_a_filler():
    written = write(toy(TWO, join="natural"), "lists", fillers=toy(FILLERS))
    # the order within each list is that of seed 1; what stands in it is the Latin square
    assert written.files == {
        "list_A.csv": (
            "list,position,type,item,condition,sentence,number,length\n"
            "A,1,item,1,sg,The dog barks.,sg,\n"
            "A,2,filler,1,filler,=Nobody =laughed.,,\n"
            'A,3,item,2,pl,"The foxes, too, sleep.",pl,1.5\n'
        ),
        "list_B.csv": (
            "list,position,type,item,condition,sentence,number,length\n"
            'B,1,item,2,sg,"The fox, too, sleeps.",sg,1.5\n'
            "B,2,filler,1,filler,=Nobody =laughed.,,\n"
            "B,3,item,1,pl,The dogs bark.,pl,\n"
        ),
    }
    assert (written.notes, written.lost) == ((), ())


def test_lists_for_a_spreadsheet_have_a_mark_and_decimal_commas():
    style = CsvStyle.asked(bom=True, decimal_comma=True)
    first = write(toy(TWO, join="natural"), "lists", style=style).files["list_A.csv"]
    assert first == (
        "\ufefflist;position;type;item;condition;sentence;number;length\n"
        "A;1;item;1;sg;The dog barks.;sg;\n"
        "A;2;item;2;pl;The foxes, too, sleep.;pl;1,5\n"
    )


def test_items_that_cannot_be_dealt_evenly_are_said():
    [note] = write(toy([*TWO, *TWO[:1]]), "lists").notes
    assert note.startswith("3 items cannot be dealt evenly to 2 conditions")
