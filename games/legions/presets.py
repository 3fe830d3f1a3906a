"""Common goals for the first cards in LEGIONS!."""

from games.engine.model.decks import Deck
from games.engine.model.presets import Preset
from games.engine.texts.text import Text
from games.legions.rules import colours, in_colours

FOREIGN = Text(
    "Cards with a colour the master lacks are left out: they cost a core more, or cannot be used (解鎖手牌).",
    "有君主沒有的顏色的卡不算在內：要多付 1 枚魔法核，或無法使用（解鎖手牌）。",
    ja="マスターにないカラーのカードは含まない。コアが1つ余分に要るか、使えないため（解鎖手牌）。",
)


def within(deck: Deck, cards: str) -> str:
    """A search for cards without a colour that the deck's master does not have."""
    masters = [entry.card for entry in deck.entries("master")]
    own = frozenset(colour for card in masters for colour in colours(card))
    return f"{cards} {in_colours(own)}".strip()


def first_turn(deck: Deck) -> str:
    """One core leaves the master in the first turn (魔法核階段); lords and Arts wait for the awakening."""
    return f">=1 of ({within(deck, '(kind:minion or kind:skill) cost<=1')})"


def third_turn(deck: Deck) -> str:
    """Three cores at most can be spent in turn 3 or before, from either seat (魔法核階段)."""
    minions = within(deck, "kind:minion cost<=3")
    return f">=2 of ({minions})"


PRESETS = (
    Preset(
        "first-turn",
        Text("A card for the first core", "第一枚魔法核有牌可用", ja="最初のコアで使えるカード"),
        first_turn,
        Text(
            "On turn 1 no card in the master’s colours can be unlocked.",
            "第一回合沒有君主顏色的牌可以解鎖。",
            ja="1ターン目にマスターの色のカードをアンロックできない。",
        ),
        turn=1,
        note=FOREIGN,
        rule="覺醒模式, 魔法核階段",
    ),
    Preset(
        "two-minions",
        Text("Two minions of at most three cores", "兩個 3 核以下的小兵", ja="コスト3以下のミニオン2枚"),
        third_turn,
        Text(
            "By turn 3 at most one minion in the master’s colours can be placed.",
            "到第三回合為止，君主顏色的小兵最多只能放置一個。",
            ja="3ターン目までに置けるマスターの色のミニオンは多くて1体。",
        ),
        turn=3,
        note=FOREIGN,
        rule="解鎖手牌, 魔法核階段",
    ),
)
