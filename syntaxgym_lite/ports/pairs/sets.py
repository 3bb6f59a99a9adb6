"""Published sets of minimal pairs: how each is known, which side is good, what its groups are.

One entry each, told by its content. What gives a careless reader wrong numbers in silence stands beside the entry that
reads it rightly.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..formats import first_line, first_objects
from .entry import PublishedSet
from .rows import first_names
from .set_names import (
    BLIMP_FIELDS,
    BLIMP_PHENOMENA,
    language_of_multiblimp,
    of_clams,
    of_keys,
    of_turblimp,
    phenomenon_of_qfrblimp,
    renamed,
    suite_of_blimp_nl,
    suite_of_climp,
    suite_of_multiblimp,
    suite_of_qfrblimp,
)
from .shapes import (
    DESIGNED,
    agreed_sides,
    by_turns,
    choices,
    corrected,
    crossed_contexts,
    designed_sides,
    long_form,
    rated,
    two_columns,
)

__all__ = ["SETS", "published_set"]

_LOOK = 1 << 16  # bytes of a text without a header, to see what it is


def published_set(path: Path) -> PublishedSet | None:
    """Give the published set that a file is of; None for any other file, and for what cannot be read."""
    try:
        line = first_line(path)
        is_object = line.lstrip().startswith("{")
        if is_object and path.suffix.lower() == ".json":
            return None
        names = list(next(iter(first_objects(path)), {})) if is_object else first_names(path)
        return next((one for one in SETS if one.holds(path, names, line)), None)
    except (OSError, UnicodeDecodeError):
        return None


_ZORRO = re.compile(r"\S.* [.?!]")


def _is_zorro(path: Path) -> bool:
    """Whether lines end in a mark with a blank before it, and nearly each two of them share most of their words."""
    with path.open("rb") as file:
        lines = file.read(_LOOK).decode("utf-8", "ignore").splitlines()
    if path.stat().st_size > _LOOK:
        lines = lines[: (len(lines) - 1) // 2 * 2]
    if len(lines) < 2 or len(lines) % 2 or not all(map(_ZORRO.fullmatch, lines)):
        return False
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    n_alike = sum(2 * len({*one.split()} & {*other.split()}) >= len({*one.split()}) for one, other in pairs)
    return n_alike >= 0.9 * len(pairs)


def _is_dalaj(path: Path) -> bool:
    about = next(iter(first_objects(path)), {}).get("meta")
    return isinstance(about, dict) and "confusion_pair" in about


_SENTENCES = frozenset({"sentence_good", "sentence_bad"})
_METHODS = ("simple_LM_method", "one_prefix_method", "two_prefix_method", "lexically_identical")

SETS: tuple[PublishedSet, ...] = (
    # pair_id is a whole number with gaps; the files say one_prefix_method and hold no prefix
    PublishedSet(
        "BLiMP",
        "Warstadt et al. 2020",
        "en",
        two_columns("sentence_good", "sentence_bad"),
        keys=(_SENTENCES | {"UID", "linguistics_term", "field", "pair_id"},),
        suite="UID",
        groups={
            "phenomenon": renamed("linguistics_term", BLIMP_PHENOMENA),
            "field": renamed("field", BLIMP_FIELDS),
        },
        ids="pair_id",
        ignored=(*_METHODS, "linguistics_term", "field"),
    ),
    # row and pair_ID repeat and are no ids; sentences hold newlines; good sentences are used again
    PublishedSet(
        "BabyLM's supplement to BLiMP",
        "Warstadt et al. 2023",
        "en",
        two_columns("sentence_good", "sentence_bad"),
        keys=(
            _SENTENCES | {"row", "contrast"},
            _SENTENCES | {"quad", "type", "length", "other"},
            _SENTENCES | {"pair_ID", "row", "ambiguous", "template"},
        ),
        factors=("contrast", "fragment", "type", "length", "ambiguous"),
        ignored=("row", "pair_ID"),
    ),
    # the good sentence is the source
    PublishedSet(
        "RuBLiMP",
        "Taktasheva et al. 2024",
        "ru",
        two_columns("source_sentence", "target_sentence"),
        keys=(frozenset({"source_sentence", "target_sentence", "source_word", "target_word", "PID"}),),
        suite="PID",
        groups={"phenomenon": "phenomenon", "field": "level"},
        ids="id",
        factors=("subtype", "domain", "tree_depth"),
    ),
    # labels have trailing blanks, and one names two files; cues and regions are not always in the sentences
    PublishedSet(
        "TurBLiMP",
        "Başar et al. 2025",
        "tr",
        two_columns("good_sentence", "bad_sentence"),
        keys=(frozenset({"good_sentence", "bad_sentence", "good_cue", "bad_cue", "critical_region", "phenomenon"}),),
        groups={"phenomenon": of_turblimp(experiment=False), "experiment": of_turblimp(experiment=True)},
        region="critical_region",
        ignored=("phenomenon", "subtype"),
    ),
    # paradigm is Plural in twelve files, and six names occur in several: each file is a paradigm
    PublishedSet(
        "SLING",
        "Song et al. 2022",
        "zh",
        two_columns("sentence_good", "sentence_bad"),
        keys=(
            _SENTENCES | {"pair_ID", "paradigm", "field"},
            _SENTENCES | {"pair_ID", "Paradigm", "field"},
        ),
        groups={"phenomenon": of_keys("phenomenon", "Phenomenon"), "field": "field"},
        ids="pair_ID",
        ignored=("phenomenon", "Phenomenon", "paradigm", "Paradigm"),
    ),
    # a sentence a line: the pair is a line True and the line False after it, not the sentence, which comes again
    PublishedSet(
        "CLAMS",
        "Mueller et al. 2020",
        of_clams("language"),
        by_turns("good", "bad", ("True", "False")),
        line=r"(True|False)\t.*",
        layout="lines",
        groups={one: of_clams(one) for one in ("phenomenon", "construction", "language")},
    ),
    # a sentence a line, the bad one first
    PublishedSet(
        "Zorro",
        "Huebner et al. 2021",
        "en",
        by_turns("bad", "good"),
        named=r"^[a-z]\w*-[\w-]+\.txt$",
        looks=_is_zorro,
        layout="lines",
        groups={"phenomenon": lambda cells, path: path.stem.rpartition("-")[0]},
    ),
    # a row a sentence; the key of a pair is the number of its paradigm with that of its item; ""some"" cells are quoted
    # twice
    PublishedSet(
        "BLiMP-NL",
        "Suijkerbuijk et al. 2025",
        "nl",
        long_form(
            ("Number (paradigm)", "Item"), "Grammaticality", {"Grammatical": "good", "Ungrammatical": "bad"}, "Sentence"
        ),
        keys=(frozenset({"Number (paradigm)", "Paradigm", "Item", "Grammaticality", "Sentence"}),),
        layout="quoted twice",
        suite=suite_of_blimp_nl,
        groups={"phenomenon": "Phenomenon"},
        ids="Item",
        region="Critical word(s)",
        ignored=("Number (phenomenon)", "Number (paradigm)", "Paradigm"),
    ),
    PublishedSet(
        "MultiBLiMP",
        "Jumelet et al. 2025",
        language_of_multiblimp,
        two_columns("sen", "wrong_sen"),
        keys=(frozenset({"sen", "wrong_sen"}),),
        suite=suite_of_multiblimp,
        groups={"phenomenon": "phenomenon", "language": language_of_multiblimp},
        factors=("feature_vals",),
    ),
    # the order of the keys changes, and label is the place of the good one
    PublishedSet(
        "MultiBLiMP, French, converted",
        "Jumelet et al. 2025",
        "fr",
        two_columns("sentence_good", "sentence_bad"),
        keys=(_SENTENCES | {"label"},),
        exactly=True,
        named="multiblimp",
        groups={"language": lambda cells, path: "fr"},
        ignored=("label",),
    ),
    # label and annotators are what people chose, not the answer, which stands in another file
    PublishedSet(
        "QFrBLiMP",
        "Beauchemin et al. 2026",
        "fr",
        designed_sides,
        keys=(frozenset({"sentence_a", "sentence_b", "annotator_1", "label", "type"}),),
        suite=suite_of_qfrblimp,
        groups={"phenomenon": phenomenon_of_qfrblimp, "field": "category"},
        factors=("subcat",),
        ignored=("type",),
    ),
    PublishedSet(
        "QFrBLiMP",
        "Beauchemin et al. 2026",
        "fr",
        agreed_sides,
        keys=(_SENTENCES | {"annotator_1", "type", "subcat"},),
        named=re.escape(DESIGNED),
        layout="tab-separated, unquoted",
        suite=suite_of_qfrblimp,
        groups={"phenomenon": phenomenon_of_qfrblimp, "field": "category"},
        factors=("subcat",),
        ids="id",
        ignored=("type",),
    ),
    # a sentence a line, right or wrong, without an id of the pair
    PublishedSet(
        "DaLAJ",
        "Volodina et al. 2021",
        "sv",
        corrected,
        keys=(frozenset({"sentence", "label", "meta"}),),
        exactly=True,
        looks=_is_dalaj,
        factors=("error_label", "education_level", "l1"),
    ),
    PublishedSet(
        "ZhoBLiMP",
        "Liu et al. 2024",
        "zh",
        two_columns("sentence_good", "sentence_bad"),
        keys=(_SENTENCES | {"UID", "phenomenon", "pairID"},),
        exactly=True,
        suite="UID",
        groups={"phenomenon": "phenomenon"},
        ids="pairID",
    ),
    # two rows a pair, columns called by numbers; one file has bare lines
    PublishedSet(
        "CLiMP",
        "Xiang et al. 2021",
        "zh",
        by_turns("good", "bad", ("1", "0")),
        line=",0,1,2,3",
        layout="climp",
        suite=suite_of_climp,
        groups={"phenomenon": "phenomenon"},
        ignored=("index",),
    ),
    PublishedSet(
        "CLiMP",
        "Xiang et al. 2021",
        "zh",
        by_turns("good", "bad"),
        line=",0",
        named="ba_construction",
        layout="lines below a header",
        suite=suite_of_climp,
        groups={"phenomenon": suite_of_climp},
    ),
    PublishedSet(
        "JBLiMP",
        "Someya and Oseki 2023",
        "ja",
        two_columns("good_sentence", "bad_sentence"),
        keys=(frozenset({"good_sentence", "bad_sentence", "phenomenon", "phenomenon-2", "paradigm"}),),
        suite="phenomenon",
        groups={"phenomenon": "phenomenon"},
        ids="ID",
        factors=("type", "phenomenon-2", "paradigm"),
    ),
    # one phrase after two beginnings
    PublishedSet(
        "COMPS",
        "Misra et al. 2023",
        "en",
        two_columns("property_phrase", "property_phrase", contexts=("prefix_acceptable", "prefix_unacceptable")),
        keys=(frozenset({"prefix_acceptable", "prefix_unacceptable", "property_phrase"}),),
        ids="id",
        factors=("negative_sample_type", "distraction_type"),
    ),
    # two sentences and two contexts: each sentence is compared after both
    PublishedSet(
        "EWoK",
        "Ivanova et al. 2024",
        "en",
        crossed_contexts,
        keys=(frozenset({"Context1", "Context2", "Target1", "Target2"}),),
        suite="Domain",
        groups={"domain": "Domain"},
        comparisons=(("c1t1", "c2t1"), ("c2t2", "c1t2")),
        factors=("ContextType", "ContextDiff", "TargetDiff"),
    ),
    PublishedSet(
        "Entity tracking",
        "Kim and Schuster 2023",
        "en",
        choices,
        keys=(frozenset({"input_prefix", "options", "numops"}),),
        factors=("numops",),
    ),
    # ratio is the share of people for the first form: neither is right or wrong
    PublishedSet(
        "Adjective nominalization",
        "Hofmann et al. 2025",
        "en",
        rated,
        keys=(frozenset({"sentences", "ratio"}),),
        exactly=True,
        note="No form is right or wrong here: the score is the share of items where the model prefers the form that "
        "most people chose.",
    ),
)
"""In the order in which a file is tried."""
