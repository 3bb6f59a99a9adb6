"""Trees in brackets: what is read, what is left out, and where a mistake is said to be."""

from __future__ import annotations

import gzip
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.trees import trees

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.rnng.trees import Constituent, TaggedWord, parse_trees, read_trees


def test_a_leaf_is_told_from_a_constituent_by_its_word() -> None:
    [tree] = parse_trees("(S (NP (NN Time)) (VP (VBZ flies)))")
    assert tree == Constituent(
        "S", (Constituent("NP", (TaggedWord("Time", "NN"),)), Constituent("VP", (TaggedWord("flies", "VBZ"),)))
    )


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("( (S (NN a)) )", "(S (NN a))"),
        ("(TOP (S (NN a)))", "(S (NN a))"),
        ("(ROOT\n  (S (NN a)))", "(S (NN a))"),
        ("(TOP (NN a))", "(TOP (NN a))"),  # nothing would be left
        ("(S (NP-SBJ-1 (NN a)) (VP=2 (VB b)) (NP (-NONE- *T*-1)))", "(S (NP (NN a)) (VP (VB b)))"),
        ("(S (SBAR (-NONE- 0) (S (-NONE- *T*-1))) (VP (VB b) (-NONE- *)))", "(S (VP (VB b)))"),
        ("(S (-LRB- -LRB-) (NN a) (-RRB- -RRB-))", "(S (-LRB- -LRB-) (NN a) (-RRB- -RRB-))"),
        ("\ufeff(S(NN a)(NN b))", "(S (NN a) (NN b))"),
    ],
)
def test_what_is_left_out(written: str, read: str) -> None:
    assert [str(tree) for tree in parse_trees(written)] == [read]


def test_signs_are_as_in_any_other_text() -> None:
    [tree] = parse_trees("(S (-LRB- -LRB-) (`` ``) (NN a) ('' '') (-RRB- -RRB-) (-LRB- -LSB-))")
    assert [word.form for word in tree.words()] == ["(", '"', "a", '"', ")", "["]


def test_trees_without_tags_have_to_be_said_to_be_such() -> None:
    [tree] = parse_trees("(S (NP the dog) (VP barks))", tagged=False)
    assert tree == Constituent(
        "S", (Constituent("NP", (TaggedWord("the"), TaggedWord("dog"))), Constituent("VP", (TaggedWord("barks"),)))
    )
    assert str(tree) == "(S (NP the dog) (VP barks))"
    with pytest.raises(InputError, match=r"line 1, column 8: the word 'the' has no tag"):
        parse_trees("(S (NP the dog) (VP barks))")


def test_tags_are_no_constituents_whatever_is_said_of_them(tmp_path: Path) -> None:
    path = tmp_path / "trees.txt"
    path.write_text(
        "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))\n(S (NP (NN It)) (VP (VBZ barks)))\n", encoding="utf-8"
    )
    with pytest.raises(
        InputError, match=r"each word stands alone in a bracket, such as \(DT The\), as tagged words do"
    ):
        read_trees(path, tagged=False)
    assert len(read_trees(path)) == 2
    for text in ("(S (NP The dog) (VP barks))", "(S (NP Dogs) (VP (V bark) (NP (NP cats))))"):
        path.write_text(text, encoding="utf-8")
        assert str(read_trees(path, tagged=False)[0]) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(S (NN a)", "line 1, column 1: the bracket is never closed"),
        ("(S (NN a)))", "line 1, column 11: the bracket closes nothing"),
        ("(S (NN a) (X </s>))", "line 1, column 14: '</s>' stands among the words, and would be learnt as one"),
        ("(S (NN a)\n(S (NN b))", "line 1, column 1: the bracket is not closed before the next tree begins"),
        ("(S (NN a))\n(S (NP (NN b))\n(S (NN c))", "line 2, column 1: the bracket is not closed before"),
        ("(S (NN a))\n  ()", "line 2, column 3: nothing stands in it"),
        ("(S (NN a) (NP))", r"line 1, column 11: 'NP' stands alone in its bracket"),
        ("(S (NN a)) b", "line 1, column 12: 'b' stands outside of any tree"),
        ("(S (NN a) b)", "line 1, column 11: the word 'b' has no tag"),
        ("(S ((NN a) (NN b)))", "line 1, column 4: the bracket has no label"),
        ("(NN a)", "line 1, column 6: the tree that ends here is a word alone"),
        ("(S (-NONE- *))", "line 1, column 14: the tree that ends here holds no words"),
        ("(S " * 201, "line 1, column 601: more than 200 brackets are open"),
        (" \n", "there are no trees"),
    ],
)
def test_a_mistake_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as raised:
        parse_trees(text, source="mine.txt")
    assert str(raised.value).startswith("mine.txt: ")


@given(st.lists(trees(), min_size=1, max_size=4))
def test_what_is_written_is_read_again(written: list[Constituent]) -> None:
    assert parse_trees("\n".join(map(str, written))) == written
    assert parse_trees(" ".join(map(str, written))) == written


@given(st.text(alphabet="()SN ab\n-", max_size=40), st.booleans())
def test_any_text_is_read_or_refused(text: str, tagged: bool) -> None:
    try:
        found = parse_trees(text, tagged=tagged)
    except InputError:
        return
    for tree in found:
        assert list(tree.words())


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    text = b"(S (NN a))\n"
    for name, data in (("t.gz", gzip.compress(text)), ("t.xz", lzma.compress(text)), ("t", text)):
        (tmp_path / name).write_bytes(data)
        assert len(read_trees(tmp_path / name)) == 1
    (tmp_path / "t.xz").write_bytes(lzma.compress(text)[:-8])
    with pytest.raises(InputError, match="damaged"):
        read_trees(tmp_path / "t.xz")
    with pytest.raises(InputError, match="cannot be read"):
        read_trees(tmp_path / "none")


def test_the_treebank_has_the_numbers_of_its_description(shared_dir: Path) -> None:
    # counts: README there
    found = read_trees(shared_dir / "trees" / "train.txt.xz")
    assert len(found) == 6904
    assert sum(1 for tree in found for _ in tree.words()) == 156_098
    text = lzma.decompress((shared_dir / "trees" / "train.txt.xz").read_bytes()).decode()
    assert "\n".join(map(str, found)) + "\n" == text
