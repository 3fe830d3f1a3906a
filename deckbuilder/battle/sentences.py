"""What is said of a battle: its steps, its outcome, and what is wrong with a situation, in the active language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from deckbuilder.common.labels import kind_label
from deckbuilder.decks.sentences import told
from games.engine.battle import Battle, Fact, Result
from games.engine.battle_reading import Mistake
from games.engine.game import Game

MESSAGES: Mapping[str, Any] = {
    "value": lazy("{who}: {what} {value}."),
    "instead": lazy("{who}: its {why}, {value}, counts as {what}."),
    "change": lazy("{who}: {what} {amount}, {why}; that makes {value}."),
    "multiply": lazy("{who}: {what} × {factor}, {why}; that makes {value}."),
    "floor": lazy("{who}: {what} below 0 counts as 0."),
    "no-effect": lazy("{who}: {what} has no effect."),
    "no-effect+why": lazy("{who}: {what} has no effect: {why}."),
    "fights": lazy("{who} meets {whom}."),
    "passes": lazy("{who} does not meet {whom}: {why}."),
    "compare": lazy("{who} {own}, {whom} {other}."),
    "equal": lazy("{who} and {whom} are equal."),
    "wins": lazy("{who} wins against {whom}: {why}."),
    "deals": lazy("{who} deals {amount} to {whom}."),
    "deals-nothing": lazy("{who} deals nothing: {what} 0."),
    "bears": lazy("{who}: {amount} in all, {what} {value}."),
    "dying": lazy("{who} is about to be destroyed."),
    "dying+why": lazy("{who} is about to be destroyed: {why}."),
    "revives": lazy("{who} comes back: {why}."),
    "spared": lazy("{who} is not destroyed: {why}."),
    "interrupted": lazy("{who} is gone, and the battle ends."),
    "cannot-attack": lazy("{who} cannot attack: {why}."),
    "cannot-attack+whom": lazy("{who} cannot attack {whom}: {why}."),
    "cannot-answer": lazy("{who} cannot answer like that: {why}."),
    "hits": lazy("{who} hits."),
    "misses": lazy("{who} does not hit: {why}."),
    "falls": lazy("{who} is destroyed."),
    "leaves": lazy("{who} leaves the board without being destroyed."),
    "stays": lazy("{who} stays."),
    "goes": lazy("{who} goes to {what}."),
    "goes-on": lazy("{who} goes on to {what}, with {amount} damage."),
    "becomes": lazy("{who} is now {what}."),
    "loses": lazy("{who}: {what} −{amount}."),
    "loses+left": lazy("{who}: {what} −{amount}, {left} left."),
    "discards": lazy("{who} discards {amount}, {left} left in hand."),
    "gains": lazy("{who}: {what} +{amount}."),
    "safe": lazy("{who} cannot lose the game by this attack: {what} {amount}."),
    "loses-game": lazy("{who} loses the game."),
    "victory": lazy("{who} has won the battle."),
    "may": lazy("{who} may {what}."),
    "needs": lazy("{who} needs at least {what} +{amount} {why}."),
}
"""By code; of a code with a `+` the sentence for a fact that has that parameter, too."""

BRIEFS: Mapping[str, Any] = {
    "falls": lazy("{who} falls"),
    "leaves": lazy("{who} leaves"),
    "revives": lazy("{who} comes back"),
    "cannot-attack": lazy("No battle"),
    "loses": lazy("{what} −{amount}"),
    "hits": lazy("Hits"),
    "misses": lazy("Does not hit"),
}
"""What stands in the cells of a table."""

MISTAKES: Mapping[str, Any] = {
    "missing": lazy("{field} has to be given."),
    "not-a-number": lazy("{field}: “{value}” is not a whole number."),
    "out-of-range": lazy("{field}: {value} is not from {min} to {max}."),
    "unknown-value": lazy("{field}: “{value}” is none of {choices}."),
    "unknown-field": lazy("There is no “{field}” here; there are {names}."),
    "repeated": lazy("{field} is given more than once."),
    "wrong-kind": lazy("{card} ({kind}) cannot stand here; there can stand: {kinds}."),
    "several-cards": lazy("Several cards are called “{value}”: {choices}."),
    "unknown-card": lazy("No card is called “{value}”."),
    "unknown-card+near": lazy("No card is called “{value}”. Is one of these meant: {choices}?"),
}
"""What is wrong with a situation."""


class Words:
    """What a game's battles are called in the active language."""

    def __init__(self, game: Game, battle: Battle) -> None:
        self.game, self.battle = game, battle
        self.language = get_language() or "en"

    def label(self, name: str, *, first: bool = False) -> str:
        """What something is called; within an English sentence with a small letter."""
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
        """The same as short as it stands in a table."""
        sentence = BRIEFS.get(fact.code)
        return str(sentence).format(**self._values(fact)) if sentence else self.message(fact)

    def cell(self, result: Result | None, shows: tuple[str, ...], otherwise: str) -> str:
        """What a table says of one situation."""
        if result is None:
            return _("Something is missing")
        facts = [each for each in (*result.steps, *result.outcome) if each.code in shows]
        said = dict.fromkeys(map(self.brief, facts))
        return _(", ").join(said) if said else otherwise

    def mistake(self, mistake: Mistake) -> str:
        """What is wrong, with its place and the choices."""
        key = mistake.code
        params: dict[str, Any] = {**mistake.params, "field": self.field(mistake.name)}
        if key == "unknown-card" and params["choices"]:
            key = "unknown-card+near"
        if key == "wrong-kind":
            params["kind"] = kind_label(self.game, params["kind"], self.language)
            params["kinds"] = [kind_label(self.game, each, self.language) for each in params["kinds"]]
        return told(MISTAKES[key], params)

    def _values(self, fact: Fact) -> dict[str, str]:
        signed = fact.code == "change"
        return {
            name: self._number(value, signed=signed and name == "amount")
            if isinstance(value, int)
            else self.label(value, first=name == "who")
            for name, value in fact.params.items()
        }

    def _number(self, value: int, *, signed: bool) -> str:
        return (f"{value:+d}" if signed else str(value)).replace("-", "\u2212")
