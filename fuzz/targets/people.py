"""Results of people are a table, or refused with the place; every mean lies among the values that stand in the file."""

from __future__ import annotations

import json
import math
import re

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.studies.human import HumanTable, human_table
from syntaxgym_lite.ports.studies.trials import read_trials
from syntaxgym_lite.suite.json import loads_suite

from ..inputs import corpus, file, mutated, readable

SEEDS = corpus("people")
INPUTS = mutated(SEEDS, [b"1,m,x\n", b"# 15. Reading time.\n", b"NULL", b"item", b"sg", b'"The', b"_"])
EXAMPLES = 100
SUITE = loads_suite(
    json.dumps(
        {
            "meta": {"name": "s", "metric": "sum"},
            "region_meta": {"1": "subject", "2": "verb"},
            "predictions": [],
            "items": [
                {
                    "item_number": 1,
                    "conditions": [
                        {
                            "condition_name": name,
                            "regions": [{"region_number": 1, "content": one}, {"region_number": 2, "content": two}],
                        }
                        for name, one, two in (("sg", "The dog", "barks."), ("pl", "The dogs", "bark."))
                    ],
                }
            ],
        }
    )
)


def check(data: bytes) -> None:
    """Read results, and make a table of each measure that there is."""
    with file(data, "results") as path:
        try:
            trials = read_trials(path)
        except InputError as error:
            readable(error, path)
            return
        for measure in (None, *dict.fromkeys(name for trial in trials for name in trial.answers)):
            try:
                table = human_table(trials, SUITE, measure=measure)
            except InputError as error:
                readable(error)
                continue
            _hold(table, data)


def _hold(table: HumanTable, data: bytes) -> None:
    written = re.findall(r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", data.decode("utf-8", "replace").replace(",", "."))
    most = sum(map(float, written))  # times of words add up
    for cell in table.cells:
        assert cell.n >= 1
        assert cell.content.strip()
        assert math.isfinite(cell.mean)
        assert abs(cell.mean) <= most * (1 + 1e-9)
    places = {(cell.item_number, cell.condition_name, cell.region_number, cell.n_regions) for cell in table.cells}
    assert len(places) == len(table.cells)
