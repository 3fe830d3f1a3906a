"""Which cards the builder is told still fit, at the places where a rule begins to close."""

import pytest

from games.engine.model.lists import read_list
from games.engine.reading.search.query import matches, parse
from games.engine.rules.legality import fits
from tests.games.examples import HERE, TODAY, catalog, example


def fitting(path, zone="main", lists=()):
    """The names of the cards that fit into a zone of an example deck."""
    shown = example(HERE / path)
    found = fits(shown.deck, shown.game, shown.format, zone, on=TODAY, lists=lists)
    node = parse(found.query, shown.game, longest=len(found.query))
    cards = catalog(shown.game.slug).cards.values()
    return {card.name: card for card in cards if matches(node, card) and found.open_to(card)}


def test_into_the_last_place_goes_a_card_of_the_race():
    found = fitting("xing-ling-wang/illegal/all-neutral-with-room.txt")
    assert {card.get("race") for card in found.values()} == {"妖怪村莊"}


def test_into_the_last_place_goes_anything_where_a_card_may_be_of_the_race():
    found = fitting("xing-ling-wang/illegal/only-hope-is-a-card-without-race.txt")
    assert {card.get("race") for card in found.values()} == {"妖怪村莊", "中立"}


def test_with_nothing_declared_the_race_of_the_first_cards_counts():
    found = fitting("xing-ling-wang/illegal/no-race-declared.txt")
    assert {card.get("race") for card in found.values()} == {"中立"}, "the cards of that race are all in"


def test_into_an_empty_deck_goes_every_race_but_no_card_of_the_extra_area():
    found = fitting("xing-ling-wang/illegal/nothing-at-all.txt")
    assert {card.get("race") for card in found.values()} >= {"妖怪村莊", "獸人", "喵喵賊", "發電獸", "中立"}
    assert "大紅燈籠轎" not in found
    assert "只進主牌組的守衛" in found


def test_spells_fit_as_far_as_their_mana_does():
    spells = [card for card in fitting("xing-ling-wang/legal/mana-fifteen.txt").values() if card.kind == "spell"]
    assert {card.get("mana") for card in spells} == {0}


def test_overload_fits_twice_more():
    found = fitting("xing-ling-wang/legal/twenty-different-names.txt")
    assert "小旅人後援會" in found
    assert "紙傘婆婆" not in found


@pytest.mark.parametrize(
    "name, fit", [("焰尾狐小铃", False), ("背着村庄散步的巨龟", True), ("把太阳吃掉一角的老龙", False)]
)
def test_names_and_rarities_that_are_full_do_not_fit(name, fit):
    assert (name in fitting("echo-of-legends/legal/two-sr-and-one-ur.txt")) is fit


def test_a_name_of_two_colours_fits_in_the_colour_that_is_not_full():
    found = fitting("zero-dimension/illegal/casual-five-over-printings.txt")
    assert "见习舵手阿澈" not in found
    assert "归鸥号水手" in found


def test_a_rival_of_a_role_does_not_fit_whoever_names_whom():
    found = fitting("asteriated-grail/legal/free-three.txt", "team")
    assert "聖殿騎士" not in found
    assert "勇者" not in found
    assert "聖女" in found
    assert "討厭狂戰士的人" in found


def test_what_is_missing_of_the_base_deck_fits_and_nothing_else():
    assert list(fitting("asteriated-grail/illegal/base-149.txt", "base")) == ["風神斬"]
    assert fitting("asteriated-grail/legal/base-spelled-out.txt", "base") == {}


def test_lists_close_what_they_ban_and_pools_all_the_rest():
    shut = read_list(HERE / "legions/lists/pool.toml", "legions"), read_list(HERE / "legions/lists/ban.toml", "legions")
    found = fitting("legions/illegal/empty.txt", lists=shut)
    assert "折り鶴の斥候" not in found
    assert "鈴鳴らしの小姓" in found
    assert "純白の竜判事" not in found
    assert set(fitting("legions/illegal/empty.txt", "master", shut)) == {"灯台守ミオリ"}
