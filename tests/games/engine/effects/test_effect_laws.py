"""What holds of every statement, of every text, and of every game's catalog."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from games import registry
from games.engine.effects.reading import read_cell
from games.engine.effects.tokens import MAX_CHARACTERS, MAX_CLAUSES, EffectError
from games.engine.effects.understanding import of_effects
from games.engine.effects.vocabulary import PARTS
from games.engine.effects.writing import write_cell, write_clause
from tests.games.engine.effects.test_reading import CANONICAL
from tests.games.engine.effects.trees import cells
from tests.games.examples import catalog

GAME = registry.get("xing-ling-wang")
WORDS = GAME.effects
FRAGMENTS = (
    *(word for part in PARTS for word in WORDS.names[part]),
    *("if ", "may ", " then ", " and ", " or ", "self", "that", "any", "all", "count(", "sum(", "half(", "until end"),
    *('()/+*|:;,「」=<>~!."- \n'),
    *("..", ">=", "１", "9999", "10000", "：", "｜", "獸人", "\u200b", "\u3000", "ﷺ", "e\u0301", "\ud800", "\0"),
)
texts = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), max_size=20).map("".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=20).map(" ".join),
    st.text(st.characters(exclude_categories=()), max_size=30),
    st.tuples(st.sampled_from(CANONICAL), st.integers(0, 120), st.sampled_from(FRAGMENTS)).map(
        lambda parts: parts[0][: parts[1]] + parts[2] + parts[0][parts[1] :]
    ),
)


@given(cells(WORDS))
def test_a_tree_is_read_from_its_text(clauses):
    text = write_cell(clauses)
    assume(all(len(write_clause(clause)) <= MAX_CHARACTERS for clause in clauses))
    read = read_cell(text, WORDS)
    assert read == clauses
    assert write_cell(read) == text
    assert sum(len(list(clause.steps)) for clause in read) <= 12 * MAX_CLAUSES
    of_effects(tuple(map(write_clause, clauses)), WORDS)


def read(text):
    """The clauses of a text, or what is wrong with it."""
    try:
        return read_cell(text, WORDS)
    except EffectError as error:
        return error


@given(texts)
@example("|" * 1000)
@example("played: draw " + "-" * 500)
def test_any_text_is_read_or_refused_at_a_place_in_it(text):
    found = read(text)
    if isinstance(found, EffectError):
        assert 0 <= found.position <= len(text)
        assert bool(found.choices) != bool(found.bound)
        assert bool(found.limit) == bool(found.bound)
    else:
        canonical = write_cell(found)
        assert read(canonical) == found
        assert write_cell(read(canonical)) == canonical


@given(st.sampled_from(CANONICAL), st.data())
def test_each_choice_of_an_error_leads_on(cell, data):
    """A statement that breaks off could go on with each of the choices: the reader then gets further."""
    cut = data.draw(st.integers(0, len(cell)))
    error = read(f"{cell[:cut]} @")
    assume(error.position == cut + 1)
    choice = data.draw(st.sampled_from(error.choices))
    word = {"[number]": "1", "[value]": "甲", "[end]": ""}.get(choice, choice)
    further = read(f"{cell[:cut]} {word} @" if word else cell[:cut])
    assert not isinstance(further, EffectError) or further.bound or further.position > cut + 1


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_the_cells_of_a_games_cards_are_canonical(game):
    for card in catalog(game.slug).cards.values():
        for text in card.effects:
            assert [*map(write_clause, read_cell(text, game.effects))] == [text]


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_a_game_declares_each_word_once_and_only_words_that_can_be_written(game):
    for part in PARTS:
        names = game.effects.names[part]
        assert len(set(names)) == len(names)
        assert all(name == name.lower() and name.replace("_", "").isalnum() for name in names)
    reserved = {
        "if",
        "has",
        "no",
        "full",
        "is",
        "may",
        "then",
        "and",
        "or",
        "self",
        "any",
        "all",
        "count",
        "sum",
        "half",
    }
    assert not reserved & {name for part in PARTS for name in game.effects.names[part]}
    assert {key.attribute for key in game.effects.keys} - {""} <= game.fields.keys()
    for kind in game.effects.played._fields[:-2]:
        assert isinstance(getattr(game.effects.played, kind), frozenset)
