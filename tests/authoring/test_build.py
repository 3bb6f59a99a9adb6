"""A template and a table make a suite; what is wrong with either is told with its place, all at once."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples
from support.workbooks import write_ods, write_xlsx

from syntaxgym_lite.authoring.build import build_files, build_suite
from syntaxgym_lite.authoring.checks import check_suite
from syntaxgym_lite.authoring.template import loads_template
from syntaxgym_lite.cli import cli
from syntaxgym_lite.delimited import parse_table
from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.suite.json import dumps_suite, load_suite, loads_suite, suite_document

TEMPLATE = """
regions = ["subject", "verb", "ending"]
[meta]
name = "number"
join = "natural"
[[conditions]]
name = "match"
regions = ["The {subject}", "{verb.sg}", "{ending?}."]
[[conditions]]
name = "mismatch"
regions = ["The {subject}", "{verb.pl}", "{ending?}."]
[[predictions]]
name = "agreement"
formula = '''
(2;%match%)
  < (2;%mismatch%)'''
"""
TABLE = "subject,verb.sg,verb.pl,ending\nfox,sleeps,sleep,today\nhen,runs,run,\n"


def build(template=TEMPLATE, table=TABLE):
    return build_suite(loads_template(template, source="t.toml"), parse_table(table, source="items.csv"))


def one_region(text, table, **meta):
    """The sentence that one region makes of the first row."""
    more = "".join(f"{key} = {json.dumps(value)}\n" for key, value in meta.items())
    template = (
        f'regions = ["all"]\n[meta]\nname = "x"\n{more}[[conditions]]\nname = "a"\nregions = [{json.dumps(text)}]\n'
    )
    return build(template, table).suite.items[0].conditions[0].regions[0].content


def test_a_suite_is_built():
    suite, warnings = build().suite, build().warnings
    assert warnings == ()
    assert [sentence.text for sentence in suite.sentences()] == [
        "The fox sleeps today.",
        "The fox sleep today.",
        "The hen runs.",
        "The hen run.",
    ]
    assert (suite.name, suite.metric, suite.join, suite.region_names) == (
        "number",
        "sum",
        "natural",
        {1: "subject", 2: "verb", 3: "ending"},
    )
    [prediction] = suite.predictions
    assert (prediction.name, prediction.formula.source) == ("agreement", "(2;%match%) < (2;%mismatch%)")


def test_the_file_has_the_keys_in_their_usual_order(tmp_path):
    (tmp_path / "n.toml").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "n.csv").write_text(TABLE, encoding="utf-8")
    done = CliRunner().invoke(
        cli, ["build", str(tmp_path / "n.toml"), str(tmp_path / "n.csv"), "-o", str(tmp_path / "n.json")]
    )
    assert (done.exit_code, done.stdout) == (0, "")
    assert "2 items x 2 conditions" in done.stderr
    document = json.loads((tmp_path / "n.json").read_text(encoding="utf-8"))
    assert list(document) == ["meta", "region_meta", "predictions", "items"]
    assert list(document["meta"]) == ["name", "metric", "join"]
    assert list(document["predictions"][0]) == ["type", "formula", "name"]
    printed = CliRunner().invoke(cli, ["build", str(tmp_path / "n.toml"), str(tmp_path / "n.csv")])
    assert printed.stdout == (tmp_path / "n.json").read_text(encoding="utf-8")
    assert load_suite(tmp_path / "n.json") == build().suite


def test_items_may_be_numbered():
    numbered = "item_number,subject,verb.sg,verb.pl,ending\n7,fox,sleeps,sleep,\n3,hen,runs,run,\n"
    assert [item.number for item in build(table=numbered).suite.items] == [7, 3]
    assert [item.number for item in build().suite.items] == [1, 2]


def test_labels_that_are_no_numbers_are_kept_and_the_items_numbered_as_they_come():
    labelled = "item_number,subject,verb.sg,verb.pl,ending\n1a,fox,sleeps,sleep,\n 1b ,hen,runs,run,\n7,ape,eats,eat,\n"
    built = build(table=labelled)
    assert [(item.number, item.label) for item in built.suite.items] == [(1, "1a"), (2, "1b"), (3, "7")]
    assert list(suite_document(built.suite)["items"][0]) == ["item_number", "label", "conditions"]
    [said] = built.warnings
    assert said == (
        "items.csv: column 'item_number' holds labels, such as '1a': the items are numbered 1, 2, ... as they come, and "
        "keep their labels."
    )


def test_cells_of_a_sheet_that_hold_no_text_are_refused():
    table = replace(parse_table(TABLE, source="items.xlsx"), odd={(2, "subject"): "a date", (3, "ending"): "an error"})
    with pytest.raises(SuiteError) as caught:
        build_suite(loads_template(TEMPLATE), table)
    assert "row 2, column A ('subject'): is a date" in str(caught.value)
    assert "row 3, column D ('ending'): is" in str(caught.value)
    assert "a formula that failed" in str(caught.value)


def test_columns_of_factors_become_factors_of_the_items():
    table = (
        "subject,verb.sg,verb.pl,ending,factor_kind,factor_n,factor_freq,factor_rare,factor_mixed\n"
        "fox,sleeps,sleep,,old,2,1.5,TRUE,3\n"
        "hen,runs,run,, new ,10,2,FALSE,x\n"
        "ape,eats,eat,,,,,,\n"
    )
    of_sheet = {(number, "factor_rare"): "true or false" for number in (2, 3)}
    built = build_suite(loads_template(TEMPLATE), replace(parse_table(table, source="items.csv"), odd=of_sheet))
    assert built.warnings == ()
    first, second, third = (item.factors for item in built.suite.items)
    assert first == {"kind": "old", "n": 2, "freq": 1.5, "rare": True, "mixed": "3"}
    assert second == {"kind": "new", "n": 10, "freq": 2, "rare": False, "mixed": "x"}
    assert third == {}
    assert [type(value) for value in first.values()] == [str, int, float, bool, str]
    template = TEMPLATE.replace("The {subject}", "The {factor_kind}")
    of_words = build(template, "factor_kind,verb.sg,verb.pl,ending\nfox,sleeps,sleep,\n").suite
    assert of_words.items[0].factors == {}  # a slot takes it
    with pytest.raises(SuiteError, match=r"items\[0\].factors.*must have a name"):
        build(table="subject,verb.sg,verb.pl,ending,factor_\nfox,sleeps,sleep,,1\n")


CROSSED = """
regions = ["head", "attractor", "verb"]
[meta]
name = "crossed"
[[conditions]]
factors = {head = "sg", attractor = "sg"}
regions = ["the key", "to the {noun.sg}", "is"]
[[conditions]]
factors = {head = "sg", attractor = "pl"}
regions = ["the key", "to the {noun.pl}", "is"]
[[conditions]]
name = "both plural"
factors = {head = "pl", attractor = "pl"}
regions = ["the keys", "to the {noun.pl}", "is"]
[[predictions]]
formula = "(3;%head=sg, attractor=pl%) > (3;%head=sg, attractor=sg%)"
[[predictions]]
formula = "(3;%head=pl%) > (3;%sg_sg%)"
"""


def test_conditions_have_levels_and_are_named_by_them_where_they_have_no_name():
    suite = build(CROSSED, "noun.sg,noun.pl\nbox,boxes\n").suite
    assert suite.condition_names == ("sg_sg", "sg_pl", "both plural")
    assert suite.condition_factors == {
        "sg_sg": {"head": "sg", "attractor": "sg"},
        "sg_pl": {"head": "sg", "attractor": "pl"},
        "both plural": {"head": "pl", "attractor": "pl"},
    }
    assert [str(prediction.formula) for prediction in suite.predictions] == [
        "(3;%sg_pl%) > (3;%sg_sg%)",
        "(3;%both plural%) > (3;%sg_sg%)",
    ]
    assert loads_suite(dumps_suite(suite)) == suite


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('factors = {head = "sg", attractor = "pl"}', "", ["conditions[1].name: must be", "give its factors"]),
        ('{head = "sg", attractor = "pl"}', '"sg, pl"', ["conditions[1].factors: must be the levels", "{head ="]),
        ('{head = "sg", attractor = "pl"}', "{}", ["conditions[1].factors: must be the levels"]),
        ('head = "sg", attractor = "pl"', "head = [1]", ["conditions[1].factors.head: must be a text in quotes"]),
        ('head = "sg", attractor = "pl"', "head = inf", ["conditions[1].factors.head: must be a text in quotes"]),
        ('head = "sg", attractor = "pl"', 'head = "sg"', ["condition_factors.sg: lacks 'attractor'"]),
        ('head = "sg", attractor = "pl"', 'head = "sg", attractor = "sg"', ["conditions[1].name: 'sg_sg' is also"]),
        (
            'head = "pl", attractor = "pl"',
            'head = "sg", attractor = "pl"',
            ['condition_factors["both plural"]', "same levels as 'sg_pl'"],
        ),
        ("%head=pl%", "%head=sg%", ["2 conditions have these levels: sg_sg, sg_pl", "add attractor"]),
        ('factors = {head = "pl", attractor = "pl"}', "", ["condition_factors: lacks 'both plural'"]),
    ],
)
def test_what_is_wrong_with_levels_in_a_template_is_told(old, new, words):
    with pytest.raises(SuiteError) as caught:
        build(CROSSED.replace(old, new), "noun.sg,noun.pl\nbox,boxes\n")
    assert all(word in str(caught.value) for word in ["t.toml", *words]), str(caught.value)


def test_unused_columns_are_warned_of_but_those_for_the_author():
    table = "subject,verb.sg,verb.pl,ending,adverb,_source,Notes\nfox,sleeps,sleep,,well,me,x\n"
    [warning] = build(table=table).warnings
    assert "items.csv: column 'adverb' is not used" in warning
    [warning] = build(table="subject,verb.sg,verb.pl,ending,a\nfox,sleeps,sleep,,x\n").warnings
    assert "is the article" in warning


@pytest.mark.parametrize(
    ("text", "row", "expected"),
    [
        ("the {adj?} dog", "adj\nold", "the old dog"),
        ("the {adj?} dog", "adj,x\n,1", "the dog"),
        ("{adj?} dog", "adj,x\n,1", "dog"),
        ("dog {adv?}.", "adv,x\n,1", "dog."),
        ("dog {adv?}", "adv,x\n,1", "dog"),
        ("dog {p?} {q?} ran", "p,q,x\n,,1", "dog ran"),
        ("dog{suffix?} ran", "suffix,x\n,1", "dog ran"),
        ("{{x}} {noun}", "noun\ndog", "{x} dog"),
        ("{ noun }", "noun\n  dog  ", "dog"),
        ("{noun}", "noun\n{dog}", "{dog}"),
    ],
)
def test_slots_are_filled(text, row, expected):
    assert one_region(text, row).strip() == expected


@pytest.mark.parametrize(
    ("text", "row", "expected"),
    [
        ("{A} {noun} ran", "noun\nowl", "An owl ran"),
        ("{A} {noun} ran", "noun\ndog", "A dog ran"),
        ("saw {a} {adj?} {noun}", "adj,noun\nhonest,dog", "saw an honest dog"),
        ("saw {a} {adj?} {noun}", "adj,noun\n,unicorn", "saw a unicorn"),
        ('saw {a} "{noun}"', "noun\nowl", 'saw an "owl"'),
    ],
)
def test_articles_go_by_the_next_word(text, row, expected):
    assert one_region(text, row) == expected


def test_an_article_sees_the_next_region():
    template = 'regions = ["x", "y", "z"]\n[meta]\nname = "n"\n[[conditions]]\nname = "a"\nregions = ["saw {a}", "", "{noun}"]\n'
    assert next(build(template, "noun\nowl\n").suite.sentences()).text == "saw an owl"


def test_articles_are_english():
    with pytest.raises(SuiteError, match=r"conditions\[0\].regions\[0\].*English article"):
        one_region("{a} {noun}", "noun\ncane", language="it")
    assert one_region("{noun}", "noun\ncane", language="it") == "cane"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "number"', "", ["meta.name: missing"]),
        ('join = "natural"', "date = 2020-01-01", ["meta.date: must be a text"]),
        ('join = "natural"', 'join = "naturel"', ["meta.join", "Did you mean 'natural'"]),
        ('join = "natural"', 'metric = "avg"', ["meta.metric: no metric 'avg'"]),
        ("[meta]", "[mata]", ["mata: not a key", "Did you mean 'meta'", "meta: missing"]),
        ('"{ending?}."]', '"{ending?}", "x"]', ["conditions[0].regions: has 4 texts, but there are 3 regions"]),
        ('name = "mismatch"', 'name = "match"', ["conditions[1].name: 'match' is also"]),
        ('name = "mismatch"', "", ["conditions[1].name: must be"]),
        ("{verb.sg}", "{verb|sg}", ["conditions[0].regions[1]", "no filters", "{verb.sg}, {verb.pl}"]),
        ("{verb.sg}", "{verb.sg|pl}", ["own column: {verb.sg}, {verb.pl}."]),
        ("{verb.sg}", "{verb.sg|upper}", ["own column: {verb.sg}, {verb.sg.upper}."]),
        ("{verb.sg}", "{verb.sg", ["conditions[0].regions[1]", "a lone '{'"]),
        ("{verb.sg}", "{}", ["a slot without a name"]),
        ("%mismatch%", "%mismach%", ["predictions[0].formula", "Did you mean 'mismatch'"]),
        ("formula =", "formulae =", ["predictions[0].formulae: not a key", "predictions[0].formula: missing"]),
        ("[[predictions]]", "[predictions]", ["predictions: must be written [[predictions]]"]),
        ("[meta]", "[meta", ["not TOML", "line 3"]),
        ("[meta]", f"x = {'[' * 5000}{']' * 5000}\n[meta]", ["brackets are nested too deeply"]),
        ("[meta]", f"x = {'9' * 5000}\n[meta]", ["a number of more digits than can be read"]),
    ],
)
def test_what_is_wrong_with_a_template_is_told(old, new, words):
    with pytest.raises(SuiteError) as caught:
        build(TEMPLATE.replace(old, new))
    assert all(word in str(caught.value) for word in ["t.toml", *words]), str(caught.value)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            "subject,verb_sg,verb.pl,ending\nfox,x,y,\n",
            ["no column 'verb.sg'", "condition 'match', region 2", "'verb_sg'"],
        ),
        ("subject,verb.sg,verb.pl,ending\n", ["no rows below the header"]),
        (
            "subject,verb.sg,verb.pl,ending\nfox,sleeps,sleep,\n,runs, ,\n",
            ["row 3, column A ('subject'), item 2: is empty", "column C ('verb.pl')", "{verb.pl?}"],
        ),
        ('subject,verb.sg,verb.pl,ending\n"fo\nx",runs,run,\n', ["row 2, column A", "line end"]),
        ("item_number,subject,verb.sg,verb.pl,ending\n1,a,b,c,\n1,d,e,f,\n", ["row 3, column A", "item in row 2"]),
        (f"item_number,subject,verb.sg,verb.pl,ending\n{'9' * 5000},a,b,c,\n", ["whole number from 1, not '999"]),
        ("item_number,subject,verb.sg,verb.pl,ending\n0,a,b,c,\n", ["whole number from 1, not '0'"]),
        ("item_number,subject,verb.sg,verb.pl,ending\n1a,a,b,c,\n1a,d,e,f,\n", ["'1a' is also the label", "row 2"]),
        ("item_number,subject,verb.sg,verb.pl,ending\n1a,a,b,c,\n,d,e,f,\n", ["row 3, column A", "is empty", "label"]),
    ],
)
def test_what_is_wrong_with_a_table_is_told_with_its_cell(table, words):
    with pytest.raises(SuiteError) as caught:
        build(table=table)
    assert all(word in str(caught.value) for word in ["items.csv", *words]), str(caught.value)


def test_problems_of_both_files_are_told_at_once(tmp_path):
    (tmp_path / "n.toml").write_text(TEMPLATE.replace("%mismatch%", "%x%"), encoding="utf-8")
    (tmp_path / "n.csv").write_text("subject,verb.sg,verb.pl\n,runs,run\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        build_files(tmp_path / "n.toml", tmp_path / "n.csv")
    for words in ("predictions[0].formula", "no column 'ending'", "row 2, column A ('subject'), item 1: is empty"):
        assert words in str(caught.value)


def test_the_output_is_not_one_of_the_sources(tmp_path):
    (tmp_path / "n.toml").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "n.csv").write_text(TABLE, encoding="utf-8")
    paths = [str(tmp_path / "n.toml"), str(tmp_path / "n.csv")]
    done = CliRunner().invoke(cli, ["build", *paths, "-o", paths[1]])
    assert isinstance(done.exception, InputError)
    assert (tmp_path / "n.csv").read_text(encoding="utf-8") == TABLE


def write_sources(folder):
    (folder / "n.toml").write_text(TEMPLATE, encoding="utf-8")
    (folder / "n.csv").write_text(TABLE, encoding="utf-8")
    return [str(folder / "n.toml"), str(folder / "n.csv")]


def test_one_item_is_not_called_items(tmp_path):
    template = 'regions = ["x"]\n[meta]\nname = "n"\n[[conditions]]\nname = "a"\nregions = ["{subject}"]\n'
    paths = write_sources(tmp_path)
    out = str(tmp_path / "n.json")
    assert CliRunner().invoke(cli, ["build", *paths, "-o", out]).stderr == f"{out}: 2 items x 2 conditions\n"
    (tmp_path / "n.toml").write_text(template, encoding="utf-8")
    (tmp_path / "n.csv").write_text("subject\nfox\n", encoding="utf-8")
    again = CliRunner().invoke(cli, ["build", *paths, "-o", out, "--overwrite"])
    assert again.stderr == f"{out}: 1 item x 1 condition\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_file_that_cannot_be_written_is_named(tmp_path):
    paths = write_sources(tmp_path)
    done = CliRunner().invoke(cli, ["build", *paths, "-o", "/dev/full"])
    assert isinstance(done.exception, InputError)
    assert str(done.exception).startswith("/dev/full: cannot be written: No space left")
    CliRunner().invoke(cli, ["build", *paths, "-o", str(tmp_path / "n.json")])
    for form in ("json", "long", "sentences"):
        done = CliRunner().invoke(cli, ["convert", str(tmp_path / "n.json"), "--to", form, "-o", "/dev/full"])
        assert isinstance(done.exception, InputError)
        assert str(done.exception).startswith("/dev/full: cannot be written: No space left")


word = st.text("abcé漢 ;,\"'{}%", min_size=1, max_size=6).map(str.strip).filter(bool)


@examples(60)
@given(st.lists(st.tuples(word, word), min_size=1, max_size=4))
def test_any_words_stand_in_the_suite_as_they_stood_in_the_table(rows):
    from syntaxgym_lite.delimited import write_table

    template = 'regions = ["x", "y"]\n[meta]\nname = "n"\n[[conditions]]\nname = "a"\nregions = ["{p}", "{q} {p}"]\n'
    suite = build(template, write_table(["p", "q"], rows)).suite
    assert [[r.content for r in item.conditions[0].regions] for item in suite.items] == [
        [p, f"{q} {p}"] for p, q in rows
    ]


# ---------------------------------------------------------------- sglite new


def test_a_new_suite_builds_without_a_word_and_passes_the_checks(tmp_path):
    runner = CliRunner()
    done = runner.invoke(cli, ["new", "my-suite", "--out", str(tmp_path / "s")])
    assert done.exit_code == 0
    assert done.stdout.split() == [
        str(tmp_path / "s" / name) for name in ("my-suite.toml", "my-suite.csv", "README.md")
    ]
    made = build_files(tmp_path / "s" / "my-suite.toml", tmp_path / "s" / "my-suite.csv")
    assert made.warnings == ()
    assert made.suite.name == "my-suite"
    assert [finding.code for finding in check_suite(made.suite)] == ["S206"]  # a note
    assert "sglite build my-suite.toml my-suite.csv -o my-suite.json" in (tmp_path / "s" / "README.md").read_text()


def test_new_overwrites_nothing_unasked(tmp_path):
    runner = CliRunner()
    (tmp_path / "x.csv").write_text("mine")
    done = runner.invoke(cli, ["new", "x", "--out", str(tmp_path)])
    assert isinstance(done.exception, InputError)
    assert "`overwrite`" in str(done.exception)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csv"]
    assert (tmp_path / "x.csv").read_text() == "mine"
    assert runner.invoke(cli, ["new", "x", "--out", str(tmp_path), "--overwrite"]).exit_code == 0
    assert (tmp_path / "x.csv").read_text() != "mine"


@pytest.mark.parametrize("name", ["", "../x", "a b", ".x", "x/y", "_"])
def test_a_name_must_be_one_of_a_file(tmp_path, name):
    done = CliRunner().invoke(cli, ["new", "--out", str(tmp_path), "--", name])
    assert isinstance(done.exception, InputError)
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_of_a_workbook_is_a_table_of_items(tmp_path):
    template, table = tmp_path / "n.toml", tmp_path / "n.csv"
    template.write_text(TEMPLATE_OF_SHEETS, encoding="utf-8")
    table.write_text("noun,verb\nowl,sleeps\nfox,2\n", encoding="utf-8")
    rows = [["noun", "verb"], ["owl", "sleeps"], ["fox", 2]]
    for write, name in ((write_xlsx, "n.xlsx"), (write_ods, "n.ods")):
        book = write(tmp_path / name, {"Words": rows, "Notes": [["a"], ["b"]]})
        assert build_files(template, book, sheet="Words").suite == build_files(template, table).suite
        with pytest.raises(InputError, match=r"has 2 sheets, 'Words', 'Notes'\. Say which is meant: `sheet=Words`"):
            build_files(template, book)
    book = write_xlsx(tmp_path / "n.xlsx", {"Words": [["noun", "verb"], [datetime.date(2026, 3, 1), "sleeps"]]})
    with pytest.raises(InputError, match=r"row 2, column A \('noun'\): is a date \('2026-03-01'\), not a text"):
        build_files(template, book)


TEMPLATE_OF_SHEETS = """
regions = ["subject", "verb"]
[meta]
name = "number"
[[conditions]]
name = "only"
regions = ["The {noun}", "{verb}"]
"""
