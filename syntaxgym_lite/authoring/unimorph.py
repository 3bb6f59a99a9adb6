"""Tables of word forms by UniMorph, with its features in the words of Universal Dependencies.

A table has a line for each form: lemma, form, and tags, separated by tabs (``стол  стола  N;GEN;SG``). Tags become
features of Universal Dependencies by the table below, which follows McCarthy et al. (2018), *Marrying Universal
Dependencies and Universal Morphology*; a tag that is not in it stays as it is, so that forms which differ in it are
not taken for each other. Alternatives (``MASC/FEM``) become several values, as in ``Gender=Fem,Masc``.

The two schemes are not annotated alike: Russian past-tense verbs have a person in some treebanks and none in the table.
So a word of a treebank is looked up by its lemma and form, in all cells that do not contradict its features.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ..errors import Problems

__all__ = ["FEATURE_OF_TAG", "Feats", "WordForm", "is_unimorph", "parse_unimorph"]

Feats = tuple[tuple[str, str], ...]

_BY_FEATURE: Mapping[str, str] = {
    "Animacy": "ANIM Anim, INAN Inan, HUM Hum, NHUM Nhum",
    "Aspect": "IPFV Imp, PFV Perf, PRF Perf, PROG Prog, HAB Hab, ITER Iter, PROSP Prosp",
    "Case": (
        "NOM Nom, ACC Acc, GEN Gen, DAT Dat, INS Ins, ESS Loc, VOC Voc, ABL Abl, ERG Erg, ABS Abs, COM Com, PRT Par, "
        "FRML Ess, TRANS Tra, PRIV Abe, TERM Ter, BEN Ben, EQTV Equ, IN+ESS Ine, IN+ABL Ela, IN+ALL Ill, AT+ESS Ade, "
        "AT+ABL Abl, AT+ALL All, ON+ESS Sup, ON+ABL Del, ON+ALL Sub"
    ),
    "Definite": "DEF Def, INDF Ind",
    "Degree": "CMPR Cmp, SPRL Sup, EQT Equ",
    "Gender": "MASC Masc, FEM Fem, NEUT Neut",
    "Mood": "IND Ind, SBJV Sub, IMP Imp, COND Cnd, OPT Opt, POT Pot, JUS Jus, ADM Adm",
    "Number": "SG Sing, PL Plur, DU Dual, TRI Tri, PAUC Pauc, GRPL Grpl, INVN Inv",
    "Person": "0 0, 1 1, 2 2, 3 3, 4 4",
    "Polarity": "POS Pos, NEG Neg",
    "Polite": "FORM Form, INFM Infm",
    "Tense": "PRS Pres, PST Past, FUT Fut",
    "VerbForm": "FIN Fin, NFIN Inf, V.PTCP Part, V.CVB Conv, V.MSDR Vnoun",
    "Voice": "ACT Act, PASS Pass, MID Mid, CAUS Cau",
}
FEATURE_OF_TAG: Mapping[str, tuple[str, str]] = {
    tag: (feature, value)
    for feature, pairs in _BY_FEATURE.items()
    for tag, value in (pair.split() for pair in pairs.split(", "))
}
"""Tag of UniMorph to feature and value of Universal Dependencies."""

_UPOS: Mapping[str, tuple[str, ...]] = {
    "N": ("NOUN", "PROPN"),
    "PROPN": ("PROPN",),
    "V": ("VERB", "AUX"),
    "V.PTCP": ("VERB", "AUX", "ADJ"),
    "V.CVB": ("VERB", "AUX"),
    "V.MSDR": ("VERB", "AUX", "NOUN"),
    "AUX": ("AUX",),
    "ADJ": ("ADJ",),
    "DET": ("DET",),
    "ART": ("DET",),
    "PRO": ("PRON", "DET"),
    "NUM": ("NUM",),
    "ADP": ("ADP",),
    "ADV": ("ADV",),
}
_MAY_BE = {("Tense", "Past"): "Imp", ("VerbForm", "Vnoun"): "Ger"}  # what treebanks of some languages call it


@dataclass(frozen=True, slots=True)
class WordForm:
    """A form of a word in a table.

    Parameters
    ----------
    lemma, form : str
    upos : tuple of str
        Parts of speech that it may be in a treebank.
    feats : tuple of (str, str)
        Features in alphabetical order; a tag without a counterpart is a feature of its own name.
    """

    lemma: str
    form: str
    upos: tuple[str, ...]
    feats: Feats

    def may_be(self, feats: Feats) -> bool:
        """Whether nothing in the features of a treebank's word contradicts it."""
        has = dict(feats)
        return all(
            name not in has or set(has[name].split(",")) & {*value.split(","), _MAY_BE.get((name, value), value)}
            for name, value in self.feats
        )


def is_unimorph(text: str) -> bool:
    """Whether a text is a table of UniMorph rather than a treebank: three or four columns, not ten."""
    first = next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")
    return len(first.rstrip("\r").split("\t")) in (3, 4)


def parse_unimorph(text: str, *, source: str = "<table>", lemmas: Collection[str] | None = None) -> list[WordForm]:
    r"""Read a table.

    Parameters
    ----------
    text : str
        Lines of lemma, form and tags; a fourth column, as some tables have, is left out.
    source : str, optional
        What to call it in messages.
    lemmas : collection of str, optional
        Only forms of these.

    Raises
    ------
    SuiteError
        If it is no such table; lists every problem with its line.

    Examples
    --------
    >>> parse_unimorph("casa\tcase\tN;PL")
    [WordForm(lemma='casa', form='case', upos=('NOUN', 'PROPN'), feats=(('Number', 'Plur'),))]
    """
    problems = Problems()
    forms = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) not in (3, 4) or not all(cell.strip() for cell in cells[:3]):
            problems.note(f"line {number}", "has not lemma, form and tags, separated by tabs.")
        elif lemmas is None or cells[0] in lemmas:
            forms.append(_form(*cells[:3]))
    problems.raise_all(source)
    return forms


def _form(lemma: str, form: str, tags: str) -> WordForm:
    pos, *others = tags.strip().split(";")
    feats: dict[str, str] = {}
    for tag in [pos, *others] if pos.startswith("V.") else others:
        known = [FEATURE_OF_TAG.get(each) for each in tag.strip("{}").split("/")]
        names = {pair[0] for pair in known if pair is not None}
        if None in known or len(names) != 1 or names & feats.keys():
            feats[tag] = "Yes"
        else:
            feats[names.pop()] = ",".join(sorted(pair[1] for pair in known if pair is not None))
    return WordForm(lemma, form, _UPOS.get(pos, (pos,)), tuple(sorted(feats.items())))
