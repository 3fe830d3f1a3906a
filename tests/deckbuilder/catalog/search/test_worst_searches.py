"""The dearest searches for cards that fit into a search field are answered in a bounded number of queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine.reading.search.query import MAX_DEPTH, MAX_LENGTH
from games.registry import get
from tests.bench import catalog
from tests.deckbuilder.base import XLW, SiteTest

GAME = get(XLW)
MAX_QUERIES = 80


def longest(terms, sign):
    """So many terms, joined by the sign, as a search may have characters."""
    text = ""
    for term in terms:
        if len(text) + len(sign) + len(term) > MAX_LENGTH:
            break
        text += (sign if text else "") + term
    return text


PAIRS = [f'"{who}的{kind}"' for who in catalog.WHO for kind in catalog.KINDS_OF]
SEARCHES = {
    "many texts": longest(PAIRS, " or "),
    "no text of many": longest((f"-{each}" for each in PAIRS), " "),
    "other names": longest((f'alt_names:"{one} {two}"' for one in catalog.ENGLISH for two in catalog.ENGLISH), " or "),
    "parts of numbers": longest((f"-code:{number}" for number in range(100, 999)), " or "),
    "days": longest((f"released>=20{year}-01" for year in range(10, 99)), " or "),
    "brackets": longest(["(a or (b -(c or (d -(e)))))"] * 99, " or "),
    "deep brackets": "(" * MAX_DEPTH + "a or b" + ")" * MAX_DEPTH,
    "one long name": "甲" * MAX_LENGTH,
}


@pytest.mark.slow
class WorstSearchTest(SiteTest):
    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        catalog.fill(GAME, 3_000)

    def test_every_search_is_bounded(self):
        paths = {
            "page": reverse("catalog:browse", args=[XLW]),
            "answer": f"/api/v1/games/{XLW}/cards/",
            "suggestions": reverse("catalog:suggest", args=[XLW]),
        }
        for what, path in paths.items():
            for name, text in SEARCHES.items():
                with self.subTest(what, search=name), CaptureQueriesContext(connection) as asked:
                    assert self.client.get(path, {"q": text}).status_code == 200
                assert len(asked) <= MAX_QUERIES
