r"""What a terminal would obey, or hide, in texts of others: shown as what it is.

Names and sentences come from files of strangers. Characters that move the cursor, name the window, turn the order of
letters round or cannot be seen are written as their code, ``\u001b``, which is also what JSON writes.
"""

from __future__ import annotations

import re
from typing import IO, Any, cast

__all__ = ["InertStream", "data_stream", "inert", "styled_stream"]

_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but for the tab and the end of a line
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that turn the direction of a text
    "\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb"  # what takes no room
    "\u2028\u2029"  # ends of lines and paragraphs
    "\ud800-\udfff"  # halves of characters
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
    # joiners, but not after letters and signs that need them: Persian, Hindi, emoji
    "|(?<![\u0590-\u180d\u180f-\u1fff\u2190-\ud7ff\uf900-\ufe0f\U00010000-\U000dffff])[\u200c\u200d]"
)
_BAR = re.compile(r"(?:\r[^\r\n]*|\n*(?:\x1b\[A)*)")
"""What libraries that show the progress of a download write: to the beginning of the line, lines down or up."""


def inert(text: str) -> str:
    r"""Write what a terminal would obey, or show as nothing, as its code.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        The same, if there is no such character. Ends of lines and tabs stay.

    Examples
    --------
    >>> print(inert("a name \x1b[2J that clears the screen, \u202eand one turned round"))
    a name \u001b[2J that clears the screen, \u202eand one turned round
    """
    return _OBEYED.sub(_code, text)


def _code(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


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
        if _OBEYED.search(text) and _BAR.fullmatch(text):
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
