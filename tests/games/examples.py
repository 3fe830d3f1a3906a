"""The example decks of every game: what a file says of itself, and the cards and lists it is judged with.

`<slug>/legal/*.txt` and `<slug>/illegal/*.txt` are deck lists that begin with comments: why it is there, and then

    # status: incomplete            where it is not legal
    # expect: zone.size copies      one code for every violation, in any order
    # on: 2027-03-01                the day, where it is not TODAY
    # lists: ban.toml pool.toml     files of <slug>/lists
    # broken: ban.toml              such files of which the site could not read all
    # beside: ZONE COUNT NUMBER     cards in a zone the game does not have, which no list can say

`<slug>/cards.csv` adds cards to the game's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Format, Game
from games.engine.model.lists import RestrictionList, read_list
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.catalogs.files import read_rows
from games.engine.reading.catalogs.rows import parse_row
from games.engine.reading.decklists.parsing import Reading, read
from games.engine.rules.legality import Verdict, judge
from games.registry import GAMES, get
from tests.catalogs import load_catalog

HERE = Path(__file__).parent
TODAY = date(2026, 11, 21)
_NOTE = re.compile(r"# (status|expect|on|lists|broken|beside):(.*)")


@dataclass(frozen=True)
class Example:
    """A deck file. `folder`: legal or illegal; `expect`: the codes of its violations, sorted."""

    path: Path
    game: Game
    deck: Deck
    reading: Reading
    status: str
    expect: tuple[str, ...]
    on: date = TODAY
    lists: tuple[RestrictionList, ...] = ()

    @property
    def name(self) -> str:
        return name_of(self.path)

    @property
    def folder(self) -> str:
        return self.path.parent.name

    @property
    def format(self) -> Format:
        return self.game.format(self.deck.format)

    def verdict(self) -> Verdict:
        return judge(self.deck, self.game, self.format, on=self.on, lists=self.lists)


@cache
def catalog(slug: str) -> Catalog:
    """The sample cards of a game and those of the tests."""
    game = get(slug)
    added = []
    for number, row in read_rows((HERE / slug / "cards.csv").read_bytes(), "csv").items():
        parsed = parse_row(game, row, number)
        assert parsed.printing, (slug, parsed.problems)
        added.append(parsed.printing)
    return Catalog(game, [*load_catalog(game).printings.values(), *added])


def paths(slug: str) -> list[Path]:
    return [path for folder in ("legal", "illegal") for path in sorted((HERE / slug / folder).glob("*.txt"))]


@cache
def example(path: Path) -> Example:
    game = get(path.parent.parent.name)
    text = path.read_text(encoding="utf-8")
    notes = {key: value.strip() for key, value in _NOTE.findall(text)}
    reading = read(text, catalog(game.slug), game)
    return Example(
        path=path,
        game=game,
        deck=_beside(reading.deck, notes.get("beside", "")),
        reading=reading,
        status=notes.get("status", "legal"),
        expect=tuple(sorted(notes["expect"].split())),
        on=date.fromisoformat(notes["on"]) if "on" in notes else TODAY,
        lists=(*_lists(game, notes.get("lists", "")), *_lists(game, notes.get("broken", ""), broken=("limits",))),
    )


def _lists(game: Game, names: str, **facts: Any) -> Iterator[RestrictionList]:
    for name in names.split():
        yield replace(read_list(HERE / game.slug / "lists" / name, game.slug, game.counted), **facts)


def _beside(deck: Deck, note: str) -> Deck:
    if not note:
        return deck
    zone, count, code = note.split()
    card = catalog(deck.game).by_code(code)
    assert card
    assert zone not in deck.zones
    return replace(deck, zones={**deck.zones, zone: (DeckLine(card, int(count), code),)})


ALL = tuple(path for game in GAMES for path in paths(game.slug))


def faulty(slug: str) -> list[Example]:
    """The examples of a game with violations. Tests loop over them: so many tests would cost more than what they do."""
    return [each for each in map(example, paths(slug)) if each.expect]


def name_of(path: object) -> str:
    """A file's name in the report of the tests."""
    return "/".join(path.parts[-3:]) if isinstance(path, Path) else str(path)
