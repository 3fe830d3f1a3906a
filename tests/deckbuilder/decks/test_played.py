"""Cards that are suggested for a deck: what legal public decks like it play, and nothing that it may not have."""

from django.urls import reverse

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.decks import services
from deckbuilder.decks.builder import played
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from games.registry import GAMES
from tests.catalogs import decks_of
from tests.deckbuilder.api import ApiTest

PARADE = "xing-ling-wang/lantern-parade"


class PlayedTest(ApiTest):
    def found(self, deck, zone=""):
        """By name, how many of how many decks play it."""
        shown = played.suggest(to_deck(deck), zone, slug=deck.slug)
        if shown is None:
            return {}
        return {card.name: (shown.counts[card.key], shown.decks) for card in shown.search()[0].cards}

    def begun(self, race="妖怪村莊", **fields):
        return self.deck({"提燈小狐": 1}, declarations={"race": race}, **fields)

    def test_cards_of_legal_public_decks_of_the_same_declaration_count(self):
        parade = self.sample_deck(PARADE, visibility=Visibility.PUBLIC)
        services.share(services.copy(parade, owner=self.bob), Visibility.PUBLIC)
        self.sample_deck("xing-ling-wang/cat-burglar-crew", visibility=Visibility.PUBLIC)
        self.sample_deck(PARADE)
        names = {line.printing.card.name for line in parade.lines.filter(zone="main")}
        found = self.found(self.begun())
        assert set(found.values()) == {(2, 2)}
        assert set(found) == names - {"提燈小狐"}

    def test_decks_that_are_not_legal_and_the_deck_itself_do_not_count(self):
        parade = self.sample_deck(PARADE, visibility=Visibility.PUBLIC)
        assert self.found(parade) == {}
        parade.lines.filter(printing__name="提燈小狐").update(count=2)
        assert self.found(self.begun()) == {}

    def test_a_banned_card_is_never_suggested(self):
        self.sample_deck(PARADE, visibility=Visibility.PUBLIC)
        name = next(name for name in self.found(self.begun()))
        RestrictionList.objects.create(
            game="xing-ling-wang", slug="ban", title="Ban", version="1", effective_from="2020-01-01", limits={name: 0}
        )
        assert name not in self.found(self.begun())

    def test_a_leader_counts_as_what_is_declared(self):
        ferry = self.sample_deck("legions/midnight-ferry", visibility=Visibility.PUBLIC)
        self.sample_deck("legions/firework-festival", visibility=Visibility.PUBLIC)
        leader = ferry.lines.get(zone="master").printing.card.name
        found = self.found(self.deck({leader: 1}, game="legions", format=ferry.format))
        assert {decks for _count, decks in found.values()} == {1}
        everything = {line.printing.card.name for line in ferry.lines.filter(zone="main")}
        assert set(found) == everything

    def test_what_is_suggested_keeps_a_deck_as_legal_as_it_is_in_every_game(self):
        for game in GAMES:
            paths = [path.stem for path in decks_of(game).glob("*.txt") if "illegal" not in path.stem]
            decks = [self.sample_deck(f"{game.slug}/{path}", visibility=Visibility.PUBLIC) for path in sorted(paths)]
            begun = services.copy(decks[0], owner=self.alice)
            begun.lines.filter(zone=played.usual_zone(game).slug).first().delete()
            with self.subTest(game.slug):
                shown = played.suggest(to_deck(begun), slug=begun.slug)
                for card in shown.search()[0].cards[:5] if shown else ():
                    more = services.edit(services.copy(begun, owner=self.alice), [("add", {"code": card.codes[0]})])
                    found = played.selectors.verdict_on(to_deck(more.deck)).violations
                    assert not [each.code for each in found if each.severity == "illegal"], card.name

    def test_the_builder_shows_them_with_their_counts(self):
        self.sample_deck(PARADE, visibility=Visibility.PUBLIC)
        page = self.as_alice.get(reverse("decks:builder", args=[self.begun().slug]), {"suggest": "1"})
        self.assertContains(page, "in 1 of 1 deck")
        self.assertContains(page, "Cards in 1 similar legal public deck")
        none = self.as_alice.get(reverse("decks:builder", args=[self.begun("喵喵賊").slug]), {"suggest": "1"})
        self.assertContains(none, "There are no similar legal public decks yet.")
        assert none.context["results"].total > 10

    def test_where_none_is_left_those_that_fit_are_shown_and_counted(self):
        parade = self.sample_deck(PARADE, visibility=Visibility.PUBLIC)
        alike = services.copy(parade, owner=self.alice)
        page = self.as_alice.get(reverse("decks:builder", args=[alike.slug]), {"suggest": "1"})
        self.assertContains(page, "Similar legal public decks play no other cards that fit.")
        (kinds,) = [each for each in page.context["filters"] if each.name == "kind"]
        assert sum(option.cards for option in kinds.offer()) == page.context["results"].total > 0

    def test_they_are_looked_up_in_few_queries_and_then_remembered(self):
        for _ in range(5):
            self.sample_deck(PARADE, visibility=Visibility.PUBLIC)
        deck = to_deck(self.begun())
        played.suggest(deck)
        with self.assertNumQueries(2):
            played.suggest(deck)

    def test_the_api_gives_them_too(self):
        self.sample_deck(PARADE, visibility=Visibility.PUBLIC)
        found = self.get(f"decks/{self.begun().slug}/suggestions/", by=self.as_alice).body
        assert (found["zone"], found["decks"]) == ("main", 1)
        assert found["cards"][0]["decks"] == 1
        assert self.get(f"decks/{self.begun().slug}/suggestions/?zone=moon", by=self.as_alice).status == 400
