"""`sglite eval`: what it prints and writes, for whom it stops, and with which exit code."""

from __future__ import annotations

import csv
import gc
import io
import json
import re

import pytest
from support.arpa_files import TINY, write
from support.running import refused, sglite
from support.tiny_models import gpt_folder
from support.toys import TWO_PAIRS, suite_document, write_suite

import syntaxgym_lite as sgl


def test_json_has_the_shape_that_other_programs_rely_on(replayed):
    path, model = replayed
    done = sglite("eval", path, "--model", model, "--format", "json")
    assert done.code == 0, done.err
    summary = done.json
    assert summary["schema_version"] == 1
    (entry,) = summary["models"]
    assert (entry["model"], entry["sg_score"], entry["circuits"]) == ("replay:regions.csv", 0.5, {"agreement": 0.5})
    assert entry["spec"] == model
    (suite,) = entry["suites"]
    assert (suite["suite"], suite["n_items"], suite["score"], suite["n_undefined"]) == ("toy_suite", 2, 0.5, 0)
    (prediction,) = suite["predictions"]
    assert (prediction["index"], prediction["name"], prediction["formula"]) == (0, None, "(2;%a%) > (2;%b%)")
    assert (prediction["accuracy"], prediction["n_undefined"]) == (0.5, 0)


def test_nothing_stays_exempt_from_the_collection_of_garbage_after_a_run(replayed):
    path, model = replayed
    before = gc.get_freeze_count()
    assert sglite("eval", path, "--model", model).code == 0
    assert gc.get_freeze_count() == before


@pytest.mark.parametrize("join", ["space", "natural", "none"])
def test_join_is_for_suites_and_tables_alike(tmp_path, join):
    contents = {"a": ["The fox", ", sly"], "b": ["The cat", ", shy"]}
    suite = write_suite(tmp_path / "suite.json", suite_document([contents]))
    table = tmp_path / "t.csv"
    table.write_text('item,condition,r1,r2\n1,a,The fox,", sly"\n1,b,The cat,", shy"\n', encoding="utf-8")
    text = {"space": "The fox , sly", "natural": "The fox, sly", "none": "The fox, sly"}[join]
    for number, path in enumerate([suite, table]):
        out = tmp_path / f"out{number}"
        done = sglite("eval", path, "--predict", "(2;%a%) > (2;%b%)", "--model", "ngram", "--join", join, "--out", out)
        assert done.code == 0, done.err
        with (out / "tokens.csv").open(encoding="utf-8") as file:
            assert next(csv.DictReader(file))["text"] == text


def test_csv_has_a_row_for_each_item_and_prediction(replayed):
    path, model = replayed
    done = sglite("eval", path, "--model", model, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["item_number"], row["holds"], float(row["margin_1"])) for row in rows] == [
        ("1", "True", 2.5),
        ("2", "False", -3.0),
    ]


def test_table_shows_score_interval_and_margin(replayed):
    path, model = replayed
    done = sglite("eval", path, "--model", model)
    assert "SG score 0.500" in done.out
    assert "0.095 to 0.905" in done.out  # Wilson interval of 1 of 2, by R's binom::binom.confint
    assert "-0.25 (3.89)" in done.out  # mean and SD of 2.5 and -3
    assert "agreement 0.500" in done.out


def test_out_writes_every_file_and_the_run_loads_back(replayed, tmp_path):
    path, model = replayed
    folder = tmp_path / "made" / "results"
    assert sglite("eval", path, "--model", model, "--out", folder).code == 0
    names = sorted(file.name for file in folder.iterdir())
    assert names == ["items.csv", "regions.csv", "run.json", "summary.json", "tokens.csv"]
    run = sgl.RunResult.load(folder)
    assert run.to_frame("items").to_csv(index=False) == (folder / "items.csv").read_text(encoding="utf-8")
    assert sgl.summarize(run) == json.loads((folder / "summary.json").read_text(encoding="utf-8"))


def test_results_can_be_replayed_to_the_same_results(replayed, tmp_path):
    path, model = replayed
    sglite("eval", path, "--model", model, "--out", tmp_path / "one")
    done = sglite("eval", path, "--model", f"replay:{tmp_path / 'one' / 'regions.csv'}", "--format", "csv")
    first = sglite("eval", path, "--model", model, "--format", "csv")
    drop_model = lambda text: [line.split(",", 1)[1] for line in text.splitlines()]  # noqa: E731
    assert drop_model(done.out) == drop_model(first.out)


@pytest.mark.parametrize("options", [["--bom"], ["--decimal-comma"], ["--bom", "--decimal-comma"]])
def test_results_for_a_spreadsheet_are_the_same_results(replayed, tmp_path, options):
    path, model = replayed
    plain, other = tmp_path / "plain", tmp_path / "other"
    assert sglite("eval", path, "--model", model, "--out", plain).code == 0
    assert sglite("eval", path, "--model", model, "--out", other, *options).code == 0
    for name in ("items.csv", "regions.csv", "tokens.csv"):
        text = (other / name).read_text(encoding="utf-8")
        assert text.startswith("\ufeff") == ("--bom" in options)
        comma = "--decimal-comma" in options
        rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";" if comma else ",")
        expected = csv.reader(io.StringIO((plain / name).read_text(encoding="utf-8")))
        # no text of these suites has a point between digits
        assert list(rows) == [
            [re.sub(r"(?<=\d)[.](?=\d)", "," if comma else ".", cell) for cell in row] for row in expected
        ]
    replay = [
        sglite("eval", path, "--model", f"replay:{folder / 'regions.csv'}", "--format", "csv")
        for folder in (plain, other)
    ]
    assert [one.code for one in replay] == [0, 0]
    assert replay[0].out.replace(str(plain), "") == replay[1].out.replace(str(other), "")


def test_a_style_of_csv_is_refused_where_no_csv_is_written(replayed):
    path, model = replayed
    assert "--bom and --decimal-comma are for CSV, and none is written" in refused(
        "eval", path, "--model", model, "--bom"
    )


@pytest.mark.parametrize(("threshold", "code"), [("0.5", 0), ("0.51", 1)])
def test_fail_under_compares_the_sg_score(replayed, threshold, code):
    path, model = replayed
    assert sglite("eval", path, "--model", model, "--fail-under", threshold).code == code


def test_a_missing_suite_exits_with_2_before_any_model_is_opened(tmp_path):
    said = refused("eval", tmp_path / "nothing.json", "--model", "replay:missing.csv")
    assert "nothing.json" in said
    assert "no such file" in said


def test_names_in_formulas_are_checked_before_any_model_is_opened(tmp_path):
    path = write_suite(tmp_path / "typo.json", suite_document(TWO_PAIRS, ["(*;%zz%) < 1"]))
    said = refused("eval", path, "--model", "kenlm:/no/such/model.arpa")
    assert "no condition 'zz'" in said
    assert "/no/such/model" not in said


def test_a_missing_model_exits_with_3(replayed):
    path, _ = replayed
    assert "missing.csv" in refused("eval", path, "--model", "replay:missing.csv", code=3)


def test_a_failing_model_does_not_lose_the_other(replayed):
    path, model = replayed
    done = sglite("eval", path, "--model", "replay:missing.csv", "--model", model, "--format", "json")
    assert done.code == 3
    summary = done.json
    assert [entry["spec"] for entry in summary["models"]] == [model]
    assert summary["failures"][0]["model"] == "replay:missing.csv"
    assert "missing.csv" in done.err


def test_a_bad_formula_is_shown_with_its_place(tmp_path):
    path = write_suite(tmp_path / "bad.json", suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%) > (2;%a%)"]))
    said = refused("eval", path)
    for words in ("bad.json: predictions[0].formula", "                    ^", "two sides"):
        assert words in said


def test_an_arpa_file_that_is_not_there_gets_advice_for_arpa_files():
    said = refused("eval", "npz", "--model", "nofile.arpa", code=3)
    assert "no such file" in said
    assert "ngram:nofile.arpa" in said


# ---------------------------------------------------------------- units, unknown words, undefined values, other scripts


def every_key(value):
    """Keys of all objects in a decoded JSON document."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (set(value) if isinstance(value, dict) else set()).union(*map(every_key, inner))


def test_every_output_names_its_unit(replayed, tmp_path):
    path, model = replayed
    assert "in bits" in sglite("eval", path, "--model", model, "--out", tmp_path / "out").out
    for table in ("regions", "tokens"):
        header, *_ = (tmp_path / "out" / f"{table}.csv").read_text().splitlines()
        assert "surprisal_bits" in header.split(",")
    keys = every_key(json.loads((tmp_path / "out" / "run.json").read_text()))
    assert {"surprisal_bits", "token_bits", "eos_bits"} <= keys
    assert not {"surprisal", "surprisals", "metric_value"} & keys


def test_unknown_words_are_counted_and_listed_and_can_be_made_an_error(tmp_path):
    model = f"ngram:{write(tmp_path / 'tiny.arpa', TINY)}"
    path = write_suite(tmp_path / "quux.json", suite_document([{"only": ["foxes", "quux"]}], name="quux"))
    done = sglite("eval", path, "--model", model, "--format", "json", "--out", tmp_path / "out")
    [suite] = done.json["models"][0]["suites"]
    assert (suite["n_oov"], suite["n_tokens"], suite["n_oov_items"]) == (1, 2, 1)
    assert "1 of 2" in sglite("eval", path, "--model", model).out
    with (tmp_path / "out" / "regions.csv").open(encoding="utf-8", newline="") as file:
        *_, last = csv.DictReader(file)
    assert last["oov"] == "quux"
    assert "'quux'" in refused("eval", path, "--model", model, "--oov", "error")


def test_without_a_start_the_first_token_is_null_not_zero_and_this_is_said(tmp_path):
    path = write_suite(tmp_path / "fox.json", suite_document([{"only": ["the", "fox sleeps"]}], name="fox"))
    done = sglite("eval", path, "--model", gpt_folder(), "--bos", "none", "--out", tmp_path / "out")
    assert done.code == 0
    assert "no surprisal" in done.err
    assert "item 1, condition 'only'" in done.err
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    [sentence] = run["models"][0]["suites"][0]["sentences"]
    assert sentence["token_bits"][0] is None
    assert sentence["regions"][0]["surprisal_bits"] is None
    assert sentence["regions"][1]["surprisal_bits"] > 0
    assert None not in sentence["token_bits"][1:]


def test_files_show_the_text_not_the_symbols_of_its_bytes(tmp_path):
    contents = ["猫", "昨天", "睡", "🦊"]
    path = write_suite(tmp_path / "cat.json", suite_document([{"only": contents}], name="cat", join="none"))
    assert sglite("eval", path, "--model", gpt_folder(), "--out", tmp_path / "out").code == 0
    with (tmp_path / "out" / "regions.csv").open(encoding="utf-8", newline="") as file:
        assert [row["content"] for row in csv.DictReader(file)] == contents
    with (tmp_path / "out" / "tokens.csv").open(encoding="utf-8", newline="") as file:
        assert {row["token"] for row in csv.DictReader(file)} <= set("".join(contents))
    for name in ("regions.csv", "tokens.csv", "run.json"):
        text = (tmp_path / "out" / name).read_text(encoding="utf-8")
        assert not set("ĠçĮ«æĺ") & set(text)


def test_what_moves_scores_stands_in_the_summary_and_beside_the_name(tmp_path):  # field case C11
    path = write_suite(tmp_path / "toy.json", suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"]))
    models = ["-m", gpt_folder(), "-m", f"{gpt_folder()}?dtype=bfloat16"]
    plain = sglite("eval", path, *models)
    bare = sglite("eval", path, *models, "--bos", "none")
    assert "BOS <|endoftext|>" in " ".join(plain.out.split())
    assert "no BOS" not in plain.out
    assert "bfloat16, no BOS" in " ".join(bare.out.split())
    assert "tiny-gpt (no BOS)" in bare.out.split("circuit")[-1].replace("\n", "")
    summary = sglite("eval", path, *models, "--bos", "none", "--format", "json").json
    assert [model["options"]["bos"] for model in summary["models"]] == ["none", "none"]


def test_a_warning_that_many_suites_have_is_said_once(tmp_path):  # field case B6
    for n in range(5):
        pairs = [{"a": ["<s> the fox", "sleeps"], "b": ["the fox", "sleep"]}]
        write_suite(tmp_path / f"{n}.json", suite_document(pairs, ["(2;%a%) > (2;%b%)"], name=f"s{n}"))
    done = sglite("eval", tmp_path, "-m", "ngram")
    about = [line for line in done.err.splitlines() if line.startswith("Warning: ngram")]
    assert len(about) == 2
    assert "s0: The text '<s>' is a marker" in about[0]
    assert "the like of 4 more suites" in about[1]


def test_different_warnings_of_one_suite_are_all_said(tmp_path):
    texts = ["<s> the fox", "the fox </s>", "<unk> fox", "a [MASK] fox", "the fox <eos>"]
    items = [{"a": [text, "sleeps"], "b": ["the fox", "sleep"]} for text in texts]
    suite = write_suite(tmp_path / "s.json", suite_document(items, ["(2;%a%) > (2;%b%)"]))
    said = sglite("eval", suite, "-m", "ngram").err
    assert all(f"'{marker}'" in said for marker in ("<s>", "</s>", "<unk>"))
    assert "more suite" not in said


@pytest.mark.parametrize("executor", ["serial", "processes:1"])
def test_a_sentence_too_long_for_a_model_costs_no_other_suite(tmp_path, executor):  # field case A12
    good = write_suite(tmp_path / "good.json", suite_document(TWO_PAIRS, ["(2;%a%) != (2;%b%)"], name="good"))
    items = [{"a": ["the fox", "sleeps " * 70], "b": ["the fox", "sleeps"]}]
    long = write_suite(tmp_path / "long.json", suite_document(items, ["(2;%a%) > (2;%b%)"], name="long"))
    folder, out = gpt_folder(), tmp_path / "out"
    run = sglite("eval", long, good, "--model", folder, "--out", out, "--no-cache", "--executor", executor)
    assert run.code == 3
    place = "suite 'long', item 1, condition 'a': The sentence 'the fox sleeps"
    before, after = run.err.split("This suite is left out; the others are evaluated.")
    assert place in before
    assert f"Error: {place}" in after
    assert "good" in run.out
    assert "long" not in run.out
    assert {row["suite"] for row in csv.DictReader((out / "items.csv").read_text().splitlines())} == {"good"}
    assert (out / "run.json").exists()


def test_means_over_different_suites_are_shown_with_how_many(tmp_path):
    good = write_suite(tmp_path / "good.json", suite_document(TWO_PAIRS, ["(2;%a%) != (2;%b%)"], name="good"))
    items = [{"a": ["the fox", "sleeps " * 70], "b": ["the fox", "sleeps"]}]
    long = write_suite(tmp_path / "long.json", suite_document(items, ["(2;%a%) > (2;%b%)"], name="long"))
    run = sglite("eval", long, good, "--model", gpt_folder(), "--model", "ngram", "--no-cache")
    table = run.out[run.out.rindex(" model ") :]
    assert table.split()[:4] == ["model", "suites", "SG", "score"]
    assert [line.split()[1] for line in table.splitlines()[2:4]] == ["1", "2"]
    assert "Means over different suites, which do not compare." in table
    both = sglite("eval", good, "--model", "ngram", "--model", "again=ngram")
    assert "Means over different suites" not in both.out


def without_predictions(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    document["predictions"] = []
    return write_suite(path.with_name("nothing.json"), document | {"meta": document["meta"] | {"name": "nothing"}})


def test_a_suite_that_predicts_nothing_says_so_and_where_its_surprisals_are(replayed):  # field case A7
    path, model = replayed
    nothing = without_predictions(path)
    said = "nothing predicts nothing, and so has no score: --out DIR writes its surprisals (regions.csv)"
    done = sglite("eval", nothing, "--model", model)
    assert done.code == 0
    assert said in done.out
    assert "--predict" in done.out
    assert "accuracy" not in done.out
    assert " - " not in done.out
    both = sglite("eval", path, nothing, "--model", model)
    assert "SG score 0.500" in both.out
    assert said in both.out
    assert " - " not in "".join(line for line in both.out.splitlines() if line.startswith(" nothing"))
    rows = sglite("eval", nothing, "--model", model, "--format", "csv")
    assert rows.out.splitlines() == ["model,suite,item_number,prediction,holds"]
    assert said in rows.err
    document = sglite("eval", nothing, "--model", model, "--format", "json").json
    assert document["models"][0]["suites"][0]["predictions"] == []
    assert document["models"][0]["sg_score"] is None
    several = sglite("eval", nothing, "--model", model, "--model", "random:1")
    assert "SG score" not in several.out  # nor a table of models


def test_a_prediction_in_words_is_added_and_said_back(replayed, tmp_path):
    path, model = replayed
    nothing = without_predictions(path)
    done = sglite("eval", nothing, "--model", model, "--predict", "b > a at 2", "--format", "csv")
    assert done.err.splitlines()[0] == "Prediction: r2 is more surprising in b than in 'a': (2;%b%) > (2;%a%)"
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["holds"], float(row["margin_1"])) for row in rows] == [("False", -2.5), ("True", 3.0)]
    done = sglite(
        "eval", path, "--model", model, "--predict", "b > a at 2", "--predict", "(2;%a%) > 0", "--format", "json"
    )
    assert "Prediction (beside 1 prediction of toy_suite): r2 is more" in done.err
    [suite] = done.json["models"][0]["suites"]
    assert [(one["name"], one["formula"]) for one in suite["predictions"]] == [
        (None, "(2;%a%) > (2;%b%)"),
        ("b > a at 2", "(2;%b%) > (2;%a%)"),
        (None, "(2;%a%) > 0"),
    ]
    assert sglite("eval", path, "--model", model, "--predict", "b > a at 2", "--quiet").err == ""


def test_a_prediction_that_a_suite_cannot_make_is_refused_with_its_place(replayed):
    path, model = replayed
    done = sglite("eval", path, without_predictions(path), "--model", model, "--predict", "b > c at 2")
    assert done.code == 2
    assert done.out == ""
    assert f"{path}: --predict\n  b > c at 2\n      ^\nThe suite has no condition 'c'." in done.err


def test_ties_sets_of_suites_and_clusters_are_kept_with_the_results(tmp_path):
    document = suite_document([{"a": ["x", "one"], "b": ["x", "one"]}] * 4, ["(2;%a%) > (2;%b%)"])
    for number, item in enumerate(document["items"]):
        item["factors"] = {"frame": number // 2}
    path = tmp_path / "suite.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    options = ("--ties", "half", "--suites-as", "paper", "--cluster", "frame")
    done = sglite("eval", path, "--model", "ngram", *options, "--out", tmp_path / "out", "--quiet")
    assert done.code == 0
    run = sgl.RunResult.load(tmp_path / "out")
    assert [run.settings[name] for name in ("ties", "suites_as", "cluster")] == ["half", "paper", "frame"]
    summary = sgl.summarize(run)
    assert summary == json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert (summary["ties"], summary["suites_as"]) == ("half", "paper")
    [suite] = summary["models"][0]["suites"]
    assert (suite["score"], suite["n_passed"], suite["n_clusters"], suite["ci_method"]) == (0.5, 0, 2, "clusters")
    assert sgl.summarize(run, ties="wrong")["models"][0]["suites"][0]["score"] == 0.0
    assert "cluster" in (tmp_path / "out" / "items.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    again = sglite("rerun", tmp_path / "out", "--quiet")
    assert again.code == 0


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--ties", "hal", "--ties hal: unknown; known are wrong, half, random:SEED. Did you mean 'half'?"),
        ("--ties", "random", "--ties random: what is drawn needs a seed, a whole number: --ties random:1."),
        ("--suites-as", "papers", "--suites-as papers: unknown; known are all, paper. Did you mean 'paper'?"),
        ("--cluster", "frame", "--cluster frame: no item of suite 'npz' has this factor; they have none."),
    ],
)
def test_counting_that_is_none_is_told(option, value, message):
    done = sglite("eval", "npz", "--model", "ngram", option, value)
    assert done.code == 2
    assert message in " ".join(done.err.split())
