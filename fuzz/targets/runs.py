"""From a suite to its score: outcomes, margins and shares are those of the slow road, item by item, in any order.

An input is ``{"suite": {...}, "eos": true, "batch": 3}``; the model is a toy that cuts words into pieces.
"""

from __future__ import annotations

import hashlib
import json
import math
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st
from support.plain import PlainItem
from support.strategies import suite_documents

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.formula import Comparison, references, walk
from syntaxgym_lite.suite import Suite
from syntaxgym_lite.suite.json import suite_from_document
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals

from ..inputs import as_json, corpus, mutated_json
from ..slow_formula import NotAFormulaError, Slow, Unsure, slow_parse
from ..slow_formula import references as slow_references

INPUTS = st.one_of(
    st.builds(
        lambda suite, eos, batch: as_json({"suite": suite, "eos": eos, "batch": batch}),
        suite_documents(),
        st.booleans(),
        st.sampled_from([None, 1, 3]),
    ),
    mutated_json(corpus("runs")),
)
EXAMPLES = 40


class _Pieces:
    """Pieces of one to three characters, each with bits of its own, some of them undefined."""

    info = BackendInfo("toy", "toy", Capabilities(ranks=True, unknown_words=True), None)

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        return [self._one(text, options) for text in texts]

    def _one(self, text: str, options: ScoringOptions) -> TokenSurprisals:
        spans, bits, place = [], [], 0
        while place < len(text):
            code = hashlib.blake2b(text[place : place + 2].encode("utf-8"), digest_size=2).digest()
            end = min(place + 1 + code[0] % 3, len(text))
            spans.append((place, end))
            bits.append(math.nan if code[1] == 0 else code[1] / 16)  # sixteenths make ties
            place = end
        n = len(spans)
        return TokenSurprisals(
            text,
            tuple(text[start:end] for start, end in spans),
            np.array(spans, np.int32).reshape(-1, 2),
            np.array(bits),
            np.array([value == 7 for value in bits], np.bool_),
            eos_bits=1.25 * (len(text) % 5) if options.eos else math.nan,
            ranks=np.arange(n) % 5 + 1 if options.ranks else None,
        )


def check(data: bytes) -> None:
    """Evaluate a suite."""
    try:
        given = json.loads(data)
        suite = suite_from_document(given["suite"])
        eos, batch = given["eos"] is True, given["batch"]
    except (ValueError, KeyError, TypeError, InputError):
        return
    if batch is not None and (type(batch) is not int or not 0 < batch < 1000):
        return
    summary, result, run = _evaluated(suite, eos, batch)
    with tempfile.TemporaryDirectory() as folder:
        assert repr(sgl.RunResult.load(run.save(Path(folder) / "run.json")).models) == repr(run.models)
    frame = run.to_frame("items")
    passed = {item.number: True for item in suite.items}
    said = _plain(suite, eos)
    for row, outcome in enumerate(result.outcomes):
        prediction = suite.predictions[outcome.prediction]
        truth = _truth(prediction.formula, said[outcome.item_number])
        assert truth == "unsure" or outcome.holds is truth, (
            f"{prediction.formula} of item {outcome.item_number}: {truth}"
        )
        passed[outcome.item_number] &= outcome.holds is True
        nodes = [node for node in walk(prediction.formula.root) if isinstance(node, Comparison)]
        for comparison, node in zip(outcome.comparisons, nodes, strict=True):
            for side, quantity in ((comparison.left, node.left), (comparison.right, node.right)):
                expected = said[outcome.item_number].value(quantity)
                assert (side is None and math.isnan(expected)) or math.isclose(
                    side, expected, rel_tol=1e-9, abs_tol=1e-9
                )
        for number, comparison in enumerate(outcome.comparisons, 1):
            margin = frame[f"margin_{number}"][row]
            assert (comparison.margin is None and margin != margin) or margin == comparison.margin
    if suite.predictions:
        assert summary["n_passed"] == sum(passed.values())
        assert math.isclose(summary["score"], sum(passed.values()) / len(suite.items))
    backwards = {**given["suite"], "items": given["suite"]["items"][::-1]}
    other = _evaluated(suite_from_document(backwards), eos, None)[1]
    by_item = {(one.item_number, one.prediction): one.holds for one in other.outcomes}
    assert by_item == {(one.item_number, one.prediction): one.holds for one in result.outcomes}


def _evaluated(suite: Suite, eos: bool, batch: int | None) -> tuple[Any, Any, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = sgl.evaluate(suite, _Pieces(), eos=eos, batch_size=batch, cache=False)
        [model], [summary] = run.models, sgl.summarize(run)["models"][0]["suites"]
    return summary, model.suites[0], run


def _plain(suite: Suite, eos: bool) -> dict[int, PlainItem]:
    backend, said = _Pieces(), {}
    for sentence in suite.sentences():
        [scored] = backend.score([sentence.text], ScoringOptions(eos=eos, ranks=True))
        said.setdefault(sentence.item_number, {})[sentence.condition_name] = (sentence, scored)
    return {number: PlainItem(suite, conditions) for number, conditions in said.items()}


def _truth(formula: Any, item: PlainItem) -> bool | str | None:
    try:
        slow = slow_parse(formula.source)
        values = map(item.reference, references(formula))
        return Slow(dict(zip(slow_references(slow), values, strict=True))).holds(slow)
    except (NotAFormulaError, Unsure, OverflowError):
        return "unsure"
