"""The builder over HTTP: every click with htmx and without, and its errors."""

import html
import re
from pathlib import Path

import pytest
from django.conf import settings as site
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckbuilder.decks.changes.edits import OPS
from deckbuilder.decks.models import DeckLine
from tests.deckbuilder.base import SiteTest
from tests.deckbuilder.languages import LANGUAGES

FOX = "XLW-S001"
POSTED = ("edit", "repair", "undo", "redo", "look", "share")
SENT = st.characters(blacklist_categories=("Cs",))
"""What a browser can send."""
NASTY = st.one_of(
    st.text(SENT, max_size=30),
    st.sampled_from(
        (
            "",
            "\0",
            "x" * 201,
            "x" * 20_000,
            "main",
            "extra",
            FOX,
            "雪孃",
            "٣",
            "-1",
            "1e9",
            "9" * 400,
            "{0}",
            "%s",
            "<b>",
        )
    ),
)
FIELDS = (
    "op",
    "code",
    "zone",
    "to",
    "text",
    "count",
    "key",
    "value",
    "name",
    "notes",
    "format",
    "visibility",
    "by",
    "sort",
    "next",
    "do",
    "finding",
    "held",
)


class BuilderTest(SiteTest):
    def post(self, name, deck, data=None, *, htmx=False):
        headers = {"HX-Request": "true"} if htmx else {}
        return self.as_alice.post(reverse(f"decks:{name}", args=[deck.slug]), data or {}, headers=headers)

    def builder(self, deck, **asked):
        return self.as_alice.get(reverse("decks:builder", args=[deck.slug]), asked)


class PageTest(BuilderTest):
    def test_every_module_of_its_script_is_in_one_file(self):
        page = self.builder(self.deck()).content.decode()
        linked = re.search(r'<script type="module" src="(/bundles/\w+/builder.js)">', page)
        text = self.as_visitor.get(linked[1]).content.decode()
        root = Path(site.STATICFILES_DIRS[0])
        modules = {path.relative_to(root).as_posix() for path in (root / "js/builder").glob("*.js")}
        bundled = set(re.findall(r"^const module\d+ = {}; // (.+)$", text, re.M))
        assert modules | {"js/builder.js", "js/peek.js"} <= bundled
        assert not re.search(r"^(import|export) ", text, re.M)

    def test_a_script_that_asks_for_the_whole_page_gets_the_whole_page(self):
        path = reverse("decks:builder", args=[self.deck().slug])
        for headers in ({}, {"HX-Request": "true"}):
            page = self.as_alice.get(path, headers=headers).content.decode()
            assert page.count("<h1") == 1
            assert "hx-swap-oob" not in page
            assert 'id="legal-on"' in page


class ClickTest(BuilderTest):
    def test_with_htmx_it_answers_with_the_deck_alone(self):
        deck = self.deck()
        answer = self.post("edit", deck, {"op": "add", "code": FOX}, htmx=True)
        self.assertTemplateUsed(answer, "decks/_deck.html")
        self.assertNotContains(answer, "<html")
        self.assertContains(answer, "提燈小狐")
        self.assertContains(answer, 'hx-swap-oob="innerHTML:#announce"')

    def test_without_it_goes_back_to_where_it_came_from(self):
        deck = self.deck()
        there = f"/d/{deck.slug}/edit/?q=雪#pool"
        answer = self.post("edit", deck, {"op": "add", "code": FOX, "next": there})
        self.assertRedirects(answer, there.replace("雪", "%E9%9B%AA"), fetch_redirect_response=False)
        assert deck.lines.get().count == 1

    def test_it_goes_nowhere_else(self):
        deck = self.deck()
        builder = reverse("decks:builder", args=[deck.slug])
        for there in (
            "https://evil.example/",
            "//evil.example",
            "javascript:alert(1)",
            "\\\\evil",
            "http:///evil",
            "\0",
            "0",
            "decks:mine",
            "/" + "x" * 5000,
            "",
        ):
            answer = self.post("edit", deck, {"op": "add", "code": FOX, "next": there})
            self.assertRedirects(answer, builder, fetch_redirect_response=False)

    def test_neither_does_the_choice_of_a_theme(self):
        for there in ("0", "decks:mine", "https://evil.example/", "\0"):
            answer = self.as_visitor.post(reverse("site:theme"), {"theme": "dark", "next": there})
            assert answer.status_code == 302
            assert "evil" not in answer["Location"]

    def test_an_error_is_told_beside_the_deck_as_it_is(self):
        deck = self.deck({"提燈小狐": 1})
        answer = self.post("edit", deck, {"op": "add", "code": "nothing"}, htmx=True)
        self.assertContains(answer, "No card has the number “nothing”.", status_code=422)
        self.assertContains(answer, "提燈小狐", status_code=422)

    def test_without_htmx_it_is_told_on_the_next_page(self):
        deck = self.deck()
        answer = self.as_alice.post(
            reverse("decks:edit", args=[deck.slug]), {"op": "add", "code": "nothing"}, follow=True
        )
        self.assertContains(answer, "No card has the number “nothing”.")

    def test_it_is_told_in_the_readers_language(self):
        deck = self.deck(game="legions")
        for language in LANGUAGES:
            self.as_alice.cookies["django_language"] = language
            answer = self.post("edit", deck, {"op": "format", "format": "nothing"}, htmx=True)
            assert answer.status_code == 422
            assert "nothing" in answer.content.decode()
            assert "standard" in answer.content.decode()

    def test_every_click_there_is(self):
        deck = self.deck({"提燈小狐": 3})
        mend = {"finding": '["copies", "main", "提灯小狐|unit"]'}
        for name, data, status in (
            ("undo", {}, 422),
            ("edit", {"op": "remove", "code": FOX}, 200),
            ("undo", {}, 200),
            ("redo", {}, 200),
            ("redo", {}, 422),
            ("repair", mend, 200),
            ("repair", mend, 422),
            ("share", {"visibility": "link"}, 200),
            ("share", {"visibility": "everybody"}, 422),
        ):
            with self.subTest(name, data=data):
                assert self.post(name, deck, data, htmx=True).status_code == status
        deck.refresh_from_db()
        assert (deck.lines.get().count, deck.visibility, deck.revision) == (1, "link", 4)

    @pytest.mark.slow
    def test_every_repair_on_the_page_mends_what_it_says(self):
        """As they stand in the page: form by form, until nothing can be mended any more."""
        for path in (
            "xing-ling-wang/illegal-orc-stampede",
            "legions/illegal-two-crowns",
            "zero-dimension/illegal-stowaways",
        ):
            deck = self.sample_deck(path)
            self.put_line(deck, "雪孃")
            for _ in range(40):
                forms = self.repairs(deck)
                if not forms:
                    break
                before = len(forms)
                assert (
                    self.as_alice.post(
                        reverse("decks:repair", args=[deck.slug]), forms[0], headers={"HX-Request": "true"}
                    ).status_code
                    == 200
                )
                assert len(self.repairs(deck)) != before or self.repairs(deck)[0] != forms[0]
            assert self.repairs(deck) == []

    def put_line(self, deck, text):
        DeckLine.objects.create(deck=deck, zone="main", text=text, count=1, position=1000)

    def repairs(self, deck):
        """What the buttons that mend something would send."""
        page = self.builder(deck).content.decode()
        names = re.findall(r'<button class="repair" form="repairs" name="finding" value="([^"]*)"', page)
        return [{"finding": html.unescape(name)} for name in names]

    def test_a_line_that_names_no_card_offers_those_it_may_mean(self):
        deck = self.deck()
        for text, choice in (("提燈小孤", FOX), ("雪孃 (XLW-S002)", "XLW-S002"), ("提燈小狐 (XLW-9)", "XLW-S097")):
            self.put_line(deck, text)
            self.assertContains(self.builder(deck), f'<option value="{choice}">')
            self.post("edit", deck, {"op": "resolve", "zone": "main", "text": text, "code": choice})
        assert {line.printing.code for line in deck.lines.all()} == {FOX, "XLW-S002", "XLW-S097"}


class FittingTest(BuilderTest):
    def test_only_cards_that_fit_are_shown(self):
        deck = self.deck({"提燈小狐": 1}, declarations={"race": "妖怪村莊"})
        everything = self.builder(deck).context["results"].total
        fitting = self.builder(deck, fits="main").context["results"]
        assert 0 < fitting.total < everything
        assert "提燈小狐" not in {card.name for card in fitting.cards}

    def test_the_race_is_asked_for_before_the_cards_and_then_only_its_cards_are_shown(self):
        deck = self.deck()
        self.assertContains(self.builder(deck), '<button class="chip" name="value" value="妖怪村莊">', count=1)
        there = f"/d/{deck.slug}/edit/?fits=main#pool"
        self.assertContains(self.builder(deck), f'value="{there}"')
        answer = self.post("edit", deck, {"op": "declare", "key": "race", "value": "妖怪村莊", "next": there})
        self.assertRedirects(answer, there, fetch_redirect_response=False)
        found = self.builder(deck, fits="main").context["results"]
        assert {card.get("race") for card in found.cards} == {"妖怪村莊", "中立"}

    def test_a_zone_there_is_not_shows_everything(self):
        deck = self.deck()
        for zone in ("side", "\0", "x" * 5000):
            answer = self.builder(deck, fits=zone)
            assert answer.status_code == 200
            assert answer.context["fits"] == ""

    def test_whether_only_fitting_cards_are_shown_stays_as_it_was_left_deck_by_deck(self):
        deck, other = self.deck({"提燈小狐": 1}, declarations={"race": "妖怪村莊"}), self.deck()
        fitting = self.builder(deck, fits="main").context["results"].total
        for later in ({}, {"q": "*"}, {"order": "name"}):
            page = self.builder(deck, **later)
            assert (page.context["fits"], page.context["results"].total) == ("main", fitting)
        self.post("edit", deck, {"op": "undo"})
        assert self.builder(deck).context["fits"] == "main"
        assert self.builder(other).context["fits"] == ""
        assert self.builder(deck, fits="").context["results"].total > fitting
        assert self.builder(deck).context["fits"] == ""

    def test_cards_that_the_master_takes_without_advice_come_first_among_those_that_fit(self):
        deck = self.deck({"灯台守ミオリ": 1}, game="legions", format="standard")
        (master,) = self.builder(deck).context["panel"].engine_deck.entries("master")
        own = set(master.card.get("colours"))
        cards = self.builder(deck, fits="main").context["results"].cards
        foreign = [not set(card.get("colours") or ()) <= own for card in cards]
        assert foreign == sorted(foreign)
        assert any(foreign)

    def test_a_search_with_a_mistake_is_told_and_the_deck_still_there(self):
        deck = self.deck({"提燈小狐": 1})
        for q in ("rcae:x", "(", "cost>>", "\0", "x" * 5000):
            answer = self.builder(deck, q=q)
            assert answer.status_code == 200
            self.assertContains(answer, 'id="deck-list"')


@pytest.mark.slow
class HostileTest(BuilderTest):
    """Whatever is sent, there is a sentence and never an error of the site."""

    def test_any_fields(self):
        deck = self.hostile()

        @settings(max_examples=120, suppress_health_check=list(HealthCheck))
        @given(
            name=st.sampled_from(POSTED),
            op=st.one_of(st.sampled_from(sorted(OPS)), NASTY),
            data=st.dictionaries(st.sampled_from(FIELDS), NASTY, max_size=6),
            htmx=st.booleans(),
        )
        def send(name, op, data, htmx):
            answer = self.post(name, deck, {**data, "op": op}, htmx=htmx)
            assert answer.status_code in ((200, 422) if htmx else (302,))
            if answer.status_code == 422:
                assert re.search(r'id="toast"[^>]*>[^<]+<', answer.content.decode())
            self.assertWhole(deck)

        send()

    def hostile(self):
        deck = self.deck({"提燈小狐": 2, "紙傘婆婆": 1})
        DeckLine.objects.create(deck=deck, zone="main", text="雪孃", count=2, position=9)
        return deck

    def assertWhole(self, deck):
        """It can be seen, drawn and taken along."""
        for name, more in (("page", ()), ("history", ()), ("export", ("txt",))):
            assert self.as_alice.get(reverse(f"decks:{name}", args=[deck.slug, *more])).status_code == 200

    def test_no_fields_at_all(self):
        deck = self.deck()
        for name in POSTED:
            keeps = name == "look"  # what is not chosen anew stays as it is
            assert self.post(name, deck, htmx=True).status_code == (200 if keeps else 422)
            assert self.post(name, deck).status_code == 302

    def test_every_operation_without_its_fields(self):
        deck = self.deck({"提燈小狐": 2})
        for op in sorted(set(OPS) - {"cover", "rename", "notes"}):
            with self.subTest(op):
                answer = self.post("edit", deck, {"op": op}, htmx=True)
                assert answer.status_code == 422

    def test_a_body_that_is_no_form(self):
        deck = self.deck()
        path = reverse("decks:edit", args=[deck.slug])
        for body, kind in (
            (b"\xff\xfe\0", "application/x-www-form-urlencoded"),
            (b"{}", "application/json"),
            (b"x", "text/plain"),
        ):
            answer = self.as_alice.post(path, body, content_type=kind, headers={"HX-Request": "true"})
            assert answer.status_code == 422
        answer = self.as_alice.post(path, b"--x", content_type="multipart/form-data; boundary=y")
        assert answer.status_code in (302, 400)

    def test_any_question_in_an_address(self):
        deck = self.hostile()

        @settings(max_examples=60, suppress_health_check=list(HealthCheck))
        @given(
            name=st.sampled_from(("public", "mine", "import", "create", "builder")),
            data=st.dictionaries(st.sampled_from(("q", "game", "format", "page", "fits", "order", "on")), NASTY),
        )
        def ask(name, data):
            answer = self.as_alice.get(reverse(f"decks:{name}", args=[deck.slug] if name == "builder" else []), data)
            assert answer.status_code in (200, 404, 422)  # 404: no such page of a list

        ask()
