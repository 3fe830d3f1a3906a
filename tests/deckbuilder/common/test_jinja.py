"""Templates: values as readers write them, texts in their language, and nothing that breaks out of a page."""

import logging
from collections.abc import Iterator
from datetime import UTC, date, datetime
from unittest.mock import patch

import pytest
from django.template import engines
from django.test import RequestFactory
from django.utils import timezone, translation
from jinja2 import UndefinedError

SHARP = """"'><b onclick="x">&lt;&amp;</b>"""


def render(source: str, **context: object) -> str:
    request = RequestFactory().get("/", {"q": "a b", "page": "2"})
    return str(engines["jinja2"].from_string(source).render(context, request))


@pytest.fixture
def as_served(nothing_missing: None) -> Iterator[None]:
    """Without what makes pages fail in tests."""
    from deckbuilder.site import jinja

    with patch.object(jinja.Missing, "__str__", jinja.Missing.nothing):
        yield


def test_every_text_is_escaped() -> None:
    texts = "{{ text }}{{ _('Add %(name)s', name=text) }}{% trans name=text %}About {{ name }}{% endtrans %}"
    drawn = render(texts, text=SHARP)
    assert "<b" not in drawn
    assert drawn.count("onclick=&#34;x&#34;") == 3


LACKING = ["{{ nothing }}", "{{ step.text }}", "{{ step.text.more }}", "{% trans a=nothing %}{{ a }}{% endtrans %}"]


@pytest.mark.parametrize("source", LACKING)
def test_what_is_missing_fails_here(source: str) -> None:
    with pytest.raises(UndefinedError):
        render(source, step={})


@pytest.mark.usefixtures("as_served")
@pytest.mark.parametrize("source", LACKING)
def test_what_is_missing_is_logged_where_the_site_is_served(source: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert render(source, step={}) == ""
    assert "A template writes what it was not given: '" in caplog.text


def test_what_is_missing_may_be_asked_for() -> None:
    source = "{% if nothing or step.text == 1 %}!{% endif %}{% for each in nothing %}!{% endfor %}"
    assert render(source + "{{ nothing|default('–', true) }}", step={}) == "–"


def test_a_function_that_nobody_called_is_not_written() -> None:
    with pytest.raises(TypeError, match="without calling it"):
        render("{{ text.upper }}", text="a")


@pytest.mark.parametrize(
    "language, written",
    [
        ("en", "9 March 2026 · 10 March 2026, 00:30 · 1.5 · 1234567"),
        ("zh-hant", "2026年3月9日 · 2026年3月10日 00:30 · 1.5 · 1234567"),
    ],
)
def test_values_are_written_as_readers_write_them(language: str, written: str) -> None:
    values = {"day": date(2026, 3, 9), "moment": datetime(2026, 3, 9, 16, 30, tzinfo=UTC)}
    with translation.override(language), timezone.override("Asia/Taipei"):
        drawn = render("{{ day }} · {{ moment|date('DATETIME_FORMAT') }} · {{ 1.5 }} · {{ 1234567 }}", **values)
    assert drawn == written


def test_a_percent_sign_is_one() -> None:
    drawn = render("{{ _('95 %% sure') }}; {% trans %}95 % sure{% endtrans %}; {% trans n=5 %}{{ n }} %{% endtrans %}")
    assert drawn == "95 % sure; 95 % sure; 5 %"


def test_addresses_and_queries() -> None:
    assert render("{{ url('decks:page', 'x') }}") == "/d/x/"
    assert render("{{ querystring(page=None, on='today') }}") == "?q=a+b&amp;on=today"


def test_a_page_has_one_token() -> None:
    drawn = render("{{ csrf_input }}{{ csrf_token }}{{ csrf_token }}")
    token = drawn[-64:]
    assert drawn == f'<input type="hidden" name="csrfmiddlewaretoken" value="{token}">{token}{token}'
