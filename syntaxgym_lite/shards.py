"""Shards: a run is dealt out to several tasks, suite by suite, and the results of an array job are one run again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import InputError, counted
from .suite import Suite

__all__ = ["Shard", "read_shard", "shard_of", "take_shard"]

_WRITTEN = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shard:
    """Which part of a run results are.

    Parameters
    ----------
    number, of : int
        The first of three has the number 1.
    suites : tuple of str
        Names of all suites of the run, in its order.
    """

    number: int
    of: int
    suites: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @classmethod
    def recorded(cls, value: object) -> Shard:
        """Read what stands in the settings of results.

        Raises
        ------
        InputError
            If it is none of a shard.
        """
        match value:
            case {"number": int(number), "of": int(of), "suites": [*suites]} if 1 <= number <= of:
                return cls(number, of, tuple(map(str, suites)))
            case Shard():
                return value
        raise InputError("The run's settings are damaged: shard does not say which part of how many.")


def read_shard(text: str) -> Shard:
    """Read which part of how many is meant.

    Examples
    --------
    >>> str(read_shard("2/8"))
    '2/8'

    Raises
    ------
    InputError
        If it is not written so.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise InputError(f"`shard={text}`: write which part of how many, e.g. 2/8.")
    return Shard(int(found[1]), int(found[2]))


def take_shard(suites: Sequence[Suite], shard: Shard) -> tuple[list[Suite], Shard]:
    """Give the suites of one part of a run, and the part with the names of all suites.

    Suites are dealt out largest first, each to the part that has the fewest sentences so far, so that parts take about
    as long. Who has the same suites deals the same.

    Raises
    ------
    InputError
        If there are fewer suites than parts.
    """
    if shard.of > len(suites):
        raise InputError(
            f"`shard={shard}`: a suite is not divided, and of {counted(len(suites), 'suite')} no more than "
            f"{counted(len(suites), 'part')} can be made."
        )
    sizes = [len(suite.items) * len(suite.condition_names) for suite in suites]
    loads = [0] * shard.of
    own = []
    for index in sorted(range(len(suites)), key=lambda index: (-sizes[index], index)):
        part = loads.index(min(loads))
        loads[part] += max(sizes[index], 1)
        if part == shard.number - 1:
            own.append(index)
    return [suites[index] for index in sorted(own)], Shard(shard.number, shard.of, tuple(one.name for one in suites))


def shard_of(settings: Mapping[str, object]) -> Shard | None:
    """Give the part of a run that results with these settings are; None if they are a whole run."""
    recorded = settings.get("shard")
    return None if recorded is None else Shard.recorded(recorded)
