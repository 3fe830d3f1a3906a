"""The API's games, lists and cards."""

from datetime import date, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from deckbuilder.catalog.models import RestrictionList
from games.engine.texts.writing import fold
from games.registry import GAMES
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW

CARDS = f"games/{XLW}/cards/"


class GamesTest(ApiTest):
    def test_it_lists_the_games(self):
        answer = self.get("games/")
        assert [game["slug"] for game in answer.body] == [game.slug for game in GAMES]
        assert answer.body[0]["name"] == "Xing Ling Wang"

    def test_names_are_in_the_language_that_is_asked_for(self):
        for language, name in (
            ("zh-Hant", "星靈王"),
            ("zh-TW", "星靈王"),
            ("zh-Hans", "星灵王"),
            ("fr", "Xing Ling Wang"),
        ):
            with self.subTest(language):
                answer = self.get("games/", headers={"accept-language": language})
                assert answer.body[0]["name"] == name

    def test_it_describes_every_game(self):
        for game in GAMES:
            with self.subTest(game.slug):
                body = self.get(f"games/{game.slug}/").body
                assert [each["name"] for each in body["attributes"]] == list(game.fields)
                assert [each["slug"] for each in body["zones"]] == [zone.slug for zone in game.zones]
                assert [each["key"] for each in body["declarations"]] == [each.key for each in game.declarations]

    def test_it_says_which_rules_judge_in_every_format(self):
        for game in GAMES:
            with self.subTest(game.slug):
                body = self.get(f"games/{game.slug}/formats/").body
                assert [each["slug"] for each in body] == [each.slug for each in game.formats]
                for told, rules in zip(body, game.formats, strict=True):
                    assert [each["rule"] for each in told["constraints"]] == [each.rule for each in rules.constraints]
                    assert {"card.unknown", "list.banned"} <= set(told["checks"])
                    assert [each["slug"] for each in told["zones"]] == [zone.slug for zone in game.zones]

    def test_a_game_there_is_not_is_not_found(self):
        for path in ("", "formats/", "cards/", "cards/X/"):
            with self.subTest(path):
                answer = self.get(f"games/chess/{path}")
                assert (answer.status, answer.body["code"]) == (404, "not-found")


class ListsTest(ApiTest):
    PATH = f"games/{XLW}/lists/"

    def setUp(self):
        super().setUp()
        told = {"game": XLW, "slug": "league", "title": "League"}
        for version, day in (("1", date(2026, 3, 1)), ("2", date(2026, 6, 1)), ("3", date(2026, 9, 1))):
            RestrictionList.objects.create(version=version, effective_from=day, limits={"魚乾會計": 0}, **told)

    def states(self, **asked):
        return {each["version"]: each["state"] for each in self.get(self.PATH, asked).body}

    def test_it_tells_how_every_version_stands_on_a_day(self):
        assert self.states(on="2026-05-31") == {"3": "announced", "2": "announced", "1": "in-force"}
        assert self.states(on="2026-06-01") == {"3": "announced", "2": "in-force", "1": "past"}

    def test_without_a_day_it_tells_today(self):
        tomorrow = timezone.localdate() + timedelta(days=1)
        QuerySet(RestrictionList).filter(version="3").update(effective_from=tomorrow)
        assert self.states()["3"] == "announced"

    def test_names_stand_as_they_were_written(self):
        first = self.get(self.PATH).body[0]
        assert first["limits"] == {fold("魚乾會計"): 0}
        assert first["names"] == {fold("魚乾會計"): "魚乾會計"}

    def test_what_is_no_day_is_told(self):
        answer = self.get(self.PATH, {"on": "soon"})
        assert (answer.status, answer.body["errors"][0]["field"]) == (400, "on")

    def test_a_game_there_is_not_is_not_found(self):
        assert self.get("games/chess/lists/").status == 404


class CardsTest(ApiTest):
    def names(self, **asked):
        return [card["name"] for card in self.get(CARDS, asked).body["results"]]

    def test_it_gives_all_cards_in_pages(self):
        first = self.get(CARDS, {"page_size": 40}).body
        second = self.get(first["next"].partition("/api/v1/")[2]).body
        assert (first["count"], len(first["results"]), first["previous"]) == (96, 40, None)
        assert len(second["results"]) == 40
        assert self.get(second["previous"].partition("/api/v1/")[2]).body["results"] == first["results"]
        assert not {card["code"] for card in first["results"]} & {card["code"] for card in second["results"]}
        last = self.get(CARDS, {"page_size": 40, "page": 3}).body
        assert (len(last["results"]), last["next"]) == (16, None)

    def test_the_next_page_is_of_the_same_search_however_its_words_were_sent(self):
        for words in ("race:妖怪村莊", "race%3A%E5%A6%96%E6%80%AA%E6%9D%91%E8%8E%8A"):
            first = self.get(f"{CARDS}?page_size=1&q={words}").body
            second = self.get(first["next"].partition("/api/v1/")[2]).body
            assert (first["count"], second["count"]) == (18, 18)
            assert first["results"] != second["results"]

    def test_it_searches(self):
        assert self.names(q="提燈小狐") == ["提燈小狐"]
        assert self.names(q="提灯小狐") == ["提燈小狐"]
        assert all("race" in card["values"] for card in self.get(CARDS, {"q": "race:妖怪村莊"}).body["results"])

    def test_it_orders(self):
        scores = [
            card["values"]["score"] for card in self.get(CARDS, {"q": "score>=0", "order": "-score"}).body["results"]
        ]
        assert scores == sorted(scores, reverse=True)
        assert len(set(scores)) > 1

    def test_a_search_that_finds_nothing_is_an_empty_page(self):
        body = self.get(CARDS, {"q": "雪女雪女雪女"}).body
        assert (body["count"], body["results"]) == (0, [])

    def test_a_mistake_in_a_search_says_where_it_is_and_what_there_is(self):
        answer = self.get(CARDS, {"q": "雪 rce:x"})
        assert (answer.status, answer.body["code"]) == (400, "query.unknown-field")
        assert answer.codes == {"q": "unknown-field"}
        assert answer.body["params"]["position"] == 2
        assert "race" in answer.body["params"]["choices"]
        assert "race" in answer.body["message"]

    def test_an_order_there_is_not_names_those_there_are(self):
        answer = self.get(CARDS, {"order": "text"})
        assert (answer.status, answer.codes) == (400, {"order": "unknown-order"})
        assert "mana" in answer.body["errors"][0]["message"]

    def test_a_page_beyond_the_last_is_not_found(self):
        assert self.get(CARDS, {"page": 9}).status == 404

    def test_parameters_that_mean_nothing_are_errors(self):
        for asked, code in (
            ({"page": "x"}, "invalid"),
            ({"page": 0}, "min-value"),
            ({"page_size": 201}, "max-value"),
            ({"sort": "name"}, "unknown-field"),
        ):
            with self.subTest(asked):
                answer = self.get(CARDS, asked)
                assert (answer.status, answer.codes) == (400, {next(iter(asked)): code})

    def test_a_card_has_its_facts_and_its_printings(self):
        body = self.get(f"games/{XLW}/cards/XLW-S001/").body
        assert (body["name"], body["values"]["race"], body["released"]) == ("提燈小狐", "妖怪村莊", "2024-01-20")
        assert [each["code"] for each in body["printings"]] == body["codes"]

    def test_a_number_there_is_not_is_not_found(self):
        assert self.get(f"games/{XLW}/cards/XLW-9999/").status == 404

    def test_an_answer_that_has_not_changed_is_not_sent_again(self):
        path = CARDS
        etag = self.get(path).raw.headers["ETag"]
        assert self.get(path, headers={"if-none-match": etag}).status == 304
        assert self.get(path, {"page_size": 3}, headers={"if-none-match": etag}).status == 200


class EveryCardTest(ApiTest):
    def test_every_game_gives_its_cards_as_described(self):
        for game in GAMES:
            with self.subTest(game.slug):
                body = self.get(f"games/{game.slug}/cards/", {"page_size": 200}).body
                assert body["count"] == len(body["results"]) > 40
