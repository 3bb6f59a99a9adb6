"""``sglite models``."""

from __future__ import annotations

import click

from ..papers import behind_model, shown
from ..resources import DEFAULT_MODEL, shipped_models
from ._options import Command, format_option
from .suites import show_rows

_OTHERS = """\
Other models:
  --model NAME              a Hugging Face causal language model, by hub name (gpt2, org/name)
  --model ./folder          the same in a local folder
  --model path/file.gguf    a GGUF file
  --model KIND:PATH         KIND is one of: {kinds}"""


@click.command("models", cls=Command)
@format_option
def command(format_: str) -> int:
    """List the models that come with the package, and the other kinds of model.

    \b
    Examples:
      sglite models
      sglite models --format json
    """
    from ..backends import available_backends

    rows: list[dict[str, object]] = [
        {
            "model": model.name,
            "kind": model.kind,
            "description": str(model.card.get("description", "")),
            "licence": str(model.card.get("licence", "")),
            "default": model.name == DEFAULT_MODEL,
            "path": str(model.folder),
            "reference": "; ".join(map(str, behind_model(model.name))),
        }
        for model in shipped_models().values()
    ]
    show_rows(rows, format_, "models", hide=("path", "default", "reference"))
    if format_ == "table":
        click.echo(f"The default is '{DEFAULT_MODEL}'.")
        for model in shipped_models():
            click.echo(shown(behind_model(model), f"References for {model}"))
        click.echo(_OTHERS.format(kinds=", ".join(available_backends())))
    return 0
