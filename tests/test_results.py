"""Results can be saved, loaded without a model, and turned into tables."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from support.toys import WITH_IMPOSSIBLE, WordBackend, crossed_document, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.plan import Settings
from syntaxgym_lite.results import Failure, RunResult
from syntaxgym_lite.runner import run
from syntaxgym_lite.surprisal import TokenSurprisals


def make_run(bits=len, formulas=("(2;%a%) > (2;%b%) & (1;%a%) = (1;%b%)",), **settings):
    document = suite_document(
        [{"a": ["the fox", "sleeps"], "b": ["the fox", "🦊"]}, {"a": ["a café", "x"], "b": ["a café", "y"]}], formulas
    )
    return run(
        [sgl.loads_suite(json.dumps(document))], [WordBackend(bits, capabilities=WITH_IMPOSSIBLE)], Settings(**settings)
    )


@pytest.mark.parametrize(
    "bits",
    [
        len,
        lambda word: float("nan") if word == "x" else 1.5,
        lambda word: math.inf if word == "x" else -0.0,
        lambda word: 1e-300 if word == "x" else 12345.678901234567,
    ],
    ids=["plain", "undefined", "infinite", "extreme"],
)
def test_a_result_survives_saving_and_loading(tmp_path, bits):
    result = make_run(bits, eos=True)
    path = result.save(tmp_path)
    assert path.name == "run.json"
    assert RunResult.load(tmp_path) == result
    assert RunResult.load(path) == result
    json.loads(path.read_text(encoding="utf-8"), parse_constant=pytest.fail)  # no NaN or Infinity: not JSON


def test_items_table_has_a_margin_for_each_comparison():
    frame = make_run().to_frame("items")
    assert frame.columns.tolist() == ["model", "suite", "item_number", "prediction", "holds", "margin_1", "margin_2"]
    assert frame["margin_1"].tolist() == [5.0, 0.0]  # lengths: sleeps 6, the fox emoji 1; x and y 1 each
    assert frame["holds"].tolist() == [True, False]


def test_items_table_has_a_column_for_each_factor():
    document = suite_document([{"a": ["x"]}, {"a": ["y"]}], ["(1;%a%) > 0"])
    document["items"][0]["factors"] = {"type": "nonce", "n": 2, "strict": False}
    result = run([sgl.loads_suite(json.dumps(document))], [WordBackend(len)])
    frame = result.to_frame("items")
    assert frame.columns[-3:].tolist() == ["factor_type", "factor_n", "factor_strict"]
    assert frame["factor_n"].dtype == "Int64"
    first, second = frame.to_csv(index=False).splitlines()[1:]
    assert first.endswith("nonce,2,False")  # not 2.0, though the other item has none
    assert second.endswith(",,,")


def test_tables_have_labels_factors_and_levels_where_suites_have_them():
    result = run([sgl.loads_suite(json.dumps(crossed_document()))], [WordBackend(len)])
    items = result.to_frame("items")
    assert items.columns.tolist() == [
        *("model", "suite", "item_number", "item_label", "prediction", "holds", "margin_1"),
        *("factor_kind", "factor_cloze", "factor_head", "factor_attractor", "factor_n"),
    ]
    assert items.to_csv(index=False).splitlines()[1:] == [
        # margins: 2 - 1; 4 - 2 - 3; 4 - 3; 1 - 2. A level stands where all conditions of the formula have it.
        "toy,toy_suite,1,1a,0,True,1.0,new,3,sg,,2",
        "toy,toy_suite,2,1b,0,True,1.0,old,,sg,,2",
        "toy,toy_suite,1,1a,1,False,-1.0,new,3,,,2",
        "toy,toy_suite,2,1b,1,False,-1.0,old,,,,2",
        "toy,toy_suite,1,1a,2,True,1.0,new,3,pl,pl,2",
        "toy,toy_suite,2,1b,2,True,1.0,old,,pl,pl,2",
        "toy,toy_suite,1,1a,3,True,-1.0,new,3,,,",
        "toy,toy_suite,2,1b,3,True,-1.0,old,,,,",
    ]
    regions = result.to_frame("regions")
    own = ["item_label", "condition_name", "content", *(name for name in regions if name.startswith("factor_"))]
    assert own[3:] == [f"factor_{name}" for name in ("kind", "cloze", "head", "attractor", "n", "freq", "known")]
    assert regions.columns.tolist()[2:5] == ["item_number", "item_label", "condition_name"]
    rows = regions[own].to_csv(index=False).splitlines()[1:]
    assert rows[:2] == ["1a,sg_sg,key,new,3,sg,sg,2,,", "1a,sg_sg,x,new,3,sg,sg,2,,"]
    assert rows[12:14] == ["1b,pl_sg,key,old,,pl,sg,2,7,True", "1b,pl_sg,xxx,old,,pl,sg,2,7,True"]
    tokens = result.to_frame("tokens")  # one token a region here
    assert tokens[["item_label", "condition_name", *own[3:]]].equals(
        regions[["item_label", "condition_name", *own[3:]]]
    )


def test_a_result_with_levels_and_labels_survives_saving_and_loading(tmp_path):
    result = run([sgl.loads_suite(json.dumps(crossed_document()))], [WordBackend(len)])
    loaded = RunResult.load(result.save(tmp_path))  # which works out again what formulas say
    assert loaded == result
    [suite] = loaded.models[0].suites
    assert suite.labels == {1: "1a", 2: "1b"}
    assert suite.cell_factors == {2: {"pl_sg": {"freq": 7, "known": True}}}
    assert type(suite.cell_factors[2]["pl_sg"]["known"]) is bool
    assert suite.condition_factors["sg_pl"] == {"head": "sg", "attractor": "pl", "n": 2}
    assert suite.predictions[0].formula == "(2;%head=sg, attractor=pl%) > (2;%attractor=sg,head=sg%)"
    assert str(suite.formula(0)) == "(2;%sg_pl%) > (2;%sg_sg%)"
    assert sgl.summarize(loaded) == sgl.summarize(result)  # with chance levels, which read formulas again
    assert sgl.summarize(loaded)["models"][0]["suites"][0]["predictions"][0]["chance"] == 0.5
    whole = result.to_frame("regions").to_csv()
    assert loaded.to_frame("regions").to_csv() == whole


def test_a_result_without_levels_and_labels_has_no_keys_for_them(tmp_path):
    path = make_run().save(tmp_path)
    assert (
        not {"condition_factors", "cell_factors", "labels"}
        & json.loads(path.read_text())["models"][0]["suites"][0].keys()
    )


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda suite: suite["condition_factors"].pop("sg_pl"), "condition_factors: are not of the suite's conditions"),
        (lambda suite: suite["labels"].update({"9": "x"}), "labels.9: there is no item 9"),
        (lambda suite: suite["cell_factors"].update({"9": {}}), "cell_factors.9: there is no item 9"),
        (
            lambda suite: suite["cell_factors"]["2"].update(du={"freq": 1}),
            "cell_factors.2.du: there is no condition 'du'",
        ),
        (
            lambda suite: suite["condition_factors"]["sg_pl"].update(attractor="du"),
            "predictions.0.formula: names what the suite does not have",
        ),
        (
            lambda suite: suite.update(
                condition_factors={"sg_sg": {"n": 1}, "sg_pl": {"n": 2}, "pl_sg": {"n": 3}, "pl_pl": {"n": 4}}
            ),
            "predictions.0.formula: names what the suite does not have",
        ),
    ],
)
def test_levels_and_labels_of_what_is_not_there_are_refused(tmp_path, edit, words):
    path = run([sgl.loads_suite(json.dumps(crossed_document()))], [WordBackend(len)]).save(tmp_path)
    document = json.loads(path.read_text())
    edit(document["models"][0]["suites"][0])
    path.write_text(json.dumps(document))
    with pytest.raises(sgl.InputError, match=re.escape(words)):
        RunResult.load(path)


def test_factors_groups_and_exclusions_survive_saving_and_loading(tmp_path):
    document = suite_document(
        [{"a": ["x"]}, {"a": ["y"]}],
        ["(1;%a%) > 0"],
        groups={"field": "syntax"},
        excluded=[{"where": "a.tsv:3", "reason": "no target"}],
    )
    document["items"][1]["factors"] = {"type": "nonce", "n": 2, "cloze": 1.0, "strict": False}
    result = run([sgl.loads_suite(json.dumps(document))], [WordBackend(len)])
    loaded = RunResult.load(result.save(tmp_path))
    assert loaded == result
    factors = loaded.models[0].suites[0].factors[2]
    assert [type(value) for value in factors.values()] == [str, int, float, bool]


def test_regions_table_has_the_columns_that_the_docs_promise():
    frame = make_run().to_frame("regions")
    assert frame.columns.tolist() == [
        "model",
        "suite",
        "item_number",
        "condition_name",
        "region_number",
        "region_name",
        "content",
        "surprisal_bits",
        "n_tokens",
        "oov",
        "pseudo",
        "word_boundary",
        "inside_token",
    ]
    assert frame["surprisal_bits"].tolist() == [6, 6, 6, 1, 5, 1, 5, 1]


def test_regions_table_gives_the_metric_that_is_asked_for():
    mean = make_run().to_frame("regions", metric="mean")["mean_bits"].tolist()
    assert mean == [3, 6, 3, 1, 2.5, 1, 2.5, 1]
    columns = {metric: set(make_run().to_frame("regions", metric=metric)) for metric in ("sum", "max", "prob", "count")}
    assert "surprisal_bits" in columns["sum"]
    for metric, name in (("max", "max_bits"), ("prob", "prob"), ("count", "count")):  # field case C13
        assert columns[metric] - columns["sum"] == {name}
        assert columns["sum"] - columns[metric] == {"surprisal_bits"}
    with pytest.raises(sgl.InputError, match="Did you mean 'mean'"):
        make_run().to_frame("regions", metric="meen")


class Subwords(WordBackend):
    """Cuts "isn't" as GPT-2 does, into "isn" and "'t"; each letter is a bit."""

    def _one(self, text, options):
        spans = [match.span() for match in re.finditer(r"isn|'t|[^\s']+", text)]
        tokens = tuple(text[start:end] for start, end in spans)
        bits = [float(len(token)) for token in tokens]
        return TokenSurprisals(text, tokens, np.array(spans), np.array(bits), np.zeros(len(tokens), bool))


def test_a_region_that_has_only_the_rest_of_a_token_is_marked_and_keeps_its_number():  # field case D12
    pairs = [{"a": ["it is", "n't", "so"], "b": ["it is", "not", "so"]}]
    suite = sgl.loads_suite(json.dumps(suite_document(pairs, join="natural")))
    frame = run([suite], [Subwords()]).to_frame("regions")
    assert frame["content"].tolist() == ["it is", "n't", "so", "it is", "not", "so"]
    assert frame["inside_token"].tolist() == [False, True, False, False, False, False]
    assert frame["surprisal_bits"].tolist() == [5, 2, 2, 4, 3, 2]


def test_a_region_without_a_token_of_its_own_is_marked_too():  # field case D12
    suite = sgl.loads_suite(json.dumps(suite_document([{"a": ["it is", "n't"]}], join="natural")))
    frame = run([suite], [WordBackend()]).to_frame("regions")
    assert frame["inside_token"].tolist() == [False, True]
    assert frame["surprisal_bits"].isna().tolist() == [False, True]


def test_tokens_table_adds_up_to_the_regions_table():
    result = make_run()
    keys = ["item_number", "condition_name", "region_number"]
    tokens = result.to_frame("tokens").groupby(keys)["surprisal_bits"].sum()
    regions = result.to_frame("regions").set_index(keys)["surprisal_bits"]
    assert tokens.sort_index().tolist() == regions.sort_index().tolist()


def test_an_undefined_value_is_missing_in_tables_not_zero():
    result = make_run(lambda word: float("nan") if word == "x" else 1.0)
    assert result.to_frame("regions")["surprisal_bits"].isna().sum() == 1
    assert result.to_frame("items")["holds"].isna().tolist() == [False, True]


def test_a_run_without_predictions_has_surprisals_only():
    result = make_run(formulas=())
    assert result.to_frame("items").empty
    assert len(result.to_frame("regions")) == 8
    suite = sgl.summarize(result)["models"][0]["suites"][0]
    assert suite["score"] is None
    assert sgl.summarize(result)["models"][0]["sg_score"] is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", r"run\.json: is empty\.$"),
        (" \n", r"run\.json: is empty\.$"),
        ("[]", "not a JSON object"),
        ('{"schema_version": 99}', "schema_version 99"),
        ('{"schema_version": 1}', r"run\.json: models: Field required\.$"),
        ('{"schema_version": 1, "models": [', "is cut short"),
        ('{"schema_version": 1, "mod', "is cut short"),
        ("1}", "not a JSON object"),
        ("[" * 100_000, "not a JSON object"),
    ],
)
def test_what_is_no_result_is_refused_by_name(tmp_path, content, words):
    path = tmp_path / "run.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(sgl.InputError, match=words):
        RunResult.load(path)


def change(*path):
    """A change of a document: of the value at the path, to the last entry; `del` takes it out."""

    def apply(document):
        *steps, last, value = ("models", 0, "suites", 0, *path)
        for step in steps:
            document = document[step]
        if value is del_:
            del document[last]
        else:
            document[last] = value

    return apply


del_ = object()


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (change("region_names", "2", del_), r"sentences\.0\.regions\.1\.region_number: there is no region 2"),
        (change("sentences", 0, "regions", 0, "region_number", 10**30), "region_number: there is no region 1000"),
        (change("predictions", 0, "index", -5), r"predictions\.0\.index: is -5"),
        (change("outcomes", 1, "prediction", 7), r"outcomes\.1\.prediction: there is no prediction 7"),
        (change("outcomes", 1, "prediction", -1), r"outcomes\.1\.prediction: there is no prediction -1"),
        (change("outcomes", 1, "item_number", 9), r"outcomes\.1\.item_number: there is no item 9"),
        (change("outcomes", 0, "comparisons", []), r"outcomes\.0\.comparisons: 0, but the prediction has 2"),
        (change("outcomes", 0, "comparisons", 0, del_), r"outcomes\.0\.comparisons: 1, but the prediction has 2"),
        (change("outcomes", 1, del_), "outcomes: 2 items and 1 predictions, but 1 outcomes"),
        (change("sentences", []), r"outcomes\.0\.item_number: there is no item 1"),
        (change("sentences", 1, del_), "sentences: 3, where 4 are expected"),
        (change("sentences", 1, "condition_name", "z"), r"sentences\.1\.condition_name: there is no condition 'z'"),
        (change("sentences", 0, "tokens", 0, del_), "token_spans: 3 for 2 tokens"),
        (change("sentences", 0, "token_bits", []), "token_bits: 0 for 3 tokens"),
        (
            change("sentences", 0, "token_regions", 0, 8),
            "token_regions: names a region that the sentence does not have",
        ),
        (change("sentences", 0, "token_spans", 0, [-5, 3]), r"token_spans\.0: -5 to 3 is no place in 14 characters"),
        (change("sentences", 0, "token_spans", 0, []), r"token_spans\.0\.0: Field required"),
        (change("sentences", 0, "regions", 1, "end", 99), r"regions\.1: 8 to 99 is no place in 14 characters"),
        (change("sentences", 0, "regions", 0, "n_tokens", -1), r"regions\.0\.n_tokens: is negative"),
        # field case E17: what contradicts itself
        (change("outcomes", 0, "holds", False), r"outcomes\.0\.holds: is false, which its comparisons contradict"),
        (change("outcomes", 0, "holds", None), r"outcomes\.0\.holds: is null, which its comparisons contradict"),
        (change("outcomes", 0, "comparisons", 1, "holds", False), r"comparisons\.1\.holds: is false of 6\.0 and 6\.0"),
        (change("outcomes", 0, "comparisons", 0, "left", None), r"comparisons\.0\.holds: is true of None and 1\.0"),
        (
            change("sentences", 0, "regions", 0, "surprisal_bits", 999.0),
            r"sentences\.0\.regions\.0\.surprisal_bits: is 999\.0, but its tokens add up to 6\.0",
        ),
        (
            change("sentences", 0, "regions", 0, "surprisal_bits", None),
            r"sentences\.0\.regions\.0\.surprisal_bits: is None, but its tokens add up to 6\.0",
        ),
        (change("sentences", 0, "token_bits", 0, None), r"regions\.0\.surprisal_bits: is 6\.0, but a token has no"),
        (change("sentences", 0, "regions", 0, "n_tokens", 1), r"n_tokens: is 1, but 2 tokens belong to the region"),
        (
            change("outcomes", 0, "comparisons", 0, "left", 7.0),
            r"outcomes\.0\.comparisons\.0\.left: is 7\.0, but its regions give 6\.0",
        ),
        (
            change("predictions", 0, "formula", "(1;%a%) < 3"),
            r"predictions\.0\.comparisons: are not those of its formula",
        ),
        (change("predictions", 0, "comparisons", 0, "x"), r"predictions\.0\.comparisons: are not those of its formula"),
        (change("sentences", 0, "regions", 0, "content", "the ox"), r"content: is not what stands in the text"),
    ],
)
def test_a_damaged_result_is_refused_with_the_place(tmp_path, edit, words):
    path = make_run().save(tmp_path)
    document = json.loads(path.read_text(encoding="utf-8"))
    edit(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(sgl.InputError, match=words) as caught:
        RunResult.load(path)
    assert "::" not in str(caught.value)
    assert ": :" not in str(caught.value)


@pytest.mark.parametrize(
    ("inner", "words"),
    [(False, r"models\.1\.model: is also the name of models\.0"), (True, r"models\.0\.suites\.1\.suite: is also the")],
)
def test_a_model_or_a_suite_that_is_there_twice_is_refused(tmp_path, inner, words):
    path = make_run().save(tmp_path)  # field case E17
    document = json.loads(path.read_text(encoding="utf-8"))
    list_of = document["models"][0]["suites"] if inner else document["models"]
    list_of.append(list_of[0])
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(sgl.InputError, match=words):
        RunResult.load(path)


def test_a_key_that_is_there_twice_is_refused(tmp_path):
    path = make_run().save(tmp_path)  # field case E17
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"metric": "sum"', '"metric": "sum", "metric": "mean"'), encoding="utf-8")
    with pytest.raises(sgl.InputError, match="the key 'metric' twice"):
        RunResult.load(path)


def test_nothing_is_written_as_minus_0(tmp_path):
    # field case C12: a model without surprise gives -log2(1) = -0.0, and a formula may have a minus before it
    result = make_run(lambda word: -0.0, ("-(2;%a%) = (2;%b%)", "-(2;%a%) <= -1 * (2;%b%)"))
    path = result.save(tmp_path)
    assert "-0" not in path.read_text(encoding="utf-8").partition('"outcomes"')[2].partition('"warnings"')[0]
    assert [str(value) for value in result.to_frame("items")["margin_1"]] == ["0.0"] * 4
    assert {str(value) for value in result.to_frame("regions")["surprisal_bits"]} == {"0.0"}


def test_a_result_with_a_byte_order_mark_is_read(tmp_path):
    run = make_run()
    path = run.save(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert RunResult.load(path) == run


def test_every_result_cut_short_is_said_to_be(tmp_path):
    path = make_run().save(tmp_path)
    whole = path.read_bytes().rstrip()
    for size in range(2, len(whole), 97):
        path.write_bytes(whole[:size])
        with pytest.raises(sgl.InputError, match=r"is cut short|not a JSON object"):
            RunResult.load(path)


def test_a_missing_result_is_refused_by_name(tmp_path):
    with pytest.raises(sgl.InputError, match="No file of results was named"):
        RunResult.load("")
    with pytest.raises(sgl.InputError, match="nowhere"):
        RunResult.load(tmp_path / "nowhere")


def test_an_unknown_table_is_refused():
    with pytest.raises(sgl.InputError, match="items, regions, tokens"):
        make_run().to_frame("words")


def test_a_result_does_not_flood_a_notebook():
    assert len(repr(make_run())) < 400


def test_a_part_of_a_run_is_chosen_by_name():
    run = sgl.evaluate(["npz", "npi_src_ever"], models=["ngram", "random:1"])
    chosen = run.select(suites="npi_src_ever", models=["random:*"])
    assert [(name, suite.suite) for name, suite in chosen.named_suites()] == [("random:1", "npi_src_ever")]
    assert run.select() == run
    assert run.select(circuits=["garden_path", "licensing"]) == run
    assert run.select(languages="EN") == run
    with pytest.raises(InputError, match=r"No suite is of everything that was asked for at once"):
        run.select(suites="npz", circuits="licensing")


def test_failures_of_models_that_are_not_chosen_are_left_out():
    run = replace(sgl.evaluate("npz", models=["ngram", "random:1"]), failures=(Failure("gone", "is not there"),))
    assert run.select(models="ngram").failures == ()
    assert run.select(suites="npz").failures == run.failures
