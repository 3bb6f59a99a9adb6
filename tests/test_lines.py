"""Text is read line by line, as it is asked for."""

from __future__ import annotations

import gzip
import io
import os
import threading

import pytest

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lines import TextLines, in_chunks


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
