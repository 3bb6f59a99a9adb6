"""Checks of the design: what differs between conditions, and what the predictions compare.

A comparison is read as a sum, left side less right side (`syntaxgym_lite.formula.linear`). Regions added and regions
taken away are then what is held against each other: ``a > b`` pits a against b, ``a - b > c - d`` pits a and d against
b and c. If both have the same words, their frequency cancels out; if not, it is part of what is compared.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import cited, counted
from ..formula import Comparison, Reference, references, walk
from ..formula.advice import quote
from ..formula.linear import CONSTANT, Names, Value, difference, terms_of
from ..suite import Sentence, Suite
from ..words import word_splitter
from .findings import Finding
from .text_checks import sentences_by_item

__all__ = ["Contrast", "check_design", "contrasts"]

_SAME = 0.8  # share of items with equal texts from which a design is taken not to vary a region
_DIFFERENT = 0.9  # share with different ones from which it is taken to vary it
_FEWEST_ITEMS = 5  # fewer tell nothing
_FEW = 3  # items of which a score says next to nothing
_MORE_WORDS = 3  # than usual, from which a region is too long to be meant
_TIMES_LONGER = 2  # than the longest of all others
_COUNTS_TOKENS = frozenset({"sum", "prob"})  # metrics that grow with the length of a region

_MOST_CONDITIONS = 64  # of more, pairs are not held against each other
_MOST_COMPARED = 1_000_000  # comparisons times items that are looked at; of a suite with more, the first comparisons
_LONGEST_QUOTE = 300  # characters of a comparison or a sentence that a finding cites
_LISTED = 20  # conditions that it lists

Sentences = Mapping[str, Sentence]
"""Sentences of one item, by condition."""


class _Texts:
    """The text of each region of each sentence; asked for often, and cut once."""

    def __init__(self, suite: Suite, items: Mapping[int, Sentences]) -> None:
        self.places = {region: place for place, region in enumerate(suite.region_numbers)}
        self._texts = {
            (number, condition): [sentence.text[start:end] for start, end in sentence.region_spans.tolist()]
            for number, sentences in items.items()
            for condition, sentence in sentences.items()
        }

    def all(self, item: int, condition: str) -> list[str]:
        """Texts of all regions of a sentence, in order."""
        return self._texts[item, condition]

    def one(self, item: int, value: Value) -> str:
        """Text of a region of a condition."""
        region, condition = value
        return self._texts[item, condition][self.places[region]]

    def of(self, item: int, values: Iterable[Value]) -> str:
        """Texts of some regions, joined by blanks."""
        return " ".join(filter(None, [self.one(item, value) for value in values]))


@dataclass(frozen=True, slots=True)
class Contrast:
    """What a comparison holds against each other.

    Parameters
    ----------
    prediction : int
        Place of its prediction in the suite, from 0.
    text : str
        The comparison as written.
    left, right : tuple of Value
        Regions, each with its condition, that are added and taken away.
    metrics : frozenset of str
    whole : bool
        Whether several regions of a condition are taken together.
    """

    prediction: int
    text: str
    left: tuple[Value, ...]
    right: tuple[Value, ...]
    metrics: frozenset[str]
    whole: bool


def check_design(suite: Suite) -> list[Finding]:
    """Check what differs between the conditions of a suite, and what its predictions compare.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    list of Finding
        Those about items in the order of the file, then those about predictions.
    """
    items = sentences_by_item(suite)
    texts = _Texts(suite, items)
    findings = [
        *_identical_conditions(items),
        *_duplicates(items, suite.clusters),
        *_unusual_differences(suite, items, texts),
        *_empty_critical(suite, items, texts),
    ]
    said = {(finding.item_number, finding.region_number) for finding in findings}
    findings.extend(
        finding
        for finding in (*_filled_alone(suite, items, texts), *_unusual_lengths(suite, items, texts))
        if (finding.item_number, finding.region_number) not in said  # one slip, one finding
    )
    findings.extend(_few_items(suite))
    n_values = 0
    for contrast in dict.fromkeys(contrasts(suite)):
        n_values += len(items) * (len(contrast.left) + len(contrast.right))
        if n_values > _MOST_COMPARED:
            left_out = "this comparison and those after it are not looked at for S205 to S208: there are too many."
            findings.append(Finding("S205", left_out, prediction=contrast.prediction, severity="note"))
            break
        findings.extend(_different_words(contrast, items, texts))
        findings.extend(_different_lengths(contrast, items, texts))
        findings.extend(_material_after(contrast, suite, items, texts))
    return findings


def contrasts(suite: Suite) -> list[Contrast]:
    """Give what each comparison of a suite's predictions holds against each other; nothing for those with functions."""
    names = Names(suite.metric, suite.region_names)
    found = []
    for index, prediction in enumerate(suite.predictions):
        for node in walk(prediction.formula.root):
            if not isinstance(node, Comparison):
                continue
            terms = terms_of(node, names)
            total = difference(node, terms)
            if total is not None:
                signs = {term: factor > 0 for term, factor in total.items() if term != CONSTANT}
            elif isinstance(node.left, Reference) and isinstance(node.right, Reference):
                signs = {terms[node.left]: True, terms[node.right]: False}
            else:
                continue
            left, right = (
                tuple(v for t, sign in signs.items() if sign is side for v in t.values) for side in (True, False)
            )
            if left and right and not set(left) & set(right):
                whole = any(len(term.regions) > 1 for term in terms.values())
                text = quote(prediction.formula.source, node.span, limit=_LONGEST_QUOTE)
                found.append(Contrast(index, text, left, right, frozenset(t.metric for t in signs), whole))
    return found


# ---------------------------------------------------------------- items


def _identical_conditions(items: Mapping[int, Sentences]) -> Iterator[Finding]:
    for number, sentences in items.items():
        by_text: dict[str, list[str]] = {}
        for condition, sentence in sentences.items():
            by_text.setdefault(sentence.text, []).append(condition)
        for text, names in by_text.items():
            if len(names) > 1:
                cuts = {tuple(map(tuple, sentences[name].region_spans.tolist())) for name in names}
                tie = "comparing them" if len(cuts) == 1 else "cut into regions differently; comparing whole sentences"
                shown = cited(text, _LONGEST_QUOTE)
                message = f"conditions {_listed(names)} have the same sentence, {shown}; {tie} gives a tie."
                yield Finding("S201", message, number)


def _duplicates(items: Mapping[int, Sentences], clusters: Mapping[int, str]) -> Iterator[Finding]:
    """Items that repeat an earlier one, wholly (S202), or in some sentences if they are of no common cluster (S203)."""
    whole: dict[tuple[str, ...], int] = {}
    single: dict[tuple[str, str], int] = {}
    for number, sentences in items.items():
        texts = tuple(sentence.text for sentence in sentences.values())
        first = whole.setdefault(texts, number)
        if first != number:
            yield Finding("S202", f"is the same as item {first} in all conditions; it adds nothing.", number)
            continue
        repeated: dict[int, list[str]] = {}
        for condition, sentence in sentences.items():
            earlier = single.setdefault((condition, sentence.text), number)
            if earlier != number and clusters.get(earlier, number) != clusters.get(number):
                repeated.setdefault(earlier, []).append(condition)
        for earlier, names in repeated.items():
            message = f"has the sentence of item {earlier} in {_listed(names)}; the items are not independent."
            yield Finding("S203", message, number)


def _unusual_differences(suite: Suite, items: Mapping[int, Sentences], texts: _Texts) -> Iterator[Finding]:
    """Regions that differ between two conditions in few items (S204), or are the same in few (S210)."""
    names = suite.condition_names
    if len(items) < _FEWEST_ITEMS:
        return
    if len(names) > _MOST_CONDITIONS:
        for code in ("S204", "S210"):
            message = f"not looked at: there are more than {_MOST_CONDITIONS} conditions ({len(names)})."
            yield Finding(code, message, severity="note")
        return
    pairs = list(itertools.combinations(names, 2))
    for place, region in enumerate(suite.region_numbers):
        same = {
            pair: {number for number in items if texts.all(number, pair[0])[place] == texts.all(number, pair[1])[place]}
            for pair in pairs
        }
        for number in items:
            here = {name: texts.all(number, name)[place] for name in names}
            odd = [pair for pair in pairs if number not in same[pair] and len(same[pair]) >= _SAME * len(items)]
            if odd:
                first, second = odd[0]
                message = (
                    f"{_shorten(here[first])} in {first!r} but {_shorten(here[second])} in {second!r}, which have the "
                    f"same text here in {len(same[first, second])} of {len(items)} items; the design does not vary it."
                )
                yield Finding("S204", message, number, None, region)
                continue
            n_different = {pair: len(items) - len(same[pair]) for pair in pairs}
            missing = [
                pair
                for pair in pairs
                if number in same[pair]
                and texts.all(number, pair[0]) != texts.all(number, pair[1])  # else S201 says more
                and n_different[pair] >= _DIFFERENT * len(items)
            ]
            if missing:
                first, second = missing[0]
                message = (
                    f"{_shorten(here[first])} in both {first!r} and {second!r}, which differ here in "
                    f"{n_different[first, second]} of {len(items)} items."
                )
                yield Finding("S210", message, number, None, region)


def _empty_critical(suite: Suite, items: Mapping[int, Sentences], texts: _Texts) -> Iterator[Finding]:
    """Regions that a prediction names by number or name and that have no text in some items."""
    names = Names(suite.metric, suite.region_names)
    for index, prediction in enumerate(suite.predictions):
        for term in dict.fromkeys(map(names.term, references(prediction.formula))):
            if len(term.regions) != 1:
                continue
            [region] = term.regions
            empty = [number for number in items if not texts.one(number, (region, term.condition))]
            if empty:
                where = "in all items" if len(empty) == len(items) else f"in {_items(empty)}"
                message = f"the region has no text {where}; its surprisal is 0 there."
                item = empty[0] if len(empty) == 1 else None
                yield Finding("S209", message, item, term.condition, region, index)


def _filled_alone(suite: Suite, items: Mapping[int, Sentences], texts: _Texts) -> Iterator[Finding]:
    """Regions of a condition that one item alone leaves empty, or fills, and not in all its conditions."""
    if len(items) < _FEWEST_ITEMS:
        return
    names = suite.condition_names
    for place, region in enumerate(suite.region_numbers):
        odd: dict[int, dict[str, bool]] = {}  # of an item the conditions in which it has no text here, or alone has
        for name in names:
            filled = [number for number in items if texts.all(number, name)[place]]
            if len(filled) == 1:
                odd.setdefault(filled[0], {})[name] = True
            elif len(filled) == len(items) - 1:
                odd.setdefault(next(iter(items.keys() - set(filled))), {})[name] = False
        for number, conditions in sorted(odd.items()):
            if len(conditions) == len(names) > 1 and len(set(conditions.values())) == 1:
                continue  # the item's own, and the same throughout
            for name, has_text in conditions.items():
                others = f"in the {len(items) - 1} other items"
                if has_text:
                    message = f"{_shorten(texts.all(number, name)[place])} here, where {others} there is no text."
                else:
                    message = f"no text here, where {others} there is some."
                yield Finding("S211", message, number, name, region)


def _unusual_lengths(suite: Suite, items: Mapping[int, Sentences], texts: _Texts) -> Iterator[Finding]:
    """Regions with far more words than in the other items, or than in the item's own other conditions.

    Items differ in length as they please; what a design keeps is the difference between two conditions of one item.
    """
    if len(items) < _FEWEST_ITEMS:
        return
    names = suite.condition_names
    for place, region in enumerate(suite.region_numbers):
        lengths = {name: {number: len(texts.all(number, name)[place].split()) for number in items} for name in names}
        said: set[int] = set()
        for name in names:
            longest, second = heapq.nlargest(2, lengths[name], key=lengths[name].__getitem__)
            most, next_most = lengths[name][longest], lengths[name][second]
            if 0 < next_most <= (most - _MORE_WORDS) / _TIMES_LONGER and longest not in said:
                said.add(longest)
                message = (
                    f"{most} words here, {_shorten(texts.all(longest, name)[place])}, and {next_most} at most in the "
                    f"{len(items) - 1} other items; has a cell slipped?"
                )
                yield Finding("S212", message, longest, name, region)
        if len(names) > _MOST_CONDITIONS:
            continue
        for first, other in itertools.combinations(names, 2):
            differences = {
                number: lengths[first][number] - lengths[other][number]
                for number in items
                if lengths[first][number] and lengths[other][number]
            }
            n = len(differences)
            usual, n_usual = Counter(differences.values()).most_common(1)[0] if n else (0, 0)
            if n < _FEWEST_ITEMS or n_usual == n or n_usual < _SAME * n:
                continue
            for number, here in differences.items():
                if abs(here - usual) >= _MORE_WORDS and number not in said:
                    said.add(number)
                    rule = (
                        f"{abs(usual)} {'more' if usual > 0 else 'fewer'} in {first!r}" if usual else "as many in both"
                    )
                    message = (
                        f"{counted(lengths[first][number], 'word')} in {first!r} and {lengths[other][number]} in "
                        f"{other!r}; in {n_usual} of {n} items there are {rule}."
                    )
                    yield Finding("S212", message, number, None, region)


def _few_items(suite: Suite) -> Iterator[Finding]:
    n = len(suite.items)
    if suite.predictions and n <= _FEW:
        levels = ["0", *(f"{k / n:.3g}" for k in range(1, n))]
        message = (
            f"with {counted(n, 'item')} a score can only be {', '.join(levels)} or 1, and its interval is wide: it "
            f"says what a model does with {'this item' if n == 1 else 'these'}, and next to nothing of others."
        )
        yield Finding("S213", message, severity="note")


# ---------------------------------------------------------------- predictions


def _pieces(text: str) -> list[str]:
    """Words and signs; the marks of a letter are part of its word, in any script."""
    text = text.replace("’", "'")
    return [text[start:end] for start, end in word_splitter("punct")(text)]


def _words(text: str) -> list[str]:
    return [piece for piece in _pieces(text) if any(map(str.isalnum, piece))]


def _different_words(contrast: Contrast, items: Mapping[int, Sentences], texts: _Texts) -> Iterator[Finding]:
    """Different words held against each other: in different contexts (S205), or after the same one (S206)."""
    confounded: dict[int, str] = {}
    after_the_same: dict[int, str] = {}
    for number, sentences in items.items():
        left, right = (texts.of(number, side) for side in (contrast.left, contrast.right))
        if left == right or Counter(_pieces(left)) == Counter(_pieces(right)):
            continue
        shown = f"{_shorten(left)} against {_shorten(right)}"
        (after_the_same if _same_context(contrast, sentences, texts) else confounded)[number] = shown
    where = _where(confounded, items)
    if where is not None:
        message = (
            f"{contrast.text} compares different words in different contexts, {where}. How frequent the words are is "
            "part of the difference; compare the same words, or add the conditions that cancel it out."
        )
        yield Finding("S205", message, prediction=contrast.prediction)
    where = _where(after_the_same, items)
    if where is not None:
        if all(texts.places[region] == 0 for region, _ in (min(contrast.left), min(contrast.right))):
            what, they = "sentences of different words, or their beginnings, P(s1) against P(s2)", "the words"
        else:
            what, they = "different words after the same text, P(w1|c) against P(w2|c)", "they"
        message = f"{contrast.text} compares {what}, {where}. How frequent {they} are is part of the answer."
        yield Finding("S206", message, prediction=contrast.prediction, severity="note")


def _different_lengths(contrast: Contrast, items: Mapping[int, Sentences], texts: _Texts) -> Iterator[Finding]:
    if not contrast.metrics <= _COUNTS_TOKENS:
        return
    unequal: dict[int, str] = {}
    for number in items:
        left, right = (texts.of(number, side) for side in (contrast.left, contrast.right))
        counts = len(_words(left)), len(_words(right))
        if counts[0] != counts[1]:
            unequal[number] = f"{counted(counts[0], 'word')} in {_shorten(left)}, {counts[1]} in {_shorten(right)}"
    where = _where(unequal, items)
    if where is not None:
        message = (
            f"{contrast.text} compares regions of different length, {where}. A sum grows with every word; use the same "
            "number, or the metric mean."
        )
        yield Finding("S208", message, prediction=contrast.prediction)


def _material_after(
    contrast: Contrast, suite: Suite, items: Mapping[int, Sentences], texts: _Texts
) -> Iterator[Finding]:
    """Text after the last difference, in a comparison of whole sentences or runs of regions."""
    conditions = {condition for _, condition in (*contrast.left, *contrast.right)}
    if not contrast.whole or len(conditions) != 2:
        return
    first, second = sorted(conditions, key=suite.condition_names.index)
    included = {region for region, _ in (*contrast.left, *contrast.right)}
    after: dict[int, str] = {}
    for number in items:
        left, right = (texts.all(number, condition) for condition in (first, second))
        differing = [place for place, pair in enumerate(zip(left, right, strict=True)) if pair[0] != pair[1]]
        if not differing:
            continue
        rest = [
            left[place]
            for place, region in enumerate(suite.region_numbers)
            if place > differing[-1] and region in included and _words(left[place])
        ]
        if rest:
            after[number] = _shorten(" ".join(rest))
    where = _where(after, items)
    if where is not None:
        message = (
            f"{contrast.text} includes text after the last region that differs, {where}. Its surprisal is added to "
            "that of the difference; name the critical regions instead, e.g. (2:3;%condition%)."
        )
        yield Finding("S207", message, prediction=contrast.prediction)


def _same_context(contrast: Contrast, sentences: Sentences, texts: _Texts) -> bool:
    """Whether all that is compared begins at one place of two conditions, after the same text."""
    prefixes = set()
    for side in (contrast.left, contrast.right):
        if len({condition for _, condition in side}) != 1:
            return False
        region, condition = min(side)
        sentence = sentences[condition]
        prefixes.add(sentence.text[: sentence.region_spans[texts.places[region], 0]].rstrip())
    return len(prefixes) == 1


def _where(examples: Mapping[int, str], items: Mapping[int, Sentences]) -> str | None:
    """Say in how many items something is found, with the first example; None without one."""
    if not examples:
        return None
    number, example = next(iter(examples.items()))
    return f"in {len(examples)} of {len(items)} items, e.g. item {number}: {example}"


def _items(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"item {numbers[0]}"
    shown = ", ".join(map(str, numbers[:5]))
    return f"items {shown}" + (f" and {len(numbers) - 5} more" if len(numbers) > 5 else "")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(cited, names[:_LISTED])) + (
        f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    )


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:28]} … {text[-28:]}")
