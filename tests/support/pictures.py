"""What stands in a figure, read off its artists; and small runs to draw."""

from __future__ import annotations

import itertools
import json

import numpy as np
from support.toys import WITH_IMPOSSIBLE, WordBackend, suite_document

from syntaxgym_lite.results import RunResult
from syntaxgym_lite.runner import run
from syntaxgym_lite.suite.json import loads_suite


def toy_run(*documents, models=("toy",), bits=float) -> RunResult:
    """Results of suites on models that take each word for its surprisal, by default."""
    backends = [WordBackend(bits, name=name, capabilities=WITH_IMPOSSIBLE) for name in models]
    return run([loads_suite(json.dumps(document)) for document in documents], backends)


def numbered(n_items, conditions, n_regions, formulas=(), *, seed=0, names=None, **settings):
    """A suite whose words are their surprisals: random numbers to two places."""
    rng = np.random.default_rng(seed)
    items = [
        {name: [f"{value:.2f}" for value in rng.uniform(1, 20, n_regions)] for name in conditions}
        for _ in range(n_items)
    ]
    document = suite_document(items, formulas, **settings)
    if names:
        document["region_meta"] = {str(place): name for place, name in enumerate(names, 1)}
    return document


def shown(figure, gid, *, axes=None):
    """Artists of a name, in all axes or some."""
    return [one for own in ([axes] if axes else figure.axes) for one in own.findobj(lambda one: one.get_gid() == gid)]


def box_of(artist):
    """Where a text stands; of an annotation, without its arrow."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Annotation, Text

    with artist.figure.in_style():
        if isinstance(artist, Annotation):
            artist.update_positions(FigureCanvasAgg(artist.figure).get_renderer())
        return Text.get_window_extent(artist)


def overlapping(boxes):
    """Pairs of boxes that share more than half a pixel."""
    return [
        (one, other)
        for one, other in itertools.combinations(boxes, 2)
        if min(one.x1, other.x1) - max(one.x0, other.x0) > 0.5 and min(one.y1, other.y1) - max(one.y0, other.y0) > 0.5
    ]


def texts_of(figure, axes):
    """Texts of an axes that are seen: labels of ticks and lines, words; not those that are empty."""
    labels = [*axes.get_xticklabels(), *axes.get_yticklabels()]
    return [one for one in [*labels, *axes.texts] if one.get_text() and one.get_visible()]
