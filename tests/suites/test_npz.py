"""The suite that the README runs is a clean 2 x 2 design of its own."""

from __future__ import annotations

import json

import pytest
from support.suite_designs import contents, suite_of

from syntaxgym_lite.suite.json import dumps_suite

CONDITIONS = {"ambig_nocomma", "ambig_comma", "unambig_nocomma", "unambig_comma"}


@pytest.fixture(scope="module")
def suite():
    return suite_of("npz")


def test_conditions_differ_in_nothing_but_verb_and_comma(suite):
    assert set(suite.condition_names) == CONDITIONS
    for item in suite.items:
        for verb in ("ambig", "unambig"):
            without, with_comma = contents(item, f"{verb}_nocomma"), contents(item, f"{verb}_comma")
            assert (without[2], with_comma[2]) == ("", ",")
            assert without[:2] + without[3:] == with_comma[:2] + with_comma[3:]
        ambiguous, unambiguous = contents(item, "ambig_comma"), contents(item, "unambig_comma")
        assert ambiguous[1] != unambiguous[1]
        assert ambiguous[:1] + ambiguous[2:] == unambiguous[:1] + unambiguous[2:]


def test_the_comma_of_the_design_is_the_only_one(suite):
    for sentence in suite.sentences():
        assert sentence.text.count(",") == ("_comma" in sentence.condition_name)


@pytest.mark.parametrize("name", ["npz_ambig", "npz_obj_mod"])
def test_nothing_is_taken_from_the_published_suites(suite, shared_dir, name):
    """No sentence, no verb with its subject, no verb with its would-be object."""

    def material(items):
        found = set()
        for regions in items:
            words = [region.strip().split() for region in regions]
            found |= {
                " ".join(word for region in words for word in region),
                (words[0][-1], words[1][0]),
                (words[1][0], words[3][-1]),
            }
        return found

    published = json.loads((shared_dir / "published" / "syntaxgym" / f"{name}.json").read_text(encoding="utf-8"))
    theirs = [
        [region["content"] for region in condition["regions"]]
        for item in published["items"]
        for condition in item["conditions"]
    ]
    ours = [contents(item, condition) for item in suite.items for condition in CONDITIONS]
    assert material(ours) & material(theirs) == set()


def test_the_file_is_written_back_unchanged(suite, root_dir):
    assert dumps_suite(suite) == (root_dir / "suites" / "npz.json").read_text(encoding="utf-8")
