"""A battle of 零次元: chapters 3, 5, 6 and 9 of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.model.battle import AS_IS, Battle, Fact, Favour, Field, Option, Result, Side, Table, fact, more
from games.engine.model.battle_situation import Situation
from games.engine.model.cards import Choice
from games.engine.texts.text import Text

MAX = 99_999
KEYWORD_BONUS = 1000

ALONE = Option("alone", Text("The only character on its side", "我方只有此角色", ja="自分の場にいる唯一のキャラクター"))
LINKED = Option(
    "linked", Text("The card that Link names is in play", "有戰鬥連協所指的牌", ja="連携に書かれたカードが場にある")
)
ATTACKER_STATES = (
    Option("rush", word="突袭"),
    Option("guard", word="守备"),
    Option("arrived", Text("Arrived this turn", "本回合登場", ja="このターンに登場")),
    Option("exhausted", Text("Exhausted", "已橫置", ja="横向き")),
    ALONE,
    LINKED,
)


def character(key: str, label: Text, entry: Text, options: tuple[Option, ...], *, optional: bool) -> Side:
    numbers = (
        Field("attack", Text("Attack", "攻擊力", ja="攻撃力"), required=True, max=MAX, attribute="attack"),
        Field("defence", Text("Defence", "防禦力", ja="防御力"), required=optional, max=MAX, attribute="defence"),
        Field(
            "attack_change",
            Text("Attack modifier from effects", "攻擊力增減", ja="効果による攻撃力の増減"),
            default=0,
            min=-MAX,
            max=MAX,
        ),
        Field(
            "defence_change",
            Text("Defence modifier from effects", "防禦力增減", ja="効果による防御力の増減"),
            default=0,
            min=-MAX,
            max=MAX,
        ),
        Field(
            "damage",
            Text("Damage taken this turn", "本回合已受的傷害", ja="このターンに受けたダメージ"),
            default=0,
            max=MAX,
            seldom=True,
        ),
        Field(
            "doubled",
            Text(
                "Effects that double its damage",
                "使其所受傷害變為 2 倍的效果數",
                ja="受けるダメージを2倍にする効果の数",
            ),
            default=0,
            max=9,
            seldom=True,
        ),
        Field("prevented", Text("Damage prevented", "防止的傷害", ja="防ぐダメージ"), default=0, max=MAX, seldom=True),
        Field(
            "lone_wolf",
            Text("Times Loner", "獨行客次數", ja="一匹狼の数"),
            default=0,
            max=9,
            word="独行客",
            seldom=True,
        ),
        Field(
            "link", Text("Times Link", "戰鬥連協次數", ja="連携の数"), default=0, max=9, word="战斗连协", seldom=True
        ),
        Field("state", Text("Keywords and state", "關鍵字與狀態", ja="キーワードと状態"), "options", options=options),
    )
    return Side(key, label, numbers, ("character",), optional=optional, entry=entry)


def gear(key: str, label: Text) -> Side:
    bonuses = (
        Field(
            "attack_bonus",
            Text("Attack bonus", "攻擊加成", ja="攻撃修正"),
            default=0,
            min=-MAX,
            max=MAX,
            attribute="attack_bonus",
        ),
        Field(
            "defence_bonus",
            Text("Defence bonus", "防禦加成", ja="防御修正"),
            default=0,
            min=-MAX,
            max=MAX,
            attribute="defence_bonus",
        ),
    )
    return Side(key, label, bonuses, ("equipment",))


class Fighter(NamedTuple):
    """A character in battle: `attack` and `defence` as they come out, which may be below 0."""

    side: str
    attack: int
    defence: int | None

    @property
    def strength(self) -> int:
        """Below 0 counts as 0 (103)."""
        return max(self.attack, 0)


def resolve(situation: Situation) -> Result:
    steps: list[Fact] = []
    if reason := _forbidden(situation):
        return Result((reason,), (), "defender")
    attacker = _fighter("attacker", situation, steps)
    if departure := _departure(attacker, situation):
        steps.append(fact("interrupted", "500", who="attacker"))
        return Result(tuple(steps), (departure,), "defender")
    if situation.choice("against") == "life":
        return _on_life(situation, attacker, steps)
    return _between(situation, attacker, steps)


def _forbidden(situation: Situation) -> Fact | None:
    """Why the attack cannot be declared."""
    if situation.has("attacker.state", "guard"):
        return fact("cannot-attack", "900", who="attacker", why="guard")
    if situation.has("attacker.state", "exhausted"):
        return fact("cannot-attack", "501", who="attacker", why="exhausted")
    if situation.has("attacker.state", "arrived") and not situation.has("attacker.state", "rush"):
        return fact("cannot-attack", "318", who="attacker", why="arrived")
    return None


def _fighter(side: str, situation: Situation, steps: list[Fact]) -> Fighter:
    attack = _sum(side, "attack", "308", situation, steps)
    if attack < 0:
        steps.append(fact("floor", "103, 308", who=side, what="attack", value=0))
    if situation.number_or_none(f"{side}.defence") is None:
        return Fighter(side, attack, None)
    return Fighter(side, attack, _sum(side, "defence", "309", situation, steps))


def _sum(side: str, what: str, rule: str, situation: Situation, steps: list[Fact]) -> int:
    """What is printed, the equipment, the keywords, and other effects."""
    value = situation.number(f"{side}.{what}")
    steps.append(fact("value", rule, who=side, what=what, value=value))
    for why, amount, paragraph in _bonuses(side, what, situation):
        if amount:
            value += amount
            steps.append(fact("change", paragraph, who=side, what=what, amount=amount, why=why, value=value))
    for why, state in (("lone_wolf", "alone"), ("link", "linked")):
        if situation.number(f"{side}.{why}") and not situation.has(f"{side}.state", state) and what == "attack":
            steps.append(fact("no-effect", "900", who=side, what=why))
    return value


def _bonuses(side: str, what: str, situation: Situation) -> Iterator[tuple[str, int, str]]:
    yield f"{side}_gear", situation.number(f"{side}_gear.{what}_bonus"), "310"
    for why, state in (("lone_wolf", "alone"), ("link", "linked")):
        if situation.has(f"{side}.state", state):
            yield why, KEYWORD_BONUS * situation.number(f"{side}.{why}"), "900"
    yield "effects", situation.number(f"{side}.{what}_change"), "317"


def _on_life(situation: Situation, attacker: Fighter, steps: list[Fact]) -> Result:
    left = situation.number("life")
    steps.append(fact("fights", "502", who="attacker", whom="life_zone"))
    exhausted = fact("becomes", "502", who="attacker", what="exhausted")
    if attacker.strength == 0:
        steps.append(fact("deals-nothing", "308, 506", who="attacker", what="attack"))
        return Result(tuple(steps), (exhausted,), "defender")
    if left == 0:
        return Result(tuple(steps), (fact("loses-game", "101", who="defending_player"), exhausted), "attacker")
    if left == 1:
        steps.append(fact("safe", "202", who="defending_player", what="life", amount=1))
    loss = fact("loses", "324", who="defending_player", what="life", amount=1, left=left - 1)
    return Result(tuple(steps), (loss, exhausted), "attacker")


def _between(situation: Situation, attacker: Fighter, steps: list[Fact]) -> Result:
    situation.need("attacker.defence", "defender.attack", "defender.defence")
    defends = situation.choice("against") == "defender"
    steps.append(fact("fights", "504" if defends else "502", who="attacker", whom="defender"))
    defender = _fighter("defender", situation, steps)
    states = [fact("becomes", "502", who="attacker", what="exhausted")]
    if departure := _departure(defender, situation):
        steps.append(fact("interrupted", "500, 504", who="defender"))
        return Result(tuple(steps), (departure, *states), "attacker")
    if defends:
        states.append(fact("becomes", "504", who="defender", what="exhausted"))
    hurt = {
        one.side: _damage(other, one, situation, steps) for one, other in ((defender, attacker), (attacker, defender))
    }
    fallen = [one.side for one in (attacker, defender) if hurt[one.side] >= (one.defence or 0)]
    outcome = [fact("falls", "506, 605", who=side) for side in fallen]
    outcome += [fact("stays", "607", who=side) for side in ("attacker", "defender") if side not in fallen]
    if len(fallen) == 1:
        outcome.append(fact("victory", "804", who="defender" if fallen == ["attacker"] else "attacker"))
    needs = list(_needs(situation, attacker, defender, hurt, fallen))
    states = [each for each in states if each.params["who"] not in fallen]
    return Result(
        tuple(steps), (*outcome, *states, *needs), _favour(fallen), (attacker.strength, defender.defence or 0)
    )


def _departure(one: Fighter, situation: Situation) -> Fact | None:
    """Why a character has left before damage is dealt."""
    if one.defence is None:
        return None
    if one.defence <= 0:
        return fact("leaves", "309", who=one.side)
    if situation.number(f"{one.side}.damage") >= one.defence:
        return fact("falls", "605", who=one.side)
    return None


def _damage(source: Fighter, target: Fighter, situation: Situation, steps: list[Fact]) -> int:
    """The damage on a character once the other has dealt its own."""
    before = situation.number(f"{target.side}.damage")
    damage = source.strength
    if damage == 0:
        steps.append(fact("deals-nothing", "308, 506", who=source.side, what="attack"))
        return before
    steps.append(fact("deals", "308", who=source.side, whom=target.side, amount=damage))
    if doubled := situation.number(f"{target.side}.doubled"):
        damage *= 2**doubled
        steps.append(
            fact("multiply", "707", who=target.side, what="damage", factor=2**doubled, why="doubled", value=damage)
        )
    if prevention := min(situation.number(f"{target.side}.prevented"), damage):
        damage -= prevention
        steps.append(
            fact("change", "607", who=target.side, what="damage", amount=-prevention, why="prevented", value=damage)
        )
    steps.append(
        fact("bears", "607", who=target.side, amount=before + damage, what="defence", value=target.defence or 0)
    )
    return before + damage


def _needs(
    situation: Situation, attacker: Fighter, defender: Fighter, hurt: dict[str, int], fallen: list[str]
) -> Iterator[Fact]:
    """What more would destroy the defender, and what more would save the attacker."""
    if "defender" not in fallen:
        short = (defender.defence or 0) - situation.number("defender.damage") + situation.number("defender.prevented")
        strength = -(-short // 2 ** situation.number("defender.doubled"))
        amount = strength - attacker.attack
        yield fact("needs", "605", who="attacker", what="attack", amount=amount, why="destroys_defender")
    if "attacker" in fallen:
        amount = hurt["attacker"] - (attacker.defence or 0) + 1
        yield fact("needs", "605", who="attacker", what="defence", amount=amount, why="survives")


def _favour(fallen: list[str]) -> Favour:
    if len(fallen) != 1:
        return ""
    return "attacker" if fallen == ["defender"] else "defender"


AGAINST = (
    Choice("defender", Text("a character that defends", "宣布防禦的角色", ja="防御するキャラクター")),
    Choice(
        "attacked",
        Text(
            "an exhausted character, and nobody defends", "橫置的角色，無人防禦", ja="横向きのキャラクター（防御なし）"
        ),
    ),
    Choice("life", Text("the life zone, and nobody defends", "生命區，無人防禦", ja="ライフゾーン（防御なし）")),
)

BATTLE = Battle(
    sides=(
        character(
            "attacker",
            Text("Attacker", "攻擊方角色", ja="攻撃側"),
            Text("As attacker", "當攻擊方", ja="攻撃側にする"),
            ATTACKER_STATES,
            optional=False,
        ),
        gear("attacker_gear", Text("Attacker’s equipment", "攻擊方的裝備", ja="攻撃側の装備")),
        character(
            "defender",
            Text("Defender", "防禦方角色", ja="防御側"),
            Text("As defender", "當防禦方", ja="防御側にする"),
            (ALONE, LINKED),
            optional=True,
        ),
        gear("defender_gear", Text("Defender’s equipment", "防禦方的裝備", ja="防御側の装備")),
    ),
    fields=(
        Field(
            "against",
            Text("The attack meets", "攻擊對上", ja="攻撃の相手"),
            "choice",
            default="defender",
            choices=AGAINST,
        ),
        Field("life", Text("Life cards", "生命牌", ja="ライフカード"), default=6, max=99),
    ),
    terms={
        "effects": Text("Other effects", "其他效果", ja="その他の効果"),
        "life_zone": Text("the life zone", "生命區", ja="ライフゾーン"),
        "defending_player": Text("Defending player", "防禦玩家", ja="防御側のプレイヤー"),
        "destroys_defender": Text("to destroy the defender", "才能破壞防禦方角色", ja="防御側を破壊するには"),
        "survives": Text("to survive", "才能存活", ja="生き残るには"),
    },
    resolve=resolve,
    tables=(
        Table(
            "bonus",
            Text(
                "With more attack, against more defence",
                "攻擊力再加、防禦力再加的結果",
                ja="攻撃力・防御力を増やした場合",
            ),
            rows=(AS_IS, *more("attacker.attack_change", range(500, 3001, 500))),
            columns=(AS_IS, *more("defender.defence_change", range(500, 2001, 500))),
            shows=("falls", "leaves"),
            otherwise=Text("Nothing is destroyed", "都沒有被破壞", ja="何も破壊されない"),
            corner=Text(
                "Attacker’s attack ＼ defender’s defence",
                "攻擊方攻擊力＼防禦方防禦力",
                ja="攻撃側の攻撃力＼防御側の防御力",
            ),
            applies=lambda situation: situation.choice("against") != "life",
        ),
    ),
    example={
        "attacker.attack": "3000",
        "attacker.defence": "2000",
        "attacker_gear.attack_bonus": "1000",
        "defender.attack": "2500",
        "defender.defence": "4000",
    },
    note=Text(
        "Enter effects such as “When attacking” and “When defending” by hand, as modifiers.",
        "【攻擊時】、【防禦時】等效果請自行填入增減。",
        ja="「攻撃時」「防御時」などの効果は、増減として入力してください。",
    ),
)
