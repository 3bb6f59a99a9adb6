"""Numbered examples, as appendices of papers print them, as a suite.

::

    (1) a. The key to the cabinets was on the table.
        b. *The key to the cabinets were on the table.

    (2) The path to the monuments was/*were littered with bottles.

Lines become examples (`examples`), examples the variants of items (`appendix_sets`), and what is written once for
several sentences becomes those (`alternatives`, `appendix_sentences`). Here the versions of items become conditions
(`appendix_conditions`), what differs between them a region (`appendix_regions`), and judgments a factor
(`appendix_judgments`). Whatever is guessed on the way is a doubt with its line, and whatever is left out stands in what
was understood (`appendix_draft`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...errors import counted, one_of
from ...files import decode_utf8, read_bytes
from ...suite import Condition, Item, Join, Region, Suite, join_for
from ...suite.json import suite_document, suite_from_document
from ..minimal_pairs import NOTHING
from ..proposal import Proposal, Understood
from .conditions import NamedVersions, name_versions, shared_versions
from .draft import AppendixDraft, AppendixOptions, and_list
from .examples import Examples
from .judgments import Judgments, doubt_ok, judge, judgment_level
from .regions import PartedSentences, part_versions
from .sentences import Version, find_alternatives, versions_of
from .sets import VariantSet, gather_sets, take_off

__all__ = ["looks_like_appendix", "propose_appendix"]

_LOOK = 1 << 16  # bytes of a file, to see what it is
_TEXTS = (".txt", ".md", "")  # suffixes


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
    options = AppendixOptions(
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
    found = Examples(decode_utf8(read_bytes(path), path))
    return _proposal(found, name or path.stem, AppendixDraft(str(path), options))


def _listed(given: str | Sequence[str] | None) -> tuple[str, ...]:
    names = given.split(",") if isinstance(given, str) else given or ()
    return tuple(name.strip() for name in names)


def _chosen(option: str, value: str | None, *known: str) -> str | None:
    return None if value is None else one_of(option, value, known)


def _proposal(found: Examples, name: str, draft: AppendixDraft) -> Proposal:
    """Make the proposal, step by step; each raises what is wrong before the next."""
    sets, legend = gather_sets(found, draft)
    draft.raise_problems()
    sets = find_alternatives(take_off(sets, draft), draft)
    variants = [variant for one in sets for variant in one.variants]
    doubt_ok(variants, draft)
    draft.raise_problems()
    versions = {one.number: list(versions_of(one, draft)) for one in sets}
    draft.raise_problems()
    names = name_versions(shared_versions(sets, versions, draft), sets, legend, draft)
    regions = part_versions(
        {number: [version.regions for version in each] for number, each in versions.items()},
        draft.options.regions,
        borders=all(len(variant.parts) > 1 for variant in variants),
        one_each=all(len(one.variants) == 1 for one in sets),
    )
    marks = [(names.conditions[version.which], version.mark) for each in versions.values() for version in each]
    judgments = judge(marks, draft)
    suite = _checked(
        Suite(
            name,
            dict(enumerate(regions.names, 1)),
            tuple(_item(one, versions[one.number], names, regions, judgments) for one in sets),
            metric=draft.options.metric,
            join=draft.options.join or join_for(one.written for one in found.examples),
            meta={"name": name, "metric": draft.options.metric},
            source=draft.source,
            condition_factors=judgments.factors({names.conditions[which]: f for which, f in names.factors.items()}),
        )
    )
    _describe_items(sets, found, draft)
    rows = [row for _, _, row in sorted(draft.understood, key=lambda one: one[:2])]
    rows.append(Understood("all sentences", f"regions {', '.join(regions.names)}", regions.why))
    if judgments.understood is not None:
        rows.append(judgments.understood)
    shown = "numbered examples" if found.numbered else "examples"
    options = [] if draft.needs_yes else [f"--{option} {value}" for option, value in draft.confirm.items()]
    changed = [f"{what[0].upper()}{what[1:]} ({counted(n, 'line')})." for what, n in found.notes.items() if n]
    return Proposal(
        draft.source,
        (suite,),
        f"{shown}, {counted(len(names.conditions), 'variant', 'variants of each')}",
        tuple(rows),
        (*changed, *draft.notes),
        tuple(draft.doubts),
        " ".join(options),
    )


def _item(
    one: VariantSet,
    versions: Sequence[Version],
    names: NamedVersions,
    regions: PartedSentences,
    judgments: Judgments,
) -> Item:
    """Give the versions of an item as its conditions."""
    by_which = {
        version.which: (version, contents)
        for version, contents in zip(versions, regions.contents[one.number], strict=True)
    }
    conditions = []
    for which, name in names.conditions.items():
        version, contents = by_which[which]
        parts = tuple(Region(number, text, NOTHING) for number, text in enumerate(contents, 1))
        factors = {"judgment": judgment_level(version.mark)} if judgments.of_sentences else {}
        conditions.append(Condition(name, parts, NOTHING, factors))
    return Item(one.number, tuple(conditions), NOTHING, label=one.label)


def _checked(suite: Suite) -> Suite:
    """Give the suite, if it can be read again; else raise what of the options will not do."""
    suite_from_document(suite_document(suite), source=suite.source)
    return suite


def _describe_items(sets: Sequence[VariantSet], found: Examples, draft: AppendixDraft) -> None:
    """Say which lines became which items."""
    between = sorted(start for start, _, row in draft.understood if row.role == "not read" and "behind" not in row.why)
    runs: list[list[VariantSet]] = []
    for one in sorted(sets, key=lambda one: one.line):
        cut = runs and any(runs[-1][-1].line < start < one.line for start in between)
        if not runs or cut:
            runs.append([])
        runs[-1].append(one)
    lettered = any(variant.key and not variant.key[0].isdigit() for one in sets for variant in one.variants)
    why = " and ".join(["numbers"] * found.numbered + ["letters"] * lettered) or "a line each"
    for run in runs:
        numbers = [one.label or str(one.number) for one in run]
        shown = f"item {numbers[0]}" if len(run) == 1 else f"items {numbers[0]} to {numbers[-1]}"
        if len(run) == 2:
            shown = f"items {and_list(numbers)}"
        last = max(variant.end for variant in run[-1].variants)
        draft.understand(run[0].line, last, shown, why, run[0].variants[0].text)
