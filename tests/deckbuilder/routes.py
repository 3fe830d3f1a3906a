"""Every URL of the site, as it is declared."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLResolver, get_resolver


def routes(patterns: Any = None, prefix: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """The routes, with the names of their parameters: `d/<slug:slug>/`."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        else:
            yield route, frozenset(each.pattern.converters)
