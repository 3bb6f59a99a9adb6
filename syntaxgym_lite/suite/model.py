"""A suite as an experiment: items x conditions x regions, and predictions about their surprisals.

Files are read and written in `syntaxgym_lite.suite.json`; here is what a suite *is*, and how the regions of one item in
one condition become a sentence. Text and region spans are built together, once, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, ClassVar

from ..errors import InputError, counted, did_you_mean, short
from ..formula import Formula
from ..formula.factors import Factor, level_text
from ..papers import PAPERS
from ..words import is_unspaced
from .sentences import Sentence, SentenceColumns
from .text import Join, Normalization, normalize_text, sentence_texts

__all__ = [
    "PUBLISHED_CIRCUITS",
    "Condition",
    "Excluded",
    "Factor",
    "Item",
    "Prediction",
    "Region",
    "Sentence",
    "Suite",
]

_ITEMS_THAT_TELL = 20
"""So many items tell what script a suite is in."""
_ITEMS_AT_ONCE = 100  # whose sentences are made together, for those who may need a few only

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

_PUBLISHED = frozenset({*PUBLISHED_CIRCUITS, "nn-nv-rpl"})
"""Names of all suites published with them; one is in no circuit."""

_LANGUAGES = {"english": "en", "hebrew": "he", "italian": "it", "russian": "ru"}  # of Gulordava et al. (2018)


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

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<Region {self.number}: {short(self.content)}>"


@dataclass(frozen=True, slots=True)
class Condition:
    """One version of an item.

    Parameters
    ----------
    name : str
    regions : tuple of Region
    factors : mapping of str to str, int, float or bool, optional
        What is so of this condition of this item alone, and belongs to no design: the frequency of its verb.
    """

    name: str
    regions: tuple[Region, ...]
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    factors: Mapping[str, Factor] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<Condition {short(self.name)}: {counted(len(self.regions), 'region')}>"


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
    label : str, optional
        What its author calls it, where that is no number: ``"1a"``.
    cluster : str, optional
        What it was made of together with other items, such as a sentence whose words were exchanged: items of one
        cluster are no independent observations, which intervals and tests take into account.
    """

    number: int
    conditions: tuple[Condition, ...]
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    factors: Mapping[str, Factor] = field(default_factory=dict, hash=False)
    label: str = ""
    cluster: str = ""

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<Item {self.number}: {counted(len(self.conditions), 'condition')}>"

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

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<Prediction {short(self.name or '')}: {short(self.formula.source)}>"


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
    paper : str
        Of published data, the paper that they are from.
    condition_factors : mapping of str to mapping, optional
        Condition name to its level of each factor of the design: ``{"sg_pl": {"head": "sg", "attractor": "pl"}}``.
        Empty, or all conditions have the same factors, and no two the same levels.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [suite] = sgl.load_suites("npz")
    >>> suite.name, suite.condition_names
    ('npz', ('ambig_nocomma', 'ambig_comma', 'unambig_nocomma', 'unambig_comma'))
    >>> sentence = next(suite.sentences())  # of every item in every condition, with the place of each region
    >>> sentence.item_number, sentence.condition_name, sentence.region_spans.shape
    (1, 'ambig_nocomma', (6, 2))
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
    paper: str = field(default="", compare=False)
    condition_factors: Mapping[str, Mapping[str, Factor]] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        size = f"{counted(len(self.items), 'item')} x {counted(len(self.condition_names), 'condition')}"
        parts = f"{counted(len(self.region_names), 'region')}, {counted(len(self.predictions), 'prediction')}"
        return f"<Suite {short(self.name)}: {size}, {parts}>"

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
    def reference(self) -> str:
        """The papers that it is from: ``meta.reference``, else what is known of published data; may be empty."""
        reference = self.meta.get("reference")
        if isinstance(reference, str) and reference:
            return reference
        return self.paper or (str(PAPERS["Hu et al. 2020"]) if self.name in _PUBLISHED else "")

    @property
    def language(self) -> str:
        """Its language, by a code as ``"en"``: ``meta.language``, else that of published data; ``""`` if unknown."""
        language = self.meta.get("language") or _LANGUAGES.get(self.groups.get("language", "").casefold(), "")
        if isinstance(language, str) and language.strip():
            return language.strip().casefold()
        return "en" if self.name in _PUBLISHED else ""

    @property
    def collection(self) -> str:
        """The paper, as ``"Ettinger 2020"``, that its data were published with; ``""`` for any other suite."""
        if self.paper:
            return next((key for key, paper in PAPERS.items() if str(paper) == self.paper), self.paper)
        # a suite of a published design has its circuit in the file, the published one of that name has not
        return "Hu et al. 2020" if self.name in _PUBLISHED and "circuit" not in self.meta else ""

    @property
    def clusters(self) -> Mapping[int, str]:
        """Cluster of each item that belongs to one, by item number: its own, or its value of ``meta.cluster``."""
        factor = self.meta.get("cluster")
        if isinstance(factor, str) and factor:
            return {item.number: level_text(item.factors[factor]) for item in self.items if factor in item.factors}
        return {item.number: item.cluster for item in self.items if item.cluster}

    def clustered_by(self, factor: str) -> Suite:
        """Give the same suite, in which the items that share a value of a factor are one cluster.

        Raises
        ------
        InputError
            If no item has the factor.
        """
        if not any(factor in item.factors for item in self.items):
            raise InputError(no_such_factor(self.name, factor, (item.factors for item in self.items)))
        return replace(self, meta={**self.meta, "cluster": factor})

    @property
    def groups(self) -> Mapping[str, str]:
        """Groups of suites this one belongs to, by kind of group: ``{"phenomenon": "binding"}``; of ``meta.groups``."""
        groups = self.meta.get("groups")
        if not isinstance(groups, Mapping):
            return {}
        return {name: value for name, value in groups.items() if isinstance(value, str)}

    def is_parted_against_its_script(self, join: Join | None = None) -> bool:
        """Whether regions are joined by blanks that its script does not have, and nobody has asked for them.

        Judged by the first items, see `syntaxgym_lite.words.is_unspaced`; where ``"space"`` is said, it is meant.

        Parameters
        ----------
        join : {"space", "natural", "none"}, optional
            Instead of the suite's own.
        """
        said = join or self.meta.get("join")
        if said in ("space", "none"):
            return False
        some = (
            [region.content for region in condition.regions if region.content.strip()]
            for item in self.items[:_ITEMS_THAT_TELL]
            for condition in item.conditions
        )
        several = [contents for contents in some if len(contents) > 1]
        return is_unspaced(chain.from_iterable(several))

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
        for start in range(0, len(self.items), _ITEMS_AT_ONCE):
            yield from self._sentences(self.items[start : start + _ITEMS_AT_ONCE], join or self.join, normalize)

    def sentence_columns(
        self, *, join: Join | None = None, normalize: Collection[Normalization] = ()
    ) -> SentenceColumns:
        """Give what `sentences` yields as columns, without an object for each sentence."""
        return self._sentences(self.items, join or self.join, normalize)

    def _sentences(self, items: Sequence[Item], join: Join, normalize: Collection[Normalization]) -> SentenceColumns:
        names = self.condition_names
        contents = [
            [region.content for region in condition.regions]
            for item in items
            for condition in _in_order(item.conditions, names)
        ]
        if normalize:
            contents = [[normalize_text(content, normalize) for content in one] for one in contents]
        texts, spans = sentence_texts(contents, join)
        return SentenceColumns(
            item_numbers=[item.number for item in items for _ in names],
            condition_names=names * len(items),
            texts=texts,
            spans=spans,
            n_regions=list(map(len, contents)),
        )


def _in_order(conditions: Sequence[Condition], names: tuple[str, ...]) -> Sequence[Condition]:
    """Give the conditions of an item in the order of these names."""
    if tuple([condition.name for condition in conditions]) == names:
        return conditions
    by_name = {condition.name: condition for condition in conditions}
    return [by_name[name] for name in names]


def no_such_factor(suite: str, factor: str, factors: Iterable[Mapping[str, Factor]]) -> str:
    """Say that no item of a suite has the factor that is to cluster them, and which there are."""
    known = list(dict.fromkeys(name for own in factors for name in own))
    there = f"they have {', '.join(known)}.{did_you_mean(factor, known)}" if known else "they have none."
    return f"`cluster={factor}`: no item of suite '{suite}' has this factor; {there}"
