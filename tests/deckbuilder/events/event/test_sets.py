"""The sets an event allows: no invented cards where there are real ones, unless its organiser says otherwise."""

from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.events.event import services
from deckbuilder.events.readiness import gate
from deckbuilder.events.to_games import allowed_sets
from games.registry import get
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, LEGAL
from tests.deckbuilder.events.pages import PagesTest

REAL = """code,name,kind,set,race,mana,tribute,attack,score
ALPHA-1,真正的狐狸,unit,ALPHA,妖怪村莊,,0,1,1
ALPHA-2,提燈小狐,unit,ALPHA,妖怪村莊,,0,2,2
BETA-1,沒有系列的狐狸,unit,,妖怪村莊,,0,1,1
"""


class SetsTest(PagesTest, ApiTest):
    def real(self):
        """A catalog with real cards beside the invented ones; one name is in both."""
        report = imports_services.apply(get(XLW), REAL.encode(), "real.csv")
        assert report.ok, report

    def codes(self, event, text=LEGAL):
        found = gate.verdict(event, self.submit(self.entry(event, name="Ann"), text)).violations
        return {each.cards[0].name: each.code for each in found if each.code.startswith("list.")}

    def test_where_there_are_no_others_invented_cards_play(self):
        assert allowed_sets(self.event()) == ()
        assert self.codes(self.event()) == {}

    def test_beside_real_cards_they_do_not(self):
        event = self.event()
        self.real()
        codes = self.codes(event)
        assert set(codes.values()) == {"list.other-set"}
        assert "紙傘婆婆" in codes
        assert FOX not in codes  # it is printed in a real set too

    def test_invented_cards_that_are_out_of_print_do_not_either(self):
        event = self.event()
        self.real()
        Printing.objects.filter(game=XLW, facts__set="SAMPLE").update(retired=True)
        rebuild_cards(get(XLW))
        assert "紙傘婆婆" in self.codes(event)

    def test_cards_of_no_set_are_real(self):
        self.real()
        text = "game: xing-ling-wang\nrace: 妖怪村莊\n1 真正的狐狸\n1 沒有系列的狐狸\n"
        assert self.codes(self.event(), text) == {}

    def test_an_organiser_chooses_among_the_sets_there_are(self):
        self.real()
        event = self.event()
        self.assertRefused("unknown-value", services.change, event, by=self.alice, sets=["GAMMA"])
        assert self.codes(services.change(event, by=self.alice, sets=["SAMPLE"])) == {}
        event = services.change(event, by=self.alice, sets=["ALPHA"])
        assert "沒有系列的狐狸" in self.codes(event, "game: xing-ling-wang\nrace: 妖怪村莊\n1 沒有系列的狐狸\n")
        assert self.codes(services.change(event, by=self.alice, sets=[])) == {}

    def test_the_form_of_the_event_has_them_to_tick(self):
        event = self.event()
        there = self.path("edit", event.slug)
        assert "sets" not in self.as_alice.get(there).context["form"].fields
        self.real()
        form = self.as_alice.get(there).context["form"]
        assert form.initial["sets"] == ["ALPHA", "-"]
        self.assertContains(self.as_alice.get(there), 'name="sets" value="SAMPLE"')
        sent = {"name": "Lantern Cup", "kind": "xing-ling-wang/standard", "lists_visible": "never"}
        sent |= {"starts_at": "2027-03-06T10:00", "deadline": "2027-03-05T20:00", "initial-sets": ["ALPHA", "-"]}
        for chosen, kept in ((["SAMPLE"], ["SAMPLE"]), (["ALPHA", "SAMPLE", "-"], [])):
            assert self.as_alice.post(there, {**sent, "sets": chosen}).status_code == 302
            event.refresh_from_db()
            assert event.sets == kept
        assert self.as_alice.post(there, {**sent, "sets": []}).status_code == 422

    def test_who_saves_the_form_without_a_look_at_the_sets_keeps_the_default(self):
        self.real()
        event = self.event()
        page = self.as_alice.get(self.path("edit", event.slug))
        self.assertContains(page, 'name="initial-sets"', 2)
        sent = {"name": "Fox Cup", "kind": "xing-ling-wang/standard", "lists_visible": "never"}
        sent |= {"starts_at": "2027-03-06T10:00", "deadline": "2027-03-05T20:00"}
        sent |= {"sets": ["ALPHA", "-"], "initial-sets": ["ALPHA", "-"]}
        self.as_alice.post(self.path("edit", event.slug), sent)
        event.refresh_from_db()
        assert (event.name, event.sets) == ("Fox Cup", None)

    def test_the_pages_say_which(self):
        event = self.event()
        self.assertNotContains(self.as_visitor.get(event.get_absolute_url()), "every set except the sample cards")
        self.real()
        self.assertContains(self.as_visitor.get(event.get_absolute_url()), "every set except the sample cards")
        services.change(event, by=self.alice, sets=["ALPHA"])
        self.assertContains(self.as_visitor.get(event.get_absolute_url()), "<dd>ALPHA</dd>")
        body = self.get(f"events/{event.slug}/").body
        assert (body["sets"], body["sets_allowed"]) == (["ALPHA"], ["ALPHA"])

    def test_a_started_event_keeps_the_sets_of_its_start(self):
        event = self.event()
        self.submit(self.entry(event), LEGAL)
        self.now = DEADLINE
        event = services.start(event, by=self.alice)
        self.real()
        assert allowed_sets(event) == ()
        assert gate.overview(event).counts["ready"] == 1

    def test_a_list_says_on_every_page_and_in_the_api_which_of_its_cards_are_invented(self):
        self.real()
        event = self.event()
        entry = self.entry(event, name="Ann")
        submission = self.submit(entry, f"game: xing-ling-wang\nrace: 妖怪村莊\n1 {FOX}\n1 紙傘婆婆\n")
        pages = [self.path("receipt", event.slug, entry.number, submission.version)]
        pages += [self.path(name, event.slug, entry.number) for name in ("sheet", "check")]
        for page in pages:
            html = self.as_alice.get(page).content.decode()
            rows = [part for part in html.split("<li") if 'class="sample"' in part]
            assert ["紙傘婆婆" in row for row in rows] == [True], page
        body = self.get(f"events/{event.slug}/entries/{entry.number}/submissions/1/", by=self.as_alice).body
        assert {each["name"]: each["sample"] for each in body["cards"]} == {FOX: False, "紙傘婆婆": True}
