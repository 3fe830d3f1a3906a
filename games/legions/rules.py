"""The deck construction rules of LEGIONS!: 卡牌組成, and 解鎖手牌 for colours."""

from collections.abc import Iterator

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Admission, Constraint, Facts, Zone
from games.engine.model.opening import Opening
from games.engine.model.violations import Violation
from games.engine.rules.constraints import by_key, copies, culprit, dispute, kinds, removal, sees, size
from games.engine.texts.text import Text

ZONES = (
    Zone("main", Text("Main deck", "主牌組", "主卡组", "メインデッキ"), ("minion", "lord", "skill", "arts")),
    Zone("master", Text("Master", "君主", ja="マスター"), ("master",), single=True),
)


COLOURS = ("black", "red", "white", "green", "blue")


def colours(card: Card) -> frozenset[str]:
    value = card.get("colours")
    return frozenset(value) if isinstance(value, tuple) else frozenset()


def in_colours(own: frozenset[str]) -> str:
    """A search for cards that have none but these colours; "" where these are none."""
    return " ".join(f"-colours:{colour}" for colour in COLOURS if own and colour not in own)


def advice_for(card: Card, master: frozenset[str]) -> str:
    """The advice for a card of any kind with a master of these colours (解鎖手牌): `advice.off-colour` (one-coloured:
    it costs one core more), `advice.unusable` (two-coloured: the master lacks one of its colours), or ""."""
    own = colours(card)
    if not own or not master or own <= master:
        return ""
    return "advice.off-colour" if len(own) == 1 else "advice.unusable"


def draw_choice(card: Card, deck: Deck) -> Text | None:
    """A skill without a cost in the master's colours is used for nothing; cores may be needed elsewhere (主要階段)."""
    masters = [colours(entry.card) for entry in deck.entries("master")]
    in_colour = len(masters) == 1 and not advice_for(card, masters[0])
    if card.kind == "skill" and in_colour and not card.number("core_cost") and card.number("cost") == 0:
        return None
    return Text(
        "it takes cores that other cards may need",
        "要花費其他卡也可能需要的魔法核",
        ja="ほかのカードにも必要なコアを使う",
    )


OPENING = Opening(
    hand=5,
    draw=1,
    rule="遊戲的準備, 抽牌階段",
    draw_choice=draw_choice,
    note=Text(
        "Exchanging one card a turn is optional, and counted only where stated.",
        "每回合棄一抽一可做可不做，只在標明的地方計入。",
        ja="毎ターン一枚を捨てて一枚引くのは任意なので、明記した所でだけ数える。",
    ),
    exchange=True,
)


def colour_advice(rule: str) -> Constraint:
    """Cards that cost more with the deck's master, or cannot be used: advice, never illegal."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        masters = [entry for entry in deck.entries("master") if entry.card.kind == "master"]
        if len(masters) != 1:
            return
        master = colours(masters[0].card)
        entries_by_code: dict[str, list[DeckEntry]] = {}
        for entry in sorted(deck.entries("main"), key=by_key):
            if entry.card.kind in ZONES[0].kinds:  # a card that cannot be there at all needs no advice
                entries_by_code.setdefault(advice_for(entry.card, master), []).append(entry)
        for code in ("advice.off-colour", "advice.unusable"):
            if cards := entries_by_code.get(code):
                params = {"master": masters[0].card.name}
                culprits = tuple(culprit(entry) for entry in cards)
                yield Violation(code, "advice", "main", culprits, repair=removal("main", cards), params=params)

    def admits(deck: Deck, facts: Facts, zone: str) -> Admission:
        masters = [entry.card for entry in deck.entries("master") if entry.card.kind == "master"]
        own = colours(masters[0]) if len(masters) == 1 and zone == "main" else frozenset()
        return Admission(prefer=in_colours(own))

    return Constraint(check, ("advice.off-colour", "advice.unusable"), rule, admits=admits)


def colour_disputes(rule: str) -> Constraint:
    """Cards whose printings disagree about their colours: advice as well, since by none of them the deck is illegal."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for zone in ("master", "main") if deck.has_disputes else ():
            entries = [entry for entry in deck.entries(zone) if "colours" in entry.card.disputed]
            yield from (dispute(zone, entry, "colours", "advice") for entry in sorted(entries, key=by_key))

    look = sees(lambda card: "colours" in card.disputed)
    return Constraint(check, ("card.data-disputed",), rule, reads=("colours",), sees=look)


def cards(count: int) -> tuple[Constraint, ...]:
    return (
        size("master", 1, 1, rule="卡牌組成", label=Text("Master", "君主", ja="マスター")),
        size("main", count, count, rule="卡牌組成"),
        copies("main", 3, rule="卡牌組成"),
        kinds(ZONES, rule="卡牌種類"),
        colour_advice(rule="解鎖手牌"),
        colour_disputes(rule="解鎖手牌"),
    )


STANDARD = cards(40)
MINI = cards(25)
