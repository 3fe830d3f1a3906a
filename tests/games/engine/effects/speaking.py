"""Sentences of 星靈王 for tests, with names that this site invented."""

from games.engine.effects.reading import read_cell
from games.engine.effects.sentences import Names, Sentence, plain, say
from games.engine.texts.text import Text
from games.engine.texts.writing import fold
from games.registry import get

GAME = get("xing-ling-wang")
NAMES = {
    "鐵鍋廚娘": {"en": "Iron-Pot Cook", "ja": "鉄鍋のコック", "zh-hans": "铁锅厨娘"},
    "月下狐": {"en": "Moonlit Fox", "ja": "月下の狐"},
}
RACES = {"獸人": {"en": "Orc", "ja": "オーク"}}


def names_in(language: str) -> Names:
    def value(key: str, value: str) -> str:
        if not key:
            return GAME.fields[value].label.read(language).lower()
        return RACES.get(value, {}).get(language, value)

    def term(key: str) -> str:
        entry = GAME.keywords.get(fold(key))
        name = entry.name if entry else Text("", "")
        return name.ja if language == "ja" else name.read(language)

    return Names(lambda name: NAMES.get(name, {}).get(language, name), value, term)


def parts_of(cell: str, language: str, kind: str = "unit") -> list[Sentence]:
    clauses = read_cell(cell, GAME.effects)
    return say(clauses, GAME.effects, GAME.phrases, names_in(language), kind=kind, language=language)


def spoken(cell: str, language: str, kind: str = "unit") -> list[str]:
    """The paragraphs of a card's text."""
    return [plain(each) for each in parts_of(cell, language, kind)]
