"""Tables of ratings and choices, in the three forms that people keep them in."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from syntaxgym_lite.delimited import parse_table
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.tables.rated import RatedColumns, rated_table, read_rated

NAN = float("nan")


def read(text, **columns):
    return rated_table(parse_table(text), RatedColumns(**columns))


def test_a_row_for_each_sentence_with_a_column_for_each_person():
    found = read("text,item,r_1,r_2\nThe dog barks.,1,7,6\nThe dog bark.,1,2,NA\n", rating=("r_*",), item="item")
    assert found.ratings.tolist()[0] == [7, 6]
    assert np.isnan(found.ratings[1, 1])
    assert [one.item for one in found.sentences] == ["1", "1"]
    assert found.sentences[1].where == "row 3"


def test_a_row_for_each_rating_is_the_same_table():
    wide = read("sentence,p1,p2\nThe dog barks.,7,6\nThe dog bark.,2,\n", rating=("p1", "p2"))
    long = read(
        "sentence,who,score\nThe dog barks.,p1,7\nThe dog bark.,p1,2\nThe dog barks.,p2,6\n",
        rating=("score",),
        rater="who",
    )
    assert [one.text for one in long.sentences] == [one.text for one in wide.sentences]
    np.testing.assert_equal(long.ratings, wide.ratings)


def test_pairs_of_rows_by_their_side_or_by_what_people_say():
    text = "sentence,pair,side,mean\nThe dogs bark.,1,good,6\nThe dogs barks.,1,bad,6.5\nHe left.,2,bad,1\nIt left.,2,good,2\n"
    [one, two] = read(text, pair="pair", side="side", rating=("mean",)).pairs
    assert (one.good, one.bad, two.good, two.bad) == (0, 1, 3, 2)
    found = read(text, pair="pair", rating=("mean",))
    assert (found.pairs[0].good, found.pairs[0].bad) == (1, 0)
    assert "rate higher" in found.notes[0]
    assert [one.item for one in found.sentences] == ["1", "1", "2", "2"]


def test_a_row_for_each_pair_with_choices_or_ratings_of_both():
    text = "good,bad,a_1,a_2\nThe dogs bark.,The dogs barks.,1,0\nHe left.,Him left.,1,\n"
    found = read(text, good="good", bad="bad", choice=("a_*",))
    np.testing.assert_equal(found.choices, np.array([[1, 0], [1, NAN]]))
    assert found.ratings.shape == (4, 0)
    assert [one.text for one in found.sentences][::2] == ["The dogs bark.", "He left."]
    rated = read(
        "g,b,gr,br\nThe dogs bark.,The dogs barks.,6,2\n", good="g", bad="b", good_rating=("gr",), bad_rating=("br",)
    )
    assert rated.ratings.tolist() == [[6], [2]]


def test_a_pair_without_one_of_its_sentences_is_left_out_and_said():
    text = "g,b,p\nThe dogs bark.,,1\nWe go.,We goes.,0.5\n,I is.,0\nHe goes.,He go.,1\n"
    table = read(text, good="g", bad="b", choice=("p",))
    assert [(one.name, one.good, one.bad) for one in table.pairs] == [("row 3", 0, 1), ("row 5", 2, 3)]
    assert table.choices.tolist() == [[0.5], [1.0]]
    assert table.notes == (
        "1 pair is left out: nothing in column 'b' (row 2).",
        "1 pair is left out: nothing in column 'g' (row 4).",
    )


def test_decimal_commas_are_read_where_semicolons_part_cells(tmp_path):
    path = tmp_path / "rated.csv"
    path.write_text("sentence;rating\nDer Hund bellt.;6,5\nDer Hund bellen.;1,25\n", encoding="utf-8")
    assert read_rated(path).ratings.ravel().tolist() == [6.5, 1.25]


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        ("sentence,rating\nThe dog barks.,high\n,3\n", {}, "not a rating"),
        ("sentence,rating\nThe dog barks.,high\n,3\n", {}, "is empty"),
        ("sentence,rating\n*The dog bark.,3\n", {}, "take it out"),
        ("sentence,rating\nThe dog barks.,5\nThe dog barks.,6\n", {}, "rater=COLUMN"),
        ("sentence,value\nThe dog barks.,5\n", {}, "rating=COLUMN"),
        ("sentence,rating\nThe dog barks.,NA\n", {}, "no rating"),
        ("sentence,rating\nThe dog barks.,5\n", {"rating": ("r_*",)}, "no column is named so"),
        ("sentence,rating\nThe dog barks.,5\n", {"item": "itme"}, "no such column"),
        ("g,b,c\nHe left.,Him left.,2\n", {"good": "g", "bad": "b", "choice": ("c",)}, "write 1 where"),
        ("g,b,c\nHe left.,Him left.,1\n", {"good": "g", "bad": "b"}, "what people did"),
        ("g,b,c\nHe left.,Him left.,1\n", {"good": "g"}, "both columns"),
        ("sentence,pair,rating\nHe left.,1,5\n", {"pair": "pair"}, "has 1 sentence, not 2"),
        ("sentence,s,rating\nHe left.,good,5\nHim left.,bad,1\n", {"side": "s"}, "name the column `pair`, too"),
        ("sentence,pair,rating\nHe left.,1,5\n", {"pair": "pair", "good_label": ("x",)}, "in the column `side`"),
        (
            "sentence,pair,s,rating\nHe left.,1,x,5\nHim left.,1,bad,1\n",
            {"pair": "pair", "side": "s"},
            r"column C \('s'\): which of these.*there are 'x' \(1 row\), 'bad' \(1 row\), of which 'x' is not known",
        ),
        (
            "g,b,x1,x2,y1\nHe left.,Him left.,5,6,1\n",
            {"good": "g", "bad": "b", "good_rating": ("x*",), "bad_rating": ("y*",)},
            "they name 'x1', 'x2'; and 'y1'",
        ),
        ("sentence,who,rating\nHe left.,a,5\nHe left.,a,4\n", {"rater": "who"}, "rated this sentence before"),
        ("sentence,rating\nHe left.,5\n", {"choice": ("rating",)}, "of a table of pairs"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place_and_what_to_do(text, columns, message):
    with pytest.raises(InputError, match=message):
        read(text, **columns)


def pair_by(good, bad, *, column="s", **labels):
    """Two rows of a pair with these labels; which row is the good one."""
    text = f"sentence,pair,{column},rating\nHe left.,1,{good},5\nHim left.,1,{bad},1\nIt rains.,,,4\n"
    [pair] = read(text, pair="pair", side=column, **labels).pairs
    return pair.good


@pytest.mark.parametrize(
    ("good", "bad"), [("gut", "schlecht"), ("ok", "*"), ("", "*"), ("Grammatical", "violation"), ("TRUE", "FALSE")]
)
def test_common_labels_of_sides_are_known(good, bad):
    assert (pair_by(good, bad), pair_by(bad, good)) == (0, 1)


def test_a_person_names_labels_and_a_single_other_one_is_the_other_side():
    assert pair_by("A", "B", good_label=("a",)) == pair_by("A", "B", bad_label=("B",)) == 0
    assert pair_by("A", "B", good_label=("B",)) == 1
    # of a column 'violation', 1 is bad: what is named is stronger than what is known
    assert pair_by("1", "0", column="violation", good_label=("0",)) == 1


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({"good_label": ("ok",), "bad_label": ("OK",)}, "both name 'ok'"),
        ({"good_label": ("gutt",)}, "no row has this label; there are 'gut' .* Did you mean 'gut'"),
        ({"good_label": ("gut",), "bad_label": ("mäßig",)}, "no row has this label"),
        ({}, "'so-so' is not known"),
        ({"good_label": ("gut",)}, "say also what 'schlecht' and 'so-so' mean"),
    ],
)
def test_labels_that_are_not_plain_are_listed(labels, message):
    rows = "He left.,1,gut,5\nHim left.,1,schlecht,1\nShe left.,2,gut,5\nHer left.,2,so-so,3\n"
    with pytest.raises(InputError, match=message):
        read(f"sentence,pair,s,rating\n{rows}", pair="pair", side="s", **labels)


def test_one_in_a_column_of_violations_is_not_taken_for_good():
    with pytest.raises(InputError, match=r"may say that a sentence is 'ungrammatical'.*`good_label=LABEL`"):
        pair_by("0", "1", column="ungrammatical")


def test_sides_against_what_people_say_are_doubted():
    text = "sentence,pair,s,rating\nHe left.,1,good,1\nHim left.,1,bad,5\n"
    [note] = read(text, pair="pair", side="s").notes
    assert note.startswith("In 1 of 1 pair people rate the sentence that is labelled good lower")


def test_ratings_of_both_sentences_are_put_together_by_person_whatever_the_order_of_columns():
    columns = {"good": "g", "bad": "b", "good_rating": ("g_*",), "bad_rating": ("b_*",)}
    found = read("g,b,g_1,g_2,g_3,b_3,b_2,b_1\nHe left.,Him left.,7,4,1,6,3,2\n", **columns)
    assert found.ratings.tolist() == [[7, 4, 1], [2, 3, 6]]


@pytest.mark.parametrize("name", ["rated.jsonl", "rated.json", "rated.parquet"])
def test_objects_are_read_as_rows_and_known_columns_need_no_name(tmp_path, name):
    rows = [
        {"schlecht": "The dogs barks.", "gut": "The dogs bark.", "p": True, "kind": "a"},
        {"schlecht": "We sings.", "gut": "We sing.", "p": 0.5, "kind": None},
        {"schlecht": "He sing.", "gut": "He sings.", "p": None, "kind": "a"},
    ]
    path = tmp_path / name
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
        pd.DataFrame([{**row, "p": None if row["p"] is None else float(row["p"])} for row in rows]).to_parquet(path)
    else:
        lines = [json.dumps(row) for row in rows]
        path.write_text("\n".join(lines) if name.endswith("l") else f"[{','.join(lines)}]", "utf-8")
    found = read_rated(path, RatedColumns(choice=("p",), phenomenon="kind"))
    assert [one.text for one in found.sentences][:2] == ["The dogs bark.", "The dogs barks."]
    assert [one.phenomenon for one in found.sentences][::2] == ["a", "", "a"]
    assert [one.name for one in found.pairs] == ["row 1", "row 2", "row 3"]
    np.testing.assert_equal(found.choices, [[1.0], [0.5], [NAN]])


def test_a_column_may_be_called_by_brackets(tmp_path):
    (tmp_path / "x.csv").write_text("[id],sentence,rating\n1,The dog barks.,7\n2,The dog bark.,2\n", "utf-8")
    assert read_rated(tmp_path / "x.csv").ratings.tolist() == [[7.0], [2.0]]
