"""Lists as people paste them from chats, sites and spreadsheets: each reads as the same deck, or asks."""

import pytest

from games import registry
from games.engine.model.decks import MAYBE
from games.engine.reading.decklists.answers import Answer, likely_count, open_lines, resolve_lines
from games.engine.reading.decklists.parsing import read
from tests.catalogs import load_catalog

CATALOGS = {game.slug: load_catalog(game) for game in registry.GAMES}
GAMES = {game.slug: game for game in registry.GAMES}
LEGIONS, ECHO = "legions", "echo-of-legends"
LEADER, HERO = "夜航士セルカ", "木偶园丁苔婆"
CARDS = {"提灯おばけの子": 3, "宵闇のしのび猫": 3, "古着屋の影法師": 2, "月蝕の操り人形師": 1, "影踏み": 2, "引き潮": 1}


def reading(text, game=LEGIONS):
    return read(text, CATALOGS[game], GAMES[game], GAMES)


def contents(result):
    """The copies of each card by zone."""
    return {
        zone: {entry.card.name: entry.count for entry in entries}
        for zone, entries in result.deck.sections.items()
        if entries
    }


def notes(result, status="ignored"):
    return [(line.text, *line.notes) for line in result.receipt.of(status) if line.notes != ("blank",)]


def first_suggestions(result, game=LEGIONS):
    """The list after the first suggestion was taken for every line whose quantity is known or likely."""
    cards = CATALOGS[game]
    answers = {}
    for at, line in open_lines(result.receipt):
        codes = [choice.code for choice in line.choices] + [cards.find(name)[0].codes[0] for name in line.near]
        if codes:
            answers[at] = Answer(codes[0], likely_count(line))
    return resolve_lines(result, answers, GAMES[game], cards)


def lines(form, cards=CARDS, **more):
    return "\n".join(form.format(c=name, n=count, i=at, **more) for at, (name, count) in enumerate(cards.items(), 1))


@pytest.mark.parametrize(
    "form",
    [
        *(
            "#{i} {c} x{n}",
            "#0{i} {c} x{n}",
            "＃{i} {c} x{n}",
            "({i}) {c} ×{n}",
            "[{i}] {c} x{n}",
            "{i}コスト {c} {n}枚",
        ),
        *("> **{n}** {c}", "**{n}x** _{c}_", "`{n} {c}`", "~~{n}x {c}~~"),
        *(
            "{c} {n}枚 120円",
            "{n} {c} ¥120",
            "{c} ★ {n}枚",
            "{n} {c} // a note 9",
            "{n} {c} #tag #2tag",
            "{n} {c} ← good",
        ),
    ],
)
def test_a_list_with_marks_numbers_and_prices_is_read(form):
    result = reading(f"{LEADER}\n{lines(form)}")
    assert result.receipt.is_settled
    assert contents(result) == {"master": {LEADER: 1}, "main": CARDS}


@pytest.mark.parametrize(
    "text", [f"```\n1 {LEADER}\n{lines('{n} {c}')}\n```", f"**Master**\n> 1 {LEADER}\n**Deck**\n{lines('> {n} {c}')}"]
)
def test_a_list_in_a_frame_of_a_chat_is_read(text):
    result = reading(text)
    assert result.receipt.is_settled
    assert contents(result) == {"master": {LEADER: 1}, "main": CARDS}


@pytest.mark.parametrize("form", ["{c}\u3000{mark}", "{c} {mark}", "{c}{mark}"])
def test_a_circled_number_behind_a_name_is_asked_for_and_never_taken_for_a_cost(form):
    marked = "\n".join(form.format(c=name, mark=chr(0x245F + count)) for name, count in CARDS.items())
    result = reading(marked)
    assert not contents(result)
    assert contents(first_suggestions(result)) == {"main": CARDS}


@pytest.mark.parametrize("form", ["{c}{n}", "{c}（{n}）", "{c}[{n}]", "{c} No.{n}"])
def test_the_first_suggestions_keep_a_number_behind_a_name(form):
    result = first_suggestions(reading(lines(form)))
    assert contents(result) == {"main": CARDS}
    assert result.receipt.is_settled


@pytest.mark.parametrize("form", ["{c}\t{n}\t120\t360", "7\t{c}\t{n}\t120", "{n} {c} 7", "{c} {n} / 9"])
def test_of_several_numbers_none_is_taken(form):
    result = first_suggestions(reading(lines(form)))
    assert not contents(result)
    assert all("count-unclear" in line.notes and len(line.counts) > 1 for line in result.receipt.of("unknown"))


# Titles in comments


def test_headings_of_markdown_are_titles():
    text = f"# My deck\n\n## Master\n\n- {LEADER} x1\n\n## Main deck\n{lines('- {c} x{n}')}\n\n### 候補\n- 影踏み x1\n"
    result = reading(text)
    assert contents(result) == {"master": {LEADER: 1}, "main": CARDS, MAYBE: {"影踏み": 1}}
    assert notes(result) == [
        ("# My deck", "comment"),
        *(("## Master", "zone"), ("## Main deck", "zone"), ("### 候補", "zone")),
    ]


def test_a_sideboard_that_the_game_does_not_have_is_set_aside():
    text = f"// 40 Maindeck\n// 1 Master\n1 {LEADER}\n// 26 Minions\n{lines('{n} {c}')}\n"
    result = reading(text + "// 3 Sideboard\nSB: 2 影踏み\nSB: 1 引き潮\n")
    assert contents(result) == {"master": {LEADER: 1}, "main": CARDS, MAYBE: {"影踏み": 2, "引き潮": 1}}
    assert ("// 3 Sideboard", "unknown-section", "set-aside") in notes(result)
    result = reading(f"{lines('{n} {c}')}\nSB: 2 影踏み\n1 墓あばきの内緒話")
    assert contents(result) == {"main": CARDS | {"墓あばきの内緒話": 1}, MAYBE: {"影踏み": 2}}


@pytest.mark.parametrize("line, count", [("#影踏み", 1), ("// 2 影踏み", 2), ("# 影踏み x2", 2)])
def test_a_card_in_a_comment_asks(line, count):
    result = reading(f"3 提灯おばけの子\n{line}")
    (asked,) = result.receipt.of("ambiguous")
    assert (asked.text, asked.notes, asked.quantity) == (line, ("remark",), count)
    assert contents(first_suggestions(result)) == {"main": {"提灯おばけの子": 3, "影踏み": count}}


def test_a_number_of_a_single_numbered_line_is_no_quantity():
    result = reading("3 提灯おばけの子\n#2 影踏み")
    (asked,) = result.receipt.of("ambiguous")
    assert (asked.notes, asked.counts, asked.quantity, likely_count(asked)) == (
        ("remark", "count-unclear"),
        (2,),
        1,
        None,
    )
    assert contents(first_suggestions(result)) == {"main": {"提灯おばけの子": 3}}


def test_a_comment_with_a_cards_name_among_other_words_is_noted():
    result = reading("# I cut 影踏み for speed\n# For Friday\n3 提灯おばけの子")
    assert notes(result) == [("# I cut 影踏み for speed", "comment", "names-card"), ("# For Friday", "comment")]
    assert [line["line"] for line in result.receipt.as_json()["noted"]] == [1]


# The leader of a deck


@pytest.mark.parametrize(
    "line",
    [
        *(
            f"マスター {LEADER}",
            f"Master {LEADER}",
            f"マスター 1 {LEADER}",
            f"マスター-{LEADER}",
            f"マスター\u3000{LEADER}",
        ),
        *(f"マスター「{LEADER}」", f"リーダー：{LEADER}", f"Leader: {LEADER}", f"主宰: {LEADER}", f"主將：1 {LEADER}"),
        *(f"Master - {LEADER}", f"[マスター] {LEADER}", f"マスター：{LEADER}"),
    ],
)
@pytest.mark.parametrize("before", ["", "渡し舟\n", "渡し舟\n\n"])
def test_a_leader_behind_a_label_is_read(line, before):
    result = reading(f"{before}{line}\n3 提灯おばけの子\n影踏み")
    assert result.receipt.is_settled, notes(result)
    assert contents(result) == {"master": {LEADER: 1}, "main": {"提灯おばけの子": 3, "影踏み": 1}}
    assert result.deck.name == before.strip()


@pytest.mark.parametrize(
    "line", ["夜航士セルガ", "マスター 夜航士セルガ", "Leader: 夜航士セルガ", f"{LEADER}デッキ", "CAT_0008"]
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_leader_with_a_mistake_asks_and_is_no_title(line, between):
    result = reading(f"{line}{between}3 提灯おばけの子\n3 宵闇のしのび猫")
    assert (len(result.deck.unknown), result.deck.name) == (1, "")
    if line != "CAT_0008":
        assert contents(first_suggestions(result))["master"] == {LEADER: 1}


def test_a_misspelt_card_with_a_number_at_the_top_is_no_title():
    result = reading("宵闇のしのび描（3）\n3 提灯おばけの子")
    assert result.deck.name == ""
    assert contents(first_suggestions(result)) == {"main": {"宵闇のしのび猫": 3, "提灯おばけの子": 3}}


@pytest.mark.parametrize("line", [f"英雄 {HERO}", f"主將：{HERO}", f"Hero : {HERO}", f"Hero\n{HERO}"])
def test_a_hero_behind_a_label_is_read(line):
    assert contents(reading(f"{line}\n2 袜子里的影子", ECHO)) == {"hero": {HERO: 1}, "main": {"袜子里的影子": 2}}


def test_a_title_may_have_the_name_of_a_card_that_is_listed():
    result = reading(f"{LEADER} Aggro\n\nマスター：{LEADER}\n3 提灯おばけの子")
    assert result.deck.name == f"{LEADER} Aggro"
    assert notes(result)[0] == (f"{LEADER} Aggro", "title", "names-card")


@pytest.mark.parametrize("title", ["夏祭り", "My deck", "渡し舟", "[分享] 今天的牌組", "作者：小明", "Player: Ann"])
def test_other_words_at_the_top_are_no_card(title):
    assert reading(f"{title}\n\n1 {LEADER}\n3 提灯おばけの子").receipt.is_settled


# Lines behind the card of a zone for one


@pytest.mark.parametrize(
    "head", [f"マスター：{LEADER}", f"マスター\n{LEADER}\n", f"[master]\n1 {LEADER}", f"Master\n1 {LEADER}"]
)
def test_an_unknown_line_behind_the_leader_belongs_to_the_deck(head):
    result = reading(f"{head}\n3 提灯おばけの了\n2 影踏ミ")
    assert [line.zone for line in result.deck.unknown] == ["main", "main"]
    assert contents(first_suggestions(result)) == {"master": {LEADER: 1}, "main": {"提灯おばけの子": 3, "影踏み": 2}}


def test_a_misspelt_leader_in_its_zone_stays_there():
    result = reading("[master]\n1 夜航士セルガ\n[main]\n3 提灯おばけの子")
    assert [line.zone for line in result.deck.unknown] == ["master"]


def test_cards_of_one_name_behind_the_leader_are_asked_for_where_they_belong():
    result = reading(f"英雄：{HERO}\n1 雨师龙女未央\n2 袜子里的影了\n2 夜市黑猫", ECHO)
    assert [(line.zone, line.text) for line in result.deck.unknown] == [
        ("main", "雨师龙女未央"),
        ("main", "袜子里的影了"),
    ]
    settled = contents(first_suggestions(result, ECHO))
    assert settled == {"hero": {HERO: 1}, "main": {"雨师龙女未央": 1, "袜子里的影子": 2, "夜市黑猫": 2}}


# Tables


@pytest.mark.parametrize(
    "head, row",
    [
        *(("No.\tCard\tQty\tCost", "{i}\t{c}\t{n}\t4"), ("Qty\tCard\tType\tOwned", "{n}\t{c}\tMinion\t9")),
        *(
            ("Count,Name,Section", "{n},{c},main"),
            ("Count,Name,Price", '"{n}","{c}","1,20"'),
            ("數量;卡名;備註", "{n};{c};7"),
        ),
        *(("卡名\t張數\t單價", "{c}\t{n}\t120"), ("Name | Mana value | Copies", "{c} | 3 | x{n}")),
        *(("Owned\tCard\tCount", "9\t{c}\t{n}枚"), ("#\tカード名\t枚数\tメモ", "{i}\t{c}\t{n}\t2")),
    ],
)
def test_a_table_may_have_columns_with_unknown_titles(head, row):
    result = reading(f"{head}\n{lines(row)}")
    assert result.receipt.is_settled, notes(result, "unknown")
    assert contents(result) == {"main": CARDS}


def test_the_sections_of_a_table_are_those_of_the_list():
    rows = (
        f"1,{LEADER},master",
        "3,提灯おばけの子,main",
        "2,影踏み,Sideboard",
        "1,引き潮,Maybeboard",
        "1,墓あばきの内緒話,",
    )
    text = "\n".join(("Count,Name,Section", *rows))
    main = {"提灯おばけの子": 3, "墓あばきの内緒話": 1}
    assert contents(reading(text)) == {"master": {LEADER: 1}, "main": main, MAYBE: {"影踏み": 2, "引き潮": 1}}


@pytest.mark.parametrize("cell", ["two or 3", "2-3", "?", "3/4"])
def test_a_quantity_in_a_table_that_is_no_number_is_asked_for(cell):
    result = first_suggestions(reading(f"No.\tCard\tQty\tCost\n7\t提灯おばけの子\t{cell}\t5"))
    assert not contents(result)
    (line,) = result.receipt.of("ambiguous")
    assert line.notes == ("count-unclear",)
    assert not {5, 7} & set(line.counts)


def test_numbers_in_words_are_read_in_a_table_and_an_empty_cell_is_noted():
    result = reading(
        "No.\tCard\tQty\tCost\n7\t提灯おばけの子\tthree\t5\n8\t影踏み\t\t5\n9\t引き潮\t二枚\t5\n合計\t\t6\t"
    )
    assert contents(result) == {"main": {"提灯おばけの子": 3, "影踏み": 1, "引き潮": 2}}
    assert [line.text for line in result.receipt.of("matched") if "one" in line.notes] == ["8 影踏み 5"]


def test_without_a_column_for_the_quantity_no_other_is_taken_for_it():
    result = reading("No.\tCard\tCost\n7\t提灯おばけの子\t5\n8\t影踏み\t5")
    assert contents(result) == {"main": {"提灯おばけの子": 1, "影踏み": 1}}
    assert [line.notes for line in result.receipt.of("matched")] == [("one",)] * 2
    result = first_suggestions(reading("Card\tOwned\n提灯おばけの子\t5\n影踏み\t4\n"))
    assert contents(result).get("main", {}) in ({}, {"提灯おばけの子": 5, "影踏み": 4})


# Lines that belong together


@pytest.mark.parametrize(
    "form", ["{c}\n{n}", "{c}\n{n}枚", "{c}\nx{n}", "{n}\n{c}", "{n}x\n{c}", "{c}\n\n{n}", "{n}枚\n{c}\n"]
)
@pytest.mark.parametrize("title", ["", "渡し舟\n\n", "Minions\n"])
def test_a_quantity_on_a_line_of_its_own_belongs_to_its_card(form, title):
    result = reading(f"{title}{lines(form)}")
    assert result.receipt.is_settled, notes(result, "unknown")
    assert contents(result) == {"main": CARDS}
    result = reading(f"{title}{lines(form)}".replace("影踏み", "影踏ミ"))
    assert [(line.text, line.count) for line in result.deck.unknown] == [("影踏ミ", 2)]


def test_quantities_on_lines_of_their_own_that_fit_no_order_are_asked_for():
    result = reading("提灯おばけの子\n3\n影踏み\n引き潮\n2\n1\n宵闇のしのび猫")
    assert [(line.text, line.counts) for _, line in open_lines(result.receipt)] == [
        ("提灯おばけの子 3?", (3,)),
        ("影踏み 3?", (3,)),
        ("引き潮 2?", (2,)),
        ("宵闇のしのび猫 1?", (1,)),
    ]
    assert not contents(first_suggestions(result))


def test_a_name_broken_over_two_lines_is_read():
    result = reading(f"1 {LEADER}\n2 真夜中の手回\nし琴弾き\n2 約束を忘れない\n亡霊\n3 影踏み")
    main = {"真夜中の手回し琴弾き": 2, "約束を忘れない亡霊": 2, "影踏み": 3}
    assert contents(result) == {"master": {LEADER: 1}, "main": main}
    assert result.receipt.is_settled
