"""What people get while something that the site stands on is missing."""

import sqlite3
from types import SimpleNamespace
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.utils import OperationalError
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from psycopg.errors import QueryCanceled

from deckbuilder.common.caches import Cache
from deckbuilder.common.database import NotFoundError
from deckbuilder.common.errors import problem_of
from deckbuilder.common.http.middleware import FaultsMiddleware
from deckbuilder.common.operations.preload import limit_connection
from tests.deckbuilder.base import PASSWORD, SiteTest

NOBODY = {"default": {"BACKEND": "deckbuilder.common.caches.Cache", "LOCATION": "redis://127.0.0.1:1/0"}}


def operational(name: str) -> OperationalError:
    """As Django wraps it."""
    cause = sqlite3.OperationalError(name)
    cause.sqlite_errorname = name
    error = OperationalError(name)
    error.__cause__ = cause
    return error


class DatabaseTest(SiteTest):
    def failing(self, name):
        return mock.patch("django.db.backends.utils.CursorWrapper.execute", side_effect=operational(name))

    def test_a_page_and_an_answer_say_when_to_come_back(self):
        browser = Client(raise_request_exception=False)
        for path in (reverse("decks:public"), "/api/v1/games/xing-ling-wang/cards/"):
            for name in ("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR"):
                with self.subTest(path=path, name=name), self.failing(name):
                    answer = browser.get(path)
                    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
                    assert "again in a moment" in answer.content.decode()

    def test_somebody_signed_in_is_told_so_too(self):
        self.as_alice.raise_request_exception = False
        with self.failing("SQLITE_FULL"), self.assertLogs("django.request"):
            assert self.as_alice.get(reverse("decks:mine")).status_code == 503

    def test_a_mistake_in_a_query_is_ours(self):
        browser = Client(raise_request_exception=False)
        with self.failing("SQLITE_ERROR"), self.assertLogs("django.request"):
            assert browser.get(reverse("decks:public")).status_code == 500


@pytest.mark.databases
class StatementTimeoutTest(SiteTest):
    """A query that takes longer than a page may wait for it."""

    def test_a_cancelled_statement_is_told_as_such(self):
        if connection.vendor != "postgresql":
            self.skipTest("SQLite has no such limit")
        with override_settings(STATEMENT_TIMEOUT_S=0.05):
            limit_connection(connection)
        self.addCleanup(connection.cursor().execute, "SET statement_timeout = 0")
        with pytest.raises(OperationalError) as raised, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(2)")
        assert problem_of(raised.value).code == "too-slow"

    def test_a_page_and_an_answer_ask_for_less(self):
        error = OperationalError("canceling statement due to statement timeout")
        error.__cause__ = QueryCanceled()
        browser = Client(raise_request_exception=False)
        with mock.patch("django.db.backends.utils.CursorWrapper.execute", side_effect=error):
            for path in (reverse("decks:public"), "/api/v1/games/xing-ling-wang/cards/"):
                with self.subTest(path), self.assertLogs("django.request"):
                    answer = browser.get(path)
                    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
                    assert (
                        "This took too long and was stopped. Nothing was saved. Request less, or try again in a moment."
                        in answer.content.decode()
                    )


class CutTest(SiteTest):
    """A connection that was cut while a page was drawn."""

    def answers(self, method, usable=False):
        """Status of what comes out of a view whose first attempt failed, and how often it was tried again."""
        view = mock.Mock(return_value=HttpResponse("drawn"))
        request = RequestFactory().generic(method, "/")
        request.resolver_match = SimpleNamespace(func=view, args=(), kwargs={"slug": "one"})
        lost = mock.Mock(in_atomic_block=False, is_usable=lambda: usable)
        with mock.patch("deckbuilder.common.http.middleware.connection", lost):
            answer = FaultsMiddleware(mock.Mock()).process_exception(request, OperationalError("gone"))
        return answer.status_code, view.call_count

    def test_what_only_reads_is_drawn_again(self):
        assert self.answers("GET") == (200, 1)

    def test_what_is_gone_by_then_is_not_there(self):
        request = RequestFactory().get("/")
        request.resolver_match = SimpleNamespace(func=mock.Mock(side_effect=NotFoundError), args=(), kwargs={})
        lost = mock.Mock(in_atomic_block=False, is_usable=lambda: False)
        with mock.patch("deckbuilder.common.http.middleware.connection", lost), pytest.raises(Http404):
            FaultsMiddleware(mock.Mock()).process_exception(request, OperationalError("gone"))

    def test_what_writes_is_not(self):
        assert self.answers("POST") == (503, 0)

    def test_nor_is_what_failed_on_a_connection_that_stands(self):
        assert self.answers("GET", usable=True) == (503, 0)


@pytest.mark.usefixtures("_forget")
class CacheTest(SiteTest):
    @override_settings(CACHES=NOBODY)
    def test_people_sign_in_and_programs_are_answered_while_it_is_down(self):
        browser = Client()
        with self.assertLogs("deckbuilder.common.caches", "WARNING") as logs:
            signed_in = browser.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
            assert (signed_in.status_code, signed_in.url) == (302, reverse("decks:mine"))
            assert browser.get("/api/v1/games/").status_code == 200
        assert len(logs.records) == 1  # it is left alone for a while

    @override_settings(CACHES=NOBODY)
    def test_it_is_asked_again_after_a_while(self):
        with self.assertLogs("deckbuilder.common.caches", "WARNING") as logs:
            cache.set("one", 1)
            Cache.again = 0
            assert cache.get("one") == 1
        assert len(logs.records) == 2


@pytest.fixture
def _forget():
    Cache.again = 0
    yield
    Cache.again = 0


class GoneTest(SiteTest):
    """What somebody deletes while somebody else changes it: 404, on a page and over the API."""

    def test_a_deck_that_is_deleted_while_it_is_changed_is_not_there(self):
        deck = self.deck()
        with mock.patch("deckbuilder.decks.services._lock_deck", side_effect=NotFoundError):
            page = self.as_alice.post(reverse("decks:share", args=[deck.slug]), {"visibility": "public"})
            answer = self.as_alice.delete(f"/api/v1/decks/{deck.slug}/")
        self.assertContains(page, "Page not found", status_code=404)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
