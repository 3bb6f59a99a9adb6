"""Stimuli of jsPsych."""

from __future__ import annotations

import json

import pytest
from support.toys import suite_document, write_suite

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.formats import propose, read_suites
from syntaxgym_lite.ports.writing import write
from syntaxgym_lite.suite.json import loads_suite

ITEMS = [{"sg": ["The dog", "barks", "."], "pl": ["The dogs", "bark", "."]}]


def test_timeline_variables_are_json():
    document = suite_document(ITEMS, join="natural")
    document["condition_factors"] = {"sg": {"number": "sg"}, "pl": {"number": "pl"}}
    document["items"][0]["factors"] = {"length": 1.5}
    fillers = loads_suite(json.dumps(suite_document([{"only": ["Nobody", "laughed."]}])))
    written = write(loads_suite(json.dumps(document)), "jspsych", fillers=fillers)

    def item(letter, name, first, second):
        return {
            "list": letter,
            "type": "item",
            "item": 1,
            "condition": name,
            "stimulus": f"{first} {second}.",
            "chunks": [first, f"{second}."],
            "factors": {"number": name, "length": 1.5},
            "regions": [
                {"number": 1, "name": "r1", "content": first},
                {"number": 2, "name": "r2", "content": second},
                {"number": 3, "name": "r3", "content": "."},
            ],
        }

    def filler(letter):
        return {
            "list": letter,
            "type": "filler",
            "item": 1,
            "condition": "only",
            "stimulus": "Nobody laughed.",
            "chunks": ["Nobody", "laughed."],
            "factors": {},
        }

    assert json.loads(written.files[""]) == [
        item("A", "sg", "The dog", "barks"),
        filler("A"),
        item("B", "pl", "The dogs", "bark"),
        filler("B"),
    ]
    assert written.notes == (
        "1 item cannot be dealt evenly to 2 conditions: in each list some conditions have one item "
        "more than others. 1 more, or 1 fewer, would do.",
    )


SUITE = loads_suite(
    json.dumps({**suite_document(ITEMS, join="natural"), "condition_factors": {"sg": {"n": 1}, "pl": {"n": 2}}})
)


def test_timeline_variables_come_back_as_the_suite(tmp_path):
    text = write(SUITE, "jspsych").files[""]
    for name, written in (("a.json", text), ("a.js", f"const trials = {text};\n")):
        path = tmp_path / name
        path.write_text(written, encoding="utf-8")
        [suite], port = read_suites(path)
        assert port.name == "jspsych"
        assert (suite.items, suite.join, suite.region_names) == (SUITE.items, "natural", SUITE.region_names)
        assert suite.condition_factors == SUITE.condition_factors


def test_variables_of_others_are_read_and_not_run(tmp_path):
    path = tmp_path / "trials.js"
    path.write_text(
        "import x from 'y';\n"
        "var colours = ['red'];\n"
        "var trials = [\n"
        "  {stimulus: 'The dog barks.', item: '1a', condition: 'sg', verb: 'bark', on_load: function () { f(); }},\n"
        "  {stimulus: 'The dogs bark.', item: '1a', condition: 'pl', verb: 'bark'},\n"
        "  {stimulus: 'Hm.', item: 9, condition: 'x', type: 'practice'},\n"
        "];\n"
    )
    proposal, _ = propose(path)
    [suite] = proposal.sure()
    assert [one.text for one in suite.sentences()] == ["The dog barks.", "The dogs bark."]
    assert (suite.items[0].label, suite.items[0].factors) == ("1a", {"verb": "bark"})
    assert proposal.notes == (
        "Nothing says where regions begin: each sentence became one region.",
        "1 object of type 'practice' left out.",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[{stimulus: a + b, item: 1, condition: 'x'}]", "line 1: 'stimulus' would have to be run"),
        ("[{stimulus: 'a', item: 1, condition: 'x'},\n{item: 1, condition: 'y'}]", "line 2: has no sentence"),
        ("[{stimulus: 'a', item: 1, condition: 'x'}, 3]", "line 1: is no object"),
        ("[{stimulus: 'a', item: 1, condition: 'x', regions: [3]}]", "line 1: region 1 is neither a text nor"),
        ('[{"rt": 1, "stimulus": "a", "item": 1, "condition": "x", "trial_type": "t"}]', "results of people, not stim"),
    ],
)
def test_what_is_no_stimuli_is_refused(tmp_path, text, said):
    path = tmp_path / "a.js"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_suites(path)
    assert said in str(error.value)


def test_item_and_condition_may_stand_in_the_data_of_a_trial(tmp_path):
    path = tmp_path / "a.js"
    path.write_text("const t = [{stimulus: 'Dogs bark.', data: {item: 3, condition: 'pl', verb: 'bark'}}]")
    [suite], _ = read_suites(path)
    assert [(item.number, item.conditions[0].name) for item in suite.items] == [(3, "pl")]
    assert [one.text for one in suite.sentences()] == ["Dogs bark."]


def test_two_lists_of_stimuli_are_refused(tmp_path):
    path = tmp_path / "a.js"
    path.write_text("a = [{stimulus: 'a', item: 1, condition: 'x'}]; b = [{stimulus: 'a', item: 1, condition: 'x'}];")
    with pytest.raises(InputError, match="has 2 lists of objects with item, condition and stimulus; one is read"):
        read_suites(path)


def test_a_suite_in_json_is_no_timeline_variables(tmp_path):
    path = write_suite(tmp_path / "s.json", suite_document(ITEMS))
    assert read_suites(path)[1].name == "suite"


def test_variables_on_one_line_are_read_however_long_it_is(tmp_path):
    path = tmp_path / "long.json"
    rows = [{"item": item, "condition": name, "stimulus": f"{name} {item}."} for item in range(1, 900) for name in "ab"]
    path.write_text(json.dumps(rows))
    assert path.stat().st_size > 1 << 16
    [suite], port = read_suites(path)
    assert (port.name, len(suite.items)) == ("jspsych", 899)
