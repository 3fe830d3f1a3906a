"""How the API reads the bodies of requests."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.request import Request


class JSONAlone(BaseContentNegotiation):
    """The API answers in JSON whatever is accepted, so that every error reaches the client."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser | None:
        media_type = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


_HALF = re.compile("[\ud800-\udfff]")
"""One half of a surrogate pair, escaped in JSON: it cannot be encoded as UTF-8."""


class Json(JSONParser):
    """JSON, with errors for nesting deeper than Python's limit and for names that cannot be encoded."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read()
        try:
            data = super().parse(BytesIO(body), media_type, parser_context)
            has_half_pair = b"\\ud" in body.lower() and any(map(_HALF.search, _names(data)))
        except RecursionError:
            raise ParseError(_("This JSON is nested too deeply.")) from None
        if has_half_pair:
            raise ParseError(_("A name in this JSON contains half a character (a lone surrogate)."))
        return data


def _names(data: Any) -> Iterator[str]:
    """The names of all fields at every depth."""
    if isinstance(data, dict):
        yield from data
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _names(each)


class PlainText(BaseParser):
    """A body that is a deck list in plain text: `request.data` is its text."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ParseError(_("The text is not valid UTF-8.")) from None
