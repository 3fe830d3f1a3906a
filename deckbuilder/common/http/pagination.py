"""Pagination of lists."""

from typing import Any

from django.core.paginator import InvalidPage, Page, Paginator
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from deckbuilder.common.database import NotFoundError


class NoSuchPage(NotFoundError):
    """A list has no such page; `last` is its last one."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


def get_page(rows: Any, size: int, number: str | None) -> Page[Any]:
    """The page of a list with the number from the URL; the first without a number. Raises NoSuchPage."""
    paginator = Paginator(rows, size)
    try:
        return paginator.page(number or 1)
    except InvalidPage:
        raise NoSuchPage(paginator.num_pages) from None


def page_link(request: Request, number: int, path: str = "") -> str:
    """The URL of the request, or `path`, with another page number; properly encoded, however the client sent it."""
    params = request.query_params.copy()
    params["page"] = str(number)
    return f"{request.build_absolute_uri(path or request.path)}?{params.urlencode()}"


class Pages(PageNumberPagination):
    """Pages of 60, up to 200 by `page_size`. `path`: the URL of the pages, unless it is that of the request."""

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
