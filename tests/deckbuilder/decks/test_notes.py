"""Notes on decks: Markdown and links to cards, and nothing else, whatever somebody writes."""

import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse
from django.utils import translation

from deckbuilder.decks import services
from deckbuilder.decks.notes import notes_html
from games.registry import get
from tests.deckbuilder.decks.edits import EditTest

TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li"),
    *("h3", "h4", "h5", "h6", "a", "span", "small"),
}
ATTRIBUTES = {
    "a": {"href", "rel", "title", "class"},
    "span": {"class"},
    "ol": {"start"},
    "code": {"class"},
}
VOID = {"br", "hr"}

ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    "<style>*{display:none}</style><form action=//evil.example><button>",
    "</section></main></html>",
    "<!-- --><![CDATA[<script>]]>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java\tscript:alert(1))",
    "[a](&#106;avascript:alert(1))",
    "[a](javascript&colon;alert(1))",
    "[a](<javascript:alert(1)>)",
    "[a]( javascript:alert(1))",
    "[a](vbscript:x)",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    "[a](file:///etc/passwd)",
    "[a](mailto:ann@example.org)",
    "[a](//evil.example)",
    "[a](/\\evil.example)",
    "[a](\\\\evil.example)",
    "[a](/%09/evil.example)",
    '[a](https://example.org/"onmouseover="alert(1))',
    "[a](https://example.org/ '\"><script>alert(1)</script>')",
    "[a]: javascript:alert(1)\n\n[a]",
    "![a](https://evil.example/x.png)",
    "![a](javascript:alert(1))",
    "<javascript:alert(1)>",
    "<https://example.org/<script>>",
    "`<script>alert(1)</script>`",
    '```"><script>\nalert(1)\n```',
    "```js onload=alert(1)\n```",
    "[[<script>alert(1)</script>]]",
    '[["><img src=x onerror=alert(1)>]]',
    "[[{choices}{0.__class__}]]",
    "[[提燈小狐](javascript:alert(1))]",
    "[[[[[[提燈小狐]]]]]]",
    "[" * 10_000,
    "[[" * 5_000,
    "]]" * 5_000,
    "[[a]]" * 2_000,
    "[[" + "x" * 9_996 + "]]",
    "> " * 5_000,
    "- " * 5_000,
    "".join(" " * (2 * depth) + "- a\n" for depth in range(95)),
    "*a **b " * 1_400,
    "`" * 10_000,
    "|a" * 1_000 + "\n" + "|-" * 1_000 + "\n" + "a\n" * 3_000,
    "\\" * 10_000,
    "&#x110000;&#0;&lt;script&gt;",
    "\u200f\u05d0\u200e\u061c abc",
    "{{ 7|add:1 }}{% now %} %s %(x)s {0}",
    "漢" * 10_000,
)


class Reader(HTMLParser):
    """Notes which tags, attributes and addresses there are, and that every tag is closed in its order."""

    def __init__(self):
        super().__init__()
        self.open, self.links, self.wrong = [], [], []

    def handle_starttag(self, tag, attrs):
        if tag not in TAGS or not {name for name, _value in attrs} <= ATTRIBUTES.get(tag, set()):
            self.wrong.append((tag, attrs))
        self.links += [dict(attrs)] if tag == "a" else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def read(html):
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert (reader.wrong, reader.open) == ([], [])
    return reader.links


class NotesTest(EditTest):
    game = get("xing-ling-wang")

    def html(self, text):
        return notes_html(text, self.game)

    def test_whatever_is_written_nothing_runs(self):
        for text in ATTACKS:
            with self.subTest(text[:60]):
                html = self.html(text)
                for link in read(html):
                    assert re.match(r"https?://|/(?![/\\])|#", link["href"]), link
                    assert "class" in link or link["rel"] == "nofollow noopener ugc"
                assert len(html) < 60 * len(text) + 2_000

    @pytest.mark.slow
    def test_the_page_stays_whole_with_all_of_it(self):
        deck = self.deck(visibility="public")
        for text in ATTACKS:
            with self.subTest(text[:60]):
                deck.notes = text[:10_000]
                deck.save()
                page = self.as_visitor.get(reverse("decks:page", args=[deck.slug]))
                assert page.status_code == 200
                shown = page.content.decode()
                assert shown.count("</main>") == shown.count("</html>") == 1
                assert not re.search(r"<script(?![^>]*src=)|\son\w+=\"|<iframe|<style", shown)

    def test_markdown(self):
        html = self.html("# Plan\n\n**bold** *fine* ~~no~~\nnext\n\n- one\n\n[rules](https://example.org/a?b=1&c=2)")
        assert html == (
            "<h3>Plan</h3>\n<p><strong>bold</strong> <em>fine</em> <s>no</s><br />\nnext</p>\n"
            "<ul>\n<li>one</li>\n</ul>\n"
            '<p><a href="https://example.org/a?b=1&amp;c=2" rel="nofollow noopener ugc">rules</a></p>\n'
        )

    def test_a_card_is_a_link_however_its_name_is_written(self):
        address = reverse("catalog:card", args=["xing-ling-wang", "XLW-S001"])
        for name in ("提燈小狐", "提灯小狐", " 提燈小狐 "):
            assert f'<span class="noted-card"><a class="name" href="{address}">{name.strip()}</a>' in self.html(
                f"a [[{name}]]"
            )
        assert "noted-card" not in self.html("`[[提燈小狐]]` [[提燈\n小狐]] [[]]")

    def test_an_unknown_name_says_so_with_names_like_it(self):
        html = self.html("[[提燈小孤]] and [[zzzzzzzz]]")
        assert "no such card; perhaps" in html
        assert "提燈小狐 (XLW-S001)" in html
        assert "(no such card)" in html

    def test_an_ambiguous_name_offers_its_cards(self):
        html = notes_html("[[潮汐馆长沐汐]]", get("echo-of-legends"))
        assert "several cards: " in html
        assert html.count('<a class="name"') > 1

    def test_only_so_many_names_are_looked_up(self):
        html = self.html(" ".join(f"[[zz{number}]]" for number in range(100)))
        assert html.count("no such card") == 60
        assert "[[zz99]]" in html

    def test_they_are_drawn_in_the_language_of_the_reader(self):
        self.html("[[zzzzzzzz]]")
        with translation.override("zh-hant"):
            assert "no such card" not in self.html("[[zzzzzzzz]]")


class FormTest(EditTest):
    def setUp(self):
        super().setUp()
        self.made = self.deck(visibility="link")
        self.address = reverse("decks:notes", args=[self.made.slug])

    def test_they_are_saved_as_a_change_that_can_be_undone(self):
        answer = self.as_alice.post(self.address, {"notes": "Keep [[提燈小狐]]\r\nalways"})
        self.assertRedirects(answer, f"{self.made.get_absolute_url()}#notes")
        self.made.refresh_from_db()
        assert self.made.notes == "Keep [[提燈小狐]]\nalways"
        self.assertContains(self.as_bob.get(self.made.get_absolute_url()), "noted-card")
        services.undo(self.made)
        self.made.refresh_from_db()
        assert self.made.notes == ""

    def test_a_preview_saves_nothing(self):
        answer = self.as_alice.post(self.address, {"notes": "**bold**", "do": "preview"})
        self.assertContains(answer, "<strong>bold</strong>")
        self.assertContains(answer, ">\n**bold**</textarea>")
        assert not self.made.revisions.exists()

    def test_what_cannot_be_kept_is_refused_and_not_lost(self):
        for text, words in (("x" * 10_001, "at most 10000"), ("a\u202eb", "unprintable"), ("a\0b", "unprintable")):
            for do in ("", "preview"):
                answer = self.as_alice.post(self.address, {"notes": text, "do": do})
                self.assertContains(answer, words, status_code=422)
                assert "a\u202eb" not in text or "a\u202eb" in answer.content.decode()
        assert not self.made.revisions.exists()

    def test_readers_are_not_offered_to_write(self):
        self.assertContains(self.as_alice.get(self.made.get_absolute_url()), self.address)
        self.assertNotContains(self.as_bob.get(self.made.get_absolute_url()), self.address)

    def test_a_copy_keeps_them(self):
        self.do(self.made, "notes", notes="Seven lanterns")
        assert services.copy(self.made, owner=self.bob).notes == "Seven lanterns"
