"""Battles for tests: a situation as an address has it, and what its outcome says in short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.model.battle import Battle, Result
from games.engine.reading.battle_reading import Reading, read
from games.registry import GAMES, get
from tests.games.examples import HERE


class Row(NamedTuple):
    """An example: a game's situation, what is told of it, and the paragraph with what it says."""

    slug: str
    situation: str
    says: str
    name: str


def battle_of(slug: str) -> Battle:
    battle = get(slug).battle
    assert battle
    return battle


def reading(slug: str, text: str) -> Reading:
    """`attacker.attack=3 attacker.state=rush,alone`: values of one field are divided by commas."""
    given = {name: value.split(",") for name, _, value in (each.partition("=") for each in text.split())}
    return read(get(slug), given, {})


def resolve(slug: str, text: str) -> Result:
    found = reading(slug, text)
    assert found.mistakes == ()
    return battle_of(slug).resolve(found.situation)


def outcomes(result: Result) -> set[str]:
    """What comes of it: `falls defender`, `loses defending_player life 1 5`; the codes of steps that say why."""
    return {" ".join([each.code, *map(str, each.params.values())]) for each in (*result.outcome, *result.steps)}


def rows() -> Iterator[Row]:
    """The tables of tests/games/<game>/battles.txt."""
    for game in GAMES:
        if not game.battle:
            continue
        first, *lines = (HERE / game.slug / "battles.txt").read_text(encoding="utf-8").splitlines()
        usual = first.removeprefix("usual:").strip()
        for line in lines:
            name, situation, says = map(str.strip, line.split("|"))
            yield Row(game.slug, f"{usual} {situation}", says, f"{game.slug} {name}")
