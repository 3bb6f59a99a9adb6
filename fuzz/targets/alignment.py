"""Every token belongs to one region; sums add up to the sentence; all values are those of a slow and plain road.

An input is ``{"regions": [...], "join": "space", "tokens": [[start, end, bits, unknown, rank], ...], "eos": 1.5}``.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
from hypothesis import strategies as st
from support.plain import plain_metric, plain_owner
from support.strategies import contents, joins, scored

from syntaxgym_lite.align import align, word_values
from syntaxgym_lite.formula import METRICS
from syntaxgym_lite.suite import JOINS, Sentence, sentence_text
from syntaxgym_lite.surprisal import TokenSurprisals
from syntaxgym_lite.words import SCHEMES

from ..inputs import as_json, corpus, mutated_json


@st.composite
def _sentences(draw: st.DrawFn) -> bytes:
    regions = draw(st.lists(contents(), min_size=1, max_size=5))
    join = draw(joins)
    said = draw(scored(sentence_text(regions, join)[0]))  # type: ignore[arg-type]
    ranks = [0] * len(said.tokens) if said.ranks is None else said.ranks.tolist()
    tokens = [
        [start, end, None if math.isnan(bits) else bits, bool(oov), rank]
        for (start, end), bits, oov, rank in zip(said.spans.tolist(), said.bits.tolist(), said.oov, ranks, strict=True)
    ]
    eos = None if math.isnan(said.eos_bits) else said.eos_bits
    return as_json({"regions": regions, "join": join, "tokens": tokens, "eos": eos})


INPUTS = st.one_of(_sentences(), _sentences(), mutated_json(corpus("alignment")))
EXAMPLES = 100


def check(data: bytes) -> None:
    """Align the tokens of one sentence with its regions."""
    given = _sentence(data)
    if given is None:
        return
    sentence, said = given
    aligned = align([sentence], [said], METRICS)
    owners = aligned.owners[0].tolist()
    assert owners == [plain_owner(sentence, start) for start in said.spans[:, 0].tolist()]
    n_tokens = aligned.n_tokens[0].tolist()
    assert n_tokens == [owners.count(place) for place in range(len(sentence.region_spans))]
    ranks = [0] * len(owners) if said.ranks is None else said.ranks.tolist()
    for place, (start, end) in enumerate(sentence.region_spans.tolist()):
        own = [token for token, owner in enumerate(owners) if owner == place]
        text = sentence.text[start:end].strip()
        sizes = (len(text.split()), len(text), len(text.encode("utf-8", "surrogatepass")))
        for metric in METRICS:
            said_of_own = [said.bits[own].tolist(), [ranks[token] for token in own], said.oov[own].tolist()]
            expected = plain_metric(metric, *said_of_own, *sizes)
            found = float(aligned.bits[metric][0, place])
            assert _same(found, expected), f"{metric} of region {place + 1}: {found}, but it is {expected}"
    _adds_up(said, aligned.bits["sum"][0][aligned.n_tokens[0] > 0])
    for scheme in SCHEMES:
        words = word_values([said], scheme)
        _adds_up(said, words.bits[words.n_tokens > 0])
        assert int(words.n_tokens.sum()) == len(owners)
        assert list(words.words) == [sentence.text[start:end] for start, end in words.spans.tolist()]


def _adds_up(said: TokenSurprisals, sums: np.ndarray) -> None:
    """Sums of parts make the sum of the whole, undefined where a token is."""
    assert _same(float(np.sum(sums)), float(np.sum(said.bits)))


def _same(one: float, other: float) -> bool:
    return (math.isnan(one) and math.isnan(other)) or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def _sentence(data: bytes) -> tuple[Sentence, TokenSurprisals] | None:
    """Make the sentence of an input; None if it is none that a model could give: tokens in order, within the text."""
    try:
        given: dict[str, Any] = json.loads(data)
        regions, join = given["regions"], given["join"]
        if join not in JOINS or not regions or not all(isinstance(region, str) for region in regions):
            return None
        text, spans = sentence_text(regions, join)
        text.encode("utf-8")
        n = len(given["tokens"])
        tokens = np.array([row[:2] for row in given["tokens"]], np.int32).reshape(n, 2)
        bits = np.array([math.nan if row[2] is None else float(row[2]) for row in given["tokens"]])
        oov = np.array([row[3] is True for row in given["tokens"]], np.bool_)
        ranks = np.array([int(row[4]) for row in given["tokens"]], np.int32)
        eos = math.nan if given["eos"] is None else float(given["eos"])
    except (ValueError, KeyError, TypeError, IndexError, OverflowError):
        return None
    in_order = (np.diff(tokens[:, 0]) >= 0).all() and (
        (tokens[:, 0] < tokens[:, 1]) & (tokens[:, 1] <= len(text))
    ).all()
    if (
        not text.strip()
        or not in_order
        or (tokens < 0).any()
        or (bits < 0).any()
        or np.isinf(bits).sum()
        or (ranks < 0).any()
    ):
        return None
    pieces = tuple(text[start:end] for start, end in tokens.tolist())
    return Sentence(1, "c", text, spans), TokenSurprisals(text, pieces, tokens, bits, oov, eos, ranks)
