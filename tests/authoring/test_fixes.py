"""What is safe to mend is mended, and nothing else; files keep all that they hold."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, suite_documents
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.authoring.checks import CODES, check_text
from syntaxgym_lite.authoring.fixes import FIXABLE, as_diff, fix_file, fix_suite, left_alone
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.suite.json import dumps_suite, load_suite, loads_suite


def load(*contents, **meta):
    return loads_suite(json.dumps(suite_document([{"a": ["the dog", *contents]}], **meta)))


def mended(content, **meta):
    """A text as mended, and the codes of what was."""
    suite, changes = fix_suite(load(content, **meta))
    [region] = suite.items[0].conditions[0].regions[1:]
    return region.content, [code for change in changes for code in change.codes]


@pytest.mark.parametrize(
    ("content", "after", "codes"),
    [
        (" isn't", "isn't", ["S101"]),
        ("is  not   here", "is not here", ["S102"]),
        ("cafe\u0301", "café", ["S104"]),
        ("do\u00adg", "dog", ["S107"]),
        ("\ufeffdog", "dog", ["S107"]),
        ("a \u200bdog\u200b", "a dog", ["S107"]),
        ("\u202adog\u202c", "dog", ["S107"]),
        ("isnâ€™t", "isn’t", ["S112"]),  # field case A11, as the next three
        ("The cafÃ©", "The café", ["S112"]),
        ("isn&#39;t", "isn't", ["S114"]),
        ("open&nbsp;today", "open today", ["S114"]),
        ("fish &amp;amp; chips", "fish & chips", ["S114"]),
        ("caf&eacute;", "café", ["S114"]),
        ("isn&#146;t", "isn’t", ["S114"]),  # as HTML 5 reads the numbers of Windows
        ("caf\\u00e9", "café", ["S115"]),
        # one upon another
        ("caf&Atilde;&copy;", "café", ["S112", "S114"]),
        (" isnÃ¢â‚¬â„¢t  open&nbsp; ", "isn’t open", ["S101", "S102", "S112", "S114"]),
    ],
)
def test_what_is_safe_is_mended(content, after, codes):
    assert mended(content) == (after, codes)


@pytest.mark.parametrize(
    "content",
    [
        "isn’t “open”",  # may be meant
        "the d\u043eg",  # which letter?
        "the dog\u00a0ran",
        "the\tdog",
        "na?ve",
        "caf\ufffd",
        "voilÃ",
        "<i>dog</i>",
        "&lt;i&gt;dog",
        "&D; & AT&T;",
        "slept.\\n",
        "\\u0041",  # an A: why would anybody write it so?
        "the\u200bdog",  # two words, perhaps
        "isn\x19t",  # all that is left of an apostrophe
        "שלום\u200f!",  # marks of direction belong to such texts
        "می\u200cرود",
        "Straße, naïve, “Ä”",
        "2-Mar",
    ],
)
def test_what_could_be_meant_or_cannot_be_told_is_left_alone(content):
    assert mended(content) == (content, [])


def test_where_blanks_count_they_are_left_alone():
    assert mended(" the  dog", join="none") == (" the  dog", [])


def test_what_is_left_is_said_with_the_reason():
    suite, _ = fix_suite(load(" isn’t", "caf\ufffd", "<b>dog</b>"))
    assert [line.split(":")[0] for line in left_alone(suite)] == ["S103 (1)", "S113 (1)", "S114 (1)"]
    assert "what was lost cannot be told." in list(left_alone(suite))[1]
    assert list(left_alone(load("slept."))) == []


def test_codes_can_be_chosen():
    suite, changes = fix_suite(load(" cafÃ©"), ["S101"])
    assert [(change.before, change.after, change.codes) for change in changes] == [(" cafÃ©", "cafÃ©", ("S101",))]
    assert fix_suite(suite, [])[0] is suite
    with pytest.raises(InputError, match=r"S103 cannot be mended; what can is S101, S102"):
        fix_suite(suite, ["S103"])
    assert set(FIXABLE) < set(CODES)


def test_a_no_break_blank_that_may_be_half_a_letter_stays():
    assert mended(" voilÃ\u00a0") == ("voilà", ["S101", "S112"])
    assert mended(" ÐÐ½Ð½Ð°\u00a0") == ("ÐÐ½Ð½Ð°\u00a0", ["S101"])


PIECES = (
    " |  |cafÃ©|isnâ€™t|&nbsp;|&amp;|&amp;#39;|e\u0301|\u00ad|\u200b|\ufeff|\\u00e9|\\n|the|dog|’|<i>|\u202e|Ã|â|€|ש|&|;|"
    "\u00a0|u00e9|\\"
)
SPOILT = st.sampled_from(PIECES.split("|"))


@examples(150)
@given(st.lists(st.lists(SPOILT, max_size=6).map("".join), min_size=1, max_size=3), st.sampled_from(["space", "none"]))
def test_a_second_time_nothing_is_left_to_mend_and_only_the_diff_changed(contents, join):
    suite = load(*contents, join=join)
    fixed, changes = fix_suite(suite)
    assert fix_suite(fixed) == (fixed, [])
    told = {(change.region_number): (change.before, change.after) for change in changes}
    [old], [new] = ([one.conditions[0].regions for one in it.items] for it in (suite, fixed))
    for before, after in zip(old, new, strict=True):
        assert (before.content, after.content) == told.get(before.number, (before.content, before.content))
    lines = as_diff(changes, "x.json").splitlines()
    assert len(lines) == (2 + 3 * len(changes) if changes else 0)
    assert all(line.isprintable() for line in lines)


@examples(30)
@given(suite_documents())
def test_of_a_suite_all_but_the_texts_that_are_named_stays(document):
    suite = loads_suite(json.dumps(document))
    fixed, changes = fix_suite(suite)
    put = {(c.item_number, c.condition_name, c.region_number): c.after for c in changes}
    for item in document["items"]:
        for condition in item["conditions"]:
            for region in condition["regions"]:
                key = int(item["item_number"]), condition["condition_name"], int(region["region_number"])
                region["content"] = put.get(key, region["content"])
    assert dumps_suite(fixed) == dumps_suite(loads_suite(json.dumps(document)))
    kinds = {finding.code for finding in check_text(fixed)}
    assert "S101" not in kinds or fixed.join == "none"


# ---------------------------------------------------------------- files

FILE = """\ufeff{"meta": {"name": "x",   "metric": "sum", "by": {"content": "caf\\u00c3\\u00a9"}}, "region_meta": {"01": "all"},\r
  "predictions": [],  "items": [ {"mine": [1, 2.50], "item_number": "1", "conditions": [\r
    {"condition_name": "a", "regions": [{"content" : " caf\\u00c3\\u00a9", "region_number": 1, "tag": null}]},\r
    {"condition_name": "b", "regions": [{"region_number": 1, "content": "dog"}]}]}]}\r
"""


def test_a_file_keeps_its_layout_line_ends_and_what_nobody_here_knows(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(FILE.replace('"by": {"content": "caf\\u00c3\\u00a9"}', '"by": {}').encode())
    before = path.read_bytes()
    fixed = fix_file(path)
    assert path.read_bytes() == before  # until it is written
    fixed.write()
    assert path.read_bytes() == before.replace(
        b'" caf\\u00c3\\u00a9"', b'"caf\\u00c3\\u00a9"'.replace(b"\\u00c3\\u00a9", "é".encode())
    )
    assert load_suite(path) == fixed.suite
    assert fix_file(path).changes == ()


def test_another_content_in_the_file_does_not_get_the_text_of_a_region(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(FILE.encode())
    fix_file(path).write()
    document = json.loads(path.read_text(encoding="utf-8-sig"))
    assert document["meta"]["by"] == {"content": "cafÃ©"}
    assert document["items"][0]["conditions"][0]["regions"][0] == {"content": "café", "region_number": 1, "tag": None}
    assert document["items"][0]["mine"] == [1, 2.5]
    assert list(document["region_meta"]) == ["01"]


def test_a_file_without_faults_is_not_written(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(suite_document([{"a": ["the dog", "ran."]}])), encoding="utf-8")
    path.chmod(0o400)
    before = path.stat()
    fix_file(path).write()
    assert path.stat() == before


def test_tables_and_suites_of_the_package_are_not_written_over(tmp_path, monkeypatch):
    table = tmp_path / "pairs.csv"
    table.write_text("good,bad\nThe dog runs.,The dog run.\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"only suite files \(JSON\) are mended.*sglite import .*pairs\.csv"):
        fix_file(table)
    assert fix_file("npz").changes == ()
    shipped = tmp_path / "own.json"
    shipped.write_text(json.dumps(suite_document([{"a": ["the dog", " ran."]}])), encoding="utf-8")
    monkeypatch.setattr("syntaxgym_lite.authoring.fixes.shipped_suites", lambda: {"own": shipped})
    fixed = fix_file(shipped)
    with pytest.raises(InputError, match="comes with this package and stays as it is; mend a copy"):
        fixed.write()


def test_shipped_suites_have_nothing_to_mend():
    for suite in sgl.load_suites(sorted(sgl.resources.shipped_suites())):
        assert fix_suite(suite)[1] == []
        assert {f.code for f in check_text(suite)} & {"S112", "S113", "S114", "S115", "S116", "S117"} == set()


def test_a_diff_shows_what_cannot_be_seen():
    _, changes = fix_suite(load("cafe\u0301\u00ad"))
    assert as_diff(changes, "x.json").splitlines() == [
        "--- x.json",
        "+++ x.json",
        "@@ item 1, condition 'a', region 2 @@ S104, S107",
        r'-"cafe\u0301\u00ad"',
        '+"café"',
    ]
    assert as_diff([], "x.json") == ""
