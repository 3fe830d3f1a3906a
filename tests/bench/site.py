"""Benchmarks of the site on a scratch database: one figure per line, with its limit."""

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain, cycle, islice
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

import django
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from deckbuilder.accounts.models import User
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import pool
from deckbuilder.common.operations.preload import preload
from deckbuilder.decks import services
from deckbuilder.decks.access import SESSION_KEY
from deckbuilder.decks.library import services as library
from deckbuilder.decks.library.judgements import BATCH
from deckbuilder.decks.models import Deck as StoredDeck
from deckbuilder.decks.models import Visibility
from games.engine.effects.understanding import played_texts
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import load_catalog as load_real_catalog
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import parse
from games.registry import GAMES, get, goldfish
from tests.bench import catalog
from tests.bench import events as events_bench
from tests.bench.judging import decks_judged_per_second
from tests.bench.odds import (
    milliseconds_of_21_classes,
    milliseconds_of_six_groups,
    milliseconds_of_the_best_mulligan,
)
from tests.bench.queries import milliseconds_of_matching, milliseconds_of_reading
from tests.bench.timing import ratio, units
from tests.catalogs import decks_of, load_catalog

if TYPE_CHECKING:
    from games.engine.play.trials.runs import Run

CARDS_OF_A_GAME = 719
"""Cards of 星靈王 in print."""

PUBLIC_DECKS = 21
OWN_DECKS = 1_000
CLICKS = 200
PAGES = 60
PLAYERS = 10_000
LOOKS = 60
SAMPLE = "xing-ling-wang"
CLICK = {"hx-request": "true", "hx-target": "deck"}
FORM = "application/x-www-form-urlencoded"
QUERY = 'race:獸人 attack>=3 -kind:spell keywords:貫穿 or "exact words" (tribute:1..3 or -mana:*)'
GOAL = ">=1 of (kind:unit tribute:0) and <=2 of (kind:spell) or >=2 of (race:中立)"


class Figure(NamedTuple):
    """A measured value, its unit and bound; `least`: the bound is a minimum, else a maximum."""

    name: str
    value: float
    unit: str
    bound: float
    least: bool = False

    @property
    def is_met(self) -> bool:
        return self.value >= self.bound if self.least else self.value <= self.bound


def measure(cards: int, report: Callable[[str], None]) -> Iterator[Figure]:
    """All figures, on a scratch database that is deleted afterwards."""
    yield from judging()
    yield from odds()
    yield from queries()
    yield from trials(report)
    with scratch_database():
        catalog.fill(get(SAMPLE), CARDS_OF_A_GAME)
        yield from page_costs()
    with scratch_database():
        start = time.perf_counter()
        catalog.fill(get(SAMPLE), cards)
        report(f"{cards} invented cards indexed in {time.perf_counter() - start:.0f} s ({connection.vendor})")
        yield from pages()
        yield from events()


@contextmanager
def scratch_database() -> Iterator[None]:
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def judging() -> Iterator[Figure]:
    """Fifty-card decks judged per second on one core, including building the deck and its fingerprint."""
    game = get("zero-dimension")
    for different in (13, 50):
        values = {"colour": "red", "series": "A"}
        cards = [
            Card(f"red|card {n}", f"card {n}", "character", values, codes=(f"B{n}",), rarity="普")
            for n in range(different)
        ]
        counts = [4] * 12 + [2] if different == 13 else [1] * 50
        entries = tuple(DeckLine(card, count) for card, count in zip(cards, counts, strict=True))
        deck = Deck(game.slug, {"main": entries}, format="official")
        rate = max(decks_judged_per_second(game, [deck], 0.1) for _ in range(3))
        yield Figure(f"50-card decks of {different} different cards judged", rate, "decks/s", 10_000, least=True)


def odds() -> Iterator[Figure]:
    """Exact odds from a deck's cards to the fraction, for the slowest of several goals."""
    game = get(SAMPLE)
    yield Figure("odds: 6 groups, 4 clauses, hand of 7", milliseconds_of_six_groups(game), "ms", 1)
    yield Figure("odds with the best mulligan: the same", milliseconds_of_the_best_mulligan(game), "ms", 5)
    yield Figure("odds: 21 overlapping classes, hand of 10", milliseconds_of_21_classes(game), "ms", 15)


def queries() -> Iterator[Figure]:
    """Parsing a search, and matching a deck's cards without a database."""
    game = get(SAMPLE)
    cards = list(islice(cycle(load_catalog(game).cards.values()), 100))
    yield Figure("search read", milliseconds_of_reading(QUERY, game), "ms", 1)
    yield Figure("100 cards held against a search", milliseconds_of_matching(QUERY, game, cards), "ms", 2)


def trials(report: Callable[[str], None]) -> Iterator[Figure]:
    """Trials compared with the same work in C, and two workers compared with one, each measured in one run."""
    # numpy and numba, which nothing else here needs
    from tests.bench.trials import (
        goldfish_a_second,
        goldfish_beside,
        goldfish_beside_c,
        hands_beside_c,
        two_workers_beside_one,
    )

    run, goal, acting = sample_run(), parse(GOAL, get(SAMPLE)), acting_run()
    blank = goldfish_beside(acting, replace(acting, deck=without_effects(acting.deck)))
    yield Figure("half of the cards act, none = 1", blank, "×", 0.65, least=True)
    try:
        hands = hands_beside_c(replace(run, goal=goal, keep=goal, turns=4))
        yield Figure("opening hands with a goal, C = 1", hands, "×", 1, least=True)
        for game in GAMES:
            figure = goldfish_beside_c(sample_run(game.slug))
            yield Figure(f"goldfish of {game.slug}, C = 1", figure, "×", 0.9, least=True)
        yield Figure("half of the cards act, C = 1", goldfish_beside_c(acting), "×", 0.8, least=True)
    except OSError as error:
        report(f"Trials are not measured beside C: {error}")
    faster = two_workers_beside_one(sample_run, begin=django.setup)
    yield Figure("two workers, one = 1", faster, "×", 1.75, least=True)
    report(f"{goldfish_a_second(run):.0f} games a second on one core")


def sample_run(slug: str = SAMPLE) -> "Run":
    """Goldfish games of the first deck that comes with a game."""
    from games.engine.play.trials.runs import Run

    game = get(slug)
    text = min(decks_of(game).glob("*.txt")).read_text(encoding="utf-8")
    return Run(game, goldfish(game), read(text, load_catalog(game), game).deck, seed=1)


def acting_run() -> "Run":
    """Goldfish games of that real deck of which the number of cards that do something is nearest to half."""
    from games.engine.play.trials.runs import Run

    game = get(SAMPLE)
    catalog = load_real_catalog(game)
    texts = [path.read_text(encoding="utf-8") for path in sorted(game.folder.glob("decks/*.txt"))]
    decks = [read(text, catalog, game).deck for text in texts]
    deck = min(decks, key=lambda deck: abs(2 * _acting(deck, game) - sum(line.count for line in lines_of(deck))))
    return Run(game, goldfish(game), deck, seed=1)


def _acting(deck: Deck, game: Game) -> int:
    return sum(line.count for line in lines_of(deck) if played_texts(line.card.effects, game.effects))


def lines_of(deck: Deck) -> Iterator[DeckLine]:
    return chain.from_iterable(deck.zones.values())


def without_effects(deck: Deck) -> Deck:
    """The deck as if no card did anything."""
    zones = {
        zone: tuple(line._replace(card=replace(line.card, effects=())) for line in lines)
        for zone, lines in deck.zones.items()
    }
    return replace(deck, zones=zones)


def page_costs() -> Iterator[Figure]:
    """CPU cost of pages in units, and their size, with the catalog of a real game."""
    chance = random.Random(1)
    deck, client = _deck_to_edit(chance, 12)
    for _ in range(PUBLIC_DECKS):
        services.share(_deck_to_edit(chance, 12)[0], Visibility.PUBLIC)
    preload()  # as servers do
    code = deck.lines.values_list("printing__code", flat=True)[0]
    parts = _parts(client, deck)
    clicks = cycle({"op": "set", "code": code, "count": count, "held": parts} for count in "21")
    for name, path, bound in (
        ("about", "/about/", 4),
        ("deck page", f"/d/{deck.slug}/", 18),
        ("builder page", f"/d/{deck.slug}/edit/", 26),
        (f"{PUBLIC_DECKS} public decks", "/decks/public/", 20),
    ):
        yield Figure(f"{name}, processor time", units(partial(_answer, client.get, path)), "units", bound)
    yield Figure(f"{OWN_DECKS} own decks, processor time", units(_library()), "units", 25)
    cost = units(lambda: _answer(_post(client), f"/d/{deck.slug}/do/", next(clicks)))
    yield Figure("builder click, processor time", cost, "units", 13)
    yield from moves(deck, client)
    yield Figure("builder page", len(client.get(f"/d/{deck.slug}/edit/").content) / 1000, "kB", 120)
    # Of one race: in a mixed deck a click may change which race the rest is measured against, and every row with it.
    larger, client = _deck_to_edit(chance, 40, f"race:{catalog.KINDS_OF[0]}")
    code = larger.lines.values_list("printing__code", flat=True)[0]
    click = {"op": "set", "code": code, "count": "2", "held": _parts(client, larger)}
    answer = _answer(_post(client), f"/d/{larger.slug}/do/", click)
    yield Figure("answer to a click, deck of 40 cards", len(answer.content) / 1000, "kB", 25)


def _parts(client: Client, deck: StoredDeck) -> str:
    """The parts of the builder that a browser says it has."""
    page = client.get(f"/d/{deck.slug}/edit/").content.decode()
    return " ".join(re.findall('data-digest="([^"]+)"', page))


def moves(deck: StoredDeck, client: Client) -> Iterator[Figure]:
    """A move at the table of a playtest, and opening a game after 5 and after 500 operations."""
    table = client.post(f"/d/{deck.slug}/play/", {"seed": "7"}).headers["Location"]
    move_at = partial(_move, client, table)
    places = iter(range(499))
    yield Figure("move at the table, processor time", units(lambda: move_at(next(places))), "units", 8)
    for place in places:
        move_at(place)
    few, many = (partial(_answer, client.get, f"{table}?at={at}") for at in (5, 499))
    yield Figure("table after 500 operations, after 5 = 1", ratio(many, few), "×", 1.25)


def _move(client: Client, table: str, at: int) -> None:
    _answer(_post(client), f"{table}do/", {"at": str(at), "do": "count score +1"})


def _deck_to_edit(chance: random.Random, cards: int, query: str = "") -> tuple[StoredDeck, Client]:
    """A deck of this many different cards that a search finds, and a browser that may change it."""
    game, client = get(SAMPLE), Client()
    deck = services.create(game)
    codes = [card.codes[0] for card in chance.sample(search(game, query).cards if query else pool(game), cards)]
    services.edit(deck, [("add", {"code": code, "count": 1, "zone": "main"}) for code in codes])
    session = client.session
    session[SESSION_KEY] = {deck.slug: deck.edit_key}
    session.save()
    return deck, client


def _library() -> Callable[[], HttpResponse]:
    """Opens the page of a person who has many decks, in folders and with tags, all of them judged."""
    person = User.objects.create_user("collector")
    decks = StoredDeck.objects.all()
    own = decks.filter(owner=person)
    while own.count() < OWN_DECKS:
        library.act(decks, decks.filter(owner=None), "duplicate", owner=person)
    for at, deck in enumerate(own):
        deck.folder, deck.tags = f"folder {at % 12}", f"tag {at % 7}"
        deck.save(update_fields=["folder", "tags"])
    client = Client()
    client.force_login(person)
    for _ in range(0, own.count(), BATCH):
        _answer(client.get, "/decks/")
    return partial(_answer, client.get, "/decks/")


def pages() -> Iterator[Figure]:
    """Server time of whole requests, from the first middleware to the last byte of the answer."""
    game, chance = get(SAMPLE), random.Random(1)
    deck, client = _deck_to_edit(chance, 0)
    preload()  # as servers do
    codes = [card.codes[0] for card in search(game, "kind:unit").cards]
    yield _p95(
        "builder click",
        [_milliseconds(_post(client), f"/d/{deck.slug}/do/", _click(chance, codes)) for _ in range(CLICKS)],
        30,
    )
    texts = list(catalog.queries(game, CLICKS))
    yield _p95("card search", catalog.measure(game, lambda text, order: search(game, text, order=order)), 30)
    times = [_milliseconds(client.get, f"/{game.slug}/cards/", {"q": text}) for text, _ in texts[:PAGES]]
    yield _p95("search page with its cards drawn", times, 60)
    yield _p95(
        "builder page",
        [_milliseconds(client.get, f"/d/{deck.slug}/edit/", {"q": text}) for text, _ in texts[:PAGES]],
        90,
    )
    answer = client.get(f"/d/{deck.slug}/edit/", headers={"accept-encoding": "gzip"})
    yield Figure("builder page, compressed", len(answer.content) / 1000, "kB", 100)


def events() -> Iterator[Figure]:
    """An event with 10,000 lists: judging them all, its gate, and its start, which judges them again."""
    client, event = Client(), events_bench.fill(get(SAMPLE), PLAYERS)
    client.force_login(events_bench.organiser(event))
    preload()
    yield Figure(f"{PLAYERS} lists judged by a worker, of one core", events_bench.time_judging(event), "s", 5)
    roster, rows = f"/events/{event.slug}/roster/", events_bench.rows(event, LOOKS)
    yield _p95("gate, its 100 rows read", rows, 30)
    queries = [{"state": "ready", "page": str(page)} for page in range(1, LOOKS // 2 + 1)]
    queries += [{"state": state} for state in ("illegal", "missing") for _ in range(LOOKS // 4)]
    yield _p95("gate page", [_milliseconds(client.get, roster, words) for words in queries], 60)
    answer = client.get(roster, headers={"accept-encoding": "gzip"})
    yield Figure("gate page, compressed", len(answer.content) / 1000, "kB", 100)
    yield Figure(f"start of an event of {PLAYERS} lists", events_bench.time_start(event), "s", 10)


def _click(chance: random.Random, codes: list[str]) -> dict[str, str]:
    return {"op": chance.choice(("add", "add", "set")), "code": chance.choice(codes), "count": "1"}


def _answer(call: Callable[..., Any], path: str, data: dict[str, str] | None = None) -> HttpResponse:
    """With what is sent, as the builder makes the request."""
    answer: HttpResponse = call(path, data or {}, headers=CLICK if data else {})
    assert answer.status_code == 200, (path, data, answer)
    return answer


def _post(client: Client) -> Callable[..., Any]:
    """Posts a form as browsers do."""
    return lambda path, data, **options: client.post(path, urlencode(data), FORM, **options)


def _milliseconds(call: Callable[..., Any], path: str, data: dict[str, str]) -> float:
    """Milliseconds of one request as the builder makes it."""
    start = time.perf_counter()
    _answer(call, path, data)
    return 1000 * (time.perf_counter() - start)


def _p95(name: str, times: list[float], bound: float) -> Figure:
    in_order = sorted(times)
    return Figure(f"{name}, p95", in_order[int(len(in_order) * 0.95)], "ms", bound)
