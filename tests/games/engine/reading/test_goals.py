"""What a text says as a goal, where it says none, and that a goal is written as it is read."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.engine.model.decks import DeckLine
from games.engine.reading.goals import SENTENCES, Condition, Goal, GoalError, groups, parse, unparse
from games.engine.reading.search import query
from tests.games.engine.reading.search.test_query_properties import searches
from tests.games.engine.small_game import BARE, CARDS, GAME, ORC, WALL

rather = settings(max_examples=200)


def bounds(text):
    """Low and high of every condition, clause by clause."""
    return [[(each.low, each.high) for each in clause] for clause in parse(text, GAME).clauses]


def error(text, **how):
    with pytest.raises(GoalError) as caught:
        parse(text, GAME, **how)
    return caught.value


def read(text):
    """The goal, or what is wrong with the text."""
    try:
        return parse(text, GAME, longest=10_000)
    except GoalError as found:
        return found


# What is understood ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "count, low, high",
    [
        (">=2", 2, None),
        ("<=1", 0, 1),
        ("=0", 0, 0),
        ("=3", 3, 3),
        (">1", 2, None),
        ("<3", 0, 2),
        ("2..3", 2, 3),
        ("=2~3", 2, 3),
        ("≥2", 2, None),
        ("≤ 1", 0, 1),
        ("≧２", 2, None),
        ("＞＝２", 2, None),
        ("＝０", 0, 0),
        (">=999", 999, None),
    ],
)
def test_counts(count, low, high):
    assert bounds(f"{count} of (kind:unit)") == [[(low, high)]]


def test_or_parts_clauses_and_joins_conditions():
    text = ">=1 of (kind:unit cost:0) and <=2 of (kind:spell) or >=3 of (race:中立)"
    assert bounds(text) == [[(1, None), (0, 2)], [(3, None)]]


@pytest.mark.parametrize(
    "text", ["＞＝１ ＯＦ（種類：單位）且≤2of(魔法) 或 =0 of（*）", ">=1 of (kind:unit) AND <=2 of (魔法) Or =0 of (*)"]
)
def test_chinese_marks_and_words_are_the_same(text):
    assert unparse(parse(text, GAME)) == ">=1 of (kind:unit) and <=2 of (魔法) or =0 of (*)"


@pytest.mark.parametrize("cards", ['(name:"a) and" or "b or (c")', "((獸人 or 石牆) -(cost:3))", "(「)」 and)", "(of)"])
def test_cards_may_hold_brackets_quotes_and_the_words_of_goals(cards):
    (condition,) = parse(f">=1 of {cards}", GAME).conditions
    assert condition.query == query.parse(cards[1:-1], GAME)
    assert condition.text == cards[1:-1]


# What is not ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, code, position, length",
    [
        ("", "missing-count", 0, 0),
        ("  ", "missing-count", 2, 0),
        ("of (a)", "missing-count", 0, 2),
        ("(>=2 of (a))", "missing-count", 0, 1),
        (">=2 of (a) and", "missing-count", 14, 0),
        (">=2 of (a) or or =1 of (b)", "missing-count", 14, 2),
        ("2 of (a)", "bare-count", 0, 1),
        ("many of (a)", "bad-count", 0, 4),
        ("!=2 of (a)", "bad-count", 0, 3),
        (">= of (a)", "bad-count", 0, 2),
        (">=1000 of (a)", "bad-count", 0, 6),
        (">999 of (a)", "bad-count", 0, 4),
        (">=-1 of (a)", "bad-count", 0, 4),
        (">=1.5 of (a)", "bad-count", 0, 5),
        ("<0 of (a)", "impossible-count", 0, 2),
        ("=1 of (a) and 3..2 of (a)", "impossible-count", 14, 4),
        (">=2 (a)", "missing-of", 4, 1),
        (">=2", "missing-of", 3, 0),
        (">=2 of", "missing-cards", 6, 0),
        (">=2 of kind:unit", "missing-cards", 7, 9),
        (">=2 of (a) >=1 of (b)", "missing-joint", 11, 3),
        (">=2 of (a))", "missing-joint", 10, 1),
        (">=2 of (a) andy", "missing-joint", 11, 4),
        # What is wrong with the search stands where it stands in the goal.
        (">=2 of ()", "missing-term", 8, 1),
        (">=2 of (a", "unclosed-bracket", 7, 1),
        ('=1 of (a) and >=2 of (name:"a)', "unclosed-quote", 27, 1),
        (">=1 of (a) and >=1 of (rcae:x)", "unknown-field", 23, 4),
        ("=1 of (kind:unt)", "unknown-value", 12, 3),
        ("=1 of (a\0)", "unreadable", 8, 1),
    ],
)
def test_what_is_wrong_and_where(text, code, position, length):
    found = error(text)
    assert (found.code, found.position, found.length) == (code, position, length)
    assert "{" not in str(found)


def test_a_long_goal_is_told_the_limit():
    found = error(">=1 of (a)", longest=5)
    assert (found.code, found.position, found.length) == ("goal-too-long", 5, 5)
    assert "at most 5 characters" in str(found)


def test_no_code_means_two_things():
    assert not set(SENTENCES) & set(query.SENTENCES)


@given(st.text(st.sampled_from(">=<≥12.~of()and or且或a:\"'＞") | st.characters(), max_size=40))
@rather
def test_any_text_is_a_goal_or_an_error_with_a_place(text):
    found = read(text)
    if isinstance(found, Goal):
        assert found.conditions
    else:
        assert 0 <= found.position <= found.position + found.length <= len(text)
        assert found.code in {**SENTENCES, **query.SENTENCES}
        assert str(found)


# Reading back ---------------------------------------------------------------------------------------------------------

counts = st.sampled_from((">=1", ">2", "<=0", "<3", "=2", "1..3", "0..2", "≥０"))
conditions = st.builds("{} of ({})".format, counts, searches)
clauses = st.lists(conditions, min_size=1, max_size=3).map(" and ".join)


@pytest.mark.slow
@given(st.lists(clauses, min_size=1, max_size=3).map(" or ".join))
@rather
def test_a_goal_is_written_as_it_is_read(text):
    found = read(text)
    assume(isinstance(found, Goal))
    assert read(unparse(found)) == found


# What a goal says of cards and hands ----------------------------------------------------------------------------------


def test_groups_say_what_each_card_counts_for():
    goal = parse(">=1 of (kind:unit) and <=0 of (cost:3) or =1 of (kind:unit)", GAME)
    entries = [DeckLine(each, 2) for each in CARDS]
    assert (ORC, WALL, BARE) == CARDS
    assert groups(goal, entries) == ((True, True, True), (True, False, True), (False, False, False))


@pytest.mark.parametrize(
    "counts, met", [((1, 0, 1), True), ((1, 1, 1), True), ((1, 1, 2), False), ((2, 0, 2), True), ((0, 0, 0), False)]
)
def test_one_clause_is_enough_and_needs_all_of_its_conditions(counts, met):
    goal = parse(">=1 of (kind:unit) and <=0 of (cost:3) or =1 of (kind:unit)", GAME)
    assert goal.is_met_by(counts) is met


def test_how_a_search_was_typed_makes_no_other_goal():
    node = query.parse("kind:unit", GAME)
    assert Goal(((Condition(1, None, node, "種類：單位"),),)) == parse(">=1 of (kind:unit)", GAME)


# Exact names ----------------------------------------------------------------------------------------------------------


def test_an_exact_name_goes_before_every_other_reading():
    names = {"a: b": query.Is("name", "=", "a: b"), "c (d)": query.Is("name", "=", "c (d)")}
    looked_up = []

    def exact(texts):
        looked_up.append(set(texts))
        return {text: names[text] for text in texts if text in names}

    goal = parse(">=1 of (a: b) and >=1 of ( 「c (d)」 ) or =0 of (ork)", GAME, exact=exact)
    assert [each.query for each in goal.conditions] == [*names.values(), query.parse("ork", GAME)]
    assert [each.text for each in goal.conditions] == ["a: b", "「c (d)」", "ork"]
    assert len(looked_up) == 3
    assert error(">=1 of (a: b)").code == "unknown-field"
    assert error(">=1 of (a: b x)", exact=exact).code == "unknown-field"
    assert error(">=1 of (ork", exact=exact).code == "unclosed-bracket"
