"""A large generated event, and how long checking it and showing its gate take."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import timedelta

from deckbuilder.accounts.models import User
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import values_of
from deckbuilder.decks.to_games import freeze, freeze_cards
from deckbuilder.events import clock, selectors
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.gate import services as gate_services
from deckbuilder.events.models import Entry, Event, Submission
from deckbuilder.events.readiness import gate
from deckbuilder.events.readiness.states import NOT_READY
from games.engine.model import decks
from games.engine.model.cards import Card
from games.engine.model.game import Game

BATCH = 500
POOL = 150
"""Number of cards of its race that a list chooses from."""

RACES = 4
"""Number of races among the lists."""
MISSING, WRONG, LATE = 0.02, 0.05, 0.01
"""Shares of players who submit nothing, an illegal list, or a late one."""


def fill(game: Game, players: int, *, seed: int = 3) -> Event:
    """A closed 星靈王 event with this many players, nearly all with a list of cards of the catalog."""
    chance, now, by = random.Random(seed), clock.now(), User.objects.create(username="bench")
    hour = timedelta(hours=1)
    event = services.create(game, by=by, name="Bench", starts_at=now + hour, deadline=now - hour)
    numbers = list(range(1, players + 1))
    entries = [Entry(event=event, number=each, name=f"Player {each}", added_by=by, added_at=now) for each in numbers]
    Entry.objects.bulk_create(entries, batch_size=BATCH)
    with_list = [each for each in entries if chance.random() >= MISSING]
    pairs = zip(with_list, _decks(game, chance, event), strict=False)
    Submission.objects.bulk_create((_submission(event, *each, chance) for each in pairs), batch_size=BATCH)
    return event


def _decks(game: Game, chance: random.Random, event: Event) -> Iterator[decks.Deck]:
    """Lists of one race each, of the cards that everybody plays; most of them legal."""
    pools = {race: _pool(game, race, event) for race in values_of(game, "race")[:RACES]}
    while True:
        race = chance.choice(list(pools))
        size = 20 if chance.random() >= WRONG else chance.choice((19, 21))
        main = tuple(decks.DeckLine(card, 1, card.codes[0]) for card in chance.sample(pools[race], size))
        yield decks.Deck(game.slug, {"main": main}, {"race": race})


def _pool(game: Game, race: str, event: Event) -> list[Card]:
    cards = search(game, f"kind:unit race:{race}", size=2_000).cards
    return [card for card in cards if card.released and card.released <= event.day][:POOL]


def _submission(event: Event, entry: Entry, deck: decks.Deck, chance: random.Random) -> Submission:
    verdict = selectors.judge(event, deck, ())
    return Submission(
        entry=entry,
        version=1,
        deck=freeze(deck),
        cards=freeze_cards(deck),
        fingerprint=deck.fingerprint,
        status=verdict.status,
        receipt=entry_services.receipt_of(verdict),
        late="The train was late" if chance.random() < LATE else "",
        nonce="bench",
        submitted_at=entry.added_at,
    )


# Measuring ------------------------------------------------------------------------------------------------------------


def organiser(event: Event) -> User:
    return event.roles.get().user


def time_judging(event: Event) -> float:
    """CPU seconds in which a worker judges all lists, including its progress."""
    gate_services.rejudge(event, by=organiser(event))
    run = gate_services.ask(event)
    start = time.process_time()
    gate_services.work(run)
    seconds = time.process_time() - start
    assert (run.done, run.error) == (run.total, ""), (run, run.error)
    return seconds


def rows(event: Event, times: int) -> list[float]:
    """Milliseconds for the gate and a page of it, without rendering."""
    durations = []
    for page in range(times):
        start = time.perf_counter()
        lines = gate.overview(event).entries()
        assert lines[100 * page : 100 * page + 100]
        durations.append(1000 * (time.perf_counter() - start))
    return durations


def time_start(event: Event) -> float:
    """Seconds for the start, once every problem is overridden."""
    for readiness in gate.overview(event).entries(*NOT_READY):
        Entry.objects.filter(pk=readiness.entry.pk).update(dropped_at=event.created_at)
    before = time.perf_counter()
    services.start(event, by=organiser(event))
    return time.perf_counter() - before
