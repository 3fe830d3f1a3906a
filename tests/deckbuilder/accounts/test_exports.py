"""Everything the site keeps of one person, as one file."""

import io
import json
import zipfile
from unittest import mock

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import CatalogImport
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.services import copy, edit
from deckbuilder.site import exports
from tests.deckbuilder.base import SiteTest


class ExportTest(SiteTest):
    def bundle(self, browser=None):
        """The files by name, JSON read."""
        answer = (browser or self.as_alice).get(reverse("site:export"))
        assert answer.headers["Content-Type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as bundle:
            texts = {name: bundle.read(name).decode() for name in bundle.namelist()}
        return {name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()}

    def test_the_file_has_the_persons_name_and_the_day(self):
        answer = self.as_alice.get(reverse("site:export"))
        name = f"deckbuilder-alice-{timezone.localdate().isoformat()}.zip"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'

    def test_a_chinese_name_makes_a_file_too(self):
        browser = self.browser_of(User.objects.create(username="雪女"))
        answer = browser.get(reverse("site:export"))
        assert "filename*=utf-8''deckbuilder-%E9%9B%AA%E5%A5%B3-" in answer.headers["Content-Disposition"]

    def test_it_holds_the_account(self):
        CatalogImport.objects.create(game="legions", filename="mine.csv", created_by=self.alice)
        CatalogImport.objects.create(game="legions", filename="bobs.csv", created_by=self.bob)
        account = self.bundle()["account.json"]
        assert account["name"] == "alice"
        assert [each["filename"] for each in account["catalog_imports"]] == ["mine.csv"]
        assert "password" not in account

    def test_it_asks_for_the_catalog_once_however_many_decks_there_are(self):
        for _ in range(3):
            self.deck({"提燈小狐": 1})
        with mock.patch.object(exports, "DECKS_AT_ONCE", 1), CaptureQueriesContext(connection) as queries:
            assert len(self.bundle()) == 7
        assert len([each for each in queries if "token FROM catalog_searchindex" in each["sql"]]) == 1

    def test_it_holds_every_deck_as_json_and_as_text_that_reads_back(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        other = self.deck(name="Empty")
        files = self.bundle()
        assert set(files) == {
            "account.json",
            *(f"decks/{each.slug}.{form}" for each in (deck, other) for form in ("json", "txt")),
        }
        for text, form in (
            (files[f"decks/{deck.slug}.txt"], "txt"),
            (json.dumps(files[f"decks/{deck.slug}.json"]["list"]), "json"),
        ):
            with self.subTest(form):
                reading = codec.parse(codec.ListInput(text, form))
                assert reading.receipt.is_settled
                assert reading.deck.fingerprint == to_deck(deck).fingerprint

    def test_it_holds_what_was_done_to_a_deck(self):
        deck = edit(self.deck(), [("rename", {"name": "Night parade"})], author=self.alice).deck
        found = self.bundle()[f"decks/{deck.slug}.json"]
        assert (found["name"], found["revision"]) == ("Night parade", 1)
        assert found["revisions"][0]["steps"] == [{"field": "name", "from": "Parade", "to": "Night parade"}]
        assert found["revisions"][0]["mine"]

    def test_it_holds_nothing_of_anybody_else(self):
        secret = self.deck({"提燈小狐": 1}, owner=self.bob, name="Bob's secret")
        copy(secret, owner=self.alice)
        self.deck(owner=None, name="Nobody's")
        mine = self.bundle()
        assert len([name for name in mine if name.endswith(".txt")]) == 1
        told = json.dumps(mine, ensure_ascii=False)
        for word in (secret.slug, 'bob"', "Nobody"):
            assert word not in told
