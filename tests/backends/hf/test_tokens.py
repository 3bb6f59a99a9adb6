"""Pieces and the characters they stand for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from support import tiny_models
from support.slow_tokenizer import UNICODE_TEXT, Slow

from syntaxgym_lite.backends.hf.tokens import Cut, cut_sentences
from syntaxgym_lite.casing import lower_case
from syntaxgym_lite.errors import ScoringError

BYTE_LEVEL = tiny_models.byte_level_tokenizer()
TOKENIZERS = {
    "byte-level": BYTE_LEVEL,
    "byte-level, trimmed": tiny_models.byte_level_tokenizer(trim=True),
    "byte-level, adds BOS": tiny_models.byte_level_tokenizer(add_bos=True),
    "llama": tiny_models.llama_tokenizer(),
    "unigram": tiny_models.unigram_tokenizer(),
}
every_tokenizer = pytest.mark.parametrize("name", TOKENIZERS)


# words of the corpus among emoji, combining marks, Hebrew, Chinese and any other character, blanks of all kinds
def one(tokenizer: Any, text: str, context: str = "") -> Cut:
    [cut] = cut_sentences(tokenizer, [text], context=context)
    return cut


def spans(cut: Cut) -> list[tuple[int, int]]:
    return [(int(start), int(end)) for start, end in cut.spans]


class Stub:
    """A tokenizer with the offsets of another's pieces replaced."""

    def __init__(self, inner: Any, offsets: Any) -> None:
        self._inner, self._offsets = inner, offsets

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __call__(self, texts: list[str], **options: Any) -> dict[str, Any]:
        encoded = dict(self._inner(texts, **options))
        encoded["offset_mapping"] = [self._offsets(pairs) for pairs in encoded["offset_mapping"]]
        return encoded


@every_tokenizer
@settings(max_examples=40, deadline=None)
@given(text=UNICODE_TEXT)
def test_spans_lie_in_the_text_in_order_and_cover_every_visible_character(name, text):
    cut = one(TOKENIZERS[name], text)
    last, covered = 0, set()
    for start, end in spans(cut):
        assert last <= start <= end <= len(text)
        last = start
        covered.update(range(start, end))
    if cut.ids:  # of a text of marks alone nothing may be left
        assert covered >= {i for i, char in enumerate(text) if not char.isspace()}
    assert len(cut.ids) == len(cut.tokens) == len(cut.oov)


@every_tokenizer
@settings(max_examples=30, deadline=None)
@given(text=UNICODE_TEXT)
def test_tokens_show_the_text_or_the_unknown_word_never_byte_symbols(name, text):
    tokenizer = TOKENIZERS[name]
    cut = one(tokenizer, text)
    for token, (start, end), unknown in zip(cut.tokens, spans(cut), cut.oov, strict=True):
        if unknown:
            assert token == "<unk>"
        else:
            assert token in text[start:end]
            assert token == text[start:end].strip() or not token.strip()


@settings(max_examples=40, deadline=None)
@given(text=UNICODE_TEXT)
@example(text="the ▁ fox ▁")  # SentencePiece's own sign for a blank
def test_bytes_of_the_pieces_give_the_same_spans_as_the_offsets(text):
    """Two roads: the tokenizer's offsets, and the bytes the pieces stand for."""
    for tokenizer in (BYTE_LEVEL, TOKENIZERS["llama"]):
        by_offsets, by_bytes = one(tokenizer, text), one(Slow(tokenizer), text)
        assert by_bytes.ids == by_offsets.ids
        for (start, end), (byte_start, byte_end) in zip(spans(by_offsets), spans(by_bytes), strict=True):
            # a blank put before the sentence stands for nothing or shares the first character
            assert (byte_start, byte_end) == (start, end) or (byte_start, byte_end, start, end) == (0, 0, 0, 1)


def test_trimmed_offsets_give_the_same_tokens():
    """` fox` is (4, 7) trimmed and (3, 7) not."""
    trimmed, whole = TOKENIZERS["byte-level, trimmed"], BYTE_LEVEL
    for text in tiny_models.TEXTS:
        assert one(trimmed, text).tokens == one(whole, text).tokens
    prefixed = [tiny_models.byte_level_tokenizer(prefix=True, trim=trim) for trim in (True, False)]
    assert one(prefixed[0], "the fox sleeps").tokens == one(prefixed[1], "the fox sleeps").tokens
    assert spans(one(whole, "the fox"))[1] == (3, 7)
    assert spans(one(trimmed, "the fox"))[1] == (4, 7)
    assert spans(one(trimmed, "my 🦊"))[1] == spans(one(whole, "my 🦊"))[1] == (2, 3)  # a piece that is only a blank


@pytest.mark.parametrize("name", ["byte-level", "llama"])
def test_degenerate_offsets_are_replaced(name):
    """(0, 0), (3, 3), (7, 7) for `the fox sleeps`."""
    tokenizer = TOKENIZERS[name]
    text = "the fox sleeps"
    broken = Stub(tokenizer, lambda pairs: [(start, start) for start, _ in pairs])
    if name == "byte-level":
        assert [(start, start) for start, _ in spans(one(tokenizer, text))] == [(0, 0), (3, 3), (7, 7)]
    assert spans(one(broken, text)) == spans(one(tokenizer, text))
    assert one(broken, "my 🦊 naps").tokens == one(tokenizer, "my 🦊 naps").tokens


def test_degenerate_offsets_of_a_lowercasing_tokenizer_are_found_by_decoding():
    broken = Stub(tiny_models.lowercasing_tokenizer(), lambda pairs: [(0, 0) for _ in pairs])
    cut = one(broken, "The  foxes sleep")
    assert cut.tokens[0] == "The"
    assert "".join(cut.tokens) == "Thefoxessleep"


def test_offsets_beyond_repair_are_an_error_not_a_guess():
    broken = Stub(tiny_models.lowercasing_tokenizer(), lambda pairs: [(0, 0) for _ in pairs])
    with pytest.raises(ScoringError, match="cannot be matched with its characters"):
        one(broken, "the qqq 🦊")


def test_a_piece_of_several_bytes_repeats_the_span_of_its_character():
    """An emoji is split in bytes."""
    cut = one(BYTE_LEVEL, "my 🦊 naps")
    emoji = [token for token in cut.tokens if token == "🦊"]
    assert len(emoji) == 4
    assert [span for span, token in zip(spans(cut), cut.tokens, strict=True) if token == "🦊"] == [(3, 4)] * 4


def test_composed_and_decomposed_accents_keep_their_own_positions():
    """A normalising tokenizer maps both to one piece, over the characters written."""
    tokenizer = tiny_models.lowercasing_tokenizer()
    composed, decomposed = one(tokenizer, "the Café sleeps"), one(tokenizer, "the Cafe\u0301 sleeps")
    assert composed.ids == decomposed.ids
    assert spans(composed)[1] == (4, 8)
    assert spans(decomposed)[1] == (4, 9)
    assert spans(decomposed)[2][0] == 10  # sleeps
    assert decomposed.warnings == ("The model's tokenizer merges or drops U+0301 in the sentence.",)


def test_text_without_blanks_is_cut_at_its_characters():
    cut = one(BYTE_LEVEL, "猫昨天睡了")
    assert sorted(set(spans(cut))) == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    assert set(cut.tokens) == set("猫昨天睡了")


def test_characters_without_a_piece_are_refused_not_dropped():
    """A byte-level tokenizer without all bytes drops letters and shifts the others' offsets."""
    tokenizer = tiny_models.no_alphabet_tokenizer()
    assert one(tokenizer, "the fox").tokens == ("the", "fox")
    with pytest.raises(ScoringError, match="no piece for '🦊'"):
        one(tokenizer, "the 🦊 sleeps")
    with pytest.raises(ScoringError, match="no piece for"):
        one(tokenizer, "the Zebra sleeps")


def test_unknown_pieces_are_out_of_vocabulary():
    cut = one(TOKENIZERS["unigram"], "the 🦊 naps")
    assert [token for token, unknown in zip(cut.tokens, cut.oov, strict=True) if unknown] == ["<unk>"]
    assert not one(BYTE_LEVEL, "the 🦊 naps").oov.any()


def test_context_takes_the_tokens_whose_first_letter_it_holds():
    cut = one(BYTE_LEVEL, "fox sleeps", "the ")
    assert (cut.n_context, cut.tokens) == (1, ("fox", "sleeps"))
    assert spans(cut) == [(0, 3), (3, 10)]  # the blank before `fox` is the context's
    assert one(BYTE_LEVEL, "fox", "the fox sleeps .\n").n_context == 5


def test_a_token_that_reaches_out_of_the_context_is_not_scored_and_reported():
    cut = one(BYTE_LEVEL, "es sleep", "the fox")
    assert cut.tokens[-1] == "sleep"
    whole = one(BYTE_LEVEL, "the foxes sleep")
    assert len(cut.ids) == len(whole.ids)
    if " foxes" in ["the foxes sleep"[slice(*span)] for span in spans(whole)]:
        assert cut.tokens == ("sleep",)
        assert "reaches from the context" in cut.warnings[0]


def test_a_special_token_in_the_text_is_reported():
    cut = one(BYTE_LEVEL, f"the fox {tiny_models.END} sleeps")
    assert any(tiny_models.END in warning for warning in cut.warnings)
    assert not cut.oov.any()


def test_a_special_token_that_is_the_unknown_one_as_well_is_reported_too():
    """Field case B7: GPT-2's <|endoftext|> doubles as its unknown token."""
    tokenizer = tiny_models.byte_level_tokenizer(unk_token=tiny_models.END)
    cut = one(tokenizer, f"the fox {tiny_models.END} sleeps")
    assert cut.warnings == (
        f"The text {tiny_models.END!r} in the sentence is read as the model's special token of that name.",
    )
    assert not cut.oov.any()
    assert one(tokenizer, "the fox sleeps").warnings == ()


def test_so_is_one_without_a_name_of_its_own():
    tokenizer = tiny_models.byte_level_tokenizer(extra=("<|im|>",))
    assert "'<|im|>'" in one(tokenizer, "the <|im|> fox").warnings[0]


def test_an_unknown_word_is_not_a_special_token_in_the_text():
    cut = one(TOKENIZERS["unigram"], "the 🦊 naps")
    assert (cut.oov.sum(), cut.warnings) == (1, ())
    cut = one(TOKENIZERS["unigram"], "the 🦊 <unk> naps")
    assert [warning for warning in cut.warnings if "'<unk>'" in warning]


def test_bytes_of_a_letter_belong_to_the_letter():
    """Field case B16: ByT5 names its pieces by the letters of the same numbers, é by Ã and ©."""
    from transformers import ByT5Tokenizer

    cut = one(ByT5Tokenizer(), "a café 猫 🦊")
    assert spans(cut)[:7] == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (5, 6)]
    assert cut.tokens == (*"a caf", "é", "é", " ", *"猫猫猫", " ", *"🦊🦊🦊🦊")
    assert [token_id - 3 for token_id in cut.ids] == list("a café 猫 🦊".encode())
    assert not cut.oov.any()


@pytest.mark.parametrize("text", ["The DOGS", "İstanbul IŞIK Straße", "ΟΔΥΣΣΕΥΣ", "É 猫 🦊"])
def test_lower_casing_keeps_places(text):
    """İ becomes two letters, i and a dot above; the second belongs to the same place."""
    [cut] = cut_sentences(BYTE_LEVEL, [text], lowercase=True)
    plain = one(BYTE_LEVEL, text.lower() if len(text.lower()) == len(text) else "".join(c.lower() for c in text))
    assert cut.ids == plain.ids
    covered = {i for start, end in spans(cut) for i in range(start, end)}
    assert covered >= {i for i, letter in enumerate(text) if not letter.isspace()}
    assert all(token in text for token in cut.tokens)


@every_tokenizer
@pytest.mark.parametrize("language", ["tr", "lt"])
@pytest.mark.parametrize("text", ["İstanbul'da Işık", "I\u0307zmir ẞ ﬁ", "ÌJ\u0301 ΟΔΥΣ"])
def test_lower_casing_by_the_rules_of_a_language_keeps_places(name, text, language):
    """Field case A16: what the tokenizer sees is lower-cased; places and tokens are those of the text."""
    tokenizer = TOKENIZERS[name]
    [cut] = cut_sentences(tokenizer, [text], lowercase=language, context="İ ")
    [plain] = cut_sentences(tokenizer, [lower_case(text, language)], context=lower_case("İ ", language))
    assert cut.ids == plain.ids
    covered = {i for start, end in spans(cut) for i in range(start, end)}
    assert covered >= {i for i, letter in enumerate(text) if not letter.isspace()}


def test_half_a_surrogate_pair_is_refused_by_name():
    with pytest.raises(ScoringError, match="surrogate pair at character 4"):
        one(BYTE_LEVEL, "the \ud83e fox")


@every_tokenizer
def test_an_empty_sentence_has_no_tokens(name):
    cut = one(TOKENIZERS[name], "")
    assert (len(cut.ids), cut.tokens, cut.spans.shape) == (0, (), (0, 2))
