"""``sglite perplexity``."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..lines import TextLines
from ..words import SCHEMES
from ._messages import give_json, show_failures
from ._options import (
    Command,
    format_option,
    model_option,
    opener,
    option,
    revisions_option,
    scoring_options,
    split_model_options,
    warn,
)
from .suites import show_rows

if TYPE_CHECKING:
    from ..papers import Paper
    from ..scoring.scorer import Scorer


@click.command("perplexity", cls=Command)
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...", type=click.Path(path_type=Path))
@model_option(multiple=True)
@revisions_option
@option(
    "--words",
    type=click.Choice(SCHEMES),
    help="What a word is: how sentences are cut for word-level models, and what is counted for models of word pieces. "
    "[default: each word-level model's own words; clitics for models of word pieces]",
)
@option("--count-words", hidden=True, type=click.Choice(SCHEMES))  # of old: what is counted, of every model
@option(
    "--eos/--no-eos",
    default=True,
    show_default=False,
    help="Score sentence ends, and count them like words. [default: yes; no in 'sglite eval' and 'sglite surprisal']",
)
@format_option
@partial(scoring_options, but=["words"])
def command(
    texts: tuple[Path, ...],
    models: tuple[str, ...],
    revisions: tuple[str, ...],
    format_: str,
    words: str | None,
    count_words: str | None,
    eos: bool,
    batch_size: int | None,
    quiet: bool,
    cache: Path | None,
    no_cache: bool,
    **options: Any,
) -> int:
    """Measure the perplexity per word of texts: UTF-8, one sentence a line; .gz and .xz are unpacked.

    Sentences are scored one by one, and sentence ends are counted like words unless --no-eos says otherwise. For a
    model of word pieces, all bits are divided by the number of words, so that models can be compared.

    \b
    Examples:
      sglite perplexity --model ngram --model lstm test.txt
      sglite perplexity -m gpt2 -m lstm test.txt --words whitespace --format json
      sglite perplexity --model kenlm:big.arpa --no-eos test1.txt test2.txt.gz
    """
    from ..backends.revisions import with_revisions
    from ..errors import SgliteError
    from ..model_names import precision_of
    from ..papers import behind_model
    from ..perplexity import DEFAULT_WORDS, Perplexity, measure_text
    from ..ports.formats import refuse_unless_text
    from ..ports.tables.sentences import is_sentence_table
    from ..scoring.opener import as_models, options_of

    for path in texts:
        if not path.exists():
            raise InputError(f"{path}: no such file.")
        if not path.is_file():
            what = (
                "a folder; name a text in it"
                if path.is_dir()
                else "a pipe, which can be read only once; save it to a file"
            )
            raise InputError(f"{path}: is {what}.")
        refuse_unless_text(path)
        if is_sentence_table(path):
            raise InputError(
                f"{path}: is a table, not a text; 'sglite surprisal {path}' scores the sentences of a column."
            )

    given = split_model_options(options)
    models = tuple(with_revisions(models, revisions))
    if words is not None and any("words" in options_of(model) for model in models):
        given["words"] = words

    def measure(scorer: Scorer) -> tuple[list[dict[str, Any]], list[Paper]]:
        info = scorer.info
        cut = info.options.get("words")
        of_words = info.capabilities.units == "words" and words in (None, cut)
        counted = count_words or (None if of_words else words)
        scheme = cut if of_words and counted is None else counted or DEFAULT_WORDS
        measured: list[tuple[str, Perplexity]] = []
        for path in texts:
            text = _Text(path)
            one = measure_text(scorer, text, words=counted, eos=eos, batch_size=batch_size, where=text.where)
            if not one.n_sentences:
                raise InputError(f"{path}: there is no sentence in this text.")
            measured.append((str(path), one))
        if not quiet:
            for message in scorer.info.warnings:
                warn(f"{scorer.name}: {message}")
            for name, one in measured:
                for message in one.warnings:
                    warn(f"{scorer.name}: {message}")
                if one.n_undefined:
                    warn(f"{scorer.name}: {one.n_undefined:,} words of {name} have no value and are left out.")
        if len(measured) > 1:
            measured.append(("total", sum((one for _, one in measured), Perplexity())))
        of_model = {"model": scorer.name, "pseudo": info.capabilities.pseudo, "dtype": precision_of(info.options)}
        records = [_record(of_model, name, scheme, one) for name, one in measured]
        return records, behind_model(scorer.spec, info.backend, info.options)

    results: list[dict[str, Any]] = []
    papers: list[Paper] = []
    failures: list[dict[str, str]] = []
    with opener(cache, no_cache, quiet=quiet) as opening:
        for name, answer in opening.each(as_models(list(models)), given, measure):
            if isinstance(answer, SgliteError):
                failures.append({"model": name, "message": str(answer)})
            else:
                results += answer[0]
                papers += answer[1]
    show_failures(failure["message"] for failure in failures)
    if format_ == "json":
        document = {"schema_version": 1, "eos": eos, "results": results, "failures": failures}
        give_json(document)
    elif format_ == "csv":
        rows = [{name: value for name, value in row.items() if name != "warnings"} for row in results]
        show_rows(rows, "csv", "results")
    else:
        _show(results, papers, eos)
    return 3 if failures else 0


class _Text:
    """The sentences of a file, one a line that is not blank, and where each of them stands."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._numbers = array("q")

    def __iter__(self) -> Iterator[str]:
        self._numbers = array("q")
        for number, line in TextLines(self._path):
            if line:
                self._numbers.append(number)
                yield line

    def where(self, place: int) -> str:
        return f"{self._path}, line {self._numbers[place]}"


def _record(of_model: dict[str, Any], text: str, scheme: object, measured: Any) -> dict[str, Any]:
    return {
        **of_model,
        "text": text,
        "words": scheme,
        **{name: value for name, value in asdict(measured).items() if name != "bits_known"},
        "perplexity": _number(measured.perplexity),
        "perplexity_known": _number(measured.perplexity_known),
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _show(results: list[dict[str, Any]], papers: list[Paper], eos: bool) -> None:
    from rich.text import Text

    from ..papers import shown
    from ..reports.tables import Name, console_for, fitted, table_of

    table = table_of(["model", "text"], ["words", "unknown", "sentences", "bits", "perplexity", "known words"])
    for row in results:
        figures = [f"{row[name]:,}" for name in ("n_words", "n_unknown", "n_sentences")]
        figures.append(f"{row['bits']:,.0f}")
        figures += ["-" if row[name] is None else f"{row[name]:,.2f}" for name in ("perplexity", "perplexity_known")]
        marks = ["pseudo"] if row["pseudo"] else []
        marks += [row["dtype"]] if row["dtype"] not in (None, "float32") else []
        name = f"{row['model']} ({', '.join(marks)})" if marks else row["model"]
        table.add_row(Name(name), Name(row["text"]), *figures)
    console = console_for(sys.stdout)
    console.print(fitted(table, console))
    schemes = ", ".join(sorted({str(row["words"]) for row in results if row["words"]})) or "as recorded"
    ends = "sentence ends counted" if eos else "sentence ends not counted"
    console.print(Text(f"Perplexity per word ({schemes}), {ends}."))
    if any(row["pseudo"] for row in results):
        console.print(Text("(pseudo): of pseudo-surprisals; not to be compared with the perplexity of other models."))
    if papers:
        console.print(Text(shown(papers), style="dim"))
