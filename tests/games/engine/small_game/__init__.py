"""A small game with an attribute of every type, and three cards: of all values, of some, of none."""

from dataclasses import replace
from datetime import date
from pathlib import Path

from games.engine.model.cards import DASH, Attribute, Card, Choice
from games.engine.model.game import Game
from games.engine.model.opening import Opening
from games.engine.reading.search.query import haystack
from games.engine.texts.text import Text

COLOURS = (Choice("red", Text("Red", "紅", ja="赤")), Choice("blue", Text("Blue", "藍", ja="青")))

GAME = Game(
    slug="small",
    name=Text("Small", "小"),
    language="zh-Hant",
    tagline=Text("As small as can be", "最小的遊戲"),
    folder=Path(__file__).parent,
    kinds=(Choice("unit", Text("Unit", "單位", ja="ユニット")), Choice("spell", Text("Spell", "魔法", ja="魔法"))),
    attributes=(
        Attribute("race", Text("Race", "種族", ja="種族"), "choice"),
        Attribute("colours", Text("Colours", "顏色", ja="色"), "list", COLOURS),
        Attribute("cost", Text("Mana cost", "費用", ja="コスト"), "integer"),
        Attribute("attack", Text("Attack", "攻擊力"), "integer", dash=True, short=Text("ATK", "攻")),
        Attribute("stars", Text("Stars", "星級"), "decimal"),
        Attribute("fair", Text("For competition", "可用於比賽"), "flag"),
    ),
    zones=(),
    formats=(),
    opening=Opening(hand=3, draw=1, first_draw=0, mulligan="once", rule="1"),
    ruleset="1",
)


def card(name, kind="unit", *, keywords=(), alt_names=(), text="", effects=(), codes=(), released=None, **values):
    """A card with its haystack."""
    made = Card(name, name, kind, values, "", "", text, keywords, alt_names, effects, codes=codes, released=released)
    return replace(made, haystack=haystack(made))


ORC = card(
    "獸人",
    race="獸人",
    colours=("red", "blue"),
    cost=3,
    attack=4,
    stars=3.5,
    fair="yes",
    codes=("A-1", "B-2"),
    keywords=("串穿",),
)
WALL = card("石牆", race="中立", colours=("blue",), cost=0, attack=DASH, fair="no", released=date(2024, 2, 29))
BARE = card("無名", kind="spell", text="抽一張，or 棄一張", alt_names=("Nameless One",))
CARDS = (ORC, WALL, BARE)
