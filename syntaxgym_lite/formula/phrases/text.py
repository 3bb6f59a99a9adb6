"""The text of a phrase, and how far it has been read."""

from __future__ import annotations

import re
import unicodedata

from ...errors import FormulaError, Span
from .words import EXAMPLE, STOP


def plain(text: str) -> str:
    """A text on one line, in one composition of letters and marks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


class Phrase:
    """A phrase that is read from left to right; where nothing fits, `pos` is set back and something else is tried."""

    def __init__(self, text: str) -> None:
        self.text = plain(text)
        self.pos = 0

    def skip(self) -> int:
        """Go over a blank."""
        if self.text.startswith(" ", self.pos):
            self.pos += 1
        return self.pos

    def take(self, pattern: str) -> str:
        """Take what matches here, without the blank before it; an empty text if nothing does."""
        found = re.compile(rf" ?({pattern})", re.IGNORECASE).match(self.text, self.pos)
        if found is None:
            return ""
        self.pos = found.end()
        return found[1]

    def looking_at(self, pattern: str) -> bool:
        """Whether this stands here."""
        return re.compile(rf" ?(?:{pattern})", re.IGNORECASE).match(self.text, self.pos) is not None

    def need(self, pattern: str, what: str, advice: str) -> None:
        """Take what must stand here."""
        if not self.take(pattern):
            here = self.skip()
            raise self.error(f"'{what}' is missing. {advice}", Span(here, here))

    def span(self, start: int) -> Span:
        """From there to here."""
        return Span(start, self.pos)

    def written(self, span: Span) -> str:
        """What stands there."""
        return self.text[span.start : span.end]

    def what_stands_here(self) -> Span:
        """The stretch up to the next word or sign that parts things; empty if one stands here itself."""
        here = self.skip()
        stop = STOP.search(self.text, here)
        end = len(self.text) if stop is None else stop.start()
        return Span(here, len(self.text[:end].rstrip()) if end > here else here)

    def unread(self) -> Span:
        """What stands here, or at least one character of it, if the text has not ended."""
        span = self.what_stands_here()
        return span if span.end > span.start else Span(span.start, min(span.start + 1, len(self.text)))

    def error(self, problem: str, span: Span) -> FormulaError:
        """Something wrong with a place of this text."""
        return FormulaError(problem, self.text, span)

    def unexpected(self, advice: str = f"A prediction is written like this: {EXAMPLE}.") -> FormulaError:
        """What stands here is nothing that may stand here."""
        span = self.unread()
        stands = self.written(span)
        what = f"'{stands}' cannot be read here." if stands else "Something is missing here."
        return self.error(f"{what} {advice}", span)
