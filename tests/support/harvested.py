"""A second road to harvested pairs: plain CoNLL-U rows, read and compared without the package."""

from __future__ import annotations

import lzma
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def read_rows(paths: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """Sentences by file and line of the first word: text, sent_id, rows by number, and ranges of tokens."""
    sentences = {}
    for path in paths:
        data = path.read_bytes()
        text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8")
        one: dict[str, Any] = {"rows": {}, "ranges": [], "text": None, "sent_id": ""}
        for number, line in enumerate([*text.splitlines(), ""], 1):
            if line.startswith("# text ="):
                one["text"] = line[len("# text =") :].strip()
            elif line.startswith("# sent_id ="):
                one["sent_id"] = line[len("# sent_id =") :].strip()
            elif line and not line.startswith("#"):
                cells = line.split("\t")
                if "-" in cells[0]:
                    first, last = map(int, cells[0].split("-"))
                    one["ranges"].append((first, last, cells[1]))
                elif "." not in cells[0]:
                    feats = {} if cells[5] == "_" else dict(pair.split("=", 1) for pair in cells[5].split("|"))
                    one["rows"][int(cells[0])] = {
                        "form": cells[1], "lemma": cells[2], "upos": cells[3], "feats": feats, "head": int(cells[6]),
                        "deprel": cells[7],
                    }  # fmt: skip
                    one.setdefault("where", f"{path.name}:{number}")  # the line of the first word, not of a token
            elif not line and one["rows"]:
                sentences[one["where"]] = one
                one = {"rows": {}, "ranges": [], "text": None, "sent_id": ""}
    return sentences


def in_token(sentence: Mapping[str, Any], number: int) -> bool:
    return any(first <= number <= last for first, last, _ in sentence["ranges"])


def attested(sentences: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], list[tuple[str, dict[str, str]]]]:
    """Forms and features of each lemma and part of speech, of words that are spelled as they are alone."""
    forms: dict[tuple[str, str], list[tuple[str, dict[str, str]]]] = defaultdict(list)
    for sentence in sentences:
        ends = {last: form for _, last, form in sentence["ranges"]}
        for number, row in sentence["rows"].items():
            if not in_token(sentence, number) or ends.get(number, "").endswith(row["form"]):
                forms[row["lemma"], row["upos"]].append((row["form"].lower(), row["feats"]))
    return forms


def without(feats: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in feats.items() if name not in names}
