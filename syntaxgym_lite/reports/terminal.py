r"""What a terminal would obey, or hide, in texts of others: shown as what it is.

Names and sentences come from files of strangers. Characters that move the cursor, name the window, turn the order of
letters round or cannot be seen are written as their code, ``\u001b``, which is also what JSON writes.
"""

from __future__ import annotations

import re
from typing import IO, Any, cast

from ..errors import inert

__all__ = ["InertStream", "data_stream", "styled_stream"]

_BAR = re.compile(r"(?:\r[^\r\n]*|\n*(?:\x1b\[A)*)")
"""What libraries that show the progress of a download write: to the beginning of the line, lines down or up."""


class InertStream:
    """A standard stream that all goes through that is meant for people, so that no message can be forgotten.

    Parameters
    ----------
    true : text file
        What is written to.
    """

    def __init__(self, true: IO[str]) -> None:
        self.true = true

    def write(self, text: str) -> int:
        """Write it as `inert` gives it; bars of progress, which end no line, as they are."""
        if inert(text) != text and _BAR.fullmatch(text):
            return self.true.write("\r" + inert(text[1:]) if text.startswith("\r") else text)
        return self.true.write(inert(text))

    def writelines(self, lines: Any) -> None:
        """Write each."""
        for line in lines:
            self.write(line)

    def __iter__(self) -> Any:
        return iter(self.true)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.true, name)


def data_stream(stream: IO[str]) -> IO[str]:
    """Give what data is written to: as they are, to programs and files; to a terminal `inert`."""
    return stream if stream.isatty() else styled_stream(stream)


def styled_stream(stream: IO[str]) -> IO[str]:
    """Give what somebody writes to who has made texts inert, and adds colours."""
    return cast("IO[str]", getattr(stream, "true", stream))
