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
    minions = within(deck, "kind:minion cost<=3")
    return f">=2 of ({minions})"


PRESETS = (
    Preset(
        "first-turn",
        Text("A playable first turn", "第一回合有牌可用", ja="1ターン目に使えるカードがある"),
        first_turn,
        Text(
            "The first core goes unused on turn 1.",
            "第一枚魔法核在第一回合沒有用處。",
            ja="1ターン目のコアが無駄になる。",
        ),
        turn=1,
        note=FOREIGN,
        rule="魔法核階段",
    ),
    Preset(
        "two-minions",
        Text(
            "Two minions of at most three cores by turn 3",
            "到第 3 回合有兩個 3 核以下的小兵",
            ja="3ターン目までにコスト3以下のミニオンが2枚",
        ),
        third_turn,
        Text("The board stays thin until turn 3.", "到第 3 回合為止戰線空虛。", ja="3ターン目まで戦線が手薄になる。"),
        turn=3,
        note=FOREIGN,
        rule="解鎖手牌",
    ),
)
