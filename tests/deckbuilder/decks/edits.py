"""What tests of edits begin with: a deck in a line, and what an edit that is refused leaves as it was."""

import pytest
from django.utils import translation

from deckbuilder.common.input import InputError
from deckbuilder.decks import services
from deckbuilder.decks.models import Deck, DeckLine
from deckbuilder.decks.verdicts.sentences import edit_error
from tests.deckbuilder.base import SiteTest
from tests.deckbuilder.languages import LANGUAGES

FOX, FOX_AGAIN, UMBRELLA = "XLW-S001", "XLW-S097", "XLW-S002"
MIORI, SELKA = "LGN-S001", "LGN-S003"


class EditTest(SiteTest):
    def lines(self, deck):
        """What lies in a deck: zone, number or text, and copies, in its order."""
        rows = DeckLine.objects.filter(deck=deck).select_related("printing")
        return [(row.zone, row.printing.code if row.printing else row.text, row.count) for row in rows]

    def do(self, deck, op, /, **params):
        return services.edit(deck, [(op, params)]).deck

    def lost(self, deck, text, count=1, zone="main"):
        """A line that names no card."""
        position = deck.lines.count() + 1
        return DeckLine.objects.create(deck=deck, zone=zone, text=text, count=count, position=position)

    def assertRefused(self, deck, code, op, /, **params):
        """The edit fails with that code, says so in every language, and changes nothing."""
        before = self.lines(deck), Deck.objects.values().get(pk=deck.pk)
        with pytest.raises(InputError) as caught:
            self.do(deck, op, **params)
        assert caught.value.code == code
        assert (self.lines(deck), Deck.objects.values().get(pk=deck.pk)) == before
        assert not deck.revisions.exists()
        for language in LANGUAGES:
            with translation.override(language):
                assert edit_error(caught.value)
        return caught.value
