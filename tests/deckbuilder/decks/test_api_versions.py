"""Versions of decks in the API: what is compared, restored and said of copies."""

from deckbuilder.decks import services
from deckbuilder.decks.models import Visibility
from tests.deckbuilder.api import ApiTest


class VersionsTest(ApiTest):
    def setUp(self):
        super().setUp()
        self.mine = self.deck({"提燈小狐": 1}, visibility=Visibility.LINK)
        self.do("add", code="XLW-S002")

    def do(self, op, **params):
        self.mine = services.edit(self.mine, [(op, params)]).deck

    def test_two_decks_are_compared_as_their_page_does(self):
        theirs = services.copy(self.mine, owner=self.bob)
        theirs = services.edit(
            theirs, [("add", {"code": "XLW-S003"}), ("declare", {"key": "race", "value": "狐妖"})]
        ).deck
        path = f"decks/{self.mine.slug}/compare/"
        services.share(theirs, Visibility.LINK)
        found = self.get(path, {"with": theirs.slug}, by=self.as_alice).body
        assert [(each["code"], each["first"], each["second"]) for each in found["cards"]] == [("XLW-S003", 0, 1)]
        assert found["settings"] == [{"key": "race", "first": "", "second": "狐妖"}]
        assert len(found["same"]) == 2
        services.share(theirs, Visibility.PRIVATE)
        assert self.get(path, {"with": theirs.slug}, by=self.as_alice).status == 404

    def test_decks_of_two_games_are_not_compared(self):
        other = self.deck(game="legions")
        refused = self.get(f"decks/{self.mine.slug}/compare/", {"with": other.slug}, by=self.as_alice)
        assert (refused.status, refused.body["code"], refused.codes) == (400, "edit.other-game", {"with": "other-game"})

    def test_a_version_that_was_never_there_is_told(self):
        for path in ("versions/9/", "compare/?number=9", "compare/?at=9"):
            refused = self.get(f"decks/{self.mine.slug}/{path}", by=self.as_alice)
            assert (refused.status, refused.body["code"]) == (400, "edit.no-such-version")

    def test_restoring_is_a_change_that_can_be_undone(self):
        self.do("add", code="XLW-S003")
        back = self.post(f"decks/{self.mine.slug}/restore/", {"number": 1}, by=self.as_alice).body
        assert [each["code"] for each in back["cards"]] == ["XLW-S001", "XLW-S002"]
        undone = self.post(f"decks/{self.mine.slug}/undo/", by=self.as_alice).body
        assert [each["code"] for each in undone["cards"]] == ["XLW-S001", "XLW-S002", "XLW-S003"]

    def test_a_copy_says_where_it_comes_from_to_those_who_may_read_that(self):
        copy = services.copy(self.mine, owner=self.bob)
        path = f"decks/{copy.slug}/"
        origin = {"slug": self.mine.slug, "number": 1, "changed": False}
        assert self.get(path, by=self.as_bob).body["copied_from"] == origin
        self.do("add", code="XLW-S003")
        assert self.get(path, by=self.as_bob).body["copied_from"] == origin | {"changed": True}
        services.share(self.mine, Visibility.PRIVATE)
        assert self.get(path, by=self.as_bob).body["copied_from"] is None
