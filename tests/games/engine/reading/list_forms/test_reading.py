"""Deck lists of other programs: one file a form in `fixtures`, and what is refused."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.model.decks import MAYBE
from games.engine.reading.decklists.lines import DeckListError
from games.engine.reading.decklists.parsing import decode, read, read_csv, read_json
from games.engine.reading.list_forms.reading import ENDINGS, FORMS, convert
from games.registry import GAMES, get
from tests.catalogs import load_catalog

FIXTURES = sorted((Path(__file__).parent / "fixtures").iterdir())
READERS = {"txt": read, "csv": read_csv, "json": read_json}
XLW = get("xing-ling-wang")
DECK = {"提燈小狐": 2, "紙傘婆婆": 1}
DOCUMENT = (Path(__file__).parents[5] / "docs/deck-lists.md").read_text(encoding="utf-8")


def reading_of(text, ending="", form=""):
    converted, native = convert(text, ending, form)
    return READERS[native](converted, load_catalog(XLW), XLW)


def cards(reading, zone="main"):
    return {entry.card.name: entry.count for entry in reading.deck.sections.get(zone, ())}


def error_of(text, ending=""):
    with pytest.raises(DeckListError) as raised:
        convert(text, ending)
    return raised.value.code, raised.value.line, raised.value.params


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
@pytest.mark.parametrize("is_uploaded", [True, False], ids=["file", "text"])
def test_every_form_is_read_as_a_file_and_as_a_text(path, is_uploaded):
    reading = reading_of(decode(path.read_bytes()), path.suffix[1:] if is_uploaded else "")
    assert cards(reading) == DECK
    assert cards(reading, MAYBE) in ({"井邊的濕腳印": 1}, {})
    assert bool(cards(reading, MAYBE)) == (path.name != "map.json")
    assert reading.receipt.is_settled


@pytest.mark.parametrize("name", ["cockatrice.cod", "tabletop.json", "sections.json", "boards.json"])
def test_the_name_of_a_deck_is_kept(name):
    (path,) = (each for each in FIXTURES if each.name == name)
    assert reading_of(path.read_text(encoding="utf-8")).deck.name == "Night market"


def test_what_a_text_list_may_begin_with_is_no_other_form():
    for text in (
        "[main]\n提燈小狐",
        "[[提燈小狐]]",
        '["提燈小狐" x2',
        "<提燈小狐> 2",
        "[b] 1",
        "1 < 2",
        "# {",
        "deck\n1 a",
    ):
        assert convert(text) == (text, "txt")


def test_every_form_has_an_example_and_its_row_in_the_document():
    endings = {path.suffix[1:] for path in FIXTURES}
    assert all(endings & {*form.endings} for form in FORMS)
    assert [ending for ending in ENDINGS if f"`.{ending}`" not in DOCUMENT] == []


def test_lists_of_the_site_are_left_as_they_are():
    own = json.dumps({"game": XLW.slug, "zones": {"main": [{"quantity": 2, "name": "提燈小狐"}]}}, ensure_ascii=False)
    for text, ending, native in (
        (own, "", "json"),
        ("{}", "", "json"),
        ("name\n提燈小狐", "csv", "csv"),
        ("<b>", "txt", "txt"),
    ):
        assert convert(text, ending) == (text, native)


@pytest.mark.parametrize(
    "text, counts",
    [
        ('{"zones": {"main": [{"name": "提燈小狐", "count": 2}]}}', {"提燈小狐": 2}),
        ('{"zones": {"main": {"提燈小狐": 2}}}', {"提燈小狐": 2}),
        ('[["提燈小狐", 2], [1, "紙傘婆婆"]]', DECK),
        ('["2 提燈小狐", "紙傘婆婆"]', DECK),
        ('[{"name": "提燈小狐"}, {"name": "提燈小狐"}, {"number": "XLW-S002"}]', DECK),
        ('[{"section": "Main deck", "cards": [{"卡名": "提燈小狐", "數量": 2}]}]', {"提燈小狐": 2}),
        ('{"name": "提燈小狐", "count": 2}', {"提燈小狐": 2}),
        ('{"main": {"提燈小狐": {"quantity": 2}, "紙傘婆婆": {"quantity": 1}}}', DECK),
        ('{"list": "x", "cards": [{"code": "XLW-S002", "qty": "1"}]}', {"紙傘婆婆": 1}),
    ],
)
def test_json_in_many_structures(text, counts):
    reading = reading_of(text)
    assert (cards(reading), reading.receipt.is_settled) == (counts, True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_json_says_of_a_card_tells_it_from_its_namesakes(game):
    catalog = load_catalog(game)
    namesakes = [card for card in catalog.cards.values() if len(catalog.find(card.name)) > 1]
    cards = [
        {"name": card.name, "kind": card.kind, "rarity": card.rarity}
        | {key: [*value] if isinstance(value, tuple) else value for key, value in dict(card.values).items()}
        for card in namesakes
    ]
    text, _ = convert(json.dumps(cards, ensure_ascii=False))
    receipt = read(text, catalog, game).receipt
    assert [line.card for line in receipt.lines if line.name] == namesakes
    assert receipt.is_settled


def test_a_set_and_a_number_in_json_are_as_in_a_line():
    cards = [{"name": "提燈小狐", "set": "XLW", "number": "97", "n": 2}, {"name": "紙傘婆婆", "set": "M21", "no": "8"}]
    taken = [line for line in reading_of(json.dumps(cards)).receipt.lines if line.name]
    assert [(line.name, line.code[-2:], line.quantity) for line in taken] == [
        ("提燈小狐", "97", 2),
        ("紙傘婆婆", "", 1),
    ]


def test_an_impossible_quantity_is_asked_about():
    reading = reading_of('{"提燈小狐": 0, "紙傘婆婆": 12345678}')
    assert [line.notes[0] for line in reading.receipt.of("unknown")] == ["bad-count", "bad-count"]


REFUSED = [
    ('[{"name": "提燈小狐", "count": "many"}]', "json-shape", 0, {"path": "[0].count"}),
    ('[{"name": "提燈小狐", "count": -1}]', "json-shape", 0, {"path": "[0].count"}),
    ('{"main": {"提燈小狐": true}}', "json-shape", 0, {"path": "main.提燈小狐"}),
    ('{"main": [{"提燈小狐": 2}, 3]}', "json-shape", 0, {"path": "main[1]"}),
    ('{"main": [\n3', "json-syntax", 2, {"column": 2}),
    ('{"ObjectStates": [3]}', "json-shape", 0, {"path": "ObjectStates[0]"}),
    (
        '{"ObjectStates": [{"Name": "Deck", "ContainedObjects": [{"Name": "Card", "Nickname": " "}]}]}',
        "tabletop-names",
        0,
        {"path": "ObjectStates[0].ContainedObjects[0].Nickname"},
    ),
    ('{"ObjectStates": [{"Name": "DeckCustom", "DeckIDs": [100]}]}', "tabletop-names", 0, {"path": "ObjectStates[0]"}),
    ("<deck>\n <section>\n", "xml-syntax", 3, {"column": 1}),
    ("<?xml version='1.0'?><svg/>", "xml-form", 1, {"value": "svg", "choices": ("cockatrice_deck", "deck")}),
    ("<deck><section>\n<card qty='two'>a</card></section></deck>", "xml-count", 2, {"value": "two"}),
    ("<cockatrice_deck><zone>\n<card number='2'/></zone></cockatrice_deck>", "xml-name", 2, {}),
]


@pytest.mark.parametrize("text, code, line, params", REFUSED)
def test_what_is_wrong_is_named_with_its_place(text, code, line, params):
    assert error_of(text) == (code, line, params)


BILLION = (
    '<?xml version="1.0"?>\n<!DOCTYPE deck [\n<!ENTITY a "ha">\n'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">\n' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>\n<deck><section><card>&i;</card></section></deck>"
)
HOSTILE = [
    (BILLION, "xml-entities"),
    ('<!DOCTYPE deck SYSTEM "file:///etc/passwd"><deck/>', "xml-entities"),
    (
        '<!DOCTYPE deck [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck><section><card>&x;</card></section></deck>',
        "xml-entities",
    ),
    ("<deck>" + "<section>" * 5_000, "xml-depth"),
    ("<deck><section>" + "<card>a</card>" * 10_000, "too-long"),
    ("[" * 60_000, "json-shape"),
    ('{"a":' * 10_000 + "1" + "}" * 10_000, "json-shape"),
    ("[[" * 20 + '"a"' + "]]" * 20, "json-shape"),
    ('{"ObjectStates":[' + '{"Name":"Bag","ContainedObjects":[' * 50 + "]}" * 50 + "]}", "json-shape"),
    ('{"a": "' + "x" * 3_000_000 + '"}', "too-long"),
    ("<li>" * 20_000, "too-long"),
    ("[b]" * 30_000 + "[/b]", "too-long"),
]


@pytest.mark.parametrize("text, code", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_lists_are_refused(text, code):
    assert error_of(text, "json" if text.startswith("[[[") and code == "json-shape" else "")[0] == code


@pytest.mark.parametrize(
    "text", ["<li>" * 16_000, "<!" * 32_000, "<a " * 20_000, "</b>" + "<![CDATA[" * 7_000, "[/b][b=" * 9_000]
)
def test_broken_marks_are_read_to_their_end(text):
    convert(text, "html" if text.startswith("<") else "")


def outcome(text, ending="", form=""):
    try:
        convert(text, ending, form)
    except DeckListError as error:
        return error.code
    return ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["name", "count", "cards", "zones", "main", "ObjectStates", "Name"]), inner)
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_read_or_refused(data):
    code = outcome(json.dumps(data), form="json")
    assert code in ("", "json-shape", "json-syntax", "tabletop-names", "unprintable")


@given(st.text(alphabet="<>/!&;=' \nadeckliqtyn[]*", max_size=200), st.sampled_from(["", "xml", "html", "bbcode"]))
def test_any_marks_are_read_or_refused(text, ending):
    assert outcome(text, ending) in {"", "xml-entities", "unprintable", *(code for _, code, _, _ in REFUSED)}
