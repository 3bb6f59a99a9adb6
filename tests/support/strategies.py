"""Generated suites, texts and tokenisations for property tests."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from support.toys import suite_document

from syntaxgym_lite.formula import METRICS, SINGLE_REGION_METRICS
from syntaxgym_lite.formula.factors import level_text
from syntaxgym_lite.suite import JOINS, Sentence, sentence_text
from syntaxgym_lite.surprisal import TokenSurprisals

NAN = float("nan")


def examples(n: int) -> settings:
    """Run a property on `n` examples; machines of every speed may take the time they need."""
    return settings(max_examples=n, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# ---------------------------------------------------------------- texts

_SCRIPTS = (
    "aZé ß'-",
    "e\u0301n\u0303a\u0323\u0307",  # letters with combining marks
    "猫昨天睡了、。",
    "แมวนอนหลับ",
    "الكلب ينام\u064b",
    "कुत्ता ",
    "🦊👩\u200d👧🏳\ufe0f\u200d🌈",
    ".,;:?!()[]“”‘’\"'…%«»¿",
    "0159½²",
    " \u00a0\t\u3000\u2009",  # blanks of several widths
)

scripted = st.one_of([st.text(letters, max_size=6) for letters in _SCRIPTS])
"""A word or less, of one script."""

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
"""Any code points but surrogates."""

_PUNCTUATION = st.sampled_from([",", ".", "?", "'s", "n't", "’s", '"', "(", ")", "“", "”", "...", ".5", "-"])


def contents(*, visible: bool = False) -> st.SearchStrategy[str]:
    """Texts of a region: words, punctuation, nothing; with blanks at the ends, as some published suites have them.

    Parameters
    ----------
    visible : bool
        Leave out what is empty or made of blanks only.
    """
    words = st.lists(scripted | any_text, max_size=4).map(" ".join)
    padded = st.tuples(st.sampled_from(["", "", " ", "  "]), words, st.sampled_from(["", "", " "])).map("".join)
    if visible:
        return (padded | _PUNCTUATION).filter(str.strip)
    return st.one_of(padded, _PUNCTUATION, st.just(""))


joins = st.sampled_from(JOINS)


@st.composite
def sentences(draw: st.DrawFn, n_regions: int | None = None, join: str | None = None) -> Sentence:
    """A sentence of one to six regions, empty ones among them."""
    n = n_regions or draw(st.integers(1, 6))
    text, spans = sentence_text(
        draw(st.lists(contents(), min_size=n, max_size=n)),
        join or draw(joins),  # type: ignore[arg-type]
    )
    return Sentence(draw(st.integers(1, 99)), draw(st.sampled_from("abc")), text, spans)


# ---------------------------------------------------------------- tokens


@st.composite
def token_spans(draw: st.DrawFn, text: str) -> np.ndarray:
    """One way to cut a text into tokens.

    Cuts fall anywhere: inside words, between blanks, in the middle of what a reader takes as one letter. A blank belongs
    to the token before it, to the one after it, to none, or to one of its own. Any token may be several that share its
    span, as the bytes of an emoji do.
    """
    cuts = sorted(draw(st.sets(st.integers(1, max(len(text) - 1, 1)), max_size=min(len(text), 8))))
    edges = [0, *(cut for cut in cuts if cut < len(text)), len(text)]
    trim = draw(st.sampled_from(["none", "left", "both"]))
    spans = []
    for start, end in itertools.pairwise(edges):
        piece = text[start:end]
        if piece.strip() and trim != "none":
            start += len(piece) - len(piece.lstrip())
            end -= len(piece) - len(piece.rstrip()) if trim == "both" else 0
        elif not piece.strip() and trim == "both":
            continue  # a tokenizer that gives blanks no token
        spans += [(start, end)] * draw(st.sampled_from([1, 1, 1, 1, 3]))
    return np.array(spans, np.int32).reshape(-1, 2)


bits = st.floats(0, 60) | st.sampled_from([0.0, 1.0, 1e-9, NAN])
"""Surprisal of a token; NaN where the model gives none."""

defined_bits = st.floats(0, 60)


@st.composite
def scored(draw: st.DrawFn, text: str, values: st.SearchStrategy[float] = bits) -> TokenSurprisals:
    """What a model might say of a text."""
    spans = draw(token_spans(text))
    n = len(spans)
    return TokenSurprisals(
        text,
        tuple(text[start:end].strip() for start, end in spans),
        spans,
        np.array(draw(st.lists(values, min_size=n, max_size=n)), np.float64),
        np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)), np.bool_),
        eos_bits=draw(st.just(NAN) | defined_bits),
        ranks=draw(st.none() | st.lists(st.integers(0, 50), min_size=n, max_size=n)),  # type: ignore[arg-type]
    )


# ---------------------------------------------------------------- suites

condition_names = st.lists(
    st.sampled_from(["a", "b", "no-obj_no-comma", "mismatch sing", "ж", "c(1)"]), min_size=1, max_size=3, unique=True
)


@st.composite
def formulas(draw: st.DrawFn, conditions: list[str], n_regions: int) -> str:
    """A prediction about a suite with these conditions and regions."""

    def reference() -> str:
        first = draw(st.integers(1, n_regions))
        region = draw(st.sampled_from([str(first), f"{first}:{draw(st.integers(first, n_regions))}", "*", f"r{first}"]))
        several = region == "*" or ":" in region
        known = [m for m in METRICS if not (several and m in SINGLE_REGION_METRICS)]
        metric = draw(st.sampled_from(["", "", *(f";{name}" for name in known)]))
        return f"({region};%{draw(st.sampled_from(conditions))}%{metric})"

    def quantity() -> str:
        shape = draw(st.sampled_from(["{0}", "{0}", "{0} - {1}", "{0} + {1}", "2 * {0}", "abs({0} - {1})", "7.5"]))
        return shape.format(reference(), reference())

    def comparison() -> str:
        return f"{quantity()} {draw(st.sampled_from(['<', '>', '<=', '>=', '=', '!=']))} {quantity()}"

    parts = [comparison() for _ in range(draw(st.integers(1, 3)))]
    joined = draw(st.sampled_from([" & ", " | "])).join(f"[{part}]" for part in parts)
    return f"![{joined}]" if draw(st.booleans()) else joined


levels = st.sampled_from(["sg", "object relative", "a, b", "x=y", "é", 0, 1, 2.5, -3.0, True, False])


@st.composite
def condition_factors(draw: st.DrawFn, conditions: list[str]) -> dict[str, dict[str, Any]]:
    """Levels of each condition, no two of which have the same; whole numbers and the like are told apart by their text."""
    names = draw(st.lists(st.sampled_from(["head", "attractor", "n words", "ж"]), min_size=1, max_size=3, unique=True))
    n = len(conditions)
    rows = st.lists(levels, min_size=len(names), max_size=len(names))
    distinct = st.lists(rows, min_size=n, max_size=n, unique_by=lambda row: tuple(map(level_text, row)))
    return {
        condition: dict(zip(names, row, strict=True)) for condition, row in zip(conditions, draw(distinct), strict=True)
    }


@st.composite
def suite_documents(draw: st.DrawFn) -> dict[str, Any]:
    """The JSON document of a suite that loads."""
    conditions = draw(condition_names)
    n_regions = draw(st.integers(1, 4))
    items = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(conditions))
        item = {}
        for condition in order:
            texts = draw(st.lists(contents(), min_size=n_regions, max_size=n_regions))
            place = draw(st.integers(0, n_regions - 1))
            if not "".join(texts).strip():
                texts[place] = "word"
            item[condition] = texts
        items.append(item)
    document = suite_document(
        items,
        draw(st.lists(formulas(conditions, n_regions), max_size=2)),
        metric=draw(st.sampled_from(["sum", "sum", "mean", "median", "max", "min", "range", "all"])),
    )
    if draw(st.booleans()):
        document["meta"]["join"] = draw(joins)
    if draw(st.booleans()):
        document["condition_factors"] = draw(condition_factors(conditions))
    if draw(st.booleans()):
        for number, item in enumerate(document["items"]):
            item["label"] = f"{draw(st.sampled_from(['1', 'Ä', 'x y']))}{number}"
            for condition in item["conditions"]:
                if draw(st.booleans()):
                    condition["factors"] = {"frequency": draw(levels), "known": draw(st.booleans())}
    return document
