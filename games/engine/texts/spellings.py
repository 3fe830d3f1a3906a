"""What people write for the things a game declares: their slug, or their label in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.engine.texts.text import Text
from games.engine.texts.writing import fold


def by_spelling(things: Iterable[tuple[str, Text]]) -> dict[str, str]:
    """The slug of each thing by every folded spelling of it. A slug goes before another thing's label."""
    things = tuple(things)
    found = {fold(slug): slug for slug, _ in things}
    for slug, label in things:
        for spelling in filter(None, label):
            found.setdefault(fold(spelling), slug)
    return found


FLAGS: Mapping[str, str] = {fold(word): "yes" for word in ("yes", "y", "true", "1", "是", "有", "はい")} | {
    fold(word): "no" for word in ("no", "n", "false", "0", "否", "無", "いいえ")
}
