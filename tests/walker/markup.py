"""A page as a walk sees it: title, headings, links, forms, and what else can be pressed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

HOST = "testserver"
PLANT = "walk-plant"
"""An attribute that no page has. A text with it that a page does not escape becomes a tag with it."""


class Field(NamedTuple):
    """Something to fill in. `kind`: a type of `<input>`, or "select" or "textarea"; `options`: the values it offers."""

    name: str
    kind: str
    value: str
    options: tuple[str, ...] = ()
    low: str = ""
    high: str = ""


class Button(NamedTuple):
    """A submit button; `action` and `method` are "" unless it has its own."""

    name: str
    value: str
    action: str = ""
    method: str = ""


@dataclass
class Form:
    """A form with everything that is sent with it. `htmx`: the site's scripts may send it and swap in the answer."""

    action: str
    method: str
    multipart: bool = False
    htmx: bool = False
    fields: list[Field] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    def value(self, name: str) -> str:
        """What a field of that name holds when the page is drawn; "" where there is none."""
        return next((each.value for each in self.fields if each.name == name), "")

    def offers(self, pairs: Iterable[tuple[str, str]]) -> bool:
        """Whether all that was chosen from lists is still in them."""
        lists = {each.name: each.options for each in self.fields if each.options}
        return all(value in lists.get(name, (value,)) for name, value in pairs)


@dataclass
class Page:
    """One drawn page or fragment. `links`: addresses on this site without fragments, each once, in their order."""

    address: str
    full: bool = False
    title: str = ""
    language: str = ""
    headings: int = 0
    links: list[str] = field(default_factory=list)
    assets: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    presses: dict[str, str] = field(default_factory=dict)
    lines: list[tuple[str, str]] = field(default_factory=list)
    token: str = ""
    planted: str = ""

    def resolve(self, href: str) -> str:
        """An address of this site without its fragment; "" of another site's."""
        try:
            parts = urlsplit(urljoin(f"http://{HOST}{self.address}", href.strip()))
        except ValueError:
            return ""
        if parts.scheme != "http" or parts.netloc != HOST:
            return ""
        return parts.path + (f"?{parts.query}" if parts.query else "")


def read(address: str, html: str) -> Page:
    """Read an answer. A text that begins with a doctype is a full page, anything else a fragment."""
    reader = _Reader(Page(address, full=html.lstrip()[:9].lower() == "<!doctype"))
    reader.feed(html)
    reader.close()
    return reader.finish()


Given = dict[str, str | None]
"""The attributes of a tag."""


class _Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self.by_id: dict[str, Form] = {}
        self.owners: list[tuple[str, Field | Button]] = []
        self.form: Form | None = None
        self.select: Given | None = None
        self.options: list[tuple[str, bool]] = []
        self.text: list[str] | None = None
        self.area: Given | None = None

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if PLANT in given:
            self.page.planted = self.page.planted or self.get_starttag_text() or tag
        if handle := getattr(self, f"start_{tag}", None):
            handle(given)
        self._address(tag, given)
        for name in ("data-edit", "data-undo", "data-redo"):
            if value := given.get(name):
                self.page.presses[name.removeprefix("data-")] = self.page.resolve(value)
        if given.get("data-code"):
            self.page.lines.append((str(given["data-code"]), str(given.get("data-zone") or "")))

    def _address(self, tag: str, given: Given) -> None:
        targets = (given.get("href") if tag == "a" else None, given.get("hx-get") if tag != "form" else None)
        for target in targets:
            if target and not target.startswith("#"):
                _append(self.page.links, self.page.resolve(target))
        asset = given.get("src") if tag in ("img", "script") else given.get("href") if tag == "link" else None
        if asset:
            _append(self.page.assets, self.page.resolve(asset))

    def start_meta(self, given: Given) -> None:
        if given.get("property") == "og:image":
            _append(self.page.assets, self.page.resolve(given.get("content") or ""))

    def start_html(self, given: Given) -> None:
        self.page.language = given.get("lang") or ""

    def start_title(self, given: Given) -> None:
        if not self.page.title:
            self.text = []

    def start_h1(self, given: Given) -> None:
        self.page.headings += 1

    def start_form(self, given: Given) -> None:
        method = (given.get("method") or "get").lower()
        fetch = given.get("hx-get") or given.get("hx-post")
        action = self.page.resolve(given.get("action") or fetch or self.page.address)
        builder = method == "post" and "data-whole-page" not in given
        form = Form(action, method, (given.get("enctype") or "") == "multipart/form-data", bool(fetch) or builder)
        if method != "dialog" and action:
            self.page.forms.append(form)
        self.form = form
        if given.get("id"):
            self.by_id[str(given["id"])] = form

    def start_input(self, given: Given) -> None:
        kind = (given.get("type") or "text").lower()
        name, value = given.get("name") or "", given.get("value")
        if "disabled" in given or kind in ("button", "reset"):
            return
        if "readonly" in given and (value or "").startswith(f"http://{HOST}/"):  # a link to be copied
            _append(self.page.links, self.page.resolve(value or ""))
        if kind in ("submit", "image"):
            self._add(given, Button(name, value or "", given.get("formaction") or "", given.get("formmethod") or ""))
        elif name:
            value = value if value is not None else "on" if kind in ("checkbox", "radio") else ""
            limits = given.get("min") or "", given.get("max") or ""
            self._add(given, Field(name, kind, value, (), *limits))
            if name == "csrfmiddlewaretoken":
                self.page.token = value

    def start_button(self, given: Given) -> None:
        if "disabled" not in given and (given.get("type") or "submit") == "submit":
            own = given.get("formaction") or "", given.get("formmethod") or ""
            self._add(given, Button(given.get("name") or "", given.get("value") or "", *own))

    def start_select(self, given: Given) -> None:
        self.select, self.options = given, []

    def start_option(self, given: Given) -> None:
        self._end_option()
        if given.get("value") is None:
            self.text = []
        self.options.append((given.get("value") or "", "selected" in given))

    def start_textarea(self, given: Given) -> None:
        self.area, self.text = given, []

    def handle_endtag(self, tag: str) -> None:
        if tag == "title" and self.text is not None:
            self.page.title, self.text = "".join(self.text).strip(), None
        elif tag == "form":
            self.form = None
        elif tag == "option":
            self._end_option()
        elif tag == "select" and self.select is not None:
            self._end_select(self.select)
        elif tag == "textarea" and self.area is not None:
            self._add(self.area, Field(self.area.get("name") or "", "textarea", "".join(self.text or [])))
            self.area = self.text = None

    def _end_option(self) -> None:
        if self.text is not None and self.options and self.area is None:
            self.options[-1] = " ".join("".join(self.text).split()), self.options[-1][1]
            self.text = None

    def _end_select(self, given: Given) -> None:
        self._end_option()
        values = tuple(value for value, _ in self.options)
        chosen = next((value for value, selected in self.options if selected), values[0] if values else "")
        if given.get("name") and "disabled" not in given:
            self._add(given, Field(str(given["name"]), "select", chosen, values))
        self.select = None

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)

    def _add(self, given: Given, thing: Field | Button) -> None:
        if owner := given.get("form"):
            self.owners.append((owner, thing))
        elif self.form is not None:
            _put(self.form, thing)

    def finish(self) -> Page:
        for owner, thing in self.owners:
            if owner in self.by_id:
                _put(self.by_id[owner], thing)
        self.page.forms = [form for form in self.page.forms if form.buttons or form.method == "get"]
        return self.page


def _put(form: Form, thing: Field | Button) -> None:
    if isinstance(thing, Field):
        form.fields.append(thing)
    else:
        form.buttons.append(thing)


def _append(addresses: list[str], address: str) -> None:
    if address and address not in addresses:
        addresses.append(address)
