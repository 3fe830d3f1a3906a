"""Check-in over the API: checking players in, and dropping no-shows."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.events import access
from deckbuilder.events.api_endpoint import EventEndpoint
from deckbuilder.events.checkin import selectors, services
from deckbuilder.events.checkin.serializers import NoShowsQuery, NoShowsSerializer
from deckbuilder.events.entries.serializers import EntrySerializer
from deckbuilder.events.models import Entry


class CheckIn(EventEndpoint):
    @extend_schema(operation_id="check_in", request=None, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Check a player in. For staff. Repeating it changes nothing."""
        entry = access.staff_entry(request, slug, number)
        return Response(EntrySerializer(services.check_in(entry, by=self.person())).data)

    @extend_schema(operation_id="undo_check_in", responses={200: EntrySerializer})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Undo the check-in. For staff."""
        entry = access.staff_entry(request, slug, number)
        return Response(EntrySerializer(services.undo(entry, by=self.person())).data)


class NoShows(EventEndpoint):
    @extend_schema(operation_id="no_shows", responses=NoShowsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Players who have not been checked in. For organisers."""
        event = access.require_organiser(request, slug)
        missing = selectors.no_shows(event)
        present = selectors.presence(event).here
        return self._answer(missing, here=present, seen=selectors.digest(missing))

    @extend_schema(operation_id="drop_no_shows", parameters=[NoShowsQuery], request=None, responses=NoShowsSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Drop them, until the event ends. For organisers. The answer lists those dropped."""
        event = access.require_organiser(request, slug)
        entries = services.drop_no_shows(event, by=self.person(), **self.query_params(NoShowsQuery))
        return self._answer(entries, here=selectors.presence(event).here, seen=selectors.digest([]))

    def _answer(self, entries: list[Entry], **more: Any) -> Response:
        return Response(NoShowsSerializer({"count": len(entries), "entries": entries, **more}).data)
