"""Numbered examples become a suite; what was guessed is said, and what cannot be read refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.appendices import HORSES, regions, sentences
from support.strategies import examples

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.appendix.appendix import looks_like_appendix, propose_appendix
from syntaxgym_lite.ports.formats import format_of, read_suites


def test_variants_become_conditions_and_what_differs_between_them_a_region(propose):
    proposal = propose(HORSES)
    assert sentences(proposal) == {
        (1, "a"): "The horse raced past the barn fell.",
        (1, "b"): "The horse that was raced past the barn fell.",
        (2, "a"): "The boat floated down the river sank.",
        (2, "b"): "The boat that was floated down the river sank.",
    }
    assert regions(proposal, 1, "a") == ["The horse", "", "raced past the barn fell."]
    assert regions(proposal, 1, "b") == ["The horse", "that was", "raced past the barn fell."]
    assert dict(proposal.suites[0].region_names) == {1: "start", 2: "critical", 3: "rest"}
    assert proposal.suites[0].name == "appendix"
    assert proposal.doubts == ()
    assert [(row.part, row.role, row.why) for row in proposal.understood] == [
        ("lines 1 to 5", "items 1 and 2", "numbers and letters"),
        ("all sentences", "regions start, critical, rest", "what differs between the versions of an item"),
    ]


def test_a_text_in_which_nothing_is_guessed_is_read_by_every_command(tmp_path):
    path = tmp_path / "appendix.txt"
    path.write_text(HORSES)
    assert looks_like_appendix(path)
    [suite], port = read_suites(path)
    assert (port.name, len(suite.items)) == ("appendix", 2)
    path.write_text("1. The key was/*were rusty.\n2. The path was/*were wet.\n")
    with pytest.raises(
        InputError,
        match=r"'sglite import .*' shows what was understood and asks, or takes it without a "
        r"question with --slashes parallel\.",
    ):
        read_suites(path)


# ---------------------------------------------------------------- what is no suite


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Dogs bark.\n", r"holds no numbered examples\. Write each item as '1\. a\. First version"),
        ("a.a.21. o\n(2", r"holds names of conditions, but no example\."),
        ("1. Dogs bark.\n2. Cats sit.\n", r"line 1: each item has one version only, and a suite compares versions"),
        ("1. a. Dogs bark. b. Dogs run. c. Dogs.\n2. a. Cats sit. b. Cats jump.\n",
         r"line 2: item 2 has 2 versions \(a and b\), item 1 has 3 \(a, b and c\)\. Write what is missing, or take"),
        ("1. The man was/were at the in/out door.\n2. The dog was/were here.\n3. The cat was/were here.\n",
         r"line 1: item 1 has its alternatives at other places than item 2, or in other variants\. Write a slash"),
        ("1. a. Dogs bark.\n c. Dogs run.\n", r"line 1: item 1 has variants a and c, but no b\."),
        ("1. b. Dogs bark.\n c. Dogs run.\n2. a. Cats sit.\n", r"item 1 has variants b and c, but no a\."),
        ("2. a. Dogs bark. b. Dogs run.\n2. a. Cats sit. b. Cats jump.\n",
         r"line 2: variant a of item 2 is also in line 1\. Number each once\."),
        ("1. The key was/were here.\n1. The dog was/were here.\n", r"line 2: item 1 is also in line 1\. Number each once"),
        (f"1. a. {'The cat and/or dog ' * 1000} b. Dogs.", r"line 1: has 18,999 characters, which are no sentence"),
        ("1. a. Dogs bark. b.\n", r"line 1: item 1 has no sentence here\."),
        ("1. The {a/b/c/d} {a/b/c/d} {a/b/c/d} {a/b/c/d} {a/b/c/d} {a/b} dog.\n",
         r"line 1: stands for 2,048 sentences; part it into items\."),
    ],
)  # fmt: skip
def test_examples_that_make_no_suite_are_refused_with_their_lines(propose, text, message):
    with pytest.raises(SuiteError, match=message):
        propose(text)


def test_an_option_without_such_a_value_is_refused(propose):
    with pytest.raises(InputError, match=r"`slashes=cross`: unknown; known are parallel, crossed, regions, kept"):
        propose(HORSES, slashes="cross")


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.txt", "Dogs bark.\nCats sit.\n", "suite"),
        ("a.json", HORSES, "suite"),
        ("a.txt", HORSES, "appendix"),
    ],
)
def test_other_files_are_not_taken_for_an_appendix(tmp_path, name, text, form):
    path = tmp_path / name
    path.write_text(text)
    assert format_of(path).name == form


@pytest.mark.parametrize("data", [b"", b"\xff\xfe1\x00.\x00", b"\x00", b"\xe9" * 9, b"{", b"  \n"])
def test_what_is_no_text_is_no_appendix(tmp_path, data):
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    assert not looks_like_appendix(path)


# ---------------------------------------------------------------- laws

_WORDS = st.lists(st.sampled_from(["dog", "sleeps", "the", "often", "saw", "Ann", "über"]), min_size=1, max_size=6)
_STYLES = [
    ("({n}) {l}. {s}\n", "    {l}. {s}\n"),
    ("{n}. {l}. {s} ", "{l}. {s} "),
    ("({n}{l}) {s}\n", "({n}{l}) {s}\n"),
    ("{n}{l}. {s}\n", "{n}{l}. {s}\n"),
    ("Item {n}\n({l}) {s}\n", "({l}) {s}\n"),
    ("{n}) {l}) {s}\n\n", "{l}) {s}\n\n"),
]


@examples(150)
@given(
    st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(_WORDS, min_size=n, max_size=n), min_size=1, max_size=4)),
    st.sampled_from(_STYLES),
    st.booleans(),
)
def test_suites_written_as_an_appendix_in_any_style_come_back(tmp_path_factory, items, style, broken):
    first, others = style
    text, expected = "", {}
    for number, variants in enumerate(items, 1):
        for letter, words in zip("abcd", variants, strict=False):
            sentence = f"{' '.join(['The', *words])}."
            expected[number, letter] = sentence
            shown = sentence.replace(" ", "\n   ", 1) if broken else sentence
            text += (first if letter == "a" else others).format(n=number, l=letter, s=shown)
        text += "\n"
    path = tmp_path_factory.mktemp("appendix") / "a.txt"
    path.write_text(text, encoding="utf-8")
    proposal = propose_appendix(path)
    assert sentences(proposal) == expected
    # a line that begins with a name, in a variant far longer than its sisters, may be a running head
    assert not [doubt for doubt in proposal.doubts if not (broken and "may be no part of item" in doubt)]
    assert looks_like_appendix(path)


@examples(200)
@given(st.text(alphabet="ab 12i.()[]{}\n*/|Zé-", max_size=80))
def test_whatever_is_read_stands_in_a_sentence_or_in_what_was_understood(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("appendix") / "a.txt"
    path.write_text(text, encoding="utf-8")
    try:
        proposal = propose_appendix(path)
    except InputError:
        return
    assert proposal.layout
    lines = {number for row in proposal.understood for number in _lines_of(row.part)}
    assert {number for number, line in enumerate(text.split("\n"), 1) if line.strip()} <= lines


def _lines_of(part):
    found = re.fullmatch(r"lines? (\d+)(?: to (\d+))?", part)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else ()
