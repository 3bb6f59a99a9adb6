"""Records, as JSON gives them, as lines of CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

__all__ = ["record_lines"]


def record_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Give records as lines of CSV, without what holds several values.

    Parameters
    ----------
    records : iterable of mapping
        All with the same keys.

    Yields
    ------
    str
    """
    columns: list[str] = []
    for record in records:
        line = io.StringIO()
        writer = csv.writer(line, lineterminator="\n")
        if not columns:
            columns = [key for key, value in record.items() if not isinstance(value, Mapping)]
            writer.writerow(columns)
        writer.writerow(["" if record[key] is None else record[key] for key in columns])
        yield line.getvalue()
