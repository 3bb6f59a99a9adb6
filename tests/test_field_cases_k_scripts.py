"""Field cases of kind K: scripts and Unicode."""

from __future__ import annotations

import csv
import json
import unicodedata

import pytest
from support.field_fixtures import fx_gpt, reference, run_regions, sglite, tokens_by_region, total_bits, write_json
from support.toys import suite_document

import syntaxgym_lite as sgl


@pytest.fixture(scope="module")
def gpt():
    return sgl.load_backend(str(fx_gpt()))


def test_case_91_text_without_blanks_has_region_values_that_add_up(gpt):
    """Case 91: text without blanks between words."""
    contents = ["猫", "昨天", "睡", "了"]
    sentence = run_regions(contents, gpt, join="none")
    assert sentence.text == "猫昨天睡了"
    values = [region.surprisal_bits for region in sentence.regions]
    assert all(value is not None and value > 0 for value in values)
    _, _, bits = reference("猫昨天睡了")
    assert sum(values) == pytest.approx(sum(bits), abs=1e-4)
    assert total_bits(sentence) == pytest.approx(sum(bits), abs=1e-4)


def test_case_91_output_shows_the_text_not_the_symbols_of_bytes(tmp_path, capsys):
    """Case 91: region text in the output."""
    path = write_json(
        tmp_path / "cat.json", suite_document([{"only": ["猫", "昨天", "睡", "了"]}], name="cat", join="none")
    )
    finished = sglite(capsys, "eval", path, "--model", fx_gpt(), "--out", tmp_path / "out")
    assert finished.code == 0
    with (tmp_path / "out" / "regions.csv").open(encoding="utf-8", newline="") as file:
        assert [row["content"] for row in csv.DictReader(file)] == ["猫", "昨天", "睡", "了"]
    with (tmp_path / "out" / "tokens.csv").open(encoding="utf-8", newline="") as file:
        tokens = [row["token"] for row in csv.DictReader(file)]
    assert set(tokens) <= set("猫昨天睡了")
    for name in ("regions.csv", "tokens.csv", "run.json"):
        text = (tmp_path / "out" / name).read_text(encoding="utf-8")
        assert not set("ĠçĮ«æĺ") & set(text)


COMPOSED = unicodedata.normalize("NFC", "café")
DECOMPOSED = unicodedata.normalize("NFD", "café")


@pytest.mark.parametrize("word", [COMPOSED, DECOMPOSED], ids=["composed", "decomposed"])
def test_case_93_all_tokens_of_an_accented_word_are_in_its_region(gpt, word):
    """Case 93: composed and decomposed accents."""
    sentence = run_regions(["the", word, "sleeps"], gpt)
    assert sentence.text == f"the {word} sleeps"  # never normalised silently
    _, spans, bits = reference(sentence.text)
    start, end = 3, 4 + len(word)
    own = [value for value, span in zip(bits, spans, strict=True) if start <= span[0] and span[1] <= end]
    assert sentence.regions[1].surprisal_bits == pytest.approx(sum(own), abs=1e-4)
    assert sentence.regions[1].n_tokens == len(own)
    assert sentence.regions[1].content == word


def test_case_93_normal_form_c_on_request_makes_both_equal(gpt):
    """Case 93: opt-in NFC."""
    composed = run_regions(["the", COMPOSED, "sleeps"], gpt)
    decomposed = run_regions(["the", DECOMPOSED, "sleeps"], gpt)
    assert decomposed.regions[1].surprisal_bits != pytest.approx(composed.regions[1].surprisal_bits, abs=0.01)
    assert run_regions(["the", DECOMPOSED, "sleeps"], gpt, normalize_text=["nfc"]) == composed


def test_case_93_check_warns_of_decomposed_accents(tmp_path, capsys):
    """Case 93: the lint warns on NFD, not on NFC."""
    path = write_json(
        tmp_path / "cafe.json", suite_document([{"nfc": ["the", COMPOSED], "nfd": ["the", DECOMPOSED]}], name="cafe")
    )
    warnings = sglite(capsys, "check", path, "--format", "json").json["suites"][0]["warnings"]
    [warning] = [one for one in warnings if one["code"] == "S104"]  # the design checks have their say, too
    assert (warning["condition_name"], warning["region_number"]) == ("nfd", 2)
    assert "--normalize-text nfc" in warning["message"]


def test_case_93_an_accent_stripping_tokenizer_keeps_the_word_in_its_region():
    """Case 93: a normaliser maps both spellings to one piece."""
    from support.field_fixtures import BOS, new_network, wrap_tokenizer
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import WhitespaceSplit

    tokenizer = Tokenizer(WordLevel({BOS: 0, "the": 1, "cafe": 2, "sleeps": 3}))
    tokenizer.normalizer = BertNormalizer(strip_accents=True, lowercase=True)
    tokenizer.pre_tokenizer = WhitespaceSplit()
    model = new_network(4), wrap_tokenizer(tokenizer)
    both = [run_regions(["the", word, "sleeps"], model) for word in (COMPOSED, DECOMPOSED)]
    for sentence in both:
        assert [region.n_tokens for region in sentence.regions] == [1, 1, 1]
    assert both[0].token_bits == pytest.approx(both[1].token_bits, abs=1e-6)


def test_case_95_all_bytes_of_an_emoji_are_in_its_region(gpt):
    """Case 95: emoji split in bytes."""
    sentence = run_regions(["my", "🦊", "naps"], gpt)
    _, spans, bits = reference("my 🦊 naps")
    inside = [value for value, (start, end) in zip(bits, spans, strict=True) if start >= 2 and end <= 4]
    assert len(inside) > 1  # the trap is there
    emoji = sentence.regions[1]
    assert emoji.n_tokens == len(inside)
    assert emoji.surprisal_bits == pytest.approx(sum(inside), abs=1e-4)
    assert emoji.content == "🦊"
    own = [span for span, number in zip(sentence.token_spans, sentence.token_regions, strict=True) if number == 2]
    assert own[-1] == own[-2] == (3, 4)  # bytes of one character repeat its range
    assert set("".join(tokens_by_region(sentence)[2])) <= {"🦊", " "}
    assert sum(region.surprisal_bits for region in sentence.regions) == pytest.approx(sum(bits), abs=1e-4)


def test_case_95_an_emoji_survives_the_output(tmp_path, capsys):
    """Case 95: output keeps the emoji."""
    path = write_json(tmp_path / "fox.json", suite_document([{"only": ["my", "🦊", "naps"]}], name="fox"))
    sglite(capsys, "eval", path, "--model", fx_gpt(), "--out", tmp_path / "out")
    assert "🦊" in (tmp_path / "out" / "regions.csv").read_text(encoding="utf-8")
    [sentence] = json.loads((tmp_path / "out" / "run.json").read_text(encoding="utf-8"))["models"][0]["suites"][0][
        "sentences"
    ]
    assert sentence["text"] == "my 🦊 naps"
    (tmp_path / "s.txt").write_text("my 🦊 naps\n", encoding="utf-8")
    finished = sglite(capsys, "surprisal", tmp_path / "s.txt", "--model", fx_gpt(), "--by", "word", "--format", "csv")
    assert [row["word"] for row in csv.DictReader(finished.out.splitlines())] == ["my", "🦊", "naps"]
