"""Agreement suites from treebanks: the construction search of Gulordava et al. (2018), Section 2.

A *construction* is what stands between two words that a dependency connects: the parts of speech of the left word, of
those words between the two that hang on either, and of the right word, with the direction of the dependency
(``L__NOUN_VERB_VERB``: the left word hangs on the right one). Its words agree in number if the number of the right word
tells that of the left one throughout the treebank: their conditional entropy is zero. The right word is the *target*,
the left one the *cue*. Instances of such constructions become items: the treebank's own sentence up to the target with
its form (correct) and that of the other number (wrong), and nonce sentences, in which every content word is another one
of the same part of speech and the same features.

The thresholds are those of the paper and of the code that its authors published: at least three words between cue and
target and at most thirteen, projective dependencies, combinations of numbers that occur once are noise, and each number
of the cue occurs more than five times.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from ..errors import InputError
from ..files import decode_utf8, read_bytes
from ..suite import Excluded, Suite
from ..suite.json import suite_from_document
from .conllu import Tree, TreeWord
from .corpus_checks import CORPUS

__all__ = [
    "SPACINGS",
    "Construction",
    "Harvest",
    "Spacing",
    "conditional_entropy",
    "find_constructions",
    "harvest",
    "mark_plural_verbs",
    "read_vocabulary",
]

Spacing = Literal["tokens", "original"]
SPACINGS: tuple[str, ...] = get_args(Spacing)
"""How words become text: with a blank between any two, as in the paper, or as the treebank's text has them."""

SING, PLUR = "Sing", "Plur"
_OTHER = {SING: PLUR, PLUR: SING}
_LABEL = {SING: "sing", PLUR: "plur"}
_CONTENT = frozenset({"ADJ", "NOUN", "VERB", "PROPN", "NUM", "ADV"})
_VOWELS = frozenset("aeiouAEIOUèÈ")
_LEAST_BETWEEN, _MOST_BETWEEN = 3, 13
_TRIES = 20  # for a nonce sentence that is not there yet

Feats = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Construction:
    """Two words that agree in number, and what stands between them.

    Parameters
    ----------
    direction : {"L", "R"}
        ``"L"``: the left word hangs on the right one; ``"R"``: the right one on the left one.
    pattern : tuple of str
        Parts of speech: of the cue, of the words between that hang on either, of the target.
    counts : mapping of (str, str) to int
        Numbers of left and right word to how often they occur together in the treebank.
    """

    direction: str
    pattern: tuple[str, ...]
    counts: Mapping[tuple[str, str], int] = field(hash=False)

    @property
    def name(self) -> str:
        """As in the published tables, e.g. ``L__NOUN_VERB_VERB``."""
        return f"{self.direction}__{'_'.join(self.pattern)}"


@dataclass(frozen=True, slots=True)
class Harvest:
    """What a search gave.

    Parameters
    ----------
    suite : Suite or None
        None where no item was found.
    constructions : tuple of (Construction, int, int, int)
        Every construction that agrees, with its numbers of instances, of original sentences and of nonce sentences in
        the suite.
    excluded : tuple of Excluded
        Instances that are not in the suite, each with its place and the reason.
    notes : tuple of str
        What was done to the treebank.
    """

    suite: Suite | None
    constructions: tuple[tuple[Construction, int, int, int], ...]
    excluded: tuple[Excluded, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Instance:
    tree: Tree
    left: int
    right: int

    @property
    def cue(self) -> TreeWord:
        return self.tree.words[self.left]

    @property
    def target(self) -> TreeWord:
        return self.tree.words[self.right]


# ------------------------------------------------------------------------------------------------ constructions


def conditional_entropy(counts: Mapping[tuple[str, str], int]) -> float:
    """Entropy of the first of two values when the second is known.

    ``H(X|Z) = - sum p(x, z) log2 p(x|z)``.

    Parameters
    ----------
    counts : mapping of (str, str) to int
        How often ``(x, z)`` occurs.

    Returns
    -------
    float
        In bits; 0 where the second value tells the first.

    Examples
    --------
    >>> conditional_entropy({("Sing", "Sing"): 30, ("Plur", "Plur"): 10})
    0.0
    >>> conditional_entropy({("Sing", "Sing"): 10, ("Plur", "Sing"): 10})
    1.0
    """
    total = sum(counts.values())
    of_second: Counter[str] = Counter()
    for (_, second), count in counts.items():
        of_second[second] += count
    bits = -sum(n / total * math.log2(n / of_second[second]) for (_, second), n in counts.items() if n)
    return bits + 0.0  # not -0.0


def find_constructions(trees: Iterable[Tree], *, min_count: int = 6, max_entropy: float = 0.001) -> list[Construction]:
    """Find the constructions whose two words agree in number.

    Parameters
    ----------
    trees : iterable of Tree
    min_count : int, optional
        How often each number of the left word must occur.
    max_entropy : float, optional
        Greatest `conditional_entropy` of the left number when the right one is known, in bits.

    Returns
    -------
    list of Construction
        In order of name.
    """
    counts: dict[tuple[str, tuple[str, ...]], Counter[tuple[str, str]]] = defaultdict(Counter)
    for _, key, numbers in _candidates(trees):
        counts[key][numbers] += 1
    found = []
    for (direction, pattern), both in counts.items():
        kept = {pair: count for pair, count in both.items() if count > 1}  # what occurs once is taken for noise
        of_left: Counter[str] = Counter()
        for (left, _), count in kept.items():
            of_left[left] += count
        agree = kept.get((SING, SING)) and kept.get((PLUR, PLUR))
        if agree and min(of_left[SING], of_left[PLUR]) >= min_count and conditional_entropy(kept) <= max_entropy:
            found.append(Construction(direction, pattern, dict(both)))
    return sorted(found, key=lambda construction: construction.name)


def _candidates(
    trees: Iterable[Tree],
) -> Iterator[tuple[_Instance, tuple[str, tuple[str, ...]], tuple[str, str]]]:
    """Pairs of words with a dependency and enough between them, both singular or plural: pair, context, numbers."""
    for tree in trees:
        words = tree.words
        for child, word in enumerate(words):
            head = word.head
            if head == -1 or not _LEAST_BETWEEN <= abs(head - child) - 1 <= _MOST_BETWEEN:
                continue
            left, right = min(head, child), max(head, child)
            numbers = words[left].feat("Number"), words[right].feat("Number")
            if numbers[0] not in _OTHER or numbers[1] not in _OTHER or not tree.is_projective_arc(head, child):
                continue
            between = (other.upos for other in words[left + 1 : right] if other.head in (left, right))
            pattern = (words[left].upos, *between, words[right].upos)
            direction = "L" if child == left else "R"
            yield _Instance(tree, left, right), (direction, pattern), (str(numbers[0]), str(numbers[1]))


def mark_plural_verbs(trees: Sequence[Tree]) -> tuple[Tree, ...] | None:
    """Mark present-tense verbs without a number as plural, where a treebank marks only singular ones.

    English treebanks do so, older releases above all. The person of singular verbs is taken out, for the plural ones
    have none. So did Gulordava et al. (2018).

    Returns
    -------
    tuple of Tree or None
        None where there is nothing to do.
    """
    finite = [word for tree in trees for word in tree.words if _is_finite_present(word)]
    numbers = Counter(word.feat("Number") for word in finite)
    if not numbers[SING] or not numbers[None] or numbers[PLUR]:
        return None
    return tuple(
        replace(tree, words=tuple(map(_marked, tree.words)), parts=tuple(map(_marked, tree.parts))) for tree in trees
    )


def _is_finite_present(word: TreeWord) -> bool:
    return word.feat("VerbForm") == "Fin" and word.feat("Tense") == "Pres"


def _marked(word: TreeWord) -> TreeWord:
    if not _is_finite_present(word):
        return word
    feats = {name: value for name, value in word.feats if name != "Person"}
    feats.setdefault("Number", PLUR)
    return replace(word, feats=tuple(sorted(feats.items())))


# ------------------------------------------------------------------------------------------------------ lexicon


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """Words of treebanks: what they can be, and which words can stand for each other."""

    forms: Mapping[tuple[str, str, Feats], str]
    """Lemma, part of speech and features to the most frequent form."""
    substitutes: Mapping[tuple[str, Feats], tuple[str, ...]]
    """Part of speech and features to forms that are always of that part of speech, in alphabetical order."""
    lemmas: Mapping[tuple[str, Feats], tuple[str, ...]]
    """The same to lemmas that are always of that part of speech."""
    vocabulary: Collection[str] | None

    def knows(self, form: str) -> bool:
        return self.vocabulary is None or form in self.vocabulary

    def other_number(self, lemma: str, upos: str, feats: Feats, gender: str | None) -> str | None:
        """Form of the other number, or None if there is none.

        Russian has genders in the singular only: a plural target then gets that of its cue.
        """
        values = dict(feats)
        values["Number"] = _OTHER[values["Number"]]
        tries = [values]
        if values["Number"] == PLUR:
            tries.append({name: value for name, value in values.items() if name != "Gender"})
        elif "Gender" not in values and gender is not None:
            tries.append({**values, "Gender": gender})
        keys = ((lemma, upos, tuple(sorted(each.items()))) for each in tries)
        return next((self.forms[key] for key in keys if key in self.forms), None)


def _lexicon(trees: Iterable[Tree], vocabulary: Collection[str] | None, min_frequency: int) -> _Lexicon:
    counts: Counter[tuple[str, str, str, Feats]] = Counter()
    for tree in trees:
        counts.update((word.form, word.lemma, word.upos, word.feats) for word in tree.words if word.form.isalpha())
    forms: dict[tuple[str, str, Feats], tuple[int, str]] = {}
    tags_of_form: dict[str, set[str]] = defaultdict(set)
    tags_of_lemma: dict[str, set[str]] = defaultdict(set)
    for (form, lemma, upos, feats), count in sorted(counts.items()):
        key = lemma, upos, feats
        if key not in forms or count > forms[key][0]:
            forms[key] = count, form
        tags_of_form[form].add(upos)
        tags_of_lemma[lemma].add(upos)
    substitutes: dict[tuple[str, Feats], set[str]] = defaultdict(set)
    for (form, _, upos, feats), count in counts.items():
        known = vocabulary is None or form in vocabulary
        if upos in _CONTENT and count >= min_frequency and known and len(tags_of_form[form]) == 1:
            substitutes[upos, feats].add(form)
    lemmas: dict[tuple[str, Feats], set[str]] = defaultdict(set)
    for lemma, upos, feats in forms:
        if len(tags_of_lemma[lemma]) == 1:
            lemmas[upos, feats].add(lemma)
    return _Lexicon(
        {key: form for key, (_, form) in forms.items()},
        {key: tuple(sorted(values)) for key, values in substitutes.items()},
        {key: tuple(sorted(values)) for key, values in lemmas.items()},
        vocabulary,
    )


def read_vocabulary(path: str | Path) -> frozenset[str]:
    """Read the words of a vocabulary.

    Parameters
    ----------
    path : str or Path
        A word on each line; what follows a tab or blank, such as a count, is left out.

    Raises
    ------
    InputError
        If the file cannot be read, or holds no words.
    """
    path = Path(path)
    text = decode_utf8(read_bytes(path), path)
    words = frozenset(line.split()[0] for line in text.split("\n") if line.strip())
    if not words:
        raise InputError(f"{path}: holds no words; a word on each line is expected.")
    return words


def _alike(form: str, original: str) -> bool:
    """Whether a form can stand where another stood: in capitals or not, after *a* or *an*."""
    return form[0].isupper() == original[0].isupper() and (form[0] in _VOWELS) == (original[0] in _VOWELS)


# -------------------------------------------------------------------------------------------------------- items


def harvest(
    trees: Sequence[Tree],
    *,
    name: str,
    lexicon: Sequence[Tree] = (),
    vocabulary: Collection[str] | None = None,
    n_nonce: int = 9,
    seed: int = 0,
    min_count: int = 6,
    min_frequency: int = 2,
    spacing: Spacing = "tokens",
    whole: bool = False,
    language: str | None = None,
) -> Harvest:
    """Make an agreement suite of a treebank.

    Parameters
    ----------
    trees : sequence of Tree
        In which constructions and sentences are looked for.
    name : str
        What to call the suite.
    lexicon : sequence of Tree, optional
        Further trees that give word forms only.
    vocabulary : collection of str, optional
        Words that the models to be tested know: all words from cue to target must be among them, both forms, and
        all words of nonce sentences that are put in.
    n_nonce : int, optional
        Nonce sentences for each sentence of the treebank.
    seed : int, optional
        The same seed gives the same suite.
    min_count : int, optional
        See `find_constructions`.
    min_frequency : int, optional
        How often a word must occur in the treebanks to be put into nonce sentences.
    spacing : {"tokens", "original"}, optional
        See `SPACINGS`.
    whole : bool, optional
        Add the rest of the sentence as a third region. The prediction does not look at it.
    language : str, optional
        For the suite's ``meta``.

    Returns
    -------
    Harvest
    """
    notes = []
    marked = mark_plural_verbs([*trees, *lexicon])
    if marked is not None:
        notes.append(
            "Present-tense verbs without a number were taken for plural ones; the treebank marks singulars only."
        )
        trees, lexicon = marked[: len(trees)], marked[len(trees) :]
    constructions = find_constructions(trees, min_count=min_count)
    words = _lexicon([*trees, *lexicon], vocabulary, min_frequency)
    instances: dict[tuple[str, tuple[str, ...]], list[_Instance]]
    instances = {(construction.direction, construction.pattern): [] for construction in constructions}
    for instance, key, (left, right) in _candidates(trees):
        if key in instances and left == right:
            instances[key].append(instance)
    excluded: list[Excluded] = []
    items: list[dict[str, Any]] = []
    rows = []
    seen: set[tuple[str, ...]] = set()
    for construction, own in zip(constructions, instances.values(), strict=True):
        n_original = n_nonce_made = 0
        for instance in own:
            made, reason = _items(instance, words, n_nonce, f"{seed} {construction.name} {instance.tree.where}", seen)
            if reason is not None:
                excluded.append(Excluded(instance.tree.where, reason))
            for sent_id, sentence in enumerate(made):
                items.append(
                    _item(len(items) + 1, construction, n_original, sent_id, instance, sentence, spacing, whole)
                )
            n_original += bool(made)
            n_nonce_made += max(len(made) - 1, 0)
        rows.append((construction, len(own), n_original, n_nonce_made))
    suite = _suite(name, items, excluded, spacing, whole, language) if items else None
    return Harvest(suite, tuple(rows), tuple(excluded), tuple(notes))


@dataclass(frozen=True, slots=True)
class _Sentence:
    words: tuple[str, ...]
    correct: str
    wrong: str


def _items(
    instance: _Instance, lexicon: _Lexicon, n_nonce: int, seed: str, seen: set[tuple[str, ...]]
) -> tuple[list[_Sentence], str | None]:
    """The original sentence and its nonce sentences; or none, and why. A reason with sentences: some are missing."""
    target = instance.target
    words = instance.tree.words
    gender = instance.cue.feat("Gender")
    if not all(lexicon.knows(word.form) for word in words[instance.left : instance.right + 1]):
        return [], "a word from cue to target is not in the vocabulary"
    wrong = lexicon.other_number(target.lemma, target.upos, target.feats, gender)
    if wrong is None:
        return [], "the target's lemma does not occur in the other number"
    if wrong == target.form:
        return [], "the target has one form for both numbers"
    if not lexicon.knows(wrong):
        return [], "the target's other form is not in the vocabulary"
    if not _alike(wrong, target.form):
        return [], "the target's forms differ in their capital or in an initial vowel"
    forms = tuple(word.form for word in words)
    key = (*forms[: instance.right], target.form, wrong)
    if key in seen:
        return [], "the same sentence is in the suite already"
    seen.add(key)
    sentences = [_Sentence(forms, target.form, wrong)]
    for number in range(1, n_nonce + 1):
        sentence = _nonce(instance, lexicon, random.Random(f"{seed} {number}"), seen)
        if sentence is None:
            return sentences, "no further nonce sentence can be made"
        sentences.append(sentence)
    return sentences, None


def _nonce(
    instance: _Instance, lexicon: _Lexicon, chance: random.Random, seen: set[tuple[str, ...]]
) -> _Sentence | None:
    """Put other words of the same part of speech and features in the places of content words."""
    targets = _targets(instance, lexicon)
    for _ in range(_TRIES):
        words = tuple(_substitute(word, lexicon, chance) for word in instance.tree.words)
        if not targets:
            return None
        correct, wrong = chance.choice(targets)
        key = (*words[: instance.right], correct, wrong)
        if key not in seen:
            seen.add(key)
            return _Sentence(words, correct, wrong)
    return None


def _substitute(word: TreeWord, lexicon: _Lexicon, chance: random.Random) -> str:
    if word.upos not in _CONTENT:
        return word.form
    others = lexicon.substitutes.get((word.upos, word.feats), ())
    fitting = [form for form in others if form != word.form and _alike(form, word.form)]
    return chance.choice(fitting) if fitting else word.form


def _targets(instance: _Instance, lexicon: _Lexicon) -> list[tuple[str, str]]:
    """Pairs of forms of other lemmas that could stand for the target."""
    target = instance.target
    pairs = []
    for lemma in lexicon.lemmas.get((target.upos, target.feats), ()):
        correct = lexicon.forms[lemma, target.upos, target.feats]
        wrong = lexicon.other_number(lemma, target.upos, target.feats, instance.cue.feat("Gender"))
        if (
            lemma != target.lemma
            and wrong is not None
            and wrong != correct
            and all(lexicon.knows(form) and _alike(form, target.form) for form in (correct, wrong))
        ):
            pairs.append((correct, wrong))
    return pairs


def _n_attractors(instance: _Instance) -> int:
    """Words between cue and target of the cue's part of speech and the other number."""
    cue = instance.cue
    other = _OTHER[str(cue.feat("Number"))]
    between = instance.tree.words[instance.left + 1 : instance.right]
    return sum(word.upos == cue.upos and word.feat("Number") == other for word in between)


def _item(
    number: int,
    construction: Construction,
    constr_id: int,
    sent_id: int,
    instance: _Instance,
    sentence: _Sentence,
    spacing: Spacing,
    whole: bool,
) -> dict[str, Any]:
    blanks = [word.space_after or spacing == "tokens" for word in instance.tree.words]
    right = instance.right
    kind = "nonce" if sent_id else "original"
    conditions = []
    for condition, form in (("correct", sentence.correct), ("wrong", sentence.wrong)):
        parts = [sentence.words[:right], (form,), sentence.words[right + 1 :] if whole else ()]
        starts = [0, right, right + 1]
        texts = [_text(part, blanks[start:]) for part, start in zip(parts, starts, strict=True)]
        if spacing == "original":  # regions are then joined by nothing, and bring the blank before them
            texts = [
                (" " if start and text and blanks[start - 1] else "") + text
                for start, text in zip(starts, texts, strict=True)
            ]
        regions = [{"region_number": place, "content": text} for place, text in enumerate(texts, 1)]
        conditions.append({"condition_name": condition, "regions": regions if whole else regions[:2]})
    return {
        "item_number": number,
        "factors": {
            "construction": construction.name,
            "type": kind,
            "construction_type": f"{construction.name} {kind}",
            "n_attr": _n_attractors(instance),
            "correct_number": _LABEL[str(instance.target.feat("Number"))],
        },
        "conditions": conditions,
        "origin": {"where": instance.tree.where, "sentence": instance.tree.sent_id, "constr_id": constr_id,
                   "sent_id": sent_id},
    }  # fmt: skip


def _text(forms: Sequence[str], blanks: Sequence[bool]) -> str:
    parts = [form + (" " if blank else "") for form, blank in zip(forms, blanks, strict=False)]
    return "".join(parts).rstrip(" ")


def _suite(
    name: str,
    items: list[dict[str, Any]],
    excluded: list[Excluded],
    spacing: Spacing,
    whole: bool,
    language: str | None,
) -> Suite:
    meta: dict[str, Any] = {
        "name": name,
        "metric": "sum",
        "reference": "made as in Gulordava et al. (2018), Section 2",
        "phenomenon": "number agreement",
        "text": CORPUS,
    }
    if language:
        meta["language"] = language
    if spacing == "original":
        meta["join"] = "none"
    regions = {"1": "prefix", "2": "target", **({"3": "rest"} if whole else {})}
    formula = {"type": "formula", "formula": "(2;%correct%) < (2;%wrong%)", "name": "agreement"}
    document = {"meta": meta, "region_meta": regions, "predictions": [formula], "items": items}
    return replace(suite_from_document(document, source=name), excluded=tuple(excluded))
