"""Catalog files as spreadsheets, programs and other people write them: each is read, asks rightly, or is refused with
the reason."""

import io
from datetime import date, datetime

import openpyxl
import pytest

from deckbuilder.catalog.imports import services
from games.engine.reading.catalogs.files import CatalogFileError
from tests.deckbuilder.catalog.imports.import_examples import GAME, workbook

pytestmark = pytest.mark.django_db

CSV = "code,name,kind,race,tribute,attack,score,mana,keywords,released\n"
LINES = "F-1,渡河狸,unit,中立,1,3,2,,貫穿|尋找,2024-03-01\nF-2,啞鈴聲,spell,中立,,,,2,,\n"


def report_on(data, name="cards.csv"):
    return services.preview(GAME, data.encode() if isinstance(data, str) else data, name)


def facts(report):
    """Number, name and kind of the new printings, and what they have besides."""
    return [
        (each.code, each.name, each.kind, dict(each.values), each.keywords, each.released)
        for each in report.rows.to_save
    ]


def warnings(report):
    return [(warned.code, warned.contains) for warned in report.rows.warned]


def problems(report):
    return [(problem.row, problem.column, problem.code) for problem in report.rows.rejected]


EXPECTED = [
    (
        "F-1",
        "渡河狸",
        "unit",
        {"race": "中立", "tribute": 1, "attack": 3, "score": 2},
        ("貫穿", "尋找"),
        date(2024, 3, 1),
    ),
    ("F-2", "啞鈴聲", "spell", {"race": "中立", "mana": 2}, (), None),
]
ZH = "卡號,卡名,種類,種族,祭品,攻擊力,分數,法力值,關鍵字,發售日\n"
HANS = "卡号,卡名,种类,种族,祭品,攻击力,分数,法力值,关键词,发售日\n"
JA = "番号,カード名,種類,種族,生贄,攻撃力,得点,魔力,キーワード,発売日\n"
OBJECTS = (
    '{"code": "F-1", "name": "渡河狸", "kind": "unit", "race": "中立", "tribute": 1.0, "attack": 3, "score": 2, '
    '"keywords": ["貫穿", "尋找"], "released": "2024-03-01"}',
    '{"code": "F-2", "name": "啞鈴聲", "kind": "spell", "race": "中立", "mana": 2}',
)


@pytest.mark.parametrize(
    "data, name",
    [
        ((CSV + LINES).replace(",", ";"), "cards.csv"),
        ("sep=;\n" + (CSV + LINES).replace(",", ";"), "cards.csv"),
        ("SEP=,\r\n" + CSV + LINES, "cards.csv"),
        ((CSV + LINES).replace(",", "\t"), "cards.tsv"),
        ((CSV + LINES).encode("utf-16"), "cards.csv"),
        ((CSV + LINES).replace(",", "\t").encode("utf-16"), "cards.txt"),
        (ZH + LINES, "cards.csv"),
        (HANS + LINES, "cards.csv"),
        (JA + LINES, "cards.csv"),
        (ZH + LINES.replace("unit", "單位").replace("spell", "魔法"), "cards.csv"),
        (CSV.title() + LINES.replace("unit", "Unit"), "cards.csv"),
        (CSV + LINES.replace(",1,3,2,", ",1.0,3.0,2.00,"), "cards.csv"),
        *((CSV + LINES.replace("2024-03-01", day), "cards.csv") for day in ("2024/3/1", "2024.3.1", "2024年3月1日")),
        *(
            (CSV + LINES.replace("貫穿|尋找", words), "cards.csv")
            for words in ("貫穿、尋找", "貫穿｜尋找", "貫穿 尋找")
        ),
        (f"[{','.join(OBJECTS)}]", "cards.json"),
        (f'{{"cards": [{",".join(OBJECTS)}]}}', "cards.json"),
        ("\n".join(OBJECTS), "cards.json"),
        ("\n\n".join(OBJECTS) + "\n", "cards.jsonl"),
    ],
)
def test_other_forms_are_read_as_the_usual_one(data, name):
    report = report_on(data, name)
    assert facts(report) == EXPECTED
    assert warnings(report) == []


def test_rows_above_the_titles_are_not_read_and_named():
    report = report_on(f"我的卡表 2026,,,\n,,,\n作者,阿明,,\n{CSV}{LINES}")
    assert facts(report) == EXPECTED
    assert [result.row for result in report.rows.created] == [5, 6]
    assert warnings(report) == [("above-titles", ("我的卡表 2026", "作者 阿明"))]


def test_what_stands_beside_the_cards_of_json_is_named():
    report = report_on(f'{{"version": 3, "cards": [{",".join(OBJECTS)}], "by": "Ann"}}', "cards.json")
    assert facts(report) == EXPECTED
    assert warnings(report) == [("outside-cards", ("version", "by"))]


@pytest.mark.parametrize(
    "data, name, code, params",
    [
        ("id,name,type\nF-1,a,unit\n", "a.csv", "missing-column", {"columns": ("code", "kind")}),
        ('{"F-1": {"name": "a", "kind": "unit"}}', "a.json", "missing-column", {"found": ("key", "name", "kind")}),
        ('{"a": [{}], "b": [{}]}', "a.json", "many-lists", {"lists": ("a", "b")}),
        ("code,卡名,name,kind\nF-1,a,b,unit\n", "a.csv", "duplicate-column", {"column": "name"}),
        ((CSV + LINES).encode("big5"), "a.csv", "encoding", {"looks_like": "Big5"}),
        (workbook([["code", "name", "kind"]], [["卡號", "卡名", "種類"]]), "a.xlsx", "many-sheets", {}),
    ],
)
def test_a_file_that_leaves_a_question_is_refused_with_what_it_has(data, name, code, params):
    with pytest.raises(CatalogFileError) as raised:
        report_on(data, name)
    assert raised.value.code == code
    assert params.items() <= raised.value.params.items()


def test_texts_instead_of_numbers_are_rejected_and_dashes_are_not():
    texts = ("－", "—", "ー", "―", "3 ", "+2", "無", "N/A", "X", "?", "1,000", "3.5")
    lines = "".join(f'F-{number},a{number},unit,中立,"{text}"\n' for number, text in enumerate(texts))
    report = report_on("code,name,kind,race,attack\n" + lines)
    assert [each.printing.get("attack") for each in report.rows.created] == ["-", "-", "-", "-", 3, 2]
    assert problems(report) == [(row, "attack", "integer") for row in range(8, 14)]
    assert report.rows.rejected[0].card == ("F-6", "a6")


def test_a_date_is_read_if_it_can_only_be_one_day():
    days = ("15/12/2026", "3/1/2024", "2024-02-30", "45352", "2024-03")
    lines = "".join(f"F-{number},a{number},unit,中立,{day}\n" for number, day in enumerate(days))
    report = report_on("code,name,kind,race,released\n" + lines)
    assert [each.printing.released for each in report.rows.created] == [date(2026, 12, 15)]
    assert [problem.code for problem in report.rows.rejected] == ["date-order", "date", "date-serial", "date"]
    assert report.rows.rejected[0].params == {"choices": ("2024-01-03", "2024-03-01")}


def test_numbers_of_cards_that_look_alike_are_named():
    lines = "F-1,a,unit,中立\nf-1,b,unit,中立\nＦ－1,c,unit,中立\nF-2,d,unit,中立\nF 2\u200b,e,unit,中立\n"
    report = report_on("code,name,kind,race\n" + lines)
    assert warnings(report) == [("similar-codes", ("F-1", "f-1", "Ｆ－1"))]
    again = report_on("code,name,kind,race\nF-1,a,unit,中立\nF-1\u200b,b,unit,中立\n")
    assert problems(again) == [(3, "code", "duplicate-code")]


def test_html_is_kept_and_named():
    report = report_on('code,name,kind,race,text\nF-1,a&amp;b,unit,中立,"x<br>y < z"\nF-2,R&D <3,unit,中立,\n')
    assert warnings(report) == [("markup", ("&amp;",)), ("markup", ("<br>",))]


def test_numbers_that_lost_their_zeros_or_digits_are_rejected():
    report = report_on("code,name,kind,race\n7,a,unit,中立\n0007,b,unit,中立\n8,c,unit,中立\n1.2E+15,d,unit,中立\n")
    assert problems(report) == [(2, "code", "lost-zeros"), (5, "code", "lost-digits")]
    services.apply(GAME, "code,name,kind,race\n0008,c,unit,中立\n9,d,unit,中立\n".encode(), "cards.csv")
    report = report_on("code,name,kind,race\n8,c,unit,中立\n9,d,unit,中立\n")
    assert problems(report) == [(2, "code", "lost-zeros")]


def cells(*rows):
    """A workbook with these codes, each with its number format, and days."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["code", "name", "kind", "race", "released", "attack"])
    for number, (code, form, day, attack) in enumerate(rows, start=2):
        sheet.append([code, f"a{number}", "unit", "中立", day, attack])
        if form:
            sheet.cell(number, 1).number_format = form
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_cells_that_a_spreadsheet_changed_are_rejected():
    rows = (
        (1, "0000", None, 1),
        (23, '"F-"000', None, 1),
        (datetime(2026, 3, 1), "mmm-yy", None, 1),
        (10**15, "", None, 1),
        (12.5, "", None, 1),
        (True, "", None, 1),
        ("F-7", "", None, datetime(2026, 3, 1)),
        ("F-8", "", None, True),
        (9, "", datetime(2024, 3, 1), 3.0),
        ("F-10", "", 45352, "3"),
    )
    report = report_on(cells(*rows), "cards.xlsx")
    codes = ["turned-number", "turned-number", "turned-date", "turned-number", "turned-number", "truth", "turned-date"]
    assert [problem.code for problem in report.rows.rejected] == [*codes, "integer"]
    assert report.rows.rejected[0].card == ("1", "a2")
    accepted = [(each.printing.code, each.printing.released) for each in report.rows.created]
    assert accepted == [("9", date(2024, 3, 1)), ("F-10", date(2024, 3, 1))]


def test_of_a_workbook_the_sheet_with_titles_is_read_and_others_are_named():
    sheets = [["notes"], ["x"]], [["Card list"], ["卡號", "卡名", "種類", "種族"], ["F-1", "a", "單位", "中立"]], []
    report = report_on(workbook(*sheets), "cards.xlsx")
    assert [(each.row, each.printing.code) for each in report.rows.created] == [(3, "F-1")]
    assert warnings(report) == [("above-titles", ("Card list",)), ("other-sheets", ("sheet 0",))]
