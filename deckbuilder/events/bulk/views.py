"""Pages on which organisers import the lists of many players."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext, ngettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.catalog.selectors import cards_by_name
from deckbuilder.common.http.pagination import get_page
from deckbuilder.common.http.requests import HtmxRequest
from deckbuilder.common.names import both_names
from deckbuilder.events import access, pages
from deckbuilder.events.bulk import files, jobs, services, tasks
from deckbuilder.events.bulk.sentences import OUTCOMES, Unsettled, refusal, unknown_line
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import BulkUpload, Entry, Event
from deckbuilder.events.sentences import event_error
from games.engine.model.cards import Card
from games.engine.texts.writing import fold
from games.registry import get

COLOURS = {"refused": "illegal", "unsure": "incomplete", "unchanged": "same"}
"""Of outcomes; lists that are imported have that of legal ones."""

PAGE = 100
SHOWN = 20
"""Earlier uploads listed."""


@require_http_methods(["GET", "HEAD", "POST"])
def uploads(request: HttpRequest, slug: str) -> HttpResponse:
    """The upload form, and earlier uploads."""
    event = access.require_organiser(request, slug)
    problem, status = "", 200
    if request.method == "POST":
        try:
            sent, reason = request.FILES.getlist("files"), request.POST.get("reason", "")
            with count_creation(request, "upload"):
                upload_row = jobs.receive(event, sent, by=access.require_user(request), reason=reason)
            tasks.BULK_UPLOADS.start(upload_row)
            return redirect("events:bulk-upload", slug, upload_row.pk)
        except TooMany as error:
            problem, status = error.message, 429
        except EventError as error:
            problem, status = event_error(error), error.status
    context = pages.head(request, event) | {
        "problem": problem,
        "reason": request.POST.get("reason", ""),
        "past": services.past(event)[:SHOWN],
        "most": files.MAX_LISTS,
        "most_waiting": services.MAX_WAITING,
        "most_files": settings.DATA_UPLOAD_MAX_NUMBER_FILES,
    }
    return render(request, "events/bulk.html", context, status=status)


class PlanLine(NamedTuple):
    """The planned result for a list, in words."""

    kept: dict[str, Any]
    label: str
    colour: str
    problem: str
    lines: list[Unsettled]


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HtmxRequest, slug: str, pk: int) -> HttpResponse:
    """The preview of each list, or a worker's progress. `do`: import or discard; `show`: one outcome."""
    upload_row = access.upload_of(request, slug, pk)
    problem, status = "", 200
    if request.method == "POST":
        try:
            return _apply_or_discard(request, upload_row)
        except EventError as error:
            problem, status = event_error(error), error.status
            upload_row = access.upload_of(request, slug, pk)
    if upload_row.task:
        return _progress(request, upload_row, problem, status)
    if request.htmx:
        return HttpResponseClientRefresh()
    failure = jobs.error_of(upload_row)
    problem = problem or (event_error(failure) if failure else "")
    context = pages.head(request, upload_row.event) | _receipt(request, upload_row)
    context |= {
        "upload": upload_row,
        "problem": problem,
        "reason": request.POST.get("reason", upload_row.reason),
    }
    return render(request, "events/bulk_upload.html", context, status=status)


def _progress(request: HtmxRequest, upload_row: BulkUpload, problem: str, status: int) -> HttpResponse:
    context = {
        "event": upload_row.event,
        "upload": upload_row,
        "problem": problem,
        "polling": tasks.BULK_UPLOADS.poll(upload_row),
    }
    if request.htmx:
        return render(request, "events/_bulk_progress.html", context, status=status)
    return render(request, "events/bulk_progress.html", pages.head(request, upload_row.event) | context, status=status)


def _apply_or_discard(request: HttpRequest, upload_row: BulkUpload) -> HttpResponse:
    slug, do = upload_row.event.slug, request.POST.get("do")
    if do == "apply":
        bulk_upload = jobs.confirm(upload_row, by=access.require_user(request), reason=request.POST.get("reason", ""))
        if not bulk_upload.applied_at:
            tasks.BULK_UPLOADS.start(bulk_upload)
            return redirect("events:bulk-upload", slug, upload_row.pk)
        number = sum(services.counts(bulk_upload.plan)[outcome] for outcome in services.IMPORTED)
        message = ngettext("{count} list imported.", "{count} lists imported.", number)
        messages.success(request, message.format(count=number))
        return redirect("events:bulk-upload", slug, upload_row.pk)
    if do in ("players", "all-players"):
        names = _player_names(request, upload_row, is_for_all=do == "all-players")
        if not names:
            messages.error(request, _("Enter the player of at least one list."))
            return redirect("events:bulk-upload", slug, upload_row.pk)
        bulk_upload = jobs.name_players(upload_row, names)
        if bulk_upload.task:
            tasks.BULK_UPLOADS.start(bulk_upload)
        return redirect("events:bulk-upload", slug, upload_row.pk)
    if do == "discard":
        services.discard(upload_row)
        messages.success(request, _("Lists discarded; nothing was changed."))
        return redirect("events:bulk", slug)
    messages.error(request, _("Choose to import or discard the lists."))
    return redirect("events:bulk-upload", slug, upload_row.pk)


def _player_names(request: HttpRequest, upload_row: BulkUpload, *, is_for_all: bool) -> dict[int, str]:
    """The names sent for lists, by their numbers; or for all lists the likeliest ones, unless others are sent."""
    likeliest = {each["item"]: each["player"] for each in upload_row.plan if each["outcome"] == "unsure"}
    typed = {item: request.POST[f"player-{item}"].strip() for item in likeliest if f"player-{item}" in request.POST}
    names = likeliest | typed if is_for_all else typed
    return {item: name for item, name in names.items() if name}


def _receipt(request: HttpRequest, upload_row: BulkUpload) -> dict[str, Any]:
    counts = services.counts(upload_row.plan)
    show = request.GET.get("show", "")
    lines = [each for each in upload_row.plan if show not in OUTCOMES or each["outcome"] == show]
    page = get_page(lines, PAGE, request.GET.get("page"))
    names = {fold(name) for each in page for *_rest, near in each.get("lines", []) for name in near}
    cards = cards_by_name(get(upload_row.event.game), names)
    taken = sum(counts[outcome] for outcome in services.IMPORTED)
    return {
        "outcomes": [(name, OUTCOMES[name], count) for name, count in counts.items() if count],
        "total": len(upload_row.plan),
        "taken": taken,
        "refused": counts["refused"],
        "unsure": 0 if upload_row.applied_at else counts["unsure"],
        "sentence": _upload_sentence(upload_row, taken, counts),
        "roster_names": _roster_names(upload_row.event) if counts["unsure"] and not upload_row.applied_at else (),
        "show": show,
        "page": page,
        "lines": [_line(each, cards) for each in page],
    }


def _roster_names(event: Event) -> list[str]:
    return sorted(set(Entry.objects.filter(event=event, dropped_at=None).values_list("name", flat=True)))


def _upload_sentence(upload_row: BulkUpload, taken: int, counts: Mapping[str, int]) -> str:
    """Whether the lists were imported, or how many of them can be."""
    if upload_row.applied_at:
        moment = date_format(localtime(upload_row.applied_at), "DATETIME_FORMAT")
        return _("Imported %(moment)s") % {"moment": moment}
    if not upload_row.plan:
        return _("These lists were not read.")
    sentences = (
        [_sentence(CAN_BE_IMPORTED, taken)]
        if taken
        else []
        if counts["unsure"]
        else [_("There is nothing new to import.")]
    )
    if counts["unsure"]:
        sentences.append(_sentence(NEED_A_PLAYER, counts["unsure"]))
    if taken and counts["refused"]:
        sentences.append(_sentence(ARE_SKIPPED, counts["refused"]))
    return _(" ").join(sentences)


CAN_BE_IMPORTED = ngettext_lazy("%(counter)s list can be imported.", "%(counter)s lists can be imported.", "counter")
NEED_A_PLAYER = ngettext_lazy(
    "%(counter)s file is named after nobody on the roster: say whose list it is.",
    "%(counter)s files are named after nobody on the roster: say whose lists they are.",
    "counter",
)
ARE_SKIPPED = ngettext_lazy("%(counter)s is skipped.", "%(counter)s are skipped.", "counter")


def _sentence(sentence: Any, count: int) -> str:
    return str(sentence % {"counter": count})


def _line(data: dict[str, Any], cards: Mapping[str, Sequence[Card]]) -> PlanLine:
    """`cards`: by folded name, those that unrecognized lines may mean."""
    outcome = data["outcome"]
    colour = COLOURS.get(outcome, "legal")
    problem = refusal(data["error"], data["params"]) if outcome == "refused" else ""
    language = get_language() or "en"
    unknown_lines = [
        line._replace(
            names=[both_names(cards[fold(name)][0], language) if fold(name) in cards else name for name in line.names]
        )
        for line in map(unknown_line, data.get("lines", []))
    ]
    return PlanLine(data, str(OUTCOMES[outcome]), colour, problem, unknown_lines)
