"""Reading the lists of many players against the catalog, all at once, without locking the event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from deckbuilder.catalog.selectors import Lookup
from deckbuilder.decks.lists import codec
from deckbuilder.decks.lists.codec import ListInput
from deckbuilder.events.bulk import files
from deckbuilder.events.bulk.files import Item
from deckbuilder.events.errors import EventError
from games.engine.budget import TooLarge
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.reading.decklists.answers import leave_maybe
from games.engine.reading.decklists.parsing import DeckListError, ReceiptLine
from games.engine.texts.near_names import MIN_LIKENESS

MAX_NAMES = 50_000
"""Different names and numbers that an upload may look up; a line may be read in several ways. Real events need far
fewer."""

MAX_NEAR = 60
"""Unrecognized lines, in all lists together, for which similar names are searched."""


MAX_UNSETTLED = 4_000
"""Unrecognized lines that all lists together may have: each is stored with the upload, to be shown."""


FEW_NAMES = 8_000
"""Names and numbers that may be looked up within a request, however few the lines are."""


def are_quick(game: Game, items: Sequence[Item]) -> bool:
    """Whether these lists are read and imported within the request. Stops counting as soon as that is clear."""
    if not files.are_few(items):
        return False
    names_count = 0
    for item in items:
        try:
            for names, codes in codec.names_in(ListInput(item.text, item.form, game)):
                names_count += len(names) + len(codes)
                if names_count > FEW_NAMES:
                    return False
        except DeckListError:  # reading it says so
            continue
    return True


class Read(NamedTuple):
    """An item with its deck and its unrecognized lines, as in `bulk.Plan`; or with its error."""

    item: Item
    deck: Deck | None = None
    lines: list[list[Any]] = []


Progress = Callable[[int, int], None]
"""Called with how much is done, and the total."""


def silent(done: int, total: int) -> None:
    """A progress callback that does nothing."""


def read(game: Game, items: Sequence[Item], progress: Progress = silent) -> list[Read]:
    """Read all lists.

    Raises EventError if together they are too long, name too many cards, or have too many unrecognized lines.
    """
    asking, lookup, whole = _Prefetch(game), LimitedLookup(game), 2 * len(items)
    valid_items = []
    for number, item in enumerate(items):
        progress(number, whole)
        valid_items.append(asking.check(item))
    lookup.prefetch(asking.names, asking.codes)
    results, open_lines = [], 0
    for number, item in enumerate(valid_items, len(items)):
        progress(number, whole)
        results.append(_read(game, item, lookup))
        open_lines += len(results[-1].lines)
        if open_lines > MAX_UNSETTLED:
            raise EventError("bulk-too-many-unsettled", "files", limit=MAX_UNSETTLED)
    return results


class LimitedLookup(Lookup):
    """Searches similar names for a limited number of lines in many lists."""

    most_alike = 200_000

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.left = MAX_NEAR

    def near(self, name: str, n: int = 5, *, least: float = MIN_LIKENESS) -> Sequence[str]:
        self.left -= 1
        if self.left < 0:
            raise TooLarge("searches", MAX_NEAR - self.left, MAX_NEAR)
        return super().near(name, n, least=least)


class _Prefetch:
    """Everything the lists look up, fetched at once: one by one takes many times as long."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines = 0
        self.names: set[str] = set()
        self.codes: set[str] = set()

    def check(self, item: Item) -> Item:
        """The item, with its error if it is not a list. Raises EventError."""
        if item.error:
            return item
        try:
            self.take(item)
        except DeckListError as error:
            return _with_error(item, error)
        return item

    def take(self, item: Item) -> None:
        for names, codes in codec.names_in(ListInput(item.text, item.form, self.game)):
            self.lines += 1
            files.check_lines(self.lines)
            self.names |= names
            self.codes |= codes
            if len(self.names) > MAX_NAMES or len(self.codes) > MAX_NAMES:
                raise EventError("bulk-too-many-names", "files", limit=MAX_NAMES)


def _read(game: Game, item: Item, lookup: Lookup) -> Read:
    if item.error:
        return Read(item)
    try:
        reading = leave_maybe(codec.parse(ListInput(item.text, item.form, game), lookup))
    except DeckListError as error:
        return Read(_with_error(item, error))
    if not reading.deck.unknown and not any(reading.deck.zones.values()):
        return Read(item._replace(error="no-cards"))
    open_lines = [each for each in reading.receipt.lines if each.status in ("ambiguous", "unknown")]
    return Read(item, reading.deck, list(map(_line_data, open_lines)))


def _with_error(item: Item, error: DeckListError) -> Item:
    return item._replace(error=error.code, params={"line": error.line, **error.params})


def _line_data(line: ReceiptLine) -> list[Any]:
    return [line.line, line.text, line.status, list(line.notes), [*map(str, line.choices), *line.near]]
