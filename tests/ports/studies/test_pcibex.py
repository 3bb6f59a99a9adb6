"""Stimuli of PCIbex and Ibex."""

from __future__ import annotations

import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.delimited import CsvStyle
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.formats import propose, read_suites
from syntaxgym_lite.ports.studies.pcibex import looks_like_pcibex
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


def material(suite):
    return (
        suite.region_names,
        suite.join,
        suite.condition_factors,
        [
            (item.number, item.factors, [(c.name, c.factors, [r.content for r in c.regions]) for c in item.conditions])
            for item in suite.items
        ],
    )


def test_a_table_for_pcibex_comes_back_as_the_suite(tmp_path):
    for options in ({}, {"chunks": "words"}, {"style": CsvStyle.asked(bom=True, decimal_comma=True)}):
        path = tmp_path / "back.csv"
        path.write_text(write(SUITE, "pcibex", fillers=toy(FILLERS), **options).files[""], encoding="utf-8")
        [suite], port = read_suites(path)
        assert port.name == "pcibex"
        assert material(suite) == material(SUITE)


def test_how_a_table_of_pcibex_is_understood(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(
        "group,item,condition,sentence,verb,audio\n"
        "A,k1,sg,The_dog barks.,bark,a.wav\n"
        "B,k1,pl,The_dogs bark.,bark,b.wav\n"
        "A,p1,practice,Hm.,,\n"
    )
    proposal, _ = propose(path)
    assert [(one.part, one.role) for one in proposal.understood] == [
        ("column A 'group'", "not read: the list of people who see it"),
        ("column B 'item'", "item"),
        ("column C 'condition'", "condition"),
        ("column D 'sentence'", "sentence"),
        ("column E 'verb'", "factor of items"),
        ("column F 'audio'", "factor of the conditions"),
    ]
    assert proposal.notes == (
        "What is shown at once became a region; the regions are called by their numbers.",
        "1 row of type 'practice' left out.",
    )
    [suite] = proposal.sure()
    assert [(item.label, item.factors) for item in suite.items] == [("k1", {"verb": "bark"})]
    assert [one.text for one in suite.sentences()] == ["The dog barks.", "The dogs bark."]


IBEX = """\
var shuffleSequence = seq("intro", rshuffle("sg", "pl"));
var items = [
    ["sep", "Separator", { }],  // none of ours
    ["intro", "Form", {html: {include: "intro.html"}}],
    [["practice", null], "DashedSentence", {s: "Hm."}],
    [["sg", 1], "DashedSentence", {s: "The dog " + 'barks.'}, "Question", {q: "What?", as: ["a", "b"]}],
    [["pl", [1, 2]], "DashedSentence", {s: "The dogs bark."}],
    [["pl", 2], ds, {s: "x"}, "AcceptabilityJudgment", {s: "The foxes\\u0020sleep."}],
    [["sg", 2], "DashedSentence", {s: "The fox sleeps."}],
    [["filler", 77], "DashedSentence", {s: "Nobody laughed."}],
];
"""


def test_items_of_ibex_are_read_and_not_run(tmp_path):
    path = tmp_path / "items.js"
    path.write_text(IBEX)
    proposal, port = propose(path)
    assert port.name == "ibex"
    [suite] = proposal.sure()
    assert {(one.item_number, one.condition_name): one.text for one in suite.sentences()} == {
        (1, "sg"): "The dog barks.",
        (1, "pl"): "The dogs bark.",
        (2, "sg"): "The fox sleeps.",
        (2, "pl"): "The foxes sleep.",
    }
    assert proposal.notes == (
        "Nothing says where regions begin: each sentence became one region.",
        "1 element left out: no number of an item (sep).",
        "1 element left out: no number of an item (intro).",
        "1 element left out: no number of an item (practice).",
        "1 element left out: of condition 'filler', which is alone: fillers.",
    )


def test_items_of_ibex_come_back(tmp_path):
    path = tmp_path / "back.js"
    path.write_text(write(SUITE, "ibex").files[""], encoding="utf-8")
    [suite], _ = read_suites(path)
    assert [one.text for one in suite.sentences()] == [one.text for one in SUITE.sentences()]
    assert [[r.content for r in c.regions] for item in suite.items for c in item.conditions] == [
        ["The dog", "barks."],
        ["The dogs", "bark."],
        ["The fox, too,", "sleeps."],
        ["The foxes, too,", "sleep."],
    ]


def test_two_experiments_of_one_file_are_two_suites(tmp_path):
    path = tmp_path / "two.js"
    rows = ", ".join(
        f'[["{name}", {number}], "DashedSentence", {{s: "{name} {number}."}}]'
        for number, name in [(1, "a"), (1, "b"), (2, "c"), (2, "d")]
    )
    path.write_text(f"items = [{rows}]")
    suites, _ = read_suites(path)
    assert [(suite.name, suite.condition_names) for suite in suites] == [("two_1", ("a", "b")), ("two_2", ("c", "d"))]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.js", 'items = [[["a", 1], "DashedSentence", {s: first + "x"}]]', "line 1: the sentence 'first +"),
        ("a.js", "items = [[\n['a', 1], 'DashedSentence', {s: 'x'}], [['a', 1], 'DashedSentence', {s: 'y'}]]",
         "line 2: item 1, condition 'a', is also in line 1"),
        ("a.js", "items = [[['a', 1], 'DashedSentence', {s: 'x'}]];\nitems.push(y);", "line 2: items are changed by code (i"),
        ("a.js", "items = [['a', 'DashedSentence', {s: 'x'}]]", "has no item with a number and a sentence"),
        ("a.csv", "item,condition,group,sentence\n1,,A,Hm.\n", "row 2, column B ('condition'): is empty"),
        ("a.csv", "item,condition,group,sentence\n1,filler,A,Hm.\n", "has no row of an item"),
        ("a.csv", "# 1. Results reception time.\n# 8. Reading time.\n", "results of people, not stimuli. 'sglite human"),
    ],
)  # fmt: skip
def test_what_is_no_stimuli_is_refused(tmp_path, name, text, said):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_suites(path)
    assert said in str(error.value)


def test_a_remark_above_a_table_makes_it_no_results(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("# my stimuli\nitem,condition,group,sentence\n1,a,A,Hm.\n")
    assert not looks_like_pcibex(path)
