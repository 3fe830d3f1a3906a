"""Effects of cards a second time: what happens as a list of events, each dealt with alone, nothing compiled.

From docs/effects.md, "How a goldfish plays them", and games/xing_ling_wang/RULES.md, "Effects of cards", alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from tests.independent.cards import (
    IN_PLAY,
    ORDER,
    TRAVELLER,
    Cards,
    Copy,
    Kind,
    Scene,
    has_clause,
    stays,
    worth,
    zones_of,
)
from tests.independent.notation import Clause, Item, Step

FUEL = 256
"""Effects in a turn."""

SOURCES = {
    "search": ("deck",),
    "recover": ("grave",),
    "bounce": ("board",),
    "revive": ("grave",),
    "play": ("hand",),
    "discard": ("hand",),
    "destroy": ("board",),
    "turn": ("board",),
    "right": ("board",),
}
DESTINATIONS = {
    "search": "hand",
    "recover": "hand",
    "bounce": "hand",
    "revive": "board",
    "summon": "board",
    "play": "board",
    "discard": "grave",
    "bury": "grave",
    "destroy": "grave",
    "remove": "removed",
    "shuffle": "deck",
    "turn": "board",
    "right": "board",
}
EVENTS = (
    "played",
    "entered",
    "sacrificed",
    "destroyed",
    "buried",
    "left",
    "returned",
    "removed",
    "shuffled",
    "turned",
    "righted",
    "summoned",
)
"""What happens to a card by one move answers in this order."""

EVENTS_OF = {
    "play": "played",
    "destroy": "destroyed",
    "sacrifice": "sacrificed",
    "shuffle": "shuffled",
    "turn": "turned",
    "right": "righted",
}
"""What is said of a card that a verb moves, besides where it comes to."""

MANY = 10**6


@dataclass
class News:
    """What happened to a copy that was in zone `source`."""

    copy: Copy
    source: str
    events: tuple[str, ...]
    was_turned: bool = False
    cause: str = ""


@dataclass
class Waiting:
    """A copy's clauses of a trigger, about what happened."""

    copy: Copy
    trigger: str
    told: News | None = None


class Table(Cards):
    """The cards of one game, and what waits to be done."""

    def __init__(self, deck: Sequence[Kind], random: Random) -> None:
        super().__init__(deck, random)
        self.fuel = FUEL
        self.asked = {
            ("end" if each.trigger == "decline" else each.trigger, each.happens_to is None)
            for kind in set(deck)
            for each in kind.clauses
        }
        self.news: list[News] = []
        self.line: deque[Waiting] = deque()
        self.trying = False
        self.cut = False
        self.closed = False
        """Whether the end phase has begun."""

    # What moves -------------------------------------------------------------------------------------------------------

    def draw(self, count: int) -> list[Copy]:
        """So many cards, or what is left."""
        drawn = []
        for _ in range(min(count, len(self.zones["deck"]))):
            copy = self.any_of(self.zones["deck"])
            self.put(copy, "hand")
            drawn.append(copy)
        return drawn

    def put(self, copy: Copy, zone: str) -> None:
        """A copy goes to a zone; a token that leaves the board is no more."""
        if copy.zone:
            self.zones[copy.zone].remove(copy)
        copy.used.clear()
        copy.turned = False
        copy.zone = "" if copy.kind is TRAVELLER and zone not in ("board", "leaving") else zone
        if copy.zone:
            self.zones[zone].append(copy)

    def move(self, copy: Copy, zone: str, *events: str) -> None:
        if events in (("turned",), ("righted",)):
            copy.turned = events == ("turned",)
            if not self.trying:
                self.news.append(News(copy, "board", events))
            return
        source, was_turned = copy.zone, copy.turned
        self.put(copy, zone)
        self.tell(copy, source, zone, events, was_turned=was_turned)

    def tell(self, copy: Copy, source: str, zone: str, events: tuple[str, ...], *, was_turned: bool = False) -> None:
        """What it means that a copy went from a zone to another."""
        if self.trying:
            return
        told = list(events)
        if source in IN_PLAY and zone not in IN_PLAY:
            told.append("left")
        if zone == "hand" and source != "deck":
            told.append("returned")
        if copy.kind is not TRAVELLER or zone == "board":
            if zone == "board" and copy.kind is not TRAVELLER and "played" not in events:
                told.append("summoned")
            told += {"grave": ["buried"], "removed": ["removed"], "board": ["entered"]}.get(zone, [])
        self.news.append(News(copy, source, tuple(told), was_turned))

    def bring_tokens(self, count: int) -> list[Copy]:
        """So many 小旅人, or as many as there are places."""
        tokens = [Copy(TRAVELLER) for _ in range(min(count, self.free()))]
        for each in tokens:
            self.move(each, "board")
        return tokens

    # What is played --------------------------------------------------------------------------------------------------

    def play(self, copy: Copy, tributes: Sequence[Copy]) -> None:
        """A card from the hand: it comes to its place after the effects of its tributes, a spell after its own."""
        self.put(copy, "playing")
        for each in tributes:
            self.put(each, "leaving")
            self.news.append(News(each, "board", ("sacrificed",)))
        if not copy.kind.unit:
            self.news.append(News(copy, "hand", ("played",)))
        self.resolve()
        for each in tributes:
            if each.zone == "leaving":
                self.put(each, "grave")
                self.tell(each, "board", "grave", ())
        self.settle(copy)
        self.resolve()

    def settle(self, copy: Copy) -> None:
        if copy.zone != "playing":
            return
        if copy.kind.unit:
            self.put(copy, "board")
            self.news.append(News(copy, "hand", ("entered", "played")))
        elif copy.kind.permanent:
            for each in list(self.zones["field"]):
                self.move(each, "grave", "destroyed")
            self.put(copy, "field")
        else:
            self.move(copy, "grave")

    def begin_turn(self) -> None:
        self.closed = False
        self.fuel = FUEL
        for copies in self.zones.values():
            for each in copies:
                each.used.clear()
        self.draw(2)
        self.call("start")
        self.resolve()

    def end_turn(self, limit: int) -> None:
        self.closed = True
        self.call("end")
        self.resolve()
        hand = self.zones["hand"]
        while len(hand) > limit:
            self.put(self.best(hand, lambda each: -each.kind.rank), "removed")

    def with_clause(self, trigger: str) -> list[Copy]:
        """The cards with an effect at this time that are where they must be."""
        if (trigger, True) not in self.asked:
            return []
        return [
            copy
            for zone in ORDER
            for copy in self.zones[zone]
            for number, clause in enumerate(copy.kind.clauses)
            if clause.trigger == trigger and self.applies(clause, number, Waiting(copy, trigger))
        ]

    def use(self, copy: Copy) -> bool:
        """Do an effect of the main phase; whether anything came of it."""
        before = self.state()
        self.line.append(Waiting(copy, "main"))
        self.resolve()
        return self.state() != before

    def state(self) -> object:
        return self.reward, [[(id(each), each.turned) for each in copies] for copies in self.zones.values()]

    # What waits -------------------------------------------------------------------------------------------------------

    def resolve(self) -> None:
        """Deal with all that waits, first in, first out."""
        self.spread()
        while self.line:
            waiting = self.line.popleft()
            if not self.burn():
                return
            self.answer(waiting)
            self.spread()

    def burn(self) -> bool:
        self.fuel -= 1
        if self.fuel < 0:
            self.line.clear()
            self.news.clear()
            self.cut = True
        return self.fuel >= 0

    def spread(self) -> None:
        """Who answers the news stands in line: the card itself, then others."""
        news, self.news = self.news, []
        for told in news:
            for event in sorted(told.events, key=EVENTS.index):
                if (event, True) in self.asked and has_clause(told.copy.kind, event, own=True):
                    self.line.append(Waiting(told.copy, event, told))
                self.call(event, told)

    def call(self, trigger: str, told: News | None = None) -> None:
        """All cards with a clause of this trigger, about the news if there are any, stand in line."""
        if (trigger, told is None) not in self.asked:
            return
        for zone in ORDER:
            answering = [c for c in self.zones[zone] if c.kind.clauses and (not told or c is not told.copy)]
            answering = [c for c in answering if self.answers(Waiting(c, trigger, told))]
            self.line.extend(Waiting(each, trigger, told) for each in self.ranked(answering))

    def answers(self, waiting: Waiting) -> bool:
        return any(self.applies(clause, number, waiting) for number, clause in enumerate(waiting.copy.kind.clauses))

    def answer(self, waiting: Waiting) -> None:
        for number, clause in enumerate(waiting.copy.kind.clauses):
            if self.applies(clause, number, waiting) and self.do(clause, waiting) and clause.once:
                waiting.copy.used.add(number)

    def applies(self, clause: Clause, number: int, waiting: Waiting) -> bool:
        own, told = waiting.copy, waiting.told
        is_own = told is None or told.copy is own
        trigger = "end" if clause.trigger == "decline" else clause.trigger
        if trigger != waiting.trigger or is_own != (clause.happens_to is None) or number in own.used:
            return False
        places = clause.places or (() if told and is_own else IN_PLAY)
        if places and own.zone not in places:
            return False
        if (clause.mode and self.closed) or (clause.cause and not (told and told.cause == clause.cause)):
            return False
        if told and clause.sources and told.source not in clause.sources:
            return False
        if clause.happens_to is not None and told:
            scene = Scene(own, [told.copy], 1)
            zones = zones_of(clause.happens_to) or next((t.values for t in clause.happens_to if t.what == "from"), ())
            return self.fits(told.copy, clause.happens_to, scene, was_turned=told.was_turned) and (
                not zones or told.source in zones
            )
        return True

    def do(self, clause: Clause, waiting: Waiting) -> bool:
        """Whether any step was done."""
        that = [waiting.told.copy] if waiting.told else []
        scene = Scene(waiting.copy, that, len(that))
        if clause.trigger == "decline":
            self.step(Step("destroy" if waiting.copy.turned else "turn", target="self"), scene)
        for item in clause.items:
            if all(self.holds(test, scene) for test in item.tests):
                self.choose(item, scene)
        return scene.steps > 0

    # What is chosen ---------------------------------------------------------------------------------------------------

    def choose(self, item: Item, scene: Scene) -> None:
        """The chain after which the total is highest, of equal ones the first; none that need not be if it falls."""
        if len(item.chains) == 1 and not item.chains[0][0].may:
            self.chain(item.chains[0], scene)
            return
        before, best, found = self.total(), None, None
        for chain in item.chains:
            done, total = self.attempt(chain, scene)
            if not done or (chain[0].may and total < before):
                continue
            if best is None or total > best:
                best, found = total, chain
        if found is None:
            found = next((chain for chain in item.chains if not chain[0].may), None)
        if found:
            self.chain(found, scene)

    def attempt(self, steps: Sequence[Step], scene: Scene) -> tuple[bool, int]:
        """Whether steps can be done, and the total after them; all of it is taken back."""
        zones, reward = {zone: list(copies) for zone, copies in self.zones.items()}, self.reward
        turned = [(each, each.turned) for copies in zones.values() for each in copies]
        used = [(each, set(each.used)) for copies in zones.values() for each in copies]
        self.trying = True
        done = self.chain(steps, Scene(scene.own, list(scene.that), scene.count))
        total = self.total()
        self.trying = False
        for zone, copies in zones.items():
            self.zones[zone] = copies
            for each in copies:
                each.zone = zone
        for each, clauses in used:
            each.used = clauses
        for each, was in turned:
            each.turned = was
        self.reward = reward
        return done, total

    def chain(self, steps: Sequence[Step], scene: Scene) -> bool:
        """Whether its first step, and each before a `then`, was done completely. What fails ends it."""
        able, done = True, True
        for place, step in enumerate(steps):
            if step.link == "then" and not done:
                return False
            if not all(self.holds(test, scene) for test in step.tests):
                return able
            if place and step.may and (self.trying or not self.is_willing(steps[place:], scene)):
                return able
            done = self.step(step, scene)
            able = able and (done or place > 0)
        return able

    def is_willing(self, steps: Sequence[Step], scene: Scene) -> bool:
        before = self.total()
        done, total = self.attempt((replace(steps[0], may=False, tests=()), *steps[1:]), scene)
        return done and total >= before

    # What is done -----------------------------------------------------------------------------------------------------

    def step(self, step: Step, scene: Scene) -> bool:
        """Do an action; whether it was done completely."""
        scene.steps += 1
        if step.verb in ("draw", "token", "reward", "score"):
            return self.count_step(step.verb, self.number(step.amount or ("number", 1), scene), scene)
        if step.verb == "wraith":
            return self.wraith_step(self.number(step.amount or ("number", 1), scene), scene)
        return self.move_step(step, scene)

    def wraith_step(self, amount: int, scene: Scene) -> bool:
        """The wraiths of the graveyard from the highest rank down, each with which the amount can still be reached."""
        wraiths = self.ranked(each for each in self.zones["grave"] if each.kind.worths)
        sums = [{0}]
        for each in reversed(wraiths):
            sums.insert(0, sums[0] | {number + rest for number in each.kind.worths for rest in sums[0]})
        scene.that, rest = [], amount
        for each, after in zip(wraiths, sums[1:], strict=True) if amount > 0 and amount in sums[0] else ():
            numbers = [number for number in each.kind.worths if rest - number in after]
            if numbers:
                rest -= min(numbers)
                self.put(each, "hand")
                scene.that.append(each)
                if not self.trying:
                    self.news.append(News(each, "grave", ("returned",), cause="wraith"))
        scene.count = len(scene.that)
        return bool(scene.that)

    def count_step(self, verb: str, amount: int, scene: Scene) -> bool:
        if verb in ("reward", "score"):
            before, self.reward = self.reward, max(self.reward + amount, 0)
            return self.reward - before == amount
        amount = max(amount, 0)
        if verb == "draw" and self.trying:
            scene.that, scene.count = [], min(amount, len(self.zones["deck"]))
        else:
            scene.that = self.draw(amount) if verb == "draw" else self.bring_tokens(amount)
            scene.count = len(scene.that)
        return scene.count == amount

    def move_step(self, step: Step, scene: Scene) -> bool:
        low, high = self.bounds(step, scene)
        to = DESTINATIONS[step.verb]
        moved: list[Copy] = []
        while len(moved) < high:
            pool = [each for each in self.pool(step, scene) if each not in moved]
            if len(moved) >= low and high <= MANY:
                pool = [each for each in pool if not stays(each, to)]
            if not pool:
                break
            turns = step.verb == "turn"
            highest = max(worth(each, to, turns=turns) for each in pool)
            equal = [each for each in pool if worth(each, to, turns=turns) == highest]
            first = min((ORDER.index(each.zone), not each.turned) for each in equal)
            copy = self.any_of([each for each in equal if (ORDER.index(each.zone), not each.turned) == first])
            self.move(copy, to, *([EVENTS_OF[step.verb]] if step.verb in EVENTS_OF else []))
            moved.append(copy)
        scene.that, scene.count = moved, len(moved)
        return len(moved) >= (low if low == high else max(low, 1))

    def bounds(self, step: Step, scene: Scene) -> tuple[int, int]:
        """The least and the greatest number of cards; MANY + 1 for all there are."""
        amount = step.amount
        if amount is None:
            return (1, 1) if step.target == "self" else (0, MANY + 1)
        if amount[0] == "any":
            return 0, MANY
        if amount[0] == "all":
            return 0, MANY + 1
        if amount[0] == "range":
            low, high = amount[1:]
            return int(str(low)), MANY if high == "any" else int(str(high))
        number = max(self.number(amount, scene), 0)
        return number, number

    def pool(self, step: Step, scene: Scene) -> Iterator[Copy]:
        """The cards that an action may move."""
        to = DESTINATIONS[step.verb]
        turning = step.verb in ("turn", "right")
        if to == "board" and self.free() <= 0 and not turning:
            return
        for copy in self.targets(step.target, step.sources or SOURCES.get(step.verb, ()), scene):
            if turning:
                if copy.zone == "board" and copy.turned == (step.verb == "right"):
                    yield copy
                continue
            if copy.zone == to or (to == "board" and not (copy.kind.brought and copy.kind.unit)):
                continue
            yield copy
