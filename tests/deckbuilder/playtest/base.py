"""What tests of the table begin with: a game of Alice, and the pages around it."""

from django.urls import reverse

from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.services import create_from_reading
from deckbuilder.playtest.models import Playtest
from deckbuilder.playtest.selectors import reach
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.base import XLW, SiteTest


def sample_deck(slug, **fields):
    """A deck that comes with a game."""
    path = next(path for path in sorted(decks_of(get(slug)).glob("*.txt")) if "illegal" not in path.name)
    return create_from_reading(parse(ListInput(path.read_text(encoding="utf-8"))), **fields)


class TableTest(SiteTest):
    def begin(self, slug=XLW, browser=None, **sent):
        deck = sample_deck(slug, owner=self.alice, visibility=Visibility.LINK)
        answer = (browser or self.as_visitor).post(reverse("playtest:start", args=[deck.slug]), {"seed": 7, **sent})
        assert answer.status_code == 302
        playtest = Playtest.objects.get(deck=deck)
        assert answer["Location"] == reverse("playtest:table", args=[playtest.slug])
        return playtest

    def do(self, playtest, do, *, browser=None, at=None, status=302, **sent):
        playtest.refresh_from_db()
        at = playtest.current if at is None else at
        answer = (browser or self.as_visitor).post(
            reverse("playtest:do", args=[playtest.slug]), {"at": at, "do": do, **sent}
        )
        assert answer.status_code == status, answer.content.decode()
        playtest.refresh_from_db()
        return answer

    def page(self, playtest, browser=None, **query):
        return (browser or self.as_visitor).get(reverse("playtest:table", args=[playtest.slug]), query)

    def position(self, playtest):
        playtest.refresh_from_db()
        return reach(playtest, playtest.nodes.get(number=playtest.current)).position
