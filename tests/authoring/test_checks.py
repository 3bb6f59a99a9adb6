"""The checks find what ruins stimuli, say where it is, and change nothing."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from support.strategies import examples, suite_documents
from support.toys import suite_document

from syntaxgym_lite.authoring import text_checks
from syntaxgym_lite.authoring.checks import check_suite, check_text
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.suite.json import dumps_suite, load_suite, loads_suite, save_suite


def load(*contents, **meta):
    return loads_suite(json.dumps(suite_document([{"a": list(contents)}], **meta)))


def codes(*contents, **meta):
    return [finding.code for finding in check_text(load(*contents, **meta))]


def test_a_clean_suite_has_no_findings():
    assert codes("the fox", "", "doesn't", "sleep", ".") == []


@pytest.mark.parametrize("content", [" sleeps", "sleeps ", "\u00a0sleeps", " "])
def test_a_blank_at_the_end_of_a_region_is_found_and_left_out(content):
    (finding,) = check_suite(load("the fox", content))
    assert finding.code == "S101"
    assert repr(content.strip()) in finding.message
    (sentence,) = load("the fox", content).sentences()
    assert sentence.text == f"the fox {content.strip()}".strip()


@pytest.mark.parametrize(("given", "shown"), [("npz", "not 'npz'"), ([], "not an object of the type list")])
def test_what_is_no_suite_cannot_be_checked_or_saved(tmp_path, given, shown):
    with pytest.raises(InputError, match=rf"Give a Suite, .* {shown}"):
        check_suite(given)
    with pytest.raises(InputError, match=rf"Give a Suite, .* {shown}"):
        save_suite(given, tmp_path / "x.json")
    assert not (tmp_path / "x.json").exists()


def test_where_contents_are_joined_as_written_blanks_at_their_ends_are_meant():
    assert codes("the fox", " sleeps", join="none") == []


def test_a_double_blank_inside_a_region_is_found_and_kept():
    suite = load("the  fox", "sleeps")
    (finding,) = check_suite(suite)
    assert (finding.code, finding.item_number, finding.condition_name, finding.region_number) == ("S102", 1, "a", 1)
    assert "double blank" in finding.message
    assert next(suite.sentences()).text == "the  fox sleeps"


@pytest.mark.parametrize("blank", ["\u00a0", "\t", "\n", "\u3000"])
def test_a_blank_that_only_looks_like_a_space_is_found_and_kept(blank):
    suite = load(f"the{blank}fox")
    (finding,) = check_suite(suite)
    assert finding.code == "S102"
    assert repr(blank) in finding.message
    assert next(suite.sentences()).text == f"the{blank}fox"


@pytest.mark.parametrize(
    ("content", "plain"), [("isn’t", "isn't"), ("“no”", '"no"'), ("‘no’", "'no'"), ("„nein‟", '"nein"')]
)
def test_typographic_quotes_are_found_with_the_plain_text_and_kept(content, plain):
    suite = load("it", content)
    (finding,) = check_suite(suite)
    assert (finding.code, finding.region_number) == ("S103", 2)
    assert repr(plain) in finding.message
    assert "`normalize_text=quotes`" in finding.message
    assert next(suite.sentences()).text == f"it {content}"
    assert codes("it", plain) == []


def test_a_decomposed_accent_is_found_with_the_composed_text_and_kept():
    suite = load("the", "cafe\u0301")
    (finding,) = check_suite(suite)
    assert (finding.code, finding.region_number) == ("S104", 2)
    assert "'caf\u00e9'" in finding.message
    assert "`normalize_text=nfc`" in finding.message
    assert next(suite.sentences()).text == "the cafe\u0301"
    assert codes("the", "caf\u00e9") == []


def test_every_finding_of_a_region_is_reported():
    assert codes(" the  cafe\u0301 isn’t") == ["S101", "S102", "S103", "S104"]


def test_findings_stand_in_the_order_of_the_file_and_name_their_place():
    suite = loads_suite(
        json.dumps(suite_document([{"b": ["x", " y"], "a": ["x", "y"]}, {"a": [" x", "y"], "b": ["x", "y  y"]}]))
    )
    assert [str(finding).split(":")[0] for finding in check_text(suite)] == [
        "S101 item 1, condition 'b', region 2",
        "S101 item 2, condition 'a', region 1",
        "S102 item 2, condition 'b', region 2",
    ]


def test_published_suites_have_the_blanks_that_were_counted_in_them(shared_dir):
    """FORMATS.md of the shared data: leading blanks in the npz suites only, two trailing ones in fgd-embed3."""
    found = {}
    for path in sorted((shared_dir / "published" / "syntaxgym").glob("*.json")):
        outer = [finding for finding in check_suite(load_suite(path)) if finding.code == "S101"]
        if outer:
            found[path.stem] = len(outer)
    assert set(found) == {"fgd-embed3", "npz_ambig", "npz_obj_mod"}
    assert found["fgd-embed3"] == 2


@examples(40)
@given(suite_documents())
def test_checks_change_nothing_and_findings_point_at_regions(document):
    suite = loads_suite(json.dumps(document))
    before = dumps_suite(suite)
    places = {
        (item.number, condition.name, region.number)
        for item in suite.items
        for condition in item.conditions
        for region in condition.regions
    }
    for finding in check_suite(suite):
        place = finding.item_number, finding.condition_name, finding.region_number
        assert None in place or place in places
        assert str(finding).isprintable()
    assert dumps_suite(suite) == before


# ---------------------------------------------------------------- large suites


def many(n_items):
    """Nothing says which language it is in, and no *the* tells: the search for one ends with the last region."""
    items = [{"a": [f"cat{number}", "sleeps.", "x"], "b": [f"cat{number}", "sleep.", "x"]} for number in range(n_items)]
    return loads_suite(json.dumps(suite_document(items)))


def test_twice_as_many_items_are_twice_as_much_to_read(monkeypatch):
    """Regions were once read again for every item: 100,000 items took hours."""
    regions = text_checks._regions
    n_read = 0

    def counting(suite):
        nonlocal n_read
        for region in regions(suite):
            n_read += 1
            yield region

    monkeypatch.setattr(text_checks, "_regions", counting)
    counts = []
    for n_items in (50, 100):
        n_read = 0
        check_text(many(n_items))
        counts.append(n_read)
    assert counts[1] == 2 * counts[0] > 0


def test_items_are_looked_up_and_not_searched_for():
    """A number compared with others is a number searched for in a list; a dictionary or set finds it by its hash."""
    n_compared = 0

    class Watched(int):
        def __eq__(self, other):
            nonlocal n_compared
            n_compared += 1
            return int(self) == other

        __hash__ = int.__hash__

    suite = many(100)
    items = tuple(dataclasses.replace(item, number=Watched(item.number)) for item in suite.items)
    assert check_suite(dataclasses.replace(suite, items=items)) == []
    assert n_compared < 10 * len(items)


@pytest.mark.parametrize("content", ['=HYPERLINK("http://example.org")', "@SUM(1)", "+1+2", "-2+3", "- said"])
def test_a_cell_that_a_spreadsheet_would_run_is_found_and_kept(content):
    assert "S111" in codes(content)  # field case E18
    assert load(content).items[0].conditions[0].regions[0].content == content


@pytest.mark.parametrize("content", ["-5", "+3.5", "-", "a = b", "well-known"])
def test_what_a_spreadsheet_takes_for_a_number_or_a_text_is_no_formula(content):
    assert "S111" not in codes(content)


def test_many_comparisons_are_checked_and_the_same_one_is_reported_once():
    # field case E1
    document = suite_document(
        [{"a": ["x", "the dog"], "b": ["x", "cats"]}] * 1, [" & ".join(["(2;%a%) < (2;%b%)"] * 3000)]
    )
    found = [finding.code for finding in check_suite(loads_suite(json.dumps(document)))]
    assert found.count("S208") == 1
    assert len(found) < 5


def test_products_without_end_are_not_decided_by_algebra():
    document = suite_document(
        [{"a": ["x", "the dog"], "b": ["x", "cats"]}], [" * ".join(["1e308"] * 400) + " * (1;%a%) > 0"]
    )
    assert check_suite(loads_suite(json.dumps(document))) is not None
