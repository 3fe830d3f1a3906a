"""The front page, what the whole site shares, and whether it is ready."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from deckbuilder.accounts import services
from deckbuilder.accounts.models import User
from deckbuilder.catalog.views import the_game
from deckbuilder.common import art
from deckbuilder.common.drawing import bundles
from deckbuilder.common.drawing.themes import COOKIE, Theme
from deckbuilder.common.http.requests import next_url
from deckbuilder.common.operations.health import ready
from deckbuilder.site.exports import export_of
from deckbuilder.site.front.pages import front_page
from games.registry import GAMES

YEAR = 60 * 60 * 24 * 365


def home(request: HttpRequest) -> HttpResponse:
    """What a person does next, and for a stranger what the site does."""
    return render(request, "site/home.html", front_page(request))


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    periods = {
        "deck_days": settings.DECK_DAYS,
        "visitor_days": settings.VISITOR_SIMULATION_DAYS,
        "account_days": settings.SIMULATION_DAYS,
        "revisions": settings.REVISIONS_KEPT,
    }
    return render(request, "site/about.html", {"games": GAMES} | periods)


@require_GET
@login_required
def export(request: HttpRequest) -> FileResponse:
    """All data of the signed-in person."""
    assert isinstance(request.user, User)
    name, file = export_of(request.user)
    return FileResponse(file, as_attachment=True, filename=name)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Save `theme` in this browser, and for a signed-in user in the account; then return to `next`."""
    new_theme = request.POST.get("theme", "")
    if new_theme not in Theme.values:
        problem = _("There is no theme “{theme}”. Choose one of: {choices}")
        return HttpResponseBadRequest(problem.format(theme=new_theme, choices=", ".join(Theme.values)))
    if request.user.is_authenticated:
        services.prefer(request.user, language=request.user.language, theme=new_theme)
    response = HttpResponseRedirect(next_url(request, reverse("site:home")))
    response.set_cookie(COOKIE, new_theme, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response


@require_GET
def bundle(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """Style sheets or scripts in one file. Browsers cache it for good under the URL of its version."""
    if name not in bundles.BUNDLES:
        raise Http404
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    response = HttpResponse(bundles.bundle(name), content_type=f"{kind}; charset=utf-8")
    return _with_caching(response, current=version == bundles.version(name))


@require_GET
def drawing(request: HttpRequest, version: str, game: str, name: str) -> HttpResponse:
    """The drawn picture of a card without an image. Browsers cache it for good under the URL of its version."""
    game_ = the_game(game)
    lot = art.read(game_, name)
    if lot is None:
        raise Http404
    response = HttpResponse(art.picture(game_, lot), content_type="image/svg+xml")
    return _with_caching(response, current=version == art.version())


MAX_DRAWINGS = 120
"""Drawings of one answer: more than a page with all its cards shows."""


@require_GET
def drawings(request: HttpRequest, version: str, game: str) -> HttpResponse:
    """Many drawn pictures at once, by name: those named in `of`, with spaces between. 404 if one is none or there are
    too many."""
    game_, names = the_game(game), request.GET.get("of", "").split()
    if len(names) > MAX_DRAWINGS:
        raise Http404
    lots = {name: art.read(game_, name) for name in names}
    pictures = {name: art.picture(game_, lot) for name, lot in lots.items() if lot}
    if len(pictures) < len(lots):
        raise Http404
    return _with_caching(JsonResponse(pictures), current=version == art.version())


def _with_caching(response: HttpResponse, *, current: bool) -> HttpResponse:
    """Cacheable for a year if the URL contains the version."""
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable" if current else "no-cache"
    return response


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while this process serves, whatever else is down: restarting it would not help."""
    return JsonResponse({"ok": True})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 if database, broker, worker, disk and cache are available, else 503 with what is not."""
    report = ready()
    return JsonResponse(report, status=200 if report["ok"] else 503)
