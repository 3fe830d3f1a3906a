"""BBCode as in forums: the same lines without its tags."""

from __future__ import annotations

import re

_CLOSING = re.compile(r"\[/([a-z]\w{0,11})\]", re.IGNORECASE)
_ITEM = re.compile(r"\n?[ \t]*\[\*\][ \t]*")


def fits(text: str) -> bool:
    return bool(_tags(text))


def read(text: str) -> str:
    """The text without the tags that it closes; every item of a list on its line."""
    tags = "|".join(map(re.escape, _tags(text)))
    bare = re.sub(rf"\[/?(?:{tags})(?:=[^\[\]\n]*)?\]", "", text, flags=re.IGNORECASE)
    return _ITEM.sub("\n", bare)


def _tags(text: str) -> list[str]:
    """The tags that are opened and closed."""
    lower = text.lower()
    tags = sorted({tag.lower() for tag in _CLOSING.findall(text)})
    return [tag for tag in tags if f"[{tag}]" in lower or f"[{tag}=" in lower]
