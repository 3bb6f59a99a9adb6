"""The published results of Hu et al.: which items each of their models gets right.

They stand in ``data/raw/`` of cpllab/syntactic-generalization: a file ``syntaxgym_results_MODEL_CORPUS.csv`` with the
columns ``model,suite,item,correct`` for each kind of model and training corpus, and ``perplexity.csv``. The names of
the files say nothing here; the column ``model`` does, which is the kind, the corpus and the seed.

References
----------
Hu, J., Gauthier, J., Qian, P., Wilcox, E., & Levy, R. (2020). A systematic assessment of syntactic generalization in
neural language models. Proceedings of ACL, 1725-1744.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...delimited import number_in, read_table
from ...errors import InputError, Problems, cited, listed
from ...lines import DAMAGED, open_by_content

__all__ = ["VOTING", "HuInstance", "looks_like_hu_results", "majority_vote", "read_hu_perplexities", "read_hu_results"]

_COLUMNS = ("model", "suite", "item", "correct")
_HEADER = ",".join(_COLUMNS)
_THEIR_NAMES = "syntaxgym_results_"
_VERDICTS = {"True": True, "False": False}
PERPLEXITIES = "perplexity.csv"
VOTING = "ngram"
"""Their model whose seeds vote."""


@dataclass(frozen=True, slots=True)
class HuInstance:
    """A trained model: a kind of model, on a corpus, from a seed.

    Parameters
    ----------
    model : str
        Their name of the kind of model, such as ``"ordered-neurons"``.
    corpus : str
        ``"bllip-lg"``, ..., or ``""`` for models that were trained by others.
    seed : int
        Without leading zeros: ``0111`` is 111.
    right : mapping of str to ndarray of bool, shape (n_items,)
        By suite, in the order of the file: whether the predictions of each item hold, by item number.
    """

    model: str
    corpus: str
    seed: int
    right: Mapping[str, NDArray[np.bool_]]

    @property
    def name(self) -> str:
        """Model, corpus and seed."""
        return f"{self.model}_{self.corpus}_{self.seed}"


def looks_like_hu_results(folder: str | Path) -> bool:
    """Whether a folder holds such files."""
    return any(first == _HEADER for first in _first_lines(Path(folder)).values())


def _first_lines(folder: Path) -> dict[Path, str | None]:
    """Give the first line of each table of a folder but that of perplexities; None of one that cannot be read."""
    found: dict[Path, str | None] = {}
    if not folder.is_dir():
        return found
    for path in sorted([*folder.glob("*.csv"), *folder.glob("*.csv.xz"), *folder.glob("*.csv.gz")]):
        if path.name == PERPLEXITIES:
            continue
        try:
            with open_by_content(path) as file:
                found[path] = file.readline(1000).decode("utf-8", errors="replace").rstrip("\r\n")
        except (OSError, *DAMAGED):
            found[path] = None
    return found


def _files(folder: Path) -> list[Path]:
    """Give the result files of a folder; refuse one that was one: figures without it would be others, in silence."""
    first_lines = _first_lines(folder)
    for path, first in first_lines.items():
        if first == _HEADER:
            continue
        if first is None or not first:
            raise InputError(
                f"{path}: {'is empty' if first == '' else 'cannot be read'}; get it anew, or move it away."
            )
        cells = {cell.strip("\ufeff\"' ").lower() for cell in re.split("[,;\t]", first)}
        if path.name.startswith(_THEIR_NAMES) or len(cells.intersection(_COLUMNS)) >= len(_COLUMNS) - 1:
            raise InputError(
                f"{path}: begins with {cited(first)}, and results of Hu et al. (2020) with '{_HEADER}'; get the file "
                "as it was published, or move it away."
            )
    return [path for path, first in first_lines.items() if first == _HEADER]


def read_hu_results(folder: str | Path) -> tuple[HuInstance, ...]:
    """Read all result files of a folder, packed or not.

    Parameters
    ----------
    folder : str or Path

    Returns
    -------
    tuple of HuInstance
        Every instance of every file, by name.

    Raises
    ------
    InputError
        If there are none, one cannot be read, an instance has an item twice, or instances differ in their items.
    """
    folder = Path(folder)
    paths = _files(folder)
    if not paths:
        raise InputError(
            f"{folder}: has no results of Hu et al. (2020): files that begin with '{_HEADER}'. They are in "
            "data/raw of github.com/cpllab/syntactic-generalization."
        )
    verdicts: dict[str, dict[str, dict[int, bool]]] = defaultdict(lambda: defaultdict(dict))
    for path in paths:
        _read_into(verdicts, path)
    if not verdicts:
        raise InputError(f"{folder}: {listed([path.name for path in paths])}: a header, and no verdict under it.")
    instances = [_instance(folder, name, suites) for name, suites in verdicts.items()]
    items_of = [{suite: sorted(items) for suite, items in suites.items()} for suites in verdicts.values()]
    for instance, own in zip(instances, items_of, strict=True):
        if own != items_of[0]:
            unlike = sorted(suite for suite in {*own, *items_of[0]} if own.get(suite) != items_of[0].get(suite))
            raise InputError(
                f"{folder}: {instance.name} and {instances[0].name} differ in the items of {listed(unlike, 5)}; "
                "is a file incomplete?"
            )
    return tuple(sorted(instances, key=lambda one: (one.model, one.corpus, one.seed)))


def _read_into(verdicts: Mapping[str, Mapping[str, dict[int, bool]]], path: Path) -> None:
    try:
        with open_by_content(path) as packed:
            file = io.TextIOWrapper(packed, encoding="utf-8", errors="replace")
            next(file)
            for number, line in enumerate(file, start=2):
                cells = line.rstrip("\r\n").split(",")
                if len(cells) != 4 or cells[3] not in _VERDICTS or not cells[2].isdecimal():
                    raise InputError(f"{path}: line {number}: not a model, a suite, an item, and True or False.")
                items = verdicts[cells[0]][cells[1]]
                if items.setdefault(int(cells[2]), _VERDICTS[cells[3]]) is not _VERDICTS[cells[3]]:
                    raise InputError(f"{path}: line {number}: {cells[0]} has this item already, with another verdict.")
    except (OSError, *DAMAGED) as error:
        raise InputError(f"{path}: cannot be read: {error or 'it ends too early'}.") from None


def _instance(folder: Path, name: str, suites: Mapping[str, Mapping[int, bool]]) -> HuInstance:
    parts = name.split("_")
    if len(parts) != 3 or not (parts[2] or "0").isdecimal():
        raise InputError(f"{folder}: the column 'model' says {name!r}, which is not MODEL_CORPUS_SEED.")
    right = {suite: np.array([items[item] for item in sorted(items)]) for suite, items in sorted(suites.items())}
    return HuInstance(parts[0], parts[1], int(parts[2] or 0), right)


def majority_vote(instances: Sequence[HuInstance], model: str = VOTING) -> tuple[HuInstance, ...]:
    """Let the seeds of a model vote on each item, corpus by corpus: right if more than half of them are.

    Theirs drew lots where an n-gram gives both sides the same value, 50 times; the files ``ngram-single`` are the
    51st seed, 0, of the same model.

    Parameters
    ----------
    instances : sequence of HuInstance
    model : str, optional

    Returns
    -------
    tuple of HuInstance
        Where the seeds of a corpus were, there is one instance with the seed 0.
    """
    voters: dict[str, list[HuInstance]] = {}
    for one in instances:
        if one.model == model:
            voters.setdefault(one.corpus, []).append(one)
    voted = []
    for one in instances:
        if one.model != model:
            voted.append(one)
        elif one is voters[one.corpus][0]:
            group = voters[one.corpus]
            right = {suite: np.mean([other.right[suite] for other in group], axis=0) > 0.5 for suite in one.right}
            voted.append(HuInstance(model, one.corpus, 0, right))
    return tuple(voted)


def read_hu_perplexities(folder: str | Path) -> dict[str, float]:
    """Read ``perplexity.csv``, which stands beside the results.

    Parameters
    ----------
    folder : str or Path

    Returns
    -------
    dict of str to float
        Test perplexity by name of the instance; empty if there is no such file.

    Raises
    ------
    InputError
        If a column is missing, or a cell is no number.
    """
    path = Path(folder) / PERPLEXITIES
    if not path.exists():
        return {}
    table = read_table(path)
    lacking = [name for name in ("model", "corpus", "seed", "test_ppl") if name not in table.columns]
    if lacking:
        raise InputError(f"{path}: has no column {listed(lacking)}.")
    found: dict[str, float] = {}
    problems = Problems()
    for row in table.rows:
        model, corpus, seed, cell = (row.cells[name].strip() for name in ("model", "corpus", "seed", "test_ppl"))
        perplexity = number_in(cell)
        if perplexity is None or not seed.isdecimal():
            problems.note(table.place(row, "test_ppl"), "no number, or no seed.")
            continue
        found[f"{model}_{corpus}_{int(seed)}"] = perplexity
    problems.raise_all(str(path))
    return found
