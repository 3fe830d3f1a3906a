"""The pages of a playtest. Each operation is a form button; htmx gets only the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from deckbuilder.accounts.limits import TooMany, charge, count_creation
from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.http.requests import HtmxRequest
from deckbuilder.decks import access as deck_access
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.playtest import access, selectors, services
from deckbuilder.playtest.comparison import simulation_of, spec_of
from deckbuilder.playtest.forms import StartForm, operation_of
from deckbuilder.playtest.models import MAX_NODES, Playtest, PlaytestNode
from deckbuilder.playtest.selectors import Reached
from deckbuilder.playtest.sentences import error_message, start_message
from deckbuilder.playtest.start_page import PERCENTILES, hand_rows, last_simulation
from deckbuilder.playtest.table.table_page import MAX_LOG, Question, TablePage, page, question_of, step_page, tree_page
from deckbuilder.playtest.texts import as_json, as_text
from deckbuilder.stats import tasks
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import access as stats_access
from deckbuilder.stats.simulations.selectors import progress
from deckbuilder.stats.simulations.specs import SimulationError
from deckbuilder.stats.simulations.views import TooManyStartsError
from deckbuilder.stats.simulations.views import start as start_simulation
from games.engine.play.playtest.operations import OperationError, Undecided
from games.registry import get


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a game of a deck: `seat`, `seed` (random if it is missing), and cards for the opening hand."""
    deck = deck_access.readable(request, slug)
    form = StartForm(request.POST)
    if not form.problem:
        make = partial(services.start, deck, seat=form.seat, seed=form.seed, hand=form.hand, player=user_of(request))
        playtest, form.problem = _start_game(request, make)
        if playtest:
            return redirect("playtest:table", playtest.slug)
    if form.chooses_hand:
        return _new(request, deck, form)
    messages.error(request, form.problem)
    return redirect("stats:hands", slug)


@require_safe
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """The form that starts a game with cards chosen for the opening hand."""
    return _new(request, deck_access.readable(request, slug), StartForm(request.GET))


def _new(request: HttpRequest, deck: Deck, form: StartForm) -> HttpResponse:
    game = get(deck.game)
    context = {
        "deck": deck,
        "game": game,
        "form": form,
        "rows": hand_rows(to_deck(deck), form.chosen),
        "simulation": last_simulation(stats_access.visible(request, deck)),
    }
    return render(request, "playtest/new.html", context, status=422 if form.problem else 200)


@require_POST
def start_like(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a game as a simulation played it, at the percentile `percent` of its clock."""
    simulation = stats_access.readable(request, slug)
    percent = request.POST.get("percent", "")
    if percent not in map(str, PERCENTILES):
        raise Http404
    make = partial(services.start_like, simulation, int(percent), player=user_of(request))
    playtest, problem = _start_game(request, make)
    if playtest:
        return redirect("playtest:table", playtest.slug)
    messages.error(request, problem)
    return redirect("stats:simulation", slug)


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy a game up to the node `at`, for this browser to play."""
    playtest = access.readable(request, slug)
    node = _node(playtest, request.POST.get("at", ""))
    new, problem = _start_game(request, partial(services.copy, playtest, node.number, player=user_of(request)))
    if new:
        return redirect("playtest:table", new.slug)
    messages.error(request, problem)
    return redirect(_node_url(playtest, node))


def _start_game(request: HttpRequest, make: Callable[[], Playtest]) -> tuple[Playtest | None, str]:
    """The game, which this browser may play from now on, or why it cannot be started."""
    try:
        with count_creation(request, "playtest") as counted:
            playtest = make()
            counted.count = playtest.weight
    except TooMany as error:
        return None, error.message
    except services.StartError as error:
        return None, start_message(error)
    except OperationError as error:
        return None, error_message(error)
    access.grant(request, playtest)
    return playtest, ""


@require_safe
def table(request: HtmxRequest, slug: str) -> HttpResponse:
    """The position at the node `at`, by default the current one."""
    playtest = access.readable(request, slug)
    playing = access.may_play(request, playtest)
    node = _node(playtest, request.GET.get("at", str(playtest.current)))
    if playing and "at" in request.GET and node.number != playtest.current:
        services.choose(playtest, node.number)
    return _table(request, playtest, selectors.reach(playtest, node), playing=playing)


@require_safe
def watch(request: HtmxRequest, slug: str) -> HttpResponse:
    """The current position for spectators: the hand is hidden."""
    playtest = access.watchable(slug)
    node = _node(playtest, str(playtest.current))
    if request.htmx and request.GET.get("seen") == str(node.number):
        return HttpResponse(status=204)
    return _table(request, playtest, selectors.reach(playtest, node), playing=False, spectator=True)


@require_safe
def enter(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The link that lets others play the game too."""
    access.grant(request, access.openable(slug, key))
    return redirect("playtest:table", slug)


@require_POST
def do(request: HtmxRequest, slug: str) -> HttpResponse:
    """Perform the operation of the button pressed at the node `at`."""

    playtest = access.playable(request, slug)
    at = _number(request.POST.get("at", ""))
    problem, question, status = "", None, 422
    try:
        done = services.do(playtest, at, operation_of(request.POST), charge=partial(charge, request, "playtest"))
    except Undecided as error:
        numbers = [int(each) for each in request.POST.getlist("chosen") if each.isdigit()]
        question = question_of(playtest, error, request.POST.get("do", ""), numbers)
    except OperationError as error:
        problem = error_message(error)
    except TooMany as error:
        problem, status = error.message, 422 if request.htmx else 429  # htmx shows the page of a 422 only
    if problem or question:
        reached = selectors.reach(playtest, selectors.node_of(playtest, at))
        return _table(request, playtest, reached, playing=True, problem=problem, question=question, status=status)
    if not request.htmx:
        return redirect(_node_url(playtest, done.reached.node))
    return _step(request, playtest, done)


@require_POST
def label(request: HtmxRequest, slug: str) -> HttpResponse:
    """Change the name and the note of the node `at`. A field that is the same as `before` keeps its current value."""
    playtest = access.playable(request, slug)
    node = _node(playtest, request.POST.get("at", ""))
    texts, before = _texts(request.POST, "{}"), _texts(request.POST, "{}_before")
    try:
        services.describe(playtest, node.number, texts, before=before)
    except OperationError as error:
        reached = selectors.reach(playtest, node)
        draft = NodeDraft(error_message(error), {"label": node.label, "note": node.note} | texts)
        return _table(request, playtest, reached, playing=True, draft=draft)
    return redirect(_node_url(playtest, node))


def _texts(data: QueryDict, field: str) -> dict[str, str]:
    """The name and the note in a form, as far as they are in it."""
    return {name: str(data[field.format(name)]) for name in services.MAX_TEXTS if field.format(name) in data}


class NodeDraft(NamedTuple):
    """The name and the note of a form that cannot be stored, and why."""

    problem: str
    texts: Mapping[str, str]


@require_safe
def log_json(request: HttpRequest, slug: str) -> JsonResponse:
    """How the game begins and the operations that lead to the node `at`: together they replay it."""
    return JsonResponse(as_json(*_at(request, slug)), json_dumps_params={"ensure_ascii": False})


@require_safe
def log_text(request: HttpRequest, slug: str) -> HttpResponse:
    """The log up to the node `at`, as text."""
    return HttpResponse(as_text(*_at(request, slug)), content_type="text/plain; charset=utf-8")


def _at(request: HttpRequest, slug: str) -> tuple[Playtest, PlaytestNode]:
    playtest = access.readable(request, slug)
    return playtest, _node(playtest, request.GET.get("at", str(playtest.current)))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Http404
    return int(text)


def _node(playtest: Playtest, number: str) -> PlaytestNode:
    return selectors.node_of(playtest, _number(number))


def _node_url(playtest: Playtest, node: PlaytestNode) -> str:
    return f"{reverse('playtest:table', args=[playtest.slug])}?at={node.number}"


def _table(
    request: HtmxRequest,
    playtest: Playtest,
    reached: Reached,
    *,
    playing: bool,
    spectator: bool = False,
    problem: str = "",
    question: Question | None = None,
    draft: NodeDraft | None = None,
    status: int = 422,
) -> HttpResponse:
    log = MAX_NODES if request.GET.get("log") == "all" else MAX_LOG
    table = page(playtest, reached, playing=playing, spectator=spectator, log=log)
    context = _context(request, playtest, table, playing=playing, spectator=spectator)
    context |= {"problem": problem, "question": question, "draft": draft}
    undone = bool(problem or question or draft)
    part = "playtest/_stage.html" if undone else "playtest/_table.html"
    response = render(
        request, part if request.htmx else "playtest/page.html", context, status=status if undone else 200
    )
    if request.htmx and playing:
        response["HX-Push-Url"] = _node_url(playtest, reached.node)
    return response


def _step(request: HtmxRequest, playtest: Playtest, done: services.Done) -> HttpResponse:
    """The table after an operation, for a browser that already shows the log up to there: only new entries are
    added."""
    table = step_page(playtest, done)
    context = _context(request, playtest, table, playing=True, spectator=False)
    response = render(request, "playtest/_step.html", context)
    response["HX-Push-Url"] = _node_url(playtest, done.reached.node)
    return response


def _context(
    request: HttpRequest, playtest: Playtest, shown: TablePage, *, playing: bool, spectator: bool
) -> dict[str, object]:
    own = reverse("playtest:watch", args=[playtest.watch_slug])
    enter = reverse("playtest:enter", args=[playtest.slug, playtest.edit_key])
    return {
        "game": get(playtest.game),
        "page": shown,
        "playtest": playtest,
        "playing": playing,
        "spectator": spectator,
        "here": own if spectator else reverse("playtest:table", args=[playtest.slug]),
        "watch_link": request.build_absolute_uri(own),
        "node_link": request.build_absolute_uri(_node_url(playtest, shown.node)),
        "play_link": request.build_absolute_uri(enter) if playing else "",
    }


@require_POST
def comparison(request: HtmxRequest, slug: str) -> HttpResponse:
    """Compare the game with simulated games, which are started if there are none."""
    playtest = access.playable(request, slug)
    reached = selectors.reach(playtest, selectors.node_of(playtest, playtest.current))
    simulation = simulation_of(playtest) or _simulate(request, playtest)
    polling = tasks.SIMULATIONS.poll(simulation) if simulation else None
    if playtest.comparison is None and simulation and progress(simulation).state == "done":
        services.compare(playtest, simulation)
    table = page(playtest, reached, playing=True, log=1)
    context = _context(request, playtest, table, playing=True, spectator=False)
    context |= {"polling": polling, "refused": simulation is None}
    return render(request, "playtest/_comparison.html", context)


def _simulate(request: HttpRequest, playtest: Playtest) -> Simulation | None:
    """Start a simulation of the deck; None if it cannot be started or this person has started too many."""
    try:
        return start_simulation(request, spec_of(playtest), playtest.deck) if playtest.deck else None
    except (SimulationError, TooManyStartsError):
        return None


@require_safe
def tree(request: HtmxRequest, slug: str) -> HttpResponse:
    """The branches of a game, with the names and notes of its positions."""
    playtest = access.readable(request, slug)
    context = {"playtest": playtest, "tree": tree_page(playtest), "game": get(playtest.game)}
    name = "playtest/_tree.html" if request.htmx else "playtest/tree.html"
    return render(request, name, context)
