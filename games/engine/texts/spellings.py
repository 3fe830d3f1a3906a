"""The spellings of a game's zones, kinds and choices: their slugs, and their labels in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.engine.texts.text import Text
from games.engine.texts.writing import fold


def by_spelling(pairs: Iterable[tuple[str, Text]]) -> dict[str, str]:
    """Slugs by every folded spelling of slug and label. A slug goes before another one's label."""
    pairs = tuple(pairs)
    slugs = {fold(slug): slug for slug, _ in pairs}
    for slug, label in pairs:
        for spelling in filter(None, label):
            slugs.setdefault(fold(spelling), slug)
    return slugs


FLAGS: Mapping[str, str] = {fold(word): "yes" for word in ("yes", "y", "true", "1", "是", "有", "はい")} | {
    fold(word): "no" for word in ("no", "n", "false", "0", "否", "無", "いいえ")
}
