"""A deck built for another day and for an event, with a script and without."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser import event_steps, event_world, steps
from tests.browser.conftest import Visits

CARD = "撲克臉三花"
CREW = steps.sample(steps.XLW, "cat-burglar-crew").replace("屋簷學徒", CARD)
DAYS = 40
DAY = r"\d+ \w+ \d{4}"


@pytest.mark.parametrize("javascript", [True, False], ids=["with a script", "without"])
def test_a_deck_is_built_for_the_day_of_a_list_and_for_an_event(alone: Visits, javascript: bool) -> None:
    day = alone.server.call(event_world.announce, "Winter", CARD, DAYS)
    page = alone(javascript=javascript)
    steps.sign_up(page, "planner")
    starts = timezone.localtime() + timedelta(days=DAYS + 5)
    event = event_steps.create(page, "Winter Cup", starts_at=starts, deadline=starts, places=8)
    steps.bring(page, CREW)
    expect_judged(page, "today", banned=False)

    choose(page, "Winter 1")
    expect(page).to_have_url(re.compile(rf"\?on={day}#judged$"))
    expect_judged(page, DAY, banned=True)
    steps.row(page, "魚乾會計").locator(".more").click()
    expect(steps.row(page, "魚乾會計").locator(".quantity")).to_have_value("2")
    expect_judged(page, DAY, banned=True)
    page.reload()
    expect_judged(page, DAY, banned=True)

    search(page, "三花")
    expect(page).to_have_url(re.compile(rf"on={day}"))
    expect(steps.card(page, CARD).locator("[data-count]")).to_have_class(re.compile("is-illegal"))
    choose(page, "Winter Cup")
    expect(page).to_have_url(re.compile(f"on=event-{event.split('/')[2]}"))
    expect(page.locator("#pool input[name=q]")).to_have_value("三花")
    expect_judged(page, "Winter Cup, .*", banned=True)
    page.locator("[data-code='list.banned'] .repair").click()
    expect(page.locator("#deck .row", has_text=CARD)).to_have_count(0)
    expect_judged(page, "Winter Cup, .*", banned=False)
    page.locator("#undo").click()
    expect_judged(page, "Winter Cup, .*", banned=True)

    page.locator(".back-to-today").click()
    expect(page).not_to_have_url(re.compile("on="))
    expect(page.locator("#pool input[name=q]")).to_have_value("三花")
    expect_judged(page, "today", banned=False)
    page.locator("#judged-for summary").click()
    page.locator("#legal-on").fill(day)
    page.locator("#any-day button").click()
    expect_judged(page, DAY, banned=True)
    page.goto(steps.deck_address(page))
    expect(page.locator("[data-code='list.banned']")).to_have_count(0)


def test_the_choice_stays_open_and_half_made_while_the_deck_changes(page: Page) -> None:
    steps.bring(page, CREW)
    page.locator("#judged-for summary").click()
    page.locator("#legal-on").fill("2027-12-31")
    steps.row(page, "魚乾會計").locator(".more").click()
    expect(steps.row(page, "魚乾會計").locator(".quantity")).to_have_value("2")
    expect(page.locator("#legal-on")).to_have_value("2027-12-31")
    page.locator("#legal-on").press("Enter")
    expect(page).to_have_url(re.compile(r"\?on=2027-12-31#judged$"))


def choose(page: Page, words: str) -> None:
    page.locator("#judged-for summary").click()
    page.locator("#judged-for .chip", has_text=words).click()
    steps.expect_builder(page)


def search(page: Page, words: str) -> None:
    page.locator("#pool input[name=q]").fill(words)
    page.locator("#pool input[name=q]").press("Enter")
    expect(page).to_have_url(re.compile("q="))


def expect_judged(page: Page, occasion: str, *, banned: bool) -> None:
    """The builder says what it judges for, and whether the card is banned then."""
    expect(page.locator("#judged-for summary")).to_have_text(re.compile(f"^Checked for {occasion}$"))
    expect(page.locator(".back-to-today")).to_have_count(0 if occasion == "today" else 1)
    expect(page.locator("[data-code='list.banned']")).to_have_count(int(banned))
