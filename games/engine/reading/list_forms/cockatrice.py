"""Decks of Cockatrice, `.cod`."""

from __future__ import annotations

from games.engine.reading.list_forms.listing import Listing
from games.engine.reading.list_forms.xml_trees import Element, count_of, name_of

ROOT = "cockatrice_deck"
ZONES = {"side": "Sideboard", "tokens": "Tokens"}
"""The titles of zones that are called otherwise in lists."""


def read(root: Element) -> str:
    """The deck as a text list. Raises DeckListError."""
    listing = Listing()
    for each in root.all("deckname"):
        listing.header("name", each.text)
    for each in root.all("comments"):
        listing.comment(each.text)
    for zone in root.all("zone"):
        title = zone.attributes.get("name", "")
        listing.title(ZONES.get(title, title))
        for card in zone.all("card"):
            listing.card(count_of(card, "number"), name_of(card, card.attributes.get("name", "")))
    return listing.text()
