"""The cards of one game of 星靈王 as objects, and what statements count, test and choose among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from tests.independent.notation import Amount, Clause, Filter, Target, Test

PLACES = 10
IN_PLAY = ("board", "field")
ORDER = ("field", "board", "grave", "hand", "deck", "removed", "playing", "leaving")
"""The zones in which effects are looked for, in this order."""


@dataclass(eq=False)
class Kind:
    """A card as it is printed. `values`: what filters compare. `rank`: how gladly the pilot has it."""

    name: str
    values: dict[str, Any]
    clauses: tuple[Clause, ...] = ()
    unit: bool = True
    permanent: bool = False
    brought: bool = True
    """Whether an effect may bring it into play."""

    star: bool = False
    tribute: int = 0
    score: int = 0
    draws: int = 0
    rewards: int = 0
    rank: int = -1
    worths: tuple[int, ...] = ()
    """Its numbers for wraith effects."""


@dataclass(eq=False)
class Copy:
    kind: Kind
    zone: str = ""
    used: set[int] = field(default_factory=set)
    """The clauses of this turn that are done once."""

    turned: bool = False


TRAVELLER = Kind(
    "小旅人",
    {
        "name": ("小旅人",),
        "kind": ("unit",),
        "race": ("中立",),
        "type": (),
        "keyword": (),
        "tribute": 0,
        "score": 0,
        "worth": frozenset(),
    },
)


@dataclass
class Scene:
    """What a clause is about while it is done: the card itself, `that`, and how many the step before moved."""

    own: Copy
    that: list[Copy]
    count: int
    steps: int = 0


class Cards:
    """Where the cards are, and the rewards."""

    def __init__(self, deck: Sequence[Kind], random: Random) -> None:
        self.random = random.random
        self.zones: dict[str, list[Copy]] = {zone: [] for zone in ORDER}
        self.zones["deck"] = [Copy(kind, "deck") for kind in deck]
        self.reward = 0

    def total(self) -> int:
        return sum(each.kind.score for each in self.zones["board"]) + self.reward

    def free(self) -> int:
        return PLACES - len(self.zones["board"]) - len(self.zones["leaving"])

    def any_of(self, copies: Sequence[Copy]) -> Copy:
        return copies[int(self.random() * len(copies))] if len(copies) > 1 else copies[0]

    def best(self, copies: Iterable[Copy], key: Callable[[Copy], Any]) -> Copy:
        """The copy with the highest key, of equal ones any."""
        held = list(copies)
        highest = max(map(key, held))
        return self.any_of([each for each in held if key(each) == highest])

    def ranked(self, copies: Iterable[Copy]) -> list[Copy]:
        """Those turned sideways first, then from the highest rank down, equal ones in any order."""
        return sorted(copies, key=lambda each: (each.turned, each.kind.rank, self.random()), reverse=True)

    def targets(self, target: Target | None, zones: Sequence[str], scene: Scene) -> Iterator[Copy]:
        if target == "self":
            yield from [scene.own] if scene.own.zone else []
        elif target == "that":
            yield from (each for each in scene.that if each.zone)
        else:
            terms = target if isinstance(target, tuple) else ()
            for zone in zones_of(terms) or zones:
                for copy in self.zones.get(zone, []):
                    if self.fits(copy, terms, scene):
                        yield copy

    def number(self, amount: Amount, scene: Scene) -> int:
        what, *parts = amount
        if what in ("+", "-", "*"):
            one, other = (self.number(cast(Amount, part), scene) for part in parts)
            return {"+": one + other, "-": one - other, "*": one * other}[str(what)]
        numbers: dict[object, Callable[[], int]] = {
            "number": lambda: cast(int, parts[0]),
            "count": lambda: len(list(self.targets(cast(Filter, parts[0]), ("board",), scene))),
            "sum": lambda: add_up(self.targets(cast(Filter, parts[1]), ("board",), scene), str(parts[0])),
            "half": lambda: self.number(cast(Amount, parts[0]), scene) // 2,
            "that": lambda: scene.count,
            "total": lambda: add_up(scene.that, str(parts[0])),
            "counter": lambda: self.reward if parts[0] == "reward" else len(self.zones["deck"]),
        }
        return numbers[what]()

    def holds(self, test: Test, scene: Scene) -> bool:
        if test.what == "turned":
            return scene.own.turned
        if test.what in ("has", "no"):
            return any(True for _ in self.targets(test.filter, ("board",), scene)) == (test.what == "has")
        return compare(self.number(test.left, scene), test.what, self.number(test.right, scene))

    def fits(self, copy: Copy, terms: Filter, scene: Scene, *, was_turned: bool = False) -> bool:
        """Whether a card fits all words of a filter but its zones. `was_turned`: it was when it left the board."""
        for term in terms:
            if term.what == "flag":
                found = {"other": copy is not scene.own, "token": copy.kind is TRAVELLER, "that": copy in scene.that}
                found["turned"] = copy.turned or was_turned
                if found[term.name] == (term.sign == "!"):
                    return False
            elif term.what == "key":
                wanted = (self.number(term.amount, scene),) if term.amount else term.values
                if not matches(copy.kind.values[term.name], term.sign, wanted):
                    return False
        return True


def has_clause(kind: Kind, trigger: str, *, own: bool) -> bool:
    return any(each.trigger == trigger and (each.happens_to is None) == own for each in kind.clauses)


def zones_of(terms: Filter) -> tuple[str, ...]:
    return next((term.values for term in terms if term.what == "zone"), ())


def add_up(copies: Iterable[Copy], key: str) -> int:
    return sum(copy.kind.values[key] or 0 for copy in copies)


def compare(left: int, sign: str, right: int) -> bool:
    return {"=": left == right, "!=": left != right, "<=": left <= right, ">=": left >= right}.get(
        sign, left < right if sign == "<" else left > right
    )


def matches(value: Any, sign: str, wanted: Sequence[Any]) -> bool:
    """Whether a fact of a card is as wanted: one of several words, a word with a part, or a number."""
    if sign == "!=":
        return not matches(value, "=", wanted)
    if isinstance(value, frozenset):
        return any(matches(each, sign, wanted) for each in value)
    if not isinstance(value, tuple):
        return value is not None and any(compare(value, sign, int(each)) for each in wanted)
    if sign == "~":
        return any(part in word for part in wanted for word in value)
    return any(each in value for each in wanted)


def worth(copy: Copy, zone: str, *, turns: bool = False) -> tuple[int, int]:
    """How gladly a card is moved to a zone. Only on the board and on the way there its score counts.

    `turns`: it is turned sideways, as if it left the board.
    """
    rank, score = copy.kind.rank, copy.kind.score
    if zone == "board" and not turns:
        return score, rank
    if copy.zone == "board":
        return -score, -rank
    return 0, rank if zone == "hand" else -rank


def stays(copy: Copy, zone: str) -> bool:
    """Whether one that need not be moved stays."""
    if copy.zone == zone:
        return False
    if zone == "board":
        return copy.kind.score < 0
    return copy.zone == "hand" or (copy.zone == "board" and copy.kind.score > 0)
