"""A name in traditional and in simplified characters is one name: rewriting a catalog in the other script changes no
figure of any game, neither of its questions nor of its presets."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import SEATS
from games.engine.model.presets import goals_of
from games.engine.odds.exact import chance
from games.engine.reading.goals import parse
from games.engine.texts.writing import fold, simplify
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.games.test_presets import sample


def texts(card: Card) -> set[str]:
    """What the card is called, and the terms and characters it names."""
    characters = card.get("character_names")
    return {card.name, *card.keywords, *(characters if isinstance(characters, tuple) else ())}


def rewrite(card: Card, texts: set[str]) -> Card:
    """The card with these texts in simplified characters."""

    def write(text: str) -> str:
        return simplify(text) if text in texts else text

    values = {
        name: tuple(map(write, value)) if name == "character_names" and isinstance(value, tuple) else value
        for name, value in card.values.items()
    }
    return replace(card, name=write(card.name), keywords=tuple(map(write, card.keywords)), values=values)


def figures(deck: Deck) -> list[object]:
    """Every figure of every question and preset, from both seats."""
    game = get(deck.game)
    tables = [question.answer(deck, seat) for question in game.questions for seat in SEATS]
    return [
        [(table.columns, sorted(row.values for row in table.rows)) for table in tables],
        [
            chance(parse(text, game), deck, game.opening, turn=preset.turn, seat=seat)
            for seat in SEATS
            for preset, text in goals_of(game.presets, deck, seat)
        ],
    ]


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_writing_names_in_the_other_script_changes_no_figure(slug: str) -> None:
    folder = decks_of(get(slug))
    decks = [deck for path in sorted(folder.glob("*.txt")) if not (deck := sample(slug, path.stem)).unknown]

    @settings(max_examples=15)
    @given(deck=st.sampled_from(decks), data=st.data())
    def holds(deck: Deck, data: st.DataObject) -> None:
        names = sorted({text for _zone, line in deck.all_entries() for text in texts(line.card)})
        chosen = set(data.draw(st.lists(st.sampled_from(names), unique=True)) if data.draw(st.booleans()) else names)
        assume(len({fold(name) for name in names}) == len(names))  # no two of them are joined by simplified writing
        zones = {
            zone: tuple(DeckLine(rewrite(line.card, chosen), line.count, line.code) for line in lines)
            for zone, lines in deck.zones.items()
        }
        assert figures(replace(deck, zones=zones)) == figures(deck)

    holds()
