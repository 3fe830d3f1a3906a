"""A keeper publishes next month's restriction list, sees who is hit and corrects it: by keyboard, on a phone."""

from playwright.sync_api import expect

from deckbuilder.accounts.models import User
from tests.browser import steps
from tests.browser.conftest import PHONE, Visits
from tests.browser.test_keyboard import press, tab_to

FOX, CAT = "提燈小狐", "魚乾會計"


def make_keeper(name: str) -> None:
    """The account becomes that of a keeper; runs at the site."""
    from django.contrib.auth.models import Group

    User.objects.get(username=name).groups.add(Group.objects.get(name="Keeper of Xing Ling Wang"))


def test_a_list_is_announced_and_corrected_by_keyboard_on_a_phone(alone: Visits) -> None:
    page = alone(size=PHONE)
    steps.sign_up(page, "mika")
    alone.server.call(make_keeper, "mika")
    page.goto(f"/{steps.XLW}/lists/")
    tab_to(page, "a.is-primary")
    press(page, "Enter")
    page.wait_for_url("**/lists/new/")
    tab_to(page, "#id_title")
    page.keyboard.type("Monthly list")
    press(page, "Tab")
    page.keyboard.type("2027.1")
    tab_to(page, "#id_card")
    page.keyboard.type(FOX[:2])
    expect(page.locator(f"#card-names option[value='{FOX}']")).to_be_attached()
    page.keyboard.type(FOX[2:])
    press(page, "Tab", "Tab")
    page.keyboard.type("too quick")
    press(page, "Enter")
    expect(page.locator("#id_card")).to_be_focused()
    page.keyboard.type(f"{CAT}龘")
    press(page, "Enter")
    expect(page.locator("#id_limits")).to_have_value(f"{FOX} = 0 # too quick\n{CAT}龘 = 0\n")
    tab_to(page, "[value=preview]")
    press(page, "Enter")
    expect(page.locator(".error")).to_contain_text(f"Line 2: No card is named “{CAT}龘”. Similar: {CAT}")
    tab_to(page, "#id_limits")
    press(page, "Control+End", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace")
    page.keyboard.type(" = 1")
    tab_to(page, "[value=preview]")
    press(page, "Enter")
    expect(page.locator("#who")).to_be_focused()
    expect(page.locator("section.panel")).to_contain_text("the verdict on 1 public deck changes")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    tab_to(page, "[value=announce]")
    press(page, "Enter")
    expect(page.locator("h1")).to_have_text("Monthly list 2027.1")
    expect(page.locator(".badge").first).to_have_text("Announced")
    tab_to(page, "main .page-actions a")
    press(page, "Enter")
    page.wait_for_url("**/edit/")
    tab_to(page, "#id_limits")
    press(page, "Control+a")
    page.keyboard.type(f"{FOX} = 1")
    tab_to(page, "#id_why")
    page.keyboard.type("One copy was meant")
    tab_to(page, "[value=preview]")
    press(page, "Enter")
    expect(page.locator("#who")).to_be_focused()
    tab_to(page, "[value=correct]")
    press(page, "Enter")
    expect(page.locator("main")).to_contain_text("One copy was meant")
    expect(page.locator("main")).to_contain_text("at most 1 copy; previously: banned")
