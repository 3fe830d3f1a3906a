"""A battle of LEGIONS!: 關於角色的戰鬥 and what it refers to. The rulebook has headings instead of paragraphs."""

from __future__ import annotations

from games.engine.model.battle import AS_IS, Battle, Fact, Favour, Field, Option, Result, Side, Table, fact, more
from games.engine.model.battle_situation import Situation
from games.engine.model.cards import Choice
from games.engine.texts.text import Text

MAX = 99
DECLARING, AIMING = "攻擊的宣告", "攻擊的對象"
DAMAGE, FALLING = "戰鬥的傷害計算", "戰鬥單位的擊破"
LANES = ("left", "centre", "right")

ROLES = (
    Choice("minion", Text("Minion", "小兵", ja="ミニオン")),
    Choice("lord", Text("Lord", "領主", ja="ロード")),
    Choice("master", Text("Master", "君主", ja="マスター")),
)
LANE_CHOICES = (
    Choice("left", Text("Left", "左", ja="左")),
    Choice("centre", Text("Centre", "中", ja="中")),
    Choice("right", Text("Right", "右", ja="右")),
)
READINESS = (
    Option("assault", word="強襲"),
    Option("placed", Text("Placed this turn", "本回合放置", ja="このターンに出た")),
    Option("exhausted", Text("Exhausted", "疲勞", ja="疲労状態")),
)


def unit(key: str, label: Text, entry: Text, options: tuple[Option, ...]) -> Side:
    fields = [
        Field("role", Text("Kind", "種類", ja="種類"), "choice", default="minion", choices=ROLES, attribute="kind"),
        Field("atk", Text("ATK", "攻擊力", ja="ATK"), max=MAX, attribute="atk"),
        Field(
            "atk_change",
            Text("ATK modifier from effects", "攻擊力增減", ja="効果によるATKの増減"),
            default=0,
            min=-MAX,
            max=MAX,
        ),
        Field("hp", Text("HP left", "剩餘血量", ja="HP"), max=MAX, attribute="hp"),
        Field(
            "lane",
            Text("Lane, of a minion", "小兵的戰線", ja="ミニオンの戦線"),
            "choice",
            default="centre",
            choices=LANE_CHOICES,
        ),
        Field("wait", Text("Wait turns", "等待回合", ja="ウェイト"), min=1, max=4, attribute="wait", seldom=True),
        Field(
            "core_cost",
            Text("Cores on the lord", "領主的維護成本", ja="ロードの上のコア"),
            max=MAX,
            attribute="core_cost",
            seldom=True,
        ),
    ]
    if options:
        fields.append(
            Field(
                "state", Text("Keywords and state", "關鍵字與狀態", ja="キーワードと状態"), "options", options=options
            )
        )
    return Side(key, label, tuple(fields), ("minion", "lord", "master"), entry=entry)


def resolve(situation: Situation) -> Result:
    if reason := _refusal(situation):
        return Result((reason,), (), "defender")
    role = situation.choice("defender.role")
    names = ["attacker.atk"]
    if situation.choice("attacker.role") != "master":
        names.append("attacker.hp")
    situation.need(*names, *(("defender.atk", "defender.hp") if role != "master" else ()))
    steps = [fact("fights", DECLARING, who="attacker", whom="defender")]
    own, other = _atk("attacker", situation, steps), _atk("defender", situation, steps)
    outcome: list[Fact] = []
    fallen = [
        target
        for source, amount, target in (("attacker", own, "defender"), ("defender", other, "attacker"))
        if _hit(source, amount, target, situation, steps, outcome)
    ]
    for side in fallen:
        outcome += _after(side, situation)
    if situation.choice("attacker.role") != "master" and "attacker" not in fallen:
        outcome.append(fact("becomes", DECLARING, who="attacker", what="exhausted"))
    if role != "master" and "defender" not in fallen:
        short = situation.number("defender.hp") - _sum("attacker", situation)
        outcome.append(fact("needs", FALLING, who="attacker", what="atk", amount=short, why="defeats"))
    return Result(tuple(steps), tuple(outcome), _favour(fallen), (own, other))


def _refusal(situation: Situation) -> Fact | None:
    """Why the attack cannot be declared."""
    states = {each for each in ("exhausted", "placed") if situation.has("attacker.state", each)}
    if situation.has("attacker.state", "assault"):
        states.discard("placed")
    if states and situation.choice("attacker.role") != "master":
        return fact("cannot-attack", DECLARING, who="attacker", why=min(states))
    if situation.choice("attacker.role") != "minion":
        return None
    lane = situation.choice("attacker.lane")
    if situation.choice("defender.role") == "minion":
        distance = abs(LANES.index(lane) - LANES.index(situation.choice("defender.lane")))
        return fact("cannot-attack", AIMING, who="attacker", why="two_lanes") if distance > 1 else None
    if situation.has("blockers", lane):
        return fact("cannot-attack", AIMING, who="attacker", why="blocked")
    return None


def _sum(side: str, situation: Situation) -> int:
    return (situation.number_or_none(f"{side}.atk") or 0) + situation.number(f"{side}.atk_change")


def _atk(side: str, situation: Situation, steps: list[Fact]) -> int:
    """What a unit deals; a master that is attacked has no ATK unless an effect gives it some."""
    printed, change = situation.number_or_none(f"{side}.atk") or 0, situation.number(f"{side}.atk_change")
    steps.append(fact("value", "戰鬥數值", who=side, what="atk", value=printed))
    if change:
        steps.append(
            fact("change", "戰鬥數值", who=side, what="atk", amount=change, why="effects", value=printed + change)
        )
    if printed + change < 0:
        steps.append(fact("floor", DAMAGE, who=side, what="atk", value=0))
    return max(printed + change, 0)


def _hit(source: str, amount: int, target: str, situation: Situation, steps: list[Fact], outcome: list[Fact]) -> bool:
    """Deal one side's ATK to the other; whether that defeats it."""
    if amount:
        steps.append(fact("deals", DAMAGE, who=source, whom=target, amount=amount))
    else:
        steps.append(fact("deals-nothing", DAMAGE, who=source, what="atk"))
    if situation.choice(f"{target}.role") == "master":
        name, player = ("life", "defending_player") if target == "defender" else ("own_life", "attacking_player")
        left = situation.number(name) - amount
        if amount:
            outcome.append(fact("loses", DAMAGE, who=player, what=name, amount=amount, left=left))
        if left <= 0:
            outcome.append(fact("loses-game", "勝利條件", who=player))
        return False
    left = situation.number(f"{target}.hp") - amount
    if left <= 0:
        outcome.append(fact("falls", FALLING, who=target))
        return True
    outcome.append(fact("stays", DAMAGE, who=target))
    if amount:
        outcome.append(fact("loses", DAMAGE, who=target, what="hp", amount=amount, left=left))
    return False


def _after(side: str, situation: Situation) -> list[Fact]:
    """Where a defeated unit goes."""
    if situation.choice(f"{side}.role") == "minion":
        wait = situation.number_or_none(f"{side}.wait")
        where = {None: "wait_zone", 1: "wait_1", 2: "wait_2", 3: "wait_3", 4: "wait_4"}[wait]
        return [fact("goes", FALLING, who=side, what=where)]
    facts = [fact("goes", FALLING, who=side, what="removed")]
    if cores := situation.number_or_none(f"{side}.core_cost"):
        player = "attacking_player" if side == "attacker" else "defending_player"
        facts.insert(0, fact("gains", FALLING, who=player, what="cores", amount=cores))
    return facts


def _favour(fallen: list[str]) -> Favour:
    if len(fallen) != 1:
        return ""
    return "attacker" if fallen == ["defender"] else "defender"


def between_units(situation: Situation) -> bool:
    return situation.choice("defender.role") != "master"


BATTLE = Battle(
    sides=(
        unit(
            "attacker",
            Text("Attacker", "攻擊單位", ja="攻撃側"),
            Text("As attacker", "當攻擊單位", ja="攻撃側にする"),
            READINESS,
        ),
        unit(
            "defender",
            Text("Target", "攻擊對象", ja="ターゲット"),
            Text("As target", "當攻擊對象", ja="ターゲットにする"),
            (),
        ),
    ),
    fields=(
        Field(
            "blockers",
            Text("Enemy minions stand in", "敵方小兵所在的戰線", ja="敵ミニオンのいる戦線"),
            "options",
            options=tuple(Option(f"{each.value}", each.label) for each in LANE_CHOICES),
        ),
        Field("life", Text("Enemy life", "敵方生命", ja="相手のライフ"), default=20, min=1, max=20),
        Field("own_life", Text("Your life", "我方生命", ja="自分のライフ"), default=20, min=1, max=20),
    ),
    terms={
        "effects": Text("effects", "效果", ja="効果"),
        "two_lanes": Text("the target is two lanes away", "對象隔了兩條戰線", ja="ターゲットは戦線2つ分離れている"),
        "blocked": Text("a minion blocks its lane", "同一戰線有阻擋者", ja="戦線にブロッカーがいる"),
        "wait_zone": Text("the wait zone", "等待區", ja="ウェイトゾーン"),
        "wait_1": Text("WT-I", "WT-I", ja="WT-I"),
        "wait_2": Text("WT-II", "WT-II", ja="WT-II"),
        "wait_3": Text("WT-III", "WT-III", ja="WT-III"),
        "wait_4": Text("WT-IV", "WT-IV", ja="WT-IV"),
        "removed": Text("the removed cards", "卡牌移除區", ja="除外ゾーン"),
        "cores": Text("cores on the master", "君主身上的魔法核", ja="マスターの上のコア"),
        "attacking_player": Text("Attacking player", "攻擊方玩家", ja="攻撃側のプレイヤー"),
        "defending_player": Text("Defending player", "防禦方玩家", ja="防御側のプレイヤー"),
        "defeats": Text("to defeat the target", "才能擊破對象", ja="ターゲットをブロックするには"),
    },
    resolve=resolve,
    tables=(
        Table(
            "bonus",
            Text("With more ATK, against more ATK", "攻擊力再加的結果", ja="ATKを増やした場合"),
            rows=(AS_IS, *more("attacker.atk_change", range(1, 6))),
            columns=(AS_IS, *more("defender.atk_change", range(1, 4))),
            shows=("cannot-attack", "falls"),
            otherwise=Text("Nothing is destroyed", "都沒有被擊破", ja="何もブロックされない"),
            corner=Text("Attacker ＼ target", "攻擊單位＼對象", ja="アタック側＼ターゲット"),
            applies=between_units,
        ),
    ),
    example={"attacker.atk": "3", "attacker.hp": "2", "defender.atk": "2", "defender.hp": "4", "defender.wait": "2"},
)
