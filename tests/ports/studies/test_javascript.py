"""Literals of JavaScript are read as data, and what would have to be run is kept apart."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.errors import SuiteError
from syntaxgym_lite.ports.studies.javascript import Code, arrays_of, elements


def read(text):
    [(_, start)] = arrays_of(text)
    return [element.value for element in elements(text, start, source="a.js")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'it\\'s'", "it's"),
        ('"tab\\t\\u00e9\\xe9\\u{1F600}"', "tab\téé😀"),
        ('"\\ud83d\\ude00"', "😀"),
        ("`two\nlines`", "two\nlines"),
        ("'broken \\\n here'", "broken  here"),
        ("'a' + \"b\" + `c`", "abc"),
        ("-1.5e3", -1500.0),
        ("12", 12),
        ("undefined", None),
        ("{a: 1, 'b c': [true, null], 3: {},}", {"a": 1, "b c": [True, None], "3": {}}),
        ("f(1, [2, '],'])", Code("f(1, [2, '],'])")),
        ("'a' + x", Code("'a' + x")),
        ("function () { return {a: 1}; }", Code("function () { return {a: 1}; }")),
        ("`${x}`", Code("`${x}`")),
        ("x.y", Code("x.y")),
        ("1 + 2", Code("1 + 2")),
        ("// a remark, with ']'\n 1 /* and, one */", 1),
    ],
)
def test_a_value(text, value):
    assert read(f"var items = [{text}, 'end',];") == [value, "end"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@examples(150)
@given(st.lists(json_values, max_size=4), st.booleans())
def test_json_is_javascript(values, ascii_only):
    assert read(json.dumps(values, ensure_ascii=ascii_only)) == values


def test_every_element_knows_its_line():
    text = "/* [ */ var a = [\n1,\n\n[2,\n3]];"
    [(name, start)] = arrays_of(text)
    assert (name, [(one.line, one.value) for one in elements(text, start, source="a.js")]) == (
        "a",
        [(2, 1), (4, [2, 3])],
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = [1,\n[2, 3", "a.js: line 2: '[' is not closed."),
        ("x = [1].concat([2])", "a.js: line 1: the array is changed by code: '.concat([2])'. Write one array."),
        ("x = [{a 1}]", "a.js: line 1: expected a name and ':' before 'a 1}]'."),
        ("x = [1,,2]", "a.js: line 1: expected a value before ',2]'."),
        (f"x = {'[' * 70}", "a.js: line 1: brackets are nested more than 60 deep."),
    ],
)
def test_what_is_no_array_is_refused_with_its_line(text, said):
    with pytest.raises(SuiteError) as error:
        read(text)
    assert str(error.value) == said
