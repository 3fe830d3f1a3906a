"""What printings and corrections make of a card, on every day and in any order of rows."""

from dataclasses import fields, replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.engine.model.cards import COMMON_NAMES, Card, Correction, Printing
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.lists import RestrictionList
from games.engine.reading.catalogs.catalog import merge
from games.engine.rules.legality import judge

GAME = registry.get("xing-ling-wang")
LEGIONS = registry.get("legions")

SPRING, SUMMER, AUTUMN = date(2026, 3, 1), date(2026, 6, 1), date(2026, 9, 1)
BEFORE = date(2020, 1, 1)


def spell(code, mana=None, released=None, **facts):
    values = {"race": "中立"} | ({} if mana is None else {"mana": mana})
    return Printing(code, "雪", "spell", values, released=released, **facts)


def unit(code, released=None, values=None, **facts):
    return Printing(code, "雪女", "unit", values or {}, released=released, **facts)


def mana(card, day):
    return card.on(day).values.get("mana")


# The card as such


def test_printings_without_a_date_are_out_and_come_first_by_number():
    assert merge(GAME, [spell(code) for code in ("X", "A-10", "A-2")] + [spell("A-1", released=SPRING)]).codes == (
        *("A-2", "A-10", "X"),
        "A-1",
    )


def test_other_names_are_those_of_all_printings():
    one, other = unit("A-1", alt_names=("Snow",)), unit("A-2", alt_names=("Yuki", "Snow"))
    assert merge(GAME, [other, one]).alt_names == ("Snow", "Yuki")


def test_a_card_is_released_with_its_first_printing_and_one_without_a_date_counts_as_out():
    dated = [unit("A-1", AUTUMN), unit("A-2", SPRING)]
    assert merge(GAME, dated).released == SPRING
    assert merge(GAME, [*dated, unit("A-3")]).released is None


def test_the_words_a_search_looks_in_come_from_all_printings():
    card = merge(GAME, [unit("A-1", SPRING), unit("A-2", AUTUMN, alt_names=("Yuki",))])
    assert {"xuenv", "yuki"} <= set(card.haystack.split("\n"))


def test_a_card_whose_printings_agree_has_one_period_and_does_not_keep_it():
    card = merge(GAME, [spell("A-1", 2, SPRING), spell("A-2", 2, AUTUMN)])
    assert card.periods == ()
    assert card.on(SUMMER) is card


# Facts on a day


def test_of_dated_printings_the_newest_that_is_out_decides():
    card = merge(GAME, [spell("A-1", 9, SPRING), spell("A-2", 4, AUTUMN)])
    assert [mana(card, day) for day in (BEFORE, SPRING, AUTUMN - timedelta(1), AUTUMN, date.max)] == [9, 9, 9, 4, 4]
    assert not card.disputed


def test_what_the_newest_does_not_give_comes_from_the_one_before():
    card = merge(GAME, [unit("A-1", SPRING, {"score": 2, "race": "獸人"}), unit("A-2", AUTUMN, {"score": 3})])
    assert card.on(AUTUMN).values == {"score": 3, "race": "獸人"}


def test_0_is_a_fact_that_is_not_filled_in_from_another_printing():
    card = merge(GAME, [unit("A-1", SPRING, {"score": 3}), unit("A-2", AUTUMN, {"score": 0})])
    assert card.on(AUTUMN).values["score"] == 0


def test_keywords_zone_text_and_sets_follow_the_day():
    old = unit("A-1", SPRING, set="ONE", text="舊", keywords=("貫穿",))
    new = unit("A-2", AUTUMN, set="TWO", text="新", keywords=("超載",), zone="extra")
    card = merge(GAME, [old, new])
    before, after = card.on(SUMMER), card.on(AUTUMN)
    assert (before.keywords, before.zone, before.text, before.sets) == (("貫穿",), "", "舊", ("ONE",))
    assert (after.keywords, after.zone, after.text, after.sets) == (("超載",), "extra", "新", ("ONE", "TWO"))
    assert (after.on(SUMMER).sets, after.on(AUTUMN)) == (before.sets, card)


def test_a_resolved_card_is_kept():
    card = merge(GAME, [spell("A-1", 9, SPRING), spell("A-2", 4, AUTUMN)])
    assert card.on(SUMMER) is card.on(SPRING) is card.on(SUMMER).on(SUMMER)


# Disputed values


def test_printings_without_a_date_that_disagree_leave_a_value_open_with_both_named():
    card = merge(GAME, [spell("A-3", 4), spell("A-1", 2), spell("A-2", 2)])
    assert card.disputed == {"mana": ((2, ("A-1", "A-2")), (4, ("A-3",)))}
    assert "mana" not in card.values


@pytest.mark.parametrize("dates", [(None, SPRING), (SPRING, SPRING)])
def test_one_date_is_not_enough_and_neither_are_two_of_one_day(dates):
    card = merge(GAME, [spell("A-1", 2, dates[0]), spell("A-2", 4, dates[1])])
    assert card.on(date.max).disputed.keys() == {"mana"}


def test_it_is_open_from_the_day_on_which_the_second_is_out():
    card = merge(GAME, [spell("A-1", 2), spell("A-2", 4, AUTUMN)])
    assert (mana(card, SUMMER), card.on(SUMMER).disputed) == (2, {})
    assert card.on(AUTUMN).disputed.keys() == {"mana"}


def test_an_older_disagreement_of_dated_printings_does_not_matter():
    card = merge(GAME, [spell("A-1", 2, SPRING), spell("A-2", 4, SPRING), spell("A-3", 3, AUTUMN)])
    assert (card.on(SPRING).disputed.keys(), mana(card, AUTUMN)) == ({"mana"}, 3)


def test_0_mana_beside_another_number_is_not_given():
    assert mana(merge(GAME, [spell("A-1", 0), spell("A-2", 4), spell("A-3", 0)]), SPRING) == 4
    assert mana(merge(GAME, [spell("A-1", 4, SPRING), spell("A-2", 0, AUTUMN)]), AUTUMN) == 4
    assert mana(merge(GAME, [spell("A-1", 0), spell("A-2", 0)]), SPRING) == 0


def test_other_games_take_0_for_a_number():
    rows = [Printing(code, "冬", "lord", {"cost": cost, "colours": ("red",)}) for code, cost in (("1", 0), ("2", 3))]
    assert merge(LEGIONS, rows).values["cost"] == 0


def test_a_value_that_no_rule_reads_is_not_disputed():
    card = merge(GAME, [unit("A-2", values={"score": 3}), unit("A-1", values={"score": 2})])
    assert (card.values, card.disputed) == ({"score": 2}, {})


def test_spelling_and_the_order_of_a_list_are_no_disagreement():
    rows = [
        Printing("1", "冬", "minion", {"colours": ("red", "blue")}),
        Printing("2", "冬", "minion", {"colours": ("blue", "red")}),
    ]
    assert not merge(LEGIONS, rows).disputed
    assert not merge(GAME, [unit("1", values={"race": "ELF"}), unit("2", values={"race": "ｅｌｆ"})]).disputed


# Corrections

OPEN = [spell("A-1", 2), spell("A-2", 4)]
SETTLED = Correction("mana", 4, SUMMER, (2, 4))


def test_a_correction_decides_from_its_day_on():
    card = merge(GAME, OPEN, [SETTLED])
    assert card.on(SPRING).disputed.keys() == {"mana"}
    assert (mana(card, SUMMER), card.on(SUMMER).disputed) == (4, {})


def test_a_newer_printing_corrects_a_correction():
    card = merge(GAME, [*OPEN, spell("A-3", 5, AUTUMN)], [SETTLED])
    assert [mana(card, day) for day in (SUMMER, AUTUMN)] == [4, 5]


def test_the_last_correction_of_a_day_holds():
    assert mana(merge(GAME, OPEN, [SETTLED, replace(SETTLED, value=2)]), SUMMER) == 2
    later = replace(SETTLED, value=2, day=AUTUMN)
    assert [mana(merge(GAME, OPEN, [later, SETTLED]), day) for day in (SUMMER, AUTUMN)] == [4, 2]


def test_a_value_that_nobody_had_seen_opens_the_question_again():
    assert merge(GAME, [*OPEN, spell("A-3", 3)], [SETTLED]).on(AUTUMN).disputed.keys() == {"mana"}
    assert mana(merge(GAME, [*OPEN, spell("A-3", 2), spell("A-4", 0)], [SETTLED]), AUTUMN) == 4


# Laws

DAYS = st.sampled_from([None, SPRING, SUMMER, AUTUMN])


@st.composite
def printings(draw, days=DAYS, prefix="A"):
    """Printings of one spell that agree in little."""

    def printing(number):
        return spell(
            f"{prefix}-{number}",
            draw(st.sampled_from([None, 0, 2, 9])),
            draw(days),
            set=draw(st.sampled_from(["", "ONE", "TWO"])),
            keywords=draw(st.sampled_from([(), ("超載",), ("貫穿",)])),
            zone=draw(st.sampled_from(["", "", "extra"])),
        )

    return [printing(number) for number in range(draw(st.integers(1, 4)))]


CORRECTIONS = st.lists(
    st.builds(Correction, st.just("mana"), st.sampled_from([2, 9]), st.sampled_from([SPRING, AUTUMN]), st.just((2, 9))),
    max_size=2,
)
LISTS = [RestrictionList("sets", GAME.slug, "Sets", "1", BEFORE, {}, sets=("ONE",))]


def verdict(rows, corrections, day, count):
    deck = Deck(GAME.slug, {"main": (DeckLine(merge(GAME, rows, corrections), count),)}, {"race": "獸人"})
    return judge(deck, GAME, GAME.formats[0], on=day, lists=LISTS)


ON = st.sampled_from([BEFORE, SPRING, SUMMER, AUTUMN])
COPIES = st.integers(1, 4)


@given(st.data(), printings(), CORRECTIONS)
def test_the_order_of_rows_says_nothing(data, rows, corrections):
    one, other = merge(GAME, rows, corrections), merge(GAME, data.draw(st.permutations(rows)), corrections)
    names = [each.name for each in fields(Card) if each.init and each.name != "haystack"]
    assert [getattr(one, name) for name in names] == [getattr(other, name) for name in names]


@given(printings(), printings(st.sampled_from([SUMMER, AUTUMN]), "B"), CORRECTIONS, ON, COPIES)
def test_a_printing_of_a_later_day_changes_no_verdict_before_it(rows, later, corrections, day, count):
    is_out = any(each.released is None or each.released <= day for each in rows)
    later = [each for each in later if each.released > day and is_out]
    assert verdict(rows, corrections, day, count) == verdict([*later, *rows], corrections, day, count)


@given(printings(), st.builds(Correction, st.just("mana"), st.just(9), st.just(AUTUMN), st.just((2, 9))), COPIES)
def test_a_correction_changes_no_verdict_before_it(rows, correction, count):
    day = AUTUMN - timedelta(1)
    if any(each.released is None or each.released <= day for each in rows):
        assert verdict(rows, [], day, count) == verdict(rows, [correction], day, count)


@given(printings(), CORRECTIONS, ON, COPIES)
def test_a_verdict_is_the_same_whatever_day_its_cards_were_made_for(rows, corrections, day, count):
    card = merge(GAME, rows, corrections)
    verdicts = [
        judge(Deck(GAME.slug, {"main": (DeckLine(each, count),)}), GAME, GAME.formats[0], on=day, lists=LISTS)
        for each in (card, card.on(BEFORE), card.on(AUTUMN))
    ]
    assert verdicts[0] == verdicts[1] == verdicts[2]


# Every game

JUDGED = [(game, name) for game in registry.GAMES for name in sorted(game.judged_fields) if name not in game.identity]


def two_values(attribute):
    if attribute.type == "flag":
        return "yes", "no"
    if attribute.numeric:
        return 1, 2
    one, other = [each.value for each in attribute.choices][:2] or ["甲", "乙"]
    return ((one,), (other,)) if attribute.type == "list" else (one, other)


def saying(game, name, value, code, released=None):
    """A printing of one card that says this and no more."""
    attribute = game.fields[name]
    kind = next(each.value for each in game.kinds if attribute.has(each.value))
    if name in COMMON_NAMES:
        return Printing(code, "名", kind, released=released, **{name: value})
    return Printing(code, "名", kind, {name: value}, released=released)


@pytest.mark.parametrize("game, name", JUDGED, ids=lambda each: getattr(each, "slug", each))
def test_whatever_a_rule_reads_is_disputed_without_dates_and_follows_the_newest_with_them(game, name):
    one, other = two_values(game.fields[name])
    rows = [saying(game, name, one, "A-1"), saying(game, name, other, "A-2")]
    assert merge(game, rows).disputed[name] == ((one, ("A-1",)), (other, ("A-2",)))
    dated = [replace(row, released=day) for row, day in zip(rows, (SPRING, AUTUMN), strict=True)]
    card = merge(game, dated[::-1])
    assert (card.on(SUMMER).get(name), card.on(AUTUMN).get(name)) == (one, other)
    settled = merge(game, rows, [Correction(name, other, SUMMER, (one, other))]).on(SUMMER)
    assert (settled.get(name), settled.disputed) == (other, {})


def test_every_game_says_what_its_rules_read():
    assert {game.slug: game.judged_fields - {*game.identity, "zone"} for game in registry.GAMES} == {
        "xing-ling-wang": {"race", "mana", "keywords"},
        "asteriated-grail": {"competition", "not_with"},
        "legions": {"colours"},
        "echo-of-legends": set(),
        "zero-dimension": {"series"},
    }
