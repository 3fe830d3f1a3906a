"""How decks are made and copied, and who may see them."""

from unittest import mock

import pytest
from django.urls import reverse

from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.models import Printing
from deckbuilder.common.input import InputError
from deckbuilder.decks import search_texts, selectors, services, tasks
from deckbuilder.decks.changes.drafts import Draft
from deckbuilder.decks.lists import codec
from deckbuilder.decks.models import Deck
from games.registry import get
from tests.deckbuilder.decks.edits import FOX, UMBRELLA, EditTest


class ShareTest(EditTest):
    def test_who_may_see_it_is_one_of_three(self):
        deck = self.deck()
        for visibility in ("link", "public", "private"):
            assert services.share(deck, visibility).visibility == visibility
            assert Deck.objects.get(pk=deck.pk).visibility == visibility
        with pytest.raises(InputError) as caught:
            services.share(deck, "everybody")
        assert caught.value.code == "unknown-visibility"


class MakingTest(EditTest):
    def test_a_name_that_is_too_long_or_cannot_be_printed_makes_no_deck(self):
        for name in ("x" * 121, "a\0b"):
            with pytest.raises(InputError):
                services.create(get("legions"), name=name)
        assert not Deck.objects.exists()

    def test_a_name_is_one_line_from_the_first(self):
        assert services.create(get("legions"), name="a\nb").name == "a b"

    def test_a_copy_has_the_same_lines_in_the_same_order(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        self.lost(deck, "雪孃")
        assert self.lines(services.copy(deck, owner=self.bob)) == self.lines(deck)

    def test_a_copy_begins_a_history_of_its_own(self):
        mine = services.copy(self.do(self.deck(), "add", code=FOX), owner=self.bob)
        assert (mine.revision, mine.revisions.count(), mine.owner) == (0, 0, self.bob)
        self.do(mine, "add", code=UMBRELLA)
        assert self.lines(services.undo(mine).deck) == [("main", FOX, 1)]

    def test_a_draft_of_an_unchanged_deck_writes_nothing(self):
        draft = Draft(self.deck({"提燈小狐": 3}))
        with self.assertNumQueries(0):
            draft.save()


class SearchTest(EditTest):
    """What decks are found by, as it is kept with them."""

    def found(self, words):
        return [deck.name for deck in selectors.matching(Deck.objects.order_by("pk"), words=words)]

    def test_a_deck_is_found_by_its_name_and_its_cards_however_it_was_made_and_changed(self):
        deck = services.create(get("xing-ling-wang"), owner=self.alice, name="Parade")
        assert (self.found("parade"), self.found("小狐")) == (["Parade"], [])
        deck = self.do(deck, "add", code=FOX)
        assert self.found("提灯 PARADE") == ["Parade"]
        deck = self.do(self.do(deck, "rename", name="Procession"), "set", code=FOX, count=0)
        assert (self.found("parade"), self.found("procession"), self.found("小狐")) == ([], ["Procession"], [])
        services.undo(deck)
        assert self.found("procession 小狐") == ["Procession"]
        services.copy(deck, owner=self.bob)
        assert len(self.found("小狐")) == 2
        listed = self.sample_deck("xing-ling-wang/lantern-parade")
        cards = {line.printing.card.name_key for line in listed.lines.select_related("printing__card")}
        assert cards < set(Deck.objects.get(pk=listed.pk).search_text.split("\n"))
        search_texts.refresh([listed.pk])  # the cards are cached from then on
        with self.assertNumQueries(5):  # a savepoint, the deck, its lines, the current catalog; nothing is written
            search_texts.refresh([listed.pk])

    def test_a_deck_is_found_by_the_names_of_its_cards_in_every_language(self):
        services.create_from_reading(codec.parse(codec.ListInput("game: legions\n[main]\n1 灯台守ミオリ\n")))
        clicked = services.edit(services.create(get("legions"), name="Beacon"), [("add", {"code": "LGN-S001"})]).deck
        for words in ("灯台守ミオリ", "燈塔守美織里", "灯塔守美织里", "lighthouse miori", "とうだいもり"):
            assert self.found(words) == ["", "Beacon"], words
        services.edit(clicked, [("remove", {"code": "LGN-S001"})])
        assert self.found("lighthouse") == [""]

    def test_a_deck_is_found_by_another_name_that_a_card_is_given(self):
        self.do(self.deck(), "add", code=FOX)
        header = "code,name,kind,race,tribute,attack,score,alt_names\n"
        for other in ("Paper Fox", "Straw Fox"):
            row = f"{header}{FOX},提燈小狐,unit,妖怪村莊,1,1,1,{other}\n"
            imports_services.apply(get("xing-ling-wang"), row.encode(), "x.csv")
            assert self.found(other) == ["Parade"]
        assert self.found("Paper Fox") == []

    def test_a_deck_is_found_by_the_name_a_card_has_now(self):
        self.do(self.deck(), "add", code=FOX)
        fox = Printing.objects.get(code=FOX)
        row = f"code,name,kind,race,tribute,attack,score,alt_names\n{FOX},迷路的小貓,unit,妖怪村莊,1,1,1,\n"
        imports_services.apply(get("xing-ling-wang"), row.encode(), "x.csv")
        assert Printing.objects.get(pk=fox.pk).card_id != fox.card_id
        assert (self.found("小狐"), self.found("迷路的小貓")) == ([], ["Parade"])

    def test_a_process_that_dies_after_an_import_leaves_the_rest_to_a_worker(self):
        self.do(self.deck(), "add", code=FOX)
        row = f"code,name,kind,race,tribute,attack,score\n{FOX},迷路的小貓,unit,妖怪村莊,1,1,1\n"
        died = mock.patch.object(search_texts, "refresh", side_effect=KeyboardInterrupt)
        with died, pytest.raises(KeyboardInterrupt):
            imports_services.apply(get("xing-ling-wang"), row.encode(), "x.csv")
        assert (self.found("小狐"), search_texts.is_behind()) == (["Parade"], True)
        with mock.patch.object(tasks.follow_catalog, "delay", side_effect=tasks.follow_catalog):
            tasks.take_up()
        assert (self.found("迷路的小貓"), search_texts.is_behind()) == (["Parade"], False)

    def test_so_many_words_cost_one_query_and_more_are_refused(self):
        words = [f"w{number}" for number in range(selectors.MAX_WORDS + 1)]
        with self.assertNumQueries(1):
            assert self.found(" ".join(words[1:])) == []
        with pytest.raises(InputError) as caught:
            self.found(" ".join(words))
        assert (caught.value.code, caught.value.params["most"]) == ("too-many-words", selectors.MAX_WORDS)
        for path, status in ((reverse("decks:public"), 422), ("/api/v1/decks/?public=1", 400)):
            answer = self.client.get(path, {"q": " ".join(words), "public": 1})
            assert answer.status_code == status
            self.assertContains(answer, "at most 10 words", status_code=status)
