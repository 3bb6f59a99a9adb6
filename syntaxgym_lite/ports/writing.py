"""Formats that a suite is written in for other programs: a registry of what each is, and of what it cannot hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args

from ..delimited import CsvStyle
from ..errors import InputError, one_of
from ..files import FileSet, refuse_replacing, write_whole
from ..suite import Suite

__all__ = ["CHUNKS", "WRITING_FORMATS", "Chunks", "WritingFormat", "WritingOptions", "Written", "save_written", "write"]

Chunks = Literal["regions", "words"]
CHUNKS: tuple[Chunks, ...] = get_args(Chunks)
_LIST = re.compile(r"(?<=_)[A-Z]+(?=\.)")
"""The letters of a list, in the name of its file."""


@dataclass(frozen=True, slots=True)
class WritingOptions:
    """How a suite is written; a format takes what it knows of these.

    Parameters
    ----------
    style : CsvStyle, optional
        Of tables as text.
    chunks : {"regions", "words"}, optional
        What people see at once.
    fillers : Suite, optional
        Sentences to stand among the items.
    seed : int, optional
        Of the orders that look random.
    most_alike : int, optional
        How many items of one condition may follow each other in a list.
    """

    style: CsvStyle = field(default_factory=CsvStyle)
    chunks: Chunks = "regions"
    fillers: Suite | None = None
    seed: int = 1
    most_alike: int = 2


@dataclass(frozen=True, slots=True)
class Written:
    """What a suite became.

    Parameters
    ----------
    files : mapping of str to str or bytes
        Name in the folder to content; of a format that is one file, that file under the name ``""``.
    notes : tuple of str, optional
        Sentences that whoever goes on with the files should know.
    lost : tuple of str, optional
        What the format cannot hold of the suite.
    """

    files: Mapping[str, str | bytes]
    notes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WritingFormat:
    """A format that suites are written in.

    Its module has a function by its name: ``write_pcibex(suite, options) -> Written``.

    Parameters
    ----------
    name : str
        What ``--to`` calls it.
    what : str
        What it is, in half a line.
    module : str
        Of this package.
    suffixes : tuple of str, optional
        File names that say that it is meant.
    takes : frozenset of str, optional
        Names of the `WritingOptions` that it heeds.
    is_text : bool, optional
        Whether it is one file of text, which can go to standard output.
    """

    name: str
    what: str
    module: str
    suffixes: tuple[str, ...] = ()
    takes: frozenset[str] = frozenset()
    is_text: bool = True

    def write(self, suite: Suite, options: WritingOptions) -> Written:
        """Write a suite."""
        function: Callable[[Suite, WritingOptions], Written] = getattr(
            import_module(f".{self.module}", __package__), f"write_{self.name}"
        )
        return function(suite, options)


WRITING_FORMATS: Mapping[str, WritingFormat] = {
    one.name: one
    for one in (
        WritingFormat(
            "xlsx",
            "a workbook, to go on working in a spreadsheet",
            "tables.workbooks",
            (".xlsx",),
            is_text=False,
        ),
        WritingFormat(
            "pcibex",
            "a table for PennController (PCIbex)",
            "studies.pcibex",
            takes=frozenset({"style", "chunks", "fillers"}),
        ),
        WritingFormat(
            "ibex",
            "the items of an Ibex experiment",
            "studies.pcibex",
            takes=frozenset({"chunks", "fillers"}),
        ),
        WritingFormat("jspsych", "timeline variables for jsPsych", "studies.jspsych", takes=frozenset({"fillers"})),
        WritingFormat(
            "lists",
            "Latin-square lists, a table each, in a folder",
            "studies.lists",
            takes=frozenset({"style", "fillers", "seed", "most_alike"}),
            is_text=False,
        ),
    )
}
"""By name, in the order in which they are listed."""


def write(suite: Suite, form: str, **options: Any) -> Written:
    """Write a suite in a format for other programs.

    Parameters
    ----------
    suite : Suite
    form : str
        One of `WRITING_FORMATS`.
    **options
        Of `WritingOptions`.

    Raises
    ------
    InputError
        If there is no such format, it has no such option, or the suite has something that it cannot hold.
    """
    known = WRITING_FORMATS[one_of("to", form, WRITING_FORMATS)]
    for name in options:
        if name not in known.takes:
            takers = [one.name for one in WRITING_FORMATS.values() if name in one.takes]
            where = f"it is for {', '.join(takers)}" if takers else "no format has it"
            raise InputError(f"`{name}` does not apply to the format '{form}': {where}.")
    return known.write(suite, WritingOptions(**options))


def save_written(written: Written, path: str | Path, *, overwrite: bool = False) -> None:
    """Write to a file, or to a folder where the format is several files, whole or not at all.

    Raises
    ------
    InputError
        If files are there already and may not be replaced, or cannot be written.
    """
    if set(written.files) == {""}:
        refuse_replacing(Path(path), overwrite=overwrite)
        write_whole(path, written.files[""])
        return
    # lists that are there from a study of more lists would be taken for some of this one
    kinds = {_LIST.sub("", name) for name in written.files}
    there = sorted(one.name for one in Path(path).glob("*") if _LIST.sub("", one.name) in kinds)
    others = [name for name in there if name not in written.files]
    with FileSet(path, [*written.files, *others], overwrite=overwrite) as files:
        for name, content in written.files.items():
            assert isinstance(content, str)
            files.write(name, content)
        files.keep()
