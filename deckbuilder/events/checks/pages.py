"""Template contexts of the deck check pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import get_language
from markupsafe import Markup, escape

from deckbuilder.catalog.selectors import cards_by_key
from deckbuilder.common.labels import declarations_html, read, with_note
from deckbuilder.common.names import name_html, reader_label, reader_name
from deckbuilder.events.checks import selectors
from deckbuilder.events.checks.forms import Typed
from deckbuilder.events.checks.selectors import CheckLine, Difference, Match
from deckbuilder.events.models import DeckCheck, Outcome, Submission
from deckbuilder.events.sheets.pages import variant_label
from deckbuilder.events.to_games import stored_deck
from games.engine.model.cards import Card
from games.engine.model.game import Game

COLOURS = {
    Outcome.CLEAN: "legal", Outcome.CORRECTED: "incomplete", Outcome.WARNING: "incomplete",
    Outcome.PENALTY: "illegal", Outcome.DISQUALIFIED: "illegal",
}  # fmt: skip
"""The badge colour of each outcome."""


class DifferenceRow(NamedTuple):
    """A difference. `name`: of the card, as HTML; `zone`: its label, unless it is the zone the deck is drawn from."""

    name: Markup
    zone: str
    listed: int
    found: int


class CheckSummary(NamedTuple):
    """A recorded check."""

    check: DeckCheck
    colour: str
    differences: list[DifferenceRow]
    uncounted: int


def summaries(checks: Iterable[DeckCheck], game: Game) -> list[CheckSummary]:
    differences = {check: selectors.differences(check) for check in checks}
    cards = cards_by_key(game, {each.key for rows in differences.values() for each in rows if each.key})
    return [
        CheckSummary(
            check,
            COLOURS[Outcome(check.outcome)],
            [_difference_row(each, game, cards.get(each.key)) for each in rows],
            selectors.uncounted_lines(check),
        )
        for check, rows in differences.items()
    ]


def _difference_row(difference: Difference, game: Game, card: Card | None) -> DifferenceRow:
    """The card has the reader's name, unless it was renamed after the check."""
    name, language = escape(difference.name), get_language() or "en"
    if card is not None and difference.name.startswith(card.name):
        name = name_html(game, card, language, reader_label(difference.name, card))
    zone = next((each for each in game.zones if each.slug == difference.zone), None)
    label = read(zone.label) if zone and zone.slug not in game.opening.zones else ""
    return DifferenceRow(name, label, difference.listed, difference.found)


class Counter(NamedTuple):
    """A line to count: its position in the list, what distinguishes its card from others of the name, and the input."""

    position: int
    line: CheckLine
    name: str
    sort: str
    ticked: bool
    typed: str

    @property
    def label(self) -> str:
        """The label of its field."""
        if self.line.card is None:
            return self.line.name
        name = reader_name(self.line.card)
        return with_note(name, self.sort) if self.sort else name

    @property
    def differs(self) -> bool:
        return bool(self.typed) and self.typed != str(self.line.listed)


class CountedZone(NamedTuple):
    """The lines of a zone. `folded`: everybody has the same cards there, so they are collapsed."""

    slug: str
    label: str
    size: int
    rows: list[Counter]
    folded: bool
    ticked: bool


def zones(typed: Typed) -> list[CountedZone]:
    result = []
    for zone in typed.game.zones:
        rows = [_counter(typed, index, line) for index, line in enumerate(typed.lines) if line.zone == zone.slug]
        if rows:
            size = sum(row.line.listed for row in rows)
            is_folded = zone.prefill is not None and not any(row.ticked or row.typed for row in rows)
            result.append(CountedZone(zone.slug, read(zone.label), size, rows, is_folded, zone.slug in typed.zones))
    return result


def _counter(typed: Typed, index: int, line: CheckLine) -> Counter:
    name, sort = line.name, ""
    if line.card is not None:
        name, sort = line.card.name, "" if line.name == line.card.name else _sort(typed.game, line)
    return Counter(index, line, name, sort, index in typed.ticks, typed.numbers[index])


def _sort(game: Game, line: CheckLine) -> str:
    assert line.card is not None
    fields = [name for name in game.identity if name != "name"]
    return variant_label(game, line.card, fields) or line.card.codes[0]


def declared_values(submission: Submission, game: Game) -> list[str]:
    return declarations_html(stored_deck(submission)["declarations"], game)


def check_url(match: Match) -> str:
    """The URL of an entry's check; it contains the version if a fingerprint was searched."""
    path = reverse("events:check", args=[match.entry.event.slug, match.entry.number])
    return f"{path}?list={match.submission.version}" if match.submission else path
