"""Pages of public decks, of their authors, and of what a reader marked and follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from deckbuilder.accounts import services as account_services
from deckbuilder.accounts.models import User
from deckbuilder.accounts.selectors import blocks, user_of
from deckbuilder.common.database import get_row
from deckbuilder.common.http.pagination import get_page
from deckbuilder.common.http.requests import HtmxRequest, next_url
from deckbuilder.common.input import InputError
from deckbuilder.decks import access
from deckbuilder.decks.library.judgements import RulesOf, judge_first, verdicts
from deckbuilder.decks.models import Deck
from deckbuilder.decks.public import selectors, services
from deckbuilder.decks.public.filters import Filters, filters_of
from deckbuilder.decks.public.page import orders, page_context
from deckbuilder.decks.selectors import tiles
from deckbuilder.decks.verdicts.sentences import edit_error
from games.registry import GAMES

PAGE = 30


def _tiles(request: HttpRequest, decks: Any, rules: RulesOf | None = None) -> dict[str, Any]:
    """A page of decks. `rules`: where the verdicts on them are stored, so that few have to be judged."""
    page = get_page(decks, PAGE, request.GET.get("page"))
    counts = selectors.counts_of(page, user_of(request)) if settings.PEOPLE else {}
    return {"page": page, "tiles": tiles(page, None if rules is None else verdicts(page, rules)), "counts": counts}


@require_safe
def public(request: HttpRequest) -> HttpResponse:
    """Public decks that pass the filters in the address."""
    filters, rules, left, problem = Filters(), selectors.NO_RULES, 0, ""
    try:
        filters = filters_of(request.GET)
        cards = selectors.named_cards(filters)
        rules = selectors.rules_for(filters)
        left = judge_first(selectors.matching_decks(replace(filters, status=""), cards, rules), rules)
        decks = selectors.matching_decks(filters, cards, rules).select_related("verdict")
        around = page_context(filters, cards, rules)
    except InputError as error:
        decks, around, problem = Deck.objects.none(), {"groups": [], "chips": []}, edit_error(error)
    context = _tiles(request, decks, rules) | around | {"left": left}
    context |= {"filters": filters, "game": filters.known_game, "games": GAMES, "orders": orders(), "problem": problem}
    return render(request, "decks/public.html", context, status=422 if problem else 200)


@require_safe
def author(request: HttpRequest, name: str) -> HttpResponse:
    """The public decks of a person, by the filters in the address. Raises NotFoundError for one who has none."""
    by, reader = selectors.author_of(name), user_of(request)
    filters, rules, problem = Filters(author=name), selectors.NO_RULES, ""
    try:
        filters = filters_of(request.GET).with_changes(author=name)
        cards, rules = selectors.named_cards(filters), selectors.rules_for(filters)
        judge_first(selectors.matching_decks(filters, cards, rules), rules)
        decks = selectors.matching_decks(filters, cards, rules).select_related("verdict")
    except InputError as error:
        decks, problem = Deck.objects.none(), edit_error(error)
    context = _tiles(request, decks, rules) | {
        "author": by,
        "is_me": by.user == reader,
        "is_followed": selectors.follows(reader, by.user),
        "is_blocked": blocks(reader, by.user),
        "filters": filters,
        "orders": orders(),
        "problem": problem,
    }
    return render(request, "decks/author.html", context, status=422 if problem else 200)


@require_safe
@login_required
def favourites(request: HttpRequest) -> HttpResponse:
    """The decks that a person marked as favourites."""
    return render(request, "decks/favourites.html", _tiles(request, selectors.favourites_of(access.person_of(request))))


@require_safe
@login_required
def following(request: HttpRequest) -> HttpResponse:
    """The public decks of the authors whom a person follows."""
    user = access.person_of(request)
    context = _tiles(request, selectors.followed_decks(user)) | {"authors": selectors.followed_authors(user)}
    return render(request, "decks/following.html", context)


@require_POST
@login_required
def favour(request: HtmxRequest, slug: str) -> HttpResponse:
    """Mark a deck as a favourite, or with `do=remove` no longer. htmx gets the new heart."""
    deck, user = access.readable(request, slug), access.person_of(request)
    problem = _do(request, lambda: services.favour(user, deck), lambda: services.unfavour(user, deck))
    if request.htmx and not problem:
        counts = selectors.counts_of([deck], user)[deck.pk]
        return render(request, "decks/_heart.html", {"deck": deck, "counts": counts})
    return redirect(next_url(request, reverse("decks:page", args=[slug])))


@require_POST
@login_required
def follow(request: HttpRequest, name: str) -> HttpResponse:
    """Follow an author, or with `do=remove` no longer."""
    by, user = selectors.author_of(name).user, access.person_of(request)
    _do(request, lambda: services.follow(user, by), lambda: services.unfollow(user, by))
    return redirect(next_url(request, reverse("decks:author", args=[name])))


@require_POST
@login_required
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a person, or with `do=remove` no longer. Raises NotFoundError for one who does not exist."""
    other, user = get_row(User.objects.filter(is_active=True), username=name), access.person_of(request)
    problem = _do(request, lambda: account_services.block(user, other), lambda: account_services.unblock(user, other))
    if not problem and request.POST.get("do") != "remove":
        messages.success(request, _("You no longer see comments of {name}.").format(name=name))
    return redirect(next_url(request, reverse("accounts:settings")))


def _do(request: HttpRequest, add: Callable[[], None], remove: Callable[[], None]) -> bool:
    """Add or remove as the form says. Whether it could not be done: the next page then says why."""
    actions = {"add": add, "remove": remove}
    action = request.POST.get("do", "add")
    try:
        if action not in actions:
            raise InputError("unknown-value", value=action, choices=list(actions))
        actions[action]()
    except InputError as error:
        messages.error(request, edit_error(error))
        return True
    return False
