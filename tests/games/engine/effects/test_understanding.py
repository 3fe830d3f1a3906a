"""How far a card is played: in the words that its clauses take, and that a goldfish knows."""

from dataclasses import replace

import pytest

from games import registry
from games.engine.effects import vocabulary
from games.engine.effects.reading import read_cell
from games.engine.effects.understanding import GRAMMAR, Feature, features, lacking_words, of_card, of_deck
from games.engine.effects.vocabulary import COMMON, Played, Verb, Word
from games.engine.model.cards import SAMPLE, Card
from games.engine.model.decks import Deck, DeckLine, Unknown
from tests.games.engine.effects.test_reading import CANONICAL

GAME = registry.get("xing-ling-wang")
WORDS = GAME.effects.extend(
    verbs=[Verb("duel", "amount", "fights", alone=False)],
    modes=[Word("attacking", "as the attacker", alone=False)],
    played=vocabulary.WHEN_PLAYED,
)


def card(*effects, name="a", **facts):
    return Card(name, name, "unit", effects=effects, **facts)


@pytest.mark.parametrize(
    ("effects", "state", "unplayed"),
    [
        (("nothing",), "nothing", 0),
        (("sneaked: draw 1", "won: reward 2"), "nothing", 0),
        (("draw:1", "played: draw 1 and score 2; resource 1"), "played", 0),
        (("draw:1", "sneaked: search 1 (kind=unit)"), "played", 0),
        (("draw:1", "end: draw 1"), "partly", 1),
        (("draw:1", "end: destroy 1 (board !mine) then bounce all (grave !mine)"), "played", 0),
        (("draw:1", "end: destroy 1 (board !mine) then draw 1"), "partly", 1),
        (("destroyed(board !mine): draw 1", "end attacking: draw 1"), "nothing", 0),
        (("start: cost 1 for (hand !mine)", "start: score 1 to (board !mine)", "start: duel 1"), "nothing", 0),
        (("played: may draw 1", "decline"), "partly", 2),
        ((), "blank", 0),
        (("unread",), "blank", 0),
        (("draw:1", "unread"), "partly", 1),
        (("words that nobody knows any more",), "blank", 0),
    ],
)
def test_a_card_is_played_as_far_as_its_clauses_are(effects, state, unplayed):
    understanding = of_card(card(*effects), WORDS)
    assert (understanding.state, len(understanding.unplayed)) == (state, unplayed)
    assert understanding.is_faithful is (state in ("nothing", "played"))
    assert understanding.is_played_as_blank is (state == "blank" or unplayed == 2)


def test_only_an_invented_card_without_a_text_is_plain_by_itself():
    assert of_card(card(set=SAMPLE), WORDS).state == "nothing"
    assert of_card(card(set=SAMPLE, text="Draw a card."), WORDS).state == "blank"
    assert of_card(card(set="S1"), WORDS).state == "blank"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw:1", ["triggers played", "verbs draw"]),
        ("decline", ["facts decline"]),
        ("nothing", []),
        (
            "sacrificed(board other) in hand once: may summon self",
            ["others sacrificed", "places hand", "grammar once", "zones board", "flags other"],
        ),
        ("played: reward half(count(hand))", ["grammar half", "grammar count", "verbs reward"]),
        (
            "while in hand: cost -3*count(board type!=a) for self",
            ["grammar *", "grammar !=", "grammar for", "keys type"],
        ),
        ("played: show 0..3 from top", ["grammar range", "positions top", "grammar from"]),
        ("played: look 2 from deck", ["zones deck"]),
        (
            "end: if self is turned and reward>=2: draw 1 or destroy all (kidnapped by that)",
            ["grammar is", "counters reward"],
        ),
        ("while: forbid finish", ["operands finish"]),
        ("while: type 虛擬 to (board)", ["grammar to", "zones board"]),
    ],
)
def test_a_clause_takes_words_of_many_kinds(text, words):
    (clause,) = read_cell(text, WORDS)
    assert {tuple(each.split(" ", 1)) for each in words} <= set(features(clause, WORDS))
    if not words:
        assert not list(features(clause, WORDS))


def test_every_kind_of_word_is_one_that_a_goldfish_can_declare():
    clauses = [clause for cell in CANONICAL for clause in read_cell(cell, WORDS)]
    words = {feature for clause in clauses for feature in features(clause, WORDS)}
    assert {each.kind for each in words} == set(Played._fields) - {"refusal"}
    assert {each.word for each in words if each.kind == "grammar"} <= GRAMMAR.keys()
    known = {kind: frozenset(each.word for each in words if each.kind == kind) for kind in Played._fields}
    everything = WORDS.extend(played=Played(**known | {"refusal": None}))
    assert not [clause for clause in clauses if lacking_words(clause, everything)]


def test_a_goldfish_may_refuse_a_clause_all_of_whose_words_it_knows():
    played = COMMON.played._replace(refusal=lambda clause: ("and",) if len(list(clause.steps)) > 1 else ())
    words = COMMON.extend(played=played)
    assert of_card(card("played: draw 1 and score 1"), words).unplayed[0].lacks == (Feature("grammar", "and"),)
    assert of_card(card("played: draw 1"), words).state == "played"


def test_what_comes_to_the_enemy_s_side_does_nothing_without_one():
    assert of_card(card("guest|played: token 1 to enemy"), WORDS).state == "nothing"
    assert of_card(card("played: give self to enemy"), WORDS).alone


def test_a_deck_counts_copies_and_names_what_is_not_played_faithful():
    plain, drawing, late, unread = (
        card("nothing"),
        card("draw:1", name="b"),
        card("end: draw 1", name="c"),
        card(name="d"),
    )
    zones = {"main": tuple(DeckLine(each, n) for n, each in enumerate((plain, drawing, late, unread), 1))}
    deck = Deck(GAME.slug, zones | {"extra": (DeckLine(card(name="e"), 1),)}, unknown=(Unknown("main", "x", 2),))
    game = replace(GAME, effects=WORDS)
    understanding = of_deck(deck, game)
    assert understanding.counts == {"nothing": 1, "played": 2, "partly": 3, "blank": 6}
    assert (understanding.faithful, understanding.total) == (3, 12)
    assert [(each.card, each.copies) for each in understanding.lacking] == [(late, 3), (unread, 4)]
