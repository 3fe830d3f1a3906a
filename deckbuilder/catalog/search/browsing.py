"""The catalog browser with its search and filters, on its own page and next to a deck."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.search.facets import Link, filters, link_of
from deckbuilder.catalog.search.query_sentences import query_error
from deckbuilder.catalog.search.reasons import matches_of
from deckbuilder.catalog.search.saved_searches import searches_of
from deckbuilder.catalog.search.searching import PAGE, SearchPage, search
from deckbuilder.catalog.selectors import Lookup
from games.engine.model.game import Admission, Game
from games.engine.reading.search.query import And, Is, Node, QueryError, all_of, any_of, parse, quote, unparse
from games.engine.reading.search.reasons import words_of
from games.engine.texts.writing import fold

QUOTED = re.compile('["“”「『]')
MAX_PAGES = 10_000


Find = Callable[[Node, int, int], tuple[SearchPage, Admission]]
"""Returns a page of search results in an order of its own, and what let these cards in; takes the node, the page number
and the page size."""


def browse(
    request: HttpRequest,
    game: Game,
    *,
    admission: Admission | None = None,
    find: Find | None = None,
    size: int = PAGE,
) -> dict[str, Any]:
    """The template context of a catalog.

    `matches` shows where the search words occur on a card; `mistake` is why the search cannot be parsed. If nothing
    matches, `near` has similar names, and `results` the cards with these names, unless the words are in quotes. `find`
    runs the search if no order is chosen; `size`: cards per page; `admission`: what let the cards in.
    """
    text, link, orders = request.GET.get("q", "").strip(), link_of(request), dict(_orders(game))
    order = request.GET.get("order", "")
    order = order if order in orders else ""
    results, mistake, near, matches = SearchPage(), None, None, None
    try:
        node, number = parse(text, game), _page(request)
        if find and not order:
            results, admission = find(node, number, size)
        else:
            results = search(game, node, order=order, page=number, size=size, admission=admission)
        near = None if results.total else _near(game, text, node, link)
        if near:
            by_name = near.instead(lambda node: search(game, node, order=order, size=size, admission=admission))
            results = by_name or results
        else:
            matches = matches_of(game, node)
    except QueryError as error:
        mistake = _mistake(text, error)
    return {
        "results": results,
        "admission": admission,
        "near": near,
        "matches": matches,
        "q": text,
        "order": order,
        "orders": [(value, label or _("Default")) for value, label in orders.items()],
        "filters": filters(request, game, admission=admission),
        "mistake": mistake,
        "searches": [(each.name, each.q, link(each.q)) for each in searches_of(request, game)],
    }


class Near(NamedTuple):
    """Names similar to the words of a search."""

    names: tuple[tuple[str, str], ...]
    """Each with the link that searches for it."""

    node: Node | None
    """The search for the cards with these names; None if the words are in quotes and therefore meant literally."""

    typed: str
    """The words."""

    exactly: str
    """The link that searches for them literally."""

    def instead(self, find: Callable[[Node], SearchPage]) -> SearchPage | None:
        """The cards with these names; None if there are none."""
        results = find(self.node) if self.node else SearchPage()
        return results if results.total else None


def _near(game: Game, text: str, node: Node, link: Link) -> Near | None:
    words = words_of(node)
    others = [part for part in (node.parts if isinstance(node, And) else ()) if part not in words]
    words_text = " ".join(word.text for word in words) if others else " ".join(text.split())
    names = Lookup(game).near(words_text) if words else ()
    if not names:
        return None
    name_query = any_of(Is("name", "=", fold(name)) for name in names)
    rest = unparse(all_of(others))
    links = tuple((name, link(f"{quote(name)} {rest}".strip())) for name in names)
    by_name = None if QUOTED.search(text) else all_of((name_query, *others))
    return Near(links, by_name, words_text, link(f"{quote(words_text)} {rest}".strip()))


def _mistake(text: str, error: QueryError) -> dict[str, str]:
    """Why a search cannot be parsed, with the text before, at and after the mistake."""
    end = error.position + max(error.length, 1)
    parts = {"before": text[: error.position], "at": text[error.position : end], "after": text[end:]}
    return {"message": query_error(error), **parts}


def _page(request: HttpRequest) -> int:
    """The requested page number; MAX_PAGES, which is past any last page, if it is invalid or very large."""
    number = request.GET.get("page") or "1"
    return int(number) if re.fullmatch(r"0*[1-9][0-9]{0,3}", number) else MAX_PAGES


def _orders(game: Game) -> Iterator[tuple[str, str]]:
    language = get_language() or "en"
    yield "", ""
    for attribute in game.fields.values():
        if attribute.numeric or attribute.name in ("name", "released"):
            yield attribute.name, f"{attribute.label.read(language)} ↑"
            yield f"-{attribute.name}", f"{attribute.label.read(language)} ↓"
