"""Pairs that differ in a feature, on small treebanks of our own with known answers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.running import sglite
from support.toy_treebanks import ENGLISH, ITALIAN, RUSSIAN, sentence

from syntaxgym_lite.authoring.conllu import parse_conllu
from syntaxgym_lite.authoring.dependency_pairs import DependencyPairs, dependency_pairs
from syntaxgym_lite.authoring.dependency_patterns import candidates, pattern_of
from syntaxgym_lite.authoring.unimorph import parse_unimorph
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.suite.json import load_suite

ADJECTIVES = {"feature": "Gender", "target": "ADJ:amod", "agrees_with": "head"}


def harvested(text: str, **options: object) -> DependencyPairs:
    names = ("feature", "target", "agrees_with", "governed_by", "same", "free", "target_has", "target_without",
             "cue_upos", "cue_has", "cue_without")  # fmt: skip
    pattern = pattern_of(**{name: options.pop(name) for name in names if name in options})  # type: ignore[arg-type]
    trees = parse_conllu(text, source="toy.conllu")
    return dependency_pairs(trees, pattern, name="toy", **options)  # type: ignore[arg-type]


def pairs(found: DependencyPairs) -> list[tuple[str, str, str]]:
    """What stands before, the right form and the wrong one."""
    items = found.suite.items if found.suite is not None else ()
    return [
        (item.condition("correct").regions[0].content,
         *(item.condition(name).regions[1].content for name in ("correct", "wrong")))
        for item in items
    ]  # fmt: skip


def outcomes(found: DependencyPairs, of: str) -> dict[str, int]:
    return {outcome.outcome: outcome.n for outcome in found.outcomes if outcome.of == of}


# ---------------------------------------------------------------------------------------------------- agreement


def test_an_adjective_gets_its_form_of_the_other_gender_after_the_same_words() -> None:
    found = harvested(ITALIAN, **ADJECTIVES)
    assert pairs(found) == [("Vedo una casa", " rossa", " rosso"), ("Il libro", " rosso", " rossa")]
    # 'Rossa' and 'antico' stand before their nouns, the one of 'muro' is coordinated; 'verde' has one form
    assert outcomes(found, "word") == {
        "kept": 4,
        "the cue follows the target": 2,
        "the cue has a dependant that is not wanted": 1,
    }
    assert outcomes(found, "pair") == {
        "kept": 2,
        "both forms are spelled the same": 1,
        "no form with the other value is known": 1,
    }
    assert (found.n_agree, found.n_compared) == (7, 7)
    assert found.suite is not None
    assert found.suite.meta["phenomenon"] == "gender agreement"
    assert [str(each.formula) for each in found.suite.predictions] == ["(2;%correct%) < (2;%wrong%)"]


def test_what_follows_is_compared_where_the_cue_does_and_reads_as_it_stands_in_the_treebank() -> None:
    found = harvested(ITALIAN, **ADJECTIVES, compared="rest")
    assert found.suite is not None
    texts = {
        (item.extra["origin"]["sentence"], item.extra["origin"]["target"]): [
            "".join(r.content for r in item.condition(c).regions) for c in ("correct", "wrong")
        ]
        for item in found.suite.items
    }
    assert texts["it2", 3] == [
        "Il libro rosso della scuola verde è qui.",
        "Il libro rossa della scuola verde è qui.",
    ]
    rest = "la casa aveva un muro verde e un tetto, e l'antico portone."
    assert texts["it3", 1] == [f"Rossa, {rest}", f"Rosso, {rest}"]
    assert texts["it3", 15] == [f"Rossa, {rest}", f"Rossa, {rest}".replace("antico", "antica")]
    assert [str(each.formula) for each in found.suite.predictions] == ["(2:3;%correct%) < (2:3;%wrong%)"]


def test_nouns_of_another_value_between_cue_and_target_are_attractors() -> None:
    found = harvested(ITALIAN, feature="Gender", target="ADJ:root", agrees_with="nsubj")
    assert pairs(found) == [("Una porta del palazzo vicino è", " antica", " antico")]
    assert found.suite is not None
    [item] = found.suite.items
    assert item.factors == {"value": "Fem", "wrong_value": "Masc", "n_attr": 1, "distance": 6}
    assert item.cluster == "it4"


def test_sentences_of_one_name_are_clusters_of_their_own() -> None:
    found = harvested("\n".join([sentence("it1", "casa rossa", HOUSE), ITALIAN]), **ADJECTIVES)
    assert found.suite is not None
    assert [item.cluster for item in found.suite.items] == ["toy.conllu:3", "toy.conllu:8", "toy.conllu:16"]


def test_a_word_of_a_token_of_several_is_left_out() -> None:
    found = harvested(ITALIAN, feature="Gender", target="DET:det", agrees_with="head", compared="rest")
    assert outcomes(found, "word")["the target is part of a token of several words"] == 2  # della, del
    assert ("", "Il", "La") in pairs(found)  # 'la' of 'della' counts as a form of the article


def test_a_form_that_can_be_read_as_a_right_one_is_left_out() -> None:
    found = harvested(ENGLISH, feature="Number", target="VERB", agrees_with="nsubj")
    assert pairs(found) == [("they", " read", " reads"), ("she", " sleeps", " sleep"), ("they", " sleep", " sleeps")]
    assert outcomes(found, "pair")["the other form can be read as a right one"] == 1  # she read


def test_a_free_feature_is_that_of_the_cue_where_both_have_one() -> None:
    strict = harvested(RUSSIAN, feature="Number", target="VERB", agrees_with="nsubj")
    assert pairs(strict) == []
    found = harvested(RUSSIAN, feature="Number", target="VERB", agrees_with="nsubj", free=["Gender"])
    assert {(before, right, wrong) for before, right, wrong in pairs(found)} == {
        ("Он", " пришёл", " пришли"),
        ("Она", " пришла", " пришли"),
    }
    assert outcomes(found, "pair")["the other value has several forms"] == 3  # они: пришёл or пришла
    both = harvested(RUSSIAN, feature="Number", target="VERB", agrees_with="nsubj", free=["Gender"], variants="all")
    assert {wrong for before, _, wrong in pairs(both) if before == "Они"} == {" пришёл", " пришла"}


def test_a_free_feature_in_which_nothing_agrees_may_be_any() -> None:
    """Latin treebanks note the declension of forms, nouns included."""
    fem, masc = "Gender=Fem|InflClass=IndEurA", "Gender=Masc|InflClass=IndEurO"
    words = ["palus palus NOUN Gender=Fem|InflClass=IndEurX 0 root", f"foeda foedus ADJ {fem} 1 amod"]
    other = ["lacus lacus NOUN Gender=Masc|InflClass=IndEurU 0 root", f"foedus foedus ADJ {masc} 1 amod"]
    text = "\n".join([sentence("x", "palus foeda", words), sentence("y", "lacus foedus", other)])
    assert pairs(harvested(text, **ADJECTIVES)) == []
    assert pairs(harvested(text, **ADJECTIVES, free=["InflClass"])) == [
        ("palus", " foeda", " foedus"),
        ("lacus", " foedus", " foeda"),
    ]


def test_what_must_be_the_same_is_asked_of_both() -> None:
    one = sentence("x", "case rossi", ["case casa NOUN Gender=Fem|Number=Plur 0 root",
                                       "rossi rosso ADJ Gender=Fem|Number=Sing 1 amod"])  # fmt: skip
    found = harvested(one, **ADJECTIVES, same=["Number"])
    assert outcomes(found, "word") == {"target and cue differ in a feature that must be the same": 1}


def test_a_low_rate_of_agreement_is_said() -> None:
    rows = ["case casa NOUN Gender=Fem 0 root", "rossi rosso ADJ Gender=Masc 1 amod"]
    found = harvested("\n".join([ITALIAN, sentence("x", "case rossi", rows)]), **ADJECTIVES)
    assert found.notes == (
        "Only 7 of 8 candidates agree with their cue in Gender; in those that do, the other form may be right as well.",
    )


# --------------------------------------------------------------------------------------------------- government


def test_a_governed_case_is_changed_to_one_that_the_governor_never_takes() -> None:
    found = harvested(RUSSIAN, feature="Case", target="NOUN", governed_by="case", min_count=2)
    wrong: dict[str, set[str]] = {}
    assert found.suite is not None
    for item in found.suite.items:
        wrong.setdefault(item.factors["governor"], set()).add(item.factors["wrong_value"])
    assert wrong == {"из": {"Acc", "Dat", "Loc"}, "к": {"Acc", "Gen", "Loc"}, "в": {"Dat", "Gen"}}
    # 'v dome' to 'v dom' and back, in two sentences each
    assert outcomes(found, "pair")["the governor takes a value of the other form as well"] == 4
    rare = harvested(RUSSIAN, feature="Case", target="NOUN", governed_by="case", min_count=3)
    assert outcomes(rare, "word") == {"kept": 4, "the governor occurs too seldom": 4}


def test_only_the_value_asked_for_is_given() -> None:
    found = harvested(RUSSIAN, feature="Case", target="NOUN", governed_by="case", min_count=2, to=["Dat"])
    assert {item.factors["wrong_value"] for item in found.suite.items} == {"Dat"}  # type: ignore[union-attr]
    with pytest.raises(InputError, match=r"No NOUN has Case=Daf\. Did you mean 'Dat'\? Values are Acc, Dat, Gen, Loc"):
        harvested(RUSSIAN, feature="Case", target="NOUN", governed_by="case", to=["Daf"])


# ---------------------------------------------------------------------------------------------------- left out


def one_pair(text: str, words: list[str], **options: object) -> DependencyPairs:
    """Harvest adjectives of one sentence, with the other gender of 'rosso' and 'antico' known."""
    return harvested("\n".join([sentence("x", text, words), ITALIAN]), **{**ADJECTIVES, **options})


HOUSE = ["casa casa NOUN Gender=Fem|Number=Sing 0 root", "rossa rosso ADJ Gender=Fem|Number=Sing 1 amod"]


@pytest.mark.parametrize(
    ("text", "comment", "reason"),
    [
        ("casa rossa", "", "the sentence has no text"),
        ("casa rossa", "# text = casa  rossa", "the words do not give the sentence's text"),
        ("casa rossa", "# text = casa rossa!", "the words do not give the sentence's text"),
    ],
)
def test_a_sentence_without_its_text_is_left_out_with_its_place(text: str, comment: str, reason: str) -> None:
    block = sentence("x", text, HOUSE).replace(f"# text = {text}", comment or "# note")
    found = harvested("\n".join([block, ITALIAN]), **ADJECTIVES)
    assert [(each.where, each.reason) for each in found.excluded if each.where.startswith("toy.conllu:3,")] == [
        ("toy.conllu:3, word 2", reason)
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("casa-rossa", ["casa casa NOUN Gender=Fem|Number=Sing 0 root", "- - PUNCT _ 3 punct",
                        "rossa rosso ADJ Gender=Fem|Number=Sing 1 amod"]),
        ("casa rossa'nera", [*HOUSE, "'nera nero ADJ _ 2 conj"]),
        ("casa rossanera", [*HOUSE, "nera nero ADJ _ 2 conj"]),
    ],
)  # fmt: skip
def test_a_word_that_is_part_of_a_written_one_is_left_out(text: str, words: list[str]) -> None:
    found = one_pair(text, words)
    assert outcomes(found, "word")["the target is written together with the word beside it"] == 1


def test_a_mark_of_punctuation_beside_a_word_does_no_harm() -> None:
    words = ["casa casa NOUN Gender=Fem|Number=Sing 0 root", "( ( PUNCT _ 3 punct",
             "rossa rosso ADJ Gender=Fem|Number=Sing 1 amod", ") ) PUNCT _ 3 punct"]  # fmt: skip
    assert pairs(one_pair("casa (rossa)", words))[0] == ("casa (", "rossa", "rosso")


def test_capitals_are_kept() -> None:
    words = [HOUSE[0], HOUSE[1].replace("rossa", "ROSSA", 1)]
    assert pairs(one_pair("casa ROSSA", words))[0] == ("casa", " ROSSA", " ROSSO")
    words = [HOUSE[0], HOUSE[1].replace("rossa", "rOSSa", 1)]
    assert outcomes(one_pair("casa rOSSa", words), "pair")["the capitals of the one cannot be given to the other"] == 1


def test_an_initial_vowel_must_stay_where_the_word_before_depends_on_it() -> None:
    forms = [sentence("y", "orso", ["orso rosso ADJ Gender=Masc|Number=Sing 0 root"]),
             sentence("x", "casa l'rossa", [HOUSE[0], "l' il DET _ 3 det", HOUSE[1]])]  # fmt: skip
    found = harvested("\n".join(forms), **ADJECTIVES)
    assert outcomes(found, "pair") == {
        "only one of the forms has an initial vowel, after a word that depends on that": 1
    }


def test_pairs_that_are_there_already_and_unknown_words_are_left_out() -> None:
    found = harvested("\n".join([sentence("x", "casa rossa", HOUSE)] * 2 + [ITALIAN]), **ADJECTIVES)
    assert outcomes(found, "pair")["the same pair is in the suite already"] == 1
    found = harvested(ITALIAN, **ADJECTIVES, vocabulary={"casa", "rossa", "rosso", "libro"})
    assert outcomes(found, "word")["a word from cue to target is not in the vocabulary"] == 2  # verde, vicino
    found = harvested(ITALIAN, **ADJECTIVES, vocabulary={"casa", "rossa"})
    assert outcomes(found, "pair")["the other form is not in the vocabulary"] == 1


@given(
    st.sampled_from([ITALIAN, RUSSIAN, ENGLISH]),
    st.sampled_from(["Gender", "Number", "Case", "Person"]),
    st.sampled_from(["ADJ", "NOUN", "VERB,AUX", "DET", "PRON", "ADJ,NOUN:amod,obl"]),
    st.sampled_from(["agrees_with", "governed_by"]),
    st.sampled_from(["head", "nsubj", "case", "head:nsubj", "head:det"]),
    st.sampled_from(["target", "rest"]),
    st.sampled_from(["refuse", "frequent", "all"]),
)
def test_every_candidate_is_accounted_for(
    text: str, feature: str, target: str, relation: str, cue: str, compared: str, variants: str
) -> None:
    options = {"feature": feature, "target": target, relation: cue}
    try:
        found = harvested(text, **options, compared=compared, variants=variants, min_count=2)
    except InputError as error:
        assert "has the feature" in str(error)  # noqa: PT017  # most patterns have no words in a small treebank
        return
    pattern = pattern_of(**options)  # type: ignore[arg-type]
    words, of_pairs = outcomes(found, "word"), outcomes(found, "pair")
    assert sum(words.values()) == sum(1 for _ in candidates(parse_conllu(text), pattern))
    if words.get("kept"):
        assert sum(of_pairs.values()) % words["kept"] == 0
    n_items = len(found.suite.items) if found.suite is not None else 0
    assert n_items >= of_pairs.get("kept", 0)
    assert n_items == of_pairs.get("kept", 0) or variants == "all"


# --------------------------------------------------------------------------------------------- tables of UniMorph


def test_a_table_gives_the_forms_that_the_treebank_has_not() -> None:
    table = parse_unimorph("vicino\tvicino\tADJ;MASC;SG\nvicino\tvicina\tADJ;FEM;SG\nvicino\tvicine\tADJ;FEM;PL\n")
    found = harvested(ITALIAN, **ADJECTIVES, table=table)
    assert pairs(found)[-1] == ("Una porta del palazzo", " vicino", " vicina")
    assert [item.extra["origin"]["form_from"] for item in found.suite.items] == ["treebank", "treebank", "table"]  # type: ignore[union-attr]


def test_a_table_is_held_against_the_treebanks_features() -> None:
    """A past form of the table without a number is right with any subject."""
    table = parse_unimorph("sleep\tsleep\tV;PST\nsleep\tsleeps\tV;SG;3;PRS\n")
    found = harvested(ENGLISH, feature="Number", target="VERB", agrees_with="nsubj", table=table)
    assert ("she", " sleeps", " sleep") not in pairs(found)
    assert outcomes(found, "pair")["the other form can be read as a right one"] == 2


# --------------------------------------------------------------------------------------------------- the command


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    path = tmp_path / "it.conllu"
    path.write_text(ITALIAN, encoding="utf-8")
    return path


def test_the_command_writes_a_suite_and_says_what_was_left_out(bank: Path, tmp_path: Path) -> None:
    out = tmp_path / "gender.json"
    done = sglite("harvest", bank, "--vary", "Gender", "--target", "ADJ:amod", "--agrees-with", "head", "-o", out,
                  "--format", "json")  # fmt: skip
    assert done.code == 0, done.err
    assert done.json["outcomes"][:2] == [
        {"of": "words", "n": 4, "outcome": "kept"},
        {"of": "words", "n": 2, "outcome": "the cue follows the target"},
    ]
    assert "Of 7 candidates, 7 agree with their cue." in done.err
    assert "7 candidates, 2 items." in done.err
    suite = load_suite(out)
    assert suite.name == "gender"
    assert Counter(each.reason for each in suite.excluded)["both forms are spelled the same"] == 1


def test_a_table_is_known_by_its_content(bank: Path, tmp_path: Path) -> None:
    table = tmp_path / "ita"
    table.write_text("vicino\tvicino\tADJ;MASC;SG\nvicino\tvicina\tADJ;FEM;SG\n", encoding="utf-8")
    done = sglite("harvest", bank, "--vary", "Gender", "--target", "ADJ:amod", "--agrees-with", "head",
                  "--lexicon", table)  # fmt: skip
    assert "7 candidates, 3 items." in done.err
    done = sglite("harvest", bank, "--lexicon", table)
    assert done.code == 2
    assert "A table of UniMorph goes with --vary" in done.err
    table.write_text("vicino\t\tADJ\n", encoding="utf-8")
    done = sglite("harvest", bank, "--lexicon", table)
    assert f"{table}: line 1: has not lemma, form and tags" in done.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--target", "ADJ"], "--target goes with --vary"),
        (["--vary", "Gender"], "--vary needs --target"),
        (["--vary", "Gender", "--target", "ADJ"], "--vary needs one of --agrees-with and --governed-by"),
        (["--vary", "Gender", "--target", "ADJ", "--agrees-with", "head", "--nonce", "2"], "--nonce is for the"),
        (["--vary", "Gender", "--target", "Adj", "--agrees-with", "head"], "Did you mean 'ADJ'?"),
        (["--vary", "Gendre", "--target", "ADJ", "--agrees-with", "head"], "Did you mean 'Gender'?"),
        (["--vary", "Gender", "--target", "ADJ:", "--agrees-with", "head"], "a relation is expected after the colon"),
        (["--vary", "Gender", "--target", "ADJ", "--agrees-with", "head:"], "a cue is 'head', a relation"),
        (["--vary", "Gender", "--target", "ADJ", "--agrees-with", "head", "--cue-has", "Case"], "as in Case=Nom"),
        (["--vary", "Gender=Fem", "--target", "ADJ", "--agrees-with", "head"], "without a value"),
        (["--vary", "Gender", "--target", "ADJ", "--agrees-with", "head", "--same", "Gender"], "is the feature that"),
    ],
)
def test_what_does_not_go_together_is_refused(options: list[str], message: str, bank: Path) -> None:
    done = sglite("harvest", bank, *options)
    assert done.code == 2
    assert message in done.err


def test_a_cue_that_no_word_has_is_said(bank: Path, tmp_path: Path) -> None:
    arguments = ["harvest", bank, "--vary", "Gender", "--target", "ADJ", "--agrees-with", "subject"]
    done = sglite(*arguments)
    assert done.code == 0
    assert "No ADJ with the feature Gender has the cue 'subject'" in done.err
    done = sglite(*arguments, "-o", tmp_path / "x.json")
    assert done.code == 2
    assert "No suite: 0 candidates were found" in done.err
    assert not (tmp_path / "x.json").exists()
