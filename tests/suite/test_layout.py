"""Suite files that are changed keep their layout."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.suite.json import dumps_document
from syntaxgym_lite.suite.layout import rewritten

BY_HAND = """\
{ "meta": {"name": "tiny", "size": 1.50},
  "region_meta": {"1": "a", "2": "b"},
  "items": [
    {"item_number": 1, "conditions": [
      {"condition_name": "x", "regions": [
        {"region_number": 1, "content": "caf\\u00e9"}, {"region_number": 2, "content": "two"}]}]},
    {"item_number": 2, "conditions": []}
  ]
}"""


def test_only_the_cell_changes():
    before = json.loads(BY_HAND)
    after = copy.deepcopy(before)
    after["items"][0]["conditions"][0]["regions"][1]["content"] = "zwölf"
    assert rewritten(BY_HAND, before, after) == BY_HAND.replace('"two"', '"zw\\u00f6lf"')


def test_new_item_is_written_as_its_neighbour_is():
    before = json.loads(BY_HAND)
    after = copy.deepcopy(before)
    after["items"].append({"item_number": 3, "conditions": []})
    lines = BY_HAND.splitlines()
    lines[6] += ","
    lines.insert(7, '    {"item_number": 3, "conditions": []}')
    assert rewritten(BY_HAND, before, after) == "\n".join(lines)


def test_deleted_item_takes_its_comma_along():
    before = json.loads(BY_HAND)
    after = {**before, "items": before["items"][:1]}
    lines = BY_HAND.splitlines()
    del lines[6]
    lines[5] = lines[5].rstrip(",")
    assert rewritten(BY_HAND, before, after) == "\n".join(lines)


def test_what_did_not_change_is_the_text_itself():
    document = json.loads(BY_HAND)
    assert rewritten(BY_HAND, document, copy.deepcopy(document)) == BY_HAND


@pytest.mark.parametrize("text", ["", "{}", '{"other": 1}', "no JSON"])
def test_of_another_text_the_usual_layout_is_used(text):
    document = json.loads(BY_HAND)
    assert json.loads(rewritten(text, document, {**document, "x": 1})) == {**document, "x": 1}


def test_true_and_1_are_not_taken_for_the_same():
    assert rewritten('{"a": 1}', {"a": 1}, {"a": True}) == '{"a": true}'


def test_shipped_suite_grows_by_the_lines_of_its_new_item():
    text = shipped_suites()["npz"].read_text("utf-8")
    before = json.loads(text)
    new = {**copy.deepcopy(before["items"][3]), "item_number": 99}
    after = {**before, "items": [*before["items"][:10], new, *before["items"][10:]]}
    assert rewritten(text, before, after) == dumps_document(after)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)
_DOCUMENTS = st.dictionaries(st.text(max_size=3), _JSON, max_size=4)


@given(_DOCUMENTS, _DOCUMENTS, st.sampled_from([None, 1, 2, "\t"]), st.booleans())
def test_whatever_is_written_is_read_back(before, after, indent, is_ascii):
    text = json.dumps(before, indent=indent, ensure_ascii=is_ascii)
    assert json.dumps(json.loads(rewritten(text, before, after))) == json.dumps(after)
