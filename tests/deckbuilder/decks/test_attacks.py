"""What people write (names, notes, searches, imported lines, versions) stays text on every page that shows it."""

import pytest
from django.urls import reverse

from deckbuilder.decks import services
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, DeckLine, Visibility
from deckbuilder.playtest.models import Playtest
from tests.deckbuilder.attacks import ATTACKS, AttacksTest, wrong_on
from tests.deckbuilder.base import XLW


@pytest.mark.slow
class DeckAttacksTest(AttacksTest):
    def written_on(self, number: int) -> Deck:
        """A deck with attacks in all that can be written on it."""
        deck = self.deck({"提燈小狐": 2}, visibility=Visibility.PUBLIC)
        deck = services.edit(deck, [("rename", {"name": ATTACKS[number]})]).deck
        deck = services.edit(deck, [("notes", {"notes": "\n\n".join(ATTACKS)})]).deck
        for place, attack in enumerate(ATTACKS):
            zone = ("main", "maybe")[place % 2]
            DeckLine.objects.create(deck=deck, zone=zone, text=attack[:200], count=1, position=50 + place)
            if place <= deck.revision:
                services.name_version(deck, place, attack[:80])
        return deck

    def test_pages_of_a_deck(self) -> None:
        for number in (0, 5, 7, 24):
            deck = self.written_on(number)
            for path in (
                *("", "edit/", "edit/?suggest=1", "edit/?q=%3Cscript%3E", "history/", "notes/", "compare/", "cards/"),
                *("odds/", "odds/maybe/", "hands/", "questions/", "0/with/" + deck.slug + "/1/", "?view=table"),
            ):
                self.harmless(self.as_alice, f"/d/{deck.slug}/{path}")
            for address in ("/decks/", "/decks/public/", "/decks/coming/"):
                self.harmless(self.as_alice, address)
            self.harmless(self.as_visitor, deck.get_absolute_url())

    def test_what_is_exported_and_brought_in_again(self) -> None:
        deck = self.written_on(0)
        for form in codec.FORMS:
            text = codec.write(to_deck(deck), form)
            answer = self.as_bob.post("/decks/import/", {"text": text, "game": XLW, "action": "check"})
            assert wrong_on(answer.content.decode()) == [], form
        exported = self.as_visitor.get(reverse("decks:export", args=[deck.slug, "txt"]))
        assert exported["Content-Type"].startswith("text/plain")
        assert exported["X-Content-Type-Options"] == "nosniff"

    def test_searches_that_are_typed_and_saved(self) -> None:
        for browser in (self.as_alice, self.as_visitor):
            for attack in ATTACKS[:20]:
                sent = {"name": attack[:60], "search": attack, "next": "//evil.example/"}
                answer = browser.post(f"/{XLW}/searches/", sent)
                assert answer["Location"] == f"/{XLW}/cards/"
            self.harmless(browser, f"/{XLW}/cards/")
        for attack in ATTACKS:
            self.harmless(self.as_alice, f"/{XLW}/cards/", q=attack)
            self.harmless(self.as_alice, "/decks/public/", q=attack)
            html = self.as_alice.get(f"/{XLW}/complete/", {"q": attack}).content.decode()
            assert wrong_on(html) == []

    def test_names_of_a_playtest(self) -> None:
        deck = self.sample_deck("xing-ling-wang/lantern-parade", visibility=Visibility.PUBLIC)
        deck = services.edit(deck, [("rename", {"name": ATTACKS[5]})]).deck
        answer = self.as_alice.post(reverse("playtest:start", args=[deck.slug]), {"seed": 7})
        address, playtest = answer["Location"], Playtest.objects.get()
        at = 0
        for place, attack in enumerate(ATTACKS):
            sent = {"at": at, "do": "token", "token": attack[:40], "to": "board"}
            if place % 2:
                sent = {"at": at, "do": "mark +1", "cards": place % 3, "mark": attack[:40]}
            at = int(self.as_alice.post(f"{address}do/", sent)["Location"].rpartition("=")[2])
            self.as_alice.post(f"{address}label/", {"at": at, "label": attack[:60], "note": f"{attack}\n{attack}"})
        assert playtest.nodes.filter(label__in=[each[:60] for each in ATTACKS]).count() == len(ATTACKS)
        for path in ("", "?log=all", "tree/"):
            self.harmless(self.as_alice, f"{address}{path}")
            self.harmless(self.as_visitor, f"{address}{path}")
        self.harmless(self.as_visitor, reverse("playtest:watch", args=[playtest.watch_slug]))
        for path, kind in (("log.txt", "text/plain; charset=utf-8"), ("log.json", "application/json")):
            exported = self.as_visitor.get(f"{address}{path}")
            assert (exported["Content-Type"], exported["X-Content-Type-Options"]) == (kind, "nosniff")
