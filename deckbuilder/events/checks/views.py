"""Pages of deck checks, made for a judge's phone: find a list, count it, and record the result."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from deckbuilder.common.http.pagination import get_page
from deckbuilder.events import access, pages, selectors
from deckbuilder.events.checks import pages as check_pages
from deckbuilder.events.checks import selectors as check_selectors
from deckbuilder.events.checks import services
from deckbuilder.events.checks.forms import Typed
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Outcome, Submission
from deckbuilder.events.readiness import gate
from deckbuilder.events.sentences import event_error
from games.registry import get

PAGE = 50
MAX_FOUND = 30
"""Entries offered to choose from."""


@require_safe
def checks(request: HttpRequest, slug: str) -> HttpResponse:
    """Search a list by fingerprint, number or name (`q`); all recorded checks."""
    event = access.require_staff(request, slug)
    query = request.GET.get("q", "").strip()
    matches = check_selectors.find(event, query)
    if len(matches) == 1:
        return redirect(check_pages.check_url(matches[0]))
    page = get_page(check_selectors.checks_of(event), PAGE, request.GET.get("page"))
    context = pages.head(request, event) | {
        "query": query,
        "matches": matches[:MAX_FOUND],
        "total": len(matches),
        "more": max(len(matches) - MAX_FOUND, 0),
        "shortest": check_selectors.SHORTEST,
        "page": page,
        "checks": check_pages.summaries(page, get(event.game)),
        "checked": check_selectors.checks_of(event).values("submission__entry").distinct().count(),
        "players": selectors.playing(event).count(),
    }
    return render(request, "events/checks.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Check the current list. `action`: `find` looks up an extra card, `record` stores the check."""
    if access.user_of(request) is None:  # the code on a sheet brings judges here who have to sign in first
        return render(request, "events/check_signed_out.html", status=404)
    entry = access.staff_entry(request, slug, number)
    submission = entry.submissions.first()
    if request.method != "POST" or submission is None:
        return _page(request, entry, submission, QueryDict(), status=200 if request.method != "POST" else 409)
    if request.POST.get("action") != "record":
        return _page(request, entry, submission, request.POST, offer=True)
    try:
        return _record(request, entry, submission)
    except EventError as error:
        stale = error.code == "list-replaced"
        data = QueryDict() if stale else request.POST
        problems = {"problem" if stale else "unrecorded": event_error(error)}
        return _page(request, entry, submission, data, problems, status=error.status)


def _record(request: HttpRequest, entry: Entry, submission: Submission) -> HttpResponse:
    version = request.POST.get("version", "")
    if version != str(submission.version):
        raise EventError("list-replaced")
    typed = Typed(request.POST, check_selectors.lines_of(entry.event, submission), get(entry.event.game))
    services.record(
        entry,
        by=access.require_user(request),
        version=submission.version,
        counts=typed.counts(),
        extra=typed.extras(),
        outcome=typed.outcome,
        note=typed.note,
        nonce=request.POST.get("nonce", ""),
    )
    messages.success(request, _("Check recorded."))
    return redirect("events:check", entry.event.slug, entry.number)


def _page(
    request: HttpRequest,
    entry: Entry,
    submission: Submission | None,
    data: QueryDict,
    problems: Mapping[str, str] | None = None,
    *,
    offer: bool = False,
    status: int = 200,
) -> HttpResponse:
    """`problems`: `problem` with the list, or `unrecorded` with the input."""
    event, game = entry.event, get(entry.event.game)
    context: dict[str, Any] = pages.head(request, event) | {
        "entry": entry,
        "submission": submission,
        "shown_list": request.GET.get("list", ""),
        "outcomes": Outcome.choices,
        "nonce": data.get("nonce") or pages.new_nonce(),
        "earlier": check_pages.summaries(check_selectors.checks_on(entry), game),
    }
    context |= problems or {}
    if submission:
        typed = Typed(data, check_selectors.lines_of(event, submission), game)
        if offer:
            typed.offer()
        context |= {
            "line": pages.roster_entry(gate.readiness(event, entry)),
            "typed": typed,
            "zones": check_pages.zones(typed),
            "declared": check_pages.declared_values(submission, game),
        }
    return render(request, "events/check.html", context, status=status)
