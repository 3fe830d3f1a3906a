"""Pages show pictures from the hosts that browsers are told to allow, and from no others."""

import pytest
from django.test import override_settings

from deckbuilder.common.drawing.image_sources import shown_image, why_not

UPLOADED = "/pictures/0123456789abcdef0123456789abcdef.webp"
HOSTS = ["cards.example.org", "*.pictures.example", "https://art.example/cards/", "http://odd.example:8443"]


@pytest.mark.parametrize(
    "image",
    [
        UPLOADED,
        "https://cards.example.org/0040.jpg",
        "HTTPS://CARDS.example.org/0040.jpg?size=2",
        "https://cards.example.org:443/a.png",
        "https://a.b.pictures.example/x.png",
        "https://art.example/cards/1.png",
        "https://odd.example:8443/1.png",
    ],
)
def test_a_picture_on_an_allowed_host_is_shown(image):
    with override_settings(IMAGE_HOSTS=HOSTS):
        assert shown_image(image) == image


@pytest.mark.parametrize(
    "image, reason",
    [
        ("https://example.org/cards/0040.jpg", "image-host"),
        ("https://cards.example.org.evil.example/1.png", "image-host"),
        ("https://cards.example.org@evil.example/1.png", "image-host"),
        ("https://pictures.example/1.png", "image-host"),
        ("https://art.example/1.png", "image-host"),
        ("https://cards.example.org:8443/1.png", "image-host"),
        ("https://odd.example/1.png", "image-host"),
        ("http://cards.example.org/1.png", "image-url"),
        ("//cards.example.org/1.png", "image-url"),
        ("javascript:alert(1)", "image-url"),
        ("data:image/png;base64,AAAA", "image-url"),
        ("not a url", "image-url"),
        ("https://", "image-url"),
        ("https://[1/2.png", "image-url"),
        ("https://cards.example.org:port/1.png", "image-url"),
        ("https://cards.example.org/1.png\n", "image-url"),
        ("https://evil.example\\@cards.example.org/1.png", "image-url"),
        ("/pictures/../admin/", "image-url"),
        ("/pictures/0123456789ABCDEF0123456789abcdef.webp", "image-url"),
    ],
)
def test_others_are_not_shown_and_the_reason_is_known(image, reason):
    with override_settings(IMAGE_HOSTS=HOSTS):
        assert (shown_image(image), why_not(image)) == ("", reason)


@pytest.mark.parametrize("source", ["https:", "*"])
def test_a_source_may_allow_every_https_address(source):
    with override_settings(IMAGE_HOSTS=[source]):
        assert shown_image("https://anywhere.example/1.png")
        assert not shown_image("http://anywhere.example/1.png")
