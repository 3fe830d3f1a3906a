"""The front page: for who has decks or an account their table, for a stranger the product at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.accounts.models import User
from deckbuilder.accounts.selectors import user_of
from deckbuilder.common import art
from deckbuilder.common.broken import BrokenRowError, report
from deckbuilder.common.drawing.faces import drawing
from deckbuilder.decks import access
from deckbuilder.decks.builder.panel import Panel, panel
from deckbuilder.decks.builder.rows import RowContext
from deckbuilder.decks.builder.zones import PanelRow
from deckbuilder.decks.library import selectors as library
from deckbuilder.decks.library.judgements import Judgement, RulesOf, judge_waiting, rules_of
from deckbuilder.decks.library.pages import soon_words
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.decks.public.selectors import counts_of, followed_decks
from deckbuilder.decks.selectors import OF_OPEN_ACCOUNTS, BrokenTile, Judged, Tile, tiles
from deckbuilder.decks.to_games import SLUGS
from deckbuilder.events.models import RoleName, State
from deckbuilder.events.readiness.agenda import Appointment, agenda
from deckbuilder.site import samples
from deckbuilder.site.front import selectors
from deckbuilder.stats.figures import percent
from deckbuilder.stats.odds.exact_odds import opening_odds
from deckbuilder.stats.odds.sentences import preset_label
from deckbuilder.stats.throttle import Busy
from games.engine.odds.exact import Unreadable
from games.registry import GAMES

CONTINUED, EVENTS, CHANGES, FOLLOWED, PROPOSED = 4, 3, 3, 4, 3
"""How many the page shows of each."""

CANDIDATES = 12
"""The decks among which legal ones of several games are chosen."""

JUDGED = 30
"""Decks of a person that are judged for one request, when the rules have changed."""

DEMO_ROWS = 4


class Demonstration(NamedTuple):
    """A deck with a fault, as the builder shows it: the finding, some of its rows, and its first exact chance."""

    panel: Panel
    rows: RowContext
    lines: list[DemonstrationRow]
    odds: tuple[str, str] | None
    """What is asked, and the chance."""


class DemonstrationRow(NamedTuple):
    row: PanelRow
    picture: str
    focus: int


class Date(NamedTuple):
    """An event among the person's own, with the state of their list in words."""

    appointment: Appointment
    words: str
    status: str
    """The badge: a status, or "missing"."""


def front_page(request: HttpRequest) -> dict[str, Any]:
    """The context of the page, whose `table` is None for a stranger."""
    user, own = user_of(request), access.decks_in_use(request)
    recent = list(own[:CONTINUED])
    if user is None and not recent:
        return {"games": GAMES, "table": None, **_stranger_page()}
    return {"games": GAMES, "table": _table(user, own, recent)}


def _table(user: User | None, own: QuerySet[Deck], recent: list[Deck]) -> dict[str, Any]:
    played = [slug for slug in dict.fromkeys(deck.game for deck in recent) if slug in SLUGS]
    people = bool(settings.PEOPLE)
    followed = list(followed_decks(user)[:FOLLOWED]) if user and people else []
    proposed = _proposals(played or sorted(SLUGS), user)
    shown_first = Q(pk__in=own.order_by().values("pk")) | Q(pk__in=[deck.pk for deck in proposed])
    rules = rules_of(Deck.objects.filter(shown_first))
    judgements = judge_waiting(own, rules, JUDGED)
    own_numbers = {deck.pk for deck in recent}
    statuses = _statuses([*judgements, *judge_waiting(_rows(proposed), rules)])
    chosen = [deck for deck in _choose(proposed, statuses) if deck.pk not in own_numbers]
    by_number = {tile.deck.pk: tile for tile in tiles([*recent, *followed, *chosen], statuses)}
    totals = library.totals(judgements)
    week = _sound(chosen, by_number)[:PROPOSED]
    return {
        "recent": [by_number[deck.pk] for deck in recent],
        "totals": totals,
        "soon": soon_words(totals),
        "originals": list(selectors.changed_originals(own, user.pk if user else None)[:CHANGES]),
        "followed": _sound(followed, by_number),
        "week": week,
        "in_own_games": bool(played),
        "counts": counts_of([tile.deck for tile in week], user) if people else {},
        "dates": [_date(each) for each in agenda(user, EVENTS)] if user else [],
    }


def _stranger_page() -> dict[str, Any]:
    proposed, faulty = _proposals(sorted(SLUGS), None), samples.faulty_deck(GAMES[0])
    rules = rules_of(_rows([*proposed, *filter(None, [faulty])]))
    statuses = _statuses(judge_waiting(_rows(proposed), rules))
    chosen = _choose(proposed, statuses)
    by_number = {tile.deck.pk: tile for tile in tiles(chosen, statuses)}
    week = _sound(chosen, by_number)[:PROPOSED]
    public = Deck.objects.filter(OF_OPEN_ACCOUNTS, visibility=Visibility.PUBLIC).order_by()
    return {
        "week": week,
        "counts": counts_of([tile.deck for tile in week]) if settings.PEOPLE else {},
        "deck_counts": dict(public.values_list("game").annotate(Count("pk"))),
        "demonstration": _demonstration(faulty, rules) if faulty else None,
    }


def _proposals(games: Sequence[str], user: User | None) -> list[Deck]:
    besides = user.pk if user else None
    return list(selectors.proposals(games, CANDIDATES, besides=besides, people=bool(settings.PEOPLE)))


def _rows(decks: Iterable[Deck]) -> QuerySet[Deck]:
    return Deck.objects.filter(pk__in=[deck.pk for deck in decks])


def _statuses(judgements: Iterable[Judgement]) -> dict[int, Judged]:
    return {each.deck: Judged(each.status) for each in judgements}


def _choose(decks: Iterable[Deck], statuses: Mapping[int, Judged]) -> list[Deck]:
    """Legal ones first, and of these one of each game before a second one; a few more than are shown."""
    turns: Counter[str] = Counter()
    ranked = []
    for rank, deck in enumerate(decks):
        is_legal = statuses.get(deck.pk, Judged("")).status == "legal"
        ranked.append((not is_legal, turns[deck.game], rank, deck))
        turns[deck.game] += is_legal
    return [deck for *_rank, deck in sorted(ranked, key=lambda each: each[:3])][: PROPOSED + 1]


def _sound(decks: Iterable[Deck], by_number: Mapping[int, Tile | BrokenTile]) -> list[Tile]:
    """The tiles of those decks that can be read."""
    return [tile for deck in decks if isinstance(tile := by_number[deck.pk], Tile)]


def _date(each: Appointment) -> Date:
    if each.entry is None:
        return Date(each, _("You run this event") if each.role == RoleName.ORGANISER else _("You are on its staff"), "")
    if each.submission is None:
        return Date(each, _("No list submitted"), "missing")
    labels = {"legal": _("legal"), "incomplete": _("incomplete")}
    sentence = _("List submitted, {verdict}") if each.state == State.OPEN else _("List locked, {verdict}")
    if not each.is_current:
        sentence = _("List submitted, {verdict} that day") if each.state == State.OPEN else sentence
    return Date(each, sentence.format(verdict=labels.get(each.status, _("illegal"))), each.status)


def _demonstration(deck: Deck, rules: RulesOf) -> Demonstration | None:
    """None where the deck cannot be read. It is drawn once for its revision, rules and language."""
    under = rules.get((deck.game, deck.format))
    if under is None:
        return None
    key = f"{deck.pk} {deck.revision} {under.digest} {get_language()}"
    if key not in _demonstrations:
        if len(_demonstrations) >= MAX_DEMONSTRATIONS:
            _demonstrations.clear()
        _demonstrations[key] = _draw_demonstration(deck)
    return _demonstrations[key]


_demonstrations: dict[str, Demonstration | None] = {}
MAX_DEMONSTRATIONS = 8
"""Those that a process caches."""


def _draw_demonstration(deck: Deck) -> Demonstration | None:
    try:
        shown = panel(deck)
    except BrokenRowError as error:
        report(error)
        return None
    if not shown.findings:
        return None
    lines = [row for zone in shown.zones for group in zone.groups for row in group.rows if row.card]
    about = shown.findings[0].keys[:1]
    first = next((at for at, row in enumerate(lines) if row.card and row.card.key in about), 0)
    sound_ones = [row for row in lines if not row.mark][:1]
    near = lines[max(0, first - DEMO_ROWS + 2) : first + 1]
    drawn = [_demonstration_row(shown, row) for row in (*sound_ones, *near)]
    return Demonstration(shown, RowContext.of(shown, "", ""), drawn, _first_odds(shown))


def _demonstration_row(shown: Panel, row: PanelRow) -> DemonstrationRow:
    card = row.card
    assert card is not None
    focus = 5 if card.image else art.focus(shown.game, art.lot_of(shown.game, card))
    return DemonstrationRow(row, card.image or drawing(shown.game, card), focus)


def _first_odds(shown: Panel) -> tuple[str, str] | None:
    try:
        odds = opening_odds(shown.engine_deck, shown.game)
    except (Busy, Unreadable):
        return None
    first = next((each for each in odds if each.chance is not None), None)
    return (preset_label(first.preset), percent(first.chance)) if first and first.chance is not None else None
