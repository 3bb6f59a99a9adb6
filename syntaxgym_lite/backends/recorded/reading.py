"""Read surprisals that were recorded in files: by SyntaxGym, by this package, or by anything that writes a table.

Four layouts are known, told apart by what is in the file, not by its name:

===============  =======================================================================================================
run document     ``run.json`` of ``sglite eval --out``: tokens, ends of sentences, ranks and contexts
region JSON      a SyntaxGym result: a suite whose regions carry ``metric_value`` (and ``oovs`` in later versions)
region table     one row a region: ``content`` and ``surprisal_bits``, as in ``regions.csv`` of ``sglite eval --out``
token table      one row a token: ``text``, ``token`` and ``surprisal_bits``, as in ``tokens.csv`` of ``sglite eval``;
                 or ``sentence_id token_id token surprisal``, as LM Zoo and SyntaxGym write, without the text
===============  =======================================================================================================

Tables may be separated by commas, semicolons, tabs or blanks. An empty value is "not defined", never 0.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Literal

from ...errors import InputError, ModelNotFoundError, one_of
from ...files import decode_utf8, read_bytes
from ...surprisal import BITS_PER_UNIT, Unit
from .placing import place_tokens
from .recording import Recorded, Recording
from .runs import read_run
from .syntaxgym import read_region_document
from .tables import read_recorded_table

__all__ = ["read_recording"]


def read_recording(
    path: str | Path,
    *,
    model: str | None = None,
    sentences: str | Path | None = None,
    unit: Unit | None = None,
    first_token: Literal["undefined", "recorded"] = "undefined",
) -> Recording:
    """Read recorded surprisals.

    Parameters
    ----------
    path : str or Path
        A file in one of the layouts above, or a folder: of ``sglite eval --out`` (``run.json`` is preferred to
        ``tokens.csv``, and that to ``regions.csv``), or of SyntaxGym result files.
    model : str, optional
        Which model's values to take from a table that holds several.
    sentences, unit, first_token
        See `syntaxgym_lite.backends.recorded.replay.load`.

    Raises
    ------
    ModelNotFoundError
        If there is no such file.
    InputError
        If it cannot be understood, or says that its values are in another unit; names the file and the place in it.
    """
    path = Path(path)
    files, left_out = _files(path)
    parts = [_read_file(file, model, unit, first_token) for file in files]
    if len({part.unit for part in parts}) > 1:
        raise InputError(
            f"{path}: some files hold values of regions and some of tokens; keep them in separate folders."
        )
    names = sorted({part.model for part in parts if part.model})
    if len(names) > 1 and len(parts) > 1:
        raise InputError(
            f"{path}: holds values of several models ({', '.join(names)}); replay one file of them at a time."
        )
    recorded = [sentence for part in parts for sentence in part.sentences]
    if sentences is not None:
        recorded = _with_sentences(recorded, Path(sentences), path)
        files = [*files, Path(sentences)]
    return Recording(
        parts[0].unit,
        tuple(recorded),
        names[0] if names else "",
        tuple(files),
        (*dict.fromkeys(warning for part in parts for warning in part.warnings), *left_out),
    )


def _files(path: Path) -> tuple[list[Path], list[str]]:
    """Find the files to read, and say which others were left out."""
    if path.is_dir():
        for name in ("run.json", "tokens.csv", "regions.csv"):
            if (path / name).is_file():
                return [path / name], []
        files = sorted(path.glob("*.json"))
        found = [file for file in files if _is_region_json(file)]
        if not found:
            raise ModelNotFoundError(
                f"{path}: this folder holds no run.json, tokens.csv or regions.csv, and no SyntaxGym results (*.json)."
            )
        others = [file.name for file in files if file not in found]
        return found, [f"left out, since they hold no surprisals of regions: {', '.join(others)}"] if others else []
    if not path.exists():
        raise ModelNotFoundError(f"{path}: no such file. replay: takes a file of recorded surprisals.")
    return [path], []


def _is_region_json(path: Path) -> bool:
    """Whether a file is a SyntaxGym result, or one that is damaged, which has to be said."""
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError, OSError):
        return True
    return isinstance(document, dict) and isinstance(document.get("items"), list)


def _read_text(path: Path) -> str:
    """Read a text; its lines end in line feeds, whatever they end in in the file."""
    return decode_utf8(read_bytes(path), path).replace("\r\n", "\n").replace("\r", "\n")


def _read_file(path: Path, model: str | None, asked_unit: Unit | None, first_token: str) -> Recording:
    unit = asked_unit or "bits"
    one_of("unit", unit, BITS_PER_UNIT)
    one_of("first_token", first_token, ("undefined", "recorded"))
    text = _read_text(path)
    if not text.strip():
        raise InputError(f"{path}: is empty.")
    if text.lstrip()[:1] in "{[":
        return _read_json(path, text, model, BITS_PER_UNIT[unit])
    return read_recorded_table(path, text, model=model, unit=unit, first_token=first_token)


def _read_json(path: Path, text: str, model: str | None, bits_per_unit: float) -> Recording:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path}: is not JSON: {error}.") from error
    except RecursionError:
        raise InputError(f"{path}: is nested too deeply to be a SyntaxGym result.") from None
    if not (isinstance(document, dict) and "models" in document and "schema_version" in document):
        return read_region_document(path, document, model, bits_per_unit)
    if bits_per_unit != 1.0:
        raise InputError(f"{path}: a result of sglite eval is in bits; leave out unit=.")
    return read_run(path, document, model)


def _with_sentences(recorded: list[Recorded], path: Path, table: Path) -> list[Recorded]:
    if not path.is_file():
        raise InputError(f"{path}: no such file (sentences of {table}).")
    lines = _read_text(path).splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    if any(sentence.text is not None for sentence in recorded):
        raise InputError(f"{table}: already says which sentences it holds; leave out sentences={path}.")
    if len(lines) != len(recorded):
        raise InputError(f"{path}: has {len(lines)} sentences, but {table} has {len(recorded)}.")
    placed = []
    for number, (line, sentence) in enumerate(zip(lines, recorded, strict=True), 1):
        spans = place_tokens(line, sentence.pieces)
        if spans is None:
            raise InputError(
                f"{path}, line {number}: '{line}' does not consist of the tokens of {sentence.where}:"
                f" {' '.join(sentence.pieces)}"
            )
        placed.append(replace(sentence, text=line, spans=spans))
    return placed
