"""From the tree of a statement to rows, clause by clause; what no row can say is refused as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.effects import tree
from games.engine.play.trials.effects import program
from games.engine.play.trials.effects.pool import Pool, ProgramCards, Unplayed, word_for, zone_bits
from games.engine.play.trials.effects.program import (
    ABOUT,
    ALL,
    ANY,
    BOARD,
    BURIED,
    CLOSE,
    COUNT,
    COUNTER,
    DESTROYED,
    DESTROYS,
    DRAW,
    END,
    ENTERED,
    EVENTS,
    EXACTLY,
    GO,
    GRAVE,
    HALVE,
    HAND,
    HERE,
    IN_MAIN,
    IN_PLAY,
    IS,
    LASTS,
    LEAVING,
    LEFT_PLAY,
    LIBRARY,
    LIBRARY_COUNTER,
    MAIN,
    MOVE,
    NOT_SELF,
    NUMBER,
    ON_BOARD,
    ONCE,
    OPEN,
    OTHERS,
    PLAYED,
    PLAYS_CARD,
    REMOVED,
    REMOVED_CARD,
    RETURNED,
    REWARD_BY,
    REWARDS_COUNTER,
    RIGHTED,
    SACRIFICED,
    SCORE_KEY,
    SELF,
    SET,
    SHUFFLED,
    SIDEWAYS,
    SOURCE_IS,
    START,
    SUM,
    SUMMONED_UNIT,
    TEST,
    THAT,
    THEN,
    TOKENS,
    TRIBUTE_KEY,
    TRY,
    TURNED,
    UP_TO,
    WRAITH,
    WRAITHS,
)

MOST = 999


TRIGGER_NUMBERS: Mapping[str, int] = {
    "played": PLAYED, "entered": ENTERED, "sacrificed": SACRIFICED, "destroyed": DESTROYED, "buried": BURIED,
    "left": LEFT_PLAY, "returned": RETURNED, "removed": REMOVED_CARD, "shuffled": SHUFFLED,
    "turned": TURNED, "righted": RIGHTED, "summoned": SUMMONED_UNIT, "decline": END,
    "start": START, "end": END, "main": MAIN, "bring": program.BRING,
}  # fmt: skip


HOMES: Mapping[int, int] = {
    program.BRING: 1 << HAND,
    PLAYED: IN_PLAY | 1 << LEAVING,
    ENTERED: IN_PLAY,
    SACRIFICED: 1 << LEAVING | 1 << GRAVE,
    DESTROYED: 1 << GRAVE,
    BURIED: 1 << GRAVE,
    LEFT_PLAY: 1 << GRAVE | 1 << HAND | 1 << LIBRARY | 1 << REMOVED,
    RETURNED: 1 << HAND,
    REMOVED_CARD: 1 << REMOVED,
    SHUFFLED: 1 << LIBRARY,
    TURNED: IN_PLAY,
    RIGHTED: IN_PLAY,
    SUMMONED_UNIT: IN_PLAY,
}
"""Where a card is after its own event."""

MOVES: Mapping[str, tuple[int, int, int]] = {
    "search": (1 << LIBRARY, HAND, 0),
    "recover": (1 << GRAVE, HAND, 0),
    "bounce": (IN_PLAY, HAND, 0),
    "revive": (1 << GRAVE, BOARD, 0),
    "summon": (0, BOARD, 0),
    "play": (1 << HAND, BOARD, PLAYS_CARD),
    "discard": (1 << HAND, GRAVE, 0),
    "bury": (0, GRAVE, 0),
    "destroy": (IN_PLAY, GRAVE, DESTROYS),
    "remove": (0, REMOVED, 0),
    "shuffle": (0, LIBRARY, 0),
    "turn": (1 << BOARD, SIDEWAYS, 0),
    "right": (1 << SIDEWAYS, BOARD, 0),
}
"""By verb: the zones it takes cards from if the action says nothing else (0: it must), where it puts them, and how."""

KEYS: Mapping[str, int] = {"": NUMBER, "score": SCORE_KEY, "tribute": TRIBUTE_KEY}
COUNTERS: Mapping[str, int] = {"reward": REWARDS_COUNTER, "library": LIBRARY_COUNTER}
COMPARISONS: Mapping[str, int] = {
    "<": program.LESS, "<=": program.AT_MOST, "=": program.EQUAL, "!=": program.UNEQUAL,
    ">=": program.AT_LEAST, ">": program.MORE,
}  # fmt: skip


@dataclass
class Rows:
    """Rows being written, and the filters they name. `slots`: clauses that are done once a turn."""

    deck: ProgramCards
    rows: list[list[int]] = field(default_factory=list)
    filters: dict[tuple[int, ...], int] = field(default_factory=dict)
    slots: int = 0

    def add(self, op: int, *numbers: int) -> int:
        """A row; its number."""
        self.rows.append([op, *numbers, *[0] * (program.WIDTH - 1 - len(numbers))])
        return len(self.rows) - 1

    def land(self, rows: Iterable[int]) -> None:
        """Let the jumps of these rows lead to the next row."""
        for row in rows:
            self.rows[row][-1] = len(self.rows)

    def filter(self, pool: Pool, *, brought: bool = False) -> int:
        fits = pool.fits(brought=brought)
        return self.filters.setdefault(fits, len(self.filters))


class ClauseRows:
    """The rows of one clause. `home`: the zones in which the card itself then is. `choices`: by the number of a row
    that opens a choice, the chains to choose from."""

    def __init__(self, rows: Rows, clause: tree.Clause) -> None:
        self.rows, self.clause = rows, clause
        self.choices: dict[int, Sequence[tree.Chain]] = {}
        self.trigger = trigger_of(clause)
        own = clause.of is None and self.trigger < EVENTS
        self.zones = zone_bits(clause.zones) or (HOMES[self.trigger] if own else IN_PLAY)
        self.home = self.zones
        self.that = 0 if clause.of is None else HOMES[self.trigger - OTHERS]

    def write(self) -> None:
        clause, out = self.clause, self.rows
        if self.trigger == program.BRING:
            self.condition()
            return
        if clause.values or (clause.source and self.trigger % OTHERS >= EVENTS):
            raise Unplayed(clause.trigger)
        if clause.cause and (clause.cause, self.trigger % OTHERS) != ("wraith", RETURNED):
            raise Unplayed(clause.cause)
        if clause.mode not in ("", "main"):
            raise Unplayed(clause.mode)
        guards = [out.add(IN_MAIN)] if clause.mode else []
        if clause.cause:
            guards.append(out.add(SOURCE_IS, 1 << WRAITHS))
        if self.trigger >= EVENTS:
            guards.append(out.add(HERE, self.zones))
        if clause.of:
            pool = Pool(clause.of, out.deck, came=True)
            guards.append(out.add(ABOUT, pool.zones or ANY, out.filter(pool)))
        if clause.source:
            guards.append(out.add(SOURCE_IS, zone_bits(clause.source)))
        if clause.once:
            guards.append(out.add(ONCE, out.slots, self.zones))
            out.slots += 1
        for item in clause.items:
            self.item(item)
        if clause.trigger == "decline":
            self.decline()
        out.land(guards)

    def decline(self) -> None:
        """Turned sideways, or if it is already, destroyed."""
        out, home = self.rows, self.home
        upright = out.add(IS, home, 1 << SIDEWAYS)
        self.action(tree.Action("destroy", target="self"))
        out.add(SET, 0)
        after = out.add(TEST, program.MORE)
        out.land([upright])
        self.home = home
        self.action(tree.Action("turn", target="self"))
        out.land([after])

    def condition(self) -> None:
        """Only the tests: of a unit with a blue star."""
        clause = self.clause
        actions = [*clause.actions]
        if clause != tree.Clause("bring", clause.items) or len(actions) != 1:
            raise Unplayed("bring")
        if any(isinstance(test, tree.State) for test in clause.items[0].tests):
            raise Unplayed("is")
        if actions[0] not in (tree.Action("allow"), tree.Action("never")) or next(clause.steps).may:
            raise Unplayed(actions[0].verb)
        if actions[0].verb == "never":
            self.rows.add(SET, 0)
            self.rows.add(TEST, program.MORE)
        self.tests(clause.items[0].tests)

    # Items and chains

    def item(self, item: tree.Item) -> None:
        failing, home = self.tests(item.tests), self.home
        self.choice(item.chains)
        self.rows.land(failing)
        self.home |= home

    def choice(self, chains: Sequence[tree.Chain]) -> None:
        """One of the chains; a single one that is no choice is simply done."""
        out, that, home, homes = self.rows, self.that, self.home, self.home
        if len(chains) == 1 and not chains[0][0].may:
            self.chain(chains[0])
            return
        opening = out.add(OPEN)
        self.choices[opening] = chains
        tries = [out.add(TRY, int(chain[0].may)) for chain in chains]
        ends = [opening, out.add(GO)]
        for number, (chain, row) in enumerate(zip(chains, tries, strict=True)):
            out.rows[row][2] = len(out.rows)
            out.rows[row][3] = number
            self.that, self.home = that, home
            self.chain(chain)
            homes |= self.home
            ends.append(out.add(CLOSE))
        self.home = homes
        self.that = 0 if len(chains) > 1 else self.that
        out.land(ends)

    def chain(self, chain: tree.Chain) -> None:
        failing: list[int] = []
        for number, step in enumerate(chain):
            if step.link == "then":
                failing.append(self.rows.add(THEN))
            failing += self.tests(step.tests)
            if number and step.may:
                self.choice([(tree.Step(step.action, may=True), *chain[number + 1 :])])
                break
            self.action(step.action)
        self.rows.land(failing)

    # Amounts and tests

    def tests(self, tests: Sequence[tree.Test]) -> list[int]:
        """Rows that lead on if one of the tests does not hold."""
        return [self.test(test) for test in tests]

    def test(self, test: tree.Test) -> int:
        out = self.rows
        match test:
            case tree.Compare(left, op, right):
                out.add(SET, 0)
                self.add_amount(left, 1)
                self.add_amount(right, -1)
                return out.add(TEST, COMPARISONS[op])
            case tree.Presence("has" | "no" as word, filter_):
                out.add(SET, 0)
                self.count(filter_, 1)
                return out.add(TEST, program.MORE if word == "has" else program.EQUAL)
            case tree.State("self", "turned"):
                return out.add(IS, self.home, 1 << SIDEWAYS)
        raise Unplayed(word_for(test))

    def count(self, filter_: tree.Filter, by: int, op: int = COUNT, key: int = NUMBER) -> None:
        pool = Pool(filter_, self.rows.deck)
        numbers = (by, pool.zones or ON_BOARD, self.rows.filter(pool), int(pool.other), self.home, key)
        self.rows.add(op, *numbers)

    def set_amount(self, amount: tree.Amount | None) -> tuple[int, int]:
        """Rows that set the amount; how many cards are then moved, and the least number of these."""
        match amount:
            case tree.Range(low, high):
                self.rows.add(SET, MOST if high is None else high)
                return UP_TO, low
            case tree.Open(word):
                self.rows.add(SET, MOST)
                return (UP_TO if word == "any" else ALL), 0
            case tree.Half(inner):
                self.rows.add(SET, 0)
                self.add_amount(inner, 1)
                self.rows.add(HALVE)
                return EXACTLY, 0
            case None:
                self.rows.add(SET, 1)
                return EXACTLY, 0
        self.rows.add(SET, 0)
        self.add_amount(amount, 1)
        return EXACTLY, 0

    def add_amount(self, amount: tree.Expression, by: int) -> None:
        match amount:
            case tree.Number(value):
                self.rows.add(SET, by * value, 1)
            case tree.Count(filter_):
                self.count(filter_, by)
            case tree.Sum(key, terms) if key in KEYS:
                self.count(tree.Filter(terms), by, SUM, KEYS[key])
            case tree.That(key) if key in KEYS:
                self.rows.add(LASTS, by, KEYS[key])
            case tree.Counter(name) if name in COUNTERS:
                self.rows.add(COUNTER, by, COUNTERS[name])
            case tree.Total(parts):
                for sign, part in parts:
                    self.add_amount(part, by * sign)
            case tree.Product(factors):
                numbers = [each.value for each in factors if isinstance(each, tree.Number)]
                others = [each for each in factors if not isinstance(each, tree.Number)]
                if len(others) > 1:
                    raise Unplayed("*")
                for number in numbers:
                    by *= number
                self.add_amount(others[0] if others else tree.Number(1), by)
            case _:
                raise Unplayed(word_for(amount))

    # Actions

    def action(self, action: tree.Action) -> None:
        if action.operand or action.whose or action.by or action.until_end or action.instead or action.to:
            raise Unplayed(action.verb)
        simple = {"reward": REWARD_BY, "score": REWARD_BY, "token": TOKENS, "draw": DRAW, "wraith": WRAITH}
        if action.verb in simple:
            if action.target or action.source or self.set_amount(action.amount) != (EXACTLY, 0):
                raise Unplayed(action.verb)
            self.rows.add(simple[action.verb])
            if action.verb == "wraith":
                self.that = 1 << HAND
        elif action.verb in MOVES:
            self.move(action)
        else:
            raise Unplayed(action.verb)

    def move(self, action: tree.Action) -> None:
        source, target, flags = MOVES[action.verb]
        zones = zone_bits(action.source)
        pool = Pool(action.target if isinstance(action.target, tree.Filter) else None, self.rows.deck)
        if action.target == "self":
            flags, zones = flags | SELF, zones or self.home
        elif action.target == "that":
            if not self.that or action.amount:
                raise Unplayed("that")
            flags, zones = flags | THAT, zones or self.that
        else:
            if action.amount is None or (zones and pool.zones):
                raise Unplayed(action.verb)
            zones = zones or pool.zones or source
        if action.verb in ("turn", "right"):
            zones &= source
        elif target == BOARD:
            zones &= ~ON_BOARD
        else:
            zones &= ~(1 << target)
        if not zones:
            raise Unplayed(action.verb)
        flags |= NOT_SELF if pool.other else 0
        mode, low = self.set_amount(action.amount)
        fits = self.rows.filter(pool, brought=target == BOARD and action.target != "self" and action.verb != "right")
        self.rows.add(MOVE, zones, target, fits, mode, low, flags, self.home)
        self.that = 1 << target if action.amount in (None, tree.Number(1)) else 0
        if action.target == "self":
            self.home = 1 << target


FACTS = ("decline", "worth")
"""Facts that rows can say."""


def trigger_of(clause: tree.Clause) -> int:
    """The number of its trigger. Raises Unplayed."""
    if clause.trigger not in TRIGGER_NUMBERS:
        raise Unplayed(clause.trigger)
    number = TRIGGER_NUMBERS[clause.trigger]
    if clause.of is None:
        return number
    if number >= EVENTS or number in (PLAYED, ENTERED):
        raise Unplayed(clause.trigger)
    return number + OTHERS


def is_played(clause: tree.Clause, deck: ProgramCards) -> bool:
    """Whether rows can say all that a clause does."""
    return bool(clause.items or clause.trigger in FACTS) and not reason(clause, deck)


def reason(clause: tree.Clause, deck: ProgramCards) -> tuple[str, ...]:
    """The word of a clause that no row can say; () if there is none."""
    if clause.trigger == "worth":
        fit = all(-program.LEAST_WORTH <= each <= program.MOST_WORTH for each in clause.values)
        return () if fit else ("worth",)
    try:
        ClauseRows(Rows(deck), clause).write()
    except Unplayed as error:
        return (str(error),)
    return ()
