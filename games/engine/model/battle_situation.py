"""The situation of a battle before it is resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.model.cards import DASH

Value = int | str | frozenset[str] | None
"""A number, or a dash; one of the choices; some of the options. None: not given."""


class Missing(Exception):
    """Numbers without which the battle cannot be resolved, by their full names."""

    def __init__(self, *names: str) -> None:
        super().__init__(*names)
        self.names = names


class Excess(Exception):
    """A number that is more than the situation allows."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(name, most)
        self.name, self.most = name, most


@dataclass(frozen=True)
class Situation:
    """Values by full name, such as `attacker.attack`; sides where nobody stands are `absent`."""

    values: Mapping[str, Value]
    absent: frozenset[str] = frozenset()

    def has(self, name: str, option: str) -> bool:
        """Whether an option of a field holds."""
        value = self.values.get(name)
        return isinstance(value, frozenset) and option in value

    def choice(self, name: str) -> str:
        """The choice of a field. Raises Missing."""
        value = self.values.get(name)
        if not isinstance(value, str) or not value:
            raise Missing(name)
        return value

    def number(self, name: str) -> int:
        """A number. Raises Missing where it is not given or is a dash."""
        value = self.values.get(name)
        if not isinstance(value, int):
            raise Missing(name)
        return value

    def number_or_none(self, name: str) -> int | None:
        """A number; None where it is not given or is a dash."""
        value = self.values.get(name)
        return value if isinstance(value, int) else None

    def is_dash(self, name: str) -> bool:
        return self.values.get(name) == DASH

    def need(self, *names: str) -> None:
        """Raises Missing for all of these that are not given."""
        lacking = [name for name in names if self.values.get(name) is None]
        if lacking:
            raise Missing(*lacking)

    def with_changes(self, changes: Mapping[str, Value], absent: frozenset[str] = frozenset()) -> Situation:
        return Situation({**self.values, **changes}, self.absent | absent)

    def more(self, name: str, amount: int) -> Mapping[str, Value]:
        """The change that makes a number larger; one that is not given counts from 0."""
        return {name: (self.number_or_none(name) or 0) + amount}

    def with_options(self, name: str, on: frozenset[str] = frozenset(), off: frozenset[str] = frozenset()) -> Situation:
        """The situation with other options of a field."""
        value = self.values.get(name)
        options = value if isinstance(value, frozenset) else frozenset[str]()
        return self.with_changes({name: (options - off) | on})

    def without(self, *sides: str) -> Situation:
        """The situation with nobody on these sides."""
        return self.with_changes({}, frozenset(sides))
