"""Published sets of minimal pairs: what each of them gives a careless reader wrong in silence, read rightly."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from support.places import SHARED, need
from support.toys import WordBackend

import syntaxgym_lite as sgl
from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.papers import PAPERS
from syntaxgym_lite.ports.collect import propose_file
from syntaxgym_lite.ports.formats import files_in, format_of
from syntaxgym_lite.ports.pairs.sets import SETS, published_set
from syntaxgym_lite.suite.json import dumps_suite, loads_suite

PAIRS = SHARED / "published" / "pairs"

COUNTS = {  # set: file: suites with their pairs, from the table and the files of the README
    "babylm_blimp_filtered": {
        name: {name: 50} for name in ("adjunct_island", "npi_present_1", "distractor_agreement_relative_clause")
    },
    "babylm_supplement": {
        "hypernym": {"hypernym": 50},
        "turn_taking": {"turn_taking": 50},
        "qa_congruence_easy": {"qa_congruence_easy": 64},
    },
    "rublimp": {name: {name: 56} for name in ("add_new_suffix", "negative_concord", "transitive_verb_passive")},
    "turblimp": {
        name: {name: n}
        for name, n in {
            "argument_structure_transitive_OSV": 50,
            "augmented_argument_structure_transitive": 50,
            "augmented_scrambling": 56,
            "augmented_anaphor_agreement": 54,
        }.items()
    },
    "sling": {name: {name: n} for name, n in {"zai_le": 54, "animacy": 40, "cl_self_female": 50}.items()},
    "clams": {
        name: {name: 50} for name in ("en_simple_agrmt", "en_simple_npi_anim", "de_vp_coord", "fr_obj_rel_within_anim")
    },
    "zorro": {
        name: {name: 50}
        for name in (
            "island-effects-adjunct_island",
            "agreement_subject_verb-in_simple_question",
            "quantifiers-existential_there",
        )
    },
    "blimp_nl": {
        "Phenomenon01": {"1_number": 50, "2_person": 50},
        "Phenomenon03": {"8_intransitive_unaccusative_2": 50, "12_ditransitive_nomdat_3": 50},
    },
    "multiblimp_fr_converted": {"multiblimp": {"multiblimp": 50}},
    "qfrblimp": {"qfrblimp": {"qfrblimp_1": 35, "qfrblimp_5": 34, "qfrblimp_17": 35}},
}
FILES = [(folder, name) for folder, files in COUNTS.items() for name in files]


def the_file(folder, name):
    [path] = (path for path in sorted(need(PAIRS / folder).iterdir()) if path.stem == name)
    return path


def texts(item):
    return ["".join(region.content for region in condition.regions) for condition in item.conditions]


def pairs_of(path, **options):
    return [tuple(texts(item)) for suite in sgl.load_suites(path, **options) for item in suite.items]


@pytest.mark.parametrize(("folder", "name"), FILES)
def test_a_published_file_is_known_by_its_content_and_read_with_its_counts(folder, name):
    path = the_file(folder, name)
    suites = sgl.load_suites(path)
    assert {suite.name: len(suite.items) for suite in suites} == COUNTS[folder][name]
    for suite in suites:
        assert suite.language
        assert suite.collection in PAPERS
        assert suite.meta["pairs"]["read"] == len(suite.items)
        assert loads_suite(dumps_suite(suite)) == suite


@pytest.mark.parametrize("folder", COUNTS)
def test_a_folder_of_a_published_set_is_read_as_a_whole(folder):
    suites = sgl.load_suites(need(PAIRS / folder))
    n_pairs = Counter({name: n for files in COUNTS[folder].values() for name, n in files.items()})
    assert {suite.name: len(suite.items) for suite in suites} == n_pairs


def test_each_set_has_its_paper_and_is_known_in_one_way():
    assert {one.paper for one in SETS} <= PAPERS.keys()


# ---------------------------------------------------------------- traps, set by set


def test_babylms_newlines_are_part_of_the_sentence():
    path = the_file("babylm_supplement", "qa_congruence_easy")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert pairs_of(path) == [(line["sentence_good"], line["sentence_bad"]) for line in lines]
    assert all("\n" in text for pair in pairs_of(path) for text in pair)


def test_babylms_rows_are_no_ids_and_good_sentences_come_again(tmp_path):
    path = the_file("babylm_supplement", "hypernym")
    [suite] = sgl.load_suites(path)
    assert [item.number for item in suite.items] == list(range(1, 51))
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert len({line["row"] for line in lines}) < len(lines)
    copy = tmp_path / "hypernym.jsonl"  # 78 good sentences come again in the whole file, and 7 pairs
    again = [*lines, {**lines[0], "sentence_bad": "If she has a dog."}, lines[1], lines[1]]
    copy.write_text("".join(json.dumps(line) + "\n" for line in again))
    [suite] = sgl.load_suites(copy)
    assert (len(suite.items), suite.meta["pairs"]["doubled"]) == (53, 2)
    assert suite.warnings == ("2 pairs are there already, and each counts again: line 52, line 53.",)


def test_blimp_filtered_has_blimps_groups_and_numbers_without_its_prefixes():
    path = the_file("babylm_blimp_filtered", "npi_present_1")
    [suite] = sgl.load_suites(path)
    assert suite.groups == {"phenomenon": "npi_licensing", "field": "semantics"}
    ids = [json.loads(line)["pair_id"] for line in path.read_text("utf-8").splitlines()]
    assert [item.number for item in suite.items] == [number + 1 for number in ids]  # gaps stay


def test_zorros_bad_sentence_comes_first():
    path = the_file("zorro", "agreement_subject_verb-in_simple_question")
    assert pairs_of(path)[0] == ("where is the way ?", "where is the ways ?")
    [suite] = sgl.load_suites(path)
    assert suite.groups == {"phenomenon": "agreement_subject_verb"}


def test_a_text_of_sentences_is_not_taken_for_zorro(tmp_path):
    lines = "the fox sleeps .\nthe fox sleep .\n"
    (tmp_path / "corpus.txt").write_text(lines)  # not called as its files are
    (tmp_path / "agreement-x.txt").write_text("the fox sleeps .\nwe all like it a lot .\n")
    (tmp_path / "agreement-y.txt").write_text(lines + "one more .\n")
    assert [published_set(path) for path in sorted(tmp_path.iterdir())] == [None] * 3


def test_a_pair_of_clams_is_two_lines_and_not_a_sentence(tmp_path):
    path = tmp_path / "en_simple_agrmt.txt"
    path.write_text("True\tthe cat sleeps\nFalse\tthe cat sleep\nTrue\tthe cat sleeps\nFalse\tthe cats sleeps\n")
    assert pairs_of(path) == [("the cat sleeps", "the cat sleep"), ("the cat sleeps", "the cats sleeps")]
    path.write_text("True\tthe cat sleeps\nTrue\tthe cats sleep\nFalse\tthe cat sleep\n")
    with pytest.raises(InputError, match="line 1: must be True, and the line after it False"):
        sgl.load_suites(path)
    [suite] = sgl.load_suites(the_file("clams", "de_vp_coord"))
    assert suite.language == "de"
    assert suite.groups == {"phenomenon": "subject-verb agreement", "construction": "vp_coord", "language": "de"}
    [suite] = sgl.load_suites(the_file("clams", "en_simple_npi_anim"))
    assert suite.groups["phenomenon"] == "negative polarity items"
    assert suite.groups["construction"] == "simple_npi"  # animate and inanimate are one construction


def test_slings_files_are_its_paradigms_whatever_the_case_of_its_keys():
    [plural] = sgl.load_suites(the_file("sling", "cl_self_female"))
    assert (plural.name, plural.groups["phenomenon"]) == ("cl_self_female", "Anaphor")
    [reflexive] = sgl.load_suites(the_file("sling", "animacy"))
    assert (reflexive.name, reflexive.groups["phenomenon"]) == ("animacy", "Reflexive_auto")
    assert [item.number for item in reflexive.items][:3] == [1, 2, 3]  # pair_ID is a text, and counts from 0


def test_equal_pairs_are_ties_and_said():
    [suite] = sgl.load_suites(the_file("sling", "zai_le"))
    n_equal = sum(good == bad for good, bad in pairs_of(the_file("sling", "zai_le")))
    assert suite.meta["pairs"]["equal"] == n_equal == 5
    assert suite.warnings[0].startswith("5 pairs have the same text twice and can only tie: line ")
    summary = sgl.summarize(sgl.evaluate([suite], WordBackend()))["models"][0]["suites"][0]
    assert summary["n_ties"] >= n_equal


def test_rublimps_good_sentence_is_the_source():
    path = the_file("rublimp", "transitive_verb_passive")
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
    assert pairs_of(path) == [(row["source_sentence"], row["target_sentence"]) for row in rows]
    [suite] = sgl.load_suites(path)
    assert suite.groups == {"phenomenon": "Argument Structure", "field": "Semantics"}
    assert {item.factors["subtype"] for item in suite.items} == {f"{suite.name}_perm", f"{suite.name}_rand"}
    assert [item.number for item in suite.items] == [int(row["id"]) for row in rows]


def test_turblimps_labels_neither_split_nor_merge_its_paradigms():
    table = the_file("turblimp", "augmented_scrambling").read_text("utf-8")
    labels = {row["phenomenon"] for row in csv.DictReader(io.StringIO(table), delimiter=";")}
    assert len(labels) > 1  # with and without trailing blanks
    [scrambling] = sgl.load_suites(the_file("turblimp", "augmented_scrambling"))
    assert scrambling.groups == {"phenomenon": "scrambling"}
    assert not any("phenomenon" in item.factors for item in scrambling.items)
    assert scrambling.items[0].factors == {}
    assert scrambling.items[0].extra["columns"]["good_cue"] == "açılışa katılmanızı"  # kept, and no factor
    [transitive] = sgl.load_suites(the_file("turblimp", "augmented_argument_structure_transitive"))
    assert transitive.groups == {
        "phenomenon": "argument_structure_transitive"
    }  # a file of its own beside ditransitives
    [experiment] = sgl.load_suites(the_file("turblimp", "argument_structure_transitive_OSV"))
    assert experiment.groups == {"experiment": "argument_structure_transitive"}  # not averaged with the benchmark


def test_blimp_nls_pairs_have_the_number_of_a_paradigm_and_of_an_item():
    path = the_file("blimp_nl", "Phenomenon01")
    first, second = sgl.load_suites(path)
    assert (first.name, second.name) == ("1_number", "2_person")
    assert first.groups == second.groups == {"phenomenon": "Anaphor agreement"}
    [item] = (item for item in first.items if item.number == 65)  # ""quoted twice, with a comma""
    assert texts(item) == [
        "Ik leer een nieuwe vaardigheid voor mezelf, gewoon uit nieuwsgierigheid.",
        "Wij leren een nieuwe vaardigheid voor mezelf, gewoon uit nieuwsgierigheid.",
    ]


def test_a_pair_of_blimp_nl_without_its_other_half_is_left_out(tmp_path):
    path = tmp_path / "Phenomenon01.csv"
    lines = the_file("blimp_nl", "Phenomenon01").read_text("utf-8").splitlines()
    path.write_text("\n".join(lines[:4]), encoding="utf-8")
    [suite] = sgl.load_suites(path)
    assert len(suite.items) == 1
    assert suite.meta["pairs"]["left_out"] == {"not one good and one bad sentence": 1}
    assert [one.where for one in suite.excluded] == [f"{path}: row 4"]


def test_the_order_of_keys_decides_nothing_in_the_converted_multiblimp():
    path = the_file("multiblimp_fr_converted", "multiblimp")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert {next(iter(line)) for line in lines} == {"sentence_good", "sentence_bad"}
    assert pairs_of(path) == [(line["sentence_good"], line["sentence_bad"]) for line in lines]
    [suite] = sgl.load_suites(path)
    assert not any(item.factors for item in suite.items)  # label is the place of the good one


def test_qfrblimps_answer_is_the_designed_side_and_not_what_people_chose():
    folder = need(PAIRS / "qfrblimp")
    path = folder / "qfrblimp.jsonl"
    designed = {}
    for line in (folder / "human_annotations.tsv").read_text("utf-8").splitlines()[1:]:
        _, good, bad, *_ = line.split("\t")
        designed[frozenset((good, bad))] = (good, bad)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    expected = [designed[frozenset((line["sentence_a"], line["sentence_b"]))] for line in lines]
    assert sorted(pairs_of(path)) == sorted(expected)
    chosen = [line["sentence_b" if line["label"] else "sentence_a"] for line in lines]
    assert sum(one != good for one, (good, _) in zip(chosen, expected, strict=True)) > 0  # where they differ
    items = [item for suite in sgl.load_suites(path) for item in suite.items]
    shares = {tuple(texts(item)): item.factors.get("human") for item in items}
    line, (good, bad) = lines[0], expected[0]
    votes = [value for key, value in line.items() if key.startswith("annotator_")]
    place = int(line["sentence_b"] == good)
    assert shares[good, bad] == pytest.approx(votes.count(place) / 12)
    assert all(share is None for (one, other), share in shares.items() if one == other)


def test_qfrblimp_is_refused_without_the_file_that_says_which_side_is_good(tmp_path):
    data = the_file("qfrblimp", "qfrblimp").read_bytes()
    (tmp_path / "qfrblimp.jsonl").write_bytes(data)
    with pytest.raises(InputError, match=r"label is what people chose\): human_annotations.tsv of the same repository"):
        sgl.load_suites(tmp_path / "qfrblimp.jsonl")
    assert len(files_in(need(PAIRS / "qfrblimp"))) == 1  # that file is no set of its own beside it
    alone = [
        pair
        for suite in sgl.load_suites(PAIRS / "qfrblimp" / "human_annotations.tsv")
        for pair in map(texts, suite.items)
    ]
    assert len(alone) == 104


def dalaj(sentence, start=None, stop=None, old=None, new=None):
    return {
        "sentence": sentence,
        "label": "correct" if start is None else "incorrect",
        "meta": {
            "error_span": {"start": start, "stop": stop},
            "confusion_pair": {"incorrect_span": old, "correction": new},
            "error_label": "" if start is None else "O",
            "education_level": "x",
            "l1": "y",
        },
    }


def test_a_pair_of_dalaj_is_a_correction_that_stands_in_the_file(tmp_path):
    path = tmp_path / "dalaj.jsonl"
    lines = [
        dalaj("Det är viktigt."),
        dalaj("Det är viktigtt.", 7, 15, "viktigtt", "viktigt"),
        dalaj("Det det viktigaste."),
        dalaj("Det viktigaste.", 4, 4, "", "det"),  # a plain replacement would glue it: detviktigaste
        dalaj("Viktigt det är.", 0, 7, "Viktigt", "Viktigt"),  # word order: nothing to compare
        dalaj("Jag hus.", 4, 7, "hus", "huset"),  # whose correction has more errors, or is of another split
        dalaj("Ingen vet."),
    ]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    [suite] = sgl.load_suites(path)
    assert list(map(tuple, map(texts, suite.items))) == [
        ("Det är viktigt.", "Det är viktigtt."),
        ("Det det viktigaste.", "Det viktigaste."),
    ]
    assert suite.meta["pairs"]["left_out"] == {
        "the correction is what stands there already": 1,
        "the corrected sentence is no correct line of the file": 1,
        "a correct sentence without its error": 1,
    }


def test_dalajs_good_side_is_a_correct_line_of_its_file():
    path = the_file("dalaj", "dalaj-ged-superlim_test")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    correct = {line["sentence"].strip() for line in lines if line["label"] == "correct"}
    [suite] = sgl.load_suites(path)
    assert {good for good, _ in map(texts, suite.items)} <= correct
    n_incorrect = sum(line["label"] == "incorrect" for line in lines)
    left_out = suite.meta["pairs"]["left_out"]
    assert (
        len(suite.items) + sum(n for why, n in left_out.items() if "correct sentence without" not in why) == n_incorrect
    )
    # README: what replaces the span is exact for most, 537 of 2,152 are omissions
    assert len(suite.items) >= 50


# ---------------------------------------------------------------- sets that cannot be copied: their shape


def look_alike(name):
    return need(PAIRS / "lookalikes" / name)


@pytest.mark.parametrize(
    ("name", "set_name", "n", "first"),
    [
        ("zhoblimp__BA_deletion.jsonl", "ZhoBLiMP", 3, ("他把门关上了。", "他把关上了。")),
        ("climp__classifier_1000.csv", "CLiMP", 2, ("我买了一本书", "我买了一匹书")),
        ("climp__ba_construction_1000.csv", "CLiMP", 2, ("他把门关上了", "他被门关上了")),
        ("jblimp__validated_minimal_pairs.jsonl", "JBLiMP", 2, ("犬が庭で走る。", "犬を庭で走る。")),
        ("comps__comps_base.jsonl", "COMPS", 2, ("A raft can float.", "An anvil can float.")),
        (
            "multiblimp__eng.tsv",
            "MultiBLiMP",
            2,
            ("The boats near the pier are old.", "The boats near the pier is old."),
        ),
    ],
)
def test_look_alikes_are_read_by_their_shape(name, set_name, n, first):
    path = look_alike(name)
    assert format_of(path).name == "pairs"
    assert published_set(path).name == set_name
    found = pairs_of(path)
    assert (len(found), found[0]) == (n, first)
    assert sgl.evaluate(sgl.load_suites(path), WordBackend()).models


def test_comps_compares_one_phrase_after_two_beginnings():
    [suite] = sgl.load_suites(look_alike("comps__comps_base.jsonl"))
    assert [prediction.formula.source for prediction in suite.predictions] == ["(2;%good%) < (2;%bad%)"]
    assert [[region.content for region in one.regions] for one in suite.items[0].conditions] == [
        ["A raft ", "can float."],
        ["An anvil ", "can float."],
    ]


def test_ewok_compares_each_sentence_after_both_contexts_once():
    [suite] = sgl.load_suites(look_alike("ewok__material-properties.jsonl"))
    assert suite.groups == {"domain": "material-properties"}
    sources = [prediction.formula.source for prediction in suite.predictions]
    assert sources == ["(2;%c1t1%) < (2;%c2t1%)", "(2;%c2t2%) < (2;%c1t2%)"]
    [item] = suite.items
    assert dict(zip((one.name for one in item.conditions), texts(item), strict=True)) == {
        "c1t1": "The pillow is full of feathers. The pillow is soft.",
        "c2t1": "The pillow is full of stones. The pillow is soft.",
        "c1t2": "The pillow is full of feathers. The pillow is hard.",
        "c2t2": "The pillow is full of stones. The pillow is hard.",
    }
    [(reason, n)] = suite.meta["pairs"]["left_out"].items()  # the file has it again with both exchanged
    assert (n, "exchanged" in reason) == (1, True)


def test_the_first_option_of_entity_tracking_must_cost_less_than_each_other():
    [suite] = sgl.load_suites(look_alike("entity_tracking__regular.jsonl"))
    assert suite.condition_names == ("good", "bad_1", "bad_2", "bad_3", "bad_4")
    assert len(suite.predictions) == 4
    first = [region.content for region in suite.items[0].conditions[0].regions]
    assert first[0].endswith("Box 1 contains ")
    assert first[1] == "the lamp and the rope."


def test_lines_with_another_number_of_options_are_suites_of_their_own(tmp_path):
    path = tmp_path / "regular.jsonl"
    rows = [{"numops": 0, "input_prefix": "It has ", "options": options} for options in (["a b", "c"], ["a", "b", "c"])]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert {suite.name: len(suite.items) for suite in sgl.load_suites(path)} == {"regular-2": 1, "regular-3": 1}


def test_forms_that_people_rated_are_neither_right_nor_wrong():
    [suite] = sgl.load_suites(look_alike("wug_adj_nominalization.jsonl"))
    assert texts(suite.items[0])[0].endswith("plorability")
    assert suite.items[0].factors == {"human": 0.75}
    assert "No form is right or wrong here" in suite.warnings[-1]


def test_a_pair_that_people_are_divided_about_is_left_out(tmp_path):
    path = tmp_path / "wug.jsonl"
    rows = [{"sentences": "an a\tan b", "ratio": ratio} for ratio in (0.5, 0.25)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    [suite] = sgl.load_suites(path)
    assert [texts(item) for item in suite.items] == [["an b", "an a"]]
    assert suite.items[0].factors == {"human": 0.75}


@pytest.mark.parametrize(
    ("path", "language"),
    [("eng/data.tsv", "en"), ("multiblimp__tur.tsv", "tr"), ("abk.tsv", "ab"), ("akk/t.tsv", "akk")],
)
def test_the_language_of_multiblimp_is_that_of_its_file(tmp_path, path, language):
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(
        "\tsen\twrong_sen\tphenomenon\n0\tHens run.\tHens runs.\tSV-#\n1\tWe go.\tWe goes.\tSV-P\n"
    )
    suites = sgl.load_suites(tmp_path / path)
    assert [suite.language for suite in suites] == [language] * 2
    assert [suite.groups for suite in suites] == [{"phenomenon": one, "language": language} for one in ("SV-#", "SV-P")]


def test_what_a_file_of_a_set_was_understood_as_is_shown():
    proposal = propose_file(the_file("turblimp", "augmented_anaphor_agreement"))
    assert proposal.layout == "TurBLiMP, as it was published"
    assert proposal.notes[-1] == "TurBLiMP: 54 pairs read; 6 equal on both sides, which can only tie."


def test_columns_that_nobody_has_are_named():
    path = the_file("turblimp", "augmented_anaphor_agreement")
    with pytest.raises(InputError, match=r"no column 'phenomena'; there is .* Did you mean 'phenomenon'\?"):
        sgl.load_suites(path, group=["phenomena"])


# ---------------------------------------------------------------- values of a real model


TOLERANCE_BITS = 1e-3
FIRST = 1  # pair of a file, of two files of a set; all 240 take minutes, and agreed on 29 November 2026


def expected():
    """The pairs by set and file."""
    found = defaultdict(lambda: defaultdict(list))
    if (PAIRS / "expected.jsonl").is_file():
        for line in (PAIRS / "expected.jsonl").read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            found[one["set"]][one["file"]].append(one)
    return found


EXPECTED = expected()


def only(suites, wanted):
    """The suites with those items alone that hold a pair which is wanted."""
    for suite in suites:
        items = [item for item in suite.items if any((texts(item)[0], bad) in wanted for bad in texts(item)[1:])]
        if items:
            yield replace(suite, items=tuple(items))


@pytest.fixture(scope="module")
def smollm2(smollm2_path):
    return load_backend(str(smollm2_path), {"bos": "<|endoftext|>"})


@pytest.mark.parametrize("folder", EXPECTED)
def test_every_expected_pair_is_read(folder):
    for file, rows in EXPECTED[folder].items():
        wanted = {(row["good"], row["bad"]) for row in rows}
        suites = sgl.load_suites(need(PAIRS / folder / file))
        read = {(texts(item)[0], bad) for suite in suites for item in suite.items for bad in texts(item)[1:]}
        assert wanted <= read


@pytest.mark.parametrize("folder", EXPECTED)
def test_surprisals_of_pairs_equal_the_expected(folder, smollm2):
    for file, rows in list(EXPECTED[folder].items())[:2]:
        wanted = {(row["good"], row["bad"]): row for row in rows[:FIRST]}
        suites = list(only(sgl.load_suites(need(PAIRS / folder / file)), wanted))
        run = sgl.evaluate(suites, smollm2)
        seen = set()
        for suite, result in zip(suites, run.models[0].suites, strict=True):
            of_items = {item.number: texts(item) for item in suite.items}
            for outcome in result.outcomes:
                good, *bads = of_items[outcome.item_number]
                bad = bads[outcome.prediction]
                row = wanted.get((good, bad))
                if row is None:  # the other bad sentence of a triple
                    continue
                seen.add((good, bad))
                [comparison] = outcome.comparisons
                bits = [-row[f"logp_{side}"] / math.log(2) for side in ("good", "bad")]
                assert [comparison.left, comparison.right] == pytest.approx(bits, rel=1e-5, abs=TOLERANCE_BITS)
                assert outcome.tie == (good == bad)
                assert outcome.holds == (bits[0] < bits[1])
        assert seen == wanted.keys()
