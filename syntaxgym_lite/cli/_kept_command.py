"""A command that a model's card repeats as it was typed."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from ._options import Command

__all__ = ["CommandThatIsKept", "command_line"]


class CommandThatIsKept(Command):
    """Keeps the arguments as they were given, for the card."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep them."""
        ctx.meta["arguments"] = list(args)
        return super().parse_args(ctx, args)


def command_line(ctx: click.Context) -> str:
    """Give the command as it was typed, for the card; whole paths of a machine are nobody's business."""
    arguments = [
        Path(argument).name if Path(argument).is_absolute() else argument
        for argument in ctx.meta["arguments"]
        if argument != "--resume"
    ]
    return shlex.join([*ctx.command_path.split(), *arguments])
