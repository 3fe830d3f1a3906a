"""A battle of 星靈王: an attack along a lane, chapters 八, 十一 and 十五 of the rulebook."""

from __future__ import annotations

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

MAX = 99
PIERCE, RANGED, POISON, BLOCK = (f"十五.1類 {word}" for word in ("貫穿", "遠程", "劇毒", "阻擋"))
AMBUSH, DISMANTLE, ARMOUR_BREAK = (f"十五.2類 {word}" for word in ("偷襲", "拆卸", "破甲"))

DEFENDING = (
    Option("block", word="阻擋"),
    Option("poison", word="劇毒"),
    Option("dismantle", word="拆卸"),
    Option("indestructible", word="破壞抗性"),
    Option("combined", Text("Combined", "合體後的單位", ja="合体したユニット")),
)
ATTACKING = (
    Option("pierce", word="貫穿"),
    Option("ranged", word="遠程"),
    Option("armour_break", word="破甲"),
    Option("ambush", word="偷襲"),
    *DEFENDING,
    Option("sideways", Text("Turned sideways", "橫放", ja="横向き")),
)


def unit(key: str, label: Text, entry: Text, options: tuple[Option, ...], *, optional: bool) -> Side:
    numbers = (
        Field(
            "attack",
            Text("Attack", "攻擊力", ja="攻撃力"),
            required=True,
            min=-MAX,
            max=MAX,
            dash=True,
            attribute="attack",
            unless="block",
        ),
        Field(
            "attack_change",
            Text("Attack modifier from effects", "攻擊力增減", ja="効果による攻撃力の増減"),
            default=0,
            min=-MAX,
            max=MAX,
        ),
        Field("score", Text("Score", "分數", ja="得点"), min=-MAX, max=MAX, attribute="score"),
        Field(
            "score_change",
            Text("Score modifier from effects", "分數增減", ja="効果による得点の増減"),
            default=0,
            min=-MAX,
            max=MAX,
            seldom=True,
        ),
        Field("traits", Text("Keywords and state", "關鍵字與狀態", ja="キーワードと状態"), "options", options=options),
    )
    return Side(key, label, numbers, ("unit",), optional=optional, entry=entry)


def resolve(situation: Situation) -> Result:
    if situation.has("attacker.traits", "sideways"):
        return _refuse(fact("cannot-attack", "八.3", who="attacker", why="sideways"))
    if blocks("attacker", situation):
        return _refuse(fact("cannot-attack", f"{BLOCK} 1", who="attacker", why="block"))
    steps: list[Fact] = []
    targets = _targets(situation, steps)
    if not targets:
        return Result(tuple(steps), (fact("becomes", "十一.2", who="attacker", what="upright"),), "defender")
    return _fight(targets, situation, steps)


def _refuse(reason: Fact) -> Result:
    return Result((reason,), (), "defender")


def blocks(side: str, situation: Situation) -> bool:
    """A unit without an attack value is one that blocks (十五.1類 阻擋 4)."""
    return situation.has(f"{side}.traits", "block") or situation.is_dash(f"{side}.attack")


def _targets(situation: Situation, steps: list[Fact]) -> list[str]:
    """The units it fights, front first; none where it cannot attack any."""
    ahead = [side for side in ("front", "back") if side not in situation.absent]
    if not ahead:
        steps.append(fact("cannot-attack", "十一.2", who="attacker", why="nobody_ahead"))
        return []
    pierce, ranged = (situation.has("attacker.traits", each) for each in ("pierce", "ranged"))
    if pierce:
        return _pierce_targets(ahead, situation, steps, any_place=ranged)
    aim = situation.choice("aim") if ranged else ahead[0]
    if aim not in ahead:
        steps.append(fact("cannot-attack", f"{RANGED} 1", who="attacker", why="empty_place"))
        return []
    if not _open(aim, situation):
        steps.append(fact("cannot-attack", f"{BLOCK} 2", who="attacker", whom=aim, why="block"))
        return []
    steps.append(fact("fights", f"{RANGED} 1" if ranged else "十一.4", who="attacker", whom=aim))
    return [aim]


def _pierce_targets(ahead: list[str], situation: Situation, steps: list[Fact], *, any_place: bool) -> list[str]:
    """With 貫穿: everyone ahead who can be attacked, if the first can; with 遠程 too, if any can."""
    targets = [side for side in ahead if _open(side, situation)]
    if not targets or (not any_place and targets[0] != ahead[0]):
        steps.append(fact("cannot-attack", f"{BLOCK} 2", who="attacker", whom=ahead[0], why="block"))
        return []
    for side in ahead:
        is_target = side in targets
        steps.append(fact("fights", f"{PIERCE} 1", who="attacker", whom=side) if is_target else _pass_fact(side))
    return targets


def _pass_fact(side: str) -> Fact:
    return fact("passes", f"{PIERCE} 2", who="attacker", whom=side, why="block")


def _open(side: str, situation: Situation) -> bool:
    """Whether it can be attacked: who blocks only by a unit with 破甲."""
    return situation.has("attacker.traits", "armour_break") or not blocks(side, situation)


def _fight(targets: list[str], situation: Situation, steps: list[Fact]) -> Result:
    """The battles one after the other, then who is destroyed: front, back, attacker (十一.6, 十五.1類)."""
    beaten_sides: list[str] = []
    unbeaten_sides: list[str] = []
    figures = (0, 0)
    own = _attack("attacker", situation, steps)
    for side in targets:
        other = _attack(side, situation, steps)
        figures = (own, other)
        (beaten_sides if _wins(side, own, other, situation, steps) else unbeaten_sides).append(side)
    destroyed = [side for side in targets if _is_destroyed(side, side in beaten_sides, "attacker", situation, steps)]
    if _is_attacker_destroyed(targets, bool(unbeaten_sides), situation, steps):
        destroyed.append("attacker")
    outcome = [fact("falls", "十一.6.5", who=side) for side in destroyed]
    outcome += [fact("stays", "十一.6.5", who=side) for side in (*targets, "attacker") if side not in destroyed]
    if "attacker" not in destroyed:
        if beaten_sides and situation.has("attacker.traits", "ambush"):
            outcome.append(_ambush(situation))
        outcome.append(fact("becomes", "十一.6.6", who="attacker", what="sideways"))
    outcome += _scores(destroyed, situation)
    outcome += _needs(unbeaten_sides, own, situation)
    return Result(tuple(steps), tuple(outcome), _favour(destroyed), figures if len(targets) == 1 else ())


def _ambush(situation: Situation) -> Fact:
    """A unit that wins may return to the hand; of a combined one only the upper card does."""
    if situation.has("attacker.traits", "combined"):
        return fact("may", f"{AMBUSH} 1, {AMBUSH} 4", who="attacker", what="return_upper")
    return fact("may", f"{AMBUSH} 1", who="attacker", what="return")


def _attack(side: str, situation: Situation, steps: list[Fact]) -> int:
    """A unit's attack; of one that blocks, and is attacked by 破甲, its score (十五.2類 破甲)."""
    change = situation.number(f"{side}.attack_change")
    if blocks(side, situation):
        score = _score(side, situation)
        steps.append(fact("instead", f"{ARMOUR_BREAK} 1", who=side, what="attack", why="score", value=score))
        if change:
            steps.append(fact("no-effect", f"{BLOCK} 4", who=side, what="attack_change"))
        return score
    value = situation.number(f"{side}.attack")
    steps.append(fact("value", "十一.6.2", who=side, what="attack", value=value))
    if change:
        value += change
        steps.append(fact("change", "十一.6.1", who=side, what="attack", amount=change, why="effects", value=value))
    return value


def _score(side: str, situation: Situation) -> int:
    return situation.number(f"{side}.score") + situation.number(f"{side}.score_change")


def _wins(side: str, own: int, other: int, situation: Situation, steps: list[Fact]) -> bool:
    """Whether the attacker wins: with as much attack as the defender or more, unless one is dismantled."""
    ours = situation.has("attacker.traits", "dismantle") and situation.has(f"{side}.traits", "combined")
    theirs = situation.has(f"{side}.traits", "dismantle") and situation.has("attacker.traits", "combined")
    if ours != theirs:
        winner, loser = ("attacker", side) if ours else (side, "attacker")
        steps.append(fact("wins", f"{DISMANTLE} 1", who=winner, whom=loser, why="dismantle"))
        return ours
    steps.append(fact("compare", "十一.6.2", who="attacker", own=own, whom=side, other=other))
    winner, loser = ("attacker", side) if own >= other else (side, "attacker")
    steps.append(fact("wins", "十一.6.2", who=winner, whom=loser, why="as_much" if own == other else "attack"))
    return own >= other


def _is_destroyed(side: str, beaten: bool, rival: str, situation: Situation, steps: list[Fact]) -> bool:
    """Whether a unit is destroyed by battle: beaten, or poisoned by whom it fought."""
    poisoned = situation.has(f"{rival}.traits", "poison")
    if poisoned:
        steps.append(fact("dying", f"{POISON} 1", who=side, why="poison"))
    if not (beaten or poisoned):
        return False
    if situation.has(f"{side}.traits", "indestructible"):
        steps.append(fact("spared", "十五.4類 破壞抗性 1", who=side, why="indestructible"))
        return False
    return True


def _is_attacker_destroyed(targets: list[str], beaten: bool, situation: Situation, steps: list[Fact]) -> bool:
    poisoner = next((side for side in targets if situation.has(f"{side}.traits", "poison")), "")
    if not (beaten or poisoner):
        return False
    if situation.has("attacker.traits", "ranged"):
        steps.append(fact("spared", f"{RANGED} 2", who="attacker", why="ranged"))
        return False
    return _is_destroyed("attacker", beaten, poisoner or targets[0], situation, steps)


def _scores(destroyed: list[str], situation: Situation) -> list[Fact]:
    """What the scores on the board change by; nothing is said of units whose score is not known."""
    facts = []
    for player, sides in (("defending_player", {"front", "back"}), ("attacking_player", {"attacker"})):
        fallen = sides & set(destroyed)
        if fallen and all(situation.number_or_none(f"{side}.score") is not None for side in fallen):
            facts.append(_score_fact(player, sum(_score(side, situation) for side in fallen)))
    return facts


def _score_fact(player: str, amount: int) -> Fact:
    if amount < 0:
        return fact("gains", "十五.7類 獎勵 3", who=player, what="score", amount=-amount)
    return fact("loses", "十五.7類 獎勵 3", who=player, what="score", amount=amount)


def _needs(unbeaten_sides: list[str], own: int, situation: Situation) -> list[Fact]:
    """How much more attack would win every battle."""
    short = max((_attack(side, situation, []) - own for side in unbeaten_sides), default=0)
    return [fact("needs", "十一.6.2", who="attacker", what="attack", amount=short, why="wins_all")] if short > 0 else []


def _favour(destroyed: list[str]) -> Favour:
    ours, theirs = "attacker" in destroyed, any(side != "attacker" for side in destroyed)
    if ours == theirs:
        return ""
    return "defender" if ours else "attacker"


def attacking(label: Text, *traits: str, aim: str = "") -> TableLine:
    """The attack with these keywords and none of the others of its kind."""
    modes = frozenset({"pierce", "ranged", "armour_break"})

    def situation(current: Situation) -> Situation:
        other = current.with_options("attacker.traits", on=frozenset(traits), off=modes)
        return other.with_changes({"aim": aim}) if aim else other

    return TableLine(label, situation)


def alone(label: Text, side: str) -> TableLine:
    """Where only one of the two places ahead is taken, or none."""
    empty_sides = [each for each in ("front", "back") if each != side]

    return TableLine(label, lambda situation: situation.without(*empty_sides))


def somebody(situation: Situation) -> bool:
    return not {"front", "back"} <= situation.absent


FRONT_AIM = Choice("front", Text("Front place", "前排位置", ja="前列の場所"))
BACK_AIM = Choice("back", Text("Back place", "後排位置", ja="後列の場所"))
NOBODY = Text("Nothing is destroyed", "都沒有被破壞", ja="何も破壊されない")
FATES = ("cannot-attack", "falls")

BATTLE = Battle(
    sides=(
        unit(
            "attacker",
            Text("Attacker", "進攻單位", ja="攻撃側"),
            Text("As attacker", "當進攻單位", ja="攻撃側にする"),
            ATTACKING,
            optional=False,
        ),
        unit(
            "front",
            Text("Enemy front unit", "敵方前排單位", ja="敵の前列ユニット"),
            Text("As enemy in front", "當敵方前排", ja="敵の前列にする"),
            DEFENDING,
            optional=True,
        ),
        unit(
            "back",
            Text("Enemy back unit", "敵方後排單位", ja="敵の後列ユニット"),
            Text("As enemy behind", "當敵方後排", ja="敵の後列にする"),
            DEFENDING,
            optional=True,
        ),
    ),
    fields=(
        Field(
            "aim",
            Text("Ranged target", "遠程指定的位置", ja="遠隔で選ぶ場所"),
            "choice",
            default="front",
            choices=(FRONT_AIM, BACK_AIM),
        ),
    ),
    terms={
        "effects": Text("effects", "效果", ja="効果"),
        "upright": Text("turned upright, without an attack", "轉正，不進行戰鬥", ja="攻撃せずに縦向きに戻る"),
        "nobody_ahead": Text("there is no enemy unit ahead", "前方沒有敵方單位", ja="前方に敵ユニットがいない"),
        "empty_place": Text(
            "there is no unit in the place it targets", "指定的位置沒有單位", ja="選んだ場所にユニットがいない"
        ),
        "return": Text(
            "return to its owner’s hand as a successful ambush",
            "回到手牌，視為偷襲成功",
            ja="持ち主の手札に戻り、奇襲成功となる",
        ),
        "return_upper": Text(
            "return its upper card to the owner’s hand as a successful ambush; the rest is turned upright and stays",
            "讓上方單位回到手牌，視為偷襲成功；其餘轉正後留在原位置",
            ja="上のカードが持ち主の手札に戻り、奇襲成功となる。残りは縦向きになってその場に残る",
        ),
        "as_much": Text(
            "equal attack is enough for the attacker", "攻擊力相同時進攻方成功", ja="攻撃力が同じなら攻撃側の勝ち"
        ),
        "attacking_player": Text("Attacking player", "進攻方玩家", ja="攻撃側のプレイヤー"),
        "defending_player": Text("Defending player", "防守方玩家", ja="防御側のプレイヤー"),
        "wins_all": Text("to win every battle", "才能全部戰鬥成功", ja="すべての戦闘に勝つには"),
    },
    resolve=resolve,
    tables=(
        Table(
            "lane",
            Text(
                "By type of attack and the units ahead", "各種進攻方式與前方的單位", ja="攻撃の種類と前方のユニットごと"
            ),
            rows=(
                attacking(Text("No keyword", "沒有關鍵字", ja="キーワードなし")),
                attacking(Text("Pierce", "貫穿", ja="貫通"), "pierce"),
                attacking(Text("Ranged, at the front", "遠程指定前排", ja="遠隔（前列）"), "ranged", aim="front"),
                attacking(Text("Ranged, at the back", "遠程指定後排", ja="遠隔（後列）"), "ranged", aim="back"),
                attacking(Text("Armour Break", "破甲", ja="装甲破り"), "armour_break"),
                attacking(Text("Pierce and Ranged", "貫穿＋遠程", ja="貫通＋遠隔"), "pierce", "ranged"),
                attacking(Text("Pierce and Armour Break", "貫穿＋破甲", ja="貫通＋装甲破り"), "pierce", "armour_break"),
            ),
            columns=(
                AS_IS,
                alone(Text("Front alone", "只有前排", ja="前列のみ"), "front"),
                alone(Text("Back alone", "只有後排", ja="後列のみ"), "back"),
            ),
            shows=FATES,
            otherwise=NOBODY,
            corner=Text("Attack ＼ ahead", "進攻方式＼前方", ja="攻撃＼前方"),
            applies=somebody,
        ),
        Table(
            "bonus",
            Text("With more attack", "攻擊力再加的結果", ja="攻撃力を増やした場合"),
            rows=(AS_IS, *more("attacker.attack_change", range(1, 7))),
            columns=(AS_IS, *more("front.attack_change", range(1, 4))),
            shows=FATES,
            otherwise=NOBODY,
            corner=Text("Attacker ＼ front unit", "進攻單位＼前排單位", ja="攻撃側＼前列ユニット"),
            applies=somebody,
        ),
    ),
    example={
        "attacker.attack": "4",
        "attacker.score": "1",
        "attacker.traits": "pierce",
        "front.attack": "3",
        "front.score": "2",
        "back.attack": "5",
        "back.score": "4",
    },
)
