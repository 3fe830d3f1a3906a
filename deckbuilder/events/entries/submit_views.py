"""Pages on which a list is submitted, and its receipt."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.common.input import whole_number
from deckbuilder.decks import access as deck_access
from deckbuilder.decks.lists import codec, settling
from deckbuilder.decks.lists.settling import Settled
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.photos import selectors as photos
from deckbuilder.events import access, pages, selectors
from deckbuilder.events.entries import services
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event, State, Submission
from deckbuilder.events.sentences import event_error
from games.engine.model.decks import Deck
from games.engine.reading.decklists.parsing import DeckListError, write_text
from games.registry import get

MAX_DECKS = 200


class ListForm(NamedTuple):
    """The chosen deck or pasted list."""

    deck: Deck
    text: str = ""
    """The text that the deck was read from; "" for a deck of the site."""
    form: str = ""
    """The file format of the text."""
    settled: Settled | None = None
    """How the text was read, with the choices made."""


@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose a deck or paste a list, see the verdict, and submit it."""
    entry = access.entry_of(request, slug, number)
    photo = None if request.method == "POST" else photos.list_of(request.GET.get("photo", ""))
    if request.method != "POST" and photo is None:
        is_gone = "photo" in request.GET
        return _page(request, entry, None, _("This photo is no longer kept. Send it again.") if is_gone else "")
    list_form = None
    try:
        if photo:
            return _page(request, entry, _read_list(photo._replace(game=get(entry.event.game)), request))
        list_form = _read_form(request, entry)
        if request.POST.get("action") != "submit":
            return _page(request, entry, list_form)
        submission = _submit(request, entry, list_form)
    except DeckListError as error:
        return _page(request, entry, None, codec.list_error(error), 422, **({"text": photo.text} if photo else {}))
    except EventError as error:
        return _page(request, entry, list_form, event_error(error), error.status, **_new_fields(error))
    messages.success(request, _("List submitted. This is your receipt."))
    return redirect("events:receipt", slug, number, submission.version)


def _read_form(request: HttpRequest, entry: Entry) -> ListForm:
    """Raises DeckListError and EventError."""
    slug, file, text = request.POST.get("deck", ""), request.FILES.get("file"), request.POST.get("text", "").strip()
    sources = sum(map(bool, (slug, file, text)))
    if sources != 1:
        raise EventError("one-list" if sources else "no-list", "text")
    if slug:
        return ListForm(to_deck(deck_access.readable(request, slug)))
    fields = {"text": text, "form": request.POST.get("form", ""), "game": entry.event.game}
    return _read_list(codec.list_input(fields, file), request)


def _read_list(source: codec.ListInput, request: HttpRequest) -> ListForm:
    """Raises DeckListError."""
    settled = settling.settle_from_form(source, request.POST, without_maybe=True)
    return ListForm(settled.reading.deck, source.text, source.form, settled)


def _submit(request: HttpRequest, entry: Entry, list_form: ListForm) -> Submission:
    """Submit the list shown. Raises EventError, also if the deck has changed since."""
    if request.POST.get("seen", list_form.deck.fingerprint) != list_form.deck.fingerprint:
        raise EventError("seen-another")
    return services.submit(
        entry,
        list_form.deck,
        by=access.user_of(request),
        nonce=request.POST.get("nonce", ""),
        source=list_form.text,
        reason=request.POST.get("reason", ""),
        replaces=_version(request.POST.get("replaces")),
    )


def _version(text: str | None) -> int | None:
    """A version as the page sends it; one that never existed for anything else, None where nothing was sent."""
    if text is None:
        return None
    number = whole_number(text)
    return -1 if number is None else number


def _new_fields(error: EventError) -> dict[str, Any]:
    """The hidden fields that a form sent again needs after this error."""
    if error.code == "nonce-used":
        return {"nonce": pages.new_nonce()}
    return {"replaces": error.params["version"]} if error.code == "replaced-meanwhile" else {}


def _page(
    request: HttpRequest,
    entry: Entry,
    list_form: ListForm | None = None,
    problem: str = "",
    status: int = 200,
    **hidden_fields: Any,
) -> HttpResponse:
    """The form, with the verdict on the list and the error, if there are any."""
    context = _form_context(request, entry) | hidden_fields | {"problem": problem}
    if list_form:
        context |= _list_context(entry.event, list_form)
    return render(request, "events/submit.html", context, status=status)


def _form_context(request: HttpRequest, entry: Entry) -> dict[str, Any]:
    visit, posted = access.visit(request, entry.event), request.POST
    current = entry.submissions.select_related("submitted_by").first()
    return pages.head(request, entry.event, visit) | {
        "entry": entry,
        "text": posted.get("text", "") if request.method == "POST" else _text_of(current),
        "reason": posted["reason"] if "reason" in posted else _usual_reason(entry),
        "decks": _deck_choices(request, entry.event.game),
        "nonce": posted.get("nonce") or pages.new_nonce(),
        "chosen": posted.get("deck", "") or request.GET.get("deck", ""),
        "may_submit": visit.may_submit(entry),
        "late": visit.state != State.OPEN,
        "there": reverse("events:submit", args=[entry.event.slug, entry.number]),
        "current": current,
        "replaces": posted.get("replaces", current.version if current else 0),
    }


def _list_context(event: Event, list_form: ListForm) -> dict[str, Any]:
    """A list and the verdict on it."""
    game, deck = get(event.game), list_form.deck
    verdict = selectors.judge(event, deck)
    return {
        "text": list_form.text,
        "form": list_form.form,
        "settled": list_form.settled,
        "verdict": verdict,
        "findings": pages.findings(verdict, pages.cards_in(deck)),
        "size": game.size(deck),
        "zones": pages.zones(deck, game),
    }


def _text_of(current: Submission | None) -> str:
    """The current list as a text to start from; "" before the first."""
    if current is None:
        return ""
    event = current.entry.event
    game = get(event.game)
    return write_text(selectors.deck_of(event, current), game, namesakes(game).names)


def _deck_choices(request: HttpRequest, game: str) -> list[tuple[str, str]]:
    """The person's decks of a game as the options of a select box, below that of choosing none; [] without decks."""
    decks = deck_access.decks_in_use(request).filter(game=game)[:MAX_DECKS]
    choices = [(each.slug, each.name or _("Untitled deck")) for each in decks]
    return [("", _("None, I will paste a list")), *choices] if choices else []


def _usual_reason(entry: Entry) -> str:
    """The default reason of a late list for a player who was entered after the deadline; staff may change it."""
    if entry.user_id is not None or entry.added_at < entry.event.deadline:
        return ""
    late = entry.log.filter(what="entered-late").first()
    return str(late.params["reason"]) if late else _("Entered at the venue")


@require_safe
def receipt(request: HttpRequest, slug: str, number: int, version: int) -> HttpResponse:
    """A submitted list with its receipt; made to be printed."""
    submission = access.submission_of(request, slug, number, version)
    event = submission.entry.event
    visit = access.visit(request, event)
    context = pages.head(request, event, visit) | pages.receipt(event, submission)
    context["inside"] = bool(visit.role) or access.is_own(request, submission.entry)
    return render(request, "events/receipt.html", context)
