"""Search facets (attribute values and number ranges) and the searches they lead to."""

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

from deckbuilder.catalog.search.exact_names import literal
from deckbuilder.catalog.search.searching import FacetCounts
from deckbuilder.catalog.selectors import Counted, all_value_counts
from deckbuilder.common.http.requests import HtmxRequest
from deckbuilder.common.labels import keyword_label, read
from games.engine.model.cards import DASH, SAMPLE, Attribute
from games.engine.model.game import Admission, Game
from games.engine.reading.search.query import And, Is, Node, Not, Or, QueryError, all_of, parse, quote, unparse
from games.registry import get

Link = Callable[[str], str]

PLAIN = re.compile(r"[\w.-]+\Z")
INVENTED = f"set:{SAMPLE}"
"""A search for sample cards."""

OPENED, RANGE, LOWEST, HIGHEST = "filter", "range", "from", "to"
"""Query parameters: the open filter; the attribute whose range is set, and the ends of the range."""

_OWN = ("q", "page", OPENED, RANGE, LOWEST, HIGHEST)


class Option(NamedTuple):
    """A choice in a filter."""

    label: str
    cards: int | None
    """How many results of the rest of the search it matches."""

    q: str
    """The search that it leads to."""

    on: bool
    href: str


class Ends(NamedTuple):
    """The range a search sets for an attribute."""

    low: str
    high: str
    choices: tuple[str, ...]
    """The possible values of its ends."""

    fields: tuple[tuple[str, str], ...]
    """The other fields its form sends."""


@dataclass(frozen=True)
class Filter:
    """The filter for one attribute."""

    name: str
    label: str
    chips: bool
    """Shown as chips; otherwise in a menu."""

    shown: bool
    """Its options are on the page; otherwise they are loaded from `href` when it is opened, alone or with the page."""

    choice: str
    """The chosen values in words."""

    link_without: str
    """The link to the search without them."""

    href: str
    offer: Callable[[], Iterable[Option]]
    ends: Ends | None = None
    """The range of a numeric attribute."""

    @property
    def url(self) -> str:
        """The URL from which a script loads its options."""
        return self.href.partition("#")[0]

    @property
    def on(self) -> bool:
        return bool(self.choice)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return tuple(self.offer())


def link_of(request: HttpRequest) -> Link:
    """A function that returns the URL of this page for another search, starting at the first page."""
    others = urlencode([(name, value) for name, value in request.GET.items() if name not in _OWN])
    return lambda q: "?" + "&".join(filter(None, (others, urlencode({"q": q}) if q else ""))) + "#pool"


def range_url(request: HttpRequest, game: Game) -> str | None:
    """The URL of the search with the range this request sets; None if it sets none."""
    attribute = game.fields.get(request.GET.get(RANGE, ""))
    if attribute is None or attribute.filter != "range":
        return None
    query = SearchRequest(game, literal(request.GET.get("q", ""), game))
    low, high = (request.GET.get(name, "").strip() for name in (LOWEST, HIGHEST))
    return request.path + link_of(request)(query.with_range(attribute, low, high))


def filters(
    request: HttpRequest, game: Game, *, admission: Admission | None = None, text: str | None = None
) -> tuple[Filter, ...]:
    """The filters of a page's search. `admission`: only cards it lets in are counted; `text`: the search as it was
    read, if that is known."""
    return tuple(_filters(request, game, admission, text))


def open_filter(request: HtmxRequest, game: Game, *, admission: Admission | None = None) -> Filter | None:
    """The filter whose options this request loads on their own; None if it loads a page."""
    name = request.GET.get(OPENED, "")
    if not request.htmx or request.htmx.target or not name:
        return None
    return next((each for each in filters(request, game, admission=admission) if each.name == name), None)


def _filters(
    request: HttpRequest, game: Game, admission: Admission | None, text: str | None = None
) -> Iterator[Filter]:
    query = SearchRequest(game, literal(request.GET.get("q", ""), game) if text is None else text)
    link, name = link_of(request), request.GET.get(OPENED, "")
    here = [(name, str(value)) for name, value in request.GET.items() if name not in _OWN or name == "q"]
    counts_by_attribute = all_value_counts(game)
    is_narrowed = query.text or admission
    chips = [each for each in game.fields.values() if each.filter == "chips" and not each.numeric]
    counts = FacetCounts(game, admission, chips) if is_narrowed and query.node is not None else None
    for attribute in game.fields.values():
        value_counts = counts_by_attribute.get(attribute.name, ())
        if not attribute.filter or len(value_counts) < 2:
            continue
        group = Group(game, attribute, value_counts, query, link, counts)
        yield Filter(
            attribute.name,
            read(attribute.label),
            attribute in chips,
            shown=attribute in chips or attribute.name == name,
            choice=group.choice,
            link_without=link(query.without(attribute, group.terms)),
            href=f"?{urlencode([*here, (OPENED, attribute.name)])}#chips",
            offer=group.options,
            ends=group.ends(here) if attribute.filter == "range" else None,
        )
    if _has_some_samples(counts_by_attribute):
        term = f"-{INVENTED}"
        q, on = query.toggle(term, [term], opposite=[INVENTED])
        only = (Option(_("Without sample cards"), None, q, on, link(q)),)
        yield Filter("sample", _("Sample cards"), True, True, "", "", "", partial(tuple, only))


def _has_some_samples(counts: Mapping[str, Sequence[Counted]]) -> bool:
    """Whether some of the cards in print, but not all, are sample cards."""
    samples = sum(each.cards for each in counts.get("set", ()) if each.value == SAMPLE)
    return 0 < samples < sum(each.cards for each in counts.get("kind", ()))


@dataclass(frozen=True)
class Group:
    """The attribute values a search can be narrowed to. `counts`: None if nothing narrows the search yet."""

    game: Game
    attribute: Attribute
    offered: Sequence[Counted]
    query: SearchRequest
    link: Link
    counts: FacetCounts | None

    @cached_property
    def terms(self) -> tuple[str, ...]:
        return tuple(_term(self.attribute, each.value) for each in self._options)

    @cached_property
    def _options(self) -> Sequence[Counted]:
        """The values that can be chosen one by one; for numbers with a range, only the dash."""
        has_range = self.attribute.filter == "range"
        return [each for each in self.offered if not has_range or each.value == DASH]

    @property
    def choice(self) -> str:
        """The chosen values in words."""
        labels = dict(zip(self.terms, self._labels, strict=True))
        words = [labels[term] for term in self.query.active_terms(self.terms)]
        low, high = self.query.range_of(self.attribute) if self.attribute.filter == "range" else ("", "")
        if low or high:
            words.append(low if low == high else f"{low or '…'}–{high or '…'}")
        return _(", ").join(words)

    def options(self) -> Iterator[Option]:
        numbers = self._result_counts() if self._options else {}
        for term, label, each in zip(self.terms, self._labels, self._options, strict=True):
            q, on = self.query.toggle(term, self.terms)
            yield Option(label, numbers.get(each.value, 0), q, on, self.link(q))

    def _result_counts(self) -> Mapping[str, int]:
        """How many results of the rest of the search have each value."""
        if self.counts is None:
            return {each.value: each.cards for each in self.offered}
        rest = self.query.rest(self.attribute, self.terms)
        return self.counts.by_value(rest, self.attribute)

    def ends(self, here: Iterable[tuple[str, str]]) -> Ends:
        choices = tuple(each.value for each in self.offered if each.value != DASH)
        return Ends(*self.query.range_of(self.attribute), choices, (*here, (RANGE, self.attribute.name)))

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        language = get_language() or "en"
        return tuple(self._label(each.value, language) for each in self._options)

    def _label(self, value: str, language: str) -> str:
        if self.attribute.name == "keywords":
            return keyword_label(self.game, value, language)
        return "–" if value == DASH else self.attribute.label_of(value, language)


def _term(attribute: Attribute, value: str) -> str:
    return f"{attribute.name}:{value if PLAIN.match(value) else quote(value)}"


class SearchRequest:
    """A search as typed, to which terms can be added and from which they can be removed.

    Terms of one attribute are alternatives: `race:a`, then `(race:a or race:b)`.
    """

    def __init__(self, game: Game, text: str) -> None:
        self.game, self.text = game, text
        self.node = _read(game.slug, text)
        self.parts = self.node.parts if isinstance(self.node, And) else (self.node,)

    def active_terms(self, terms: Iterable[str]) -> tuple[str, ...]:
        """The terms that occur in the search, alone or as alternatives."""
        nodes = {_read(self.game.slug, term): term for term in terms}
        there = {each for part in self.parts if _is_group(part, nodes) for each in _alternatives(part)}
        return tuple(term for node, term in nodes.items() if node in there)

    def toggle(self, term: str, terms: Sequence[str], *, opposite: Sequence[str] = ()) -> tuple[str, bool]:
        """The search with `term` toggled, and whether it was in the search before. If it was, it is removed; otherwise
        it joins the alternatives from `terms`. Terms in `opposite` are removed."""
        active = self.active_terms(terms)
        alternatives = [each for each in active if each != term] if term in active else [*active, term]
        group = f"({' or '.join(alternatives)})" if len(alternatives) > 1 else "".join(alternatives)
        return self._with(group, {*self._term_parts(terms, term), *self._term_parts(opposite)}), term in active

    def without(self, attribute: Attribute, terms: Sequence[str]) -> str:
        """The search without any of the terms and without a range of the attribute."""
        return self._with("", {*self._term_parts(terms), *self._range_parts(attribute)})

    def rest(self, attribute: Attribute, terms: Sequence[str]) -> Node:
        """The rest of the search, without the terms and a range of the attribute."""
        attribute_parts = {*self._term_parts(terms), *self._range_parts(attribute)}
        return all_of(part for part in self.parts if part is not None and part not in attribute_parts)

    def range_of(self, attribute: Attribute) -> tuple[str, str]:
        """The lowest and highest value of the attribute's range; "" for an open end."""
        ends = {"low": "", "high": ""}
        for part in self._range_parts(attribute):
            ends |= {"low": f"{part.value}"} if part.op in (">=", "=") else {}
            ends |= {"high": f"{part.value}"} if part.op in ("<=", "=") else {}
        return ends["low"], ends["high"]

    def with_range(self, attribute: Attribute, low: str, high: str) -> str:
        """The search with its range replaced, or removed if both ends are ""."""
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

    def _term_parts(self, terms: Iterable[str], term: str = "") -> set[Node | None]:
        """The parts that consist of some of the terms, or exclude `term`."""
        nodes = {_read(self.game.slug, each): each for each in terms}
        parts = {part for part in self.parts if _is_group(part, nodes)}
        node = _read(self.game.slug, term) if term else None
        return parts | {part for part in self.parts if isinstance(part, Not) and part.part == node}

    def _with(self, term: str, without: Iterable[Node | None]) -> str:
        """The search without the parts `without` and with `term`, keeping the typed text if possible."""
        without = set(without)
        left = all_of(part for part in self.parts if part is not None and part not in without)
        text = self.text
        if without:
            text = next((each for each in self._shorter_texts() if _read(self.game.slug, each) == left), unparse(left))
        if term and isinstance(left, Or) and not _is_in_brackets(text):
            text = f"({text})"
        return f"{text} {term}".strip()

    def _shorter_texts(self) -> Iterator[str]:
        """The text without one of its terms, or without two adjacent ones."""
        terms = _TERMS.findall(self.text)
        for length in (1, 2):
            for at in range(len(terms)):
                yield " ".join((*terms[:at], *terms[at + length :]))


_TERMS = re.compile(r"""\([^()]*\)|(?:[^\s"「]|"[^"]*"|「[^」]*」)+""")
"""Terms separated by spaces outside quotes; a bracket without nested brackets is one term."""


def _is_in_brackets(text: str) -> bool:
    """Whether a text is a single term in brackets."""
    return text.startswith("(") and bool(_TERMS.fullmatch(text))


def _alternatives(part: Node | None) -> tuple[Node | None, ...]:
    return part.parts if isinstance(part, Or) else (part,)


def _is_group(part: Node | None, nodes: Mapping[Node | None, str]) -> bool:
    return all(each in nodes for each in _alternatives(part))


@lru_cache(maxsize=4096)
def _read(slug: str, text: str) -> Node | None:
    """The parsed search; None if it cannot be parsed."""
    try:
        return parse(text, get(slug))
    except QueryError:
        return None
