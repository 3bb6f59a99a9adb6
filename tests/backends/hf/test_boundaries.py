"""Word-boundary correction: the end of a word counts for that word (Pimentel & Meister 2024, Oh & Schuler 2024).

Expected values: sums over all continuations of a model whose continuations can be listed, computed here from its logits
without the code under test; and the papers' formula, one sentence at a time, in double precision.
"""

from __future__ import annotations

import copy
import csv
import io
import json
import math
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tiny_models
from support.running import refused
from support.tiny_models import END, TEXTS, tiny_gpt
from support.toys import suite_document, write_suite
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

import syntaxgym_lite as sgl
from syntaxgym_lite.align import align
from syntaxgym_lite.backends.hf.boundaries import pieces_after_words
from syntaxgym_lite.backends.hf.causal import from_model
from syntaxgym_lite.cli import cli
from syntaxgym_lite.errors import InputError, ScoringError
from syntaxgym_lite.plan import Settings
from syntaxgym_lite.runner import run
from syntaxgym_lite.scoring.opener import Opener
from syntaxgym_lite.scoring.schedule import score_texts
from syntaxgym_lite.scoring.word_ends import move_word_ends
from syntaxgym_lite.surprisal import ScoringOptions, TokenSurprisals

ASKED = ScoringOptions(boundaries=True)
ASKED_TO_THE_END = ScoringOptions(eos=True, boundaries=True)

# ---------------------------------------------------------------------------------------------------------------------
# A language of the letters a and b: "a", "ab", "b ba", ...; GPT-2's way of writing it, in seven pieces

PIECES = [END, "a", "b", "ab", "Ġ", "Ġa", "Ġb"]
BLANKS = {4, 5, 6}  # pieces that begin with a blank
GO_ON = {1, 2, 3}


def ab_tokenizer() -> PreTrainedTokenizerFast:
    tokenizer = Tokenizer(
        models.BPE(vocab={piece: i for i, piece in enumerate(PIECES)}, merges=[("a", "b"), ("Ġ", "a"), ("Ġ", "b")])
    )
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token=END, eos_token=END)


@cache
def ab_model() -> Any:
    size = {"n_embd": 16, "n_positions": 32, "initializer_range": 0.8}
    return tiny_models.gpt2(len(PIECES), seed=7, **size).double()


@cache
def next_p(ids: tuple[int, ...]) -> np.ndarray:
    """Probabilities of the next piece, in double precision."""
    with torch.no_grad():
        return torch.softmax(ab_model()(torch.tensor([ids])).logits[0, -1], -1).numpy()


def p_begins(before: tuple[int, ...], wanted: tuple[int, ...]) -> float:
    """Probability that a text that has begun with `before` goes on with `wanted`."""
    p = 1.0
    for i, piece in enumerate(wanted):
        p *= next_p(before + wanted[:i])[piece]
    return p


def continuations(before: tuple[int, ...], n: int) -> list[tuple[tuple[int, ...], float]]:
    """Every way to go on by at most n pieces, and its probability; one that does not end is cut there."""
    found, open_ones = [], [((), 1.0)]
    for _ in range(n):
        longer = []
        for ids, p in open_ones:
            probabilities = next_p(before + ids)
            for piece in range(len(PIECES)):
                one = (*ids, piece), p * probabilities[piece]
                (found if piece == 0 else longer).append(one)
        open_ones = longer
    return found + open_ones


def first_word(ids: tuple[int, ...]) -> tuple[tuple[int, ...], bool]:
    """Pieces of the word that a continuation begins with, and whether it is over within the continuation."""
    for i, piece in enumerate(ids):
        if i and (piece in BLANKS or piece == 0):
            return ids[:i], True
    return ids, False


def corrected(text: str, options: ScoringOptions = ASKED, backend=None) -> TokenSurprisals:
    [scored] = (backend or AB).score([text], options)
    return move_word_ends(scored)


AB = from_model(copy.deepcopy(ab_model()).float(), ab_tokenizer(), name="ab")


def test_the_tiny_language_is_cut_as_the_tests_assume():
    tokenizer = ab_tokenizer()
    assert tokenizer("ab a ba bb")["input_ids"] == [3, 5, 6, 1, 6, 2]
    assert pieces_after_words(tokenizer, 7).tolist() == [0, *sorted(BLANKS)]


@pytest.mark.parametrize(
    ("before", "word", "ids"),
    [
        ("", "ab", (3,)),
        ("ab", "a", (5,)),
        ("ab", "ba", (6, 1)),
        ("b a", "bab", (6, 3)),
    ],
)
def test_a_words_probability_is_the_sum_over_all_continuations_that_begin_with_it(before, word, ids):
    text = f"{before} {word}".strip()
    history = (0, *ab_tokenizer()(before)["input_ids"]) if before else (0,)
    assert (0, *ab_tokenizer()(text)["input_ids"]) == history + ids
    # Among the texts that go on after `before` with a new word (any text, at the beginning): those whose first word is
    # this one, over all continuations by as many pieces as the word has and one more, which is where it is over.
    listed = continuations(history, len(ids) + 1)
    assert sum(p for _, p in listed) == pytest.approx(1, abs=1e-12)
    new_words = sum(p for found, p in listed if not before or found[0] in BLANKS or found[0] == 0)
    these = sum(p for found, p in listed if first_word(found) == (ids, True))
    scored = corrected(text)
    own = scored.spans[:, 1] > len(before)
    assert scored.bits[own].sum() == pytest.approx(-math.log2(these / new_words), abs=1e-4)


def all_words(n: int) -> list[tuple[int, ...]]:
    """All words after a blank, as rows of pieces, of at most n pieces."""
    return [
        (first, *rest)
        for length in range(n)
        for first in sorted(BLANKS)
        for rest in product(sorted(GO_ON), repeat=length)
    ]


def test_corrected_probabilities_of_all_words_sum_to_one_and_uncorrected_ones_to_more():
    history = (0, 3, 6, 2)  # ab bb: a new word is likely, and words are long
    n = 5
    bow = [0, *sorted(BLANKS)]
    p_new = next_p(history)[bow].sum()
    uncorrected, whole = 0.0, next_p(history)[0] / p_new  # the text may also end
    for word in all_words(n):
        p = p_begins(history, word)
        uncorrected += p
        whole += p * next_p(history + word)[bow].sum() / p_new
    # exactly what is missing: words that are not over after n pieces
    unfinished = sum(
        p_begins(history, word) * next_p(history + word)[sorted(GO_ON)].sum() for word in all_words(n) if len(word) == n
    )
    assert whole + unfinished / p_new == pytest.approx(1, abs=1e-12)
    assert uncorrected + next_p(history)[0] > 2
    # the backend says the same of those words that are written as the tokenizer cuts them
    tokenizer = ab_tokenizer()
    n_same = 0
    for word in all_words(3):
        ids = (*history[1:], *word)
        text = tokenizer.decode(ids)
        if tuple(tokenizer(text)["input_ids"]) != ids or text[-1] == " ":
            continue
        own = corrected(text).bits[len(history) - 1 :].sum()
        expected = p_begins(history, word) * next_p(history + word)[bow].sum() / p_new
        assert own == pytest.approx(-math.log2(expected), abs=1e-4), text
        n_same += 1
    assert n_same > 10


words = st.text("ab", min_size=1, max_size=6)
texts = st.lists(words, min_size=1, max_size=4).map(" ".join)


@given(texts)
@settings(max_examples=60, deadline=None)
def test_a_text_and_its_end_sum_to_the_same_total(text):
    [plain] = AB.score([text], ScoringOptions(eos=True))
    moved = corrected(text, ASKED_TO_THE_END)
    assert moved.bits.sum() + moved.eos_bits == pytest.approx(plain.bits.sum() + plain.eos_bits, abs=1e-4)
    assert (moved.bits >= 0).all()
    assert moved.eos_bits >= 0


@given(texts)
@settings(max_examples=60, deadline=None)
def test_without_its_end_a_text_costs_what_the_end_of_its_last_word_costs_besides(text):
    [plain] = AB.score([text])
    ids = (0, *ab_tokenizer()(text)["input_ids"])
    end = -math.log2(next_p(ids)[[0, *sorted(BLANKS)]].sum())
    assert corrected(text).bits.sum() == pytest.approx(plain.bits.sum() + end, abs=1e-4)


@given(texts)
@settings(max_examples=30, deadline=None)
def test_asking_for_boundaries_changes_no_surprisal(text):
    [plain] = AB.score([text], ScoringOptions(eos=True, ranks=True))
    [asked] = AB.score([text], ScoringOptions(eos=True, ranks=True, boundaries=True))
    np.testing.assert_allclose(asked.bits, plain.bits, atol=1e-5)
    assert asked.eos_bits == pytest.approx(plain.eos_bits, abs=1e-5)
    np.testing.assert_array_equal(asked.ranks, plain.ranks)
    assert plain.boundary_bits is None


# ---------------------------------------------------------------------------------------------------------------------
# Real tokenizers and both ways to batch


def formula_bits(model, tokenizer, text: str, bos: int, *, n_context: int = 0) -> tuple[np.ndarray, float]:
    """The papers' formula, token by token, and the end of the last word; log-softmax in double precision."""
    ids = [bos, *tiny_models.plain_ids(tokenizer, text)]
    with torch.no_grad():
        logp = torch.log_softmax(model(torch.tensor([ids])).logits[0].double(), -1).numpy() / math.log(2)
    own = np.array([-logp[i - 1, ids[i]] for i in range(1, len(ids))])
    names = tokenizer.convert_ids_to_tokens(list(range(len(tokenizer))))
    blanks = {f"<0x{byte:02X}>" for byte in (*range(0x09, 0x0E), *range(0x1C, 0x21))}
    special = tokenizer.all_special_ids  # Llama's <unk> too: it never stands for text
    bow = [i for i, name in enumerate(names) if i in special or name[0] in "Ġ▁ĊĉċČčĜĝĞğ" or name in blanks]
    ends = -np.log2(np.exp2(logp[:, bow]).sum(-1))
    for i in range(1, len(ids)):
        if ids[i] in bow and i - 1 > 0:
            own[i - 1] -= ends[i - 1]
            own[i - 2] += ends[i - 1]
    own[-1] += ends[-1]
    return own[n_context:], float(ends[-1])


def llama():
    tokenizer = tiny_models.llama_tokenizer()
    return tiny_models.llama(len(tokenizer)), tokenizer, 1


def gpt():
    return *tiny_gpt(), 0


@pytest.mark.parametrize("made", [gpt, llama])
@pytest.mark.parametrize("batching", ["trees", "padded"])
def test_values_are_those_of_the_formula_whatever_the_tokenizer_and_batching(made, batching):
    model, tokenizer, bos = made()
    backend = from_model(model, tokenizer, batching=batching)
    many = [*TEXTS, *(f"{text} and more" for text in TEXTS)]
    for size in (1, 8):
        for text, scored in zip(many, score_texts(backend, many, ASKED, batch_size=size), strict=True):
            expected, _ = formula_bits(model, tokenizer, text, bos)
            np.testing.assert_allclose(move_word_ends(scored).bits, expected, atol=1e-3, err_msg=text)


def test_the_end_of_a_contexts_last_word_counts_for_the_context():
    model, tokenizer = tiny_gpt()
    context, text = "the fox ", "sleeps near"
    n_context = len(tiny_models.plain_ids(tokenizer, "the fox"))
    [scored] = from_model(model, tokenizer).score([text], ScoringOptions(context=context, boundaries=True))
    expected, _ = formula_bits(model, tokenizer, context + text, 0, n_context=n_context)
    np.testing.assert_allclose(move_word_ends(scored).bits, expected, atol=1e-3)


def test_without_bos_the_first_token_stays_undefined_and_the_others_are_corrected():
    model, tokenizer = tiny_gpt()
    text = "the fox sleeps"
    [free] = from_model(model, tokenizer, bos="none").score([text], ASKED)
    moved = move_word_ends(free)
    assert np.isnan(moved.bits).tolist() == [True] + [False] * (len(moved.bits) - 1)


def test_a_window_over_a_long_sentence_gives_each_boundary_in_the_context_of_its_token():
    model, tokenizer = tiny_gpt()
    backend = from_model(model, tokenizer, window=16)
    [plain] = backend.score([tiny_models.LONG_TEXT], ScoringOptions(eos=True))
    [scored] = backend.score([tiny_models.LONG_TEXT], ASKED_TO_THE_END)
    moved = move_word_ends(scored)
    np.testing.assert_allclose(scored.bits, plain.bits, atol=1e-4)
    assert (scored.bits - np.nan_to_num(scored.boundary_bits[:-1]) > -1e-6).all()  # a token is one of its set
    assert moved.bits.sum() + moved.eos_bits == pytest.approx(plain.bits.sum() + plain.eos_bits, abs=1e-3)


def test_a_sentence_as_long_as_the_context_has_a_last_boundary():
    model, tokenizer = tiny_gpt()
    ids = tiny_models.plain_ids(tokenizer, "fox " * 100)[:63]
    text = tokenizer.decode(ids).strip()
    assert len(tiny_models.plain_ids(tokenizer, text)) + 1 == 64
    [scored] = from_model(model, tokenizer).score([text], ASKED)
    assert np.isfinite(scored.boundary_bits[-1])


def test_a_text_that_ends_with_a_blank_has_no_word_left_to_end():
    [scored] = AB.score(["ab "], ASKED_TO_THE_END)
    assert scored.tokens == ("ab", " ")
    assert np.isnan(scored.boundary_bits).tolist() == [True, False, True]


# ---------------------------------------------------------------------------------------------------------------------
# Regions


def test_a_region_inside_a_word_has_its_beginning_or_its_end_only():
    # "ba" is two pieces: with regions "b" and "a" written together, the word's end belongs to the second
    document = suite_document([{"one": ["ab", "b", "a"]}], join="none")
    document["items"][0]["conditions"][0]["regions"][0]["content"] = "ab "
    suite = sgl.loads_suite(json.dumps(document))
    [sentence] = suite.sentences()
    assert sentence.text == "ab ba"
    moved = corrected(sentence.text)
    [plain] = AB.score([sentence.text])
    regions = align([sentence], [moved]).bits["sum"][0]
    before, history = next_p((0, 3))[[0, 4, 5, 6]].sum(), next_p((0, 3, 6, 1))[[0, 4, 5, 6]].sum()
    assert regions[0] == pytest.approx(plain.bits[0] - math.log2(before), abs=1e-4)
    assert regions[1] == pytest.approx(plain.bits[1] + math.log2(before), abs=1e-4)
    assert regions[2] == pytest.approx(plain.bits[2] - math.log2(history), abs=1e-4)


# ---------------------------------------------------------------------------------------------------------------------
# Which tokenizers


@pytest.mark.parametrize(
    "tokenizer",
    [
        tiny_models.byte_level_tokenizer(),
        tiny_models.byte_level_tokenizer(trim=True, add_bos=True),
        tiny_models.llama_tokenizer(),
        tiny_models.unigram_tokenizer(),
        tiny_models.no_alphabet_tokenizer(),
    ],
    ids=["byte-level", "trimming", "llama", "unigram", "no alphabet"],
)
def test_pieces_that_begin_with_a_blank_and_the_end_of_the_text_end_words(tokenizer):
    found = set(pieces_after_words(tokenizer, len(tokenizer)).tolist())
    assert tokenizer.eos_token_id in found
    # Llama's is a control token: every text is spelled, by bytes if need be
    assert tokenizer.unk_token is None or (tokenizer.unk_token_id in found) == ("<0x00>" in tokenizer.get_vocab())
    for name, token_id in tokenizer.get_vocab().items():
        if name.startswith(("Ġ", "▁")):
            assert token_id in found, name
        elif name.isascii() and name.isalpha():
            assert token_id not in found, name


def test_special_tokens_end_words_and_added_text_does_not():
    tokenizer = tiny_models.byte_level_tokenizer()
    tokenizer.add_special_tokens({"additional_special_tokens": ["<|turn|>"]})
    tokenizer.add_tokens(["foxglove", "  "])
    found = set(pieces_after_words(tokenizer, len(tokenizer)).tolist())
    kept = {name: tokenizer.convert_tokens_to_ids(name) in found for name in ("<|turn|>", "foxglove", "  ")}
    assert kept == {"<|turn|>": True, "foxglove": False, "  ": True}


def test_ids_beyond_the_models_head_are_left_out():
    assert pieces_after_words(ab_tokenizer(), 5).tolist() == [0, 4]


def test_a_model_of_letters_with_a_blank_of_its_own_is_corrected_too():
    tokenizer = Tokenizer(models.BPE(vocab={END: 0, "a": 1, "b": 2, "Ġ": 3}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    wrapped = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token=END, eos_token=END)
    assert pieces_after_words(wrapped, 4).tolist() == [0, 3]


def word_piece_model():
    tokenizer = tiny_models.lowercasing_tokenizer()
    return tiny_models.gpt2(len(tokenizer)), tokenizer


def end_marking_tokenizer() -> PreTrainedTokenizerFast:
    """As in the first GPT: ``</w>`` at the end of words."""
    vocabulary = {"<unk>": 0, "a": 1, "b": 2, "a</w>": 3, "b</w>": 4}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[], end_of_word_suffix="</w>", unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>")


@pytest.mark.parametrize("tokenizer", [tiny_models.lowercasing_tokenizer(), end_marking_tokenizer()])
def test_tokenizers_without_blanks_are_told_apart(tokenizer):
    assert pieces_after_words(tokenizer, len(tokenizer)).size == 0


def test_a_model_without_blanks_is_refused_before_anything_is_scored():
    model, tokenizer = word_piece_model()
    backend = from_model(model, tokenizer, name="wordy", bos="none")
    assert not backend.info.capabilities.boundaries
    with pytest.raises(InputError, match=r"wordy cannot be corrected: its tokens do not carry the blank"):
        run([ab_suite()], [backend], Settings(word_boundary="corrected"))
    with pytest.raises(ScoringError, match="wordy"):
        backend.score(["the fox"], ASKED)


def test_values_without_boundaries_cannot_be_moved():
    [scored] = AB.score(["ab a"])
    with pytest.raises(ScoringError, match="'ab a'"):
        move_word_ends(scored)
    with pytest.raises(ScoringError):
        move_word_ends(corrected("ab a"))  # nor twice


# ---------------------------------------------------------------------------------------------------------------------
# The whole way


def ab_suite(**meta) -> sgl.Suite:
    items = [{"one": ["ab", "a", "ba"], "two": ["ab", "b", "ba"]}]
    return sgl.loads_suite(json.dumps(suite_document(items, ["(2;%one%) < (2;%two%)"], **meta)))


def region_bits(result) -> list[float]:
    return result.to_frame("regions")["surprisal_bits"].tolist()


def test_a_run_says_what_was_used_and_its_values_are_those_of_whole_words(tmp_path):
    plain, moved = (run([ab_suite()], [AB], Settings(word_boundary=how, eos=True)) for how in ("as-is", "corrected"))
    assert plain.settings["word_boundary"] == "as-is"
    assert moved.settings["word_boundary"] == "corrected"
    for result, how in ((plain, "as-is"), (moved, "corrected")):
        assert sgl.summarize(result)["models"][0]["word_boundary"] == how
        assert set(result.to_frame("regions")["word_boundary"]) == {how}
        assert set(result.to_frame("tokens")["word_boundary"]) == {how}
        assert result.load(result.save(tmp_path / f"{how}.json")) == result
    assert region_bits(moved) != pytest.approx(region_bits(plain), abs=0.01)
    for one, other in zip(plain.models[0].suites[0].sentences, moved.models[0].suites[0].sentences, strict=True):
        assert sum(other.token_bits) + other.eos_bits == pytest.approx(sum(one.token_bits) + one.eos_bits, abs=1e-4)
    expected = corrected("ab a ba")
    assert region_bits(moved)[:3] == pytest.approx(
        [expected.bits[0], expected.bits[1], expected.bits[2:].sum()], abs=1e-4
    )


def test_recorded_values_that_were_corrected_say_so(folder, tmp_path):
    from syntaxgym_lite.backends import load_backend
    from syntaxgym_lite.reports.files import RunWriter

    for how in ("as-is", "corrected"):
        with RunWriter(tmp_path / how) as keeper:
            result = run([ab_suite()], [AB], Settings(word_boundary=how), keeper=keeper)
            keeper.finish(result, sgl.summarize(result))
        for name in ("run.json", "regions.csv", "tokens.csv"):
            warnings = load_backend(f"replay:{tmp_path / how / name}").info.warnings
            assert any("corrected at word boundaries" in warning for warning in warnings) == (how == "corrected")


def test_the_default_is_uncorrected():
    assert region_bits(run([ab_suite()], [AB])) == region_bits(run([ab_suite()], [AB], Settings(word_boundary="as-is")))
    with pytest.raises(InputError, match="word_boundary"):
        Settings(word_boundary="moved")  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The tiny model as files."""
    return tiny_models.save(tmp_path_factory.mktemp("ab"), copy.deepcopy(ab_model()).float(), ab_tokenizer())


def invoke(*arguments: str, **more):
    return CliRunner().invoke(cli, [*arguments, "--quiet"], **more)


def test_the_cache_keeps_both_apart_and_old_entries_stay_valid(folder, tmp_path):
    options = {"models": str(folder), "cache": tmp_path}
    plain = region_bits(sgl.evaluate(ab_suite(), **options))
    moved = region_bits(sgl.evaluate(ab_suite(), word_boundary="corrected", **options))
    assert plain != pytest.approx(moved, abs=0.01)
    assert region_bits(sgl.evaluate(ab_suite(), **options)) == plain
    assert region_bits(sgl.evaluate(ab_suite(), word_boundary="corrected", **options)) == moved
    assert moved == pytest.approx(region_bits(run([ab_suite()], [AB], Settings(word_boundary="corrected"))), abs=1e-4)


def test_workers_are_asked_for_boundaries_too(folder):
    suite, how = ab_suite(), Settings(word_boundary="corrected")
    with Opener(False, "processes:1") as opener:
        result = run([suite], [str(folder)], how, opener=opener)
    assert region_bits(result) == pytest.approx(region_bits(run([suite], [AB], how)), abs=1e-4)


def test_eval_takes_the_option_and_says_so(folder, tmp_path):
    document = suite_document([{"one": ["ab", "a", "ba"], "two": ["ab", "b", "ba"]}], ["(2;%one%) < (2;%two%)"])
    path = str(write_suite(tmp_path / "suite.json", document))
    arguments = ("eval", path, "--model", str(folder), "--no-cache")
    told = invoke(*arguments, "--word-boundary", "corrected", "--out", str(tmp_path / "out"))
    assert told.exit_code == 0, told.output
    assert "word boundaries corrected" in told.stdout
    assert "boundaries" not in invoke(*arguments).stdout
    rows = list(csv.DictReader((tmp_path / "out" / "regions.csv").read_text().splitlines()))
    assert {row["word_boundary"] for row in rows} == {"corrected"}
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["models"][0]["word_boundary"] == "corrected"


@pytest.mark.parametrize("command", ["eval", "surprisal"])
@pytest.mark.parametrize("model", ["ngram", "lstm"])
def test_commands_refuse_the_shipped_word_models(command, model, tmp_path):
    file = tmp_path / "sentences.txt"
    file.write_text("The dog barked.\n")
    given = "npz" if command == "eval" else file
    said = refused(command, given, "--model", model, "--word-boundary", "corrected")
    assert f"{model} cannot be corrected: it scores whole words" in said


def surprisals(folder: Path, *options: str) -> str:
    result = invoke("surprisal", "--model", str(folder), "--no-cache", *options, input="ab ba a\n")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_surprisals_of_words_are_corrected_and_named_so(folder):
    table = ("--by", "word", "--eos", "--format", "csv")
    plain = list(csv.DictReader(io.StringIO(surprisals(folder, *table))))
    moved = list(csv.DictReader(io.StringIO(surprisals(folder, *table, "--word-boundary", "corrected"))))
    column = "corrected_surprisal_bits"
    assert [row["word"] for row in moved] == ["ab", "ba", "a", "<eos>"]
    total = sum(float(row["surprisal_bits"]) for row in plain)
    assert sum(float(row[column]) for row in moved) == pytest.approx(total, abs=1e-4)
    expected = corrected("ab ba a", ASKED_TO_THE_END)
    words = [expected.bits[0], expected.bits[1:3].sum(), expected.bits[3], expected.eos_bits]
    assert [float(row[column]) for row in moved] == pytest.approx(words, abs=1e-4)


def test_the_json_and_the_table_of_surprisals_say_what_was_used(folder):
    document = json.loads(surprisals(folder, "--format", "json", "--word-boundary", "corrected"))
    assert document["word_boundary"] == "corrected"
    assert "corrected_surprisal_bits" in document["sentences"][0]["tokens"][0]
    assert json.loads(surprisals(folder, "--format", "json"))["word_boundary"] == "as-is"
    assert "word boundaries corrected" in " ".join(surprisals(folder, "--word-boundary", "corrected").split())
