"""``sglite parse``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from ..delimited import write_table
from ..errors import InputError, ScoringError
from ..lines import TextLines, in_chunks
from ..remarks import Remarks
from ..surprisal import ParsedSentence
from ._messages import show_failures
from ._options import (
    Command,
    format_option,
    model_option,
    model_options,
    opener,
    progress_bar,
    quiet_option,
    split_model_options,
    warn,
)
from ._streams import kept_output

_COLUMNS = ("sentence_id", "text", "tree", "bits", "sum_bits", "n_trees")
_CHUNK = 256  # sentences that are read and parsed at a time


@click.command("parse", cls=Command)
@click.argument("file", default="-", metavar="[FILE|-]")
@model_option(multiple=False)
@format_option
@quiet_option
@model_options
def command(file: str, model: str, format_: str, quiet: bool, **options: Any) -> int:
    """Give the trees that a model takes sentences for, one sentence per line of FILE or of standard input.

    It takes a recurrent neural network grammar (rnng:FOLDER), or a transformer of bracketed trees (treelm:FOLDER). The
    tree is the most probable one of those that the beam search kept to the end, not of all there are. bits are those of
    tree and words together, sum_bits those of the words with any of the n_trees trees that were kept.

    \b
    Examples:
      sglite parse sentences.txt --model rnng:models/mine
      echo "The dog barks." | sglite parse -m rnng:models/mine -O beam=1000
      sglite parse sentences.txt --model rnng:models/mine --format csv > trees.csv
    """
    lines = _lines(file)
    rows: list[dict[str, Any]] = []
    failures: list[str] = []
    remarks = Remarks()
    with kept_output() as data, opener(None, True, quiet=quiet) as opening:
        scorer = opening.open(model, split_model_options(options))
        if not quiet:
            for message in scorer.info.warnings:
                warn(f"{model}: {message}")
        with progress_bar(quiet=quiet or data.isatty()) as progress:
            tick = progress(model)
            n_done = 0
            for chunk in in_chunks(lines, _CHUNK):
                numbered = [(number, text) for number, text in chunk if text]
                try:
                    parsed = scorer.parse([text for _, text in numbered])
                except ScoringError as error:
                    if not error.texts:
                        raise
                    lost = [(number, text) for number, text in numbered if text in error.texts]
                    more = ", ".join(str(number) for number, _ in lost[1:])
                    also = f" So it is with line{'s' if len(lost) > 2 else ''} {more}." if more else ""
                    failures.append(f"{lines.name}, line {lost[0][0]}: {error}{also}")
                    numbered = [(number, text) for number, text in numbered if text not in error.texts]
                    parsed = scorer.parse([text for _, text in numbered])
                done = [(number, one) for (number, _), one in zip(numbered, parsed, strict=True) if one is not None]
                places = [f"{lines.name}, line {number}" for number, _ in done]
                remarks.add((one for _, one in done), places.__getitem__)
                found = [_row(number, text, one) for (number, text), one in zip(numbered, parsed, strict=True)]
                if format_ == "table":
                    data.write("".join(f"{row['tree'] or ''}\n" for row in found))
                else:
                    rows += found
                data.flush()
                n_done += len(chunk)
                if tick is not None:
                    tick(n_done, lines.n_lines(n_done))
        if format_ == "csv":
            data.write(write_table(_COLUMNS, ([row[name] for name in _COLUMNS] for row in rows)))
        elif format_ == "json":
            info = scorer.info
            about = {"name": model, "fingerprint": info.fingerprint, "options": dict(info.options)}
            json.dump({"schema_version": 1, "model": about, "sentences": rows}, data, ensure_ascii=False, indent=2)
            data.write("\n")
    if not quiet:
        for message in remarks.said():
            warn(f"{model}: {message}")
    show_failures(failures)
    return 3 if failures else 0


def _row(number: int, text: str, parsed: ParsedSentence | None) -> dict[str, Any]:
    """Give the row of a sentence; one without words has no tree."""
    values = {"sentence_id": number, "text": text}
    return values | {name: None if parsed is None else getattr(parsed, name) for name in _COLUMNS[2:]}


def _lines(file: str) -> TextLines:
    if file == "-":
        return TextLines(sys.stdin.buffer, "standard input")
    if not Path(file).exists():
        raise InputError(f"{file}: no such file.")
    return TextLines(file)
