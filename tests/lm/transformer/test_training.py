"""Training of causal transformers: its loss is transformers' own, and runs that were killed end as if they were not."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import syntaxgym_lite as sgl
from syntaxgym_lite.lm.loop import RunKeeping
from syntaxgym_lite.lm.transformer.text import Documents, TokenStream, blocks_of, encode_documents, train_tokenizer
from syntaxgym_lite.lm.transformer.training import (
    SIZES,
    TransformerOptions,
    _Trainer,
    new_network,
    stream_perplexity,
    train_transformer,
)

SMALL = {"layers": 2, "heads": 2, "width": 16, "context": 16, "vocab_size": 300, "batch_size": 4, "lr": 3e-3}


@pytest.fixture
def corpus(tmp_path):
    words = ["the", "dog", "cat", "saw", "a", "bird", "near", "old", "trees", "slept"]
    rng = np.random.default_rng(7)
    lines = [" ".join(rng.choice(words, size=rng.integers(3, 9))) + " ." for _ in range(120)]
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Documents([path])


def trainer(tokenizer, stream, options, tmp_path):
    return _Trainer(tokenizer, stream, stream, options, RunKeeping(tmp_path, {}, 1e9, None, 1e9))


def test_losses_and_steps_are_those_of_the_public_implementation(shared_dir, tmp_path):
    """Golden values of transformers 4.35.2: losses before each of eight steps and after the last."""
    folder = shared_dir / "goldens" / "architectures" / "gpt2-scratch" / "initial"
    expected = json.loads((folder / "expected.json").read_text())
    joined, training = expected["joined"], expected["training"]
    from tokenizers import Tokenizer
    from transformers import GPT2LMHeadModel

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    stream = encode_documents([one["sentence"] for one in expected["sentences"]], tokenizer)
    assert stream.ids.tolist() == joined["stream"]
    n_blocks = len(joined["blocks"])
    options = TransformerOptions(
        layers=2, heads=4, width=48, context=96, batch_size=n_blocks, lr=training["lr"], warmup=0.0,
        schedule="constant", dropout=0.0, weight_decay=training["weight_decay"], clip=training["clip_norm"],
    )  # fmt: skip
    own = trainer(tokenizer, stream, options, tmp_path)
    network = GPT2LMHeadModel.from_pretrained(folder)
    own.bare.load_state_dict({**network.state_dict()}, strict=True)
    own.ids, own.filled, own.words = blocks_of(stream, joined["block"])
    assert own.ids[:n_blocks].tolist() == joined["blocks"]
    # as the golden run had it: other betas than ours, and decay of all parameters
    for group in own.optimizer.param_groups:
        group["betas"], group["weight_decay"] = tuple(training["betas"]), training["weight_decay"]
    chosen = np.arange(n_blocks)
    losses = []
    own.network.train()
    for _ in range(8):
        before = own.nats, own.n_units
        own.step(chosen)
        losses.append((own.nats - before[0]) / (own.n_units - before[1]))
    wanted = training["loss_before_each_step_then_after_the_last_float64"]
    assert losses[0] == pytest.approx(joined["batch_loss"], abs=1e-6)
    assert losses == pytest.approx(wanted[:8], abs=1e-4)


def test_a_batch_in_parts_is_the_same_batch(corpus, tmp_path):
    tokenizer = train_tokenizer(corpus, size=300)
    stream = encode_documents(corpus, tokenizer)
    found = []
    for accumulate in (1, 3):
        own = trainer(tokenizer, stream, TransformerOptions(**SMALL, dropout=0.0, accumulate=accumulate), tmp_path)
        own.step(np.arange(len(own.ids) - 4, len(own.ids)))  # the last block is filled up
        found.append(own.weights())
    for name, value in found[0].items():
        torch.testing.assert_close(found[1][name], value, atol=2e-6, rtol=1e-4)


def test_perplexity_counts_every_token_once_with_what_stands_before_it_in_its_block(corpus):
    tokenizer = train_tokenizer(corpus, size=300)
    stream = encode_documents(list(corpus)[:20], tokenizer)
    options = TransformerOptions(**SMALL)
    network = new_network(options, 300, 0)
    found = stream_perplexity(network, stream, length=16)
    network.eval()
    nats = 0.0  # a plain loop: each block begins with the last token of the one before
    for start in range(0, len(stream.ids) - 1, 15):
        block = torch.from_numpy(stream.ids[start : start + 16].astype(np.int64))
        with torch.no_grad():
            logs = torch.log_softmax(network(block[None]).logits[0].double(), -1)
        nats -= sum(float(logs[place, block[place + 1]]) for place in range(len(block) - 1))
    n_words = sum(len(document.split()) + 1 for document in list(corpus)[:20])
    n_characters = sum(len(document) + 1 for document in list(corpus)[:20])
    assert found["n_words"] == n_words
    assert found["n_tokens"] == len(stream.ids) - 1
    assert found["perplexity"] == pytest.approx(math.exp(nats / n_words), rel=1e-5)
    assert found["bits_per_character"] == pytest.approx(nats / math.log(2) / n_characters, rel=1e-5)


class Killed(BaseException):
    pass


@pytest.mark.parametrize("kind", ["bpe", "words"])
def test_a_killed_run_goes_on_to_the_same_bytes(corpus, tmp_path, kind):
    options = TransformerOptions(**SMALL, tokenizer=kind, epochs=3, checkpoints=(300, 900))
    whole = train_transformer(corpus, tmp_path / "whole", options)
    n = 0

    def kill_at_some_report(progress):
        nonlocal n
        n += 1
        if n in (4, 9):
            raise Killed

    killed = 0
    while True:
        try:
            card = train_transformer(
                corpus, tmp_path / "killed", options, resume=True, checkpoint_minutes=1e-6, report=kill_at_some_report,
                report_seconds=0.0,
            )  # fmt: skip
            break
        except Killed:
            killed += 1
            assert not (tmp_path / "killed" / "config.json").exists()  # no model yet for anybody
    assert killed == 2
    timeless = [{**one, "name": "", "minutes": 0, "validations": [{**v, "minutes": 0} for v in one["validations"]]}
                for one in (whole, card)]  # fmt: skip
    assert timeless[0] == timeless[1]
    for name in ("model.safetensors", "tokenizer.json", "checkpoints/300-words/model.safetensors"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "killed" / name).read_bytes(), name
    assert not list((tmp_path / "killed").glob("checkpoint*.*"))


def test_it_learns_and_its_folder_is_a_model_like_others(corpus, tmp_path):
    options = TransformerOptions(**SMALL, epochs=6, dropout=0.0)
    card = train_transformer(corpus, tmp_path / "mine", options, test=corpus)
    validations = [one["perplexity"] for one in card["validations"]]
    assert validations[-1] < validations[0] < 300
    assert card["stopped"] == "epochs"
    model = sgl.open_model(str(tmp_path / "mine"))
    assert model.info.options["bos"] == "<|endoftext|>"
    [scored] = model.score(["the dog saw a bird ."])
    # the same by transformers alone
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "mine")
    network = AutoModelForCausalLM.from_pretrained(tmp_path / "mine").eval()
    ids = torch.tensor([[tokenizer.bos_token_id, *tokenizer("the dog saw a bird .")["input_ids"]]])
    with torch.no_grad():
        logs = torch.log_softmax(network(ids).logits[0], -1)
    bits = [-float(logs[place, ids[0, place + 1]]) / math.log(2) for place in range(ids.shape[1] - 1)]
    assert scored.bits.tolist() == pytest.approx(bits, abs=1e-3)


def test_parameters_are_as_many_as_in_the_papers():
    """Radford et al. (2019), as counted by transformers on the released models."""
    wanted = {"gpt2": 124_439_808, "gpt2-medium": 354_823_168, "gpt2-large": 774_030_080, "gpt2-xl": 1_557_611_200}
    for name, n in wanted.items():
        size = SIZES[name]
        options = TransformerOptions(layers=size.layers, heads=size.heads, width=size.width, context=1024)
        with torch.device("meta"):
            network = new_network(options, 50_257, 50_256)
        assert sum(weights.numel() for weights in network.parameters()) == n


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"width": 10, "heads": 3}, "multiple of `heads=3`"),
        ({"dropout": 1.0}, "`dropout=1.0`"),
        ({"epochs": 0}, "`epochs=0`"),
        ({"max_words": 0}, "`max_words=0`"),
        ({"context": 1}, "`context=1`"),
    ],
)
def test_what_cannot_be_is_refused(given, says):
    with pytest.raises(sgl.InputError, match=says):
        TransformerOptions(**given)


def test_another_run_is_refused(corpus, tmp_path):
    options = TransformerOptions(**SMALL, epochs=2)

    def kill(progress):
        raise Killed

    with pytest.raises(Killed):
        train_transformer(corpus, tmp_path / "m", options, checkpoint_minutes=0, report=kill, report_seconds=0)
    with pytest.raises(Killed):  # a checkpoint is there now
        train_transformer(corpus, tmp_path / "m", options, resume=True, checkpoint_minutes=0, report=kill)
    with pytest.raises(sgl.InputError, match=r"was cut short; add `resume`"):
        train_transformer(corpus, tmp_path / "m", options)
    with pytest.raises(sgl.InputError, match=r"another run \(epochs 2 there, 3 here\)"):
        train_transformer(corpus, tmp_path / "m", TransformerOptions(**SMALL, epochs=3), resume=True)
    for other, says in (
        (Documents(corpus.paths, "paragraphs"), "documents"),
        (Documents(corpus.paths, strip_markers=True), "strip_markers"),
    ):
        with pytest.raises(sgl.InputError, match=rf"another run \({says}"):
            train_transformer(other, tmp_path / "m", options, valid=corpus, resume=True)


def test_a_tokenizer_without_a_checkpoint_is_nobodys(corpus, tmp_path):
    """A run that was killed before its first checkpoint may be begun anew with other options."""
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "checkpoint-tokenizer.json").write_text(train_tokenizer(["a b"], size=260).to_str())
    card = train_transformer(corpus, tmp_path / "m", TransformerOptions(**SMALL, epochs=1), resume=True)
    assert card["tokenizer"]["n_tokens"] > 260


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1), min_size=1))
def test_words_of_a_stream_are_those_between_blanks(documents):
    documents = [" ".join(document.split()) for document in documents]
    documents = [document for document in documents if document] or ["a"]
    tokenizer = train_tokenizer(["the dog saw the cat"], size=270)
    stream = encode_documents(documents, tokenizer)
    assert isinstance(stream, TokenStream)
    assert stream.n_words == sum(len(document.split()) for document in documents)
