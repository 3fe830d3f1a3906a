"""Whole stories: from the front page to a deck in somebody else's hands."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.texts.writing import simplify
from tests.browser import steps
from tests.browser.conftest import PHONE
from tests.browser.steps import XLW

MAX_TAPS = 24
"""Twenty cards, and four taps around them: the game, the race, the verdict and the link."""


@dataclass
class Finger:
    """Taps what can be seen, and counts."""

    taps: int = 0

    def tap(self, place: Locator) -> None:
        place.tap()
        self.taps += 1


def test_a_newcomer_builds_a_legal_deck_on_a_phone_in_few_taps_and_a_stranger_reads_it(
    visit: Callable[..., Page], record_property: Callable[[str, object], None]
) -> None:
    page, finger = visit(locale="zh-TW", size=PHONE, touch=True), Finger()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hant")
    finger.tap(page.locator(f"li[data-game={XLW}] button[name=game]"))
    finger.tap(page.locator(".declare button[value=喵喵賊]"))
    expect(page).to_have_url(re.compile("fits=main"))
    steps.expect_builder(page)
    expect(page.locator(".declare")).to_be_hidden()
    take(page, finger, 20)
    expect(page.locator("#tab-size")).to_have_text("20")
    finger.tap(page.locator("#tab-state"))
    steps.expect_status(page, "legal")
    finger.tap(page.locator("#share-now"))
    expect(page.locator("#share-link")).to_be_in_viewport()
    link = page.locator("#share-link").input_value()
    print(f"{finger.taps} taps")
    record_property("taps", finger.taps)
    assert finger.taps <= MAX_TAPS

    stranger = visit(size=PHONE)
    stranger.goto(link)
    expect(stranger.locator("#verdict")).to_contain_text("Legal")
    names = steps.printed(stranger.locator(".deck-columns .row"))
    assert sorted(names) == sorted(steps.counts(page))
    expect_no_way_to_change(stranger)


def take(page: Page, finger: Finger, count: int) -> None:
    """Tap so many cards that the deck does not have yet."""
    size = int(page.locator("#tab-size").inner_text())
    for place in range(count):
        finger.tap(page.locator("#pool .card:has([data-count][hidden]) .add-card").first)
        expect(page.locator("#tab-size")).to_have_text(str(size + place + 1))


def expect_no_way_to_change(page: Page) -> None:
    """Nothing on a deck's page changes it, and the builder's address leads back to it."""
    expect(page.locator("#deck, .quantity, .repair, a[href*='/edit/'], a[href*='/delete/']")).to_have_count(0)
    posts = page.locator("main form[method=post]").evaluate_all("forms => forms.map(form => form.action)")
    assert {address.rsplit("/", 2)[1] for address in posts} - {"favourite"} == {"play", "copy"}  # none changes the deck
    assert page.request.get(f"{page.url}edit/").url == page.url


def test_a_deck_is_built_declared_mended_and_shared_without_javascript(visit: Callable[..., Page]) -> None:
    page = visit(javascript=False)
    page.goto("/")
    page.locator(f"li[data-game={XLW}] button[name=game]").click()
    page.locator("#declare-race").select_option("喵喵賊")
    page.locator("form:has(#declare-race) button").click()
    expect(page.locator("#declare-race")).to_have_value("喵喵賊")
    for name in ("魚乾會計", "石牙鼓手"):
        page.locator("#pool input[name=q]").fill(name)
        page.locator("#pool .search button").click()
        steps.card(page, name).locator(".add-card").click()
        expect(steps.row(page, name)).to_be_visible()
    steps.card(page, "石牙鼓手").locator(".add-card").click()
    steps.expect_counts(page, {"魚乾會計": 1, "石牙鼓手": 2})
    steps.card(page, "石牙鼓手").locator(".remove-card").click()
    steps.row(page, "魚乾會計").locator(".more").click()
    steps.expect_counts(page, {"魚乾會計": 2, "石牙鼓手": 1})
    steps.row(page, "魚乾會計").locator(".quantity").fill("3")
    steps.row(page, "魚乾會計").locator(".quantity").press("Enter")
    steps.expect_counts(page, {"魚乾會計": 3, "石牙鼓手": 1})
    page.locator("[data-code=copies] .repair").click()
    page.locator("[data-code=affiliation] .repair").click()
    steps.expect_counts(page, {"魚乾會計": 1})
    page.locator("#undo").click()
    steps.expect_counts(page, {"魚乾會計": 1, "石牙鼓手": 1})
    page.locator("#redo").click()
    steps.expect_counts(page, {"魚乾會計": 1})
    page.locator("#deck-name").fill("By hand")
    page.locator(".deck-name button").click()
    expect(page.locator("#deck-name")).to_have_value("By hand")
    link = steps.share(page)
    reader = visit(javascript=False)
    reader.goto(link)
    expect(reader.locator("h1")).to_have_text("By hand")
    expect_no_way_to_change(reader)


def test_on_a_phone_without_javascript_the_address_says_which_tab_shows(visit: Callable[..., Page]) -> None:
    page = visit(javascript=False, size=PHONE)
    steps.begin(page)
    expect(page.locator("#deck")).to_be_hidden()
    page.locator("#pool .add-card").first.click()
    expect(page.locator("#tab-size")).to_have_text("1")
    expect(page.locator("#pool")).to_be_visible()
    page.locator(".tabbar [data-tab=deck]").first.click()
    expect(page.locator("#pool")).to_be_hidden()
    page.locator("#deck .more").click()
    expect(page.locator("#deck .quantity")).to_have_value("2")
    steps.share(page)
    expect(page.locator("#share-link")).to_be_in_viewport()


def test_a_list_in_simplified_chinese_becomes_a_deck_of_traditional_cards(page: Page) -> None:
    parade = steps.sample(XLW, "lantern-parade")
    page.goto("/decks/import/")  # step 1
    page.locator("textarea[name=text]").fill(simplify(parade))  # step 2
    page.get_by_role("button", name="Import", exact=True).click()  # step 3
    expect(page.get_by_text("Nothing left to resolve")).to_be_visible()
    page.get_by_role("button", name="Save as my deck").click()  # step 4
    steps.expect_builder(page)
    steps.expect_status(page, "legal")
    assert all(name in parade for name in steps.counts(page))


def test_a_list_is_imported_without_javascript(visit: Callable[..., Page]) -> None:
    page = visit(javascript=False)
    steps.read_list(page, steps.sample(XLW, "cat-burglar-crew"))
    page.locator("button[name=action][value=create]").click()
    steps.expect_status(page, "legal")
    expect(page.locator("#deck-name")).to_have_value("今夜屋頂見")


def test_the_deck_of_a_visitor_who_signs_up_is_theirs(visit: Callable[..., Page]) -> None:
    page = visit()
    steps.begin(page)
    steps.add(page, "魚乾會計")
    page.locator("#deck-name").fill("Before the account")
    page.locator("#deck-name").press("Enter")
    link = steps.share(page)
    edit_link = page.locator("#edit-link").input_value()

    friend = visit()
    friend.goto(link)
    expect_no_way_to_change(friend)
    friend.goto(edit_link)
    friend.locator("#deck .more").click()
    steps.expect_counts(friend, {"魚乾會計": 2})

    steps.sign_up(page, "early-bird")
    expect(page.locator(".messages")).to_contain_text("1 deck has been moved to your account")
    expect(page.locator(".row-link")).to_have_text(["Before the account"])
    page.locator(".row-link").click()
    page.locator(".page-actions a.is-primary").click()
    steps.expect_counts(page, {"魚乾會計": 2})
    expect(page.locator("#edit-link")).to_have_count(0)
    friend.goto(edit_link)
    expect_no_way_to_change(friend)

    elsewhere = visit()
    steps.sign_in(elsewhere, "early-bird")
    expect(elsewhere.locator(".row-link")).to_have_text(["Before the account"])


def test_a_deleted_deck_is_gone_for_everybody(visit: Callable[..., Page]) -> None:
    page = visit()
    steps.begin(page)
    link = steps.share(page)
    page.locator("#deck a[href$='/delete/']").click()
    page.locator("main form button").click()
    expect(page.locator(".messages")).to_contain_text("deleted")
    assert visit().goto(link).status == 404  # type: ignore[union-attr]
    assert page.goto(link).status == 404  # type: ignore[union-attr]
    expect(page.locator("h1")).to_be_visible()


def test_a_list_is_read_with_a_receipt_and_its_unknown_line_settled_by_choosing(page: Page) -> None:
    steps.read_list(page, f"game: {XLW}\nrace: 喵喵賊\n# mine\n[main]\n1x 魚乾會計\n２ × 许愿纸鹤\n1 魚乾會記\n1 zzz\n")
    expect(page.locator(".receipt")).to_be_focused()
    receipt = page.locator(".receipt-lines")
    expect(receipt.locator(".is-matched")).to_contain_text(["魚乾會計", "許願紙鶴"])
    expect(page.locator(".settle-lines > li")).to_contain_text(["魚乾會計", "zzz"])
    expect(receipt.locator(".is-ignored")).to_contain_text(["game", "race", "# mine", "main"])
    page.locator("button[name=action][value=create]").click()
    expect(page.locator("[data-code='card.unknown']")).to_have_count(2)
    page.locator("#deck .resolve select", has_text="魚乾會計").select_option("XLW-S039")
    expect(page.locator("[data-code='card.unknown']")).to_have_count(1)
    expect(steps.row(page, "魚乾會計").locator(".quantity")).to_have_value("2")
    steps.row(page, "zzz").locator(".less").click()
    steps.expect_counts(page, {"魚乾會計": 2, "許願紙鶴": 2})


@pytest.mark.parametrize(
    "name, holds", [("deck.csv", "zone,quantity,name,code\nmain,2,魚乾會計,\n"), ("deck.txt", "2 魚乾會計\n")]
)
def test_a_file_is_read_for_the_game_that_is_chosen(page: Page, name: str, holds: str) -> None:
    page.goto("/decks/import/")
    page.locator("form:has(textarea) select[name=game]").select_option(XLW)
    file = {"name": name, "mimeType": "text/plain", "buffer": holds.encode()}
    page.locator("form:has(textarea) input[type=file]").set_input_files(file)
    page.locator("form:has(textarea) button").click()
    page.locator("button[name=action][value=create]").click()
    steps.expect_counts(page, {"魚乾會計": 2})


def test_a_list_that_makes_no_sense_is_given_back_with_the_reason(page: Page) -> None:
    steps.read_list(page, "game: whist\n1 Ace")
    expect(page.locator(".notice.is-error")).to_contain_text("Line 1: There is no game “whist”")
    expect(page.locator("textarea[name=text]")).to_have_value("game: whist\n1 Ace")


def test_a_public_deck_is_found_by_one_of_its_cards_and_copied(page: Page) -> None:
    page.goto("/decks/public/")
    page.locator("#filters a", has_text="Xing Ling Wang").click()
    page.locator("main input[name=q]").fill("鱼干会计")
    page.keyboard.press("Enter")
    expect(page.locator(".tile-name")).to_have_text(["今夜屋頂見"])
    page.locator(".tile-name").click()
    page.locator("form[action$='/copy/'] button").click()
    steps.expect_status(page, "legal")
    expect(page.locator("#deck-name")).to_have_value("今夜屋頂見")
    expect(page.locator("#deck .row")).to_have_count(20)
    steps.row(page, "魚乾會計").locator(".less").click()
    expect(page.locator("#deck .row")).to_have_count(19)
    page.goto(f"/decks/public/?q=魚乾會計&game={XLW}")
    expect(page.locator(".tile-foot")).to_contain_text("20 cards")


def test_nothing_is_found_for_words_no_deck_has(page: Page) -> None:
    page.goto("/decks/public/?q=zzz")
    expect(page.locator(".tile")).to_have_count(0)
    expect(page.locator(".empty")).to_contain_text("No public decks match.")
