"""What tests of the API of events begin with."""

from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.events.base import EventTest


class EventsApiTest(EventTest, ApiTest):
    def at(self, event, path=""):
        return f"events/{event.slug}/{path}"

    def refused(self, answer, status, code, **codes):
        """The request is refused for that reason, and says where it is wrong."""
        assert (answer.status, answer.body["code"]) == (status, code), answer.body
        if codes:
            assert answer.codes == {field: each.replace("_", "-") for field, each in codes.items()}
