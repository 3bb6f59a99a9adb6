"""A toy backend for syntaxgym_lite: ``letters:abc`` spells words letter by letter, all letters being equally likely."""

import re
from collections.abc import Sequence

import numpy as np

from syntaxgym_lite.backends.fingerprint import fingerprint
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals

PLAIN = ScoringOptions()


def load(alphabet: str, *, fold: bool = True) -> "Letters":
    """Open ``letters:ALPHABET``; `fold` takes capitals for small letters."""
    if len(set(alphabet)) < 2:
        raise InputError(f"letters:{alphabet}: an alphabet needs two letters at least.")
    return Letters(alphabet, fold=fold)


class Letters:
    """Each word is one token; each of its letters, and its end, is drawn from the alphabet and the blank."""

    def __init__(self, alphabet: str, *, fold: bool) -> None:
        self.letters = frozenset(alphabet.lower() if fold else alphabet)
        self.fold = fold
        options = {"alphabet": "".join(sorted(self.letters)), "fold": fold}
        self.info = BackendInfo(
            backend="letters",
            model=f"letters:{alphabet}",
            # What it can do, so that a request it cannot serve is refused before it starts.
            capabilities=Capabilities(context="left", units="words", unknown_words=True, eos=False),
            # All that can change a number: here there are no files. None would switch the cache off.
            fingerprint=fingerprint(files=[], options={"backend": "letters", **options}),
            options=options,
        )

    def score(self, texts: Sequence[str], options: ScoringOptions = PLAIN) -> list[TokenSurprisals]:
        """One result for each sentence, in order; what stands before a sentence changes nothing for this model."""
        return [self._score(text) for text in texts]

    def _score(self, text: str) -> TokenSurprisals:
        spans = [match.span() for match in re.finditer(r"\S+", text)]  # places in `text`: code points, half-open
        words = [text[start:end] for start, end in spans]
        known = np.array([self.letters.issuperset(word.lower() if self.fold else word) for word in words], bool)
        n_draws = np.array([len(word) + 1 for word in words])
        return TokenSurprisals(
            text=text,
            tokens=tuple(word if is_known else "<unk>" for word, is_known in zip(words, known, strict=True)),
            spans=np.array(spans, np.int32).reshape(-1, 2),
            # A value the model does not define is NaN, never 0.
            bits=np.where(known, n_draws * np.log2(len(self.letters) + 1), np.nan),
            oov=~known,
        )
