"""What the columns of a game's catalog hold, in words, and an example of a row."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.catalog.imports.file_sentences import join_words
from deckbuilder.common.labels import read
from games.engine.model.cards import Attribute, Printing, Value
from games.engine.model.game import Game
from games.engine.reading.catalogs.titles import REQUIRED

MAX_CHOICES = 12
"""The values of a column that its line names."""


class ColumnText(NamedTuple):
    """A column in words. `kinds`: those of the cards that have it, "" for all."""

    name: str
    label: str
    content: str
    kinds: str


def column_texts(game: Game) -> list[ColumnText]:
    """The columns of a game's catalog, in the active language."""
    kinds = dict(game.fields["kind"].choices)
    return [
        ColumnText(
            name,
            read(attribute.label),
            _content(game, attribute),
            join_words(read(kinds[kind]) for kind in attribute.kinds if kind in kinds),
        )
        for name, attribute in game.fields.items()
    ]


def _content(game: Game, attribute: Attribute) -> str:
    text = {
        "text": _("text"),
        "choice": _("one value"),
        "list": _("a list, separated by |"),
        "integer": _("a whole number"),
        "decimal": _("a number"),
        "flag": _("yes or no"),
        "date": _("a date such as 2026-11-21"),
    }[attribute.type]
    values = (
        [zone.slug for zone in game.zones] if attribute.name == "zone" else [each for each, _label in attribute.choices]
    )
    if values:
        shown = join_words(values[:MAX_CHOICES]) + ("…" if len(values) > MAX_CHOICES else "")
        text = _("{text}: {values}").format(text=text, values=shown)
    if attribute.dash:
        text = _("{text}, or -").format(text=text)
    return _("{text}; required").format(text=text) if attribute.name in REQUIRED else text


def example(game: Game) -> Printing:
    """A printing with a value in every column of its kind that takes numbers or declared values."""
    kind = game.fields["kind"].choices[0].value
    values = {each.name: value for each in game.attributes if each.has(kind) and (value := _example_of(each))}
    return Printing("EXAMPLE-001", _("Example card"), kind, values, released=date(2026, 11, 21))


def _example_of(attribute: Attribute) -> Value:
    choices = tuple(choice.value for choice in (attribute.choices or attribute.labels)[:2])
    if attribute.type == "list":
        return choices
    if attribute.type == "choice":
        return choices[0] if choices else None
    examples: dict[str, Value] = {"integer": 1, "decimal": 1.5, "flag": "yes"}
    return examples.get(attribute.type)
