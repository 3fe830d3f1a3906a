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
from games.engine.reading.search.query import matches, parse
from games.engine.rules.changes import Slot, with_changes, worse
from games.engine.rules.legality import Verdict, fits, judge
from games.engine.rules.universal import ALWAYS
from games.engine.texts.writing import fold

MAX_COPIES_SWAPPED = 2
"""The most cards that are changed."""

MAX_CHOICES = 12
"""How many equally good choices are named for each side of a swap."""

JUDGING, COUNTING = 25, 60
"""The steps of the budget that one verdict, and one chance, take at least."""


Slots = tuple[Slot, ...]
Signature = tuple[str, tuple[bool, ...]]
"""A zone, and whether a card counts for each of the goal's conditions."""

Group = tuple[Signature, Hashable]
"""A signature, and the values the rules judge a card by: cards of one group are equally good and equally legal."""

Kind = tuple[tuple[Group, ...], bool]
"""Which groups the cards of one side of a swap are of, and whether both are the same card."""


class Swap(NamedTuple):
    """The cards to remove, the cards to add, and the chance then."""

    out: Slots
    into: Slots
    chance: Fraction


class Refused(NamedTuple):
    """A better swap, and the rule it would break."""

    swap: Swap
    violation: Violation


class BestChange(NamedTuple):
    """The chance now, and the best swap, or None if none helps.

    `outs` and `ins`: what may go out and come in instead with the same chance, in any combination, at most MAX_CHOICES
    of each, with those of the swap first. `refused`: the best of the better ones that are not legal.
    """

    now: Fraction
    best: Swap | None
    outs: tuple[Slots, ...] = ()
    ins: tuple[Slots, ...] = ()
    refused: Refused | None = None


class Replacement(NamedTuple):
    """What bringing in one copy of a card would do: the legal swap that is best with it, whether it helps or not.

    `swap` is None where none is legal, and `refused` then says what speaks against the best; or where the card goes to
    no zone that is drawn from.
    """

    card: Card
    swap: Swap | None
    refused: Violation | None = None


@dataclass(frozen=True)
class Setting:
    """The rules and the goal: `on`, `lists` as of `judge`, the rest as of `chance`."""

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
    return _Search(deck, setting, tuple(candidates)).best()


def replacements(deck: Deck, candidates: Iterable[Card], setting: Setting) -> Iterator[Replacement]:
    """For each card the best swap of one copy of it for one card of the deck; into a deck with room it comes alone.

    Legal as in `best_swap`. Raises TooLarge, Unreadable; what came before TooLarge stands.
    """
    drawn_from(deck, setting.game.opening)
    search = _Search(deck, setting, tuple(candidates), lawful=False)
    return map(search.replacement, search.candidates)


@dataclass
class _Search:
    """`lawful`: candidates that no change makes legal are left out."""

    deck: Deck
    setting: Setting
    candidates: tuple[Card, ...]
    lawful: bool = True
    ways: dict[tuple[Kind, Kind], Violation | None] = field(default_factory=dict)
    chances: dict[Hashable, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game, deck = self.setting.game, self.deck
        self.zones = [zone for zone in game.opening.zones if not game.zone(zone).prefill]
        self.verdict = self.setting.judge(deck)
        self.now = self.setting.chance(deck)
        self.copies = {Slot(zone, card): count for zone in self.zones for card, count, _ in deck.entries(zone)}
        room = self._room()
        into = [Slot(zone, card) for zone in (room or self.zones) for card in self._candidates(zone)]
        self._look([*self.copies, *into])
        self.outs = {} if room else self._by_group(reversed(self.copies))
        self.ins = self._by_group(into)
        self.entering = {slot.card: slot for slot in reversed(into)}
        self.sizes = (
            range(1, min(MAX_COPIES_SWAPPED, sum(room.values())) + 1) if room else range(1, MAX_COPIES_SWAPPED + 1)
        )

    def _room(self) -> dict[str, int]:
        """How many cards each zone lacks that lacks any."""
        short = [each for each in self.verdict.violations if each.code == "zone.size" and each.severity == "incomplete"]
        return {each.zone: int((each.min or 0) - (each.have or 0)) for each in short if each.zone in self.zones}

    def _candidates(self, zone: str) -> list[Card]:
        """The candidates that go into a zone and, if `lawful`, that a deck without any card there would take: the
        others no change makes legal."""
        if not self.lawful:
            return [card for card in self.candidates if self.setting.game.zone(zone).takes(card)]
        setting, bare = self.setting, replace(self.deck, zones={**self.deck.zones, zone: ()}, unknown=())
        admission = fits(bare, setting.game, setting.format, zone, on=setting.on, lists=setting.lists)
        node = parse(admission.query, setting.game, longest=len(admission.query))
        return [card for card in self.candidates if admission.open_to(card) and matches(node, card)]

    # What can be told apart ------------------------------------------------------------------------------------------

    def _look(self, slots: Sequence[Slot]) -> None:
        """Finds the group of every card."""
        setting, game = self.setting, self.setting.game
        cards = list(dict.fromkeys(slot.card for slot in slots))
        signatures = dict(zip(cards, groups(setting.goal, [DeckLine(card, 1) for card in cards]), strict=True))
        facts = game.facts(setting.on, in_force(setting.lists, game.slug, setting.format.slug, setting.on))
        rules = (*setting.format.constraints, *ALWAYS)
        enforced = [rule for rule in rules if not all(code.startswith("advice.") for code in rule.codes)]
        looks = [rule.sees(self.deck, facts) if rule.sees else _key for rule in enforced]
        names = Counter(fold(card.name) for card in cards)
        by = tuple(sorted({name for rule in enforced for name in rule.by}))
        views = {
            card: (card.folded_values(by) if names[fold(card.name)] > 1 else (), *(look(card) for look in looks))
            for card in cards
        }
        self.group = {slot: ((slot.zone, signatures[slot.card]), views[slot.card]) for slot in slots}

    def _by_group(self, slots: Iterable[Slot]) -> dict[Signature, dict[Group, list[Slot]]]:
        slots_by_group: dict[Signature, dict[Group, list[Slot]]] = {}
        for slot in slots:
            group = self.group[slot]
            slots_by_group.setdefault(group[0], {}).setdefault(group, []).append(slot)
        return slots_by_group

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

    def best(self) -> BestChange:
        refused: Refused | None = None
        for then, outs, ins in self._by_chance():
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

    def _by_chance(self) -> list[tuple[Fraction, list[Kind], list[Kind]]]:
        """Every change of signatures that helps, the best first; of equally good ones that of fewer cards."""
        changes: list[tuple[Fraction, list[Kind], list[Kind]]] = []
        nothing: tuple[tuple[Signature, ...], list[Kind]] = ((), [((), False)])
        for size in self.sizes:
            outs = list(self._sides(self.outs, size, True)) if self.outs else [nothing]
            ins = list(self._sides(self.ins, size, False))
            for (removed, out_kinds), (added, in_kinds) in product(outs, ins):
                if (then := self._then(removed, added)) > self.now:
                    changes.append((then, out_kinds, in_kinds))
        return sorted(changes, key=lambda each: -each[0])

    def _then(self, removed: Iterable[Signature], added: Iterable[Signature]) -> Fraction:
        """The chance without and with cards of these signatures."""
        less, more = Counter(removed), Counter(added)
        less, more = less - more, more - less
        net = frozenset(less.items()), frozenset(more.items())
        if net not in self.chances:
            self.chances[net] = self._chance(less.elements(), more.elements())
        return self.chances[net]

    def _chance(self, less: Iterable[Signature], more: Iterable[Signature]) -> Fraction:
        out: list[Slot] = []
        for signature in less:
            slots = [slot for group in self.outs[signature].values() for slot in group]
            out.append(next(slot for slot in slots if out.count(slot) < self.copies[slot]))
        into = [next(iter(self.ins[signature].values()))[0] for signature in more]
        return self.setting.chance(with_changes(self.deck, out, into)) if out or into else self.now

    def _pair(self, one: Kind, other: Kind, then: Fraction) -> Swap | None:
        """The first cards of two kinds without a card in common."""
        for into in self._cards(self.ins, other, False):
            for out in self._cards(self.outs, one, True):
                if not set(out) & set(into):
                    return Swap(out, into, then)
        return None

    def _violation(self, one: Kind, other: Kind, swap: Swap) -> Violation | None:
        """The rule that a swap of these kinds would break: judged once for all swaps that are alike to the rules."""
        key = _rules_kind(one), _rules_kind(other)
        if key not in self.ways:
            after = self.setting.judge(with_changes(self.deck, swap.out, swap.into))
            self.ways[key] = worse(self.verdict, after)
        return self.ways[key]

    # One card ---------------------------------------------------------------------------------------------------------

    def replacement(self, card: Card) -> Replacement:
        refused: Violation | None = None
        for swap, kinds in self._swaps_with(card):
            spend(1)
            violation = self._violation(*kinds, swap)
            if violation is None:
                return Replacement(card, swap)
            refused = refused or violation
        return Replacement(card, None, refused)

    def _swaps_with(self, card: Card) -> Iterator[tuple[Swap, tuple[Kind, Kind]]]:
        """The swaps that bring a card in, one for each group of cards that may go out for it, the best first."""
        if (into := self.entering.get(card)) is None:
            return
        group = self.group[into]
        other: Kind = ((group,), False)
        if not self.outs:
            yield Swap((), (into,), self._then((), (group[0],))), (((), False), other)
        ranked = [(self._then((signature,), (group[0],)), groups) for signature, groups in self.outs.items()]
        for then, by_group in sorted(ranked, key=lambda each: -each[0]):
            for one, slots in by_group.items():
                if out := next((slot for slot in slots if slot != into), None):
                    yield Swap((out,), (into,), then), (((one,), False), other)

    def _choices(
        self, swap: Swap, outs: list[Kind], ins: list[Kind], one: Kind
    ) -> tuple[tuple[Slots, ...], tuple[Slots, ...]]:
        """What may go out, and what may come in, instead, so that each choice goes with all of the other side."""

        def fits(out: Kind, into: Kind) -> bool:
            pair = self._pair(out, into, swap.chance)
            return pair is not None and self._violation(out, into, pair) is None

        compatible_in = [kind for kind in ins if fits(one, kind)]
        into = (
            each
            for kind in compatible_in
            for each in self._cards(self.ins, kind, False)
            if not set(each) & set(swap.out)
        )
        choices_in = list(dict.fromkeys((swap.into, *islice(into, MAX_CHOICES))))[:MAX_CHOICES]
        slots = {slot for each in choices_in for slot in each}
        compatible_out = [kind for kind in outs if all(fits(kind, each) for each in compatible_in)]
        out = (each for kind in compatible_out for each in self._cards(self.outs, kind, True) if slots.isdisjoint(each))
        return tuple(dict.fromkeys((swap.out, *islice(out, MAX_CHOICES))))[:MAX_CHOICES], tuple(choices_in)


def _key(card: Card) -> Hashable:
    return card.key


def _rules_kind(kind: Kind) -> Kind:
    """The kind without what only the goal can tell."""
    parts = tuple(((signature[0], ()), view) for signature, view in kind[0])
    return parts, kind[1]
