"""``sglite harvest``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click

from ..authoring.harvest import SPACINGS
from ..errors import InputError
from ._options import Command, format_option, option, out_option, overwrite_option, quiet_option
from .suites import show_rows

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("harvest", cls=Command)
@click.argument("treebanks", metavar="TREEBANK...", type=_FILE, nargs=-1, required=True)
@option("--name", metavar="NAME", help="Name of the suite. [default: that of the file]")
@option("--language", metavar="CODE", help="Language of the suite, such as 'it', for its description.")
@option("--nonce", "n_nonce", type=click.IntRange(min=0), default=9, help="Nonce sentences an original.")
@option("--seed", type=int, default=0, help="Choice of words for nonce sentences.")
@option("--vocab", type=_FILE, metavar="FILE", help="Words that the models know, one a line; others are avoided.")
@option("--lexicon", type=_FILE, metavar="TREEBANK", multiple=True, help="Take word forms from this, too.")
@option(
    "--min-count",
    type=click.IntRange(min=2),
    default=6,
    help="How often a construction must occur with a singular cue, and with a plural one.",
)
@option(
    "--min-frequency",
    type=click.IntRange(min=1),
    default=2,
    help="How often a word must occur to be put into nonce sentences.",
)
@option(
    "--spacing",
    type=click.Choice(SPACINGS),
    default="tokens",
    help="A blank between any two words, as in the paper, or only where the treebank's text has one.",
)
@option("--whole", is_flag=True, help="Add the rest of the sentence as a third region.")
@out_option("Write the suite there. [default: list constructions only]")
@overwrite_option()
@format_option
@quiet_option
def command(
    treebanks: tuple[Path, ...],
    out: Path | None,
    overwrite: bool,
    name: str | None,
    vocab: Path | None,
    lexicon: tuple[Path, ...],
    format_: str,
    quiet: bool,
    **options: Any,
) -> int:
    """Make number agreement suites of treebanks in CoNLL-U, as Gulordava et al. (2018) did.

    Finds constructions in which two words with at least three between them agree in number throughout the treebank,
    and makes items of their sentences and of nonce sentences, in which other words of the same part of speech and
    the same features stand. Files may be packed (.gz, .xz); several are taken together. Standard output is the list of
    constructions.

    \b
    Examples:
      sglite harvest it_isdt-ud-train.conllu
      sglite harvest it_isdt-ud-train.conllu --language it -o agreement_it.json
      sglite harvest ru_*.conllu.xz --vocab vocab.txt --min-count 3 -o ru.json
    """
    from ..authoring.conllu import read_conllu
    from ..authoring.harvest import harvest, read_vocabulary
    from ..files import refuse_replacing
    from ..suite.json import save_suite

    if out is not None:
        refuse_replacing(out, overwrite=overwrite)
    found = harvest(
        [tree for path in treebanks for tree in read_conllu(path)],
        name=name or (out.stem if out is not None else treebanks[0].name.partition(".")[0]),
        lexicon=[tree for path in lexicon for tree in read_conllu(path)],
        vocabulary=None if vocab is None else read_vocabulary(vocab),
        **options,
    )
    if out is not None and found.suite is None:
        raise InputError(
            f"No suite: {len(found.constructions)} constructions were found, and no sentence that can be used. "
            "Take a larger treebank, give more word forms by --lexicon, or lower --min-count."
        )
    rows: list[dict[str, object]] = [
        {
            "construction": construction.name,
            "sing_sing": construction.counts.get(("Sing", "Sing"), 0),
            "plur_plur": construction.counts.get(("Plur", "Plur"), 0),
            "differ": sum(count for (left, right), count in construction.counts.items() if left != right),
            "instances": n_instances,
            "original": n_original,
            "nonce": n_nonce,
        }
        for construction, n_instances, n_original, n_nonce in found.constructions
    ]
    if out is not None and found.suite is not None:
        save_suite(found.suite, out)
    if rows or format_ == "json":
        show_rows(rows, format_, "constructions")
    if quiet:
        return 0
    if not rows:
        click.echo("Note: no construction was found; take a larger treebank, or lower --min-count.", err=True)
    for note in found.notes:
        click.echo(f"Note: {note}", err=True)
    for reason, count in Counter(each.reason for each in found.excluded).most_common():
        click.echo(f"Left out: {count} because {reason}.", err=True)
    if out is not None:
        click.echo(f"{out}: the sentences are those of the treebank, and its licence goes with them.", err=True)
    return 0
