"""A deck taken elsewhere: as an image and a code, by the code into another account, and on paper to cut out."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.registry import get
from tests.browser import steps
from tests.browser.conftest import PHONE, Visits
from tests.browser.steps import XLW
from tests.catalogs import decks_of

POINTS_PER_MM = 72 / 25.4
PIXELS_PER_MM = 96 / 25.4
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
PARADE = steps.sample(XLW, "lantern-parade")
TRIO = steps.sample("asteriated-grail", "night-market-trio")


def shown_to_others(page: Page, text: str) -> str:
    """A deck made of a list, which whoever has the link may see; its address."""
    steps.bring(page, text)
    return steps.share(page)


@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "phone"])
def test_a_deck_goes_as_image_and_code_to_another_account(visit: Visits, size: dict[str, int] | None) -> None:
    giver, taker = visit(), visit()
    address = shown_to_others(giver, PARADE)
    steps.sign_up(taker, "taker" if size else "widetaker")
    names = counts_on_page(giver, address)
    for person in (giver, taker) if size else ():
        person.set_viewport_size(size)

    giver.goto(address)
    with giver.expect_download() as download:  # step 1
        giver.locator("#export").get_by_role("link", name="繁體中文").click()
    assert download.value.suggested_filename.endswith("zh-hant.png")
    with open(download.value.path(), "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    giver.get_by_role("button", name="Copy code").click()  # step 2
    code = giver.locator("#deck-code").input_value()

    taker.goto("/decks/import/")  # step 3
    taker.locator("textarea[name=text]").fill(code)  # step 4
    taker.get_by_role("button", name="Import", exact=True).click()  # step 5
    expect(taker.get_by_text("Nothing left to resolve")).to_be_visible()
    taker.get_by_role("button", name="Save as my deck").click()  # step 6
    steps.expect_builder(taker)
    assert counts_on_page(taker, taker.url.partition("edit/")[0]) == names


def counts_on_page(page: Page, address: str) -> str:
    """The cards of a deck with their copies, as its page has them to copy, without the deck's name."""
    page.goto(address)
    text = page.locator("#deck-text").input_value()
    return "\n".join(sorted(line for line in text.splitlines() if not line.startswith("name:")))


IMAGE_COPIED = """async () => {
  const [item] = await navigator.clipboard.read();
  const picture = await createImageBitmap(await item.getType("image/png"));
  return [picture.width > 300, picture.height > 300];
}"""


def test_a_deck_is_copied_as_an_image_or_downloaded_where_that_is_impossible(page: Page) -> None:
    page.goto(shown_to_others(page, PARADE))
    button = page.locator("#export").get_by_role("button", name="Image")
    instead = page.get_by_role("alert").filter(has_text="did not copy the image")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button.click()
    expect(button).to_have_class(re.compile("is-done"))
    expect(instead).to_be_hidden()
    assert page.evaluate(IMAGE_COPIED) == [True, True]

    page.evaluate("delete window.ClipboardItem")
    button.focus()
    page.keyboard.press("Enter")
    expect(instead).to_be_visible()
    with page.expect_download() as download:
        instead.get_by_role("link").click()
    assert download.value.suggested_filename.endswith(".png")


def test_a_mistyped_code_is_named_and_stays_in_its_field(page: Page) -> None:
    address = shown_to_others(page, PARADE)
    page.goto(address)
    code = page.locator("#deck-code").input_value()
    wrong = code[:4] + ("7" if code[4] != "7" else "8") + code[5:]
    steps.read_list(page, wrong)
    expect(page.get_by_role("alert")).to_contain_text(f"Characters 5 to 6, “{wrong[4:6]}”, look wrong")
    expect(page.locator("textarea[name=text]")).to_have_value(wrong)


def pages_of(pdf: bytes) -> list[tuple[float, float]]:
    """The width and height of every page, in millimetres."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    return [(float(width) / POINTS_PER_MM, float(height) / POINTS_PER_MM) for width, height in boxes]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("text", [PARADE, TRIO], ids=["parade", "team and base"])
def test_cards_on_paper_have_the_size_of_cards(page: Page, paper: str, text: str) -> None:
    address = shown_to_others(page, text)
    page.goto(f"{address}cards/?paper={paper}")
    copies = page.locator(".paper-card").count()
    page.emulate_media(media="print")
    boxes = page.locator(".paper-card").evaluate_all(
        "cards => cards.map(card => { const b = card.getBoundingClientRect(); return [b.x, b.width, b.height]; })"
    )
    assert len(boxes) == copies
    for _left, width, height in boxes:
        assert width / PIXELS_PER_MM == pytest.approx(63, abs=0.2)
        assert height / PIXELS_PER_MM == pytest.approx(88, abs=0.2)
    pages = pages_of(page.pdf(prefer_css_page_size=True))
    assert len(pages) == -(-copies // 9)
    for size in pages:
        assert size == pytest.approx(PAPERS[paper], abs=0.5)


def test_cut_marks_stand_where_cards_meet_and_lie_on_the_paper(page: Page) -> None:
    address = shown_to_others(page, PARADE)
    for paper, (paper_width, paper_height) in PAPERS.items():
        page.goto(f"{address}cards/?paper={paper}")
        page.emulate_media(media="print")
        sheet, marks, grid = (
            page.locator(selector).first.bounding_box() for selector in (".paper-sheet", ".cut-marks", ".paper-grid")
        )
        assert sheet
        assert marks
        assert grid
        inside = (grid["x"] - marks["x"]) / PIXELS_PER_MM, (grid["y"] - marks["y"]) / PIXELS_PER_MM
        assert inside == pytest.approx((6, 6), abs=0.1)  # as far in as the first mark is drawn
        assert marks["width"] / PIXELS_PER_MM < paper_width
        assert marks["height"] / PIXELS_PER_MM < paper_height
        page.emulate_media(media="screen")


def test_the_text_of_every_sample_card_is_whole_on_paper(page: Page) -> None:
    for game in (XLW, "legions", "echo-of-legends", "zero-dimension"):
        name = sorted(path.stem for path in decks_of(get(game)).glob("*.txt"))[0]
        address = shown_to_others(page, steps.sample(game, name))
        page.goto(f"{address}cards/")
        cut = page.locator(".paper-text").evaluate_all(
            "texts => texts.filter(each => each.scrollHeight > each.clientHeight + 1).map(each => each.textContent)"
        )
        assert cut == []
