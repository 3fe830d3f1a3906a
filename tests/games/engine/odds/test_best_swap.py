"""The best swap is the best: compared with every deck that a change of one or two cards can make."""

from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.budget import TooLarge, budget
from games.engine.model.decks import Unknown
from games.engine.model.lists import RestrictionList
from games.engine.odds.best_swap import Setting, best_swap, replacements
from games.engine.odds.exact import Unreadable
from games.engine.reading.goals import parse
from games.engine.rules.changes import Slot, one_more, with_changes, worse
from games.engine.rules.universal import ALWAYS
from games.engine.texts.writing import fold
from games.registry import GAMES
from tests.games.examples import HERE, TODAY, catalog, example

GOALS = {
    "xing-ling-wang": (">=1 of (kind:unit tribute:0) and <=1 of (kind:spell)", ">=2 of (kind:spell)"),
    "legions": (">=1 of (kind:minion cost<=2)", ">=2 of (cost>=4) or =0 of (kind:skill)"),
    "echo-of-legends": (">=1 of (kind:minion cost<=3) and >=1 of (kind:item)", "<=1 of (rarity:UR)"),
    "zero-dimension": (">=2 of (cost<=2)", ">=1 of (kind:character) and =0 of (kind:event)"),
}


def setting(shown, goal, **more):
    return Setting(shown.game, shown.format, parse(goal, shown.game), TODAY, **more)


def chances(deck, cards, asked):
    """The chance and the deck of every change of one or two cards, legal or not."""
    zone = asked.game.opening.zones[0]
    slots = [Slot(zone, held.card) for held in deck.entries(zone)]
    into = [Slot(zone, card) for card in cards]
    room = sum((each.min or 0) - (each.have or 0) for each in asked.judge(deck).violations if each.code == "zone.size")
    for size in (1, 2) if room <= 0 else range(1, min(2, room) + 1):
        for out in combinations_with_replacement(slots, size) if room <= 0 else [()]:
            for come in combinations_with_replacement(into, size):
                try:
                    yield asked.chance(new := with_changes(deck, out, come)), new
                except KeyError:
                    continue


def best_of_all(deck, cards, asked):
    before, now = asked.judge(deck), asked.chance(deck)
    found = [then for then, new in chances(deck, cards, asked) if then > now and not worse(before, asked.judge(new))]
    return max(found, default=None)


def best_with(deck, card, asked):
    """The chance of the best legal swap of one copy of a card for one of the deck, by trying each."""
    zone, before = asked.game.opening.zones[0], asked.judge(deck)
    room = any(each.code == "zone.size" and each.severity == "incomplete" for each in before.violations)
    outs = [()] if room else [(Slot(zone, held.card),) for held in deck.entries(zone) if held.card != card]
    found = [with_changes(deck, out, [Slot(zone, card)]) for out in outs]
    return max((asked.chance(new) for new in found if not worse(before, asked.judge(new))), default=None)


def few(deck, zone, most):
    """A deck with few different cards, as many copies of each as there were."""
    return replace(deck, zones={**deck.zones, zone: deck.zones[zone][:most]})


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_no_change_is_better_than_the_one_that_is_found(data):
    slug = data.draw(st.sampled_from(sorted(GOALS)))
    folder = data.draw(st.sampled_from(("legal", "illegal")))
    shown = example(data.draw(st.sampled_from(sorted((HERE / slug / folder).glob("*.txt")))))
    zone = shown.game.opening.zones[0]
    if shown.deck.unknown or len(shown.deck.entries(zone)) < 3:
        return
    deck = few(shown.deck, zone, data.draw(st.integers(3, 5)))
    pool = sorted(catalog(slug).cards.values(), key=lambda card: card.key)
    cards = data.draw(st.lists(st.sampled_from(pool), min_size=1, max_size=5, unique_by=lambda card: card.key))
    asked = setting(shown, data.draw(st.sampled_from(GOALS[slug])), turn=data.draw(st.integers(0, 2)))
    if data.draw(st.booleans()):  # without its size the deck has no room, and cards go out as well
        sized = [each for each in shown.format.constraints if "zone.size" not in each.codes]
        asked = replace(asked, format=replace(shown.format, constraints=tuple(sized)))
    found = best_swap(deck, cards, asked)
    best = best_of_all(deck, cards, asked)
    if found.refused:
        swap = found.refused.swap
        assert swap.chance > (best or asked.chance(deck))
        assert worse(asked.judge(deck), asked.judge(with_changes(deck, swap.out, swap.into)))
    assert (found.best and found.best.chance) == best
    if found.best:
        before = asked.judge(deck)
        for out, into in product(found.outs, found.ins):
            new = with_changes(deck, out, into)
            assert asked.chance(new) == found.best.chance
            assert not worse(before, asked.judge(new))
    for card, swap, refused in replacements(deck, cards, asked):
        if shown.game.zone(zone).takes(card):
            assert (swap and swap.chance) == best_with(deck, card, asked)
            assert not (swap and refused)
        if swap:
            new = with_changes(deck, swap.out, swap.into)
            assert asked.chance(new) == swap.chance
            assert not worse(asked.judge(deck), asked.judge(new))


PARADE = "xing-ling-wang/legal/twenty-different-names.txt"


def parade(goal, lists=()):
    shown = example(HERE / PARADE)
    cards = sorted(catalog(shown.game.slug).cards.values(), key=lambda card: card.name)
    return shown.deck, cards, setting(shown, goal, lists=lists)


def names(slots):
    return [slot.card.name for slot in slots]


def test_a_card_that_a_list_bans_does_not_come_in():
    goal = ">=1 of (kind:spell)"
    deck, cards, asked = parade(goal)
    banned = {name for slots in best_swap(deck, cards, asked).ins for name in names(slots)}
    found = best_swap(deck, cards, replace(asked, lists=(ban_of(banned),)))
    assert banned
    assert not banned & {name for slots in found.ins for name in names(slots)}


def ban_of(names):
    return RestrictionList("ban", "xing-ling-wang", "Ban", "1", TODAY, {fold(name): 0 for name in names})


def test_into_a_deck_with_room_cards_come_and_none_goes():
    deck, cards, asked = parade(">=1 of (kind:spell)")
    deck = replace(deck, zones={"main": deck.zones["main"][:19]})
    found = best_swap(deck, cards, asked)
    assert found.best.out == ()
    assert len(found.best.into) == 1


def test_a_goal_that_is_certain_has_no_swap():
    deck, cards, asked = parade(">=0 of (*)")
    found = best_swap(deck, cards, asked)
    assert (found.now, found.best, found.refused) == (1, None, None)


def test_prescribed_cards_stay():
    shown = example(min((HERE / "asteriated-grail/legal").glob("*.txt")))
    found = best_swap(shown.deck, catalog(shown.game.slug).cards.values(), setting(shown, ">=1 of (kind:magic)"))
    assert found.best is None


def test_it_stops_where_the_budget_ends():
    deck, cards, asked = parade(">=2 of (kind:spell)")
    with pytest.raises(TooLarge), budget(200):
        best_swap(deck, cards, asked)


def test_a_deck_with_lines_that_name_no_card_is_refused():
    deck, cards, asked = parade(">=2 of (kind:spell)")
    with pytest.raises(Unreadable):
        best_swap(replace(deck, unknown=(Unknown("main", "no such card", 1),)), cards, asked)


def test_the_rules_of_every_drawn_zone_say_what_they_see_of_a_card():
    """Otherwise no two cards of the game are alike to the search, and it may take too long."""
    for game in GAMES:
        if not any(game.zone(zone).prefill for zone in game.opening.zones):
            for each in (rule for format in game.formats for rule in (*format.constraints, *ALWAYS)):
                assert each.sees or all(code.startswith("advice.") for code in each.codes), (game.slug, each.codes)


def test_one_more_copy_is_refused_by_its_rule_and_never_for_the_size_of_the_deck():
    deck, _, asked = parade(">=1 of (*)")
    found = one_more(deck, asked.game, asked.format, on=TODAY)
    full = {held.card.key for held in deck.entries("main") if "超載" not in held.card.keywords}
    assert set(found) == full
    assert {each.code for each in found.values()} <= {"copies", "sum.mana"}
