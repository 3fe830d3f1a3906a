"""The words of Echo of Legends in the column `effects`, besides those that all games share.

`woken` is 唤醒技, and so are `draw:N`, `resource:N` and `score:N` of a minion; `destroyed` is 战死技, `active` 主动技.
`score` is damage to the enemy hero.
"""

from __future__ import annotations

from games.engine.effects.vocabulary import COMMON, Trigger, Verb, Word

EFFECTS = COMMON.extend(
    triggers=(
        Trigger("played", "the item is used; short clauses of a minion: it is woken"),
        Trigger("woken", "the minion is woken"),
        Trigger("regenerated", "the dying minion stays by Regenerate"),
        Trigger("active", "once a turn, if the hero or the awake minion uses it", "time"),
    ),
    verbs=(
        Verb("attack", "amount to end?", "minions have so much more attack", signed=True),
        Verb("edge", "amount to for end?", "more attack in fights against those", signed=True, alone=False),
        Verb("life", "amount", "the hero regains hp", signed=True),
        Verb("wake", "amount? target", "wake minions without paying", source="board"),
        Verb("sleep", "amount? target", "put awake minions to sleep", source="board"),
        Verb("doom", "amount? target", "minions are dying", source="board", destination="grave"),
        Verb("control", "amount? target", "take minions over from the enemy", alone=False),
        Verb("display", "amount target", "put into the display zone", source="hand", destination="display"),
        Verb("shield", "amount? target end?", "minions have Shield", alone=False),
        Verb("regenerate", "amount? target end?", "minions have Regenerate"),
        Verb("again", "amount? target end?", "minions have Act again", alone=False),
    ),
    zones=(Word("display", "your display zone"),),
    flags=(Word("awake", "awake, not asleep"),),
)
