"""Real workers on a real queue: one or three, killed midway, the queue emptied: the same figures to the last digit."""

import signal
import time
from functools import cache

import pytest

from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.stats import tasks
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import results, services, specs
from games.engine.play.trials.goldfish import chunk_sizes
from tests.site import ROOT, Site

PATIENCE = 240
TRIALS = 1_400_000
DECK = "tests/games/xing-ling-wang/invented/decks/lantern-parade.txt"

pytestmark = [pytest.mark.slow, pytest.mark.databases]


def begin(trials, precision):
    """Start a simulation, which can take nothing over from one before it; its slug."""
    Simulation.objects.all().delete()
    deck = parse(ListInput((ROOT / DECK).read_text(encoding="utf-8"))).deck
    goal = ">=2 of (kind:spell)"
    wanted = specs.SimulationSpec(deck, trials=trials, seed=3, goal=goal, keep=goal, precision=precision or None)
    simulation = services.start(wanted)
    tasks.SIMULATIONS.start(simulation)
    return simulation.slug


def look(slug):
    """What a page shows of it, which starts it again where it has stopped."""
    simulation = Simulation.objects.get(slug=slug)
    tasks.SIMULATIONS.start(simulation)
    return results.as_json(simulation) | {"chunks": simulation.chunks.exclude(made_at=None).count()}


def do(slug, what):
    """Cancel it or resume it."""
    simulation = Simulation.objects.get(slug=slug)
    getattr(services, what)(simulation)
    tasks.SIMULATIONS.start(simulation)


class Played(Site):
    """A site whose simulations are started and looked at from outside, and whose workers can be killed."""

    def have_workers(self, count):
        """Start some or kill some."""
        while len(self.workers) > count:
            self.kill_worker()
        while len(self.workers) < count:
            self.spawn_worker()

    def kill_worker(self) -> None:
        worker = self.workers.pop(0)
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def begin(self, trials=TRIALS, precision=0):
        return self.call(begin, trials, precision)

    def look(self, slug):
        return self.call(look, slug)

    def wait(self, slug, holds):
        """Look again and again, as a page does, until what is seen is so."""
        end = time.monotonic() + PATIENCE
        while not holds(found := self.look(slug)):
            assert time.monotonic() < end, (found, self.log.read_text())
            time.sleep(0.2)
        return found

    def finished(self, slug):
        return self.wait(slug, lambda found: found["state"] == "done")

    def lose_messages(self):
        for message in (self.folder / "broker" / "queue").glob("*"):
            message.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def site(samples, tmp_path_factory):
    """One for all, since a worker takes three seconds to start."""
    site = Played.copy(samples, tmp_path_factory.mktemp("played") / "site")
    yield site
    site.stop()


@pytest.fixture(scope="module")
def alone(django_db_setup, django_db_blocker):
    """What one process without workers says."""
    from deckbuilder.stats.to_games import to_run
    from games.engine.play.figures import summary
    from games.engine.play.trials import tallies
    from games.engine.reading.decklists.parsing import read
    from games.registry import get
    from tests.catalogs import load_catalog

    game, goal = get("xing-ling-wang"), ">=2 of (kind:spell)"
    deck = read((ROOT / DECK).read_text(encoding="utf-8"), load_catalog(game), game).deck
    with django_db_blocker.unblock():  # a goal may name cards
        run = to_run(specs.validate(specs.SimulationSpec(deck, trials=TRIALS, seed=3, goal=goal, keep=goal)))

    @cache
    def played(trials):
        parts = [run.chunk(number, count) for number, count in enumerate(chunk_sizes(trials))]
        return summary.summary(tallies.merge(parts, run.turns, len(run.cards)), run.cards)

    return played


@pytest.mark.exhaustive
def test_one_worker_killed_in_the_middle_and_started_again(site, alone):
    site.have_workers(0)
    slug = site.begin()
    assert site.look(slug)["state"] == "waiting"
    site.have_workers(1)
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.have_workers(0)
    killed = site.look(slug)
    assert 0 < killed["played"] < TRIALS
    assert killed["summary"]["trials"] == killed["played"]
    site.wait(slug, lambda found: found["state"] == "waiting")
    site.have_workers(1)
    found = site.finished(slug)
    assert (found["played"], found["chunks"]) == (TRIALS, len(chunk_sizes(TRIALS)))
    assert found["summary"] == alone(TRIALS)


def test_cancelled_and_resumed(site, alone):
    site.have_workers(1)
    slug = site.begin()
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.call(do, slug, "cancel")
    stopped = site.look(slug)
    assert stopped["state"] == "cancelled"
    time.sleep(2)  # time enough for several chunks
    assert site.look(slug)["chunks"] <= stopped["chunks"] + 1
    site.call(do, slug, "resume")
    assert site.finished(slug)["summary"] == alone(TRIALS)


def test_a_wanted_precision_stops_at_the_same_chunk_with_one_worker_or_three(site, alone):
    wanted = 0.6 * widest(alone(65_536))
    found = []
    for workers in (1, 3):
        site.have_workers(workers)
        found.append(site.finished(site.begin(precision=wanted)))
    one, three = found
    assert one["half_width"] <= wanted
    assert 65_536 < one["played"] < TRIALS
    assert one["summary"] == three["summary"] == alone(one["played"])


def test_three_workers_one_of_them_killed_and_all_messages_lost(site, alone):
    site.have_workers(3)
    slug = site.begin()
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.kill_worker()
    site.lose_messages()
    found = site.finished(slug)
    assert (found["played"], found["chunks"]) == (TRIALS, len(chunk_sizes(TRIALS)))
    assert found["summary"] == alone(TRIALS)


def widest(summary):
    """Half the widest interval of the goal."""
    return max((each["high"] - each["low"]) / 2 for each in summary["goal"] if 2 * each["trials"] >= summary["trials"])
