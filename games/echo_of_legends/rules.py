"""How a deck of Echo of Legends is built: 5.1 of the rulebook."""

from collections.abc import Callable, Hashable, Iterator

from games.engine.model.cards import Card, Choice
from games.engine.model.decks import Deck
from games.engine.model.game import Admission, Constraint, Facts, Zone
from games.engine.model.opening import Opening
from games.engine.model.violations import DeckChange, Repair, Violation
from games.engine.rules.constraints import by_key, copies, culprit, kinds, missing, size
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

ATTRIBUTES = (
    Choice("fire", Text("Fire", "火", ja="火")),
    Choice("grass", Text("Grass", "草", ja="草")),
    Choice("water", Text("Water", "水", ja="水")),
    Choice("light", Text("Light", "光", ja="光")),
    Choice("dark", Text("Dark", "暗", ja="闇")),
)

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


def ultra_rare(zone: str, rule: str) -> Constraint:
    """At most one ultra rare card of a name."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        yield from missing(zone, deck.held(zone), "rarity")
        many = [held for held in deck.held(zone) if held.count > 1 and is_ultra_rare(held.card)]
        for held in sorted(many, key=by_key):
            repair = Repair((DeckChange("set", zone, held.card.key, 1),))
            yield Violation("copies", "illegal", zone, (culprit(held, 1),), held.count, None, 1, repair)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        here = deck.held(zone) if into == zone else ()
        return Admission(keys=frozenset(held.card.key for held in here if is_ultra_rare(held.card)))

    def looks(deck: Deck, facts: Facts) -> Callable[[Card], Hashable]:
        have = {held.card.key: held.count for held in deck.held(zone)}
        return lambda card: (bool(card.rarity), is_ultra_rare(card), have.get(card.key, 0))

    codes = ("copies", "card.data-missing")
    return Constraint(check, codes, rule, admits=admits, needs=("rarity",), sees=looks)


STANDARD: tuple[Constraint, ...] = (
    size("hero", 1, 1, rule="5.1", label=Text("Hero", "英雄", ja="英雄")),
    size("main", 30, 30, rule="5.1"),
    copies("main", 3, rule="5.1"),
    ultra_rare("main", rule="5.1"),
    kinds(ZONES, rule="5.1"),
)
