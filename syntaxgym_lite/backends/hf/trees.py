"""Lay out rows of ids as prefix trees, so that a causal model reads each distinct beginning once.

Several trees lie side by side in one grid, one tree a line, its nodes in depth-first order. A node sees its ancestors
and itself, which in this order are the nodes before it whose descendants have not all come yet; its position is its
depth. A line that holds a single row is that row as it is. Nothing here knows about models or text: `rows` puts
the grids through a model.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

__all__ = ["Grid", "TokenRow", "even_passes", "group_by_length", "group_by_prefix", "make_grid", "n_nodes", "passes"]

Numbers = npt.NDArray[np.int64]

_PASS_COST = 30
"""What a pass costs before its first position, in positions: all weights are read (measured: SmolLM2, AVX2 cores)."""
_FINER = (1.0, 1.1, 1.25)
"""Room that passes of an even share are given, since trees are not divisible."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """Ids for one pass: those from `first` on are scored, each given all ids before it. ``first >= 1``."""

    ids: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Trees ready for a model, one a line, and where the values of each row will come from.

    Parameters
    ----------
    ids : ndarray of int64, shape (n_trees, width)
        Nodes of each tree, ancestors first; then the last one again, up to the width.
    depths : ndarray of int64, shape (n_trees, width)
        How many ancestors each node has; 0 for padding.
    ends : ndarray of int64, shape (n_trees, width)
        One past the last descendant of each node; its own place + 1 for padding. Node i sees node j if
        ``j <= i < ends[j]``.
    lengths : ndarray of int64, shape (n_trees,)
        Nodes of each tree.
    is_plain : bool
        Whether every line is one row, so that a plain causal mask will do.
    nodes : ndarray of int64, shape (n_nodes,)
        Places, in the flattened grid, of the nodes after which something is asked for; ascending.
    wanted_node, wanted_id : ndarray of int64, shape (n_wanted,)
        What is asked for, without repetition: an index into `nodes`, ascending, and the id that follows there.
    places : tuple of ndarray of int64, one a row
        For each scored id of the row, in order, its index into `wanted_id`.
    """

    ids: Numbers
    depths: Numbers
    ends: Numbers
    lengths: Numbers
    is_plain: bool
    nodes: Numbers
    wanted_node: Numbers
    wanted_id: Numbers
    places: tuple[Numbers, ...]


def make_grid(groups: Sequence[Sequence[TokenRow]], *, multiple: int = 1) -> Grid:
    """Lay out one tree for each group of rows.

    The last id of a row is not put in: nothing is predicted from it.

    Parameters
    ----------
    groups : sequence of sequence of TokenRow
        Rows in any order; each has something to score. Rows that begin alike share nodes with their neighbours, all
        that there is to share if the rows are in lexical order.
    multiple : int, optional
        The width is a multiple of this.

    Returns
    -------
    Grid
        With `Grid.places` of all rows, group by group, in the order given.

    Examples
    --------
    >>> grid = make_grid([[TokenRow((0, 5, 6, 7), 1), TokenRow((0, 5, 8, 9), 1)]])
    >>> grid.ids.tolist(), grid.depths.tolist(), grid.ends.tolist()
    ([[0, 5, 6, 8]], [[0, 1, 2, 2]], [[4, 4, 3, 4]])
    >>> grid.wanted_id[grid.places[1]].tolist()
    [5, 8, 9]
    """
    trees = [_tree([row.ids for row in rows]) for rows in groups]
    width = -(-max(len(ids) for ids, *_ in trees) // multiple) * multiple
    shape = (len(trees), width)
    all_ids, all_depths = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    all_ends = np.tile(np.arange(1, width + 1), (len(trees), 1))
    at: list[Numbers] = []
    wanted: list[int] = []
    counts: list[int] = []
    for line, (rows, (ids, depths, ends, paths)) in enumerate(zip(groups, trees, strict=True)):
        all_ids[line], all_ids[line, : len(ids)] = ids[-1], ids
        all_depths[line, : len(ids)], all_ends[line, : len(ids)] = depths, ends
        for row, path in zip(rows, paths, strict=True):
            at.append(path[row.first - 1 :] + line * width)
            wanted.extend(row.ids[row.first :])
            counts.append(len(row.ids) - row.first)
    places, followers = np.concatenate(at), np.array(wanted, dtype=np.int64)
    n_ids = int(followers.max()) + 1
    edges, back = np.unique(places * n_ids + followers, return_inverse=True)
    nodes, wanted_node = np.unique(edges // n_ids, return_inverse=True)
    return Grid(
        ids=all_ids,
        depths=all_depths,
        ends=all_ends,
        lengths=np.array([len(ids) for ids, *_ in trees]),
        is_plain=all(len(rows) == 1 for rows in groups),
        nodes=nodes,
        wanted_node=wanted_node.reshape(-1),
        wanted_id=edges % n_ids,
        places=tuple(np.split(back.reshape(-1), np.cumsum(counts)[:-1])),
    )


def _tree(rows: Sequence[tuple[int, ...]]) -> tuple[Numbers, Numbers, Numbers, list[Numbers]]:
    """Ids, depths and ends of the nodes of a tree, and for each row the nodes it passes, its last id left out."""
    ids: list[int] = []
    paths: list[Numbers] = []
    closed: list[tuple[Numbers, int]] = []
    path = np.empty(0, np.int64)
    before: tuple[int, ...] = ()
    for row in rows:
        body = row[:-1]
        shared = _n_shared(before, body)
        closed.append((path[shared:], len(ids)))
        path = np.concatenate([path[:shared], np.arange(len(ids), len(ids) + len(body) - shared)])
        ids.extend(body[shared:])
        paths.append(path)
        before = body
    closed.append((path, len(ids)))
    ends, depths = np.empty(len(ids), np.int64), np.empty(len(ids), np.int64)
    for nodes, end in closed:
        ends[nodes] = end
    for nodes in paths:
        depths[nodes] = np.arange(len(nodes))
    return np.array(ids, dtype=np.int64), depths, ends, paths


def _n_shared(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many ids two sequences have in common at the beginning."""
    n = min(len(one), len(other))
    if one[:n] == other[:n]:
        return n
    low = 0  # equal up to here; unequal before `n`
    while n - low > 1:
        middle = (low + n) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            n = middle
    return low


def group_by_prefix(rows: Sequence[TokenRow], *, pair_cost: float, max_width: int) -> list[list[int]]:
    """Cut rows into trees so that the model has least to do.

    Rows are put in lexical order and cut into runs. A run costs its nodes, and for attention, which is computed between
    all nodes of a tree, `pair_cost` times their square. Where a run ends, the next repeats what it shares with it. The
    runs of least total cost are found by dynamic programming.

    Parameters
    ----------
    rows : sequence of TokenRow
    pair_cost : float
        Cost of attention between two nodes, as a share of all else that a node costs.
    max_width : int
        Most nodes of a tree, unless a single row has more.

    Returns
    -------
    list of list of int
        Indices of the rows of each tree, in lexical order.

    Examples
    --------
    >>> rows = [TokenRow((0, 1, 2, 3, 4), 1), TokenRow((7, 8, 9), 1), TokenRow((0, 1, 2, 3, 5), 1)]
    >>> group_by_prefix(rows, pair_cost=0.001, max_width=100)
    [[0, 2], [1]]
    >>> group_by_prefix(rows, pair_cost=0.001, max_width=2)
    [[0, 2], [1]]
    """
    order = sorted(range(len(rows)), key=lambda i: rows[i].ids)
    bodies = [rows[i].ids[:-1] for i in order]
    lengths = np.array([len(body) for body in bodies])
    new = lengths - np.array([0, *(_n_shared(*pair) for pair in pairwise(bodies))])
    until = np.concatenate([[0], np.cumsum(new)])  # new nodes of all rows before each
    cost = np.zeros(len(order) + 1)  # of the best runs that cover the rows before each
    begins = np.zeros(len(order), np.int64)  # where the last of these runs begins
    # nodes of the run from i to the row before j: until[j] - until[i] + lengths[i] - new[i]
    offset = lengths - new - until[:-1]
    start = 0
    for j in range(1, len(order) + 1):
        # a later beginning never gives a larger run
        while start < j - 1 and until[j] + offset[start] > max(max_width, lengths[j - 1]):
            start += 1
        nodes = until[j] + offset[start:j]
        total = cost[start:j] + nodes * (1 + pair_cost * nodes)
        best = int(total.argmin())
        cost[j], begins[j - 1] = total[best], start + best
    groups = []
    end = len(order)
    while end:
        begin = int(begins[end - 1])
        groups.append(order[begin:end])
        end = begin
    return groups[::-1]


def group_by_length(rows: Sequence[TokenRow]) -> list[list[int]]:
    """Each row for itself, the longest first."""
    return [[i] for i in sorted(range(len(rows)), key=lambda i: -len(rows[i].ids))]


def n_nodes(rows: Sequence[TokenRow]) -> int:
    """How many nodes the tree of rows in lexical order has.

    Examples
    --------
    >>> n_nodes([TokenRow((0, 5, 6, 7), 1), TokenRow((0, 5, 8, 9), 1)])
    4
    """
    bodies = [(), *(row.ids[:-1] for row in rows)]
    return sum(len(b) - _n_shared(a, b) for a, b in pairwise(bodies))


def passes(widths: Sequence[int], *, max_positions: int) -> list[list[int]]:
    """Put trees of like width together, padding included within `max_positions` nodes a pass; wider ones go alone.

    Examples
    --------
    >>> passes([3, 10, 4, 9], max_positions=20)
    [[1, 3], [2, 0]]
    """
    order = sorted(range(len(widths)), key=lambda i: -widths[i])
    found: list[list[int]] = []
    for i in order:
        if found and (len(found[-1]) + 1) * widths[found[-1][0]] <= max_positions:
            found[-1].append(i)
        else:
            found.append([i])
    return found


def even_passes(
    rows: Sequence[TokenRow], *, pair_cost: float, max_width: int, max_positions: int, n_lanes: int
) -> list[list[list[int]]]:
    """Cut rows into trees and put these into passes that keep several processors busy to the end.

    Passes as large as may be cost least in all, but a processor that finds none left waits for the others. So smaller
    ones are tried, too, whose number the lanes can share evenly, and the plan that ends first is taken.

    Parameters
    ----------
    rows : sequence of TokenRow
    pair_cost, max_width
        See `group_by_prefix`.
    max_positions : int
        See `passes`.
    n_lanes : int
        How many passes are computed at the same time; each takes the next one when it is done.

    Returns
    -------
    list of list of list of int
        Indices of the rows of each tree of each pass, the costliest pass first.

    Examples
    --------
    >>> rows = [TokenRow((0, word, *range(20), 7), 1) for word in range(6)]
    >>> for n_lanes in 1, 2:
    ...     plan = even_passes(rows, pair_cost=1e-4, max_width=100, max_positions=200, n_lanes=n_lanes)
    ...     print([sum(len(tree) for tree in one) for one in plan])
    [6]
    [3, 3]
    """
    if not rows:
        return []
    trees = group_by_prefix(rows, pair_cost=pair_cost, max_width=max_width)
    widths = [n_nodes([rows[i] for i in tree]) for tree in trees]
    plans = [(trees, widths, passes(widths, max_positions=max_positions))]
    if n_lanes > 1:
        n_rounds = -(-len(plans[0][2]) // n_lanes)
        for n_passes in (n_rounds * n_lanes, (n_rounds + 1) * n_lanes):
            for room in _FINER:
                share = min(max_positions, int(room * sum(widths) / n_passes) + 1)
                if share < max(widths):
                    finer = group_by_prefix(rows, pair_cost=pair_cost, max_width=min(share, max_width))
                    finer_widths = [n_nodes([rows[i] for i in tree]) for tree in finer]
                    plans.append((finer, finer_widths, passes(finer_widths, max_positions=share)))
                plans.append((trees, widths, passes(widths, max_positions=share)))
    costs = [[_cost([widths[i] for i in one], pair_cost) for one in chosen] for _, widths, chosen in plans]
    best = min(range(len(plans)), key=lambda i: (_last_end(costs[i], n_lanes), sum(costs[i])))
    trees, _, chosen = plans[best]
    order = sorted(range(len(chosen)), key=lambda i: -costs[best][i])
    return [[trees[i] for i in chosen[k]] for k in order]


def _cost(widths: Sequence[int], pair_cost: float) -> float:
    """What a pass costs, in positions; its trees are padded to the widest."""
    width = max(widths)
    return _PASS_COST + len(widths) * width * (1 + pair_cost * width)


def _last_end(costs: Sequence[float], n_lanes: int) -> float:
    """When the last pass ends if each lane, when it is free, takes the costliest one that is left."""
    ends = [0.0] * n_lanes
    for cost in sorted(costs, reverse=True):
        heapq.heapreplace(ends, ends[0] + cost)
    return max(ends)
