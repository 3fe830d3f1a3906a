"""How the cards of a deck are shown: what they are grouped and sorted by, and that the choice is kept."""

import re

import pytest

from deckbuilder.common.input import InputError
from deckbuilder.decks.builder import looks
from deckbuilder.decks.builder.looks import COPIES, UNGROUPED, Look
from deckbuilder.decks.builder.panel import panel
from deckbuilder.decks.models import DeckLine
from games.registry import GAMES, get
from tests.deckbuilder.decks.test_builder import FOX, BuilderTest

XLW = get("xing-ling-wang")


def rows_of(deck, **look):
    return [row for zone in panel(deck, look=Look(**look)).zones for group in zone.groups for row in group.rows]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_cards_are_grouped_and_sorted_by_every_attribute_that_a_face_or_a_filter_shows(game):
    shown = {each.name for each in game.fields.values() if (each.show or each.filter or each.chart)}
    assert shown - {each.name for each in looks.groupings(game)} == {
        name for name in shown if game.fields[name].type == "text"
    }
    assert shown <= {each.name for each in looks.sortings(game)}


@pytest.mark.parametrize("fields", [{"view": "film"}, {"by": "text"}, {"sort": "-"}, {"sort": "--name"}, {"sort": "x"}])
def test_a_look_there_is_not_is_refused_with_the_choices(fields):
    with pytest.raises(InputError) as refused:
        looks.parse_look(fields, XLW)
    assert refused.value.code == "unknown-value"
    assert "" not in refused.value.params["choices"]


def test_what_a_form_leaves_out_stays_as_it_was():
    before = looks.parse_look({"by": "race", "sort": "-attack"}, XLW)
    assert looks.parse_look({"by": "tribute"}, XLW, before) == Look(by="tribute", sort="-attack")
    assert before.opposite_sort == "attack"
    assert looks.parse_look({"sort": before.opposite_sort}, XLW, before).opposite_sort == "-attack"


class SortTest(BuilderTest):
    def test_every_sorting_has_all_cards_once_and_those_without_a_value_last(self):
        deck = self.sample_deck("legions/midnight-ferry")
        whole = sorted(row.line.pk for row in rows_of(deck))
        for each in looks.sortings(get("legions")):
            zones = panel(deck, look=Look(by=UNGROUPED, sort=f"-{each.name}")).zones
            rows = [[row for group in zone.groups for row in group.rows] for zone in zones]
            assert sorted(row.line.pk for zone in rows for row in zone) == whole
            for zone in rows if each.name != "code" else ():
                given = [row.card.get(each.name) not in (None, "", ()) for row in zone]
                assert given == sorted(given, reverse=True)

    def test_numbers_go_by_size_and_copies_by_how_many_there_are(self):
        deck = self.sample_deck("legions/midnight-ferry")
        costs = [row.card.number("cost") for row in rows_of(deck, by=UNGROUPED, sort="-cost")]
        numbers = [cost for cost in costs if cost is not None]
        assert numbers == sorted(numbers, reverse=True)
        main = panel(deck, look=Look(by=UNGROUPED, sort=f"-{COPIES}")).zones[-1]
        copies = [row.line.count for group in main.groups for row in group.rows]
        assert copies == sorted(copies, reverse=True)

    def test_ungrouped_cards_are_one_group(self):
        deck = self.sample_deck("xing-ling-wang/cat-burglar-crew")
        (group,) = panel(deck, look=Look(by=UNGROUPED)).zones[0].groups
        assert group.count == 20


class ChoiceTest(BuilderTest):
    def headings(self, answer):
        return [group.label for zone in answer.context["panel"].zones for group in zone.groups]

    def test_the_builder_and_every_answer_to_a_click_look_as_was_chosen_last(self):
        deck = self.deck({"提燈小狐": 1})
        assert self.headings(self.builder(deck)) == ["Unit"]
        chosen = self.post("look", deck, {"by": "tribute", "sort": "-attack"}, htmx=True)
        assert self.headings(chosen) == ["Tribute 0"]
        assert self.headings(self.post("edit", deck, {"op": "add", "code": FOX}, htmx=True)) == ["Tribute 0"]
        assert self.headings(self.builder(self.deck({"提燈小狐": 1}))) == ["Tribute 0"]

    def test_decks_of_other_games_and_other_browsers_keep_theirs(self):
        self.post("look", self.deck(), {"by": "tribute"})
        assert self.builder(self.deck(game="legions")).context["look"] == Look()
        deck = self.deck(owner=None)
        self.hold(self.as_visitor, deck)
        assert self.as_visitor.get(f"/d/{deck.slug}/edit/").context["look"] == Look()

    def test_what_is_no_choice_is_told_and_changes_nothing(self):
        deck = self.deck()
        answer = self.post("look", deck, {"by": "whiskers"}, htmx=True)
        self.assertContains(answer, "“whiskers” is not one of kind, ", status_code=422)
        assert answer.context["look"] == Look()

    def test_a_view_brings_its_own_grouping_unless_one_was_chosen(self):
        deck = self.deck(game="legions")
        piles = self.post("look", deck, {"view": "piles", "by": "kind"}, htmx=True)
        assert piles.context["look"].by == "cost"
        assert self.post("look", deck, {"view": "list", "by": "cost"}, htmx=True).context["look"].by == "kind"
        self.post("look", deck, {"by": "colours"}, htmx=True)
        assert self.post("look", deck, {"view": "piles", "by": "colours"}, htmx=True).context["look"].by == "colours"

    def test_on_piles_every_card_hangs_from_its_line_but_those_considered_or_in_every_deck(self):
        deck = self.deck({"提燈小狐": 1, "紙傘婆婆": 1})
        self.post("edit", deck, {"op": "add", "code": FOX, "zone": "maybe"})
        assert self.builder(deck).content.decode().count('class="hanging"') == 0
        self.post("look", deck, {"view": "piles"})
        assert self.builder(deck).content.decode().count('class="hanging"') == 2
        assert self.as_alice.get(f"/d/{deck.slug}/?view=piles").content.decode().count('class="hanging"') == 2
        grail = self.deck(game="asteriated-grail")
        self.post("look", grail, {"view": "piles"})
        assert 'class="hanging"' not in self.builder(grail).content.decode()

    def test_a_table_has_the_columns_that_were_ticked_and_is_sorted_by_its_head(self):
        deck = self.deck({"提燈小狐": 1})
        table = self.post("look", deck, {"view": "table", "columns": ["", "rarity", "score"]}, htmx=True)
        assert [each.name for each in table.context["columns"]] == ["kind", "rarity", "score"]
        turned = self.post("look", deck, {"sort": ["", "score"], "columns": [""]}, htmx=True)
        self.assertContains(turned, 'aria-sort="ascending"', count=1)
        self.assertContains(turned, 'value="-score"')
        assert "score" in [each.name for each in turned.context["columns"]]
        reader = self.as_alice.get(f"/d/{deck.slug}/", {"view": "table", "sort": "-score"})
        self.assertContains(reader, 'aria-sort="descending"', count=1)
        self.assertNotContains(self.post("look", deck, {"view": "list"}, htmx=True), "<table>\n")

    def test_a_line_that_names_no_card_can_be_settled_in_every_view(self):
        deck = self.deck()
        DeckLine.objects.create(deck=deck, zone="main", text="雪孃", count=1, position=1)
        for view in looks.VIEWS:
            answer = self.post("look", deck, {"view": view}, htmx=True)
            self.assertContains(answer, "雪孃")
            self.assertContains(answer, 'name="text" value="雪孃"')
        for view in (*looks.VIEWS, "pictures"):
            self.assertContains(self.as_alice.get(f"/d/{deck.slug}/?view={view}"), "雪孃")

    def test_a_click_sends_the_rows_that_changed_alone_whatever_the_view(self):
        deck = self.deck({"提燈小狐": 1, "紙傘婆婆": 1})
        for view in looks.VIEWS:
            page = self.post("look", deck, {"view": view}, htmx=True).content.decode()
            digests = " ".join(re.findall('data-digest="([^"]+)"', page))
            answer = self.post("edit", deck, {"op": "add", "code": FOX, "held": digests}, htmx=True).content.decode()
            assert answer.count('class="quantity"') == 1

    def test_what_another_version_offered_is_forgotten(self):
        deck = self.deck()
        session = self.as_alice.session
        session[looks.SESSION_KEY] = {"xing-ling-wang": {"by": "whiskers"}}
        session.save()
        assert self.builder(deck).context["look"] == Look()

    def test_a_deck_to_read_looks_as_its_address_says(self):
        deck = self.sample_deck("xing-ling-wang/cat-burglar-crew")
        answer = self.as_alice.get(f"/d/{deck.slug}/", {"by": "none", "sort": "-attack"})
        assert self.headings(answer)[-1] == "Cards"
        first = answer.context["panel"].zones[0].groups[0].rows[0].card
        assert first.number("attack") == max(row.card.number("attack") or 0 for row in rows_of(deck))
