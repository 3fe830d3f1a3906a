"""What people do at an event, a step each."""

import re
from datetime import datetime
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import XLW

MOMENT = "%Y-%m-%dT%H:%M"


def create(page: Page, name: str, *, starts_at: datetime, deadline: datetime, places: int) -> str:
    """Create an event whose lists are shown after its end; its path."""
    page.goto("/events/new/")
    page.locator("select[name=kind]").select_option(f"{XLW}/standard")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=starts_at]").fill(starts_at.strftime(MOMENT))
    page.locator("input[name=deadline]").fill(deadline.strftime(MOMENT))
    page.locator("input[name=capacity]").fill(str(places))
    page.locator("select[name=lists_visible]").select_option("end")
    page.locator(".event-form .is-primary").click()
    expect(page.locator("h1")).to_have_text(name)
    return _path(page)


def _path(page: Page) -> str:
    return urlsplit(page.url).path


def close(page: Page, event: str, deadline: datetime) -> None:
    """Set the deadline to a moment that has passed."""
    page.goto(f"{event}edit/")
    page.locator("input[name=deadline]").fill(deadline.strftime(MOMENT))
    page.locator(".event-form .is-primary").click()
    expect(page.locator(".event-state")).to_have_class(re.compile("is-closed"))


def name_judge(page: Page, event: str, user: str) -> None:
    page.goto(f"{event}staff/")
    page.locator("main input[name=user]").locator("visible=true").fill(user)
    page.locator("main select[name=role]").select_option("judge")
    page.locator("main form.filters button").click()
    expect(page.locator(".staff-list")).to_contain_text(user)


def register(page: Page, event: str) -> str:
    """Take part; the path of the entry."""
    page.goto(event)
    page.locator("form[action$='/register/'] button").click()
    expect(page).to_have_url(re.compile(r"/entries/\d+/$"))
    return _path(page)


def enter(page: Page, event: str, name: str, reason: str = "") -> str:
    """Staff enter a player without an account, after the start with a reason; the path of the entry."""
    page.goto(f"{event}enter/")
    page.locator("input[name=name]").fill(name)
    if reason:
        page.locator("input[name=reason]").fill(reason)
    page.locator("main form.panel .is-primary").click()
    expect(page.locator("h1")).to_have_text(name)
    return _path(page)


def show(page: Page, entry: str, text: str = "", deck: str = "") -> None:
    """Paste a list or choose a deck by name, and see how it is judged."""
    page.goto(f"{entry}submit/")
    if deck:
        page.locator("select[name=deck]").select_option(label=deck)
    else:
        page.locator("textarea[name=text]").fill(text)
    page.locator("button[value=check]").click()
    expect(page.locator(".receipt .verdict")).to_be_visible()
    expect(page.locator(".receipt")).to_be_focused()


def hand_in(page: Page, entry: str, text: str = "", deck: str = "", reason: str = "") -> None:
    """Hand in a list after a look at its verdict, late with a reason; its receipt shows."""
    show(page, entry, text, deck)
    if reason:
        page.locator(".receipt input[name=reason]").fill(reason)
    page.locator("button[value=submit]").click()
    expect(page.locator(".event-receipt")).to_be_visible()


def override(page: Page, entry: str, reason: str) -> None:
    page.goto(entry)
    page.locator("#override-reason").fill(reason)
    page.locator("button[value=override]").click()
    expect(page.locator("main .badge").filter(has_text="Overridden").first).to_be_visible()


def drop(page: Page, entry: str) -> None:
    page.goto(entry)
    page.locator(".leave:has(form[action$='/drop/']) summary").click()
    page.locator("form[action$='/drop/'] button").click()
    expect(page.locator(".entry-head .badge")).to_have_text("Dropped")


def look_at_start(page: Page, event: str) -> None:
    """From the roster to what the start would be made of."""
    page.goto(f"{event}roster/")
    page.locator(".gate a[href$='/start/']").click()
    expect(page.locator("h1")).to_have_text("Start the event")


def expect_refused(page: Page, event: str, why: str) -> None:
    """The start is not to be had, for that reason."""
    look_at_start(page, event)
    expect(page.locator(".gate.is-shut")).to_contain_text(why)
    expect(start_button(page)).to_be_disabled()


def press_start(page: Page, event: str) -> None:
    look_at_start(page, event)
    start_button(page).click()
    expect(page.locator("h1")).to_have_text("Roster")


def start_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Start with"))


def take_lists(page: Page, event: str) -> None:
    """Take the restriction lists that are known by now."""
    _decide_on_lists(page, event)
    page.locator("button[value=take]").click()
    expect(page.locator("h1")).to_have_text("Roster")


def keep_lists(page: Page, event: str, reason: str) -> None:
    _decide_on_lists(page, event)
    page.locator("main input[name=reason]").fill(reason)
    page.locator("button[value=keep]").click()
    expect(page.locator("h1")).to_have_text("Roster")


def _decide_on_lists(page: Page, event: str) -> None:
    page.goto(f"{event}roster/")
    page.locator("main a[href$='/lists/']").click()


def allow_sets(page: Page, event: str, *sets: str) -> None:
    """Let an event allow these sets alone."""
    page.goto(f"{event}edit/")
    for box in page.locator(".sets-field input[type=checkbox]").all():
        box.set_checked(box.get_attribute("value") in sets)
    page.locator(".event-form .is-primary").click()
    expect(page.locator(".facts")).to_contain_text(sets[0])


def line(page: Page, name: str) -> Locator:
    """The line of a player on the roster."""
    return page.locator(".roster > li", has=page.locator(".entry-name", has_text=re.compile(f"^{re.escape(name)}$")))


def expect_standing(page: Page, event: str, name: str, label: str, *codes: str) -> None:
    """A player stands like that on the roster, for these reasons."""
    page.goto(f"{event}roster/")
    expect(line(page, name).locator(".badge")).to_have_text(label)
    for code in codes:
        expect(line(page, name).locator(f"[data-code='{code}']").first).to_be_visible()
