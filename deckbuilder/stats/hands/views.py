"""Pages about opening hands: sample hands, and which hands to keep."""

import secrets

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from deckbuilder.decks import access
from deckbuilder.decks.loading import to_deck
from deckbuilder.stats.hands import keep_page, pages
from deckbuilder.stats.hands.forms import HandsForm, KeepForm
from deckbuilder.stats.hands.keep_page import KeepQuery
from deckbuilder.stats.hands.pages import HandQuery
from deckbuilder.stats.models import MAX_SEED
from deckbuilder.stats.odds.exact_odds import default_goal, default_turn, drawing
from deckbuilder.stats.odds.sentences import unreadable
from deckbuilder.stats.pages import goal_links, goal_text, head, page_url, without
from deckbuilder.stats.selectors import last_rule
from games.engine.model.opening import seat_of
from games.engine.odds.exact import Unreadable, drawn_from
from games.registry import get


@require_safe
def hands(request: HttpRequest, slug: str) -> HttpResponse:
    """A sample hand, fully described by its URL."""
    deck = access.readable(request, slug)
    game, engine_deck = get(deck.game), to_deck(deck)
    if "seed" not in request.GET:
        return redirect(page_url("stats:hands", slug, "hand", request.GET, seed=str(secrets.randbelow(MAX_SEED))))
    if request.GET.get("done") == "keep" and "back" in request.GET:
        return redirect(page_url("stats:hands", slug, "hand", without(request.GET, "back")))
    context = head(request, deck, "hands")
    try:
        size = sum(entry.count for entry in drawn_from(engine_deck, game.opening))
    except Unreadable as error:
        return render(request, "stats/hands.html", context | {"unreadable": unreadable(error)})
    seat = seat_of(request.GET.get("seat"))
    open_goal = goal_text(request.GET) or default_goal(engine_deck, game, seat)
    form = HandsForm(
        request.GET,
        hand=game.opening.seen_count(size, 0, "first"),
        mulligan=game.opening.has_mulligan,
        by=default_turn(open_goal, engine_deck, game, seat),
    )
    context |= {"form": form, "problems": form.problems, "query": request.GET, "empty": not size}
    names = ["keep"] * game.opening.has_mulligan
    context["links"] = goal_links(deck, open_goal, form.value("by"), form.value("seat"), *names)
    context["draws"] = bool(drawing(engine_deck, game).free)
    page = (
        pages.page(engine_deck, game, _hands_query(form, request.GET, open_goal))
        if size and not form.errors.get("seed")
        else None
    )
    status = 422 if form.problems or (page and page.mistake) else 200
    return render(request, "stats/hands.html", context | {"page": page}, status=status)


@require_safe
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Which opening hands of a deck to keep for a goal, and what the player's own rule costs."""
    deck = access.readable(request, slug)
    game, engine_deck = get(deck.game), to_deck(deck)
    context = head(request, deck, "keep")
    if not game.opening.has_mulligan:
        return render(request, "stats/keep.html", context)
    rule, rule_turn = last_rule(deck.pk)
    if "rule" in request.GET:
        rule, rule_turn = request.GET["rule"].strip(), 0
    seat = seat_of(request.GET.get("seat"))
    open_goal = goal_text(request.GET) or default_goal(engine_deck, game, seat)
    form = KeepForm(request.GET, turn=default_turn(open_goal, engine_deck, game, seat), rule_turn=rule_turn)
    keep_query = KeepQuery(
        form.value("seat"), form.value("turn"), goal_text(request.GET), open_goal, rule, form.value("rule_turn")
    )
    context |= {"form": form, "problems": form.problems, "query": request.GET, "keep_query": keep_query}
    context["draws"] = bool(drawing(engine_deck, game).free)
    context["links"] = goal_links(deck, open_goal, keep_query.turn, keep_query.seat, "hands", "simulations")
    try:
        context["empty"] = not drawn_from(engine_deck, game.opening)
        page = keep_page.page(engine_deck, game, keep_query)
    except Unreadable as error:
        return render(request, "stats/keep.html", context | {"unreadable": unreadable(error)})
    wrong = form.problems or page.mistake or page.rule_mistake
    return render(request, "stats/keep.html", context | {"page": page}, status=422 if wrong else 200)


def _hands_query(form: HandsForm, query: QueryDict, open_goal: str) -> HandQuery:
    back = form.mulligan_positions
    return HandQuery(
        seed=form.value("seed"),
        seat=form.value("seat"),
        back=back,
        turns=form.value("turns") if back is not None else 0,
        goal=goal_text(query),
        shown_goal=open_goal,
        by=form.value("by"),
    )
