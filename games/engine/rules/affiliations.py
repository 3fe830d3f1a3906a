"""Rules about what a player declares with a deck, such as a race, and the cards that belong to it."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Admission, Constraint, Declaration, Facts
from games.engine.model.violations import DeckChange, Repair, Severity, Violation
from games.engine.rules.constraints import (
    DATA_CODES,
    by_key,
    culprit,
    folded_value,
    likeliest,
    removal,
    sees,
    term,
    unclear,
    values_of,
    without,
)
from games.engine.texts.writing import fold


def declared_value(deck: Deck, declaration: Declaration) -> str:
    """The declared value; "" if there is none, or a neutral one, which cannot be declared."""
    value = deck.declarations.get(declaration.key, "")
    return "" if fold(value) in ("", *map(fold, declaration.neutral)) else value


def assumed_value(deck: Deck, declaration: Declaration, zone: str) -> str:
    """The declared value, or else that of most cards: whatever will be declared, cards of other values cannot stay."""
    return declared_value(deck, declaration) or _likeliest(deck, declaration, zone)


def require_declaration(declaration: Declaration, zone: str, rule: str) -> Constraint:
    """The declaration is made."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        if declared_value(deck, declaration):
            return
        best = _likeliest(deck, declaration, zone)
        repair = Repair((DeckChange("declare", key=declaration.key, value=best),)) if best else None
        params = {"declaration": declaration.key, "value": best}
        yield Violation("declaration.missing", "incomplete", zone, params=params, repair=repair)

    return Constraint(check, ("declaration.missing",), rule, sees=sees(folded_value(declaration.attribute)))


def affiliation(declaration: Declaration, zone: str, rule: str) -> Constraint:
    """Only cards of the declared value, or neutral ones."""
    name, neutral = declaration.attribute, declaration.neutral

    def strangers(deck: Deck, value: str) -> list[DeckEntry]:
        ours = {fold(value), *map(fold, neutral)}
        foreign = [
            entry
            for entry in deck.entries(zone)
            if (belongs := entry.card.get(name)) and fold(str(belongs)) not in ours
        ]
        return sorted(foreign, key=by_key)

    def way_out(deck: Deck, foreign: list[DeckEntry]) -> Repair:
        """Remove the foreign cards, or declare the value of most cards, whichever takes fewer changes."""
        best = _likeliest(deck, declaration, zone)
        others = strangers(deck, best)
        if 1 + len(others) >= len(foreign):
            return removal(zone, foreign)
        return Repair((DeckChange("declare", key=declaration.key, value=best), *removal(zone, others).changes))

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        yield from unclear(zone, deck.entries(zone), name)
        value = assumed_value(deck, declaration, zone)
        if foreign := strangers(deck, value):
            params = {"declaration": declaration.key, "value": value}
            culprits = tuple(culprit(entry, 0) for entry in foreign)
            yield Violation("affiliation", "illegal", zone, culprits, params=params, repair=way_out(deck, foreign))

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        value = assumed_value(deck, declaration, zone)
        if not value or into != zone:
            return Admission()
        return Admission(" or ".join(term(name, each) for each in (value, *neutral)))

    codes = ("affiliation", *DATA_CODES)
    return Constraint(check, codes, rule, admits=admits, needs=(name,), sees=sees(folded_value(name)))


def require_member(declaration: Declaration, zone: str, room: int, rule: str) -> Constraint:
    """At least one card of the declared value. `room`: how many cards the zone takes; a full one takes no more."""
    name, neutral = declaration.attribute, declaration.neutral

    def lonely(deck: Deck) -> bool:
        """Whether no card has the declared value, or any value if none is declared."""
        values = {fold(str(value or "")) for value in values_of(deck.entries(zone), name)}
        return fold(assumed_value(deck, declaration, zone)) not in values

    def hopeless(deck: Deck, more: int = 0) -> bool:
        """Whether, after `more` cards, neither another card nor data missing from the catalog can help."""
        return deck.size(zone) + more >= room and not without(deck.entries(zone), name)

    def search(deck: Deck) -> str:
        value = declared_value(deck, declaration)
        return term(name, value) if value else " ".join([f"{name}:*", *(f"-{term(name, each)}" for each in neutral)])

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        value = declared_value(deck, declaration)
        if not lonely(deck) or not (value or hopeless(deck)):
            return
        severity: Severity = "illegal" if hopeless(deck) else "incomplete"
        params = {"declaration": declaration.key, "value": value}
        yield Violation(
            "affiliation.missing", severity, zone, (), 0, 1, None, Repair(find=search(deck), want=1), params
        )

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        last = into == zone and lonely(deck) and hopeless(deck, more=1)
        return Admission(search(deck)) if last else Admission()

    return Constraint(check, ("affiliation.missing",), rule, admits=admits, sees=sees(folded_value(name)))


def _likeliest(deck: Deck, declaration: Declaration, zone: str) -> str:
    return likeliest(deck, zone, declaration.attribute, but=declaration.neutral)
