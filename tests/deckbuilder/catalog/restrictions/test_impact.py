"""Who is hit by a list."""

from django.contrib.auth.models import Group
from django.utils import timezone

from deckbuilder.catalog.models import RestrictionList
from tests.deckbuilder.base import XLW
from tests.deckbuilder.catalog.restrictions.base import LEAGUE, NEW
from tests.deckbuilder.events.base import EventTest


class ImpactTest(EventTest):
    def setUp(self):
        super().setUp()
        self.carol.groups.add(Group.objects.get(name="Keeper of Xing Ling Wang"))

    def preview(self, limits, **fields):
        values = LEAGUE | {"effective_from": timezone.localdate().isoformat(), "limits": limits, "do": "preview"}
        return self.as_carol.post(NEW, values | fields).context["preview"]

    def test_public_decks_and_entries_of_open_events_are_named_and_nothing_is_saved(self):
        name = "魚乾會計"
        shown = self.sample_deck(f"{XLW}/lantern-parade", visibility="public")
        self.sample_deck(f"{XLW}/lantern-parade")
        cup = self.event(listed=True)
        self.submit(self.entry(cup, self.bob))
        cards = [line.printing.name for line in shown.lines.select_related("printing")]
        impact = self.preview(f"{cards[0]} = 0").impact
        assert [hit.deck for hit in impact.decks] == [shown]
        assert (impact.listed, impact.judged) == (1, 1)
        assert [(hit.event, hit.entries) for hit in impact.events] == [(cup, 1)]
        assert not self.preview(f"{name} = any").impact.decks
        assert not RestrictionList.objects.exists()

    def test_an_event_that_is_not_listed_is_counted_and_not_named(self):
        cup = self.event(listed=False)
        self.submit(self.entry(cup, self.bob))
        deck = self.sample_deck(f"{XLW}/lantern-parade")
        name = deck.lines.select_related("printing")[0].printing.name
        impact = self.preview(f"{name} = 0").impact
        assert (impact.events, impact.unlisted_events) == ((), 1)
