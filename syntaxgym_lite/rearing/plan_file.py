"""Read plans of what is to be trained and compared: TOML files, checked once, every problem named by its place."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError, Problems, cited, did_you_mean
from ..files import decode_utf8, read_bytes
from ..stats.model_table import amount_in
from ..words import SCHEMES
from .plan import ALL, Architecture, CorpusPlan, RearingPlan, VocabularyPlan
from .trainers import TRAINERS, search_options, trainer_options

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

__all__ = ["load_plan", "loads_plan"]

_NAME = re.compile(r"[^\W_][\w.+-]*")
_KEYS = {
    "": ("name", "device", "corpus", "vocabulary", "suites", "budget", "architectures"),
    "corpus": ("train", "valid", "test", "trees", "sizes", "words", "lowercase", "unk", "strip_markers", "seed"),
    "vocabulary": ("min_count", "vocab_size"),
    "suites": ("files",),
    "budget": ("max_words", "max_minutes"),
}
_DEVICE = re.compile(r"auto|cpu|mps|cuda(?::\d{1,3})?", re.ASCII)
_TREES = ("tagged", "untagged")


def load_plan(path: str | Path) -> RearingPlan:
    """Read a plan from a TOML file; paths in it are relative to its folder.

    Raises
    ------
    InputError
        If the file cannot be read.
    SuiteError
        If it is no plan; lists every problem.
    """
    path = Path(path)
    return loads_plan(decode_utf8(read_bytes(path), path), source=str(path), folder=path.parent)


def loads_plan(text: str, *, source: str = "<plan>", folder: Path = Path()) -> RearingPlan:
    """Read a plan from text; see `load_plan`.

    Examples
    --------
    >>> for name in ("train.txt", "valid.txt", "test.txt"):
    ...     _ = Path(name).write_text("The dog barked.", encoding="utf-8")
    >>> plan = loads_plan('''
    ... [corpus]
    ... train = ["train.txt"]
    ... valid = ["valid.txt"]
    ... test = ["test.txt"]
    ... sizes = ["10k", "all"]
    ... [suites]
    ... files = ["npz"]
    ... [[architectures]]
    ... arch = "ngram"
    ... order = 3
    ... ''')
    >>> [cell.name for cell in plan.cells()]
    ['ngram-10k', 'ngram-all']
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: not TOML: {error}.") from None
    return _Reader(source, folder).plan(document)


class _Reader:
    """Walks a decoded plan, and collects every problem."""

    def __init__(self, source: str, folder: Path) -> None:
        self.source, self.folder = source, folder
        self.problems = Problems()

    def plan(self, document: Mapping[str, Any]) -> RearingPlan:
        self.known("", document)
        corpus = self.corpus(self.table(document, "corpus"))
        suites = self.table(document, "suites")
        self.known("suites", suites)
        budget = self.table(document, "budget", needed=False)
        self.known("budget", budget)
        self.of_trees = bool(corpus.trees)
        vocabulary = (
            self.vocabulary(self.table(document, "vocabulary", needed=False)) if "vocabulary" in document else None
        )
        self.is_shared = vocabulary is not None
        architectures = self.architectures(document.get("architectures"), budget)
        files = self.texts(suites, "suites", "files") if suites else ()
        name = document.get("name", Path(self.source).stem)
        if not isinstance(name, str) or not name.strip():
            self.problems.note("name", "must be a text.")
        device = document.get("device", "auto")
        if not isinstance(device, str) or not _DEVICE.fullmatch(device):
            self.problems.note("device", "must be auto, cpu, cuda, cuda:1 or the like, or mps.")
        self.problems.raise_all(self.source)
        return RearingPlan(
            self.source, str(name), corpus, tuple(map(self.suite, files)), tuple(architectures), vocabulary, device
        )

    def vocabulary(self, table: Mapping[str, Any]) -> VocabularyPlan:
        self.known("vocabulary", table)
        for name in _KEYS["vocabulary"]:
            value = table.get(name, 1)
            if type(value) is not int or value < 1:
                self.problems.note(f"vocabulary.{name}", "must be a whole number from 1.")
        return VocabularyPlan(**{name: table[name] for name in _KEYS["vocabulary"] if name in table})

    def suite(self, named: str) -> str:
        """A suite's file beside the plan; a shipped suite by its name."""
        there = self.folder / named
        return str(there) if there.exists() else named

    def known(self, where: str, table: Mapping[str, Any]) -> None:
        for key in table:
            if key not in _KEYS[where]:
                path = f"{where}.{key}" if where else key
                known = _KEYS[where]
                self.problems.note(path, f"is not known here; known are {', '.join(known)}.{did_you_mean(key, known)}")

    def table(self, document: Mapping[str, Any], name: str, *, needed: bool = True) -> Mapping[str, Any]:
        table = document.get(name, {})
        if not isinstance(table, dict):
            self.problems.note(name, f"must be a table, [{name}].")
            return {}
        if needed and name not in document:
            self.problems.note(name, f"missing: write a table [{name}].")
        return table

    def texts(self, table: Mapping[str, Any], where: str, name: str) -> tuple[str, ...]:
        value = table.get(name)
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not values or not all(isinstance(one, str) and one for one in values):
            self.problems.note(f"{where}.{name}", f'write a list of texts, e.g. {name} = ["one.txt"].')
            return ()
        return tuple(values)

    def corpus(self, table: Mapping[str, Any]) -> CorpusPlan:
        self.known("corpus", table)
        files = {}
        for name in ("train", "valid", "test"):
            files[name] = tuple(self.folder / one for one in self.texts(table, "corpus", name)) if table else ()
            for path in files[name]:
                if not path.is_file():
                    self.problems.note(f"corpus.{name}", f"{path}: no such file.")
        sizes = self.sizes(table.get("sizes", [ALL]))
        trees = table.get("trees", "")
        if trees and trees not in _TREES:
            self.problems.note("corpus.trees", f"must be {' or '.join(_TREES)}.")
        if trees and table.get("strip_markers"):
            self.problems.note("corpus.strip_markers", "is for text, not for trees.")
        words = table.get("words", "treebank" if trees else "clitics")
        if words not in SCHEMES:
            self.problems.note(
                "corpus.words", f"no way to cut words {cited(str(words))}; known are {', '.join(SCHEMES)}."
            )
        for name in ("lowercase", "strip_markers"):
            if not isinstance(table.get(name, False), bool):
                self.problems.note(f"corpus.{name}", "must be true or false.")
        if table.get("unk", "single") not in ("single", "classes"):
            self.problems.note("corpus.unk", "must be single or classes.")
        seed = table.get("seed")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or seed < 0):
            self.problems.note("corpus.seed", "must be a whole number from 0.")
        return CorpusPlan(
            **files,
            sizes=sizes,
            words=str(words),
            lowercase=bool(table.get("lowercase", False)),
            unk=str(table.get("unk", "single")),
            strip_markers=bool(table.get("strip_markers", False)),
            seed=seed if isinstance(seed, int) else None,
            trees=str(trees or ""),
        )

    def sizes(self, given: Any) -> tuple[int | None, ...]:
        if not isinstance(given, list) or not given:
            self.problems.note("corpus.sizes", 'write numbers of words, e.g. sizes = ["1M", "5M", "all"].')
            return (None,)
        found: list[int | None] = []
        for place, one in enumerate(given):
            if one == ALL:
                found.append(None)
                continue
            size = None if isinstance(one, bool) else amount_in(str(one))
            if size is None or size < 1 or size != int(size):
                self.problems.note(
                    f"corpus.sizes[{place}]", f"{one!r} is no number of words; write 1000000, 1M or all."
                )
            else:
                found.append(int(size))
        if len(set(found)) < len(found):
            self.problems.note("corpus.sizes", "names a size twice.")
        return tuple(sorted(found, key=lambda size: math.inf if size is None else size)) or (None,)

    def architectures(self, given: Any, budget: Mapping[str, Any]) -> list[Architecture]:
        if not isinstance(given, list) or not given or not all(isinstance(one, dict) for one in given):
            self.problems.note("architectures", "write a table [[architectures]] for each class of models.")
            return []
        found: list[Architecture] = []
        for place, one in enumerate(given):
            path = f"architectures[{place}]"
            arch = one.get("arch")
            if arch not in TRAINERS:
                shown = f"no class of models {cited(str(arch))}" if arch is not None else "missing"
                hint = did_you_mean(str(arch), TRAINERS)
                self.problems.note(f"{path}.arch", f"{shown}; known are {', '.join(TRAINERS)}.{hint}")
                continue
            name = one.get("name", arch)
            if not isinstance(name, str) or not _NAME.fullmatch(name):
                self.problems.note(f"{path}.name", "must be letters and digits, with points, hyphens and + between.")
            seeds = one.get("seeds", [1])
            if not isinstance(seeds, list) or not seeds or not all(type(seed) is int and seed >= 0 for seed in seeds):
                self.problems.note(f"{path}.seeds", "write whole numbers from 0, e.g. seeds = [1, 2].")
                seeds = [1]
            if not TRAINERS[arch].has_seed and len(seeds) > 1:
                self.problems.note(f"{path}.seeds", f"{arch} has nothing random; give no seeds.")
            if TRAINERS[arch].reads == "trees" and not self.of_trees:
                self.problems.note(
                    f"{path}.arch",
                    f'{arch} learns from trees; name files of trees, and write trees = "tagged" in [corpus].',
                )
            own = ("name", "arch", "seeds", *TRAINERS[arch].search)
            options = {key: value for key, value in one.items() if key not in own}
            if TRAINERS[arch].has_budget and not any(name in options for name in _KEYS["budget"]):
                options = {**budget, **options}
            if self.is_shared and TRAINERS[arch].reads != "text":
                for key in _KEYS["vocabulary"]:
                    if key in options:
                        self.problems.note(
                            f"{path}.{key}", "write it in [vocabulary], which is that of all classes of words."
                        )
            searches: tuple[Mapping[str, int], ...] = ({},)
            try:
                trainer_options(TRAINERS[arch], options, seed=seeds[0])
                searches = search_options(TRAINERS[arch], one)
            except InputError as error:
                self.problems.note(path, str(error))
            found.append(Architecture(str(name), arch, tuple(seeds), options, searches))
        names = [one.name for one in found]
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            self.problems.note("architectures", f"{cited(name)} names two of them; give each a name of its own.")
        return found
