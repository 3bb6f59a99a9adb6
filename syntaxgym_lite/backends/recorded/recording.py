"""What a file of recorded surprisals says: of one sentence, and of all."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ...errors import InputError, did_you_mean
from ...surprisal import IntArray

__all__ = ["CORRECTED", "ONLY_SUMS", "WHOLE", "Recorded", "Recording", "checked_bits", "pick_model"]

CORRECTED = "the recorded values are corrected at word boundaries: the end of a word counts for that word"
ONLY_SUMS = (
    "recorded values are sums over whole regions: only the metrics sum and prob mean what they say;"
    " tokens within a region are not known"
)
WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
"""A whole number, as files write it."""
_SLIGHTLY_NEGATIVE = -1e-3  # rounding of a certain token, e.g. SyntaxGym's -0.000000


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a file says about one sentence.

    Parameters
    ----------
    where : str
        File and place in it, for messages.
    pieces : tuple of str, length n
        Tokens, or contents of regions that are not empty.
    bits : tuple of float, length n
        Surprisal of each piece, in bits; NaN where the file has none.
    oov : tuple of bool, length n
        Whether the piece is, or holds, a word that the model did not know.
    text : str or None
        The sentence, where the file says it.
    spans : ndarray of int32, shape (n, 2), or None
        Where the pieces are in `text`.
    eos_bits : float
        Surprisal of the end of the sentence, in bits; NaN if not recorded.
    ranks : tuple of int, length n, or None
        Rank of each token among the model's predictions; 0 = undefined.
    context : str
        What stood before the sentence when the values were recorded.
    """

    where: str
    pieces: tuple[str, ...]
    bits: tuple[float, ...]
    oov: tuple[bool, ...]
    text: str | None = None
    spans: IntArray | None = None
    eos_bits: float = math.nan
    ranks: tuple[int, ...] | None = None
    context: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """What a file says about all its sentences.

    Parameters
    ----------
    unit : {"regions", "tokens"}
        What one value belongs to.
    sentences : tuple of Recorded
    model : str
        The model that gave the values, as the file calls it; may be empty.
    files : tuple of Path
        Every file that was read.
    warnings : tuple of str
        What a user should know before trusting the values.
    """

    unit: Literal["regions", "tokens"]
    sentences: tuple[Recorded, ...]
    model: str
    files: tuple[Path, ...]
    warnings: tuple[str, ...] = ()


def pick_model(path: Path, names: Sequence[str], wanted: str | None) -> str:
    """Return the one model that is meant."""
    if wanted is not None:
        if wanted not in names:
            known = ", ".join(names) or "none that is named"
            raise InputError(f"{path}: has no model '{wanted}'; it has {known}.{did_you_mean(wanted, names)}")
        return wanted
    if len(names) > 1:
        raise InputError(
            f"{path}: holds values of {len(names)} models; choose one of {', '.join(names)}"
            f" by writing replay:{path}#{names[0]}."
        )
    return names[0] if names else ""


def checked_bits(value: float, error: Callable[[str], InputError]) -> float:
    """Refuse what is no surprisal, with an error made of what is wrong; a certain token's rounding becomes 0."""
    if math.isinf(value):
        raise error("is infinite; leave the value empty where the model defines none.")
    if value < _SLIGHTLY_NEGATIVE:
        raise error(
            f"is {value}, but a surprisal is never negative; it looks like a log-probability (surprisal = -log2 p)."
        )
    return max(value, 0.0) if not math.isnan(value) else value
