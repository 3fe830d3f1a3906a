"""A game's RULES.md as HTML, in the reader's language."""

import re
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from games.engine.model.game import Game
from games.engine.texts.writing import mainland
from games.registry import get

HEADINGS = {"zh": "### 繁體中文", "ja": "### 日本語"}
"""What stands above a section's text, by language; English stands first and has no heading."""
WRAPPED = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n *(?=[\u3000-\u9fff\uff00-\uffef])")
"""A line break within Chinese or Japanese prose, which does not mean a space."""
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
    part = in_language(text, language)
    if language == "zh-hans":
        part = mainland(part)
    return mark_safe(EMPHASISED.sub("", MarkdownIt("js-default").render(part)))


def in_language(text: str, language: str) -> str:
    """The file's sections (`## English / 中文 / 日本語`) without its title, each with its text in that language; in
    English if it has none."""
    order = ("en", *HEADINGS)
    tag = next((each for each in HEADINGS if language.startswith(each)), "en")
    parts = []
    for section in text.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        bodies = _bodies(body)
        spoken = tag if tag in bodies else "en"
        parts.append(f"## {title.split(' / ')[order.index(spoken)]}\n{bodies[spoken]}")
    return "\n\n".join(parts)


def _bodies(section: str) -> dict[str, str]:
    """A section's texts by language."""
    tags = {heading: tag for tag, heading in HEADINGS.items()}
    english, *others = re.split(f"^({'|'.join(tags)})$", section, flags=re.MULTILINE)
    spoken = zip(others[::2], others[1::2], strict=True)
    return {"en": english} | {tags[heading]: WRAPPED.sub("", body) for heading, body in spoken}
