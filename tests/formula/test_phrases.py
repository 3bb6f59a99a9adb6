from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import Comparison, Number, Product, Reference, RegionNumber, RegionRange, Star, Sum, parse
from syntaxgym_lite.formula.phrases import formula_from_phrase
from syntaxgym_lite.formula.wording import in_words

NUMBER = {
    "conditions": ["plural", "singular"],
    "regions": {1: "subject", 2: "attractor", 3: "verb", 4: "spill", 5: "end"},
}
CROSSED = {
    "conditions": ["sg_sg", "sg_pl", "pl_sg", "pl_pl"],
    "regions": NUMBER["regions"],
    "factors": {f"{head}_{near}": {"head": head, "attractor": near} for head in ("sg", "pl") for near in ("sg", "pl")},
}
ODD = {
    "conditions": ["ambig", "unambig", "comma_ambig", "comma_unambig", "no-obj", "no comma", "Old", "old", "less"],
    "regions": {1: "a", 2: "NP/Z", 3: "verb", 4: "verb", 5: "critical and more", 7: "2nd verb"},
}

# Phrase, and the formula that a reader would write for it.
READ = [
    ("plural > singular at verb", "(3;%plural%) > (3;%singular%)"),
    ("plural>singular at 3", "(3;%plural%) > (3;%singular%)"),
    ("plural less surprising than singular at region 5", "(5;%plural%) < (5;%singular%)"),
    ("The plural is more surprising than the singular at the verb region.", "(3;%plural%) > (3;%singular%)"),
    ("PLURAL < Singular at Verb", "(3;%plural%) < (3;%singular%)"),
    ("plural has a higher surprisal than singular in the verb", "(3;%plural%) > (3;%singular%)"),
    ("plural is less likely than singular at verb", "(3;%plural%) > (3;%singular%)"),
    ("plural is easier than singular at verb", "(3;%plural%) < (3;%singular%)"),
    ("plural is more surprising at verb than singular", "(3;%plural%) > (3;%singular%)"),
    ("plural is as surprising as singular at verb", "(3;%plural%) = (3;%singular%)"),
    ("plural is at least as surprising as singular at verb", "(3;%plural%) >= (3;%singular%)"),
    ("plural is at most as hard at verb as singular", "(3;%plural%) <= (3;%singular%)"),
    ("plural is at least singular at verb", "(3;%plural%) >= (3;%singular%)"),
    ("plural ≥ singular at verb", "(3;%plural%) >= (3;%singular%)"),
    ("plural differs from singular at verb", "(3;%plural%) != (3;%singular%)"),
    ("verb is more surprising in plural than in singular", "(3;%plural%) > (3;%singular%)"),
    (
        "the verb should be more surprising in the plural condition than in the singular",
        "(3;%plural%) > (3;%singular%)",
    ),
    ("the surprisal of verb is higher in plural than in singular", "(3;%plural%) > (3;%singular%)"),
    ("plural>singular@verb", "(3;%plural%) > (3;%singular%)"),
    ("at verb plural ≈ singular", "(3;%plural%) = (3;%singular%)"),
    ("at verb, plural > singular", "(3;%plural%) > (3;%singular%)"),
    ("verb: plural > singular", "(3;%plural%) > (3;%singular%)"),
    ("\"plural\" > 'singular' at “verb”", "(3;%plural%) > (3;%singular%)"),
    # several regions are added; those that follow one another are a run
    ("plural > singular at verb and spill", "(3:4;%plural%) > (3:4;%singular%)"),
    ("plural > singular at verb, spill and end", "(3:5;%plural%) > (3:5;%singular%)"),
    ("plural > singular at regions 3 to 5", "(3:5;%plural%) > (3:5;%singular%)"),
    ("plural > singular at 3-5", "(3:5;%plural%) > (3:5;%singular%)"),
    ("plural > singular at 3:4", "(3:4;%plural%) > (3:4;%singular%)"),
    ("plural > singular at verb to end", "(3:5;%plural%) > (3:5;%singular%)"),
    ("plural > singular at verb and end", "(3;%plural%) + (5;%plural%) > (3;%singular%) + (5;%singular%)"),
    ("plural > singular over the whole sentence", "(*;%plural%) > (*;%singular%)"),
    ("plural > singular in all regions", "(*;%plural%) > (*;%singular%)"),
    # how much
    ("plural > singular by 2 bits at verb", "(3;%plural%) - (3;%singular%) > 2"),
    ("plural > singular at verb by at least 2.5 bits", "(3;%plural%) - (3;%singular%) >= 2.5"),
    ("plural < singular at verb by more than 1 bit", "(3;%singular%) - (3;%plural%) > 1"),
    ("plural = singular within 0.5 bits at verb", "abs((3;%plural%) - (3;%singular%)) <= 0.5"),
    ("plural > 5 bits at verb", "(3;%plural%) > 5"),
    # several claims
    (
        "plural > singular at verb and plural < singular at spill",
        "(3;%plural%) > (3;%singular%) & (4;%plural%) < (4;%singular%)",
    ),
    (
        "plural > singular at verb; plural < singular at spill;",
        "(3;%plural%) > (3;%singular%) & (4;%plural%) < (4;%singular%)",
    ),
    (
        "plural > singular at verb or singular > plural at verb",
        "(3;%plural%) > (3;%singular%) | (3;%singular%) > (3;%plural%)",
    ),
    ("plural > singular and singular > 2 at verb", "(3;%plural%) > (3;%singular%) & (3;%singular%) > 2"),
    ("at spill: plural > singular; singular > 2", "(4;%plural%) > (4;%singular%) & (4;%singular%) > 2"),
    ("plural at verb > singular at spill", "(3;%plural%) > (4;%singular%)"),
    # a formula stays as it is
    ("(3;%plural%)>(verb;%singular%)", "(3;%plural%)>(verb;%singular%)"),
]
READ_FACTORS = [
    ("(head=sg, attractor=pl) > (head=sg, attractor=sg) at verb", "(3;%sg_pl%) > (3;%sg_sg%)"),
    ("head=sg, attractor=pl > head=sg, attractor=sg at verb", "(3;%sg_pl%) > (3;%sg_sg%)"),
    ("(attractor = pl and Head = sg) > sg_sg at verb", "(3;%sg_pl%) > (3;%sg_sg%)"),
    # a main effect: means over the other factor
    ("attractor=pl > attractor=sg at verb", "[(3;%sg_pl%) + (3;%pl_pl%)] / 2 > [(3;%sg_sg%) + (3;%pl_sg%)] / 2"),
    (
        "at verb, the mean of sg_pl and pl_pl is larger than the mean of sg_sg and pl_sg",
        "[(3;%sg_pl%) + (3;%pl_pl%)] / 2 > [(3;%sg_sg%) + (3;%pl_sg%)] / 2",
    ),
    # interactions: a difference of differences
    (
        "(head=sg, attractor=pl) - (head=sg, attractor=sg) > (head=pl, attractor=sg) - (head=pl, attractor=pl) at verb",
        "[(3;%sg_pl%) - (3;%sg_sg%)] > [(3;%pl_sg%) - (3;%pl_pl%)]",
    ),
    (
        "the difference between sg_pl and sg_sg is larger than the difference between pl_sg and pl_pl at 3",
        "[(3;%sg_pl%) - (3;%sg_sg%)] > [(3;%pl_sg%) - (3;%pl_pl%)]",
    ),
    (
        "[sg_pl - sg_sg] - [pl_sg - pl_pl] > 0 at verb",
        "(3;%sg_pl%) - (3;%sg_sg%) - (3;%pl_sg%) + (3;%pl_pl%) > 0",
    ),
]
READ_ODD = [
    (
        "ambig - unambig > comma_ambig - comma_unambig at NP/Z",
        "[(2;%ambig%) - (2;%unambig%)] > [(2;%comma_ambig%) - (2;%comma_unambig%)]",
    ),
    ("ambig-unambig > comma_ambig-comma_unambig at np/z", "(2;%ambig%) - (2;%unambig%) > (2;%comma_ambig%) - (2;%comma_unambig%)"),
    ("no-obj > no comma at critical and more", "(5;%no-obj%) > (5;%no comma%)"),
    ("ambig > less at critical and more and 2nd verb", "(5:7;%ambig%) > (5:7;%less%)"),
    ("less less surprising than ambig at a", "(1;%less%) < (1;%ambig%)"),
    ("old > Old at 4", "(4;%old%) > (4;%Old%)"),
]  # fmt: skip
TABLE = [
    (phrase, formula, names)
    for rows, names in ((READ, NUMBER), (READ_FACTORS, CROSSED), (READ_ODD, ODD))
    for phrase, formula in rows
]


@pytest.mark.parametrize(("phrase", "formula", "names"), TABLE, ids=[row[0] for row in TABLE])
def test_a_phrase_is_read_as_the_formula_that_one_would_write(phrase, formula, names):
    assert parse(formula_from_phrase(phrase, **names)) == parse(formula)


# Phrase; carets; part of what is said.
REFUSED = """
plurl > singular at verb
^^^^^
no condition 'plurl'. Did you mean 'plural'? Its conditions are: plural, singular.

plural > singular at vreb
                     ^^^^
no region named 'vreb'. Did you mean 'verb'? Its regions are: subject, attractor, verb, spill, end.

plural > singular at 9
                     ^
The suite has no region 9.

plural > singular
                 ^
The region is missing. Say where, as in 'plural > singular at end'.

plural > singular at
                    ^
The region is missing.

plural > plural at verb
^^^^^^^^^^^^^^^
Both sides are the same.

plural singular at verb
       ^
A comparison is missing.

plural is surprising at verb
       ^
A comparison is missing.

plural subject > singular at verb
^^^^^^^^^^^^^^
no condition 'plural subject'. Did you mean 'plural'?

plural > singular form at verb
         ^^^^^^^^^^^^^
no condition 'singular form'. Did you mean 'singular'?

plural > singular at verb and
                             ^
A condition is missing here.

plural > singular at verb and at spill
                              ^^^^^^^^
Each of the regions, or both together?

plural > singular at both verb and spill
                     ^^^^
'both' may mean regions together, or each by itself.

plural > singular at plural
                     ^^^^^^
'plural' is a condition; write the region here.

verb > spill at plural
^^^^
'verb' is a region, and here a condition must stand.

plural > singular at verb and verb
                     ^^^^^^^^^^^^^
A region is named twice.

plural > singular at verb verb
                          ^^^^
'verb' cannot be read here.

plural > singular at spill to verb
                     ^^^^^^^^^^^^^
The run of regions goes backwards.

plural > singular by 1,5 bits at verb
                     ^^^
The decimal sign is a point: 1.5.

plural > singular by some bits at verb
                     ^^^^^^^^^
Write by how many bits

plural = singular by 2 bits at verb
                  ^^^^^^^^^
'by 2 bits' says how much more or less

5 > 3 at verb
^^^^^
Both sides are numbers

plural > 1 at verb and plural > 2 at end or singular > 1 at end
                                         ^^
can be read in two ways

(head=sg) > (head=pl) at verb
 ^^^^
The conditions of this suite have no factors

plural > singular at verb at spill
                             ^^^^^
The region is named twice.

the mean of plural and plural > 1 at verb
            ^^^^^^^^^^^^^^^^^
A mean is of conditions that differ

"plurl" > singular at verb
 ^^^^^
no condition 'plurl'. Did you mean 'plural'?

plural > singular by 2 bits by 3 bits at verb
                            ^^^^^^^^^
said twice by how much

plural > singular > 1 by 2 bits at verb
                      ^^^^^^^^^
Say of two sides alone

plural is more surprising at verb
                                 ^
Write 'than' and what it is compared with.

verb is more surprising in plural
                                 ^
Write 'than' and what it is compared with.

plural > singular at verb to
                          ^^
'to' cannot be read here.

(plural > singular at verb
        ^
The bracket is not closed.

((((((((((((plural
          ^
nested too deep

(3;%plurl%) > (3;%singular%)
    ^^^^^
no condition 'plurl'. Did you mean 'plural'?

(3;plural) > (3;singular)
   ^^^^^^
Write %plural%.
"""
REFUSED_FACTORS = """
(hed=sg, attractor=pl) > sg_sg at verb
 ^^^
no factor 'hed'. Did you mean 'head'?

(head=sgl, attractor=pl) > sg_sg at verb
      ^^^
The factor 'head' has no level 'sgl'. Did you mean 'sg'? Its levels are: sg, pl.

interaction of head and attractor at verb
^^^^^^^^^^^^^^^^^^^
Say which way it goes.

pl > sg at verb
^^
'pl' may be head=pl or attractor=pl.

head=sg > attractor=sg at verb
^^^^^^^^^^^^^^^^^^^^^^
Both sides hold the condition 'sg_sg'.
"""
REFUSED_ODD = """
OLD > less at 5
^^^
'OLD' may be any of the conditions Old, old.

old > Old at verb
             ^^^^
Regions 3 and 4 are all named 'verb'.

ambig-nocomma > ambig at 5
^^^^^^^^^^^^^
no condition 'ambig-nocomma'.
"""
REFUSALS = [
    (*block.split("\n"), names)
    for table, names in ((REFUSED, NUMBER), (REFUSED_FACTORS, CROSSED), (REFUSED_ODD, ODD))
    for block in table.strip("\n").split("\n\n")
]


@pytest.mark.parametrize(("phrase", "carets", "said", "names"), REFUSALS, ids=[row[0] for row in REFUSALS])
def test_what_cannot_be_read_is_refused_with_its_place(phrase, carets, said, names):
    with pytest.raises(FormulaError) as caught:
        formula_from_phrase(phrase, **names)
    assert str(caught.value).split("\n")[:2] == [f"  {phrase}", f"  {carets}"]
    assert said in caught.value.problem


def test_names_that_could_be_something_else_are_told_apart_or_refused():
    regions = {1: "Verb", 2: "verb", 3: "1", 5: "5"}
    names = {"conditions": ["a=b", "present", "past"], "regions": regions}
    assert formula_from_phrase("(a=b) > past at verb", **names) == "(2;%a=b%) > (2;%past%)"
    assert formula_from_phrase("a=b > past at 5", **names) == "(5;%a=b%) > (5;%past%)"
    for phrase, said in (
        ("a=b > past at VERB", "Regions 1 and 2 are all named"),
        ("a=b > past at 1", "name of another"),
    ):
        with pytest.raises(FormulaError, match=said):
            formula_from_phrase(phrase, **names)


def test_a_level_alone_is_enough_where_only_one_factor_has_it():
    factors = {"x": {"tense": "past", "Person": 1}, "y": {"tense": "present", "Person": 2}}
    names = {"conditions": ["x", "y"], "regions": {1: "verb"}, "factors": factors}
    assert formula_from_phrase("past > present at verb", **names) == "(1;%x%) > (1;%y%)"
    assert formula_from_phrase("PERSON=1 > person=2 at verb", **names) == "(1;%x%) > (1;%y%)"
    with pytest.raises(FormulaError, match="No condition has tense=past and Person=2"):
        formula_from_phrase("(tense=past, Person=2) > x at verb", **names)
    for own in factors.values():
        own["person"] = own["Person"]
    with pytest.raises(FormulaError, match="'PERSON' may be Person or person"):
        formula_from_phrase("PERSON=1 > person=2 at verb", **names)


def test_a_name_in_quotes_may_look_like_a_formula():
    names = {"conditions": ["(;", "c11"], "regions": {1: "verb"}}
    assert formula_from_phrase("'(;' > c11 at verb", **names) == "(1;%(;%) > (1;%c11%)"
    assert formula_from_phrase("(1;%(;%) > (1;%c11%)", **names) == "(1;%(;%) > (1;%c11%)"
    with pytest.raises(FormulaError, match="between percent signs, not in quotes"):
        formula_from_phrase("(1;'c11') > 1", **names)


def test_an_empty_or_endless_phrase_is_refused():
    for phrase, said in ((" ", "is empty"), ("plural > " * 1000, "at most 2,000 characters")):
        with pytest.raises(FormulaError, match=said):
            formula_from_phrase(phrase, **NUMBER)


def test_names_in_another_composition_of_letters_and_marks_are_the_same():
    # field case A15: é as one character, and as e with U+0301
    names = {"conditions": ["pluriel_\u00e9", "singulier"], "regions": {1: "verbe conjugue\u0301"}}
    phrase = "pluriel_e\u0301 > singulier at verbe conjugu\u00e9"
    assert formula_from_phrase(phrase, **names) == "(1;%pluriel_\u00e9%) > (1;%singulier%)"


WORDS = ("and", "or", "at", "in", "by", "to", "than", "is", "as", "the", "minus", "plus", "within", "over", "of", "for")
WORD = st.text("abcXYZéß_19", min_size=1, max_size=4).filter(lambda word: word.casefold() not in WORDS)
NAME = st.tuples(st.sampled_from("cdeZ"), WORD, st.sampled_from(["", " ", "-", "_"]), WORD).map("".join)
FREE = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=8).map(
    lambda text: "".join(char for char in text if char not in "%\"'“”„‘’«»").strip()
)
REGION = {">": "more", "<": "less"}


def distinct(names: st.SearchStrategy[str], n: int) -> st.SearchStrategy[list[str]]:
    return st.lists(
        names.filter(bool), min_size=n, max_size=n, unique_by=lambda name: " ".join(name.split()).casefold()
    )


@given(distinct(NAME, 4), distinct(NAME, 3), st.sampled_from("<>="), st.data())
def test_bare_names_are_found_whatever_they_are(conditions, regions, sign, data):
    names = {"conditions": conditions, "regions": dict(enumerate(regions, 1))}
    a, b, c, d = data.draw(st.permutations(conditions))
    number = data.draw(st.integers(1, 3))
    at = [Reference(RegionNumber(number), name) for name in (a, b, c, d)]
    place = data.draw(st.sampled_from([str(number), regions[number - 1], f"region {number}"]))
    one = parse(formula_from_phrase(f"{a} {sign} {b} at {place}", **names))
    assert one.root == Comparison(sign, at[0], at[1])
    two = parse(formula_from_phrase(f"{a} - {b} {sign} {c} - {d} at {place}", **names))
    assert two.root == Comparison(sign, Sum((at[0], at[1]), ("-",)), Sum((at[2], at[3]), ("-",)))
    both = parse(formula_from_phrase(f"{a} {sign} {b} at {regions[0]} and {regions[2]}", **names))
    assert [str(one.root) for one in (both,)] == [f"(1;%{a}%) + (3;%{a}%) {sign} (1;%{b}%) + (3;%{b}%)"]


@given(distinct(FREE, 2), distinct(FREE, 2), st.sampled_from(["<", ">", "<=", ">=", "=", "!="]), st.integers(0, 1))
def test_quoted_names_may_hold_anything(conditions, regions, sign, index):
    names = {"conditions": conditions, "regions": dict(enumerate(regions, 1))}
    phrase = f'"{conditions[0]}" {sign} "{conditions[1]}" at "{regions[index]}"'
    root = parse(formula_from_phrase(phrase, **names)).root
    at = [Reference(RegionNumber(index + 1), name) for name in conditions]
    assert root == parse(str(Comparison(sign, at[0], at[1]))).root


SELECTED = [RegionNumber(1), RegionNumber(3), RegionRange(1, 2), RegionRange(2, 3), Star()]


@given(distinct(NAME | FREE.filter(lambda name: "=" not in name), 4), distinct(NAME, 3), st.data())
def test_what_is_said_of_a_formula_is_read_as_the_same_formula(conditions, regions, data):
    region = data.draw(st.sampled_from(SELECTED))
    a, b, c, d = (Reference(region, name) for name in conditions)
    operator = data.draw(st.sampled_from(["<", ">", "<=", ">=", "="]))
    by = data.draw(st.sampled_from([1.0, 2.5]))
    root = data.draw(
        st.sampled_from(
            [
                Comparison(operator, a, b),
                Comparison(data.draw(st.sampled_from([">", ">="])), Sum((a, b), ("-",)), Number(by)),
                Comparison(operator, Sum((a, b), ("-",)), Sum((c, d), ("-",))),
                Comparison(
                    operator,
                    *(Product((Sum(two, ("+",)), Number(2)), ("/",)) for two in ((a, b), (c, d))),
                ),
            ]
        )
    )
    formula = parse(str(root))
    names = dict(enumerate(regions, 1))
    said = in_words(formula, regions=names)
    assert "%" not in said
    assert parse(formula_from_phrase(said, conditions=conditions, regions=names)) == formula
