"""Pages of events for everybody: which there are, a new one, and one with what it asks of its players."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckbuilder.decks.pictures import qr
from deckbuilder.events import access, pages, selectors, services
from deckbuilder.events.errors import EventError
from deckbuilder.events.forms import EventForm
from deckbuilder.events.sentences import event_error

SHOWN = 60
"""So many events are listed of each sort."""


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The events a person runs or plays, and those that are announced."""
    user = access.user_of(request)
    mine = selectors.events_of(user)[:SHOWN] if user else []
    known = {event.pk for event in mine}
    others = [event for event in selectors.upcoming()[:SHOWN] if event.pk not in known]
    context = {"mine": pages.tiles(mine), "others": pages.tiles(others)}
    return render(request, "events/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Who creates an event organises it."""
    form = EventForm(request.POST or None)
    user = access.user_of(request)
    if user and request.method == "POST" and form.is_valid():
        try:
            event = services.create(form.cleaned_data["game"], by=user, **form.asked())
            return redirect("events:page", event.slug)
        except EventError as error:
            form.refuse(error)
    return render(request, "events/create.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """What, when and where; how to take part; and one's own entries with their lists."""
    event = access.seen(slug)
    context = pages.head(request, event)
    own = list(access.own_entries(request, event))
    taken = selectors.playing(event).count()
    context |= {
        "own": [pages.line(selectors.standing(event, entry)) for entry in own],
        "registered": any(entry.user_id and not entry.dropped_at for entry in own),
        "taken": taken,
        "full": event.capacity is not None and taken >= event.capacity,
    }
    return render(request, "events/page.html", context)


@require_safe
def qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The event's link, to be read off a screen or a poster."""
    link = request.build_absolute_uri(access.seen(slug).get_absolute_url())
    return HttpResponse(qr(link), content_type="image/svg+xml")


@require_POST
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Take part, with the name for the roster and an answer to what it asks."""
    event = access.seen(slug)
    user = access.user_of(request)
    if user is None:
        return redirect_to_login(event.get_absolute_url())
    try:
        entry = services.register(
            event, by=user, name=request.POST.get("name", ""), answer=request.POST.get("answer", "")
        )
    except EventError as error:
        messages.error(request, event_error(error))
        return redirect("events:page", slug)
    messages.success(request, _("You take part. Now hand in your list."))
    return redirect("events:entry", slug, entry.number)


@require_safe
def open_entry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """From the link a player without an account keeps to their entry; this browser may act for them from now on."""
    entry = access.opened(request, slug, key)
    access.remember(request, entry)
    return redirect("events:entry", slug, entry.number)
