"""What people do on a page before it is looked at."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.world import MIXED

WIDE_ENOUGH = 1000


def paste(text: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.locator("textarea[name=text]").fill(text)
        page.locator("form:has(textarea) button").last.click()
        expect(page.locator(".receipt, .notice.is-error")).to_be_visible()

    return act


def open_tools(page: Page) -> None:
    page.locator("#tools > summary").click()
    expect(page.locator("#tools [value=roll]")).to_be_visible()


def sign_up_wrongly(page: Page) -> None:
    page.locator("input[name=username]").fill("samples")
    page.locator("input[name=password1]").fill("1")
    page.locator("input[name=password2]").fill("2")
    page.locator("main form button").click()
    expect(page.locator(".error").first).to_be_visible()


def sign_in_wrongly(page: Page) -> None:
    page.locator("input[name=login]").fill("nobody-at-all")
    page.locator("input[name=password]").fill("wrong")
    page.locator("main form button").click()
    expect(page.locator(".notice.is-error")).to_be_visible()


def amend_wrongly(page: Page) -> None:
    page.locator("input[name=email]").fill("nobody@home")
    page.locator("main form.panel button").click()
    expect(page.locator(".error")).to_be_visible()


def open_charts(page: Page) -> None:
    if page.locator(".tabbar").is_visible():
        page.locator(".tabbar a[href='#deck']").click()
    page.locator("#charts > summary").click()


def open_maybe(page: Page) -> None:
    if page.locator(".tabbar").is_visible():
        page.locator(".tabbar a[href='#deck']").click()
    page.locator("#maybe-odds > summary").click()
    page.locator(".maybe-swaps").wait_for()


def open_share(page: Page) -> None:
    page.evaluate("document.getElementById('share').open = true")


def open_choice(page: Page) -> None:
    page.evaluate("document.getElementById('judged-for').open = true")


def open_keys(page: Page) -> None:
    page.keyboard.press("?")


def open_card(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("i")
    expect(page.locator("#peek")).to_be_visible()


def rest_on_a_card(page: Page) -> None:
    if page.evaluate("innerWidth") >= WIDE_ENOUGH:
        page.locator("#pool .card").first.hover()
        expect(page.locator("#peek-beside")).to_be_visible()


def open_code(page: Page) -> None:
    page.locator("summary:has(+ .menu-list [popovertarget=qr])").click()
    page.locator("[popovertarget=qr]").click()
    expect(page.locator("#qr img")).to_be_visible()


def look_at(view: str) -> Callable[[Page], None]:
    """A deck of a visitor, in that view."""

    def act(page: Page) -> None:
        steps.bring(page, steps.sample("legions", "midnight-ferry"))
        steps.choose_view(page, view)

    return act


def open_menu(page: Page) -> None:
    page.locator(".only-phone summary, .site-tools .menu summary").locator("visible=true").first.click()


def open_notes(page: Page) -> None:
    if page.locator(".tabbar").is_visible():
        page.locator(".tabbar a[href='#deck']").click()
    page.locator("#notes > summary").click()


def open_arrange(page: Page) -> None:
    page.locator("#deck .row .quantity").first.focus()
    page.keyboard.press("x")


def open_saved(page: Page) -> None:
    page.locator("#saved > summary").click()
    page.locator("#pool input[name=q]").fill("")
    page.locator("#pool input[name=q]").press_sequentially("race:")
    page.locator("#complete [role=option]").first.wait_for()


def open_prefill(page: Page) -> None:
    page.evaluate("document.querySelector('.prefilled').open = true")


def open_numbers(page: Page) -> None:
    page.evaluate("document.querySelectorAll('.stats details').forEach(each => { each.open = true })")


def new_token(page: Page) -> None:
    page.locator("button[name=do][value=create]").click()
    expect(page.locator("#new-token")).to_be_visible()


def build_as_visitor(page: Page) -> None:
    steps.begin(page)
    page.evaluate("document.getElementById('share').open = true")


def create_wrongly(page: Page) -> None:
    page.locator("input[name=name]").fill("Cup")
    page.locator("input[name=starts_at]").fill("2027-03-06T10:00")
    page.locator("input[name=deadline]").fill("2027-03-06T11:00")
    page.locator(".event-form .is-primary").click()
    expect(page.locator(".error").first).to_be_visible()


def check_list(page: Page) -> None:
    page.locator("textarea[name=text]").fill(MIXED)
    page.locator("button[value=check]").click()
    expect(page.locator(".receipt .verdict")).to_be_visible()


def type_a_card(page: Page) -> None:
    """Cards that may be meant hang below the field."""
    page.locator("#type-card").press_sequentially("2 a")
    expect(page.locator("[role=option]").first).to_be_visible()


def show_who_is_hit(page: Page) -> None:
    page.locator("#id_version").fill("3")
    page.locator("[name=unknown]").check()  # the list bans a card that is still to come
    page.locator("button[value=preview]").click()
    expect(page.locator("#who")).to_be_visible()


def correct_wrongly(page: Page) -> None:
    page.locator("#id_limits").fill("屋簷學徙 = 1")
    page.locator("button[value=preview]").click()
    expect(page.locator(".error")).to_be_visible()


def look_up(page: Page) -> None:
    page.locator("input[name=find]").fill("提燈")
    page.locator("button[value=find]").click()
    expect(page.locator(".check-rows.is-extra")).to_be_visible()


def unfold(page: Page) -> None:
    """What asks once more before it is done."""
    page.locator(".leave summary").click()
    expect(page.locator(".leave button")).to_be_visible()


def enter_wrongly(page: Page) -> None:
    page.locator("input[name=name]").fill("Ann")
    page.locator("input[name=reason]").fill("late")
    page.locator("main details summary").click()
    page.locator("input[name=email]").fill("nobody@home")
    page.locator("main form.panel .is-primary").click()
    expect(page.locator(".error")).to_be_visible()


def paste_roster(page: Page) -> None:
    """A roster with a line of every outcome, and a column that is not read."""
    long = "x" * 90
    page.locator("textarea[name=roster]").fill(
        f"name,email,note,phone\nAnn,a@example.org,{long[:80]},1\nAnn\n{long}\n,b\n"
    )
    page.locator("button[value=look]").click()
    expect(page.locator(".import-lines")).to_be_visible()


def preview_card(page: Page) -> None:
    page.locator("[name=card-name]").fill("提燈小狐")
    page.locator("button[value=preview]").click()
    expect(page.locator("#what")).to_be_focused()


def read_what_asks(page: Page) -> None:
    page.locator("textarea[name=text]").fill("game: xing-ling-wang\n[main]\n1 魚乾會計\n2 提燈小狸\n1 雪男")
    page.locator("main form.stack > button.is-primary").click()
    expect(page.locator(".settle-lines > li")).to_have_count(2)
