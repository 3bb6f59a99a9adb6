"""Models on the suite as it is: scored in the background through the cache, shown as results are."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from ..authoring.unfinished import Readable, readable
from ..errors import InputError, one_of
from ..suite import Excluded
from . import models
from .endpoints import Conflict, Download, Endpoint, endpoint
from .jobs import Job, Jobs, OnModel
from .studio import OpenSuite, Studio
from .wording import said_on_page

if TYPE_CHECKING:
    from ..results import RunResult

__all__ = ["DRAWING", "ENDPOINTS", "current_run", "jobs_of"]

_MOST_MODELS = 4
_FIGURES = ("regions", "difference", "margins", "scores")
_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
DRAWING = threading.Lock()  # matplotlib's settings are one for all threads


class Asked(BaseModel):
    """What is to be scored.

    Parameters
    ----------
    base : int
        The revision of the suite that the page has.
    models : list of str
        As one writes them after ``--model``.
    fetched : list of str
        Of these, models that may be fetched from the hub.
    """

    model_config = ConfigDict(extra="forbid")
    base: int
    models: list[str] = Field(min_length=1, max_length=_MOST_MODELS)
    fetched: list[str] = []


@endpoint("GET", "/models")
def offered(studio: Studio) -> dict[str, Any]:
    """List the models that can be chosen without typing."""
    return models.offered_models(studio)


@endpoint("POST", "/suites/{suite_id}/score")
def score(studio: Studio, suite_id: str, body: Asked) -> dict[str, Any]:
    """Have a suite scored as it is now; give the state of the job, which is the one that runs if nothing is new."""
    suite = studio.suite(suite_id)
    specs = list(dict.fromkeys(models.chosen_model(studio, text) for text in body.models))
    fetched = frozenset(models.chosen_model(studio, text) for text in body.fetched)
    with suite.lock:
        revision, document, source = suite.revision, suite.document, _source(studio, suite)
    if body.base != revision:
        raise Conflict("The suite was changed meanwhile.", revision=revision)
    found = readable(document)
    found = _with_left_out(found, document, source)
    return state_of(jobs_of(studio).ask(suite_id, revision, found, specs, fetched))


@endpoint("GET", "/suites/{suite_id}/job")
def job(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Say how far a suite's job is."""
    studio.suite(suite_id)
    return state_of(jobs_of(studio).job(suite_id))


@endpoint("POST", "/suites/{suite_id}/job/stop")
def stop(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Stop a suite's job after the batch that is being scored; what was scored is kept."""
    studio.suite(suite_id)
    return state_of(jobs_of(studio).stop(suite_id))


@endpoint("GET", "/suites/{suite_id}/results")
def results(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Give the last results of a suite, as the pages of a report have them; see `results_of`."""
    studio.suite(suite_id)
    found = jobs_of(studio).shown(suite_id)
    return {"job": None} if found is None else results_of(found)


@endpoint("GET", "/suites/{suite_id}/figure")
def figure(studio: Studio, suite_id: str, query: Mapping[str, str]) -> Download:
    """Draw a figure of the current results: ``kind``, ``format``, ``model``; ``save`` to have it saved.

    Raises
    ------
    InputError
        If there are no results of the suite as it is, or not what the figure shows.
    """
    from ..figures import draw
    from ..figures.saving import image_of

    kind = one_of("figure", query.get("kind", "regions"), _FIGURES)
    form = one_of("format", query.get("format", "svg"), tuple(_TYPES))
    run = current_run(studio, suite_id)
    if run is None:
        raise InputError("There are no results of the suite as it is now; score it first.")
    wanted = query.get("model", "")
    with DRAWING:
        content = image_of(draw(kind, run, models=[wanted] if wanted else ()), form)
    name = f"{studio.suite(suite_id).name}-{kind}.{form}"
    return Download(name, content, _TYPES[form], shown="save" not in query)


def jobs_of(studio: Studio) -> Jobs:
    """Give what is scored, and was, in a studio."""
    found: Jobs = studio.part("scoring", lambda: Jobs(studio, studio.cache))
    return found


def current_run(studio: Studio, suite_id: str) -> RunResult | None:
    """Give the results of a suite as it is now, for a report or a figure; None if there are none, or not all yet.

    Items that are not in it, since they are unfinished or a model cannot score them, are in `SuiteResult.excluded`.
    """
    suite, job = studio.suite(suite_id), jobs_of(studio).job(suite_id)
    return job.run() if job is not None and job.is_over and job.revision == suite.revision else None


def _source(studio: Studio, suite: OpenSuite) -> str:
    """Where the suite is from, for the record: its file, if that holds it as it is."""
    if suite.file is None or suite.saved_revision != suite.revision:
        return ""
    return studio.workspace.shown(suite.file)


def _with_left_out(found: Readable, document: Mapping[str, Any], source: str) -> Readable:
    """Have the suite itself say which items it lacks, so that its results and their report do."""
    if found.suite is None:
        return found
    lost = [
        Excluded(f"item {_number(document['items'][one.place], one.place)}", one.why)
        for one in found.left_out
        if one.kind == "item"
    ]
    suite = replace(found.suite, source=source, excluded=(*found.suite.excluded, *lost))
    return replace(found, suite=suite)


def _number(item: Any, place: int) -> object:
    """What an item is called that may not be readable."""
    return item["item_number"] if isinstance(item, Mapping) and "item_number" in item else place + 1


# ---------------------------------------------------------------- what the page is told


def state_of(job: Job | None) -> dict[str, Any]:
    """Say how far a job is."""
    if job is None:
        return {"job": None}
    why = ""
    if job.readable.suite is None:
        why = job.readable.problems[0].message if job.readable.problems else ""
    return {
        "job": job.number,
        "revision": job.revision,
        "state": job.state,
        "stopping": job.stopping.is_set() and not job.is_over,
        "unreadable": job.readable.suite is None,
        "why": said_on_page(why),
        "left_out": [[one.kind, one.place, one.why] for one in job.readable.left_out],
        "models": [{**_model_state(one), "fetched": one.spec in job.fetched} for one in job.models],
    }


def _model_state(one: OnModel) -> dict[str, Any]:
    speed, left = one.pace.per_second, one.pace.seconds_left(time.monotonic(), one.total)
    return {
        "spec": one.spec,
        "name": one.name,
        "state": one.state,
        "message": said_on_page(one.message),
        "done": one.done,
        "total": one.total,
        "per_second": None if speed is None else round(speed, 1),
        "seconds_left": None if left is None else round(left),
        "left_out": [[list(places), said_on_page(why)] for places, why in one.left_out],
    }


def results_of(job: Job) -> dict[str, Any]:
    """Give the results of a job, as far as it has any, as the pages of a report have them.

    Returns
    -------
    dict
        As `state_of`, and ``names`` of the models of ``suites``, which are documents of
        `syntaxgym_lite.reports.html.suites.SuiteData`: one, unless the models could score different items. Every model
        with results names its ``suite`` by its place, and has the ``places`` of that suite's items in the document.
        ``predictions`` are the places of the predictions; ``comparison`` is that of the report, if there are two.
    """
    from ..reports.html.comparison import comparison_document, comparison_of
    from ..reports.html.suites import suites_of
    from ..stats import summarize

    state = state_of(job)
    with job.lock:
        run = job.run()
        if run is None:
            return {**state, "names": [], "suites": [], "comparison": None, "predictions": []}
        if job.shown[0] != len(run.models):
            summary = summarize(run)
            suites = suites_of(run, summary)
            found = comparison_of(run, summary)
            compared = None if found is None else comparison_document(found, suites)
            job.shown = (len(run.models), ([one.document() for one in suites], compared))
        documents, compared = job.shown[1]
    names = [model.model for model in run.models]
    of_model = {names[one["model"]]: place for place, document in enumerate(documents) for one in document["models"]}
    for one, own in zip(state["models"], job.models, strict=True):
        if own.name in of_model:
            one |= {"suite": of_model[own.name], "places": list(own.places)}
    return {
        **state,
        "names": names,
        "suites": documents,
        "comparison": compared,
        "predictions": list(job.readable.predictions),
    }


ENDPOINTS: list[Endpoint] = [offered, score, job, stop, results, figure]
