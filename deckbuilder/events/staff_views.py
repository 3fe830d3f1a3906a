"""Pages for those who run an event: its roster and gate, the people who help, its log, and changes to it."""

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckbuilder.accounts.models import User
from deckbuilder.events import access, gate, gate_views, pages, selectors, services
from deckbuilder.events.errors import EventError
from deckbuilder.events.forms import EventForm
from deckbuilder.events.models import Event, RoleName
from deckbuilder.events.sentences import event_error, log_sentence
from deckbuilder.events.standings import STATES

PAGE = 100


def _person(request: HttpRequest) -> User:
    """Who asks; nobody without an account has a role."""
    user = access.user_of(request)
    if user is None:
        raise Http404
    return user


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change an event before it starts."""
    event = access.organised(request, slug)
    form = EventForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            services.change(event, by=_person(request), **form.asked())
            return redirect("events:page", slug)
        except EventError as error:
            form.refuse(error)
    context = pages.head(request, event) | {"form": form}
    return render(request, "events/edit.html", context, status=422 if form.errors else 200)


@require_safe
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays and how each stands; what keeps the event from starting. `state`: only those."""
    return _roster(request, access.staffed(request, slug))


def _roster(request: HttpRequest, event: Event, problem: str = "", status: int = 200) -> HttpResponse:
    seen = gate.look(event)
    state = request.GET.get("state", "")
    if state and state not in STATES:
        problem, status = _("“{state}” is no standing; choose one of those below.").format(state=state), 422
        state = ""
    page = Paginator(seen.lines(state) if state else seen.lines(), PAGE).get_page(request.GET.get("page"))
    context = pages.head(request, event) | {
        **gate_views.judging_context(event, seen.waiting),
        "counts": pages.counted(seen.counts),
        "chosen": state,
        "page": page,
        "lines": [pages.line(each) for each in page],
        "total": seen.total,
        "unsettled": seen.unsettled,
        "waiting": seen.waiting,
        "outdated": selectors.pins_outdated(event),
        "nonce": pages.new_nonce(),
        "problem": problem,
    }
    return render(request, "events/roster.html", context, status=status)


@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a player without an account."""
    event = access.staffed(request, slug)
    asked = {name: request.POST.get(name, "") for name in ("name", "answer", "nonce")}
    try:
        entry = services.enter(event, by=_person(request), **asked)
    except EventError as error:
        return _roster(request, event, event_error(error), error.status)
    return redirect("events:entry", slug, entry.number)


@require_POST
def pin(request: HttpRequest, slug: str) -> HttpResponse:
    """Judge by the restriction lists as they are known today."""
    event = access.organised(request, slug)
    return _done(request, event, services.pin)


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start, or say what is in the way."""
    return _done(request, access.organised(request, slug), services.start)


@require_POST
def end(request: HttpRequest, slug: str) -> HttpResponse:
    return _done(request, access.organised(request, slug), services.end)


def _done(request: HttpRequest, event: Event, work: Callable[..., Event]) -> HttpResponse:
    try:
        work(event, by=_person(request))
    except EventError as error:
        return _roster(request, event, event_error(error), error.status)
    return redirect("events:roster", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who runs the event; `user` and `role` give somebody one, "" takes it."""
    event = access.organised(request, slug)
    problem, status = "", 200
    if request.method == "POST":
        try:
            _give(request, event)
            return redirect("events:staff" if access.role(request, event) else "events:page", slug)
        except EventError as error:
            problem, status = event_error(error), error.status
    roles = event.roles.select_related("user")
    context = pages.head(request, event) | {"roles": roles, "choices": RoleName.choices, "problem": problem}
    return render(request, "events/staff.html", context | {"name": request.POST.get("user", "")}, status=status)


def _give(request: HttpRequest, event: Event) -> None:
    name, role = request.POST.get("user", "").strip(), request.POST.get("role", "")
    user = selectors.person(name)
    if user is None:
        raise EventError("unknown-user", "user", value=name)
    if role:
        services.add_role(event, user, role, by=_person(request))
    else:
        services.remove_role(event, user, by=_person(request))


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """All that was done, the last first."""
    event = access.staffed(request, slug)
    entries = event.log.select_related("by", "about")
    page = Paginator(entries, PAGE).get_page(request.GET.get("page"))
    context = pages.head(request, event) | {"page": page, "told": [(each, log_sentence(each)) for each in page]}
    return render(request, "events/log.html", context)
