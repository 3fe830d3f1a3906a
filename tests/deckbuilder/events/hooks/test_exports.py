"""What events keep of one person is in the file of their own data, and of nobody else."""

import io
import json
import zipfile

from django.urls import reverse

from tests.deckbuilder.events.base import DEADLINE, LEGAL, OTHER, EventTest


class ExportTest(EventTest):
    def bundle(self, browser):
        answer = browser.get(reverse("site:export"))
        with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as bundle:
            return {name: json.loads(bundle.read(name)) for name in bundle.namelist() if name.startswith("events/")}

    def test_it_holds_ones_entry_with_all_its_lists(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry, OTHER)
        self.now = DEADLINE
        self.submit(entry, LEGAL, by=self.judith, reason="Late train")
        other = self.entry(event)
        self.submit(other, by=self.alice, reason="On paper")
        found = self.bundle(self.as_bob)[f"events/{event.slug}.json"]
        assert [(each["version"], each["source"], each["late"]) for each in found["entry"]["lists"]] == [
            (2, LEGAL, "Late train"),
            (1, OTHER, ""),
        ]
        assert found["role"] == ""
        assert other.key not in json.dumps(found)

    def test_it_holds_the_events_one_runs(self):
        event = self.event()
        assert self.bundle(self.as_judith)[f"events/{event.slug}.json"]["role"] == "judge"
        assert self.bundle(self.as_carol) == {}
