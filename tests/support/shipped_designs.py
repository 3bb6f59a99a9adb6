"""What the tests of the shipped suites' designs share: reading a suite's items, and the published sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path

from syntaxgym_lite.suite import Item, Suite
from syntaxgym_lite.suite.json import load_suite


def suite_of(root_dir: Path, name: str) -> Suite:
    return load_suite(root_dir / "suites" / f"{name}.json")


def contents(item: Item, condition: str) -> list[str]:
    return [region.content for region in item.condition(condition).regions]


def differing(first: Sequence[str], second: Sequence[str]) -> list[int]:
    """Places, from 0, at which two lists of the same length differ."""
    return [index for index, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1]]


def content_words(text: str, *, without: Collection[str]) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower())) - set(without)


def item_words(item: Item, *, without: Collection[str]) -> set[str]:
    """Content words of an item in all its conditions, all their forms included."""
    text = " ".join(region.content for condition in item.conditions for region in condition.regions)
    return content_words(text, without=without)


@cache
def published_texts(shared_dir: Path) -> list[str]:
    """Every sentence of the published suites, read once."""
    return [
        " ".join(region["content"] for region in condition["regions"])
        for path in (shared_dir / "published" / "syntaxgym").glob("*.json")
        for item in json.loads(path.read_text(encoding="utf-8"))["items"]
        for condition in item["conditions"]
    ]
