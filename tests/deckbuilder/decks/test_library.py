"""A person's decks: filters, actions on many of them and their undoing, and verdicts that are never outdated."""

import io
import random
import zipfile
from datetime import timedelta
from unittest import mock
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.common.input import InputError
from deckbuilder.common.operations.tidying import tidy
from deckbuilder.decks import selectors, services
from deckbuilder.decks.library import judgements
from deckbuilder.decks.library.parsing import Filters
from deckbuilder.decks.library.services import ACTIONS, MAX_TAGS
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, DeckLine, LibraryChange, Visibility
from deckbuilder.decks.retention import RULES
from deckbuilder.decks.verdicts.sentences import edit_error
from games.engine.texts.writing import fold
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.base import ALL, XLW, SiteTest

pytestmark = pytest.mark.databases

MINE, BULK = reverse("decks:mine"), reverse("decks:bulk")
VALUES = {
    "move": {"folder": "Cup"},
    "tag": {"tag": "#Aggro"},
    "untag": {"tag": "old"},
    "share": {"visibility": "public"},
}
EVERY_ACTION = (*ACTIONS, "duplicate")


def said(code: str, **params: object) -> str:
    return edit_error(InputError(code, **params))


class LibraryTest(SiteTest):
    """Alice has two decks of every game, which differ in everything that can be filtered by."""

    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        chance = random.Random(5)
        test = cls()
        for slug in ALL:
            for path in sorted(decks_of(get(slug)).glob("*.txt"))[:2]:
                deck = test.sample_deck(f"{slug}/{path.stem}")
                deck.folder, deck.tags = chance.choice(("", "Old")), chance.choice(("", "old", "cup\nold"))
                deck.archived_at = chance.choice((None, None, timezone.now()))
                deck.visibility = chance.choice(Visibility.values)
                deck.shared_revision = None if deck.visibility == Visibility.PRIVATE else 0
                deck.save()
                then = timezone.now() - timedelta(days=chance.choice((0, 9)))
                Deck.objects.filter(pk=deck.pk).update(changed_at=then)

    def decks(self):
        return list(Deck.objects.filter(owner=self.alice).order_by("pk"))

    def rows(self):
        """Everything that is stored of her decks that are not deleted, with their cards."""
        decks = Deck.objects.filter(owner=self.alice).order_by("pk")
        return list(decks.values()), list(DeckLine.objects.filter(deck__in=decks).order_by("pk").values())

    def do(self, action, decks=None, browser=None, **more):
        data = {"do": action, "deck": [each.slug for each in self.decks() if decks is None or each in decks]}
        data |= VALUES.get(action, {}) | ({"confirmed": "yes"} if action == "delete" else {}) | more
        return (browser or self.as_alice).post(BULK, data, follow=True)

    def undo_of(self, answer):
        """The address of the undo that a page offers, or ""."""
        return next((str(each.extra_tags) for each in answer.context["messages"] if each.extra_tags), "")

    def found(self, **filters):
        return {each.deck for each in self.as_alice.get(MINE, filters).context["rows"]}


class FilterTest(LibraryTest):
    def predicates(self):
        """For each value of each filter, whether it lets a deck through."""
        week_ago = timezone.now() - timedelta(days=7)
        words = {deck.pk: deck.search_text for deck in self.decks()}
        status = {deck.pk: selectors.verdict_on(to_deck(deck)).status for deck in self.decks()}
        card = words[self.decks()[0].pk].split("\n")[-1]
        return {
            "game": {slug: lambda deck, slug=slug: deck.game == slug for slug in ALL},
            "visibility": {each: lambda deck, each=each: deck.visibility == each for each in Visibility.values},
            "folder": {"Old": lambda deck: deck.folder == "Old"},
            "tag": {each: lambda deck, each=each: each in deck.tag_list for each in ("cup", "old")},
            "state": {
                **{
                    each: lambda deck, each=each: status[deck.pk] == each for each in ("legal", "illegal", "incomplete")
                },
                "attention": lambda deck: status[deck.pk] != "legal",
            },
            "since": {timezone.localdate(week_ago).isoformat(): lambda deck: deck.changed_at > week_ago},
            "archived": {
                "": lambda deck: deck.archived_at is None,
                "only": lambda deck: deck.archived_at is not None,
                "all": lambda deck: True,
            },
            "q": {
                card: lambda deck: all(word in words[deck.pk] or word in deck.tags for word in card.split()),
                "#CUP": lambda deck: "cup" in deck.tag_list,
                "ol": lambda deck: "ol" in words[deck.pk] or "old" in deck.tag_list,
            },
        }

    def test_every_filter_finds_what_it_says_and_all_of_them_compose(self):
        tests, chance = self.predicates(), random.Random(3)
        single = [{name: value} for name, values in tests.items() for value in values]
        several = [
            {name: chance.choice(list(tests[name])) for name in chance.sample(sorted(tests), 3)} for _ in range(25)
        ]
        found = 0
        for filters in single + several:
            with self.subTest(filters):
                all_of_them = {"archived": ""} | filters
                right = [tests[name][value] for name, value in all_of_them.items()]
                expected = {deck for deck in self.decks() if all(each(deck) for each in right)}
                assert self.found(**filters) == expected
                found += len(expected)
        assert found

    def test_decks_stand_in_the_chosen_order(self):
        for order, key in (
            ("changed", lambda deck: (-deck.changed_at.timestamp(), -deck.pk)),
            ("new", lambda deck: (-deck.created_at.timestamp(), -deck.pk)),
            ("name", lambda deck: (deck.name == "", deck.name.lower(), deck.pk)),
        ):
            rows = self.as_alice.get(MINE, {"order": order, "archived": "all"}).context["rows"]
            assert [each.deck for each in rows] == sorted(self.decks(), key=key)

    def test_a_value_that_is_not_a_choice_is_told_with_the_choices(self):
        for name, value in (("game", "whist"), ("state", "odd"), ("since", "soon"), ("order", "x"), ("archived", "no")):
            answer = self.as_alice.get(MINE, {name: value})
            assert (answer.status_code, bool(answer.context["problem"])) == (422, True)
            assert value in answer.context["problem"]
        assert self.as_alice.get(MINE, {"since": "soon"}).context["problem"] == said("not-a-date", value="soon")

    def test_the_query_string_keeps_what_was_asked(self):
        filters = Filters(q="a b", game=XLW, tag="cup", order="name")
        assert filters.query(tag="") == f"?{urlencode({'q': 'a b', 'game': XLW, 'order': 'name'})}"

    def test_more_decks_ask_no_more_questions(self):
        numbers = []
        for _ in range(2):
            self.as_alice.get(MINE)
            with CaptureQueriesContext(connection) as caught:
                self.as_alice.get(MINE, {"archived": "all", "q": "a"})
            numbers.append(len(caught))
            self.do("duplicate")
        assert numbers[0] == numbers[1]


class BulkTest(LibraryTest):
    def test_undoing_any_action_restores_everything(self):
        for action in EVERY_ACTION:
            before = self.rows()
            answer = self.do(action)
            with self.subTest(action):
                assert self.rows() != before
                self.as_alice.post(self.undo_of(answer))
                assert self.rows() == before
                assert self.as_alice.post(self.undo_of(answer)).status_code == 302  # a second time does nothing
                assert self.rows() == before

    def test_undoing_several_in_reverse_restores_everything(self):
        chance, before = random.Random(9), self.rows()
        undos = []
        for action in chance.sample(EVERY_ACTION, len(EVERY_ACTION)):
            if decks := self.decks():
                answer = self.do(action, chance.sample(decks, (len(decks) + 1) // 2))
                undos += filter(None, [self.undo_of(answer)])
        for each in reversed(undos):
            self.as_alice.post(each)
        assert self.rows() == before

    def test_nobody_acts_on_the_decks_of_others(self):
        before = self.rows()
        for browser in (self.as_bob, self.as_visitor):
            for action in (*EVERY_ACTION, "export"):
                answer = self.do(action, browser=browser)
                assert "no longer exist" in answer.content.decode()
                one = browser.post(f"{BULK}?deck={self.decks()[0].slug}", {"do": action, "confirmed": "yes"})
                assert one.status_code == 302
        assert self.rows() == before
        undo, after = self.undo_of(self.do("archive")), self.rows()
        for browser in (self.as_bob, self.as_visitor):
            browser.post(undo)
        assert self.rows() == after

    def test_a_visitor_acts_on_the_decks_of_the_browser(self):
        deck = self.sample_deck(f"{XLW}/lantern-parade", owner=None)
        self.hold(self.as_visitor, deck)
        for action in EVERY_ACTION:
            answer = self.as_visitor.post(
                BULK, {"do": action, "deck": deck.slug, "confirmed": "yes"} | VALUES.get(action, {"tag": "x"})
            )
            assert answer.status_code == 302
            if action == "duplicate":
                continue
            if action == "delete":
                assert self.as_visitor.get(deck.get_absolute_url()).status_code == 404
                self.as_visitor.post(reverse("decks:undo_bulk", args=[LibraryChange.objects.latest("pk").slug]))
                assert self.as_visitor.get(deck.get_absolute_url()).status_code == 200
        self.do("duplicate", decks=[], browser=self.as_visitor, deck=deck.slug)
        names = {each.deck.name for each in self.as_visitor.get(MINE, {"archived": "all"}).context["rows"]}
        assert any("(copy)" in name for name in names)

    def test_all_that_is_found_can_be_selected_at_once(self):
        self.as_alice.post(BULK, {"do": "tag", "tag": "mine", "all": "yes", "query": f"game={XLW}&archived=all"})
        assert {deck.game for deck in self.decks() if "mine" in deck.tag_list} == {XLW}
        assert all("mine" in deck.tag_list for deck in self.decks() if deck.game == XLW)

    def test_enter_in_a_field_does_what_the_field_is_for(self):
        deck = self.decks()[0]
        self.as_alice.post(BULK, {"do": "", "deck": deck.slug, "folder": "", "tag": "＃Big Cup", "visibility": ""})
        deck.refresh_from_db()
        assert "Big Cup" in deck.tag_list
        answer = self.as_alice.post(BULK, {"do": "", "deck": deck.slug, "folder": "a", "tag": "b"}, follow=True)
        self.assertContains(answer, "Choose what to do")

    def test_a_tag_is_written_as_it_was_first(self):
        self.do("tag", tag="CUP")
        assert {each for deck in self.decks() for each in deck.tag_list if fold(each) == "cup"} == {"cup"}

    def test_what_cannot_be_done_is_told_and_nothing_is_changed(self):
        before = self.rows()
        for data, words in (
            ({"do": "tag", "tag": "#"}, said("no-tag")),
            ({"do": "tag", "tag": "x" * 31}, "at most 30"),
            ({"do": "move", "folder": "x" * 61}, "at most 60"),
            ({"do": "share", "visibility": "everybody"}, "not one of"),
            ({"do": "fold"}, "not one of"),
            ({"do": "archive", "deck": []}, said("no-decks")),
            ({"do": "archive", "deck": ["nowhere"]}, said("decks-gone")),
            ({}, said("no-action")),
        ):
            slugs = {"deck": [deck.slug for deck in self.decks()]}
            self.assertContains(self.as_alice.post(BULK, slugs | data, follow=True), words)
        assert self.rows() == before
        deck = self.decks()[0]
        Deck.objects.filter(pk=deck.pk).update(tags="\n".join(map(str, range(MAX_TAGS))))
        before = self.rows()
        self.assertContains(self.do("tag"), said("too-many-tags", most=20, name=deck.name))
        with mock.patch("deckbuilder.decks.library.services.MAX_DECKS", 1):
            self.assertContains(self.do("archive"), said("too-many-decks", most=1))
        assert self.rows() == before

    def test_decks_are_deleted_after_one_question_and_nobody_sees_them(self):
        deck = self.decks()[0]
        services.share(deck, Visibility.PUBLIC)
        question = self.as_alice.post(BULK, {"do": "delete", "deck": deck.slug})
        self.assertContains(question, "Delete 1 deck?")
        assert deck in self.decks()
        undo = self.undo_of(self.do("delete", [deck]))
        for browser in (self.as_alice, self.as_bob):
            assert browser.get(deck.get_absolute_url()).status_code == 404
        assert deck not in selectors.public_decks()
        self.as_alice.post(undo)
        assert self.as_bob.get(deck.get_absolute_url()).status_code == 200

    def test_deleted_decks_are_gone_after_a_day(self):
        self.do("delete")
        for rule in RULES:
            tidy(rule, timezone.now())
        assert Deck.with_deleted.filter(owner=self.alice).exists()
        for rule in RULES:
            tidy(rule, timezone.now() + timedelta(hours=25))
        assert not Deck.with_deleted.filter(owner=self.alice).exists()
        assert not LibraryChange.objects.exists()

    def test_undoing_leaves_what_was_changed_since(self):
        first, second = self.decks()[:2]
        undo = self.undo_of(self.do("move", [first, second]))
        self.do("move", [first], folder="Later")
        self.assertContains(self.as_alice.post(undo, follow=True), "1 deck has been changed since")
        first.refresh_from_db()
        assert first.folder == "Later"

    def test_what_staff_hide_stays_hidden(self):
        deck = self.decks()[0]
        services.share(deck, Visibility.PUBLIC)
        undo = self.undo_of(self.do("share", [deck], visibility="private"))
        services.hide(deck, "Spam")
        self.as_alice.post(undo)
        self.assertContains(self.do("share"), "1 deck is hidden by staff and stays private.")
        deck.refresh_from_db()
        assert deck.visibility == Visibility.PRIVATE

    def test_an_export_has_every_list(self):
        answer = self.do("export")
        names = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))).namelist()
        assert len(set(names)) == len(self.decks())
        assert all(any(deck.slug in name for name in names) for deck in self.decks())


class JudgementTest(LibraryTest):
    def shown(self):
        rows = self.as_alice.get(MINE, {"archived": "all"}).context["rows"]
        return {each.deck.pk: each.tile.status for each in rows}

    def truth(self):
        return {deck.pk: selectors.verdict_on(to_deck(deck)).status for deck in self.decks()}

    def test_verdicts_are_those_of_the_judge_in_every_game(self):
        assert self.shown() == self.truth()
        with mock.patch.object(judgements, "verdict_on", side_effect=AssertionError):
            assert self.shown() == self.truth()

    def test_a_changed_deck_is_judged_again(self):
        before = self.shown()
        for deck in self.decks():
            line = deck.lines.filter(printing__isnull=False).select_related("printing").first()
            change = {"code": line.printing.code, "zone": line.zone, "count": 9}
            services.edit(deck, [("set", change)])
        assert self.shown() == self.truth() != before

    def test_a_list_that_comes_into_effect_is_heeded_at_once(self):
        self.shown()
        for game in GAMES:
            deck = Deck.objects.filter(game=game.slug, owner=self.alice).first()
            name = deck.lines.filter(printing__isnull=False).first().printing.name
            day = timezone.localdate()
            facts = {"slug": "now", "title": "Now", "version": "1", "limits": {name: 0}}
            RestrictionList.objects.create(game=game.slug, effective_from=day, **facts)
        assert self.shown() == self.truth()

    def test_what_is_not_judged_yet_is_not_shown_as_judged(self):
        with (
            mock.patch.object(judgements, "BATCH", 4),
            mock.patch.object(judgements.judge_waiting, "__defaults__", (4,)),
        ):
            shown = self.shown()
            assert any(shown.values())
            assert list(shown.values()).count("") == len(shown) - 4
            answers = [self.as_alice.get(MINE).context["left"] for _ in range(3)]
        assert answers == [max(0, len(shown) - 4 * number) for number in (2, 3, 4)]
        assert self.shown() == self.truth()

    def test_another_day_is_another_judgement(self):
        self.shown()
        tomorrow = timezone.localdate() + timedelta(days=1)
        with mock.patch.object(timezone, "localdate", return_value=tomorrow):
            decks = Deck.objects.filter(owner=self.alice)
            assert not any(each.status for each in judgements.judgements_of(decks, judgements.rules_of(decks)))
