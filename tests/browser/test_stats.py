"""What a deck's hands look like: exact odds, sample hands, and games by the million, as people come to them."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import steps
from tests.browser.conftest import PHONE

MINUTES = 120_000
"""How long a machine that is busy may take to play."""


def bring(page: Page) -> str:
    """A legal deck in the builder; the beginning of its addresses."""
    steps.bring(page, steps.sample(steps.XLW, "lantern-parade"))
    return page.url.partition("edit/")[0]


def hold(page: Page, button: Locator) -> None:
    """Press a button for so long that meanwhile the figures below it are drawn anew."""
    button.hover()
    page.mouse.down()
    expect(button).to_be_focused()
    for _ in range(2):
        with page.expect_response("**/s/*/"):
            pass
    expect(button).to_be_focused()
    page.mouse.up()


def dealt(page: Page) -> list[str]:
    return page.locator("#hand .card .name").all_inner_texts()


def test_a_goal_is_asked_for_without_knowing_the_language_of_goals(page: Page) -> None:
    page.goto(bring(page))
    page.get_by_role("link", name="Odds").click()
    page.get_by_role("link", name="A unit that needs no tribute").click()
    before = page.locator("#goal .chances .big").first.inner_text()
    page.locator("#editor summary").click()
    row = page.locator(".goal-row").last
    row.locator("[name=how]").select_option("least")
    row.locator("[name=count]").fill("2")
    row.locator("[name=cards]").select_option(label="Spell")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator(".goal-code")).to_have_text(">=2 of (kind:spell)")
    expect(page.locator("#goal .chances .fraction").first).to_have_text(re.compile(r"= \d+/\d+"))
    assert page.locator("#goal .chances .big").first.inner_text() != before
    page.locator("#what-if a", has_text="One more").click()
    expect(page.locator("#what-if th[aria-sort=descending]")).to_have_text("One more")
    expect(page.locator(".goal-code")).to_have_text(">=2 of (kind:spell)")


def test_a_mistake_in_a_goal_is_shown_at_its_place(page: Page) -> None:
    page.goto(f"{bring(page)}odds/?goal=>=2 of (colour:red)")
    expect(page.locator("#goal [role=alert]")).to_contain_text("colour")
    expect(page.locator("#goal .mistake mark")).to_have_text(re.compile("colour"))
    expect(page.locator("#goal-text")).to_have_value(">=2 of (colour:red)")


def test_a_hand_is_changed_by_keys_and_its_link_deals_it_again(page: Page, visit: Callable[..., Page]) -> None:
    page.goto(f"{bring(page)}hands/?seed=11")
    page.wait_for_load_state()
    hand = dealt(page)
    page.keyboard.press("1")
    page.keyboard.press("3")
    page.keyboard.press("m")
    expect(page.locator("#hand .card.is-back")).to_have_count(2)
    assert [each.inner_text() for each in page.locator("#hand .is-back .name").all()] == [hand[0], hand[2]]
    page.wait_for_load_state()
    page.keyboard.press("d")
    expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()
    page.wait_for_load_state()
    seen = dealt(page)
    assert len(seen) > len(hand) + 2
    friend = visit(javascript=False)
    friend.context.add_cookies(page.context.cookies())
    friend.goto(page.url)
    assert dealt(friend) == seen
    page.wait_for_load_state()
    page.keyboard.press("n")
    page.wait_for_url(lambda url: "seed=11" not in url)
    expect(page.locator("#hand input[name=back]")).to_have_count(len(hand))


def test_a_reader_of_chinese_plays_many_games_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit(locale="zh-TW", size=PHONE, touch=True)
    page.goto(f"{bring(page)}simulations/")
    page.locator("[name=trials]").fill("150000")
    page.locator("[name=goal]").select_option(index=1)
    page.locator("[name=keep]").select_option("goal")
    page.locator(".start-form button").tap()
    page.wait_for_url("**/s/*/")
    expect(page.locator("#run .number")).to_have_text("150,000 / 150,000", timeout=MINUTES)
    expect(page.locator("#run .progress-line label")).to_have_text("已完成", timeout=MINUTES)
    expect(page.locator("#chart-clock svg")).to_be_visible()
    expect(page.locator("#chart-clock svg .bar")).to_have_count(10)
    page.locator("#chart-resources summary").tap()
    expect(page.locator("#chart-resources td").first).to_be_visible()
    with page.expect_download() as file:
        page.locator("a[download]", has_text="CSV").tap()
    assert file.value.path().read_text(encoding="utf-8").startswith("figure,turn,card")


def test_a_simulation_is_stopped_and_goes_on(page: Page) -> None:
    page.goto(f"{bring(page)}simulations/")
    page.locator("[name=trials]").fill("10000000")
    page.locator(".start-form button").click()
    expect(page.locator("#run .figures")).to_be_visible(timeout=MINUTES)
    hold(page, page.get_by_role("button", name="Stop"))
    expect(page.locator("#run .progress-line label")).to_have_text("stopped")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


def test_two_simulations_stand_side_by_side(page: Page) -> None:
    start = f"{bring(page)}simulations/"
    links = []
    for seat in ("first", "second"):
        page.goto(start)
        page.locator("[name=trials]").fill("2000")
        page.locator(".start-form [name=seat]").select_option(seat)
        page.locator(".start-form button").click()
        expect(page.locator("#run .progress-line label")).to_have_text("done", timeout=MINUTES)
        links.append(page.url)
    page.locator("input[name=with]").fill(links[0])
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#pair .panel")).to_have_count(2)
    expect(page.locator("#pair .notice")).to_contain_text("different conditions: ")
    expect(page.locator("#pair tbody")).to_have_count(0)
    page.get_by_role("button", name="Simulate both under the conditions of A").click()
    expect(page.locator("#pair tbody th").first).to_have_text("Average winning turn", timeout=MINUTES)
    expect(page.locator("#chart-race .line")).to_have_count(2)


def test_a_study_of_the_pilot_is_started_by_keyboard_and_says_what_it_misses(page: Page) -> None:
    page.goto(f"{bring(page)}simulations/")
    page.locator("#pilot_turns").fill("3")
    page.locator("#pilot_turns").press("Enter")
    page.wait_for_url("**/s/*/")
    expect(page.locator("#run .progress-line label")).to_have_text("done", timeout=MINUTES)
    expect(page.locator("#run .figures dt").first).to_have_text("Turns missed per game")
    expect(page.locator("#chart-missed svg")).to_be_visible()


def test_what_cannot_be_played_is_said_at_its_field(page: Page) -> None:
    page.goto(f"{bring(page)}simulations/")
    page.locator("[name=goal]").select_option("own")
    page.locator("[name=own_goal]").fill(">=2 of (colour:red)")
    page.locator(".start-form button").click()
    expect(page.locator(".field.is-wrong [role=alert]")).to_contain_text("colour")
    expect(page.locator("[name=own_goal]")).to_have_value(">=2 of (colour:red)")
