"""A catalog with its search and filters, as pages show it: alone, and beside a deck."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.query_sentences import query_error
from deckbuilder.catalog.reasons import matches_of
from deckbuilder.catalog.search import SearchPage, search
from deckbuilder.catalog.selectors import Counted, Lookup, all_value_counts
from deckbuilder.common.labels import keyword_label
from games.engine.model.cards import DASH, SAMPLE, Attribute
from games.engine.model.game import Admission, Game
from games.engine.reading.query import And, Is, Node, Or, QueryError, all_of, any_of, parse, quote, unparse
from games.engine.reading.query_reasons import words_of
from games.engine.texts.writing import fold
from games.registry import get

Link = Callable[[str], str]

PLAIN = re.compile(r"[\w.-]+\Z")
QUOTED = re.compile('["“”「『]')
MAX_PAGES = 10_000
INVENTED = f"set:{SAMPLE}"
"""A search for the cards this site invented."""


class Option(NamedTuple):
    """One thing a filter offers: choosing it gives the search `q`, at `href`."""

    label: str
    cards: int | None
    q: str
    on: bool
    href: str


@dataclass(frozen=True)
class Filter:
    """What a filter offers for one attribute. `chips`: in the open; else in a menu. `shown`: its options are on the
    page; else they come from `address` when it is opened, or with the page at `href`. `on`: the search has one."""

    name: str
    label: str
    chips: bool
    shown: bool
    on: bool
    address: str
    href: str
    offer: Callable[[], Iterable[Option]]

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return tuple(self.offer())


def browse(request: HttpRequest, game: Game, *, admission: Admission | None = None) -> dict[str, Any]:
    """What a catalog's templates need: `found q order filters orders`, `matches` for where its words stand, `mistake`
    where the search has one, and `near` where nothing was found: names like its words. What is `found` are then the
    cards of these names, unless the words are in quotes."""
    text = request.GET.get("q", "").strip()
    order = request.GET.get("order", "")
    orders = tuple(_orders(game))
    if order not in (value for value, _ in orders):
        order = ""
    found, mistake, near, matches = SearchPage(), None, None, None
    link = _link(request)
    try:
        node = parse(text, game)
        found = search(game, node, order=order, page=_page(request), admission=admission)
        matches = matches_of(game, node)
        if not found.total and (near := _near(game, text, node, link)):
            found = near.instead(lambda node: search(game, node, order=order, admission=admission)) or found
    except QueryError as error:
        mistake = {
            "message": query_error(error),
            "before": text[: error.position],
            "at": _at(text, error),
            "after": _after(text, error),
        }
    return {
        "found": found,
        "near": near,
        "matches": matches if not near else None,
        "q": text,
        "order": order,
        "orders": orders,
        "filters": filters(request, game),
        "mistake": mistake,
    }


def filters(request: HttpRequest, game: Game) -> tuple[Filter, ...]:
    """What the search of a page can be narrowed by."""
    return tuple(_filters(request, game, SearchRequest(game, request.GET.get("q", "").strip())))


class Near(NamedTuple):
    """Names that are like the words of a search, each with the link that searches for it. `asked`: the search for the
    cards of these names, None where the words are in quotes and nothing else was meant; `typed`: these words, and
    `exactly` the link that searches for them as they are."""

    names: tuple[tuple[str, str], ...]
    asked: Node | None
    typed: str
    exactly: str

    def instead(self, find: Callable[[Node], SearchPage]) -> SearchPage | None:
        """What is found by these names; None for nothing."""
        found = find(self.asked) if self.asked else SearchPage()
        return found if found.total else None


def _near(game: Game, text: str, node: Node, link: Link) -> Near | None:
    words = words_of(node)
    others = [part for part in (node.parts if isinstance(node, And) else ()) if part not in words]
    typed = " ".join(word.text for word in words) if others else " ".join(text.split())
    names = Lookup(game).near(typed) if words else ()
    if not names:
        return None
    called = any_of(Is("name", "=", fold(name)) for name in names)
    rest = unparse(all_of(others))
    links = tuple((name, link(f"{quote(name)} {rest}".strip())) for name in names)
    asked = None if QUOTED.search(text) else all_of((called, *others))
    return Near(links, asked, typed, link(f"{quote(typed)} {rest}".strip()))


def _at(text: str, error: QueryError) -> str:
    return text[error.position : error.position + max(error.length, 1)]


def _after(text: str, error: QueryError) -> str:
    return text[error.position + max(error.length, 1) :]


def _page(request: HttpRequest) -> int:
    """The number that is asked for; what is none, or very large, is beyond every last page."""
    asked = request.GET.get("page") or "1"
    return int(asked) if re.fullmatch(r"0*[1-9][0-9]{0,3}", asked) else MAX_PAGES


def _orders(game: Game) -> Iterator[tuple[str, str]]:
    language = get_language() or "en"
    yield "", ""
    for attribute in game.fields.values():
        if attribute.numeric or attribute.name in ("name", "released"):
            yield attribute.name, f"{attribute.label.read(language)} ↑"
            yield f"-{attribute.name}", f"{attribute.label.read(language)} ↓"


def _link(request: HttpRequest) -> Link:
    """The address of this page with another search, from its first page on."""
    others = urlencode([(name, value) for name, value in request.GET.items() if name not in ("q", "page", "filter")])
    return lambda q: "?" + "&".join(filter(None, (others, urlencode({"q": q}) if q else ""))) + "#pool"


def _filters(request: HttpRequest, game: Game, asked: SearchRequest) -> Iterator[Filter]:
    language = get_language() or "en"
    link, opened = _link(request), request.GET.get("filter", "")
    here = [(name, value) for name, value in request.GET.items() if name not in ("page", "filter")]
    counts = all_value_counts(game)
    for attribute in game.fields.values():
        offered = counts.get(attribute.name, ())
        if attribute.filter and len(offered) > 1:
            terms = [_term(attribute, each.value) for each in offered]
            chips = attribute.filter == "chips" and not attribute.numeric
            yield Filter(
                attribute.name,
                attribute.label.read(language),
                chips,
                shown=chips or attribute.name == opened,
                on=bool(asked.having(terms)),
                address=f"{reverse('catalog:filter', args=[game.slug, attribute.name])}?{urlencode(here)}",
                href=f"?{urlencode([*here, ('filter', attribute.name)])}#chips",
                offer=partial(_options, game, attribute, offered, terms, asked, link),
            )
    if _mixed(counts):
        q, on = asked.toggled(f"-{INVENTED}", asked.having([INVENTED]))
        only = (Option(_("Without sample cards"), None, q, on, link(q)),)
        yield Filter("sample", _("Sample cards"), True, True, on, "", "", lambda: only)


def _options(
    game: Game, attribute: Attribute, offered: Sequence[Counted], terms: Sequence[str], asked: SearchRequest, link: Link
) -> Iterator[Option]:
    language = get_language() or "en"
    others = () if attribute.type == "list" else asked.having(terms)
    for term, each in zip(terms, offered, strict=True):
        q, on = asked.toggled(term, (*others, *asked.having([f"-{term}"])))
        cards = None if attribute.filter == "range" else each.cards
        yield Option(_label(game, attribute, each.value, language), cards, q, on, link(q))


def _mixed(counts: Mapping[str, Sequence[Counted]]) -> bool:
    """Whether of the cards in print this site invented some, but not all."""
    invented = sum(each.cards for each in counts.get("set", ()) if each.value == SAMPLE)
    return 0 < invented < sum(each.cards for each in counts.get("kind", ()))


def _term(attribute: Attribute, value: str) -> str:
    sign = ">=" if attribute.filter == "range" and value != DASH else ":"
    return f"{attribute.name}{sign}{value if PLAIN.match(value) else quote(value)}"


def _label(game: Game, attribute: Attribute, value: str, language: str) -> str:
    if attribute.name == "keywords":
        return keyword_label(game, value, language)
    if attribute.numeric and attribute.filter == "range" and value != DASH:
        return f"≥ {value}"
    return attribute.label_of(value, language)


class SearchRequest:
    """A search as it was typed, to which terms are added and from which they are taken."""

    def __init__(self, game: Game, text: str) -> None:
        self.game, self.text = game, text
        self.node = _read(game.slug, text)
        self.parts = self.node.parts if isinstance(self.node, And) else (self.node,)
        self.held = frozenset(self.parts)

    def having(self, terms: Iterable[str]) -> tuple[str, ...]:
        """Those of the terms that it has."""
        return tuple(term for term in terms if _read(self.game.slug, term) in self.held)

    def toggled(self, term: str, others: tuple[str, ...] = ()) -> tuple[str, bool]:
        """The search with a term in the place of `others`, or without it where it has it; and whether it had it."""
        if _read(self.game.slug, term) in self.held:
            return self._without(term), True
        rest = self._without(*others)
        if isinstance(self.node, Or):
            rest = f"({rest})"
        return f"{rest} {term}".strip(), False

    def _without(self, *terms: str) -> str:
        """As it was typed, as far as what is left can be found in that."""
        if not terms:
            return self.text
        gone = [_read(self.game.slug, term) for term in terms]
        left = all_of(part for part in self.parts if part is not None and part not in gone)
        text = self.text
        for term in terms:
            text = " ".join(re.sub(rf"(?<!\S){re.escape(term)}(?!\S)", "", text).split())
        return text if _read(self.game.slug, text) == left else unparse(left)


@lru_cache(maxsize=4096)
def _read(slug: str, text: str) -> Node | None:
    """What is asked; None where the text has a mistake."""
    try:
        return parse(text, get(slug))
    except QueryError:
        return None
