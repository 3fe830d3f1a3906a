"""What the cards of each game are stated to do: every card that this site invented, with every word the game adds."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache

import pytest

from games.engine.effects.reading import read_cell
from games.engine.effects.tree import Action, Clause, Counter, Flag, From, Match, Receiver, State, Sum, That, Zones
from games.engine.effects.vocabulary import COMMON, PARTS
from games.engine.effects.writing import write_cell
from games.engine.model.cards import SAMPLE, Printing
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.play.trials.sampling import cards_of
from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.catalogs.files import read_rows
from games.engine.reading.decklists.parsing import read
from games.registry import GAMES, get
from tests.games.examples import catalog

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@cache
def _printings(slug: str) -> tuple[Printing, ...]:
    return tuple(load_catalog(get(slug)).printings.values())


def printings(game: Game) -> tuple[Printing, ...]:
    """Those that come with the game."""
    return _printings(game.slug)


def clauses(game: Game) -> Iterator[Clause]:
    for each in printings(game):
        yield from read_cell("|".join(each.effects), game.effects)


def words(part: object) -> Iterator[tuple[str, str]]:
    """The words of a part of a statement, each with its kind."""
    match part:
        case Clause(items=()):
            yield "facts", part.trigger
        case Clause():
            yield from (("triggers", part.trigger), ("modes", part.mode), ("verbs", part.cause))
            yield from (("zones", zone) for zone in (*part.source, *part.zones))
        case Action():
            yield "verbs", part.verb
            yield from ((kind, word) for word in part.source for kind in ("zones", "positions"))
        case Receiver():
            yield from (("zones", part.place), ("positions", part.place))
        case Zones() | From():
            yield from (("zones", zone) for zone in part.zones)
        case Flag(name=name) | State(flag=name):
            yield "flags", name
        case Match(key=key) | Sum(key=key) | That(key=key):
            yield "keys", key
        case Counter():
            yield "counters", part.name
    if isinstance(part, tuple):
        for each in part:
            yield from words(each)
    elif is_dataclass(part):
        for each in fields(part):
            yield from words(getattr(part, each.name))


@each_game
def test_every_word_that_a_game_adds_is_on_a_card(game: Game):
    """The keys that it has by its columns are no words that it adds, and places of a row stand there together."""
    used = set(words(tuple(clauses(game))))
    added = {
        (part, each.name)
        for part in PARTS
        if part != "positions"
        for each in getattr(game.effects, part)
        if each not in getattr(COMMON, part) and getattr(each, "attribute", "") == ""
    }
    assert added - used == set()


@each_game
def test_every_statement_is_written_in_its_one_way(game: Game):
    for path in (game.folder / "catalog").glob("*.csv"):
        for _, row in read_rows(path.read_bytes(), "csv").items():
            cell = row.get("effects") or ""
            assert write_cell(read_cell(cell, game.effects)) == cell, row["code"]


@each_game
def test_every_card_is_stated_or_its_document_says_why_not(game: Game):
    document = (game.folder / "RULES.md").read_text(encoding="utf-8")
    invented = [each for each in printings(game) if each.set == SAMPLE]
    unstated = {each.name for each in invented if not each.effects or "unread" in each.effects}
    assert {name for name in unstated if name not in document} == set()


@each_game
def test_printings_of_one_card_are_stated_alike(game: Game):
    by_card: dict[str, set[tuple[str, ...]]] = {}
    for each in printings(game):
        by_card.setdefault(game.key(each), set()).add(each.effects)
    assert [key for key, statements in by_card.items() if len(statements) > 1] == []


@each_game
def test_an_effect_that_no_goldfish_plays_changes_no_order_of_cards(game: Game):
    """So the figures of a deck stay, to the last count, when more is stated of its cards."""
    gains = ("draw:", "resource:", "score:")
    for path in (game.folder / "decks").glob("*.txt"):
        deck = read(path.read_text(encoding="utf-8"), catalog(game.slug), game).deck
        assert order(deck, game) == order(with_effects(deck, gains), game)


def with_effects(deck: Deck, beginnings: tuple[str, ...]) -> Deck:
    """The deck whose cards have only the effects that begin so."""

    def bare(line: DeckLine) -> DeckLine:
        kept = tuple(each for each in line.card.effects if each.startswith(beginnings))
        return line._replace(card=replace(line.card, effects=kept))

    return replace(deck, zones={zone: tuple(map(bare, lines)) for zone, lines in deck.zones.items()})


def order(deck: Deck, game: Game) -> list[str]:
    return [entry.card.key for entry in cards_of(deck, game)]
