"""``sglite fetch``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import counted
from ._options import Command, OldPlace, format_option, named_place, option, out_option, quiet_option
from .suites import show_rows

if TYPE_CHECKING:
    from ..fetch import Fetched

_SAID = {"sha256": "sha256", "git": "git listing", "recorded": "as downloaded before", "none": "not verified"}


@click.command("fetch", cls=Command)
@click.argument("data_set", metavar="SET")
@click.argument("place", cls=OldPlace, required=False, type=click.Path(path_type=Path))
@option(
    "--mirror",
    metavar="URL",
    envvar="SGLITE_FETCH_MIRROR",
    help="Take the files from URL/OWNER/NAME/COMMIT/PATH instead of GitHub. [env: SGLITE_FETCH_MIRROR]",
)
@option("--retries", type=click.IntRange(min=0), default=3, help="New tries after a failure.")
@option("--timeout", type=click.FloatRange(min=0, min_open=True), default=30.0, help="Seconds to wait for an answer.")
@out_option("The folder to download to. [required]", folder=True)
@format_option
@quiet_option
def command(
    data_set: str,
    place: Path | None,
    out: Path | None,
    mirror: str | None,
    retries: int,
    timeout: float,
    format_: str,
    quiet: bool,
) -> int:
    """Download a public data set from its own repository.

    SET is blimp, syntaxgym, ettinger, agreement, marvin-linzen, babylm-supplement, babylm-blimp, rublimp, turblimp,
    sling, clams, zorro or dalaj; a treebank of Universal Dependencies, such as ud/UD_German-GSD; or the word forms of
    UniMorph, such as unimorph/deu. These two may name a revision: ud/UD_German-GSD@r2.16.

    Files that are there and right are left alone, and broken downloads are gone on with, so that the same command can
    be repeated at will. Every file is verified, and listed with what it agrees with.

    \b
    Examples:
      sglite fetch blimp --out data/blimp
      sglite fetch agreement --out data/agreement --format json
      sglite fetch ud/UD_German-GSD --out data/gsd
      sglite fetch unimorph/deu --out data/unimorph
      sglite fetch ettinger --out data/ettinger --mirror https://example.org/files
    """
    from .. import fetch as fetching
    from ..fetch_repositories import repository_named

    destination = named_place(out, place)
    source = fetching.find_set(data_set, mirror=mirror, retries=retries, timeout=timeout)
    if not quiet:
        click.echo(f"{source.title}: {counted(len(source.files), 'file')} of github.com/{source.repository}", err=True)

    def tell(file: Fetched, number: int, total: int) -> None:
        if not quiet:
            name = file.path.relative_to(destination).as_posix()
            click.echo(f"{number:>{len(str(total))}}/{total} {name}: {file.action}, {_SAID[file.check]}", err=True)

    files = fetching.fetch(source, destination, mirror=mirror, retries=retries, timeout=timeout, progress=tell)
    rows: list[dict[str, object]] = [
        {
            "file": file.path.relative_to(destination).as_posix(),
            "bytes": file.n_bytes,
            "action": file.action,
            "verified": _SAID[file.check],
            "sha256": file.sha256,
            "url": file.url,
        }
        for file in files
    ]
    show_rows(rows, format_, "files", hide=("sha256", "url"))
    unverified = sum(file.check == "none" for file in files)
    if not quiet:
        if unverified:
            click.echo(
                f"Note: {unverified} of {counted(len(files), 'file')} could not be verified: no checksum is known "
                "here, and the repository's listing could not be had.",
                err=True,
            )
        if repository_named(data_set) is not None:
            click.echo(f"To get the same files again: sglite fetch {source.name} --out DIR", err=True)
        licence = fetching.licence_of(source, destination)
        click.echo(f"Licence: {licence}. Cite: {source.citation}.", err=True)
        click.echo(f"Next: {source.next_command.format(dest=destination)}", err=True)
    return 0
