"""How far the simulation of decks of real cards is from a player written a second time: a row for each deck.

`python -m tests.independent.agreement [MINUTES [GAMES]]`: GAMES of the simulation, 100,000 if not given, beside as many
of the independent player as MINUTES of processor time allow, 25 if not given, the same for each deck.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import count as numbers
from statistics import NormalDist
from time import process_time

from games.engine.effects.understanding import played_texts
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import SEATS, Seat
from games.engine.play.trials.runs import Run
from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.decklists.parsing import read
from games.registry import get, goldfish
from tests.independent.play import Counts, Player, count
from tests.independent.test_independent import SIGMAS, distances, player

GAME = get("xing-ling-wang")
TURNS = 10
DECK_SIZE = 20
DECKS = 10
BATCH = 100


def real_decks() -> Mapping[str, Deck]:
    """Those that come with the game, and of the races with the most cards that act one each, of those first."""
    catalog = load_catalog(GAME, GAME.folder / "catalog")
    paths = sorted((GAME.folder / "decks").glob("*.txt"))
    decks = {path.stem: read(path.read_text(encoding="utf-8"), catalog, GAME).deck for path in paths}
    races: dict[str, list[Card]] = {}
    for card in sorted(catalog.cards.values(), key=lambda card: (not acts(card), card.key)):
        races.setdefault(str(card.get("race")), []).append(card)
    most = sorted(races, key=lambda race: (-sum(map(acts, races[race])), race))
    own = {
        race: Deck(GAME.slug, {"main": tuple(DeckLine(card, 1) for card in races[race][:DECK_SIZE])}) for race in most
    }
    return dict([*decks.items(), *own.items()][:DECKS])


def acts(card: Card) -> bool:
    return bool(played_texts(card.effects, GAME.effects))


def counted_for(play: Player, seconds: float) -> Counts:
    """As many games as fit into so much processor time."""
    counts, end = Counts(0, Counter(), Counter(), Counter(), Counter()), process_time() + seconds
    for seed in numbers():
        batch = count(play, BATCH, TURNS, seed)
        counts = replace(counts, games=counts.games + BATCH)
        for name in ("reached", "sums", "squares", "endings"):
            getattr(counts, name).update(getattr(batch, name))
        if process_time() > end:
            return counts
    raise AssertionError


def row(name: str, deck: Deck, seat: Seat, games: int, seconds: float) -> str:
    """The figure that is furthest apart, and how likely one of so many would be as far by chance alone."""
    run = Run(GAME, goldfish(GAME), deck, seed=7, turns=TURNS, seat=seat)
    own = counted_for(player(run), seconds)
    apart = [each for each in distances(run.chunk(0, games), own) if each[2] > 0]
    what, turn, sigmas = max(apart, key=lambda each: each[2])
    chance = min(1, 2 * len(apart) * (1 - NormalDist().cdf(sigmas)))
    verdict = "agrees" if sigmas <= SIGMAS else "DIFFERS"
    return (
        f"{name}, {seat}: {verdict}, at most {sigmas:.2f} sigma ({what}, turn {turn}; by chance {chance:.0%}) "
        f"in {len(apart)} figures of {games} and {own.games} games"
    )


def main() -> None:
    minutes, games = [*map(int, sys.argv[1:]), *(25, 100_000)[len(sys.argv) - 1 :]]
    decks = real_decks()
    for number, (name, deck) in enumerate(decks.items()):
        print(row(name, deck, SEATS[number % 2], games, 60 * minutes / len(decks)), flush=True)


if __name__ == "__main__":
    main()
