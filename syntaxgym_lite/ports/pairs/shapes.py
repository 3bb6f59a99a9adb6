"""How rows become pairs: two sentences in a row, a sentence a row, by turns, a sentence with its correction, and so on.

Each function here makes a `Shape`: what takes the rows of a file, in their order, and gives pairs. What cannot be used
is noted, as a problem if the file is not what it seems, and as left out if its authors made it so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...words import is_unspaced
from .pair import Cells, FoundPairs, Pair, PairRow, PairShape
from .rows import rows_of

__all__ = [
    "DESIGNED",
    "agreed_sides",
    "by_turns",
    "choices",
    "corrected",
    "crossed_contexts",
    "designed_sides",
    "long_form",
    "rated",
    "two_columns",
]


def two_columns(good: str, bad: str, *, contexts: tuple[str, str] | None = None, joined: bool = True) -> PairShape:
    """A row for each pair.

    Parameters
    ----------
    good, bad : str
        Columns of the sentences.
    contexts : (str, str), optional
        Columns of what stands before each; the same one twice where one text stands before both.
    joined : bool, optional
        Whether a blank comes between context and sentence, in scripts that have blanks.
    """

    def shape(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
        pairs = []
        for row in rows:
            texts = [found.text(row, name) for name in (good, bad)]
            before = [found.text(row, name, empty=True) for name in contexts or ()]
            if None in texts or None in before:
                continue
            one, other = (str(text) for text in texts)
            was_cut = [one, other] != [row.cells[name] for name in (good, bad)]
            if contexts is None:
                sides: dict[str, Sequence[str]] = {"good": [one], "bad": [other]}
            else:
                firsts = [_before(str(text), one) if joined else str(text) for text in before]
                sides = {"good": [firsts[0], one], "bad": [firsts[1], other]}
            pairs.append(Pair(row.where, sides, _without(row.cells, good, bad, *contexts or ()), was_cut))
        return pairs

    return shape


def long_form(key: Sequence[str], label: str, sides: Mapping[str, str], sentence: str) -> PairShape:
    """A row for each sentence: the rows of a pair share a key, and a label says which is good.

    Parameters
    ----------
    key : sequence of str
        Columns that together name a pair.
    label : str
        Column that says which sentence a row holds.
    sides : mapping of str to str
        Label to ``"good"`` or ``"bad"``.
    sentence : str
        Column of the sentence.
    """

    def shape(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
        by_key: dict[tuple[str, ...], list[PairRow]] = {}
        for row in rows:
            by_key.setdefault(tuple(str(row.cells.get(name, "")).strip() for name in key), []).append(row)
        pairs = []
        for own in by_key.values():
            named = [sides.get(str(row.cells.get(label, "")).strip()) for row in own]
            if sorted(map(str, named)) != ["bad", "good"]:
                found.leave_out(own[0], "not one good and one bad sentence")
                continue
            by_side = dict(zip(map(str, named), own, strict=True))
            texts = {side: found.text(by_side[side], sentence) for side in ("good", "bad")}
            if None not in texts.values():
                was_cut = any(texts[side] != by_side[side].cells[sentence] for side in texts)
                contents = {side: [str(text)] for side, text in texts.items()}
                cells = _without(by_side["good"].cells, label, sentence)
                pairs.append(Pair(own[0].where, contents, cells, was_cut))
        return pairs

    return shape


def by_turns(first: str, second: str, labels: tuple[str, str] | None = None) -> PairShape:
    """A sentence a line, two lines a pair.

    Parameters
    ----------
    first, second : str
        ``"good"`` and ``"bad"``, or ``"bad"`` and ``"good"``.
    labels : (str, str), optional
        What the lines of both begin with, before a tab.
    """

    def shape(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
        pairs = []
        if len(rows) % 2:
            found.problems.note(rows[-1].where, f"has no second line: a {first} and a {second} sentence are a pair.")
        for one, other in zip(rows[::2], rows[1::2], strict=False):
            if labels is not None and (one.cells["label"], other.cells["label"]) != labels:
                found.problems.note(
                    one.where, f"must be {labels[0]}, and the line after it {labels[1]}: they are a pair."
                )
                continue
            texts = {side: found.text(row, "sentence") for side, row in ((first, one), (second, other))}
            if None not in texts.values():
                sides = {side: [str(texts[side])] for side in ("good", "bad")}
                was_cut = any(row.cells["sentence"] != texts[side] for side, row in ((first, one), (second, other)))
                pairs.append(Pair(one.where, sides, _without(one.cells, "sentence", "label"), was_cut))
        return pairs

    return shape


def corrected(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
    """A sentence a line, some with an error and its correction (DaLAJ): a pair, where that is a line of the file.

    A correction replaces what stands from ``start`` to ``stop``. Where a word is missing they are one, and the blanks
    around the new word are lacking: so the result is looked for among the correct sentences, also with such a blank.
    """
    correct = {str(row.cells.get("sentence")): row for row in rows if row.cells.get("label") == "correct"}
    used = set()
    pairs = []
    for row in rows:
        if row.cells.get("label") == "correct":
            continue
        about = _object(row.cells.get("meta"))
        span, words = _object(about.get("error_span")), _object(about.get("confusion_pair"))
        start, stop, new = span.get("start"), span.get("stop"), words.get("correction")
        bad = found.text(row, "sentence")
        if bad is None:
            continue
        if not (isinstance(start, int) and isinstance(stop, int) and isinstance(new, str)):
            found.leave_out(row, "no correction is given")
        elif words.get("incorrect_span") == new:
            found.leave_out(row, "the correction is what stands there already")
        else:
            sentence = row.cells["sentence"]
            words_in = (new, f"{new} ", f" {new}")
            tried = (f"{sentence[:start]}{one}{sentence[stop:]}" for one in words_in)
            good = next((one for one in tried if one in correct), None)
            if good is None:
                found.leave_out(row, "the corrected sentence is no correct line of the file")
                continue
            used.add(good)
            kept = {name: about.get(name) for name in ("error_label", "education_level", "l1")}
            pairs.append(Pair(row.where, {"good": [good.strip()], "bad": [bad]}, kept))
    for text, row in correct.items():
        if text not in used:
            found.leave_out(row, "a correct sentence without its error")
    return pairs


DESIGNED = "human_annotations.tsv"
"""Of QFrBLiMP, the file that says which sentence was designed as the good one."""


def designed_sides(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
    """Two sentences in a row whose good side changes from row to row, and stands in a file beside this one (QFrBLiMP).

    ``label`` and the annotators give the sentence that people chose, 0 for the first: no answer, and a tie where half
    of them chose each. The share that chose the designed one is the factor ``human``.
    """
    folders = (found.path.parent, found.path.parent.parent)
    beside = next((folder / DESIGNED for folder in folders if (folder / DESIGNED).is_file()), None)
    if beside is None:
        found.problems.note(
            "",
            f"does not say which sentence is good (label is what people chose): {DESIGNED} of the same repository "
            "does, and must stand in the same folder.",
        )
        return []
    designed: dict[frozenset[str], str] = {}
    for row in rows_of(FoundPairs(beside, found.problems), layout="tab-separated, unquoted"):
        good, bad = (str(row.cells.get(name, "")).strip() for name in ("sentence_good", "sentence_bad"))
        if designed.setdefault(frozenset((good, bad)), good) != good:
            found.problems.note("", f"{DESIGNED}, {row.where} has the same two sentences the other way round.")
    pairs = []
    for row in rows:
        texts = [found.text(row, name) for name in ("sentence_a", "sentence_b")]
        if None in texts:
            continue
        one, other = (str(text) for text in texts)
        answer = designed.get(frozenset((one, other)))
        if answer is None:
            found.leave_out(row, f"not in {DESIGNED}")
            continue
        place = int(answer != one)
        chosen = [value for name, value in row.cells.items() if name.startswith("annotator_") and value in (0, 1)]
        human = {"human": sum(value == place for value in chosen) / len(chosen)} if chosen and one != other else {}
        kept = _without(
            row.cells, "sentence_a", "sentence_b", "label", *[one for one in row.cells if one.startswith("annotator_")]
        )
        sides = {"good": [answer], "bad": [other if place == 0 else one]}
        pairs.append(Pair(row.where, sides, {**kept, **human}))
    return pairs


def agreed_sides(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
    """The designed sides, with the share of annotators who agreed with them (QFrBLiMP's table of judgments)."""
    pairs = []
    for pair in two_columns("sentence_good", "sentence_bad")(rows, found):
        agreed = [pair.cells[name] for name in pair.cells if name.startswith("annotator_")]
        kept = {name: value for name, value in pair.cells.items() if not name.startswith("annotator_")}
        votes = [value for value in agreed if value in ("0", "1")]
        human = {"human": votes.count("1") / len(votes)} if votes and not pair.is_equal else {}
        pairs.append(Pair(pair.where, pair.sides, {**kept, **human}, pair.was_cut))
    return pairs


def choices(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
    """Several ends of one beginning, of which the first is right and must cost least (entity tracking)."""
    pairs = []
    for row in rows:
        options = row.cells.get("options")
        if not isinstance(options, list) or len(options) < 2:
            found.problems.note(row.where, "options must be a list of two or more texts.")
            continue
        numbered = PairRow(row.where, {str(number): value for number, value in enumerate(options)})
        texts = [found.text(numbered, str(number)) for number in range(len(options))]
        before = row.cells.get("input_prefix")
        if not isinstance(before, str):
            found.problems.note(row.where, "input_prefix must be a text.")
        elif None not in texts:
            names = ["good", *([f"bad_{number}" for number in range(1, len(texts))] if len(texts) > 2 else ["bad"])]
            sides = {name: [_before(before, str(text)), str(text)] for name, text in zip(names, texts, strict=True)}
            pairs.append(Pair(row.where, sides, _without(row.cells, "options", "input_prefix")))
    return pairs


def crossed_contexts(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
    """Two sentences and two contexts, each of which fits one of them (EWoK).

    Files of BabyLM have each item twice, the second time with both exchanged: the same comparisons.
    """
    pairs = []
    seen: set[tuple[str, ...]] = set()
    names = ("Context1", "Context2", "Target1", "Target2")
    for row in rows:
        texts = [found.text(row, name) for name in names]
        if None in texts:
            continue
        context_1, context_2, target_1, target_2 = (str(text) for text in texts)
        if (context_2, context_1, target_2, target_1) in seen:
            found.leave_out(row, "an item that is there already, with its contexts and sentences exchanged")
            continue
        seen.add((context_1, context_2, target_1, target_2))
        sides = {
            f"c{c}t{t}": [_before(context, target), target]
            for t, target in ((1, target_1), (2, target_2))
            for c, context in ((1, context_1), (2, context_2))
        }
        pairs.append(Pair(row.where, sides, _without(row.cells, *names)))
    return pairs


def rated(rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
    """Two forms in one text, parted by a tab, and the share of people for the first (wug).

    The one that most people chose counts as good, and the share that chose it is the factor ``human``.
    """
    pairs = []
    for row in rows:
        texts = str(row.cells.get("sentences", "")).split("\t")
        ratio = row.cells.get("ratio")
        if len(texts) != 2 or not all(map(str.strip, texts)):
            found.problems.note(row.where, "sentences must be two texts parted by a tab.")
        elif isinstance(ratio, bool) or not isinstance(ratio, (int, float)) or not 0 <= ratio <= 1:
            found.problems.note(row.where, "ratio must be a number from 0 to 1.")
        elif ratio == 0.5:
            found.leave_out(row, "as many people for the one as for the other")
        else:
            good, bad = (text.strip() for text in (texts if ratio > 0.5 else texts[::-1]))
            about = {"human": max(ratio, 1 - ratio), "chosen": "first" if ratio > 0.5 else "second"}
            pairs.append(Pair(row.where, {"good": [good], "bad": [bad]}, about))
    return pairs


def _object(value: Any) -> Cells:
    return value if isinstance(value, dict) else {}


def _before(context: str, sentence: str) -> str:
    """Put the blank that separates a context from the sentence after it."""
    return context if not context or context[-1].isspace() or is_unspaced([context, sentence]) else f"{context} "


def _without(cells: Cells, *names: str) -> Cells:
    """Give what else stands in a row."""
    return {name: value for name, value in cells.items() if name not in names}
