"""Strategies for constituency trees."""

from __future__ import annotations

from hypothesis import strategies as st

from syntaxgym_lite.lm.rnng.trees import Constituent, TaggedWord

LABELS = ("S", "NP", "VP", "PP")
FORMS = ("the", "dog", "barks", "(", ")", "-", "’s", "Évremonde", "3.5")


def trees(max_leaves: int = 12) -> st.SearchStrategy[Constituent]:
    """Trees with a few words, labels and tags."""
    words = st.builds(TaggedWord, st.sampled_from(FORMS), st.sampled_from(("NN", "VB", "-LRB-")))

    def above(inner: st.SearchStrategy[Constituent | TaggedWord]) -> st.SearchStrategy[Constituent]:
        return st.builds(Constituent, st.sampled_from(LABELS), st.lists(inner, min_size=1, max_size=3).map(tuple))

    return above(st.recursive(words, above, max_leaves=max_leaves))
