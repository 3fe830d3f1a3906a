"""The roster of a large event: what it looks up once for all of its lines."""

from django.urls import reverse

from deckbuilder.events import pages
from deckbuilder.events.readiness import gate
from tests.deckbuilder.events.base import EventTest


class LinesTest(EventTest):
    def test_a_line_leads_to_the_entry_and_to_the_list_that_stands(self):
        event = self.event()
        first, _second = self.entry(event, name="Ann"), self.entry(event, name="Ben")
        self.submit(first, by=self.alice)
        self.submit(first, by=self.alice)
        lines = sorted(
            pages.roster_entries(event, gate.overview(event).entries()), key=lambda line: line.readiness.entry.number
        )
        entries = [reverse("events:entry", args=[event.slug, number]) for number in (1, 2)]
        assert [line.entry_path for line in lines] == entries
        assert [line.list_path for line in lines] == [reverse("events:receipt", args=[event.slug, 1, 2]), ""]
        page = self.as_judith.get(reverse("events:roster", args=[event.slug])).content.decode()
        for line in lines:
            assert f'href="{line.entry_path}"' in page
        assert f'href="{lines[0].list_path}"' in page
