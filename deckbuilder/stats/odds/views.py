"""Pages of a deck's statistics: exact odds, sample hands."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from deckbuilder.accounts.models import User
from deckbuilder.common.http.requests import HtmxRequest
from deckbuilder.common.names import reader_name
from deckbuilder.decks import access, selectors, services
from deckbuilder.decks.changes.drafts import EditError
from deckbuilder.decks.changes.edits import cards
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.decks.verdicts.sentences import edit_error
from deckbuilder.stats.figures import percent
from deckbuilder.stats.hands import keep_page
from deckbuilder.stats.hands import pages as hands_pages
from deckbuilder.stats.hands.keep_page import KeepQuery
from deckbuilder.stats.hands.pages import Dealt
from deckbuilder.stats.odds import chosen_goals, forms, maybe_page
from deckbuilder.stats.odds import pages as odds_pages
from deckbuilder.stats.odds.editor import editor, without_fields
from deckbuilder.stats.odds.exact_odds import OpeningOdds, drawing, opening_odds, telling_goal, usual_turn
from deckbuilder.stats.odds.forms import HandsForm, KeepForm, OddsForm
from deckbuilder.stats.odds.pages import OddsQuery
from deckbuilder.stats.odds.sentences import choices_sentence, preset_label, seen_error, unreadable
from deckbuilder.stats.questions import pages as questions_pages
from deckbuilder.stats.simulations.selectors import last_rule
from deckbuilder.stats.simulations.services import MAX_SEED
from deckbuilder.stats.throttle import Busy
from games.engine.model.opening import SEATS, seat_of
from games.engine.odds.exact import Unreadable, drawn_from
from games.engine.odds.seen_cards import MAX_DIGITS, SeenError
from games.registry import get


@require_safe
def odds(request: HttpRequest, slug: str) -> HttpResponse:
    """The exact odds of a deck: goals, and how many cards of each kind are seen."""
    deck = access.readable(request, slug)
    game, engine_deck, language = get(deck.game), to_deck(deck), get_language() or "en"
    seat = seat_of(request.GET.get("seat"))
    open_goal = _goal(request.GET) or telling_goal(engine_deck, game, seat)
    turn = usual_turn(open_goal, engine_deck, game, seat)
    form = OddsForm(request.GET, turn=turn, drawing=drawing(engine_deck, game))
    context = head(request, deck, "odds") | {"form": form, "problems": form.problems}
    context |= {"left_out": choices_sentence(form.drawing.choices, reader_name), "considered": bool(engine_deck.maybe)}
    context |= {"query": _less(without_fields(request.GET), "done"), "done": "done" in request.GET}
    odds_query = _odds_query(form, request.GET, open_goal)
    try:
        page = odds_pages.page(engine_deck, game, odds_query, language)
        goal_editor = editor(request.GET, game, engine_deck, page.answer.goal if page.answer else None, language)
    except Unreadable as error:
        return render(request, "stats/odds.html", context | {"unreadable": unreadable(error)})
    if goal_editor.text:
        return redirect(_address("stats:odds", slug, without_fields(request.GET), "goal", goal=goal_editor.text))
    context |= {"page": page, "odds_query": odds_query, "editor": goal_editor}
    wrong = form.problems or goal_editor.problem or page.mistake or page.own_mistake
    _remember_goal(request, context, odds_query.goal if page.answer else "", odds_query.turn, odds_query.seat)
    return render(request, "stats/odds.html", context, status=422 if wrong else 200)


def _remember_goal(request: HttpRequest, context: Mapping[str, Any], goal: str, turn: int, seat: str) -> None:
    """Remember the goal for readers who may edit the deck: the builder continues with it."""
    if goal and context["may_edit"]:
        chosen_goals.remember(request.session, context["deck"].slug, goal, turn, seat)


@require_safe
def maybe(request: HtmxRequest, slug: str) -> HttpResponse:
    """The effect of swaps with cards of the maybe-board on the odds of a goal: a page, and a part of the builder."""
    deck = access.readable(request, slug)
    game, engine_deck = get(deck.game), to_deck(deck)
    query = request.GET if _goal(request.GET) else chosen_goals.recall(request.session, slug)
    seat = seat_of(query.get("seat"))
    goal = query.get("goal", "").strip() or telling_goal(engine_deck, game, seat)
    form = OddsForm(query, turn=usual_turn(goal, engine_deck, game, seat))
    turn = form.value("turn")
    context = head(request, deck, "maybe") | {"problems": form.problems, "here": request.path, "fragment": request.htmx}
    try:
        page = maybe_page.page(engine_deck, game, goal, turn, seat)
    except Unreadable as error:
        return render(request, _maybe_template(request), context | {"unreadable": unreadable(error)})
    _remember_goal(request, context, "" if page.mistake else _goal(request.GET), turn, seat)
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
    address = _address("stats:odds", slug, QueryDict(), "goal", goal=odds.goal, turn=str(odds.preset.turn))
    return preset_label(odds.preset), "–" if odds.chance is None else percent(odds.chance), address


@require_POST
def swap(request: HttpRequest, slug: str) -> HttpResponse:
    """Apply a swap to the deck: `out` and `into` as offered by the odds page; `query`: the query string of that
    page."""
    deck = access.editable(request, slug)
    author = request.user if isinstance(request.user, User) else None
    query = QueryDict(request.POST.get("query", ""), mutable=True)
    try:
        services.swap(deck, cards(request.POST, "out"), cards(request.POST, "into"), author=author)
        query["done"] = "1"
    except EditError as error:
        messages.error(request, edit_error(error.code, error.params))
    return redirect(f"{reverse('stats:odds', args=[slug])}?{query.urlencode()}#swap")


SEEN = "seen:"
"""The prefix of query parameters that say how many copies of a named card were seen."""


@require_safe
def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """The game's questions about a deck, answered exactly or by its last simulation."""
    deck = access.readable(request, slug)
    engine_deck, seat = to_deck(deck), request.GET.get("seat", "first")
    if seat not in SEATS:
        message = _("There is no seat “{seat}”. Choose “first” or “second”.").format(seat=seat[:50])
        context = head(request, deck, "questions") | {"unreadable": message}
        return render(request, "stats/questions.html", context, status=422)
    context = head(request, deck, "questions") | {"seats": forms.SEATS, "seat": seat}
    context["query"] = _less(request.GET, "seat")
    try:
        context["page"] = questions_pages.page(engine_deck, seat, _seen_counts(request.GET), deck.pk)
    except Unreadable as error:
        context["unreadable"] = unreadable(error)
    except SeenError as error:
        context["page"] = questions_pages.page(engine_deck, seat, {}, deck.pk)
        return render(request, "stats/questions.html", context | {"mistake": seen_error(error)}, status=422)
    return render(request, "stats/questions.html", context)


def _seen_counts(query: QueryDict) -> dict[str, int]:
    """The number of copies seen, by card name. Raises SeenError."""
    texts = {key.removeprefix(SEEN): str(query.get(key, "")).strip() for key in query if key.startswith(SEEN)}
    for name, text in texts.items():
        if text and not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
            raise SeenError("not-seen-cards", text=f"{text} {name}")
    return {name: int(text) for name, text in texts.items() if text}


def head(request: HttpRequest, deck: Deck, tab: str) -> dict[str, object]:
    """The context for the header of every page of a deck's statistics."""
    may_edit = selectors.may_edit(deck, request.user, access.keys_of(request))
    game = get(deck.game)
    return {"deck": deck, "game": game, "opening": game.opening, "tab": tab, "may_edit": may_edit}


def _odds_query(form: OddsForm, query: QueryDict, open_goal: str) -> OddsQuery:
    return OddsQuery(
        seat=form.value("seat"),
        turn=form.value("turn"),
        mulligan=form.value("mulligan") == "goal",
        draws=form.value("draws") if form.drawing.free else "none",
        goal=_goal(query),
        opened=open_goal,
        swap="swap" in query,
        groups=form.value("group"),
        sort=query.get("sort", ""),
    )


def _goal(query: QueryDict) -> str:
    return query.get("goal", "").strip()


def _address(name: str, slug: str, query: QueryDict, part: str, **changes: str) -> str:
    """The URL of a deck's page with the same query, except for the parameters in `changes`."""
    changed_query = query.copy()
    for key, value in changes.items():
        changed_query[key] = value
    return f"{reverse(name, args=[slug])}?{changed_query.urlencode()}#{part}"


@require_safe
def hands(request: HttpRequest, slug: str) -> HttpResponse:
    """A sample hand, fully described by its URL."""
    deck = access.readable(request, slug)
    game, engine_deck = get(deck.game), to_deck(deck)
    if "seed" not in request.GET:
        return redirect(_address("stats:hands", slug, request.GET, "hand", seed=str(secrets.randbelow(MAX_SEED))))
    if request.GET.get("done") == "keep" and "back" in request.GET:
        return redirect(_address("stats:hands", slug, _less(request.GET, "back"), "hand"))
    context = head(request, deck, "hands")
    try:
        size = sum(entry.count for entry in drawn_from(engine_deck, game.opening))
    except Unreadable as error:
        return render(request, "stats/hands.html", context | {"unreadable": unreadable(error)})
    seat = seat_of(request.GET.get("seat"))
    open_goal = _goal(request.GET) or telling_goal(engine_deck, game, seat)
    form = HandsForm(
        request.GET,
        hand=game.opening.seen_count(size, 0, "first"),
        mulligan=game.opening.mulligan != "none",
        by=usual_turn(open_goal, engine_deck, game, seat),
    )
    context |= {"form": form, "problems": form.problems, "query": request.GET, "size": size}
    context["draws"] = bool(drawing(engine_deck, game).free)
    page = (
        hands_pages.page(engine_deck, game, _hands_query(form, request.GET, open_goal))
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
    if game.opening.mulligan == "none":
        return render(request, "stats/keep.html", context)
    rule, rule_turn = last_rule(deck.pk)
    if "rule" in request.GET:
        rule, rule_turn = request.GET["rule"].strip(), 0
    seat = seat_of(request.GET.get("seat"))
    open_goal = _goal(request.GET) or telling_goal(engine_deck, game, seat)
    form = KeepForm(request.GET, turn=usual_turn(open_goal, engine_deck, game, seat), rule_turn=rule_turn)
    keep_query = KeepQuery(
        form.value("seat"), form.value("turn"), _goal(request.GET), open_goal, rule, form.value("rule_turn")
    )
    context |= {"form": form, "problems": form.problems, "query": request.GET, "keep_query": keep_query}
    context["draws"] = bool(drawing(engine_deck, game).free)
    try:
        context["size"] = sum(entry.count for entry in drawn_from(engine_deck, game.opening))
        page = keep_page.page(engine_deck, game, keep_query)
    except Unreadable as error:
        return render(request, "stats/keep.html", context | {"unreadable": unreadable(error)})
    wrong = form.problems or page.mistake or page.rule_mistake
    return render(request, "stats/keep.html", context | {"page": page}, status=422 if wrong else 200)


def _less(query: QueryDict, *names: str) -> QueryDict:
    rest = query.copy()
    for name in names:
        rest.pop(name, None)
    return rest


def _hands_query(form: HandsForm, query: QueryDict, open_goal: str) -> Dealt:
    back = form.mulligan_positions
    return Dealt(
        seed=form.value("seed"),
        seat=form.value("seat"),
        back=back,
        turns=form.value("turns") if back is not None else 0,
        goal=_goal(query),
        opened=open_goal,
        by=form.value("by"),
    )
