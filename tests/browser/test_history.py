"""A deck remembered: what changed is found and restored, two changes of a friend's copy are taken over, notes are
written; with few steps each, by mouse and without JavaScript."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.steps import XLW

LIST = steps.sample(XLW, "lantern-parade")
FOX = "提燈小狐"


def accidents(page: Page) -> dict[str, int]:
    """A deck of cards that somebody changes for the worse; what it was."""
    steps.bring(page, LIST)
    before = steps.counts(page)
    here = steps.deck_address(page)
    for code in ("XLW-S002", "XLW-S003", "XLW-S004"):
        steps.post(page, f"{here}do/", op="remove", code=code, zone="main")
    steps.post(page, f"{here}do/", op="add", code="XLW-S052")
    page.reload()
    return before


def restore(page: Page) -> int:
    """From the history of a deck back to what it was last week; so many clicks."""
    page.get_by_role("link", name="Since last week").click()
    expect(page.get_by_role("heading", name="Differences")).to_be_visible()
    expect(page.locator(".differences tbody tr")).to_have_count(4)
    page.get_by_role("button", name="Restore this version").click()
    expect(page.get_by_text("No differences")).to_be_visible()
    return 2


def test_what_changed_since_last_week_is_found_and_restored(visit: Callable[..., Page]) -> None:
    page = visit()
    before = accidents(page)
    builder = page.url
    page.goto(f"{steps.deck_address(page)}history/")
    assert restore(page) <= 2
    page.goto(builder)
    steps.expect_counts(page, before)
    page.locator("#undo").click()
    expect(page.locator("#deck .row")).to_have_count(len(before) - 2)


def test_without_javascript_as_well(visit: Callable[..., Page]) -> None:
    page = visit(javascript=False)
    before = accidents(page)
    page.goto(f"{steps.deck_address(page)}history/")
    restore(page)
    page.get_by_role("link", name=re.compile("燈火")).first.click()
    expect(page.locator(".deck-columns .row")).to_have_count(len(before))


def test_two_changes_of_a_friends_copy_are_taken_over(visit: Callable[..., Page]) -> None:
    mine, friend = visit(), visit()
    steps.bring(mine, LIST)
    builder, before = mine.url, steps.counts(mine)
    link = steps.share(mine)

    friend.goto(link)
    friend.get_by_role("button", name="Copy to my decks").click()
    steps.expect_builder(friend)
    copy = steps.deck_address(friend)
    for op, code in (("remove", "XLW-S001"), ("remove", "XLW-S002"), ("add", "XLW-S052")):
        steps.post(friend, f"{copy}do/", op=op, code=code, zone="main")
    friend.reload()
    copy = steps.share(friend)

    mine.goto(copy)
    mine.get_by_role("link", name="Compare with the original").click()
    rows = mine.locator(".differences tbody tr")
    expect(rows).to_have_count(3)
    for left in (2, 1):
        mine.get_by_role("button", name=re.compile("^Apply:")).first.click()
        expect(rows).to_have_count(left)
    mine.goto(builder)
    changed = steps.counts(mine)
    assert len(dict(changed.items() ^ before.items())) == 2


def test_a_card_in_the_notes_is_seen_beside_the_pointer(visit: Callable[..., Page]) -> None:
    page = visit()
    steps.bring(page, LIST)
    here = steps.deck_address(page)
    page.goto(f"{here}notes/")
    page.locator("textarea").fill(f"Keep **[[{FOX}]]**.\n\n<script>document.title = 'gone'</script>")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview strong a")).to_have_text(FOX)
    page.get_by_role("button", name="Save").click()
    card = page.locator("#notes .noted-card a")
    card.hover()
    expect(page.locator("#peek-beside")).to_contain_text(FOX)
    expect(page.locator("#notes")).to_contain_text("<script>")
    expect(page).not_to_have_title("gone")
