"""The rules for the shared deck and the teams of 星杯傳說: 二.八, 三.一 and 三.二.1 of the rulebook."""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

from games.engine.model.cards import Card, Choice, rule_spelling
from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Admission, Constraint, Facts, Selection, Zone
from games.engine.model.keywords import is_listed, spellings
from games.engine.model.opening import Opening
from games.engine.model.violations import Culprit, DeckChange, Repair, Severity, Violation
from games.engine.rules.constraints import by_key, copies, culprit, dispute, kinds, removal, size, term
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

ELEMENTS = (
    Choice("wind", Text("Wind", "風", ja="風")),
    Choice("water", Text("Water", "水", ja="水")),
    Choice("fire", Text("Fire", "火", ja="火")),
    Choice("earth", Text("Earth", "地", ja="地")),
    Choice("thunder", Text("Thunder", "雷", ja="雷")),
    Choice("dark", Text("Dark", "暗", ja="闇")),
    Choice("light", Text("Light", "光", ja="光")),
)

FOLDER = Path(__file__).parent
BASE_DECK = FOLDER / "catalog" / "base-deck.csv"


@cache
def _official() -> Mapping[str, tuple[str, str, int]]:
    """The 150 cards of the base deck: card key to name, number and copies."""
    with BASE_DECK.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows_by_key = {
        "|".join(rule_spelling(part, row[part]) for part in ("kind", "name", "element", "fate")): row for row in rows
    }
    return {key: (row["name"], row["code"], int(row["copies"])) for key, row in rows_by_key.items()}


def official() -> Mapping[str, int]:
    """How many copies of each card the official base deck has, by card key."""
    return {key: count for key, (_, _, count) in _official().items()}


ZONES = (
    Zone("team", Text("Team", "隊伍", ja="チーム"), ("role",)),
    Zone("base", Text("Base deck", "基礎牌庫", ja="基本山札"), ("attack", "magic"), prefill=official),
)


def draw_choice(card: Card, deck: Deck) -> Text | None:
    """Every card that is used is the player's one action (三.三)."""
    return Text("it takes the one action of a turn", "要用掉該回合唯一的行動", ja="ターンに一度の行動を使う")


def is_base_card(card: Card, name: str) -> bool:
    """Whether it is the base card of this name, such as 聖光: by its keyword, or by its name in either script."""
    return is_listed(card, name, spellings(FOLDER)) or fold(card.name) == fold(name)


OPENING = Opening(
    hand=4,
    draw=0,
    zones=("base",),
    rule="三.一, 三.三",
    draw_choice=draw_choice,
    note=Text(
        "Draws are actions here: buying, synthesising and damage are not counted.",
        "這個遊戲的摸牌都來自行動：購買、合成與傷害摸牌不計在內。",
        ja="このゲームで引くのは行動による：購入、合成、ダメージの分は数えない。",
    ),
)


def composition(zone: str, rule: str) -> Constraint:
    """The zone holds exactly the official cards, by name, element and fate."""

    def differences(deck: Deck) -> Iterator[Culprit]:
        """The cards with too many or too few copies, those with too many first."""
        prescribed, entries = _official(), {each.card.key: each for each in deck.entries(zone)}
        limits = {key: prescribed[key][2] if key in prescribed else 0 for key in entries}
        yield from (culprit(entries[key], limits[key]) for key in sorted(entries) if entries[key].count > limits[key])
        for key, (name, code, count) in sorted(prescribed.items()):
            have = entries[key].count if key in entries else 0
            if have < count:
                yield Culprit(name, code, key, have, count)

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        culprits = tuple(differences(deck))
        if not culprits:
            return
        severity: Severity = "illegal" if any(each.have > (each.limit or 0) for each in culprits) else "incomplete"
        repair = Repair(tuple(DeckChange("set", zone, each.key, each.limit or 0) for each in culprits))
        total = sum(official().values())
        yield Violation("base.composition", severity, zone, culprits, deck.size(zone), total, total, repair)

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        if into != zone:
            return Admission()
        lacking = (each.key for each in differences(deck) if each.have < (each.limit or 0))
        return Admission(only=(Selection(keys=frozenset(lacking)),))

    return Constraint(check, ("base.composition",), rule, admits=admits)


def exclusive(zone: str, rule: str) -> Constraint:
    """Two roles of which one names the other are never in one team."""

    def rivals(card: Card) -> frozenset[str]:
        """The folded names of the roles this one names."""
        names = card.get("not_with")
        return frozenset(map(fold, names)) if isinstance(names, tuple) else frozenset()

    def doubtful(team: list[DeckEntry]) -> Iterator[Violation]:
        """The roles that only some of their printings let into the team."""
        for entry in team:
            others = {fold(other.card.name) for other in team if other is not entry}
            if len({others.isdisjoint(rivals(card)) for card in entry.card.readings("not_with")}) > 1:
                yield dispute(zone, entry, "not_with")

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        team = sorted(deck.entries(zone), key=by_key)
        if deck.has_disputes:
            yield from doubtful(team)
        for first, second in combinations(team, 2):
            if fold(second.card.name) in rivals(first.card) or fold(first.card.name) in rivals(second.card):
                both = (culprit(first), culprit(second))
                yield Violation("team.exclusive", "illegal", zone, both, repair=removal(zone, [second]))

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        team = deck.entries(zone) if into == zone else ()
        search = " ".join(f"-{term('not_with', entry.card.name)}" for entry in team)
        return Admission(search, (Selection(frozenset[str]().union(*(rivals(entry.card) for entry in team))),))

    return Constraint(check, ("team.exclusive", "card.data-disputed"), rule, admits=admits, reads=("not_with",))


def competitive(zone: str, rule: str) -> Constraint:
    """No role that is printed as not for competition."""

    def check(deck: Deck, facts: Facts) -> Iterator[Violation]:
        excluded = [entry for entry in deck.entries(zone) if entry.card.get("competition") == "no"]
        for entry in sorted(excluded, key=by_key):
            source = "cannot be used for competition"
            cards, repair = (culprit(entry, 0),), removal(zone, [entry])
            yield Violation("list.not-allowed", "illegal", zone, cards, entry.count, None, 0, repair, source=source)
        if deck.has_disputes:
            doubtful = [entry for entry in deck.entries(zone) if "competition" in entry.card.disputed]
            yield from (dispute(zone, entry, "competition") for entry in sorted(doubtful, key=by_key))

    def admits(deck: Deck, facts: Facts, into: str) -> Admission:
        return Admission("-competition:no") if into == zone else Admission()

    return Constraint(check, ("list.not-allowed", "card.data-disputed"), rule, admits=admits, reads=("competition",))


SHARED: tuple[Constraint, ...] = (
    composition("base", rule="二.八"),
    kinds(ZONES, rule="二.一"),
    copies("team", 1, rule="三.一"),
    exclusive("team", rule="三.一"),
)

TEAM = Text("Team", "隊伍", ja="チーム")

FREE = (size("team", 2, 4, rule="三.一", label=TEAM), *SHARED)

COMPETITION = (size("team", 3, 3, rule="三.二.1", label=TEAM), *SHARED, competitive("team", rule="三.二.1"))
