"""Template functions and filters for decks."""

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from deckbuilder.accounts.models import User
from deckbuilder.common.labels import declarations_html
from deckbuilder.decks.changes import history
from deckbuilder.decks.lists.codec import ENDINGS, conclusions, notes
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.decks.moderation.access import games_of
from deckbuilder.decks.notes import notes_html
from deckbuilder.decks.photos.selectors import can_read_photos
from deckbuilder.decks.photos.validators import ACCEPT
from deckbuilder.decks.verdicts import sentences
from games.engine.reading.decklists.parsing import Receipt, ReceiptLine
from games.engine.reading.decklists.receipts import NOTED


def deck_title(name: str) -> str:
    """The name of a deck, or that it has none."""
    return name or _("Untitled deck")


def line_notes(line: ReceiptLine) -> str:
    """The notes on a line of a list."""
    return notes(line)


def is_noted(line: ReceiptLine) -> bool:
    """Whether the reader should see how a recognized line was read."""
    return bool(NOTED & set(line.notes))


def matched_lines(receipt: Receipt) -> tuple[ReceiptLine, ...]:
    return receipt.of("matched")


FILTERS = {
    each.__name__: each
    for each in (
        conclusions,
        declarations_html,
        deck_title,
        history.format_label,
        notes_html,
        sentences.unchecked_zones,
        line_notes,
        is_noted,
        matched_lines,
    )
}


def has_people() -> bool:
    """Whether authors have pages, and decks can be favourites."""
    return bool(settings.PEOPLE)


def author_name(deck: Deck) -> str:
    """The name of a deck's owner, linked to the public decks of that person. Only a public deck says that there are
    any."""
    owner = deck.owner
    if owner is None:
        return ""
    has_page = has_people() and deck.visibility == Visibility.PUBLIC and owner.is_active
    if not has_page:
        return owner.username
    return format_html('<a href="{}">{}</a>', reverse("decks:author", args=[owner.username]), owner.username)


def is_moderator(user: User) -> bool:
    return bool(games_of(user))


GLOBALS = {
    "is_moderator": is_moderator,
    "list_endings": ",".join(f".{ending}" for ending in ENDINGS),
    "has_people": has_people,
    "author_name": author_name,
    "can_read_photos": can_read_photos,
    "photo_formats": ACCEPT,
}
