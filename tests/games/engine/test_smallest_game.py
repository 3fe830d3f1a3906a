"""The smallest game, as games/README.md has it: rules, cards and an opening, without any file beside them."""

from datetime import date
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from games import registry
from games.engine.model.cards import Choice, Printing
from games.engine.model.game import Format, Game, Zone
from games.engine.model.opening import Opening
from games.engine.odds.exact import chance
from games.engine.play.preparing import loops_of
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.decklists.parsing import read, write_text
from games.engine.reading.goals import parse
from games.engine.rules.constraints import copies, kinds, size
from games.engine.rules.legality import judge
from games.engine.texts.text import Text

ZONES = (Zone("main", Text("Deck", "牌組"), ("unit",)),)
RULES = (size("main", 10, 10, rule="1"), copies("main", 2, rule="2"), kinds(ZONES, rule="1"))
GAME = Game(
    slug="smallest",
    name=Text("Smallest", "最小"),
    language="en",
    tagline=Text("Ten cards", "十張牌"),
    folder=Path(__file__).with_name("no such folder"),
    kinds=(Choice("unit", Text("Unit", "單位")),),
    attributes=(),
    zones=ZONES,
    formats=(Format("standard", Text("Standard", "標準"), RULES),),
    opening=Opening(hand=3, draw=1, rule="3"),
    ruleset="1",
)
CATALOG = Catalog(GAME, [Printing(f"S-{number}", f"Unit {number}", "unit") for number in range(6)])


def verdict_on(*counts: int):
    text = "\n".join(f"{count}x Unit {number}" for number, count in enumerate(counts))
    deck = read(text, CATALOG, GAME).deck
    return deck, judge(deck, GAME, GAME.formats[0], on=date(2026, 1, 1))


def test_a_list_is_read_judged_and_written():
    deck, verdict = verdict_on(2, 2, 2, 2, 2)
    assert not verdict.violations
    assert read(write_text(deck, GAME), CATALOG, GAME).deck.zones == deck.zones


def test_a_list_that_breaks_its_rules_is_illegal():
    _, verdict = verdict_on(3, 2, 2, 2)
    assert {each.code for each in verdict.violations} == {"zone.size", "copies"}


def test_its_odds_are_exact():
    deck, _ = verdict_on(2, 2, 2, 2, 2)
    assert chance(parse('>=1 of ("Unit 0")', GAME), deck, GAME.opening) == 1 - Fraction(comb(8, 3), comb(10, 3))


def test_it_has_no_glossary_lists_or_pilot():
    assert (GAME.glossary, GAME.lists, GAME.has_pilot, loops_of(GAME)) == ((), (), False, ())
    with pytest.raises(registry.NoPilotError):
        registry.goldfish(GAME)
