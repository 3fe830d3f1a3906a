"""Deck construction in 星靈王: chapter 一.2 of the rulebook, and 7類 超載."""

from pathlib import Path

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.game import Constraint, Declaration, Zone
from games.engine.model.keywords import is_listed, spellings
from games.engine.model.opening import Opening
from games.engine.rules.affiliations import affiliation, require_declaration, require_member
from games.engine.rules.constraints import copies, kinds, size, total
from games.engine.texts.text import Text
from games.xing_ling_wang.effects import red_star

FOLDER = Path(__file__).parent

RACE = Declaration("race", Text("Race", "種族", ja="種族"), "race", neutral=("中立",))

ZONES = (
    Zone("main", Text("Main deck", "主牌組", "主卡组", "メインデッキ"), ("unit", "spell")),
    Zone("extra", Text("Extra area", "額外區", ja="エクストラ"), ("unit", "spell"), judged=False),
)


def draw_choice(card: Card, deck: Deck) -> Text | None:
    """A spell is used at any time, for nothing (二.3); a unit takes a place in the turn."""
    if card.kind == "spell":
        return None
    return Text(
        "only one unit can be summoned each turn, plus one by formation",
        "每回合只能召喚一個單位，佈陣再一個",
        ja="ユニットは1ターンに召喚で1体、布陣でもう1体しか出せない",
    )


OPENING = Opening(
    hand=4, draw=2, mulligan="once", rule="一.5, 二.1", draw_choice=draw_choice, numbers={"tribute": red_star}
)

OVERLOAD = "超載"
SPELL_MANA = Text("Spell mana", "魔法法力", ja="魔法の魔力")


def max_copies(card: Card) -> int:
    """One of every name; a card with overload up to three times (7類 超載)."""
    return 3 if is_listed(card, OVERLOAD, spellings(FOLDER)) else 1


STANDARD: tuple[Constraint, ...] = (
    require_declaration(RACE, "main", rule="一.1"),
    size("main", 20, 20, rule="一.2.1"),
    copies("main", max_copies, rule="一.2.1", reads="keywords"),
    kinds(ZONES, rule="一.2"),
    affiliation(RACE, "main", rule="一.2.2"),
    require_member(RACE, "main", room=20, rule="一.2.3"),
    total("sum.mana", "main", "mana", kind="spell", limit=15, rule="一.2.4", label=SPELL_MANA),
)
