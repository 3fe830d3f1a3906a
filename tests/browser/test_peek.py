"""A card large beside the deck that is being built: by pointer, by keyboard, by finger."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import steps
from tests.browser.conftest import PHONE
from tests.browser.steps import XLW

CREW = f"game: {XLW}\nrace: 喵喵賊\n[main]\n1 魚乾會計\n1 屋簷學徒\n"
TABLET = {"width": 900, "height": 700}


def beside(page: Page) -> Locator:
    return page.locator("#peek-beside")


def press_long(page: Page, place: Locator) -> None:
    """Lay a finger there, and lift it when the card is seen."""
    box = place.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator("#peek")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_pointer_that_rests_on_a_card_sees_it_large_and_the_deck_stays_in_sight(page: Page) -> None:
    steps.begin(page)
    for place in (0, 3):  # in the first column, in the last but one
        page.locator("#pool .card").nth(place).hover()
        name = page.locator("#pool .card .name").nth(place).inner_text()
        expect(beside(page).locator(".name")).to_have_text(name)
        shown, deck = beside(page).bounding_box(), page.locator("#deck").bounding_box()
        looked_at = page.locator("#pool .card").nth(place).bounding_box()
        assert shown is not None
        assert deck is not None
        assert looked_at is not None
        assert shown["x"] + shown["width"] <= deck["x"]
        assert shown["x"] >= looked_at["x"] + looked_at["width"] or shown["x"] + shown["width"] <= looked_at["x"]
    page.locator("#deck-name").hover()
    expect(beside(page)).to_be_hidden()


def test_escape_closes_it(page: Page) -> None:
    steps.bring(page, CREW)
    steps.row(page, "魚乾會計").locator(".name").hover()
    expect(beside(page)).to_contain_text("魚乾會計")
    page.keyboard.press("Escape")
    expect(beside(page)).to_be_hidden()
    expect(page).to_have_url(re.compile("/edit/"))


def test_a_click_adds_the_card_and_shows_nothing(page: Page) -> None:
    steps.begin(page)
    page.locator("#pool .card").first.hover()
    expect(beside(page)).to_be_visible()
    page.locator("#pool .add-card").first.click()
    expect(beside(page)).to_be_hidden()
    expect(page.locator("#tab-size")).to_have_text("1")


def test_the_focus_shows_it_without_moving(page: Page) -> None:
    steps.begin(page)
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    expect(beside(page)).to_be_visible()
    expect(page.locator("#pool .add-card").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(beside(page).locator(".name")).to_have_text(page.locator("#pool .card .name").nth(1).inner_text())
    page.keyboard.press("/")
    expect(beside(page)).to_be_hidden()


def test_the_key_i_opens_it_over_the_page_and_escape_goes_back(page: Page) -> None:
    steps.bring(page, CREW)
    page.keyboard.press("d")
    page.keyboard.press("i")
    name = page.locator("#deck .row .name").first.evaluate("name => name.firstChild.textContent.trim()")
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("link")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#deck .row .quantity").first).to_be_focused()


def test_a_long_press_on_a_phone_shows_it_and_adds_nothing(visit: Callable[..., Page]) -> None:
    page = visit(size=PHONE, touch=True)
    steps.begin(page)
    press_long(page, page.locator("#pool .card").first)
    expect(page.locator("#peek .name")).to_have_text(page.locator("#pool .card .name").first.inner_text())
    expect(page.locator("#tab-size")).to_have_text("0")
    page.locator("#peek [data-peek-add]").tap()
    expect(page.locator("#tab-size")).to_have_text("1")
    page.locator("#peek form .button").last.tap()
    expect(page.locator("#peek")).to_be_hidden()
    page.locator("#pool .add-card").first.tap()
    expect(page.locator("#tab-size")).to_have_text("2")


def test_the_sign_and_a_name_show_it_on_a_small_screen_and_its_page_is_one_press_on(visit: Callable[..., Page]) -> None:
    page = visit(size=TABLET, touch=True)
    steps.bring(page, CREW)
    page.locator("#pool .card-link").first.tap()
    expect(page.locator("#peek")).to_be_visible()
    page.touchscreen.tap(20, 20)
    expect(page.locator("#peek")).to_be_hidden()
    steps.row(page, "魚乾會計").locator(".name").tap()
    page.locator("#peek .peek-link").tap()
    expect(page.locator(".alt-name")).to_have_text("魚乾會計")


def test_without_javascript_the_name_and_the_sign_lead_to_the_page(visit: Callable[..., Page]) -> None:
    page = visit(javascript=False)
    steps.bring(page, CREW)
    expect(page.locator("#peek, #peek-beside")).to_have_count(2)
    expect(beside(page)).to_be_hidden()
    steps.row(page, "魚乾會計").locator(".name").click()
    expect(page.locator(".alt-name")).to_have_text("魚乾會計")
