"""Pictures of cards: uploaded, shown, replaced, removed and undone; hostile files are refused."""

import struct
import zlib
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from deckbuilder.catalog.imports import services as imports
from deckbuilder.catalog.models import CardPicture, CatalogState, Printing
from deckbuilder.catalog.pictures import services
from deckbuilder.catalog.pictures.sentences import PICTURE_ERRORS, picture_error
from deckbuilder.catalog.pictures.validators import MAX_BYTES, PictureError, check
from deckbuilder.catalog.retention import unused_pictures
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.catalog.base import KeeperTest

GAME = get(XLW)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def image(size=(630, 880), form="PNG", colour="teal", mode="RGB", **options):
    file = BytesIO()
    Image.new(mode, size, colour).save(file, form, **options)
    return file.getvalue()


def bomb(width, height):
    """A PNG of a few bytes that says it is of this size."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"0" * 100)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "data, code",
    [
        (b"", "picture-empty"),
        (b"no picture", "picture-format"),
        (SVG, "picture-format"),
        (b"<html><script>alert(1)</script></html>", "picture-format"),
        (image(form="GIF"), "picture-format"),
        (image(form="BMP"), "picture-format"),
        (b"x" * (MAX_BYTES + 1), "picture-bytes"),
        (bomb(4100, 4100), "picture-pixels"),
        (bomb(60_000, 60_000), "picture-bomb"),
        (image((300, 4)), "picture-small"),
    ],
    ids=["empty", "text", "svg", "html", "gif", "bmp", "bytes", "pixels", "bomb", "small"],
)
def test_what_is_no_picture_of_a_card_is_refused_before_it_is_decoded(data, code):
    with pytest.raises(PictureError) as refusal:
        check(data)
    assert refusal.value.code == code
    assert "{" not in picture_error(refusal.value)


def test_every_refusal_has_a_sentence():
    for module in (services, __import__("deckbuilder.catalog.pictures.validators", fromlist=["check"])):
        text = Path(module.__file__).read_text()
        for code in PICTURE_ERRORS:
            text = text.replace(f'PictureError("{code}"', "")
        assert 'PictureError("' not in text


@override_settings(IMAGE_HOSTS=[])
class PictureTest(KeeperTest):
    def setUp(self):
        super().setUp()
        folder = self.enterContext(TemporaryDirectory())
        self.media = Path(folder) / "media"
        self.enterContext(override_settings(MEDIA_DIR=self.media))

    def upload(self, row, data, do="preview", **cells):
        file = SimpleUploadedFile("card.png", data, "image/png")
        return self.as_keeper.post(self.path(row), self.values(row, **cells) | {"do": do, "card-picture": file})

    def give(self, row, data=None):
        """Upload a picture and save it, as the two steps on the page do."""
        answer = self.upload(row, image() if data is None else data)
        assert answer.status_code == 200
        value = answer.context["form"]["image"].value()
        assert self.send(row, "save", image=value).status_code == 302
        row.refresh_from_db()
        return value

    def test_it_is_shown_first_then_saved_and_shown_to_all(self):
        row = self.row()
        page = self.upload(row, image(), "save", name="Changed as well")
        assert page.status_code == 200  # the picture has not been seen yet
        value = page.context["form"]["image"].value()
        self.assertContains(page, f'<img class="picture-now" src="{value}" alt="">', count=1)
        self.assertContains(page, f"<ins>{value}</ins>")
        assert not CatalogState.objects.exists()
        assert self.send(row, "save", image=value).status_code == 302
        card = self.as_visitor.get(reverse("catalog:card", args=[XLW, row.code]))
        self.assertContains(card, f'<img class="art is-image" src="{value}" alt="" loading="lazy"')
        self.assertContains(card, 'class="art" src="/drawings/')
        api = self.as_visitor.get(f"/api/v1/games/{XLW}/cards/{row.code}/").json()
        assert api["image"] == api["printings"][0]["image"] == f"http://testserver{value}"
        assert (
            self.as_visitor.get(f"/api/v1/games/{XLW}/cards/?q={row.code}").json()["results"][0]["image"]
            == api["image"]
        )

    def test_what_is_sent_is_the_sites_own_file_without_what_the_sent_one_said(self):
        exif = Image.Exif()
        exif[0x0112], exif[0x010F] = 6, "Camera of Mei"  # turned by 90°
        row = self.row()
        value = self.give(row, image((1600, 900), "JPEG", exif=exif, comment=b"Mei's desk") + b"<script>")
        for copied in (False, True):  # from the database, then from this machine's copy
            assert (self.media / Path(value).name).exists() is copied
            answer = self.as_visitor.get(value)
            assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
            assert "immutable" in answer["Cache-Control"]
            assert answer["X-Content-Type-Options"] == "nosniff"
            data = answer.content
        for word in (b"Mei", b"<script>", b"EXIF"):
            assert word not in data
        with Image.open(BytesIO(data)) as picture:
            assert (picture.format, picture.getexif()) == ("WEBP", {})
            assert picture.width < picture.height <= 1400

    def test_every_format_and_colour_model_is_taken_and_one_picture_is_kept_once(self):
        files = [image(form="WEBP"), image(form="JPEG", mode="CMYK", colour=0), image(mode="P", colour=3)]
        files += [image(mode="LA", colour=(9, 0)), image(mode="1", colour=1), image(form="WEBP", save_all=True)]
        names = [services.receive(GAME, data) for data in files]
        assert services.receive(GAME, files[0]) == names[0]
        assert CardPicture.objects.count() == len(set(names))

    def test_it_is_replaced_removed_and_each_change_undone(self):
        row = self.row()
        first, second = self.give(row), self.give(row, image(colour="red"))
        assert (row.facts["image"], first) == (second, first)
        removed = self.values(row) | {"do": "save", "card-no_picture": "on"}
        assert self.as_keeper.post(self.path(row), removed).status_code == 302
        row.refresh_from_db()
        assert "image" not in row.facts
        for state, then in zip(CatalogState.objects.order_by("-pk")[:3], (second, first, None), strict=True):
            self.as_keeper.post(reverse("catalog:state_undo", args=[XLW, state.pk]))
            row.refresh_from_db()
            assert row.facts.get("image") == then
            assert self.as_visitor.get(first).status_code == 200  # the undoing may be undone, too

    def test_a_bad_file_is_refused_beside_its_field_and_nothing_else_is_lost(self):
        row = self.row()
        broken = image((700, 900), "PNG")[:-60] + b"x" * 20
        for data, words in ((SVG, "This is not a picture"), (bomb(60_000, 60_000), "megapixels"), (broken, "damaged")):
            answer = self.upload(row, data, name="Kept")
            self.assertContains(answer, words, status_code=422)
            assert answer.context["form"]["name"].value() == "Kept"
        answer = self.upload(row, SVG, attack="many")
        self.assertContains(answer, "This is not a picture", status_code=422)
        assert not CardPicture.objects.exists()

    def test_only_keepers_of_the_game_upload(self):
        row = self.row()
        self.as_keeper = self.as_alice
        assert self.upload(row, image()).status_code == 403
        assert not CardPicture.objects.exists()

    def test_there_is_a_limit_an_hour(self):
        row = self.row()
        with override_settings(CREATIONS_PER_HOUR={"picture": 1}):
            assert self.upload(row, image()).status_code == 200
            self.assertContains(self.upload(row, image(colour="red")), "at most 1 pictures", status_code=429)

    def test_what_no_card_got_is_removed_after_a_while_and_the_rest_stays(self):
        row = self.row()
        self.give(row)
        unused = services.receive(GAME, image(colour="red"))
        later = timezone.now() + timedelta(days=31)
        assert [services.FOLDER + each.name for each in unused_pictures(later)] == [unused]
        assert not unused_pictures(timezone.now()).exists()

    def test_names_that_are_no_pictures_are_not_looked_for(self):
        self.media.mkdir()
        (self.media / "secret").write_text("x")
        for name in ("secret", "..", "0" * 32 + ".webp", "%2e%2e%2fdb.sqlite3"):
            assert self.as_visitor.get(f"/pictures/{name}").status_code == 404, name

    def test_a_folder_that_cannot_be_written_is_done_without(self):
        value = self.give(self.row())
        self.media.write_text("a file in the way")
        with self.assertLogs("deckbuilder.catalog.pictures.services", "WARNING"):
            assert self.as_visitor.get(value).status_code == 200


class ImportTest(KeeperTest):
    def preview(self, *images):
        pairs = zip(self.rows, images, strict=False)
        rows = "\n".join(f"{row.code},{row.name},{row.facts['kind']},{image}" for row, image in pairs)
        return imports.preview(GAME, f"code,name,kind,image\n{rows}\n".encode(), "a.csv").further

    @property
    def rows(self):
        return Printing.objects.filter(game=XLW).order_by("position")[:4]

    def test_pictures_that_are_not_shown_are_named_with_the_hosts_that_are(self):
        lost = "/pictures/0123456789abcdef0123456789abcdef.webp"
        with override_settings(IMAGE_HOSTS=["cards.example"]):
            warnings = self.preview("https://x.example/1.png", "https://x.example/2.png", "javascript:alert(1)", lost)
            assert self.preview("https://cards.example/1.png", services.receive(GAME, image())) == ()
        assert [(each.code, each.rows) for each in warnings] == [
            ("image-host", (2, 3)), ("image-url", (4,)), ("image-lost", (5,)),
        ]  # fmt: skip
        assert {each.contains for each in warnings} == {("cards.example",)}
        assert warnings[0].values[0][0] == "https://x.example/1.png"

    def test_the_preview_says_so_and_the_face_keeps_the_drawing(self):
        row = self.row()
        page = self.send(row, image="https://nowhere.example/1.png")
        self.assertContains(page, "“https://nowhere.example/1.png” is on a host")
        self.assertContains(page, "that were uploaded here.")
        self.send(row, "save", image="https://nowhere.example/1.png")
        card = self.as_visitor.get(reverse("catalog:card", args=[XLW, row.code]))
        self.assertNotContains(card, "nowhere.example")
        self.assertContains(card, 'class="art" src="/drawings/')
