"""An account, from the first deck of a visitor to the last click; and the page about the API."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import steps


def test_the_deck_a_visitor_built_comes_along(page: Page) -> None:
    page.goto("/decks/new/")
    page.get_by_role("main").get_by_role("button").first.click()
    page.wait_for_url("**/edit/")
    page.goto("/account/signup/")
    page.get_by_label("Username").fill("mei")
    page.get_by_label("Password", exact=True).fill(steps.PASSWORD)
    page.get_by_label("Confirm password").fill(steps.PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("1 deck has been moved to your account.")).to_be_visible()
    page.goto("/account/settings/")
    expect(page.get_by_text("Your account and your 1 deck will be deleted permanently.")).to_be_visible()


def test_settings_last_and_go_along_to_another_browser(visit: Callable[..., Page]) -> None:
    page = visit()
    steps.sign_up(page, "lin")
    page.goto("/account/settings/")
    page.locator("#id_language").select_option("zh-hant")
    page.locator("#id_theme").select_option("dark")
    page.get_by_role("main").get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("設定")
    other = visit()
    other.goto("/account/login/?next=/account/settings/")
    other.get_by_label("Username").fill("lin")
    other.get_by_label("Password").fill(steps.PASSWORD)
    other.get_by_role("main").get_by_role("button").first.click()
    expect(other.get_by_role("heading", level=1)).to_have_text("設定")
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_token_is_shown_once(page: Page) -> None:
    steps.sign_up(page, "tao")
    page.goto("/account/settings/")
    page.get_by_role("button", name="Create a token").click()
    key = page.get_by_role("textbox", name="Token").input_value()
    answer = page.request.get("/api/v1/decks/", headers={"Authorization": f"Token {key}"})
    assert answer.json()["count"] == 0
    page.reload()
    expect(page.get_by_text("This is your token. It is shown only once: keep it secret.")).to_have_count(0)
    assert key not in page.content()


def test_the_account_can_be_left_with_all_data_in_hand(page: Page) -> None:
    steps.sign_up(page, "rui")
    page.goto("/account/settings/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    assert download.value.suggested_filename.startswith("deckbuilder-rui-")
    page.get_by_label("Your password").fill(steps.PASSWORD)
    page.get_by_role("button", name="Delete my account and my decks").click()
    expect(page.get_by_text("Your account and your decks have been deleted.")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_the_page_about_the_api_lists_every_address_and_tries_one(page: Page) -> None:
    described = page.request.get("/api/v1/schema/").json()["paths"]
    page.goto("/api/v1/docs/")
    expect(page.locator(".opblock")).to_have_count(sum(map(len, described.values())))
    games = page.locator("#operations-games-games")
    games.locator(".opblock-summary-control").click()
    games.get_by_role("button", name="Try it out").click()
    games.get_by_role("button", name="Execute").click()
    expect(games.locator(".live-responses-table .response .response-col_status")).to_contain_text("200")
