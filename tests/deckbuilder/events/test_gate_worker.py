"""A real worker on a real queue judges a large event, and goes on where one that died has stopped."""

import json
import time

import pytest

from deckbuilder.events import gate_runs
from tests.site import Site

PATIENCE = 240
PLAYERS = 1_500

FILL = """
from pathlib import Path
from deckbuilder.accounts.models import User
from deckbuilder.decks.lists import Asked, parse
from deckbuilder.events import clock, gate_runs, entry_services, services, tasks
from deckbuilder.events.models import Entry, Submission
from games.registry import get
by, now = User.objects.create(username="alice"), clock.now()
event = services.create(get("xing-ling-wang"), by=by, name="Cup", starts_at=now, deadline=now)
first = entry_services.enter(event, by=by, name="0", nonce="0")
text = Path("games/xing_ling_wang/decks/lantern-parade.txt").read_text(encoding="utf-8")
kept = entry_services.submit(first, parse(Asked(text)).deck, by=by, nonce="0", reason="late")
told = {"event": event, "added_at": now}
entries = [Entry(number=n, name=str(n), nonce=str(n), **told) for n in range(2, int(words[0]) + 1)]
Entry.objects.bulk_create(entries)
same = {name: getattr(kept, name) for name in (
    "version", "deck", "cards", "fingerprint", "status", "receipt", "late", "nonce", "submitted_at")}
Submission.objects.bulk_create(Submission(entry=entry, **same) for entry in entries)
tasks.start(gate_runs.ask(event))
"""
LOOK = """
import json
from deckbuilder.events import gate, tasks
from deckbuilder.events.gate_models import Judgement, JudgingRun
run = JudgingRun.objects.get()
tasks.start(run)
found = {"done": run.done, "judged": Judgement.objects.count(), "finished": bool(run.finished_at), "error": run.error}
if run.finished_at:
    found["counts"] = gate.look(run.event).counts
print(json.dumps(found))
"""

DIE = """
import os
from deckbuilder.events import gate_runs, judgements
from deckbuilder.events.gate_models import JudgingRun
real = judgements.judge
def judge(*arguments):
    real(*arguments)
    os._exit(0)
judgements.judge = judge
gate_runs.work(JudgingRun.objects.get())
"""

pytestmark = [pytest.mark.slow, pytest.mark.databases]


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    site.start()
    yield site
    site.stop()


def shell(site, code, *words):
    return site.run("shell", "--no-imports", "-c", f"words = {words!r}\n{code}")


def wait(site, holds):
    """Look, as a page does, until what is seen is so."""
    end = time.monotonic() + PATIENCE
    while not holds(found := json.loads(shell(site, LOOK))):
        assert time.monotonic() < end, (found, site.log.read_text())
    return found


def test_what_a_worker_that_died_has_left_is_judged_by_the_next(site):
    shell(site, FILL, str(PLAYERS))
    shell(site, DIE)
    left = json.loads(shell(site, LOOK))
    assert (left["judged"], left["finished"]) == (gate_runs.BATCH, False)
    site.spawn_worker()
    found = wait(site, lambda found: found["finished"])
    assert (found["done"], found["judged"], found["error"]) == (PLAYERS, PLAYERS, "")
    assert found["counts"]["warning"] == PLAYERS
