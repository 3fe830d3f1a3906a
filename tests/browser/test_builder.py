"""The builder under quick, doubled, interrupted and dragging hands."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import steps
from tests.browser.conftest import PHONE, Visits
from tests.browser.steps import XLW

CREW = f"game: {XLW}\nrace: 喵喵賊\n[main]\n1 魚乾會計\n1 屋簷學徒\n"


def test_buttons_take_back_and_bring_back(page: Page) -> None:
    steps.begin(page)
    expect(page.locator("#undo")).to_be_disabled()
    steps.add(page, "魚乾會計", "屋簷學徒")
    page.locator("#undo").click()
    steps.expect_counts(page, {"魚乾會計": 1})
    page.locator("#undo").click()
    expect(page.locator("#deck .row")).to_have_count(0)
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#deck")).to_be_focused()
    page.locator("#redo").click()
    page.locator("#redo").click()
    steps.expect_counts(page, {"魚乾會計": 1, "屋簷學徒": 1})
    expect(page.locator("#redo")).to_be_disabled()
    page.locator("#undo").click()
    steps.row(page, "魚乾會計").locator(".more").click()
    expect(page.locator("#redo")).to_be_disabled()
    steps.expect_counts(page, {"魚乾會計": 2})


def test_a_press_beside_an_open_panel_only_closes_it(page: Page) -> None:
    steps.begin(page)
    steps.add(page, "魚乾會計")
    for panel in ("#share", "#charts", "#notes", "details.menu"):
        opened = page.locator(panel).first
        opened.locator("summary").click()
        expect(opened).to_have_attribute("open", "")
        page.locator("#pool .add-card").first.click(position={"x": 30, "y": 20})
        expect(opened).not_to_have_attribute("open", "")
        steps.expect_counts(page, {"魚乾會計": 1})
    page.locator("#notes > summary").click()
    page.keyboard.press("Escape")
    expect(page.locator("#notes > summary")).to_be_focused()
    expect(page.locator(".drawer[open]")).to_have_count(0)
    page.locator("#pool .add-card").first.click()
    expect(page.locator("#tab-size")).to_have_text("2")


def test_clicks_quicker_than_the_site_are_all_made(page: Page) -> None:
    steps.begin(page)
    page.evaluate("for (let n = 0; n < 5; n++) document.querySelector('#pool .add-card').click()")
    expect(page.locator("#deck .quantity")).to_have_value("5")
    page.evaluate("for (let n = 0; n < 4; n++) document.querySelector('#deck .more').click()")
    expect(page.locator("#deck .quantity")).to_have_value("9")
    page.evaluate("for (let n = 0; n < 8; n++) document.querySelector('#deck .less').click()")
    expect(page.locator("#deck .quantity")).to_have_value("1")


def test_what_is_typed_while_the_deck_is_drawn_anew_stays(page: Page) -> None:
    steps.begin(page)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/do/", hold, times=1)
    page.locator("#pool .add-card").first.click()
    page.locator("#deck-name").click()
    page.keyboard.type("Cats of")
    waiting.pop().continue_()
    expect(page.locator("#tab-size")).to_have_text("1")
    page.keyboard.type(" the night")
    expect(page.locator("#deck-name")).to_have_value("Cats of the night")
    with page.expect_response("**/do/"):
        page.locator("#deck-name").blur()
    page.reload()
    expect(page.locator("#deck-name")).to_have_value("Cats of the night")


def test_two_tabs_lose_nothing_of_each_other(page: Page) -> None:
    steps.begin(page)
    other = page.context.new_page()
    other.goto(page.url)
    steps.add(page, "魚乾會計")
    steps.add(other, "屋簷學徒")
    steps.expect_counts(other, {"魚乾會計": 1, "屋簷學徒": 1})
    steps.row(other, "魚乾會計").locator(".more").click()
    steps.expect_counts(other, {"魚乾會計": 2, "屋簷學徒": 1})
    steps.row(page, "魚乾會計").locator(".more").click()
    steps.expect_counts(page, {"魚乾會計": 3, "屋簷學徒": 1})
    page.locator("#deck-name").fill("Both")
    with page.expect_response("**/do/"):
        page.locator("#deck-name").press("Enter")
    other.locator("#undo").click()
    steps.expect_counts(other, {"魚乾會計": 3, "屋簷學徒": 1})
    expect(other.locator("#deck-name")).to_have_value("")


def test_a_line_the_other_tab_took_out_cannot_be_lowered_and_the_page_says_so(page: Page) -> None:
    steps.bring(page, CREW)
    other = page.context.new_page()
    other.goto(page.url)
    steps.row(other, "魚乾會計").locator(".less").click()
    steps.expect_counts(other, {"屋簷學徒": 1})
    steps.row(page, "魚乾會計").locator(".less").click()
    expect(page.locator("#toast")).to_have_text("魚乾會計 is no longer in the deck.")
    steps.expect_counts(page, {"屋簷學徒": 1})


def test_a_card_is_dragged_into_the_deck_and_a_line_out_of_it(page: Page) -> None:
    steps.begin(page)
    steps.find(page, "魚乾會計")
    steps.card(page, "魚乾會計").drag_to(page.locator("#deck"), target_position={"x": 60, "y": 12})
    steps.expect_counts(page, {"魚乾會計": 1})
    steps.card(page, "魚乾會計").drag_to(page.locator("#deck .zone[data-zone=main]"))
    steps.expect_counts(page, {"魚乾會計": 2})
    steps.row(page, "魚乾會計").locator(".name").drag_to(page.locator("#pool"))
    steps.expect_counts(page, {"魚乾會計": 1})
    expect(page.locator(".is-target, .is-dragged")).to_have_count(0)


def test_a_card_is_dragged_into_a_zone_and_its_line_into_another(page: Page) -> None:
    steps.begin(page, "legions")
    name = "灯台守ミオリ"
    steps.find(page, name)
    steps.card(page, name).drag_to(page.locator("#deck .zone[data-zone=main]"))
    expect(page.locator("[data-zone=main] .row")).to_contain_text(name)
    expect(page.locator("[data-code='zone.kind']")).to_have_count(1)
    steps.row(page, name).locator(".name").drag_to(page.locator("#deck .zone[data-zone=master]"))
    expect(page.locator("[data-zone=master] .row")).to_contain_text(name)
    expect(page.locator("[data-code='zone.kind']")).to_have_count(0)


def test_a_card_of_the_catalog_is_taken_out_where_it_was_added(page: Page) -> None:
    steps.begin(page)
    steps.find(page, "魚乾會計")
    card = steps.card(page, "魚乾會計")
    expect(card.locator(".remove-card")).to_have_count(0)
    card.locator(".add-card").click(click_count=2)
    remove = page.get_by_role("button", name="One fewer Bookkeeper of Dried Fish").and_(card.locator(".remove-card"))
    remove.click()
    steps.expect_counts(page, {"魚乾會計": 1})
    page.reload()
    steps.expect_builder(page)
    remove.click()
    expect(page.locator("#deck .row")).to_have_count(0)
    expect(remove).to_have_count(0)
    expect(card.locator(".add-card")).to_be_focused()


def test_size_and_verdict_are_announced_after_a_change(page: Page) -> None:
    steps.bring(page, steps.sample(XLW, "cat-burglar-crew"))
    status = page.get_by_role("status").and_(page.locator("#announce"))
    expect(status).to_have_text("")
    steps.row(page, "魚乾會計").locator(".less").click()
    expect(status).to_have_text("19 cards. Not complete yet. Main deck: 19 cards, exactly 20 required.")
    page.locator("#undo").click()
    expect(status).to_have_text("20 cards. The deck is legal.")
    steps.row(page, "魚乾會計").locator(".more").click()
    expect(status).to_contain_text("21 cards. Not legal.")


def test_without_a_connection_a_click_says_so_and_loses_nothing(visit: Visits) -> None:
    visit.expected += ["net::ERR_INTERNET_DISCONNECTED", "htmx:"]
    page = visit()
    steps.bring(page, CREW)
    page.context.set_offline(True)
    steps.row(page, "魚乾會計").locator(".more").click()
    expect(page.locator("#toast")).to_contain_text(
        "Your change didn’t reach the server. Check your connection and try again."
    )
    expect(page.locator("#toast")).to_have_role("alert")
    steps.expect_counts(page, {"魚乾會計": 1, "屋簷學徒": 1})
    page.context.set_offline(False)
    steps.row(page, "魚乾會計").locator(".more").click()
    steps.expect_counts(page, {"魚乾會計": 2, "屋簷學徒": 1})
    expect(page.locator("#toast")).to_be_hidden()


def test_without_a_connection_a_filter_leaves_the_page_as_it_is(visit: Visits) -> None:
    visit.expected += ["net::ERR_INTERNET_DISCONNECTED", "htmx:"]
    page = visit()
    for start in (lambda: steps.bring(page, CREW), lambda: page.goto(f"/{XLW}/cards/")):
        start()
        unit = page.locator("#chips .chip", has_text="Unit")
        shown = page.locator("#pool .card").count()
        page.context.set_offline(True)
        unit.click()
        expect(page.locator("#toast")).to_contain_text("Search needs a connection.")
        expect(page.locator("#pool .card")).to_have_count(shown)
        page.context.set_offline(False)
        unit.click()
        expect(page.locator("#pool input[name=q]")).to_have_value("kind:unit")
        expect(page).to_have_url(re.compile("q=kind%3Aunit"))
        expect(unit).to_have_attribute("aria-current", "true")
        expect(unit).to_be_focused()
        expect(page.locator("#toast")).to_be_hidden()


@pytest.mark.parametrize(
    "status, words",
    [
        (500, "nothing was changed"),
        (502, "nothing was changed"),
        (403, "This page can no longer edit the deck. Reload it."),
    ],
)
def test_an_error_of_the_site_is_told_and_loses_nothing(visit: Visits, status: int, words: str) -> None:
    visit.expected += [f"status of {status}", f"Response Status Error Code {status}"]
    page = visit()
    steps.bring(page, CREW)
    page.route("**/do/", lambda route: route.fulfill(status=status, body="no"), times=1)
    steps.row(page, "魚乾會計").locator(".more").click()
    expect(page.locator("#toast")).to_contain_text(words)
    steps.row(page, "魚乾會計").locator(".more").click()
    steps.expect_counts(page, {"魚乾會計": 2, "屋簷學徒": 1})


def test_a_number_nobody_can_mean_is_refused_with_the_bounds(page: Page) -> None:
    steps.bring(page, CREW)
    field = steps.row(page, "魚乾會計").locator(".quantity")
    field.fill("000")
    field.press("Enter")
    steps.expect_counts(page, {"屋簷學徒": 1})
    steps.row(page, "屋簷學徒").locator(".quantity").fill("x")
    steps.row(page, "屋簷學徒").locator(".quantity").blur()
    expect(page.locator("#toast")).to_contain_text("“x” is not a whole number.")
    steps.expect_counts(page, {"屋簷學徒": 1})


def test_filters_keep_the_words_that_were_typed(page: Page) -> None:
    steps.begin(page)
    steps.find(page, "小旅人")
    page.locator("#chips .chip", has_text="Unit").click()
    expect(page.locator("#pool input[name=q]")).to_have_value("小旅人 kind:unit")
    page.locator("#chips .chip", has_text="Unit").click()
    expect(page.locator("#pool input[name=q]")).to_have_value("小旅人")


def test_a_mistake_in_a_search_is_shown_where_it_is(page: Page) -> None:
    steps.begin(page)
    page.locator("#pool input[name=q]").fill("貓 colour:red")
    expect(page.locator("#pool .notice.is-error")).to_contain_text("colour")
    expect(page.locator("#pool mark")).to_have_text("colour")


def test_going_back_after_a_search_shows_the_deck_as_it_is_now(page: Page) -> None:
    steps.begin(page)
    steps.find(page, "魚乾會計")
    steps.card(page, "魚乾會計").locator(".add-card").click()
    steps.expect_counts(page, {"魚乾會計": 1})
    page.go_back()
    expect(page.locator("#pool input[name=q]")).to_have_value("")
    steps.expect_counts(page, {"魚乾會計": 1})
    steps.row(page, "魚乾會計").locator(".more").click()
    steps.expect_counts(page, {"魚乾會計": 2})


def test_suggested_cards_are_suggested_anew_when_asked_again(visit: Callable[..., Page]) -> None:
    page = visit(size=PHONE, touch=True)
    steps.bring(page, CREW)
    for _ in range(2):
        page.locator("#tab-state").tap()
        page.locator("[data-code='zone.size'] .repair").tap()
        first = page.locator("#pool .card").first
        expect(first.locator(".add-card")).to_be_visible()  # of the new page: the old one shows the deck
        page.wait_for_load_state()
        expect(first.locator("[data-count]")).to_be_hidden()
        first.locator(".add-card").tap()
        expect(first.locator("[data-count]")).to_have_text("1")


def test_a_shared_deck_can_be_shared_less_again(visit: Callable[..., Page]) -> None:
    page, stranger = visit(), visit()
    steps.begin(page)
    link = steps.share(page)
    assert stranger.request.get(link).status == 200
    page.locator("#visibility-private").check()
    expect(page.locator("#share-link")).to_have_count(0)
    expect(page.locator("#visibility-private")).to_be_focused()
    assert stranger.request.get(link).status == 404


def test_what_is_wrong_takes_a_line_each_and_stays_as_it_is_put(page: Page) -> None:
    steps.begin(page)
    issues, findings = page.locator("#issues"), page.locator("#verdict .verdict-list > li")
    steps.bring(page, CREW + "".join(f"{count} {name}\n" for count, name in ((2, "撲克臉三花"), (3, "拆金庫的師傅"))))
    expect(findings.first.locator(".repair")).to_be_visible()
    heights = findings.evaluate_all("each => each.map(one => one.offsetHeight)")
    assert len(heights) > 2
    assert max(heights) < 2 * min(heights)
    expect(issues).not_to_have_attribute("open", "")
    page.locator("#issues > summary").click()
    page.locator("#deck .more").first.click()
    expect(page.locator("#deck .quantity").first).to_have_value("2")
    expect(issues).to_have_attribute("open", "")


def test_more_than_four_issues_are_folded(page: Page) -> None:
    steps.bring(page, CREW + "".join(f"1 {name}\n" for name in "abcdef"))
    shown = page.locator("#verdict .verdict-list > li:visible")
    expect(shown).to_have_count(4)
    page.get_by_text("Show all").click()
    expect(shown).to_have_count(page.locator("#verdict .verdict-list > li").count())


def test_opening_odds_follow_the_deck_and_say_so_while_they_do(page: Page) -> None:
    steps.bring(page, steps.sample(XLW, "cat-burglar-crew"))
    figures = page.locator("#opening dd")
    expect(figures).to_have_count(3)
    before = figures.all_text_contents()
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/odds/opening/**", hold, times=1)
    page.locator("#deck .less").first.click()
    expect(figures).to_have_count(0)
    while not waiting:
        page.wait_for_timeout(50)
    waiting.pop().continue_()
    expect(figures).to_have_count(3)
    assert figures.all_text_contents() != before
    page.locator("#look-sort").select_option("name")
    expect(page.locator("#look-turn")).to_be_visible()
    expect(figures).to_have_count(3)


LONG_DECKS = (
    "xing-ling-wang/cat-burglar-crew",
    "legions/midnight-ferry",
    "legions/firework-festival",
    "echo-of-legends/campfire-first-steps",
    "zero-dimension/last-train-home",
)


@pytest.mark.parametrize("path", LONG_DECKS)
def test_fourteen_cards_are_in_sight_beside_the_catalog(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    steps.bring(page, steps.sample(*path.split("/")))
    above = """row => row.getBoundingClientRect().bottom <= row.closest("#deck-list").getBoundingClientRect().bottom"""
    assert sum(row.evaluate(above) for row in page.locator("#deck .row").all()) >= 14
