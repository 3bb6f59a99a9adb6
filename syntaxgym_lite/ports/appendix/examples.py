"""Lines of a text as numbered examples: which begin one, which go on with one, and which are none.

Labels are numbers (``(1)``, ``1.``, ``Item 1``) and letters (``a.``, ``(b)``, ``(i)``), together (``(1a)``, ``1.2``) or
one after the other, at the beginning of a line; or, where the next letter is due, within one. Page numbers, headings,
running heads and whatever else stands between examples is kept apart as `Stray`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from .alternatives import Choice, judged, written_parts

__all__ = ["NAME", "SOFT_HYPHEN", "Example", "Examples", "Key", "Stray", "ends_a_sentence"]

Key = tuple[str, ...]
"""Letters of a variant: ``("a",)``, or ``("a", "ii")`` where they are nested."""
SOFT_HYPHEN = "\u00ad"

_WORDS = (
    r"(?:items?|examples?|ex\.|sentences?|sets?|stimulus|stimuli|quartet|pair|no\.|nr\.|satz|beispiel|frase|esempio)"
)
_AFTER = r"(?=\s|$|[*?#%“\"‘¿¡✓]|(?<=[.):\]])(?:[^\W\d_a-z]|\(?[a-z][.)]))"
_NUMBER = re.compile(
    rf"(?:(?P<word>{_WORDS})\s*\#?\s*)?(?P<open>[(\[]?)(?P<number>[0-9]{{1,4}})"
    rf"(?:(?P<middle>[.\-]?)(?P<letter>[A-Za-z]['′’]?|[ivx]{{2,4}})|\.(?P<sub>[0-9]{{1,2}}))?"
    rf"(?P<close>[.):\]]{{0,2}}){_AFTER}",
    re.IGNORECASE,
)
_LETTER = re.compile(
    rf"(?P<mark>[*?#%]{{0,2}})(?P<open>[(\[]?)(?P<letter>[A-Za-z]['′’]?|[ivx]{{2,4}})(?P<close>[.):\]]{{1,2}}){_AFTER}"
)
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_ROMAN = {name: value for value, name in enumerate(_ROMANS, 1)}
NAME = re.compile(r"(?:([^\W\d_][\w /,+&-]{0,38}?)\s*[:–—]|[(\[]([^\W\d_][\w /,+&-]{0,38})[)\]])\s+(?=\S)")
_PAGE = re.compile(
    r"[-–—\s]*(?:(?:page|pag\.|pagina|seite|p\.|s\.)\s*)?[0-9]{1,4}(?:\s*(?:of|von|di|/)\s*[0-9]{1,4})?[-–—\s]*",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"(?:appendix|anhang|appendice|experiments?|exp\.|study|sections?|table|notes?|items?|materials?|stimuli|stimulus|"
    r"conditions?|bedingungen|condizioni|practice|fillers?|sets?|lists?|blocks?|parts?|target|critical|experimental|"
    r"supplement\w*|sentences?|examples?)\b",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"(?:^|(?<=[\s,;:(]))\(?([a-z]|[ivx]{2,4})\)?\s*=\s*([^=;,]+?)(?=\s*(?:[;,]|$|\s\(?[a-z]\)?\s*=))", re.IGNORECASE
)
_LISTED = re.compile(r"\(([a-z])\)\s*([^();,]+?)(?=\s*(?:[;,.]|and\s*\(|$|\())", re.IGNORECASE)
_CONDITIONS = re.compile(r"(?:the\s+)?(?:\w+\s+)?(?:conditions?|bedingungen|condizioni)\b", re.IGNORECASE)
_DOUBTFUL = ("without a label", "footnote")
"""Lines that might belong to a sentence all the same."""
_MOST_WORDS = 120  # of an example, or it is a paragraph: licences have numbers and letters, too
_HAS_LETTER = re.compile(r"(?<!\S)[(\[]?[a-h][.)\]]{1,2}(?!\S)|^[(\[]?[lI|]{1,2}[a-h]?[.)\]]{1,2}(?!\S)")
"""As of an example whose number cannot be read: "l a.", or "la." for "1a."."""
_GAP = re.compile(r" {4,}|\t")
_ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]")  # the name of a condition, which may stand apart
_BULLET = re.compile(r"[•‣▪◦●○·–—-]\s+(?=\S)")
_FOOTNOTE = re.compile(r"(?:[0-9]{1,2}|[¹²³⁰⁴-⁹†‡§]+|\*)\s*(?=[^\W\d_a-z])")
_SENTENCE_END = re.compile(r"[.?!…。！？؟।]+[\"”’»)\]」』]*(?:\s*[(\[][^()\[\]]{1,40}[)\]])?[0-9¹²³⁴-⁹†‡]{0,2}$")
_ANY_END = re.compile(r"(?<=[^\W_]{2})[.?!…。！？؟।]+(?=[\s\"”’»)\]」』]|$)")
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_WIDE_LABEL = re.compile(
    r"(?:[(\[（［]?(?:[0-9０-９]{1,4}[A-Za-zａ-ｚＡ-Ｚ]?|[A-Za-zａ-ｚＡ-Ｚ])[.):\]．）：］]{1,2}(?![0-9０-９])\s*){1,3}"
)
_LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_NO_WIDTH = re.compile("[\u200b\u2060\ufeff]|\u00ad(?!$)")


@dataclass(slots=True)
class Example:
    """A labelled stretch of a text: a variant of an item, or what stands before the first of them.

    Parameters
    ----------
    number : int
        Of its item; 0 if the text has only letters.
    variant : tuple of str
        Its letters; empty if it has none.
    line : int
        Where it begins.
    section : int
        1, and one more wherever the numbers begin again.
    pieces : list of tuple of int and str
        Number and text of the lines, or parts of lines, that it consists of.
    own_lines : list of int
        Places in `pieces` where a sentence begins with its line, if there are several.
    mark : str
        A judgment before its letter.
    name : str
        The name of a condition that stands before it.
    """

    number: int
    variant: Key
    line: int
    section: int = 1
    pieces: list[tuple[int, str]] = field(default_factory=list)
    own_lines: list[int] = field(default_factory=list)
    mark: str = ""
    name: str = ""

    @property
    def end(self) -> int:
        """Its last line."""
        return self.pieces[-1][0] if self.pieces else self.line

    @property
    def written(self) -> str:
        """Its text as it stands."""
        return " ".join(text for _, text in self.pieces if text)

    @property
    def last_text(self) -> str:
        """The last of its text, to which a line is added."""
        return next((text for _, text in reversed(self.pieces) if text), "")


@dataclass(frozen=True, slots=True)
class Stray:
    """A line that is no example, and what it is taken for."""

    line: int
    text: str
    what: str


class Examples:
    """The examples of a text, and what else stands in it.

    Parameters
    ----------
    text : str

    Attributes
    ----------
    examples : list of Example
    strays : list of Stray
    legend : mapping of str to str
        Letter to name of a condition, where a line says so.
    numbered : bool
        Whether examples have numbers.
    notes : Counter of str
        What was changed, and in how many lines.
    doubts : mapping of str to list of int
        What was guessed, and in which lines.
    """

    def __init__(self, text: str) -> None:
        self.examples: list[Example] = []
        self.strays: list[Stray] = []
        self.legend: dict[str, str] = {}
        self.notes: Counter[str] = Counter()
        self.doubts: dict[str, list[int]] = {}
        self._wide: list[int] = []  # lines with a gap in their midst
        self._romans_are_numbers = False
        self.lines = [(number, self._cleaned(number, line), page) for number, line, page in _physical_lines(text)]
        self._names = self._names_before()
        self._style = self._commonest_style()
        self._letter_styles: set[tuple[str, str, bool]] = set()
        self._section = 1
        self._punctuated = self._is_punctuated()
        self._read()
        if not self.examples:
            self._read_unlabelled()
        self._doubt_columns()
        self._romans_are_numbers = self._take_romans_for_numbers()

    @property
    def numbered(self) -> bool:
        """Whether examples have numbers."""
        return self._style is not None or self._romans_are_numbers

    def doubt(self, what: str, line: int) -> None:
        """Say that something was guessed."""
        self.doubts.setdefault(what, []).append(line)

    def is_appendix(self) -> bool:
        """Whether this is a text of examples with variants, and not one with numbers or slashes here and there."""
        bare = r"[0-9]+\s+" if self._style == () else r"(?!)"
        rest = [judged(_unlabelled(re.sub(bare, "", line, count=1)))[1] for _, line, _ in self.lines if line]
        if not self.examples or sum("\t" in line for line in rest) * 2 >= len(rest):  # else it is a table
            return False
        inside = {line for one in self.examples for line in (one.line, *(line for line, _ in one.pieces))}
        longest = max(len(one.written.split()) for one in self.examples)
        if len(inside) * 2 < len(rest) or longest > _MOST_WORDS:
            return False
        items: dict[tuple[int, int], list[Example]] = {}
        for one in self.examples:
            items.setdefault((one.section, one.number), []).append(one)
        loose = all(any(isinstance(part, Choice) for part in written_parts(one.written)) for one in self.examples)
        lettered = [len(ones) > 1 and any(one.variant for one in ones) for ones in items.values()]
        choices = [any(_has_choice(one.written) for one in ones) for ones in items.values()]
        own = {len(one.own_lines) for one in self.examples}
        by_lines = len(items) > 1 and len(own) == 1 and own.pop() > 1
        return by_lines or (loose and len(items) > 1) or max(sum(lettered), sum(choices)) * 2 >= len(items)

    # ---------------------------------------------------------------- what the text looks like

    def _cleaned(self, number: int, line: str) -> str:
        """Write a line with the characters that people type; count what was changed."""
        letters = line.translate(_LIGATURES)
        self.notes["ligatures such as 'ﬁ' were written as letters"] += letters != line
        bare = _NO_WIDTH.sub("", letters.rstrip())
        self.notes["soft hyphens and other characters without width were dropped"] += bare != letters.rstrip()
        blanks = "".join(" " if unicodedata.category(char) == "Zs" else char for char in bare)
        self.notes["no-break and other special blanks became blanks"] += blanks != bare
        self.notes["curly quotes stay as they are"] += any(char in blanks for char in "“”‘’„")
        plain = blanks.strip()
        label = _WIDE_LABEL.match(plain)
        if label is not None and not label[0].isascii():  # full-width signs, as in Japanese and Chinese texts
            ascii_label = re.sub(r"(?<=[.):\]])(?=\w)", " ", unicodedata.normalize("NFKC", label[0]))
            plain = ascii_label + plain[label.end() :]
        self._wide += [number] * _has_gap(plain)
        single = re.sub(" {2,}", " ", plain)
        self.notes["several blanks in a row became one"] += single != plain
        return single

    def _commonest_style(self) -> tuple[str, ...] | None:
        """Find what most numbers of examples look like; None if there are none, () if they are bare."""
        counts: Counter[tuple[str, ...]] = Counter()
        for _, line, _ in self.lines:
            found = _NUMBER.match(line)
            if found is None or _PAGE.fullmatch(line) or not any(_style_of(found)):
                continue
            letter = _LETTER.match(line[found.end() :].lstrip())
            counts[_style_of(found)] += 1 + bool(found["letter"] or found["sub"] or (letter and _is_first(letter)))
        if counts:
            return counts.most_common(1)[0][0]
        bare = [int(found["number"]) for _, line, _ in self.lines if (found := _bare_number(line))]
        return () if len(bare) > 1 and bare == list(range(1, len(bare) + 1)) else None

    def _names_before(self) -> frozenset[str]:
        """Find words before a colon that begin examples again and again: names of conditions."""
        counts: Counter[str] = Counter()
        items: dict[str, set[str]] = {}
        n_numbers, item = 0, ""
        for _, line, _ in self.lines:
            rest, number = _unlabelled(line), _NUMBER.match(line)
            n_numbers += bool(number) and bool(rest)
            item = item if number is None else number["number"]
            found = NAME.match(judged(rest)[1])
            if found is not None:
                name = (found[1] or found[2]).casefold()
                counts[name] += 1
                items.setdefault(name, set()).add(item)
        often = {name for name, n in counts.items() if len(items[name]) > 1 and n * 2 >= n_numbers}
        return frozenset(often if len(often) > 1 else ())

    def _is_punctuated(self) -> bool:
        """Whether sentences of this text end with a full stop or the like, as a rule."""
        n_labels = n_ends = 0
        for _, line, _ in self.lines:
            rest = _unlabelled(line)
            n_labels += rest != line
            n_ends += len(_ANY_END.findall(rest))
        return n_ends * 3 >= n_labels

    # ---------------------------------------------------------------- lines to examples

    def _read(self) -> None:
        repeated = Counter(_without_digits(line) for _, line, _ in self.lines if line)
        after_blank = False  # or at the beginning of a page
        between = ""  # what stands between this line and the last of an example
        for index, (number, line, page) in enumerate(self.lines):
            after_blank |= page
            following = self.lines[index + 1][1] if index + 1 < len(self.lines) else ""
            if not line:
                after_blank = True
            elif _PAGE.fullmatch(line):
                self.strays.append(Stray(number, line, "page number"))
                between = "a page number"
            elif self._is_lettered_heading(line, apart=after_blank or not index):
                self.strays.append(Stray(number, line, "heading"))
            elif self._begins_example(number, line):
                after_blank, between = False, ""
            elif self.examples and (bullet := _BULLET.match(line)):
                last = self.examples[-1]
                last.own_lines.append(len(last.pieces))
                self._add(number, line[bullet.end() :])
                after_blank, between = False, ""
            else:
                apart = after_blank or bool(between) or bool(_PAGE.fullmatch(following))
                running = apart and repeated[_without_digits(line)] > 1
                kind = self._kind(line, following, after_blank=after_blank, running=running)
                if kind:
                    self.strays.append(Stray(number, line, kind))
                    if kind in _DOUBTFUL or (kind == "before the first example" and _HAS_LETTER.search(line)):
                        self.doubt(f"'{_cut(line)}' has no label that is known, and is not read", number)
                    between, after_blank = between or f"'{_cut(line)}'", False
                    continue
                if between or after_blank:
                    what = between or "a blank line"
                    self.doubt(f"{what} in the midst of an example is taken for no part of it", number)
                last = self.examples[-1]
                if ends_a_sentence(last.last_text):
                    last.own_lines += [0] * (not last.own_lines) + [len(last.pieces)]
                self._add(number, line)
                after_blank, between = False, ""

    def _read_unlabelled(self) -> None:
        """Take each line for an item, if each has a choice."""
        lines = [(one.line, one.text) for one in self.strays if one.what == "before the first example"]
        if lines and all(_has_choice(text) for _, text in lines):
            self.strays = [one for one in self.strays if one.what != "before the first example"]
            self.examples = [Example(0, (), line, pieces=[(line, text)]) for line, text in lines]

    def _take_romans_for_numbers(self) -> bool:
        """Read "(i) a." as items with variants, where no other number says what an item is."""
        keys = [one.variant for one in self.examples]
        if self._style is not None or not all(len(key) == 2 and key[0] in _ROMAN for key in keys) or not keys:
            return False
        if len({key[0] for key in keys}) < 2 or len({key[1] for key in keys}) == len(keys):
            return False
        for one in self.examples:
            one.number, one.variant = _ROMAN[one.variant[0]], one.variant[1:]
        self.doubt("roman numbers are taken for items, and letters for their variants", self.examples[0].line)
        return True

    def _doubt_columns(self) -> None:
        """Say where two columns may have become one: a gap within a line, or a label that begins nothing."""
        read = {line for one in self.examples for line, _ in one.pieces}
        for line in filter(read.__contains__, self._wide):
            self.doubt("a wide gap within the line became one blank, as if two columns had run together", line)
        found = [(line, label) for one in self.examples for line, text in one.pieces for label in self._stray(text)]
        for line, _ in found:
            self.doubt(f"what looks like a label, as '{found[0][1]}', stays within the sentence", line)

    def _stray(self, text: str) -> Iterable[str]:
        """Find labels of examples within one."""
        for blank in re.finditer(r"\s(?=[(\[\d])", text):
            found = _NUMBER.match(text, blank.end())
            if found is not None and self._style and _style_of(found) == self._style:
                letter = _LETTER.match(text[found.end() :].lstrip())
                if found["letter"] or found["open"] or (letter is not None and _is_first(letter)):
                    yield found[0]

    def _kind(self, line: str, following: str, *, after_blank: bool, running: bool) -> str:
        """Say what a line without a label is, if it is no part of an example."""
        last = self.examples[-1] if self.examples else None
        complete = last is None or ends_a_sentence(last.last_text)
        legend = _legend(line)
        if legend and (complete or after_blank):
            self.legend = self.legend or legend
            return "names of conditions"
        ended, begins_small = ends_a_sentence(line), line[0].isalpha() and not line[0].isupper()
        if running and not ended and not begins_small:
            return "running head"
        if _HEADING.match(line) and (not ended or line.endswith(":")) and (complete or after_blank):
            return "heading"
        if last is None:
            return "before the first example"
        if not last.last_text:
            return ""
        if complete and line.isupper() and len(line) > 2 and not ended:
            return "heading"
        if after_blank:
            if complete or not self._punctuated:
                return "without a label"
            return "" if begins_small or ended else "without a label"
        if not complete:
            return "" if self._punctuated or begins_small else "without a label"
        if self._style != () and _FOOTNOTE.match(line):
            return "footnote"
        alone = not following or bool(_NUMBER.match(following) or _LETTER.match(following))
        return "without a label" if alone and not ended and not begins_small else ""

    def _is_lettered_heading(self, line: str, *, apart: bool) -> bool:
        """Whether a line is a heading with a letter, "B. Late closure", where examples have numbers."""
        found = _LETTER.match(line)
        if found is None or not apart or not self.numbered or not found["letter"].isupper() or found["open"]:
            return False
        lettered = any(one.variant for one in self.examples)
        return not lettered and self._punctuated and not ends_a_sentence(line) and not line.endswith(":")

    def _begins_example(self, number: int, line: str) -> bool:
        """Begin an example, if a line begins with a label."""
        rest, began = line, False
        found = self._number_at(number, rest)
        if found is not None:
            rest, began = rest[found.end() :].lstrip(), True
        while (letter := self._letter_at(rest, just_begun=began)) is not None:
            self._begin_variant(number, letter, just_begun=began)
            rest, began = rest[letter.end() :].lstrip(), True
        mark, unmarked = judged(rest)
        named = NAME.match(unmarked)
        name = (named[1] or named[2]) if named is not None else ""
        if (
            named is not None
            and name.casefold() in self._names
            and (began or (self.examples and self.examples[-1].name))
        ):
            last = self.examples[-1]
            if not began:
                last = Example(last.number, (name,), number, self._section)
                self.examples.append(last)
            elif not last.variant:
                last.variant = (name,)
            last.name, last.mark = name, last.mark + mark
            rest, began = unmarked[named.end() :].lstrip(), True
        if began:
            self._add(number, rest)
        return began

    def _add(self, line: int, text: str) -> None:
        """Add a line to the last example; the next letter or number within it begins another."""
        text = " ".join(text.split())
        while (found := self._label_within(text)) is not None:
            before = text[: found.start()].rstrip()
            if self._punctuated and not ends_a_sentence(before):
                self.doubt(f"'{found[0]}' is taken for a label, though no sentence ends before it", line)
            if before.endswith(";"):
                before = before[:-1].rstrip()
                self.doubt("a semicolon before a label is left out", line)
            self.examples[-1].pieces.append((line, before))
            if found.re is _NUMBER:
                self._begin_number(line, found)
            else:
                self._begin_variant(line, found, just_begun=False)
            text = text[found.end() :].lstrip()
            while (letter := self._letter_at(text, just_begun=True)) is not None:
                self._begin_variant(line, letter, just_begun=True)
                text = text[letter.end() :].lstrip()
        if text:
            self.examples[-1].pieces.append((line, text))

    def _label_within(self, text: str) -> re.Match[str] | None:
        """Find the label that is due; a number only behind the end of a sentence."""
        for blank in re.finditer(r"\s(?=[\w(\[*?#%])", text):
            for pattern in (_LETTER, _NUMBER):
                found = pattern.match(text, blank.end())
                if found is None or not self._is_due(found):
                    continue
                if pattern is _LETTER or found["letter"] or ends_a_sentence(text[: blank.start()]):
                    return found
        return None

    # ---------------------------------------------------------------- labels

    def _number_at(self, line: int, text: str) -> re.Match[str] | None:
        """Read the number of an example at the beginning of a line, and begin it."""
        if self._style is None:
            return None
        found = _NUMBER.match(text) if self._style else _bare_number(text)
        if found is None or (self._style and _style_of(found) != self._style):
            return None
        value, last = int(found["number"]), self.examples[-1] if self.examples else None
        if last is not None and last.last_text and self._punctuated and not ends_a_sentence(last.last_text):
            lettered = bool(found["letter"] or found["sub"])
            if value != last.number + 1 and not (value == last.number and lettered):
                self.doubt(f"'{found[0]}' at the beginning of the line is taken for a part of the sentence", line)
                return None
        self._begin_number(line, found)
        return found

    def _begin_number(self, line: int, found: re.Match[str]) -> None:
        value, last = int(found["number"]), self.examples[-1] if self.examples else None
        letter = _plain(found["letter"] or found["sub"] or "")
        if last is not None:
            same = value == last.number and bool(letter)
            heading = self.strays and self.strays[-1].what == "heading" and self.strays[-1].line > last.end
            if value <= 1 and (value < last.number or (heading and not same)):
                self._section += 1
            elif not same and value > last.number + 1 and last.number:
                self.doubt("the numbers jump, so that an item may be missing", line)
        elif value == 2:
            self.doubt("the first number is 2, so that an item may be missing", line)
        self.examples.append(Example(value, (letter,) if letter else (), line, self._section))

    def _letter_at(self, text: str, *, just_begun: bool) -> re.Match[str] | None:
        """Read a letter at the beginning of a line, or after a label."""
        found = _LETTER.match(text)
        if found is None:
            return None
        if not self.examples:
            return found if _is_first(found) else None
        last = self.examples[-1]
        if just_begun and len(last.variant) < 2:
            fits = self._nests(found) if last.variant else True
            begins = _is_first(found) or self._looks_the_same(found) or (not last.variant and found["letter"].islower())
            return found if fits and begins else None
        if just_begun:
            return None
        if self._is_due(found) or self._looks_the_same(found):
            return found
        begins = not last.last_text or ends_a_sentence(last.last_text) or found["letter"].islower()
        return found if _is_first(found) and begins and (not last.variant or self._nests(found)) else None

    def _nests(self, found: re.Match[str]) -> bool:
        """Whether a letter begins a level below the one before: a. (i)."""
        variant = self.examples[-1].variant
        return len(variant) == 1 and _is_first(found) and _kind_of(variant[0]) != _kind_of(_plain(found["letter"]))

    def _looks_the_same(self, found: re.Match[str]) -> bool:
        return _letter_style(found) in self._letter_styles

    def _is_due(self, found: re.Match[str]) -> bool:
        """Whether a label is the next one."""
        last = self.examples[-1]
        if found.re is _NUMBER:
            if not self._style or _style_of(found) != self._style:
                return False
            letter, value = _plain(found["letter"] or found["sub"] or ""), int(found["number"])
            if letter and value == last.number and last.variant:
                return _value(letter) == _value(last.variant[0]) + 1
            return value == last.number + 1 and (not letter or _value(letter) == 1)
        letter = _plain(found["letter"])
        return self._looks_the_same(found) and any(
            _kind_of(letter, key) == _kind_of(key) and _value(letter, key) == _value(key) + 1 for key in last.variant
        )

    def _begin_variant(self, line: int, found: re.Match[str], *, just_begun: bool) -> None:
        letter, mark = _plain(found["letter"]), found["mark"]
        self._letter_styles.add(_letter_style(found))
        if not self.examples:
            self.examples.append(Example(0, (letter,), line, mark=mark))
            return
        last = self.examples[-1]
        if not last.last_text and (just_begun or not last.variant) and len(last.variant) < 2:
            last.variant, last.mark = (*last.variant, letter), last.mark + mark
            return
        levels = [level for level, key in enumerate(last.variant) if _kind_of(letter, key) == _kind_of(key)]
        above = last.variant[: levels[0]] if levels else last.variant[:1]
        number = last.number
        if not self.numbered and not above and last.variant and _value(letter) == 1:
            number += 1  # letters alone: a new item
        self.examples.append(Example(number, (*above, letter), line, self._section, mark=mark))


def ends_a_sentence(text: str) -> bool:
    """Whether a text ends with what ends a sentence; a name or a footnote mark may stand behind it.

    Examples
    --------
    >>> ends_a_sentence("It fell. (ambiguous)"), ends_a_sentence("The horse raced past the")
    (True, False)
    """
    return _SENTENCE_END.search(text[-60:]) is not None


def _physical_lines(text: str) -> Iterable[tuple[int, str, bool]]:
    """Give number and text of each line, and whether it begins a page; the number is that of an editor."""
    place, number, page = 0, 1, False
    for end in _LINE_END.finditer(text):
        yield number, text[place : end.start()], page
        place, page = end.end(), end[0] == "\x0c"
        number += end[0] in ("\r\n", "\n", "\r")
    yield number, text[place:], page


def _unlabelled(line: str) -> str:
    """Take what looks like labels off the beginning of a line."""
    for pattern in (_NUMBER, _LETTER, _LETTER):
        found = pattern.match(line)
        if found is not None and (pattern is _LETTER or any(_style_of(found))):
            line = line[found.end() :].lstrip()
    return line


def _has_gap(line: str) -> bool:
    """Whether words stand far apart behind the first two, as where columns were copied as one."""
    parts = _GAP.split(judged(_unlabelled(line))[1])
    return any(len(one.split()) > 1 and not _ASIDE.fullmatch(other) for one, other in pairwise(parts))


def _has_choice(text: str) -> bool:
    """Whether a sentence has alternatives, and not, as a tagged text, a slash in every other word."""
    choices = [one for one in written_parts(text, usual=False) if isinstance(one, Choice) and not one.optional]
    return bool(choices) and text.count("/") * 2 <= len(text.split())


def _bare_number(line: str) -> re.Match[str] | None:
    """Read a number that nothing marks as a label, before what begins as a sentence does."""
    found = _NUMBER.match(line)
    if found is None or any(_style_of(found)):
        return None
    letter = _LETTER.match(line[found.end() :].lstrip())
    if letter is not None and _is_first(letter):
        return found
    if "\t" in line:
        return None
    rest = judged(line[found.end() :].lstrip())[1]
    return None if not rest or rest[0].islower() or rest[0].isdigit() else found


def _style_of(found: re.Match[str]) -> tuple[str, ...]:
    kind = "letter" if found["letter"] else "sub" if found["sub"] else ""
    return ((found["word"] or "").lower(), found["open"] + found["close"], kind)


def _letter_style(found: re.Match[str]) -> tuple[str, str, bool]:
    return found["open"], found["close"], found["letter"].isupper()


def _plain(letter: str) -> str:
    return re.sub("[′’]", "'", letter).lower()


def _is_first(found: re.Match[str]) -> bool:
    return _plain(found["letter"]) in ("a", "i", "a'")


def _kind_of(letter: str, before: str = "") -> str:
    """Tell letters, roman numbers and others apart; "i" is a letter after "h"."""
    if letter.isdigit():
        return "digit"
    if letter in _ROMAN and not (len(before) == 1 and before not in _ROMAN and ord(letter[0]) == ord(before) + 1):
        return "roman"
    return "letter" if len(letter.rstrip("'")) == 1 else "name"


def _value(letter: str, before: str = "") -> int:
    if letter.isdigit():
        return int(letter)
    return _ROMAN[letter] if _kind_of(letter, before) == "roman" else ord(letter[0]) - ord("a") + 1


def _legend(line: str) -> dict[str, str]:
    """Read what a line says that letters stand for: "a = ambiguous, b = unambiguous"."""
    pairs = _PAIR.findall(line)
    if len(pairs) < 2 and _CONDITIONS.match(line):
        pairs = _LISTED.findall(line)
    letters = [letter.lower() for letter, _ in pairs]
    if len(pairs) < 2 or len(set(letters)) != len(letters) or letters[0] not in ("a", "i"):
        return {}
    names = [name.strip().rstrip(".").strip() for _, name in pairs]
    names = [name.rstrip(")") if name.count(")") > name.count("(") else name for name in names]
    return dict(zip(letters, names, strict=True))


def _without_digits(line: str) -> str:
    return re.sub("[0-9]+", "#", line)


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
