"""A line whose quantity is unclear asks for it, on the import page and in the builder."""

from playwright.sync_api import Page, expect

from tests.browser import steps

TEXT = "game: xing-ling-wang\n提燈小狸（3）\n7\t敲碗小鬼頭\t2\t120\n"


def test_a_quantity_is_asked_for_on_import_and_in_the_builder(page: Page) -> None:
    page.goto("/decks/import/")
    page.locator("textarea[name=text]").fill(TEXT)
    page.get_by_role("button", name="Import", exact=True).click()
    counts = page.locator(".settle-count input")
    expect(counts).to_have_count(2)
    expect(counts.nth(0)).to_have_value("3")
    expect(counts.nth(1)).to_have_value("")
    page.get_by_role("button", name="Use the first suggestion everywhere").click()
    expect(page.locator("tr.is-matched")).to_contain_text("3 ×")
    expect(page.get_by_role("alert")).to_have_text("Enter the number of copies first.")
    page.get_by_role("button", name="Save as my deck").click()
    steps.expect_builder(page)

    row = page.locator(".resolve").first
    row.locator("select").select_option(index=1)
    expect(row.locator("select")).to_be_visible()  # nothing is sent without a quantity
    row.locator("input[name=count]").fill("2")
    row.locator("input[name=count]").press("Enter")
    expect(page.locator(".resolve")).to_have_count(0)
    assert sorted(each.input_value() for each in page.locator("#deck input.quantity").all()) == ["2", "3"]
