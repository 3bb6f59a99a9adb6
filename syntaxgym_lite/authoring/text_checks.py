"""Checks of the text: blanks, quotes, letters, articles, full stops; and what files and programs leave in it.

Nothing is changed by a check; what a model is given is the text as written (but for blanks at the ends of a region,
which the sentence's own joining blanks replace).
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..delimited import number_in
from ..errors import cited, inert
from ..lookalikes import LATIN_LOOKALIKES
from ..suite import Condition, Item, Join, Region, Sentence, Suite, normalize_text
from ..words import markers_in
from .articles import indefinite_article
from .findings import Finding
from .trace_checks import TEXT_TRACES, lost_letters, number_columns

__all__ = ["check_text", "is_english", "sentences_by_item"]

_LONGEST_WORD = 200  # characters after an article that are looked at
_RUNS = re.compile(r"[=+@-].", re.DOTALL)
"""How a cell begins that spreadsheet programs take for a formula."""
_INVISIBLE = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\x00-\x08\x0e-\x1f\x7f-\x9f]"
)
_FROM_LATIN: Mapping[str, Mapping[str, str]] = {
    script: {
        chr(latin): chr(other)
        for other, latin in LATIN_LOOKALIKES.items()
        if unicodedata.name(chr(other)).startswith(script)
    }
    for script in ("CYRILLIC", "GREEK")
}
"""By script: the letter that looks like a Latin one."""
_CHINESE = ("CJK ", "HIRAGANA ", "KATAKANA ", "BOPOMOFO ")
_LOOKALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})

# before these, both articles are in use: an unstressed first syllable, a dropped h, letters read either way
_EITHER_ARTICLE = re.compile(r"h(?:istor|abit|eredit|otel|ypoth|allucin|yster|eroic|erb)|u[hm]\b|[A-Z]{2,}")
_ARTICLE = re.compile(r"(?:(?<=\s)|^)(?P<article>an?|An?)\s+(?=\W{0,2}[^\W_])")
_FINAL = re.compile(r"[.?!…。！？।؟][\"'”’»)\]」』]*\s*\Z")


@dataclass(frozen=True, slots=True)
class _Traits:
    """What the checks of a region ask about its suite; found once, as it may take many sentences to tell."""

    join: Join
    latin: bool
    chinese: bool


def check_text(suite: Suite) -> list[Finding]:
    """Check the texts of a suite.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    list of Finding
        Those about a region first, in the order of the file; then those about an item, and about the whole suite.
    """
    traits = _Traits(suite.join, _is_latin(suite), _is_chinese(suite))
    findings = [
        Finding(code, message, item.number, condition.name, region.number)
        for item, condition, region in _regions(suite)
        for code, message in _of_content(region.content, traits)
    ]
    findings.extend(number_columns(suite))
    english = is_english(suite)  # once: it may read the whole suite
    for sentences in sentences_by_item(suite).values():
        if english:
            findings.extend(_articles(sentences, suite))
        findings.extend(_final_punctuation(sentences))
        findings.extend(_lost_letters(sentences, suite))
    findings.extend(_mixtures(suite))
    findings.extend(_names(suite))
    if suite.is_parted_against_its_script():
        message = (
            'regions are joined by blanks, but the script has none between words; write "join": "none" in \'meta\', or '
            '"space" if the blanks are meant.'
        )
        findings.append(Finding("S118", message))
    return findings


def sentences_by_item(suite: Suite) -> dict[int, dict[str, Sentence]]:
    """Sentences of every item, by condition."""
    found: dict[int, dict[str, Sentence]] = {item.number: {} for item in suite.items}
    for sentence in suite.sentences():
        found[sentence.item_number][sentence.condition_name] = sentence
    return found


def is_english(suite: Suite) -> bool:
    """Whether a suite is English: it says so, or says nothing and has the word *the*."""
    language = suite.meta.get("language")
    if isinstance(language, str) and language.strip():
        return language.strip().lower().startswith("en")
    return any(re.search(r"\bthe\b", region.content, re.IGNORECASE) for _, _, region in _regions(suite))


def _regions(suite: Suite) -> Iterator[tuple[Item, Condition, Region]]:
    for item in suite.items:
        for condition in item.conditions:
            for region in condition.regions:
                yield item, condition, region


# ---------------------------------------------------------------- one region


@lru_cache(maxsize=1 << 14)
def _of_content(content: str, traits: _Traits) -> tuple[tuple[str, str], ...]:
    """Look at each text once: conditions share most of theirs, and a suite is checked again while it is written."""
    return tuple(_of_region(Region(1, content), traits))


def _of_region(region: Region, traits: _Traits) -> Iterator[tuple[str, str]]:
    """Codes and messages; of a text in a wrong encoding nothing more is said of its letters."""
    garbled = False
    for code, check in TEXT_TRACES.items():
        if (message := check(region.content)) is not None:
            garbled = garbled or code == "S112"
            yield code, message
    for code, region_check in _REGION_CHECKS.items():
        if not (garbled and code in _OF_LETTERS) and (message := region_check(region, traits)) is not None:
            yield code, message


def _outer_blank(region: Region, traits: _Traits) -> str | None:
    content = region.content
    if traits.join == "none" or content == content.strip():
        return None
    return f"{cited(content)} begins or ends with a blank, which is left out; write {cited(content.strip())}."


def _inner_blank(region: Region, traits: _Traits) -> str | None:
    blank = re.search(r"\s\s|[^\S ]", region.content.strip())
    if blank is None:
        return None
    what = "a double blank" if len(blank[0]) == 2 else f"a blank that is not a plain space ({blank[0]!r})"
    return f"{cited(region.content)} holds {what}, which the model is given as it is."


def _formula(region: Region, traits: _Traits) -> str | None:
    text = region.content.strip()
    if _RUNS.match(text) is None or number_in(text) is not None:
        return None
    return (
        f"{cited(text)} would be run as a formula by a spreadsheet program that opens a CSV file with it; see 'Opening "
        "CSV files safely' in the reference of results."
    )


def _typographic_quote(region: Region, traits: _Traits) -> str | None:
    straight = normalize_text(region.content, ["quotes"])
    if straight == region.content or traits.chinese:  # in which “ and ” are the quotes that there are
        return None
    return (
        f"{cited(region.content)} holds typographic quotes, which models split and rate differently from plain ones; "
        f"write {cited(straight)}, or run with `normalize_text=quotes`."
    )


def _not_nfc(region: Region, traits: _Traits) -> str | None:
    if unicodedata.is_normalized("NFC", region.content):
        return None
    composed = unicodedata.normalize("NFC", region.content)
    return (
        f"{cited(region.content)} is not in Unicode normal form C: an accent is a character of its own, which models "
        f"rate differently; write {cited(composed)}, or run with `normalize_text=nfc`."
    )


def _lookalike(region: Region, traits: _Traits) -> str | None:
    content = region.content
    if (hidden := _INVISIBLE.search(content)) is not None:
        return f"{cited(content)} holds an invisible character ({_describe(hidden[0])}); take it out."
    if content.isascii():
        return None
    for char in "" if traits.chinese else content:  # where full-width letters are common
        plain = unicodedata.normalize("NFKC", char)
        if unicodedata.category(char) in ("Ll", "Lu", "Lo") and plain != char and plain.isascii() and char not in "ªº":
            return f"{cited(content)} holds {_describe(char)}, which looks like {plain!r} and is not; write {plain!r}."
    for word in re.findall(r"[^\W\d_]+", content):
        latin = word.translate(LATIN_LOOKALIKES)
        counts = Counter(script for script in map(_script, word) if script in _LOOKALIKE_SCRIPTS)
        if traits.latin and latin.isascii():
            home = "LATIN"  # of its neighbours, if not of its letters
        elif len(counts) > 1:
            home = _own_script(counts, traits)
        else:
            continue
        strange = next((char for char in word if _script(char) in counts.keys() - {home}), None)
        if strange is not None:
            return _stranger(word, strange, home)
    return None


def _own_script(counts: Counter[str], traits: _Traits) -> str:
    """The script of a word: that of most of its letters; of two with the same number, that of the suite."""
    most = max(counts.values())
    tied = [script for script, count in counts.items() if count == most]
    return min(tied, key=lambda script: (script == "LATIN") != traits.latin)


def _stranger(word: str, strange: str, home: str) -> str:
    """Say which letter of a word is of another script, and what to write if look-alikes in its own are known."""
    written = "".join(char if _script(char) == home else _in_script(home, char) for char in word)
    advice = ""
    if all(_script(char) == home for char in written):
        # the right word of another script looks just as the wrong one, so its letter has to be named
        with_letter = "" if written.isascii() else f" with {_describe(_in_script(home, strange))}"
        advice = f"; write {cited(written)}{with_letter}"
    looks = f"looks like a {home.title()} one{advice}"
    return f"{cited(word)} holds a letter of another script ({_describe(strange)}) that {looks}."


def _in_script(script: str, char: str) -> str:
    """The letter of a script that looks like `char`; `char` itself if none is known."""
    latin = char.translate(LATIN_LOOKALIKES)
    return latin if script == "LATIN" else _FROM_LATIN.get(script, {}).get(latin, char)


def _marker(region: Region, traits: _Traits) -> str | None:
    markers = markers_in(region.content)
    if not markers:
        return None
    return (
        f"{region.content!r} holds {markers[0]!r}, a marker of language models; take it out: as text it changes every "
        "number after it, and models set their own."
    )


_REGION_CHECKS: Mapping[str, Callable[[Region, _Traits], str | None]] = {
    "S101": _outer_blank,
    "S102": _inner_blank,
    "S103": _typographic_quote,
    "S104": _not_nfc,
    "S107": _lookalike,
    "S110": _marker,
    "S111": _formula,
}
_OF_LETTERS = frozenset(("S102", "S103", "S104", "S107"))


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]


def _is_latin(suite: Suite) -> bool:
    """Whether most words of a suite's first sentences are in Latin letters."""
    some = itertools.islice(suite.sentences(), 20)
    letters = [char for sentence in some for char in sentence.text if char.isalpha()]
    return sum(map(str.isascii, letters)) > 0.8 * len(letters)


def _is_chinese(suite: Suite) -> bool:
    """Whether most letters of a suite's first sentences are Chinese or Japanese, kana among them."""
    some = itertools.islice(suite.sentences(), 20)
    letters = [char for sentence in some if not sentence.text.isascii() for char in sentence.text if char.isalpha()]
    return 2 * sum(unicodedata.name(char, "").startswith(_CHINESE) for char in letters) > len(letters) > 0


def _describe(char: str) -> str:
    return f"U+{ord(char):04X} {unicodedata.name(char, '').lower()}".strip()


# ---------------------------------------------------------------- one item


def _articles(sentences: Mapping[str, Sentence], suite: Suite) -> Iterator[Finding]:
    for condition, sentence in sentences.items():
        for match in _ARTICLE.finditer(sentence.text):
            rest = sentence.text[match.end() : match.end() + _LONGEST_WORD]
            article = match["article"]
            right = indefinite_article(rest)
            capital_inside = (
                article[0] == "A" and match.start() > 0 and sentence.text[match.start() - 2] not in ".?!:\"“'"
            )
            if right in (None, article.lower()) or capital_inside or _EITHER_ARTICLE.match(rest.lstrip("\"'“‘(")):
                continue
            word = rest.split()[0].strip(".,;:!?\"'“”‘’()")
            region = _region_at(sentence, match.start("article"), suite)
            message = (
                f"'{article} {word}' should be '{right if article.islower() else str(right).capitalize()} {word}'."
            )
            yield Finding("S108", message, sentence.item_number, condition, region)


def _lost_letters(sentences: Mapping[str, Sentence], suite: Suite) -> Iterator[Finding]:
    for condition, sentence in sentences.items():
        if (found := lost_letters(sentence)) is not None:
            place, message = found
            yield Finding("S113", message, sentence.item_number, condition, _region_at(sentence, place, suite))


def _region_at(sentence: Sentence, place: int, suite: Suite) -> int:
    """Number of the region that holds a place of a sentence's text."""
    return next(
        number
        for number, (_, end) in zip(suite.region_numbers, sentence.region_spans.tolist(), strict=True)
        if place < end
    )


def _final_punctuation(sentences: Mapping[str, Sentence]) -> Iterator[Finding]:
    ended = {condition: _FINAL.search(sentence.text) is not None for condition, sentence in sentences.items()}
    if len(set(ended.values())) < 2:
        return
    without = [condition for condition, done in ended.items() if not done]
    item = next(iter(sentences.values())).item_number
    names = ", ".join(map(repr, without))
    yield Finding("S109", f"no final punctuation in {names}, but in the other conditions.", item)


# ---------------------------------------------------------------- the whole suite


def _mixtures(suite: Suite) -> Iterator[Finding]:
    text = "\n".join(region.content for _, _, region in _regions(suite))
    typographic = sum(old != new for old, new in zip(text, normalize_text(text, ["quotes"]), strict=True))
    straight = text.count("'") + text.count('"')
    if typographic and straight:
        message = f"{straight} straight and {typographic} typographic quotes; use one kind, best the straight one."
        yield Finding("S105", message)
    forms: Counter[str] = Counter()
    for _, _, region in _regions(suite):
        if not region.content.isascii():
            composed, decomposed = (unicodedata.normalize(form, region.content) for form in ("NFC", "NFD"))
            if composed != decomposed:
                forms["composed"] += region.content != decomposed
                forms["decomposed"] += region.content != composed
    if forms["composed"] and forms["decomposed"]:
        message = (
            f"{forms['composed']} regions write accented letters as one character, {forms['decomposed']} as two; "
            "save all in Unicode normal form C."
        )
        yield Finding("S106", message)


def _names(suite: Suite) -> Iterator[Finding]:
    """Names that a terminal or a page would not show as they are."""
    factors = [item.factors for item in suite.items] + [*suite.condition_factors.values()]
    kinds: tuple[tuple[str, Iterable[str]], ...] = (
        ("suite", [suite.name]),
        ("condition", suite.condition_names),
        ("region", suite.region_names.values()),
        ("factor", (name for one in factors for name in one)),
        ("prediction", (prediction.name or "" for prediction in suite.predictions)),
    )
    for kind, names in kinds:
        for name in dict.fromkeys(names):
            if (shown := inert(name)) != name:
                hidden = next(char for char in name if inert(char) != char)
                message = (
                    f"the name of a {kind}, '{shown}', holds {_describe(hidden)}, which is not seen, or turns what "
                    "stands around it; take it out."
                )
                yield Finding("S117", message, None, name if kind == "condition" else None)
