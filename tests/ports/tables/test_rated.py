"""Tables of ratings and choices, in the three forms that people keep them in."""

from __future__ import annotations

import numpy as np
import pytest

from syntaxgym_lite.delimited import parse_table
from syntaxgym_lite.errors import InputError, SuiteError
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
        ("sentence,pair,rating\nHe left.,1,5\n", {"pair": "pair"}, "has 1 sentences, not 2"),
        ("sentence,pair,s,rating\nHe left.,1,x,5\nHim left.,1,bad,1\n", {"pair": "pair", "side": "s"}, "good or bad"),
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


def test_sides_by_other_names_are_said_once_each():
    rows = "".join(f"We run {n}.,{n},gut,5\nWe runs {n}.,{n},schlecht,1\n" for n in range(4))
    with pytest.raises(SuiteError) as caught:
        read(f"satz,pair,s,rating\n{rows}", sentence="satz", pair="pair", side="s")
    assert [one.message.split(";")[0] for one in caught.value.problems] == ["is 'gut'", "is 'schlecht'"]


def test_ratings_of_both_sentences_are_put_together_by_person_whatever_the_order_of_columns():
    columns = {"good": "g", "bad": "b", "good_rating": ("g_*",), "bad_rating": ("b_*",)}
    found = read("g,b,g_1,g_2,g_3,b_3,b_2,b_1\nHe left.,Him left.,7,4,1,6,3,2\n", **columns)
    assert found.ratings.tolist() == [[7, 4, 1], [2, 3, 6]]
