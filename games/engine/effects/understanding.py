"""How far a goldfish plays a card as its effects say: which of its clauses, and which words of the others it lacks."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from games.engine.effects.reading import stored_clauses
from games.engine.effects.tree import (
    Action,
    By,
    Clause,
    Compare,
    Count,
    Counter,
    Filter,
    Flag,
    From,
    Half,
    Item,
    Match,
    Open,
    Presence,
    Product,
    Range,
    Receiver,
    State,
    Step,
    Sum,
    Target,
    That,
    Total,
    Zones,
    parts_of,
)
from games.engine.effects.vocabulary import NOTHING, UNREAD, Vocabulary

if TYPE_CHECKING:
    from games.engine.model.cards import Card
    from games.engine.model.decks import Deck
    from games.engine.model.game import Game

GRAMMAR: Mapping[str, str] = {
    "once": "at most once a turn",
    "cause": "an event `by` a verb",
    "if": "only if all conditions hold",
    "has": "a condition: some card fits",
    "no": "a condition: no card fits",
    "full": "a condition: each of the places has a card",
    "is": "a condition on a card itself",
    "compare": "a condition that compares two amounts",
    ";": "one after the other",
    "or": "one of both",
    "then": "only if the step before was done completely",
    "and": "in any case",
    "may": "the player chooses whether",
    "self": "the card itself",
    "that": "the cards of the event or the step before, or their number",
    "that.key": "what those cards add up to",
    "range": "from one number to another",
    "any": "any number",
    "all": "as many as there are",
    "count": "how many cards fit",
    "sum": "a number of the cards that fit, added up",
    "half": "half, rounded down",
    "+": "sums and differences of amounts",
    "*": "products of amounts",
    "!": "not such a card",
    "!=": "another value",
    "<=": "at most",
    ">=": "at least",
    "~": "a part of a name",
    "each": "a card for each of several values joined by `+`",
    "from": "where something comes from",
    "to": "where something goes",
    "for": "whose cost, tribute or permission it is",
    "by": "what does it, or pays",
    "until end": "until the end of the turn",
    "instead": "in place of the event",
}
"""The words of Played.grammar."""

Understood = Literal["nothing", "played", "partly", "blank"]
"""`nothing`: the card does nothing without an enemy. `played`: all it does without one is played. `partly`: not all of
it, perhaps nothing. `blank`: nobody has said what it does."""

UNDERSTOOD: tuple[Understood, ...] = ("played", "nothing", "partly", "blank")


class Feature(NamedTuple):
    """A word that playing a clause takes; its kind is a field of Played."""

    kind: str
    word: str


class Unplayed(NamedTuple):
    """A clause that is not played, and its words that the goldfish does not know."""

    clause: Clause
    lacks: tuple[Feature, ...]


class Understanding(NamedTuple):
    """How far a card is played. `alone`: its clauses that matter without an enemy, `unplayed`: those not played."""

    state: Understood
    alone: tuple[Clause, ...] = ()
    unplayed: tuple[Unplayed, ...] = ()

    @property
    def is_faithful(self) -> bool:
        """Whether the card is played as printed."""
        return self.state in ("played", "nothing")

    @property
    def is_played_as_blank(self) -> bool:
        """Whether nothing of the card is played, though it does something or may do so."""
        return self.state == "blank" or (self.state == "partly" and len(self.unplayed) == len(self.alone))


class Lacking(NamedTuple):
    """A card of a deck that is not played as printed, and its copies."""

    card: Card
    copies: int
    understanding: Understanding


class DeckUnderstanding(NamedTuple):
    """How many cards of a deck are in which state, copies counted, and those that are not played as printed.

    Lines of the list that name no card count as `blank`.
    """

    counts: Mapping[Understood, int]
    lacking: tuple[Lacking, ...]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def faithful(self) -> int:
        """How many cards are played as printed."""
        return self.counts["played"] + self.counts["nothing"]


def of_card(card: Card, vocabulary: Vocabulary) -> Understanding:
    """How far the game's goldfish plays a card.

    A card without effects is blank, unless this site invented it without a text. So is one whose effects cannot be
    read any more.
    """
    if not card.effects:
        return Understanding("nothing" if card.sample and not card.text else "blank")
    return of_effects(card.effects, vocabulary)


@lru_cache(maxsize=8192)
def of_effects(effects: tuple[str, ...], vocabulary: Vocabulary) -> Understanding:
    clauses = stored_clauses(effects, vocabulary)
    if all(clause.trigger == UNREAD for clause in clauses):
        return Understanding("blank")
    alone = tuple(clause for clause in clauses if matters_alone(clause, vocabulary))
    unplayed = tuple(Unplayed(clause, lacks) for clause in alone if (lacks := lacking_words(clause, vocabulary)))
    return Understanding("partly" if unplayed else "played" if alone else "nothing", alone, unplayed)


@lru_cache(maxsize=8192)
def played_texts(effects: tuple[str, ...], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Those of a card's effects that the game's goldfish plays."""
    return tuple(each for each in effects if of_effects((each,), vocabulary).state == "played")


def of_deck(deck: Deck, game: Game) -> DeckUnderstanding:
    """How far the cards that are drawn are played: those of the opening's zones."""
    counts = Counts[Understood](dict.fromkeys(UNDERSTOOD, 0))
    cards: dict[Card, int] = {}
    for zone in game.opening.zones:
        counts["blank"] += sum(line.count for line in deck.unknown if line.zone == zone)
        for entry in deck.entries(zone):
            cards[entry.card] = cards.get(entry.card, 0) + entry.count
    lacking = []
    for card, copies in cards.items():
        understanding = of_card(card, game.effects)
        counts[understanding.state] += copies
        if not understanding.is_faithful:
            lacking.append(Lacking(card, copies, understanding))
    return DeckUnderstanding(counts, tuple(lacking))


# Clauses --------------------------------------------------------------------------------------------------------------


def matters_alone(clause: Clause, vocabulary: Vocabulary) -> bool:
    """Whether a clause can do something without an enemy."""
    if not clause.items:
        return vocabulary.fact[clause.trigger].acts
    if not vocabulary.trigger[clause.trigger].alone or (clause.mode and not vocabulary.mode[clause.mode].alone):
        return False
    if clause.of and _are_enemies(clause.of):
        return False
    return any(_acts_alone(each, vocabulary) for each in clause.actions)


def _acts_alone(action: Action, vocabulary: Vocabulary) -> bool:
    """Whether an action can do something without an enemy: not to cards of the enemy's, nor what comes to that side."""
    if action.target is None and action.to and action.to.place == "enemy":
        return False
    targets = (action.target, action.whose, action.to.target if action.to else None)
    return vocabulary.verb[action.verb].alone and not any(map(_are_enemies, targets))


def _are_enemies(target: Target | None) -> bool:
    return isinstance(target, Filter) and Flag("mine", negated=True) in target.terms


def lacking_words(clause: Clause, vocabulary: Vocabulary) -> tuple[Feature, ...]:
    """The words of a clause that the game's goldfish does not know, each once; () if it plays the clause."""
    played = vocabulary.played
    lacks = [
        each for each in dict.fromkeys(features(clause, vocabulary)) if each.word not in getattr(played, each.kind)
    ]
    if not lacks and played.refusal:
        lacks += (Feature("grammar", word) for word in played.refusal(clause))
    return tuple(lacks)


def features(clause: Clause, vocabulary: Vocabulary) -> Iterator[Feature]:
    """The words that playing a clause takes, some of them several times."""
    for part in parts_of(clause):
        if isinstance(part, Clause):
            yield from _of_head(part)
        elif isinstance(part, Action):
            yield from _of_action(part, vocabulary)
        elif isinstance(part, Receiver):
            yield from _of_receiver(part, vocabulary)
        elif isinstance(part, Match):
            yield from _of_match(part)
        else:
            yield from _simple(part)


def _of_head(clause: Clause) -> Iterator[Feature]:
    if not clause.items:
        if clause.trigger != NOTHING:
            yield Feature("facts", clause.trigger)
        return
    yield Feature("others" if clause.of else "triggers", clause.trigger)
    yield from (Feature("zones", zone) for zone in clause.source)
    yield from (Feature("places", zone) for zone in clause.zones)
    if clause.mode:
        yield Feature("modes", clause.mode)
    present = {"from": clause.source, "cause": clause.cause, "once": clause.once, ";": len(clause.items) > 1}
    yield from (Feature("grammar", word) for word, is_there in present.items() if is_there)


def _of_action(action: Action, vocabulary: Vocabulary) -> Iterator[Feature]:
    yield Feature("verbs", action.verb)
    if action.operand and vocabulary.verb[action.verb].operand != "value":
        yield Feature("operands", action.operand)
    for word in action.source:
        yield Feature("zones" if word in vocabulary.names["zones"] else "positions", word)
    yield from _of_references(action.target, action.whose)
    present = {
        "from": action.source,
        "to": action.to,
        "for": action.whose,
        "by": action.by,
        "until end": action.until_end,
        "instead": action.instead,
    }
    yield from (Feature("grammar", word) for word, is_there in present.items() if is_there)


def _of_receiver(receiver: Receiver, vocabulary: Vocabulary) -> Iterator[Feature]:
    if receiver.place:
        yield Feature("positions" if receiver.place in vocabulary.names["positions"] else "zones", receiver.place)
    yield from _of_references(receiver.target)


def _of_references(*targets: object) -> Iterator[Feature]:
    yield from (Feature("grammar", target) for target in targets if isinstance(target, str))


def _of_match(match: Match) -> Iterator[Feature]:
    yield Feature("keys", match.key)
    if match.op != "=":
        yield Feature("grammar", match.op)
    if match.joiner == "+":
        yield Feature("grammar", "each")


def _simple(part: object) -> Iterator[Feature]:
    """Of a part that is a word or two."""
    if isinstance(part, (Zones, From)):
        yield from (Feature("zones", zone) for zone in part.zones)
    elif isinstance(part, Flag):
        yield Feature("flags", part.name)
    elif isinstance(part, State):
        yield Feature("flags", part.flag)
    elif isinstance(part, Counter):
        yield Feature("counters", part.name)
    elif isinstance(part, Sum):
        yield Feature("keys", part.key)
    yield from (Feature("grammar", word) for word in _grammar(part))


def _grammar(part: object) -> Iterator[str]:
    if isinstance(part, Item):
        yield from (word for word, is_there in (("if", part.tests), ("or", len(part.chains) > 1)) if is_there)
    elif isinstance(part, Step):
        yield from (
            word for word, is_there in (("if", part.tests), (part.link, part.link), ("may", part.may)) if is_there
        )
    elif isinstance(part, (Presence, Open)):
        yield part.word
    elif isinstance(part, State):
        yield from ("is", part.who)
    elif isinstance(part, That):
        yield "that.key" if part.key else "that"
    elif isinstance(part, Flag) and part.negated:
        yield "!"
    elif isinstance(part, By):
        yield "by"
        yield from (feature.word for feature in _of_references(part.cause))
    elif word := _WORDS.get(type(part)):
        yield word


_WORDS: Mapping[type, str] = {
    Compare: "compare",
    Range: "range",
    Count: "count",
    Sum: "sum",
    Half: "half",
    Product: "*",
    Total: "+",
    From: "from",
}
