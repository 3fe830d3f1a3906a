"""Pages of restriction lists."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from deckbuilder.catalog.access import may_edit_lists
from deckbuilder.catalog.restrictions import feed_pages, pages
from deckbuilder.catalog.restrictions.selectors import drafts_of
from deckbuilder.catalog.views import the_game


@require_safe
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """All lists of a game: in force today, announced, and past."""
    game, today = the_game(slug), timezone.localdate()
    may_edit = may_edit_lists(request.user, game)
    context = {"game": game, "today": today, "shelves": pages.shelves(game, today), "may_edit": may_edit}
    return render(request, "catalog/lists.html", context | {"drafts": drafts_of(game) if may_edit else ()})


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """What was announced, corrected and withdrawn of a game's lists, as an Atom feed."""
    game = the_game(slug)
    return HttpResponse(feed_pages.lists_feed(request, game), content_type="application/atom+xml; charset=utf-8")


@require_safe
def version(request: HttpRequest, slug: str, name: str, version: str) -> HttpResponse:
    """One version of a list with its cards and its changes."""
    game = the_game(slug)
    page = pages.version_page(game, name, version, timezone.localdate())
    if page is None:
        raise Http404
    may_edit = may_edit_lists(request.user, game)
    context = {"game": game, "page": page, "shown": page.version, "may_edit": may_edit}
    return render(request, "catalog/list.html", context)
