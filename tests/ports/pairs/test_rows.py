"""Rows of files of minimal pairs: parquet; the other forms are tried by what is made of them."""

from __future__ import annotations

import builtins

import pytest
from support.running import sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.formats import files_in, format_of

pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'syntaxgym_lite[parquet]'")
parquet = pytest.importorskip("pyarrow.parquet")

COLUMNS = {"good": ["We go.", "Hens run."], "bad": ["We goes.", "Hens runs."], "kind": ["x", "y"]}


@pytest.fixture
def table(tmp_path):
    parquet.write_table(pa.table(COLUMNS), tmp_path / "own.parquet")
    return tmp_path / "own.parquet"


def test_parquet_is_read_as_a_table_of_text_is(table, tmp_path):
    text = tmp_path / "text.csv"
    text.write_text("good,bad,kind\nWe go.,We goes.,x\nHens run.,Hens runs.,y\n")
    assert format_of(table).name == "pairs"
    [suite], [of_text] = sgl.load_suites(table), sgl.load_suites(text)
    assert suite.items == of_text.items
    assert [one.name for one in sgl.load_suites(table, group="kind")] == ["x", "y"]
    assert sglite("eval", table).code == 0


def test_a_published_set_in_parquet_is_known(tmp_path):
    path = tmp_path / "adjunct_island.parquet"
    row = {
        "sentence_good": "Who should we hug?",
        "sentence_bad": "Who should we hug we?",
        "field": "syntax",
        "linguistics_term": "island_effects",
        "UID": "adjunct_island",
        "simple_LM_method": True,
        "pair_id": 7,
    }
    parquet.write_table(pa.table({name: [value] for name, value in row.items()}), path)
    [suite] = sgl.load_suites(path)
    assert suite.groups == {"phenomenon": "island_effects", "field": "syntax"}
    assert [item.number for item in suite.items] == [7]


def test_parquet_in_a_folder_is_not_passed_over(table):
    assert files_in(table.parent) == [table]


def test_parquet_that_breaks_off_is_refused(tmp_path):
    path = tmp_path / "x.parquet"
    path.write_bytes(b"PAR1 and so on")
    with pytest.raises(InputError, match=r"x\.parquet: cannot be read as parquet: "):
        sgl.load_suites(path)


def test_without_its_library_parquet_is_refused_with_the_line_that_installs_it(table, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("pyarrow"):
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError, match=r"needs an optional library. Install it with: pip install 'pyarrow>=18\.1'"):
        sgl.load_suites(table)
