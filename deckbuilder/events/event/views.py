"""Public event pages: the list of events, creating one, and an event's page with registration."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckbuilder.accounts.limits import count_creation
from deckbuilder.common.http.pagination import get_page
from deckbuilder.decks.exports.pictures import qr
from deckbuilder.events import access, pages, rights, selectors
from deckbuilder.events.entries import recipients
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.entries.forms import EntryForm
from deckbuilder.events.event import services
from deckbuilder.events.event.forms import EventForm
from deckbuilder.events.models import Entry, Event, RoleName, State
from deckbuilder.events.pins.selectors import is_undecided
from deckbuilder.events.readiness import gate
from games.registry import GAMES

SHOWN = 60
"""Events of each kind on a page."""

SHOWN_OVER = 12
"""Past events on a page."""


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The events a person runs or plays, and listed ones. `game`, `mine`, `archived`: filters."""
    user, (game_filter, problem) = access.user_of(request), _game(request)
    own = (selectors.events_of(user) if user else Event.objects.none()).filter(**game_filter)
    with_archived = user is not None and "archived" in request.GET
    alone = with_archived or (user is not None and "mine" in request.GET)
    archive = own.exclude(archived_at=None)
    own = archive if with_archived else own.filter(archived_at=None)
    others = selectors.upcoming().filter(**game_filter).exclude(pk__in=own.order_by().values("pk"))
    page = get_page(own if alone else others, SHOWN, request.GET.get("page"))
    context = {"alone": alone, "page": page, "games": GAMES, "chosen": game_filter.get("game", ""), "problem": problem}
    context |= {"archived": with_archived, "shelved": archive.count()}
    context |= {"others": pages.tiles(page)} if alone else _by_state(page)
    if not alone and page.number == 1:
        own_list = list(own[: SHOWN + 1])
        over = selectors.over().filter(**game_filter).exclude(pk__in=own.order_by().values("pk"))[:SHOWN_OVER]
        context |= {"mine": pages.tiles(own_list[:SHOWN]), "more": len(own_list) > SHOWN, "over": pages.tiles(over)}
    return render(request, "events/list.html", context, status=422 if problem else 200)


def _game(request: HttpRequest) -> tuple[dict[str, str], str]:
    """The game to filter by, and an error if there is no such game."""
    game = request.GET.get("game", "")
    if not game or game in {each.slug for each in GAMES}:
        return ({"game": game} if game else {}), ""
    return {}, _("There is no game “{value}”. Choose one below.").format(value=game)


def _by_state(events: Iterable[Event]) -> dict[str, Any]:
    """Running events, and upcoming ones."""
    tiles = pages.tiles(events)
    return {
        "under_way": [tile for tile in tiles if tile.state == State.STARTED],
        "others": [tile for tile in tiles if tile.state != State.STARTED],
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Create an event; the creator is its organiser."""
    form, user, nonce = EventForm(request.POST or None), access.require_user(request), request.POST.get("nonce", "")

    def work() -> Event:
        with count_creation(request, "event"):
            return services.create(form.cleaned_data["game"], by=user, nonce=nonce, **form.changed_fields())

    if event := form.attempt(work):
        return redirect("events:page", event.slug)
    context = {"form": form, "nonce": pages.nonce_for(form)}
    return render(request, "events/create.html", context, status=form.status)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The details of an event, registration, and the reader's own entries with their lists."""
    event, user = access.get_event(slug), access.user_of(request)
    return _page(request, event, EntryForm(event=event, initial={"name": user.username} if user else {}))


def _page(request: HttpRequest, event: Event, form: EntryForm) -> HttpResponse:
    visit = access.visit(request, event)
    own = list(access.own_entries(request, event))
    players = selectors.playing(event).count()
    context = pages.head(request, event, visit) | {
        "own": [pages.roster_entry(gate.readiness(event, entry)) for entry in own],
        "registered": any(entry.user_id and not entry.dropped_at for entry in own),
        "form": form,
        "registers": event.registers(visit.now),
        "taken": players,
        "full": rights.places_left(event, players) == 0,
        "judged_by": pages.pinned_rules(event),
        "newer_lists": visit.role == RoleName.ORGANISER and is_undecided(event),
        "own_rules": pages.own_rules(event),
        "sets": pages.allowed_sets_text(event),
    }
    return render(request, "events/page.html", context, status=form.status)


@require_safe
def qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The event's link as a QR code."""
    link = request.build_absolute_uri(access.get_event(slug).get_absolute_url())
    return HttpResponse(qr(link), content_type="image/svg+xml")


@require_POST
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Register, with a name for the roster and an answer to the organiser's question."""
    event = access.get_event(slug)
    user = access.user_of(request)
    if user is None:
        return redirect_to_login(event.get_absolute_url())
    form = EntryForm(request.POST, event=event, initial={})

    def work() -> Entry:
        with count_creation(request, "entry"):
            return entry_services.register(event, by=user, **form.cleaned_data)

    entry = form.attempt(work)
    if entry is None:
        return _page(request, event, form)
    messages.success(request, _("You are registered. Now submit your list."))
    return redirect("events:entry", slug, entry.number)


@require_safe
def open_entry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Open an entry by its link; from then on this browser may act for it."""
    entry = access.entry_by_key(request, slug, key)
    access.remember_entry(request, entry)
    if request.method == "GET":
        recipients.confirm_email(entry, access.user_of(request))
    return redirect("events:entry", slug, entry.number)
