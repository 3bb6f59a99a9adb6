"""Numbered examples, as appendices of papers print them, as a suite.

::

    (1) a. The key to the cabinets was on the table.
        b. *The key to the cabinets were on the table.

    (2) The path to the monuments was/*were littered with bottles.

Lines become examples (`examples`), examples that are written once for several sentences become those (`alternatives`);
here variants become conditions, and what differs between them a region. Whatever is guessed on the way is a doubt with
its line, and whatever is left out stands in what was understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product, takewhile
from pathlib import Path

from ..errors import InputError, Problem, Problems, SuiteError, counted, one_of
from ..files import decode_utf8, read_bytes
from ..suite import Condition, Factor, Item, Join, Region, Suite, join_for
from ..suite.json import suite_document, suite_from_document
from .alternatives import Choice, judged, parted, written_parts
from .examples import NAME, SOFT_HYPHEN, Example, Examples, Key, ends_a_sentence
from .minimal_pairs import NOTHING
from .proposal import Proposal, Understood

__all__ = ["looks_like_appendix", "propose_appendix"]

_LOOK = 1 << 16  # bytes of a file, to see what it is
_TEXTS = (".txt", ".md", "")  # suffixes
_MOST_NAMED = 5  # lines that a sentence names
_LONGEST = 10_000  # characters of an example
_MOST_SENTENCES = 1000  # of one item
_UNMARKED = "ok"
_LEVELS = {"": _UNMARKED, "✓": _UNMARKED, "OK": _UNMARKED, "%": "varies"}
"""Judgments as levels of a factor, where the mark will not do: formulas write levels between percent signs."""
_NO_LEVEL = re.compile(r"[%=,;]")  # in names of conditions, which are levels as well
_FOOTNOTE = re.compile(r"(?<=[\w.,;:?!”\"’)])[¹²³⁰⁴-⁹†‡§]+(?=\s|$|[.,;:?!])|(?<=[^\W\d_][.?!])[0-9]{1,2}$")
_TAIL = 60  # characters at the end of a line that tell how it goes on
_HYPHEN = re.compile(r"[^\W\d_][-‐]$")
_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull|quell|quest)['’]$", re.IGNORECASE)
"""French and Italian words that lose their vowel before the next, with which they are written."""
_NAME_AFTER = re.compile(r"(?<=[.?!…”\"’)])\s*[(\[]([^()\[\]/]{1,40})[)\]]$")
_STAYS = re.compile(r"[\[\]{}]|(?<!\S)(?:[*#]+|\?+)(?=\w)")
_SEPARATOR = "|"


def looks_like_appendix(path: Path) -> bool:
    """Whether a file is a text of numbered examples with variants, or of sentences with alternatives."""
    if path.suffix.lower() not in _TEXTS:
        return False
    with path.open("rb") as file:
        data = file.read(_LOOK)
    text = data.decode("utf-8-sig", "replace")
    broken = text.count("\ufffd") > 3 or "\0" in text or not text.strip()
    return not broken and text.lstrip()[0] not in "{<" and Examples(text).is_appendix()


def propose_appendix(
    path: str | Path,
    *,
    conditions: str | Sequence[str] | None = None,
    regions: str | Sequence[str] | None = None,
    slashes: str | None = None,
    parentheses: str | None = None,
    hyphens: str | None = None,
    lines: str | None = None,
    section: int | None = None,
    name: str | None = None,
    metric: str | None = None,
    join: Join | None = None,
) -> Proposal:
    """Read numbered examples.

    Parameters
    ----------
    path : str or Path
        Text in UTF-8.
    conditions : str or sequence of str, optional
        Names of the conditions, in the order of the variants; in a str, between commas. By default those that the text
        gives to the letters, else the letters.
    regions : str or sequence of str, optional
        Names of the regions, in order. One name alone: the sentence is one region. By default what differs between the
        variants of an item is a region, with what stands before and after it.
    slashes : {"parallel", "crossed", "regions", "kept"}, optional
        What slashes without brackets are: alternatives of a word each, of which several in a sentence go together
        (first with first), or each with each; borders of regions; or part of the sentence.
    parentheses : {"optional", "kept"}, optional
        Whether what stands in parentheses is there in one condition and not in another.
    hyphens : {"joined", "kept"}, optional
        What becomes of a hyphen at the end of a line, within a word. ``"joined"`` leaves it out, but where the word has
        its hyphen in another place, too.
    lines : {"joined", "variants"}, optional
        Whether sentences on lines of their own, without a letter, are one example, or variants.
    section : int, optional
        Which part to read, where the numbers begin again; 1 is the first.
    name : str, optional
        Of the suite; the file's by default.
    metric : str, optional
        Of the suite; ``"sum"`` by default.
    join : {"space", "natural", "none"}, optional
        How regions become a sentence; by default without blanks where the language is written so, else with one.

    Returns
    -------
    Proposal

    Raises
    ------
    InputError
        If the file cannot be read, or an option has no such value.
    SuiteError
        If the examples make no suite; names all lines in question.
    """
    path = Path(path)
    options = _Options(
        _listed(conditions),
        _listed(regions),
        _chosen("slashes", slashes, "parallel", "crossed", "regions", "kept"),
        _chosen("parentheses", parentheses, "optional", "kept"),
        _chosen("hyphens", hyphens, "joined", "kept"),
        _chosen("lines", lines, "joined", "variants"),
        section,
        metric or "sum",
        join,
    )
    return _Appendix(str(path), name or path.stem, Examples(decode_utf8(read_bytes(path), path)), options).proposal()


def _listed(given: str | Sequence[str] | None) -> tuple[str, ...]:
    names = given.split(",") if isinstance(given, str) else given or ()
    return tuple(name.strip() for name in names)


def _chosen(option: str, value: str | None, *known: str) -> str | None:
    return None if value is None else one_of(option, value, known)


@dataclass(frozen=True, slots=True)
class _Options:
    conditions: tuple[str, ...]
    regions: tuple[str, ...]
    slashes: str | None
    parentheses: str | None
    hyphens: str | None
    lines: str | None
    section: int | None
    metric: str
    join: Join | None


@dataclass(slots=True)
class _Variant:
    """An example as a sentence, or as what stands for several."""

    key: Key
    line: int
    end: int
    text: str
    mark: str = ""
    name: str = ""  # of the condition, beside the sentence
    parts: list[list[str | Choice]] = field(default_factory=list)  # of each region between separators

    @property
    def choices(self) -> list[Choice]:
        return [part for parts in self.parts for part in parts if isinstance(part, Choice)]


@dataclass(slots=True)
class _Set:
    """The variants of an item."""

    number: int
    label: str
    line: int
    variants: list[_Variant]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A sentence: its regions, its judgment, and which alternatives it has."""

    key: Key
    chosen: tuple[int, ...]
    regions: tuple[str, ...]
    mark: str


class _Appendix:
    """The examples of a text on their way to a suite."""

    def __init__(self, source: str, name: str, found: Examples, options: _Options) -> None:
        self.source, self.name, self.found, self.options = source, name, found, options
        self.problems = Problems()
        self.doubts: list[str] = []
        self.notes: list[str] = []
        self.confirm: dict[str, str] = {}
        self.needs_yes = bool(found.doubts)
        self.understood: list[tuple[int, int, Understood]] = []
        self.join = join_for(one.written for one in found.examples)
        self.blank = "" if self.join == "none" else " "  # between lines
        self.everything = "\n".join(line for _, line, _ in found.lines)
        self.elisions: list[int] = []
        self.hyphens: dict[int, str] = {}
        self.lead_ins: list[int] = []
        self.regions_row = Understood("", "")
        self.judgments_row: Understood | None = None

    def proposal(self) -> Proposal:
        """Make the proposal."""
        examples = self._of_section()
        for what, places in self.found.doubts.items():
            self._doubt(f"{_at(places)}: {what}.")
        sets = self._sets(examples)
        self._raise()
        self._take_off(sets)
        self._parse(sets)
        self._raise()
        cells = {one.number: list(self._cells(one)) for one in sets}
        self._raise()
        names = self._condition_names(sets, cells)
        region_names, items = self._regions(sets, cells)
        suite = self._suite(sets, cells, names, region_names, items)
        self._describe(sets)
        self.notes = [
            f"{what[0].upper()}{what[1:]} ({counted(n, 'line')})." for what, n in self.found.notes.items() if n
        ] + self.notes
        rows = [row for _, _, row in sorted(self.understood, key=lambda one: one[:2])]
        options = [f"--{name} {value}" for name, value in self.confirm.items()]
        if self.needs_yes:
            options = []
        shown = "numbered examples" if self.found.numbered else "examples"
        n = counted(len(names.conditions), "variant", "variants of each")
        return Proposal(
            self.source,
            (suite,),
            f"{shown}, {n}",
            tuple(rows),
            tuple(self.notes),
            tuple(self.doubts),
            " ".join(options),
        )

    def _raise(self) -> None:
        self.problems.raise_all(self.source)

    def _doubt(self, sentence: str, option: str = "", value: str = "") -> None:
        """Say what was guessed; an option says it without a question, else only whoever looks at it can."""
        self.doubts.append(sentence[0].upper() + sentence[1:])
        if option:
            self.confirm[option] = value
        else:
            self.needs_yes = True

    def _row(self, start: int, end: int, role: str, why: str = "", example: str = "") -> None:
        part = f"line {start}" if start == end else f"lines {start} to {end}"
        self.understood.append((start, end, Understood(part, role, why, example)))

    def _left_out(self, start: int, end: int, text: str, why: str) -> None:
        self._row(start, end, "not read", why, text)

    # ---------------------------------------------------------------- which examples

    def _of_section(self) -> list[Example]:
        """Take the examples of the section that is asked for, and say what else there is."""
        examples = self.found.examples
        if not examples:
            message = (
                "holds no numbered examples. Write each item as '1. a. First version. b. Second version.', or with "
                "its alternatives between slashes: '1. The key was/*were rusty.'"
            )
            raise SuiteError(self.source, [Problem("", message)])
        for stray in self.found.strays:
            role = stray.what if stray.what == "names of conditions" else "not read"
            self._row(stray.line, stray.line, role, "" if role == stray.what else stray.what, stray.text)
        sections = Counter(one.section for one in examples)
        chosen = self.options.section
        if chosen is not None and chosen not in sections:
            raise InputError(f"`section={chosen}`: {self.source} has {counted(len(sections), 'section')}, from 1.")
        if len(sections) > 1 and chosen is None:
            for number in sorted(sections)[1:]:
                first = next(one for one in examples if one.section == number)
                message = f"the numbers begin again at {first.number}. `section={number}` reads this part"
                self.problems.note(f"line {first.line}", f"{message}, `section={number - 1}` the one before.")
            self._raise()
        for one in examples:
            if chosen is not None and one.section != chosen:
                self._left_out(one.line, one.end, one.written, f"section {one.section}")
        return [one for one in examples if chosen is None or one.section == chosen]

    def _sets(self, examples: Sequence[Example]) -> list[_Set]:
        """Put the variants of each item together."""
        numbered = self.found.numbered
        legend = [one for one in examples if numbered and not one.number and one.variant]
        if legend and all(not ends_a_sentence(one.written) for one in legend):
            self.found.legend.update({".".join(one.variant): one.written for one in legend})
            self._row(legend[0].line, legend[-1].end, "names of conditions", "", "; ".join(o.written for o in legend))
            examples = [one for one in examples if one not in legend]
        groups: dict[int, list[Example]] = {}
        for place, one in enumerate(examples):
            unnumbered = not numbered and not one.variant
            groups.setdefault(place if unnumbered else one.number, []).append(one)
        by_lines = self._by_lines(list(groups.values()))
        sets: list[_Set] = []
        for place, (number, group) in enumerate(groups.items(), 1):
            used = number if numbered and 0 not in groups else place
            label = str(number) if used != number and numbered else ""
            first = group[0]
            if len(group) > 1 and not first.variant and any(one.variant for one in group):
                if first.written:
                    self._left_out(first.line, first.end, first.written, "before the first variant")
                    self.lead_ins.append(first.line)
                group = group[1:]
            variants: list[_Variant] = []
            for one in group:
                if by_lines:
                    variants += self._line_variants(one)
                else:
                    text = self._joined(one)
                    mark, text = judged(text)
                    variants.append(_Variant(one.variant, one.line, one.end, text, one.mark + mark, one.name))
            sets.append(_Set(used, label, first.line, variants))
            self._check_letters(sets[-1])
        if self.lead_ins:
            self._doubt(
                f"{_at(self.lead_ins)}: what stands before the variants of an item is not read. If it belongs to them, "
                "write it in each."
            )
        if self.elisions:
            self._doubt(f"{_at(self.elisions)}: no blank is put behind the apostrophe at the end of the line before.")
        if not numbered and any(len(one.variant) > 1 for one in examples):
            self._doubt("there are no numbers of items, and two levels of letters: they are taken for variants.")
        if self.hyphens:
            words = _and([f"'{word}'" for word in dict.fromkeys(self.hyphens.values())])
            self._doubt(
                f"{_at(self.hyphens)}: a hyphen parted a word at the end of the line before; it is written {words}.",
                "hyphens",
                "joined",
            )
        return sets

    def _by_lines(self, groups: Sequence[Sequence[Example]]) -> bool:
        """Decide whether lines are variants, where examples without letters have several sentences on lines."""
        several = [one for group in groups for one in group if one.own_lines]
        if not several or self.options.lines == "joined":
            return False
        counts = {len(one.own_lines) == len(one.pieces) and len(one.pieces) for group in groups for one in group}
        alike = len(counts) == 1 and all(counts) and all(len(g) == 1 and not g[0].variant for g in groups)
        if self.options.lines == "variants":
            if not alike:
                self.problems.note(
                    "", "`lines=variants`: not every item has the same number of sentences, each on a line."
                )
            return alike
        lines = [one.pieces[place][0] for one in several for place in one.own_lines[1:]]
        if alike and len(groups) > 1:
            self._doubt(
                "Each item has its sentences on lines of their own: they are taken for its variants.",
                "lines",
                "variants",
            )
            return True
        self._doubt(
            f"{_at(lines)}: a sentence begins here without a label; it is taken for a part of the example before.",
            "lines",
            "joined",
        )
        return False

    def _line_variants(self, one: Example) -> list[_Variant]:
        found = []
        for place, (line, text) in enumerate(one.pieces):
            mark, sentence = judged(text)
            found.append(_Variant((str(place + 1),), line, line, sentence, mark))
        return found

    def _joined(self, one: Example) -> str:
        """Put the lines of an example together; a word may go on behind the end of a line."""
        parts: list[str] = []
        for line, piece in one.pieces:
            last = parts[-1] if parts else ""
            if last.endswith(SOFT_HYPHEN):
                parts[-1] = last[:-1]
            elif _ELISION.search(last[-_TAIL:]) and piece[0].isalpha():
                self.elisions.append(line)
            elif _HYPHEN.search(last[-_TAIL:]) and piece[0].islower():
                parts[-1] = self._over_the_end(line, last, piece)
            elif parts:
                parts.append(self.blank)
            parts.append(piece)
        return "".join(parts).rstrip(SOFT_HYPHEN)

    def _over_the_end(self, line: int, last: str, piece: str) -> str:
        """Give a line without the hyphen at its end, if that parts a word."""
        before, after = last.split()[-1], re.match(r"\w*", piece)
        word = before + (after[0] if after is not None else "")
        kept = self.options.hyphens == "kept" or word in self.everything
        if self.options.hyphens is None:
            self.hyphens[line] = word if kept else word.replace(before, before[:-1], 1)
        return last if kept else last[:-1]

    def _check_letters(self, one: _Set) -> None:
        """Note letters that stand twice, or lack one before."""
        where = f"line {one.line}"
        seen: dict[Key, int] = {}
        for variant in one.variants:
            if variant.key in seen:
                what = f"variant {'.'.join(variant.key)} of item {one.number}" if variant.key else f"item {one.number}"
                self.problems.note(
                    f"line {variant.line}", f"{what} is also in line {seen[variant.key]}. Number each once."
                )
            seen.setdefault(variant.key, variant.line)
            if len(variant.text) > _LONGEST:
                message = f"has {len(variant.text):,} characters, which are no sentence; part it into examples."
                self.problems.note(f"line {variant.line}", message)
            if not variant.text.strip():
                self.problems.note(f"line {variant.line}", f"item {one.number} has no sentence here.")
        letters = [key[0] for key in seen if len(key) == 1 and len(key[0]) == 1 and key[0].isalpha()]
        if len(letters) == len(seen) and letters and letters[0] in "ab":
            missing = [chr(code) for code in range(ord("a"), ord(max(letters))) if chr(code) not in letters]
            if missing:
                self.problems.note(where, f"item {one.number} has variants {_and(letters)}, but no {_and(missing)}.")

    # ---------------------------------------------------------------- sentences

    def _take_off(self, sets: Sequence[_Set]) -> None:
        """Take off the sentences what is written behind them: footnote marks, names of conditions."""
        variants = [variant for one in sets for variant in one.variants]
        marks = []
        for variant in variants:
            bare = _FOOTNOTE.sub("", variant.text)
            if bare != variant.text:
                marks.append(variant.line)
                shown = _and([f"'{found[0]}'" for found in _FOOTNOTE.finditer(variant.text)])
                self._left_out(variant.line, variant.end, shown, "footnote mark")
                variant.text = bare
        if marks:
            self._doubt(f"{_at(marks)}: what looks like a footnote mark was taken off the sentence.")
        self._take_off_names_before(variants)
        before = dict.fromkeys(variant.name for variant in variants if variant.name)
        if before:
            row = Understood("before the sentences", "names of conditions", "", ", ".join(before))
            self.understood.append((sets[-1].line, sets[-1].line, row))
        behind = {id(variant): found for variant in variants if (found := _NAME_AFTER.search(variant.text))}
        counts = Counter(found[1].casefold() for found in behind.values())
        behind_lines: dict[str, int] = {}
        for variant in variants:
            found = behind.get(id(variant))
            if found is None or (counts[found[1].casefold()] < 2 and len(sets) > 1):
                continue
            variant.name = variant.name or found[1].strip()
            variant.text = variant.text[: found.start()].rstrip()
            behind_lines[found[0].strip()] = variant.line
        if behind_lines:
            examples = ", ".join(behind_lines)
            row = Understood("behind the sentences", "names of conditions", "", examples)
            self.understood.append((sets[-1].line, sets[-1].line, row))

    def _take_off_names_before(self, variants: Sequence[_Variant]) -> None:
        """Take off what stands before a colon, if it is one name for each letter, and always the same."""
        found = {id(variant): match for variant in variants if variant.key and (match := NAME.match(variant.text))}
        names: dict[Key, set[str]] = {}
        for variant in variants:
            match = found.get(id(variant))
            names.setdefault(variant.key, set()).add("" if match is None else (match[1] or match[2]).casefold())
        distinct = {name for given in names.values() for name in given}
        if any(variant.name for variant in variants) or "" in distinct:
            return
        if len(distinct) == len(names) > 1 and all(len(given) == 1 for given in names.values()):
            for variant in variants:
                match = found[id(variant)]
                mark, variant.text = judged(variant.text[match.end() :].lstrip())
                variant.name, variant.mark = match[1] or match[2], variant.mark + mark

    def _parse(self, sets: Sequence[_Set]) -> None:
        """Find the alternatives and the borders of regions in all sentences."""
        variants = [variant for one in sets for variant in one.variants]
        lettered = all(len(one.variants) > 1 for one in sets)
        separator = _SEPARATOR if any(_SEPARATOR in variant.text for variant in variants) else ""
        slashes = self.options.slashes
        if slashes is None and not separator and lettered and self._slashes_are_borders(variants):
            slashes = "regions"
            self._doubt(
                "Every sentence has the same number of slashes: they are taken for borders of regions.",
                "slashes",
                "regions",
            )
        if slashes == "regions":
            separator = "/"
        parse = self._choices(variants, slashes, separator, lettered)
        for variant in variants:
            pieces = parted(variant.text, separator) if separator else [variant.text]
            variant.parts = [parse(piece) for piece in pieces]
        if separator:
            usual, n_usual = Counter(len(variant.parts) for variant in variants).most_common(1)[0]
            for variant in variants:
                if len(variant.parts) != usual:
                    self.problems.note(
                        f"line {variant.line}",
                        f"has {counted(len(variant.parts), 'region')} between '{separator}', {n_usual} others have "
                        f"{usual}.",
                    )
        self._odd_signs(variants)

    def _slashes_are_borders(self, variants: Sequence[_Variant]) -> bool:
        counts = {len(parted(variant.text, "/")) - 1 for variant in variants}
        if len(counts) > 1:
            return False
        n = counts.pop()
        spaced = all(re.search(r"\s/|/\s", variant.text) for variant in variants)
        starred = any(re.search(r"/\s*[*?#%]", variant.text) for variant in variants)
        return not starred and (n > 2 or (spaced and n > 0))

    def _choices(self, variants: Sequence[_Variant], slashes: str | None, separator: str, lettered: bool) -> _Parse:
        """Decide what slashes and parentheses are, and give what finds choices accordingly."""
        bare = slashes not in ("regions", "kept")
        found = {
            id(one): [p for p in written_parts(one.text, slashes=bare) if isinstance(p, Choice)] for one in variants
        }
        of_usual = [any(c.usual for c in found[id(one)]) for one in variants]
        of_others = [any(not c.usual and not c.optional for c in found[id(one)]) for one in variants]
        usual = all(of_usual) and not lettered and not any(of_others)
        if bare and slashes is None and lettered and sum(of_others) * 2 < len(variants):
            marked = [one for one, has in zip(variants, of_others, strict=True) if has]
            if marked and all(c.bare for one in marked for c in found[id(one)] if not c.usual and not c.optional):
                bare = False
                self._doubt(
                    f"{_at(one.line for one in marked)}: a slash stays in the sentence, since most sentences "
                    "have none.",
                    "slashes",
                    "kept",
                )
        choices = [c for one in variants for c in found[id(one)] if c.bare and bare and (usual or not c.usual)]
        if choices and slashes is None:
            longer = next((c.written for c in choices if c.longer), "")
            example = f"Is '{longer}' more? " if longer else ""
            self._doubt(
                f"A slash without braces is taken to stand between two words, as in '{choices[0].written}'. "
                f"{example}Longer alternatives need braces: {{was/had been}}.",
                "slashes",
                "parallel",
            )
        kept = [one for one in variants if any(c.usual for c in found[id(one)])] if not usual else []
        if kept and slashes is None:
            self._doubt(
                f"{_at(one.line for one in kept)}: a slash as in 'and/or' stays in the sentence.",
                "slashes",
                self.confirm.get("slashes", "kept"),
            )
        optional = self._optional(variants)
        return _Parse(bare, optional, usual)

    def _optional(self, variants: Sequence[_Variant]) -> bool:
        """Decide whether parentheses hold what can be left out."""
        found = [
            [p for p in written_parts(one.text, slashes=False) if isinstance(p, Choice) and p.optional]
            for one in variants
        ]
        lines = [one.line for one, choices in zip(variants, found, strict=True) if choices]
        if not lines or self.options.parentheses is not None:
            return self.options.parentheses == "optional"
        starred = any(a.judgment for choices in found for c in choices for a in c.alternatives)
        example = next(choices[0].written for choices in found if choices)
        if starred or len({len(choices) for choices in found}) == 1:
            self._doubt(
                f"What stands in parentheses, as '{example}', is taken for what one condition has and another lacks.",
                "parentheses",
                "optional",
            )
            return True
        self._doubt(f"{_at(lines)}: parentheses, as '{example}', stay in the sentence.", "parentheses", "kept")
        return False

    def _odd_signs(self, variants: Sequence[_Variant]) -> None:
        """Say where signs stay in a sentence that hardly are meant for a reader."""
        lines, signs = [], []
        for variant in variants:
            left = [part for parts in variant.parts for part in parts if isinstance(part, str)]
            found = [match[0] for part in left for match in _STAYS.finditer(part)]
            if found:
                lines.append(variant.line)
                signs += found
        if lines:
            shown = _and([f"'{sign}'" for sign in dict.fromkeys(signs)])
            verb = "stay" if len(set(signs)) > 1 else "stays"
            self._doubt(f"{_at(lines)}: {shown} {verb} in the text.")
        ok = [variant.line for variant in variants if variant.mark == "OK"]
        if ok:
            self._doubt(f"{_at(ok)}: 'OK' before the sentence is taken for a judgment.")

    def _cells(self, one: _Set) -> Iterator[_Cell]:
        """Give the sentences of an item."""
        for variant in one.variants:
            choices = variant.choices
            sizes = [len(choice.alternatives) for choice in choices]
            if len(set(sizes)) > 1 and self.options.slashes == "parallel":
                self.problems.note(
                    f"line {variant.line}",
                    f"has {_and(list(map(str, sizes)))} alternatives, which cannot go together first with first.",
                )
                continue
            if self._together(sizes):
                combinations: Iterable[tuple[int, ...]] = ((place,) * len(sizes) for place in range(sizes[0]))
            else:
                n = 1
                for size in sizes:
                    n *= size
                if n > _MOST_SENTENCES:
                    self.problems.note(f"line {variant.line}", f"stands for {n:,} sentences; part it into items.")
                    continue
                combinations = product(*(range(size) for size in sizes))
            for chosen in combinations:
                cell = self._cell(variant, tuple(chosen))
                if not any(cell.regions):
                    self.problems.note(f"line {variant.line}", "stands for a sentence without a word.")
                yield cell

    def _together(self, sizes: Sequence[int]) -> bool:
        """Whether alternatives at several places of a sentence go together, first with first."""
        if len(sizes) < 2:
            return False
        return self.options.slashes != "crossed" and len(set(sizes)) == 1

    def _cell(self, variant: _Variant, chosen: tuple[int, ...]) -> _Cell:
        """Give the sentence with these alternatives."""
        places, marks = iter(chosen), [variant.mark]
        regions: list[list[str]] = []
        for parts in variant.parts:
            words = []
            for part in parts:
                if isinstance(part, Choice):
                    alternative = part.alternatives[next(places)]
                    marks.append(alternative.judgment)
                    words.append(alternative.text)
                else:
                    words.append(part)
            regions.append(words)
        contents = [_joined(words) for words in regions] if len(regions) > 1 else regions[0]
        mark = "".join(dict.fromkeys(mark for mark in marks if mark))
        return _Cell(variant.key, chosen, tuple(contents), _LEVELS.get(mark, mark.replace("%", "varies")))

    # ---------------------------------------------------------------- conditions

    def _compare(self, sets: Sequence[_Set], cells: Mapping[int, list[_Cell]]) -> list[tuple[Key, tuple[int, ...]]]:
        """Give the variants that most items have; note the items that have others."""
        structures = {one.number: tuple((cell.key, cell.chosen) for cell in cells[one.number]) for one in sets}
        counts = Counter(tuple(sorted(structure)) for structure in structures.values())
        if not counts:
            self.problems.note("", "holds names of conditions, but no example.")
            self._raise()
        usual, n_usual = counts.most_common(1)[0]
        expected = next(structure for structure in structures.values() if tuple(sorted(structure)) == usual)
        for one in sets:
            structure = structures[one.number]
            if tuple(sorted(structure)) != usual:
                like = next(other.number for other in sets if structures[other.number] == expected)
                others = f"{n_usual} others have" if n_usual > 1 else f"item {like} has"
                message = (
                    f"item {one.number} has {counted(len(structure), 'version')}{_in_letters(structure)}, {others} "
                    f"{len(expected)}{_in_letters(expected)}. Write what is missing, or take the item out."
                )
                if len(structure) == len(expected):
                    message = (
                        f"item {one.number} has its alternatives at other places than item {like}, or in other "
                        "variants. Write a slash that parts no alternatives in another way."
                    )
                self.problems.note(f"line {one.line}", message)
        if not self.problems and len(expected) < 2:
            message = (
                "each item has one version only, and a suite compares versions. Mark them by letters ('a.', 'b.'), or "
                "alternatives by slashes ('was/were')."
            )
            self.problems.note(f"line {sets[0].line}", message)
        self._raise()
        return list(expected)

    def _condition_names(self, sets: Sequence[_Set], cells: Mapping[int, list[_Cell]]) -> _Names:
        """Name each variant."""
        expected = self._compare(sets, cells)
        keys = list(dict.fromkeys(key for key, _ in expected))
        by_key = self._key_names(sets, keys)
        levels = {key: self._levels(sets, key) for key in keys}
        names, factors = [], []
        for key, chosen in expected:
            words = [levels[key][place][choice] for place, choice in enumerate(chosen)]
            together = self._together([len(level) for level in levels[key]])
            parts = ([by_key[key]] if key else []) + (words[:1] if together else words)
            names.append("_".join(parts))
            crossed = [("variant", by_key[key])] if len(keys) > 1 else []
            crossed += [(f"choice{place}" if len(words) > 1 else "choice", word) for place, word in enumerate(words, 1)]
            factors.append(dict(crossed) if len(crossed) > 1 and not together else {})
        given = self.options.conditions
        if given:
            if len(given) != len(names):
                raise InputError(
                    f"`conditions={','.join(given)}`: {counted(len(given), 'name')}, but each item has "
                    f"{counted(len(names), 'version')}: {', '.join(names)}."
                )
            names = list(given)
        if len(set(names)) != len(names):
            names = [str(place) for place in range(1, len(names) + 1)]
        several = [one.line for one in (v for s in sets for v in s.variants) if len(one.choices) > 1]
        if several and self.options.slashes not in ("parallel", "crossed"):
            together = len(expected) == len(keys) * max(chosen[0] + 1 for _, chosen in expected if chosen)
            how, value = ("first with first", "parallel") if together else ("each with each", "crossed")
            self._doubt(
                f"{_at(several)}: alternatives at several places of a sentence go together {how}.", "slashes", value
            )
        return _Names(dict(zip(expected, names, strict=True)), dict(zip(expected, factors, strict=True)))

    def _key_names(self, sets: Sequence[_Set], keys: Sequence[Key]) -> dict[Key, str]:
        """Name the letters: by what the text says they stand for, or stands beside each sentence."""
        legend = {letter: _NO_LEVEL.sub("", name) for letter, name in self.found.legend.items()}
        if legend and not self.options.conditions:
            if {key[0] for key in keys if key} == set(legend) and len(set(legend.values())) == len(legend):
                return {key: ".".join(legend.get(letter, letter) for letter in key) for key in keys}
            given, used = _and(list(legend)), _and([".".join(key) for key in keys])
            self._doubt(
                f"names of conditions are given for {given}, but the variants are {used}: the names are not used.",
                "conditions",
                ",".join(".".join(key) or "1" for key in keys),
            )
        beside: dict[Key, set[str]] = {key: set() for key in keys}
        for one in sets:
            for variant in one.variants:
                beside[variant.key].add(variant.name.casefold())
        firsts = {variant.key: _NO_LEVEL.sub("", variant.name) for variant in reversed(sets[0].variants)}
        if all(len(found) == 1 and "" not in found for found in beside.values()) and len(keys) > 1:
            if len({*map(str.casefold, firsts.values())}) == len(keys):
                return {key: firsts[key] for key in keys}
        elif any(found - {""} for found in beside.values()) and not self.options.conditions:
            given = _and(
                [f"'{name}'" for name in sorted({name for found in beside.values() for name in found if name})]
            )
            self._doubt(
                f"what stands beside the sentences, as names of conditions would ({given}), is not the same for a "
                "letter in all items, and is not used.",
                "conditions",
                ",".join(".".join(key) or "1" for key in keys),
            )
        return {key: ".".join(key) for key in keys}

    def _levels(self, sets: Sequence[_Set], key: Key) -> list[list[str]]:
        """Name the alternatives of each place: by their words, if all items have the same, else by number."""
        variants = [variant for one in sets for variant in one.variants if variant.key == key]
        levels = []
        for place, first in enumerate(variants[0].choices):
            if first.optional:
                levels.append(["with", "without"])
                continue
            found = {
                tuple(one.text.casefold() for one in variant.choices[place].alternatives)
                for variant in variants
                if place < len(variant.choices)
            }
            words = [re.sub(r"\W+", "_", one.text).strip("_") or "none" for one in first.alternatives]
            same = len(found) == 1 and len(set(words)) == len(words)
            levels.append(words if same else [str(number) for number in range(1, len(words) + 1)])
        return levels

    # ---------------------------------------------------------------- regions

    def _regions(
        self, sets: Sequence[_Set], cells: Mapping[int, list[_Cell]]
    ) -> tuple[list[str], dict[int, list[tuple[str, ...]]]]:
        """Give the names of the regions, and their contents for every sentence."""
        contents = {one.number: [cell.regions for cell in cells[one.number]] for one in sets}
        sizes = {len(regions) for regions_of in contents.values() for regions in regions_of}
        size = sizes.pop() if len(sizes) == 1 else 0
        given = self.options.regions
        parted_already = all(len(variant.parts) > 1 for one in sets for variant in one.variants)
        if parted_already:
            names, why = [str(number) for number in range(1, size + 1)], "parted in the text"
        elif len(given) == 1:
            names, why = list(given), "`regions` has one name"
            contents = {item: [(_joined(one),) for one in each] for item, each in contents.items()}
        elif size > 1 and all(len(one.variants) == 1 for one in sets):
            names, why = _names_of(size), "the alternatives, and what stands between them"
        else:
            aligned = {item: _aligned([_joined(one) for one in each]) for item, each in contents.items()}
            n_alike = sum(any(first or last for first, _, last in each) for each in aligned.values())
            if n_alike * 2 >= len(sets):
                names, contents, why = _names_of(3), aligned, "what differs between the versions of an item"
            else:
                names, why = ["sentence"], "the versions of an item have no words in common at their edges"
                contents = {item: [(_joined(one),) for one in each] for item, each in contents.items()}
        if len(given) > 1 or (given and parted_already):
            if len(given) != len(names):
                raise InputError(
                    f"`regions={','.join(given)}`: {counted(len(given), 'name')}, but the sentences have "
                    f"{counted(len(names), 'region')}: {', '.join(names)}."
                )
            names = list(given)
        self.regions_row = Understood("all sentences", f"regions {', '.join(names)}", why)
        return names, contents

    # ---------------------------------------------------------------- the suite

    def _suite(
        self,
        sets: Sequence[_Set],
        cells: Mapping[int, list[_Cell]],
        names: _Names,
        region_names: Sequence[str],
        contents: Mapping[int, list[tuple[str, ...]]],
    ) -> Suite:
        factors: dict[str, dict[str, Factor]] = {
            name: dict(names.factors[which]) for which, name in names.conditions.items() if names.factors[which]
        }
        marks = {
            name: {cell.mark for one in sets for cell in cells[one.number] if (cell.key, cell.chosen) == which}
            for which, name in names.conditions.items()
        }
        judged_at_all = any(found != {_UNMARKED} for found in marks.values())
        of_conditions = judged_at_all and all(len(found) == 1 for found in marks.values())
        if of_conditions:
            if not factors and len({next(iter(found)) for found in marks.values()}) < len(marks):
                factors = {name: {"variant": name} for name in marks}  # conditions differ in a factor
            for name, found in marks.items():
                factors.setdefault(name, {})["judgment"] = next(iter(found))
            self._offer({name: next(iter(found)) for name, found in marks.items()})
        items = []
        for one in sets:
            by_which = {
                (cell.key, cell.chosen): (cell, regions)
                for cell, regions in zip(cells[one.number], contents[one.number], strict=True)
            }
            conditions = tuple(
                Condition(
                    name,
                    tuple(Region(n, text, NOTHING) for n, text in enumerate(by_which[which][1], 1)),
                    NOTHING,
                    {"judgment": by_which[which][0].mark} if judged_at_all and not of_conditions else {},
                )
                for which, name in names.conditions.items()
            )
            items.append(Item(one.number, conditions, NOTHING, label=one.label))
        if judged_at_all:
            what = "of the conditions" if of_conditions else "of each sentence, since they differ between items"
            counts = Counter(cell.mark for one in sets for cell in cells[one.number])
            shown = _and([f"'{mark}' {n}" for mark, n in counts.items() if mark != _UNMARKED])
            self.judgments_row = Understood("judgments", f"factor 'judgment' {what}", f"{shown}, others '{_UNMARKED}'")
        suite = Suite(
            self.name,
            dict(enumerate(region_names, 1)),
            tuple(items),
            metric=self.options.metric,
            join=self.options.join or self.join,
            meta={"name": self.name, "metric": self.options.metric},
            source=self.source,
            condition_factors=factors,
        )
        suite_from_document(suite_document(suite), source=self.source)  # says what of the options will not do
        return suite

    def _offer(self, marks: Mapping[str, str]) -> None:
        """Say what the judgments would predict."""
        good = [name for name, mark in marks.items() if mark == _UNMARKED]
        bad = [name for name, mark in marks.items() if mark.startswith("*")]
        if good and bad:
            self.notes.append(
                "Judgments are kept as a factor and predict nothing by themselves; "
                f'`predict="{bad[0]} > {good[0]} in the sentence"` '
                f"predicts that '{bad[0]}', which is starred, is more surprising than '{good[0]}'."
            )

    def _describe(self, sets: Sequence[_Set]) -> None:
        """Say which lines became which items."""
        between = sorted(
            start for start, _, row in self.understood if row.role == "not read" and "behind" not in row.why
        )
        runs: list[list[_Set]] = []
        for one in sorted(sets, key=lambda one: one.line):
            cut = runs and any(runs[-1][-1].line < start < one.line for start in between)
            if not runs or cut:
                runs.append([])
            runs[-1].append(one)
        lettered = any(variant.key and not variant.key[0].isdigit() for one in sets for variant in one.variants)
        why = " and ".join(["numbers"] * self.found.numbered + ["letters"] * lettered) or "a line each"
        for run in runs:
            numbers = [one.label or str(one.number) for one in run]
            shown = f"item {numbers[0]}" if len(run) == 1 else f"items {numbers[0]} to {numbers[-1]}"
            if len(run) == 2:
                shown = f"items {_and(numbers)}"
            last = max(variant.end for variant in run[-1].variants)
            self._row(run[0].line, last, shown, why, run[0].variants[0].text)
        n_lines = self.found.lines[-1][0]
        self.understood.append((n_lines + 1, 0, self.regions_row))
        if self.judgments_row is not None:
            self.understood.append((n_lines + 1, 1, self.judgments_row))


@dataclass(frozen=True, slots=True)
class _Names:
    """Which alternatives of which variant a condition is, and its factors."""

    conditions: Mapping[tuple[Key, tuple[int, ...]], str]
    factors: Mapping[tuple[Key, tuple[int, ...]], Mapping[str, Factor]]


@dataclass(frozen=True, slots=True)
class _Parse:
    """How choices are found in a sentence."""

    slashes: bool
    parentheses: bool
    usual: bool

    def __call__(self, text: str) -> list[str | Choice]:
        return written_parts(text, slashes=self.slashes, parentheses=self.parentheses, usual=self.usual)


def _joined(contents: Iterable[str]) -> str:
    return " ".join(filter(None, contents))


def _aligned(sentences: Sequence[str]) -> list[tuple[str, ...]]:
    """Part sentences into the words that all begin with, what differs, and the words that all end with."""
    words = [sentence.split() for sentence in sentences]
    n_first = _n_shared(words)
    n_last = _n_shared([one[n_first:][::-1] for one in words])
    return [
        (" ".join(one[:n_first]), " ".join(one[n_first : len(one) - n_last]), " ".join(one[len(one) - n_last :]))
        for one in words
    ]


def _n_shared(sequences: Sequence[Sequence[str]]) -> int:
    """Count the words with which all begin."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*sequences, strict=False)))


def _names_of(n_regions: int) -> list[str]:
    """Name regions that are the same in all versions, and different, by turns."""
    if n_regions == 3:
        return ["start", "critical", "rest"]
    names = [f"critical{place // 2 + 1}" if place % 2 else f"middle{place // 2}" for place in range(n_regions)]
    return ["start", *names[1:-1], "rest"]


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def _in_letters(structure: Sequence[tuple[Key, tuple[int, ...]]]) -> str:
    letters = list(dict.fromkeys(".".join(key) for key, _ in structure if key))
    return f" ({_and(letters)})" if letters else ""


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


def _at(lines: Iterable[int]) -> str:
    """Name lines: "lines 3, 7 and 9"."""
    numbers = list(dict.fromkeys(lines))
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    shown = [str(number) for number in numbers[:_MOST_NAMED]]
    more = len(numbers) - len(shown)
    return f"lines {_and([*shown, f'{more} more'] if more else shown)}"
