"""A game's RULES.md as HTML, in the reader's language."""

import re
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from games.engine.model.game import Game
from games.engine.texts.writing import mainland
from games.registry import get

CHINESE = "### 繁體中文"
WRAPPED = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n *(?=[\u3000-\u9fff\uff00-\uffef])")
"""A line break within Chinese prose, which does not mean a space."""
EMPHASISED = re.compile(r"(?<=[，。：]</strong>) ")
"""The space that Markdown needs after emphasis, if it follows full-width punctuation."""


def rulings(game: Game) -> SafeString:
    """The rules that are checked and the decisions made, with paragraph numbers. Raw HTML in the file is escaped."""
    language = get_language() or "en"
    return _render(game.slug, language)


@lru_cache(maxsize=64)
def _render(slug: str, language: str) -> SafeString:
    path = get(slug).folder / "RULES.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    part = in_language(text, chinese=language.startswith("zh"))
    if language == "zh-hans":
        part = mainland(part)
    return mark_safe(EMPHASISED.sub("", MarkdownIt("js-default").render(part)))


def in_language(text: str, *, chinese: bool) -> str:
    """The file's sections (`## English / 中文`) without its title: the English text, or that under `### 繁體中文`."""
    sections = text.split("\n## ")[1:]
    parts = []
    for section in sections:
        title, _, body = section.partition("\n")
        titles = title.split(" / ")
        english, _, other = body.partition(CHINESE)
        other = WRAPPED.sub("", other)
        parts.append(f"## {titles[-1]}\n{other}" if chinese and other else f"## {titles[0]}\n{english}")
    return "\n\n".join(parts)
