"""Labels in several languages."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Text(NamedTuple):
    """A label in English and 繁體中文; the others fall back to a conversion or to these two."""

    en: str
    hant: str
    hans: str = ""
    ja: str = ""

    def read(self, language: str) -> str:
        """The text for a language tag such as `en`, `zh-hant`, `zh-Hans` or `ja`."""
        tag = language.lower()
        if tag.startswith(("zh-hans", "zh-cn", "zh-sg")):
            return self.hans or _to_hans(self.hant)
        if tag.startswith("zh"):
            return self.hant
        if tag.startswith("ja"):
            return self.ja or self.en
        return self.en


@lru_cache(maxsize=4096)
def _to_hans(text: str) -> str:
    from games.engine.texts.writing import mainland

    return mainland(text)
