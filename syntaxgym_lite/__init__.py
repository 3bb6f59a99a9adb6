"""syntaxgym_lite: ask whether a language model expects what people expect.

>>> import syntaxgym_lite as sgl
>>> run = sgl.evaluate("npz")  # the shipped suite on the shipped default model
>>> sgl.summarize(run)["models"][0]["suites"][0]["n_items"] >= 24
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .acceptability.measuring import measure_acceptability
    from .acceptability.summary import acceptability_summary
    from .authoring.checks import check_suite
    from .backends import Backend
    from .cloze import cloze_summary
    from .errors import FormulaError, InputError, SgliteError, SuiteError
    from .formula import parse as parse_formula
    from .merging import merge
    from .perplexity import measure_perplexity
    from .ports.collect import load_suites
    from .ports.tables.rated import RatedColumns, read_rated
    from .reports.methods import methods_paragraph
    from .reports.score_tables import score_table
    from .reports.surprisals import by_word
    from .results import RunResult
    from .runner import evaluate
    from .scoring.opener import open_model, surprisals
    from .scoring.scorer import Scorer
    from .stats import summarize
    from .stats.comparison import compare
    from .suite import Suite
    from .suite.json import load_suite, loads_suite, save_suite
    from .surprisal import ScoringOptions, TokenSurprisals

# public name -> module (and name there); imported at first use, so that `import syntaxgym_lite` is instant
_PUBLIC = {
    "Backend": "backends",
    "FormulaError": "errors",
    "InputError": "errors",
    "RatedColumns": "ports.tables.rated",
    "RunResult": "results",
    "Scorer": "scoring.scorer",
    "ScoringOptions": "surprisal",
    "SgliteError": "errors",
    "Suite": "suite",
    "SuiteError": "errors",
    "TokenSurprisals": "surprisal",
    "acceptability_summary": "acceptability.summary",
    "check_suite": "authoring.checks",
    "cloze_summary": "cloze",
    "compare": "stats.comparison",
    "by_word": "reports.surprisals",
    "evaluate": "runner",
    "load_suite": "suite.json",
    "load_suites": "ports.collect",
    "loads_suite": "suite.json",
    "measure_acceptability": "acceptability.measuring",
    "measure_perplexity": "perplexity",
    "merge": "merging",
    "open_model": "scoring.opener",
    "parse_formula": "formula:parse",
    "methods_paragraph": "reports.methods",
    "read_rated": "ports.tables.rated",
    "save_suite": "suite.json",
    "score_table": "reports.score_tables",
    "summarize": "stats",
    "surprisals": "scoring.opener",
}

__all__ = [
    "Backend",
    "FormulaError",
    "InputError",
    "RatedColumns",
    "RunResult",
    "Scorer",
    "ScoringOptions",
    "SgliteError",
    "Suite",
    "SuiteError",
    "TokenSurprisals",
    "__version__",
    "acceptability_summary",
    "by_word",
    "check_suite",
    "cloze_summary",
    "compare",
    "evaluate",
    "load_suite",
    "load_suites",
    "loads_suite",
    "measure_acceptability",
    "measure_perplexity",
    "merge",
    "methods_paragraph",
    "open_model",
    "parse_formula",
    "read_rated",
    "save_suite",
    "score_table",
    "summarize",
    "surprisals",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        from .errors import did_you_mean

        raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{did_you_mean(name, _PUBLIC)}")
    module, _, attribute = _PUBLIC[name].partition(":")
    value = getattr(import_module(f".{module}", __name__), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
