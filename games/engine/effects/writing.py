"""Writes clauses as the one text by which they are stored, compared and exported: the canonical one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from games.engine.effects.tokens import SPECIAL, plain_text
from games.engine.effects.tree import (
    Action,
    Amount,
    Atom,
    By,
    Chain,
    Clause,
    Compare,
    Count,
    Counter,
    Expression,
    Filter,
    Flag,
    From,
    Half,
    Item,
    Match,
    Number,
    Open,
    Presence,
    Product,
    Range,
    Receiver,
    State,
    Step,
    Sum,
    Target,
    Term,
    Test,
    That,
    Total,
    Zones,
)

_WORD = re.compile(rf"[^\s{re.escape(SPECIAL)}]+")


def write_cell(clauses: Iterable[Clause]) -> str:
    """The canonical text of a cell."""
    return "|".join(map(write_clause, clauses))


def write_clause(clause: Clause) -> str:
    if clause.short:
        (action,) = clause.actions
        assert action.amount is not None
        return f"{action.verb}:{write_amount(action.amount)}"
    if not clause.items:
        return " ".join(filter(None, (clause.trigger, "/".join(map(str, clause.values)))))
    return f"{' '.join(_head(clause))}: {'; '.join(map(_item, clause.items))}"


def _head(clause: Clause) -> Iterator[str]:
    yield clause.trigger + (write_filter(clause.of) if clause.of else "")
    if clause.source:
        yield f"from {_zones(clause.source)}"
    if clause.cause:
        yield f"by {clause.cause}"
    if clause.mode:
        yield clause.mode
    if clause.zones:
        yield f"in {_zones(clause.zones)}"
    if clause.once:
        yield "once"


def _item(item: Item) -> str:
    return _tests(item.tests) + " or ".join(map(_chain, item.chains))


def _chain(chain: Chain) -> str:
    return " ".join(map(_step, chain))


def _step(step: Step) -> str:
    link = f"{step.link} " if step.link else ""
    return link + _tests(step.tests) + ("may " if step.may else "") + write_action(step.action)


# Conditions -----------------------------------------------------------------------------------------------------------


def _tests(tests: tuple[Test, ...]) -> str:
    return f"if {' and '.join(map(write_test, tests))}: " if tests else ""


def write_test(test: Test) -> str:
    if isinstance(test, Presence):
        return test.word + write_filter(test.filter)
    if isinstance(test, State):
        return f"{test.who} is {test.flag}"
    assert isinstance(test, Compare)
    return write_amount(test.left) + test.op + write_amount(test.right)


# Actions --------------------------------------------------------------------------------------------------------------


def write_action(action: Action) -> str:
    return " ".join(_parts(action))


def _parts(action: Action) -> Iterator[str]:
    yield action.verb
    if action.operand:
        yield f"{_value(action.operand)} of" if action.verb == "trigger" else _value(action.operand)
    if action.amount is not None:
        yield write_amount(action.amount)
    if action.target is not None:
        yield write_target(action.target)
    if action.source:
        yield f"from {_zones(action.source)}"
    if action.to:
        yield f"to {_receiver(action.to)}"
    if action.whose is not None:
        yield f"for {write_target(action.whose)}"
    if action.by:
        yield f"by {_receiver(action.by)}"
    if action.until_end:
        yield "until end"
    if action.instead:
        yield "instead"


def _receiver(receiver: Receiver) -> str:
    amount = write_amount(receiver.amount) if receiver.amount else ""
    target = write_target(receiver.target) if receiver.target is not None else ""
    return " ".join(filter(None, (receiver.place, amount, target)))


# Amounts --------------------------------------------------------------------------------------------------------------


def write_amount(amount: Amount) -> str:
    if isinstance(amount, Open):
        return amount.word
    if isinstance(amount, Range):
        return f"{amount.low}..{'any' if amount.high is None else amount.high}"
    return _expression(amount)


def _expression(amount: Expression) -> str:
    if isinstance(amount, Product):
        return "*".join(map(_atom, amount.factors))
    if isinstance(amount, Total):
        text = "".join(("+" if sign > 0 else "-") + _expression(part) for sign, part in amount.parts)
        return text[1:]
    return _atom(amount)


def _atom(amount: Atom) -> str:
    if isinstance(amount, Number):
        return str(amount.value)
    if isinstance(amount, Count):
        return f"count{write_filter(amount.filter)}"
    if isinstance(amount, Sum):
        return f"sum({' '.join((amount.key, *map(_term, amount.terms)))})"
    if isinstance(amount, Half):
        return f"half({_expression(amount.amount)})"
    if isinstance(amount, Counter):
        return amount.name
    return _that(amount)


def _that(amount: That) -> str:
    return f"that.{amount.key}" if amount.key else "that"


# Filters --------------------------------------------------------------------------------------------------------------


def write_target(target: Target) -> str:
    return write_filter(target) if isinstance(target, Filter) else target


def write_filter(cards: Filter) -> str:
    return f"({' '.join(map(_term, cards.terms))})"


def _term(term: Term) -> str:
    if isinstance(term, Zones):
        return _zones(term.zones)
    if isinstance(term, Flag):
        return f"!{term.name}" if term.negated else term.name
    if isinstance(term, From):
        return f"from {_zones(term.zones)}"
    if isinstance(term, By):
        return f"by {_match(term.cause) if isinstance(term.cause, Match) else write_target(term.cause)}"
    return _match(term)


def _match(match: Match) -> str:
    return f"{match.key}{match.op}{match.joiner.join(map(_match_value, match.values))}"


def _match_value(value: str | int | That) -> str:
    if isinstance(value, That):
        return _that(value)
    return _value(value) if isinstance(value, str) else str(value)


def _zones(zones: tuple[str, ...]) -> str:
    return "/".join(zones)


def _value(value: str) -> str:
    """A value, in quotation marks where it would not be read as one word."""
    return value if _WORD.fullmatch(plain_text(value)) else f"「{value}」"
