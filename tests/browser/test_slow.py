"""The builder where site or connection are slower than hands: what was done is not lost."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, Route, expect

from tests.browser import steps
from tests.browser.conftest import PHONE, Visits

TWICE = "document.querySelector('#pool .add-card').click(); document.querySelector('#pool .add-card').click()"
UNKNOWN = f"game: {steps.XLW}\nrace: 喵喵賊\n[main]\n2 魚乾會記\n1 zzz\n"


def hold(page: Page, address: str | re.Pattern[str]) -> list[Route]:
    """Keep the next request to such an address back."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep, times=1)
    return held


def release(page: Page, held: list[Route]) -> None:
    """Send what was kept back, once it has been asked for."""
    for _ in range(500):
        if held:
            return held.pop().continue_()
        page.wait_for_timeout(20)
    raise AssertionError("nothing was sent")


def go_away(page: Page) -> None:
    page.locator("header nav a").first.click()


def look_for_what_fits(page: Page) -> None:
    steps.unfold(page)
    page.locator("#deck a.repair[href*=fits]").first.click()


def ask_what_fits(page: Page) -> None:
    page.locator("#chips .chip", has_text="Fits").first.click()


def choose_a_race(page: Page) -> None:
    page.locator("#declare-race").select_option("喵喵賊")
    look_for_what_fits(page)


def ask_for_a_day(page: Page) -> None:
    page.locator("#judged-for summary").click()
    page.locator("#legal-on").fill("2031-05-01")
    page.locator("#any-day button").click()


@pytest.mark.parametrize("leave", [go_away, look_for_what_fits, ask_what_fits, choose_a_race, ask_for_a_day])
def test_a_page_is_left_when_what_was_done_there_has_arrived(page: Page, leave: Callable[[Page], None]) -> None:
    steps.begin(page)
    builder = page.url
    held = hold(page, "**/do/")
    page.evaluate(TWICE)
    leave(page)
    expect(page.locator("#toast")).to_have_text("Your changes are still being saved.")
    expect(page).to_have_url(builder)
    release(page, held)
    expect(page).not_to_have_url(re.compile(f"{re.escape(builder)}$"))
    page.goto(builder)
    expect(page.locator("#deck .quantity")).to_have_value("2")
    expect(page.locator("#declare-race")).to_have_value("喵喵賊" if leave is choose_a_race else "")


def test_what_is_done_while_the_page_is_being_left_arrives_too(page: Page) -> None:
    steps.begin(page)
    builder = page.url
    held = hold(page, "**/do/")
    page.locator("#pool .add-card").first.click()
    go_away(page)
    page.locator("#pool .add-card").first.click()
    release(page, held)
    expect(page).not_to_have_url(builder)
    page.goto(builder)
    expect(page.locator("#deck .quantity")).to_have_value("2")


def fail(visit: Visits, page: Page, times: int = 1) -> None:
    """Let so many changes come to nothing."""
    visit.expected += ["status of 503", "Response Status Error Code 503"]
    page.route("**/do/", lambda route: route.fulfill(status=503), times=times)


def test_where_a_change_came_to_nothing_the_page_stays_and_says_so(visit: Visits) -> None:
    page = visit()
    steps.begin(page)
    builder = page.url
    fail(visit, page)
    page.evaluate(f"{TWICE}; document.querySelector('header nav a').click()")
    expect(page.locator("#deck .quantity")).to_have_value("1")
    expect(page.locator("#toast")).to_contain_text("Try again")
    expect(page).to_have_url(builder)
    page.locator("#pool .add-card").first.click()
    expect(page.locator("#deck .quantity")).to_have_value("2")
    expect(page.locator("#toast")).to_be_hidden()
    go_away(page)
    expect(page).not_to_have_url(builder)


def test_what_came_to_nothing_is_sent_again_by_the_same_key_or_choice(visit: Visits) -> None:
    page = visit()
    steps.begin(page)
    fail(visit, page, times=2)
    page.locator("#declare-race").select_option("喵喵賊")
    expect(page.locator("#toast")).to_contain_text("Try again")
    expect(page.locator("#declare-race")).to_have_value("")
    page.locator("#deck-name").fill("Cats")
    page.locator("#deck-name").press("Enter")
    expect(page.locator("#deck-name")).to_have_value("Cats")
    with page.expect_response("**/do/"):
        page.locator("#deck-name").press("Enter")
    page.locator("#declare-race").select_option("喵喵賊")
    expect(page.locator("#declare-race")).not_to_have_class(re.compile("is-missing"))  # drawn anew, so it has arrived
    page.reload()
    expect(page.locator("#deck-name")).to_have_value("Cats")
    expect(page.locator("#declare-race")).to_have_value("喵喵賊")


def test_the_focus_stays_on_a_name_whose_line_comes_to_break_a_rule(page: Page) -> None:
    steps.begin(page)
    page.locator("#pool .add-card").first.click()
    steps.expect_status(page, "incomplete")
    held = hold(page, "**/do/")
    page.locator("#deck .quantity").fill("12")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    release(page, held)
    steps.expect_status(page, "illegal")
    expect(page.locator("#deck .row .name")).to_be_focused()


def test_what_was_unfolded_stays_so_when_the_deck_is_drawn_anew(page: Page) -> None:
    steps.begin(page, "asteriated-grail")
    page.locator(".prefilled summary").click()
    less = page.locator(".prefilled .less").first
    less.click()
    expect(page.locator("#undo")).to_be_enabled()
    expect(less).to_be_visible()
    expect(less).to_be_focused()


def test_on_a_phone_the_tab_of_the_cards_loads_nothing(visit: Callable[..., Page]) -> None:
    page = visit(size=PHONE)
    steps.begin(page)
    page.goto(f"{page.url}#pool")
    page.evaluate("window.kept = true")
    page.locator(".tabbar a[data-tab=deck]").first.click()
    expect(page.locator("#deck")).to_be_visible()
    page.locator(".tabbar a[data-tab=pool]").click()
    expect(page.locator("#pool")).to_be_visible()
    page.wait_for_load_state()
    assert page.evaluate("window.kept")


def test_a_page_that_is_closed_in_the_midst_of_a_change_asks_first(page: Page) -> None:
    steps.begin(page)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.locator("#deck-name").fill("Cats")
    page.reload()
    assert asked == ["beforeunload"]
    page.reload()
    assert asked == ["beforeunload"]
    page.remove_listener("dialog", answer)


def test_what_is_chosen_before_the_script_has_come_is_not_lost(page: Page) -> None:
    steps.read_list(page, UNKNOWN)
    held = hold(page, "**/bundles/*/builder.js")
    page.locator("button[name=action][value=create]").click(no_wait_after=True)
    page.locator("#deck .resolve select", has_text="魚乾會計").select_option("XLW-S039")
    expect(page.locator("[data-code='card.unknown']")).to_have_count(2)
    release(page, held)
    expect(page.locator("[data-code='card.unknown']")).to_have_count(1)
    expect(steps.row(page, "魚乾會計").locator(".quantity")).to_have_value("2")


@pytest.mark.parametrize("place", ["#share-now", "#deck .deck-actions a", "#verdict a.repair"])
def test_what_has_the_focus_keeps_it_when_an_earlier_change_arrives(page: Page, place: str) -> None:
    steps.begin(page)
    steps.unfold(page)
    held = hold(page, "**/do/")
    page.locator("#declare-race").select_option("喵喵賊")
    page.locator(place).first.focus()
    release(page, held)
    expect(page.locator("#undo")).to_be_enabled()
    expect(page.locator(place).first).to_be_focused()


def test_a_deck_is_shared_while_an_earlier_change_is_on_its_way(page: Page) -> None:
    steps.begin(page)
    held = hold(page, "**/do/")
    page.locator("#pool .add-card").first.click()
    page.locator("#share-now").focus()
    page.keyboard.press("Enter")
    release(page, held)
    expect(page.locator("#share-link")).to_be_focused()
    expect(page.locator("#deck .quantity")).to_have_value("1")


@pytest.mark.parametrize("key", ["", " "], ids=["by the pointer", "by the space bar"])
def test_a_button_that_is_held_while_an_earlier_change_arrives_is_pressed(page: Page, key: str) -> None:
    steps.bring(page, f"game: {steps.XLW}\n1 魚乾會計\n1 屋簷學徒\n")
    more = steps.row(page, "魚乾會計").locator(".more")
    held = hold(page, "**/do/")
    more.click()
    more.hover()
    more.focus()
    page.keyboard.down(key) if key else page.mouse.down()
    with page.expect_response("**/do/"):
        release(page, held)
    page.wait_for_timeout(100)
    page.keyboard.up(key) if key else page.mouse.up()
    steps.expect_counts(page, {"魚乾會計": 3, "屋簷學徒": 1})
