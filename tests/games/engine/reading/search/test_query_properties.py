"""What holds of every text that is given as a search."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from games.engine.reading.search.query import SENTENCES, QueryError, Word, fields_of, matches, parse, quote, unparse
from games.engine.texts.writing import fold
from tests.games.engine.small_game import CARDS, GAME, card

FIELDS = (
    *("name", "卡名", "race", "kind", "種類", "colours", "keywords"),
    *("cost", "費用", "attack", "攻", "stars", "fair", "released"),
)
OPS = (":", "：", "=", "!=", "≠", "<", "<=", ">", "≥", ":>=", " = ")
VALUES = (
    *(
        "獸人",
        "unit",
        "魔法",
        "紅",
        "pierce",
        "串穿",
        "是",
        "no",
        "or",
        "a.b",
        "o'x",
        "e.g:=x",
        '"a  b"',
        '「x"y」',
        "「」",
    ),
    *("3", "-2", "２..4", "1～", "3.25", "-", "*", '"*"', "2024", "2024-02", "2024-2-9", "2023..2024-01-15"),
)
WORDS = ("獸人", "a", "OR", "or", "或", "*", '"or"', '"*"', "『「x」』", '"a b"', "R-1", "x!", "蕓", "ß", "e\u0301")
MARKS = '()（）"「」『』-*:=<>!≤或or 3.~\0\ud800獸cost'

terms = st.one_of(
    st.sampled_from(WORDS),
    st.builds("{}{}{}".format, *map(st.sampled_from, (FIELDS, OPS, VALUES))),
    st.text(min_size=1, max_size=4),
)
searches = st.recursive(
    terms,
    lambda inner: st.one_of(
        inner.map("-{}".format),
        inner.map("({})".format),
        inner.map("（{}）".format),
        st.lists(inner, min_size=2, max_size=3).map(" ".join),
        st.lists(inner, min_size=2, max_size=3).map(" or ".join),
    ),
    max_leaves=12,
)
noise = st.text(st.sampled_from(MARKS) | st.characters(exclude_categories=()), max_size=60)


def read(text, longest=10_000):
    """The tree, or what is wrong with the text."""
    try:
        return parse(text, GAME, longest=longest)
    except QueryError as error:
        return error


@given(searches | noise)
@example("-" * 400)
@example("(" * 500)
@example("-(a " * 100)
@example('"' * 499)
@example("a" * 501)
def test_a_text_is_a_search_or_a_mistake_with_a_place(text):
    result = read(text, longest=500)
    if isinstance(result, QueryError):
        assert result.code in SENTENCES
        assert 0 <= result.position <= result.position + result.length <= len(text)
        assert str(result)
    else:
        assert fields_of(result) <= set(GAME.fields)
        assert {matches(result, each) for each in CARDS} <= {True, False}


@given(searches | noise)
@example("-(" * 19 + "cost:1..2" + ")" * 19)
@example("-(" * 19 + "a released!=2024" + ")" * 19)
@example('『「"」』')
def test_a_tree_is_written_as_a_search_for_the_same_tree(text):
    tree = read(text)
    assume(not isinstance(tree, QueryError))
    assert read(unparse(tree)) == tree


@pytest.mark.slow
@given(searches, searches)
def test_not_and_or_mean_what_they_say(one, other):
    trees = [read(text) for text in (one, other, f"-({one})", f"({one}) ({other})", f"({one}) or ({other})")]
    assume(not any(isinstance(tree, QueryError) for tree in trees))
    for each in CARDS:
        first, second, *rest = (matches(tree, each) for tree in trees)
        assert rest == [not first, first and second, first or second]


@given(st.text("獸人or-:*()\"'「」 aB３滬", min_size=1), st.data())
def test_a_quoted_part_of_a_name_finds_it(name, data):
    start = data.draw(st.integers(0, len(name) - 1))
    part = name[start : data.draw(st.integers(start + 1, len(name)))]
    assume(fold(part))
    assert matches(read(quote(part)), card(name))


@given(st.text('a「」"『』“ 雪', min_size=1))
def test_quote_keeps_a_text_one_word(text):
    assume(fold(text))
    assert read(quote(text)) == Word(fold(text))
