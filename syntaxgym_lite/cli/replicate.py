"""``sglite replicate``: a group of its own, one command for each paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import click

from . import LazyGroup


class _Replicate(LazyGroup):
    commands_by_name: ClassVar[Mapping[str, tuple[str, str]]] = {
        "hu2020": ("replicate_hu2020", "The six figures and the mixed models of Hu et al. (2020)."),
        "blimp": ("replicate_blimp", "The table by phenomenon and the correlations of Warstadt et al. (2020)."),
    }


@click.group("replicate", cls=_Replicate)
def command() -> None:
    """Make the figures and tables of papers, of their own results or of yours.

    \b
    Examples:
      sglite replicate hu2020 syntactic-generalization/data/raw --out figures/
      sglite replicate hu2020 results/ --models-table models.csv --figure 2
      sglite replicate blimp results/
    """
