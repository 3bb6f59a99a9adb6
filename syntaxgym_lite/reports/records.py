"""Records, as JSON gives them, as lines of CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..delimited import CsvStyle

__all__ = ["record_lines"]


def record_lines(records: Iterable[Mapping[str, Any]], style: CsvStyle | None = None) -> Iterator[str]:
    """Give records as lines of CSV, without what holds several values.

    Parameters
    ----------
    records : iterable of mapping
        All with the same keys.
    style : CsvStyle, optional

    Yields
    ------
    str

    Examples
    --------
    >>> print("".join(record_lines([{"r": 0.5, "n": 2}], CsvStyle.asked(decimal_comma=True))))
    r;n
    0,5;2
    <BLANKLINE>
    """
    style = style or CsvStyle()
    columns: list[str] = []
    for record in records:
        line = io.StringIO()
        writer = csv.writer(line, lineterminator="\n", delimiter=style.separator)
        if not columns:
            line.write(style.start)
            columns = [key for key, value in record.items() if not isinstance(value, Mapping)]
            writer.writerow(columns)
        writer.writerow([style.cell(record[key]) for key in columns])
        yield line.getvalue()
