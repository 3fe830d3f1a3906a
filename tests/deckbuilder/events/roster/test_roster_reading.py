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


def test_cells_without_a_title_are_not_lost():
    assert reading.read("name,note\nAnn,L,M,N\n").rows[0].extra == "M N"


@pytest.mark.parametrize(
    "text, code",
    {
        "": "roster-empty",
        " \n\t\n": "roster-empty",
        "name,email\n": "roster-empty",
        "email,phone\nann@example.org,1\n": "roster-header",
        'Ann,"never closed\n': "roster-quote",
        "Ann\n" * 2_001: "roster-too-long",
    }.items(),
    ids=lambda value: repr(value)[:20],
)
def test_what_makes_no_sense_is_refused(text, code):
    with pytest.raises(EventError) as caught:
        reading.read(text)
    assert caught.value.code == code
