"""Checking all lists of a large event: its progress, and requesting it again."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from deckbuilder.common.http.requests import HtmxRequest
from deckbuilder.events import access
from deckbuilder.events.errors import EventError
from deckbuilder.events.gate import services, tasks
from deckbuilder.events.models import Event
from deckbuilder.events.sentences import event_error


def judging_context(event: Event, waiting: int) -> dict[str, Any]:
    """The `run` for an event with this many waiting lists, queued where necessary, or one that failed."""
    run = services.current(event, waiting)
    if run is None:
        return {}
    return {"run": run, "polling": tasks.JUDGINGS.poll(run)}


@require_safe
def judging(request: HtmxRequest, slug: str) -> HttpResponse:
    """The progress of the run, for htmx; once nothing runs, a redirect to the roster."""
    event = access.require_staff(request, slug)
    run = services.under_way(event)
    if not request.htmx:
        return redirect("events:roster", slug)
    if run is None:
        return HttpResponseClientRefresh()
    context = {"event": event, "run": run, "polling": tasks.JUDGINGS.poll(run)}
    return render(request, "events/_judging.html", context)


@require_POST
def judge(request: HtmxRequest, slug: str) -> HttpResponse:
    """Judge everything again, in a worker if it is much."""
    event = access.require_staff(request, slug)
    try:
        services.rejudge(event, by=access.require_user(request))
    except EventError as error:
        messages.error(request, event_error(error))
    return redirect("events:roster", slug)
