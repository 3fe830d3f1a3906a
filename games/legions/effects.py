"""The words of LEGIONS! in the column `effects`, besides those that all games share.

`played` is any use of a card, from the hand or from standby: 場に出たとき. `destroyed` is what the game calls ブロック.
`score` is damage to the enemy master, `turned` what the game calls 疲労状態.
"""

from __future__ import annotations

from games.engine.effects.tree import Action, Clause, Item, Step
from games.engine.effects.vocabulary import COMMON, SHORT, Played, Trigger, Verb, Word

HAS_ASSAULT = Clause("while", (Item(((Step(Action("assault", target="self")),),)),))


def refusal(clause: Clause) -> tuple[str, ...]:
    """Lasting is Assault alone, which the goldfish reads in the column `keywords`, and only lasting."""
    lasts, assaults = clause.trigger == "while", any(each.verb == "assault" for each in clause.actions)
    return ("while",) if (lasts or assaults) and clause != HAS_ASSAULT else ()


EFFECTS = COMMON.extend(
    triggers=(
        Trigger("played", "the card is used, from the hand or from standby"),
        Trigger("destroyed", "the unit is defeated", alone=False),
        Trigger("defeats", "the unit defeats an enemy unit", alone=False),
        Trigger("attacks", "the unit attacks"),
        Trigger("unlocking", "the card is about to be unlocked"),
        Trigger("unlocked", "the card is unlocked: paid for from the hand"),
        Trigger("exchanged", "you exchange a card in your hand"),
        Trigger("opened", "the card is turned face up"),
        Trigger("delayed", "the waiting card is put back a place, WT+1", alone=False),
        Trigger("cores", "in your core phase", "time"),
    ),
    verbs=(
        Verb("life", "amount", "gain life; without an enemy nobody runs out of it", signed=True, alone=False),
        Verb("damage", "amount to", "damage units", alone=False),
        Verb("attack", "amount to end?", "units have so much more ATK", signed=True),
        Verb("hp", "amount to end?", "units have so much more HP", signed=True, alone=False),
        Verb("assault", "amount? target end?", "units have Assault"),
        Verb("roam", "amount? target end?", "minions move without being exhausted", alone=False),
        Verb("move", "amount? target to", "minions go to another front", source="board", alone=False),
        Verb("cover", "amount? target", "turn cards face down"),
        Verb("open", "amount? target", "turn cards face up"),
        Verb("freeze", "amount? target", "cards are not readied in the next start phase", alone=False),
        Verb("hasten", "amount? target", "waiting cards go on a place, WT-1", source="wait"),
        Verb("delay", "amount? target", "waiting cards are put back a place, WT+1", source="wait", alone=False),
        Verb("wait", "amount? target to", "put on a place of the wait zone", destination="wait"),
        Verb("standby", "amount? target", "put on standby", destination="standby"),
        Verb("forbid", "target? end?", "something must not be done", operand=("delay",), bare=True, alone=False),
    ),
    zones=(
        Word("wait", "your wait zone"),
        Word("standby", "your standby zone"),
    ),
    positions=(
        Word("lane", "a neighbouring front"),
        Word("wt1", "WT-I"),
        Word("wt2", "WT-II"),
        Word("wt3", "WT-III"),
        Word("wt4", "WT-IV"),
    ),
    flags=(
        Word("awake", "in awakened mode"),
        Word("facedown", "face down"),
        Word("beside", "on a neighbouring front"),
    ),
    played=Played(
        triggers=frozenset({"played", "while"}),
        verbs=frozenset({*SHORT, "assault"}),
        grammar=frozenset({";", "and", "self"}),
        refusal=refusal,
    ),
)
