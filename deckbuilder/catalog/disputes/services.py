"""What the printings of a card disagree about, and how staff settle it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from django.utils import formats, timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.accounts.models import User
from deckbuilder.catalog import models, publishing
from deckbuilder.catalog.index.indexing import no_progress
from deckbuilder.catalog.publishing import CatalogChange
from deckbuilder.catalog.selectors import catalog_version
from deckbuilder.catalog.services import retry_if_overtaken
from deckbuilder.catalog.to_games import plain_value, to_corrections, to_printing
from deckbuilder.common.labels import alternatives_text, read, value_label
from games.engine.model.cards import Alternative, Attribute, Correction, Value
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import value_text
from games.engine.reading.catalogs.merging import comparable, merge


class Unsettleable(Exception):
    """The printings do not disagree about this field, or none has this value."""


class Dispute(NamedTuple):
    """What the printings of a card disagree about today, whether or not it is settled.

    `correction`: what decides it, None as long as it is open.
    """

    field: Attribute
    alternatives: tuple[Alternative, ...]
    correction: Correction | None

    @property
    def options(self) -> dict[str, Value]:
        """The values it can be settled as, by their text in a file."""
        return {value_text(each.value): each.value for each in self.alternatives}

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """The text of each of them with its label, without the one that it is settled as."""
        return [(text, label_of(self.field, value)) for text, value in self.options.items() if not self.is_now(value)]

    def is_now(self, value: Value) -> bool:
        """Whether it is settled as this value."""
        return self.correction is not None and comparable(self.correction.value) == comparable(value)

    @property
    def words(self) -> str:
        """What the printings say."""
        values = alternatives_text(self.field, self.alternatives)
        return _("{field}: {values}").format(field=read(self.field.label), values=values)

    @property
    def state(self) -> str:
        """Whether and how it is settled."""
        if self.correction is None:
            return _("Not settled. A rule reads it, so decks with this card cannot be fully checked.")
        value = label_of(self.field, self.correction.value)
        day = formats.date_format(self.correction.day, "DATE_FORMAT")
        return _("Settled: {value}, from {day} on.").format(value=value, day=day)


def label_of(field: Attribute, value: Value) -> str:
    """A value for readers; an empty one is a dash."""
    return value_label(field, value, get_language() or "en") or "–"


def disputes_of(game: Game, rows: Iterable[models.Printing]) -> tuple[Dispute, ...]:
    """The disputes of a card. `rows`: its printings, with their `corrections` if they are fetched already."""
    rows = list(rows)
    printings = [to_printing(row) for row in rows]
    disputed = merge(game, printings).on(timezone.localdate()).disputed
    return tuple(_disputes(game, rows, disputed)) if disputed else ()


def _disputes(
    game: Game, rows: Sequence[models.Printing], disputed: Mapping[str, tuple[Alternative, ...]]
) -> Iterator[Dispute]:
    today = timezone.localdate()
    stored = chain.from_iterable(row.corrections.all() for row in rows)
    corrections = to_corrections(sorted(stored, key=lambda each: each.pk))
    card = merge(game, map(to_printing, rows), corrections).on(today)
    for name, alternatives in disputed.items():
        own = [each for each in corrections if each.field == name and each.day <= today]
        newest = max(reversed(own), key=lambda each: each.day, default=None) if name not in card.disputed else None
        yield Dispute(game.fields[name], alternatives, newest)


def settle(game: Game, code: str, field: str, text: str, by: User) -> Correction:
    """Settle, from today on, what the printings of a card disagree about. `code`: the number of one of them; `text`:
    the value as in a file.

    Raises Printing.DoesNotExist, Unsettleable, Changing.
    """
    return retry_if_overtaken(lambda: _settle(game, code, field, text, by))


def _settle(game: Game, code: str, field: str, text: str, by: User) -> Correction:
    at = catalog_version(game)
    printing = models.Printing.objects.select_related("card").get(game=game.slug, code=code)
    rows = list(printing.card.printings.prefetch_related("corrections"))
    dispute = next((each for each in disputes_of(game, rows) if each.field.name == field), None)
    if dispute is None or text not in dispute.options:
        raise Unsettleable
    value = dispute.options[text]
    if dispute.correction and dispute.is_now(value):
        return dispute.correction
    said = {comparable(each): each for row in rows if (each := to_printing(row).get(field)) is not None}
    row = models.Correction(
        printing=printing,
        field=field,
        value=plain_value(value),
        settled=[plain_value(each) for each in said.values()],
        day=timezone.localdate(),
        created_by=by,
    )
    change = CatalogChange(keys={printing.card.key}, corrections=[row])
    publishing.publish(game, change, at, no_progress, lambda: True)
    return Correction(field, value, row.day, tuple(said.values()))
