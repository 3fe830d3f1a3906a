"""Lists coming in: the receipt, the deck made of it, and lists that cannot be read."""

import itertools
from io import BytesIO
from pathlib import Path

import pytest
from django.test import override_settings
from django.urls import reverse
from django.utils.http import content_disposition_header

from deckbuilder.common.http.file_names import file_name
from deckbuilder.common.input import InputError
from deckbuilder.decks import services
from deckbuilder.decks.changes.drafts import MAX_COPIES, MAX_LINES
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, DeckLine
from games.engine.reading.decklists.lines import MAX_BYTES, MAX_LINE
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.base import ALL, SiteTest
from tests.deckbuilder.decks.test_laws import same
from tests.deckbuilder.languages import LANGUAGES

PARADE = """game: xing-ling-wang
format: standard
name: Night parade
race: 妖怪村莊
[main]
3 提燈小狐 (XLW-S097)
1x 紙傘婆婆
2 雪孃
"""


class ImportTest(SiteTest):
    path = "/decks/import/"

    def send(self, text="", file=None, *, name="deck.txt", **fields):
        data = {"text": text, **fields}
        if file is not None:
            data["file"] = BytesIO(file)
            data["file"].name = name
        return self.as_alice.post(self.path, data)

    def assertRefused(self, answer, told):
        """422, a sentence, and no deck."""
        self.assertContains(answer, told, status_code=422)
        self.assertContains(answer, 'role="alert"', status_code=422)
        assert not Deck.objects.exists()

    def made(self, answer):
        deck = Deck.objects.get()
        self.assertRedirects(answer, reverse("decks:builder", args=[deck.slug]))
        return deck


class ReceiptTest(ImportTest):
    def test_first_a_list_is_read_and_nothing_made(self):
        answer = self.send(PARADE)
        assert answer.status_code == 200
        for told in (
            "2 lines recognized",
            "提燈小狐",
            "XLW-S097",
            "雪孃",
            "1 line to resolve",
            "no card has this name",
        ):
            self.assertContains(answer, told)
        assert not Deck.objects.exists()

    def test_why_a_list_is_illegal_and_what_to_resolve_come_before_its_lines(self):
        text = self.send(f"{PARADE}\n4x 提燈小狐 (XLW-S001)\n").text
        lines = text.index('class="receipt-lines"')
        assert 0 < text.index('class="sentence"') < text.index('class="settle"') < text.index('value="create"') < lines
        assert "雪孃" not in text[lines : text.index("</table>", lines)]
        assert "no card has this name" not in text[: text.index('class="settle"')]

    def test_every_line_is_in_it(self):
        answer = self.send(PARADE + "\n# a comment\n999999 提燈小狐\n")
        for line in (*PARADE.splitlines(), "# a comment", "999999 提燈小狐"):
            self.assertContains(answer, line)

    def test_the_number_of_copies_is_told(self):
        self.assertContains(self.send(PARADE), "3 × Lantern Kit")

    def test_then_a_deck_is_made_of_what_was_read(self):
        shown = self.send(PARADE).context
        deck = self.made(self.send(shown["text"], form=shown["form"], game=shown["game"].slug, action="create"))
        assert (deck.owner, deck.visibility, deck.name, deck.format) == (
            self.alice,
            "private",
            "Night parade",
            "standard",
        )
        rows = [(row.printing.code if row.printing else row.text, row.count) for row in deck.lines.all()]
        assert rows == [("XLW-S097", 3), ("XLW-S002", 1), ("雪孃", 2)]

    def test_a_visitor_keeps_what_they_made(self):
        self.as_visitor.post(self.path, {"text": PARADE, "action": "create"})
        assert self.as_visitor.get(reverse("decks:builder", args=[Deck.objects.get().slug])).status_code == 200
        assert self.as_bob.get(reverse("decks:builder", args=[Deck.objects.get().slug])).status_code == 404

    def test_the_form_of_a_list_is_seen_or_said(self):
        csv = "zone,quantity,name,code\nmain,2,提燈小狐,\n"
        json = '{"zones": {"main": [{"quantity": 2, "name": "提燈小狐"}]}}'
        for text, fields in ((csv, {"form": "csv"}), (json, {}), (json, {"form": "json"}), ("2 提燈小狐", {})):
            answer = self.send(text, game="xing-ling-wang", **fields)
            self.assertContains(answer, "1 line recognized")
        for file, name in ((csv, "DECK.CSV"), (json, "deck.json"), ("2 提燈小狐", "deck"), ("2 提燈小狐", "deck.docx")):
            answer = self.send(file=file.encode(), name=name, game="xing-ling-wang", form="nonsense")
            self.assertContains(answer, "1 line recognized")

    def test_copies_of_a_printing_in_several_lines_are_added_up(self):
        self.send("2 提燈小狐\n1 提燈小狐 (XLW-S001)\n1 提燈小狐 (XLW-S097)", game="xing-ling-wang", action="create")
        rows = [(row.printing.code, row.count) for row in DeckLine.objects.all()]
        assert rows == [("XLW-S001", 3), ("XLW-S097", 1)]

    def test_a_published_list_is_read_with_what_it_does_not_say(self):
        text = "夜の行列\n★單位(3)\n2×《提燈小狐》/1×《紙傘婆婆》\n--備牌--\n1 井邊的濕腳印\n合計 5枚"
        answer = self.send(text)
        for sentence in (
            "Xing Ling Wang, inferred from the cards",
            'Race <small class="faint">inferred from the cards',
            "selected>Yokai Village",
            "list title",
            "the game has no sideboard: its cards go to the maybe-board",
            "says 5 cards, but 3 were read",
            "2 × Lantern Kit",
            "1 × Granny Paper Parasol",
        ):
            self.assertContains(answer, sentence)

    def test_a_file_in_big5_is_read(self):
        self.assertContains(self.send(file=PARADE.replace("雪孃", "雪女").encode("big5")), "3 × Lantern Kit")

    def test_it_can_be_begun_for_a_game(self):
        self.assertContains(self.as_alice.get(self.path, {"game": "legions"}), '<option value="legions" selected>')


class HostileTest(ImportTest):
    def test_nothing_at_all(self):
        self.assertRefused(self.send(""), "does not name its game")
        self.assertRefused(self.as_alice.post(self.path), "does not name its game")
        self.assertRefused(self.send(file=b"x"), "does not name its game")

    def test_a_game_there_is_not(self):
        self.assertRefused(self.send("game: chess\n1 king"), "chess")
        self.assertRefused(self.send("1 king", game="chess"), "There is no game “chess”")
        self.assertRefused(self.send("1 king", game="\0"), "There is no game")

    def test_another_game_than_was_chosen(self):
        self.assertRefused(self.send("game: legions", game="xing-ling-wang"), "is for “LEGIONS!”, not Xing Ling Wang")

    def test_a_list_that_is_too_long(self):
        longest = PARADE + "# " + "x" * (MAX_BYTES - len(PARADE.encode()) - 2)
        for send in (self.send, lambda text: self.send(file=text.encode())):
            assert send(longest).status_code == 200
            self.assertRefused(send(longest + "x"), "too long")
            self.assertRefused(send("x" * 3_000_000), "too long")
            self.assertRefused(send(PARADE + "\n" * 3000), "too long")

    def test_a_file_that_is_no_text(self):
        for file in (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(256))):
            self.assertRefused(self.send(file=file, game="xing-ling-wang"), "not clearly UTF-8")
        for file in (b"\0\0\0", b"game: legions\n1 a\x1b[31m"):
            self.assertRefused(self.send(file=file, game="xing-ling-wang"), "unprintable character")

    def test_a_byte_order_mark_is_no_harm(self):
        assert self.send(file=b"\xef\xbb\xbf" + PARADE.encode()).status_code == 200

    def test_forms_that_are_not_what_they_say(self):
        self.assertRefused(self.send("{", game="legions"), "This is not JSON")
        self.assertRefused(self.send("[" * 50_000, form="json", game="legions"), "JSON")
        self.assertRefused(self.send('{"zones": {"main": [1e999]}}', game="legions"), "The JSON is not a deck list, at")
        self.assertRefused(self.send('{"zones": 1}', form="json", game="legions"), "zones")
        self.assertRefused(self.send("a,b,c", form="csv", game="legions"), "The first row must name the columns")
        self.assertRefused(self.send('name\n"', form="csv", game="legions"), "quotation mark")

    def test_a_count_nobody_can_mean_is_a_line_to_settle(self):
        for count in ("0", "1000", "-1", "99999999999999999999", "٣"):
            with self.subTest(count):
                self.send(f"{count} 提燈小狐", game="xing-ling-wang", action="create")
                Deck.objects.get().delete()

    def test_more_copies_than_a_line_holds_make_no_deck(self):
        text = f"{MAX_COPIES} 提燈小狐\n" * 2
        self.assertRefused(self.send(text, game="xing-ling-wang", action="create"), f"{2 * MAX_COPIES} copies")
        text = "500 雪孃\n" * 1999
        self.assertRefused(self.send(text, game="xing-ling-wang", action="create"), "copies")

    @pytest.mark.slow
    def test_more_lines_than_a_deck_holds_make_no_deck(self):
        text = "".join(f"1 no card {number}\n" for number in range(MAX_LINES + 1))
        self.assertRefused(self.send(text, game="xing-ling-wang", action="create"), f"{MAX_LINES} lines")

    def test_a_declaration_that_is_too_long_makes_no_deck(self):
        text = f"race: {'x' * 5000}\n1 提燈小狐"
        self.assertRefused(self.send(text, game="xing-ling-wang", action="create"), "200 characters")
        assert self.send(text, game="xing-ling-wang").status_code == 200

    def test_a_line_that_is_too_long_is_named(self):
        self.assertRefused(self.send("\n1 " + "x" * (MAX_LINE + 1), game="legions"), "Line 2: ")

    def test_what_looks_like_a_page_is_shown_as_text(self):
        evil = "<script>alert(1)</script>"
        for text in (f"game: legions\nname: {evil}\n1 {evil}", f"game: {evil}"):
            answer = self.send(text)
            assert evil.encode() not in answer.content
            assert b"&lt;script&gt;" in answer.content

    def test_what_was_pasted_is_still_there(self):
        self.assertContains(self.send("game: chess\n1 king"), "1 king</textarea>", status_code=422)

    def test_every_error_is_told_in_the_language_of_the_page(self):
        for language in LANGUAGES:
            self.as_alice.cookies["django_language"] = language
            self.assertRefused(self.send("game: chess"), "chess")

    @override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
    def test_more_than_the_site_takes_is_refused_without_a_deck(self):
        assert self.send("x" * 2000).status_code in (400, 413)
        assert not Deck.objects.exists()

    def test_a_torn_upload_is_refused(self):
        answer = self.as_alice.post(self.path, b"--x\r\ntorn", content_type="multipart/form-data; boundary=x")
        assert answer.status_code in (400, 422)
        answer = self.as_alice.post(self.path, b"--", content_type="multipart/form-data")
        assert answer.status_code == 400


FORMS = Path(__file__).parents[2] / "games/engine/reading/list_forms/fixtures"


class OtherProgramsTest(ImportTest):
    """Lists in the forms of other programs, on the page."""

    def test_every_form_can_be_uploaded_and_pasted(self):
        for path in sorted(FORMS.iterdir()):
            data = path.read_bytes()
            for fields in ({"file": data, "name": path.name}, {"text": data.decode()}):
                with self.subTest(path.name, fields=[*fields]):
                    answer = self.send(**fields, game="xing-ling-wang")
                    assert answer.context["reading"].receipt.is_settled
                    assert answer.context["text"].count("2x 提燈小狐") + answer.context["text"].count("提燈小狐") >= 1
                    again = self.send(answer.context["text"], form=answer.context["form"], game="xing-ling-wang")
                    assert again.context["reading"].deck.fingerprint == answer.context["reading"].deck.fingerprint

    def test_what_is_wrong_is_named_with_the_forms_that_can_be_read(self):
        problem = self.send('[{"name": "提燈小狐", "count": "many"}]', game="xing-ling-wang")
        self.assertRefused(problem, "at [0].count. It may be a list from this site")
        self.assertRefused(self.send(file=b"<?xml version='1.0'?><svg/>", name="deck.cod"), "Decks of Cockatrice")

    def test_a_list_in_utf_16_is_read(self):
        assert self.send(file=PARADE.encode("utf-16")).status_code == 200


class RoundTripTest(ImportTest):
    """Writing a deck and reading it back gives the same deck: over every form, for every sample deck."""

    def exported(self, deck, form):
        answer = self.as_alice.get(reverse("decks:export", args=[deck.slug, form]))
        assert answer.status_code == 200
        assert answer["Content-Type"] == codec.FORMS[form]
        name = file_name(deck.name, deck.slug, form)
        assert answer["Content-Disposition"] == content_disposition_header(True, name)
        return answer.content

    def test_texts_for_people_read_back_in_every_language(self):
        for game in GAMES:
            deck = self.sample_deck(f"{game.slug}/{min(decks_of(game).glob('*.txt')).stem}")
            for form, language in itertools.product(codec.SHARED, LANGUAGES):
                with self.subTest(deck.slug, form=form, language=language):
                    sent = self.as_alice.get(
                        reverse("decks:export", args=[deck.slug, form]), headers={"accept-language": language}
                    )
                    assert sent["Content-Type"] == codec.SHARED[form]
                    self.send(sent.content.decode(), action="create")
                    other = to_deck(Deck.objects.latest("pk"))
                    assert (other.fingerprint, other.name) == (to_deck(deck).fingerprint, deck.name)

    def assertComesBack(self, deck):
        for form in codec.FORMS:
            for send in ("text", "file"):
                with self.subTest(form=form, send=send):
                    sent = self.exported(deck, form)
                    fields = (
                        {"file": sent, "name": f"deck.{form}"}
                        if send == "file"
                        else {"text": sent.decode(), "form": form}
                    )
                    self.send(**fields, action="create")
                    other = Deck.objects.latest("pk")
                    assert other != deck
                    assert same(to_deck(other)) == same(to_deck(deck))
                    assert to_deck(other).fingerprint == to_deck(deck).fingerprint
                    assert codec.write(to_deck(other), form).encode() == sent
                    other.delete()

    @pytest.mark.slow
    def test_every_sample_deck(self):
        for game in GAMES:
            for path in sorted(decks_of(game).glob("*.txt")):
                with self.subTest(path.stem):
                    self.assertComesBack(self.sample_deck(f"{game.slug}/{path.stem}"))

    @pytest.mark.slow
    def test_a_deck_with_lines_that_name_no_card(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade")
        for position, text in enumerate(
            ("雪孃", "3 x 雪 (?)", "Foo (X-1)", "name: x", "[main]", "# no", "=1+1", 'a "b", c')
        ):
            DeckLine.objects.create(
                deck=deck, zone=("main", "extra")[position % 2], text=text, count=3, position=90 + position
            )
        self.assertComesBack(deck)

    @pytest.mark.slow
    def test_a_deck_with_printings_said_and_names_that_need_their_number(self):
        deck = self.deck(game="asteriated-grail")
        for name in ("風神斬", "聖盾"):
            for printing in self.printing(name, "asteriated-grail").__class__.objects.filter(name=name):
                services.edit(deck, [("set", {"code": printing.code, "count": 3, "zone": "base"})])
        self.assertComesBack(deck)

    def test_a_deck_whose_prefilled_zone_was_emptied(self):
        deck = self.deck(game="asteriated-grail")
        assert deck.lines.exists()
        services.edit(deck, [("empty", {"zone": "base"})])
        self.assertComesBack(deck)

    @pytest.mark.slow
    def test_an_empty_deck_without_a_name(self):
        for slug in ALL:
            self.assertComesBack(self.deck(game=slug, name=""))

    @pytest.mark.slow
    def test_a_name_with_everything_in_it(self):
        for name in (
            "# x",
            "[main]",
            "a: b: c",
            "1 x",
            "\"q\", 'r'",
            "=1+1",
            "雪女 (1)",
            "\u3000x",
            "{}",
            "@x",
            "é\u0301",
        ):
            with self.subTest(name):
                deck = self.deck(game="legions")
                services.edit(deck, [("rename", {"name": name})])
                self.assertComesBack(Deck.objects.get(pk=deck.pk))
                deck.delete()

    def test_a_form_there_is_not(self):
        deck = self.deck()
        for form in ("xml", "TXT", "txt2"):
            assert self.as_alice.get(f"/d/{deck.slug}/export.{form}").status_code == 404


class StoredTest(SiteTest):
    def test_what_cannot_be_stored_leaves_nothing_behind(self):
        reading = codec.parse(
            codec.ListInput(f"{MAX_COPIES} 提燈小狐\n{MAX_COPIES} 提燈小狐", "txt", get("xing-ling-wang"))
        )
        with pytest.raises(InputError):
            services.create_from_reading(reading)
        assert not Deck.objects.exists()

    def test_few_queries_make_a_deck_of_many_lines(self):
        names = [row.name for row in self.printing("提燈小狐").__class__.objects.filter(game="xing-ling-wang")]
        reading = codec.parse(codec.ListInput("\n".join(names), "txt", get("xing-ling-wang")))
        assert len(reading.receipt.of("matched")) > 90
        with self.assertNumQueries(6):
            services.create_from_reading(reading)
