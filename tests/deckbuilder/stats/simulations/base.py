"""What tests of the pages of simulations begin with."""

import html
from unittest import mock

from django.urls import reverse

from deckbuilder.decks.models import Deck
from deckbuilder.stats import tasks
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import services
from tests.deckbuilder.base import SiteTest

PARADE = "xing-ling-wang/lantern-parade"


CHOSEN = {"trials": 400, "turns": 6, "seat": "first", "seed": 5}


def text_of(response) -> str:
    return html.unescape(response.content.decode())


def work() -> None:
    """What a worker would do with all that waits."""
    for simulation in Simulation.objects.all():
        while (number := services.take(simulation)) is not None:
            services.play(simulation, number)


class SimulationPageTest(SiteTest):
    def setUp(self):
        super().setUp()
        self.sent = self.enterContext(mock.patch.object(tasks.play_next, "apply_async"))

    def begin(self, deck: Deck, browser=None, *, status: int = 302, **chosen):
        address = reverse("stats:simulations", args=[deck.slug])
        response = (browser or self.as_alice).post(address, CHOSEN | chosen)
        assert response.status_code == status, text_of(response)
        return response

    def begun(self, deck: Deck, **chosen) -> Simulation:
        return Simulation.objects.get(slug=self.begin(deck, **chosen).url.split("/")[-2])

    def see(self, simulation: Simulation, browser=None, *, status: int = 200, **headers) -> str:
        address = reverse("stats:simulation", args=[simulation.slug])
        response = (browser or self.as_alice).get(address, headers=headers)
        assert response.status_code == status
        return text_of(response)
