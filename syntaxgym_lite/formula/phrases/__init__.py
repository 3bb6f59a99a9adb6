"""Predictions as people write them: a phrase becomes a formula.

``plural > singular at verb`` is short for ``(3;%plural%) > (3;%singular%)``. A phrase holds names of the suite, which
may have blanks, hyphens and words such as *and* in them. So it is read from left to right, and at each place only what
may stand there is looked for: the longest name of a condition where a condition must stand, of a region where a region
must. What cannot be read is refused with its place; nothing is left out.

Data goes one way. `claims` reads a `text` with the help of `places`, `terms` and `sides`, which know the `words` of the
language and the `names` of the suite; what was `said` becomes a formula in `tree`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..check import check
from ..factors import ConditionFactors, resolve
from ..parser import parse
from .claims import read_claims
from .names import SuiteNames
from .tree import claim_of
from .words import QUOTED

__all__ = ["formula_from_phrase", "is_phrase"]

_FORMULA = re.compile(r"%|\([^()]*;")
"""What a formula has and a phrase has not: a condition between percent signs, or a reference that lacks them."""


def is_phrase(text: str) -> bool:
    """Whether a prediction is meant to be words: it has no sign that only formulas have."""
    return _FORMULA.search(re.sub(QUOTED, "''", text)) is None  # a name in quotes may hold any sign


def formula_from_phrase(
    text: str,
    *,
    conditions: Sequence[str],
    regions: Mapping[int, str],
    factors: ConditionFactors | None = None,
) -> str:
    """Write the formula that a phrase is short for.

    ``>`` and *more surprising than* mean a larger surprisal. Of a side that several conditions answer to, as
    ``head=sg`` may, the mean is meant; of several regions, their sum. A difference of differences, a threshold in bits,
    and several claims joined by *and* can be written too; the documentation of the prediction language has examples.

    Parameters
    ----------
    text : str
        A phrase; a formula is checked, and given back as it is.
    conditions : sequence of str
        Names of the suite's conditions. Upper and lower case count only where names differ in nothing else.
    regions : mapping of int to str
        Name of each region by its number, as in ``region_meta``.
    factors : mapping, optional
        Condition name to its level of each factor.

    Returns
    -------
    str

    Raises
    ------
    FormulaError
        If the phrase cannot be read in exactly one way, or names what the suite does not have.

    Examples
    --------
    >>> names = {"conditions": ["plural", "singular"], "regions": {1: "subject", 2: "verb", 3: "spill"}}
    >>> formula_from_phrase("plural > singular at verb", **names)
    '(2;%plural%) > (2;%singular%)'
    >>> formula_from_phrase("plural is less surprising than singular by 2 bits at verb and spill", **names)
    '(2:3;%singular%) - (2:3;%plural%) > 2'
    >>> formula_from_phrase("plurl > singular at verb", **names)
    Traceback (most recent call last):
    syntaxgym_lite.errors.FormulaError: plurl > singular at verb
      ^^^^^
    The suite has no condition 'plurl'. Did you mean 'plural'? Its conditions are: plural, singular.
    """
    if not is_phrase(text):
        formula = resolve(parse(text.strip()), factors or {})
        for problem in check(formula, conditions=conditions, regions=regions, factors=factors or {}):
            raise problem
        return formula.source
    names = SuiteNames(conditions, regions, factors or {})
    return str(claim_of(read_claims(text, names), text, names))
