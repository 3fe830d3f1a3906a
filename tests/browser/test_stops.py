"""Every page of the site, light and dark, wide and narrow, in three languages: axe finds nothing, and it fits."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.browser import looks
from tests.browser.conftest import PHONE, WIDE, Tour
from tests.browser.stops import ACTIONS, CROSSINGS, FILES, STOPS, THEIRS, Stop, named


class Look(NamedTuple):
    locale: str
    size: dict[str, int]
    colours: str


LOOKS = [
    Look(locale, size, colours)
    for colours in ("light", "dark")
    for size in (WIDE, PHONE)
    for locale in ("en", "zh-TW", "ja", "zh-TW")
]
"""By turns of the stops, those of one view stand beside each other; the opposite of each is as far from the end."""

BY_LOOK = (
    "aria-command-name", "aria-input-field-name", "aria-toggle-field-name", "button-name", "color-contrast",
    "document-title", "empty-heading", "html-has-lang", "html-lang-valid", "image-alt", "input-button-name", "label",
    "link-in-text-block", "link-name", "scrollable-region-focusable", "select-name", "summary-name", "svg-img-alt",
    "valid-lang",
)  # fmt: skip
"""The rules of axe whose findings depend on words, colours and sizes."""

NARROW = {"width": 320, "height": 640}
"""As a wide screen at four times the size."""


def test_every_address_of_the_site_is_a_page_here_or_said_to_be_none() -> None:
    data = {name for name, route in named() if route.startswith(("api/v1/", *THEIRS)) and name != "api-docs"}
    listed = {stop.view for stop in STOPS} & {name for name, _ in named()}
    assert listed | ACTIONS | FILES | CROSSINGS == {name for name, _ in named()} - data
    assert not listed & (ACTIONS | FILES | CROSSINGS)


every_stop = pytest.mark.parametrize(
    "stop, number", [pytest.param(stop, number % len(LOOKS), id=stop.name) for number, stop in enumerate(STOPS)]
)


@every_stop
def test_it_has_no_barriers_and_fits_a_phone(tour: Tour, stop: Stop, number: int) -> None:
    look = LOOKS[number]
    page = tour.go(stop, look.locale, look.size)
    see(page, NARROW, look.colours, None)
    see(page, look.size, look.colours, ())


@pytest.mark.exhaustive
@every_stop
def test_nor_has_it_in_the_other_language_size_and_colours(tour: Tour, stop: Stop, number: int) -> None:
    look = LOOKS[-1 - number]
    see(tour.go(stop, look.locale, look.size), look.size, look.colours, BY_LOOK)


def see(page: Page, size: dict[str, int], colours: str, rules: tuple[str, ...] | None) -> None:
    """Look at each tab of a page: by these rules, by all where there are none, or at its width alone.

    The width comes first, since axe sees fewer rows.
    """
    looks.show(page, size, colours)
    for tab in looks.tabs(page):
        tab()
        assert size is WIDE or looks.too_wide(page) == []
        if rules is not None:
            looks.settle(page)
            assert looks.barriers(page, rules) == []
