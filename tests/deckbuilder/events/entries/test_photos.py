"""A photo as the source of a submitted list."""

from django.utils import timezone

from deckbuilder.decks.models import Photo
from deckbuilder.events.models import Submission
from tests.deckbuilder.events.base import LEGAL
from tests.deckbuilder.events.pages import PagesTest


class PhotoTest(PagesTest):
    def test_the_list_of_a_photo_is_shown_to_its_player_and_submitted_without_the_picture(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        path = self.path("submit", event.slug, entry.number)
        photo = Photo.objects.create(text=LEGAL, game=event.game, read_at=timezone.now())
        self.client.force_login(self.bob)
        assert f'value="{path}"' in self.client.get(path).content.decode()
        page = self.client.get(f"{path}?photo={photo.key}")
        assert page.context["form"] == "photo"
        fields = {"text": page.context["text"], "form": "photo", "action": "submit", "nonce": page.context["nonce"]}
        fields |= {"replaces": 0, "seen": page.context["verdict"].fingerprint}
        assert self.client.post(path, fields).status_code == 302
        assert Submission.objects.get().source.strip() == LEGAL.strip()

    def test_a_photo_that_is_gone_says_so(self):
        event = self.event()
        path = self.path("submit", event.slug, self.entry(event, self.bob).number)
        self.client.force_login(self.bob)
        page = self.client.get(f"{path}?photo=gone")
        assert "no longer kept" in page.content.decode()
