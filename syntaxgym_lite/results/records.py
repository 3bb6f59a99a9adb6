"""Records of what happened: outcomes, sentences with their regions and tokens, suites, models.

They know no model and no plot. An undefined value is None here and empty in tables, never 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ..errors import FormulaError, counted, short
from ..formula import Formula, parse, resolve
from ..suite import Excluded, Factor
from ..surprisal import WordBoundary
from .values import cells_of

if TYPE_CHECKING:
    from .tables import TableExtras

__all__ = [
    "ComparisonResult",
    "Failure",
    "Keeper",
    "ModelResult",
    "Outcome",
    "PredictionResult",
    "Record",
    "RegionResult",
    "SentenceCounts",
    "SentenceResult",
    "SuiteResult",
    "items_alike",
    "items_unknown",
]


class Record:
    """What stands in the document of a run."""

    __slots__ = ()
    # an impossible token has infinite surprisal
    __pydantic_config__: ClassVar[Any] = {"ser_json_inf_nan": "strings", "extra": "forbid"}


@dataclass(frozen=True, slots=True)
class ComparisonResult(Record):
    """One comparison of a prediction on one item.

    Parameters
    ----------
    left, right : float or None
        Values of the two sides, in the metric's unit (bits for sums); None if undefined.
    holds : bool or None
    """

    left: float | None
    right: float | None
    holds: bool | None

    @property
    def margin(self) -> float | None:
        """Left minus right: the effect size of this item; None if undefined."""
        if self.left is None or self.right is None:
            return None
        margin = self.left - self.right
        return None if margin != margin else margin + 0.0  # which makes 0 of -0


@dataclass(frozen=True, slots=True)
class Outcome(Record):
    """A prediction on an item: holds, does not hold, or is undefined (None)."""

    item_number: int
    prediction: int
    holds: bool | None
    comparisons: tuple[ComparisonResult, ...]
    tie: bool = False


@dataclass(frozen=True, slots=True)
class PredictionResult(Record):
    """What was predicted.

    Parameters
    ----------
    index : int
        Place in the suite, from 0.
    name : str or None
    formula : str
        As written in the suite.
    comparisons : tuple of str
        Source of each comparison in it, in order; the comparisons of an `Outcome` are in the same order.
    """

    index: int
    name: str | None
    formula: str
    comparisons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RegionResult(Record):
    """A region of one sentence and its surprisal (sum over its tokens, bits)."""

    region_number: int
    content: str
    start: int
    end: int
    surprisal_bits: float | None
    n_tokens: int
    oov: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceResult(Record):
    """One item in one condition: the text that was scored, its tokens and its regions."""

    item_number: int
    condition_name: str
    text: str
    regions: tuple[RegionResult, ...]
    tokens: tuple[str, ...]
    token_spans: tuple[tuple[int, int], ...]
    token_regions: tuple[int, ...]
    token_bits: tuple[float | None, ...]
    token_oov: tuple[bool, ...]
    token_ranks: tuple[int, ...] | None = None
    eos_bits: float | None = None

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<SentenceResult of item {self.item_number}, {short(self.condition_name)}: {short(self.text)}>"


@dataclass(frozen=True, slots=True)
class SentenceCounts(Record):
    """What a summary needs to know of a suite's sentences; ``unknown_items`` are those that `items_unknown` finds."""

    item_numbers: tuple[int, ...]
    n_tokens: int
    n_oov: int
    n_oov_items: int
    unknown_items: tuple[int, ...] = ()


def items_unknown(sentences: Iterable[tuple[int, Sequence[str], Collection[bool]]]) -> tuple[int, ...]:
    """Find the items whose conditions a model cannot tell apart, since it does not know the words.

    Parameters
    ----------
    sentences : iterable of (int, sequence of str, collection of bool)
        Number of the item, tokens, and whether each is unknown to the model, for each condition of each item.

    Returns
    -------
    tuple of int
        Numbers of the items that have an unknown token in each condition, and else either the same tokens, or no word.

    Examples
    --------
    >>> items_unknown([(1, ["the", "axolotl"], [False, True]), (1, ["the", "tapir"], [False, True])])
    (1,)
    >>> items_unknown([(1, ["le", "chat", "."], [True, True, False]), (1, ["chat", "."], [True, False])])
    (1,)
    >>> items_unknown([(1, ["the", "axolotl"], [False, True]), (1, ["a", "axolotl"], [False, True])])
    ()
    """
    return items_alike(
        (
            number,
            tuple([None if is_unknown else token for token, is_unknown in zip(tokens, unknown, strict=False)])
            if any(unknown)
            else None,
        )
        for number, tokens, unknown in sentences
    )


def items_alike(sentences: Iterable[tuple[int, tuple[str | None, ...] | None]]) -> tuple[int, ...]:
    """Do the same where unknown tokens are None already, and sentences without any are.

    Parameters
    ----------
    sentences : iterable of (int, tuple of (str or None), or None)
        Number of the item and tokens, for each condition of each item.
    """
    seen: dict[int, set[tuple[str | None, ...] | None]] = {}
    for number, tokens in sentences:
        seen.setdefault(number, set()).add(tokens)

    def says_nothing(own: set[tuple[str | None, ...] | None]) -> bool:
        if None in own:
            return False
        return len(own) == 1 or not any(map(str.isalnum, "".join(token or "" for one in own for token in one or ())))

    return tuple(number for number, own in seen.items() if says_nothing(own))


@dataclass(frozen=True, slots=True)
class SuiteResult(Record):
    """A suite on one model.

    ``factors`` are those of the items that have any, by item number; ``groups`` what the suite is averaged with;
    ``excluded`` what its source holds and it does not; ``counts`` stand for the sentences where those were not kept;
    ``pseudo`` says whether the values are pseudo-surprisals; ``word_boundary`` whether the end of a word counts for the
    token after it (``"as-is"``) or for the word (``"corrected"``). ``condition_factors`` are the levels of the
    conditions, ``cell_factors`` the factors of single conditions of items, by item number, and ``labels`` what authors
    call the items, by item number; each is empty where a suite has none. ``language`` is its language, a code as
    ``"en"``, and ``collection`` the data set that was published with a paper, if it is of one; else ``""``. ``crossed``
    says whether its predictions together compare the same word forms both ways, ``crossed_predictions`` which do so
    alone; see `syntaxgym_lite.suite.chance.crosses_word_forms`. ``clusters`` says, by item number, which items belong
    together and are no independent observations; see `syntaxgym_lite.suite.Item`. ``cells`` are kept in place of the
    sentences where conditions have factors, for effects of these: what the predictions refer to (``"5"``, ``"2:4"``,
    ``"5;mean"``) to conditions to the values of the items, in their order; see `syntaxgym_lite.predict.named_cells`.
    together and are no independent observations; see `syntaxgym_lite.suite.Item`. ``reference`` names the papers that
    the suite is from.
    """

    suite: str
    source: str
    suite_sha256: str
    circuit: str | None
    metric: str
    join: str
    context: str
    condition_names: tuple[str, ...]
    region_names: dict[int, str]
    predictions: tuple[PredictionResult, ...]
    outcomes: tuple[Outcome, ...]
    sentences: tuple[SentenceResult, ...]
    warnings: tuple[str, ...] = ()
    factors: dict[int, dict[str, Factor]] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    excluded: tuple[Excluded, ...] = ()
    counts: SentenceCounts | None = None
    pseudo: bool = False
    word_boundary: WordBoundary = "as-is"
    condition_factors: dict[str, dict[str, Factor]] = field(default_factory=dict)
    cell_factors: dict[int, dict[str, dict[str, Factor]]] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    language: str = ""
    collection: str = ""
    crossed: bool = False
    crossed_predictions: tuple[int, ...] = ()
    clusters: dict[int, str] = field(default_factory=dict)
    cells: dict[str, dict[str, tuple[float | None, ...]]] = field(default_factory=dict)
    reference: str = ""

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<SuiteResult of {short(self.suite)}: {counted(len(self.sentences), 'sentence')}>"

    @property
    def item_numbers(self) -> tuple[int, ...]:
        """Numbers of the items, in file order."""
        if self.counts is not None:
            return self.counts.item_numbers
        return tuple(dict.fromkeys(sentence.item_number for sentence in self.sentences))

    def count_sentences(self) -> SentenceCounts:
        """Give the counts of the sentences, whether or not these were kept."""
        return self.counts or SentenceCounts(
            item_numbers=self.item_numbers,
            n_tokens=sum(len(sentence.tokens) for sentence in self.sentences),
            n_oov=sum(sum(sentence.token_oov) for sentence in self.sentences),
            n_oov_items=len({sentence.item_number for sentence in self.sentences if any(sentence.token_oov)}),
            unknown_items=items_unknown((one.item_number, one.tokens, one.token_oov) for one in self.sentences),
        )

    def formula(self, prediction: int) -> Formula:
        """Read a prediction again; conditions that it names by their levels are those of the suite.

        Raises
        ------
        FormulaError
            If this version cannot read it.
        """
        return resolve(parse(self.predictions[prediction].formula), self.condition_factors)

    def readable_formula(self, prediction: int) -> Formula | None:
        """Read a prediction again; None if this version cannot read it."""
        try:
            return self.formula(prediction)
        except FormulaError:
            return None

    def without_sentences(self) -> SuiteResult:
        """Give the same without sentences, regions and tokens: a small part of it, of which all scores can be made."""
        return replace(self, sentences=(), counts=self.count_sentences(), cells=self.cells or cells_of(self))


@dataclass(frozen=True, slots=True)
class ModelResult(Record):
    """All suites on one model, and which model it was.

    ``model`` is its name in results, ``spec`` what one writes after ``--model`` to have it, if that is something else.
    """

    model: str
    backend: str
    revision: str | None
    fingerprint: str | None
    context: str
    units: str
    options: dict[str, str | int | float | bool | None]
    suites: tuple[SuiteResult, ...]
    warnings: tuple[str, ...] = ()
    spec: str = ""

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<ModelResult of {short(self.model)}: {counted(len(self.suites), 'suite')}>"

    @property
    def pseudo(self) -> bool:
        """Whether the values are pseudo-surprisals, as a masked model's are."""
        return self.context == "both" or any(suite.pseudo for suite in self.suites)

    @property
    def word_boundary(self) -> WordBoundary:
        """Whether the end of a word counts for the token after it or, corrected, for the word."""
        return "corrected" if any(suite.word_boundary == "corrected" for suite in self.suites) else "as-is"


class Keeper(Protocol):
    """Takes each suite's result when it is there, so that a run need not hold all of them."""

    needs_sentences: bool
    """Whether results are to have sentences with their tokens, which are the greater part of them."""

    def expect(self, extras: TableExtras) -> None:
        """Learn, before the first result, which columns tables of all of them have."""
        ...

    def add(self, model: str, suite: SuiteResult) -> SuiteResult:
        """Take the result of a suite on a model, and give what the run is to hold of it."""
        ...

    def drop(self, model: str) -> None:
        """Forget what was taken of a model: it failed, or is asked anew."""
        ...


@dataclass(frozen=True, slots=True)
class Failure(Record):
    """What could not be scored, and why: a model, or some sentences on it, in the order in which it was given them."""

    model: str
    message: str
    sentences: tuple[str, ...] = ()
