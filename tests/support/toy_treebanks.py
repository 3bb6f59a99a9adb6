"""Treebanks of our own, in Italian, Russian and English: a few sentences whose pairs are known."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["ENGLISH", "ITALIAN", "RUSSIAN", "sentence"]


def sentence(name: str, text: str, words: Iterable[str]) -> str:
    """Write a sentence in CoNLL-U.

    Each word is ``form lemma UPOS features head relation``; a token of several words, ``2-3 form``, stands before them.
    ``SpaceAfter=No`` follows from the text.
    """
    rows, place, until, number = [f"# sent_id = {name}", f"# text = {text}"], 0, 0, 0
    for word in words:
        cells = word.split()
        is_token = re.fullmatch(r"\d+-\d+", cells[0]) is not None
        form = cells[1] if is_token else cells[0]
        misc = "_"
        if is_token or number >= until:
            assert text.startswith(form, place), (text, form)
            place += len(form)
            misc = "_" if text[place : place + 1] in (" ", "") else "SpaceAfter=No"
            place += text[place : place + 1] == " "
        if is_token:
            until = int(cells[0].split("-")[1])
            rows.append("\t".join([cells[0], form, *"_" * 7, misc]))
            continue
        number += 1
        form, lemma, upos, feats, head, deprel = cells
        rows.append("\t".join([str(number), form, lemma, upos, "_", feats, head, deprel, "_", misc]))
    return "\n".join(rows) + "\n"


FEM, MASC = "Gender=Fem|Number=Sing", "Gender=Masc|Number=Sing"

ITALIAN = "\n".join(
    [
        sentence(
            "it1",
            "Vedo una casa rossa.",
            ["Vedo vedere VERB Number=Sing|Person=1 0 root", f"una uno DET {FEM} 3 det", f"casa casa NOUN {FEM} 1 obj",
             f"rossa rosso ADJ {FEM} 3 amod", ". . PUNCT _ 1 punct"],
        ),
        sentence(
            "it2",
            "Il libro rosso della scuola verde è qui.",
            [f"Il il DET {MASC} 2 det", f"libro libro NOUN {MASC} 8 nsubj", f"rosso rosso ADJ {MASC} 2 amod",
             "4-5 della", "di di ADP _ 6 case", f"la il DET {FEM} 6 det", f"scuola scuola NOUN {FEM} 2 nmod",
             f"verde verde ADJ {FEM} 6 amod", "è essere VERB Number=Sing|Person=3 0 root", "qui qui ADV _ 8 advmod",
             ". . PUNCT _ 8 punct"],
        ),
        sentence(
            "it3",
            "Rossa, la casa aveva un muro verde e un tetto, e l'antico portone.",
            [f"Rossa rosso ADJ {FEM} 4 amod", ", , PUNCT _ 1 punct", f"la il DET {FEM} 4 det",
             f"casa casa NOUN {FEM} 5 nsubj", "aveva avere VERB Number=Sing|Person=3 0 root",
             f"un uno DET {MASC} 7 det", f"muro muro NOUN {MASC} 5 obj", f"verde verde ADJ {MASC} 7 amod",
             "e e CCONJ _ 11 cc", f"un uno DET {MASC} 11 det", f"tetto tetto NOUN {MASC} 7 conj",
             ", , PUNCT _ 16 punct", "e e CCONJ _ 16 cc", "l' il DET Number=Sing 16 det",
             f"antico antico ADJ {MASC} 16 amod", f"portone portone NOUN {MASC} 7 conj", ". . PUNCT _ 5 punct"],
        ),
        sentence(
            "it4",
            "Una porta del palazzo vicino è antica.",
            [f"Una uno DET {FEM} 2 det", f"porta porta NOUN {FEM} 8 nsubj", "3-4 del", "di di ADP _ 5 case",
             f"il il DET {MASC} 5 det", f"palazzo palazzo NOUN {MASC} 2 nmod", f"vicino vicino ADJ {MASC} 5 amod",
             "è essere AUX Number=Sing|Person=3 8 cop", f"antica antico ADJ {FEM} 0 root", ". . PUNCT _ 8 punct"],
        ),
    ]
)  # fmt: skip
"""Adjectives with their nouns: *rosso* and *antico* in both genders, *verde* in one form, *vicino* in one gender."""


def _russian() -> str:
    def noun(case: str) -> str:
        return f"Animacy=Inan|Case={case}|Gender=Masc|Number=Sing"

    school = {"Loc": "школе", "Acc": "школу", "Gen": "школы"}
    house = {"Loc": "доме", "Acc": "дом", "Gen": "дома", "Dat": "дому"}
    verbs = {"Он": ("пришёл", "Gender=Masc|Number=Sing"), "Она": ("пришла", "Gender=Fem|Number=Sing"),
             "Они": ("пришли", "Number=Plur")}  # fmt: skip
    sentences = []
    uses = [("из", "Gen", "дома"), ("к", "Dat", "дому"), ("в", "Loc", "доме"), ("в", "Acc", "дом")]
    for number, (adposition, case, form) in enumerate(uses * 2, 1):
        pronoun = ("Он", "Она", "Они")[number % 3]
        verb, feats = verbs[pronoun]
        gender = {"Он": "Gender=Masc|Number=Sing", "Она": "Gender=Fem|Number=Sing", "Они": "Number=Plur"}[pronoun]
        place = "большого " if number == 1 else ""
        words = [f"{pronoun} {pronoun.lower()} PRON {gender} 2 nsubj",
                 f"{verb} прийти VERB {feats}|Tense=Past|VerbForm=Fin 0 root"]  # fmt: skip
        last = 5 if place else 4
        words.append(f"{adposition} {adposition} ADP _ {last} case")
        if place:
            words.append("большого большой ADJ Case=Gen|Gender=Masc|Number=Sing 5 amod")
        words += [f"{form} дом NOUN {noun(case)} 2 obl", ". . PUNCT _ 2 punct"]
        sentences.append(sentence(f"ru{number}", f"{pronoun} {verb} {adposition} {place}{form}.", words))
    for case, form in school.items():
        words = [f"{form} школа NOUN Animacy=Inan|Case={case}|Gender=Fem|Number=Sing 0 root"]
        sentences.append(sentence(f"ru-{case}", form, words))
    assert set(house.values()) == {form for _, _, form in uses}
    return "\n".join(sentences)


RUSSIAN = _russian()
"""*iz* takes the genitive, *k* the dative, *v* locative and accusative; the past has genders in the singular only."""


def _english() -> str:
    sentences = []
    present = [("she", "Sing", "reads"), ("they", "Plur", "read"), ("she", "Sing", "sleeps"), ("they", "Plur", "sleep")]
    for number, (pronoun, value, verb) in enumerate(present, 1):
        lemma = verb.rstrip("s")
        words = [f"{pronoun} {pronoun} PRON Number={value}|Person=3 2 nsubj",
                 f"{verb} {lemma} VERB Mood=Ind|Number={value}|Person=3|Tense=Pres|VerbForm=Fin 0 root"]  # fmt: skip
        sentences.append(sentence(f"en{number}", f"{pronoun} {verb}", words))
    past = "Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin"
    sentences.append(
        sentence("en5", "she read", ["she she PRON Number=Sing|Person=3 2 nsubj", f"read read VERB {past} 0 root"])
    )
    first = "Mood=Ind|Number=Sing|Person=1|Tense=Pres|VerbForm=Fin"
    sentences.append(
        sentence("en6", "I sleep", ["I I PRON Number=Sing|Person=1 2 nsubj", f"sleep sleep VERB {first} 0 root"])
    )
    sentences.append(
        sentence("en7", "Sleep!", ["Sleep sleep VERB Mood=Imp|VerbForm=Fin 0 root", "! ! PUNCT _ 1 punct"])
    )
    return "\n".join(sentences)


ENGLISH = _english()
"""*she read* is right in the past, so that *she reads* has no wrong plural; *she sleep* is wrong, whatever *I sleep* is."""
