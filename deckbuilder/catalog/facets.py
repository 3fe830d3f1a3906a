"""Facets of a search and the searches they lead to: attribute values and ranges of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.search import FacetCounts
from deckbuilder.catalog.selectors import Counted, all_value_counts
from deckbuilder.common.labels import keyword_label, read
from deckbuilder.common.requests import HtmxRequest
from games.engine.model.cards import DASH, SAMPLE, Attribute
from games.engine.model.game import Admission, Game
from games.engine.reading.query import And, Is, Node, Not, Or, QueryError, all_of, parse, quote, unparse
from games.registry import get

Link = Callable[[str], str]

PLAIN = re.compile(r"[\w.-]+\Z")
INVENTED = f"set:{SAMPLE}"
"""A search for the cards this site invented."""

OPENED, RANGE, LOWEST, HIGHEST = "filter", "range", "from", "to"
"""Parameters of a page: the filter that is open; the attribute that a range is set of, and its ends."""

_OWN = ("q", "page", OPENED, RANGE, LOWEST, HIGHEST)


class Option(NamedTuple):
    """One thing a filter offers: choosing it gives the search `q`, at `href`. `cards`: so many of those that the rest
    of the search finds."""

    label: str
    cards: int | None
    q: str
    on: bool
    href: str


class Ends(NamedTuple):
    """The range of an attribute that a search has, and what its ends can be; `fields`: what else its form sends."""

    low: str
    high: str
    choices: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Filter:
    """What a filter offers for one attribute. `chips`: in the open; else in a menu. `shown`: its options are on the
    page; else they come from `href` when it is opened, alone or with the page. `chosen`: what the search has of
    it, in words; `removed`: the link to the search without that. `ends`: for numbers, their range."""

    name: str
    label: str
    chips: bool
    shown: bool
    chosen: str
    removed: str
    href: str
    offer: Callable[[], Iterable[Option]]
    ends: Ends | None = None

    @property
    def address(self) -> str:
        """Where its options come from, for a script."""
        return self.href.partition("#")[0]

    @property
    def on(self) -> bool:
        return bool(self.chosen)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return tuple(self.offer())


def link_of(request: HttpRequest) -> Link:
    """The address of this page with another search, from its first page on."""
    others = urlencode([(name, value) for name, value in request.GET.items() if name not in _OWN])
    return lambda q: "?" + "&".join(filter(None, (others, urlencode({"q": q}) if q else ""))) + "#pool"


def ranged(request: HttpRequest, game: Game) -> str | None:
    """The link to the search with the range that this request sets; None where it sets none."""
    attribute = game.fields.get(request.GET.get(RANGE, ""))
    if attribute is None or attribute.filter != "range":
        return None
    query = SearchRequest(game, request.GET.get("q", "").strip())
    low, high = (request.GET.get(name, "").strip() for name in (LOWEST, HIGHEST))
    return request.path + link_of(request)(query.with_range(attribute, low, high))


def filters(request: HttpRequest, game: Game, *, admission: Admission | None = None) -> tuple[Filter, ...]:
    """What the search of a page can be narrowed by. `admission`: its cards are only those that this lets in."""
    return tuple(_filters(request, game, admission))


def open_filter(request: HtmxRequest, game: Game, *, admission: Admission | None = None) -> Filter | None:
    """The filter whose options this request asks for alone; None where it asks for a page."""
    name = request.GET.get(OPENED, "")
    if not request.htmx or request.htmx.target or not name:
        return None
    return next((each for each in filters(request, game, admission=admission) if each.name == name), None)


def _filters(request: HttpRequest, game: Game, admission: Admission | None) -> Iterator[Filter]:
    query = SearchRequest(game, request.GET.get("q", "").strip())
    link, name = link_of(request), request.GET.get(OPENED, "")
    here = [(name, str(value)) for name, value in request.GET.items() if name not in _OWN or name == "q"]
    known = all_value_counts(game)
    narrowed = query.text or admission
    counts = FacetCounts(game, admission) if narrowed and query.node is not None else None
    for attribute in game.fields.values():
        offered = known.get(attribute.name, ())
        if not attribute.filter or len(offered) < 2:
            continue
        group = Group(game, attribute, offered, query, link, counts)
        chips = attribute.filter == "chips" and not attribute.numeric
        yield Filter(
            attribute.name,
            read(attribute.label),
            chips,
            shown=chips or attribute.name == name,
            chosen=group.chosen,
            removed=link(query.without(attribute, group.terms)),
            href=f"?{urlencode([*here, (OPENED, attribute.name)])}#chips",
            offer=group.options,
            ends=group.ends(here) if attribute.filter == "range" else None,
        )
    if _mixed(known):
        term = f"-{INVENTED}"
        q, on = query.toggled(term, [term], opposite=[INVENTED])
        only = (Option(_("Without sample cards"), None, q, on, link(q)),)
        yield Filter("sample", _("Sample cards"), True, True, "", "", "", partial(tuple, only))


def _mixed(counts: Mapping[str, Sequence[Counted]]) -> bool:
    """Whether of the cards in print this site invented some, but not all."""
    invented = sum(each.cards for each in counts.get("set", ()) if each.value == SAMPLE)
    return 0 < invented < sum(each.cards for each in counts.get("kind", ()))


@dataclass(frozen=True)
class Group:
    """The values of an attribute that a search can be narrowed to. `counts`: None where nothing narrows it yet."""

    game: Game
    attribute: Attribute
    offered: Sequence[Counted]
    query: SearchRequest
    link: Link
    counts: FacetCounts | None

    @cached_property
    def terms(self) -> tuple[str, ...]:
        return tuple(_term(self.attribute, each.value) for each in self._options)

    @property
    def _options(self) -> Sequence[Counted]:
        """What can be chosen by itself: of numbers with a range only the dash."""
        ranged = self.attribute.filter == "range"
        return [each for each in self.offered if not ranged or each.value == DASH]

    @property
    def chosen(self) -> str:
        """What the search has of it, in words."""
        labels = dict(zip(self.terms, (self._label(each.value) for each in self._options), strict=True))
        words = [labels[term] for term in self.query.chosen(self.terms)]
        low, high = self.query.range_of(self.attribute) if self.attribute.filter == "range" else ("", "")
        if low or high:
            words.append(low if low == high else f"{low or '…'}–{high or '…'}")
        return _(", ").join(words)

    def options(self) -> Iterator[Option]:
        numbers = self._counted() if self._options else {}
        for term, each in zip(self.terms, self._options, strict=True):
            q, on = self.query.toggled(term, self.terms)
            yield Option(self._label(each.value), numbers.get(each.value, 0), q, on, self.link(q))

    def _counted(self) -> Mapping[str, int]:
        """How many cards the rest of the search finds with each value."""
        if self.counts is None:
            return {each.value: each.cards for each in self.offered}
        rest = self.query.rest(self.attribute, self.terms)
        return self.counts.by_value(rest, self.attribute)

    def ends(self, here: Iterable[tuple[str, str]]) -> Ends:
        choices = tuple(each.value for each in self.offered if each.value != DASH)
        return Ends(*self.query.range_of(self.attribute), choices, (*here, (RANGE, self.attribute.name)))

    def _label(self, value: str) -> str:
        language = get_language() or "en"
        if self.attribute.name == "keywords":
            return keyword_label(self.game, value, language)
        return "–" if value == DASH else self.attribute.label_of(value, language)


def _term(attribute: Attribute, value: str) -> str:
    return f"{attribute.name}:{value if PLAIN.match(value) else quote(value)}"


class SearchRequest:
    """A search as it was typed, to which terms are added and from which they are taken.

    Terms of one attribute are alternatives: `race:a`, then `(race:a or race:b)`.
    """

    def __init__(self, game: Game, text: str) -> None:
        self.game, self.text = game, text
        self.node = _read(game.slug, text)
        self.parts = self.node.parts if isinstance(self.node, And) else (self.node,)

    def chosen(self, terms: Iterable[str]) -> tuple[str, ...]:
        """Those of the terms that it asks for: one of them, or several as alternatives."""
        nodes = {_read(self.game.slug, term): term for term in terms}
        there = {each for part in self.parts if _is_group(part, nodes) for each in _alternatives(part)}
        return tuple(term for node, term in nodes.items() if node in there)

    def toggled(self, term: str, terms: Sequence[str], *, opposite: Sequence[str] = ()) -> tuple[str, bool]:
        """The search with a term beside the alternatives it has of `terms` and without its `opposite`, or without it
        where it is one of them; and whether it is."""
        chosen = self.chosen(terms)
        kept = [each for each in chosen if each != term] if term in chosen else [*chosen, term]
        group = f"({' or '.join(kept)})" if len(kept) > 1 else "".join(kept)
        return self._with(group, {*self._gone(terms, term), *self._gone(opposite)}), term in chosen

    def without(self, attribute: Attribute, terms: Sequence[str]) -> str:
        """The search without all of the terms and without a range of the attribute."""
        return self._with("", {*self._gone(terms), *self._range_parts(attribute)})

    def rest(self, attribute: Attribute, terms: Sequence[str]) -> Node:
        """What else it asks for."""
        gone = {*self._gone(terms), *self._range_parts(attribute)}
        return all_of(part for part in self.parts if part is not None and part not in gone)

    def range_of(self, attribute: Attribute) -> tuple[str, str]:
        """The lowest and the highest value it asks for, "" where it asks for none."""
        ends = {"low": "", "high": ""}
        for part in self._range_parts(attribute):
            ends |= {"low": f"{part.value}"} if part.op in (">=", "=") else {}
            ends |= {"high": f"{part.value}"} if part.op in ("<=", "=") else {}
        return ends["low"], ends["high"]

    def with_range(self, attribute: Attribute, low: str, high: str) -> str:
        """The search with a range in the place of that it has; without one where both ends are ""."""
        ends = low if low == high else f"{low}..{high}"
        new = f"{attribute.name}:{ends}" if ends else ""
        return self._with(new, self._range_parts(attribute))

    def _range_parts(self, attribute: Attribute) -> set[Is]:
        ends = (">=", "<=", "=")
        return {
            part
            for part in self.parts
            if isinstance(part, Is)
            and (part.attribute, attribute.filter) == (attribute.name, "range")
            and part.op in ends
            and isinstance(part.value, (int, float))
        }

    def _gone(self, terms: Iterable[str], term: str = "") -> set[Node | None]:
        """The parts that ask for some of the terms, or exclude the one that is chosen now."""
        nodes = {_read(self.game.slug, each): each for each in terms}
        gone = {part for part in self.parts if _is_group(part, nodes)}
        chosen = _read(self.game.slug, term) if term else None
        return gone | {part for part in self.parts if isinstance(part, Not) and part.part == chosen}

    def _with(self, term: str, gone: Iterable[Node | None]) -> str:
        """As it was typed, as far as what is left can be found in that."""
        gone = set(gone)
        left = all_of(part for part in self.parts if part is not None and part not in gone)
        text = self.text
        if gone:
            text = next((each for each in self._shortened() if _read(self.game.slug, each) == left), unparse(left))
        if term and isinstance(left, Or):
            text = f"({text})"
        return f"{text} {term}".strip()

    def _shortened(self) -> Iterator[str]:
        """The text without one of its terms, or two that stand side by side."""
        terms = _TERMS.findall(self.text)
        for length in (1, 2):
            for at in range(len(terms)):
                yield " ".join((*terms[:at], *terms[at + length :]))


_TERMS = re.compile(r"""\([^()]*\)|(?:[^\s"「]|"[^"]*"|「[^」]*」)+""")
"""What blanks set apart outside quotes; a bracket without others in it is one."""


def _alternatives(part: Node | None) -> tuple[Node | None, ...]:
    return part.parts if isinstance(part, Or) else (part,)


def _is_group(part: Node | None, nodes: Mapping[Node | None, str]) -> bool:
    return all(each in nodes for each in _alternatives(part))


@lru_cache(maxsize=4096)
def _read(slug: str, text: str) -> Node | None:
    """What is asked; None where the text has a mistake."""
    try:
        return parse(text, get(slug))
    except QueryError:
        return None
