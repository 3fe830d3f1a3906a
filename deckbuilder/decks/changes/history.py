"""The steps of a deck's revisions, for its history page."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.common.labels import read
from deckbuilder.common.names import reader_name
from deckbuilder.decks.changes.drafts import Step, subject_of
from deckbuilder.decks.models import Revision
from games.engine.model.cards import Card
from games.engine.model.game import Format, Game


class StepLine(NamedTuple):
    """A step: its subject, the zone of a card, and the values before and after; "" for what is missing. `card`: the
    subject, if the catalog has it."""

    subject: str
    zone: str = ""
    before: str = ""
    after: str = ""
    card: Card | None = None


def step_line(step: Step, game: Game, cards: Mapping[str, Card] = MappingProxyType({})) -> StepLine:
    """A step of a Draft in the active language. `cards`: by the number of their printings."""
    if "zone" in step:
        card = cards.get(step.get("code", ""))
        subject = reader_name(card) if card else step.get("name") or step.get("text", "")
        zone = next((read(each.label) for each in game.sections if each.slug == step["zone"]), step["zone"])
        return StepLine(subject, zone, str(step["from"]), str(step["to"]), card)
    if "declare" in step:
        key = step["declare"]
        subject = next((read(each.label) for each in game.declarations if each.key == key), key)
        return StepLine(subject, "", step["from"] or "–", step["to"] or "–")
    if step["field"] == "format":
        before, after = (format_label(game.formats, step[end]) for end in ("from", "to"))
        return StepLine(_("Format"), "", before, after)
    if step["field"] == "name":
        return StepLine(_("Name"), "", step["from"] or "–", step["to"] or "–")
    if step["field"] == "cover":
        before, after = (_cover_label(cards.get(step[end]), step[end]) for end in ("from", "to"))
        return StepLine(_("Cover"), "", before, after)
    return StepLine(_("Notes changed"))


def _cover_label(card: Card | None, code: str) -> str:
    """A cover that was chosen, or that the game chooses one."""
    return reader_name(card) if card else code or _("Chosen by the site")


def is_undo(reversal: Revision, original: Revision) -> bool:
    """Whether an undo or redo reverts `original`, rather than repeating it."""
    steps = {subject_of(step): step for step in original.steps}
    return any(_backwards(step, steps[subject_of(step)]) for step in reversal.steps if subject_of(step) in steps)


def _backwards(step: Step, other: Step) -> bool:
    if "zone" in step:
        return bool((step["to"] - step["from"]) * (other["to"] - other["from"]) < 0)
    return bool(step["to"] == other["from"])


def format_label(formats: tuple[Format, ...], slug: str) -> str:
    """The reader's name of a format."""
    return next((read(each.label) for each in formats if each.slug == slug), slug)
