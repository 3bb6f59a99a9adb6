"""A suite as an experiment: items x conditions x regions, and predictions about their surprisals.

Files are read and written in `syntaxgym_lite.suite_io`; here is what a suite *is*, and how the regions of one item in
one condition become a sentence. Text and region spans are built together, once, so that they cannot disagree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, get_args

import numpy as np

from .formula import Formula
from .surprisal import IntArray

__all__ = [
    "JOINS",
    "NORMALIZATIONS",
    "PUBLISHED_CIRCUITS",
    "Condition",
    "Excluded",
    "Factor",
    "Item",
    "Join",
    "Normalization",
    "Prediction",
    "Region",
    "Sentence",
    "Suite",
    "normalize_text",
    "sentence_text",
]

Join = Literal["space", "natural", "none"]
JOINS: tuple[str, ...] = get_args(Join)
"""How region contents become a sentence; see `sentence_text`."""

Normalization = Literal["quotes", "nfc"]
NORMALIZATIONS: tuple[str, ...] = get_args(Normalization)
"""Changes to the text that a user may ask for; nothing is changed unasked."""

Factor = str | int | float | bool
"""What an item's factor can be; see `Item`."""

PUBLISHED_CIRCUITS: Mapping[str, str] = {
    name: circuit
    for circuit, names in {
        "agreement": "number_orc number_prep number_src",
        "center_embedding": "center_embed center_embed_mod",
        "garden_path": "mvrr mvrr_mod npz_ambig npz_ambig_mod npz_obj npz_obj_mod",
        "gross_syntactic_state": "subordination subordination_orc-orc subordination_pp-pp subordination_src-src",
        "licensing": (
            "npi_orc_any npi_orc_ever npi_src_any npi_src_ever reflexive_orc_fem reflexive_orc_masc "
            "reflexive_prep_fem reflexive_prep_masc reflexive_src_fem reflexive_src_masc"
        ),
        "long_distance_dependencies": (
            "cleft cleft_modifier fgd-embed3 fgd-embed4 fgd_hierarchy fgd_object fgd_pp fgd_subject"
        ),
    }.items()
    for name in names.split()
}
"""Circuits of the suites published with Hu et al. (2020), whose files do not say."""

_STRAIGHT_QUOTES = str.maketrans({"‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "‟": '"'})

# English clitics that a region may begin with; they attach to the word before them
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))(?!\w)", re.IGNORECASE)
_CLOSING = frozenset(",.;:?!)]}%…”»،؛؟।॥、。，．；：？！」』）】》〉")
_OPENING = frozenset("([{“‘„‚«¿¡「『（【《〈")


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of a sentence that predictions can name.

    Parameters
    ----------
    number : int
        As in the suite file, 1 for the first.
    content : str
        Its text, as written in the file; may be empty.
    extra : mapping
        The object of the file it came from, for writing back what this package does not use.
    """

    number: int
    content: str
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Condition:
    """One version of an item."""

    name: str
    regions: tuple[Region, ...]
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Item:
    """One set of lexical material in all conditions of the design.

    Parameters
    ----------
    number : int
        As in the suite file.
    conditions : tuple of Condition
        The same for all items, in any order.
    factors : mapping of str to str, int, float or bool
        What varies between items and scores are broken down by: construction, number of attractors, cloze bin.
    """

    number: int
    conditions: tuple[Condition, ...]
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    factors: Mapping[str, Factor] = field(default_factory=dict, hash=False)

    def condition(self, name: str) -> Condition:
        """Return the condition called `name`; conditions may stand in any order in a file.

        Raises
        ------
        KeyError
            If the item has no such condition.
        """
        for condition in self.conditions:
            if condition.name == name:
                return condition
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Prediction:
    """A claim about the region surprisals of an item, e.g. ``(5;%ambig%) > (5;%unambig%)``.

    Parameters
    ----------
    formula : Formula
        The parsed claim.
    name, description : str or None
        What to call it, and what it means in words.
    """

    formula: Formula
    name: str | None = None
    description: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The text of one item in one condition, and where its regions are.

    Parameters
    ----------
    item_number : int
    condition_name : str
    text : str
        Exactly what a model is given.
    region_spans : ndarray of int32, shape (r, 2)
        Half-open code-point range of every region in `text`. Joining spaces belong to no region; an empty region has
        start == end.
    """

    item_number: int
    condition_name: str
    text: str
    region_spans: IntArray = field(compare=False)


@dataclass(frozen=True, slots=True)
class Excluded:
    """An item of the source that is not in the suite.

    Parameters
    ----------
    where : str
        File and line, e.g. ``"generated.tab:12"``.
    reason : str
        The same words for the same reason: exclusions are counted by it.
    """

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Suite:
    """A psycholinguistic experiment.

    Parameters
    ----------
    name : str
    region_names : mapping of int to str
        Region number to name, in ascending order of number.
    items : tuple of Item
        At least one; every item has the same conditions.
    predictions : tuple of Prediction
        May be empty: then only surprisals are reported.
    metric : str
        How token surprisals become one value a region, where a formula does not say (``"sum"`` as a rule).
    join : {"space", "natural", "none"}
        How regions become a sentence; see `sentence_text`.
    context : str
        Text before every sentence, conditioned on but not scored.
    meta : mapping
        All of the file's ``meta``.
    source : str
        Where it was read from, for messages.
    excluded : tuple of Excluded
        What the source holds and the suite does not: nothing is left out silently.
    warnings : tuple of str
        What its reader noticed, and whoever reads the scores should know.
    """

    name: str
    region_names: Mapping[int, str]
    items: tuple[Item, ...]
    predictions: tuple[Prediction, ...] = ()
    metric: str = "sum"
    join: Join = "space"
    context: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict, compare=False)
    source: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    excluded: tuple[Excluded, ...] = ()
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @property
    def condition_names(self) -> tuple[str, ...]:
        """Names of the conditions, in the order of the first item."""
        return tuple(condition.name for condition in self.items[0].conditions)

    @property
    def region_numbers(self) -> tuple[int, ...]:
        """Region numbers in ascending order."""
        return tuple(self.region_names)

    @property
    def circuit(self) -> str | None:
        """The group of suites this one belongs to: ``meta.circuit``, else that of a published suite of this name."""
        circuit = self.meta.get("circuit")
        return circuit if isinstance(circuit, str) and circuit else PUBLISHED_CIRCUITS.get(self.name)

    @property
    def groups(self) -> Mapping[str, str]:
        """Groups of suites this one belongs to, by kind of group: ``{"phenomenon": "binding"}``; of ``meta.groups``."""
        groups = self.meta.get("groups")
        if not isinstance(groups, Mapping):
            return {}
        return {name: value for name, value in groups.items() if isinstance(value, str)}

    def sentences(self, *, join: Join | None = None, normalize: Collection[Normalization] = ()) -> Iterator[Sentence]:
        """Yield the sentence of every item in every condition.

        Items come in file order; the conditions of each in the order of `condition_names`, whatever the file's order.

        Parameters
        ----------
        join : {"space", "natural", "none"}, optional
            Instead of the suite's own.
        normalize : collection of {"quotes", "nfc"}, optional
            Changes to make to the text first; see `normalize_text`.
        """
        names = self.condition_names
        for item in self.items:
            for name in names:
                contents = [region.content for region in item.condition(name).regions]
                if normalize:
                    contents = [normalize_text(content, normalize) for content in contents]
                text, spans = sentence_text(contents, join or self.join)
                yield Sentence(item.number, name, text, spans)


def sentence_text(contents: Sequence[str], join: Join = "space") -> tuple[str, IntArray]:
    """Put region contents together to a sentence.

    Parameters
    ----------
    contents : sequence of str, length r
        Texts of the regions, in order; may be empty.
    join : {"space", "natural", "none"}
        ``"space"``: contents that are not empty, stripped, joined by one space, as SyntaxGym does.
        ``"natural"``: the same, but no space before a region that begins with closing punctuation or an English clitic
        (``'s``, ``n't``), and none after one that ends with an opening bracket or quote.
        ``"none"``: as written, one after the other, for languages written without spaces.

    Returns
    -------
    text : str
    spans : ndarray of int32, shape (r, 2)
        Half-open code-point ranges of the regions in `text`.

    Examples
    --------
    >>> sentence_text(["The dog", "", "barks", "."])[0]
    'The dog barks .'
    >>> text, spans = sentence_text(["The dog", "", "is", "n't", "here", "."], "natural")
    >>> text
    "The dog isn't here."
    >>> spans.tolist()
    [[0, 7], [7, 7], [8, 10], [10, 13], [14, 18], [18, 19]]
    """
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    position = 0
    previous = ""
    inside_quotes = False  # a straight double quote opens or closes by turns
    for content in contents:
        piece = content if join == "none" else content.strip()
        if (
            piece
            and previous
            and join != "none"
            and not (join == "natural" and _attach(previous, piece, inside_quotes))
        ):
            parts.append(" ")
            position += 1
        end = position + len(piece)
        spans.append((position, end))
        if piece:
            parts.append(piece)
            position = end
            previous = piece
            if '"' in piece:
                inside_quotes ^= piece.count('"') % 2 == 1
    array = np.array(spans, np.int32).reshape(-1, 2)
    array.flags.writeable = False
    return "".join(parts), array


def _attach(left: str, right: str, inside_quotes: bool) -> bool:
    """Whether natural spelling puts no space between two regions."""
    if left[-1] in _OPENING or (left[-1] == '"' and inside_quotes):
        return True
    first, rest = right[0], right[1:2]
    if first in _CLOSING:
        return not (first in ".," and rest.isdigit())  # ".5" is a number
    if first in "'’":
        # "'tis" and "'90s" open with an apostrophe of their own
        return not rest.isalnum() or bool(_CLITIC.match(right))
    if first == '"' and inside_quotes:
        return True
    return first in "nN" and bool(_CLITIC.match(right))


def normalize_text(text: str, normalizations: Collection[Normalization]) -> str:
    """Make the asked-for changes to a text.

    Parameters
    ----------
    text : str
    normalizations : collection of {"quotes", "nfc"}
        ``"quotes"``: typographic quotes and apostrophes become straight ones. ``"nfc"``: Unicode normal form C, so that
        an accented letter is one code point where there is one.

    Examples
    --------
    >>> normalize_text("isn’t", ["quotes"])
    "isn't"
    """
    if "quotes" in normalizations:
        text = text.translate(_STRAIGHT_QUOTES)
    if "nfc" in normalizations:
        text = unicodedata.normalize("NFC", text)
    return text
