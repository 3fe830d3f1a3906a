"""The whole way without a mouse; and the focus is never lost."""

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.steps import XLW

FOCUS = "document.activeElement.id || document.activeElement.className || document.activeElement.tagName"


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Press Tab until that has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached with {most} tabs, only {page.evaluate(FOCUS)}")


def expect_size(page: Page, size: int) -> None:
    """So many cards; and something on the page has the focus, and is seen."""
    expect(page.locator("#tab-size")).to_have_text(str(size))
    assert page.evaluate("document.activeElement !== document.body && document.activeElement.checkVisibility()")


def test_the_first_stop_skips_to_the_content(page: Page) -> None:
    page.goto("/")
    press(page, "Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()
    press(page, "Enter", "Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_a_legal_deck_is_built_and_shared_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    tab_to(page, f"li[data-game={XLW}] button[name=game]")
    press(page, "Enter")
    steps.expect_builder(page)
    press(page, "d")
    expect(page.locator("#deck")).to_be_focused()
    tab_to(page, "#declare-race")
    while page.locator("#declare-race").input_value() != "喵喵賊":
        with page.expect_response("**/do/"):
            press(page, "ArrowDown")
        expect(page.locator("#declare-race")).to_be_focused()
    page.keyboard.press("Escape")
    tab_to(page, "#issues > summary")
    press(page, "Enter")
    tab_to(page, "#verdict a.repair")
    press(page, "Enter")
    expect(page).to_have_url(re.compile("fits=main&suggest=1"))
    steps.expect_builder(page)
    tab_to(page, "#chip-suggest")
    press(page, "Enter")
    expect(page).not_to_have_url(re.compile("suggest"))
    press(page, "/")
    expect(page.locator("#pool input[name=q]")).to_be_focused()
    press(page, "ArrowDown")
    for size in range(1, 21):
        press(page, "Enter" if size % 2 else "+")
        expect_size(page, size)
        press(page, "ArrowRight" if size % 4 else "ArrowDown")
    steps.expect_status(page, "legal")
    press(page, "s")
    expect(page.locator("#share-now")).to_be_focused()
    press(page, "Enter")
    expect(page.locator("#share-link")).to_be_focused()
    assert page.request.get(page.locator("#share-link").input_value()).status == 200


def test_keys_on_a_card_change_its_copies(page: Page) -> None:
    steps.begin(page)
    press(page, "/")
    with page.expect_response(lambda answer: quote("魚乾會計") in answer.url):
        page.keyboard.type("魚乾會計")
    expect(page.locator("#pool .card")).to_have_count(1)
    press(page, "ArrowDown", "3")
    steps.expect_counts(page, {"魚乾會計": 3})
    press(page, "+")
    steps.expect_counts(page, {"魚乾會計": 4})
    press(page, "-", "-")
    steps.expect_counts(page, {"魚乾會計": 2})
    press(page, "Control+z")
    steps.expect_counts(page, {"魚乾會計": 3})
    press(page, "Control+y")
    steps.expect_counts(page, {"魚乾會計": 2})
    press(page, "Control+z")
    steps.expect_counts(page, {"魚乾會計": 3})
    press(page, "Control+Shift+z")
    steps.expect_counts(page, {"魚乾會計": 2})
    press(page, "0")
    expect_size(page, 0)
    expect(page.locator("#pool .add-card")).to_be_focused()


def test_keys_on_a_line_change_it_and_the_focus_goes_to_its_neighbour_when_it_is_gone(page: Page) -> None:
    steps.bring(page, f"game: {XLW}\n[main]\n1 魚乾會計\n1 屋簷學徒\n1 軟墊開鎖師\n")
    first, second, third = steps.printed(page.locator("#deck .row"))
    press(page, "d")
    expect(steps.row(page, first).locator(".quantity")).to_be_focused()
    press(page, "ArrowDown", "+")
    steps.expect_counts(page, {first: 1, second: 2, third: 1})
    expect(steps.row(page, second).locator(".quantity")).to_be_focused()
    press(page, "-", "-")
    steps.expect_counts(page, {first: 1, third: 1})
    expect(steps.row(page, third).locator(".quantity")).to_be_focused()
    press(page, "-")
    expect(steps.row(page, first).locator(".quantity")).to_be_focused()
    page.keyboard.type("12")
    press(page, "Enter")
    steps.expect_counts(page, {first: 12})
    expect(steps.row(page, first).locator(".quantity")).to_be_focused()
    press(page, "Tab", "Shift+Tab")
    page.keyboard.type("0")
    press(page, "Enter")
    expect_size(page, 0)
    expect(page.locator("#deck")).to_be_focused()


def test_d_goes_to_the_deck_and_back_to_the_card_it_came_from(page: Page) -> None:
    steps.begin(page)
    press(page, "/", "ArrowDown", "ArrowRight", "Enter")
    expect_size(page, 1)
    press(page, "d")
    expect(page.locator("#deck .quantity")).to_be_focused()
    press(page, "d")
    expect(page.locator("#pool .add-card").nth(1)).to_be_focused()


def test_a_question_mark_lists_the_keys(page: Page) -> None:
    steps.begin(page)
    press(page, "?")
    expect(page.locator("#help")).to_be_visible()
    press(page, "d", "Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_letters_typed_into_a_field_are_text(page: Page) -> None:
    steps.begin(page)
    page.locator("#deck-name").focus()
    page.keyboard.type("d?+-/1")
    press(page, "Enter")
    expect(page.locator("#announce")).to_contain_text("0 cards")
    expect(page.locator("#deck-name")).to_be_focused()
    page.reload()
    expect(page.locator("#deck-name")).to_have_value("d?+-/1")
