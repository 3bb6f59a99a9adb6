"""Any bytes are CoNLL-U, or refused with the line; words, blanks and heads are those that a plain reader finds.

Pairs harvested from them are their sentences, with one word changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import strategies as st

from syntaxgym_lite.authoring.conllu import Tree, read_conllu
from syntaxgym_lite.authoring.constituents import constituents
from syntaxgym_lite.authoring.dependency_pairs import dependency_pairs
from syntaxgym_lite.authoring.dependency_patterns import DependencyPattern, candidates
from syntaxgym_lite.errors import InputError

from ..inputs import corpus, file, mutated, readable


@st.composite
def _treebanks(draw: st.DrawFn) -> bytes:
    """Sentences with any heads, some of them in circles, and tokens of several words."""
    lines = []
    for number in range(draw(st.integers(1, 3))):
        lines.append(f"# sent_id = s{number}")
        start = len(lines)
        n = draw(st.integers(1, 6))
        for word in range(1, n + 1):
            if draw(st.integers(0, 4)) == 0:
                lines.append(f"{word}-{word + draw(st.integers(0, 2))}\tdella\t_\t_\t_\t_\t_\t_\t_\t{draw(_MISC)}")
            if draw(st.integers(0, 6)) == 0:
                lines.append(f"{word}.1\tnull\t_\t_\t_\t_\t_\t_\t_\t_")
            lines.append(
                f"{word}\t{draw(_FORMS)}\tl\tNOUN\t_\t{draw(_FEATS)}\t{draw(st.integers(0, n))}\tdep\t_\t{draw(_MISC)}"
            )
        texts = [(cells[1], "SpaceAfter=No" not in cells[9].split("|")) for cells in _shown(lines[start:])]
        lines.insert(start, "# text = " + "".join(form + " " * blank for form, blank in texts).strip())
        lines.append("")
    return "\n".join(lines).encode()


def _shown(lines: list[str]) -> Iterator[list[str]]:
    """Rows that a reader sees: tokens of several words in the place of their words."""
    until = 0
    for line in lines:
        cells = line.split("\t")
        first, _, last = cells[0].partition("-")
        if last:
            until = int(last)
            yield cells
        elif "." not in first and int(first) > until:
            yield cells


_MISC = st.sampled_from(["_", "SpaceAfter=No", "A=b|SpaceAfter=No", ""])
_FORMS = st.sampled_from(["w", "v", "V", "'s", "x-y", "é", ""])
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
    _pairs(trees)
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


def _pairs(trees: list[Tree]) -> None:
    """Harvest pairs: all candidates are counted, and a pair is the sentence's text with another word in one place."""
    for cue, relation in (("head", "agreement"), ("dep", "government")):
        pattern = DependencyPattern("Number", relation, cue, ("NOUN",))  # type: ignore[arg-type]
        try:
            found = dependency_pairs(trees, pattern, name="x", min_count=2, compared="rest")
        except InputError as error:
            readable(error)
            continue
        n_words = sum(outcome.n for outcome in found.outcomes if outcome.of == "word")
        assert n_words == sum(1 for _ in candidates(trees, pattern))
        texts = {tree.text for tree in trees}
        for item in found.suite.items if found.suite is not None else ():
            right, wrong = ([region.content for region in each.regions] for each in item.conditions)
            assert "".join(right) in texts
            assert right[1] != wrong[1]
            assert (right[0], right[2]) == (wrong[0], wrong[2])


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
