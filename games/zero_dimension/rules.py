"""How a deck of 零次元 is built: 100 of the rulebook."""

from games.engine.model.game import Constraint, Zone
from games.engine.model.opening import Opening
from games.engine.rules.constraints import copies, given, kinds, size, uniform
from games.engine.texts.text import Text

ZONES = (Zone("main", Text("Deck", "牌組", "卡组", "デッキ"), ("character", "equipment", "tactic", "event")),)

OPENING = Opening(life=6, hand=6, draw=1, rule="100, 403")

CASUAL: tuple[Constraint, ...] = (
    size("main", 50, 50, rule="100"),
    # Colour and name are what makes a card of this game.
    copies("main", 4, rule="100", by="card"),
    kinds(ZONES, rule="302"),
    given("main", "colour", rule="103"),
)

OFFICIAL: tuple[Constraint, ...] = (*CASUAL, uniform("series.mixed", "main", "series", rule="100"))
