from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from safetensors.torch import load_file

from syntaxgym_lite.backends.word.baselines import load_unigram
from syntaxgym_lite.backends.word.recurrent import load
from syntaxgym_lite.cli.train_wordlm import command
from syntaxgym_lite.errors import InputError, ModelError
from syntaxgym_lite.lm.corpus import Corpus
from syntaxgym_lite.lm.recurrent.network import NetworkShape, WordNetwork
from syntaxgym_lite.lm.recurrent.training import TrainingOptions, train
from syntaxgym_lite.lm.vocabulary import Vocabulary
from syntaxgym_lite.perplexity import measure_perplexity

SMALL = {"layers": 1, "hidden": 8, "emb": 8, "batch_size": 4, "bptt": 8, "epochs": 2, "lr": 1.0}


def sentences(n, seed=0):
    """Agreement in number over a gap: something to learn that takes more than one word of context."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        plural = rng.integers(2)
        subject = rng.choice(["dogs", "cats", "kids"] if plural else ["dog", "cat", "kid"])
        gap = " ".join(rng.choice(["old", "red", "big"], rng.integers(3)))
        verb = "sleep" if plural else "sleeps"
        yield f"The {gap} {subject} near it {verb} .".replace("  ", " ")


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(sentences(120)) + "\n", encoding="utf-8")
    return path


def run(text, folder, *, resume=False, valid=None, **options):
    corpus = Corpus([text], "whitespace")
    return train(corpus, folder, TrainingOptions(**{**SMALL, **options}), valid=valid, resume=resume)


def weights(folder):
    return load_file(folder / "model.safetensors")


def assert_same_weights(one, other):
    assert one.keys() == other.keys()
    for name in one:
        assert torch.equal(one[name], other[name]), name


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"order": "sentences"},
        {"arch": "rnn", "lr": 0.5},
        {"arch": "lstm-5gram"},
        {"tied": True},
        {"tied": True, "emb": 6},
        {"softmax": "adaptive", "cutoffs": (4, 8), "layers": 2},
        {"softmax": "split", "cutoffs": (4, 8), "tied": True},
        {"arch": "onlstm", "chunk": 2, "layers": 2},
        {"arch": "onlstm", "chunk": 4, "softmax": "split", "cutoffs": (4, 8), "order": "sentences", "threads": 2},
        {"optimizer": "adamw", "lr": 0.02, "order": "sentences", "threads": 2},
        {"optimizer": "adamw", "lr": 0.02, "schedule": "cosine", "half": True},
    ],
    ids=str,
)
def test_every_kind_learns_and_its_card_and_backend_agree(text, tmp_path, options):
    folder = tmp_path / "model"
    card = run(text, folder, dropout=0.1, **options)
    bits = [validation["bits"] for validation in card["validations"]]
    assert bits[-1] < bits[0] < np.log2(len(Vocabulary.read(folder / "vocab.txt"))) + 0.5
    # two roads to one perplexity: the trainer's own, and the backend's over the held-out sentences
    held_out = list(sentences(120))[19::20]
    measured = measure_perplexity(load(str(folder)), held_out)
    assert measured.perplexity == pytest.approx(card["perplexity"]["valid"]["perplexity"], rel=1e-5)
    assert measured.n_words + measured.n_ends == card["perplexity"]["valid"]["n_words"]
    assert sorted(path.name for path in folder.iterdir()) == [
        "card.json",
        "counts.tsv",
        "model.safetensors",
        "vocab.txt",
    ]
    assert json.loads((folder / "card.json").read_text(encoding="utf-8")) == card
    assert {tensor.dtype for tensor in weights(folder).values()} == {
        torch.float16 if options.get("half") else torch.float32
    }


def test_long_training_learns_agreement_over_a_gap(text, tmp_path):
    run(text, tmp_path / "model", optimizer="adamw", lr=0.03, epochs=30, order="sentences", dropout=0.0, hidden=16)
    backend = load(str(tmp_path / "model"))
    right, wrong = backend.score(["The old dogs near it sleep .", "The old dogs near it sleeps ."])
    assert right.bits[5] + 1 < wrong.bits[5]


@pytest.mark.parametrize(
    "options", [{"dropout": 0.3}, {"order": "sentences", "optimizer": "adamw", "lr": 0.01, "threads": 2}]
)
def test_a_seed_gives_the_same_model_and_another_seed_another(text, tmp_path, options):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        run(text, tmp_path / name, seed=seed, **options)
    assert_same_weights(weights(tmp_path / "a"), weights(tmp_path / "b"))
    a, c = weights(tmp_path / "a"), weights(tmp_path / "c")
    assert not torch.equal(a["encoder.weight"], c["encoder.weight"])


def test_gradient_of_several_threads_is_that_of_one(text, tmp_path):
    for threads in (1, 3):
        run(text, tmp_path / str(threads), threads=threads, dropout=0.0, order="sentences", epochs=1)
    one, three = weights(tmp_path / "1"), weights(tmp_path / "3")
    for name in one:  # the same sums in another order
        torch.testing.assert_close(one[name], three[name], rtol=1e-3, atol=1e-4)


KILLED = """
import os, signal, sys
from pathlib import Path
from syntaxgym_lite.lm.corpus import Corpus
from syntaxgym_lite.lm.recurrent import training

n_steps, options = int(sys.argv[3]), eval(sys.argv[4])
step = training._Trainer.step

def step_and_die(self, batch):
    step(self, batch)
    if self.position.n_steps == n_steps:
        os.kill(os.getpid(), signal.SIGKILL)

training._Trainer.step = step_and_die
training.train(
    Corpus([Path(sys.argv[1])], "whitespace"), sys.argv[2], training.TrainingOptions(**options),
    checkpoint_minutes=1e-9,
)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a kill that cannot be caught")
@pytest.mark.parametrize(
    "options",
    [
        {**SMALL, "dropout": 0.3, "layers": 2},
        {
            **SMALL,
            "dropout": 0.3,
            "order": "sentences",
            "optimizer": "adamw",
            "lr": 0.01,
            "threads": 2,
            "validate_every": 90,
        },
        {**SMALL, "dropout": 0.3, "layers": 2, "arch": "onlstm", "chunk": 4, "tied": True},
    ],
    ids=["stream, sgd", "sentences, adamw", "onlstm"],
)
def test_killed_at_any_moment_and_resumed_it_ends_as_if_nothing_had_happened(text, tmp_path, options):
    run(text, tmp_path / "whole", **options)
    for n_steps in (7, 41):
        folder = tmp_path / f"killed{n_steps}"
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(text), str(folder), str(n_steps), repr(options)],
            env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False,
        )  # fmt: skip
        assert done.returncode == -signal.SIGKILL
        assert not (folder / "card.json").exists()
        card = run(text, folder, resume=True, **options)
        assert_same_weights(weights(tmp_path / "whole"), weights(folder))
        whole = json.loads((tmp_path / "whole" / "card.json").read_text(encoding="utf-8"))
        assert [v["bits"] for v in card["validations"]] == [v["bits"] for v in whole["validations"]]
        assert card["n_words_seen"] == whole["n_words_seen"]


def interrupted(text, folder, **options):
    class Stop(Exception):
        pass

    def stop(progress):
        if (folder / "checkpoint.safetensors").exists():
            raise Stop

    with pytest.raises(Stop):
        train(
            Corpus([text], "whitespace"), folder, TrainingOptions(**{**SMALL, **options}),
            checkpoint_minutes=1e-9, report=stop, report_seconds=0.05,
        )  # fmt: skip


def test_a_run_is_not_overwritten_and_not_continued_with_other_options(text, tmp_path):
    folder = tmp_path / "model"
    interrupted(text, folder, epochs=400)
    with pytest.raises(InputError, match="add `resume`"):
        run(text, folder)
    with pytest.raises(InputError, match=r"another run \(hidden 8 there, 9 here\)"):
        run(text, folder, resume=True, hidden=9)
    text.write_text(text.read_text(encoding="utf-8") + "The end .\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"another run \(.*corpus"):
        run(text, folder, resume=True)


def test_a_damaged_checkpoint_is_one_clear_error(text, tmp_path):
    folder = tmp_path / "model"
    interrupted(text, folder, epochs=400)
    file = folder / "checkpoint.safetensors"
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(ModelError, match="damaged"):
        run(text, folder, resume=True)


def test_a_finished_model_is_kept(text, tmp_path):
    card = run(text, tmp_path / "model", epochs=1)
    assert run(text, tmp_path / "model", resume=True, epochs=1) == card
    with pytest.raises(InputError, match="holds a model already"):
        run(text, tmp_path / "model", epochs=1)


def test_budgets_stop_a_run_and_the_learning_rate_reaches_zero(text, tmp_path):
    rates = []
    card = train(
        Corpus([text], "whitespace"), tmp_path / "words",
        TrainingOptions(**{**SMALL, "optimizer": "adamw", "lr": 0.01, "max_words": 300, "epochs": 40, "order": "sentences"}),
        report=lambda progress: rates.append(progress.lr), report_seconds=0.0,
    )  # fmt: skip
    assert card["stopped"] == "budget"
    assert 300 <= card["n_words_seen"] < 300 + 32
    assert rates[-1] == 0
    card = run(text, tmp_path / "minutes", max_minutes=0.5 / 60, epochs=100_000, patience=100_000)
    assert card["stopped"] == "budget"
    assert 0.4 <= card["minutes"] * 60 < 30
    assert run(text, tmp_path / "epochs", epochs=1)["stopped"] == "epochs"


def test_annealing_and_early_stopping_follow_the_validation_loss(text, tmp_path):
    # a rate that is far too small to matter after annealing: the loss stays, patience runs out
    card = run(text, tmp_path / "model", lr=1e-9, epochs=50, patience=3, dropout=0.0)
    assert card["stopped"] == "patience"
    assert len(card["validations"]) < 50


def test_divergence_is_one_clear_error(text, tmp_path):
    with pytest.raises(ModelError, match="smaller `lr`"):
        run(text, tmp_path / "model", lr=1e30, clip=1e30, epochs=20)


def test_an_empty_corpus_and_other_encodings_are_refused(tmp_path):
    path = tmp_path / "empty.txt"
    path.write_bytes(b"\n")
    with pytest.raises(InputError, match="corpus is empty"):
        run(path, tmp_path / "model")
    path.write_bytes(b"caf\xe9\n")
    with pytest.raises(InputError, match="line 1 is not UTF-8"):
        run(path, tmp_path / "model")
    path.write_bytes(b"one sentence .\n")
    with pytest.raises(InputError, match="one sentence only"):
        run(path, tmp_path / "model")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tied": True, "softmax": "adaptive"}, "`tied` needs `softmax` full or split"),
        ({"layers": 0}, "`layers` must be at least 1"),
        ({"lr": 0.0}, "`lr` must be above 0"),
        ({"dropout": 1.0}, "`dropout` must be"),
        ({"batch_size": 2, "threads": 3}, "`threads=3` needs"),
        ({"arch": "onlstm", "chunk": 7}, r"`chunk=7` must divide `hidden` \(650\), and `emb` \(650\)"),
        ({"arch": "onlstm", "hidden": 1150, "emb": 400, "chunk": 0}, "`chunk=0` must divide"),
        ({"arch": "onlstm", "weight_drop": 1.0}, "`weight_drop` must be at least 0 and below 1"),
        ({"chunk": 10}, "`chunk` is an option of `arch=onlstm`, not of lstm"),
        ({"arch": "rnn", "weight_drop": 0.1}, "`weight_drop` is an option of `arch=onlstm`, not of rnn"),
    ],
)
def test_options_that_cannot_be_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        TrainingOptions(**options)


def test_unknown_word_classes_are_trained_and_used(text, tmp_path):
    corpus = Corpus([text], "whitespace")
    card = train(corpus, tmp_path / "m", TrainingOptions(**SMALL), vocab_size=6, unk="classes")
    assert card["unk"] == "classes"
    [scored] = load(str(tmp_path / "m"), words="whitespace").score(["The zorked zorks"])
    assert scored.tokens[2] == "UNK-LC-s"
    assert scored.oov.tolist() == [False, True, True]


def test_counts_are_those_of_the_training_text(text, tmp_path):
    run(text, tmp_path / "model", epochs=1)
    kept = [line for i, line in enumerate(sentences(120)) if i % 20 != 19]
    rows = dict(
        line.split("\t") for line in (tmp_path / "model" / "counts.tsv").read_text(encoding="utf-8").splitlines()
    )
    assert int(rows["The"]) == int(rows["<eos>"]) == len(kept)
    assert int(rows["it"]) == sum(line.split().count("it") for line in kept)
    [scored] = load_unigram(str(tmp_path / "model")).score(["The it"])
    assert scored.bits[0] == scored.bits[1]


def test_carrying_the_state_equals_reading_in_one_go():
    network = WordNetwork(NetworkShape(9, "lstm", 4, 5, 2))
    words = torch.randint(9, (7, 3))
    whole, _ = network(words)
    first, state = network(words[:4])
    second, _ = network(words[4:], None, state)
    torch.testing.assert_close(torch.cat([first, second]), whole)


def test_the_command_trains_resumes_and_writes_itself_into_the_card(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ["corpus.txt", "--words", "whitespace", "--hidden", "8", "--emb", "8", "--layers", "1", "--epochs", "1",
                 "--batch-size", "4", "--test", "corpus.txt", "--licence", "CC0", "-o", "out"]  # fmt: skip
    runner = CliRunner()
    done = runner.invoke(command, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert done.stdout == "out\n"
    assert "validation:" in done.stderr
    assert "test: perplexity" in done.stderr
    card = json.loads((tmp_path / "out" / "card.json").read_text(encoding="utf-8"))
    assert card["command"].endswith(" ".join(arguments))
    assert (card["licence"], card["words"], card["backend"]) == ("CC0", "whitespace", "wordlm")
    assert set(card["perplexity"]) == {"valid", "test"}
    again = runner.invoke(command, [*arguments, "--resume", "--quiet"], catch_exceptions=False)
    assert again.stdout == "out\n"


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        (["--cutoffs", "9,4"], "must be above 0 and rise"),
        (["--cutoffs", "x"], "whole numbers"),
        (["--vocab", "v.txt", "--vocab-size", "5"], "leave out --vocab-size"),
        (["--vocab-size", "0"], "at least 1"),
    ],
)
def test_the_command_refuses_options_that_cannot_be(text, extra, message):
    done = CliRunner().invoke(command, [str(text), "-o", "out", *extra])
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)


def test_a_given_word_list_is_used_as_it_stands(text, tmp_path):
    (tmp_path / "v.txt").write_text("<unk>\n<eos>\ndog\nThe\n", encoding="utf-8")
    vocabulary = Vocabulary.read(tmp_path / "v.txt")
    train(Corpus([text], "whitespace"), tmp_path / "m", TrainingOptions(**SMALL), vocabulary=vocabulary)
    assert Vocabulary.read(tmp_path / "m" / "vocab.txt") == vocabulary


@pytest.mark.parametrize("cell", ["lstm", "gru", "rnn_tanh", "rnn_relu"])
def test_steps_give_what_reading_at_once_gives(cell):
    network = WordNetwork(NetworkShape(9, cell, 4, 5, 2))
    words = torch.randint(9, (7, 3))
    whole, _ = network(words)
    state, outputs = None, []
    for row in words:
        output, state = network.step(row, state)
        outputs.append(output)
    torch.testing.assert_close(torch.cat(outputs), whole)


def test_training_that_diverges_is_an_error_of_its_own(text, tmp_path):
    with pytest.raises(ModelError, match="Use a smaller `lr`"):
        run(text, tmp_path / "out", lr=1e30, epochs=1)


def test_a_training_goes_on_from_the_weights_of_another_model(tmp_path, text):
    card = run(text, tmp_path / "first")
    corpus, still = Corpus([text], "whitespace"), TrainingOptions(**{**SMALL, "lr": 1e-12, "epochs": 1, "seed": 7})
    again = train(corpus, tmp_path / "second", still, start=tmp_path / "first")
    for name, value in weights(tmp_path / "first").items():  # a rate of nothing leaves them where they were
        assert torch.allclose(weights(tmp_path / "second")[name], value, atol=1e-6), name
    assert again["start"] == {"name": "first", "sha256": card["sha256"]}
    assert "start" not in card
    # its words were chosen by nothing that was asked for here
    assert again["vocabulary"] == {**card["vocabulary"], "size": None, "min_count": None}
    further = train(corpus, tmp_path / "third", TrainingOptions(**SMALL), start=tmp_path / "first")
    assert further["perplexity"]["valid"]["bits"] < card["perplexity"]["valid"]["bits"]


def test_a_model_that_does_not_fit_is_not_started_from(tmp_path, text):
    run(text, tmp_path / "first")
    corpus = Corpus([text], "whitespace")

    def refusal(corpus=corpus, start="first", vocabulary=None, **options):
        options = TrainingOptions(**{**SMALL, **options})
        with pytest.raises(InputError) as caught:
            train(corpus, tmp_path / "new", options, start=tmp_path / start, vocabulary=vocabulary)
        assert not (tmp_path / "new").exists()
        return str(caught.value)

    assert "has `hidden` 8, not 16; ask for the same" in refusal(hidden=16)
    assert "has `arch` lstm, not lstm-5gram; ask" in refusal(arch="lstm-5gram")
    assert "has `softmax` full, not adaptive, `cutoffs` None, not 5; ask" in refusal(softmax="adaptive", cutoffs=(5,))
    assert "has `words` whitespace, not clitics; ask" in refusal(corpus=Corpus([text], "clitics"))
    assert "has `lowercase` False, not True; ask" in refusal(corpus=Corpus([text], "whitespace", True))
    assert "to start from; there is no such folder" in refusal(start="nowhere")
    (tmp_path / "empty").mkdir()
    assert "to start from; there is no card.json in it" in refusal(start="empty")
    assert "its words are not those that are given" in refusal(vocabulary=Vocabulary.from_counts({"dog": 1}))
    edit_card(tmp_path / "first", backend="rnng")
    assert "to start from; its card says rnng" in refusal()


def test_a_word_list_of_another_length_than_the_model_is_not_started_from(tmp_path, text):
    run(text, tmp_path / "first")
    with (tmp_path / "first" / "vocab.txt").open("a", encoding="utf-8") as file:
        file.write("another\n")
    with pytest.raises(InputError, match="but the model has weights for"):
        train(Corpus([text], "whitespace"), tmp_path / "new", TrainingOptions(**SMALL), start=tmp_path / "first")


def edit_card(folder, **values):
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    (folder / "card.json").write_text(json.dumps({**card, **values}), encoding="utf-8")


def test_a_model_whose_words_were_cut_by_earlier_rules_is_not_started_from(tmp_path, text):
    corpus, options = Corpus([text], "clitics"), TrainingOptions(**{**SMALL, "epochs": 1})
    train(corpus, tmp_path / "first", options)
    edit_card(tmp_path / "first", words_revision=1)
    with pytest.raises(InputError, match=r"cut by earlier rules of clitics \(revision 1, now 2\), so that some"):
        train(corpus, tmp_path / "new", options, start=tmp_path / "first")


def test_a_finished_model_that_began_elsewhere_is_another_one(tmp_path, text):
    corpus, options = Corpus([text], "whitespace"), TrainingOptions(**{**SMALL, "epochs": 1})
    for name, seed in (("one", 1), ("two", 2)):
        train(corpus, tmp_path / name, TrainingOptions(**{**SMALL, "epochs": 1, "seed": seed}))
    card = train(corpus, tmp_path / "new", options, start=tmp_path / "one")
    assert train(corpus, tmp_path / "new", options, start=tmp_path / "one", resume=True) == card
    for start in ("two", None):
        with pytest.raises(InputError, match=r"finished model of another run \(.*start\)"):
            train(corpus, tmp_path / "new", options, start=start and tmp_path / start, resume=True)
    with pytest.raises(InputError, match="another run"):
        train(corpus, tmp_path / "one", options, min_count=2, resume=True)
    with pytest.raises(InputError, match=r"another run \(corpus.valid\)"):
        train(corpus, tmp_path / "one", options, valid=corpus, resume=True)


def test_classes_of_unknown_words_are_not_asked_for_in_vain(tmp_path, text):
    corpus, options = Corpus([text], "whitespace"), TrainingOptions(**{**SMALL, "epochs": 1})
    with pytest.raises(InputError, match="no classes of unknown words; leave out `unk=classes`"):
        train(corpus, tmp_path / "new", options, vocabulary=Vocabulary.from_counts({"dog": 1}), unk="classes")
    assert not (tmp_path / "new").exists()


def test_the_shipped_model_is_started_from_by_its_name(tmp_path, text):
    arguments = [
        str(text),
        "--start-from",
        "lstm",
        "-o",
        str(tmp_path / "new"),
        "--emb",
        "256",
        "--softmax",
        "adaptive",
    ]
    result = CliRunner().invoke(command, arguments)
    assert "has `hidden` 400, not 650; ask for the same" in str(result.exception)
