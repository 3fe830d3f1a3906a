"""The maybe-board in the builder: by keys, by mouse and by its boxes; a swap after a look at the odds."""

import re

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.steps import XLW
from tests.browser.test_keyboard import expect_size, press, tab_to

LIST = f"game: {XLW}\n[main]\n2 魚乾會計\n1 屋簷學徒\n"


def expect_considered(page: Page, cards: int) -> None:
    expect(page.locator("#maybe > summary b")).to_have_text(str(cards))


def test_a_key_takes_a_card_to_the_maybe_board_and_back(page: Page) -> None:
    steps.begin(page)
    press(page, "/", "ArrowDown", "m")
    expect_considered(page, 1)
    press(page, "m", "Enter")
    expect_considered(page, 2)
    expect_size(page, 1)
    press(page, "d", "m")
    expect_considered(page, 3)
    expect_size(page, 0)
    tab_to(page, "#maybe > summary")
    press(page, "Enter")
    tab_to(page, "#maybe .quantity")
    press(page, "m")
    expect_considered(page, 2)
    expect_size(page, 1)
    press(page, "Control+z")
    expect_considered(page, 3)
    expect_size(page, 0)


def test_the_boxes_turn_plus_and_minus_to_it_until_they_are_cleared(page: Page) -> None:
    steps.bring(page, LIST)
    page.locator("#maybe > summary").click()
    page.get_by_label("− in the deck moves the card here").check()
    page.get_by_label("+ on a card adds it here").check()
    for left in (1, 0):
        steps.row(page, "魚乾會計").first.locator(".less").click()
        expect_considered(page, 2 - left)
    expect_size(page, 1)
    page.locator("#pool .add-card").first.click()
    expect_considered(page, 3)
    expect_size(page, 1)
    page.get_by_label("+ on a card adds it here").uncheck()
    page.locator("#pool .add-card").first.click()
    expect_size(page, 2)
    expect_considered(page, 3)


def test_two_cards_chosen_by_hand_change_places(page: Page) -> None:
    steps.bring(page, f"{LIST}[maybe]\n1 石牙鼓手\n")
    page.locator("#maybe .quantity").focus()
    press(page, "x")
    dialog = page.locator("#arrange")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="魚乾會計").click()
    expect(page.locator("#deck [data-zone=main].row", has_text="石牙鼓手")).to_have_count(1)
    expect(page.locator("#maybe .row")).to_contain_text("魚乾會計")
    page.locator("#deck [data-zone=main].row", has_text="屋簷學徒").locator(".pip").click(button="right")
    dialog.get_by_role("button", name="Move a copy to: Maybe").click()
    expect_considered(page, 2)
    page.locator("#notes > summary").click()
    page.locator("#deck-notes").fill("Fewer cats")
    page.locator("#notes").get_by_role("button", name="Save notes").click()
    expect(page.locator("#deck-notes")).to_have_js_property("defaultValue", "Fewer cats")


def test_a_row_is_dragged_there(page: Page) -> None:
    steps.bring(page, LIST)
    steps.row(page, "屋簷學徒").drag_to(page.locator("#maybe > summary"))
    expect_considered(page, 1)
    expect_size(page, 2)


def test_a_swap_is_made_where_its_odds_are_shown(page: Page) -> None:
    steps.bring(page, steps.sample(XLW, "cat-burglar-crew") + "\n[maybe]\n1 撲克臉三花\n")
    page.locator("#maybe-odds > summary").click()
    swap = page.locator(".maybe-swaps li").first
    expect(swap.locator(".maybe-chance")).to_have_text(re.compile("→"))
    out = swap.locator(".maybe-cards span").text_content().removeprefix("− ")
    swap.locator("button").click()
    expect(page.locator("#maybe .row", has_text=out)).to_be_visible()
    expect(page.locator(".maybe-swaps li").first).to_contain_text(out)
    press(page, "Control+z")
    expect(page.locator("#maybe .row", has_text=out)).to_have_count(0)
