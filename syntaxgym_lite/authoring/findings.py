"""What a check finds: where, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Finding"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a suite to look at.

    Parameters
    ----------
    code : str
        Kind of finding, e.g. ``"S102"``; docs/reference/checks.md explains each. S1 is about the text, S2 about the
        design, S3 about predictions, S4 about how a model cuts the text.
    message : str
        What is there and what to do.
    item_number : int or None
        None if it is not about a single item; the same for what follows.
    condition_name : str or None
    region_number : int or None
    prediction : int or None
        Place of a prediction in the suite, from 0.
    severity : {"warning", "note"}
        A note says what a prediction means, and asks for nothing.
    """

    code: str
    message: str
    item_number: int | None = None
    condition_name: str | None = None
    region_number: int | None = None
    prediction: int | None = None
    severity: Literal["warning", "note"] = "warning"

    @property
    def place(self) -> str:
        """Where it is, in words."""
        places = (
            ("item ", self.item_number),
            ("condition ", None if self.condition_name is None else repr(self.condition_name)),
            ("region ", self.region_number),
            ("prediction ", self.prediction),
        )
        return ", ".join(f"{name}{value}" for name, value in places if value is not None) or "suite"

    def __str__(self) -> str:
        return f"{self.code} {self.place}: {self.message}"
