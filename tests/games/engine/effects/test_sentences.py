"""Sentences of cards: how statements read in each language, and what all sentences have."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.effects.reading import read_cell
from games.engine.effects.sentences import LANGUAGES, Names, say
from games.engine.effects.sentences.conjugation import continuative, may
from games.engine.effects.sentences.parts import plain
from games.registry import GAMES
from tests.games.engine.effects.speaking import GAME, parts_of, spoken

STATEMENTS = tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8"))["statement"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda each: each["effects"])
def test_a_statement_reads_as_on_a_card(statement, language):
    assert spoken(statement["effects"], language, statement["kind"]) == statement[language]


def test_a_card_that_does_nothing_alone_has_no_sentence():
    assert spoken("nothing", "en") == []


def test_terms_and_names_are_parts_of_their_own():
    (sentence,) = parts_of("played: search 1 (name=鐵鍋廚娘 keyword=偷襲)", "en")
    assert [(part.text, part.term) for part in sentence if part.term] == [("Immediate", "立即"), ("Ambush", "偷襲")]
    assert [(part.text, part.name) for part in sentence if part.name] == [("Iron-Pot Cook", "鐵鍋廚娘")]


def test_a_name_cannot_bring_in_marks_or_slots():
    names = Names(lambda name: "\x02term\x1f破甲\x1f<b>\x03{cards} [x|y]", lambda key, value: value)
    clauses = read_cell("played: search 1 (name=鐵鍋廚娘)", GAME.effects)
    (sentence,) = say(clauses, GAME.effects, GAME.phrases, names, kind="unit", language="en")
    assert [part.term for part in sentence if part.term] == ["立即"]
    assert "term破甲<b>{cards} [x|y]" in plain(sentence)


@pytest.mark.parametrize(
    ("phrase", "stem", "optional"),
    [
        ("手札に戻す", "手札に戻し", "手札に戻してもよい"),
        ("カードを引く", "カードを引き", "カードを引いてもよい"),
        ("捨てる", "捨て", "捨ててもよい"),
        ("破壊する", "破壊し", "破壊してもよい"),
        ("支払う", "支払い", "支払ってもよい"),
    ],
)
def test_japanese_verbs_have_their_forms(phrase, stem, optional):
    assert (continuative(phrase), may(phrase)) == (stem, optional)


# All sentences --------------------------------------------------------------------------------------------------------

PLACES = ("board", "hand", "grave", "deck", "hand/grave", "kidnapped", "field", "shown", "")
TERMS = (
    "kind=unit",
    "race=獸人",
    "type!=人型",
    "keyword=偷襲",
    "other",
    "turned",
    "!token",
    "tribute<=4",
    "score>=3",
    "front",
)
NAMES = ("name=鐵鍋廚娘", "name=月下狐/鐵鍋廚娘", "name~菇", "")
AMOUNTS = ("1", "2", "7", "0..3", "2..4", "any", "all", "count(board kind=unit)", "that", "half(count(hand))")
MOVES = (
    "recover",
    "bounce",
    "revive",
    "summon",
    "play",
    "destroy",
    "remove",
    "shuffle",
    "bury",
    "turn",
    "right",
    "sacrifice",
)
COUNTERS = ("draw", "token", "reward", "discard", "load", "unload", "wraith")
HEADS = (
    "played", "end", "main once", "start in grave", "destroyed", "sacrificed(board other)", "buried(kind=unit) once",
    "won attacking", "returned from grave", "while in hand", "bring",
)  # fmt: skip
TESTS = (
    "reward>=2",
    "self is turned",
    "no(hand)",
    "has(board name=月下狐)",
    "count(grave)>=5",
    "sum(score board)<8",
    "full(beside)",
)


@st.composite
def filters(draw) -> str:
    terms = draw(st.lists(st.sampled_from(TERMS), min_size=1, max_size=3, unique=True))
    return f"({' '.join(filter(None, (draw(st.sampled_from(PLACES)), *terms, draw(st.sampled_from(NAMES)))))})"


@st.composite
def actions(draw) -> str:
    amount = draw(st.sampled_from(AMOUNTS))
    if draw(st.booleans()):
        return f"{draw(st.sampled_from(COUNTERS))} {amount}"
    return f"{draw(st.sampled_from(MOVES))} {amount.replace('that', 'that.score')} {draw(filters())}"


@st.composite
def chains(draw) -> str:
    steps = draw(st.lists(actions(), min_size=1, max_size=3))
    text = draw(st.sampled_from(("", "may "))) + steps[0]
    for step in steps[1:]:
        test = draw(st.sampled_from(("", "", *(f"if {each}: " for each in TESTS))))
        text += f" {draw(st.sampled_from(('then', 'and')))} {test}{draw(st.sampled_from(('', 'may ')))}{step}"
    return text


@st.composite
def cells(draw) -> str:
    test = draw(st.sampled_from(("", *(f"if {each}: " for each in TESTS))))
    body = " or ".join(draw(st.lists(chains(), min_size=1, max_size=2)))
    return f"{draw(st.sampled_from(HEADS))}: {test}{body}"


@given(cells(), st.sampled_from(LANGUAGES), st.sampled_from(("unit", "spell")))
def test_a_sentence_has_every_number_and_name_and_no_gaps(cell, language, kind):
    text = " ".join(spoken(cell, language, kind))
    assert not re.search(r"[{}\[\]\x00-\x1f]|  | [.,]|，，|、、|。。|，。|、。", text), text
    assert text.endswith("." if language == "en" else "。"), text
    for number in set(re.findall(r"(?<![\w.])\d+", cell)) - {"0", "1"}:
        assert number in text, (number, text)
    for name in {"鐵鍋廚娘", "月下狐", "菇"} & set(re.split(r"[=/~ ()]", cell)):
        assert _name(name, language) in text, (name, text)


def _name(name: str, language: str) -> str:
    (sentence,) = parts_of(f"played: search 1 (name={name})", language)
    return next(part.text for part in sentence if part.name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_says_what_all_games_share(game, language):
    names = Names(value=lambda key, value: value)
    cell = "draw:2|resource:1|score:3|played: bounce 1 (board other)"
    said = [
        plain(each)
        for each in say(read_cell(cell, game.effects), game.effects, game.phrases, names, kind="", language=language)
    ]
    assert len(said) == 4
    assert all(said)
    assert not any("{" in each for each in said)
