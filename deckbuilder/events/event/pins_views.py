"""The page on which an organiser applies newer restriction lists or keeps the current ones."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from deckbuilder.events import access, pages
from deckbuilder.events.errors import EventError
from deckbuilder.events.event.pins_pages import comparisons
from deckbuilder.events.pins import selectors, services
from deckbuilder.events.sentences import event_error


@require_http_methods(["GET", "HEAD", "POST"])
def pins_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What the newest lists change, and for whom; `do`: use them, keep the pinned ones for a `reason`, or
    settle an entry that names no card."""
    event = access.require_organiser(request, slug)
    problem, status = "", 200
    if request.method == "POST":
        by, seen = access.require_user(request), request.POST.get("seen", "")
        try:
            if request.POST.get("do") == "settle":
                services.decide_entry(
                    event,
                    by=by,
                    list_key=request.POST.get("place", ""),
                    entry=request.POST.get("entry", ""),
                    do=request.POST.get("decision", ""),
                    card=request.POST.get("card", ""),
                    reason=request.POST.get("reason", ""),
                )
                return redirect("events:pins", slug)
            if request.POST.get("do") == "keep":
                services.keep_pins(event, by=by, reason=request.POST.get("reason", ""), seen=seen)
            else:
                services.pin(event, by=by, seen=seen)
            return redirect("events:roster", slug)
        except EventError as error:
            problem, status = event_error(error), error.status
    entries = selectors.affected_entries(event)
    now, then = (pages.roster_entries(event, states) for states in zip(*entries, strict=True)) if entries else ((), ())
    context = pages.head(request, event) | {
        "comparisons": comparisons(event) if selectors.is_outdated(event) else [],
        "affected": list(zip(now, then, strict=True)),
        "kept": selectors.kept_choice(event),
        "open_entries": selectors.open_entries(event),
        "seen": selectors.digest(event),
        "problem": problem,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "events/pins.html", context, status=status)
