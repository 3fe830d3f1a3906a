"""At the door, on a phone: a walk-in with a list, the check-in, and dropping who did not come."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import event_world, steps
from tests.browser.conftest import PHONE, Visits
from tests.browser.looks import too_wide

LIST = steps.sample(steps.XLW, "lantern-parade")
NAME = "王小明"
FINGER = 44
"""Pixels of CSS that a fingertip hits."""

TAPS = 6
KEYS = len(NAME)
"""What an organiser needs for a walk-in on the day of the event, from the check-in to the receipt of the list: open the
form, type the name, enter; open the form of the list, paste it, check it, hand it in. Nothing else is typed, though the
list comes after the deadline."""


class Thumb:
    """Counts what a thumb does."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, target: Any) -> None:
        target.tap()
        self.taps += 1

    def type(self, text: str) -> None:
        """Into the field that has the focus already."""
        self.page.keyboard.type(text)
        self.keys += len(text)

    def paste(self, target: Any, text: str) -> None:
        """A tap on the field; then the phone offers what was copied."""
        self.tap(target)
        target.fill(text)


@pytest.fixture
def door(visit: Visits) -> Callable[..., tuple[Page, str]]:
    """The organiser's phone before an event of today whose deadline has passed, and the event's address."""

    def at(name: str, **options: Any) -> tuple[Page, str]:
        known = visit.server.call(event_world.at_the_door, name)
        return visit(size=PHONE, touch=True, session=known["session"], **options), f"/events/{known['slug']}/"

    return at


def test_a_walk_in_is_on_the_roster_with_a_list_in_few_taps(door: Callable[..., Any], visit: Visits) -> None:
    page, event = door("Walk-in Cup")
    page.goto(f"{event}check-in/")
    expect(page.locator("#checkin-counts")).to_contain_text("0 of 3 checked in")
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("link", name="Enter a player"))
    expect(page.locator("input[name=name]")).to_be_focused()
    expect(page.locator("input[name=here]")).to_be_checked()
    thumb.type(NAME)
    thumb.tap(page.get_by_role("button", name="Enter", exact=True))
    expect(page.locator("h1")).to_have_text(NAME)
    code = page.locator(".key-code svg").bounding_box()
    assert code is not None
    assert code["width"] >= 240, "it is scanned off the phone"
    assert code["y"] + code["height"] <= PHONE["height"], "without scrolling"
    assert too_wide(page) == []
    link = page.locator("#key-link").input_value()
    thumb.tap(page.get_by_role("link", name="Submit the list here"))
    thumb.paste(page.locator("textarea[name=text]"), LIST)
    thumb.tap(page.locator("button[value=check]"))
    expect(page.locator(".receipt .verdict")).to_be_visible()
    expect(page.locator("input[name=reason]")).to_have_value("Entered at the venue")
    thumb.tap(page.locator("button[value=submit]"))
    expect(page.locator(".event-receipt")).to_be_visible()
    assert (thumb.taps, thumb.keys) == (TAPS, KEYS)
    page.goto(f"{event}check-in/")
    expect(page.locator("#checkin-counts")).to_contain_text("1 of 4 checked in")
    players = visit(size=PHONE, touch=True)
    players.goto(link)
    expect(players.locator("h1")).to_have_text(NAME)
    expect(players.locator(".submissions")).to_contain_text("燈火走過的街")


@pytest.mark.parametrize("javascript", [True, False])
def test_players_are_checked_in_by_a_tap_and_no_shows_dropped(door: Callable[..., Any], javascript: bool) -> None:
    page, event = door(f"Door Cup {javascript}", javascript=javascript)
    page.goto(f"{event}check-in/?show=waited-for")
    first = page.locator("#entry-1 button")
    first.tap()
    expect(page.locator("#checkin-counts")).to_contain_text("1 of 3 checked in")
    if javascript:  # the row stays where it is, so that a wrong tap is taken back at once
        expect(first).to_have_attribute("aria-pressed", "true")
        expect(page).to_have_url(re.compile(r"show=waited-for$"))
        first.tap()
        expect(page.locator("#checkin-counts")).to_contain_text("0 of 3 checked in")
        expect(first).to_have_attribute("aria-pressed", "false")
        first.tap()
        expect(first).to_have_attribute("aria-pressed", "true")
        page.locator("#checkin-q").fill("2")
        expect(page.locator(".checkin-rows > li")).to_have_count(1)
    else:
        expect(page.locator("#entry-1")).to_have_count(0)
    small = page.locator(".checkin-rows :is(button, a)").evaluate_all(
        "(all, least) => all.filter(each => each.getBoundingClientRect().height < least).length", FINGER
    )
    assert small == 0
    page.get_by_role("link", name="Drop no-shows").tap()
    expect(page.locator(".no-shows li")).to_have_count(2)
    page.get_by_role("button", name="Drop 2 players").tap()
    expect(page.locator(".messages")).to_contain_text("2 players dropped.")
    page.goto(f"{event}check-in/")
    expect(page.locator("#checkin-counts")).to_contain_text("1 of 1 checked in")


def test_a_tap_that_does_not_arrive_is_told(door: Callable[..., Any], visit: Visits) -> None:
    visit.expected += ["net::ERR_INTERNET_DISCONNECTED", "htmx:"]
    page, event = door("Cellar Cup")
    page.goto(f"{event}check-in/")
    page.context.set_offline(True)
    page.locator("#entry-1 button").tap()
    expect(page.locator("#checkin-failed")).to_be_visible()
    page.context.set_offline(False)
    page.locator("#entry-1 button").tap()
    expect(page.locator("#entry-1 button")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#checkin-failed")).to_be_hidden()


def test_a_roster_is_pasted_and_its_links_are_printed(door: Callable[..., Any]) -> None:
    page, event = door("Paper Cup")
    page.goto(f"{event}import/")
    names = "\n".join(f"Player {number}\tp{number}@example.org" for number in range(1, 19))
    page.locator("textarea[name=roster]").fill(f"姓名\t電子郵件\n{names}\n")
    page.get_by_role("button", name="Preview").tap()
    page.get_by_role("button", name="Enter 18 players").tap()
    expect(page.locator(".messages")).to_contain_text("18 players entered.")
    page.goto(f"{event}cards/")
    expect(page.locator(".key-card")).to_have_count(21)
    assert too_wide(page) == []
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 3
