"""Columns of tables of stimuli: found by their names, and what their cells hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...delimited import Table, TableRow, number_in
from ...errors import InputError, Problems, cited, did_you_mean
from ...suite import Factor
from ...words import is_unspaced

__all__ = [
    "called",
    "chosen",
    "cited_all",
    "column_values",
    "enumerated",
    "factor_in",
    "in_order",
    "is_numeric",
    "is_region_name",
    "may_be_sentences",
    "named_regions",
    "refuse_odd",
]

_STRONG, _WEAK = 0, 1
_NAMES: dict[str, tuple[str, str]] = {
    # kind of column: names that mean it, and names that may; in the languages that people name columns in
    "item": (
        "item, items, item number, itemnumber, item no, itemno, item nr, itemnr, item num, itemnum, item id, itemid, "
        "item #, item set, itemset, itemnummer, item nummer, élément, elemento, ítem, айтем, madde, madde no, 项目, "
        "项目编号, 题号, 項目, 項目番号, アイテム",
        "set, set id, set number, setid, frame, frame id, stimulus, stimulus id, stimulus number, stim, stim id, "
        "stimid, sentence id, sentence number, sentence no, sent id, sentid, group, id, no, nr, num, number, #, "
        "lexicalization, quadruple, quadruplet, triplet, pair, pair id, pairid, scenario, "
        "satznummer, satznr, satz nr, stimulusnummer, stimulusnr, stimulus nr, nummer, lfd nr, laufende nummer, "
        "numéro, numéro de phrase, número, numero, núm, zinnummer, номер, №, стимул, numara, cümle no, sıra, 编号, "
        "序号, 句子编号, 番号, 文番号, 刺激番号",
    ),
    "condition": (
        "condition, conditions, cond, condition name, conditionname, condition id, conditionid, cond name, condname, "
        "bedingung, bedingungen, kondition, condición, condicion, condizione, conditie, condição, condicao, условие, "
        "koşul, kosul, 条件, 条件名",
        "type, version, variant, trial type, trialtype, stimulus type, sentence type, treatment, typ, satztyp, "
        "variante, versión, versione, versie, versão, тип, вариант, tür, 类型, 版本, タイプ",
    ),
    "sentence": (
        "sentence, sentences, sentence text, sentencetext, full sentence, fullsentence, satz, sätze, ganzer satz, "
        "phrase, frase, oración, oracion, sentença, oração, zin, предложение, cümle, tümce, 句子, 例句, 文, 例文",
        "text, stimulus, stim, stimuli, string, utterance, target sentence, texte, texto, testo, tekst, текст, metin, "
        "文本, テキスト",
    ),
    "region number": (
        "region number, regionnumber, region no, region nr, region id, region, regions, roi, roi number, "
        "segment number, regionnummer, région, región, regione, regio, região, регион, bölge, 区域, 領域",
        "position, word number, word position, wordnumber, word nr, chunk number",
    ),
    "list": (
        "list, lists, list number, list id, listid, block, trial, trial number, order, counterbalance, liste, "
        "listennummer, lista, lijst, список, лист, 列表, 组别, リスト",
        "",
    ),
    "around": (  # text before the sentence, or the rest of it
        "context, preamble, discourse, discourse context, kontext, vorkontext, contexte, contexto, contesto, prefix, "
        "prompt, target, target word, targetword, critical, critical word, final word, last word, continuation, "
        "completion, ending, zielwort, satzende, контекст, bağlam, 语境, 上下文, 文脈",
        "",
    ),
    "remark": (  # text beside the sentences
        "note, notes, comment, comments, remark, remarks, kommentar, kommentare, bemerkung, bemerkungen, anmerkung, "
        "anmerkungen, notiz, notizen, commentaire, commentaires, comentario, comentarios, nota, notas, question, "
        "questions, comprehension question, frage, verständnisfrage, pregunta, answer, answers, correct answer, "
        "antwort, respuesta, translation, übersetzung, traduction, traducción, gloss, glosse, source, quelle, author, "
        "remarque, remarques, réponse, commento, domanda, risposta, traduzione, fonte, comentário, pergunta, resposta, "
        "tradução, opmerking, opmerkingen, vraag, antwoord, vertaling, примечание, комментарий, вопрос, ответ, "
        "перевод, açıklama, soru, cevap, çeviri, 备注, 注释, 问题, 答案, 翻译, "
        "備考, コメント, 質問, 回答, 訳, 翻訳",
        "",
    ),
    "region name": ("region name, regionname, region label, roi name, name der region", ""),
    "content": (
        "content, contents, inhalt, contenu, contenido, contenuto, inhoud",
        "text, word, words, chunk, segment, string",
    ),
}
_REGION = re.compile(  # the first is how 'convert' writes them, with any name
    r"r(?P<number>[1-9][0-9]{0,8})_(?P<name>.*)"
    r"|(?i:r|region|roi|chunk|segment|word|wort|région|región|regione|regio|região|регион|bölge|区域|領域)"
    r"[\s_.-]*(?P<n>[1-9][0-9]{0,8})(?:[\s_.:-]+(?P<own>.*))?",
    re.DOTALL,
)
_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
_MISSING = frozenset(
    {"na", "n/a", "n.a.", "nan", "null", ".", "-", "\N{EN DASH}", "\N{EM DASH}"}
)  # as R and people write it
_LIKE_A_NUMBER = re.compile("[<>≤≥~≈]? ?[+\N{MINUS SIGN}-]?[0-9][0-9.,' ]*(?: ?(?:%|‰|ms|msec|s|sec|Hz|dB))?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}")


def _plain(name: str) -> str:
    without_remark = re.sub(r"(?<=\S)\s*\([^()]*\)$|:$", "", name.casefold())  # 'Condition (a/b)'
    return " ".join(re.sub(r"[\s_.-]+", " ", without_remark).split())


def called(kind: str, columns: Iterable[str]) -> tuple[list[str], list[str]]:
    """Give the columns whose names mean a kind of column, and those whose names may."""
    strong, weak = ({_plain(name) for name in names.split(",")} for names in _NAMES[kind])
    columns = list(columns)
    return [one for one in columns if _plain(one) in strong], [one for one in columns if _plain(one) in weak]


def named_regions(table: Table, columns: Iterable[str]) -> dict[int, tuple[str, str]]:
    """Give the columns that are named as regions, ``r1_NAME`` or ``Region 2``: number to name and column, in order.

    Raises
    ------
    SuiteError
        If two are the same region.
    """
    found: dict[int, tuple[str, str]] = {}
    problems = Problems()
    for column in columns:
        match = _REGION.fullmatch(column)
        if match is None:
            continue
        number = int(match["number"] or match["n"])
        if number in found:
            problems.note("", f"columns {cited(found[number][1])} and {cited(column)} are both region {number}.")
            continue
        name = match["own"] or column if match["name"] is None else match["name"].strip()
        found[number] = (name, column)
    problems.raise_all(table.source)
    return dict(sorted(found.items()))


def is_region_name(name: str) -> bool:
    """Whether a name is that of a region, with its number.

    Examples
    --------
    >>> is_region_name("r1"), is_region_name("Region 2: verb"), is_region_name("verb")
    (True, True, False)
    """
    return _REGION.fullmatch(name) is not None


def in_order(names: Iterable[str]) -> list[str]:
    """Put regions in the order of their numbers, if all have one, or leave them as they are.

    Examples
    --------
    >>> in_order(["r10", "r2"]), in_order(["verb", "end"])
    (['r2', 'r10'], ['verb', 'end'])
    """
    names = list(names)
    found = [_REGION.fullmatch(name) for name in names]
    numbers = [int(match["number"] or match["n"]) for match in found if match is not None]
    if len(numbers) < len(names) or len(set(numbers)) < len(names):
        return names
    return [name for _, name in sorted(zip(numbers, names, strict=True))]


def chosen(table: Table, option: str, value: str) -> str:
    """Give the column that an option names.

    Raises
    ------
    InputError
        If there is none.
    """
    if value in table.columns:
        return value
    alike = [column for column in table.columns if column.casefold() == value.strip().casefold()]
    if len(alike) == 1:
        return alike[0]
    hint = did_you_mean(value, table.columns)
    raise InputError(f"{table.source}: `{option}={value}`: no such column. There are {cited_all(table.columns)}.{hint}")


def cited_all(columns: Iterable[str]) -> str:
    """Name columns in a message."""
    return ", ".join(map(cited, columns))


def enumerated(names: Sequence[str]) -> str:
    """Join names as in a sentence.

    Examples
    --------
    >>> enumerated(["head", "verb", "end"])
    'head, verb and end'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def column_values(rows: Iterable[TableRow], column: str) -> list[str]:
    """Give the cells of a column that hold something."""
    return [cell for row in rows if (cell := row.cells[column])]


def _with_comma(cells: Sequence[str]) -> bool:
    """Whether commas in numbers are decimal ones: ``1,250`` alone does not say."""
    commas = [cell for cell in cells if _COMMA.fullmatch(cell)]
    return any(not _THOUSANDS.fullmatch(cell) for cell in commas) and all("." not in cell for cell in cells)


def is_numeric(cells: Sequence[str]) -> bool:
    """Whether cells hold numbers throughout, and no words: with a unit, or some of them missing, as well.

    Examples
    --------
    >>> is_numeric(["1", "2.5"]), is_numeric(["0,5", "12"]), is_numeric(["1,250"]), is_numeric(["1", "a"])
    (True, True, True, False)
    >>> is_numeric(["310 ms", "NA"]), is_numeric(["12%", "~0.5"]), is_numeric(["NA"])
    (True, True, False)
    """
    filled = [cell for cell in cells if cell.casefold() not in _MISSING]
    return bool(filled) and all(
        number_in(cell) is not None or _LIKE_A_NUMBER.fullmatch(cell) is not None for cell in filled
    )


def may_be_sentences(cells: Sequence[str]) -> bool:
    """Whether any cell has more than a word, or is in a script without blanks.

    Examples
    --------
    >>> may_be_sentences(["The dog barks."]), may_be_sentences(["1", "2"]), may_be_sentences(["short", "long"])
    (True, False, False)
    >>> may_be_sentences(["The|dog|barks."]), may_be_sentences(["狗叫。"])
    (True, True)
    """
    return not cells or any(len(re.split(r"[\s|*/]+", cell)) > 1 for cell in cells) or is_unspaced(cells)


def _numbers(cells: Sequence[str]) -> list[float | None]:
    cells = [cell.replace("\N{MINUS SIGN}", "-") for cell in cells]
    comma = _with_comma(cells)
    return [number_in(cell.replace(",", ".") if comma and _COMMA.fullmatch(cell) else cell) for cell in cells]


def factor_in(table: Table, rows: Sequence[TableRow], column: str) -> dict[int, Factor]:
    """Read a column as values of a factor: row number to value; a row lacks it that is empty, or NA among numbers."""
    filled = [row for row in rows if row.cells[column]]
    cells = [row.cells[column] for row in filled]
    if all(table.odd.get((row.number, column)) == "true or false" for row in filled):
        return {row.number: row.cells[column] == "TRUE" for row in filled}
    numbers = _numbers(cells)
    known = [cell.casefold() not in _MISSING for cell in cells]
    if any(known) and all(number is not None for number, is_known in zip(numbers, known, strict=True) if is_known):
        filled = [row for row, is_known in zip(filled, known, strict=True) if is_known]
        numbers = [number for number in numbers if number is not None]
    values: list[Factor]
    if all(number is not None for number in numbers):
        values = [int(one) if one.is_integer() and abs(one) < 2**53 else one for one in numbers if one is not None]
    else:
        values = list(cells)
    return {row.number: value for row, value in zip(filled, values, strict=True)}


def refuse_odd(table: Table, columns: Iterable[str], problems: Problems, *, as_factor: bool = False) -> None:
    """Note the cells of columns that hold no text: dates that a word was turned into, formulas without a value."""
    for row in table.rows:
        for column in columns:
            kind = table.odd.get((row.number, column))
            cell = cited(row.cells[column])
            if kind is None or (as_factor and kind == "true or false"):
                continue
            if kind == "an error":
                message = f"is {cell}: a formula that failed. Mend it, or write the text."
            elif kind == "a formula":
                message = (
                    "is a formula whose value the file does not hold: open it in a spreadsheet program and save it."
                )
            else:
                message = f"is {kind} ({cell}), not a text: spreadsheet programs turn words into such. Format the cell "
                message += "as text and write the word again."
            problems.note(table.place(row, column), message)
