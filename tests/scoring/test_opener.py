"""One way to models for every command and for Python: options dealt out, failures reported, defaults of the library."""

from __future__ import annotations

import json
import weakref

import numpy as np
import pytest
from support.running import sglite
from support.tiny_masked import masked_model, naive_bits, naive_left_bits
from support.tiny_models import save, tiny_gpt
from support.toys import WordBackend

import syntaxgym_lite as sgl
from syntaxgym_lite.backends import kinds
from syntaxgym_lite.errors import InputError, ModelError, ScoringError, SgliteWarning
from syntaxgym_lite.scoring.opener import Opener, deal_options
from syntaxgym_lite.scoring.scorer import Scorer

ROLE = (
    "item\tcontext\texpected\texp_cloze\ttarget\ttgt_cloze\ttgt_cloze(strict)\n"
    "1-a\tthe dog saw which fox the dogs had\tmissed\t0.5\tfound\t0.2\t0.2\n"
    "1-b\tthe dog saw which dogs the fox had\tfound\t0.4\tfound\t0.4\t0.4\n"
)


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    model, tokenizer = masked_model("Bert")
    return save(tmp_path_factory.mktemp("bert") / "bert", model, tokenizer)


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "t.txt"
    path.write_text("The dog barked.\nIt rained.\n", encoding="utf-8")
    return path


# ---------------------------------------------------------------- options


def commands(text):
    return (("eval", "npz"), ("perplexity", text))


@pytest.mark.parametrize("which", [0, 1])
def test_every_command_deals_options_out_to_the_models_that_know_them(which, text):
    command = commands(text)[which]
    done = sglite(*command, "--model", "ngram", "--model", "lstm", "--device", "cpu", "--format", "json")
    assert done.code == 0, done.err
    found = done.json.get("models") or done.json["results"]
    assert [one["model"] for one in found] == ["ngram", "lstm"]


@pytest.mark.parametrize("command", ["eval", "perplexity", "surprisal", "check"])
def test_an_option_that_no_model_knows_is_refused_in_one_wording(command, text):
    done = sglite(command, "npz" if command in ("eval", "check") else text, "--model", "ngram", "--device", "cpu")
    assert done.code == 2
    assert "No model here has an option 'device'; these have bos, lowercase, missing_unk, words." in done.err
    assert "It is an option of hf, mlm" in done.err


def test_a_model_in_memory_takes_all_options_that_its_kind_takes():
    pair = tiny_gpt()
    with pytest.warns(SgliteWarning, match="scored in"):
        names = sgl.evaluate("npz", pair, batching="padded", batch_tokens=64, name="mine", bos="none", window=16)
    assert names.models[0].model == "mine"
    [plain] = sgl.surprisals(pair, "the fox sleeps")
    [padded] = sgl.surprisals(pair, "the fox sleeps", batching="padded")
    np.testing.assert_allclose(padded.bits, plain.bits, atol=1e-4)
    with pytest.raises(
        InputError, match="option 'device'; these have batch_tokens, batching, bos, lowercase, name, window"
    ):
        sgl.evaluate("npz", pair, device="cpu")


def test_options_after_a_question_mark_win_over_those_of_the_run():
    with Opener(False) as opener:
        for _, scorer in opener.each(["ngram", "ngram?bos=none"], {"bos": "auto"}, lambda scorer: scorer):
            assert isinstance(scorer, Scorer)
            assert scorer.info.options["bos"] == ("none" if "none" in scorer.name else "auto")


# ---------------------------------------------------------------- several models, one fails


@pytest.mark.parametrize("which", [0, 1])
def test_a_model_that_fails_does_not_cost_what_others_gave(which, text):
    command = commands(text)[which]
    done = sglite(*command, "--model", "ngram", "--model", "no/such-model", "--format", "json")
    assert done.code == 3
    found = done.json.get("models") or done.json["results"]
    assert [one["model"] for one in found] == ["ngram"]
    assert done.err.count("Error:") == 1
    assert "no/such-model" in done.err


def test_a_check_without_its_model_says_what_it_found_and_then_that_the_model_failed():
    done = sglite("check", "npz", "--model", "no/such-model", "--format", "json")
    assert done.code == 3
    assert done.json["suites"][0]["errors"] == []
    assert "no/such-model" in done.err


def test_if_all_models_fail_their_errors_are_raised_together():
    with Opener(False) as opener:
        models = ["ngram:no-such-file", "kenlm:no-such-file"]
        with pytest.raises(ModelError, match=r"safetensors(.|\n)*\.klm"):
            list(opener.each(models, {}, lambda scorer: scorer))
        with pytest.raises(InputError, match="this one"):
            list(opener.each([WordBackend()], {}, refuse))
        with pytest.raises(InputError, match="this one"):
            list(opener.each([WordBackend(), WordBackend()], {}, refuse))


def refuse(scorer):
    raise InputError("not this one")


def test_a_model_is_let_go_before_the_next_is_opened(monkeypatch):
    """Two large models may not fit side by side."""
    opened: list[weakref.ref[WordBackend]] = []
    alive_at_opening = []

    def load(path):
        alive_at_opening.append(sum(ref() is not None for ref in opened))
        backend = WordBackend()
        opened.append(weakref.ref(backend))
        return backend

    monkeypatch.setattr(kinds, "_BUILT_IN", {**kinds._BUILT_IN, "toy": kinds.Kind("toy", load=load)})
    run = sgl.evaluate("npz", ["toy:1", "toy:2", "toy:3"], cache=False)
    assert len(run.models) == 3
    assert alive_at_opening == [0, 0, 0]


# ---------------------------------------------------------------- what a masked model sees in a cloze run


def test_a_masked_model_sees_the_left_context_in_cloze_runs_from_python_and_the_command_line(bert, tmp_path):
    """Ettinger (2020). Expected values: a loop over single masked copies, with nothing behind the mask but a full stop."""
    path = tmp_path / "role.tsv"
    path.write_text(ROLE, encoding="utf-8")
    spec = f"mlm:{bert}"
    from_python = sgl.evaluate(sgl.load_suites(path), spec)
    assert from_python.models[0].options["sides"] == "left"
    out = tmp_path / "out"
    assert sglite("cloze", path, "--model", spec, "--out", out, "--multi-token", "score").code == 0
    runs = [from_python, sgl.RunResult.load(out)]
    assert len({run.models[0].fingerprint for run in runs}) == 1
    model, tokenizer = masked_model("Bert")
    for run in runs:
        for sentence in run.models[0].suites[0].sentences:
            expected = naive_left_bits(model, tokenizer, sentence.text)
            np.testing.assert_allclose(sentence.token_bits, expected, atol=1e-3)


@pytest.mark.parametrize("options", [{"pll": "original"}, {"sides": "both"}])
def test_who_says_what_a_masked_model_sees_gets_it(bert, tmp_path, options):
    path = tmp_path / "role.tsv"
    path.write_text(ROLE, encoding="utf-8")
    [(name, value)] = options.items()
    run = sgl.evaluate(sgl.load_suites(path), f"mlm:{bert}?{name}={value}")
    assert run.models[0].options["sides"] == "both"
    assert sgl.evaluate(sgl.load_suites(path), f"mlm:{bert}", **options).models[0].options["sides"] == "both"
    done = sglite("cloze", path, "--model", f"mlm:{bert}?{name}={value}", "--format", "json")
    assert done.code == 0, done.err
    assert done.json["models"][0]["options"]["sides"] == "both"


def test_cloze_suites_and_others_are_not_mixed_in_silence_for_a_masked_model(bert, tmp_path):
    path = tmp_path / "role.tsv"
    path.write_text(ROLE, encoding="utf-8")
    with pytest.raises(InputError, match="run them apart, or say which is meant"):
        sgl.evaluate([path, "npz"], f"mlm:{bert}")
    assert sgl.evaluate([path, "npz"], "ngram").models[0].suites[-1].suite == "npz"


def test_other_suites_leave_a_masked_models_own_default(bert):
    [scored] = sgl.surprisals(f"mlm:{bert}", "the fox sleeps")
    model, tokenizer = masked_model("Bert")
    np.testing.assert_allclose(scored.bits, naive_bits(model, tokenizer, "the fox sleeps"), atol=1e-3)
    assert deal_options([f"mlm:{bert}"], {}) == [{}]


# ---------------------------------------------------------------- Python


def test_a_model_that_is_open_serves_all(tmp_path):
    with sgl.open_model("lstm", cache=tmp_path) as model:
        run = sgl.evaluate("npz", model)
        assert run.models[0].model == "lstm"
        [scored] = sgl.surprisals(model, "The dog barked.")
        assert sgl.surprisals(model, ["The dog barked."])[0].bits.tolist() == scored.bits.tolist()
        assert sgl.measure_perplexity(model, ["The dog barked."], eos=False).bits == pytest.approx(scored.bits.sum())
        with pytest.raises(InputError, match="is open already"):
            sgl.surprisals(model, "The dog barked.", cache=False)
    assert (
        json.loads(sglite("cache", "info", "--cache", tmp_path, "--format", "json").out)["models"][0]["model"] == "lstm"
    )


# ---------------------------------------------------------------- what is open already


def test_a_masked_model_that_is_open_does_not_lose_the_left_context_of_cloze_in_silence(bert, tmp_path):
    path = tmp_path / "role.tsv"
    path.write_text(ROLE, encoding="utf-8")
    suites = sgl.load_suites(path)
    for opened in (sgl.open_model(f"mlm:{bert}"), sgl.open_model(f"mlm:{bert}").backend):
        with pytest.raises(InputError, match="open already, with sides=both, and these suites ask for sides=left"):
            sgl.evaluate(suites, opened)
    for options in ({"sides": "left"}, {"sides": "both"}, {"pll": "original"}):
        opened = sgl.open_model(f"mlm:{bert}", **options)
        run = sgl.evaluate(suites, opened)
        assert run.models[0].fingerprint == sgl.evaluate(suites, f"mlm:{bert}", **options).models[0].fingerprint


def test_options_for_a_model_that_is_open_are_refused_where_it_is_open_without_them():
    with pytest.raises(InputError, match="ngram is open already, without bos=none"):
        sgl.evaluate("npz", [sgl.open_model("ngram"), "ngram?bos=auto"], bos="none")
    assert len(sgl.evaluate("npz", [sgl.open_model("ngram"), "unigram:lstm"], words="clitics").models) == 2
    with sgl.open_model("ngram", bos="none") as opened:
        texts = ["The dog barked.", "It rained."]
        as_named = sgl.measure_perplexity("ngram", texts, bos="none")
        assert sgl.measure_perplexity(opened, texts, bos="none") == as_named
        assert as_named != sgl.measure_perplexity("ngram", texts)
        with pytest.raises(InputError, match="open already, without bos=auto"):
            sgl.measure_perplexity(opened, texts, bos="auto")
        with pytest.raises(InputError, match="No model here has an option 'nonsense'"):
            sgl.measure_perplexity(opened, texts, nonsense=3)
    tiny = tiny_gpt()
    with pytest.raises(InputError, match="open already, without batch_tokens=8"):
        sgl.evaluate("npz", [sgl.open_model(tiny, name="one"), "ngram"], batch_tokens=8)


@pytest.mark.parametrize("size", [0, -1, 1.5])
@pytest.mark.parametrize(
    "ask",
    [
        lambda size: sgl.surprisals("ngram", "It rained.", batch_size=size),
        lambda size: sgl.measure_perplexity("ngram", "It rained.", batch_size=size),
        lambda size: sgl.evaluate("npz", "ngram", batch_size=size),
    ],
)
def test_batches_without_sentences_are_refused_in_the_same_words_everywhere(ask, size):
    with pytest.raises(InputError, match=f"`batch_size` must be a whole number of at least 1, not {size}"):
        ask(size)


@pytest.mark.parametrize("value", ["Corrected", "foo"])
def test_a_word_boundary_that_there_is_not_is_refused(value):
    with pytest.raises(InputError, match=f"`word_boundary={value}`: unknown; known are as-is, corrected"):
        sgl.surprisals(tiny_gpt(), "the fox", word_boundary=value)


def test_options_that_a_model_does_not_record_are_checked_where_it_is_open_too():
    class Plain(WordBackend):
        """Of no kind that has a name, and its info does not tell with what it was opened."""

    opened = Scorer("plain", Plain(), given={"revision": "main"})
    assert deal_options([opened, "gpt2"], {"revision": "main"})[1] == {"revision": "main"}
    with pytest.raises(InputError, match="plain is open already, without revision=old"):
        deal_options([opened, "gpt2"], {"revision": "old"})


@pytest.mark.parametrize("kind", ["unigram", "random"])
def test_the_name_of_a_kind_alone_gets_what_to_write(kind):  # field case B11
    with pytest.raises(InputError, match=rf"{kind} is a kind of model, not a model; write {kind}:PATH, e\.g\. {kind}:"):
        sgl.open_model(kind)


def test_surprisals_in_python_warn_of_markers_and_name_the_sentence():  # field cases B6 and B14
    with pytest.warns(SgliteWarning, match=r"The text '<s>' is a marker .* \(2 sentences, e\.g\. sentence 2\)"):
        scored = sgl.surprisals("ngram", ["Foxes sleep.", "<s> Foxes sleep.", "<s> Foxes nap."])
    assert [len(one.warnings) for one in scored] == [0, 1, 1]


def test_markers_are_warned_of_through_the_cache_as_without_it(tmp_path):
    for _ in range(2):
        with pytest.warns(SgliteWarning, match="'<unk>'"):
            sgl.surprisals("ngram", "Foxes <unk>.", cache=tmp_path)


def test_an_error_in_python_names_the_sentence_by_its_number():  # field case C10
    def broken(word):
        if word == "zorbles":
            raise ValueError("no such word")
        return 1.0

    with pytest.raises(ScoringError, match=r"^sentence 2: toy failed on the sentence 'two zorbles': ValueError"):
        sgl.surprisals(WordBackend(broken), ["one fox", "two zorbles"])
