"""Template contexts of the event pages."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from itertools import chain
from typing import Any, NamedTuple

from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy
from markupsafe import Markup

from deckbuilder.catalog.restrictions import pages as restrictions_pages
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.selectors import cards_by_key, cards_by_name
from deckbuilder.common.broken import require, sound_rows
from deckbuilder.common.labels import declarations_html, read
from deckbuilder.common.names import sentence_html, sentence_text
from deckbuilder.decks.verdicts.sentences import message, printed_names, with_reader_names
from deckbuilder.events import access, clock, rights, selectors
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Event, RoleName, State, Submission
from deckbuilder.events.readiness import gate
from deckbuilder.events.readiness.states import Readiness
from deckbuilder.events.sentences import OWN_LIST, OWN_SETS, event_error, list_names, sets_words
from deckbuilder.events.to_games import (
    allowed_sets,
    check_row,
    lists_of,
    own_slug,
    pinned_lists,
    sets_slug,
    stored_receipt,
)
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.rules.legality import Verdict
from games.engine.texts.writing import fold
from games.registry import get

READINESS_WORDS: dict[str, Any] = {
    "ready": gettext_lazy("Ready"),
    "warning": gettext_lazy("Ready, with warnings"),
    "overridden": gettext_lazy("Overridden"),
    "illegal": gettext_lazy("Illegal"),
    "incomplete": gettext_lazy("Incomplete"),
    "missing": gettext_lazy("No list"),
    "dropped": gettext_lazy("Dropped"),
}
"""The names of the states of an entry."""

REACH_WORDS: dict[str, Any] = {
    "yes": gettext_lazy("Can be e-mailed."),
    "no-address": gettext_lazy("Cannot be e-mailed: no address."),
    "unconfirmed": gettext_lazy(
        "Cannot be e-mailed yet: staff gave this address. It counts once the player opens the entry link or "
        "confirms the address."
    ),
    "stopped": gettext_lazy("Cannot be e-mailed: opted out of e-mail about this event."),
    "often": gettext_lazy("Cannot be e-mailed now: reached the daily limit for this event."),
}
"""Whether the site can e-mail an entry, see recipients.Reach."""

COLOURS = {
    "ready": "legal", "warning": "incomplete", "overridden": "incomplete", "illegal": "illegal",
    "incomplete": "illegal", "missing": "illegal", "dropped": "gone",
}  # fmt: skip
"""The badge of each state: settled, in need of attention, or preventing the start."""


def attempt(work: Callable[[], object]) -> tuple[str, int]:
    """Do it; the sentence and HTTP status of its EventError, or "" and 200."""
    try:
        work()
    except EventError as error:
        return event_error(error), error.status
    return "", 200


def new_nonce() -> str:
    """A token that tells a form submitted twice from two forms."""
    return secrets.token_urlsafe(12)


def nonce_for(form: Form) -> str:
    """The nonce of a form that is shown again with errors; a new one for a new form."""
    nonce = form.data.get("nonce", "")
    return nonce if nonce and not form.non_field_errors() else new_nonce()


def head(request: HttpRequest, event: Event, visit: access.Visit | None = None) -> dict[str, Any]:
    """The context of every page of an event: the event, its game and state, and what this person may do. `visit`: of
    this person, if it is known already."""
    game, visit = get(event.game), visit or access.visit(request, event)
    return {
        "event": event,
        "game": game,
        "format": read(game.format(event.format).label),
        "state": visit.state,
        "now": visit.now,
        "role": visit.role,
        "is_organiser": visit.role == RoleName.ORGANISER,
        "before_start": rights.start_error(event) is None,
        "called_off": selectors.why_called_off(event),
        "lists": list_names(event),
        "lists_open": selectors.lists_open(event),
        "link": request.build_absolute_uri(event.get_absolute_url()),
    }


class ViolationText(NamedTuple):
    """A violation in words. `printed`: by the names in the message, those printed on the cards."""

    game: Game
    code: str
    severity: str
    message: str
    rule: str
    printed: Mapping[str, str]

    @property
    def html(self) -> Markup:
        """The message with both names of each card."""
        return sentence_html(self.game, self.message, self.printed)

    @property
    def text(self) -> str:
        return sentence_text(self.message, self.printed)


def findings(verdict: Verdict, cards: Collection[Card] | None = None) -> list[ViolationText]:
    """`cards`: those named in the verdict, if they are loaded already; otherwise they are looked up."""
    game = get(verdict.game)
    cards_shown = named_cards([verdict]) if cards is None else cards
    pairs = [(each, with_reader_names(each, cards_shown)) for each in verdict.violations]
    return [
        ViolationText(game, each.code, each.severity, message(each, game), each.rule, printed_names(original, each))
        for original, each in pairs
    ]


def cards_in(deck: Deck) -> set[Card]:
    return {entry.card for _zone, entry in deck.all_entries()}


def named_cards(verdicts: Iterable[Verdict]) -> Collection[Card]:
    """The cards that verdicts of one game name, in a query or few."""
    verdicts = list(verdicts)
    violations = [each for verdict in verdicts for each in verdict.violations]
    keys = {card.key for each in violations for card in each.cards if card.key}
    masters = {fold(str(each.params["master"])) for each in violations if each.params.get("master")}
    game = get(verdicts[0].game) if keys or masters else None
    if game is None:
        return ()
    cards = cards_by_key(game, keys) if keys else {}
    by_name = cards_by_name(game, masters) if masters else {}
    return {*cards.values(), *chain.from_iterable(by_name.values())}


class Zone(NamedTuple):
    """A zone of a printed list: its cards, and the copies and text of unrecognized lines."""

    label: str
    size: int
    rows: tuple[DeckLine, ...]
    lines: list[tuple[int, str]]


def zones(deck: Deck, game: Game) -> list[Zone]:
    """The zones of a list that are not empty."""
    result = []
    for zone in game.zones:
        rows = deck.zones.get(zone.slug, ())
        lines = [(line.count, line.text) for line in deck.unknown if line.zone == zone.slug]
        if rows or lines:
            result.append(Zone(read(zone.label), deck.size(zone.slug), rows, lines))
    return result


def receipt(event: Event, submission: Submission) -> dict[str, Any]:
    """A submitted list: its receipt, and the verdict as of now or of the start."""
    require(submission, "receipt", stored_receipt(submission) is submission.receipt)
    deck, verdict = selectors.deck_of(event, submission), gate.verdict(event, submission)
    readiness = gate.readiness(event, submission.entry)
    return {
        "submission": submission,
        "entry": submission.entry,
        "zones": zones(deck, get(event.game)),
        "declared": declarations_html(deck.declarations, get(event.game)),
        "findings": findings(verdict, cards_in(deck)),
        "verdict": verdict,
        "judged_by": [f"{_title(event, slug)} {version}" for slug, version in submission.receipt["lists"]],
        "judged_for": date.fromisoformat(submission.receipt["on"]),
        "differs": verdict.status != submission.status,
        "override": readiness.override if readiness.submission == submission else None,
    }


def _title(event: Event, slug: str) -> str:
    """The title of a restriction list, even if it no longer applies to the event."""
    if slug in (own_slug(event), sets_slug(event)):
        return str(OWN_LIST if slug == own_slug(event) else OWN_SETS)
    lists = restriction_lists(get(event.game))
    titles = {each.slug: each.title for each in lists} | {each.slug: each.title for each in pinned_lists(event)}
    return titles.get(slug, slug)


class ListLink(NamedTuple):
    """A restriction list of an event, with the URL of its page, if there is one."""

    name: str
    url: str


def pinned_rules(event: Event) -> list[ListLink]:
    """The restriction lists pinned to an event, without its own one (see `own_rules`)."""
    if not event.pinned:
        return []
    pages = {
        (each.slug, each.version): restrictions_pages.list_url(each) for each in restriction_lists(get(event.game))
    }
    return [
        ListLink(f"{each.title} {each.version}", pages.get((each.slug, each.version), ""))
        for each in pinned_lists(event)
    ]


def allowed_sets_text(event: Event) -> str:
    """The sets an event allows, in words; "" if it allows all."""
    codes = allowed_sets(event)
    return sets_words(codes if event.sets is not None else None) if codes else ""


def own_rules(event: Event) -> list[restrictions_pages.Group]:
    """The organiser's own list in words, with its cards, banned ones first."""
    own = [each for each in lists_of(event) if each.slug == own_slug(event)]
    return [group for each in own for group in restrictions_pages.groups(get(event.game), each)]


AT_ONCE = 4
"""Findings of an entry that the roster shows; of more it collapses all but the first few."""


class RosterEntry(NamedTuple):
    """An entry on the roster. `entry_path`, `list_path`: the URLs of its pages, if there are many lines."""

    readiness: Readiness
    label: str
    colour: str
    findings: list[ViolationText]
    entry_path: str = ""
    list_path: str = ""

    @property
    def first(self) -> list[ViolationText]:
        return self.findings if len(self.findings) <= AT_ONCE else self.findings[: AT_ONCE - 1]

    @property
    def others(self) -> list[ViolationText]:
        return self.findings[len(self.first) :]


def roster_entry(readiness: Readiness, cards: Collection[Card] | None = None) -> RosterEntry:
    findings_, state = findings(readiness.verdict, cards) if readiness.verdict else [], readiness.state
    return RosterEntry(readiness, str(READINESS_WORDS[state]), COLOURS[state], findings_)


def roster_entries(event: Event, states: Iterable[Readiness]) -> list[RosterEntry]:
    """The lines of many entries. Cards and URLs are looked up once for all: for each it takes longer than the rest."""
    states = list(states)
    cards = named_cards(each.verdict for each in states if each.verdict)
    first = reverse("events:receipt", args=[event.slug, 0, 0]).removesuffix("0/0/")
    result = []
    for each in states:
        path = f"{first}{each.entry.number}/"
        list_path = f"{path}{each.submission.version}/" if each.submission else ""
        result.append(roster_entry(each, cards)._replace(entry_path=path, list_path=list_path))
    return result


class Count(NamedTuple):
    """The number of entries in a state."""

    state: str
    label: str
    colour: str
    count: int  # type: ignore[assignment]  # instead of the method of tuples


def state_counts(counts: Mapping[str, int]) -> list[Count]:
    """The number of entries in each state, those that need attention first."""
    return [
        Count(state, str(READINESS_WORDS[state]), COLOURS[state], count) for state, count in counts.items() if count
    ]


def key_link(request: HttpRequest, event: Event, key: str) -> str:
    """The entry link of a player without an account."""
    return request.build_absolute_uri(reverse("events:open", args=[event.slug, key]))


class Tile(NamedTuple):
    """An event in a list. `game`: None if the event cannot be read; `taken`: its number of players."""

    event: Event
    game: Game | None
    format: str
    state: State
    taken: int


def tiles(events_: Iterable[Event]) -> list[Tile]:
    events_, now = list(events_), clock.now()
    counts, result = selectors.player_counts(events_) if events_ else {}, []
    sound = {event.pk for event in sound_rows(events_, check_row)}
    for event in events_:
        if event.pk not in sound:
            result.append(Tile(event, None, "", event.state(now), counts.get(event.pk, 0)))
            continue
        game = get(event.game)
        format = read(game.format(event.format).label)
        result.append(Tile(event, game, format, event.state(now), counts.get(event.pk, 0)))
    return result
