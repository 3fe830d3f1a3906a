"""Which pictures of cards the pages show: those that were uploaded here, and those on the hosts of IMAGE_HOSTS."""

import re
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

Reason = Literal["", "image-url", "image-host"]
"""Why a picture is not shown: it is no https address, or on another host."""

FOLDER = "/pictures/"
"""Where uploaded pictures are. The column `image` holds this path, so that it is the same under every host name."""

_UPLOADED = re.compile(re.escape(FOLDER) + r"([0-9a-f]{32}\.webp)")
_HTTPS = re.compile(r"https://[^\s\\\"<>]+", re.IGNORECASE)


def uploaded_name(image: str) -> str:
    """The name of an uploaded picture, "" if the cell names none."""
    match = _UPLOADED.fullmatch(image)
    return match[1] if match else ""


def why_not(image: str) -> Reason:
    """Why a picture would not be shown, "" if it would: the same rules as those of the content security policy."""
    if uploaded_name(image):
        return ""
    url = _https(image)
    if url is None:
        return "image-url"
    return "" if any(_allows(source, url) for source in settings.IMAGE_HOSTS) else "image-host"


def host_of(image: str) -> str:
    """The host of an https address, "" for other texts."""
    url = _https(image)
    return url.hostname or "" if url else ""


def shown_image(image: str) -> str:
    """The address of a card's picture, "" where the site's own drawing is to be shown."""
    return image if image and not why_not(image) else ""


def _https(image: str) -> SplitResult | None:
    if not _HTTPS.fullmatch(image):
        return None
    try:
        url = urlsplit(image)
        return url if url.hostname and url.port != 0 else None
    except ValueError:  # brackets without an address in them, a port that is no number
        return None


def _allows(source: str, url: SplitResult) -> bool:
    """Whether a source of the policy, such as `*.example.org` or `https://example.org/cards/`, allows an address."""
    scheme, _, rest = source.rpartition("://")
    if source in ("https:", "*"):
        return True
    host, slash, path = rest.partition("/")
    name, _, port = host.lower().partition(":")
    if scheme.lower() not in ("", "https", "http") or port not in ("*", str(url.port or 443), *_default_port(url)):
        return False
    own = url.hostname or ""
    if not (own.endswith(name[1:]) if name.startswith("*.") else own == name):
        return False
    return not path or (url.path.startswith(slash + path) if path.endswith("/") else url.path == slash + path)


def _default_port(url: SplitResult) -> tuple[str, ...]:
    """How a source writes the port of an address that has the usual one: not at all."""
    return ("",) if url.port in (None, 443) else ()
