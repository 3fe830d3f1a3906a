"""What the templates of decks use beside what all do."""

from collections.abc import Callable, Iterable

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from deckbuilder.decks import history, sentences
from deckbuilder.decks.choices import label
from deckbuilder.decks.lists import conclusions, notes
from deckbuilder.decks.notes import notes_html
from deckbuilder.decks.panel import Finding, Panel, PanelRow
from deckbuilder.decks.rows import (
    RowContext,
    add_html,
    cell_text,
    choice_html,
    finding_html,
    hanging,
    numbers,
    pip,
    row_html,
)
from games.engine.model.cards import Attribute, Card
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


def card_pip(place: RowContext, card: Card) -> SafeString:
    """The number in a card's corner, small."""
    return pip(card, place)


def card_numbers(place: RowContext, card: Card) -> SafeString:
    """The numbers at a card's foot, in one line."""
    return numbers(card, place)


def card_choice(place: RowContext, row: PanelRow) -> SafeString:
    """The form that says which card a line means."""
    return choice_html(row, place)


def deck_rows(rows: Iterable[PanelRow], place: RowContext) -> SafeString:
    """Lines of a deck that is being built."""
    return mark_safe("".join([row_html(row, place) for row in rows]))


def part(place: RowContext, tag: str, name: str, kind: str, caller: Callable[[], str]) -> SafeString:
    """An element of the class `kind` around what it is called with, not sent again to a browser that has it."""
    return place.part(tag, name, caller(), f' class="{kind}"')


def card_hanging(place: RowContext, row: PanelRow) -> SafeString:
    """In piles, what hangs from a card's line."""
    return hanging(row, place)


def card_cell(place: RowContext, attribute: Attribute, row: PanelRow) -> SafeString:
    """What a card has of an attribute, as a cell of a table shows it."""
    return cell_text(attribute, row, place)


def deck_findings(findings: Iterable[Finding], place: RowContext, mend: bool) -> SafeString:
    """What the judge found; `mend`: with the ways out."""
    return mark_safe("".join([finding_html(each, place, mend=mend) for each in findings]))


def add_to_deck(card: Card, panel: Panel, place: RowContext) -> SafeString:
    """The hook of a card in the catalog beside a deck."""
    return add_html(card, place, panel.counts.get(card.key, 0), panel.marks.get(card.key, ""))


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
FUNCTIONS = {
    each.__name__: each
    for each in (
        card_pip,
        card_numbers,
        card_hanging,
        card_cell,
        card_choice,
        deck_rows,
        part,
        deck_findings,
        add_to_deck,
    )
}
