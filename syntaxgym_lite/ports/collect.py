"""Find suites: files, folders of them, patterns, names of shipped suites, in any of the formats."""

from __future__ import annotations

import glob
import os
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import InputError, SgliteWarning, SuiteError, cited, counted, did_you_mean
from ..resources import shipped_suites
from ..suite import Suite
from ..suite.predictions import with_predictions
from .formats import AUTO, Port, check_options, files_in, propose, read_suites, stands_for
from .names import alike, named_by_file
from .proposal import Proposal

__all__ = [
    "FileRead",
    "Reading",
    "SuiteLike",
    "find_suites",
    "load_suites",
    "one_suite",
    "propose_bytes",
    "propose_file",
    "read_files",
    "select_suites",
    "suite_paths",
]

SuiteLike = str | Path | Suite
_OF_PAIRS = ("pairs", "marvin-linzen", "blimp")
"""Formats whose suites are named by what stands in a column, and so may have one name in several files."""
_PREDICT = "predict"
"""The option that every format has: predictions to add."""
_MOST_NAMES = 20  # of suites, in a message


def load_suites(suites: SuiteLike | Sequence[SuiteLike], *, form: str = AUTO, **options: Any) -> list[Suite]:
    """Load suites from files, folders, patterns and names of shipped suites, in any format that is known.

    Parameters
    ----------
    suites : str, Path, Suite, or a sequence of them
    form : str, optional
        The format of the files, what one would write after ``--from``: ``"suite"``, ``"blimp"``, ... By default each
        file's content says what it is.
    **options
        Options of the formats, e.g. ``method="all"`` for BLiMP; each goes to the formats that know it. And of every
        format ``predict``: a prediction to add to each suite, or a sequence of them, in words or as formulas.

    Returns
    -------
    list of Suite

    Raises
    ------
    InputError
        If there is no such suite, two have one name, no format that was read knows an option, or files have problems;
        problems of all files are listed.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [suite.name for suite in sgl.load_suites(["npz", "mvrr"])]
    ['npz', 'mvrr']
    >>> [suite] = sgl.load_suites("npz", predict="ambig_nocomma > ambig_comma at main verb")
    >>> suite.predictions[-1]
    <Prediction 'ambig_nocomma > ambig_comma at main verb': '(5;%ambig_nocomma%) > (5;%ambig_comma%)'>
    """
    return find_suites(suites, form=form, options=options)


def find_suites(
    suites: SuiteLike | Sequence[SuiteLike],
    *,
    form: str = AUTO,
    options: Mapping[str, Any] | None = None,
    warn: Callable[[str], None] | None = None,
) -> list[Suite]:
    """Load suites as `load_suites` does, with the options of formats as a mapping.

    Parameters
    ----------
    suites, form
        As for `load_suites`.
    options : mapping, optional
        Options of the formats, e.g. ``{"method": "all"}`` for BLiMP; and ``predict``.
    warn : callable, optional
        Called with what is to be said about files that have nothing for these options. By default that is a Python
        warning of the class `SgliteWarning`.

    Raises
    ------
    InputError
        As by `load_suites`.
    """
    found: list[Suite] = []
    problems = []
    without: list[str] = []
    of_pairs: set[str] = set()
    for one in read_files(suites, form=form, options=options):
        found.extend(one.suites)
        if one.form in _OF_PAIRS:
            of_pairs.add(one.source)
        if one.error is not None:
            problems.append(str(one.error))
        elif not one.suites:
            without.append(one.source)
    if problems:
        raise InputError("\n".join(dict.fromkeys(problems)))  # e.g. a triple of files, of which each names the others
    if without:
        asked = ", ".join(f"`{name}={value}`" for name, value in (options or {}).items() if name != _PREDICT)
        said = f"{counted(len(without), 'file has', 'files have')} nothing for {asked}, e.g. {without[0]}."
        if not found:
            raise InputError(said)
        _say(said, warn)
    found, notes = named_by_file(found, of_pairs)
    for note in notes:
        _say(note, warn)
    by_name: dict[str, Suite] = {}
    for suite in found:
        other = by_name.setdefault(suite.name, suite)
        if other is not suite:
            other, suite = alike([one for one in found if one.name == suite.name])
            one_set = Path(other.source).with_suffix("") == Path(suite.source).with_suffix("")
            advice = "name one of them only, if they hold the same items; else rename one" if one_set else "rename one"
            raise InputError(
                f"{other.source} and {suite.source} both have meta.name '{suite.name}'; {advice}, since results "
                "go by name."
            )
    return found


def _say(said: str, warn: Callable[[str], None] | None) -> None:
    if warn is None:
        warnings.warn(said, SgliteWarning, stacklevel=3)
    else:
        warn(said)


def one_suite(suites: Sequence[Suite], name: str | None = None, *, source: str) -> Suite:
    """Give the suite of this name, or without a name the only one.

    Parameters
    ----------
    suites : sequence of Suite
    name : str, optional
    source : str
        Where they are from, for messages.

    Raises
    ------
    InputError
        If there is none of this name, or several and no name is given; lists them.
    """
    names = [suite.name for suite in suites]
    if name in names:
        return suites[names.index(name)]
    if name is None and len(suites) == 1:
        return suites[0]
    listed = ", ".join(map(cited, names[:_MOST_NAMES]))
    if len(names) > _MOST_NAMES:
        listed += f" and {len(names) - _MOST_NAMES} more"
    if name is None:
        raise InputError(f"{source}: holds {len(suites)} suites; name one of them with `suite`: {listed}.")
    raise InputError(f"{source}: no suite {cited(name)}; there is {listed}.{did_you_mean(name, names)}")


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file, and what was read from it.

    Parameters
    ----------
    source : str
        Its path; of a suite in memory, where that was read from.
    suites : tuple of Suite
    form : str
        Its format; of a suite in memory none.
    error : InputError, optional
        Why it could not be read.
    """

    source: str
    suites: tuple[Suite, ...] = ()
    form: str = ""
    error: InputError | None = None


def read_files(
    suites: SuiteLike | Sequence[SuiteLike], *, form: str = AUTO, options: Mapping[str, Any] | None = None
) -> list[FileRead]:
    """Read suites file by file, so that one which cannot be read says so, and the others are there.

    Parameters
    ----------
    suites, form, options
        As for `find_suites`.

    Raises
    ------
    InputError
        If there is no such file, or no format that was read knows an option.
    """
    read: list[FileRead] = []
    ports: list[Port] = []
    for_ports = {name: value for name, value in (options or {}).items() if name != _PREDICT}
    predictions = (options or {}).get(_PREDICT, ())
    for path in suite_paths(suites, form=form):
        source = path.source if isinstance(path, Suite) else str(path)
        own_form = ""
        try:
            if isinstance(path, Suite):
                found = [path]
            else:
                found, port = read_suites(path, form=form, options=for_ports)
                ports.append(port)
                own_form = port.name
            found = [with_predictions(suite, predictions) for suite in found]
        except InputError as error:
            read.append(FileRead(source, error=error))
        else:
            read.append(FileRead(source, tuple(found), own_form))
    if all(one.error is None for one in read):  # else the right format may be that of a file with an error
        check_options(for_ports, ports)
    return read


def propose_file(path: Path, *, form: str = AUTO, options: Mapping[str, Any] | None = None) -> Proposal:
    """Read one file to make a suite of it, and say what it was understood as, also where that is a guess.

    Suites of published data name their paper in ``meta.reference``, so that a file of them does.

    Parameters
    ----------
    path : Path
    form, options
        As for `find_suites`.

    Raises
    ------
    InputError
        If the file cannot be read, or its format does not know an option.
    """
    for_port = {name: value for name, value in (options or {}).items() if name != _PREDICT}
    proposal, port = propose(path, form=form, options=for_port)
    check_options(for_port, [port])
    predictions = (options or {}).get(_PREDICT, ())
    suites = (_with_reference(with_predictions(suite, predictions)) for suite in proposal.suites)
    return replace(proposal, suites=tuple(suites))


def propose_bytes(
    data: bytes,
    *,
    source: str,
    suffix: str = ".txt",
    form: str = AUTO,
    options: Mapping[str, Any] | None = None,
) -> Proposal:
    r"""Read what a file holds, or what somebody pasted, as `propose_file` reads a file.

    Parameters
    ----------
    data : bytes
    source : str
        What to call it in messages, and in the suites.
    suffix : str, optional
        How the name of such a file ends, which tells some formats; what is pasted is a text.
    form, options
        As for `find_suites`.

    Raises
    ------
    InputError
        As by `propose_file`.

    Examples
    --------
    >>> pasted = "item\tcondition\tsentence\n1\tgood\tThe cat|sits.\n1\tbad\tThe cat|sit.\n"
    >>> [suite] = propose_bytes(pasted.encode(), source="what was pasted").suites
    >>> [sentence.text for sentence in suite.sentences()]
    ['The cat sits.', 'The cat sit.']
    """
    with TemporaryDirectory() as folder:  # formats look at a file several times
        path = Path(folder) / f"{_PASTED}{suffix}"
        path.write_bytes(data)
        try:
            proposal = propose_file(path, form=form, options=options)
        except SuiteError as error:
            problems = [replace(one, message=one.message.replace(str(path), source)) for one in error.problems]
            advice = error.advice.replace(str(path), source)
            raise SuiteError(error.source.replace(str(path), source), problems, advice) from None
        except InputError as error:
            raise InputError(str(error).replace(str(path), source)) from None
    suites = tuple(
        replace(suite, source=source, name=_name_of(source) if suite.name == _PASTED else suite.name)
        for suite in proposal.suites
    )
    return replace(proposal, source=source, suites=suites)


_PASTED = "stimuli"


def _name_of(source: str) -> str:
    """Name a suite as the file that it was read from; what has no file has no name."""
    path = Path(source)
    return path.stem if path.suffix else _PASTED


def _with_reference(suite: Suite) -> Suite:
    said = suite.meta.get("reference") or not suite.paper
    return suite if said else replace(suite, meta={**suite.meta, "reference": suite.paper})


def select_suites(
    suites: Sequence[Suite], *, languages: Collection[str] = (), circuits: Collection[str] = ()
) -> list[Suite]:
    """Take the suites of some languages and circuits.

    Parameters
    ----------
    suites : sequence of Suite
    languages, circuits : collection of str, optional
        Names of those wanted, whatever their case; by default, all.

    Raises
    ------
    InputError
        If there is no suite of a language or circuit.
    """
    left = list(suites)
    for what, wanted in (("language", languages), ("circuit", circuits)):
        if not wanted:
            continue
        names = [str(getattr(suite, what) or "") for suite in left]
        known = {name.casefold(): name for name in names if name}
        for name in wanted:
            if name.casefold() not in known:
                there = ", ".join(sorted(known.values())) or "none"
                hint = did_you_mean(name, known.values())
                raise InputError(f"`{what}={name}`: no suite here is of it; there are: {there}.{hint}")
        folded = {name.casefold() for name in wanted}
        left = [suite for suite, name in zip(left, names, strict=True) if name.casefold() in folded]
    return left


@dataclass(frozen=True, slots=True)
class Reading:
    """What the suites of a run were read from, so that the run can be repeated.

    Parameters
    ----------
    suites : tuple of str
        Absolute paths, and names of shipped suites.
    form : str, optional
        The format of the files; see `load_suites`.
    options : mapping, optional
        Options of the formats, and ``predict``.
    """

    suites: tuple[str, ...]
    form: str = AUTO
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, suites: SuiteLike | Sequence[SuiteLike], form: str = AUTO, **options: Any) -> Reading:
        """Note what is about to be read; a suite in memory is noted by the file that it came from, if any."""
        plain = {
            name: os.path.abspath(value) if isinstance(value, PathLike) else value for name, value in options.items()
        }
        return cls(tuple(dict.fromkeys(filter(None, map(_noted, _listed(suites))))), form, plain)

    def load(self) -> list[Suite]:
        """Read the suites again; raises as `load_suites` does."""
        return find_suites(self.suites, form=self.form, options=self.options)


def _noted(one: SuiteLike) -> str:
    path = one.source if isinstance(one, Suite) else os.fspath(one)
    is_name = not isinstance(one, Suite) and not Path(path).expanduser().exists() and path in shipped_suites()
    return path if is_name or not path else os.path.abspath(Path(path).expanduser())


def _listed(suites: SuiteLike | Sequence[SuiteLike]) -> list[SuiteLike]:
    return [suites] if isinstance(suites, (str, Suite)) or not isinstance(suites, Iterable) else list(suites)


def suite_paths(suites: SuiteLike | Sequence[SuiteLike], *, form: str = AUTO) -> list[Path | Suite]:
    """Turn files, folders, patterns and names of shipped suites into paths, each once; suites stay what they are.

    Raises
    ------
    InputError
        If a folder holds no file of that format, or a name is neither a path nor a shipped suite.
    """
    given = _listed(suites)
    if not given:
        raise InputError("No suite was named.")
    paths: dict[object, Path | Suite] = {}
    for path in (path for one in given for path in _paths(one, form)):
        paths.setdefault(id(path) if isinstance(path, Suite) else stands_for(path), path)
    return list(paths.values())


def _paths(one: SuiteLike, form: str) -> Iterator[Path | Suite]:
    if isinstance(one, Suite):
        yield one
        return
    if not isinstance(one, (str, PathLike)):
        raise InputError(f"{one!r} is no suite; give a file, a folder, the name of a shipped suite, or a Suite.")
    if one == "":
        raise InputError("A suite's name is empty; the folder one is in is '.'.")
    path = Path(one).expanduser()
    if path.is_dir():
        yield from files_in(path, form=form)
    elif path.is_fifo():
        raise InputError(f"{one}: is a pipe, which can be read only once; save it to a file.")
    elif path.exists():
        yield path
    elif isinstance(one, str) and one in shipped_suites():
        yield shipped_suites()[one]
    elif glob.has_magic(str(one)) and (files := sorted(map(Path, glob.glob(str(path), recursive=True)))):
        yield from files  # a shell on Windows leaves patterns to the program
    elif path.suffix or len(path.parts) > 1:
        yield path  # load_suite says what is wrong
    else:
        names = shipped_suites()
        hint = did_you_mean(str(one), names)
        raise InputError(f"{one}: no such file, folder or shipped suite.{hint} 'sglite suites' lists the shipped ones.")
