"""Other forms of a word: the same lemma and part of speech, another value of one feature, and all else the same.

Forms come from treebanks, where every word has lemma and features, and from tables of UniMorph. A form with another
value is *wrong* only if it cannot be read as a right one: *read* is the plural of *he reads*, but *he read* is right in
the past tense. So all readings of a spelling count, and tense, aspect, voice and mood may differ in them. Forms that do
not begin and end in letters (*'re*, *etc.*) cannot stand where a whole word stood, and are not taken. Letters are
compared without their case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from ..casing import lower_case
from .conllu import Tree, TreeWord, parse_conllu, read_bank
from .unimorph import Feats, WordForm, is_unimorph, parse_unimorph
from .word_in_text import is_letter

__all__ = [
    "ALSO_RIGHT",
    "NOT_KNOWN",
    "SAME_SPELLING",
    "SEVERAL",
    "VARIANTS",
    "OtherForms",
    "Paradigms",
    "Variants",
    "in_capitals_of",
    "read_lexicon",
]

Variants = Literal["refuse", "frequent", "all"]
VARIANTS: tuple[str, ...] = get_args(Variants)
"""What becomes of a value that has several spellings (*are*, *'re*): none, the most frequent, or each is used."""


@dataclass(frozen=True, slots=True)
class OtherForms:
    """Forms of a word with one other value of a feature.

    Parameters
    ----------
    forms : tuple of str
        The most frequent first, spelled as within a sentence.
    values : tuple of frozenset of str
        For each form, the values of the feature that its spelling can have, whatever its other features.
    reason : str or None
        Why there is none.
    source : {"treebank", "table"}
    """

    forms: tuple[str, ...]
    values: tuple[frozenset[str], ...] = ()
    reason: str | None = None
    source: Literal["treebank", "table"] = "treebank"


NOT_KNOWN = "no form with the other value is known"
SAME_SPELLING = "both forms are spelled the same"
ALSO_RIGHT = "the other form can be read as a right one"
_AGREEING = frozenset({"Animacy", "Case", "Definite", "Gender", "Number", "Person", "Polite"})

SEVERAL = "the other value has several forms"


class Paradigms:
    """Forms of words.

    Parameters
    ----------
    trees : iterable of Tree
        Treebanks. Of a token of several words, only the last word counts, and only if the token ends as it does
        (Hebrew *ha-bayit*), since the others need not be spelled as they are alone (Italian *dar* in *darlo*).
    table : iterable of WordForm, optional
        Asked where the treebanks have no form with the other value.
    """

    def __init__(self, trees: Iterable[Tree], table: Iterable[WordForm] = ()) -> None:
        cells: dict[tuple[str, str], Counter[tuple[Feats, str]]] = defaultdict(Counter)
        inside: dict[str, Counter[str]] = defaultdict(Counter)
        for tree in trees:
            first = next((place for place, word in enumerate(tree.parts) if word.upos != "PUNCT"), 0)
            for place in _words_alone(tree):
                word = tree.parts[place]
                cells[word.lemma, word.upos][word.feats, word.form.lower()] += 1
                if place > first:
                    inside[word.form.lower()][word.form] += 1
        rows: dict[tuple[str, str], list[WordForm]] = defaultdict(list)
        for row in table:
            inside.setdefault(row.form.lower(), Counter([row.form]))
            for upos in row.upos:
                rows[row.lemma, upos].append(row)
        self._cells: Mapping[tuple[str, str], Counter[tuple[Feats, str]]] = dict(cells)
        self._rows: Mapping[tuple[str, str], Sequence[WordForm]] = dict(rows)
        self._inside = {lower: max(sorted(forms), key=forms.__getitem__) for lower, forms in inside.items()}

    def usual(self, lemma: str, form: str) -> str:
        """Spell a form as within a sentence: with a capital only if its lemma has one, and the form mostly (*I*)."""
        lower = form.lower()
        return self._inside.get(lower, lower) if lemma != lemma.lower() else lower

    def values(self, upos: Collection[str], feature: str) -> tuple[str, ...]:
        """Values of a feature that words of these parts of speech have, in alphabetical order."""
        feats = [feats for (_, own), cells in self._cells.items() if own in upos for feats, _ in cells]
        feats += [row.feats for (_, own), rows in self._rows.items() if own in upos for row in rows]
        found = {dict(each).get(feature) for each in feats}
        return tuple(sorted(value for value in found if value is not None and "," not in value))

    def others(
        self,
        word: TreeWord,
        feature: str,
        value: str,
        *,
        free: Collection[str] = (),
        cue: TreeWord | None = None,
        variants: Variants = "refuse",
    ) -> OtherForms:
        """Forms of a word that have another value of a feature, and all else the same.

        Parameters
        ----------
        word : TreeWord
            With one value of the feature.
        feature, value : str
            What the other forms have.
        free : collection of str, optional
            Features that need not be the same. Those in which words agree are still those of the cue, where the form
            and the cue have one; else, where the word has one, its own.
        cue : TreeWord, optional
            What the word agrees with; without, it is governed.
        variants : {"refuse", "frequent", "all"}, optional
            See `VARIANTS`.
        """
        wanted = _Wanted(word, feature, value, frozenset(free), cue)
        own = word.form.lower()
        for source, forms in (("treebank", self._in_treebank(wanted)), ("table", self._in_table(wanted))):
            if not forms:
                continue
            if own in forms:  # where it has another spelling too, as Italian 'maggior', that one is not wrong either
                return OtherForms((), reason=SAME_SPELLING)
            readings = {form: self._readings(word, form) for form in forms}
            if any(wanted.can_be_right(feats) for each in readings.values() for feats in each):
                return OtherForms((), reason=ALSO_RIGHT)
            ranked = sorted(forms, key=lambda form: (-forms[form], form))
            tied = len(ranked) > 1 and forms[ranked[0]] == forms[ranked[1]]
            if len(ranked) > 1 and (variants == "refuse" or (variants == "frequent" and tied)):
                return OtherForms((), reason=SEVERAL)
            if variants == "frequent":
                ranked = ranked[:1]
            return OtherForms(
                tuple(self.usual(word.lemma, form) for form in ranked),
                tuple(_values(readings[form], feature) for form in ranked),
                source="table" if source == "table" else "treebank",
            )
        return OtherForms((), reason=NOT_KNOWN)

    def _in_treebank(self, wanted: _Wanted) -> Counter[str]:
        word = wanted.word
        cells = self._cells.get((word.lemma, word.upos), Counter())
        return wanted.among(((feats, form, count) for (feats, form), count in cells.items()), [word.feats])

    def _in_table(self, wanted: _Wanted) -> Counter[str]:
        word = wanted.word
        rows = self._rows.get((word.lemma, word.upos), ())
        own = [
            row.feats
            for row in rows
            if row.form.lower() == word.form.lower()
            and dict(row.feats).get(wanted.feature) == word.feat(wanted.feature)
            and row.may_be(word.feats)
        ]
        return wanted.among(((row.feats, row.form.lower(), 1) for row in rows), own)

    def _readings(self, word: TreeWord, form: str) -> list[dict[str, str]]:
        """Features that a spelling can have as a form of the word's lemma."""
        cells = self._cells.get((word.lemma, word.upos), Counter())
        rows = self._rows.get((word.lemma, word.upos), ())
        return [dict(feats) for feats, each in cells if each == form] + [
            dict(row.feats) for row in rows if row.form.lower() == form
        ]


def read_lexicon(
    paths: Iterable[str | Path], lemmas: Collection[str] | None = None
) -> tuple[list[Tree], list[WordForm]]:
    """Read files with word forms, treebanks in CoNLL-U or tables of UniMorph, whichever they are.

    Parameters
    ----------
    paths : iterable of str or Path
        Plain or packed.
    lemmas : collection of str, optional
        Take only forms of these out of tables.
    """
    trees: list[Tree] = []
    forms: list[WordForm] = []
    for path in paths:
        text = read_bank(path)
        if is_unimorph(text):
            forms += parse_unimorph(text, source=str(path), lemmas=lemmas)
        else:
            trees += parse_conllu(text, source=str(path))
    return trees, forms


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What other forms have to be like."""

    word: TreeWord
    feature: str
    value: str
    free: frozenset[str]
    cue: TreeWord | None

    def among(self, forms: Iterable[tuple[Feats, str, int]], own: Sequence[Feats]) -> Counter[str]:
        """Forms with the other value, and all else as one of `own`; with their counts."""
        rest = {self._rest(feats) for feats in own}
        found: Counter[str] = Counter()
        for feats, form, count in forms:
            features = dict(feats)
            if features.get(self.feature) == self.value and self._rest(feats) in rest and self._fits(features):
                found[form] += count if _is_whole(form) else 0
        return +found

    def can_be_right(self, feats: Mapping[str, str]) -> bool:
        """Whether a reading of another form breaks no rule in the place of the word.

        What is governed may differ in all else; what agrees, in nothing that agrees.
        """
        right = str(self.word.feat(self.feature))
        if right not in feats.get(self.feature, right).split(","):
            return False
        if self.cue is None:
            return self.feature in feats
        verb_form = self.word.feat("VerbForm")
        if feats.get("VerbForm", verb_form) != verb_form or (feats.get("Mood") == "Imp" != self.word.feat("Mood")):
            return False
        others = _AGREEING - {self.feature} - self.free
        return all(feats.get(name) in (None, self.word.feat(name)) or self.word.feat(name) is None for name in others)

    def _rest(self, feats: Feats) -> Feats:
        return tuple(pair for pair in feats if pair[0] != self.feature and pair[0] not in self.free)

    def _fits(self, feats: Mapping[str, str]) -> bool:
        for name in self.free & _AGREEING & feats.keys():
            wanted = (self.cue.feat(name) if self.cue is not None else None) or self.word.feat(name)
            if wanted is not None and feats[name] != wanted:
                return False
        return True


def _values(readings: Iterable[Mapping[str, str]], feature: str) -> frozenset[str]:
    return frozenset(value for feats in readings for value in feats.get(feature, "").split(",") if value)


def _is_whole(form: str) -> bool:
    """Whether a form begins and ends in letters, so that it is no clitic and no abbreviation."""
    return is_letter(form[:1]) and is_letter(form[-1:])


def _words_alone(tree: Tree) -> Iterable[int]:
    """Places of words that are spelled in the tree as they are alone."""
    size = Counter(tree.token_of)
    for place, (word, token) in enumerate(zip(tree.parts, tree.token_of, strict=True)):
        is_last = place + 1 == len(tree.parts) or tree.token_of[place + 1] != token
        if size[token] == 1 or (is_last and tree.words[token].form.endswith(word.form)):
            yield place


def in_capitals_of(form: str, original: str, language: str | None = None) -> str | None:
    """Write a form as another one is written: all in capitals, with a capital, or as it is.

    Parameters
    ----------
    form : str
        As it is written within a sentence.
    original : str
    language : str, optional
        Turkish and Azeri (``"tr"``, ``"az"``) have two letters *i*.

    Returns
    -------
    str or None
        None where the original mixes both in another way.

    Examples
    --------
    >>> in_capitals_of("are", "Is"), in_capitals_of("are", "IS"), in_capitals_of("Hunde", "Hund")
    ('Are', 'ARE', 'Hunde')
    >>> in_capitals_of("iyi", "Kötü", "tr"), in_capitals_of("I", "me"), in_capitals_of("sind", "iST")
    ('İyi', 'I', None)
    """
    turkic = language in ("tr", "az")
    first = "İ" if turkic and form[0] == "i" else form[0].upper()
    if original == original.lower():
        return lower_case(form, "tr" if turkic else True) if len(form) > 1 and form == form.upper() else form
    if original[0] == original[0].lower():
        return None
    if len(original) > 1 and original == original.upper():
        return (form.replace("i", "İ") if turkic else form).upper()
    if original[1:] == original[1:].lower():
        return first + form[1:]
    return None
