"""What cards do, in the reader's language: sentences that the rules write from a card's statement, as text and HTML."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup, escape

from deckbuilder.common.labels import term_label
from games.engine.effects.reading import stored_clauses
from games.engine.effects.sentences import Names, Sentence, plain, say
from games.engine.effects.tree import Clause, Match, parts_of
from games.engine.model.game import Game
from games.engine.model.keywords import Keyword
from games.engine.texts.writing import fold, simplify
from games.registry import get

Shown = tuple[tuple[str, str], ...]
"""Names of cards as they are printed, each with the reader's name."""

_NAMING = ("name", "tributes")
"""The keys whose values are names of cards."""


def clauses_of(game: Game, effects: tuple[str, ...]) -> tuple[Clause, ...]:
    """What a card does; () if nobody has stated it, or not in words that the game has now."""
    return stored_clauses(effects, game.effects)


@lru_cache(maxsize=8192)
def printed_names(game: str, effects: tuple[str, ...]) -> tuple[str, ...]:
    """The names of cards that a statement has. `game`: its slug."""
    matches = (part for part in parts_of(clauses_of(get(game), effects)) if isinstance(part, Match))
    values = (value for match in matches if match.key in _NAMING and match.op != "~" for value in match.values)
    return tuple(dict.fromkeys(map(str, values)))


@lru_cache(maxsize=8192)
def sentences(
    game: str, effects: tuple[str, ...], kind: str, language: str, shown: Shown, *, heads: bool = True
) -> tuple[Sentence, ...]:
    """A card's text, a paragraph for each of its clauses. `game`: its slug; `heads`: also when it is done."""
    the_game = get(game)
    names = _names(the_game, language, dict(shown))
    clauses = clauses_of(the_game, effects)
    return tuple(say(clauses, the_game.effects, the_game.phrases, names, kind=kind, language=language, heads=heads))


def _names(game: Game, language: str, shown: dict[str, str]) -> Names:
    def value(key: str, value: str) -> str:
        if not key:
            attribute = game.fields.get(value)
            return attribute.label.read(language).lower() if attribute else value
        words = game.effects.key.get(key)
        attribute = game.fields.get(words.attribute if words and words.attribute else key)
        return attribute.label_of(value, language) if attribute else value

    return Names(lambda name: shown.get(name, name), value, lambda key: term_label(game, key, language))


def text_of(paragraphs: Iterable[Sentence], between: str = "\n") -> str:
    return between.join(map(plain, paragraphs))


def terms_of(game: Game, paragraphs: Iterable[Sentence]) -> tuple[Keyword, ...]:
    """The terms of the glossary in a card's text, each once."""
    words = (game.keywords.get(fold(part.term)) for paragraph in paragraphs for part in paragraph if part.term)
    return tuple(dict.fromkeys(filter(None, words)))


def html_of(game: Game, paragraph: Sentence, language: str, *, explained: bool = True) -> Markup:
    """A paragraph whose terms are marked, with their explanations as titles if `explained`."""
    parts = []
    for part in paragraph:
        word = game.keywords.get(fold(part.term)) if part.term else None
        if word:
            title = f' title="{escape(word.text.read(language))}"' if explained else ""
            parts.append(f'<em class="term"{title}>{escape(part.text)}</em>')
        else:
            parts.append(str(escape(part.text)))
    return Markup("".join(parts))


@lru_cache(maxsize=8192)
def face_html(game: str, effects: tuple[str, ...], kind: str, language: str, shown: Shown) -> Markup:
    """`sentences` on a card's face, which is made of spans. Terms are not explained: a page has many faces."""
    said = sentences(game, effects, kind, language, shown)
    paragraphs = (html_of(get(game), each, language, explained=False) for each in said)
    return Markup(" ").join(Markup(f"<span>{each}</span>") for each in paragraphs)


def reader_value(name: str, language: str) -> str:
    """A name of a card that the catalog does not have, in the reader's way of writing."""
    return simplify(name) if language.lower().startswith("zh-hans") else name
