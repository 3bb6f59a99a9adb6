"""``sglite studio``."""

from __future__ import annotations

import click

from ._options import Command, option


@click.command("studio", cls=Command)
@click.argument("paths", nargs=-1, metavar="[SUITE|TABLE|RESULTS|FOLDER]...")
@option("--model", "-m", "models", multiple=True, metavar="MODEL", help="Offer this model first. May be repeated.")
@option("--port", type=click.IntRange(0, 65535), help="Answer on this port. [default: 8642, or a free one]")
@option("--browser/--no-browser", default=True, help="Open the page in the browser.")
def command(paths: tuple[str, ...], models: tuple[str, ...], port: int | None, browser: bool) -> None:
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
    from ..studio.server import serve
    from ..studio.studio import Studio, Workspace

    studio = Studio(Workspace.of(paths), models=models, drafts=drafts_folder())

    def started(address: str) -> None:
        click.echo(f"The studio is open at {address}")
        click.echo("Ctrl-C ends it.", err=True)
        if browser:
            import webbrowser

            if not webbrowser.open(address):
                click.echo("No browser could be started; open the address yourself.", err=True)

    serve(studio, port=port, started=started)
