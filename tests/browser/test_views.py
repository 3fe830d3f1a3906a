"""The deck as a list, in piles and in a table: cut to its size by mouse and by keyboard, sorted by heads of columns."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.conftest import PHONE
from tests.browser.steps import XLW

TOO_MANY = ("撲克臉三花", "拆金庫的師傅", "欠了三年魚錢的食客")
CREW = f"{steps.sample(XLW, 'cat-burglar-crew')}\n" + "".join(f"1 {name}\n" for name in TOO_MANY)


def expect_cut(page: Page) -> None:
    expect(page.locator("#tab-size")).to_have_text("20")
    steps.expect_status(page, "legal")


def test_a_pile_of_23_cards_is_cut_to_20_legal_ones_by_mouse(page: Page) -> None:
    steps.bring(page, CREW)
    expect(page.locator("#tab-size")).to_have_text("23")
    page.locator("#look-piles").click()
    expect(page.locator("#deck.is-piles")).to_be_visible()
    for name in TOO_MANY[:2]:
        row = steps.row(page, name)
        row.hover()
        expect(row.locator(".hanging")).to_be_visible()
        row.locator(".less").click()
        expect(row).to_have_count(0)
    steps.row(page, TOO_MANY[2]).locator("> .pip").drag_to(page.locator("#pool .found"))
    expect_cut(page)
    page.reload()
    expect(page.locator("#deck.is-piles")).to_be_visible()


def test_a_pile_of_23_cards_is_cut_to_20_legal_ones_by_keyboard(page: Page) -> None:
    steps.bring(page, CREW)
    page.keyboard.press("v")
    expect(page.locator("#deck.is-piles")).to_be_visible()
    page.keyboard.press("d")
    names = steps.printed(page.locator("#deck .row"))
    for name in sorted(TOO_MANY, key=names.index):
        while name not in page.evaluate("document.activeElement.closest('.row').textContent"):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("-")
        expect(steps.row(page, name)).to_have_count(0)
    expect_cut(page)


def test_arrows_lead_from_pile_to_pile(page: Page) -> None:
    steps.bring(page, CREW)
    steps.choose_view(page, "piles")
    first = page.locator("#deck .zone[data-zone=main] .group .quantity").first
    first.focus()
    left = first.bounding_box()
    page.keyboard.press("ArrowRight")
    right = page.locator(".quantity:focus").bounding_box()
    assert left
    assert right
    assert right["x"] > left["x"] + left["width"]
    assert right["y"] == left["y"]
    page.keyboard.press("ArrowLeft")
    expect(first).to_be_focused()


def test_a_card_of_the_catalog_is_dragged_onto_the_piles(page: Page) -> None:
    steps.bring(page, CREW)
    steps.choose_view(page, "piles")
    steps.find(page, "石牙鼓手")
    steps.card(page, "石牙鼓手").drag_to(page.locator("#deck .zone[data-zone=main] .zone-name"))
    expect(steps.row(page, "石牙鼓手").locator(".quantity")).to_have_value("1")


def test_a_table_is_sorted_by_its_heads_and_shows_the_columns_that_are_ticked(page: Page) -> None:
    steps.bring(page, CREW)
    steps.choose_view(page, "table")
    page.locator("#sort-main-attack").click()
    expect(page.locator("#deck th[aria-sort=ascending]")).to_contain_text("Attack")
    page.locator("#sort-main-attack").click()
    expect(page.locator("#deck th[aria-sort=descending]")).to_contain_text("Attack")
    expect(page.locator("#sort-main-attack")).to_be_focused()
    page.locator("#look-columns > summary").click()
    page.locator("#column-mana").uncheck()
    expect(page.locator("#sort-main-mana")).to_have_count(0)
    expect(page.locator("#column-rarity")).to_be_visible()
    page.locator("#column-rarity").check()
    expect(page.locator("#sort-main-rarity")).to_be_visible()


def test_the_order_is_turned_round(page: Page) -> None:
    steps.bring(page, CREW)
    page.locator("#look-sort").select_option("attack")
    page.locator("#look-turn").click()
    expect(page.locator("#look-sort")).to_have_value("-attack")


@pytest.mark.parametrize("view", ["piles", "table"])
def test_a_view_is_chosen_without_javascript(visit: Callable[..., Page], view: str) -> None:
    page = visit(javascript=False, size=PHONE)
    steps.bring(page, CREW)
    page.goto(page.url + "#deck")
    page.locator(f"#look-{view}").check()
    page.locator("#look-form > button").click()
    expect(page.locator(f"#deck.is-{view}")).to_be_visible()
    steps.row(page, TOO_MANY[0]).locator(".less").click()
    expect(steps.row(page, TOO_MANY[0])).to_have_count(0)
    expect(page.locator(f"#deck.is-{view}")).to_be_visible()
