"""Tables are read as spreadsheet programs save them, and every problem is told with its cell."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.delimited import column_letters, parse_table, read_table, write_table
from syntaxgym_lite.errors import InputError, SuiteError

PLAIN = 'noun,verb\ndog,barks\ncat,"purrs, loudly"\n'
CELLS = [{"noun": "dog", "verb": "barks"}, {"noun": "cat", "verb": "purrs, loudly"}]


def cells(table):
    return [dict(row.cells) for row in table.rows]


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        b"\xef\xbb\xbf" + PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        PLAIN.rstrip("\n").encode(),
        b"noun;verb\r\ndog;barks\r\ncat;purrs, loudly\r\n",
        b"sep=;\r\nnoun;verb\r\ndog;barks\r\ncat;purrs, loudly\r\n",
        b'noun\tverb\r\ndog\tbarks\r\ncat\t"purrs, loudly"\r\n',
        "noun\tverb\r\ndog\tbarks\r\ncat\tpurrs, loudly\r\n".encode("utf-16"),
        b'noun,verb,,\r\ndog,barks,,\r\ncat,"purrs, loudly",,\r\n,,,\r\n,,,\r\n',
        b'\r\nnoun,verb\r\n\r\ndog,barks\r\ncat,"purrs, loudly"\r\n\r\n',
        b' noun , verb \ndog,barks\ncat,"purrs, loudly"\n',
        b'"noun";"verb"\n"dog";"barks"\n"cat";"purrs, loudly"\n',
    ],
)
def test_every_way_to_save_gives_the_same_table(tmp_path, data):
    path = tmp_path / "items.csv"
    path.write_bytes(data)
    table = read_table(path)
    assert table.columns == ("noun", "verb")
    assert cells(table) == CELLS


def test_rows_are_counted_as_a_spreadsheet_counts_them():
    table = parse_table('a,b\n\n"two\nlines",x\ny,z\n')
    assert [row.number for row in table.rows] == [3, 4]
    assert table.place(table.rows[1], "b") == "row 4, column B ('b')"


def test_short_rows_end_in_empty_cells():
    assert cells(parse_table("a,b\nx\n")) == [{"a": "x", "b": ""}]


def test_one_column_needs_no_separator():
    assert cells(parse_table("noun\ndog\n")) == [{"noun": "dog"}]


def test_a_separator_inside_quotes_of_the_header_does_not_count():
    assert parse_table('"a,b,c";d\n1;2\n').columns == ("a,b,c", "d")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["is empty"]),
        ("\n,,\n", ["is empty"]),
        ("a,b,a\n1,2,3\n", ["row 1, column C", "'a' is also the name of column A"]),
        ("a,,b\n1,2,3\n", ["column B: has no name"]),
        ("Experiment 1,,\na,b,c\n", ["row 1: names one column of 3. If it is a title, delete it"]),
        ("a,b\n1,2,3\n", ["row 2, column C: '3' stands beyond"]),
        ('a,b\n1,"2\n', ["row 2: cannot be read", "quotation mark"]),
        ('a,b\n1,"2" x\n', ["row 2: cannot be read"]),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, words):
    with pytest.raises(SuiteError) as caught:
        parse_table(text, source="items.csv")
    assert all(word in str(caught.value) for word in ["items.csv", *words])


def test_all_problems_are_told_at_once():
    with pytest.raises(SuiteError) as caught:
        parse_table("a,a,\n1,2,3\n1,2,3,4\n")
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("noun\nMüller\n".encode("cp1252"), "not UTF-8 (byte 0xfc in line 2). Save it as 'CSV UTF-8'"),
        (b"PK\x03\x04rest of a workbook", "is damaged, or no workbook"),
    ],
)
def test_other_files_are_refused_with_advice(tmp_path, data, words):
    path = tmp_path / "items.csv"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert words in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.csv: cannot be read: No such file"):
        read_table(tmp_path / "none.csv")


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=6)
HEADER = st.text("abc ;,\t\n\"'é", min_size=1, max_size=4).map(str.strip).filter(bool)


@examples(100)
@given(
    st.lists(HEADER, min_size=1, max_size=4, unique=True),
    st.data(),
    st.sampled_from([",", ";", "\t"]),
)
def test_what_is_written_is_read_back_as_it_was(columns, data, separator):
    row = st.lists(TEXT, min_size=len(columns), max_size=len(columns)).filter(lambda cells: any(map(str.strip, cells)))
    rows = data.draw(st.lists(row, max_size=3))
    text = write_table(columns, rows, separator=separator)
    found = parse_table(text)  # whatever the names of the columns hold, the separator is seen
    assert found.columns == tuple(columns)
    assert [list(one.cells.values()) for one in found.rows] == rows
    assert list(csv.reader(io.StringIO(text, newline=""), delimiter=separator)) == [columns, *rows]


def test_columns_have_letters_as_in_a_spreadsheet():
    assert [column_letters(index) for index in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


@pytest.mark.parametrize("data", ["a,b\n1,x\n".encode("utf-16-le"), "a,b\n1,x\n".encode("utf-16-be"), b"a\0,b\n1,x\n"])
def test_utf_16_without_its_mark_and_nul_are_refused(tmp_path, data):
    path = tmp_path / "table.csv"
    path.write_bytes(data)
    with pytest.raises(SuiteError, match=r"not text \(it has the character U\+0000, first in line 1\)"):
        read_table(path)


@pytest.mark.parametrize(("first", "columns"), [((0, 1), ("a",)), ((1, 2), ("a",)), ((1, 1), None), (("x", "y"), None)])
def test_numbers_of_rows_without_a_name_are_no_column(first, columns):
    """As pandas and R write a table; anything else without a name is asked for one."""
    text = f",a\n{first[0]},hens\n{first[1]},cats\n"
    if columns is None:
        with pytest.raises(SuiteError, match="column A: has no name"):
            parse_table(text)
    else:
        table = parse_table(text)
        assert table.columns == columns
        assert table.place(table.rows[0], "a") == "row 2, column B ('a')"


@pytest.mark.parametrize(
    ("text", "columns", "row", "above"),
    [
        ("Pilot study\n\nitem,a,b\n1,x,y\n", ("item", "a", "b"), 3, ("Pilot study",)),
        ("Pilot study;;\nof 2020;;\nitem;a;b\n1;x;y\n", ("item", "a", "b"), 3, ("Pilot study", "of 2020")),
        ("item,a,b\n1,x,y\n", ("item", "a", "b"), 1, ()),
        ("sentence\nThe | dog\nA | cat\n", ("sentence",), 1, ()),  # one column has no titles
    ],
)
def test_titles_are_passed_over_where_that_is_asked_for(text, columns, row, above):
    table = parse_table(text, header_row="below titles")
    assert (table.columns, table.header_row, table.above) == (columns, row, above)
    assert parse_table(text, header_row=row).columns == columns
    assert all(one.number > row for one in table.rows)


def test_the_row_that_names_the_columns_is_said():
    text = "old,names,here\nitem,a,b\n1,x,y\n"
    assert parse_table(text, header_row=2).columns == ("item", "a", "b")
    with pytest.raises(InputError, match=r"`header_row=9`: is empty, or beyond the last row, 3\."):
        parse_table(text, header_row=9)
