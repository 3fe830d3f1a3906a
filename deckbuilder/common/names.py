"""The reader's names of cards: the one place that decides them, and how pages write them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest

from django.utils.translation import get_language
from markupsafe import Markup, escape

from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.texts.writing import fold, simplify


def card_name(card: Card, language: str) -> str:
    """Its name in the reader's language where the catalog has one, else the one that is printed on it.

    In English the first name in Latin script, in Japanese the first with kana. In Chinese one without kana, and of
    names that only differ in writing the one in traditional or simplified characters; a name that is only known in
    traditional ones is simplified. Other names of a card, such as nicknames, are not taken.
    """
    return _card_name(card.name, card.alt_names, language)


def is_rendered(game: Game, name: str) -> bool:
    """Whether one of a card's other names is the site's own rendering, in English or Japanese, and printed on no
    card."""
    return ("en" in game.rendered_names and _latin(name)) or ("ja" in game.rendered_names and _kana(name))


def reader_name(card: Card) -> str:
    """`card_name` in the active language."""
    return card_name(card, get_language() or "en")


def printed_name(card: Card, language: str) -> str:
    """The printed name, to stand beside `card_name`; "" if they are the same."""
    return "" if card_name(card, language) == card.name else card.name


def second_name(card: Card, language: str) -> str:
    """The printed name for lists, rows and faces, to stand beside `card_name`: "" also where the two differ only in
    being traditional or simplified, which would be the same name twice. A card's own page shows it."""
    printed = printed_name(card, language)
    return "" if fold(printed) == fold(card_name(card, language)) else printed


def other_name(card: Card, language: str) -> str:
    """The reader's name, to stand beside the printed one; "" if they are the same."""
    name = card_name(card, language)
    return "" if name == card.name else name


def both_names(card: Card, language: str, name: str = "") -> str:
    """Both names in plain text. `name`: replaces the first, for example with a distinguishing note."""
    return f"{name or card_name(card, language)} {second_name(card, language)}".rstrip()


def reader_label(label: str, card: Card) -> str:
    """A label that begins with the card's printed name, such as `沐汐 (ECL-012)`, with the reader's name instead."""
    return reader_name(card) + label.removeprefix(card.name) if label.startswith(card.name) else label


def name_html(game: Game, card: Card, language: str, name: str = "") -> Markup:
    """Both names in a line of HTML, the printed one small. `name`: replaces the first, for example with a note."""
    second, first_name = second_name(card, language), escape(name or card_name(card, language))
    if second:
        return Markup(f"{first_name} {printed_html(game, second)}")
    is_readers = is_in_language(game, language) or bool(printed_name(card, language))
    return Markup(first_name if is_readers else f'<span lang="{game.language}">{first_name}</span>')


def beside_html(game: Game, card: Card, language: str) -> Markup:
    """The printed name to be put behind the reader's, with a space before it; "" if they are the same."""
    second = second_name(card, language)
    return Markup(f" {printed_html(game, second)}" if second else "")


def printed_html(game: Game, name: str) -> str:
    """The printed name behind another one."""
    return f'<small class="printed" lang="{game.language}">{escape(name)}</small>'


def sentence_text(sentence: str, printed_names: Mapping[str, str]) -> str:
    """A sentence with the printed name behind each name of a card. `printed_names`: by those in it."""
    return "".join(f"{part} {name}" if name else part for part, name in _parts(sentence, printed_names))


def sentence_html(game: Game, sentence: str, printed_names: Mapping[str, str]) -> Markup:
    """`sentence_text` as HTML, the printed names small."""
    parts = _parts(sentence, printed_names)
    return Markup(
        "".join(f"{escape(part)}{printed_html(game, f' {name}')}" if name else escape(part) for part, name in parts)
    )


def _parts(sentence: str, printed_names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A sentence in parts that end in a card's name, each with the name printed on the card."""
    names = "|".join(map(re.escape, sorted(printed_names, key=len, reverse=True)))
    parts = re.split(f"({names})", sentence) if names else [sentence]
    for before, name in zip_longest(parts[::2], parts[1::2], fillvalue=""):
        printed = printed_names.get(name, "")
        yield before + name, "" if fold(printed) == fold(name) else printed


def is_in_language(game: Game, language: str) -> bool:
    """Whether a game's cards are in the language of the page, so that their names need no `lang` attribute."""
    return game.language.lower() == language.lower()


@lru_cache(maxsize=16384)
def _card_name(name: str, others: tuple[str, ...], language: str) -> str:
    if language.startswith("en"):
        return name if _latin(name) else next(filter(_latin, others), name)
    if language.startswith("ja"):
        return name if _kana(name) else next(filter(_kana, others), name)
    if language.startswith("zh"):
        return _chinese(name, others, simplified=language.lower().startswith(("zh-hans", "zh-cn", "zh-sg")))
    return name


def _chinese(name: str, others: Iterable[str], *, simplified: bool) -> str:
    names = [each for each in (name, *others) if not _latin(each) and not _kana(each)]
    alike = [each for each in names if fold(each) == fold(names[0])]
    match = next((each for each in alike if (simplify(each) == each) == simplified), alike[0] if alike else name)
    return simplify(match) if simplified and alike else match


def _latin(name: str) -> bool:
    return all(letter < "\u0250" or letter in "‘’“”–—…" for letter in name)


def _kana(name: str) -> bool:
    return any("\u3041" <= letter <= "\u30ff" and letter != "・" for letter in name)
