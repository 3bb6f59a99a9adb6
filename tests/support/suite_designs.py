"""What the tests of the shipped suites share: reading a suite's items, their words, and the published sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path

from support.places import ROOT

from syntaxgym_lite.suite import Item, Suite
from syntaxgym_lite.suite.json import load_suite


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Verbs that take both that-clauses and wh-clauses, or that let a filler pass, are few, so all items draw on the same.
FRAME_VERBS = word_set(
    """
    admitted announced assumed believed claimed confirmed discovered explain explains explained figured forgot found
    guess guessed heard knew know known knows learned mentioned noticed proved realized recalled remember remembered
    remembers reported revealed reveals said saw see show showed shows suspected thought told understood
    """
)
# Participles that differ from the past tense are few, so the reduced-relative suites must use them again.
PARTICIPLES = word_set("given shown thrown taken driven drawn blown torn ridden flown chosen forbidden")


@cache
def suite_of(name: str) -> Suite:
    return load_suite(ROOT / "suites" / f"{name}.json")


def contents(item: Item, condition: str) -> list[str]:
    return [region.content for region in item.condition(condition).regions]


def differing(first: Sequence[str], second: Sequence[str]) -> list[int]:
    """Places, from 0, at which two lists of the same length differ."""
    return [index for index, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1]]


def content_words(text: str, *, without: Collection[str]) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower())) - set(without)


def item_words(item: Item, *, without: Collection[str]) -> set[str]:
    """Content words of an item in all its conditions, all their forms included."""
    text = " ".join(region.content for condition in item.conditions for region in condition.regions)
    return content_words(text, without=without)


@cache
def published_words(shared_dir: Path, without: frozenset[str]) -> list[set[str]]:
    """Content words of every sentence of the published suites."""
    return [
        content_words(" ".join(region["content"] for region in condition["regions"]), without=without)
        for path in (shared_dir / "published" / "syntaxgym").glob("*.json")
        for item in json.loads(path.read_text(encoding="utf-8"))["items"]
        for condition in item["conditions"]
    ]
