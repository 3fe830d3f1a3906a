"""The page of an event's restriction lists."""

from deckbuilder.catalog.list_pages import Comparison, compare
from deckbuilder.events.models import Event
from deckbuilder.events.pins.selectors import known_lists
from deckbuilder.events.to_games import thaw_list
from games.registry import get


def comparisons(event: Event) -> list[Comparison]:
    """What the known lists change against those pinned, list by list."""
    old, new = ({each["slug"]: thaw_list(each) for each in lists} for lists in (event.pinned, known_lists(event)))
    pairs = [(old.get(slug), new.get(slug)) for slug in sorted(old.keys() | new.keys())]
    return [compare(get(event.game), *pair) for pair in pairs if pair[0] != pair[1]]
