"""Registration sheets: what stands on them, who sees them, and how many lines a blank one has."""

import re

import pytest
import segno
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event
from deckbuilder.events.sheets import pages
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, OTHER, START, EventTest

BLANK_LINE = '<li class="is-blank">'


def samples(game: Game) -> dict[str, Deck]:
    """The decks that come with a game, by the names of their files."""
    paths = sorted(decks_of(game).glob("*.txt"))
    return {path.stem: parse(ListInput(path.read_text(encoding="utf-8"), "txt", game)).deck for path in paths}


def count_of(sheet: pages.Sheet) -> int:
    """All copies that stand on a sheet."""
    zones = (*sheet.leaders, *sheet.zones)
    rows = sum(row.count for zone in zones for row in zone.rows)
    compact = sum(count for zone in zones for each in zone.compact for _, count in each.parts)
    return rows + compact + sum(count for zone in zones for count, _ in zone.unknown)


class SheetTest(EventTest):
    def sheet(self, browser: Client, entry: Entry):
        return browser.get(reverse("events:sheet", args=[entry.event.slug, entry.number]))

    def test_it_has_the_whole_list_and_how_it_is_judged(self):
        entry = self.entry(self.event(place="Taipei"), self.bob)
        made = self.submit(entry)
        page = self.sheet(self.as_bob, entry).content.decode()
        for told in (FOX, made.fingerprint, "bob", "Lantern Cup", "Taipei", "Yokai Village", "Legal", "20 / 20"):
            assert told in page

    def test_what_is_declared_is_in_the_readers_language(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry)
        for language, race in (("en", "Yokai Village"), ("zh-hant", "妖怪村莊"), ("zh-hans", "妖怪村庄")):
            self.as_bob.cookies.load({"django_language": language})
            assert f"<dd><b>{race}</b>" in self.sheet(self.as_bob, entry).content.decode()

    def test_its_player_and_the_staff_see_it_and_nobody_else(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry)
        for browser in (self.as_bob, self.as_alice, self.as_judith):
            assert self.sheet(browser, entry).status_code == 200
        for browser in (self.as_carol, self.as_visitor):
            assert self.sheet(browser, entry).status_code == 404

    def test_its_code_leads_to_the_deck_check_of_that_very_list(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry)
        self.submit(entry, OTHER)
        link = f"http://testserver{reverse('events:check', args=[entry.event.slug, entry.number])}?list=2"
        drawn = segno.make_qr(link, error="m").svg_inline(border=2, dark="#000", light="#fff", omitsize=True)
        assert drawn in self.sheet(self.as_bob, entry).content.decode()

    def test_it_says_what_is_wrong(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, ILLEGAL)
        page = self.sheet(self.as_bob, entry).content.decode()
        assert "<b>Illegal</b>" in page
        said = page[page.index('<div class="sheet-verdict"><p>') : page.index("sheet-zone")]
        assert "22 cards, exactly 20 required" in said

    def test_a_line_that_names_no_card_is_on_it(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, "game: xing-ling-wang\n3 明年的門票\n")
        page = self.sheet(self.as_bob, entry).content.decode()
        assert "明年的門票" in page
        assert "unrecognized" in page

    def test_without_a_list_it_is_blank_with_the_players_name(self):
        entry = self.entry(self.event(), name="Ann <Lee>")
        page = self.sheet(self.as_alice, entry).content.decode()
        assert "Ann &lt;Lee&gt;" in page
        assert page.count(BLANK_LINE) > 0
        assert "segno" not in page

    def test_it_speaks_the_readers_language(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry)
        path = reverse("events:sheet", args=[entry.event.slug, entry.number])
        page = self.as_bob.get(path, headers={"Accept-Language": "zh-TW"}).content.decode()
        assert "星靈王 · 標準" in page
        assert "合法" in page

    def test_all_sheets_are_those_of_who_still_plays(self):
        event = self.event()
        ann, ben = self.entry(event, name="Ann"), self.entry(event, name="Ben")
        self.submit(ann, by=self.alice)
        entry_services.drop(ben, by=self.alice)
        self.entry(event, name="Cid")
        path = reverse("events:sheets", args=[event.slug])
        page = self.as_judith.get(path).content.decode()
        assert re.findall(r'<article class="sheet[^>]*aria-label="([^"]*)"', page) == ["#1 Ann", "#3 Cid"]
        assert self.as_bob.get(path).status_code == 404
        assert self.as_visitor.get(path).status_code == 404

    def test_all_sheets_ask_the_database_as_much_for_many_as_for_few(self):
        event = self.event()
        path = reverse("events:sheets", args=[event.slug])
        judge, asked = self.as_judith, []
        for _ in range(2):
            for _ in range(3):
                self.submit(self.entry(event), by=self.alice)
            with CaptureQueriesContext(connection) as caught:
                assert judge.get(path).status_code == 200
            asked.append(len(caught))
        assert asked[0] == asked[1]


class BlankTest(EventTest):
    def test_that_of_an_event_is_for_whoever_has_its_link(self):
        event = self.event()
        answer = self.as_visitor.get(reverse("events:blank", args=[event.slug]))
        assert answer.status_code == 200
        assert "Lantern Cup" in answer.content.decode()
        assert self.as_visitor.get(reverse("events:blank", args=["nothing"])).status_code == 404

    def test_there_is_one_for_every_format_of_every_game(self):
        for game in GAMES:
            for form in game.formats:
                with self.subTest(game.slug, form=form.slug):
                    assert self.client.get(reverse("events:blank-of", args=[game.slug, form.slug])).status_code == 200

    def test_there_is_none_for_what_is_no_game_or_no_format(self):
        for game, form in (("whist", "standard"), (XLW, "vintage")):
            assert self.client.get(reverse("events:blank-of", args=[game, form])).status_code == 404

    def test_a_zone_has_as_many_lines_as_the_format_lets_cards_in(self):
        legions = get("legions")
        for form, lines in (("standard", 40), ("mini", 25)):
            sheet = pages.blank(legions, form)
            assert [(zone.need, zone.blank) for zone in sheet.zones] == [(str(lines), lines)]
            assert [(zone.need, zone.blank) for zone in sheet.leaders] == [("1", 1)]

    def test_a_team_of_two_to_four_has_four_lines_and_says_so(self):
        team = pages.blank(get("asteriated-grail"), "free").leaders[0]
        assert (team.need, team.blank) == ("2–4", 4)

    def test_what_a_player_declares_is_a_line_to_write_on(self):
        assert [each.value for each in pages.blank(get(XLW), "standard").declared] == [""]


class EveryGameTest(EventTest):
    @pytest.mark.slow
    def test_every_card_of_every_sample_deck_is_on_its_sheet(self):
        request = RequestFactory().get("/")
        for game in GAMES:
            event = services.create(game, by=self.alice, name="Cup", starts_at=START, deadline=DEADLINE)
            for name, deck in samples(game).items():
                with self.subTest(game.slug, deck=name):
                    entry = self.handed_in(event, deck)
                    sheet = pages.sheets(request, event, [entry])[0]
                    assert count_of(sheet) == sum(deck.size(zone.slug) for zone in game.zones)

    def handed_in(self, event: Event, deck: Deck) -> Entry:
        entry = self.entry(event)
        entry_services.submit(entry, deck, by=self.alice, nonce=self.nonce())
        return entry

    def test_the_150_cards_that_all_have_alike_stand_by_name_with_their_sorts(self):
        game = get("asteriated-grail")
        event = services.create(game, by=self.alice, name="Cup", starts_at=START, deadline=DEADLINE)
        entry = self.handed_in(event, samples(game)["night-market-trio"])
        base = pages.sheets(RequestFactory().get("/"), event, [entry])[0].zones[0]
        assert base.rows == ()
        assert base.size == sum(each.count for each in base.compact) == 150
        names = [each.card.name for each in base.compact]
        assert len(names) == len(set(names))
        wind = next(each for each in base.compact if each.card.name == "風神斬")
        assert dict(wind.parts) == {"Skill": 5, "Chant": 5, "Blood": 4, "Illusion": 4, "Holy": 3}

    def test_a_blank_one_has_the_150_cards_printed_on_it(self):
        base = pages.blank(get("asteriated-grail"), "competition").zones[0]
        assert (base.blank, base.size) == (0, 150)
