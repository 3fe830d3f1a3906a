"""Odds with cards that draw and search: what is counted of a deck for a goal, or why it is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening
from games.engine.odds.chains import Chain, Find, SearchChain
from games.engine.odds.searches import Gain, Kind, Unforced, gains_of, resolve_searches, why_choice
from games.engine.odds.split import Signature, Split
from games.engine.texts.text import Text

Draws = Literal["none", "all", "free"]
"""Draws and searches of cards to count: none; all, which is refused if one is a choice; or those that are none."""

DRAWS: tuple[Draws, ...] = ("none", "all", "free")


class DrawsRefused(ValueError):
    """Draws and searches cannot be counted, because some `cards` are a choice, each for its reason.

    Without cards the goal has an upper bound: a player who may see too many cards may not want to draw.
    """

    def __init__(self, cards: Sequence[tuple[Card, Text]] = ()) -> None:
        super().__init__(tuple(cards))
        self.cards = tuple(cards)

    def __str__(self) -> str:
        if not self.cards:
            return "With an upper bound in the goal, playing a card that draws or searches is a choice."
        return "These cards are a choice: " + ", ".join(f"{card.name} ({why.en})" for card, why in self.cards)


class Drawing(NamedTuple):
    """The cards of a deck that draw or search."""

    free: tuple[Card, ...]
    """Cards that are played at once."""

    choices: tuple[tuple[Card, Text], ...]
    """Cards that a player may prefer not to play, and why."""

    searches: bool = False
    """Whether some of the free ones search, which is a choice for some goals."""


def gains_that_act(entries: Sequence[DeckLine], opening: Opening) -> Iterator[tuple[Card, Gain]]:
    """The cards that draw or search."""
    gains = zip(entries, gains_of(entries, opening), strict=True)
    return ((entry.card, gain) for entry, gain in gains if gain.acts)


def choices_to_draw(entries: Sequence[DeckLine], deck: Deck, opening: Opening) -> list[tuple[Card, Text]]:
    """The cards whose draws or searches are a choice for every goal, and why."""
    reasons = ((card, why_choice(gain, card, deck, opening)) for card, gain in gains_that_act(entries, opening))
    return [(card, why) for card, why in reasons if why is not None]


class Counting(NamedTuple):
    """The kind of each entry, with the draws and the searches that are counted; and the cards with searches that are a
    choice for this goal, each with its reason."""

    kinds: list[Kind]
    left_out: tuple[tuple[Card, Text], ...]


def counted_kinds(
    entries: Sequence[DeckLine],
    signatures: Sequence[Signature],
    deck_split: Split,
    deck: Deck,
    opening: Opening,
    draws: Draws,
) -> Counting:
    """What is counted of each entry. Raises DrawsRefused."""
    if draws == "none":
        return Counting([Kind(signature) for signature in signatures], ())
    choices = choices_to_draw(entries, deck, opening)
    if choices and draws == "all":
        raise DrawsRefused(choices)
    without = {card for card, _ in choices}
    gains = gains_of(entries, opening)
    left_out: tuple[tuple[Card, Text], ...] = ()
    while True:
        used = [Gain() if entry.card in without else gain for entry, gain in zip(entries, gains, strict=True)]
        kinds = _kinds(entries, signatures, used)
        bounded = deck_split.relax(max(deck_split.size - opening.life, 0))
        if bounded.has_upper_bounds or not any(kind.search for kind in kinds):
            return Counting(kinds, left_out)
        try:
            resolve_searches(kind_sizes(entries, kinds), bounded.clauses)
        except Unforced as error:
            if draws == "all":
                raise DrawsRefused(error.cards) from None
            left_out += error.cards
            without |= {card for card, _ in error.cards}
        else:
            return Counting(kinds, left_out)


def _kinds(entries: Sequence[DeckLine], signatures: Sequence[Signature], gains: Sequence[Gain]) -> list[Kind]:
    searches = [gain.search for gain in gains if gain.search]
    return [
        Kind(signature, gain.draws, gain.search, frozenset(each for each in searches if entry.card.key in each.fits))
        for entry, signature, gain in zip(entries, signatures, gains, strict=True)
    ]


def kind_sizes(entries: Sequence[DeckLine], kinds: Sequence[Kind]) -> Counter[Kind]:
    """The number of cards of each kind."""
    sizes: Counter[Kind] = Counter()
    for entry, kind in zip(entries, kinds, strict=True):
        sizes[kind] += entry.count
    return sizes


def chain(deck_split: Split, sizes: Mapping[Kind, int], opening: Opening, turns: Sequence[int]) -> Chain:
    """A deck for a goal, `sizes` being its cards by kind; `turns`: the regular draws of each turn. Raises
    DrawsRefused."""
    total = max(sum(sizes.values()), 0)
    cap = max(total - opening.life, 0)
    split_by_goal = deck_split.relax(cap)
    if split_by_goal.has_upper_bounds:
        raise DrawsRefused
    try:
        merged, clauses = resolve_searches(sizes, split_by_goal.clauses)
    except Unforced as error:
        raise DrawsRefused(error.cards) from None
    kinds = sorted(merged, key=lambda each: (each.draws, sorted(each.signature), str(each)))
    counts = tuple(merged[kind] for kind in kinds)
    plain = tuple((kind.signature, kind.draws) for kind in kinds)
    if not any(kind.search for kind in kinds):
        return Chain(plain, counts, clauses, cap)
    finds = tuple(
        Find(kind.search.number, tuple(at for at, each in enumerate(kinds) if kind.search in each.within))
        if kind.search
        else None
        for kind in kinds
    )
    return SearchChain(plain, counts, clauses, cap, finds=finds, later=tuple(turns[1:]))
