"""What docs/deck-lists.md says is what reading and writing a deck list does."""

import re
from pathlib import Path

import pytest

from games import registry
from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.decklists.counts import MAX_COUNT
from games.engine.reading.decklists.lines import ERRORS, MAX_BYTES, MAX_LINE, MAX_LINES, MAX_NAME
from games.engine.reading.decklists.parsing import (
    MAX_NEAR,
    read,
    read_csv,
    read_json,
    write_csv,
    write_json,
    write_text,
)
from games.engine.reading.decklists.receipts import NOTES

DOCS = Path(__file__).parents[5] / "docs"
DOCUMENT = (DOCS / "deck-lists.md").read_text(encoding="utf-8")
OF_CODES = (DOCS / "deck-codes.md").read_text(encoding="utf-8")
LINES = re.findall(r"^\| `([^`⇥]*)` \| (\d+) (\S+?)(?:, printing (\S+))? \|$", DOCUMENT, re.MULTILINE)
SEVERAL = re.findall(r"^\| `([^`]*)` \| (\d+ [^,|]+) \|$", DOCUMENT, re.MULTILINE)
SEVERAL = [(line, cards) for line, cards in SEVERAL if "⇥" in line or "+" in cards]
FRAME = re.findall(
    r"^\| `([^`]*)` \| (section|zone|unknown section|total|header)(?: of (\d+) cards)? \|$", DOCUMENT, re.MULTILINE
)
ASKS = re.findall(r"^\| `([^`]*)` \| ambiguous \|$", DOCUMENT, re.MULTILINE)
READ, WRITTEN = re.findall(r"```text\n(.*?)```", DOCUMENT, re.DOTALL)
(CSV,) = re.findall(r"```csv\n(.*?)```", DOCUMENT, re.DOTALL)
(JSON,) = re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)

GAME = registry.get("xing-ling-wang")
CATALOG = load_catalog(GAME, GAME.folder / "catalog")
"""The cards that the site has."""


def test_the_example_is_read():
    found = read(READ, CATALOG, games={GAME.slug: GAME})
    assert found.receipt.is_settled
    assert (found.deck.name, found.deck.format, found.deck.declarations) == (
        "Night parade",
        "standard",
        {"race": "妖怪村莊"},
    )
    assert [(entry.count, entry.card.name, entry.code) for entry in found.deck.zones["main"]] == [
        (1, "貞美子", ""),
        (2, "雨傘妖怪", "SSSR-VLG-0002"),
        (2, "毛線女孩", ""),
    ]


def test_the_example_is_written_in_every_form():
    deck = read(READ.replace("[extra]", "雪男\n[extra]"), CATALOG, GAME).deck
    assert write_text(deck, GAME) == WRITTEN
    assert write_csv(deck, GAME).replace("\r\n", "\n") == CSV
    assert write_json(deck, GAME) == JSON
    for text, reader in ((WRITTEN, read), (CSV, read_csv), (JSON, read_json)):
        assert reader(text, CATALOG, GAME).deck == deck


@pytest.mark.parametrize("line, count, name, code", LINES)
def test_a_line_means_what_the_document_says(line, count, name, code):
    (entry,) = read(line, CATALOG, GAME).deck.zones["main"]
    assert (entry.count, entry.card.name, entry.code) == (int(count), name, code)


@pytest.mark.parametrize("line, cards", SEVERAL)
def test_a_line_means_the_cards_the_document_says(line, cards):
    found = read(line.replace(" ⇥ ", "\t"), CATALOG, GAME)
    assert " + ".join(f"{entry.count} {entry.card.name}" for entry in found.deck.zones["main"]) == cards
    assert found.receipt.is_settled


@pytest.mark.parametrize("line, note, count", FRAME)
def test_a_title_or_total_is_what_the_document_says(line, note, count):
    (first,) = read(line, CATALOG, GAME).receipt.lines
    assert first.notes[0] == note.replace(" ", "-")
    assert first.said == int(count or 0)


@pytest.mark.parametrize("line", ASKS)
def test_a_line_asks_where_the_document_says_so(line):
    (first,) = read(line, CATALOG, GAME).receipt.lines
    assert first.status in ("ambiguous", "unknown")


def test_there_are_lines_of_every_form():
    assert (len(LINES), len(SEVERAL), len(FRAME), len(ASKS)) == (63, 13, 15, 6)


def test_every_note_is_in_the_document():
    said = set(re.findall(r"^\| (\w+) \| `([a-z-]+)` \|", DOCUMENT, re.MULTILINE))
    assert said == {(status, note) for status, notes in NOTES.items() for note in notes}


def test_every_error_is_in_the_document_with_its_parameters():
    said = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", DOCUMENT + OF_CODES, re.MULTILINE)
    params = {code: tuple(re.findall(r"`(\w+)`", text.rpartition("(")[2])) for code, text in said if code in ERRORS}
    assert params == ERRORS


@pytest.mark.parametrize(
    "limit",
    [
        f"{MAX_BYTES // 1024} KiB",
        f"{MAX_LINES:,} lines",
        f"1 to {MAX_COUNT}",
        f"{MAX_LINE} characters",
        f"{MAX_NAME} characters",
        f"first {MAX_NEAR} ",
    ],
)
def test_the_limits_are_those_of_the_document(limit):
    assert limit in DOCUMENT
