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
    from .backends import Backend, load_backend
    from .errors import FormulaError, InputError, ModelError, SgliteError, SuiteError
    from .formula import parse as parse_formula
    from .reports.surprisals import by_word
    from .results import RunResult
    from .runner import evaluate
    from .scoring.schedule import score_texts
    from .stats import summarize, wilson_interval
    from .suite import Suite
    from .suite.json import load_suite, loads_suite, save_suite
    from .surprisal import ScoringOptions, TokenSurprisals

# public name -> module (and name there); imported at first use, so that `import syntaxgym_lite` is instant
_PUBLIC = {
    "Backend": "backends",
    "FormulaError": "errors",
    "InputError": "errors",
    "ModelError": "errors",
    "RunResult": "results",
    "ScoringOptions": "surprisal",
    "SgliteError": "errors",
    "Suite": "suite",
    "SuiteError": "errors",
    "TokenSurprisals": "surprisal",
    "by_word": "reports.surprisals",
    "evaluate": "runner",
    "load_backend": "backends",
    "load_suite": "suite.json",
    "loads_suite": "suite.json",
    "parse_formula": "formula:parse",
    "save_suite": "suite.json",
    "score_texts": "scoring.schedule",
    "summarize": "stats",
    "wilson_interval": "stats",
}

__all__ = [
    "Backend",
    "FormulaError",
    "InputError",
    "ModelError",
    "RunResult",
    "ScoringOptions",
    "SgliteError",
    "Suite",
    "SuiteError",
    "TokenSurprisals",
    "__version__",
    "by_word",
    "evaluate",
    "load_backend",
    "load_suite",
    "loads_suite",
    "parse_formula",
    "save_suite",
    "score_texts",
    "summarize",
    "wilson_interval",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _PUBLIC[name].partition(":")
    value = getattr(import_module(f".{module}", __name__), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
