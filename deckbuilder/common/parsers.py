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
            raise ParseError(_("This JSON is nested too deeply.")) from None
        if broken:
            raise ParseError(_("A name in this JSON contains half a character (a lone surrogate)."))
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
            raise ParseError(_("The text is not valid UTF-8.")) from None
