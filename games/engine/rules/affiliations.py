"""Rules about what a player declares with a deck, such as a race, and the cards that belong to it."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.model.decks import Deck, Held
from games.engine.model.game import Admission, Constraint, Declaration, Facts
from games.engine.model.violations import DeckChange, Repair, Severity, Violation
from games.engine.rules.constraints import by_key, culprit, folded, likeliest, missing, removal, sees, term, without
from games.engine.texts.writing import fold


def chosen(deck: Deck, declaration: Declaration) -> str:
    """What is declared; "" where nothing is, or only what is neutral and cannot be declared."""
    value = deck.declarations.get(declaration.key, "")
    return "" if fold(value) in ("", *map(fold, declaration.neutral)) else value


def supposed(deck: Deck, declaration: Declaration, zone: str) -> str:
    """What is declared, or else what most cards belong to: whatever will be declared, one of the two cannot stay."""
    return chosen(deck, declaration) or _likeliest(deck, declaration, zone)


def declared(declaration: Declaration, zone: str, rule: str) -> Constraint:
    """The declaration is made."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        if chosen(deck, declaration):
            return
        best = _likeliest(deck, declaration, zone)
        repair = Repair((DeckChange("declare", key=declaration.key, value=best),)) if best else None
        params = {"declaration": declaration.key, "value": best}
        yield Violation("declaration.missing", "incomplete", zone, params=params, repair=repair)

    return Constraint(check, ("declaration.missing",), rule, sees=sees(folded(declaration.attribute)))


def affiliation(declaration: Declaration, zone: str, rule: str) -> Constraint:
    """Only cards of what is declared, or neutral ones."""
    name, neutral = declaration.attribute, declaration.neutral

    def strangers(deck: Deck, value: str) -> list[Held]:
        ours = {fold(value), *map(fold, neutral)}
        found = [held for held in deck.held(zone) if (own := held.card.get(name)) and fold(str(own)) not in ours]
        return sorted(found, key=by_key)

    def way_out(deck: Deck, found: list[Held]) -> Repair:
        """Take the strangers out, or declare what most cards belong to, where that makes fewer changes."""
        best = _likeliest(deck, declaration, zone)
        others = strangers(deck, best)
        if 1 + len(others) >= len(found):
            return removal(zone, found)
        return Repair((DeckChange("declare", key=declaration.key, value=best), *removal(zone, others).changes))

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        yield from missing(zone, deck.held(zone), name)
        value = supposed(deck, declaration, zone)
        if found := strangers(deck, value):
            params = {"declaration": declaration.key, "value": value}
            culprits = tuple(culprit(held, 0) for held in found)
            yield Violation("affiliation", "illegal", zone, culprits, params=params, repair=way_out(deck, found))

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        value = supposed(deck, declaration, zone)
        if not value or into != zone:
            return Admission()
        return Admission(" or ".join(term(name, each) for each in (value, *neutral)))

    codes = ("affiliation", "card.data-missing")
    return Constraint(check, codes, rule, admits=admits, needs=(name,), sees=sees(folded(name)))


def affiliated(declaration: Declaration, zone: str, room: int, rule: str) -> Constraint:
    """At least one card of what is declared. `room`: how many cards the zone takes; a full one takes no more."""
    name, neutral = declaration.attribute, declaration.neutral

    def lonely(deck: Deck) -> bool:
        """Whether no card belongs to what is declared, or to anything if nothing is."""
        value = supposed(deck, declaration, zone)
        return not any(fold(str(held.card.get(name) or "")) == fold(value) for held in deck.held(zone))

    def hopeless(deck: Deck, more: int = 0) -> bool:
        """Whether, with so many more cards, neither another one nor the word that the catalog lacks can help."""
        return deck.size(zone) + more >= room and not without(deck.held(zone), name)

    def search(deck: Deck) -> str:
        value = chosen(deck, declaration)
        return term(name, value) if value else " ".join([f"{name}:*", *(f"-{term(name, each)}" for each in neutral)])

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        value = chosen(deck, declaration)
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

    return Constraint(check, ("affiliation.missing",), rule, admits=admits, sees=sees(folded(name)))


def _likeliest(deck: Deck, declaration: Declaration, zone: str) -> str:
    return likeliest(deck.held(zone), declaration.attribute, but=declaration.neutral)
