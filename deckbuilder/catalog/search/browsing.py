"""The catalog browser with its search and filters, on its own page and next to a deck."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.search.exact_names import literal, readings
from deckbuilder.catalog.search.facets import Link, filters, link_of
from deckbuilder.catalog.search.query_sentences import query_error
from deckbuilder.catalog.search.reasons import matches_of
from deckbuilder.catalog.search.saved_searches import searches_of
from deckbuilder.catalog.search.searching import PAGE, SearchPage, search
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.common.names import card_name
from games.engine.model.game import Admission, Game
from games.engine.reading.search.query import And, Node, QueryError, all_of, parse, quote, unparse
from games.engine.reading.search.reasons import words_of
from games.engine.texts.near_names import offered_from

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
    matches, `near` has similar names. `find` runs the search if no order is chosen; `size`: cards per page;
    `admission`: what let the cards in.
    """
    q, link, orders = request.GET.get("q", "").strip(), link_of(request), dict(_orders(game))
    order = request.GET.get("order", "")
    order = order if order in orders else ""
    results, mistake, matches = SearchPage(), None, None
    near: tuple[tuple[str, str], ...] = ()
    text, number = q, _page(request)
    try:
        for text in readings(q, game):
            node = parse(text, game)
            if find and not order:
                results, admission = find(node, number, size)
            else:
                results = search(game, node, order=order, page=number, size=size, admission=admission)
            if results.total:
                break
        near = () if results.total else _near(game, parse(literal(q, game), game), link)
        matches = matches_of(game, node)
    except QueryError as error:
        mistake = _mistake(q, error)
    return {
        "results": results,
        "admission": admission,
        "near": near,
        "matches": matches,
        "q": q,
        "order": order,
        "orders": [(value, label or _("Default")) for value, label in orders.items()],
        "filters": filters(request, game, admission=admission, text=text),
        "mistake": mistake,
        "searches": [(each.name, each.q, link(each.q)) for each in searches_of(request, game)],
    }


def _near(game: Game, node: Node, link: Link) -> tuple[tuple[str, str], ...]:
    """Names similar to the words of a search without results, in the reader's language, each with the link that
    searches for it instead of the words."""
    words = words_of(node)
    others = [part for part in (node.parts if isinstance(node, And) else ()) if part not in words]
    typed = " ".join(word.text for word in words)
    lookup = Lookup(game)
    names = lookup.near(typed, least=offered_from(typed)) if words else ()
    lookup.prefetch(names, ())
    language, rest = get_language() or "en", unparse(all_of(others))
    labels = dict.fromkeys(card_name(card, language) for name in names for card in lookup.find(name)[:1])
    return tuple((label, link(f"{quote(label)} {rest}".strip())) for label in labels)


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
