"""Which labels of a column say that a sentence is the good one of its pair, and which that it is the bad one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ...errors import InputError, cited, counted, did_you_mean

__all__ = ["sides_of_labels"]

_KNOWN = {
    "good": (
        "good, grammatical, acceptable, correct, well-formed, wellformed, match, matched, 1, true, t, yes, y, +, ok, "
        "okay, ✓, ✔, "
        "gut, grammatisch, grammatikalisch, akzeptabel, richtig, korrekt, wohlgeformt, wahr, ja, "
        "bon, bonne, grammaticale, correcte, oui, vrai, bueno, buena, gramatical, aceptable, correcto, correcta, "
        "sí, verdadero, buono, grammaticale, accettabile, corretto, corretta, vero, bom, aceitável, correto, sim, "
        "goed, grammaticaal, acceptabel, doğru, dilbilgisel, правильно, грамматично, да, 正确, 合语法, 好, 適格, 正しい"
    ),
    "bad": (
        "bad, ungrammatical, unacceptable, incorrect, wrong, ill-formed, illformed, violation, mismatch, mismatched, "
        "0, false, f, no, n, -, −, *, ✗, ✘, "
        "schlecht, ungrammatisch, ungrammatikalisch, inakzeptabel, falsch, inkorrekt, nein, "
        "mauvais, mauvaise, agrammatical, agrammaticale, inacceptable, incorrecte, non, faux, malo, mala, agramatical, "
        "inaceptable, incorrecto, incorrecta, falso, cattivo, inaccettabile, scorretto, scorretta, sbagliato, mau, "
        "inaceitável, incorreto, errado, não, fout, slecht, ongrammaticaal, onacceptabel, yanlış, неправильно, "
        "неграмматично, нет, 错误, 不合语法, 坏, 非適格"
    ),
}
_SIDES = {label: side for side, labels in _KNOWN.items() for label in labels.split(", ")}
_YES_OR_NO = frozenset(
    ("1", "0", "true", "false", "t", "f", "yes", "no", "y", "n", "+", "-", "−", "ja", "nein", "oui", "non", "да", "нет")
)
_OF_BAD = ("ungramm", "unaccept", "inaccept", "incorrect", "ill_formed", "violat", "wrong", "bad", "error", "mismatch")
"""Beginnings of names of columns in which yes says that the sentence is bad."""


def sides_of_labels(
    labels: Iterable[str], good: Sequence[str], bad: Sequence[str], *, where: str, column: str
) -> Mapping[str, str]:
    """Say which labels mean the good sentence of a pair, and which the bad one.

    Parameters
    ----------
    labels : iterable of str
        What stands in the column, row by row.
    good, bad : sequence of str
        The labels that a person named, capitals or not. If labels of one side are named and a single other one is left,
        it is the other side; without any, labels that are known in the field are understood, and no label is the good
        side where all others are bad, as with ``*``.
    where : str
        File and column, for messages.
    column : str
        Name of the column: of ``"violation"``, 1 does not say that a sentence is good.

    Returns
    -------
    mapping of str to str
        From each label, as it stands in the column, to ``"good"`` or ``"bad"``.

    Raises
    ------
    InputError
        If it is not plain; lists the labels that were found.

    Examples
    --------
    >>> plain = {"where": "rated.csv: column B ('kind')", "column": "kind"}
    >>> sides_of_labels(["gut", "schlecht", "gut"], [], [], **plain)
    {'gut': 'good', 'schlecht': 'bad'}
    >>> sides_of_labels(["A", "B"], ["A"], [], **plain)
    {'A': 'good', 'B': 'bad'}
    >>> sides_of_labels(["", "*"], [], [], **plain)
    {'*': 'bad', '': 'good'}
    """
    found = Counter(labels)
    if good or bad:
        return _as_named(found, good, bad, where)
    return _as_known(found, where, column)


def _as_named(found: Counter[str], good: Sequence[str], bad: Sequence[str], where: str) -> dict[str, str]:
    named = {"good": {_plain(one) for one in good}, "bad": {_plain(one) for one in bad}}
    if both := named["good"] & named["bad"]:
        raise InputError(f"{where}: `good_label` and `bad_label` both name {cited(min(both))}.")
    plain = {_plain(label) for label in found}
    for option, labels in (("good_label", good), ("bad_label", bad)):
        for label in labels:
            if _plain(label) not in plain:
                raise InputError(
                    f"{where}: `{option}={label}`: no row has this label; {_all_of(found)}.{did_you_mean(label, found)}"
                )
    sides = {label: side for label in found for side, labels in named.items() if _plain(label) in labels}
    left = [label for label in found if label not in sides]
    if not left:
        return sides
    rest = {_plain(label) for label in left}
    if len(rest) == 1 and not (good and bad):
        return sides | dict.fromkeys(left, "bad" if good else "good")
    raise InputError(
        f"{where}: {_all_of(found)}; say also what {' and '.join(map(_shown, left))} mean{'s' * (len(left) == 1)}: "
        f"`good_label=LABEL` or `bad_label=LABEL`."
    )


def _as_known(found: Counter[str], where: str, column: str) -> dict[str, str]:
    sides = {label: _SIDES[_plain(label)] for label in found if _plain(label) in _SIDES}
    if set(found) - set(sides) == {""} and set(sides.values()) == {"bad"}:
        sides[""] = "good"
    advice = "name those of the good sentences, `good_label=LABEL`, or of the bad ones, `bad_label=LABEL`"
    if unknown := [label for label in found if label not in sides]:
        raise InputError(
            f"{where}: which of these labels mean a good and which a bad sentence? {_all_of(found)}, of which "
            f"{' and '.join(map(_shown, unknown[:3]))} {'is' if len(unknown) == 1 else 'are'} not known; {advice}."
        )
    folded = column.strip().casefold().replace(" ", "_").replace("-", "_")
    if folded.startswith(_OF_BAD) and any(_plain(label) in _YES_OR_NO for label in found):
        raise InputError(
            f"{where}: {_all_of(found)}, which may say that a sentence is {cited(column)} or that it is good; {advice}."
        )
    return sides


def _plain(label: str) -> str:
    return label.strip().casefold()


def _shown(label: str) -> str:
    return cited(label, 40) if label else "no label"


def _all_of(found: Counter[str], most: int = 8) -> str:
    """List the labels with how often each stands there, the most frequent first."""
    shown = [f"{_shown(label)} ({counted(n, 'row')})" for label, n in found.most_common(most)]
    more = f", and {len(found) - most} more" if len(found) > most else ""
    return f"there {'is' if len(found) == 1 else 'are'} {', '.join(shown)}{more}"
