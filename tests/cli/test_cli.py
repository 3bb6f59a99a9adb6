"""The command line as a person meets it: output, errors, exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.arpa_files import TINY, write
from support.toys import suite_document, write_suite

import syntaxgym_lite as sgl

ITEMS = [{"a": ["the fox", "sleeps"], "b": ["the fox", "sleep"]}, {"a": ["a dog", "sings"], "b": ["a dog", "sing"]}]


def sglite(*args, stdin: str = "", env: dict[str, str] | None = None, cwd: Path | None = None):
    """Run the command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "syntaxgym_lite", *map(str, args)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **(env or {})},
        cwd=cwd,
        check=False,
    )


def assert_user_error(done, code: int, *words: str):
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr


@pytest.fixture
def replayed(tmp_path):
    """A suite, and a recording of region surprisals that makes its prediction hold for item 1 only."""
    path = write_suite(tmp_path / "toy.json", suite_document(ITEMS, ["(2;%a%) > (2;%b%)"], circuit="agreement"))
    rows = ["model,suite,item_number,condition_name,region_number,region_name,content,surprisal_bits,n_tokens,oov"]
    values = {(1, "a"): 5.0, (1, "b"): 2.5, (2, "a"): 1.0, (2, "b"): 4.0}
    for number, item in enumerate(ITEMS, 1):
        for condition, contents in item.items():
            for place, content in enumerate(contents, 1):
                bits = 3.0 if place == 1 else values[number, condition]
                rows.append(f"m,toy_suite,{number},{condition},{place},r{place},{content},{bits},1,")
    recording = tmp_path / "regions.csv"
    recording.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path, f"replay:{recording}"


def test_json_has_the_shape_that_other_programs_rely_on(replayed):
    path, model = replayed
    done = sglite("eval", path, "--model", model, "--format", "json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["schema_version"] == 1
    (entry,) = summary["models"]
    assert (entry["model"], entry["sg_score"], entry["circuits"]) == (model, 0.5, {"agreement": 0.5})
    (suite,) = entry["suites"]
    assert (suite["suite"], suite["n_items"], suite["score"], suite["n_undefined"]) == ("toy_suite", 2, 0.5, 0)
    (prediction,) = suite["predictions"]
    assert (prediction["index"], prediction["name"], prediction["formula"]) == (0, None, "(2;%a%) > (2;%b%)")
    assert (prediction["accuracy"], prediction["n_undefined"]) == (0.5, 0)


def test_csv_has_a_row_for_each_item_and_prediction(replayed):
    path, model = replayed
    done = sglite("eval", path, "--model", model, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["item_number"], row["holds"], float(row["margin_1"])) for row in rows] == [
        ("1", "True", 2.5),
        ("2", "False", -3.0),
    ]


def test_table_shows_score_interval_and_margin(replayed):
    path, model = replayed
    done = sglite("eval", path, "--model", model)
    assert "SG score 0.500" in done.stdout
    assert "0.095 to 0.905" in done.stdout  # Wilson interval of 1 of 2, by R's binom::binom.confint
    assert "-0.25 (3.89)" in done.stdout  # mean and SD of 2.5 and -3
    assert "agreement 0.500" in done.stdout


def test_out_writes_every_file_and_the_run_loads_back(replayed, tmp_path):
    path, model = replayed
    folder = tmp_path / "made" / "results"
    assert sglite("eval", path, "--model", model, "--out", folder).returncode == 0
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
    assert drop_model(done.stdout) == drop_model(first.stdout)


@pytest.mark.parametrize(("threshold", "code"), [("0.5", 0), ("0.51", 1)])
def test_fail_under_compares_the_sg_score(replayed, threshold, code):
    path, model = replayed
    assert sglite("eval", path, "--model", model, "--fail-under", threshold).returncode == code


def test_a_missing_suite_exits_with_2_before_any_model_is_opened(tmp_path):
    done = sglite("eval", tmp_path / "nothing.json", "--model", "replay:missing.csv")
    assert_user_error(done, 2, "nothing.json", "no such file")


def test_a_missing_model_exits_with_3(replayed):
    path, _ = replayed
    assert_user_error(sglite("eval", path, "--model", "replay:missing.csv"), 3, "missing.csv")


def test_a_failing_model_does_not_lose_the_other(replayed):
    path, model = replayed
    done = sglite("eval", path, "--model", "replay:missing.csv", "--model", model, "--format", "json")
    assert done.returncode == 3
    summary = json.loads(done.stdout)
    assert [entry["model"] for entry in summary["models"]] == [model]
    assert summary["failures"][0]["model"] == "replay:missing.csv"
    assert "missing.csv" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bad_formula_is_shown_with_its_place(tmp_path):
    path = write_suite(tmp_path / "bad.json", suite_document(ITEMS, ["(2;%a%) > (2;%b%) > (2;%a%)"]))
    done = sglite("eval", path)
    assert_user_error(done, 2, "bad.json: predictions[0].formula", "                    ^", "two sides")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["evil"], "Did you mean 'eval'"),
        (["eval"], "SUITE"),
        (["eval", "npz", "--format", "xml"], "--format"),
        (["eval", "npz", "--fail-under", "2"], "--fail-under"),
        (["eval", "npz", "--model", "kenml:x"], "Did you mean 'kenlm'"),
        (["eval", "npz", "--model", "kenlm:"], "nothing after the colon"),
        (["eval", "npz", "--model", ""], "empty"),
        (["eval", "npz", "--model", "replay:x.csv", "--device", "cpu"], "device"),
        (["eval", "npzz"], "Did you mean 'npz'"),
        (["surprisal", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_a_bad_command_line_exits_with_2_and_advice(args, words):
    assert_user_error(sglite(*args), 2, words)


def test_check_reports_every_problem_and_exits_with_2(tmp_path):
    document = suite_document(ITEMS, ["(2;%c%) > (2;%b%)"])
    document["items"][1]["conditions"][0]["regions"][0]["content"] = 7
    path = write_suite(tmp_path / "bad.json", document)
    done = sglite("check", path)
    assert done.returncode == 2
    assert "items[1].conditions[0].regions[0].content: must be a text in quotes, not the number 7." in done.stdout
    assert "predictions[0].formula" in done.stdout
    report = json.loads(sglite("check", path, "--format", "json").stdout)
    assert len(report["suites"][0]["errors"]) == 2


def test_check_of_a_sound_suite_says_what_it_holds(tmp_path):
    path = write_suite(tmp_path / "good.json", suite_document(ITEMS, ["(2;%a%) > (2;%b%)"]))
    done = sglite("check", path)
    assert done.returncode == 0
    assert "ok: 2 items x 2 conditions (4 sentences), 2 regions, 1 prediction" in done.stdout


def test_surprisal_by_token_and_by_word_add_up(tmp_path):
    text = "The dog isn't here.\n\nA café, my 🦊!\n"
    tokens = list(
        csv.DictReader(io.StringIO(sglite("surprisal", "-", "-m", "ngram", "--format", "csv", stdin=text).stdout))
    )
    by_word = sglite("surprisal", "-m", "ngram", "--format", "csv", "--by", "word", stdin=text)
    words = list(csv.DictReader(io.StringIO(by_word.stdout)))
    assert [row["word"] for row in words] == ["The", "dog", "isn't", "here.", "A", "café,", "my", "🦊!"]
    assert [row["sentence_id"] for row in words] == ["1"] * 4 + ["3"] * 4  # the number of the line
    total = sum(float(row["surprisal_bits"]) for row in tokens)
    assert sum(float(row["surprisal_bits"]) for row in words) == pytest.approx(total, abs=1e-9)


def test_surprisal_in_other_units_is_named_in_the_header():
    def first(unit):
        done = sglite("surprisal", "-m", "ngram", "--format", "json", "--unit", unit, stdin="The dog barks.\n")
        document = json.loads(done.stdout)
        assert document["unit"] == unit
        return document["sentences"][0]["tokens"][0][f"surprisal_{unit}"]

    assert first("nats") == pytest.approx(first("bits") * 0.6931471805599453)
    assert first("log10") == pytest.approx(first("bits") * 0.3010299956639812)


def test_surprisal_of_text_that_is_not_utf8_names_the_line(tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes(b"fine\ncaf\xe9\n")
    done = sglite("surprisal", path, "--format", "csv")
    assert done.returncode == 2
    assert "line 2 is not UTF-8" in done.stderr


def test_output_is_utf8_whatever_the_locale(replayed):
    args = ("surprisal", "-m", "ngram", "--format", "csv", "--by", "word")
    done = sglite(*args, stdin="my 🦊\n", env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert "🦊" in done.stdout


def test_a_reader_that_stops_early_is_no_error():
    command = (
        f'"{sys.executable}" -m syntaxgym_lite suites --format json | head -c 1 > /dev/null; exit "${{PIPESTATUS[0]}}"'
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Error" not in done.stderr


def test_an_interrupt_exits_with_130(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "syntaxgym_lite", "surprisal", "-", "-m", "ngram", "--format", "csv"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell's background job, which the tests may be, ignores interrupts and hands that on
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("sentence_id")  # the model is open
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors


@pytest.mark.parametrize("command", ["eval", "surprisal", "check", "suites", "models", "convert-lm", "train"])
def test_every_command_has_help_with_examples(command):
    done = sglite(command, "--help")
    assert done.returncode == 0
    assert "Example" in done.stdout


def test_lists_name_what_is_shipped():
    suites = json.loads(sglite("suites", "--format", "json").stdout)["suites"]
    assert {"npz"} <= {row["suite"] for row in suites}
    models = json.loads(sglite("models", "--format", "json").stdout)["models"]
    assert [row["model"] for row in models if row["default"]] == ["lstm"]


def test_help_and_the_n_gram_do_not_import_torch():
    code = (
        "import sys; from syntaxgym_lite.cli import _run\n"
        "assert _run(sys.argv[1:]) == 0\n"
        "heavy = {'torch', 'transformers', 'kenlm', 'nltk', 'matplotlib'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    for args in (["--help"], ["eval", "npz", "--model", "ngram", "--quiet"]):
        done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_default_model_imports_no_heavy_library_but_torch():
    code = (
        "import sys; from syntaxgym_lite.cli import _run\n"
        "assert _run(['eval', 'npz', '--quiet']) == 0\n"
        "assert 'torch' in sys.modules\n"
        "heavy = {'transformers', 'kenlm', 'nltk', 'matplotlib', 'pandas', 'scipy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert " 0.821 " in done.stdout, done.stdout


def test_help_imports_no_numeric_library():
    """No timed assertion: benchmarks/ measures. Here only that --help imports no numeric library."""
    code = (
        "import sys; from syntaxgym_lite.cli import _run\n"
        "_run(['--help'])\n"
        "heavy = {'numpy', 'pandas', 'scipy', 'lark', 'pydantic', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------- found by people who tried to break it


def piped(command: str):
    """Run a shell line in which `sglite` is the command; the shell's own exit code is that of the first program."""
    line = command.replace("sglite", f"'{sys.executable}' -m syntaxgym_lite") + '; exit "${PIPESTATUS[0]}"'
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, encoding="utf-8", check=False)


def test_a_reader_that_stops_early_does_not_hide_a_model_that_failed(replayed):
    path, model = replayed
    for format_ in ("csv", "json", "table"):
        done = piped(f"sglite eval {path} -m '{model}' -m replay:missing.csv --format {format_} -q | true")
        assert done.returncode == 3
        assert "missing.csv" in done.stderr


def test_a_reader_that_stops_in_the_middle_of_much_output_is_no_error(tmp_path):
    sentences = tmp_path / "many.txt"
    sentences.write_text("the dog barks at the cat .\n" * 20_000, encoding="utf-8")
    done = piped(f"sglite surprisal {sentences} -m ngram --format csv -q | head -2")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not __import__("importlib.util").util.find_spec("kenlm"), reason="needs the extra 'kenlm'")
def test_kenlm_reads_its_model_though_standard_error_is_closed(tmp_path):
    model = write(tmp_path / "tiny.arpa", TINY)
    plain, closed = (
        piped(f"echo 'foxes sleep' | sglite surprisal -m kenlm:{model} --format csv {end}") for end in ("", "2>&-")
    )
    assert (closed.returncode, closed.stdout) == (0, plain.stdout)
    assert "foxes" in closed.stdout


def test_nothing_to_score_is_said(tmp_path):
    for content in ("", "\n \n"):
        (tmp_path / "empty.txt").write_text(content)
        done = sglite("surprisal", "-m", "ngram", tmp_path / "empty.txt", "--format", "csv")
        assert done.returncode == 0
        assert "empty.txt is empty: there is no sentence to score" in done.stderr


def test_closed_standard_streams_are_no_defect(replayed):
    path, model = replayed
    for form in ("table", "csv", "json"):
        done = piped(f"sglite eval {path} -m '{model}' --format {form} >&-")
        assert (done.returncode, done.stderr.splitlines()[-1][:32]) == (2, "Error: Standard output is closed")
    done = piped("sglite surprisal --format csv >&- <<< 'the dog barks'")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    plain, closed = (piped(f"sglite eval {path} -m '{model}' --format csv {end}") for end in ("2>/dev/null", "2>&-"))
    assert (closed.returncode, closed.stdout) == (0, plain.stdout)
    assert closed.stdout.startswith("model,suite,")
    assert piped("sglite eval no/such.json >&- 2>&-").returncode == 2
    done = piped("sglite surprisal 0<&-")
    assert done.returncode == 2
    assert "Standard input is closed" in done.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["eval", "npz", "--fail-under", "nan"], "nan is not a number from 0 to 1"),
        (["eval", "npz", "--out", ""], "the name is empty"),
        (["eval", "npz", "--cache", ""], "the name is empty"),
        (["cache", "info", "--cache", ""], "the name is empty"),
        (["cloze", "x.tsv", "--out", ""], "the name is empty"),
        (["surprisal", "."], "is a folder"),
        (["surprisal", "-m", "ngram", "-m", "lstm"], "give one model, not 2"),
    ],
)
def test_what_would_be_taken_for_something_else_is_refused(args, words):
    assert_user_error(sglite(*args), 2, words)


def test_an_arpa_file_that_is_not_there_gets_advice_for_arpa_files():
    assert_user_error(sglite("eval", "npz", "--model", "nofile.arpa"), 3, "no such file", "ngram:nofile.arpa")


@pytest.mark.parametrize("kind", ["kenlm", "ngram"])
@pytest.mark.parametrize("by", ["token", "word"])
def test_every_number_in_csv_is_a_plain_number(tmp_path, kind, by):
    from support.field_fixtures import ARPA

    if kind == "kenlm":
        pytest.importorskip("kenlm")
    arpa = tmp_path / "tiny.arpa"
    arpa.write_text(ARPA, encoding="utf-8")
    options = ("--model", f"{kind}:{arpa}", "--by", by, "--eos", "--format", "csv")
    done = sglite("surprisal", *options, stdin="foxes sleep\n")
    values = [float(row["surprisal_bits"]) for row in csv.DictReader(io.StringIO(done.stdout))]
    assert values == pytest.approx([1.0, 1.0, 0.5146], abs=1e-4)  # FX-ARPA of the field cases


def test_a_result_does_not_flood_a_notebook(replayed):
    path, model = replayed
    assert len(repr(sgl.evaluate(path, model))) < 400
