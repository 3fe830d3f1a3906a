"""Pages of decks outside the builder: your own, public ones, a deck to read, and lists to import."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.accounts.selectors import user_of
from deckbuilder.catalog.namesakes import of_request
from deckbuilder.common.drawing.covers import cover_choices, cover_of
from deckbuilder.common.http.pagination import get_page
from deckbuilder.common.http.requests import next_url
from deckbuilder.common.input import InputError, clean_text
from deckbuilder.common.names import reader_name
from deckbuilder.decks import access, selectors, services
from deckbuilder.decks.builder import looks
from deckbuilder.decks.builder.panel import panel, panel_context
from deckbuilder.decks.builder.rows import RowContext
from deckbuilder.decks.changes.history_page import history_days, named_versions
from deckbuilder.decks.changes.versions import first_version, version_number
from deckbuilder.decks.comments.page import comments_of
from deckbuilder.decks.exports.pictures import can_draw
from deckbuilder.decks.exports.views import link_of
from deckbuilder.decks.library import services as library_services
from deckbuilder.decks.lists import codec, settling
from deckbuilder.decks.lists.receipt_page import issues_of
from deckbuilder.decks.models import MAX_NOTES, Deck
from deckbuilder.decks.photos import selectors as photos
from deckbuilder.decks.public.selectors import counts_of
from deckbuilder.decks.reader.page import PART, related_context, similar_context
from deckbuilder.decks.to_games import SLUGS
from deckbuilder.decks.verdicts import occasions
from deckbuilder.decks.verdicts.coming_page import coming_days, page_of
from deckbuilder.decks.verdicts.sentences import edit_error
from games.engine.model.decks import MAYBE
from games.engine.reading.decklists.parsing import DeckListError
from games.registry import GAMES, get

PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Choose a game; a deck is created at once, with or without an account."""
    slug = request.POST.get("game", "")
    if request.method == "POST" and slug in (game.slug for game in GAMES):
        with count_creation(request, "deck"):
            deck = services.create(get(slug), owner=user_of(request))
        return open_in_builder(request, deck)
    if request.method == "POST":
        messages.error(request, _("Choose a game."))
    return render(request, "decks/create.html", {"games": GAMES})


def open_in_builder(request: HttpRequest, deck: Deck) -> HttpResponse:
    if deck.owner_id is None:
        access.remember(request, deck)
    return redirect("decks:builder", deck.slug)


@require_POST
def add_card(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """Add a copy of a card to the deck `deck`, with a message on the card's page; "" creates a deck with it and opens
    that."""
    if game not in SLUGS:
        raise Http404
    slug = request.POST.get("deck", "")
    there = reverse("catalog:card", args=[game, code])
    try:
        if not slug:
            with count_creation(request, "deck"):
                deck = services.create_with(get(game), code, owner=user_of(request)).deck
            return open_in_builder(request, deck)
        change = services.edit(access.editable(request, slug), [("add", {"code": code})], author=user_of(request))
    except InputError as error:
        messages.error(request, edit_error(error))
        return redirect(there)
    messages.success(request, _copies(change, code))
    return redirect(f"{there}?{urlencode({'deck': slug})}")


def _copies(change: services.Changed, code: str) -> str:
    """A deck's copies of the card of a printing."""
    copies = [(line.printed_card, line.count) for line in change.lines if line.printed_card and line.zone != MAYBE]
    card = next(each.card for each, _count in copies if code in (each.code, *each.card.codes))
    count = sum(count for each, count in copies if each.card == card)
    sentence = ngettext("“{deck}” now has {count} copy of {card}.", "“{deck}” now has {count} copies of {card}.", count)
    return sentence.format(deck=change.deck.name or _("Untitled deck"), count=count, card=reader_name(card))


@require_safe
def coming(request: HttpRequest) -> HttpResponse:
    """The effects of announced lists on the decks of an account, or on those whose keys this browser holds."""
    page, days = page_of(coming_days(access.decks_in_use(request)), request.GET.get("page"))
    return render(request, "decks/coming.html", {"days": days, "page": page})


SHARED_LABELS = (("plain", gettext_lazy("Plain lines")), ("md", "Markdown"), ("bbcode", "BBCode"))
"""The texts for people on a deck's page."""

VIEWS = (*looks.VIEWS, "pictures")


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """A deck to read, on a phone and on paper. `view`, `by` and `sort`: its look; `on`: what it is judged for;
    `similar`: with similar decks, which a script asks for when somebody gets there."""
    deck = access.readable(request, slug)
    if request.GET.get("similar") == PART:
        return render(request, "decks/_similar.html", similar_context(deck))
    occasion, problem = occasions.occasion_of(request, deck)
    look = looks.USUAL
    try:
        look = looks.parse_look(looks.fields_of(request.GET), get(deck.game), views=VIEWS)
    except InputError as error:
        problem = problem or edit_error(error)
    may_edit = access.may_edit(request, deck)
    shown = panel(deck, look=look, occasion=occasion, resolving=may_edit)
    token = get_token(request) if may_edit else ""
    shared_names = of_request(request, shown.game).names
    counts = counts_of([deck], user_of(request)) if settings.PEOPLE else {}
    context = panel_context(request, shown) | {
        "counts": counts.get(deck.pk),
        "comments": comments_of(request, deck),
        **looks.context(look, shown.game),
        "rows": RowContext.of(shown, request.get_full_path(), token),
        "may_edit": may_edit,
        "cover": cover_of(shown.game, shown.engine_deck, deck.cover),
        "cover_choices": cover_choices(shown.game, shown.engine_deck) if may_edit else [],
        "link": link_of(request, deck),
        "origin": access.origin_of(request, deck),
        "text": codec.write(shown.engine_deck, "txt", shared_names),
        "texts": [(form, label, codec.share(shown.engine_deck, form, shared_names)) for form, label in SHARED_LABELS],
        "code": codec.deck_code(shown.engine_deck),
        "can_draw": can_draw(),
        "languages": settings.LANGUAGES,
        "problem": problem,
        **related_context(shown, counts.get(deck.pk), editable=may_edit),
        **(similar_context(deck) if "similar" in request.GET else {}),
    }
    return render(request, "decks/page.html", context, status=422 if problem else 200)


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy a deck."""
    deck = access.readable(request, slug)
    with count_creation(request, "deck"):
        deck_copy = services.copy(deck, owner=user_of(request))
    return open_in_builder(request, deck_copy)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a deck, after confirmation."""
    deck = access.deletable(request, slug)
    if request.method == "POST":
        own = Deck.objects.filter(pk=deck.pk)
        done = library_services.act(own, own, "delete", owner=user_of(request))
        messages.success(request, _("Deck deleted."), extra_tags=reverse("decks:undo_bulk", args=[done.undo]))
        return redirect("decks:mine")
    return render(request, "decks/delete.html", {"deck": deck})


@require_http_methods(["GET", "HEAD", "POST"])
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """Write the notes of a deck; with `do`, preview them."""
    deck = access.editable(request, slug)
    text, preview, problem = request.POST.get("notes", deck.notes), False, ""
    if request.method == "POST":
        try:
            text = clean_text(request.POST.get("notes", ""), "notes", MAX_NOTES)
            preview = request.POST.get("do") == "preview"
            if not preview:
                services.edit(deck, [("notes", {"notes": text})], author=user_of(request))
                return redirect(f"{deck.get_absolute_url()}#notes")
        except InputError as error:
            problem = edit_error(error)
    context = {"deck": deck, "game": get(deck.game), "text": text, "preview": preview, "problem": problem}
    context["most"] = MAX_NOTES
    return render(request, "decks/notes.html", context, status=422 if problem else 200)


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The changes of a deck, with author and time."""
    deck = access.editable(request, slug)
    game = get(deck.game)
    page = get_page(deck.revisions.select_related("author"), 50, request.GET.get("page"))
    versions = named_versions(deck)
    context = {
        "deck": deck,
        "game": game,
        "page": page,
        "days": history_days(deck, game, page, {each.version.number: each.version.name for each in versions}),
        "named": versions,
        "first": first_version(deck),
        "origin": access.origin_of(request, deck),
        "yesterday": timezone.localdate() - timedelta(days=1),
        "last_week": timezone.localdate() - timedelta(days=7),
        "kept": settings.REVISIONS_KEPT,
    }
    return render(request, "decks/history.html", context)


@require_POST
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Restore the version `number`, as a change that can be undone."""
    deck = access.editable(request, slug)
    there = next_url(request, reverse("decks:builder", args=[slug]))
    try:
        number = version_number(request.POST.get("number", ""))
        change = services.restore(deck, number, author=user_of(request))
    except InputError as error:
        messages.error(request, edit_error(error))
        return redirect(there)
    if change.deck.revision == deck.revision:
        messages.info(request, _("The deck is already the same as version {number}.").format(number=number))
    else:
        words = _("Version {number} restored.").format(number=number)
        messages.success(request, words, extra_tags=reverse("decks:undo", args=[slug]))
    return redirect(there)


@require_POST
def name_version(request: HttpRequest, slug: str) -> HttpResponse:
    """Name the version `number`; or, with `do`, remove its name."""
    deck = access.editable(request, slug)
    try:
        number = version_number(request.POST.get("number", ""))
        if request.POST.get("do") == "unname":
            services.unname_version(deck, number)
            messages.success(request, _("Version {number} no longer has a name.").format(number=number))
        else:
            version = services.name_version(deck, number, request.POST.get("name", ""))
            words = _("Version {number} is called “{name}”.")
            messages.success(request, words.format(number=number, name=version.name))
    except InputError as error:
        messages.error(request, edit_error(error))
    return redirect(next_url(request, reverse("decks:history", args=[slug])))


@require_http_methods(["GET", "HEAD", "POST"])
def import_list(request: HttpRequest) -> HttpResponse:
    """Import a pasted or uploaded list, or that of the photo `photo`: first its receipt, then the deck."""
    slug = request.POST.get("game") or request.GET.get("game", "")
    context: dict[str, object] = {"games": GAMES, "chosen": slug, "text": "", "there": reverse("decks:import")}
    status = 200
    photo = None if request.method == "POST" else photos.list_of(request.GET.get("photo", ""))
    if request.method != "POST" and photo is None:
        if "photo" in request.GET:
            context["problem"], status = _("This photo is no longer kept. Send it again."), 404
        return render(request, "decks/import.html", context, status=status)
    try:
        source = photo or codec.list_input(request.POST.dict(), request.FILES.get("file"))
        settling_form = settling.settle_from_form(source, request.POST)
        reading = settling_form.reading
        if request.POST.get("action") == "create":
            with count_creation(request, "deck"):
                deck = services.create_from_reading(reading, owner=user_of(request))
            return open_in_builder(request, deck)
    except TooMany as error:
        context["problem"], status = error.message, 429
    except (DeckListError, InputError) as error:
        reason = codec.list_error(error) if isinstance(error, DeckListError) else edit_error(error)
        text, form = (photo.text, photo.form) if photo else (request.POST.get(name, "") for name in ("text", "form"))
        context |= {"problem": reason, "text": text, "form": form}
        if error.code == "code-several":
            context["codes"] = error.params["choices"]
        return render(request, "decks/import.html", context, status=422)
    verdict = selectors.verdict_on(reading.deck)
    context |= {"reading": reading, "verdict": verdict, "game": get(reading.deck.game)}
    context["issues"] = issues_of(verdict, reading.deck)
    context |= {"text": source.text, "form": source.form, "settled": settling_form}
    return render(request, "decks/import.html", context, status=status)
