"""How much exact counting goes on at once."""

import threading
from unittest import mock

import pytest
from django.urls import reverse

from deckbuilder.decks.models import Visibility
from deckbuilder.stats import throttle
from games.engine.budget import spend
from tests.deckbuilder.base import SiteTest

HEAVY = throttle.LIGHT_STEPS + 1


@pytest.fixture
def somebody():
    """Somebody who counts until the test is over; and those who came after and wait."""
    done, threads = threading.Event(), []

    def come():
        began = threading.Event()

        def count():
            with throttle.counting():
                began.set()
                spend(HEAVY)
                done.wait()

        threads.append(threading.Thread(target=count))
        threads[-1].start()
        began.wait()

    come()
    while not throttle._lock.locked():
        pass
    yield come
    done.set()
    for thread in threads:
        thread.join()


def test_one_after_the_other_counts_much(somebody):
    with mock.patch.object(throttle, "MAX_WAIT_S", 0), pytest.raises(throttle.Busy), throttle.counting():
        spend(HEAVY)


def test_few_wait_and_the_others_are_told_so_at_once(somebody):
    somebody()
    while throttle._slots._value:
        pass
    with pytest.raises(throttle.Busy), throttle.counting():
        spend(HEAVY)


def test_a_little_is_counted_beside_it(somebody):
    with throttle.counting():
        spend(throttle.LIGHT_STEPS)


def test_whoever_is_done_lets_the_next_one_count():
    for _ in range(3):
        with throttle.counting():
            spend(HEAVY)
            spend(HEAVY)


class BusyTest(SiteTest):
    def test_page_and_answer_say_when_to_come_back(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", visibility=Visibility.PUBLIC)
        with mock.patch.object(throttle, "LIGHT_STEPS", 0), mock.patch.object(throttle, "_slots") as slots:
            slots.acquire.return_value = False
            page = self.client.get(reverse("stats:odds", args=[deck.slug]))
            asked = {"list": "1 提燈小狐", "goal": ">=1 of (kind:unit)"}
            answer = self.client.post("/api/v1/games/xing-ling-wang/odds/", asked, content_type="application/json")
        assert (page.status_code, page["Retry-After"]) == (503, "5")
        self.assertContains(
            page, "The server is busy calculating odds for others. Try again in a few seconds.", status_code=503
        )
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
