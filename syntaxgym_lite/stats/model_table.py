"""Tables that describe the models of a run: their class, training words, corpus, seed, step and perplexity."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from ..delimited import Table, TableRow, number_in, parse_table, read_table
from ..errors import InputError, Problems, cited, counted, did_you_mean, listed

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ModelRow",
    "ModelTable",
    "PerplexityMeasure",
    "amount_in",
    "described_by_names",
    "name_of_measure",
    "read_model_table",
    "read_perplexities",
]

_ALIASES: Mapping[str, tuple[str, ...]] = {
    "model": ("model", "model_name", "name"),
    "model_class": ("class", "model_class", "architecture", "family"),
    "words": ("words", "training_words", "n_words", "train_words", "corpus_words", "n_training_words"),
    "corpus": ("corpus", "training_corpus", "size", "corpus_size", "training_data"),
    "instance": ("seed", "instance", "random_seed"),
    "step": ("step", "checkpoint", "training_step", "steps"),
    "perplexity": ("perplexity", "ppl", "test_perplexity", "test_ppl"),
    "bits_per_character": ("bits_per_character", "bits_a_character", "bpc"),
}
"""What each known column may be called; of several that are there the first counts, and the others are kept as they
are."""

PerplexityMeasure = Literal["perplexity", "bits_per_character"]
_MEASURED: tuple[PerplexityMeasure, ...] = get_args(PerplexityMeasure)
_NUMBERS = ("words", "step", *_MEASURED)
_SHOWN = {name: aliases[0] for name, aliases in _ALIASES.items()}
_NOTHING = ("", "NA", "N/A", "n/a", "-")  # R writes NA


@dataclass(frozen=True, slots=True)
class ModelRow:
    """What a table says of a model.

    Parameters
    ----------
    model : str
        Its name in the run.
    model_class : str, optional
        Column ``class`` or ``architecture``; ``""`` where the table has none, as for all texts here.
    corpus : str, optional
        Column ``corpus`` or ``size``.
    instance : str, optional
        Column ``seed`` or ``instance``; a text, since seeds may begin with zeros.
    words : float or None, optional
        Of training; column ``words`` or ``training_words``.
    step : float or None, optional
        Of training; column ``step`` or ``checkpoint``.
    perplexity : float or None, optional
        Column ``perplexity``.
    other : mapping of str to str, optional
        The cells of all other columns.
    bits_per_character : float or None, optional
        Column ``bits_per_character`` or ``bpc``: of the same text for all models.
    """

    model: str
    model_class: str = ""
    corpus: str = ""
    instance: str = ""
    words: float | None = None
    step: float | None = None
    perplexity: float | None = None
    other: Mapping[str, str] = field(default_factory=dict, hash=False)
    bits_per_character: float | None = None


@dataclass(frozen=True, slots=True)
class ModelTable:
    """A table of the models of a run.

    Parameters
    ----------
    source : str
        Where it was read from, for messages.
    rows : tuple of ModelRow
        One for each model of the run, in the run's order.
    known : tuple of str
        Which of the fields of `ModelRow` it has a column for.
    notes : tuple of str, optional
        What a user should know: rows of models that the run does not have, what was understood of names.
    """

    source: str
    rows: tuple[ModelRow, ...]
    known: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __getitem__(self, model: str) -> ModelRow:
        """Give the row of a model of the run."""
        return next(row for row in self.rows if row.model == model)

    def require(self, *fields: str, purpose: str) -> None:
        """Refuse a table that lacks columns, or a value in them for some model.

        Parameters
        ----------
        *fields : str
            Of `ModelRow`.
        purpose : str
            What they are needed for, with which the message ends: ``"the mixed model"``.

        Raises
        ------
        InputError
            Names the columns, or the models.
        """
        lacking = [_SHOWN[name] for name in fields if name not in self.known]
        if lacking:
            raise InputError(f"{self.source}: has no column {_either(lacking)}, which {purpose} needs.")
        for name in fields:
            empty = [row.model for row in self.rows if getattr(row, name) in (None, "")]
            if empty:
                raise InputError(
                    f"{self.source}: column '{_SHOWN[name]}' is empty for {listed(empty)}; {purpose} needs it of every "
                    "model."
                )


def read_model_table(
    table: str | Path | pd.DataFrame | ModelTable, models: Sequence[str], *, sheet: str | None = None
) -> ModelTable:
    """Read a table of models, and find in it those of a run.

    Parameters
    ----------
    table : str, Path or pandas.DataFrame
        CSV with any separator, or a workbook; see `syntaxgym_lite.delimited.read_table`. A row a model. Columns:
        ``model``; ``class`` or ``architecture``; ``words`` or ``training_words``, as 1000000, 1,000,000, 1e6 or 1M;
        ``corpus`` or ``size``; ``seed`` or ``instance``; ``step`` or ``checkpoint``; ``perplexity``;
        ``bits_per_character``. Others are kept as texts. Capitals do not count, nor whether a blank, a hyphen or an
        underscore parts words. Empty cells and ``NA`` are no value. A `ModelTable` is given back as it is, for the
        models asked for.
    models : sequence of str
        Names in the run. The table may call a model by the last part of its name, without ``.gguf`` and the like, where
        no other is called so.
    sheet : str, optional
        Of a workbook.

    Returns
    -------
    ModelTable

    Raises
    ------
    InputError
        If the file cannot be read, or lacks a model of the run: names all that are missing.
    SuiteError
        If cells are no numbers that should be, or a model has two rows: each with its row and column.

    Examples
    --------
    >>> import pandas as pd
    >>> columns = {"Model": ["ngram", "lstm"], "Architecture": ["n-gram", "LSTM"], "words": ["1M", "2M"]}
    >>> described = pd.DataFrame(columns)
    >>> table = read_model_table(described, ["lstm", "ngram"])
    >>> [(row.model, row.model_class, row.words) for row in table.rows]
    [('lstm', 'LSTM', 2000000.0), ('ngram', 'n-gram', 1000000.0)]
    """
    if isinstance(table, ModelTable):
        return _found(table.source, list(table.rows), table.known, models, table.notes)
    read = _as_table(table, sheet)
    columns = _columns(read)
    if "model" not in columns:
        hint = did_you_mean("model", read.columns)
        raise InputError(f"{read.source}: has no column 'model', which says what each row is about.{hint}")
    rows, problems = [], Problems()
    first_rows: dict[str, int] = {}
    for row in read.rows:
        made = _row(read, row, columns, problems)
        if not made.model:
            problems.note(read.place(row, columns["model"]), "is empty; every row names a model.")
            continue
        first = first_rows.setdefault(made.model, row.number)
        if first != row.number:
            problems.note(read.place(row, columns["model"]), f"{cited(made.model)} has a row already, row {first}.")
        rows.append(made)
    problems.raise_all(read.source)
    known = tuple(name for name in _ALIASES if name in columns and name != "model")
    others = [column for column in read.columns if column not in columns.values()]
    notes: tuple[str, ...] = ()
    if not known and others:
        names = listed([name for field, name in _SHOWN.items() if field != "model"])
        notes = (f"{read.source}: has none of the columns {names}; it has {listed(others, 8)}.",)
    return _found(read.source, rows, known, models, notes)


def read_perplexities(
    table: str | Path | pd.DataFrame,
    models: Sequence[str],
    *,
    text: str | None = None,
    sheet: str | None = None,
    measure: PerplexityMeasure = "perplexity",
) -> tuple[dict[str, float], tuple[str, ...]]:
    """Read perplexities of models, or bits a character.

    Parameters
    ----------
    table : str, Path or pandas.DataFrame
        What ``sglite perplexity --format csv`` prints, or any table with the columns ``model`` and ``perplexity``.
    models : sequence of str
        Names in the run; see `read_model_table`.
    text : str, optional
        Of several texts that were measured, which; by default all together, the rows ``total``.
    sheet : str, optional
        Of a workbook.
    measure : {"perplexity", "bits_per_character"}, optional
        Which column is read.

    Returns
    -------
    perplexities : dict of str to float
        By model, in the run's order. Those without a value, and those of pseudo-surprisals beside others, are left out.
    notes : tuple of str
        What was left out.

    Raises
    ------
    InputError
        If the file cannot be read, or has none of the models, or several rows of one model and no total.
    SuiteError
        If a perplexity is no number above 0.

    Examples
    --------
    >>> import pandas as pd
    >>> measured = pd.DataFrame({"model": ["ngram", "lstm", "other"], "perplexity": [210.5, 120, 99]})
    >>> found, notes = read_perplexities(measured, ["ngram", "lstm"])
    >>> found
    {'ngram': 210.5, 'lstm': 120.0}
    >>> notes
    ("<data frame>: the run has no model 'other'.",)
    """
    read = _as_table(table, sheet)
    columns = _columns(read)
    for needed in ("model", measure):
        if needed not in columns:
            where = (
                "'sglite perplexity --format csv' prints such a table."
                if measure == "perplexity" or needed == "model"
                else "'sglite rear' writes such a table, models.csv."
            )
            raise InputError(f"{read.source}: has no column '{needed}'. {where}")
    rows = list(read.rows)
    if "text" in read.columns:
        texts = list(dict.fromkeys(row.cells["text"] for row in rows))
        wanted = text if text is not None else "total" if "total" in texts else None
        if wanted is not None:
            if wanted not in texts:
                raise InputError(f"{read.source}: has no text {cited(wanted)}; it has {listed(texts)}.")
            rows = [row for row in rows if row.cells["text"] == wanted]
    problems = Problems()
    found: list[ModelRow] = []
    pseudo = set()
    by_text = ", or name a text by `text`" if "text" in read.columns else ""
    counts = Counter(row.cells[columns["model"]].strip() for row in rows)
    for row in rows:
        name = row.cells[columns["model"]].strip()
        if counts[name] > 1:
            problems.note(
                read.place(row, columns["model"]), f"{cited(name)} has {counts[name]} rows; leave one{by_text}."
            )
        value = _number(read, row, measure, columns[measure], problems)
        found.append(ModelRow(name, perplexity=value))
        if row.cells.get("pseudo", "").strip().lower() == "true":
            pseudo.add(name)
    problems.raise_all(read.source)
    names = _names_in(found, models)
    if not names:
        raise InputError(
            f"{read.source}: has none of the models of the run, {listed(list(models))}; it has "
            f"{listed([row.model for row in found])}."
        )
    notes = [_not_in_the_run(read.source, [row.model for row in found], names)]
    by_name = {row.model: row for row in found}
    left_out = [model for model, name in names.items() if name in pseudo]
    if left_out and len(left_out) < len(names):
        notes.append(f"{listed(left_out)}: perplexity of pseudo-surprisals, not to be compared with others; left out.")
    else:
        left_out = []
    perplexities = {
        model: value
        for model, name in names.items()
        if model not in left_out and (value := by_name[name].perplexity) is not None
    }
    without = [model for model in models if model not in perplexities and model not in left_out]
    if without:
        notes.append(f"{read.source}: no {name_of_measure(measure)} of {listed(without)}; left out.")
    return perplexities, tuple(note for note in notes if note)


def name_of_measure(measure: PerplexityMeasure) -> str:
    """Give what a measure is called in a sentence."""
    return "bits a character" if measure == "bits_per_character" else measure


_AMOUNT = r"(?:[0-9][0-9,._' \u00a0\u202f]*)(?:[eE][+-]?[0-9]+)?"
_UNITS = {
    "": 1,
    **dict.fromkeys(("k", "thousand"), 1_000),
    **dict.fromkeys(("m", "mio", "million", "millions"), 1_000_000),
    **dict.fromkeys(("b", "g", "bn", "billion", "billions"), 1_000_000_000),
    **dict.fromkeys(("t", "tn", "trillion", "trillions"), 1_000_000_000_000),
}
_QUANTITY = re.compile(
    rf"(?:(?:step|checkpoint|ckpt|chck)s?[-_ ]?)?({_AMOUNT})\s*([a-z]*?)\s*(?:words|tokens|steps)?", re.IGNORECASE
)


def amount_in(cell: str, *, decimal_comma: bool = False) -> float | None:
    """Read a number as people write large ones.

    Parameters
    ----------
    cell : str
        Commas, blanks, apostrophes or underscores may part groups of three digits; k, M, B and T stand for thousands,
        millions, billions and trillions (of 10); ``step`` or ``checkpoint`` may stand before it.
    decimal_comma : bool, optional
        Whether a comma is the sign of decimals, as where semicolons part the cells; points may then part groups.

    Returns
    -------
    float or None
        None if it is no number.

    Examples
    --------
    >>> [amount_in(cell) for cell in ("42e6", "1,000,000", "4.8M", "100 k", "step1000", "1,5")]
    [42000000.0, 1000000.0, 4800000.0, 100000.0, 1000.0, None]
    >>> [amount_in(cell, decimal_comma=True) for cell in ("4,8M", "1.000.000")]
    [4800000.0, 1000000.0]
    """
    found = _QUANTITY.fullmatch(cell.strip())
    if found is None or found[2].lower() not in _UNITS:
        return None
    digits = found[1].strip()
    group, point = (".", ",") if decimal_comma else (",", ".")
    if re.fullmatch(
        rf"[0-9]{{1,3}}(?:[{re.escape(group)}_' \u00a0\u202f][0-9]{{3}})+(?:{re.escape(point)}[0-9]+)?", digits
    ):
        digits = re.sub(rf"[{re.escape(group)}_' \u00a0\u202f]", "", digits)
    value = number_in(digits, decimal_comma=decimal_comma)
    # what floats make of 4.1 * 1e6 is not what people write
    return None if value is None else float(f"{value * _UNITS[found[2].lower()]:.12g}")


_BETWEEN = r"(?:[-_@:/. ?&]|revision=)"
_STEP_AT_END = re.compile(
    rf"(?P<stem>.*?){_BETWEEN}*(?:steps?|checkpoint|ckpt)[-_=]?(?P<amount>[0-9][0-9_]*[kM]?)", re.IGNORECASE
)
_WORDS_AT_END = re.compile(
    rf"(?P<stem>.*?)(?:^|{_BETWEEN}+)(?:(?:chck|words)[-_=]?)?(?P<amount>[0-9]+(?:\.[0-9]+)?[kMB])(?:[-_]?words)?",
    re.IGNORECASE,
)


def described_by_names(models: Sequence[str]) -> ModelTable | None:
    """Understand the names of checkpoints, or of models that were trained on more and more words.

    Parameters
    ----------
    models : sequence of str
        Such as ``pythia@step1000`` and ``pythia@step2000``, or ``lstm-10M`` and ``lstm-100M``. What stands before the
        step or the number of words is taken for the class.

    Returns
    -------
    ModelTable or None
        Its note says what was understood. None if not every name ends in such a number, or no two models of one class
        differ in it.

    Examples
    --------
    >>> table = described_by_names(["lstm-10M", "lstm-100M"])
    >>> [(row.model_class, row.words) for row in table.rows]
    [('lstm', 10000000.0), ('lstm', 100000000.0)]
    >>> print(table.notes[0])
    From the names of the models: training words 10M (lstm-10M), 100M (lstm-100M). If that is not so, ...
    """
    for name, what, pattern in (("step", "steps", _STEP_AT_END), ("words", "training words", _WORDS_AT_END)):
        matches = [pattern.fullmatch(model) for model in models]
        found = [match for match in matches if match is not None]
        if len(found) < len(models) or len({match["amount"] for match in found}) < 2:
            continue
        stems = Counter(match["stem"] for match in found)
        if max(stems.values()) < 2:
            continue
        amounts = [amount_in(match["amount"].replace("_", "")) for match in found]
        rows = tuple(
            ModelRow(
                model,
                match["stem"],
                words=amount if name == "words" else None,
                step=amount if name == "step" else None,
            )
            for model, match, amount in zip(models, found, amounts, strict=True)
        )
        said = listed([f"{match['amount']} ({model})" for model, match in zip(models, found, strict=True)], 4)
        note = (
            f"From the names of the models: {what} {said}. If that is not so, describe them in a table: `models_table`."
        )
        return ModelTable("names of the models", rows, ("model_class", name), (note,))
    return None


def _as_table(table: str | Path | pd.DataFrame, sheet: str | None) -> Table:
    if isinstance(table, (str, Path)):
        return read_table(table, sheet=sheet)
    if not hasattr(table, "to_csv"):
        raise InputError(f"A table of models is a file or a data frame, not {type(table).__name__}.")
    text: str = table.to_csv(index=False)
    return parse_table(text, source="<data frame>")


def _columns(table: Table) -> dict[str, str]:
    """Give what the known columns are called in a table."""
    plain = {re.sub(r"[\s-]+", "_", column.strip().lower()): column for column in reversed(table.columns)}
    found = (
        (name, next((plain[alias] for alias in aliases if alias in plain), None)) for name, aliases in _ALIASES.items()
    )
    return {name: column for name, column in found if column is not None}


def _row(table: Table, row: TableRow, columns: Mapping[str, str], problems: Problems) -> ModelRow:
    values: dict[str, str | float | None] = {
        name: _number(table, row, name, column, problems) if name in _NUMBERS else _text(row.cells[column])
        for name, column in columns.items()
    }
    other = {column: text for column, text in row.cells.items() if column not in columns.values()}
    return ModelRow(**{"model": "", **values}, other=other)  # type: ignore[arg-type]  # by name: each has its kind


def _text(cell: str) -> str:
    return "" if cell.strip() in _NOTHING[:2] else cell.strip()


def _number(table: Table, row: TableRow, name: str, column: str, problems: Problems) -> float | None:
    cell = row.cells[column]
    if cell.strip() in _NOTHING:
        return None
    decimal_comma = table.separator == ";"
    value = amount_in(cell, decimal_comma=decimal_comma)
    what = table.odd.get((row.number, column))
    place = table.place(row, column)
    if value is None or what is not None:
        problems.note(place, f"{cited(cell)} is {what or 'no number'}; write it as 1000000, 1,000,000, 1e6 or 1M.")
        return None
    if decimal_comma and name not in _MEASURED and _AMBIGUOUS.fullmatch(cell.strip()):
        problems.note(place, f"{cited(cell)} may be {value:g} or {re.sub('[.,]', '', cell.strip())}; write it without.")
        return None
    if value < 0 or (value == 0 and name != "step"):  # a model before its training is at step 0
        problems.note(place, f"{cited(cell)} is not above 0.")
        return None
    return value


_AMBIGUOUS = re.compile(r"[0-9]{1,3}[.,][0-9]{3}")
_ENDING = re.compile(r"\.(?:gguf|pt|bin|safetensors|arpa|gz|xz|npz|csv|jsonl?)$", re.IGNORECASE)


def _tail(name: str) -> str:
    last = re.split(r"[/\\:]", name.rstrip("/\\"))[-1]
    while last != (last := _ENDING.sub("", last)):
        pass
    return last


def _names_in(rows: Sequence[ModelRow], models: Sequence[str]) -> dict[str, str]:
    """What a table calls each model that it has."""
    exact = {row.model for row in rows}
    by_tail: dict[str, list[str]] = {}
    for row in rows:
        by_tail.setdefault(_tail(row.model), []).append(row.model)
    tails = Counter(map(_tail, models))
    names = {}
    for model in models:
        if model in exact:
            names[model] = model
        elif tails[_tail(model)] == 1 and len(own := by_tail.get(_tail(model), [])) == 1 and own[0] not in models:
            names[model] = own[0]
    return names


def _found(
    source: str, rows: Sequence[ModelRow], known: tuple[str, ...], models: Sequence[str], notes: tuple[str, ...] = ()
) -> ModelTable:
    """Give the rows of the models of a run, in its order."""
    names = _names_in(rows, models)
    missing = [model for model in models if model not in names]
    extra = [row.model for row in rows if row.model not in names.values()]
    if missing:
        hint = did_you_mean(missing[0], extra) if extra else ""
        raise InputError(
            f"{source}: lacks {counted(len(missing), 'model')} of the run: {listed(missing)}. Add a row for each.{hint}"
        )
    by_name = {row.model: row for row in rows}
    found = tuple(replace(by_name[names[model]], model=model) for model in models)
    note = _not_in_the_run(source, [row.model for row in rows], names)
    return ModelTable(source, found, known, (*notes, *([note] if note else [])))


def _not_in_the_run(source: str, given: Iterable[str], names: Mapping[str, str]) -> str:
    extra = [name for name in given if name not in names.values()]
    if not extra:
        return ""
    models = f"model {cited(extra[0])}" if len(extra) == 1 else f"models {listed([cited(name) for name in extra], 5)}"
    return f"{source}: the run has no {models}."


def _either(names: Sequence[str]) -> str:
    return " and no column ".join(f"'{name}'" for name in names)
