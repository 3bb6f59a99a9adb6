"""``sglite studio``."""

from __future__ import annotations

import getpass
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ._options import Command, cache_choice, cache_options, option

if TYPE_CHECKING:
    from ..studio.server import Running


@click.command("studio", cls=Command)
@click.argument("paths", nargs=-1, metavar="[SUITE|TABLE|RESULTS|FOLDER]...")
@option("--model", "-m", "models", multiple=True, metavar="MODEL", help="Offer this model first. May be repeated.")
@option("--port", type=click.IntRange(0, 65535), help="Answer on this port. [default: 8642, or a free one]")
@option(
    "--browser/--no-browser",
    default=None,
    help="Open the page in the browser. [default: where there is a screen]",
    show_default=False,
)
@cache_options
def command(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    port: int | None,
    browser: bool | None,
    cache: Path | None,
    no_cache: bool,
) -> None:
    """Write, check and run suites in the browser.

    Opens a page of this machine on which stimuli are written or pasted, checked while one writes, scored by a model and
    looked at; suites, figures and reports are saved from there. Reads and writes in the folders of what is named; by
    default in the folder where it is started. Ends with Ctrl-C, or from the page.

    \b
    Examples:
      sglite studio
      sglite studio suites/npz.json
      sglite studio stimuli.xlsx --model gpt2
      sglite studio results/
    """
    from ..studio.drafts import drafts_folder
    from ..studio.intake import open_given
    from ..studio.server import serve
    from ..studio.studio import Studio, Workspace

    choice = cache_choice(cache, no_cache)
    studio = Studio(Workspace.of(paths), models=models, drafts=drafts_folder(), cache=choice)

    def started(running: Running) -> None:
        fragment = open_given(studio)
        click.echo(f"{running.address}{fragment}")
        sys.stdout.flush()  # for a program that waits for the address
        click.echo("The studio is open at this address, for this machine alone. Ctrl-C ends it.", err=True)
        why_not = None if browser else _no_screen()
        if browser or (browser is None and why_not is None):
            _open(running.door(fragment))
        elif browser is None:
            click.echo(why_not.format(port=running.port) if why_not else "", err=True)

    serve(studio, port=port, started=started)


def _open(address: str) -> None:
    """Have a browser show it, which may take a while, or go on until it is closed."""
    import threading
    import webbrowser

    def opening() -> None:
        if not webbrowser.open(address):
            click.echo("No browser could be started; open the address yourself.", err=True)

    threading.Thread(target=opening, daemon=True).start()


def _no_screen() -> str | None:
    """Say how one gets to the page where no browser can show it; None where one can."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return (
            "You are on another machine. On your own one, type this, leave it open, and open the address above there:\n"
            f"  ssh -N -L {{port}}:127.0.0.1:{{port}} {_user()}{socket.gethostname()}"
        )
    is_linux = sys.platform.startswith("linux")
    if is_linux and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return "There is no screen here: open the address in a browser of this machine."
    return None


def _user() -> str:
    try:
        return f"{getpass.getuser()}@"
    except (OSError, KeyError, ImportError):  # of a user without a name
        return ""
