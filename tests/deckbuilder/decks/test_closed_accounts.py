"""When staff close an account, its decks are shown to nobody; opened again, it has them as they were."""

from deckbuilder.decks.models import Visibility
from tests.deckbuilder.base import SiteTest


class ClosedAccountTest(SiteTest):
    def close(self, is_active=False):
        self.alice.is_active = is_active
        self.alice.save()

    def test_its_decks_are_neither_listed_nor_opened_until_it_is_opened_again(self):
        public = self.deck({"提燈小狐": 2}, name="Spam", visibility=Visibility.PUBLIC)
        shared = self.deck({"提燈小狐": 2}, name="Link", visibility=Visibility.LINK)
        pages = [f"/d/{public.slug}/", f"/d/{shared.slug}/", f"/api/v1/decks/{public.slug}/"]
        lists = ["/decks/public/", "/decks/public/?game=xing-ling-wang", "/api/v1/decks/?public=1"]
        for is_open in (True, False, True):
            self.close(is_active=is_open)
            with self.subTest(is_open=is_open):
                assert [self.as_bob.get(each).status_code for each in pages] == [200 if is_open else 404] * 3
                assert ["Spam" in self.as_visitor.get(each).content.decode() for each in lists] == [is_open] * 3

    def test_copies_of_others_stay(self):
        deck = self.deck({"提燈小狐": 2}, visibility=Visibility.PUBLIC)
        copy = self.as_bob.post(f"/d/{deck.slug}/copy/").url
        self.close()
        assert self.as_bob.get(copy).status_code == 200
