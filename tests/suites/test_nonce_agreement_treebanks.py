"""Every word of the nonce agreement suites is what Universal Dependencies treebanks say it is.

Nouns and verbs in the places that matter (subjects, attractors, verbs) are attested with the number that the suite
gives them, and the other number is not the usual reading of the form. In Italian and Russian every other word is
attested too, so that no form is made up.
"""

from __future__ import annotations

import lzma
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from support.suite_designs import contents, suite_of

from syntaxgym_lite.suite import Item

ENGLISH = [f"nonce_agreement_{count}" for count in range(4)]
TREEBANKS = {
    "en": ("en_ewt-ud-train", "en_ewt-ud-dev", "en_ewt-ud-test"),
    "it": ("it_pud-ud-test",),
    "ru": ("ru_gsd-ud-dev", "ru_gsd-ud-test", "ru_taiga-ud-dev", "ru_taiga-ud-test"),
}
NUMBER = {"sing": "Sing", "plural": "Plur"}
OTHER = {"sing": "plural", "plural": "sing"}
IMPERFECT = {"era", "erano", "voleva", "volevano"}  # all other verbs are in the present
STRESS = str.maketrans("", "", "\u0301")  # encyclopedias mark Russian stress with a combining accent


ARTICLES = {
    ("Masc", "Sing"): ("il", "lo", "l'"),
    ("Masc", "Plur"): ("i", "gli", "gli"),
    ("Fem", "Sing"): ("la", "la", "l'"),
    ("Fem", "Plur"): ("le", "le", "le"),
}
"""Italian articles before most consonants, before s + consonant and the like, and before a vowel."""
CONTRACTIONS = {"il": "l", "lo": "llo", "l'": "ll'", "i": "i", "gli": "gli", "la": "lla", "le": "lle"}


class Reading(NamedTuple):
    """How a treebank reads a form; features that it does not give are empty."""

    pos: str
    number: str
    gender: str
    case: str
    person: str
    tense: str


class Treebanks(NamedTuple):
    """Readings of every lower-case form, and forms written together (``della``) as the text has them."""

    readings: dict[str, Counter[Reading]]
    contracted: frozenset[str]

    def count(self, form: str, **features: str | tuple[str, ...]) -> int:
        """How often `form` has all of `features`, each one value or one of several."""
        allowed = {name: (values,) if isinstance(values, str) else values for name, values in features.items()}
        return sum(
            times
            for reading, times in self.readings.get(form.lower(), Counter()).items()
            if all(getattr(reading, name) in values for name, values in allowed.items())
        )

    def attests(self, form: str) -> bool:
        return form.lower() in self.readings or form.lower() in self.contracted


@cache
def treebanks(shared_dir: Path, language: str) -> Treebanks:
    readings: dict[str, Counter[Reading]] = defaultdict(Counter)
    contracted = set()
    for name in TREEBANKS[language]:
        with lzma.open(shared_dir / "ud" / "open" / f"{name}.conllu.xz", "rt", encoding="utf-8") as lines:
            for line in lines:
                columns = line.rstrip("\n").split("\t")
                if len(columns) != 10:
                    continue
                form = columns[1].lower().translate(STRESS)
                if "-" in columns[0]:
                    contracted.add(form)
                elif columns[0].isdigit():
                    features = dict(pair.split("=", 1) for pair in columns[5].split("|") if "=" in pair)
                    values = (features.get(key, "") for key in ("Number", "Gender", "Case", "Person", "Tense"))
                    readings[form][Reading(columns[3], *values)] += 1
    return Treebanks(dict(readings), frozenset(contracted))


def words_of(text: str) -> list[str]:
    """Words; an Italian article keeps its apostrophe and stands alone."""
    return re.findall(r"[^\W\d_]+'?", text)


def suites_and_languages():
    return [*((name, "en") for name in ENGLISH), ("nonce_agreement_it", "it"), ("nonce_agreement_ru", "ru")]


def conditions(language: str, number: str) -> tuple[str, str]:
    """The conditions with everything in it, in which the verb agrees and does not, for a subject of this number."""
    prefix = "" if language == "en" else "two_"
    return f"{prefix}match_{number}", f"{prefix}mismatch_{number}"


@cache
def articles_with_prepositions() -> dict[str, str]:
    """``dell'`` -> ``l'``: which article a form holds."""
    found = {article: article for forms in ARTICLES.values() for article in forms}
    for stem in ("de", "a"):
        found |= {stem + ending: article for article, ending in CONTRACTIONS.items()}
    return found


def after_article(phrase: str) -> list[str]:
    """The article of an Italian phrase, or the preposition that holds one, its noun and what follows."""
    words = words_of(phrase.lower())
    [place] = [place for place, word in enumerate(words) if word in articles_with_prepositions()]
    return words[place:]


def subject_nouns(region: str, language: str) -> list[str]:
    """Noun of the subject, and in English the head of its apposition; in Italian an adjective follows the noun."""
    if language == "en":
        return [words_of(part)[-1] for part in region.split(",")]
    if language == "it":
        return [after_article(region)[1]]
    return [words_of(region)[-1]]


def attractor_nouns(item: Item, name: str, language: str, number: str) -> list[str]:
    """Nouns between the subject of this number and the verb."""
    regions = contents(item, conditions(language, number)[0])
    phrases = regions[2:-3:2] if language == "en" else regions[1:3]
    return [after_article(phrase)[1] if language == "it" else words_of(phrase)[-1] for phrase in phrases if phrase]


def check_noun(treebank: Treebanks, form: str, number: str, where: object) -> None:
    here, other = (treebank.count(form, pos="NOUN", number=NUMBER[value]) for value in (number, OTHER[number]))
    assert here > other, (where, form, number, here, other)
    common = sum(times for reading, times in treebank.readings[form.lower()].items() if reading.pos != "PROPN")
    assert 2 * here >= common, (where, form, "is not mainly a noun of this number")


@pytest.mark.parametrize(("name", "language"), suites_and_languages())
def test_subjects_are_nouns_of_the_number_that_the_condition_says(shared_dir, name, language):
    treebank = treebanks(shared_dir, language)
    for item in suite_of(name).items:
        for number in NUMBER:
            region = contents(item, conditions(language, number)[0])[0]
            for noun in subject_nouns(region, language):
                check_noun(treebank, noun, number, (name, item.number))


@pytest.mark.parametrize(("name", "language"), suites_and_languages())
def test_attractors_are_nouns_of_the_other_number(shared_dir, name, language):
    treebank = treebanks(shared_dir, language)
    for item in suite_of(name).items:
        for number in NUMBER:
            nouns = attractor_nouns(item, name, language, number)
            if name == "nonce_agreement_0":  # a noun in between, if there is one, has the subject's number
                assert len(nouns) <= 1
                theirs = number
            else:
                assert len(nouns) == (2 if language != "en" else int(name[-1]))
                theirs = OTHER[number]
            for noun in nouns:
                check_noun(treebank, noun, theirs, (name, item.number))


@pytest.mark.parametrize(("name", "language"), suites_and_languages())
def test_verbs_are_third_person_of_the_number_that_the_condition_says(shared_dir, name, language):
    treebank = treebanks(shared_dir, language)
    for item in suite_of(name).items:
        for number in NUMBER:
            match, mismatch = (contents(item, condition)[-2] for condition in conditions(language, number))
            for form, value in ((match, number), (mismatch, OTHER[number])):
                verb = {"pos": ("VERB", "AUX"), "person": "3", "tense": "Past" if form in IMPERFECT else "Pres"}
                here, other = (treebank.count(form, number=NUMBER[n], **verb) for n in (value, OTHER[value]))
                # the treebanks have slips, English ones also people who write "she come"
                assert here > other, (name, item.number, form, here, other)


@pytest.mark.parametrize("language", ["it", "ru"])
def test_every_word_is_attested(shared_dir, language):
    treebank = treebanks(shared_dir, language)
    suite = suite_of(f"nonce_agreement_{language}")
    missing = {word for sentence in suite.sentences() for word in words_of(sentence.text) if not treebank.attests(word)}
    assert missing == set()


def test_no_word_of_the_russian_modifiers_can_be_the_subject(shared_dir):
    """Subjects are nominative; genitives are no nominatives of either number, as feminine ones would be."""
    treebank = treebanks(shared_dir, "ru")
    for item in suite_of("nonce_agreement_ru").items:
        for number in NUMBER:
            regions = contents(item, conditions("ru", number)[0])
            adjective, noun = words_of(regions[0])
            assert treebank.count(noun, pos="NOUN", number=NUMBER[number], case="Nom"), noun
            assert treebank.count(adjective, pos="ADJ", number=NUMBER[number], case="Nom"), adjective
            assert not treebank.count(noun, pos="NOUN", number=NUMBER[OTHER[number]]), noun
            for phrase in regions[1:3]:
                *others, last = words_of(phrase)
                if not any(word.startswith("рассказыва") for word in others):  # there the noun is its clause's subject
                    assert treebank.count(last, pos="NOUN", number=NUMBER[OTHER[number]], case="Gen"), last
                    assert not treebank.count(last, pos="NOUN", case="Nom"), last


def test_embedded_verbs_agree_with_their_subjects(shared_dir):
    """An object relative clause has the attractor's number, a subject relative clause the subject's."""
    seen = Counter()
    for language, clause in (("it", r"che (?:il|i|lo|gli|la|le) (\w+) (\w+)"), ("ru", r", (котор\w+) (\w+) \w+,")):
        treebank = treebanks(shared_dir, language)
        for item in suite_of(f"nonce_agreement_{language}").items:
            for number in NUMBER:
                text = " ".join(contents(item, conditions(language, number)[0])[1:3])
                for head, verb in re.findall(clause, text):
                    theirs = OTHER[number] if language == "it" else number
                    if language == "ru":
                        assert head == {"sing": "который", "plural": "которые"}[number]
                    assert treebank.count(verb, pos=("VERB", "AUX"), number=NUMBER[theirs], person="3", tense="Pres"), (
                        verb
                    )
                    seen[language] += 1
    assert seen == {"it": 10, "ru": 4}


def sound(word: str) -> int:
    if word[0] in "aeiou":
        return 2
    return 1 if re.match(r"s[^aeiou]|z|gn|ps|pn|x|y", word) else 0


def test_italian_articles_and_adjectives_agree_with_their_nouns(shared_dir):
    """Gender, number and elision: il libro, lo strumento, l'isola, gli artisti, delle isole, dell'artista."""
    treebank = treebanks(shared_dir, "it")
    held = articles_with_prepositions()
    checked = 0
    for item in suite_of("nonce_agreement_it").items:
        for number in NUMBER:
            regions = contents(item, conditions("it", number)[0])
            phrases = [(regions[0], number), *((phrase, OTHER[number]) for phrase in regions[1:3])]
            for phrase, theirs in phrases:
                article, noun, *rest = after_article(phrase)
                genders = [g for g in ("Masc", "Fem") if treebank.count(noun, number=NUMBER[theirs], gender=g)]
                assert held[article] in {ARTICLES[gender, NUMBER[theirs]][sound(noun)] for gender in genders}, phrase
                assert (article[-1] == "'") == (phrase.lower().find(article + noun) >= 0), phrase
                if phrase == regions[0]:
                    singular = words_of(contents(item, conditions("it", "sing")[0])[0])[-1]
                    features = {} if singular.endswith("e") else {"gender": tuple(genders)}  # -e is for both genders
                    assert treebank.count(rest[0], pos="ADJ", number=NUMBER[theirs], **features), phrase
                checked += 1
    assert checked == 26 * 2 * 3
