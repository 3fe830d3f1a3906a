"""Pages on which staff enter players: one at a time, or many from a pasted roster."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy
from django.views.decorators.http import require_http_methods

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.events import access, clock, columns, pages, selectors
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.entries.forms import EnterForm
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event
from deckbuilder.events.roster import reading
from deckbuilder.events.roster import services as roster_services
from deckbuilder.events.roster.services import Plan, PlanLine
from deckbuilder.events.sentences import event_error

OUTCOMES: dict[str, Any] = {
    "refused": gettext_lazy("Skipped"),
    "new": gettext_lazy("New"),
    "known": gettext_lazy("On the roster"),
    "repeated": gettext_lazy("Repeated"),
}
READINGS = (gettext_lazy("A player and a note"), gettext_lazy("Surname and given name"))
"""What the commas of a list separate: columns.ORDERS in words."""

COLOURS = {"refused": "illegal", "new": "legal", "known": "same", "repeated": "incomplete"}


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a player without an account; their page then shows the code to scan."""
    event = access.require_staff(request, slug)
    form, user, nonce = _form(event, request.POST or None), access.require_user(request), request.POST.get("nonce", "")

    def work() -> Entry:
        with count_creation(request, "entry"):
            return entry_services.enter(event, by=user, nonce=nonce, **form.cleaned_data)

    if entry := form.attempt(work):
        messages.success(request, _("{name} was entered as #{number}.").format(name=entry.name, number=entry.number))
        return redirect("events:entry", slug, entry.number)
    context = pages.head(request, event) | {"form": form, "nonce": pages.nonce_for(form)}
    return render(request, "events/enter.html", context, status=form.status)


def _form(event: Event, data: Any = None) -> EnterForm:
    """Players entered on the day of the event are checked in, unless staff untick that."""
    today = timezone.localdate(clock.now()) == event.day
    return EnterForm(data, state=selectors.state_of(event), here=today or event.started_at is not None)


class LineView(NamedTuple):
    """A line of a roster, with its planned result in words."""

    line: PlanLine
    label: str
    colour: str
    note: str


@require_http_methods(["GET", "HEAD", "POST"])
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Paste or upload a roster, see the preview, and import it (`do`)."""
    event, text = access.require_staff(request, slug), request.POST.get("roster", "")
    plan, problem, status, is_unclear = None, "", 200, False
    if request.method == "POST":
        try:
            if file := request.FILES.get("file"):
                text = roster_services.content(file)
            if (titles := request.POST.get("columns")) in columns.ORDERS:
                text = f"{titles}\n{text}"
            if request.POST.get("do") == "take":
                return _import(request, event, text)
            plan = roster_services.preview(event, text)
        except TooMany as error:
            problem, status, plan = error.message, 429, _again(event, text)
        except EventError as error:
            problem, status = event_error(error), error.status
            is_unclear = error.code == "roster-comma"
            plan = _again(event, text) if error.code in ("roster-changed", "no-reason", "too-long") else None
    context = pages.head(request, event) | {"text": text, "problem": problem, "most": reading.MAX_LINES}
    context["readings"] = list(zip(columns.ORDERS, READINGS, strict=True)) if is_unclear else []
    context |= _plan_context(plan) if plan else {}
    context["reason"] = request.POST.get("reason", "")
    return render(request, "events/import.html", context, status=status)


def _again(event: Event, text: str) -> Plan | None:
    try:
        return roster_services.preview(event, text)
    except EventError:
        return None


def _import(request: HttpRequest, event: Event, text: str) -> HttpResponse:
    """Raises EventError and TooMany."""
    seen, reason = request.POST.get("seen", ""), request.POST.get("reason", "")
    with count_creation(request, "upload"):
        plan = roster_services.import_players(event, text, by=access.require_user(request), reason=reason, seen=seen)
    count = len(plan.entered)
    message = ngettext("{count} player entered.", "{count} players entered.", count) if count else NOBODY
    messages.success(request, str(message).format(count=count))
    return redirect("events:roster", event.slug)


NOBODY = gettext_lazy("All of these players are already on the roster.")


def _plan_context(plan: Plan) -> dict[str, Any]:
    return {
        "plan": plan,
        "lines": [line_view(each) for each in plan.lines],
        "counts": plan.counts,
        "sentences": plan_sentences(plan.counts),
        "unread": plan.unread,
        "ignored": _notices(plan),
    }


def _notices(plan: Plan) -> list[str]:
    """What is said about ignored lines."""
    above = [_("line {line} “{text}”").format(line=line, text=text) for line, text in plan.above]
    sentences = [_("Above the list, ignored: {lines}").format(lines=_(", ").join(above))] if above else []
    if count := len(plan.empty):
        text = ngettext("{count} empty slot, ignored.", "{count} empty slots, ignored.", count)
        sentences.append(text.format(count=count))
    return sentences


SENTENCES: dict[str, Any] = {
    "new": ngettext_lazy("%(counter)s player can be entered.", "%(counter)s players can be entered.", "counter"),
    "known": ngettext_lazy(
        "%(counter)s is already on the roster.", "%(counter)s are already on the roster.", "counter"
    ),
    "repeated": ngettext_lazy("%(counter)s line is a duplicate.", "%(counter)s lines are duplicates.", "counter"),
    "refused": ngettext_lazy("%(counter)s line is skipped.", "%(counter)s lines are skipped.", "counter"),
}


def plan_sentences(counts: Mapping[str, int]) -> list[str]:
    """The number of lines of each outcome, in words."""
    texts = [str(text % {"counter": counts[outcome]}) for outcome, text in SENTENCES.items() if counts[outcome]]
    return texts if counts["new"] else [_("There are no new players."), *texts]


def line_view(line: PlanLine) -> LineView:
    note = event_error(line.error) if line.error else ""
    if line.before:
        note = _("Same player as in line {line}.").format(line=line.before)
    return LineView(line, str(OUTCOMES[line.outcome]), COLOURS[line.outcome], note)
