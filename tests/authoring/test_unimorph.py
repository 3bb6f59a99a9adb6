"""Tables of UniMorph: tags become features, and what is not known stays as it is."""

from __future__ import annotations

import pytest

from syntaxgym_lite.authoring.unimorph import is_unimorph, parse_unimorph
from syntaxgym_lite.errors import SuiteError


@pytest.mark.parametrize(
    ("tags", "upos", "feats"),
    [
        ("N;GEN;SG", ("NOUN", "PROPN"), {"Case": "Gen", "Number": "Sing"}),
        ("V;PRS;3;PL;IND", ("VERB", "AUX"), {"Tense": "Pres", "Person": "3", "Number": "Plur", "Mood": "Ind"}),
        ("V.PTCP;PST;FEM;SG", ("VERB", "AUX", "ADJ"),
         {"VerbForm": "Part", "Tense": "Past", "Gender": "Fem", "Number": "Sing"}),
        ("ADJ;NOM/ACC;MASC", ("ADJ",), {"Case": "Acc,Nom", "Gender": "Masc"}),
        ("N;IN+ESS;{SG/PL}", ("NOUN", "PROPN"), {"Case": "Ine", "Number": "Plur,Sing"}),
        ("N;PL;LGSPEC1;PSS1S", ("NOUN", "PROPN"), {"Number": "Plur", "LGSPEC1": "Yes", "PSS1S": "Yes"}),
        ("PRO;1;SG", ("PRON", "DET"), {"Person": "1", "Number": "Sing"}),
    ],
)  # fmt: skip
def test_tags_become_features(tags: str, upos: tuple[str, ...], feats: dict[str, str]) -> None:
    [form] = parse_unimorph(f"a\tb\t{tags}\n")
    assert (form.upos, dict(form.feats)) == (upos, feats)


def test_a_form_contradicts_a_word_only_in_features_that_both_have() -> None:
    [form] = parse_unimorph("стол\tстоле\tN;ESS;SG")
    assert form.may_be((("Animacy", "Inan"), ("Case", "Loc"), ("Number", "Sing")))
    assert form.may_be((("Case", "Dat,Loc"),))
    assert not form.may_be((("Case", "Gen"),))
    [imperfect] = parse_unimorph("avere\taveva\tV;IND;PST;IPFV;3;SG")
    assert imperfect.may_be((("Mood", "Ind"), ("Tense", "Imp")))


def test_a_table_is_told_from_a_treebank() -> None:
    assert is_unimorph("# a comment\n\na\tb\tN;SG\n")
    assert is_unimorph("a\tb\tN;SG\ta|b\r\n")
    assert not is_unimorph("1\ta\ta\tNOUN\t_\t_\t0\troot\t_\t_\n")
    assert not is_unimorph("")


def test_only_the_lemmas_asked_for_are_taken_and_all_bad_lines_named() -> None:
    assert [form.form for form in parse_unimorph("a\tb\tN\r\nc\td\tN\r\n", lemmas={"c"})] == ["d"]
    with pytest.raises(SuiteError) as caught:
        parse_unimorph("a\tb\nc\td\tN\n\t\t\n x\ty\n", source="table.tsv")
    assert [str(line) for line in str(caught.value).splitlines()[:2]] == [
        "table.tsv: line 1: has not lemma, form and tags, separated by tabs.",
        "table.tsv: line 4: has not lemma, form and tags, separated by tabs.",
    ]
