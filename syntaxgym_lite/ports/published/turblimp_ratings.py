"""The ratings that came with TurBLiMP: thirty people, 96 pairs of its 16 phenomena, on a scale from 1 to 7.

The folder has three tables: ``base_judgments`` (CSV or XLSX), whose first row numbers the questions, whose second says
which phenomenon and side each is of, and in which each further row is a person; and ``survey_material_v1.csv`` and
``survey_material_v2.csv``, the sentences in the order of the questions. Of each pair the first survey has one sentence
and the second the other, and each person saw one survey.

References
----------
Başar, E., Padovani, F., Jumelet, J. and Bisazza, A. (2025). TurBLiMP: a Turkish benchmark of linguistic minimal pairs.
Proceedings of EMNLP.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...delimited import Table, number_in, read_table
from ...errors import InputError, Problems, cited
from ..tables.rated import RatedPair, RatedSentence, RatedTable

__all__ = ["holds_turblimp_ratings", "read_turblimp_ratings"]

_RATINGS = ("base_judgments.csv", "base_judgments.xlsx")
_SURVEYS = ("survey_material_v1.csv", "survey_material_v2.csv")


def holds_turblimp_ratings(folder: str | Path) -> bool:
    """Whether a folder has these tables."""
    folder = Path(folder)
    return all((folder / name).is_file() for name in _SURVEYS) and any((folder / name).is_file() for name in _RATINGS)


def read_turblimp_ratings(folder: str | Path) -> RatedTable:
    """Read the ratings.

    Parameters
    ----------
    folder : str or Path

    Returns
    -------
    RatedTable
        192 sentences of 96 pairs; a column of ratings for each person, who rated one sentence of each pair.

    Raises
    ------
    InputError, SuiteError
        If a table is missing, or the labels of the questions are not those of the sentences.
    """
    folder = Path(folder)
    names = [name for name in _RATINGS if (folder / name).is_file()]
    if not holds_turblimp_ratings(folder):
        raise InputError(f"{folder}: needs {_RATINGS[0]} (or .xlsx), {_SURVEYS[0]} and {_SURVEYS[1]}.")
    ratings = read_table(folder / names[0])
    surveys = [_survey(read_table(folder / name)) for name in _SURVEYS]
    problems = Problems()
    if [one[1] for one in surveys[0]] != [one[1] for one in surveys[1]]:
        raise InputError(f"{folder}: the two surveys have not the same phenomena in the same order.")
    labelled = [f"{phenomenon}_{side}" for survey in surveys for _, phenomenon, side in survey]
    columns = ratings.columns
    labels = [ratings.rows[0].cells[column].strip() for column in columns] if ratings.rows else []
    if labels != labelled:
        raise InputError(
            f"{ratings.source}: the labels in its second row are not those of the sentences of the surveys."
        )
    people = ratings.rows[1:]
    values = np.full((len(columns), len(people)), np.nan)
    for who, row in enumerate(people):
        for place, column in enumerate(columns):
            cell = row.cells[column].strip()
            value = number_in(cell) if cell else None
            if value is not None:
                values[place, who] = value
            elif cell:
                problems.note(ratings.place(row, column), f"is {cited(cell)}, not a rating.")
    problems.raise_all(ratings.source)
    n = len(surveys[0])
    sentences = tuple(
        RatedSentence(f"{name}, row {place + 2}", text, f"{place + 1}", phenomenon)
        for name, survey in zip(_SURVEYS, surveys, strict=True)
        for place, (text, phenomenon, _) in enumerate(survey)
    )
    pairs = tuple(
        RatedPair(f"{place + 1}", *((place, n + place) if side == "good" else (n + place, place)))
        for place, (_, _, side) in enumerate(surveys[0])
    )
    return RatedTable(str(folder), sentences, values, pairs, np.zeros((n, 0)))


def _survey(table: Table) -> list[tuple[str, str, str]]:
    """Give text, phenomenon and side of each sentence."""
    if len(table.columns) != 3 or table.columns[1:] != ("phenomenon", "type"):
        raise InputError(f"{table.source}: its columns must be the sentences, phenomenon and type.")
    return [
        (row.cells[table.columns[0]].strip(), row.cells["phenomenon"].strip(), row.cells["type"]) for row in table.rows
    ]
