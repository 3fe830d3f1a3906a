"""No event sees a maybe-board: what is submitted is the deck without it."""

from django.urls import reverse

from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.decks.services import create_from_reading
from deckbuilder.events import selectors
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import FOX, LEGAL, EventTest

WITH_MAYBE = f"{LEGAL}\n[maybe]\n3x {FOX}\n1x No such card\n"


class MaybeTest(EventTest):
    def submitted(self, **given):
        entry = self.entry(self.event(), self.bob)
        given["nonce"] = self.nonce()
        address = reverse("events:submit", args=[entry.event.slug, entry.number])
        answer = self.as_bob.post(address, given | {"action": "submit"})
        assert answer.status_code == 302, answer.content.decode()
        return entry.event, entry.submissions.get()

    def counts(self, deck):
        return [(zone, card.key, count) for zone, (card, count, _) in deck.all_entries()]

    def check(self, event, submission):
        plain = parse(ListInput(LEGAL, "txt", get(XLW))).deck
        assert self.counts(selectors.deck_of(event, submission)) == self.counts(plain)
        assert "maybe" not in submission.deck["zones"]
        assert not submission.deck["unknown"]
        assert submission.fingerprint == plain.fingerprint

    def test_a_deck_is_submitted_without_it(self):
        deck = create_from_reading(parse(ListInput(WITH_MAYBE, "txt", get(XLW))), owner=self.bob)
        self.check(*self.submitted(deck=deck.slug))

    def test_a_list_is_submitted_without_it_and_its_lines_need_no_card(self):
        self.check(*self.submitted(text=WITH_MAYBE))

    def test_nothing_but_a_maybe_board_is_no_list(self):
        entry = self.entry(self.event(), self.bob)
        address = reverse("events:submit", args=[entry.event.slug, entry.number])
        answer = self.as_bob.post(address, {"text": f"[maybe]\n{FOX}", "action": "submit", "nonce": self.nonce()})
        assert answer.status_code == 422
        assert not entry.submissions.exists()
