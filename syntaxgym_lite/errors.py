"""All errors that a user of syntaxgym_lite can meet, and the one place that draws carets.

The tree, from the user's point of view::

    SgliteError                      anything this package refuses or fails at
    ├── InputError                   what you gave is not usable as it stands      exit code 2
    │   ├── SuiteError               a suite file: every problem of it, each with its path
    │   └── FormulaError             a prediction formula: where, and what to write instead
    ├── ModelError                   a model is missing or failed                  exit code 3
    │   ├── ModelNotFoundError       no such file, folder, hub name or shipped model
    │   ├── MissingExtraError        an optional library is not installed: the install line
    │   └── ScoringError             a model could not score a sentence: which one, and why
    └── DownloadError                public data could not be downloaded           exit code 3

Programming errors stay ordinary Python exceptions; the command line shows only the tree above without a traceback.
`Stopped` is no error: somebody wanted the scoring to end.
"""

from __future__ import annotations

import difflib
import re
import reprlib
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from .lookalikes import how_they_differ, looks

__all__ = [
    "OPTION",
    "PLUGIN_FAULTS",
    "CalledModule",
    "DownloadError",
    "FormulaError",
    "InputError",
    "MissingExtraError",
    "ModelError",
    "ModelNotFoundError",
    "Problem",
    "Problems",
    "ScoringError",
    "SgliteError",
    "SgliteWarning",
    "Span",
    "Stopped",
    "SuiteError",
    "cited",
    "counted",
    "did_you_mean",
    "has_instead",
    "inert",
    "lacks_memory",
    "listed",
    "one_of",
    "point_at",
    "short",
    "told",
    "with_options",
]

Choice = TypeVar("Choice", bound=str)
_MOST_PROBLEMS_SHOWN = 50
_PLACES = re.compile(r"items\[(\d+)\](?:\.conditions\[(\d+)\](?:\.regions\[(\d+)\])?)?")
_LONGEST_LINE = 200  # characters of a source that are shown with carets under them
_BEFORE_CARET = 80
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
_MOST_COMPARED = 1000  # names that a misspelt one is compared with letter by letter
_MOST_LOOKED_AT = 20_000  # the same of one that looks like another, which is faster
_SHORT = reprlib.Repr()
_SHORT.maxstring = 60

REQUIREMENTS = {
    "kenlm": ("kenlm-ex>=0.2.1",),
    "bitsandbytes": ("bitsandbytes>=0.50",),
    "llamacpp": ("llama-cpp-python>=0.3.36",),
    "gguf": ("gguf>=0.10",),
    "sentencepiece": ("sentencepiece>=0.2", "protobuf>=4"),
    "dask": ("distributed>=2024.1",),
    "studio": ("starlette>=0.40", "uvicorn>=0.30"),
    "parquet": ("pyarrow>=18.1",),
}
"""What each extra of this package brings. Its own name, ``syntaxgym_lite[gguf]``, is no advice: where the package came
from a clone or a file, no index has it."""

PLUGIN_FAULTS = (Exception, SystemExit, GeneratorExit)
"""What code of others may raise, all of which is its failure: a SystemExit would end the program, and with success."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points, ``start <= i < end``, in a source text."""

    start: int
    end: int

    def __or__(self, other: Span) -> Span:
        return Span(min(self.start, other.start), max(self.end, other.end))


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input file: where in the file, and what to do about it.

    A message that begins with a line end is shown below the path, as a formula with its caret is. Where the path leads
    into an item, it is said in words besides, since people do not count from 0.

    Examples
    --------
    >>> print(Problem("items[3].conditions[0].content", "must be a text."))
    items[3].conditions[0].content: must be a text. (item 4 of the file, its condition 1)
    """

    path: str
    message: str

    def __str__(self) -> str:
        if not self.path:
            return self.message
        if self.message.startswith("\n"):
            return f"{self.path}{self.message}"
        return f"{self.path}: {self.message}{_in_words(self.path)}"


def _in_words(path: str) -> str:
    """Say which item, condition and region a path leads to, counted from 1."""
    found = _PLACES.match(path)
    if found is None:
        return ""
    item, condition, region = (None if place is None else int(place) + 1 for place in found.groups())
    named = [f"item {item} of the file"]
    if condition is not None:
        named.append(f"its condition {condition}")
    if region is not None:
        named.append(f"region {region}")
    return f" ({', '.join(named)})"


class SgliteWarning(UserWarning):
    """Something a user should know before trusting a number."""


class SgliteError(Exception):
    """Base of every error that syntaxgym_lite raises on purpose.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> try:
    ...     sgl.evaluate("npz", models="kenlm:no-such-file.arpa")
    ... except sgl.SgliteError as error:
    ...     print(error.exit_code)
    3
    """

    exit_code = 3

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what the error is, not how it was made: subclasses are made of other things than their message."""
        return _restore, (type(self), self.args, self.__dict__)


def _restore(cls: type[SgliteError], args: tuple[object, ...], attributes: dict[str, object]) -> SgliteError:
    error = cls.__new__(cls, *args)
    error.__dict__.update(attributes)
    return error


class InputError(SgliteError):
    """Something the user gave cannot be used as it stands (exit code 2).

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> sgl.evaluate("npz", join="glue")
    Traceback (most recent call last):
    syntaxgym_lite.errors.InputError: ...
    """

    exit_code = 2


class SuiteError(InputError):
    """A suite file with problems; all of them are listed at once.

    Parameters
    ----------
    source : str
        Name of the file, as the user gave it.
    problems : sequence of Problem
        At least one.
    advice : str, optional
        What may help with all of them: a last line, which is no problem.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from pathlib import Path
    >>> _ = Path("half.json").write_text('{"meta": {"name": "half"}}')
    >>> try:
    ...     sgl.load_suite("half.json")
    ... except sgl.SuiteError as error:
    ...     print(error.problems[0])
    meta.metric: missing. Write "sum".
    """

    def __init__(self, source: str, problems: Sequence[Problem], advice: str = "") -> None:
        self.source = source
        self.problems = tuple(problems)
        self.advice = advice
        super().__init__(self._render())

    def _render(self) -> str:
        lines = [f"{self.source}: {problem}" for problem in self.problems[:_MOST_PROBLEMS_SHOWN]]
        if len(lines) < len(self.problems):
            lines.append(f"... and {len(self.problems) - len(lines)} more.")
        if len(lines) > 1:
            lines.append(f"{len(self.problems)} problems in {self.source}.")
        if self.advice:
            lines.append(self.advice)
        return "\n".join(lines)


class Problems(list[Problem]):
    """Everything that is wrong with an input file, collected until all of it is said at once."""

    def note(self, path: str, message: str) -> None:
        """Add a problem."""
        self.append(Problem(path, message))

    def raise_all(self, source: str) -> None:
        """Raise `SuiteError` for the file of this name, if there is a problem."""
        if self:
            raise SuiteError(source, self)


class FormulaError(InputError):
    """A prediction formula that cannot be read, or that names something the suite does not have.

    Parameters
    ----------
    problem : str
        What is wrong and what to write instead, in one or two sentences.
    source : str
        The whole formula.
    span : Span
        The part of `source` the problem is about. At the end of input, an empty span after the last character.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> try:
    ...     sgl.parse_formula("(2;%bad%) > (2;%good%")
    ... except sgl.FormulaError as error:
    ...     print(error)
      (2;%bad%) > (2;%good%
                           ^
    The region reference lacks its ')'. It is written (region;%condition%).
    """

    def __init__(self, problem: str, source: str, span: Span) -> None:
        self.problem = problem
        self.source = source
        self.span = span
        super().__init__(f"{point_at(source, span)}\n{problem}")


class ModelError(SgliteError):
    """A model is missing or failed (exit code 3)."""


class ModelNotFoundError(ModelError):
    """There is no such model file, folder, hub name or shipped model."""


class MissingExtraError(ModelError):
    """An optional library is not installed.

    Parameters
    ----------
    what : str
        What needs the library, e.g. ``"KenLM models"``.
    extra : str
        Name of the extra that brings it, e.g. ``"kenlm"``.
    """

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        libraries = " ".join(f"'{library}'" for library in REQUIREMENTS[extra])
        super().__init__(f"{what} need an optional library. Install it with: pip install {libraries}")


class ScoringError(ModelError):
    """A model could not score a sentence.

    Parameters
    ----------
    message : str
    texts : sequence of str, optional
        The sentences in question, if it is known which.
    """

    def __init__(self, message: str = "", texts: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.texts = tuple(texts)


class Stopped(Exception):
    """Scoring was stopped, by whoever watched its progress.

    A progress callback raises it, and whoever gave the callback catches it: nothing in between takes it for a failure,
    of a sentence or of a model. What was scored until then is kept in the cache, so that the next run goes on there.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> def progress(done, total):
    ...     raise Stopped
    >>> try:
    ...     sgl.surprisals("ngram", ["The cat sat.", "The dog sat."], batch_size=1, progress=progress)
    ... except Stopped:
    ...     print("stopped after the first sentence")
    stopped after the first sentence
    """


class DownloadError(SgliteError):
    """Public data could not be downloaded, or is not what was published (exit code 3)."""


def point_at(source: str, span: Span, *, indent: str = "  ") -> str:
    """Show the line of `source` that holds the start of `span`, with carets under it.

    Parameters
    ----------
    source : str
        The whole source text; may hold several lines, tabs and wide characters.
    span : Span
        What to point at. An empty span gets one caret.
    indent : str, optional
        Put before both lines.

    Returns
    -------
    str
        Two lines: the source line, what cannot be seen in it as its code (`inert`), and the carets.

    Examples
    --------
    >>> print(point_at("1 < 2 < 3", Span(6, 7)))
      1 < 2 < 3
            ^
    """
    first = source.rfind("\n", 0, span.start) + 1
    last = source.find("\n", span.start)
    last = len(source) if last < 0 else last
    start = min(span.start, last)
    before = after = ""
    if last - first > _LONGEST_LINE:  # what stands round the carets is enough
        if start - first > _BEFORE_CARET:
            first, before = start - _BEFORE_CARET, "… "
        if last - first > _LONGEST_LINE:
            last, after = first + _LONGEST_LINE, " …"
    line = _one_line(source[first:last])
    start -= first
    end = max(min(span.end - first, len(line)), start)
    shown, ahead = inert(line), before + inert(line[:start])
    carets = max(_columns(before + inert(line[:end])) - _columns(ahead), 1)
    return f"{indent}{before}{shown}{after}\n{indent}{' ' * _columns(ahead)}{'^' * carets}"


def _one_line(text: str) -> str:
    """Put a blank for every tab and control character, which would move the carets or the cursor."""
    return "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)


def _columns(text: str) -> int:
    """Count terminal columns: wide characters take two, marks and joiners none."""
    visible = [char for char in text if unicodedata.category(char) not in ("Mn", "Me", "Cf")]
    return len(visible) + sum(unicodedata.east_asian_width(char) in ("W", "F") for char in visible)


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


def cited(text: str, limit: int = 80) -> str:
    r"""Quote a text of a file in a message, on one line; a long one loses its end.

    Examples
    --------
    >>> cited("two\nlines"), cited("x" * 100, 10)
    ("'two\\nlines'", "'xxxxxxx...'")
    """
    return repr(text if len(text) <= limit else f"{text[: limit - 3]}...")


_WANT_OF_MEMORY = re.compile(r"allocate memory|bad.?alloc|failed to map segment|out of memory", re.IGNORECASE)


OPTION = re.compile(r"`([a-z][a-z0-9_]*)(?:=([^`]*))?`")
"""How a message names an option, and its value: in backquotes, as Python has it."""

_OF_OTHERS = re.compile(
    r"(?<![\w=])'(?:[^'\n]|(?<=\w)'(?=\w))*'(?!\w)|(?<![\w=])\"[^\"\n]*\"(?!\w)"  # what a message quotes
    r"|^.*\n[ ]*\^+$",  # a line of a formula, with carets under it
    re.MULTILINE,
)
"""Words of suites and users, which stay as they are."""


def with_options(message: str, write: Callable[[re.Match[str]], str]) -> str:
    """Write the options of a message in another way, and leave alone what it quotes of suites and users.

    Parameters
    ----------
    message : str
    write : callable
        From a match of `OPTION` to what is put in its place.

    Examples
    --------
    >>> with_options("Region 'say `eos` loud': try `eos`.", lambda option: option[1].upper())
    "Region 'say `eos` loud': try EOS."
    """
    place, pieces = 0, []
    for kept in _OF_OTHERS.finditer(message):
        pieces += [OPTION.sub(write, message[place : kept.start()]), kept[0]]
        place = kept.end()
    return "".join([*pieces, OPTION.sub(write, message[place:])])


def lacks_memory(error: BaseException) -> bool:
    """Whether an error says that there is not enough memory, as libraries have many ways to.

    Examples
    --------
    >>> lacks_memory(RuntimeError("DefaultCPUAllocator: can't allocate memory")), lacks_memory(ValueError("no"))
    (True, False)
    """
    return isinstance(error, MemoryError) or _WANT_OF_MEMORY.search(str(error)) is not None


def told(error: BaseException) -> str:
    """Say what an error of others' code is, in words where it has none.

    Examples
    --------
    >>> told(ValueError("no such layer")), told(SystemExit(0)), told(MemoryError())
    ('ValueError: no such layer', 'it tried to end the program (SystemExit: 0)', 'there is not enough memory')
    """
    if lacks_memory(error):
        return "there is not enough memory" + (f" ({error})" if str(error) else "")
    named = type(error).__name__ + (f": {error}" if str(error) else "")
    return f"it tried to end the program ({named})" if isinstance(error, (SystemExit, GeneratorExit)) else named


def counted(n: int, one: str, several: str | None = None) -> str:
    """Give a number with what is counted, in the singular or the plural.

    Examples
    --------
    >>> counted(1, "item"), counted(2, "item"), counted(0, "file has", "files have")
    ('1 item', '2 items', '0 files have')
    """
    return f"{n} {one if n == 1 else several or f'{one}s'}"


def listed(names: Sequence[str], limit: int = 20) -> str:
    """Give names for a message; of very many the first.

    Examples
    --------
    >>> listed(["a", "b"]), listed(["a", "b", "c"], 2), listed([])
    ('a, b', 'a, b and 1 more', 'none')
    """
    shown = ", ".join(names[:limit]) or "none"
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"


def short(text: str) -> str:
    r"""Give a text in quotes, on one line, and cut in its middle if it is long.

    Examples
    --------
    >>> print(short("one\nline"), len(short("long" * 1000)))
    'one\nline' 60
    """
    return _SHORT.repr(text)


class CalledModule(ModuleType):
    """A module whose name is that of a function that one would look for: calling it says which one."""

    call_instead: str

    def __call__(self, *args: object, **options: object) -> None:
        """Say what to call."""
        raise TypeError(f"{self.__name__} is a module. Call {self.call_instead}.")


def one_of(option: str, value: object, known: Iterable[Choice]) -> Choice:
    """Give the value that an option has, of those there are.

    Raises
    ------
    InputError
        If there is no such value.

    Examples
    --------
    >>> one_of("oov", "kept", ["keep", "error"])
    Traceback (most recent call last):
    syntaxgym_lite.errors.InputError: `oov=kept`: unknown; known are keep, error. Did you mean 'keep'?
    """
    known = list(known)
    for choice in known:
        if choice == value:
            return choice
    shown = str(value)
    raise InputError(f"`{option}={shown}`: unknown; known are {', '.join(known)}.{did_you_mean(shown, known)}")


def has_instead(lacking: Iterable[str], own: Iterable[str]) -> str:
    r"""Say which name stands where one is lacking that looks the same; an empty string if none does.

    Examples
    --------
    >>> print(has_instead(["no comma"], ["comma", "no comma"]))
     It has 'no comma'. Did you mean 'no comma'? It looks the same, but has U+0020 (space) where this has U+00A0 ...
    """
    lacking = list(lacking)
    by_look = {looks(name): name for name in own if name not in lacking}
    for name in lacking:
        there = by_look.get(looks(name))
        if there is not None:
            return f" It has {cited(there)}.{did_you_mean(there, [name])}"
    return ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `` Did you mean 'x'?`` for the known name closest to `name`, or an empty string.

    Where that name looks the same as `name`, it says in what the two differ.

    Examples
    --------
    >>> did_you_mean("ambg", ["ambig", "unambig"])
    " Did you mean 'ambig'?"
    >>> did_you_mean("zzz", ["ambig"])
    ''
    """
    known = list(known)
    by_fold = {candidate.casefold(): candidate for candidate in reversed(known)}
    match = by_fold.get(name.casefold())
    if match is None:
        seen = looks(name)
        match = next((candidate for candidate in known[:_MOST_LOOKED_AT] if looks(candidate) == seen), None)
    if match is None:
        close = difflib.get_close_matches(name[:_MOST_COMPARED], known[:_MOST_COMPARED], n=1, cutoff=0.6)
        match = close[0] if close else None
    if match is None:
        return ""
    differ = how_they_differ(name, match)
    return f" Did you mean '{match}'?{f' {differ}' if differ else ''}"
