"""No page is wider than a phone, whatever the names on it are."""

import pytest

from tests.browser.conftest import PHONE, Tour
from tests.browser.stops import STOPS, Stop

NARROW = {"width": 320, "height": 640}
"""As a wide screen at four times the size."""

TOO_WIDE = """() => document.scrollingElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .map(each => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.name)
def test_it_fits_a_phone(tour: Tour, stop: Stop) -> None:
    page = tour.go(stop, "zh-TW", PHONE)
    for size in (PHONE, NARROW):
        page.set_viewport_size(size)
        tabs = page.locator(".tabbar a[data-tab]:not(#tab-state)")
        for tab in tabs.all() if not page.locator("dialog[open]").count() else []:
            tab.click()
            assert page.evaluate(TOO_WIDE) == []
        assert page.evaluate(TOO_WIDE) == []
