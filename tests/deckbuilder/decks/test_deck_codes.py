"""Deck codes on the site: the numbers it gives its cards and never changes, and every field that takes a code."""

import json

from django.test import Client
from django.urls import reverse

from deckbuilder.catalog import services
from deckbuilder.catalog.codes.code_books import SiteCodeBook
from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.models import CodeEdition, CodeWord, Printing
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, DeckLine
from deckbuilder.events import selectors
from deckbuilder.events.models import Submission
from games.engine.reading.deck_codes import REASONS, encode
from games.registry import GAMES, get
from tests.catalogs import decks_of, load_catalog
from tests.deckbuilder.base import ALL, XLW, SiteTest
from tests.deckbuilder.catalog.imports.import_examples import rows
from tests.deckbuilder.commands import CommandTest
from tests.deckbuilder.events.base import EventTest
from tests.games.code_books import MemoryCodeBook

SAMPLES = [f"{game.slug}/{path.stem}" for game in GAMES for path in sorted(decks_of(game).glob("*.txt"))]
PARADE = f"{XLW}/lantern-parade"
NEW = rows("XLW-NEW-1,新來的,unit,新種族,,1,2,3")


def code_of(deck: Deck) -> str:
    return codec.deck_code(to_deck(deck)).code


def copies(deck: Deck) -> set[tuple[str, int, int]]:
    return set(deck.lines.values_list("zone", "printing", "count"))


def mistyped(code: str) -> str:
    return code[:5] + ("7" if code[5] != "7" else "8") + code[6:]


class CodesTest(SiteTest):
    def imported(self, browser: Client, text: str) -> Deck:
        answer = browser.post(reverse("decks:import"), {"text": text, "action": "create"})
        assert answer.status_code == 302, answer.context and answer.context.get("problem")
        return Deck.objects.latest("pk")


class NumbersTest(CodesTest):
    def test_a_new_site_numbers_cards_as_the_catalog_that_comes_with_the_game(self):
        for path in SAMPLES:
            deck = to_deck(self.sample_deck(path))
            assert codec.deck_code(deck).code == encode(deck, GAMES, MemoryCodeBook(load_catalog(get(deck.game))))

    def test_cards_that_are_added_change_no_code_and_are_in_the_next_edition(self):
        deck = self.sample_deck(PARADE)
        code = code_of(deck)
        imports_services.apply(get(XLW), NEW, "new.csv")
        assert code_of(deck) == code
        self.put(deck, "新來的")
        longer = code_of(deck)
        assert longer != code
        assert [each.number for each in SiteCodeBook(get(XLW)).editions] == [1, 2]
        for text in (code, longer):
            assert codec.parse(codec.ListInput(text)).receipt.is_settled

    def test_a_change_without_new_cards_is_no_edition(self):
        before = list(CodeEdition.objects.values())
        services.rebuild_cards(get(XLW))
        imports_services.apply(get(XLW), rows("XLW-S097,提燈小狐,unit,妖怪村莊,,1,2,3"), "old.csv")
        assert list(CodeEdition.objects.values()) == before

    def test_a_card_that_is_gone_keeps_its_number_and_stays_a_line_of_the_deck(self):
        deck = self.sample_deck(PARADE)
        code, line = code_of(deck), DeckLine.objects.filter(deck=deck).select_related("printing")[0]
        gone = line.printing.code
        deck.delete()
        Printing.objects.get(game=XLW, code=gone).delete()
        services.rebuild_cards(get(XLW))
        read = codec.parse(codec.ListInput(code)).deck
        assert [(each.text, each.count) for each in read.unknown] == [(f"({gone})", line.count)]
        imports_services.apply(get(XLW), rows(f"{gone},提燈小狐,unit,妖怪村莊,,1,2,3"), "again.csv")
        assert not codec.parse(codec.ListInput(code)).deck.unknown

    def test_the_cards_of_a_site_from_before_there_were_codes_get_numbers_when_it_is_migrated(self):
        code = code_of(self.sample_deck(PARADE))
        CodeWord.objects.all().delete()
        CodeEdition.objects.all().delete()
        assert sorted(services.reindex_changed_games()) == sorted(ALL)
        assert code_of(self.sample_deck(PARADE)) == code
        assert services.reindex_changed_games() == []


class ImportTest(CodesTest):
    def test_the_code_on_a_page_is_the_same_deck_on_another_account(self):
        for path in SAMPLES:
            with self.subTest(path):
                deck = self.sample_deck(path, visibility="link")
                code = self.as_visitor.get(deck.get_absolute_url()).context["code"].code
                mine = self.imported(self.as_bob, code)
                assert mine.owner == self.bob
                assert (mine.game, mine.format, mine.declarations) == (deck.game, deck.format, deck.declarations)
                assert copies(mine) == copies(deck)

    def test_it_is_read_as_people_type_it_and_behind_a_link(self):
        deck = self.sample_deck(PARADE)
        code = code_of(deck)
        for text in (f"\n {code.lower()} ", f"{code[:4]}-{code[4:]}", f"http://testserver/d/x/#{code}"):
            assert copies(self.imported(self.as_bob, text)) == copies(deck)

    def test_the_receipt_names_every_card(self):
        code = code_of(self.sample_deck(PARADE))
        answer = self.as_bob.post(reverse("decks:import"), {"text": code})
        self.assertContains(answer, "提燈小狐")
        self.assertContains(answer, f'value="{code}"')

    def test_a_mistyped_code_is_refused_and_the_characters_are_named(self):
        wrong = mistyped(code_of(self.sample_deck(PARADE)))
        answer = self.as_bob.post(reverse("decks:import"), {"text": wrong, "action": "create"})
        self.assertContains(answer, f"Characters 5 to 6, “{wrong[4:6]}”, look wrong", status_code=422)
        self.assertContains(answer, wrong, status_code=422)
        assert Deck.objects.count() == 1

    def test_a_code_of_another_game_than_the_chosen_one_is_refused(self):
        code = code_of(self.sample_deck(PARADE))
        answer = self.as_bob.post(reverse("decks:import"), {"text": code, "game": "legions"})
        self.assertContains(answer, "legions", status_code=422)

    def test_a_card_that_is_called_like_a_mistyped_code_is_a_card(self):
        imports_services.apply(get(XLW), NEW.replace("新來的".encode(), b"D2 ABCDEFGH"), "new.csv")
        read = codec.parse(codec.ListInput("D2 ABCDEFGH", "txt", get(XLW)))
        assert [each.card.name for each in read.deck.zones["main"]] == ["D2 ABCDEFGH"]

    def test_a_short_text_that_is_no_code_is_a_line(self):
        assert codec.parse(codec.ListInput("D2-0123", "txt", get(XLW))).deck.unknown

    def test_it_is_a_list_wherever_a_program_sends_one(self):
        deck = self.sample_deck(PARADE)
        code, url = code_of(deck), f"/api/v1/games/{XLW}/check/"
        for body, type in ((code, "text/plain"), (json.dumps({"list": code}), "application/json")):
            told = self.as_visitor.post(url, body, content_type=type).json()
            assert (told["fingerprint"], told["receipt"]["unknown"]) == (to_deck(deck).fingerprint, [])
        made = self.as_visitor.post("/api/v1/decks/", {"list": code}, content_type="application/json").json()
        assert made["code"] == code
        problem = self.as_visitor.post(url, mistyped(code), content_type="text/plain")
        assert (problem.status_code, problem.json()["code"]) == (400, "list.code-mistyped")


class PageTest(CodesTest):
    def test_lines_that_name_no_card_are_why_there_is_no_code(self):
        deck = self.deck({"提燈小狐": 1})
        DeckLine.objects.create(deck=deck, zone="main", text="Nobody", count=1, position=9)
        answer = self.as_alice.get(deck.get_absolute_url())
        self.assertContains(answer, "Unresolved lines cannot be part of a deck code")
        self.assertNotContains(answer, "deck-code")
        assert self.as_alice.get(f"/api/v1/decks/{deck.slug}/").json()["code"] is None

    def test_a_value_that_no_card_has_is_why_there_is_no_code(self):
        deck = self.deck({"提燈小狐": 1}, declarations={"race": "Nobody"})
        self.assertContains(self.as_alice.get(deck.get_absolute_url()), "“Nobody”")

    def test_every_reason_has_a_sentence(self):
        assert set(codec.NOT_ENCODABLE) == set(REASONS)
        for reason, names in REASONS.items():
            assert "{" not in str(codec.NOT_ENCODABLE[reason]).format(**dict.fromkeys(names, "x"))


class SubmissionTest(EventTest):
    def test_a_code_is_submitted_like_a_list(self):
        deck = self.sample_deck(PARADE)
        entry = self.entry(self.event(), self.bob)
        url = reverse("events:submit", args=[entry.event.slug, entry.number])
        shown = self.as_bob.post(url, {"text": code_of(deck), "game": XLW}).context
        self.as_bob.post(url, {"text": shown["text"], "form": shown["form"], "action": "submit", "nonce": "a" * 32})
        kept = Submission.objects.get()
        assert selectors.deck_of(entry.event, kept).fingerprint == to_deck(deck).fingerprint


class CommandsTest(CommandTest):
    def test_a_file_may_hold_a_code(self):
        code = code_of(self.sample_deck(PARADE))
        status, told = self.objects("check_deck", self.file(code))
        assert (status, told[0]["legal"]) == (0, True)


class InTextTest(CodesTest):
    """A code that people send with words around it."""

    def test_a_code_is_read_in_whatever_stands_around_it(self):
        code = code_of(self.sample_deck(PARADE))
        half = len(code) // 2
        wide = "".join(chr(ord(each) + 0xFEE0) for each in code)
        for text in (
            f"我的牌組：{code}",
            f"{code}。",
            f"`{code}`",
            f"「{code[:5]} {code[5:9]}-{code[9:15]}_{code[15:]}」",
            f"http://example.org/d/x/#{code} 快來看！",
            wide,
            f"（{wide}）",
            f"{code}\n{code}",
            f"- {code}",
            f"* **{code}**",
            f"{code[:half]}\n{code[half:]}",
            f"Deck D2 of Friday, use {code.lower()} please",
            f"### For Friday\n# 1x (0) 提燈小狐\n#\n{code}\n#\n# Copy this code to import the deck",
            f'"{code}"',
            f"[{code}]",
        ):
            with self.subTest(text):
                assert codec.deck_code(codec.parse(codec.ListInput(text)).deck).code == code

    def test_a_code_in_a_list_of_cards_is_a_line_of_it(self):
        code = code_of(self.sample_deck(PARADE))
        reading = codec.parse(codec.ListInput(f"2 提燈小狐\n{code}", game=get(XLW)))
        assert [line.text for line in reading.receipt.of("unknown")] == [code]

    def test_of_several_codes_the_page_asks_which(self):
        first, second = (code_of(self.sample_deck(path)) for path in SAMPLES[:2])
        answer = self.as_visitor.post(reverse("decks:import"), {"text": f"A: {first}\nB: {second}"})
        self.assertContains(answer, f'name="text" value="{second}"', status_code=422)
        problem = self.as_visitor.post(
            f"/api/v1/games/{XLW}/check/", f"{first}\n{second}", content_type="text/plain"
        ).json()
        assert (problem["code"], problem["params"]["choices"]) == ("list.code-several", [first, second])

    def test_a_code_of_another_catalog_in_a_sentence_says_so(self):
        code = code_of(self.sample_deck(PARADE))
        CodeEdition.objects.filter(game=XLW).update(digest="00000001")
        for text in (code, f"「{code}」", f"「{code[:5]} {code[5:9]}-{code[9:15]}_{code[15:]}」"):
            with self.subTest(text):
                answer = self.as_visitor.post(reverse("decks:import"), {"text": text})
                self.assertContains(answer, "made with a different catalog", status_code=422)

    def test_a_damaged_code_in_a_sentence_is_named(self):
        wrong = mistyped(code_of(self.sample_deck(PARADE)))
        answer = self.as_visitor.post(reverse("decks:import"), {"text": f"我的牌組：{wrong}！"})
        self.assertContains(answer, "The deck code is mistyped", status_code=422)

    def test_a_text_full_of_beginnings_is_read_quickly(self):
        for text in ("D2 " * 20_000, "D2A BCDE " * 7_000, "D2 U " * 12_000, "D23456 " * 9_000):
            assert codec.parse(codec.ListInput(text, game=get(XLW))).receipt.of("matched") == ()
