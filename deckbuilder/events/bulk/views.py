"""Pages on which organisers bring in the lists of many players: sent, looked at, taken."""

from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.common.pagination import get_page
from deckbuilder.events import access, pages, tasks
from deckbuilder.events.bulk import files as bulk_files
from deckbuilder.events.bulk import jobs as bulk_jobs
from deckbuilder.events.bulk import services as bulk
from deckbuilder.events.bulk.models import BulkUpload
from deckbuilder.events.bulk.sentences import OUTCOMES, Unsettled, refusal, unsettled
from deckbuilder.events.errors import EventError
from deckbuilder.events.sentences import event_error

PAGE = 100
SHOWN = 20
"""So many earlier uploads are listed."""


@require_http_methods(["GET", "HEAD", "POST"])
def uploads(request: HttpRequest, slug: str) -> HttpResponse:
    """The form that takes files, and what was sent before."""
    event = access.require_organiser(request, slug)
    problem, status = "", 200
    if request.method == "POST":
        try:
            files, reason = request.FILES.getlist("files"), request.POST.get("reason", "")
            with count_creation(request, "upload"):
                sent = bulk_jobs.send(event, files, by=access.require_user(request), reason=reason)
            tasks.BULK_UPLOADS.start(sent)
            return redirect("events:bulk-upload", slug, sent.pk)
        except TooMany as error:
            problem, status = error.message, 429
        except EventError as error:
            problem, status = event_error(error), error.status
    context = pages.head(request, event) | {
        "problem": problem,
        "reason": request.POST.get("reason", ""),
        "past": bulk.past(event)[:SHOWN],
        "most": bulk_files.MAX_LISTS,
        "most_waiting": bulk.MAX_WAITING,
        "most_files": settings.DATA_UPLOAD_MAX_NUMBER_FILES,
    }
    return render(request, "events/bulk.html", context, status=status)


class HtmxRequest(HttpRequest):
    """A request as HtmxMiddleware leaves it."""

    htmx: HtmxDetails


class PlanLine(NamedTuple):
    """What becomes of a list, in words."""

    kept: dict[str, Any]
    label: str
    colour: str
    problem: str
    lines: list[Unsettled]


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HtmxRequest, slug: str, pk: int) -> HttpResponse:
    """What becomes of each list, or how far a worker has come. `do`: take or discard them. `show`: one outcome."""
    found = access.upload_of(request, slug, pk)
    problem, status = "", 200
    if request.method == "POST":
        try:
            return _done(request, found)
        except EventError as error:
            problem, status = event_error(error), error.status
            found = access.upload_of(request, slug, pk)
    if found.task:
        return _progress(request, found, problem, status)
    if request.htmx:
        return HttpResponseClientRefresh()
    failure = bulk_jobs.error_of(found)
    problem = problem or (event_error(failure) if failure else "")
    context = pages.head(request, found.event) | _receipt(request, found)
    context |= {
        "upload": found,
        "problem": problem,
        "unread": not found.plan,
        "reason": request.POST.get("reason", found.reason),
    }
    return render(request, "events/bulk_upload.html", context, status=status)


def _progress(request: HtmxRequest, found: BulkUpload, problem: str, status: int) -> HttpResponse:
    tasks.BULK_UPLOADS.start(found)
    context = {"event": found.event, "upload": found, "problem": problem, "stuck": tasks.BULK_UPLOADS.is_silent(found)}
    if request.htmx:
        return render(request, "events/_bulk_progress.html", context, status=status)
    return render(request, "events/bulk_progress.html", pages.head(request, found.event) | context, status=status)


def _done(request: HttpRequest, found: BulkUpload) -> HttpResponse:
    slug, do = found.event.slug, request.POST.get("do")
    if do == "apply":
        applied = bulk_jobs.take(found, by=access.require_user(request), reason=request.POST.get("reason", ""))
        if not applied.applied_at:
            tasks.BULK_UPLOADS.start(applied)
            return redirect("events:bulk-upload", slug, found.pk)
        number = sum(bulk.counts(applied.plan)[outcome] for outcome in bulk.TAKEN)
        told = ngettext("{count} list imported.", "{count} lists imported.", number)
        messages.success(request, told.format(count=number))
        return redirect("events:bulk-upload", slug, found.pk)
    if do == "discard":
        bulk.discard(found)
        messages.success(request, _("Lists discarded; nothing was changed."))
        return redirect("events:bulk", slug)
    messages.error(request, _("Choose to import or discard the lists."))
    return redirect("events:bulk-upload", slug, found.pk)


def _receipt(request: HttpRequest, found: BulkUpload) -> dict[str, Any]:
    counts = bulk.counts(found.plan)
    show = request.GET.get("show", "")
    listed = [each for each in found.plan if show not in OUTCOMES or each["outcome"] == show]
    page = get_page(listed, PAGE, request.GET.get("page"))
    return {
        "outcomes": [(name, OUTCOMES[name], count) for name, count in counts.items() if count],
        "total": len(found.plan),
        "taken": sum(counts[outcome] for outcome in bulk.TAKEN),
        "refused": counts["refused"],
        "show": show,
        "page": page,
        "lines": [_line(each) for each in page],
    }


def _line(kept: dict[str, Any]) -> PlanLine:
    outcome = kept["outcome"]
    colour = "illegal" if outcome == "refused" else "same" if outcome == "unchanged" else "legal"
    problem = refusal(kept["error"], kept["params"]) if outcome == "refused" else ""
    return PlanLine(kept, str(OUTCOMES[outcome]), colour, problem, list(map(unsettled, kept.get("lines", []))))
