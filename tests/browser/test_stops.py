"""Every page of the site, light and dark, wide and narrow, in English and Chinese: axe finds nothing, and it fits."""

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser import looks
from tests.browser.conftest import PHONE, WIDE, Tour
from tests.browser.stops import ACTIONS, CROSSINGS, FILES, STOPS, THEIRS, Stop, named

Look = tuple[dict[str, int], str]
"""A size and colours."""

LOOKS: dict[str, tuple[Look, Look]] = {
    "en": ((WIDE, "light"), (PHONE, "dark")),
    "zh-TW": ((PHONE, "light"), (WIDE, "dark")),
}
"""Each two of language, size and colours meet somewhere."""

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


def looks_of(stop: Stop, locale: str) -> tuple[Look, Look]:
    """The look that every run takes, and the other: by turns, a stop seen in both languages in light and in dark."""
    here, there = LOOKS[locale]
    return (here, there) if STOPS.index(stop) % 2 == (locale == "en") else (there, here)


def rules_of(stop: Stop, locale: str) -> tuple[str, ...]:
    """All rules where a stop is met first."""
    return () if locale == next(language for each, language in visits() if each == stop) else BY_LANGUAGE


def test_every_address_of_the_site_is_a_page_here_or_said_to_be_none() -> None:
    data = {name for name, route in named() if route.startswith(("api/v1/", *THEIRS)) and name != "api-docs"}
    listed = {stop.view for stop in STOPS} & {name for name, _ in named()}
    assert listed | ACTIONS | FILES | CROSSINGS == {name for name, _ in named()} - data
    assert not listed & (ACTIONS | FILES | CROSSINGS)


def test_every_page_is_looked_at_in_every_language() -> None:
    met = {(stop.view, language) for stop, language in visits()}
    assert met == {(stop.view, language) for stop in STOPS for language in LOOKS}
    assert {stop for stop, _ in visits()} == set(STOPS)


every_visit = pytest.mark.parametrize(
    "stop, locale", [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in visits()]
)


@every_visit
def test_it_has_no_barriers_and_fits_a_phone(tour: Tour, stop: Stop, locale: str) -> None:
    (size, colours), _ = looks_of(stop, locale)
    page = tour.go(stop, locale, size)
    see(page, size, colours, rules_of(stop, locale))
    see(page, NARROW, colours, None)


@pytest.mark.exhaustive
@every_visit
def test_nor_has_it_in_its_other_size_and_colours(tour: Tour, stop: Stop, locale: str) -> None:
    _, (size, colours) = looks_of(stop, locale)
    see(tour.go(stop, locale, size), size, colours, BY_LOOK)


def see(page: Page, size: dict[str, int], colours: str, rules: tuple[str, ...] | None) -> None:
    """Look at each tab of a page: by these rules, by all where there are none, or at its width alone."""
    looks.show(page, size, colours)
    for tab in looks.tabs(page):
        tab()
        if rules is not None:
            looks.settle(page)
            assert looks.barriers(page, rules) == []
        assert size is WIDE or looks.too_wide(page) == []
