"""Battles in the active language: steps, outcomes, and errors in a situation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from deckbuilder.common.labels import kind_label
from deckbuilder.decks.verdicts.sentences import fill
from games.engine.model.battle import Battle, Fact, Result
from games.engine.model.game import Game
from games.engine.reading.battle_reading import Mistake

MESSAGES: Mapping[str, Any] = {
    "value": gettext_lazy("{who}: {what} {value}."),
    "instead": gettext_lazy("{who}: its {why}, {value}, counts as {what}."),
    "change": gettext_lazy("{who}: {what} {amount}, {why}; that makes {value}."),
    "multiply": gettext_lazy("{who}: {what} × {factor}, {why}; that makes {value}."),
    "floor": gettext_lazy("{who}: {what} below 0 counts as 0."),
    "no-effect": gettext_lazy("{who}: {what} has no effect."),
    "no-effect+why": gettext_lazy("{who}: {what} has no effect: {why}."),
    "fights": gettext_lazy("{who} meets {whom}."),
    "passes": gettext_lazy("{who} does not meet {whom}: {why}."),
    "compare": gettext_lazy("{who} {own}, {whom} {other}."),
    "equal": gettext_lazy("{who} and {whom} are equal."),
    "wins": gettext_lazy("{who} wins against {whom}: {why}."),
    "deals": gettext_lazy("{who} deals {amount} to {whom}."),
    "deals-nothing": gettext_lazy("{who} deals no damage: {what} is 0."),
    "bears": gettext_lazy("{who}: {amount} in total, {what} {value}."),
    "dying": gettext_lazy("{who} is about to be destroyed."),
    "dying+why": gettext_lazy("{who} is about to be destroyed: {why}."),
    "revives": gettext_lazy("{who} comes back: {why}."),
    "spared": gettext_lazy("{who} is not destroyed: {why}."),
    "interrupted": gettext_lazy("{who} has left the board, so the battle ends."),
    "cannot-attack": gettext_lazy("{who} cannot attack: {why}."),
    "cannot-attack+whom": gettext_lazy("{who} cannot attack {whom}: {why}."),
    "cannot-answer": gettext_lazy("{who} cannot respond that way: {why}."),
    "hits": gettext_lazy("{who} hits."),
    "misses": gettext_lazy("{who} misses: {why}."),
    "falls": gettext_lazy("{who} is destroyed."),
    "leaves": gettext_lazy("{who} leaves the board without being destroyed."),
    "stays": gettext_lazy("{who} stays on the board."),
    "goes": gettext_lazy("{who} goes to {what}."),
    "goes-on": gettext_lazy("{who} is passed on to {what}, with {amount} damage."),
    "becomes": gettext_lazy("{who} is now {what}."),
    "loses": gettext_lazy("{who}: {what} −{amount}."),
    "loses+left": gettext_lazy("{who}: {what} −{amount}, {left} left."),
    "discards": gettext_lazy("{who} discards {amount}, {left} left in hand."),
    "gains": gettext_lazy("{who}: {what} +{amount}."),
    "safe": gettext_lazy("{who} cannot lose the game by this attack: {what} {amount}."),
    "loses-game": gettext_lazy("{who} loses the game."),
    "victory": gettext_lazy("{who} has won the battle."),
    "may": gettext_lazy("{who} may {what}."),
    "needs": gettext_lazy("{who} needs at least {what} +{amount} {why}."),
}
"""By code; a code with `+` is for facts that have that parameter, too."""

BRIEFS: Mapping[str, Any] = {
    "falls": gettext_lazy("{who} is destroyed"),
    "leaves": gettext_lazy("{who} leaves"),
    "revives": gettext_lazy("{who} comes back"),
    "cannot-attack": gettext_lazy("No battle"),
    "loses": gettext_lazy("{what} −{amount}"),
    "hits": gettext_lazy("Hits"),
    "misses": gettext_lazy("Misses"),
}
"""The texts of a table's cells."""

MISTAKES: Mapping[str, Any] = {
    "missing": gettext_lazy("{field} is required."),
    "not-a-number": gettext_lazy("{field}: “{value}” is not a whole number."),
    "out-of-range": gettext_lazy("{field}: {value} is not between {min} and {max}."),
    "unknown-value": gettext_lazy("{field}: “{value}” is not one of {choices}."),
    "unknown-field": gettext_lazy("There is no field “{field}”. Fields: {names}."),
    "repeated": gettext_lazy("{field} is set more than once."),
    "wrong-kind": gettext_lazy("{card} ({kind}) cannot be placed here. Allowed: {kinds}."),
    "several-cards": gettext_lazy("Several cards are named “{value}”: {choices}."),
    "unknown-card": gettext_lazy("No card is named “{value}”."),
    "unknown-card+near": gettext_lazy("No card is named “{value}”. Did you mean one of these: {choices}?"),
}
"""The mistakes of a situation."""


class Words:
    """The labels of a game's battles in the active language."""

    def __init__(self, game: Game, battle: Battle) -> None:
        self.game, self.battle = game, battle
        self.language = get_language() or "en"

    def label(self, name: str, *, first: bool = False) -> str:
        """The label of a term; lower case within an English sentence."""
        text = self.battle.label(name, self.game).read(self.language)
        if first or not self.language.startswith("en") or not text[1:2].islower():
            return text
        return text[0].lower() + text[1:]

    def field(self, name: str) -> str:
        """`Attacker: Attack`, for a field's full name; the name itself where there is none."""
        side, _dot, own = name.partition(".")
        if own == "card" and side in self.battle.by_key:
            return _("{side}, {field}").format(side=self.label(side, first=True), field=_("card"))
        field = self.battle.all_fields.get(name)
        if field is None:
            return name
        label = field.label.read(self.language)
        if not own:
            return label
        inner = self.label(own) if field.label == self.battle.label(own, self.game) else label
        return _("{side}, {field}").format(side=self.label(side, first=True), field=inner)

    def message(self, fact: Fact) -> str:
        """A step or a part of an outcome in a sentence."""
        more = next((key for name in fact.params if (key := f"{fact.code}+{name}") in MESSAGES), fact.code)
        return str(MESSAGES[more]).format(**self._values(fact))

    def brief(self, fact: Fact) -> str:
        """The short form for a table."""
        sentence = BRIEFS.get(fact.code)
        return str(sentence).format(**self._values(fact)) if sentence else self.message(fact)

    def cell(self, result: Result | None, shows: tuple[str, ...], otherwise: str) -> str:
        """The text of a table's cell."""
        if result is None:
            return _("Something is missing")
        facts = [each for each in (*result.steps, *result.outcome) if each.code in shows]
        texts = dict.fromkeys(map(self.brief, facts))
        return _(", ").join(texts) if texts else otherwise

    def mistake(self, mistake: Mistake) -> str:
        """A mistake in a sentence, with its field and the choices."""
        key = mistake.code
        params: dict[str, Any] = {**mistake.params, "field": self.field(mistake.name)}
        if key == "unknown-card" and params["choices"]:
            key = "unknown-card+near"
        if key == "wrong-kind":
            params["kind"] = kind_label(self.game, params["kind"], self.language)
            params["kinds"] = [kind_label(self.game, each, self.language) for each in params["kinds"]]
        return fill(MISTAKES[key], params)

    def _values(self, fact: Fact) -> dict[str, str]:
        with_sign = fact.code == "change"
        return {
            name: self._number(value, with_sign=with_sign and name == "amount")
            if isinstance(value, int)
            else self.label(value, first=name == "who")
            for name, value in fact.params.items()
        }

    def _number(self, value: int, *, with_sign: bool) -> str:
        return (f"{value:+d}" if with_sign else str(value)).replace("-", "\u2212")
