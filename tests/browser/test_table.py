"""At the table: registration sheets on paper, and a deck check on a phone."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES
from tests.browser.conftest import PHONE
from tests.browser.looks import too_wide
from tests.browser.server import Server

GAME_SLUGS = [game.slug for game in GAMES]
FORMATS = [(game.slug, form.slug) for game in GAMES for form in game.formats]
THUMB = 44
"""So many pixels a finger needs."""


@pytest.fixture(scope="session")
def papers(server: Server) -> dict[str, Any]:
    told = server.run("shell", "-c", "from tests.browser.paper_world import build; build()")
    return json.loads(told.splitlines()[-1])


def pages_of(page: Page) -> int:
    """How many pages come out when a page is printed."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def sign_in(page: Page, papers: dict[str, Any], server: Server) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": papers["cookie"], "url": server.url}])


@pytest.mark.parametrize("locale", ["en", "zh-TW"])
@pytest.mark.parametrize("game", GAME_SLUGS)
def test_every_sheet_is_one_page(visit: Callable[..., Page], papers, server, game: str, locale: str) -> None:
    page = visit(locale=locale)
    sign_in(page, papers, server)
    page.goto(f"/events/{papers['events'][game]}/sheets/")
    expect(page.locator(".sheet")).to_have_count(4)
    assert pages_of(page) == 4


@pytest.mark.parametrize(("game", "form"), FORMATS)
def test_every_blank_sheet_is_one_page(visit: Callable[..., Page], game: str, form: str) -> None:
    page = visit(locale="zh-TW")
    page.goto(f"/{game}/sheets/{form}/")
    assert pages_of(page) == 1


def test_a_deck_is_checked_on_a_phone_without_scripts(visit: Callable[..., Page], papers, server) -> None:
    page = visit(size=PHONE, javascript=False, touch=True)
    sign_in(page, papers, server)
    page.goto(f"/events/{papers['events']['xing-ling-wang']}/checks/")
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


def test_what_is_tapped_in_a_deck_check_is_large_enough(visit: Callable[..., Page], papers, server) -> None:
    page = visit(size=PHONE, touch=True)
    sign_in(page, papers, server)
    for game in GAME_SLUGS:
        page.goto(f"/events/{papers['events'][game]}/entries/2/check/")
        assert too_wide(page) == []
        for each in (
            page.locator(".check-form :is(label:has(input), input[type=number], button)").locator("visible=true").all()
        ):
            box = each.bounding_box()
            assert box is not None
            assert box["height"] >= THUMB, each.evaluate("each => each.outerHTML")
