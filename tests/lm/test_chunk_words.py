"""Words of texts are numbered by their chunks as they are one by one."""

from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.lm.chunk_words import ChunkWords

sentences = st.lists(st.lists(st.text("ab-", max_size=5), max_size=4), max_size=5)


@given(batches=st.lists(sentences, max_size=5), most=st.integers(0, 10))
def test_numbers_are_those_of_first_appearance_whatever_is_forgotten(batches, most):
    chunks = ChunkWords(lambda chunk: [part for part in chunk.split("-") if part], most=most)
    numbers: dict[str, int] = {}
    for batch in batches:
        ids, lengths = chunks.numbered([" ".join(sentence) for sentence in batch])
        words = [[word for chunk in sentence for word in chunk.split("-") if word] for sentence in batch]
        assert ids.tolist() == [numbers.setdefault(word, len(numbers)) for sentence in words for word in sentence]
        assert lengths.tolist() == [len(sentence) for sentence in words]
    assert chunks.words == tuple(numbers)
