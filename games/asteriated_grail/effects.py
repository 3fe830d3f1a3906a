"""The words of 星杯傳說 in the column `effects`, besides those that all games share.

That an attack brings a stone, and an answer too, is a rule of the game and no effect of a card.
"""

from __future__ import annotations

from games.engine.effects.vocabulary import COMMON, Trigger, Verb, Word

EFFECTS = COMMON.extend(
    triggers=(
        Trigger("attacked", "the role is attacked, by a Magic Bullet too", alone=False),
        Trigger("acting", "before the next action of the role that the card lies before", "time"),
    ),
    verbs=(
        Verb("answer", "target", "the card may answer such attacks", alone=False),
        Verb("block", "", "the attack or the Magic Bullet does not hit", bare=True, alone=False),
        Verb("bullet", "amount", "damage to the nearest opponent on the right, who may pass it on", alone=False),
        Verb("damage", "amount", "the role takes magic damage and draws a card for each point"),
        Verb("skip", "", "the role does not act", bare=True),
        Verb("place", "target", "before a role, one's own too", destination="seat", alone=False),
        Verb("forbid", "target", "something must not be done", operand=("answer",), alone=False),
    ),
    zones=(Word("seat", "the place before a role, for basic effects"),),
)
