"""Pages that take a photo of a deck list, and follow how it is read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.common.database import NotFoundError
from deckbuilder.common.http.requests import HtmxRequest, next_url
from deckbuilder.common.input import InputError
from deckbuilder.decks.models import Photo, PhotoError
from deckbuilder.decks.photos import selectors, services, tasks
from deckbuilder.decks.photos.validators import MAX_BYTES
from deckbuilder.decks.to_games import SLUGS
from deckbuilder.decks.verdicts.sentences import edit_error
from games.registry import GAMES


@require_POST
def send(request: HttpRequest) -> HttpResponse:
    """Take the photo of a list; `game`: its game, if it does not say it; `next`: the page that gets the list."""
    if not selectors.can_read_photos():
        raise NotFoundError
    there = next_url(request, reverse("decks:import"))
    game = request.POST.get("game", "")
    problem, status = "", 422
    try:
        if (file := request.FILES.get("photo")) is None:
            raise InputError("photo-missing", field="photo")
        with count_creation(request, "photo"):
            photo = services.receive(file.read(MAX_BYTES + 1), game if game in SLUGS else "")
        tasks.PHOTOS.start(photo)
        return redirect(f"{reverse('decks:photo', args=[photo.key])}?{urlencode({'next': there})}")
    except TooMany as error:
        problem, status = error.message, 429
    except InputError as error:
        problem = edit_error(error)
    return _page(request, there, {"problem": problem, "chosen": game}, status)


@require_safe
def photo_page(request: HtmxRequest, key: str) -> HttpResponse:
    """How far a photo is read; once it is, the page that gets its list."""
    photo = selectors.photo_of(key)
    there = next_url(request, reverse("decks:import"))
    if photo.is_waiting:
        context = {"photo": photo, "there": there, "polling": tasks.PHOTOS.poll(photo)}
        if request.htmx:
            return render(request, "decks/_photo_progress.html", context)
        return _page(request, there, context)
    if photo.error:
        here = request.get_full_path()
        problem = PhotoError(photo.error).label
        return HttpResponseClientRedirect(here) if request.htmx else _page(request, there, {"problem": problem})
    list_page = f"{there}{'&' if '?' in there else '?'}{urlencode({'photo': photo.key})}"
    return HttpResponseClientRedirect(list_page) if request.htmx else redirect(list_page)


def _page(request: HttpRequest, there: str, context: dict[str, object], status: int = 200) -> HttpResponse:
    photo = context.get("photo")
    chosen = photo.game if isinstance(photo, Photo) else context.get("chosen", "")
    context = {"there": there, "games": GAMES, "chosen": chosen, **context}
    return render(request, "decks/photo.html", context, status=status)
