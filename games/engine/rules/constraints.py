"""The kinds of deck construction rules: small functions that yield violations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from math import ceil, inf

from games.engine.model.cards import COMMON_NAMES, Card, Value
from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Admission, Constraint, Facts, Meter, Sees, Selection, Zone
from games.engine.model.violations import Culprit, DeckChange, Repair, Severity, Violation
from games.engine.reading.catalogs.files import value_text
from games.engine.reading.search.query import quote
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

COPIES = Text("Cards", "卡片", "卡牌", ja="カード")


def culprit(entry: DeckEntry, limit: int | None = None) -> Culprit:
    card = entry.card
    return Culprit(card.name, card.codes[0] if card.codes else "", card.key, entry.count, limit)


def by_key(entry: DeckEntry) -> str:
    return entry.card.key


def term(field: str, value: object) -> str:
    """One condition of the search language."""
    return f"{field}:{quote(str(value))}"


def removal(zone: str, cards: Iterable[DeckEntry]) -> Repair:
    """Take every copy of these cards out."""
    return Repair(tuple(DeckChange("set", zone, entry.card.key, 0) for entry in cards))


DATA_CODES = ("card.data-missing", "card.data-disputed")
"""The codes of `unclear`."""


def unclear(zone: str, cards: Iterable[DeckEntry], attribute: str) -> Iterator[Violation]:
    """One violation for all cards that lack an attribute which a rule needs, and one for each whose printings disagree
    about it."""
    if not (unusable := without(cards, attribute)):
        return
    unusable.sort(key=by_key)
    if lacking := [entry for entry in unusable if attribute not in entry.card.disputed]:
        culprits = tuple(culprit(entry) for entry in lacking)
        params, repair = {"field": attribute}, removal(zone, lacking)
        yield Violation("card.data-missing", "incomplete", zone, culprits, params=params, repair=repair)
    yield from (dispute(zone, entry, attribute) for entry in unusable if attribute in entry.card.disputed)


def dispute(zone: str, entry: DeckEntry, attribute: str, severity: Severity = "incomplete") -> Violation:
    """The violation for a card whose printings disagree about an attribute. Of its params, each of `values` is that of
    the printing at the same place in `printings`."""
    said = [(value_text(value), code) for value, codes in entry.card.disputed[attribute] for code in codes]
    params: dict[str, str | int | float | tuple[str, ...]] = {
        "field": attribute,
        "values": tuple(value for value, _ in said),
        "printings": tuple(code for _, code in said),
    }
    repair = removal(zone, [entry])
    return Violation("card.data-disputed", severity, zone, (culprit(entry),), params=params, repair=repair)


def without(cards: Iterable[DeckEntry], attribute: str) -> list[DeckEntry]:
    """The cards for which the catalog does not give the attribute, or its printings disagree about it."""
    if attribute in COMMON_NAMES:
        return [entry for entry in cards if not entry.card.get(attribute)]
    return [entry for entry in cards if attribute not in entry.card.values]


def sees(look: Callable[[Card], Hashable]) -> Sees:
    """`Constraint.sees` of a rule that judges a card alike in every deck."""
    return lambda deck, facts: look


def folded_value(attribute: str) -> Callable[[Card], Hashable]:
    """An attribute as rules compare it, "" where it is not given; None where printings disagree about it."""
    return lambda card: None if attribute in card.disputed else fold(str(card.get(attribute) or ""))


def lack(card: Card, attribute: str) -> str:
    """The code of `unclear` for a card, "" where its value is clear."""
    if not without([DeckEntry(card, 1)], attribute):
        return ""
    return "card.data-disputed" if attribute in card.disputed else "card.data-missing"


def values_of(cards: Iterable[DeckEntry], attribute: str) -> set[Value]:
    """The different values the cards have of an attribute, None for those that have none."""
    if attribute in COMMON_NAMES:
        return {entry.card.get(attribute) or None for entry in cards}
    return {entry.card.values.get(attribute) for entry in cards}


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
        slugs = (zone.slug for zone in zones if card.kind in zone.kinds and card.zone in ("", zone.slug))
        return next(slugs, "")

    def misplacement(deck: Deck, zone: str, entry: DeckEntry) -> Violation:
        card, target = entry.card, home(entry.card)
        changes = [DeckChange("set", zone, card.key, 0)]
        if target:
            present = sum(other.count for other in deck.entries(target) if other.card.key == card.key)
            changes.append(DeckChange("set", target, card.key, present + entry.count))
        params = {"kind": card.kind, "home": target}
        return Violation("zone.kind", "illegal", zone, (culprit(entry),), params=params, repair=Repair(tuple(changes)))

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for zone in deck.zones:
            if zone in facts.unjudged:
                continue
            own = takes.get(zone, ())
            for entry in deck.entries(zone):
                card = entry.card
                if (card.kind not in own or (card.zone and card.zone != zone)) and not is_doubtful(card, zone):
                    yield misplacement(deck, zone, entry)
            if deck.has_disputes:
                yield from (
                    dispute(zone, entry, "zone") for entry in deck.entries(zone) if is_doubtful(entry.card, zone)
                )

    def is_doubtful(card: Card, zone: str) -> bool:
        """Whether it may stand there by some of its printings and not by others."""
        fitting = {each.zone in ("", zone) for each in card.readings("zone")}
        return len(fitting) > 1 and card.kind in takes.get(zone, ())

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        own = " or ".join(term("kind", kind) for kind in sorted(takes[into]))
        return Admission(f"({own}) (-zone:* or zone={quote(into)})")

    def look(card: Card) -> Hashable:
        return card.kind, *(each.zone for each in card.readings("zone"))

    codes = ("zone.kind", "card.data-disputed")
    return Constraint(check, codes, rule, admits=admits, reads=("zone",), sees=sees(look))


def copies(
    zone: str,
    limit: int | Callable[[Card], int | None],
    rule: str,
    by: tuple[str, ...] = ("name",),
    reads: str = "",
) -> Constraint:
    """At most `limit` copies (1 or more; None: any number) of cards that agree in `by`.

    Where the cards that are alike have different limits, the lowest holds. `reads`: the column that the limit depends
    on; if printings disagree about it, copies that only some of them allow make a finding about the data.
    """

    def groups(deck: Deck) -> Mapping[tuple[str, ...], Sequence[DeckEntry]]:
        entries_by_key: dict[tuple[str, ...], list[DeckEntry]] = {}
        for entry in deck.entries(zone):
            entries_by_key.setdefault(entry.card.folded_values(by), []).append(entry)
        return entries_by_key

    def have(group: Sequence[DeckEntry]) -> int:
        return group[0].count if len(group) == 1 else sum(entry.count for entry in group)

    def most(group: Sequence[DeckEntry]) -> int | None:
        """The lowest limit of the group's cards; of each, the highest that a printing gives it."""
        if not callable(limit):
            return limit
        limits = [max(map(limit, entry.card.readings(reads)), key=_height) for entry in group]
        return min((each for each in limits if each is not None), default=None)

    def is_doubtful(card: Card, count: int) -> bool:
        """Whether there may be so many by some of its printings and not by others."""
        return callable(limit) and len({count > _height(limit(each)) for each in card.readings(reads)}) > 1

    def room(group: Sequence[DeckEntry], card: Card | None = None) -> bool:
        """Whether there may be one more of these; `card`: which."""
        allowed = most([*group, DeckEntry(card, 1)] if card else group)
        return allowed is None or have(group) < allowed

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        for group in groups(deck).values():
            if len(group) == 1 and group[0].count == 1:
                continue
            count, allowed = have(group), most(group)
            if allowed is not None and count > allowed:
                culprits = tuple(culprit(entry, allowed) for entry in sorted(group, key=by_key))
                repair = _fewer(zone, group, count - allowed)
                yield Violation("copies", "illegal", zone, culprits, count, None, allowed, repair)
            elif deck.has_disputes:
                yield from (dispute(zone, entry, reads) for entry in group if is_doubtful(entry.card, count))

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        entries_by_key = groups(deck) if into == zone else {}
        may_be_full = [group for group in entries_by_key.values() if callable(limit) or not room(group)]
        names = frozenset(fold(group[0].card.name) for group in may_be_full)

        def is_full(card: Card) -> bool:
            return not room(entries_by_key.get(card.folded_values(by), ()), card)

        return Admission(without=(Selection(names, which=is_full),))

    def looks(deck: Deck, facts: Facts) -> Callable[[Card], Hashable]:
        counts = {key: have(group) for key, group in groups(deck).items()}
        return lambda card: (
            counts.get(card.folded_values(by), 0),
            tuple(map(limit, card.readings(reads))) if callable(limit) else limit,
        )

    codes, columns = (("copies", "card.data-disputed"), (reads,)) if reads else (("copies",), ())
    return Constraint(check, codes, rule, admits=admits, reads=columns, sees=looks, by=by)


def _height(limit: int | None) -> float:
    return inf if limit is None else limit


def require_attribute(zone: str, attribute: str, rule: str) -> Constraint:
    """The catalog gives this attribute of every card, because another rule compares it."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        yield from unclear(zone, deck.entries(zone), attribute)

    return Constraint(check, DATA_CODES, rule, needs=(attribute,), sees=sees(lambda card: lack(card, attribute)))


def total(code: str, zone: str, attribute: str, *, kind: str, limit: int, rule: str, label: Text) -> Constraint:
    """A number on all cards of a kind adds up to at most `limit`, every copy counted."""

    def summands_of(deck: Deck) -> list[tuple[int | float, DeckEntry]]:
        numbers = ((entry.card.number(attribute), entry) for entry in deck.entries(zone) if entry.card.kind == kind)
        return [(number, entry) for number, entry in numbers if number is not None]

    def have(deck: Deck) -> int | float:
        return sum(number * entry.count for number, entry in summands_of(deck))

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        yield from unclear(zone, [entry for entry in deck.entries(zone) if entry.card.kind == kind], attribute)
        over = have(deck) - limit
        if over <= 0:
            return
        summands = sorted(
            (pair for pair in summands_of(deck) if pair[0] > 0), key=lambda pair: (-pair[0], pair[1].card.key)
        )
        culprits = tuple(culprit(entry) for _, entry in summands)
        yield Violation(code, "illegal", zone, culprits, limit + over, None, limit, _lighter(zone, summands, over))

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        remaining = limit - have(deck)
        return Admission(f"-{term('kind', kind)} or {attribute}<={max(remaining, 0)}") if into == zone else Admission()

    def meter(deck: Deck) -> Meter:
        return Meter(label, have(deck), None, limit)

    def look(card: Card) -> Hashable:
        return card.kind == kind and (lack(card, attribute), card.number(attribute))

    return Constraint(check, (code, *DATA_CODES), rule, meter, admits, needs=(attribute,), sees=sees(look))


def uniform(code: str, zone: str, attribute: str, rule: str) -> Constraint:
    """All cards share one value of an attribute."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        cards = deck.entries(zone)
        values = values_of(cards, attribute)
        if len(values) > 1:
            counts = deck.copies_by_value(zone, attribute)
            if len(counts) > 1:
                yield mixture(deck, counts)
        if None in values:
            yield from unclear(zone, cards, attribute)

    def mixture(deck: Deck, counts: Mapping[str, int]) -> Violation:
        values = tuple(sorted(counts, key=lambda value: (-counts[value], value)))
        others = [
            entry
            for entry in sorted(deck.entries(zone), key=by_key)
            if (own := entry.card.get(attribute)) and fold(str(own)) != fold(values[0])
        ]
        params: dict[str, str | int | float | tuple[str, ...]] = {
            "field": attribute,
            "values": values,
            "value": values[0],
        }
        culprits = tuple(culprit(entry, 0) for entry in others)
        return Violation(code, "illegal", zone, culprits, len(values), None, 1, removal(zone, others), params)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        value = likeliest(deck, zone, attribute) if into == zone else ""
        return Admission(term(attribute, value)) if value else Admission()

    def look(card: Card) -> Hashable:
        return lack(card, attribute), folded_value(attribute)(card)

    return Constraint(check, (code, *DATA_CODES), rule, admits=admits, needs=(attribute,), sees=sees(look))


def likeliest(deck: Deck, zone: str, attribute: str, but: Iterable[str] = ()) -> str:
    """The value of most copies, except those in `but`: what the player probably means. "" if there is none."""
    aside = frozenset(map(fold, but))
    copies = deck.copies_by_value(zone, attribute)
    counts = {value: count for value, count in copies.items() if fold(value) not in aside}
    return min(counts, key=lambda value: (-counts[value], value), default="")


def _fewer(zone: str, group: Sequence[DeckEntry], over: int) -> Repair:
    """Take `over` copies out of a group, from the cards with the most copies first."""
    changes = []
    for entry in sorted(group, key=lambda entry: (-entry.count, entry.card.key)):
        removed = min(over, entry.count)
        if removed:
            changes.append(DeckChange("set", zone, entry.card.key, entry.count - removed))
        over -= removed
    return Repair(tuple(changes))


def _lighter(zone: str, summands: list[tuple[int | float, DeckEntry]], over: int | float) -> Repair:
    """Reduce a sum by `over` with the fewest cards. `summands`: number and card, the heaviest first.

    The heaviest go, and the last to go is the lightest that is enough.
    """
    removed: Counter[str] = Counter()
    for number, entry in summands:
        amount = min(entry.count, ceil(over / number) - 1)
        removed[entry.card.key] += amount
        over -= amount * number
        if amount < entry.count:  # one more of these would do, and so may a lighter one
            break
    enough = [entry.card.key for number, entry in summands if number >= over and entry.count > removed[entry.card.key]]
    if enough:
        removed[enough[-1]] += 1
    return Repair(
        tuple(
            DeckChange("set", zone, entry.card.key, entry.count - removed[entry.card.key])
            for _, entry in summands
            if removed[entry.card.key]
        )
    )
