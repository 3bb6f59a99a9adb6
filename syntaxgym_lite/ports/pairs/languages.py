"""Codes of languages of two letters, for those of three: ISO 639-1 and ISO 639-3.

NLTK has such a table; before version 3.10 it cannot be read without a corpus that has to be downloaded.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["TWO_LETTERS", "language_code"]

_CODES = """
    aar:aa abk:ab afr:af aka:ak amh:am ara:ar arg:an asm:as ava:av ave:ae aym:ay aze:az bak:ba bam:bm bel:be ben:bn
    bis:bi bod:bo bos:bs bre:br bul:bg cat:ca ces:cs cha:ch che:ce chu:cu chv:cv cor:kw cos:co cre:cr cym:cy dan:da
    deu:de div:dv dzo:dz ell:el eng:en epo:eo est:et eus:eu ewe:ee fao:fo fas:fa fij:fj fin:fi fra:fr fry:fy ful:ff
    gla:gd gle:ga glg:gl glv:gv grn:gn guj:gu hat:ht hau:ha hbs:sh heb:he her:hz hin:hi hmo:ho hrv:hr hun:hu hye:hy
    ibo:ig ido:io iii:ii iku:iu ile:ie ina:ia ind:id ipk:ik isl:is ita:it jav:jv jpn:ja kal:kl kan:kn kas:ks kat:ka
    kau:kr kaz:kk khm:km kik:ki kin:rw kir:ky kom:kv kon:kg kor:ko kua:kj kur:ku lao:lo lat:la lav:lv lim:li lin:ln
    lit:lt ltz:lb lub:lu lug:lg mah:mh mal:ml mar:mr mkd:mk mlg:mg mlt:mt mon:mn mri:mi msa:ms mya:my nau:na nav:nv
    nbl:nr nde:nd ndo:ng nep:ne nld:nl nno:nn nob:nb nor:no nya:ny oci:oc oji:oj ori:or orm:om oss:os pan:pa pli:pi
    pol:pl por:pt pus:ps que:qu roh:rm ron:ro run:rn rus:ru sag:sg san:sa sin:si slk:sk slv:sl sme:se smo:sm sna:sn
    snd:sd som:so sot:st spa:es sqi:sq srd:sc srp:sr ssw:ss sun:su swa:sw swe:sv tah:ty tam:ta tat:tt tel:te tgk:tg
    tgl:tl tha:th tir:ti ton:to tsn:tn tso:ts tuk:tk tur:tr twi:tw uig:ug ukr:uk urd:ur uzb:uz ven:ve vie:vi vol:vo
    wln:wa wol:wo xho:xh yid:yi yor:yo zha:za zho:zh zul:zu
"""

TWO_LETTERS: Mapping[str, str] = dict(pair.split(":") for pair in _CODES.split())
"""By the code of three letters, where a language has one of two."""

_NAMES = """
    arabic:ar basque:eu catalan:ca chinese:zh czech:cs danish:da dutch:nl english:en estonian:et finnish:fi french:fr
    georgian:ka german:de greek:el hebrew:he hindi:hi hungarian:hu icelandic:is italian:it japanese:ja korean:ko
    latin:la mandarin:zh norwegian:no persian:fa polish:pl portuguese:pt romanian:ro russian:ru spanish:es swedish:sv
    turkish:tr ukrainian:uk urdu:ur vietnamese:vi
"""
_BY_NAME = dict(pair.split(":") for pair in _NAMES.split())


def language_code(said: str) -> str:
    """Give the code of a language, by a code of two or three letters or its English name; ``""`` if it is none.

    Examples
    --------
    >>> language_code("deu"), language_code("German"), language_code("pt-BR"), language_code("dialogue")
    ('de', 'de', 'pt-br', '')
    """
    name = said.strip().casefold().replace("_", "-")
    code, dash, rest = name.partition("-")
    code = TWO_LETTERS.get(code, code)
    if code in TWO_LETTERS.values():
        return f"{code}{dash}{rest}"
    return _BY_NAME.get(name) or (name if len(name) == 3 and name.isascii() and name.isalpha() else "")
