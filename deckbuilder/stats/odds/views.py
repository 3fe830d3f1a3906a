"""Pages with the exact odds of a deck, and the odds shown in the builder."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.http.requests import HtmxRequest
from deckbuilder.common.input import InputError
from deckbuilder.decks import access, services
from deckbuilder.decks.changes.edits import parse_cards
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.decks.verdicts.sentences import edit_error
from deckbuilder.stats.figures import percent
from deckbuilder.stats.odds import chosen_goals, maybe_page, pages
from deckbuilder.stats.odds.chances import OddsQuery
from deckbuilder.stats.odds.editor import editor, without_fields
from deckbuilder.stats.odds.exact_odds import OpeningOdds, default_goal, default_turn, drawing, opening_odds
from deckbuilder.stats.odds.forms import OddsForm
from deckbuilder.stats.odds.sentences import preset_label, unreadable
from deckbuilder.stats.pages import goal_links, goal_text, head, page_url, without
from deckbuilder.stats.throttle import Busy
from games.engine.model.opening import Seat, seat_of
from games.engine.odds.exact import Unreadable
from games.registry import get


@require_safe
def odds(request: HttpRequest, slug: str) -> HttpResponse:
    """The exact odds of a deck: goals, and how many cards of each kind are seen."""
    deck = access.readable(request, slug)
    game, engine_deck, language = get(deck.game), to_deck(deck), get_language() or "en"
    seat = seat_of(request.GET.get("seat"))
    open_goal = goal_text(request.GET) or default_goal(engine_deck, game, seat)
    turn = default_turn(open_goal, engine_deck, game, seat)
    form = OddsForm(request.GET, turn=turn, drawing=drawing(engine_deck, game))
    context = head(request, deck, "odds") | {"form": form, "problems": form.problems}
    context |= {"query": without(without_fields(request.GET), "done"), "done": "done" in request.GET}
    odds_query = _odds_query(form, request.GET, open_goal)
    try:
        page = pages.page(engine_deck, game, odds_query, language)
        goal_editor = editor(request.GET, game, engine_deck, page.answer.goal if page.answer else None, language)
    except Unreadable as error:
        return render(request, "stats/odds.html", context | {"unreadable": unreadable(error)})
    if goal_editor.text:
        return redirect(page_url("stats:odds", slug, "goal", without_fields(request.GET), goal=goal_editor.text))
    context |= {"page": page, "odds_query": odds_query, "editor": goal_editor, "empty": not page.cards}
    names = ["simulations", "hands"] + ["maybe"] * bool(engine_deck.maybe) + ["keep"] * game.opening.has_mulligan
    context["links"] = goal_links(deck, open_goal, odds_query.turn, odds_query.seat, *names)
    wrong = form.problems or goal_editor.problem or page.mistake or page.own_mistake
    _save_goal(request, deck, odds_query.goal if page.answer else "", odds_query.turn, odds_query.seat)
    return render(request, "stats/odds.html", context, status=422 if wrong else 200)


def _save_goal(request: HttpRequest, deck: Deck, goal: str, turn: int, seat: Seat) -> None:
    """Save the goal for readers who may edit the deck: the builder continues with it."""
    if goal and access.may_edit(request, deck):
        chosen_goals.save_goal(request.session, deck.slug, goal, turn, seat)


@require_safe
def maybe(request: HtmxRequest, slug: str) -> HttpResponse:
    """The effect of swaps with cards of the maybe-board on the odds of a goal: a page, and a part of the builder."""
    deck = access.readable(request, slug)
    game, engine_deck = get(deck.game), to_deck(deck)
    query = request.GET if goal_text(request.GET) else chosen_goals.saved_goal(request.session, slug)
    seat = seat_of(query.get("seat"))
    goal = query.get("goal", "").strip() or default_goal(engine_deck, game, seat)
    form = OddsForm(query, turn=default_turn(goal, engine_deck, game, seat))
    turn = form.value("turn")
    context = head(request, deck, "maybe") | {"problems": form.problems, "here": request.path, "fragment": request.htmx}
    try:
        page = maybe_page.page(engine_deck, game, goal, turn, seat)
    except Unreadable as error:
        return render(request, _maybe_template(request), context | {"problem": unreadable(error)})
    _save_goal(request, deck, "" if page.mistake else goal_text(request.GET), turn, seat)
    status = 422 if form.problems or page.mistake else 200
    return render(request, _maybe_template(request), context | {"page": page}, status=status)


def _maybe_template(request: HtmxRequest) -> str:
    return "stats/_maybe.html" if request.htmx else "stats/maybe.html"


@require_safe
def opening(request: HtmxRequest, slug: str) -> HttpResponse:
    """The part of the builder with the odds of a deck's first cards. Without htmx, redirects to the odds page."""
    deck = access.readable(request, slug)
    if not request.htmx:
        return redirect("stats:odds", slug)
    game, engine_deck = get(deck.game), to_deck(deck)
    try:
        figures, problem = [_opening_figure(slug, each) for each in opening_odds(engine_deck, game)], ""
    except Unreadable as error:
        figures, problem = [], unreadable(error)
    except Busy:
        figures = []
        problem = _("The server is busy calculating odds for others; these figures appear with the next change.")
    return render(request, "stats/_opening.html", {"deck": deck, "figures": figures, "problem": problem})


def _opening_figure(slug: str, odds: OpeningOdds) -> tuple[str, str, str]:
    """Label, figure, and the URL of the page with details."""
    address = page_url("stats:odds", slug, "goal", goal=odds.goal, turn=odds.preset.turn)
    return preset_label(odds.preset), "–" if odds.chance is None else percent(odds.chance), address


@require_POST
def swap(request: HttpRequest, slug: str) -> HttpResponse:
    """Apply a swap to the deck: `out` and `into` as offered by the odds page; `query`: the query string of that
    page."""
    deck = access.editable(request, slug)
    query = QueryDict(request.POST.get("query", ""), mutable=True)
    try:
        out, into = (parse_cards(request.POST.get(name, "")) for name in ("out", "into"))
        services.swap(deck, out, into, author=user_of(request))
        query["done"] = "1"
    except InputError as error:
        messages.error(request, edit_error(error))
    return redirect(f"{reverse('stats:odds', args=[slug])}?{query.urlencode()}#swap")


def _odds_query(form: OddsForm, query: QueryDict, open_goal: str) -> OddsQuery:
    return OddsQuery(
        seat=form.value("seat"),
        turn=form.value("turn"),
        mulligan=form.value("mulligan") == "goal",
        draws=form.value("draws") if form.drawing.free else "none",
        goal=goal_text(query),
        shown_goal=open_goal,
        swap="swap" in query,
        groups=form.value("group"),
        sort=query.get("sort", ""),
    )
