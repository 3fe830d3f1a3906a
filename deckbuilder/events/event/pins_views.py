"""The page on which an organiser applies newer restriction lists or keeps the current ones."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from deckbuilder.catalog.restrictions.pages import Comparison, compare
from deckbuilder.catalog.restrictions.selectors import with_ties
from deckbuilder.events import access, pages
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Event
from deckbuilder.events.pins import selectors, services
from deckbuilder.events.sentences import event_error
from deckbuilder.events.to_games import pinned_lists
from games.registry import get


@require_http_methods(["GET", "HEAD", "POST"])
def pins_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The changes of the newest lists, and the entries they affect. `do`: use these lists, keep the pinned ones for a
    `reason`, or settle an entry that names no card."""
    event = access.require_organiser(request, slug)
    problem, status = "", 200
    if request.method == "POST":
        try:
            return redirect(_decide(request, event), slug)
        except EventError as error:
            problem, status = event_error(error), error.status
    entries = selectors.affected_entries(event)
    now, then = (pages.roster_entries(event, states) for states in zip(*entries, strict=True)) if entries else ((), ())
    context = pages.head(request, event) | {
        "comparisons": _comparisons(event) if selectors.is_outdated(event) else [],
        "affected": list(zip(now, then, strict=True)),
        "kept": selectors.kept_choice(event),
        "open_entries": selectors.open_entries(event),
        "seen": selectors.digest(event),
        "problem": problem,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "events/pins.html", context, status=status)


def _decide(request: HttpRequest, event: Event) -> str:
    """Do what was chosen; the name of the page to show next. Raises EventError."""
    by, seen, reason = access.require_user(request), request.POST.get("seen", ""), request.POST.get("reason", "")
    if request.POST.get("do") == "settle":
        fields = {"list_key": "place", "entry": "entry", "do": "decision", "card": "card"}
        chosen = {name: request.POST.get(field, "") for name, field in fields.items()}
        services.decide_entry(event, by=by, reason=reason, **chosen)
        return "events:pins"
    if request.POST.get("do") == "keep":
        services.keep_pins(event, by=by, reason=reason, seen=seen)
    else:
        services.pin(event, by=by, seen=seen)
    return "events:roster"


def _comparisons(event: Event) -> list[Comparison]:
    """What the known lists change against those pinned, list by list."""
    game = get(event.game)
    pinned, known = (
        with_ties(game, pinned_lists(event, pins)) for pins in (event.pinned, selectors.known_lists(event))
    )
    old, new = ({each.slug: each for each in lists} for lists in (pinned, known))
    pairs = [(old.get(slug), new.get(slug)) for slug in sorted(old.keys() | new.keys())]
    return [compare(game, *pair) for pair in pairs if pair[0] != pair[1]]
