"""A roster as people paste it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.events.errors import EventError
from deckbuilder.events.roster import reading
from deckbuilder.events.roster.files import COLUMNS
from games.engine.texts.spreadsheets import write_lines

ANN, WANG = ("Ann Lee", "ann@example.org", ""), ("王小明", "", "")
FORMS = {
    "a name in each line": ("Ann Lee\n\n  王小明 \n", [("Ann Lee", "", ""), WANG]),
    "cells with tabs from a spreadsheet": (
        "Ann Lee\tann@example.org\tvegan\n王小明\t\t\n",
        [(*ANN[:2], "vegan"), WANG],
    ),
    "CSV": ("Ann Lee,ann@example.org\r\n王小明,\r\n", [ANN, WANG]),
    "CSV with quotation marks": ('"Lee, Ann",ann@example.org\n王小明,', [("Lee, Ann", *ANN[1:]), WANG]),
    "semicolons": ("Ann Lee;ann@example.org\n王小明;\n", [ANN, WANG]),
    "Chinese commas": ("Ann Lee，ann@example.org\n王小明，會晚到\n", [ANN, ("王小明", "", "會晚到")]),
    "a Chinese comma within a cell": (
        "姓名,電子郵件,備註\n王小明,,素食，不吃蛋\nAnn Lee,ann@example.org,\n",
        [("王小明", "", "素食，不吃蛋"), ANN],
    ),
    "a Chinese semicolon within a cell": ("Ann Lee;ann@example.org;早到；早退\n", [(*ANN[:2], "早到；早退")]),
    "two kinds of commas in a chat": ("Ann Lee,ann@example.org\n王小明，會晚到\n", [ANN, ("王小明", "", "會晚到")]),
    "quoted names with both commas": ('name\n"Lee, Ann"\n"王，小明"\n', [("Lee, Ann", "", ""), ("王，小明", "", "")]),
    "the address first": ("ann@example.org,Ann Lee\n", [ANN]),
    "from a mail": ("Ann Lee <ann@example.org>\n王小明\n", [ANN, WANG]),
    "with a blank between": ("Ann Lee ann@example.org\n", [ANN]),
    "a bad address among good ones": ("Ann Lee,ann@example.org\nB,b@b\nC,c\n", [ANN, ("B", "b@b", ""), ("C", "c", "")]),
    "numbered in a chat": ("1. Ann Lee\n2、王小明\n", [("Ann Lee", "", ""), WANG]),
    "numbered in a column": ("1\tAnn Lee\tann@example.org\n2\t王小明\n", [ANN, WANG]),
    "numbers that count nothing": ("4711\n7 Samurai\n", [("4711", "", ""), ("7 Samurai", "", "")]),
    "numbers alone": ("1\n2\n", [("1", "", ""), ("2", "", "")]),
    "English titles": ("E-Mail,Name,Note\nann@example.org,Ann Lee,vegan\n", [(*ANN[:2], "vegan")]),
    "Chinese titles": ("姓名\t電子郵件\t備註\nAnn Lee\tann@example.org\tvegan\n", [(*ANN[:2], "vegan")]),
    "simplified titles": ("选手,邮箱\nAnn Lee,ann@example.org\n", [ANN]),
    "Japanese titles": ("氏名,メールアドレス,備考\nAnn Lee,ann@example.org,vegan\n", [(*ANN[:2], "vegan")]),
    "a title alone": ("お名前\nAnn Lee\n", [("Ann Lee", "", "")]),
    "a byte order mark": ("\ufeffname\nAnn Lee\n", [("Ann Lee", "", "")]),
    "a chat's sign-up under its title": (
        "#接龍\n週五店賽\n例 姓名\n\n1. 王小明\n2. Ann Lee\n",
        [WANG, ("Ann Lee", "", "")],
    ),
    "a sign-up with a gap and empty slots": ("1. 王小明\n2.\n4. Ann Lee\n5. \n", [WANG, ("Ann Lee", "", "")]),
    "a sign-up without numbers": ("＃接龙\n王小明\nAnn Lee\n", [WANG, ("Ann Lee", "", "")]),
    "somebody who forgot the number": ("1、王小明\nBen\n2、Ann Lee", [WANG, ("Ben", "", ""), ("Ann Lee", "", "")]),
    "numbers in square brackets": ("[1] 王小明\n[2] Ann Lee", [WANG, ("Ann Lee", "", "")]),
    "numbers in black brackets": ("【1】王小明\n【3】Ann Lee", [WANG, ("Ann Lee", "", "")]),
    "circled numbers": ("①王小明\n② Ann Lee", [WANG, ("Ann Lee", "", "")]),
    "keycaps": ("1\ufe0f\u20e3 王小明\n2\ufe0f\u20e3 Ann Lee", [WANG, ("Ann Lee", "", "")]),
    "full-width numbers": ("１．王小明\n２．Ann Lee", [WANG, ("Ann Lee", "", "")]),
    "numbers with a hash": ("#1 王小明\n#2 Ann Lee", [WANG, ("Ann Lee", "", "")]),
    "numbers and more cells": ("1. 王小明,,會晚到\n2. Ann Lee,ann@example.org,\n", [("王小明", "", "會晚到"), ANN]),
    "middle dots": ("・王小明\n・Ann Lee\n", [WANG, ("Ann Lee", "", "")]),
    "dashes and check boxes": ("- [x] 王小明\n- [ ] Ann Lee\n", [WANG, ("Ann Lee", "", "")]),
    "bullets under a title": ("週五店賽\n・王小明\n・Ann Lee\n", [WANG, ("Ann Lee", "", "")]),
    "numbers with gaps that count nothing": (
        "7 Samurai\n12 Monkeys\n",
        [("7 Samurai", "", ""), ("12 Monkeys", "", "")],
    ),
    "numbers that fall": ("3. Liga\n1. FC\n", [("3. Liga", "", ""), ("1. FC", "", "")]),
    "a title above the header": ("Friday cup,,\nName,Email,Note\nAnn Lee,ann@example.org,\n", [ANN]),
    "first and last names": ("First Name,Last Name,Email Address\nAnn,Lee,ann@example.org\n", [ANN]),
    "姓 and 名": ("姓,名,email\n王,小明,\nLee,Ann,ann@example.org\n", [WANG, ANN]),
    "a form of Google": (
        "時間戳記,電子郵件地址,您的姓名,牌組名稱\n2026/11/20 上午 10:00:00,ann@example.org,Ann Lee,Cats\n",
        [ANN],
    ),
    "an English form": (
        'Timestamp,Email Address,What is your name?,Deck list\n11/20/2026 10:00,ann@example.org,Ann Lee,"1 A\n1 B"\n',
        [ANN],
    ),
    "a reading beside the name": ("フリガナ,氏名,メール\nリー,Ann Lee,ann@example.org\n", [ANN]),
    "recipients of a mail": (
        'Ann Lee <ann@example.org>, "Wang, X" <wx@example.org>',
        [ANN, ("Wang, X", "wx@example.org", "")],
    ),
    "characters without a width": ("\u200bAnn\u200b Lee\n王\ufeff小明", [("Ann Lee", "", ""), WANG]),
    "a surname and a given name, as the titles say": ("family,given\nLee,Ann\n王,小明", [("Ann Lee", "", ""), WANG]),
    "a name and a note, as the titles say": ("name,note\nLee,Ann\n", [("Lee", "", "Ann")]),
    "names and notes, as one of the notes shows": (
        "Ann,Vegan\nBen,comes late\n",
        [("Ann", "", "Vegan"), ("Ben", "", "comes late")],
    ),
    "a guarded cell": ("name,note\nAnn Lee,'=1+1\n", [("Ann Lee", "", "=1+1")]),
}


@pytest.mark.parametrize("form", FORMS)
def test_it_is_read(form):
    text, wanted = FORMS[form]
    assert [tuple(row[1:4]) for row in reading.read(text).rows] == wanted


CELLS = st.text("王a=@' ,，;；、\"#1.", max_size=8).map(str.strip)
NAMES = CELLS.filter(bool)


@given(st.lists(st.tuples(NAMES, CELLS, CELLS), min_size=1, max_size=5))
def test_the_exported_roster_reads_back_whatever_signs_its_cells_have(players):
    rows = [
        [{"player": name, "answer": answer, "let_through": reason}.get(column, "") for column in COLUMNS]
        for name, answer, reason in players
    ]
    found = reading.read(write_lines([COLUMNS, *rows])).rows
    assert [(row.name, row.answer, row.extra) for row in found] == [(*player[:2], "") for player in players]


def test_each_row_knows_its_line():
    found = reading.read('name,note\n\nAnn,"two\nlines"\n\nBen,\n')
    assert [(row.line, row.name) for row in found.rows] == [(4, "Ann"), (6, "Ben")]


def test_a_column_that_is_not_read_is_named():
    found = reading.read("number,player,account,answer,email,state\n1,Ann,,L,ann@example.org,ready\n")
    assert found.rows == [(2, "Ann", "ann@example.org", "L", "")]
    assert found.unread == ["number", "account", "state"]


def test_lines_that_name_nobody_are_named():
    sign_ups = reading.read("#接龍\n\n週五店賽\n1. Ann\n2.\n3. Ben\n")
    assert sign_ups.above == [(1, "#接龍"), (3, "週五店賽")]
    assert sign_ups.empty == [(5, "2.")]
    assert [row.line for row in sign_ups.rows] == [4, 6]
    table = reading.read("Friday cup,,\nName,Email,Note\nAnn,ann@example.org,\n")
    assert (table.above, table.empty) == ([(1, "Friday cup")], [])


def test_cells_without_a_title_are_not_lost():
    assert reading.read("name,note\nAnn,L,M,N\n").rows[0].extra == "M N"


@pytest.mark.parametrize(
    "text, code",
    {
        "": "roster-empty",
        " \n\t\n": "roster-empty",
        "name,email\n": "roster-empty",
        "email,phone\nann@example.org,1\n": "roster-header",
        "Lee, Ann\nKim, Bob\n": "roster-comma",
        "1. Lee, Ann\n2. Kim, Bob\n": "roster-comma",
        "王,小明\n歐陽,娜": "roster-comma",
        "1.\n2.\n": "roster-empty",
        'Ann,"never closed\n': "roster-quote",
        "Ann\n" * 2_001: "roster-too-long",
    }.items(),
    ids=lambda value: repr(value)[:20],
)
def test_what_makes_no_sense_is_refused(text, code):
    with pytest.raises(EventError) as caught:
        reading.read(text)
    assert caught.value.code == code
