"""Games at the table: by mouse, by touch and by keys alone, and the same position for whoever opens its link."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.registry import GAMES
from tests.browser.conftest import PHONE

XLW = "xing-ling-wang"
STEPS = 40
"""Buttons pressed for moves of one's own; from then on the pilot plays on, turn by turn, by the same means."""

MOVES = 100
"""Random moves in each game, five hundred in all."""

OTHERS = [pytest.param(game.slug, marks=pytest.mark.exhaustive) for game in GAMES if game.slug != XLW]
each_game = pytest.mark.parametrize("slug", [XLW, *OTHERS])
each_of_all = pytest.mark.parametrize("slug", [game.slug for game in GAMES])


def start(page: Page, slug: str) -> None:
    """From the public decks to the table, as somebody who has just come."""
    page.goto(f"/decks/public/?game={slug}")
    page.locator("a[href^='/d/']").first.click()
    page.get_by_role("button", name="Playtest").click()
    expect(page.locator("#playtest")).to_be_visible()


def changes(page: Page, act: Callable[[], None]) -> None:
    """Do something that leads to another position."""
    with page.expect_response("**/do/"):
        act()
    expect(page.locator(".htmx-request")).to_have_count(0)


def is_over(page: Page) -> bool:
    return page.locator(".table-state b").count() > 0 or page.locator("[data-key=Enter]").count() == 0


def lying(page: Page) -> list[list[object]]:
    """What lies where."""
    return page.locator(".table-zone").evaluate_all(
        "zones => zones.map(zone => [zone.dataset.zone, ...[...zone.querySelectorAll('.table-card')]"
        ".map(card => card.dataset.number ?? '')])"
    )


def expect_the_same_elsewhere(page: Page, visit: Callable[..., Page]) -> None:
    """Another browser that reads Chinese sees the same position under this one's link."""
    address, here = page.url, lying(page)
    other = visit(locale="zh-TW")
    other.goto(address)
    assert lying(other) == here
    assert other.locator("[name=do]").count() == 0


def play(page: Page, act: Callable[[], None], choose: Callable[[Locator], None], pilot: Callable[[], None]) -> None:
    """Go on until the game is won or over: choices that a rule asks for are made by `choose`, moves by `act`."""
    for step in range(STEPS + 60):
        if is_over(page):
            break
        question = page.locator(".question .option")
        if question.count():
            changes(page, lambda: choose(page.locator(".question .option").first))
        else:
            (act if step < STEPS else pilot)()
    assert is_over(page)
    assert page.locator(".entries > li").count() > 5


@each_game
def test_a_game_is_played_by_mouse(visit, slug):
    page = visit()
    start(page, slug)

    def act() -> None:
        cards = page.locator("[data-act]")
        changes(page, (cards if cards.count() else page.locator("[data-key=Enter]")).first.click)

    play(page, act, Locator.click, lambda: changes(page, page.locator("[data-key=t]").click))
    expect_the_same_elsewhere(page, visit)


@pytest.mark.exhaustive
@each_of_all
def test_a_game_is_played_by_touch(visit, slug):
    page = visit(size=PHONE, touch=True)
    start(page, slug)

    def act() -> None:
        cards = page.locator("[data-act]")
        changes(page, (cards if cards.count() else page.locator("[data-key=Enter]")).first.tap)

    play(page, act, Locator.tap, lambda: changes(page, page.locator("[data-key=t]").tap))
    expect_the_same_elsewhere(page, visit)


@each_game
def test_a_game_is_played_by_keys_alone(visit, slug):
    page = visit()
    start(page, slug)

    def act() -> None:
        if page.locator("[data-act]").count() == 0:
            page.locator("body").evaluate("() => document.activeElement.blur()")
            changes(page, lambda: page.keyboard.press("Enter"))
            return
        page.locator(".pick").first.focus()
        for _ in range(60):
            if page.evaluate("Boolean(document.activeElement.closest('.table-card')?.querySelector('[data-act]'))"):
                break
            page.keyboard.press("ArrowRight")
        changes(page, lambda: page.keyboard.press("Enter"))
        assert page.evaluate("document.activeElement !== document.body")

    def choose(option: Locator) -> None:
        expect(option).to_be_focused()
        page.keyboard.press("Enter")

    play(page, act, choose, lambda: changes(page, lambda: page.keyboard.press("t")))
    expect_the_same_elsewhere(page, visit)


RANDOM_MOVES = """async ([seed, moves]) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const below = (end) => {  // mulberry32
    seed = (seed + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % end;
  };
  const any = (list) => list[below(list.length)];
  const stage = () => document.getElementById("stage");
  const sum = (elements) => elements.reduce((sum, each) => sum + Number(each.textContent), 0);
  const count = () => sum(all("[data-count]")) - all(".zones .token").length;
  const after = (act) => new Promise((resolve, reject) => {
    const before = stage();
    const late = setTimeout(() => reject(new Error("no answer")), 60000);
    const watch = new MutationObserver(() => {
      if (!stage() || stage() === before) return;
      watch.disconnect();
      clearTimeout(late);
      setTimeout(resolve);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    act();
  });
  const whole = count(), undo = "[data-key=u]";
  const buttons = "[data-act], .table-actions [name=do]:not([value='pilot end']), [value='roll 2']";
  for (let move = 0; move < moves; move++) {
    const options = all(".question .option"), cards = all(".pick");
    let clicked = any(options.length ? options : all(buttons));
    if (!options.length && cards.length && below(10) < 4) {
      any(cards).click();
      const to = document.getElementById("to");
      to.value = any([...to.options]).value;
      clicked = document.querySelector("[name=do][value=move]");
    } else if (!options.length && below(10) < 2) {
      clicked = document.querySelector(undo) ?? clicked;
    }
    const what = clicked.value || clicked.textContent;
    await after(() => clicked.click());
    if (count() !== whole) return `${count()} cards instead of ${whole} after move ${move}: ${what}`;
  }
  return "";
}"""
"""Press anything, most often what the rules allow; wait for the answer as the table does; and count its cards."""


@pytest.mark.exhaustive
@each_of_all
def test_random_moves_lose_no_card(visit, slug):
    page = visit()
    start(page, slug)
    page.locator("#tools > summary").click()
    assert page.evaluate(RANDOM_MOVES, [1, MOVES]) == ""
    expect_the_same_elsewhere(page, visit)


def test_fast_hands_make_no_branches(visit):
    page = visit()
    start(page, XLW)
    changes(page, page.locator("[name=do][value=keep]").click)
    page.locator("#tools > summary").click()
    with page.expect_response(lambda answer: answer.url.endswith("/do/") and "at=4" in answer.headers["hx-push-url"]):
        painted = page.evaluate(
            """() => {
                for (const by of [1, 1, 1]) document.querySelector("[value='count score +1']").click();
                return document.querySelector("dd[data-counter=score]").textContent;
            }"""
        )
    assert painted == "3"  # before the server has answered
    expect(page.locator("dd[data-counter=score]")).to_have_text("3")
    expect(page.locator(".entries > li")).to_have_count(5)


def test_a_card_is_moved_by_touch_without_dragging(visit):
    page = visit(size=PHONE, touch=True)
    start(page, XLW)
    changes(page, page.locator("[name=do][value=keep]").tap)
    card = page.locator("[data-zone=hand] .table-card").first
    number = card.get_attribute("data-number")
    card.locator("label").tap()
    page.locator("#tools > summary").tap()
    page.locator("#to").select_option("board")
    changes(page, page.locator("[value=move]").tap)
    card = page.locator(f"[data-zone=board] [data-number='{number}']")
    expect(card).to_be_visible()
    card.locator("label").tap()
    changes(page, page.locator("[data-zone=board] [data-slot='7']").tap)
    expect(page.locator(f"[data-slot='7'] [data-number='{number}']")).to_be_visible()
    expect(page.locator(".entries > li:last-child small")).to_contain_text("Free move")


def test_a_card_is_dragged_to_a_lane_and_taken_back(visit):
    page = visit()
    start(page, XLW)
    changes(page, page.locator("[name=do][value=keep]").click)
    card = page.locator("[data-zone=hand] .table-card").first
    number = card.get_attribute("data-number")
    changes(page, lambda: card.drag_to(page.locator("[data-zone=board] [data-slot='7']")))
    expect(page.locator(f"[data-slot='7'] [data-number='{number}']")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(f"[data-zone=hand] [data-number='{number}']")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator(f"[data-slot='7'] [data-number='{number}']")).to_be_visible()


def test_a_spectator_follows_without_the_hand(visit):
    page = visit()
    start(page, XLW)
    page.locator("#links > summary").click()
    other = visit()
    other.goto(page.locator("#links input").nth(1).input_value())
    changes(page, page.locator("[name=do][value=keep]").click)
    changes(page, page.locator("[name=do][value=begin]").click)
    expect(other.locator(".table-state")).to_contain_text("Turn 1")
    assert other.locator("[data-zone=hand] [data-number]").count() == 0
    assert (
        other.locator("[data-zone=hand] .is-closed").count() == page.locator("[data-zone=hand] [data-number]").count()
    )


def test_the_table_works_without_a_script(visit):
    page = visit(javascript=False)
    start(page, XLW)
    page.locator("[name=do][value=keep]").click()
    page.locator("[name=do][value=begin]").click()
    expect(page.locator(".table-state")).to_contain_text("Turn 1")
    page.get_by_role("link", name="Undo").click()
    expect(page.locator("[name=do][value=begin]")).to_be_visible()
