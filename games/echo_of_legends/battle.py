"""A battle of Echo of Legends: 2.2, 2.3.1, 3 and 4.2 of the rulebook."""

from __future__ import annotations

from typing import NamedTuple

from games.echo_of_legends.rules import ATTRIBUTES
from games.engine.model.battle import (
    AS_IS,
    Battle,
    Fact,
    Favour,
    Field,
    Option,
    Result,
    Side,
    Table,
    TableLine,
    fact,
    more,
)
from games.engine.model.battle_situation import Situation
from games.engine.model.cards import Choice
from games.engine.texts.text import Text

MAX = 999
BEATS = {"fire": "grass", "grass": "water", "water": "fire"}

SHIELD = Option("shield", word="护盾")
REGENERATE = Option("regenerate", word="再生")
REGENERATED = Option("regenerated", Text("Has regenerated this turn", "本回合已再生過", ja="このターンに再生した"))
ASLEEP = Option("asleep", Text("Asleep", "沉睡", ja="睡眠状態"))
LAST = Option("last", Text("Last minion on its board", "場上最後一名隨從", ja="場に残る最後の従者"))
ATTACKER_STATES = (
    SHIELD,
    REGENERATE,
    Option("again", word="再动"),
    REGENERATED,
    Option("again_used", Text("Has attacked again this turn", "本回合已再動過", ja="このターンに再行動した")),
    Option("woken", Text("Woken this turn", "本回合剛喚醒", ja="このターンに覚醒した")),
    ASLEEP,
    LAST,
)


def minion(key: str, label: Text, entry: Text, options: tuple[Option, ...], *, optional: bool) -> Side:
    fields = (
        Field("attack", Text("Attack", "攻擊力", ja="攻撃力"), required=True, max=MAX, attribute="attack"),
        Field(
            "attribute",
            Text("Attribute", "屬性", ja="属性"),
            "choice",
            required=optional,
            choices=ATTRIBUTES,
            attribute="attribute",
        ),
        Field("more", Text("Attack gained", "攻擊力增益", ja="攻撃力の増加"), default=0, max=MAX),
        Field("less", Text("Attack lost", "攻擊力減益", ja="攻撃力の減少"), default=0, max=MAX),
        Field("state", Text("Keywords and state", "關鍵字與狀態", ja="キーワードと状態"), "options", options=options),
    )
    return Side(key, label, fields, ("minion",), optional=optional, entry=entry)


class Minion(NamedTuple):
    side: str
    attack: int


def resolve(situation: Situation) -> Result:
    if situation.has("attacker.state", "asleep"):
        return Result((fact("cannot-attack", "4.2", who="attacker", why="asleep"),), (), "defender")
    return _at_hero(situation) if situation.choice("against") == "hero" else _between(situation)


def _at_hero(situation: Situation) -> Result:
    if situation.has("attacker.state", "woken"):
        return Result((fact("cannot-attack", "2.1.2, 4.2", who="attacker", why="woken"),), (), "defender")
    situation.need("hero.hp")
    steps = [fact("fights", "4.2", who="attacker", whom="hero")]
    attack = _attack("attacker", "", situation, steps)
    if attack <= 0:
        steps.append(fact("deals-nothing", "2.2.2", who="attacker", what="attack"))
        return Result(tuple(steps), (), "defender")
    left = situation.number("hero.hp") - attack
    outcome = [fact("loses", "2.2.2", who="hero", what="hp", amount=attack, left=left)]
    if left <= 0:
        outcome.append(fact("loses-game", "3", who="defending_player"))
    return Result(tuple(steps), tuple(outcome), "attacker")


def _attack(side: str, against: str, situation: Situation, steps: list[Fact]) -> int:
    """Printed × factor + what is gained − what is lost (2.2.2). `against`: the other minion's side, if it is one."""
    value = situation.number(f"{side}.attack")
    steps.append(fact("value", "2.2.2", who=side, what="attack", value=value))
    if against and BEATS.get(situation.choice(f"{side}.attribute")) == situation.choice(f"{against}.attribute"):
        if situation.has(f"{against}.state", "shield"):
            steps.append(fact("no-effect", "2.2.2, 4.2", who=side, what="advantage", why="shield"))
        else:
            value *= 2
            steps.append(fact("multiply", "2.2.2", who=side, what="attack", factor=2, why="advantage", value=value))
    for why, sign in (("more", 1), ("less", -1)):
        if amount := sign * situation.number(f"{side}.{why}"):
            value += amount
            steps.append(fact("change", "2.2.2", who=side, what="attack", amount=amount, why=why, value=value))
    return value


def _between(situation: Situation) -> Result:
    situation.need(*(f"{side}.{what}" for side in ("attacker", "defender") for what in ("attack", "attribute")))
    steps = [fact("fights", "2.2.3", who="attacker", whom="defender")]
    if situation.has("defender.state", "asleep"):
        steps.append(fact("becomes", "2.2.1", who="defender", what="shown"))
    own = _attack("attacker", "defender", situation, steps)
    other = _attack("defender", "attacker", situation, steps)
    steps.append(fact("compare", "2.2.3", who="attacker", own=own, whom="defender", other=other))
    if own == other:
        steps.append(fact("equal", "2.2.3", who="attacker", whom="defender"))
    dying = [side for side, low in (("attacker", own <= other), ("defender", other <= own)) if low]
    fallen = [side for side in dying if not _revives(side, situation, steps)]
    outcome = [fact("falls", "2.2.3", who=side) for side in fallen]
    outcome += [fact("stays", "2.2.3", who=side) for side in ("attacker", "defender") if side not in fallen]
    outcome += _afterwards(situation, fallen)
    outcome += _needs(own, other)
    return Result(tuple(steps), tuple(outcome), _favour(fallen), (own, other))


def _revives(side: str, situation: Situation, steps: list[Fact]) -> bool:
    """Whether a dying minion comes back: 再生, once a turn (4.2)."""
    steps.append(fact("dying", "2.2.3", who=side))
    if not situation.has(f"{side}.state", "regenerate"):
        return False
    if situation.has(f"{side}.state", "regenerated"):
        steps.append(fact("no-effect", "4.2", who=side, what="regenerate"))
        return False
    steps.append(fact("revives", "4.2", who=side, why="regenerate"))
    return True


def _afterwards(situation: Situation, fallen: list[str]) -> list[Fact]:
    after = []
    if situation.has("defender.state", "asleep") and "defender" not in fallen:
        after.append(fact("becomes", "2.2.1", who="defender", what="face_down"))
    if "defender" in fallen and "attacker" not in fallen and situation.has("attacker.state", "again"):
        used = situation.has("attacker.state", "again_used")
        after.append(
            fact("no-effect", "4.2", who="attacker", what="again")
            if used
            else fact("may", "4.2", who="attacker", what="attack_again")
        )
    for side, player in (("defender", "defending_player"), ("attacker", "attacking_player")):
        if side in fallen:
            after += _without(side, player, situation)
    return after


def _without(side: str, player: str, situation: Situation) -> list[Fact]:
    """What follows for the player of a fallen minion: only one that was awake is replaced, and a player with no minion
    who cannot replace it has lost (2.3.1, 3)."""
    asleep, last = (situation.has(f"{side}.state", each) for each in ("asleep", "last"))
    if asleep:
        return [fact("loses-game", "3", who=player)] if last else []
    if last:
        return [fact("may", "2.3.1, 3", who=player, what="refill_last")]
    return [fact("may", "2.3.1", who=player, what="refill")]


def _needs(own: int, other: int) -> list[Fact]:
    if own > other:
        return []
    return [fact("needs", "2.2.3", who="attacker", what="attack", amount=other - own + 1, why="wins_fight")]


def _favour(fallen: list[str]) -> Favour:
    if len(fallen) != 1:
        return ""
    return "attacker" if fallen == ["defender"] else "defender"


def of_attribute(side: str, choice: Choice) -> TableLine:
    return TableLine(choice.label, lambda situation: situation.with_changes({f"{side}.attribute": choice.value}))


def with_shield(side: str, label: Text) -> TableLine:
    return TableLine(label, lambda situation: situation.with_options(f"{side}.state", on=frozenset({"shield"})))


def among_minions(situation: Situation) -> bool:
    return situation.choice("against") == "minion"


AGAINST = (
    Choice("minion", Text("a minion", "隨從", ja="従者")),
    Choice("hero", Text("the hero", "英雄", ja="英雄")),
)
NOBODY = Text("Nothing is destroyed", "都沒有被破壞", ja="何も破壊されない")

BATTLE = Battle(
    sides=(
        minion(
            "attacker",
            Text("Attacker", "進攻方隨從", ja="攻撃側"),
            Text("As attacker", "當進攻方", ja="攻撃側にする"),
            ATTACKER_STATES,
            optional=False,
        ),
        minion(
            "defender",
            Text("Defender", "防守方隨從", ja="防御側"),
            Text("As defender", "當防守方", ja="防御側にする"),
            (SHIELD, REGENERATE, REGENERATED, ASLEEP, LAST),
            optional=True,
        ),
        Side(
            "hero",
            Text("Hero", "英雄", ja="英雄"),
            (Field("hp", Text("HP", "血量", ja="HP"), required=True, max=MAX, attribute="hp"),),
            ("hero",),
            optional=True,
            entry=Text("As the hero under attack", "當被攻擊的英雄", ja="攻撃される英雄にする"),
        ),
    ),
    fields=(
        Field(
            "against",
            Text("The attack meets", "攻擊對象", ja="攻撃の相手"),
            "choice",
            default="minion",
            choices=AGAINST,
        ),
    ),
    terms={
        "advantage": Text("attribute advantage", "屬性剋制", ja="属性の有利"),
        "shown": Text("shown, and still asleep", "翻開展示，仍視為沉睡", ja="公開され、睡眠状態のまま"),
        "face_down": Text("face down again", "重新蓋回背面", ja="裏向きに戻る"),
        "attack_again": Text(
            "attack one more target, which may be the hero",
            "再攻擊一個目標，可以是英雄",
            ja="もう1つの対象を攻撃する（英雄でもよい）",
        ),
        "refill": Text(
            "put a minion from hand in its place, asleep",
            "從手牌放一名隨從，以沉睡狀態補到該位置",
            ja="手札の従者を睡眠状態で同じ場所に置く",
        ),
        "refill_last": Text(
            "put a minion from hand in its place, asleep, or else loses the game",
            "從手牌放一名隨從，以沉睡狀態補到該位置，否則落敗",
            ja="手札の従者を睡眠状態で同じ場所に置く（置けなければ敗北）",
        ),
        "attacking_player": Text("Attacking player", "進攻方玩家", ja="攻撃側のプレイヤー"),
        "defending_player": Text("Defending player", "防守方玩家", ja="防御側のプレイヤー"),
        "wins_fight": Text("to win the fight", "才能戰勝", ja="戦闘に勝つには"),
    },
    resolve=resolve,
    tables=(
        Table(
            "attributes",
            Text("By attributes", "各種屬性", ja="属性ごと"),
            rows=tuple(of_attribute("attacker", each) for each in ATTRIBUTES),
            columns=tuple(of_attribute("defender", each) for each in ATTRIBUTES),
            shows=("falls", "revives"),
            otherwise=NOBODY,
            corner=Text("Attacker ＼ defender", "進攻方＼防守方", ja="攻撃側＼防御側"),
            applies=among_minions,
        ),
        Table(
            "bonus",
            Text(
                "With more attack, and with a shield",
                "攻擊力再加，以及有護盾時",
                ja="攻撃力を増やした場合、シールドがある場合",
            ),
            rows=(AS_IS, *more("attacker.more", range(1, 7))),
            columns=(
                AS_IS,
                with_shield("attacker", Text("Attacker has a shield", "進攻方有護盾", ja="攻撃側にシールド")),
                with_shield("defender", Text("Defender has a shield", "防守方有護盾", ja="防御側にシールド")),
            ),
            shows=("falls", "revives"),
            otherwise=NOBODY,
            corner=Text("Attack gained", "攻擊力再加", ja="攻撃力の増加"),
            applies=among_minions,
        ),
    ),
    example={
        "attacker.attack": "4",
        "attacker.attribute": "fire",
        "defender.attack": "6",
        "defender.attribute": "grass",
        "defender.state": "shield",
    },
)
