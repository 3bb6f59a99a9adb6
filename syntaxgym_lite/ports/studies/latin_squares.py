"""Who sees what: the conditions of a suite dealt out to lists of a study with people, as a Latin square."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ...delimited import column_letters
from ...errors import InputError, counted
from ...suite import Factor, Item, Sentence, Suite

__all__ = ["FILLER", "ITEM", "Trial", "chunks_of", "deal", "order", "uneven"]

ITEM, FILLER = "item", "filler"


@dataclass(frozen=True, slots=True)
class Trial:
    """A sentence that the people of one list see.

    Parameters
    ----------
    list : str
        A letter.
    type : {"item", "filler"}
    item : Item
    condition : str
    text : str
        The whole sentence.
    chunks : tuple of str
        What is seen at once where a sentence is read region by region; see `chunks_of`.
    factors : mapping
        Of the condition, of the item, and of the condition of this item, by name.
    contents : mapping of int to str
        Region number to its text as written.
    """

    list: str
    type: Literal["item", "filler"]
    item: Item
    condition: str
    text: str
    chunks: tuple[str, ...]
    factors: Mapping[str, Factor]
    contents: Mapping[int, str]

    @property
    def label(self) -> str | int:
        """What the item is called: its label, else its number."""
        return self.item.label or self.item.number


def chunks_of(sentence: Sentence, *, glued: bool = False) -> tuple[str, ...]:
    """Give what is seen at once where a sentence is read region by region.

    That is a region; one that no blank parts from the one before, such as a full stop, is seen with it, and an empty
    one is not seen. In a language written without blanks (`glued`) each region stands alone.
    """
    chunks: list[str] = []
    for start, end in sentence.region_spans.tolist():
        piece = " ".join(sentence.text[start:end].split())
        if not piece:
            continue
        if chunks and not glued and not sentence.text[start - 1].isspace() and not sentence.text[start].isspace():
            chunks[-1] += piece
        else:
            chunks.append(piece)
    return tuple(chunks)


def deal(suite: Suite, fillers: Suite | None = None) -> list[list[Trial]]:
    """Deal the sentences of a suite to as many lists as it has conditions.

    The first list has item 1 in condition 1, item 2 in condition 2, and so on; each further list begins one condition
    later. So each list has every item once, each condition as often as every other (up to one, see `uneven`), and all
    lists together have every item in every condition once: the counterbalanced design in which items are crossed with
    conditions between people (Pollatsek and Well 1995, Journal of Experimental Psychology: Learning, Memory, and
    Cognition 21, 785-794).

    Parameters
    ----------
    suite : Suite
    fillers : Suite, optional
        Its items are dealt in the same way; those of one condition are the same in every list.

    Returns
    -------
    list of lists of Trial
        For each list its items, then its fillers, in the order of their files.
    """
    dealt = [[] for _ in suite.condition_names]  # type: list[list[Trial]]
    parts: list[tuple[Suite, Literal["item", "filler"]]] = [(suite, ITEM)]  # type: ignore[list-item]
    if fillers is not None:
        parts.append((fillers, FILLER))  # type: ignore[arg-type]
    for part, kind in parts:
        names = part.condition_names
        trials = {(trial.item.number, trial.condition): trial for trial in _trials(part, kind)}
        for place, own in enumerate(dealt):
            letters = column_letters(place)
            for index, item in enumerate(part.items):
                own.append(replace(trials[item.number, names[(index + place) % len(names)]], list=letters))
    return dealt


def _trials(suite: Suite, kind: Literal["item", "filler"]) -> Iterator[Trial]:
    items = {item.number: item for item in suite.items}
    for sentence in suite.sentences():
        item = items[sentence.item_number]
        condition = item.condition(sentence.condition_name)
        yield Trial(
            "",
            kind,
            item,
            condition.name,
            " ".join(sentence.text.split()),
            chunks_of(sentence, glued=suite.join == "none"),
            {**suite.condition_factors.get(condition.name, {}), **item.factors, **condition.factors},
            {region.number: region.content for region in condition.regions},
        )


def uneven(suite: Suite) -> str:
    """Say in a sentence that lists cannot have all conditions equally often, where it is so; else an empty text."""
    n_items, n_conditions = len(suite.items), len(suite.condition_names)
    if n_items % n_conditions == 0:
        return ""
    return (
        f"{counted(n_items, 'item')} cannot be dealt evenly to {counted(n_conditions, 'condition')}: in each list some "
        f"conditions have one item more than others. {-n_items % n_conditions} more, or {n_items % n_conditions} fewer,"
        " would do."
    )


def order(trials: Sequence[Trial], *, seed: int, most_alike: int = 2) -> list[Trial]:
    """Put the trials of a list into an order that looks random, and is the same for the same seed everywhere.

    Parameters
    ----------
    trials : sequence of Trial
    seed : int
        Each list has an order of its own, by its letter.
    most_alike : int, optional
        How many items of the same condition may follow each other, whether fillers stand between them or not.

    Returns
    -------
    list of Trial
        Fillers stand between the items as evenly as their number allows.
    """
    if most_alike < 1:
        raise InputError(
            f"`most_alike={most_alike}`: is how many items of a condition may follow each other; at least 1."
        )
    items = [trial for trial in trials if trial.type == ITEM]
    fillers = [trial for trial in trials if trial.type == FILLER]
    if not trials:
        return []
    dice = random.Random(f"sglite/{seed}/{trials[0].list}")  # a text seeds alike in every version of Python since 3.2
    by_condition: dict[str, list[Trial]] = {}
    for trial in _shuffled(items, dice):
        by_condition.setdefault(trial.condition, []).append(trial)
    conditions = _in_short_runs(Counter(trial.condition for trial in items), most_alike, dice)
    ordered = [by_condition[name].pop() for name in conditions]
    return _interleaved(ordered, _shuffled(fillers, dice), dice)


def _shuffled(trials: Iterable[Trial], dice: random.Random) -> list[Trial]:
    return sorted(trials, key=lambda _: dice.random())


def _in_short_runs(counts: Mapping[str, int], longest: int, dice: random.Random) -> list[str]:
    """Give names, each as often as it counts, at random but in no longer runs; of a single one there is one run.

    A name is taken only if what is left can still be placed: k other names make room for `longest` more than they
    are, before, between and after them, less what the present run has used up.
    """
    left = dict(counts)
    placed: list[str] = []
    run = 0

    def can_follow(name: str) -> bool:
        last_run = run + 1 if placed and placed[-1] == name else 1
        if last_run > longest:
            return False
        after = {**left, name: left[name] - 1}
        total = sum(after.values())
        return all(
            n <= longest * (total - n) + (longest - last_run if other == name else longest)
            for other, n in after.items()
        )

    while sum(left.values()):
        open_ = [name for name in left if left[name] and can_follow(name)]
        open_ = open_ or [name for name in left if left[name]]  # one condition alone, or far more of one than of others
        [name] = dice.choices(open_, [left[name] for name in open_])
        run = run + 1 if placed and placed[-1] == name else 1
        left[name] -= 1
        placed.append(name)
    return placed


def _interleaved(items: list[Trial], fillers: list[Trial], dice: random.Random) -> list[Trial]:
    """Put fillers before, between and after the items, as many in each place; which have one more is drawn."""
    n_places = len(items) + 1
    each, rest = divmod(len(fillers), n_places)
    # between items first: a filler that parts two items does more than one at an end
    between = sorted(range(1, n_places - 1), key=lambda _: dice.random())
    ends = sorted({0, n_places - 1}, key=lambda _: dice.random())
    more = set([*between, *ends][:rest])
    ordered: list[Trial] = []
    left = iter(fillers)
    for place in range(n_places):
        ordered += [next(left) for _ in range(each + (place in more))]
        ordered += items[place : place + 1]
    return ordered
