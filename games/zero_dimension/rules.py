"""Deck construction in 零次元: 100 of the rulebook."""

from games.engine.model.cards import Card, Choice
from games.engine.model.decks import Deck
from games.engine.model.game import Constraint, Zone
from games.engine.model.opening import Opening
from games.engine.rules.constraints import copies, kinds, require_attribute, size, uniform
from games.engine.texts.text import Text

COLOURS = (
    Choice("red", Text("Red", "紅", ja="赤")),
    Choice("yellow", Text("Yellow", "黃", ja="黄")),
    Choice("blue", Text("Blue", "藍", ja="青")),
    Choice("green", Text("Green", "綠", ja="緑")),
    Choice("white", Text("White", "白", ja="白")),
    Choice("black", Text("Black", "黑", ja="黒")),
)

ZONES = (Zone("main", Text("Deck", "牌組", "卡组", "デッキ"), ("character", "equipment", "tactic", "event")),)


def draw_choice(card: Card, deck: Deck) -> Text | None:
    """A tactic without a cost is used for nothing; resources may be needed elsewhere (303)."""
    if card.kind == "tactic" and card.number("cost") == 0:
        return None
    return Text(
        "it takes resources that other cards may need",
        "要花費其他卡也可能需要的資源",
        ja="ほかのカードにも必要なリソースを使う",
    )


OPENING = Opening(life=6, hand=6, draw=1, rule="100, 403", draw_choice=draw_choice)

CASUAL: tuple[Constraint, ...] = (
    size("main", 50, 50, rule="100"),
    copies("main", 4, rule="100", by=("colour", "name")),
    kinds(ZONES, rule="302"),
    require_attribute("main", "colour", rule="103"),
)

OFFICIAL: tuple[Constraint, ...] = (*CASUAL, uniform("series.mixed", "main", "series", rule="100"))
