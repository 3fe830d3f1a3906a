"""Pages of simulations: starting, watching, stopping, and comparing two."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.database import NotFoundError
from deckbuilder.common.http.requests import HtmxRequest
from deckbuilder.decks import access as deck_access
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.decks.verdicts.understanding_page import understanding_of
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.odds.sentences import unreadable
from deckbuilder.stats.pages import head
from deckbuilder.stats.selectors import last_of_cards
from deckbuilder.stats.simulations import access, limits, pages, pair_page, selectors, services, specs, tasks
from deckbuilder.stats.simulations.forms import OWN, SimulationForm, StudyForm, studies_of
from deckbuilder.stats.simulations.sentences import simulation_error
from deckbuilder.stats.simulations.specs import SimulationError, SimulationSpec
from games.engine.model import decks
from games.engine.model.game import Game
from games.engine.odds.exact import Unreadable, drawn_from
from games.engine.reading.goals import GoalError
from games.registry import get

SHOWN = 30
"""The most simulations of a deck listed, the last ones."""


@require_http_methods(["GET", "HEAD", "POST"])
def simulations(request: HttpRequest, slug: str) -> HttpResponse:
    """The form that starts a simulation of a deck, and the list of existing ones."""
    deck = deck_access.readable(request, slug)
    context = head(request, deck, "simulations")
    game, engine_deck = get(deck.game), to_deck(deck)
    try:
        entries = drawn_from(engine_deck, game.opening)
    except Unreadable as error:
        return render(request, "stats/simulations.html", context | {"unreadable": unreadable(error)})
    study = request.POST.get("study", "games")
    data, possible = request.POST or None, studies_of(game)
    form = SimulationForm(
        None if study in possible else data,
        game=game,
        deck=engine_deck,
        entries=entries,
        initial=_initial(request, game, engine_deck),
    )
    studies = {each: StudyForm(data if study == each else None, study=each, deck=engine_deck) for each in possible}
    chosen_form = studies.get(study, form)
    if request.method == "POST" and chosen_form.is_valid():
        new_simulation = _start(request, deck, chosen_form)
        if new_simulation:
            return redirect("stats:simulation", new_simulation.slug)
    context |= {
        "form": form,
        "studies": studies.values(),
        "listed": selectors.newest_with_progress(access.visible(request, deck), SHOWN),
        "empty": not entries,
        "part": understanding_of(engine_deck, game),
    }
    return render(request, "stats/simulations.html", context, status=422 if chosen_form.errors else 200)


def _initial(request: HttpRequest, game: Game, deck: decks.Deck) -> dict[str, str]:
    """The initial values from the query string: a goal, and the mulligan with its turn."""
    goal = request.GET.get("goal", "").strip()
    if not goal:
        return {}
    preset_goals = {preset.text(deck) for preset in game.presets}
    fields = {"goal": goal} if goal in preset_goals else {"goal": OWN, "own_goal": goal}
    return fields | {name: request.GET[name] for name in ("keep", "keep_turn") if name in request.GET}


def _start(request: HttpRequest, deck: Deck, form: SimulationForm | StudyForm) -> Simulation | None:
    """The started simulation; None, with an error on the form, if it cannot be started."""
    try:
        return start(request, form.spec(), deck)
    except TooManyStartsError as error:
        form.add_error(None, str(error))
    except (SimulationError, GoalError) as error:
        form.refuse(error)
    return None


class TooManyStartsError(Exception):
    """This person has started many simulations lately."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(_("You have started many simulations. Wait {seconds} seconds.").format(seconds=wait_s))
        self.wait_s = wait_s


def start(request: HttpRequest, spec: SimulationSpec, deck: Deck | None) -> Simulation:
    """A simulation, started. Raises TooManyStartsError and the errors of `services.start`."""
    if wait_s := limits.wait(request):
        raise TooManyStartsError(wait_s)
    user = user_of(request)
    simulation = services.start(spec, deck=deck, user=user, asker=limits.asker(request))
    tasks.SIMULATIONS.start(simulation)
    return simulation


@require_safe
def simulation(request: HtmxRequest, slug: str) -> HttpResponse:
    """A simulation with its results so far; htmx gets only that part."""
    simulation_row = access.readable(request, slug)
    polling = tasks.SIMULATIONS.poll(simulation_row)
    context = _context(request, simulation_row) | {"page": pages.page(simulation_row), "polling": polling}
    name = "stats/_polled.html" if request.htmx and not request.htmx.boosted else "stats/simulation.html"
    return render(request, name, context)


def _context(request: HttpRequest, simulation: Simulation) -> dict[str, object]:
    game = get(simulation.game)
    context: dict[str, object] = head(request, simulation.deck, "simulations") if simulation.deck else {}
    games = simulation.study == "games"
    others = (
        access.visible(request, simulation.deck).filter(study="games").exclude(pk=simulation.pk)[:SHOWN]
        if simulation.deck and games
        else []
    )
    deck = simulation.deck.pk if simulation.deck else None
    return context | {
        "studied": last_of_cards(deck, simulation.fingerprint, "pilot") if deck and games else None,
        "can_study": games and "pilot" in studies_of(game),
        "game": game,
        "opening": game.opening,
        "simulation": simulation,
        "may_stop": access.may_stop(request, simulation),
        "others": others,
    }


@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop a simulation, or resume it."""
    simulation = access.stoppable(request, slug)
    action = request.POST.get("do")
    if action == "cancel":
        services.cancel(simulation)
    elif action == "resume":
        _resume(request, simulation)
    else:
        messages.error(request, _("Choose to stop or to continue."))
    return redirect("stats:simulation", slug)


def _resume(request: HttpRequest, simulation: Simulation) -> None:
    try:
        services.resume(simulation)
    except SimulationError as error:
        messages.error(request, simulation_error(error))
    else:
        tasks.SIMULATIONS.start(simulation)


@require_safe
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect from the form that names another simulation, by its link or the end of it, to the comparison of both."""
    first = access.readable(request, slug)
    other = request.GET.get("with", "").strip().rstrip("/").rpartition("/")[2]
    try:
        second = access.readable(request, other)
    except NotFoundError:
        messages.error(request, _("There is no simulation with that link."))
        return redirect("stats:simulation", slug)
    if {first.study, second.study} != {"games"}:
        messages.error(request, _("Only simulations of whole games can be compared."))
        return redirect("stats:simulation", slug)
    if second.game != first.game:
        messages.error(request, _("That simulation is for another game."))
        return redirect("stats:simulation", slug)
    return redirect("stats:pair", slug, other)


@require_safe
def pair(request: HtmxRequest, slug: str, other: str) -> HttpResponse:
    """Two simulations side by side; htmx gets only their figures."""
    first, second = access.readable_pair(request, slug, other)
    pauses = [tasks.SIMULATIONS.poll(each).pause_s for each in (first, second)]
    context = _context(request, first) | {"pair": pair_page.pair(first, second), "pause_s": min(pauses)}
    context["here"] = reverse("stats:pair", args=[slug, other])
    name = "stats/_pair.html" if request.htmx and not request.htmx.boosted else "stats/pair.html"
    return render(request, name, context)


@require_POST
def equalise(request: HttpRequest, slug: str, other: str) -> HttpResponse:
    """Simulate the decks of two simulations under the conditions of the first, and show these side by side."""
    pair = access.readable_pair(request, slug, other)
    try:
        one, two = (start(request, spec, deck) for spec, deck in specs.equal_specs(*pair))
    except (TooManyStartsError, SimulationError) as error:
        words = simulation_error(error) if isinstance(error, SimulationError) else str(error)
        messages.error(request, words)
        return redirect("stats:pair", slug, other)
    return redirect("stats:pair", one.slug, two.slug)
