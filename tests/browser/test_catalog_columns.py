"""A stranger's catalog becomes ours through the import page: by choosing columns and meanings, undone, and imported
again."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from playwright.sync_api import Page, expect

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import ColumnMap
from tests.browser.conftest import PHONE, Visits
from tests.browser.steps import XLW

FILE = """阿明的卡表;;;;;;
編號;名稱;類別;族;攻;登場日;畫家
{0}-1;{0}橋上狸;單;中立;盾;3/1/2024;阿花
{0}-2;{0}門前石;法;中立;;5/2/2024;
"""
COLUMNS = {
    "編號": "code",
    "名稱": "name",
    "類別": "kind",
    "族": "race",
    "攻": "attack",
    "登場日": "released",
    "畫家": "-",
}
MEANINGS = {"單": "=unit", "法": "=spell", "盾": "=-"}
MAX_TABS = 120


def keeper(name: str) -> str:
    """The session of somebody who may import cards; no file with these titles was read before."""
    ColumnMap.objects.all().delete()
    user = User.objects.create_user(name)
    user.user_permissions.add(Permission.objects.get(codename="add_catalogimport"))
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


def upload(page: Page, text: str) -> None:
    page.goto(f"/{XLW}/import/")
    page.locator("#id_file").set_input_files({"name": "cards.csv", "mimeType": "text/csv", "buffer": text.encode()})
    page.locator("main form button.is-primary").click()


def column_of(page: Page, title: str) -> str:
    """The selector of a title's select."""
    group = page.locator("fieldset", has=page.locator("legend").get_by_text(title, exact=True))
    return f"#{group.locator('select').first.get_attribute('id')}"


def meaning_of(page: Page, value: str) -> str:
    """The selector of a value's select."""
    name = page.locator(f'input[type=hidden][value="{value}"]').get_attribute("name") or ""
    return f"#{name.replace('text', 'value')}"


def tab_to(page: Page, selector: str) -> None:
    for _ in range(MAX_TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {selector}")


def choose_by_keyboard(page: Page, selector: str, value: str) -> None:
    """Choose an option of a select with the arrows alone."""
    tab_to(page, selector)
    options = page.locator(f"{selector} option").evaluate_all("each => each.map(option => option.value)")
    steps = options.index(value) - options.index(page.locator(selector).input_value())
    for _ in range(abs(steps)):
        page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")
    expect(page.locator(selector)).to_have_value(value)


def test_a_strangers_catalog_is_mapped_by_keyboard_applied_undone_and_applied_again(visit: Visits) -> None:
    page = visit(session=visit.server.call(keeper, "Maps by keyboard"))
    upload(page, FILE.format("K"))
    expect(page.get_by_role("heading", name="Columns of the file")).to_be_visible()
    for title, column in COLUMNS.items():
        choose_by_keyboard(page, column_of(page, title), column)
    tab_to(page, "button[value=preview]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Some values are not understood yet")
    for value, meaning in MEANINGS.items():
        choose_by_keyboard(page, meaning_of(page, value), meaning)
    choose_by_keyboard(page, column_of(page, "登場日").replace("column", "dates"), "day-first")
    tab_to(page, "button[value=preview]")
    page.keyboard.press("Enter")
    expect(page.get_by_text("left out, as the map of columns says")).to_be_visible()
    expect(page.get_by_text("2024-01-03")).to_be_visible()
    page.get_by_role("button", name="Apply 2 changes").click()
    expect(page.get_by_role("button", name="Undo this import")).to_be_visible()
    page.goto(f"/{XLW}/cards/?q=K橋上狸")
    expect(page.get_by_text("K橋上狸").first).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Undo this import").click()
    expect(page.get_by_text("This import was undone")).to_be_visible()
    upload(page, FILE.format("K"))
    expect(page.get_by_text("read with a map of columns")).to_be_visible()
    page.get_by_role("button", name="Apply 2 changes").click()
    expect(page.get_by_text("Applied:")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "heading", "left_out"),
    [("zh-Hant", "檔案的欄位", "依欄位對應表略過"), ("zh-Hans", "文件的字段", "依字段对应表略过")],
)
def test_it_is_mapped_on_a_phone_without_javascript_in_chinese(
    visit: Visits, locale: str, heading: str, left_out: str
) -> None:
    session = visit.server.call(keeper, f"Maps in {locale}")
    page = visit(session=session, locale=locale, javascript=False, size=PHONE)
    upload(page, FILE.format(locale[-1]))
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    for title, column in COLUMNS.items():
        page.locator(column_of(page, title)).select_option(column)
    page.locator("button[value=preview]").click()
    for value, meaning in MEANINGS.items():
        page.locator(meaning_of(page, value)).select_option(meaning)
    page.locator(column_of(page, "登場日").replace("column", "dates")).select_option("day-first")
    page.locator("button[value=preview]").click()
    expect(page.get_by_text(left_out)).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
    page.locator("button[value=apply]").click()
    expect(page.locator(".notice.is-success")).to_be_visible()
