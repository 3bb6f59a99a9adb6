"""``sglite perplexity``."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import click

from ..errors import InputError
from ..words import SCHEMES
from ._options import cache_options, caching, format_option, model_option, model_options, split_model_options, warn


@click.command("perplexity")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...", type=click.Path(path_type=Path))
@model_option(multiple=True)
@format_option("table", "json")
@click.option(
    "--count-words",
    type=click.Choice(SCHEMES),
    help="What counts as a word. [default: the model's own words; clitics for models of word pieces]",
)
@click.option("--eos/--no-eos", default=True, show_default=True, help="Score sentence ends, and count them like words.")
@click.option("--batch-size", type=click.IntRange(min=1), metavar="N", help="Sentences the model sees at once.")
@click.option("--quiet", "-q", is_flag=True, help="No progress and no warnings.")
@cache_options
@model_options
def command(
    texts: tuple[Path, ...],
    models: tuple[str, ...],
    format_: str,
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
      sglite perplexity --model gpt2 test.txt --format json
      sglite perplexity --model kenlm:big.arpa --no-eos test1.txt test2.txt.gz
    """
    from ..lm.corpus import read_sentences
    from ..perplexity import Perplexity, measure_perplexity
    from ..scoring.scorer import open_named

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
    results: list[dict[str, Any]] = []
    with caching(cache, no_cache, quiet=quiet) as kept:
        for model in models:
            store = kept.cache_for(model)
            backend = open_named(model, split_model_options(dict(options)), store)
            if eos and not backend.info.capabilities.eos:
                raise InputError(f"{model} cannot score sentence ends; add --no-eos.")
            if not quiet:
                for message in backend.info.warnings:
                    warn(f"{model}: {message}")
            by_word = count_words is None and backend.info.capabilities.units == "words"
            scheme = backend.info.options.get("words") if by_word else count_words or "clitics"
            total = Perplexity()
            for path in texts:
                one = measure_perplexity(
                    backend, read_sentences(path), words=count_words, eos=eos, batch_size=batch_size, cache=store
                )
                if not one.n_sentences:
                    raise InputError(f"{path}: there is no sentence in this text.")
                if one.n_undefined and not quiet:
                    warn(f"{model}: {one.n_undefined:,} words of {path} have no value and are left out.")
                total += one
                results.append(_record(model, str(path), scheme, one, pseudo=backend.info.capabilities.pseudo))
            if len(texts) > 1:
                results.append(_record(model, "total", scheme, total, pseudo=backend.info.capabilities.pseudo))
    if format_ == "json":
        click.echo(json.dumps({"schema_version": 1, "eos": eos, "results": results}, ensure_ascii=False, indent=2))
    else:
        _show(results, eos)
    return 0


def _record(model: str, text: str, scheme: object, measured: Any, *, pseudo: bool) -> dict[str, Any]:
    return {
        "model": model,
        "pseudo": pseudo,
        "text": text,
        "words": scheme,
        "n_sentences": measured.n_sentences,
        "n_words": measured.n_words,
        "n_unknown": measured.n_unknown,
        "n_undefined": measured.n_undefined,
        "n_ends": measured.n_ends,
        "bits": measured.bits,
        "perplexity": _number(measured.perplexity),
        "perplexity_known": _number(measured.perplexity_known),
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _show(results: list[dict[str, Any]], eos: bool) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from ..reports.tables import console_for, fitted

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("model", "text"):
        table.add_column(name, overflow="fold")
    for name in ("words", "unknown", "sentences", "bits", "perplexity", "known words"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in results:
        figures = [f"{row[name]:,}" for name in ("n_words", "n_unknown", "n_sentences")]
        figures.append(f"{row['bits']:,.0f}")
        figures += ["-" if row[name] is None else f"{row[name]:,.2f}" for name in ("perplexity", "perplexity_known")]
        table.add_row(Text(row["model"] + (" (pseudo)" if row["pseudo"] else "")), Text(row["text"]), *figures)
    console = console_for(sys.stdout)
    console.print(fitted(table, console))
    schemes = ", ".join(sorted({str(row["words"]) for row in results if row["words"]})) or "as recorded"
    ends = "sentence ends counted" if eos else "sentence ends not counted"
    console.print(Text(f"Perplexity per word ({schemes}), {ends}."))
    if any(row["pseudo"] for row in results):
        console.print(Text("(pseudo): of pseudo-surprisals; not to be compared with the perplexity of other models."))
