"""Minimal pairs from treebanks: a word, and its form with another value of a feature.

Words and what tells their value are found by a pattern (`syntaxgym_lite.authoring.dependency_patterns`). The right form
is that of the treebank, the wrong one the same word with another value (`syntaxgym_lite.authoring.inflection`); what
stands before is the same, as are all other features. The construction search of Gulordava et al. (2018) is in
`syntaxgym_lite.authoring.harvest`.

What would make a wrong form right, or give it away, is left out and counted: the reasons are the constants below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from ..errors import InputError, counted, did_you_mean
from ..suite import Excluded, Suite
from ..suite.json import suite_from_document
from .conllu import Tree
from .corpus_checks import CORPUS
from .dependency_patterns import Candidate, DependencyPattern, candidates, governed_values, is_one_of
from .harvest import mark_plural_verbs
from .inflection import NOT_KNOWN, Paradigms, Variants, in_capitals_of
from .trace_checks import TEXT_TRACES
from .unimorph import WordForm
from .word_in_text import depends_on_vowel, has_vowel, is_first, is_joined, joined, span

__all__ = ["COMPARED", "Compared", "DependencyPairs", "HarvestCount", "dependency_pairs"]

Compared = Literal["target", "rest"]
COMPARED: tuple[str, ...] = get_args(Compared)
"""What is compared: the target after its left context alone, or all from the target to the end of the sentence."""

_NOUNS = frozenset({"NOUN", "PROPN"})
_ODD = ("Typo", "Abbr", "Foreign")

NO_TEXT = "the sentence has no text"
OTHER_TEXT = "the words do not give the sentence's text"
TRACES = "the sentence has marks that programs left there, as in &#39; and Ã©"
SEVERAL_CUES = "the target has several cues"
IN_TOKEN = "the target is part of a token of several words"
ODD = "the target is marked as a typo, an abbreviation or foreign"
NO_LEMMA = "the target has no form or no lemma"
SEVERAL_VALUES = "the target has several values of the feature"
CUE_WITHOUT = "the cue has not one value of the feature"
DIFFER = "target and cue do not agree"
DIFFER_ELSE = "target and cue differ in a feature that must be the same"
CUE_HAS_DEPENDANT = "the cue has a dependant that is not wanted"
CUE_AFTER = "the cue follows the target"
RARE_GOVERNOR = "the governor occurs too seldom"
JOINED = "the target is written together with the word beside it"
NOT_IN_VOCABULARY = "a word from cue to target is not in the vocabulary"
GOVERNOR_TAKES_BOTH = "the governor takes a value of the other form as well"
VOWEL = "only one of the forms has an initial vowel, after a word that depends on that"
CAPITALS = "the capitals of the one cannot be given to the other"
FORM_NOT_IN_VOCABULARY = "the other form is not in the vocabulary"
DUPLICATE = "the same pair is in the suite already"


@dataclass(frozen=True, slots=True)
class HarvestCount:
    """What became of candidates.

    Parameters
    ----------
    of : {"word", "pair"}
        Whether words are counted, or pairs of a word that was kept and one other value.
    outcome : str
        ``"kept"``, or why they were left out.
    n : int
    """

    of: Literal["word", "pair"]
    outcome: str
    n: int


@dataclass(frozen=True, slots=True)
class DependencyPairs:
    """What a search gave.

    Parameters
    ----------
    suite : Suite or None
        None where no pair was found.
    outcomes : tuple of HarvestCount
        Those of words add up to all candidates; those of pairs, to all words kept with each other value.
    excluded : tuple of Excluded
        Words and pairs that are not in the suite, each with its place and the reason. Values of which no form is known
        are in `outcomes` only.
    n_agree, n_compared : int
        How many candidates have the value of their cue, of those where both have one. 0 of 0 for government.
    notes : tuple of str
        What was done to the treebank, and what should be looked at.
    """

    suite: Suite | None
    outcomes: tuple[HarvestCount, ...]
    excluded: tuple[Excluded, ...]
    n_agree: int
    n_compared: int
    notes: tuple[str, ...]


def dependency_pairs(
    trees: Sequence[Tree],
    pattern: DependencyPattern,
    *,
    name: str,
    to: Collection[str] = (),
    lexicon: Sequence[Tree] = (),
    table: Iterable[WordForm] = (),
    vocabulary: Collection[str] | None = None,
    variants: Variants = "refuse",
    min_count: int = 6,
    compared: Compared = "target",
    whole: bool = False,
    language: str | None = None,
) -> DependencyPairs:
    """Make a suite of the words of a treebank that match a pattern.

    Parameters
    ----------
    trees : sequence of Tree
        As `read_conllu` gives them.
    pattern : DependencyPattern
    name : str
        What to call the suite.
    to : collection of str, optional
        Values that the other form may have; none: each that occurs.
    lexicon : sequence of Tree, optional
        Further trees that give word forms only.
    table : iterable of WordForm, optional
        A table of UniMorph, asked where the treebanks have no form.
    vocabulary : collection of str, optional
        Words that the models know: all from cue to target must be among them, and both forms.
    variants : {"refuse", "frequent", "all"}, optional
        See `syntaxgym_lite.authoring.inflection.VARIANTS`.
    min_count : int, optional
        How often a governor must occur with words that match.
    compared : {"target", "rest"}, optional
        See `COMPARED`. For ``"target"``, the cue must stand before it.
    whole : bool, optional
        Add the rest of the sentence as a third region, as ``compared="rest"`` does.
    language : str, optional
        For the suite's ``meta``, and for the capitals of Turkish and Azeri.
    """
    notes = []
    of_verbs = pattern.feature == "Number" and not {"VERB", "AUX"}.isdisjoint(pattern.target_upos)
    if of_verbs and (marked := mark_plural_verbs([*trees, *lexicon])) is not None:
        notes.append(
            "Present-tense verbs without a number were taken for plural ones; the treebank marks singulars only."
        )
        trees, lexicon = marked[: len(trees)], marked[len(trees) :]
    search = _Search(pattern, compared, min_count, vocabulary, governed_values(trees, pattern))
    paradigms = Paradigms([*trees, *lexicon], table)
    values = _wrong_values(to, paradigms.values(pattern.target_upos, pattern.feature), trees, pattern)
    outcomes: Counter[tuple[Literal["word", "pair"], str]] = Counter()
    excluded: list[Excluded] = []
    items: list[dict[str, Any]] = []
    seen: set[tuple[str, ...]] = set()
    whole = whole or compared == "rest"
    named = len({tree.sent_id for tree in trees}) == len(trees)  # or else sentences are told apart by their places
    for candidate in candidates(trees, pattern):
        reason = search.refuses(candidate)
        outcomes["word", reason or "kept"] += 1
        if reason is not None:
            excluded.append(Excluded(candidate.where, reason))
            continue
        for value in values:
            if value == candidate.target.feat(pattern.feature):
                continue
            forms, reason, source = search.wrong_forms(candidate, paradigms, value, variants, language, seen)
            outcomes["pair", reason or "kept"] += 1
            if reason is not None and reason != NOT_KNOWN:
                excluded.append(Excluded(candidate.where, reason))
            for form in forms:
                item = _item(len(items) + 1, candidate, pattern, value, form, source, whole)
                sentence = candidate.tree.sent_id if named else candidate.tree.where
                items.append({**item, "cluster": " ".join(sentence.split())})
    if not outcomes:
        notes.append(
            f"No {' or '.join(pattern.target_upos)} with the feature {pattern.feature} has the cue {pattern.cue!r} "
            "that is described; relations are those of the treebank, such as nsubj, amod, case."
        )
    if search.n_compared and search.n_agree < 0.95 * search.n_compared:
        agree = "agrees with its" if search.n_agree == 1 else "agree with their"
        notes.append(
            f"Only {search.n_agree} of {counted(search.n_compared, 'candidate')} {agree} cue in {pattern.feature}; in "
            "those that do, the other form may be right as well."
        )
    suite = _suite(name, items, excluded, pattern, compared, whole, language) if items else None
    rows = tuple(HarvestCount(of, outcome, n) for (of, outcome), n in sorted(outcomes.items(), key=_kept_first))
    return DependencyPairs(suite, rows, tuple(excluded), search.n_agree, search.n_compared, tuple(notes))


def _wrong_values(
    to: Collection[str], known: Sequence[str], trees: Sequence[Tree], pattern: DependencyPattern
) -> tuple[str, ...]:
    """Values that forms are looked for with; refuse features and values that no word has."""
    words = " or ".join(pattern.target_upos)
    if not known:
        features = {
            name for tree in trees for word in tree.parts if word.upos in pattern.target_upos for name, _ in word.feats
        }
        raise InputError(
            f"No {words} has the feature {pattern.feature!r}.{did_you_mean(pattern.feature, sorted(features))} "
            f"They have {', '.join(sorted(features)) or 'none'}."
        )
    for value in to:
        if value not in known:
            raise InputError(
                f"No {words} has {pattern.feature}={value}.{did_you_mean(value, known)} Values are {', '.join(known)}."
            )
    return tuple(to) or tuple(known)


def _kept_first(row: tuple[tuple[str, str], int]) -> tuple[bool, bool, int, str]:
    (of, outcome), n = row
    return of == "pair", outcome != "kept", -n, outcome


# ------------------------------------------------------------------------------------------------------- search


@dataclass(slots=True)
class _Search:
    """Which candidates can be used."""

    pattern: DependencyPattern
    compared: Compared
    min_count: int
    vocabulary: Collection[str] | None
    governed: Mapping[tuple[str, ...], Counter[str]]
    n_agree: int = 0
    n_compared: int = 0

    def refuses(self, candidate: Candidate) -> str | None:
        """Why a candidate is not used, or None."""
        target, feature = candidate.target, self.pattern.feature
        if not candidate.tree.text:
            return NO_TEXT
        if joined(candidate.tree) != candidate.tree.text:
            return OTHER_TEXT
        if len(candidate.cues) > 1:
            return SEVERAL_CUES
        if candidate.tree.token_of.count(candidate.tree.token_of[candidate.place]) > 1:
            return IN_TOKEN
        if any(target.feat(name) == "Yes" for name in _ODD):
            return ODD
        if target.lemma in ("", "_") or not target.form:
            return NO_LEMMA
        if "," in str(target.feat(feature)):
            return SEVERAL_VALUES
        reason = self._disagrees(candidate) if self.pattern.relation == "agreement" else None
        if reason is not None:
            return reason
        if any(is_one_of(deprel, self.pattern.cue_without) for deprel in candidate.of_cue):
            return CUE_HAS_DEPENDANT
        if self.compared == "target" and candidate.cues[0] > candidate.place:
            return CUE_AFTER
        if self.pattern.relation == "government" and self.governed[candidate.governor].total() < self.min_count:
            return RARE_GOVERNOR
        if _has_traces(candidate.tree.text):
            return TRACES
        if is_joined(candidate.tree, candidate.place):
            return JOINED
        if self.vocabulary is not None and not all(word in self.vocabulary for word in _from_cue(candidate)):
            return NOT_IN_VOCABULARY
        return None

    def _disagrees(self, candidate: Candidate) -> str | None:
        target, cue = candidate.target, candidate.cue
        of_cue = cue.feat(self.pattern.feature)
        if of_cue is None or "," in of_cue:
            return CUE_WITHOUT
        self.n_compared += 1
        if target.feat(self.pattern.feature) != of_cue:
            return DIFFER
        self.n_agree += 1
        if any(target.feat(name) != cue.feat(name) for name in self.pattern.same):
            return DIFFER_ELSE
        return None

    def wrong_forms(
        self,
        candidate: Candidate,
        paradigms: Paradigms,
        value: str,
        variants: Variants,
        language: str | None,
        seen: set[tuple[str, ...]],
    ) -> tuple[tuple[str, ...], str | None, str]:
        """Forms with another value that break the rule in the candidate's place; or why there is none."""
        target = candidate.target
        cue = candidate.cue if self.pattern.relation == "agreement" else None
        others = paradigms.others(
            target, self.pattern.feature, value, free=self.pattern.free, cue=cue, variants=variants
        )
        reason = others.reason
        forms = []
        has_own = paradigms.usual(target.lemma, target.form) == target.form != target.form.lower()
        keeps = has_own and not is_first(candidate.tree, candidate.place)  # 'I' has a capital of its own, 'me' none
        takes = self.governed.get(candidate.governor, Counter())
        for other, values in zip(others.forms, others.values, strict=True):
            form = other if keeps else in_capitals_of(other, target.form, language)
            if any(takes[each] for each in values):  # empty where they agree
                reason = GOVERNOR_TAKES_BOTH
            elif form is None:
                reason = CAPITALS
            elif depends_on_vowel(candidate.tree, candidate.place) and has_vowel(form) != has_vowel(target.form):
                reason = VOWEL
            elif self.vocabulary is not None and form not in self.vocabulary:
                reason = FORM_NOT_IN_VOCABULARY
            elif (key := (*self._compared_text(candidate), form)) in seen:
                reason = DUPLICATE
            else:
                seen.add(key)
                forms.append(form)
        return tuple(forms), None if forms else reason, others.source

    def _compared_text(self, candidate: Candidate) -> tuple[str, str]:
        """What the scores of a pair depend on, but for its wrong form."""
        text = candidate.tree.text
        before = text[: span(candidate.tree, candidate.place)[0]]
        return before, text[len(before) :] if self.compared == "rest" else candidate.target.form


@lru_cache(maxsize=1 << 12)
def _has_traces(text: str) -> bool:
    """Whether a sentence has what `sglite check` warns of in any text: a wrong encoding, markup, marks of judgment."""
    return any(check(text) is not None for check in TEXT_TRACES.values())


def _from_cue(candidate: Candidate) -> list[str]:
    """Tokens from cue to target."""
    places = sorted(candidate.tree.token_of[place] for place in (candidate.place, candidate.cues[0]))
    return [word.form for word in candidate.tree.words[places[0] : places[1] + 1]]


# -------------------------------------------------------------------------------------------------------- items


def _item(
    number: int, candidate: Candidate, pattern: DependencyPattern, value: str, form: str, source: str, whole: bool
) -> dict[str, Any]:
    start, end = span(candidate.tree, candidate.place)
    text = candidate.tree.text
    prefix = text[:start].rstrip(" ")
    blank = text[len(prefix) : start]
    tree = candidate.tree
    right = str(candidate.target.feat(pattern.feature))
    factors: dict[str, Any] = {
        "value": right,
        "wrong_value": value,
        "n_attr": _n_attractors(candidate, pattern.feature),
        "distance": abs(candidate.place - candidate.cues[0]),
    }
    if len(pattern.target_upos) > 1:
        factors["target"] = candidate.target.upos
    if pattern.relation == "government":
        factors["governor"] = candidate.cue.lemma
    conditions = []
    for condition, own in (("correct", candidate.target.form), ("wrong", form)):
        texts = [prefix, blank + own, text[end:]][: 3 if whole else 2]
        regions = [{"region_number": place, "content": each} for place, each in enumerate(texts, 1)]
        conditions.append({"condition_name": condition, "regions": regions})
    return {
        "item_number": number,
        "factors": factors,
        "conditions": conditions,
        "origin": {"where": tree.where, "sentence": tree.sent_id, "target": candidate.place + 1,
                   "cue": candidate.cues[0] + 1, "lemma": candidate.target.lemma, "form_from": source},
    }  # fmt: skip


def _n_attractors(candidate: Candidate, feature: str) -> int:
    """Nouns between target and cue that have another value than the target."""
    places = sorted((candidate.place, candidate.cues[0]))
    between = candidate.tree.parts[places[0] + 1 : places[1]]
    right = candidate.target.feat(feature)
    return sum(word.upos in _NOUNS and word.feat(feature) not in (None, right) for word in between)


def _suite(
    name: str,
    items: list[dict[str, Any]],
    excluded: list[Excluded],
    pattern: DependencyPattern,
    compared: Compared,
    whole: bool,
    language: str | None,
) -> Suite:
    meta: dict[str, Any] = {
        "name": name,
        "metric": "sum",
        "join": "none",
        "text": CORPUS,
        "phenomenon": f"{pattern.feature.lower()} {pattern.relation}",
    }
    if language:
        meta["language"] = language
    regions = {"1": "prefix", "2": "target", **({"3": "rest"} if whole else {})}
    compare = "2:3" if compared == "rest" else "2"
    formula = {
        "type": "formula",
        "formula": f"({compare};%correct%) < ({compare};%wrong%)",
        "name": pattern.relation,
    }
    document = {"meta": meta, "region_meta": regions, "predictions": [formula], "items": items}
    return replace(suite_from_document(document, source=name), excluded=tuple(excluded))
