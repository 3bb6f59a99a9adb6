"""What to say about a formula that cannot be read: where it goes wrong, and what to write instead.

The parser stops at a position and knows what could have stood there. `explain` looks at the words round that position,
asks the rules below in turn, and takes the first answer; the last rule always has one. Each rule knows one family of
mistakes: those of habit (``==``, ``and``, ``≤``), those in a region reference, brackets that do not match, and so on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ..errors import FormulaError, Span, did_you_mean
from .ast import FUNCTIONS, METRICS

__all__ = ["Word", "explain", "quote", "split_source"]

_WORD = re.compile(
    r"""(?P<condition> %[^%]*%? )
      | (?P<number>    \.?[0-9](?:[eE][-+](?=[0-9])|[\w.])* )
      | (?P<name>      [^\W\d]\w* )
      | (?P<quoted>    "[^"]*" | '[^']*' | “[^“”]*” | ‘[^‘’]*’ )
      | (?P<operator>  [<>=~]+ | !=+ | &+ | \|+ | \*+ | /+ )
      | (?P<other>     \S )""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")

# what can be the name of a condition, or its levels, as in %head=sg, attractor=pl%, where its closing '%' is missing
_UP_TO_A_SIGN = re.compile(r"%(?:[^%()\[\];<>=&|]|(?<=[^\s%])=(?=[^\s%()\[\];<>=&|]))*")

PAIRS = {"(": ")", "[": "]"}
OPENERS = frozenset(PAIRS)
CLOSERS = frozenset(PAIRS.values())
OPERATORS = frozenset({"<", ">", "<=", ">=", "=", "!=", "+", "-", "*", "/", "&", "|"})

A_REGION = "(5;%condition%)"
_LONGEST_ADVICE = 1000  # characters

_HABITS: dict[str, str] = {
    **dict.fromkeys(("==", "==="), "Equality is a single '='."),
    **dict.fromkeys(("&&", "and", "∧", "⋀"), "Two claims that must both hold are joined by a single '&'."),
    **dict.fromkeys(("||", "or", "∨", "⋁", "¦"), "Two claims of which one must hold are joined by a single '|'."),
    **dict.fromkeys(("not", "¬", "~!"), "To negate a claim, write '!' before its brackets: ![a < b]."),
    **dict.fromkeys(("≤", "⩽", "≦", "=<"), "Less or equal is written '<='."),
    **dict.fromkeys(("≥", "⩾", "≧", "=>"), "Greater or equal is written '>='."),
    **dict.fromkeys(("≠", "<>", "!==", "~="), "Not equal is written '!='."),
    **dict.fromkeys(("~", "~~", "≈", "≅", "≃"), "Equality is '=', and it is approximate: within 0.001."),
    **dict.fromkeys(("<<", "≪"), "Less is a single '<'."),
    **dict.fromkeys((">>", "≫"), "Greater is a single '>'."),
    **dict.fromkeys(("×", "·", "⋅", "∗", "✕"), "Multiplication by a number is written '*'."),
    **dict.fromkeys(("÷", "∕", "⁄", "//"), "Division by a number is written '/'."),
    **dict.fromkeys(("−", "–", "—", "‐", "‑", "‒"), "Minus is the plain hyphen '-'."),
    **dict.fromkeys(("^", "**"), "There are no powers in a formula."),
}
"""Signs and words from other languages, with what this one has instead."""


@dataclass(frozen=True, slots=True)
class Word:
    """A stretch of a formula that a reader takes as one thing, right or wrong."""

    text: str
    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class Trouble:
    """Where reading stopped: before ``words[index]``, or at the end if there is no such word."""

    source: str
    words: Sequence[Word]
    index: int
    expected: Collection[str]

    def word(self, offset: int = 0) -> Word:
        """Return the word at `offset` from the trouble; beyond either end, an empty one."""
        index = self.index + offset
        if 0 <= index < len(self.words):
            return self.words[index]
        end = len(self.source.rstrip())
        return Word("", "end", Span(end, end) if index > 0 else Span(0, 0))

    @property
    def place(self) -> str:
        """What the parser was waiting for, in a word."""
        for terminal, place in (
            ("NUMBER", "operand"),
            ("CONDITION", "condition"),
            ("METRIC", "metric"),
            ("SEMICOLON", "end of condition"),
            ("LPAR", "arguments"),
        ):
            if terminal in self.expected:
                return place
        fields = [self.word(offset).kind for offset in (-3, -1)]
        return "end of reference" if fields == ["condition", "name"] else "operator"

    @property
    def open_bracket(self) -> int | None:
        """Index of the innermost bracket that is open here."""
        opened: list[int] = []
        for index in range(self.index):
            text = self.words[index].text
            if text in OPENERS:
                opened.append(index)
            elif text in CLOSERS and opened:
                opened.pop()
        return opened[-1] if opened else None

    @property
    def reference_so_far(self) -> tuple[str, Sequence[Word]]:
        """The innermost open bracket, as text, and the words between it and here; no bracket, no words."""
        opened = self.open_bracket
        return ("", ()) if opened is None else (self.words[opened].text, self.words[opened + 1 : self.index])

    @property
    def in_function(self) -> bool:
        """Whether the innermost open bracket holds the arguments of a function."""
        opened = self.open_bracket
        return bool(opened) and self.words[(opened or 0) - 1].text in FUNCTIONS


Answer = tuple[str, Span]


def split_source(source: str) -> list[Word]:
    """Cut any text into words, as a reader would; nothing is refused and only blanks are left out."""
    return [
        Word(match.group(), match.lastgroup or "other", Span(match.start(), match.end()))
        for match in _WORD.finditer(source)
    ]


def quote(source: str, span: Span, *, limit: int | None = 60) -> str:
    """Cite a part of a formula on one line; blanks in condition names are kept, a long text loses its middle."""
    text = re.sub(r"%[^%]*%|\s+", lambda match: match[0] if match[0][0] == "%" else " ", source[span.start : span.end])
    text = "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text).strip()
    if limit is None or len(text) <= limit:
        return text
    return f"{text[: limit // 2 - 1]} … {text[1 - limit // 2 :]}"


def explain(source: str, words: Sequence[Word], position: int, expected: Collection[str]) -> FormulaError:
    """Say what is wrong with a formula that the parser could not read beyond `position`.

    Parameters
    ----------
    source : str
        The formula.
    words : sequence of Word
        All of it, as `split_source` gives it.
    position : int
        Where the parser stopped; ``len(source)`` at the end.
    expected : collection of str
        Names of the terminals that could have stood there. They are used to tell places apart and never shown.

    Returns
    -------
    FormulaError
        To be raised.
    """
    index = next((i for i, word in enumerate(words) if word.span.end > position), len(words))
    trouble = Trouble(source, words, index, expected)
    for rule in _RULES:
        answer = rule(trouble)
        if answer is not None:
            problem, span = answer
            if len(problem) > _LONGEST_ADVICE:  # it cites a word of thousands of characters
                problem = f"{problem[: _LONGEST_ADVICE // 2]} … {problem[-_LONGEST_ADVICE // 2 :]}"
            return FormulaError(problem, source, span)
    raise AssertionError("the last rule always answers")  # pragma: no cover


def _empty(at: Trouble) -> Answer | None:
    if at.words:
        return None
    return f"The formula is empty. Write a comparison, e.g. {A_REGION} > (5;%other%).", Span(0, 0)


def _percent(at: Trouble) -> Answer | None:
    """A percent sign without its partner, or with nothing between the two."""
    word = at.word()
    if word.kind == "condition" and not word.text.strip("% \t\r\n"):
        if len(word.text) > 1:
            return "The condition name is empty. Write it between the percent signs: %condition%.", word.span
        return "A '%' stands alone. A condition name has one on either side: %condition%.", word.span
    if word.kind == "condition" and (len(word.text) == 1 or not word.text.endswith("%")):
        return _unclosed_condition(word)
    before = at.word(-1)
    runs_on = before.kind == "condition" and len(_name_begun(before.text[:-1])) < len(before.text) - 1
    if at.place == "end of condition" and runs_on and word.text != "]":
        return _unclosed_condition(before)
    return None


def _unclosed_condition(word: Word) -> Answer:
    """`word` begins with the sign that opens a name; the name ends where a reference would go on."""
    name = _name_begun(word.text).strip()
    return (
        f"The condition name lacks its closing '%'. Write {name}%.",
        Span(word.span.start, word.span.start + len(name)),
    )


def _name_begun(text: str) -> str:
    """What can be a condition's name at the beginning of `text`, up to a sign that a formula would go on with."""
    match = _UP_TO_A_SIGN.match(text)
    return "" if match is None else match[0]


def _condition(at: Trouble) -> Answer | None:
    """Something else where the condition of a reference should stand."""
    word = at.word()
    if at.place != "condition":
        return None
    if word.kind == "quoted":
        name = word.text[1:-1].strip() or "condition"
        return f"Condition names stand between percent signs, not in quotes. Write %{name}%.", word.span
    if word.text in ("", ")", "]", ";"):
        return "The condition is missing. A region reference is written (region;%condition%).", word.span
    match = re.match(r"[^;%()\[\]\n]*[^;%()\[\]\s]", at.source[word.span.start :])
    end = word.span.start + match.end() if match else word.span.end
    name = unicodedata.normalize("NFKC", at.source[word.span.start : end]).strip("%") or "condition"
    return f"A condition name has a '%' on either side. Write %{name}%.", Span(word.span.start, end)


def _metric(at: Trouble) -> Answer | None:
    """Something else where the metric of a reference should stand."""
    if at.place != "metric":
        return None
    return (
        "A metric should follow the second ';' of a region reference: (5;%condition%;mean). "
        f"The metrics are {', '.join(METRICS)}.",
        at.word().span,
    )


def _end_of_reference(at: Trouble) -> Answer | None:
    """A reference that goes on after its last field."""
    word = at.word()
    if at.place not in ("end of condition", "end of reference") or word.text in ("]", "}"):
        return None
    if at.place == "end of reference" and word.text == ";":
        return "A region reference has at most three fields: (region;%condition%;metric).", word.span
    metric = word.text if word.text in METRICS else at.word(1).text
    if at.place == "end of condition" and metric in METRICS:
        return f"The metric of a region reference stands after ';': (region;%condition%;{metric}).", word.span
    return "The region reference lacks its ')'. It is written (region;%condition%).", word.span


def _arguments(at: Trouble) -> Answer | None:
    """A function without its round brackets."""
    if at.place != "arguments":
        return None
    name = at.word(-1).text
    example = f"{name}(a)" if name == "abs" else f"{name}(a, b)"
    return f"'{name}' takes its arguments in round brackets: {example}.", at.word().span


def _condition_place(at: Trouble) -> Answer | None:
    """A condition name that does not stand after the ``;`` of a reference."""
    word, after = at.word(), at.word(1)
    opener, inside = at.reference_so_far
    if word.kind == "condition":
        if after.text == ";" and opener and not inside:
            region = at.word(2).text if at.word(2).kind in ("number", "name") else "5"
            return f"Region and condition are the wrong way round. Write ({region};{word.text}).", word.span
        if opener and inside and len(inside) <= 2:
            region = inside[0].text.rstrip(".")
            return f"A ';' stands between region and condition: ({region};{word.text}).", word.span
        return f"A condition name can stand only in a region reference: (5;{word.text}).", word.span
    if word.text in (",", ":", ".", "；", "：", "，") and after.kind == "condition":
        region = inside[0].text if inside else "5"
        return (
            f"Region and condition are separated by ';', not '{word.text}'. Write ({region};{after.text}).",
            word.span,
        )
    return None


def _region(at: Trouble) -> Answer | None:
    """Something before the ``;`` of a reference that does not name a region."""
    word, after = at.word(), at.word(1)
    opener, inside = at.reference_so_far
    if word.text in ("**", "***") and after.text == ";":
        return "All regions together are written with one '*': (*;%condition%).", word.span
    if word.kind == "number" and after.text == ";" and ".." in word.text:
        return "A run of regions is written with ':', from the first to the last: (2:4;%condition%).", word.span
    if opener != "(" or not inside:
        return None
    if word.text == "," and len(inside) == 1 and at.word(2).text == ";":
        run = f"{inside[0].text}:{after.text}"
        return f"A reference is to one region. Add two, (a;%c%) + (b;%c%), or write a run: ({run};%c%).", word.span
    if word.kind == "number" and after.text == ";":
        return _NO_REGION, inside[0].span | word.span
    if word.text != ";" or at.in_function:
        return None
    span = inside[0].span | inside[-1].span
    match [part.text for part in inside]:
        case [("-" | "+") as sign, _]:
            what = "cannot be negative" if sign == "-" else "has no sign"
            return f"A region number {what}; regions count from 1.", span
        case [number] if inside[0].kind == "number":
            return f"A region number is a whole number; '{number}' is not.", span
        case [first, _, last] if first.isdecimal() and last.isdecimal():
            run = f"{first}:{last}"
            return f"A run of regions is written with ':', from the first to the last: ({run};%condition%).", span
    return _NO_REGION, span


def _semicolon(at: Trouble) -> Answer | None:
    """A ``;`` that does not stand after a region in round brackets."""
    word, before, after = at.word(), at.word(-1), at.word(1)
    opener, inside = at.reference_so_far
    if word.text != ";":
        return None
    if opener == "[" and inside:
        bracket = at.words[at.open_bracket or 0].span
        name = quote(at.source, Span(inside[0].span.start, word.span.start))
        return f"A region reference stands in round brackets: ({name};%condition%).", bracket
    if at.in_function:
        return (
            "A region reference needs round brackets of its own, in a function too: max((1;%a%), (1;%b%)).",
            word.span,
        )
    if opener == "(" and not inside:
        return f"The region is missing before ';'. Write its number or name, e.g. {A_REGION}.", word.span
    if after.kind == "condition":
        region = before.text if before.kind in ("number", "name") else "5"
        return f"A region reference needs round brackets of its own: ({region};{after.text}).", word.span
    if after.kind == "end":
        return "There is a stray ';' at the end. Delete it.", word.span
    return f"A ';' can stand only in a region reference: {A_REGION}.", word.span


_NO_REGION = "This is not a region. Before ';' stands a number, a name, a run such as 2:4, or '*' for all."


def _habit(at: Trouble) -> Answer | None:
    """A sign or word that another language uses."""
    word = at.word()
    habit = _HABITS.get(word.text.lower() if word.kind == "name" else word.text)
    return (f"'{word.text}' is not an operator of this language. {habit}", word.span) if habit else None


def _number(at: Trouble) -> Answer | None:
    """A number written in a way that this language does not know."""
    word, before, after = at.word(), at.word(-1), at.word(1)
    if word.text == "," and before.kind == after.kind == "number":
        touching = before.span.end == word.span.start and word.span.end == after.span.start
        if touching and before.text.isdecimal() and after.text.isdecimal():
            number = before.span | after.span
            return f"Decimals are written with a point, not a comma: {before.text}.{after.text}.", number
    if word.kind == "number" and not _NUMBER.fullmatch(word.text):
        if re.fullmatch(r"[0-9.]+[eE]", word.text):
            return f"'{word.text}' lacks its exponent. Write e.g. {word.text}-3.", word.span
        return f"'{word.text}' is not a number. Numbers are written like 4, 0.98 or 1.5e-3.", word.span
    if word.kind == "name" and word.text.lower() in ("nan", "inf", "infinity", "none", "null"):
        return f"'{word.text}' is not a number that a formula can use. Write one like 4 or 0.98.", word.span
    return None


def _bracket(at: Trouble) -> Answer | None:
    """Brackets that do not match, hold nothing, or are of the wrong sort."""
    word, before = at.word(), at.word(-1)
    if word.text in ("{", "}", "⟨", "⟩"):
        return f"'{word.text}' does not group. Use ( ) or [ ].", word.span
    opened = at.open_bracket
    if word.text in CLOSERS:
        if before.text in OPENERS:
            pair = before.span | word.span
            if at.index > 1 and at.word(-2).text in FUNCTIONS:
                return f"'{at.word(-2).text}' needs its arguments between the brackets.", pair
            return (
                f"There is nothing between '{before.text}' and '{word.text}'. Fill the brackets or delete them.",
                pair,
            )
        if opened is None:
            return f"This '{word.text}' closes nothing. Delete it, or open a bracket before it.", word.span
        opener = at.words[opened]
        if at.place != "operand" and PAIRS[opener.text] != word.text:
            return (
                f"The '{opener.text}' at character {opener.span.start + 1} is closed by '{word.text}'. "
                f"Brackets close with their own kind: '{PAIRS[opener.text]}'.",
                word.span,
            )
    if word.kind == "end" and at.place == "operator" and opened is not None:
        opener = at.words[opened]
        closer = PAIRS[opener.text]
        return f"The '{opener.text}' at character {opener.span.start + 1} is never closed. Add '{closer}'.", word.span
    return None


def _character(at: Trouble) -> Answer | None:
    """A character that means nothing here."""
    word = at.word()
    if word.kind == "quoted":
        return (
            "Quotes have no meaning in a formula. Condition names stand between percent signs: %condition%.",
            word.span,
        )
    if word.text == "#":
        return "A formula cannot hold a comment. Put it in the description of the suite or prediction.", word.span
    if word.text == ",":
        return "A ',' can stand only between the arguments of max( , ) and min( , ).", word.span
    if word.text == "!" and at.place == "operator":
        return "'!' (not) stands before a claim in brackets: ![a < b]. Not equal is written '!='.", word.span
    if word.kind != "other" or word.text in OPENERS | CLOSERS | OPERATORS:
        return None
    code = f"U+{ord(word.text):04X} {unicodedata.name(word.text, '')}".strip()
    if unicodedata.category(word.text) in ("Cf", "Cc", "Co", "Cs", "Cn", "Mn"):
        return f"A character that cannot be seen stands here ({code}). Delete it.", word.span
    plain = unicodedata.normalize("NFKC", word.text)
    if plain != word.text and plain.isascii():
        return f"'{word.text}' ({code}) only looks like '{plain}'. Write '{plain}'.", word.span
    return f"'{word.text}' has no meaning in a formula. Delete it, or write an operator such as '<'.", word.span


def _name(at: Trouble) -> Answer | None:
    """A word where a number or a region should stand."""
    word, after = at.word(), at.word(1)
    if word.kind != "name" or at.place != "operand":
        return None
    if after.text == "(":
        if word.text.lower() in METRICS and word.text.lower() not in FUNCTIONS:
            return f"A metric is the third field of a reference: (5;%condition%;{word.text.lower()}).", word.span
        guess = did_you_mean(word.text, FUNCTIONS)
        return (
            f"There is no function '{word.text}'.{guess} The functions are {', '.join(FUNCTIONS)}; "
            f"the surprisal of a region is just {A_REGION}.",
            word.span,
        )
    bare = re.match(r"[^;%()\[\]]*;\s*%[^%]*%", at.source[word.span.start :])
    if bare:
        span = Span(word.span.start, word.span.start + bare.end())
        return f"A region reference stands in round brackets: ({quote(at.source, span)}).", span
    if word.text.lower() in ("true", "false"):
        return f"'{word.text}' is not a claim that a formula can name. Write a comparison: {A_REGION} > 0.", word.span
    return (
        f"'{word.text}' is neither a region nor a number. A region is written {A_REGION} and a number 2.5.",
        word.span,
    )


def _missing_operand(at: Trouble) -> Answer | None:
    """Nothing where a number or a claim should stand."""
    word, before = at.word(), at.word(-1)
    if at.place != "operand":
        return None
    if before.kind == "end" or before.text in OPENERS | {","}:
        if word.text in OPERATORS:
            missing = f"comparison, {A_REGION} > 0" if word.text in "&|" else f"region, {A_REGION}, or a number"
            return f"Nothing stands to the left of '{word.text}'. Write a {missing}.", word.span
        return f"A region, {A_REGION}, or a number should stand after '{before.text}'.", word.span
    follows = "the formula ends" if word.kind == "end" else f"'{word.text}' follows"
    missing = f"comparison, {A_REGION} > 0" if before.text in "&|!" else f"region, {A_REGION}, or a number"
    return f"Nothing stands to the right of '{before.text}': {follows}. Write a {missing}.", word.span


def _missing_operator(at: Trouble) -> Answer:
    """Two things side by side; also the answer to all that no other rule knows."""
    return (
        "No operator joins this to what stands before it. Numbers are joined by '+' or '-' and compared by '<' or '>'; "
        "comparisons are joined by '&' or '|'.",
        at.word().span,
    )


_RULES: tuple[Callable[[Trouble], Answer | None], ...] = (
    _empty,
    _percent,
    _condition,
    _metric,
    _end_of_reference,
    _arguments,
    _condition_place,
    _region,
    _semicolon,
    _number,
    _habit,
    _bracket,
    _character,
    _name,
    _missing_operand,
    _missing_operator,
)
