"""Entry links of players without an account, as QR codes on the screen and on cards to cut out."""

from __future__ import annotations

from typing import NamedTuple

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from deckbuilder.events import pages
from deckbuilder.events.models import Entry

ON_A_PAGE = 10
"""Cards per page of A4: two columns, the size of business cards."""


class Card(NamedTuple):
    """A player, with the QR code that opens their entry."""

    entry: Entry
    link: str
    code: SafeString


def code(link: str) -> SafeString:
    """A link as a QR code in SVG, dark on light, scalable."""
    return mark_safe(segno.make_qr(link, error="m").svg_inline(border=4, dark="#000", light="#fff", omitsize=True))


def card(request: HttpRequest, entry: Entry) -> Card:
    link = pages.key_link(request, entry.event, entry.key)
    return Card(entry, link, code(link))


def sheets(cards: list[Card]) -> list[list[Card]]:
    """The cards, page by page."""
    return [cards[start : start + ON_A_PAGE] for start in range(0, len(cards), ON_A_PAGE)]
