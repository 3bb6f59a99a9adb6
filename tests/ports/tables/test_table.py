"""Tables of stimuli become the suites that their authors mean, in every layout, or are refused with their cells."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.strategies import examples, suite_documents
from support.workbooks import write_xlsx

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.formats import format_of, read_suites
from syntaxgym_lite.ports.tables.table import looks_like_table, propose_table
from syntaxgym_lite.ports.tables.written import suite_to_long, suite_to_wide
from syntaxgym_lite.suite.json import loads_suite
from syntaxgym_lite.words import judgment_before

REGIONS = {"1": "head", "2": "attractor", "3": "verb", "4": "spill", "5": "end"}
A1 = """item;cond;list;attr_freq;head;attractor;verb;spill;end
1;sg_sg;1;0,0;The key;to the cabinet;is;rusty;.
1;sg_pl;2;3,5;The key;to the cabinets;is;rusty;.
2;sg_sg;2;1,25;The dog;near the fence;is;old;.
2;sg_pl;1;2,0;The dog;near the fences;is;old;.
"""


def written(tmp_path, text, name="stimuli.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def document(regions, items, *, factors=None, **meta):
    """A suite by hand: of each item its number, its label, its factors, and the regions and factors of conditions."""
    return {
        "meta": {"name": "stimuli", "metric": "sum", **meta},
        "region_meta": regions,
        "predictions": [],
        **({"condition_factors": factors} if factors else {}),
        "items": [
            {
                "item_number": number,
                **({"label": label} if label else {}),
                "conditions": [
                    {
                        "condition_name": name,
                        "regions": [{"region_number": n, "content": text} for n, text in enumerate(texts, 1)],
                        **({"factors": own} if own else {}),
                    }
                    for name, (texts, own) in conditions.items()
                ],
                **({"factors": of_item} if of_item else {}),
            }
            for number, label, of_item, conditions in items
        ],
    }


def suite(document):
    return loads_suite(json.dumps(document))


def refusal(path, **options):
    with pytest.raises(InputError) as caught:
        propose_table(path, **options)
    return str(caught.value)


def in_three(head, attractor, verb):
    return [head, attractor, verb]


# ---------------------------------------------------------------- layouts


def test_regions_are_proposed_and_numbers_are_none_of_them(tmp_path):
    """Field case A1: list numbers and `0,0` became words of the sentence."""
    path = written(tmp_path, A1)
    proposal = propose_table(path)
    expected = document(
        REGIONS,
        [
            (
                1,
                "",
                {},
                {
                    "sg_sg": (["The key", "to the cabinet", "is", "rusty", "."], {"list": 1, "attr_freq": 0}),
                    "sg_pl": (["The key", "to the cabinets", "is", "rusty", "."], {"list": 2, "attr_freq": 3.5}),
                },
            ),
            (
                2,
                "",
                {},
                {
                    "sg_sg": (["The dog", "near the fence", "is", "old", "."], {"list": 2, "attr_freq": 1.25}),
                    "sg_pl": (["The dog", "near the fences", "is", "old", "."], {"list": 1, "attr_freq": 2}),
                },
            ),
        ],
    )
    assert proposal.suites == (suite(expected),)
    assert proposal.doubts == (
        "Columns head, attractor, verb, spill and end are proposed as regions: nothing in the table says so.",
    )
    assert proposal.confirm == "--regions head,attractor,verb,spill,end"
    assert proposal.notes == (
        "Regions are joined by blanks, also before punctuation; `join=natural` leaves those out.",
    )
    roles = {one.part: one.role for one in proposal.understood}
    assert roles["column C 'list'"] == roles["column D 'attr_freq'"] == "factor of sentence"
    assert roles["column E 'head'"] == "region 1 (head)"
    with pytest.raises(InputError, match=r"nothing in the table says so\. 'sglite import .*--regions head,attractor"):
        read_suites(path)
    sure = propose_table(path, regions="head,attractor,verb,spill,end", ignore="list", join="natural")
    assert (sure.doubts, sure.notes) == ((), ())
    [read] = sure.suites
    assert next(read.sentences()).text == "The key to the cabinet is rusty."
    assert read.items[0].conditions[1].factors == {"attr_freq": 3.5}


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("r1_head,r2_attractor,r3_verb", ["head", "attractor", "verb"]),
        ("R1,R2,R3", ["R1", "R2", "R3"]),
        ("region_1,region_2,region_3", ["region_1", "region_2", "region_3"]),
        ("Region 1: head,Region 2: attractor,Region 3: verb", ["head", "attractor", "verb"]),
        ("region1 head,region2 attractor,region3 verb", ["head", "attractor", "verb"]),
    ],
)
def test_regions_that_are_named_so_need_no_question(tmp_path, header, names):
    text = f"Item,Condition,{header},comment\n1,a,The key,here,is,old\n1,b,The key,there,is,new\n"
    proposal = propose_table(written(tmp_path, text))
    expected = document(
        {"1": names[0], "2": names[1], "3": names[2]},
        [
            (
                1,
                "",
                {},
                {
                    "a": (["The key", "here", "is"], {"comment": "old"}),
                    "b": (["The key", "there", "is"], {"comment": "new"}),
                },
            )
        ],
    )
    assert (proposal.suites, proposal.doubts) == ((suite(expected),), ())


def test_regions_that_make_the_sentence_beside_them_are_proven(tmp_path):
    text = (
        "set,cond,where,subject,verb,end,sentence\n"
        "1,a,lab,The fox,sleeps,.,The fox sleeps.\n1,b,web,The foxes,sleep,.,The foxes sleep.\n"
        "2,a,lab,A dog,barks,.,A dog barks.\n2,b,web,Dogs,bark,.,Dogs bark.\n"
    )
    proposal = propose_table(written(tmp_path, text))
    expected = document(
        {"1": "subject", "2": "verb", "3": "end"},
        [
            (1, "", {}, {"a": (["The fox", "sleeps", "."], {}), "b": (["The foxes", "sleep", "."], {})}),
            (2, "", {}, {"a": (["A dog", "barks", "."], {}), "b": (["Dogs", "bark", "."], {})}),
        ],
        factors={"a": {"where": "lab"}, "b": {"where": "web"}},
        join="natural",
    )
    assert (proposal.suites, proposal.doubts, proposal.notes) == ((suite(expected),), (), ())


def test_a_sentence_that_the_regions_do_not_make_is_asked_about(tmp_path):
    text = (
        "item,cond,r1_subject,r2_verb,sentence\n1,a,The fox,sleeps,The fox sleeps now.\n1,b,Foxes,sleep,Foxes sleep\n"
    )
    path = written(tmp_path, text)
    proposal = propose_table(path)
    assert proposal.doubts == (
        "The regions do not make the sentence in column 'sentence', first in row 2; the regions would be scored.",
    )
    assert proposal.confirm == "--ignore sentence"
    assert propose_table(path, ignore="sentence").doubts == ()
    [read] = propose_table(path, sentence="sentence").suites
    assert [sentence.text for sentence in read.sentences()] == ["The fox sleeps now.", "Foxes sleep"]


TWO_REGIONS = [
    (1, "", {}, {"sg": (["The key", "is old."], {}), "pl": (["The keys", "are old."], {})}),
    (2, "", {}, {"sg": (["The dog", "is wet."], {}), "pl": (["The dogs", "are wet."], {})}),
]


@pytest.mark.parametrize(("sign", "sure"), [(" | ", True), ("|", True), (" * ", False), ("/", False), (" # ", True)])
def test_a_sentence_in_one_cell_is_cut_at_its_separator(tmp_path, sign, sure):
    """Field case A2."""
    cells = [(n, c, sign.join(texts)) for n, _, _, of in TWO_REGIONS for c, (texts, _) in of.items()]
    text = "item;cond;sentence\n" + "".join(f"{number};{name};{cell}\n" for number, name, cell in cells)
    path = written(tmp_path, text)
    proposal = propose_table(path, split="#" if "#" in sign else None)
    assert proposal.suites == (suite(document({"1": "1", "2": "2"}, TWO_REGIONS)),)
    shown = sign.strip()
    if sure:
        noted = () if shown == "#" else (f"'{shown}' parts the sentences into 2 regions.",)
        assert (proposal.notes, proposal.doubts) == (noted, ())
    else:
        assert proposal.doubts == (f"'{shown}' stands in every sentence and is taken to part 2 regions.",)
        assert proposal.confirm in (f"--split {shown}", f"--split '{shown}'")
    named = propose_table(path, split=shown, regions=["subject", "rest"])
    assert named.suites == (suite(document({"1": "subject", "2": "rest"}, TWO_REGIONS)),)


def test_a_sentence_is_cut_into_words_or_left_whole(tmp_path):
    path = written(tmp_path, "item,cond,text\n1,a,The key is old.\n1,b,The keys are old.\n")
    [words] = propose_table(path, split="words").suites
    expected = [(1, "", {}, {"a": (["The", "key", "is", "old."], {}), "b": (["The", "keys", "are", "old."], {})})]
    assert words == suite(document({str(n): str(n) for n in range(1, 5)}, expected))
    proposal = propose_table(path)
    expected = [(1, "", {}, {"a": (["The key is old."], {}), "b": (["The keys are old."], {})})]
    assert (proposal.suites, proposal.doubts) == ((suite(document({"1": "sentence"}, expected)),), ())
    assert proposal.notes == (
        'Each sentence is one region. `split="|"` cuts it where that sign stands in it, `split=words` into words, '
        "`split=differences` where the conditions of an item differ.",
    )


def test_an_item_a_row_has_its_conditions_in_columns(tmp_path):
    """Field case A3."""
    text = (
        "item,plausible,implausible,freq\n1,The key is | old,The key is | ill,2.5\n2,A dog is | wet,A dog is | open,3\n"
    )
    path = written(tmp_path, text)
    expected = document(
        {"1": "1", "2": "2"},
        [
            (
                1,
                "",
                {"freq": 2.5},
                {"plausible": (["The key is", "old"], {}), "implausible": (["The key is", "ill"], {})},
            ),
            (2, "", {"freq": 3}, {"plausible": (["A dog is", "wet"], {}), "implausible": (["A dog is", "open"], {})}),
        ],
    )
    proposal = propose_table(path)
    assert proposal.suites == (suite(expected),)
    assert proposal.doubts == (
        "Columns plausible and implausible are proposed as conditions: nothing in the table says so. If one is the good "
        "sentence and one the bad one, `good=COLUMN` and `bad=COLUMN` make minimal pairs.",
    )
    assert proposal.confirm == "--conditions plausible,implausible"
    sure = propose_table(path, conditions=["plausible", "implausible"])
    assert (sure.suites, sure.doubts) == (proposal.suites, ())


def test_columns_with_gaps_are_no_conditions_and_pairs_are_named(tmp_path):
    text = "vor,richtig,falsch\nNa gut.,Er schläft heute.,Er schlafen heute.\n,Sie lacht laut.,Sie lachen laut.\n"
    with pytest.raises(SuiteError, match=r"`good=COLUMN` and `bad=COLUMN` make minimal pairs.* vor has empty cells"):
        propose_table(written(tmp_path, text))


@pytest.mark.parametrize("sign", [".", ":", "_"])
def test_an_item_a_row_may_have_a_column_for_each_region_of_each_condition(tmp_path, sign):
    header = ",".join(f"{condition}{sign}{region}" for condition in ("sg", "pl") for region in ("noun", "verb"))
    text = f"item,{header},length\n1,The key,is,The keys,are,3\n2,A dog,barks,Dogs,bark,2\n"
    proposal = propose_table(written(tmp_path, text))
    expected = document(
        {"1": "noun", "2": "verb"},
        [
            (1, "", {"length": 3}, {"sg": (["The key", "is"], {}), "pl": (["The keys", "are"], {})}),
            (2, "", {"length": 2}, {"sg": (["A dog", "barks"], {}), "pl": (["Dogs", "bark"], {})}),
        ],
    )
    assert proposal.suites == (suite(expected),)
    assert len(proposal.doubts) == (sign == "_")  # a part of a name often has an underline


@pytest.mark.parametrize(
    ("names", "sure"),
    [
        (["r1.sg", "r2.sg", "r1.pl", "r2.pl"], True),
        (["r1_sg", "r1_pl", "r2_sg", "r2_pl"], True),
        (["Region 2.sg", "Region 2.pl", "Region 1.sg", "Region 1.pl"], True),
        (["noun.sg", "verb.sg", "noun.pl", "verb.pl"], False),
        (["noun_sg", "noun_pl", "verb_sg", "verb_pl"], False),
    ],
)
def test_names_with_the_region_before_the_condition_as_r_writes_them_are_turned(tmp_path, names, sure):
    texts = {"sg": ["The key", "is."], "pl": ["The keys", "are."]}
    of = [texts[name[-2:]][not ("1" in name or "noun" in name)] for name in names]
    proposal = propose_table(written(tmp_path, f"item,{','.join(names)}\n1,{','.join(of)}\n"))
    assert proposal.suites[0].condition_names == ("sg", "pl")
    assert [one.text for one in proposal.suites[0].sentences()] == ["The key is.", "The keys are."]
    assert len(proposal.doubts) == (not sure)


def test_whole_sentences_in_columns_of_crossed_names_are_conditions_and_no_regions(tmp_path):
    head = "Nr.,Sg_gramm,Pl_gramm,Sg_ungramm,Pl_ungramm"
    rows = "".join(
        f"{n},The {a} by the {b} is old.,The {a} by the {b}s is old.,The {a} by the {b} are old.,The {a} by the {b}s are old.\n"
        for n, (a, b) in enumerate((("key", "lamp"), ("box", "tree")), 1)
    )
    [made] = propose_table(written(tmp_path, f"{head}\n{rows}")).suites
    assert made.condition_names == ("Sg_gramm", "Pl_gramm", "Sg_ungramm", "Pl_ungramm")
    assert next(iter(made.sentences())).text == "The key by the lamp is old."


def test_names_of_a_region_and_a_condition_whose_texts_tell_nothing_are_asked_about(tmp_path):
    text = "item,a.x,a.y,b.x,b.y\n1,one,two,six,four\n"
    [doubt] = propose_table(written(tmp_path, text)).doubts
    assert doubt.startswith("Columns such as 'a.x' are taken for a region of a condition: conditions a and b")


@pytest.mark.parametrize(
    ("header", "cells", "regions"),
    [
        ("r1,r2,r1_freq,R2 length", "A dog,{},3,7", {1: "r1", 2: "r2"}),
        ("R1_RT,R2_RT,subject,verb", "310,322,A dog,{}", {1: "subject", 2: "verb"}),
        ("word_1_freq,word_2_freq,subject,verb", "3.5,2,A dog,{}", {1: "subject", 2: "verb"}),
        ("r1_dur,r2_dur,subject,verb", "120 ms,98 ms,A dog,{}", {1: "subject", 2: "verb"}),
        ("cloze,log_freq,subject,verb", '12%,"3,214",A dog,{}', {1: "subject", 2: "verb"}),
    ],
)
def test_numbers_about_a_region_are_not_the_region(tmp_path, header, cells, regions):
    """Reading times and frequencies were scored as words, without a question."""
    rows = "".join(f"{n},{c},{cells.format(c + 's.')}\n" for n in (1, 2) for c in ("bark", "sing"))
    proposal = propose_table(written(tmp_path, f"item,cond,{header}\n{rows}"))
    [made] = proposal.suites
    assert made.region_names == regions
    assert {one.text for one in made.sentences()} == {"A dog barks.", "A dog sings."}


def test_missing_numbers_are_missing_and_no_words(tmp_path):
    """R writes them as NA."""
    text = "item,cond,R1_RT,rating,subject,verb\n1,a,310,-0.5,A dog,barks.\n1,b,NA,\N{MINUS SIGN}1.5,Dogs,bark.\n"
    proposal = propose_table(written(tmp_path, text))
    assert proposal.suites[0].region_names == {1: "subject", 2: "verb"}
    factors = [condition.factors for condition in proposal.suites[0].items[0].conditions]
    assert factors == [{"R1_RT": 310, "rating": -0.5}, {"rating": -1.5}]
    text = "item,n,r1\n1,1,A dog.\n1,2,Two dogs.\n1,NA,Dogs.\n"
    with pytest.raises(InputError, match=r"row 4, column B \('n'\): is 'NA' among numbers; write the level"):
        propose_table(written(tmp_path, text), factors="n")


def test_a_region_that_holds_numbers_alone_is_asked_about_unless_the_sentence_shows_it(tmp_path):
    rows = [("1", "a", "In", "1984", "."), ("1", "b", "Of", "1990", ".")]
    text = "item,cond,r1,r2,r3\n" + "".join(f"{','.join(row)}\n" for row in rows)
    proposal = propose_table(written(tmp_path, text))
    assert proposal.doubts == ("Column r2 is named as a region and holds numbers alone; they would be scored.",)
    assert proposal.confirm == "--regions r1,r2,r3"
    assert propose_table(written(tmp_path, text), regions=["r1", "r2", "r3"]).doubts == ()
    shown = "item,cond,r1,r2,r3,sentence\n" + "".join(f"{','.join(row)},{' '.join(row[2:])}\n" for row in rows)
    assert propose_table(written(tmp_path, shown)).doubts == ()


@pytest.mark.parametrize("cells", [["1", "2", "3", "4"], ["declarative"] * 4])
def test_a_column_called_sentence_that_holds_none_is_not_scored(tmp_path, cells):
    rows = ["1,a,{},A dog,barks.", "1,b,{},Dogs,bark.", "2,a,{},A cat,sits.", "2,b,{},Cats,sit."]
    text = "".join(f"{row.format(cell)}\n" for row, cell in zip(rows, cells, strict=True))
    proposal = propose_table(written(tmp_path, f"item,cond,sentence,subject,verb\n{text}"))
    assert proposal.suites[0].region_names == {1: "subject", 2: "verb"}
    assert proposal.doubts == ("Columns subject and verb are proposed as regions: nothing in the table says so.",)
    [told] = [one for one in proposal.understood if "'sentence'" in one.part]
    assert told.role.startswith("factor of")


def test_sentences_of_one_word_are_asked_about_unless_an_option_says_so(tmp_path):
    path = written(tmp_path, "item,cond,sentence\n1,a,Go!\n1,b,Stop!\n")
    asked = propose_table(path)
    assert asked.doubts == ("Column sentence is proposed as the only region: nothing in the table says so.",)
    sure = propose_table(path, sentence="sentence")
    assert ([one.text for one in sure.suites[0].sentences()], sure.doubts) == (["Go!", "Stop!"], ())


@pytest.mark.parametrize(
    ("header", "cells", "left_out"),
    [
        ("r0,r1,r2", ["Now", "dogs", "bark."], "r0"),
        ("word0,word1,word2", ["Now", "dogs", "bark."], "word0"),
        ("r1,r2a,r3", ["Now", "dogs", "bark."], "r2a"),
        ("r1,verb,r2", ["Dogs", "bark", "loudly."], "verb"),
        ("r1,r2,spill", ["Dogs", "bark", "loudly."], "spill"),
    ],
)
def test_what_looks_like_a_region_and_is_not_named_so_is_asked_about(tmp_path, header, cells, left_out):
    """The first word of words counted from 0 was left out of every sentence, without a question."""
    text = f"item,cond,{header}\n1,a,{','.join(cells)}\n1,b,{','.join(['Then', *cells[1:]])}\n"
    path = written(tmp_path, text)
    proposal = propose_table(path)
    named = header.split(",")
    assert proposal.doubts == (
        f"Column {left_out} looks like a part of the sentence, and is not named as a region; not scored, unless you "
        f"say `regions={header}`.",
    )
    assert proposal.confirm == f"--regions {','.join(one for one in named if one != left_out)}"
    sure = propose_table(path, regions=named)
    assert (sure.doubts, next(sure.suites[0].sentences()).text) == ((), " ".join(cells))


def test_texts_around_named_regions_are_no_parts_of_the_sentence(tmp_path):
    text = "item,cond,theme,r1,r2,lemma\n1,a,animals,A dog,barks.,bark\n1,b,animals,Dogs,bark.,bark\n"
    assert propose_table(written(tmp_path, text)).doubts == ()


def test_comments_and_questions_are_proposed_neither_as_regions_nor_as_conditions(tmp_path):
    rows = "".join(f"{n},{c},Is it old?,see {c} {n},A dog,{c}s.\n" for n in (1, 2) for c in ("bark", "sing"))
    proposal = propose_table(written(tmp_path, f"item,cond,question,Kommentar,subject,verb\n{rows}"))
    assert proposal.suites[0].region_names == {1: "subject", 2: "verb"}
    assert proposal.doubts == ("Columns subject and verb are proposed as regions: nothing in the table says so.",)
    alone = written(tmp_path, "item,cond,question,answer\n1,a,Who sang?,Ann sang.\n1,b,Who sang?,A dog sang.\n")
    assert propose_table(alone).suites[0].region_names == {1: "question", 2: "answer"}
    wide = "item,note,sg,pl\n1,not yet seen,A dog barks.,Dogs bark.\n2,not yet seen,A cat sits.,Cats sit.\n"
    assert propose_table(written(tmp_path, wide)).suites[0].condition_names == ("sg", "pl")


@pytest.mark.parametrize(
    ("around", "cells", "asked"),
    [
        ("target", ("The dogs", "bark"), "sentence,target"),  # its last word would not be scored
        ("Context", ("The dogs bark.", "It was late."), "sentence,Context"),
        ("target", ("The dogs bark", "bark"), None),  # it says which word is critical
        ("target", ("The dogs bark", "3"), None),
    ],
)
def test_text_before_or_after_a_sentence_in_one_cell_is_asked_about(tmp_path, around, cells, asked):
    sentence, other = cells
    text = f"item,condition,sentence,{around}\n1,a,{sentence},{other}\n1,b,{sentence} now,{other}\n"
    path = written(tmp_path, text)
    doubts = propose_table(path).doubts
    assert [f"`regions={asked}`" in doubt for doubt in doubts] == ([] if asked is None else [True])
    assert propose_table(path, sentence="sentence").doubts == ()
    if asked:
        assert next(item.text for item in propose_table(path, regions=asked).suites[0].sentences()) == " ".join(cells)


def test_labels_of_item_and_condition_and_sentences_alone_are_told_what_helps(tmp_path):
    labels = written(tmp_path, "item,sentence\n1a,A dog barks.\n1b,Dogs bark.\n2a,A cat sits.\n2b,Cats sit.\n")
    with pytest.raises(
        InputError, match=r"If a label such as '1a' says both item and condition, give each its own col"
    ):
        propose_table(labels)
    with pytest.raises(InputError, match=r"surprisals of sentences that are no items: 'sglite surprisal'\."):
        propose_table(written(tmp_path, "sentence\nA dog barks.\nDogs bark.\n"))


def test_names_of_columns_may_have_remarks_and_lines(tmp_path):
    text = 'Item (1-24),"Condition\n(a/b)",Region 1,"freq\n(log, of r1)"\n1,a,A dog,2.5\n1,b,Dogs,3\n'
    proposal = propose_table(written(tmp_path, text))
    assert [(one.part, one.role) for one in proposal.understood] == [
        ("column A 'Item (1-24)'", "item"),
        ("column B 'Condition (a/b)'", "condition"),
        ("column C 'Region 1'", "region 1 (Region 1)"),
        ("column D 'freq (log, of r1)'", "factor of sentence"),
    ]
    assert proposal.suites[0].items[0].conditions[0].factors == {"freq (log, of r1)": 2.5}


def test_rows_without_a_header_are_told(tmp_path):
    with pytest.raises(
        InputError, match=r"The first row has to name the columns; write such a row above the stimuli\."
    ):
        propose_table(written(tmp_path, "1,sg,A dog,barks.\n1,pl,Dogs,bark.\n"))


def test_fillers_among_the_items_and_conditions_in_other_letters_are_told(tmp_path):
    rows = "item,cond,sentence\n1,sg,A dog barks.\n1,pl,Dogs bark.\n2,sg,A cat sits.\n2,pl,Cats sit.\n"
    with pytest.raises(InputError) as caught:
        propose_table(written(tmp_path, f"{rows}101,filler,It rains.\n102,filler,It snows.\n"))
    assert str(caught.value).endswith(
        ": items have different conditions: 'sg', 'pl' in 2 items, first 1; 'filler' in 2 items, first 101. All items of "
        "a suite have the same: take out fillers, and give each experiment a table of its own."
    )
    with pytest.raises(InputError) as caught:
        propose_table(written(tmp_path, rows.replace("2,sg", "2,Sg")))
    assert "item 2 has no row for condition 'sg'. It has 'Sg': write names of conditions in the same" in str(
        caught.value
    )


def test_a_formula_without_its_value_is_no_region(tmp_path):
    path = write_xlsx(tmp_path / "t.xlsx", {"S": [["item", "cond", "r1", "sentence"], [1, "a", 7, "A dog."]]})
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b"<v>7</v>", b'<f>"A "&amp;"dog."</f><v/>')
    with zipfile.ZipFile(path, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    message = r"row 2, column C \('r1'\): is a formula whose value the file does not hold: open it in a spreadsheet"
    with pytest.raises(InputError, match=message):
        propose_table(path)


def test_a_region_a_row_is_read_in_any_order_of_rows(tmp_path):
    text = (
        "item_number,condition_name,region_number,region_name,content,list,rt\n"
        "2,a,1,noun,A dog,x,1\n1,a,1,noun,The key,y,2\n2,a,2,verb,barks,x,3\n1,a,2,verb,is,y,4\n"
        "1,b,2,verb,are,y,5\n1,b,1,noun,The keys,y,6\n2,b,1,noun,Dogs,x,7\n2,b,2,verb,bark,x,8\n"
    )
    proposal = propose_table(written(tmp_path, text))
    expected = document(
        {"1": "noun", "2": "verb"},
        [
            (2, "", {"list": "x"}, {"a": (["A dog", "barks"], {}), "b": (["Dogs", "bark"], {})}),
            (1, "", {"list": "y"}, {"a": (["The key", "is"], {}), "b": (["The keys", "are"], {})}),
        ],
    )
    assert (proposal.suites, proposal.doubts) == ((suite(expected),), ())
    [rt] = [one for one in proposal.understood if "'rt'" in one.part]
    assert (rt.role, rt.why) == ("not read", "differs between the regions of a sentence")


def test_a_region_a_row_may_be_named_and_not_numbered(tmp_path):
    text = "item,cond,region,text\n1,a,noun,The key\n,,verb,is\n1,b,noun,The keys\n,,verb,are\n"
    proposal = propose_table(written(tmp_path, text))
    expected = document(
        {"1": "noun", "2": "verb"}, [(1, "", {}, {"a": (["The key", "is"], {}), "b": (["The keys", "are"], {})})]
    )
    assert (proposal.suites, proposal.doubts) == ((suite(expected),), ())


def test_conditions_are_the_crossing_of_factors_and_labels_are_kept(tmp_path):
    """Field case A4."""
    text = (
        "item;head_number;attr_number;r1_head;r2_attractor;r3_verb\n"
        "1a;sg;sg;The key;to the door;is\n;sg;pl;The key;to the doors;is\n"
        ";pl;sg;The keys;to the door;are\n;pl;pl;The keys;to the doors;are\n"
        "1b;sg;sg;The dog;at the gate;is\n;sg;pl;The dog;at the gates;is\n"
        ";pl;sg;The dogs;at the gate;are\n;pl;pl;The dogs;at the gates;are\n"
    )
    path = written(tmp_path, text)
    levels = {
        f"{head}_{attr}": {"head_number": head, "attr_number": attr} for head in ("sg", "pl") for attr in ("sg", "pl")
    }
    expected = document(
        {"1": "head", "2": "attractor", "3": "verb"},
        [
            (
                1,
                "1a",
                {},
                {
                    "sg_sg": (["The key", "to the door", "is"], {}),
                    "sg_pl": (["The key", "to the doors", "is"], {}),
                    "pl_sg": (["The keys", "to the door", "are"], {}),
                    "pl_pl": (["The keys", "to the doors", "are"], {}),
                },
            ),
            (
                2,
                "1b",
                {},
                {
                    "sg_sg": (["The dog", "at the gate", "is"], {}),
                    "sg_pl": (["The dog", "at the gates", "is"], {}),
                    "pl_sg": (["The dogs", "at the gate", "are"], {}),
                    "pl_pl": (["The dogs", "at the gates", "are"], {}),
                },
            ),
        ],
        factors=levels,
    )
    proposal = propose_table(path)
    assert proposal.suites == (suite(expected),)
    assert proposal.doubts == (
        "The crossing of head_number and attr_number is proposed as the condition: no column is named so.",
    )
    assert proposal.notes == ("6 rows without item got that of the row above ('item').",)
    said = propose_table(path, factors="head_number,attr_number")
    assert (said.suites, said.doubts) == (proposal.suites, ())


def test_lists_of_a_latin_square_are_no_conditions_unasked(tmp_path):
    """Each item has every list once, as it has every condition."""
    text = "item,list,number,r1_noun,r2_verb\n1,1,sg,A dog,is\n1,2,pl,Dogs,are\n2,2,sg,A cat,is\n2,1,pl,Cats,are\n"
    proposal = propose_table(written(tmp_path, text))
    assert proposal.suites[0].condition_names == ("sg", "pl")
    assert proposal.confirm == "--factors number"
    assert "no column for the condition" in refusal(written(tmp_path, text), ignore="number")
    proposal = propose_table(written(tmp_path, text.replace("list", "half", 1)), ignore="number")
    assert proposal.doubts == ("Column half is proposed as the condition: no column is named so.",)


def test_factors_beside_a_condition_are_those_of_the_design_or_said_to_be_none(tmp_path):
    text = (
        "item,cond,tense,word,r1_noun,r2_verb\n1,a,1,x,A dog,is\n1,b,2,y,A dog,was\n"
        "2,a,1,z,A cat,is\n2,b,2,x,A cat,was\n"
    )
    path = written(tmp_path, text)
    assert propose_table(path).suites[0].condition_factors == {}  # numbers are no factors of a design unasked
    proposal = propose_table(path, factors="tense,word")
    assert proposal.suites[0].condition_factors == {"a": {"tense": 1}, "b": {"tense": 2}}
    assert proposal.notes == ("Column 'word' is no factor of the conditions: it differs within one. It is kept.",)


def test_without_names_the_crossing_and_the_regions_are_both_asked_about(tmp_path):
    text = "item,number,noun,verb\n1,sg,The key,is\n1,pl,The keys,are\n2,sg,A dog,is\n2,pl,Dogs,are\n"
    proposal = propose_table(written(tmp_path, text))
    assert proposal.doubts == (
        "Column number is proposed as the condition: no column is named so.",
        "Columns noun and verb are proposed as regions: nothing in the table says so.",
    )
    assert proposal.confirm == "--factors number --regions noun,verb"
    assert proposal.suites[0].condition_names == ("sg", "pl")


def test_blanks_around_cells_are_dropped_and_said_once(tmp_path):
    """Field case A5; where texts are joined as they are written, blanks are text."""
    text = "item,cond,r1_a,r2_b\n 1 , x ,The key\u00a0, is \n1,y,The keys,are\n"
    path = written(tmp_path, text)
    proposal = propose_table(path)
    assert proposal.notes == ("Blanks around the text of 4 cells were dropped.",)
    expected = [(1, "", {}, {"x": (["The key", "is"], {}), "y": (["The keys", "are"], {})})]
    assert proposal.suites == (suite(document({"1": "a", "2": "b"}, expected)),)
    kept = propose_table(path, join="none")
    expected = [(1, "", {}, {"x": (["The key\u00a0", " is "], {}), "y": (["The keys", "are"], {})})]
    assert (kept.suites, kept.notes) == ((suite(document({"1": "a", "2": "b"}, expected, join="none")),), ())


def test_which_of_two_columns_is_meant_is_asked(tmp_path):
    path = written(tmp_path, "item,item_id,cond,r1_a\n1,7,x,one\n1,7,y,two\n")
    proposal = propose_table(path)
    assert proposal.doubts == ("Column 'item' is taken for the item; 'item_id' may be meant as well.",)
    assert proposal.confirm == "--item-column item"
    [read] = propose_table(path, item_column="item_id").suites
    assert (read.items[0].number, read.items[0].factors) == (7, {"item": 1})


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["0,5", "12"], [0.5, 12]),
        (["1,250", "2,5"], [1.25, 2.5]),
        (["1,250", "3,100"], ["1,250", "3,100"]),  # thousands, or decimals: it does not say
        (["1.5", "x"], ["1.5", "x"]),
        (["1e3", "-2"], [1000, -2]),
    ],
)
def test_numbers_are_read_as_numbers(tmp_path, cells, values):
    text = f"item;cond;r1_a;freq\n1;x;one;{cells[0]}\n1;y;two;{cells[1]}\n"
    [read] = propose_table(written(tmp_path, text)).suites
    assert [condition.factors["freq"] for condition in read.items[0].conditions] == values


# ---------------------------------------------------------------- refusals


HEAD = "item,cond,r1_a,r2_b\n"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            HEAD + "1,x,a,b\n1,x,c,d\n2,x,a,b\n2,,a,b\n2,y,a,b\n",
            {},
            "{0}: row 5, column B ('cond'): is empty; name the condition.\n"
            "{0}: row 3: item 1, condition 'x', is also in row 2.\n"
            "{0}: row 2: item 1 has no row for condition 'y'.\n"
            "3 problems in {0}.",
        ),
        (
            HEAD + ",x,a,b\n1,y,a,b\n1,x,a,b\n",
            {},
            "{0}: row 2, column A ('item'): is empty; say which item it is.",
        ),
        (
            HEAD + "1a,x,a,b\n1b,y,a,b\n2a,x,c,d\n2b,y,c,d\n",
            {},
            "{0}: each of 4 items has one row, though there are 2 conditions. If a label such as '1a' says both item and "
            "condition, give each its own column.",
        ),
        (
            "item,cond,sentence\n1,x,a | b\n1,y,a | b | c\n2,x,a | b\n2,y,a b\n",
            {},
            "{0}: row 3, column C ('sentence'): has 3 regions parted by '|'; row 2 has 2, and all need as many.\n"
            "{0}: row 5, column C ('sentence'): has 1 region parted by '|'; row 2 has 2, and all need as many.\n"
            "2 problems in {0}.",
        ),
        (
            "item,cond,sentence\n1,x,one two\n1,y,one two three\n",
            {"split": "words"},
            "{0}: row 2, column C ('sentence'): has 2 words; row 3 has 3, and all need as many; "
            "else write '|' in the sentences where one region ends and the next begins.",
        ),
        (
            "item,cond,sentence\n1,x,one | two\n1,y,\n",
            {},
            "{0}: row 3, column C ('sentence'): is empty; write the sentence.",
        ),
        (
            "item,cond,sentence\n1,x,one | two\n1,y,one | three\n",
            {"regions": "a,b,c"},
            "{0}: row 2, column C ('sentence'): has 2 regions parted by '|'; 3 regions are named.\n"
            "{0}: row 3, column C ('sentence'): has 2 regions parted by '|'; 3 regions are named.\n"
            "2 problems in {0}.",
        ),
        (
            HEAD + "1,x,#REF!,b\n1,y,a,b\n",
            {},
            "{0}: row 2, column C ('r1_a'): is '#REF!': a formula that failed. Mend it, or write the text.",
        ),
        (
            "item,cond,r1_a,r01_b\n1,x,a,b\n",
            {"regions": "r1_a,r2"},
            "{0}: `regions=r2`: no such column. There are 'item', 'cond', 'r1_a', 'r01_b'.",
        ),
        ("item,cond,r1_a,R1\n1,x,a,b\n", {}, "{0}: columns 'r1_a' and 'R1' are both region 1."),
        (
            "a,b\n1,2\n",
            {},
            "{0}: no column for the item. Name it: `item_column=NAME`. The columns are 'a', 'b'.",
        ),
        (
            "item,noun,verb\n1,The key,is\n1,The keys,are\n",
            {},
            "{0}: no column for the condition. Name it: `condition_column=NAME`; or the columns of its factors: "
            "`factors=A,B`; or, where each row is an item, the columns of its conditions: `conditions=A,B`. The columns "
            "are 'item', 'noun', 'verb'.",
        ),
        (
            "item,cond,freq\n1,x,2\n1,y,3\n",
            {},
            "{0}: no column for a region or the sentence. Name them: `regions=A,B,C`, or `sentence=NAME`. The columns are "
            "'item', 'cond', 'freq'.",
        ),
        ("item,cond,r1_a\n", {}, "{0}: no rows below the header."),
        (
            HEAD + "1,x,a,b\n",
            {"split": ""},
            "`split` is empty; give what parts the regions in a sentence, or `split=words`.",
        ),
        (
            HEAD + "1,x,a,b\n",
            {"regions": "r1_a", "ignore": "r1_a"},
            "Column 'r1_a' cannot be both `regions` and `ignore`.",
        ),
        (
            "item_number,condition_name,region_number,region_name,content\n1,a,1,x,y\n1,a,1,z,y\n1,b,q,x,y\n1,b,2,w,y\n",
            {},
            "{0}: row 3, column D ('region_name'): region 1 is 'z' here, 'x' in row 2.\n"
            "{0}: row 3: region 1 of item 1, condition 'a', is also in row 2.\n"
            "{0}: row 4, column C ('region_number'): must be a whole number from 1, not 'q'.\n"
            "{0}: row 2: item 1, condition 'a', lacks region 2. Each has all regions; the text of one may be empty.\n"
            "{0}: row 5: item 1, condition 'b', lacks region 1. Each has all regions; the text of one may be empty.\n"
            "5 problems in {0}.",
        ),
        (
            "item_number,condition_name,region_number,content\n1,a,1,x\n1,a,2,y\n1,b,1,x\n",
            {},
            "{0}: row 4: item 1, condition 'b', lacks region 2. Each has all regions; the text of one may be empty.",
        ),
        (HEAD + "1,x,a,b\n1,y,,\n", {}, "{0}: row 3: has no text in any region; there is no sentence to score."),
    ],
)
def test_what_is_wrong_is_told_with_its_cell_and_all_at_once(tmp_path, text, options, message):
    path = written(tmp_path, text)
    assert refusal(path, **options) == message.format(path)


def test_a_refusal_of_other_commands_names_the_one_that_takes_options(tmp_path):
    """Field case A6."""
    path = written(tmp_path, "a,b\n1,2\n")
    with pytest.raises(SuiteError) as caught:
        read_suites(path)
    assert str(caught.value).splitlines()[1:] == [
        f"'sglite import {path}' takes these options, and makes a suite of it."
    ]


# ---------------------------------------------------------------- what is a table


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [
        ("x.csv", "a,b\n1,2\n", True),
        ("x.txt", "item\tcond\tsentence\n1\ta\tThe fox sleeps.\n", True),
        ("x.txt", "The fox, which slept, woke.\nThe dog, which barked, slept.\n", False),
        ("x.txt", "1. The fox sleeps.\n2. The dog barks.\n", False),
        ("x.json", "{}", False),
    ],
)
def test_a_table_is_known_by_its_name_or_its_header(tmp_path, name, text, is_one):
    path = written(tmp_path, text, name)
    assert looks_like_table(path) is is_one
    assert (format_of(path).name == "table") is is_one


# ---------------------------------------------------------------- there and back


def material(read, *, strip):
    return {
        "regions": dict(read.region_names),
        "items": [
            (
                item.number,
                [(c.name, [r.content.strip() if strip else r.content for r in c.regions]) for c in item.conditions],
            )
            for item in read.items
        ],
    }


def cell(text):
    return '"' + text.replace('"', '""') + '"'


def layouts(read):
    """The suite in every layout: a name, the table, the options that say what its columns are."""
    names = [f"{number}_{name}" for number, name in read.region_names.items()]
    texts = {
        (item.number, condition.name): [region.content.strip() for region in condition.regions]
        for item in read.items
        for condition in item.conditions
    }
    yield "long", suite_to_long(read), {}
    yield "wide", suite_to_wide(read), {}  # the sentences show that columns of numbers are meant
    rows = [["item", "cond", *names], *([number, name, *own] for (number, name), own in texts.items())]
    yield "columns", _csv(rows), {"regions": names}
    signs = [sign for sign in "|*/#~^" if not any(sign in text for own in texts.values() for text in own)]
    if signs and len(names) > 1:
        rows = [
            ["item", "cond", "sentence"],
            *([number, name, signs[0].join(own)] for (number, name), own in texts.items()),
        ]
        yield "one cell", _csv(rows), {"regions": [one.replace(",", "") for one in names], "split": signs[0]}
        conditions = list(read.condition_names)
        rows = [
            ["item", *(f"c{place}" for place in range(len(conditions)))],
            *([item.number, *(signs[0].join(texts[item.number, name]) for name in conditions)] for item in read.items),
        ]
        yield "conditions", _csv(rows), {"conditions": rows[0][1:], "split": signs[0]}


def _csv(rows):
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


@examples(60)
@given(suite_documents(), st.sampled_from([True, False]))
def test_every_layout_of_a_suite_is_read_as_the_suite(tmp_path_factory, raw, with_bom):
    for key, name in raw["region_meta"].items():
        raw["region_meta"][key] = name.strip()
    for item in raw["items"]:
        item.pop("label", None)  # which is a number again, if all of them are numbers
    raw["meta"]["join"] = "space"
    read = loads_suite(json.dumps(raw))
    everything = json.dumps(raw, ensure_ascii=False)
    assume("\\u0000" not in everything)  # as JSON writes what no table may hold
    contents = (one["content"] for item in raw["items"] for each in item["conditions"] for one in each["regions"])
    assume(not any(map(judgment_before, contents)))  # which is refused
    path = tmp_path_factory.mktemp("layout") / "stimuli.csv"
    for layout, text, options in layouts(read):
        path.write_bytes(("\ufeff" * with_bom + text).encode())
        proposal = propose_table(path, join="space", **options)
        assert proposal.doubts == (), layout
        again, expected = material(proposal.suites[0], strip=True), material(read, strip=True)
        if layout == "conditions":
            assert [number for number, _ in again["items"]] == [number for number, _ in expected["items"]]
            by_name = {number: dict(conditions) for number, conditions in expected["items"]}
            for number, conditions in again["items"]:
                for place, (_, contents) in enumerate(conditions):
                    assert contents == by_name[number][read.condition_names[place]], layout
        else:
            assert again["items"] == expected["items"], layout


@pytest.mark.parametrize(
    "text",
    [
        "item,condition,sentence\n1,a,The cook sings.\n1,b,*The cook sing.\n",
        "item,condition,subject,verb\n1,a,The cook,sings.\n1,b,The cook,*sing.\n",
        "item_number,condition_name,region_number,region_name,content\n1,a,1,verb,Sings.\n1,b,1,verb,*Sing.\n",
    ],
)
def test_a_mark_of_judgment_is_not_scored(tmp_path, text):
    with pytest.raises(
        SuiteError, match=r"row 3: '\*.* begins with a mark of judgment \(\*\)\. .* take such marks out"
    ):
        propose_table(written(tmp_path, text))


def test_titles_above_a_table_are_passed_over_and_said(tmp_path):
    path = tmp_path / "stimuli.csv"
    path.write_text(
        "Attraction, pilot of spring;;;\n;;;\nitem;condition;subject;verb\n1;sg;The dog;barks\n1;pl;The dogs;bark\n",
        "utf-8",
    )
    proposal = propose_table(path, regions="subject,verb")
    assert proposal.suites[0].condition_names == ("sg", "pl")
    assert proposal.doubts == ("Row 3 is taken to name the columns; above it stands 'Attraction, pilot of spring'.",)
    assert "--header-row 3" in proposal.confirm
    assert propose_table(path, regions="subject,verb", header_row=3).doubts == ()
    with pytest.raises(SuiteError, match="no column for the item"):
        propose_table(path, header_row=4)
