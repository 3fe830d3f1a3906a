"""House rules a machine can check: what every game brings along, and who may know whom."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.decklists.parsing import read
from games.engine.rules.legality import judge
from games.engine.texts.text import Text
from games.engine.texts.writing import fold, identify
from games.registry import GAMES, get

ROOT = Path(__file__).parents[1]
TODAY = date(2026, 11, 21)
COLLECTED = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
DECKS = [(game, path) for game in GAMES for path in sorted((game.folder / "decks").glob("*.txt"))]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@cache
def cards_of(slug):
    return load_catalog(get(slug))


# A game's folder ------------------------------------------------------------------------------------------------------


def test_every_folder_is_a_registered_game():
    folders = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")} - {"engine"}
    assert folders == {game.slug.replace("-", "_") for game in GAMES}


@each_game
def test_a_game_lives_in_the_folder_of_its_name(game):
    assert game.folder == ROOT / "games" / game.slug.replace("-", "_")
    assert get(game.slug) is game


@each_game
def test_a_game_has_the_files_every_game_has(game):
    for name in ("__init__.py", "rules.py", "goldfish.py", "board.py", "presets.py", "glossary.toml", "RULES.md"):
        assert (game.folder / name).is_file(), name
    assert list((game.folder / "catalog").glob("*.csv"))


@each_game
def test_a_game_has_no_files_of_its_own_kind(game):
    """Knowing one game's folder tells where to look in all."""
    code = {"__init__.py", "rules.py", "goldfish.py", "board.py", "presets.py", "battle.py", "questions.py"}
    code |= {"effects.py", "effect_phrases.py", "labels.py", "table.py", "events.py", "resolving.py"}
    code |= {"amounts.py", "deciding.py", "wraiths.py"}
    usual = code | {"glossary.toml", "RULES.md", "CATALOG.md", "catalog", "decks", "lists"}
    found = {path.name for path in game.folder.iterdir() if path.name != "__pycache__"}
    assert found <= usual


@each_game
def test_a_game_has_three_legal_decks_and_one_that_teaches(game):
    names = [path.stem for each, path in DECKS if each is game]
    assert sum(not name.startswith("illegal-") for name in names) >= 3
    assert any(name.startswith("illegal-") for name in names)


@pytest.mark.parametrize("game, path", DECKS, ids=lambda value: value.stem if isinstance(value, Path) else value.slug)
def test_a_deck_gets_the_verdict_its_name_promises(game, path):
    reading = read(path.read_text(encoding="utf-8"), cards_of(game.slug), game)
    verdict = judge(reading.deck, game, game.format(reading.deck.format), on=TODAY)
    assert reading.receipt.is_settled
    assert verdict.status == ("illegal" if path.stem.startswith("illegal-") else "legal")
    assert reading.deck.name


# What a game says of itself -------------------------------------------------------------------------------------------


@each_game
def test_a_glossary_explains_every_keyword_of_the_catalog(game):
    printed = {word for card in cards_of(game.slug).cards.values() for word in card.keywords}
    assert [word for word in sorted(printed) if fold(word) not in game.keywords] == []


@each_game
def test_a_glossary_is_complete_in_both_languages_and_names_each_word_once(game):
    spellings = [spelling for word in game.glossary for spelling in {fold(each) for each in (word.key, *word.aliases)}]
    assert len(spellings) == len(set(spellings))
    for word in game.glossary:
        assert all((word.name.en, word.name.hant, word.text.en, word.text.hant)), word.key


@each_game
def test_every_label_can_be_read_in_english_and_chinese(game):
    labels = list(texts(game))
    assert len(labels) > 10
    assert [label for label in labels if not (label.en and label.hant)] == []


def texts(value: object) -> Iterator[Text]:
    """Every label in a game, a zone, an attribute …"""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from texts(getattr(value, each.name))


@each_game
def test_slugs_and_names_are_said_once(game):
    for things in (game.zones, game.formats):
        slugs = [thing.slug for thing in things]
        assert len(slugs) == len(set(slugs))
    names = [attribute.name for attribute in game.attributes]
    assert len(names) == len(set(names))
    assert len({game.slug for game in GAMES}) == len(GAMES)


@each_game
def test_what_a_game_names_is_there(game):
    kinds = {choice.value for choice in game.kinds}
    assert kinds - {kind for zone in game.zones for kind in zone.kinds} <= {"token"}  # which no deck holds
    assert {kind for zone in game.zones for kind in zone.kinds} <= kinds
    assert {kind for attribute in game.attributes for kind in attribute.kinds} <= kinds
    assert {*game.identity, *game.order, *(each.attribute for each in game.declarations)} <= set(game.fields)
    assert {name for each in game.formats for rule in each.constraints for name in rule.needs} <= set(game.fields)


@each_game
def test_every_constraint_names_its_paragraph_and_its_codes(game):
    """A paragraph that RULES.md names too, so that a player finds it."""
    rules = (game.folder / "RULES.md").read_text(encoding="utf-8")
    for each in game.formats:
        for constraint in each.constraints:
            assert constraint.codes
            assert constraint.rule
            assert constraint.rule in rules, constraint.rule


@each_game
def test_an_identity_is_what_the_copies_of_a_card_are_counted_by(game):
    """Cards of one key are one card for every rule: their printings agree on what rules compare."""
    for card in cards_of(game.slug).cards.values():
        assert identify(card.name) in card.key.split("|")


# Who may know whom ----------------------------------------------------------------------------------------------------


def imported_by(code: str) -> set[str]:
    """The top-level packages that a new Python has loaded after running this."""
    program = f"{code}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.split())


JUDGING = """
from datetime import date
from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.decklists.parsing import read
from games.engine.rules.legality import judge
from games.registry import GAMES
for game in GAMES:
    deck = read(next((game.folder / "decks").glob("*.txt")).read_text(encoding="utf-8"), load_catalog(game), game).deck
    judge(deck, game, game.formats[0], on=date(2026, 11, 21))
"""


@pytest.mark.slow
def test_reading_and_judging_decks_needs_no_web_framework():
    assert not imported_by(JUDGING) & {"django", "celery", "rest_framework", "deckbuilder", "numpy", "numba"}


def hidden_texts(source: str) -> list[int]:
    """The lines where a text to translate stands within an f-string, where the collector does not look."""
    formatted = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    calls = [node for each in formatted for node in ast.walk(each) if isinstance(node, ast.Call)]
    return [node.lineno for node in calls if isinstance(node.func, ast.Name) and node.func.id in COLLECTED]


@pytest.mark.slow
def test_every_text_to_translate_can_be_collected():
    assert hidden_texts('f"<b>{_(1)}</b>"') == [1]
    files = [path for folder in ("deckbuilder", "games") for path in (ROOT / folder).rglob("*.py")]
    assert {path.name: lines for path in files if (lines := hidden_texts(path.read_text(encoding="utf-8")))} == {}


# The words of the code ------------------------------------------------------------------------------------------------


def test_the_glossary_is_short_and_leads_to_files_that_are_there():
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M)[
        1:
    ]
    paths = [path for _, where in rows for path in re.findall(r"`([^`]+/[^`]*)`", where)]
    assert 20 < len(rows) <= 55
    assert len({word for word, _ in rows}) == len(rows)
    assert [path for path in paths if not list(ROOT.glob(path.replace("<game>", "*").rstrip("/")))] == []


def test_decisions_are_listed_and_name_files_that_are_there():
    folder = ROOT / "docs" / "decisions"
    records = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("0*.md"))}
    assert re.findall(r"\((0.*?\.md)\)", (folder / "README.md").read_text("utf-8")) == list(records)
    paths = [path for text in records.values() for path in re.findall(r"`([\w.-]+/[\w./-]*)`", text)]
    assert [path for path in paths if not (ROOT / path).exists() and path != "var/"] == []


# HTTP -----------------------------------------------------------------------------------------------------------------

ANSWERS = re.compile(r"(.*_)?views|api(_.*)?|middleware|errors|error_views|monitoring")
"""The modules that make answers, by name. Services and selectors raise NotFoundError."""


def test_only_what_answers_requests_speaks_of_http_404():
    modules = (ROOT / "deckbuilder").rglob("*.py")
    found = [each for each in modules if re.search(r"Http404|get_object_or_404", each.read_text(encoding="utf-8"))]
    assert found, "the pattern finds nothing any more"
    assert [str(each) for each in found if not ANSWERS.fullmatch(each.stem)] == []
