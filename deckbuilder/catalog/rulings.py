"""A game's RULES.md as HTML, in the reader's language."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
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


class Section(NamedTuple):
    """A section of the rules. `anchor`: the same in every language, so that links keep."""

    anchor: str
    title: str
    body: str


def rulings(game: Game) -> tuple[Section, ...]:
    """The rules that are checked and the decisions made, with paragraph numbers, as HTML. Raw HTML in the file is
    escaped."""
    return _render(game.slug, get_language() or "en")


@lru_cache(maxsize=64)
def _render(slug: str, language: str) -> tuple[Section, ...]:
    path = get(slug).folder / "RULES.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    written = mainland if language == "zh-hans" else str
    return tuple(
        Section(each.anchor, written(each.title), _html(written(each.body))) for each in sections(text, language)
    )


def _html(text: str) -> SafeString:
    return mark_safe(EMPHASISED.sub("", MarkdownIt("js-default").render(text)))


def sections(text: str, language: str) -> Iterator[Section]:
    """The file's sections (`## English / 中文 / 日本語`) without its title, each with its text in that language as
    Markdown; in English if it has none."""
    order = ("en", *HEADINGS)
    tag = next((each for each in HEADINGS if language.startswith(each)), "en")
    for section in text.split("\n## ")[1:]:
        heading, _, body = section.partition("\n")
        titles, bodies = heading.split(" / "), _bodies(body)
        spoken = tag if tag in bodies else "en"
        yield Section(slugify(titles[0]), titles[order.index(spoken)], bodies[spoken])


def _bodies(section: str) -> dict[str, str]:
    """A section's texts by language."""
    tags = {heading: tag for tag, heading in HEADINGS.items()}
    english, *others = re.split(f"^({'|'.join(tags)})$", section, flags=re.MULTILINE)
    spoken = zip(others[::2], others[1::2], strict=True)
    return {"en": english} | {tags[heading]: WRAPPED.sub("", body) for heading, body in spoken}
