"""An entry of a restriction list that names no card keeps an event from starting until an organiser settles it."""

from django.urls import reverse

from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.models import Printing
from deckbuilder.events.event import services
from deckbuilder.events.models import Event
from deckbuilder.events.pins import selectors
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.readiness import gate
from deckbuilder.events.sentences import log_sentence
from games.registry import get
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, LEGAL
from tests.deckbuilder.events.pages import PagesTest

NEW = "還沒有的妖怪"


def take(*lines: str) -> None:
    report = imports_services.apply(get(XLW), "\n".join(("code,name,kind", *lines)).encode(), "cards.csv")
    assert report.ok, report.as_json()


class OpenEntriesTest(PagesTest, ApiTest):
    def setUp(self):
        super().setUp()
        self.ban(NEW)
        self.cup = self.event()
        self.entered = self.entry(self.cup, self.bob)
        self.submit(self.entered)
        self.now = DEADLINE

    def settle(self, do="keep", reason="To come in spring", card="", **fields):
        (each,) = selectors.open_entries(self.cup)
        given = {"list_key": each.list_key, "entry": each.text, "do": do, "reason": reason, "card": card} | fields
        done = pins_services.decide_entry(self.cup, by=self.alice, **given)
        self.cup.refresh_from_db()
        return done

    def status(self):
        return gate.verdict(self.cup, self.entered.submissions.get()).status

    def test_the_gate_stays_shut_until_it_is_settled(self):
        self.assertRefused("entries-without-card", services.start, self.cup, by=self.alice)
        for page in ("roster", "start"):
            self.assertContains(self.as_alice.get(reverse(f"events:{page}", args=[self.cup.slug])), "names no card")
        self.settle()
        assert services.start(self.cup, by=self.alice).started_at

    def test_it_is_kept_for_a_reason_that_is_logged(self):
        self.assertRefused("no-reason", self.settle, reason=" ")
        self.assertRefused("unknown-value", self.settle, do="forget")
        entry = self.settle()
        assert log_sentence(entry) == f"Kept “{NEW}”, which names no card, on Spring list 1: To come in spring"
        self.assertRefused(
            "entry-settled",
            pins_services.decide_entry,
            self.cup,
            by=self.alice,
            list_key="ban/1",
            entry=NEW,
            do="keep",
            reason="Again",
        )

    def test_it_is_removed_from_the_list_of_this_event(self):
        entry = self.settle(do="remove")
        assert log_sentence(entry).startswith(f"Removed “{NEW}”")
        take(f"NEW-1,{NEW},unit")
        assert selectors.open_entries(self.cup) == []
        assert [each.limits for each in selectors.lists_of(self.cup)] == [{}]
        assert selectors.lists_of(self.event())[0].limits

    def test_it_is_replaced_by_a_card_which_is_then_forbidden(self):
        self.assertRefused("no-such-card", self.settle, do="replace", card="no such card")
        assert self.status() == "legal"
        entry = self.settle(do="replace", card=FOX)
        assert f"by {FOX}: To come in spring" in log_sentence(entry)
        assert self.status() == "illegal"

    def test_a_card_that_comes_settles_it(self):
        take(f"NEW-1,{NEW},unit")
        assert selectors.open_entries(self.cup) == []
        assert services.start(self.cup, by=self.alice).started_at

    def test_the_page_has_a_form_for_each(self):
        path = reverse("events:pins", args=[self.cup.slug])
        self.assertContains(self.as_alice.get(path), NEW)
        wanted = {"do": "settle", "place": "ban/1", "entry": NEW, "decision": "replace", "card": "", "reason": "Typo"}
        self.assertContains(self.as_alice.post(path, wanted), "No card is named", status_code=422)
        self.assertRedirects(self.as_alice.post(path, wanted | {"card": FOX}), path)
        self.cup.refresh_from_db()
        assert selectors.open_entries(self.cup) == []

    def test_programs_see_and_settle_it(self):
        path = f"/api/v1/events/{self.cup.slug}/pin/"
        assert self.as_alice.get(path).json()["open_entries"] == [{"slug": "ban", "version": "1", "entry": NEW}]
        wanted = {"slug": "ban", "version": "1", "entry": NEW, "do": "keep", "reason": "To come"}
        answer = self.as_alice.post(f"{path}settle/", wanted, "application/json")
        assert answer.status_code == 200, answer.json()
        assert self.as_alice.get(path).json()["open_entries"] == []
        assert self.as_bob.post(f"{path}settle/", wanted, "application/json").status_code == 404

    def test_decisions_that_cannot_be_read_are_as_none(self):
        for broken in ([], {"ban/1": 3}, {"ban/1": {NEW: "keep"}}, {"ban/1": {NEW: {}}}):
            Event.objects.filter(pk=self.cup.pk).update(settled_entries=broken)
            self.cup.refresh_from_db()
            assert [each.text for each in selectors.open_entries(self.cup)] == [NEW]


class OwnListTest(PagesTest, ApiTest):
    """An organiser's own list means cards as well."""

    def setUp(self):
        super().setUp()
        self.cup = self.event(own_limits={FOX: 0})
        self.entered = self.entry(self.cup, self.bob)
        self.submit(self.entered)
        codes = Printing.objects.filter(game=XLW, card__name=FOX).values_list("code", flat=True)
        take(*(f"{code},提燈小狐狸,unit" for code in codes))

    def codes(self):
        found = gate.verdict(self.cup, self.entered.submissions.get()).violations
        return {each.code for each in found}

    def test_a_corrected_name_lifts_no_ban(self):
        assert "list.banned" in self.codes()
        self.assertContains(self.client.get(self.cup.get_absolute_url()), "listed as")

    def test_the_event_can_be_changed_with_its_list_as_it_is(self):
        changes = {"place": "Taipei", "own_limits": {FOX: 0}}
        answer = self.as_alice.patch(f"/api/v1/events/{self.cup.slug}/", changes, "application/json")
        assert answer.status_code == 200, answer.json()
        assert "list.banned" in self.codes()

    def test_a_line_that_is_added_means_the_card_of_that_name_today(self):
        for limits in ({}, {"提燈小狐狸": 0}):
            services.change(self.cup, by=self.alice, own_limits=limits)
            self.cup.refresh_from_db()
        assert "list.banned" in self.codes()
        services.change(self.cup, by=self.alice, own_limits={"提燈小狐狸": 9, NEW: 1})
        self.now = DEADLINE
        self.assertRefused("entries-without-card", services.start, self.cup, by=self.alice)

    def test_a_pinned_list_follows_its_cards_too(self):
        self.ban("提燈小狐狸")
        cup = self.event()
        entered = self.entry(cup, self.carol)
        self.submit(entered, LEGAL.replace(FOX, "提燈小狐狸"))
        codes = Printing.objects.filter(game=XLW, card__name="提燈小狐狸").values_list("code", flat=True)
        take(*(f"{code},{FOX},unit" for code in list(codes)))
        found = gate.verdict(cup, entered.submissions.get()).violations
        assert "list.banned" in {each.code for each in found}


class BrokenTest(PagesTest):
    """What cannot be read of an event's lists makes no verdict complete, and keeps no catalog from changing."""

    def test_lists_that_cannot_be_read(self):
        cup = self.event()
        entered = self.entry(cup, self.bob)
        self.submit(entered)
        for fields in (
            {"own_limits": [1]},
            {"own_limits": {FOX: "x"}},
            {"sets": [["SAMPLE"]]},
            {"sets": 3},
            {"pinned": {"a": 1}},
            {"pinned": [1]},
            {"pinned": [{"slug": "ban", "title": "Ban", "version": "1", "limits": [], "effective_from": "soon"}]},
        ):
            with self.subTest(**fields):
                given = {"own_limits": {}, "sets": None, "pinned": []} | fields
                Event.objects.filter(pk=cup.pk).update(**given)
                cup.refresh_from_db()
                found = gate.verdict(cup, entered.submissions.get()).violations
                assert "list.broken" in {each.code for each in found}
                for page in ("page", "roster", "pins", "start"):
                    answer = self.as_alice.get(reverse(f"events:{page}", args=[cup.slug]))
                    assert answer.status_code in (200, 409), page
                assert self.as_alice.get(reverse("events:list")).status_code == 200
                take("XLW-S002,紙傘婆婆,unit")
