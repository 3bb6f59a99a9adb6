"""`sglite human`: a table of what people did, and surprisals beside it."""

from __future__ import annotations

import csv
import io

import pytest
from support.running import refused, sglite
from support.toys import suite_document, write_suite

from syntaxgym_lite.judgments import correlation

ITEMS = [{"a": ["one", "two"], "b": ["one", "three"]}, {"a": ["four", "two"], "b": ["four", "five"]}]
RECORDED = "item_number,condition_name,region_number,content,surprisal_bits\n" + "".join(
    f"{item},{condition},{region},{word},{bits}\n"
    for item, condition, region, word, bits in [
        *((1, "a", 1, "one", 1.0), (1, "a", 2, "two", 2.0), (1, "b", 1, "one", 1.0), (1, "b", 2, "three", 5.5)),
        *((2, "a", 1, "four", 3.0), (2, "a", 2, "two", 4.0), (2, "b", 1, "four", 3.0), (2, "b", 2, "five", 2.5)),
    ]
)
TIMES = {(1, "a", 2): (300, 320), (1, "b", 2): (400, 440), (2, "a", 2): (350, 350), (2, "b", 2): (500, 240)}


@pytest.fixture
def study(tmp_path):
    suite = write_suite(tmp_path / "s.json", suite_document(ITEMS))
    rows = [f"{p},{i},{c},{r},{ms[p]}\n" for (i, c, r), ms in TIMES.items() for p in (0, 1)]
    (tmp_path / "times.csv").write_text("subject,item,condition,region,rt\n" + "".join(rows))
    (tmp_path / "bits.csv").write_text(RECORDED)
    assert sglite("eval", suite, "--model", f"replay:{tmp_path / 'bits.csv'}", "-o", tmp_path / "run").code == 0
    return tmp_path


def test_times_and_surprisals_stand_side_by_side(study):
    out = study / "beside.csv"
    done = sglite("human", study / "times.csv", "--suite", study / "s.json", "--run", study / "run", "-o", out)
    assert done.code == 0, done.err
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert [(r["item_number"], r["condition_name"], float(r["mean"]), float(r["surprisal_bits"])) for r in rows] == [
        ("1", "a", 310.0, 2.0),
        ("1", "b", 420.0, 5.5),
        ("2", "a", 350.0, 4.0),
        ("2", "b", 370.0, 2.5),
    ]
    assert {r["model"] for r in rows} == {"replay:bits.csv"}
    # by hand: means 310, 420, 350, 370; bits 2, 5.5, 4, 2.5: deviations -52.5, 57.5, -12.5, 7.5 and -1.5, 2, .5, -1
    pearson = (78.75 + 115 - 6.25 - 7.5) / ((2756.25 + 3306.25 + 156.25 + 56.25) * (2.25 + 4 + 0.25 + 1)) ** 0.5
    assert f"{pearson:+.3f}" in done.out
    assert "+0.800" in done.out  # ranks 1, 4, 2, 3 and 1, 4, 3, 2: 1 - 6 * 2 / (4 * 15)


def test_correlations_in_json(study):
    options = ("--suite", study / "s.json", "--run", study / "run", "--format", "json")
    document = sglite("human", study / "times.csv", *options).json
    assert (document["measure"], document["unit"], document["n_people"]) == ("rt", "ms", 2)
    assert [(one["region_number"], one["n"]) for one in document["correlations"]] == [(None, 4), (2, 4)]
    assert document["correlations"][0]["spearman"] == pytest.approx(0.8)
    assert document["cells"][0]["sd"] == pytest.approx(200**0.5)  # of 300 and 320


def test_the_table_alone_and_in_the_style_of_a_spreadsheet(study):
    options = ("human", study / "times.csv", "--suite", study / "s.json", "--format", "csv")
    plain = sglite(*options).out
    assert plain.startswith(
        "suite,item_number,condition_name,region_number,region_name,n_regions,content,measure,unit,"
    )
    other = sglite(*options, "--bom", "--decimal-comma").out
    assert other.splitlines()[1] == plain.splitlines()[1].replace(",", ";").replace(".", ",")


def test_results_of_people_are_no_surprisals(study):
    table = study / "human.csv"
    assert sglite("human", study / "times.csv", "--suite", study / "s.json", "-o", table).code == 0
    for path in (table, study / "times.csv"):
        said = sglite("eval", study / "s.json", "--model", f"replay:{path}").err
        assert "is what people did, and no surprisal. 'sglite human" in said


def test_another_version_of_the_suite_is_refused(study):
    other = write_suite(study / "s2.json", suite_document([{"a": ["one", "TWO"], "b": ["one", "three"]}, ITEMS[1]]))
    said = refused("human", study / "times.csv", "--suite", other, "--run", study / "run")
    assert "Item 1, condition 'a', is 'two' in the run and 'TWO' in the suite" in said
    named = write_suite(study / "s3.json", suite_document(ITEMS, name="other"))
    said = refused("human", study / "times.csv", "--suite", named, "--run", study / "run")
    assert "The run has no results for suite 'other', but for toy_suite." in said


def test_correlation_is_that_of_numpy():
    import numpy as np

    x, y = np.array([2, 5.5, 4, 2.5]), np.array([310.0, 420, 350, 370])
    assert correlation(x, y) == pytest.approx(np.corrcoef(x, y)[0, 1])
