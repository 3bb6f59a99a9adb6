"""Tables of how often intervals hold what they are about, and tests find what is not there, for the documents."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from syntaxgym_lite.stats.bootstrap import SuiteSample, suites_interval
from syntaxgym_lite.stats.chance_tests import chance_test
from syntaxgym_lite.stats.intervals import share_interval
from syntaxgym_lite.stats.means import mean_interval
from syntaxgym_lite.stats.paired import difference_interval
from syntaxgym_lite.stats.two_level import two_level_interval

N = 2000
PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "scores-and-statistics.md"
BEGIN, END = "<!-- python -m benchmarks coverage writes from here -->", "<!-- to here -->"
RAGGED = (1, 1, 2, 3, 5, 8, 13, 20)
DESIGNS: dict[str, Sequence[int]] = {
    "28 items": (1,) * 28,
    "5 clusters of 10": (10,) * 5,
    "12 clusters of 2": (2,) * 12,
    "10 clusters of 10": (10,) * 10,
    "40 clusters of 10": (10,) * 40,
    "8 clusters of 1 to 20": RAGGED,
    "20 items and a cluster of 20": (20, *(1,) * 20),
}
SHARES = (0.1, 0.25, 0.5, 0.9)
CHANCES = (1 / 64, 5 / 24, 0.25, 0.5)
DEPENDENCE = (0.0, 0.3, 0.7)


def write_tables(*, quick: bool = False) -> Iterator[str]:
    """Simulate everything, and write the tables into the page unless it is quick."""
    n = N // 20 if quick else N
    tables = [
        (
            "Shares: Wilson's interval, or by cluster. Coverage in % for a share of " + _listed(SHARES) + ".",
            ("items", "dependence within clusters", *map(_short, SHARES)),
            _shares(n),
        ),
        (
            "Tests against chance at 5 %: how often, in %, something is found at a chance level of "
            + _listed(CHANCES)
            + ".",
            ("items", "dependence within clusters", *map(_short, CHANCES)),
            _tests(n),
        ),
        (
            "Means over suites of 26 items whose true scores have a mean of 0.5 and this standard deviation. Coverage "
            "in % by number of suites.",
            ("standard deviation of suites", "2", "3", "6", "10", "31"),
            _suites(n),
        ),
        (
            "Mean margins, normal or skewed (exponential): the t interval. Coverage in %.",
            ("items", "dependence within clusters", "normal", "skewed"),
            _margins(n),
        ),
        (
            "Differences of two models on the same items, and the mean difference over suites. Coverage in %.",
            ("what", "coverage"),
            _differences(n),
        ),
    ]
    text = []
    for caption, head, rows in tables:
        yield caption
        lines = [f"| {' | '.join(head)} |", f"| {' | '.join(['---'] * len(head))} |"]
        for row in rows:
            lines.append(f"| {' | '.join(row)} |")
            yield lines[-1]
        text.append(f"{caption}\n\n" + "\n".join(lines))
    if not quick:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        PAGE.write_text(f"{before}{BEGIN}\n\n" + "\n\n".join(text) + f"\n\n{END}{after}", encoding="utf-8")


def _listed(shares: Sequence[float]) -> str:
    *first, last = map(_short, shares)
    return f"{', '.join(first)} and {last}"


def _short(share: float) -> str:
    return f"{share:.3g}"


def _percent(found: Sequence[bool]) -> str:
    return f"{100 * sum(found) / len(found):.1f}"


def _simulated(
    sizes: Sequence[int], share: float, dependence: float, n: int, seed: int
) -> Iterator[tuple[list[float], list[int] | None]]:
    """Draw items in clusters, whose shares are of a beta distribution: two items of one correlate by `dependence`."""
    random = np.random.default_rng([seed, round(1000 * share), round(1000 * dependence), len(sizes), sum(sizes)])
    clusters = np.repeat(np.arange(len(sizes)), sizes)
    strength = (1 - dependence) / dependence if dependence else math.inf
    for _ in range(n):
        rates = np.full(len(sizes), share)
        if dependence:
            rates = random.beta(share * strength, (1 - share) * strength, len(sizes))
        credits = (random.random(len(clusters)) < rates[clusters]).astype(float)
        yield credits.tolist(), clusters.tolist() if len(sizes) < len(clusters) else None


def _by_design(n: int, columns: Sequence[float], found: Callable[..., bool]) -> Iterator[tuple[str, ...]]:
    for design, sizes in DESIGNS.items():
        for dependence in DEPENDENCE if max(sizes) > 1 else (0.0,):
            cells = (
                _percent([found(*one, share) for one in _simulated(sizes, share, dependence, n, 1)])
                for share in columns
            )
            yield (design, f"{dependence:g}", *cells)


def _shares(n: int) -> Iterator[tuple[str, ...]]:
    def covers(credits: list[float], clusters: list[int] | None, share: float) -> bool:
        low, high, *_ = share_interval(credits, clusters)
        return low <= share <= high

    return _by_design(n, SHARES, covers)


def _tests(n: int) -> Iterator[tuple[str, ...]]:
    def finds(credits: list[float], clusters: list[int] | None, chance: float) -> bool:
        return chance_test(credits, chance, clusters) < 0.05

    return _by_design(n, CHANCES, finds)


def _true_scores(random: np.random.Generator, spread: float, n_suites: int) -> np.ndarray:
    if not spread:
        return np.full(n_suites, 0.5)
    strength = 0.25 / spread**2 - 1
    return random.beta(strength / 2, strength / 2, n_suites)


def _suites(n: int) -> Iterator[tuple[str, ...]]:
    for spread in (0.0, 0.1, 0.2, 0.3):
        cells = []
        for n_suites in (2, 3, 6, 10, 31):
            random = np.random.default_rng([2, n_suites, round(100 * spread)])
            found = []
            for _ in range(n):
                passed = random.binomial(26, _true_scores(random, spread, n_suites))
                samples = [
                    SuiteSample.of(f"s{i}", {k: float(k < one) for k in range(26)}, n_replicates=1000)
                    for i, one in enumerate(passed)
                ]
                low, high = suites_interval(samples)
                found.append(low <= 0.5 <= high)
            cells.append(_percent(found))
        yield (f"{spread:g}", *cells)


def _margins(n: int) -> Iterator[tuple[str, ...]]:
    for design, sizes in DESIGNS.items():
        clusters = np.repeat(np.arange(len(sizes)), sizes)
        named = clusters.tolist() if len(sizes) < len(clusters) else None
        for dependence in DEPENDENCE if named else (0.0,):
            cells = []
            for kind in ("normal", "exponential"):
                random = np.random.default_rng([3, len(sizes), sum(sizes), round(10 * dependence), len(kind)])
                draw = random.standard_normal if kind == "normal" else lambda k, r=random: r.exponential(size=k) - 1
                found = []
                for _ in range(n):
                    shared, own = draw(len(sizes))[clusters], draw(len(clusters))
                    values = math.sqrt(dependence) * shared + math.sqrt(1 - dependence) * own
                    estimate = mean_interval(values, named)
                    found.append(estimate.low <= 0 <= estimate.high)
                cells.append(_percent(found))
            yield (design, f"{dependence:g}", *cells)


def _differences(n: int) -> Iterator[tuple[str, ...]]:
    for n_items, first, second in ((28, 0.5, 0.5), (28, 0.9, 0.7), (28, 0.3, 0.2), (100, 0.6, 0.5)):
        random = np.random.default_rng([4, n_items, round(10 * first)])
        found = []
        for _ in range(n):
            ease = random.random(n_items)  # items that are easy for one model are so for the other, by half
            noise = random.random((2, n_items))
            use = random.random(n_items) < 0.5
            one, other = (np.where(use, ease, noise[i]) < share for i, share in enumerate((first, second)))
            low, high = difference_interval(one.astype(float) - other.astype(float))[:2]
            found.append(low <= first - second <= high)
        yield f"{n_items} items, shares {first:g} and {second:g}", _percent(found)
    for n_suites, spread in ((4, 0.1), (10, 0.1), (31, 0.05)):
        random = np.random.default_rng([5, n_suites])
        found = []
        for _ in range(n):
            gains = random.normal(0.1, spread, n_suites)
            suites = [
                ((random.random(26) < np.clip(0.5 + gain, 0, 1)).astype(float) - (random.random(26) < 0.5), None)
                for gain in gains
            ]
            low, high = two_level_interval(suites, n_replicates=1000)
            found.append(low <= 0.1 <= high)
        yield f"mean over {n_suites} suites of 26 items, whose differences vary by {spread:g}", _percent(found)
