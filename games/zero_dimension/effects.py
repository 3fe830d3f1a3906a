"""The words of 零次元 in the column `effects`, besides those that all games share.

`played` is 登场时 and using a tactic, `counter` 反击特效, `charged` 聚气, `active` 启动效果, `turned` is 横置, and
`grave` is the 休息区. `resource` puts cards of the deck face down into the resource zone, `score` turns over life cards
of the enemy. An attack is one life card however strong it is, so attack and defence need an enemy.
"""

from __future__ import annotations

from games.engine.effects.tree import Action, Clause, Item, Step
from games.engine.effects.vocabulary import COMMON, SHORT, Fact, Played, Trigger, Verb, Word

KEYWORDS = {"rush": "突袭", "slow": "迟缓", "guard": "守备"}
"""The verbs by which a card has a keyword that the goldfish reads in the column `keywords`."""

HAS_KEYWORD = frozenset(Clause("while", (Item(((Step(Action(verb, target="self")),),)),)) for verb in KEYWORDS)


def refusal(clause: Clause) -> tuple[str, ...]:
    """Lasting are these keywords alone, and they only as lasting ones."""
    lasts, gives = clause.trigger == "while", any(each.verb in KEYWORDS for each in clause.actions)
    return ("while",) if (lasts or gives) and clause not in HAS_KEYWORD else ()


EFFECTS = COMMON.extend(
    triggers=(
        Trigger("played", "the tactic is used, or the card arrives in the battle zone in any way"),
        Trigger("counter", "damage turns the card over in the life zone", alone=False),
        Trigger("attacks", "the character attacks"),
        Trigger("defends", "the character defends", alone=False),
        Trigger("won", "the character won a battle", alone=False),
        Trigger("charged", "the card is refreshed after it was exhausted to charge"),
        Trigger("active", "whenever you may act, as often as it can be paid for", "time"),
        Trigger("enemy_start", "the enemy's turn begins", "time", alone=False),
        Trigger("enemy_end", "the enemy's turn ends", "time", alone=False),
    ),
    facts=(Fact("guest", "the equipment may be put on enemy characters", acts=False),),
    verbs=(
        Verb("attack", "amount to end?", "characters have so much more attack", signed=True, alone=False),
        Verb("defence", "amount to end?", "characters have so much more defence", signed=True, alone=False),
        Verb("damage", "amount to", "damage characters"),
        Verb("heal", "amount to", "take damage off characters", alone=False),
        Verb("prevent", "amount to end?", "characters take so much less damage", alone=False),
        Verb("rush", "amount? target end?", "characters have Rush"),
        Verb("slow", "amount? target end?", "cards have Slow: they arrive exhausted"),
        Verb("guard", "amount? target end?", "characters have Guard: they cannot attack"),
        Verb("link", "target", "has Link while another such card is in your battle zone", alone=False),
        Verb("freeze", "amount? target", "cards are not refreshed in the next refresh step", alone=False),
        Verb("abandon", "amount target", "put your own cards into the rest zone", destination="grave"),
        Verb("lay", "amount? target", "put on top of your life zone", destination="life"),
        Verb("refill", "amount", "from the deck to the top of your life zone", source="deck", destination="life"),
        Verb("invest", "amount? target", "put face down into your resource zone", destination="resources"),
        Verb("take", "amount? target", "of the shown cards, to the hand", source="shown", destination="hand"),
        Verb("finish", "", "end the turn", bare=True),
        Verb(
            "forbid",
            "amount? target? end?",
            "something must not be done",
            operand=("attack", "target", "level"),
            bare=True,
            alone=False,
        ),
    ),
    modes=(
        Word("attacking", "as the attacker", alone=False),
        Word("defending", "as the defender", alone=False),
        Word("fighting", "in battle", alone=False),
        Word("yours", "in your turn"),
        Word("theirs", "in the enemy's turn", alone=False),
    ),
    zones=(
        Word("battle", "the battle zones of both players"),
        Word("bearer", "the character that the equipment is on"),
        Word("life", "your life zone"),
        Word("resources", "your resource zone"),
    ),
    flags=(
        Word("levelled", "at level 2"),
        Word("attacking", "attacking at present"),
    ),
    played=Played(
        triggers=frozenset({"played", "while"}),
        verbs=frozenset({*SHORT, *KEYWORDS}),
        grammar=frozenset({";", "and", "self"}),
        refusal=refusal,
    ),
)
