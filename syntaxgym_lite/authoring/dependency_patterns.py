"""What is looked for in a treebank: words that change, and the words that tell how.

The *target* is the word that changes: an adjective in the case of its noun, a verb in the number of its subject. Its
*cue* is the word that tells its value: one that it agrees with, or one that governs it. Both are found by the relations
of the dependency tree, over syntactic words, so that a noun within a token of several words (Hebrew *ba-bayit*) counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..errors import InputError, did_you_mean
from .conllu import Tree, TreeWord

__all__ = [
    "Candidate",
    "DependencyPattern",
    "candidates",
    "governed_values",
    "is_one_of",
    "parse_features",
    "parse_target",
    "pattern_of",
]

_UPOS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"),
    *("PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"),
)


@dataclass(frozen=True, slots=True)
class DependencyPattern:
    """What is looked for in trees.

    Parameters
    ----------
    feature : str
        Whose value changes, as ``"Gender"``.
    relation : {"agreement", "government"}
        Whether the target must have the value of its cue, or what its cue asks for.
    cue : str
        Where the cue is: ``"head"``, the target's head; a relation such as ``"nsubj"``, its dependant;
        ``"head:nsubj"``, a dependant of its head. A relation stands for its subtypes as well.
    target_upos, target_deprels : tuple of str
        What the target is, and its relation to its head; no relation: any.
    target_has, cue_has : mapping of str to tuple of str, optional
        Features that they must have, with the values that will do.
    target_without, cue_without : tuple of str, optional
        Relations of dependants that they must not have, such as ``"conj"``: a coordinated cue may ask for another value
        than its own.
    cue_upos : tuple of str, optional
        Parts of speech of the cue; none: any.
    same : tuple of str, optional
        Further features in which target and cue must be equal.
    free : tuple of str, optional
        Features in which the two forms may differ; see `Paradigms.others`.
    """

    feature: str
    relation: Literal["agreement", "government"]
    cue: str
    target_upos: tuple[str, ...]
    target_deprels: tuple[str, ...] = ()
    target_has: Mapping[str, tuple[str, ...]] | None = None
    target_without: tuple[str, ...] = ()
    cue_upos: tuple[str, ...] = ()
    cue_has: Mapping[str, tuple[str, ...]] | None = None
    cue_without: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    free: tuple[str, ...] = ()


def parse_target(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read parts of speech and relations, written ``UPOS,UPOS:DEPREL,DEPREL``.

    Examples
    --------
    >>> parse_target("ADJ:amod"), parse_target("VERB,AUX")
    ((('ADJ',), ('amod',)), (('VERB', 'AUX'), ()))
    """
    upos, colon, deprels = text.partition(":")
    parts = tuple(each.strip() for each in upos.split(","))
    relations = tuple(each.strip() for each in deprels.split(",")) if colon else ()
    for part in parts:
        if part not in _UPOS:
            raise InputError(
                f"{text!r}: there is no part of speech {part!r}.{did_you_mean(part.upper(), _UPOS)} Parts of "
                "speech of Universal Dependencies are meant, such as VERB, with or without a relation, as in ADJ:amod."
            )
    if "" in relations:
        raise InputError(f"{text!r}: a relation is expected after the colon, as in ADJ:amod.")
    return parts, relations


def parse_features(pairs: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Read features with the values that will do, written ``Case=Nom,Acc``.

    Examples
    --------
    >>> parse_features(["Case=Nom,Acc", "VerbForm=Fin"])
    {'Case': ('Nom', 'Acc'), 'VerbForm': ('Fin',)}
    """
    features = {}
    for pair in pairs:
        name, _, values = pair.partition("=")
        features[name.strip()] = tuple(value.strip() for value in values.split(","))
        if not name.strip() or "" in features[name.strip()]:
            raise InputError(f"{pair!r}: a feature and its value are expected, as in Case=Nom.")
    return features


def pattern_of(
    feature: str,
    target: str,
    *,
    agrees_with: str | None = None,
    governed_by: str | None = None,
    same: Iterable[str] = (),
    free: Iterable[str] = (),
    target_has: Iterable[str] = (),
    target_without: Iterable[str] = (),
    cue_upos: str | None = None,
    cue_has: Iterable[str] = (),
    cue_without: Iterable[str] = (),
) -> DependencyPattern:
    """Make a pattern of words as one writes them.

    Parameters
    ----------
    feature : str
    target : str
        As `parse_target` reads it.
    agrees_with, governed_by : str, optional
        The cue; one of the two.
    same, free, target_without, cue_without : iterable of str, optional
        As in `DependencyPattern`. In agreement, cues have no ``"conj"`` unless something else is said.
    target_has, cue_has : iterable of str, optional
        As `parse_features` reads them.
    cue_upos : str, optional
        Parts of speech, separated by commas.

    Raises
    ------
    InputError
        If something cannot be read.
    """
    if (agrees_with is None) == (governed_by is None):
        raise InputError("Give one of `agrees_with` and `governed_by`: the word that tells the value.")
    cue = agrees_with if agrees_with is not None else governed_by or ""
    if not cue.removeprefix("head:").strip():
        raise InputError(f"{cue!r}: a cue is 'head', a relation such as 'nsubj', or both, as in 'head:nsubj'.")
    if not feature.strip() or "=" in feature:
        raise InputError(
            f"{feature!r}: a feature of Universal Dependencies is expected, such as Gender, without a value."
        )
    if feature in {*same, *free}:
        raise InputError(f"{feature} is the feature that varies; `same` and `free` are for others.")
    upos, deprels = parse_target(target)
    without = tuple(cue_without) or (("conj",) if agrees_with is not None else ())
    return DependencyPattern(
        feature,
        "agreement" if agrees_with is not None else "government",
        cue,
        upos,
        deprels,
        target_has=parse_features(target_has),
        target_without=tuple(target_without),
        cue_upos=() if cue_upos is None else parse_target(cue_upos)[0],
        cue_has=parse_features(cue_has),
        cue_without=without,
        same=tuple(same),
        free=tuple(free),
    )


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that matches a pattern.

    Parameters
    ----------
    tree : Tree
    place : int
        Of the target among ``tree.parts``.
    cues : tuple of int
        Places of its cues, at least one.
    of_cue : tuple of str
        Relations of the dependants of the first cue.
    """

    tree: Tree
    place: int
    cues: tuple[int, ...]
    of_cue: tuple[str, ...]

    @property
    def target(self) -> TreeWord:
        """The word that changes."""
        return self.tree.parts[self.place]

    @property
    def cue(self) -> TreeWord:
        """The word that tells the target's value, the first of several."""
        return self.tree.parts[self.cues[0]]

    @property
    def governor(self) -> tuple[str, str, str]:
        """Lemma and part of speech of the cue, and the target's relation without its subtype."""
        return self.cue.lemma.lower(), self.cue.upos, self.target.deprel.partition(":")[0]

    @property
    def where(self) -> str:
        """File, line of the sentence, and number of the target in it."""
        return f"{self.tree.where}, word {self.place + 1}"


def candidates(trees: Iterable[Tree], pattern: DependencyPattern) -> Iterator[Candidate]:
    """Words that are what the target is to be, carry the feature, and have a cue."""
    for tree in trees:
        below: dict[int, list[int]] = defaultdict(list)
        for place, word in enumerate(tree.parts):
            below[word.head].append(place)
        for place, word in enumerate(tree.parts):
            if (
                word.upos not in pattern.target_upos
                or word.feat(pattern.feature) is None
                or (pattern.target_deprels and not is_one_of(word.deprel, pattern.target_deprels))
                or not _has(word, pattern.target_has)
                or any(is_one_of(tree.parts[each].deprel, pattern.target_without) for each in below[place])
            ):
                continue
            cues = tuple(
                each
                for each in _cues(tree, place, pattern.cue, below)
                if (not pattern.cue_upos or tree.parts[each].upos in pattern.cue_upos)
                and _has(tree.parts[each], pattern.cue_has)
            )
            if cues:
                yield Candidate(tree, place, cues, tuple(tree.parts[each].deprel for each in below[cues[0]]))


def _cues(tree: Tree, place: int, cue: str, below: Mapping[int, Sequence[int]]) -> Iterator[int]:
    head = tree.parts[place].head
    if cue == "head":
        if head != -1:
            yield head
        return
    of_head = cue.startswith("head:")
    if of_head and head == -1:
        return
    wanted = cue.removeprefix("head:")
    for each in below.get(head if of_head else place, ()):
        if each != place and is_one_of(tree.parts[each].deprel, (wanted,)):
            yield each


def is_one_of(deprel: str, wanted: Iterable[str]) -> bool:
    """Whether a relation is one of those wanted, or a subtype of one."""
    return any(deprel == each or deprel.startswith(f"{each}:") for each in wanted)


def _has(word: TreeWord, wanted: Mapping[str, tuple[str, ...]] | None) -> bool:
    return all(word.feat(name) in values for name, values in (wanted or {}).items())


def governed_values(trees: Iterable[Tree], pattern: DependencyPattern) -> Mapping[tuple[str, ...], Counter[str]]:
    """For each governor, how often words that match have each value."""
    found: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    if pattern.relation == "government":
        for candidate in candidates(trees, pattern):
            value = candidate.target.feat(pattern.feature)
            if len(candidate.cues) == 1 and value is not None:
                found[candidate.governor].update(value.split(","))
    return found
