"""Words keep their places, and no letter is lost, whatever the script."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import any_text, contents, examples

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.words import REVISIONS, SCHEMES, split_words, word_splitter

OF_WORDS = [scheme for scheme in SCHEMES if scheme != "characters"]
"""Those in which a run of letters is one word."""
MANY = ["treebank", "clitics", "punct", "french", "italian"]
"""Those that know letters from signs."""


def words(text, scheme, revision=None):
    return [text[start:end] for start, end in word_splitter(scheme, revision)(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog's bone isn't here.", ["The", "dog", "'s", "bone", "is", "n't", "here", "."]),
        ("He can’t; they’re out.", ["He", "ca", "n’t", ";", "they", "’re", "out", "."]),
        (
            "I'd say she'll, and I'm sure we've",
            ["I", "'d", "say", "she", "'ll", ",", "and", "I", "'m", "sure", "we", "'ve"],
        ),
        ("ISN'T IT", ["IS", "N'T", "IT"]),
        ("rock'n'roll o'clock", ["rock'n'roll", "o'clock"]),
        ("a well-known mother-in-law's", ["a", "well-known", "mother-in-law", "'s"]),
        ("the dogs' bones", ["the", "dogs", "'", "bones"]),
        (
            "It cost 3.5 or 1,000.50 (about 7%)...",
            ["It", "cost", "3.5", "or", "1,000.50", "(", "about", "7", "%", ")", "..."],
        ),
        ("yes -- no — no", ["yes", "--", "no", "—", "no"]),
        ("“No,” she said.", ["“", "No", ",", "”", "she", "said", "."]),
        ("snake_case x2", ["snake", "_", "case", "x2"]),
        ("n't", ["n't"]),
        ("cafe\u0301 na\u00efve", ["cafe\u0301", "na\u00efve"]),
        ("собака спит.", ["собака", "спит", "."]),
        ("कुत्ता सोता", ["कुत्ता", "सोता"]),
        ("الكَلب", ["الكَلب"]),
        ("l's\u0301", ["l's\u0301"]),  # a marked letter is no clitic
        ("3.5\u20e3 \u2764\ufe0f", ["3.5\u20e3", "\u2764\ufe0f"]),
        ("", []),
        ("   ", []),
    ],
)
def test_clitics_stand_apart_and_words_stay_whole(text, expected):
    assert words(text, "clitics") == expected


@pytest.mark.parametrize("scheme", OF_WORDS)
@pytest.mark.parametrize(
    "text",  # words between blanks; sentences of our own
    [
        "আমি আজ সকালে বই পড়ছি না",
        "हिन्दी में लिखी किताब",
        "בְּרֵאשִׁית בָּרָא",
        "مُحَمَّدٌ كَتَبَ",
        "cafe\u0301 nai\u0308ve",
        "தமிழ் மொழி",
        "తెలుగు భాష",
        "ภาษา ไทยนี้",
        "မြန်မာ စာ",
        "ខ្មែរ ភាសា",
        "සිංහල බස",
        "می\u200cخواهم بروم",  # parted within a word
        "ക്\u200dഷ മലയാളം",  # joined
    ],
)
def test_marks_stay_with_their_letter_in_every_script(text, scheme):
    """Field case B12."""
    assert words(text, scheme) == text.split()


@pytest.mark.parametrize("scheme", SCHEMES)
@given(text=any_text)
def test_no_mark_begins_a_word_but_behind_a_blank(text, scheme):
    """Field case B12, for all there is in Unicode."""
    for start, _ in split_words(text, scheme):
        assert unicodedata.category(text[start])[0] != "M" or start == 0 or text[start - 1].isspace()


def test_the_short_way_of_texts_without_marks_misses_none():
    for point in range(sys.maxunicode + 1):
        if unicodedata.category(chr(point))[0] == "M":
            assert words(f"e{chr(point)}", "clitics") == [f"e{chr(point)}"]


@pytest.mark.parametrize("scheme", MANY)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('ד"ר כהן', ['ד"ר', "כהן"]),  # field case A16
        ("ד״ר כהן.", ["ד״ר", "כהן", "."]),  # with gershayim itself, U+05F4
        ('מנכ"לית דו"חות', ['מנכ"לית', 'דו"חות']),  # not only before the last letter
        ('צַהַ"ל', ['צַהַ"ל']),  # with points
        ("ג'ירפה ג׳ירפה", ["ג'ירפה", "ג׳ירפה"]),  # geresh
        ("גב' כהן", ["גב", "'", "כהן"]),  # at the end of a word it looks like a closing quote
        ('אמר "מילה" אחת', ["אמר", '"', "מילה", '"', "אחת"]),
        ('"צה"ל"', ['"', 'צה"ל', '"']),
        ('ו"מילה" ש"שלום"', ["ו", '"', "מילה", '"', "ש", '"', "שלום", '"']),  # and, that: before a quotation
        ('אמר ב"כ"', ["אמר", 'ב"כ', '"']),  # one letter is no quotation
        ("ինչո՞ւ", ["ինչո՞ւ"]),  # the question mark stands over its vowel
        ("col·lecció · fi", ["col·lecció", "·", "fi"]),
        ("مرحبا، كيف الحال؟", ["مرحبا", "،", "كيف", "الحال", "؟"]),  # field case A16
        ("نعم؛ ۵۰٪ «كتاب»", ["نعم", "؛", "۵۰", "٪", "«", "كتاب", "»"]),
        ("نعم،لا", ["نعم", "،", "لا"]),  # no blank behind it
        ("کتاب۔ اچھا", ["کتاب", "۔", "اچھا"]),  # Urdu
        ("राम आया। सीता॥", ["राम", "आया", "।", "सीता", "॥"]),
        ("我是学生。你呢？", ["我是学生", "。", "你呢", "？"]),
        ("「猫」、犬", ["「", "猫", "」", "、", "犬"]),
        ("¿Qué? ¡Sí!", ["¿", "Qué", "?", "¡", "Sí", "!"]),
        ("τι\u037e ναι·", ["τι", "\u037e", "ναι", "·"]),  # question mark and ano teleia
        ("Բարեւ։", ["Բարեւ", "։"]),
        ("ሰላም። ነው፤", ["ሰላም", "።", "ነው", "፤"]),
        ("จบ๛ ไทยๆ", ["จบ", "๛", "ไทยๆ"]),  # a sign of repetition is a letter
        ("ཀ་ཁ།", ["ཀ", "་", "ཁ", "།"]),
    ],
)
def test_signs_of_many_scripts_stand_apart_and_those_inside_words_do_not(text, expected, scheme):
    assert words(text, scheme) == expected


@pytest.mark.parametrize("scheme", ["clitics", "french", "italian", "treebank"])
def test_arabic_numbers_are_whole(scheme):
    assert words("١٢٬٣٤٥٫٦ ۳٫۱۴", scheme) == ["١٢٬٣٤٥٫٦", "۳٫۱۴"]


@pytest.mark.parametrize("scheme", REVISIONS)
@pytest.mark.parametrize(
    ("text", "of_old"),
    [
        ('ד"ר', ["ד", '"', "ר"]),
        ("ինչո՞ւ", ["ինչո", "՞", "ւ"]),
        ("col·lecció", ["col", "·", "lecció"]),
    ],
)
def test_the_first_revision_goes_on_cutting_as_it_did(text, of_old, scheme):
    """Models trained on such words know no others; values are those of 5de7dcb."""
    in_treebank = of_old if '"' in text else [text]  # NLTK knows no signs but those of English
    assert words(text, scheme, 1) == (in_treebank if scheme == "treebank" else of_old)


def test_the_first_revision_of_treebank_is_nltk_to_the_letter():
    assert words("الحال؟ ¿Qué? 再见。你好 آیا۔", "treebank", 1) == ["الحال؟", "¿Qué", "?", "再见。你好", "آیا۔"]


@pytest.mark.parametrize("scheme", REVISIONS)
@given(
    text=st.text(
        st.characters(max_codepoint=0x2FF, exclude_characters="·¡¿") | st.sampled_from("“”‘’–—…•€′"), max_size=60
    )
)
def test_all_revisions_are_one_for_latin_letters(text, scheme):
    assert words(text, scheme, 1) == words(text, scheme)


def test_hebrew_letters_and_points_are_those_of_unicode():
    blocks = [*map(chr, range(0x590, 0x600)), *map(chr, range(0xFB1D, 0xFB50))]
    for char in blocks:
        name, category = unicodedata.name(char, ""), unicodedata.category(char)
        letter = "Hebrew letter" if name.startswith("HEBREW") and category == "Lo" else ""
        assert (words(f'{char}"ר', "punct") == [f'{char}"ר']) == bool(letter or (category == "Mn"))
        assert (words(f'ד"{char}', "punct") == [f'ד"{char}']) == bool(letter)


@pytest.mark.parametrize("mark", ["'", "’"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("l'homme", ["l'", "homme"]),
        ("L'AMI", ["L'", "AMI"]),
        ("qu'il dit qu'on", ["qu'", "il", "dit", "qu'", "on"]),
        ("aujourd'hui", ["aujourd'hui"]),
        ("presqu'île, quelqu'un", ["presqu'île", ",", "quelqu'un"]),
        (
            "jusqu'à lorsqu'elle puisqu'il quoiqu'un",
            ["jusqu'", "à", "lorsqu'", "elle", "puisqu'", "il", "quoiqu'", "un"],
        ),
        ("c'est-à-dire c'est", ["c'est-à-dire", "c'", "est"]),
        ("j'n'ai", ["j'", "n'", "ai"]),
        ("ç'a été", ["ç'", "a", "été"]),
        ("le 11, l'11", ["le", "11", ",", "l'", "11"]),
        ("l'« ami »", ["l'", "«", "ami", "»"]),
        ("chef-d'œuvre va-t'en O'Brien", ["chef-d'œuvre", "va-t'en", "O'Brien"]),
        ("Vient-il ? M'a-t-il vu…", ["Vient-il", "?", "M'", "a-t-il", "vu", "…"]),
        ("3,5 kilos d'eau.", ["3,5", "kilos", "d'", "eau", "."]),
        ("la lettre 'c'", ["la", "lettre", "'", "c", "'"]),
    ],
)
def test_what_is_elided_in_french_stands_apart(text, expected, mark):
    """By the guidelines of Universal Dependencies: the apostrophe stays with the word before it."""
    assert words(text.replace("'", mark), "french") == [word.replace("'", mark) for word in expected]


@pytest.mark.parametrize("mark", ["'", "’"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dell'amico", ["dell'", "amico"]),
        ("un'idea, c'è", ["un'", "idea", ",", "c'", "è"]),
        ("un po' d'acqua", ["un", "po'", "d'", "acqua"]),
        ("va' via, di'!", ["va'", "via", ",", "di'", "!"]),
        ("quattr'occhi bell'uomo Sant'Agata", ["quattr'", "occhi", "bell'", "uomo", "Sant'", "Agata"]),
        ("l'11 settembre", ["l'", "11", "settembre"]),
        ("all'ex-amico ex-all'amico", ["all'", "ex-amico", "ex-all'", "amico"]),
        ("dell'«amico»", ["dell'", "«", "amico", "»"]),
        ("i ragazzi'", ["i", "ragazzi", "'"]),
        ("costa 3,5", ["costa", "3,5"]),
    ],
)
def test_an_italian_word_ends_with_its_apostrophe(text, expected, mark):
    assert words(text.replace("'", mark), "italian") == [word.replace("'", mark) for word in expected]


def test_italian_is_cut_as_in_the_sentences_of_gulordava_et_al(shared_dir):
    """The second road: their Italian models learnt words that somebody else's tokenizer had cut."""
    path = shared_dir / "published" / "agreement" / "Italian" / "generated.text"
    n_elided = n_alike = n_sentences = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        cut = line.removesuffix("<eos>").replace("<unk>", "unk").split()
        text = re.sub(r"(?<=[^\W\d_]') (?=[^\W\d_])", "", " ".join(cut))  # as people write
        own = words(text, "italian")
        elided = [word for word in cut if word.endswith("'") and word != "'"]
        assert elided == [word for word in own if word.endswith("'") and word != "'"]
        n_elided += len(elided)
        n_alike += own == cut
        n_sentences += 1
    assert n_elided > 600
    assert n_alike > 0.97 * n_sentences  # the others have abbreviations, 'art.'


def test_characters_keep_their_marks():
    assert words("我们 写e\u0301 กำ。", "characters") == ["我", "们", "写", "e\u0301", "ก", "ำ", "。"]
    assert words("किताब", "characters") == ["कि", "ता", "ब"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog's bone isn't here.", ["The", "dog", "'s", "bone", "is", "n't", "here", "."]),
        ("He cannot go, can he?", ["He", "can", "not", "go", ",", "can", "he", "?"]),
        ('She said "no" and left.', ["She", "said", '"', "no", '"', "and", "left", "."]),
        ("a (red) fox", ["a", "(", "red", ")", "fox"]),
        ("sleep.", ["sleep", "."]),
    ],
)
def test_treebank_is_that_of_nltk(text, expected):
    assert words(text, "treebank") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog's bone isn't here...", ["The", "dog's", "bone", "isn't", "here", "..."]),
        ("well-known, 3.5", ["well-known", ",", "3", ".", "5"]),
    ],
)
def test_punct_cuts_off_marks_only(text, expected):
    assert words(text, "punct") == expected


def test_whitespace_cuts_at_blanks_only():
    assert words(" The dog's\u00a0bone,\t(really)  ", "whitespace") == ["The", "dog's", "bone,", "(really)"]


def test_places_count_code_points():
    assert split_words("my 🦊 naps", "clitics") == [(0, 2), (3, 4), (5, 9)]


def test_an_unknown_scheme_is_refused_with_the_nearest_name():
    with pytest.raises(InputError, match="Did you mean 'treebank'"):
        word_splitter("treebnk")


texts = st.lists(contents() | any_text, max_size=4).map(" ".join)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_visible_character_is_in_exactly_one_word_and_no_blank_is_in_any(scheme):
    @examples(80)
    @given(texts)
    def law(text):
        spans = split_words(text, scheme)
        places = [place for start, end in spans for place in range(start, end)]
        assert places == sorted(set(places))
        assert all(start < end for start, end in spans)
        assert places == [place for place, char in enumerate(text) if not char.isspace()]

    law()


@pytest.mark.parametrize("scheme", [scheme for scheme in SCHEMES if scheme != "treebank"])
def test_words_do_not_depend_on_the_words_around_them(scheme):
    @examples(40)
    @given(texts, texts)
    def law(left, right):
        assert words(f"{left} {right}", scheme) == words(left, scheme) + words(right, scheme)

    law()
