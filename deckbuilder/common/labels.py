"""Texts of the games and labels of a card's values, in the reader's language."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.engine.model.cards import DASH, Attribute, Value
from games.engine.model.game import Declaration, Game
from games.engine.texts.text import Text
from games.engine.texts.writing import fold, simplify

YES = (True, "yes", "true", "1")


def read(text: Text | None) -> str:
    """A text of the games in the reader's language."""
    return text.read(get_language() or "en") if text else ""


def with_note(text: str, note: str) -> str:
    """A text with a note in brackets, full-width ones in Chinese."""
    return _("{text} ({note})").format(text=text, note=note)


def kind_label(game: Game, kind: str, language: str) -> str:
    """The label of a kind of card; its own name if the game has no label for it."""
    return game.fields["kind"].label_of(kind, language)


def value_label(attribute: Attribute, value: Value, language: str) -> str:
    """A value in words; "" if it is missing."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " · ".join(attribute.label_of(each, language) for each in value)
    if attribute.type == "flag":
        return _("Yes") if value in YES else _("No")
    if isinstance(value, date):
        return date_format(value)
    if isinstance(value, float):
        return f"{value:g}"
    return "–" if value == DASH else attribute.label_of(str(value), language)


def value_language(game: Game, attribute: Attribute, value: Value) -> str:
    """The language of a value that is shown as printed because it has no label; "" of all others. To a Chinese reader
    it is shown in the reader's script."""
    if attribute.script and (get_language() or "en").startswith("zh"):
        return ""
    labels = {each.value for each in attribute.choices or attribute.labels}
    texts = value if isinstance(value, tuple) else (value,)
    has_words = attribute.type in ("text", "choice", "list") and value != DASH
    return game.language if has_words and any(isinstance(each, str) and each not in labels for each in texts) else ""


def declared_language(game: Game, declaration: Declaration, value: str) -> str:
    """The language of a declared value that has no label; "" of all others."""
    return value_language(game, game.fields[declaration.attribute], value) if value else ""


def declarations_html(declarations: Mapping[str, str], game: Game) -> list[str]:
    """The same as `declaration_labels`, marked with its language where that is not the reader's."""
    given = [(each, value) for each in game.declarations if (value := declarations.get(each.key))]
    return [in_language(declared_label(game, *each), declared_language(game, *each)) for each in given]


def in_language(text: str, language: str) -> str:
    return format_html('<span lang="{}">{}</span>', language, text) if language else text


def declaration_labels(declarations: Mapping[str, str], game: Game) -> list[str]:
    """What a deck declares, in the reader's language; values that are given, by key."""
    return [declared_label(game, each, value) for each in game.declarations if (value := declarations.get(each.key))]


def declared_label(game: Game, declaration: Declaration, value: str) -> str:
    return game.fields[declaration.attribute].label_of(value, get_language() or "en")


def alternatives_text(attribute: Attribute, alternatives: Iterable[tuple[Value, Sequence[str]]]) -> str:
    """The values that printings disagree about, each with the numbers of those that have it."""
    language = get_language() or "en"
    return _("; ").join(
        _("{value} ({codes})").format(value=value_label(attribute, value, language) or "–", codes=_(", ").join(codes))
        for value, codes in alternatives
    )


def keyword_label(game: Game, word: str, language: str) -> str:
    """A keyword in the reader's language, from the glossary; as printed if the glossary lacks it."""
    entry = game.keywords.get(fold(word))
    return (entry.name.read(language) if entry else "") or word


def term_label(game: Game, key: str, language: str) -> str:
    """The name of a keyword in a language; "" if the glossary has none, rather than one of another language."""
    entry = game.keywords.get(fold(key))
    if entry is None:
        return ""
    return entry.name.ja if language.lower().startswith("ja") else entry.name.read(language)


def paragraph(rule: str, language: str) -> str:
    """Paragraphs of a rulebook, which are headings in traditional Chinese where it has no numbers."""
    words = rule.replace(", ", _(", "))
    return simplify(words) if language.lower() == "zh-hans" else words


def sample_label() -> str:
    """The mark of an invented card."""
    return pgettext("a card invented by this site", "Sample")


def with_sample_mark(name: str, *, sample: bool) -> str:
    """A card's name in plain text, with the mark if it is invented."""
    return f"{name} · {sample_label()}" if sample else name


def sample_words() -> str:
    """An explanation of the mark."""
    return _("invented by this site to try the game out")
