"""What makes building quick and safe: playsets, undo where a card was replaced, panels, two tabs of one deck."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import steps
from tests.browser.conftest import PHONE, Visits
from tests.browser.steps import XLW
from tests.browser.test_keyboard import press
from tests.browser.test_slow import hold, release

CREW = f"game: {XLW}\nrace: 喵喵賊\n[main]\n1 魚乾會計\n1 屋簷學徒\n"
MOUSE = "火の粉ねずみ"
MICE = f"game: legions\n[main]\n1 {MOUSE}\n"


def test_shift_or_a_right_click_adds_all_copies_that_the_rules_allow(page: Page) -> None:
    steps.begin(page, "legions")
    steps.find(page, MOUSE)
    add = steps.card(page, MOUSE).locator(".add-card")
    add.click(modifiers=["Shift"])
    steps.expect_counts(page, {MOUSE: 3})
    steps.row(page, MOUSE).locator(".less").click(modifiers=["Shift"])
    expect(page.locator("#deck .row")).to_have_count(0)
    add.click(button="right")
    steps.expect_counts(page, {MOUSE: 3})
    add.click(modifiers=["Shift"])
    expect(page.locator("#toast")).to_contain_text("The rules allow no more copies")
    steps.expect_counts(page, {MOUSE: 3})
    steps.row(page, MOUSE).locator(".less").click()
    steps.row(page, MOUSE).locator(".more").click(modifiers=["Shift"])
    steps.expect_counts(page, {MOUSE: 3})


def drop_with_shift(page: Page, source: Locator, target: Locator) -> None:
    """Shift is pressed on the way: a press with Shift would extend a selection instead of dragging."""
    source.hover()
    page.mouse.down()
    target.hover()
    page.keyboard.down("Shift")
    target.hover(position={"x": 8, "y": 8})
    page.mouse.up()
    page.keyboard.up("Shift")


def test_with_shift_all_copies_are_dropped(page: Page) -> None:
    steps.begin(page, "legions")
    steps.find(page, MOUSE)
    drop_with_shift(page, steps.card(page, MOUSE), page.locator("#deck .zone[data-zone=main]"))
    steps.expect_counts(page, {MOUSE: 3})
    steps.row(page, MOUSE).locator(".name").drag_to(page.locator("#maybe > summary"))
    expect(page.locator("#maybe > summary b")).to_have_text("1")
    drop_with_shift(page, steps.row(page, MOUSE).first.locator(".pip"), page.locator("#maybe > summary"))
    expect(page.locator("#maybe > summary b")).to_have_text("3")


def test_a_sum_that_is_exceeded_stays_red_while_a_card_is_dragged(page: Page) -> None:
    steps.bring(page, f"game: {XLW}\nrace: 獸人\n[main]\n1 石牙鼓手\n6 開戰圖騰\n")
    expect(page.locator(".meter.is-over")).to_have_count(1)
    steps.row(page, "石牙鼓手").locator(".name").drag_to(page.locator("#deck-name"))
    expect(page.locator(".is-dragged")).to_have_count(0)
    expect(page.locator(".meter.is-over")).to_have_count(1)


def test_a_replaced_leader_is_said_and_taken_back(page: Page) -> None:
    steps.begin(page, "legions")
    steps.add(page, "灯台守ミオリ")
    steps.find(page, "夜航士セルカ")
    steps.card(page, "夜航士セルカ").locator(".add-card").click()
    toast = page.locator("#toast")
    expect(toast).to_have_role("status")
    expect(toast).to_contain_text(" replaces ")
    steps.expect_counts(page, {"夜航士セルカ": 1})
    toast.get_by_role("button", name="Undo").click()
    steps.expect_counts(page, {"灯台守ミオリ": 1})
    expect(toast).to_be_hidden()
    expect(page.locator("#deck")).to_be_focused()


def test_without_javascript_the_message_has_the_button(visit: Callable[..., Page]) -> None:
    page = visit(javascript=False)
    steps.bring(page, "game: legions\n[master]\n1 灯台守ミオリ\n")
    page.goto(f"{steps.deck_address(page)}edit/?q=夜航士セルカ")
    page.locator("#pool .add-card").first.click()
    message = page.locator(".messages .notice")
    expect(message).to_contain_text(" replaces ")
    message.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-zone=master] .row")).to_contain_text("灯台守ミオリ")


def test_panels_close_by_their_cross_and_the_focus_returns(page: Page) -> None:
    steps.begin(page)
    for panel in ("#share", "#charts", "#notes"):
        page.locator(f"{panel} > summary").click()
        expect(page.locator("#undo")).to_be_visible()
        page.locator(panel).get_by_role("button", name="Close").click()
        expect(page.locator(f"{panel} > summary")).to_be_focused()
        page.locator(f"{panel} > summary").click()
        page.locator("#pool .add-card").first.click()
        expect(page.locator(f"{panel} > summary")).to_be_focused()
        expect(page.locator(panel)).not_to_have_attribute("open", "")
    expect(page.locator("#deck .row")).to_have_count(0)
    page.locator("#judged-for > summary").click()
    page.keyboard.press("Escape")
    expect(page.locator("#judged-for > summary")).to_be_focused()


def test_a_number_that_is_typed_counts_before_the_key_that_follows(page: Page) -> None:
    steps.bring(page, CREW)
    field = steps.row(page, "魚乾會計").locator(".quantity")
    field.focus()
    press(page, "4", "-")
    expect(field).to_have_value("3")
    press(page, "5", "m")
    expect(field.first).to_have_value("4")
    expect(page.locator("#maybe > summary b")).to_have_text("1")


def test_minus_on_a_card_that_the_deck_lacks_asks_nothing_of_the_site(page: Page) -> None:
    steps.begin(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    press(page, "/", "ArrowDown", "-", "+")
    expect(page.locator("#tab-size")).to_have_text("1")
    assert sent.count("POST") == 1


def test_a_card_goes_to_the_maybe_board_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit(size=PHONE, touch=True)
    steps.begin(page)
    page.locator("#pool .card-link").first.tap()
    page.locator("#peek [data-peek-maybe]").tap()
    page.locator("#peek form .button").last.tap()
    page.locator(".tabbar a[data-tab=deck]").first.tap()
    expect(page.locator("#maybe > summary b")).to_have_text("1")
    page.locator("#maybe > summary").tap()
    page.locator("#maybe .row .name").tap()
    page.locator("#peek [data-peek-arrange]").tap()
    page.locator("#arrange").get_by_role("button", name="Main deck").tap()
    expect(page.locator("#deck [data-zone=main] .row")).to_have_count(1)


def test_a_tab_that_comes_to_the_front_shows_what_the_other_changed(page: Page) -> None:
    steps.bring(page, CREW)
    other = page.context.new_page()
    other.goto(page.url)
    steps.row(other, "魚乾會計").locator(".more").click()
    steps.expect_counts(other, {"魚乾會計": 2, "屋簷學徒": 1})
    page.bring_to_front()
    page.locator("#notes > summary").click()
    page.locator("#deck-notes").fill("Fewer cats")
    page.evaluate("dispatchEvent(new Event('focus'))")
    steps.expect_counts(page, {"魚乾會計": 2, "屋簷學徒": 1})
    expect(page.locator("#toast")).to_contain_text("changed elsewhere")
    expect(page.locator("#deck-notes")).to_have_value("Fewer cats")
    expect(page.locator("#deck-notes")).to_be_focused()
    page.locator("#notes").get_by_role("button", name="Save notes").click()
    expect(page.locator("#deck-notes")).to_have_js_property("defaultValue", "Fewer cats")


def test_a_click_on_its_way_is_not_lost_to_what_the_other_tab_changed(page: Page) -> None:
    steps.bring(page, CREW)
    other = page.context.new_page()
    other.goto(page.url)
    steps.row(other, "魚乾會計").locator(".more").click()
    steps.expect_counts(other, {"魚乾會計": 2, "屋簷學徒": 1})
    held = hold(page, re.compile("since="))
    page.evaluate("dispatchEvent(new Event('focus'))")
    steps.row(page, "魚乾會計").locator(".more").click()
    release(page, held)
    steps.expect_counts(page, {"魚乾會計": 3, "屋簷學徒": 1})


MAX_REQUESTS = 25
"""Of a first visit of the builder, with its opening odds and all drawings in sight."""


def test_a_first_visit_takes_few_requests_and_draws_every_card(page: Page) -> None:
    steps.bring(page, CREW)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{page.url}?order=name")
    expect(page.locator("#opening dd, #opening .opening-odds > p").first).to_be_visible()
    drawn = "images => images.length > 30 && images.every(image => image.src.startsWith('data:') && image.complete)"
    page.wait_for_function(f"({drawn})([...document.querySelectorAll('#pool .art')])")
    assert len(asked) <= MAX_REQUESTS, asked
    assert sum("/drawings/" in url for url in asked) == 1


def test_where_drawings_do_not_come_together_each_is_asked_for(visit: Visits) -> None:
    visit.expected += ["net::ERR_FAILED"]
    page = visit()
    page.route(re.compile("/drawings/[^?]*[?]of="), lambda route: route.abort())
    with page.expect_response(re.compile("[.]svg$")):
        steps.begin(page)
