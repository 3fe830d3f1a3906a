"""Echo of Legends' table: five places for minions, asleep or awake, energy and hp."""

from typing import Any

from games.echo_of_legends.goldfish import BOARD as MINIONS_ON_BOARD
from games.echo_of_legends.goldfish import HP, PLACES
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


def recount(t: Any) -> None:
    """Minions on the board."""
    t.var[MINIONS_ON_BOARD] = sum(t.asleep[c] + t.fresh[c] + t.awake[c] for c in range(len(t.hand)))


def nothing_to_place(t: Any) -> int:
    return -1


BOARD = Board(
    zones=(
        BoardZone(
            "minions",
            Text("Minions", "隨從", ja="従者"),
            ("asleep", "fresh", "awake"),
            covered=("asleep",),
            slots=PLACES,
            rule="1.1",
            labels={
                "asleep": Text("asleep", "沉睡", ja="睡眠"),
                "fresh": Text("woken this turn", "本回合喚醒", ja="このターンに起床"),
                "awake": Text("awake", "已喚醒", ja="起床"),
            },
        ),
        hand_zone(),
        library_zone(),
        BoardZone("grave", Text("Graveyard", "墓地", ja="墓地"), ("grave",), "stack"),
    ),
    verbs=(
        BoardVerb("use", Text("Use the item", "使用道具", ja="アイテムを使う"), "2.1.2"),
        BoardVerb("place", Text("Place asleep", "沉睡放置", ja="睡眠状態で置く"), "2.1.2"),
        BoardVerb("wake", Text("Wake", "喚醒", ja="起こす"), "2.1.2", place="asleep"),
    ),
    counters=(
        BoardCounter("hp", Text("HP", "血量", ja="HP"), HP),
        BoardCounter("energy", Text("Energy this turn", "本回合能量", ja="このターンのエネルギー"), AVAILABLE),
        BoardCounter("spent", Text("Energy spent", "已用能量", ja="使ったエネルギー"), USED),
        BoardCounter("damage", Text("Damage dealt", "造成的傷害", ja="与えたダメージ"), SCORE),
    ),
    choices=(PlayerChoice("discard", "hand", "grave", Text("Hand limit", "手牌上限", ja="手札の上限"), "2.1.2"),),
    advance=(("fresh", "awake"),),
    recount=recount,
    setup=("place",),
    setup_rule=Text(
        "With no minion on the board you lose at once. (2.1.1)",
        "場上沒有隨從就立刻落敗。（2.1.1）",
        ja="場に従者がいなければただちに敗北します。（2.1.1）",
    ),
    unaided={"to_place": nothing_to_place},
    attackers={"awake": "attack"},
)
