"""A game's table for a person playing by hand: zones, counters, and the choices left to the player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from games.engine.play.playtest.decisions import Decisions
from games.engine.texts.text import Text

Layout = Literal["hand", "row", "lanes", "stack"]
"""Cards in hand; side by side on the table; in lanes with a front and a back; on top of each other."""

Hidden = Literal["", "spectators", "everybody"]
"""Who does not see the faces of the cards."""

Face = Literal["", "down", "turned"]
"""How a card lies: upright, face down or sideways."""

LIBRARY = "library"
MAX_COUNTER = 999

GONE = "gone"
"""Where tokens are that left the table."""


def always(t: Any) -> bool:
    return True


@dataclass(frozen=True)
class BoardZone:
    """A part of the table. `places`: the goldfish's places whose cards lie there, with a label for each if they are
    shown apart; a card moved there by hand goes to the first. `is_transient`: cards are there only during an operation,
    and none is moved there by hand. `kinds`: of these only cards of such kinds.
    `covered`: places whose cards lie face down, so that only their player knows them. `slots`: how many fit, 0 for any
    number, and `rule` the paragraph that says so. `present`: on which tables."""

    slug: str
    label: Text
    places: tuple[str, ...]
    layout: Layout = "row"
    hidden: Hidden = ""
    kinds: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    slots: int = 0
    rule: str = ""
    labels: Mapping[str, Text] = field(default_factory=dict)
    present: Callable[[Any], bool] = always
    is_transient: bool = False

    def hides(self, place: str, *, spectator: bool) -> bool:
        """Whether the faces of the cards at one of its places are hidden from a spectator, or from the player."""
        return self.hidden == "everybody" or (spectator and (self.hidden == "spectators" or place in self.covered))


@dataclass(frozen=True)
class BoardCounter:
    """A number beside the cards: `index` is its place in `var`.

    `by_hand`: the place that a player's change is added to, where the number itself is counted again at every step.
    `low`, `high`: a player sets it to no less and no more.
    """

    slug: str
    label: Text
    index: int
    by_hand: int | None = None
    low: int = 0
    high: int = MAX_COUNTER


@dataclass(frozen=True)
class BoardToken:
    """Cards that are in no deck: as many lie at `place` as `var[index]` says."""

    slug: str
    label: Text
    place: str
    index: int


@dataclass(frozen=True)
class PlayerChoice:
    """A card that a rule takes from `source` to `target`, which the player chooses.

    `step`: the goldfish's function that chooses for its pilot and moves the card. `token`: one of these may be chosen
    instead, and leaves the table.
    """

    step: str
    source: str
    target: str
    label: Text
    rule: str
    token: str = ""


@dataclass(frozen=True)
class HandsPassed:
    """Players who act one after the other, with a hand each: the goldfish's function `step` moves all hands up by one.

    `places`: the hands in the order in which their players act. That it is another player's turn moves no card.
    """

    step: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class BoardVerb:
    """An action of the goldfish in words. `place`: where the card lies that it takes; "" where it takes none. `also`:
    other places where it may lie. `face`: how the card lies where it comes to."""

    slug: str
    label: Text
    rule: str
    place: str = "hand"
    face: Face = ""
    also: tuple[str, ...] = ()


def no_recount(t: Any) -> None:
    """A table on which nothing is derived from where the cards are."""


@dataclass(frozen=True)
class PlayerVerb(BoardVerb):
    """An action without a card that the goldfish's steps do by themselves for the pilot, but leave to a player.

    `do` does it where it `is_possible`, both on the goldfish's table.
    """

    do: Callable[[Any], None] = no_recount
    is_possible: Callable[[Any], bool] = always


@dataclass(frozen=True)
class Board:
    """The table of one game, as a person who plays it by hand sees it."""

    zones: tuple[BoardZone, ...]
    verbs: tuple[BoardVerb, ...]
    """Those of its goldfish, in the same order."""

    counters: tuple[BoardCounter, ...] = ()
    tokens: tuple[BoardToken, ...] = ()
    choices: tuple[PlayerChoice, ...] = ()
    advance: tuple[tuple[str, str], ...] = ()
    """From which place to which all cards move at the end of a turn, in this order."""

    passing: HandsPassed | None = None
    """How players with a hand each pass them on."""

    recount: Callable[[Any], None] = no_recount
    """Derives what the table counts from where the cards are, after a move by hand."""

    setup: tuple[str, ...] = ()
    """Verbs for the time between the mulligan and the first turn, which then begins when the player says so."""

    setup_rule: Text | None = None
    """What must be done during the setup, in a sentence."""

    unaided: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """Steps of the goldfish, by name, that leave the setup to the player."""

    own_verbs: tuple[PlayerVerb, ...] = ()
    """Actions of the player that no pilot takes."""

    decisions: Decisions | None = None
    """What lets the player decide where the effects of cards leave a choice; None where there are no effects."""

    attackers: Mapping[str, str] = field(default_factory=dict)
    """By place, the fact of a card type that lets its cards there attack at the end of a turn, if they lie upright."""

    refreshed: tuple[str, ...] = ()
    """Places whose cards turn upright as a turn begins."""

    @property
    def all_verbs(self) -> tuple[BoardVerb, ...]:
        return (*self.verbs, *self.own_verbs)

    def zone_of(self, place: str, kind: str) -> BoardZone | None:
        """Where a card of that kind lies that is at a place of the goldfish's table; None for no part of the table.

        A token, whose kind is "", lies where most kinds of cards do.
        """
        if (place, kind) not in self._zones_by_place:
            self._zones_by_place[place, kind] = self._find_zone(place, kind)
        return self._zones_by_place[place, kind]

    @cached_property
    def _zones_by_place(self) -> dict[tuple[str, str], BoardZone | None]:
        return {}

    def _find_zone(self, place: str, kind: str) -> BoardZone | None:
        fitting = (each for each in self.zones if not each.kinds or not kind or kind in each.kinds)
        zones = [each for each in fitting if place in each.places]
        if kind:
            return next(iter(zones), None)
        return max(zones, key=lambda each: len(each.kinds), default=None)


def library_zone() -> BoardZone:
    return BoardZone(LIBRARY, Text("Library", "牌庫", ja="山札"), (LIBRARY,), "stack", "everybody")


HAND = Text("Hand", "手牌", ja="手札")


def hand_zone(place: str = "hand", label: Text = HAND, present: Callable[[Any], bool] = always) -> BoardZone:
    return BoardZone(place, label, (place,), "hand", "spectators", present=present)
