"""A real worker on a real queue judges a large event, and goes on where one that died has stopped."""

import os
import time

import pytest

from deckbuilder.accounts.models import User
from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.events import clock
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.gate import services as gate_services
from deckbuilder.events.gate import tasks
from deckbuilder.events.models import Entry, Judgement, JudgingRun, Submission
from deckbuilder.events.readiness import gate, judgements
from games.registry import get
from tests.site import ROOT, Site

PATIENCE = 240
PLAYERS = 1_500
DECK = "tests/games/xing-ling-wang/invented/decks/lantern-parade.txt"
SAME = ("version", "deck", "cards", "fingerprint", "status", "receipt", "late", "nonce", "submitted_at")
"""What the submissions of all players have alike."""

pytestmark = [pytest.mark.slow, pytest.mark.databases]


@pytest.fixture
def site(samples, tmp_path):
    site = Site.copy(samples, tmp_path)
    yield site
    site.stop()


def fill(players):
    """An event with so many entries, each with the same list, which a worker is to judge."""
    by, now = User.objects.create(username="alice"), clock.now()
    event = services.create(get("xing-ling-wang"), by=by, name="Cup", starts_at=now, deadline=now)
    first = entry_services.enter(event, by=by, name="0", nonce="0")
    deck = parse(ListInput((ROOT / DECK).read_text(encoding="utf-8"))).deck
    kept = entry_services.submit(first, deck, by=by, nonce="0", reason="late")
    numbers = range(2, players + 1)
    entries = [Entry(event=event, added_at=now, number=n, name=str(n), nonce=str(n)) for n in numbers]
    Entry.objects.bulk_create(entries)
    same = {name: getattr(kept, name) for name in SAME}
    Submission.objects.bulk_create(Submission(entry=entry, **same) for entry in entries)
    tasks.JUDGINGS.start(gate_services.ask(event))


def look():
    """How far the judging has come, asked as a page asks."""
    run = JudgingRun.objects.get()
    tasks.JUDGINGS.start(run)
    seen = {
        "done": run.done,
        "judged": Judgement.objects.count(),
        "finished": bool(run.finished_at),
        "error": run.error,
    }
    counts = gate.overview(run.event).counts if run.finished_at else {}
    return seen | {"finished": bool(run.finished_at), "counts": counts}


def die():
    """Judge as a worker whose process ends in the midst of it."""
    real = judgements.judge

    def judge(*arguments):
        real(*arguments)
        os._exit(0)

    judgements.judge = judge
    gate_services.work(JudgingRun.objects.get())


def wait(site, holds):
    """Look, as a page does, until what is seen is so."""
    end = time.monotonic() + PATIENCE
    while not holds(seen := site.call(look)):
        assert time.monotonic() < end, (seen, site.log.read_text())
        time.sleep(0.1)
    return seen


def test_what_a_worker_that_died_has_left_is_judged_by_the_next(site):
    site.call(fill, PLAYERS)
    with pytest.raises(AssertionError, match="ended its process"):
        site.call(die)
    left = site.call(look)
    assert (left["judged"], left["finished"]) == (gate_services.BATCH, False)
    site.spawn_worker()
    seen = wait(site, lambda seen: seen["finished"])
    assert (seen["done"], seen["judged"], seen["error"]) == (PLAYERS, PLAYERS, "")
    assert seen["counts"]["warning"] == PLAYERS
