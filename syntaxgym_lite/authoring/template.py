"""Templates of suites: a TOML file that says what every item looks like in every condition.

A template has slots, ``{noun}``, and a table has the words to put there; `syntaxgym_lite.authoring.build` brings the
two together. docs/how-to/write-a-suite.md shows one in full.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import Problem, Problems, SuiteError, did_you_mean
from ..files import decode_utf8, read_bytes
from ..suite import Factor, crossed_name

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

__all__ = ["ARTICLES", "Pattern", "Slot", "Template", "TemplateCondition", "load_template", "loads_template"]

ARTICLES = ("a", "A")
"""Slots that no table fills: they become *a* or *an* (*A*, *An*) by the word that follows."""

_KEYS = {
    "": ("regions", "meta", "conditions", "predictions"),
    "conditions": ("name", "factors", "regions"),
    "predictions": ("formula", "name", "description"),
}
_PIECES = re.compile(r"\{\{ | \}\} | \{ (?P<slot>[^{}]*) \} | [^{}]+ | (?P<stray>[{}])", re.VERBOSE)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place to fill from a table's column.

    Parameters
    ----------
    name : str
        The column; or one of `ARTICLES`.
    optional : bool
        Whether its cell may be empty.
    """

    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """The text of a region: literal texts and slots by turns."""

    parts: tuple[str | Slot, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Slots that a table fills."""
        return tuple(part for part in self.parts if isinstance(part, Slot) and part.name not in ARTICLES)


@dataclass(frozen=True, slots=True)
class TemplateCondition:
    """One condition: a pattern for each region, and its level of each factor if the template says levels."""

    name: str
    regions: tuple[Pattern, ...]
    factors: Mapping[str, Factor] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Template:
    """A suite without its items.

    Parameters
    ----------
    source : str
        Where it was read from, for messages.
    meta : mapping
        As the suite will have it, with ``metric``.
    region_names : tuple of str
    conditions : tuple of TemplateCondition
    predictions : tuple of mappings
        As the suite will have them.
    """

    source: str
    meta: Mapping[str, Any]
    region_names: tuple[str, ...]
    conditions: tuple[TemplateCondition, ...]
    predictions: tuple[Mapping[str, Any], ...]

    def slots(self) -> Iterator[tuple[TemplateCondition, int, Slot]]:
        """Yield every slot that a table fills, with its condition and region number."""
        for condition in self.conditions:
            for number, pattern in enumerate(condition.regions, 1):
                for slot in pattern.slots:
                    yield condition, number, slot


def load_template(path: str | Path) -> Template:
    """Read a template from a TOML file.

    Raises
    ------
    InputError
        If the file cannot be read.
    SuiteError
        If it is not a template; lists every problem.
    """
    path = Path(path)
    return loads_template(decode_utf8(read_bytes(path), path), source=str(path))


def loads_template(text: str, *, source: str = "<template>") -> Template:
    """Read a template from TOML text; see `load_template`."""
    try:
        document = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise SuiteError(source, [Problem("", f"not TOML: {error}.")]) from None
    except ValueError:  # Python's own, which the reader of TOML passes on
        raise SuiteError(source, [Problem("", "holds a number of more digits than can be read.")]) from None
    except RecursionError:
        raise SuiteError(source, [Problem("", "not a template: brackets are nested too deeply.")]) from None
    reader = _Reader()
    template = reader.template(document, source)
    reader.problems.raise_all(source)
    return template


class _Reader:
    """Walks a decoded template and collects every problem."""

    def __init__(self) -> None:
        self.problems = Problems()

    def problem(self, path: str, message: str) -> None:
        self.problems.note(path, message)

    def template(self, document: Mapping[str, Any], source: str) -> Template:
        self.keys(document, "", "")
        meta = document.get("meta")
        if not isinstance(meta, dict):
            self.problem("meta", 'missing: write [meta] and below it name = "...".')
            meta = {}
        elif not isinstance(meta.get("name"), str):
            self.problem("meta.name", "missing; a suite needs a name.")
        self.plain(meta, "meta")
        meta = {"name": meta.get("name"), "metric": meta.get("metric", "sum"), **meta}
        names = self.texts(
            document.get("regions"), "regions", ' Write it above [meta], e.g. regions = ["subject", "verb"]'
        )
        conditions = [self.condition(raw, path, len(names)) for path, raw in self.tables(document, "conditions")]
        if not conditions:
            self.problem("conditions", "missing: a suite needs at least one [[conditions]].")
        seen: set[str] = set()
        for index, condition in enumerate(conditions):
            if condition.name in seen:
                self.problem(f"conditions[{index}].name", f"{condition.name!r} is also the name of an earlier one.")
            seen.add(condition.name)
        predictions = [self.prediction(raw, path) for path, raw in self.tables(document, "predictions")]
        return Template(source, meta, tuple(names), tuple(conditions), tuple(predictions))

    def keys(self, table: Mapping[str, Any], kind: str, path: str) -> None:
        known = _KEYS[kind]
        for key in table:
            if key not in known:
                here = f"{path}.{key}" if path else key
                moved = " A key of the suite belongs below [meta]." if not kind else ""
                self.problem(here, f"not a key of a template.{did_you_mean(key, known) or moved}")

    def tables(self, document: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
        """Give the tables of an array, each with its path."""
        value = document.get(key, [])
        if isinstance(value, list) and all(isinstance(each, dict) for each in value):
            return [(f"{key}[{index}]", each) for index, each in enumerate(value)]
        self.problem(key, f"must be written [[{key}]], with its keys on the lines below, once for each.")
        return []

    def texts(self, value: Any, path: str, hint: str) -> list[str]:
        if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value):
            self.problem(path, f"must be a list of texts.{hint}")
            return []
        return value

    def condition(self, raw: Mapping[str, Any], path: str, n_regions: int) -> TemplateCondition:
        self.keys(raw, "conditions", path)
        factors = self.factors(raw, path)
        name = raw.get("name", crossed_name(factors) if factors else None)
        if not isinstance(name, str) or not name.strip() or "%" in name:
            named = "" if "name" in raw or "factors" in raw else "; or give its factors, which name it"
            self.problem(f"{path}.name", f"must be the condition's name, a text without '%'{named}.")
            name = ""
        texts = self.texts(raw.get("regions"), f"{path}.regions", ' One for each region; an empty one is ""')
        if texts and n_regions and len(texts) != n_regions:
            message = f'has {len(texts)} texts, but there are {n_regions} regions; an empty one is "".'
            self.problem(f"{path}.regions", message)
        patterns = [self.pattern(text, f"{path}.regions[{index}]") for index, text in enumerate(texts)]
        return TemplateCondition(name, tuple(patterns), factors)

    def factors(self, raw: Mapping[str, Any], path: str) -> dict[str, Factor]:
        factors = raw.get("factors", {})
        if not isinstance(factors, dict) or ("factors" in raw and not factors):
            self.problem(f"{path}.factors", 'must be the levels of the condition: {head = "sg", attractor = "pl"}.')
            return {}
        levels: dict[str, Factor] = {}
        for name, level in factors.items():
            if isinstance(level, (str, int)) or (isinstance(level, float) and math.isfinite(level)):
                levels[name] = level
            else:
                self.problem(f"{path}.factors.{name}", "must be a text in quotes, a number, true or false.")
        return levels

    def pattern(self, text: str, path: str) -> Pattern:
        parts: list[str | Slot] = []
        for match in _PIECES.finditer(text):
            if match["stray"]:
                message = f"a lone {match[0]!r} in {text!r}. Slots are written {{name}}; a brace itself is doubled."
                self.problem(path, message)
            elif match["slot"] is None:
                parts.append({"{{": "{", "}}": "}"}.get(match[0], match[0]))
            else:
                parts.append(self.slot(match["slot"].strip(), path))
        return Pattern(tuple(parts))

    def slot(self, inside: str, path: str) -> Slot:
        name = inside.removesuffix("?").strip()
        if not name:
            self.problem(path, "a slot without a name. Write {noun}, the name of a column; a brace itself is doubled.")
        elif "|" in name:
            column, form = (part.strip() for part in name.split("|")[:2])
            if form in ("", "sg", "pl"):
                stem = column.removesuffix(".sg").removesuffix(".pl")
                columns = f"{{{stem}.sg}}, {{{stem}.pl}}"
            else:
                columns = f"{{{column}}}, {{{column}.{form}}}"
            self.problem(path, f"{{{inside}}}: there are no filters. Give each form its own column: {columns}.")
        return Slot(name, inside.endswith("?"))

    def prediction(self, raw: Mapping[str, Any], path: str) -> Mapping[str, Any]:
        self.keys(raw, "predictions", path)
        for key in ("name", "description"):
            if key in raw and not isinstance(raw[key], str):
                self.problem(f"{path}.{key}", "must be a text in quotes.")
        formula = raw.get("formula")
        if not isinstance(formula, str):
            self.problem(f"{path}.formula", 'missing; write a comparison, e.g. "(3;%match%) < (3;%mismatch%)".')
            formula = ""
        one_line = re.sub(r"\s*\n\s*", " ", formula.strip())
        return {"type": "formula", "formula": one_line, **{key: raw[key] for key in raw if key != "formula"}}

    def plain(self, value: Any, path: str) -> None:
        """Refuse what JSON cannot hold: dates, times, infinities."""
        if isinstance(value, dict):
            for key, inner in value.items():
                self.plain(inner, f"{path}.{key}")
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                self.plain(inner, f"{path}[{index}]")
        elif not isinstance(value, (str, int, float)) or value in (float("inf"), float("-inf")) or value != value:
            self.problem(path, "must be a text, a number, true or false; put a date in quotes.")
