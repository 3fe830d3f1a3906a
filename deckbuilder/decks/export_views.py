"""A deck for other places: files, its image, its link as a QR code, cards to print."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from deckbuilder.decks import access, lists
from deckbuilder.decks.drafts import EditError
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.decks.panel import panel
from deckbuilder.decks.pictures import can_draw, draw, picture_of, qr
from deckbuilder.decks.playtest_cards_page import PAPERS, problem_of, sheets_of, zones_of
from deckbuilder.decks.sentences import edit_error
from deckbuilder.decks.to_games import to_deck
from games.registry import get


def link_of(request: HttpRequest, deck: Deck) -> str:
    return request.build_absolute_uri(deck.get_absolute_url())


def _link_with_code(request: HttpRequest, deck: Deck, code: str) -> str:
    return "#".join(filter(None, (link_of(request, deck), code)))


@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The deck as a file: txt, csv or json."""
    deck = access.readable(request, slug)
    if form not in lists.FORMS:
        raise Http404
    response = HttpResponse(lists.write(to_deck(deck), form), content_type=lists.FORMS[form])
    response["Content-Disposition"] = f'attachment; filename="{deck.slug}.{form}"'
    return response


@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck as an image in the language `lang`, and what is seen where its link is pasted."""
    deck = access.readable(request, slug)
    language, languages = request.GET.get("lang", get_language() or "en"), [code for code, _name in settings.LANGUAGES]
    if language not in languages:
        problem = edit_error("unknown-value", {"value": language, "choices": tuple(languages)})
        return render(request, "decks/no_picture.html", {"deck": deck, "problem": problem}, status=422)
    if not can_draw():
        return render(request, "decks/no_picture.html", {"deck": deck, "problem": ""}, status=404)
    with override(language):
        shown = panel(deck)
        code = lists.deck_code(shown.engine_deck).code
        drawing = picture_of(shown, code, _link_with_code(request, deck, code))
    etag = f'"{drawing.digest}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(draw(drawing), content_type="image/png")
    seen_by = "private" if deck.visibility == Visibility.PRIVATE else "public"
    response["Cache-Control"], response["ETag"] = f"{seen_by}, max-age=300", etag
    return response


@require_safe
def qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck's link, to be read off a screen. Its code stands behind the #, so that import fields take the link."""
    deck = access.readable(request, slug)
    link = _link_with_code(request, deck, lists.deck_code(to_deck(deck)).code)
    return HttpResponse(qr(link), content_type="image/svg+xml")


@require_safe
def playtest_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Cards to print and cut out, of the zones `zone` (several times; all), on `paper`."""
    deck = access.readable(request, slug)
    game, paper, asked = get(deck.game), request.GET.get("paper", PAPERS[0]), request.GET.getlist("zone")
    engine_deck = to_deck(deck)
    zones, problem = zones_of(engine_deck, game, ()), ""
    try:
        if paper not in PAPERS:
            raise EditError("unknown-value", value=paper, choices=PAPERS)
        zones = zones_of(engine_deck, game, asked)
        problem = problem_of(zones)
    except EditError as error:
        problem, paper = edit_error(error.code, error.params), paper if paper in PAPERS else PAPERS[0]
    language, today = get_language() or "en", timezone.localdate()
    sheets = [] if problem else sheets_of(engine_deck, game, zones, language, today)
    context = {"deck": deck, "game": game, "paper": paper, "zones": zones, "problem": problem, "sheets": sheets}
    return render(request, "decks/playtest_cards.html", context, status=422 if problem else 200)
