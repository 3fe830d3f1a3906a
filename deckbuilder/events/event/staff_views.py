"""Staff pages of an event: roster, start, staff, log and settings."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckbuilder.common.http.pagination import get_page
from deckbuilder.events import access, pages, selectors
from deckbuilder.events.event import services, start_pages
from deckbuilder.events.event.forms import EventForm
from deckbuilder.events.gate import views
from deckbuilder.events.models import Event, RoleName
from deckbuilder.events.readiness import gate
from deckbuilder.events.readiness.states import STATES
from deckbuilder.events.results.files import TYPES
from deckbuilder.events.roster.files import roster_csv
from deckbuilder.events.sentences import log_sentence

PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change an event; from its start on, only what does not affect verdicts."""
    event = access.require_organiser(request, slug)
    form, user = _form(event, request.POST or None), access.require_user(request)
    if form.attempt(lambda: services.change(event, by=user, **form.changed_fields())):
        return redirect("events:page", slug)
    return _edit(request, event, form, status=form.status)


def _form(event: Event, data: Any = None) -> EventForm:
    return EventForm(data, event=event, only=services.LATER if event.started_at or event.ended_at else ())


def _edit(request: HttpRequest, event: Event, form: EventForm, problem: str = "", status: int = 200) -> HttpResponse:
    context = pages.head(request, event) | {"form": form, "problem": problem}
    context |= {"deletable": not selectors.has_lists(event), "entered": event.entries.count()}
    return render(request, "events/edit.html", context, status=status)


@require_safe
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """The roster with the readiness of each entry, and what prevents the start. `state`, `q`: filters."""
    return _roster(request, access.require_staff(request, slug))


def _roster(request: HttpRequest, event: Event, problem: str = "", status: int = 200) -> HttpResponse:
    overview = gate.overview(event)
    state, query = request.GET.get("state", ""), request.GET.get("q", "").strip()
    if state and state not in STATES:
        problem, status = _("There is no state “{state}”. Choose one below.").format(state=state), 422
        state = ""
    lines = overview.entries(state) if state else overview.entries()
    lines = lines.only(selectors.entries_like(event, query)) if query else lines
    page = get_page(lines, PAGE, request.GET.get("page"))
    obstacles = start_pages.obstacles(event, overview, overview.total)
    visit = access.visit(request, event)
    context = pages.head(request, event, visit) | {
        **views.judging_context(event, overview.waiting),
        "counts": pages.state_counts(overview.counts),
        "chosen": state,
        "query": query,
        "page": page,
        "lines": pages.roster_entries(event, page),
        "total": overview.total,
        "obstacles": obstacles,
        "gate_sentence": start_pages.gate_sentence(event, visit.state, obstacles),
        "problem": problem,
    }
    return render(request, "events/roster.html", context, status=status)


@require_safe
def roster_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The roster as CSV."""
    event = access.require_staff(request, slug)
    response = StreamingHttpResponse(roster_csv(event), content_type=TYPES["csv"])
    response["Content-Disposition"] = f'attachment; filename="roster-{event.slug}.csv"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """An overview of the start and of what prevents it; `early`: start before the deadline."""
    event = access.require_organiser(request, slug)
    problem, status = "", 200
    if request.method == "POST":
        seen, early = request.POST.get("seen", ""), "early" in request.POST
        by = access.require_user(request)
        problem, status = pages.attempt(lambda: services.start(event, by=by, early=early, seen=seen))
        if not problem:
            return redirect("events:roster", slug)
    context = pages.head(request, event) | start_pages.start_context(event) | {"problem": problem}
    return render(request, "events/start.html", context, status=status)


@require_POST
def end(request: HttpRequest, slug: str) -> HttpResponse:
    event = access.require_organiser(request, slug)
    problem, status = pages.attempt(lambda: services.end(event, by=access.require_user(request)))
    return _roster(request, event, problem, status) if problem else redirect("events:roster", slug)


@require_POST
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the event off, with a public reason."""
    event, reason = access.require_organiser(request, slug), request.POST.get("reason", "")
    problem, status = pages.attempt(lambda: services.cancel(event, by=access.require_user(request), reason=reason))
    if problem:
        return _edit(request, event, _form(event), problem, status)
    return redirect("events:tell" if selectors.playing(event).exists() else "events:page", slug)


@require_POST
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Archive an event that is over, or restore it (`do`)."""
    event, back = access.require_organiser(request, slug), request.POST.get("do") == "back"
    problem, status = pages.attempt(lambda: services.archive(event, by=access.require_user(request), back=back))
    return _edit(request, event, _form(event), problem, status) if problem else redirect("events:edit", slug)


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete an event without submitted lists."""
    event = access.require_organiser(request, slug)
    problem, status = pages.attempt(lambda: services.delete(event))
    if problem:
        return _edit(request, event, _form(event), problem, status)
    messages.success(request, _("“{name}” deleted.").format(name=event.name))
    return redirect("events:list")


@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """The event's staff; `user` and `role` give somebody a role, "" removes it."""
    event = access.require_organiser(request, slug)
    problem, status = "", 200
    if request.method == "POST":
        problem, status = pages.attempt(lambda: _give(request, event))
        if not problem:
            return redirect("events:staff" if access.role(request, event) else "events:page", slug)
    roles = event.roles.select_related("user")
    plays = dict(selectors.playing(event).filter(user__in=roles.values("user")).values_list("user", "number"))
    rows = [(each, plays.get(each.user_id)) for each in roles]
    context = pages.head(request, event) | {"roles": rows, "choices": RoleName.choices, "problem": problem}
    return render(request, "events/staff.html", context | {"name": request.POST.get("user", "")}, status=status)


def _give(request: HttpRequest, event: Event) -> None:
    user, by = selectors.get_user(request.POST.get("user", "").strip()), access.require_user(request)
    if role := request.POST.get("role", ""):
        services.add_role(event, user, role, by=by)
    else:
        services.remove_role(event, user, by=by)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The log, latest first."""
    event = access.require_staff(request, slug)
    entries = event.log.select_related("about")
    page = get_page(entries, PAGE, request.GET.get("page"))
    context = pages.head(request, event) | {"page": page, "log": [(each, log_sentence(each)) for each in page]}
    return render(request, "events/log.html", context)
