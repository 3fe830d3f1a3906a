"""Messages about invalid goals and unavailable odds, and what goals are called."""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from deckbuilder.catalog.search.query_sentences import SENTENCES
from deckbuilder.common.labels import read, with_note
from games.engine.model.cards import Card
from games.engine.model.presets import Preset
from games.engine.odds.exact import DrawsRefused, ExchangeRefused, TooLarge, Unreadable
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
        "Draws and searches cannot all be counted exactly, because some are a choice: {cards}. Count "
        "only the others, count without them, or simulate."
    ).format(**p),
    "draws-with-upper-bound": lambda p: _(
        "The goal has an upper bound, so a player may want to keep a card that draws or searches in hand: there are no "
        "exact odds with draws and searches. Count without them, or simulate."
    ).format(**p),
    "unknown-cards": lambda p: _("No odds while some lines are unrecognized: {lines}.").format(**p),
}


def goal_error(error: GoalError) -> str:
    """The error as a sentence in the active language; its position is not part of the sentence."""
    sentence = GOAL_ERRORS.get(error.code) or SENTENCES[error.code]
    return sentence(join_lists(error.params))


def unreadable(error: Unreadable) -> str:
    return ODDS_ERRORS["unknown-cards"](join_lists({"lines": error.lines}))


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
    """The cards whose draws or searches are a choice, grouped by reason. `name`: returns the name of a card, as in
    lists or, on pages, in the reader's language."""
    names: dict[Text, list[str]] = {}
    for card, why in choices:
        names.setdefault(why, []).append(name(card))
    texts = (
        _("{cards} ({reason})").format(cards=_(", ").join(cards), reason=read(why)) for why, cards in names.items()
    )
    return _("; ").join(texts)


def draws_left_out(cards: str) -> str:
    """`cards`: those whose draws or searches are not counted, with their reasons."""
    return _("Draws and searches of these cards are not counted: {cards}. A simulation plays them.").format(cards=cards)


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


def join_lists(params: Params) -> dict[str, Any]:
    """The parameters of a message, with lists as text."""
    return {name: _(", ").join(value) if isinstance(value, (list, tuple)) else value for name, value in params.items()}
