"""Saved objects of Tabletop Simulator: piles of cards with names, in bags or on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from games.engine.reading.decklists.lines import DeckListError
from games.engine.reading.list_forms.listing import Listing

MAX_BYTES = 2 * 1024 * 1024
"""Every copy of a card is an object with about 700 bytes."""

MAX_DEPTH = 12
CARDS = frozenset(("Card", "CardCustom"))
PILES = frozenset(("Deck", "DeckCustom"))
_NOTE = re.compile(r"^(zone|code|name): (.+)$", re.MULTILINE)
_HEADER = re.compile(r"^(\w[^:\n]*): (.+)$", re.MULTILINE)


def fits(data: object) -> bool:
    if not isinstance(data, dict):
        return False
    return isinstance(data.get("ObjectStates"), list) or _string(data, "Name") in CARDS | PILES


def read(data: object) -> str:
    """The cards in all piles as a text list; a pile's name is the title of its section. Raises DeckListError."""
    assert isinstance(data, dict)
    listing = Listing()
    listing.header("name", _string(data, "SaveName"))
    if (note := _string(data, "Note")).startswith("game: "):
        for key, value in _HEADER.findall(note):
            listing.header(key, value)
    objects = data["ObjectStates"] if isinstance(data.get("ObjectStates"), list) else [data]
    path = "ObjectStates" if "ObjectStates" in data else ""
    _take(listing, objects, path)
    return listing.text()


def _take(listing: Listing, objects: object, path: str, depth: int = 0) -> None:
    """The objects of a table or bag. A card that lies by itself is of the zone in its notes, if they say it."""
    for at, each in _objects(objects, path):
        if _string(each, "Name") in CARDS:
            listing.title(_notes(each).get("zone", ""))
            _card(listing, each, at)
        elif _string(each, "Name") in PILES:
            listing.title(_notes(each).get("zone") or _string(each, "Nickname"))
            cards = each.get("ContainedObjects")
            if not isinstance(cards, list):
                raise DeckListError("tabletop-names", 0, {"path": at})
            for card_at, card in _objects(cards, f"{at}.ContainedObjects"):
                _card(listing, card, card_at)
        elif each.get("ContainedObjects"):
            if depth >= MAX_DEPTH:
                raise DeckListError("json-shape", 0, {"path": at})
            _take(listing, each["ContainedObjects"], f"{at}.ContainedObjects", depth + 1)
        else:
            listing.comment(f"{_string(each, 'Name')}: {_string(each, 'Nickname')}")


def _card(listing: Listing, card: Mapping[str, object], path: str) -> None:
    notes = _notes(card)
    name = notes.get("name") or _string(card, "Nickname")
    if not name.strip():
        raise DeckListError("tabletop-names", 0, {"path": f"{path}.Nickname"})
    listing.card(1, name, notes.get("code", ""))


def _notes(each: Mapping[str, object]) -> dict[str, str]:
    """What this site notes for the game master: the zone of a pile, the printed name and number of a card."""
    return dict(_NOTE.findall(_string(each, "GMNotes")))


def _objects(objects: object, path: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    if not isinstance(objects, list):
        raise DeckListError("json-shape", 0, {"path": path})
    for index, each in enumerate(objects):
        at = f"{path}[{index}]" if path else ""
        if not isinstance(each, dict):
            raise DeckListError("json-shape", 0, {"path": at})
        yield at, each


def _string(each: Mapping[str, object], key: str) -> str:
    value = each.get(key)
    return value if isinstance(value, str) else ""
