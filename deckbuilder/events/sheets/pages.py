"""Registration sheets: a list on one page of A4, and blank ones to fill in by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from deckbuilder.catalog.selectors import cards_by_key
from deckbuilder.common.labels import declared_label, declared_language, read, value_label
from deckbuilder.events import selectors
from deckbuilder.events.models import Entry, Event, Submission
from deckbuilder.events.pages import cards_in, findings
from deckbuilder.events.readiness import gate
from deckbuilder.events.sentences import list_names
from deckbuilder.events.to_games import to_deck
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Declaration, Format, Game, Zone
from games.engine.rules.legality import Verdict, judge
from games.registry import get

FEW_VARIANTS = 6
"""Zones with at most this many cards are at the top of the sheet, beside the declarations."""

SPARE = 4
"""Empty lines for a zone whose size has no rule."""

AIRY, TIGHT, DENSE = 30, 54, 84
"""Numbers of lines above which a sheet is set more tightly, so that it stays on one page."""


class Declared(NamedTuple):
    """A declaration; without `value` a line to write on. `language`: of a value without a label."""

    label: str
    value: str
    language: str = ""


class Compact(NamedTuple):
    """All cards of one name in a prefilled zone: their number, and the number of each variant."""

    card: Card
    count: int  # type: ignore[assignment]  # instead of the method of tuples
    parts: tuple[tuple[str, int], ...]


class SheetZone(NamedTuple):
    """A zone: its cards, each with a box to tick, or `blank` empty lines; `need`: the size in the format.

    `unknown`: unrecognized lines, with their copies.
    """

    label: str
    size: int
    need: str
    rows: tuple[DeckLine, ...] = ()
    unknown: tuple[tuple[int, str], ...] = ()
    compact: tuple[Compact, ...] = ()
    blank: int = 0

    @property
    def blanks(self) -> range:
        return range(self.blank)

    @property
    def lines(self) -> float:
        """About how many half-width lines it takes."""
        wide = sum(2.4 + 2 * (len(each.parts) // 11) for each in self.compact)
        return len(self.rows) + len(self.unknown) + self.blank + wide


class Sheet(NamedTuple):
    """One page. Without an `entry` the name is left blank, without a `submission` the list. `let_through`: the reason
    of an override."""

    game: Game
    format: str
    event: Event | None
    entry: Entry | None
    submission: Submission | None
    declared: tuple[Declared, ...]
    leaders: tuple[SheetZone, ...]
    zones: tuple[SheetZone, ...]
    verdict: Verdict | None = None
    problems: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    code: SafeString | None = None
    let_through: str = ""

    @property
    def density(self) -> str:
        lines = sum(zone.lines for zone in self.zones) + len(self.problems)
        return "dense" if lines > DENSE else "tight" if lines > TIGHT else "roomy" if lines > AIRY else "airy"


def sheets(request: HttpRequest, event: Event, entries: Iterable[Entry]) -> list[Sheet]:
    """The sheets of entries with their current lists; blank if there is none."""
    rows = gate.readiness_of(event, list(entries))
    cards = selectors.cards_in(event, [each.submission for each in rows if each.submission])
    result = []
    for each in rows:
        if each.submission is None or each.verdict is None:
            bare = blank(get(event.game), event.format, event, each.entry)
        else:
            deck = to_deck(each.submission, event.game, cards)
            bare = _filled_sheet(event, each.entry, each.submission, deck, each.verdict)
            bare = bare._replace(code=_code(request, event, each.entry, each.submission))
        result.append(bare._replace(let_through=each.override.params["reason"] if each.override else ""))
    return result


def _filled_sheet(event: Event, entry: Entry, submission: Submission, deck: Deck, verdict: Verdict) -> Sheet:
    game = get(event.game)
    format = game.format(event.format)
    limits = _limits(game, format)
    parts = [(zone, _zone(zone, deck, game, limits)) for zone in game.zones if deck.size(zone.slug)]
    return Sheet(
        game=game,
        format=read(format.label),
        event=event,
        entry=entry,
        submission=submission,
        declared=tuple(_declaration(game, each, deck.declarations.get(each.key, "")) for each in game.declarations),
        leaders=tuple(part for zone, part in parts if _leads(zone, limits)),
        zones=tuple(part for zone, part in parts if not _leads(zone, limits)),
        verdict=verdict,
        problems=tuple(_problems(verdict, deck)),
        lists=tuple(list_names(event)),
    )


def _declaration(game: Game, declaration: Declaration, value: str) -> Declared:
    if not value:
        return Declared(read(declaration.label), "")
    shown, language = declared_label(game, declaration, value), declared_language(game, declaration, value)
    return Declared(read(declaration.label), shown, language)


def blank(game: Game, slug: str, event: Event | None = None, entry: Entry | None = None) -> Sheet:
    """A sheet with empty lines, as many in each zone as its format allows. Raises KeyError for an unknown format."""
    format = game.format(slug)
    limits = _limits(game, format)
    parts = [(zone, _empty(zone, game, limits)) for zone in game.zones]
    return Sheet(
        game=game,
        format=read(format.label),
        event=event,
        entry=entry,
        submission=None,
        declared=tuple(Declared(read(each.label), "") for each in game.declarations),
        leaders=tuple(part for zone, part in parts if _leads(zone, limits)),
        zones=tuple(part for zone, part in parts if not _leads(zone, limits)),
        lists=tuple(list_names(event)) if event else (),
    )


Limits = Mapping[str, tuple[int, int]]


def _limits(game: Game, format: Format) -> Limits:
    """The minimum and maximum number of cards of each zone, from the verdict on an empty deck."""
    missing = judge(Deck(game.slug), game, format, on=timezone.localdate()).violations
    return {each.zone: (int(each.min or 0), int(each.max)) for each in missing if each.zone and each.max}


def _leads(zone: Zone, limits: Limits) -> bool:
    return zone.single or limits.get(zone.slug, (0, FEW_VARIANTS + 1))[1] <= FEW_VARIANTS


def _range_text(zone: Zone, limits: Limits) -> str:
    least, most = limits.get(zone.slug, (0, 0))
    return "" if not most else f"{most}" if least == most else f"{least}–{most}"


def _zone(zone: Zone, deck: Deck, game: Game, limits: Limits) -> SheetZone:
    entries = deck.zones.get(zone.slug, ())
    unknown = tuple((line.count, line.text) for line in deck.unknown if line.zone == zone.slug)
    bare = SheetZone(read(zone.label), deck.size(zone.slug), _range_text(zone, limits), unknown=unknown)
    if zone.prefill:
        return bare._replace(compact=_compact(game, ((entry.card, entry.count) for entry in entries)))
    return bare._replace(rows=tuple(entries))


def _empty(zone: Zone, game: Game, limits: Limits) -> SheetZone:
    bare = SheetZone(read(zone.label), 0, _range_text(zone, limits))
    if zone.prefill:
        prefill = zone.prefill()
        cards = cards_by_key(game, prefill)
        if cards:
            entries = [(cards[key], count) for key, count in prefill.items() if key in cards]
            return bare._replace(compact=_compact(game, entries), size=sum(count for _, count in entries))
    return bare._replace(blank=limits.get(zone.slug, (0, SPARE))[1])


def _problems(verdict: Verdict, deck: Deck) -> Iterable[str]:
    return (each.text for each in findings(verdict, cards_in(deck)) if each.severity != "advice")


def _compact(game: Game, entries: Iterable[tuple[Card, int]]) -> tuple[Compact, ...]:
    """Cards grouped by name, with the number of each variant."""
    by_name: dict[str, list[tuple[Card, int]]] = {}
    for card, count in entries:
        by_name.setdefault(card.name, []).append((card, count))
    return tuple(
        Compact(group[0][0], sum(count for _, count in group), _parts(game, group)) for group in by_name.values()
    )


def _parts(game: Game, group: list[tuple[Card, int]]) -> tuple[tuple[str, int], ...]:
    telling = [name for name in game.identity if len({card.get(name) for card, _ in group}) > 1]
    return tuple((variant_label(game, card, telling), count) for card, count in group)


def variant_label(game: Game, card: Card, fields: Iterable[str]) -> str:
    """The values of some of a card's fields, in the reader's language."""
    language = get_language() or "en"
    return " ".join(value_label(game.fields[name], card.get(name), language) for name in fields)


def _code(request: HttpRequest, event: Event, entry: Entry, submission: Submission) -> SafeString:
    """The link of the deck check as a QR code. It names the version, so that outdated sheets are noticed."""
    path = reverse("events:check", args=[event.slug, entry.number])
    link = request.build_absolute_uri(f"{path}?list={submission.version}")
    svg = segno.make_qr(link, error="m").svg_inline(border=2, dark="#000", light="#fff", omitsize=True)
    return mark_safe(svg)
