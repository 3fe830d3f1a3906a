"""Common goals for the first cards in 零次元."""

from games.engine.model.decks import Deck
from games.engine.model.presets import Preset
from games.engine.texts.text import Text

NO_COLOUR = Text("Some colour has no resource yet.", "還缺某個顏色的資源。", ja="リソースのない色がある。")
EFFECTS = Text("Effects of cards are not counted.", "不計卡牌效果。", ja="カードの効果は数えない。")


def every_colour(deck: Deck) -> str:
    """A card of each of the deck's colours, to be laid as a resource of it; "" for a deck of one colour."""
    colours = dict.fromkeys(str(entry.card.get("colour")) for entry in deck.entries("main") if entry.card.get("colour"))
    return " and ".join(f">=1 of (colour:{colour})" for colour in sorted(colours)) if len(colours) > 1 else ""


PRESETS = (
    Preset(
        "colours",
        Text("Every colour of the deck", "看到牌組的每個顏色", ja="デッキのすべての色"),
        every_colour,
        NO_COLOUR,
        turn=3,
        note=Text(
            "One resource is placed a turn, so more than three colours take longer in any case.",
            "每回合只能放一張資源，超過三色的牌組無論如何都要更久。",
            ja="リソースは1ターンに1枚しか置けないので、4色以上ではどうしても時間がかかる。",
        ),
        rule="404",
    ),
    Preset(
        "first-character",
        Text("A character of cost 2 or less", "有費用 2 以下的角色", ja="コスト2以下のキャラクターがいる"),
        ">=1 of (kind:character cost<=2)",
        Text(
            "No character can be played before turn 3.",
            "第 3 回合以前沒有角色可以登場。",
            ja="第3ターンまでキャラクターを出せない。",
        ),
        turn=2,
        note=EFFECTS,
        rule="303, 404",
    ),
    Preset(
        "cheap",
        Text("Two cards of cost 2 or less", "有兩張費用 2 以下的卡", ja="コスト2以下のカードが2枚"),
        ">=2 of (cost<=2)",
        Text(
            "At most one card can be used in the first two turns.",
            "前兩回合最多只能使用一張牌。",
            ja="最初の2ターンに使えるカードは1枚まで。",
        ),
        turn=2,
        note=EFFECTS,
        rule="303, 404",
    ),
)
