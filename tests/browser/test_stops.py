"""Every page of the site, light and dark, wide and narrow, in English and Chinese: axe finds nothing, and it fits."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.browser import looks
from tests.browser.conftest import PHONE, WIDE, Tour
from tests.browser.stops import ACTIONS, CROSSINGS, FILES, STOPS, THEIRS, Stop, named

LOOKS = {"en": ((WIDE, "light"), (PHONE, "dark")), "zh-TW": ((PHONE, "light"), (WIDE, "dark"))}
"""Each two of language, size and colours meet somewhere. In the first look at a stop axe goes by all its rules."""

BY_LOOK = ("color-contrast", "link-in-text-block", "scrollable-region-focusable")
"""The rules of axe whose findings depend on colours and sizes."""

BY_LANGUAGE = (
    "aria-command-name", "aria-input-field-name", "aria-toggle-field-name", "button-name", "document-title",
    "empty-heading", "html-has-lang", "html-lang-valid", "image-alt", "input-button-name", "label", "link-name",
    "select-name", "summary-name", "svg-img-alt", "valid-lang", *BY_LOOK,
)  # fmt: skip
"""The rules whose findings depend on words, too: of a stop that was looked at in another language before."""

NARROW = {"width": 320, "height": 640}
"""As a wide screen at four times the size."""


def visits() -> Iterator[tuple[Stop, str]]:
    """Every stop once: those of one view in turn in English and Chinese, the only one of a view in both."""
    total, before = Counter(stop.view for stop in STOPS), Counter()
    for stop in STOPS:
        languages = list(LOOKS)
        number = before[stop.view]
        before[stop.view] += 1
        chosen = languages if total[stop.view] == 1 else [languages[number % len(languages)]]
        yield from ((stop, language) for language in chosen)


def test_every_address_of_the_site_is_a_page_here_or_said_to_be_none() -> None:
    data = {name for name, route in named() if route.startswith(("api/v1/", *THEIRS)) and name != "api-docs"}
    listed = {stop.view for stop in STOPS} & {name for name, _ in named()}
    assert listed | ACTIONS | FILES | CROSSINGS == {name for name, _ in named()} - data
    assert not listed & (ACTIONS | FILES | CROSSINGS)


def test_every_page_is_looked_at_in_every_language() -> None:
    met = {(stop.view, language) for stop, language in visits()}
    assert met == {(stop.view, language) for stop in STOPS for language in LOOKS}
    assert {stop for stop, _ in visits()} == set(STOPS)


@pytest.mark.parametrize("stop, locale", [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in visits()])
def test_it_has_no_barriers_and_fits_a_phone(tour: Tour, stop: Stop, locale: str) -> None:
    first, second = LOOKS[locale]
    page = tour.go(stop, locale, first[0])
    known = locale != next(language for each, language in visits() if each == stop)
    for size, colours, rules in ((*first, BY_LANGUAGE if known else ()), (*second, BY_LOOK), (NARROW, "light", None)):
        looks.show(page, size, colours)
        for tab in looks.tabs(page):
            tab()
            if rules is not None:
                looks.settle(page)
                assert looks.barriers(page, rules) == []
            assert size is WIDE or looks.too_wide(page) == []
