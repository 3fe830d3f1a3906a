"""Keepers change cards on pages, see who is hit first, and undo it."""

from django.urls import reverse

from deckbuilder.catalog.editing import services
from deckbuilder.catalog.editing.forms import CardForm
from deckbuilder.catalog.models import CatalogState, Printing, RestrictionList, StateKind
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.to_games import to_printing
from games.registry import GAMES, get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.catalog.base import KeeperTest

GAME = get(XLW)


class EditTest(KeeperTest):
    def test_every_printing_of_every_game_is_opened_as_it_is_and_saving_it_changes_nothing(self):
        for game in GAMES:
            for row in Printing.objects.filter(game=game.slug)[::9]:
                cells = services.cells_of(game, to_printing(row))
                planned = services.plan(game, cells, opened=services.last_state(game))
                assert planned.report.ok, (row, planned.report.rows.rejected)
                assert not planned.report.changes_anything, row

    def test_the_form_has_every_column_of_every_game_and_is_saved(self):
        for game in GAMES:
            row = self.row(game.slug)
            page = self.as_keeper.get(self.path(row))
            for name in game.fields:
                self.assertContains(page, f'name="card-{name}"')
            assert self.send(row, "save", name="New name").status_code == 302
            row.refresh_from_db()
            state = CatalogState.objects.filter(game=game.slug).latest("pk")
            assert (row.name, state.kind, state.code, state.made_by) == ("New name", "edit", row.code, self.keeper)

    def test_it_is_undone_from_the_page_of_the_card_once(self):
        row = self.row()
        before = Printing.objects.filter(pk=row.pk).values().get()
        self.send(row, "save", name="New name", effects="")
        state = CatalogState.objects.get(kind=StateKind.EDIT)
        undo, page = reverse("catalog:state_undo", args=[XLW, state.pk]), reverse("catalog:card", args=[XLW, row.code])
        self.assertContains(self.as_keeper.get(page), undo)
        self.assertNotContains(self.as_visitor.get(page), undo)
        self.assertContains(self.as_keeper.get(reverse("catalog:states", args=[XLW])), undo)
        difference = self.as_keeper.get(reverse("catalog:states", args=[XLW]), {"change": state.pk})
        self.assertContains(difference, "New name")
        self.assertRedirects(self.as_keeper.post(undo), page)
        after = Printing.objects.filter(pk=row.pk).values().get()
        assert {**after, "card_id": 0} == {**before, "card_id": 0}
        self.assertContains(self.as_keeper.post(undo, follow=True), "have been changed since")

    def test_a_later_change_of_the_same_card_is_not_lost_by_undoing(self):
        row = self.row()
        self.send(row, "save", name="One")
        first = CatalogState.objects.get(kind=StateKind.EDIT)
        row.refresh_from_db()
        self.send(row, "save", name="Two")
        self.as_keeper.post(reverse("catalog:state_undo", args=[XLW, first.pk]))
        row.refresh_from_db()
        assert row.name == "Two"

    def test_bad_cells_are_told_beside_their_fields_and_nothing_is_lost(self):
        row = self.row()
        answer = self.send(
            row, "save", name="Kept", attack="many", effects="played: draw 1\nplayed: draw draw", released="soon"
        )
        assert answer.status_code == 422
        errors = answer.context["form"].errors
        assert set(errors) == {"attack", "effects", "released"}
        assert errors["effects"][0].startswith("Line 2: Character ")
        self.assertContains(answer, 'value="Kept"', status_code=422)
        self.assertContains(answer, "played: draw draw", status_code=422)

    def test_two_keepers_at_one_card_are_asked(self):
        row = self.row()
        mine = self.values(row, name="Mine")
        self.send(row, "save", name="Theirs", set="NEXT")
        answer = self.as_keeper.post(self.path(row), mine | {"do": "save"})
        assert answer.status_code == 409
        form = answer.context["form"]
        assert (form["name"].value(), form["set"].value()) == ("Mine", "NEXT")
        for words in ("Somebody else changed this printing meanwhile", "Theirs", "You changed Name, too"):
            self.assertContains(answer, words, status_code=409)
        again = mine | {"card-set": "NEXT", "card-opened": form["opened"].value(), "do": "save"}
        assert self.as_keeper.post(self.path(row), again).status_code == 302
        row.refresh_from_db()
        assert (row.name, row.facts["set"]) == ("Mine", "NEXT")

    def test_a_card_is_added_and_withdrawn_and_brought_back(self):
        row, new = self.row(), reverse("catalog:card_new", args=[XLW])
        page = self.as_keeper.get(new, {"like": row.code})
        assert page.context["form"]["kind"].value() == row.facts["kind"]
        sent = self.values(row, code="X-1", name="Newcomer") | {"do": "save"}
        self.assertRedirects(self.as_keeper.post(new, sent), reverse("catalog:card", args=[XLW, "X-1"]))
        assert self.as_keeper.post(new, sent).status_code == 422
        added = Printing.objects.get(code="X-1")
        self.assertContains(self.as_keeper.post(self.path(added), {"do": "withdraw"}), "Withdraw it")
        assert not Printing.objects.get(code="X-1").retired
        self.as_keeper.post(self.path(added), {"do": ["withdraw", "withdraw-now"]})
        assert Printing.objects.get(code="X-1").retired
        self.send(added, "save")
        assert not Printing.objects.get(code="X-1").retired

    def test_the_other_printings_change_with_it_if_that_is_wanted(self):
        row = self.row()
        sent = self.values(row, code="X-1", set="NEXT", rarity="") | {"do": "save"}
        self.as_keeper.post(reverse("catalog:card_new", args=[XLW]), sent)
        added = Printing.objects.get(code="X-1")
        assert added.card_id == row.card_id
        self.as_keeper.post(self.path(added), self.values(added, name="Both") | {"do": "save", "card-everywhere": "on"})
        row.refresh_from_db()
        added.refresh_from_db()
        assert (row.name, added.name, row.card_id) == ("Both", "Both", added.card_id)
        assert row.facts["set"] != "NEXT"

    def test_who_is_hit_is_shown_before_it_is_saved(self):
        shown = self.sample_deck(f"{XLW}/lantern-parade", visibility="public")
        self.sample_deck(f"{XLW}/lantern-parade")
        cup = self.event(listed=True)
        self.submit(self.entry(cup, self.bob))
        lines = [(line, line.printing.facts["values"]["race"]) for line in shown.lines.select_related("printing")]
        line, race = next(pair for pair in lines if pair[1] != "中立")
        other = next(each for each in ("獸人", "喵喵賊") if each != race)
        answer = self.send(line.printing, race=other)
        impact = answer.context["preview"].impact
        assert (impact.listed, impact.judged, impact.judged_events) == (1, 1, 1)
        assert [hit.deck for hit in impact.decks] == [shown]
        assert "Legal → Illegal" in impact.decks[0].words
        assert [(hit.event, hit.entries) for hit in impact.events] == [(cup, 1)]
        line.printing.refresh_from_db()
        assert line.printing.facts["values"]["race"] == race
        assert not self.send(line.printing, text="Another text.").context["preview"].impact.decks

    def test_a_new_name_is_said_to_keep_the_ban_and_hits_nobody(self):
        shown = self.sample_deck(f"{XLW}/lantern-parade", visibility="public")
        row = shown.lines.select_related("printing")[0].printing
        RestrictionList.objects.create(
            game=XLW, slug="ban", title="Ban", version="1", effective_from="2024-01-01", limits={row.name: 0}
        )
        answer = self.send(row, name="Another name")
        self.assertContains(answer, "The list")
        assert answer.context["preview"].impact.decks == ()
        self.send(row, "save", name="Another name")
        (ban,) = [each for each in restriction_lists(GAME) if each.slug == "ban"]
        assert row.code in ban.entry(next(iter(ban.limits))).codes

    def test_a_form_of_another_kind_shows_the_fields_of_its_kind(self):
        for game in GAMES:
            row = self.row(game.slug)
            form = CardForm(game, is_new=False, initial=services.cells_of(game, to_printing(row)))
            shown = {each.name for _, fields in form.sections for each in fields}
            others = {each.name for each in form.others}
            assert shown | others == {*game.fields, "picture"}
            assert not shown & others
