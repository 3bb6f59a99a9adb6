"""Checks of a suite against a model: words it does not know, and critical regions that it cuts differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..align import book
from ..errors import counted
from ..suite import Sentence, Suite
from ..surprisal import TokenSurprisals
from .design_checks import Contrast, contrasts
from .findings import Finding

__all__ = ["check_tokens"]


def check_tokens(suite: Suite, sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals]) -> list[Finding]:
    """Check how a model takes the sentences of a suite.

    Parameters
    ----------
    suite : Suite
    sentences : sequence of Sentence
        All of the suite's.
    scored : sequence of TokenSurprisals
        What the model gave for them, in the same order; surprisals are not looked at.

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
    return findings


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
