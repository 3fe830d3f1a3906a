"""What cards do, as people come to it: from the front page to a deck, a card of it, and others that do the same."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

WORDS = {
    "en": (
        *("What is not played", "A Hundred Ownerless Lanterns", "Bowl-Tapping Imp"),
        *("Immediate: Draw a card.", "Immediate", "Written by this site"),
    ),
    "zh-TW": ("沒有模擬的效果", "百盞無主燈籠", "敲碗小鬼", "立即：抽1張牌。", "立即", "本站"),
}


@pytest.mark.parametrize("locale", WORDS)
def test_from_the_front_page_to_what_a_deck_and_its_cards_do(visit: Callable[..., Page], locale: str) -> None:
    unplayed, unstated, name, sentence, term, origin = WORDS[locale]
    page = visit(locale=locale)
    page.goto("/")
    page.locator("nav a[href^='/decks/public/']").first.click()
    page.locator(".tile-name", has_text="燈火走過的街").click()
    expect(page.locator("#understood > p").first).to_contain_text("20")
    page.locator("#understood summary", has_text=unplayed).click()
    expect(page.locator("#understood details")).to_contain_text(unstated)
    page.locator("main a", has_text=name).first.click()
    expect(page.locator("h1")).to_have_text(name)
    expect(page.locator(".does-text")).to_contain_text(sentence)
    expect(page.locator(".does-text")).to_contain_text(origin)
    expect(page.locator(".does-text em.term").first).to_have_text(term)
    expect(page.locator("main")).to_contain_text(term)
    page.goto("/xing-ling-wang/cards/")
    page.locator("input[name=q]").first.fill("does:draw when:played")
    page.locator("input[name=q]").first.press("Enter")
    expect(page.locator(".cards .card .name", has_text=name)).to_be_visible()
    expect(page.locator(".cards .card .name", has_text=unstated)).to_have_count(0)
