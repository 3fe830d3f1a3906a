"""The page of battles: filled in from cards, changed by hand, shared by its address."""

import re
from dataclasses import replace
from unittest import mock
from urllib.parse import urlencode

from deckbuilder.decks.models import Visibility
from games.registry import GAMES, get
from tests.deckbuilder.base import SiteTest

PIERCER, BULL, WELL = "XLW-S021", "XLW-S031", "XLW-S009"


class BattleTest(SiteTest):
    def page(self, game="xing-ling-wang", status=200, by=None, **values):
        asked = {name.replace("__", "."): value for name, value in values.items()}
        answer = (by or self.client).get(f"/{game}/battle/", query_params=asked)
        assert answer.status_code == status, answer.status_code
        return answer

    def text(self, **asked):
        return self.page(**asked).content.decode()

    def result(self, **asked):
        """What comes of it, as the page says."""
        return [each.text for each in self.page(**asked).context["page"].outcome]


class PageTest(BattleTest):
    def test_every_game_with_battles_has_a_page_with_an_example(self):
        for game in GAMES:
            with self.subTest(game.slug):
                assert self.page(game=game.slug).context["query"].result is None
                answer = self.client.get(f"/{game.slug}/battle/?{urlencode(game.battle.example)}")
                assert answer.status_code == 200
                assert answer.context["page"].outcome

    def test_a_game_without_battles_has_no_page(self):
        none = replace(get("legions"), battle=None)
        with mock.patch("deckbuilder.battle.views.get", return_value=none):
            self.page(game="legions", status=404)
        assert self.client.get("/nowhere/battle/").status_code == 404

    def test_a_card_fills_in_its_side_by_number_or_name(self):
        for card in (PIERCER, "獨角撞門手", "独角撞门手", "獨角撞門手 (XLW-S021)"):
            with self.subTest(card):
                known = self.page(attacker__card=card).context["query"].situation
                assert known.values["attacker.attack"] == 4
                assert known.has("attacker.traits", "pierce")

    def test_steps_and_paragraphs_are_shown(self):
        text = self.text(attacker__card=PIERCER, front__attack=3, back__card=WELL)
        assert "Enemy front unit is destroyed." in text
        assert "十一.6.2" in text
        assert "十五.1類 貫穿 2" in text

    def test_what_is_typed_counts_more_than_the_card(self):
        assert "Attacker is destroyed." in self.result(attacker__card=PIERCER, attacker__attack=1, front__attack=3)

    def test_a_keyword_of_the_card_can_be_taken_away(self):
        known = self.page(attacker__card=PIERCER, attacker__traits="").context["query"].situation
        assert known.values["attacker.traits"] == frozenset()

    def test_another_card_fills_in_its_own_numbers(self):
        """The form sends the numbers of the card before along with the name of the new one."""
        sent = {
            "attacker__filled": PIERCER,
            "attacker__attack": 4,
            "attacker__attack_change": 1,
            "attacker__traits": "pierce",
        }
        known = self.page(attacker__card=BULL, **sent).context["query"].situation
        assert known.values["attacker.attack"] == 8
        assert known.values["attacker.attack_change"] == 1
        assert known.values["attacker.traits"] == {"pierce", "armour_break"}
        same = self.page(attacker__card=PIERCER, **(sent | {"attacker__attack": 9})).context["query"].situation
        assert same.values["attacker.attack"] == 9

    def test_the_form_sends_what_it_shows(self):
        """Sending it again changes nothing."""
        first = self.page(
            attacker__card=PIERCER, front__attack=3, front__traits=["poison", "combined"], back__card=WELL
        )
        form = first.content.decode().partition('class="battle-form"')[2].partition("</form>")[0]
        fields = re.findall(r'<input (?:id="[^"]*" )?(?:type="hidden" )?name="([^"]+)" value="([^"]*)"', form)
        fields += re.findall(r'type="checkbox" name="([^"]+)" value="([^"]+)" checked', form)
        again = self.client.get(f"/xing-ling-wang/battle/?{urlencode(fields)}")
        assert again.context["query"].situation == first.context["query"].situation
        assert again.context["page"].outcome == first.context["page"].outcome


class MistakeTest(BattleTest):
    def test_what_is_missing_is_asked_for_and_is_no_error(self):
        text = self.text(game="zero-dimension", attacker__card="ZD-S003")
        assert "Defender, attack is required." in text
        assert 'role="alert"' not in text

    def test_mistakes_stand_at_their_fields(self):
        text = self.text(game="zero-dimension", status=422, attacker__attack="x", defender__defence=100000)
        assert "Attacker, attack: “x” is not a whole number." in text
        assert "Defender, defence: 100000 is not between 0 and 99999." in text
        assert 'value="x"' in text
        assert 'value="100000"' in text

    def test_a_name_that_several_cards_have_says_which(self):
        text = self.text(game="zero-dimension", status=422, attacker__card="归鸥号水手")
        assert "归鸥号水手 (ZD-S001), 归鸥号水手 (ZD-S017)" in text

    def test_no_card_says_which_are_near(self):
        assert "獨角撞門手" in self.text(status=422, attacker__card="獨角撞門")
        self.page(status=422, attacker__card="x" * 3000)
        self.page(status=422, attacker__card="\0")

    def test_a_number_in_brackets_belongs_to_its_name(self):
        assert "No card is named “" in self.text(status=422, attacker__card="雪女 (XLW-S021)")

    def test_a_card_of_another_kind_says_what_can_stand_there(self):
        text = self.text(game="zero-dimension", status=422, attacker__card="ZD-S014")
        assert "(Tactic) cannot be placed here. Allowed: Character." in text

    def test_a_parameter_that_means_nothing_is_told(self):
        assert "There is no field “attacker.atack”" in self.text(status=422, attacker__atack=1)


class WayTest(BattleTest):
    def test_a_game_and_its_cards_lead_there(self):
        assert 'href="/legions/battle/"' in self.client.get("/legions/").content.decode()
        text = self.client.get(f"/xing-ling-wang/cards/{PIERCER}/").content.decode()
        for side in ("attacker", "front", "back"):
            assert f'href="/xing-ling-wang/battle/?{side}.card={PIERCER}"' in text
        assert "battle/?" not in self.client.get("/xing-ling-wang/cards/XLW-S036/").content.decode()

    def test_a_deck_offers_its_cards(self):
        deck = self.deck(visibility=Visibility.PUBLIC)
        assert f"/xing-ling-wang/battle/?deck={deck.slug}" in self.client.get(f"/d/{deck.slug}/").content.decode()
        page = self.page(deck=deck.slug).context["page"]
        names = {line.printing.card.name for line in deck.lines.all() if line.printing.card.kind == "unit"}
        assert set(page.panels[0].suggestions) == names

    def test_a_deck_that_is_private_or_of_another_game_is_not_there(self):
        deck = self.deck(visibility=Visibility.PRIVATE)
        self.page(status=404, deck=deck.slug)
        self.page(by=self.as_alice, deck=deck.slug)
        self.page(game="legions", status=404, by=self.as_alice, deck=deck.slug)
