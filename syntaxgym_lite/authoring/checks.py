"""Look for what ruins an experiment: findings about a suite that loads, each with a code.

`text_checks` reads the sentences (`corpus_checks`: those of a corpus are as they were found), `design_checks` what
differs between conditions, `prediction_checks` the formulas, `model_checks` how a model cuts sentences into tokens.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..suite import Suite
from ..suite.json import require_suite
from .corpus_checks import as_found
from .design_checks import check_design
from .findings import Finding
from .prediction_checks import check_predictions
from .text_checks import check_text

__all__ = ["CODES", "Finding", "check_design", "check_predictions", "check_suite", "check_text"]

CODES: Mapping[str, str] = {
    "S101": "a blank at an end of a region",
    "S102": "a double blank, or one that is no plain space, inside a region",
    "S103": "typographic quotes",
    "S104": "letters that are not in Unicode normal form C",
    "S105": "straight and typographic quotes mixed",
    "S106": "composed and decomposed letters mixed",
    "S107": "look-alike letters and invisible characters",
    "S108": "a for an, or an for a",
    "S109": "final punctuation in some conditions only",
    "S110": "a marker of language models",
    "S111": "a cell that a spreadsheet would run",
    "S112": "letters read in a wrong encoding",
    "S113": "letters that were lost",
    "S114": "markup of web pages or of LaTeX",
    "S115": "a character as programs write it",
    "S116": "a cell that is no text",
    "S117": "invisible characters in names",
    "S118": "blanks between regions of a script that has none",
    "S119": "a mark of judgment",
    "S201": "identical conditions",
    "S202": "a duplicate item",
    "S203": "a sentence of another item",
    "S204": "a difference that the design does not vary",
    "S205": "different words compared in different contexts",
    "S206": "different words compared after the same text (a note)",
    "S207": "text after the critical region in a comparison of sentences",
    "S208": "regions of different length compared",
    "S209": "a critical region without text",
    "S210": "no difference where the design varies",
    "S211": "a region with text, or without, in one item only",
    "S212": "a region of unusual length",
    "S213": "a suite of few items (a note)",
    "S301": "an unused condition",
    "S302": "an unused region",
    "S303": "a prediction decided by algebra",
    "S304": "a comparison decided by algebra",
    "S305": "predictions that contradict each other",
    "S401": "words that the model does not know",
    "S402": "critical regions cut differently",
    "S403": "what the model says of sentences",
    "S404": "a comparison that the model cannot decide",
}
"""What each code is about; docs/reference/checks.md explains them."""


def check_suite(suite: Suite) -> list[Finding]:
    """Check a suite for all that can be found without a model.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    list of Finding
        Text first, then design, then predictions; each in the order of the suite.

    Raises
    ------
    InputError
        If this is no suite.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [suite] = sgl.load_suites("npz")
    >>> [finding.code for finding in sgl.check_suite(suite) if finding.severity == "warning"]
    []
    """
    require_suite(suite)
    return [*as_found(suite, check_text(suite)), *check_design(suite), *check_predictions(suite)]
