"""Constituency trees of dependency trees, by rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.authoring.conllu import Tree, TreeWord, parse_conllu, read_conllu
from syntaxgym_lite.authoring.constituents import constituents, read_constituents, read_treebank
from syntaxgym_lite.lm.rnng.actions import derivation_of
from syntaxgym_lite.lm.rnng.trees import parse_trees
from syntaxgym_lite.words import split_words


def tree(text: str) -> Tree:
    """Words as form/UPOS/head/relation, heads from 1."""
    words = []
    for cell in text.split():
        form, upos, head, deprel = cell.split("/")
        words.append(TreeWord(form, form, upos, (), int(head) - 1, deprel))
    return Tree(tuple(words), "example")


@pytest.mark.parametrize(
    ("dependencies", "expected"),
    [
        # 3, 7: a phrase of each word with dependents; the verb phrase after the subject
        (
            "The/DET/2/det dog/NOUN/3/nsubj barks/VERB/0/root ./PUNCT/3/punct",
            "(S (NP (DET The) (NOUN dog)) (VP (VERB barks)) (PUNCT .))",
        ),
        # 4: case words; 8: auxiliaries
        (
            "She/PRON/4/nsubj has/AUX/4/aux been/AUX/4/aux seen/VERB/0/root in/ADP/6/case Rome/PROPN/4/obl",
            "(S (NP (PRON She)) (VP (AUX has) (VP (AUX been) (VP (VERB seen) (PP (ADP in) (NP (PROPN Rome)))))))",
        ),
        # 4: postpositions
        ("ghar/NOUN/3/obl meṃ/ADP/1/case hai/VERB/0/root", "(S (VP (PP (NP (NOUN ghar)) (ADP meṃ)) (VERB hai)))"),
        # 5: complementizers; 8: copula
        (
            "I/PRON/2/nsubj know/VERB/0/root that/SCONJ/7/mark he/PRON/7/nsubj is/AUX/7/cop a/DET/7/det poet/NOUN/2/ccomp",
            "(S (NP (PRON I)) (VP (VERB know) (SBAR (SCONJ that) (S (NP (PRON he)) (VP (AUX is) (NP (DET a) (NOUN poet)))))))",
        ),
        # 6, 9: conjuncts, conjunctions and punctuation beside them
        (
            "cats/NOUN/6/nsubj ,/PUNCT/3/punct dogs/NOUN/1/conj and/CCONJ/5/cc birds/NOUN/1/conj live/VERB/0/root",
            "(S (NP (NP (NOUN cats)) (PUNCT ,) (NP (NOUN dogs)) (CCONJ and) (NP (NOUN birds))) (VP (VERB live)))",
        ),
        # 7: a subject behind the verb leaves the clause flat; without one, all is the verb phrase
        ("llegó/VERB/0/root Juan/PROPN/1/nsubj", "(S (VERB llegó) (NP (PROPN Juan)))"),
        ("Go/VERB/0/root home/ADV/1/advmod !/PUNCT/1/punct", "(S (VP (VERB Go) (ADVP (ADV home))) (PUNCT !))"),
        ("Run/VERB/0/root", "(S (VP (VERB Run)))"),
        ("!/PUNCT/0/root", "(XP (PUNCT !))"),
        # 1: "what" hangs on "see", across "do you think"; no arc may cross another
        (
            "A/DET/2/det hearing/NOUN/4/nsubj is/AUX/4/aux scheduled/VERB/0/root on/ADP/7/case the/DET/7/det issue/NOUN/2/nmod today/NOUN/4/obl",
            "(S (NP (DET A) (NOUN hearing)) (VP (AUX is) (VP (VERB scheduled) (PP (ADP on) (NP (DET the) (NOUN issue))) (NP (NOUN today)))))",
        ),
    ],
)
def test_rules(dependencies: str, expected: str) -> None:
    found = constituents(tree(dependencies))
    assert str(found) == expected
    assert parse_trees(str(found)) == [found]


@st.composite
def dependency_trees(draw: st.DrawFn) -> Tree:
    """Any tree over a few words, arcs crossing or not."""
    n = draw(st.integers(1, 9))
    order = draw(st.permutations(range(n)))
    upos = st.sampled_from(["NOUN", "VERB", "ADJ", "PUNCT", "AUX", "ADP", "X", "_"])
    deprel = st.sampled_from(
        ["nsubj", "obj", "conj", "cc", "punct", "mark", "case", "aux", "cop", "det", "advcl", "nsubj:pass"]
    )
    heads = {order[0]: -1}
    for place in range(1, n):
        heads[order[place]] = order[draw(st.integers(0, place - 1))]
    words = tuple(
        TreeWord(f"w{i}", "", draw(upos), (), heads[i], "root" if heads[i] < 0 else draw(deprel)) for i in range(n)
    )
    return Tree(words, "example")


@given(dependency_trees())
def test_all_words_are_there_in_their_order(one: Tree) -> None:
    found = constituents(one)
    assert [word.form for word in found.words()] == [word.form for word in one.words]
    assert derivation_of(found).actions.count("SHIFT") == len(one.words)


@pytest.mark.parametrize("name", ["en_pud-ud-test", "it_pud-ud-test", "he_iahltwiki-ud-dev"])
def test_treebanks_of_three_languages_are_converted(shared_dir: Path, name: str) -> None:
    path = shared_dir / "ud" / "open" / f"{name}.conllu.xz"
    trees = read_conllu(path)
    found = read_constituents(path)
    assert [[word.form for word in one.words()] for one in found] == [
        [word.form for word in one.words] for one in trees
    ]
    assert {"S", "NP", "VP", "PP"} <= {action[3:-1] for one in found for action in derivation_of(one).actions}


def test_a_file_of_dependencies_is_read() -> None:
    text = "1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\trains\train\tVERB\t_\t_\t0\troot\t_\t_\n"
    assert [str(constituents(one)) for one in parse_conllu(text)] == ["(S (NP (PRON It)) (VP (VERB rains)))"]


def conllu(*rows):
    lines = ["\t".join((number, form, "_", upos, "_", "_", head, relation, "_", misc)) for
             number, form, upos, head, relation, misc in rows]  # fmt: skip
    return "\n".join(lines) + "\n\n"


ENGLISH = conllu(
    ("1", "I", "PRON", "4", "nsubj", "_"),
    ("2-3", "don't", "_", "_", "_", "_"),
    ("2", "do", "AUX", "4", "aux", "_"),
    ("3", "n't", "PART", "4", "advmod", "_"),
    ("4", "know", "VERB", "0", "root", "SpaceAfter=No"),
    ("5", ".", "PUNCT", "4", "punct", "_"),
)
ITALIAN = conllu(
    ("1", "La", "DET", "2", "det", "_"),
    ("2", "casa", "NOUN", "0", "root", "_"),
    ("3-4", "dell'", "_", "_", "_", "SpaceAfter=No"),
    ("3", "di", "ADP", "5", "case", "_"),
    ("4", "l'", "DET", "5", "det", "_"),
    ("5", "amico", "NOUN", "2", "nmod", "_"),
    ("6-7", "della", "_", "_", "_", "_"),
    ("6", "di", "ADP", "8", "case", "_"),
    ("7", "la", "DET", "8", "det", "_"),
    ("8", "donna", "NOUN", "5", "nmod", "_"),
)


@pytest.mark.parametrize(
    ("bank", "text", "words", "scheme", "others"),
    [
        (ENGLISH, "I don't know.", ["I", "don't", "know", "."], "punct", ["treebank", "clitics"]),
        (ITALIAN, "La casa dell'amico della donna", ["La", "casa", "dell'", "amico", "della", "donna"], "italian",
         ["treebank", "punct", "clitics"]),
    ],
)  # fmt: skip
def test_words_are_the_tokens_of_the_text_and_sentences_have_to_be_cut_alike(
    tmp_path, bank, text, words, scheme, others
):
    path = tmp_path / "bank.conllu"
    path.write_text(bank, encoding="utf-8")
    [tree] = read_treebank(path)
    assert [word.form for word in tree.words()] == words
    assert [text[start:end] for start, end in split_words(text, scheme)] == words
    for other in others:  # as `words` by default: what a user has to know
        assert [text[start:end] for start, end in split_words(text, other)] != words
