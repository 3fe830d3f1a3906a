"""Pages of one entry: its readiness and lists, changing it, dropping, and the override."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckbuilder.events import access, pages, selectors
from deckbuilder.events.entries import key_pages, overrides, recipients, services
from deckbuilder.events.entries.forms import EntryForm, PlayerForm
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry
from deckbuilder.events.readiness import gate
from deckbuilder.events.sentences import event_error, log_sentence


@require_safe
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entry's readiness and all its lists."""
    return _entry(request, access.entry_of(request, slug, number))


def _entry(request: HttpRequest, entry: Entry, problem: str = "", status: int = 200) -> HttpResponse:
    visit, history = access.visit(request, entry.event), selectors.history(entry)
    may_submit = visit.may_submit(entry)
    card = key_pages.card(request, entry) if entry.user_id is None else None
    context = pages.head(request, entry.event, visit) | {
        "entry": entry,
        "line": pages.roster_entry(gate.readiness(entry.event, entry)),
        "history": history,
        "is_own": access.is_own(request, entry),
        "card": card,
        "reason": request.POST.get("reason", ""),
        "problem": problem,
        "may_submit": may_submit,
        "may_change": visit.may_change(),
        "key_first": bool(visit.role and card and may_submit and not history),
    }
    if visit.role:
        context["reach"] = pages.REACH_WORDS[recipients.Reaches(entry.event).of(entry)] if recipients.may_mail() else ""
        context["log"] = [(each, log_sentence(each)) for each in entry.log.all()]
    return render(request, "events/entry.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a player's name, note and address."""
    entry = access.entry_of(request, slug, number)
    form, user = _about(request, entry), access.user_of(request)
    if form.attempt(lambda: services.amend(entry, by=user, **form.details())):
        return redirect("events:entry", slug, number)
    visit = access.visit(request, entry.event)
    context = pages.head(request, entry.event, visit) | {"entry": entry, "form": form, "may_change": visit.may_change()}
    return render(request, "events/amend.html", context, status=form.status)


def _about(request: HttpRequest, entry: Entry) -> EntryForm | PlayerForm:
    """The form for players themselves, or for staff."""
    details, data = {field: getattr(entry, field) for field in services.ABOUT}, request.POST or None
    if access.is_own(request, entry):
        return EntryForm(data, event=entry.event, initial=details)
    return PlayerForm(data, changes=details)


@require_POST
def drop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Leave the event or drop a player; `do=back`: staff reinstate a player."""
    back = request.POST.get("do") == "back"
    if back:
        entry = access.staff_entry(request, slug, number)
        return _perform(request, entry, lambda: services.bring_back(entry, by=access.require_user(request)))
    entry = access.entry_of(request, slug, number)
    return _perform(request, entry, lambda: services.drop(entry, by=access.user_of(request)))


@require_POST
def replace_link(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give an entry a new link; the old one stops working."""
    entry = access.staff_entry(request, slug, number)
    return _perform(request, entry, lambda: services.replace_link(entry, by=access.require_user(request)))


@require_POST
def override(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Override the verdict with a reason, or withdraw the override (`do`)."""
    entry = access.staff_entry(request, slug, number, organiser=True)
    user = access.require_user(request)
    if request.POST.get("do") == "withdraw":
        return _perform(request, entry, lambda: overrides.withdraw(entry, by=user))
    options = {"reason": request.POST.get("reason", ""), "seen": request.POST.get("seen", "")}
    return _perform(request, entry, lambda: overrides.override(entry, by=user, **options))


def _perform(request: HttpRequest, entry: Entry, work: Callable[[], object]) -> HttpResponse:
    """Do it and return to the entry, with the error if there is one."""
    try:
        work()
    except EventError as error:
        if error.code == "problems-changed":  # the typed reason is kept
            return _entry(request, entry, event_error(error), error.status)
        messages.error(request, event_error(error))
    return redirect("events:entry", entry.event.slug, entry.number)
