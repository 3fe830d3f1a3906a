"""The form that starts a simulation: from choices to a specification."""

import secrets
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from deckbuilder.common.labels import read, with_note
from deckbuilder.stats.forms import SEATS, TURNS
from deckbuilder.stats.models import MAX_SEED
from deckbuilder.stats.odds.sentences import goal_error
from deckbuilder.stats.odds.shares import query_of, values
from deckbuilder.stats.simulations.sentences import simulation_error
from deckbuilder.stats.simulations.specs import DEFAULT_TRIALS, MAX_TRIALS, KeepError, SimulationError, SimulationSpec
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.model.opening import seat_of
from games.engine.play.limits import MAX_TURNS
from games.engine.reading.goals import GoalError
from games.registry import goldfish

OWN = "own"
"""The choice of goal that means: as written in the field beside it."""


KEEPS = (
    ("", gettext_lazy("Every hand is kept")),
    ("goal", gettext_lazy("The best mulligan for the goal")),
    ("bounds", gettext_lazy("The best mulligan for these limits")),
)
PRECISIONS = (
    ("", gettext_lazy("Play all games")),
    ("0.01", gettext_lazy("Stop at ±1%")),
    ("0.003", gettext_lazy("Stop at ±0.3%")),
    ("0.001", gettext_lazy("Stop at ±0.1%")),
)


STUDY_TEXTS = {
    "pilot": (
        gettext_lazy("How good is the pilot?"),
        gettext_lazy(
            "In 30 games, with the order of the deck known, all lines of play are searched as far as time allows: how "
            "many turns earlier could the pilot have won?"
        ),
        gettext_lazy("Compare"),
    ),
    "hands": (
        gettext_lazy("Which hands win early?"),
        gettext_lazy(
            "Plays 200,000 games, keeping or exchanging opening hands at random, to find out on which turn each "
            "hand wins and which cards are best put back."
        ),
        gettext_lazy("Find out"),
    ),
}
"""The title, the explanation and the button label of each study."""


class StudyForm(forms.Form):
    """A study of a deck: of the pilot, or of its opening hands, compared with the mulligan for `keep`."""

    study = forms.CharField(widget=forms.HiddenInput)
    turns = forms.IntegerField(label=gettext_lazy("Turns"), min_value=1, max_value=MAX_TURNS, initial=20)
    seat = forms.ChoiceField(label=gettext_lazy("Seat"), choices=SEATS, initial="first")
    keep = forms.CharField(widget=forms.HiddenInput, max_length=1000, required=False)
    keep_turn = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *arguments: Any, study: str, deck: Deck, **options: Any) -> None:
        options |= {"auto_id": f"{study}_%s", "initial": {"study": study}}
        super().__init__(*arguments, **options)
        self.deck = deck
        self.title, self.explanation, self.button = STUDY_TEXTS[study]

    def spec(self) -> SimulationSpec:
        """The input of a simulation from a valid form, with the same seed for everybody."""
        data = self.cleaned_data
        study, seat = data["study"], seat_of(data["seat"])
        mulligan = {"keep": data["keep"], "keep_turn": data["keep_turn"] or 0}
        return SimulationSpec(self.deck, DEFAULT_TRIALS.get(study, 1), data["turns"], seat, study=study, **mulligan)

    def refuse(self, error: SimulationError | GoalError) -> None:
        """Add the error to the form."""
        self.add_error(None, simulation_error(error) if isinstance(error, SimulationError) else goal_error(error))


def studies_of(game: Game) -> list[str]:
    """The studies that a game supports, besides whole games."""
    possible = {"pilot": not goldfish(game).reshuffles, "hands": game.opening.has_mulligan}
    return [study for study, can in possible.items() if can]


class SimulationForm(forms.Form):
    """Games, turns, seat, goal, mulligan, precision, seed, and limits on the hand: two per kind, one per charted
    number."""

    trials = forms.IntegerField(
        label=pgettext_lazy("of a simulation", "Games"), min_value=1, max_value=MAX_TRIALS, initial=1_000_000
    )
    turns = forms.IntegerField(label=gettext_lazy("Turns"), min_value=1, max_value=MAX_TURNS, initial=10)
    seat = forms.ChoiceField(label=gettext_lazy("Seat"), choices=SEATS, initial="first")
    goal = forms.ChoiceField(label=gettext_lazy("Goal to track"), required=False)
    own_goal = forms.CharField(label=gettext_lazy("The goal as text"), max_length=1000, required=False)
    keep = forms.ChoiceField(label=gettext_lazy("Mulligan"), choices=KEEPS, required=False)
    keep_turn = forms.TypedChoiceField(label=gettext_lazy("Mulligan turn"), choices=TURNS, coerce=int, required=False)
    precision = forms.ChoiceField(label=gettext_lazy("Precision"), choices=PRECISIONS, required=False)
    seed = forms.IntegerField(label=gettext_lazy("Seed"), min_value=0, max_value=MAX_SEED)

    def __init__(self, *arguments: Any, game: Game, deck: Deck, entries: tuple[DeckLine, ...], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.game, self.deck = game, deck
        self.fields["seed"].initial = secrets.randbelow(1_000_000_000)
        goal: Any = self.fields["goal"]
        goal.choices = [("", _("None")), *self._presets(), (OWN, _("Custom:"))]
        self.bounds = tuple(self._bounds(entries)) if game.opening.has_mulligan else ()
        if not self.bounds:
            del self.fields["keep"]
            del self.fields["keep_turn"]

    def _presets(self) -> Iterable[tuple[str, str]]:
        """The presets of both seats; a simulation counts their goals by every turn."""
        texts = {text: read(preset.label) for preset in self.game.presets if (text := preset.text(self.deck))}
        return texts.items()

    def _bounds(self, entries: tuple[DeckLine, ...]) -> Iterable[tuple[str, str]]:
        """Add a field for each bound; yields its name and the search it counts."""
        kind, language = self.game.fields["kind"], get_language() or "en"
        for value in values(kind, entries):
            label, query = kind.label_of(str(value), language), query_of(kind, value)
            yield self._bound(f"least_{value}", _("{label}: at least").format(label=label)), query
            yield self._bound(f"most_{value}", _("{label}: at most").format(label=label)), query
        for attribute in self.game.attributes:
            there = [each for each in values(attribute, entries) if isinstance(each, int)]
            if attribute.chart and attribute.numeric and there:
                half = there[(len(there) - 1) // 2]
                name, sentence = attribute.label.read(language), _("{label} {value} or less: at least")
                label = sentence.format(label=name, value=half)
                yield self._bound(f"least_{attribute.name}", label), f"{attribute.name}<={half}"

    def _bound(self, name: str, label: str) -> str:
        self.fields[name] = forms.IntegerField(
            label=label, min_value=0, max_value=self.game.opening.hand, required=False
        )
        return name

    @property
    def bound_fields(self) -> list[Any]:
        return [self[name] for name, _query in self.bounds]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("goal") == OWN and not data.get("own_goal"):
            self.add_error("own_goal", _("Write a goal, or choose one."))
        if data.get("keep") == "goal" and not data.get("goal"):
            self.add_error("keep", _("Choose the goal that hands are kept for."))
        if data.get("keep") == "bounds" and not self._bounds_goal(data):
            self.add_error("keep", _("Set at least one limit."))
        return data

    def _chosen_goal(self, data: dict[str, Any]) -> str:
        return str(data["own_goal"] if data["goal"] == OWN else data["goal"])

    def _bounds_goal(self, data: dict[str, Any]) -> str:
        """The bounds as a goal."""
        bounds = [(name, query, data.get(name)) for name, query in self.bounds]
        parts = [
            f"{'<=' if name.startswith('most_') else '>='}{number} of ({query})"
            for name, query, number in bounds
            if number is not None
        ]
        return " and ".join(parts)

    def spec(self) -> SimulationSpec:
        """The input of a simulation from a valid form."""
        data = self.cleaned_data
        goal = self._chosen_goal(data)
        keep = {"goal": goal, "bounds": self._bounds_goal(data)}.get(data.get("keep", ""), "")
        keep_turn = data["keep_turn"] or 0 if keep else 0
        precision = float(data["precision"]) if data["precision"] else None
        seat = seat_of(data["seat"])
        return SimulationSpec(
            self.deck, data["trials"], data["turns"], seat, data["seed"], goal, keep, precision, keep_turn
        )

    def refuse(self, error: SimulationError | GoalError) -> None:
        """Add the error to its field."""
        if isinstance(error, SimulationError):
            self.add_error(error.field if error.field in self.fields else None, simulation_error(error))
        else:
            field = "keep" if isinstance(error, KeepError) else "own_goal"
            wrong = self._chosen_goal(self.cleaned_data)[error.position : error.position + error.length]
            self.add_error(field, with_note(goal_error(error), wrong) if wrong else goal_error(error))
