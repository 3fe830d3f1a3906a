"""A deck for other places: files, its image, its link as a QR code."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from deckbuilder.decks import access, lists
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.decks.panel import panel
from deckbuilder.decks.pictures import can_draw, draw, picture_of, qr
from deckbuilder.decks.sentences import edit_error
from deckbuilder.decks.to_games import to_deck


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
