"""How the API reads bodies, what it answers in, and how long lists come in pages."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.request import Request

KEYS = ("X-Edit-Key", "X-Entry-Key")
"""Headers that name what a request may change. Another site's page cannot make a browser send them."""


class Browser(SessionAuthentication):
    """A browser is known by its session: signed in, or as the holder of decks without an owner. What it changes needs
    its CSRF token in both cases."""

    def authenticate(self, request: Request) -> Any:
        found = super().authenticate(request)
        session = getattr(request._request, "session", None)
        known = session is not None and not session.is_empty()
        if found is None and known and not any(name in request.headers for name in KEYS):
            self.enforce_csrf(request)
        return found


class JSONAlone(BaseContentNegotiation):
    """The API speaks JSON whatever is asked for, so that an error never fails to be told."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser | None:
        media_type = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


_HALF = re.compile("[\ud800-\udfff]")
"""Of a character that takes two escapes in JSON: it cannot be written as UTF-8."""


class Json(JSONParser):
    """JSON, also where it is nested deeper than Python follows, and without names that cannot be written back."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read()
        try:
            data = super().parse(BytesIO(body), media_type, parser_context)
            broken = b"\\ud" in body.lower() and any(map(_HALF.search, _names(data)))
        except RecursionError:
            raise ParseError(_("This JSON is nested too deep.")) from None
        if broken:
            raise ParseError(_("A name in this JSON has one half of a character."))
        return data


def _names(data: Any) -> Iterator[str]:
    """Of all the fields there are, however deep."""
    if isinstance(data, dict):
        yield from data
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _names(each)


class PlainText(BaseParser):
    """A body that is a deck list as it stands: `request.data` is its text."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ParseError(_("The text is not UTF-8.")) from None


def page_link(request: Request, number: int, path: str = "") -> str:
    """The address that was asked, or that path, with another page; its words encoded, however the client sent them."""
    params = request.query_params.copy()
    params["page"] = str(number)
    return f"{request.build_absolute_uri(path or request.path)}?{params.urlencode()}"


class Pages(PageNumberPagination):
    """Pages of 60, up to 200 by `page_size`. `path`: where the others are, if not where this one was asked for."""

    path = ""
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_next_link(self) -> str | None:
        return self._link(self.page.next_page_number()) if self.page and self.page.has_next() else None

    def get_previous_link(self) -> str | None:
        return self._link(self.page.previous_page_number()) if self.page and self.page.has_previous() else None

    def _link(self, number: int) -> str | None:
        return page_link(self.request, number, self.path) if self.request else None

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"count": {"type": "integer"}, "next": link, "previous": link, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}
