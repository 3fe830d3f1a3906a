"""The search box beside a deck: what it offers while somebody types, and searches that are kept under a name."""

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.browser import steps


def test_a_search_is_completed_by_keyboard_saved_and_chosen_again(page: Page) -> None:
    steps.begin(page)
    box = page.locator("#pool input[name=q]")
    box.press_sequentially("rac")
    expect(page.locator("#complete [role=option]").first).to_contain_text("race:")
    box.press("ArrowDown")
    box.press("Enter")
    expect(box).to_have_value("race:")
    box.press_sequentially("喵")
    expect(page.locator("#complete [role=option]")).to_contain_text(["喵喵賊"])
    box.press("ArrowDown")
    box.press("Tab")
    expect(box).to_have_value("race:喵喵賊 ")
    expect(page).to_have_url(re.compile(quote("喵喵賊")))  # and not that of a search half typed
    page.locator("#saved > summary").click()
    page.locator("#saved input[name=name]").fill("Cats")
    page.locator("#saved input[name=name]").press("Enter")
    page.locator("#saved > summary").click()
    expect(page.locator("#saved .saved-search a")).to_contain_text("Cats")
    box.fill("")
    expect(page).not_to_have_url(re.compile("race"))
    page.locator("#saved > summary").click()
    page.locator("#saved .saved-search a").click()
    expect(box).to_have_value("race:喵喵賊")
