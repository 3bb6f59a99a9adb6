"""Models that stay open from one run to the next, so that asking again costs no opening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..backends.identity import Identity, identify
from .opener import Opener
from .scorer import Scorer

__all__ = ["KeptModels"]


class KeptModels:
    """Opens models by their names, and keeps the last ones open.

    Parameters
    ----------
    opener : Opener
        Opens them.
    most : int, optional
        How many are open at a time. The one that was asked for longest ago is let go before another one is opened.

    Examples
    --------
    >>> from syntaxgym_lite.scoring.opener import Opener
    >>> with Opener(cache=False) as opener:
    ...     models = KeptModels(opener)
    ...     models.get("ngram") is models.get("ngram")
    True
    """

    def __init__(self, opener: Opener, most: int = 2) -> None:
        self.opener = opener
        self._most = most
        self._open: dict[str, tuple[Scorer, Identity | None]] = {}  # the last one was asked for last

    def get(self, spec: str, options: Mapping[str, Any] | None = None, *, name: str = "") -> Scorer:
        """Give a model; opened anew if its files were changed since.

        Parameters
        ----------
        spec : str
            What one would write after ``--model``.
        options : mapping, optional
            For it.
        name : str, optional
            What it is called in results; see `Opener.open`.
        """
        key = repr((spec, sorted((options or {}).items())))
        identity = identify(spec, options)
        scorer, before = self._open.pop(key, (None, None))
        if scorer is None or identity is None or before is None or identity.key != before.key:
            if scorer is not None:
                scorer.close()
            scorer = None  # let go of, before the next one needs its memory
            while len(self._open) >= self._most:
                self._open.pop(next(iter(self._open)))[0].close()
            scorer = self.opener.open(spec, options, name=name)
        scorer.name = name or scorer.name
        self._open[key] = (scorer, identity)
        return scorer

    def forget(self) -> None:
        """Let go of all of them."""
        for scorer, _ in self._open.values():
            scorer.close()
        self._open.clear()
