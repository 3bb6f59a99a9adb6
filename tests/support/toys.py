"""Small models and suites for tests: values that can be worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals
from syntaxgym_lite.words import split_words

WITH_IMPOSSIBLE = Capabilities(units="words", unknown_words=True, ranks=True, impossible=True)
"""Of a toy that can hold a word for impossible."""


class WordBackend:
    """Every word between blanks costs what a function of it says, whatever stands before."""

    def __init__(
        self,
        bits: Callable[[str], float] = len,
        *,
        name: str = "toy",
        capabilities: Capabilities | None = None,
        unknown: frozenset[str] = frozenset(),
        warnings: tuple[str, ...] = (),
    ) -> None:
        self.bits = bits
        self.unknown = unknown
        self.batches: list[list[str]] = []
        self.info = BackendInfo(
            "toy",
            name,
            capabilities or Capabilities(units="words", unknown_words=True, ranks=True),
            None,
            warnings=warnings,
        )

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        self.batches.append(list(texts))
        return [self._one(text, options) for text in texts]

    def _one(self, text: str, options: ScoringOptions) -> TokenSurprisals:
        spans = split_words(text, "whitespace")
        words = [text[start:end] for start, end in spans]
        return TokenSurprisals(
            text,
            tuple(words),
            np.array(spans, np.int32).reshape(-1, 2),
            np.array([self.bits(word) for word in words], np.float64),
            np.array([word in self.unknown for word in words], np.bool_),
            eos_bits=0.5 if options.eos else float("nan"),
            ranks=np.arange(1, len(words) + 1) if options.ranks else None,
        )


def suite_document(
    items: Sequence[dict[str, Sequence[str]]],
    formulas: Sequence[str] = (),
    *,
    name: str = "toy_suite",
    metric: str = "sum",
    **meta: Any,
) -> dict[str, Any]:
    """A suite from ``{condition: region contents}`` for each item."""
    n_regions = len(next(iter(items[0].values())))
    return {
        "meta": {"name": name, "metric": metric, **meta},
        "region_meta": {str(number): f"r{number}" for number in range(1, n_regions + 1)},
        "predictions": [{"type": "formula", "formula": formula} for formula in formulas],
        "items": [
            {
                "item_number": number,
                "conditions": [
                    {
                        "condition_name": condition,
                        "regions": [
                            {"region_number": place, "content": content} for place, content in enumerate(contents, 1)
                        ],
                    }
                    for condition, contents in item.items()
                ],
            }
            for number, item in enumerate(items, 1)
        ],
    }


TWO_PAIRS = [
    {"a": ["the fox", "sleeps"], "b": ["the fox", "sleep"]},
    {"a": ["a dog", "sings"], "b": ["a dog", "sing"]},
]
"""Two items of two conditions and two regions."""


def write_suite(path: Path, document: dict[str, Any]) -> Path:
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path


def crossed_document() -> dict[str, Any]:
    """Two items of head x attractor with labels, factors of items and of single conditions; some formulas say levels."""
    names = ["sg_sg", "sg_pl", "pl_sg", "pl_pl"]
    document = suite_document(
        [{name: ["key", "x" * (place + 1)] for place, name in enumerate(names)}] * 2,
        [
            "(2;%head=sg, attractor=pl%) > (2;%attractor=sg,head=sg%)",  # 2 > 1: about the attractor
            "(2;%pl_pl%) - (2;%head=sg, attractor=pl%) > (1;%pl_sg%)",  # 4 - 2 > 3 does not hold
            "(2;%attractor=pl, head=pl%) > 3",
            "1 < 2",
        ],
    )
    document["condition_factors"] = {name: {"head": name[:2], "attractor": name[3:], "n": 2} for name in names}
    for item, label, cloze in zip(document["items"], ["1a", "1b"], [3, None], strict=True):
        item["label"] = label
        item["factors"] = {"kind": "old"} if cloze is None else {"kind": "new", "cloze": cloze}
    document["items"][1]["conditions"][2]["factors"] = {"freq": 7, "known": True}
    return document
