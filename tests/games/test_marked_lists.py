"""Lists as other sites, chats and programs mark them: each kind of mark reads as the same deck, or asks."""

import pytest

from games import registry
from games.engine.model.decks import MAYBE
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.catalogs.rows import parse_row
from games.engine.reading.decklists.marks.codes import similar_codes
from games.engine.reading.decklists.marks.markup import FORMS, plain
from games.engine.reading.decklists.parsing import read
from tests.catalogs import load_catalog

GAMES = {game.slug: game for game in registry.GAMES}
LEGIONS, ECHO, ZERO, XLW = "legions", "echo-of-legends", "zero-dimension", "xing-ling-wang"
CARDS = {"提灯おばけの子": 3, "宵闇のしのび猫": 3, "影踏み": 2, "引き潮": 1}
LEADER, HERO = "夜航士セルカ", "木偶园丁苔婆"


def reading(text, slug=LEGIONS, cards=None):
    return read(text, cards or load_catalog(GAMES[slug]), GAMES[slug], GAMES)


def contents(result):
    """The copies of each card by zone."""
    return {
        zone: {entry.card.name: entry.count for entry in entries}
        for zone, entries in result.deck.sections.items()
        if entries
    }


def printings(result):
    return [(entry.card.name, entry.code) for entries in result.deck.sections.values() for entry in entries]


def open_notes(result):
    return [line.notes for line in result.receipt.lines if line.status in ("ambiguous", "unknown")]


def catalog_with(slug, *rows):
    game = GAMES[slug]
    added = [parse_row(game, row, number).printing for number, row in enumerate(rows, 1)]
    return Catalog(game, [*load_catalog(game).printings.values(), *added])


# Forms in which every line of a list is written

EVERY_LINE = [
    "**{n}** {c}",
    "**{n}x {c}**",
    "*{n}x* {c}",
    "- [x] {n} {c}",
    "- [ ] **{n}** {c}",
    "> {n} {c}",
    "> - {n}x {c}",
    "{n}x `{c}`",
    "||{n} {c}||",
    "- {n}x [{c}](https://example.org/cards/{i})",
    "* {n} [{c}](/cards/{i}) _(Core)_",
    "{n} [[{c}]]",
    "{n} [[{c}|A]]",
    "{n}x [b]{c}[/b]",
    "[*] {n}x [url=https://example.org/{i}]{c}[/url]",
    "{n}x {c}<br>",
    "<li>{n}x <a href='/{i}'>{c}</a></li>",
    "<p>{n}&nbsp;{c}</p>",
    "{n}&times; {c}",
    "🃏 {c} ✖️{n}",
    "{c} ╳{n}",
    "{c} ⅹ{n}",
    "{n}\ufe0f\u20e3 {c}",
    "{n} {c} :sparkles:",
    "{n} {c} <:card:1234>",
    "✅ {n} {c}",
    '{n},"{c}"',
    '"{n}","{c}",""',
    "{n};{c};SAMPLE",
    "{n} {c} *F*",
    "{n} {c} (foil)",
    "{n} {c} foil",
    "{c} 【ホロ】 {n}枚",
    "{c} ★ {n}枚",
    "{n} {c} •••",
    "{n} {c} #early #turn2",
    "{n} {c} [Ramp,Draw]",
    "{n} {c} ^Have,#37d67a^",
    "{n} {c} // note {i}",
    "{n} {c}（必須）",
    "{c}（必須）{n}枚",
    "{n} {c} $1.20",
    "{c} {n}枚 120円",
    "{i}コスト {c} {n}枚",
    "コスト{i} {c} {n}枚",
    "{c}（{i}コスト） x{n}",
    "{n} {c} (SAMPLE)",
    "{n} [SAMPLE] {c}",
    "{n} {c} 《SAMPLE》",
    "{n} {c} (XYZ) 12",
    "{n} {c} XYZ 12",
    "{n} {c} [XYZ:12] *F*",
    "{n} {c} (Set1 #1821)",
    "{n} copies of {c}",
]


@pytest.mark.parametrize("form", EVERY_LINE)
def test_a_list_in_any_form_is_the_same_deck(form):
    text = "\n".join(form.format(n=n, c=c, i=i) for i, (c, n) in enumerate(CARDS.items(), 1))
    result = reading(f"{text}\n")
    assert contents(result) == {"main": CARDS}
    assert result.receipt.is_settled


@pytest.mark.parametrize(
    "word, count", [("one", 1), ("three", 3), ("Two", 2), ("三張", 3), ("兩張", 2), ("x2", 2), ("3️⃣", 3), ("🔟", 10)]
)
def test_a_quantity_in_words_or_emoji(word, count):
    assert contents(reading(f"{word} 影踏み")) == {"main": {"影踏み": count}}


@pytest.mark.parametrize(
    "line", ["2コスト 影踏み", "影踏み 2コスト", "2費 影踏み", "[2コスト] 影踏み", "2コスト影踏み"]
)
def test_a_cost_is_never_the_quantity(line):
    assert contents(reading(line)) == {"main": {"影踏み": 1}}
    (unsettled,) = reading(line.replace("影踏み", "影踏々")).receipt.lines
    assert (unsettled.quantity, "count-unclear" in unsettled.notes) == (1, True)


def test_headings_in_any_markup_are_sections():
    for heading in ("**{}**", "## {}", "<h3>{}</h3>", "[b]{}[/b]", "<b>{}</b><br>", "__{}__", "> **{}**", "🃏 {} 🃏"):
        titles = [heading.format(title) for title in ("Master", "Deck", "候補")]
        text = f"{titles[0]}\n1 {LEADER}\n{titles[1]}\n2 影踏み\n{titles[2]}\n1 引き潮"
        assert contents(reading(text)) == {"master": {LEADER: 1}, "main": {"影踏み": 2}, MAYBE: {"引き潮": 1}}, heading


def test_items_of_a_list_in_html_are_lines_of_their_own():
    result = reading("<ul>\n<li>3x 影踏み</li><li>1x 引き潮</li></ul>")
    assert contents(result) == {"main": {"影踏み": 3, "引き潮": 1}}
    assert {line.line for line in result.receipt.of("matched")} == {2}


def test_what_is_marked_up_in_a_header_stays_as_it_is():
    assert reading("name: <b>🃏 R&amp;D</b>\n2 影踏み").deck.name == "<b>🃏 R&amp;D</b>"


def test_an_exact_name_goes_before_any_mark():
    row = {"kind": "skill", "colours": "black", "cost": "1"}
    names = ("<b>", "[[影]]", "影踏み (foil)", "Three Ships", "🃏", "影踏み SR", "引き潮 影踏み", "2コスト 影")
    cards = catalog_with(LEGIONS, *({"code": f"PX-{at}", "name": name, **row} for at, name in enumerate(names)))
    for name in names:
        assert contents(reading(f"2x {name}", cards=cards)) == {"main": {name: 2}}, name
        assert contents(reading(name, cards=cards)) == {"main": {name: 1}}, name


def test_the_game_of_a_list_is_guessed_from_names_with_marks():
    text = "\n".join(f"{n} {c} (foil)" for c, n in CARDS.items())
    result = read(text, load_catalog, games=GAMES)
    assert (result.receipt.guessed, contents(result)) == ({"game": LEGIONS}, {"main": CARDS})


# What a line says about its card

RARITY = ["1 {c} UR", "1 {c} (UR)", "1 {c}（UR）", "1 [UR] {c}", "UR {c} x1", "{c}·UR 1张", "1 【UR】{c}", "{c} ◆UR"]


def of_two_rarities():
    """A name of Echo that two cards have, and the number of the one in UR."""
    cards = load_catalog(GAMES[ECHO])
    by_name = {}
    for card in cards.cards.values():
        if card.kind != "hero":
            by_name.setdefault(card.name, {})[card.rarity] = card
    return next((name, group["UR"].codes[0]) for name, group in by_name.items() if "UR" in group and len(group) == 2)


@pytest.mark.parametrize(
    "form", [*RARITY, "数量\t卡名\t稀有度\n1\t{c}\tUR", "卡名,稀有度,数量\n{c},UR,1", "1\t{c}\tUR"]
)
def test_a_rarity_decides_which_card_it_is(form):
    name, code = of_two_rarities()
    result = reading(form.format(c=name), ECHO)
    assert result.receipt.is_settled
    assert [entry.card.codes[0] for entry in result.deck.zones["main"]] == [code]
    assert open_notes(reading(f"1 {name}", ECHO)) == [("several",)]
    if form in RARITY:
        assert open_notes(reading(form.format(c=name).replace("UR", "N"), ECHO))


SWORDS = [
    {"code": f"ZX-{at}", "name": "雾中剑士", "kind": "character", "colour": colour, "cost": "1", "colour_cost": "1"}
    for at, colour in enumerate(("red", "blue"), 1)
]


@pytest.mark.parametrize(
    "text",
    [
        "4 雾中剑士（红）\n4 雾中剑士（蓝）",
        "4 红 雾中剑士\n4 蓝色雾中剑士",
        "红\n雾中剑士 4\n蓝\n雾中剑士 4",
        "[红色]\n4 雾中剑士\n[蓝色]\n4 雾中剑士",
        "数量\t卡名\t颜色\n4\t雾中剑士\t红\n4\t雾中剑士\t蓝",
        "4 雾中剑士 (ZX) 1\n4 雾中剑士 (ZX) 2",
        "4 雾中剑士 #1\n4 雾中剑士 #2",
    ],
)
def test_a_colour_or_a_set_decides_which_card_it_is(text):
    result = reading(text, ZERO, catalog_with(ZERO, *SWORDS))
    assert result.receipt.is_settled
    assert [entry.card.codes[0] for entries in result.deck.zones.values() for entry in entries] == ["ZX-1", "ZX-2"]


@pytest.mark.parametrize(
    "line, note",
    [
        ("3 影踏み (ミニオン)", "detail-differs"),
        ("3 影踏み UR", "detail-differs"),
        ("3 影踏み (LGN) 12", "detail-differs"),
        ("3 影踏み #12", "detail-differs"),
        ("3 影踏み (331)", "unknown-number"),
        ("影踏み ②", "count-unclear"),
        ("影踏み (XYZ) 3", "count-unclear"),
        ("影踏み（必須", "no-card"),
        ("3 影踏 (foil)", "no-card"),
        ("黒い 影踏み", "no-card"),
    ],
)
def test_what_contradicts_a_card_or_is_unclear_is_asked_about(line, note):
    (notes,) = open_notes(reading(line))
    assert notes[0] == note


def test_a_note_in_brackets_may_be_part_of_a_similar_name():
    row = {"kind": "skill", "colours": "black", "cost": "1"}
    cards = catalog_with(
        LEGIONS, {"code": "PX-1", "name": "竜頭", **row}, {"code": "PX-2", "name": "竜頭（リュウズ）", **row}
    )
    assert open_notes(reading("2 竜頭（リュズ）", cards=cards))
    assert contents(reading("2 竜頭（必須）", cards=cards)) == {"main": {"竜頭": 2}}


def test_a_note_at_the_top_may_be_a_title():
    assert open_notes(reading("影踏み（金曜）\n2 引き潮"))
    assert contents(reading("1 影踏み（金曜）\n2 引き潮")) == {"main": {"影踏み": 1, "引き潮": 2}}


def test_the_receipt_lists_what_stood_beside_a_name():
    result = reading("3 影踏み (LGN) 89 *F* // later")
    assert printings(result) == [("影踏み", "LGN-S089")]
    assert [(line.text, line.notes) for line in result.receipt.of("ignored")] == [
        ("(LGN) 89", ("fact",)),
        ("*F*", ("comment",)),
        ("later", ("comment",)),
    ]


# Names and numbers that are nearly right


@pytest.mark.parametrize(
    "line", ["2 クロカラス", "2 クロ カラス", "2 「クロ」カラス", "クロ-カラス x2", "- [クロ・カラス] 2"]
)
def test_a_name_without_its_punctuation_is_the_only_card_that_fits(line):
    row = {"kind": "skill", "colours": "black", "cost": "1"}
    one = catalog_with(LEGIONS, {"code": "PX-1", "name": "『クロ』・カラス", **row})
    assert contents(reading(line, cards=one)) == {"main": {"『クロ』・カラス": 2}}
    two = catalog_with(
        LEGIONS,
        *({"code": f"PX-{at}", "name": name, **row} for at, name in enumerate(("『クロ』・カラス", "クロ！カラス"))),
    )
    assert not reading(line, cards=two).receipt.is_settled or len(contents(reading(line, cards=two))["main"]) == 1


@pytest.mark.parametrize(
    "number", ["LGN-SO89", "LGN-S809", "LGNS089", "LGN-S89", "LGN-S0089", "LGNS-089", "LGN-5089", "L6N-S089"]
)
def test_a_mistyped_number_proposes_its_neighbours(number):
    (line,) = (each for each in reading(f"2 {number}").receipt.lines if each.status == "ambiguous")
    assert (line.notes, line.quantity) == (("unknown-number",), 2)
    assert "LGN-S089" in {choice.code for choice in line.choices}


@pytest.mark.parametrize("number", ["LGN S089", "LGN_S089", "lgn.s089", "2 LGN S089", "LGN S089 x2"])
def test_a_number_with_blanks_for_its_dashes_is_a_number(number):
    assert reading(number).receipt.is_settled
    assert printings(reading(number)) == [("影踏み", "LGN-S089")]


def test_the_likeliest_numbers_come_first():
    assert "R-0RC-0044" in similar_codes("R-ORC-0044")
    assert similar_codes("CAT0008")[0] == "CAT-0008"


# Lines of several names, sections, leaders


@pytest.mark.parametrize(
    "line, cards",
    [
        ("影踏み 引き潮", {"影踏み": 1, "引き潮": 1}),
        ("影踏み 3 引き潮 2", {"影踏み": 3, "引き潮": 2}),
        ("3x 影踏み (foil), 2x 引き潮 (foil)", {"影踏み": 3, "引き潮": 2}),
    ],
)
def test_several_names_on_a_line(line, cards):
    result = reading(line)
    counts = {}
    for entry in result.deck.zones["main"]:
        counts[entry.card.name] = counts.get(entry.card.name, 0) + entry.count
    assert (counts, result.receipt.is_settled) == (cards, True)


def test_a_word_among_names_between_blanks_is_asked_about():
    assert not reading("影踏み 引き潮 みかん").receipt.is_settled


@pytest.mark.parametrize("title", ["Tokens", "Tokens:", "[Tokens]", "衍生物", "## Tokens (3)", "トークン"])
@pytest.mark.parametrize("slug, card", [(LEGIONS, "影踏み"), (XLW, "提燈小狐")])
def test_tokens_are_no_part_of_the_deck(title, slug, card):
    result = reading(f"2 {card}\n{title}\n3 小旅人甲\n\n[main]\n1 {card}", slug)
    assert sum(entry.count for entry in result.deck.zones["main"]) == 3
    assert [line.text for line in result.receipt.lines if "token" in line.notes] == ["3 小旅人甲"]
    assert result.receipt.is_settled
    assert contents(reading(f"{title}\n2 {card}", slug)) == {"main": {card: 2}}


@pytest.mark.parametrize("label", ["マスター", "Master", "Leader", "リーダー", "主將", "Commander"])
@pytest.mark.parametrize("gap", [" ", "　", ":", "：", " : ", "-", " - ", "＝", "「", "\n", ": 1 ", "·", "/", "="])
def test_a_leader_behind_a_label_in_any_punctuation(label, gap):
    text = f"{label}{gap}{LEADER}{'」' if gap == '「' else ''}\n3 影踏み"
    assert contents(reading(text)) == {"master": {LEADER: 1}, "main": {"影踏み": 3}}


def test_the_head_of_an_arena_list_is_its_name():
    result = reading("About\nName 渡し舟\n\nDeck\n3 影踏み")
    assert (result.deck.name, contents(result)) == ("渡し舟", {"main": {"影踏み": 3}})


def test_every_kind_of_markup_leaves_a_plain_line_alone():
    for line in ("2 影踏み", "[main]", "影踏み (LGN-S089)", "race: 中立", "2x 影踏み (?)", "- -2度C", "# 1"):
        assert plain(line) == line
    assert len({form.name for form in FORMS}) == len(FORMS)
