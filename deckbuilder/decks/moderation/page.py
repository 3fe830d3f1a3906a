"""What moderators are shown of reports and of people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from deckbuilder.accounts.models import Suspension, User
from deckbuilder.common.http.pagination import get_page
from deckbuilder.common.labels import read
from deckbuilder.decks.models import Comment, Deck, ModerationEntry, Reason, Report, Visibility
from deckbuilder.decks.moderation import selectors
from deckbuilder.decks.moderation.services import DAYS
from deckbuilder.decks.to_games import SLUGS
from games.engine.model.game import Game
from games.registry import get

PAGE = 20
LOG_PAGE = 50
SHOWN = 20
"""Decks and comments on the page of a person."""


class Case(NamedTuple):
    """A reported deck or comment with its open reports. `texts`: title and text when it was reported, each once."""

    deck: Deck
    comment: Comment | None
    game: str
    person: User | None
    texts: list[tuple[str, str]]
    reports: list[Report]
    reason: str
    """The one that most people gave."""
    address: str
    """Of the deck, if it can be read; "" else."""


def queue(games: tuple[Game, ...], number: str | None) -> dict[str, Any]:
    """A page of the open reports by thing. Raises NotFoundError for a page that there is not."""
    page = get_page(selectors.things(games), PAGE, number)
    groups = selectors.reports_of(page, games)
    return {
        "page": page,
        "game_names": game_names(games),
        "reasons": REASONS,
        "cases": [_case(reports) for reports in groups.values() if reports],
    }


def _case(reports: list[Report]) -> Case:
    deck, comment = reports[0].deck, reports[0].comment
    texts = list(dict.fromkeys((report.title, report.text) for report in reports))
    reason = Counter(report.reason for report in reports).most_common(1)[0][0]
    address = deck.get_absolute_url() if deck.visibility != Visibility.PRIVATE else ""
    if comment and address:
        address = f"{address}#comment-{comment.pk}" if deck.visibility == Visibility.PUBLIC else ""
    person = comment.author if comment else deck.owner
    return Case(deck, comment, game_name(deck.game), person, texts, reports, reason, address)


REASONS = [(value, label) for value, label in Reason.choices]
WHAT = Suspension.What.choices


def day_choices() -> list[tuple[str, str]]:
    days = [(str(each), ngettext("{count} day", "{count} days", each).format(count=each)) for each in DAYS]
    return [*days, ("", _("For good"))]


class HiddenDeck(NamedTuple):
    """A deck that staff have hidden, by the title that it had then."""

    deck: Deck
    title: str


def person_page(person: User, games: tuple[Game, ...]) -> dict[str, Any]:
    hidden = list(selectors.hidden_decks_of(person, games)[:SHOWN])
    titles = selectors.titles_of(hidden)
    public = selectors.public_decks_of(person, games)
    return {
        "person": person,
        "game_names": game_names(games),
        "decks": public[:SHOWN],
        "deck_count": public.count(),
        "hidden_decks": [HiddenDeck(deck, titles.get(deck.pk, "")) for deck in hidden],
        "hidden_count": selectors.hidden_decks_of(person, games).count(),
        "comments": selectors.comments_of(person, games)[:SHOWN],
        "suspensions": selectors.suspensions_in(person, games),
        "entries": log_lines(selectors.log_of(games, person)[:SHOWN]),
        "reasons": REASONS,
        "what": WHAT,
        "days": day_choices(),
    }


class LogLine(NamedTuple):
    """An entry of the log in words. `title`: of the deck, or the beginning of the comment; `what`: from what somebody
    was suspended, "" if it is about something else."""

    entry: ModerationEntry
    game: str
    title: str
    what: str


def log_lines(entries: Iterable[ModerationEntry]) -> list[LogLine]:
    labels = dict(Suspension.What.choices)
    suspending = (ModerationEntry.Action.SUSPEND, ModerationEntry.Action.LIFT)
    return [
        LogLine(each, game_name(each.game), "", str(labels.get(each.title, "")))
        if each.action in suspending
        else LogLine(each, game_name(each.game), each.title, "")
        for each in entries
    ]


def game_name(slug: str) -> str:
    return read(get(slug).name) if slug in SLUGS else slug


def game_names(games: Iterable[Game]) -> str:
    return _(", ").join(read(game.name) for game in games)


REPORT_THANKS = gettext_lazy("Thank you. The moderators of this game will look at it.")
