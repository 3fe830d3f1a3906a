"""The legal change of at most two cards that raises the chance of a goal most, exactly.

Cards that neither the goal nor the rules can tell apart are one class. The chance is counted once for every change of
classes the goal can tell, and from the best of these on real decks are judged, one for each change of classes the rules
can tell, until one is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice, product
from typing import NamedTuple

from games.engine.budget import spend
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Format, Game
from games.engine.model.lists import RestrictionList, in_force
from games.engine.model.opening import Seat
from games.engine.model.violations import Violation
from games.engine.odds.exact import chance, drawn_from
from games.engine.reading.goals import Goal, groups
from games.engine.reading.query import matches
from games.engine.reading.query import parse as parse_query
from games.engine.rules.changes import Slot, with_changes, worse
from games.engine.rules.legality import Verdict, fits, judge
from games.engine.rules.universal import ALWAYS
from games.engine.texts.writing import fold

MAX_COPIES_SWAPPED = 2
"""The most cards that are changed."""

MAX_CHOICES = 12
"""So many equally good choices are named for each side of a swap."""

JUDGING, COUNTING = 25, 60
"""The steps of the budget that one verdict, and one chance, take at least."""


Slots = tuple[Slot, ...]
Signature = tuple[str, tuple[bool, ...]]
"""A zone, and for which of the goal's conditions a card counts."""

Group = tuple[Signature, Hashable]
"""A signature, and what the rules see of a card: cards of one group are as good, and as legal, as each other."""

Kind = tuple[tuple[Group, ...], bool]
"""Which groups the cards of one side of a swap are of, and whether both are the same card."""


class Swap(NamedTuple):
    """Cards that go out, cards that come in, and the chance then."""

    out: Slots
    into: Slots
    chance: Fraction


class Refused(NamedTuple):
    """A swap that would be better still, and what speaks against it."""

    swap: Swap
    violation: Violation


class BestChange(NamedTuple):
    """The chance now, and the best swap; None where none helps.

    `outs` and `ins`: what may go out and come in instead with the same chance, in any combination, at most MAX_CHOICES
    of each, with those of the swap first. `refused`: the best of the better ones that are not legal.
    """

    now: Fraction
    best: Swap | None
    outs: tuple[Slots, ...] = ()
    ins: tuple[Slots, ...] = ()
    refused: Refused | None = None


@dataclass(frozen=True)
class Setting:
    """What is judged by and hoped for: `on`, `lists` as of `judge`, the rest as of `chance`."""

    game: Game
    format: Format
    goal: Goal
    on: date
    lists: tuple[RestrictionList, ...] = ()
    turn: int = 0
    seat: Seat = "first"
    mulligan: bool = False

    def judge(self, deck: Deck) -> Verdict:
        spend(JUDGING)
        return judge(deck, self.game, self.format, on=self.on, lists=self.lists)

    def chance(self, deck: Deck) -> Fraction:
        spend(COUNTING)
        opening = self.game.opening
        return chance(self.goal, deck, opening, turn=self.turn, seat=self.seat, mulligan=self.mulligan)


def best_swap(deck: Deck, candidates: Iterable[Card], setting: Setting) -> BestChange:
    """The best change of one or two cards among those that are drawn from. Raises TooLarge, Unreadable.

    A card comes in for every card that goes out; into a deck with room cards only come in. The changed deck is legal,
    or breaks no rule that the deck does not break, and none by more. `candidates`: the cards that may come in, in the
    order in which equally good ones are preferred; of cards that may go out the last ones of the list are preferred.
    Zones that begin with prescribed cards stay as they are.
    """
    drawn_from(deck, setting.game.opening)
    return _Search(deck, setting, tuple(candidates)).found()


@dataclass
class _Search:
    deck: Deck
    setting: Setting
    candidates: tuple[Card, ...]
    ways: dict[tuple[Kind, Kind], Violation | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game, held = self.setting.game, self.deck
        self.zones = [zone for zone in game.opening.zones if not game.zone(zone).prefill]
        self.verdict = self.setting.judge(held)
        self.now = self.setting.chance(held)
        self.copies = {Slot(zone, card): count for zone in self.zones for card, count, _ in held.entries(zone)}
        room = self._room()
        into = [Slot(zone, card) for zone in (room or self.zones) for card in self._open(zone)]
        self._look([*self.copies, *into])
        self.outs = {} if room else self._grouped(reversed(self.copies))
        self.ins = self._grouped(into)
        self.sizes = (
            range(1, min(MAX_COPIES_SWAPPED, sum(room.values())) + 1) if room else range(1, MAX_COPIES_SWAPPED + 1)
        )

    def _room(self) -> dict[str, int]:
        """How many cards each zone lacks that lacks any."""
        short = [each for each in self.verdict.violations if each.code == "zone.size" and each.severity == "incomplete"]
        return {each.zone: int((each.min or 0) - (each.have or 0)) for each in short if each.zone in self.zones}

    def _open(self, zone: str) -> list[Card]:
        """The candidates that a deck without any card in that zone would take: the others no change makes legal."""
        setting, bare = self.setting, replace(self.deck, zones={**self.deck.zones, zone: ()}, unknown=())
        found = fits(bare, setting.game, setting.format, zone, on=setting.on, lists=setting.lists)
        node = parse_query(found.query, setting.game, longest=len(found.query))
        return [card for card in self.candidates if found.open_to(card) and matches(node, card)]

    # What can be told apart ------------------------------------------------------------------------------------------

    def _look(self, slots: Sequence[Slot]) -> None:
        """Finds the group of every card."""
        setting, game = self.setting, self.setting.game
        cards = list(dict.fromkeys(slot.card for slot in slots))
        signatures = dict(zip(cards, groups(setting.goal, [DeckLine(card, 1) for card in cards]), strict=True))
        facts = game.facts(setting.on, in_force(setting.lists, game.slug, setting.format.slug, setting.on))
        rules = (*setting.format.constraints, *ALWAYS)
        judged = [rule for rule in rules if not all(code.startswith("advice.") for code in rule.codes)]
        looks = [rule.sees(self.deck, facts) if rule.sees else _key for rule in judged]
        names, by = Counter(fold(card.name) for card in cards), sorted({name for rule in judged for name in rule.by})
        seen = {
            card: (card.folded(by) if names[fold(card.name)] > 1 else (), *(look(card) for look in looks))
            for card in cards
        }
        self.group = {slot: ((slot.zone, signatures[slot.card]), seen[slot.card]) for slot in slots}

    def _grouped(self, slots: Iterable[Slot]) -> dict[Signature, dict[Group, list[Slot]]]:
        found: dict[Signature, dict[Group, list[Slot]]] = {}
        for slot in slots:
            group = self.group[slot]
            found.setdefault(group[0], {}).setdefault(group, []).append(slot)
        return found

    def _sides(
        self, by: dict[Signature, dict[Group, list[Slot]]], size: int, out: bool
    ) -> Iterator[tuple[tuple[Signature, ...], list[Kind]]]:
        """Which signatures so many cards can have, and of which kinds they then are."""
        for signatures in combinations_with_replacement(by, size):
            kinds: list[Kind]
            if len(signatures) == 2 and signatures[0] == signatures[1]:
                pairs = combinations_with_replacement(by[signatures[0]], 2)
                kinds = [(pair, same) for pair in pairs for same in ((False, True) if pair[0] == pair[1] else (False,))]
            else:
                kinds = [(each, False) for each in product(*(by[signature] for signature in signatures))]
            if there := [kind for kind in kinds if next(self._cards(by, kind, out), None) is not None]:
                yield signatures, there

    def _cards(self, by: dict[Signature, dict[Group, list[Slot]]], kind: Kind, out: bool) -> Iterator[Slots]:
        """The cards of a kind, in the order of preference."""
        parts, same = kind
        lists = [by[part[0]][part] for part in parts]
        if same:
            return ((slot, slot) for slot in lists[0] if not out or self.copies[slot] > 1)
        if len(parts) == 2 and parts[0] == parts[1]:
            return iter(combinations(lists[0], 2))
        return product(*lists)

    # The search -------------------------------------------------------------------------------------------------------

    def found(self) -> BestChange:
        refused: Refused | None = None
        for then, outs, ins in self._ranked():
            for one, other in product(outs, ins):
                spend(1)
                if (swap := self._pair(one, other, then)) is None:
                    continue
                violation = self._violation(one, other, swap)
                if violation is None:
                    better = refused if refused and refused.swap.chance > then else None
                    return BestChange(self.now, swap, *self._choices(swap, outs, ins, one), better)
                refused = refused or Refused(swap, violation)
        return BestChange(self.now, None, refused=refused)

    def _ranked(self) -> list[tuple[Fraction, list[Kind], list[Kind]]]:
        """Every change of signatures that helps, the best first; of equally good ones that of fewer cards."""
        chances: dict[Hashable, Fraction] = {}
        found: list[tuple[Fraction, list[Kind], list[Kind]]] = []
        nothing: tuple[tuple[Signature, ...], list[Kind]] = ((), [((), False)])
        for size in self.sizes:
            outs = list(self._sides(self.outs, size, True)) if self.outs else [nothing]
            ins = list(self._sides(self.ins, size, False))
            for (gone, out_kinds), (come, in_kinds) in product(outs, ins):
                less, more = Counter(gone) - Counter(come), Counter(come) - Counter(gone)
                net = frozenset(less.items()), frozenset(more.items())
                if net not in chances:
                    chances[net] = self._chance(less.elements(), more.elements())
                if chances[net] > self.now:
                    found.append((chances[net], out_kinds, in_kinds))
        return sorted(found, key=lambda each: -each[0])

    def _chance(self, less: Iterable[Signature], more: Iterable[Signature]) -> Fraction:
        out: list[Slot] = []
        for signature in less:
            slots = [slot for group in self.outs[signature].values() for slot in group]
            out.append(next(slot for slot in slots if out.count(slot) < self.copies[slot]))
        into = [next(iter(self.ins[signature].values()))[0] for signature in more]
        return self.setting.chance(with_changes(self.deck, out, into)) if out or into else self.now

    def _pair(self, one: Kind, other: Kind, then: Fraction) -> Swap | None:
        """The first cards of two kinds of which none goes out and comes in."""
        for into in self._cards(self.ins, other, False):
            for out in self._cards(self.outs, one, True):
                if not set(out) & set(into):
                    return Swap(out, into, then)
        return None

    def _violation(self, one: Kind, other: Kind, swap: Swap) -> Violation | None:
        """What speaks against a swap of these kinds: judged once for all that the rules cannot tell from it."""
        key = _ruled(one), _ruled(other)
        if key not in self.ways:
            after = self.setting.judge(with_changes(self.deck, swap.out, swap.into))
            self.ways[key] = worse(self.verdict, after)
        return self.ways[key]

    def _choices(
        self, swap: Swap, outs: list[Kind], ins: list[Kind], one: Kind
    ) -> tuple[tuple[Slots, ...], tuple[Slots, ...]]:
        """What may go out, and what may come in, instead, so that each choice goes with all of the other side."""

        def fits(out: Kind, into: Kind) -> bool:
            pair = self._pair(out, into, swap.chance)
            return pair is not None and self._violation(out, into, pair) is None

        come = [kind for kind in ins if fits(one, kind)]
        into = (each for kind in come for each in self._cards(self.ins, kind, False) if not set(each) & set(swap.out))
        chosen = list(dict.fromkeys((swap.into, *islice(into, MAX_CHOICES))))[:MAX_CHOICES]
        taken = {slot for each in chosen for slot in each}
        gone = [kind for kind in outs if all(fits(kind, each) for each in come)]
        out = (each for kind in gone for each in self._cards(self.outs, kind, True) if taken.isdisjoint(each))
        return tuple(dict.fromkeys((swap.out, *islice(out, MAX_CHOICES))))[:MAX_CHOICES], tuple(chosen)


def _key(card: Card) -> Hashable:
    return card.key


def _ruled(kind: Kind) -> Kind:
    """The kind without what only the goal can tell."""
    parts = tuple(((signature[0], ()), seen) for signature, seen in kind[0])
    return parts, kind[1]
