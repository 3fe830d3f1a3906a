"""零次元's table: life, battle, event and resource zones."""

from typing import Any

from games.engine.play.playtest.boards import (
    Board,
    BoardCounter,
    BoardVerb,
    BoardZone,
    PlayerChoice,
    hand_zone,
    library_zone,
)
from games.engine.play.trials.table import AVAILABLE, SCORE, USED
from games.engine.texts.text import Text
from games.zero_dimension.goldfish import CHARACTER, CHARACTERS, EQUIPMENT, EQUIPPED, LIFE

FIELD = ("board", "fresh")
ARRIVED = {"fresh": Text("arrived this turn", "本回合登場", "本回合登场", "このターンに登場")}


def recount(t: Any) -> None:
    """Characters and equipment in the battle zone."""
    for kind, counter in ((CHARACTER, CHARACTERS), (EQUIPMENT, EQUIPPED)):
        t.var[counter] = sum(t.board[c] + t.fresh[c] for c in range(len(t.hand)) if t.kind[c] == kind)


BOARD = Board(
    zones=(
        BoardZone("life", Text("Life zone", "生命區", "生命区", "ライフ"), ("life",), "stack", "everybody", rule="202"),
        BoardZone(
            "battle",
            Text("Battle zone", "戰鬥區", "战斗区", "バトルゾーン"),
            FIELD,
            kinds=("character", "equipment", "tactic"),
            rule="205",
            labels=ARRIVED,
        ),
        BoardZone(
            "event",
            Text("Event zone", "事件區", "事件区", "イベントゾーン"),
            FIELD,
            kinds=("event",),
            slots=1,
            rule="206",
        ),
        BoardZone("resources", Text("Resource zone", "資源區", "资源区", "リソース"), ("resources",), rule="204"),
        BoardZone(
            "hidden",
            Text("Face-down resources", "蓋放的資源", "背面朝上的资源", "裏向きのリソース"),
            ("hidden",),
            hidden="spectators",
            rule="204",
        ),
        hand_zone(),
        library_zone(),
        BoardZone("grave", Text("Discard zone", "休息區", "休息区", "休憩ゾーン"), ("grave",), "stack"),
    ),
    verbs=(
        BoardVerb("use", Text("Use", "使用", ja="使う"), "303"),
        BoardVerb("resource", Text("Place as a resource", "放置為資源", "放置为资源", "リソースに置く"), "404"),
    ),
    counters=(
        BoardCounter("resources", Text("Resources this turn", "本回合資源", ja="このターンのリソース"), AVAILABLE),
        BoardCounter("spent", Text("Resources used", "已用資源", ja="使ったリソース"), USED),
        BoardCounter("lives", Text("Life cards turned", "翻開的生命牌", ja="めくったライフ"), SCORE, high=LIFE + 1),
    ),
    choices=(PlayerChoice("discard", "hand", "grave", Text("Hand limit", "手牌上限", ja="手札の上限"), "408"),),
    advance=(("fresh", "board"),),
    recount=recount,
    attackers={"board": "attacks", "fresh": "rush"},
    refreshed=FIELD,
)
