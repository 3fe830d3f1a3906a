"""Importing a roster over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.limits import count_creation
from deckbuilder.events import access
from deckbuilder.events.api_endpoint import EventEndpoint
from deckbuilder.events.roster import services
from deckbuilder.events.roster.serializers import ImportSerializer, ImportWanted


class Import(EventEndpoint):
    @extend_schema(operation_id="import_roster", request=ImportWanted, responses=ImportSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Preview a roster; with `take`, enter the new players. For staff. Sending it again enters nobody twice.

        With `seen` the answer is 409 if the results have changed since that preview.
        """
        event, data = access.require_staff(request, slug), self.body(ImportWanted)
        if data["take"]:
            options = {"reason": data["reason"], "seen": data["seen"]}
            with count_creation(request, "upload"):
                plan = services.import_players(event, data["roster"], by=self.person(), **options)
        else:
            plan = services.preview(event, data["roster"])
        return Response(ImportSerializer(plan).data)
