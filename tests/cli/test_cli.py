"""The command line as a whole: help, exit codes, streams that close, signals."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from support.arpa_files import TINY, write
from support.running import python, refused, sglite

MAIN = "from syntaxgym_lite.cli import main; main()"


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
    assert words in refused(*args)


def test_output_is_utf8_whatever_the_locale():
    options = ("surprisal", "-m", "ngram", "--format", "csv", "--by", "word")
    done = python(MAIN, *options, stdin="my 🦊\n", LC_ALL="C", PYTHONUTF8="0")
    assert "🦊" in done.out


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


def test_lists_name_what_is_shipped():
    suites = sglite("suites", "--format", "json").json["suites"]
    assert {"npz"} <= {row["suite"] for row in suites}
    models = sglite("models", "--format", "json").json["models"]
    assert [row["model"] for row in models if row["default"]] == ["lstm"]


def test_help_and_the_n_gram_do_not_import_torch():
    code = (
        "import sys; from syntaxgym_lite.cli import _run\n"
        "assert _run(sys.argv[1:]) == 0\n"
        "heavy = {'torch', 'transformers', 'kenlm', 'nltk', 'matplotlib'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    for args in (["--help"], ["eval", "npz", "--model", "ngram", "--quiet"]):
        done = python(code, *args)
        assert done.code == 0, done.err


def test_the_default_model_imports_no_heavy_library_but_torch():
    code = (
        "import sys; from syntaxgym_lite.cli import _run\n"
        "assert _run(['eval', 'npz', '--quiet']) == 0\n"
        "assert 'torch' in sys.modules\n"
        "heavy = {'transformers', 'kenlm', 'nltk', 'matplotlib', 'pandas', 'scipy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = python(code)
    assert done.code == 0, done.err
    assert " 0.786 " in done.out


def test_help_imports_no_numeric_library():
    """No timed assertion: benchmarks/ measures. Here only that --help imports no numeric library."""
    code = (
        "import sys; from syntaxgym_lite.cli import _run\n"
        "_run(['--help'])\n"
        "heavy = {'numpy', 'pandas', 'scipy', 'lark', 'pydantic', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = python(code)
    assert done.code == 0, done.err


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


def test_closed_standard_streams_are_no_defect(replayed):
    path, model = replayed
    for form in ("table", "csv", "json"):
        done = piped(f"sglite eval {path} -m '{model}' --format {form} >&-")
        assert (done.returncode, done.stderr.splitlines()[-1][:32]) == (2, "Error: Standard output is closed")
    done = piped("sglite surprisal -m ngram --format csv >&- <<< 'the dog barks'")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    plain, closed = (piped(f"sglite eval {path} -m '{model}' --format csv {end}") for end in ("2>/dev/null", "2>&-"))
    assert (closed.returncode, closed.stdout) == (0, plain.stdout)
    assert closed.stdout.startswith("model,suite,")
    assert piped("sglite eval no/such.json >&- 2>&-").returncode == 2
    done = piped("sglite surprisal -m ngram 0<&-")
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
    assert words in refused(*args)
