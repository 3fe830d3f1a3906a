"""The API's OpenAPI schema."""

from threading import Lock

from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request
from rest_framework.response import Response

_alone = Lock()


class Schema(SpectacularJSONAPIView):
    """One at a time: two threads that generate the first schema disturb each other in what drf-spectacular loads."""

    def _get_schema_response(self, request: Request) -> Response:
        with _alone:
            response: Response = super()._get_schema_response(request)
        return response
