"""Columns of files of minimal pairs: which hold the sentences, and what the others are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from ...delimited import number_in
from ...errors import InputError, cited, did_you_mean
from ...suite import Factor
from ...words import is_unspaced
from .pair import Pair, PairRow

__all__ = [
    "COLUMN_KINDS",
    "ColumnKind",
    "as_kept",
    "as_level",
    "chosen_columns",
    "doubts_about",
    "folded",
    "group_name",
    "is_level",
    "is_third",
    "kind_of",
    "known_pairs",
    "label",
    "named_column",
    "paradigm_column",
]

_SENTENCE = "sentence"
_OPPOSITES: Mapping[tuple[str, ...], tuple[tuple[str, str], ...]] = {
    (_SENTENCE,): (
        ("good", "bad"),
        ("grammatical", "ungrammatical"),
        ("acceptable", "unacceptable"),
        ("correct", "incorrect"),
        ("correct", "wrong"),
    ),
    ("satz",): (
        *(("gut", "schlecht"), ("grammatisch", "ungrammatisch"), ("richtig", "falsch"), ("korrekt", "inkorrekt")),
        *(("akzeptabel", "inakzeptabel"), ("akzeptabel", "unakzeptabel")),
    ),
    ("phrase",): (
        *(("grammatical", "agrammatical"), ("grammaticale", "agrammaticale"), ("acceptable", "inacceptable")),
        *(("bon", "mauvais"), ("bonne", "mauvaise"), ("correcte", "incorrecte")),
    ),
    ("frase", "oración", "oracion"): (  # Spanish, Portuguese, Italian
        *(("gramatical", "agramatical"), ("aceptable", "inaceptable"), ("aceitável", "inaceitável")),
        *(("correcto", "incorrecto"), ("correcta", "incorrecta"), ("correto", "incorreto"), ("correta", "incorreta")),
        *(("bueno", "malo"), ("buena", "mala"), ("accettabile", "inaccettabile")),
        *(("corretto", "scorretto"), ("corretta", "scorretta"), ("corretto", "errato"), ("corretta", "errata")),
    ),
    ("zin",): (
        *(("goed", "fout"), ("goed", "slecht"), ("grammaticaal", "ongrammaticaal"), ("acceptabel", "onacceptabel")),
    ),
    ("mening",): (  # Swedish, Norwegian, Danish
        *(("grammatisk", "ogrammatisk"), ("grammatisk", "ugrammatisk"), ("rätt", "fel"), ("rigtig", "forkert")),
    ),
    (): (
        *(("грамматичное", "неграмматичное"), ("правильное", "неправильное"), ("doğru", "yanlış")),
        *(("正确", "错误"), ("正文", "非文"), ("文法的", "非文法的")),
    ),
}
"""What the columns of good and bad sentences are called in several languages, and what a sentence is there."""

_PAIRS: Mapping[tuple[str, str], frozenset[str]] = {
    **{
        (pattern.format(good), pattern.format(bad)): frozenset()
        for nouns, opposites in _OPPOSITES.items()
        for pattern in ("{}", *(f"{noun}_{{}}" for noun in nouns), *(f"{{}}_{noun}" for noun in nouns))
        for good, bad in opposites
    },
    # RuBLiMP's names say nothing by themselves: elsewhere a source and a target are a sentence and its translation
    ("source_sentence", "target_sentence"): frozenset({"source_word", "target_word", "pid"}),
}
"""Names of columns that say which sentence is good and which is bad, and other columns that must be there as well.
Blanks and hyphens count as underscores, capitals as small letters."""

_FINAL = ".!?…。！？؟।"  # with which whole sentences end
_SUITE_COLUMN = "uid"  # BLiMP's name of a paradigm; each is a suite, as in its own files
_IDS = ("pairid", "pair_id", "id", "item", "item_id", "item_number", "pair")
_RESERVED = ("human",)  # a factor that means something: see `syntaxgym_lite.judgments`
_LONGEST_WORD = 5  # characters, in scripts without blanks
_MOST_LEVELS = 20
_LONGEST_LEVEL = 60  # characters; what is longer is a text, not a category

ColumnKind = Literal["id", "group", "factor", "kept"]
COLUMN_KINDS: Mapping[ColumnKind, tuple[str, str]] = {
    "id": ("number or label of an item", "no two pairs have the same"),
    "group": ("group of the suite", "the same in every row"),
    "factor": ("factor of the items", "few values, which repeat"),
    "kept": ("kept in the file, not used", ""),
}
"""What a column beside the sentences can be, and why."""

Columns = tuple[str, str]

_GROUPS = {
    **{name: name for name in ("phenomenon", "paradigm", "field", "language", "construction", "domain")},
    "linguistics_term": "phenomenon",
    **dict.fromkeys(
        ("lang", "lang_code", "language_code", "sprache", "langue", "idioma", "lingua", "taal"), "language"
    ),
}
"""Groups that several sets have, by what their columns are called."""


def is_third(name: str, pairs: Sequence[Pair]) -> bool:
    """Whether a column holds sentences like those that are compared: most of their words stand in it, in most rows."""
    n_alike = 0
    for pair in pairs:
        words, value = pair.good.split(), pair.cells.get(name)
        if len(words) > 1 and isinstance(value, str):
            n_alike += 2 * len(set(words) & set(value.split())) >= len(set(words))
    return 2 * n_alike > len(pairs)


def doubts_about(pairs: Sequence[Pair], columns: Columns, others: Sequence[str]) -> Iterator[str]:
    """Say why two columns with short names may be no sentences: parts of one, as in the table of a template."""
    if any(_SENTENCE in folded(name) for name in columns):
        return
    named = f"{cited(columns[0])} and {cited(columns[1])}"
    if not any(_is_more_than_a_word(text) for pair in pairs for text in (pair.good, pair.bad)):
        yield f"Columns {named} may be words and not sentences: none has more than one word."
    whole = sum(pair.good[0].isupper() or pair.good[-1] in _FINAL for pair in pairs)
    if 2 * whole > len(pairs):
        return
    texts = [
        other
        for other in others
        if any(isinstance(value := pair.cells.get(other), str) and len(value.split()) > 1 for pair in pairs)
        and len({pair.cells.get(other) for pair in pairs}) > len(pairs) // 2
    ]
    if texts:
        listed = ", ".join(map(cited, texts))
        yield f"Columns {named} are taken for whole sentences, and what stands in {listed} is no part of them."


def _is_more_than_a_word(text: str) -> bool:
    """Whether a text cannot be one word, in scripts without blanks, too: it has an end, or is too long."""
    if len(text.split()) > 1:
        return True
    return is_unspaced([text]) and (text[-1:] in _FINAL or len(text) > _LONGEST_WORD)


def folded(name: str) -> str:
    """Give a name of a column without capitals, and with underscores for blanks and hyphens."""
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def known_pairs(names: Sequence[str]) -> list[Columns]:
    """Pairs of these names that are known to be a good and a bad sentence."""
    by_fold = {folded(name): name for name in reversed(names)}
    found = [
        (by_fold[good], by_fold[bad])
        for (good, bad), others in _PAIRS.items()
        if {good, bad, *others} <= by_fold.keys()
    ]
    return sorted(found, key=lambda pair: names.index(pair[0]))


def chosen_columns(path: Path, columns: Sequence[str], good: str | None, bad: str | None) -> Columns:
    """Give the two columns that were named, or that are known; refuse if that is not plain."""
    if good is not None and bad is not None:
        good, bad = (named_column(path, columns, name) for name in (good, bad))
        if good == bad:
            raise InputError(f"{path}: `good` and `bad` both name the column {cited(good)}; they are two sentences.")
        return good, bad
    if good is not None or bad is not None:
        raise InputError(f"{path}: name both columns, `good=COLUMN` and `bad=COLUMN`.")
    known = known_pairs(columns)
    if len(known) == 1:
        return known[0]
    advice = "name the two columns: `good=COLUMN` and `bad=COLUMN`"
    if known:
        several = " or ".join(f"{cited(one)} and {cited(other)}" for one, other in known)
        raise InputError(f"{path}: the sentences may be {several}; {advice}.")
    listed = ", ".join(map(cited, columns))
    raise InputError(f"{path}: no column says which sentence is good and which is bad ({listed}); {advice}.")


def named_column(path: Path, columns: Sequence[str], name: str) -> str:
    """Give the column that a person names; capitals, and blanks or hyphens for underscores, make no difference.

    Raises
    ------
    InputError
        If there is none, or several.
    """
    alike = [name] if name in columns else [one for one in columns if folded(one) == folded(name)]
    if len(alike) == 1:
        return alike[0]
    listed = ", ".join(map(cited, alike or columns))
    if alike:
        raise InputError(f"{path}: which column is {cited(name)}? There are {listed}.")
    raise InputError(f"{path}: no column {cited(name)}; there is {listed}.{did_you_mean(name, columns)}")


def group_name(column: str) -> str:
    """Give the name of the group that a column stands for: that of other sets, where it is plain.

    Examples
    --------
    >>> group_name("Phenomenon"), group_name("linguistics_term"), group_name("source")
    ('phenomenon', 'phenomenon', 'source')
    """
    return _GROUPS.get(folded(column), column.strip())


def paradigm_column(names: Sequence[str], rows: Sequence[PairRow]) -> str | None:
    """Give the column that names suites, if each row has a text there."""
    found = next((name for name in names if folded(name) == _SUITE_COLUMN), None)
    return found if found is not None and all(is_level(row.cells.get(found)) for row in rows) else None


def kind_of(name: str, values: Sequence[Any], *, is_id: bool | None = None) -> ColumnKind:
    """Say what a column beside the sentences is.

    Parameters
    ----------
    name : str
    values : sequence
        What stands in it, in each row.
    is_id : bool, optional
        Whether it holds ids; by default its name says so.
    """
    filled = [value for value in values if value not in (None, "")]
    levels = {str(value) for value in filled}
    if not filled or not name.strip() or not name.isprintable() or not all(map(is_level, filled)):
        return "kept"
    if folded(name) in _IDS if is_id is None else is_id:
        return "id" if len(filled) == len(values) == len(levels) else "kept"
    if len(levels) == 1 and len(filled) == len(values) and isinstance(filled[0], str):
        return "group"
    if 1 < len(levels) <= min(_MOST_LEVELS, len(filled) // 2) and folded(name) not in _RESERVED:
        return "factor"
    return "kept"


def is_level(value: Any) -> bool:
    """Whether a value can be one of a factor: short, and on one line."""
    if not isinstance(value, str) and not is_plain_number(value):
        return False
    text = str(value)
    return bool(text.strip()) and len(text) <= _LONGEST_LEVEL and text.isprintable()


def label(value: Any) -> str:
    """Give what a cell calls a group, without the blanks around it: empty for nothing, but 0 and false are labels.

    Examples
    --------
    >>> label(" npi "), label(0), label(False), label(None)
    ('npi', '0', 'False', '')
    """
    return "" if value is None else str(value).strip()


def as_level(value: Any) -> Factor:
    """A level of a factor; a number of a table is one."""
    if not isinstance(value, str):
        return value  # type: ignore[no-any-return]  # a number, true or false: `is_level`
    number = number_in(value)
    if number is None or str(number).removesuffix(".0") != value:  # 007 is a name
        return value
    return int(number) if number.is_integer() else number


def as_kept(value: Any) -> Any:
    """A value that a suite's file can hold whatever it is."""
    return value if isinstance(value, str) or is_plain_number(value) else json.dumps(value, ensure_ascii=False)


def is_plain_number(value: Any) -> bool:
    """Whether JSON holds a value exactly wherever it is read; true and false are numbers of Python."""
    return isinstance(value, (int, float)) and abs(value) <= 2**53  # of NaN this is false
