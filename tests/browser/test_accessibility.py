"""axe finds nothing on any page: light and dark, wide and narrow, in English and in Chinese."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, WIDE, Tour
from tests.browser.stops import ACTIONS, CROSSINGS, FILES, STOPS, THEIRS, Stop, named

LOOKS = {"en": ((WIDE, "light"), (PHONE, "dark")), "zh-TW": ((PHONE, "light"), (WIDE, "dark"))}
"""Each two of language, size and colours meet somewhere."""

NOT_OURS = [["#swagger-ui"]]
"""The pages of the API are drawn by Swagger UI, whose markup is not ours to mend."""


def test_every_address_of_the_site_is_a_page_here_or_said_to_be_none() -> None:
    data = {name for name, route in named() if route.startswith(("api/v1/", *THEIRS)) and name != "api-docs"}
    listed = {stop.view for stop in STOPS} & {name for name, _ in named()}
    assert listed | ACTIONS | FILES | CROSSINGS == {name for name, _ in named()} - data
    assert not listed & (ACTIONS | FILES | CROSSINGS)


@pytest.mark.parametrize("locale", LOOKS)
@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.name)
def test_it_has_no_barriers(tour: Tour, stop: Stop, locale: str) -> None:
    looks = LOOKS[locale]
    page = tour.go(stop, locale, looks[0][0])
    for size, colours in looks:
        page.set_viewport_size(size)
        page.wait_for_function("width => innerWidth === width", arg=size["width"])
        page.emulate_media(color_scheme=colours)
        for tab in tabs(page):
            tab()
            page.evaluate("Promise.allSettled(document.getAnimations().map(each => each.finished))")
            assert barriers(page) == []


def tabs(page: Page) -> list[Callable[[], None]]:
    """What shows the parts of the page, one after the other."""
    bar = page.locator(".tabbar a[data-tab]:not(#tab-state)").locator("visible=true")
    covered = page.locator("dialog[open]").count()
    return [each.click for each in bar.all()] if bar.count() and not covered else [lambda: None]


def barriers(page: Page) -> list[str]:
    """What axe has to say: the rule, and the first element that breaks it."""
    found = Axe().run(page, context={"exclude": NOT_OURS}).response["violations"]
    return [f"{each['id']} ({len(each['nodes'])}): {each['nodes'][0]['html'][:300]}" for each in found]
