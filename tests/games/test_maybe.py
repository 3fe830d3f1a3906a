"""The maybe-board of every game: part of a list, and of nothing that is said of the deck."""

import json
from itertools import islice

import pytest

from games.engine.model.decks import MAYBE, Deck, DeckLine, Unknown
from games.engine.odds.exact import chance
from games.engine.play.trials.sampling import cards_of
from games.engine.reading.decklists.answers import DROP, Answer, leave_maybe, resolve_lines
from games.engine.reading.decklists.parsing import read, read_csv, read_json, write_csv, write_json, write_text
from games.engine.reading.goals import parse
from games.engine.rules.legality import fits, judge, meters
from games.registry import GAMES, get
from tests.games.examples import TODAY, catalog, example, paths

FORMS = {"txt": (write_text, read), "csv": (write_csv, read_csv), "json": (write_json, read_json)}
NAMES = ("maybe", "Maybeboard", "Considering", "候補", "候选", "備選", "备选", "検討中")

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def boards(game):
    """Decks of a game, legal and not, each alone and with every card there is on its maybe-board."""
    lines = tuple(DeckLine(card, 7) for card in catalog(game.slug).cards.values())
    lost = Unknown(MAYBE, "No such card", 2)
    for path in paths(game.slug):
        deck = example(path).deck
        yield deck, deck.with_sections({**deck.zones, MAYBE: lines}, (*deck.unknown, lost))


@each_game
def test_no_zone_has_its_name(game):
    assert MAYBE not in [zone.slug for zone in game.zones]
    assert game.sections == (*game.zones, game.maybe)
    with pytest.raises(ValueError, match="no zone"):
        Deck(game.slug, {MAYBE: ()})


@each_game
def test_nothing_said_of_a_deck_depends_on_it(game):
    for bare, deck in boards(game):
        assert deck.maybe
        for format in game.formats:
            assert judge(deck, game, format, on=TODAY) == judge(bare, game, format, on=TODAY)
            assert meters(deck, format) == meters(bare, format)
        assert deck.fingerprint == bare.fingerprint
        assert game.size(deck) == game.size(bare)
        assert list(deck.all_entries()) == list(bare.all_entries())
        assert cards_of(deck, game) == cards_of(bare, game)
        assert [each.text(deck) for each in game.presets] == [each.text(bare) for each in game.presets]
        assert deck.without_maybe == bare


@each_game
def test_which_cards_still_fit_does_not_depend_on_it(game):
    bare, deck = next(boards(game))
    for zone in game.zones:
        admissions = [fits(each, game, game.formats[0], zone.slug, on=TODAY) for each in (bare, deck)]
        assert admissions[0].query == admissions[1].query
        for card in catalog(game.slug).cards.values():
            assert admissions[0].open_to(card) == admissions[1].open_to(card)


@each_game
def test_the_odds_do_not_depend_on_it(game):
    bare, deck = next(pair for pair in boards(game) if not pair[0].unknown)
    goals = [text for each in game.presets if (text := each.text(bare))]
    for text in goals[:2]:
        goal = parse(text, game)
        assert chance(goal, deck, game.opening) == chance(goal, bare, game.opening)


@pytest.mark.parametrize("form", FORMS)
@each_game
def test_a_list_keeps_it(game, form):
    write, reader = FORMS[form]
    own = catalog(game.slug)
    for bare, deck in islice(boards(game), 3):
        back, plain = (reader(write(each, game, own.shared_names), own, game).deck for each in (deck, bare))
        assert [(line.card.key, line.count) for line in back.maybe] == [(line.card.key, 7) for line in deck.maybe]
        assert [(line.zone, line.text, line.count) for line in back.maybe_unknown] == [(MAYBE, "No such card", 2)]
        assert back.without_maybe == plain


@each_game
def test_it_stands_behind_the_deck(game):
    _bare, deck = next(boards(game))
    heads = [line for line in write_text(deck, game).splitlines() if line.startswith("[")]
    assert heads[-1] == f"[{MAYBE}]"
    assert list(json.loads(write_json(deck, game))["zones"])[-1] == MAYBE
    assert write_csv(deck, game).splitlines()[-1].startswith(f"{MAYBE},")


@pytest.mark.parametrize("title", NAMES)
@each_game
def test_people_call_it_many_things(game, title):
    own = catalog(game.slug)
    card = next(iter(own.cards.values()))
    line = f"2x {card.name} ({card.codes[0]})"
    for text in (
        f"{line}\n[{title}]\n{line}",
        f"{line}\n{title}:\n{line}",
        f"{line}\n// 1\n=== {title} (2) ===\n{line}",
    ):
        deck = read(text, own, game).deck
        assert [entry.count for entry in deck.maybe] == [2], text
        assert deck.without_maybe == read(line, own, game).deck
    rows = f"zone,quantity,name,code\n{title},2,{card.name},{card.codes[0]}\n"
    assert read_csv(rows, own, game).deck.maybe == (DeckLine(card, 2, deck.maybe[0].code),)
    body = {"zones": {title: [{"quantity": 2, "code": card.codes[0]}]}}
    assert [entry.card for entry in read_json(json.dumps(body), own, game).deck.maybe] == [card]


@each_game
def test_any_card_may_stand_there(game):
    own = catalog(game.slug)
    text = "\n".join(["[maybe]", *(f"1x {card.name} ({card.codes[0]})" for card in own.cards.values())])
    deck = read(text, own, game).deck
    assert [entry.card for entry in deck.maybe] == list(own.cards.values())


def test_it_declares_nothing():
    game, own = get("xing-ling-wang"), catalog("xing-ling-wang")
    named = next(card for card in own.cards.values() if str(card.get("race") or "") not in ("", "中立"))
    line = f"1x {named.name} ({named.codes[0]})"
    assert read(line, own, game).receipt.proposed
    assert not read(f"[maybe]\n{line}", own, game).receipt.proposed


def test_its_unknown_lines_are_settled_like_others():
    game, own = get("xing-ling-wang"), catalog("xing-ling-wang")
    first, second = list(own.cards.values())[:2]
    text = "[maybe]\nNo such card\nNor this\n[main]\n2x Nothing of the kind"
    reading = read(text, own, game)
    assert not reading.receipt.is_settled
    assert [line.text for line in reading.deck.unknown] == ["Nothing of the kind"]
    answers = {1: Answer(first.codes[0]), 2: Answer(DROP), 4: Answer(second.codes[0])}
    done = resolve_lines(reading, answers, game, own)
    assert done.receipt.is_settled
    assert [(entry.card, entry.count) for entry in done.deck.maybe] == [(first, 1)]
    assert [(entry.card, entry.count) for entry in done.deck.zones["main"]] == [(second, 2)]


def test_a_receipt_counts_it_apart_and_says_where_it_was_left_out():
    game, own = get("xing-ling-wang"), catalog("xing-ling-wang")
    card = next(iter(own.cards.values()))
    line = f"2x {card.name} ({card.codes[0]})"
    reading = read(f"{line}\n[maybe]\n{line}\nNo such card", own, game)
    told = reading.receipt.as_json()
    assert (told["matched"], told["cards"], told["maybe"]) == (2, 2, 2)
    bare = leave_maybe(reading)
    assert bare.deck == reading.deck.without_maybe
    assert bare.receipt.is_settled
    assert [each["line"] for each in bare.receipt.as_json()["noted"]] == [3, 4]
