"""Recorded surprisals come back exactly, whatever file holds them, and nothing else does."""

from __future__ import annotations

import csv
import json
import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from support.toys import crossed_document

from syntaxgym_lite.align import book
from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.recorded.reading import read_recording
from syntaxgym_lite.backends.recorded.replay import load
from syntaxgym_lite.errors import InputError, ModelNotFoundError, ScoringError
from syntaxgym_lite.suite import sentence_text
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend

SUMS = {"good": [1.0, 1.0], "bad": [1.0, 3.0]}  # two words, bits worked out by hand
WORDS = {"good": ["foxes", "sleep"], "bad": ["foxes", "sleeps"]}


def result_document(**changes):
    """A SyntaxGym result of one item."""
    return {
        "meta": {"name": "fx", "metric": "sum", "model": "hand"},
        "region_meta": {"1": "Subject", "2": "Verb"},
        "items": [
            {
                "item_number": 1,
                "conditions": [
                    {
                        "condition_name": name,
                        "regions": [
                            {"region_number": number, "content": word, "metric_value": {"sum": bits}}
                            for number, (word, bits) in enumerate(zip(WORDS[name], SUMS[name], strict=True), 1)
                        ],
                    }
                    for name in WORDS
                ],
            }
        ],
        **changes,
    }


def write(path: Path, content: str | dict) -> str:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


def region_values(backend, contents, join="space"):
    """Bits of every region, by the alignment the package uses."""
    text, spans = sentence_text(contents, join)
    scored = backend.score([text])[0]
    first = book([text], [spans], [scored.spans]).first
    return np.bincount(first, weights=scored.bits, minlength=len(contents)).tolist()


# ---------------------------------------------------------------- SyntaxGym results


@pytest.mark.parametrize(
    "name",
    [
        "test/test_out_grnn.json",
        "test/test_out_transformer-xl.json",
        "test-unk/out_grnn.json",
        "test-unk/out_transformer-xl.json",
    ],
)
def test_published_region_values_come_back_exactly(shared_dir, name):
    path = shared_dir / "published" / "syntaxgym_core" / name
    backend = load(str(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    n_checked = 0
    for item in document["items"]:
        for condition in item["conditions"]:
            contents = [region["content"] for region in condition["regions"]]
            recorded = [region["metric_value"]["sum"] for region in condition["regions"]]
            assert region_values(backend, contents) == recorded
            n_checked += len(recorded)
    assert n_checked >= 24
    assert any("only the metrics sum and prob" in warning for warning in backend.info.warnings)


@pytest.mark.parametrize("model", ["grnn", "transformer-xl"])
@pytest.mark.parametrize("folder", ["test", "test-unk"])
def test_published_token_tables_add_up_to_the_published_region_values(shared_dir, folder, model):
    """Two roads to one number: the token table through our alignment, and SyntaxGym's own region sums."""
    core = shared_dir / "published" / "syntaxgym_core" / folder
    prefix = "test_" if folder == "test" else ""
    tokens = load(str(core / f"{prefix}surp_{model}.txt"), first_token="recorded")
    document = json.loads((core / f"{prefix}out_{model}.json").read_text(encoding="utf-8"))
    for item in document["items"]:
        for condition in item["conditions"]:
            contents = [region["content"] for region in condition["regions"]]
            recorded = [region["metric_value"]["sum"] for region in condition["regions"]]
            assert region_values(tokens, contents) == pytest.approx(recorded, abs=1e-6)


def test_a_sentence_file_gives_the_same_values_as_guessing_the_text(shared_dir):
    core = shared_dir / "published" / "syntaxgym_core" / "test-unk"
    texts = (core / "sentences.txt").read_text(encoding="utf-8").splitlines()
    guessed = load(str(core / "surp_grnn.txt"))
    given_ = load(str(core / "surp_grnn.txt"), sentences=str(core / "sentences.txt"))
    for one, other in zip(guessed.score(texts), given_.score(texts), strict=True):
        assert one.tokens == other.tokens
        assert one.spans.tolist() == other.spans.tolist()
        np.testing.assert_array_equal(one.bits, other.bits)


def test_first_token_recorded_as_0_is_undefined(shared_dir):
    core = shared_dir / "published" / "syntaxgym_core" / "test"
    backend = load(str(core / "test_surp_grnn.txt"))
    text = (core / "test_sentences.txt").read_text(encoding="utf-8").splitlines()[0]
    scored = backend.score([text], ScoringOptions(eos=True))[0]
    assert math.isnan(scored.bits[0])
    assert scored.bits[1] == 6.278113
    assert math.isnan(scored.eos_bits)  # <eos> is -0.000000 throughout: never scored
    assert not backend.info.capabilities.first_token
    assert not backend.info.capabilities.eos
    assert any("not scored" in warning for warning in backend.info.warnings)


def test_unknown_word_keeps_its_place_and_is_marked(shared_dir):
    core = shared_dir / "published" / "syntaxgym_core" / "test-unk"
    backend = load(str(core / "surp_grnn.txt"))
    text = (core / "sentences.txt").read_text(encoding="utf-8").splitlines()[1]
    scored = backend.score([text])[0]
    (unknown,) = np.flatnonzero(scored.oov)
    start, end = scored.spans[unknown]
    assert scored.tokens[unknown] == "<unk>"
    assert text[start:end] == "WEIRDSCARYWORD"
    assert scored.bits[unknown] == 5.239509
    assert backend.info.capabilities.unknown_words


@pytest.mark.parametrize("oovs", [{}, {"oovs": []}, {"oovs": ["sleeps"]}])
def test_oov_lists_may_be_there_or_not(tmp_path, oovs):
    document = result_document()
    document["items"][0]["conditions"][1]["regions"][1].update(oovs)
    scored = load(write(tmp_path / "r.json", document)).score(["foxes sleeps"])[0]
    assert scored.oov.tolist() == [False, bool(oovs.get("oovs"))]


def test_empty_regions_have_no_token_and_value_0(tmp_path):
    document = result_document()
    regions = document["items"][0]["conditions"][0]["regions"]
    regions.insert(1, {"region_number": 2, "content": "", "metric_value": {"sum": 0.0}})
    regions[2]["region_number"] = 3
    backend = load(write(tmp_path / "r.json", document))
    assert region_values(backend, ["foxes", "", "sleep"]) == [1.0, 0.0, 1.0]


def test_regions_in_another_order_are_sorted_by_number(tmp_path):
    document = result_document()
    document["items"][0]["conditions"][1]["regions"].reverse()
    for region in document["items"][0]["conditions"][1]["regions"]:
        region["region_number"] = str(region["region_number"])
    assert region_values(load(write(tmp_path / "r.json", document)), WORDS["bad"]) == [1.0, 3.0]


def test_a_region_record_is_found_by_every_way_of_joining(tmp_path):
    document = result_document()
    for region, content in zip(document["items"][0]["conditions"][0]["regions"], [" Hello", ", you"], strict=True):
        region["content"] = content
    backend = load(write(tmp_path / "r.json", document))
    for join in ("space", "natural", "none"):
        assert region_values(backend, [" Hello", ", you"], join) == [1.0, 1.0]


def test_two_spellings_of_one_text_stay_two_sentences(tmp_path):
    """'a part' joined without blanks is 'apart', but 'apart' is recorded itself."""
    table = "item_number,condition_name,region_number,content,surprisal_bits\n1,x,1,a,1\n1,x,2,part,2\n1,y,1,apart,9\n"
    backend = load(write(tmp_path / "r.csv", table))
    assert backend.score(["a part"])[0].bits.tolist() == [1.0, 2.0]
    assert backend.score(["apart"])[0].bits.tolist() == [9.0]


def test_null_is_not_0(tmp_path):
    document = result_document()
    document["items"][0]["conditions"][0]["regions"][0]["metric_value"]["sum"] = None
    scored = load(write(tmp_path / "r.json", document)).score(["foxes sleep"])[0]
    assert math.isnan(scored.bits[0])


# ---------------------------------------------------------------- our own tables


REGIONS = """\
model,suite,item_number,condition_name,region_number,region_name,content,surprisal_bits,n_tokens,oov
one,fx,1,good,1,Subject,foxes,1.0,1,
one,fx,1,good,2,Verb,sleep,1.0,1,
one,fx,1,bad,1,Subject,foxes,1.0,1,
one,fx,1,bad,2,Verb,sleeps,3.0,1,sleeps
"""
TOKENS = """\
model,suite,item_number,condition_name,text,token_index,token,start,end,region_number,surprisal_bits,oov
one,fx,1,good,foxes sleep,1,fox,0,3,1,0.25,False
one,fx,1,good,foxes sleep,2,es,3,5,1,0.75,False
one,fx,1,good,foxes sleep,3,sleep,6,11,2,1.0,False
one,fx,1,bad,foxes sleeps,1,foxes,0,5,1,,False
one,fx,1,bad,foxes sleeps,2,<unk>,6,12,2,3.0,True
"""


def test_region_table_comes_back(tmp_path):
    backend = load(write(tmp_path / "regions.csv", REGIONS))
    assert region_values(backend, WORDS["good"]) == [1.0, 1.0]
    assert region_values(backend, WORDS["bad"]) == [1.0, 3.0]
    assert backend.score(["foxes sleeps"])[0].oov.tolist() == [False, True]


def test_token_table_comes_back(tmp_path):
    backend = load(write(tmp_path / "tokens.csv", TOKENS))
    assert region_values(backend, WORDS["good"]) == [1.0, 1.0]
    good, bad = backend.score(["foxes sleep", "foxes sleeps"])
    assert good.tokens == ("fox", "es", "sleep")
    assert good.spans.tolist() == [[0, 3], [3, 5], [6, 11]]
    assert math.isnan(bad.bits[0])
    assert bad.oov.tolist() == [False, True]
    assert backend.info.capabilities.units == "pieces"
    assert backend.info.options["recorded_model"] == "one"


def test_token_table_without_places_finds_them(tmp_path):
    rows = list(csv.reader(TOKENS.splitlines()))
    keep = [index for index, name in enumerate(rows[0]) if name not in ("start", "end", "region_number")]
    table = "\n".join(",".join(row[index] for index in keep) for row in rows)
    with_places, without = (load(write(tmp_path / f"{n}.csv", text)) for n, text in enumerate((TOKENS, table)))
    for one, other in zip(
        with_places.score(["foxes sleep", "foxes sleeps"]), without.score(["foxes sleep", "foxes sleeps"]), strict=True
    ):
        assert one.spans.tolist() == other.spans.tolist()


def test_tables_as_spreadsheets_save_them(tmp_path):
    path = tmp_path / "regions.csv"
    path.write_bytes(b"\xef\xbb\xbf" + REGIONS.replace(",", ";").replace("\n", "\r\n").encode())
    assert region_values(load(str(path)), WORDS["bad"]) == [1.0, 3.0]


def test_a_folder_of_results_is_read_from_its_richest_file(tmp_path):
    write(tmp_path / "regions.csv", REGIONS)
    assert load(str(tmp_path)).info.options["recorded_unit"] == "regions"
    write(tmp_path / "tokens.csv", TOKENS)
    assert load(str(tmp_path)).info.options["recorded_unit"] == "tokens"


def test_one_of_several_models_is_named_after_a_hash(tmp_path):
    path = write(
        tmp_path / "regions.csv", REGIONS + REGIONS.split("\n", 1)[1].replace("one,", "two,").replace("3.0", "5.0")
    )
    assert region_values(load(path + "#one"), WORDS["bad"]) == [1.0, 3.0]
    assert region_values(load_backend(f"replay:{path}#two"), WORDS["bad"]) == [1.0, 5.0]
    with pytest.raises(InputError, match="2 models; choose one of one, two"):
        load(path)
    with pytest.raises(InputError, match=r"no model 'tow'; it has one, two. Did you mean 'two'"):
        load(path + "#tow")


def test_a_whole_run_comes_back(tmp_path, root_dir):
    """What one run saved, replayed, gives the same run."""
    import syntaxgym_lite as sgl

    table = write(tmp_path / "tokens.csv", TOKENS)
    suite = {
        "meta": {"name": "fx", "metric": "sum"},
        "region_meta": {"1": "Subject", "2": "Verb"},
        "predictions": [{"type": "formula", "formula": "(2;%bad%) > (2;%good%)"}],
        "items": result_document()["items"],
    }
    suite_path = write(tmp_path / "fx.json", suite)
    first = sgl.evaluate(suite_path, f"replay:{table}")
    first.save(tmp_path / "run.json")
    again = sgl.evaluate(suite_path, f"replay:{tmp_path / 'run.json'}")
    for kind in ("items", "regions", "tokens"):
        one, other = first.to_frame(kind).drop(columns="model"), again.to_frame(kind).drop(columns="model")
        assert one.equals(other), kind
    assert bool(first.to_frame("items")["holds"].iloc[0]) is True


@pytest.mark.parametrize("name", ["run.json", "tokens.csv", "regions.csv"])
def test_a_run_with_levels_and_labels_comes_back_from_each_of_its_files(tmp_path, name):
    import syntaxgym_lite as sgl
    from syntaxgym_lite.reports.files import RunWriter
    from syntaxgym_lite.runner import run

    suite = sgl.loads_suite(json.dumps(crossed_document()))
    with RunWriter(tmp_path / "out") as writer:
        writer.finish(first := run([suite], "ngram", keeper=writer), sgl.summarize(first))
    first = sgl.RunResult.load(tmp_path / "out")
    assert "factor_attractor" in (tmp_path / "out" / "regions.csv").read_text(encoding="utf-8").splitlines()[0]
    again = sgl.evaluate(suite, f"replay:{tmp_path / 'out' / name}")
    for kind in ("items", "regions"):
        one, other = (result.to_frame(kind).drop(columns="model") for result in (first, again))
        assert one.drop(columns="n_tokens", errors="ignore").equals(other.drop(columns="n_tokens", errors="ignore")), (
            kind
        )
        assert "item_label" in other


@pytest.mark.parametrize(("unit", "factor"), [("bits", 1.0), ("nats", 1 / math.log(2)), ("log10", math.log2(10))])
def test_other_units_are_converted_to_bits(tmp_path, unit, factor):
    table = REGIONS.replace("surprisal_bits", "surprisal")
    for path in (write(tmp_path / "regions.csv", table), write(tmp_path / "result.json", result_document())):
        backend = load(path, unit=unit)
        assert backend.score(["foxes sleeps"])[0].bits.tolist() == pytest.approx([1.0 * factor, 3.0 * factor])
        assert backend.info.options["unit"] == unit


@pytest.mark.parametrize("unit", ["nats", "log10"])
def test_a_unit_that_contradicts_the_file_is_refused(tmp_path, unit):
    """Neither 1.44 times too much in silence, nor what was asked for ignored in silence."""
    import syntaxgym_lite as sgl

    table = write(tmp_path / "regions.csv", REGIONS)
    with pytest.raises(InputError, match=rf"line 1: the column surprisal_bits is in bits, but unit={unit}"):
        load(table, unit=unit)
    with pytest.raises(InputError, match="the column surprisal_bits is in bits"):
        load(str(tmp_path), unit=unit)
    sgl.evaluate("npz", "ngram").save(tmp_path / "run.json")
    with pytest.raises(InputError, match="a result of sglite eval is in bits; leave out unit="):
        load(str(tmp_path), unit=unit)
    assert load(table, unit="bits").info == load(table).info


def test_numbers_are_plain_decimals(tmp_path):
    for number in ("3", "3.", "03.0", "+3.0", "0.3e1", "30E-1"):
        backend = load(write(tmp_path / "r.csv", REGIONS.replace("3.0", number)))
        assert region_values(backend, WORDS["bad"]) == [1.0, 3.0]
    for number in ("1_0", "٣", "３", "0x3", "3 0", "1e", ".", "3,0,"):
        with pytest.raises(InputError, match="line 5: "):
            load(write(tmp_path / "r.csv", REGIONS.replace("3.0", number)))
    for number in ("1_0", "٢", "2.0"):
        with pytest.raises(InputError, match=f"line 5: region_number is '{number}', not a whole number"):
            load(write(tmp_path / "r.csv", REGIONS.replace("bad,2", f"bad,{number}")))


def test_a_sentence_of_which_a_region_is_missing_is_said_to_be_there_in_part(tmp_path):
    lines = REGIONS.splitlines(keepends=True)
    backend = load(write(tmp_path / "r.csv", "".join(line for line in lines if "bad,2" not in line)))
    with pytest.raises(ScoringError, match=r"'foxes sleeps'\. Only part of it is recorded, 'foxes': the file may lack"):
        backend.score(["foxes sleeps"])
    with pytest.raises(ScoringError, match=r"'the dog barks'\.$"):
        backend.score(["the dog barks"])


def test_a_summary_points_at_the_run_beside_it(tmp_path):
    import syntaxgym_lite as sgl

    run = sgl.evaluate("npz", "ngram")
    run.save(tmp_path)
    write(tmp_path / "summary.json", json.dumps(sgl.summarize(run)))
    with pytest.raises(InputError, match=r"summary\.json: is a summary, .*; give the run\.json beside it"):
        load(str(tmp_path / "summary.json"))


@pytest.mark.parametrize(
    ("name", "damage", "message"),
    [
        ("token_spans", lambda values: values[:-1], "token_spans: 12 for 13 tokens"),
        (
            "token_spans",
            lambda values: [[0, 99], *values[1:]],
            r"token_spans\.0: \[0, 99\] is no place in .. characters",
        ),
        ("token_spans", lambda values: [[0, 1.5], *values[1:]], r"token_spans\.0: \[0, 1\.5\] is no place"),
        ("token_bits", lambda values: [*values, 1.0], "token_bits: 14 for 13 tokens"),
        ("token_oov", lambda values: ["false", *values[1:]], "token_oov: holds something of another kind"),
        ("tokens", lambda values: [None, *values[1:]], "tokens: holds something of another kind"),
        ("text", lambda _: None, "text: is none"),
    ],
)
def test_a_run_whose_parts_do_not_fit_is_refused_with_the_sentence(tmp_path, name, damage, message):
    import syntaxgym_lite as sgl

    path = sgl.evaluate("npz", "ngram").save(tmp_path / "run.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    sentence = document["models"][0]["suites"][0]["sentences"][0]
    assert len(sentence["tokens"]) == 13
    sentence[name] = damage(sentence[name])
    write(path, json.dumps(document))
    with pytest.raises(InputError, match=rf"run\.json: suite 'npz', item 1, 'ambig_nocomma': {message}"):
        load(str(path))


@pytest.mark.parametrize(("model", "bits"), [(None, 1.0), (3, 1.0), ("m", 10**400)])
def test_a_run_of_no_named_model_or_of_absurd_numbers_is_refused(tmp_path, model, bits):
    sentence = {"item_number": 1, "condition_name": "a", "text": "x", "tokens": ["x"], "token_spans": [[0, 1]]}
    suite = {"suite": "s", "sentences": [{**sentence, "token_bits": [bits], "token_oov": [False]}]}
    document = {"schema_version": 1, "models": [{"model": model, "suites": [suite]}]}
    with pytest.raises(InputError, match=r"run\.json: is not a whole result of sglite eval"):
        load(write(tmp_path / "run.json", json.dumps(document)))
    document["models"][0]["model"], suite["sentences"][0]["token_bits"] = "m", [1.0]
    assert load(write(tmp_path / "run.json", json.dumps(document))).info.options["recorded_model"] == "m"


def test_a_folder_gives_results_and_no_other_json(tmp_path):
    write(tmp_path / "settings.json", '{"a": 1}')
    with pytest.raises(ModelNotFoundError, match=r"holds no run\.json.* and no SyntaxGym results"):
        load(str(tmp_path))
    write(tmp_path / "result.json", result_document())
    backend = load(str(tmp_path))
    assert region_values(backend, WORDS["bad"]) == [1.0, 3.0]
    assert [warning for warning in backend.info.warnings if "settings.json" in warning and "left out" in warning]
    write(tmp_path / "broken.json", "{")
    with pytest.raises(InputError, match=r"broken\.json: is not JSON"):
        load(str(tmp_path))


def test_end_of_sentence_and_ranks_only_when_asked_for(tmp_path):
    table = "sentence_id token_id token surprisal\n1 1 foxes 1.0\n1 2 sleep 1.0\n1 3 <eos> 0.5146\n"
    backend = load(write(tmp_path / "surp.txt", table))
    assert backend.info.capabilities.eos
    assert math.isnan(backend.score(["foxes sleep"])[0].eos_bits)
    assert backend.score(["foxes sleep"], ScoringOptions(eos=True))[0].eos_bits == 0.5146


# ---------------------------------------------------------------- refusals


def test_a_sentence_that_is_not_recorded_is_named_with_the_file(tmp_path):
    path = write(tmp_path / "r.json", result_document())
    with pytest.raises(ScoringError) as caught:
        load(path).score(["foxes sleep", "hens sleep"])
    assert "hens sleep" in str(caught.value)
    assert path in str(caught.value)


def test_another_spacing_of_a_recorded_text_is_pointed_out(tmp_path):
    path = write(tmp_path / "tokens.csv", TOKENS)
    with pytest.raises(ScoringError, match=r"recorded as 'foxes sleep'.*`join`"):
        load(path).score(["foxes  sleep"])


def test_a_context_is_refused(tmp_path):
    backend = load(write(tmp_path / "r.json", result_document()))
    with pytest.raises(ScoringError, match=r"after the context 'It rained. '.*another context"):
        backend.score(["foxes sleep"], ScoringOptions(context="It rained. "))


def test_two_values_for_one_sentence_are_refused_and_both_places_named(tmp_path):
    path = write(
        tmp_path / "regions.csv", REGIONS + "one,fx,2,good,1,Subject,foxes,1.0,1,\none,fx,2,good,2,Verb,sleep,1.5,1,\n"
    )
    with pytest.raises(InputError) as caught:
        load(path)
    assert "regions.csv, line 2" in str(caught.value)
    assert "regions.csv, line 6" in str(caught.value)
    assert "foxes sleep" in str(caught.value)


def test_one_sentence_cut_into_other_regions_keeps_the_finer_cut(tmp_path):
    table = (
        "suite,item_number,condition_name,region_number,content,surprisal_bits\n"
        "a,1,x,1,the old fox,7\na,1,x,2,slept,2\n"
        "b,1,x,1,the,1\nb,1,x,2,old fox,6\nb,1,x,3,slept,2\n"
    )
    backend = load(write(tmp_path / "regions.csv", table))
    assert region_values(backend, ["the old fox", "slept"]) == [7.0, 2.0]
    assert region_values(backend, ["the", "old fox", "slept"]) == [1.0, 6.0, 2.0]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", "{", "is not JSON"),
        ("a.json", "[1]", "the file: is not a JSON object"),
        ("a.json", '{"meta": {}}', "items: missing"),
        ("a.json", '{"items": []}', "items: holds no sentence"),
        (
            "a.json",
            '{"items": [{"conditions": [{"regions": {}}]}]}',
            r"items\[0\].conditions\[0\].regions: must be a list",
        ),
        (
            "a.json",
            '{"items": [{"conditions": [{"regions": [{"content": "a"}]}]}]}',
            r"items\[0\].conditions\[0\].regions\[0\].metric_value: missing: this is a suite",
        ),
        (
            "a.json",
            '{"items": [{"conditions": [{"regions": [{"content": "a", "metric_value": {"mean": 1}}]}]}]}',
            r"regions\[0\].metric_value.sum: missing",
        ),
        (
            "a.json",
            '{"items": [{"conditions": [{"regions": [{"content": "a", "metric_value": {"sum": "x"}}]}]}]}',
            r"regions\[0\].metric_value.sum: is 'x', not a number",
        ),
        (
            "a.json",
            '{"items": [{"conditions": [{"regions": [{"content": "a", "metric_value": 1' + "0" * 400 + "}]}]}]}",
            r"regions\[0\]: is too large a number",
        ),
        (
            "a.json",
            '{"items": [{"conditions": [{"regions": [{"content": "a", "metric_value": {"sum": -2}}]}]}]}',
            "never negative",
        ),
        ("a.json", '{"schema_version": 1, "models": [{"model": "m"}]}', "not a whole result of sglite eval"),
        ("a.csv", "", "is empty"),
        ("a.csv", "x,y\n1,2\n", r"line 1: these columns are none of the known tables \(x, y\)"),
        ("a.csv", REGIONS.splitlines()[0], "has a header but no row"),
        ("a.csv", REGIONS + "one,fx\n", "line 6: has 2 cells where the header has 10"),
        ("a.csv", REGIONS.replace("3.0", "three"), "line 5: surprisal_bits is 'three', not a number"),
        (
            "a.csv",
            REGIONS.replace(",", ";").replace("3.0", "3,0"),
            "line 5: surprisal_bits is '3,0', but line 2 has a point",
        ),
        ("a.csv", REGIONS.replace(",3.0,", ',"3,0",'), "line 5: .*Decimals need a point"),
        ("a.csv", REGIONS.replace("3.0", "inf"), "line 5: surprisal_bits is infinite"),
        ("a.csv", REGIONS.replace("3.0", "-3.0"), "line 5: surprisal_bits is -3.0, but a surprisal is never negative"),
        (
            "a.csv",
            REGIONS.replace("bad,2", "bad,1"),
            "line 5: region_number 1 of this sentence stands in line 4 already",
        ),
        ("a.csv", REGIONS.replace("bad,2", "bad,b"), "line 5: region_number is 'b', not a whole number"),
        ("a.csv", TOKENS.replace("6,12", "6,13"), "line 6: start 6 and end 13"),
        (
            "a.csv",
            REGIONS.replace("surprisal_bits", "surprisal_bit"),
            "no column surprisal_bits. Did you mean 'surprisal_bit'",
        ),
        ("a.txt", "sentence_id\ttoken_id\ttoken\tsurprisal\n", "has a header but no row"),
        ("a.txt", "sentence_id\ttoken_id\ttoken\tsurprisal\n1\t1\t<eos>\t0\n", "line 2: this sentence has no token"),
    ],
)
def test_malformed_files_are_refused_with_the_place(tmp_path, name, content, message):
    path = write(tmp_path / name, content)
    with pytest.raises(InputError, match=message) as caught:
        load(path)
    assert str(tmp_path) in str(caught.value)


def test_a_missing_file_is_not_found(tmp_path):
    with pytest.raises(ModelNotFoundError, match="no such file"):
        load(str(tmp_path / "none.json"))
    with pytest.raises(ModelNotFoundError, match=r"holds no run.json, tokens.csv or regions.csv"):
        load(str(tmp_path))


def test_sentences_that_do_not_fit_the_tokens_are_refused(tmp_path):
    table = write(tmp_path / "surp.txt", "sentence_id token_id token surprisal\n1 1 foxes 1.0\n1 2 sleep 1.0\n")
    with pytest.raises(
        InputError, match=r"line 1: 'foxes sing' does not consist of the tokens of .*line 2: foxes sleep"
    ):
        load(table, sentences=write(tmp_path / "s.txt", "foxes sing\n"))
    with pytest.raises(InputError, match=r"has 2 sentences, but .* has 1"):
        load(table, sentences=write(tmp_path / "s.txt", "foxes sleep\nfoxes sing\n"))


def test_bad_options_are_refused(tmp_path):
    path = write(tmp_path / "r.json", result_document())
    with pytest.raises(InputError, match="`unit=bytes`: unknown; known are bits, nats, log10"):
        load(path, unit="bytes")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="`first_token=zero`: unknown"):
        load(path, first_token="zero")  # type: ignore[arg-type]


# ---------------------------------------------------------------- who gave the numbers


def test_the_backend_keeps_the_contract(tmp_path):
    regions = load(write(tmp_path / "regions.csv", REGIONS))
    tokens = load(write(tmp_path / "tokens.csv", TOKENS.replace(",,False", ",1.0,False")))
    for backend in (regions, tokens):
        check_backend(backend, ["foxes sleep", "foxes sleeps"])


def test_fingerprint_follows_the_content_and_the_options(tmp_path):
    one = load(write(tmp_path / "one.csv", REGIONS)).info.fingerprint
    assert load(write(tmp_path / "copy.csv", REGIONS)).info.fingerprint == one
    assert load(write(tmp_path / "other.csv", REGIONS.replace("3.0", "3.1"))).info.fingerprint != one
    table = write(tmp_path / "table.csv", REGIONS.replace("surprisal_bits", "surprisal"))
    assert load(table, unit="nats").info.fingerprint != load(table).info.fingerprint


def test_every_sentence_of_a_table_is_read(shared_dir):
    path = shared_dir / "published" / "syntaxgym_core" / "test" / "test_surp_grnn.txt"
    per_sentence = defaultdict(int)
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        per_sentence[line.split("\t")[0]] += 1
    recording = read_recording(path)
    assert [len(sentence.pieces) for sentence in recording.sentences] == [n - 1 for n in per_sentence.values()]  # <eos>
