"""Field cases of kind C: which token belongs to which region."""

from __future__ import annotations

import pytest
import torch
from support.field_fixtures import (
    fx_gpt,
    model_spec,
    new_network,
    reference,
    run_items,
    run_regions,
    sglite,
    tokens_by_region,
    total_bits,
    train_byte_level,
    wrap_tokenizer,
    write_arpa,
    write_json,
)
from support.toys import suite_document
from torch import nn

import syntaxgym_lite as sgl


@pytest.fixture(scope="module")
def gpt():
    return sgl.load_backend(str(fx_gpt()))


def test_case_29_empty_regions_leave_no_blank_and_count_nothing(gpt):
    """Case 29: empty regions, also two in a row."""
    sentence = run_regions(["the fox", "", "", "sleeps"], gpt)
    assert sentence.text == "the fox sleeps"
    _, spans, bits = reference("the fox sleeps")
    last = [value for value, (start, end) in zip(bits, spans, strict=True) if end > len("the fox")]
    assert [region.surprisal_bits for region in sentence.regions] == pytest.approx(
        [sum(bits) - sum(last), 0.0, 0.0, sum(last)], abs=1e-4
    )
    assert [region.n_tokens for region in sentence.regions[1:]] == [0, 0, len(last)]


def test_case_29_the_first_region_may_be_empty(gpt):
    """Case 29: an empty region at the very start."""
    sentence = run_regions(["", "the fox", "sleeps", ""], gpt)
    assert sentence.text == "the fox sleeps"
    assert [region.surprisal_bits == 0.0 for region in sentence.regions] == [True, False, False, True]


def test_case_31_a_word_in_three_tokens_is_the_sum_of_the_three(gpt):
    """Case 31: multi-token words."""
    pieces, _, bits = reference("the hills near the river")
    assert pieces[1:4] == ["Ġhil", "l", "s"]  # as FX-GPT's tokenizer was trained
    sentence = run_regions(["the", "hills", "near the river"], gpt)
    assert sentence.regions[1].n_tokens == 3
    assert sentence.regions[1].surprisal_bits == pytest.approx(sum(bits[1:4]), abs=1e-4)
    assert sum(region.surprisal_bits for region in sentence.regions) == pytest.approx(sum(bits), abs=1e-4)


def byte_level(*, trim_offsets: bool, add_prefix_space: bool):
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.processors import ByteLevel as ByteLevelProcessor

    tokenizer = train_byte_level()
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=add_prefix_space)
    tokenizer.post_processor = ByteLevelProcessor(trim_offsets=trim_offsets)
    return tokenizer


@pytest.mark.parametrize("add_prefix_space", [False, True])
def test_case_33_trimmed_offsets_change_no_region(add_prefix_space):
    """Case 33: trimmed offsets (RoBERTa style)."""
    found = []
    for trim in (False, True):
        tokenizer = byte_level(trim_offsets=trim, add_prefix_space=add_prefix_space)
        offsets = tokenizer.encode("the fox sleeps").offsets
        assert ((4, 7) in offsets, (3, 7) in offsets) == (trim, not trim)  # the trap is there
        model = new_network(tokenizer.get_vocab_size()), wrap_tokenizer(tokenizer)
        sentence = run_regions(["the", "fox", "sleeps"], model)
        found.append((tokens_by_region(sentence), sentence.token_bits))
    assert found[0][0] == found[1][0]
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-4)
    assert "".join(found[0][0][1]) == "the"
    assert "".join(found[0][0][2]) == "fox"


def test_case_35_offsets_without_extent_are_noticed_and_worked_out_again():
    """Case 35: degenerate offsets in a fast tokenizer."""
    from tokenizers import Tokenizer
    from tokenizers.decoders import ByteLevel as ByteLevelDecoder
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.trainers import BpeTrainer
    from transformers import PreTrainedTokenizerFast

    class Degenerate(PreTrainedTokenizerFast):
        """Says that every token begins and ends at its first character."""

        def __call__(self, *args, **kwargs):
            encoded = super().__call__(*args, **kwargs)
            if "offset_mapping" in encoded:
                batched = encoded["offset_mapping"]
                encoded["offset_mapping"] = [[(start, start) for start, _ in offsets] for offsets in batched]
            return encoded

    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    tokenizer.decoder = ByteLevelDecoder()
    trainer = BpeTrainer(
        vocab_size=400,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=sorted(ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(["the fox sleeps"] * 50, trainer)
    assert tokenizer.encode("the fox sleeps").offsets == [(0, 3), (3, 7), (7, 14)]
    stub = wrap_tokenizer(tokenizer, Degenerate)
    assert stub(["the fox sleeps"], return_offsets_mapping=True)["offset_mapping"] == [[(0, 0), (3, 3), (7, 7)]]
    sentence = run_regions(["the", "fox", "sleeps"], (new_network(len(stub)), stub))
    assert [region.n_tokens for region in sentence.regions] == [1, 1, 1]
    assert list(tokens_by_region(sentence).values()) == [["the"], ["fox"], ["sleeps"]]


def test_case_37_a_token_that_spans_two_regions_goes_to_the_first(gpt, tmp_path, capsys):
    """Case 37: a token that spans two regions."""
    pieces, _, [whole] = reference("rainbow")
    assert pieces == ["rainbow"]
    suite = run_items([{"only": ["rain", "bow"]}], gpt, join="none")
    [sentence] = suite.sentences
    assert sentence.regions[0].surprisal_bits == pytest.approx(whole, abs=1e-4)
    assert sentence.regions[1].surprisal_bits is None  # not 0: it has no value of its own
    assert sentence.regions[1].n_tokens == 0
    assert total_bits(sentence) == pytest.approx(whole, abs=1e-4)
    [shared] = [warning for warning in suite.warnings if "inside a token of an earlier region" in warning]
    assert "item 1, condition 'only', regions 1-2" in shared
    [orphan] = [warning for warning in suite.warnings if "no token of their own" in warning]
    assert "item 1, condition 'only', region 2" in orphan
    path = write_json(tmp_path / "rainbow.json", suite_document([{"only": ["rain", "bow"]}]))
    finished = sglite(capsys, "eval", path, "--model", fx_gpt(), "--join", "none", "--format", "json")
    assert finished.code == 0
    assert "regions 1-2" in finished.err


def test_case_37_the_star_keeps_the_value_of_a_shared_token(gpt):
    """Case 37: the total is unchanged."""
    [whole] = reference("rainbow")[2]
    suite = run_items([{"only": ["rain", "bow"]}], gpt, ["(*;%only%) > 0", "(2;%only%) > 0"], join="none")
    star, second = suite.outcomes
    assert star.comparisons[0].left == pytest.approx(whole, abs=1e-4)
    assert star.holds is True
    assert second.holds is None


def test_case_39_punctuation_is_apart_by_default_and_attached_on_request(gpt, tmp_path, capsys):
    """Case 39: a punctuation region and the blank before it."""
    apart = run_items([{"only": ["dogs", "bark", "."]}], gpt)
    attached = run_items([{"only": ["dogs", "bark", "."]}], gpt, join="natural")
    assert apart.sentences[0].text == "dogs bark ."
    assert attached.sentences[0].text == "dogs bark."
    assert (apart.join, attached.join) == ("space", "natural")
    values = [suite.sentences[0].regions[2].surprisal_bits for suite in (apart, attached)]
    _, _, bits = reference("dogs bark .")
    _, _, bits_attached = reference("dogs bark.")
    assert values == pytest.approx([sum(bits[-apart.sentences[0].regions[2].n_tokens :]), bits_attached[-1]], abs=1e-4)
    assert abs(values[0] - values[1]) > 0.01


def test_case_39_results_record_how_regions_were_joined(tmp_path, capsys):
    """Case 39: the run record says which joining was used."""
    path = write_json(tmp_path / "dogs.json", suite_document([{"only": ["dogs", "bark", "."]}], name="dogs"))
    for join in ("space", "natural"):
        folder = tmp_path / join
        sglite(capsys, "eval", path, "--model", fx_gpt(), "--join", join, "--out", folder)
        run = sgl.RunResult.load(folder)
        assert run.settings["join"] == join
        assert run.models[0].suites[0].join == join


WORD_ARPA = """\
\\data\\
ngram 1=6
ngram 2=1

\\1-grams:
-99	<s>	0
-0.60206	</s>
-1.0	<unk>
-0.5	the	0
-0.7	and	0
-0.9	fox	0

\\2-grams:
-0.30103	<s> the

\\end\\
"""


@pytest.mark.parametrize("kind", ["ngram", "kenlm"])
def test_case_41_words_around_an_unknown_one_keep_their_places(tmp_path, kind):
    """Case 41: an unknown word whose text contains the next word."""
    model = model_spec(kind, write_arpa(tmp_path, WORD_ARPA, name="words.arpa"))
    sentence = run_regions(["the band and", "fox"], model)
    assert tokens_by_region(sentence) == {1: ["the", "<unk>", "and"], 2: ["fox"]}
    assert [region.oov for region in sentence.regions] == [("band",), ()]
    log10 = [0.30103, 1.0, 0.7, 0.9]
    assert sentence.token_bits == pytest.approx([value * 3.321928 for value in log10], abs=1e-4)


@pytest.mark.parametrize("kind", ["ngram", "kenlm"])
def test_case_41_an_unknown_last_word_is_in_the_last_region(tmp_path, kind):
    """Case 41: an unknown word at the very end."""
    model = model_spec(kind, write_arpa(tmp_path, WORD_ARPA, name="words.arpa"))
    sentence = run_regions(["the fox", "quux"], model)
    assert tokens_by_region(sentence) == {1: ["the", "fox"], 2: ["<unk>"]}
    assert [region.oov for region in sentence.regions] == [(), ("quux",)]
    assert sentence.token_oov == (False, False, True)


def test_case_41_words_around_an_unknown_one_keep_their_places_in_an_lstm(tmp_path):
    """Case 41 on FX-LSTM: the same regions, a state dict beside its word list."""
    words = ["<unk>", "<eos>", "the", "fox", "sleeps", ".", "and"]
    torch.manual_seed(0)
    modules = {"encoder": nn.Embedding(len(words), 5), "rnn": nn.LSTM(5, 7), "decoder": nn.Linear(7, len(words))}
    torch.save(nn.ModuleDict(modules).state_dict(), tmp_path / "model.pt")
    (tmp_path / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    model = f"wordlm:{tmp_path}"
    sentence = run_regions(["the band and", "fox"], model)
    assert tokens_by_region(sentence) == {1: ["the", "<unk>", "and"], 2: ["fox"]}
    assert [region.oov for region in sentence.regions] == [("band",), ()]
    sentence = run_regions(["the fox", "quux"], model)
    assert tokens_by_region(sentence) == {1: ["the", "fox"], 2: ["<unk>"]}
    assert [region.oov for region in sentence.regions] == [(), ("quux",)]
