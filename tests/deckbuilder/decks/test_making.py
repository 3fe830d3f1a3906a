"""How decks are made and copied, and who may see them."""

import pytest

from deckbuilder.decks import selectors, services
from deckbuilder.decks.drafts import Draft, EditError
from deckbuilder.decks.models import Deck
from games.registry import get
from tests.deckbuilder.decks.edits import FOX, UMBRELLA, EditTest


class ShareTest(EditTest):
    def test_who_may_see_it_is_one_of_three(self):
        deck = self.deck()
        for visibility in ("link", "public", "private"):
            assert services.share(deck, visibility).visibility == visibility
            assert Deck.objects.get(pk=deck.pk).visibility == visibility
        with pytest.raises(EditError) as caught:
            services.share(deck, "everybody")
        assert caught.value.code == "unknown-visibility"


class MakingTest(EditTest):
    def test_a_name_that_is_too_long_or_cannot_be_printed_makes_no_deck(self):
        for name in ("x" * 121, "a\0b"):
            with pytest.raises(EditError):
                services.create(get("legions"), name=name)
        assert not Deck.objects.exists()

    def test_a_name_is_one_line_from_the_first(self):
        assert services.create(get("legions"), name="a\nb").name == "a b"

    def test_a_copy_has_the_same_lines_in_the_same_order(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        self.lost(deck, "雪孃")
        assert self.lines(services.copy(deck, owner=self.bob)) == self.lines(deck)

    def test_a_copy_begins_a_history_of_its_own(self):
        mine = services.copy(self.do(self.deck(), "add", code=FOX), owner=self.bob)
        assert (mine.revision, mine.revisions.count(), mine.owner) == (0, 0, self.bob)
        self.do(mine, "add", code=UMBRELLA)
        assert self.lines(services.undo(mine).deck) == [("main", FOX, 1)]

    def test_a_draft_of_an_unchanged_deck_writes_nothing(self):
        draft = Draft(self.deck({"提燈小狐": 3}))
        with self.assertNumQueries(0):
            draft.save()


def test_public_decks_are_listed_in_an_order_there_is():
    with pytest.raises(EditError) as caught:
        selectors.listed(order="luck")
    assert (caught.value.code, caught.value.params["value"]) == ("unknown-value", "luck")
