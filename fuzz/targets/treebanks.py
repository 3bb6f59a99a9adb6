"""Any bytes are CoNLL-U, or refused with the line; words, blanks and heads are those that a plain reader finds."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from syntaxgym_lite.authoring.conllu import read_conllu
from syntaxgym_lite.authoring.constituents import constituents
from syntaxgym_lite.errors import InputError

from ..inputs import corpus, file, mutated, readable


@st.composite
def _treebanks(draw: st.DrawFn) -> bytes:
    """Sentences with any heads, some of them in circles, and tokens of several words."""
    lines = []
    for number in range(draw(st.integers(1, 3))):
        lines.append(f"# sent_id = s{number}")
        n = draw(st.integers(1, 6))
        for word in range(1, n + 1):
            if draw(st.integers(0, 4)) == 0:
                lines.append(f"{word}-{word + draw(st.integers(0, 2))}\tdella\t_\t_\t_\t_\t_\t_\t_\t{draw(_MISC)}")
            if draw(st.integers(0, 6)) == 0:
                lines.append(f"{word}.1\tnull\t_\t_\t_\t_\t_\t_\t_\t_")
            lines.append(
                f"{word}\tw{word}\tl\tNOUN\t_\t{draw(_FEATS)}\t{draw(st.integers(0, n))}\tdep\t_\t{draw(_MISC)}"
            )
        lines.append("")
    return "\n".join(lines).encode()


_MISC = st.sampled_from(["_", "SpaceAfter=No", "A=b|SpaceAfter=No", ""])
_FEATS = st.sampled_from(["_", "Number=Sing", "Number=Plur|Case=Nom", "", "="])
INPUTS = st.one_of(mutated(corpus("treebanks"), [b"1-2", b"3.1", b"\t_", b"# sent_id"]), _treebanks())
EXAMPLES = 150


def check(data: bytes) -> None:
    """Read a treebank."""
    with file(data, "bank.conllu") as path:
        try:
            trees = read_conllu(path)
        except InputError as error:
            readable(error, path)
            return
    if data[:2] == b"\x1f\x8b" or data.startswith(b"\xfd7zXZ"):
        return
    expected = _plain(data.decode("utf-8-sig"))
    assert [[(word.form, word.space_after) for word in tree.words] for tree in trees] == expected
    for tree in trees:
        assert [word.form for word in constituents(tree).words()] == [word.form for word in tree.words]
        for place, _ in enumerate(tree.words):
            steps = 0
            while place != -1:
                place, steps = tree.words[place].head, steps + 1
                assert -1 <= place < len(tree.words)
                assert steps <= len(tree.words), "heads in a circle"


def _plain(text: str) -> list[list[tuple[str, bool]]]:
    """Forms of the tokens of each sentence that has some, and whether a blank follows."""
    found = []
    for block in re.split(r"\n(?:[^\S\n]*\n)+", re.sub(r"\r*\n", "\n", text)):
        words, until = [], 0
        for line in block.split("\n"):
            cells = line.split("\t")
            if line.startswith("#") or not line.strip() or "." in cells[0]:
                continue
            first, _, last = cells[0].partition("-")
            if last:
                until = int(last)
            elif int(first) <= until:
                continue
            words.append((cells[1], "SpaceAfter=No" not in cells[9].rstrip("\r").split("|")))
        if words:
            found.append(words)
    return found
