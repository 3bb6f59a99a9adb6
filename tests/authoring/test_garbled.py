"""Letters read in a wrong encoding are found and read back; honest text of any language is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.authoring.garbled import looks_garbled, ungarbled


def garbled(text, encoding, times=1):
    """What a program shows, and saves, that reads UTF-8 in another encoding; bytes that it lacks become controls."""
    for _ in range(times):
        text = "".join(_char(byte, encoding) for byte in text.encode("utf-8"))
    return text


def _char(byte, encoding):
    try:
        return bytes([byte]).decode(encoding)
    except UnicodeDecodeError:
        return chr(byte)


@pytest.mark.parametrize(
    ("text", "was"),
    [
        ("isnâ€™t", "isn’t"),  # field case A11
        ("The cafÃ©", "The café"),  # field case A11
        ("openÂ\u00a0today", "open\u00a0today"),
        ("â€œnoâ€\u009d", "“no”"),
        ("isnÃ¢â‚¬â„¢t", "isn’t"),  # twice
        ("caf√©", "café"),  # read by a Mac
        ("isn‚Äôt", "isn’t"),
        ("caf\u0413\u00a9", "café"),  # read as Cyrillic, whose G this is
        ("MÃ¼ller", "Müller"),
        ("Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "привет"),
        ("Ã‰cole", "École"),
        ("dÃ©jÃ\u00a0", "déjà"),  # of which a Mac would have another reading
        ("×©×œ×•×\u009d", "שלום"),
    ],
)
def test_what_was_read_in_a_wrong_encoding_is_found_and_read_back(text, was):
    assert looks_garbled(text)
    assert ungarbled(text) == was


@pytest.mark.parametrize("text", ["voilÃ", "noâ€ said", "×©×œ×•×", "שלו×", "ÐÐ½Ð½Ð°", "Ðнна", "Ð ÐµÐºÐ°", "Ð ека"])
def test_half_a_letter_is_found_and_not_guessed(text):
    assert looks_garbled(text)
    assert ungarbled(text) is None


HONEST = [
    "Les élèves naïfs ont déjà reçu « l’œuvre » à Noël… ÇA VA ? VOILÀ… À côté – « cœur »",
    "„Er aß zu Fuß“, sagte sie. „Das heißt Maß“… STRASSE, GROSSES „Ä“, Öl, Übung",
    "Người ấy đã đến “Đà Nẵng”… ẤY LÀ MỘT NGƯỜI “Ư”",
    "İstanbul’a gitti… ÇAĞ’da “Şimdi” dedi, doğru ışık",
    "Gdzie jest „żółw”? Łódź… „ŚĆ”, źdźbło – „ćma”",
    "«Ах», — сказал он… Рёв, СЪЕЛ… „Їжак“",
    "Ο σκύλος «Άρης» κοιμάται… ΒΡΟΧΉ “Όχι”",
    "på ”Å” och Ö… Ångström, ÄR",
    "São João… IRMÃ” disse, MAÇÃ…, ¿Qué? ¡Ñandú! 5º, 1ª",
    "În „Â” și „Ă”… „Ž“ a Š…",
    "25 °C ± 3, 5 × 3 — €5, £6, §7, ½, ©, naïve café",
    "הכלב ישן, ד״ר כהן",
    "犬が庭で走る。猫×犬",
    "Привет, Ø 5 мм, Ñandú; 3×4 מטר; Ørsted и Ð",
    "Â is a letter, and so is the letter Ã.",
]


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_is_left_alone(text):
    assert not looks_garbled(text)
    assert ungarbled(text) is None


WORDS = ["café", "naïve", "Müller", "garçon", "Straße", "łódź", "привет", "собака", "Αθήνα", "isn’t", "“no”", "été"]


@examples(60)
@given(
    st.lists(st.sampled_from([*WORDS, "the", "dog"]), min_size=1, max_size=5).map(" ".join),
    st.sampled_from(["cp1252", "mac_roman", "cp1251", "cp1250"]),
    st.integers(1, 2),
)
def test_what_is_read_back_is_the_text_that_was_garbled(text, encoding, times):
    found = ungarbled(garbled(text, encoding, times))
    assert found in (text, None)
    if not text.isascii() and times == 1:
        assert looks_garbled(garbled(text, encoding))
