"""What the site writes for people and other programs, it reads as the same deck."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.reading.decklists.parsing import read, read_csv, read_json, write_csv, write_json, write_text
from games.engine.reading.list_forms.reading import convert
from games.engine.reading.list_forms.sharing import write_bbcode, write_markdown, write_plain
from games.registry import GAMES, get
from tests.games.examples import catalog
from tests.games.random_decks import legal_so_far

READERS = {"txt": read, "csv": read_csv, "json": read_json}
FORMATS = [(game.slug, each.slug) for game in GAMES for each in game.formats]
LANGUAGES = ("en", "zh-hant", "zh-hans", "ja")
WRITERS = {"plain": write_plain, "md": write_markdown, "bbcode": write_bbcode}
OWN = {"txt": write_text, "csv": write_csv, "json": write_json}


def read_back(text, slug, ending=""):
    converted, form = convert(text, ending)
    return READERS[form](converted, catalog(slug), None, {game.slug: game for game in GAMES})


def summary(deck):
    return deck.game, deck.format, deck.name, dict(deck.declarations), deck.fingerprint


@pytest.mark.parametrize("slug, format", FORMATS)
@settings(max_examples=8)
@given(data=st.data())
def test_a_legal_deck_in_every_form_reads_back_as_the_same_deck(slug, format, data):
    deck, game = data.draw(legal_so_far(slug, format)), get(slug)
    shared = catalog(slug).shared_names
    texts = {form: write(deck, game, shared) for form, write in OWN.items()}
    language = data.draw(st.sampled_from(LANGUAGES))
    texts |= {form: write(deck, game, shared, language) for form, write in WRITERS.items()}
    for form, text in texts.items():
        reading = read_back(text, slug, form if form == "csv" else "")
        assert reading.receipt.is_settled, text
        assert summary(reading.deck) == summary(deck), text
        assert not [line for line in reading.receipt.lines if "count-differs" in line.notes], text
