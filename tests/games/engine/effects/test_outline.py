"""What a card does and when, as searches ask for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.engine.effects.outline import outline
from games.engine.effects.writing import write_clause
from games.engine.model.cards import SAMPLE, Card
from games.engine.reading.search.query import QueryError, matches, parse, unparse
from tests.games.engine.effects.trees import cells

GAME = registry.get("xing-ling-wang")


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
@given(st.data())
def test_it_is_the_verbs_and_the_triggers_of_the_tree(game, data):
    clauses = data.draw(cells(game.effects))
    read = outline(tuple(map(write_clause, clauses)))
    facts = {clause.trigger for clause in clauses if not clause.items}
    assert set(read.verbs) == facts | {action.verb for clause in clauses for action in clause.actions}
    assert set(read.triggers) == {clause.trigger for clause in clauses if clause.items}
    assert len(read.verbs) == len(set(read.verbs))


@given(st.lists(st.text(max_size=30)).map(tuple))
def test_any_text_has_one(effects):
    outline(effects)


def finds(query, *effects, **facts):
    return matches(parse(query, GAME), Card("a", "a", "unit", effects=effects, **facts))


@pytest.mark.parametrize(
    ("text", "effects", "found"),
    [
        ("does:draw", ("draw:1",), True),
        ("does:draw", ("played: search 1 (name=「a: draw 1」)",), False),
        ("does:draw", ("main: if count(hand)<2 and library>=1: may turn self then draw 1",), True),
        ("does:turn when:main", ("main: may turn self",), True),
        ("when:entered", ("draw:1",), False),
        ("when:enter", ("entered: draw 1",), True),
        ("when:sacrificed", ("sacrificed(board other): draw 1",), True),
        ("does:nothing", ("nothing",), True),
        ("does:worth", ("worth 1/2",), True),
        ("does!=draw", ("draw:1", "end: recover self"), False),
        ("-does:draw", ("end: recover self",), True),
        ("does:unread", (), True),
        ("does:unread", ("nothing",), False),
        ("does:unread", ("draw:1", "unread"), True),
        ("when:*", ("nothing",), False),
        ("作用:draw 觸發:played", ("draw:1",), True),
    ],
)
def test_a_card_is_found_by_what_it_does_and_when(text, effects, found):
    assert finds(text, *effects) is found


def test_an_invented_card_without_a_text_does_nothing():
    assert finds("does:nothing", set=SAMPLE)
    assert finds("does:unread", set=SAMPLE, text="Draw.")


def test_a_beginning_stands_for_the_only_word_that_begins_so():
    assert parse("when:enter", GAME) == parse("when:entered", GAME)
    assert unparse(parse("when:enter", GAME)) == "when:entered"
    for text in ("when:show", "does:burn", "kind:spel"):
        with pytest.raises(QueryError, match="is not a value"):
            parse(text, GAME)
