"""Measures of cloze diagnostics: accuracy, sensitivity, exclusions, runs; on models whose answers are known."""

from __future__ import annotations

import csv
import io
import json
import math
import statistics
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from rich.console import Console
from support.running import sglite
from support.tiny_masked import masked_model, naive_left_bits
from support.tiny_masked import network as random_network
from support.tiny_models import gpt_folder, save
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

from syntaxgym_lite.cli.cloze import command as cloze_command
from syntaxgym_lite.cloze import SEVERAL_TOKENS, UNKNOWN, cloze_contexts, cloze_summary
from syntaxgym_lite.errors import InputError, ModelError
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.ports.published.ettinger import read_cloze
from syntaxgym_lite.reports import cloze as cloze_report
from syntaxgym_lite.reports.cloze import print_cloze
from syntaxgym_lite.runner import run
from syntaxgym_lite.scoring.opener import Opener
from syntaxgym_lite.suite.json import save_suite
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, TokenSurprisals
from syntaxgym_lite.words import split_words

CPRAG = (
    "item\tcontext_s1\tcontext_s2\texpected\twithin_category\tbetween_category\tconstraint\n"
    "0\tthe fox sleeps .\tthe band\tplays\tdance\tbark\tH\n"
    "1\tmy fox naps .\tthe dogs\tbark\tplays\tsleep\tL\n"
    "2\tthe foxes sleep .\tthe children\tdance\tplays\tsleep\tL\n"
)
KNOWN = (
    "item\tcontext_s1\tcontext_s2\texpected\twithin_category\tbetween_category\tconstraint\n"
    "0\tthe fox sleeps .\tthe dogs\tsleep\tbark\tfox\tH\n"
    "1\tmy fox naps .\tshe saw the\tfox\tdogs\tband\tL\n"
    "2\tthe foxes sleep .\tnobody heard the\train\tband\tbark\tL\n"
    "3\tthe band plays .\ta rainbow trout swims\tnear\tin\tand\tL\n"
)
ROLE = (
    "item\tcontext\texpected\texp_cloze\ttarget\ttgt_cloze\ttgt_cloze(strict)\n"
    "1-a\tshe saw which fox the dogs had \tbark|naps\t0.2\tsaw\t0.1\t0\n"
    "1-b\tshe saw which dogs the fox had \tsaw\t0.4\tsaw\t0.1\t0\n"
)
NAT = (
    "item\tcontext_aff\tcontext_neg\ttarget_aff\ttarget_neg\tlicensing\n"
    "0\tthe river is (a|an)\tthe river is not (a|an)\tbridge\troof\tY\n"
    "1\tthe sun is (a|an)\tthe sun is not (a|an)\troof\tbridge\tN\n"
)


class Oracle:
    """A word-level model with a probability and a rank for the last word of each sentence it was told about."""

    def __init__(self, said, *, unknown=(), pieces=()):
        self.said, self.unknown, self.pieces = said, unknown, pieces
        self.info = BackendInfo("toy", "oracle", Capabilities(units="words", unknown_words=True, ranks=True), None)

    def score(self, texts, options):
        return [self._one(text, options) for text in texts]

    def _one(self, text, options):
        spans = split_words(text, "whitespace")
        last = text.split()[-1]
        probability, rank = self.said(text)
        bits, ranks = [1.0] * len(spans), [1] * len(spans)
        bits[-1], ranks[-1] = -math.log2(probability), rank
        if last in self.pieces:  # cut its last letter off
            start, end = spans[-1]
            spans = [*spans[:-1], (start, end - 1), (end - 1, end)]
            bits, ranks = [*bits, 0.0], [*ranks, 1]
        words = tuple(text[start:end] for start, end in spans)
        oov = [word in self.unknown for word in words]
        return TokenSurprisals(
            text,
            words,
            np.array(spans),
            np.array(bits),
            np.array(oov),
            ranks=np.array(ranks) if options.ranks else None,
        )


@pytest.fixture
def files(tmp_path):
    paths = {}
    for name, text in (("cprag", CPRAG), ("role", ROLE), ("nat", NAT)):
        paths[name] = tmp_path / f"{name}.tsv"
        paths[name].write_text(text, encoding="utf-8")
    return paths


def measures(summary, context="original"):
    [model] = summary["models"]
    return {row["measure"]: row for row in model["measures"] if row["context"] == context}


def summary_of(path, model, **options):
    suites = read_cloze([path], **options)
    return cloze_summary(run(suites, [model]), suites)


# ---------------------------------------------------------------- by hand

SAID = {"plays": (0.5, 1), "dance": (0.495, 2), "bark": (0.1, 4), "sleep": (0.2, 3)}  # whatever stands before


def by_word(text):
    return SAID[text.split()[-1]]


def test_accuracy_and_sensitivity_of_a_hand_worked_model(files):
    found = measures(summary_of(files["cprag"], Oracle(by_word), at=[1, 2, 4]))
    assert {name: row["n_true"] for name, row in found.items()} == {
        "accuracy at 1": 1,  # plays
        "accuracy at 2": 2,  # plays, dance
        "accuracy at 4": 3,
        "good preferred": 1,  # 0.5 > 0.495 and 0.1
        "good preferred by 0.01": 0,  # 0.5 - 0.495 = 0.005
    }
    assert found["accuracy at 2"]["share"] == pytest.approx(2 / 3)
    assert found["accuracy at 2"]["sd"] is None
    levels = found["accuracy at 2"]["factors"]["constraint"]
    assert [(level["value"], level["n_items"], level["share"]) for level in levels] == [("H", 1, 1.0), ("L", 2, 0.5)]


def test_a_target_of_several_tokens_excludes_the_item_from_what_needs_it_and_is_counted(files):
    found = measures(summary_of(files["cprag"], Oracle(by_word, pieces=("sleep",))))
    assert {name: (row["n_items"], row["n_excluded"]) for name, row in found.items()} == {
        "accuracy at 1": (3, 0),
        "accuracy at 5": (3, 0),
        "good preferred": (3, 2),  # also the item of which the other comparison is false
        "good preferred by 0.01": (3, 2),
    }
    assert found["good preferred"]["excluded"] == {SEVERAL_TOKENS: 2}
    assert found["good preferred"]["share"] == 1.0
    scored = measures(summary_of(files["cprag"], Oracle(by_word, pieces=("sleep",)), multi_token="score"))
    assert (scored["good preferred"]["n_excluded"], scored["good preferred"]["share"]) == (0, pytest.approx(1 / 3))


@pytest.mark.parametrize("multi_token", ["exclude", "score"])
def test_an_unknown_target_excludes_the_item_either_way(files, multi_token):
    found = measures(summary_of(files["cprag"], Oracle(by_word, unknown=("sleep", "dance")), multi_token=multi_token))
    assert found["accuracy at 1"]["excluded"] == {UNKNOWN: 1}
    assert found["good preferred"]["excluded"] == {UNKNOWN: 3}
    assert (found["good preferred"]["share"], found["good preferred"]["ci_low"]) == (None, None)


def test_any_of_several_expected_words_is_a_hit_and_those_in_pieces_are_none(files):
    ranks = {"bark": 9, "naps": 3, "saw": 6}

    def said(text):
        return (0.3 if "fox the dogs" in text else 0.1), ranks[text.split()[-1]]

    found = measures(summary_of(files["role"], Oracle(said)))
    assert (found["accuracy at 5"]["n_true"], found["accuracy at 5"]["n_excluded"]) == (1, 0)
    assert found["good preferred by 0.01"]["n_true"] == 1
    one_left = measures(summary_of(files["role"], Oracle(said, pieces=("naps",))))["accuracy at 5"]
    assert (one_left["n_true"], one_left["n_excluded"]) == (0, 0)
    none_left = measures(summary_of(files["role"], Oracle(said, pieces=("naps", "bark"))))["accuracy at 5"]
    assert (none_left["n_true"], none_left["excluded"]) == (0, {SEVERAL_TOKENS: 1})


def test_affirmative_and_negative_and_natural_and_less_natural_are_apart(files):
    found = measures(summary_of(files["nat"], Oracle(lambda text: (0.5 if text.endswith("bridge") else 0.1, 1))))
    assert {name: row["share"] for name, row in found.items() if name.startswith("good preferred,")} == {
        "good preferred, affirmative": 0.5,
        "good preferred, negative": 0.5,
    }
    levels = found["good preferred, affirmative"]["factors"]["licensing"]
    assert [(level["value"], level["share"]) for level in levels] == [("natural", 1.0), ("less natural", 0.0)]


def test_random_orders_give_a_mean_and_a_standard_deviation_over_runs(files):
    def said(text):  # right where the sentence begins with a certain word
        return 0.5, 1 if text.startswith(("the", "my")) else 2

    suites = read_cloze([files["cprag"]], perturb=["all"], runs=20)
    result = run(suites, [Oracle(said)])
    summary = cloze_summary(result, suites)
    shares = [
        statistics.fmean(outcome.holds for outcome in suite.outcomes if outcome.prediction == 0)
        for suite in result.models[0].suites
        if suite.suite.startswith("cprag shuffle 0")
    ]
    row = measures(summary, "shuffle")["accuracy at 1"]
    assert (row["runs"], row["n_items"], len(shares)) == (20, 3, 20)
    assert row["share"] == pytest.approx(statistics.fmean(shares))
    assert row["sd"] == pytest.approx(statistics.stdev(shares))
    assert row["sd"] > 0
    assert row["ci_low"] is None
    assert measures(summary, "truncate")["accuracy at 1"]["share"] == 1.0


def test_contexts_are_listed_once_with_their_completions(files):
    suites = read_cloze([files["role"], files["nat"]], perturb=["object-subject"])
    listed = [(one.context, one.text, one.targets) for one in cloze_contexts(suites)]
    assert listed[:2] == [
        ("original", "she saw which fox the dogs had", ("bark", "naps", "saw")),
        ("original", "she saw which dogs the fox had", ("saw",)),
    ]
    assert ("object-subject", "she saw which one the other had", ("bark", "naps", "saw")) in listed
    assert ("original", "the river is a", ("bridge", "roof")) in listed
    assert not any(
        one.text.startswith("glee") for one in cloze_contexts(read_cloze([files["cprag"]], perturb=["shuffle"]))
    )


# ---------------------------------------------------------------- on transformers, held against a plain road


def plain_shares(table, bits_and_rank):
    """Accuracy at 1 and 5 and sensitivity of CPRAG rows, from -log2 p and rank of a word after a context."""
    ranks, wins, clear = [], [], []
    for line in table.splitlines()[1:]:
        _, first, second, *targets, _ = line.split("\t")
        said = [bits_and_rank(f"{first} {second}", target) for target in targets]
        good, *bad = [2.0**-bits for bits, _ in said]
        ranks.append(said[0][1])
        wins.append(all(good > other for other in bad))
        clear.append(all(good - other > 0.01 for other in bad))
    n = len(ranks)
    return {
        "accuracy at 1": sum(rank <= 1 for rank in ranks) / n,
        "accuracy at 5": sum(rank <= 5 for rank in ranks) / n,
        "good preferred": sum(wins) / n,
        "good preferred by 0.01": sum(clear) / n,
    }


def tokenizer_of_words(text):
    """As BERT's, with every word of a text as one piece."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = {word: number for number, word in enumerate([*special, *sorted({*text.split(), "."})])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    around = [(word, vocabulary[word]) for word in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=around)
    names = {f"{word[1:-1].lower()}_token": word for word in special}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)


def shares(output):
    [model] = output["models"]
    return {row["measure"]: row["share"] for row in model["measures"]}


def test_a_masked_model_is_asked_at_a_mask_before_a_full_stop(files, tmp_path):
    tokenizer = tokenizer_of_words(KNOWN)
    network = random_network("Bert", len(tokenizer))
    files["cprag"].write_text(KNOWN, encoding="utf-8")

    def bits_and_rank(context, target):
        before = tokenizer(context, add_special_tokens=False)["input_ids"]
        number = tokenizer.convert_tokens_to_ids
        ids = [number("[CLS]"), *before, number("[MASK]"), number("."), number("[SEP]")]
        with torch.no_grad():
            logits = network(input_ids=torch.tensor([ids])).logits[0, len(before) + 1].double()
        log = torch.log_softmax(logits, -1)
        own = log[number(target)]
        return float(-own / math.log(2)), int((log > own).sum()) + 1

    bits = naive_left_bits(network, tokenizer, "my fox naps . the dogs bark")
    assert bits[-1] == pytest.approx(bits_and_rank("my fox naps . the dogs", "bark")[0])
    spec = f"mlm:{save(tmp_path / 'bert', network, tokenizer)}"
    done = sglite("cloze", files["cprag"], "--model", spec, "--format", "json", "--top", 3, "-q")
    output = json.loads(done.out)
    assert done.code == 0
    assert shares(output) == pytest.approx(plain_shares(KNOWN, bits_and_rank))
    [model] = output["models"]
    assert (model["backend"], model["context"], model["options"]["sides"], model["options"]["final"]) == (
        "mlm",
        "left",
        "left",
        ".",
    )
    first = model["completions"][0]
    assert first["targets"] == ["sleep", "bark", "fox"]
    assert len(first["completions"]) == 3
    for place, one in enumerate(first["completions"], 1):
        bits, rank = bits_and_rank("the fox sleeps . the dogs", one["piece"].strip())
        assert (one["probability"], place) == (pytest.approx(2.0**-bits, rel=1e-3), rank)
    table = sglite("cloze", files["cprag"], "--model", spec, "-q").out
    assert "masked word at the end, then '.'" in table


def test_both_sides_are_seen_if_asked(files, tmp_path):
    spec = f"mlm:{save(tmp_path / 'bert', *masked_model('Bert'))}"
    done = sglite("cloze", files["cprag"], "--model", f"{spec}?sides=both", "-q")
    assert "masked word, both sides, pll within-word-l2r" in done.out


def test_a_causal_model_is_asked_for_its_next_word(files, tmp_path):
    done = sglite("cloze", files["nat"], files["cprag"], "--model", gpt_folder(), "--top", 2, "--out", tmp_path / "o")
    assert done.code == 0
    assert "next word" in done.out
    assert "by licensing" in done.out
    assert {path.name for path in (tmp_path / "o").iterdir()} == {
        "cloze.json",
        "completions.csv",
        "items.csv",
        "measures.csv",
        "run.json",
    }
    rows = list(csv.DictReader(io.StringIO((tmp_path / "o" / "completions.csv").read_text(encoding="utf-8"))))
    assert [row["rank"] for row in rows[:4]] == ["1", "2", "1", "2"]
    assert rows[0]["targets"] == "bridge|roof"
    assert 0 < float(rows[1]["probability"]) <= float(rows[0]["probability"]) < 1


# ---------------------------------------------------------------- the command


def test_measures_are_printed_as_csv_with_the_excluded_counted(files):
    done = sglite("cloze", files["cprag"], "--perturb", "shuffle", "--runs", 3, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert {row["context"] for row in rows} == {"original", "shuffle"}
    assert {row["runs"] for row in rows if row["context"] == "shuffle"} == {"3"}
    assert {(row["factor"], row["value"]) for row in rows} == {("", ""), ("constraint", "H"), ("constraint", "L")}
    assert all(row["sd"] for row in rows if row["context"] == "shuffle" and row["share"])


def test_a_share_is_shown_with_the_number_of_items_that_are_left(files, capsys):
    suites = read_cloze([files["cprag"]])
    summary = cloze_summary(run(suites, [Oracle(by_word, pieces=("sleep",))]), suites)
    print_cloze(summary, sys.stdout)
    lines = [
        line.split() for line in capsys.readouterr().out.splitlines() if line.strip().startswith("good preferred  ")
    ]
    assert lines[0][2:5] == ["1", "2", "1.000"]  # left, excluded, share
    assert lines[1][2:] == ["1.000", "of", "1", "-", "of", "0"]  # by constraint


def test_other_suites_than_those_that_were_run_are_refused(files):
    suites = read_cloze([files["cprag"]])
    result = run(suites, [Oracle(by_word)])
    with pytest.raises(InputError, match="Suite 'npz' is none of cloze diagnostics"):
        cloze_summary(result, find_suites("npz"))
    with pytest.raises(InputError, match=f"not among those given: '{suites[0].name}'"):
        cloze_summary(result, suites[1:])


def test_a_terminal_of_80_columns_cuts_no_heading(files, monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(cloze_report, "console_for", lambda stream: Console(file=stream, width=80))
    print_cloze(summary_of(files["nat"], Oracle(lambda _: (0.5, 1))), out)
    headings = out.getvalue().partition("───")[0].split()
    assert {"items", "original", "interval", "95", "%"} <= set(headings)
    assert "Left out, with '-' in every row: excluded." in out.getvalue()
    assert max(map(len, out.getvalue().splitlines())) <= 80


def test_several_models_stand_side_by_side(files):
    done = sglite("cloze", files["nat"], "--model", "ngram", "--model", "lstm", "--model", "random:1", "-q")
    rows = [line.split() for line in done.out.splitlines() if "accuracy at 1, affirmative" in line]
    assert [row[4] for row in rows] == ["ngram", "lstm"] * 2  # over all, and by licensing
    assert done.code == 3
    assert "random:1 cannot give ranks" in done.err


def test_what_is_expected_is_asked_of_the_model_that_is_open(files, monkeypatch):
    opened = []
    opening = Opener.open

    def once(self, model, *options, **name):
        if model in opened:
            raise ModelError("gone")
        opened.append(model)
        return opening(self, model, *options, **name)

    monkeypatch.setattr(Opener, "open", once)
    arguments = [str(files["nat"]), "--model", gpt_folder(), "--top", "2", "--format", "json", "-q"]
    done = CliRunner().invoke(cloze_command, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["models"][0]["completions"]


@pytest.mark.parametrize(("run", "suites"), [("name", []), (None, "npz")])
def test_what_is_no_run_and_no_suites_is_refused(run, suites):
    with pytest.raises(InputError, match="A run is needed"):
        cloze_summary(run, suites)


def test_a_model_that_cannot_list_what_it_expects_is_said(files):
    done = sglite("cloze", files["nat"], "--model", "ngram", "--top", 2)
    assert done.code == 0
    assert "ngram cannot list what it expects" in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--perturb", "object"], "--perturb object is for ROLE-88"),
        (["--threshold", "1"], "threshold"),
        (["--at", "0"], "--at"),
        (["--multi-token", "drop"], "--multi-token"),
    ],
)
def test_unusable_options_are_refused(files, arguments, message):
    done = sglite("cloze", files["cprag"], *arguments)
    assert done.code == 2
    assert message in done.err


def test_a_measure_has_one_number_whichever_command_is_asked(files):  # field case A9
    done = sglite("eval", files["cprag"], "npz", "--model", "ngram")
    assert (done.code, done.out) == (2, "")
    assert f"{files['cprag']} is a cloze set (Ettinger 2020): 'sglite cloze {files['cprag']}' gives" in done.err
    several = sglite("eval", files["cprag"].parent)
    assert f"{files['nat']}, {files['role']} are cloze sets" in several.err


def test_a_data_set_that_became_a_suite_has_the_same_measures(files, tmp_path):
    [suite] = read_cloze([files["cprag"]])
    save_suite(suite, tmp_path / "own.json")
    oracle = Oracle(by_word, pieces=("dance",))
    assert measures(summary_of(tmp_path / "own.json", oracle)) == measures(summary_of(files["cprag"], oracle))
    with pytest.raises(InputError, match=r"own\.json: its predictions stand in the file; `at` is for the data set"):
        read_cloze([tmp_path / "own.json"], at=(1, 10))
    assert "own.json is a cloze set" in sglite("eval", tmp_path / "own.json").err


@pytest.mark.parametrize("kept", [True, {}, {"dataset": "own", "context": "original", "by": 3}])
def test_a_suite_that_only_says_cloze_is_none(files, tmp_path, kept):
    [suite] = read_cloze([files["cprag"]])
    save_suite(replace(suite, meta={"metric": "sum", "cloze": kept}), tmp_path / "own.json")
    with pytest.raises(InputError, match=r"is not made of a data set of Ettinger \(2020\); 'sglite eval \S+own\.json'"):
        read_cloze([tmp_path / "own.json"])
