"""The site speaks Chinese and Japanese throughout: every sentence is translated, keeps its parameters and leaves no
English over."""

import re
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from deckbuilder.catalog.imports import sentences as imports_sentences
from deckbuilder.catalog.imports.lines import ORDER
from deckbuilder.catalog.search.query_sentences import SENTENCES, query_error
from deckbuilder.common.input import InputError
from deckbuilder.decks.lists import codec
from deckbuilder.decks.lists.codec import LIST_ERRORS
from deckbuilder.decks.verdicts import sentences
from deckbuilder.decks.verdicts.sentences import EDIT_ERRORS
from games.engine.reading.decklists.parsing import DeckListError, ReceiptLine
from games.engine.reading.search.query import QueryError
from games.engine.texts.writing import simplify
from games.registry import GAMES
from tests.games.examples import faulty

LOCALE = Path(__file__).parents[2] / "deckbuilder" / "locale"
FOLDERS = {"zh-hant": "zh_Hant", "zh-hans": "zh_Hans", "ja": "ja"}
LANGUAGES = tuple(FOLDERS)

ALLOWED = {
    *(
        "CSV",
        "JSON",
        "XLSX",
        "XLS",
        "ZIP",
        "XML",
        "HTML",
        "DTD",
        *("Cockatrice", "OCTGN", "Tabletop", "Simulator"),
        "UTF-8",
        "UTF",
        *("UTF-", "EUC-JP", "Big", "GB", "Shift", "JIS", "Big5", "GB18030", "Shift_JIS"),
        "KB",
        "MB",
        "API",
        "LEGIONS",
        "Arts",
        "UR",
        "Echo",
        "of",
        "Legends",
    ),
    *("code", "name", "kind", "zone", "quantity", "count", "game", "draw"),  # columns and headers as files have them
}
"""Words that are written the same there: forms of files, units, names of games, and what is typed into files."""

WORD = re.compile(r"[A-Za-z][A-Za-z-]*8?")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")


def english(told: str, *, besides: str = "") -> list[str]:
    """The words of Latin letters in a sentence that are neither allowed nor in the text `besides`."""
    return [word for word in WORD.findall(told) if word not in ALLOWED and word not in besides]


@pytest.fixture(params=LANGUAGES)
def language(request):
    with translation.override(request.param):
        yield request.param


def messages(language):
    with (LOCALE / FOLDERS[language] / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalog = read_po(file)
    return [message for message in catalog if message.id]


def texts(value):
    return [value] if isinstance(value, str) else list(value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language):
    assert [message.id for message in messages(language) if message.fuzzy or not all(texts(message.string))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_keeps_the_placeholders(language):
    lost = {
        texts(message.id)[0]: translated
        for message in messages(language)
        for translated in texts(message.string)
        if set(PLACEHOLDER.findall(translated)) != set(PLACEHOLDER.findall(texts(message.id)[-1]))
    }
    assert lost == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_the_punctuation_of_its_language(language):
    foreign = "「」" if language == "zh-hans" else "“”"
    wrong = [
        translated
        for message in messages(language)
        for translated in texts(message.string)
        if re.search(r"[\u3041-\u9fff][,;?!]|[\u3041-\u9fff]\.(?!\.)", translated) or set(foreign) & set(translated)
    ]
    assert wrong == []


WORDS_OF_THE_OTHER = {
    "zh-hant": re.compile("卡組|鏈接|撤銷|導入|導出|登錄|搜索|文件|用戶|賬號|默認|概率"),
    "zh-hans": re.compile("牌组|连结|复原|汇入|汇出|登入|搜寻|档案|使用者|帐号|预设|机率|储存"),
    "ja": re.compile("[這这們们沒说說让讓為为還还對对與來單单戰战發发關关從从實实轉转图圖號检檢您你]"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reader_reads_words_of_their_own(language):
    told = [text for message in messages(language) for text in texts(message.string)]
    assert [text for text in told if WORDS_OF_THE_OTHER[language].search(text)] == []


def test_no_traditional_character_is_left_in_the_simplified_texts():
    told = [text for message in messages("zh-hans") for text in texts(message.string)]
    assert [text for text in told if simplify(text) != text] == []


VALUES_OF_CARDS = ("value", "values", "master", "sets", "printings")


def from_the_deck(violation, game):
    """The names and values a finding takes over from its cards and lists, and a zone the game does not have."""
    strange = "" if violation.zone in {zone.slug for zone in game.zones} else violation.zone
    values = [violation.params[name] for name in VALUES_OF_CARDS if name in violation.params]
    declared = [change.value for change in violation.repair.changes] if violation.repair else []
    return str((*(card.name for card in violation.cards), *values, *declared, violation.source, strange))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_verdict_and_its_repairs_are_told_in_the_readers_language(game, language):
    for shown in faulty(game.slug):
        for violation in shown.verdict().violations:
            own = from_the_deck(violation, game)
            assert english(sentences.message(violation, game), besides=own) == [], shown.name
            assert english(sentences.fix(violation, game), besides=own) == [], shown.name


VALUES = dict.fromkeys(("bytes", "lines", "limit", "most", "count", "position", "column", "row", "line", "cell"), 7)


def params(sentence):
    """A number, or a word in characters, for everything a sentence has in brackets."""
    return {name: VALUES.get(name, "甲") for _, name, _, _ in string.Formatter().parse(str(sentence)) if name}


def english_by_code(sentences_by_code):
    """The sentences, by code, that are empty or keep words of English."""
    return {code: told for code, told in sentences_by_code.items() if not told or english(told)}


def test_an_edit_that_is_refused_is_told_in_the_readers_language(language):
    told = {code: sentences.edit_error(InputError(code, **params(EDIT_ERRORS[code]))) for code in EDIT_ERRORS}
    assert english_by_code(told) == {}


def test_a_list_that_is_refused_is_told_in_the_readers_language(language):
    told = {
        code: codec.list_error(DeckListError(code, 3, {**params(LIST_ERRORS[code]), "choices": ("甲", "乙")}))
        for code in LIST_ERRORS
    }
    assert english_by_code(told) == {}
    third_line = "3行目：" if language == "ja" else "第 3 行："
    assert [code for code in told if not told[code].startswith(third_line)] == []


def test_a_note_of_a_receipt_is_told_in_the_readers_language(language):
    told = {note: codec.notes(ReceiptLine(1, "x", "matched", (note,))) for note in codec.NOTES}
    assert english_by_code(told) == {}


class AnyValue(dict):
    """Parameters of a search that cannot be read, whatever their names."""

    def __missing__(self, name):
        return ("甲", "乙") if name in ("choices", "fields") else VALUES.get(name, "甲")


def test_a_search_that_cannot_be_read_is_told_in_the_readers_language(language):
    values = {name: AnyValue()[name] for name in ("limit", "found", "field", "fields", "choices", "value", "op")}
    assert english_by_code({code: query_error(QueryError(code, 0, 1, values)) for code in SENTENCES}) == {}


FILE = AnyValue(
    found=("甲",), choices=("甲",), lists=("甲",), titles=("甲",), sheets=("甲",), parts=("甲",), columns=("甲",),
    size=5_000_000, packed=4_000,
)  # fmt: skip
OF_A_FILE = {"file-type": {"found": "甲"}, "too-many-cells": {"columns": 7}, "too-large": {"limit": 9_000_000}}


def test_a_catalog_file_that_is_refused_is_told_in_the_readers_language(language):
    names = (*FILE, *VALUES, "value", "character", "looks_like", "key", "game", "title", "codes")
    values = {name: FILE[name] for name in names}
    told = {
        code: imports_sentences.file_error(code, values | OF_A_FILE.get(code, {}))
        for code in (*imports_sentences.FILE_ERRORS, *imports_sentences.UPLOAD_ERRORS)
    }
    assert english_by_code(told) == {}


def test_a_wrong_cell_is_told_in_the_readers_language(language):
    values = {"limit": 7, "row": 7, "position": 7, "bound": "amount", "character": "甲", "choices": ("甲", "乙")}
    values |= {"day": "2024-03-01", "codes": ("007",)}
    told = {code: imports_sentences.problem({"code": code, "params": values}) for code in imports_sentences.PROBLEMS}
    assert english_by_code(told) == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_is_to_be_looked_at_is_told_in_the_readers_language(game, language):
    found = {"column": "rarity", "name": "雪女", "values": {"1": ("甲",), "": ("乙",)}, "lists": ["甲"]}
    found["contains"] = ["貫穿"]
    for code in (*imports_sentences.WARNINGS, *imports_sentences.LIST_WARNINGS):
        told = imports_sentences.warning(found | {"code": code}, game)
        is_of_a_title = code in ("unknown-column", "left-out", "not-in-file")
        assert english(told, besides="rarity" if is_of_a_title else "") == [], code


def test_what_became_of_the_rows_is_told_in_the_readers_language(language):
    assert english("".join(str(imports_sentences.OUTCOMES[outcome]) for outcome in ORDER)) == []
    assert (
        english(imports_sentences.summary({"rows": 3, "created": 1, "updated": 1, "unchanged": 1, "rejected": 0})) == []
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_labels_of_a_game_are_in_the_readers_language(game, language):
    labels = [text.label.read(language) for text in (*game.zones, *game.formats, *game.kinds, *game.declarations)]
    assert [label for label in labels if english(label, besides="CM01")] == []
