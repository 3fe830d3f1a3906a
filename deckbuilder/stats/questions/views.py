"""The page of a game's questions about a deck."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from deckbuilder.decks import access
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.verdicts.understanding_page import understanding_of
from deckbuilder.stats import forms
from deckbuilder.stats.odds.sentences import unreadable
from deckbuilder.stats.pages import head, without
from deckbuilder.stats.questions import pages
from deckbuilder.stats.questions.sentences import seen_error
from games.engine.model.opening import SEATS
from games.engine.odds.exact import Unreadable
from games.engine.odds.seen_cards import MAX_DIGITS, SeenError
from games.registry import get

SEEN = "seen:"
"""The prefix of query parameters that say how many copies of a named card were seen."""


@require_safe
def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """The game's questions about a deck, answered exactly or by its last simulation."""
    deck = access.readable(request, slug)
    engine_deck, seat = to_deck(deck), request.GET.get("seat", "first")
    if seat not in SEATS:
        message = _("There is no seat “{seat}”. Choose “first” or “second”.").format(seat=seat[:50])
        context = head(request, deck, "questions") | {"unreadable": message}
        return render(request, "stats/questions.html", context, status=422)
    part = understanding_of(engine_deck, get(deck.game))
    context = head(request, deck, "questions") | {"seats": forms.SEATS, "seat": seat, "part": part}
    context["query"] = without(request.GET, "seat")
    try:
        page = pages.page(engine_deck, seat, _seen_counts(request.GET), deck.pk)
        context |= {"page": page, "empty": not page.answers and not page.seen_count}
    except Unreadable as error:
        context["unreadable"] = unreadable(error)
    except SeenError as error:
        context["page"] = pages.page(engine_deck, seat, {}, deck.pk)
        return render(request, "stats/questions.html", context | {"mistake": seen_error(error)}, status=422)
    return render(request, "stats/questions.html", context)


def _seen_counts(query: QueryDict) -> dict[str, int]:
    """The number of copies seen, by card name. Raises SeenError."""
    texts = {key.removeprefix(SEEN): str(query.get(key, "")).strip() for key in query if key.startswith(SEEN)}
    for name, text in texts.items():
        if text and not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
            raise SeenError("not-seen-cards", text=f"{text} {name}")
    return {name: int(text) for name, text in texts.items() if text}
