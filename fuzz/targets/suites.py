"""Any bytes are a suite, or refused with places that are there; reading, writing and reading again changes nothing.

What is read has the items, conditions and contents of the file, as `json` reads it, and `check_suite` has something to
say of it, or nothing. Mended, it is the same suite but for the texts that are named, and a second time nothing changes.
"""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import strategies as st
from support.strategies import suite_documents

from syntaxgym_lite.authoring.checks import check_suite
from syntaxgym_lite.authoring.fixes import fix_file, fix_suite
from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.suite import Suite
from syntaxgym_lite.suite.json import dumps_suite, load_suite, loads_suite, suite_document, suite_sha256

from ..inputs import as_json, corpus, file, mutated, mutated_json, readable

SEEDS = corpus("suites")
INPUTS = st.one_of(mutated_json(SEEDS), mutated(SEEDS), suite_documents().map(as_json))
EXAMPLES = 100

_STEP = re.compile(r'\.?([\w-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]')


def check(data: bytes) -> None:
    """Read a suite file."""
    with file(data, "suite.json") as path:
        try:
            suite = load_suite(path)
        except SuiteError as error:
            readable(error, path)
            for problem in error.problems:
                if problem.path:
                    _is_there(json.loads(data.decode("utf-8-sig")), problem.path)
            return
        except InputError as error:
            readable(error, path)
            return
    document = json.loads(data.decode("utf-8-sig"))
    assert _contents(document) == [
        [[region.content for region in condition.regions] for condition in item.conditions] for item in suite.items
    ]
    again = loads_suite(dumps_suite(suite), source=suite.source)
    assert again == suite
    assert suite_document(again) == suite_document(suite)
    assert suite_sha256(again) == suite_sha256(suite)
    for sentence in suite.sentences():
        assert sentence.text.strip()
    for finding in check_suite(suite):
        assert str(finding).strip()
    _mend(data, suite)


def _mend(data: bytes, suite: Suite) -> None:
    fixed, changes = fix_suite(suite)
    assert fix_suite(fixed) == (fixed, [])
    with file(data, "suite.json") as path:
        whole = fix_file(path)
        whole.write()
        assert load_suite(path) == whole.suite == fixed
    assert list(whole.changes) == changes
    document = suite_document(suite)
    for item, new in zip(document["items"], fixed.items, strict=True):
        for condition, new_condition in zip(item["conditions"], new.conditions, strict=True):
            for region, new_region in zip(condition["regions"], new_condition.regions, strict=True):
                region["content"] = new_region.content
    assert suite_document(fixed) == document


def _contents(document: Any) -> list[list[list[str]]]:
    return [
        [[region["content"] for region in condition["regions"]] for condition in item["conditions"]]
        for item in document["items"]
    ]


def _is_there(document: Any, path: str) -> None:
    """Walk to the place of a problem; only its last step may be missing."""
    place, steps = 0, []
    while place < len(path):
        found = _STEP.match(path, place)
        assert found, f"no path: {path}"
        steps.append(found[1] if found[1] is not None else int(found[2]) if found[2] else json.loads(found[3]))
        place = found.end()
    for number, step in enumerate(steps, 1):
        try:
            document = document[step]
        except (LookupError, TypeError):
            assert number == len(steps), f"{path}: not in the file"
            return
