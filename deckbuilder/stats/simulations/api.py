"""Simulations: starting, following, stopping and exporting them."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.common.errors import Fault, Problem, problem_of
from deckbuilder.common.rest.api import Endpoint
from deckbuilder.decks import models
from deckbuilder.decks.access import named_deck
from deckbuilder.decks.api import EDIT_KEY, reading_of
from deckbuilder.decks.loading import to_deck
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.odds.sentences import goal_error
from deckbuilder.stats.simulations import access, results, selectors, services, specs, tasks
from deckbuilder.stats.simulations.pairs import contrasts
from deckbuilder.stats.simulations.sentences import simulation_error
from deckbuilder.stats.simulations.serializers import PairSerializer, SimulationSerializer, SimulationWanted
from deckbuilder.stats.simulations.specs import KeepError, SimulationError, SimulationSpec
from deckbuilder.stats.simulations.views import TooManyStartsError, start
from games.engine.model.decks import Deck
from games.registry import get

TOO_MANY = 429


@problem_of.register
def _simulation_problem(error: SimulationError) -> Problem:
    message = simulation_error(error)
    params = {"field": error.field, **error.params}
    status = TOO_MANY if error.code == "too-many-open" else 400
    return Problem(status, f"simulation.{error.code}", message, params, [Fault(error.code, error.field, message)])


@problem_of.register
def _keep_problem(error: KeepError) -> Problem:
    message = goal_error(error)
    params = {"position": error.position, "length": error.length, **error.params}
    return Problem(400, f"goal.{error.code}", message, params, [Fault(error.code, "keep", message)])


class SimulationEndpoint(Endpoint):
    """Answers depend on who may read the deck."""

    private = True

    def start(self, request: Request, spec: SimulationSpec, deck: models.Deck | None) -> Simulation:
        """A simulation, started. Raises Throttled and the errors of `services.start`."""
        try:
            return start(request, spec, deck)
        except TooManyStartsError as error:
            raise exceptions.Throttled(error.wait_s) from None

    def simulation_response(self, simulation: Simulation, **how: Any) -> Response:
        return Response(results.as_json(simulation), **how)


class Simulations(SimulationEndpoint):
    @extend_schema(
        operation_id="simulate", parameters=[EDIT_KEY], request=SimulationWanted, responses={202: SimulationSerializer}
    )
    def post(self, request: Request) -> Response:
        """Goldfish a deck. Sending the same input again returns the stored simulation."""
        body = self.body(SimulationWanted)
        simulation = self.start(request, *self._spec(request, body))
        address = reverse("api-simulation", args=[simulation.slug])
        return self.simulation_response(simulation, status=202, headers={"Location": address})

    def _spec(self, request: Request, body: dict[str, Any]) -> tuple[SimulationSpec, models.Deck | None]:
        deck_row = named_deck(request, body["slug"]) if "slug" in body else None
        deck = to_deck(deck_row) if deck_row else _deck_from_list(body)
        names = ("trials", "turns", "seed", "goal", "keep", "keep_turn", "precision", "study")
        same = {name: body[name] for name in names}
        return SimulationSpec(deck, seat="second" if body["second"] else "first", **same), deck_row


def _deck_from_list(body: dict[str, Any]) -> Deck:
    return reading_of(body, get(body["game"]) if "game" in body else None).deck


class SimulationDetail(SimulationEndpoint):
    @extend_schema(operation_id="simulation", parameters=[EDIT_KEY], responses=SimulationSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The progress and the results of a simulation so far."""
        simulation = access.readable(request, slug)
        tasks.SIMULATIONS.start(simulation)
        return self.simulation_response(simulation)


class CancelSimulation(SimulationEndpoint):
    @extend_schema(
        operation_id="cancel_simulation", parameters=[EDIT_KEY], request=None, responses=SimulationSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        """Stop a simulation. The games played so far are kept."""
        simulation = access.stoppable(request, slug)
        services.cancel(simulation)
        return self.simulation_response(simulation)


class ResumeSimulation(SimulationEndpoint):
    @extend_schema(
        operation_id="resume_simulation", parameters=[EDIT_KEY], request=None, responses={202: SimulationSerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Resume a stopped simulation."""
        simulation = access.stoppable(request, slug)
        services.resume(simulation)
        tasks.SIMULATIONS.start(simulation)
        return self.simulation_response(simulation, status=202)


class SimulationCsv(SimulationEndpoint):
    @extend_schema(
        operation_id="simulation_as_csv", parameters=[EDIT_KEY], responses={(200, "text/csv"): OpenApiTypes.STR}
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All figures so far as a table, one per row."""
        text = results.as_csv(access.readable(request, slug))
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="simulation-{slug}.csv"'
        return response


class SimulationJson(SimulationEndpoint):
    @extend_schema(operation_id="simulation_as_json", parameters=[EDIT_KEY], responses=SimulationSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The simulation as a file."""
        disposition = f'attachment; filename="simulation-{slug}.json"'
        return self.simulation_response(access.readable(request, slug), headers={"Content-Disposition": disposition})


class Pair(SimulationEndpoint):
    @extend_schema(operation_id="compare_simulations", parameters=[EDIT_KEY], responses=PairSerializer)
    def get(self, request: Request, slug: str, other: str) -> Response:
        """The differences between two simulations, if both were made under equal conditions."""
        return self._pair_response(*access.readable_pair(request, slug, other))

    @extend_schema(operation_id="simulate_both", parameters=[EDIT_KEY], request=None, responses={202: PairSerializer})
    def post(self, request: Request, slug: str, other: str) -> Response:
        """Simulate the decks of both under the conditions of the first, with its seed, games and precision."""
        pairs = specs.equal_specs(*access.readable_pair(request, slug, other))
        first, second = (self.start(request, spec, deck) for spec, deck in pairs)
        return self._pair_response(first, second, status=202)

    def _pair_response(self, first: Simulation, second: Simulation, status: int = 200) -> Response:
        sides = [(each, selectors.outcome(each).summary) for each in (first, second)]
        data = {
            "first": first.slug,
            "second": second.slug,
            "unequal": specs.unequal_conditions(first, second),
            "contrasts": list(contrasts(*sides)),
        }
        return Response(PairSerializer(data).data, status=status)
