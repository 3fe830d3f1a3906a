"""The gate of an event, its open lists and their breakdown over the API."""

from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.events import access, tasks
from deckbuilder.events.entries.serializers import EntryReadinessSerializer, GatePage, GateQuery
from deckbuilder.events.event.api import EventEndpoint
from deckbuilder.events.gate import services
from deckbuilder.events.models import Event
from deckbuilder.events.readiness import gate
from deckbuilder.events.results.files import answer


class GateEndpoint(EventEndpoint):
    def look(self, event: Event) -> gate.Gate:
        """The gate; larger numbers of waiting lists go to a worker."""
        overview = gate.look(event)
        if run := services.current(event, overview.waiting):
            tasks.JUDGINGS.start(run)
        return overview

    def answer(self, event: Event, params: dict[str, Any], **how: Any) -> Response:
        """A page of the gate."""
        overview = self.look(event)
        lines = overview.lines(*([params["state"]] if "state" in params else []))
        answer = self.pages(lines, EntryReadinessSerializer, reverse("api-gate", args=[event.slug]))
        totals = {"waiting": overview.waiting, "unsettled": overview.unsettled_count, "counts": overview.counts}
        totals["failed"] = bool(overview.waiting and services.failed_run(event))
        return Response({**answer.data, **totals}, **how)


class Gate(GateEndpoint):
    @extend_schema(operation_id="gate", parameters=[GateQuery], responses=GatePage, filters=False)
    def get(self, request: Request, slug: str) -> Response:
        """The readiness of every entry and why, those that need attention first. For staff. `state` filters.

        A worker judges the lists of a large event. While some are `waiting`, poll; if that has `failed`, nothing
        continues until `judge/` is called.
        """
        return self.answer(access.require_staff(request, slug), self.query_params(GateQuery))


class Judge(GateEndpoint):
    @extend_schema(operation_id="judge_event", request=None, responses={202: GatePage})
    def post(self, request: Request, slug: str) -> Response:
        """Check every list again. For staff."""
        event = access.require_staff(request, slug)
        services.rejudge(event, by=self.person())
        return self.answer(event, {}, status=202)


class Results(EventEndpoint):
    """The current lists as a file. `what` and `ending` are a key of results_files.FILES."""

    what, ending = "lists", "json"

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        return answer(access.get_published_event(request, slug), self.what, self.ending)


def _schema(name: str, answer: Any, description: str) -> Any:
    return extend_schema_view(get=extend_schema(operation_id=name, responses=answer, description=description))


_WHO = "For the staff, and once lists are open for everybody."
_CSV = {(200, "text/csv"): OpenApiTypes.STR}


@_schema("event_lists_as_json", OpenApiTypes.OBJECT, f"The lists that stand, each as a deck list. {_WHO}")
class ListsJson(Results):
    what, ending = "lists", "json"


@_schema("event_lists_as_csv", _CSV, f"The lists that stand, a row a card. {_WHO}")
class ListsCsv(Results):
    what, ending = "lists", "csv"


@_schema("breakdown_as_json", OpenApiTypes.OBJECT, f"What was played, and by how many. {_WHO}")
class BreakdownJson(Results):
    what, ending = "breakdown", "json"


@_schema("breakdown_as_csv", _CSV, f"What was played, and by how many, a row a value. {_WHO}")
class BreakdownCsv(Results):
    what, ending = "breakdown", "csv"
