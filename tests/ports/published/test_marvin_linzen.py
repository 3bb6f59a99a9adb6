"""Sentence pairs by construction, from a table, a pickle and JSON; a pickle runs nothing."""

from __future__ import annotations

import json
import pickle
import tracemalloc

import pytest
from support.toys import WordBackend

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.ports.pairs.report import report_lines
from syntaxgym_lite.ports.published.marvin_linzen import looks_like_marvin_linzen, read_marvin_linzen
from syntaxgym_lite.runner import run

HEADER = "test case\tgrammatical\tungrammatical\n"
CASES = {
    "sing_MS_MV": [("the cook laughs", "the cook laugh"), ("the boss swims", "the boss swim")],
    "plur_MS_MV": [("the cooks laugh", "the cooks laughs")],
}
NPI = {"past": [("no cook has ever left", "the cook has ever left", "most cooks have ever left")]}

# what Python 2 writes for {"a": [("no é", "the é")]} with protocol 0: a text pickle, byte strings in UTF-8
PYTHON_2 = b"(dp0\nS'a'\np1\n(lp2\n(S'no \\xc3\\xa9'\np3\nS'the \\xc3\\xa9'\np4\ntp5\nas."


def texts(suite):
    return [sentence.text for sentence in suite.sentences()]


def cases(suite):
    return [item.factors["case"] for item in suite.items]


def written(path, document):
    if path.suffix == ".json":
        path.write_text(json.dumps(document), encoding="utf-8")
    else:
        path.write_bytes(pickle.dumps(document, protocol=0))
    return path


def test_a_table_gives_a_suite_for_each_construction(tmp_path):
    path = tmp_path / "sample_sents.txt"
    rows = "simple_agrmt--sing\tthe cook laughs.\tthe cook laugh.\nreflexives--plur\tthey hurt themselves.\tthey hurt himself.\n"
    path.write_text(HEADER + rows + "\nsimple_agrmt--plur\tthe cooks laugh.\tthe cooks laughs.\r\n", encoding="utf-8")
    assert looks_like_marvin_linzen(path)
    agreement, reflexives = find_suites(path)
    assert (agreement.name, cases(agreement)) == ("simple_agrmt", ["sing", "plur"])
    assert texts(agreement)[2:] == ["the cooks laugh.", "the cooks laughs."]
    assert agreement.groups["phenomenon"] == "subject-verb agreement"
    assert reflexives.groups["phenomenon"] == "reflexive anaphora"


@pytest.mark.parametrize("name", ["simple_agrmt.pickle", "simple_agrmt.json"])
def test_a_pickle_and_json_hold_one_construction(tmp_path, name):
    [suite] = find_suites(written(tmp_path / name, CASES))
    assert suite.name == "simple_agrmt"
    assert cases(suite) == ["sing_MS_MV", "sing_MS_MV", "plur_MS_MV"]
    assert texts(suite) == [text for rows in CASES.values() for row in rows for text in row]


def test_json_may_hold_several_constructions(tmp_path):
    first, second = find_suites(written(tmp_path / "all.json", {"simple_agrmt": CASES, "simple_npi": NPI}))
    assert (first.name, second.name) == ("simple_agrmt", "simple_npi")
    assert second.groups["phenomenon"] == "negative polarity items"


def test_a_good_sentence_is_compared_with_each_bad_one(tmp_path):
    [suite] = find_suites(written(tmp_path / "simple_npi.pickle", NPI))
    formulas = [prediction.formula.source for prediction in suite.predictions]
    assert formulas == ["(*;%good%) < (*;%bad_1%)", "(*;%good%) < (*;%bad_2%)"]
    [summary] = sgl.summarize(run([suite], WordBackend(len)))["models"][0]["suites"]
    # letters: no cook has ever left 17, the cook has ever left 18, most cooks have ever left 21
    assert summary["score"] == 1.0
    assert summary["factors"]["case"][0]["value"] == "past"


def test_texts_of_python_2_are_read(tmp_path):
    path = tmp_path / "simple_agrmt.pickle"
    path.write_bytes(PYTHON_2)
    [suite] = find_suites(path)
    assert texts(suite) == ["no é", "the é"]


def test_identical_sentences_are_said_and_score_as_ties(tmp_path):
    path = written(tmp_path / "simple_agrmt.json", {"sing": [["a b", "a b"], ["a", "bb"]]})
    [suite] = find_suites(path)
    [summary] = sgl.summarize(run([suite], WordBackend(len)))["models"][0]["suites"]
    assert (summary["score"], summary["n_ties"]) == (0.5, 1)
    assert summary["warnings"] == ["1 pair has the same text twice and can only tie: sing[0]."]


def test_margins_and_means_are_those_of_other_minimal_pairs(tmp_path):
    path = written(tmp_path / "simple_agrmt.json", CASES)
    [suite] = find_suites(path, options={"normalize": "words", "min_margin": 0.5})
    formula = "(*;%bad%;word_mean) - (*;%good%;word_mean) > 0.5"
    assert suite.predictions[0].formula.source == formula


@pytest.mark.parametrize(
    "data",
    [
        b"cos\nsystem\n(S'echo run > owned'\ntR.",  # a class of Python 2 and 3 that would run a command
        b"\x80\x02cbuiltins\neval\nX\x04\x00\x00\x001+1q\x00\x85R.",
        b"(i__builtin__\neval\n.",
        b"\x80\x04\x8c\x02os\x8c\x06system\x93.",
        b"Pa persistent object\n.",
        b"\x80\x02\x82\x01.",  # a class of the registry of extensions
        b"}}b.",  # a state for an object
        pickle.dumps({"sing": [(b"a", b"b")]}),  # neither texts
        b"\x80\x04\x95",
        b"",
        b"not a pickle",
    ],
)
def test_a_pickle_that_is_more_than_texts_is_refused_and_runs_nothing(tmp_path, monkeypatch, data):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.pickle").write_bytes(data)
    with pytest.raises(InputError, match="not a pickle of sentences"):
        find_suites(tmp_path / "evil.pickle")
    assert [path.name for path in tmp_path.iterdir()] == ["evil.pickle"]


def test_every_malformed_row_is_reported_with_its_place(tmp_path):
    table = tmp_path / "table.txt"
    table.write_text(f"{HEADER}a--b\tx\n\ta\tb\na--b\t \tb\na--b\tx\ty\n", encoding="utf-8")
    with pytest.raises(SuiteError) as raised:
        read_marvin_linzen(table)
    assert {problem.path: problem.message for problem in raised.value.problems} == {
        "line 2": "has 2 columns, not 3.",
        "line 3": "names no test case, as 'construction--case'.",
    }
    document = {"a": [["x", "y"], ["x"], ["x", 3], ["x", "y", "z"], "xy"], "b": 3, "": [["x", "y"]]}
    with pytest.raises(SuiteError) as raised:
        read_marvin_linzen(written(tmp_path / "x.json", document))
    assert sorted(problem.path for problem in raised.value.problems) == ["", "a[1]", "a[2]", "a[3]", "a[4]", "b"]


@pytest.mark.parametrize("empty", [None, " "])
def test_a_row_without_one_of_its_sentences_costs_no_other(tmp_path, empty):
    path = written(tmp_path / "npi.pickle", {"past": [["no cook left", "a cook left", empty], *NPI["past"]]})
    [suite] = read_marvin_linzen(path)
    assert [item.number for item in suite.items] == [2]
    assert [(one.where, one.reason) for one in suite.excluded] == [(f"{path}: past[0]", "nothing in sentence 3")]
    with pytest.raises(SuiteError, match="npi: has no row with all its sentences"):
        read_marvin_linzen(written(path, {"past": [["no cook left", empty]]}))


def test_what_was_read_of_a_pickle_is_said_and_makes_no_other_suite(tmp_path):
    rows = {"past": [["x", "y"], ["x", "y"], ["z", "z"], ["u", ""]]}
    suites = find_suites(written(tmp_path / "agr.pickle", rows))
    assert report_lines(suites) == [
        "Marvin and Linzen: 3 pairs read; 1 left out: nothing in sentence 2 (past[3]); "
        "1 equal on both sides, which can only tie; 1 there twice."
    ]
    assert [text.partition(":")[0] for text in suites[0].warnings] == [
        "1 pair has the same text twice and can only tie",
        "1 pair is there already, and each counts again",
    ]
    assert "pairs" not in suites[0].meta  # its sha256 is that of earlier versions


def test_a_short_pickle_that_asks_for_much_memory_takes_none(tmp_path):
    (tmp_path / "x.pickle").write_bytes(b"\x80\x02X\x01\x00\x00\x00ar\xff\xff\xff\x00.")  # memo of 2 ** 24 places
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="must be an object from cases"):
            find_suites(tmp_path / "x.pickle")
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": [["x", "y"]], "a": [["u", "v"]]}', "holds the key 'a' twice"),
        ('{"c": {"": [["x", "y"]]}}', "c: a case is called ''; it must have a name"),
        ('{"c": {"\\ud83e": [["x", "y"]]}}', "c: a case is called"),
        ('{"c": {"a": [["x", "y"]]}, "b": [["u", "v"]]}', "cases and constructions side by side"),
        ('[["x", "y"]]', "must be an object from cases to lists"),
        (f"{HEADER}--sing\tx\ty\n", "line 2: names no test case"),
        (f"{HEADER}agr\x07--sing\tx\ty\n", "line 2: the test case .* holds characters that cannot be shown"),
        (f"{HEADER}agr--sing\tx\ty\n{HEADER}", "line 3: is the header again"),
    ],
)
def test_what_would_be_lost_or_have_no_name_is_refused(tmp_path, text, message):
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_marvin_linzen(path)


def test_a_malformed_first_row_is_the_only_one_that_is_reported(tmp_path):
    path = written(tmp_path / "x.json", {"a": [["x"], ["x", "y"], ["u", "v"]]})
    with pytest.raises(SuiteError) as raised:
        read_marvin_linzen(path)
    assert [problem.path for problem in raised.value.problems] == ["a[0]"]


def test_blanks_around_names_make_no_other_construction_and_around_sentences_no_other_text(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text(f"{HEADER}agr -- sing\tx\tx \nagr--plur\tx\ty\n", encoding="utf-8")
    [suite] = read_marvin_linzen(path)
    assert (suite.name, cases(suite)) == ("agr", ["sing", "plur"])
    assert suite.warnings == ("1 pair has the same text twice and can only tie: line 2.",)


@pytest.mark.parametrize("text", ["", "a\tb\tc\n", "{", "[]", "{}", HEADER])
def test_a_file_without_pairs_is_refused(tmp_path, text):
    path = tmp_path / "x.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        find_suites(path, form="marvin-linzen")


def test_a_suite_is_not_taken_for_sentence_pairs(root_dir):
    assert not looks_like_marvin_linzen(root_dir / "suites" / "npz.json")


def test_constructions_of_the_papers_table_pool_animate_and_inanimate_subjects(tmp_path):
    file = tmp_path / "pairs.tsv"
    names = ("prep_anim", "prep_inanim", "obj_rel_across_anim", "simple_agrmt")
    lines = [f"{name}--sing\tthe cook laughs.\tthe cook laugh.\n" for name in names]
    file.write_text("test case\tgrammatical\tungrammatical\n" + "".join(lines))
    groups = [suite.groups["construction"] for suite in read_marvin_linzen(file)]
    assert groups == ["prep", "prep", "obj_rel_across", "simple_agrmt"]
