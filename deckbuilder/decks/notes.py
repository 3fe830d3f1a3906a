"""Notes on a deck as HTML: Markdown without raw HTML, in which [[names]] link to cards."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.common.drawing.macros import macros
from deckbuilder.decks.lists.choices import NameMatch, labels_of
from games.engine.model.game import Game

MAX_CARD_LINKS = 60
"""Different names in notes that are looked up; others stay as written."""

MAX_COMMENT_CARD_LINKS = 10

MAX_CARD_NAME_CHARS = 80

KEPT_S = 60 * 60 * 24

MAX_NESTING = 12
"""Nesting of lists and quotes; deeper ones become plain text."""

HEADINGS_BELOW = 2
"""Headings are moved down by this many levels, below those of the page."""

SCHEMES = ("http://", "https://", "/", "#")


class Kind(NamedTuple):
    """A kind of text: how it is parsed, and how many different names in one are looked up."""

    name: str
    parser: Callable[[], MarkdownIt]
    card_links: int


def notes_html(text: str, game: Game) -> SafeString:
    """The notes as HTML, safe whatever is written. Cached: the worst texts of 10,000 characters take 75 ms."""
    return _cached_html([text], game, Kind("notes", _markdown, MAX_CARD_LINKS))[text]


def comments_html(texts: Iterable[str], game: Game) -> dict[str, SafeString]:
    """Comments as HTML, by text, as safe as notes, and without headings and rules, which would look like the page's.
    Their cards are looked up together."""
    return _cached_html(list(dict.fromkeys(texts)), game, Kind("comment", _comment_markdown, MAX_COMMENT_CARD_LINKS))


def _cached_html(texts: Sequence[str], game: Game, kind: Kind) -> dict[str, SafeString]:
    index = newest(game) if texts else None
    about = f"{kind.name} {game.slug} {index.token if index else ''} {get_language()}"
    keys = {text: f"{kind.name}-{sha256(f'{about} {text}'.encode()).hexdigest()}" for text in texts}
    cached: dict[str, str] = cache.get_many(keys.values())
    drawn = _render([text for text, key in keys.items() if key not in cached], game, kind)
    if drawn:
        cache.set_many({keys[text]: html for text, html in drawn.items()}, KEPT_S)
    return {text: mark_safe(drawn[text] if text in drawn else cached[key]) for text, key in keys.items()}


def _render(texts: Sequence[str], game: Game, kind: Kind) -> dict[str, str]:
    parser = kind.parser()
    tokens = {text: parser.parse(text) for text in texts}
    names = {text: _card_names(each)[: kind.card_links] for text, each in tokens.items()}
    cards = labels_of(game, list(dict.fromkeys(name for each in names.values() for name in each)))
    return {
        text: _html(each, {name: cards.get(name) for name in names[text]}, game, parser)
        for text, each in tokens.items()
    }


def _card_names(tokens: Iterable[Token]) -> list[str]:
    """The different names in a text."""
    return list(dict.fromkeys(each.content for each in _inline(tokens) if each.type == "card"))


def _html(tokens: list[Token], cards: Mapping[str, NameMatch | None], game: Game, parser: MarkdownIt) -> str:
    noted_card = macros("decks/_noted_card.html").noted_card
    for token in _inline(tokens):
        if token.type == "card":
            # not as Markup, which would escape what the renderer adds to it
            token.content = str(noted_card(token.content, cards.get(token.content), game))
        elif token.type == "link_open":
            token.attrSet("rel", "nofollow noopener ugc")
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + HEADINGS_BELOW, 6)}"
    return str(parser.renderer.render(tokens, parser.options, {}))


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": MAX_NESTING})
    parser.enable("strikethrough")
    parser.disable(["image", "reference"])
    parser.inline.ruler.before("link", "card", _card_rule)
    parser.validateLink = _is_safe  # type: ignore[method-assign, assignment]
    parser.add_render_rule("card", _render_card)
    return parser


@lru_cache(maxsize=1)
def _comment_markdown() -> MarkdownIt:
    return _markdown.__wrapped__().disable(["heading", "lheading", "hr"])


def _is_safe(address: str) -> bool:
    r"""Only links within this site and to the web. Browsers read \ as /, so //elsewhere is not a path of this site."""
    plain = address.strip().lower()
    return plain.startswith(SCHEMES) and not plain.replace("\\", "/").startswith("//")


def _card_rule(state: StateInline, silent: bool) -> bool:
    """`[[name]]` within one line, without brackets in the name."""
    if not state.src.startswith("[[", state.pos):
        return False
    end = state.src.find("]]", state.pos + 2, state.pos + MAX_CARD_NAME_CHARS + 4)
    name = state.src[state.pos + 2 : end].strip() if end >= 0 else ""
    if not name or any(char in name for char in "[]\n"):
        return False
    if not silent:
        state.push("card", "", 0).content = name
    state.pos = end + 2
    return True


def _inline(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from token.children or ()


def _render_card(_self: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    return tokens[index].content
