"""Effects that ask at the table: answered by mouse, by touch, by keys alone and without a script."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Tour
from tests.browser.looks import too_wide
from tests.browser.test_playtests import changes


def open_table(tour: Tour, **options) -> Page:
    """A copy of the game, which this browser plays: a spell that may draw and one that searches are in hand."""
    page = tour.visit(**options)
    page.goto("/p/{effects_table}/".format_map(tour.world))
    page.get_by_role("button", name=re.compile("New game from here|從這裡另開一局")).click()
    expect(page.locator("#table")).to_be_visible()
    return page


def act_of(page: Page, code: str) -> Locator:
    return page.locator("[data-zone=hand] .table-card", has_text=code).first.locator("[data-act]")


MAY, SEARCH = "屋頂集合暗號", "燒給過路的紙錢"


def test_a_card_asks_is_answered_skipped_taken_back_and_loaded_again(tour: Tour) -> None:
    page = open_table(tour, locale="zh-TW")
    changes(page, act_of(page, MAY).click)
    question = page.locator(".question")
    expect(question).to_contain_text("可抽1張牌")
    expect(question.locator(".option").first).to_be_focused()
    changes(page, question.locator("[value='decide skip']").click)
    expect(page.locator("#entries")).to_contain_text(f"{MAY}：略過")
    page.keyboard.press("u")
    expect(question).to_be_visible()
    page.reload()
    expect(question).to_contain_text("可抽1張牌")
    hand = page.locator("[data-zone=hand] .table-card").count()
    changes(page, question.locator("[value='decide way-1']").click)
    expect(question).to_have_count(0)
    expect(page.locator("[data-zone=hand] .table-card")).to_have_count(hand + 1)
    expect(page.locator("#entries")).to_contain_text("其他分支")


def test_a_card_is_chosen_on_a_phone(tour: Tour) -> None:
    page = open_table(tour, locale="zh-TW", size=PHONE, touch=True)
    changes(page, act_of(page, SEARCH).tap)
    options = page.locator(".question .option")
    assert options.count() > 1
    assert not too_wide(page)
    name = options.nth(1).locator(".name").inner_text()
    changes(page, options.nth(1).tap)
    expect(page.locator("[data-zone=hand]")).to_contain_text(name)


def test_effects_are_answered_by_keys_alone(tour: Tour) -> None:
    page = open_table(tour, locale="zh-TW")
    act_of(page, MAY).focus()
    changes(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".question .option").first).to_be_focused()
    changes(page, lambda: page.keyboard.press("s"))
    act_of(page, SEARCH).focus()
    changes(page, lambda: page.keyboard.press("Enter"))
    changes(page, lambda: page.keyboard.press("t"))
    expect(page.locator(".question")).to_have_count(0)
    expect(page.locator("#entries")).to_contain_text("電腦")


def test_effects_are_answered_without_a_script(tour: Tour) -> None:
    page = open_table(tour, locale="zh-TW", javascript=False)
    act_of(page, MAY).click()
    question = page.locator(".question")
    expect(question).to_be_visible()
    page.reload()
    question.locator(".option").first.click()
    expect(question).to_have_count(0)
    expect(page.locator("#entries")).to_contain_text(f"{MAY}：抽到")
