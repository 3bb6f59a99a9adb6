"""Strategies of bytes: valid files with a few things wrong."""

from __future__ import annotations

import copy
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from . import kept

__all__ = ["as_json", "corpus", "file", "mutated", "mutated_json", "named_content", "readable"]

_ODD = (
    b"", b"\0", b"\n", b"\r\n", b"\r", b"\t", b" ", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3", b"\xe2\x80\xa8", b"\xc2\xa0",
    b"0", b"-1", b"1e400", b"nan", b"-inf", b"99999999999999999999", "é".encode(), "e\u0301".encode(), "猫".encode(),
    "\u202e".encode(), b"\x1b[31m", b'"', b"'", b"\\", b"{", b"}", b"[", b"]", b"%", b";", b",", b"=", b"<unk>", b"<s>",
    b"[" * 3000, b"{" * 300, b"9" * 5000, b"(" * 200, b"x" * 2000, b"1e5000", b"\t" * 300,
)  # fmt: skip

_ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 1.5, 1e300, 2**63, "", " ", "a", "x\u0000y", "\ud800", "Infinity", "NaN",
    [], {}, [[]], {"a": 1}, 10**400, "9" * 5000, "0", "1", "é", "\x1b[2J", "a" * 300,
)  # fmt: skip


def corpus(name: str) -> list[bytes]:
    """Read the valid inputs of a target."""
    return [path.read_bytes() for path in kept("corpus", name)]


@contextmanager
def file(data: bytes, name: str) -> Iterator[Path]:
    """Put bytes into a file of this name, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="sglite-fuzz-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield path


def named_content(data: bytes) -> tuple[str, bytes] | None:
    """Part the file's name, which is the first line of an input, from the file; None if it is no plain name."""
    line, _, content = data.partition(b"\n")
    name = line.decode("utf-8", errors="replace")
    plain = name and name == Path(name).name and name.isprintable() and len(name) < 40 and not name.startswith(".")
    return (name, content) if plain and "#" not in name else None


def readable(error: BaseException, path: Path | None = None) -> None:
    """Hold a refusal against what every message must be: it names the file, and fits a few screens."""
    text = str(error)
    assert text.strip(), "a message that says nothing"
    assert path is None or str(path) in text, f"the file is not named: {text[:300]!r}"
    assert len(text) < 20_000, f"a message of {len(text)} characters"


@st.composite
def mutated(draw: st.DrawFn, seeds: Sequence[bytes], pieces: Sequence[bytes] = ()) -> bytes:
    """One of some files with up to four things wrong: bytes or lines lost, doubled, exchanged, or put in."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 4))):
        data = _EDITS[draw(st.sampled_from(sorted(_EDITS)))](draw, data, (*pieces, *_ODD))
    return data


def _place(draw: st.DrawFn, data: bytes) -> int:
    return draw(st.integers(0, len(data)))


def _insert(draw: st.DrawFn, data: bytes, pieces: Sequence[bytes]) -> bytes:
    start = _place(draw, data)
    return data[:start] + draw(st.sampled_from(pieces)) + data[start:]


def _replace(draw: st.DrawFn, data: bytes, pieces: Sequence[bytes]) -> bytes:
    start = _place(draw, data)
    return data[:start] + draw(st.sampled_from(pieces)) + data[start + draw(st.integers(1, 8)) :]


def _cut(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    start = _place(draw, data)
    return data[:start] + data[start + draw(st.integers(1, 40)) :]


def _end(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: _place(draw, data)]


def _byte(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    start = _place(draw, data)
    return data[:start] + draw(st.binary(min_size=1, max_size=2)) + data[start + 1 :]


def _lines(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    match draw(st.sampled_from(["swap", "double", "drop", "move"])):
        case "swap":
            lines[one], lines[other] = lines[other], lines[one]
        case "double":
            lines.insert(other, lines[one])
        case "drop":
            del lines[one]
        case _:
            lines.insert(other, lines.pop(one))
    return b"\n".join(lines)


def _number(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    """Exchange a number for another one."""
    start = _place(draw, data)
    end = start
    while start < len(data) and not data[start : start + 1].isdigit():
        start += 1
    end = start
    while end < len(data) and data[end : end + 1].isdigit():
        end += 1
    return data[:start] + str(draw(st.integers(0, 12) | st.just(2**31) | st.just(10**18))).encode() + data[end:]


_EDITS = {
    "insert": _insert,
    "replace": _replace,
    "cut": _cut,
    "end": _end,
    "byte": _byte,
    "lines": _lines,
    "number": _number,
}


def as_json(value: Any) -> bytes:
    """Write a value as JSON; lone halves of surrogate pairs are escaped."""
    return json.dumps(value, ensure_ascii=True).encode()


@st.composite
def mutated_json(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """One of some JSON documents with up to three values lost, doubled, exchanged or made odd."""
    document = {"": json.loads(draw(st.sampled_from(seeds)))}
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(document))
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.sampled_from(["odd", "odd", "lose", "double", "exchange", "rename", "near"])):
            case "lose" if holder is not document:
                del holder[key]
            case "double" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case "exchange":
                other, name = places[draw(st.integers(0, len(places) - 1))]
                holder[key] = copy.deepcopy(other[name])
            case "rename" if isinstance(holder, dict) and holder is not document:
                holder[draw(st.sampled_from(["", "a", "metric", "text", "é", "\x1b"]))] = holder.pop(key)
            case "near" if isinstance(holder[key], bool):
                holder[key] = not holder[key]
            case "near" if isinstance(holder[key], (int, float)) and abs(holder[key]) < 1e300:
                holder[key] += draw(st.sampled_from([1, -1, 0.5, 1e-4, 100]))
            case "near" if isinstance(holder[key], str):
                holder[key] += draw(st.sampled_from([" ", "x", "\n", "'s", "é"]))
            case _:
                holder[key] = copy.deepcopy(draw(st.sampled_from(_ODD_VALUES)))
    return as_json(document[""])


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document, as what holds it and the key there."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key])
