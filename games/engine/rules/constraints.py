"""The kinds of rule that decks of cards are built by, each a small function that yields what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from math import ceil

from games.engine.model.cards import COMMON_NAMES, Card, Value
from games.engine.model.decks import Deck, Held
from games.engine.model.game import Admission, Constraint, Facts, Meter, Sees, Zone
from games.engine.model.violations import Culprit, DeckChange, Repair, Violation
from games.engine.reading.query import quote
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

COPIES = Text("Cards", "卡牌", ja="カード")


def culprit(held: Held, limit: int | None = None) -> Culprit:
    card = held.card
    return Culprit(card.name, card.codes[0] if card.codes else "", card.key, held.count, limit)


def by_key(held: Held) -> str:
    return held.card.key


def term(field: str, value: object) -> str:
    """One condition of the search language."""
    return f"{field}:{quote(str(value))}"


def removal(zone: str, cards: Iterable[Held]) -> Repair:
    """Take every copy of these cards out."""
    return Repair(tuple(DeckChange("set", zone, held.card.key, 0) for held in cards))


def missing(zone: str, cards: Iterable[Held], attribute: str) -> Iterator[Violation]:
    """One finding for all cards of which the catalog does not say a number or a word that a rule needs."""
    if lacking := without(cards, attribute):
        lacking.sort(key=by_key)
        culprits = tuple(culprit(held) for held in lacking)
        params, repair = {"field": attribute}, removal(zone, lacking)
        yield Violation("card.data-missing", "incomplete", zone, culprits, params=params, repair=repair)


def without(cards: Iterable[Held], attribute: str) -> list[Held]:
    """The cards of which the catalog does not say it."""
    if attribute in COMMON_NAMES:
        return [held for held in cards if not held.card.get(attribute)]
    return [held for held in cards if attribute not in held.card.values]


def sees(look: Callable[[Card], Hashable]) -> Sees:
    """`Constraint.sees` of a rule that asks the same of a card whatever the deck."""
    return lambda deck, facts: look


def folded(attribute: str) -> Callable[[Card], Hashable]:
    """An attribute as rules compare it, "" where it is not given."""
    return lambda card: fold(str(card.get(attribute) or ""))


def values_of(cards: Iterable[Held], attribute: str) -> set[Value]:
    """The different values the cards have of an attribute, None for those that have none."""
    if attribute in COMMON_NAMES:
        return {held.card.get(attribute) or None for held in cards}
    return {held.card.values.get(attribute) for held in cards}


def size(zone: str, low: int, high: int, rule: str, label: Text = COPIES) -> Constraint:
    """A zone holds from `low` to `high` cards."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        have = deck.size(zone)
        if have < low:
            yield Violation("zone.size", "incomplete", zone, (), have, low, high, Repair(want=low - have))
        elif have > high:
            trim = Repair((DeckChange("trim", zone, count=have - high),))
            yield Violation("zone.size", "illegal", zone, (), have, low, high, trim)

    return Constraint(
        check,
        ("zone.size",),
        rule,
        meter=lambda deck: Meter(label, deck.size(zone), low, high),
        sees=sees(lambda card: None),
    )


def kinds(zones: tuple[Zone, ...], rule: str) -> Constraint:
    """Every zone takes its own kinds of card, a card bound to a zone goes there alone, and there are no other zones."""
    takes = {zone.slug: frozenset(zone.kinds) for zone in zones}

    def home(card: Card) -> str:
        """Where the card may be instead, "" for nowhere."""
        places = (zone.slug for zone in zones if card.kind in zone.kinds and card.zone in ("", zone.slug))
        return next(places, "")

    def misplaced(deck: Deck, zone: str, held: Held) -> Violation:
        card, goes = held.card, home(held.card)
        changes = [DeckChange("set", zone, card.key, 0)]
        if goes:
            there = sum(other.count for other in deck.held(goes) if other.card.key == card.key)
            changes.append(DeckChange("set", goes, card.key, there + held.count))
        params = {"kind": card.kind, "home": goes}
        return Violation("zone.kind", "illegal", zone, (culprit(held),), params=params, repair=Repair(tuple(changes)))

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for zone in deck.zones:
            if zone in facts.unjudged:
                continue
            own = takes.get(zone, ())
            for held in deck.held(zone):
                card = held.card
                if card.kind not in own or (card.zone and card.zone != zone):
                    yield misplaced(deck, zone, held)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        own = " or ".join(term("kind", kind) for kind in sorted(takes[into]))
        return Admission(f"({own}) (-zone:* or zone={quote(into)})")

    return Constraint(check, ("zone.kind",), rule, admits=admits, sees=sees(lambda card: (card.kind, card.zone)))


def copies(
    zone: str, limit: int | Callable[[Card], int | None], rule: str, by: tuple[str, ...] = ("name",)
) -> Constraint:
    """At most `limit` copies (None: any number) of cards alike in `by`, whatever else they differ in.

    Where the cards that are alike have different limits, the lowest holds.
    """

    def groups(deck: Deck) -> Mapping[tuple[str, ...], Sequence[Held]]:
        found: dict[tuple[str, ...], list[Held]] = {}
        for held in deck.held(zone):
            found.setdefault(held.card.folded(by), []).append(held)
        return found

    def have(group: Sequence[Held]) -> int:
        return group[0].count if len(group) == 1 else sum(held.count for held in group)

    def most(group: Sequence[Held]) -> int | None:
        limits = [limit(held.card) if callable(limit) else limit for held in group]
        return min((each for each in limits if each is not None), default=None)

    def room(group: Sequence[Held], card: Card | None = None) -> bool:
        """Whether there may be one more of these; `card`: which."""
        allowed = most([*group, Held(card, 1)] if card else group)
        return allowed is None or have(group) < allowed

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for group in groups(deck).values():
            allowed, count = most(group), have(group)
            if allowed is not None and count > max(allowed, 1):
                culprits = tuple(culprit(held, allowed) for held in sorted(group, key=by_key))
                repair = _fewer(zone, group, count - allowed)
                yield Violation("copies", "illegal", zone, culprits, count, None, allowed, repair)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        here = groups(deck) if into == zone else {}
        full = frozenset(fold(group[0].card.name) for group in here.values() if not room(group))
        if by == ("name",) and not callable(limit):
            return Admission(names=full)
        names = frozenset(fold(group[0].card.name) for group in here.values()) if callable(limit) else full
        return Admission(among=((names, lambda card: room(here.get(card.folded(by), ()), card)),))

    def looks(deck: Deck, facts: Facts) -> Callable[[Card], Hashable]:
        counts = {key: have(group) for key, group in groups(deck).items()}
        return lambda card: (counts.get(card.folded(by), 0), limit(card) if callable(limit) else limit)

    return Constraint(check, ("copies",), rule, admits=admits, sees=looks, by=by)


def given(zone: str, attribute: str, rule: str) -> Constraint:
    """The catalog says this of every card, because another rule compares it."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        yield from missing(zone, deck.held(zone), attribute)

    lacks = sees(lambda card: bool(without([Held(card, 1)], attribute)))
    return Constraint(check, ("card.data-missing",), rule, needs=(attribute,), sees=lacks)


def total(code: str, zone: str, attribute: str, *, kind: str, limit: int, rule: str, label: Text) -> Constraint:
    """A number on all cards of a kind adds up to at most `limit`, every copy counted."""

    def counted(deck: Deck) -> list[tuple[int | float, Held]]:
        numbers = ((held.card.number(attribute), held) for held in deck.held(zone) if held.card.kind == kind)
        return [(number, held) for number, held in numbers if number is not None]

    def have(deck: Deck) -> int | float:
        return sum(number * held.count for number, held in counted(deck))

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        yield from missing(zone, [held for held in deck.held(zone) if held.card.kind == kind], attribute)
        over = have(deck) - limit
        if over <= 0:
            return
        found = sorted((pair for pair in counted(deck) if pair[0] > 0), key=lambda pair: (-pair[0], pair[1].card.key))
        culprits = tuple(culprit(held) for _, held in found)
        yield Violation(code, "illegal", zone, culprits, limit + over, None, limit, _lighter(zone, found, over))

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        left = limit - have(deck)
        return Admission(f"-{term('kind', kind)} or {attribute}<={max(left, 0)}") if into == zone else Admission()

    def meter(deck: Deck) -> Meter:
        return Meter(label, have(deck), None, limit)

    def look(card: Card) -> Hashable:
        return card.kind == kind and (attribute in card.values, card.number(attribute))

    return Constraint(check, (code, "card.data-missing"), rule, meter, admits, needs=(attribute,), sees=sees(look))


def uniform(code: str, zone: str, attribute: str, rule: str) -> Constraint:
    """All cards share one value of an attribute."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        cards = deck.held(zone)
        if len(values_of(cards, attribute)) > 1:
            counts = tally(cards, attribute)
            if len(counts) > 1:
                yield mixed(deck, counts)
        yield from missing(zone, cards, attribute)

    def mixed(deck: Deck, counts: Mapping[str, int]) -> Violation:
        values = tuple(sorted(counts, key=lambda value: (-counts[value], value)))
        others = [
            held
            for held in sorted(deck.held(zone), key=by_key)
            if (own := held.card.get(attribute)) and fold(str(own)) != fold(values[0])
        ]
        params: dict[str, str | int | float | tuple[str, ...]] = {
            "field": attribute,
            "values": values,
            "value": values[0],
        }
        culprits = tuple(culprit(held, 0) for held in others)
        return Violation(code, "illegal", zone, culprits, len(values), None, 1, removal(zone, others), params)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        value = likeliest(deck.held(zone), attribute) if into == zone else ""
        return Admission(term(attribute, value)) if value else Admission()

    def look(card: Card) -> Hashable:
        return bool(without([Held(card, 1)], attribute)), folded(attribute)(card)

    return Constraint(check, (code, "card.data-missing"), rule, admits=admits, needs=(attribute,), sees=sees(look))


def tally(cards: Iterable[Held], attribute: str) -> Mapping[str, int]:
    """How many copies have each value of an attribute, where it is given. Ways of writing one value count together."""
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for held in cards:
        if value := str(held.card.get(attribute) or ""):
            counts[fold(value)] += held.count
            written[fold(value)] = min(value, written.get(fold(value), value))
    return {written[key]: count for key, count in counts.items()}


def likeliest(cards: Iterable[Held], attribute: str, but: Iterable[str] = ()) -> str:
    """The value most copies have, those in `but` left aside: what the player probably means. "" where there is none."""
    aside = frozenset(map(fold, but))
    counts = {value: count for value, count in tally(cards, attribute).items() if fold(value) not in aside}
    return min(counts, key=lambda value: (-counts[value], value), default="")


def _fewer(zone: str, group: Sequence[Held], over: int) -> Repair:
    """Take `over` copies out of a group, from the cards with the most copies first."""
    changes = []
    for held in sorted(group, key=lambda held: (-held.count, held.card.key)):
        gone = min(over, held.count)
        if gone:
            changes.append(DeckChange("set", zone, held.card.key, held.count - gone))
        over -= gone
    return Repair(tuple(changes))


def _lighter(zone: str, found: list[tuple[int | float, Held]], over: int | float) -> Repair:
    """Bring a sum down by `over` with the fewest cards. `found`: number and card, the heaviest first.

    The heaviest go, and the last to go is the lightest that is enough.
    """
    gone: Counter[str] = Counter()
    for number, held in found:
        taken = min(held.count, ceil(over / number) - 1)
        gone[held.card.key] += taken
        over -= taken * number
        if taken < held.count:  # one more of these would do, and so may a lighter one
            break
    enough = [held.card.key for number, held in found if number >= over and held.count > gone[held.card.key]]
    if enough:
        gone[enough[-1]] += 1
    return Repair(
        tuple(
            DeckChange("set", zone, held.card.key, held.count - gone[held.card.key])
            for _, held in found
            if gone[held.card.key]
        )
    )
