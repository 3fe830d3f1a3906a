"""A decision that an effect waits for, as its page and the API show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.common import effect_texts
from deckbuilder.common.names import reader_name
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.play.playtest.decisions import PILOT, PILOT_TURN, SKIP, Choice, Decision

if TYPE_CHECKING:
    from deckbuilder.playtest.table.table_page import TableCard


@dataclass(frozen=True)
class ShownChoice:
    """One of the choices. `slug`: the answer; `card`: None where it names none; `copies`: how many such cards there
    are; `place`: the zone it lies in, if cards of several are to be had; `is_own`: the pilot would choose it; `key`:
    what key answers with it."""

    slug: str
    label: str
    card: TableCard | None = None
    copies: int = 1
    place: str = ""
    is_own: bool = False
    key: str = ""

    @property
    def do(self) -> str:
        return f"decide {self.slug}"


@dataclass(frozen=True)
class ShownDecision:
    """A decision. `text`: the clause of the card, in the reader's language; `prompt`: what is asked. `choices`: what
    can be done, `is_of_cards` if each is a card; `others`: skipping, if possible, and leaving it to the pilot."""

    card: Card
    name: str
    text: str
    prompt: str
    is_optional: bool
    is_of_cards: bool
    choices: tuple[ShownChoice, ...]
    others: tuple[ShownChoice, ...]

    @property
    def all_choices(self) -> tuple[ShownChoice, ...]:
        return (*self.choices, *self.others)


def shown_decision(
    game: Game,
    cards: tuple[Card, ...],
    decision: Decision,
    table_card: Callable[[int], TableCard],
    place_of: Callable[[int], str],
) -> ShownDecision:
    """`cards`: the card types of the deck; `table_card`, `place_of`: the card on the table with a number, and the name
    of the zone it lies in."""
    texts, card, language = CardTexts(game), cards[decision.card], get_language() or "en"

    numbers = [each.number for each in decision.choices if each.number is not None]
    places = {place_of(number) for number in numbers}

    def sentence_of(statement: str, *, heads: bool) -> str:
        return effect_texts.text_of(texts.of_effects((statement,), card.kind, language, heads=heads), " ")

    def choice_on_page(choice: Choice) -> ShownChoice:
        face = table_card(choice.number) if choice.number is not None else None
        is_number = decision.kind == "number"
        label = str(choice.copies) if is_number else face.name if face else sentence_of(choice.statement, heads=False)
        copies = 1 if is_number else choice.copies
        place = place_of(choice.number) if choice.number is not None and len(places) > 1 else ""
        return ShownChoice(choice.slug, label, face, copies, place, choice.slug == decision.own)

    return ShownDecision(
        card,
        reader_name(card),
        sentence_of(decision.statement, heads=True),
        _prompt(decision, table_card),
        decision.is_optional,
        decision.kind == "card",
        tuple(map(choice_on_page, decision.choices)),
        tuple(_others(decision)),
    )


def _others(decision: Decision) -> Iterator[ShownChoice]:
    if decision.is_optional:
        yield ShownChoice(SKIP, _("No more") if decision.moved else _("Skip"), is_own=decision.own == SKIP, key="s")
    yield ShownChoice(PILOT, _("Let the pilot decide"), key="p")
    yield ShownChoice(PILOT_TURN, _("Let the pilot decide for the rest of this turn"), key="t")


def _prompt(decision: Decision, table_card: Callable[[int], TableCard]) -> str:
    if decision.kind == "ways":
        return _("Choose one of these:") if len(decision.choices) > 1 else _("Do you want to do this?")
    if decision.kind == "number":
        return _("How many in all? {name}").format(name=table_card(decision.choices[0].number or 0).name)
    words: dict[str, Any] = {"moved": decision.moved, "most": decision.high, "number": decision.moved + 1}
    if decision.is_optional and decision.moved:
        text = _("Choose another card, or stop: {moved} of at most {most} chosen.")
    elif decision.is_optional:
        text = ngettext("Choose a card, or skip this.", "Choose a card, or skip this: at most {most}.", decision.high)
    elif decision.low < decision.high:
        text = _("Choose a card: number {number} of at most {most}.")
    elif decision.high == 1:
        text = _("Choose a card.")
    else:
        text = _("Choose a card: number {number} of {most}.")
    return text.format(**words)
