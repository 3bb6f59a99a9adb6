"""``sglite train rnng`` and ``sglite parse``: from trees to a model, and from sentences to trees."""

import csv
import io
import json

import pytest
from support.running import refused, sglite

TREES = [
    f"(S (NP (DT The) (NN {noun})) (VP (VBD {verb})) (. .))"
    for noun in ("dog", "cat", "fox")
    for verb in ("slept", "sat", "left")
]
CONLLU = "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNOUN\t_\t_\t3\tnsubj\t_\t_\n3\tslept\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n\n"
SMALL = ("--hidden", "8", "--emb", "8", "--layers", "1", "--epochs", "2", "--batch-words", "20", "--device", "cpu")


@pytest.fixture
def trees(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text("\n".join(TREES) + "\n", encoding="utf-8")
    return path


def test_a_model_is_trained_scored_with_and_parsed_with(trees, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = sglite("train", "rnng", "trees.txt", *SMALL, "--valid", "trees.txt", "--licence", "CC0", "-o", "mine")
    assert (done.code, done.out) == (0, "mine\n")
    assert "bits a word with its part of the tree" in done.err
    card = json.loads((tmp_path / "mine" / "card.json").read_text(encoding="utf-8"))
    assert card["command"].startswith("sglite train rnng trees.txt")
    assert (card["licence"], card["words"], card["backend"]) == ("CC0", "treebank", "rnng")
    again = sglite("train", "rnng", "trees.txt", *SMALL, "--valid", "trees.txt", "-o", "mine", "--resume", "-q")
    assert (again.code, again.out, again.err) == (0, "mine\n", again.err)

    scored = sglite("surprisal", "--model", "rnng:mine", "--format", "csv", "-O", "beam=5", stdin="The dog slept.\n")
    assert scored.code == 0
    assert len(scored.out.splitlines()) == 5
    measured = sglite("perplexity", "--model", "rnng:mine", "--no-eos", "--format", "json", "trees.txt", "-O", "beam=2")
    assert measured.code == 0
    assert "sentence" in refused("perplexity", "--model", "rnng:mine", "trees.txt", code=2)

    text = "The dog slept.\n\nA wombat (sat).\n"
    lines = sglite("parse", "-m", "rnng:mine", "-q", stdin=text).out.splitlines()
    assert len(lines) == 2
    assert "-LRB-" in lines[1]
    assert "(X wombat)" in lines[1]
    rows = list(csv.DictReader(io.StringIO(sglite("parse", "-m", "rnng:mine", "--format", "csv", stdin=text).out)))
    assert [row["sentence_id"] for row in rows] == ["1", "3"]
    assert float(rows[0]["sum_bits"]) <= float(rows[0]["bits"])
    found = sglite("parse", "-m", "rnng:mine", "--format", "json", "-O", "beam=7", stdin=text).json
    assert found["model"]["options"]["beam"] == 7
    assert [one["n_trees"] > 0 for one in found["sentences"]] == [True, True]


def test_brackets_in_plain_sentences_are_warned_of_once(trees, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sglite("train", "rnng", "trees.txt", *SMALL, "--valid", "trees.txt", "-o", "mine", "-q").code == 0
    text = "The dog slept.\n(S (NP The dog) (VP slept) .)\nNT(S) The dog slept.\n(I think) The dog slept.\n<s> A dog\n"
    for command in (("surprisal",), ("parse",)):
        done = sglite(*command, "--model", "rnng:mine", "-O", "beam=5", stdin=text)
        assert done.code == 0
        said = [line for line in " ".join(done.err.split()).split("Warning: ") if "bracket of a tree" in line]
        assert len(said) == 2
        assert "'(S', which is taken for words" in said[0]
        assert "standard input, line 2" in said[0]
        assert "'NT(S)'" in said[1]
        assert "standard input, line 3" in said[1]
        assert "'<s>' is a marker of language models" in done.err
    quiet = sglite("parse", "--model", "rnng:mine", "-O", "beam=5", "-q", stdin=text)
    assert "bracket" not in quiet.err


def test_dependencies_are_made_constituents(tmp_path):
    path = tmp_path / "mine.conllu"
    path.write_text(CONLLU * 8, encoding="utf-8")
    done = sglite("train", "rnng", path, *SMALL, "-o", tmp_path / "m", "-q")
    assert done.code == 0, done.err
    assert json.loads((tmp_path / "m" / "card.json").read_text(encoding="utf-8"))["labels"] == ["S", "NP", "VP"]


def test_trees_without_tags(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("(S (NP The dog) (VP slept))\n" * 8, encoding="utf-8")
    assert "line 1, column 8: the word 'The' has no tag" in refused("train", "rnng", path, "-o", tmp_path / "m")
    assert sglite("train", "rnng", path, *SMALL, "--untagged", "-o", tmp_path / "m", "-q").code == 0


def test_what_cannot_be_is_refused(trees, tmp_path):
    trees.write_text("(S (NP (NN dog))\n(S (NN cat))\n", encoding="utf-8")
    said = refused("train", "rnng", trees, "-o", tmp_path / "m")
    assert "line 1, column 1: the bracket is not closed before the next tree begins" in said
    assert "leave out --vocab-size" in refused("train", "rnng", trees, "--vocab", trees, "--vocab-size", 5, "-o", "m")
    assert "at least 1" in refused("train", "rnng", trees, "--min-count", 0, "-o", "m")
    assert "gives no trees" in refused("parse", "--model", "ngram", stdin="The dog.", code=3)
    assert "no such file" in refused("parse", tmp_path / "none", "--model", "ngram")


def test_a_sentence_without_a_tree_costs_no_other(trees, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    small = ("--layers", 1, "--heads", 2, "--width", 8, "--context", 16, "--vocab-size", 300, "--epochs", 1)
    assert sglite("train", "transformer", "--trees", trees, "--valid", trees, *small, "-o", "m", "-q").code == 0
    text = f"The dog slept.\n{'the dog ' * 20}\nThe cat sat.\n{'the cat ' * 20}\n"
    done = sglite("parse", "-m", "m", "-O", "beam=2", "--format", "csv", stdin=text)
    assert done.code == 3
    assert [row["sentence_id"] for row in csv.DictReader(io.StringIO(done.out))] == ["1", "3"]
    assert "standard input, line 2: The sentence 'the dog" in done.err
    assert "So it is with line 4." in done.err


def test_trees_are_learnt_as_strings_and_options_that_do_not_belong_together_are_refused(trees, tmp_path):
    assert "--untagged is for --trees" in refused("train", "transformer", trees, "--untagged", "-o", tmp_path / "m")
    said = refused("train", "transformer", trees, "--trees", "--strip-markers", "-o", tmp_path / "m")
    assert "--strip-markers is for text" in said
