"""Real workers on a real queue: one or three, killed in the middle, the queue emptied: the same figures to the last digit."""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

ROOT = Path(__file__).parents[3]
PATIENCE = 240
TRIALS = 1_400_000
DECK = "games/xing_ling_wang/decks/lantern-parade.txt"

START = """
import sys
from pathlib import Path
from deckbuilder.decks.lists import Asked, parse
from deckbuilder.stats import services, tasks
deck = parse(Asked(Path(sys.argv[1]).read_text(encoding="utf-8"))).deck
goal = ">=1 of (tribute:0)"
asked = services.Asked(deck, trials=int(sys.argv[2]), seed=3, goal=goal, keep=goal, precision=float(sys.argv[3]) or None)
simulation = services.start(asked)
tasks.start(simulation)
print(simulation.slug)
"""
LOOK = """
import json, sys
from deckbuilder.stats import results, tasks
from deckbuilder.stats.models import Simulation
simulation = Simulation.objects.get(slug=sys.argv[1])
tasks.start(simulation)
found = results.as_json(simulation)
found["chunks"] = simulation.chunks.exclude(made_at=None).count()
print(json.dumps(found))
"""
DO = """
import sys
from deckbuilder.stats import services, tasks
from deckbuilder.stats.models import Simulation
simulation = Simulation.objects.get(slug=sys.argv[1])
getattr(services, sys.argv[2])(simulation)
tasks.start(simulation)
"""

pytestmark = pytest.mark.slow


class Site:
    """A site of its own: database, files and queue in one folder, driven from outside as an installation is."""

    def __init__(self, folder):
        self.folder = folder
        self.env = {**os.environ, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "deckbuilder.settings"}
        self.env.pop("CELERY_BROKER_URL", None)
        self.database = ""
        self.workers = []

    def start(self):
        if self.env.get("DATABASE_URL", "").startswith("postgres"):
            self._own_postgres_database()
        self.run("manage.py", "migrate", "--verbosity", "0")
        self.run("manage.py", "load_samples")

    def run(self, *words):
        line = [sys.executable, *words]
        return subprocess.run(
            line, cwd=ROOT, env=self.env, check=True, timeout=PATIENCE, capture_output=True, text=True
        ).stdout

    def shell(self, code, *words):
        return self.run("-c", f"import django; django.setup()\n{code}", *words)

    def start_worker(self):
        command = [sys.executable, "-m", "celery", "--app", "deckbuilder", "worker", "--pool", "threads"]
        command += [
            "--concurrency",
            "1",
            "--without-gossip",
            "--without-mingle",
            "--hostname",
            f"{uuid.uuid4().hex}@%h",
        ]
        with (self.folder / "worker.log").open("ab") as log:
            self.workers.append(subprocess.Popen(command, cwd=ROOT, env=self.env, stdout=log, stderr=log))

    def kill_worker(self, number=0):
        worker = self.workers.pop(number)
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
            assert time.monotonic() < end, (found, (self.folder / "worker.log").read_text())
            time.sleep(0.1)
        return found

    def finished(self, slug):
        return self.wait(slug, lambda found: found["state"] == "done")

    def lose_messages(self):
        for message in (self.folder / "broker" / "queue").glob("*"):
            message.unlink(missing_ok=True)

    def stop(self):
        while self.workers:
            self.kill_worker()
        if self.database:
            self._sql(f'DROP DATABASE IF EXISTS "{self.database}" WITH (FORCE)')

    def _own_postgres_database(self):
        self.database = f"deckbuilder_workers_{uuid.uuid4().hex[:12]}"
        self._sql(f'CREATE DATABASE "{self.database}"')
        parts = urlsplit(self.env["DATABASE_URL"])
        self.env["DATABASE_URL"] = urlunsplit(parts._replace(path=f"/{self.database}"))

    def _sql(self, statement):
        import psycopg

        parts = urlsplit(os.environ["DATABASE_URL"])
        with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as connection:
            connection.execute(statement)


@pytest.fixture
def new_site(tmp_path):
    made = []

    def make():
        folder = tmp_path / f"site{len(made)}"
        folder.mkdir()
        made.append(Site(folder))
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

    game, goal = get("xing-ling-wang"), ">=1 of (tribute:0)"
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
    site.start_worker()
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.kill_worker()
    killed = site.look(slug)
    assert 0 < killed["played"] < TRIALS
    assert killed["summary"]["trials"] == killed["played"]
    site.wait(slug, lambda found: found["state"] == "waiting")
    site.start_worker()
    found = site.finished(slug)
    assert (found["played"], found["chunks"]) == (TRIALS, 22)
    assert found["summary"] == alone(TRIALS)


def test_three_workers_one_of_them_killed_and_all_messages_lost(site, alone):
    for _ in range(3):
        site.start_worker()
    slug = site.begin()
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.kill_worker()
    site.lose_messages()
    found = site.finished(slug)
    assert (found["played"], found["chunks"]) == (TRIALS, 22)
    assert found["summary"] == alone(TRIALS)


def test_cancelled_and_resumed(site, alone):
    slug = site.begin()
    site.start_worker()
    site.wait(slug, lambda found: found["played"] >= 65_536)
    site.shell(DO, slug, "cancel")
    stopped = site.look(slug)
    assert stopped["state"] == "cancelled"
    time.sleep(2)  # time enough for several chunks
    assert site.look(slug)["chunks"] <= stopped["chunks"] + 1
    site.shell(DO, slug, "resume")
    assert site.finished(slug)["summary"] == alone(TRIALS)


def test_a_wanted_precision_stops_at_the_same_chunk_with_one_worker_or_three(new_site, alone):
    found = []
    for workers in (1, 3):
        site = new_site()
        for _ in range(workers):
            site.start_worker()
        found.append(site.finished(site.begin(precision=0.0002)))
        site.stop()
    one, three = found
    assert one["half_width"] <= 0.0002
    assert 65_536 < one["played"] < TRIALS
    assert one["summary"] == three["summary"] == alone(one["played"])
