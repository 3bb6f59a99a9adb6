"""``sglite train ngram``."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ..casing import Lowercase
from ..errors import InputError
from ._messages import warn
from ._options import (
    OUTPUT,
    WORDS,
    Command,
    Option,
    option,
    out_option,
    overwrite_option,
    quiet_option,
)
from ._training_options import training_options


class _SpreadOption(Option):
    """An option that takes all the numbers that follow it: ``--prune 0 0 1``, as lmplz does."""


class _SpreadCommand(Command):
    """Joins the numbers after such an option into one value before click looks at them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["arguments"] = list(args)  # as the user wrote them, for the card
        names = {name for option in self.params if isinstance(option, _SpreadOption) for name in option.opts}
        joined: list[str] = []
        taking = False
        for argument in args:
            if taking and _is_number(argument):
                joined[-1] = f"{joined[-1]} {argument}".strip()
                continue
            joined.append(argument)
            taking = argument in names
            if taking:
                joined.append("")
        return super().parse_args(ctx, joined)


def _lasting(arguments: list[str]) -> list[str]:
    """Leave out what says nothing of the model."""
    after_memory = [False, *(argument == "--memory" for argument in arguments)]
    return [
        argument
        for argument, is_size in zip(arguments, after_memory, strict=False)
        if not (is_size or argument in ("--overwrite", "--memory") or argument.startswith("--memory="))
    ]


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).replace("-", "", 1).isdecimal()


def _thresholds(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
    try:
        thresholds = tuple(int(part) for part in value.split())
    except ValueError:
        raise click.BadParameter(f"'{value}' is not a list of whole numbers such as 0 0 1.") from None
    if not thresholds or min(thresholds) < 0:
        raise click.BadParameter("give one number for each order, 0 or more, such as 0 0 1.")
    return thresholds


def _discounts(_: click.Context, __: click.Parameter, value: str | None) -> tuple[float, ...] | None:
    if value is None:
        return None
    try:
        parts = tuple(float(part) for part in value.split())
    except ValueError:
        parts = (math.nan,)
    if len(parts) not in (0, 3) or not all(0 <= part <= k for k, part in enumerate(parts, start=1)):
        raise click.BadParameter(f"'{value}': give nothing, or three discounts from 0 to 1, 2 and 3.")
    if parts:
        return parts
    from ..lm.ngram.estimate import FALLBACK_DISCOUNTS

    return FALLBACK_DISCOUNTS


def _bytes(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)([KMGT]?)(?:i?B)?", value.strip(), re.IGNORECASE)
    if found is None:
        raise click.BadParameter(f"'{value}' is not a size such as 500M or 2G.")
    return int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " "))


@contextmanager
def _unwritten(out: Path) -> Iterator[None]:
    """Have an interruption say what became of the output."""
    try:
        yield
    except KeyboardInterrupt as stopped:
        stopped.args = (*stopped.args, f"Nothing was written to {out}.")
        raise


@click.command("ngram", cls=_SpreadCommand)
@click.argument("corpus", nargs=-1, required=True, metavar="CORPUS...", type=click.Path(path_type=Path))
@option("--order", type=click.IntRange(1, 10), default=5, help="Length of the longest n-grams.")
@option(
    "--prune",
    cls=_SpreadOption,
    default="0",
    show_default=False,
    metavar="N...",
    callback=_thresholds,
    help="For each order, drop n-grams seen N times or less; the last N holds for all higher orders. [default: 0]",
)
@option("--vocab-size", group=WORDS, type=click.IntRange(min=1), metavar="N", help="Keep the N most frequent words.")
@option(
    "--min-count",
    group=WORDS,
    type=click.IntRange(min=1),
    default=1,
    metavar="K",
    help="Keep words seen K times or more.",
)
@training_options
@option(
    "--discount-fallback",
    cls=_SpreadOption,
    metavar="[D1 D2 D3]",
    callback=_discounts,
    help="Discounts (0.5 1 1.5) for orders whose own cannot be computed, in very small or artificial text.",
)
@option(
    "--memory",
    metavar="SIZE",
    callback=_bytes,
    help="What n-grams may take, such as 2G; more are sorted in temporary files (TMPDIR). [default: half the memory]",
)
@option("--quantize", group=OUTPUT, is_flag=True, help="Store log-probabilities in 16 bits (not in ARPA files).")
@option(
    "--test",
    "heldout",
    old=["--heldout"],
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Text whose perplexity is said, and written into the card. May be repeated.",
)
@out_option(
    "A folder (model and card.json), or a file ending in .arpa, .arpa.gz, .arpa.xz or .safetensors.",
    folder=None,
    metavar="PATH",
    old=["--output"],
    required=True,
)
@overwrite_option()
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    corpus: tuple[Path, ...],
    out: Path,
    overwrite: bool,
    words: str,
    lowercase: Lowercase,
    strip_markers: bool,
    quantize: bool,
    heldout: tuple[Path, ...],
    description: str,
    licence: str,
    quiet: bool,
    **options: Any,
) -> int:
    """Train an n-gram model by interpolated modified Kneser-Ney smoothing, as KenLM's lmplz does.

    CORPUS is one or more text files, UTF-8, one sentence a line; .gz and .xz are unpacked.

    \b
    Examples:
      sglite train ngram corpus.txt --order 3 --out models/mine
      sglite train ngram part*.txt.gz --prune 0 0 1 --min-count 2 -o models/mine
      sglite train ngram corpus.txt --words whitespace --out mine.arpa.gz
      sglite eval suites/npz.json --model ngram:models/mine
    """
    from ..files import refuse_replacing
    from ..lm.corpus import Corpus
    from ..lm.folder import CARD, WEIGHTS
    from ..lm.ngram.files import SUFFIXES, is_arpa, write_model
    from ..lm.ngram.train import measure, train, write_folder

    def tell(message: str) -> None:
        if not quiet:
            click.echo(message, err=True)

    in_folder = not out.name.endswith(SUFFIXES)
    if quantize and not in_folder and is_arpa(out):
        raise InputError("--quantize is for the compact form: write to a folder or to a .safetensors file.")
    if in_folder and out.exists() and not out.is_dir():
        raise InputError(f"{out}: is a file; name a folder, or a file ending in {', '.join(SUFFIXES)}.")
    refuse_replacing(*((out / WEIGHTS, out / CARD) if in_folder else (out,)), overwrite=overwrite)
    for path in (*corpus, *heldout):
        if not path.is_file():
            raise InputError(f"{path}: not found; there is no such text.")
    text = Corpus(corpus, words, lowercase, strip_markers)
    if not quiet and (remark := text.remark()):
        warn(remark)
    with _unwritten(out):
        trained = train(text, say=tell, **options)
    for n in trained.estimate.fallback_orders:
        tell(f"Note: the discounts of order {n} could not be computed; the fallback was used.")
    model = trained.estimate.model
    tell(", ".join(f"{size:,} {n}-grams" for n, size in enumerate(model.n_ngrams, start=1)))
    if in_folder:
        card = write_folder(
            trained,
            out,
            quantize=quantize,
            heldout=heldout,
            description=description,
            licence=licence,
            command=shlex.join([*ctx.command_path.split(), *_lasting(ctx.meta["arguments"])]),
        )
        measured, written = card["heldout"], out / card["weights"]
    else:
        model = model.quantized() if quantize else model
        with _unwritten(out):
            measured = measure(trained, model, heldout)
            out.parent.mkdir(parents=True, exist_ok=True)
            write_model(model, out, trained.rules.metadata)
        written = out
        if is_arpa(out) and (lost := trained.rules.lost_in(out)):
            tell(f"Note: {lost}")
    for figures in measured:
        tell(
            f"{figures['name']}: perplexity {figures['perplexity']:.2f} per word; {figures['n_unknown']:,} of "
            f"{figures['n_words']:,} words unknown"
        )
    tell(f"{written}: {written.stat().st_size:,} bytes")
    return 0
