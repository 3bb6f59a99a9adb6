"""What people did on a suite: results files of PCIbex, Ibex and jsPsych, and tables, made by hand."""

from __future__ import annotations

import csv
import io
import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.studies.human import human_table
from syntaxgym_lite.ports.studies.trials import read_trials
from syntaxgym_lite.suite.json import loads_suite

SUITE = loads_suite(
    json.dumps(
        suite_document(
            [
                {"sg": ["The dog,", "barks", "."], "pl": ["The dogs", "bark", "."]},
                {"sg": ["The fox", "sleeps", "."], "pl": ["The foxes", "sleep", "."]},
            ],
            join="natural",
        )
    )
)

HEAD = """\
#
# Results on Sunday November 29 2026
# USER AGENT: Mozilla/5.0 (X11; Linux x86_64, rv:1)
# Design number was non-random = 0
#
# Columns below this comment are as follows:
# 1. Results reception time.
# 2. MD5 hash of participant's IP address.
# 3. Controller name.
# 4. Order number of item.
# 5. Inner element number.
# 6. Label.
# 7. Latin Square Group.
# 8. PennElementType.
# 9. PennElementName.
# 10. Parameter.
# 11. Value.
# 12. EventTime.
"""
LOGGED = "# 13. item.\n# 14. condition.\n"
TIMES = "# 15. Reading time.\n# 16. Newline?.\n# 17. Sentence (or sentence MD5).\n# 18. Comments.\n"


def trial(person, place, item, condition, chunks, times, *, text=None):
    text = (text or " ".join(chunks)).replace(",", "%2C")
    return "".join(
        f"{person},md5,PennController,{place},0,trial,NULL,Controller-DashedSentence,DashedSentence,{number},"
        f"{chunk.replace(',', '%2C')},1600,{item},{condition},{time},false,{text},Any addtional parameters\n"
        for number, (chunk, time) in enumerate(zip(chunks, times, strict=True), 1)
    )


def start(person, place):
    return f"{person},md5,PennController,{place},0,trial,NULL,PennController,1,_Trial_,Start,1600,NULL\n"


PCIBEX = (
    f"{HEAD}# 13. Comments.\n{start(1, 0)}{LOGGED}# 15. Comments.\n{TIMES}"
    + trial(1, 1, 1, "sg", ["The dog,", "barks."], [400, 300])
    + trial(1, 2, 2, "pl", ["The foxes", "sleep."], [500, "NaN"])
    + trial(1, 3, 1, "filler", ["Nobody", "laughed."], [1, 2])
    + f"{HEAD}# 13. Comments.\n{start(2, 0)}{LOGGED}{TIMES}"
    + trial(2, 1, 1, "sg", ["The dog,", "barks."], [600, 340.5])
    + trial(2, 2, 1, "pl", ["The dogs", "bark."], [450, 350])
)


def table(tmp_path, text, name="results.csv", **options):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return human_table(read_trials(path), SUITE, **options)


def cells(found):
    return [
        (cell.item_number, cell.condition_name, cell.region_number, cell.content, cell.mean, cell.n)
        for cell in found.cells
    ]


def test_reading_times_of_pcibex(tmp_path):
    found = table(tmp_path, PCIBEX)
    assert cells(found) == [
        (1, "sg", 1, "The dog,", 500.0, 2),
        (1, "sg", 2, "barks.", 320.25, 2),
        (1, "pl", 1, "The dogs", 450.0, 1),
        (1, "pl", 2, "bark.", 350.0, 1),
        (2, "pl", 1, "The foxes", 500.0, 1),
    ]
    assert (found.measure, found.unit, found.n_people) == ("reading_time", "ms", 2)
    assert found.cells[0].sd == pytest.approx(20000**0.5)  # of 400 and 600
    assert found.cells[2].sd is None
    assert found.notes == (
        "1 trial of other sentences left out, by condition: filler (1).",
        "1 value left out that is no number.",
        "In 4 trials region 3 (r3) was seen at once with the region before, whose time it is part of: 'n_regions' counts both.",
        "1 sentence of the suite nobody saw.",
    )
    assert list(found.rows())[1] == [
        *("toy_suite", 1, "sg", 2, "r2", 2, "barks."),
        *("reading_time", "ms", 320.25, pytest.approx(28.6378246), 2),
    ]


def test_words_add_up_to_regions(tmp_path):
    text = f"{HEAD}{LOGGED}{TIMES}" + trial(1, 1, 2, "sg", ["The", "fox", "sleeps."], [100, 200, 300])
    assert cells(table(tmp_path, text)) == [(2, "sg", 1, "The fox", 300.0, 1), (2, "sg", 2, "sleeps.", 300.0, 1)]


def test_sentences_are_found_by_their_text_where_nothing_else_was_logged(tmp_path):
    rows = trial(1, 1, "", "", ["The_fox", "sleeps."], [100, 300]) + trial(1, 1, "", "", ["Nobody", "laughed."], [1, 2])
    found = table(tmp_path, f"{HEAD}{LOGGED}{TIMES}{rows}")
    assert cells(found) == [(2, "sg", 1, "The fox", 100.0, 1), (2, "sg", 2, "sleeps.", 300.0, 1)]
    assert found.notes[0] == "1 trial of other sentences left out, by condition: trial (1)."


def test_other_words_than_those_of_the_suite_are_refused(tmp_path):
    text = f"{HEAD}{LOGGED}{TIMES}" + trial(1, 1, 2, "sg", ["The", "cat", "sleeps."], [1, 2, 3])
    with pytest.raises(SuiteError) as error:
        table(tmp_path, text)
    assert str(error.value).endswith(
        "line 25: item 2, condition 'sg', is 'The cat sleeps.' here and 'The fox sleeps.' in the suite."
    )


RATED = (
    f"{HEAD}{LOGGED}# 15. Comments.\n"
    "1,md5,PennController,1,0,trial,NULL,Scale,rating,Choice,5,1600,1,sg,Wait success\n"
    "1,md5,PennController,1,0,trial,NULL,Selector,choice,Selection,yes,1600,1,sg,Wait success\n"
    "2,md5,PennController,1,0,trial,NULL,Scale,rating,Choice,2,1600,1,sg,Wait success\n"
    "2,md5,PennController,1,0,trial,NULL,Selector,choice,Selection,no,1600,1,sg,Wait success\n"
    "2,md5,PennController,1,0,trial,NULL,Text,shown,Print,NA,1600,1,sg,Wait success\n"
)


def test_ratings_and_choices_are_of_the_whole_sentence(tmp_path):
    found = table(tmp_path, RATED, measure="rating")
    assert (cells(found), found.unit) == ([(1, "sg", None, "The dog, barks.", 3.5, 2)], "as recorded")
    found = table(tmp_path, RATED, measure="choice", answer="yes")
    assert (cells(found), found.unit) == ([(1, "sg", None, "The dog, barks.", 0.5, 2)], "share")
    with pytest.raises(InputError, match="There are several measures; name one with `measure`: 'rating', 'choice'"):
        table(tmp_path, RATED)
    with pytest.raises(SuiteError, match="line 23: choice is 'yes', no number; the share of one answer is given with"):
        table(tmp_path, RATED, measure="choice")
    with pytest.raises(InputError, match=r"`answer=Yes`: nobody gave it; answers are 'yes', 'no'. Did you mean 'yes'"):
        table(tmp_path, RATED, measure="choice", answer="Yes")
    with pytest.raises(InputError, match=r"`measure=ratings`: unknown; .* Did you mean 'rating'"):
        table(tmp_path, RATED, measure="ratings")


IBEX = """\
# Columns below this comment are as follows:
# 1. Time results were received.
# 2. MD5 hash of participant's IP address.
# 3. Controller name.
# 4. Item number.
# 5. Element number.
# 6. Type.
# 7. Group.
# 8. Word number.
# 9. Word.
# 10. Reading time.
# 11. Newline?
# 12. Sentence (or sentence MD5).
1,md5,DashedSentence,3,0,sg,2,1,The fox,410,False,The fox sleeps.
1,md5,DashedSentence,3,0,sg,2,2,sleeps.,390,False,The fox sleeps.
# 8. Question (NULL if none).
# 9. Answer.
# 10. Whether or not answer was correct (NULL if N/A).
# 11. Time taken to answer.
1,md5,Question,3,1,sg,2,NULL,6,NULL,900
"""


def test_results_of_ibex(tmp_path):
    found = table(tmp_path, IBEX, "results")
    assert cells(found) == [(2, "sg", 1, "The fox", 410.0, 1), (2, "sg", 2, "sleeps.", 390.0, 1)]
    assert cells(table(tmp_path, IBEX, measure="Question")) == [(2, "sg", None, "The fox sleeps.", 6.0, 1)]


def toy(*items):
    return loads_suite(json.dumps(suite_document(items)))


def test_words_that_are_spelled_as_nothing_is_elsewhere_are_words(tmp_path):
    suite = toy({"none": ["None", "of them", "saw Nan"], "some": ["Some", "of them", "saw Nan"]})
    path = tmp_path / "results.csv"
    path.write_text(f"{HEAD}{LOGGED}{TIMES}" + trial(1, 1, 1, "none", ["None", "of them", "saw Nan"], [400, 300, 200]))
    assert [cell.content for cell in human_table(read_trials(path), suite).cells] == ["None", "of them", "saw Nan"]


def test_numbers_of_ibex_are_no_labels(tmp_path):
    document = suite_document(
        [{"sg": ["The cat", "sleeps"]}, {"sg": ["The owl", "hoots"]}, {"sg": ["The bee", "hums"]}]
    )
    for item, label in zip(document["items"], ["1", "3b", "2"], strict=True):
        item["label"] = label
    suite = loads_suite(json.dumps(document))
    path = tmp_path / "results.csv"
    names = "".join(f"# {n}. {name}.\n" for n, name in enumerate(["Time", "MD5", "Controller name"], 1))
    names += "# 4. Item number.\n# 5. Element number.\n# 6. Type.\n# 7. Group.\n# 8. Question.\n# 9. Answer.\n"
    path.write_text(f"{names}1,md5,AcceptabilityJudgment,1,0,sg,2,NULL,6\n")
    assert [cell.content for cell in human_table(read_trials(path), suite).cells] == ["The owl hoots"]
    path.write_text("item,condition,rating\n2,sg,6\n")
    assert [cell.content for cell in human_table(read_trials(path), suite).cells] == ["The bee hums"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_results_that_a_spreadsheet_program_saved_are_read(tmp_path, separator):
    rows = [line.split(",") if not line.startswith("#") else [line] for line in ("# Results\n\n" + PCIBEX).splitlines()]
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows([*row, *[""] * (20 - len(row))] for row in rows)
    assert cells(table(tmp_path, out.getvalue())) == cells(table(tmp_path, PCIBEX))


def test_labels_and_factors_stand_in_the_table_as_in_those_of_models(tmp_path):
    document = suite_document([{"sg": ["The cat", "sleeps"], "pl": ["The cats", "sleep"]}])
    document["items"][0] |= {"label": "cat_1", "factors": {"freq": 2.5}}
    document["condition_factors"] = {"sg": {"number": "sg"}, "pl": {"number": "pl"}}
    path = tmp_path / "results.csv"
    path.write_text("item,condition,rating\ncat_1,pl,6\n")
    found = human_table(read_trials(path), loads_suite(json.dumps(document)))
    [row] = found.rows()
    assert found.columns[1:4] == ("item_number", "item_label", "condition_name")
    assert row[1:4] == [1, "cat_1", "pl"]
    assert found.columns[-5:] == ("mean", "sd", "n", "factor_freq", "factor_number")
    assert row[-5:] == [6.0, "", 1, 2.5, "pl"]


def test_times_below_zero_are_said(tmp_path):
    text = PCIBEX.replace(",600,", ",-600,")
    assert "1 time below 0, which nobody can take; all count." in table(tmp_path, text).notes


def test_times_of_a_maze_are_those_to_the_first_answer(tmp_path):
    text = IBEX.partition("# 8. Question")[0].replace("10. Reading time.", "10. Reading time to first answer.")
    assert cells(table(tmp_path, text))[0] == (2, "sg", 1, "The fox", 410.0, 1)


SPR = [
    {"trial_type": "html-keyboard-response", "stimulus": "<p>Welcome</p>", "rt": 1000, "response": " ", "subject": "a"},
    {
        "trial_type": "self-paced-reading",
        "item": 1,
        "condition": "pl",
        "subject": "a",
        "rt": 900,
        "spr_words": ["The", "dogs", "bark."],
        "spr_rts": [300, 200, 400.5],
        "spr_sentence": "The dogs bark.",
    },
]


def test_data_of_jspsych(tmp_path):
    second = [{**one, "subject": "b"} for one in SPR]
    expected = [(1, "pl", 1, "The dogs", 500.0, 2), (1, "pl", 2, "bark.", 400.5, 2)]
    for text in (
        json.dumps([*SPR, *second]),
        json.dumps([SPR, second]),
        "\n".join(map(json.dumps, [SPR, second])),
        "trial_type,item,condition,subject,spr_words,spr_rts\n"
        'x,1,pl,a,"[""The"",""dogs"",""bark.""]","[300,200,400.5]"\n'
        'x,1,pl,b,"[""The"",""dogs"",""bark.""]","[300,200,400.5]"\n',
    ):
        found = table(tmp_path, text, "data.json")
        assert (cells(found), found.n_people) == (expected, 2)


def test_answers_of_jspsych(tmp_path):
    rows = [
        {"trial_type": "survey-likert", "item": 1, "condition": "sg", "response": {"natural": 6}, "rt": 5000},
        {"trial_type": "survey-likert", "item": 1, "condition": "sg", "response": {"natural": 3}, "rt": 4000},
    ]
    path = tmp_path / "a.json"
    path.write_text(json.dumps([rows[:1], rows[1:]]))
    trials = read_trials(path)
    assert cells(human_table(trials, SUITE, measure="natural")) == [(1, "sg", None, "The dog, barks.", 4.5, 2)]
    found = human_table(trials, SUITE, measure="rt")
    assert (cells(found)[0][-2:], found.unit) == ((4500.0, 2), "ms")


def test_a_table_with_items_conditions_and_regions(tmp_path):
    text = "Subject;Item;Condition;Region;RT\ns1;1;sg;1;400,5\ns2;1;sg;1;399,5\ns1;1;sg;r2;300\ns2;1;sg;r2;NA\n"
    found = table(tmp_path, text)
    assert cells(found) == [(1, "sg", 1, "The dog,", 400.0, 2), (1, "sg", 2, "barks", 300.0, 1)]
    assert (found.measure, found.unit, found.n_people) == ("RT", "ms", 2)
    with pytest.raises(SuiteError, match="row 2: region 'x': the suite has none of this number or name"):
        table(tmp_path, "item,condition,region,rt\n1,sg,x,400\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2\n", "no table with columns 'item' and 'condition'; it has 'a', 'b'"),
        ("1600000000,md5,PennController,1,0,trial,NULL,x\n", "whose lines with '#' are lost"),
        ('{"a": 1}', "is JSON, but no data of jsPsych"),
        ('[{"trial_type": "x"]', "not JSON"),
        (f"{HEAD}1,2\n", "line 19: has 2 cells; a line of results has 7 or more"),
        ("1,2,3,4,5,6,7\n# Columns below this comment are as follows:\n", "line 1: comes before the lines '# 1"),
        ("item,condition,rt\n1,other,400\n", "has no sentence of suite 'toy_suite': neither its items and conditions"),
        ("item,condition\n1,sg\n", "neither reading times nor answers"),
    ],
)
def test_what_is_no_results_is_refused(tmp_path, text, said):
    with pytest.raises(InputError) as error:
        table(tmp_path, text)
    assert said in str(error.value)


def test_two_sentences_of_one_text_are_told_apart_by_item_and_condition_only(tmp_path):
    suite = loads_suite(json.dumps(suite_document([{"a": ["Hm."], "b": ["Hm."]}])))
    path = tmp_path / "r.csv"
    path.write_text("item,condition,sentence,rt\n,,Hm.,400\n")
    with pytest.raises(
        SuiteError, match=r"row 2: 'Hm\.' is the text of item 1, 'a', item 1, 'b'; log item and condition"
    ):
        human_table(read_trials(path), suite)


def test_a_context_that_is_read_before_a_sentence_is_left_out(tmp_path):
    rows = trial(1, 1, 2, "sg", ["It", "rained."], [1, 2]) + trial(1, 1, 2, "sg", ["The fox", "sleeps."], [400, 300])
    found = table(tmp_path, f"{HEAD}{LOGGED}{TIMES}{rows}")
    assert cells(found)[0] == (2, "sg", 1, "The fox", 400.0, 1)
    assert (
        found.notes[0] == "1 trial of other sentences left out, by condition: beside a sentence, as a context is (1)."
    )


def test_answers_to_questions_count_for_their_item_and_that_is_said(tmp_path):
    rows = [
        {"trial_type": "x", "item": 1, "condition": "sg", "stimulus": "<p>How natural?</p>", "response": 5},
        {"trial_type": "x", "item": 1, "condition": "pl", "stimulus": "<p>The dogs&nbsp;bark.</p>", "response": 3},
    ]
    found = table(tmp_path, json.dumps(rows))
    assert [cell[-2:] for cell in cells(found)] == [(5.0, 1), (3.0, 1)]
    assert found.notes[0] == "2 sentences of the suite nobody saw."
    assert found.notes[1] == "1 answer to another text than the sentence, a question perhaps."


def test_a_file_that_is_read_twice_is_noticed(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text(PCIBEX)
    found = human_table(read_trials([path, path]), SUITE)
    assert "4 times somebody did the same sentence again; all count. Was a file read twice?" in found.notes


def test_values_of_which_none_is_a_number_are_refused(tmp_path):
    text = f"{HEAD}{LOGGED}{TIMES}" + trial(1, 1, 2, "sg", ["The fox", "sleeps."], ["NaN", "undefined"])
    with pytest.raises(InputError, match="no value of reading_time is a number"):
        table(tmp_path, text)
