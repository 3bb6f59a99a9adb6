"""What a paper states of a run, as a file: the paragraph of a methods section, and its references."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Mapping
from typing import Literal, get_args

from ..errors import one_of
from ..results import RunResult
from ..stats import RunSummary
from .markup import latex_text, markdown_text
from .methods import methods_paragraph, provenance

__all__ = ["METHODS_FORMATS", "MethodsFormat", "methods_section"]

MethodsFormat = Literal["text", "markdown", "latex", "json"]
METHODS_FORMATS: tuple[MethodsFormat, ...] = get_args(MethodsFormat)


def methods_section(run: RunResult, summary: RunSummary, form: str = "text") -> str:
    """Write what a paper states of a run.

    Parameters
    ----------
    run : RunResult
    summary : RunSummary
        Of `syntaxgym_lite.stats.summarize`.
    form : {"text", "markdown", "latex", "json"}, optional
        For people, or for programs: all that is known of where the numbers are from.

    Returns
    -------
    str
        Ended by a line end.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.stats import summarize
    >>> run = sgl.evaluate("npz", "ngram")
    >>> "References" in methods_section(run, summarize(run))
    True
    """
    chosen = one_of("form", form, METHODS_FORMATS)
    facts = provenance(run, summary)
    if chosen == "json":
        return json.dumps({"schema_version": 1, **facts}, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    escaped = _ESCAPED.get(chosen, str)
    listed = {"latex": "\\item {}", "markdown": "- {}"}.get(chosen, "  {}")
    paragraph = "\n".join(_wrapped(escaped(methods_paragraph(run, summary))))
    papers = [listed.format(escaped(paper)) for paper in facts["references"]]
    if chosen == "latex" and papers:
        papers = ["\\begin{itemize}", *papers, "\\end{itemize}"]
    return "\n".join([paragraph, *(["", "References", "", *papers] if papers else [])]) + "\n"


_ESCAPED: Mapping[str, Callable[[str], str]] = {"latex": latex_text, "markdown": markdown_text}


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 88, break_long_words=False, break_on_hyphens=False)
