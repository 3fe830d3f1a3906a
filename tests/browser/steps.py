"""What people do at the site, a step each."""

import re

from playwright.sync_api import Locator, Page, expect

from games.registry import get
from tests.catalogs import decks_of

XLW = "xing-ling-wang"
PASSWORD = "seven lanterns in a row"
TOKEN = "a" * 32
"""What a form sends with the cookie of that value."""


def sample(game: str, name: str) -> str:
    """The text of a list that comes with a game."""
    return (decks_of(get(game)) / f"{name}.txt").read_text(encoding="utf-8")


def post(page: Page, path: str, **form: str) -> str:
    """Send a form as its page would, without showing that page; where the answer leads."""
    page.context.add_cookies([{"name": "csrftoken", "value": TOKEN, "domain": "127.0.0.1", "path": "/"}])
    answer = page.request.post(path, form={"csrfmiddlewaretoken": TOKEN, **form}, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def begin(page: Page, game: str = XLW) -> None:
    """Into the builder of a new deck."""
    page.goto(post(page, "/decks/new/", game=game))
    expect_builder(page)


def expect_builder(page: Page) -> None:
    """The builder is there, and its scripts listen."""
    expect(page.locator("#deck")).to_be_attached()
    page.wait_for_load_state()


def read_list(page: Page, text: str) -> None:
    """Paste a list and have it read: its receipt shows."""
    page.goto("/decks/import/")
    page.locator("textarea[name=text]").fill(text)
    page.locator("form:has(textarea) button").last.click()


def bring(page: Page, text: str) -> None:
    """A list as a new deck in the builder."""
    page.goto(post(page, "/decks/import/", text=text, action="create"))
    expect_builder(page)


def card(page: Page, name: str) -> Locator:
    """The card of that name, printed or the reader's, beside the deck."""
    return page.locator("#pool .card", has=page.locator(".name, .alt", has_text=re.compile(f"^{re.escape(name)}$")))


def row(page: Page, name: str) -> Locator:
    """The line of that card in the deck."""
    return page.locator("#deck .row", has_text=name)


def choose_view(page: Page, view: str) -> None:
    """Show the deck as a list, in piles or in a table."""
    page.evaluate("view => document.getElementById(`look-${view}`).click()", view)
    expect(page.locator(f"#deck.is-{view}")).to_be_attached()


def unfold(page: Page) -> None:
    """What is wrong with the deck, where that is folded away."""
    folded = page.locator("#issues:not([open]) > summary")
    if folded.count():
        folded.click()


def find(page: Page, text: str) -> None:
    """Search beside the deck, and wait for what is found."""
    with page.expect_response(lambda answer: "q=" in answer.url):
        page.locator("#pool input[name=q]").fill(text)
    expect(page).to_have_url(re.compile("q="))


def add(page: Page, *names: str) -> None:
    """Search for cards by name, and click each."""
    for name in names:
        find(page, name)
        card(page, name).locator(".add-card").click()
        expect(row(page, name)).to_be_visible()


def printed(rows: Locator) -> list[str]:
    """The printed names of the cards in these lines."""
    name = "rows => rows.map(row => (row.querySelector('.printed') ?? row.querySelector('.name')).textContent)"
    found: list[str] = rows.evaluate_all(name)
    return found


def counts(page: Page) -> dict[str, int]:
    """How many copies of each card the deck on the page has."""
    rows = page.locator("#deck .row:has(.quantity)")
    names = printed(rows)
    numbers = rows.locator(".quantity").evaluate_all("fields => fields.map(field => Number(field.value))")
    return dict(zip(names, numbers, strict=True))


def expect_counts(page: Page, wanted: dict[str, int]) -> None:
    """Wait until the deck has just that."""
    for name, count in wanted.items():
        expect(row(page, name).locator(".quantity")).to_have_value(str(count))
    expect(page.locator("#deck .row")).to_have_count(len(wanted))


def expect_status(page: Page, status: str) -> None:
    """Wait for a verdict: legal, incomplete or illegal."""
    expect(page.locator("#verdict")).to_have_class(re.compile(f"is-{status}"))


def share(page: Page) -> str:
    """Press "Share"; the link."""
    page.locator("#share-now").click()
    expect(page.locator("#share-link")).to_be_visible()
    return page.locator("#share-link").input_value()


def deck_address(page: Page) -> str:
    """The address of the deck that is being built, to read it at."""
    return re.sub(r"edit/.*$", "", page.url)


def sign_up(page: Page, name: str) -> None:
    page.goto(post(page, "/account/signup/", username=name, password1=PASSWORD, password2=PASSWORD))
    expect(page).to_have_url(re.compile("/decks/$"))


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/login/")
    page.locator("input[name=login]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main form button").click()
    expect(page).to_have_url(re.compile("/decks/$"))
