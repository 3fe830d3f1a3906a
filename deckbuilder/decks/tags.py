"""Template functions and filters for decks."""

from django.utils.translation import gettext as _

from deckbuilder.decks import history, sentences
from deckbuilder.decks.choices import label
from deckbuilder.decks.lists import conclusions, notes
from deckbuilder.decks.notes import notes_html
from games.engine.reading.decklists import Receipt, ReceiptLine
from games.engine.reading.receipts import NOTED


def line_notes(line: ReceiptLine) -> str:
    """What there is to say about a line of a list that was read."""
    return notes(line)


def is_noted(line: ReceiptLine) -> bool:
    """Whether somebody should know what a settled line was taken for."""
    return bool(NOTED & set(line.notes))


def candidates(line: ReceiptLine) -> str:
    """The cards a line may mean."""
    return _(", ").join(map(label, line.choices))


def matched(receipt: Receipt) -> tuple[ReceiptLine, ...]:
    return receipt.of("matched")


FILTERS = {
    each.__name__: each
    for each in (
        conclusions,
        history.format_label,
        history.step_line,
        notes_html,
        sentences.unjudged,
        line_notes,
        is_noted,
        candidates,
        matched,
    )
}
