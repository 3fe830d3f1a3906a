"""The page of an event's restriction lists."""

from deckbuilder.catalog.restrictions.pages import Comparison, compare
from deckbuilder.catalog.restrictions.selectors import with_ties
from deckbuilder.events.models import Event
from deckbuilder.events.pins.selectors import known_lists
from deckbuilder.events.to_games import pinned_lists
from games.registry import get


def comparisons(event: Event) -> list[Comparison]:
    """What the known lists change against those pinned, list by list."""
    game = get(event.game)
    pinned, known = (with_ties(game, pinned_lists(event, pins)) for pins in (event.pinned, known_lists(event)))
    old, new = ({each.slug: each for each in lists} for lists in (pinned, known))
    pairs = [(old.get(slug), new.get(slug)) for slug in sorted(old.keys() | new.keys())]
    return [compare(game, *pair) for pair in pairs if pair[0] != pair[1]]
