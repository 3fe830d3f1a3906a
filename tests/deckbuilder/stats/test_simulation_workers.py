"""Real workers on a real queue: one or three, killed midway, the queue emptied: the same figures to the last digit."""

import json
import signal
import time

import pytest

from tests.site import ROOT, Site

PATIENCE = 240
TRIALS = 1_400_000
DECK = "games/xing_ling_wang/decks/lantern-parade.txt"

START = """
from pathlib import Path
from deckbuilder.decks.lists import Asked, parse
from deckbuilder.stats import services, tasks
deck = parse(Asked(Path(words[0]).read_text(encoding="utf-8"))).deck
goal = ">=2 of (kind:spell)"
trials, precision = int(words[1]), float(words[2]) or None
asked = services.Asked(deck, trials=trials, seed=3, goal=goal, keep=goal, precision=precision)
simulation = services.start(asked)
tasks.start(simulation)
print(simulation.slug)
"""
LOOK = """
import json
from deckbuilder.stats import results, tasks
from deckbuilder.stats.models import Simulation
simulation = Simulation.objects.get(slug=words[0])
tasks.start(simulation)
found = results.as_json(simulation)
found["chunks"] = simulation.chunks.exclude(made_at=None).count()
print(json.dumps(found))
"""
DO = """
from deckbuilder.stats import services, tasks
from deckbuilder.stats.models import Simulation
simulation = Simulation.objects.get(slug=words[0])
getattr(services, words[1])(simulation)
tasks.start(simulation)
"""

pytestmark = [pytest.mark.slow, pytest.mark.databases]


class Played(Site):
    """A site whose simulations are started and looked at from outside, and whose workers can be killed."""

    def shell(self, code: str, *words: str) -> str:
        return self.run("shell", "--no-imports", "-c", f"words = {words!r}\n{code}")

    def kill_worker(self) -> None:
        worker = self.processes.pop(0)
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def begin(self, trials=TRIALS, precision=0):
        return self.shell(START, DECK, str(trials), str(precision)).strip()

    def look(self, slug):
        return json.loads(self.shell(LOOK, slug))

    def wait(self, slug, holds):
        """Look, as a page does, until what is seen is so."""
        end = time.monotonic() + PATIENCE
        while not holds(found := self.look(slug)):
            assert time.monotonic() < end, (found, self.log.read_text())
            time.sleep(0.1)
        return found

    def finished(self, slug):
        return self.wait(slug, lambda found: found["state"] == "done")

    def lose_messages(self):
        for message in (self.folder / "broker" / "queue").glob("*"):
            message.unlink(missing_ok=True)


@pytest.fixture
def new_site(tmp_path):
    made = []

    def make():
        folder = tmp_path / f"site{len(made)}"
        folder.mkdir()
        made.append(Played(folder))
        made[-1].start()
        return made[-1]

    yield make
    for site in made:
        site.stop()


@pytest.fixture
def site(new_site):
    return new_site()


@pytest.fixture(scope="module")
def alone():
    """What one process without workers says."""
    from deckbuilder.stats import services
    from deckbuilder.stats.to_games import to_run
    from games.engine import summary, tallies
    from games.engine.catalogs import load_catalog
    from games.engine.decklists import read
    from games.registry import get

    game, goal = get("xing-ling-wang"), ">=2 of (kind:spell)"
    deck = read((ROOT / DECK).read_text(encoding="utf-8"), load_catalog(game), game).deck
    run = to_run(services.checked(services.Asked(deck, trials=TRIALS, seed=3, goal=goal, keep=goal)))

    def played(trials):
        whole, rest = divmod(trials, 65_536)
        parts = [run.chunk(number, 65_536) for number in range(whole)] + ([run.chunk(whole, rest)] if rest else [])
        return summary.summary(tallies.merged(parts, run.turns, len(run.cards)), run.cards)

    return played


def test_one_worker_killed_in_the_middle_and_started_again(site, alone):
    slug = site.begin()
    assert site.look(slug)["state"] == "waiting"
    site.spawn_worker()
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.kill_worker()
    killed = site.look(slug)
    assert 0 < killed["played"] < TRIALS
    assert killed["summary"]["trials"] == killed["played"]
    site.wait(slug, lambda found: found["state"] == "waiting")
    site.spawn_worker()
    found = site.finished(slug)
    assert (found["played"], found["chunks"]) == (TRIALS, 22)
    assert found["summary"] == alone(TRIALS)


def test_three_workers_one_of_them_killed_and_all_messages_lost(site, alone):
    for _ in range(3):
        site.spawn_worker()
    slug = site.begin()
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.kill_worker()
    site.lose_messages()
    found = site.finished(slug)
    assert (found["played"], found["chunks"]) == (TRIALS, 22)
    assert found["summary"] == alone(TRIALS)


def test_cancelled_and_resumed(site, alone):
    slug = site.begin()
    site.spawn_worker()
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.shell(DO, slug, "cancel")
    stopped = site.look(slug)
    assert stopped["state"] == "cancelled"
    time.sleep(2)  # time enough for several chunks
    assert site.look(slug)["chunks"] <= stopped["chunks"] + 1
    site.shell(DO, slug, "resume")
    assert site.finished(slug)["summary"] == alone(TRIALS)


def test_a_wanted_precision_stops_at_the_same_chunk_with_one_worker_or_three(new_site, alone):
    wanted = 0.6 * widest(alone(65_536))
    found = []
    for workers in (1, 3):
        site = new_site()
        for _ in range(workers):
            site.spawn_worker()
        found.append(site.finished(site.begin(precision=wanted)))
        site.stop()
    one, three = found
    assert one["half_width"] <= wanted
    assert 65_536 < one["played"] < TRIALS
    assert one["summary"] == three["summary"] == alone(one["played"])


def widest(summary):
    """Half the widest interval of the goal."""
    return max((each["high"] - each["low"]) / 2 for each in summary["goal"] if 2 * each["trials"] >= summary["trials"])
