"""A judge enters lists from paper, by the keyboard alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from deckbuilder.common.names import card_name
from games.engine.model.decks import DeckLine
from games.engine.reading.decklists.parsing import read
from games.engine.texts.writing import pinyin
from games.registry import get
from tests.browser import event_world, steps
from tests.browser.conftest import Visits
from tests.catalogs import load_catalog

KEYS = {"legions": 130, "zero-dimension": 148}
"""Keys for a whole list, from the field it is typed into to its verdict: 41 cards of LEGIONS! by the end of their
numbers, 50 of 零次元 by the initials of their pinyin."""

MAX_TABS = 12


class Keyboard:
    """Counts the keys."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1

    def act(self, selector: str) -> None:
        """Go on with Tab to what the selector names, and press it."""
        for _ in range(MAX_TABS):
            self.press("Tab")
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                self.press("Enter")
                return
        pytest.fail(f"Tab does not reach {selector}")


@pytest.mark.parametrize(("game", "deck"), [("legions", "firework-festival"), ("zero-dimension", "crucible-exam-week")])
def test_a_paper_list_is_typed_in_few_keys(visit: Visits, game: str, deck: str) -> None:
    known = visit.server.call(event_world.at_the_door, f"Paper {game}", game)
    page = visit(session=known["session"])
    page.goto(f"/events/{known['slug']}/entries/1/submit/")
    text = steps.sample(game, deck)
    field, options = page.get_by_role("combobox"), page.get_by_role("option")
    field.focus()
    keyboard = Keyboard(page)
    entries = list(_entries(game, text))
    for entry in entries:
        number = entry.card.codes[0].partition("-")[2].lower()
        typed = number if game == "legions" else pinyin(entry.card.name)[1][:4]
        keyboard.press(*(f"{entry.count} {typed}" if entry.count > 1 else typed))
        expect(options.first).to_be_visible()
        expect(page.locator(".type-cards [aria-selected=true]")).to_have_count(1)
        names = [each.split("×", 1)[1].strip() for each in options.all_inner_texts()]
        name = card_name(entry.card, "en")
        keyboard.press(*["ArrowDown"] * next(at for at, shown in enumerate(names) if shown.startswith(name)))
        keyboard.press("Enter")
        expect(field).to_have_value("")
    cards = sum(entry.count for entry in entries)
    expect(page.locator(".type-cards [role=status]")).to_contain_text(f"Cards added here: {cards}")
    keyboard.act("button[value=check]")
    expect(page.locator(".receipt .verdict.is-legal")).to_be_visible()
    expect(page.locator(".receipt")).to_be_focused()  # a Tab before that would be lost to the autofocus
    keyboard.act("button[value=submit]")
    expect(page.locator(".event-receipt")).to_be_visible()
    for entry in entries:
        expect(page.locator(".event-receipt")).to_contain_text(entry.card.name)
    assert keyboard.pressed == KEYS[game]


def test_who_types_faster_than_cards_are_looked_up_loses_none(visit: Visits) -> None:
    known = visit.server.call(event_world.at_the_door, "Paper in a hurry", "legions")
    page = visit(session=known["session"])
    page.goto(f"/events/{known['slug']}/entries/1/submit/")
    field, status = page.get_by_role("combobox"), page.locator(".type-cards [role=status]")
    entries = list(_entries("legions", steps.sample("legions", "firework-festival")))
    field.focus()
    for entry in entries:
        page.keyboard.type(f"{entry.count} {entry.card.codes[0]}\n")
    expect(status).to_contain_text("Cards added here: 41")
    typed = page.locator("#list").input_value().strip().splitlines()
    assert [line.split(" ")[0] for line in typed] == [f"{entry.count}x" for entry in entries]
    page.keyboard.type("2 qqqq\n")
    expect(status).to_contain_text("No card’s name or number matches.")
    expect(field).to_have_value("2 qqqq")
    field.fill("")
    page.keyboard.press("Backspace")
    expect(field).to_have_value(typed[-1])
    expect(status).to_contain_text("Cards added here: 39")


def _entries(game: str, text: str) -> Iterator[DeckLine]:
    """The cards of a list that comes with a game, as paper has them."""
    found = get(game)
    deck = read(text, load_catalog(found), found).deck
    return (entry for zone in deck.zones.values() for entry in zone)
