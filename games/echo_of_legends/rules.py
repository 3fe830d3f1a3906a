"""Deck construction in Echo of Legends: 5.1 of the rulebook."""

from games.engine.model.cards import Card, Choice
from games.engine.model.decks import Deck
from games.engine.model.game import Constraint, Zone
from games.engine.model.opening import Opening
from games.engine.rules.constraints import copies, kinds, require_attribute, size
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

ATTRIBUTES = (
    Choice("fire", Text("Fire", "火", ja="火")),
    Choice("grass", Text("Grass", "草", ja="草")),
    Choice("water", Text("Water", "水", ja="水")),
    Choice("light", Text("Light", "光", ja="光")),
    Choice("dark", Text("Dark", "暗", ja="闇")),
)

RARITIES = tuple(Choice(each, Text(each, each)) for each in ("N", "R", "SR", "SSR", "UR"))

ZONES = (
    Zone("main", Text("Deck", "牌組", "卡组", "デッキ"), ("minion", "item")),
    Zone("hero", Text("Hero", "英雄", ja="英雄"), ("hero",), single=True),
)


def draw_choice(card: Card, deck: Deck) -> Text | None:
    """An item without a cost is used for nothing; energy may be needed elsewhere (2.1.2)."""
    if card.kind == "item" and card.number("cost") == 0:
        return None
    return Text(
        "it takes energy that other cards may need",
        "要花費其他卡也可能需要的能量",
        ja="ほかのカードにも必要なエネルギーを使う",
    )


OPENING = Opening(hand=10, draw=1, first_draw=0, mulligan="once", rule="2.1.1, 2.1.2", draw_choice=draw_choice)


def is_ultra_rare(card: Card) -> bool:
    return fold(card.rarity) == "ur"


def one_ultra_rare(card: Card) -> int | None:
    return 1 if is_ultra_rare(card) else None


STANDARD: tuple[Constraint, ...] = (
    size("hero", 1, 1, rule="5.1", label=Text("Hero", "英雄", ja="英雄")),
    size("main", 30, 30, rule="5.1"),
    copies("main", 3, rule="5.1"),
    copies("main", one_ultra_rare, rule="5.1", by=("name", "rarity")),
    require_attribute("main", "rarity", rule="5.1"),
    kinds(ZONES, rule="5.1"),
)
