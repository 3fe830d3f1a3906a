"""A deck as people post it: plain lines, Markdown or BBCode, in a language. All of them read back as the same deck."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.reading.decklists.lines import HEADERS
from games.engine.reading.decklists.writing import Row, card_line, headers_of, zones_of

Names = Collection[str]


def write_plain(deck: Deck, game: Game, shared_names: Names = frozenset(), language: str = "en") -> str:
    """Titles and lines such as `2 Name`."""
    head = [f"{key}: {value}" for key, value in _headers(deck, game, language)]
    parts = [
        [title, *(card_line(row, "") for row in rows)] for title, rows in _sections(deck, game, shared_names, language)
    ]
    return _paragraphs(head, *parts)


def write_markdown(deck: Deck, game: Game, shared_names: Names = frozenset(), language: str = "en") -> str:
    """Headings and lists. The two blanks behind a header break the line."""
    head = [f"{key}: {value}  " for key, value in _headers(deck, game, language)]
    parts = [
        [f"## {title}", "", *(f"- {card_line(row)}" for row in rows)]
        for title, rows in _sections(deck, game, shared_names, language)
    ]
    return _paragraphs(head, *parts)


def write_bbcode(deck: Deck, game: Game, shared_names: Names = frozenset(), language: str = "en") -> str:
    """Bold titles and lists."""
    head = [f"{key}: {value}" for key, value in _headers(deck, game, language)]
    parts = [
        [f"[b]{title}[/b]", "[list]", *(f"[*]{card_line(row)}" for row in rows), "[/list]"]
        for title, rows in _sections(deck, game, shared_names, language)
    ]
    return _paragraphs(head, *parts)


def _headers(deck: Deck, game: Game, language: str) -> Iterator[tuple[str, str]]:
    """What the deck states, by labels; game and format by their names."""
    labels = HEADERS | {each.key: each.label for each in game.declarations}
    formats = {each.slug: each.label for each in game.formats}
    names = {"game": game.name, "format": formats.get(deck.format)}
    for key, value in headers_of(deck):
        name, label = names.get(key), labels.get(key)
        yield label.read(language) if label else key, name.read(language) if name else value


def _sections(deck: Deck, game: Game, shared_names: Names, language: str) -> Iterator[tuple[str, list[Row]]]:
    """The zones with their number of cards as titles."""
    labels = {zone.slug: zone.label for zone in game.sections}
    for slug, rows in zones_of(deck, game, shared_names):
        title = labels[slug].read(language) if slug in labels else slug
        count = sum(row.quantity for row in rows)
        yield f"{title} ({count})" if count else f"[{title}]", rows


def _paragraphs(*parts: list[str]) -> str:
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"
