"""Addresses longer than the site takes are refused in its own words."""

import re
from pathlib import Path

from deckbuilder.common.http.middleware import MAX_URL_BYTES
from tests.deckbuilder.base import XLW, SiteTest

CONF = Path(__file__).resolve().parents[4] / "deckbuilder" / "gunicorn_conf.py"


class LongAddressesTest(SiteTest):
    def padded(self, start, length):
        return start + "x" * (length - len(start))

    def test_programs_are_answered_in_the_shape_of_the_api(self):
        for start in (f"/api/v1/games/{XLW}/cards/?q=", "/api/v1/decks/"):
            answer = self.client.get(self.padded(start, MAX_URL_BYTES + 1))
            assert answer.status_code == 414
            assert answer.json() == {
                "code": "address-too-long",
                "message": "The URL is longer than 8000 bytes.",
                "params": {"limit": MAX_URL_BYTES},
                "errors": [],
            }

    def test_people_see_a_page(self):
        answer = self.as_alice.post(self.padded("/decks/?q=", MAX_URL_BYTES + 1))
        self.assertContains(answer, "URL too long", status_code=414, html=False)
        self.assertContains(answer, "<h1>", status_code=414)

    def test_the_longest_one_is_answered(self):
        answer = self.client.get(self.padded(f"/api/v1/games/{XLW}/cards/?q=", MAX_URL_BYTES))
        assert answer.status_code == 400
        assert answer.json()["code"] == "query.too-long"

    def test_what_is_sent_counts_not_what_it_means(self):
        answer = self.client.get(f"/api/v1/games/{XLW}/cards/", {"q": "雪" * (MAX_URL_BYTES // 9)})
        assert answer.status_code == 414

    def test_the_server_lets_such_addresses_through_to_the_site(self):
        (limit,) = re.findall(r"^limit_request_line = (\d+)", CONF.read_text(), re.MULTILINE)
        assert int(limit) > MAX_URL_BYTES + 100
