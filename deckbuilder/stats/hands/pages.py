"""The page of sample hands: the cards that a seed deals, the choices made, and advice on the mulligan."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.common.names import reader_name
from deckbuilder.stats.figures import exact, percent
from deckbuilder.stats.odds.goals_page import Aim, Mistake, aims_of, goal_in
from deckbuilder.stats.odds.sentences import too_large
from deckbuilder.stats.throttle import counting
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.odds import adviser
from games.engine.odds.adviser import MulliganChoice
from games.engine.odds.exact import TooLarge
from games.engine.reading.goals import Goal

if TYPE_CHECKING:
    from games.engine.play.trials.sampling import Sample


class HandQuery(NamedTuple):
    """A sample hand as described by its URL."""

    seed: int
    seat: Seat = "first"
    back: tuple[int, ...] | None = None
    """The positions put back, from 1; None while the mulligan is undecided."""
    turns: int = 0
    goal: str = ""
    by: int = 0
    """The turn of the goal."""
    shown_goal: str = ""
    """The goal used for the advice, even if `goal` is empty."""


class HandCard(NamedTuple):
    """A card of the opening hand with its position from 1, whether it was put back, and whether that is advised."""

    number: int
    card: Card
    back: bool
    advised: bool


class Option(NamedTuple):
    """A choice with its chance: the names of the cards to put back; empty to keep the hand."""

    names: tuple[str, ...]
    chance: str
    fraction: str
    best: bool


@dataclass(frozen=True)
class Advice:
    """The options: to `keep` the hand, its best `change`, and the player's `own` choice."""

    keep: Option
    change: Option | None
    own: Option | None
    back: tuple[int, ...]
    """Indices of the cards that the best choice puts back."""
    has_mulligan: bool

    @property
    def options(self) -> list[tuple[str, str, Option]]:
        """Each option with its label, and the names of the cards that the best change puts back."""
        options = [(_("Keep all") if self.has_mulligan else _("With this hand"), "", self.keep)]
        if self.change:
            options.append((_("Put back"), " · ".join(self.change.names), self.change))
        if self.own:
            options.append((_("Your choice"), "", self.own))
        return options

    @property
    def keeps(self) -> bool:
        """Whether no other choice is better than keeping the hand."""
        return self.keep.best


@dataclass(frozen=True)
class HandsPage:
    dealt: HandQuery
    sample: "Sample"
    cards: tuple[HandCard, ...]
    aims: tuple[Aim, ...]
    text: str
    has_mulligan: bool
    advice: Advice | None = None
    mistake: Mistake | None = None
    failure: str = ""

    @property
    def open(self) -> bool:
        """Whether the mulligan is still undecided."""
        return self.dealt.back is None

    @property
    def hand_size(self) -> int:
        return len(self.sample.hand)

    @property
    def advice_note(self) -> str:
        if self.dealt.by:
            note = _(
                "The exact chance to meet the goal with the cards seen by turn %(turn)s, before any replacement is "
                "drawn."
            )
            return note % {"turn": self.dealt.by}
        return _("The exact chance to meet the goal with the opening hand, before any replacement is drawn.")

    def fields(self, *names: str) -> list[tuple[str, object]]:
        """The hidden fields of a form that keeps these options."""
        dealt = self.dealt
        done = () if self.open or not self.has_mulligan else ("change" if dealt.back else "keep",)
        values: dict[str, Iterable[object]] = {
            "seed": (dealt.seed,),
            "seat": (dealt.seat,) if dealt.seat != "first" else (),
            "goal": (dealt.goal,) if dealt.goal else (),
            "by": (dealt.by,),
            "done": done,
            "back": dealt.back or (),
            "turns": (dealt.turns,) if dealt.turns else (),
        }
        return [(name, value) for name in names for value in values[name]]


def page(deck: Deck, game: Game, dealt: HandQuery) -> HandsPage:
    """The hand with the advice on it. Raises Unreadable."""
    from games.engine.play.trials.sampling import sample

    back = None if dealt.back is None else [number - 1 for number in dealt.back]
    hand = sample(deck, game, dealt.seed, seat=dealt.seat, back=back, turns=dealt.turns)
    aims = tuple(aims_of(deck, game, dealt.seat))
    text = dealt.shown_goal
    goal, mistake = goal_in(text, game)
    with counting():
        advice, failure = _or_why(lambda: _advice(goal, hand, deck, game, dealt)) if goal else (None, "")
    cards = tuple(
        HandCard(number, card, number - 1 in (hand.back or ()), advice is not None and number - 1 in advice.back)
        for number, card in enumerate(hand.opened, 1)
    )
    return HandsPage(dealt, hand, cards, aims, text, game.opening.has_mulligan, advice, mistake, failure)


def _or_why(advise: Callable[[], Advice]) -> tuple[Advice | None, str]:
    try:
        return advise(), ""
    except TooLarge as error:
        return None, too_large(error)


def _advice(goal: Goal, sample: "Sample", deck: Deck, game: Game, dealt: HandQuery) -> Advice:
    hand, opening, when = sample.opened, game.opening, (dealt.by, dealt.seat)
    if not opening.has_mulligan:
        keeping = MulliganChoice((), adviser.value_of_keeping(goal, hand, deck, opening, *when))
        advice = adviser.Advice(keeping, None, keeping)
    else:
        advice = adviser.advise(goal, hand, deck, opening, *when)
    own = None
    if sample.back:
        own = MulliganChoice(sample.back, adviser.after(goal, hand, sample.back, deck, opening, *when))

    def option(choice: MulliganChoice) -> Option:
        names = tuple(reader_name(hand[index]) for index in choice.back)
        return Option(names, percent(choice.chance), exact(choice.chance), choice.chance == advice.best.chance)

    return Advice(
        keep=option(advice.kept),
        change=option(advice.change) if advice.change else None,
        own=option(own) if own else None,
        back=advice.best.back,
        has_mulligan=opening.has_mulligan,
    )
