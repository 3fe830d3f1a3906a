"""Messages about invalid goals, unavailable odds, and decks that cannot be simulated."""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from deckbuilder.catalog.search.query_sentences import SENTENCES as QUERY_SENTENCES
from deckbuilder.common.labels import read, with_note
from deckbuilder.stats.simulations.services import SimulationError
from games.engine.model.cards import Card
from games.engine.model.presets import Preset
from games.engine.odds.exact import DrawsRefused, ExchangeRefused, TooLarge, Unreadable
from games.engine.odds.seen_cards import SeenError
from games.engine.reading.goals import GoalError
from games.engine.texts.text import Text

Params = Mapping[str, Any]
Name = Callable[[Card], str]

GOAL_ERRORS: Mapping[str, Callable[[Params], str]] = {
    "goal-too-long": lambda p: _("A goal has at most {limit} characters.").format(**p),
    "missing-count": lambda p: _("How many? Write >=2, <=1, =0 or 2..3 here."),
    "bad-count": lambda p: _(
        "“{found}” is not a count: write >=2, <=1, =0, >1, <3 or 2..3, with numbers up to {limit}."
    ).format(**p),
    "bare-count": lambda p: _("At least {count} or exactly {count}? Write >={count} or ={count}.").format(**p),
    "impossible-count": lambda p: _("No number of cards can meet “{found}”.").format(**p),
    "missing-of": lambda p: _("Write “of” and the cards in brackets here: {count} of (CARDS).").format(**p),
    "missing-cards": lambda p: _("Which cards? Write a search in brackets here, or (*) for all cards."),
    "missing-joint": lambda p: _(
        "“{found}” is unexpected here: join conditions with “and”, alternatives with “or”."
    ).format(**p),
}

ODDS_ERRORS: Mapping[str, Callable[[Params], str]] = {
    "draws-are-a-choice": lambda p: _(
        "Draw effects cannot all be counted exactly, because playing some cards is optional: {cards}. Count "
        "only the others, count without draw effects, or simulate."
    ).format(**p),
    "draws-with-upper-bound": lambda p: _(
        "The goal has an upper bound, so a player may want to keep a card that draws in hand: there are no exact odds "
        "with draw effects. Count without them, or simulate."
    ).format(**p),
    "unknown-cards": lambda p: _("No odds while some lines are unrecognized: {lines}.").format(**p),
}

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
    "not-in-study": lambda p: _("{name} is not part of this study. Leave it out.").format(
        name=FIELDS[p["field"]](), **p
    ),
    "unplayable": lambda p: _("This deck cannot be simulated: {reason}").format(**p),
}
"""Why something cannot be simulated."""

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
    params = {
        name: _(", ").join(value) if isinstance(value, (list, tuple)) else value for name, value in error.params.items()
    }
    return SIMULATION_ERRORS[error.code]({"field": error.field, **params})


def goal_error(error: GoalError) -> str:
    """The error as a sentence in the active language; its position is not part of the sentence."""
    sentence = GOAL_ERRORS.get(error.code) or QUERY_SENTENCES[error.code]
    return sentence(_read(error.params))


def unreadable(error: Unreadable) -> str:
    return ODDS_ERRORS["unknown-cards"](_read({"lines": error.lines}))


def draws_refusal(error: DrawsRefused, name: Name = attrgetter("name")) -> str:
    return ODDS_ERRORS[refusal_code(error)]({"cards": choices_sentence(error.cards, name)})


def exchange_refusal(error: ExchangeRefused) -> str:
    if error.upper:
        return _(
            "With the exchange there are no exact odds for a goal with an upper bound, because an extra card "
            "can hurt. A simulation includes it."
        )
    return _(
        "With the exchange there are no exact odds for a goal of this many cards, because the card put away may "
        "be one of them. A simulation includes it."
    )


def refusal_code(error: DrawsRefused) -> str:
    return "draws-are-a-choice" if error.cards else "draws-with-upper-bound"


def choices_sentence(choices: Iterable[tuple[Card, Text]], name: Name = attrgetter("name")) -> str:
    """The cards whose draw effects are optional, grouped by reason. `name`: returns the name of a card, as in lists or,
    on pages, in the reader's language."""
    names: dict[Text, list[str]] = {}
    for card, why in choices:
        names.setdefault(why, []).append(name(card))
    texts = (
        _("{cards} ({reason})").format(cards=_(", ").join(cards), reason=read(why)) for why, cards in names.items()
    )
    return _("; ").join(texts)


def seen_error(error: SeenError) -> str:
    return SEEN_ERRORS[error.code](_read({**error.params, "example": _("name of a card")}))


def when(turn: int) -> str:
    """The turn by which cards are seen, in words."""
    return _("by turn {turn}").format(turn=turn) if turn else _("in the opening hand")


def preset_label(preset: Preset) -> str:
    """What a preset asks for, and by when: “A unit that needs no tribute (by turn 1)”."""
    return with_note(read(preset.label), when(preset.turn))


def goal_by(turn: int) -> str:
    return _("The goal by turn {turn}").format(turn=turn) if turn else _("The goal in the opening hand")


def too_large(error: TooLarge) -> str:
    sentence = _(
        "Too complex to calculate exactly: it would take more than {bound} steps. A simulation can estimate it."
    )
    return sentence.format(bound=error.bound)


def _read(params: Params) -> dict[str, Any]:
    return {name: _(", ").join(value) if isinstance(value, tuple) else value for name, value in params.items()}
