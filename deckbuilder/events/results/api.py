"""The lists of an event and their breakdown over the API."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request

from deckbuilder.events import access
from deckbuilder.events.api_endpoint import EventEndpoint
from deckbuilder.events.results.files import answer


class Results(EventEndpoint):
    """The current lists as a file. `what` and `ending` are a key of files.FILES."""

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
