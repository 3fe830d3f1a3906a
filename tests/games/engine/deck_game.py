"""A small game with zones, formats and something to declare, and a catalog of names that are easy to misread."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.model.cards import Choice, Printing
from games.engine.model.game import Declaration, Format, Game, Zone
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.texts.text import Text
from tests.games.engine import small_game


def starters() -> Mapping[str, int]:
    return {"雪女|unit": 2, "石墙|unit": 1}


ZONES = (
    Zone("main", Text("Main deck", "主牌組", ja="メインデッキ"), ("unit", "spell")),
    Zone("hero", Text("Hero", "英雄", ja="英雄"), ("hero",)),
    Zone("side", Text("Side", "備牌", ja="サイド"), ("unit", "spell"), judged=False),
)
GAME: Game = replace(
    small_game.GAME,
    kinds=(*small_game.GAME.kinds, Choice("hero", Text("Hero", "英雄", ja="英雄"))),
    zones=ZONES,
    formats=(
        Format("standard", Text("Standard", "標準", ja="スタンダード"), ()),
        Format("mini", Text("Mini deck", "迷你牌組"), ()),
    ),
    declarations=(Declaration("race", Text("Race", "種族", ja="種族"), "race"),),
)
FILLED: Game = replace(
    GAME, slug="filled", name=Text("Filled", "滿"), zones=(*ZONES[:2], replace(ZONES[2], prefill=starters))
)
PAIRED: Game = replace(GAME, slug="paired", name=Text("Paired", "雙"), identity=("name", "race", "kind"))
GAMES = {game.slug: game for game in (GAME, FILLED, PAIRED)}

PLAIN = (
    ("S-1", "雪女", "unit"),
    ("W-1", "石牆", "unit"),
    ("H-1", "老王", "hero"),
)
NASTY = (
    ("M-1", "Musketeers", "unit"),
    ("M-3", "3 Musketeers", "unit"),
    ("U-1", "Unit", "unit"),
    ("U-2", "Unit x2", "unit"),
    ("X-1", "2x Unit", "unit"),
    ("X-2", "x Unit", "unit"),
    ("X-3", "1x 雪女", "unit"),
    ("B-1", "Golem (S-1)", "unit"),
    ("B-2", "【雪女】", "unit"),
    ("B-3", "雪女（改）", "unit"),
    ("Z-1", "[main]", "unit"),
    ("K-1", "game: over", "unit"),
    ("K-2", "星：夜", "unit"),
    ("N-1", "#1 Fan", "unit"),
    ("N-2", "// slash", "unit"),
    ("F-1", "=1+1", "unit"),
    ("F-2", "'=1+1", "spell"),
    ("F-3", "-5", "unit"),
    ("C-1(金)", 'comma, "quote"', "unit"),
    ("D-1", "A  B", "unit"),
    ("S-2", "S-1", "unit"),
    ("Q-1", "why (?)", "unit"),
    ("E-1", "石牆 x2 (W-1)", "unit"),
    ("I-1", "in\u200bvisible", "unit"),
)
PRINTINGS = (
    *(Printing(code, name, kind, {"race": "妖怪"}) for code, name, kind in (*PLAIN, *NASTY)),
    Printing("S-9", "雪女", "unit", {"race": "妖怪"}, alt_names=("Yuki", "Unit")),
    Printing("T-1", "天使", "unit", {"race": "妖怪"}),
    Printing("T-2", "天使", "unit", {"race": "神"}),
    Printing("T-3", "出場限制", "spell", {"race": "神"}, zone="side"),
)
CATALOGS = {slug: Catalog(game, PRINTINGS) for slug, game in GAMES.items()}
