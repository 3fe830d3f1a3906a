"""Cards looked up in the database as they are in memory, in few queries for a whole list."""

from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deckbuilder.catalog.imports import services
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.decks.lists import codec
from games.engine.reading.decklists.parsing import DeckListError
from games.engine.texts.writing import simplify
from games.registry import GAMES, get
from tests.catalogs import load_catalog
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases

XLW = get("xing-ling-wang")


def keys(cards):
    return sorted(card.key for card in cards)


class LookupTest(SiteTest):
    @pytest.mark.slow
    def test_names_and_other_names_find_what_they_find_in_memory(self):
        for game in GAMES:
            catalog, lookup = load_catalog(game), Lookup(game)
            cards = catalog.cards.values()
            names = {name for card in cards for name in (card.name, *card.alt_names)} | {"", "nobody", "雪孃", " 雪女 "}
            spelled = names | {simplify(name) for name in names} | {name.upper() for name in names}
            for name in sorted(spelled):
                assert keys(lookup.find(name)) == keys(catalog.find(name)), (game.slug, name)

    @pytest.mark.slow
    def test_numbers_find_what_they_find_in_memory(self):
        for game in GAMES:
            catalog, lookup = load_catalog(game), Lookup(game)
            codes = {code for card in catalog.cards.values() for code in card.codes} | {
                "",
                "nobody",
                "ＸＬＷ－Ｓ００１",
                "xlw-s001",
            }
            for code in sorted(codes | {code.lower() for code in codes}):
                assert lookup.by_code(code) == catalog.by_code(code), (game.slug, code)

    @pytest.mark.slow
    def test_names_without_their_blanks_find_what_they_find_in_memory(self):
        for game in GAMES:
            catalog, lookup = load_catalog(game), Lookup(game)
            names = {card.name for card in catalog.cards.values()} | {"", "nobody"}
            for name in sorted(names | {f"{name[:1]} {name[1:]} " for name in names}):
                assert keys(lookup.find_without_spaces(name)) == keys(catalog.find_without_spaces(name)), (
                    game.slug,
                    name,
                )

    def test_a_name_without_its_blanks_is_looked_for_once_for_a_whole_list(self):
        header = "code,name,kind,race,tribute,attack,score,alt_names\n"
        services.apply(XLW, f"{header}X-1,提燈 老狐,unit,妖怪村莊,1,1,1,The Old Fox\n".encode(), "x.csv")
        lookup = Lookup(XLW)
        assert [card.name for card in lookup.find("the old fox")] == ["提燈 老狐"]
        names = ["提燈老狐", *(f"nobody{number}" for number in range(400))]
        lookup.prefetch(names, ())
        with CaptureQueriesContext(connection) as asked:
            found = [lookup.find_without_spaces(name) for name in names]
        assert [card.name for card in found[0]] == ["提燈 老狐"]
        assert not any(found[1:])
        assert len(asked) < 6

    def test_what_was_prefetched_is_found_without_asking_again(self):
        catalog, lookup = load_catalog(XLW), Lookup(XLW)
        names = [name for card in catalog.cards.values() for name in (card.name, *card.alt_names)]
        names += [f"nobody {number}" for number in range(900)]
        codes = [code.lower() for card in catalog.cards.values() for code in card.codes]
        lookup.prefetch(names, codes)
        with CaptureQueriesContext(connection) as asked:
            for name in names:
                lookup.find(name)
            for code in codes:
                lookup.by_code(code)
        assert len(asked) < 60

    @pytest.mark.slow
    def test_a_name_with_a_slip_is_among_those_that_are_near(self):
        for game in GAMES:
            lookup = Lookup(game)
            for name in sorted({card.name for card in load_catalog(game).cards.values() if len(card.name) > 3}):
                assert name in lookup.near(name[:1] + name[2:]), (game.slug, name)

    def test_nothing_is_near_to_nothing(self):
        for name in ("", " ", "x", "\n", "@@@@", "~" * 500):
            assert list(Lookup(XLW).near(name)) == []

    def test_a_name_that_is_looked_for_in_vain_costs_few_queries(self):
        with CaptureQueriesContext(connection) as asked:
            Lookup(XLW).near("no card is called so, nor will there ever be")
        assert len(asked) <= 4


@pytest.mark.slow
class SharedNamesTest(SiteTest):
    def test_a_list_of_names_that_many_cards_share_is_refused_before_they_are_loaded(self):
        rows = [f"X-{number},狐{number},unit,妖怪村莊,1,1,1,fox|beast" for number in range(12)]
        header = "code,name,kind,race,tribute,attack,score,alt_names\n"
        services.apply(XLW, (header + "\n".join(rows) + "\n").encode(), "x.csv")
        wanted = codec.ListInput("1 fox\n1 beast", "txt", XLW)
        assert [line.status for line in codec.parse(wanted).receipt.lines] == ["ambiguous"] * 2
        with mock.patch.object(Lookup, "most_alike", 23), CaptureQueriesContext(connection) as asked:
            with pytest.raises(DeckListError) as raised:
                codec.parse(wanted)
            assert (raised.value.code, raised.value.params) == ("too-many-cards", {"limit": 23})
        assert len(asked) < 12


class LongListTest(SiteTest):
    @pytest.mark.slow
    def test_a_list_of_nothing_but_slips_is_read_in_few_queries(self):
        for line in ("1 no card {}", "2x 雪孃{} (X-{})", "提燈小孤{} x3", "雪孃"):
            text = "\n".join(line.format(number, number) for number in range(1500))
            with self.subTest(line), CaptureQueriesContext(connection) as asked:
                reading = codec.parse(codec.ListInput(text, "txt", XLW))
            assert len(reading.receipt.of("unknown")) == 1500
            assert len(asked) < 500
