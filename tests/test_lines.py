"""Text is read line by line, as it is asked for."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lines import LONGEST_LINE, TextLines, in_chunks, open_by_content


def test_the_number_of_lines_to_come_is_estimated_from_the_size_of_the_file(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("four\n" * 1000, encoding="utf-8")
    source = TextLines(path)
    assert source.n_lines(0) is None  # nothing is known before the first line
    lines = iter(source)
    for _ in range(10):
        next(lines)
    assert source.n_lines(10) == 1000
    n = 10 + sum(1 for _ in lines)
    assert source.n_lines(n) == n == 1000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_the_size_of_a_pipe_is_not_known(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("a fox\nan owl\n",))
    writer.start()
    source = TextLines(pipe)
    assert list(source) == [(1, "a fox"), (2, "an owl")]
    assert source.n_lines(2) is None
    writer.join()


def test_a_line_that_is_no_text_is_named_when_it_is_reached():
    lines = iter(TextLines(io.BytesIO(b"\xef\xbb\xbfa fox\n\xff\n"), "standard input"))
    assert next(lines) == (1, "a fox")  # without the byte order mark
    with pytest.raises(InputError, match=r"^standard input: line 2 is not UTF-8 \(byte 0xff\)"):
        next(lines)


def test_a_packed_file_tells_nothing_of_its_number_of_lines(tmp_path):
    path = tmp_path / "lines.txt.gz"
    path.write_bytes(gzip.compress(b"four\n" * 1000))
    source = TextLines(path)
    assert next(iter(source)) == (1, "four")
    assert source.n_lines(1) is None


def test_lines_before_one_that_cannot_be_read_are_a_chunk():
    chunks = in_chunks(TextLines(io.BytesIO(b"a\nb\nc\n\xff\n"), "text"), 2)
    assert next(chunks) == [(1, "a"), (2, "b")]
    assert next(chunks) == [(3, "c")]
    with pytest.raises(InputError, match="line 4"):
        next(chunks)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bytes], ids=["gz", "xz", "plain"])
def test_a_line_longer_than_memory_is_refused_with_its_number(tmp_path, monkeypatch, pack):
    """Field case E5, with a smaller bound: no more than one line's bytes are ever held."""
    monkeypatch.setenv(LONGEST_LINE, "1000")
    ending = {gzip.compress: ".gz", lzma.compress: ".xz"}.get(pack, "")
    path = tmp_path / f"text.txt{ending}"
    path.write_bytes(pack(b"a fox\n" + b"x" * 1000 + b"\n" + b"x" * 999 + b"\n"))
    lines = iter(TextLines(path))
    assert next(lines) == (1, "a fox")
    with pytest.raises(InputError, match=r"line 2 is longer than 1,000 bytes.*SGLITE_LONGEST_LINE"):
        next(lines)
    monkeypatch.setenv(LONGEST_LINE, "1001")
    assert [number for number, _ in TextLines(path)] == [1, 2, 3]


@pytest.mark.parametrize("value", ["0x10", "-1", "1_000", "many", "\u0661"])
def test_the_bound_must_be_a_number(monkeypatch, value):
    monkeypatch.setenv(LONGEST_LINE, value)
    with pytest.raises(InputError, match="write a number of bytes"):
        list(TextLines(io.BytesIO(b"a fox\n"), "standard input"))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress, bytes])
def test_a_packed_file_is_known_by_its_content(tmp_path, pack):
    path = tmp_path / "any.name"
    path.write_bytes(pack(b"a fox\n"))
    with open_by_content(path) as stream:
        assert stream.read() == b"a fox\n"


class Dripping(io.BytesIO):
    """A stream that has only a few bytes at a time."""

    def read1(self, size=-1):
        return super().read1(min(size, 3))


@given(text=st.text(alphabet="ab é猫\u2028\x0b\r\n\t", max_size=40), stream=st.sampled_from([io.BytesIO, Dripping]))
def test_lines_are_those_between_line_ends_however_they_are_read(text, stream):
    """Of all that ends lines for Python, only a line feed does here."""
    expected = text.split("\n")
    if not expected[-1]:
        expected.pop()
    found = list(TextLines(stream(text.encode()), "text"))
    assert found == list(enumerate(map(str.strip, expected), start=1))


def test_a_line_that_is_no_text_is_named_wherever_it_stands_in_what_is_read():
    lines = iter(TextLines(Dripping(b"fox\n\nowl\nan \xe9lan\nfox\n"), "text"))
    assert [next(lines) for _ in range(3)] == [(1, "fox"), (2, ""), (3, "owl")]
    with pytest.raises(InputError, match=r"line 4 is not UTF-8 \(byte 0xe9\)"):
        next(lines)
