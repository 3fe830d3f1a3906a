"""A deck as a saved object of Tabletop Simulator, which loads the card sheets from this site."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.common.names import both_names
from deckbuilder.decks.exports.card_sheets import FACES, ROW, SheetCard, cards_of, rows_of, sheet_card
from games.engine.model.decks import Deck
from games.engine.model.game import Game, Zone
from games.engine.reading.decklists.writing import headers_of

FACE_UP, FACE_DOWN = 0, 180
MAX_CARDS = 600
"""Cards in a file: every copy is an object of its own, in the file and on the table."""

APART = 3
"""The distance between the zones of a deck on the table."""

NOTHING = ("GameMode", "Date", "Table", "Sky", "Note", "Rules", "LuaScript", "LuaScriptState", "XmlUI")


class Addresses(NamedTuple):
    """The URLs of the sheets, by number from 1, and of the card back."""

    sheet: Callable[[int], str]
    back: str


def problem_with(deck: Deck) -> str:
    """Why there is no file of a deck; "" if there is one."""
    count = sum(entry.count for _zone, entry in deck.all_entries())
    problem = _("The deck has {count} cards; a file for Tabletop Simulator has at most {limit}.")
    return problem.format(count=count, limit=MAX_CARDS) if count > MAX_CARDS else ""


def saved_object(deck: Deck, game: Game, addresses: Addresses, language: str) -> dict[str, Any]:
    """Every zone as a face-down pile; a card alone in its zone face up.

    The notes say the game, the zones and the printings, so that the file can be read as a list.
    """
    cards = cards_of(deck, game)
    places = {each: number for number, each in enumerate(cards)}
    sheets = {str(number + 1): _sheet(number, len(cards), addresses) for number in range(-(-len(cards) // FACES))}
    objects: list[dict[str, Any]] = []
    for zone in game.zones:
        entries = deck.zones.get(zone.slug, ())
        copies = [sheet_card(entry) for entry in entries for _copy in range(entry.count)]
        if copies:
            at = APART * len(objects)
            objects.append(_pile(zone, copies, places, sheets, at, language))
    note = "\n".join(f"{key}: {value}" for key, value in headers_of(deck) if key != "name")
    return dict.fromkeys(NOTHING, "") | {"SaveName": deck.name, "Note": note, "ObjectStates": objects}


def _sheet(number: int, cards: int, addresses: Addresses) -> dict[str, Any]:
    return {
        "FaceURL": addresses.sheet(number + 1),
        "BackURL": addresses.back,
        "NumWidth": ROW,
        "NumHeight": rows_of(min(FACES, cards - number * FACES)),
        "BackIsHidden": True,
        "UniqueBack": False,
        "Type": 0,
    }


def _pile(
    zone: Zone,
    copies: list[SheetCard],
    places: Mapping[SheetCard, int],
    sheets: Mapping[str, dict[str, Any]],
    at: int,
    language: str,
) -> dict[str, Any]:
    cards = [_card(each, places[each], sheets, f"{at} {number}", language) for number, each in enumerate(copies)]
    if len(cards) == 1:
        notes = f"zone: {zone.slug}\n{cards[0]['GMNotes']}"
        return cards[0] | {"Transform": _transform(at, FACE_UP), "GMNotes": notes}
    keys = {key for card in cards for key in card["CustomDeck"]}
    return {
        **_object("DeckCustom", f"pile {at}", zone.label.read(language), "", f"zone: {zone.slug}"),
        "Transform": _transform(at, FACE_DOWN),
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {key: sheets[key] for key in sorted(keys, key=int)},
        "ContainedObjects": cards,
    }


def _card(
    each: SheetCard, index: int, sheets: Mapping[str, dict[str, Any]], seed: str, language: str
) -> dict[str, Any]:
    """The number of a card is a hundred times that of its sheet, plus its index there."""
    sheet, there = index // FACES + 1, index % FACES
    name = both_names(each.card, language)
    return {
        **_object("Card", seed, name, each.card.text, f"name: {each.card.name}\ncode: {each.code}"),
        "Transform": _transform(0, FACE_DOWN),
        "SidewaysCard": False,
        "CardID": 100 * sheet + there,
        "CustomDeck": {str(sheet): sheets[str(sheet)]},
    }


def _object(kind: str, seed: str, name: str, words: str, notes: str) -> dict[str, Any]:
    return {
        "GUID": hashlib.sha256(seed.encode()).hexdigest()[:6],
        "Name": kind,
        "Nickname": name,
        "Description": words,
        "GMNotes": notes,
        "ColorDiffuse": {"r": 0.713, "g": 0.713, "b": 0.713},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "HideWhenFaceDown": True,
        "Hands": kind == "Card",
    }


def _transform(x: int, angle: int) -> dict[str, float]:
    position = {"posX": x, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": angle}
    return {**position, "scaleX": 1, "scaleY": 1, "scaleZ": 1}
