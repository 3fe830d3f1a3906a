"""An attack in 星杯傳說 and what it costs: 二.八, 四.一, 四.二, 四.六 and 四.八 of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from games.asteriated_grail.rules import ELEMENTS
from games.engine.model.battle import AS_IS, Battle, Fact, Field, Result, Side, Table, TableLine, fact, more
from games.engine.model.battle_situation import Excess, Situation
from games.engine.model.cards import Choice
from games.engine.texts.text import Text

MAX = 99
MAX_STONES = 5
BASE_DAMAGE = {"active": 2, "response": 2, "bullet": 2, "poison": 1}
SYSTEMS = tuple(each for each in ELEMENTS if each.value != "light")
"""The elements that attack cards have."""

ACTIONS = (
    Choice("active", Text("an attack on your own turn", "主動攻擊", ja="自分のターンの攻撃")),
    Choice("response", Text("an attack in response to another", "應戰攻擊", ja="応戦の攻撃")),
    Choice("bullet", Text("Magic Bullet", "魔彈", ja="魔弾")),
    Choice("poison", Text("Poison", "中毒", ja="毒")),
)
ANSWERS = (
    Choice("take", Text("nothing", "直接承受", ja="何もしない")),
    Choice(
        "answer",
        Text(
            "an attack card (Magic Bullet against Magic Bullet)",
            "應戰（對魔彈則打出魔彈）",
            ja="攻撃カード（魔弾には魔弾）",
        ),
    ),
    Choice("light", Text("Holy Light", "聖光", ja="聖光")),
    Choice("shield", Text("a Holy Shield in front of the target", "面前的聖盾", ja="前に置いた聖盾")),
)


def resolve(situation: Situation) -> Result:
    steps: list[Fact] = []
    action = situation.choice("action")
    averted = _avert(action, situation, steps)
    if averted:
        return Result(tuple(steps), tuple(averted), "defender")
    damage = _damage(action, situation, steps)
    outcome = [fact("hits", "四.二" if _attacks(action) else "二.八", who="attack"), *_stone(action, situation)]
    healing = _healing(damage, situation)
    if healing:
        damage -= healing
        steps.append(
            fact("change", "四.六", who="target", what="damage", amount=-healing, why="healing_used", value=damage)
        )
    outcome += _draw_damage(damage, situation, steps)
    return Result(tuple(steps), tuple(outcome), "attacker")


def _attacks(action: str) -> bool:
    return action in ("active", "response")


def _avert(action: str, situation: Situation, steps: list[Fact]) -> list[Fact]:
    """The outcome of an answer that averts the attack; empty if it hits."""
    answer = situation.choice("target.answer")
    if answer == "take":
        return []
    if action == "poison":
        steps.append(fact("cannot-answer", "二.八", who="target", why="poison"))
        return []
    if answer in ("light", "shield"):
        steps.append(fact("misses", "二.八", who="attack", why=answer))
        return [fact("misses", "四.二" if _attacks(action) else "二.八", who="attack", why=answer)]
    if action == "bullet":
        next_damage = _damage(action, situation, steps) + 1
        return [
            fact("misses", "二.八", who="attack", why="bullet"),
            fact("goes-on", "二.八", who="attack", what="next", amount=next_damage),
        ]
    situation.need("attack.element", "answer.element")
    element, card = situation.choice("attack.element"), situation.choice("answer.element")
    if element == "dark":
        steps.append(fact("cannot-answer", "四.二", who="target", why="dark_attack"))
    elif card in (element, "dark"):
        steps.append(fact("misses", "四.二", who="attack", why="answer"))
        return [fact("misses", "四.二", who="attack", why="answer"), fact("may", "四.二", who="target", what="turn_on")]
    else:
        steps.append(fact("cannot-answer", "四.二", who="target", why="other_element"))
    return []


def _damage(action: str, situation: Situation, steps: list[Fact]) -> int:
    value = BASE_DAMAGE[action]
    steps.append(fact("value", "四.八.1" if _attacks(action) else "二.八", who="attack", what="damage", value=value))
    for why, rule in (("passes", "二.八"), ("extra", "四.八.1")):
        amount = situation.number(f"attack.{why}") if action == "bullet" or why == "extra" else 0
        if amount:
            value += amount
            steps.append(fact("change", rule, who="attack", what="damage", amount=amount, why=why, value=value))
    if value < 0:
        steps.append(fact("floor", "四.八.1", who="attack", what="damage", value=0))
    return max(value, 0)


def _healing(damage: int, situation: Situation) -> int:
    """How much healing is used: at most what is available, and at most the damage (四.六). Raises Excess, also for more
    than a role may have."""
    spent_healing, available = situation.number("target.healing_used"), situation.number("target.healing")
    if available > (limit := situation.number("target.healing_limit")):
        raise Excess("target.healing", limit)
    if spent_healing > min(available, damage):
        raise Excess("target.healing_used", min(available, damage))
    return spent_healing


def _stone(action: str, situation: Situation) -> Iterator[Fact]:
    """An attack that hits brings its side a stone, also where healing takes all of its damage (四.一, 四.六)."""
    if not _attacks(action):
        return
    if situation.number("attack.stones") >= MAX_STONES:
        yield fact("no-effect", "四.一", who="attack", what="stone")
    else:
        yield fact("gains", "四.一", who="attack", what="gem" if action == "active" else "crystal", amount=1)


def _draw_damage(damage: int, situation: Situation, steps: list[Fact]) -> Iterator[Fact]:
    """A card for each point of damage; what is over the limit is discarded and costs morale (四.八)."""
    situation.need("target.hand")
    hand, limit = situation.number("target.hand") + damage, situation.number("target.limit")
    if damage:
        yield fact("gains", "四.八.3", who="target", what="cards", amount=damage)
    over = max(hand - limit, 0)
    steps.append(fact("bears", "四.八.4", who="target", amount=hand, what="limit", value=limit))
    if not over:
        return
    left = situation.number("target.morale") - over
    yield fact("discards", "四.八.4", who="target", amount=over, left=limit)
    yield fact("loses", "四.八.5", who="defending_side", what="morale", amount=over, left=left)
    if left <= 0:
        yield fact("loses-game", "一", who="defending_side")


def of_element(name: str, choice: Choice) -> TableLine:
    changes = {"answer.element": {"target.answer": "answer"}}.get(name, {})
    return TableLine(choice.label, lambda situation: situation.with_changes({name: choice.value, **changes}))


def by_answer(answer: str) -> TableLine:
    label = next(each.label for each in ANSWERS if each.value == answer)
    return TableLine(label, lambda situation: situation.with_changes({"target.answer": answer}))


def of_hand(count: int) -> TableLine:
    return TableLine(Text(str(count), str(count)), lambda current: current.with_changes({"target.hand": count}))


def is_unanswered(situation: Situation) -> bool:
    return situation.choice("target.answer") == "take" and not situation.number("target.healing_used")


BATTLE = Battle(
    sides=(
        Side(
            "attack",
            Text("Attack", "攻擊", ja="攻撃"),
            (
                Field("element", Text("Element", "系別", ja="属性"), "choice", choices=SYSTEMS, attribute="element"),
                Field(
                    "extra",
                    Text("Damage modifier from skills", "技能增減的傷害", ja="スキルによるダメージの増減"),
                    default=0,
                    min=-MAX,
                    max=MAX,
                ),
                Field(
                    "passes",
                    Text("Times Magic Bullet has been passed on", "魔彈已傳遞的次數", ja="魔弾が回された回数"),
                    default=0,
                    max=MAX,
                    seldom=True,
                ),
                Field(
                    "stones",
                    Text("Stones of the attacking side", "攻擊方戰績區的星石", ja="攻撃側の星石"),
                    default=0,
                    max=MAX_STONES,
                    seldom=True,
                ),
            ),
            ("attack",),
            entry=Text("As the attack", "用它攻擊", ja="攻撃に使う"),
        ),
        Side(
            "target",
            Text("Target", "被攻擊的角色", ja="対象"),
            (
                Field("answer", Text("Answers with", "如何應對", ja="対応"), "choice", default="take", choices=ANSWERS),
                Field("hand", Text("Cards in hand", "手牌數", ja="手札の枚数"), required=True, max=MAX),
                Field("limit", Text("Hand limit", "手牌上限", ja="手札の上限"), default=6, max=MAX, seldom=True),
                Field("healing", Text("Healing", "治療", ja="治療"), default=0, max=MAX),
                Field(
                    "healing_limit",
                    Text("Healing limit", "治療上限", ja="治療の上限"),
                    default=2,
                    max=MAX,
                    seldom=True,
                ),
                Field("healing_used", Text("Healing that is used", "使用的治療", ja="使う治療"), default=0, max=MAX),
                Field(
                    "morale",
                    Text("Morale of their side", "該方士氣", ja="その側の士気"),
                    default=15,
                    min=1,
                    max=18,
                    seldom=True,
                ),
            ),
        ),
        Side(
            "answer",
            Text("Answering card", "應戰的牌", ja="応戦するカード"),
            (Field("element", Text("Element", "系別", ja="属性"), "choice", choices=SYSTEMS, attribute="element"),),
            ("attack",),
            entry=Text("As the answer", "用它應戰", ja="応戦に使う"),
        ),
    ),
    fields=(Field("action", Text("It is", "這是", ja="攻撃の種類"), "choice", default="active", choices=ACTIONS),),
    terms={
        "damage": Text("damage", "傷害", ja="ダメージ"),
        "next": Text("the next player on", "下一名對手", ja="次の相手"),
        "dark_attack": Text(
            "nothing but Holy Light or a Holy Shield stops a Dark Extinction",
            "暗滅只能用聖光或聖盾抵擋",
            ja="暗滅は聖光か聖盾でしか防げない",
        ),
        "other_element": Text(
            "the card is neither of the same element nor a Dark Extinction",
            "不是同系的攻擊牌，也不是暗滅",
            ja="同じ属性の攻撃カードでも暗滅でもない",
        ),
        "turn_on": Text(
            "attack another player with that card", "以這張牌轉向攻擊另一名對手", ja="そのカードで別の相手を攻撃する"
        ),
        "stone": Text(
            "there are five stones already, so a new one",
            "戰績區已滿五個星石，再得到星石",
            ja="星石がすでに5個あるので、新しい星石",
        ),
        "gem": Text("gem", "寶石", ja="宝石"),
        "crystal": Text("crystal", "水晶", ja="水晶"),
        "cards": Text("cards in hand", "手牌", ja="手札"),
        "defending_side": Text("Side of the target", "被攻擊角色的陣營", ja="対象の側"),
    },
    resolve=resolve,
    tables=(
        Table(
            "hand",
            Text("Morale lost to a hit, by hand size", "各種手牌數命中時扣的士氣", ja="命中で失う士気（手札の枚数別）"),
            rows=tuple(of_hand(count) for count in range(9)),
            columns=(AS_IS, *more("attack.extra", range(1, 5))),
            shows=("loses",),
            otherwise=Text("No morale lost", "不扣士氣", ja="士気を失わない"),
            corner=Text("Cards in hand ＼ damage", "手牌數＼傷害", ja="手札＼ダメージ"),
            applies=is_unanswered,
        ),
        Table(
            "answers",
            Text("Which card answers which attack", "哪些牌可以應戰", ja="どのカードで応戦できるか"),
            rows=tuple(of_element("attack.element", each) for each in SYSTEMS),
            columns=(
                *(of_element("answer.element", each) for each in SYSTEMS),
                by_answer("light"),
                by_answer("shield"),
            ),
            shows=("hits", "misses"),
            otherwise=Text("–", "–"),
            corner=Text("Attack ＼ answer", "攻擊＼應戰", ja="攻撃＼応戦"),
            applies=lambda situation: (
                _attacks(situation.choice("action")) and not situation.number("target.healing_used")
            ),
        ),
    ),
    example={"attack.element": "fire", "target.hand": "6", "target.healing": "1", "target.healing_used": "1"},
)
