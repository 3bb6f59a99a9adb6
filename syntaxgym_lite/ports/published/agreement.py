"""Number agreement in published files: the sets of Gulordava et al. (2018), and of Linzen et al. (2016) in their form.

Each pair becomes an item with two conditions, the correct form of the target and the wrong one after the same prefix;
what follows the target plays no part. Files come as a table (``generated.tab``: a row for each form) or as line-aligned
files (``NAME.text``, ``NAME.gold`` and ``NAME.eval``; any of the three names them all).

The authors' ``<eos>`` at the end of a sentence is no text. Where their vocabulary lacked a word, the column ``prefix``
has ``<unk>``; the word itself is taken from the column ``sent``. No pair is left out for it, as none was by the
authors: how to take an unknown word is the model's affair, which marks and counts it. Where a file does not say for
which word ``<unk>`` stands, the pair is excluded and counted: no model is to be asked for the five characters.

References
----------
Gulordava, K., Bojanowski, P., Grave, E., Linzen, T., & Baroni, M. (2018). Colorless Green Recurrent Networks Dream
Hierarchically. NAACL, 1195-1205.

Linzen, T., Dupoux, E., & Goldberg, Y. (2016). Assessing the Ability of LSTMs to Learn Syntax-Sensitive Dependencies.
Transactions of the Association for Computational Linguistics 4, 521-535.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...delimited import Table, TableRow, number_in, read_table
from ...errors import InputError, Problem, Problems, SuiteError
from ...files import decode_utf8, read_bytes
from ...formula import parse
from ...suite import Condition, Excluded, Factor, Item, Prediction, Region, Suite
from ..formats import LINE_ALIGNED, first_line

__all__ = ["looks_like_agreement", "read_agreement"]

EOS, UNK = "<eos>", "<unk>"
_REQUIRED = ("constr_id", "sent_id", "form", "class", "prefix")
_COUNT = "mturk_count"
_CLASSES = ("correct", "wrong")
_NUMBERS = {"Number=Sing": "sing", "Number=Plur": "plur"}
_GOLD_COLUMNS, _LINZEN_COLUMNS = 12, 4
_NO_WORD = "the prefix holds <unk>, and the file does not say for which word"
_NO_FORM = "a form is <unk>, and the file does not say for which word"

Key = tuple[str, str, str]
"""Construction, sentence it is made of, and version of it, as the files number them."""


@dataclass(slots=True)
class _Pair:
    """Two forms after one prefix."""

    where: str
    key: Key
    prefix: str
    correct: str = ""
    wrong: str = ""
    factors: dict[str, Factor] = field(default_factory=dict)

    @property
    def cluster(self) -> str:
        """The original sentence; its versions, in which content words are exchanged, are no independent pairs."""
        construction, made_of, version = self.key
        return f"{construction} {made_of}".strip() if version else ""


def looks_like_agreement(path: Path) -> bool:
    """Whether a file is a table of word forms after prefixes, or one of three line-aligned files."""
    if path.suffix in LINE_ALIGNED:
        return all(path.with_suffix(suffix).is_file() for suffix in LINE_ALIGNED[:2]) or _looks_like_a_part(path)
    return set(_REQUIRED) <= set(first_line(path).split("\t"))


def _looks_like_a_part(path: Path) -> bool:
    """Whether a file looks like one of three by itself; the reader says which of the others is missing."""
    line = first_line(path).strip()
    if path.suffix == ".gold":
        return line.count("\t") + 1 in (_GOLD_COLUMNS, _LINZEN_COLUMNS)
    return line.isdigit() if path.suffix == ".eval" else bool(line) and line[0] not in "{[" and "\t" not in line


def read_agreement(path: str | Path, *, human: str | Path | None = None) -> list[Suite]:
    """Read pairs of word forms after prefixes.

    Parameters
    ----------
    path : str or Path
        A table with the columns ``constr_id``, ``sent_id``, ``form``, ``class`` (correct or wrong), ``prefix``, and
        ``pattern``, ``type``, ``n_attr``, ``correct_number``, ``sent`` where it has them; or one of the files
        ``NAME.text``, ``NAME.gold`` and ``NAME.eval``.
    human : str or Path, optional
        A table with the same keys and classes and a column ``mturk_count``, how many people chose the form. Items get
        the factor ``human``: the share that chose the correct form. The table read may be that table itself.

    Returns
    -------
    list of Suite
        One. Its items have the factors ``construction``, ``type`` (original or nonce), both together as
        ``construction_type``, ``n_attr`` and ``correct_number``, as far as the file knows them.

    Raises
    ------
    InputError
        If a file cannot be read.
    SuiteError
        If rows are malformed; lists all of them.
    """
    path = Path(path)
    excluded: list[Excluded] = []
    warnings: list[str] = []
    if path.suffix in LINE_ALIGNED:
        pairs = _pairs_of_lines(path, excluded)
    else:
        pairs, warnings = _pairs_of_table(read_table(path), excluded)
    if not pairs:
        why = f" {len(excluded)} are excluded, e.g. {excluded[0].where}: {excluded[0].reason}." if excluded else ""
        raise SuiteError(str(path), [Problem("", f"holds no pair that can be used.{why}")])
    if human is not None:
        warnings += _add_human(pairs, Path(human))
    return [_suite(path, pairs, excluded, warnings)]


def _suite(path: Path, pairs: Sequence[_Pair], excluded: Sequence[Excluded], warnings: Sequence[str]) -> Suite:
    language = path.resolve().parent.name if path.stem == "generated" else ""  # all languages' files are so called
    groups = {"groups": {"language": language}} if language else {}
    same = sum(pair.correct == pair.wrong for pair in pairs)
    if same:
        warnings = [*warnings, f"{same} of {len(pairs)} pairs have one form twice and can only tie."]
    return Suite(
        name=f"{path.stem}_{language}" if language else path.stem,
        region_names={1: "prefix", 2: "target"},
        items=tuple(_item(number, pair) for number, pair in enumerate(pairs, 1)),
        predictions=(Prediction(parse("(2;%correct%) < (2;%wrong%)"), name="agreement"),),
        meta={"metric": "sum", **groups},
        source=str(path),
        excluded=tuple(excluded),
        warnings=tuple(warnings),
    )


def _item(number: int, pair: _Pair) -> Item:
    conditions = tuple(
        Condition(name, (Region(1, pair.prefix), Region(2, form)))
        for name, form in (("correct", pair.correct), ("wrong", pair.wrong))
    )
    return Item(number, conditions, factors=pair.factors, cluster=pair.cluster)


def _factors(construction: str, kind: str, n_attr: int | None, number: str) -> dict[str, Factor]:
    """What is known of a pair; nothing is made up for the rest."""
    both = f"{construction} {kind}" if construction and kind else ""
    factors: dict[str, Factor] = {"construction": construction, "type": kind, "construction_type": both}
    if n_attr is not None:
        factors["n_attr"] = n_attr
    factors["correct_number"] = number
    return {name: value for name, value in factors.items() if value != ""}


def _kind(sent_id: str) -> str:
    return {"": ""}.get(sent_id, "original" if sent_id == "0" else "nonce")


# ---------------------------------------------------------------- the table


def _pairs_of_table(table: Table, excluded: list[Excluded]) -> tuple[list[_Pair], list[str]]:
    missing = [column for column in _REQUIRED if column not in table.columns]
    if missing:
        raise SuiteError(table.source, [Problem("", f"no column {', '.join(missing)}.")])
    problems = Problems()
    pairs: dict[Key, _Pair] = {}
    first_rows: dict[Key, dict[str, TableRow]] = {}
    n_unknown = 0
    for row in table.rows:
        key, which = _key(row), row.cells["class"]
        seen = first_rows.setdefault(key, {})
        if which not in _CLASSES:
            problems.note(table.place(row, "class"), f"must be 'correct' or 'wrong', not {which!r}.")
            continue
        if which in seen:
            message = f"the {which} form of {_named(key)} is also in row {seen[which].number}."
            problems.note(f"row {row.number}", message)
            continue
        seen[which] = row
        form = row.cells["form"].strip()
        if not form:
            problems.note(table.place(row, "form"), "is empty.")
        if key not in pairs:
            prefix, has_unknown = _prefix(row, table, problems)
            n_unknown += has_unknown
            if EOS in prefix:
                problems.note(table.place(row, "prefix"), f"holds {EOS}, which no model reads as text.")
            factors = _table_factors(row, table, problems)
            pairs[key] = _Pair(f"{table.source}:{row.number}", key, prefix, factors=factors)
        elif row.cells["prefix"] != next(iter(seen.values())).cells["prefix"]:
            problems.note(table.place(row, "prefix"), f"differs from the other form of {_named(key)}.")
        setattr(pairs[key], which, form)
    for key, seen in first_rows.items():
        for which, row in seen.items():
            if len(seen) < 2:
                other = "wrong" if which == "correct" else "correct"
                problems.note(f"row {row.number}", f"{_named(key)} has no row with the {other} form.")
    problems.raise_all(table.source)
    warnings = []
    if n_unknown:
        warnings.append(f"{n_unknown} of {len(pairs)} prefixes have <unk>; the words were taken from the sentence.")
    return _usable(pairs.values(), excluded), warnings


def _usable(pairs: Iterable[_Pair], excluded: list[Excluded]) -> list[_Pair]:
    """Those whose words are all known; the others are excluded."""
    usable = []
    for pair in pairs:
        if UNK in pair.prefix:  # also within a word: <unk>'s
            excluded.append(Excluded(pair.where, _NO_WORD))
        elif UNK in pair.correct or UNK in pair.wrong:
            excluded.append(Excluded(pair.where, _NO_FORM))
        else:
            usable.append(pair)
    return usable


def _key(row: TableRow) -> Key:
    pattern = row.cells.get("pattern") or row.cells.get("pattern_id", "")
    return pattern.strip(), row.cells["constr_id"].strip(), row.cells["sent_id"].strip()


def _named(key: Key) -> str:
    return f"pair {' '.join(key).strip()}"


def _prefix(row: TableRow, table: Table, problems: Problems) -> tuple[str, bool]:
    """The prefix, its unknown words taken from the sentence, and whether there were any."""
    words = row.cells["prefix"].split()
    if UNK not in words:
        return " ".join(words), False
    sentence = row.cells.get("sent", "").split()[: len(words)]
    if not sentence:
        return " ".join(words), False
    if len(sentence) < len(words) or any(word not in (UNK, own) for word, own in zip(words, sentence, strict=True)):
        problems.note(table.place(row, "sent"), "does not begin with the words of the column 'prefix'.")
    return " ".join(sentence), UNK not in sentence


def _table_factors(row: TableRow, table: Table, problems: Problems) -> dict[str, Factor]:
    n_attr = None
    if row.cells.get("n_attr", "").strip():
        n_attr = _whole(row.cells["n_attr"])
        if n_attr is None:
            problems.note(table.place(row, "n_attr"), f"must be a whole number, not {row.cells['n_attr']!r}.")
    kind = {"generated": "nonce"}.get(row.cells.get("type", ""), row.cells.get("type", "")) or _kind(_key(row)[2])
    return _factors(_key(row)[0], kind, n_attr, row.cells.get("correct_number", "").strip())


def _whole(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


# ---------------------------------------------------------------- line-aligned files


def _pairs_of_lines(path: Path, excluded: list[Excluded]) -> list[_Pair]:
    files = {suffix: path.with_suffix(suffix) for suffix in LINE_ALIGNED}
    texts, golds = _lines(files[".text"]), _lines(files[".gold"])
    problems = Problems()
    if len(texts) != len(golds):
        message = f"has {len(golds)} lines, and {files['.text'].name} {len(texts)}; they belong together line by line."
        problems.note("", message)
    indices = _lines(files[".eval"]) if files[".eval"].is_file() else []
    if indices and len(indices) != len(golds):
        problems.note("", f"has {len(golds)} lines, and {files['.eval'].name} {len(indices)}.")
    pairs: dict[Key, _Pair] = {}
    for number, (text, gold) in enumerate(zip(texts, golds, strict=False), 1):
        n_before = len(problems)
        pair = _pair_of_line(files[".gold"], number, text, gold, problems)
        if pair is None:
            continue
        index = str(len(pair.prefix.split()))
        if len(indices) == len(golds) and indices[number - 1].strip() != index:
            message = f"has the target at {index}, {files['.eval'].name} at {indices[number - 1].strip()!r}."
            problems.note(f"line {number}", message)
        if pair.key in pairs:
            message = f"{_named(pair.key)} is also in line {pairs[pair.key].where.rpartition(':')[2]}."
            problems.note(f"line {number}", message)
        if len(problems) == n_before:
            pairs[pair.key] = pair
    if problems:
        raise SuiteError(str(files[".gold"]), problems)
    return _usable(pairs.values(), excluded)


def _lines(path: Path) -> list[str]:
    if not path.exists():
        raise InputError(
            f"{path}: no such file. NAME.text and NAME.gold belong together line by line; put it beside the other one."
        )
    text = decode_utf8(read_bytes(path), path).replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n") if text else []


def _pair_of_line(path: Path, number: int, text: str, gold: str, problems: Problems) -> _Pair | None:
    cells = gold.split("\t")
    where = f"{path}:{number}"
    if len(cells) == _GOLD_COLUMNS:
        pattern, constr_id, sent_id, index, _, features, correct, wrong = cells[:8]
        construction = "__".join(pattern.split("!")[:2])
        count = next((label for feature, label in _NUMBERS.items() if feature in features.split("|")), "")
        key = construction, constr_id, sent_id
        factors = _factors(construction, _kind(sent_id), None, count)
    elif len(cells) == _LINZEN_COLUMNS:
        index, correct, wrong, n_attr = cells
        if _whole(n_attr) is None:
            problems.note(f"line {number}", f"the number of attractors must be a whole number, not {n_attr!r}.")
            return None
        key = "", str(number), ""
        factors = _factors("", "", _whole(n_attr), "")
    else:
        wanted = f"{_GOLD_COLUMNS}, or {_LINZEN_COLUMNS} as for Linzen et al. (2016)"
        problems.note(f"line {number}", f"has {len(cells)} columns separated by tabs, not {wanted}.")
        return None
    words = text.split()
    while words and words[-1] == EOS:
        words.pop()
    early = [place for place, word in enumerate(words[:-1]) if EOS in word]
    if early:  # the index may count it or not
        message = f"{path.with_suffix('.text').name} has {EOS} as word {early[0]} (from 0), before the end."
        problems.note(f"line {number}", f"{message} Give each sentence a line of its own, or take it out.")
        return None
    place = _whole(index)
    if place is None or place >= len(words):
        problems.note(f"line {number}", f"the target's place is {index!r}; the sentence has {len(words)} words.")
        return None
    if not correct.strip() or not wrong.strip():
        problems.note(f"line {number}", "a form is empty.")
        return None
    return _Pair(where, key, " ".join(words[:place]), correct.strip(), wrong.strip(), factors)


# ---------------------------------------------------------------- people


def _add_human(pairs: Sequence[_Pair], path: Path) -> list[str]:
    """Give each pair the share of people who chose its correct form; say how many have none."""
    table = read_table(path)
    missing = [column for column in ("constr_id", "sent_id", "class", _COUNT) if column not in table.columns]
    if missing:
        raise SuiteError(table.source, [Problem("", f"no column {', '.join(missing)}.")])
    problems = Problems()
    counts: dict[Key, dict[str, float]] = {}
    first_rows: dict[tuple[Key, str], int] = {}
    known = {pair.key for pair in pairs}
    strangers: list[TableRow] = []
    for row in table.rows:
        key, which, count = _key(row), row.cells["class"].strip(), _number(row.cells[_COUNT])
        if which not in _CLASSES:
            problems.note(table.place(row, "class"), f"must be 'correct' or 'wrong', not {which!r}.")
            continue
        first = first_rows.setdefault((key, which), row.number)
        if first != row.number:
            message = f"the {which} form of {_named(key)} is also in row {first}; keep one of them."
            problems.note(f"row {row.number}", message)
        elif count is None:
            problems.note(table.place(row, _COUNT), f"must be a number from 0, not {row.cells[_COUNT]!r}.")
        else:
            counts.setdefault(key, {})[which] = count
        if key not in known:
            strangers.append(row)
    problems.raise_all(table.source)
    shares = {pair.key: share for pair in pairs if (share := _share(counts.get(pair.key, {}))) is not None}
    if not shares:
        raise InputError(
            f"{path}: has judgments for none of the {len(pairs)} pairs; their pattern, constr_id and sent_id differ, "
            "or one of the two forms has no row, or nobody chose either."
        )
    for pair in pairs:
        if pair.key in shares:
            pair.factors["human"] = shares[pair.key]
    warnings = []
    if len(shares) < len(pairs):
        warnings.append(f"{len(pairs) - len(shares)} of {len(pairs)} pairs have no human judgment in {path}.")
    if strangers:
        first_one = f"row {strangers[0].number} ({_named(_key(strangers[0]))})"
        warnings.append(f"{len(strangers)} of {len(table.rows)} rows in {path} match no pair, e.g. {first_one}.")
    return warnings


def _share(counts: Mapping[str, float]) -> float | None:
    """Share of people who chose the correct form; None unless both forms were counted, and anybody chose."""
    total = sum(counts.values())
    return round(counts["correct"] / total, 4) if total and len(counts) == len(_CLASSES) else None


def _number(text: str) -> float | None:
    value = number_in(text)
    return None if value is None or value < 0 else value
