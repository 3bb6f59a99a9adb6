"""Numbered examples as items: the variants of each, their lines joined, and nothing around the sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median_low

from ...errors import InputError, Problem, SuiteError, counted
from ...suite import join_for
from ..proposal import Understood
from .alternatives import Choice, judged
from .draft import AppendixDraft, and_list, at_lines
from .examples import NAME, SOFT_HYPHEN, Example, Examples, Key, ends_a_sentence

__all__ = ["Variant", "VariantSet", "gather_sets", "take_off"]

_LONGEST = 10_000  # characters of an example
_MANY_MORE = 3  # words, as of a running head
_FOOTNOTE = re.compile(r"(?<=[\w.,;:?!”\"’)])[¹²³⁰⁴-⁹†‡§]+(?=\s|$|[.,;:?!])|(?<=[^\W\d_][.?!])[0-9]{1,2}$")
_DIGIT_BEHIND = re.compile(r"(?<!\S)[^\W\d_]+(?<=[a-zß-öø-ÿ])[0-9]{1,2}(?![\w-])")
_NUMBER_BEHIND = re.compile(r"[.?!…][\"”’»)]*\s+([-−+]?[0-9]+(?:[.,][0-9]+)?%?)$")
_TAIL = 60  # characters at the end of a line that tell how it goes on
_HYPHEN = re.compile(r"[^\W\d_][-‐]$")
_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull|quell|quest)['’]$", re.IGNORECASE)
"""French and Italian words that lose their vowel before the next, with which they are written."""
_NEXT_SENTENCE = re.compile(r"[.?!…][\"”’»)]*\s+(?=[^\W\d_a-z])")
_CODE = re.compile(r"[A-Z0-9]+(?:[-_+.][A-Z0-9]+)+|[A-Z]{2,}[0-9]*")  # of a condition
_NAME_AFTER = re.compile(r"(?<=[.?!…”\"’)])\s*[(\[]([^()\[\]/]{1,40})[)\]]$")


@dataclass(frozen=True, slots=True)
class Variant:
    """An example as a sentence, or as what stands for several.

    Parameters
    ----------
    key : tuple of str
        Its letters.
    line, end : int
        Where it stands.
    text : str
    mark : str, optional
        The judgment before it.
    name : str, optional
        Of the condition, beside the sentence.
    parts : tuple of tuple of str and Choice, optional
        Text and alternatives of each region between separators, once they are found.
    """

    key: Key
    line: int
    end: int
    text: str
    mark: str = ""
    name: str = ""
    parts: tuple[tuple[str | Choice, ...], ...] = ()

    @property
    def choices(self) -> list[Choice]:
        """Its alternatives."""
        return [part for parts in self.parts for part in parts if isinstance(part, Choice)]


@dataclass(frozen=True, slots=True)
class VariantSet:
    """The variants of an item."""

    number: int
    label: str
    line: int
    variants: tuple[Variant, ...]


# ---------------------------------------------------------------- which examples


def gather_sets(found: Examples, draft: AppendixDraft) -> tuple[list[VariantSet], dict[str, str]]:
    """Put the variants of each item together.

    Returns
    -------
    list of VariantSet
    dict of str to str
        What the text says that letters stand for.
    """
    examples = _of_section(found, draft)
    for what, places in found.doubts.items():
        draft.doubt(f"{at_lines(places)}: {what}.")
    examples, legend = _without_legend(examples, found, draft)
    if not examples:
        raise SuiteError(draft.source, [Problem("", "holds names of conditions, but no example.")])
    groups: dict[int, list[Example]] = {}
    for place, one in enumerate(examples):
        unnumbered = not found.numbered and not one.variant
        groups.setdefault(place if unnumbered else one.number, []).append(one)
    by_lines = _lines_are_variants(list(groups.values()), draft)
    joiner = _LineJoiner(found, draft)
    lead_ins: list[int] = []
    sets: list[VariantSet] = []
    for place, (number, group) in enumerate(groups.items(), 1):
        used = number if found.numbered and 0 not in groups else place
        label = str(number) if used != number and found.numbered else ""
        line, group = group[0].line, _without_lead_in(group, lead_ins, draft)
        variants = [variant for one in group for variant in (_by_line(one) if by_lines else [joiner.variant(one)])]
        sets.append(VariantSet(used, label, line, tuple(variants)))
        _check_letters(sets[-1], draft)
    if lead_ins:
        draft.doubt(
            f"{at_lines(lead_ins)}: what stands before the variants of an item is not read. If it belongs to them, "
            "write it in each."
        )
    joiner.doubt_elisions()
    if not found.numbered and any(len(one.variant) > 1 for one in examples):
        draft.doubt("there are no numbers of items, and two levels of letters: they are taken for variants.")
    joiner.doubt_hyphens()
    _doubt_foreign_lines(sets, examples, draft)
    _doubt_more_sentences(sets, examples, draft)
    if found.numbered and 0 in groups:
        draft.doubt(f"line {groups[0][0].line}: what stands before the first number that could be read is item 0.")
    return _sentences_between_slashes(sets, draft), legend


def _sentences_between_slashes(sets: list[VariantSet], draft: AppendixDraft) -> list[VariantSet]:
    """Take whole sentences between slashes for variants, if every item has as many of them."""
    if draft.options.slashes is not None or any(len(one.variants) != 1 or one.variants[0].key for one in sets):
        return sets
    found = [[part.strip() for part in one.variants[0].text.split("/")] for one in sets]
    if len({len(parts) for parts in found}) != 1 or len(found[0]) == 1:
        return sets
    if not all(ends_a_sentence(part) for parts in found for part in parts):
        return sets
    draft.doubt("Every item has whole sentences between slashes: they are taken for its variants.")
    new = []
    for one, parts in zip(sets, found, strict=True):
        [whole] = one.variants
        variants = []
        for place, part in enumerate(parts, 1):
            mark, text = judged(part)
            first = whole.mark if place == 1 else ""
            variants.append(replace(whole, key=(str(place),), text=text, mark=first + mark))
        new.append(replace(one, variants=tuple(variants)))
    return new


def _doubt_foreign_lines(sets: Sequence[VariantSet], examples: Sequence[Example], draft: AppendixDraft) -> None:
    """Say which line in the midst of a variant that is longer than its sisters may be a running head."""
    capital = [line for one in examples for line, text in one.pieces[1:-1] if text and not text[0].islower()]
    if not capital:
        return
    lengths = [[len(variant.text.split()) for variant in one.variants] for one in sets]
    usual = median_low([max(words) - min(words) for words in lengths])
    for one, words in zip(sets, lengths, strict=True):
        longest, more = one.variants[words.index(max(words))], max(words) - min(words)
        if more - usual < _MANY_MORE:
            continue
        if lines := [line for line in capital if longest.line < line <= longest.end]:
            draft.doubt(
                f"{at_lines(lines)}: may be no part of item {one.number}, whose variants differ by {more} words, those "
                f"of most items by {usual}."
            )


def _doubt_more_sentences(sets: Sequence[VariantSet], examples: Sequence[Example], draft: AppendixDraft) -> None:
    """Say which variant has more sentences than its sisters, as where a question stands behind the last one."""
    said = {one.line for one in examples if one.own_lines}
    lines = []
    for one in sets:
        counts = [len(_NEXT_SENTENCE.findall(variant.text)) for variant in one.variants]
        lines += [v.line for v, n in zip(one.variants, counts, strict=True) if n > min(counts) and v.line not in said]
    if lines:
        draft.doubt(f"{at_lines(lines)}: this variant has more sentences than others of its item. Are all part of it?")


def _of_section(found: Examples, draft: AppendixDraft) -> list[Example]:
    """Take the examples of the section that is asked for, and say what else there is."""
    examples = found.examples
    if not examples:
        message = (
            "holds no numbered examples. Write each item as '1. a. First version. b. Second version.', or with "
            "its alternatives between slashes: '1. The key was/*were rusty.'"
        )
        raise SuiteError(draft.source, [Problem("", message)])
    for stray in found.strays:
        role = stray.what if stray.what == "names of conditions" else "not read"
        draft.understand(stray.line, stray.line, role, "" if role == stray.what else stray.what, stray.text)
    sections = Counter(one.section for one in examples)
    chosen = draft.options.section
    if chosen is not None and chosen not in sections:
        raise InputError(f"`section={chosen}`: {draft.source} has {counted(len(sections), 'section')}, from 1.")
    if len(sections) > 1 and chosen is None:
        for number in sorted(sections)[1:]:
            first = next(one for one in examples if one.section == number)
            message = f"the numbers begin again at {first.number}. `section={number}` reads this part"
            draft.note_problem(first.line, f"{message}, `section={number - 1}` the one before.")
        draft.raise_problems()
    for one in examples:
        if chosen is not None and one.section != chosen:
            draft.leave_out(one.line, one.end, one.written, f"section {one.section}")
    return [one for one in examples if chosen is None or one.section == chosen]


def _without_legend(
    examples: list[Example], found: Examples, draft: AppendixDraft
) -> tuple[list[Example], dict[str, str]]:
    """Part the examples that say what letters stand for from the others."""
    legend = [one for one in examples if found.numbered and not one.number and one.variant]
    if not legend or any(ends_a_sentence(one.written) for one in legend):
        return examples, dict(found.legend)
    draft.understand(
        legend[0].line, legend[-1].end, "names of conditions", "", "; ".join(one.written for one in legend)
    )
    names = {".".join(one.variant): one.written for one in legend}
    return [one for one in examples if one not in legend], {**found.legend, **names}


def _without_lead_in(group: list[Example], lead_ins: list[int], draft: AppendixDraft) -> list[Example]:
    """Leave out what stands before the first letter of an item, and add its line to `lead_ins`."""
    first = group[0]
    if len(group) == 1 or first.variant or not any(one.variant for one in group):
        return group
    if first.written:
        draft.leave_out(first.line, first.end, first.written, "before the first variant")
        lead_ins.append(first.line)
    return group[1:]


def _lines_are_variants(groups: Sequence[Sequence[Example]], draft: AppendixDraft) -> bool:
    """Decide whether lines are variants, where examples without letters have several sentences on lines."""
    several = [one for group in groups for one in group if one.own_lines]
    if not several or draft.options.lines == "joined":
        return False
    counts = {len(one.own_lines) == len(one.pieces) and len(one.pieces) for group in groups for one in group}
    alike = len(counts) == 1 and all(counts) and all(len(g) == 1 and not g[0].variant for g in groups)
    if draft.options.lines == "variants":
        if not alike:
            draft.problems.note(
                "", "`lines=variants`: not every item has the same number of sentences, each on a line."
            )
        return alike
    lines = [one.pieces[place][0] for one in several for place in one.own_lines[1:]]
    if alike and len(groups) > 1:
        draft.doubt(
            "Each item has its sentences on lines of their own: they are taken for its variants.", "lines", "variants"
        )
        return True
    draft.doubt(
        f"{at_lines(lines)}: a sentence begins here without a label; it is taken for a part of the example before.",
        "lines",
        "joined",
    )
    return False


def _by_line(one: Example) -> list[Variant]:
    """Give each line of an example as a variant."""
    found = []
    for place, (line, text) in enumerate(one.pieces, 1):
        mark, sentence = judged(text)
        found.append(Variant((str(place),), line, line, sentence, mark))
    return found


def _check_letters(one: VariantSet, draft: AppendixDraft) -> None:
    """Note letters that stand twice, or lack one before."""
    seen: dict[Key, int] = {}
    for variant in one.variants:
        if variant.key in seen:
            what = f"variant {'.'.join(variant.key)} of item {one.number}" if variant.key else f"item {one.number}"
            draft.note_problem(variant.line, f"{what} is also in line {seen[variant.key]}. Number each once.")
        seen.setdefault(variant.key, variant.line)
        if len(variant.text) > _LONGEST:
            message = f"has {len(variant.text):,} characters, which are no sentence; part it into examples."
            draft.note_problem(variant.line, message)
        if not variant.text.strip():
            draft.note_problem(variant.line, f"item {one.number} has no sentence here.")
    letters = [key[0] for key in seen if len(key) == 1 and len(key[0]) == 1 and key[0].isalpha()]
    if len(letters) == len(seen) and letters and letters[0] in "ab":
        missing = [chr(code) for code in range(ord("a"), ord(max(letters))) if chr(code) not in letters]
        if missing:
            message = f"item {one.number} has variants {and_list(letters)}, but no {and_list(missing)}."
            draft.note_problem(one.line, message)


# ---------------------------------------------------------------- lines


@dataclass(slots=True)
class _LineJoiner:
    """Puts the lines of examples together; a word may go on behind the end of a line."""

    found: Examples
    draft: AppendixDraft
    blank: str = field(init=False)  # between lines
    everything: str = field(init=False)
    elisions: list[int] = field(default_factory=list)
    hyphens: dict[int, str] = field(default_factory=dict)  # line to the word that is parted before it

    def __post_init__(self) -> None:
        self.blank = "" if join_for(one.written for one in self.found.examples) == "none" else " "
        self.everything = "\n".join(line for _, line, _ in self.found.lines)

    def variant(self, one: Example) -> Variant:
        """Give an example as one variant."""
        mark, text = judged(self._joined(one))
        return Variant(one.variant, one.line, one.end, text, one.mark + mark, one.name)

    def _joined(self, one: Example) -> str:
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
        hyphens = self.draft.options.hyphens
        kept = hyphens == "kept" or word in self.everything
        if hyphens is None:
            self.hyphens[line] = word if kept else word.replace(before, before[:-1], 1)
        return last if kept else last[:-1]

    def doubt_elisions(self) -> None:
        """Say where lines were joined without a blank."""
        if self.elisions:
            self.draft.doubt(
                f"{at_lines(self.elisions)}: no blank is put behind the apostrophe at the end of the line before."
            )

    def doubt_hyphens(self) -> None:
        """Say where a hyphen at the end of a line was taken to part a word."""
        if self.hyphens:
            words = and_list([f"'{word}'" for word in dict.fromkeys(self.hyphens.values())])
            self.draft.doubt(
                f"{at_lines(self.hyphens)}: a hyphen parted a word at the end of the line before; it is written "
                f"{words}.",
                "hyphens",
                "joined",
            )


# ---------------------------------------------------------------- what stands around the sentences


def take_off(sets: Sequence[VariantSet], draft: AppendixDraft) -> list[VariantSet]:
    """Take off the sentences what is written around them: footnote marks, names of conditions."""
    variants = _without_footnote_marks([variant for one in sets for variant in one.variants], draft)
    variants = _without_codes_before(_without_names_before(variants), n_sets=len(sets), draft=draft)
    before = dict.fromkeys(variant.name for variant in variants if variant.name)
    if before:
        _say_names(sets, "before the sentences", before, draft)
    variants, behind = _without_names_behind(variants, n_sets=len(sets))
    if behind:
        _say_names(sets, "behind the sentences", behind, draft)
    left = iter(variants)
    return [replace(one, variants=tuple(next(left) for _ in one.variants)) for one in sets]


def _say_names(sets: Sequence[VariantSet], where: str, names: Mapping[str, None], draft: AppendixDraft) -> None:
    row = Understood(where, "names of conditions", "", ", ".join(names))
    draft.understood.append((sets[-1].line, sets[-1].line, row))


def _without_footnote_marks(variants: Sequence[Variant], draft: AppendixDraft) -> list[Variant]:
    bare, lines = [], []
    for variant in variants:
        text = _FOOTNOTE.sub("", variant.text)
        if text != variant.text:
            lines.append(variant.line)
            shown = and_list([f"'{found[0]}'" for found in _FOOTNOTE.finditer(variant.text)])
            draft.leave_out(variant.line, variant.end, shown, "footnote mark")
        bare.append(replace(variant, text=text))
    if lines:
        draft.doubt(f"{at_lines(lines)}: what looks like a footnote mark was taken off the sentence.")
    behind = [(one.line, found[1]) for one in bare if (found := _NUMBER_BEHIND.search(one.text))]
    if behind:
        draft.doubt(
            f"{at_lines(line for line, _ in behind)}: a number behind the sentence, as '{behind[0][1]}', stays a part "
            "of it. Is it a rating?"
        )
    glued = [(one.line, found[0]) for one in bare for found in _DIGIT_BEHIND.finditer(one.text)]
    if glued:
        draft.doubt(
            f"{at_lines(line for line, _ in glued)}: digits behind a word, as in '{glued[0][1]}', stay in the "
            "sentence. Are they footnote marks or indices?"
        )
    return bare


def _without_names_before(variants: Sequence[Variant]) -> list[Variant]:
    """Take off what stands before a colon, if it is one name for each letter, and always the same."""
    found = [NAME.match(variant.text) if variant.key else None for variant in variants]
    names: dict[Key, set[str]] = {}
    for variant, match in zip(variants, found, strict=True):
        names.setdefault(variant.key, set()).add("" if match is None else (match[1] or match[2]).casefold())
    distinct = {name for given in names.values() for name in given}
    unlike = not len(distinct) == len(names) > 1 or any(len(given) > 1 for given in names.values())
    if any(variant.name for variant in variants) or "" in distinct or unlike:
        return list(variants)
    bare = []
    for variant, match in zip(variants, found, strict=True):
        assert match is not None  # else its name were ""
        mark, text = judged(variant.text[match.end() :].lstrip())
        bare.append(replace(variant, text=text, name=match[1] or match[2], mark=variant.mark + mark))
    return bare


def _without_codes_before(variants: list[Variant], *, n_sets: int, draft: AppendixDraft) -> list[Variant]:
    """Take off codes such as SG-PL, if each letter always has its own."""
    codes = [variant.text.partition(" ")[0] for variant in variants]
    by_key: dict[Key, set[str]] = {}
    for variant, code in zip(variants, codes, strict=True):
        by_key.setdefault(variant.key, set()).add(code)
    if n_sets < 2 or len({*codes}) != len(by_key) or len(by_key) < 2 or any(len(each) > 1 for each in by_key.values()):
        return variants
    if any(variant.name for variant in variants) or not all(_CODE.fullmatch(code) for code in codes):
        return variants
    draft.doubt(f"What stands before the sentences, as '{codes[0]}', is taken for the names of the conditions.")
    return [
        replace(variant, text=variant.text[len(code) :].lstrip(), name=code)
        for variant, code in zip(variants, codes, strict=True)
    ]


def _without_names_behind(variants: Sequence[Variant], *, n_sets: int) -> tuple[list[Variant], dict[str, None]]:
    """Take off what stands in parentheses behind sentences, if not behind one alone; give it as well."""
    found = [_NAME_AFTER.search(variant.text) for variant in variants]
    counts = Counter(match[1].casefold() for match in found if match is not None)
    bare: list[Variant] = []
    names: dict[str, None] = {}
    for variant, match in zip(variants, found, strict=True):
        if match is None or (counts[match[1].casefold()] < 2 and n_sets > 1):
            bare.append(variant)
            continue
        text = variant.text[: match.start()].rstrip()
        bare.append(replace(variant, text=text, name=variant.name or match[1].strip()))
        names[match[0].strip()] = None
    return bare, names
