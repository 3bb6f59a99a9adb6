"""Stimuli of jsPsych."""

from __future__ import annotations

import json

from support.toys import suite_document

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
