"""What tests of the pages of events begin with."""

from django.urls import reverse

from tests.deckbuilder.events.base import EventTest

FORM = {
    "kind": "xing-ling-wang/standard",
    "name": "Lantern Cup",
    "place": "Taipei",
    "starts_at": "2027-03-06T10:00",
    "deadline": "2027-03-05T20:00",
    "lists_visible": "end",
}


class PagesTest(EventTest):
    def path(self, name, *args):
        return reverse(f"events:{name}", args=args)
