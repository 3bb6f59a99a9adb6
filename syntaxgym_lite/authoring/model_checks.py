"""Checks of a suite against a model: words it does not know, regions that it cuts differently, what it cannot see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from ..align import book
from ..errors import counted
from ..formula import Comparison, walk
from ..formula.advice import quote
from ..formula.linear import CONSTANT, Linear, Names, difference, terms_of
from ..suite import Sentence, Suite
from ..surprisal import BackendInfo, TokenSurprisals
from .design_checks import Contrast, contrasts
from .findings import Finding

__all__ = ["check_tokens"]

_LONGEST_QUOTE = 300  # characters of a comparison that a finding cites


def check_tokens(
    suite: Suite, sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals], *, info: BackendInfo | None = None
) -> list[Finding]:
    """Check how a model takes the sentences of a suite.

    Parameters
    ----------
    suite : Suite
    sentences : sequence of Sentence
        All of the suite's.
    scored : sequence of TokenSurprisals
        What the model gave for them, in the same order; surprisals are not looked at.
    info : BackendInfo, optional
        What is known of the model; its order, if it has one.

    Returns
    -------
    list of Finding
        Unknown words in the order of the suite, what the model says of sentences, then predictions.
    """
    cut: dict[int, dict[str, _Cut]] = {}
    for sentence, tokens in zip(sentences, scored, strict=True):
        cut.setdefault(sentence.item_number, {})[sentence.condition_name] = _Cut(sentence, tokens)
    findings = [*_unknown_words(suite, sentences, scored), *_remarks(sentences, scored)]
    for contrast in contrasts(suite):
        findings.extend(_cut_differently(contrast, suite, cut))
    order = None if info is None else _order(info)
    if order is not None:
        findings.extend(_undecided(suite, order, sentences, scored))
    return findings


def _order(info: BackendInfo) -> int | None:
    """Of how many words a model knows the last if it knows those before; None if of any number, or nobody says."""
    order = 1 if info.backend == "unigram" else info.options.get("order")
    return order if isinstance(order, int) else None


@dataclass(frozen=True, slots=True)
class _Cut:
    """A sentence and its tokens."""

    sentence: Sentence
    scored: TokenSurprisals

    def region(self, place: int) -> tuple[str, tuple[str, ...]]:
        """The text of a region, and the tokens that its first word begins with or holds."""
        start, end = self.sentence.region_spans[place].tolist()
        text = self.sentence.text[start:end]
        words = text.split()
        first = book([self.sentence.text], [self.sentence.region_spans], [self.scored.spans]).first
        stop = start + text.find(words[0]) + len(words[0]) if words else start
        tokens = tuple(
            token.strip()
            for token, owner, span in zip(self.scored.tokens, first.tolist(), self.scored.spans.tolist(), strict=True)
            if owner == place and span[0] < stop
        )
        return text, tokens


def _unknown_words(suite: Suite, sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals]) -> Iterator[Finding]:
    places: dict[str, list[tuple[int, str, int]]] = {}
    for sentence, tokens in zip(sentences, scored, strict=True):
        region = book([sentence.text], [sentence.region_spans], [tokens.spans]).first
        for (start, end), oov, place in zip(tokens.spans.tolist(), tokens.oov.tolist(), region.tolist(), strict=True):
            if oov:
                here = sentence.item_number, sentence.condition_name, suite.region_numbers[place]
                places.setdefault(sentence.text[start:end].strip(), []).append(here)
    for word, found in places.items():
        more = f", here and in {counted(len(found) - 1, 'more place')}" if len(found) > 1 else ""
        item, condition, region_number = found[0]
        yield Finding("S401", f"the model does not know {word!r}{more}.", item, condition, region_number)


def _remarks(sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals]) -> Iterator[Finding]:
    """What the model says of sentences, each with the first of them."""
    places: dict[str, list[Sentence]] = {}
    for sentence, tokens in zip(sentences, scored, strict=True):
        for warning in tokens.warnings:
            places.setdefault(warning, []).append(sentence)
    for warning, found in places.items():
        more = f" (here and in {counted(len(found) - 1, 'more sentence')})" if len(found) > 1 else ""
        yield Finding("S403", f"{warning}{more}", found[0].item_number, found[0].condition_name)


def _cut_differently(contrast: Contrast, suite: Suite, cut: Mapping[int, Mapping[str, _Cut]]) -> Iterator[Finding]:
    """First words of compared regions that are the same word cut in two ways, or of unequal numbers of tokens."""
    if contrast.whole:
        return
    by_region: dict[int, list[str]] = {}
    for region, condition in (*contrast.left, *contrast.right):
        by_region.setdefault(region, []).append(condition)
    different: dict[int, str] = {}
    for number, conditions in cut.items():
        for region, names in by_region.items():
            seen = {name: conditions[name].region(suite.region_numbers.index(region)) for name in names}
            filled = {name: pair for name, pair in seen.items() if pair[0].strip()}
            lengths = {len(tokens) for _, tokens in filled.values()}
            ways: dict[str, set[tuple[str, ...]]] = {}
            for text, tokens in filled.values():
                ways.setdefault(text, set()).add(tokens)
            if len(lengths) > 1 or any(len(way) > 1 for way in ways.values()):
                shown = ", ".join(
                    f"{'|'.join(tokens) or 'no token of its own'} in {name!r}" for name, (_, tokens) in filled.items()
                )
                different.setdefault(number, f"region {region}: {shown}")
    if different:
        number, example = next(iter(different.items()))
        yield Finding(
            "S402",
            f"{contrast.text}: the model cuts the first word of the region differently between conditions, in "
            f"{len(different)} of {len(cut)} items, e.g. item {number}, {example}.",
            prediction=contrast.prediction,
        )


_Known: TypeAlias = "tuple[str, ...]"
"""A word after those that a model of some order knows before it; at the start of a sentence there are fewer."""


def _undecided(
    suite: Suite, order: int, sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals]
) -> Iterator[Finding]:
    """Comparisons whose two sides are the same to a model of an order, since what differs stands too far away."""
    known: dict[tuple[int, str], dict[int, list[_Known]]] = {}
    for sentence, tokens in zip(sentences, scored, strict=True):
        regions: dict[int, list[_Known]] = {number: [] for number in suite.region_numbers}
        owners = book([sentence.text], [sentence.region_spans], [tokens.spans]).first.tolist()
        words = [token.strip() for token in tokens.tokens]
        for index, place in enumerate(owners):
            regions[suite.region_numbers[place]].append(tuple(words[max(index - order + 1, 0) : index + 1]))
        known[sentence.item_number, sentence.condition_name] = regions
    names = Names(suite.metric, suite.region_names)
    numbers = [item.number for item in suite.items]
    said = set()
    for index, prediction in enumerate(suite.predictions):
        for node in walk(prediction.formula.root):
            total = difference(node, terms_of(node, names)) if isinstance(node, Comparison) else None
            if total is None or not total.keys() - {CONSTANT}:
                continue
            same = [number for number in numbers if _is_the_same(total, number, known)]
            text = quote(prediction.formula.source, node.span, limit=_LONGEST_QUOTE)
            if not same or (index, text) in said:
                continue
            said.add((index, text))
            if order == 1:
                sees = "knows nothing of the words before a word"
            else:
                sees = f"knows a word by the {counted(order - 1, 'word')} before it"
            n, n_same = len(numbers), len(same)
            where = f"all {n} items" if n_same == n else f"{n_same} of {n} items, e.g. item {same[0]}"
            outcome = "its difference never varies" if CONSTANT in total else "it can only be a tie"
            message = f"{text}: the model {sees}, and what it knows is the same on both sides in {where}; {outcome}."
            severity: Literal["warning", "note"] = "warning" if n_same == n else "note"
            yield Finding("S404", message, prediction=index, severity=severity)


def _is_the_same(total: Linear, item: int, known: Mapping[tuple[int, str], Mapping[int, list[_Known]]]) -> bool:
    """Whether what is added and what is taken away is the same words after the same words."""
    left: dict[object, Fraction] = {}
    for term, factor in total.items():
        for number in term.regions:
            words = known[item, term.condition][number]
            keys: list[object] = [*words] if term.metric == "sum" else [(term.metric, *words)]
            for key in keys:
                left[key] = left.get(key, Fraction(0)) + factor
    return not any(left.values())
