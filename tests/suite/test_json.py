"""Suite files: what is read, what is refused and how, and that nothing is lost on the way back."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.places import ROOT
from support.strategies import any_text, examples, suite_documents
from support.toys import suite_document, write_suite

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.suite import Excluded
from syntaxgym_lite.suite.json import (
    dumps_suite,
    load_suite,
    loads_suite,
    save_suite,
    suite_sha256,
)
from syntaxgym_lite.suite.json import (
    suite_document as written_document,
)

FORMULA = "(2;%bad%) > (2;%good%)"


def make_document(**meta):
    """Three items, two conditions, two regions."""
    return suite_document(
        [
            {"good": ["foxes", "sleep"], "bad": ["foxes", "sleeps"]},
            {"good": ["owls", "hunt"], "bad": ["owls", "hunts"]},
            {"good": ["moles", "dig"], "bad": ["moles", "digs"]},
        ],
        [FORMULA],
        name="agreement",
        **meta,
    )


def load(document):
    return loads_suite(json.dumps(document), source="s.json")


def problems(document):
    """Path and message of everything that is wrong with a document or a text."""
    with pytest.raises(SuiteError) as caught:
        loads_suite(document if isinstance(document, str) else json.dumps(document), source="s.json")
    assert caught.value.exit_code == 2
    assert str(caught.value).startswith("s.json: ")
    return {problem.path: problem.message for problem in caught.value.problems}


def pairs(text):
    """Decode JSON with the order of keys in sight."""
    return json.loads(text, object_pairs_hook=list)


# ---------------------------------------------------------------- published suites


def published(shared_dir, folder):
    return sorted((shared_dir / "published" / folder).rglob("*.json"))


def test_published_suites_load_and_are_written_back_without_loss(shared_dir):
    paths = published(shared_dir, "syntaxgym")
    assert len(paths) == 17
    for path in paths:
        text = path.read_text(encoding="utf-8-sig")
        assert pairs(dumps_suite(load_suite(path))) == pairs(text), path.name


def test_published_results_load_as_suites_and_are_written_back_without_loss(shared_dir):
    paths = published(shared_dir, "syntaxgym_core")
    assert len(paths) == 7
    for path in paths:
        suite = load_suite(path)
        assert pairs(dumps_suite(suite)) == pairs(path.read_text(encoding="utf-8-sig")), path.name
        assert bool(suite.predictions) == ("out" not in path.name)  # SyntaxGym's results have none


def test_sentences_of_published_suites_are_stripped_contents_joined_by_one_blank(shared_dir):
    n_sentences = 0
    for path in published(shared_dir, "syntaxgym"):
        document = json.loads(path.read_text(encoding="utf-8-sig"))
        suite = load_suite(path)
        ours = {(sentence.item_number, sentence.condition_name): sentence.text for sentence in suite.sentences()}
        theirs = {
            (item["item_number"], condition["condition_name"]): " ".join(
                region["content"].strip() for region in condition["regions"] if region["content"].strip()
            )
            for item in document["items"]
            for condition in item["conditions"]
        }
        assert ours == theirs
        n_sentences += len(ours)
    assert n_sentences > 1500


def test_sentences_equal_the_text_that_syntaxgym_wrote_for_a_suite(shared_dir):
    for folder, prefix in (("test", "test_"), ("test-unk", "")):
        place = shared_dir / "published" / "syntaxgym_core" / folder
        lines = (place / f"{prefix}sentences.txt").read_text(encoding="utf-8").splitlines()
        assert [sentence.text for sentence in load_suite(place / f"{prefix}in.json").sentences()] == lines


# ---------------------------------------------------------------- variants that are fine


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path):
    text = json.dumps(make_document(), indent=2)
    plain, marked = tmp_path / "plain.json", tmp_path / "marked.json"
    plain.write_bytes(text.encode())
    marked.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_suite(marked) == load_suite(plain)
    assert list(load_suite(marked).sentences()) == list(load_suite(plain).sentences())
    assert loads_suite("\ufeff" + text) == loads_suite(text)


def test_numbers_may_be_text(tmp_path):
    document = make_document()
    for item in document["items"]:
        item["item_number"] = str(item["item_number"])
        for condition in item["conditions"]:
            for region in condition["regions"]:
                region["region_number"] = str(region["region_number"])
    suite = load(document)
    assert suite == load(make_document())
    assert written_document(suite) == document  # and stay text


def test_region_meta_numbers_may_have_zeros_in_front_and_stand_in_any_order():
    document = make_document()
    document["region_meta"] = {"02": "verb", "01": "subject"}
    suite = load(document)
    assert suite.region_names == {1: "subject", 2: "verb"}
    assert suite.region_numbers == (1, 2)
    assert pairs(dumps_suite(suite)) == pairs(json.dumps(document))


def test_regions_need_not_count_from_one():
    document = json.loads(json.dumps(make_document()).replace('"region_number": 2', '"region_number": 7'))
    document["region_meta"] = {"1": "subject", "7": "verb"}
    document["predictions"][0]["formula"] = "(7;%bad%) > (7;%good%)"
    assert load(document).region_numbers == (1, 7)


@pytest.mark.parametrize(
    ("relation", "formula"),
    [
        ("greaterthan", "(2;%bad%) > (2;%good%)"),
        ("lessthan", "(2;%bad%) < (2;%good%)"),
        ("equals", "(2;%bad%) = (2;%good%)"),
    ],
)
def test_predictions_in_the_old_form_become_formulas(relation, formula):
    document = make_document()
    old = {"relation": relation, "region_number": 2, "l_operand": "bad", "r_operand": "good"}
    document["predictions"] = [old]
    suite = load(document)
    assert suite.predictions[0].formula.source == formula
    assert written_document(suite)["predictions"] == [old]


def test_metric_all_means_sums_and_is_kept():
    suite = load(make_document(metric="all"))
    assert suite.metric == "sum"
    assert written_document(suite)["meta"]["metric"] == "all"


def test_values_of_an_earlier_run_are_kept_but_not_read():
    document = make_document()
    for item in document["items"]:
        for condition in item["conditions"]:
            for region in condition["regions"]:
                region["metric_value"] = {"sum": 99}
                region["oovs"] = []
    before = copy.deepcopy(document)
    suite = load(document)
    assert document == before
    assert suite == load(make_document())
    assert written_document(suite) == document
    assert suite_sha256(suite) == suite_sha256(load(make_document()))


def test_a_suite_without_predictions_is_fine():
    document = make_document()
    document["predictions"] = []
    assert load(document).predictions == ()


def test_name_and_description_of_a_prediction_are_read():
    document = make_document()
    document["predictions"][0] |= {"name": "verb", "description": "The verb surprises."}
    prediction = load(document).predictions[0]
    assert (prediction.name, prediction.description) == ("verb", "The verb surprises.")


def test_a_region_can_be_named_in_a_formula_whatever_blanks_its_name_has():
    document = make_document()
    document["region_meta"] = {"1": "Subject NP", "2": " Verb "}
    document["predictions"][0]["formula"] = "(Verb;%bad%) > (Verb;%good%)"
    assert load(document).region_names[2] == " Verb "


# ---------------------------------------------------------------- writing


def test_unknown_keys_everywhere_are_written_back_in_their_place():
    document = make_document()
    places = [
        document,
        document["meta"],
        document["predictions"][0],
        document["items"][0],
        document["items"][0]["conditions"][0],
        document["items"][0]["conditions"][0]["regions"][0],
    ]
    for place in places:
        first = dict(place)
        place.clear()
        place |= {"note": {"b": [1, 2.5, None, True], "a": "é🦊"}, **first, "zz": "\ud83e"}  # half an emoji
    text = dumps_suite(load(document))
    assert pairs(text) == pairs(json.dumps(document))
    assert "é🦊" in text
    text.encode("utf-8")


def test_a_suite_survives_saving_and_loading(tmp_path):
    suite = load(make_document(join="natural", context="Once.", circuit="agreement", author="ж"))
    path = tmp_path / "s.json"
    save_suite(suite, path)
    assert load_suite(path) == suite
    assert path.read_bytes().endswith(b"}\n")
    assert b"\r" not in path.read_bytes()


def test_what_was_changed_in_python_is_what_is_written():
    suite = load(make_document(metric="all", join="natural"))
    changed = dataclasses.replace(
        suite,
        name="renamed",
        metric="mean",
        join="space",
        context="Once. ",
        region_names={1: "subject", 2: "verb"},
        items=suite.items[:1],
        predictions=(),
    )
    again = loads_suite(dumps_suite(changed))
    assert again == changed
    assert again.predictions == ()


def test_a_suite_made_in_python_can_be_written():
    from syntaxgym_lite.formula import parse
    from syntaxgym_lite.suite import Condition, Item, Prediction, Region, Suite

    made = Suite(
        "made",
        {1: "all"},
        (Item(1, (Condition("a", (Region(1, "x"),)), Condition("b", (Region(1, "y"),)))),),
        (Prediction(parse("(1;%a%) < (1;%b%)"), name="first"),),
        metric="mean",
        join="none",
    )
    assert loads_suite(dumps_suite(made)) == made


def test_factors_groups_and_exclusions_are_read_and_written_back():
    document = make_document(groups={"phenomenon": "agreement"}, excluded=[{"where": "a.tsv:3", "reason": "no target"}])
    factors = [{"type": "original", "n_attractors": 2, "cloze": 0.5, "strict": True}, {"type": "nonce"}]
    for item, own in zip(document["items"], factors, strict=False):
        item["factors"] = own
    suite = load(document)
    assert [dict(item.factors) for item in suite.items] == [*factors, {}]
    assert suite.groups == {"phenomenon": "agreement"}
    assert suite.excluded == (Excluded("a.tsv:3", "no target"),)
    assert pairs(dumps_suite(suite)) == pairs(json.dumps(document))
    changed = dataclasses.replace(
        suite, items=tuple(dataclasses.replace(item, factors={"new": 1}) for item in suite.items), excluded=()
    )
    again = loads_suite(dumps_suite(changed))
    assert again == changed
    assert [dict(item.factors) for item in again.items] == [{"new": 1}] * len(suite.items)


LEVELS = {"good": {"number": "sg", "frequent": True}, "bad": {"number": "pl", "frequent": True}}


def document_with_factors(levels=LEVELS):
    """Levels of the conditions between the predictions and the items, a label and factors of single conditions."""
    document = make_document()
    document["condition_factors"] = levels
    document["items"] = document.pop("items")
    document["items"][0] = {"label": "1a", **document["items"][0]}
    document["items"][1]["label"] = "1b"
    at(document, 0, 0)["factors"] = {"verb_frequency": 12.5, "attested": False}
    at(document, 2, 1)["factors"] = {"verb_frequency": 3}
    return document


def test_levels_of_conditions_labels_and_factors_of_single_conditions_are_read_and_written_back():
    document = document_with_factors()
    suite = load(document)
    assert suite.condition_factors == LEVELS
    assert [item.label for item in suite.items] == ["1a", "1b", ""]
    assert suite.items[0].condition("good").factors == {"verb_frequency": 12.5, "attested": False}
    assert suite.items[0].condition("bad").factors == {}
    assert suite.items[2].condition("bad").factors == {"verb_frequency": 3}
    assert pairs(dumps_suite(suite)) == pairs(json.dumps(document))
    changed = dataclasses.replace(
        suite,
        items=tuple(dataclasses.replace(item, label="x" if item.label == "1b" else "") for item in suite.items),
        condition_factors={"good": {"tense": 1}, "bad": {"tense": 2}},
    )
    again = loads_suite(dumps_suite(changed))
    assert again == changed
    assert [item.label for item in again.items] == ["", "x", ""]
    without = dataclasses.replace(changed, condition_factors={})
    assert loads_suite(dumps_suite(without)) == without
    items = [
        dataclasses.replace(item, conditions=tuple(dataclasses.replace(one, factors={}) for one in item.conditions))
        for item in suite.items
    ]
    bare = dataclasses.replace(suite, items=tuple(items))
    assert loads_suite(dumps_suite(bare)) == bare


def test_a_made_suite_with_levels_and_labels_is_written_where_a_reader_looks_for_them():
    made = dataclasses.replace(
        load(make_document()), extra={}, condition_factors=LEVELS, items=load(document_with_factors()).items
    )
    written = written_document(made)
    assert list(written) == ["meta", "region_meta", "condition_factors", "predictions", "items"]
    assert list(written["items"][0]) == ["label", "item_number", "conditions"]  # as its file had it
    assert loads_suite(dumps_suite(made)) == made


def test_the_hash_of_a_suite_depends_on_its_levels_and_labels():
    suite = load(document_with_factors())
    others = [
        load(make_document()),
        dataclasses.replace(suite, condition_factors={"good": {"number": "pl"}, "bad": {"number": "sg"}}),
        dataclasses.replace(suite, items=(dataclasses.replace(suite.items[0], label="2"), *suite.items[1:])),
    ]
    assert len({suite_sha256(one) for one in [suite, *others]}) == 4


def test_shipped_suites_without_levels_and_labels_are_written_and_hashed_as_before():
    paths = sorted((ROOT / "suites").glob("*.json"))
    assert len(paths) > 50
    for path in paths:
        text = path.read_text(encoding="utf-8")
        document = json.loads(text)
        assert dumps_suite(load_suite(path)) == text, path.name
        canonical = json.dumps(document, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
        assert suite_sha256(load_suite(path)) == hashlib.sha256(canonical.encode()).hexdigest(), path.name


@examples(100)
@given(document=suite_documents(), text=any_text, number=st.integers(0, 3))
def test_a_hash_is_that_of_the_canonical_document(document, text, number):
    suite = load(document)
    items = list(suite.items)
    more = [{}, {"extra": {}}, {"factors": {"bin": text}}, {"label": text}][number]
    items[0] = dataclasses.replace(items[0], **more)
    plain = dataclasses.replace(suite, items=tuple(items), extra={})
    for one in (suite, plain, *map(_without_extras, (suite, plain))):
        written = written_document(one)
        canonical = json.dumps(written, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
        assert suite_sha256(one) == hashlib.sha256(canonical.encode()).hexdigest()


def _without_extras(suite):
    """The same as a reader of pairs makes it, without the objects of a file."""
    items = tuple(
        dataclasses.replace(
            item,
            extra={},
            conditions=tuple(
                dataclasses.replace(
                    one, extra={}, regions=tuple(dataclasses.replace(region, extra={}) for region in one.regions)
                )
                for one in item.conditions
            ),
        )
        for item in suite.items
    )
    return dataclasses.replace(suite, items=items)


def test_the_written_document_shares_nothing_with_the_suite():
    suite = load(make_document(tags=["a"]))
    document = written_document(suite)
    document["meta"]["tags"].append("b")
    document["items"].clear()
    assert written_document(suite) == make_document(tags=["a"])


@examples(40)
@given(suite_documents())
def test_any_suite_is_written_back_without_loss(document):
    suite = load(document)
    assert pairs(dumps_suite(suite)) == pairs(json.dumps(document))
    assert loads_suite(dumps_suite(suite)) == suite


# ---------------------------------------------------------------- hash


def test_hash_depends_on_what_a_suite_says_not_on_its_layout(tmp_path):
    document = make_document(comment="é")
    expected = suite_sha256(load(document))
    reordered = {key: document[key] for key in reversed(document)}
    stale = copy.deepcopy(document)
    stale["items"][0]["conditions"][0]["regions"][0] |= {"metric_value": {"sum": 1.0}, "oovs": ["x"]}
    for same in (
        json.dumps(document, indent=4),
        json.dumps(document, ensure_ascii=False, separators=(",", ":")),
        "\ufeff" + json.dumps(document).replace(", ", ",\r\n"),
        json.dumps(reordered),
        json.dumps(stale),
    ):
        assert suite_sha256(loads_suite(same)) == expected
    assert len(expected) == 64


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["meta"].update(name="other"),
        lambda d: d["meta"].update(metric="mean"),
        lambda d: d["meta"].update(join="natural"),
        lambda d: d["meta"].update(context="Once."),
        lambda d: d["region_meta"].update({"2": "other"}),
        lambda d: d["predictions"].clear(),
        lambda d: d["predictions"][0].update(formula="(2;%bad%) >= (2;%good%)"),
        lambda d: d["items"].pop(),
        lambda d: d["items"].reverse(),
        lambda d: d["items"][0].update(item_number=9),
        lambda d: d["items"][0]["conditions"].reverse(),
        lambda d: d["items"][0]["conditions"][0]["regions"][0].update(content="foxes "),
    ],
)
def test_hash_changes_with_the_content(change):
    document = make_document()
    change(document)
    assert suite_sha256(load(document)) != suite_sha256(load(make_document()))


# ---------------------------------------------------------------- bad input: the file


def test_a_missing_file_is_named_with_the_nearest_one(tmp_path):
    write_suite(tmp_path / "npi_any.json", make_document())
    with pytest.raises(
        InputError, match=r"npi_ayn\.json: no such file or shipped suite\. Did you mean 'npi_any\.json'\?"
    ):
        load_suite(tmp_path / "npi_ayn.json")
    with pytest.raises(InputError, match="no such file"):
        load_suite(tmp_path / "nowhere" / "x.json")


def test_a_folder_is_not_a_suite(tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        load_suite(tmp_path)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe{\x00", "UTF-16"),
        (b"{\n\n\xe9}", "byte 0xe9 in line 3"),
        (b"", "not JSON"),
        (b"\x00", "not JSON"),
        (b"\x1f\x8b\x08", "not UTF-8"),
    ],
)
def test_a_file_in_another_encoding_is_refused(tmp_path, data, words):
    path = tmp_path / "s.json"
    path.write_bytes(data)
    with pytest.raises(SuiteError) as caught:
        load_suite(path)
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"meta": }', "not JSON: Expecting value (line 1, column 10)"),
        ('{"meta": {}\n"region_meta"}', "line 2, column 1"),
        ("{'meta': 1}", "not JSON"),
        ("[]", "not a list"),
        ("null", "not null"),
        ('"suite"', "not the text 'suite'"),
        ("3", "not the number 3"),
        ("true", "not true"),
        ('{"meta": NaN}', "NaN is not JSON"),
        ('{"meta": -Infinity}', "-Infinity is not JSON"),
        ('{"meta": 1e999}', "1e999 is too large"),
        ('{"meta": ' + "9" * 5000 + "}", "a number has 5000 digits"),
        ('{"meta": {"name": "a", "name": "b"}}', "the key 'name' twice"),
        ("[" * 100_000, "nested"),
        ("[" * 100_000 + "]" * 100_000, "nested"),
        ('{"a":' * 150 + "1" + "}" * 150, "nested more than 100 deep"),
    ],
)
def test_what_is_not_the_json_of_a_suite_is_refused_in_one_problem(text, words):
    found = problems(text)
    assert list(found) == [""]
    assert words in found[""]


# ---------------------------------------------------------------- bad input: one thing wrong

GOOD_REGIONS = "items[0].conditions[0].regions"


def at(document, item=0, condition=0, region=None):
    place = document["items"][item]["conditions"][condition]
    return place if region is None else place["regions"][region]


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        # missing keys
        (lambda d: d.pop("meta"), "meta", ["missing"]),
        (lambda d: d.pop("region_meta"), "region_meta", ["missing", '{"1": "subject"']),
        (lambda d: d.pop("predictions"), "predictions", ["missing", "[]"]),
        (lambda d: d.pop("items"), "items", ["missing"]),
        (lambda d: d.update(item=d.pop("items")), "items", ["missing", "Did you mean 'item'?"]),
        (lambda d: d["meta"].pop("name"), "meta.name", ["missing"]),
        (lambda d: d["meta"].pop("metric"), "meta.metric", ["missing", '"sum"']),
        (lambda d: d["predictions"][0].pop("formula"), "predictions[0].formula", ["missing"]),
        (lambda d: d["items"][1].pop("item_number"), "items[1].item_number", ["missing"]),
        (lambda d: d["items"][1].pop("conditions"), "items[1].conditions", ["missing"]),
        (lambda d: at(d, 2, 1).pop("condition_name"), "items[2].conditions[1].condition_name", ["missing"]),
        (lambda d: at(d, 2, 1).pop("regions"), "items[2].conditions[1].regions", ["missing"]),
        (
            lambda d: at(d, 2, 1, 0).pop("region_number"),
            "items[2].conditions[1].regions[0].region_number",
            ["missing"],
        ),
        (lambda d: at(d, 2, 1, 1).pop("content"), "items[2].conditions[1].regions[1].content", ["missing", '""']),
        # wrong types
        (lambda d: d.update(meta=[]), "meta", ["must be an object, not a list"]),
        (lambda d: d.update(region_meta=["subject", "verb"]), "region_meta", ["must be an object", "subject"]),
        (lambda d: d.update(predictions={}), "predictions", ["must be a list, not an object"]),
        (lambda d: d.update(items={"1": {}}), "items", ["must be a list"]),
        (lambda d: d["meta"].update(name=3), "meta.name", ["must be a text in quotes, not the number 3"]),
        (lambda d: d["meta"].update(name=" "), "meta.name", ["is empty"]),
        (lambda d: d["meta"].update(name="x\n  SG score 1.000"), "meta.name", ["more than one line"]),
        (lambda d: d["meta"].update(metric=None), "meta.metric", ["not null"]),
        (lambda d: d["meta"].update(join=2), "meta.join", ["space, natural, none", "the number 2"]),
        (lambda d: d["meta"].update(context=["a"]), "meta.context", ["must be a text"]),
        (lambda d: d["region_meta"].update({"1": 1}), "region_meta.1", ["must be a text"]),
        (lambda d: d["predictions"].__setitem__(0, FORMULA), "predictions[0]", ["must be an object", "the text"]),
        (lambda d: d["predictions"][0].update(formula=3), "predictions[0].formula", ["must be a text"]),
        (lambda d: d["predictions"][0].update(type="regex"), "predictions[0].type", ['"formula"', "'regex'"]),
        (lambda d: d["predictions"][0].update(name=3), "predictions[0].name", ["must be a text"]),
        (lambda d: d["items"].__setitem__(1, "item"), "items[1]", ["must be an object, not the text 'item'"]),
        (lambda d: d["items"][1].update(item_number=1.5), "items[1].item_number", ["whole number", "1.5"]),
        (lambda d: d["items"][1].update(item_number=0), "items[1].item_number", ["whole number from 1"]),
        (lambda d: d["items"][1].update(item_number="two"), "items[1].item_number", ["not the text 'two'"]),
        (lambda d: d["items"][1].update(item_number="²"), "items[1].item_number", ["not the text '²'"]),
        (lambda d: d["items"][1].update(item_number=True), "items[1].item_number", ["not true"]),
        (lambda d: d["items"][1].update(conditions={}), "items[1].conditions", ["must be a list"]),
        (lambda d: d["items"][1]["conditions"].__setitem__(0, None), "items[1].conditions[0]", ["not null"]),
        (lambda d: at(d, 1).update(condition_name=1), "items[1].conditions[0].condition_name", ["must be a text"]),
        (lambda d: at(d, 1).update(regions="foxes"), "items[1].conditions[0].regions", ["must be a list"]),
        (lambda d: at(d)["regions"].__setitem__(1, ["sleep"]), f"{GOOD_REGIONS}[1]", ["must be an object"]),
        (lambda d: at(d, 0, 0, 1).update(region_number=-2), f"{GOOD_REGIONS}[1].region_number", ["number -2"]),
        (lambda d: at(d, 0, 0, 1).update(content=None), f"{GOOD_REGIONS}[1].content", ["not null", '""']),
        (lambda d: at(d, 0, 0, 1).update(content=["a"]), f"{GOOD_REGIONS}[1].content", ["not a list"]),
        (lambda d: at(d, 0, 0, 1).update(content="a\ud83e"), f"{GOOD_REGIONS}[1].content", ["surrogate"]),
        # an empty suite
        (lambda d: d.update(items=[]), "items", ["is empty", "at least one"]),
        (lambda d: d.update(region_meta={}), "region_meta", ["is empty"]),
        (lambda d: d["items"][1].update(conditions=[]), "items[1].conditions", ["is empty"]),
        (lambda d: [r.update(content=" ") for r in at(d)["regions"]], GOOD_REGIONS, ["no region has text"]),
        # conditions
        (
            lambda d: d["items"][2]["conditions"].pop(0),
            "items[2].conditions",
            ["lacks 'good', which other items have"],
        ),
        (
            lambda d: at(d, 1, 1).update(condition_name="bda"),
            "items[1].conditions",
            ["lacks 'bad'", "It has 'bda'"],
        ),
        (
            lambda d: d["items"][1]["conditions"].append({**at(d), "condition_name": "ugly"}),
            "items[1].conditions",
            ["has 'ugly', which other items lack"],
        ),
        (
            lambda d: d["items"][1]["conditions"].append(copy.deepcopy(at(d))),
            "items[1].conditions[2].condition_name",
            ["'good' is there twice in this item"],
        ),
        (
            lambda d: [i["conditions"][0].update(condition_name="%good%") for i in d["items"][:1]],
            "items[0].conditions[0].condition_name",
            ["%name%"],
        ),
        (lambda d: d["items"][2].update(item_number=1), "items[2].item_number", ["1 is also the number of items[0]"]),
        # regions
        (lambda d: at(d)["regions"].reverse(), GOOD_REGIONS, ["order 2, 1", "ascending"]),
        (lambda d: at(d)["regions"].pop(), GOOD_REGIONS, ["lacks region 2", '""']),
        (lambda d: at(d, 0, 0, 1).update(region_number=1), GOOD_REGIONS, ["region 1 is there twice"]),
        (lambda d: at(d, 0, 0, 1).update(region_number=9), GOOD_REGIONS, ["lacks region 2", "has region 9"]),
        (
            lambda d: at(d)["regions"].append({"region_number": 3, "content": "."}),
            GOOD_REGIONS,
            ["has region 3, which region_meta does not name"],
        ),
        (lambda d: d["region_meta"].update({"verb": "2"}), "region_meta.verb", ["whole number"]),
        (lambda d: d["region_meta"].update({"a\n%": "2"}), 'region_meta["a\\n%"]', ["whole number"]),
        (lambda d: d["region_meta"].update({"02": "verb"}), "region_meta.02", ["region 2 is there twice"]),
        # formulas
        (
            lambda d: d["predictions"][0].update(formula="(2;%bda%) > (2;%good%)"),
            "predictions[0].formula",
            ["no condition 'bda'", "Did you mean 'bad'?", "(2;%bda%) > (2;%good%)\n", "     ^^^\n"],
        ),
        (lambda d: d["predictions"][0].update(formula="(*;%zz%) < 1"), "predictions[0].formula", ["zz", "good, bad"]),
        (lambda d: d["predictions"][0].update(formula="(3;%good%) < 1"), "predictions[0].formula", ["no region 3"]),
        (
            lambda d: d["predictions"][0].update(formula="(1;%good%;maen) < 1"),
            "predictions[0].formula",
            ["no metric 'maen'", "Did you mean 'mean'?"],
        ),
        (lambda d: d["predictions"][0].update(formula="(1;%good%)"), "predictions[0].formula", ["not a comparison"]),
        (lambda d: d["predictions"][0].update(formula=""), "predictions[0].formula", ["empty"]),
        # metrics
        (lambda d: d["meta"].update(metric="som"), "meta.metric", ["no metric 'som'", "Did you mean 'sum'?"]),
        (lambda d: d["meta"].update(join="naturl"), "meta.join", ["Did you mean 'natural'?"]),
        (
            lambda d: (d["meta"].update(metric="first"), d["predictions"][0].update(formula="(*;%bad%) > 1")),
            "predictions[0].formula",
            ["metric 'first'", "single region"],
        ),
        # factors, groups, exclusions
        (lambda d: d["items"][1].update(factors=["a"]), "items[1].factors", ["must be an object", "n_attractors"]),
        (
            lambda d: d["items"][1].update(factors={"a": None}),
            "items[1].factors.a",
            ["a number, true or false", "null"],
        ),
        (lambda d: d["items"][1].update(factors={"a": [1]}), "items[1].factors.a", ["not a list"]),
        (lambda d: d["items"][1].update(factors={"a": " "}), "items[1].factors.a", ["must not be empty"]),
        (lambda d: d["items"][1].update(factors={"a": 10**30}), "items[1].factors.a", ["write it as a text"]),
        (lambda d: d["items"][1].update(factors={"": 1}), 'items[1].factors[""]', ["must have a name"]),
        # levels of conditions, labels, factors of single conditions
        (lambda d: d.update(condition_factors=[]), "condition_factors", ["must be an object", '{"head": "sg"']),
        (
            lambda d: d.update(condition_factors={"good": "sg", "bad": {"number": "pl"}}),
            "condition_factors.good",
            ["must be an object, not the text 'sg'"],
        ),
        (
            lambda d: d.update(condition_factors={**LEVELS, "badd": {"number": "du", "frequent": True}}),
            "condition_factors.badd",
            ["no condition 'badd'", "Did you mean 'bad'?", "'good', 'bad'"],
        ),
        (
            lambda d: d.update(condition_factors={"good": {"number": "sg"}}),
            "condition_factors",
            ["lacks 'bad'", "names all"],
        ),
        (
            lambda d: d.update(condition_factors={**LEVELS, "bad": {"number": "pl"}}),
            "condition_factors.bad",
            ["lacks 'frequent'", "all factors"],
        ),
        (
            lambda d: d.update(condition_factors={"good": {"n": 1}, "bad": {"n": 1.0}}),
            "condition_factors.bad",
            ["same levels as 'good'", "no formula could tell the two apart"],
        ),
        (
            lambda d: d.update(condition_factors={"good": {}, "bad": {}}),
            "condition_factors.good",
            ["is empty", "sg_pl"],
        ),
        (
            lambda d: d.update(condition_factors={"good": {"n": None}, "bad": {"n": 1}}),
            "condition_factors.good.n",
            ["a text, a number, true or false, not null"],
        ),
        (
            lambda d: d.update(condition_factors={"good": {"a,b": 1}, "bad": {"a,b": 2}}),
            'condition_factors.good["a,b"]',
            ["a name without ',', '=' and '%'", "%head=sg, attractor=pl%"],
        ),
        (
            lambda d: d.update(condition_factors={"good": {"n": "50%"}, "bad": {"n": "5"}}),
            "condition_factors.good.n",
            ["'50%' must not hold '%'"],
        ),
        (
            lambda d: d.update(condition_factors={"good": {"n": " sg"}, "bad": {"n": "sg"}}),
            "condition_factors.good.n",
            ["' sg' must not", "begin or end with a blank"],
        ),
        (
            lambda d: d.update(condition_factors={"good": {"n": "a, b=c"}, "bad": {"n": "a, b"}}),
            "condition_factors.good.n",
            ["',' and after it '='"],
        ),
        (
            lambda d: (d.update(condition_factors=LEVELS), d["items"][1].update(factors={"number": "sg"})),
            "items[1].factors.number",
            ["also a factor of the conditions", "factor_number", "Rename one"],
        ),
        (
            lambda d: (d["items"][0].update(factors={"freq": 1}), at(d, 1, 1).update(factors={"freq": 2})),
            "items[1].conditions[1].factors.freq",
            ["also a factor of items", "factor_freq"],
        ),
        (
            lambda d: at(d, 1, 1).update(factors={"freq": ""}),
            "items[1].conditions[1].factors.freq",
            ["must not be empty"],
        ),
        (lambda d: at(d, 1, 1).update(factors=3), "items[1].conditions[1].factors", ["an object", "verb_frequency"]),
        (lambda d: d["items"][1].update(label=7), "items[1].label", ["a text in quotes, not the number 7", '"1a"']),
        (lambda d: d["items"][1].update(label=""), "items[1].label", ["must not be empty"]),
        (lambda d: d["items"][1].update(label="1\na"), "items[1].label", ["of two lines"]),
        (lambda d: d["items"][1].update(label="1a "), "items[1].label", ["end with a blank"]),
        (
            lambda d: [d["items"][place].update(label="1a") for place in (0, 1)],
            "items[1].label",
            ["also the label of items[0]"],
        ),
        (lambda d: d["meta"].update(groups="syntax"), "meta.groups", ["must be an object"]),
        (lambda d: d["meta"].update(groups={"field": 1}), "meta.groups.field", ["must be a text"]),
        (lambda d: d["meta"].update(groups={"field": ""}), "meta.groups.field", ["is empty"]),
        (lambda d: d["meta"].update(groups={" field": "a"}), 'meta.groups[" field"]', ["without blanks"]),
        (lambda d: d["meta"].update(excluded={}), "meta.excluded", ["must be a list"]),
        (lambda d: d["meta"].update(excluded=["a"]), "meta.excluded[0]", ["'where' and 'reason'", "'a'"]),
        (lambda d: d["meta"].update(excluded=[{"where": "a:1"}]), "meta.excluded[0].reason", ["missing"]),
        (
            lambda d: d["meta"].update(excluded=[{"where": "a:1", "reason": "b", "c": 1}]),
            "meta.excluded[0].c",
            ["is not known"],
        ),
        # the old form
        (
            lambda d: d["predictions"].__setitem__(0, {"relation": "above", "region_number": 2}),
            "predictions[0].relation",
            ["greaterthan, lessthan, equals", "'above'"],
        ),
        (
            lambda d: d["predictions"].__setitem__(
                0, {"relation": "equals", "region_number": 2, "l_operand": "good", "r_operand": "bda"}
            ),
            "predictions[0].formula",
            ["no condition 'bda'"],
        ),
    ],
)
def test_what_is_wrong_is_reported_where_it_stands(change, path, words):
    document = make_document()
    change(document)
    found = problems(document)
    assert path in found
    for word in words:
        assert word in found[path]
    # what follows from a problem is not a problem of its own
    allowed = {path}
    if path == "predictions[0].relation":
        allowed |= {"predictions[0].l_operand", "predictions[0].r_operand"}
    if path == "condition_factors.good" and "is empty" in found[path]:
        allowed.add("condition_factors.bad")
    if path == 'condition_factors.good["a,b"]':
        allowed.add('condition_factors.bad["a,b"]')
    if path == "items[0].conditions[0].condition_name":
        allowed |= {"items[0].conditions"}
    assert set(found) <= allowed


def test_conditions_that_differ_in_how_a_letter_is_composed_are_told_apart():  # field case A15
    document = suite_document([{"é": ["x"], "b": ["y"]}, {"e\u0301": ["x"], "b": ["y"]}])
    found = problems(document)
    assert list(found) == ["items[0].conditions", "items[1].conditions"]
    assert (
        "lacks 'é', which other items have; every item needs all conditions. It has 'e\u0301'. Did you mean 'é'? "
        in (found["items[1].conditions"])
    )
    assert "composed otherwise" in found["items[0].conditions"]
    document["items"].append(
        json.loads(json.dumps(document["items"][0]).replace('"item_number": 1', '"item_number": 3'))
    )
    [(path, message)] = problems(document).items()
    assert path == "items[1].conditions"
    assert message.count("It has 'e\u0301'.") == 1


def test_all_problems_of_a_file_are_reported_at_once():
    document = make_document()
    del document["meta"]["name"]
    document["items"][0]["item_number"] = "x"
    at(document, 1, 0, 1)["content"] = 5
    at(document, 2, 0)["regions"].pop()
    document["predictions"] += [{"type": "formula", "formula": "(2;%bad%) >"}, 7]
    assert set(problems(document)) == {
        "meta.name",
        "items[0].item_number",
        "items[1].conditions[0].regions[1].content",
        "items[2].conditions[0].regions",
        "predictions[1].formula",
        "predictions[2]",
    }
    with pytest.raises(SuiteError) as caught:
        load(document)
    message = str(caught.value)
    assert message.count("s.json: ") == 6
    assert message.endswith("6 problems in s.json.")
    assert "s.json: predictions[1].formula\n  (2;%bad%) >\n             ^\n" in message


def test_a_file_with_very_many_problems_shows_the_first_and_counts_the_rest():
    document = make_document()
    document["items"] = [{"item_number": 0, "conditions": 0}] * 400
    with pytest.raises(SuiteError) as caught:
        load(document)
    assert len(caught.value.problems) == 800
    assert str(caught.value).count("\n") == 51
    assert "750 more" in str(caught.value)


# ---------------------------------------------------------------- bad input: everything

_KEYS = [
    "meta", "name", "metric", "join", "context", "region_meta", "1", "2", "predictions", "formula", "type", "relation",
    "items", "item_number", "conditions", "condition_name", "regions", "region_number", "content", "metric_value", "",
    "condition_factors", "factors", "label", "number",
]  # fmt: skip
_odd_keys = st.sampled_from(_KEYS) | st.sampled_from(["\ud800", "\x1b[31m", "%", "²", "a" * 200, "\u2028"]) | any_text
_odd_numbers = st.sampled_from([0, -1, 3, 10**40, 10**999, 1.0, -0.0, 1e308, 5e-324]) | st.integers()
_odd_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        _odd_numbers,
        _odd_keys,
        st.sampled_from(["(1;%a%) > (2;%b%", "((((", "(1;%\ud800%) < 1", "%" * 50, "(1;%a%)\r\n<\x00", "!" * 300]),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_odd_keys, inner, max_size=3),
    max_leaves=4,
)


_BASES = [make_document(), make_document(join="natural", context="Once."), make_document(metric="all")]
_BASES.append(document_with_factors())
_BASES[3]["predictions"].append({"type": "formula", "formula": "(2;%number=sg%) < (2;%frequent=true, number=pl%)"})
_BASES[1]["predictions"] *= 2
_BASES[2]["predictions"] = [{"relation": "equals", "region_number": 2, "l_operand": "bad", "r_operand": "good"}]
at(_BASES[2])["regions"][0] |= {"metric_value": {"sum": 1.5}, "oovs": []}


@st.composite
def mutated_documents(draw):
    """A suite in which one to four places were deleted, replaced, doubled, renamed or buried."""
    document = copy.deepcopy(draw(st.sampled_from(_BASES)))
    for _ in range(draw(st.integers(1, 4))):
        places = list(_places(document))
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        action = draw(st.sampled_from(["delete", "replace", "replace", "double", "rename", "bury", "add"]))
        if action == "delete":
            del holder[key]
        elif action == "replace":
            holder[key] = draw(_odd_values)
        elif action == "double" and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif action == "rename" and isinstance(holder, dict):
            holder[draw(_odd_keys)] = holder.pop(key)
        elif action == "bury":
            for _ in range(draw(st.sampled_from([1, 5, 98, 120]))):
                holder[key] = [holder[key]]
        elif isinstance(holder, dict):
            holder[draw(_odd_keys)] = draw(_odd_values)
        if not document:
            break
    return document


def _places(value):
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


def read(text):
    """Load a text; only our own errors may come out, and they can be printed anywhere. Return whether it loaded."""
    try:
        suite = loads_suite(text)
    except InputError as error:
        str(error).encode("utf-8")
        for problem in getattr(error, "problems", ()):
            assert problem.message
            assert "\x1b" not in str(problem)
        return False
    again = loads_suite(dumps_suite(suite))
    assert again == suite
    assert suite_sha256(again) == suite_sha256(suite)
    list(suite.sentences())
    return True


@examples(300)
@given(mutated_documents(), st.booleans())
def test_a_mutated_suite_loads_or_gives_our_own_error(document, escape):
    read(json.dumps(document, ensure_ascii=escape))


@examples(100)
@given(st.sampled_from(_BASES), st.randoms(use_true_random=False))
def test_a_suite_with_mutated_text_loads_or_gives_our_own_error(document, chance: random.Random):
    text = json.dumps(document, ensure_ascii=chance.random() < 0.5)
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 1, 5, 10**6]))
        text = (
            text[:start] + chance.choice(["", "NaN", "{", "]", '"', "9" * 400, "\x00", "\ud800", "1e400"]) + text[end:]
        )
    read(text)


@examples(100)
@given(st.binary(max_size=60))
def test_any_bytes_load_or_give_our_own_error(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_bytes(data)
    with pytest.raises(InputError):  # a suite has more bytes than these
        load_suite(path)


def test_a_cluster_that_is_no_factor_of_the_items_is_told():
    document = suite_document([{"a": ["x"]}, {"a": ["y"]}], cluster="frames")
    document["items"][0]["factors"] = {"frame": 1}
    with pytest.raises(SuiteError) as caught:
        loads_suite(json.dumps(document))
    message = "meta.cluster: no item has the factor 'frames'; they have frame. Did you mean 'frame'?"
    assert message in " ".join(str(caught.value).split())
    document["meta"]["cluster"] = "frame"
    assert loads_suite(json.dumps(document)).clusters == {1: "1"}
    document["meta"]["cluster"] = 3
    with pytest.raises(SuiteError, match=r"meta.cluster"):
        loads_suite(json.dumps(document))


@pytest.mark.parametrize("cluster", ["", " a", "a\nb", 3])
def test_a_cluster_of_an_item_is_a_line_of_text(cluster):
    document = suite_document([{"a": ["x"]}])
    document["items"][0]["cluster"] = cluster
    with pytest.raises(SuiteError, match=r"items\[0\].cluster"):
        loads_suite(json.dumps(document))
