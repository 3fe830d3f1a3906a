"""Every code has a sentence and every sentence a code, in every language."""

import ast
from dataclasses import replace
from datetime import date
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.utils import translation

from deckbuilder.common.input import InputError
from deckbuilder.decks.lists import codec
from deckbuilder.decks.lists.codec import LIST_ERRORS
from deckbuilder.decks.verdicts import sentences
from deckbuilder.decks.verdicts.sentences import EDIT_ERRORS, MAX_QUOTED, MESSAGES, edit_error
from deckbuilder.decks.verdicts.verdict_json import verdict_json
from games.engine.budget import TooLarge
from games.engine.model.decks import Deck, Unknown
from games.engine.model.violations import CODES
from games.engine.reading.deck_codes import _with_checksum, decode_code
from games.engine.reading.decklists.lines import ERRORS
from games.engine.reading.decklists.parsing import DeckListError, ReceiptLine, decode, read, read_csv, read_json
from games.engine.reading.decklists.receipts import NOTES
from games.engine.rules.legality import judge
from games.registry import GAMES, get
from tests.catalogs import load_catalog
from tests.deckbuilder.languages import LANGUAGES
from tests.games.code_books import MemoryCodeBook
from tests.games.examples import HERE, TODAY, example, faulty

ROOT = Path(__file__).parents[3]
SLUGS = [game.slug for game in GAMES]
XLW = get("xing-ling-wang")


def raised(name, *folders):
    """The first arguments of all calls of `name` in the source, and the calls where that is no plain string."""
    codes, others = set(), []
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    codes.add(first.value)
                else:
                    others.append(f"{path.name}: {ast.unparse(node)}")
    return codes, others


def test_every_code_of_a_verdict_has_a_sentence():
    assert set(MESSAGES) == set(CODES)


def sentences_of(game, path):
    """Message and repair of each violation of an example."""
    return [(sentences.message(each, get(game)), sentences.fix(each, get(game))) for each in violations(game, path)]


def violations(game, path):
    return example(HERE / game / "illegal" / path).verdict().violations


def test_a_zone_of_one_card_has_a_card_and_others_have_cards():
    assert ("Hero: 0 cards, exactly 1 required.", "Add 1 card") in sentences_of("echo-of-legends", "no-hero.txt")
    one = replace(violations("legions", "empty.txt")[0], have=1)
    assert sentences.message(one, get("legions")) == "Main deck: 1 card, exactly 40 required."


def test_a_card_in_the_wrong_zone_is_moved():
    message = "跑沙镖师烈风 (Hero) cannot be in Deck; it belongs in Hero."
    assert (message, "Move 跑沙镖师烈风 to Hero") in sentences_of("echo-of-legends", "hero-in-the-deck.txt")


def test_a_repair_of_a_card_in_two_zones_names_the_zone():
    message = "滾輪倉獸: 3 copies, Overload limit 1 allows 2."
    assert (message, "Remove 滾輪倉獸 (Extra area)") in sentences_of("xing-ling-wang", "extra-zone-over-the-limit.txt")


def test_a_repair_of_many_cards_says_how_many():
    advice = example(HERE / "legions" / "legal" / "both-kinds-of-advice.txt").verdict().violations[0]
    rest = len(advice.repair.changes) - sentences.MAX_NAMES
    assert rest > 1
    assert sentences.fix(advice, get("legions")).endswith(f"; and {rest} more cards")


def test_a_disputed_value_is_named_with_the_printings_that_have_it():
    (finding,) = sentences_of("xing-ling-wang", "mana-that-printings-disagree-about.txt")
    assert finding == (
        "The printings of 說法不一的卷軸 disagree on Mana: 2 (XLW-T012); 4 (XLW-T013). "
        "Until staff settle it, the deck cannot be checked.",
        "Remove 說法不一的卷軸",
    )
    message, _ = sentences_of("asteriated-grail", "competition-that-printings-disagree-about.txt")[0]
    assert "No (AG-T007); Yes (AG-T008)" in message
    colours = example(HERE / "legions" / "legal" / "colours-that-printings-disagree-about.txt").verdict().violations[0]
    assert "White (LGN-T006); Black (LGN-T007)" in sentences.message(colours, get("legions"))


def test_a_zone_without_rules_of_its_own_is_named_in_every_language(language):
    shown = example(HERE / "xing-ling-wang" / "legal" / "extra-zone-counts-and-kinds-are-not-judged.txt")
    label = {"en": "Extra area", "zh-hant": "額外區", "zh-hans": "额外区", "ja": "エクストラ"}[language]
    assert label in sentences.unchecked_zones(shown.verdict())


@pytest.mark.slow
def test_every_edit_error_has_a_sentence_and_the_other_way():
    codes, others = zip(*(raised(each, "deckbuilder") for each in ("InputError", "EditError")), strict=True)
    assert others == ([], [])
    assert set().union(*codes) == set(EDIT_ERRORS)


@pytest.mark.slow
def test_every_error_of_a_list_has_a_sentence_and_the_other_way():
    codes, others = raised("DeckListError", "games", "deckbuilder")
    assert sorted(others) == [
        "assembly.py: DeckListError(code, piece.line, {'value': piece.value, 'choices': slugs})",
        "sentences.py: DeckListError(code, params.get('line', 0), more)",
    ]
    of_tables = {"table-header"}  # of many lists, with a sentence in deckbuilder/events/bulk
    assert (codes | {"unknown-format", "unknown-zone"}) - of_tables == set(ERRORS) == set(LIST_ERRORS)


def test_every_note_of_a_receipt_has_a_sentence_and_the_other_way():
    assert {note for notes in NOTES.values() for note in notes} == set(codec.NOTES)


@pytest.fixture(params=LANGUAGES)
def language(request):
    with translation.override(request.param):
        yield request.param


@pytest.mark.parametrize("slug", SLUGS)
def test_a_finding_is_told_with_its_cards_and_numbers(slug, language):
    for shown in faulty(slug):
        for violation in shown.verdict().violations:
            told = sentences.message(violation, shown.game)
            assert [part for part in parts_to_tell(violation) if part not in told] == [], shown.name
            assert [sign for sign in ("{", "%(") if sign in told] == [], shown.name
            assert "{" not in sentences.fix(violation, shown.game), shown.name


def parts_to_tell(violation):
    """The names that are told, how many others there are, and the numbers of the kinds of violation that have some."""
    names = list(dict.fromkeys(card.name for card in violation.cards))
    yield from names[: sentences.MAX_NAMES]
    if len(names) > sentences.MAX_NAMES:
        yield str(len(names) - sentences.MAX_NAMES)
    if violation.code in ("zone.size", "copies", "list.limited", "sum.mana", "base.composition"):
        yield sentences._plain(violation.have)
        yield sentences._plain(violation.max)


@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_can_be_mended_says_how(slug, language):
    for shown in faulty(slug):
        for violation in shown.verdict().violations:
            mended = violation.repair and (violation.repair.changes or violation.repair.want)
            assert bool(sentences.fix(violation, shown.game)) == bool(mended), shown.name


def test_many_cards_are_counted_and_some_are_named(language):
    lines = tuple(Unknown("main", f"Card {number}", 1) for number in range(30))
    verdict = judge(Deck("xing-ling-wang", unknown=lines), XLW, XLW.formats[0], on=date(2026, 11, 21))
    assert all(each["message"] for each in verdict_json(verdict)["violations"])


class Spent(Mock):
    """Cards of which no more may be looked up."""

    def find(self, name):
        raise TooLarge("cards", 8001, 8000)


BOOK = MemoryCodeBook(load_catalog(XLW))
SYMBOL = BOOK.editions[0].symbol


def read_code(body, symbol=SYMBOL, wrong=""):
    """A deck code with its check symbols, the last character of the body mistyped."""
    code = _with_checksum(body, symbol)
    decode_code(code[: len(body) - len(wrong)] + wrong + code[len(body) :], [XLW], {XLW.slug: BOOK})


def raise_several():
    raise DeckListError("code-several", 0, {"choices": ("D2330PJKYK9F60FJYPGXGZTE9", "D24")})


BAD_LISTS = {
    "missing-game": lambda: read("1 雪女", None, None, {"legions": get("legions")}),
    "unknown-game": lambda: read("game: chess", None, None, {"legions": get("legions")}),
    "other-game": lambda: read("game: legions", None, XLW, {"legions": get("legions")}),
    "unknown-format": lambda: read("format: quick", load_catalog(XLW), XLW),
    "unknown-zone": lambda: read_csv("zone,name\nbench,a", load_catalog(XLW), XLW),
    "repeated-header": lambda: read("name: a\nname: b", load_catalog(XLW), XLW),
    "too-long": lambda: read("x" * 70_000, None, XLW),
    "too-long-line": lambda: read("1 " + "x" * 300, load_catalog(XLW), XLW),
    "too-long-name": lambda: read("name: " + "x" * 300, load_catalog(XLW), XLW),
    "too-many-cards": lambda: codec.parse(codec.ListInput("1 雪女", "txt", XLW), Spent()),
    "unprintable": lambda: read("a\nb\0", None, XLW),
    "encoding": lambda: decode(b"\xff"),
    "csv-header": lambda: read_csv("a,b", None, XLW),
    "csv-shape": lambda: read_csv("name\na,b", None, XLW),
    "csv-quote": lambda: read_csv('name\n"a', None, XLW),
    "json-syntax": lambda: read_json("{", None, XLW),
    "json-shape": lambda: read_json("[]", None, XLW),
    "tabletop-names": lambda: codec.source_of('{"Name": "Card"}'),
    "xml-syntax": lambda: codec.source_of("<deck>"),
    "xml-form": lambda: codec.source_of("<?xml version='1.0'?><svg/>"),
    "xml-entities": lambda: codec.source_of("<!DOCTYPE deck><deck/>"),
    "xml-depth": lambda: codec.source_of("<deck>" + "<a>" * 30),
    "xml-count": lambda: codec.source_of("<deck><section><card qty='many'>a</card></section></deck>"),
    "xml-name": lambda: codec.source_of("<deck><section><card/></section></deck>"),
    "code-checksum": lambda: decode_code("D2ABCDEFGHJK", [XLW], {XLW.slug: BOOK}),
    "code-mistyped": lambda: read_code("D2ABCD00", wrong="10"),
    "code-broken": lambda: read_code("D24"),  # of a second format
    "code-game": lambda: read_code("D9"),
    "code-newer": lambda: read_code("D21"),  # of a second edition
    "code-catalog": lambda: read_code("D2", SYMBOL ^ 1),
    "code-several": raise_several,
}


def test_there_is_a_bad_list_for_every_error():
    assert set(BAD_LISTS) == set(ERRORS)


@pytest.mark.parametrize("code", BAD_LISTS)
def test_an_error_of_a_list_is_told(code):
    with pytest.raises(DeckListError) as caught:
        BAD_LISTS[code]()
    error = caught.value
    assert error.code == code
    for language in LANGUAGES:
        with translation.override(language):
            told = codec.list_error(error)
            values = codec.game_names(code, error.params).values()
        assert "{" not in told.replace("{'", "")
        for value in values:
            parts = [value] if isinstance(value, (str, int)) else value
            assert [each for each in parts if str(each) not in told] == []
        assert (str(error.line) in told) if error.line else True


def test_a_note_is_told(language):
    assert [note for note in codec.NOTES if not codec.notes(ReceiptLine(1, "x", "matched", (note,)))] == []


def test_an_error_in_the_first_line_names_the_line():
    assert codec.list_error(DeckListError("csv-shape", 1)).startswith("Line 1: ")
    assert not codec.list_error(DeckListError("csv-shape")).startswith("Line")


def test_a_text_of_any_length_is_quoted_by_its_beginning():
    told = edit_error(InputError("not-a-number", value="9x" * 4000))
    assert "…" in told
    assert len(told) < MAX_QUOTED + 60


def test_a_sentence_shows_braces_as_they_were_written():
    assert "{code}{0}%s" in edit_error(InputError("unknown-card", code="{code}{0}%s"))


def test_the_day_of_the_examples_is_told_as_a_day(language):
    assert "2026" in sentences._day(TODAY.isoformat())
