"""Lists in the layouts in which players publish them: every line is a card, something known, or asked about."""

from pathlib import Path

import pytest

from games.engine.reading.decklists.parsing import decode, read
from games.registry import GAMES, get
from tests.catalogs import decks_of, load_catalog

HERE = Path(__file__).parent / "published"
CATALOGS = {game.slug: load_catalog(game) for game in GAMES}
SAME = {
    "legions-blog.txt": "legions/firework-festival.txt",
    "legions-stars.txt": "legions/firework-festival.txt",
    "legions-counters.txt": "legions/firework-festival.txt",
    "legions-numbers.txt": "legions/firework-festival.txt",
    "legions-tournament.txt": "legions/firework-festival.txt",
    "forum-en.txt": "echo-of-legends/campfire-first-steps.txt",
    "forum-zh-hant.txt": "xing-ling-wang/lantern-parade.txt",
    "chat-zh-hans.txt": "echo-of-legends/campfire-first-steps.txt",
    "spreadsheet-en.tsv": "legions/firework-festival.txt",
    "table-ja.md": "legions/firework-festival.txt",
    "scan-ja.txt": "legions/firework-festival.txt",
    "scan-zh-hant.txt": "xing-ling-wang/lantern-parade.txt",
}
"""Each list and the deck it is of."""

ASKS = {
    "chat-zh-hans.txt": ["焰尾狐小铃x2"],  # two cards of one name
    "forum-en.txt": ["Thanks for reading! What would you cut for a second Bamboo Rocket?"],
}
"""The lines that ask."""

DIFFER = {"spreadsheet-en.tsv": [], "forum-zh-hant.txt": ["■單位 (15)"]}


def published(name):
    return read(
        decode((HERE / name).read_bytes()), lambda game: CATALOGS[game.slug], games={game.slug: game for game in GAMES}
    )


def counts(deck, zone):
    return sorted((entry.card.name, entry.count) for entry in deck.zones.get(zone, ()))


def test_every_list_is_tried():
    assert {path.name for path in HERE.iterdir()} == SAME.keys()


@pytest.mark.parametrize("name", SAME)
def test_a_published_list_is_read_as_the_deck_it_is(name):
    reading = published(name)
    slug, _, file = SAME[name].partition("/")
    path = decks_of(get(slug)) / file
    deck = read(path.read_text(encoding="utf-8"), CATALOGS[reading.deck.game], get(reading.deck.game)).deck
    asked = [line.text for line in reading.receipt.lines if line.status in ("ambiguous", "unknown")]
    assert asked == ASKS.get(name, [])
    assert reading.deck.declarations == deck.declarations
    for zone in deck.zones:
        missing = [
            (choice.name, line.quantity) for line in reading.receipt.of("ambiguous") for choice in line.choices[:1]
        ]
        expected = counts(deck, zone)
        assert sorted(counts(reading.deck, zone) + (missing if zone == "main" else [])) == expected


@pytest.mark.parametrize("name", SAME)
def test_totals_of_a_published_list_are_compared(name):
    differ = [line.text for line in published(name).receipt.lines if "count-differs" in line.notes]
    assert differ == DIFFER.get(name, [])


@pytest.mark.parametrize("name", SAME)
def test_every_line_of_a_published_list_is_in_its_receipt(name):
    text = decode((HERE / name).read_bytes())
    lines = {line.line for line in published(name).receipt.lines}
    assert lines == set(range(1, len(text.split("\n")) + 1))
