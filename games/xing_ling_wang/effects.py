"""The words of 星靈王 in the column `effects`, besides those that all games share."""

from __future__ import annotations

from games.engine.effects.outline import outline
from games.engine.effects.tree import Clause
from games.engine.effects.vocabulary import COMMON, Fact, Key, Played, Trigger, Verb, Word
from games.engine.model.cards import Card
from games.engine.play.trials.effects.clauses import reason
from games.engine.play.trials.effects.pool import ProgramCards

TRAVELLER = Card("小旅人", "小旅人", "unit", {"race": "中立", "tribute": 0, "score": 0})
"""What a filter sees of a 小旅人 (六.9)."""

COLUMNS = {"name": "name", "kind": "kind", "race": "race", "type": "subtypes", "keyword": "keywords"}
"""By key of a filter that the goldfish can tell, the column."""

NUMBERS = ("tribute", "mana", "score")
"""The keys that are numbers."""


def refusal(clause: Clause) -> tuple[str, ...]:
    """Why the goldfish does not play a clause all of whose words it knows; () if it does."""
    no_deck = ProgramCards(
        (),
        TRAVELLER,
        COLUMNS,
        dict.fromkeys(NUMBERS, lambda card: None),
        lambda card: False,
        {"worth": lambda card: ()},
    )
    return reason(clause, no_deck)


OF_CARDS = frozenset(
    ["sacrificed", "destroyed", "buried", "left", "returned", "removed", "shuffled", "turned", "righted", "summoned"]
)
ZONES = frozenset(["field", "board", "grave", "hand", "deck", "removed"])

PLAYED = Played(
    triggers=OF_CARDS | frozenset(["played", "entered", "start", "main", "end", "bring"]),
    others=OF_CARDS,
    places=ZONES,
    facts=frozenset({"decline", "worth"}),
    modes=frozenset({"main"}),
    verbs=frozenset(
        {"draw", "score", "reward", "token", "search", "recover", "bounce", "revive", "summon", "play", "discard"}
        | {"bury", "destroy", "remove", "shuffle", "turn", "right", "wraith", "allow", "never"}
    ),
    operands=frozenset({""}),
    zones=ZONES,
    flags=frozenset({"other", "token", "turned"}),
    keys=frozenset({*COLUMNS, *NUMBERS, "worth"}),
    counters=frozenset({"reward", "library"}),
    grammar=frozenset(
        {"once", "if", "has", "no", "is", "compare", ";", "or", "then", "and", "may", "self", "that", "that.key"}
        | {"range", "any", "all", "count", "sum", "half", "+", "*", "!", "!=", "<=", ">=", "~", "from", "cause"}
    ),
    refusal=refusal,
)
"""What the goldfish executes: see RULES.md, "Effects of cards"."""

EFFECTS = COMMON.extend(
    triggers=(
        Trigger("sacrificed", "the unit is sacrificed as a tribute"),
        Trigger("shown", "the card is shown"),
        Trigger("showing", "you show cards"),
        Trigger("turned", "the unit is turned sideways"),
        Trigger("righted", "the unit is turned upright"),
        Trigger("shuffled", "the card is shuffled into the deck"),
        Trigger("transformed", "the unit becomes another one"),
        Trigger("upgraded", "the unit is what another one was upgraded to"),
        Trigger("merging", "the unit is about to be merged"),
        Trigger("given", "the unit is given to the enemy"),
        Trigger("bringing", "the unit is about to come into play"),
        Trigger("brought", "the unit has come into play, played or summoned, in any way"),
        Trigger("summoned", "the unit was summoned by an effect"),
        Trigger("unloaded", "a Little Traveller got off"),
        Trigger("forest", "the token goes back to the forest"),
        Trigger("wraith", "the card is used for the number of a wraith effect"),
        Trigger("sneaked", "an ambush of the unit succeeded", alone=False),
        Trigger("won", "the unit won a battle", alone=False),
        Trigger("lost", "the unit lost a battle", alone=False),
        Trigger("summoning", "in your summoning phase, as often as it can be paid for", "time"),
        Trigger("tactics", "at the start of your tactics phase", "time"),
        Trigger("bring", "instead of tributes, as a blue star says; beside tributes a further condition", "entry"),
    ),
    facts=(
        Fact("decline", "the unit decays: in your end phase it is turned sideways; if it is already, it is destroyed"),
        Fact("guest", "the card may be brought to the enemy's side", acts=False),
        Fact("worth", "its number for wraith effects, or those from which you choose", values=True),
    ),
    verbs=(
        Verb("reward", "amount", "get rewards", signed=True),
        Verb("token", "amount to?", "Little Travellers come into play", destination="board"),
        Verb("load", "amount from? to?", "Little Travellers get on, out of the forest if nothing is said"),
        Verb("unload", "amount", "Little Travellers get off"),
        Verb("take", "amount? target", "of the shown cards, to the hand", source="shown", destination="hand"),
        Verb("sacrifice", "amount? target", "sacrifice units", source="board", destination="grave"),
        Verb("wraith", "amount", "return wraiths whose numbers add up to exactly this", source="grave"),
        Verb("kidnap", "amount target by?", "put under a unit as kidnapped", source="board", destination="kidnapped"),
        Verb("store", "amount target", "put under the card", source="board", destination="under"),
        Verb("give", "amount? target to", "put on the enemy's side", source="board"),
        Verb("merge", "amount? target to", "combine units into one", source="board"),
        Verb("upgrade", "amount? target", "put the card on these units"),
        Verb("transform", "amount target to", "a unit becomes another one"),
        Verb("swap", "amount target to", "two cards change places", source="board"),
        Verb("move", "amount target to", "to another place of the board", source="board"),
        Verb("jail", "target end?", "the unit can neither be sacrificed nor moved"),
        Verb("silence", "target end?", "their effects when played do nothing"),
        Verb("decline", "to end?", "units decay"),
        Verb("tribute", "amount for by? end?", "the card counts as so many tributes"),
        Verb("tributes", "target", "only these may be its tributes"),
        Verb("formation", "amount target", "bring further units by formation"),
        Verb("extra", "", "the unit may be brought besides the one of the turn"),
        Verb("never", "", "the unit cannot be brought"),
        Verb("tactics", "", "there is a tactics phase"),
        Verb("rename", "amount? target end?", "the card counts as one of another name"),
        Verb("type", "to end?", "cards have a further type", operand="value"),
        Verb("more", "amount for end?", "an effect gives so much more", operand=("reward", "tribute")),
        Verb(
            "allow",
            "for? end?",
            "the unit may be brought; with `back`, in the back row",
            operand=("back", ""),
            bare=True,
        ),
        Verb(
            "forbid",
            "target? end?",
            "something must not be done, or must not happen to cards",
            operand=("use", "decline", "destroyed", "sacrificed", "finish"),
            bare=True,
        ),
    ),
    modes=(Word("attacking", "as the attacker"), Word("main", "in your main phase")),
    zones=(
        Word("under", "cards under the card"),
        Word("kidnapped", "cards under units that kidnapped them"),
        Word("attached", "cards attached to units"),
        Word("tributes", "the tributes that were paid"),
    ),
    positions=(Word("front", "the front row"), Word("back", "the back row")),
    flags=(
        Word("front", "in the front row"),
        Word("back", "in the back row"),
        Word("beside", "next to the card"),
        Word("left", "next to it on the left"),
        Word("right", "next to it on the right"),
        Word("behind", "behind the card"),
        Word("ahead", "in front of the card, which is in the back row"),
        Word("row", "in the same row"),
        Word("guest", "has the fact `guest`: may be brought to the enemy's side"),
        Word("acting", "has a clause of this very event"),
    ),
    keys=(
        Key("race", "its race", "race"),
        Key("type", "one of its types", "subtypes"),
        Key("tribute", "its tribute, the red star", "tribute", numeric=True),
        Key("mana", "its mana", "mana", numeric=True),
        Key("score", "its score", "score", numeric=True),
        Key("attack", "its attack", "attack", numeric=True),
        Key("worth", "its number for wraith effects", numeric=True),
        Key("tributes", "the names of its tributes"),
    ),
    counters=(
        Word("reward", "your rewards"),
        Word("sneaks", "successful ambushes this turn"),
        Word("buried", "cards put into the graveyard this turn"),
    ),
    played=PLAYED,
)


def red_star(card: Card) -> int | None:
    """Its tributes; None of a spell, of a unit whose tributes nobody gave, and of one with a blue star (十二.4)."""
    printed = card.number("tribute")
    return None if printed is None or card.kind != "unit" or is_blue(card) else int(printed)


def is_blue(card: Card) -> bool:
    """Whether a condition stands instead of its tributes."""
    return bool(card.get("condition")) or (card.number("tribute") is None and "bring" in outline(card.effects).triggers)
