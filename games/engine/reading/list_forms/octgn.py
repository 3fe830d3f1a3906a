"""Decks of OCTGN, `.o8d`."""

from __future__ import annotations

from games.engine.reading.list_forms.listing import Listing
from games.engine.reading.list_forms.xml_trees import Element, count_of, name_of

ROOT = "deck"


def read(root: Element) -> str:
    """The deck as a text list. Raises DeckListError."""
    listing = Listing()
    for each in root.all("notes"):
        listing.comment(each.text)
    for section in root.all("section"):
        listing.title(section.attributes.get("name", ""))
        for card in section.all("card"):
            listing.card(count_of(card, "qty"), name_of(card, card.text))
    return listing.text()
