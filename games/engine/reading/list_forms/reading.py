"""Which form a list has, and the list in a form that `decklists.parsing` reads.

To add a form: a module that turns its text into a text list, a line in FORMS, a row in docs/deck-lists.md, and an
example beside its test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from games.engine.reading.decklists.forms import load
from games.engine.reading.decklists.lines import MAX_BYTES, MAX_LINES, DeckListError, printable
from games.engine.reading.list_forms import (
    bbcode,
    cockatrice,
    html_pages,
    json_lists,
    octgn,
    tabletop,
    xml_trees,
)

NATIVE = ("txt", "csv", "json", "photo")
"""Forms that are read as they are."""

LONGEST = tabletop.MAX_BYTES


class Form(NamedTuple):
    """A form of lists. `endings`: of its files. `read`: its text as another text and the native form of that."""

    slug: str
    endings: tuple[str, ...]
    fits: Callable[[str], bool]
    read: Callable[[str], tuple[str, str]]


def _json(text: str) -> tuple[str, str]:
    """JSON of this site as it is; other JSON as a text list."""
    data = load(text if len(text) <= LONGEST else _short(text))
    if tabletop.fits(data):
        return tabletop.read(data), "txt"
    _short(text)
    return (text, "json") if json_lists.is_own(data) else (json_lists.read(data), "txt")


def _looks_like_json(text: str) -> bool:
    """Whether a text begins like JSON. `[main]`, `[[` and `["` may begin a text list, too."""
    start = "".join(text[:200].split())[:2]
    if start.startswith("{") or start == "[{":
        return True
    if start not in ("[[", '["'):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


_XML = {cockatrice.ROOT: cockatrice.read, octgn.ROOT: octgn.read}
_XML_START = re.compile(r"\s*(?:<\?xml\b|<!DOCTYPE (?!html)|<!--|<(?:cockatrice_)?deck\b)", re.IGNORECASE)


def _looks_like_xml(text: str) -> bool:
    return bool(_XML_START.match(text.removeprefix("\ufeff"))) and not html_pages.is_page(text)


def _xml(text: str) -> tuple[str, str]:
    root = xml_trees.parse(_short(text))
    if root.tag not in _XML:
        raise DeckListError("xml-form", root.line, {"value": root.tag[:40], "choices": tuple(_XML)})
    return _XML[root.tag](root), "txt"


def _short(text: str) -> str:
    if len(text) > MAX_BYTES:
        raise DeckListError("too-long", 0, {"bytes": MAX_BYTES, "lines": MAX_LINES})
    return text


FORMS = (
    Form("json", ("json",), _looks_like_json, _json),
    Form("xml", ("cod", "o8d", "xml"), _looks_like_xml, _xml),
    Form("html", ("html", "htm"), html_pages.fits, lambda text: (html_pages.read(_short(text)), "txt")),
    Form("bbcode", ("bbcode",), bbcode.fits, lambda text: (bbcode.read(_short(text)), "txt")),
)
"""The forms besides text and CSV, in the order in which a text is compared with them."""

ENDINGS = ("txt", "csv", *(ending for form in FORMS for ending in form.endings), "md", "text")
"""The endings of files that may be lists."""


def convert(text: str, ending: str = "", form: str = "") -> tuple[str, str]:
    """A list as text, CSV or JSON of this site, or of a photo, and which of these it is. Raises DeckListError.

    `form`: the slug of its form, if that is known. `ending`: that of its file.
    """
    form = form or ("csv" if ending == "csv" else "")
    if form in ("txt", "csv", "photo") or not _is_printable(text):
        return _short(text), form if form in NATIVE else "txt"
    known = next((each for each in FORMS if each.slug == form or (not form and ending in each.endings)), None)
    if known is None:
        known = next((each for each in FORMS if each.fits(text)), None)
    return known.read(text) if known else (_short(text), "txt")


def _is_printable(text: str) -> bool:
    try:
        printable(text)
    except DeckListError:
        return False
    return True
