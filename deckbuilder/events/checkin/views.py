"""The check-in page, made for a phone, and dropping no-shows."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from deckbuilder.common.http.pagination import get_page
from deckbuilder.common.input import whole_number
from deckbuilder.events import access, pages
from deckbuilder.events.checkin import selectors, services
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event
from deckbuilder.events.sentences import event_error

PAGE = 200
SHOWN: dict[str, Any] = {
    "waited-for": gettext_lazy("Not checked in"),
    "here": gettext_lazy("Here"),
    "all": gettext_lazy("All"),
}


@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """The check-in. `show`, `q`: filters. Posting the `number` of a player checks them in, or undoes it (`here`)."""
    event = access.require_staff(request, slug)
    if request.method == "POST":
        return _toggle(request, event)
    show, query = _show(request), request.GET.get("q", "").strip()
    page = get_page(selectors.players(event, show, query), PAGE, request.GET.get("page"))
    context = _context(request, event) | {"page": page, "show": show, "query": query}
    return render(request, "events/checkin.html", context)


def _show(request: HttpRequest) -> str:
    show = request.GET.get("show", "")
    return show if show in SHOWN else "all"


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    presence = selectors.presence(event)
    counts = {"waited-for": presence.away, "here": presence.here, "all": presence.playing}
    return pages.head(request, event) | {
        "presence": presence,
        "chips": [(name, label, counts[name]) for name, label in SHOWN.items()],
    }


def _toggle(request: HttpRequest, event: Event) -> HttpResponse:
    """The player's row with the counts, for htmx; otherwise a redirect to the same page."""
    entry = _entry(event, request.POST.get("number", ""))
    work = services.check_in if request.POST.get("here") == "1" else services.undo
    target = reverse("events:check-in", args=[event.slug])
    if params := {name: request.POST[name] for name in ("show", "q", "page") if request.POST.get(name)}:
        target = f"{target}?{urlencode(params)}"
    try:
        work(entry, by=access.require_user(request))
    except EventError as error:
        messages.error(request, event_error(error))
        return HttpResponse(headers={"HX-Redirect": target}) if request.htmx else redirect(target)  # type: ignore[attr-defined]
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{target}#entry-{entry.number}")
    context = _context(request, event) | {"entry": selectors.players(event).get(pk=entry.pk), "swapped": True}
    context |= {name: request.POST.get(name, "") for name in ("show",)} | {"query": request.POST.get("q", "")}
    return render(request, "events/_checkin_row.html", context)


def _entry(event: Event, number: str) -> Entry:
    """Raises Http404."""
    entry = Entry.objects.filter(event=event, number=whole_number(number) or 0).select_related("event").first()
    if entry is None:
        raise Http404
    return entry


@require_http_methods(["GET", "HEAD", "POST"])
def no_shows(request: HttpRequest, slug: str) -> HttpResponse:
    """The no-shows; posting drops them."""
    event = access.require_organiser(request, slug)
    problem, status = "", 200
    if request.method == "POST":
        try:
            seen = request.POST.get("seen", "")
            entries = services.drop_no_shows(event, by=access.require_user(request), seen=seen)
        except EventError as error:
            problem, status = event_error(error), error.status
        else:
            message = ngettext("{count} player dropped.", "{count} players dropped.", len(entries))
            messages.success(request, message.format(count=len(entries)))
            return redirect("events:roster", slug)
    missing = selectors.no_shows(event)
    context = _context(request, event) | {"missing": missing, "seen": selectors.digest(missing)}
    return render(request, "events/no_shows.html", context | {"problem": problem}, status=status)
