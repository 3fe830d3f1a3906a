"""Exports of a deck: files, its image, its link as a QR code, cards to print, and Tabletop Simulator."""

from dataclasses import replace

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.common.http.file_names import as_download, file_name
from deckbuilder.common.input import InputError
from deckbuilder.decks import access
from deckbuilder.decks.builder.panel import panel
from deckbuilder.decks.exports.card_sheets import FACES, back_of, cards_of, draw_back, draw_sheet, face_of
from deckbuilder.decks.exports.pictures import can_draw, draw, picture_of, qr
from deckbuilder.decks.exports.playtest_cards_page import PAPERS, problem_of, sheets_of, zones_of
from deckbuilder.decks.exports.tabletop import Addresses, problem_with, saved_object
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.decks.to_games import SLUGS
from deckbuilder.decks.verdicts.sentences import edit_error
from games.engine.reading.deck_codes import code_in
from games.engine.reading.decklists.parsing import DeckListError
from games.registry import get


def link_of(request: HttpRequest, deck: Deck) -> str:
    return request.build_absolute_uri(deck.get_absolute_url())


def _link_with_code(request: HttpRequest, deck: Deck, code: str) -> str:
    return "#".join(filter(None, (link_of(request, deck), code)))


@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The deck as a file: txt, csv or json; or, for people, plain, md or bbcode."""
    deck = access.readable(request, slug)
    if form in codec.FORMS:
        response = HttpResponse(codec.write(to_deck(deck), form), content_type=codec.FORMS[form])
    elif form in codec.SHARED:
        response = HttpResponse(codec.share(to_deck(deck), form), content_type=codec.SHARED[form])
    else:
        raise Http404
    return _as_file(response, deck, "txt" if form == "plain" else form)


def _as_file(response: HttpResponse, deck: Deck, ending: str) -> HttpResponse:
    """The response as a file that is called like the deck."""
    return as_download(response, file_name(deck.name, deck.slug, ending))


@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck as an image in the language `lang`, also for link previews."""
    deck = access.readable(request, slug)
    language, languages = request.GET.get("lang", get_language() or "en"), [code for code, _name in settings.LANGUAGES]
    if language not in languages:
        problem = edit_error(InputError("unknown-value", value=language, choices=languages))
        return _no_file(request, deck, _("No deck image"), problem, 422)
    if not can_draw():
        problem = _("This server has no font with Chinese and Japanese characters, so it cannot draw images of decks.")
        return _no_file(request, deck, _("No deck image"), problem, 404)
    with override(language):
        deck_panel = panel(deck)
        code = codec.deck_code(deck_panel.engine_deck).code
        drawing = picture_of(deck_panel, code, _link_with_code(request, deck, code))
    etag = f'"{drawing.digest}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(draw(drawing), content_type="image/png")
    seen_by = "private" if deck.visibility == Visibility.PRIVATE else "public"
    response["Cache-Control"], response["ETag"] = f"{seen_by}, max-age=300", etag
    return response


def _no_file(request: HttpRequest, deck: Deck, title: str, problem: str, status: int) -> HttpResponse:
    context = {"deck": deck, "title": title, "problem": problem}
    return render(request, "decks/no_file.html", context, status=status)


@require_safe
def qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck's link as a QR code. The deck code is in the fragment, so that import fields accept the link."""
    deck = access.readable(request, slug)
    link = _link_with_code(request, deck, codec.deck_code(to_deck(deck)).code)
    return HttpResponse(qr(link), content_type="image/svg+xml")


@require_safe
def playtest_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Cards to print and cut out, of the zones `zone` (repeatable; default all), on `paper`."""
    deck = access.readable(request, slug)
    game, paper, slugs = get(deck.game), request.GET.get("paper", PAPERS[0]), request.GET.getlist("zone")
    engine_deck = to_deck(deck)
    zones, problem = zones_of(engine_deck, game, ()), ""
    try:
        if paper not in PAPERS:
            raise InputError("unknown-value", value=paper, choices=PAPERS)
        zones = zones_of(engine_deck, game, slugs)
        problem = problem_of(zones)
    except InputError as error:
        problem, paper = edit_error(error), paper if paper in PAPERS else PAPERS[0]
    language, today = get_language() or "en", timezone.localdate()
    sheets = [] if problem else sheets_of(engine_deck, game, zones, language, today)
    context = {"deck": deck, "game": game, "paper": paper, "zones": zones, "problem": problem, "sheets": sheets}
    return render(request, "decks/playtest_cards.html", context, status=422 if problem else 200)


@require_safe
def tabletop(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck as a saved object of Tabletop Simulator.

    The URLs of its sheets contain the deck code: they do not change with the deck, and need no permission.
    """
    deck = access.readable(request, slug)
    engine_deck = to_deck(deck)
    if problem := problem_with(engine_deck):
        return _no_file(request, deck, _("No file for Tabletop Simulator"), problem, 422)
    code = codec.deck_code(engine_deck)
    if not (code.code and can_draw()):
        messages.error(request, code.problem or _("This server has no font to draw cards with."))
        return redirect(f"{deck.get_absolute_url()}#export")
    language, game = get_language() or "en", get(deck.game)

    def sheet(number: int) -> str:
        return request.build_absolute_uri(reverse("decks:sheet", args=[code.code, language, number]))

    back = request.build_absolute_uri(reverse("decks:card_back", args=[game.slug, language]))
    read = replace(codec.parse(codec.ListInput(code.code)).deck, name=deck.name)
    table = saved_object(read, game, Addresses(sheet, back), language)
    response = JsonResponse(table, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _as_file(response, deck, "tabletop.json")


@require_safe
def sheet(request: HttpRequest, code: str, language: str, number: int) -> HttpResponse:
    """A sheet with the faces of the cards of a deck code."""
    if code_in(code) != code or not _draws(language):
        raise Http404
    try:
        deck = codec.parse(codec.ListInput(code)).deck
    except DeckListError:
        raise Http404 from None
    game = get(deck.game)
    cards = cards_of(deck, game)[(number - 1) * FACES : number * FACES] if number else []
    if not cards:
        raise Http404
    with override(language):
        texts = CardTexts(game).prepare(each.card.effects for each in cards)
        faces = tuple(face_of(game, each, language, texts) for each in cards)
        return _for_good(draw_sheet(faces, back_of(game, language)))


@require_safe
def card_back(request: HttpRequest, game: str, language: str) -> HttpResponse:
    """The back of a game's cards."""
    if game not in SLUGS or not _draws(language):
        raise Http404
    return _for_good(draw_back(back_of(get(game), language)))


def _draws(language: str) -> bool:
    return can_draw() and language in (code for code, _name in settings.LANGUAGES)


def _for_good(data: bytes) -> HttpResponse:
    return HttpResponse(data, content_type="image/jpeg", headers={"Cache-Control": "public, max-age=604800"})
