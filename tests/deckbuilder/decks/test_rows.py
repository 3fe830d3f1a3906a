"""The builder's repeated fragments: no text of a catalog, a deck or a list breaks out of their HTML."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from markupsafe import Markup

from deckbuilder.common.drawing.macros import macros
from deckbuilder.decks.builder.findings import Finding
from deckbuilder.decks.builder.rows import RowContext
from deckbuilder.decks.builder.views import line_edits, read_finding
from deckbuilder.decks.builder.zones import PanelRow
from deckbuilder.decks.lists.choices import LineChoices
from deckbuilder.decks.models import DeckLine
from games.engine.model.cards import Card
from games.engine.model.violations import DeckChange, Repair, Violation
from games.registry import get

XLW = get("xing-ling-wang")
SHARP = """"'><b onclick="x">&lt;&amp;</b>"""
"""Ends an attribute in either quotes and a tag, begins another, and has references that must not be read as such."""

PLACE = RowContext(XLW, "a-deck", "en", back="/here?a=1&lt=2", token="token")
BUILDING = macros("decks/_building.html")


MEND = Repair((DeckChange("set", "main", "a", 1),))


class Elements(HTMLParser):
    """What a browser reads: elements with their attributes, and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()
        assert "b" not in self.tags, html
        assert "onclick" not in {name for _, attributes in self.elements for name in attributes}, html

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def tags(self) -> list[str]:
        return [tag for tag, _ in self.elements]

    def values(self, name: str) -> list[str | None]:
        """The values of an attribute, wherever it is."""
        return [attributes[name] for _, attributes in self.elements if name in attributes]

    def field(self, name: str) -> list[str | None]:
        """The values of the fields of this name."""
        return [each.get("value") for _, each in self.elements if each.get("name") == name]


def card(**values: str) -> Card:
    return Card(f"key {SHARP}", f"name {SHARP}", "unit", values, codes=(f"code {SHARP}",))


def row(code: str = f"code {SHARP}") -> PanelRow:
    return PanelRow(DeckLine(zone="main", count=2), card(), code, "illegal", f"why {SHARP}")


def finding(**more) -> Finding:
    violation = Violation("copies", rule=f"rule {SHARP}", source=more.pop("of", None), repair=more.pop("repair", None))
    return Finding(violation, f"message {SHARP}", f"fix {SHARP}", (f"key {SHARP}",), **more)


def test_a_row_shows_its_card_s_texts_as_they_are():
    html = PLACE.row(row())
    read = Elements(html)
    assert isinstance(html, Markup)
    assert read.values("data-code") == [f"code {SHARP}"]
    assert read.values("title") == [f"why {SHARP}"]
    assert read.field("do") == [f"remove main code {SHARP}", f"add main code {SHARP}"]
    assert read.field(f"count 2 main code {SHARP}") == ["2"]
    assert read.values("aria-label") == [
        f"Copies of name {SHARP}", f"One fewer name {SHARP}", f"One more name {SHARP}",
    ]  # fmt: skip
    assert f"name {SHARP}" in read.text


def test_the_forms_of_rows_come_back_to_where_they_were_sent_from():
    assert set(Elements(BUILDING.deck_forms(PLACE) + BUILDING.adding_forms(PLACE)).field("next")) == {"/here?a=1&lt=2"}


def test_a_part_that_the_browser_has_is_not_sent_again():
    (digest,) = Elements(PLACE.row(row())).values("data-digest")
    assert digest
    again = replace(PLACE, browser_digests=frozenset({digest}), token="another").row(row())
    (tag,) = Elements(again).elements
    assert tag == ("li", {"id": Elements(PLACE.row(row())).values("id")[0], "hx-preserve": None})
    fuller = replace(row(), line=DeckLine(zone="main", count=3))
    assert "quantity" in replace(PLACE, browser_digests=frozenset({digest})).row(fuller)


def test_what_was_done_to_rows_is_read_as_operations():
    sent = {"count 2 main A 1": "3", "count 1 main B": "1", "do": "add main A 1"}
    assert line_edits(sent) == [
        ("set", {"zone": "main", "code": "A 1", "count": "3"}),
        ("add", {"zone": "main", "code": "A 1"}),
    ]
    assert line_edits({"count 1 main B": "1"}) == []


@pytest.mark.parametrize("sent", [{}, {"do": ""}, {"count": "1"}, {"count x": "1"}, {"count 1 main": "2"}])
def test_what_is_no_form_of_rows_is_no_operation(sent):
    assert line_edits(sent) == [("", {"zone": "", "code": ""})]


def test_a_finding_is_found_again_by_its_name():
    (name,) = Elements(PLACE.finding(finding(repair=MEND))).field("finding")
    assert read_finding(name) == ("copies", "", [f"key {SHARP}"])


@pytest.mark.parametrize("name", ["", "[", "[]", '["a"]', "7", "[" * 9999])
def test_what_is_no_name_of_a_finding_is_told_as_it_is(name):
    assert read_finding(name) == (name, "", ())


def test_a_row_leads_to_its_card_whatever_the_number():
    (address,) = Elements(PLACE.row(row("A&amp;'1"))).values("href")
    assert address == "/xing-ling-wang/cards/A&amp;'1/"


def test_a_line_that_names_no_card_shows_its_text_and_its_choices_as_they_are():
    line = DeckLine(zone="main", count=2, text=f"text {SHARP}")
    choices = LineChoices(((f"code {SHARP}", f"choice {SHARP}"),), asks_count=False)
    read = Elements(PLACE.row(PanelRow(line, None, why=f"why {SHARP}", choices=choices)))
    assert read.field("text") == [f"text {SHARP}"] * 2
    assert read.values("aria-label") == [f"Which card is text {SHARP}?", f"Remove text {SHARP}"]
    assert f"code {SHARP}" in read.values("value")
    assert {f"text {SHARP}", f"choice {SHARP}", f"why {SHARP}"} <= set(read.text)


def test_a_finding_shows_its_sentence_and_its_paragraph_as_they_are():
    read = Elements(PLACE.finding(finding()))
    assert f"message {SHARP} " in read.text
    assert f"rule {SHARP}" in read.text


@pytest.mark.parametrize(
    "more, tag",
    [({}, "span"), ({"repair": MEND}, "button")],
    ids=["in words", "at a click"],
)
def test_a_way_out_is_said_as_it_is(more, tag):
    read = Elements(PLACE.finding(finding(**more)))
    assert f"fix {SHARP}" in read.text
    assert (tag, "fix" if tag == "span" else "repair") in [(each, of.get("class")) for each, of in read.elements]


def test_a_search_for_what_is_missing_and_the_page_of_a_list_are_addresses():
    sharp = finding(of=SHARP, source=f"/list {SHARP}", find=f"/find {SHARP}")
    read = Elements(PLACE.finding(sharp))
    assert f"/list {SHARP}" in read.values("href")
    assert f"/find {SHARP}" in read.values("href")


def test_a_card_to_add_is_called_what_it_is_called():
    read = Elements(BUILDING.add_to_deck(card(), PLACE, 0, ""))
    assert read.values("aria-label") == [f"Add name {SHARP}"]
    assert read.field("code") == [f"code {SHARP}"]


def test_a_card_that_the_deck_has_can_be_taken_out_beside_it():
    read = Elements(BUILDING.add_to_deck(card(), PLACE, 2, ""))
    assert read.values("aria-label") == [f"Add name {SHARP}", f"One fewer name {SHARP}"]
    assert read.field("code") == [f"code {SHARP}"] * 2
    assert read.values("form") == ["adding", "removing"]


def test_numbers_are_shown_as_they_are():
    sharp = card(tribute=SHARP, attack=SHARP, score=SHARP)
    corner, foot = Elements(PLACE.pip(sharp)), Elements(PLACE.numbers(sharp))
    assert corner.values("title") == [f"Tribute {SHARP}"]
    assert SHARP in corner.text
    assert foot.text.count(SHARP) == 2


def test_a_hidden_field_holds_what_it_was_given():
    assert Elements(macros("common/_macros.html").hidden("next", SHARP)).field("next") == [SHARP]
