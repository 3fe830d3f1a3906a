"""Pages of one entry: its lists with their receipts, submitting, dropping, and the override."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.decks import access as deck_access
from deckbuilder.decks.lists import codec, settling
from deckbuilder.decks.lists.settling import Settled
from deckbuilder.decks.loading import to_deck
from deckbuilder.events import access, pages, rights, selectors
from deckbuilder.events.entries import key_pages, overrides, recipients
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.entries.forms import EntryForm, PlayerForm
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, State, Submission
from deckbuilder.events.readiness import gate
from deckbuilder.events.sentences import event_error, log_sentence
from games.engine.model.decks import Deck
from games.engine.reading.decklists import DeckListError, Reading, write_text
from games.engine.reading.settling import leave_maybe
from games.registry import get

MAX_DECKS = 200


@require_safe
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entry's readiness and all its lists."""
    return _entry(request, access.entry_of(request, slug, number))


def _entry(request: HttpRequest, entry: Entry, problem: str = "", status: int = 200) -> HttpResponse:
    context = pages.head(request, entry.event) | {
        "entry": entry,
        "line": pages.line(gate.readiness(entry.event, entry)),
        "history": selectors.history(entry),
        "is_own": access.is_own(request, entry),
        "card": key_pages.card(request, entry) if entry.user_id is None else None,
        "reason": request.POST.get("reason", ""),
        "problem": problem,
    }
    context["may_submit"] = _may_submit(context, entry)
    context["may_change"] = _may_change(context, entry)
    waits = context["may_submit"] and not context["history"]
    context["key_first"] = bool(context["role"] and context["card"] and waits)
    if context["role"]:
        context["reach"] = pages.REACH_WORDS[recipients.Reaches(entry.event).of(entry)] if recipients.may_mail() else ""
        log_entries = entry.log.all()
        context["log"] = [(each, log_sentence(each)) for each in log_entries]
    return render(request, "events/entry.html", context, status=status)


def _may_change(context: dict[str, Any], entry: Entry) -> bool:
    return rights.change_error(entry.event, staff=bool(context["role"])) is None


def _may_submit(context: dict[str, Any], entry: Entry) -> bool:
    return rights.submission_error(entry.event, entry, context["state"], staff=bool(context["role"])) is None


class ListForm(NamedTuple):
    """The chosen deck or pasted list: the deck; for a text also how it was read, and its file format."""

    deck: Deck
    text: str = ""
    form: str = ""
    reading: Reading | None = None
    settled: Settled | None = None


@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose a deck or paste a list, see the verdict, and submit it."""
    entry = access.entry_of(request, slug, number)
    context = _form_context(request, entry)
    if request.method != "POST":
        return render(request, "events/submit.html", context)
    list_form = None
    try:
        list_form = _read_form(request, entry)
        if request.POST.get("action") == "submit":
            return _submit(request, entry, list_form)
    except DeckListError as error:
        return _answer(request, context, None, codec.list_error(error), 422)
    except EventError as error:
        if error.code == "nonce-used":
            context["nonce"] = pages.new_nonce()
        if error.code == "replaced-meanwhile":
            context["replaces"] = error.params["version"]
        return _answer(request, context, list_form, event_error(error), error.status)
    return _answer(request, context, list_form)


def _form_context(request: HttpRequest, entry: Entry) -> dict[str, Any]:
    context, current = pages.head(request, entry.event), entry.submissions.select_related("submitted_by").first()
    fields = {"text": request.POST.get("text", ""), "reason": request.POST.get("reason", _usual_reason(entry))}
    if request.method != "POST":
        fields["text"] = _text_of(current)
    return (
        context
        | fields
        | {
            "entry": entry,
            "decks": list(deck_access.own_decks(request).filter(game=entry.event.game)[:MAX_DECKS]),
            "nonce": request.POST.get("nonce") or pages.new_nonce(),
            "chosen": request.POST.get("deck", "") or request.GET.get("deck", ""),
            "may_submit": _may_submit(context, entry),
            "late": context["state"] != State.OPEN,
            "current": current,
            "replaces": request.POST.get("replaces", current.version if current else 0),
        }
    )


def _text_of(current: Submission | None) -> str:
    """The current list as a text to start from; "" before the first."""
    if current is None:
        return ""
    event = current.entry.event
    game = get(event.game)
    return write_text(selectors.deck_of(event, current), game, namesakes(game).names)


def _usual_reason(entry: Entry) -> str:
    """The default reason of a late list for a player who was entered after the deadline; staff may change it."""
    if entry.user_id is not None or entry.added_at < entry.event.deadline:
        return ""
    late = entry.log.filter(what="entered-late").first()
    return str(late.params["reason"]) if late else _("Entered at the venue")


def _answer(
    request: HttpRequest, context: dict[str, Any], list_form: ListForm | None, problem: str = "", status: int = 200
) -> HttpResponse:
    """The form again, with the verdict on the list and the error."""
    if list_form:
        verdict = selectors.judge(context["event"], list_form.deck)
        context |= {"verdict": verdict, "findings": pages.findings(verdict, pages.cards_in(list_form.deck))}
        context |= {
            "text": list_form.text,
            "settled": list_form.settled,
            "reading": list_form.reading,
            "form": list_form.form,
        }
        context |= {"size": context["game"].size(list_form.deck)}
        context["zones"] = pages.zones(list_form.deck, context["game"])
    return render(request, "events/submit.html", context | {"problem": problem}, status=status)


def _read_form(request: HttpRequest, entry: Entry) -> ListForm:
    """Raises DeckListError and EventError."""
    slug, file, text = request.POST.get("deck", ""), request.FILES.get("file"), request.POST.get("text", "").strip()
    sources = sum(map(bool, (slug, file, text)))
    if sources != 1:
        raise EventError("one-list" if sources else "no-list", "text")
    if slug:
        return ListForm(to_deck(deck_access.readable(request, slug)))
    fields = {"text": text, "form": request.POST.get("form", ""), "game": entry.event.game}
    input_ = codec.list_input(fields, file)
    settling_form = settling.settle_from_form(leave_maybe(codec.parse(input_)), request.POST)
    return ListForm(settling_form.reading.deck, input_.text, input_.form, settling_form.reading, settling_form)


def _submit(request: HttpRequest, entry: Entry, list_form: ListForm) -> HttpResponse:
    """Submit the list shown. Raises EventError if the deck has changed since."""
    nonce = request.POST.get("nonce", "")
    if request.POST.get("seen", list_form.deck.fingerprint) != list_form.deck.fingerprint:
        raise EventError("seen-another")
    submission = entry_services.submit(
        entry,
        list_form.deck,
        by=access.user_of(request),
        nonce=nonce,
        source=list_form.text,
        reason=request.POST.get("reason", ""),
        replaces=_version(request.POST.get("replaces")),
    )
    messages.success(request, _("List submitted. This is your receipt."))
    return redirect("events:receipt", entry.event.slug, entry.number, submission.version)


def _version(text: str | None) -> int | None:
    """A version as the page sends it; one that never existed for anything else, None where nothing was sent."""
    return text if text is None else int(text) if text.isdecimal() else -1


@require_safe
def receipt(request: HttpRequest, slug: str, number: int, version: int) -> HttpResponse:
    """A submitted list with its receipt; made to be printed."""
    submission = access.submission_of(request, slug, number, version)
    event = submission.entry.event
    context = pages.head(request, event) | pages.receipt(event, submission)
    inside = bool(context["role"]) or access.is_own(request, submission.entry)
    return render(request, "events/receipt.html", context | {"inside": inside, "game": get(event.game)})


@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a player's name, note and address."""
    entry = access.entry_of(request, slug, number)
    form, user = _about(request, entry), access.user_of(request)
    if form.attempt(lambda: entry_services.amend(entry, by=user, **form.details())):
        return redirect("events:entry", slug, number)
    context = pages.head(request, entry.event) | {"entry": entry, "form": form}
    context["may_change"] = _may_change(context, entry)
    return render(request, "events/amend.html", context, status=form.status)


def _about(request: HttpRequest, entry: Entry) -> EntryForm | PlayerForm:
    """The form for players themselves, or for staff."""
    details, data = {field: getattr(entry, field) for field in entry_services.ABOUT}, request.POST or None
    if access.is_own(request, entry):
        return EntryForm(data, event=entry.event, initial=details)
    return PlayerForm(data, changes=details)


@require_POST
def drop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Leave the event or drop a player; `do=back`: staff reinstate a player."""
    back = request.POST.get("do") == "back"
    if back:
        entry = access.staff_entry(request, slug, number)
        return _perform(request, entry, lambda: entry_services.bring_back(entry, by=access.require_user(request)))
    entry = access.entry_of(request, slug, number)
    return _perform(request, entry, lambda: entry_services.drop(entry, by=access.user_of(request)))


@require_POST
def replace_link(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give an entry a new link; the old one stops working."""
    entry = access.staff_entry(request, slug, number)
    return _perform(request, entry, lambda: entry_services.replace_link(entry, by=access.require_user(request)))


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
