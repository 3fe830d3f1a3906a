"""The gate of an event over the API."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.events import access
from deckbuilder.events.api_endpoint import EventEndpoint
from deckbuilder.events.entries.serializers import EntryReadinessSerializer, GatePage, GateQuery
from deckbuilder.events.gate import services, tasks
from deckbuilder.events.models import Event
from deckbuilder.events.readiness import gate


class GateEndpoint(EventEndpoint):
    def overview(self, event: Event) -> gate.Gate:
        """The gate; larger numbers of waiting lists go to a worker."""
        overview = gate.overview(event)
        if run := services.current(event, overview.waiting):
            tasks.JUDGINGS.start(run)
        return overview

    def answer(self, event: Event, params: dict[str, Any], **how: Any) -> Response:
        """A page of the gate."""
        overview = self.overview(event)
        lines = overview.entries(*([params["state"]] if "state" in params else []))
        answer = self.pages(lines, EntryReadinessSerializer, reverse("api-gate", args=[event.slug]))
        totals = {"waiting": overview.waiting, "unsettled": overview.not_ready_count, "counts": overview.counts}
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
