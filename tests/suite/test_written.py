"""Predictions of a document that is still being written: read by the names that are there, as the file would be."""

from __future__ import annotations

import copy

import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import SuiteError
from syntaxgym_lite.suite.json import suite_document, suite_from_document
from syntaxgym_lite.suite.written import WrittenDesign, compared_cells, design_of, written_predictions


@pytest.fixture
def document() -> dict:
    [suite] = sgl.load_suites("npz")
    return copy.deepcopy(suite_document(suite))


def test_design_of_a_whole_suite_is_that_of_the_suite(document):
    suite = suite_from_document(document)
    design = design_of(document)
    assert design.conditions == suite.condition_names
    assert design.regions == suite.region_names
    assert design.factors == suite.condition_factors
    assert design.metric == suite.metric


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"items": {}},
        {"items": [None, {"conditions": [None, {"condition_name": 3}]}], "region_meta": [], "meta": 1},
    ],
)
def test_design_of_anything_is_what_can_be_read(document):
    assert design_of(document) == WrittenDesign()


def test_levels_that_cannot_be_used_are_left_out(document):
    document["condition_factors"] = {document["items"][0]["conditions"][0]["condition_name"]: {"a": "b"}}
    assert design_of(document).factors == {}


@pytest.mark.parametrize(
    "prediction",
    [
        {"type": "formula", "formula": "(5;%ambig_nocoma%) > (9;%ambig_comma%)"},
        {"type": "formula", "formula": "(5;%ambig_nocomma%"},
        {"type": "formula", "formula": ""},
        {"type": "rule", "formula": "(5;%ambig_nocomma%) > 1"},
        {"type": "formula"},
        {"name": 3, "formula": "(5;%ambig_nocomma%) > 1"},
        {"relation": "more", "region_number": 5, "l_operand": "a", "r_operand": "b"},
        "a formula",
    ],
)
def test_problems_are_those_of_the_file(document, prediction):
    document["predictions"].append(prediction)
    with pytest.raises(SuiteError) as caught:
        suite_from_document(document)
    *whole, last = written_predictions(document)
    assert all(one.prediction is not None and one.problems == () for one in whole)
    assert last.problems == caught.value.problems


def test_cells_are_those_that_the_suite_has(document):
    document["predictions"] = [
        {"formula": "(*;%ambig_comma%) - (9;%ambig_comma%) > (2:3;%nothing%) & (1;%ambig_comma%) < 3"}
    ]
    [written] = written_predictions(document)
    design = design_of(document)
    assert written.prediction is not None
    first, second = compared_cells(written.prediction, design)
    assert (first.left, first.right) == ({"ambig_comma": tuple(design.regions)}, {})
    assert (second.left, second.right) == ({"ambig_comma": (1,)}, {})
