"""What a document says while it is still being written: its names, and what its predictions can be read as.

Predictions are often written before the items are. So they are read here by the names that the document has by now,
each for itself, with the complaints that loading the file would make.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import Problem
from ..formula import Comparison, walk
from ..formula.factors import ConditionFactors
from ..formula.linear import Names, cells_named
from .json import Reader
from .model import Prediction

__all__ = ["ComparedCells", "WrittenDesign", "WrittenPrediction", "compared_cells", "design_of", "written_predictions"]


@dataclass(frozen=True, slots=True)
class WrittenDesign:
    """The names that predictions may use.

    Parameters
    ----------
    conditions : tuple of str
        As the first item has them.
    regions : mapping of int to str
        Name of each region by its number, in ascending order.
    factors : mapping of str to mapping, optional
        Level of each condition in each factor; empty if there are none, or if they cannot be used as they are.
    metric : str, optional
    """

    conditions: tuple[str, ...] = ()
    regions: Mapping[int, str] = field(default_factory=dict)
    factors: ConditionFactors = field(default_factory=dict)
    metric: str = "sum"

    @property
    def names(self) -> dict[str, Any]:
        """Conditions, regions and factors, as functions of `syntaxgym_lite.formula` take them."""
        return {"conditions": self.conditions, "regions": self.regions, "factors": self.factors}


@dataclass(frozen=True, slots=True)
class WrittenPrediction:
    """One prediction of a document.

    Parameters
    ----------
    prediction : Prediction or None
        None if it cannot be read.
    problems : tuple of Problem
        What loading the file would say of it; may not be empty where it can be read, as of an unknown condition.
    """

    prediction: Prediction | None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedCells:
    """The cells that the sides of a comparison name: condition to numbers of regions.

    Parameters
    ----------
    comparison : Comparison
    left, right : mapping of str to tuple of int
    """

    comparison: Comparison
    left: Mapping[str, tuple[int, ...]]
    right: Mapping[str, tuple[int, ...]]


def design_of(document: Any) -> WrittenDesign:
    """Give the names of a document that need not be whole; what cannot be read is left out.

    Parameters
    ----------
    document
        Decoded JSON.

    Examples
    --------
    >>> design_of({"region_meta": {"2": "verb", "1": "noun"}, "items": []})
    WrittenDesign(conditions=(), regions={1: 'noun', 2: 'verb'}, factors={}, metric='sum')
    """
    if not isinstance(document, Mapping):
        return WrittenDesign()
    whole = dict(document)
    reader = Reader()
    meta, region_meta, items = whole.get("meta"), whole.get("region_meta"), whole.get("items")
    conditions = _condition_names(items if isinstance(items, list) else ())
    metric = reader.meta(meta)[1] if isinstance(meta, dict) else "sum"
    regions = reader.region_names(region_meta) if isinstance(region_meta, dict) else None
    return WrittenDesign(conditions, regions or {}, reader.condition_factors(whole, conditions) or {}, metric)


def _condition_names(items: Iterable[Any]) -> tuple[str, ...]:
    for item in items:
        conditions = item.get("conditions") if isinstance(item, Mapping) else None
        if isinstance(conditions, list) and conditions:
            names = [one.get("condition_name") for one in conditions if isinstance(one, Mapping)]
            return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))
    return ()


def written_predictions(document: Any, design: WrittenDesign | None = None) -> tuple[WrittenPrediction, ...]:
    """Read the predictions of a document, each for itself.

    Parameters
    ----------
    document
        Decoded JSON.
    design : WrittenDesign, optional
        By default that of the document.

    Returns
    -------
    tuple of WrittenPrediction
        As many as the document has.

    Examples
    --------
    >>> document = {"region_meta": {"1": "verb"}, "items": [{"conditions": [{"condition_name": "old"}]}]}
    >>> document["predictions"] = [{"type": "formula", "formula": "(1;%old%) > (1;%nwe%)"}]
    >>> [written] = written_predictions(document)
    >>> print(written.problems[0])
    predictions[0].formula
      (1;%old%) > (1;%nwe%)
                      ^^^
    The suite has no condition 'nwe'. Its conditions are: old.
    """
    raw = document.get("predictions") if isinstance(document, Mapping) else None
    known = design_of(document) if design is None else design
    return tuple(_written(one, place, known) for place, one in enumerate(raw if isinstance(raw, list) else ()))


def _written(raw: Any, place: int, design: WrittenDesign) -> WrittenPrediction:
    reader = Reader()
    found = reader.predictions([raw], design.conditions, design.regions or None, design.metric, design.factors)
    first = "predictions[0]"
    problems = (
        Problem(f"predictions[{place}]{one.path.removeprefix(first)}", one.message)
        if one.path.startswith(first)
        else one
        for one in reader.problems
    )
    return WrittenPrediction(found[0] if found else None, tuple(problems))


def compared_cells(prediction: Prediction, design: WrittenDesign) -> tuple[ComparedCells, ...]:
    """Give the cells that each comparison of a prediction names, in the order of the formula.

    Parameters
    ----------
    prediction : Prediction
    design : WrittenDesign
        Cells that it does not have are left out.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.suite.json import suite_document
    >>> [suite] = sgl.load_suites("npz")
    >>> design = design_of(suite_document(suite))
    >>> [cells, *_] = compared_cells(suite.predictions[0], design)
    >>> cells.left, cells.right
    ({'ambig_nocomma': (5,)}, {'ambig_comma': (5,)})
    """
    names = Names(design.metric, design.regions)
    return tuple(
        ComparedCells(node, *(_there(cells_named(side, names), design) for side in (node.left, node.right)))
        for node in walk(prediction.formula.root)
        if isinstance(node, Comparison)
    )


def _there(cells: Mapping[str, tuple[int, ...]], design: WrittenDesign) -> dict[str, tuple[int, ...]]:
    return {
        condition: tuple(number for number in numbers if number in design.regions)
        for condition, numbers in cells.items()
        if condition in design.conditions
    }
