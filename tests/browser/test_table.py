"""At the table: registration sheets on paper, and a deck check on a phone."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES
from tests.browser.conftest import PHONE, WIDE, Tour
from tests.browser.looks import too_wide
from tests.browser.stops import Stop

GAME_SLUGS = [game.slug for game in GAMES]
FORMATS = [(game.slug, form.slug) for game in GAMES for form in game.formats]
THUMB = 44
"""So many pixels a finger needs."""

TOO_LOW = """(targets, least) => targets.filter(each => each.getBoundingClientRect().height < least)
  .map(each => each.outerHTML)"""


@dataclass
class Papers:
    """The events of paper_world, and their organiser's browsers."""

    tour: Tour

    def go(self, game: str, page: str, **options: Any) -> Page:
        known = self.tour.world["papers"]
        browser = self.tour.visit(session=known["cookie"], **options)
        browser.goto(f"/events/{known['events'][game]}/{page}/")
        return browser


@pytest.fixture
def papers(tour: Tour) -> Papers:
    return Papers(tour)


def pages_of(page: Page) -> int:
    """How many pages come out when a page is printed."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("locale", ["en", "zh-TW"])
@pytest.mark.parametrize("game", GAME_SLUGS)
def test_every_sheet_is_one_page(papers: Papers, game: str, locale: str) -> None:
    page = papers.go(game, "sheets", locale=locale)
    expect(page.locator(".sheet")).to_have_count(4)
    assert pages_of(page) == 4


CONTROLS = "main :is(button, input, select, textarea, nav, .button, .enter)"


def test_a_printed_roster_has_its_players_and_no_controls(tour: Tour) -> None:
    page = tour.go(Stop("roster", "/events/{event}/roster/", "player"), "en", WIDE)
    expect(page.locator(CONTROLS).filter(visible=True)).not_to_have_count(0)
    page.emulate_media(media="print")
    expect(page.locator(CONTROLS).filter(visible=True)).to_have_count(0)
    assert page.locator(".roster > li").count()
    for name in page.locator(".roster .entry-name").all():
        expect(name).to_be_visible()


@pytest.mark.parametrize(("game", "form"), FORMATS)
def test_every_blank_sheet_is_one_page(visit: Callable[..., Page], game: str, form: str) -> None:
    page = visit(locale="zh-TW")
    page.goto(f"/{game}/sheets/{form}/")
    assert pages_of(page) == 1


def test_a_deck_is_checked_on_a_phone_without_scripts(papers: Papers) -> None:
    page = papers.go("xing-ling-wang", "checks", size=PHONE, javascript=False, touch=True)
    page.locator("input[name=q]").fill("#2")
    page.get_by_role("button", name="Find").click()
    rows = page.locator(".check-rows > li")
    rows.nth(0).locator("input[type=number]").fill("5")
    page.locator(".check-all input").first.check()
    page.locator("input[name=find]").fill("飛龍騎士")
    page.get_by_role("button", name="Look up").click()
    expect(page.locator(".is-extra input")).to_have_count(1)
    expect(rows.nth(0).locator("input[type=number]")).to_have_value("5")
    page.get_by_label("Corrected").check()
    page.get_by_label("Remarks").fill("One too many.")
    page.get_by_role("button", name="Record the check").click()
    told = page.locator(".check-made > li").first
    expect(told).to_contain_text("Corrected")
    expect(told).to_contain_text("5 found")
    expect(told).to_contain_text("飛龍騎士 not on the list, 1 found")


@pytest.mark.parametrize("game", GAME_SLUGS)
def test_what_is_tapped_in_a_deck_check_is_large_enough(papers: Papers, game: str) -> None:
    page = papers.go(game, "entries/2/check", size=PHONE, touch=True)
    assert too_wide(page) == []
    targets = page.locator(".check-form :is(label:has(input), input[type=number], button)").locator("visible=true")
    assert targets.count()
    assert targets.evaluate_all(TOO_LOW, THUMB) == []
