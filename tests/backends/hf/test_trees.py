"""Prefix trees: every distinct beginning goes through the model once, and no value changes.

Expected values: `tiny_models.reference_bits` (one sentence at a time), and the padded batches of the same backend.
"""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tiny_models
from support.tiny_models import CORPUS, LONG_TEXT, SMALL, TEXTS, plain_ids, sentence_bits, tiny_gpt

from syntaxgym_lite.backends.hf import rows as rows_module
from syntaxgym_lite.backends.hf.causal import from_model
from syntaxgym_lite.backends.hf.rows import RowScorer, local_window
from syntaxgym_lite.backends.hf.trees import (
    TokenRow,
    even_passes,
    group_by_length,
    group_by_prefix,
    make_grid,
    n_nodes,
    passes,
)
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.scoring.schedule import score_texts
from syntaxgym_lite.surprisal import ScoringOptions

TOKENIZER = tiny_models.byte_level_tokenizer()
N_IDS = len(TOKENIZER)

ids = st.lists(st.integers(0, 3), min_size=2, max_size=9).map(tuple)
rows = ids.flatmap(lambda row: st.integers(1, len(row) - 1).map(lambda first: TokenRow(row, first)))
many_rows = st.lists(rows, min_size=1, max_size=12)


# ---------------------------------------------------------------------------------------------------------------------
# Layout


def seen(grid, line, node):
    """Nodes that a node sees, by the rule that the model's mask is made of."""
    return [j for j in range(node + 1) if node < grid.ends[line, j]]


@given(st.lists(many_rows, min_size=1, max_size=3), st.booleans(), st.sampled_from([1, 8]))
def test_every_node_sees_its_own_beginning_and_nothing_else(groups, in_order, multiple):
    if in_order:
        groups = [sorted(group, key=lambda row: row.ids) for group in groups]
    grid = make_grid(groups, multiple=multiple)
    width = grid.ids.shape[1]
    assert width % multiple == 0
    numbered = [(line, row) for line, group in enumerate(groups) for row in group]
    for (line, row), places in zip(numbered, grid.places, strict=True):
        assert grid.wanted_id[places].tolist() == list(row.ids[row.first :])
        for position, place in zip(range(row.first, len(row.ids)), places, strict=True):
            found_line, node = divmod(int(grid.nodes[grid.wanted_node[place]]), width)
            path = seen(grid, found_line, node)
            assert found_line == line
            assert grid.ids[line, path].tolist() == list(row.ids[:position])
            assert grid.depths[line, path].tolist() == list(range(position))
    for line, group in enumerate(groups):
        n = int(grid.lengths[line])
        beginnings = {row.ids[:end] for row in group for end in range(1, len(row.ids))}
        assert n == len(beginnings) if in_order else n >= len(beginnings)
        assert all(seen(grid, line, node) == [node] for node in range(n, width))  # padding sees itself: no NaN


@given(many_rows, st.integers(1, 12), st.sampled_from([0.0, 0.01, 0.2]))
def test_groups_hold_every_row_once_and_cost_no_more_than_one_tree_or_rows_alone(rows, max_width, pair_cost):
    groups = group_by_prefix(rows, pair_cost=pair_cost, max_width=max_width)
    assert sorted(i for group in groups for i in group) == list(range(len(rows)))
    ordered = [rows[i] for group in groups for i in group]
    assert [row.ids for row in ordered] == sorted(row.ids for row in rows)

    def cost(groups):
        sizes = [n_nodes(group) for group in groups]
        return sum(n + pair_cost * n * n for n in sizes)

    sizes = [(n_nodes([rows[i] for i in group]), max(len(rows[i].ids) - 1 for i in group)) for group in groups]
    assert all(n <= max(max_width, longest) for n, longest in sizes)
    found = cost([[rows[i] for i in group] for group in groups])
    assert found <= cost([[row] for row in ordered]) + 1e-9
    if n_nodes(ordered) <= max_width:
        assert found <= cost([ordered]) + 1e-9


def test_the_cost_of_attention_decides_how_large_trees_are():
    item = [TokenRow((0, 1, 2, 3, 4, 5, last), 1) for last in (6, 7, 8)]
    other = [TokenRow((0, 9, 8, 7, 6, 5, last), 1) for last in (6, 7, 8)]
    assert group_by_prefix(item + other, pair_cost=0.0, max_width=100) == [[0, 1, 2, 3, 4, 5]]  # BOS is shared
    assert group_by_prefix(item + other, pair_cost=0.05, max_width=100) == [[0, 1, 2], [3, 4, 5]]


@given(st.lists(st.integers(1, 30), max_size=20), st.integers(1, 60))
def test_passes_hold_every_tree_once_within_bounds(widths, max_positions):
    found = passes(widths, max_positions=max_positions)
    assert sorted(i for group in found for i in group) == list(range(len(widths)))
    for group in found:
        assert len(group) * max(widths[i] for i in group) <= max_positions or len(group) == 1


@given(many_rows, st.integers(1, 12), st.integers(1, 30), st.integers(1, 4))
def test_even_passes_hold_every_row_once_within_bounds(rows, max_width, max_positions, n_lanes):
    plan = even_passes(rows, pair_cost=0.01, max_width=max_width, max_positions=max_positions, n_lanes=n_lanes)
    assert sorted(i for one in plan for tree in one for i in tree) == list(range(len(rows)))
    for one in plan:
        widths = [n_nodes([rows[i] for i in tree]) for tree in one]
        for tree, width in zip(one, widths, strict=True):
            assert width <= max([max_width, *(len(rows[i].ids) - 1 for i in tree)])
        assert len(one) * max(widths) <= max_positions or len(one) == 1


def test_two_lanes_end_at_the_same_time_where_one_large_pass_would_leave_one_of_them_idle():
    # three sentences of twenty words for each of six first words: six trees of 60, two of which fit into a pass of 128
    alike = [TokenRow((0, first, last, *range(18), 0), 1) for first in range(6) for last in range(3)]
    settings = {"pair_cost": 1e-3, "max_width": 64, "max_positions": 128}
    n_positions = [
        [sum(n_nodes([alike[i] for i in tree]) for tree in one) for one in even_passes(alike, n_lanes=n, **settings)]
        for n in (1, 2)
    ]
    assert len(n_positions[0]) == 3
    assert len(n_positions[1]) % 2 == 0
    assert max(n_positions[1]) == min(n_positions[1])


def test_without_trees_the_longest_rows_go_first_each_for_itself():
    assert group_by_length([TokenRow((1, 2), 1), TokenRow((1, 2, 3), 1)]) == [[1], [0]]


# ---------------------------------------------------------------------------------------------------------------------
# Values


GROUPED = {**SMALL, "num_key_value_heads": 2}
MODELS = {
    "gpt2": tiny_models.gpt2(N_IDS),
    "gpt2-eager": tiny_models.gpt2(N_IDS, attn_implementation="eager"),
    "llama": tiny_models.llama(N_IDS),
    **{
        name: tiny_models.causal_model(family, vocab_size=N_IDS, **configuration)
        for name, family, configuration in (
            ("gpt-neox", "GPTNeoX", SMALL),
            ("mistral", "Mistral", {**GROUPED, "sliding_window": 64}),
            ("mistral-narrow", "Mistral", {**GROUPED, "sliding_window": 16}),
            ("gemma2", "Gemma2", {**GROUPED, "head_dim": 8, "sliding_window": 16, "attn_implementation": "eager"}),
            ("bloom", "Bloom", {"hidden_size": 32, "n_layer": 2, "n_head": 4, "initializer_range": 0.3}),
            (
                "opt",
                "OPT",
                {
                    "hidden_size": 32,
                    "ffn_dim": 64,
                    "num_hidden_layers": 2,
                    "num_attention_heads": 4,
                    "max_position_embeddings": 128,
                    "word_embed_proj_dim": 32,
                    "init_std": 0.3,
                },
            ),
            (
                "gpt-neo",
                "GPTNeo",
                {
                    "hidden_size": 32,
                    "num_layers": 2,
                    "attention_types": [[["global", "local"], 1]],
                    "num_heads": 4,
                    "max_position_embeddings": 128,
                    "window_size": 24,
                    "initializer_range": 0.3,
                },
            ),
            ("mamba", "Mamba", {"hidden_size": 16, "num_hidden_layers": 2, "state_size": 4}),
            (
                "rwkv",
                "Rwkv",
                {"hidden_size": 16, "num_hidden_layers": 2, "attention_hidden_size": 16, "context_length": 128},
            ),
        )
    },
}
TREES = {"gpt2", "gpt2-eager", "llama", "gpt-neox", "mistral", "mistral-narrow", "gemma2"}
PADDED = {"mamba", "rwkv"}

WORDS = ["the", " fox", " foxes", " sleeps", " near", " bark", " .", " 猫", " the"]
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map("".join)


BACKENDS = {name: from_model(model, TOKENIZER, name=name) for name, model in MODELS.items()}


@pytest.mark.parametrize("name", MODELS)
def test_the_self_test_chooses_trees_for_models_with_masks_and_positions_only(name):
    batching = BACKENDS[name].info.options["batching"]
    assert BACKENDS[name].info.capabilities.prefixes is (batching == "trees")
    if name in TREES:
        assert batching == "trees"
    if name in PADDED:
        assert batching == "padded"


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=15)
@given(texts=st.lists(sentences, min_size=1, max_size=20), options=st.booleans())
def test_any_sentences_together_get_the_bits_they_get_alone(name, texts, options):
    """The longest are longer than the narrow windows, of 16 tokens."""
    backend, model = BACKENDS[name], MODELS[name]
    asked = ScoringOptions(eos=options, ranks=options)
    for text, result in zip(texts, backend.score(texts, asked), strict=True):
        ids = [0, *plain_ids(TOKENIZER, text), *([0] if options else [])]
        expected = tiny_models.reference_bits(model, ids)
        bits = [*result.bits, result.eos_bits] if options else result.bits
        np.testing.assert_allclose(bits, expected, atol=2e-4)


@pytest.mark.parametrize("name", MODELS)
def test_a_long_sentence_among_short_ones_is_scored_as_alone(name):
    """Longer than the windows of the models that have one."""
    texts = [LONG_TEXT, *TEXTS, LONG_TEXT[:40], LONG_TEXT + " ."]
    assert 24 < len(plain_ids(TOKENIZER, LONG_TEXT)) < 60
    for text, result in zip(texts, BACKENDS[name].score(texts), strict=True):
        np.testing.assert_allclose(result.bits, sentence_bits(MODELS[name], TOKENIZER, text, 0), atol=2e-4)


@pytest.mark.parametrize("name", ["gpt2", "llama", "gpt-neox"])
def test_ranks_ends_and_contexts_are_those_of_padded_batches(name):
    padded = from_model(MODELS[name], TOKENIZER, batching="padded")
    assert padded.info.options["batching"] == "padded"
    assert not padded.info.capabilities.prefixes
    texts = [*TEXTS, *CORPUS, "the fox", "the foxes sleep"]
    for options in (ScoringOptions(eos=True, ranks=True), ScoringOptions(ranks=True, context="my fox naps . ")):
        for one, other in zip(BACKENDS[name].score(texts, options), padded.score(texts, options), strict=True):
            np.testing.assert_allclose(one.bits, other.bits, atol=1e-4)
            np.testing.assert_allclose(one.eos_bits, other.eos_bits, atol=1e-4)
            assert one.ranks.tolist() == other.ranks.tolist()


def test_without_bos_trees_have_many_roots():
    one, other = (from_model(MODELS["llama"], TOKENIZER, bos="none", batching=b) for b in ("trees", "padded"))
    for a, b in zip(one.score(TEXTS), other.score(TEXTS), strict=True):
        np.testing.assert_allclose(a.bits, b.bits, atol=1e-4)


def test_windows_over_long_sentences_are_trees_too():
    one, other = (from_model(MODELS["gpt2"], TOKENIZER, window=16, batching=b) for b in ("trees", "padded"))
    texts = [LONG_TEXT, LONG_TEXT[: len(LONG_TEXT) // 2], LONG_TEXT + " and the dogs bark"]
    for a, b in zip(one.score(texts), other.score(texts), strict=True):
        np.testing.assert_allclose(a.bits, b.bits, atol=1e-4)


def test_low_precision_takes_trees_and_is_near_padded_batches():
    model, tokenizer = tiny_gpt()
    model = model.to(torch.bfloat16)
    trees = from_model(model, tokenizer, batching="trees")
    padded = from_model(model, tokenizer, batching="padded")
    for one, other in zip(trees.score(TEXTS), padded.score(TEXTS), strict=True):
        np.testing.assert_allclose(one.bits, other.bits, rtol=0.1, atol=1.5)


# ---------------------------------------------------------------------------------------------------------------------
# Work


class Counter:
    """How many places a model reads, padding included, and how many rows its head reads."""

    def __init__(self, model):
        self.places = self.heads = 0
        self._handles = [
            model.base_model.register_forward_pre_hook(self._body, with_kwargs=True),
            model.get_output_embeddings().register_forward_pre_hook(self._head),
        ]

    def _body(self, module, args, kwargs):
        self.places += kwargs["input_ids"].numel()

    def _head(self, module, args):
        self.heads += len(args[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for handle in self._handles:
            handle.remove()


def test_every_distinct_beginning_is_read_once_and_last_tokens_never():
    model = MODELS["llama"]
    texts = ["the fox sleeps", "the fox naps", "the fox naps .", "the fox"]
    rows = [(0, *plain_ids(TOKENIZER, text)) for text in texts]
    beginnings = {row[:end] for row in rows for end in range(1, len(row))}
    backend = from_model(model, TOKENIZER)
    backend._scorer._pair_cost = 0.0
    with Counter(model) as counter:
        backend.score(texts)
    assert counter.places == counter.heads == len(beginnings) < sum(map(len, rows)) - len(rows)


def test_the_head_reads_no_position_of_the_context():
    model = MODELS["llama"]
    texts = ["the fox sleeps", "the fox naps"]
    with Counter(model) as counter:
        BACKENDS["llama"].score(texts, ScoringOptions(context="my fox naps in the sun . "))
    rows = [tuple(plain_ids(TOKENIZER, text)) for text in (f"my {text}" for text in texts)]
    assert counter.heads <= len({row[:end] for row in rows for end in range(len(row))})


def test_the_scheduler_gives_neighbours_together():
    model = MODELS["llama"]
    texts = [f"{start} {end}" for end in ("sleeps", "naps", "bark") for start in ("the fox", "my dogs", "a trout")]
    backend = from_model(model, TOKENIZER)
    with Counter(model) as in_order:
        score_texts(backend, texts, batch_size=3)
    with Counter(model) as as_given:
        for start in range(0, len(texts), 3):
            backend.score(texts[start : start + 3])
    assert in_order.heads < as_given.heads


def test_memory_that_runs_out_halves_one_tree_too(monkeypatch):
    backend = from_model(MODELS["llama"], TOKENIZER)
    scorer = backend._scorer
    scorer._pair_cost = 0.0
    forward = scorer._forward

    def small(groups, *options):
        if sum(map(len, groups)) > 3:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return forward(groups, *options)

    expected = [result.bits for result in BACKENDS["llama"].score(CORPUS)]
    monkeypatch.setattr(scorer, "_forward", small)
    for result, bits in zip(backend.score(CORPUS), expected, strict=True):
        np.testing.assert_allclose(result.bits, bits, atol=1e-4)


@pytest.mark.parametrize("batch_tokens", [1, 7, "30", None, "auto"])
def test_tokens_of_a_pass_are_bounded_and_change_no_number(batch_tokens):
    model = MODELS["llama"]
    backend = from_model(model, TOKENIZER, batch_tokens=batch_tokens)
    for text, result in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, sentence_bits(model, TOKENIZER, text, 0), atol=1e-4)
    assert backend.info.fingerprint == BACKENDS["llama"].info.fingerprint


# ---------------------------------------------------------------------------------------------------------------------
# The choice


def test_forced_trees_are_refused_with_the_reason():
    with pytest.raises(InputError, match=r"`batching=trees`: the model mamba .* no position ids"):
        from_model(MODELS["mamba"], TOKENIZER, batching="trees", name="mamba")


def test_a_model_that_ignores_the_mask_is_found_out(monkeypatch):
    run = RowScorer._run_trees

    def without_mask(self, module, grid):
        everything = np.full_like(grid.ends, grid.ids.shape[1])
        return run(self, module, rows_module.Grid(grid.ids, grid.depths, everything, *list_of(grid)[3:]))

    def list_of(grid):
        return [getattr(grid, name) for name in grid.__slots__]

    monkeypatch.setattr(RowScorer, "_run_trees", without_mask)
    assert from_model(MODELS["llama"], TOKENIZER).info.options["batching"] == "padded"
    with pytest.raises(InputError, match=r"differ by .* bits"):
        from_model(MODELS["llama"], TOKENIZER, batching="trees")


def test_a_model_that_ignores_positions_is_found_out(monkeypatch):
    run = RowScorer._run_trees

    def in_line(self, module, grid):
        depths = np.tile(np.arange(grid.ids.shape[1]), (len(grid.ids), 1))
        parts = [getattr(grid, name) for name in grid.__slots__]
        return run(self, module, rows_module.Grid(parts[0], depths, *parts[2:]))

    monkeypatch.setattr(RowScorer, "_run_trees", in_line)
    for name in ("gpt2", "llama", "gpt-neox"):
        assert from_model(MODELS[name], TOKENIZER).info.options["batching"] == "padded"


@pytest.mark.parametrize("option", [{"batching": "tree"}, {"batch_tokens": 0}, {"batch_tokens": "many"}])
def test_bad_options_are_refused_by_name(option):
    with pytest.raises(InputError, match="`batch"):
        from_model(MODELS["gpt2"], TOKENIZER, **option)


def test_batching_is_reported_but_is_no_part_of_the_fingerprint():
    one, other = (from_model(MODELS["gpt2"], TOKENIZER, batching=b) for b in ("trees", "padded"))
    assert one.info.fingerprint == other.info.fingerprint
    assert (one.info.options["batching"], other.info.options["batching"]) == ("trees", "padded")


def test_local_windows_are_read_from_the_configuration():
    assert local_window(MODELS["mistral-narrow"].config) == 16
    assert local_window(MODELS["gpt-neo"].config) == 24
    assert local_window(MODELS["llama"].config) is None
