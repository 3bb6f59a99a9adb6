"""The first view of a report: models beside each other, over all suites, by circuit, and on every suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import counted
from ...stats import Interval, ModelSummary, PartSummary, RunSummary, SuiteSummary
from .suites import SuiteData

__all__ = ["MeanRow", "Overview", "ScoreCell", "SuiteRow", "overview_of"]

_SHADES = 5  # steps of how far a score is from chance


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """A score in a table of models.

    Parameters
    ----------
    score, low, high, chance : float or None
        The score, its 95 % interval, and what chance gives; None where there is none.
    shade : str
        Class of the cell: how far the score is above or below chance, if it is by the test.
    says : str
        All of it in words.
    marks : tuple of str
        What is to be seen beside the score: ties, undefined items.
    """

    score: float | None = None
    low: float | None = None
    high: float | None = None
    chance: float | None = None
    shade: str = ""
    says: str = ""
    marks: tuple[str, ...] = ()
    side: str = ""

    @property
    def text(self) -> str:
        """The score, with two places."""
        return "–" if self.score is None else f"{self.score:.2f}"

    @property
    def below(self) -> str:
        """What stands below it: its interval, and its marks."""
        interval = "" if self.low is None or self.high is None else f"{self.low:.2f} to {self.high:.2f}"
        return ", ".join(filter(None, (interval, *self.marks)))

    @property
    def tsv(self) -> str:
        """Score and interval, for the clipboard."""
        return "\t".join("" if value is None else f"{value:.4f}" for value in (self.score, self.low, self.high))

    @property
    def strip(self) -> str:
        """Score, interval and chance, for ``static/strip.js``; empty without a score."""
        if self.score is None:
            return ""
        values = (self.score, self.low, self.high, self.chance)
        return " ".join("-" if value is None or value != value else f"{value:.4f}" for value in values)


@dataclass(frozen=True, slots=True)
class MeanRow:
    """A mean over suites.

    Parameters
    ----------
    name : str
    n_suites : str
        Over how many; of which to which, where models differ.
    cells : tuple of ScoreCell
        One of each model.
    is_first : bool
        Whether it is the mean over all.
    """

    name: str
    n_suites: str
    cells: tuple[ScoreCell, ...]
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class SuiteRow:
    """A suite.

    Parameters
    ----------
    name, key : str
        What it is called, in the table and in addresses.
    circuit, language : str
        Empty where the suite does not say.
    n_items, n_excluded : int
    chance : float or None
    is_bound : bool
        Whether chance gives this at most.
    has_warnings : bool
    cells : tuple of ScoreCell
        One of each model.
    """

    name: str
    key: str
    circuit: str
    language: str
    n_items: int
    n_excluded: int
    chance: float | None
    is_bound: bool
    has_warnings: bool
    cells: tuple[ScoreCell, ...]

    @property
    def sides(self) -> str:
        """On which sides of chance its models are, for the filter."""
        return " ".join(cell.side for cell in self.cells if cell.side)


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the first view shows.

    Parameters
    ----------
    models : tuple of str
    means : tuple of MeanRow
        SG scores: over all suites, over items, phenomena or languages, by language and other groups where there are
        several, by circuit.
    suites : tuple of SuiteRow
    circuits, languages : tuple of str
        Those that suites have, for the filters.
    notes : tuple of str
        What one must know to read the scores.
    """

    models: tuple[str, ...]
    means: tuple[MeanRow, ...]
    suites: tuple[SuiteRow, ...]
    circuits: tuple[str, ...]
    languages: tuple[str, ...]
    notes: tuple[str, ...]


def overview_of(summary: RunSummary, suites: Sequence[SuiteData]) -> Overview:
    """Arrange the scores of a run.

    Parameters
    ----------
    summary : RunSummary
    suites : sequence of SuiteData
        Those of the run.
    """
    models = summary["models"]
    circuits = sorted({one.suite.circuit for one in suites if one.suite.circuit})
    languages = sorted({one.suite.language for one in suites if one.suite.language})
    return Overview(
        models=tuple(model["model"] for model in models),
        means=tuple(_means(models, circuits)),
        suites=tuple(_suite(one, len(models)) for one in suites),
        circuits=tuple(circuits),
        languages=tuple(languages),
        notes=tuple(_notes(models)),
    )


def _means(models: Sequence[ModelSummary], circuits: Sequence[str]) -> list[MeanRow]:
    if all(model["sg_score"] is None and not model["n_suites"] for model in models):
        return []
    counted_suites = _count_of([model["n_suites"] for model in models])
    rows = [MeanRow("SG score", counted_suites, tuple(_sg_cell(model) for model in models), is_first=True)]
    rows += _averages(models, counted_suites)
    parts: list[tuple[str, str]] = [
        (kind, name)
        for kind in ("languages", "collections")
        for name in sorted({part["name"] for model in models for part in model[kind]})
        if max(len(model[kind]) for model in models) > 1
    ]
    for kind, name in parts:
        own = [next((one for one in model[kind] if one["name"] == name), None) for model in models]  # type: ignore[literal-required]
        what = {"languages": "language", "collections": "collection"}[kind]
        counts = [one["n_suites"] for one in own if one]
        rows.append(
            MeanRow(
                f"{what} {name}" if name else f"no {what} named",
                _count_of(counts),
                tuple(_part_cell(None, 0, 0) if one is None else _part_of(one) for one in own),
            )
        )
    rows += _groups(models)
    for circuit in circuits:
        cells, counts = [], []
        for model in models:
            cell, n = _circuit_cell(model, circuit)
            cells.append(cell)
            counts += [n] if n else []
        rows.append(MeanRow(circuit.replace("_", " "), _count_of(counts), tuple(cells)))
    return rows


def _averages(models: Sequence[ModelSummary], counted_suites: str) -> Iterator[MeanRow]:
    """Give means in which each item counts the same, or each phenomenon, or each language, beside those over suites."""
    if any(model["item_score"] is not None for model in models):
        cells = [
            _SILENT
            if _is_silent(model)
            else _mean_cell(model["item_score"], model["item_interval"], "all items of all suites")
            for model in models
        ]
        yield MeanRow("over all items", counted_suites, tuple(cells))
    for over, said in (
        ("phenomena", "phenomena of the means over their suites"),
        ("languages", "languages; in each, over its phenomena"),
    ):
        own = [next((one for one in model["averages"] if one["over"] == over), None) for model in models]
        if any(own):
            none = ScoreCell(says="no such mean")
            cells = [
                none if one is None else ScoreCell(score=one["mean"], says=f"mean over {one['n']} {said}")
                for one in own
            ]
            yield MeanRow(f"over {over}", _count_of([one["n_suites"] for one in own if one]), tuple(cells))


def _groups(models: Sequence[ModelSummary]) -> Iterator[MeanRow]:
    """Give the mean over the suites that share a value of a group, of groups that have several."""
    for kind in dict.fromkeys(kind for model in models for kind in model["groups"]):
        rows = [{row["value"]: row for row in model["groups"].get(kind, ())} for model in models]
        if max(map(len, rows)) < 2:
            continue
        for value in sorted({value for own in rows for value in own}):
            found = [own.get(value) for own in rows]
            yield MeanRow(
                f"{kind.replace('_', ' ')} {value}",
                _count_of([one["n_suites"] for one in found if one]),
                tuple(
                    _part_cell(None, 0, 0)
                    if one is None
                    else _part_cell(one["macro"], one["n_suites"], one["n_silent"], one["macro_low"], one["macro_high"])
                    for one in found
                ),
            )


def _part_of(one: PartSummary) -> ScoreCell:
    return _part_cell(one["sg_score"], one["n_suites"], one["n_silent"])


def _part_cell(
    score: float | None, n: int, n_silent: int, low: float | None = None, high: float | None = None
) -> ScoreCell:
    if score is None and n_silent:
        return _SILENT
    return _mean_cell(score, {"ci_low": low, "ci_high": high}, counted(n, "suite"))


def _count_of(counts: Sequence[int]) -> str:
    """How many suites a mean is over; of which to which, where models differ."""
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"


def _sg_cell(model: ModelSummary) -> ScoreCell:
    if _is_silent(model):
        return _SILENT
    return _mean_cell(model["sg_score"], model["sg_interval"], counted(model["n_suites"], "suite"))


def _is_silent(model: ModelSummary) -> bool:
    """Whether it is silent on every suite of which means are."""
    return bool(model["silent"]) and not model["n_suites"]


def _mean_cell(score: float | None, interval: Interval, over: str) -> ScoreCell:
    low, high = interval["ci_low"], interval["ci_high"]
    says = "no score" if score is None else f"mean over {over} {score:.3f}"
    if score is not None and low is not None and high is not None:
        says += f", 95 % interval {low:.3f} to {high:.3f} (bootstrap over items and suites)"
    return ScoreCell(score=score, low=low, high=high, says=says)


def _circuit_cell(model: ModelSummary, circuit: str) -> tuple[ScoreCell, int]:
    for own in model["circuit_scores"]:
        if own["circuit"] == circuit:
            low, high = own["ci_low"], own["ci_high"]
            return _part_cell(own["score"], own["n_suites"], own["n_silent"], low, high), own["n_suites"]
    return _part_cell(None, 0, 0), 0


def _suite(data: SuiteData, n_models: int) -> SuiteRow:
    cells = [ScoreCell(says="not evaluated") for _ in range(n_models)]
    for one in data.on_models:
        cells[one.place] = _suite_cell(one.summary)
    suite, first = data.suite, data.on_models[0].summary
    return SuiteRow(
        name=suite.suite,
        key=data.key,
        circuit=suite.circuit or "",
        language=suite.language,
        n_items=first["n_items"],
        n_excluded=len(suite.excluded),
        chance=first["chance"],
        is_bound=first["chance_is_upper_bound"],
        has_warnings=any(one.result.warnings for one in data.on_models),
        cells=tuple(cells),
    )


def _suite_cell(suite: SuiteSummary) -> ScoreCell:
    score, n = suite["score"], suite["n_items"]
    if score is None and suite["silent"]:
        says = f"no score: 0 of {counted(suite['n_items'], 'item')}, and {_SIDES['silent']}"
        return ScoreCell(says=says, shade="silent", marks=("silent",), side="silent")
    if score is None:
        return ScoreCell(says="predicts nothing, and so has no score")
    chance, side = suite["chance"], suite["above_chance"]
    ties, undefined = suite["n_ties"], suite["n_undefined"]
    says = f"{suite['n_passed']} of {counted(n, 'item')}"
    if suite["ci_low"] is not None:
        says += f", 95 % interval {suite['ci_low']:.2f} to {suite['ci_high']:.2f}"
    if suite["n_clusters"] is not None:
        says += f" by {counted(suite['n_clusters'], 'cluster')}"
    if chance is not None:
        bound = "at most " if suite["chance_is_upper_bound"] else ""
        says += f"; chance {bound}{chance:.2f}: {_SIDES.get(str(side), 'not tested')}"
    marks = []
    if undefined:
        says += f"; {undefined} undefined"
        marks.append(f"{undefined} undef.")
    if ties:
        says += f"; {counted(ties, 'tie')}"
        marks.append(f"{ties} tied")
    return ScoreCell(
        score=score,
        low=suite["ci_low"],
        high=suite["ci_high"],
        chance=chance,
        shade=_shade(score, chance, side, silent=side in ("silent", "tied")),
        says=says,
        marks=tuple(marks),
        side=side or "",
    )


_SILENT = ScoreCell(says="no score: silent on all suites of it", shade="silent", marks=("silent",))

_SIDES = {
    "above": "above chance",
    "below": "below chance",
    "no": "not different from chance",
    "silent": "no word that differs is known, so the model says nothing",
    "tied": "a tie decides every item",
}


def _shade(score: float, chance: float | None, side: str | None, *, silent: bool) -> str:
    """Class of a cell by its distance from chance, in shares of the room there is on that side."""
    if silent:
        return "silent"
    if chance is None or side not in ("above", "below"):
        return ""
    room = 1 - chance if side == "above" else chance
    step = 1 if room <= 0 else min(_SHADES, 1 + int(_SHADES * abs(score - chance) / room))
    return f"{side}-{step}"


def _notes(models: Sequence[ModelSummary]) -> list[str]:
    notes = []
    if len({frozenset(one["suite"] for one in model["suites"] if one["score"] is not None) for model in models}) > 1:
        notes.append("The models have different suites: their means over suites do not compare.")
    if any(model["silent"] for model in models):
        notes.append(
            "Silent: the model knows no word that differs in the suite, which has no score and no part in means."
        )
    if any(len(model["languages"]) > 1 for model in models):
        notes.append(
            "The SG score is over suites of several languages, which no paper averages; the table has the mean of each."
        )
    if any(len(model["collections"]) > 1 for model in models):
        notes.append("The suites are of several collections, over which no paper averages.")
    reported = dict.fromkeys(
        (key, one["over"]) for model in models for one in model["averages"] for key in one["papers"]
    )
    for paper, over in reported:
        notes.append(f"{paper} report the mean over {over}{', which is the SG score' if over == 'suites' else ''}.")
    if any(len(model["groups"].get("method", ())) > 1 for model in models):
        notes.append("There is no score over all: methods of scoring are not averaged with one another.")
    if any(one["chance_is_upper_bound"] for model in models for one in model["suites"]):
        notes.append("≤: word forms are compared both ways; a model that prefers one of them gets less by chance.")
    return notes
