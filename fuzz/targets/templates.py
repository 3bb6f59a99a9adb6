"""A template and a table build a suite whose texts are the cells put into the slots; or both are refused with places.

An input is the template, a line ``=====``, and the table.
"""

from __future__ import annotations

import csv
import io
import re

from hypothesis import strategies as st

from syntaxgym_lite.authoring.build import build_files
from syntaxgym_lite.authoring.template import tomllib
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.suite.json import dumps_suite, loads_suite

from ..inputs import corpus, file, mutated, readable

_LINE = b"\n=====\n"
INPUTS = mutated(
    corpus("templates"),
    [b"{noun}", b"{noun?}", b"{a}", b"{{", b"}", b"{verb.sg}", b"[[conditions]]\n", b"regions = [", b'""'],
) | st.builds(
    lambda one, other: one.partition(_LINE)[0] + _LINE + other.partition(_LINE)[2], *[mutated(corpus("templates"))] * 2
)
EXAMPLES = 100


def check(data: bytes) -> None:
    """Build a suite."""
    template, _, table = data.partition(_LINE)
    with file(template, "suite.toml") as toml:
        items = toml.with_name("items.csv")
        items.write_bytes(table)
        try:
            suite = build_files(toml, items).suite
        except InputError as error:
            readable(error, toml.parent)
            return
    assert loads_suite(dumps_suite(suite), source=suite.source) == suite
    text = table.decode("utf-8-sig")
    if table[:2] in (b"\xff\xfe", b"\xfe\xff") or '"' in text or "{" in text or "\r" in text or text.startswith("sep="):
        return  # the plain filling below knows no quotes
    header, *rows = [
        row for row in csv.reader(io.StringIO(text), delimiter=_separator(text)) if any(map(str.strip, row))
    ]
    names = [name.strip() for name in header]
    document = tomllib.loads(template.decode("utf-8-sig").replace("\r\n", "\n"))
    for item, row in zip(suite.items, rows, strict=True):
        cells = dict(zip(names, map(str.strip, row), strict=False))
        for condition, raw in zip(item.conditions, document["conditions"], strict=True):
            for region, pattern in zip(condition.regions, raw["regions"], strict=True):
                slots = re.findall(r"\{([^{}]*)\}", pattern)
                if "{{" in pattern or "}}" in pattern or {"a", "A"} & {slot.strip() for slot in slots}:
                    continue
                values = [cells.get(slot.strip().removesuffix("?").strip(), "") for slot in slots]
                if all(values):  # what an empty one leaves behind is told in the how-to, and tested by cases
                    whole = iter(values)
                    assert region.content == re.sub(r"\{[^{}]*\}", lambda _, whole=whole: next(whole), pattern)


def _separator(text: str) -> str:
    line = next(line for line in text.splitlines() if line.strip(",;\t "))
    return max("\t;,", key=line.count)
