"""Reading a situation: from texts and cards, with every mistake named and nothing altered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.model.battle_situation import Situation
from games.engine.model.cards import DASH, Card
from games.engine.reading.battle_reading import PROBLEMS, read
from games.registry import GAMES, get
from tests.games.battles import battle_of, reading

STAR, ZERO, ECHO = "xing-ling-wang", "zero-dimension", "echo-of-legends"


def mistakes(slug: str, text: str) -> list[tuple[str, str]]:
    return [(each.code, each.name) for each in reading(slug, text).mistakes]


MISTAKES = [
    (STAR, "", [("missing", "attacker.attack")]),
    (STAR, "attacker.attack=x", [("not-a-number", "attacker.attack")]),
    (STAR, "attacker.attack=1.5", [("not-a-number", "attacker.attack")]),
    (STAR, "attacker.attack=1000000000000", [("not-a-number", "attacker.attack")]),
    (STAR, "attacker.attack=100", [("out-of-range", "attacker.attack")]),
    (STAR, "attacker.attack=-100", [("out-of-range", "attacker.attack")]),
    (STAR, "attacker.attack=1,2", [("repeated", "attacker.attack")]),
    (STAR, "attacker.attack=1 attacker.score=-", [("not-a-number", "attacker.score")]),
    (STAR, "attacker.attack=1 aim=side", [("unknown-value", "aim")]),
    (STAR, "attacker.attack=1 attacker.traits=pierce,wings", [("unknown-value", "attacker.traits")]),
    (STAR, "attacker.atack=1", [("unknown-field", "attacker.atack"), ("missing", "attacker.attack")]),
    (STAR, "attacker.attack=1 front.score=2", [("missing", "front.attack")]),
    (ZERO, "attacker.attack=-1", [("out-of-range", "attacker.attack")]),
    (ECHO, "attacker.attack=1 defender.attack=2", [("missing", "defender.attribute")]),
]


@pytest.mark.parametrize("slug, text, named", MISTAKES)
def test_a_mistake_is_named_with_its_place(slug, text, named):
    assert mistakes(slug, text) == named


def test_a_mistake_says_what_there_is():
    (range_,) = reading(STAR, "attacker.attack=100").mistakes
    assert range_.params == {"value": "100", "min": -99, "max": 99}
    (choice,) = reading(STAR, "attacker.attack=1 aim=side").mistakes
    assert choice.params == {"value": "side", "choices": ("front", "back")}


@pytest.mark.parametrize(
    "text, value", [("３", 3), ("+3", 3), ("−3", -3), ("-", DASH), ("–", DASH), ("－", DASH), ("007", 7)]
)
def test_numbers_are_read_as_people_type_them(text, value):
    assert reading(STAR, f"attacker.attack={text}").situation.values["attacker.attack"] == value


def test_nobody_stands_where_nothing_is_said():
    found = reading(STAR, "attacker.attack=1 front.attack= front.attack_change=0 front.traits=").situation
    assert found.absent == {"front", "back"}
    assert reading(STAR, "attacker.attack=1 front.traits=block").situation.absent == {"back"}


def test_who_blocks_needs_no_attack():
    assert mistakes(STAR, "attacker.attack=1 front.traits=block") == []


CAT = Card("cat", "夜貓", "unit", {"attack": 3, "score": 2}, text="貫穿。我方單位具有劇毒。", keywords=("貫穿", "劇毒"))
WALL = Card("wall", "石牆", "unit", {"attack": DASH, "score": 4}, keywords=("阻檔",))
SPELL = Card("spell", "光", "spell", {"mana": 1})
LINKED = Card(
    "crew", "船员", "character", {"attack": 1000, "defence": 1000}, text="战斗连协『航海士』。", keywords=("战斗连协",)
)
BARE = Card("bare", "无", "character", {"attack": 123456})


def filled(slug: str, side: str, card: Card, text: str = "") -> Situation:
    given = {name: value.split(",") for name, _, value in (each.partition("=") for each in text.split())}
    return read(get(slug), given, {side: card}).situation


def test_a_card_fills_in_its_numbers_and_its_own_keywords():
    known = filled(STAR, "attacker", CAT).values
    assert (known["attacker.attack"], known["attacker.score"]) == (3, 2)
    assert known["attacker.traits"] == {"pierce"}


def test_a_dash_and_another_spelling_are_understood():
    known = filled(STAR, "front", WALL)
    assert known.is_dash("front.attack")
    assert known.has("front.traits", "block")
    assert known.absent == {"back"}


def test_a_keyword_may_name_what_it_is_about():
    assert filled(ZERO, "attacker", LINKED).values["attacker.link"] == 1


def test_what_is_said_counts_more_than_the_card():
    known = filled(STAR, "attacker", CAT, "attacker.attack=9 attacker.traits=").values
    assert (known["attacker.attack"], known["attacker.score"], known["attacker.traits"]) == (9, 2, frozenset())


def test_a_blank_number_is_the_cards():
    assert filled(STAR, "attacker", CAT, "attacker.attack=").values["attacker.attack"] == 3


def test_a_card_of_another_kind_cannot_stand_there():
    found = read(get(STAR), {}, {"attacker": SPELL})
    assert [each.code for each in found.mistakes] == ["wrong-kind", "missing"]


def test_a_number_a_card_has_beyond_the_bounds_has_to_be_said():
    found = read(get(ZERO), {}, {"attacker": BARE})
    assert [(each.code, each.name) for each in found.mistakes] == [("missing", "attacker.attack")]


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game.slug for game in GAMES if game.battle])
@given(data=st.data())
def test_whatever_is_sent_is_read_or_named(slug, data):
    battle = battle_of(slug)
    names = st.one_of(st.sampled_from([*battle.names()]), st.text(max_size=12))
    texts = st.one_of(st.text(max_size=9), st.integers().map(str), st.just("1"))
    given_ = data.draw(st.dictionaries(names, st.lists(texts, min_size=1, max_size=3), max_size=12))
    found = read(get(slug), given_, {})
    assert {each.code for each in found.mistakes} <= set(PROBLEMS)
    wrong = {each.name for each in found.mistakes}
    for name, field in battle.all_fields.items():
        value = found.situation.values[name]
        assert not isinstance(value, int) or field.min <= value <= field.max
        said = [text.strip() for text in given_.get(name, [""])][-1]
        assert (
            not said
            or name in wrong
            or value not in (None, field.default)
            or said == str(field.default)
            or field.type != "choice"
        )
