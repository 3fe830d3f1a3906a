"""Why a simulation cannot be started, and why one failed."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from deckbuilder.stats.odds.sentences import Params, join_lists
from deckbuilder.stats.simulations.specs import SimulationError

SIMULATION_ERRORS: Mapping[str, Callable[[Params], str]] = {
    "out-of-range": lambda p: _("{name}: {value} is not between {min} and {max}.").format(
        name=FIELDS[p["field"]](), **p
    ),
    "unknown-cards": lambda p: _("Nothing can be simulated while some lines are unrecognized: {lines}.").format(**p),
    "no-cards": lambda p: _("There are no cards to draw."),
    "no-mulligan": lambda p: _("This game has no mulligan: every hand is kept."),
    "too-many-conditions": lambda p: _("The goal has {value} conditions; a simulation allows {max}.").format(**p),
    "mulligan-too-large": lambda p: _(
        "The best mulligan for this goal is too complex to calculate: {size} hands and choices; the limit is "
        "{max}. Use fewer kinds of cards in the goal, or keep every hand."
    ).format(**p),
    "too-many-open": lambda p: ngettext(
        "{max} simulation of yours is still running. Wait until it is done, or stop it.",
        "{max} simulations of yours are still running. Wait until one is done, or stop one.",
        p["max"],
    ).format(**p),
    "too-many-choices": lambda p: _(
        "There are {size} hands and choices to distinguish; the limit is {max}. Use a goal with fewer "
        "conditions, which distinguishes fewer kinds of cards."
    ).format(**p),
    "too-many-cards": lambda p: _(
        "The deck has {count} cards; the pilot is compared with the best line in decks of at most {max}."
    ).format(**p),
    "unknown-study": lambda p: _("There is no study “{value}”. Choose one of: {choices}.").format(**p),
    "reshuffles": lambda p: _(
        "In this game cards return to the deck during play, so the pilot cannot be compared with the best line. "
        "Available for: {choices}."
    ).format(**p),
    "searches": lambda p: _(
        "Cards of this deck search the deck or go back into it, so its order is not fixed, and the pilot cannot be "
        "compared with the best line: {choices}."
    ).format(**p),
    "not-in-study": lambda p: _("{name} is not part of this study. Leave it out.").format(
        name=FIELDS[p["field"]](), **p
    ),
    "unplayable": lambda p: _("This deck cannot be simulated: {reason}").format(**p),
}
"""Why something cannot be simulated."""


FIELDS: Mapping[str, Callable[[], str]] = {
    "trials": lambda: pgettext("of a simulation", "Games"),
    "study": lambda: _("Study"),
    "turns": lambda: _("Turns"),
    "seat": lambda: _("Seat"),
    "version": lambda: _("Version of the pilot"),
    "seed": lambda: _("Seed"),
    "keep_turn": lambda: _("Mulligan turn"),
    "precision": lambda: _("Precision"),
    "goal": lambda: _("Goal"),
    "keep": lambda: _("Mulligan"),
}


FAILURES: Mapping[str, Callable[[], str]] = {
    "internal": lambda: _("An internal error stopped this simulation. Nothing you did caused it."),
    "other-version": lambda: _(
        "The site was updated while this was running, so its parts would not match. Start it again."
    ),
    "outdated": lambda: _(
        "This was played by an earlier version of the pilot, so its figures are not comparable. Start it again."
    ),
}
"""Why a simulation failed."""


def simulation_error(error: SimulationError) -> str:
    return SIMULATION_ERRORS[error.code]({"field": error.field, **join_lists(error.params)})
