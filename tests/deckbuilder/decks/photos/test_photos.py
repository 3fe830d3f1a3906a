"""Photos of deck lists: sent, read by a worker, settled on the pages that take lists, and forgotten."""

from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone
from PIL import Image

from deckbuilder.common.input import InputError
from deckbuilder.decks.models import Deck, Photo
from deckbuilder.decks.photos import services
from deckbuilder.decks.photos.reading import UnreadableError, recognize
from deckbuilder.decks.photos.validators import MAX_BYTES, check
from deckbuilder.decks.retention import old_photos
from deckbuilder.decks.verdicts.sentences import edit_error
from games.registry import get
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import SiteTest
from tests.photos.__main__ import compare
from tests.photos.pictures import draw, fonts

RECOGNIZE = "deckbuilder.decks.photos.services.recognize"
TEXT = "2x 紙傘婆婆\n? 3x 提燈小狐"
WITHOUT = patch("deckbuilder.decks.photos.selectors.is_installed", return_value=False)


def picture(size=(40, 30), form="PNG"):
    file = BytesIO()
    Image.new("1", size, 1).save(file, form)
    return file.getvalue()


def sent(data=None):
    return SimpleUploadedFile("list.png", data or picture(), "image/png")


def read_all(text=TEXT, **how):
    with patch(RECOGNIZE, return_value=text, **how):
        while services.read_next():
            pass


@pytest.mark.parametrize(
    "data, code",
    [
        (b"no picture", "photo-format"),
        (picture(form="GIF"), "photo-format"),
        (picture((9000, 9000)), "photo-pixels"),
        (picture((20000, 20000)), "photo-pixels"),
        (b"x" * (MAX_BYTES + 1), "photo-bytes"),
    ],
    ids=["text", "gif", "pixels", "bomb", "bytes"],
)
def test_what_is_no_picture_or_too_large_is_refused(data, code):
    with pytest.raises(InputError) as refused:
        check(data)
    assert refused.value.code == code


class PhotoPagesTest(SiteTest):
    def send(self, **fields):
        return self.client.post("/photos/", {"photo": sent(), "game": "xing-ling-wang", **fields})

    def test_a_photo_becomes_a_deck_once_its_lines_are_settled(self):
        page = self.send()
        photo = Photo.objects.get()
        assert page["Location"] == f"/photos/{photo.key}/?next=%2Fdecks%2Fimport%2F"
        waiting = self.client.get(page["Location"])
        assert "hx-get" in waiting.content.decode()
        read_all()
        ready = self.client.get(page["Location"])
        assert ready["Location"] == f"/decks/import/?photo={photo.key}"
        receipt = self.client.get(ready["Location"])
        settled = receipt.context["settled"]
        assert [(each.line.text, each.count) for each in settled.lines] == [("3x 提燈小狐", "3")]
        (line,) = settled.lines
        answer = {f"line-{line.line_number}": line.meant[0][0], f"count-{line.line_number}": "4"}
        fields = {"text": receipt.context["text"], "form": "photo", "game": "xing-ling-wang", "action": "create"}
        self.client.post("/decks/import/", fields | answer)
        deck = Deck.objects.get()
        assert sorted(deck.lines.values_list("count", flat=True)) == [2, 4]

    def test_the_picture_is_forgotten_when_it_was_read_and_the_text_after_a_day(self):
        self.send()
        assert Photo.objects.get().picture
        read_all()
        photo = Photo.objects.get()
        assert (photo.picture, photo.text) == (None, TEXT)
        assert not old_photos(timezone.now())
        assert list(old_photos(timezone.now() + timedelta(days=1, seconds=1))) == [photo]

    def test_a_photo_that_cannot_be_read_says_so(self):
        page = self.send()
        read_all(side_effect=UnreadableError)
        assert "Try another one" in self.client.get(page["Location"]).content.decode()
        page = self.send()
        read_all("")
        assert "No writing" in self.client.get(page["Location"]).content.decode()

    def test_an_unexpected_error_ends_the_job_and_forgets_the_picture(self):
        self.send()
        with pytest.raises(ValueError, match="broken"):
            read_all(side_effect=ValueError("broken"))
        photo = Photo.objects.get()
        assert (photo.error, photo.picture) == ("failed", None)

    def test_a_picture_being_read_is_left_to_its_worker_until_that_is_silent(self):
        self.send()
        Photo.objects.update(beat_at=timezone.now())
        assert not services.read_next()
        Photo.objects.update(beat_at=timezone.now() - services.HEARTBEAT_TIMEOUT * 2)
        with patch(RECOGNIZE, return_value=TEXT):
            assert services.read_next()

    def test_bad_input_is_answered_with_the_reason(self):
        answer = self.client.post("/photos/", {})
        self.assertContains(answer, edit_error(InputError("photo-missing")), status_code=422)
        assert self.send(photo=sent(b"no")).status_code == 422
        with override_settings(CREATIONS_PER_HOUR={"photo": 0}):
            assert self.send().status_code == 429
        assert self.client.get("/decks/import/?photo=gone").status_code == 404
        assert self.client.get("/photos/gone/").status_code == 404

    def test_it_returns_to_pages_of_this_site_alone(self):
        assert self.send(next="https://example.org/")["Location"].endswith("?next=%2Fdecks%2Fimport%2F")

    def test_without_the_packages_nothing_of_it_is_shown(self):
        assert 'name="photo"' in self.client.get("/decks/import/").content.decode()
        with WITHOUT:
            assert 'name="photo"' not in self.client.get("/decks/import/").content.decode()
            assert self.send().status_code == 404
            assert self.client.post("/api/v1/photos/", {"photo": sent()}).status_code == 404


class PhotoApiTest(ApiTest):
    def test_a_photo_is_sent_and_its_list_fetched(self):
        answer = self.client.post("/api/v1/photos/", {"photo": sent(), "game": "xing-ling-wang"})
        assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
        read_all()
        data = self.client.get(answer["Location"]).json()
        assert (data["state"], data["form"], data["list"]) == ("read", "photo", TEXT)
        fields = {"list": data["list"], "form": "photo"}
        checked = self.client.post("/api/v1/games/xing-ling-wang/check/", fields, content_type="application/json")
        assert [each["counts"] for each in checked.json()["receipt"]["ambiguous"]] == [[3]]

    def test_a_wrong_picture_is_an_error_of_its_field(self):
        answer = self.client.post("/api/v1/photos/", {"photo": sent(b"no")})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "photo")


class ReadPhotoTest(SiteTest):
    def test_the_command_prints_every_line(self):
        out = StringIO()
        path = Path(self.enterContext(TemporaryDirectory()), "list.png")
        path.write_bytes(picture())
        with (
            patch("deckbuilder.decks.management.commands.read_photo.recognize", return_value=TEXT),
            pytest.raises(SystemExit) as ended,
        ):
            call_command("read_photo", path, game="xing-ling-wang", stdout=out)
        assert ended.value.code == 1
        assert "紙傘婆婆  → 2 紙傘婆婆" in out.getvalue()


@pytest.mark.slow
@pytest.mark.skipif(not fonts(), reason="no font with Chinese and Japanese is installed")
def test_a_picture_of_a_list_is_read():
    """One picture by the engine itself; `python -m tests.photos` reads a hundred."""
    game = get("legions")
    photo = draw(game, 7, "3x Name")
    outcome = compare(recognize(photo.data), photo.counts, game)
    assert (outcome.counts, outcome.cards) == (0, 0)
    assert outcome.right >= 0.9 * len(photo.counts)
