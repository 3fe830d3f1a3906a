"""The API's decks: making, reading, changing and judging them."""

import json
from datetime import date
from unittest.mock import ANY

from deckbuilder.decks.changes.serializers import MAX_EDITS
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.decks.services import edit
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW

PARADE = f"game: {XLW}\nrace: 妖怪村莊\n1 提燈小狐\n2x 紙傘婆婆\n1 無此卡\n"


class ListTest(ApiTest):
    def slugs(self, by=None, **asked):
        return [deck["slug"] for deck in self.get("decks/", asked, by=by).body["results"]]

    def test_it_lists_ones_own_decks_the_last_changed_first(self):
        first, second = self.deck(), self.deck(visibility=Visibility.PUBLIC)
        self.deck(owner=self.bob)
        assert self.slugs(self.as_alice) == [second.slug, first.slug]
        edit(first, [("rename", {"name": "Changed"})], author=self.alice)
        assert self.slugs(self.as_alice) == [first.slug, second.slug]

    def test_a_visitor_has_no_decks_of_their_own(self):
        answer = self.get("decks/")
        assert (answer.status, answer.body["code"]) == (401, "not-authenticated")
        assert answer.raw.headers["WWW-Authenticate"] == "Token"

    def test_everybody_sees_the_public_ones_and_whose_they_are(self):
        deck = self.deck(visibility=Visibility.PUBLIC)
        self.deck(visibility=Visibility.LINK)
        self.deck()
        for browser in (self.as_visitor, self.as_bob, self.as_alice):
            assert self.slugs(browser, public=1) == [deck.slug]
        assert self.get("decks/", {"public": 1}).body["results"][0]["owner"] == "alice"

    def test_game_format_and_words_narrow_it_down(self):
        parade = self.deck({"提燈小狐": 1}, name="Parade", visibility=Visibility.PUBLIC)
        self.deck(game="legions", name="Crowns", visibility=Visibility.PUBLIC)
        for by, public in ((self.as_alice, 0), (self.as_visitor, 1)):
            with self.subTest(public=public):
                for asked in ({"game": XLW}, {"q": "parade"}, {"q": "提灯"}, {"game": XLW, "format": "standard"}):
                    assert self.slugs(by, public=public, **asked) == [parade.slug], asked

    def test_games_and_formats_there_are_not_are_errors(self):
        answer = self.get("decks/", {"public": 1, "game": "chess", "format": "blitz"})
        assert (answer.status, answer.codes) == (400, {"game": "invalid-choice", "format": "invalid-choice"})

    def test_it_comes_in_pages_with_one_look_at_the_database_each(self):
        for number in range(5):
            self.deck(name=f"Deck {number}")
        browser = self.as_alice
        with self.assertNumQueries(4):  # the session, the person, the count, the decks with their owners
            body = self.get("decks/", {"page_size": 4}, by=browser).body
        assert (body["count"], len(body["results"])) == (5, 4)
        rest = self.get(body["next"].partition("/api/v1/")[2], by=self.as_alice).body
        assert (len(rest["results"]), rest["next"]) == (1, None)


class MakeTest(ApiTest):
    def test_an_empty_deck(self):
        answer = self.post("decks/", {"game": XLW, "name": "Night parade"}, by=self.as_alice)
        assert answer.status == 201
        assert (answer.body["name"], answer.body["format"], answer.body["owner"]) == (
            "Night parade",
            "standard",
            "alice",
        )
        assert (answer.body["cards"], answer.body["receipt"], answer.body["edit_key"]) == ([], None, None)
        assert answer.raw.headers["Location"] == f"/api/v1/decks/{answer.body['slug']}/"

    def test_a_zone_that_is_given_is_filled(self):
        body = self.post("decks/", {"game": "asteriated-grail"}, by=self.as_alice).body
        assert {card["zone"] for card in body["cards"]} <= {"base"}

    def test_of_a_list_with_a_receipt_for_every_line(self):
        body = self.post("decks/", {"list": PARADE, "name": "Mine", "visibility": "public"}, by=self.as_alice).body
        assert [(card["name"], card["count"]) for card in body["cards"]] == [("提燈小狐", 1), ("紙傘婆婆", 2)]
        assert body["unknown"] == [{"zone": "main", "count": 1, "text": "無此卡"}]
        assert (body["name"], body["visibility"], body["declarations"]) == ("Mine", "public", {"race": "妖怪村莊"})
        assert (body["receipt"]["matched"], body["receipt"]["cards"]) == (2, 3)
        assert [line["text"] for line in body["receipt"]["unknown"]] == ["1 無此卡"]

    def test_of_the_json_another_deck_gives(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        given = self.get(f"decks/{deck.slug}/json/", by=self.as_alice).body
        made = self.post("decks/", {"deck": given}, by=self.as_alice).body
        assert made["fingerprint"] == self.get(f"decks/{deck.slug}/", by=self.as_alice).body["fingerprint"]

    def test_a_visitors_deck_comes_with_the_key_to_change_it(self):
        made = self.post("decks/", {"game": XLW}).body
        key, path = made["edit_key"], f"decks/{made['slug']}/"
        assert (made["owner"], made["may_edit"]) == (None, True)
        assert self.get(path).status == 404
        assert self.get(path, key=key).body["may_edit"] is True
        assert self.patch(path, {"name": "Mine"}, key=key).body["name"] == "Mine"
        assert self.patch(path, {"name": "Mine"}, key="guessed").status == 404
        assert "edit_key" not in self.get(path, key=key).body

    def test_what_cannot_be_made_is_said_by_field(self):
        for sent, codes in (
            ({}, {"game": "required"}),
            ({"game": "chess"}, {"game": "invalid-choice"}),
            ({"game": XLW, "format": "blitz"}, {"format": "unknown-format"}),
            ({"list": PARADE, "format": "blitz"}, {"format": "unknown-format"}),
            ({"list": "1 king"}, {"list": "missing-game"}),
            ({"list": PARADE, "game": "legions"}, {"list": "other-game"}),
            ({"list": PARADE, "deck": {}}, {"": "both"}),
            ({"game": XLW, "visibility": "secret"}, {"visibility": "invalid-choice"}),
            ({"game": XLW, "naem": "Parade"}, {"naem": "unknown-field"}),
            ({"deck": {"zones": 3}}, {"list": "json-shape"}),
            ([], {"": "invalid"}),
        ):
            with self.subTest(sent):
                answer = self.post("decks/", sent, by=self.as_alice)
                assert (answer.status, answer.codes) == (400, codes)
        assert not Deck.objects.exists()


class DeckTest(ApiTest):
    def setUp(self):
        super().setUp()
        self.parade = self.deck({"提燈小狐": 1}, declarations={"race": "妖怪村莊"})
        self.path = f"decks/{self.parade.slug}/"

    def test_only_so_many_operations_are_one_change(self):
        add = {"op": "add", "code": "XLW-S002", "count": 0}
        answer = self.edits(*[add] * (MAX_EDITS + 1))
        assert (answer.status, answer.codes) == (400, {"edits": "max-length"})

    def edits(self, *edits, by=None):
        return self.post(f"{self.path}edits/", {"edits": edits}, by=by or self.as_alice)

    def test_it_tells_all_of_a_deck(self):
        body = self.get(self.path, by=self.as_alice).body
        fox = {"zone": "main", "count": 1, "code": "XLW-S001", "name": "提燈小狐", "card": ANY, "sample": True}
        assert body["cards"] == [fox]
        assert body["url"] == f"http://testserver/d/{self.parade.slug}/"
        assert body["fingerprint"] == to_deck(self.parade).fingerprint

    def test_what_is_said_of_it_can_be_changed_as_one_step(self):
        wanted = {"name": "Night parade", "notes": "雪", "declarations": {"race": "獸人"}, "visibility": "link"}
        body = self.patch(self.path, wanted, by=self.as_alice).body
        assert {name: body[name] for name in wanted} == wanted
        assert body["revision"] == 1
        undone = self.post(f"{self.path}undo/", by=self.as_alice).body
        assert (undone["name"], undone["declarations"], undone["visibility"]) == (
            "Parade",
            {"race": "妖怪村莊"},
            "link",
        )

    def test_a_change_with_a_mistake_changes_nothing(self):
        for wanted, status, codes in (
            ({"name": "New", "format": "blitz"}, 400, {"format": "unknown-format"}),
            ({"name": "New", "declarations": {"colour": "red"}}, 400, {"key": "unknown-declaration"}),
            ({"name": "New", "visibility": "secret"}, 400, {"visibility": "invalid-choice"}),
            ({"name": "x" * 121}, 400, {"name": "max-length"}),
            ({"name": "New", "owner": "bob"}, 400, {"owner": "unknown-field"}),
        ):
            with self.subTest(wanted):
                answer = self.patch(self.path, wanted, by=self.as_alice)
                assert (answer.status, answer.codes) == (status, codes)
        self.parade.refresh_from_db()
        assert (self.parade.name, self.parade.revision) == ("Parade", 0)

    def test_cards_are_put_in_and_taken_out(self):
        body = self.edits({"op": "add", "code": "XLW-S002", "count": 2}, {"op": "remove", "code": "XLW-S001"}).body
        assert [(card["code"], card["count"]) for card in body["cards"]] == [("XLW-S002", 2)]
        assert body["revision"] == 1

    def test_every_operation_is_offered(self):
        self.edits({"op": "set", "code": "XLW-S002", "zone": "main", "count": 3})
        self.edits({"op": "move", "code": "XLW-S002", "zone": "main", "to": "extra"})
        body = self.edits({"op": "declare", "key": "race", "value": "獸人"}, {"op": "rename", "name": "N"}).body
        assert (body["declarations"], body["name"]) == ({"race": "獸人"}, "N")
        body = self.edits({"op": "notes", "notes": "雪"}, {"op": "format", "format": "standard"}).body
        assert body["notes"] == "雪"
        assert {card["zone"] for card in body["cards"]} == {"main", "extra"}
        assert [card["zone"] for card in self.edits({"op": "empty", "zone": "extra"}).body["cards"]] == ["main"]

    def test_a_line_that_names_no_card_can_be_settled(self):
        path = f"decks/{self.post('decks/', {'list': PARADE}, by=self.as_alice).body['slug']}/edits/"
        sent = {"edits": [{"op": "resolve", "zone": "main", "text": "無此卡", "code": "XLW-S003"}]}
        body = self.post(path, sent, by=self.as_alice).body
        assert (body["unknown"], body["cards"][-1]["code"]) == ([], "XLW-S003")

    def test_a_quantity_that_is_unclear_is_in_the_receipt_and_has_to_be_sent(self):
        body = self.post("decks/", {"list": "game: xing-ling-wang\n提燈小狸（3）"}, by=self.as_alice).body
        (line,) = body["receipt"]["unknown"]
        assert (line["notes"], line["counts"]) == (["no-card", "count-unclear"], [3])
        settling = {"op": "resolve", "zone": "main", "text": "提燈小狸（3）", "code": "XLW-S001"}
        path = f"decks/{body['slug']}/edits/"
        answer = self.post(path, {"edits": [settling]}, by=self.as_alice)
        assert (answer.status, answer.codes) == (400, {"edits.0.count": "count-unclear"})
        body = self.post(path, {"edits": [settling | {"count": 3}]}, by=self.as_alice).body
        assert [(card["code"], card["count"]) for card in body["cards"]] == [("XLW-S001", 3)]

    def test_edits_with_a_mistake_change_nothing(self):
        good = {"op": "add", "code": "XLW-S002"}
        for wrong, status, codes in (
            ({"op": "add", "code": "XLW-9999"}, 400, {"edits.1.code": "unknown-card"}),
            ({"op": "add", "code": "XLW-S003", "zone": "attic"}, 400, {"edits.1.zone": "unknown-zone"}),
            ({"op": "add", "code": "XLW-S003", "count": "many"}, 400, {"edits.1.count": "invalid"}),
            ({"op": "add", "code": "XLW-S003", "count": 100_000}, 400, {"edits.1": "count-range"}),
            ({"op": "remove", "code": "XLW-S003"}, 409, {"edits.1": "not-in-deck"}),
            ({"op": "shuffle"}, 400, {"edits.1.op": "invalid-choice"}),
            ({"op": "add", "kode": "XLW-S003"}, 400, {"edits.1.kode": "unknown-field"}),
            ("add", 400, {"edits.1": "invalid"}),
        ):
            with self.subTest(wrong):
                answer = self.edits(good, wrong)
                assert (answer.status, answer.codes) == (status, codes)
        assert self.edits().codes == {"edits": "empty"}
        assert self.get(self.path, by=self.as_alice).body["revision"] == 0

    def test_a_change_is_undone_and_done_again(self):
        self.edits({"op": "add", "code": "XLW-S002"})
        assert len(self.post(f"{self.path}undo/", by=self.as_alice).body["cards"]) == 1
        assert len(self.post(f"{self.path}redo/", by=self.as_alice).body["cards"]) == 2
        answer = self.post(f"{self.path}redo/", by=self.as_alice)
        assert (answer.status, answer.body["code"]) == (409, "edit.nothing-to-redo")

    def test_where_nothing_was_done_nothing_is_undone(self):
        answer = self.post(f"{self.path}undo/", by=self.as_alice)
        assert (answer.status, answer.body["code"]) == (409, "edit.nothing-to-undo")

    def test_its_history_tells_every_change(self):
        self.edits({"op": "add", "code": "XLW-S002"})
        self.edits({"op": "rename", "name": "N"})
        self.post(f"{self.path}undo/", by=self.as_alice)
        body = self.get(f"{self.path}revisions/", by=self.as_alice).body
        assert [(each["number"], each["state"], each["of"], each["author"]) for each in body["results"]] == [
            (3, "turn", 2, "alice"),
            (2, "undone", None, "alice"),
            (1, "stands", None, "alice"),
        ]
        assert body["results"][1]["steps"] == [{"field": "name", "from": "Parade", "to": "N"}]
        page = self.get(f"{self.path}revisions/", {"page": 2, "page_size": 2}, by=self.as_alice).body
        assert [each["number"] for each in page["results"]] == [1]

    def test_a_copy_is_ones_own(self):
        self.parade.visibility = Visibility.LINK
        self.parade.save()
        mine = self.post(f"{self.path}copy/", by=self.as_bob)
        assert (mine.status, mine.body["owner"], mine.body["edit_key"]) == (201, "bob", None)
        assert [card["code"] for card in mine.body["cards"]] == ["XLW-S001"]
        nobodys = self.post(f"{self.path}copy/").body
        assert nobodys["owner"] is None
        assert self.delete(f"decks/{nobodys['slug']}/", key=nobodys["edit_key"]).status == 204

    def test_a_deleted_deck_is_gone(self):
        assert self.delete(self.path, by=self.as_alice).status == 204
        assert self.get(self.path, by=self.as_alice).status == 404
        assert not Deck.objects.exists()

    def test_it_is_written_in_every_form_and_reads_back(self):
        for path, form in (("text", "txt"), ("csv", "csv"), ("json", "json")):
            with self.subTest(form):
                answer = self.get(f"{self.path}{path}/", by=self.as_alice)
                assert answer.raw.headers["Content-Type"] == codec.FORMS[form]
                reading = codec.parse(codec.ListInput(answer.raw.content.decode(), form))
                assert reading.deck.fingerprint == to_deck(self.parade).fingerprint

    def test_it_is_written_for_people_and_reads_back(self):
        for path, form in (("plain", "plain"), ("markdown", "md"), ("bbcode", "bbcode")):
            with self.subTest(form):
                answer = self.get(f"{self.path}{path}/", by=self.as_alice)
                assert answer.raw.headers["Content-Type"] == codec.SHARED[form]
                reading = codec.parse(codec.source_of(answer.raw.content.decode()))
                assert reading.deck.fingerprint == to_deck(self.parade).fingerprint

    def test_a_list_may_be_in_the_form_of_another_program(self):
        for fields in (
            {"list": '{"提燈小狐": 2}'},
            {"list": "<li>2 提燈小狐</li>", "form": "html"},
            {"deck": {"提燈小狐": 2}},
        ):
            with self.subTest(fields):
                checked = self.post("games/xing-ling-wang/check/", fields)
                assert (checked.status, checked.body["receipt"]["cards"]) == (200, 2)

    def test_an_answer_that_has_not_changed_is_not_sent_again(self):
        headers = {"if-none-match": self.get(self.path, by=self.as_alice).raw.headers["ETag"]}
        assert self.get(self.path, by=self.as_alice, headers=headers).status == 304
        self.edits({"op": "rename", "name": "N"})
        assert self.get(self.path, by=self.as_alice, headers=headers).status == 200

    def test_caches_between_keep_no_deck(self):
        answer = self.get(self.path, by=self.as_alice).raw.headers
        assert "private" in answer["Cache-Control"]
        assert {"Authorization", "Cookie", "X-Edit-Key"} <= set(answer["Vary"].split(", "))


class VerdictTest(ApiTest):
    def judged(self, path, asked=None, **how):
        return self.get(f"decks/{path.slug}/verdict/", asked, by=self.as_alice, **how)

    def test_a_legal_deck_and_what_was_looked_for(self):
        body = self.judged(self.sample_deck("xing-ling-wang/lantern-parade")).body
        assert (body["status"], body["legal"], body["violations"]) == ("legal", True, [])
        assert {"zone.size", "copies", "list.banned"} <= set(body["checks"])

    def test_zones_without_rules_of_their_own_are_named(self):
        parade = self.judged(self.sample_deck("xing-ling-wang/lantern-parade"))
        cats = self.judged(self.sample_deck("xing-ling-wang/cat-burglar-crew"))
        assert (parade.body["unjudged"], cats.body["unjudged"]) == (["extra"], [])

    def test_an_illegal_deck_and_all_that_is_wrong(self):
        body = self.judged(self.sample_deck("xing-ling-wang/illegal-orc-stampede")).body
        assert body["status"] == "illegal"
        assert {"zone.size", "copies", "affiliation", "sum.mana", "card.unreleased"} <= {
            each["code"] for each in body["violations"]
        }
        assert all(each["message"] for each in body["violations"])

    def test_the_sentences_are_in_the_language_that_is_asked_for_and_the_facts_are_not(self):
        deck = self.sample_deck("xing-ling-wang/illegal-orc-stampede")
        english = self.judged(deck).body
        chinese = self.judged(deck, headers={"accept-language": "zh-Hant"}).body
        assert [each["code"] for each in english["violations"]] == [each["code"] for each in chinese["violations"]]
        assert english["fingerprint"] == chinese["fingerprint"]

    def test_it_is_for_the_day_that_is_asked_for(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        body = self.judged(deck, {"on": "2020-01-01", "format": "standard"}).body
        assert (body["on"], body["status"]) == ("2020-01-01", "illegal")
        assert "card.unreleased" in {each["code"] for each in body["violations"]}

    def test_days_and_formats_there_are_not_are_errors(self):
        deck = self.deck()
        for asked, codes in (
            ({"on": "2026-13-01"}, {"on": "invalid"}),
            ({"format": "blitz"}, {"format": "unknown-format"}),
            ({"fromat": "standard"}, {"fromat": "unknown-field"}),
        ):
            with self.subTest(asked):
                answer = self.judged(deck, asked)
                assert (answer.status, answer.codes) == (400, codes)


class CheckTest(ApiTest):
    path = f"games/{XLW}/check/"

    def test_a_list_as_json(self):
        body = self.post(self.path, {"list": PARADE, "on": "2026-01-01"}).body
        assert (body["status"], body["on"], body["game"]) == ("illegal", "2026-01-01", XLW)
        assert (body["receipt"]["matched"], len(body["receipt"]["unknown"])) == (2, 1)

    def test_a_list_as_plain_text(self):
        how = {"content_type": "text/plain; charset=utf-8"}
        body = self.post(f"{self.path}?on=2026-01-01", PARADE, **how).body
        assert (body["on"], body["receipt"]["matched"]) == ("2026-01-01", 2)

    def test_a_list_as_csv_and_as_the_json_of_a_deck(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        for sent in (
            {"list": codec.write(to_deck(deck), "csv"), "form": "csv"},
            {"list": codec.write(to_deck(deck), "json")},
            {"deck": json.loads(codec.write(to_deck(deck), "json"))},
        ):
            with self.subTest(set(sent)):
                body = self.post(self.path, sent).body
                assert (body["status"], body["fingerprint"]) == ("legal", to_deck(deck).fingerprint)

    def test_a_list_need_not_name_the_game_but_must_not_name_another(self):
        assert self.post(self.path, {"list": "1 提燈小狐"}).status == 200
        answer = self.post(self.path, {"list": "game: legions"})
        assert (answer.status, answer.body["code"], answer.body["params"]["line"]) == (400, "list.other-game", 1)
        assert "LEGIONS!" in answer.body["message"]

    def test_it_keeps_nothing(self):
        self.post(self.path, {"list": PARADE})
        assert not Deck.objects.exists()

    def test_the_day_is_today_unless_said_otherwise(self):
        with self.settings(TIME_ZONE="Asia/Taipei"):
            on = date.fromisoformat(self.post(self.path, {"list": PARADE}).body["on"])
        assert abs((on - date.today()).days) <= 1

    def test_what_cannot_be_judged_is_said_by_field(self):
        for sent, codes in (
            ({}, {"list": "required"}),
            ({"list": PARADE, "format": "blitz"}, {"format": "unknown-format"}),
            ({"list": PARADE, "on": "soon"}, {"on": "invalid"}),
            ({"list": "zone,name\nattic,提燈小狐", "form": "csv"}, {"list": "unknown-zone"}),
            ({"list": "{", "form": "json"}, {"list": "json-syntax"}),
        ):
            with self.subTest(sent):
                answer = self.post(self.path, sent)
                assert (answer.status, answer.codes) == (400, codes)

    def test_a_game_there_is_not_is_not_found(self):
        assert self.post("games/chess/check/", {"list": PARADE}).status == 404

    def test_json_nested_as_deep_as_python_reads_is_refused_and_breaks_nothing(self):
        for depth in (50, 300, 600, 900, 980, 5000):
            with self.subTest(depth):
                sent = '{"deck": {"zones": ' + "[" * depth + "]" * depth + "}}"
                assert self.post(self.path, sent).status == 400
