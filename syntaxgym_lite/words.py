"""Split sentences into words without losing where each word stands.

Word-level models (n-grams, LSTMs) have no tokenizer of their own: how a sentence is cut into words is part of the
model, and a model card names the scheme it was trained with.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Literal, get_args

from .errors import InputError, did_you_mean

__all__ = [
    "MARKER",
    "REVISIONS",
    "SCHEMES",
    "WordScheme",
    "brackets_in",
    "is_unspaced",
    "judgment_before",
    "markers_in",
    "split_words",
    "word_splitter",
]

WordScheme = Literal["treebank", "clitics", "punct", "french", "italian", "characters", "whitespace"]
SCHEMES: tuple[str, ...] = get_args(WordScheme)
"""Names of the word-splitting schemes.

``treebank``
    NLTK's Penn Treebank rules: ``isn't`` is ``is`` + ``n't``, ``cannot`` is ``can`` + ``not``, punctuation apart, that
    of other scripts too, which NLTK leaves on the word.
``clitics``
    Runs of letters (with their marks) and digits with inner hyphens and apostrophes, numbers such as ``3.5``, English
    clitics apart (``is`` + ``n't``, ``dog`` + ``'s``), every other sign alone. What the shipped models use: one pass,
    any script.
``punct``
    Runs of letters (with their marks) and digits with inner hyphens and apostrophes; ``...``; every other sign alone.
``french``
    As ``clitics``, but what is elided stands apart instead: ``l'`` + ``ami``, ``qu'`` + ``il``; ``aujourd'hui`` stays.
``italian``
    As ``clitics``, but a word ends with an apostrophe instead: ``dell'`` + ``amico``, ``c'`` + ``è``; ``po'`` stays.
``characters``
    Each character, with its marks: for Chinese and other scripts without blanks between words.
``whitespace``
    Whatever stands between blanks.
"""

REVISIONS = {"treebank": 2, "clitics": 2, "punct": 2}
"""The newest rules of the schemes that were changed once models had been trained on their words.

Revision 1 cuts at the signs that are part of a word in Hebrew, Armenian and Catalan (``ד"ר``), and in ``treebank``
leaves the punctuation of other scripts than Latin on the word.
"""

Splitter = Callable[[str], list[tuple[int, int]]]

MARKER = re.compile(
    r"</?(?i:s|unk|eos|bos|sos|pad|mask|cls|sep|unk/)>|\[(?:UNK|MASK|CLS|SEP|PAD|BOS|EOS)\]|<\|\w+\|>|<｜\w+｜>"
)
"""How models and their tools write the marks of sentences, unknown words and blanks."""

_LETTER = r"[^\W_]"
_NUMBER = r"\d+(?:[.,{point}]\d+)+{mark}*"  # 3.5 and 1,000
_SIGN = r"\.\.\.|--|(?:[^\w\s]|_){mark}*"
_PATTERNS = {
    "whitespace": r"\S+",
    "characters": r"\S{mark}*",
    "punct": r"{prefix}{char}+(?:(?:[-']|{inside}){char}+)*|\.\.\.|(?:[^\w\s]|_){mark}*",
    "clitics": (
        rf"{_NUMBER}|{{prefix}}"
        # letters, but not into a following n't; inner hyphens and apostrophes go on, unless a clitic begins there
        r"(?:(?!{negation}){char})+(?:(?!{clitic})(?:[-'\u2019]|{inside}){char}+)*"
        rf"|{{negation}}|{{clitic}}|{_SIGN}"
    ),
    "french": (
        rf"{_NUMBER}|c['\u2019]est-(?:à|a\u0300)-dire{{end}}|(?:[cdjlmnst]|ç|c\u0327|(?:jus|lors|puis|quoi)?qu)['\u2019](?={_LETTER}|{{opening}})"
        rf"|{{prefix}}{{char}}+(?:(?:[-'\u2019]|{{inside}}){{char}}+)*|{_SIGN}"
    ),
    "italian": (
        rf"{_NUMBER}|(?:be|da|di|fa|mo|po|sta|to|va)['\u2019](?!{{char}})"
        rf"|(?:{{latin}})+(?:-(?:{{latin}})+)*['\u2019](?={_LETTER}|{{opening}})"
        rf"|{{prefix}}{{char}}+(?:(?:[-'\u2019]|{{inside}}){{char}}+)*|{_SIGN}"
    ),
}
"""What a word is. A combining mark belongs to what it stands on, a letter as a rule, in any script: Python's ``\\w``
leaves out marks, and with them the vowels of half of India.

Elisions of French are those of Universal Dependencies and of TreeTagger's script; Italian is cut as Moses does it,
behind each apostrophe between letters.
"""

_PLAIN = re.compile("[^\u00b7\u0300-\u1fff\u200c\u200d\u20d0-\U0010ffff]*")
"""A text of these only, English for one, has no marked letters, nor words with signs inside them: none need be looked
for."""

_HEBREW = "\u05d0-\u05ea\u05ef-\u05f2\ufb1d\ufb1f-\ufb28\ufb2a-\ufb4f"
_HEBREW_POINTS = "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\ufb1e"
_ARMENIAN = "\u0531-\u0556\u0560-\u0588"
_INSIDE = "|".join(
    [
        # gershayim before the last letters of an acronym, geresh in a foreign sound; typed as quotes by most people
        rf"(?<=[{_HEBREW}{_HEBREW_POINTS}])[\"'\u05f3\u05f4](?=[{_HEBREW}])",
        # the marks of stress, exclamation and question stand over a vowel; apostrophe and abbreviation mark
        rf"(?<=[{_ARMENIAN}])[\u055a-\u055c\u055e\u055f](?=[{_ARMENIAN}])",
        r"(?<=[^\W\d_])\u00b7(?=[^\W\d_])",  # Catalan, col·lecció
    ]
)
"""Signs that are part of a word if they stand between two of its letters (UAX #29, WB6, WB7 and WB7b)."""

_PREFIX_OF_A_QUOTATION = (
    rf"(?<![\"\u05f4])(?:[ובהכלמש][{_HEBREW_POINTS}]*){{1,3}}"
    rf"(?=([\"\u05f4])(?:[{_HEBREW}][{_HEBREW_POINTS}]*){{2,}}\1(?![{_HEBREW}]))"
)
"""And, in, the, as, to, from and that are written on to the next Hebrew word, quoted or not. UAX #29 takes the first
quote for gershayim then."""


@cache
def _pattern(scheme: str, revision: int, *, plain: bool) -> re.Pattern[str]:
    """Compile what words are; short where a text is plain, in which case all revisions are one."""
    mark = "(?!)" if plain else _marks()
    end = rf"(?!\w|{mark})"
    aware = revision > 1 or scheme not in REVISIONS
    parts = {
        "mark": mark,
        "char": rf"(?:{_LETTER}|{mark})",
        "latin": rf"[a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]|{mark}",
        "end": end,
        "negation": rf"n['\u2019]t{end}",
        "clitic": rf"['\u2019](?:s|re|ve|ll|d|m){end}",
        "inside": _INSIDE if aware and not plain else "(?!)",
        "prefix": f"{_PREFIX_OF_A_QUOTATION}|" if aware and not plain else "",
        "point": "\u066b\u066c" if aware else "",  # of Arabic digits
        "opening": r"[\"(\[«‹“„]",
    }
    return re.compile(re.sub(r"\{([a-z]+)\}", lambda name: parts[name[1]], _PATTERNS[scheme]), re.IGNORECASE)


def _marks() -> str:
    """A class of all marks (Unicode's category M), and of the two characters that join or part letters of a word."""
    points = [*range(0x20000), *range(0xE0100, 0xE01F0)]  # where Unicode has marks
    marks = "".join(char for char in map(chr, points) if unicodedata.category(char)[0] == "M")
    return f"[{_ZERO_WIDTH_JOINERS}{_as_ranges(marks)}]"


_ZERO_WIDTH_JOINERS = "\u200c\u200d"


def _as_ranges(chars: str) -> str:
    """Write ascending characters as ranges of a class."""
    starts = [place for place, char in enumerate(chars) if place == 0 or ord(char) != ord(chars[place - 1]) + 1]
    ends = [*(place - 1 for place in starts[1:]), len(chars) - 1]
    return "".join(f"{chars[first]}-{chars[last]}" for first, last in zip(starts, ends, strict=True))


def split_words(text: str, scheme: WordScheme) -> list[tuple[int, int]]:
    """Cut `text` into words.

    Parameters
    ----------
    text : str
        One sentence.
    scheme : {"treebank", "clitics", "punct", "french", "italian", "characters", "whitespace"}
        How; see `SCHEMES`.

    Returns
    -------
    list of (int, int)
        Half-open code-point range of every word, in order, without overlap. Every non-blank character is in one.

    Examples
    --------
    >>> text = "The dog's bone isn't here."
    >>> [text[start:end] for start, end in split_words(text, "clitics")]
    ['The', 'dog', "'s", 'bone', 'is', "n't", 'here', '.']
    >>> text = "L'ami d'hier n'est plus là aujourd'hui."
    >>> [text[start:end] for start, end in split_words(text, "french")]
    ["L'", 'ami', "d'", 'hier', "n'", 'est', 'plus', 'là', "aujourd'hui", '.']
    """
    return word_splitter(scheme)(text)


def markers_in(text: str) -> list[str]:
    """List the markers of language models that stand in a text as if they were words of it, each once.

    Examples
    --------
    >>> markers_in("<s> The fox [MASK] . </s>"), markers_in("a < b > c [sic]")
    (['<s>', '[MASK]', '</s>'], [])
    """
    if "<" not in text and "[" not in text:
        return []
    return list(dict.fromkeys(MARKER.findall(text)))


_CONSTITUENT = "|".join(
    (
        "S", "SBAR", "SBARQ", "SINV", "SQ", "NP", "VP", "PP", "ADJP", "ADVP", "CONJP", "FRAG", "INTJ", "LST", "NAC",
        "NML", "NX", "PRN", "PRT", "QP", "RRC", "UCP", "WHADJP", "WHADVP", "WHNP", "WHPP", "X", "XP", "TOP", "ROOT",
    )
)  # fmt: skip
_BRACKET = re.compile(rf"(?<!\S)(?:\((?:{_CONSTITUENT})(?=[\s(])|NT\((?:{_CONSTITUENT})\)(?!\S))")


def brackets_in(text: str) -> list[str]:
    """List what opens constituents in a text as if it were a tree, each once: labels of the Penn Treebank.

    Examples
    --------
    >>> brackets_in("(S (NP The fox) (VP slept))"), brackets_in("NT(S) The fox"), brackets_in("(I think) S slept.")
    (['(S', '(NP', '(VP'], ['NT(S)'], [])
    """
    return list(dict.fromkeys(_BRACKET.findall(text))) if "(" in text else []


_JUDGMENT = re.compile(r"\s*(\*+|\?{1,3}\*?)\s?(?=[^\W\d_])")


def judgment_before(text: str) -> str:
    """Give the mark of judgment before a text: a star, question marks; "" if there is none.

    Examples
    --------
    >>> judgment_before("*The fox sleep."), judgment_before("?? The fox sleep."), judgment_before("*** ... 2*3")
    ('*', '??', '')
    """
    found = _JUDGMENT.match(text)
    return "" if found is None else found[1]


_WITHOUT_BLANKS = ("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HALFWIDTH KATAKANA", "BOPOMOFO", "YI", "TANGUT")
_BLANKS_FOR_COMMAS = ("THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "JAVANESE", "BALINESE", "TAI", "NEW TAI")
"""How Unicode's names of letters begin in scripts written without blanks between words (UAX #29, section 4.1)."""


@cache
def _is_of(scripts: tuple[str, ...], char: str) -> bool:
    return unicodedata.name(char, "").startswith(tuple(f"{script} " for script in scripts))


def is_unspaced(texts: Iterable[str]) -> bool:
    """Whether texts are written without blanks between words.

    So they are if most letters are of a script without such blanks: Chinese, Japanese, Thai, Lao, Khmer, Burmese,
    Tibetan and some more, but not Korean. Chinese or Japanese words that somebody parted by blanks, as models of
    words need them, are spaced; in the other scripts blanks stand for commas.

    Examples
    --------
    >>> is_unspaced(["我的猫睡觉。"]), is_unspaced(["我 的 猫 睡觉 。"]), is_unspaced(["고양이가 잔다."])
    (True, False, False)
    """
    n_letters = n_unspaced = n_long = n_parted = 0
    for text in texts:
        if text.isascii():
            n_letters += sum(map(str.isalpha, text))
            continue
        letters = [char for char in text if char.isalpha()]
        n_letters += len(letters)
        n_unspaced += sum(_is_of(_WITHOUT_BLANKS + _BLANKS_FOR_COMMAS, letter) for letter in letters)
        n_long += len(letters) > 1
        n_parted += any(
            _is_of(_WITHOUT_BLANKS, left[-1]) and _is_of(_WITHOUT_BLANKS, right[0])
            for left, right in pairwise(text.split())
        )
    return 2 * n_unspaced > n_letters and (2 * n_parted < n_long or not n_parted)


@cache
def word_splitter(scheme: str, revision: int | None = None) -> Splitter:
    """Return the function behind `split_words` for one scheme.

    Parameters
    ----------
    scheme : str
        See `SCHEMES`.
    revision : int, optional
        Which of its rules, see `REVISIONS`; the newest by default.

    Raises
    ------
    InputError
        If there is no such scheme.
    """
    if scheme not in SCHEMES:
        raise InputError(
            f"There is no word-splitting scheme '{scheme}'; known are {', '.join(SCHEMES)}."
            + did_you_mean(scheme, SCHEMES)
        )
    newest = REVISIONS.get(scheme, 1)
    chosen = newest if revision is None else revision
    if scheme == "treebank":
        return _treebank_splitter(chosen)
    short, full = (_pattern(scheme, chosen, plain=plain) for plain in (True, False))

    def split(text: str) -> list[tuple[int, int]]:
        pattern = short if _PLAIN.fullmatch(text) else full
        return [match.span() for match in pattern.finditer(text)]

    return split


def _treebank_splitter(revision: int) -> Splitter:
    from nltk.tokenize import NLTKWordTokenizer  # imported here: it takes half a second

    tokenizer = NLTKWordTokenizer()

    def as_nltk(text: str) -> list[tuple[int, int]]:
        try:
            return list(tokenizer.span_tokenize(text))
        except ValueError:  # NLTK loses its place when quotes of different kinds meet; marks are always found
            return word_splitter("punct", revision)(text)

    def split(text: str) -> list[tuple[int, int]]:
        """Cut as NLTK does, who knows English; then signs of other scripts apart, and none of a Hebrew word."""
        known = word_splitter("clitics", revision)(text)
        whole = text
        for start, end in known:
            if '"' in text[start + 1 : end]:  # NLTK leaves gershayim alone
                whole = whole[:start] + text[start:end].replace('"', "\u05f4") + whole[end:]
        signs = [span for span in known if _is_foreign_sign(text[span[0]])]
        return list(_cut_out(signs, as_nltk(whole)))

    return as_nltk if revision == 1 else lambda text: as_nltk(text) if text.isascii() else split(text)


def _is_foreign_sign(char: str) -> bool:
    """Whether a sign is punctuation of a script other than Latin, or opens a Spanish sentence.

    The middle dot stands for the Greek semicolon. Dashes, dots and quotes of typography are left to NLTK.
    """
    return char in "¡¿·" or (
        char >= "\u0370" and not "\u2000" <= char < "\u2e80" and unicodedata.category(char).startswith("P")
    )


def _cut_out(pieces: list[tuple[int, int]], spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give the same spans, but each piece by itself; both are in order, and no piece reaches out of its span."""
    rest = iter(pieces)
    piece = next(rest, None)
    for start, end in spans:
        here = start
        while piece is not None and piece[0] < end:
            if here < piece[0]:
                yield here, piece[0]
            yield piece
            here = piece[1]
            piece = next(rest, None)
        if here < end:
            yield here, end
