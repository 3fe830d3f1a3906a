"""Data for the pages on which keepers change cards: what a change would do, before it is saved."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.catalog.editing.services import CardChange, ChangedMeanwhile
from deckbuilder.catalog.imports import sentences
from deckbuilder.catalog.imports.file_sentences import join_words
from deckbuilder.catalog.imports.lines import ReportLine, entries, report_line
from deckbuilder.site.keeping.cards.impact_pages import impact
from deckbuilder.site.keeping.selectors import Impact
from games.engine.model.game import Game


class Preview(NamedTuple):
    """What a change does to printings, what of it needs review, and who is hit."""

    lines: tuple[ReportLine, ...]
    warnings: tuple[str, ...]
    impact: Impact
    changes_anything: bool


def preview(planned: CardChange, part: int = 0) -> Preview:
    """What a planned change would do. Requires that its report is ok."""
    data = planned.report.as_json()
    game = planned.game
    shown = [each for each in entries(data) if each.outcome in ("created", "updated", "retired")]
    texts = CardTexts(game).prepare(tuple(each.data.get("effects", ())) for each in shown)
    return Preview(
        tuple(report_line(each, game, texts) for each in shown),
        tuple(sentences.warning(each, game) for each in data["warned"]),
        impact(planned, part),
        planned.report.changes_anything,
    )


def conflict_words(game: Game, conflict: ChangedMeanwhile) -> list[str]:
    """What somebody else changed meanwhile, for the person who was about to save."""
    if not any(conflict.theirs.values()) and "code" in conflict.theirs:
        return [_("Somebody else deleted this printing meanwhile. Saving adds it again.")]
    words = [
        _("Somebody else changed this printing meanwhile: {columns}. Nothing was saved; look at it once more.").format(
            columns=join_words(
                _("{column} “{value}”").format(column=sentences.column_label(game, name), value=text)
                for name, text in conflict.theirs.items()
            )
        )
    ]
    if conflict.both:
        columns = join_words(sentences.column_label(game, name) for name in conflict.both)
        words.append(_("You changed {columns}, too: below is what you wrote.").format(columns=columns))
    return words
