"""The day on which a row was last opened is recorded after the response, once a day."""

from datetime import date
from unittest import mock

from django.db import DatabaseError
from django.db.models import QuerySet
from django.urls import reverse

from deckbuilder.common.http.session import save_in_session
from deckbuilder.decks.models import Deck
from tests.deckbuilder.base import SiteTest

LONG_AGO = date(2020, 1, 1)


class VisitTest(SiteTest):
    def setUp(self):
        super().setUp()
        self.made = self.deck(owner=None, visibility="public", opened_on=LONG_AGO)

    def open(self):
        assert self.as_bob.get(reverse("decks:page", args=[self.made.slug])).status_code == 200
        return Deck.objects.get(pk=self.made.pk).opened_on

    def test_it_is_written_once_a_day(self):
        assert self.open() > LONG_AGO
        with mock.patch.object(QuerySet, "update", side_effect=AssertionError):
            self.open()

    def test_a_page_is_shown_even_if_the_visit_cannot_be_recorded(self):
        with mock.patch.object(QuerySet, "update", side_effect=DatabaseError), self.assertLogs("deckbuilder.common"):
            assert self.open() == LONG_AGO

    def test_a_browser_keeps_a_key_for_a_year_after_each_visit(self):
        link = reverse("decks:enter", args=[self.made.slug, self.made.edit_key])
        assert ["sessionid" in self.as_bob.get(link).cookies for _ in range(2)] == [True, True]


def test_a_session_keeps_the_values_saved_last():
    session = {}
    for key in ("a", "b", "a", "c"):
        save_in_session(session, "seats", key, f"{key}!", most=2)
    assert session == {"seats": {"a": "a!", "c": "c!"}}
    save_in_session(session, "seats", "a", "")
    assert session == {"seats": {"c": "c!"}}
