"""What a violation says besides its code: numbers, cards, paragraph, and the smallest way out."""

from datetime import date
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine, Unknown
from games.engine.model.game import Facts
from games.engine.model.violations import Culprit, DeckChange
from games.engine.rules.constraints import total
from games.engine.rules.legality import judge, meters
from games.engine.texts.text import Text
from games.registry import get
from tests.games.examples import HERE, TODAY, catalog, example


def violation_of(path, code):
    """The violation of that code in an example deck; the first of several."""
    return next(each for each in example(HERE / path).verdict().violations if each.code == code)


def key(slug, code):
    return catalog(slug).by_code(code).key


def test_a_size_says_how_many_there_are_and_should_be():
    size = violation_of("legions/illegal/forty-one.txt", "zone.size")
    assert (size.zone, size.have, size.min, size.max, size.rule) == ("main", 41, 40, 40, "卡牌組成")
    assert size.repair.changes == (DeckChange("trim", "main", count=1),)


def test_a_size_too_small_says_how_many_are_wanted():
    size = violation_of("echo-of-legends/illegal/twenty-nine.txt", "zone.size")
    assert (size.severity, size.have, size.min, size.repair.want, size.repair.changes) == ("incomplete", 29, 30, 1, ())


def test_copies_name_the_card_its_first_number_and_the_limit():
    copies = violation_of("xing-ling-wang/illegal/overload-four.txt", "copies")
    fan = key("xing-ling-wang", "XLW-S057")
    assert copies.cards == (Culprit("滾輪倉獸", "XLW-S057", fan, 4, 3),)
    assert (copies.have, copies.max, copies.rule) == (4, 3, "一.2.1")
    assert copies.repair.changes == (DeckChange("set", "main", fan, 3),)


def test_copies_over_rarities_are_taken_from_the_most_frequent():
    copies = violation_of("echo-of-legends/illegal/three-sr-and-one-ur.txt", "copies")
    assert [(card.code, card.have, card.limit) for card in copies.cards] == [("EOL-S017", 3, 3), ("EOL-S085", 1, 3)]
    assert copies.repair.changes == (DeckChange("set", "main", key("echo-of-legends", "EOL-S017"), 2),)


def test_a_card_in_the_wrong_zone_goes_home():
    kind = violation_of("echo-of-legends/illegal/hero-in-the-deck.txt", "zone.kind")
    hero = key("echo-of-legends", "EOL-S002")
    assert kind.params == {"kind": "hero", "home": "hero"}
    assert kind.repair.changes == (DeckChange("set", "main", hero, 0), DeckChange("set", "hero", hero, 1))


def test_a_card_goes_home_to_the_copies_that_are_there():
    kind = violation_of("echo-of-legends/illegal/a-zone-there-is-not.txt", "zone.kind")
    assert kind.zone == "sideboard"
    assert kind.repair.changes[1] == DeckChange("set", "main", key("echo-of-legends", "EOL-S021"), 2)


def test_a_card_that_its_catalog_binds_where_it_cannot_be_just_goes_out():
    lost = Card("x", "X", "unit", zone="nowhere")
    deck = Deck("xing-ling-wang", {"main": (DeckLine(lost, 1),)})
    game = get("xing-ling-wang")
    kind = next(each for each in judge(deck, game, game.formats[0], on=TODAY).violations if each.code == "zone.kind")
    assert kind.params["home"] == ""
    assert kind.repair.changes == (DeckChange("set", "main", "x", 0),)


def test_the_race_most_cards_have_is_proposed():
    missing = violation_of("xing-ling-wang/illegal/no-race-declared.txt", "declaration.missing")
    assert missing.repair.changes == (DeckChange("declare", key="race", value="妖怪村莊"),)
    assert missing.rule == "一.1"


def test_of_many_strangers_it_is_the_declaration_that_changes():
    strangers = violation_of("xing-ling-wang/illegal/the-wrong-race.txt", "affiliation")
    assert len(strangers.cards) == 17
    assert strangers.repair.changes == (DeckChange("declare", key="race", value="妖怪村莊"),)


def test_of_one_stranger_it_is_the_stranger_that_goes():
    strangers = violation_of("xing-ling-wang/illegal/one-of-another-race.txt", "affiliation")
    assert strangers.params == {"declaration": "race", "value": "妖怪村莊"}
    assert strangers.repair.changes == (DeckChange("set", "main", key("xing-ling-wang", "XLW-S058"), 0),)


def test_a_deck_of_neutral_cards_is_shown_whom_to_add():
    lonely = violation_of("xing-ling-wang/illegal/all-neutral-with-room.txt", "affiliation.missing")
    assert (lonely.severity, lonely.have, lonely.min) == ("incomplete", 0, 1)
    assert (lonely.repair.find, lonely.repair.want) == ('race:"妖怪村莊"', 1)


def test_mana_is_added_up_and_the_lightest_card_that_will_do_goes():
    mana = violation_of("xing-ling-wang/illegal/mana-sixteen-with-copies.txt", "sum.mana")
    assert (mana.have, mana.max, mana.rule) == (16, 15, "一.2.4")
    assert mana.repair.changes == (DeckChange("set", "main", key("xing-ling-wang", "XLW-S093"), 0),)


def test_what_the_catalog_does_not_say_is_named():
    missing = violation_of("xing-ling-wang/illegal/spell-without-mana.txt", "card.data-missing")
    assert missing.params == {"field": "mana"}
    assert [card.code for card in missing.cards] == ["XLW-S095"]


def test_series_are_told_the_most_frequent_first_and_the_others_go():
    mixed = violation_of("zero-dimension/illegal/official-three-series.txt", "series.mixed")
    assert (mixed.have, mixed.max, mixed.params["value"]) == (3, 1, "灯塔之外")
    assert mixed.params["values"] == ("灯塔之外", "坩埚学园", "彗尾列车")
    assert {card.code for card in mixed.cards} == {"ZD-S042", "ZD-S084"}
    assert {change.count for change in mixed.repair.changes} == {0}


def test_a_base_deck_is_put_right_card_by_card():
    base = violation_of("asteriated-grail/illegal/base-150-but-not-these.txt", "base.composition")
    assert (base.have, base.min, base.max, base.rule) == (150, 150, 150, "二.八")
    assert [(card.code, card.have, card.limit) for card in base.cards] == [("AG-B001", 6, 5), ("AG-B002", 4, 5)]
    assert [change.count for change in base.repair.changes] == [5, 5]


def test_the_official_base_deck_is_the_catalog_that_comes_with_the_game():
    game = get("asteriated-grail")
    official = game.zone("base").prefill()
    cards = catalog(game.slug).cards
    assert official == {each: cards[each].get("copies") for each in official}
    assert sum(official.values()) == 150
    of_attacks = {each: count for each, count in official.items() if cards[each].kind == "attack"}
    assert sum(of_attacks.values()) == 111
    by_fate = {fate: sum(n for each, n in official.items() if cards[each].get("fate") == fate) for fate in FATES}
    assert by_fate == dict.fromkeys(FATES, 30)


FATES = ("skill", "chant", "blood", "illusion", "holy")


def test_one_of_a_pair_goes():
    pair = violation_of("asteriated-grail/illegal/lotus-and-templar.txt", "team.exclusive")
    assert {card.name for card in pair.cards} == {"紅蓮騎士", "聖殿騎士"}
    assert len(pair.repair.changes) == 1


def test_a_list_is_named_with_its_version():
    banned = violation_of("xing-ling-wang/illegal/list-later-version.txt", "list.banned")
    assert (banned.source, banned.have, banned.max, banned.rule) == ("Tavern league 2", 1, 0, "")
    assert example(HERE / "xing-ling-wang/illegal/list-later-version.txt").verdict().lists == (("taverns", "2"),)


def test_a_list_takes_no_more_than_it_must():
    limited = violation_of("zero-dimension/illegal/list-limited.txt", "list.limited")
    assert (limited.have, limited.max) == (8, 6)
    assert [change.count for change in limited.repair.changes] == [2]


def test_an_unknown_line_says_what_was_meant_perhaps():
    line = violation_of("echo-of-legends/illegal/ambiguous-line.txt", "card.unknown")
    assert line.cards == (Culprit("焰尾狐小铃", "", "", 1),)
    assert len(line.params["choices"]) == 2
    assert line.repair.changes == (DeckChange("drop", "main", "焰尾狐小铃"),)


def test_the_day_a_card_is_out_is_told():
    early = violation_of("legions/illegal/the-day-before-release.txt", "card.unreleased")
    assert early.params == {"released": "2027-03-01", "on": "2027-02-28"}


def test_advice_names_the_master():
    advice = violation_of("legions/legal/off-colour-minion.txt", "advice.off-colour")
    assert (advice.severity, advice.params) == ("advice", {"master": "灯台守ミオリ"})


def test_meters_are_what_the_rules_limit():
    deck = example(HERE / "xing-ling-wang/legal/mana-fifteen.txt").deck
    shown = meters(deck, get("xing-ling-wang").format("standard"))
    assert [(meter.have, meter.min, meter.max) for meter in shown] == [(20, 20, 20), (15, None, 15)]


@pytest.mark.parametrize("count", [0, -1])
def test_a_deck_holds_no_less_than_one_copy(count):
    card = Card("x", "X", "unit")
    with pytest.raises(ValueError, match=f"{count} copies of X"):
        Deck("xing-ling-wang", {"main": (DeckLine(card, count),)})
    with pytest.raises(ValueError, match=f"{count} copies of what"):
        Deck("xing-ling-wang", unknown=(Unknown("main", "what", count),))


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 3)), min_size=1, max_size=6), st.integers(0, 30))
def test_a_sum_is_brought_down_with_the_fewest_cards(held, limit):
    entries = tuple(
        DeckLine(Card(f"c{place}", f"C{place}", "spell", {"mana": mana}), count)
        for place, (mana, count) in enumerate(held)
    )
    deck = Deck("any", {"main": entries})
    rule = total("sum.mana", "main", "mana", kind="spell", limit=limit, rule="", label=Text("", ""))
    weights = [entry.card.get("mana") for entry in entries for _ in range(entry.count)]
    violations = list(rule.check(deck, Facts(date(2026, 1, 1))))
    assert bool(violations) == (sum(weights) > limit)
    for violation in violations:
        left = {change.key: change.count for change in violation.repair.changes}
        gone = [e.card.get("mana") for e in entries for _ in range(e.count - left.get(e.card.key, e.count))]
        assert sum(weights) - sum(gone) <= limit
        fewest = next(
            n
            for n in range(len(weights) + 1)
            if any(sum(weights) - sum(some) <= limit for some in combinations(weights, n))
        )
        assert len(gone) == fewest


def test_a_million_copies_are_judged_at_once():
    spell = catalog("xing-ling-wang").by_code("XLW-T001")
    game = get("xing-ling-wang")
    deck = Deck(game.slug, {"main": (DeckLine(spell, 10**9),)}, {"race": "獸人"})
    mana = next(each for each in judge(deck, game, game.formats[0], on=TODAY).violations if each.code == "sum.mana")
    assert mana.have == 8 * 10**9
    assert mana.repair.changes == (DeckChange("set", "main", spell.key, 1),)


def test_a_format_without_a_banned_list_says_so():
    assert "5.1" in get("echo-of-legends").format("standard").note.en
