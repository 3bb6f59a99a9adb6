"""What formats of minimal pairs share: two sentences, of which the good one should cost less."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

from ..errors import InputError, counted
from ..formula import parse
from ..suite import Condition, Excluded, Prediction, Region
from ..suite.json import RepeatedKeyError, unique_keys

__all__ = [
    "NOTHING",
    "UNITS",
    "Compare",
    "PairUnit",
    "comparison",
    "condition",
    "doubled_places",
    "doubled_warning",
    "identical_warning",
    "is_empty",
    "less_surprising",
    "objects_in_lines",
    "pairs_read",
    "text_problem",
]

PairUnit = Literal["tokens", "words", "characters", "bytes", "power"]
UNITS: tuple[str, ...] = get_args(PairUnit)
"""What a sum of surprisals may be divided by: a length, or (``"power"``) the length penalty of PenLP; see
`syntaxgym_lite.linking`."""

NOTHING: dict[str, Any] = {}
"""No extra keys: one object for all, since a set of pairs has hundreds of thousands of regions."""

_METRICS: Mapping[str | None, str] = {
    None: "",
    "tokens": ";mean",
    "words": ";word_mean",
    "characters": ";char_mean",
    "bytes": ";byte_mean",
    "power": ";penalised",
}


Compare = Callable[[str, str, str], Prediction]
"""Predicts that a region costs less in one condition than in another: see `less_surprising`."""


def comparison(min_margin: float, normalize: PairUnit | None) -> Compare:
    """Give `less_surprising` with these options.

    Raises
    ------
    InputError
        If they make no prediction.
    """
    if normalize not in _METRICS:
        raise InputError(f"normalize must be one of {', '.join(UNITS)}, not {normalize!r}.")
    if not 0 <= min_margin < math.inf:
        raise InputError(f"min_margin must be 0 or a number of bits above it, not {min_margin}.")
    return partial(less_surprising, min_margin=min_margin, normalize=normalize)


def less_surprising(
    region: str, good: str, bad: str, *, min_margin: float = 0.0, normalize: PairUnit | None = None
) -> Prediction:
    """Predict that a region costs less in one condition than in another.

    Parameters
    ----------
    region : str
        As in a formula: a number, or ``"*"`` for the whole sentence.
    good, bad : str
        Names of the conditions.
    min_margin : float
        How many bits more the bad one must cost; 0: any more, so that a tie is wrong.
    normalize : {"tokens", "words", "characters", "bytes", "power"}, optional
        Compare means, or sums over the length penalty, not sums.

    Examples
    --------
    >>> less_surprising("*", "good", "bad").formula.source
    '(*;%good%) < (*;%bad%)'
    >>> less_surprising("2", "good", "bad", min_margin=0.5, normalize="tokens").formula.source
    '(2;%bad%;mean) - (2;%good%;mean) > 0.5'
    """
    left, right = (f"({region};%{condition}%{_METRICS[normalize]})" for condition in (good, bad))
    formula = f"{right} - {left} > {min_margin:.12g}" if min_margin else f"{left} < {right}"
    return Prediction(parse(formula), extra=NOTHING)


def condition(name: str, contents: Sequence[str]) -> Condition:
    """Make a condition of the contents of its regions."""
    regions = tuple(Region(number, content, NOTHING) for number, content in enumerate(contents, 1))
    return Condition(name, regions, NOTHING)


def identical_warning(places: Sequence[str]) -> tuple[str, ...]:
    """Say which pairs cannot be told apart, if there are any."""
    if not places:
        return ()
    n = counted(len(places), "pair has", "pairs have")
    shown = ", ".join(places[:10]) + (", ..." if len(places) > 10 else "")
    return (f"{n} the same text twice and can only tie: {shown}.",)


def doubled_warning(places: Sequence[str]) -> tuple[str, ...]:
    """Say which pairs are there twice, if there are any."""
    if not places:
        return ()
    shown = ", ".join(places[:10]) + (", ..." if len(places) > 10 else "")
    return (f"{counted(len(places), 'pair is', 'pairs are')} there already, and each counts again: {shown}.",)


def doubled_places(pairs: Iterable[tuple[str, Hashable]]) -> list[str]:
    """Give where pairs stand that are there already.

    Examples
    --------
    >>> doubled_places([("line 1", ("x", "y")), ("line 2", ("x", "y"))])
    ['line 2']
    """
    seen: set[Hashable] = set()
    places = []
    for where, own in pairs:
        if own in seen:
            places.append(where)
        seen.add(own)
    return places


def pairs_read(n: int, left_out: Iterable[Excluded], *, equal: int, doubled: int, set_name: str = "") -> dict[str, Any]:
    """Say in numbers what was read of a file, for ``meta.pairs`` of a suite.

    Examples
    --------
    >>> pairs_read(2, [], equal=1, doubled=0)
    {'read': 2, 'left_out': {}, 'equal': 1, 'doubled': 0}
    """
    return {
        **({"set": set_name} if set_name else {}),
        "read": n,
        "left_out": dict(Counter(one.reason for one in left_out).most_common()),
        "equal": equal,
        "doubled": doubled,
    }


def is_empty(value: Any) -> bool:
    """Whether nothing stands where a sentence should: such a row is left out, and costs no other.

    Examples
    --------
    >>> is_empty(None), is_empty(" "), is_empty(float("nan")), is_empty(0)
    (True, True, True, False)
    """
    return value is None or (isinstance(value, float) and math.isnan(value)) or str(value).strip() == ""


def text_problem(value: Any, *, empty: bool = False) -> str | None:
    """Say what is wrong with a text that a model is to read, or give None.

    Examples
    --------
    >>> text_problem(3), text_problem(" "), text_problem("a cat")
    ('must be a text', 'is empty', None)
    """
    if not isinstance(value, str):
        return "must be a text"
    if not (value.strip() or empty):
        return "is empty"
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return "holds half of a surrogate pair, which no model can read"
    return None


def objects_in_lines(path: Path, problem: Callable[[int, str], None]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give the object in each line that is not blank; say what is wrong with a line that holds none."""
    try:
        with path.open("rb") as file:
            for number, data in enumerate(file, 1):
                if not data.strip():
                    continue
                try:
                    text = data.decode("utf-8-sig" if number == 1 else "utf-8")
                    value = json.loads(text, object_pairs_hook=unique_keys)
                except UnicodeDecodeError as error:
                    problem(number, f"not UTF-8 (byte 0x{error.object[error.start]:02x}).")
                except json.JSONDecodeError as error:
                    problem(number, f"not JSON: {error.msg} (column {error.colno}).")
                except RepeatedKeyError as error:
                    problem(number, f"{error}.")
                except (ValueError, RecursionError):
                    problem(number, "not JSON that can be read.")
                else:
                    if isinstance(value, dict):
                        yield number, value
                    else:
                        problem(number, "must be an object with a good and a bad sentence.")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}.") from None
