"""What people write (names, notes, searches, imported lines, versions) stays text on every page that shows it."""

import re
from html.parser import HTMLParser
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from deckbuilder.decks import lists, services
from deckbuilder.decks.models import Deck, DeckLine, Visibility
from deckbuilder.decks.to_games import to_deck
from tests.deckbuilder.base import XLW, SiteTest

ATTACKS = (
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "--><script>alert(1)</script><!--",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    '" autofocus onfocus="alert(1)',
    "' onmouseover='alert(1)",
    "` onclick=alert(1) `",
    "<iframe src=javascript:alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<form action=//evil.example><button>",
    "<style>*{background:url(//evil.example)}</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<math><mi xlink:href=javascript:alert(1)>",
    "<object data=//evil.example>",
    "<template><script>alert(1)</script></template>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)",
    "{{ 7*7 }}{% include 'x' %}${alert(1)}",
    "%s %(name)s {name} {0.__class__}",
    "=HYPERLINK('//evil.example')",
    "[x](javascript:alert(1)) ![x](//evil.example/x.png)",
    "[[<img src=x onerror=alert(1)>]]",
    "<x hx-get=//evil.example hx-trigger=load>",
)
ALLOWED_OUTSIDE = re.compile(r"(?:/|#|\?|\./|https?://(?:testserver|localhost)|mailto:|$)")


ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "data", "xlink:href")


class Page(HTMLParser):
    """Whatever on a page could run, load or lead elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        ours = (found.get("src") or "").startswith("/static/") or found.get("type") == "application/json"
        if tag == "script" and not ours:
            self.wrong.append((tag, str(found)))
        if tag in ("iframe", "object", "embed", "base", "style", "math", "template"):
            self.wrong.append((tag, None))
        if tag == "meta" and "http-equiv" in found:
            self.wrong.append((tag, str(found)))
        for name, value in attrs:
            if name.startswith("on") or name == "style":
                self.wrong.append((name, value))
            elsewhere = not ALLOWED_OUTSIDE.match(value or "") or (value or "").startswith("//")
            if elsewhere and name in ADDRESSES:
                self.wrong.append((name, value))

    handle_startendtag = handle_starttag


class AttacksTest(SiteTest):
    def harmless(self, browser: Client, address: str, **query: str) -> None:
        answer = browser.get(f"{address}?{urlencode(query)}" if query else address, follow=True)
        assert answer.status_code in (200, 404, 422), address
        policy = answer["Content-Security-Policy"]
        assert "script-src 'self'" in policy or "default-src 'self'" in policy
        assert "'unsafe-inline'" not in policy
        page = Page()
        page.feed(answer.content.decode())
        page.close()
        assert page.wrong == [], address

    def written_on(self, number: int) -> Deck:
        """A deck with attacks in all that can be written on it."""
        deck = self.deck({"提燈小狐": 2}, visibility=Visibility.PUBLIC)
        deck = services.edit(deck, [("rename", {"name": ATTACKS[number]})]).deck
        deck = services.edit(deck, [("notes", {"notes": "\n\n".join(ATTACKS)})]).deck
        for place, attack in enumerate(ATTACKS):
            zone = ("main", "maybe")[place % 2]
            DeckLine.objects.create(deck=deck, zone=zone, text=attack[:200], count=1, position=50 + place)
            if place <= deck.revision:
                services.name_version(deck, place, attack[:80])
        return deck

    def test_pages_of_a_deck(self) -> None:
        for number in (0, 5, 7, 24):
            deck = self.written_on(number)
            for path in (
                *("", "edit/", "edit/?suggest=1", "edit/?q=%3Cscript%3E", "history/", "notes/", "compare/", "cards/"),
                *("odds/", "odds/maybe/", "hands/", "questions/", "0/with/" + deck.slug + "/1/", "?view=table"),
            ):
                self.harmless(self.as_alice, f"/d/{deck.slug}/{path}")
            for address in ("/decks/", "/decks/public/", "/decks/coming/"):
                self.harmless(self.as_alice, address)
            self.harmless(self.as_visitor, deck.get_absolute_url())

    def test_what_is_exported_and_brought_in_again(self) -> None:
        deck = self.written_on(0)
        for form in lists.FORMS:
            text = lists.write(to_deck(deck), form)
            answer = self.as_bob.post("/decks/import/", {"text": text, "game": XLW, "action": "check"})
            page = Page()
            page.feed(answer.content.decode())
            assert page.wrong == [], form
        exported = self.as_visitor.get(reverse("decks:export", args=[deck.slug, "txt"]))
        assert exported["Content-Type"].startswith("text/plain")
        assert exported["X-Content-Type-Options"] == "nosniff"

    def test_searches_that_are_typed_and_saved(self) -> None:
        for browser in (self.as_alice, self.as_visitor):
            for attack in ATTACKS[:20]:
                sent = {"name": attack[:60], "search": attack, "next": "//evil.example/"}
                answer = browser.post(f"/{XLW}/searches/", sent)
                assert answer["Location"] == f"/{XLW}/cards/"
            self.harmless(browser, f"/{XLW}/cards/")
        for attack in ATTACKS:
            self.harmless(self.as_alice, f"/{XLW}/cards/", q=attack)
            self.harmless(self.as_alice, "/decks/public/", q=attack)
            html = self.as_alice.get(f"/{XLW}/complete/", {"q": attack}).content.decode()
            page = Page()
            page.feed(html)
            assert page.wrong == []

    def test_names_of_a_playtest(self) -> None:
        deck = self.sample_deck("xing-ling-wang/lantern-parade", visibility=Visibility.PUBLIC)
        deck = services.edit(deck, [("rename", {"name": ATTACKS[5]})]).deck
        answer = self.as_alice.post(reverse("playtest:start", args=[deck.slug]), {"seed": 7})
        for attack in ATTACKS[:6]:
            self.as_alice.post(f"{answer['Location']}label/", {"node": "0", "label": attack[:60]})
        self.harmless(self.as_alice, answer["Location"])
