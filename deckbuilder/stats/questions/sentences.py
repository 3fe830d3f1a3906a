"""Why cards cannot have been seen from a deck."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.stats.odds.sentences import Params, join_lists
from games.engine.odds.seen_cards import SeenError

SEEN_ERRORS: Mapping[str, Callable[[Params], str]] = {
    "seen-too-long": lambda p: _("The list of cards seen can have at most {limit} characters.").format(**p),
    "not-seen-cards": lambda p: _("“{text}” is not a number of cards and a name, such as “3 {example}”.").format(**p),
    "not-shared": lambda p: _("Players of this game do not share a deck, so cards seen are not counted."),
    "not-in-deck": lambda p: _("No card in this deck is called “{name}”. Choose among: {choices}.").format(**p),
    "more-than-copies": lambda p: ngettext(
        "{name}: you cannot have seen {count}, because the deck has {copies} copy.",
        "{name}: you cannot have seen {count}, because the deck has {copies} copies.",
        int(p["copies"]),
    ).format(**p),
}
"""Why cards cannot have been seen from a deck."""


def seen_error(error: SeenError) -> str:
    return SEEN_ERRORS[error.code](join_lists({**error.params, "example": _("name of a card")}))
