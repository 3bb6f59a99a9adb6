"""``sglite train ngram``: from text files to a model that can be used."""

import hashlib
import json
import lzma
import os
import shlex
import signal
import subprocess
import sys

import pytest
from support.running import refused, sglite

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.lm.ngram.arpa import read_arpa
from syntaxgym_lite.lm.ngram.compact import read_compact

SENTENCES = [
    f"The {adjective} {noun} {verb} in the {place}."
    for adjective in ("old", "small", "red")
    for noun in ("dog", "cat", "fox")
    for verb in ("slept", "sat")
    for place in ("barn", "garden", "wood")
] + ["The dog's bone isn't here.", "A fox ran away.", "Foxes slept."]


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(SENTENCES) + "\n", encoding="utf-8")
    return path


SMALL = ("--order", "3", "--discount-fallback")


def test_a_folder_gets_the_model_and_a_card_and_can_be_evaluated(corpus, tmp_path):
    folder = tmp_path / "models" / "mine"
    done = sglite(
        "train", "ngram", corpus, *SMALL, "--prune", "0", "0", "1", "-o", folder,
        "--test", corpus, "--licence", "CC0", "--description", "Foxes.",
    )  # fmt: skip
    assert (done.code, done.out) == (0, "")  # standard output is data only
    assert "perplexity" in done.err
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    weights = (folder / card["weights"]).read_bytes()
    assert card["sha256"] == hashlib.sha256(weights).hexdigest()
    assert card["backend"] == "ngram"
    assert (card["name"], card["licence"], card["description"]) == ("mine", "CC0", "Foxes.")
    assert (card["words"], card["lowercase"], card["unk"]) == ("clitics", False, "single")
    assert card["options"]["prune"] == [0, 0, 1]
    assert card["corpus"]["n_sentences"] == len(SENTENCES)
    assert card["corpus"]["files"] == [
        {"name": "corpus.txt", "sha256": hashlib.sha256(corpus.read_bytes()).hexdigest()}
    ]
    assert card["n_ngrams"] == list(read_compact(folder / "model.safetensors").n_ngrams)
    assert card["n_ngrams"][2] < card["n_ngrams_before_pruning"][2]
    assert 1 < card["heldout"][0]["perplexity"] < 20
    [result] = load_backend(f"ngram:{folder}").score(["The dog's bone isn't here."])
    assert result.tokens == ("The", "dog", "'s", "bone", "is", "n't", "here", ".")
    assert not result.oov.any()


def test_the_command_in_the_card_makes_the_same_model_again(corpus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sglite("train", "ngram", "corpus.txt", *SMALL, "--quantize", "-o", "one").code == 0
    first = json.loads((tmp_path / "one" / "card.json").read_text(encoding="utf-8"))
    (tmp_path / "one" / "model.safetensors").unlink()
    program, *args = shlex.split(first["command"])
    assert program == "sglite"
    assert sglite(*args, "--overwrite").code == 0
    assert json.loads((tmp_path / "one" / "card.json").read_text(encoding="utf-8")) == first
    assert first["max_error_log10"] > 0


@pytest.mark.parametrize("name", ["x.arpa", "x.arpa.gz", "x.arpa.xz"])
def test_a_name_in_arpa_gets_an_arpa_file(corpus, tmp_path, name):
    done = sglite("train", "ngram", corpus, *SMALL, "-o", tmp_path / "deep" / name)
    assert done.code == 0
    assert (
        f'put a card.json beside it: {{"backend": "ngram", "weights": "{name}", "words": "clitics", "words_revision": 2}}'
        in done.err
    )
    assert read_arpa(tmp_path / "deep" / name).order == 3
    assert not (tmp_path / "deep" / "card.json").exists()


def test_an_arpa_file_with_the_default_words_needs_no_note(corpus, tmp_path):
    done = sglite("train", "ngram", corpus, *SMALL, "--words", "treebank", "-o", tmp_path / "x.arpa")
    assert (done.code, "card.json" in done.err) == (0, False)


def test_several_packed_files_and_options_for_words(corpus, tmp_path):
    with lzma.open(tmp_path / "more.txt.xz", "wt", encoding="utf-8") as stream:
        stream.write("Wolves slept.\nWolves ran.\n")
    done = sglite(
        "train", "ngram", corpus, tmp_path / "more.txt.xz", *SMALL, "--words", "punct", "--lowercase",
        "--min-count", "2", "--vocab-size", "12", "-o", tmp_path / "m.safetensors",
    )  # fmt: skip
    assert done.code == 0
    words = read_compact(tmp_path / "m.safetensors").words
    assert words[:3] == ("<unk>", "<s>", "</s>")
    assert len(words) == 15
    assert "the" in words
    assert "The" not in words
    assert "bone" not in words  # seen once


def test_unknown_words_can_be_put_into_classes(corpus, tmp_path):
    folder = tmp_path / "m"
    assert sglite("train", "ngram", corpus, *SMALL, "--unk", "classes", "--min-count", "3", "-o", folder).code == 0
    [result] = load_backend(f"ngram:{folder}").score(["The Blorkov slept."])
    assert result.oov.tolist() == [False, True, False, False]
    assert result.tokens[1].startswith("UNK")
    assert not load_backend(f"ngram:{folder}").info.warnings


def test_discounts_for_the_fallback_can_be_given(corpus, tmp_path):
    folder = tmp_path / "m"
    done = sglite("train", "ngram", corpus, "--discount-fallback", "0.4", "0.9", "1.2", "-o", folder, "--order", 3)
    assert done.code == 0
    assert "fallback was used" in done.err
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert card["fallback_orders"]
    for order in card["fallback_orders"]:
        assert card["discounts"][order - 1] == [0.4, 0.9, 1.2]


def test_quiet_says_nothing(corpus, tmp_path):
    done = sglite("train", "ngram", corpus, *SMALL, "--quiet", "-o", tmp_path / "m")
    assert (done.code, done.out, done.err) == (0, "", "")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--prune", "1"], "single words cannot be pruned"),
        (["--prune", "0", "2", "1"], "lower than the one before"),
        (["--prune", "x"], "give one number for each order"),
        (["--prune", "0.5"], "not a list of whole numbers"),
        (["--prune", "0", "-1"], "0 or more"),
        (["--order", "0"], "--order"),
        (["--discount-fallback", "0.5"], "three discounts"),
        (["--words", "letters"], "letters"),
        ([], "--discount-fallback"),  # too small a text
    ],
)
def test_bad_options_exit_with_2_and_say_why(corpus, tmp_path, args, message):
    assert message in refused("train", "ngram", corpus, "-o", tmp_path / "m", *args)
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "empty"), (b"\n \n", "empty"), ("Füchse\n".encode("latin-1"), "line 1 is not UTF-8"), (None, "not found")],
)
def test_bad_texts_exit_with_2_and_say_where(tmp_path, content, message):
    path = tmp_path / "bad.txt"
    if content is not None:
        path.write_bytes(content)
    err = refused("train", "ngram", path, "-o", tmp_path / "m")
    assert message in err
    assert "bad.txt" in err


def test_quantizing_an_arpa_file_and_writing_over_a_file_are_refused(corpus, tmp_path):
    assert "compact form" in refused("train", "ngram", corpus, *SMALL, "--quantize", "-o", tmp_path / "x.arpa")
    assert "is a file" in refused("train", "ngram", corpus, *SMALL, "-o", corpus)


def test_discounts_that_are_no_numbers_are_refused(corpus, tmp_path):
    message = refused("train", "ngram", corpus, "--discount-fallback", "1", "2", "3-", "-o", tmp_path / "z.arpa")
    assert "three discounts" in message


def test_a_chinese_text_is_trained_by_characters_and_scored_so(tmp_path):
    """Field case A16: each letter of a script without blanks is a word, by one option."""
    corpus = tmp_path / "zh.txt"
    corpus.write_text("一只猫在睡觉。\n三本书在桌上。\n一本书在桌上。\n" * 20, encoding="utf-8")
    done = sglite("train", "ngram", corpus, *SMALL, "-o", tmp_path / "by_stretch")
    assert "Warning: The text has no blanks between words" in done.err
    assert "--words characters" in done.err
    done = sglite("train", "ngram", corpus, *SMALL, "--words", "characters", "-o", tmp_path / "zh")
    assert "Warning" not in done.err
    scored = sglite("surprisal", "--model", f"ngram:{tmp_path / 'zh'}", "--format", "csv", stdin="三只猫。\n").out
    assert [line.split(",")[2] for line in scored.splitlines()[1:]] == ["三", "只", "猫", "。"]


def test_the_language_of_lower_casing_stands_on_the_card_and_in_the_command(tmp_path):
    """Field case A16: known words with `--lowercase tr`."""
    corpus = tmp_path / "tr.txt"
    corpus.write_text("İstanbul büyük\nışık var\n" * 20, encoding="utf-8")
    sglite("train", "ngram", corpus, *SMALL, "--lowercase", "tr", "-o", tmp_path / "tr")
    card = json.loads((tmp_path / "tr" / "card.json").read_text(encoding="utf-8"))
    assert card["lowercase"] == "tr"
    assert "--lowercase tr" in card["command"]
    model = f"ngram:{tmp_path / 'tr'}"
    text = tmp_path / "text.txt"
    text.write_text("İSTANBUL IŞIK\n", encoding="utf-8")
    by_card = sglite("surprisal", text, "--model", model)
    assert "unknown" not in by_card.out
    assert by_card.out == sglite("surprisal", "--lowercase", "tr", text, "--model", model).out
    assert sglite("surprisal", "--lowercase", text, "--model", model).out.count("unknown word") == 2
    refusal = refused("surprisal", text, "--lowercase=de", "--model", model)
    assert "are az, lt, tr; for any other, give --lowercase alone" in refusal


def test_what_memory_does_not_hold_is_sorted_on_the_disk_to_the_same_model(corpus, tmp_path):
    here, there = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    assert "disk" not in sglite("train", "ngram", corpus, *SMALL, "-o", here).err
    done = sglite("train", "ngram", corpus, *SMALL, "--memory", "1K", "-o", there)
    assert done.code == 0
    assert "Sorting on the disk" in done.err
    assert here.read_bytes() == there.read_bytes()


@pytest.mark.parametrize("size", ["much", "2X", "-1", "", "1.2.3G"])
def test_a_size_that_is_none_is_refused(corpus, tmp_path, size):
    assert "is not a size such as 500M or 2G" in refused(
        "train", "ngram", corpus, *SMALL, "-o", tmp_path / "a.arpa", f"--memory={size}"
    )


def test_the_card_does_not_say_how_much_memory_there_was(corpus, tmp_path):
    sglite("train", "ngram", corpus, *SMALL, "--memory", "2G", "-o", tmp_path / "mine", "--memory=1g")
    card = json.loads((tmp_path / "mine" / "card.json").read_text(encoding="utf-8"))
    assert "memory" not in card["command"]
    assert "2G" not in card["command"]
    assert card["command"].endswith("mine")


_HANGING = """
import sys, time
from syntaxgym_lite.cli import main
from syntaxgym_lite.lm.ngram import arpa, estimate

def hang(*_):
    print("hangs", file=sys.stderr, flush=True)
    time.sleep(60)
    yield b""

if sys.argv.pop(1) == "writing":
    arpa.arpa_text = hang
else:
    estimate._all_discounts = lambda *_: next(hang())
main()
"""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("memory", [(), ("--memory", "1K")], ids=["memory", "disk"])
@pytest.mark.parametrize("moment", ["counting", "writing"])
def test_an_interrupted_training_leaves_nothing_and_says_so(corpus, tmp_path, moment, memory):
    (tmp_path / "temporary").mkdir()
    out = tmp_path / "out" / "x.arpa"
    out.parent.mkdir()
    out.write_text("old", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", _HANGING, moment, "train", "ngram", corpus, *SMALL, *memory, "--overwrite", "-o", out],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(tmp_path / "temporary")},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        told = list(iter(process.stderr.readline, "hangs\n"))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert any("Sorting on the disk" in line for line in told) == bool(memory)
    assert process.returncode == 130
    assert " ".join(err.split()) == f"Interrupted. Nothing was written to {out}."
    assert (list(out.parent.iterdir()), out.read_text(encoding="utf-8")) == ([out], "old")
    assert list((tmp_path / "temporary").iterdir()) == []
