"""Whether a card fits a key of a filter: by its column, or by the number that the rules count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.engine.model.cards import Card, rule_spelling

Fits = Callable[[Card], bool]

NUMERIC: Mapping[str, Callable[[float, float], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
}


def fits_any_number(numbers: Callable[[Card], Sequence[float]], op: str, values: Iterable[object]) -> Fits:
    """Whether any of a card's numbers compares like that with one of the values."""
    compare, others = NUMERIC[op], [int(str(each)) for each in values]
    return lambda card: any(compare(own, each) for own in numbers(card) for each in others)


def fits_number(number: Callable[[Card], float | None], op: str, values: Iterable[object]) -> Fits:
    """A test of a number against any of the values; a card without the number never fits."""
    compare, numbers = NUMERIC[op], [int(str(each)) for each in values]
    return lambda card: (own := number(card)) is not None and any(compare(own, each) for each in numbers)


def fits_value(column: str, op: str, values: Iterable[object]) -> Fits:
    """A test of a column against any of the values: that it is one, is none, or has one as a part (`~`)."""
    values_folded = [rule_spelling(column, str(each)) for each in values]

    def fits(card: Card) -> bool:
        value = card.get(column)
        own = [rule_spelling(column, each) for each in (value if isinstance(value, tuple) else (value,))]
        if op == "~":
            return any(each in text for each in values_folded for text in own)
        return any(each in own for each in values_folded) != (op == "!=")

    return fits
