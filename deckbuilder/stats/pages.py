"""What the pages of a deck's statistics share."""

from typing import Any

from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from deckbuilder.decks import access
from deckbuilder.decks.models import Deck
from games.engine.model.opening import Seat
from games.registry import get


def head(request: HttpRequest, deck: Deck, tab: str) -> dict[str, object]:
    """The context for the header of every page of a deck's statistics."""
    game = get(deck.game)
    tabs = {
        "odds": _("Odds"),
        "questions": _("Questions"),
        "hands": _("Sample hands"),
        "keep": _("Mulligan"),
        "simulations": _("Simulations"),
    }
    if not game.opening.has_mulligan:
        del tabs["keep"]
    if not game.has_pilot:
        del tabs["simulations"]
    return {
        "deck": deck,
        "game": game,
        "opening": game.opening,
        "tab": tab,
        "tabs": tabs.items(),
        "may_edit": access.may_edit(request, deck),
    }


def goal_text(query: QueryDict) -> str:
    return query.get("goal", "").strip()


def page_url(name: str, slug: str, part: str = "", query: QueryDict | None = None, **changes: Any) -> str:
    """The URL of a part of a deck's page with this query, except for the parameters in `changes`."""
    changed_query = query.copy() if query else QueryDict(mutable=True)
    for key, value in changes.items():
        changed_query[key] = str(value)
    fragment = f"#{part}" if part else ""
    return f"{reverse(name, args=[slug])}?{changed_query.urlencode()}{fragment}"


def goal_links(deck: Deck, goal: str, turn: int, seat: Seat, *names: str) -> list[tuple[str, str]]:
    """URL and label of these pages, for the same goal."""
    game = get(deck.game)
    keep: dict[str, Any] = {"keep": "goal", "keep_turn": turn} if game.opening.has_mulligan else {}
    when: dict[str, Any] = {"turn": turn, "seat": seat}
    values: dict[str, dict[str, Any]] = {"simulations": keep, "hands": {"by": turn}, "maybe": when, "keep": when}
    labels = {
        "simulations": _("Simulate whole games with this goal"),
        "hands": _("Sample hands with advice for this goal"),
        "maybe": _("How cards on the maybe-board would affect it"),
        "keep": _("Which hands to keep for this goal"),
    }
    return [
        (page_url(f"stats:{name}", deck.slug, goal=goal, **values[name]), labels[name])
        for name in names
        if name != "simulations" or game.has_pilot
    ]


def without(query: QueryDict, *names: str) -> QueryDict:
    rest = query.copy()
    for name in names:
        rest.pop(name, None)
    return rest
