"""The lists of a study with people as tables, one a list, in the order in which its people see the sentences."""

from __future__ import annotations

from ...delimited import write_table
from ...suite import Suite
from ..tables.written import factor_columns
from ..writing import WritingOptions, Written
from .latin_squares import deal, order, uneven

__all__ = ["write_lists"]


def write_lists(suite: Suite, options: WritingOptions) -> Written:
    """Write the Latin-square lists of a suite, one table each; see `syntaxgym_lite.ports.studies.latin_squares`.

    Parameters
    ----------
    suite : Suite
    options : WritingOptions
        ``fillers``, ``seed``, ``most_alike`` and ``style`` matter here.

    Returns
    -------
    Written
        ``list_A.csv``, ``list_B.csv``, ..., as many as conditions: ``list``, ``position`` (from 1), ``type`` (item or
        filler), ``item``, ``condition``, ``sentence``, and a column for each factor.
    """
    style = options.style
    dealt = deal(suite, options.fillers)
    factors = list(dict.fromkeys(name for trials in dealt for trial in trials for name in trial.factors))
    own = ("list", "position", "type", "item", "condition", "sentence")
    columns = [*own, *factor_columns(factors, own)]
    files: dict[str, str | bytes] = {}
    for trials in dealt:
        rows: list[list[str | int | float]] = [
            [
                *(trial.list, position, trial.type, trial.label, trial.condition, trial.text),
                *(trial.factors.get(name, "") for name in factors),
            ]
            for position, trial in enumerate(order(trials, seed=options.seed, most_alike=options.most_alike), 1)
        ]
        text = write_table(columns, rows, separator=style.separator, decimal_comma=style.decimal_comma)
        suffix = "tsv" if style.separator == "\t" else "csv"
        files[f"list_{trials[0].list}.{suffix}"] = style.start + text
    said = uneven(suite)
    return Written(files, (said,) if said else ())
