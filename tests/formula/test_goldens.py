"""The project's shared goldens and the published suites; skipped where the shared folder is not there."""

from __future__ import annotations

import json

import numpy as np
import pytest

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import Star, check, evaluate_formula, parse

# Where the first caret should stand, from 0, in each malformed golden: read off the formulas by hand.
CARETS = {
    1: 0, 2: 0, 3: 9, 4: 0, 5: 19, 6: 0, 7: 10, 8: 18, 9: 17, 10: 18, 11: 17, 12: 18, 13: 0, 14: 0, 15: 1, 16: 3, 17: 3,
    18: 2, 19: 2, 20: 1, 21: 1, 22: 1, 23: 3, 25: 1, 26: 7, 28: 8, 30: 18, 31: 18, 37: 8, 38: 20, 39: 18, 40: 10,
    41: 10, 42: 10, 43: 0, 44: 0, 45: 17, 46: 8, 47: 3, 48: 1, 49: 10, 50: 18, 51: 18, 52: 4, 53: 4, 54: 1, 55: 1,
    56: 4, 57: 0, 58: 0, 59: 0, 60: 0,
}  # fmt: skip


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_all_goldens_have_the_given_value_or_are_refused(shared_dir):
    rows = read_lines(shared_dir / "goldens" / "formulas.jsonl")
    assert len(rows) == 300
    for row in rows:
        if isinstance(row["value"], str):
            with pytest.raises(FormulaError, match=r"'&' and '\|' side by side"):
                parse(row["formula"])
            continue

        def look_up(reference, table=row["table"]):
            values = table[reference.condition]
            whole = isinstance(reference.region, Star)
            return np.array([sum(values.values()) if whole else values[str(reference.region.number)]])

        formula = parse(row["formula"])
        assert evaluate_formula(formula, look_up, 1).holds.tolist() == [int(row["value"])], row
        assert parse(str(formula)) == formula


def test_all_malformed_goldens_are_refused_in_the_right_place_at_the_right_time(shared_dir):
    rows = read_lines(shared_dir / "goldens" / "formulas_malformed.jsonl")
    assert {row["id"] for row in rows} == set(CARETS)
    for row in rows:
        if row["kind"] == "reference":
            regions = {number: f"r{number}" for number in range(1, row["regions"] + 1)}
            (error,) = check(parse(row["formula"]), conditions=row["conditions"], regions=regions)
        else:
            with pytest.raises(FormulaError) as caught:
                parse(row["formula"])
            error = caught.value
        assert error.span.start == CARETS[row["id"]], row
        assert error.span.end <= len(row["formula"])


def test_all_published_formulas_parse_and_name_what_their_suite_has(shared_dir):
    paths = sorted((shared_dir / "published" / "syntaxgym").glob("*.json"))
    assert len(paths) == 17
    for path in paths:
        suite = json.loads(path.read_text(encoding="utf-8"))
        conditions = [condition["condition_name"] for condition in suite["items"][0]["conditions"]]
        regions = {int(number): name for number, name in suite["region_meta"].items()}
        for prediction in suite["predictions"]:
            formula = parse(prediction["formula"])
            assert parse(str(formula)) == formula
            assert check(formula, conditions=conditions, regions=regions) == []
