"""Surprisals of sentences as rows, files and frames; the rows of a batch are those of its sentences alone."""

import csv
import io
import json
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from syntaxgym_lite import by_word
from syntaxgym_lite.align import book
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.reports.surprisals import WRITERS, surprisal_rows
from syntaxgym_lite.scoring.word_ends import move_word_ends
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, TokenSurprisals
from syntaxgym_lite.words import split_words

NAN = float("nan")
TOY = BackendInfo(backend="toy", model="toy", capabilities=Capabilities(), fingerprint=None)


def sentence(text, cuts, bits=None, eos_bits=NAN):
    """Make a sentence of the tokens between `cuts`; every third is unknown."""
    places = [0, *sorted(cut for cut in cuts if cut < len(text)), len(text)]
    spans = np.array(list(pairwise(places)), dtype=np.int32)
    n = len(spans)
    return TokenSurprisals(
        text=text,
        tokens=tuple(text[start:end] for start, end in spans.tolist()),
        spans=spans,
        bits=np.array([1 / 3 + n_before / 7 for n_before in range(n)] if bits is None else bits),
        oov=np.arange(n) % 3 == 2,
        eos_bits=eos_bits,
    )


def word_by_word(scored):
    """Sum up the tokens of each word, looking at one sentence alone."""
    words = split_words(scored.text, "whitespace")
    owner = book([scored.text], [np.array(words, dtype=np.int32).reshape(-1, 2)], [scored.spans]).first
    for index, (start, end) in enumerate(words):
        own = owner == index
        value = pytest.approx(math.fsum(scored.bits[own]), rel=1e-15) if own.any() else None
        yield scored.text[start:end], start, end, value, int(own.sum()), bool(scored.oov[own].any())


TEXTS = st.text(alphabet="ab. \t\u3000é", min_size=1, max_size=30).filter(lambda text: text.strip())
SENTENCES = st.builds(sentence, TEXTS, st.sets(st.integers(1, 29)))
LONG_WORD = sentence("a bbbbbbbbbbbbbbbbbbbb", range(1, 22))


@given(batch=st.lists(SENTENCES, min_size=1, max_size=5))
@example(batch=[LONG_WORD, LONG_WORD])
@example(batch=[sentence("a  ", [1, 2]), sentence(" b", [1])])  # tokens of blanks at the end and the beginning
@example(batch=[sentence("a b", [])])  # the second word has no token of its own
def test_words_of_a_batch_have_the_sums_of_each_sentence_alone(batch):
    rows = surprisal_rows(batch, by="word")
    starts, ends = rows.spans.T.tolist()
    found = list(zip(rows.texts, starts, ends, rows.defined(), rows.n_tokens.tolist(), rows.oov.tolist(), strict=True))
    assert [found[own] for own in rows.by_sentence()] == [list(word_by_word(one)) for one in batch]


def written(format_, batch, *, by="token", unit="bits", eos=False):
    out = io.StringIO()
    writer = WRITERS[format_](out, TOY, model="toy", by=by, unit=unit, eos=eos, word_boundary="as-is")
    writer.write([3], batch[:1])
    writer.write(list(range(5, 4 + len(batch))), batch[1:])
    writer.end()
    return out.getvalue()


BATCH = [
    sentence('so, he "went"', [2, 3, 7], bits=[0.1, NAN, 2.0, np.inf], eos_bits=0.5),
    sentence("\rx", [1], bits=[1e-5, 30.0], eos_bits=NAN),
]


@pytest.mark.parametrize("unit", ["bits", "nats"])
def test_csv_says_every_value_in_full_and_can_be_read_back(unit):
    header, *rows = csv.reader(io.StringIO(written("csv", BATCH, unit=unit, eos=True), newline=""))
    assert header[:6] == ["sentence_id", "token_id", "token", "start", "end", f"surprisal_{unit}"]
    values = [NAN if row[5] == "" else float(row[5]) for row in rows]
    divisor = 1 if unit == "bits" else 1 / np.log(2)
    assert values == pytest.approx([x / divisor for x in (0.1, NAN, 2.0, np.inf, 0.5, 1e-5, 30.0, NAN)], nan_ok=True)
    assert [row[:5] + row[6:] for row in rows] == [
        ["3", "1", "so", "0", "2", "1", "False"],
        ["3", "2", ",", "2", "3", "1", "False"],
        ["3", "3", "he", "3", "7", "1", "True"],
        ["3", "4", '"went"', "7", "13", "1", "False"],
        ["3", "5", "<eos>", "13", "13", "1", "False"],
        ["5", "1", "\r", "0", "1", "1", "False"],
        ["5", "2", "x", "1", "2", "1", "False"],
        ["5", "3", "<eos>", "2", "2", "1", "False"],
    ]


def test_json_says_null_for_what_is_undefined_and_a_word_for_what_is_infinite():
    document = json.loads(written("json", BATCH, eos=True))
    first, second = document["sentences"]
    assert (first["sentence_id"], first["text"], second["sentence_id"]) == (3, 'so, he "went"', 5)
    assert [token["surprisal_bits"] for token in first["tokens"]] == [0.1, None, 2.0, "inf", 0.5]
    assert second["tokens"][1] == {
        "token": "x",
        "start": 1,
        "end": 2,
        "surprisal_bits": 30.0,
        "n_tokens": 1,
        "oov": False,
    }


def test_places_far_into_a_text_are_written_like_others():
    text = " " * 10_000 + "x"
    far = TokenSurprisals(text, ("x",), np.array([[10_000, 10_001]]), np.array([0.5]), np.zeros(1))
    assert written("csv", [far, far]).splitlines()[1:] == [f"{n},1,x,10000,10001,0.5,1,False" for n in (3, 5)]


def test_a_frame_of_words_is_what_the_csv_of_words_says():
    batch = [sentence("so, he went", [2, 3, 7]), LONG_WORD, sentence("a b", [])]
    frame = by_word(batch)
    header, *rows = csv.reader(io.StringIO(written("csv", batch, by="word")))
    assert frame.columns.tolist() == header
    assert frame.astype({"sentence_id": str, "surprisal_bits": object}).values.tolist() == [
        [{"3": "1", "5": "2", "6": "3"}[number], int(place), word, int(start), int(end), value, int(n), oov == "True"]
        for number, place, word, start, end, bits, n, oov in rows
        for value in [pytest.approx(float(bits or NAN), abs=0, rel=0, nan_ok=True)]
    ]


def test_a_frame_has_a_row_for_each_end_that_was_scored_as_the_csv_has():
    batch = [sentence("so, he went", [2, 3, 7], eos_bits=0.5), sentence("a b", [1], eos_bits=2.25)]
    frame = by_word(batch)
    header, *rows = csv.reader(io.StringIO(written("csv", batch, by="word", eos=True)))
    assert frame.columns.tolist() == header
    assert frame.astype(str).values.tolist() == [[{"3": "1", "5": "2"}[number], *row] for number, *row in rows]
    assert frame.word.tolist() == ["so,", "he", "went", "<eos>", "a", "b", "<eos>"]
    some = by_word([sentence("a b", [1]), *batch[1:], sentence("a", [])])
    assert some.word.tolist() == ["a", "b", "a", "b", "<eos>", "a"]
    assert some.sentence_id.tolist() == [1, 1, 2, 2, 2, 3]
    assert some.surprisal_bits[4] == 2.25


def test_a_frame_can_be_made_of_one_sentence():
    one = sentence("so, he went", [2, 3, 7])
    assert by_word(one).equals(by_word([one]))


def test_words_of_a_frame_can_be_those_of_models_and_can_be_corrected():
    spans = np.array([[0, 3], [3, 7], [7, 9]])
    ends = np.array([NAN, 0.5, NAN, 0.25])  # after "the", and after "dog's"
    scored = TokenSurprisals(
        "the dog's", ("the", " dog", "'s"), spans, np.array([3.0, 7.5, 2.0]), np.zeros(3), boundary_bits=ends
    )
    assert by_word([scored]).surprisal_bits.tolist() == [3.0, 9.5]
    assert by_word([scored], "clitics").word.tolist() == ["the", "dog", "'s"]
    assert by_word(map(move_word_ends, [scored])).surprisal_bits.tolist() == [3.5, 9.25]
    with pytest.raises(InputError, match="no word-splitting scheme 'words'"):
        by_word([scored], "words")
