"""How the API reads bodies, what it answers in, and how long lists come in pages."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.request import Request


class JSONAlone(BaseContentNegotiation):
    """The API speaks JSON whatever is asked for, so that an error never fails to be told."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser | None:
        media_type = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class Json(JSONParser):
    """JSON, also where it is nested deeper than Python follows."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("This JSON is nested too deep.")) from None


class PlainText(BaseParser):
    """A body that is a deck list as it stands: `request.data` is its text."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ParseError(_("The text is not UTF-8.")) from None


def page_link(request: Request, number: int) -> str:
    """The address that was asked, with another page; its words encoded, however the client sent them."""
    params = request.query_params.copy()
    params["page"] = str(number)
    return f"{request.build_absolute_uri(request.path)}?{params.urlencode()}"


class Pages(PageNumberPagination):
    """Pages of 60, up to 200 by `page_size`."""

    page_size_query_param = "page_size"
    max_page_size = 200

    def get_next_link(self) -> str | None:
        return self._link(self.page.next_page_number()) if self.page and self.page.has_next() else None

    def get_previous_link(self) -> str | None:
        return self._link(self.page.previous_page_number()) if self.page and self.page.has_previous() else None

    def _link(self, number: int) -> str | None:
        return page_link(self.request, number) if self.request else None

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"count": {"type": "integer"}, "next": link, "previous": link, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}
