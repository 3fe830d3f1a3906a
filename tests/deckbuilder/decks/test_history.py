"""The history page of a deck that was edited: every kind of step, in words."""

import re
from html import unescape

from django.urls import reverse

from deckbuilder.decks import services
from tests.deckbuilder.decks.edits import FOX, MIORI, EditTest


class HistoryTest(EditTest):
    def history(self, deck, **headers):
        """Its revisions as a reader sees them, the last one first, without number, time and author."""
        answer = self.as_alice.get(reverse("decks:history", args=[deck.slug]), headers=headers)
        assert answer.status_code == 200
        found = r'<li class="is-\w+">.*?#\d+</span>(.*?)<span class="change-actions">'
        entries = re.findall(found, answer.content.decode(), re.S)
        return [" ".join(unescape(re.sub(r"<[^>]+>", " ", entry)).split()) for entry in entries]

    def test_copies_of_a_card_with_their_zone(self):
        deck = self.do(self.deck(), "add", code=FOX, count=2)
        assert self.history(deck) == ["Lantern Kit 提燈小狐 Main deck : 0 → 2"]

    def test_a_line_that_names_no_card(self):
        deck = self.deck()
        self.lost(deck, "<b>雪孃", count=3)
        self.do(deck, "set", text="<b>雪孃", zone="main", count=1)
        assert self.history(deck) == ["<b>雪孃 Main deck : 3 → 1"]

    def test_a_card_that_moves_leaves_one_zone_and_enters_another(self):
        deck = self.deck({"提燈小狐": 2})
        self.do(deck, "move", code=FOX, zone="main", to="extra")
        assert self.history(deck) == ["Lantern Kit 提燈小狐 Main deck : 2 → 0 Lantern Kit 提燈小狐 Extra area : 0 → 2"]

    def test_a_declaration_by_its_label(self):
        deck = self.do(self.deck(), "declare", key="race", value="狐妖")
        self.do(deck, "declare", key="race", value="")
        assert self.history(deck) == ["Race: 狐妖 → –", "Race: – → 狐妖"]

    def test_a_format_by_its_label(self):
        deck = self.do(self.deck(game="legions"), "format", format="mini")
        assert self.history(deck) == ["Format: Standard → Mini deck"]
        assert self.history(deck, accept_language="zh-hant") == ["賽制：標準 → 迷你牌組"]

    def test_a_name_and_its_removal(self):
        deck = self.do(self.deck(), "rename", name="")
        assert self.history(deck) == ["Name: Parade → –"]

    def test_notes_without_their_text(self):
        deck = self.do(self.deck(), "notes", notes="Seven lanterns")
        assert self.history(deck) == ["Notes changed"]

    def test_an_undo_names_the_revision(self):
        deck = self.do(self.deck(game="legions"), "add", code=MIORI)
        services.undo(deck)
        after, before = self.history(deck)
        assert after.startswith("Undo of change 1")
        assert before.startswith("Undone")
        services.redo(deck)
        assert self.history(deck)[0].startswith("Redo of change 1")

    def test_of_what_it_is_about_may_be_gone(self):
        deck = self.do(self.deck(), "add", code=FOX)
        services.undo(deck)
        deck.revisions.filter(number=1).delete()
        assert self.history(deck)[0].startswith("Undo or redo of change 1")

    def test_a_deck_that_was_never_edited(self):
        answer = self.as_alice.get(reverse("decks:history", args=[self.deck().slug]))
        self.assertContains(answer, "No changes yet.")
