"""The pages of exact odds, as their readers meet them."""

import html
import re
from fractions import Fraction
from unittest import mock

import pytest
from django.urls import reverse

from deckbuilder.catalog.imports import services
from deckbuilder.catalog.models import Card, Printing
from deckbuilder.common.names import reader_name
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, DeckLine, Visibility
from deckbuilder.stats.figures import exact, percent, points
from games.engine.model.opening import SEATS
from games.engine.model.presets import goals_of
from games.engine.odds.exact import distribution, what_if
from games.engine.reading.goals import parse
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.base import XLW
from tests.deckbuilder.stats.base import FREE, PARADE, StatsTest, text_of


class OddsTests(StatsTest):
    @pytest.mark.slow
    def test_every_game_shows_its_presets_exactly_without_and_with_its_mulligan(self):
        for game in GAMES:
            path = min(each.stem for each in decks_of(game).glob("*.txt") if "illegal" not in each.stem)
            deck = self.sample_deck(f"{game.slug}/{path}")
            for seat in SEATS:
                shown = html.unescape(text_of(self.see(deck, seat=seat)))
                for preset, goal in goals_of(game.presets, to_deck(deck), seat):
                    assert preset.label.en in shown
                    odds = self.chance(deck, goal, turn=preset.turn, seat=seat, mulligan=True)
                    assert percent(odds) in shown
                    assert odds == 1 or preset.missed.en in shown

    def test_a_goal_shows_its_fractions(self):
        deck = self.sample_deck(PARADE)
        for seat in ("first", "second"):
            shown = text_of(self.see(deck, goal=FREE, turn=3, seat=seat))
            assert exact(self.chance(deck, FREE, turn=3, seat=seat)) in shown
            assert exact(self.chance(deck, FREE, turn=3, seat=seat, mulligan=True)) in shown

    def test_every_chance_says_by_which_turn(self):
        deck = self.sample_deck(PARADE)
        for seat in SEATS:
            presets = [each for each in get(deck.game).presets if seat in each.seats]
            shown = text_of(self.see(deck, seat=seat))
            told = re.findall(r'<span class="faint">\s*(in the opening hand|by turn \d+)\s*· with the mulligan', shown)
            assert told == [f"by turn {each.turn}" if each.turn else "in the opening hand" for each in presets]

    @pytest.mark.slow
    def test_sentences_about_a_turn_do_not_speak_of_the_opening_hand(self):
        deck = self.sample_deck(PARADE)
        for language, turn, hand in (("en", "by turn 3", "hands"), ("zh-hant", "到第 3 回合", "起手")):
            self.alice.language = language
            self.alice.save()
            opened, later = (text_of(self.see(deck, goal=FREE, turn=number)) for number in (0, 3))
            bars = r'id="chart-kind">\s*<figcaption>.*?<span>(.*?)</span>'
            assert hand in re.search(bars, opened)[1]
            for part in (bars, r'([^>]*)</p>\s*<ul class="legend parts"'):
                assert turn in re.search(part, later)[1]
                assert hand not in re.search(part, later)[1]

    def test_the_exchange_stands_beside_the_chance_as_dealt(self):
        deck = self.sample_deck("legions/beacon-beginners")
        shown = text_of(self.see(deck, goal=">=1 of (kind:lord)", turn=4))
        assert "= 13/25" in shown
        assert shown.count("With the exchange every turn") > 1, "the curve has it, too"
        assert "upper bound" in text_of(self.see(deck, goal="=0 of (kind:lord)", turn=4))
        assert "With the exchange" not in text_of(self.see(self.sample_deck(PARADE)))

    def test_a_goal_of_the_game_counts_by_its_own_turn_unless_another_is_chosen(self):
        deck = self.sample_deck("legions/beacon-beginners")
        first = get(deck.game).presets[0]
        goal = first.text(to_deck(deck))
        for query in ({}, {"goal": goal}):
            shown = text_of(self.see(deck, **query))
            assert f'<h2 id="goal-title">{first.label.en}</h2>' in shown
            assert "cards seen by turn 1." in shown
            assert exact(self.chance(deck, goal, turn=1)) in shown
        shown = text_of(self.see(deck, goal=goal, turn=0))
        assert '<h2 id="goal-title">Your goal</h2>' in shown
        assert "cards of the opening hand." in shown
        assert "with the cards seen by turn 1," in text_of(self.see(deck, "hands", seed=1))
        assert "with the opening hand," in text_of(self.see(deck, "hands", seed=1, by=0))

    def test_the_curve_has_a_table_with_every_turn(self):
        deck = self.sample_deck(PARADE)
        goal = ">=2 of (kind:spell)"
        shown = text_of(self.see(deck, goal=goal))
        curve = shown[shown.index('id="chart-curve"') :]
        for turn in range(11):
            row = re.search(rf'<th scope="row">{turn or "hand"}</th>(.*?)</tr>', curve)
            assert re.findall(r">([^<]+)</td>", row[1]) == [
                percent(self.chance(deck, goal, turn=turn, mulligan=mulligan)) for mulligan in (False, True)
            ]

    def test_axes_say_what_they_count_and_so_does_the_table(self):
        shown = text_of(self.see(self.sample_deck(PARADE)))
        curve = shown[shown.index('id="chart-curve"') :]
        assert re.findall(r'<text class="axis[^>]*>([^<]+)<', curve) == ["Turn →", "↑ Chance (%)"]
        assert re.findall(r'<th scope="col"[^>]*>([^<]+)<', curve)[:3] == ["Turn", "As dealt", "With the mulligan"]
        assert "<caption>Chance (%)</caption>" in curve
        bars = shown[shown.index('id="chart-kind"') :]
        head = re.search(r'<p class="share-head".*?</p>', bars)[0]
        assert re.findall(r">([^<]+)<", head) == ["Cards in the deck", "0", "Chance (%)", "100", "At least one"]

    def test_bars_change_with_the_mulligan_for_the_goal(self):
        deck = self.sample_deck(PARADE)
        plain = text_of(self.see(deck, goal=">=2 of (kind:spell)"))
        changed = text_of(self.see(deck, goal=">=2 of (kind:spell)", mulligan="goal"))
        for shown, mulligan in ((plain, False), (changed, True)):
            kinds = shown[shown.index('id="chart-kind"') :]
            spells = re.search(r'<th scope="row">Spell</th>(.*?)</tr>', kinds)
            none = re.findall(r">([^<]+)</td>", spells[1])[2]
            goal = parse(">=2 of (kind:spell)", get(deck.game))
            counts = distribution(
                goal.conditions[0].query, to_deck(deck), get(deck.game).opening, mulligan_for=goal if mulligan else None
            )
            assert none == percent(counts[0])

    def test_what_if_is_sorted_by_the_column_whose_link_was_followed(self):
        deck = self.sample_deck(PARADE)
        game = get(deck.game)
        found = what_if(parse(FREE, game), to_deck(deck), game.opening, mulligan=True)
        names = {reader_name(row.entry.card): row for row in found}

        def rows(**query):
            shown = text_of(self.see(deck, goal=FREE, **query))
            table = shown[shown.index('<table class="sorted">') :]
            return re.findall(r'<th scope="row">\s*([^<]+?) *<', table[: table.index("</table>")])

        assert sorted(rows()) == sorted(names)
        more = [names[name].more for name in rows(sort="more")]
        assert more == sorted(more, reverse=True)
        less = [names[name].less for name in rows(sort="less")]
        assert less == sorted(less)
        assert rows(sort="name") == sorted(names)

    @pytest.mark.slow
    def test_the_page_opens_on_the_goal_whose_chance_is_nearest_to_one_half(self):
        for game in GAMES:
            for path in decks_of(game).glob("*.txt"):
                if "illegal" in path.stem:
                    continue
                deck = self.sample_deck(f"{game.slug}/{path.stem}")
                held = to_deck(deck)
                chances = {
                    preset.label.en: self.chance(deck, text, turn=preset.turn, mulligan=True)
                    for preset in game.presets
                    if (text := preset.text(held))
                }
                nearest = min(chances, key=lambda label: abs(chances[label] - Fraction(1, 2)))
                shown = text_of(self.see(deck))
                assert f'<h2 id="goal-title">{nearest}</h2>' in shown, (path.stem, chances)

    def test_a_copy_that_the_rules_forbid_is_not_proposed_but_its_rule_is_told(self):
        deck = self.sample_deck(PARADE)
        shown = text_of(self.see(deck, goal=FREE))
        table = shown[shown.index('<table class="sorted">') :]
        rows = re.findall(r"<tr>(<th scope=\"row\".*?)</tr>", table[: table.index("</table>")])
        assert len(rows) > 10
        refused = ["not allowed" in row for row in rows]
        assert refused == sorted(refused), "those that can be done come first"
        assert ("The rules allow no more copies of any card." in shown) is all(refused)
        for row in rows:
            full = "超載" not in self.keywords(re.search(r'lang="zh-Hant">([^<]+?)<', row)[1])
            assert ('title="' in row and "not allowed" in row) is full

    def keywords(self, name):
        return Card.objects.get(game="xing-ling-wang", facts__name=name).facts.get("keywords", [])

    def test_groups_of_ones_own_are_drawn_beside_the_others(self):
        deck = self.sample_deck(PARADE)
        shown = text_of(self.see(deck, group=["kind:unit score>=3", "race:中立"]))
        own = shown[shown.index('id="chart-own"') :]
        assert '<th scope="row">kind:unit score>=3</th>' in own
        assert '<th scope="row">race:中立</th>' in own

    def test_a_search_that_makes_no_sense_is_shown_with_its_place(self):
        deck = self.sample_deck(PARADE)
        shown = text_of(self.see(deck, group="colour:red", status=422))
        assert "<mark>colour</mark>:red" in shown
        assert "There is no field “colour”" in shown

    def test_a_goal_that_makes_no_sense_is_shown_with_its_place_and_the_bars_stay(self):
        deck = self.sample_deck(PARADE)
        shown = text_of(self.see(deck, goal=">=1 of kind:unit", status=422))
        assert "<mark>kind:unit</mark>" in shown
        assert 'id="chart-kind"' in shown

    def test_a_seat_or_turn_there_is_not_is_refused_by_name(self):
        deck = self.sample_deck(PARADE)
        shown = text_of(self.see(deck, seat="third", turn=99, status=422))
        assert "Seat: " in shown
        assert "Cards seen by: " in shown
        shown = text_of(self.see(deck, group=[f"score:{number}" for number in range(13)], status=422))
        assert "Your groups: At most 12 at a time." in shown

    def test_what_is_too_large_says_so_and_offers_a_simulation(self):
        deck = self.sample_deck("echo-of-legends/campfire-first-steps")
        names = [line.printing.card.name for line in deck.lines.select_related("printing__card")][:9]
        goal = " and ".join(f"<=1 of (name:{name})" for name in names)
        shown = text_of(self.see(deck, goal=goal))
        assert "Too complex to calculate exactly" in shown
        assert reverse("stats:simulations", args=[deck.slug]) in shown
        assert exact(self.chance(deck, goal)) in shown

    def test_draw_effects_count_on_request_and_cards_left_out_are_named(self):
        """The parade has a spell that draws, and a unit."""
        deck, goal, when = self.sample_deck(PARADE), ">=1 of (tribute>=1)", {"turn": 3, "mulligan": True}
        shown = text_of(self.see(deck, goal=goal, turn=3))
        assert exact(self.chance(deck, goal, **when)) in shown
        assert "Bowl-Tapping Imp (only one unit" not in shown
        counted = text_of(self.see(deck, goal=goal, turn=3, draws="free", swap=1))
        assert exact(self.chance(deck, goal, **when, draws="free")) in counted
        assert "Bowl-Tapping Imp (only one unit can be summoned each turn" in counted
        assert counted.count("Draws and searches of cards are not counted here.") == 2
        game = get(deck.game)
        (row, *_) = what_if(parse(goal, game), to_deck(deck), game.opening, **when, draws="free")
        assert points(row.less) in counted

    def test_searches_count_where_they_are_no_choice_for_the_goal(self):
        """A search for any unit: one meets the goal for a unit, two are a choice."""
        services.apply(
            get(XLW), "code,name,kind,race,effects\nT-1,網,spell,中立,played: search 1 (kind=unit)".encode(), "net.csv"
        )
        deck, when = self.sample_deck(PARADE), {"turn": 2, "mulligan": True, "draws": "free"}
        DeckLine.objects.create(deck=deck, zone="main", printing=Printing.objects.get(code="T-1"), count=1, position=99)
        for goal, counted in ((">=1 of (kind:unit tribute=1)", True), (">=2 of (kind:unit tribute=1)", False)):
            shown = text_of(self.see(deck, goal=goal, turn=2, draws="free"))
            assert exact(self.chance(deck, goal, **when)) in shown
            assert ("For this goal these searches are not counted: 網 (which card to take" in shown) is not counted

    def test_all_draw_effects_of_cards_whose_playing_is_a_choice_are_refused(self):
        shown = text_of(self.see(self.sample_deck(PARADE), draws="all", status=422))
        assert "because some are a choice: Bowl-Tapping Imp" in shown

    def test_with_draw_effects_a_goal_with_an_upper_bound_has_no_odds_and_no_curve(self):
        response = self.see(self.sample_deck(PARADE), goal="<=1 of (tribute>=1)", turn=2, draws="free")
        assert "The goal has an upper bound" in text_of(response)
        assert response.context["page"].answer.curve is None

    def test_nothing_is_said_of_draws_where_no_card_draws(self):
        deck = self.sample_deck(PARADE)
        deck.lines.filter(printing__name__in=("敲碗小鬼", "燒給過路的紙錢")).delete()
        shown = self.see(deck, draws="free")
        assert "Draws and searches" not in text_of(shown)

    def test_a_deck_without_cards_asks_for_some(self):
        deck = self.deck()
        assert "There are no cards to draw yet." in text_of(self.see(deck))
        assert "There are no cards to draw yet." in text_of(self.see(deck, "hands", seed=1))
        assert "There are no cards to draw yet." in text_of(self.see(deck, "simulations"))

    def test_a_deck_with_a_line_that_names_no_card_says_which(self):
        deck = self.deck({"提燈小狐": 1})
        DeckLine.objects.create(deck=deck, zone="main", text="無名的卡", count=1, position=9)
        for page in ("odds", "hands", "simulations"):
            assert "無名的卡" in text_of(self.see(deck, page, seed=1))

    def test_pages_are_for_those_who_may_read_the_deck(self):
        deck = self.sample_deck(PARADE)
        for page in ("odds", "hands", "simulations"):
            self.see(deck, page, self.as_bob, status=404, seed=1)
            self.see(deck, page, self.as_visitor, status=404, seed=1)
        Deck.objects.filter(pk=deck.pk).update(visibility=Visibility.LINK)
        for page in ("odds", "hands", "simulations"):
            self.see(deck, page, self.as_bob, seed=1)


class EditorTests(StatsTest):
    def rows(self, deck: Deck, *rows: tuple[str, ...], do: str = "apply", status: int = 302):
        names = ("join", "how", "count", "cards", "also", "search")
        query = {name: [row[place] for row in rows] for place, name in enumerate(names)}
        return self.see(deck, status=status, do=do, turn=2, **query)

    def test_rows_become_a_goal_and_keep_what_was_chosen_before(self):
        deck = self.sample_deck(PARADE)
        answer = self.rows(
            deck,
            ("", "least", "1", "kind:unit", "tribute:0", ""),
            ("and", "most", "2", "kind:spell", "", ""),
            ("or", "exactly", "3", "?", "", "score>=3 or attack>=4"),
        )
        query = dict(pair.split("=") for pair in answer.url.partition("?")[2].partition("#")[0].split("&"))
        assert query["turn"] == "2"
        shown = text_of(self.as_alice.get(answer.url))
        goal = ">=1 of ((kind:unit) (tribute:0)) and <=2 of (kind:spell) or =3 of (score>=3 or attack>=4)"
        assert goal in shown
        assert exact(self.chance(deck, goal, turn=2)) in shown

    def test_a_goal_comes_back_as_the_rows_it_was(self):
        deck = self.sample_deck(PARADE)
        shown = text_of(self.see(deck, goal="2..3 of (kind:unit tribute:0) or =0 of (kind:spell score:1)"))
        editor = shown[shown.index('class="goal-rows"') : shown.index('class="goal-text"')]
        chosen = re.findall(r'<option value="([^"]*)" selected>', editor)
        assert chosen == [
            *("least", "kind:unit", "tribute:0"),
            *("and", "most", "kind:unit", "tribute:0"),
            *("or", "exactly", "?"),
        ]
        assert re.findall(r'name="count" value="(\d+)"', editor) == ["2", "3", "0"]
        assert 'value="kind:spell score:1"' in editor

    def test_a_row_more_and_a_row_less_need_no_script(self):
        deck = self.sample_deck(PARADE)
        first = ("", "least", "2", "kind:unit", "", "")
        more = text_of(self.rows(deck, first, do="add", status=200))
        assert more.count('name="how"') == 2
        second = ("and", "most", "1", "kind:spell", "", "")
        less = text_of(self.rows(deck, first, second, do="drop-1", status=200))
        assert less.count('name="how"') == 1
        assert '<option value="kind:spell" selected>' in less

    @pytest.mark.slow
    def test_what_is_wrong_is_said_with_the_number_of_the_row(self):
        deck = self.sample_deck(PARADE)
        good = ("", "least", "1", "kind:unit", "", "")
        for row, told in (
            (("and", "least", "many", "kind:unit", "", ""), "Row 2: “many” is not a number from 0 to 999."),
            (("and", "least", "1", "?", "", ""), "Row 2: enter a search or choose cards."),
            (("and", "least", "1", "?", "", "colour:red"), "Row 2: There is no field “colour”"),
            (("but", "least", "1", "kind:unit", "", ""), "Row 2: choose “and” or “or”."),
            (("and", "few", "1", "kind:unit", "", ""), "Row 2: choose “at least”, “at most” or “exactly”."),
        ):
            assert told in text_of(self.rows(deck, good, row, status=422))


class OpeningTests(StatsTest):
    """The figures under a deck that is being built."""

    def opening(self, deck):
        address = reverse("stats:opening", args=[deck.slug])
        return text_of(self.as_alice.get(address, headers={"HX-Request": "true"}))

    def test_who_asks_for_a_page_gets_that_of_the_odds(self):
        deck = self.sample_deck(PARADE)
        answer = self.as_alice.get(reverse("stats:opening", args=[deck.slug]))
        assert answer["Location"] == reverse("stats:odds", args=[deck.slug])

    def test_it_has_the_first_presets_with_the_best_mulligan_and_leads_to_the_page_that_says_more(self):
        for path in (PARADE, "legions/midnight-ferry"):
            deck = self.sample_deck(path)
            game, shown = get(deck.game), self.opening(deck)
            texts = goals_of(game.presets, to_deck(deck), "first")[:3]
            assert shown.count("<dd>") == len(texts)
            for preset, goal in texts:
                mulligan = game.opening.mulligan != "none"
                by = f"by turn {preset.turn}" if preset.turn else "in the opening hand"
                assert f">{preset.label.en} ({by})<" in shown
                assert f">{percent(self.chance(deck, goal, turn=preset.turn, mulligan=mulligan))}<" in shown
                assert self.see(deck, goal=goal, turn=preset.turn).status_code == 200

    def test_another_deck_has_others_and_the_same_cards_are_not_counted_twice(self):
        deck = self.sample_deck(PARADE)
        before = self.opening(deck)
        with mock.patch("deckbuilder.stats.odds.exact_odds.chance", side_effect=AssertionError):
            assert self.opening(deck) == before
        deck.lines.filter(printing__card__kind="spell").delete()
        assert self.opening(deck) != before

    def test_lines_that_name_no_card_are_said_and_a_private_deck_has_none_for_others(self):
        deck = self.deck()
        DeckLine.objects.create(deck=deck, zone="main", text="雪孃", count=1, position=1)
        assert "<dd>" not in self.opening(deck)
        self.see(deck, "opening", browser=self.as_bob, status=404)
