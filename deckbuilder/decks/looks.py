"""How the cards of a deck are shown: as a list, in piles or in a table, by which attribute grouped and sorted."""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple

from deckbuilder.decks.drafts import EditError
from games.engine.model.cards import Attribute
from games.engine.model.game import Game
from games.registry import get

VIEWS = ("list",)
UNGROUPED = "none"
COPIES = "copies"
"""Sorts by the number of copies."""

SESSION_KEY = "looks"
UNSORTABLE = ("text", "alt_names", "effects", "image")
UNGROUPABLE = ("code", "name", *UNSORTABLE)


class Look(NamedTuple):
    """`by`: the attribute that groups cards, UNGROUPED for one group; `sort`: the attribute that orders them, with "-"
    before it from the highest down, "" for the game's own order."""

    view: str = VIEWS[0]
    by: str = "kind"
    sort: str = ""

    @property
    def turned(self) -> str:
        """The same sorting the other way round."""
        return self.sort.removeprefix("-") if self.sort.startswith("-") else f"-{self.sort}"


USUAL = Look()


def groupings(game: Game) -> Sequence[Attribute]:
    """The attributes that cards can be grouped by: those drawn as charts first, the kind before all."""
    fields = [each for each in game.fields.values() if each.name not in UNGROUPABLE and each.type != "text"]
    return sorted(fields, key=lambda each: not each.chart)


def sortings(game: Game) -> Sequence[Attribute]:
    """The attributes that cards can be sorted by: the name first, then as in `groupings`."""
    fields = [each for each in game.fields.values() if each.name not in UNSORTABLE]
    return sorted(fields, key=lambda each: (each.name != "name", not each.chart, each.name == "code"))


def read(fields: Mapping[str, str], game: Game, before: Look = USUAL, views: Sequence[str] = VIEWS) -> Look:
    """The look that a form or an address asks for; what it leaves out stays as it was `before`. Raises EditError."""
    by = [each.name for each in groupings(game)]
    sort = ["", COPIES, *(each.name for each in sortings(game))]
    order = fields.get("sort", before.sort)
    return Look(
        view=_one_of(fields.get("view", before.view), views),
        by=_one_of(fields.get("by", before.by), [*by, UNGROUPED]),
        sort=order if order.startswith("-") and _one_of(order[1:], sort[1:]) else _one_of(order, sort),
    )


def _one_of(value: str, choices: Sequence[str]) -> str:
    if value not in choices:
        raise EditError("unknown-value", value=value, choices=[each for each in choices if each])
    return value


def look_of(session: Mapping[str, Any], slug: str) -> Look:
    """The look chosen last for decks of a game in this browser."""
    try:
        return read(session.get(SESSION_KEY, {}).get(slug, {}), get(slug))
    except EditError:  # chosen from what another version of the site offered
        return USUAL


def choose(session: MutableMapping[str, Any], slug: str, fields: Mapping[str, str]) -> None:
    """Let decks of a game look so in this browser from now on. Raises EditError."""
    look = read(fields, get(slug), look_of(session, slug))
    session[SESSION_KEY] = {**session.get(SESSION_KEY, {}), slug: look._asdict()}
