"""Suites as files: SyntaxGym's JSON in and out.

A file is checked once, here, and completely: every problem of it is reported at once, each with its path in the file
(``items[3].conditions[0].regions[2].content``). What this package does not use is kept and written back.
"""

from __future__ import annotations

import copy
import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import FormulaError, InputError, Problem, Problems, SuiteError, cited, did_you_mean, has_instead, listed
from ..files import write_whole
from ..formula import METRICS, SINGLE_REGION_METRICS, Formula, RegionRange, Star, check, parse, references, resolve
from ..formula.factors import level_text
from ..resources import shipped_suites
from . import JOINS, Condition, Excluded, Factor, Item, Join, Prediction, Region, Suite

__all__ = [
    "RepeatedKeyError",
    "as_number",
    "dumps_document",
    "dumps_suite",
    "load_suite",
    "loads_document",
    "loads_suite",
    "require_suite",
    "save_suite",
    "suite_document",
    "suite_from_document",
    "suite_sha256",
    "unique_keys",
]

_RELATIONS = {"greaterthan": ">", "lessthan": "<", "equals": "="}
_DEEPEST = 100  # a suite needs 8; what follows may walk documents by recursion
_LONGEST_KEY = 80  # characters of a name in the path of a problem
_GREATEST_FACTOR = 2**53  # JSON numbers are exact up to here wherever they are read
_MOST_DIGITS = 1000  # Python stops at 4300, and a suite has no use for such numbers
_RESULT_KEYS = frozenset({"metric_value", "oovs"})  # what SyntaxGym writes back into a suite after a run


def load_suite(path: str | Path) -> Suite:
    """Read a suite from a JSON file.

    Parameters
    ----------
    path : str or Path
        A file in SyntaxGym's format, UTF-8; a byte-order mark and any line ends are fine. Or a shipped suite's name.

    Returns
    -------
    Suite

    Raises
    ------
    InputError
        If the file cannot be read.
    SuiteError
        If it is not a suite; lists every problem.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> sgl.load_suite("npz").circuit
    'garden_path'
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        shipped = shipped_suites()
        if str(path) in shipped:
            return load_suite(shipped[str(path)])
        raise InputError(
            f"{path}: no such file or shipped suite.{_neighbour(path) or did_you_mean(str(path), shipped)}"
        ) from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; name the suite files in it, e.g. {path}/*.json.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}.") from None
    # results, which are UTF-8, name the file
    shown = str(path).encode("utf-8", "backslashreplace").decode("utf-8")
    return suite_from_document(loads_document(data, source=shown), source=shown)


def loads_suite(text: str, *, source: str = "<suite>") -> Suite:
    """Read a suite from JSON text.

    Parameters
    ----------
    text : str
    source : str, optional
        What to call it in messages.

    Returns
    -------
    Suite

    Raises
    ------
    SuiteError
        If it is not a suite; lists every problem.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> suite = sgl.loads_suite('''{
    ...   "meta": {"name": "tiny", "metric": "sum"}, "region_meta": {"1": "all"}, "predictions": [],
    ...   "items": [{"item_number": 1, "conditions": [{"condition_name": "only", "regions": [
    ...     {"region_number": 1, "content": "Dogs bark."}]}]}]}''')
    >>> [sentence.text for sentence in suite.sentences()]
    ['Dogs bark.']
    """
    return suite_from_document(loads_document(text, source=source), source=source)


def loads_document(text: str | bytes, *, source: str = "<suite>") -> Any:
    """Read JSON as suites are read, whether it is a finished suite or not.

    Parameters
    ----------
    text : str or bytes
        Bytes are UTF-8; a byte-order mark is fine.
    source : str, optional
        What to call it in messages.

    Returns
    -------
    dict
        Or what else the JSON is; keys in their order.

    Raises
    ------
    SuiteError
        If it is no JSON, or JSON of which something would be lost.

    Examples
    --------
    >>> loads_document('{"items": [}')
    Traceback (most recent call last):
    syntaxgym_lite.errors.SuiteError: <suite>: not JSON: Expecting value (line 1, column 12).
    """
    try:
        document = json.loads(
            (text if isinstance(text, str) else _decoded(text, source)).removeprefix("\ufeff"),
            object_pairs_hook=unique_keys,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_decimal,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SuiteError(source, [Problem("", f"not JSON: {error.msg} ({place}).")]) from None
    except RecursionError:
        raise SuiteError(source, [Problem("", "not a suite: brackets are nested too deeply.")]) from None
    except ValueError as error:  # what the hooks below raise
        raise SuiteError(source, [Problem("", f"not JSON that can be trusted: {error}.")]) from None
    if _depth(document) > _DEEPEST:
        raise SuiteError(source, [Problem("", f"not a suite: brackets are nested more than {_DEEPEST} deep.")])
    return document


def _decoded(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        hint = " It looks like UTF-16." if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        message = f"not UTF-8 (byte 0x{data[error.start]:02x} in line {line}).{hint} Save the file as UTF-8."
        raise SuiteError(source, [Problem("", message)]) from None


def suite_from_document(document: Any, *, source: str = "<suite>") -> Suite:
    """Make a suite of decoded JSON; see `loads_suite`."""
    reader = Reader()
    suite = reader.suite(document, source)
    if reader.problems or suite is None:
        raise SuiteError(source, reader.problems)
    return suite


def suite_document(suite: Suite) -> dict[str, Any]:
    """Give the JSON document of a suite, with everything its file held.

    Returns
    -------
    dict
        Keys stand in the order of the file the suite came from; objects are new.
    """
    return copy.deepcopy(_document(suite))


def _document(suite: Suite) -> dict[str, Any]:
    meta = {**suite.meta, "name": suite.name}
    if _METRIC_ALIASES.get(meta.get("metric", ""), meta.get("metric")) != suite.metric:
        meta["metric"] = suite.metric
    if suite.join != meta.get("join", "space"):
        meta["join"] = suite.join
    if suite.context != meta.get("context", ""):
        meta["context"] = suite.context
    if suite.excluded or "excluded" in meta:
        meta["excluded"] = [{"where": one.where, "reason": one.reason} for one in suite.excluded]
    written = suite.extra.get("region_meta", {})
    keys = {as_number(key): key for key in written}  # "01" stays "01"
    names = {keys.get(number, str(number)): name for number, name in suite.region_names.items()}
    region_meta = _merge(written, names)
    for key in [key for key in region_meta if key not in names]:
        del region_meta[key]
    factors: dict[str, Any] = {}
    if suite.condition_factors or "condition_factors" in suite.extra:
        factors["condition_factors"] = {name: dict(own) for name, own in suite.condition_factors.items()}
    values: dict[str, Any] = {
        "meta": meta,
        "region_meta": region_meta,
        **factors,
        "predictions": [_prediction_document(prediction) for prediction in suite.predictions],
        "items": [_item_document(item) for item in suite.items],
    }
    if suite.extra and "predictions" not in suite.extra and not suite.predictions:
        del values["predictions"]  # SyntaxGym's own results have none
    return _merge(suite.extra, values)


def dumps_suite(suite: Suite) -> str:
    """Give a suite as JSON text, ended by a line end."""
    return dumps_document(_document(suite))


def dumps_document(document: Mapping[str, Any]) -> str:
    """Give the document of a suite, finished or not, as JSON text, ended by a line end; see `dumps_suite`."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    # half of a surrogate pair can stand in a comment, where nobody reads it, but not in a UTF-8 file
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def save_suite(suite: Suite, path: str | Path) -> None:
    """Write a suite to a JSON file, UTF-8.

    Parameters
    ----------
    suite : Suite
    path : str or Path

    Raises
    ------
    InputError
        If this is no suite, or the file cannot be written.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [suite] = sgl.load_suites("npz")
    >>> sgl.save_suite(suite, "copy.json")
    >>> sgl.load_suite("copy.json") == suite
    True
    """
    require_suite(suite)
    write_whole(path, dumps_suite(suite))


def require_suite(given: object) -> None:
    """Refuse what is no `Suite`, e.g. the name of one.

    Examples
    --------
    >>> require_suite("npz")
    Traceback (most recent call last):
    syntaxgym_lite.errors.InputError: Give a Suite, e.g. one of sgl.load_suites(...), not 'npz'.
    """
    if not isinstance(given, Suite):
        what = repr(str(given)) if isinstance(given, (str, Path)) else f"an object of the type {type(given).__name__}"
        raise InputError(f"Give a Suite, e.g. one of sgl.load_suites(...), not {what}.")


def suite_sha256(suite: Suite) -> str:
    """Hash what a suite says, whatever its file's layout.

    Returns
    -------
    str
        sha256, in hexadecimal, of the document with sorted keys, without results of earlier runs, and without clusters,
        which say how items are counted and not what a model is asked.
    """
    document = _document(replace(suite, items=()))
    left_out = {"cluster"} if suite.clusters else set[str]()
    document["meta"] = _without(document["meta"], left_out)
    parts = {key: _canonical(value) for key, value in document.items()}
    parts["items"] = f"[{','.join([_canonical_item(item, left_out) for item in suite.items])}]"
    canonical = f"{{{','.join(f'{_canonical(key)}:{parts[key]}' for key in sorted(parts))}}}"
    if any(f'"{key}":' in canonical for key in _RESULT_KEYS):
        canonical = _canonical(_without_results(json.loads(canonical)))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


_canonical = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode


def _canonical_item(item: Item, left_out: Collection[str]) -> str:
    """The canonical text of an item's document; that of a plain one, of which there are many, is put together here."""
    conditions = []
    for condition in item.conditions:
        regions = [
            f'{{"content":{_canonical(region.content)},"region_number":{region.number}}}'
            for region in condition.regions
            if not region.extra
        ]
        if condition.extra or condition.factors or len(regions) < len(condition.regions):
            break
        conditions.append(f'{{"condition_name":{_canonical(condition.name)},"regions":[{",".join(regions)}]}}')
    else:
        if not (item.extra or item.factors or item.label or item.cluster):
            return f'{{"conditions":[{",".join(conditions)}],"item_number":{item.number}}}'
    return _canonical(_without(_item_document(item), left_out))


def _without(document: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in keys}


# ---------------------------------------------------------------- reading


_LINE_END = re.compile(r"[\n\r]")


class Reader:
    """Walks a decoded document, collects every problem, and builds the suite if there is none."""

    def __init__(self) -> None:
        self.problems = Problems()

    def problem(self, path: str, message: str) -> None:
        """Note a problem; `path` and `message` must be printable, so texts of the file stand in them as ``repr``."""
        self.problems.note(path, message)

    def get(self, mapping: Mapping[str, Any], key: str, kind: type, path: str, *, hint: str = "") -> Any:
        """Return ``mapping[key]`` if it is there and of the right type, else None after noting the problem."""
        value = mapping.get(key)
        if isinstance(value, kind) and (not isinstance(value, str) or _is_text(value)):
            return value
        here = _member(path, key) if path else key
        if key not in mapping:
            self.problem(here, f"missing.{hint}{_similar(key, mapping)}")
        elif not isinstance(value, kind):
            self.problem(here, f"must be {_KINDS[kind]}, not {_describe(value)}.{hint}")
        else:
            self.problem(here, "holds half of a surrogate pair, which no model can read; write the whole character.")
        return None

    def objects(
        self, raw: list[Any] | None, path: str, what: str = "an object"
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Give the objects of a list, each with its path; note what is none."""
        for index, one in enumerate(raw or ()):
            here = f"{path}[{index}]"
            if isinstance(one, dict):
                yield here, one
            else:
                self.problem(here, f"must be {what}, not {_describe(one)}.")

    def whole_number(self, mapping: Mapping[str, Any], key: str, path: str) -> int | None:
        number = as_number(mapping.get(key))
        if number is None and key in mapping:
            self.problem(f"{path}.{key}", f"must be a whole number from 1, not {_describe(mapping[key])}.")
        elif number is None:
            self.problem(f"{path}.{key}", f"missing.{_similar(key, mapping)}")
        return number

    def suite(self, document: Any, source: str) -> Suite | None:
        if not isinstance(document, dict):
            message = "a suite is an object with 'meta', 'region_meta', 'predictions' and 'items', "
            self.problem("", f"{message}not {_describe(document)}.")
            return None
        meta = self.get(document, "meta", dict, "")
        name, metric, join, context = self.meta(meta)
        excluded = self.groups_and_excluded(meta or {})
        region_meta = self.get(document, "region_meta", dict, "", hint=' Write e.g. {"1": "subject", "2": "verb"}.')
        region_names = self.region_names(region_meta)
        raw_items = self.get(document, "items", list, "")
        items = self.items(raw_items, region_names)
        self.cluster_factor(meta or {}, items)
        hint = " Write [] to have surprisals only."
        if "predictions" not in document and _has_results(raw_items):  # what SyntaxGym writes after a run
            raw_predictions = []
        else:
            raw_predictions = self.get(document, "predictions", list, "", hint=hint)
        conditions = list(dict.fromkeys(condition.name for item in items for condition in item.conditions))
        condition_factors = self.condition_factors(document, conditions)
        self.distinct_factors(condition_factors or {}, items)
        predictions = self.predictions(raw_predictions, conditions, region_names, metric, condition_factors)
        if self.problems or meta is None or region_names is None or condition_factors is None:
            return None
        return Suite(
            name=name,
            region_names=region_names,
            items=tuple(items),
            predictions=tuple(predictions),
            metric=metric,
            join=join,
            context=context,
            meta=meta,
            source=source,
            extra=document,
            excluded=excluded,
            condition_factors=condition_factors,
        )

    def meta(self, meta: dict[str, Any] | None) -> tuple[str, str, Join, str]:
        if meta is None:
            return "", "sum", "space", ""
        name = self.get(meta, "name", str, "meta")
        if name is not None and not name.strip():
            self.problem("meta.name", "is empty; a suite needs a name.")
        elif name is not None and _LINE_END.search(name):
            self.problem("meta.name", "has more than one line; tables and results go by it.")
        metric = self.get(meta, "metric", str, "meta", hint=' Write "sum".')
        metric = _METRIC_ALIASES.get(metric or "", metric)
        if metric is not None and metric not in METRICS:
            known = ", ".join(METRICS)
            self.problem("meta.metric", f"no metric {cited(metric)}; known are {known}.{did_you_mean(metric, METRICS)}")
        join = meta.get("join", "space")
        if join not in JOINS:
            hint = did_you_mean(join, JOINS) if isinstance(join, str) else ""
            self.problem("meta.join", f"must be one of {', '.join(JOINS)}, not {_describe(join)}.{hint}")
        context = self.get(meta, "context", str, "meta") if "context" in meta else ""
        return name or "", metric or "sum", join, context or ""

    def groups_and_excluded(self, meta: dict[str, Any]) -> tuple[Excluded, ...]:
        """Check ``meta.groups``, and read ``meta.excluded``."""
        groups = self.get(meta, "groups", dict, "meta") if "groups" in meta else {}
        for name in groups or ():
            self.factor_name(name, "meta.groups")
            value = self.get(groups, name, str, "meta.groups")
            if value is not None and not value.strip():
                self.problem(_member("meta.groups", name), "is empty; leave it out where a suite belongs to no group.")
        excluded: list[Excluded] = []
        raw_excluded = self.get(meta, "excluded", list, "meta") if "excluded" in meta else []
        for path, raw in self.objects(raw_excluded, "meta.excluded", "an object with 'where' and 'reason'"):
            where, reason = self.get(raw, "where", str, path), self.get(raw, "reason", str, path)
            for key in raw.keys() - {"where", "reason"}:
                self.problem(_member(path, key), "is not known here; write 'where' and 'reason'.")
            if where is not None and reason is not None:
                excluded.append(Excluded(where, reason))
        return tuple(excluded)

    def cluster_factor(self, meta: dict[str, Any], items: Sequence[Item]) -> None:
        """Check that ``meta.cluster`` names a factor that items have."""
        if "cluster" not in meta:
            return
        factor: str | None = self.get(meta, "cluster", str, "meta", hint=" Write the name of a factor of the items.")
        if factor is None or any(factor in item.factors for item in items):
            return
        known = list(dict.fromkeys(name for item in items for name in item.factors))
        there = f"they have {', '.join(known)}.{did_you_mean(factor, known)}" if known else "they have none."
        self.problem("meta.cluster", f"no item has the factor {cited(factor)}; {there}")

    def factor_name(self, name: str, path: str) -> None:
        """Names become columns of a table."""
        if not name.strip() or name != name.strip() or not name.isprintable():
            self.problem(_member(path, name), "must have a name that is not empty, without blanks at its ends.")

    def factors(self, raw: dict[str, Any], path: str, *, example: str) -> dict[str, Factor]:
        if "factors" not in raw:
            return {}
        factors = self.get(raw, "factors", dict, path, hint=f" Write e.g. {example}.")
        self.levels(factors or {}, f"{path}.factors")
        return dict(factors or {})

    def levels(self, factors: Mapping[str, Any], path: str) -> None:
        """Check names and values of factors."""
        for name, value in factors.items():
            here = _member(path, name)
            self.factor_name(name, path)
            if not isinstance(value, (str, int, float)):  # true and false are numbers of Python
                self.problem(here, f"must be a text, a number, true or false, not {_describe(value)}.")
            elif isinstance(value, str) and not (value.strip() and _is_text(value)):
                self.problem(here, "must not be empty; leave a factor out where there is no value for it.")
            elif isinstance(value, int) and abs(value) > _GREATEST_FACTOR:
                self.problem(here, "is too large to be kept exactly; write it as a text.")

    def condition_factors(
        self, document: dict[str, Any], conditions: Sequence[str]
    ) -> dict[str, dict[str, Factor]] | None:
        """Read the level of each condition in each factor; None if they cannot be used."""
        top = "condition_factors"
        if top not in document:
            return {}
        n_problems = len(self.problems)
        hint = f" Write the levels of each condition, e.g. {_CROSSING}."
        known = dict.fromkeys(conditions)
        factors: dict[str, dict[str, Factor]] = {}
        for name in self.get(document, top, dict, "", hint=hint) or {}:
            here = _member(top, name)
            own = self.get(document[top], name, dict, top, hint=hint)
            factors[name] = dict(own or {})
            if known and name not in known:
                message = f"the suite has no condition {cited(name)}.{did_you_mean(name, known)}"
                self.problem(here, f"{message} Its conditions are {_quoted(conditions)}.")
            if own == {}:
                self.problem(here, f"is empty.{hint}")
            self.levels(factors[name], here)
            for factor, level in factors[name].items():
                self.level_in_formula(factor, level, _member(here, factor))
        lacking = [name for name in conditions if name not in factors]
        if lacking and factors:
            self.problem(top, f"lacks {_quoted(lacking)}; a suite that names the levels of one condition names all.")
        if len(self.problems) == n_problems:
            self.same_factors(factors, top)
        return factors if len(self.problems) == n_problems else None

    def level_in_formula(self, factor: str, level: Any, path: str) -> None:
        """Formulas name conditions by their levels, ``%head=sg, attractor=pl%``, and must be able to."""
        if any(sign in factor for sign in ",=%"):
            self.problem(path, f"must have a name without ',', '=' and '%': formulas write %{_PAIR}%.")
        if not isinstance(level, str):
            return
        if "%" in level or level != level.strip() or _LINE_END.search(level):
            rule = f"must not hold '%', be of two lines, or begin or end with a blank: formulas write %{_PAIR}%."
            self.problem(path, f"{cited(level)} {rule}")
        elif "=" in level.partition(",")[2]:
            self.problem(path, f"{cited(level)} must not hold ',' and after it '=': formulas write %{_PAIR}%.")

    def same_factors(self, factors: Mapping[str, Mapping[str, Factor]], path: str) -> None:
        """Every condition has all factors, and is told apart by their levels."""
        usual = dict.fromkeys(factor for own in factors.values() for factor in own)
        seen: dict[tuple[str, ...], str] = {}
        for name, own in factors.items():
            here = _member(path, name)
            lacking = [factor for factor in usual if factor not in own]
            if lacking:
                self.problem(here, f"lacks {_quoted(lacking)}, which other conditions have; each has all factors.")
                continue
            first = seen.setdefault(tuple(level_text(own[factor]) for factor in usual), name)
            if first != name:
                same = f"has the same levels as {cited(first)}, so that no formula could tell the two apart."
                self.problem(here, f"{same} Add a factor in which they differ.")

    def distinct_factors(self, of_conditions: Mapping[str, Mapping[str, Factor]], items: Sequence[Item]) -> None:
        """Factors of items, of conditions and of a condition of an item become columns of one table."""
        owner = dict.fromkeys((factor for own in of_conditions.values() for factor in own), "the conditions")
        told: set[str] = set()
        for path, whose, own in _own_factors(items):
            for name in own:
                other = owner.setdefault(name, whose)
                if other != whose and name not in told:
                    told.add(name)
                    message = f"is also a factor of {other}; both would be the column factor_{name}. Rename one."
                    self.problem(_member(path, name), message)

    def region_names(self, region_meta: dict[str, Any] | None) -> dict[int, str] | None:
        if region_meta is None:
            return None
        if not region_meta:
            self.problem("region_meta", 'is empty; name every region, e.g. {"1": "subject", "2": "verb"}.')
            return None
        names: dict[int, str] = {}
        sound = True
        for key in region_meta:
            number = as_number(key)
            name = self.get(region_meta, key, str, "region_meta")
            if number is None:
                self.problem(_member("region_meta", key), "must be called by a region number, a whole number from 1.")
            elif number in names:
                self.problem(_member("region_meta", key), f"region {number} is there twice.")
            sound = sound and name is not None and number is not None and number not in names
            if name is not None and number is not None:
                names.setdefault(number, name)
        return dict(sorted(names.items())) if sound else None

    def items(self, raw_items: list[Any] | None, region_names: Mapping[int, str] | None) -> list[Item]:
        if raw_items == []:
            self.problem("items", "is empty; a suite needs at least one item.")
        items: list[Item] = []
        numbers: dict[int, str] = {}
        labels: dict[str, str] = {}
        designs: list[tuple[str, list[str]]] = []
        for path, raw in self.objects(raw_items, "items"):
            number = self.whole_number(raw, "item_number", path)
            raw_conditions = self.get(raw, "conditions", list, path)
            conditions = self.conditions(raw_conditions, path, region_names)
            if number is not None:
                first = numbers.setdefault(number, path)
                if first != path:
                    self.problem(
                        f"{path}.item_number", f"{number} is also the number of {first}; each item needs its own."
                    )
            if raw_conditions and len(conditions) == len(raw_conditions):
                designs.append((path, [condition.name for condition in conditions]))
            factors = self.factors(raw, path, example='{"construction": "object relative", "n_attractors": 1}')
            label, cluster = self.label(raw, path, labels), self.cluster(raw, path)
            items.append(Item(number or 0, tuple(conditions), raw, factors, label, cluster))
        self.same_design(designs)
        return items

    def label(self, raw: dict[str, Any], path: str, labels: dict[str, str]) -> str:
        """Read what an item is called by its author; `labels` are those before it, each with its item."""
        if "label" not in raw:
            return ""
        label: str | None = self.get(raw, "label", str, path, hint=' Write e.g. "1a", or leave it out.')
        if label is None:
            return ""
        here = f"{path}.label"
        if not label or label != label.strip() or _LINE_END.search(label):
            self.problem(here, f"{cited(label)} must not be empty, of two lines, or begin or end with a blank.")
        first = labels.setdefault(label, path)
        if first != path:
            self.problem(here, f"{cited(label)} is also the label of {first}; each item needs its own.")
        return label

    def cluster(self, raw: dict[str, Any], path: str) -> str:
        """Read which other items an item belongs together with."""
        if "cluster" not in raw:
            return ""
        cluster: str | None = self.get(raw, "cluster", str, path, hint=' Write e.g. "frame 3", or leave it out.')
        if cluster is not None and (not cluster or cluster != cluster.strip() or _LINE_END.search(cluster)):
            shown = cited(cluster)
            self.problem(f"{path}.cluster", f"{shown} must not be empty, of two lines, or begin or end with a blank.")
        return cluster or ""

    def same_design(self, designs: Sequence[tuple[str, list[str]]]) -> None:
        """Hold the conditions of the items whose conditions all have a name against those that most items have."""
        counts = Counter(name for _, names in designs for name in dict.fromkeys(names))
        usual = [name for name, count in counts.items() if 2 * count >= len(designs)]
        known = dict.fromkeys(usual)
        for path, names in designs:
            own = dict.fromkeys(names)
            if own.keys() == known.keys():
                continue
            missing = [name for name in usual if name not in own]
            unusual = [name for name in own if name not in known]
            if missing:
                message = f"lacks {_quoted(missing)}, which other items have; every item needs all conditions."
                instead = has_instead(missing, own) or (f" It has {_quoted(unusual)}." if unusual else "")
                self.problem(f"{path}.conditions", message + instead)
            elif unusual:
                message = f"has {_quoted(unusual)}, which other items lack; every item needs all conditions."
                self.problem(f"{path}.conditions", message)

    def conditions(
        self, raw_conditions: list[Any] | None, path: str, region_names: Mapping[int, str] | None
    ) -> list[Condition]:
        if raw_conditions == []:
            self.problem(f"{path}.conditions", "is empty; an item needs at least one condition.")
        conditions: list[Condition] = []
        seen: set[str] = set()
        for here, raw in self.objects(raw_conditions, f"{path}.conditions"):
            name = self.get(raw, "condition_name", str, here)
            raw_regions = self.get(raw, "regions", list, here)
            regions = self.regions(raw_regions, here, region_names)
            if name is None:
                continue
            if not name or "%" in name or name != name.strip():
                rule = "must not be empty, hold '%', or begin or end with a blank: formulas write %name%."
                self.problem(f"{here}.condition_name", f"{cited(name)} {rule}")
            elif _LINE_END.search(name):
                self.problem(f"{here}.condition_name", f"{cited(name)} must be one line.")
            if name in seen:
                self.problem(f"{here}.condition_name", f"{cited(name)} is there twice in this item.")
            seen.add(name)
            factors = self.factors(raw, here, example='{"verb_frequency": 12.5}')
            conditions.append(Condition(name, tuple(regions), raw, factors))
        return conditions

    def regions(self, raw_regions: list[Any] | None, path: str, region_names: Mapping[int, str] | None) -> list[Region]:
        if raw_regions is None:
            return []
        regions = []
        sound = True
        for index, raw in enumerate(raw_regions):
            if _is_plain_region(raw):
                regions.append(Region(raw["region_number"], raw["content"], raw))
                continue
            here = f"{path}.regions[{index}]"
            if not isinstance(raw, dict):
                self.problem(here, f"must be an object, not {_describe(raw)}.")
                sound = False
                continue
            number = self.whole_number(raw, "region_number", here)
            content = self.get(raw, "content", str, here, hint=' An empty region is "".')
            sound = sound and number is not None
            if number is not None and content is not None:
                regions.append(Region(number, content, raw))
        numbers = [region.number for region in regions]
        if sound and len(regions) == len(raw_regions) and region_names is not None and numbers != [*region_names]:
            self.problem(f"{path}.regions", _number_mismatch(numbers, list(region_names)))
        elif len(regions) == len(raw_regions) and not any(region.content.strip() for region in regions):
            self.problem(f"{path}.regions", "no region has text; there is no sentence to score.")
        return regions

    def predictions(
        self,
        raw_predictions: list[Any] | None,
        conditions: Sequence[str],
        region_names: Mapping[int, str] | None,
        metric: str,
        factors: Mapping[str, Mapping[str, Factor]] | None,
    ) -> list[Prediction]:
        predictions: list[Prediction] = []
        for path, raw in self.objects(raw_predictions, "predictions", "an object with 'type' and 'formula'"):
            if "formula" not in raw and "relation" in raw:
                source = self.old_form(raw, path)
            else:
                kind = raw.get("type", "formula")
                if kind != "formula":
                    self.problem(f"{path}.type", f'must be "formula", not {_describe(kind)}.')
                source = self.get(raw, "formula", str, path)
            name = self.get(raw, "name", str, path) if raw.get("name") is not None else None
            description = self.get(raw, "description", str, path) if raw.get("description") is not None else None
            if source is None:
                continue
            try:
                formula = resolve(parse(source), factors or {})
            except FormulaError as error:
                self.problem(f"{path}.formula", f"\n{error}")
                continue
            if conditions and region_names is not None and factors is not None:
                complaints = check(formula, conditions=conditions, regions=region_names, factors=factors)
                for complaint in [*complaints, *_metric_of_several(formula, metric)]:
                    self.problem(f"{path}.formula", f"\n{complaint}")
            predictions.append(Prediction(formula, name, description, raw))
        return predictions

    def old_form(self, raw: Mapping[str, Any], path: str) -> str | None:
        """Translate ``{"relation": "greaterthan", "region_number": 3, "l_operand": "a", "r_operand": "b"}``."""
        relation = self.get(raw, "relation", str, path)
        number = self.whole_number(raw, "region_number", path)
        left = self.get(raw, "l_operand", str, path)
        right = self.get(raw, "r_operand", str, path)
        if relation is not None and relation not in _RELATIONS:
            known = ", ".join(_RELATIONS)
            self.problem(f"{path}.relation", f"must be one of {known}, not {cited(relation)}. Or write a formula.")
            return None
        if relation is None or number is None or left is None or right is None:
            return None
        return f"({number};%{left}%) {_RELATIONS[relation]} ({number};%{right}%)"


_METRIC_ALIASES: Mapping[Any, str] = {"all": "sum"}  # SyntaxGym: write every metric; formulas are about sums
_PAIR = "head=sg, attractor=pl"
_CROSSING = '{"sg_pl": {"head": "sg", "attractor": "pl"}}'
_KINDS: Mapping[type, str] = {dict: "an object", list: "a list", str: "a text in quotes"}


def _describe(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {cited(value, 40)}"
    return "a list" if isinstance(value, list) else "an object"


def _member(path: str, key: str) -> str:
    if len(key) > _LONGEST_KEY:
        key = f"{key[:_LONGEST_KEY]}…"
    return f"{path}.{key}" if re.fullmatch(r"[\w-]+", key) else f"{path}[{json.dumps(key)}]"


def _similar(key: str, mapping: Mapping[str, Any]) -> str:
    return did_you_mean(key, [name for name in mapping if name != key and name.isprintable()])


def _quoted(names: Sequence[str]) -> str:
    return listed(list(map(cited, names)))


def _own_factors(items: Sequence[Item]) -> Iterator[tuple[str, str, Mapping[str, Factor]]]:
    """Give the factors of each item and of each condition of it, with their path and what they are factors of."""
    for number, item in enumerate(items):
        yield f"items[{number}].factors", "items", item.factors
        for place, condition in enumerate(item.conditions):
            yield f"items[{number}].conditions[{place}].factors", "single conditions of items", condition.factors


def _has_results(raw_items: Any) -> bool:
    """Whether the first region of a suite carries what SyntaxGym writes into it."""
    try:
        return bool(_RESULT_KEYS & set(raw_items[0]["conditions"][0]["regions"][0]))
    except (TypeError, LookupError):
        return False


def _metric_of_several(formula: Formula, metric: str) -> list[FormulaError]:
    """The suite's own metric, where a formula names none, must be one that several regions can have."""
    if metric not in SINGLE_REGION_METRICS:
        return []
    problem = (
        f"The suite's metric '{metric}' is defined for a single region. Name another one, e.g. (*;%condition%;sum)."
    )
    return [
        FormulaError(problem, formula.source, reference.span)
        for reference in references(formula)
        if reference.metric is None and isinstance(reference.region, (Star, RegionRange))
    ]


def as_number(value: Any) -> int | None:
    """Read a region or item number: a whole number from 1, or the same as text."""
    if type(value) is int:  # as it is nearly always
        return value if value >= 1 else None
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 20:
        value = int(value)
    return value if isinstance(value, int) and value >= 1 else None


def _is_plain_region(raw: Any) -> bool:
    """Whether a region can be taken as it is, as nearly all can; any other gets a closer look."""
    if not isinstance(raw, dict):
        return False
    number, content = raw.get("region_number"), raw.get("content")
    return type(number) is int and number >= 1 and type(content) is str and content.isascii()


def _is_text(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _number_mismatch(numbers: Sequence[int], expected: Sequence[int]) -> str:
    duplicates = [number for number, count in Counter(numbers).items() if count > 1]
    there, known = dict.fromkeys(numbers), dict.fromkeys(expected)
    missing = [number for number in expected if number not in there]
    unknown = [number for number in there if number not in known]
    if duplicates:
        return f"region {duplicates[0]} is there twice."
    complaints = []
    if missing:
        complaints.append(f"lacks region {_listed(missing)}")
    if unknown:
        complaints.append(f"has region {_listed(unknown)}, which region_meta does not name")
    if complaints:
        return (
            f'{" and ".join(complaints)}. Every condition has the regions of region_meta; an unused one has content "".'
        )
    return f"regions stand in the order {_listed(numbers)}; write them in ascending order, as they are read."


def _listed(numbers: Sequence[int]) -> str:
    return listed(list(map(str, numbers)))


class RepeatedKeyError(ValueError):
    """An object of JSON has a key twice, of which a reader would keep one without a word."""


def unique_keys(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Make a dictionary of an object of JSON, as ``object_pairs_hook`` of `json.loads`.

    Raises
    ------
    RepeatedKeyError

    Examples
    --------
    >>> unique_keys([("a", 1), ("a", 2)])
    Traceback (most recent call last):
    syntaxgym_lite.suite.json.RepeatedKeyError: an object holds the key 'a' twice, and only one of them could be used
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise RepeatedKeyError(f"an object holds the key {cited(key)} twice, and only one of them could be used")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number has {len(digits)} digits")
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        shown = digits if len(digits) <= 40 else digits[:37] + "..."
        raise ValueError(f"the number {shown} is too large to be read")
    return value


def _depth(value: Any) -> int:
    """How deeply lists and objects are nested, counted without recursion, up to just above the limit."""
    depth = 0
    level = [value] if isinstance(value, (dict, list)) else []
    while level and depth <= _DEEPEST:
        parts = (outer.values() if isinstance(outer, dict) else outer for outer in level)
        level = [inner for some in parts for inner in some if isinstance(inner, (dict, list))]
        depth += 1
    return depth


def _neighbour(path: Path) -> str:
    try:
        return did_you_mean(path.name, [other.name for other in path.parent.glob("*.json")])
    except OSError:
        return ""


# ---------------------------------------------------------------- writing


def _merge(template: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """`values` in the key order of `template`, with the template's other keys kept."""
    return {**{key: values.get(key, value) for key, value in template.items()}, **values}


def _number(template: Mapping[str, Any], key: str, number: int) -> Any:
    """The number as the file had it (a text, perhaps), if it still is that number."""
    return template[key] if key in template and as_number(template[key]) == number else number


def _prediction_document(prediction: Prediction) -> dict[str, Any]:
    if "formula" not in prediction.extra and "relation" in prediction.extra:
        return dict(prediction.extra)
    values: dict[str, Any] = {"type": "formula", "formula": prediction.formula.source}
    if prediction.extra and "type" not in prediction.extra:
        del values["type"]
    for key in ("name", "description"):
        value = getattr(prediction, key)
        if value is not None:
            values[key] = value
    return _merge(prediction.extra, values)


def _item_document(item: Item) -> dict[str, Any]:
    gone = {key for key in ("label", "cluster") if not getattr(item, key)}
    read = {key: value for key, value in item.extra.items() if key not in gone} if gone else item.extra
    values = {
        "item_number": _number(item.extra, "item_number", item.number),
        **({"label": item.label} if item.label else {}),
        **({"cluster": item.cluster} if item.cluster else {}),
        "conditions": [_condition_document(condition) for condition in item.conditions],
    }
    if item.factors or "factors" in item.extra:
        values["factors"] = dict(item.factors)
    return _merge(read, values)


def _condition_document(condition: Condition) -> dict[str, Any]:
    """The object of the file if it still says this, as it does nearly always; else a new one."""
    read, regions = condition.extra, [_region_document(region) for region in condition.regions]
    factors = {"factors": dict(condition.factors)} if condition.factors or "factors" in read else {}
    is_as_read = read.get("condition_name") == condition.name and read.get("regions") == regions
    if isinstance(read, dict) and is_as_read and not factors:
        return read
    return _merge(read, {"condition_name": condition.name, "regions": regions, **factors})


def _region_document(region: Region) -> dict[str, Any]:
    """See `_condition_document`."""
    read = region.extra
    number = _number(read, "region_number", region.number)
    if isinstance(read, dict) and read.get("content") == region.content and read.get("region_number") is number:
        return read
    return _merge(read, {"region_number": number, "content": region.content})


def _without_results(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_results(inner) for key, inner in value.items() if key not in _RESULT_KEYS}
    if isinstance(value, list):
        return [_without_results(inner) for inner in value]
    return value
