"""``python -m syntaxgym_lite`` is ``sglite``."""

from __future__ import annotations

import os
import signal
from types import FrameType

__all__ = ["main"]


def main() -> None:
    """Run the command line; before its libraries are imported there is nothing to be lost by an interruption."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:  # of what runs in the background
            signal.signal(number, _stop)
    from .cli import main as run

    run()


def _stop(number: int, frame: FrameType | None) -> None:
    """End at once: an exception could come up in the midst of an import, which would show it as something else."""
    os.write(2, b"Interrupted.\n")
    os._exit(128 + number)


if __name__ == "__main__":
    main()
