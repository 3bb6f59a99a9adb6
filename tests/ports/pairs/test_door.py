"""Minimal pairs as people keep them: tables, JSON lists and JSON lines become suites, or are refused with the reason."""

from __future__ import annotations

import csv
import io
import json

import pytest
import xlsxwriter
from support.places import SHARED, need
from support.running import refused, sglite
from support.toys import WordBackend

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.formats import format_of, read_suites
from syntaxgym_lite.ports.pairs.door import looks_like_pairs, propose_pairs
from syntaxgym_lite.ports.pairs.report import report_lines
from syntaxgym_lite.suite.json import dumps_suite, loads_suite

PAIRS = [
    {"sentence_good": "The fox sleeps, mostly.", "sentence_bad": "The fox sleep, mostly."},
    {"sentence_good": 'The hens run "home".', "sentence_bad": 'The hens runs "home".'},
    {"sentence_good": "A cat sees us.", "sentence_bad": "A cat see us."},
    {"sentence_good": "Two cats see us.", "sentence_bad": "Two cats sees us."},
]


def as_table(rows, separator=","):
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), delimiter=separator, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def written(path, rows):
    if path.suffix == ".json":
        text = json.dumps(rows, indent=1)
    elif path.suffix == ".jsonl":
        text = "".join(json.dumps(row) + "\n" for row in rows)
    else:
        text = as_table(rows, "\t" if path.suffix == ".tsv" else ",")
    path.write_text(text, encoding="utf-8")
    return path


def test_a_mark_of_judgment_is_not_scored(tmp_path):
    # as text it decides every pair: the star alone costs more than the error
    rows = [{"good": row["sentence_good"], "bad": f"*{row['sentence_bad']}"} for row in PAIRS]
    with pytest.raises(
        SuiteError, match=r"row 2: '\*The fox sleep, mostly.' begins with .* \(\*\), as 3 other texts do"
    ):
        propose_pairs(written(tmp_path / "x.csv", rows))
    rows = [{"good": "? The fox sleeps.", "bad": "The fox sleep."}]
    with pytest.raises(
        SuiteError, match=r"line 1: '\? The fox sleeps.' begins with a mark of judgment \(\?\). A model"
    ):
        propose_pairs(written(tmp_path / "x.jsonl", rows))


def test_a_third_sentence_is_said_not_to_be_compared(tmp_path):
    rows = [
        {"good": one["sentence_good"], "bad": one["sentence_bad"], "worse": f"Now {one['sentence_bad']}", "note": "a b"}
        for one in PAIRS
    ]
    proposal = propose_pairs(written(tmp_path / "x.csv", rows))
    assert proposal.notes == ("Column 'worse' holds sentences too; they are kept, and not compared.",)


def test_a_sentence_cut_into_regions_is_not_scored_with_its_bars(tmp_path):
    path = written(tmp_path / "x.csv", [{"good": "The fox | sleeps.", "bad": "The fox | sleep."}])
    with pytest.raises(SuiteError, match=r"row 2: good has '\|' between regions"):
        propose_pairs(path)


def texts(suite):
    return [sentence.text for sentence in suite.sentences()]


def the_suite(path, **options):
    [suite] = propose_pairs(path, **options).sure()
    return suite


@pytest.mark.parametrize("name", ["x.csv", "x.tsv", "x.json", "x.jsonl", "x.txt"])
def test_pairs_are_read_whatever_holds_them(tmp_path, name):  # field case A8
    path = written(tmp_path / name, PAIRS)
    [suite], port = read_suites(path)
    assert port.name == ("blimp" if name == "x.jsonl" else "pairs")  # BLiMP's own form
    assert texts(suite) == [text for pair in PAIRS for text in (pair["sentence_good"], pair["sentence_bad"])]
    assert [item.number for item in suite.items] == [1, 2, 3, 4]
    assert [prediction.formula.source for prediction in suite.predictions] == ["(*;%good%) < (*;%bad%)"]
    # a toy model that takes the length of a word for its surprisal prefers whichever sentence is shorter
    result = sgl.evaluate([suite], WordBackend())
    assert [outcome.holds for outcome in result.models[0].suites[0].outcomes] == [False, True, False, True]


@pytest.mark.parametrize(
    ("good", "bad"), [("good", "bad"), ("Grammatical", "Ungrammatical"), ("acceptable", "unacceptable")]
)
@pytest.mark.parametrize("pattern", ["{}", "sentence_{}", "{} sentence", "{}-Sentence"])
def test_names_of_the_field_are_known(tmp_path, pattern, good, bad):
    good, bad = pattern.format(good), pattern.format(bad)
    path = written(tmp_path / "x.csv", [{bad: pair["sentence_bad"], good: pair["sentence_good"]} for pair in PAIRS])
    assert texts(the_suite(path))[:2] == [PAIRS[0]["sentence_good"], PAIRS[0]["sentence_bad"]]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        *(("gut", "schlecht"), ("Satz_grammatisch", "Satz_ungrammatisch"), ("phrase correcte", "phrase incorrecte")),
        *(("frase_gramatical", "frase_agramatical"), ("zin_goed", "zin_fout"), ("grammatisk", "ogrammatisk")),
    ],
)
def test_names_in_other_languages_are_known(tmp_path, good, bad):
    path = written(tmp_path / "x.csv", [{bad: pair["sentence_bad"], good: pair["sentence_good"]} for pair in PAIRS])
    assert texts(the_suite(path))[:2] == [PAIRS[0]["sentence_good"], PAIRS[0]["sentence_bad"]]


@pytest.mark.parametrize("names", [("gut", "falsch"), ("phrase_good", "phrase_bad")])
def test_names_of_two_languages_are_not_put_together(tmp_path, names):
    with pytest.raises(InputError):
        sgl.load_suites(written(tmp_path / "x.csv", [dict.fromkeys(names, "The dog is here.")] * 2), form="pairs")


@pytest.mark.parametrize(("column", "of"), [("language", "German"), ("Lang", "deu"), ("language_code", "de")])
def test_groups_that_are_languages_are_averaged_as_languages(tmp_path, column, of):
    rows = [
        {column: language, "phenomenon": kind, "good": pair["sentence_good"], "bad": pair["sentence_bad"]}
        for pair, language, kind in zip(PAIRS, ("en", "en", "en", of), ("a", "b", "b", "a"), strict=True)
    ]
    suites = sgl.load_suites(written(tmp_path / "x.csv", rows), group=[column, "phenomenon"])
    assert [(suite.language, suite.groups["phenomenon"]) for suite in suites] == [("en", "a"), ("en", "b"), ("de", "a")]
    [model] = sgl.summarize(sgl.evaluate(suites, WordBackend()))["models"]
    # shorter sentences win: 0 of 1; 1 of 2; 1 of 1. English is (0 + 0.5) / 2
    [languages] = [one for one in model["averages"] if one["over"] == "languages"]
    assert (languages["mean"], languages["n"]) == ((0.25 + 1) / 2, 2)


def test_a_sentence_without_blanks_is_no_word(tmp_path):
    rows = [{"正确": "他有一本书。", "错误": "他有一张书。"}, {"正确": "我买了三条鱼", "错误": "我买了三本鱼"}]
    assert texts(the_suite(written(tmp_path / "x.jsonl", rows)))[:2] == ["他有一本书。", "他有一张书。"]
    with pytest.raises(InputError, match="may be words"):
        sgl.load_suites(written(tmp_path / "y.jsonl", [{"正确": "苹果", "错误": "香蕉"}]))


def test_the_same_pairs_are_the_same_suite_as_csv_and_as_json_lines_of_blimp(tmp_path):
    rows = [
        {**pair, "UID": ("one", "two")[number % 2], "pairID": str(number // 2)} for number, pair in enumerate(PAIRS)
    ]
    of_blimp = sgl.load_suites(written(tmp_path / "x.jsonl", rows))
    of_table = sgl.load_suites(written(tmp_path / "x.csv", rows))
    assert [suite.name for suite in of_table] == [suite.name for suite in of_blimp] == ["one", "two"]
    assert [texts(suite) for suite in of_table] == [texts(suite) for suite in of_blimp]
    numbers = [[item.number for item in suite.items] for suite in of_blimp]
    assert [[item.number for item in suite.items] for suite in of_table] == numbers == [[1, 2], [1, 2]]


def test_other_columns_are_groups_factors_labels_or_kept(tmp_path):
    rows = [
        {
            **pair,
            "id": f"{number}a",
            "phenomenon": "agreement",
            "number": ("sg", "pl")[number in (1, 3)],
            "length": 3 + number // 2,
            "human": ("0.5", "1")[number % 2],
            "source": f"page {number}",
        }
        for number, pair in enumerate(PAIRS)
    ]
    for name in ("x.csv", "x.json"):
        suite = the_suite(written(tmp_path / name, rows))
        assert suite.groups == {"phenomenon": "agreement"}
        assert [item.label for item in suite.items] == ["0a", "1a", "2a", "3a"]
        assert [item.number for item in suite.items] == [1, 2, 3, 4]
        assert [dict(item.factors) for item in suite.items] == [
            {"number": "sg", "length": 3},
            {"number": "pl", "length": 3},
            {"number": "sg", "length": 4},
            {"number": "pl", "length": 4},
        ]
        # `human` means a judgment in this package; of a column that is called so by chance nothing is made
        assert suite.items[0].extra == {"columns": {"human": "0.5", "source": "page 0"}}
        again = loads_suite(dumps_suite(suite), source=suite.source)
        assert again == suite
        assert dumps_suite(again) == dumps_suite(suite)


@pytest.mark.parametrize(
    ("ids", "numbers", "labels"),
    [
        (["7", "3", "12", "9"], [7, 3, 12, 9], ["", "", "", ""]),
        (["0", "1", "2", "5"], [1, 2, 3, 6], ["0", "1", "2", "5"]),  # numbers of items are from 1
        (["007", "3", "12", "9"], [1, 2, 3, 4], ["007", "3", "12", "9"]),
        (["1", "1", "2", "2"], [1, 2, 3, 4], ["", "", "", ""]),  # no ids, since two pairs have the same
    ],
)
def test_ids_are_numbers_or_labels_of_items(tmp_path, ids, numbers, labels):
    rows = [{"id": name, **pair} for name, pair in zip(ids, PAIRS, strict=True)]
    items = the_suite(written(tmp_path / "x.csv", rows)).items
    assert ([item.number for item in items], [item.label for item in items]) == (numbers, labels)


def test_columns_of_other_names_are_named(tmp_path):
    path = written(tmp_path / "x.csv", [{"a": pair["sentence_good"], "b": pair["sentence_bad"]} for pair in PAIRS])
    assert not looks_like_pairs(path)
    with pytest.raises(
        InputError, match=r"no column says which .* \('a', 'b'\); name .* `good=COLUMN` and `bad=COLUMN`"
    ):
        propose_pairs(path)
    assert texts(the_suite(path, good="b", bad="a"))[0] == PAIRS[0]["sentence_bad"]
    [suite] = sgl.load_suites(path, good="a", bad="b")  # the options say the format
    assert texts(suite)[0] == PAIRS[0]["sentence_good"]
    assert sglite("check", path, "--good", "a", "--bad", "b").code == 0
    assert "name both columns, --good COLUMN and --bad COLUMN" in refused("show", path, "--good", "a")
    assert "no column 'c'; there is 'a', 'b'." in refused("show", path, "--good", "c", "--bad", "b")
    assert "--good and --bad both name the column 'a'" in refused("show", path, "--good", "a", "--bad", "a")


def test_zero_and_false_are_groups(tmp_path):
    labels = [0, 1, False, None]
    rows = [{"good": f"We run {place}.", "bad": f"We runs {place}.", "level": one} for place, one in enumerate(labels)]
    proposal = propose_pairs(written(tmp_path / "x.jsonl", rows), group="level")
    assert [suite.name for suite in proposal.suites] == ["0", "1", "False"]
    assert proposal.suites[0].excluded[0].reason == "nothing in column 'level'"


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_keys_of_other_names_are_named(tmp_path, name):
    rows = [{"a": pair["sentence_good"], "b": pair["sentence_bad"]} for pair in PAIRS]
    path = written(tmp_path / name, rows)
    [suite] = sgl.load_suites(path, good="a", bad="b")
    assert texts(suite)[0] == PAIRS[0]["sentence_good"]


def test_a_suite_beside_such_a_file_stays_a_suite(tmp_path):
    path = written(tmp_path / "x.csv", [{"a": "We sleep.", "b": "We sleeps."}])
    assert [suite.name for suite in sgl.load_suites(["npz", str(path)], good="a", bad="b")] == ["npz", "x"]


def test_two_columns_of_each_kind_are_not_chosen_between(tmp_path):
    rows = [{**pair, "correct": "x y", "wrong": "x z"} for pair in PAIRS]
    message = r"may be 'sentence_good' and 'sentence_bad' or 'correct' and 'wrong'; name the two columns"
    with pytest.raises(InputError, match=message):
        propose_pairs(written(tmp_path / "x.csv", rows))


def test_a_source_and_a_target_are_pairs_only_as_in_rublimp(tmp_path):
    rows = [{"source_sentence": "Hens run.", "target_sentence": "Die Hennen laufen."}]
    assert not looks_like_pairs(written(tmp_path / "x.csv", rows))
    rows = [{**row, "source_word": "run", "target_word": "runs", "PID": "toy"} for row in rows]
    assert texts(the_suite(written(tmp_path / "x.csv", rows)))[0] == "Hens run."


def test_parts_of_sentences_are_not_taken_for_sentences_in_silence(tmp_path):
    words = written(tmp_path / "words.csv", [{"noun": "fox", "good": "sleeps", "bad": "sleep"}])
    with pytest.raises(InputError, match=r"may be words and not sentences.* 'sglite import .* --good good --bad bad\."):
        sgl.load_suites(words)
    rows = [
        {"subject": "The fox", "good": "is running", "bad": "are running"},
        {"subject": "The hens", "good": "are running", "bad": "is running"},
    ]
    with pytest.raises(InputError, match="what stands in 'subject' is no part of them"):
        sgl.load_suites(written(tmp_path / "parts.csv", rows))
    assert len(sgl.load_suites(words, good="good", bad="bad")) == 1


def test_numbers_are_no_sentences(tmp_path):
    path = written(tmp_path / "x.csv", [{"subject": "p1", "correct": "12", "wrong": "3"}])
    with pytest.raises(InputError, match="row 2: correct is the number 12, not a sentence"):
        sgl.load_suites(path)


def test_every_malformed_row_is_named(tmp_path):
    path = tmp_path / "x.json"
    path.write_text('[{"good": "a b", "bad": "a c"}, 3, {"good": "a"}, {"good": " ", "bad": null}]')
    with pytest.raises(SuiteError, match=r"^\S+x\.json: \[1\]: must be an object with a good and a bad sentence\.$"):
        propose_pairs(path)
    path.write_text('[{"good": "a b", "bad": "a c"}, {"good": 3, "bad": "a | b"}, {"good": "a", "bad": ["a"]}]')
    with pytest.raises(SuiteError) as caught:
        propose_pairs(path)
    assert [(problem.path, problem.message.split(",")[0]) for problem in caught.value.problems] == [
        ("[1]", "good must be a text."),
        ("[1]", "bad has '|' between regions"),
        ("[2]", "bad must be a text."),
    ]


def test_a_row_without_a_sentence_costs_no_other_row(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(
        '[{"good": "a b", "bad": "a c"}, {"good": "a"}, {"good": " ", "bad": null}, {"good": "", "bad": "a"}]'
    )
    suite = the_suite(path)
    assert texts(suite) == ["a b", "a c"]
    assert [(one.where, one.reason) for one in suite.excluded] == [
        (f"{path}: [1]", "nothing in column 'bad'"),
        (f"{path}: [2]", "nothing in column 'good' and 'bad'"),
        (f"{path}: [3]", "nothing in column 'good'"),
    ]


def test_rows_without_a_sentence_are_told_by_group_with_where_they_are(tmp_path):
    rows = [("p1", "We go.", "We goes."), ("p1", "", "We runs."), ("p2", "I am.", "I is."), ("p3", "You are.", " ")]
    path = written(tmp_path / "x.csv", [{"kind": kind, "good": good, "bad": bad} for kind, good, bad in rows])
    suites = sgl.load_suites(path, group="kind")
    assert [(suite.name, len(suite.items)) for suite in suites] == [("p1", 1), ("p2", 1)]
    assert report_lines(suites) == [
        "2 pairs read in 2 suites; 2 left out: nothing in column 'good' (1), "
        "nothing in column 'bad', as in all rows of 'p3' (1).",
        "  p1: 1 read; 2 left out: nothing in column 'good' (1: row 3), "
        "nothing in column 'bad', as in all rows of 'p3' (1: row 5)",
    ]


def test_a_file_without_any_second_sentence_is_refused(tmp_path):
    path = written(tmp_path / "x.csv", [{"good": "We go.", "bad": ""}, {"good": "We run.", "bad": " "}])
    with pytest.raises(SuiteError, match=r"holds no pairs: of 2 rows none is one: nothing in column 'bad' \(2\)\.$"):
        propose_pairs(path)


def test_pairs_that_can_only_tie_are_named(tmp_path):
    suite = the_suite(written(tmp_path / "x.csv", [PAIRS[0], {"sentence_good": "We run.", "sentence_bad": "We run. "}]))
    assert suite.warnings == ("1 pair has the same text twice and can only tie: row 3.",)


def test_blanks_around_sentences_are_dropped_and_said(tmp_path):
    proposal = propose_pairs(written(tmp_path / "x.csv", [{"good": " We run.", "bad": "We runs."}]))
    assert texts(proposal.suites[0]) == ["We run.", "We runs."]
    assert proposal.notes == ("Blanks around the sentences of 1 pair were dropped.",)
    assert [(one.part, one.role) for one in proposal.understood] == [
        ("column 'good'", "the good sentence"),
        ("column 'bad'", "the bad sentence"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [";", "\t"])
def test_tables_come_as_spreadsheets_save_them(tmp_path, encoding, separator):
    path = tmp_path / "x.csv"
    path.write_text(as_table(PAIRS, separator).replace("\n", "\r\n"), encoding=encoding, newline="")
    assert format_of(path).name == "pairs"
    assert texts(the_suite(path))[2] == 'The hens run "home".'


def test_margins_and_means_are_asked_for_as_of_blimp(tmp_path):
    path = written(tmp_path / "x.csv", PAIRS)
    [prediction] = the_suite(path, min_margin=0.5, normalize="words").predictions
    assert prediction.formula.source == "(*;%bad%;word_mean) - (*;%good%;word_mean) > 0.5"


def read_by_hand(path):
    """Good and bad sentences of a published file, read by the standard library."""
    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    else:
        text = path.read_text(encoding="utf-8")
        rows = list(csv.DictReader(io.StringIO(text), delimiter=max("\t;,", key=text.partition("\n")[0].count)))
    names = {"good_sentence": "bad_sentence", "source_sentence": "target_sentence", "sentence_good": "sentence_bad"}
    [good] = names.keys() & rows[0].keys()
    return [(row[good].strip(), row[names[good]].strip()) for row in rows]


@pytest.mark.parametrize(
    "name",
    [
        "rublimp/negative_concord.csv",
        "turblimp/augmented_scrambling.csv",
        "turblimp/argument_structure_transitive_OSV.csv",
        "lookalikes/jblimp__validated_minimal_pairs.jsonl",
        "lookalikes/zhoblimp__BA_deletion.jsonl",
    ],
)
def test_published_tables_of_pairs_are_read_as_they_stand(name):
    path = need(SHARED / "published" / "pairs" / name)
    [suite], _ = read_suites(path)
    found = texts(suite)
    assert list(zip(found[::2], found[1::2], strict=True)) == read_by_hand(path)


def test_a_table_of_marvin_and_linzen_keeps_its_reader(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("test case\tgrammatical\tungrammatical\nsimple--x\tthe fox sleeps\tthe fox sleep\n")
    assert format_of(path).name == format_of(path, ("good", "bad")).name == "marvin-linzen"


def test_pairs_stand_in_a_workbook_behind_a_mark_of_excel_and_beside_numbers_of_rows(tmp_path):
    book = xlsxwriter.Workbook(tmp_path / "x.xlsx")
    for name in ("notes", "pairs"):
        sheet = book.add_worksheet(name)
        for row, cells in enumerate([("good", "bad"), ("We run.", "We runs.")]):
            sheet.write_row(row, 0, cells)
    book.close()
    alone = xlsxwriter.Workbook(tmp_path / "y.xlsx")
    alone.add_worksheet().write_row(0, 0, ["good", "bad"])
    alone.worksheets()[0].write_row(1, 0, ["We run.", "We runs."])
    alone.close()
    (tmp_path / "sep.csv").write_text("sep=;\r\ngood;bad\r\nWe run.;We runs.\r\n", newline="")
    (tmp_path / "pandas.csv").write_text(",good,bad\n0,We run.,We runs.\n1,We see.,We sees.\n")
    for name in ("y.xlsx", "sep.csv", "pandas.csv"):
        assert texts(sgl.load_suites(tmp_path / name)[0])[:2] == ["We run.", "We runs."]
    [suite] = sgl.load_suites(tmp_path / "x.xlsx", sheet="pairs", good="good", bad="bad")
    assert texts(suite) == ["We run.", "We runs."]
